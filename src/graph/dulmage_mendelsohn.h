// dulmage_mendelsohn.h -- over-, well- and underdetermined parts of an equation system.
#ifndef GRAPH_DULMAGE_MENDELSOHN_H
#define GRAPH_DULMAGE_MENDELSOHN_H
#include "graph/bipartite.h"
#include "graph/matching.h"

typedef enum { PART_WELL, PART_OVER, PART_UNDER } SystemPart;

// A connected piece of the over- or underdetermined part: one mistake of the modeler, most often.
// In an overdetermined piece there are more equations than variables, and any of its equations
// may be the one too many; in an underdetermined one any of its variables may lack its equation.
typedef struct SystemPiece {
    SystemPart part;
    int32_t *eqns, *vars; // ascending
    int32_t n_eqns, n_vars;
} SystemPiece;

typedef struct DulmageMendelsohn {
    uint8_t *part_of_eqn, *part_of_var; // SystemPart
    SystemPiece *pieces;                // all overdetermined ones first, then by first member
    int32_t n_pieces;
} DulmageMendelsohn;

// `m` must be maximum; the result does not depend on which maximum matching it is. A variable in
// no equation is an underdetermined piece, an equation without variables an overdetermined one.
// O(equations + variables + edges).
DulmageMendelsohn dulmage_mendelsohn(Arena *out, const Bipartite *g, const Matching *m);
#endif
