// What the options of a run ask for: a method by its name, a step, a tolerance; and whether they
// can be had.
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/suggest.h"
#include "run/integrators/integrators.h"
#include "run/state.h"

const IntegratorDesc *method_for(AutoUse use)
{
    for (int i = 0; i < n_integrators; i++)
        if (integrators[i]->auto_use == use) return integrators[i];
    return &bdf_desc; // without SUNDIALS: for DAE form, too
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
    if (near)
        diag_suggest(sim->diag, d, near);
    else
        diag_label(sim->diag, d, "`tarn methods` lists them");
    return NULL;
}

// What an option asks of a method that has no such thing.
static const IntegratorDesc *report_unfit(Simulation *sim, const IntegratorDesc *found,
                                          const char *option, const char *lacks, AutoUse other)
{
    Diagnostic *d = diag_error(sim->diag, (Span){0, 0}, E_METHOD, "the method '%s' has no %s",
                               found->name, lacks);
    diag_label(sim->diag, d, "leave out %s, or take '%s'", option, method_for(other)->name);
    return NULL;
}

// A longest step is for methods that choose their steps.
static bool takes_longest_step(Simulation *sim, const IntegratorDesc *found)
{
    const SimulationOptions *o = &sim->options;
    bool is_fixed = isfinite(o->step);
    if (!(o->max_step > 0) || (!is_fixed && found->controls_step)) return true;
    Diagnostic *d = diag_error(sim->diag, (Span){0, 0}, E_METHOD,
                               is_fixed ? "with a fixed step there is no longest one"
                                        : "the method '%s' has no step-size control",
                               found->name);
    diag_label(sim->diag, d, "leave out --max-step, or %s",
               is_fixed ? "--step" : "say how long its steps are with --step");
    return false;
}

// Time must be able to follow a step that is given, and so must numbers a tolerance.
static bool can_be_told_apart(Simulation *sim)
{
    const SimulationOptions *o = &sim->options;
    bool is_fixed = isfinite(o->step);
    double step = is_fixed ? o->step : o->max_step > 0 ? o->max_step : INFINITY;
    if (step <= 100 * DBL_EPSILON * fmax(fabs(o->start_time), fabs(o->stop_time))) {
        diag_error(sim->diag, (Span){0, 0}, E_METHOD,
                   "steps of %s %g are too short to be told apart at time %g",
                   is_fixed ? "--step" : "--max-step", step, o->stop_time);
        return false;
    }
    if (o->tolerance >= DBL_EPSILON && o->tolerance < 1) return true;
    Diagnostic *d =
        diag_error(sim->diag, (Span){0, 0}, E_METHOD,
                   o->tolerance < 1 ? "a tolerance of %g is below the rounding of numbers, %.2g"
                                    : "a tolerance of %g leaves nothing of the solution",
                   o->tolerance, DBL_EPSILON);
    diag_label(sim->diag, d, "it is relative to the values: 1e-4 to 1e-10 are usual");
    return false;
}

static const IntegratorDesc *choose_by_options(Simulation *sim)
{
    bool is_fixed = isfinite(sim->options.step), is_dae = sim->options.is_dae;
    if (sim->model->inlined) {
        sim->inlined.method = inline_method_of_name(sim->options.inline_method);
        const IntegratorDesc *inlined = sim->inlined.method->integrator;
        sim->choice.reason = "inlined";
        if (sim->model->inlined->stages > 1 && sim->options.inputs &&
            !inputs_are_steps(sim->options.inputs))
            return report_unfit(sim, inlined, "--inline",
                                "inputs that change during a step when inlined", AUTO_STIFF);
        return is_dae ? report_unfit(sim, inlined, "--dae", "DAE form when inlined", AUTO_DAE)
                      : inlined;
    }
    DaeUse use = sim->model->dae.use;
    if (sim->choice.is_auto && !is_fixed && !is_dae && use != DAE_ON_REQUEST) {
        sim->options.is_dae = true;
        sim->choice.may_leave_dae = use == DAE_FOR_MANY_LOOPS;
        sim->choice.reason =
            use == DAE_FOR_LINEAR_LOOP
                ? "a large linear loop: its unknowns join the states in DAE form"
            : use == DAE_FOR_NONLINEAR_LOOP
                ? "a large nonlinear loop: its unknowns join the states in DAE form"
                : "many nonlinear loops: their unknowns join the states in DAE form";
        return method_for(sim->choice.may_leave_dae ? AUTO_STIFF : AUTO_DAE);
    }
    if (sim->choice.is_auto) {
        sim->choice.reason = is_fixed ? "fixed step: the implicit method of highest order"
                             : is_dae ? "DAE form"
                                      : "the usual method for stiff systems";
        return method_for(is_fixed ? AUTO_FIXED_STEP : is_dae ? AUTO_DAE : AUTO_STIFF);
    }
    const IntegratorDesc *found = integrator_of_name(sim->options.method);
    sim->choice.reason = "asked for";
    if (!found) return report_unknown(sim, sim->options.method);
    if (is_fixed && !found->takes_fixed_step)
        return report_unfit(sim, found, "--step", "fixed step", AUTO_FIXED_STEP);
    if (is_dae && !found->solves_dae)
        return report_unfit(sim, found, "--dae", "DAE form", AUTO_DAE);
    return found;
}

const IntegratorDesc *method_of_options(Simulation *sim)
{
    sim->choice.is_auto = is_auto(sim);
    const IntegratorDesc *found = choose_by_options(sim);
    return found && takes_longest_step(sim, found) && can_be_told_apart(sim) ? found : NULL;
}
