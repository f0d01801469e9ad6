// Adapter to IDA of SUNDIALS [HBG05]: variable-order BDF with fixed leading coefficient on the
// residual x' - f(t, x), in one-step mode.
#include <ida/ida.h>
#include <ida/ida_ls.h>
#include <math.h>
#include <string.h>

#include "run/integrators/integrators.h"
#include "run/integrators/sundials_problem.h"
#include "run/integrators/tableaus.h"

struct Integrator {
    SundialsProblem sundials;
    void *memory;
    double t;
    bool is_started;
    IntegratorCounts before; // of runs before the last restart
};

static int residual(double t, N_Vector x, N_Vector dx, N_Vector r, void *user)
{
    Integrator *in = user;
    int flag = sundials_derivatives(&in->sundials, t, NV_DATA_S(x), NV_DATA_S(r));
    for (int32_t i = 0; flag == 0 && i < in->sundials.problem.n; i++)
        NV_Ith_S(r, i) = NV_Ith_S(dx, i) - NV_Ith_S(r, i);
    return flag;
}

static int jacobian(double t, double shift, N_Vector x, N_Vector dx, N_Vector r, SUNMatrix j,
                    void *user, N_Vector a, N_Vector b, N_Vector c)
{
    Integrator *in = user;
    (void)dx, (void)r, (void)a, (void)b, (void)c;
    return sundials_fill(&in->sundials, t, NV_DATA_S(x), shift, -1, j);
}

static Integrator *ida_open(Arena *out, const OdeProblem *problem)
{
    Integrator *in = ARENA_NEW(out, Integrator);
    if (!sundials_open(&in->sundials, out, problem)) return NULL;
    in->memory = IDACreate(in->sundials.context);
    return in->memory ? in : NULL;
}

static bool configure(Integrator *in)
{
    SundialsProblem *s = &in->sundials;
    void *m = in->memory;
    return !IDASetErrHandlerFn(m, sundials_quiet, NULL) &&
           !IDASVtolerances(m, s->problem.tolerance, s->tolerances) && !IDASetUserData(m, in) &&
           !IDASetLinearSolver(m, s->solver, s->matrix) && !IDASetJacFn(m, jacobian) &&
           !IDASetMaxNumSteps(m, -1) && !IDASetMaxErrTestFails(m, 20) && !IDASetMaxConvFails(m, 30);
}

static IntegratorCounts ida_counts(const Integrator *in)
{
    long steps = 0, rhs = 0, newton = 0, fails = 0;
    if (in->is_started) {
        IDAGetNumSteps(in->memory, &steps);
        IDAGetNumResEvals(in->memory, &rhs);
        IDAGetNumNonlinSolvIters(in->memory, &newton);
        IDAGetNumErrTestFails(in->memory, &fails);
    }
    const IntegratorCounts *b = &in->before, *e = &in->sundials.extra;
    return (IntegratorCounts){b->steps + steps, b->rejected + fails,
                              b->rhs_evaluations + rhs + e->rhs_evaluations,
                              e->jacobian_evaluations, b->newton_iterations + newton};
}

static StepOutcome ida_restart(Integrator *in, double t, const double *x, double h)
{
    IntegratorCounts all = ida_counts(in); // the solver counts from its last start
    all.rhs_evaluations -= in->sundials.extra.rhs_evaluations;
    in->before = all;
    SundialsProblem *s = &in->sundials;
    memcpy(NV_DATA_S(s->x), x, (size_t)s->problem.n * sizeof *x);
    in->t = t;
    in->sundials.extra.rhs_evaluations++;
    if (sundials_derivatives(s, t, x, NV_DATA_S(s->dx))) return STEP_MODEL_FATAL;
    bool ok = in->is_started ? !IDAReInit(in->memory, t, s->x, s->dx)
                             : !IDAInit(in->memory, residual, t, s->x, s->dx) && configure(in);
    if (!ok) return STEP_MODEL_FATAL;
    in->is_started = true;
    IDASetInitStep(in->memory, h);
    return STEP_DONE;
}

static StepOutcome ida_step(Integrator *in, double limit, double *reached)
{
    SundialsProblem *s = &in->sundials;
    IDASetStopTime(in->memory, limit);
    int flag = IDASolve(in->memory, limit, &in->t, s->x, s->dx, IDA_ONE_STEP);
    *reached = in->t;
    if (flag >= 0) return STEP_DONE;
    if (s->is_fatal) return STEP_MODEL_FATAL;
    if (flag == IDA_CONV_FAIL || flag == IDA_LSETUP_FAIL || flag == IDA_REP_RES_ERR ||
        flag == IDA_FIRST_RES_FAIL)
        return STEP_NO_CONVERGENCE;
    return STEP_TOO_SMALL;
}

static void ida_interpolate(Integrator *in, double t, double *x)
{
    SundialsProblem *s = &in->sundials;
    NV_DATA_S(s->view) = x;
    if (IDAGetDky(in->memory, t, 0, s->view))
        memcpy(x, NV_DATA_S(s->x), (size_t)s->problem.n * sizeof *x);
}

static double ida_last_step(const Integrator *in)
{
    double h = 0;
    IDAGetLastStep(in->memory, &h);
    return h;
}

static int32_t ida_worst_state(Integrator *in)
{
    SundialsProblem *s = &in->sundials;
    N_Vector errors = N_VClone(s->x), weights = N_VClone(s->x);
    int32_t worst = -1;
    if (!IDAGetEstLocalErrors(in->memory, errors) && !IDAGetErrWeights(in->memory, weights))
        worst = sundials_worst(s, errors, weights);
    N_VDestroy(errors);
    N_VDestroy(weights);
    return worst;
}

static void ida_close(Integrator *in)
{
    IDAFree(&in->memory);
    sundials_close(&in->sundials);
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
    .open = ida_open,
    .restart = ida_restart,
    .step = ida_step,
    .interpolate = ida_interpolate,
    .last_step = ida_last_step,
    .counts = ida_counts,
    .worst_state = ida_worst_state,
    .close = ida_close,
};
