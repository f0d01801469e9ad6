// Explicit Runge-Kutta methods: forward Euler and the classical method with fixed step, the
// pair of Dormand and Prince with step-size control and dense output of order 4 [HNW93, II.4-6].
#include <math.h>
#include <string.h>

#include "run/integrators/integrators.h"
#include "run/integrators/step_frame.h"
#include "run/integrators/tableaus.h"
#include "run/point/fours.h"
#include "run/point/norms.h"

// At the border of stability the step hunts around it: so many steps inside end the suspicion.
enum { ENOUGH_CALM = 6 };

struct Integrator {
    StepFrame frame;
    const Tableau *tableau;
    const double *dense;        // weights of the last dense-output term; NULL: cubic Hermite
    double *k[MOST_STAGES + 1]; // stages, then f at the end
    double *x, *next, *stage, *stage_before; // the last two stages
    double *tail; // the last term of the dense output, the same at all points of a step
    bool has_tail;
    int calm_steps; // in a row, not limited by stability
};

// The last term of the dense output of Dormand and Prince [HNW93, II.6].
// clang-format off
static const double dopri_dense[] = {
    -12715105075.0 / 11282082432.0, 0, 87487479700.0 / 32700410799.0, -10690763975.0 / 1880347072.0,
    701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0, 69997945.0 / 29380423.0};
// clang-format on

// For frame_local_error. Along x' = i x the pair of Dormand and Prince errs by h^6 / 3600 and
// estimates 97 h^5 / 120000: the one is 1.43 of the other to the power 6/5.
static const double error_of_estimate = 1.43;

static const double *rk_begin(Integrator *in);
static TryOutcome rk_attempt(Integrator *in, double h);
static double rk_estimate(Integrator *in, double h);
static void rk_accept(Integrator *in);

static Integrator *open_tableau(Arena *out, const InitialValueProblem *problem,
                                const Tableau *tableau, const double *dense)
{
    Integrator *in = ARENA_NEW(out, Integrator);
    StepFrame *f = &in->frame;
    frame_open(f, out, problem);
    in->tableau = tableau;
    in->dense = dense;
    f->control.kind = CONTROL_PROPORTIONAL_INTEGRAL;
    f->control.order = f->order = tableau->order;
    f->estimate_ratio = error_of_estimate;
    f->begin = rk_begin;
    f->attempt = rk_attempt;
    f->estimate = rk_estimate;
    f->accept = rk_accept;
    double **vectors[] = {&in->x, &in->next, &in->stage, &in->stage_before, &in->tail};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = ARENA_ARRAY(out, double, problem->n);
    for (int i = 0; i <= MOST_STAGES; i++) in->k[i] = ARENA_ARRAY(out, double, problem->n);
    return in;
}

static StepOutcome rk_restart(Integrator *in, double t, const double *x, double h)
{
    memcpy(in->x, x, (size_t)in->frame.problem.n * sizeof *x);
    memcpy(in->next, x, (size_t)in->frame.problem.n * sizeof *x);
    in->has_tail = false;
    return frame_restart(&in->frame, t, x, in->k[MOST_STAGES], h, in->tableau->order);
}

// What was the end of the last step is the beginning of this one.
static const double *rk_begin(Integrator *in)
{
    size_t bytes = (size_t)in->frame.problem.n * sizeof *in->x;
    in->has_tail = false;
    memcpy(in->x, in->next, bytes);
    memcpy(in->k[0], in->k[MOST_STAGES], bytes);
    return in->x;
}

typedef struct StageSum { // base + h * (sum of factor[j] * k[j]); no base: 0
    const double *factor;
    double *const *k;
    int n_terms;
    const double *base;
    double h;
} StageSum;

static inline double stage_sum(const StageSum *s, int32_t i)
{
    double sum = 0;
    for (int j = 0; j < s->n_terms; j++) sum += s->factor[j] * s->k[j][i];
    return s->base ? s->base[i] + s->h * sum : s->h * sum;
}

