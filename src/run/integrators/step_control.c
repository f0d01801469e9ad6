#include "run/integrators/step_control.h"

#include <float.h>
#include <math.h>

#include "run/point/norms.h"

// Steps grow at most eightfold and shrink at most fivefold [HW96, IV.8]; 0.9 lets the next
// error come out below the limit.
static const double most_growth = 8, least_growth = 0.2, margin = 0.9;

void control_restart(StepControl *c)
{
    c->error_before = c->step_before = 0;
    c->just_rejected = false;
}

// Errors, in tolerances, below which the estimate is luck: what a step is credited with, what the
// predictive controller and the other remember of it [HW96, IV.8].
static const double least_error = 1e-10, least_before_predictive = 1e-2, least_before = 1e-4;
// Of the first step [HNW93, II.4]: sizes that count as none, and the step that is tried then; the
// tolerance for which that rule holds as it stands, and the smallest that it is stretched to.
static const double no_size = 1e-5, blind_step = 1e-6, rule_tolerance = 1e-6,
                    least_tolerance = 1e-12;

static double bounded(double factor)
{
    return factor > most_growth ? most_growth : factor > least_growth ? factor : least_growth;
}

// The root of that order, without a logarithm where there is another way.
static double root_of(double x, int order)
{
    switch (order) {
    case 2: return sqrt(x);
    case 3: return cbrt(x);
    case 4: return sqrt(sqrt(x));
    default: return pow(x, 1.0 / order);
    }
}

double control_accepted(StepControl *c, double h, double error)
{
    double e = error > least_error ? error : least_error;
    double root = root_of(e, c->order), factor = margin / root;
    bool is_predictive = c->kind == CONTROL_PREDICTIVE;
    if (is_predictive && c->step_before > 0) {
        double trend = c->root_before / root * (h / c->step_before);
        if (trend < 1) factor *= trend;
    }
    if (c->kind == CONTROL_PROPORTIONAL_INTEGRAL) {
        double before = c->step_before > 0 ? c->error_before : least_before;
        factor = margin * pow(e, -0.7 / c->order) * pow(before, 0.4 / c->order);
    }
    factor = bounded(factor);
    if (c->just_rejected && factor > 1) factor = 1;
    // A lucky zero must not frighten the next step.
    double least = is_predictive ? least_before_predictive : least_before;
    c->error_before = e > least ? e : least;
    c->root_before = e > least || !is_predictive ? root : root_of(least, c->order);
    c->step_before = h;
    c->just_rejected = false;
    return h * factor;
}

double control_rejected(StepControl *c, double h, double error)
{
    c->just_rejected = true;
    if (!isfinite(error)) return h * least_growth;
    return h * fmin(0.9, bounded(margin / root_of(error, c->order)));
}

// The error of a step is C h^(p+1), the estimate D h^(q+1) with D > C; the factor also keeps the
// result below the tolerance itself where that is as coarse as 1e-4 [M86].
double tolerance_for_estimate(double tolerance, int method_order, int estimate_order)
{
    if (estimate_order >= method_order) return tolerance;
    double factor = 0.06 / (method_order - estimate_order);
    return factor * pow(tolerance, (estimate_order + 1.0) / (method_order + 1));
}

double first_step(const InitialValueProblem *p, double t, const double *x, const double *dx,
                  int order)
{
    double size = error_norm(p->n, x, x, x, error_sizes(p), 1);
    double slope = error_norm(p->n, dx, x, x, error_sizes(p), 1);
    double h = size < no_size || slope < no_size ? blind_step : 0.01 * size / slope;
    h *= pow(fmax(p->tolerance, least_tolerance) / rule_tolerance, 1.0 / (order + 1));
    return fmax(h, 64 * DBL_EPSILON * fabs(t));
}

// Of first steps, in tolerances: what lies behind an event is not known, and their interpolants
// find crossings that are none where errors are as large as tolerances allow. By how much they may
// grow from one restart to the next, and in all [M241].
static const double first_error = 0.01, most_learned = 4, most_stretch = 1000,
                    least_learned = 1e-30;

double first_step_begin(FirstStep *s, double by_rule)
{
    s->by_rule = by_rule;
    return by_rule * s->stretch;
}

void first_step_learn(FirstStep *s, double h, double error, int order)
{
    if (!(s->by_rule > 0)) return;
    double best = h / root_of(fmax(error, least_learned) / first_error, order);
    double most = fmin(most_learned * s->stretch, most_stretch);
    s->stretch = fmax(1, fmin(best / s->by_rule, most));
    s->by_rule = 0;
}

double limited_step(const InitialValueProblem *p, double t, double wanted, double limit, bool *ends)
{
    double stretched = 1.01 * wanted;
    if (p->max_step > 0) {
        wanted = fmin(wanted, p->max_step);
        stretched = fmin(stretched, p->max_step);
    }
    *ends = t + stretched >= limit;
    return *ends ? limit - t : wanted;
}

bool step_vanishes(double t, double h)
{
    return h <= 4 * DBL_EPSILON * fabs(t) || h < DBL_MIN;
}
