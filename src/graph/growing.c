// States that grow: the procedure of Sol [Zim10].
//
// At first every variable is an unknown, those under der() as well, so there are more unknowns than
// equations, and each equation has one of its own. An offered variable becomes known if its
// equation, where it has one, finds another unknown. If it finds none, a set of equations, one more
// than their other unknowns, determines the variable from states: it cannot be one itself, and its
// derivative follows from that of these equations. Each of them is differentiated with its unknown,
// so for every variable under der() that is no state there is one equation more: in the end the
// numbers agree.
//
// A free variable is known without a search, and takes no unknown from any equation. So only those
// that equations hold are offered at first, and where the path of one ends at a free variable that
// is preferred, that one is added before. With this order a variable gets known too early only
// where two kinds of constraints meet, say of positions and of velocities: the derivative of
// the one finds no unknown then, and the last state that it or its like contain is taken back.
#include "graph/growing.h"

#include "graph/derivative_graph.h"

enum { NOT_OFFERED = INT32_MAX };

typedef struct Growing {
    DerivativeGraph g;
    Arena *out;
    VEC(int32_t) rank;     // by column: place among the offers; settled ones and others NOT_OFFERED
    VEC(int32_t) added_at; // by column: when it became known; -1
    VEC(GrowthStep) steps;
    VEC(int32_t) waiting; // taken back, and offered again
    int32_t n_known, n_added;
    PantelidesOutcome outcome;
    int32_t stopped_at_eqn;
} Growing;

// ---- What happened --------------------------------------------------------------------

static GrowthStep *note(Growing *w, GrowthAction action, int32_t var)
{
    GrowthStep step = {.action = action,
                       .var = var,
                       .eqn = -1,
                       .derivative = -1,
                       .n_eqns = (int32_t)w->g.rows.count,
                       .n_unknowns = (int32_t)w->g.columns.count - w->n_known};
    VEC_PUSH(w->out, &w->steps, step);
    return &VEC_LAST(&w->steps);
}

static void note_colored(Growing *w, GrowthAction action, int32_t var)
{
    GrowthStep *step = note(w, action, var);
    step->n = (int32_t)w->g.colored_eqns.count;
    step->eqns = ARENA_COPY(w->out, int32_t, w->g.colored_eqns.data, step->n);
}

static void note_derivatives(Growing *w)
{
    int32_t n = (int32_t)w->g.colored_eqns.count;
    for (int32_t i = 0; i < n; i++) {
        int32_t eqn = w->g.colored_eqns.data[i];
        GrowthStep *step = note(w, GROWTH_DIFFERENTIATED, -1);
        step->eqn = eqn;
        step->derivative = w->g.rows.data[eqn].derivative;
    }
}

// ---- Known, unknown -------------------------------------------------------------------

static void cover_columns(Growing *w)
{
    while (w->rank.count < w->g.columns.count) {
        VEC_PUSH(w->g.scratch, &w->rank, NOT_OFFERED);
        VEC_PUSH(w->g.scratch, &w->added_at, -1);
    }
}

static void set_known(Growing *w, int32_t var, bool is_known)
{
    w->g.columns.data[var].is_passive = is_known;
    w->added_at.data[var] = is_known ? w->n_added++ : -1;
    w->n_known += is_known ? 1 : -1;
}

static void add_state(Growing *w, int32_t var)
{
    set_known(w, var, true);
    w->rank.data[var] = NOT_OFFERED;
    note(w, GROWTH_ADDED, var);
}

// The state among what the colored equations contain that was added last; -1: none.
static int32_t last_state(const Growing *w)
{
    int32_t last = -1;
    for (uint32_t i = 0; i < w->g.colored_eqns.count; i++) {
        const DerivativeRow *row = &w->g.rows.data[w->g.colored_eqns.data[i]];
        for (int32_t k = 0; k < row->n_vars; k++) {
            int32_t at = w->added_at.data[row->vars[k]];
            if (at >= 0 && (last < 0 || at > w->added_at.data[last])) last = row->vars[k];
        }
    }
    return last;
}

// ---- Equations that were just made ------------------------------------------------------

// False: there is none, and the model is singular.
static bool release_for(Growing *w, int32_t eqn)
{
    w->g.stops_at_differentiated = false;
    int32_t end = derivative_graph_search(&w->g, eqn);
    int32_t state = end < 0 ? last_state(w) : -1;
    if (end < 0 && state < 0) return false;
    if (state >= 0) {
        set_known(w, state, false);
        w->rank.data[state] = 0; // settled before anything else is
        note_colored(w, GROWTH_RELEASED, state);
        VEC_PUSH(w->g.scratch, &w->waiting, state);
        derivative_graph_search(&w->g, eqn);
    }
    derivative_graph_match(&w->g);
    return true;
}

// The derivatives of equations and their unknowns are pairs, as far as these are free.
static void match_pairs(Growing *w, const int32_t *eqns, int32_t n)
{
    DerivativeGraph *g = &w->g;
    for (int32_t i = 0; i < n; i++) {
        const DerivativeRow *row = &g->rows.data[eqns[i]];
        DerivativeRow *made = &g->rows.data[row->derivative];
        int32_t var = g->columns.data[row->var].derivative;
        bool occurs = false;
        for (int32_t k = 0; k < made->n_vars && !occurs; k++) occurs = made->vars[k] == var;
        if (!occurs || g->columns.data[var].is_passive || g->columns.data[var].eqn >= 0) continue;
        made->var = var;
        g->columns.data[var].eqn = row->derivative;
    }
}

