// constraint_matrix.h -- coefficients of constraints, sparse, eliminated symbolically.
//
// Rows are differentiated equations, columns derivatives, entries expressions. A row that was used
// as a pivot is out of the matrix: it is neither changed nor found any more. A rough matrix keeps
// of entries that vary with time only that they do: sums of them are taken not to vanish.
#ifndef CAUSAL_CONSTRAINT_MATRIX_H
#define CAUSAL_CONSTRAINT_MATRIX_H
#include "causal/analysis.h"

typedef struct ConstraintEntry {
    int32_t column;
    const Expr *value; // not zero
} ConstraintEntry;

typedef struct ConstraintRow {
    VEC(ConstraintEntry) entries; // in no order
    bool is_used;
} ConstraintRow;

typedef VEC(int32_t) RowNumbers;

typedef struct ConstraintMatrix {
    Analysis *a;
    ConstraintRow *rows;
    RowNumbers *rows_of_column; // where it occurs or has occurred; a row may be listed twice
    int32_t *place_of_column;   // scratch of an elimination: place in the row at work + 1
    int32_t n_rows, n_columns;
    const Expr *varying; // of a rough matrix, what stands for entries that vary; else NULL
    int64_t n_made;      // entries that eliminations have computed
} ConstraintMatrix;

ConstraintMatrix constraint_matrix_open(Analysis *a, int32_t n_rows, int32_t n_columns,
                                        bool is_rough);
void constraint_matrix_add(ConstraintMatrix *m, int32_t row, int32_t column, const Expr *value);
const Expr *constraint_matrix_at(const ConstraintMatrix *m, int32_t row, int32_t column); // or NULL
// Is the entry a constant or parameter that is not zero?
bool constraint_matrix_may_pivot(const ConstraintMatrix *m, int32_t row, int32_t column);
// Takes the row out. Multiples of it make the column vanish in all others. False: that would make
// more entries than there may be (constraint_matrix.c).
bool constraint_matrix_pivot(ConstraintMatrix *m, int32_t row, int32_t column);
// Parameters by their values: the choice is made once, and expressions stay small.
const Expr *settled(Analysis *a, const Expr *e);
#endif
