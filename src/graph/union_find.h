// union_find.h -- disjoint sets whose members may be related by a sign: x = y or x = -y.
#ifndef GRAPH_UNION_FIND_H
#define GRAPH_UNION_FIND_H
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

// Alias sets use the sign, connection sets ignore it. Union by size with path halving [Tar75]:
// practically constant time per operation. Which member becomes the root is no promise; who needs
// a representative chooses it when all joins are done.
typedef struct UnionFind {
    int32_t *parent;  // a root is its own parent
    int32_t *size;    // of the set, valid at roots
    bool *is_negated; // against the parent
    int32_t n_sets;
} UnionFind;

static inline UnionFind union_find_make(Arena *out, int32_t n)
{
    UnionFind u = {ARENA_RAW(out, int32_t, n), ARENA_RAW(out, int32_t, n),
                   ARENA_ARRAY(out, bool, n), n};
    for (int32_t i = 0; i < n; i++) {
        u.parent[i] = i;
        u.size[i] = 1;
    }
    return u;
}

// `is_negated` (or NULL) receives whether the member is the negative of its root.
static inline int32_t union_find_root(UnionFind *u, int32_t member, bool *is_negated)
{
    bool sign = false;
    while (u->parent[member] != member) {
        int32_t parent = u->parent[member];
        u->is_negated[member] ^= u->is_negated[parent]; // false at a root: halving keeps it right
        u->parent[member] = u->parent[parent];
        sign ^= u->is_negated[member];
        member = u->parent[member];
    }
    if (is_negated) *is_negated = sign;
    return member;
}

typedef enum {
    JOIN_MERGED,       // two sets became one
    JOIN_REDUNDANT,    // the relation was known already
    JOIN_CONTRADICTION // a = b and a = -b: the whole set is zero
} JoinOutcome;

// State a = b, or a = -b when `negated`.
static inline JoinOutcome union_find_join(UnionFind *u, int32_t a, int32_t b, bool negated)
{
    bool sign_of_a, sign_of_b;
    int32_t to = union_find_root(u, a, &sign_of_a), from = union_find_root(u, b, &sign_of_b);
    bool sign = sign_of_a ^ sign_of_b ^ negated;
    if (to == from) return sign ? JOIN_CONTRADICTION : JOIN_REDUNDANT;
    if (u->size[to] < u->size[from]) {
        int32_t larger = from;
        from = to;
        to = larger;
    }
    u->parent[from] = to;
    u->is_negated[from] = sign;
    u->size[to] += u->size[from];
    u->n_sets--;
    return JOIN_MERGED;
}
#endif