static WIDE void sum_fours(const StageSum *s, int32_t n, double *to)
{
    for (int32_t i = 0; i < n; i += FOUR) {
        Four sum = {0};
        for (int j = 0; j < s->n_terms; j++) sum += s->factor[j] * FOUR_AT(s->k[j], i);
        FOUR_INTO(to, i) = s->base ? FOUR_AT(s->base, i) + s->h * sum : s->h * sum;
    }
}

static void sum_stages(const StageSum *s, int32_t n, double *to)
{
    int32_t whole = n - n % FOUR;
    if (whole) sum_fours(s, whole, to);
    for (int32_t i = whole; i < n; i++) to[i] = stage_sum(s, i);
}

static TryOutcome rk_attempt(Integrator *in, double h)
{
    StepFrame *f = &in->frame;
    const Tableau *T = in->tableau;
    int32_t n = f->problem.n;
    in->has_tail = false;
    for (int s = 1; s < T->stages; s++) {
        double *swap = in->stage_before;
        in->stage_before = in->stage;
        in->stage = swap;
        sum_stages(&(StageSum){T->a[s], in->k, s, in->x, h}, n, in->stage);
        ModelOutcome o = frame_derivatives(f, f->t + T->c[s] * h, in->stage, in->k[s]);
        if (o != MODEL_OK) return try_outcome(o);
    }
    double of_error[MOST_STAGES];
    for (int j = 0; j < T->stages; j++) of_error[j] = T->b[j] - T->embedded[j];
    sum_stages(&(StageSum){T->b, in->k, T->stages, in->x, h}, n, in->next);
    sum_stages(&(StageSum){of_error, in->k, T->stages, NULL, h}, n, f->error);
    if (in->dense) { // the last stage is f at the end of the step
        memcpy(in->k[MOST_STAGES], in->k[T->stages - 1], (size_t)n * sizeof(double));
        return TRY_DONE;
    }
    return try_outcome(frame_derivatives(f, f->t + h, in->next, in->k[MOST_STAGES]));
}

static double rk_estimate(Integrator *in, double h)
{
    (void)h; // the attempt has computed it
    const InitialValueProblem *p = &in->frame.problem;
    return error_norm(p->n, in->frame.error, in->x, in->next, error_sizes(p), p->tolerance);
}

// The last two stages of Dormand and Prince are both at the end of the step, so that the quotient
// of their differences estimates the fastest rate; where the step times that rate lies outside the
// stability domain, it is stability that limits the step [HW96, IV.2].
static void rk_accept(Integrator *in)
{
    const double stable = 3.25;
    StepFrame *f = &in->frame;
    const double *last = in->k[in->tableau->stages - 1];
    const double *before = in->dense ? in->k[in->tableau->stages - 2] : last; // one stage: Euler
    double slopes = 0, values = 0;
    for (int32_t i = 0; in->dense && i < f->problem.n; i++) {
        double slope = (last[i] - before[i]) * f->weight[i];
        double value = (in->stage[i] - in->stage_before[i]) * f->weight[i];
        slopes += slope * slope;
        values += value * value;
    }
    bool is_stiff = values > 0 && f->h * f->h * slopes > stable * stable * values;
    in->calm_steps = is_stiff ? 0 : in->calm_steps + 1;
    f->counts.stiff_steps += is_stiff;
    if (in->calm_steps >= ENOUGH_CALM) f->counts.stiff_steps = 0;
}

static void find_tail(Integrator *in)
{
    in->has_tail = true;
    int n_terms = in->dense ? in->tableau->stages : 0;
    sum_stages(&(StageSum){in->dense, in->k, n_terms, NULL, 1}, in->frame.problem.n, in->tail);
}

typedef struct Dense { // the step as a polynomial
    const double *begin, *end, *first, *last, *tail;
    double h, s; // s: where in the step, 0 to 1
} Dense;

static Dense dense_at(Integrator *in, double t)
{
    double h = in->frame.h;
    if (!in->has_tail) find_tail(in);
    return (Dense){.begin = in->x,
                   .end = in->next,
                   .first = in->k[0],
                   .last = in->k[MOST_STAGES],
                   .tail = in->tail,
                   .h = h,
                   .s = h > 0 ? 1 + (t - in->frame.t) / h : 1};
}

