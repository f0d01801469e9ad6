// Integration: a ladder of resistors and capacitors and a heat rod, compiled by us, against the
// same equations written by hand in C, on the same solver (CVODE with KLU) with the same
// tolerances of a step and output points: both take the same steps, and the end values agree to
// the last bit or nearly so. The hand-written models bring their Jacobian along.
//
// Ratios are of best processor times, taken in turns so that other work meets both alike.
#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <time.h>

#include "tarn/pipeline.h"
#include "run/simulation.h"

enum { N = 1000, INTERVALS = 500, ROUNDS = 7 };
static const double TOLERANCE = 1e-6;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// ---- By hand -------------------------------------------------------------------------------

typedef struct Hand {
    const char *path; // of the same model in Modelica
    double stop_time;
    int (*derivatives)(double t, N_Vector x, N_Vector dx, void *user);
    double lower, middle, upper, last; // bands of the Jacobian; the last diagonal entry
    double *currents;
} Hand;

static int ladder(double t, N_Vector x, N_Vector dx, void *user)
{
    static const double R = 1, C = 1e-3;
    const Hand *hand = user;
    const double *u = NV_DATA_S(x);
    double *du = NV_DATA_S(dx), *i = hand->currents;
    i[0] = (sin(6.283185307179586 * t) - u[0]) / R;
    for (int k = 1; k < N; k++) i[k] = (u[k - 1] - u[k]) / R;
    for (int k = 0; k < N - 1; k++) du[k] = (i[k] - i[k + 1]) / C;
    du[N - 1] = i[N - 1] / C;
    return 0;
}

static int rod(double t, N_Vector x, N_Vector dx, void *user)
{
    static const double a = 1e-2, h = 1.0 / N;
    const double *T = NV_DATA_S(x);
    double *dT = NV_DATA_S(dx);
    (void)user;
    dT[0] = a * (T[1] - 2 * T[0] + sin(t)) / (h * h);
    for (int k = 1; k < N - 1; k++) dT[k] = a * (T[k + 1] - 2 * T[k] + T[k - 1]) / (h * h);
    dT[N - 1] = a * (T[N - 2] - T[N - 1]) / (h * h);
    return 0;
}

static int jacobian(double t, N_Vector x, N_Vector dx, SUNMatrix j, void *user, N_Vector a,
                    N_Vector b, N_Vector c)
{
    const Hand *hand = user;
    sunindextype *start = SUNSparseMatrix_IndexPointers(j), *rows = SUNSparseMatrix_IndexValues(j);
    double *values = SUNSparseMatrix_Data(j);
    sunindextype at = 0;
    (void)t, (void)x, (void)dx, (void)a, (void)b, (void)c;
    for (int column = 0; column < N; column++) {
        start[column] = at;
        if (column > 0) rows[at] = column - 1, values[at++] = hand->upper;
        rows[at] = column, values[at++] = column == N - 1 ? hand->last : hand->middle;
        if (column < N - 1) rows[at] = column + 1, values[at++] = hand->lower;
    }
    start[N] = at;
    return 0;
}

// One step at a time, with the output points on the interpolant, as the driver does it. A result
// holds the currents and derivatives, too: they are computed at the output points.
static void follow(void *memory, Hand *hand, N_Vector x, N_Vector row, N_Vector rates, double *sum)
{
    double t = 0;
    int next = 1;
    CVodeSetStopTime(memory, hand->stop_time);
    while (t < hand->stop_time) {
        if (CVode(memory, hand->stop_time, x, &t, CV_ONE_STEP) < 0) abort();
        for (; next <= INTERVALS && hand->stop_time * next / INTERVALS <= t; next++) {
            double at = hand->stop_time * next / INTERVALS;
            CVodeGetDky(memory, at, 0, row);
            hand->derivatives(at, row, rates, hand);
            *sum += NV_Ith_S(row, N / 2) + NV_Ith_S(rates, N / 2);
        }
    }
}

