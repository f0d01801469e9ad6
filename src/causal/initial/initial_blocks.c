// The initial system: its unknowns, its equations, what completes it and what is too much in it
// [BAF06, OB13].
//
// All equations of the model (differentiated ones included) hold at the start, with initial() true.
// Conditions come in order of trust: initial equations, fixed starts, then pre(v) = start for
// discretes and x = start for states, as far as they are needed. Before a state whose start nobody
// has written comes what StateSelect.prefer and a start value are written for, and last a state
// whose derivative the modeler speaks about: der(x) = 0 is there to find x. The classes of the
// matching express that order: a later class never pushes out an earlier one.
//
// A clause that sets v gives v, or pre(v) where an initial equation says what v is. It is solved
// backwards for anything else only where something written would have no effect otherwise; what
// completes the system must not lead to that.
#include <stdlib.h>

#include "causal/blocks.h"

typedef VEC(EquationId) EquationVec;
typedef VEC(Offer) OfferVec;

enum {
    PRIORITY_MODEL,
    PRIORITY_WRITTEN,
    PRIORITY_FIXED,
    PRIORITY_PRE,
    PRIORITY_STATE,       // with a start value
    PRIORITY_PREFERRED,   // not a state, but the modeler would have liked it to be one
    PRIORITY_INTEGRATED,  // not a state, but the modeler wrote a start value and its derivative
    PRIORITY_TIED,        // or its derivative came from index reduction: it is tied to states
    PRIORITY_SILENT,      // a state without a start value
    PRIORITY_TO_BE_FOUND, // its derivative has a condition
    PRIORITY_LAST = PRIORITY_TO_BE_FOUND
};

static bool is_initial_unknown(const SystemVariable *v)
{
    if (v->flags & VARIABLE_IS_ALIAS) return false;
    switch ((VariableRole)v->role) {
    case ROLE_CONTINUOUS:
    case ROLE_DISCRETE:
    case ROLE_DERIVATIVE:
    case ROLE_RELATION:
    case ROLE_CONDITION:
    case ROLE_DELAYED:
    case ROLE_TRANSPORTED:
    case ROLE_SET_STATE: return true;
    case ROLE_EXTERNAL: // made with what is found at the start
    case ROLE_PARAMETER: return (v->flags & (VARIABLE_NOT_FIXED | VARIABLE_AFTER_INITIAL)) != 0;
    default: return false;
    }
}

// pre(v) is an unknown where v is one; pre-values of conditions are set when all is done.
static bool is_initial_pre(const EquationSystem *system, const SystemVariable *v)
{
    if (v->role != ROLE_PRE || v->flags & VARIABLE_IS_ALIAS) return false;
    VariableRole role = (VariableRole)system_variable(system, v->of)->role;
    return role == ROLE_DISCRETE || role == ROLE_CONTINUOUS;
}

bool may_match_initial(const Analysis *a, const SystemEquation *e, VarId v)
{
    const SystemVariable *variable = system_variable(a->system, v);
    bool is_side = stands_alone(e, v);
    VariableRole role = (VariableRole)variable->role;
    if (role == ROLE_RELATION || role == ROLE_CONDITION)
        return (e->origin == ORIGIN_DEFINITION || e->origin == ORIGIN_ALGORITHM) && is_side;
    if (variable->kind != VALUE_REAL || role == ROLE_EXTERNAL) return is_side;
    return e->left->type->kind == TYPE_REAL;
}

// Discrete equations are solved for the variable that they set or its memory, equations of the
// model that are not for nothing discrete, and values of parameters for these.
static bool is_backwards(const Analysis *a, EquationId id, VarId v)
{
    const SystemEquation *e = system_equation(a->system, id);
    const SystemVariable *variable = system_variable(a->system, v);
    bool is_pre = variable->role == ROLE_PRE;
    if (e->flags & EQUATION_IS_DISCRETE)
        return e->determines.i != (is_pre ? variable->of.i : v.i) && !stands_alone(e, v);
    if (e->origin == ORIGIN_BINDING && variable->role == ROLE_PARAMETER)
        return e->left->kind != EXPR_REF || e->left->u.var.i != v.i;
    bool is_of_model = e->flags & EQUATION_IN_SIMULATION;
    return is_of_model && (is_pre || variable->role == ROLE_DISCRETE);
}

