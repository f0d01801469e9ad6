// Values that should not be: not finite, or outside the min and max of their variable.
//
// Looked at where the solution is accepted and recorded, never at trial points. A value that is not
// finite ends the run at the instant since when it is so, which is found by bisection on the
// interpolant of the step. What lies outside of min and max is reported once for each variable;
// outside by less than the accuracy of the run is inside.
#include <float.h>
#include <math.h>

#include "run/state.h"

enum { MOST_REPORTS = 20, MOST_BISECTIONS = 100 };

static bool is_checked(const VariableInfo *v)
{
    return !v->is_alias && v->slot >= 0 && v->kind != VALUE_STRING && v->kind != VALUE_BOOLEAN;
}

static void add_bound(Limits *k, const VariableInfo *v, int32_t variable, int32_t bound,
                      bool is_min)
{
    bool is_fixed = v->variability <= IS_PARAMETER;
    Bound b = {.value = v->slot, .bound = bound, .variable = variable, .is_min = is_min};
    if (bound == NO_SLOT) return;
    if (is_fixed)
        k->fixed_bounds[k->n_fixed_bounds++] = b;
    else
        k->bounds[k->n_bounds++] = b;
}

void limits_open(Simulation *sim)
{
    const Model *m = sim->model;
    Limits *k = &sim->limits;
    k->numbers = ARENA_RAW(sim->arena, int32_t, m->n_variables + 1);
    int32_t *slots = ARENA_RAW(sim->arena, int32_t, m->n_variables + 1), n = 0;
    int32_t *discrete = ARENA_RAW(sim->arena, int32_t, m->n_variables + 1), n_discrete = 0;
    k->bounds = ARENA_RAW(sim->arena, Bound, 2 * m->n_variables + 1);
    k->fixed_bounds = ARENA_RAW(sim->arena, Bound, 2 * m->n_variables + 1);
    k->is_reported = ARENA_ARRAY(sim->arena, uint8_t, m->n_variables + 1);
    k->idle = ARENA_RAW(sim->arena, int32_t, m->n_variables + 1);
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        if (!is_checked(v)) continue;
        if (v->variability > IS_PARAMETER) {
            if (v->is_idle && !diag_is_strict(sim->diag))
                k->idle[k->n_idle++] = i;
            else if (v->variability == IS_DISCRETE)
                discrete[n_discrete++] = v->slot;
            else
                slots[n++] = v->slot;
            k->numbers[k->n_numbers++] = i;
        }
        add_bound(k, v, i, v->min_slot, true);
        add_bound(k, v, i, v->max_slot, false);
    }
    k->number_slots = slot_ranges_make(sim->arena, slots, n);
    k->discrete_slots = slot_ranges_make(sim->arena, discrete, n_discrete);
    k->finite_until = INFINITY; // until the start has been looked at
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

// Nothing depends on it.
static bool does_without(Simulation *sim, int32_t variable, double value)
{
    const VariableInfo *v = &sim->model->variables[variable];
    if (!v->is_idle || !isnan(value) || diag_is_strict(sim->diag)) return false;
    if (!may_report(sim, variable)) return true;
    Diagnostic *d = diag_warning(sim->diag, (Span){0, 0}, E_LIMITS,
                                 "'%s' has no value (nan), and nothing refers to it", v->name);
    diag_about(sim->diag, d, NULL, v->name, NULL);
    return true;
}

bool parameters_are_finite(const Simulation *sim)
{
    for (int32_t i = 0; i < sim->model->n_variables; i++) {
        const VariableInfo *v = &sim->model->variables[i];
        bool counts = is_checked(v) && v->variability <= IS_PARAMETER && !v->is_idle;
        if (counts && !isfinite(sim->model->v[v->slot])) return false;
    }
    return true;
}

// Parameters, and variables that follow from parameters alone, stay the same: one look is enough.
static bool check_parameters(Simulation *sim)
{
    sim->limits.has_checked_parameters = true;
    for (int32_t i = 0; i < sim->model->n_variables; i++) {
        const VariableInfo *v = &sim->model->variables[i];
        if (!is_checked(v) || v->variability > IS_PARAMETER) continue;
        double value = report_value(sim, v);
        if (isfinite(value) || does_without(sim, i, value)) continue;
        report_about(sim, v->name, NULL);
        report_stop(sim, E_LIMITS, "'%s' is not a finite number (%g)", v->name, value);
        return false;
    }
    return true;
}

bool limits_miss(const Simulation *sim, const VariableInfo *v)
{
    double value = report_value(sim, v);
    bool is_idle = v->is_idle && isnan(value) && !diag_is_strict(sim->diag);
    return !isfinite(value) && !is_idle;
}

static bool idle_are_sound(const Simulation *sim)
{
    const Limits *k = &sim->limits;
    for (int32_t i = 0; i < k->n_idle; i++)
        if (isinf(sim->model->v[sim->model->variables[k->idle[i]].slot])) return false;
    return true;
}

static bool finite_at(Simulation *sim, double t)
{
    model_interpolate(sim, t, sim->x_trial);
    return model_outputs(sim, t, sim->x_trial) == MODEL_OK && limits_are_finite(sim);
}

