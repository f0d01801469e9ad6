// Consistent values at the start time: the initial system from the start values, along a homotopy
// where there is one, then from other guesses, along the dynamics (relax.c) and outside of declared
// limits; then the events of the start time [BAF06, SCO11].
#include <math.h>
#include <string.h>

#include "run/loops/restarts.h"
#include "run/state.h"

static void set_guesses(Simulation *sim)
{
    const Model *m = sim->model;
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        if (v->is_alias || v->start_slot == NO_SLOT || v->slot < 0) continue;
        if (v->variability <= IS_PARAMETER && v->slot == v->start_slot) continue;
        m->v[v->slot] = m->v[v->start_slot];
    }
    for (int32_t i = 0; i < m->n_pres; i++) m->v[m->pres[i].pre_slot] = m->v[m->pres[i].slot];
}

void use_guesses(Simulation *sim, GuessUse use)
{
    for (int32_t i = 0; i < sim->model->n_blocks; i++)
        block_solver_use_guesses(sim->blocks[i], use);
}

static void begin_at_starts(Simulation *sim, GuessUse use)
{
    set_guesses(sim);
    use_guesses(sim, use);
}

// The words for what is tried, by GuessUse.
static const char *const start_name[] = {[GUESS_AS_IS] = "from the start values",
                                         [GUESS_OR_OTHER] = "from guesses that follow",
                                         [GUESS_ANYWHERE] = "from other points"};
static const char *const homotopy_name[] = {
    [GUESS_AS_IS] = "along the homotopy",
    [GUESS_OR_OTHER] = "along the homotopy, from guesses that follow",
    [GUESS_ANYWHERE] = "along the homotopy, from other points"};

// `initial` with all its conditions, another routine alone.
static ModelOutcome try_rung(Simulation *sim, const char *name, double lambda, int32_t routine)
{
    start_trace_rung(sim->options.trace, name, lambda);
    bool is_actual = routine == sim->model->initial;
    ModelOutcome o = is_actual ? start_solve(sim) : model_call(sim, routine);
    start_trace_solved(sim->options.trace, o == MODEL_OK);
    return o;
}

// Shorter steps of the homotopy would need ten thousand of them: there is no way on.
static const double least_step = 1e-4;

// A loop that has no solution a little beyond lambda may have one beyond a fold: there the path
// turns round, and comes back. The loop then waits at its end for the others.
static ModelOutcome turn_round(Simulation *sim, int32_t routine, double lambda)
{
    const Model *m = sim->model;
    int32_t failed = sim->trouble.failed_block;
    m->v[m->lambda_slot] = lambda;
    if (failed < 0 || sim->blocks[failed]->waits || model_call(sim, routine) != MODEL_OK)
        return MODEL_RETRY;
    start_trace_rung(sim->options.trace, "round a fold of the homotopy", lambda);
    ModelOutcome o = block_solver_follow(sim->blocks[failed], routine, lambda);
    sim->blocks[failed]->waits = o == MODEL_OK;
    start_trace_solved(sim->options.trace, o == MODEL_OK);
    return o;
}

static void wait_no_longer(Simulation *sim)
{
    for (int32_t i = 0; i < sim->model->n_blocks; i++) sim->blocks[i]->waits = false;
}

static void keep_near(Simulation *sim, bool is_near)
{
    for (int32_t i = 0; i < sim->model->n_blocks; i++)
        block_solver_keep_near(sim->blocks[i], is_near);
}

