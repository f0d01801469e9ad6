// The explicit method of order 8 of Dormand and Prince with its estimates of orders 5 and 3 and its
// dense output of order 7 [HNW93, II.5, II.6 and II.10].
//
// The dense output needs three stages more. Most steps have no point between their ends that
// anybody asks for: they are evaluated for the first one.
#include <math.h>
#include <string.h>

#include "run/integrators/integrators.h"
#include "run/integrators/step_frame.h"
#include "run/integrators/tableaus.h"
#include "run/point/norms.h"

enum { STAGES = 12, END = STAGES, MORE_STAGES = 3, ALL_STAGES = END + 1 + MORE_STAGES, TAILS = 4 };
enum { BEFORE = 2 };

// At the border of stability the step hunts around it: so many steps inside end the suspicion.
enum { ENOUGH_CALM = 6 };

struct Integrator {
    StepFrame frame;
    double *k[ALL_STAGES];   // stages, f at the end, the stages of the dense output
    double *x, *next, *last; // `last`: the value of the last stage, which is at the end, too
    double *stage, *third;   // `third`: the estimate of order 3
    double *before[BEFORE];  // f at the begin of the steps before this one, the last one first,
    double h_before[BEFORE]; // and their lengths; 0: none
    double *tail[TAILS];     // the last terms of the dense output, from the outside in
    bool has_tails, fails;   // fails: the model could not be evaluated between the ends
    int calm_steps;          // in a row, not limited by stability
};

// clang-format off
// The estimate of order 3 is b - third_order.
static const double third_order[STAGES] = {
    0.2440944881889764, [8] = 0.7338466882816118, [11] = 0.022058823529411766};

// The stages of the dense output, and the weights of its last terms.
static const double more_nodes[MORE_STAGES] = {0.1, 0.2, 7 / 9.};
static const double more_stages[MORE_STAGES][ALL_STAGES] = {
    {0.056167502283047954, [6] = 0.25350021021662483, -0.2462390374708025, -0.12419142326381637,
     0.15329179827876568, 0.00820105229563469, 0.007567897660545699, -0.008298},
    {0.03183464816350214, [5] = 0.028300909672366776, 0.053541988307438566, -0.05492374857139099,
     [10] = -0.00010834732869724932, 0.0003825710908356584, -0.00034046500868740456,
     0.1413124436746325},
    {-0.42889630158379194, [5] = -4.697621415361164, 7.683421196062599, 4.06898981839711,
     0.3567271874552811, [12] = -0.0013990241651590145, 2.9475147891527724, -9.15095847217987}};
static const double tails[TAILS][ALL_STAGES] = {
    {-8.428938276109013, [5] = 0.5667149535193777, -3.0689499459498917, 2.38466765651207,
     2.117034582445028, -0.871391583777973, 2.2404374302607883, 0.6315787787694688,
     -0.08899033645133331, 18.148505520854727, -9.194632392478356, -4.436036387594894},
    {10.427508642579134, [5] = 242.28349177525817, 165.20045171727028, -374.5467547226902,
     -22.113666853125306, 7.733432668472264, -30.674084731089398, -9.332130526430229,
     15.697238121770845, -31.139403219565178, -9.35292435884448, 35.81684148639408},
    {19.985053242002433, [5] = -387.0373087493518, -189.17813819516758, 527.8081592054236,
     -11.57390253995963, 6.8812326946963, -1.0006050966910838, 0.7777137798053443,
     -2.778205752353508, -60.19669523126412, 84.32040550667716, 11.99229113618279},
    {-25.69393346270375, [5] = -154.18974869023643, -231.5293791760455, 357.6391179106141,
     93.40532418362432, -37.45832313645163, 104.0996495089623, 29.8402934266605,
     -43.53345659001114, 96.32455395918828, -39.17726167561544, -149.72683625798564}};
// clang-format on

// For frame_local_error. Along x' = i x the error is 0.92 of the estimate to the power 9/8.
static const double error_of_estimate = 0.92;

static const double *dp8_begin(Integrator *in);
static TryOutcome dp8_attempt(Integrator *in, double h);
static double dp8_estimate(Integrator *in, double h);
static void dp8_accept(Integrator *in);

static Integrator *dp8_open(Arena *out, const InitialValueProblem *problem)
{
    Integrator *in = ARENA_NEW(out, Integrator);
    StepFrame *f = &in->frame;
    frame_open(f, out, problem);
    f->control.kind = CONTROL_PROPORTIONAL_INTEGRAL;
    f->control.order = f->order = tableau_dormand_prince_8.order;
    f->estimate_ratio = error_of_estimate;
    f->begin = dp8_begin;
    f->attempt = dp8_attempt;
    f->estimate = dp8_estimate;
    f->accept = dp8_accept;
    double **vectors[] = {&in->x, &in->next, &in->last, &in->stage, &in->third};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = ARENA_ARRAY(out, double, problem->n);
    for (int i = 0; i < ALL_STAGES; i++) in->k[i] = ARENA_ARRAY(out, double, problem->n);
    for (int i = 0; i < BEFORE; i++) in->before[i] = ARENA_ARRAY(out, double, problem->n);
    for (int i = 0; i < TAILS; i++) in->tail[i] = ARENA_ARRAY(out, double, problem->n);
    return in;
}

