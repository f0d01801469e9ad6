// `auto` against models written by hand in C on CVODE: the same tolerance, the same output points,
// kept in memory, derivatives and Jacobians as a careful programmer would write them, dense or
// banded matrices.
//
// Ratios are of best processor times, taken in turns so that other work meets both alike. The
// distance of the end values is given in tolerances: both must have solved the same problem.
#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <time.h>

#include "run/simulation.h"
#include "tarn/compile/pipeline.h"

enum { ROD = 1000, MASSES = 100, MOST = 1000, INTERVALS = 1000, ROUNDS = 5 };
static const double TOLERANCE = 1e-6, TARGET = 0.6;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

typedef struct Hand {
    const char *path; // of the same model in Modelica
    int n;
    double stop_time;
    CVRhsFn derivatives;
    CVLsJacFn jacobian;
    int band;                    // of the Jacobian, to each side; 0: dense
    double start[4], nominal[4]; // of the first states; then 0 and 1
    CVRootFn crossings;
    int n_crossings;
    bool is_open; // a valve
} Hand;

static int van_der_pol(double t, N_Vector x, N_Vector dx, void *user)
{
    const double *y = NV_DATA_S(x);
    double *dy = NV_DATA_S(dx);
    (void)t, (void)user;
    dy[0] = y[1];
    dy[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) * 1e6;
    return 0;
}

#define JACOBIAN(name)                                                                             \
    static int name(double t, N_Vector x, N_Vector dx, SUNMatrix j, void *user, N_Vector w1,       \
                    N_Vector w2, N_Vector w3)
#define UNUSED (void)t, (void)x, (void)dx, (void)user, (void)w1, (void)w2, (void)w3
#define D(i, k) SM_ELEMENT_D(j, i, k)
#define B(i, k) SM_ELEMENT_B(j, i, k)

JACOBIAN(van_der_pol_jacobian)
{
    const double *y = NV_DATA_S(x);
    UNUSED;
    D(0, 1) = 1;
    D(1, 0) = (-2 * y[0] * y[1] - 1) * 1e6;
    D(1, 1) = (1 - y[0] * y[0]) * 1e6;
    return 0;
}