// lambda from 0 (simplified models) to 1 (actual ones), steps doubled or quartered.
static ModelOutcome step_along_homotopy(Simulation *sim, GuessUse use, bool is_near,
                                        bool *has_turned)
{
    const Model *m = sim->model;
    if (m->lambda_slot == NO_SLOT) return MODEL_RETRY;
    int32_t routine = m->initial_simplified == NO_ROUTINE ? m->initial : m->initial_simplified;
    begin_at_starts(sim, use);
    double lambda = 0, step = 0.2;
    m->v[m->lambda_slot] = 0;
    if (try_rung(sim, homotopy_name[use], 0, routine) != MODEL_OK) return MODEL_RETRY;
    use_guesses(sim, GUESS_AS_IS);
    keep_near(sim, is_near);
    while (lambda < 1) {
        double next = fmin(1, lambda + step);
        m->v[m->lambda_slot] = next;
        bool is_last = next == 1 && !*has_turned;
        ModelOutcome o = try_rung(sim, homotopy_name[use], next, is_last ? m->initial : routine);
        if (o == MODEL_FATAL) return o;
        if (o == MODEL_OK) {
            lambda = next;
            step *= 2;
        } else if ((step /= 4) < least_step) {
            o = turn_round(sim, routine, lambda);
            if (o != MODEL_OK) return o;
            *has_turned = true;
            step = 0.2;
        }
    }
    return MODEL_OK;
}

static ModelOutcome follow_homotopy(Simulation *sim, GuessUse use, bool is_near)
{
    bool has_turned = false;
    ModelOutcome o = step_along_homotopy(sim, use, is_near, &has_turned);
    if (!has_turned) return o;
    wait_no_longer(sim);
    return o == MODEL_OK ? try_rung(sim, homotopy_name[use], 1, sim->model->initial) : o;
}

// Where the modeler wrote a homotopy, it also says which of several solutions is meant: it is
// followed first, without leaving its path as far as possible.
static ModelOutcome solve_from_starts(Simulation *sim, GuessUse use)
{
    const Model *m = sim->model;
    ModelOutcome o = follow_homotopy(sim, use, true);
    keep_near(sim, false);
    if (o == MODEL_RETRY) o = follow_homotopy(sim, use, false);
    if (m->lambda_slot != NO_SLOT) m->v[m->lambda_slot] = 1;
    if (o != MODEL_RETRY) return o;
    begin_at_starts(sim, use);
    return try_rung(sim, sim->is_unlimited ? "outside the declared limits" : start_name[use], NAN,
                    m->initial);
}

static bool has_guesses_that_follow(const Simulation *sim)
{
    for (int32_t i = 0; i < sim->model->n_blocks; i++)
        if (sim->model->blocks[i].guesses != NO_ROUTINE) return true;
    return false;
}

// Limits are no equations: what lies outside is warned of.
static ModelOutcome solve_outside_limits(Simulation *sim)
{
    sim->is_unlimited = true;
    for (int32_t i = 0; i < sim->model->n_blocks; i++)
        block_solver_may_leave_limits(sim->blocks[i]);
    return solve_from_starts(sim, GUESS_OR_OTHER);
}

static int64_t all_iterations(const Simulation *sim)
{
    int64_t n = 0;
    for (int32_t i = 0; i < sim->model->n_blocks; i++) n += block_solver_iterations(sim->blocks[i]);
    return n;
}

// Beyond this a start inside the limits is not looked for: there is one.
enum { MOST_ITERATIONS_INSIDE = 1000 };

// Limits say which of several solutions is meant, also those of variables that no loop iterates on:
// where one is broken, all loops begin at other points until none is; else it is as it was.
static ModelOutcome look_inside_limits(Simulation *sim)
{
    const Model *m = sim->model;
    if (sim->is_unlimited || limits_hold(sim)) return MODEL_OK;
    Arena *scratch = arena_open("limits");
    double *found = ARENA_COPY(scratch, double, m->v, m->n_slots);
    bool is_inside = false;
    ModelOutcome o = MODEL_RETRY;
    int64_t most = all_iterations(sim) + MOST_ITERATIONS_INSIDE;
    for (int k = 0; k < N_RESTARTS && !is_inside && o != MODEL_FATAL; k++) {
        if (all_iterations(sim) > most) break;
        begin_at_starts(sim, GUESS_AS_IS);
        for (int32_t i = 0; i < m->n_blocks; i++) block_solver_begin_at(sim->blocks[i], k);
        o = try_rung(sim, "inside the declared limits", NAN, m->initial);
        is_inside = o == MODEL_OK && limits_hold(sim);
        start_trace_solved(sim->options.trace, is_inside);
    }
    for (int32_t i = 0; i < m->n_blocks; i++) block_solver_begin_at(sim->blocks[i], -1);
    if (o != MODEL_FATAL) o = MODEL_OK;
    if (!is_inside && !model_return(sim, found) && o == MODEL_OK)
        o = try_rung(sim, "from the solution that was found", NAN, m->initial);
    arena_close(scratch);
    return o;
}

