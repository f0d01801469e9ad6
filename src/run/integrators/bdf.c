// BDF of orders 1 to 5, variable step and order, in the way of DASSL [BCP96, 5.2]: modified
// divided differences of the values, fixed leading coefficient, order raised at every step at the
// start.
//
// With psi_i the distance from the new time to the i-th point back and [..] divided differences,
// phi_(i+1) = psi_1 ... psi_i [x_n, ..., x_(n-i)] of the last accepted point. For a new step size
// they are scaled by beta_i; since they are stored unscaled, nothing has to be restored after a
// failed attempt. The unknown is the correction E of the prediction. Algebraic unknowns are
// predicted in their own way (foretold.h), and not tested: they follow from the others.
#include <math.h>
#include <string.h>

#include "run/integrators/damped_newton.h"
#include "run/integrators/foretold.h"
#include "run/integrators/integrators.h"
#include "run/integrators/newton.h"
#include "run/integrators/step_control.h"
#include "run/integrators/tableaus.h"
#include "run/point/fours.h"
#include "run/point/norms.h"

enum {
    MOST_ORDER = 5,
    MOST_DIFFERENCES = MOST_ORDER + 2,
    MOST_TRIES = 60,
    MOST_UNRESOLVED = 400,
    OLDEST_JACOBIAN = 50,
    LOST_ENOUGH = 3 // steps, a quarter each of the one before [M146]
};

// Steps aim at an error of 1 / aim of what is allowed; they grow at most by `most_growth`, and by
// no less than `least_growth`, because a change costs factors [HBG05, 2.1], [M80].
static const double aim = 4, least_growth = 1.5, most_growth = 10;
// Where a lost iteration, and no error, has made a step short, the next ones need not be equal for
// that: they grow by up to the second as far as an error of so many estimates allows it [M231].
static const double doubtful = 100, most_regrowth = 2;
// A step that is rejected is cut to a quarter at most, the first one behind a restart to this part,
// for that part of the error that is allowed [M242].
static const double most_shrunk = 0.25, least_first = 0.01, first_aim = 16;
// A step is one iteration or two, by the contraction of the last ones. Where df/dx changes so much
// that iterations diverge this is not to be relied on for some ten steps [M81].
static const double keeps_doubt = 0.9;
// In tolerances, and in corrections: a residual of the prediction that is looked at again when one
// correction was enough, and the part of it that may be left then [M112].
static const double least_verified = 1, least_hidden = 10, most_asked = 0.5;
// The first step of all is a guess: behind it the next one may be larger by this factor, as long as
// that is what its error allows [HBG05, 2.1].
static const double largest_leap = 1e4;
// Of an error within the rounding of time, by the end of the step: more is not damped.
static const double most_left = 0.99;

struct Integrator {
    InitialValueProblem problem;
    Newton *newton;
    double *phi[MOST_DIFFERENCES]; // phi[0] is the last value
    double psi[MOST_DIFFERENCES];  // distances at the last accepted point; psi[0] its step
    int order, order_before;       // of the coming step; of the last
    int equal_steps;               // taken with this order and size
    bool is_rising;                // the start: order and step go up
    bool is_first;                 // behind a restart
    bool is_shortened;             // the last iteration that was lost has left steps short
    int unresolved;                // steps since then that were accepted whatever their error
    bool begins_anew;              // the last one was
    double t, h, next_h;
    double *x, *dx, *E, *slope, *residual, *trial, *weight, *start_slope;
    // Coefficients of the present attempt.
    double new_psi[MOST_DIFFERENCES], alpha[MOST_DIFFERENCES], beta[MOST_DIFFERENCES];
    double sigma[MOST_DIFFERENCES], gamma[MOST_DIFFERENCES], leading;
    double t_end, z;
    Foretold foretold;
    double asked_for;    // by the prediction: its residual, without df/dx
    double error_factor; // of E: the error of the last step
    int jacobian_age;
    DampedRecord damped;
    int most_order;
    bool is_fixed;
    IntegratorCounts counts;
};