typedef struct Stage {
    bool backwards; // edges of this kind may be used
    uint8_t most;   // priority of rows
} Stage;

static void allow_edges(SortProblem *s, const Stage *stage, const bool *backwards, uint8_t *used)
{
    const uint8_t *priority = s->edge_class.data;
    for (uint32_t k = 0; k < s->edges.count; k++) {
        bool is_usable = priority[k] <= stage->most && (stage->backwards || !backwards[k]);
        used[k] = is_usable ? priority[k] : (uint8_t)EDGE_FORBIDDEN;
    }
}

// Where just as many equations may be used as there are unknowns, and that is enough, all of them
// are needed: nothing is chosen, and the pairs of the simulation are as good as others.
static bool match_without_choice(SortProblem *s, const uint8_t *used)
{
    int32_t n_usable = 0;
    for (uint32_t r = 0; r < s->rows.count; r++) {
        bool is_usable = false;
        for (int32_t k = s->first.data[r]; k < s->first.data[r + 1] && !is_usable; k++)
            is_usable = used[k] != EDGE_FORBIDDEN;
        n_usable += is_usable;
    }
    if (n_usable != s->g.n_vars) return false;
    sort_take_pairs(s, used);
    if (matching_maximize(&s->m, &s->g, used) == s->g.n_vars) return true;
    s->m = matching_empty(s->a->scratch, &s->g);
    return false;
}

static void match_by_trust(SortProblem *s)
{
    static const Stage stages[] = {
        {false, PRIORITY_FIXED}, {true, PRIORITY_FIXED}, {false, PRIORITY_LAST}};
    const Analysis *a = s->a;
    uint8_t *used = ARENA_RAW(a->scratch, uint8_t, s->edges.count + 1);
    bool *backwards = ARENA_RAW(a->scratch, bool, s->edges.count + 1);
    s->g = bipartite_from_rows(a->scratch, (int32_t)s->rows.count, (int32_t)s->columns.count,
                               s->first.data, s->edges.data);
    s->m = matching_empty(a->scratch, &s->g);
    for (uint32_t r = 0; r < s->rows.count; r++)
        for (int32_t k = s->first.data[r]; k < s->first.data[r + 1]; k++)
            backwards[k] = is_backwards(a, s->rows.data[r], s->columns.data[s->edges.data[k]]);
    allow_edges(s, &stages[0], backwards, used);
    if (match_without_choice(s, used)) return;
    size_t n_stages = sizeof stages / sizeof *stages;
    for (size_t i = 0; i < n_stages && s->m.n_matched < s->g.n_vars; i++) {
        allow_edges(s, &stages[i], backwards, used);
        matching_maximize(&s->m, &s->g, used);
    }
    matching_maximize(&s->m, &s->g, s->edge_class.data);
}

static EquationId add_condition(Analysis *a, VarId target, const Expr *value, EquationOrigin origin)
{
    const SystemVariable *v = system_variable(a->system, target);
    while (v->flat.i < 0 && v->of.i >= 0) v = system_variable(a->system, v->of);
    SystemEquation e = {.left = system_ref(a->system, target),
                        .right = value,
                        .component = {-1},
                        .origin = (uint8_t)origin,
                        .flags = EQUATION_IN_INITIAL,
                        .from = NO_EQUATION,
                        .derivative = NO_EQUATION,
                        .determines = NO_VAR};
    if (v->flat.i >= 0) e.span = a->system->flat->variables[v->flat.i].declared->span;
    return system_add_equation(a->system, &e);
}

