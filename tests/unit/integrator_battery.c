// The battery that every row of the integrator table runs: order of convergence, dense output,
// stiff decay, index-1 DAE, restart, steps that end at the limit, sparse and dense linear algebra.
// References are closed solutions. Events at a known time are in runtime.c.
#include <math.h>
#include <string.h>

#include "run/integrators/integrator.h"
#include "unit/unit.h"

// ---- Problems -------------------------------------------------------------------------------

#define TEN_ONES 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
static const double ones[120] = {TEN_ONES, TEN_ONES, TEN_ONES, TEN_ONES, TEN_ONES, TEN_ONES,
                                 TEN_ONES, TEN_ONES, TEN_ONES, TEN_ONES, TEN_ONES, TEN_ONES};

// x1' = x2 x3, x2' = -x1 x3, x3' = -x3^2 / 2 from (0, 1, 2): x3 = 2/(1 + t), and (x1, x2) turn by
// the angle 2 log(1 + t). Not linear, so that the order conditions of trees count.
static ModelOutcome spiral(void *client, double t, const double *x, double *dx)
{
    (void)client, (void)t;
    dx[0] = x[1] * x[2];
    dx[1] = -x[0] * x[2];
    dx[2] = -x[2] * x[2] / 2;
    return MODEL_OK;
}
static const double spiral_start[] = {0, 1, 2};

static double spiral_error(double t, const double *x)
{
    double angle = 2 * log(1 + t);
    return fabs(x[0] - sin(angle)) + fabs(x[1] - cos(angle)) + fabs(x[2] - 2 / (1 + t));
}

// The same with the rate as an algebraic unknown: 0 = x3 + x3^3 - z - z^3, so z = x3. Index 1.
static ModelOutcome spiral_loop(void *client, double t, const double *x, double *dx)
{
    (void)client, (void)t;
    double z = x[3];
    dx[0] = x[1] * z;
    dx[1] = -x[0] * z;
    dx[2] = -z * z / 2;
    dx[3] = x[2] + x[2] * x[2] * x[2] - z - z * z * z;
    return MODEL_OK;
}
static const double spiral_loop_start[] = {0, 1, 2, 2};

// Prothero and Robinson: x' = -rate (x - cos t) - sin t with x = cos t, and a fast component
// that begins away from it.
static ModelOutcome stiff(void *client, double t, const double *x, double *dx)
{
    double rate = *(const double *)client;
    dx[0] = -rate * (x[0] - cos(t)) - sin(t);
    return MODEL_OK;
}

// Heat on a rod of n points with ends at 0: the mode sin(pi j / (n + 1)) decays with a rate that
// is known for the discrete rod, too.
enum { ROD = 60 };
static ModelOutcome rod(void *client, double t, const double *x, double *dx)
{
    (void)client, (void)t;
    double scale = (ROD + 1.0) * (ROD + 1.0) / 100;
    for (int i = 0; i < ROD; i++) {
        double left = i ? x[i - 1] : 0, right = i + 1 < ROD ? x[i + 1] : 0;
        dx[i] = scale * (left - 2 * x[i] + right);
    }
    return MODEL_OK;
}
// In DAE form: the flows are unknowns of their own, x' = q and 0 = scale (..) - q.
static ModelOutcome rod_flows(void *client, double t, const double *x, double *dx)
{
    rod(client, t, x, dx + ROD);
    for (int i = 0; i < ROD; i++) {
        dx[i] = x[ROD + i];
        dx[ROD + i] -= x[ROD + i];
    }
    return MODEL_OK;
}
static int32_t flows_start[2 * ROD + 1], flows_rows[5 * ROD];

