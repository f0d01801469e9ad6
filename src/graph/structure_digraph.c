// The structure digraph coloured step by step [Cel12, Cel13].
//
// Equations on the left, unknowns on the right, a black line where an unknown occurs. An equation
// with one black line must determine that unknown: the line turns red, the other lines of the
// unknown blue, and the equation gets the next number from below. An unknown with one black line
// must come from that equation: red, the other lines of the equation blue, the next number from
// above. Both in turn, each time for all that are single at once, until nothing is single.
//
// What is left is an algebraic loop, or it determines fewer unknowns than it has equations. In a
// loop one unknown is assumed known and one equation left to it as residual, by the heuristic of
// the lecture: among the equations with the most black lines and their unknowns with the most
// black lines the pair that makes most equations causal. The number says nothing about whether the
// rest can be completed: a pair that is in no perfect matching of the loop corners itself, which
// shows when nothing is single any more; then the next best pair is tried. A pair of a perfect
// matching never corners itself, since the two rules only make choices that every perfect matching
// makes. So one step back always suffices.
//
// Equations that are too many are differentiated, together with the equations that define
// unknowns whose derivatives appear [Pan88]; one integrator for each of them is given up, and the
// digraph is drawn anew. Which integrators remain is told by the caller.
//
// The lecture fixes no order within one turn. Ours: equations downwards, unknowns upwards; it
// gives the numbers printed there for its examples without and with an algebraic loop.
#include "graph/structure_digraph.h"

#include <string.h>

#include "base/vec.h"
#include "graph/matching.h"

typedef enum { LINE_ABSENT, LINE_BLACK, LINE_RED, LINE_BLUE } LineColor;

// What a step back restores.
typedef struct Drawing {
    uint8_t *color_of_edge;
    int32_t *black_of_eqn, *black_of_var; // lines
    int32_t *var_of_eqn, *eqn_of_var;     // along red lines; -1
    int32_t *number_of_eqn;               // 0: none
    int32_t next_forward, next_backward, n_red;
} Drawing;

typedef VEC(int32_t) NumberVec;
typedef VEC(Edge) EdgeVec;

typedef struct Coloring {
    Arena *out, *scratch;
    const DigraphProblem *problem;
    const Bipartite *g;
    VEC(DigraphStep) steps;
    bool *is_in_eqn; // drawn
    bool *is_in_var; // occurs in a drawn equation
    bool *is_known;  // integrated, as far as the procedure knows
    bool is_silent;  // trying out: no steps
    int32_t n_drawn;
    Drawing now;
} Coloring;

// ---- steps --------------------------------------------------------------------------------------

static DigraphStep step_of(DigraphAction action)
{
    return (DigraphStep){
        .action = action, .eqn = -1, .var = -1, .number = -1, .derivative = -1, .back_to = -1};
}

static void add_step(Coloring *c, DigraphStep step)
{
    if (!c->is_silent) VEC_PUSH(c->out, &c->steps, step);
}

static bool is_unknown(const Coloring *c, int32_t var)
{
    return c->is_in_var[var] && !c->is_known[var];
}

// ---- the drawing --------------------------------------------------------------------------------

static Drawing drawing_make(Arena *a, const Bipartite *g)
{
    return (Drawing){.color_of_edge = ARENA_ARRAY(a, uint8_t, g->n_edges + 1),
                     .black_of_eqn = ARENA_ARRAY(a, int32_t, g->n_eqns + 1),
                     .black_of_var = ARENA_ARRAY(a, int32_t, g->n_vars + 1),
                     .var_of_eqn = ARENA_ARRAY(a, int32_t, g->n_eqns + 1),
                     .eqn_of_var = ARENA_ARRAY(a, int32_t, g->n_vars + 1),
                     .number_of_eqn = ARENA_ARRAY(a, int32_t, g->n_eqns + 1)};
}

