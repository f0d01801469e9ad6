// The form of states alone, the form without any, and what the forms have in common.
#include "run/forms/form.h"

#include <math.h>

#include "run/forms/linearized.h"
#include "run/state.h"

int32_t state_count(const Model *m)
{
    return m->n_states;
}

const char *integrator_name(const Simulation *sim)
{
    return sim->method->name;
}

bool form_watch(Simulation *sim)
{
    sizes_note(sim, INFINITY);
    if (!sim->events.is_watched) return true;
    return model_crossings(sim, sim->t, sim->x, sim->events.g_begin) == MODEL_OK;
}

StepOutcome integrator_restart(Simulation *sim, double h)
{
    if (!form_watch(sim)) return STEP_MODEL_FATAL;
    return sim->method->restart(sim->integrator, sim->t, sim->x, h);
}

double any_limit(const Simulation *sim, double limit)
{
    (void)sim;
    return limit;
}

StepOutcome integrator_advance(Simulation *sim, double limit, double *reached)
{
    return sim->method->step(sim->integrator, limit, reached);
}

void integrator_interpolate(Simulation *sim, double t, double *x)
{
    sim->method->interpolate(sim->integrator, t, x);
}

bool never_shorten(Simulation *sim, double h)
{
    (void)sim, (void)h;
    return false;
}

// Of the time that is left: steps below this get nowhere, and the model is to blame.
static const double shortest = 1e-10;

static bool is_long(const Simulation *sim, double h)
{
    return h > shortest * fmax(fabs(sim->t), sim->options.stop_time - sim->t);
}

bool can_be_shorter(const Simulation *sim, double h)
{
    return !isfinite(sim->problem.fixed_step) && is_long(sim, h);
}

static void forget_step(Simulation *sim)
{
    guesses_return(sim);
    model_forgets_trial(sim);
    sim->point.in_place = NAN;
    sim->ahead = -INFINITY;
}

// The error of a step may lead where an assertion of a function fails although the solution does
// not: at the limit of a table, say. Shorter steps come nearer to the solution.
bool integrator_shorten(Simulation *sim, double h)
{
    if (!can_be_shorter(sim, h)) return false;
    forget_step(sim);
    return sim->form->restart(sim, h / 4) == STEP_DONE;
}

ModelOutcome loop_solve(Simulation *sim, int32_t block)
{
    ModelOutcome o = block_solver_solve(sim->blocks[block]);
    if (o != MODEL_OK) sim->trouble.failed_block = block;
    return o;
}

const char *state_name(const Simulation *sim, int32_t number)
{
    return sim->model->states[number].name;
}

int64_t no_iterations(const Simulation *sim)
{
    (void)sim;
    return 0;
}

// ---- States alone ----------------------------------------------------------------------------

static ModelOutcome derivatives_at_many(void *client, int n, const double *t, double *const *x,
                                        double *const *dx)
{
    return model_derivatives_at_many(client, n, t, x, dx);
}

static void open_states(Simulation *sim)
{
    if (model_is_plain(sim)) sim->problem.derivatives_at_many = derivatives_at_many;
}

const Form ode_form = {.name = "ode",
                       .looks_ahead = true,
                       .only_interpolates = true,
                       .steps_apart = true,
                       .count = state_count,
                       .method_name = integrator_name,
                       .open = open_states,
                       .restart = integrator_restart,
                       .limit = any_limit,
                       .advance = integrator_advance,
                       .interpolate = integrator_interpolate,
                       .shorten = integrator_shorten,
                       .solve_block = loop_solve,
                       .unknown_name = state_name,
                       .iterations = no_iterations};

// ---- Nothing to integrate --------------------------------------------------------------------

static void open_nothing(Simulation *sim)
{
    (void)sim; // there are no states
}

static const char *no_method(const Simulation *sim)
{
    (void)sim;
    return "none";
}

static StepOutcome restart_nothing(Simulation *sim, double h)
{
    (void)h;
    sim->short_step = 0;
    return STEP_DONE;
}

// A step goes to the next output point, or as far as conditions can be evaluated.
static StepOutcome advance_to_output(Simulation *sim, double limit, double *reached)
{
    bool has_output = sim->record.next_output <= sim->options.intervals;
    double next = has_output ? output_time(sim, sim->record.next_output) : limit;
    *reached = fmin(next, limit);
    if (sim->short_step > 0 && sim->t + sim->short_step < *reached) {
        *reached = sim->t + sim->short_step;
        sim->short_step *= 4;
    } else {
        sim->short_step = 0;
    }
    sim->counts.steps++;
    return STEP_DONE;
}

// Beyond a crossing branches stay as they were, and may have no value further on.
static bool shorten_nothing(Simulation *sim, double h)
{
    if (!is_long(sim, h)) return false;
    forget_step(sim);
    sim->short_step = h / 4;
    return true;
}

static void interpolate_nothing(Simulation *sim, double t, double *x)
{
    (void)sim, (void)t, (void)x;
}

const Form stateless_form = {.name = "ode",
                             .count = state_count,
                             .method_name = no_method,
                             .open = open_nothing,
                             .restart = restart_nothing,
                             .limit = any_limit,
                             .advance = advance_to_output,
                             .interpolate = interpolate_nothing,
                             .shorten = shorten_nothing,
                             .solve_block = loop_solve,
                             .unknown_name = state_name,
                             .iterations = no_iterations};
