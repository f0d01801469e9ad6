// An equation with a variable that no other such sum contains can contribute nothing; peeling
// these off leaves next to nothing of most models, by their incidence alone: most equations are
// never read as sums. What is left is bounded in work.
#include "causal/index/whole_sums.h"

#include <math.h>
#include <stdlib.h>

// Bounds of work, guessed [M39].
enum {
    LARGEST_COEFFICIENT = 1000, // of a written equation
    FREE_WORK = 200000,         // entries, and as many again for each that is there
    WORK_PER_ENTRY = 20
};

static bool is_differentiated(const WholeSums *x, int32_t column)
{
    return x->keeps_differentiated &&
           system_variable(x->a->system, x->columns.data[column])->derivative.i >= 0;
}

void sums_open(WholeSums *x, Analysis *a)
{
    EquationSystem *system = a->system;
    *x = (WholeSums){.a = a, .parts = 1};
    x->local_of = ARENA_ARRAY(a->scratch, int32_t, system->variables.count + 1);
    for (uint32_t i = 0; i < system->variables.count; i++) {
        if (!is_continuous_unknown(&system->variables.data[i])) continue;
        VEC_PUSH(a->scratch, &x->columns, ((VarId){(int32_t)i}));
        x->local_of[i] = (int32_t)x->columns.count;
    }
    x->n_sums_with = ARENA_ARRAY(a->scratch, int32_t, x->columns.count + 1);
    x->n_sides = ARENA_ARRAY(a->scratch, uint8_t, x->columns.count + 1);
    x->pivot_of = ARENA_ARRAY(a->scratch, int32_t, x->columns.count + 1);
    x->coefficient = ARENA_ARRAY(a->scratch, const Expr *, x->columns.count + 1);
}

// ---- Equations that need not be read ------------------------------------------------

static void count_sides(WholeSums *x, const VarVec *vars)
{
    for (uint32_t i = 0; i < vars->count; i++) {
        int32_t column = x->local_of[vars->data[i].i] - 1;
        if (column >= 0 && x->n_sides[column] < 2) x->n_sides[column]++;
    }
    x->work += vars->count;
}

// Whether no variable stands in several places, of an equation whose variables were asked for.
static bool has_no_repetitions(const Analysis *a, EquationId id)
{
    return !a->incidence.rows[id.i].has_repetitions;
}

static bool is_lonely_side(const WholeSums *x, const Expr *side)
{
    if (side->kind != EXPR_REF) return false;
    int32_t column = x->local_of[side->u.var.i] - 1;
    return column >= 0 && x->n_sides[column] == 1 && !is_differentiated(x, column);
}

// By column: how many equations that are left have it, and all their places added up without
// carry: of one that is left alone that is its place.
typedef struct Holders {
    int32_t *n, *places;
} Holders;

// Whether the column alone tells that the equation contributes nothing. Where a variable stands in
// several places it may cancel.
static bool is_lonely(const WholeSums *x, const Holders *h, int32_t column)
{
    return h->n[column] == 1 && !is_differentiated(x, column);
}

static void leave_out(WholeSums *x, Holders *h, EquationId id, int32_t place, int32_t *due,
                      int32_t *n_due)
{
    const VarVec *vars = variables_of(x->a, system_equation(x->a->system, id));
    for (uint32_t i = 0; i < vars->count; i++) {
        int32_t column = x->local_of[vars->data[i].i] - 1;
        if (column < 0) continue;
        h->n[column]--;
        h->places[column] ^= place;
        if (is_lonely(x, h, column)) due[(*n_due)++] = column; // once: it only becomes less
    }
}

// By place in the list: the equations that are peeled by their incidence alone.
static const bool *idle_equations(WholeSums *x, const EquationId *list, uint32_t n)
{
    Arena *scratch = x->a->scratch;
    uint32_t n_columns = x->columns.count;
    bool *is_idle = ARENA_ARRAY(scratch, bool, n + 1);
    Holders h = {ARENA_ARRAY(scratch, int32_t, n_columns + 1),
                 ARENA_ARRAY(scratch, int32_t, n_columns + 1)};
    for (uint32_t e = 0; e < n; e++) {
        const SystemEquation *equation = system_equation(x->a->system, list[e]);
        const VarVec *vars = variables_of(x->a, equation);
        bool are_disjoint = has_no_repetitions(x->a, list[e]);
        for (uint32_t i = 0; i < vars->count; i++) {
            int32_t column = x->local_of[vars->data[i].i] - 1;
            if (column < 0) continue;
            h.n[column]++;
            h.places[column] ^= (int32_t)e;
            if (are_disjoint && x->n_sides[column] < 2) x->n_sides[column]++;
        }
        if (are_disjoint) x->work += vars->count;
        if (are_disjoint) continue;
        count_sides(x, variables_of_expr(x->a, equation->left));
        count_sides(x, variables_of_expr(x->a, equation->right));
    }
    int32_t *due = ARENA_RAW(scratch, int32_t, n_columns + 1), n_due = 0;
    for (int32_t c = 0; c < (int32_t)n_columns; c++)
        if (is_lonely(x, &h, c)) due[n_due++] = c;
    while (n_due) {
        int32_t column = due[--n_due], e = h.places[column];
        if (h.n[column] != 1 || !has_no_repetitions(x->a, list[e])) continue;
        is_idle[e] = true;
        leave_out(x, &h, list[e], e, due, &n_due);
    }
    return is_idle;
}

