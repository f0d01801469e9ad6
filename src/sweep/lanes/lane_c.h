// lane_c.h -- lane.cl and newton.cl as C, on the engine of a run; for the files that step lanes
// here.
#ifndef SWEEP_LANES_LANE_C_H
#define SWEEP_LANES_LANE_C_H
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "run/state.h"
#include "sweep/lanes/lanes.h"

typedef struct Lane {
    const LaneTables *tables;
    Model *model;
    double *v;
    const BlockInfo *block; // being solved
    double *k;              // slopes at the stages
    double *begin, *slope;  // of the states, where the step begins
    double *size;           // of relations: the largest difference seen
    double *was_true, *on, *off, *interval, *ratio, *longest, *count, *suspect; // how they switched
    double *ticks, *last_tick, *pre, *instant, *memory;
    double *kept, *before; // numbers, and values at the last row
    double t, next_instant, noted, start, stop, step, grid;
    int status, n_events, n_steps, has_ended, is_event, has_switched, is_idle;
    char *why;
    size_t room;
} Lane;

static int call(const Lane *s, int32_t routine)
{
    if (routine == NO_ROUTINE) return 0;
    return s->model->call(s->model->self, routine) != MODEL_OK;
}

#define REAL double
#define ALL(x) (x)
#define FMA(a, b, c) fma(a, b, c)
#define LANE Lane *s
#define SELF s
#define W(i) s->v[i]
#define T(list, i) s->tables->list[i]
#define N(count) s->tables->n_##count
#define FORMULA(i) s->tables->formula[i]
#define NODE(j) s->tables->nodes[j]
#define METHOD s->tables->method
#define HAS_ROWS s->tables->has_rows
#define CALL(name) call(s, routine_##name(s))
#define WORD_TIME SLOT_TIME
#define WORD_STEP s->model->inlined->step_slot
#define FOREVER (double)INFINITY
#define NOWHERE (double)NAN
#define UNROLL

#define ROUTINE(name, member)                                                                      \
    static int32_t routine_##name(const Lane *s)                                                   \
    {                                                                                              \
        return s->model->member;                                                                   \
    }
ROUTINE(derivatives, derivatives)
ROUTINE(outputs, outputs)
ROUTINE(crossings, crossings)
ROUTINE(event, event)
ROUTINE(event_actions, event_actions)
ROUTINE(instants, instants)
ROUTINE(asserts_routine, asserts_routine)
ROUTINE(step, inlined->routine)

// ---- Loops -----------------------------------------------------------------------------------

#define ROOM MOST_ROWS_OF_LOOP
#define UNKNOWNS s->block->n
#define U(i) s->block->unknown_slots[i]
#define R(i) s->block->residual_slot + (i)
#define E(e) s->block->jacobian_slot + (e)
#define COLUMN(c) s->block->column_start[c]
#define ROW(e) s->block->row_index[e]
#define NOMINAL(i) (s->block->nominal_slots ? s->block->nominal_slots[i] : NO_SLOT)
#define RESIDUAL call(s, s->block->residual)
#define HAS_JACOBIAN (s->block->jacobian != NO_ROUTINE)
#define JACOBIAN call(s, s->block->jacobian)
#define IS_LINEAR (s->block->kind == BLOCK_LINEAR)
#define DISCRETES s->block->n_discrete
#define DISCRETE(i) s->block->discrete_slots[i]
#define PROPOSED(i) s->block->proposed_slots[i]
#define UPDATE call(s, s->block->update_discrete)
#define UNROLL_ROWS
#define SOLVE solve_loop
#define ITERATE iterate_on_loop
#define MATRIX matrix_of_loop
#define DIFFERENCES differences_of_loop
#define SCALE scale_of_unknown
#define ELIMINATE eliminate
#include "sweep/lanes/newton.cl"

static ModelOutcome host_solve(void *client, int32_t block)
{
    Lane *s = client;
    const BlockInfo *outer = s->block;
    s->block = &s->model->blocks[block];
    int failed = SOLVE(s);
    s->block = outer;
    return failed ? MODEL_RETRY : MODEL_OK;
}

#include "sweep/lanes/formula.cl"
#include "sweep/lanes/lane.cl"

// ---- The run ---------------------------------------------------------------------------------

// The last one says why a run ended.
static void host_message(void *client, MessageKind kind, const char *origin, const char *text)
{
    Lane *s = client;
    if (kind != MESSAGE_WARNING)
        snprintf(s->why, s->room, "%s%s%s", origin ? origin : "", origin ? ": " : "", text);
}

static void make_lists(Lane *s, Arena *a)
{
    const LaneTables *t = s->tables;
    s->k = ARENA_ARRAY(a, double, t->n_stages * t->n_states + 1);
    s->begin = ARENA_ARRAY(a, double, t->n_states + 1);
    s->slope = ARENA_ARRAY(a, double, t->n_states + 1);
    s->size = ARENA_ARRAY(a, double, t->n_watched + 1);
    s->was_true = ARENA_ARRAY(a, double, t->n_watched + 1);
    double **switched[] = {&s->on,      &s->off,   &s->interval, &s->ratio,
                           &s->longest, &s->count, &s->suspect};
    for (int i = 0; i < 7; i++) *switched[i] = ARENA_ARRAY(a, double, 2 * t->n_watched + 1);
    s->ticks = ARENA_ARRAY(a, double, t->n_samples + 1);
    s->last_tick = ARENA_ARRAY(a, double, t->n_samples + 1);
    s->pre = ARENA_ARRAY(a, double, t->n_pres + 1);
    s->instant = ARENA_ARRAY(a, double, t->n_timed + 1);
    s->memory = ARENA_ARRAY(a, double, t->n_memories + 1);
    s->before = ARENA_ARRAY(a, double, t->n_kept + 1);
}

// Behind the initialization of the run.
static void open_lane(Lane *s, const LaneTables *t, const LaneGrid *grid, tarn_run *run,
                      Arena *scratch)
{
    const SampleClock *clocks = run_simulation(run)->events.samples;
    *s = (Lane){.tables = t, .model = run_engine(run), .v = run_engine(run)->v};
    s->start = s->t = grid->start;
    s->stop = grid->stop;
    s->step = grid->step;
    s->grid = grid->count;
    make_lists(s, scratch);
    for (int i = 0; i < t->n_samples; i++) {
        s->ticks[i] = (double)clocks[i].next;
        s->last_tick[i] = clocks[i].at ? clocks[i].last : 0;
    }
}

#define LANE_SIMULATE                                                                              \
    const LaneTables *t, const LaneGrid *grid, tarn_run *run, double *numbers, char *why,          \
        size_t room, Arena *scratch

static int simulate_alone(LANE_SIMULATE)
{
    Lane s;
    open_lane(&s, t, grid, run, scratch);
    s.kept = numbers;
    s.why = why;
    s.room = room;
    const ModelHost *before = *s.model->host;
    ModelHost host = {.client = &s, .solve_block = host_solve, .message = host_message};
    *s.model->host = &host;
    lane_steps(&s, 0, s.grid);
    *s.model->host = before;
    return s.status;
}

// lanes_wide.c: the same with the fused sums of the processor; only where lane_group_is_possible.
int lane_simulate_fused(LANE_SIMULATE);
#endif
