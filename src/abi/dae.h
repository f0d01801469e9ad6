// dae.h -- the DAE form of a model: its loops are left to the integrator.
#ifndef ABI_DAE_H
#define ABI_DAE_H
#include <stdbool.h>
#include <stdint.h>

typedef enum { // when the form is taken without being asked for
    DAE_ON_REQUEST,
    DAE_FOR_LINEAR_LOOP, // one that is large and sparse: as part of a step it costs less
    DAE_FOR_NONLINEAR_LOOP,
    DAE_FOR_MANY_LOOPS // small ones that are not linear: diodes and transistors in many places
} DaeUse;

// `derivatives` is called with a solve_block of the host that does not solve but only calls the
// block's residual routine. The unknowns are the states, then the iteration unknowns of `blocks`;
// the rows the derivatives of the states, then the residuals of the blocks.
typedef struct DaeInfo {
    const int32_t *blocks; // those that `derivatives` calls, in that order
    int32_t n_blocks, n_unknowns;
    const int32_t *column_start, *row_index; // pattern of d rows / d unknowns; NULL: full
    const int32_t *group_of;                 // by column: those of a group share no row
    int32_t n_groups;
    bool is_sparse; // and is factored as such
    DaeUse use;
} DaeInfo;
#endif
