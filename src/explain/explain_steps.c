// The structure digraph of a model coloured step by step, told in sentences and as data.
//
// The steps come from graph/structure_digraph.c. They follow the procedure one does on paper, on
// the equations the compiler worked with and towards the states it chose; the last sentence says
// where its loops and tearing variables are others.
#include "causal/blocks.h"
#include "equations/walker.h"
#include "explain/explain.h"
#include "graph/structure_digraph.h"

typedef struct Tale {
    const CausalSystem *causal;
    const EquationSystem *system;
    Arena *scratch;
    Text *out;
    VEC(EquationId) rows;
    VEC(VarId) columns;
    int32_t *column_of; // by VarId; -1
    Bipartite g;
    int32_t *derivative_of_row, *derivative_of_column;
    bool *is_state, *is_steady, *may_match;
    int32_t n_drawn;
} Tale;

// ---- The system ---------------------------------------------------------------------

static bool is_of_state_set(const EquationSystem *system, VarId v)
{
    const SystemVariable *x = system_variable(system, v);
    return x->role == ROLE_SET_STATE ||
           (x->role == ROLE_DERIVATIVE && is_of_state_set(system, x->of));
}

// Written equations in their order, each followed by its derivatives. What selects the states of
// a dynamic set is left out: the digraph is drawn for the first selection.
static void collect_rows(Tale *t, const int32_t *block_of)
{
    for (uint32_t i = 0; i < t->system->equations.count; i++) {
        EquationId e = {(int32_t)i};
        if (t->causal->inlined) { // all of them at once, those of inner stages too
            if (block_of[i] >= 0) VEC_PUSH(t->scratch, &t->rows, e);
            continue;
        }
        if (system_equation(t->system, e)->from.i >= 0) continue;
        for (; e.i >= 0; e = system_equation(t->system, e)->derivative)
            if (block_of[e.i] >= 0 && system_equation(t->system, e)->origin != ORIGIN_STATE_SET)
                VEC_PUSH(t->scratch, &t->rows, e);
    }
}

static void collect_columns(Tale *t)
{
    const CausalSystem *c = t->causal;
    uint32_t n = t->system->variables.count;
    t->column_of = ARENA_RAW(t->scratch, int32_t, n + 1);
    for (uint32_t v = 0; v < n; v++) t->column_of[v] = -1;
    for (int32_t i = 0; i < c->n_states && !c->inlined; i++) t->column_of[c->states[i].i] = 0;
    for (int32_t i = 0; i < shown_blocks(c)->n_blocks; i++) {
        const Block *b = &c->blocks[shown_blocks(c)->blocks[i]];
        for (int32_t k = 0; k < b->n_unknowns; k++) t->column_of[b->unknowns[k].i] = 0;
    }
    for (uint32_t v = 0; v < n; v++) {
        VarId id = {(int32_t)v};
        if (t->column_of[v] < 0) continue;
        t->column_of[v] = is_of_state_set(t->system, id) ? -1 : (int32_t)t->columns.count;
        if (t->column_of[v] >= 0) VEC_PUSH(t->scratch, &t->columns, id);
    }
}

static void collect_lines(Tale *t)
{
    Arena *a = t->scratch;
    VEC(int32_t) first = {0}, column = {0};
    VEC(bool) allowed = {0};
    VarVec found = {0};
    Walker w = walker_open(t->system->session->exprs, a);
    VEC_PUSH(a, &first, 0);
    for (uint32_t r = 0; r < t->rows.count; r++) {
        const SystemEquation *e = system_equation(t->system, t->rows.data[r]);
        found.count = 0;
        walker_begin(&w);
        walker_variables(&w, e->left, &found);
        walker_variables(&w, e->right, &found);
        for (uint32_t i = 0; i < found.count; i++) {
            int32_t c = t->column_of[found.data[i].i];
            if (c < 0) continue;
            VEC_PUSH(a, &column, c);
            VEC_PUSH(a, &allowed, may_match(t->system, e, found.data[i]));
        }
        VEC_PUSH(a, &first, (int32_t)column.count);
    }
    t->g = bipartite_from_rows(a, (int32_t)t->rows.count, (int32_t)t->columns.count, first.data,
                               column.data);
    t->may_match = allowed.data;
}

