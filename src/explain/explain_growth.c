// How the states grow, told in sentences and as data: the procedure of graph/growing.c on the
// equations as they were before any was differentiated. The states that the compiler integrates are
// offered first, so it ends at them.
#include "causal/analysis.h"
#include "explain/explain.h"
#include "graph/growing.h"

typedef struct Tale {
    const CausalSystem *causal;
    const EquationSystem *system;
    Arena *scratch;
    VEC(EquationId) rows;
    VEC(VarId) columns;
    Map column_of; // VarId -> column
    Walker walker;
    VarVec found;
    VEC(int32_t) offers;
    int32_t n_eqns, n_unknowns; // as written
} Tale;

// ---- The system -----------------------------------------------------------------------

static int32_t add_column(Tale *t, VarId v)
{
    uint64_t c = map_get_or(&t->column_of, (uint64_t)v.i, t->columns.count);
    if (c == t->columns.count) {
        map_put(&t->column_of, (uint64_t)v.i, c);
        VEC_PUSH(t->scratch, &t->columns, v);
    }
    return (int32_t)c;
}

static int32_t column_at(const Tale *t, VarId v)
{
    return v.i < 0 ? -1 : (int32_t)map_get_or(&t->column_of, (uint64_t)v.i, UINT64_MAX);
}

static int32_t columns_of_row(void *client, int32_t row, const int32_t **columns)
{
    Tale *t = client;
    const SystemEquation *e = system_equation(t->system, t->rows.data[row]);
    t->found.count = 0;
    walker_begin(&t->walker);
    walker_variables(&t->walker, e->left, &t->found);
    walker_variables(&t->walker, e->right, &t->found);
    int32_t *list = ARENA_RAW(t->scratch, int32_t, t->found.count + 1), n = 0;
    for (uint32_t i = 0; i < t->found.count; i++)
        if (is_continuous_unknown(system_variable(t->system, t->found.data[i])))
            list[n++] = add_column(t, t->found.data[i]);
    *columns = list;
    return n;
}

static Bipartite written_graph(Tale *t)
{
    VEC(int32_t) first = {0}, column = {0};
    VEC_PUSH(t->scratch, &first, 0);
    for (uint32_t i = 0; i < t->system->equations.count; i++) {
        const SystemEquation *e = &t->system->equations.data[i];
        if (!is_simulation_equation(e) || e->from.i >= 0 || e->origin == ORIGIN_STATE_SET) continue;
        VEC_PUSH(t->scratch, &t->rows, ((EquationId){(int32_t)i}));
        const int32_t *list;
        int32_t n = columns_of_row(t, (int32_t)t->rows.count - 1, &list);
        for (int32_t k = 0; k < n; k++) VEC_PUSH(t->scratch, &column, list[k]);
        VEC_PUSH(t->scratch, &first, (int32_t)column.count);
    }
    for (int32_t i = 0; i < t->causal->n_states; i++) { // some were not under der()
        const SystemVariable *v = system_variable(t->system, t->causal->states[i]);
        if (column_at(t, t->causal->states[i]) >= 0) add_column(t, v->derivative);
    }
    for (uint32_t c = 0; c < t->columns.count; c++) { // der(x) without x is an unknown of its own
        const SystemVariable *v = system_variable(t->system, t->columns.data[c]);
        if (v->role == ROLE_DERIVATIVE) add_column(t, v->of);
    }
    return bipartite_from_rows(t->scratch, (int32_t)t->rows.count, (int32_t)t->columns.count,
                               first.data, column.data);
}

// Of a dynamic set those that it begins with.
static void offer_chosen(Tale *t, bool *is_chosen)
{
    for (int32_t i = 0; i < t->causal->n_states; i++) {
        int32_t c = column_at(t, t->causal->states[i]);
        if (c >= 0) is_chosen[c] = true;
    }
    for (uint32_t i = 0; i < t->system->state_sets.count; i++) {
        const StateSet *s = &t->system->state_sets.data[i];
        for (int32_t k = 0; k < s->n_states; k++) {
            int32_t c = column_at(t, s->candidates[k]);
            if (c >= 0) is_chosen[c] = true;
        }
    }
}

static void list_offers(Tale *t, const int32_t *derivative_of)
{
    bool *is_chosen = ARENA_ARRAY(t->scratch, bool, t->columns.count + 1);
    offer_chosen(t, is_chosen);
    for (int turn = 0; turn < 2; turn++)
        for (uint32_t c = 0; c < t->columns.count; c++)
            if (derivative_of[c] >= 0 && is_chosen[c] == (turn == 0))
                VEC_PUSH(t->scratch, &t->offers, (int32_t)c);
}

// Derivatives are those that the compiler made.
static int32_t derivative_of_row(void *client, int32_t row)
{
    Tale *t = client;
    EquationId d = system_equation(t->system, t->rows.data[row])->derivative;
    if (d.i < 0) return -1;
    VEC_PUSH(t->scratch, &t->rows, d);
    return (int32_t)t->rows.count - 1;
}

static int32_t derivative_of_column(void *client, int32_t column)
{
    Tale *t = client;
    VarId d = system_variable(t->system, t->columns.data[column])->derivative;
    return d.i < 0 || column_at(t, d) >= 0 ? -1 : add_column(t, d);
}

