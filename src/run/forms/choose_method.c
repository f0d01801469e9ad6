// Which integrator a run uses: the one asked for, or `auto`.
//
// `auto` looks at the problem after initialization. With a fixed step it is the implicit method of
// highest order that takes one. A continuous system with few states is judged by the eigenvalues of
// df/dx at the start: solutions that drift apart enlarge the errors of steps, so that they get an
// A-stable method of high order; a system whose fastest rate does not get far within the run is not
// stiff, and an explicit method is cheaper; longer oscillation without damping keeps errors and
// gets the method of high order again. Everything else gets the method for stiff systems: large
// systems, because of sparse matrices (with the others where the largest eigenvalues allow or ask
// for it); systems with events, because what switches is usually stiff on one side.
//
// The run is looked at again: an explicit method whose steps stability limits gives way to the one
// for stiff systems, every method to that of high order when the errors of its steps add up
// (global_error.c) or when events leave it no time to rise to its order, and that one to the one
// for stiff systems where it does not get on, which gives way to that of SUNDIALS where it wears
// out one df/dx after the other. Where the steps follow the fastest oscillation, the explicit
// method of order 8 takes longer ones, and gives way when stability limits them. Near a rest an
// explicit method hunts about it, and relations that rest there would switch with it: events never
// lead to one.
#include <float.h>
#include <math.h>

#include "run/forms/ode_jacobian.h"
#include "run/integrators/integrators.h"
#include "run/linear/eigenvalues.h"
#include "run/state.h"

enum {
    MOST_EXPLICIT_STATES = 40,
    POWER_ITERATIONS = 20,
    MOST_STIFF_STEPS = 15,
    ENOUGH_ATTEMPTS = 300,
    ENOUGH_STEPS = 100,
    ENOUGH_EVENTS = 50,
    MOST_RENEWED = 2, // df/dx for each step
    MOST_DENSE_STATES = 200
};
// Rate times span up to which a system does not count as stiff: an explicit method then needs at
// most about three hundred steps for stability, and gives way when they are what limits it [M20].
// Where an evaluation solves nonlinear equations, so many steps are too many.
static const double most_rate = 1000, most_rate_of_loops = 100;
// Eigenvalues within 18 degrees of the imaginary axis, where BDF of high order is not stable: on a
// line of 320 sections without loss Radau IIA needs 430 steps and CVODE 27,000 [M15].
static const double most_damped = -0.8;

// On the imaginary axis the explicit method is stable up to one radian a step, where its error is
// some 3e-4: a looser tolerance allows no longer steps, and their errors add up [M112].
static const double loose_tolerance = 3e-4;

// Radians and e-foldings over the run from which on the errors of steps are kept or enlarged to an
// extent that matters; oscillations that fall to 0.73 in one radian or less are damped [M21].
static const double many_turns = 30, much_growth = 3, hardly_damped = 0.3;
// Steps of a multistep method from one event to the next up to which a one-step method is faster
// [M72].
static const double few_steps = 20;
// Tolerance up to which the explicit method of order 8 needs less time than that of order 5;
// radians of the fastest oscillation in a step of Radau IIA up to which it takes more of them than
// the explicit one would: accuracy limits both, and one has equations to solve [M126].
static const double sharp_tolerance = 1e-7, followed = 0.5;
// Attempts that the whole run would take at the pace so far, beyond which the DAE form is left
// where a third of them fails [M231].
static const double most_attempts = 1e5;
// Steps of the method of SUNDIALS for each attempt of the one before, in as much time or in less,
// from which on that one goes on after all [M124].
static const double many_steps = 5;
// Estimated error of the solution, in tolerances, at which the method of highest order takes over:
// early from a multistep method, whose estimates are often too small [M17].
static const double most_error = 20, most_error_multistep = 3;

const Form *form_of(const Simulation *sim)
{
    if (!sim->model->n_states) return &stateless_form;
    if (sim->model->inlined) return &inlined_form;
    return sim->options.is_dae ? &dae_form : &ode_form;
}

typedef struct Spectrum { // of df/dx at the present point
    double rate;          // size of the largest eigenvalue; infinite: unknown
    double growth, swing; // largest real part; largest imaginary part of what is hardly damped
} Spectrum;

