// Which back end a matrix gets.
#include "run/linear/step_matrix.h"

// Below this size the look-up work of a sparse factorization should exceed the arithmetic of a
// dense one. A guess, not measured.
enum { LEAST_SPARSE = 30 };
static const double most_density = 0.2;

bool step_matrix_is_sparse(const SparsePattern *p)
{
    double entries = p->column_start[p->n];
    return p->n >= LEAST_SPARSE && entries < most_density * (double)p->n * (double)p->n;
}

DiagonalPattern pattern_with_diagonal(Arena *out, const SparsePattern *p)
{
    int32_t entries = p->column_start[p->n], at = 0;
    int32_t *start = ARENA_ARRAY(out, int32_t, p->n + 1);
    int32_t *rows = ARENA_ARRAY(out, int32_t, entries + p->n);
    DiagonalPattern d = {.place = ARENA_ARRAY(out, int32_t, entries + 1),
                         .diagonal = ARENA_ARRAY(out, int32_t, p->n)};
    for (int32_t j = 0; j < p->n; j++) {
        d.diagonal[j] = -1;
        start[j] = at;
        for (int32_t k = p->column_start[j]; k < p->column_start[j + 1]; k++) {
            if (p->row_index[k] == j) d.diagonal[j] = at;
            d.place[k] = at;
            rows[at++] = p->row_index[k];
        }
        if (d.diagonal[j] >= 0) continue;
        d.diagonal[j] = at;
        rows[at++] = j;
    }
    start[p->n] = at;
    d.pattern = (SparsePattern){p->n, start, rows};
    return d;
}

StepMatrix *step_matrix_open(Arena *out, const SparsePattern *pattern, int32_t n_algebraic,
                             bool is_complex)
{
    StepMatrix *m = ARENA_NEW(out, StepMatrix);
    m->pattern = *pattern;
    m->n_differential = pattern->n - n_algebraic;
    m->is_complex = is_complex;
    if (step_matrix_is_sparse(pattern))
        klu_step_matrix_open(out, m);
    else
        dense_step_matrix_open(out, m);
    return m;
}