static void match_made(Growing *w, const int32_t *eqns, int32_t n)
{
    match_pairs(w, eqns, n);
    for (int32_t i = 0; i < n && w->outcome == PANTELIDES_DONE; i++) {
        int32_t made = w->g.rows.data[eqns[i]].derivative;
        if (w->g.rows.data[made].var >= 0 || release_for(w, made)) continue;
        w->outcome = PANTELIDES_ENDLESS;
        w->stopped_at_eqn = eqns[i];
    }
}

// ---- Offers -----------------------------------------------------------------------------

static void forget_differentiated(DerivativeGraph *g)
{
    uint32_t n = g->colored_eqns.count;
    g->colored_eqns.count = 0;
    for (uint32_t i = 0; i < n; i++) {
        int32_t eqn = g->colored_eqns.data[i];
        if (g->rows.data[eqn].derivative < 0) g->colored_eqns.data[g->colored_eqns.count++] = eqn;
    }
}

// The colored equations determine it, and all their unknowns.
static void refuse(Growing *w, int32_t var)
{
    DerivativeGraph *g = &w->g;
    VEC_PUSH(g->scratch, &g->colored_vars, var);
    note_colored(w, GROWTH_REFUSED, var);
    forget_differentiated(g);
    w->outcome = derivative_graph_differentiate(g);
    if (w->outcome != PANTELIDES_DONE) {
        w->stopped_at_eqn = g->colored_eqns.count ? g->colored_eqns.data[0] : -1;
        return;
    }
    cover_columns(w);
    note_derivatives(w);
    for (uint32_t i = 0; i < g->colored_vars.count; i++)
        w->rank.data[g->colored_vars.data[i]] = NOT_OFFERED;
    int32_t n = (int32_t)g->colored_eqns.count;
    match_made(w, ARENA_COPY(g->scratch, int32_t, g->colored_eqns.data, n), n);
}

// Equations that were differentiated have no unknown to give, unless a state was taken back.
static void offer(Growing *w, int32_t var, bool is_again)
{
    DerivativeGraph *g = &w->g;
    DerivativeColumn *column = &g->columns.data[var];
    int32_t eqn = column->eqn, end;
    column->eqn = -1;
    column->is_passive = true;
    g->rows.data[eqn].var = -1;
    g->stops_at_differentiated = !is_again;
    for (;;) { // ends: every turn adds a state
        end = derivative_graph_search(g, eqn);
        if (end < 0 || w->rank.data[end] >= w->rank.data[var]) break;
        add_state(w, end);
    }
    column->is_passive = false;
    if (end >= 0) {
        derivative_graph_match(g);
        add_state(w, var);
        return;
    }
    column->eqn = eqn;
    g->rows.data[eqn].var = var;
    refuse(w, var);
}

static void offer_waiting(Growing *w)
{
    while (w->waiting.count && w->outcome == PANTELIDES_DONE) {
        int32_t var = VEC_POP(&w->waiting);
        if (w->g.columns.data[var].eqn >= 0 && w->rank.data[var] != NOT_OFFERED)
            offer(w, var, true);
    }
}

// An offer that no equation holds now may be held later, when another one was refused: as often as
// that happens the list is gone through again, from the first that is not settled.
static void offer_all(Growing *w, const int32_t *offers, int32_t n)
{
    bool has_changed = true;
    while (has_changed && w->outcome == PANTELIDES_DONE) {
        has_changed = false;
        for (int32_t i = 0; i < n && w->outcome == PANTELIDES_DONE; i++) {
            int32_t var = offers[i];
            if (w->rank.data[var] == NOT_OFFERED || w->g.columns.data[var].eqn < 0) continue;
            offer(w, var, false);
            offer_waiting(w);
            has_changed = true;
        }
    }
    for (int32_t i = 0; i < n && w->outcome == PANTELIDES_DONE; i++)
        if (w->rank.data[offers[i]] != NOT_OFFERED) add_state(w, offers[i]);
}

// ---- All of it --------------------------------------------------------------------------

// Highest derivatives rather than others: those that equations hold are few then.
static Matching match_all(Arena *scratch, const DerivativeSystem *system)
{
    const Bipartite *g = system->g;
    uint8_t *class_of_edge = ARENA_ARRAY(scratch, uint8_t, g->n_edges);
    for (int32_t k = 0; k < g->n_edges; k++)
        class_of_edge[k] = system->derivative_of_var[g->var_of_edge[k]] >= 0;
    Matching m = matching_empty(scratch, g);
    matching_maximize(&m, g, class_of_edge);
    return m;
}

Growth grow_states(Arena *out, const DerivativeSystem *system, DerivativeClient client,
                   const int32_t *offers, int32_t n_offers)
{
    Arena *scratch = arena_open("growing");
    Matching m = match_all(scratch, system);
    Growing w = {.g = derivative_graph_open(scratch, system, client, &m),
                 .out = out,
                 .outcome = PANTELIDES_DONE,
                 .stopped_at_eqn = -1};
    cover_columns(&w);
    for (int32_t i = 0; i < n_offers; i++) w.rank.data[offers[i]] = i;
    offer_all(&w, offers, n_offers);
    Growth growth = {.outcome = w.outcome,
                     .stopped_at_eqn = w.stopped_at_eqn,
                     .steps = w.steps.data,
                     .n_steps = (int32_t)w.steps.count};
    arena_close(scratch);
    return growth;
}
