// The runtime on models written by hand against abi/model.h: no compiler takes part.
#include <math.h>
#include <string.h>

#include "run/integrators/integrator.h"
#include "run/simulation.h"
#include "unit/unit.h"
#include "unit/whole_table.h"

// ---- A ball that bounces: h'' = -g, v := -e v when h < 0 --------------------------------------
// Impacts: t1 = sqrt(2 h0 / g), then t(k+1) = t(k) + 2 e^k v1 / g.

enum { H = 1, V, DH, DV, PRE_V, BELOW, CROSSING, NEXT_V, FLAG, HIT, PRE_HIT, N_BALL };
enum { BALL_INITIAL, BALL_DERIVATIVES, BALL_CROSSINGS, BALL_EVENT };

typedef struct Hand { // the engine of a model by hand
    Model model;
    double v[64];
    ModelMode mode;
    const ModelHost *host;
} Hand;

static ModelOutcome ball_call(void *self, int32_t routine)
{
    Hand *b = self;
    double *v = b->v;
    switch (routine) {
    case BALL_INITIAL:
        v[H] = 1;
        v[V] = 0;
        v[BELOW] = v[HIT] = v[H] < 0;
        break;
    case BALL_CROSSINGS: v[CROSSING] = -v[H]; break;
    case BALL_EVENT:
        if (b->mode != MODE_INTEGRATE) v[BELOW] = v[H] < 0;
        v[HIT] = v[BELOW];
        v[FLAG] = v[HIT] != 0 && v[PRE_HIT] == 0;
        v[NEXT_V] = -0.8 * v[PRE_V];
        break;
    default: break;
    }
    v[DH] = v[V];
    v[DV] = -9.81;
    return MODEL_OK;
}

static void close_nothing(void *self)
{
    (void)self;
}

static Hand *hand_model(Arena *a, ModelOutcome (*call)(void *, int32_t))
{
    Hand *m = ARENA_NEW(a, Hand);
    m->model = (Model){.abi_version = MODEL_ABI_VERSION,
                       .name = "Hand",
                       .n_slots = 64,
                       .lambda_slot = NO_SLOT,
                       .terminate_slot = NO_SLOT,
                       .terminal_slot = NO_SLOT,
                       .parameters = NO_ROUTINE,
                       .initial = NO_ROUTINE,
                       .initial_simplified = NO_ROUTINE,
                       .derivatives = NO_ROUTINE,
                       .derivatives_again = NO_ROUTINE,
                       .outputs = NO_ROUTINE,
                       .crossings = NO_ROUTINE,
                       .event = NO_ROUTINE,
                       .event_actions = NO_ROUTINE,
                       .instants = NO_ROUTINE,
                       .asserts_routine = NO_ROUTINE,
                       .terminal_routine = NO_ROUTINE,
                       .accepted = NO_ROUTINE,
                       .self = m,
                       .call = call,
                       .v = m->v,
                       .mode = &m->mode,
                       .host = &m->host,
                       .close = close_nothing};
    return m;
}

typedef struct Run {
    const Trajectory *result;
    SimulationCounts counts;
    RunOutcome outcome;
    const char *method, *reason;
} Run;

static Run run_model(Arena *a, Model *m, double stop, double tolerance, const char *method)
{
    SourceTable *sources = sources_open(a);
    Diag *diag = diag_open(a, sources);
    SimulationOptions o = {.start_time = 0,
                           .stop_time = stop,
                           .tolerance = tolerance,
                           .intervals = 50,
                           .step = NAN,
                           .method = method};
    Simulation *sim = simulation_open(a, m, &o, diag);
    Run run = {.outcome = simulation_initialize(sim)};
    if (run.outcome != RUN_DONE) return run;
    ResultWriter *w = result_writer_open_memory(a, whole_table(a, m));
    run.outcome = simulation_run(sim, w);
    result_writer_close(w);
    run.result = result_writer_trajectory(w);
    run.counts = *simulation_counts(sim);
    run.method = simulation_method(sim);
    run.reason = simulation_method_reason(sim);
    simulation_close(sim);
    return run;
}

