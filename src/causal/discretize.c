// States of clocked partitions are advanced by a formula at each tick [EOC95, MLS 16.8.2].
//
// With h the change of the time integrated so far: explicit Euler x = pre(x) + h pre(der(x)),
// implicit Euler x = pre(x) + h der(x), trapezoid the mean of both. Between ticks h is zero and
// the same equation says that x keeps its value, so it is an equation of the simulation like any
// other; x is no state of the integrator any more, but still one that start values may complete.
#include "causal/analysis.h"

static const ClockStep *step_of(const Analysis *a, VarId v)
{
    const SystemVariable *base = system_variable(a->system, v);
    while (base->role == ROLE_DERIVATIVE) base = system_variable(a->system, base->of);
    return base->flat.i >= 0 ? a->system->flat->variables[base->flat.i].clock_step : NULL;
}

static const Expr *pre_of(Analysis *a, VarId v)
{
    return system_ref(a->system, system_pre(a->system, v));
}

static const Expr *slope_of(Analysis *a, ClockSolver solver, VarId derivative)
{
    const Expr *here = system_ref(a->system, derivative);
    if (solver == CLOCK_SOLVER_IMPLICIT_EULER) return here;
    const Expr *before = pre_of(a, derivative);
    if (solver == CLOCK_SOLVER_EXPLICIT_EULER) return before;
    return expr_op2(a->exprs, OP_MUL, expr_real(a->exprs, 0.5),
                    expr_op2(a->exprs, OP_ADD, before, here));
}

static void advance_at_ticks(Analysis *a, VarId state, const ClockStep *step)
{
    VarId derivative = system_variable(a->system, state)->derivative;
    VarId elapsed = a->system->first_of_flat[step->elapsed.i];
    const Expr *h = expr_op2(a->exprs, OP_SUB, system_ref(a->system, elapsed), pre_of(a, elapsed));
    const Expr *change = expr_op2(a->exprs, OP_MUL, h, slope_of(a, step->solver, derivative));
    SystemEquation e = {.left = system_ref(a->system, state),
                        .right = expr_op2(a->exprs, OP_ADD, pre_of(a, state), change),
                        .component = {-1},
                        .origin = ORIGIN_DEFINITION,
                        .flags = EQUATION_IN_SIMULATION,
                        .from = NO_EQUATION,
                        .derivative = NO_EQUATION,
                        .determines = NO_VAR};
    system_add_equation(a->system, &e);
    SystemVariable *v = system_variable(a->system, state);
    v->flags &= ~(uint32_t)VARIABLE_IS_STATE;
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
    int32_t n = 0;
    for (int32_t i = 0; i < causal->n_states; i++) {
        const ClockStep *step = step_of(a, causal->states[i]);
        if (step)
            advance_at_ticks(a, causal->states[i], step);
        else
            causal->states[n++] = causal->states[i];
    }
    causal->n_states = n;
    return check_sets(a);
}
