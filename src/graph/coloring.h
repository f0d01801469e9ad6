// coloring.h -- column groups: columns of a sparse Jacobian that one difference quotient serves.
#ifndef GRAPH_COLORING_H
#define GRAPH_COLORING_H
#include "graph/bipartite.h"

// No two columns (variables) of one group occur in the same row (equation), so all columns of a
// group can be perturbed together, or seeded together in forward differentiation.
typedef struct ColumnGroups {
    int32_t n_groups;
    int32_t *group_of_var;         // -1: the column is empty and needs no evaluation
    int32_t *first_place_of_group; // n_groups + 1 entries
    int32_t *var_of_place;         // ascending within a group
} ColumnGroups;

// At least as many groups as the longest row has entries; for bands exactly that many.
// O(sum over rows of min(length, 500) * length).
ColumnGroups column_groups(Arena *out, const Bipartite *pattern);
#endif