static Integrator *bdf_open(Arena *out, const InitialValueProblem *problem)
{
    Integrator *in = ARENA_NEW(out, Integrator);
    in->problem = *problem;
    in->is_fixed = isfinite(problem->fixed_step);
    in->most_order = problem->most_order ? problem->most_order : MOST_ORDER;
    in->newton = newton_open(out, &in->problem, (Eigenvalues){.real = 1}, &in->counts);
    in->newton->keep_rate = 0.25;   // a step is one iteration or two: df/dx may be older
    in->newton->keep_change = 0.25; // with the correction of solve_correction [BCP96, 5.2.2]
    in->newton->convergence.enough = 0.05;
    in->damped = damped_record();
    in->newton->convergence.keeps_doubt = keeps_doubt;
    in->newton->is_bent = problem->is_bent;
    for (int i = 0; i < MOST_DIFFERENCES; i++) in->phi[i] = ARENA_ARRAY(out, double, problem->n);
    double **vectors[] = {&in->x,        &in->dx,    &in->E,      &in->slope,
                          &in->residual, &in->trial, &in->weight, &in->start_slope};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = ARENA_ARRAY(out, double, problem->n);
    in->foretold = foretold_open(out, n_differential(problem), problem->n);
    return in;
}

static ModelOutcome derivatives(Integrator *in, double t, const double *x, double *dx)
{
    in->counts.rhs_evaluations++;
    return in->problem.derivatives(in->problem.client, t, x, dx);
}

static StepOutcome bdf_restart(Integrator *in, double t, const double *x, double h)
{
    size_t bytes = (size_t)in->problem.n * sizeof *x;
    in->t = t;
    in->h = 0;
    in->order = in->order_before = 1;
    in->equal_steps = in->unresolved = 0;
    in->is_rising = in->is_first = true;
    in->is_shortened = false;
    in->begins_anew = false;
    foretold_forget(&in->foretold);
    if (newton_start(in->newton, t, x, in->start_slope) != MODEL_OK) return STEP_MODEL_FATAL;
    in->next_h = in->is_fixed ? in->problem.fixed_step
                 : h > 0      ? h
                              : first_step(&in->problem, t, x, in->start_slope, 1);
    for (int i = 1; i < MOST_DIFFERENCES; i++) memset(in->phi[i], 0, bytes);
    memcpy(in->phi[0], x, bytes);
    return STEP_DONE;
}

// Before the first step there is one point and its derivative: as if a step of the same size h had
// led there along it. With another size the estimate of the error would be wrong.
static void imagine_last_step(Integrator *in, double h)
{
    for (int i = 0; i < MOST_DIFFERENCES; i++) in->psi[i] = (i + 1) * h;
    for (int32_t i = 0; i < in->problem.n; i++) in->phi[1][i] = h * in->start_slope[i];
}

// ---- One attempt ----------------------------------------------------------------------------

static void compute_coefficients(Integrator *in, double h)
{
    in->alpha[0] = in->beta[0] = in->sigma[0] = 1;
    in->gamma[0] = 0;
    in->new_psi[0] = h;
    for (int i = 1; i < MOST_DIFFERENCES; i++) in->new_psi[i] = in->psi[i - 1] + h;
    for (int i = 1; i <= in->order; i++) {
        in->beta[i] = in->beta[i - 1] * in->new_psi[i - 1] / in->psi[i - 1];
        in->alpha[i] = h / in->new_psi[i];
        in->sigma[i] = i * in->sigma[i - 1] * in->alpha[i];
        in->gamma[i] = in->gamma[i - 1] + in->alpha[i - 1] / h;
    }
    in->leading = 0;
    for (int j = 1; j <= in->order; j++) in->leading += 1.0 / j;
}

// Sums over the differences are written out for each order, with the numbers of a sum in registers.
#define INLINE static inline __attribute__((always_inline)) void
#define OF_ORDER(function, order, ...)                                                             \
    switch (order) {                                                                               \
    case 0: function(0, __VA_ARGS__); break;                                                       \
    case 1: function(1, __VA_ARGS__); break;                                                       \
    case 2: function(2, __VA_ARGS__); break;                                                       \
    case 3: function(3, __VA_ARGS__); break;                                                       \
    case 4: function(4, __VA_ARGS__); break;                                                       \
    default: function(MOST_ORDER, __VA_ARGS__); break;                                             \
    }

// Copies of both lists: values are written meanwhile.
typedef struct Terms {
    double *phi[MOST_DIFFERENCES];
    double factor[MOST_DIFFERENCES];
} Terms;