static void drawing_copy(Drawing *to, const Drawing *from, const Bipartite *g)
{
    size_t eqns = (size_t)g->n_eqns * sizeof(int32_t), vars = (size_t)g->n_vars * sizeof(int32_t);
    Drawing own = *to;
    *to = *from;
    to->color_of_edge = memcpy(own.color_of_edge, from->color_of_edge, (size_t)g->n_edges);
    to->black_of_eqn = memcpy(own.black_of_eqn, from->black_of_eqn, eqns);
    to->black_of_var = memcpy(own.black_of_var, from->black_of_var, vars);
    to->var_of_eqn = memcpy(own.var_of_eqn, from->var_of_eqn, eqns);
    to->eqn_of_var = memcpy(own.eqn_of_var, from->eqn_of_var, vars);
    to->number_of_eqn = memcpy(own.number_of_eqn, from->number_of_eqn, eqns);
}

static void draw(Coloring *c)
{
    const Bipartite *g = c->g;
    Drawing *d = &c->now;
    NumberVec eqns = {0}, vars = {0}, known = {0};
    EdgeVec lines = {0};
    memset(d->black_of_var, 0, (size_t)g->n_vars * sizeof(int32_t));
    for (int32_t e = 0; e < g->n_eqns; e++) {
        d->black_of_eqn[e] = d->number_of_eqn[e] = 0;
        d->var_of_eqn[e] = -1;
        if (c->is_in_eqn[e]) VEC_PUSH(c->out, &eqns, e);
        for (int32_t k = g->first_edge_of_eqn[e]; k < g->first_edge_of_eqn[e + 1]; k++) {
            int32_t v = g->var_of_edge[k];
            d->color_of_edge[k] = LINE_ABSENT;
            if (!c->is_in_eqn[e] || !is_unknown(c, v)) continue;
            d->color_of_edge[k] = LINE_BLACK;
            d->black_of_eqn[e]++;
            d->black_of_var[v]++;
            VEC_PUSH(c->out, &lines, ((Edge){e, v}));
        }
    }
    for (int32_t v = 0; v < g->n_vars; v++) {
        d->eqn_of_var[v] = -1;
        if (is_unknown(c, v)) VEC_PUSH(c->out, &vars, v);
        if (c->is_known[v]) VEC_PUSH(c->out, &known, v);
    }
    d->next_forward = 1;
    d->next_backward = c->n_drawn = (int32_t)eqns.count;
    d->n_red = 0;
    DigraphStep step = step_of(STEP_DIGRAPH);
    step.eqns = eqns.data, step.n_eqns = (int32_t)eqns.count;
    step.vars = vars.data, step.n_vars = (int32_t)vars.count;
    step.known = known.data, step.n_known = (int32_t)known.count;
    step.lines = lines.data, step.n_lines = (int32_t)lines.count;
    add_step(c, step);
}

static void turn_blue(Coloring *c, int32_t edge, int32_t eqn, EdgeVec *lines)
{
    Drawing *d = &c->now;
    int32_t var = c->g->var_of_edge[edge];
    if (d->color_of_edge[edge] != LINE_BLACK) return;
    d->color_of_edge[edge] = LINE_BLUE;
    d->black_of_eqn[eqn]--;
    d->black_of_var[var]--;
    if (!c->is_silent) VEC_PUSH(c->out, lines, ((Edge){eqn, var}));
}

// The line turns red; every other black line of the equation and of the unknown turns blue.
static void turn_red(Coloring *c, DigraphStep step, int32_t edge)
{
    const Bipartite *g = c->g;
    Drawing *d = &c->now;
    EdgeVec lines = {0};
    d->color_of_edge[edge] = LINE_RED;
    d->black_of_eqn[step.eqn]--;
    d->black_of_var[step.var]--;
    d->var_of_eqn[step.eqn] = step.var;
    d->eqn_of_var[step.var] = step.eqn;
    d->n_red++;
    step.number = step.action == STEP_BACKWARD ? d->next_backward-- : d->next_forward++;
    d->number_of_eqn[step.eqn] = step.number;
    for (int32_t k = g->first_edge_of_eqn[step.eqn]; k < g->first_edge_of_eqn[step.eqn + 1]; k++)
        turn_blue(c, k, step.eqn, &lines);
    for (int32_t s = g->first_slot_of_var[step.var]; s < g->first_slot_of_var[step.var + 1]; s++)
        turn_blue(c, g->edge_of_slot[s], g->eqn_of_slot[s], &lines);
    step.lines = lines.data, step.n_lines = (int32_t)lines.count;
    add_step(c, step);
}