static StepOutcome dp8_restart(Integrator *in, double t, const double *x, double h)
{
    memcpy(in->next, x, (size_t)in->frame.problem.n * sizeof *x);
    in->has_tails = in->fails = false;
    StepOutcome s = frame_restart(&in->frame, t, x, in->k[END], h, tableau_dormand_prince_8.order);
    dp8_begin(in);
    return s;
}

// What was the end of the last step is the beginning of this one.
static const double *dp8_begin(Integrator *in)
{
    size_t bytes = (size_t)in->frame.problem.n * sizeof *in->x;
    double *oldest = in->before[1];
    in->before[1] = in->before[0];
    in->before[0] = in->k[0];
    in->k[0] = oldest;
    in->h_before[1] = in->h_before[0];
    in->h_before[0] = in->frame.h;
    in->has_tails = false;
    memcpy(in->x, in->next, bytes);
    memcpy(in->k[0], in->k[END], bytes);
    return in->x;
}

// sum := sum of the first stages, times their weights; most weights of the second to fifth are 0.
static void add_stages(const Integrator *in, const double *weight, int n_stages, double *sum)
{
    int32_t n = in->frame.problem.n;
    for (int32_t i = 0; i < n; i++) sum[i] = weight[0] * in->k[0][i];
    for (int j = 1; j < n_stages; j++) {
        const double w = weight[j], *k = in->k[j];
        for (int32_t i = 0; w != 0 && i < n; i++) sum[i] += w * k[i];
    }
}

static ModelOutcome find_stage(Integrator *in, double t, double h, double node,
                               const double *weight, int s)
{
    int32_t n = in->frame.problem.n;
    add_stages(in, weight, s, in->stage);
    for (int32_t i = 0; i < n; i++) in->stage[i] = in->x[i] + h * in->stage[i];
    return frame_derivatives(&in->frame, t + node * h, in->stage, in->k[s]);
}

static TryOutcome dp8_attempt(Integrator *in, double h)
{
    StepFrame *f = &in->frame;
    const Tableau *T = &tableau_dormand_prince_8;
    int32_t n = f->problem.n;
    in->has_tails = false;
    if (in->fails) return TRY_FATAL;
    for (int s = 1; s < STAGES; s++) {
        ModelOutcome o = find_stage(in, f->t, h, T->c[s], T->a[s], s);
        if (o != MODEL_OK) return try_outcome(o);
    }
    memcpy(in->last, in->stage, (size_t)n * sizeof *in->last);
    double fifth[STAGES], third[STAGES];
    for (int s = 0; s < STAGES; s++) {
        fifth[s] = T->b[s] - T->embedded[s];
        third[s] = T->b[s] - third_order[s];
    }
    add_stages(in, T->b, STAGES, in->next);
    add_stages(in, fifth, STAGES, f->error);
    add_stages(in, third, STAGES, in->third);
    for (int32_t i = 0; i < n; i++) {
        in->next[i] = in->x[i] + h * in->next[i];
        f->error[i] *= h;
        in->third[i] *= h;
    }
    return try_outcome(frame_derivatives(f, f->t + h, in->next, in->k[END]));
}

// The estimates of h^6 and h^4 together behave like h^8 [HNW93, II.10].
static double dp8_estimate(Integrator *in, double h)
{
    (void)h; // the attempt has computed them
    const InitialValueProblem *p = &in->frame.problem;
    double *e = in->frame.error;
    double fifth = error_norm(p->n, e, in->x, in->next, error_sizes(p), p->tolerance);
    double third = error_norm(p->n, in->third, in->x, in->next, error_sizes(p), p->tolerance);
    if (!(fifth > 0)) return fifth;
    double part = fifth / sqrt(fifth * fifth + 0.01 * third * third);
    for (int32_t i = 0; i < p->n; i++) e[i] *= part;
    return part * fifth;
}

// Whether a polynomial of degree 3 would do for this step and the two before, by the third
// difference of f. Order 8 then has no use: what limits the steps are rates that the solution has
// no part of, whose errors no damping takes away. That happens far inside the domain of stability
// [M162].
static bool is_smooth(const Integrator *in)
{
    const StepFrame *f = &in->frame;
    double h = f->h, h1 = in->h_before[0], h2 = in->h_before[1], sum = 0;
    if (!(h1 > 0 && h2 > 0)) return false;
    double part = 6 * pow(h, 4) / (h + h1 + h2);
    for (int32_t i = 0; i < f->problem.n; i++) {
        double slope = (in->k[END][i] - in->k[0][i]) / h;
        double slope1 = (in->k[0][i] - in->before[0][i]) / h1;
        double slope2 = (in->before[0][i] - in->before[1][i]) / h2;
        double bend = (slope - slope1) / (h + h1) - (slope1 - slope2) / (h1 + h2);
        double scaled = part * bend * f->weight[i];
        sum += scaled * scaled;
    }
    return sum < f->problem.n;
}