static int32_t rod_start[ROD + 1], rod_rows[3 * ROD];
static void rod_pattern(void)
{
    int32_t at = 0;
    for (int j = 0; j < ROD; j++) {
        rod_start[j] = at;
        for (int i = j - 1; i <= j + 1; i++)
            if (i >= 0 && i < ROD) rod_rows[at++] = i;
    }
    rod_start[ROD] = at;
    for (int j = 0; j < ROD; j++) { // columns of x as before, in the rows of the flows
        flows_start[j] = rod_start[j];
        for (int k = rod_start[j]; k < rod_start[j + 1]; k++) flows_rows[k] = ROD + rod_rows[k];
    }
    for (int j = ROD; j < 2 * ROD; j++) {
        flows_start[j] = at;
        flows_rows[at++] = j - ROD;
        flows_rows[at++] = j;
    }
    flows_start[2 * ROD] = at;
}
static ModelOutcome rod_jacobian(void *client, double t, const double *x, const double *dx,
                                 double *values)
{
    (void)client, (void)t, (void)x, (void)dx;
    double scale = (ROD + 1.0) * (ROD + 1.0) / 100;
    for (int j = 0; j < ROD; j++)
        for (int k = rod_start[j]; k < rod_start[j + 1]; k++)
            values[k] = rod_rows[k] == j ? -2 * scale : scale;
    return MODEL_OK;
}

// ---- Running --------------------------------------------------------------------------------

typedef struct Ride {
    StepOutcome outcome;
    double worst_between; // largest error of the dense output, from `from` on
    IntegratorCounts counts;
    double x[2 * ROD];
} Ride;

static Ride ride(Arena *a, const IntegratorDesc *d, const InitialValueProblem *p,
                 const double *start, double stop, double from)
{
    Ride r = {0};
    double t = 0, x[2 * ROD];
    bool spirals = p->derivatives == spiral || p->derivatives == spiral_loop;
    Integrator *in = d->open(a, p);
    r.outcome = d->restart(in, 0, start, 0);
    while (r.outcome == STEP_DONE && t < stop) {
        double before = t;
        r.outcome = d->step(in, stop, &t);
        for (int k = 1; k <= 8 && spirals; k++) {
            double at = before + (t - before) * k / 8;
            d->interpolate(in, at, x);
            if (at >= from) r.worst_between = fmax(r.worst_between, spiral_error(at, x));
        }
    }
    d->interpolate(in, t, r.x);
    r.counts = d->counts(in);
    d->close(in);
    return r;
}

static InitialValueProblem spiral_problem(double tolerance, double step)
{
    return (InitialValueProblem){
        .n = 3, .derivatives = spiral, .nominal = ones, .tolerance = tolerance, .fixed_step = step};
}

// ---- The battery ----------------------------------------------------------------------------

// Halving a fixed step divides the error by 2^order, at the end and between the points. BDF
// builds its order up from 1, which limits it to 2 at fixed step [CK06, 8.2].
static void order_at_fixed_step(Unit *u)
{
    for (int i = 0; i < n_integrators; i++) {
        const IntegratorDesc *d = integrators[i];
        if (!d->takes_fixed_step) continue;
        int order = d->order_min < d->order_max ? 2 : d->order_max;
        double h = 2.0 / (order < 3 ? 400 : order < 8 ? 64 : 8), error[2], between[2];
        for (int k = 0; k < 2; k++) {
            InitialValueProblem p = spiral_problem(1e-13, k ? h / 2 : h);
            Ride r = ride(u->arena, d, &p, spiral_start, 2, 0.5);
            CHECK_INT(u, r.outcome, STEP_DONE);
            error[k] = spiral_error(2, r.x);
            between[k] = r.worst_between;
        }
        double measured = log2(error[0] / error[1]), dense = log2(between[0] / between[1]);
        if (!(measured > order - 0.3))
            text_printf(&u->failures, "%s: order %g, errors %g %g\n", d->name, measured, error[0],
                        error[1]);
        // The dense output of Dormand and Prince is of order 4, that of their order 8 of order 7.
        double least = (d->is_implicit ? order : order < 8 ? fmin(order, 4) : 7) - 0.4;
        if (!(dense > least))
            text_printf(&u->failures, "%s: dense output of order %g, errors %g %g\n", d->name,
                        dense, between[0], between[1]);
    }
}