static void link_derivatives(Tale *t)
{
    int32_t *row_of = ARENA_RAW(t->scratch, int32_t, t->system->equations.count + 1);
    for (uint32_t e = 0; e < t->system->equations.count; e++) row_of[e] = -1;
    for (uint32_t r = 0; r < t->rows.count; r++) row_of[t->rows.data[r].i] = (int32_t)r;
    t->derivative_of_row = ARENA_RAW(t->scratch, int32_t, t->rows.count + 1);
    for (uint32_t r = 0; r < t->rows.count; r++) {
        EquationId d = system_equation(t->system, t->rows.data[r])->derivative;
        t->derivative_of_row[r] = d.i >= 0 && !t->causal->inlined ? row_of[d.i] : -1;
    }
    t->derivative_of_column = ARENA_RAW(t->scratch, int32_t, t->columns.count + 1);
    t->is_state = ARENA_ARRAY(t->scratch, bool, t->columns.count + 1);
    t->is_steady = ARENA_ARRAY(t->scratch, bool, t->columns.count + 1);
    for (uint32_t c = 0; c < t->columns.count; c++) {
        const SystemVariable *v = system_variable(t->system, t->columns.data[c]);
        t->derivative_of_column[c] = v->derivative.i >= 0 ? t->column_of[v->derivative.i] : -1;
        t->is_state[c] = (v->flags & VARIABLE_IS_STATE) != 0;
        if (t->causal->inlined) { // the formula is an equation: nothing is integrated from outside
            t->derivative_of_column[c] = -1;
            t->is_state[c] = false;
        }
        t->is_steady[c] = v->role != ROLE_CONTINUOUS && v->role != ROLE_DERIVATIVE;
    }
    for (uint32_t i = 0; i < t->system->state_sets.count; i++) {
        const StateSet *s = &t->system->state_sets.data[i];
        for (int32_t k = 0; k < s->n_candidates; k++) {
            int32_t c = t->column_of[s->candidates[k].i];
            if (c >= 0) t->is_state[c] = k < s->n_states;
        }
    }
}

// ---- Words --------------------------------------------------------------------------

static void add_variable(const Tale *t, Text *s, int32_t column)
{
    system_variable_name(t->system, t->columns.data[column], s);
}

static void add_variables(const Tale *t, Text *s, const int32_t *list, int32_t n)
{
    for (int32_t i = 0; i < n; i++) {
        if (i) text_add(s, i + 1 < n ? ", " : " and ");
        add_variable(t, s, list[i]);
    }
}

static void add_equations(const Tale *t, Text *s, const int32_t *list, int32_t n)
{
    for (int32_t i = 0; i < n; i++)
        text_printf(s, "%s(%d)", !i ? "" : i + 1 < n ? ", " : " and ", t->rows.data[list[i]].i + 1);
}

static int32_t number_of(const Tale *t, int32_t row)
{
    return t->rows.data[row].i + 1;
}

static void tell_digraph(const Tale *t, Text *s, const DigraphStep *step)
{
    text_printf(s,
                t->n_drawn ? "The digraph is drawn again: %d equations on the left, %d unknowns "
                             "on the right."
                           : "%d equations on the left, %d unknowns on the right, and a black "
                             "line where an unknown occurs in an equation.",
                step->n_eqns, step->n_vars);
    if (!step->n_known) return;
    text_add(s, " Integrated, and therefore known: ");
    add_variables(t, s, step->known, step->n_known);
    text_add_char(s, '.');
}

static void tell_single(const Tale *t, Text *s, const DigraphStep *step)
{
    bool forward = step->action == STEP_FORWARD;
    if (forward) {
        text_printf(s, "Equation (%d) has one black line: it determines ", number_of(t, step->eqn));
        add_variable(t, s, step->var);
        text_printf(s, " and gets the lowest free number, %d.", step->number);
    } else {
        add_variable(t, s, step->var);
        text_printf(s,
                    " has one black line: only equation (%d) can determine it, and gets the "
                    "highest free number, %d.",
                    number_of(t, step->eqn), step->number);
    }
    if (!step->n_lines) return;
    text_printf(s, " The other line%s of ", step->n_lines == 1 ? "" : "s");
    if (forward)
        add_variable(t, s, step->var);
    else
        text_printf(s, "(%d)", number_of(t, step->eqn));
    text_add(s, step->n_lines == 1 ? " turns blue." : " turn blue.");
}