const Expr *start_of(Analysis *a, VarId v)
{
    const SystemVariable *variable = system_variable(a->system, v);
    return variable->start ? variable->start : expr_zero(a->exprs, variable->type);
}

static uint8_t priority_of(const SystemEquation *e)
{
    bool is_of_start = e->origin == ORIGIN_ALGORITHM && !(e->flags & EQUATION_IN_SIMULATION);
    if (e->origin == ORIGIN_INITIAL || is_of_start) return PRIORITY_WRITTEN;
    return e->origin == ORIGIN_START ? PRIORITY_FIXED : PRIORITY_MODEL;
}

// ---- Conditions that may complete the system ----------------------------------------

// By VarId: where its derivative is written.
enum { IN_MODEL = 1, IN_INITIAL_EQUATION = 2 };

static const uint8_t *find_written_derivatives(Analysis *a, uint32_t n_variables)
{
    uint8_t *written = ARENA_ARRAY(a->scratch, uint8_t, n_variables + 1);
    for (uint32_t i = 0; i < a->system->equations.count; i++) {
        const SystemEquation *e = &a->system->equations.data[i];
        if (e->flags & EQUATION_REMOVED || e->differentiated) continue;
        uint8_t place = e->origin == ORIGIN_INITIAL ? IN_INITIAL_EQUATION : IN_MODEL;
        VarVec *vars = variables_of(a, e);
        for (uint32_t k = 0; k < vars->count; k++) {
            const SystemVariable *v = system_variable(a->system, vars->data[k]);
            if (v->role == ROLE_DERIVATIVE) written[v->of.i] |= place;
        }
    }
    return written;
}

static uint8_t priority_of_state(const SystemVariable *v, uint8_t written)
{
    if (written & IN_INITIAL_EQUATION) return PRIORITY_TO_BE_FOUND;
    return v->flags & VARIABLE_START_GIVEN ? PRIORITY_STATE : PRIORITY_SILENT;
}

static bool has_own_start(const SystemVariable *v)
{
    return v->role == ROLE_CONTINUOUS && v->kind == VALUE_REAL && v->flags & VARIABLE_START_GIVEN;
}

typedef struct Offers {
    Analysis *a;
    OfferVec list;
    const int32_t *fixed;    // by VarId: the equation of its fixed start; -1
    const Expr **of_equals;  // by VarId: see equal_memories.c; NULL: there is none
    const bool *is_repeated; // by EquationId: follows from others
} Offers;

static const int32_t *find_fixed_starts(Analysis *a, uint32_t n_variables)
{
    int32_t *fixed = ARENA_RAW(a->scratch, int32_t, n_variables + 1);
    for (uint32_t i = 0; i < n_variables; i++) fixed[i] = -1;
    for (uint32_t i = 0; i < a->system->equations.count; i++) {
        const SystemEquation *e = &a->system->equations.data[i];
        bool holds = e->flags & EQUATION_IN_INITIAL && !(e->flags & EQUATION_REMOVED);
        if (e->origin == ORIGIN_START && holds && e->left->kind == EXPR_REF)
            fixed[e->left->u.var.i] = (int32_t)i;
    }
    return fixed;
}

// A fixed start is the same equation with more weight: wherever it finds no unknown, the offer
// finds none. Only when it was set apart, because others make it so, the offer counts.
static void offer(Offers *o, VarId v, const Expr *value, uint8_t priority)
{
    int32_t twin = o->fixed[v.i], turn = (int32_t)o->list.count;
    bool is_written = twin >= 0 && o->a->system->equations.data[twin].right == value;
    EquationId e =
        is_written ? (EquationId){twin} : add_condition(o->a, v, value, ORIGIN_COMPLETION);
    VEC_PUSH(o->a->scratch, &o->list, ((Offer){e, turn, priority, is_written}));
}

