// How large states are, for the measure of their errors: |x| plus a size, which is the nominal
// value where there is one. A state whose nominal value nobody gave counts by the largest value it
// had so far, at most one: charges of nanocoulombs are as large as a metre to themselves.
//
// At the start that is the start value that was given: what begins with 1e-12 has to be right from
// there, the errors of its first steps are with it for ever. The same holds for what begins with
// zero and feeds its own growth; its derivative then tells how large it is. But other small values,
// and other small derivatives at zero, may be no more than the noise of sums that cancel and of
// inner solves: there a size is assumed.
#include <float.h>
#include <math.h>
#include <string.h>

#include "run/forms/ode_jacobian.h"
#include "run/point/norms.h"
#include "run/state.h"

// Of a state that has been zero so far. Smaller ones are right for smaller states, but let the
// noise of inner solves be felt: with 1e-8 two library models take minutes [M11].
static const double assumed_size = 1e-6;
// A start value below stands for zero: constants of the kind "as small as possible".
static const double least_start = 1e-20;
// What grows e^3-fold in the run feeds itself; its derivative is looked at for a hundredth.
static const double much_growth = 3, part_of_run = 0.01;

static void note_given_starts(Simulation *sim)
{
    const Model *m = sim->model;
    Arena *work = arena_open("start values");
    int32_t *state_of = ARENA_ARRAY(work, int32_t, m->n_slots); // by slot: number + 1
    for (int32_t k = 0; k < sim->sizes.n_unsized; k++)
        state_of[m->states[sim->sizes.unsized[k]].slot] = sim->sizes.unsized[k] + 1;
    for (int32_t v = 0; v < m->n_variables; v++) {
        const VariableInfo *info = &m->variables[v];
        int32_t i = info->slot == NO_SLOT ? -1 : state_of[info->slot] - 1;
        if (i < 0 || info->start_slot == NO_SLOT) continue;
        double start = fabs(m->v[info->start_slot]);
        bool is_given = start == fabs(sim->x[i]) && start >= least_start;
        if (is_given) sim->sizes.seen[i] = fmin(start, assumed_size);
    }
    arena_close(work);
}

static void note_growth(Simulation *sim)
{
    const InitialValueProblem *p = &sim->problem;
    double span = sim->options.stop_time - sim->options.start_time;
    bool any = false;
    if (model_slopes(sim, sim->t, sim->x, sim->dx) != MODEL_OK || !jacobian_fits(p)) return;
    for (int32_t k = 0; k < sim->sizes.n_unsized && !any; k++) {
        int32_t i = sim->sizes.unsized[k];
        double ahead = part_of_run * span * fabs(sim->dx[i]);
        any = sim->x[i] == 0 && ahead > 0 && ahead < assumed_size;
    }
    if (!any) return;
    Arena *work = arena_open("growth");
    IntegratorCounts counts = {0};
    Jacobian *j = jacobian_open(work, p);
    const SparsePattern *s = jacobian_pattern(j);
    bool ok = jacobian_evaluate(j, sim->t, sim->x, NULL, &counts) == MODEL_OK;
    for (int32_t k = 0; ok && k < sim->sizes.n_unsized; k++) {
        int32_t i = sim->sizes.unsized[k];
        double ahead = part_of_run * span * fabs(sim->dx[i]), own = 0;
        for (int32_t e = s->column_start[i]; e < s->column_start[i + 1]; e++)
            if (s->row_index[e] == i) own = jacobian_values(j)[e];
        if (sim->x[i] == 0 && own * span > much_growth && ahead >= least_start)
            sim->sizes.seen[i] = fmin(ahead, assumed_size);
    }
    arena_close(work);
}

// ---- Noise -----------------------------------------------------------------------------------
//
// What is left of sums that cancel is rounding and errors of their terms; as a derivative of a
// state that has been small so far it would have to be resolved, and steps shrink until they are
// short enough. A run that crawls looks at how much its derivatives change when its states do by a
// small part of the errors they may have. A state whose derivative is no better known counts as
// larger, until that does not matter.
//
// The same in any run with states that are next to zero: there all states change by their rounding.
// What a step makes of that does not fall with its order, so that the step seems too long however
// short it is, and the corrections of an implicit one seem not to converge.

enum { STEPS_BETWEEN = 64, N_TRIALS = 3, MOST_PASSED_OVER = 31 };
// Of the run: a step that is shorter would not see its end [M42].
static const double crawling = 1e-7;
static const double part_of_error = 1e-4, much_noise = 0.05; // of what a step may be wrong by
// The same of rounding: estimates of high order have weights up to five [M161].
static const double much_rounding = 0.01;
static const double more = 4;

static double unit_of(const Simulation *sim, int32_t i)
{
    return sim->problem.tolerance * (fabs(sim->x[i]) + error_sizes(&sim->problem)[i]);
}

// The largest change of each derivative, into `noise`; false: there is none.
static bool find_noise(Simulation *sim, bool of_rounding)
{
    int32_t n = sim->model->n_states;
    Sizes *z = &sim->sizes;
    if (model_slopes(sim, sim->t, sim->x, z->slopes) != MODEL_OK) return false;
    memset(z->noise, 0, (size_t)n * sizeof *z->noise);
    model_forgets_trial(sim);
    for (uint32_t trial = 0; trial < N_TRIALS; trial++) {
        for (int32_t i = 0; i < n; i++) {
            uint32_t pattern = ((uint32_t)i + 1) * 2654435761u >> (8 + trial);
            double change = of_rounding ? DBL_EPSILON * fabs(sim->x[i]) //
                                        : part_of_error * unit_of(sim, i);
            sim->x_trial[i] = sim->x[i] + (pattern & 1 ? 1 : -1) * change;
        }
        if (model_slopes(sim, sim->t, sim->x_trial, sim->dx) != MODEL_OK) return false;
        for (int32_t i = 0; i < n; i++)
            z->noise[i] = fmax(z->noise[i], fabs(sim->dx[i] - z->slopes[i]));
    }
    return true;
}