// In DAE form with an algebraic unknown the order is the same, for the algebraic unknown, too; with
// error control the result is as good as the tolerance. A first step of 1e-9 tells whether the
// matrices stay regular when the step shrinks [CK06, (8.79)].
static void index_1(Unit *u)
{
    for (int i = 0; i < n_integrators; i++) {
        const IntegratorDesc *d = integrators[i];
        if (!d->solves_dae) continue;
        int order = d->order_min < d->order_max ? 2 : d->order_max;
        double h = 2.0 / (order < 3 ? 400 : 64), error[2], between[2];
        InitialValueProblem p = {.n = 4,
                                 .n_algebraic = 1,
                                 .derivatives = spiral_loop,
                                 .nominal = ones,
                                 .tolerance = 1e-13};
        for (int k = 0; d->takes_fixed_step && k < 2; k++) {
            p.fixed_step = k ? h / 2 : h;
            Ride r = ride(u->arena, d, &p, spiral_loop_start, 2, 0.5);
            CHECK_INT(u, r.outcome, STEP_DONE);
            error[k] = spiral_error(2, r.x) + fabs(r.x[3] - 2 / 3.);
            between[k] = r.worst_between;
        }
        if (d->takes_fixed_step && !(log2(error[0] / error[1]) > order - 0.3))
            text_printf(&u->failures, "%s: errors %g %g\n", d->name, error[0], error[1]);
        if (d->takes_fixed_step && !(log2(between[0] / between[1]) > order - 0.4))
            text_printf(&u->failures, "%s: dense output errors %g %g\n", d->name, between[0],
                        between[1]);
        p.fixed_step = NAN;
        p.tolerance = 1e-7;
        Ride r = ride(u->arena, d, &p, spiral_loop_start, 2, 0);
        double off = r.worst_between + fabs(r.x[3] - 2 / 3.), q = d->order_max;
        if (r.outcome != STEP_DONE || !(off < 300 * pow(1e-7, fmin(q / (q + 1), 0.9))))
            text_printf(&u->failures, "%s: off by %g\n", d->name, off);
        if (!d->takes_fixed_step) continue;
        p.fixed_step = 1e-9;
        r = ride(u->arena, d, &p, spiral_loop_start, 1e-8, 0);
        off = r.worst_between + fabs(r.x[3] - 2 / (1 + 1e-8));
        if (r.outcome != STEP_DONE || !(off < 1e-14 || (d->order_max == 1 && off < 1e-13)))
            text_printf(&u->failures, "%s: off by %g with small steps\n", d->name, off);
    }
}

// A tolerance a thousand times smaller makes the error at least thirty times smaller, and the
// error is never far above the tolerance (the error per unit step for low orders).
static void error_follows_the_tolerance(Unit *u)
{
    for (int i = 0; i < n_integrators; i++) {
        const IntegratorDesc *d = integrators[i];
        if (!d->controls_step) continue;
        double error[2], q = d->order_max;
        for (int k = 0; k < 2; k++) {
            InitialValueProblem p = spiral_problem(k ? 1e-8 : 1e-5, NAN);
            Ride r = ride(u->arena, d, &p, spiral_start, 2, 0);
            CHECK_INT(u, r.outcome, STEP_DONE);
            error[k] = r.worst_between;
            double allowed = 300 * pow(p.tolerance, fmin(q / (q + 1), 0.9));
            if (!(error[k] < allowed))
                text_printf(&u->failures, "%s: error %g at tolerance %g\n", d->name, error[k],
                            p.tolerance);
        }
        if (!(error[1] < error[0] / 30))
            text_printf(&u->failures, "%s: errors %g %g\n", d->name, error[0], error[1]);
    }
}

// Methods without strong damping: a rate of 1e3 is followed until the start is forgotten, by
// explicit ones with steps inside their domain, by A-stable ones and Adams-Moulton under error
// control.
static void mild_decay(Unit *u, const IntegratorDesc *d)
{
    static const double rate = 1e3;
    InitialValueProblem p = {.client = (void *)&rate,
                             .n = 1,
                             .derivatives = stiff,
                             .nominal = ones,
                             .tolerance = 1e-5,
                             .fixed_step = d->controls_step ? NAN : 1e-3};
    double start = 2;
    Ride r = ride(u->arena, d, &p, &start, 2, 0);
    CHECK_INT(u, r.outcome, STEP_DONE);
    if (!(fabs(r.x[0] - cos(2)) < 1e-4))
        text_printf(&u->failures, "%s: mild decay off by %g\n", d->name, r.x[0] - cos(2));
}

