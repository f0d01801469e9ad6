// Assertions of the model: where they are looked at, and since when they fail.
//
// They are tested at output points, at the ends of steps and on both sides of events, never at
// trial points. They add no crossing functions: media have thousands of them, and a run in which
// all hold pays for the comparison alone. When one is found to fail, the last point at which all
// held is known, and the instant is located between the two by bisection on the interpolant of the
// step. A function in the equations of outputs whose assertion fails is found in the same way.
#include <float.h>
#include <math.h>

#include "base/number.h"
#include "run/state.h"

enum { MOST_BISECTIONS = 100, MOST_LOCATED = 20 };

void asserts_open(Simulation *sim)
{
    sim->asserts =
        (Asserts){.is_failing = ARENA_ARRAY(sim->arena, uint8_t, sim->model->n_asserts + 1),
                  .sound_until = sim->options.start_time};
}

// The model's vector is complete. True when an assertion fails that did not before; its message is
// given then unless the search is on.
static bool something_fails(Simulation *sim)
{
    const Model *m = sim->model;
    if (m->asserts_routine == NO_ROUTINE) return false;
    for (int32_t i = 0; i < m->n_asserts; i++)
        m->v[m->asserts[i].failed_slot] = sim->asserts.is_failing[i];
    if (m->call(m->self, m->asserts_routine) != MODEL_OK) return true;
    for (int32_t i = 0; i < m->n_asserts; i++)
        if (m->v[m->asserts[i].failed_slot] != 0 && !sim->asserts.is_failing[i]) return true;
    return false;
}

static bool fails_at(Simulation *sim, double t)
{
    model_interpolate(sim, t, sim->x_trial);
    return model_outputs(sim, t, sim->x_trial) != MODEL_OK || something_fails(sim);
}

// The first instant after the last sound point at which something fails; `t` is such an instant.
static double locate(Simulation *sim, double t)
{
    double left = sim->asserts.sound_until, right = t, width = right - left;
    sim->asserts.is_searching = true;
    for (int k = 0; k < MOST_BISECTIONS; k++) {
        if (!(right - left > 4 * DBL_EPSILON * fmax(fabs(right), width))) break;
        double middle = left + (right - left) / 2;
        if (fails_at(sim, middle))
            right = middle;
        else
            left = middle;
    }
    sim->asserts.is_searching = false;
    return right;
}

// What has been reported now is not reported again while it lasts. False: an error.
static bool take_over(Simulation *sim)
{
    const Model *m = sim->model;
    bool ok = true;
    for (int32_t i = 0; i < m->n_asserts; i++) {
        const AssertInfo *a = &m->asserts[i];
        bool fails = m->v[a->failed_slot] != 0;
        if (fails && !a->is_warning) ok = false;
        if (!fails && sim->asserts.is_failing[i])
            sim->host.message(sim, MESSAGE_WARNING, a->origin, "this assertion holds again");
        sim->asserts.is_failing[i] = fails;
    }
    return ok;
}

static bool stop(Simulation *sim, double t)
{
    char at[NUMBER_TEXT_ROOM];
    number_to_text(at, t);
    sim->t = t;
    bool is_assertion = sim->trouble.last_is_assertion || !*sim->trouble.last_message;
    report_stop(sim, E_ASSERT, "%s at time %s",
                is_assertion ? "an assertion failed" : "the model cannot be evaluated", at);
    return false;
}

static bool has_error(const Simulation *sim)
{
    const Model *m = sim->model;
    for (int32_t i = 0; i < m->n_asserts; i++)
        if (m->v[m->asserts[i].failed_slot] != 0 && !m->asserts[i].is_warning) return true;
    return false;
}

// Whatever failed first is reported with the values that it had there.
static bool report_first(Simulation *sim, double t)
{
    double first = locate(sim, t);
    model_interpolate(sim, first, sim->x_trial);
    if (model_outputs(sim, first, sim->x_trial) != MODEL_OK) return stop(sim, first);
    something_fails(sim);
    if (take_over(sim)) return true;
    record_row(sim);
    return stop(sim, first);
}

bool asserts_check(Simulation *sim, double t, const double *x)
{
    if (sim->model->asserts_routine == NO_ROUTINE) {
        sim->asserts.sound_until = t;
        return true;
    }
    sim->asserts.is_searching = true; // what it says here may be said better
    bool fails = something_fails(sim);
    sim->asserts.is_searching = false;
    bool is_worth = fails && (has_error(sim) || sim->asserts.n_located++ < MOST_LOCATED);
    if (is_worth && sim->asserts.sound_until < t) {
        if (!report_first(sim, t)) return false;
        model_interpolate(sim, t, sim->x_trial);
    }
    sim->asserts.sound_until = t;
    if (!fails) return take_over(sim);
    if (model_outputs(sim, t, x) == MODEL_OK) something_fails(sim);
    return take_over(sim) || stop(sim, t);
}

bool asserts_refused(Simulation *sim)
{
    bool has_refused = sim->trouble.failed_block < 0 && *sim->trouble.last_message &&
                       sim->trouble.last_is_assertion;
    return has_refused && !stop(sim, sim->t);
}

bool asserts_stop(Simulation *sim)
{
    if (sim->asserts.sound_until < sim->t) return report_first(sim, sim->t) && stop(sim, sim->t);
    return stop(sim, sim->t);
}