static void tell_tearing(const Tale *t, Text *s, const DigraphStep *step)
{
    int32_t gain = 0;
    for (int32_t i = 0; i < step->n_choices; i++)
        if (step->choices[i].eqn == step->eqn && step->choices[i].var == step->var)
            gain = step->choices[i].gain;
    text_printf(s, "Equation (%d) is one of those with the most black lines. With ",
                number_of(t, step->eqn));
    add_variable(t, s, step->var);
    text_printf(s,
                " assumed known %d more equation%s causal: it becomes the tearing variable, "
                "(%d) with number %d its residual equation.",
                gain, gain == 1 ? " becomes" : "s become", number_of(t, step->eqn), step->number);
}

static void tell_corner(const Tale *t, Text *s, const DigraphStep *step, const DigraphStep *torn)
{
    text_add(s, "A corner: ");
    add_equations(t, s, step->eqns, step->n_eqns);
    text_printf(s, " determine%s nothing, and nothing determines ", step->n_eqns == 1 ? "s" : "");
    add_variables(t, s, step->vars, step->n_vars);
    text_add(s, ". Not the model is at fault but the choice of ");
    add_variable(t, s, torn->var);
    text_printf(s, " for (%d): one step back, to the next best.", number_of(t, torn->eqn));
}

static void tell_constraint(const Tale *t, Text *s, const DigraphStep *step)
{
    if (step->n_eqns == 1) {
        text_printf(s,
                    "Equation (%d) has no black line left and determines nothing: it is a "
                    "constraint between quantities that are known already.",
                    number_of(t, step->eqns[0]));
    } else {
        text_add(s, "Equations ");
        add_equations(t, s, step->eqns, step->n_eqns);
        text_printf(s, " are %d for %d unknowns: a constraint is hidden in this loop.",
                    step->n_eqns, step->n_eqns - 1);
    }
    if (!step->n_vars) return;
    text_add_char(s, ' ');
    add_variables(t, s, step->vars, step->n_vars);
    text_printf(s, " %s left without an equation.", step->n_vars == 1 ? "is" : "are");
}

static void tell_derivative(const Tale *t, Text *s, const DigraphStep *step)
{
    if (step->var >= 0) {
        text_add(s, "The derivative of ");
        add_variable(t, s, step->var);
        text_printf(s, " has no equation yet, so equation (%d), which determines ",
                    number_of(t, step->eqn));
        add_variable(t, s, step->var);
        text_add(s, ", is differentiated:");
    } else {
        text_printf(s, "Equation (%d) holds at all times, so its derivative does:",
                    number_of(t, step->eqn));
    }
    text_printf(s, " (%d) ", number_of(t, step->derivative));
    system_equation_text(t->system, t->rows.data[step->derivative], s);
    text_add_char(s, '.');
    if (!step->n_vars) return;
    text_printf(s, " New unknown%s: ", step->n_vars == 1 ? "" : "s");
    add_variables(t, s, step->vars, step->n_vars);
    text_add_char(s, '.');
}

static void tell_release(const Tale *t, Text *s, const DigraphStep *step)
{
    text_add(s, "One integrator is too many: ");
    add_variable(t, s, step->var);
    text_add(s, " is integrated no longer. It and its derivative are ordinary unknowns now.");
}

static void tell_states(const Tale *t, Text *s, const DigraphStep *step)
{
    text_add(s, "The compiler integrates ");
    add_variables(t, s, step->vars, step->n_vars);
    text_add(s, t->system->state_sets.count
                    ? "; which of several candidates, it decides again and again during the "
                      "simulation, and the digraph shows the first choice."
                    : ", which is as good a choice.");
}