// The start value of what is no state, but says more than the zero of a state without one.
static void offer_start(Offers *o, VarId id, uint8_t written)
{
    const SystemVariable *v = system_variable(o->a->system, id);
    bool is_preferred = v->state_select >= STATE_SELECT_PREFER;
    if (!is_preferred && v->derivative.i < 0) return;
    uint8_t priority = is_preferred ? PRIORITY_PREFERRED
                       : written    ? PRIORITY_INTEGRATED
                                    : PRIORITY_TIED;
    offer(o, id, start_of(o->a, id), priority);
}

static void add_completions(SortProblem *s, const uint8_t *written, uint32_t n_variables,
                            Offers *offers)
{
    Analysis *a = s->a;
    for (uint32_t i = 0; i < n_variables; i++) {
        VarId id = {(int32_t)i};
        SystemVariable v = a->system->variables.data[i];
        if (s->column_of[i] < 0) continue;
        bool is_state = v.flags & (VARIABLE_IS_STATE | VARIABLE_CLOCKED_STATE);
        if (is_state && v.role != ROLE_SET_STATE)
            offer(offers, id, start_of(a, id), priority_of_state(&v, written[i]));
        else if (has_own_start(&v) && !(written[i] & IN_INITIAL_EQUATION))
            offer_start(offers, id, written[i]);
        if (v.role == ROLE_PRE) {
            bool is_discrete = system_variable(a->system, v.of)->role == ROLE_DISCRETE;
            const Expr *value =
                is_discrete ? offers->of_equals[v.of.i] : system_ref(a->system, v.of);
            if (!value) value = start_of(a, v.of);
            offer(offers, id, value, PRIORITY_PRE);
        }
    }
}

// In a dynamic set any candidate may complete the system, the preferred ones first.
static void add_set_completions(Offers *offers, const uint8_t *written)
{
    Analysis *a = offers->a;
    for (uint32_t k = 0; k < a->system->state_sets.count; k++) {
        const StateSet set = a->system->state_sets.data[k];
        for (int32_t i = 0; i < set.n_candidates; i++) {
            VarId id = set.candidates[i];
            offer(offers, id, start_of(a, id),
                  priority_of_state(system_variable(a->system, id), written[id.i]));
        }
    }
}

static int by_priority(const void *a, const void *b)
{
    const Offer *x = a, *y = b;
    return x->priority != y->priority ? x->priority - y->priority : x->turn - y->turn;
}

static bool are_in_order(const OfferVec *list) // as those of one kind are
{
    for (uint32_t i = 1; i < list->count; i++)
        if (by_priority(&list->data[i - 1], &list->data[i]) > 0) return false;
    return true;
}

static void add_offers(SortProblem *s, const Offers *offers)
{
    for (uint32_t i = 0; i < offers->list.count; i++) {
        const Offer *o = &offers->list.data[i];
        if (!o->is_written && !offers->is_repeated[o->equation.i])
            sort_add_row(s, o->equation, o->priority);
    }
}

static void add_repeated_offers(SortProblem *s, const Offers *offers)
{
    Analysis *a = s->a;
    for (uint32_t i = 0; i < offers->list.count; i++) {
        const Offer *o = &offers->list.data[i];
        if (!offers->is_repeated[o->equation.i]) continue;
        const SystemEquation e = *system_equation(a->system, o->equation);
        EquationId id = o->is_written ? add_condition(a, e.left->u.var, e.right, ORIGIN_COMPLETION)
                                      : o->equation;
        sort_add_row(s, id, o->priority);
    }
}

static bool is_to_be_found(const SystemVariable *v)
{
    return v->role == ROLE_PARAMETER && !v->value && v->flags & VARIABLE_NOT_FIXED &&
           !(v->flags & VARIABLE_IS_ALIAS);
}

