// Which integrator a run uses: the one asked for, or `auto`.
//
// `auto` looks at the problem once, after initialization. With a fixed step it is the implicit
// method of highest order that takes one. A continuous system whose fastest rate (the spectral
// radius of df/dx at the start, by power iteration) does not get far within the run cannot be
// stiff, and an explicit method is cheaper; should the rates grow later so that stability and not
// accuracy limits its steps, the run goes on with the implicit one. Everything else gets the method
// for stiff systems: large systems, because of sparse matrices; systems with events, because what
// switches is usually stiff on one side.
#include <math.h>
#include <string.h>

#include "base/suggest.h"
#include "run/jacobian.h"
#include "run/state.h"

enum { MOST_EXPLICIT_STATES = 40, POWER_ITERATIONS = 20, MOST_STIFF_STEPS = 15, LARGE_LOOP = 100 };
// Rate times span up to which a system does not count as stiff: an explicit method then needs
// at most about thirty steps for stability, fewer than an implicit one needs for its start.
static const double most_rate = 100;

static const IntegratorDesc *row_for(AutoUse use)
{
    for (int i = 0; i < n_integrators; i++)
        if (integrators[i]->auto_use == use) return integrators[i];
    return NULL;
}

static bool is_auto(const Simulation *sim)
{
    return !sim->model->inlined && (!sim->options.method || !strcmp(sim->options.method, "auto"));
}

static const IntegratorDesc *report_unknown(Simulation *sim, const char *name)
{
    const char **names = ARENA_ARRAY(sim->arena, const char *, n_integrators);
    for (int i = 0; i < n_integrators; i++) names[i] = integrators[i]->name;
    const char *near = nearest_text(name, names, (size_t)n_integrators);
    Diagnostic *d = diag_error(sim->diag, (Span){0, 0}, E_METHOD, "there is no method '%s'", name);
    if (near) diag_label(sim->diag, d, "did you mean '%s'?", near);
    return NULL;
}

// What an option asks of a method that has no such thing.
static const IntegratorDesc *report_unfit(Simulation *sim, const IntegratorDesc *found,
                                          const char *option, const char *lacks, AutoUse other)
{
    Diagnostic *d = diag_error(sim->diag, (Span){0, 0}, E_METHOD, "the method '%s' has no %s",
                               found->name, lacks);
    diag_label(sim->diag, d, "leave out %s, or take '%s'", option, row_for(other)->name);
    return NULL;
}

// Solving such a loop to the last digit inside every evaluation costs more than leaving it to the
// Newton iteration of the integrator, whose sparse matrix takes it in.
static bool has_large_loop(const Model *m)
{
    for (int32_t i = 0; i < m->dae.n_blocks; i++) {
        const BlockInfo *b = &m->blocks[m->dae.blocks[i]];
        double full = (double)b->n * b->n;
        if (b->kind == BLOCK_NONLINEAR && b->n > LARGE_LOOP && b->column_start[b->n] < 0.2 * full)
            return true;
    }
    return false;
}

const IntegratorDesc *method_of_options(Simulation *sim)
{
    bool is_fixed = isfinite(sim->options.step), is_dae = sim->options.is_dae;
    if (sim->model->inlined) {
        const IntegratorDesc *inlined =
            inline_method_of_name(sim->options.inline_method)->integrator;
        sim->method_reason = "inlined";
        return is_dae ? report_unfit(sim, inlined, "--dae", "DAE form when inlined", AUTO_DAE)
                      : inlined;
    }
    if (is_auto(sim) && !is_fixed && !is_dae && has_large_loop(sim->model)) {
        sim->options.is_dae = true;
        sim->method_reason = "a large nonlinear loop: its unknowns join the states in DAE form";
        return row_for(AUTO_DAE);
    }
    if (is_auto(sim)) {
        sim->method_reason = is_fixed ? "fixed step: the implicit method of highest order"
                             : is_dae ? "DAE form"
                                      : "the usual method for stiff systems";
        return row_for(is_fixed ? AUTO_FIXED_STEP : is_dae ? AUTO_DAE : AUTO_STIFF);
    }
    const IntegratorDesc *found = integrator_of_name(sim->options.method);
    sim->method_reason = "asked for";
    if (!found) return report_unknown(sim, sim->options.method);
    if (is_fixed && !found->takes_fixed_step)
        return report_unfit(sim, found, "--step", "fixed step", AUTO_FIXED_STEP);
    if (is_dae && !found->solves_dae)
        return report_unfit(sim, found, "--dae", "DAE form", AUTO_DAE);
    return found;
}

