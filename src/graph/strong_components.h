// strong_components.h -- block lower triangular order: which equations must be solved together.
#ifndef GRAPH_STRONG_COMPONENTS_H
#define GRAPH_STRONG_COMPONENTS_H
#include "graph/bipartite.h"
#include "graph/matching.h"

// Blocks in evaluation order: a block comes after every block it needs. Block b holds the places
// first_place_of_block[b] .. first_place_of_block[b+1]-1, equations ascending within a block.
typedef struct Blocks {
    int32_t n_blocks;
    int32_t *first_place_of_block; // n_blocks + 1 entries
    int32_t *eqn_of_place;
    int32_t *block_of_eqn;
} Blocks;

// Equation e needs equation f when the variable matched with f occurs in e. Unmatched variables
// count as known; an unmatched equation is a block of its own. O(equations + edges).
Blocks strong_components(Arena *out, const Bipartite *g, const Matching *m);

// The same for any directed graph: node i needs the nodes target[start[i]] .. target[start[i+1]-1]
// ("equation" above means node). Serves dependency orders of parameters, functions and the like.
Blocks strong_components_of_digraph(Arena *out, int32_t n_nodes, const int32_t *start,
                                    const int32_t *target);

static inline int32_t blocks_size(const Blocks *b, int32_t block)
{
    return b->first_place_of_block[block + 1] - b->first_place_of_block[block];
}
#endif
