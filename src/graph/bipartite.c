// Compressed rows by counting sort: every constructor is O(equations + variables + edges).
#include "graph/bipartite.h"

#include <stdbool.h>
#include <string.h>

// Counts of 0..n-1 become the positions where their runs begin; one more entry for the end.
static void counts_to_starts(int32_t *starts, int32_t n)
{
    int32_t sum = 0;
    for (int32_t i = 0; i <= n; i++) {
        int32_t count = starts[i];
        starts[i] = sum;
        sum += count;
    }
}

Bipartite bipartite_from_rows(Arena *out, int32_t n_eqns, int32_t n_vars,
                              int32_t *first_edge_of_eqn, int32_t *var_of_edge)
{
    int32_t n_edges = first_edge_of_eqn[n_eqns];
    Bipartite g = {.n_eqns = n_eqns,
                   .n_vars = n_vars,
                   .n_edges = n_edges,
                   .first_edge_of_eqn = first_edge_of_eqn,
                   .var_of_edge = var_of_edge,
                   .first_slot_of_var = ARENA_ARRAY(out, int32_t, n_vars + 1),
                   .eqn_of_slot = ARENA_RAW(out, int32_t, n_edges),
                   .edge_of_slot = ARENA_RAW(out, int32_t, n_edges)};
    for (int32_t k = 0; k < n_edges; k++) g.first_slot_of_var[var_of_edge[k]]++;
    counts_to_starts(g.first_slot_of_var, n_vars);
    // Filling advances the starts; afterwards start[v] is where v + 1 begins: shift back by one.
    for (int32_t e = 0; e < n_eqns; e++)
        for (int32_t k = first_edge_of_eqn[e]; k < first_edge_of_eqn[e + 1]; k++) {
            int32_t slot = g.first_slot_of_var[var_of_edge[k]]++;
            g.eqn_of_slot[slot] = e;
            g.edge_of_slot[slot] = k;
        }
    memmove(g.first_slot_of_var + 1, g.first_slot_of_var, (size_t)n_vars * sizeof(int32_t));
    g.first_slot_of_var[0] = 0;
    return g;
}

Bipartite bipartite_from_edges(Arena *out, int32_t n_eqns, int32_t n_vars, const Edge *edges,
                               int32_t n_edges, int32_t *edge_of_given)
{
    Arena *scratch = arena_open("bipartite");
    int32_t *start = ARENA_ARRAY(scratch, int32_t, n_eqns + 1);
    int32_t *given = ARENA_RAW(scratch, int32_t, n_edges);      // sorted by equation, stable
    int32_t *edge_of_var = ARENA_RAW(scratch, int32_t, n_vars); // in the present row
    for (int32_t i = 0; i < n_edges; i++) start[edges[i].eqn]++;
    counts_to_starts(start, n_eqns);
    for (int32_t i = 0; i < n_edges; i++) given[start[edges[i].eqn]++] = i;
    for (int32_t v = 0; v < n_vars; v++) edge_of_var[v] = -1;

    int32_t *first_edge_of_eqn = ARENA_RAW(out, int32_t, n_eqns + 1);
    int32_t *var_of_edge = ARENA_RAW(out, int32_t, n_edges);
    int32_t count = 0, i = 0;
    for (int32_t e = 0; e < n_eqns; e++) {
        first_edge_of_eqn[e] = count;
        for (; i < start[e]; i++) { // start[e] was advanced to the end of row e
            int32_t var = edges[given[i]].var;
            if (edge_of_var[var] < first_edge_of_eqn[e]) {
                edge_of_var[var] = count;
                var_of_edge[count++] = var;
            }
            if (edge_of_given) edge_of_given[given[i]] = edge_of_var[var];
        }
    }
    first_edge_of_eqn[n_eqns] = count;
    arena_close(scratch);
    return bipartite_from_rows(out, n_eqns, n_vars, first_edge_of_eqn, var_of_edge);
}

Bipartite bipartite_transpose(Arena *out, const Bipartite *g)
{
    int32_t *rows = ARENA_COPY(out, int32_t, g->first_slot_of_var, g->n_vars + 1);
    int32_t *columns = ARENA_COPY(out, int32_t, g->eqn_of_slot, g->n_edges);
    return bipartite_from_rows(out, g->n_vars, g->n_eqns, rows, columns);
}