// Stiff decay: implicit methods with error control go over a rate of 1e6 with few steps, and
// come down to the slow solution from a start away from it.
static void stiff_decay(Unit *u)
{
    for (int i = 0; i < n_integrators; i++) {
        const IntegratorDesc *d = integrators[i];
        if (!d->is_l_stable && d->order_min == d->order_max) {
            mild_decay(u, d);
            continue;
        }
        static const double rate = 1e6;
        InitialValueProblem p = {.client = (void *)&rate,
                                 .n = 1,
                                 .derivatives = stiff,
                                 .nominal = ones,
                                 .tolerance = 1e-5,
                                 .fixed_step = NAN};
        double start = 2;
        Ride r = ride(u->arena, d, &p, &start, 2, 0);
        CHECK_INT(u, r.outcome, STEP_DONE);
        if (!(fabs(r.x[0] - cos(2)) < 1e-4) || r.counts.steps > (d->order_max > 1 ? 250 : 2000))
            text_printf(&u->failures, "%s: off by %g after %lld steps\n", d->name, r.x[0] - cos(2),
                        (long long)r.counts.steps);
        if (!d->is_l_stable || !d->takes_fixed_step) continue;
        // With a fixed step the start is damped at once.
        p.fixed_step = 0.1;
        r = ride(u->arena, d, &p, &start, 2, 0);
        CHECK_INT(u, r.outcome, STEP_DONE);
        if (!(fabs(r.x[0] - cos(2)) < 1e-3))
            text_printf(&u->failures, "%s: fixed step off by %g\n", d->name, r.x[0] - cos(2));
    }
}

// A restart in the middle, from the interpolated point, loses nothing; no step passes a limit.
static void restart_and_limit(Unit *u)
{
    for (int i = 0; i < n_integrators; i++) {
        const IntegratorDesc *d = integrators[i];
        InitialValueProblem p = spiral_problem(1e-7, d->controls_step ? NAN : 1e-3);
        Integrator *in = d->open(u->arena, &p);
        double t = 0, x[3];
        CHECK_INT(u, d->restart(in, 0, spiral_start, 0), STEP_DONE);
        StepOutcome s = STEP_DONE;
        while (s == STEP_DONE && t < 0.7) s = d->step(in, 0.7, &t);
        CHECK_INT(u, s, STEP_DONE);
        CHECK_TRUE(u, t == 0.7);
        double back = t - d->last_step(in) / 3;
        d->interpolate(in, back, x);
        CHECK_INT(u, d->restart(in, back, x, 0), STEP_DONE);
        d->interpolate(in, back, x); // before the first step: the point itself
        t = back;
        while (s == STEP_DONE && t < 1.5) s = d->step(in, 1.5, &t);
        CHECK_INT(u, s, STEP_DONE);
        d->interpolate(in, t, x);
        double q = d->order_max, allowed = d->controls_step
                                               ? 300 * pow(1e-7, fmin(q / (q + 1), 0.9))
                                               : 10 * pow(1e-3, q) + 1e-9;
        double off = spiral_error(1.5, x);
        if (!(off < allowed)) text_printf(&u->failures, "%s: off by %g\n", d->name, off);
        d->close(in);
    }
}

// Behind an event the first step is a guess. However long it was, what is left of it after
// rejections is as accurate as any other.
static void first_step_of_a_wrong_size(Unit *u)
{
    for (int i = 0; i < n_integrators; i++) {
        const IntegratorDesc *d = integrators[i];
        if (!d->controls_step) continue;
        InitialValueProblem p = spiral_problem(1e-6, NAN);
        Integrator *in = d->open(u->arena, &p);
        double t = 0, x[3];
        CHECK_INT(u, d->restart(in, 0, spiral_start, 1e4), STEP_DONE);
        CHECK_INT(u, d->step(in, 1e5, &t), STEP_DONE);
        d->interpolate(in, t, x);
        double off = spiral_error(t, x);
        if (!(off < 5e-5)) text_printf(&u->failures, "%s: off by %g at %g\n", d->name, off, t);
        d->close(in);
    }
}

