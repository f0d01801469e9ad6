// Augmenting paths, breadth first: in a chain of equal parts a free variable is near, and a search
// into the depth would pass along all of the chain for each of them.
#include "graph/derivative_graph.h"

typedef DerivativeRow Row;
typedef DerivativeColumn Column;

// ---- Search -------------------------------------------------------------------------

static void color_equation(DerivativeGraph *g, int32_t eqn, int32_t from)
{
    g->rows.data[eqn].from = from;
    VEC_PUSH(g->scratch, &g->colored_eqns, eqn);
}

static int32_t free_variable(const DerivativeGraph *g, const Row *row)
{
    for (int32_t i = 0; i < row->n_vars; i++) {
        const Column *c = &g->columns.data[row->vars[i]];
        if (!c->is_passive && c->eqn < 0) return row->vars[i];
    }
    return -1;
}

// Color the active variables of the equation that have no color yet, and their equations.
static void color_behind(DerivativeGraph *g, int32_t eqn)
{
    const Row *row = &g->rows.data[eqn];
    for (int32_t i = 0; i < row->n_vars; i++) {
        Column *c = &g->columns.data[row->vars[i]];
        if (c->is_passive || c->stamp == g->stamp) continue;
        if (g->stops_at_differentiated && g->rows.data[c->eqn].derivative >= 0) continue;
        c->stamp = g->stamp;
        VEC_PUSH(g->scratch, &g->colored_vars, row->vars[i]);
        color_equation(g, c->eqn, eqn);
    }
}

int32_t derivative_graph_search(DerivativeGraph *g, int32_t eqn)
{
    g->stamp++;
    g->colored_eqns.count = g->colored_vars.count = 0;
    color_equation(g, eqn, -1);
    for (uint32_t i = 0; i < g->colored_eqns.count; i++) {
        int32_t at = g->colored_eqns.data[i];
        g->end_var = free_variable(g, &g->rows.data[at]);
        g->end_eqn = at;
        if (g->end_var >= 0) return g->end_var;
        color_behind(g, at);
    }
    return -1;
}

// Each equation of the path gives its variable to the one that it was reached from.
void derivative_graph_match(DerivativeGraph *g)
{
    int32_t var = g->end_var;
    for (int32_t eqn = g->end_eqn; eqn >= 0; eqn = g->rows.data[eqn].from) {
        int32_t given = g->rows.data[eqn].var;
        g->rows.data[eqn].var = var;
        g->columns.data[var].eqn = eqn;
        var = given;
    }
}

// ---- Differentiation ----------------------------------------------------------------

static void sort_ascending(int32_t *a, uint32_t n)
{
    for (uint32_t gap = n / 2; gap > 0; gap /= 2) // Shell: in place, no recursion
        for (uint32_t i = gap; i < n; i++) {
            int32_t x = a[i];
            uint32_t j = i;
            for (; j >= gap && a[j - gap] > x; j -= gap) a[j] = a[j - gap];
            a[j] = x;
        }
}

static bool differentiate_variable(DerivativeGraph *g, int32_t var)
{
    int32_t fresh = g->client.differentiate_variable(g->client.client, var);
    if (fresh < 0) return false;
    g->columns.data[var].derivative = fresh;
    Column column = {.derivative = -1, .eqn = -1};
    VEC_PUSH(g->scratch, &g->columns, column);
    return true;
}

// Variables and derivatives of the original row; a variable whose derivative is in the row
// already must not give it twice.
static void differentiate_row(DerivativeGraph *g, const Row *from, Row *to)
{
    int32_t *vars = ARENA_RAW(g->scratch, int32_t, 2 * from->n_vars);
    g->stamp++; // here: which variables the new row has
    to->n_vars = 0;
    for (int32_t i = 0; i < from->n_vars; i++) {
        g->columns.data[from->vars[i]].stamp = g->stamp;
        vars[to->n_vars++] = from->vars[i];
    }
    for (int32_t i = 0; i < from->n_vars; i++) {
        int32_t derivative = g->columns.data[from->vars[i]].derivative;
        if (derivative < 0 || g->columns.data[derivative].stamp == g->stamp) continue;
        g->columns.data[derivative].stamp = g->stamp;
        vars[to->n_vars++] = derivative;
    }
    to->vars = vars;
}

static bool differentiate_equation(DerivativeGraph *g, int32_t eqn)
{
    int32_t fresh = g->client.differentiate_equation(g->client.client, eqn);
    if (fresh < 0) return false;
    const Row *from = &g->rows.data[eqn];
    Row row = {.derivative = -1, .order = from->order + 1, .var = -1};
    if (g->client.variables_of_equation)
        row.n_vars = g->client.variables_of_equation(g->client.client, fresh, &row.vars);
    else
        differentiate_row(g, from, &row);
    g->rows.data[eqn].derivative = fresh;
    VEC_PUSH(g->scratch, &g->rows, row);
    return true;
}

PantelidesOutcome derivative_graph_differentiate(DerivativeGraph *g)
{
    sort_ascending(g->colored_vars.data, g->colored_vars.count);
    sort_ascending(g->colored_eqns.data, g->colored_eqns.count);
    for (uint32_t i = 0; i < g->colored_eqns.count; i++)
        if (g->rows.data[g->colored_eqns.data[i]].order >= g->order_limit)
            return PANTELIDES_ENDLESS;
    for (uint32_t i = 0; i < g->colored_vars.count; i++) {
        int32_t var = g->colored_vars.data[i];
        if (g->columns.data[var].derivative < 0 && !differentiate_variable(g, var))
            return PANTELIDES_REFUSED;
    }
    for (uint32_t i = 0; i < g->colored_eqns.count; i++)
        if (!differentiate_equation(g, g->colored_eqns.data[i])) return PANTELIDES_REFUSED;
    return PANTELIDES_DONE;
}

// ---- Begin --------------------------------------------------------------------------

DerivativeGraph derivative_graph_open(Arena *scratch, const DerivativeSystem *system,
                                      DerivativeClient client, const Matching *m)
{
    const Bipartite *b = system->g;
    int32_t limit = system->order_limit ? system->order_limit : PANTELIDES_ORDER_LIMIT;
    DerivativeGraph g = {.scratch = scratch, .client = client, .order_limit = limit};
    VEC_RESERVE(scratch, &g.rows, b->n_eqns);
    VEC_RESERVE(scratch, &g.columns, b->n_vars);
    for (int32_t e = 0; e < b->n_eqns; e++) {
        Row row = {.vars = b->var_of_edge + b->first_edge_of_eqn[e],
                   .n_vars = bipartite_eqn_degree(b, e),
                   .derivative = -1,
                   .var = m->var_of_eqn[e]};
        VEC_PUSH(scratch, &g.rows, row);
    }
    for (int32_t v = 0; v < b->n_vars; v++) {
        Column column = {.derivative = system->derivative_of_var[v], .eqn = m->eqn_of_var[v]};
        VEC_PUSH(scratch, &g.columns, column);
    }
    return g;
}
