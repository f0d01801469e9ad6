// linearization.h -- how small changes of the states run through the derivatives of a model.
#ifndef ABI_LINEARIZATION_H
#define ABI_LINEARIZATION_H
#include <stdint.h>

// A tangent is the change of one variable. Those of the states come first and are given; the steps
// give the others, in order. A step is the sum of its terms, coefficient times tangent:
//  - of an assignment it is the tangent `target`;
//  - of a residual (target < 0) a row of the block that it belongs to;
//  - of a block (block >= 0): its iteration unknowns have the tangents from `target` on, found by
//    the implicit function theorem from the steps that follow it: `n_assignments` of its torn
//    variables, then `n_rows` of its residuals.
typedef struct TangentStepInfo {
    int32_t target, block, n_assignments, n_rows;
    int32_t first_term, n_terms;
} TangentStepInfo;

typedef struct LinearizationInfo {
    int32_t routine; // after `derivatives` at the same point: computes the coefficients
    int32_t n_tangents, n_steps, n_terms;
    const TangentStepInfo *steps;
    const int32_t *term_tangents;
    int32_t coefficient_slot;           // n_terms consecutive
    const int32_t *derivative_tangents; // by state; -1: its derivative depends on no state
    const int8_t *derivative_signs;     // by state
} LinearizationInfo;
#endif