static bool any_rests(const Simulation *sim)
{
    const Sizes *z = &sim->sizes;
    for (int32_t k = 0; k < z->n_unsized; k++)
        if (fabs(sim->x[z->unsized[k]]) <= assumed_size) return true;
    return false;
}

// What a step makes of the noise, in the place of it: an implicit one damps what is fast.
static void damp_noise(Simulation *sim, double h)
{
    Sizes *z = &sim->sizes;
    if (sim->method->resolve) sim->method->resolve(sim->integrator, z->noise);
    for (int32_t i = 0; i < sim->model->n_states; i++) z->noise[i] = h * fabs(z->noise[i]);
}

// States whose derivatives are not known well enough for steps of h count as larger.
static bool enlarge_noisy(Simulation *sim, double h, bool crawls)
{
    Sizes *z = &sim->sizes;
    bool any = false;
    if (!find_noise(sim, !crawls)) return false;
    if (crawls)
        for (int32_t i = 0; i < sim->model->n_states; i++) z->noise[i] *= h;
    else
        damp_noise(sim, h);
    for (int32_t k = 0; k < z->n_unsized; k++) {
        int32_t i = z->unsized[k];
        double most = (crawls ? much_noise : much_rounding) * unit_of(sim, i);
        if (!(z->noise[i] > most && z->seen[i] < 1)) continue;
        z->seen[i] = fmin(more * z->seen[i], 1);
        any = true;
    }
    return any;
}

// Looks that find nothing become rare.
static void note_noise(Simulation *sim, double h)
{
    Sizes *z = &sim->sizes;
    double span = sim->options.stop_time - sim->options.start_time;
    if (++z->n_steps % STEPS_BETWEEN || !z->n_unsized || !sim->method->controls_step) return;
    bool crawls = h <= crawling * span;
    if (crawls) enlarge_noisy(sim, h, true);
    if (crawls || !isfinite(h) || sim->options.is_dae) return;
    if (z->passed_over++ < z->pass_over || !any_rests(sim)) return;
    z->passed_over = 0;
    z->pass_over =
        enlarge_noisy(sim, h, false) ? 0 : (int32_t)fmin(2 * z->pass_over + 1, MOST_PASSED_OVER);
}

// ---- Jumps -----------------------------------------------------------------------------------
//
// A function that jumps without an event may set a state in motion that was zero so far, faster
// than time resolves: within its rounding the state goes farther than a small size allows, and no
// step is short enough. It counts as what it is about to become.

// In the shortest steps: what lies behind the jump, and what such steps must be able to make.
static const double shortest_steps[] = {4, 16, 64};
static const double steps_to_resolve = 16;

bool sizes_of_jumps(Simulation *sim)
{
    Sizes *z = &sim->sizes;
    double shortest = fmax(4 * DBL_EPSILON * fabs(sim->t), DBL_MIN);
    if (!z->n_unsized || !sim->method->controls_step) return false;
    if (model_slopes(sim, sim->t, sim->x, z->slopes) != MODEL_OK) return false;
    for (int32_t i = 0; i < sim->model->n_states; i++) z->noise[i] = fabs(z->slopes[i]);
    model_forgets_trial(sim);
    for (size_t k = 0; k < sizeof shortest_steps / sizeof *shortest_steps; k++) {
        double h = shortest_steps[k] * shortest;
        for (int32_t i = 0; i < sim->model->n_states; i++)
            sim->x_trial[i] = sim->x[i] + h * z->slopes[i];
        if (model_slopes(sim, sim->t + h, sim->x_trial, sim->dx) != MODEL_OK) return false;
        for (int32_t i = 0; i < sim->model->n_states; i++)
            z->noise[i] = fmax(z->noise[i], fabs(sim->dx[i]));
    }
    bool any = false;
    for (int32_t k = 0; k < z->n_unsized; k++) {
        int32_t i = z->unsized[k];
        double needed = steps_to_resolve * shortest * z->noise[i] / sim->problem.tolerance;
        if (!(needed > z->seen[i] && z->seen[i] < 1)) continue;
        z->seen[i] = fmin(more * needed, 1);
        any = true;
    }
    return any;
}

void sizes_open(Simulation *sim)
{
    const Model *m = sim->model;
    sim->sizes.seen = ARENA_COPY(sim->arena, double, sim->problem.nominal, sim->problem.n);
    sim->sizes.unsized = ARENA_ARRAY(sim->arena, int32_t, m->n_states + 1);
    for (int32_t i = 0; i < m->n_states; i++) {
        if (m->states[i].nominal_slot != NO_SLOT) continue;
        sim->sizes.seen[i] = assumed_size;
        sim->sizes.unsized[sim->sizes.n_unsized++] = i;
    }
    sim->problem.seen = sim->sizes.seen;
    sim->sizes.noise = ARENA_ARRAY(sim->arena, double, m->n_states + 1);
    sim->sizes.slopes = ARENA_ARRAY(sim->arena, double, m->n_states + 1);
    note_given_starts(sim);
    note_growth(sim);
}

void sizes_note(Simulation *sim, double h)
{
    note_noise(sim, h);
    for (int32_t k = 0; k < sim->sizes.n_unsized; k++) {
        int32_t i = sim->sizes.unsized[k];
        double size = fabs(sim->x[i]);
        if (size > sim->sizes.seen[i]) sim->sizes.seen[i] = size < 1 ? size : 1;
    }
}