// All eigenvalues, of a small matrix.
static Spectrum spectrum_of_few(Simulation *sim)
{
    const InitialValueProblem *p = &sim->problem;
    Spectrum found = {INFINITY, 0, 0};
    Arena *work = arena_open("spectrum");
    IntegratorCounts counts = {0};
    Jacobian *j = jacobian_open(work, p);
    const SparsePattern *s = jacobian_pattern(j);
    int n = p->n;
    bool is_known = false;
    double *a = ARENA_ARRAY(work, double, n *n), *re = ARENA_ARRAY(work, double, n);
    double *im = ARENA_ARRAY(work, double, n);
    if (jacobian_evaluate(j, sim->t, sim->x, NULL, &counts) == MODEL_OK) {
        for (int32_t c = 0; c < n; c++)
            for (int32_t e = s->column_start[c]; e < s->column_start[c + 1]; e++)
                a[s->row_index[e] + c * n] = jacobian_values(j)[e];
        is_known = eigenvalues(n, a, re, im);
    }
    if (is_known) found.rate = 0;
    for (int i = 0; i < n && is_known; i++) {
        found.rate = fmax(found.rate, hypot(re[i], im[i]));
        found.growth = fmax(found.growth, re[i]);
        if (-re[i] < hardly_damped * fabs(im[i])) found.swing = fmax(found.swing, fabs(im[i]));
    }
    arena_close(work);
    return found;
}

typedef struct Product { // of df/dx at the present point and a direction
    const InitialValueProblem *problem;
    Jacobian *jacobian; // NULL: it has too many entries, and differences of f are taken
    double t;
    const double *x;
    double *unit, *f, *moved, *f_moved; // the last three of differences
    ModelOutcome outcome;
} Product;

static Product product_open(Arena *work, Simulation *sim, bool is_cheap)
{
    const InitialValueProblem *p = &sim->problem;
    Product m = {.problem = p, .t = sim->t, .x = sim->x};
    double **vectors[] = {&m.unit, &m.f, &m.moved, &m.f_moved};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = ARENA_ARRAY(work, double, p->n);
    for (int32_t i = 0; i < p->n; i++)
        m.unit[i] = is_cheap ? p->nominal[i] : fmax(p->nominal[i], fabs(sim->x[i]));
    if (is_cheap) {
        IntegratorCounts counts = {0};
        Jacobian *j = jacobian_open(work, p);
        m.jacobian = j;
        m.outcome = jacobian_evaluate(j, sim->t, sim->x, NULL, &counts);
    } else
        m.outcome = p->derivatives(p->client, sim->t, sim->x, m.f);
    return m;
}

static void take_difference(Product *m, const double *v, double *next)
{
    const InitialValueProblem *p = m->problem;
    double size = 0;
    for (int32_t i = 0; i < p->n; i++) size = fmax(size, fabs(v[i]) / m->unit[i]);
    double step = sqrt(DBL_EPSILON) / fmax(size, DBL_MIN);
    for (int32_t i = 0; i < p->n; i++) m->moved[i] = m->x[i] + step * v[i];
    ModelOutcome o = p->derivatives(p->client, m->t, m->moved, m->f_moved);
    if (o != MODEL_OK) m->outcome = o;
    for (int32_t i = 0; i < p->n; i++) next[i] = (m->f_moved[i] - m->f[i]) / step;
}

// next = J v, both in units; its largest component.
static double multiply(Product *m, double *v, double *next)
{
    int32_t n = m->problem->n;
    double size = 0;
    for (int32_t i = 0; i < n; i++) v[i] *= m->unit[i];
    if (m->jacobian)
        jacobian_multiply(m->jacobian, v, next);
    else
        take_difference(m, v, next);
    for (int32_t i = 0; i < n; i++) {
        v[i] /= m->unit[i];
        next[i] /= m->unit[i];
        size = fmax(size, fabs(next[i]));
    }
    return size;
}

static double cosine(int32_t n, const double *a, const double *b)
{
    double ab = 0, aa = 0, bb = 0;
    for (int32_t i = 0; i < n; i++) {
        ab += a[i] * b[i];
        aa += a[i] * a[i];
        bb += b[i] * b[i];
    }
    return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 1;
}

typedef struct Fastest {
    double rate; // size of the largest eigenvalues; infinite: unknown
    double turn; // 1 decay or growth, -1 oscillation
} Fastest;