static void ball_bounces_when_it_should(Unit *u)
{
    static const VariableInfo variables[] = {
        {.name = "h", .slot = H, .sign = 1, .start_slot = NO_SLOT, .variability = IS_CONTINUOUS},
        {.name = "v", .slot = V, .sign = 1, .start_slot = NO_SLOT, .variability = IS_CONTINUOUS}};
    static const StateInfo states[] = {{H, DH, NO_SLOT, false, "h"}, {V, DV, NO_SLOT, false, "v"}};
    static const RelationInfo relations[] = {{.kind = RELATION_STATE,
                                              .memory_slot = BELOW,
                                              .crossing_slot = CROSSING,
                                              .instant_slot = NO_SLOT,
                                              .forced_slot = NO_SLOT,
                                              .scale_slot = NO_SLOT,
                                              .text = "h < 0"}};
    static const PreInfo pres[] = {{V, PRE_V, false, "v", true},
                                   {HIT, PRE_HIT, true, "hit", false}};
    static const ReinitInfo reinits[] = {{V, NEXT_V, FLAG}};
    Hand *ball = hand_model(u->arena, ball_call);
    Model *m = &ball->model;
    m->variables = variables, m->n_variables = 2;
    m->states = states, m->n_states = 2;
    m->relations = relations, m->n_relations = 1;
    m->pres = pres, m->n_pres = 2;
    m->reinits = reinits, m->n_reinits = 1;
    m->initial = BALL_INITIAL, m->derivatives = BALL_DERIVATIVES;
    m->crossings = BALL_CROSSINGS, m->event = BALL_EVENT;
    Run run = run_model(u->arena, m, 1.8, 1e-8, "cvode");
    CHECK_INT(u, run.outcome, RUN_DONE);
    CHECK_INT(u, run.counts.state_events, 6); // h < 0 becomes true, and false again
    double expected = sqrt(2 / 9.81), speed = 9.81 * expected;
    int impacts = 0;
    for (size_t i = 1; i < run.result->n_rows; i++) {
        if (run.result->time[i] != run.result->time[i - 1]) continue;
        if (run.result->columns[V][i] == run.result->columns[V][i - 1]) continue;
        CHECK_TRUE(u, fabs(run.result->time[i] - expected) < 1e-6);
        speed *= 0.8;
        expected += 2 * speed / 9.81;
        impacts++;
    }
    CHECK_INT(u, impacts, 3);
}

// ---- Time events and samples without states ---------------------------------------------------
// count is raised by sample(0, 0.1); late is time > 0.25.

enum { COUNT = 1, PRE_COUNT, TICK, LATE, INSTANT, FORCED, START, INTERVAL };
enum { TICK_INITIAL, TICK_EVENT, TICK_INSTANTS };

static ModelOutcome tick_call(void *self, int32_t routine)
{
    Hand *b = self;
    double *v = b->v;
    v[START] = 0;
    v[INTERVAL] = 0.1;
    v[INSTANT] = 0.25;
    if (routine == TICK_EVENT) {
        if (v[FORCED] == 0) v[LATE] = v[SLOT_TIME] > 0.25;
        v[COUNT] = v[TICK] != 0 ? v[PRE_COUNT] + 1 : v[PRE_COUNT];
    }
    return MODEL_OK;
}

static void samples_and_time_events_are_hit_exactly(Unit *u)
{
    static const VariableInfo variables[] = {{.name = "count",
                                              .slot = COUNT,
                                              .sign = 1,
                                              .start_slot = NO_SLOT,
                                              .variability = IS_DISCRETE},
                                             {.name = "late",
                                              .slot = LATE,
                                              .sign = 1,
                                              .start_slot = NO_SLOT,
                                              .variability = IS_DISCRETE}};
    static const SampleInfo samples[] = {{START, INTERVAL, TICK, "here"}};
    static const PreInfo pres[] = {{COUNT, PRE_COUNT, false, "count", false}};
    static const RelationInfo relations[] = {{.kind = RELATION_TIME,
                                              .memory_slot = LATE,
                                              .crossing_slot = NO_SLOT,
                                              .instant_slot = INSTANT,
                                              .forced_slot = FORCED,
                                              .scale_slot = NO_SLOT,
                                              .true_after = true,
                                              .text = "time > 0.25"}};
    Hand *hand = hand_model(u->arena, tick_call);
    Model *m = &hand->model;
    m->variables = variables, m->n_variables = 2;
    m->samples = samples, m->n_samples = 1;
    m->pres = pres, m->n_pres = 1;
    m->relations = relations, m->n_relations = 1;
    m->initial = TICK_INITIAL, m->event = TICK_EVENT, m->instants = TICK_INSTANTS;
    Run run = run_model(u->arena, m, 1, 1e-6, NULL);
    CHECK_INT(u, run.outcome, RUN_DONE);
    CHECK_INT(u, (int)run.result->columns[COUNT][0], 1);
    CHECK_INT(u, (int)hand->v[COUNT], 11); // the event at the stop time is executed
    CHECK_INT(u, run.counts.time_events, 11);
    for (size_t i = 1; i < run.result->n_rows; i++) {
        bool left = i + 1 < run.result->n_rows && run.result->time[i + 1] == run.result->time[i];
        double late = run.result->columns[LATE][i];
        if (run.result->time[i] != 0.25)
            CHECK_INT(u, (int)late, run.result->time[i] > 0.25);
        else
            CHECK_INT(u, (int)late, !left);
    }
}