INLINE copy_terms(int order, const Integrator *in, const double *factor, Terms *t)
{
#pragma GCC unroll 8
    for (int j = 0; j <= order; j++) t->phi[j] = in->phi[j], t->factor[j] = factor[j];
}

INLINE predict_of(int order, Integrator *in)
{
    int32_t n = in->problem.n, i = 0;
    double *x = in->x, *dx = in->slope, gamma[MOST_DIFFERENCES];
    Terms t;
    copy_terms(order, in, in->beta, &t);
    memcpy(gamma, in->gamma, sizeof gamma);
    for (; i + FOUR <= n; i += FOUR) {
        Four value = {0}, slope = {0};
#pragma GCC unroll 8
        for (int j = 0; j <= order; j++) {
            Four star = t.factor[j] * FOUR_AT(t.phi[j], i);
            value += star;
            slope += gamma[j] * star;
        }
        FOUR_INTO(x, i) = value;
        FOUR_INTO(dx, i) = slope;
    }
    for (; i < n; i++) {
        double value = 0, slope = 0;
#pragma GCC unroll 8
        for (int j = 0; j <= order; j++) {
            double star = t.factor[j] * t.phi[j][i];
            value += star;
            slope += gamma[j] * star;
        }
        x[i] = value;
        dx[i] = slope;
    }
}

static WIDE void predict_states(Integrator *in)
{
    OF_ORDER(predict_of, in->order, in);
}

// The prediction: value into x, derivative into slope.
static void predict(Integrator *in)
{
    predict_states(in);
    memset(in->E, 0, (size_t)in->problem.n * sizeof *in->E);
    foretold_predict(&in->foretold, in->order, in->beta, in->phi, in->x, in->E);
}

// The same in the inlined form: x = old(x) + z f(t, x), with h-bar = z.
static NewtonEnd solve_inlined(Integrator *in, double t, double h)
{
    const InitialValueProblem *p = &in->problem;
    double z = h / in->leading;
    for (int32_t i = 0; i < p->n; i++) {
        in->E[i] = -in->x[i];
        in->residual[i] = in->x[i] - z * in->slope[i];
    }
    StageAccuracy accuracy = {in->weight, in->newton->convergence.enough};
    ModelOutcome o = p->stage(p->client, t, z, in->residual, in->x, in->dx, &accuracy);
    for (int32_t i = 0; o == MODEL_OK && i < p->n; i++) in->E[i] += in->x[i];
    return newton_end(o);
}

// scale * (z (f - slope) - E), into residual.
static WIDE void ask(Integrator *in, int32_t n, double scale)
{
    const double *dx = in->dx, *slope = in->slope, *E = in->E;
    double *residual = in->residual, z = in->z;
    int32_t i = 0;
    for (; i + FOUR <= n; i += FOUR)
        FOUR_INTO(residual, i) = scale * (z * (FOUR_AT(dx, i) - FOUR_AT(slope, i)) - FOUR_AT(E, i));
    for (; i < n; i++) residual[i] = scale * (z * (dx[i] - slope[i]) - E[i]);
}

// f(t, x) = slope + E leading / h in the form E = z (f - slope), z = h / leading: the matrix
// I - z J tends to I with the step, which keeps its condition [CK06, 8.4].
static ModelOutcome correct(void *client, int k)
{
    Integrator *in = client;
    ModelOutcome o = k ? derivatives(in, in->t_end, in->x, in->dx) : MODEL_OK;
    if (o == MODEL_OK && in->newton->renews)
        o = newton_renew(in->newton, in->t_end, in->x, in->dx, in->z);
    if (o != MODEL_OK) return o;
    // Factors of another z: this multiple of the correction suits the fast and the slow
    // components equally well. Algebraic rows do not depend on z.
    int32_t n_known = n_differential(&in->problem);
    ask(in, n_known, 2 / (1 + in->newton->factored_h / in->z));
    for (int32_t i = n_known; i < in->problem.n; i++) in->residual[i] = in->dx[i];
    if (k == 0) in->asked_for = weighted_norm(n_known, in->residual, in->weight);
    step_matrix_solve(in->newton->matrix, in->residual);
    return MODEL_OK;
}

// Each loop has to be solved, many that are must not hide one that is not.
static double correction_size(void *client)
{
    const Integrator *in = client;
    int32_t n = in->problem.n, n_known = n_differential(&in->problem);
    double size = weighted_norm(n_known, in->residual, in->weight);
    return fmax(size, largest_weighted(n - n_known, in->residual + n_known, in->weight + n_known));
}