static double time_by_hand(Hand *hand, double *end)
{
    SUNContext context;
    if (SUNContext_Create(NULL, &context)) abort();
    N_Vector x = N_VNew_Serial(N, context), row = N_VClone(x), rates = N_VClone(x);
    N_VConst(0, x);
    double begin = now(), sum = 0, tolerance = simulation_step_tolerance(TOLERANCE);
    void *memory = CVodeCreate(CV_BDF, context);
    SUNMatrix matrix = SUNSparseMatrix(N, N, 3 * N, CSC_MAT, context);
    SUNLinearSolver solver = SUNLinSol_KLU(x, matrix, context);
    CVodeInit(memory, hand->derivatives, 0, x);
    CVodeSStolerances(memory, tolerance, tolerance);
    CVodeSetUserData(memory, hand);
    CVodeSetLinearSolver(memory, solver, matrix);
    CVodeSetJacFn(memory, jacobian);
    CVodeSetMaxNumSteps(memory, -1);
    follow(memory, hand, x, row, rates, &sum);
    double seconds = now() - begin;
    *end = NV_Ith_S(x, 0);
    CVodeFree(&memory);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(x);
    N_VDestroy(row);
    N_VDestroy(rates);
    SUNContext_Free(&context);
    return seconds;
}

// ---- By us ---------------------------------------------------------------------------------

static double time_by_us(Pipeline *p, double stop_time, double *end, int64_t *steps)
{
    Arena *arena = arena_open("run");
    Model *model;
    SimulationOptions options = {.stop_time = stop_time,
                                 .tolerance = TOLERANCE,
                                 .intervals = INTERVALS,
                                 .step = NAN,
                                 .method = "cvode"};
    if (!pipeline_engine(p, arena, &model)) abort();
    Simulation *run = simulation_open(arena, model, &options, p->session->diag);
    if (!run || simulation_initialize(run) != RUN_DONE) abort();
    double begin = now();
    if (simulation_run(run, NULL) != RUN_DONE) abort();
    double seconds = now() - begin;
    *end = model->v[model->states[0].slot];
    *steps = simulation_counts(run)->steps;
    simulation_close(run);
    model->close(model->self);
    arena_close(arena);
    return seconds;
}

static void compare(Hand *hand)
{
    Session *s = session_open();
    CompileOptions options;
    compile_options_defaults(&options);
    Pipeline p = {.session = s, .options = &options};
    if (pipeline_run(&p, hand->path, STAGE_PROGRAM) != PIPELINE_DONE) abort();
    hand->currents = calloc(N, sizeof *hand->currents);
    double by_hand = INFINITY, by_us = INFINITY, end_by_hand = 0, end_by_us = 0;
    int64_t steps = 0;
    for (int k = 0; k < ROUNDS; k++) {
        by_hand = fmin(by_hand, time_by_hand(hand, &end_by_hand));
        by_us = fmin(by_us, time_by_us(&p, hand->stop_time, &end_by_us, &steps));
    }
    printf("%-24s %4d states, %3d steps: by hand %.2f ms, by us %.2f ms, ratio %.2f "
           "(target 1.2); end values differ by %.1e\n",
           hand->path, N, (int)steps, 1e3 * by_hand, 1e3 * by_us, by_us / by_hand,
           fabs(end_by_hand - end_by_us));
    free(hand->currents);
    pipeline_close(&p);
    session_close(s);
}

int main(void)
{
    double g = 1e-2 * N * N;
    Hand hands[] = {{.path = "bench/models/ladder.mo",
                     .stop_time = 1,
                     .derivatives = ladder,
                     .lower = 1e3,
                     .middle = -2e3,
                     .upper = 1e3,
                     .last = -1e3},
                    {.path = "bench/models/rod.mo",
                     .stop_time = 10,
                     .derivatives = rod,
                     .lower = g,
                     .middle = -2 * g,
                     .upper = g,
                     .last = -g}};
    for (size_t k = 0; k < sizeof hands / sizeof *hands; k++) compare(&hands[k]);
    return 0;
}
