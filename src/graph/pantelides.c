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
// augmenting path, with the look-ahead of [Duf81]. Explicit stack: a path may be as long as the
// system.
#include "graph/pantelides.h"

#include "base/vec.h"

typedef struct {
    const int32_t *vars;
    int32_t n_vars;
    int32_t derivative;    // -1: none
    int32_t order;         // differentiations since the original
    int32_t var;           // matched, or -1
    int32_t stamp, cursor; // of the search
} Row;

typedef struct {
    int32_t derivative, eqn;
    int32_t stamp;
} Column;

typedef struct {
    Arena *scratch;
    DerivativeClient client;
    VEC(Row) rows;
    VEC(Column) columns;
    VEC(int32_t) path;         // of equations
    VEC(int32_t) colored_eqns; // reached by the present search
    VEC(int32_t) colored_vars;
    int32_t stamp, order_limit;
} Reduction;

// ---- search for an augmenting path among highest derivatives -----------------------------------

static void color_equation(Reduction *r, int32_t eqn)
{
    r->rows.data[eqn].stamp = r->stamp;
    r->rows.data[eqn].cursor = 0;
    VEC_PUSH(r->scratch, &r->path, eqn);
    VEC_PUSH(r->scratch, &r->colored_eqns, eqn);
}

static int32_t free_position(const Reduction *r, const Row *row)
{
    for (int32_t i = 0; i < row->n_vars; i++) {
        const Column *c = &r->columns.data[row->vars[i]];
        if (c->derivative < 0 && c->eqn < 0) return i;
    }
    return -1;
}

// Match each equation of the path with the variable just before its cursor.
static void match_path(Reduction *r)
{
    while (r->path.count > 0) {
        int32_t eqn = VEC_POP(&r->path);
        Row *row = &r->rows.data[eqn];
        row->var = row->vars[row->cursor - 1];
        r->columns.data[row->var].eqn = eqn;
    }
}

// Color the next uncolored highest derivative of the row; returns its equation, -1 at the end.
static int32_t next_owner(Reduction *r, Row *row)
{
    while (row->cursor < row->n_vars) {
        int32_t var = row->vars[row->cursor++];
        Column *c = &r->columns.data[var];
        if (c->derivative >= 0 || c->stamp == r->stamp) continue;
        c->stamp = r->stamp;
        VEC_PUSH(r->scratch, &r->colored_vars, var);
        return c->eqn;
    }
    return -1;
}

static bool match_equation(Reduction *r, int32_t eqn)
{
    r->stamp++;
    r->path.count = r->colored_eqns.count = r->colored_vars.count = 0;
    color_equation(r, eqn);
    while (r->path.count > 0) {
        Row *row = &r->rows.data[VEC_LAST(&r->path)];
        int32_t position = row->cursor == 0 ? free_position(r, row) : -1;
        if (position >= 0) {
            row->cursor = position + 1;
            match_path(r);
            return true;
        }
        int32_t owner = next_owner(r, row);
        if (owner >= 0)
            color_equation(r, owner);
        else
            r->path.count--;
    }
    return false;
}

// ---- differentiation of what was colored -------------------------------------------------------

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

static bool differentiate_variable(Reduction *r, int32_t var)
{
    int32_t fresh = r->client.differentiate_variable(r->client.client, var);
    if (fresh < 0) return false;
    r->columns.data[var].derivative = fresh;
    Column column = {.derivative = -1, .eqn = -1};
    VEC_PUSH(r->scratch, &r->columns, column);
    return true;
}

// Variables and derivatives of the original row; a variable whose derivative is in the row
// already must not give it twice.
static void differentiate_row(Reduction *r, const Row *from, Row *to)
{
    int32_t *vars = ARENA_RAW(r->scratch, int32_t, 2 * from->n_vars);
    r->stamp++; // here: which variables the new row has
    to->n_vars = 0;
    for (int32_t i = 0; i < from->n_vars; i++) {
        r->columns.data[from->vars[i]].stamp = r->stamp;
        vars[to->n_vars++] = from->vars[i];
    }
    for (int32_t i = 0; i < from->n_vars; i++) {
        int32_t derivative = r->columns.data[from->vars[i]].derivative;
        if (derivative < 0 || r->columns.data[derivative].stamp == r->stamp) continue;
        r->columns.data[derivative].stamp = r->stamp;
        vars[to->n_vars++] = derivative;
    }
    to->vars = vars;
}

static bool differentiate_equation(Reduction *r, int32_t eqn)
{
    int32_t fresh = r->client.differentiate_equation(r->client.client, eqn);
    if (fresh < 0) return false;
    const Row *from = &r->rows.data[eqn];
    Row row = {.derivative = -1, .order = from->order + 1, .var = -1};
    if (r->client.variables_of_equation)
        row.n_vars = r->client.variables_of_equation(r->client.client, fresh, &row.vars);
    else
        differentiate_row(r, from, &row);
    r->rows.data[eqn].derivative = fresh;
    VEC_PUSH(r->scratch, &r->rows, row);
    return true;
}

