// Adapter to CVODE of SUNDIALS [HBG05]: variable-order BDF in one-step mode. Output points and
// events are the driver's business, on the Nordsieck interpolant.
#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "run/integrators/integrators.h"

struct Integrator {
    OdeProblem problem;
    SUNContext context;
    void *memory;
    N_Vector x, tolerances, view; // view: over a caller's array
    SUNMatrix matrix;
    SUNLinearSolver solver;
    double *jacobian;
    double t;
    bool is_started, is_fatal;
    IntegratorCounts before; // of runs before the last restart
};

static int right_hand_side(double t, N_Vector x, N_Vector dx, void *user)
{
    Integrator *in = user;
    ModelOutcome o = in->problem.derivatives(in->problem.client, t, NV_DATA_S(x), NV_DATA_S(dx));
    if (o == MODEL_FATAL) in->is_fatal = true;
    if (o != MODEL_OK) return o == MODEL_RETRY ? 1 : -1;
    for (int32_t i = 0; i < in->problem.n; i++)
        if (!isfinite(NV_Ith_S(dx, i))) return 1;
    return 0;
}

static int dense_jacobian(double t, N_Vector x, N_Vector dx, SUNMatrix j, void *user, N_Vector a,
                          N_Vector b, N_Vector c)
{
    Integrator *in = user;
    const OdeProblem *p = &in->problem;
    (void)a, (void)b, (void)c;
    ModelOutcome o = p->jacobian(p->client, t, NV_DATA_S(x), NV_DATA_S(dx), in->jacobian);
    if (o != MODEL_OK) return o == MODEL_RETRY ? 1 : -1;
    for (int32_t col = 0; col < p->n; col++)
        for (int32_t k = p->column_start[col]; k < p->column_start[col + 1]; k++)
            SM_ELEMENT_D(j, p->row_index[k], col) = in->jacobian[k];
    return 0;
}

static void no_messages(int code, const char *module, const char *function, char *text, void *user)
{
    (void)code, (void)module, (void)function, (void)text, (void)user; // outcomes tell it all
}

static Integrator *cvode_open(Arena *out, const OdeProblem *problem)
{
    Integrator *in = ARENA_NEW(out, Integrator);
    in->problem = *problem;
    if (SUNContext_Create(NULL, &in->context)) return NULL;
    in->x = N_VNew_Serial(problem->n, in->context);
    in->tolerances = N_VNew_Serial(problem->n, in->context);
    in->view = N_VMake_Serial(problem->n, NV_DATA_S(in->x), in->context);
    in->memory = CVodeCreate(CV_BDF, in->context);
    in->matrix = SUNDenseMatrix(problem->n, problem->n, in->context);
    in->solver = SUNLinSol_Dense(in->x, in->matrix, in->context);
    if (problem->jacobian)
        in->jacobian = ARENA_ARRAY(out, double, problem->column_start[problem->n] + 1);
    for (int32_t i = 0; i < problem->n; i++)
        NV_Ith_S(in->tolerances, i) = problem->tolerance * problem->nominal[i];
    return in;
}

static bool configure(Integrator *in)
{
    void *m = in->memory;
    return !CVodeSetErrHandlerFn(m, no_messages, NULL) &&
           !CVodeSVtolerances(m, in->problem.tolerance, in->tolerances) &&
           !CVodeSetUserData(m, in) && !CVodeSetLinearSolver(m, in->solver, in->matrix) &&
           !CVodeSetMaxNumSteps(m, -1) && !CVodeSetMaxErrTestFails(m, 20) &&
           !CVodeSetMaxConvFails(m, 30) &&
           (!in->problem.jacobian || !CVodeSetJacFn(m, dense_jacobian));
}

