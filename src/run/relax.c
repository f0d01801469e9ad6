// The start as the end of a relaxation: where the equations of a steady state lead nowhere from the
// guesses, the model itself knows the way. Its states begin at their start values and follow their
// derivatives at the fixed start time, events being nothing but literal relations, until the
// initial system can be solved from where they have come (pseudo-transient continuation). States
// whose initial values are known stay.
#include <math.h>
#include <string.h>

#include "run/integrators/integrators.h"
#include "run/state.h"

// The way counts, not its accuracy.
static const double tolerance = 1e-2;
// In units of where it began or of its nominal value: a state that has got this far runs away.
static const double lost = 1e6;
// Steps after which the initial system is tried, each twice as many as before.
enum { FIRST_TRY = 5, MOST_STEPS = 640 };

typedef struct Relaxation {
    Simulation *sim;
    double *x, *v;       // the states where the relaxation is; all values there
    const double *begin; // the states where it began
} Relaxation;

static ModelOutcome relaxing_derivatives(void *client, double t, const double *x, double *dx)
{
    const Relaxation *r = client;
    Simulation *sim = r->sim;
    const Model *m = sim->model;
    (void)t;
    guesses_return(sim); // those of the last step, wherever a trial has got to
    model_set_states(sim, sim->t, x);
    *m->mode = MODE_EVENT;
    ModelOutcome o = model_call(sim, m->event);
    *m->mode = MODE_INTEGRATE;
    if (o == MODEL_OK) o = model_call(sim, m->derivatives);
    for (int32_t i = 0; i < m->n_states && o == MODEL_OK; i++) {
        dx[i] = m->states[i].is_held ? 0 : m->v[m->states[i].derivative_slot];
        if (!isfinite(dx[i])) o = MODEL_RETRY;
    }
    return o;
}

// Values of variables that change between events are guesses; everything else is as it was.
static void take_guesses(const Model *m, const double *before)
{
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        bool is_guess = v->variability == IS_CONTINUOUS && v->kind == VALUE_REAL;
        if (!is_guess && v->slot >= 0) m->v[v->slot] = before[v->slot];
    }
    for (int32_t i = 0; i < m->n_pres; i++) m->v[m->pres[i].pre_slot] = before[m->pres[i].pre_slot];
}

static ModelOutcome try_start(Relaxation *r, const double *before)
{
    Simulation *sim = r->sim;
    const Model *m = sim->model;
    ModelOutcome o = relaxing_derivatives(r, sim->t, r->x, sim->dx);
    if (o != MODEL_OK) return o;
    memcpy(r->v, m->v, (size_t)m->n_slots * sizeof *m->v);
    take_guesses(m, before);
    *m->mode = MODE_INITIAL;
    start_trace_rung(sim->options.trace, "along the dynamics", NAN);
    o = start_solve(sim);
    start_trace_solved(sim->options.trace, o == MODEL_OK);
    if (o != MODEL_OK) model_return(sim, r->v);
    return o;
}

static bool is_lost(const Relaxation *r)
{
    const Model *m = r->sim->model;
    for (int32_t i = 0; i < m->n_states; i++) {
        int32_t slot = m->states[i].nominal_slot;
        double size = fmax(fabs(r->begin[i]), slot == NO_SLOT ? 1 : fabs(m->v[slot]));
        if (!(fabs(r->x[i]) <= lost * fmax(size, 1))) return true;
    }
    return false;
}

static ModelOutcome follow(Relaxation *r, Integrator *in, const double *before)
{
    Simulation *sim = r->sim;
    int next_try = FIRST_TRY;
    double reached;
    for (int k = 1; k <= MOST_STEPS; k++) {
        if (sim->options.interrupted && *sim->options.interrupted) return MODEL_RETRY;
        if (bdf_desc.step(in, INFINITY, &reached) != STEP_DONE) return MODEL_RETRY;
        bdf_desc.interpolate(in, reached, r->x);
        if (is_lost(r)) return MODEL_RETRY;
        if (relaxing_derivatives(r, reached, r->x, sim->dx) == MODEL_OK) guesses_keep(sim);
        if (k < next_try) continue;
        next_try *= 2;
        ModelOutcome o = try_start(r, before);
        if (o != MODEL_RETRY) return o;
    }
    return MODEL_RETRY;
}

static ModelOutcome relax(Simulation *sim, Arena *scratch)
{
    const Model *m = sim->model;
    Relaxation r = {.sim = sim};
    r.x = ARENA_ARRAY(scratch, double, m->n_states);
    r.v = ARENA_ARRAY(scratch, double, m->n_slots);
    const double *before = ARENA_COPY(scratch, double, m->v, m->n_slots);
    InitialValueProblem problem = simulation_states_problem(sim);
    problem.client = &r;
    problem.derivatives = relaxing_derivatives;
    problem.directions_open = NULL;
    problem.tolerance = tolerance;
    problem.fixed_step = NAN;
    problem.max_step = 0;
    for (int32_t i = 0; i < m->n_states; i++) r.x[i] = m->v[m->states[i].slot];
    r.begin = ARENA_COPY(scratch, double, r.x, m->n_states);
    Integrator *in = bdf_desc.open(scratch, &problem);
    ModelOutcome o = MODEL_RETRY;
    guesses_keep(sim);
    if (in && bdf_desc.restart(in, sim->t, r.x, 0) == STEP_DONE) {
        guesses_keep(sim);
        use_guesses(sim, GUESS_OR_OTHER);
        o = follow(&r, in, before);
    }
    if (in) bdf_desc.close(in);
    *m->mode = MODE_INITIAL;
    return o;
}

// Nothing has a past yet, and which candidates are states is decided later.
ModelOutcome relax_to_start(Simulation *sim)
{
    const Model *m = sim->model;
    if (!m->n_states || m->n_delays || m->n_transports || m->n_state_sets) return MODEL_RETRY;
    Arena *scratch = arena_open("relaxation");
    ModelOutcome o = relax(sim, scratch);
    arena_close(scratch);
    return o;
}
