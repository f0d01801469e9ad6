// Values that should not be: not finite, or outside the min and max of their variable.
//
// Looked at where the solution is accepted and recorded, never at trial points. Each variable is
// reported once; what lies outside by less than the accuracy of the run is inside.
#include <math.h>

#include "run/state.h"

enum { MOST_REPORTS = 20 };

static bool is_checked(const VariableInfo *v)
{
    return !v->is_alias && v->slot >= 0 && v->kind != VALUE_STRING && v->kind != VALUE_BOOLEAN;
}

static double shown_value(const Simulation *sim, const VariableInfo *v)
{
    double value = v->sign * sim->model->v[v->slot];
    return isnan(value) ? (double)NAN : value; // the sign of a NaN means nothing
}

void limits_open(Simulation *sim)
{
    const Model *m = sim->model;
    Limits *k = &sim->limits;
    k->reals = ARENA_ARRAY(sim->arena, int32_t, m->n_variables + 1);
    int32_t *slots = ARENA_ARRAY(sim->arena, int32_t, m->n_variables + 1);
    k->bounded = ARENA_ARRAY(sim->arena, int32_t, m->n_variables + 1);
    k->is_reported = ARENA_ARRAY(sim->arena, uint8_t, m->n_variables + 1);
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        if (!is_checked(v)) continue;
        if (v->kind == VALUE_REAL && v->variability > IS_PARAMETER) {
            slots[k->n_reals] = v->slot;
            k->reals[k->n_reals++] = i;
        }
        if (v->min_slot != NO_SLOT || v->max_slot != NO_SLOT) k->bounded[k->n_bounded++] = i;
    }
    k->real_slots = slot_ranges_make(sim->arena, slots, k->n_reals);
}

// True: say it. The last report says that there may be more.
static bool may_report(Simulation *sim, int32_t variable)
{
    Limits *k = &sim->limits;
    if (k->is_reported[variable] || k->n_reports > MOST_REPORTS) return false;
    k->is_reported[variable] = 1;
    if (++k->n_reports <= MOST_REPORTS) return true;
    diag_warning(sim->diag, (Span){0, 0}, E_LIMITS,
                 "further variables have values that they should not have");
    return false;
}

static void check_finite(Simulation *sim)
{
    const Limits *k = &sim->limits;
    if (slots_finite(k->real_slots, sim->model->v)) return;
    for (int32_t i = 0; i < k->n_reals; i++) {
        const VariableInfo *v = &sim->model->variables[k->reals[i]];
        double value = shown_value(sim, v);
        if (isfinite(value) || !may_report(sim, k->reals[i])) continue;
        diag_warning(sim->diag, (Span){0, 0}, E_LIMITS,
                     "'%s' is not a finite number (%g) at time %.17g", v->name, value,
                     sim->model->v[SLOT_TIME]);
    }
}

// Parameters, and variables that follow from parameters alone, stay the same: one look is enough.
static void check_parameters(Simulation *sim)
{
    for (int32_t i = 0; i < sim->model->n_variables; i++) {
        const VariableInfo *v = &sim->model->variables[i];
        if (!is_checked(v) || v->kind != VALUE_REAL || v->variability > IS_PARAMETER) continue;
        double value = shown_value(sim, v);
        if (isfinite(value) || !may_report(sim, i)) continue;
        diag_warning(sim->diag, (Span){0, 0}, E_LIMITS, "'%s' is not a finite number (%g)", v->name,
                     value);
    }
}

static void check_bound(Simulation *sim, int32_t variable, int32_t slot, bool is_min)
{
    const VariableInfo *v = &sim->model->variables[variable];
    if (slot == NO_SLOT) return;
    double bound = sim->model->v[slot], value = sim->model->v[v->slot];
    double outside = is_min ? bound - value : value - bound;
    double slack = v->kind == VALUE_REAL
                       ? sim->options.tolerance * fmax(fmax(fabs(value), fabs(bound)), 1)
                       : 0;
    if (!(outside > slack) || !may_report(sim, variable)) return;
    diag_warning(sim->diag, (Span){0, 0}, E_LIMITS,
                 "'%s' is %.10g at time %.17g, %s its %s = %.10g", v->name, value,
                 sim->model->v[SLOT_TIME], is_min ? "below" : "above", is_min ? "min" : "max",
                 bound);
}

void limits_check(Simulation *sim)
{
    Limits *k = &sim->limits;
    if (k->n_reports > MOST_REPORTS) return;
    if (!k->has_checked_parameters) check_parameters(sim);
    k->has_checked_parameters = true;
    check_finite(sim);
    for (int32_t i = 0; i < k->n_bounded; i++) {
        const VariableInfo *v = &sim->model->variables[k->bounded[i]];
        check_bound(sim, k->bounded[i], v->min_slot, true);
        check_bound(sim, k->bounded[i], v->max_slot, false);
    }
}

void limits_list_not_finite(const Simulation *sim, Text *out)
{
    const Limits *k = &sim->limits;
    int n = 0;
    for (int32_t i = 0; i < k->n_reals && n < 6; i++) {
        const VariableInfo *v = &sim->model->variables[k->reals[i]];
        double value = shown_value(sim, v);
        if (isfinite(value)) continue;
        text_printf(out, "%s'%s' = %g", n++ ? ", " : "", v->name, value);
    }
}