// What a method says about the slope of its dense output is what differences of that say, in the
// first step, where it knows fewer points, and in all others.
static void slopes_of_the_dense_output(Unit *u)
{
    CHECK_TRUE(u, integrator_of_name("radau5")->slope != NULL);
    for (int i = 0; i < n_integrators; i++) {
        const IntegratorDesc *d = integrators[i];
        if (!d->slope || !d->controls_step) continue;
        InitialValueProblem p = spiral_problem(1e-6, NAN);
        Integrator *in = d->open(u->arena, &p);
        double t = 0, worst = 0, slope[3], ahead[3], before[3];
        CHECK_INT(u, d->restart(in, 0, spiral_start, 0), STEP_DONE);
        for (StepOutcome s = STEP_DONE; s == STEP_DONE && t < 2;) {
            s = d->step(in, 2, &t);
            double h = d->last_step(in), by = 1e-4 * h;
            for (int k = 1; k < 8; k++) {
                double at = t - h * k / 8;
                d->slope(in, at, slope);
                d->interpolate(in, at + by, ahead);
                d->interpolate(in, at - by, before);
                for (int j = 0; j < 3; j++)
                    worst = fmax(worst, fabs(slope[j] - (ahead[j] - before[j]) / (2 * by)));
            }
        }
        if (!(worst < 1e-5)) text_printf(&u->failures, "%s: slopes off by %g\n", d->name, worst);
        d->close(in);
    }
}

static void flows_agree(Unit *u, const IntegratorDesc *d, const double *mode, double rate)
{
    double start[2 * ROD];
    for (int j = 0; j < 2 * ROD; j++) start[j] = j < ROD ? mode[j] : -rate * mode[j - ROD];
    for (int variant = 0; variant < 2; variant++) {
        InitialValueProblem p = {.n = 2 * ROD,
                                 .n_algebraic = ROD,
                                 .derivatives = rod_flows,
                                 .nominal = ones,
                                 .tolerance = 1e-6,
                                 .fixed_step = NAN};
        if (variant) p.column_start = flows_start, p.row_index = flows_rows, p.is_sparse = true;
        Ride r = ride(u->arena, d, &p, start, 5, 0);
        double off = r.outcome == STEP_DONE ? 0 : INFINITY;
        for (int j = 0; j < 2 * ROD; j++) off = fmax(off, fabs(r.x[j] - start[j] * exp(-rate * 5)));
        if (!(off < (d->order_max > 1 ? 1e-4 : 2e-3)))
            text_printf(&u->failures, "%s, flows %d: off by %g\n", d->name, variant, off);
    }
}

// The same rod with a full and with a sparse matrix, with differences and with the derivatives.
static void sparse_and_dense_agree(Unit *u)
{
    rod_pattern();
    double start[ROD];
    for (int j = 0; j < ROD; j++) start[j] = sin(M_PI * (j + 1) / (ROD + 1));
    double half = sin(M_PI / 2 / (ROD + 1)),
           rate = 4 * half * half * (ROD + 1.0) * (ROD + 1.0) / 100;
    for (int i = 0; i < n_integrators; i++) {
        const IntegratorDesc *d = integrators[i];
        if (!d->is_implicit) continue;
        for (int variant = 0; variant < 3; variant++) {
            InitialValueProblem p = {.n = ROD,
                                     .derivatives = rod,
                                     .nominal = ones,
                                     .tolerance = 1e-6,
                                     .fixed_step = NAN};
            if (variant > 0) p.column_start = rod_start, p.row_index = rod_rows, p.is_sparse = true;
            if (variant > 1) p.jacobian = rod_jacobian;
            Ride r = ride(u->arena, d, &p, start, 5, 0);
            CHECK_INT(u, r.outcome, STEP_DONE);
            double off = 0;
            for (int j = 0; j < ROD; j++) off = fmax(off, fabs(r.x[j] - start[j] * exp(-rate * 5)));
            if (!(off < (d->order_max > 1 ? 1e-4 : 2e-3)))
                text_printf(&u->failures, "%s, variant %d: off by %g\n", d->name, variant, off);
        }
        if (d->solves_dae) flows_agree(u, d, start, rate);
    }
}

UNIT_SUITE(integrator_battery, TEST(order_at_fixed_step), TEST(error_follows_the_tolerance),
           TEST(stiff_decay), TEST(index_1), TEST(restart_and_limit),
           TEST(first_step_of_a_wrong_size), TEST(slopes_of_the_dense_output),
           TEST(sparse_and_dense_agree));