static WIDE void add_residual(Integrator *in)
{
    double *E = in->E, *x = in->x;
    const double *residual = in->residual;
    int32_t n = in->problem.n, i = 0;
    for (; i + FOUR <= n; i += FOUR) {
        FOUR_INTO(E, i) += FOUR_AT(residual, i);
        FOUR_INTO(x, i) += FOUR_AT(residual, i);
    }
    for (; i < n; i++) {
        E[i] += residual[i];
        x[i] += residual[i];
    }
}

static double add_correction(void *client)
{
    Integrator *in = client;
    add_residual(in);
    return correction_size(in);
}

static double size_in_loops(void *client)
{
    const Integrator *in = client;
    int32_t n = in->problem.n, known = n_differential(&in->problem);
    return largest_part(n - known, in->residual + known, in->x + known,
                        in->problem.nominal + known);
}

static double *correction_of(void *client)
{
    const Integrator *in = client;
    return in->residual;
}

static const double *weight_of(void *client)
{
    const Integrator *in = client;
    return in->weight;
}

static const StepEquations equations = {.correct = correct,
                                        .move = add_correction,
                                        .correction = correction_of,
                                        .weight = weight_of,
                                        .size = correction_size,
                                        .size_in_loops = size_in_loops};

// A first correction is taken as enough on the word of earlier steps, and df/dx may be of another
// branch of a function with a kink: what pulled hard there makes a small correction of whatever is
// asked for, and a small error. Where as much is asked for behind it, nothing pulls any more.
static NewtonEnd verify_correction(Integrator *in)
{
    int32_t n_known = n_differential(&in->problem);
    if (in->newton->convergence.iteration != 1 || in->asked_for <= least_verified ||
        in->asked_for <= least_hidden * weighted_norm(n_known, in->E, in->weight))
        return NEWTON_SOLVED;
    ModelOutcome o = derivatives(in, in->t_end, in->x, in->dx);
    if (o != MODEL_OK) return newton_end(o);
    for (int32_t i = 0; i < n_known; i++)
        in->residual[i] = in->z * (in->dx[i] - in->slope[i]) - in->E[i];
    double left = weighted_norm(n_known, in->residual, in->weight);
    return left <= most_asked * in->asked_for ? NEWTON_SOLVED : NEWTON_DIVERGED;
}

// The last values may be nearer than the prediction.
static ModelOutcome take_nearer(Integrator *in, double t)
{
    const InitialValueProblem *p = &in->problem;
    int32_t first = n_differential(p);
    for (int32_t i = first; i < p->n; i++) in->E[i] -= in->x[i];
    in->counts.rhs_evaluations++;
    ModelOutcome o = p->take_nearer(p->client, t, in->x, in->phi[0], in->dx);
    for (int32_t i = first; i < p->n; i++) in->E[i] += in->x[i];
    return o;
}

// ---- Where that fails with a fresh df/dx ------------------------------------------------------

static ModelOutcome damped_correction(void *client, double *v)
{
    Integrator *in = client;
    in->counts.newton_iterations++;
    ModelOutcome o = derivatives(in, in->t_end, in->x, in->dx);
    if (o != MODEL_OK) return o;
    for (int32_t i = 0; i < in->problem.n; i++)
        v[i] = in->z * (in->dx[i] - in->slope[i]) - in->E[i];
    step_matrix_solve(in->newton->matrix, v);
    return MODEL_OK;
}

static ModelOutcome renew_jacobian(void *client)
{
    Integrator *in = client;
    in->newton->has_jacobian = false;
    return newton_prepare(in->newton, in->t_end, in->x, in->dx, in->z);
}

static void move_iterate(void *client, const double *v, double by)
{
    Integrator *in = client;
    for (int32_t i = 0; i < in->problem.n; i++) {
        in->E[i] += by * v[i];
        in->x[i] += by * v[i];
    }
}

static double correction_norm(void *client, const double *v)
{
    const Integrator *in = client;
    return weighted_norm(in->problem.n, v, in->weight);
}

// Of tolerances: what is left must not make the next steps begin with what settles at once [M145].
static const double damped_enough = 0.005;