// By a power iteration; the turn is the cosine of the angle between the v that it leaves and J J v.
static Fastest fastest_of_many(Simulation *sim, bool is_cheap)
{
    int32_t n = sim->problem.n;
    Arena *work = arena_open("spectrum");
    Product m = product_open(work, sim, is_cheap);
    double *v = ARENA_ARRAY(work, double, n), *next = ARENA_ARRAY(work, double, n);
    double *after = ARENA_ARRAY(work, double, n);
    Fastest found = {INFINITY, 1};
    // All components take part, none by symmetry alone.
    for (int32_t i = 0; i < n; i++) v[i] = 1 + 0.1 * i;
    for (int k = 0; k < POWER_ITERATIONS && m.outcome == MODEL_OK; k++) {
        double size = multiply(&m, v, next);
        if (!(size > 0)) break;
        for (int32_t i = 0; i < n; i++) v[i] = next[i] / size;
    }
    if (m.outcome == MODEL_OK) {
        multiply(&m, v, next);
        double size = multiply(&m, next, after);
        if (m.outcome == MODEL_OK) found = (Fastest){sqrt(size), cosine(n, v, after)};
    }
    arena_close(work);
    return found;
}

static double run_span(const Simulation *sim)
{
    return sim->options.stop_time - sim->options.start_time;
}

// Six evaluations a step are cheap where no equations are solved in them.
static bool has_nonlinear_loops(const Model *m)
{
    for (int32_t i = 0; i < m->n_blocks; i++)
        if (m->blocks[i].kind == BLOCK_NONLINEAR) return true;
    return false;
}

static bool is_not_stiff(const Simulation *sim, double rate)
{
    double most = has_nonlinear_loops(sim->model) ? most_rate_of_loops : most_rate;
    return rate * run_span(sim) <= most;
}

static void choose_explicit(Simulation *sim, double rate)
{
    bool is_sharp = sim->options.tolerance <= sharp_tolerance;
    sim->method = method_for(is_sharp ? AUTO_NOT_STIFF_AND_SHARP : AUTO_NOT_STIFF);
    sim->choice.reason = arena_printf(
        sim->arena, "not stiff: the fastest rate is %.3g over a span of %.3g", rate, run_span(sim));
}

static void choose_for_many_states(Simulation *sim)
{
    const InitialValueProblem *p = &sim->problem;
    bool is_cheap = p->column_start && p->column_start[p->n] < 50.0 * p->n;
    Fastest f = fastest_of_many(sim, is_cheap);
    bool oscillates = is_cheap && f.turn < most_damped;
    bool is_loose = sim->options.tolerance > loose_tolerance;
    if (is_not_stiff(sim, f.rate) && !(oscillates && is_loose)) {
        choose_explicit(sim, f.rate);
        return;
    }
    if (oscillates) {
        sim->method = method_for(AUTO_FIXED_STEP);
        sim->choice.swings_at = f.rate;
    }
    sim->choice.reason =
        oscillates ? "many states, and the fastest of them oscillate: A-stable and of high order"
                   : "many states: sparse matrices";
}

static void choose_for_few_states(Simulation *sim)
{
    double span = run_span(sim);
    Spectrum s = spectrum_of_few(sim);
    bool swings = s.swing * span > many_turns, grows = s.growth * span > much_growth;
    if (!grows && is_not_stiff(sim, s.rate)) {
        choose_explicit(sim, s.rate);
        return;
    }
    if (swings || grows) {
        sim->method = method_for(AUTO_FIXED_STEP);
        if (swings) sim->choice.swings_at = s.rate;
        sim->choice.reason = arena_printf(
            sim->arena, "%s over a span of %.3g: A-stable and of high order",
            swings ? arena_printf(sim->arena, "undamped oscillation of frequency %.3g", s.swing)
                   : arena_printf(sim->arena, "solutions drift apart at a rate of %.3g", s.growth),
            span);
        return;
    }
    sim->choice.reason = arena_printf(
        sim->arena, "may be stiff: the fastest rate is %.3g over a span of %.3g", s.rate, span);
}

// Whether the equations switch by what happens; not counting instants that are known before.
static bool switches_by_state(const Model *m)
{
    for (int32_t i = 0; i < m->n_relations; i++)
        if (m->relations[i].kind == RELATION_STATE) return true;
    return m->n_samples || m->n_delays || m->n_transports || m->n_state_sets;
}

void method_refine(Simulation *sim)
{
    const Model *m = sim->model;
    if (!sim->choice.is_auto || isfinite(sim->options.step) || sim->options.is_dae) return;
    bool is_large = m->n_states > MOST_EXPLICIT_STATES;
    if (switches_by_state(m))
        sim->choice.reason = "events: what switches is usually stiff on one side";
    else if (is_large)
        choose_for_many_states(sim);
    else
        choose_for_few_states(sim);
}

static int64_t events_so_far(const Simulation *sim)
{
    return sim->counts.state_events + sim->counts.time_events;
}

