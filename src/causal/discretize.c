// States of clocked partitions are advanced by a formula at each tick [EOC95, MLS 16.8.2].
//
// With h the change of the time integrated so far and d_0 = pre(der(x)), a formula is
//   x_s = pre(x) + h a_s d_(s-1), d_s = der(x) at x_s       for the stages s = 1, 2, ...
//   x   = pre(x) + h (w_0 d_0 + w_1 d_1 + ... + w der(x)).
// At a stage all equations of the partition are written once more over variables of their own; what
// they take from outside stands halfway between its values at both ticks there, or at the old one
// where halfway means nothing. Between ticks h is zero and x keeps its value, so these are
// equations of the simulation like any other; x is no state of the integrator any more, but still
// one that start values may complete.
#include "causal/analysis.h"

enum { MOST_CLOCK_STAGES = 3 };

typedef struct ClockFormula {
    int stages;
    double place[MOST_CLOCK_STAGES];      // a_s, also the part of the step that has passed
    double weight[MOST_CLOCK_STAGES + 1]; // w_0, w_1, ...
    double own;                           // w
} ClockFormula;

static const ClockFormula formulas[] = {
    [CLOCK_SOLVER_EXPLICIT_EULER] = {0, {0}, {1}, 0},
    [CLOCK_SOLVER_EXPLICIT_MIDPOINT] = {1, {0.5}, {0, 1}, 0},
    [CLOCK_SOLVER_EXPLICIT_RUNGE_KUTTA] = {3, {0.5, 0.5, 1}, {1. / 6, 1. / 3, 1. / 3, 1. / 6}, 0},
    [CLOCK_SOLVER_IMPLICIT_EULER] = {0, {0}, {0}, 1},
    [CLOCK_SOLVER_IMPLICIT_TRAPEZOID] = {0, {0}, {0.5}, 0.5},
};

// A partition whose formula has stages.
typedef struct Staged {
    const ClockStep *step;
    VarVec unknowns;
    VEC(EquationId) equations;
    VarId first_copy; // of the first unknown at the first stage; the others follow side by side
} Staged;

typedef struct Discretization {
    Analysis *a;
    VEC(Staged) partitions;
    Map partition_of_step; // ClockStep -> place in partitions
    Map place_of_unknown;  // VarId -> place in the unknowns of its partition
} Discretization;

static const ClockStep *step_of(const Analysis *a, VarId v)
{
    const SystemVariable *base = system_variable(a->system, v);
    while (base->role == ROLE_DERIVATIVE) base = system_variable(a->system, base->of);
    return base->flat.i >= 0 ? a->system->flat->variables[base->flat.i].declared->clock_step : NULL;
}

static const Expr *pre_of(Analysis *a, VarId v)
{
    return system_ref(a->system, system_pre(a->system, v));
}

static const Expr *step_size(Analysis *a, const ClockStep *step)
{
    VarId elapsed = a->system->first_of_flat[step->elapsed.i];
    return expr_op2(a->exprs, OP_SUB, system_ref(a->system, elapsed), pre_of(a, elapsed));
}

static const Expr *times(Analysis *a, double factor, const Expr *e)
{
    return factor == 1 ? e : expr_op2(a->exprs, OP_MUL, expr_real(a->exprs, factor), e);
}

static void add_equation(Analysis *a, const Expr *left, const Expr *right, int flags)
{
    SystemEquation e = {.left = left,
                        .right = right,
                        .component = {-1},
                        .origin = ORIGIN_DEFINITION,
                        .flags = (uint16_t)flags,
                        .from = NO_EQUATION,
                        .derivative = NO_EQUATION,
                        .determines = NO_VAR};
    system_add_equation(a->system, &e);
}

// ---- Stages -------------------------------------------------------------------------

static Staged *staged_of(Discretization *d, const ClockStep *step)
{
    if (!step || !formulas[step->solver].stages) return NULL;
    uint64_t key = (uint64_t)(uintptr_t)step, place;
    if (!map_get(&d->partition_of_step, key, &place)) {
        place = d->partitions.count;
        map_put(&d->partition_of_step, key, place);
        VEC_PUSH(d->a->scratch, &d->partitions, ((Staged){.step = step}));
    }
    return &d->partitions.data[place];
}