static int robertson(double t, N_Vector x, N_Vector dx, void *user)
{
    const double *y = NV_DATA_S(x);
    double *dy = NV_DATA_S(dx);
    (void)t, (void)user;
    dy[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
    dy[2] = 3e7 * y[1] * y[1];
    dy[1] = -dy[0] - dy[2];
    return 0;
}

JACOBIAN(robertson_jacobian)
{
    const double *y = NV_DATA_S(x);
    UNUSED;
    D(0, 0) = -0.04;
    D(0, 1) = 1e4 * y[2];
    D(0, 2) = 1e4 * y[1];
    D(2, 1) = 6e7 * y[1];
    for (int k = 0; k < 3; k++) D(1, k) = -D(0, k) - D(2, k);
    return 0;
}

static int rod(double t, N_Vector x, N_Vector dx, void *user)
{
    static const double g = 1e-2 * ROD * ROD;
    const double *T = NV_DATA_S(x);
    double *dT = NV_DATA_S(dx);
    (void)user;
    dT[0] = g * (T[1] - 2 * T[0] + sin(t));
    for (int k = 1; k < ROD - 1; k++) dT[k] = g * (T[k + 1] - 2 * T[k] + T[k - 1]);
    dT[ROD - 1] = g * (T[ROD - 2] - T[ROD - 1]);
    return 0;
}

JACOBIAN(rod_jacobian)
{
    static const double g = 1e-2 * ROD * ROD;
    UNUSED;
    for (int k = 0; k < ROD; k++) {
        B(k, k) = k == ROD - 1 ? -g : -2 * g;
        if (k > 0) B(k, k - 1) = B(k - 1, k) = g;
    }
    return 0;
}

// ---- Ring modulator ----------------------------------------------------------------------------

static const double C = 1.6e-8, Cs = 2e-12, Cp = 1e-8, R = 25e3, Rp = 50, Lh = 4.45, Ls1 = 2e-3,
                    Ls2 = 5e-4, Rg1 = 36.3, Rg2 = 17.3, Ri = 50, Rc = 600, pi = 3.14159265358979,
                    gain = 40.67286402e-9, delta = 17.7493332;
// Voltages of the four diodes by those of the states 3 to 7, and the sign of the source.
static const double diode[4][6] = {
    {1, 0, -1, 0, -1, -1}, {0, -1, 0, 1, -1, -1}, {0, 1, 1, 0, 1, 1}, {-1, 0, 0, -1, 1, 1}};

static double voltage(const double *y, double source, int k)
{
    double u = diode[k][5] * source;
    for (int i = 0; i < 5; i++) u += diode[k][i] * y[2 + i];
    return u;
}

static int ring(double t, N_Vector x, N_Vector dx, void *user)
{
    const double *y = NV_DATA_S(x), u1 = 0.5 * sin(2000 * pi * t), u2 = 2 * sin(20000 * pi * t);
    double *d = NV_DATA_S(dx), q[4];
    (void)user;
    for (int k = 0; k < 4; k++) q[k] = gain * (exp(delta * voltage(y, u2, k)) - 1);
    d[0] = (y[7] - 0.5 * y[9] + 0.5 * y[10] + y[13] - y[0] / R) / C;
    d[1] = (y[8] - 0.5 * y[11] + 0.5 * y[12] + y[14] - y[1] / R) / C;
    d[2] = (y[9] - q[0] + q[3]) / Cs;
    d[3] = (-y[10] + q[1] - q[2]) / Cs;
    d[4] = (y[11] + q[0] - q[2]) / Cs;
    d[5] = (-y[12] - q[1] + q[3]) / Cs;
    d[6] = (-y[6] / Rp + q[0] + q[1] - q[2] - q[3]) / Cp;
    d[7] = -y[0] / Lh;
    d[8] = -y[1] / Lh;
    d[9] = (0.5 * y[0] - y[2] - Rg2 * y[9]) / Ls2;
    d[10] = (-0.5 * y[0] + y[3] - Rg2 * y[10]) / Ls2;
    d[11] = (0.5 * y[1] - y[4] - Rg2 * y[11]) / Ls2;
    d[12] = (-0.5 * y[1] + y[5] - Rg2 * y[12]) / Ls2;
    d[13] = (-y[0] + u1 - (Ri + Rg1) * y[13]) / Ls1;
    d[14] = (-y[1] - (Rc + Rg1) * y[14]) / Ls1;
    return 0;
}

JACOBIAN(ring_jacobian)
{
    const double *y = NV_DATA_S(x), u2 = 2 * sin(20000 * pi * t);
    // A diode takes its current from the nodes that its voltage counts.
    static const double into[4][5] = {
        {-1, 0, 1, 0, 1}, {0, 1, 0, -1, 1}, {0, -1, -1, 0, -1}, {1, 0, 0, 1, -1}};
    UNUSED;
    for (int k = 0; k < 2; k++) {
        D(k, k) = -1 / (R * C);
        D(k, 7 + k) = D(k, 13 + k) = 1 / C;
        D(k, 9 + 2 * k) = -0.5 / C;
        D(k, 10 + 2 * k) = 0.5 / C;
        D(7 + k, k) = -1 / Lh;
        D(9 + 2 * k, k) = 0.5 / Ls2;
        D(10 + 2 * k, k) = -0.5 / Ls2;
        D(13 + k, k) = -1 / Ls1;
        D(13 + k, 13 + k) = -((k ? Rc : Ri) + Rg1) / Ls1;
    }
    for (int k = 0; k < 4; k++) {
        double sign = k % 2 ? 1 : -1;
        D(2 + k, 9 + k) = -sign / Cs;
        D(9 + k, 2 + k) = sign / Ls2;
        D(9 + k, 9 + k) = -Rg2 / Ls2;
        double g = gain * delta * exp(delta * voltage(y, u2, k));
        for (int i = 0; i < 5; i++)
            for (int c = 0; c < 5; c++)
                D(2 + i, 2 + c) += into[k][i] * diode[k][c] * g / (i < 4 ? Cs : Cp);
    }
    D(6, 6) -= 1 / (Rp * Cp);
    return 0;
}

// ---- Masses: position and speed of each in turn, for a narrow band -----------------------------

static int masses(double t, N_Vector x, N_Vector dx, void *user)
{
    const double *y = NV_DATA_S(x), c = 100;
    double *dy = NV_DATA_S(dx);
    (void)user;
    for (int k = 0; k < MASSES; k++) {
        double here = y[2 * k], left = k ? y[2 * k - 2] : sin(t);
        double right = k < MASSES - 1 ? y[2 * k + 2] - here : 0;
        dy[2 * k] = y[2 * k + 1];
        dy[2 * k + 1] = c * (left - here + right);
    }
    return 0;
}

JACOBIAN(masses_jacobian)
{
    const double c = 100;
    UNUSED;
    for (int k = 0; k < MASSES; k++) {
        B(2 * k, 2 * k + 1) = 1;
        B(2 * k + 1, 2 * k) = k < MASSES - 1 ? -2 * c : -c;
        if (k) B(2 * k + 1, 2 * k - 2) = c;
        if (k < MASSES - 1) B(2 * k + 1, 2 * k + 2) = c;
    }
    return 0;
}

// ---- Tanks, with events ------------------------------------------------------------------------

static const double outlet = 0.02, wanted = 0.8, low = 0.5, high = 0.7;

static int tanks(double t, N_Vector x, N_Vector dx, void *user)
{
    const Hand *hand = user;
    const double *y = NV_DATA_S(x);
    double *dy = NV_DATA_S(dx);
    double q1 = outlet * sqrt(y[0] + 1e-3), q2 = outlet * sqrt(y[1] + 1e-3);
    double q3 = hand->is_open ? 3 * outlet * sqrt(y[2] + 1e-3) : 0;
    (void)t;
    dy[0] = 0.1 * (wanted - y[0]) + y[3] - q1;
    dy[1] = q1 - q2;
    dy[2] = q2 - q3;
    dy[3] = 0.02 * (wanted - y[0]);
    return 0;
}

JACOBIAN(tanks_jacobian)
{
    const Hand *hand = user;
    const double *y = NV_DATA_S(x);
    UNUSED;
    double g[3];
    for (int k = 0; k < 3; k++) g[k] = outlet / (2 * sqrt(y[k] + 1e-3));
    D(0, 0) = -0.1 - g[0];
    D(0, 3) = 1;
    D(1, 0) = g[0];
    D(1, 1) = -g[1];
    D(2, 1) = g[1];
    D(2, 2) = hand->is_open ? -3 * g[2] : 0;
    D(3, 0) = -0.02;
    return 0;
}

static int levels(double t, N_Vector x, double *g, void *user)
{
    (void)t, (void)user;
    g[0] = NV_Ith_S(x, 2) - high;
    g[1] = NV_Ith_S(x, 2) - low;
    return 0;
}

// ---- Running -----------------------------------------------------------------------------------

// One step at a time, output points on the interpolant; behind a crossing the solver begins anew.
static void follow(void *memory, Hand *hand, N_Vector x, double *rows)
{
    double t = 0, at = 0;
    int next = 1;
    N_Vector row = N_VClone(x);
    CVodeSetStopTime(memory, hand->stop_time);
    while (t < hand->stop_time) {
        int outcome = CVode(memory, hand->stop_time, x, &t, CV_ONE_STEP);
        if (outcome < 0) abort();
        for (; next <= INTERVALS && (at = hand->stop_time * next / INTERVALS) <= t; next++) {
            CVodeGetDky(memory, at, 0, row);
            memcpy(rows + (size_t)(next - 1) * (size_t)hand->n, NV_DATA_S(row),
                   (size_t)hand->n * sizeof *rows);
        }
        if (outcome != CV_ROOT_RETURN) continue;
        hand->is_open = NV_Ith_S(x, 2) > (low + high) / 2;
        CVodeReInit(memory, t, x);
    }
    N_VDestroy(row);
}

static double time_by_hand(Hand *hand, double *rows, double *end)
{
    SUNContext context;
    if (SUNContext_Create(NULL, &context)) abort();
    N_Vector x = N_VNew_Serial(hand->n, context), absolute = N_VClone(x);
    hand->is_open = false;
    for (int k = 0; k < hand->n; k++) {
        NV_Ith_S(x, k) = k < 4 ? hand->start[k] : 0;
        NV_Ith_S(absolute, k) = TOLERANCE * (k < 4 && hand->nominal[k] > 0 ? hand->nominal[k] : 1);
    }
    double begin = now();
    void *memory = CVodeCreate(CV_BDF, context);
    SUNMatrix matrix = hand->band ? SUNBandMatrix(hand->n, hand->band, hand->band, context)
                                  : SUNDenseMatrix(hand->n, hand->n, context);
    SUNLinearSolver solver =
        hand->band ? SUNLinSol_Band(x, matrix, context) : SUNLinSol_Dense(x, matrix, context);
    CVodeInit(memory, hand->derivatives, 0, x);
    CVodeSVtolerances(memory, TOLERANCE, absolute);
    CVodeSetUserData(memory, hand);
    CVodeSetLinearSolver(memory, solver, matrix);
    CVodeSetJacFn(memory, hand->jacobian);
    CVodeSetMaxNumSteps(memory, -1);
    if (hand->n_crossings) CVodeRootInit(memory, hand->n_crossings, hand->crossings);
    follow(memory, hand, x, rows);
    double seconds = now() - begin;
    memcpy(end, NV_DATA_S(x), (size_t)hand->n * sizeof *end);
    CVodeFree(&memory);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(x);
    N_VDestroy(absolute);
    SUNContext_Free(&context);
    return seconds;
}

typedef struct Ours {
    double seconds, first; // the end value of the first state
    int64_t steps;
    char method[32];
} Ours;

static Ours time_by_us(Pipeline *p, const Hand *hand)
{
    Arena *arena = arena_open("run");
    Model *model;
    SimulationOptions options = {
        .stop_time = hand->stop_time, .tolerance = TOLERANCE, .intervals = INTERVALS, .step = NAN};
    if (!pipeline_engine(p, arena, &model)) abort();
    Simulation *run = simulation_open(arena, model, &options, p->session->diag);
    if (!run || simulation_initialize(run) != RUN_DONE) abort();
    const ResultWish all = {.has_hidden = true};
    const char *why = NULL;
    const ResultChoice *choice = result_choose(arena, model, &all, &why);
    const ResultTable *table = result_table_of_model(arena, model, choice);
    ResultWriter *rows = result_writer_open_memory(arena, table);
    result_writer_expect(rows, INTERVALS + 1);
    double begin = now();
    if (simulation_run(run, rows) != RUN_DONE) abort();
    Ours ours = {.seconds = now() - begin,
                 .first = simulation_states(run)[0],
                 .steps = simulation_counts(run)->steps};
    snprintf(ours.method, sizeof ours.method, "%s", simulation_method(run));
    result_writer_close(rows);
    simulation_close(run);
    model->close(model->self);
    arena_close(arena);
    return ours;
}

static void compare(Hand *hand)
{
    Session *s = session_open();
    CompileOptions options;
    compile_options_defaults(&options);
    Pipeline p = {.session = s, .options = &options};
    if (pipeline_run(&p, hand->path, STAGE_PROGRAM) != PIPELINE_DONE) abort();
    double *rows = calloc((size_t)INTERVALS * (size_t)hand->n, sizeof *rows), end[MOST];
    double by_hand = INFINITY;
    Ours best = {.seconds = INFINITY};
    for (int k = 0; k < ROUNDS; k++) {
        by_hand = fmin(by_hand, time_by_hand(hand, rows, end));
        Ours ours = time_by_us(&p, hand);
        if (ours.seconds < best.seconds) best = ours;
    }
    double off = fabs(best.first - end[0]) / (TOLERANCE * (1 + fabs(end[0])));
    printf("%-30s by hand %8.2f ms, by us %8.2f ms (%s, %d steps), ratio %.2f (target %.1f); first "
           "state: %.2g tolerances apart\n",
           hand->path, 1e3 * by_hand, 1e3 * best.seconds, best.method, (int)best.steps,
           best.seconds / by_hand, TARGET, off);
    free(rows);
    pipeline_close(&p);
    session_close(s);
}

int main(void)
{
    Hand hands[] = {
        {"bench/ivp/van_der_pol.mo", 2, 2, van_der_pol, van_der_pol_jacobian, 0, .start = {2}},
        {"bench/ivp/robertson.mo", 3, 1e11, robertson, robertson_jacobian, .start = {1},
         .nominal = {1e-6, 1e-11, 1}},
        {"bench/models/rod.mo", ROD, 10, rod, rod_jacobian, .band = 1},
        {"bench/ivp/ring_modulator.mo", 15, 1e-3, ring, ring_jacobian, .band = 0},
        {"bench/models/masses.mo", 2 * MASSES, 10, masses, masses_jacobian, .band = 3},
        {"bench/models/tanks.mo", 4, 1000, tanks, tanks_jacobian, .start = {0.1, 0.1, 0.1},
         .crossings = levels, .n_crossings = 2},
    };
    for (size_t k = 0; k < sizeof hands / sizeof *hands; k++) compare(&hands[k]);
    return 0;
}
