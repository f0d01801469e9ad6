// Time by routine and by block. A call is charged with what it took less the measured calls inside
// it, so that the parts add up to the time spent in the model. Reading the clock takes some tens of
// nanoseconds: loops of few operations look more expensive than they are.
#include "run/profile.h"

#include "base/clock.h"

// Residuals and Jacobians of blocks are charged to the block that asks for them: NULL.
static TimeSpent *account_of(Profile *p, int32_t routine)
{
    const Model *m = p->model;
    if (routine == m->derivatives || routine == m->derivatives_again) return &p->derivatives;
    if (m->linearization && routine == m->linearization->routine) return &p->jacobian;
    if (routine == m->outputs || routine == m->crossings || routine == m->asserts_routine)
        return &p->outputs;
    if (m->rows && routine >= m->rows->routine) return &p->outputs; // the last ones
    if (routine == m->event || routine == m->event_actions || routine == m->instants)
        return &p->events;
    if (routine == m->initial || routine == m->initial_simplified || routine == m->parameters ||
        routine == m->initial_actions)
        return &p->initial;
    return NULL;
}

static void charge(Profile *p, TimeSpent *account, double begin, double inside_before)
{
    double took = seconds_now() - begin;
    account->calls++;
    account->seconds += took - p->inside;
    p->inside = inside_before + took;
}

static ModelOutcome measured_call(void *self, int32_t routine)
{
    Profile *p = self;
    TimeSpent *account = account_of(p, routine);
    if (!account) return p->call(p->self, routine);
    double before = p->inside, begin = seconds_now();
    p->inside = 0;
    ModelOutcome o = p->call(p->self, routine);
    charge(p, account, begin, before);
    return o;
}

static ModelOutcome measured_solve(void *client, int32_t block)
{
    Profile *p = client;
    double before = p->inside, begin = seconds_now();
    p->inside = 0;
    ModelOutcome o = p->host->solve_block(p->host->client, block);
    charge(p, &p->blocks[block], begin, before);
    return o;
}

static double passed_delayed(void *client, int32_t delay, double at_time)
{
    const Profile *p = client;
    return p->host->delayed(p->host->client, delay, at_time);
}

static double passed_transported(void *client, int32_t transport, int32_t which, double position)
{
    const Profile *p = client;
    return p->host->transported(p->host->client, transport, which, position);
}

static void passed_message(void *client, MessageKind kind, const char *origin, const char *text)
{
    const Profile *p = client;
    p->host->message(p->host->client, kind, origin, text);
}

static ModelOutcome passed_examine(void *self, const int32_t *routines, int32_t n, int32_t *slot)
{
    Profile *p = self;
    return p->examine(p->self, routines, n, slot);
}

Profile *profile_open(Arena *out, Model *model)
{
    Profile *p = ARENA_NEW(out, Profile);
    p->blocks = ARENA_ARRAY(out, TimeSpent, model->n_blocks + 1);
    p->steps_limited = ARENA_ARRAY(out, int64_t, model->n_states + 1);
    p->model = model;
    p->self = model->self;
    p->call = model->call;
    model->self = p;
    model->call = measured_call;
    p->examine = model->examine;
    if (p->examine) model->examine = passed_examine;
    return p;
}

void profile_watch_blocks(Profile *p)
{
    p->host = *p->model->host;
    p->layer = (ModelHost){p, measured_solve, passed_delayed, passed_transported, passed_message};
    *p->model->host = &p->layer;
}

void profile_close(Profile *p)
{
    p->model->self = p->self;
    p->model->call = p->call;
    p->model->examine = p->examine;
    if (p->host) *p->model->host = p->host;
}
