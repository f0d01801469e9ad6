// Which equations to differentiate, and how often [Pan88].
//
// The paper removes a variable once its derivative is present. Here it only becomes passive, no
// longer a partner for an equation: the edges are needed again for dummy derivatives [MS93]. The
// paper matches equation by equation from nothing; we begin with a maximum matching of the highest
// derivatives, so that only the constraints are left to search for. That is allowed because the
// numbers of differentiations are the smallest ones possible, hence unique [Pry01].
//
// Cost: a search that fails visits only what is differentiated next, so all failing searches
// together cost no more than writing down the result; a search that succeeds follows one
// augmenting path.
#include "graph/derivative_graph.h"

// The colored equations are one more than the colored variables: a constraint. After
// differentiation the derivatives of matched pairs are matched pairs.
static PantelidesOutcome differentiate_colored(DerivativeGraph *g)
{
    PantelidesOutcome outcome = derivative_graph_differentiate(g);
    for (uint32_t i = 0; i < g->colored_vars.count && outcome == PANTELIDES_DONE; i++) {
        DerivativeColumn *column = &g->columns.data[g->colored_vars.data[i]];
        DerivativeRow *row = &g->rows.data[column->eqn];
        g->columns.data[column->derivative].eqn = row->derivative;
        g->rows.data[row->derivative].var = column->derivative;
        row->var = -1;
        column->eqn = -1;
        column->is_passive = true;
    }
    return outcome;
}

// Differentiate around one unmatched equation until its derivative finds a variable.
static PantelidesOutcome settle_equation(DerivativeGraph *g, int32_t eqn)
{
    while (derivative_graph_search(g, eqn) < 0) {
        PantelidesOutcome outcome = differentiate_colored(g);
        if (outcome != PANTELIDES_DONE) return outcome;
        eqn = g->rows.data[eqn].derivative; // ends: every turn raises an order below the limit
    }
    derivative_graph_match(g);
    return PANTELIDES_DONE;
}

Matching match_highest(Arena *out, const DerivativeSystem *system)
{
    const Bipartite *g = system->g;
    Arena *scratch = arena_open("highest derivatives");
    uint8_t *class_of_edge = ARENA_ARRAY(scratch, uint8_t, g->n_edges);
    for (int32_t k = 0; k < g->n_edges; k++)
        if (system->derivative_of_var[g->var_of_edge[k]] >= 0) class_of_edge[k] = EDGE_FORBIDDEN;
    Matching m = matching_empty(out, g);
    matching_maximize(&m, g, class_of_edge);
    arena_close(scratch);
    return m;
}

bool is_without_constraints(const DerivativeSystem *system, const Matching *highest)
{
    int32_t n_highest = 0;
    for (int32_t v = 0; v < system->g->n_vars; v++) n_highest += system->derivative_of_var[v] < 0;
    return highest->n_matched == system->g->n_eqns && highest->n_matched == n_highest;
}

static Pantelides finish(Arena *out, const DerivativeGraph *g)
{
    int32_t n_eqns = (int32_t)g->rows.count, n_vars = (int32_t)g->columns.count;
    Pantelides p = {.n_eqns = n_eqns,
                    .n_vars = n_vars,
                    .derivative_of_eqn = ARENA_RAW(out, int32_t, n_eqns),
                    .derivative_of_var = ARENA_RAW(out, int32_t, n_vars),
                    .var_of_eqn = ARENA_RAW(out, int32_t, n_eqns),
                    .eqn_of_var = ARENA_RAW(out, int32_t, n_vars)};
    for (int32_t e = 0; e < n_eqns; e++) {
        p.derivative_of_eqn[e] = g->rows.data[e].derivative;
        p.var_of_eqn[e] = g->rows.data[e].var;
    }
    for (int32_t v = 0; v < n_vars; v++) {
        p.derivative_of_var[v] = g->columns.data[v].derivative;
        p.eqn_of_var[v] = g->columns.data[v].eqn;
    }
    return p;
}

Pantelides pantelides(Arena *out, const DerivativeSystem *system, DerivativeClient client)
{
    Arena *scratch = arena_open("pantelides");
    Matching m = system->highest ? *system->highest : match_highest(scratch, system);
    DerivativeGraph g = derivative_graph_open(scratch, system, client, &m);
    for (uint32_t v = 0; v < g.columns.count; v++)
        g.columns.data[v].is_passive = g.columns.data[v].derivative >= 0;
    PantelidesOutcome outcome = PANTELIDES_DONE;
    int32_t eqn = 0;
    for (; eqn < system->g->n_eqns; eqn++) {
        if (g.rows.data[eqn].var >= 0 || g.rows.data[eqn].derivative >= 0) continue;
        outcome = settle_equation(&g, eqn);
        if (outcome != PANTELIDES_DONE) break;
    }
    Pantelides p = finish(out, &g);
    p.outcome = outcome;
    p.stopped_at_eqn = outcome == PANTELIDES_DONE ? -1 : eqn;
    arena_close(scratch);
    return p;
}

ChainSystem identify_chains(Arena *out, const DerivativeSystem *system)
{
    const Bipartite *g = system->g;
    Arena *scratch = arena_open("chains");
    ChainSystem c = {.chain_of_var = ARENA_RAW(out, int32_t, g->n_vars)};
    bool *is_derivative = ARENA_ARRAY(scratch, bool, g->n_vars);
    for (int32_t v = 0; v < g->n_vars; v++)
        if (system->derivative_of_var[v] >= 0) is_derivative[system->derivative_of_var[v]] = true;
    for (int32_t v = 0; v < g->n_vars; v++) {
        if (is_derivative[v]) continue;
        for (int32_t w = v; w >= 0; w = system->derivative_of_var[w])
            c.chain_of_var[w] = c.n_chains;
        c.n_chains++;
    }
    c.graph = bipartite_merge_vars(out, g, c.chain_of_var, c.n_chains);
    c.matching = matching_empty(out, &c.graph);
    matching_maximize(&c.matching, &c.graph, NULL);
    arena_close(scratch);
    return c;
}