// The first instant after the last sound point at which something is not finite, as it is at `t`.
static double locate(Simulation *sim, double t)
{
    double left = sim->limits.finite_until, right = t, width = right - left;
    for (int k = 0; k < MOST_BISECTIONS; k++) {
        if (!(right - left > 4 * DBL_EPSILON * fmax(fabs(right), width))) break;
        double middle = left + (right - left) / 2;
        if (finite_at(sim, middle))
            left = middle;
        else
            right = middle;
    }
    return right;
}

// What is discrete changes at events alone: behind each it is looked at once.
bool limits_are_finite(const Simulation *sim)
{
    const Limits *k = &sim->limits;
    if (!k->has_checked_discrete && !slots_finite(&k->discrete_slots, sim->model->v)) return false;
    return slots_finite(&k->number_slots, sim->model->v) && idle_are_sound(sim);
}

void limits_pass_event(Simulation *sim)
{
    sim->limits.has_checked_discrete = false;
}

static const char *first_not_finite(const Simulation *sim)
{
    const Limits *k = &sim->limits;
    for (int32_t i = 0; i < k->n_numbers; i++)
        if (limits_miss(sim, &sim->model->variables[k->numbers[i]]))
            return sim->model->variables[k->numbers[i]].name;
    return NULL;
}

static bool stop(Simulation *sim, double t)
{
    char names[MESSAGE_SIZE];
    report_not_finite(sim, names, sizeof names);
    report_about(sim, first_not_finite(sim), NULL);
    if (isinf(sim->limits.finite_until))
        report_stop(sim, E_INITIALIZE,
                    "no consistent start values at time %.17g: %s; look for a division by zero or "
                    "a function outside its domain",
                    t, names);
    else
        report_stop(sim, E_LIMITS,
                    "stopped at time %.17g, since when a value is not a finite number: %s; look "
                    "for a division by zero or a function outside its domain",
                    t, names);
    sim->t = t;
    return false;
}

bool limits_accept(Simulation *sim, double t)
{
    if (!sim->limits.has_checked_parameters && !check_parameters(sim)) return false;
    if (!limits_are_finite(sim)) {
        double first = sim->limits.finite_until < t ? locate(sim, t) : t;
        if (first < t) finite_at(sim, first);
        if (limits_are_finite(sim)) finite_at(sim, t); // the model itself has no value at `first`
        return stop(sim, first);
    }
    for (int32_t i = 0; i < sim->limits.n_idle; i++) {
        int32_t variable = sim->limits.idle[i];
        double value = report_value(sim, &sim->model->variables[variable]);
        if (isnan(value)) does_without(sim, variable, value);
    }
    sim->limits.finite_until = t;
    sim->limits.has_checked_discrete = true;
    return true;
}

// Most values lie inside without regard to the accuracy of the run.
static inline bool is_inside(const double *v, const Bound *b)
{
    return b->is_min ? v[b->value] >= v[b->bound] : v[b->value] <= v[b->bound];
}

// By more than the accuracy of the run.
static bool is_outside(const Simulation *sim, const Bound *b)
{
    double bound = sim->model->v[b->bound], value = sim->model->v[b->value];
    bool is_real = sim->model->variables[b->variable].kind == VALUE_REAL;
    double slack = is_real ? sim->options.tolerance * fmax(fmax(fabs(value), fabs(bound)), 1) : 0;
    return (b->is_min ? bound - value : value - bound) - slack > 0;
}

bool limits_hold(const Simulation *sim)
{
    const Limits *k = &sim->limits;
    for (int32_t i = 0; i < k->n_bounds; i++)
        if (!is_inside(sim->model->v, &k->bounds[i]) && is_outside(sim, &k->bounds[i]))
            return false;
    return true;
}

static void report_bound(Simulation *sim, const Bound *b)
{
    const VariableInfo *v = &sim->model->variables[b->variable];
    double bound = sim->model->v[b->bound], value = sim->model->v[b->value];
    if (!is_outside(sim, b) || !may_report(sim, b->variable)) return;
    Diagnostic *d = diag_warning(sim->diag, (Span){0, 0}, E_LIMITS,
                                 "'%s' is %.10g at time %.17g, %s its %s = %.10g", v->name, value,
                                 sim->model->v[SLOT_TIME], b->is_min ? "below" : "above",
                                 b->is_min ? "min" : "max", bound);
    diag_about(sim->diag, d, NULL, v->name, NULL);
}

static void check_bounds(Simulation *sim, const Bound *bounds, int32_t n)
{
    const double *v = sim->model->v;
    for (int32_t i = 0; i < n; i++)
        if (!is_inside(v, &bounds[i])) report_bound(sim, &bounds[i]);
}

// Parameters stay what they are: one look is enough.
void limits_check(Simulation *sim)
{
    Limits *k = &sim->limits;
    if (k->n_reports > MOST_REPORTS) return;
    if (!k->has_checked_fixed) check_bounds(sim, k->fixed_bounds, k->n_fixed_bounds);
    k->has_checked_fixed = true;
    check_bounds(sim, k->bounds, k->n_bounds);
}
