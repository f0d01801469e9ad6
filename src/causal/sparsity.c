// Patterns of the matrices that integrators need: which unknowns each block depends on, in order of
// evaluation. In ODE form the unknowns are the states and the rows their derivatives. In DAE form
// the loops stay open: their iteration unknowns are unknowns, too, and their residuals rows; the
// pattern is then as sparse as the equations are written.
//
// The sets are sorted lists; a model that couples everything to everything would need a product of
// its sizes, so there is a bound, beyond which the pattern is left out and counts as full.
#include <stdlib.h>
#include <string.h>

#include "causal/analysis.h"
#include "graph/coloring.h"

enum { MOST_ENTRIES = 40000000 };

typedef struct UnknownList {
    int32_t *unknowns;
    int32_t n;
} UnknownList;

typedef struct Sparsity {
    Analysis *a;
    UnknownList *of; // by VarId
    uint32_t n;
    int32_t *seen, walk; // by unknown
    VEC(int32_t) found;
    int64_t total;
    VEC(UnknownList) residuals; // of loops that stay open
} Sparsity;

static int compare_numbers(const void *x, const void *y)
{
    int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;
    return a < b ? -1 : a > b;
}

static void add_unknowns_of(Sparsity *s, const VarVec *variables)
{
    for (uint32_t k = 0; k < variables->count; k++) {
        VarId v = variables->data[k];
        if ((uint32_t)v.i >= s->n) continue;
        const UnknownList *list = &s->of[v.i];
        for (int32_t i = 0; i < list->n; i++) {
            int32_t unknown = list->unknowns[i];
            if (s->seen[unknown] == s->walk) continue;
            s->seen[unknown] = s->walk;
            VEC_PUSH(s->a->scratch, &s->found, unknown);
        }
    }
}

static void begin_list(Sparsity *s)
{
    s->walk++;
    s->found.count = 0;
}

static UnknownList end_list(Sparsity *s)
{
    if (s->found.count)
        qsort(s->found.data, s->found.count, sizeof *s->found.data, compare_numbers);
    s->total += s->found.count;
    return (UnknownList){ARENA_COPY(s->a->scratch, int32_t, s->found.data, s->found.count),
                         (int32_t)s->found.count};
}

static void set_unknown(Sparsity *s, VarId v, int32_t number)
{
    int32_t *own = ARENA_RAW(s->a->scratch, int32_t, 1);
    own[0] = number;
    s->of[v.i] = (UnknownList){own, 1};
}

// All unknowns of a block depend on whatever any of its equations depends on.
static void visit_block(Sparsity *s, const Block *b)
{
    begin_list(s);
    for (int32_t k = 0; k < b->n_equations; k++)
        add_unknowns_of(s, variables_of(s->a, system_equation(s->a->system, b->equations[k])));
    UnknownList list = end_list(s);
    for (int32_t k = 0; k < b->n_unknowns; k++) s->of[b->unknowns[k].i] = list;
}

static void visit_open_loop(Sparsity *s, const Block *b, int32_t first)
{
    for (int32_t k = 0; k < b->torn->n_iteration; k++)
        set_unknown(s, b->torn->iteration[k], first + k);
    for (int32_t k = 0; k < b->n_assignments; k++) {
        begin_list(s);
        add_unknowns_of(s, variables_of_expr(s->a, b->assignments[k].value));
        UnknownList list = end_list(s);
        VarId v = b->assignments[k].variable;
        if ((uint32_t)v.i < s->n) s->of[v.i] = list;
    }
    for (int32_t k = 0; k < b->torn->n_residuals; k++) {
        begin_list(s);
        add_unknowns_of(s, variables_of_expr(s->a, b->torn->residuals[k]));
        VEC_PUSH(s->a->scratch, &s->residuals, end_list(s));
    }
}

static const UnknownList *row_of(Sparsity *s, int32_t row)
{
    const CausalSystem *causal = s->a->causal;
    if (row >= causal->n_states) return &s->residuals.data[row - causal->n_states];
    return &s->of[system_variable(s->a->system, causal->states[row])->derivative.i];
}