static NewtonEnd solve_damped(Integrator *in)
{
    static const DampedEquations damped = {damped_correction, renew_jacobian, move_iterate,
                                           correction_norm};
    Newton *nw = in->newton;
    predict(in);
    NewtonEnd end = newton_solve_damped(&damped, in, in->residual, in->trial, damped_enough,
                                        &nw->convergence.rate);
    damping_ended(&in->damped, end);
    return end;
}

// Algebraic unknowns have a way of their own, settle_prediction().
static bool may_damp(Integrator *in, NewtonEnd end)
{
    const InitialValueProblem *p = &in->problem;
    return end == NEWTON_DIVERGED && in->newton->jacobian_is_fresh && !p->stage &&
           !p->n_algebraic && !in->is_fixed && damping_pays(&in->damped);
}

static NewtonEnd solve_correction(Integrator *in, double t, double h)
{
    if (in->problem.stage) return solve_inlined(in, t, h);
    Newton *nw = in->newton;
    in->t_end = t;
    in->z = h / in->leading;
    if (in->jacobian_age > OLDEST_JACOBIAN) nw->has_jacobian = false;
    if (!nw->has_jacobian) in->jacobian_age = 0;
    ModelOutcome o = derivatives(in, t, in->x, in->dx);
    if (o == MODEL_OK && in->problem.is_bent) o = take_nearer(in, t);
    if (o == MODEL_OK) o = newton_prepare(nw, t, in->x, in->dx, in->z);
    if (o != MODEL_OK) return newton_end(o);
    NewtonEnd end = newton_solve_step(nw, &equations, in);
    if (end == NEWTON_SOLVED && !in->problem.is_bent) end = verify_correction(in);
    return may_damp(in, end) ? solve_damped(in) : end;
}

// The algebraic unknowns of the prediction become those that belong to its states, from the last
// ones. A polynomial that was drawn through an exponential function leads away from where Newton's
// method converges.
static bool settle_prediction(Integrator *in, double t)
{
    const InitialValueProblem *p = &in->problem;
    int32_t first = n_differential(p);
    size_t bytes = (size_t)p->n_algebraic * sizeof *in->x;
    for (int32_t i = first; i < p->n; i++) in->E[i] -= in->x[i];
    memcpy(in->x + first, in->phi[0] + first, bytes);
    ModelOutcome o = p->settle(p->client, t, in->x);
    for (int32_t i = first; i < p->n; i++) in->E[i] += in->x[i];
    in->newton->has_jacobian = false;
    return o == MODEL_OK;
}

// ---- Error and order ------------------------------------------------------------------------

typedef struct OrderChoice {
    int order;              // of the next step
    double estimate;        // of its error
    double error;           // of this step
    double at_order, below; // scaled derivatives: what orders are compared by
} OrderChoice;

// The norm of E plus the scaled differences from `from` to the present order: the error an
// order below would have made.
static WIDE double lower_error(const Integrator *in, int from)
{
    int32_t n = n_differential(&in->problem), i = 0;
    const double *E = in->E, *weight = in->weight;
    Four squares = {0};
    for (; i + FOUR <= n; i += FOUR) {
        Four sum = FOUR_AT(E, i);
        for (int j = from; j <= in->order; j++) sum += in->beta[j] * FOUR_AT(in->phi[j], i);
        sum *= FOUR_AT(weight, i);
        squares += sum * sum;
    }
    for (; i < n; i++) {
        double sum = E[i];
        for (int j = from; j <= in->order; j++) sum += in->beta[j] * in->phi[j][i];
        sum *= weight[i];
        squares[0] += sum * sum;
    }
    return root_mean(&squares, n);
}

// The order is lowered when the scaled derivatives do not fall with the order [BCP96, 5.2.3].
static OrderChoice judge_step(Integrator *in)
{
    int k = in->order;
    double size = weighted_norm(n_differential(&in->problem), in->E, in->weight), sum = 0;
    for (int i = 0; i < k; i++) sum += in->alpha[i];
    double factor = fmax(in->alpha[k], fabs(in->alpha[k] - in->leading + sum));
    in->error_factor = factor;
    OrderChoice c = {.order = k, .error = factor * size, .estimate = in->sigma[k] * size};
    c.at_order = (k + 1) * c.estimate;
    if (k == 1) return c;
    double once = in->sigma[k - 1] * lower_error(in, k);
    c.below = k * once;
    bool lowers = k == 2 ? c.below <= 0.5 * c.at_order : c.below <= c.at_order;
    if (k > 2 && lowers) lowers = (k - 1) * in->sigma[k - 2] * lower_error(in, k - 1) <= c.at_order;
    if (lowers) c.order = k - 1, c.estimate = once;
    return c;
}

