// Sparse linear systems with KLU [KLU10]: ordered once; factored with pivoting at first and
// whenever the old pivots have become poor, otherwise refactored on the old pivots.
#include "run/linear/sparse_solver.h"

#include <klu.h>
#include <string.h>

#include "base/memory.h"

// Pivots are kept while the reciprocal growth of the elements stays above this.
static const double least_growth = 1e-8;

struct SparseSolver {
    klu_common common;
    klu_symbolic *symbolic;
    klu_numeric *numeric;
    int32_t n, *column_start, *row_index; // KLU does not say const
};

static void close_owned(void *solver)
{
    sparse_close(solver);
}

SparseSolver *sparse_open(Arena *out, int32_t n, const int32_t *column_start,
                          const int32_t *row_index)
{
    SparseSolver *s = ARENA_NEW(out, SparseSolver);
    klu_defaults(&s->common);
    s->n = n;
    s->column_start = ARENA_COPY(out, int32_t, column_start, n + 1);
    s->row_index = ARENA_COPY(out, int32_t, row_index, column_start[n]);
    arena_own(out, close_owned, s);
    s->symbolic = klu_analyze(n, s->column_start, s->row_index, &s->common);
    if (s->common.status == KLU_OUT_OF_MEMORY) memory_give_up(0);
    return s;
}

static bool refactor(SparseSolver *s, double *values)
{
    klu_common *c = &s->common;
    if (!klu_refactor(s->column_start, s->row_index, values, s->symbolic, s->numeric, c))
        return false;
    klu_rgrowth(s->column_start, s->row_index, values, s->symbolic, s->numeric, c);
    return c->status == KLU_OK && c->rgrowth > least_growth;
}

bool sparse_factor(SparseSolver *s, double *values)
{
    if (!s->symbolic) return false;
    if (s->numeric && refactor(s, values)) return true;
    if (s->numeric) klu_free_numeric(&s->numeric, &s->common);
    s->numeric = klu_factor(s->column_start, s->row_index, values, s->symbolic, &s->common);
    if (s->common.status == KLU_OUT_OF_MEMORY) memory_give_up(0);
    return s->numeric && s->common.status == KLU_OK;
}

void sparse_solve(SparseSolver *s, double *b)
{
    klu_solve(s->symbolic, s->numeric, s->n, 1, b, &s->common);
}

void sparse_close(SparseSolver *s)
{
    if (s->numeric) klu_free_numeric(&s->numeric, &s->common);
    if (s->symbolic) klu_free_symbolic(&s->symbolic, &s->common);
}