// The wall between graph/ and run/ is why groups are found here: the runtime gets them with the
// model.
static void find_groups(Sparsity *s, int32_t n, MatrixPattern *pattern)
{
    Arena *scratch = s->a->scratch;
    int32_t *first = ARENA_RAW(scratch, int32_t, n + 1), total = 0;
    int32_t *column = ARENA_RAW(scratch, int32_t, pattern->column_start[n] + 1);
    for (int32_t row = 0; row < n; row++) {
        const UnknownList *list = row_of(s, row);
        first[row] = total;
        for (int32_t k = 0; k < list->n; k++) column[total++] = list->unknowns[k];
    }
    first[n] = total;
    Bipartite g = bipartite_from_rows(scratch, n, n, first, column);
    ColumnGroups groups = column_groups(s->a->out, &g);
    pattern->group_of = groups.group_of_var;
    pattern->n_groups = groups.n_groups > 0 ? groups.n_groups : 1;
    for (int32_t c = 0; c < n; c++)
        if (pattern->group_of[c] < 0) pattern->group_of[c] = 0; // an empty column fits anywhere
}

static MatrixPattern pattern_of_rows(Sparsity *s)
{
    int32_t n = s->a->causal->n_states + (int32_t)s->residuals.count;
    int32_t *start = ARENA_ARRAY(s->a->out, int32_t, n + 1), *rows = NULL, *next = NULL;
    for (int32_t pass = 0; pass < 2; pass++) {
        if (pass) rows = ARENA_RAW(s->a->out, int32_t, start[n] + 1);
        if (pass) next = ARENA_COPY(s->a->scratch, int32_t, start, n + 1);
        for (int32_t row = 0; row < n; row++) {
            const UnknownList *list = row_of(s, row);
            for (int32_t k = 0; k < list->n; k++) {
                if (pass)
                    rows[next[list->unknowns[k]]++] = row;
                else
                    start[list->unknowns[k] + 1]++;
            }
        }
        for (int32_t j = 0; !pass && j < n; j++) start[j + 1] += start[j];
    }
    MatrixPattern pattern = {.column_start = start, .row_index = rows};
    find_groups(s, n, &pattern);
    return pattern;
}

static MatrixPattern find_pattern(Analysis *a, bool opens_loops, int32_t n_unknowns)
{
    CausalSystem *causal = a->causal;
    Sparsity s = {.a = a, .n = a->system->variables.count};
    s.of = ARENA_ARRAY(a->scratch, UnknownList, s.n + 1);
    s.seen = ARENA_ARRAY(a->scratch, int32_t, n_unknowns + 1);
    int32_t next = causal->n_states;
    for (int32_t i = 0; i < causal->n_states; i++) set_unknown(&s, causal->states[i], i);
    for (int32_t i = 0; i < causal->derivatives.n_blocks; i++) {
        const Block *b = &a->blocks.data[causal->derivatives.blocks[i]];
        if (opens_loops && block_needs_solver(b)) {
            visit_open_loop(&s, b, next);
            next += b->torn->n_iteration;
        } else {
            visit_block(&s, b);
        }
        if (s.total > MOST_ENTRIES) return (MatrixPattern){0};
    }
    return pattern_of_rows(&s);
}

bool find_sparsity(Analysis *a)
{
    CausalSystem *causal = a->causal;
    if (!causal->n_states) return true;
    causal->jacobian = find_pattern(a, false, causal->n_states);
    int32_t n = causal->n_states, count = 0;
    causal->loops.blocks = ARENA_RAW(a->out, int32_t, causal->derivatives.n_blocks + 1);
    for (int32_t i = 0; i < causal->derivatives.n_blocks; i++) {
        const Block *b = &a->blocks.data[causal->derivatives.blocks[i]];
        if (!block_needs_solver(b)) continue;
        causal->loops.blocks[count++] = causal->derivatives.blocks[i];
        n += b->torn->n_iteration;
    }
    causal->loops.n_blocks = count;
    causal->n_dae_unknowns = n;
    causal->dae_jacobian = count ? find_pattern(a, true, n) : causal->jacobian;
    return true;
}