// After enough equal steps the next difference tells what a higher order would do.
static void consider_raising(Integrator *in, OrderChoice *c)
{
    int k = in->order;
    bool can = c->order == k && k < in->most_order && in->equal_steps > k + 1;
    if (!can || in->order != in->order_before) return;
    for (int32_t i = 0; i < in->problem.n; i++) in->residual[i] = in->E[i] - in->phi[k + 1][i];
    double above = weighted_norm(n_differential(&in->problem), in->residual, in->weight);
    double estimate = above / (k + 2);
    if (k > 1 && c->below <= fmin(c->at_order, above)) {
        c->order = k - 1;
        c->estimate = c->below / k;
    } else if (above < (k > 1 ? 1 : 0.5) * c->at_order) {
        c->order = k + 1;
        c->estimate = estimate;
    }
}

INLINE update_of(int k, Integrator *in)
{
    int32_t n = in->problem.n, i = 0;
    const double *E = in->E;
    double *above = in->phi[k + 1];
    Terms t;
    copy_terms(k, in, in->beta, &t);
    for (; i + FOUR <= n; i += FOUR) {
        Four sum = FOUR_AT(E, i);
        FOUR_INTO(above, i) = sum;
#pragma GCC unroll 8
        for (int j = k; j >= 0; j--) {
            sum += t.factor[j] * FOUR_AT(t.phi[j], i);
            FOUR_INTO(t.phi[j], i) = sum;
        }
    }
    for (; i < n; i++) {
        double sum = E[i];
        above[i] = sum;
#pragma GCC unroll 8
        for (int j = k; j >= 0; j--) {
            sum += t.factor[j] * t.phi[j][i];
            t.phi[j][i] = sum;
        }
    }
}

static WIDE void update_differences(Integrator *in)
{
    OF_ORDER(update_of, in->order, in);
    memcpy(in->psi, in->new_psi, sizeof in->psi);
}

// From the first step, of order one, to the next, which keeps that order.
static double leap_of(const OrderChoice *first)
{
    double least = 1 / (largest_leap * largest_leap);
    return 0.5 * pow(2 * first->estimate + least, -0.5);
}

static double power(double x, int n)
{
    double product = x;
    for (int k = 1; k < n; k++) product *= x;
    return product;
}

// The differences are of equal steps.
static bool is_settled(const Integrator *in)
{
    return in->equal_steps > in->order_before + 1 || in->order != in->order_before;
}

// By how much the next step differs. An estimate is to be believed once the differences behind it
// are of equal steps; before that it is often far too small, and a step that follows it fails.
static double growth(const Integrator *in, double estimate)
{
    if (!is_settled(in)) {
        double sure = in->is_shortened ? pow(doubtful * estimate, -1.0 / (in->order + 1)) : 1;
        return sure >= least_growth ? fmin(most_regrowth, sure) : 1;
    }
    double error = aim * estimate;
    if (error < 1 && error * power(least_growth, in->order + 1) > 1) return 1;
    double r = pow(error, -1.0 / (in->order + 1));
    return r <= 1 ? fmax(0.5, fmin(0.9, r)) : fmin(most_growth, r);
}

static void accept(Integrator *in, double h, bool ends, double limit, OrderChoice choice)
{
    bool same = in->h == h && in->order == in->order_before, was_first = in->is_first;
    in->is_first = false;
    in->equal_steps = same ? in->equal_steps + 1 : 1;
    if (!in->is_fixed && !in->is_rising) consider_raising(in, &choice);
    foretold_judge(&in->foretold, in->order, in->beta, in->phi, in->E);
    update_differences(in);
    if (in->problem.is_bent) // the point that was evaluated, to the last digit
        memcpy(in->phi[0], in->x, (size_t)in->problem.n * sizeof *in->x);
    if (choice.order < in->order || in->order == in->most_order) in->is_rising = false;
    in->order_before = in->order;
    in->t = ends ? limit : in->t + h;
    in->h = h;
    in->counts.steps++;
    in->jacobian_age++;
    newton_step_accepted(in->newton);
    if (in->is_fixed) {
        if (in->order < in->most_order) in->order++;
        return;
    }
    double wanted = h;
    double leap = was_first ? leap_of(&choice) : 0;
    if (leap > 2) {
        wanted = leap * h;
    } else if (in->is_rising) {
        in->order++;
        wanted = 2 * h;
    } else {
        in->order = choice.order;
        wanted = h * growth(in, choice.estimate);
        in->is_shortened = in->is_shortened && !is_settled(in);
    }
    in->next_h = ends && h < in->next_h ? fmax(wanted, in->next_h) : wanted;
}