// ---- the two rules ------------------------------------------------------------------------------

static bool may_match(const Coloring *c, int32_t edge)
{
    return !c->problem->may_match_of_edge || c->problem->may_match_of_edge[edge];
}

static int32_t black_edge_of_eqn(const Coloring *c, int32_t eqn)
{
    for (int32_t k = c->g->first_edge_of_eqn[eqn]; k < c->g->first_edge_of_eqn[eqn + 1]; k++)
        if (c->now.color_of_edge[k] == LINE_BLACK && may_match(c, k)) return k;
    return -1;
}

static int32_t black_slot_of_var(const Coloring *c, int32_t var)
{
    for (int32_t s = c->g->first_slot_of_var[var]; s < c->g->first_slot_of_var[var + 1]; s++)
        if (c->now.color_of_edge[c->g->edge_of_slot[s]] == LINE_BLACK &&
            may_match(c, c->g->edge_of_slot[s]))
            return s;
    return -1;
}

// All equations that are single now, downwards.
static bool go_forward(Coloring *c)
{
    NumberVec single = {0};
    int32_t before = c->now.n_red;
    for (int32_t e = 0; e < c->g->n_eqns; e++)
        if (c->is_in_eqn[e] && c->now.black_of_eqn[e] == 1) VEC_PUSH(c->scratch, &single, e);
    for (uint32_t i = 0; i < single.count; i++) {
        DigraphStep step = step_of(STEP_FORWARD);
        step.eqn = single.data[i];
        int32_t edge = c->now.black_of_eqn[step.eqn] == 1 ? black_edge_of_eqn(c, step.eqn) : -1;
        if (edge < 0) continue; // another equation took the unknown in this turn
        step.var = c->g->var_of_edge[edge];
        turn_red(c, step, edge);
    }
    return c->now.n_red > before;
}

// All unknowns that are single now, upwards.
static bool go_backward(Coloring *c)
{
    NumberVec single = {0};
    int32_t before = c->now.n_red;
    for (int32_t v = c->g->n_vars; v-- > 0;)
        if (is_unknown(c, v) && c->now.black_of_var[v] == 1) VEC_PUSH(c->scratch, &single, v);
    for (uint32_t i = 0; i < single.count; i++) {
        DigraphStep step = step_of(STEP_BACKWARD);
        step.var = single.data[i];
        int32_t slot = c->now.black_of_var[step.var] == 1 ? black_slot_of_var(c, step.var) : -1;
        if (slot < 0) continue;
        step.eqn = c->g->eqn_of_slot[slot];
        turn_red(c, step, c->g->edge_of_slot[slot]);
    }
    return c->now.n_red > before;
}

static void color_singles(Coloring *c)
{
    for (bool goes_on = true; goes_on;) { // ends: every turn but the last colors a line red
        bool forward = go_forward(c), backward = go_backward(c);
        goes_on = forward || backward;
    }
}

// ---- what is left -------------------------------------------------------------------------------

typedef struct Rest {
    NumberVec eqns, vars; // without a red line
    Matching m;           // of the places in these lists
    bool is_square;       // a perfect matching exists
} Rest;

