// How far the solution may have gone astray. Methods bound the error of each step; what becomes of
// it afterwards is up to the model. Damped errors are forgotten, those of an oscillation add up,
// and where solutions drift apart they grow.
//
// The estimate e follows the errors of the steps along the linearized flow: over a time h
// e := exp(h df/dx) e + d with the error d of the steps in it. The exponential is a polynomial of
// degree three in W = (I - z df/dx)^-1, of second order in h at least, that forgets what is stiff;
// it keeps an oscillation of 20 steps a period to 1e-5 a step. df/dx is taken anew where x has
// moved and after events, the less often the less it has changed; where e hardly changes, or is
// nothing, several steps are one. What an explicit method does to a small error is known: its
// stability function of h df/dx, a polynomial.
//
// An estimate, no bound: it knows the first order of what errors do, and events only as the points
// at which the equations change and states are set. What sampled parts make of an error it does not
// know, so that models with them have no estimate: a controller may hold what would grow.
#include <float.h>
#include <math.h>
#include <string.h>

#include "run/forms/ode_jacobian.h"
#include "run/point/fours.h"
#include "run/state.h"

enum { MOST_STATES = 200, MOST_STEPS_AT_ONCE = 10 };
enum { FEWEST_STEPS_A_MATRIX = 2, MOST_STEPS_A_MATRIX = 64 };

struct GlobalError {
    Jacobian *jacobian;
    StepMatrix *matrix;             // I - z df/dx
    double z;                       // 0: the factors are not of the last df/dx
    bool is_taken;                  // df/dx is that of the present equations
    double *at;                     // where df/dx was taken
    double *before;                 // df/dx, the one before
    int64_t steps, since, interval; // taken; since df/dx was; until it is again
    int64_t spent;                  // evaluations for df/dx, where it is made of differences
    double *e, *d, *gathered;       // n; gathered: errors of steps since e was moved
    double *power, *next;
    double h, rate;  // time since then; how fast e changed the last time
    bool is_nothing; // e as it is now
    int n_gathered;
    double *range;               // the largest |x| so far, at least the size for errors
    double level, most;          // logarithm of the same over the last while; the largest so far
    double lost_level;           // the same of what counts as lost
    double most_time, lost_time; // lost: nothing of a value is sure from then on; NaN: not yet
    int32_t most_state;
    IntegratorCounts counts;
};

// More than that much of its size, and a value tells nothing.
static const double lost = 0.1;
static const double lasting = 0.01; // of the run
static const double nothing = 1e-3; // tolerances: errors below are not told apart
// Multiples of the tolerance that are worth a word: a hundred is the goal, and the estimate may be
// a third of it, of multistep methods a sixth [M17].
static const double most_silent = 30, most_silent_multistep = 15;
// The flow of e over one formula: so much change of it, or of x where df/dx is kept.
static const double most_change = 0.15, most_way = 0.05;
// The part of e by which another df/dx changes its flow without being worth the price [M97].
static const double idle_change = 0.01;
// For the estimate, of the evaluations that a run takes without it [M71].
static const double largest_share = 1;
// Size of h df/dx e, in that of e, up to which the explicit formula is taken: well inside its
// domain of stability, which ends at 3.3.
static const double most_explicit = 2;
// h / z that the formula is best for: it is of order 3 there [HW96, IV.6]. Between the others it is
// stable, and of order 2.
static const double best_ratio = 1 / 0.4358665215, least_ratio = 1.9, most_ratio = 2.8;

void global_error_open(Simulation *sim)
{
    const InitialValueProblem *p = &sim->problem;
    if (!sim->method->local_error || isfinite(p->fixed_step) || sim->form->makes_steps) return;
    if (p->n > MOST_STATES || sim->model->n_samples) return;
    // What chooses the method asks, too.
    bool is_chosen = sim->options.method && strcmp(sim->options.method, "auto") != 0;
    if (sim->options.is_unjudged && is_chosen) return;
    GlobalError *g = sim->global_error = ARENA_NEW(sim->arena, GlobalError);
    g->jacobian = jacobian_open(sim->arena, p);
    g->matrix =
        step_matrix_open(sim->arena, jacobian_pattern(g->jacobian), p->n_algebraic, p->is_sparse);
    double **vectors[] = {&g->e, &g->d, &g->gathered, &g->power, &g->next, &g->range, &g->at};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = ARENA_ARRAY(sim->arena, double, p->n + 1);
    g->before =
        ARENA_ARRAY(sim->arena, double, jacobian_pattern(g->jacobian)->column_start[p->n] + 1);
    g->interval = FEWEST_STEPS_A_MATRIX;
    g->lost_time = NAN;
    g->level = g->most = log(nothing);
    g->lost_level = log(lost / sim->options.tolerance);
}

