// Adapter to IDA of SUNDIALS [HBG05]: variable-order BDF with fixed leading coefficient on the
// residual x' - f(t, x), f(t, x) for algebraic unknowns, in one-step mode.
#include <ida/ida.h>
#include <ida/ida_ls.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "run/integrators/integrators.h"
#include "run/integrators/sundials_problem.h"
#include "run/integrators/tableaus.h"

struct Integrator {
    SundialsProblem sundials;
};

static int residual(double t, N_Vector x, N_Vector dx, N_Vector r, void *user)
{
    Integrator *in = user;
    int flag = sundials_derivatives(&in->sundials, t, NV_DATA_S(x), NV_DATA_S(r));
    const InitialValueProblem *p = &in->sundials.problem;
    for (int32_t i = 0; flag == 0 && i < p->n; i++)
        NV_Ith_S(r, i) = (i < n_differential(p) ? NV_Ith_S(dx, i) : 0) - NV_Ith_S(r, i);
    return flag;
}

static int jacobian(double t, double shift, N_Vector x, N_Vector dx, N_Vector r, SUNMatrix j,
                    void *user, N_Vector a, N_Vector b, N_Vector c)
{
    Integrator *in = user;
    (void)dx, (void)r, (void)a, (void)b, (void)c;
    return sundials_fill(&in->sundials, t, NV_DATA_S(x), shift, -1, j);
}

static double last_matrix(void *memory, double *scale)
{
    *scale = 0;
    return IDAGetCurrentCj(memory, scale) || !(*scale > 0) ? 0 : 1 / *scale;
}

static const SundialsCalls calls = {
    .steps = IDAGetNumSteps,
    .evaluations = IDAGetNumResEvals,
    .iterations = IDAGetNumNonlinSolvIters,
    .failures = IDAGetNumErrTestFails,
    .last_step = IDAGetLastStep,
    .interpolate = IDAGetDky,
    .errors = IDAGetEstLocalErrors,
    .weights = IDAGetErrWeights,
    .matrix = last_matrix,
};

static void ida_close(Integrator *in)
{
    IDAFree(&in->sundials.memory);
    sundials_close(&in->sundials);
}

static void close_owned(void *integrator)
{
    ida_close(integrator);
}

static Integrator *ida_open(Arena *out, const InitialValueProblem *problem)
{
    Integrator *in = ARENA_NEW(out, Integrator);
    arena_own(out, close_owned, in);
    sundials_open(&in->sundials, out, problem, &calls);
    in->sundials.memory = IDACreate(in->sundials.context);
    if (!in->sundials.memory) memory_give_up(0);
    IDASetErrHandlerFn(in->sundials.memory, sundials_quiet, NULL);
    return in;
}

// Algebraic unknowns are left out of the error test, as in our own methods.
static bool mark_algebraic(SundialsProblem *s)
{
    if (!s->problem.n_algebraic) return true;
    N_Vector has_derivative = N_VClone(s->x); // IDA copies it
    for (int32_t i = 0; i < s->problem.n; i++)
        NV_Ith_S(has_derivative, i) = i < n_differential(&s->problem);
    return !IDASetId(s->memory, has_derivative) && !IDASetSuppressAlg(s->memory, true);
}

static bool configure(Integrator *in)
{
    SundialsProblem *s = &in->sundials;
    void *m = s->memory;
    return !IDAWFtolerances(m, sundials_weights) && !IDASetUserData(m, in) &&
           !IDASetLinearSolver(m, s->solver, s->matrix) && !IDASetJacFn(m, jacobian) &&
           mark_algebraic(s) && !IDASetMaxNumSteps(m, -1) && !IDASetMaxErrTestFails(m, 20) &&
           !IDASetMaxConvFails(m, 30) && !IDASetMaxStep(m, s->problem.max_step);
}

static StepOutcome ida_restart(Integrator *in, double t, const double *x, double h)
{
    SundialsProblem *s = &in->sundials;
    sundials_move_to(s, t, x);
    if (newton_start(s->newton, t, x, NV_DATA_S(s->dx)) != MODEL_OK) return STEP_MODEL_FATAL;
    bool ok = s->is_started ? !IDAReInit(s->memory, t, s->x, s->dx)
                            : !IDAInit(s->memory, residual, t, s->x, s->dx) && configure(in);
    if (!ok) return STEP_MODEL_FATAL;
    s->is_started = true;
    IDASetInitStep(s->memory, h);
    return STEP_DONE;
}

static StepOutcome ida_step(Integrator *in, double limit, double *reached)
{
    SundialsProblem *s = &in->sundials;
    IDASetStopTime(s->memory, limit);
    int flag = IDASolve(s->memory, limit, &s->t, s->x, s->dx, IDA_ONE_STEP);
    *reached = s->t;
    if (flag >= 0) return sundials_step_done(s);
    if (s->is_fatal) return STEP_MODEL_FATAL;
    if (flag == IDA_CONV_FAIL || flag == IDA_LSETUP_FAIL || flag == IDA_REP_RES_ERR ||
        flag == IDA_FIRST_RES_FAIL)
        return STEP_NO_CONVERGENCE;
    return STEP_TOO_SMALL;
}

const IntegratorDesc ida_desc = {
    .name = "ida",
    .summary = "variable-order BDF of SUNDIALS in residual form",
    .order_min = 1,
    .order_max = 5,
    .stages = 1,
    .formulas = bdf_formulas,
    .n_formulas = N_BDF_FORMULAS,
    .is_implicit = true,
    .controls_step = true,
    .solves_dae = true,
    .auto_use = AUTO_DAE,
    .open = ida_open,
    .restart = ida_restart,
    .step = ida_step,
    .interpolate = sundials_interpolate,
    .last_step = sundials_last_step,
    .counts = sundials_counts,
    .worst_state = sundials_worst_state,
    .resolve = sundials_resolve,
    .local_error = sundials_local_error,
    .close = ida_close,
};