static Rest rest_of(Coloring *c, Arena *a)
{
    const Bipartite *g = c->g;
    Rest r = {0};
    int32_t *local = ARENA_RAW(a, int32_t, g->n_vars + 1), *edge_of_part = NULL;
    for (int32_t e = 0; e < g->n_eqns; e++)
        if (c->is_in_eqn[e] && c->now.var_of_eqn[e] < 0) VEC_PUSH(a, &r.eqns, e);
    for (int32_t v = 0; v < g->n_vars; v++) {
        local[v] = -1;
        if (is_unknown(c, v) && c->now.eqn_of_var[v] < 0) VEC_PUSH(a, &r.vars, v);
    }
    Selection keep = {r.eqns.data, r.vars.data, (int32_t)r.eqns.count, (int32_t)r.vars.count};
    Bipartite part = bipartite_part(a, g, keep, local, &edge_of_part);
    uint8_t *class_of_edge = ARENA_ARRAY(a, uint8_t, part.n_edges + 1);
    for (int32_t k = 0; k < part.n_edges; k++)
        if (!may_match(c, edge_of_part[k])) class_of_edge[k] = EDGE_FORBIDDEN;
    r.m = matching_empty(a, &part);
    matching_maximize(&r.m, &part, class_of_edge);
    r.is_square = r.m.n_matched == part.n_eqns && part.n_eqns == part.n_vars;
    return r;
}

// ---- tearing ------------------------------------------------------------------------------------

// The residual equation and its unknown, taken as if the unknown were known.
static void tear_at(Coloring *c, int32_t eqn, int32_t var, DigraphStep step)
{
    step.eqn = eqn, step.var = var;
    for (int32_t k = c->g->first_edge_of_eqn[eqn]; k < c->g->first_edge_of_eqn[eqn + 1]; k++)
        if (c->g->var_of_edge[k] == var) turn_red(c, step, k);
}

static int32_t gain_of(Coloring *c, int32_t eqn, int32_t var)
{
    Drawing before = drawing_make(c->scratch, c->g);
    drawing_copy(&before, &c->now, c->g);
    c->is_silent = true;
    tear_at(c, eqn, var, step_of(STEP_TEAR));
    color_singles(c);
    c->is_silent = false;
    int32_t gain = c->now.n_red - before.n_red - 1;
    drawing_copy(&c->now, &before, c->g);
    return gain;
}

typedef VEC(TearingChoice) ChoiceVec;

// Equal ones keep their order: equations downwards, then the unknowns of one equation.
static void add_choice(Coloring *c, ChoiceVec *choices, TearingChoice choice)
{
    VEC_PUSH(c->out, choices, choice);
    uint32_t i = choices->count - 1;
    for (; i > 0 && choices->data[i - 1].gain < choice.gain; i--)
        choices->data[i] = choices->data[i - 1];
    choices->data[i] = choice;
}

static void weigh_equation(Coloring *c, int32_t eqn, bool all, ChoiceVec *choices)
{
    const Bipartite *g = c->g;
    int32_t most = 0;
    for (int32_t k = g->first_edge_of_eqn[eqn]; k < g->first_edge_of_eqn[eqn + 1]; k++)
        if (c->now.color_of_edge[k] == LINE_BLACK && may_match(c, k)) {
            int32_t lines = c->now.black_of_var[g->var_of_edge[k]];
            if (lines > most) most = lines;
        }
    for (int32_t k = g->first_edge_of_eqn[eqn]; k < g->first_edge_of_eqn[eqn + 1]; k++) {
        int32_t v = g->var_of_edge[k];
        bool is_offered = c->now.color_of_edge[k] == LINE_BLACK && may_match(c, k) &&
                          (all || c->now.black_of_var[v] == most);
        if (is_offered) add_choice(c, choices, (TearingChoice){eqn, v, gain_of(c, eqn, v)});
    }
}

// The pairs of the heuristic; with `all` every pair, for when none of these can be completed.
static ChoiceVec weigh(Coloring *c, bool all)
{
    ChoiceVec choices = {0};
    int32_t most = 0;
    for (int32_t e = 0; e < c->g->n_eqns; e++)
        if (c->is_in_eqn[e] && c->now.black_of_eqn[e] > most) most = c->now.black_of_eqn[e];
    for (int32_t e = 0; e < c->g->n_eqns; e++) {
        bool is_offered = c->is_in_eqn[e] && c->now.black_of_eqn[e] > 0 &&
                          (all || c->now.black_of_eqn[e] == most);
        if (is_offered) weigh_equation(c, e, all, &choices);
    }
    return choices;
}