// What the compiler made of the same equations.
static void tell_compiler(const Tale *t, Text *s, int32_t n_torn)
{
    const CausalSystem *c = t->causal;
    int32_t n_loops = 0, n_iteration = 0;
    Text sizes = text_make(t->scratch), names = text_make(t->scratch);
    for (int32_t i = 0; i < shown_blocks(c)->n_blocks; i++) {
        const Block *b = &c->blocks[shown_blocks(c)->blocks[i]];
        if (b->loop == LOOP_NONE && !b->is_mixed) continue;
        text_printf(&sizes, "%s%d", n_loops++ ? ", " : "", b->n_equations);
        for (int32_t k = 0; k < b->torn->n_iteration; k++) {
            text_add(&names, n_iteration++ ? ", " : "");
            system_variable_name(t->system, b->torn->iteration[k], &names);
        }
    }
    if (!n_loops && !n_torn) return;
    text_add(s, " The compiler itself takes the strong components of the graph as loops");
    if (n_loops) text_printf(s, "; their sizes here: %s", text_cstr(&sizes));
    text_add(s, ". By its own rules it tears at ");
    text_add(s, n_iteration ? text_cstr(&names) : "nothing");
    if (n_iteration == n_torn)
        text_printf(s, ": %d tearing variable%s, as many as in the drawing.", n_torn,
                    n_torn == 1 ? "" : "s");
    else
        text_printf(s, ": %d tearing variable%s, where the drawing has %d.", n_iteration,
                    n_iteration == 1 ? "" : "s", n_torn);
    if (t->system->state_sets.count)
        text_add(s, " Some of its loops select the states of dynamic sets.");
}

static void tell_finish(const Tale *t, Text *s, const DigraphSteps *all)
{
    int32_t n_torn = 0;
    for (int32_t i = 0; i < all->n_steps; i++) {
        n_torn += all->steps[i].action == STEP_TEAR;
        n_torn -= all->steps[i].action == STEP_BACKTRACK;
    }
    text_add(s, "Every equation has one red line, to the unknown it determines, and a number: "
                "its place in the order of computation.");
    tell_compiler(t, s, n_torn);
}

static void tell_step(const Tale *t, Text *s, const DigraphSteps *all, const DigraphStep *step)
{
    switch (step->action) {
    case STEP_DIGRAPH: tell_digraph(t, s, step); break;
    case STEP_FORWARD:
    case STEP_BACKWARD: tell_single(t, s, step); break;
    case STEP_STALL:
        text_printf(s,
                    "No single black line is left: %d equations and as many unknowns depend on "
                    "each other, an algebraic loop.",
                    step->n_eqns);
        break;
    case STEP_TEAR: tell_tearing(t, s, step); break;
    case STEP_BACKTRACK: tell_corner(t, s, step, &all->steps[step->back_to]); break;
    case STEP_CONSTRAINT: tell_constraint(t, s, step); break;
    case STEP_DIFFERENTIATE: tell_derivative(t, s, step); break;
    case STEP_RELEASE: tell_release(t, s, step); break;
    case STEP_STATES: tell_states(t, s, step); break;
    case STEP_FINISH: tell_finish(t, s, all); break;
    case STEP_LOST:
        text_add(s, "Here the procedure would go another way than the compiler went, so the "
                    "drawing ends; the blocks are what the compiler found.");
        break;
    }
}

// ---- JSON ---------------------------------------------------------------------------

static const char *const action_words[] = {"digraph", "forward",   "backward",   "stall",
                                           "tear",    "backtrack", "constraint", "differentiate",
                                           "release", "states",    "finish",     "lost"};

static void add_ids(const Tale *t, const char *key, const int32_t *rows, int32_t n)
{
    text_printf(t->out, ",\"%s\":[", key);
    for (int32_t i = 0; i < n; i++)
        text_printf(t->out, "%s%d", i ? "," : "", t->rows.data[rows[i]].i);
    text_add_char(t->out, ']');
}

static void add_name(const Tale *t, int32_t column)
{
    json_name(t->causal, t->columns.data[column], t->scratch, t->out);
}

static void add_names(const Tale *t, const char *key, const int32_t *columns, int32_t n)
{
    text_printf(t->out, ",\"%s\":[", key);
    for (int32_t i = 0; i < n; i++) {
        if (i) text_add_char(t->out, ',');
        add_name(t, columns[i]);
    }
    text_add_char(t->out, ']');
}

