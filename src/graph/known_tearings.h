// known_tearings.h -- loops of the same shape are torn once.
#ifndef GRAPH_KNOWN_TEARINGS_H
#define GRAPH_KNOWN_TEARINGS_H
#include "base/map.h"
#include "base/vec.h"
#include "graph/tearing.h"

// A model with a hundred equal circuits has a hundred equal loops, and the search for iteration
// variables is the dearest part of each. All that the search looks at is compared.
typedef struct KnownTearing {
    const char *key;
    size_t n_key;
    int32_t before; // with the same hash; -1: none
    Tearing tearing;
} KnownTearing;

typedef struct KnownTearings {
    Arena *arena;
    Map last; // hash of a key -> its last row + 1
    VEC(KnownTearing) rows;
} KnownTearings;

KnownTearings known_tearings_make(Arena *out);
// As tear_block; what it points to belongs to `known`.
Tearing tear_known_block(KnownTearings *known, const TearingProblem *problem);
#endif