Bipartite bipartite_part(Arena *out, const Bipartite *g, Selection keep, int32_t *local_of_var,
                         int32_t **edge_of_part_edge)
{
    int32_t n_edges = 0;
    for (int32_t i = 0; i < keep.n_eqns; i++) n_edges += bipartite_eqn_degree(g, keep.eqns[i]);
    for (int32_t i = 0; i < keep.n_vars; i++) local_of_var[keep.vars[i]] = i;
    int32_t *first_edge_of_eqn = ARENA_RAW(out, int32_t, keep.n_eqns + 1);
    int32_t *var_of_edge = ARENA_RAW(out, int32_t, n_edges);
    int32_t *edge_of_edge = edge_of_part_edge ? ARENA_RAW(out, int32_t, n_edges) : NULL;
    int32_t count = 0;
    for (int32_t i = 0; i < keep.n_eqns; i++) {
        int32_t e = keep.eqns[i];
        first_edge_of_eqn[i] = count;
        for (int32_t k = g->first_edge_of_eqn[e]; k < g->first_edge_of_eqn[e + 1]; k++) {
            int32_t local = local_of_var[g->var_of_edge[k]];
            if (local < 0) continue;
            if (edge_of_edge) edge_of_edge[count] = k;
            var_of_edge[count++] = local;
        }
    }
    first_edge_of_eqn[keep.n_eqns] = count;
    for (int32_t i = 0; i < keep.n_vars; i++) local_of_var[keep.vars[i]] = -1;
    if (edge_of_part_edge) *edge_of_part_edge = edge_of_edge;
    return bipartite_from_rows(out, keep.n_eqns, keep.n_vars, first_edge_of_eqn, var_of_edge);
}

Bipartite bipartite_merge_vars(Arena *out, const Bipartite *g, const int32_t *class_of_var,
                               int32_t n_classes)
{
    Arena *scratch = arena_open("merge variables");
    Edge *edges = ARENA_RAW(scratch, Edge, g->n_edges);
    for (int32_t e = 0; e < g->n_eqns; e++)
        for (int32_t k = g->first_edge_of_eqn[e]; k < g->first_edge_of_eqn[e + 1]; k++)
            edges[k] = (Edge){e, class_of_var[g->var_of_edge[k]]};
    Bipartite merged = bipartite_from_edges(out, g->n_eqns, n_classes, edges, g->n_edges, NULL);
    arena_close(scratch);
    return merged;
}

// ---- Width --------------------------------------------------------------------------

typedef struct Levels {
    int32_t last, widest; // a variable of the last level; how many the largest has
} Levels;

static Levels levels_from(const Bipartite *g, int32_t var, bool *is_seen, int32_t *order)
{
    Levels l = {var, 1};
    int32_t n = 1, begin = 0;
    memset(is_seen, 0, (size_t)(g->n_vars + g->n_eqns) * sizeof *is_seen);
    order[0] = var;
    is_seen[var] = true;
    while (begin < n) {
        int32_t end = n;
        if (end - begin > l.widest) l.widest = end - begin;
        for (int32_t i = begin; i < end; i++)
            for (int32_t k = g->first_slot_of_var[order[i]]; k < g->first_slot_of_var[order[i] + 1];
                 k++) {
                int32_t e = g->eqn_of_slot[k];
                if (is_seen[g->n_vars + e]) continue;
                is_seen[g->n_vars + e] = true;
                for (int32_t m = g->first_edge_of_eqn[e]; m < g->first_edge_of_eqn[e + 1]; m++) {
                    int32_t v = g->var_of_edge[m];
                    if (!is_seen[v]) order[n++] = v;
                    is_seen[v] = true;
                }
            }
        begin = end;
    }
    l.last = order[n - 1];
    return l;
}

int32_t bipartite_width(const Bipartite *g)
{
    Arena *scratch = arena_open("width");
    bool *is_seen = ARENA_RAW(scratch, bool, g->n_vars + g->n_eqns + 1);
    int32_t *order = ARENA_RAW(scratch, int32_t, g->n_vars + 1);
    int32_t widest = 0;
    if (g->n_vars) {
        Levels first = levels_from(g, 0, is_seen, order);
        widest = levels_from(g, first.last, is_seen, order).widest;
    }
    arena_close(scratch);
    return widest;
}
