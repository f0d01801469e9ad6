// clocks.h -- synchronous partitions as ordinary when-clauses.
#ifndef EQUATIONS_CLOCKS_H
#define EQUATIONS_CLOCKS_H
#include "flat/flat_model.h"

// The model itself when it has no clocks; else one without clocked operators. NULL after an
// error was reported.
const FlatModel *clocks_to_when(Session *s, const FlatModel *flat, Arena *out);
#endif
