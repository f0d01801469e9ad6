// Wishes that belong together with a dynamic set: which of them are kept.
//
// Sets of derivatives that can be dummies, each by a constraint of its own, are the independent
// sets of a matroid: taken one by one, the least preferred first, whatever can still be matched is
// a dummy in the best choice of all [Edm71]. Wishes among the dummies are refused, and the others
// are as many and as much preferred as structure allows. Where that refuses none the values of
// the coefficients are what is in the way, and all wishes of the group go.
#include <stdlib.h>

#include "causal/index/constraint_level.h"

typedef struct Offered {
    const Candidate *candidate;
    int32_t column, distance;
} Offered;

// How many equations lie between a column and the derivatives that are written in the model; those
// apart from all of them are as far as can be. A wish far away needs them all differentiated.
static int32_t *distances(const Level *l, const Bipartite *g)
{
    Arena *scratch = l->a->scratch;
    int32_t *distance = ARENA_RAW(scratch, int32_t, g->n_vars + 1);
    int32_t *queue = ARENA_RAW(scratch, int32_t, g->n_vars + 1), n = 0;
    bool *is_seen = ARENA_ARRAY(scratch, bool, g->n_eqns + 1);
    for (int32_t c = 0; c < g->n_vars; c++) {
        bool is_written = l->columns[c].preference[BY_WRITTEN];
        distance[c] = is_written ? 0 : INT32_MAX;
        if (is_written) queue[n++] = c;
    }
    for (int32_t head = 0; head < n; head++) {
        int32_t c = queue[head];
        for (int32_t s = g->first_slot_of_var[c]; s < g->first_slot_of_var[c + 1]; s++) {
            int32_t r = g->eqn_of_slot[s];
            for (int32_t k = g->first_edge_of_eqn[r];
                 !is_seen[r] && k < g->first_edge_of_eqn[r + 1]; k++) {
                int32_t other = g->var_of_edge[k];
                if (distance[other] < INT32_MAX) continue;
                distance[other] = distance[c] + 1;
                queue[n++] = other;
            }
            is_seen[r] = true;
        }
    }
    return distance;
}

// By what the modeler has said, then by distance, then as ever.
static int compare_offered(const void *x, const void *y)
{
    const Offered *a = x, *b = y;
    for (int i = 0; i <= BY_FIXED; i++)
        if (a->candidate->preference[i] != b->candidate->preference[i])
            return a->candidate->preference[i] < b->candidate->preference[i] ? -1 : 1;
    if (a->distance != b->distance) return a->distance > b->distance ? -1 : 1;
    return a->column - b->column;
}

static int compare_variables(const void *x, const void *y)
{
    return ((const VarId *)x)->i - ((const VarId *)y)->i;
}

// The wish that a column is the derivative of, or NO_VAR.
static VarId wish_of(const Level *l, int32_t column)
{
    const Analysis *a = l->a;
    const SystemVariable *d = system_variable(a->system, l->columns[column].derivative);
    bool is_wish = d->role == ROLE_DERIVATIVE && bsearch(&d->of, a->wishes.data, a->wishes.count,
                                                         sizeof d->of, compare_variables);
    return is_wish ? d->of : NO_VAR;
}

// The columns that become dummies, by structure. Those before the first wish are matched at once:
// for what comes behind them only their number counts.
static const int32_t *match_in_turn(const Level *l, const Bipartite *g, const Offered *offered)
{
    Arena *scratch = l->a->scratch;
    Bipartite by_column = bipartite_transpose(scratch, g);
    uint8_t *classes = ARENA_RAW(scratch, uint8_t, g->n_edges + 1);
    for (int32_t k = 0; k < g->n_edges; k++) classes[k] = EDGE_FORBIDDEN;
    int32_t first = 0;
    for (; first < g->n_vars && wish_of(l, offered[first].column).i < 0; first++) {
        int32_t c = offered[first].column;
        for (int32_t k = by_column.first_edge_of_eqn[c]; k < by_column.first_edge_of_eqn[c + 1];
             k++)
            classes[k] = 0;
    }
    Matching m = matching_empty(scratch, &by_column);
    matching_maximize(&m, &by_column, classes);
    MatchingSearch *search = matching_search_open(scratch, &by_column);
    for (int32_t i = first; i < g->n_vars && m.n_matched < g->n_eqns; i++)
        matching_augment(search, &m, NULL, offered[i].column);
    return m.var_of_eqn;
}

void refuse_wishes(const Level *l)
{
    Analysis *a = l->a;
    if (!a->wishes.count) return;
    Bipartite g = level_graph(l);
    const int32_t *distance = distances(l, &g);
    Offered *offered = ARENA_RAW(a->scratch, Offered, l->n_columns + 1);
    for (int32_t c = 0; c < l->n_columns; c++)
        offered[c] = (Offered){&l->columns[c], c, distance[c]};
    qsort(offered, (size_t)l->n_columns, sizeof *offered, compare_offered);
    const int32_t *row_of = match_in_turn(l, &g, offered);
    uint32_t n_before = a->refused.count;
    for (int pass = 0; pass < 2 && a->refused.count == n_before; pass++)
        for (int32_t c = 0; c < l->n_columns; c++) {
            VarId wish = wish_of(l, c);
            if (wish.i >= 0 && (pass == 1 || row_of[c] >= 0)) VEC_PUSH(a->whole, &a->refused, wish);
        }
}