// ---- Sums with whole coefficients ---------------------------------------------------

static int by_column(const void *a, const void *b)
{
    return ((const SumTerm *)a)->column - ((const SumTerm *)b)->column;
}

// Most sums have two or three entries.
static void sort_by_column(SumTerm *entries, int32_t n)
{
    enum { FEW = 8 };
    if (n > FEW) {
        qsort(entries, (size_t)n, sizeof *entries, by_column);
        return;
    }
    for (int32_t i = 1; i < n; i++) {
        SumTerm e = entries[i];
        int32_t k = i;
        for (; k > 0 && entries[k - 1].column > e.column; k--) entries[k] = entries[k - 1];
        entries[k] = e;
    }
}

// In units of one part, so that halves and quarters are exact, too.
static bool whole_number(const WholeSums *x, const Expr *e, int64_t *number)
{
    double value;
    if (!expr_is_number(e, &value) || !(fabs(value) <= LARGEST_COEFFICIENT)) return false;
    value *= x->parts;
    *number = (int64_t)value;
    return value == (double)*number;
}

// Before the start: what it is to find belongs to no rest.
static bool is_known(const SystemVariable *v)
{
    return v->role <= ROLE_PARAMETER && !(v->flags & (VARIABLE_NOT_FIXED | VARIABLE_AFTER_INITIAL));
}

static void add_equation(WholeSums *x, EquationId id, bool may_have_rest)
{
    Analysis *a = x->a;
    const Expr **coefficient = x->coefficient;
    const SystemEquation *e = system_equation(a->system, id);
    if (is_lonely_side(x, e->left) || is_lonely_side(x, e->right)) return;
    bool has_rest = false, is_sum = row_coefficients(a, e, x->local_of, coefficient, &has_rest);
    VarVec *vars = variables_of(a, e);
    Sum sum = {.equation = id};
    x->entries.count = 0;
    bool is_whole = is_sum && (may_have_rest || (!has_rest && vars->count > 1));
    for (uint32_t i = 0; i < vars->count; i++) {
        int32_t column = x->local_of[vars->data[i].i] - 1;
        if (column < 0) is_whole = is_whole && is_known(system_variable(a->system, vars->data[i]));
        if (column < 0) continue;
        SumTerm entry = {column, 0};
        is_whole = is_whole && coefficient[column] &&
                   whole_number(x, coefficient[column], &entry.coefficient);
        coefficient[column] = NULL;
        if (is_whole && entry.coefficient) VEC_PUSH(a->scratch, &x->entries, entry);
    }
    if (!is_whole || !x->entries.count) return;
    sum.n = (int32_t)x->entries.count;
    sum.entries = ARENA_COPY(a->scratch, SumTerm, x->entries.data, sum.n);
    sort_by_column(sum.entries, sum.n);
    for (int32_t k = 0; k < sum.n; k++) x->n_sums_with[sum.entries[k].column]++;
    VEC_PUSH(a->scratch, &x->sums, sum);
}

void sums_add(WholeSums *x, const EquationId *list, uint32_t n, bool may_have_rest,
              uint32_t *n_first)
{
    uint32_t first = n_first ? *n_first : 0;
    const bool *is_idle = idle_equations(x, list, n);
    for (uint32_t i = 0; i < n; i++) {
        if (!is_idle[i]) add_equation(x, list[i], may_have_rest);
        if (i + 1 == first) *n_first = x->sums.count;
    }
}

// ---- Peeling ------------------------------------------------------------------------

static bool has_lonely_variable(const WholeSums *x, const Sum *s)
{
    for (int32_t k = 0; k < s->n; k++) {
        int32_t column = s->entries[k].column;
        if (x->n_sums_with[column] == 1 && !is_differentiated(x, column)) return true;
    }
    return false;
}