static IntegratorCounts cvode_counts(const Integrator *in)
{
    long steps = 0, rhs = 0, extra = 0, jac = 0, newton = 0, fails = 0;
    if (in->is_started) {
        CVodeGetNumSteps(in->memory, &steps);
        CVodeGetNumRhsEvals(in->memory, &rhs);
        CVodeGetNumLinRhsEvals(in->memory, &extra);
        CVodeGetNumJacEvals(in->memory, &jac);
        CVodeGetNumNonlinSolvIters(in->memory, &newton);
        CVodeGetNumErrTestFails(in->memory, &fails);
    }
    const IntegratorCounts *b = &in->before;
    return (IntegratorCounts){b->steps + steps, b->rejected + fails,
                              b->rhs_evaluations + rhs + extra, b->jacobian_evaluations + jac,
                              b->newton_iterations + newton};
}

static StepOutcome cvode_restart(Integrator *in, double t, const double *x, double h)
{
    in->before = cvode_counts(in); // the solver counts from its last start
    memcpy(NV_DATA_S(in->x), x, (size_t)in->problem.n * sizeof *x);
    in->t = t;
    bool ok = in->is_started ? !CVodeReInit(in->memory, t, in->x)
                             : !CVodeInit(in->memory, right_hand_side, t, in->x) && configure(in);
    if (!ok) return STEP_MODEL_FATAL;
    in->is_started = true;
    CVodeSetInitStep(in->memory, h);
    return STEP_DONE;
}

static StepOutcome cvode_step(Integrator *in, double limit, double *reached)
{
    CVodeSetStopTime(in->memory, limit);
    int flag = CVode(in->memory, limit, in->x, &in->t, CV_ONE_STEP);
    *reached = in->t;
    if (flag >= 0) return STEP_DONE;
    if (in->is_fatal) return STEP_MODEL_FATAL;
    if (flag == CV_CONV_FAILURE || flag == CV_LSETUP_FAIL || flag == CV_REPTD_RHSFUNC_ERR ||
        flag == CV_FIRST_RHSFUNC_ERR)
        return STEP_NO_CONVERGENCE;
    return STEP_TOO_SMALL;
}

static void cvode_interpolate(Integrator *in, double t, double *x)
{
    NV_DATA_S(in->view) = x;
    if (CVodeGetDky(in->memory, t, 0, in->view))
        memcpy(x, NV_DATA_S(in->x), (size_t)in->problem.n * sizeof *x);
}

static double cvode_last_step(const Integrator *in)
{
    double h = 0;
    CVodeGetLastStep(in->memory, &h);
    return h;
}

static int32_t cvode_worst_state(Integrator *in)
{
    N_Vector errors = N_VClone(in->x), weights = N_VClone(in->x);
    int32_t worst = -1;
    if (!CVodeGetEstLocalErrors(in->memory, errors) && !CVodeGetErrWeights(in->memory, weights)) {
        double largest = 0;
        for (int32_t i = 0; i < in->problem.n; i++) {
            double e = fabs(NV_Ith_S(errors, i) * NV_Ith_S(weights, i));
            if (!(e <= largest)) largest = e, worst = i;
        }
    }
    N_VDestroy(errors);
    N_VDestroy(weights);
    return worst;
}

static void cvode_close(Integrator *in)
{
    CVodeFree(&in->memory);
    SUNLinSolFree(in->solver);
    SUNMatDestroy(in->matrix);
    N_VDestroy(in->x);
    N_VDestroy(in->tolerances);
    N_VDestroy(in->view);
    SUNContext_Free(&in->context);
}

const IntegratorDesc cvode_desc = {
    .name = "cvode",
    .summary = "variable-order BDF of SUNDIALS, for stiff and smooth systems",
    .order_min = 1,
    .order_max = 5,
    .stages = 1,
    .is_implicit = true,
    .open = cvode_open,
    .restart = cvode_restart,
    .step = cvode_step,
    .interpolate = cvode_interpolate,
    .last_step = cvode_last_step,
    .counts = cvode_counts,
    .worst_state = cvode_worst_state,
    .close = cvode_close,
};