static void add_rest(Coloring *c, DigraphAction action, const Rest *rest, int32_t back_to)
{
    DigraphStep step = step_of(action);
    NumberVec eqns = {0}, vars = {0};
    for (uint32_t i = 0; i < rest->eqns.count; i++)
        if (action == STEP_STALL || rest->m.var_of_eqn[i] < 0)
            VEC_PUSH(c->out, &eqns, rest->eqns.data[i]);
    for (uint32_t i = 0; i < rest->vars.count; i++)
        if (action == STEP_STALL || rest->m.eqn_of_var[i] < 0)
            VEC_PUSH(c->out, &vars, rest->vars.data[i]);
    step.eqns = eqns.data, step.n_eqns = (int32_t)eqns.count;
    step.vars = vars.data, step.n_vars = (int32_t)vars.count;
    step.back_to = back_to;
    add_step(c, step);
}

// Tries the pairs in turn; false when all of them end in a corner.
static bool tear_by(Coloring *c, const ChoiceVec *choices)
{
    Drawing before = drawing_make(c->scratch, c->g);
    drawing_copy(&before, &c->now, c->g);
    for (uint32_t i = 0; i < choices->count; i++) {
        DigraphStep step = step_of(STEP_TEAR);
        step.choices = choices->data, step.n_choices = (int32_t)choices->count;
        int32_t at = (int32_t)c->steps.count;
        tear_at(c, choices->data[i].eqn, choices->data[i].var, step);
        color_singles(c);
        Rest rest = rest_of(c, c->scratch);
        if (rest.is_square) return true;
        add_rest(c, STEP_BACKTRACK, &rest, at);
        drawing_copy(&c->now, &before, c->g);
    }
    return false;
}

static bool tear_loops(Coloring *c)
{
    while (c->now.n_red < c->n_drawn) { // ends: every turn colors a line red or returns
        Rest rest = rest_of(c, c->scratch);
        add_rest(c, STEP_STALL, &rest, -1);
        ChoiceVec choices = weigh(c, false);
        if (tear_by(c, &choices)) continue;
        choices = weigh(c, true);
        if (!tear_by(c, &choices)) return false;
    }
    return true;
}

// ---- differentiation ----------------------------------------------------------------------------

static void take_in(Coloring *c, int32_t eqn, NumberVec *fresh)
{
    c->is_in_eqn[eqn] = true;
    for (int32_t k = c->g->first_edge_of_eqn[eqn]; k < c->g->first_edge_of_eqn[eqn + 1]; k++) {
        int32_t v = c->g->var_of_edge[k];
        if (c->is_in_var[v]) continue;
        c->is_in_var[v] = true;
        if (fresh) VEC_PUSH(c->out, fresh, v);
    }
}

// The equations that are one too many: from an equation without an unknown along its unknowns to
// the equations that define them, wherever the derivative of the unknown is still missing.
typedef struct Excess {
    NumberVec eqns;    // in the order reached
    NumberVec because; // the unknown that led there; -1: part of the constraint
    bool *is_reached;
} Excess;

static void reach(Coloring *c, Excess *x, int32_t eqn, int32_t because)
{
    if (eqn < 0 || x->is_reached[eqn]) return;
    x->is_reached[eqn] = true;
    VEC_PUSH(c->scratch, &x->eqns, eqn);
    VEC_PUSH(c->scratch, &x->because, because);
}

static bool is_highest(const Coloring *c, int32_t var)
{
    if (c->problem->is_steady_of_var && c->problem->is_steady_of_var[var]) return false;
    int32_t d = c->problem->derivative_of_var[var];
    return d < 0 || !c->is_in_var[d];
}

static void reach_from(Coloring *c, Excess *x, int32_t eqn, const int32_t *owner, bool only_rest)
{
    for (int32_t k = c->g->first_edge_of_eqn[eqn]; k < c->g->first_edge_of_eqn[eqn + 1]; k++) {
        int32_t v = c->g->var_of_edge[k];
        if (!is_unknown(c, v) || !is_highest(c, v)) continue;
        bool is_rest = c->now.eqn_of_var[v] < 0;
        if (is_rest == only_rest) reach(c, x, owner[v], only_rest ? -1 : v);
    }
}

