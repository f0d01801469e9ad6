// Affine-invariant damping with the natural monotonicity test [Deu04, 3.3]: a correction is
// followed as far as the next one by the same factors, which measures what is left, is shorter.
//
// Flows that go with the root of a difference of pressures bend within a few pascals, where the
// tolerance of the pressures is a thousandth of a bar. Newton's correction of sign(d) sqrt|d| = 0
// leads from d to -d and back; half of it is the solution. A shorter step would have to be as short
// as what settles there, 1e-9 s, and would stay so.
#include "run/integrators/damped_newton.h"

#include <math.h>
#include <stddef.h>

enum { MOST_TURNS = 12, MOST_CREDIT = 8, FIRST_CREDIT = 4, TRIED_AGAIN = 32 };
// The shortest part of a correction, and how much shorter the next must be for each part of it
// [M145].
static const double shortest = 1.0 / 64, least_gain = 0.25;
// While corrections shrink like this df/dx is good enough.
static const double keep_rate = 0.25;

typedef struct DampedStep {
    const DampedEquations *equations;
    void *client;
    double *v, *trial; // the correction to follow, and the next one by the same factors
    double enough, size, rate;
    bool keeps; // df/dx, and `trial` is the correction
} DampedStep;

static ModelOutcome correct(void *client, int k)
{
    DampedStep *s = client;
    if (k && s->keeps) {
        double *v = s->v;
        s->v = s->trial;
        s->trial = v;
        return MODEL_OK;
    }
    ModelOutcome o = k ? s->equations->renew(s->client) : MODEL_OK;
    if (o == MODEL_OK) o = s->equations->correction(s->client, s->v);
    s->size = s->equations->norm(s->client, s->v);
    return o;
}

static ModelOutcome move(void *client, int k)
{
    DampedStep *s = client;
    const DampedEquations *e = s->equations;
    (void)k;
    e->move(s->client, s->v, 1);
    for (double part = 1; part >= shortest; part /= 2) {
        ModelOutcome o = e->correction(s->client, s->trial);
        if (o == MODEL_FATAL) return o;
        double left = o == MODEL_OK ? e->norm(s->client, s->trial) : INFINITY;
        if (left <= (1 - least_gain * part) * s->size || left <= s->enough) {
            s->rate = left / s->size;
            s->keeps = part == 1 && s->rate < keep_rate;
            s->size = left;
            return MODEL_OK;
        }
        e->move(s->client, s->v, -part / 2);
    }
    return MODEL_RETRY;
}

static NewtonVerdict judge_moved(void *client, int k)
{
    const DampedStep *s = client;
    (void)k;
    return s->size <= s->enough ? NEWTON_CONVERGED : NEWTON_GOES_ON;
}

static ModelOutcome finish(void *client)
{
    DampedStep *s = client;
    s->equations->move(s->client, s->trial, 1);
    return MODEL_OK;
}

NewtonEnd newton_solve_damped(const DampedEquations *equations, void *client, double *v,
                              double *trial, double enough, double *rate)
{
    static const NewtonPolicy damped = {correct, NULL, move, judge_moved, finish, MOST_TURNS};
    DampedStep s = {equations, client, v, trial, enough, INFINITY, 1, false};
    NewtonEnd end = newton_iterate(&damped, &s);
    *rate = s.rate;
    return end;
}

DampedRecord damped_record(void)
{
    return (DampedRecord){FIRST_CREDIT, 0};
}

bool damping_pays(DampedRecord *r)
{
    return r->credit > 0 || ++r->refused % TRIED_AGAIN == 0;
}

void damping_ended(DampedRecord *r, NewtonEnd end)
{
    if (end == NEWTON_SOLVED && r->credit < MOST_CREDIT) r->credit++;
    if (end != NEWTON_SOLVED && r->credit > 0) r->credit--;
}