// The model solves its loops itself from here on.
static void leave_dae_form(Simulation *sim)
{
    const double *seen = sim->problem.seen;
    sim->options.is_dae = false;
    dae_leave(sim);
    sim->form = form_of(sim);
    sim->problem = simulation_states_problem(sim);
    sim->problem.seen = seen;
    global_error_open_again(sim);
}

static void go_on_with(Simulation *sim, const IntegratorDesc *method, const char *reason)
{
    IntegratorCounts c = sim->method->counts(sim->integrator);
    sim->counts.steps += c.steps;
    sim->counts.rejected += c.rejected;
    sim->counts.jacobian_evaluations += c.jacobian_evaluations;
    sim->counts.factorizations += c.factorizations;
    sim->counts.in_fronts += c.in_fronts;
    sim->counts.newton_iterations += c.newton_iterations;
    sim->method->close(sim->integrator);
    sim->method = method;
    if (sim->options.is_dae) leave_dae_form(sim);
    sim->integrator = method->open(sim->arena, &sim->problem);
    sim->choice.reason = reason;
    sim->choice.events_before = events_so_far(sim);
}

static bool has_dense_events(const Simulation *sim)
{
    int64_t events = events_so_far(sim) - sim->choice.events_before;
    if (events < ENOUGH_EVENTS || sim->problem.n > MOST_DENSE_STATES) return false;
    return (double)sim->method->counts(sim->integrator).steps < few_steps * (double)events;
}

// So many steps as this one has needed so far would make the run too long.
static bool hardly_gets_on(const Simulation *sim, double attempts)
{
    return attempts * run_span(sim) > most_attempts * (sim->t - sim->options.start_time);
}

// An exact method needs an exact df/dx: without one half of its steps fail. In DAE form an
// iteration that loses its way at a diode costs less than what follows, and less than loops that
// are solved one by one, unless steps stay short for it [M231].
static bool struggles(const Simulation *sim)
{
    IntegratorCounts c = sim->method->counts(sim->integrator);
    int64_t attempts = c.steps + c.rejected;
    if (attempts <= ENOUGH_ATTEMPTS || c.rejected <= c.steps / 3) return false;
    return !sim->options.is_dae || c.rejected > c.steps || hardly_gets_on(sim, (double)attempts);
}

// Rates of 1e16 make residuals of the rounding of states, whose direction only a fresh df/dx knows:
// the usual method asks for one in every second step, and a third of its steps fail. SUNDIALS
// takes what is left behind an old one by the size of the correction alone [M124].
static bool wears_out_jacobians(const Simulation *sim)
{
    IntegratorCounts c = sim->method->counts(sim->integrator);
    int64_t begun = events_so_far(sim) - sim->choice.events_before;
    int64_t made = c.jacobian_evaluations - begun;
    if (c.steps + c.rejected <= ENOUGH_ATTEMPTS) return false;
    return (c.rejected > c.steps / 4 && made > c.steps / 2) || made > MOST_RENEWED * c.steps;
}

static bool crawls(const Simulation *sim)
{
    const MethodChoice *c = &sim->choice;
    double before = c->worn_at - sim->options.start_time;
    double attempts = c->attempts_before * fmax(1, (sim->t - c->worn_at) / before);
    return (double)sim->method->counts(sim->integrator).steps > many_steps * attempts;
}

static bool may_change_method(const Simulation *sim)
{
    if (!sim->choice.is_auto || isfinite(sim->options.step)) return false;
    return !sim->options.is_dae || sim->choice.may_leave_dae;
}

bool method_give_up(Simulation *sim)
{
    const IntegratorDesc *usual = method_for(AUTO_STIFF);
    if (!may_change_method(sim) || sim->choice.is_settled) return false;
    if (sim->options.is_dae) {
        go_on_with(sim, usual,
                   arena_printf(sim->arena,
                                "the DAE form of many loops did not get on at time %.3g", sim->t));
        return true;
    }
    sim->choice.is_settled = true;
    if (sim->method->worst_state)
        sim->choice.limited_before = sim->method->worst_state(sim->integrator) + 1;
    // The usual one begins with order one and the weights of where it stands: states that rise from
    // zero by 1e14 a second leave it no first step.
    bool is_usual = sim->method == usual;
    go_on_with(sim, is_usual ? method_for(AUTO_FIXED_STEP) : usual,
               arena_printf(sim->arena, "%s: '%s' did not get on at time %.3g",
                            is_usual ? "a one-step method" : "the usual method for stiff systems",
                            sim->method->name, sim->t));
    return true;
}

