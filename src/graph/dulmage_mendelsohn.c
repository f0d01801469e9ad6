// The coarse decomposition of Dulmage and Mendelsohn [DM58], found as in [PF90].
//
// What an alternating path reaches from an unmatched equation is overdetermined, what one reaches
// from an unmatched variable is underdetermined, the rest is square and solvable. The two regions
// cannot meet, since the matching would not be maximum. The connected pieces within a region are
// what an error message can show: each of them is at fault on its own.
#include "graph/dulmage_mendelsohn.h"

#include "graph/union_find.h"

// Equation -> any of its variables -> the equation matched with it.
static void mark_over(Arena *scratch, const Bipartite *g, const Matching *m, DulmageMendelsohn *d)
{
    int32_t *queue = ARENA_RAW(scratch, int32_t, g->n_eqns), head = 0, tail = 0;
    for (int32_t e = 0; e < g->n_eqns; e++)
        if (m->var_of_eqn[e] < 0) {
            d->part_of_eqn[e] = PART_OVER;
            queue[tail++] = e;
        }
    while (head < tail) {
        int32_t e = queue[head++];
        for (int32_t k = g->first_edge_of_eqn[e]; k < g->first_edge_of_eqn[e + 1]; k++) {
            int32_t var = g->var_of_edge[k], next = m->eqn_of_var[var];
            d->part_of_var[var] = PART_OVER;
            if (next < 0 || d->part_of_eqn[next] == PART_OVER) continue;
            d->part_of_eqn[next] = PART_OVER;
            queue[tail++] = next;
        }
    }
}

// Variable -> any of its equations -> the variable matched with it.
static void mark_under(Arena *scratch, const Bipartite *g, const Matching *m, DulmageMendelsohn *d)
{
    int32_t *queue = ARENA_RAW(scratch, int32_t, g->n_vars), head = 0, tail = 0;
    for (int32_t v = 0; v < g->n_vars; v++)
        if (m->eqn_of_var[v] < 0) {
            d->part_of_var[v] = PART_UNDER;
            queue[tail++] = v;
        }
    while (head < tail) {
        int32_t v = queue[head++];
        for (int32_t s = g->first_slot_of_var[v]; s < g->first_slot_of_var[v + 1]; s++) {
            int32_t eqn = g->eqn_of_slot[s], next = m->var_of_eqn[eqn];
            d->part_of_eqn[eqn] = PART_UNDER;
            if (next < 0 || d->part_of_var[next] == PART_UNDER) continue;
            d->part_of_var[next] = PART_UNDER;
            queue[tail++] = next;
        }
    }
}

// Sets of equations (e) and variables (n_eqns + v) connected within one part.
static UnionFind connect_parts(Arena *scratch, const Bipartite *g, const DulmageMendelsohn *d)
{
    UnionFind sets = union_find_make(scratch, g->n_eqns + g->n_vars);
    for (int32_t e = 0; e < g->n_eqns; e++)
        for (int32_t k = g->first_edge_of_eqn[e]; k < g->first_edge_of_eqn[e + 1]; k++) {
            int32_t var = g->var_of_edge[k];
            if (d->part_of_eqn[e] == d->part_of_var[var] && d->part_of_eqn[e] != PART_WELL)
                union_find_join(&sets, e, g->n_eqns + var, false);
        }
    return sets;
}

typedef struct {
    const Bipartite *g;
    UnionFind sets;
    int32_t *piece_of_root; // -1: not numbered yet
    DulmageMendelsohn *d;
} Numbering;

static SystemPiece *piece_of_member(Numbering *n, int32_t member)
{
    int32_t root = union_find_root(&n->sets, member, NULL);
    return &n->d->pieces[n->piece_of_root[root]];
}

// Number the pieces of one part in the order of their first members, equations before variables.
static void number_pieces(Numbering *n, SystemPart part)
{
    int32_t n_eqns = n->g->n_eqns, n_members = n_eqns + n->g->n_vars;
    for (int32_t i = 0; i < n_members; i++) {
        bool is_eqn = i < n_eqns;
        if ((is_eqn ? n->d->part_of_eqn[i] : n->d->part_of_var[i - n_eqns]) != part) continue;
        int32_t root = union_find_root(&n->sets, i, NULL);
        if (n->piece_of_root[root] < 0) {
            n->piece_of_root[root] = n->d->n_pieces;
            n->d->pieces[n->d->n_pieces++] = (SystemPiece){.part = part};
        }
        SystemPiece *piece = piece_of_member(n, i);
        *(is_eqn ? &piece->n_eqns : &piece->n_vars) += 1;
    }
}

static void fill_pieces(Arena *out, Numbering *n)
{
    DulmageMendelsohn *d = n->d;
    for (int32_t p = 0; p < d->n_pieces; p++) {
        d->pieces[p].eqns = ARENA_RAW(out, int32_t, d->pieces[p].n_eqns);
        d->pieces[p].vars = ARENA_RAW(out, int32_t, d->pieces[p].n_vars);
        d->pieces[p].n_eqns = d->pieces[p].n_vars = 0;
    }
    for (int32_t e = 0; e < n->g->n_eqns; e++)
        if (d->part_of_eqn[e] != PART_WELL) {
            SystemPiece *piece = piece_of_member(n, e);
            piece->eqns[piece->n_eqns++] = e;
        }
    for (int32_t v = 0; v < n->g->n_vars; v++)
        if (d->part_of_var[v] != PART_WELL) {
            SystemPiece *piece = piece_of_member(n, n->g->n_eqns + v);
            piece->vars[piece->n_vars++] = v;
        }
}

DulmageMendelsohn dulmage_mendelsohn(Arena *out, const Bipartite *g, const Matching *m)
{
    Arena *scratch = arena_open("dulmage-mendelsohn");
    DulmageMendelsohn d = {.part_of_eqn = ARENA_ARRAY(out, uint8_t, g->n_eqns),
                           .part_of_var = ARENA_ARRAY(out, uint8_t, g->n_vars)};
    mark_over(scratch, g, m, &d);
    mark_under(scratch, g, m, &d);
    int32_t n_members = g->n_eqns + g->n_vars, n_faulty = 0;
    for (int32_t e = 0; e < g->n_eqns; e++) n_faulty += d.part_of_eqn[e] != PART_WELL;
    for (int32_t v = 0; v < g->n_vars; v++) n_faulty += d.part_of_var[v] != PART_WELL;
    if (n_faulty > 0) {
        d.pieces = ARENA_RAW(out, SystemPiece, n_faulty);
        Numbering n = {g, connect_parts(scratch, g, &d), ARENA_RAW(scratch, int32_t, n_members),
                       &d};
        for (int32_t i = 0; i < n_members; i++) n.piece_of_root[i] = -1;
        number_pieces(&n, PART_OVER);
        number_pieces(&n, PART_UNDER);
        fill_pieces(out, &n);
    }
    arena_close(scratch);
    return d;
}