// Start values as they are written come first: a model that starts from them has meant that
// solution. What lies outside the declared limits comes last.
static ModelOutcome solve_initial_system(Simulation *sim)
{
    *sim->model->mode = MODE_INITIAL;
    ModelOutcome o = solve_from_starts(sim, GUESS_AS_IS);
    if (o == MODEL_RETRY && has_guesses_that_follow(sim))
        o = solve_from_starts(sim, GUESS_OR_OTHER);
    if (o != MODEL_RETRY) return o;
    begin_at_starts(sim, GUESS_OTHER);
    o = relax_to_start(sim);
    if (o == MODEL_RETRY) o = solve_from_starts(sim, GUESS_ANYWHERE);
    return o == MODEL_RETRY ? solve_outside_limits(sim) : o;
}

static bool start_was_sound(Simulation *sim, int32_t routine)
{
    const Model *m = sim->model;
    ModelMode mode = *m->mode;
    *m->mode = MODE_INITIAL;
    bool is_sound = relations_were_sound(sim, routine);
    *m->mode = mode;
    return is_sound;
}

// The initial system with its actions; without it all is at its start value.
bool start_values(Simulation *sim, bool solves)
{
    const Model *m = sim->model;
    m->v[SLOT_TIME] = sim->t;
    comparisons_begin();
    if (model_call(sim, m->parameters) != MODEL_OK) {
        report_stop(sim, E_INITIALIZE, "the parameters cannot be computed");
        return false;
    }
    if (!start_was_sound(sim, m->parameters)) return false;
    inputs_begin(sim);
    inputs_write_starts(sim);
    if (!solves) {
        begin_at_starts(sim, GUESS_AS_IS);
        return true;
    }
    bool is_found = solve_initial_system(sim) == MODEL_OK && look_inside_limits(sim) == MODEL_OK;
    if (sim->options.trace) sim->options.trace->is_found = is_found;
    if (!is_found) {
        int32_t failed = sim->trouble.failed_block;
        if (sim->options.trace && failed >= 0)
            sim->options.trace->failure =
                block_solver_examine(sim->options.trace->arena, sim->blocks[failed]);
        report_stop(sim, E_INITIALIZE, "no consistent start values at time %.17g", sim->t);
        return false;
    }
    use_guesses(sim, GUESS_AS_IS);
    forget_trials(sim);
    if (!start_was_sound(sim, m->initial)) return false;
    if (model_call(sim, m->initial_actions) != MODEL_OK) {
        if (!asserts_refused(sim)) report_stop(sim, E_INITIALIZE, "the start cannot be completed");
        return false;
    }
    return true;
}

RunOutcome simulation_initialize(Simulation *sim)
{
    const Model *m = sim->model;
    sim->t = sim->options.start_time;
    if (!start_values(sim, true)) return RUN_STOPPED;
    for (int32_t i = 0; i < m->n_states; i++) sim->x[i] = m->v[m->states[i].slot];
    if (!samples_begin(sim)) return RUN_STOPPED;
    if (!history_begin(sim)) return RUN_STOPPED;
    // What delay() returns until its time has passed: the values of the initial system (3.7.4.1).
    // What events at the start make of them is a jump like others, and comes out when it is as old.
    history_store(sim);
    return events_handle(sim, true);
}