void sums_peel(WholeSums *x)
{
    Arena *scratch = x->a->scratch;
    // The sums of each column, so that peeling one finds those that may follow.
    int32_t n = (int32_t)x->columns.count, *first = ARENA_ARRAY(scratch, int32_t, n + 2);
    for (int32_t c = 0; c < n; c++) first[c + 1] = first[c] + x->n_sums_with[c];
    int32_t *sum_at = ARENA_RAW(scratch, int32_t, first[n] + 1);
    int32_t *place = ARENA_COPY(scratch, int32_t, first, n + 1);
    VEC(int32_t) due = {0};
    for (uint32_t i = 0; i < x->sums.count; i++) {
        const Sum *s = &x->sums.data[i];
        for (int32_t k = 0; k < s->n; k++) sum_at[place[s->entries[k].column]++] = (int32_t)i;
        VEC_PUSH(scratch, &due, (int32_t)i);
    }
    while (due.count) {
        Sum *s = &x->sums.data[VEC_POP(&due)];
        if (s->is_peeled || !has_lonely_variable(x, s)) continue;
        s->is_peeled = true;
        for (int32_t k = 0; k < s->n; k++) {
            int32_t c = s->entries[k].column;
            if (--x->n_sums_with[c] != 1) continue;
            for (int32_t p = first[c]; p < first[c + 1]; p++)
                if (!x->sums.data[sum_at[p]].is_peeled) VEC_PUSH(scratch, &due, sum_at[p]);
        }
    }
    x->work = FREE_WORK + WORK_PER_ENTRY * x->work;
}

// ---- Elimination --------------------------------------------------------------------

static int64_t common_divisor(int64_t a, int64_t b)
{
    for (a = llabs(a), b = llabs(b); b;) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void reduce_sum(Sum *s)
{
    int64_t divisor = 0;
    for (int32_t k = 0; k < s->n; k++) divisor = common_divisor(divisor, s->entries[k].coefficient);
    for (int32_t k = 0; k < s->n && divisor > 1; k++) s->entries[k].coefficient /= divisor;
}

// factor*s - other*pivot; false when a coefficient leaves the range.
static bool combine(WholeSums *x, Sum *s, int64_t factor, const Sum *pivot, int64_t other)
{
    SumTerm *made = ARENA_RAW(x->a->scratch, SumTerm, s->n + pivot->n + 1);
    int32_t i = 0, j = 0, n = 0;
    while (i < s->n || j < pivot->n) {
        bool takes_s =
            j == pivot->n || (i < s->n && s->entries[i].column <= pivot->entries[j].column);
        bool takes_pivot =
            i == s->n || (j < pivot->n && pivot->entries[j].column <= s->entries[i].column);
        SumTerm e = {takes_s ? s->entries[i].column : pivot->entries[j].column, 0};
        int64_t from_s = 0, from_pivot = 0;
        if (takes_s && __builtin_mul_overflow(s->entries[i++].coefficient, factor, &from_s))
            return false;
        if (takes_pivot &&
            __builtin_mul_overflow(pivot->entries[j++].coefficient, other, &from_pivot))
            return false;
        if (__builtin_sub_overflow(from_s, from_pivot, &e.coefficient)) return false;
        if (e.coefficient) made[n++] = e;
    }
    x->work -= s->n + pivot->n;
    s->entries = made;
    s->n = n;
    reduce_sum(s);
    return true;
}

// The entry whose pivot is the oldest: pivots are free of older ones, so that none comes back.
static const SumTerm *oldest_pivot(const WholeSums *x, const Sum *s)
{
    const SumTerm *oldest = NULL;
    for (int32_t k = 0; k < s->n; k++) {
        int32_t pivot = x->pivot_of[s->entries[k].column];
        if (pivot && (!oldest || pivot < x->pivot_of[oldest->column])) oldest = &s->entries[k];
    }
    return oldest;
}

static int64_t coefficient_of(const Sum *s, int32_t column)
{
    for (int32_t k = 0; k < s->n; k++)
        if (s->entries[k].column == column) return s->entries[k].coefficient;
    return 0;
}

// The variable that the fewest sums contain; -1: there is none to be taken.
static int32_t choose_pivot(const WholeSums *x, const Sum *s)
{
    int32_t best = -1;
    for (int32_t k = 0; k < s->n; k++) {
        int32_t c = s->entries[k].column;
        if (is_differentiated(x, c)) continue;
        if (best < 0 || x->n_sums_with[c] < x->n_sums_with[best]) best = c;
    }
    return best;
}

bool sums_eliminate(WholeSums *x, int32_t number, bool *is_combined)
{
    Sum *s = &x->sums.data[number];
    *is_combined = false;
    for (const SumTerm *e; (e = oldest_pivot(x, s));) {
        const Sum *pivot = &x->sums.data[x->pivot_of[e->column] - 1];
        int64_t factor = coefficient_of(pivot, e->column);
        if (x->work < 0 || !combine(x, s, factor, pivot, e->coefficient)) return false;
        *is_combined = true;
    }
    int32_t column = choose_pivot(x, s);
    if (column >= 0) x->pivot_of[column] = number + 1;
    return true;
}