void global_error_close(Simulation *sim)
{
    if (sim->global_error) step_matrix_close(sim->global_error->matrix);
}

void global_error_open_again(Simulation *sim)
{
    GlobalError *before = sim->global_error;
    size_t bytes = (size_t)sim->model->n_states * sizeof(double);
    if (!before) return;
    global_error_close(sim);
    sim->global_error = NULL;
    global_error_open(sim);
    GlobalError *g = sim->global_error;
    if (!g) return;
    memcpy(g->e, before->e, bytes);
    memcpy(g->gathered, before->gathered, bytes);
    memcpy(g->range, before->range, bytes);
    g->h = before->h;
    g->n_gathered = before->n_gathered;
    g->level = before->level;
    g->most = before->most;
    g->most_state = before->most_state;
    g->most_time = before->most_time;
    g->lost_time = before->lost_time;
}

static bool has_moved(const Simulation *sim)
{
    const GlobalError *g = sim->global_error;
    for (int32_t i = 0; i < sim->model->n_states; i++)
        if (fabs(sim->x[i] - g->at[i]) > most_way * g->range[i]) return true;
    return false;
}

// Differences for df/dx take an evaluation for each group of columns: an estimate must not cost
// more than a share of the run.
static bool can_afford(const Simulation *sim)
{
    const GlobalError *g = sim->global_error;
    return (double)g->spent <= largest_share * (double)(sim->counts.rhs_evaluations - g->spent);
}

static inline double square(double x)
{
    return x * x;
}

static WIDE double sum_of_many(int32_t n, const double *v, const double *unit)
{
    Four sum = {0}; // apart: additions wait for each other
    int32_t i = 0;
    for (; i + FOUR <= n; i += FOUR) {
        Four part = FOUR_AT(v, i) / FOUR_AT(unit, i);
        sum += part * part;
    }
    for (; i < n; i++) sum[0] += square(v[i] / unit[i]);
    return sum[0] + sum[1] + (sum[2] + sum[3]);
}

static inline double size_of(const Simulation *sim, const double *v)
{
    int32_t n = sim->model->n_states;
    const double *unit = sim->global_error->range;
    if (n >= FOUR) return sqrt(sum_of_many(n, v, unit));
    double sum = 0;
    for (int32_t i = 0; i < n; i++) sum += square(v[i] / unit[i]);
    return sqrt(sum);
}

// Where e would flow alike with the old df/dx, twice as many steps pass before it is taken again:
// that of a beam that swings and hardly bends is nearly constant, though its state never rests.
static void judge_change(Simulation *sim)
{
    GlobalError *g = sim->global_error;
    const SparsePattern *p = jacobian_pattern(g->jacobian);
    const double *now = jacobian_values(g->jacobian);
    memset(g->d, 0, (size_t)p->n * sizeof *g->d);
    for (int32_t j = 0; j < p->n; j++)
        for (int32_t k = p->column_start[j]; k < p->column_start[j + 1]; k++)
            g->d[p->row_index[k]] += (now[k] - g->before[k]) * g->e[j];
    bool is_idle = g->h * size_of(sim, g->d) <= idle_change * size_of(sim, g->e);
    g->interval = is_idle && g->is_taken ? 2 * g->interval : FEWEST_STEPS_A_MATRIX;
    if (g->interval > MOST_STEPS_A_MATRIX) g->interval = MOST_STEPS_A_MATRIX;
}

// df/dx in the middle of the last step.
static bool take_jacobian(Simulation *sim)
{
    GlobalError *g = sim->global_error;
    const SparsePattern *p = jacobian_pattern(g->jacobian);
    memcpy(g->before, jacobian_values(g->jacobian),
           (size_t)p->column_start[p->n] * sizeof *g->before);
    int64_t before = sim->counts.rhs_evaluations;
    double t = sim->t - 0.5 * fmin(g->h, sim->method->last_step(sim->integrator));
    sim->method->interpolate(sim->integrator, t, g->at);
    ModelOutcome o = jacobian_evaluate(g->jacobian, t, g->at, NULL, &g->counts);
    g->spent += sim->counts.rhs_evaluations - before;
    if (o != MODEL_OK) return false;
    judge_change(sim);
    g->since = 0;
    g->z = 0;
    g->is_taken = true;
    return true;
}