// What gives guesses only, and was left to an equation that nobody has written, does no harm.
static void complete_idle_parameters(SortProblem *s, uint32_t n_variables)
{
    Analysis *a = s->a;
    const bool *is_needed = NULL;
    if (diag_is_strict(a->session->diag)) return; // 8.6 asks for an equation
    for (uint32_t i = 0; i < n_variables; i++) {
        VarId id = {(int32_t)i};
        if (!is_to_be_found(system_variable(a->system, id))) continue;
        if (!is_needed) is_needed = find_needed_parameters(a);
        if (is_needed[i]) continue;
        EquationId e = add_condition(a, id, start_of(a, id), ORIGIN_COMPLETION);
        sort_add_row(s, e, PRIORITY_STATE);
        diag_warning(a->session->diag, system_equation(a->system, e)->span, W_START_AS_VALUE,
                     "no equation determines the parameter '%s', and only guesses need it: the "
                     "start value is taken",
                     name_of_variable(a, id));
    }
}

static void add_late_parameters(Analysis *a)
{
    for (uint32_t i = 0; i < a->system->variables.count; i++) {
        VarId id = {(int32_t)i};
        const SystemVariable *v = system_variable(a->system, id);
        bool is_known = v->role == ROLE_PARAMETER || v->role == ROLE_EXTERNAL;
        if (!is_known || !v->value || v->flags & VARIABLE_IS_ALIAS) continue;
        if (v->flags & (VARIABLE_AFTER_INITIAL | VARIABLE_NOT_FIXED))
            add_condition(a, id, v->value, ORIGIN_BINDING);
    }
}

// ---- What came out ------------------------------------------------------------------

static void note_completions(SortProblem *s)
{
    Analysis *a = s->a;
    VarVec assumed = {0};
    for (uint32_t r = 0; r < s->rows.count; r++) {
        const SystemEquation *e = system_equation(a->system, s->rows.data[r]);
        bool is_used = s->m.var_of_eqn[r] >= 0;
        if (e->origin != ORIGIN_COMPLETION || !is_used || e->left->kind != EXPR_REF) continue;
        VarId v = e->left->u.var;
        VariableRole role = (VariableRole)system_variable(a->system, v)->role;
        if (role != ROLE_PRE && role != ROLE_PARAMETER) VEC_PUSH(a->scratch, &assumed, v);
    }
    if (!assumed.count) return;
    Text names = text_make(a->scratch);
    for (uint32_t i = 0; i < assumed.count && i < 6; i++)
        text_printf(&names, "%s'%s'", i ? ", " : "", name_of_variable(a, assumed.data[i]));
    if (assumed.count > 6) text_printf(&names, " and %u more", assumed.count - 6);
    if (a->session->as_part) return; // those who use the part may give them
    diag_info(a->session->diag, (Span){0, 0}, E_INITIAL_MISSING,
              "%u initial condition%s missing; fixed at the start value: %s", assumed.count,
              assumed.count == 1 ? " is" : "s are", text_cstr(&names));
}

// Written conditions that found no unknown, or say the same as others: harmless when they agree,
// which the runtime tests.
static bool set_surplus_apart(SortProblem *s, const bool *is_repeated, uint32_t n_equations,
                              EquationVec *surplus)
{
    Analysis *a = s->a;
    for (uint32_t i = 0; i < n_equations; i++)
        if (is_repeated[i]) VEC_PUSH(a->scratch, surplus, ((EquationId){(int32_t)i}));
    for (uint32_t r = 0; r < s->rows.count; r++) {
        const SystemEquation *e = system_equation(a->system, s->rows.data[r]);
        if (s->m.var_of_eqn[r] >= 0 || e->origin == ORIGIN_COMPLETION) continue;
        if (priority_of(e) == PRIORITY_MODEL) {
            sort_report(s);
            return false;
        }
        double x, y;
        bool is_constant = expr_is_number(e->left, &x) && expr_is_number(e->right, &y);
        if (is_constant && x == y) continue;
        if (is_constant) {
            diag_error(a->session->diag, e->span, E_INITIAL_TOO_MANY,
                       "this initial condition asks for %g, but the equations of the model "
                       "make it %g",
                       y, x);
            return false;
        }
        VEC_PUSH(a->scratch, surplus, s->rows.data[r]);
    }
    return true;
}

