// Constraints between states that only appear when equations are added up.
//
// 5*i0 = i1 + ... + i5 and i1 + ... + i5 = 0 say i0 = 0, but their incidence does not: Pantelides
// sees two equations for five currents, and the loop that is left is singular for all values. Sums
// with whole coefficients, which connections make, are exact, so they can be eliminated exactly
// [Bar68]: variables without a derivative are taken out, and a sum that then holds none but
// differentiated variables takes the place of the equation it came from. All other equations stay
// as they were written.
//
// An equation with a variable that no other such sum contains can contribute nothing; peeling
// these off leaves next to nothing of most models. What is left is bounded in work.
#include <stdlib.h>

#include "causal/analysis.h"

// Bounds of work, guessed [M39].
enum {
    LARGEST_COEFFICIENT = 1000, // of a written equation
    FREE_WORK = 200000,         // entries, and as many again for each that is there
    WORK_PER_ENTRY = 20
};

typedef struct SumTerm {
    int32_t column;
    int64_t coefficient;
} SumTerm;

typedef struct Sum {
    EquationId equation;
    SumTerm *entries; // ascending columns
    int32_t n;
    bool is_peeled;
} Sum;

typedef struct Elimination {
    Analysis *a;
    VEC(Sum) sums;
    VEC(VarId) columns;
    int32_t *local_of;    // by VarId: column + 1
    int32_t *n_sums_with; // by column
    int32_t *pivot_of;    // by column: the sum that determines it + 1
    int64_t work;
} Elimination;

static bool is_differentiated(const Elimination *x, int32_t column)
{
    return system_variable(x->a->system, x->columns.data[column])->derivative.i >= 0;
}

// ---- Sums with whole coefficients ---------------------------------------------------

static int by_column(const void *a, const void *b)
{
    return ((const SumTerm *)a)->column - ((const SumTerm *)b)->column;
}

static bool whole_number(const Expr *e, int64_t *number)
{
    double value;
    if (!expr_is_number(e, &value) || value != (double)(int64_t)value) return false;
    *number = (int64_t)value;
    return llabs(*number) <= LARGEST_COEFFICIENT;
}

static void add_sum(Elimination *x, EquationId id, const Expr **coefficient)
{
    Analysis *a = x->a;
    const SystemEquation *e = system_equation(a->system, id);
    bool has_rest = false, is_sum = row_coefficients(a, e, x->local_of, coefficient, &has_rest);
    VarVec *vars = variables_of(a, e);
    Sum sum = {.equation = id, .entries = ARENA_RAW(a->scratch, SumTerm, vars->count + 1)};
    bool is_whole = is_sum && !has_rest && vars->count > 1;
    for (uint32_t i = 0; i < vars->count; i++) {
        int32_t column = x->local_of[vars->data[i].i] - 1;
        if (column < 0) continue;
        SumTerm entry = {column, 0};
        is_whole = is_whole && coefficient[column] &&
                   whole_number(coefficient[column], &entry.coefficient);
        coefficient[column] = NULL;
        if (is_whole && entry.coefficient) sum.entries[sum.n++] = entry;
    }
    if (!is_whole) return;
    qsort(sum.entries, (size_t)sum.n, sizeof *sum.entries, by_column);
    for (int32_t k = 0; k < sum.n; k++) x->n_sums_with[sum.entries[k].column]++;
    x->work += sum.n;
    VEC_PUSH(a->scratch, &x->sums, sum);
}

