// Adapter to CVODE of SUNDIALS [HBG05]: variable-order BDF in one-step mode. Output points and
// events are the driver's business, on the Nordsieck interpolant.
#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
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

static int right_hand_side(double t, N_Vector x, N_Vector dx, void *user)
{
    Integrator *in = user;
    return sundials_derivatives(&in->sundials, t, NV_DATA_S(x), NV_DATA_S(dx));
}

static int jacobian(double t, N_Vector x, N_Vector dx, SUNMatrix j, void *user, N_Vector a,
                    N_Vector b, N_Vector c)
{
    Integrator *in = user;
    (void)dx, (void)a, (void)b, (void)c;
    return sundials_fill(&in->sundials, t, NV_DATA_S(x), 0, 1, j);
}

static Integrator *cvode_open(Arena *out, const OdeProblem *problem)
{
    Integrator *in = ARENA_NEW(out, Integrator);
    if (!sundials_open(&in->sundials, out, problem)) return NULL;
    in->memory = CVodeCreate(CV_BDF, in->sundials.context);
    return in->memory ? in : NULL;
}

static bool configure(Integrator *in)
{
    SundialsProblem *s = &in->sundials;
    void *m = in->memory;
    return !CVodeSetErrHandlerFn(m, sundials_quiet, NULL) &&
           !CVodeSVtolerances(m, s->problem.tolerance, s->tolerances) && !CVodeSetUserData(m, in) &&
           !CVodeSetLinearSolver(m, s->solver, s->matrix) && !CVodeSetJacFn(m, jacobian) &&
           !CVodeSetMaxNumSteps(m, -1) && !CVodeSetMaxErrTestFails(m, 20) &&
           !CVodeSetMaxConvFails(m, 30);
}

static IntegratorCounts cvode_counts(const Integrator *in)
{
    long steps = 0, rhs = 0, newton = 0, fails = 0;
    if (in->is_started) {
        CVodeGetNumSteps(in->memory, &steps);
        CVodeGetNumRhsEvals(in->memory, &rhs);
        CVodeGetNumNonlinSolvIters(in->memory, &newton);
        CVodeGetNumErrTestFails(in->memory, &fails);
    }
    const IntegratorCounts *b = &in->before, *e = &in->sundials.extra;
    return (IntegratorCounts){b->steps + steps, b->rejected + fails,
                              b->rhs_evaluations + rhs + e->rhs_evaluations,
                              e->jacobian_evaluations, b->newton_iterations + newton};
}

static StepOutcome cvode_restart(Integrator *in, double t, const double *x, double h)
{
    IntegratorCounts all = cvode_counts(in); // the solver counts from its last start
    all.rhs_evaluations -= in->sundials.extra.rhs_evaluations;
    in->before = all;
    SundialsProblem *s = &in->sundials;
    memcpy(NV_DATA_S(s->x), x, (size_t)s->problem.n * sizeof *x);
    in->t = t;
    bool ok = in->is_started ? !CVodeReInit(in->memory, t, s->x)
                             : !CVodeInit(in->memory, right_hand_side, t, s->x) && configure(in);
    if (!ok) return STEP_MODEL_FATAL;
    in->is_started = true;
    CVodeSetInitStep(in->memory, h);
    return STEP_DONE;
}

static StepOutcome cvode_step(Integrator *in, double limit, double *reached)
{
    CVodeSetStopTime(in->memory, limit);
    int flag = CVode(in->memory, limit, in->sundials.x, &in->t, CV_ONE_STEP);
    *reached = in->t;
    if (flag >= 0) return STEP_DONE;
    if (in->sundials.is_fatal) return STEP_MODEL_FATAL;
    if (flag == CV_CONV_FAILURE || flag == CV_LSETUP_FAIL || flag == CV_REPTD_RHSFUNC_ERR ||
        flag == CV_FIRST_RHSFUNC_ERR)
        return STEP_NO_CONVERGENCE;
    return STEP_TOO_SMALL;
}

static void cvode_interpolate(Integrator *in, double t, double *x)
{
    SundialsProblem *s = &in->sundials;
    NV_DATA_S(s->view) = x;
    if (CVodeGetDky(in->memory, t, 0, s->view))
        memcpy(x, NV_DATA_S(s->x), (size_t)s->problem.n * sizeof *x);
}

static double cvode_last_step(const Integrator *in)
{
    double h = 0;
    CVodeGetLastStep(in->memory, &h);
    return h;
}

static int32_t cvode_worst_state(Integrator *in)
{
    SundialsProblem *s = &in->sundials;
    N_Vector errors = N_VClone(s->x), weights = N_VClone(s->x);
    int32_t worst = -1;
    if (!CVodeGetEstLocalErrors(in->memory, errors) && !CVodeGetErrWeights(in->memory, weights))
        worst = sundials_worst(s, errors, weights);
    N_VDestroy(errors);
    N_VDestroy(weights);
    return worst;
}

static void cvode_close(Integrator *in)
{
    CVodeFree(&in->memory);
    sundials_close(&in->sundials);
}

const IntegratorDesc cvode_desc = {
    .name = "cvode",
    .summary = "variable-order BDF of SUNDIALS, for stiff and smooth systems",
    .order_min = 1,
    .order_max = 5,
    .stages = 1,
    .formulas = bdf_formulas,
    .n_formulas = N_BDF_FORMULAS,
    .is_implicit = true,
    .controls_step = true,
    .auto_use = AUTO_STIFF,
    .open = cvode_open,
    .restart = cvode_restart,
    .step = cvode_step,
    .interpolate = cvode_interpolate,
    .last_step = cvode_last_step,
    .counts = cvode_counts,
    .worst_state = cvode_worst_state,
    .close = cvode_close,
};