// ---- Every method of the table: x'' = -x from (1, 0), so x = cos t ------------------------------

enum { X = 1, Y, DX, DY };

enum { CIRCLE_INITIAL, CIRCLE_DERIVATIVES, CIRCLE_CROSSINGS, CIRCLE_EVENT };
enum { NEGATIVE = DY + 1, X_CROSSING };

static ModelOutcome circle_call(void *self, int32_t routine)
{
    Hand *b = self;
    if (routine == CIRCLE_INITIAL) b->v[X] = 1;
    if (routine == CIRCLE_INITIAL) b->v[Y] = 0;
    if (routine == CIRCLE_CROSSINGS) b->v[X_CROSSING] = -b->v[X];
    if (routine == CIRCLE_EVENT && b->mode != MODE_INTEGRATE) b->v[NEGATIVE] = b->v[X] < 0;
    b->v[DX] = b->v[Y];
    b->v[DY] = -b->v[X];
    return MODEL_OK;
}

static void every_method_follows_a_circle(Unit *u)
{
    static const VariableInfo variables[] = {
        {.name = "x", .slot = X, .sign = 1, .start_slot = NO_SLOT, .variability = IS_CONTINUOUS}};
    static const StateInfo states[] = {{X, DX, NO_SLOT, false, "x"}, {Y, DY, NO_SLOT, false, "y"}};
    for (int i = 0; i < n_integrators; i++) {
        Hand *hand = hand_model(u->arena, circle_call);
        Model *m = &hand->model;
        m->variables = variables, m->n_variables = 1;
        m->states = states, m->n_states = 2;
        m->initial = 0, m->derivatives = 1;
        Run run = run_model(u->arena, m, 1, 1e-9, integrators[i]->name);
        CHECK_INT(u, run.outcome, RUN_DONE);
        double worst = 0;
        for (size_t k = 0; k < run.result->n_rows; k++)
            worst = fmax(worst, fabs(run.result->columns[X][k] - cos(run.result->time[k])));
        // With a fixed step of 1/50 the error is about h^order; with control the error of one
        // step, h^(order + 1), obeys the tolerance.
        const IntegratorDesc *d = integrators[i];
        double p = d->order_max;
        double allowed = !d->controls_step ? pow(0.02, p) : 10 * pow(1e-9, fmin(p / (p + 1), 0.7));
        if (worst > allowed) text_printf(&u->failures, "%s is off by %g\n", d->name, worst);
    }
}

// x < 0 at pi/2 and x >= 0 at 3 pi/2: found on the dense output, the method restarted there.
static void every_method_finds_the_crossing(Unit *u)
{
    static const VariableInfo variables[] = {
        {.name = "x", .slot = X, .sign = 1, .start_slot = NO_SLOT, .variability = IS_CONTINUOUS}};
    static const StateInfo states[] = {{X, DX, NO_SLOT, false, "x"}, {Y, DY, NO_SLOT, false, "y"}};
    static const RelationInfo relations[] = {{.kind = RELATION_STATE,
                                              .memory_slot = NEGATIVE,
                                              .crossing_slot = X_CROSSING,
                                              .instant_slot = NO_SLOT,
                                              .forced_slot = NO_SLOT,
                                              .scale_slot = NO_SLOT,
                                              .text = "x < 0"}};
    for (int i = 0; i < n_integrators; i++) {
        const IntegratorDesc *d = integrators[i];
        Hand *hand = hand_model(u->arena, circle_call);
        Model *m = &hand->model;
        m->variables = variables, m->n_variables = 1;
        m->states = states, m->n_states = 2;
        m->relations = relations, m->n_relations = 1;
        m->initial = CIRCLE_INITIAL, m->derivatives = CIRCLE_DERIVATIVES;
        m->crossings = CIRCLE_CROSSINGS, m->event = CIRCLE_EVENT;
        Run run = run_model(u->arena, m, 6, 1e-8, d->name);
        CHECK_INT(u, run.outcome, RUN_DONE);
        CHECK_INT(u, run.counts.state_events, 2);
        double expected = M_PI / 2, p = d->order_max;
        double allowed =
            !d->controls_step ? 6 * pow(0.12, p) : 50 * pow(1e-8, fmin(p / (p + 1), 0.7));
        for (size_t k = 1; k < run.result->n_rows; k++) {
            if (run.result->time[k] != run.result->time[k - 1]) continue;
            double off = fabs(run.result->time[k] - expected);
            if (!(off < allowed)) text_printf(&u->failures, "%s misses by %g\n", d->name, off);
            expected += M_PI;
        }
    }
}

