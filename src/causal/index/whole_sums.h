// whole_sums.h -- inside causal/: equations that are sums with whole coefficients, as connections
// make them, and their exact elimination [Bar68].
#ifndef CAUSAL_WHOLE_SUMS_H
#define CAUSAL_WHOLE_SUMS_H
#include "causal/analysis.h"

typedef struct SumTerm {
    int32_t column;
    int64_t coefficient;
} SumTerm;

typedef struct Sum {
    EquationId equation;
    SumTerm *entries; // ascending columns
    int32_t n;
    bool is_peeled; // can contribute nothing
} Sum;

typedef struct WholeSums {
    Analysis *a;
    VEC(Sum) sums;
    VEC(SumTerm) entries; // of the one at work
    VEC(VarId) columns;   // all continuous unknowns
    int32_t *local_of;    // by VarId: column + 1
    int32_t *n_sums_with; // by column
    uint8_t *n_sides;     // by column: sides of counted equations that have it; 2: or more
    int32_t *pivot_of;    // by column: the sum that determines it + 1
    int64_t work;         // entries that may still be looked at; below zero: too many
    const Expr **coefficient;
    int parts;                 // coefficients are multiples of 1/parts, a power of two
    bool keeps_differentiated; // columns whose derivatives occur are no pivots and peel nothing
} WholeSums;

void sums_open(WholeSums *x, Analysis *a);
// Sums of the equations in a list, in its order; `may_have_rest`: something known may be left over.
// An equation that alone has a variable, beside those that only such equations have, is passed over
// without being read. `n_first`: how many sums the first equations made, so many as it says.
void sums_add(WholeSums *x, const EquationId *list, uint32_t n, bool may_have_rest,
              uint32_t *n_first);
// Sums with a variable that no other one contains are marked, and so on; then the work is bounded.
void sums_peel(WholeSums *x);
// Takes the pivots of earlier sums out of this one, and makes it the pivot of a column of its own.
// False: the work is done, or a coefficient has left the range. `is_combined`: others were used.
bool sums_eliminate(WholeSums *x, int32_t number, bool *is_combined);
#endif