static Excess excess_of(Coloring *c, const Rest *rest, int32_t place)
{
    Excess x = {.is_reached = ARENA_ARRAY(c->scratch, bool, c->g->n_eqns + 1)};
    int32_t *owner = ARENA_RAW(c->scratch, int32_t, c->g->n_vars + 1);
    for (int32_t v = 0; v < c->g->n_vars; v++) owner[v] = c->now.eqn_of_var[v];
    for (uint32_t i = 0; i < rest->vars.count; i++) {
        int32_t e = rest->m.eqn_of_var[i];
        owner[rest->vars.data[i]] = e >= 0 ? rest->eqns.data[e] : -1;
    }
    reach(c, &x, rest->eqns.data[place], -1);
    for (uint32_t i = 0; i < x.eqns.count; i++) reach_from(c, &x, x.eqns.data[i], owner, true);
    uint32_t n_core = x.eqns.count;
    for (uint32_t i = 1; i < n_core; i++) { // the loop in the order of the drawing
        int32_t e = x.eqns.data[i];
        uint32_t k = i;
        for (; k > 0 && x.eqns.data[k - 1] > e; k--) x.eqns.data[k] = x.eqns.data[k - 1];
        x.eqns.data[k] = e;
    }
    for (uint32_t i = 0; i < x.eqns.count; i++) reach_from(c, &x, x.eqns.data[i], owner, false);
    return x;
}

// The integrator to give up: of an unknown in these equations that is no state in the end. The
// constraint itself comes first in the list; of several unknowns the last one drawn.
static int32_t superfluous_state(const Coloring *c, const Excess *x)
{
    for (uint32_t i = 0; i < x->eqns.count; i++) {
        int32_t e = x->eqns.data[i], found = -1;
        for (int32_t k = c->g->first_edge_of_eqn[e]; k < c->g->first_edge_of_eqn[e + 1]; k++) {
            int32_t v = c->g->var_of_edge[k];
            bool is_offered = c->is_known[v] && !c->problem->is_state_of_var[v];
            if (is_offered && v > found) found = v;
        }
        if (found >= 0) return found;
    }
    return -1;
}

static void add_constraint(Coloring *c, const Rest *rest, const Excess *x)
{
    DigraphStep step = step_of(STEP_CONSTRAINT);
    NumberVec eqns = {0}, vars = {0};
    for (uint32_t i = 0; i < x->eqns.count; i++)
        if (x->because.data[i] < 0) VEC_PUSH(c->out, &eqns, x->eqns.data[i]);
    for (uint32_t i = 0; i < rest->vars.count; i++)
        if (rest->m.eqn_of_var[i] < 0) VEC_PUSH(c->out, &vars, rest->vars.data[i]);
    step.eqns = eqns.data, step.n_eqns = (int32_t)eqns.count;
    step.vars = vars.data, step.n_vars = (int32_t)vars.count;
    add_step(c, step);
}

static bool differentiate(Coloring *c, const Excess *x)
{
    for (uint32_t i = 0; i < x->eqns.count; i++) {
        DigraphStep step = step_of(STEP_DIFFERENTIATE);
        NumberVec fresh = {0};
        step.eqn = x->eqns.data[i];
        step.var = x->because.data[i];
        step.derivative = c->problem->derivative_of_eqn[step.eqn];
        if (step.derivative < 0) return false;
        if (c->is_in_eqn[step.derivative]) continue; // by another constraint of this drawing
        take_in(c, step.derivative, &fresh);
        step.vars = fresh.data, step.n_vars = (int32_t)fresh.count;
        add_step(c, step);
    }
    return true;
}