static void gather_partitions(Discretization *d)
{
    Analysis *a = d->a;
    for (uint32_t i = 0; i < a->system->variables.count; i++) {
        VarId v = {(int32_t)i};
        bool is_unknown = is_continuous_unknown(system_variable(a->system, v));
        Staged *p = is_unknown ? staged_of(d, step_of(a, v)) : NULL;
        if (!p) continue;
        map_put(&d->place_of_unknown, i, p->unknowns.count);
        VEC_PUSH(a->scratch, &p->unknowns, v);
    }
    if (!d->partitions.count) return;
    for (uint32_t i = 0; i < a->system->equations.count; i++) {
        const SystemEquation *e = &a->system->equations.data[i];
        if (!is_simulation_equation(e)) continue;
        VarVec *vars = variables_of(a, e);
        uint64_t place;
        Staged *p = NULL;
        for (uint32_t k = 0; k < vars->count && !p; k++)
            if (map_get(&d->place_of_unknown, (uint64_t)vars->data[k].i, &place))
                p = staged_of(d, step_of(a, vars->data[k]));
        if (p) VEC_PUSH(a->scratch, &p->equations, ((EquationId){(int32_t)i}));
    }
}

typedef struct StageClient {
    Discretization *d;
    const Staged *partition;
    int stage; // from 0
} StageClient;

static VarId at_stage(const StageClient *c, VarId v)
{
    uint64_t place = map_get_or(&c->d->place_of_unknown, (uint64_t)v.i, UINT64_MAX);
    if (place == UINT64_MAX) return NO_VAR;
    int32_t offset = c->stage * (int32_t)c->partition->unknowns.count + (int32_t)place;
    return (VarId){c->partition->first_copy.i + offset};
}

static const Expr *written_at_stage(void *client, const Expr *e)
{
    const StageClient *c = client;
    Analysis *a = c->d->a;
    if (e->kind != EXPR_REF) return e->flags & EXPR_HAS_REF ? NULL : e;
    VarId copy = at_stage(c, e->u.var);
    if (copy.i >= 0) return system_ref(a->system, copy);
    const SystemVariable *v = system_variable(a->system, e->u.var);
    double place = formulas[c->partition->step->solver].place[c->stage];
    if (v->role != ROLE_DISCRETE || place == 1) return e;
    const Expr *before = pre_of(a, e->u.var);
    if (v->kind != VALUE_REAL) return before;
    return expr_op2(a->exprs, OP_ADD, times(a, 1 - place, before), times(a, place, e));
}

static void add_copies(Discretization *d, Staged *p)
{
    Analysis *a = d->a;
    p->first_copy = (VarId){(int32_t)a->system->variables.count};
    for (int stage = 0; stage < formulas[p->step->solver].stages; stage++)
        for (uint32_t k = 0; k < p->unknowns.count; k++) {
            VarId copy =
                system_add_variable(a->system, ROLE_CONTINUOUS, type_basic(a->exprs, TYPE_REAL));
            SystemVariable *to = system_variable(a->system, copy);
            const SystemVariable *from = system_variable(a->system, p->unknowns.data[k]);
            to->flags |= VARIABLE_HIDDEN | (from->flags & VARIABLE_START_GIVEN);
            to->start = from->start;
            VariableLimits nominal = {.nominal = system_limits(a->system, from).nominal};
            system_set_limits(a->system, to, &nominal);
        }
}

static void add_stage_equations(Discretization *d, const Staged *p, int stage)
{
    Analysis *a = d->a;
    StageClient client = {d, p, stage};
    for (uint32_t i = 0; i < p->equations.count; i++) {
        SystemEquation copy = *system_equation(a->system, p->equations.data[i]);
        walker_begin(&a->walker);
        copy.left = walker_rewrite(&a->walker, copy.left, &client, written_at_stage);
        copy.right = walker_rewrite(&a->walker, copy.right, &client, written_at_stage);
        copy.flags |= EQUATION_IN_INITIAL;
        copy.from = copy.derivative = NO_EQUATION;
        system_add_equation(a->system, &copy);
    }
}