// Whether the model itself damps the error of the step: with df/dx = 0, at a pole of time, or where
// solutions drift apart, nothing would become of it by itself.
static bool is_damped(Integrator *in)
{
    const InitialValueProblem *p = &in->problem;
    if (p->stage || p->n_algebraic) return false;
    memcpy(in->residual, in->E, (size_t)p->n * sizeof *in->E);
    step_matrix_solve(in->newton->matrix, in->residual);
    double left = weighted_norm(p->n, in->residual, in->weight);
    return left < most_left * weighted_norm(p->n, in->E, in->weight);
}

// Behind a restart something may settle within the rounding of time. No step is short enough for
// its error; the formula of order one leads to where it settles, and it is as if the run began
// there. What settles in a thousand roundings has an error below usual tolerances.
static bool is_unresolved(Integrator *in, double shorter)
{
    return in->is_first && in->unresolved < MOST_UNRESOLVED && step_vanishes(in->t, shorter) &&
           is_damped(in);
}

static StepOutcome begin_anew(Integrator *in)
{
    int unresolved = in->unresolved;
    in->begins_anew = false;
    memcpy(in->x, in->phi[0], (size_t)in->problem.n * sizeof *in->x);
    StepOutcome s = bdf_restart(in, in->t, in->x, in->h);
    in->unresolved = unresolved + 1;
    return s;
}

// Behind one that was rejected. The first one behind a restart follows from a rule that knows
// slopes alone, and may be a thousand times too long.
static double shorter_step(const Integrator *in, double h, double estimate, int failures)
{
    double goal = in->is_first ? first_aim : aim;
    double r = 0.9 * pow(goal * estimate, -1.0 / (in->order + 1));
    if (in->is_first && r < most_shrunk && !step_vanishes(in->t, r * h))
        return h * fmax(least_first, r);
    bool is_believed = failures == 1 && !in->is_first;
    return h * (is_believed ? fmax(most_shrunk, fmin(0.9, r)) : most_shrunk);
}

static StepOutcome bdf_step(Integrator *in, double limit, double *reached)
{
    if (in->begins_anew && begin_anew(in) != STEP_DONE) return STEP_MODEL_FATAL;
    error_weights(in->problem.n, in->phi[0], error_sizes(&in->problem), in->problem.tolerance,
                  in->weight);
    int failures = 0, lost = 0;
    bool settles = false;
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        bool ends;
        double h = limited_step(&in->problem, in->t, in->next_h, limit, &ends);
        if (step_vanishes(in->t, h)) break;
        if (in->is_first) imagine_last_step(in, h);
        compute_coefficients(in, h);
        predict(in);
        NewtonEnd end = settles && !settle_prediction(in, in->t + h)
                            ? NEWTON_UNDEFINED
                            : solve_correction(in, in->t + h, h);
        if (end == NEWTON_STOPPED) return STEP_MODEL_FATAL;
        if (end != NEWTON_SOLVED) {
            bool helps = newton_refresh(in->newton);
            // Solving loops one by one costs as much as many steps.
            bool waits = in->newton->is_bent && !in->is_fixed && ++lost < LOST_ENOUGH;
            if (in->problem.settle ? !settles && !waits : helps) {
                settles = in->problem.settle != NULL;
                continue;
            }
            if (in->is_fixed) return STEP_NO_CONVERGENCE;
            in->counts.rejected++;
            in->is_rising = false;
            in->is_shortened = in->problem.is_bent;
            in->next_h = h / 4;
            continue;
        }
        OrderChoice choice = judge_step(in);
        in->begins_anew = choice.error > 1 && is_unresolved(in, h / 4);
        if (choice.error <= 1 || in->is_fixed || in->begins_anew) {
            accept(in, h, ends, limit, choice);
            *reached = in->t;
            return STEP_DONE;
        }
        in->counts.rejected++;
        in->is_rising = false;
        failures++;
        in->order = failures < 3 ? choice.order : 1;
        in->next_h = shorter_step(in, h, choice.estimate, failures);
    }
    return STEP_TOO_SMALL;
}

