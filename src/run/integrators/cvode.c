// Adapter to CVODE of SUNDIALS [HBG05]: variable-order BDF in one-step mode. Output points and
// events are the driver's business, on the Nordsieck interpolant.
#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "run/integrators/integrators.h"
#include "run/integrators/sundials_problem.h"
#include "run/integrators/tableaus.h"

struct Integrator {
    SundialsProblem sundials;
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

static double last_matrix(void *memory, double *scale)
{
    double z = 0;
    *scale = 1;
    return CVodeGetCurrentGamma(memory, &z) ? 0 : z;
}

static const SundialsCalls calls = {
    .steps = CVodeGetNumSteps,
    .evaluations = CVodeGetNumRhsEvals,
    .iterations = CVodeGetNumNonlinSolvIters,
    .failures = CVodeGetNumErrTestFails,
    .last_step = CVodeGetLastStep,
    .interpolate = CVodeGetDky,
    .errors = CVodeGetEstLocalErrors,
    .weights = CVodeGetErrWeights,
    .matrix = last_matrix,
};

static void cvode_close(Integrator *in)
{
    CVodeFree(&in->sundials.memory);
    sundials_close(&in->sundials);
}

static void close_owned(void *integrator)
{
    cvode_close(integrator);
}

static Integrator *cvode_open(Arena *out, const InitialValueProblem *problem)
{
    Integrator *in = ARENA_NEW(out, Integrator);
    arena_own(out, close_owned, in);
    sundials_open(&in->sundials, out, problem, &calls);
    in->sundials.memory = CVodeCreate(CV_BDF, in->sundials.context);
    if (!in->sundials.memory) memory_give_up(0);
    CVodeSetErrHandlerFn(in->sundials.memory, sundials_quiet, NULL);
    return in;
}

static bool configure(Integrator *in)
{
    SundialsProblem *s = &in->sundials;
    void *m = s->memory;
    return !CVodeWFtolerances(m, sundials_weights) && !CVodeSetUserData(m, in) &&
           !CVodeSetLinearSolver(m, s->solver, s->matrix) && !CVodeSetJacFn(m, jacobian) &&
           !CVodeSetMaxNumSteps(m, -1) && !CVodeSetMaxErrTestFails(m, 20) &&
           !CVodeSetMaxConvFails(m, 30) && !CVodeSetMaxStep(m, s->problem.max_step);
}

static StepOutcome cvode_restart(Integrator *in, double t, const double *x, double h)
{
    SundialsProblem *s = &in->sundials;
    sundials_move_to(s, t, x);
    bool ok = s->is_started ? !CVodeReInit(s->memory, t, s->x)
                            : !CVodeInit(s->memory, right_hand_side, t, s->x) && configure(in);
    if (!ok) return STEP_MODEL_FATAL;
    s->is_started = true;
    CVodeSetInitStep(s->memory, h);
    return STEP_DONE;
}

static StepOutcome cvode_step(Integrator *in, double limit, double *reached)
{
    SundialsProblem *s = &in->sundials;
    CVodeSetStopTime(s->memory, limit);
    int flag = CVode(s->memory, limit, s->x, &s->t, CV_ONE_STEP);
    *reached = s->t;
    if (flag >= 0) return sundials_step_done(s);
    if (s->is_fatal) return STEP_MODEL_FATAL;
    if (flag == CV_CONV_FAILURE || flag == CV_LSETUP_FAIL || flag == CV_REPTD_RHSFUNC_ERR ||
        flag == CV_FIRST_RHSFUNC_ERR)
        return STEP_NO_CONVERGENCE;
    return STEP_TOO_SMALL;
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
    .auto_use = AUTO_STIFF_AND_ROUGH,
    .open = cvode_open,
    .restart = cvode_restart,
    .step = cvode_step,
    .interpolate = sundials_interpolate,
    .last_step = sundials_last_step,
    .counts = sundials_counts,
    .worst_state = sundials_worst_state,
    .resolve = sundials_resolve,
    .local_error = sundials_local_error,
    .close = cvode_close,
};