static void add_lines(const Tale *t, const DigraphStep *step)
{
    text_add(t->out, step->action == STEP_DIGRAPH ? ",\"lines\":[" : ",\"blue\":[");
    for (int32_t i = 0; i < step->n_lines; i++) {
        text_printf(t->out, "%s[%d,", i ? "," : "", t->rows.data[step->lines[i].eqn].i);
        add_name(t, step->lines[i].var);
        text_add_char(t->out, ']');
    }
    text_add_char(t->out, ']');
}

static void add_choices(const Tale *t, const DigraphStep *step)
{
    text_add(t->out, ",\"choices\":[");
    for (int32_t i = 0; i < step->n_choices; i++) {
        const TearingChoice *c = &step->choices[i];
        text_printf(t->out, "%s{\"equation\":%d,\"unknown\":", i ? "," : "",
                    t->rows.data[c->eqn].i);
        add_name(t, c->var);
        text_printf(t->out, ",\"gain\":%d}", c->gain);
    }
    text_add_char(t->out, ']');
}

static void add_step(const Tale *t, const DigraphSteps *all, const DigraphStep *step)
{
    text_printf(t->out, "{\"action\":\"%s\"", action_words[step->action]);
    if (step->eqn >= 0) text_printf(t->out, ",\"equation\":%d", t->rows.data[step->eqn].i);
    if (step->var >= 0) {
        text_add(t->out, ",\"unknown\":");
        add_name(t, step->var);
    }
    if (step->number >= 0) text_printf(t->out, ",\"number\":%d", step->number);
    if (step->derivative >= 0)
        text_printf(t->out, ",\"derivative\":%d", t->rows.data[step->derivative].i);
    if (step->back_to >= 0) text_printf(t->out, ",\"back_to\":%d", step->back_to);
    if (step->eqns) add_ids(t, "equations", step->eqns, step->n_eqns);
    if (step->vars) add_names(t, "unknowns", step->vars, step->n_vars);
    if (step->known) add_names(t, "known", step->known, step->n_known);
    if (step->lines || step->number >= 0) add_lines(t, step);
    if (step->choices) add_choices(t, step);
    Text sentence = text_make(t->scratch);
    tell_step(t, &sentence, all, step);
    text_add(t->out, ",\"text\":");
    json_text(t->out, &sentence);
    text_add_char(t->out, '}');
}

typedef void StepTeller(const Tale *t, const DigraphSteps *all, int32_t step);

static void tell_all(Tale *t, StepTeller *tell)
{
    collect_rows(t, blocks_of_equations(t->causal, t->scratch));
    if (!t->rows.count || t->rows.count > LARGEST_DIGRAPH) return;
    collect_columns(t);
    collect_lines(t);
    link_derivatives(t);
    DigraphProblem problem = {&t->g,       t->derivative_of_row, t->derivative_of_column,
                              t->is_state, t->is_steady,         t->may_match};
    DigraphSteps all = color_digraph(t->scratch, &problem);
    for (int32_t i = 0; i < all.n_steps; i++) {
        tell(t, &all, i);
        t->n_drawn += all.steps[i].action == STEP_DIGRAPH;
    }
}

static void tell_as_data(const Tale *t, const DigraphSteps *all, int32_t step)
{
    if (step) text_add_char(t->out, ',');
    add_step(t, all, &all->steps[step]);
}

void json_steps(const CausalSystem *causal, Arena *scratch, Text *out)
{
    Tale t = {.causal = causal, .system = causal->system, .scratch = scratch, .out = out};
    text_add_char(out, '[');
    tell_all(&t, tell_as_data);
    text_add_char(out, ']');
}

static void tell_in_words(const Tale *t, const DigraphSteps *all, int32_t step)
{
    text_printf(t->out, "  %d. ", step + 1);
    tell_step(t, t->out, all, &all->steps[step]);
    text_add_char(t->out, '\n');
}

void text_steps(const CausalSystem *causal, Arena *scratch, Text *out)
{
    Tale t = {.causal = causal, .system = causal->system, .scratch = scratch, .out = out};
    tell_all(&t, tell_in_words);
}
