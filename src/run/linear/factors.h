// factors.h -- factors of square matrices of one pattern: analyze once, factor often, solve more
// often. One interface for all that factor matrices in run/.
#ifndef RUN_LINEAR_FACTORS_H
#define RUN_LINEAR_FACTORS_H
#include <complex.h>
#include <stdbool.h>

#include "run/linear/sparse_pattern.h"

typedef struct FactorsDesc {
    const char *name;
    bool is_refined; // `solve` takes back what rounding did to the solution
    void *(*open)(Arena *out, const SparsePattern *pattern, bool is_complex);
    bool (*factor)(void *own, const double *values);
    void (*solve)(void *own, double *b);
    void (*substitute)(void *own, double *b);
    void (*solve_complex)(void *own, double complex *b);              // NULL: real matrices only
    double (*least_change)(void *own, const double *size, double *b); // NULL: regular ones only
    int32_t (*undetermined)(const void *own);                         // NULL with it
    bool (*is_in_fronts)(const void *own);                            // NULL: never
    void (*close)(void *own); // NULL: everything lives in the arena
} FactorsDesc;

extern const FactorsDesc dense_factors;    // LU with equilibration and refinement; QR when singular
extern const FactorsDesc plain_factors;    // dense LU and no more, real or complex
extern const FactorsDesc klu_factors;      // sparse LU, real or complex; in fronts where that pays
extern const FactorsDesc recorded_factors; // sparse LU of loops: recorded and repeated; real
extern const FactorsDesc step_factors;     // the same of step matrices

typedef struct Factors {
    const FactorsDesc *desc;
    void *own;
    const void *maker; // whose matrix they are of, for those who share them; NULL: nobody's
} Factors;

// The pattern is borrowed. Values of a complex matrix have real and imaginary parts in turn.
Factors *factors_open(Arena *out, const FactorsDesc *desc, const SparsePattern *pattern,
                      bool is_complex);
static inline bool factors_factor(Factors *f, const double *values) // false: singular to rounding
{
    return f->desc->factor(f->own, values);
}
// Solves A x = b, b is overwritten by x. Dense ones with a step of iterative refinement: relations
// that hold with equality (clutches that stick) shall hold to the last bit where they can.
static inline void factors_solve(Factors *f, double *b)
{
    f->desc->solve(f->own, b);
}
// The same without refinement, for iterations that correct themselves.
static inline void factors_substitute(Factors *f, double *b)
{
    f->desc->substitute(f->own, b);
}
static inline void factors_solve_complex(Factors *f, double complex *b)
{
    f->desc->solve_complex(f->own, b);
}
// Of a singular matrix: the smallest x with A x = b in the least-squares sense, b is overwritten.
// `size` is that of the unknowns. The part of b that is left, zero where rounding of the products
// of matrix and unknowns explains it; infinite where there is no such method.
double factors_least_change(Factors *f, const double *size, double *b);
int32_t factors_undetermined(const Factors *f); // after that: an unknown that is free; -1: none
bool factors_in_fronts(const Factors *f);       // how the last one was factored
void factors_close(Factors *f);                 // NULL: nothing
#endif
