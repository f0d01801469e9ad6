#include "run/linear/sparse_pattern.h"

#include <stdbool.h>
#include <string.h>

void pattern_spread(const SparsePattern *p, const double *values, double *matrix)
{
    size_t bytes = (size_t)p->n * (size_t)p->n * sizeof *matrix;
    if (!p->column_start) {
        memcpy(matrix, values, bytes);
        return;
    }
    memset(matrix, 0, bytes);
    for (int32_t j = 0; j < p->n; j++)
        for (int32_t k = p->column_start[j]; k < p->column_start[j + 1]; k++)
            matrix[p->row_index[k] + j * p->n] = values[k];
}

// Entries on the diagonal, by column; -1 where there is none. True: all of them are there.
static bool find_diagonal(const SparsePattern *p, int32_t *diagonal)
{
    bool has_all = true;
    for (int32_t j = 0; j < p->n; j++) {
        diagonal[j] = -1;
        for (int32_t k = p->column_start[j]; k < p->column_start[j + 1]; k++)
            if (p->row_index[k] == j) diagonal[j] = k;
        has_all = has_all && diagonal[j] >= 0;
    }
    return has_all;
}

DiagonalPattern pattern_with_diagonal(Arena *out, const SparsePattern *p)
{
    DiagonalPattern d = {.pattern = *p, .diagonal = ARENA_ARRAY(out, int32_t, p->n)};
    if (find_diagonal(p, d.diagonal)) return d;
    int32_t entries = p->column_start[p->n], at = 0;
    int32_t *start = ARENA_ARRAY(out, int32_t, p->n + 1);
    int32_t *rows = ARENA_ARRAY(out, int32_t, entries + p->n);
    int32_t *place = ARENA_ARRAY(out, int32_t, entries + 1);
    for (int32_t j = 0; j < p->n; j++) {
        int32_t own = d.diagonal[j];
        start[j] = at;
        for (int32_t k = p->column_start[j]; k < p->column_start[j + 1]; k++) {
            if (k == own) d.diagonal[j] = at;
            place[k] = at;
            rows[at++] = p->row_index[k];
        }
        if (own >= 0) continue;
        d.diagonal[j] = at;
        rows[at++] = j;
    }
    start[p->n] = at;
    d.pattern = (SparsePattern){p->n, start, rows};
    d.place = place;
    return d;
}