// The system while the simplified model is followed to the actual one: the same unknowns and
// conditions, with the equations of homotopies in the form that depends on lambda [SCO11]. Without
// a complete matching there is nothing to follow, and the runtime does without.
static void sort_homotopy(const SortProblem *initial)
{
    Analysis *a = initial->a;
    SortProblem s = sort_open(a);
    s.is_initial = true;
    for (uint32_t c = 0; c < initial->columns.count; c++)
        sort_add_column(&s, initial->columns.data[c]);
    for (uint32_t r = 0; r < initial->rows.count; r++) {
        EquationId id = initial->rows.data[r];
        bool is_actual = system_equation(a->system, id)->flags & EQUATION_IS_ACTUAL;
        if (initial->m.var_of_eqn[r] >= 0 && !is_actual) sort_add_row(&s, id, PRIORITY_MODEL);
    }
    for (uint32_t i = 0; i < a->system->equations.count; i++) {
        uint32_t flags = a->system->equations.data[i].flags;
        if (flags & EQUATION_IS_FOLLOWED && !(flags & EQUATION_REMOVED))
            sort_add_row(&s, (EquationId){(int32_t)i}, PRIORITY_MODEL);
    }
    sort_match(&s);
    if (sort_is_complete(&s)) a->causal->initial_homotopy = sort_into_section(&s);
}

bool sort_initial(Analysis *a)
{
    EquationSystem *system = a->system;
    add_late_parameters(a);
    uint32_t n_variables = system->variables.count, n_equations = system->equations.count;
    bool *is_repeated = find_repeated_conditions(a, n_equations + 3 * n_variables);
    SortProblem s = sort_open(a);
    s.is_initial = true;
    for (uint32_t i = 0; i < n_variables; i++) {
        const SystemVariable *v = &system->variables.data[i];
        if (!is_initial_unknown(v) && !is_initial_pre(system, v)) continue;
        sort_add_column(&s, (VarId){(int32_t)i});
        a->has_late_parameters = a->has_late_parameters || v->role == ROLE_PARAMETER;
    }
    const uint8_t *written = find_written_derivatives(a, n_variables);
    Offers offers = {.a = a,
                     .fixed = find_fixed_starts(a, n_variables),
                     .of_equals = find_equal_starts(a, n_variables),
                     .is_repeated = is_repeated};
    add_completions(&s, written, n_variables, &offers);
    add_set_completions(&offers, written);
    OfferVec *list = &offers.list;
    if (!are_in_order(list)) qsort(list->data, list->count, sizeof *list->data, by_priority);
    find_dependent_conditions(a, list->data, list->count, is_repeated);
    for (uint32_t i = 0; i < n_equations; i++) {
        const SystemEquation *e = &system->equations.data[i];
        if (e->flags & EQUATION_REMOVED || !(e->flags & EQUATION_IN_INITIAL)) continue;
        if (!is_repeated[i]) sort_add_row(&s, (EquationId){(int32_t)i}, priority_of(e));
    }
    add_offers(&s, &offers);
    complete_idle_parameters(&s, n_variables);
    match_by_trust(&s);
    if (s.m.n_matched != s.g.n_vars) { // what other equations would have had to determine
        add_repeated_offers(&s, &offers);
        match_by_trust(&s);
    }
    EquationVec surplus = {0};
    if (!set_surplus_apart(&s, is_repeated, n_equations, &surplus)) return false;
    if (s.m.n_matched != s.g.n_vars) {
        sort_report(&s);
        return false;
    }
    note_completions(&s);
    a->causal->initial = sort_into_section(&s);
    collect_conditions(&s, surplus.data, (int32_t)surplus.count);
    if (system->lambda.i >= 0) sort_homotopy(&s);
    if (a->has_late_parameters) {
        order_late_starts(a, &a->causal->initial);
        order_late_starts(a, &a->causal->initial_homotopy);
    }
    return true;
}
