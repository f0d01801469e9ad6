// Which integrator a run uses: the one asked for, or `auto`.
//
// `auto` looks at the problem once, after initialization. With a fixed step it is the implicit
// method of highest order that takes one. A continuous system whose fastest rate (the spectral
// radius of df/dx at the start, by power iteration) does not get far within the run cannot be
// stiff, and an explicit method is cheaper; should the rates grow later so that it needs very
// many steps, the run goes on with the implicit one. Everything else gets the method for stiff
// systems: large systems, because of sparse matrices; systems with events, because what switches
// is usually stiff on one side.
#include <math.h>
#include <string.h>

#include "base/suggest.h"
#include "run/jacobian.h"
#include "run/state.h"

enum { MOST_EXPLICIT_STATES = 40, POWER_ITERATIONS = 20, MOST_EXPLICIT_STEPS = 20000 };
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

const IntegratorDesc *method_of_options(Simulation *sim)
{
    bool is_fixed = isfinite(sim->options.step);
    if (sim->model->inlined) return inline_method_of_name(sim->options.inline_method)->integrator;
    if (is_auto(sim)) return row_for(is_fixed ? AUTO_FIXED_STEP : AUTO_STIFF);
    const IntegratorDesc *found = integrator_of_name(sim->options.method);
    if (!found) return report_unknown(sim, sim->options.method);
    if (!is_fixed || found->takes_fixed_step) return found;
    Diagnostic *d = diag_error(sim->diag, (Span){0, 0}, E_METHOD,
                               "the method '%s' has no fixed step", found->name);
    diag_label(sim->diag, d, "leave out --step, or take '%s'", row_for(AUTO_FIXED_STEP)->name);
    return NULL;
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

void method_refine(Simulation *sim)
{
    const Model *m = sim->model;
    if (!is_auto(sim) || isfinite(sim->options.step)) return;
    if (m->n_states > MOST_EXPLICIT_STATES || m->n_relations || m->n_samples || m->n_state_sets ||
        m->n_delays)
        return;
    double span = sim->options.stop_time - sim->options.start_time;
    if (fastest_rate(sim) * span <= most_rate) sim->method = row_for(AUTO_NOT_STIFF);
}

bool method_reconsider(Simulation *sim)
{
    if (!is_auto(sim) || sim->method != row_for(AUTO_NOT_STIFF)) return false;
    IntegratorCounts c = sim->method->counts(sim->integrator);
    if (c.steps < MOST_EXPLICIT_STEPS) return false;
    sim->counts.steps += c.steps;
    sim->counts.rejected += c.rejected;
    sim->method->close(sim->integrator);
    sim->method = row_for(AUTO_STIFF);
    sim->integrator = sim->method->open(sim->arena, &sim->problem);
    return true;
}