static bool has_jacobian(Simulation *sim)
{
    GlobalError *g = sim->global_error;
    bool is_old = !g->is_taken || (g->since >= g->interval && has_moved(sim) && can_afford(sim));
    return !is_old || take_jacobian(sim) || g->is_taken;
}

// Factors for a flow over g->h.
static bool has_factors(Simulation *sim)
{
    GlobalError *g = sim->global_error;
    if (g->h >= least_ratio * g->z && g->h <= most_ratio * g->z) return true;
    double z = g->h / best_ratio;
    bool ok = step_matrix_factor(g->matrix, z, jacobian_values(g->jacobian));
    g->z = ok ? z : 0;
    return ok;
}

// Where values change fast, at impacts and commutations, a small error of time is a large one of
// the value, and over as soon as they have changed. What lasts for a hundredth of the run counts,
// and what is there at its end.
static void judge(Simulation *sim, double h)
{
    GlobalError *g = sim->global_error;
    double largest = 0, span = sim->options.stop_time - sim->options.start_time;
    bool is_end = sim->t >= sim->options.stop_time;
    int32_t state = -1;
    for (int32_t i = 0; i < sim->model->n_states; i++) {
        double part = fabs(g->e[i]) / g->range[i];
        if (part > largest) largest = part, state = i;
    }
    double now = fmax(largest / sim->options.tolerance, nothing);
    g->level += (log(now) - g->level) * (is_end ? 1 : fmin(1, h / (lasting * span)));
    if (g->level > g->lost_level && isnan(g->lost_time)) g->lost_time = sim->t;
    if (g->level <= g->most) return;
    g->most = g->level;
    g->most_state = state;
    g->most_time = sim->t;
}

// e := a1 W e + a2 W^2 e + a3 W^3 e, the flow over g->h.
static bool flow(Simulation *sim)
{
    GlobalError *g = sim->global_error;
    if (!has_factors(sim)) return false;
    int32_t n = sim->problem.n, known = n_differential(&sim->problem);
    double q = g->h / g->z, a3 = q * q / 2 - 2 * q + 1, a2 = q - 1 - 2 * a3;
    double a[] = {1 - a2 - a3, a2, a3};
    memcpy(g->power, g->e, (size_t)n * sizeof *g->e);
    for (int k = 0; k < 3; k++) {
        for (int32_t i = known; i < n; i++) g->power[i] = 0;
        step_matrix_solve(g->matrix, g->power);
        for (int32_t i = 0; i < known; i++) g->e[i] = (k ? g->e[i] : 0) + a[k] * g->power[i];
    }
    return true;
}

// e := R(h df/dx) e with the stability function of the pair of Dormand and Prince [HW96, IV.2]: the
// powers one by one, each by the last. False, and e stays: df/dx in the middle of the step is
// larger than the method would bear all along, as where a diode begins to conduct.
static bool flow_explicitly(Simulation *sim, double size)
{
    static const double quotients[] = {1, 2, 3, 4, 5, 5}; // of the coefficients; 1/600 is the last
    GlobalError *g = sim->global_error;
    int32_t n = sim->problem.n;
    double *power = g->power, *next = g->next;
    memcpy(power, g->e, (size_t)n * sizeof *power);
    for (size_t k = 0; k < sizeof quotients / sizeof *quotients; k++) {
        jacobian_multiply(g->jacobian, power, next);
        for (int32_t i = 0; i < n; i++) next[i] *= g->h / quotients[k];
        if (k == 0 && !(size_of(sim, next) < most_explicit * size)) return false;
        for (int32_t i = 0; i < n; i++) g->e[i] += next[i];
        double *swap = power;
        power = next;
        next = swap;
    }
    return true;
}

