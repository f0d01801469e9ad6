// step_matrix.h -- the matrices I - z J of implicit methods: analyze once, factor often, solve
// more often. Real z for one-stage methods, complex z for coupled stages.
//
// In this form the matrix tends to I when the step shrinks; z = h * (eigenvalue of the method).
// The rows of algebraic unknowns, the last ones, are -J without z: multiplied by the step as in
// [CK06, (8.78)] they would vanish with it and the matrix would become singular (8.79). Right
// sides are scaled the same way.
#ifndef RUN_STEP_MATRIX_H
#define RUN_STEP_MATRIX_H
#include <complex.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct SparsePattern { // compressed columns; no entry twice
    int32_t n;
    const int32_t *column_start, *row_index;
} SparsePattern;

// A pattern united with the diagonal, and where the old entries and the diagonal lie in it.
typedef struct DiagonalPattern {
    SparsePattern pattern;
    int32_t *place, *diagonal;
} DiagonalPattern;
DiagonalPattern pattern_with_diagonal(Arena *out, const SparsePattern *pattern);

typedef struct StepMatrix StepMatrix;

// One back end: dense below a size or above a density, KLU otherwise (step_matrix.c).
typedef struct StepMatrixKind {
    const char *name;
    // False when the matrix is singular to working precision.
    bool (*factor)(StepMatrix *m, double complex z, const double *jacobian);
    void (*solve_real)(StepMatrix *m, double *b);
    void (*solve_complex)(StepMatrix *m, double complex *b);
    void (*close)(StepMatrix *m);
} StepMatrixKind;

struct StepMatrix {
    const StepMatrixKind *kind;
    SparsePattern pattern;
    int32_t n_differential; // rows with z and the 1 of the diagonal
    bool is_complex;
    void *factors; // of the back end
};

// `is_complex` says which of the two solves will be called.
StepMatrix *step_matrix_open(Arena *out, const SparsePattern *pattern, int32_t n_algebraic,
                             bool is_complex);
bool step_matrix_is_sparse(const SparsePattern *pattern); // the choice that open makes

static inline bool step_matrix_factor(StepMatrix *m, double complex z, const double *jacobian)
{
    return m->kind->factor(m, z, jacobian);
}
// b is overwritten by the solution.
static inline void step_matrix_solve_real(StepMatrix *m, double *b)
{
    m->kind->solve_real(m, b);
}
static inline void step_matrix_solve_complex(StepMatrix *m, double complex *b)
{
    m->kind->solve_complex(m, b);
}
static inline void step_matrix_close(StepMatrix *m)
{
    if (m) m->kind->close(m);
}

// The back ends.
void dense_step_matrix_open(Arena *out, StepMatrix *m);
void klu_step_matrix_open(Arena *out, StepMatrix *m);
#endif