// d_s of a state; s = 0: at the last tick.
static const Expr *slope_at(Discretization *d, VarId state, int s)
{
    Analysis *a = d->a;
    VarId derivative = system_variable(a->system, state)->derivative;
    if (s == 0) return pre_of(a, derivative);
    StageClient client = {d, staged_of(d, step_of(a, state)), s - 1};
    return system_ref(a->system, at_stage(&client, derivative));
}

static void add_stage_states(Discretization *d, VarId state, const ClockStep *step)
{
    Analysis *a = d->a;
    const ClockFormula *f = &formulas[step->solver];
    for (int stage = 0; stage < f->stages; stage++) {
        StageClient client = {d, staged_of(d, step), stage};
        const Expr *change = expr_op2(a->exprs, OP_MUL, step_size(a, step),
                                      times(a, f->place[stage], slope_at(d, state, stage)));
        const Expr *here = system_ref(a->system, at_stage(&client, state));
        add_equation(a, here, expr_op2(a->exprs, OP_ADD, pre_of(a, state), change),
                     EQUATION_IN_SIMULATION);
        add_equation(a, here, system_ref(a->system, state), EQUATION_IN_INITIAL); // no step yet
    }
}

// ---- The formula --------------------------------------------------------------------

static void advance_at_ticks(Discretization *d, VarId state, const ClockStep *step)
{
    Analysis *a = d->a;
    const ClockFormula *f = &formulas[step->solver];
    VarId derivative = system_variable(a->system, state)->derivative;
    const Expr *slope = expr_real(a->exprs, 0);
    for (int s = 0; s <= f->stages; s++)
        if (f->weight[s] != 0)
            slope =
                expr_op2(a->exprs, OP_ADD, slope, times(a, f->weight[s], slope_at(d, state, s)));
    if (f->own != 0)
        slope =
            expr_op2(a->exprs, OP_ADD, slope, times(a, f->own, system_ref(a->system, derivative)));
    const Expr *change = expr_op2(a->exprs, OP_MUL, step_size(a, step), slope);
    add_equation(a, system_ref(a->system, state),
                 expr_op2(a->exprs, OP_ADD, pre_of(a, state), change), EQUATION_IN_SIMULATION);
    add_stage_states(d, state, step);
    SystemVariable *v = system_variable(a->system, state);
    v->flags &= (uint16_t)~VARIABLE_IS_STATE;
    v->flags |= VARIABLE_CLOCKED_STATE;
    system_variable(a->system, derivative)->flags |= VARIABLE_DUMMY;
}

// Candidates of a dynamic set are chosen by the integrator, which does not run here.
static bool check_sets(Analysis *a)
{
    for (uint32_t i = 0; i < a->system->state_sets.count; i++) {
        VarId v = a->system->state_sets.data[i].candidates[0];
        if (!step_of(a, v)) continue;
        diag_error(a->session->diag, (Span){0, 0}, E_UNSUPPORTED,
                   "the states of a clocked partition around '%s' would have to be chosen while "
                   "it runs; this is not supported yet: stateSelect decides",
                   name_of_variable(a, v));
        return false;
    }
    return true;
}

bool discretize_clocked(Analysis *a)
{
    CausalSystem *causal = a->causal;
    Discretization d = {.a = a,
                        .partition_of_step = map_make(a->scratch),
                        .place_of_unknown = map_make(a->scratch)};
    gather_partitions(&d);
    for (uint32_t i = 0; i < d.partitions.count; i++) {
        Staged *p = &d.partitions.data[i];
        add_copies(&d, p);
        for (int stage = 0; stage < formulas[p->step->solver].stages; stage++)
            add_stage_equations(&d, p, stage);
    }
    int32_t n = 0;
    for (int32_t i = 0; i < causal->n_states; i++) {
        const ClockStep *step = step_of(a, causal->states[i]);
        if (step)
            advance_at_ticks(&d, causal->states[i], step);
        else
            causal->states[n++] = causal->states[i];
    }
    causal->n_states = n;
    return check_sets(a);
}