static inline double dense_value(const Dense *d, int32_t i)
{
    double h = d->h, s = d->s, rise = d->end[i] - d->begin[i], left = h * d->first[i] - rise;
    double right = rise - h * d->last[i] - left;
    return d->begin[i] + s * (rise + (1 - s) * (left + s * (right + (1 - s) * h * d->tail[i])));
}

// At the end it is the last stage, where the model has just been.
static void rk_interpolate(Integrator *in, double t, double *restrict x)
{
    if (t == in->frame.t) {
        memcpy(x, in->next, (size_t)in->frame.problem.n * sizeof *x);
        return;
    }
    const Dense d = dense_at(in, t);
    int32_t n = in->frame.problem.n;
    for (int32_t i = 0; i < n; i++) x[i] = dense_value(&d, i);
}

static void rk_interpolate_some(Integrator *in, double t, const int32_t *states, int32_t n,
                                double *x)
{
    bool is_end = t == in->frame.t;
    const Dense d = dense_at(in, t);
    for (int32_t k = 0; k < n; k++) {
        int32_t i = states[k];
        x[i] = is_end ? in->next[i] : dense_value(&d, i);
    }
}

// The derivative of the same polynomial, from the inside out.
static void rk_slope(Integrator *in, double t, double *dx)
{
    double h = in->frame.h, s = 1 + (t - in->frame.t) / h, u = 1 - s;
    if (!in->has_tail) find_tail(in);
    const double *begin = in->x, *end = in->next, *tail = in->tail;
    const double *first = in->k[0], *last = in->k[MOST_STAGES];
    int32_t n = in->frame.problem.n;
    for (int32_t i = 0; i < n; i++) {
        double rise = (end[i] - begin[i]) / h, left = first[i] - rise;
        double right = rise - last[i] - left;
        double inner = right + u * tail[i], middle = left + s * inner;
        double slope = u * (inner - s * tail[i]) - middle;
        dx[i] = rise + u * middle + s * slope;
    }
}

static void rk_close(Integrator *in)
{
    (void)in; // everything lives in the arena
}

#define EXPLICIT_METHOD(symbol, method_name, text, table, tail, method_order, method_stages,       \
                        controlled, use)                                                           \
    static Integrator *symbol##_open(Arena *out, const InitialValueProblem *problem)               \
    {                                                                                              \
        return open_tableau(out, problem, &table, tail);                                           \
    }                                                                                              \
    static const Formula symbol##_formulas[] = {{"method", &table, NULL, WEIGHTS_METHOD},          \
                                                {"embedding", &table, NULL, WEIGHTS_EMBEDDED}};    \
    const IntegratorDesc symbol##_desc = {                                                         \
        .name = method_name,                                                                       \
        .summary = text,                                                                           \
        .order_min = method_order,                                                                 \
        .order_max = method_order,                                                                 \
        .stages = method_stages,                                                                   \
        .formulas = symbol##_formulas,                                                             \
        .n_formulas = controlled ? 2 : 1,                                                          \
        .takes_fixed_step = true,                                                                  \
        .controls_step = controlled,                                                               \
        .auto_use = use,                                                                           \
        .open = symbol##_open,                                                                     \
        .restart = rk_restart,                                                                     \
        .step = frame_step,                                                                        \
        .interpolate = rk_interpolate,                                                             \
        .interpolate_some = rk_interpolate_some,                                                   \
        .slope = rk_slope,                                                                         \
        .last_step = frame_last_step,                                                              \
        .counts = frame_counts,                                                                    \
        .worst_state = frame_worst_state,                                                          \
        .local_error = frame_local_error,                                                          \
        .close = rk_close,                                                                         \
    }

EXPLICIT_METHOD(euler, "euler", "forward Euler, fixed step", tableau_euler, NULL, 1, 1, false,
                AUTO_NEVER);
EXPLICIT_METHOD(rk4, "rk4", "the classical Runge-Kutta method, fixed step", tableau_classical, NULL,
                4, 4, false, AUTO_NEVER);
EXPLICIT_METHOD(dopri5, "dopri5",
                "explicit pair of Dormand and Prince, for systems that are not stiff",
                tableau_dormand_prince, dopri_dense, 5, 7, true, AUTO_NOT_STIFF);
