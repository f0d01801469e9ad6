// Pattern of d derivatives / d states: which states each block depends on, in order of evaluation.
// The sets are sorted lists; a model that couples everything to everything would need a product of
// its sizes, so there is a bound, beyond which the pattern is left out and counts as full.
#include <stdlib.h>
#include <string.h>

#include "causal/analysis.h"

enum { MOST_ENTRIES = 40000000 };

typedef struct StateList {
    int32_t *states;
    int32_t n;
} StateList;

typedef struct Sparsity {
    Analysis *a;
    StateList *of; // by VarId
    uint32_t n;
    int32_t *seen, walk; // by state
    VEC(int32_t) found;
    int64_t total;
} Sparsity;

static int compare_numbers(const void *x, const void *y)
{
    int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;
    return a < b ? -1 : a > b;
}

static void add_states_of(Sparsity *s, VarId v)
{
    if ((uint32_t)v.i >= s->n) return;
    const StateList *list = &s->of[v.i];
    for (int32_t i = 0; i < list->n; i++) {
        int32_t state = list->states[i];
        if (s->seen[state] == s->walk) continue;
        s->seen[state] = s->walk;
        VEC_PUSH(s->a->scratch, &s->found, state);
    }
}

static void visit_block(Sparsity *s, const Block *b)
{
    s->walk++;
    s->found.count = 0;
    for (int32_t k = 0; k < b->n_equations; k++) {
        VarVec *vars = variables_of(s->a, system_equation(s->a->system, b->equations[k]));
        for (uint32_t i = 0; i < vars->count; i++) add_states_of(s, vars->data[i]);
    }
    if (s->found.count)
        qsort(s->found.data, s->found.count, sizeof *s->found.data, compare_numbers);
    StateList list = {ARENA_COPY(s->a->scratch, int32_t, s->found.data, s->found.count),
                      (int32_t)s->found.count};
    s->total += list.n;
    for (int32_t k = 0; k < b->n_unknowns; k++) s->of[b->unknowns[k].i] = list;
}

static void transpose_into(Sparsity *s)
{
    CausalSystem *causal = s->a->causal;
    int32_t n = causal->n_states;
    int32_t *start = ARENA_ARRAY(s->a->out, int32_t, n + 1);
    for (int32_t pass = 0; pass < 2; pass++) {
        int32_t *next = pass ? ARENA_COPY(s->a->scratch, int32_t, start, n + 1) : NULL;
        if (pass) causal->jacobian_row_index = ARENA_RAW(s->a->out, int32_t, start[n] + 1);
        for (int32_t row = 0; row < n; row++) {
            VarId d = system_variable(s->a->system, causal->states[row])->derivative;
            const StateList *list = &s->of[d.i];
            for (int32_t k = 0; k < list->n; k++) {
                if (pass)
                    causal->jacobian_row_index[next[list->states[k]]++] = row;
                else
                    start[list->states[k] + 1]++;
            }
        }
        for (int32_t j = 0; !pass && j < n; j++) start[j + 1] += start[j];
    }
    causal->jacobian_column_start = start;
}

bool find_sparsity(Analysis *a)
{
    CausalSystem *causal = a->causal;
    if (!causal->n_states) return true;
    Sparsity s = {.a = a, .n = a->system->variables.count};
    s.of = ARENA_ARRAY(a->scratch, StateList, s.n + 1);
    s.seen = ARENA_ARRAY(a->scratch, int32_t, causal->n_states);
    for (int32_t i = 0; i < causal->n_states; i++) {
        int32_t *own = ARENA_RAW(a->scratch, int32_t, 1);
        own[0] = i;
        s.of[causal->states[i].i] = (StateList){own, 1};
    }
    for (int32_t i = 0; i < causal->derivatives.n_blocks; i++) {
        visit_block(&s, &a->blocks.data[causal->derivatives.blocks[i]]);
        if (s.total > MOST_ENTRIES) return true;
    }
    transpose_into(&s);
    return true;
}