// The last stage is at the end of the step as well: see explicit_runge_kutta.c.
static void dp8_accept(Integrator *in)
{
    const double stable = 6.1;
    StepFrame *f = &in->frame;
    double slopes = 0, values = 0;
    for (int32_t i = 0; i < f->problem.n; i++) {
        double slope = (in->k[END][i] - in->k[STAGES - 1][i]) * f->weight[i];
        double value = (in->next[i] - in->last[i]) * f->weight[i];
        slopes += slope * slope;
        values += value * value;
    }
    bool is_stiff = values > 0 && f->h * f->h * slopes > stable * stable * values;
    in->calm_steps = is_stiff ? 0 : in->calm_steps + 1;
    f->counts.stiff_steps += is_stiff;
    if (in->calm_steps >= ENOUGH_CALM) f->counts.stiff_steps = 0;
    f->counts.smooth_steps = is_smooth(in) ? f->counts.smooth_steps + 1 : 0;
}

// A model that cannot be evaluated between two points that it has accepted ends the run, or the use
// of this method: a polynomial of lower order would be a number without its accuracy.
static void find_tails(Integrator *in)
{
    double h = in->frame.h, begin = in->frame.t - h;
    in->has_tails = true;
    for (int s = 0; s < MORE_STAGES && !in->fails; s++)
        in->fails =
            find_stage(in, begin, h, more_nodes[s], more_stages[s], END + 1 + s) != MODEL_OK;
    for (int j = 0; j < TAILS; j++) add_stages(in, tails[j], ALL_STAGES, in->tail[j]);
}

typedef struct Dense { // the step as a polynomial
    const double *begin, *end, *first, *last;
    double *const *tail;
    double h, s; // s: where in the step, 0 to 1
} Dense;

static Dense dense_at(Integrator *in, double t)
{
    double h = in->frame.h;
    if (!in->has_tails && h > 0) find_tails(in);
    return (Dense){.begin = in->x,
                   .end = in->next,
                   .first = in->k[0],
                   .last = in->k[END],
                   .tail = in->tail,
                   .h = h,
                   .s = h > 0 ? 1 + (t - in->frame.t) / h : 1};
}

static inline double dense_value(const Dense *d, int32_t i)
{
    double h = d->h, s = d->s, u = 1 - s, rise = d->end[i] - d->begin[i];
    double left = h * d->first[i] - rise, right = rise - h * d->last[i] - left;
    double inner = d->tail[0][i] + s * (d->tail[1][i] + u * (d->tail[2][i] + s * d->tail[3][i]));
    return d->begin[i] + s * (rise + u * (left + s * (right + u * h * inner)));
}

static void dp8_interpolate(Integrator *in, double t, double *restrict x)
{
    int32_t n = in->frame.problem.n;
    if (t == in->frame.t) {
        memcpy(x, in->next, (size_t)n * sizeof *x);
        return;
    }
    const Dense d = dense_at(in, t);
    for (int32_t i = 0; i < n; i++) x[i] = dense_value(&d, i);
}

static void dp8_interpolate_some(Integrator *in, double t, const int32_t *states, int32_t n,
                                 double *x)
{
    if (t == in->frame.t) {
        for (int32_t k = 0; k < n; k++) x[states[k]] = in->next[states[k]];
        return;
    }
    const Dense d = dense_at(in, t);
    for (int32_t k = 0; k < n; k++) x[states[k]] = dense_value(&d, states[k]);
}

static void dp8_close(Integrator *in)
{
    (void)in; // everything lives in the arena
}

static const Formula formulas[] = {
    {"method", &tableau_dormand_prince_8, NULL, WEIGHTS_METHOD},
    {"embedding", &tableau_dormand_prince_8, NULL, WEIGHTS_EMBEDDED}};

const IntegratorDesc dop853_desc = {
    .name = "dop853",
    .summary = "explicit method of order 8 of Dormand and Prince, for small tolerances",
    .order_min = 8,
    .order_max = 8,
    .stages = STAGES,
    .formulas = formulas,
    .n_formulas = 2,
    .takes_fixed_step = true,
    .controls_step = true,
    .auto_use = AUTO_NOT_STIFF_AND_SHARP,
    .open = dp8_open,
    .restart = dp8_restart,
    .step = frame_step,
    .interpolate = dp8_interpolate,
    .interpolate_some = dp8_interpolate_some,
    .last_step = frame_last_step,
    .counts = frame_counts,
    .worst_state = frame_worst_state,
    .local_error = frame_local_error,
    .close = dp8_close,
};
