// Groups of structurally orthogonal columns [CPR74]: each column in turn joins the first group
// that has none of its rows yet.
//
// The order of the columns decides. The given order is best for bands, the order of falling column
// length [CM83] for irregular patterns, so the second is tried unless the first already reaches the
// lower bound, the length of the longest row.
//
// Looking at all partners of a column costs the sum of squared row lengths, which one full row
// makes quadratic. In a long row we therefore remember only the highest group used so far and go
// above it: its columns need different groups anyway, and handing them out in rising order wastes
// few.
#include "graph/coloring.h"

#include <stdbool.h>
#include <string.h>

enum { LONG_ROW = 500 };

typedef struct {
    const Bipartite *p;
    int32_t *group_of_var;
    int32_t *last_var_of_group; // the column for which a group was last found to be taken
    int32_t *next_group_of_row; // long rows: all groups below are out of the question
    int32_t n_groups;
} Greedy;

static bool is_long(const Bipartite *p, int32_t row)
{
    return bipartite_eqn_degree(p, row) > LONG_ROW;
}

static int32_t first_group_for(Greedy *g, int32_t var)
{
    const Bipartite *p = g->p;
    int32_t least = 0;
    for (int32_t s = p->first_slot_of_var[var]; s < p->first_slot_of_var[var + 1]; s++) {
        int32_t row = p->eqn_of_slot[s];
        if (is_long(p, row)) {
            if (g->next_group_of_row[row] > least) least = g->next_group_of_row[row];
            continue;
        }
        for (int32_t k = p->first_edge_of_eqn[row]; k < p->first_edge_of_eqn[row + 1]; k++) {
            int32_t group = g->group_of_var[p->var_of_edge[k]];
            if (group >= 0) g->last_var_of_group[group] = var;
        }
    }
    while (least < g->n_groups && g->last_var_of_group[least] == var) least++;
    return least;
}

static void color_in_order(Greedy *g, const int32_t *order)
{
    const Bipartite *p = g->p;
    g->n_groups = 0;
    for (int32_t v = 0; v < p->n_vars; v++) g->group_of_var[v] = g->last_var_of_group[v] = -1;
    memset(g->next_group_of_row, 0, (size_t)p->n_eqns * sizeof(int32_t));
    for (int32_t i = 0; i < p->n_vars; i++) {
        int32_t var = order ? order[i] : i;
        if (bipartite_var_degree(p, var) == 0) continue;
        int32_t group = first_group_for(g, var);
        g->group_of_var[var] = group;
        if (group >= g->n_groups) g->n_groups = group + 1;
        for (int32_t s = p->first_slot_of_var[var]; s < p->first_slot_of_var[var + 1]; s++)
            g->next_group_of_row[p->eqn_of_slot[s]] = group + 1;
    }
}

static void color_apart(Greedy *g)
{
    g->n_groups = g->p->n_vars;
    for (int32_t v = 0; v < g->n_groups; v++) g->group_of_var[v] = v;
}

// Counting sort by column length, longest first, stable.
static int32_t *longest_first(Arena *scratch, const Bipartite *p)
{
    int32_t *order = ARENA_RAW(scratch, int32_t, p->n_vars);
    int32_t *place = ARENA_ARRAY(scratch, int32_t, p->n_eqns + 2), sum = 0;
    for (int32_t v = 0; v < p->n_vars; v++) place[p->n_eqns - bipartite_var_degree(p, v)]++;
    for (int32_t i = 0; i <= p->n_eqns; i++) {
        int32_t count = place[i];
        place[i] = sum;
        sum += count;
    }
    for (int32_t v = 0; v < p->n_vars; v++)
        order[place[p->n_eqns - bipartite_var_degree(p, v)]++] = v;
    return order;
}

static ColumnGroups collect(Arena *out, const Greedy *g)
{
    int32_t n_vars = g->p->n_vars;
    ColumnGroups c = {g->n_groups, ARENA_COPY(out, int32_t, g->group_of_var, n_vars),
                      ARENA_ARRAY(out, int32_t, g->n_groups + 2), ARENA_RAW(out, int32_t, n_vars)};
    int32_t *place = c.first_place_of_group + 1; // ends up as the next group's first place
    for (int32_t v = 0; v < n_vars; v++)
        if (c.group_of_var[v] >= 0) place[c.group_of_var[v] + 1]++;
    for (int32_t i = 1; i <= c.n_groups; i++) place[i] += place[i - 1];
    for (int32_t v = 0; v < n_vars; v++)
        if (c.group_of_var[v] >= 0) c.var_of_place[place[c.group_of_var[v]]++] = v;
    return c;
}

static Greedy greedy_open(Arena *scratch, const Bipartite *pattern)
{
    return (Greedy){.p = pattern,
                    .group_of_var = ARENA_RAW(scratch, int32_t, pattern->n_vars),
                    .last_var_of_group = ARENA_RAW(scratch, int32_t, pattern->n_vars),
                    .next_group_of_row = ARENA_RAW(scratch, int32_t, pattern->n_eqns)};
}

ColumnGroups column_groups(Arena *out, const Bipartite *pattern)
{
    Arena *scratch = arena_open("coloring");
    Greedy given = greedy_open(scratch, pattern);
    int32_t longest_row = 0;
    for (int32_t e = 0; e < pattern->n_eqns; e++)
        if (bipartite_eqn_degree(pattern, e) > longest_row)
            longest_row = bipartite_eqn_degree(pattern, e);
    if (longest_row == pattern->n_vars) // a full row: there is nothing to look for
        color_apart(&given);
    else
        color_in_order(&given, NULL);
    ColumnGroups best;
    Greedy sorted = {0};
    if (given.n_groups > longest_row) {
        sorted = greedy_open(scratch, pattern);
        color_in_order(&sorted, longest_first(scratch, pattern));
    }
    best = collect(out, sorted.p && sorted.n_groups < given.n_groups ? &sorted : &given);
    arena_close(scratch);
    return best;
}