// All constraints of one drawing. False when there is none, so that only unknowns are too many, or
// when the given system has not the derivatives for it.
static bool remove_constraints(Coloring *c, const Rest *rest)
{
    if (rest->m.n_matched == (int32_t)rest->eqns.count) return false;
    for (uint32_t i = 0; i < rest->eqns.count; i++) {
        if (rest->m.var_of_eqn[i] >= 0) continue;
        Excess x = excess_of(c, rest, (int32_t)i);
        DigraphStep release = step_of(STEP_RELEASE);
        release.var = superfluous_state(c, &x);
        add_constraint(c, rest, &x);
        if (release.var < 0 || !differentiate(c, &x)) return false;
        c->is_known[release.var] = false;
        add_step(c, release);
    }
    return true;
}

// With all equations taken in, the states are those of the given system.
static void settle_states(Coloring *c)
{
    bool is_other = false;
    NumberVec vars = {0};
    for (int32_t e = 0; e < c->g->n_eqns; e++)
        if (!c->is_in_eqn[e]) return;
    for (int32_t v = 0; v < c->g->n_vars; v++) {
        is_other = is_other || c->is_known[v] != c->problem->is_state_of_var[v];
        c->is_known[v] = c->problem->is_state_of_var[v];
        if (c->is_known[v]) VEC_PUSH(c->out, &vars, v);
    }
    DigraphStep step = step_of(STEP_STATES);
    step.vars = vars.data, step.n_vars = (int32_t)vars.count;
    if (is_other) add_step(c, step);
}

// ---- begin and end ------------------------------------------------------------------------------

static void finish(Coloring *c)
{
    DigraphStep step = step_of(STEP_FINISH);
    step.n_eqns = step.n_vars = c->n_drawn;
    step.eqns = ARENA_RAW(c->out, int32_t, c->n_drawn + 1);
    step.vars = ARENA_RAW(c->out, int32_t, c->n_drawn + 1);
    for (int32_t e = 0; e < c->g->n_eqns; e++) {
        if (!c->is_in_eqn[e]) continue;
        step.eqns[c->now.number_of_eqn[e] - 1] = e;
        step.vars[c->now.number_of_eqn[e] - 1] = c->now.var_of_eqn[e];
    }
    add_step(c, step);
}

// The equations as written; every variable whose derivative occurs in them is integrated.
static void begin(Coloring *c)
{
    const Bipartite *g = c->g;
    bool *is_derivative = ARENA_ARRAY(c->scratch, bool, g->n_eqns + 1);
    for (int32_t e = 0; e < g->n_eqns; e++)
        if (c->problem->derivative_of_eqn[e] >= 0)
            is_derivative[c->problem->derivative_of_eqn[e]] = true;
    for (int32_t e = 0; e < g->n_eqns; e++)
        if (!is_derivative[e]) take_in(c, e, NULL);
    for (int32_t v = 0; v < g->n_vars; v++) {
        int32_t d = c->problem->derivative_of_var[v];
        c->is_known[v] = d >= 0 && c->is_in_var[d];
    }
}

DigraphSteps color_digraph(Arena *out, const DigraphProblem *problem)
{
    Arena *scratch = arena_open("digraph");
    const Bipartite *g = problem->g;
    Coloring c = {.out = out,
                  .scratch = scratch,
                  .problem = problem,
                  .g = g,
                  .is_in_eqn = ARENA_ARRAY(scratch, bool, g->n_eqns + 1),
                  .is_in_var = ARENA_ARRAY(scratch, bool, g->n_vars + 1),
                  .is_known = ARENA_ARRAY(scratch, bool, g->n_vars + 1),
                  .now = drawing_make(scratch, g)};
    begin(&c);
    settle_states(&c);
    // Ends: a drawing with constraints takes in an equation or stops.
    for (bool goes_on = true, is_lost = false; goes_on;) {
        draw(&c);
        color_singles(&c);
        Rest rest = rest_of(&c, scratch);
        goes_on = !rest.is_square;
        if (rest.is_square)
            is_lost = !tear_loops(&c);
        else
            is_lost = !remove_constraints(&c, &rest);
        if (is_lost) {
            add_step(&c, step_of(STEP_LOST));
            break;
        }
        if (rest.is_square)
            finish(&c);
        else
            settle_states(&c);
    }
    arena_close(scratch);
    return (DigraphSteps){c.steps.data, (int32_t)c.steps.count};
}