static void collect_sums(Elimination *x)
{
    Analysis *a = x->a;
    EquationSystem *system = a->system;
    x->local_of = ARENA_ARRAY(a->scratch, int32_t, system->variables.count + 1);
    for (uint32_t i = 0; i < system->variables.count; i++) {
        if (!is_continuous_unknown(&system->variables.data[i])) continue;
        VEC_PUSH(a->scratch, &x->columns, ((VarId){(int32_t)i}));
        x->local_of[i] = (int32_t)x->columns.count;
    }
    x->n_sums_with = ARENA_ARRAY(a->scratch, int32_t, x->columns.count + 1);
    x->pivot_of = ARENA_ARRAY(a->scratch, int32_t, x->columns.count + 1);
    const Expr **coefficient = ARENA_ARRAY(a->scratch, const Expr *, x->columns.count + 1);
    for (uint32_t i = 0; i < system->equations.count; i++)
        if (is_simulation_equation(&system->equations.data[i]))
            add_sum(x, (EquationId){(int32_t)i}, coefficient);
}

// ---- Peeling ------------------------------------------------------------------------

static bool has_lonely_variable(const Elimination *x, const Sum *s)
{
    for (int32_t k = 0; k < s->n; k++) {
        int32_t column = s->entries[k].column;
        if (x->n_sums_with[column] == 1 && !is_differentiated(x, column)) return true;
    }
    return false;
}

static void peel(Elimination *x)
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
static bool combine(Elimination *x, Sum *s, int64_t factor, const Sum *pivot, int64_t other)
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
static const SumTerm *oldest_pivot(const Elimination *x, const Sum *s)
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

// The variable without a derivative that the fewest sums contain; -1: there is none.
static int32_t choose_pivot(const Elimination *x, const Sum *s)
{
    int32_t best = -1;
    for (int32_t k = 0; k < s->n; k++) {
        int32_t c = s->entries[k].column;
        if (is_differentiated(x, c)) continue;
        if (best < 0 || x->n_sums_with[c] < x->n_sums_with[best]) best = c;
    }
    return best;
}

static void replace_equation(Elimination *x, const Sum *s)
{
    Analysis *a = x->a;
    const Expr *sum = expr_real(a->exprs, 0);
    for (int32_t k = 0; k < s->n; k++) {
        const Expr *v = system_ref(a->system, x->columns.data[s->entries[k].column]);
        const Expr *c = expr_real(a->exprs, (double)s->entries[k].coefficient);
        sum = expr_op2(a->exprs, OP_ADD, sum, expr_op2(a->exprs, OP_MUL, c, v));
    }
    SystemEquation *e = system_equation(a->system, s->equation);
    e->left = sum;
    e->right = expr_real(a->exprs, 0);
}

static void eliminate_sum(Elimination *x, int32_t number)
{
    Sum *s = &x->sums.data[number];
    bool is_combined = false;
    for (const SumTerm *e; (e = oldest_pivot(x, s));) {
        const Sum *pivot = &x->sums.data[x->pivot_of[e->column] - 1];
        int64_t factor = coefficient_of(pivot, e->column);
        if (x->work < 0 || !combine(x, s, factor, pivot, e->coefficient)) return;
        is_combined = true;
    }
    int32_t column = choose_pivot(x, s);
    if (column >= 0)
        x->pivot_of[column] = number + 1;
    else if (is_combined && s->n)
        replace_equation(x, s);
}

static bool has_derivatives(const EquationSystem *system)
{
    for (uint32_t i = 0; i < system->variables.count; i++)
        if (system->variables.data[i].role == ROLE_DERIVATIVE) return true;
    return false;
}

bool expose_constraints(Analysis *a)
{
    if (!has_derivatives(a->system)) return true;
    Elimination x = {.a = a};
    collect_sums(&x);
    x.work = FREE_WORK + WORK_PER_ENTRY * x.work;
    peel(&x);
    for (uint32_t i = 0; i < x.sums.count && x.work >= 0; i++) {
        if (!x.sums.data[i].is_peeled) eliminate_sum(&x, (int32_t)i);
        if (x.work < 0) // nothing is wrong with the model; should a loop be singular, it may be why
            diag_warning(a->session->diag,
                         system_equation(a->system, x.sums.data[i].equation)->span,
                         E_CONSTRAINT_LIMIT,
                         "constraints that appear only when equations are added up were not all "
                         "looked for: the sums of this model are too many");
    }
    return true;
}