// Why the method of high order shall go on; NULL: it need not, as the explicit one of order 8 is
// more accurate still. Where rounding makes the residuals it gets on least of all.
static const char *need_for_order(Simulation *sim)
{
    AutoUse use = sim->method->auto_use;
    if (sim->choice.is_settled || use == AUTO_STIFF_AND_ROUGH || use == AUTO_NOT_STIFF_AND_SHARP)
        return NULL;
    bool is_multistep = use == AUTO_STIFF;
    if (global_error_passed(sim, is_multistep ? log(most_error_multistep) : log(most_error)))
        return "errors of steps add up: A-stable and of high order";
    return is_multistep && has_dense_events(sim) ? "events follow closely: a one-step method"
                                                 : NULL;
}

static bool is_explicit(const Simulation *sim)
{
    AutoUse use = sim->method->auto_use;
    return use == AUTO_NOT_STIFF || use == AUTO_NOT_STIFF_AND_SHARP;
}

// The steps are a small part of a radian of what turns fastest: it is a part of the solution.
static bool follows_the_fastest(const Simulation *sim)
{
    double steps = (double)sim->method->counts(sim->integrator).steps;
    return sim->choice.swings_at > 0 && steps > ENOUGH_STEPS &&
           (sim->t - sim->options.start_time) * sim->choice.swings_at < followed * steps;
}

// The A-stable method goes on where it has to.
static bool leave_accurate(Simulation *sim)
{
    if (sim->choice.is_settled || sim->options.is_dae || !follows_the_fastest(sim)) return false;
    go_on_with(sim, method_for(AUTO_NOT_STIFF_AND_SHARP),
               arena_printf(sim->arena,
                            "the solution follows the fastest oscillation, of frequency %.3g: "
                            "explicit and of high order from time %.3g on",
                            sim->choice.swings_at, sim->t));
    return true;
}

static bool take_rough(Simulation *sim)
{
    const IntegratorDesc *rough = method_for(AUTO_STIFF_AND_ROUGH);
    if (sim->choice.was_rough || sim->options.is_dae || rough == sim->method) return false;
    IntegratorCounts c = sim->method->counts(sim->integrator);
    sim->choice.attempts_before = (double)(c.steps + c.rejected);
    sim->choice.worn_at = sim->t;
    sim->choice.was_rough = true;
    go_on_with(
        sim, rough,
        arena_printf(sim->arena,
                     "'%s' asked for df/dx in every second step or more often up to time %.3g",
                     sim->method->name, sim->t));
    return true;
}

static bool leave_rough(Simulation *sim)
{
    if (!crawls(sim)) return false;
    go_on_with(sim, method_for(AUTO_STIFF),
               arena_printf(sim->arena,
                            "the usual method for stiff systems: '%s' did not get on at time %.3g",
                            sim->method->name, sim->t));
    return true;
}

// It looks after every step: the use of the method tells which one it is without a search.
bool method_reconsider(Simulation *sim)
{
    if (!sim->integrator || !may_change_method(sim)) return false;
    AutoUse use = sim->method->auto_use;
    bool is_risk = use == AUTO_FIXED_STEP || sim->options.is_dae;
    if (is_risk && struggles(sim)) return method_give_up(sim);
    if (use == AUTO_FIXED_STEP) return leave_accurate(sim);
    const char *need = need_for_order(sim);
    if (need) {
        go_on_with(sim, method_for(AUTO_FIXED_STEP),
                   arena_printf(sim->arena, "%s from time %.3g on", need, sim->t));
        return true;
    }
    if (use == AUTO_STIFF_AND_ROUGH) return leave_rough(sim);
    if (use == AUTO_STIFF && wears_out_jacobians(sim)) return take_rough(sim);
    if (!is_explicit(sim)) return false;
    IntegratorCounts counts = sim->method->counts(sim->integrator);
    bool swings = sim->choice.swings_at > 0; // it was followed
    bool is_over = swings && counts.smooth_steps >= MOST_STIFF_STEPS;
    if (counts.stiff_steps < MOST_STIFF_STEPS && !is_over) return false;
    if (swings) sim->choice.is_settled = true;
    const char *reason = is_over ? "the fastest oscillation is over at time %.3g: A-stable again"
                                 : "became stiff: at time %.3g stability limits explicit steps";
    go_on_with(sim, method_for(swings ? AUTO_FIXED_STEP : AUTO_STIFF),
               arena_printf(sim->arena, reason, sim->t));
    return true;
}