static void move(Simulation *sim)
{
    GlobalError *g = sim->global_error;
    int32_t n = sim->problem.n, known = n_differential(&sim->problem);
    double size = size_of(sim, g->e);
    bool moves = size > 0 && has_jacobian(sim);
    memcpy(g->d, g->e, (size_t)n * sizeof *g->e);
    bool is_explicit = !sim->method->is_implicit;
    moves = moves && ((is_explicit && flow_explicitly(sim, size)) || flow(sim));
    for (int32_t i = 0; i < known; i++) g->d[i] -= g->e[i];
    if (moves) g->rate = size_of(sim, g->d) / (size * g->h);
    for (int32_t i = 0; i < known; i++) {
        g->e[i] += g->gathered[i];
        g->gathered[i] = 0;
        // Beyond its range it says nothing more, and must not overflow.
        if (!(fabs(g->e[i]) <= g->range[i])) g->e[i] = g->e[i] > 0 ? g->range[i] : -g->range[i];
    }
    g->is_nothing = size_of(sim, g->e) <= nothing * sim->options.tolerance;
    judge(sim, g->h);
    g->h = 0;
    g->n_gathered = 0;
}

void global_error_step(Simulation *sim, double h)
{
    GlobalError *g = sim->global_error;
    if (!g || !(h > 0)) return;
    const double *size = error_sizes(&sim->problem);
    for (int32_t i = 0; i < sim->problem.n; i++) {
        double now = fabs(sim->x[i]);
        if (size[i] > now) now = size[i];
        if (now > g->range[i]) g->range[i] = now;
    }
    sim->method->local_error(sim->integrator, g->d);
    for (int32_t i = 0; i < n_differential(&sim->problem); i++)
        if (isfinite(g->d[i])) g->gathered[i] += g->d[i];
    g->since++;
    g->h += h;
    // An explicit formula over several steps may be unstable where none of them is.
    bool is_still = g->is_nothing || (g->h + h) * g->rate < most_change;
    bool waits = ++g->n_gathered < MOST_STEPS_AT_ONCE && is_still;
    if (!waits || !sim->method->is_implicit) move(sim);
}

// The equations change here.
void global_error_event(Simulation *sim)
{
    GlobalError *g = sim->global_error;
    if (!g) return;
    if (g->n_gathered) move(sim);
    memcpy(g->at, sim->x, (size_t)sim->problem.n * sizeof *g->at);
    g->is_taken = false;
}

// What is set to zero has no error there, what is turned round keeps it.
void global_error_after_event(Simulation *sim)
{
    GlobalError *g = sim->global_error;
    for (int32_t i = 0; g && i < sim->model->n_states; i++)
        if (sim->x[i] != g->at[i] && fabs(sim->x[i]) < fabs(g->at[i]))
            g->e[i] *= fabs(sim->x[i] / g->at[i]);
}

bool global_error_passed(const Simulation *sim, double level)
{
    return sim->global_error && sim->global_error->most > level;
}

// Other states than before: each may be as wrong as the worst of them was.
void global_error_exchange(Simulation *sim)
{
    GlobalError *g = sim->global_error;
    if (!g) return;
    double most = 0;
    const double *size = error_sizes(&sim->problem);
    for (int32_t i = 0; i < sim->model->n_states; i++)
        most = fmax(most, fabs(g->e[i]) / g->range[i]);
    for (int32_t i = 0; i < sim->model->n_states; i++) {
        g->range[i] = fmax(fabs(sim->x[i]), size[i]);
        g->e[i] = most * g->range[i];
    }
    g->is_nothing = false;
}

void global_error_report(Simulation *sim)
{
    GlobalError *g = sim->global_error;
    if (g && g->n_gathered) move(sim);
    if (!g) return;
    bool is_multistep = sim->method->order_max > sim->method->order_min;
    if (g->most <= log(is_multistep ? most_silent_multistep : most_silent)) return;
    const char *name = sim->model->states[g->most_state].name;
    Diagnostic *d;
    if (isfinite(g->lost_time))
        d = diag_warning(sim->diag, (Span){0, 0}, E_ACCURACY,
                         "errors grow so much that '%s' may be anything from time %.6g on", name,
                         g->lost_time);
    else
        d = diag_warning(sim->diag, (Span){0, 0}, E_ACCURACY,
                         "the error of '%s' may be %.0f times the tolerance at time %.6g", name,
                         exp(g->most), g->most_time);
    diag_label(
        sim->diag, d,
        "errors of steps add up along this solution: compare with a smaller --tolerance%s",
        sim->method->is_a_stable || sim->method->order_min > 5 ? "" : ", or take --method radau5");
}