// The size of the largest eigenvalue of df/dx at the present point; infinite when unknown.
static double fastest_rate(Simulation *sim)
{
    const OdeProblem *p = &sim->problem;
    Arena *work = arena_open("fastest rate");
    IntegratorCounts counts = {0};
    Jacobian *j = jacobian_open(work, p);
    double *v = ARENA_ARRAY(work, double, p->n), *next = ARENA_ARRAY(work, double, p->n);
    double rate = INFINITY;
    if (jacobian_evaluate(j, sim->t, sim->x, NULL, &counts) == MODEL_OK) {
        const SparsePattern *s = jacobian_pattern(j);
        const double *values = jacobian_values(j);
        // Scaled by the nominal values; all components take part, none by symmetry alone.
        for (int32_t i = 0; i < p->n; i++) v[i] = 1 + 0.1 * i;
        rate = 0;
        for (int k = 0; k < POWER_ITERATIONS; k++) {
            double size = 0;
            memset(next, 0, (size_t)p->n * sizeof *next);
            for (int32_t c = 0; c < p->n; c++)
                for (int32_t e = s->column_start[c]; e < s->column_start[c + 1]; e++)
                    next[s->row_index[e]] +=
                        values[e] * v[c] * p->nominal[c] / p->nominal[s->row_index[e]];
            for (int32_t i = 0; i < p->n; i++) size = fmax(size, fabs(next[i]));
            double before = 0;
            for (int32_t i = 0; i < p->n; i++) before = fmax(before, fabs(v[i]));
            if (!(size > 0)) break;
            rate = fmax(rate, size / before); // the largest growth seen: on the safe side
            for (int32_t i = 0; i < p->n; i++) v[i] = next[i] / size;
        }
    }
    arena_close(work);
    return rate;
}

// Why an explicit method is out of the question; NULL: it is not.
static const char *needs_implicit(const Model *m)
{
    if (m->n_states > MOST_EXPLICIT_STATES) return "many states: sparse matrices";
    if (m->n_relations || m->n_samples || m->n_delays || m->n_transports || m->n_state_sets)
        return "events: what switches is usually stiff on one side";
    return NULL;
}

void method_refine(Simulation *sim)
{
    if (!is_auto(sim) || isfinite(sim->options.step) || sim->options.is_dae) return;
    const char *reason = needs_implicit(sim->model);
    if (reason) {
        sim->method_reason = reason;
        return;
    }
    double span = sim->options.stop_time - sim->options.start_time, rate = fastest_rate(sim);
    bool is_slow = rate * span <= most_rate;
    if (is_slow) sim->method = row_for(AUTO_NOT_STIFF);
    sim->method_reason =
        arena_printf(sim->arena, "%s: the fastest rate is %.3g over a span of %.3g",
                     is_slow ? "not stiff" : "may be stiff", rate, span);
}

bool method_reconsider(Simulation *sim)
{
    if (!is_auto(sim) || sim->method != row_for(AUTO_NOT_STIFF)) return false;
    IntegratorCounts c = sim->method->counts(sim->integrator);
    if (c.stiff_steps < MOST_STIFF_STEPS) return false;
    sim->counts.steps += c.steps;
    sim->counts.rejected += c.rejected;
    sim->method->close(sim->integrator);
    sim->method = row_for(AUTO_STIFF);
    sim->integrator = sim->method->open(sim->arena, &sim->problem);
    sim->method_reason = arena_printf(
        sim->arena, "became stiff: at time %.3g stability limits explicit steps", sim->t);
    return true;
}