// ---- The rest of the interface --------------------------------------------------------------

// The polynomial through the last order + 1 points, in Newton's form: its factors, and its order.
static int newton_factors(const Integrator *in, double t, double factor[MOST_DIFFERENCES])
{
    double distance = t - in->t;
    int order = in->h > 0 && distance != 0 ? in->order_before : 0;
    factor[0] = 1;
    factor[1] = distance / in->psi[0];
    for (int j = 1; j < order; j++)
        factor[j + 1] = factor[j] * (distance + in->psi[j - 1]) / in->psi[j];
    return order;
}

static void bdf_interpolate_some(Integrator *in, double t, const int32_t *states, int32_t n,
                                 double *x)
{
    double factor[MOST_DIFFERENCES];
    int order = newton_factors(in, t, factor);
    for (int32_t k = 0; k < n; k++) {
        double value = in->phi[0][states[k]];
        for (int j = 1; j <= order; j++) value += factor[j] * in->phi[j][states[k]];
        x[states[k]] = value;
    }
}

INLINE interpolate_of(int order, const Integrator *in, const double *factor, double *x)
{
    int32_t n = in->problem.n, i = 0;
    Terms t;
    copy_terms(order, in, factor, &t);
    for (; i + FOUR <= n; i += FOUR) {
        Four sum = FOUR_AT(t.phi[0], i);
#pragma GCC unroll 8
        for (int j = 1; j <= order; j++) sum += t.factor[j] * FOUR_AT(t.phi[j], i);
        FOUR_INTO(x, i) = sum;
    }
    for (; i < n; i++) {
        double sum = t.phi[0][i];
#pragma GCC unroll 8
        for (int j = 1; j <= order; j++) sum += t.factor[j] * t.phi[j][i];
        x[i] = sum;
    }
}

static WIDE void interpolate_states(const Integrator *in, int order, const double *factor,
                                    double *x)
{
    OF_ORDER(interpolate_of, order, in, factor, x);
}

static void bdf_interpolate(Integrator *in, double t, double *x)
{
    double factor[MOST_DIFFERENCES];
    int order = newton_factors(in, t, factor);
    interpolate_states(in, order, factor, x);
}

static double bdf_last_step(const Integrator *in)
{
    return in->h;
}

static IntegratorCounts bdf_counts(const Integrator *in)
{
    return in->counts;
}

static int32_t bdf_worst_state(Integrator *in)
{
    return largest_component(n_differential(&in->problem), in->E, in->weight);
}

static double bdf_resolve(Integrator *in, double *v)
{
    return newton_resolve(in->newton, v);
}

static void bdf_local_error(const Integrator *in, double *e)
{
    memset(e, 0, (size_t)in->problem.n * sizeof *e);
    for (int32_t i = 0; i < n_differential(&in->problem); i++) e[i] = in->error_factor * in->E[i];
}

static void bdf_close(Integrator *in)
{
    newton_close(in->newton);
}

const IntegratorDesc bdf_desc = {
    .name = "bdf",
    .summary = "variable-order BDF in the way of DASSL, for stiff and smooth systems",
    .order_min = 1,
    .order_max = MOST_ORDER,
    .stages = 1,
    .formulas = bdf_formulas,
    .n_formulas = N_BDF_FORMULAS,
    .auto_use = AUTO_STIFF,
    .is_implicit = true,
    .takes_fixed_step = true,
    .controls_step = true,
    .solves_dae = true,
    .solves_bent = true,
    .open = bdf_open,
    .restart = bdf_restart,
    .step = bdf_step,
    .interpolate = bdf_interpolate,
    .interpolate_some = bdf_interpolate_some,
    .last_step = bdf_last_step,
    .counts = bdf_counts,
    .worst_state = bdf_worst_state,
    .resolve = bdf_resolve,
    .local_error = bdf_local_error,
    .close = bdf_close,
};