// `auto` takes an explicit method where no rate gets far, an A-stable one of high order where an
// oscillation goes on.
static void auto_looks_at_the_problem(Unit *u)
{
    static const VariableInfo variables[] = {
        {.name = "x", .slot = X, .sign = 1, .start_slot = NO_SLOT, .variability = IS_CONTINUOUS}};
    static const StateInfo states[] = {{X, DX, NO_SLOT, false, "x"}, {Y, DY, NO_SLOT, false, "y"}};
    static const double stops[] = {1, 1000}; // the rate is 1
    for (int i = 0; i < 2; i++) {
        Hand *hand = hand_model(u->arena, circle_call);
        Model *m = &hand->model;
        m->variables = variables, m->n_variables = 1;
        m->states = states, m->n_states = 2;
        m->initial = CIRCLE_INITIAL, m->derivatives = CIRCLE_DERIVATIVES;
        Run run = run_model(u->arena, m, stops[i], 1e-6, i ? "auto" : NULL);
        CHECK_INT(u, run.outcome, RUN_DONE);
        const IntegratorDesc *chosen = integrator_of_name(run.method);
        CHECK_INT(u, chosen->auto_use, i ? AUTO_FIXED_STEP : AUTO_NOT_STIFF);
    }
}

// x' = -exp(t) (x - cos t) - sin t from 1, so x = cos t: a rate of 1 at first, of 5e8 at the end.
static ModelOutcome stiffening_call(void *self, int32_t routine)
{
    Hand *b = self;
    if (routine == CIRCLE_INITIAL) b->v[X] = 1;
    double t = b->v[SLOT_TIME];
    b->v[DX] = -exp(t) * (b->v[X] - cos(t)) - sin(t);
    return MODEL_OK;
}

static void auto_changes_when_it_becomes_stiff(Unit *u)
{
    static const VariableInfo variables[] = {
        {.name = "x", .slot = X, .sign = 1, .start_slot = NO_SLOT, .variability = IS_CONTINUOUS}};
    static const StateInfo states[] = {{X, DX, NO_SLOT, false, "x"}};
    Hand *hand = hand_model(u->arena, stiffening_call);
    Model *m = &hand->model;
    m->variables = variables, m->n_variables = 1;
    m->states = states, m->n_states = 1;
    m->initial = CIRCLE_INITIAL, m->derivatives = CIRCLE_DERIVATIVES;
    Run run = run_model(u->arena, m, 20, 1e-6, "auto");
    CHECK_INT(u, run.outcome, RUN_DONE);
    CHECK_INT(u, integrator_of_name(run.method)->auto_use, AUTO_STIFF);
    CHECK_TRUE(u, strstr(run.reason, "became stiff") != NULL);
    CHECK_TRUE(u, run.counts.steps < 2000); // an explicit method alone needs 1e8
    CHECK_TRUE(u, fabs(hand->v[X] - cos(20)) < 1e-4);
}

// Without a pattern df/dx is full; so many states are refused, not overflown.
static void full_matrix_that_is_too_large(Unit *u)
{
    enum { MANY = 46341 };
    StateInfo *states = ARENA_ARRAY(u->arena, StateInfo, MANY);
    for (int i = 0; i < MANY; i++) states[i] = (StateInfo){X, DX, NO_SLOT, false, "x"};
    Hand *hand = hand_model(u->arena, circle_call);
    Model *m = &hand->model;
    m->states = states, m->n_states = MANY;
    m->initial = CIRCLE_INITIAL, m->derivatives = CIRCLE_DERIVATIVES;
    CHECK_INT(u, run_model(u->arena, m, 1, 1e-3, "radau5").outcome, RUN_STOPPED);
    CHECK_INT(u, run_model(u->arena, m, 1, 1e-3, "dopri5").outcome, RUN_DONE);
}

UNIT_SUITE(runtime, TEST(auto_looks_at_the_problem), TEST(auto_changes_when_it_becomes_stiff),
           TEST(full_matrix_that_is_too_large), TEST(every_method_finds_the_crossing),
           TEST(every_method_follows_a_circle), TEST(ball_bounces_when_it_should),
           TEST(samples_and_time_events_are_hit_exactly));