// The colored equations are one more than the colored variables: a constraint. After
// differentiation the derivatives of matched pairs are matched pairs.
static PantelidesOutcome differentiate_colored(Reduction *r)
{
    sort_ascending(r->colored_vars.data, r->colored_vars.count);
    sort_ascending(r->colored_eqns.data, r->colored_eqns.count);
    for (uint32_t i = 0; i < r->colored_eqns.count; i++)
        if (r->rows.data[r->colored_eqns.data[i]].order >= r->order_limit)
            return PANTELIDES_ENDLESS;
    for (uint32_t i = 0; i < r->colored_vars.count; i++)
        if (!differentiate_variable(r, r->colored_vars.data[i])) return PANTELIDES_REFUSED;
    for (uint32_t i = 0; i < r->colored_eqns.count; i++)
        if (!differentiate_equation(r, r->colored_eqns.data[i])) return PANTELIDES_REFUSED;
    for (uint32_t i = 0; i < r->colored_vars.count; i++) {
        Column *column = &r->columns.data[r->colored_vars.data[i]];
        Row *row = &r->rows.data[column->eqn];
        r->columns.data[column->derivative].eqn = row->derivative;
        r->rows.data[row->derivative].var = column->derivative;
        row->var = -1;
        column->eqn = -1;
    }
    return PANTELIDES_DONE;
}

// Differentiate around one unmatched equation until its derivative finds a variable.
static PantelidesOutcome settle_equation(Reduction *r, int32_t eqn)
{
    while (!match_equation(r, eqn)) {
        PantelidesOutcome outcome = differentiate_colored(r);
        if (outcome != PANTELIDES_DONE) return outcome;
        eqn = r->rows.data[eqn].derivative; // ends: every turn raises an order below the limit
    }
    return PANTELIDES_DONE;
}

// ---- begin and end -----------------------------------------------------------------------------

static Matching match_highest(Arena *scratch, const DerivativeSystem *system)
{
    const Bipartite *g = system->g;
    uint8_t *class_of_edge = ARENA_ARRAY(scratch, uint8_t, g->n_edges);
    for (int32_t k = 0; k < g->n_edges; k++)
        if (system->derivative_of_var[g->var_of_edge[k]] >= 0) class_of_edge[k] = EDGE_FORBIDDEN;
    Matching m = matching_empty(scratch, g);
    matching_maximize(&m, g, class_of_edge);
    return m;
}

static void begin(Reduction *r, const DerivativeSystem *system)
{
    const Bipartite *g = system->g;
    Matching m = match_highest(r->scratch, system);
    VEC_RESERVE(r->scratch, &r->rows, g->n_eqns);
    VEC_RESERVE(r->scratch, &r->columns, g->n_vars);
    for (int32_t e = 0; e < g->n_eqns; e++) {
        Row row = {.vars = g->var_of_edge + g->first_edge_of_eqn[e],
                   .n_vars = bipartite_eqn_degree(g, e),
                   .derivative = -1,

                   .var = m.var_of_eqn[e]};
        VEC_PUSH(r->scratch, &r->rows, row);
    }
    for (int32_t v = 0; v < g->n_vars; v++) {
        Column column = {.derivative = system->derivative_of_var[v], .eqn = m.eqn_of_var[v]};
        VEC_PUSH(r->scratch, &r->columns, column);
    }
}

static Pantelides finish(Arena *out, const Reduction *r)
{
    int32_t n_eqns = (int32_t)r->rows.count, n_vars = (int32_t)r->columns.count;
    Pantelides p = {.n_eqns = n_eqns,
                    .n_vars = n_vars,
                    .derivative_of_eqn = ARENA_RAW(out, int32_t, n_eqns),
                    .derivative_of_var = ARENA_RAW(out, int32_t, n_vars),
                    .var_of_eqn = ARENA_RAW(out, int32_t, n_eqns),
                    .eqn_of_var = ARENA_RAW(out, int32_t, n_vars)};
    for (int32_t e = 0; e < n_eqns; e++) {
        p.derivative_of_eqn[e] = r->rows.data[e].derivative;
        p.var_of_eqn[e] = r->rows.data[e].var;
    }
    for (int32_t v = 0; v < n_vars; v++) {
        p.derivative_of_var[v] = r->columns.data[v].derivative;
        p.eqn_of_var[v] = r->columns.data[v].eqn;
    }
    return p;
}

Pantelides pantelides(Arena *out, const DerivativeSystem *system, DerivativeClient client)
{
    Arena *scratch = arena_open("pantelides");
    Reduction r = {.scratch = scratch,
                   .client = client,
                   .order_limit =
                       system->order_limit ? system->order_limit : PANTELIDES_ORDER_LIMIT};
    begin(&r, system);
    PantelidesOutcome outcome = PANTELIDES_DONE;
    int32_t eqn = 0;
    for (; eqn < system->g->n_eqns; eqn++) {
        if (r.rows.data[eqn].var >= 0 || r.rows.data[eqn].derivative >= 0) continue;
        outcome = settle_equation(&r, eqn);
        if (outcome != PANTELIDES_DONE) break;
    }
    Pantelides p = finish(out, &r);
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