static Growth grow(Tale *t)
{
    Bipartite g = written_graph(t);
    if (!g.n_eqns || g.n_eqns > LARGEST_DIGRAPH) return (Growth){0};
    int32_t *derivative_of = ARENA_RAW(t->scratch, int32_t, g.n_vars + 1);
    for (int32_t c = 0; c < g.n_vars; c++)
        derivative_of[c] = column_at(t, system_variable(t->system, t->columns.data[c])->derivative);
    list_offers(t, derivative_of);
    t->n_eqns = g.n_eqns;
    t->n_unknowns = g.n_vars;
    DerivativeSystem system = {.g = &g, .derivative_of_var = derivative_of};
    ChainSystem chains = identify_chains(t->scratch, &system);
    if (!chains_are_solvable(&chains)) return (Growth){0};
    DerivativeClient client = {t, derivative_of_row, derivative_of_column, columns_of_row};
    return grow_states(t->scratch, &system, client, t->offers.data, (int32_t)t->offers.count);
}

static Tale open_tale(const CausalSystem *causal, Arena *scratch)
{
    return (Tale){.causal = causal,
                  .system = causal->system,
                  .scratch = scratch,
                  .column_of = map_make(scratch),
                  .walker = walker_open(causal->system->session->exprs, scratch)};
}

// ---- Words ----------------------------------------------------------------------------

static void add_name(const Tale *t, Text *s, int32_t column)
{
    system_variable_name(t->system, t->columns.data[column], s);
}

static void add_equations(const Tale *t, Text *s, const GrowthStep *step)
{
    int32_t *numbers = ARENA_RAW(t->scratch, int32_t, step->n + 1);
    for (int32_t i = 0; i < step->n; i++) { // by insertion: few
        int32_t number = t->rows.data[step->eqns[i]].i + 1, place = i;
        for (; place > 0 && numbers[place - 1] > number; place--)
            numbers[place] = numbers[place - 1];
        numbers[place] = number;
    }
    text_add(s, step->n == 1 ? "equation " : "equations ");
    for (int32_t i = 0; i < step->n; i++)
        text_printf(s, "%s(%d)", !i ? "" : i + 1 < step->n ? ", " : " and ", numbers[i]);
}

static void tell_numbers(Text *s, int32_t n_eqns, int32_t n_unknowns)
{
    text_printf(s, " %d equation%s, %d unknown%s.", n_eqns, n_eqns == 1 ? "" : "s", n_unknowns,
                n_unknowns == 1 ? "" : "s");
}

static void tell_step(const Tale *t, Text *s, const Growth *growth, int32_t place)
{
    const GrowthStep *step = &growth->steps[place];
    bool is_last = place + 1 == growth->n_steps || step[1].action != GROWTH_DIFFERENTIATED;
    switch (step->action) {
    case GROWTH_ADDED:
        add_name(t, s, step->var);
        text_add(s, " is added to the states and known from now on:");
        tell_numbers(s, step->n_eqns, step->n_unknowns);
        break;
    case GROWTH_REFUSED:
        add_name(t, s, step->var);
        text_add(s, " is no state: ");
        add_equations(t, s, step);
        text_printf(s, " determine%s it from states.", step->n == 1 ? "s" : "");
        break;
    case GROWTH_DIFFERENTIATED:
        text_printf(s, "So (%d) is differentiated: (%d) ", t->rows.data[step->eqn].i + 1,
                    t->rows.data[step->derivative].i + 1);
        system_equation_text(t->system, t->rows.data[step->derivative], s);
        text_add_char(s, '.');
        if (is_last) tell_numbers(s, step->n_eqns, step->n_unknowns);
        break;
    case GROWTH_RELEASED:
        add_name(t, s, step->var);
        text_add(s, " is taken back: with it ");
        add_equations(t, s, step);
        text_add(s, " would be one too many.");
        tell_numbers(s, step->n_eqns, step->n_unknowns);
        break;
    }
}

static void tell_begin(const Tale *t, Text *s)
{
    text_add(s, "Every variable is unknown at first, those under der() as well:");
    tell_numbers(s, t->n_eqns, t->n_unknowns);
}

static void tell_end(const Growth *growth, Text *s)
{
    if (growth->outcome == PANTELIDES_DONE)
        text_add(s, "As many equations as unknowns: these are the states.");
    else
        text_add(s, "Here the procedure would go another way than the compiler went, and ends.");
}

void text_growth(const CausalSystem *causal, Arena *scratch, Text *out)
{
    Tale t = open_tale(causal, scratch);
    Growth growth = grow(&t);
    if (!growth.n_steps) return;
    text_add(out, "  1. ");
    tell_begin(&t, out);
    for (int32_t i = 0; i < growth.n_steps; i++) {
        text_printf(out, "\n  %d. ", i + 2);
        tell_step(&t, out, &growth, i);
    }
    text_printf(out, "\n  %d. ", growth.n_steps + 2);
    tell_end(&growth, out);
    text_add_char(out, '\n');
}

// ---- Data -----------------------------------------------------------------------------

static void add_data(Text *out, const char *action, const Text *sentence)
{
    text_printf(out, "{\"action\":\"%s\",\"text\":", action);
    json_text(out, sentence);
    text_add_char(out, '}');
}

void json_growth(const CausalSystem *causal, Arena *scratch, Text *out)
{
    static const char *const words[] = {"added", "refused", "differentiated", "released"};
    Tale t = open_tale(causal, scratch);
    Growth growth = grow(&t);
    text_add_char(out, '[');
    Text sentence = text_make(scratch);
    if (growth.n_steps) {
        tell_begin(&t, &sentence);
        add_data(out, "begin", &sentence);
    }
    for (int32_t i = 0; i < growth.n_steps; i++) {
        sentence = text_make(scratch);
        tell_step(&t, &sentence, &growth, i);
        text_add_char(out, ',');
        add_data(out, words[growth.steps[i].action], &sentence);
    }
    if (growth.n_steps) {
        sentence = text_make(scratch);
        tell_end(&growth, &sentence);
        text_add_char(out, ',');
        add_data(out, "end", &sentence);
    }
    text_add_char(out, ']');
}
