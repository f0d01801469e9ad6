// sparse_pattern.h -- where the entries of a matrix lie.
#ifndef RUN_LINEAR_SPARSE_PATTERN_H
#define RUN_LINEAR_SPARSE_PATTERN_H
#include <stdint.h>

#include "base/arena.h"

typedef struct SparsePattern { // compressed columns; no entry twice
    int32_t n;
    const int32_t *column_start, *row_index; // NULL: full, entries by columns
} SparsePattern;

static inline SparsePattern full_pattern(int32_t n)
{
    return (SparsePattern){.n = n};
}

// The entries in their places of a full matrix, by columns; zero elsewhere.
void pattern_spread(const SparsePattern *pattern, const double *values, double *matrix);

// A pattern united with the diagonal, and where the old entries and the diagonal lie in it.
typedef struct DiagonalPattern {
    SparsePattern pattern;
    const int32_t *place; // NULL: where they were, the diagonal was there already
    int32_t *diagonal;
} DiagonalPattern;
DiagonalPattern pattern_with_diagonal(Arena *out, const SparsePattern *pattern); // not a full one

static inline int32_t united_place(const DiagonalPattern *d, int32_t entry)
{
    return d->place ? d->place[entry] : entry;
}
#endif
