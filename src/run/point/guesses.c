// Where the nonlinear loops begin to iterate: at the solution of the last accepted point.
//
// A trial of the integrator may lie beyond a fold, where a loop has jumped to another branch (an
// amplifier with positive feedback). When time goes back, because the step is tried again or
// looked at for events, the loops must not begin on that branch: the one they were on at the last
// accepted point still exists there.
#include <math.h>
#include <string.h>

#include "run/state.h"

void guesses_open(Simulation *sim)
{
    const Model *m = sim->model;
    Guesses *g = &sim->guesses;
    int32_t n = 0;
    for (int32_t b = 0; b < m->n_blocks; b++)
        if (m->blocks[b].kind == BLOCK_NONLINEAR) n += m->blocks[b].n;
    g->slots = ARENA_RAW(sim->arena, int32_t, n + 1);
    g->values = ARENA_ARRAY(sim->arena, double, n + 1);
    g->ahead = ARENA_ARRAY(sim->arena, double, n + 1);
    g->ahead_time = NAN;
    for (int32_t b = 0; b < m->n_blocks; b++)
        for (int32_t i = 0; m->blocks[b].kind == BLOCK_NONLINEAR && i < m->blocks[b].n; i++)
            g->slots[g->n++] = m->blocks[b].unknown_slots[i];
}

const double *guesses_of_block(const Simulation *sim, int32_t block)
{
    const Model *m = sim->model;
    int32_t first = 0;
    for (int32_t b = 0; b < block; b++)
        if (m->blocks[b].kind == BLOCK_NONLINEAR) first += m->blocks[b].n;
    return sim->guesses.values + first;
}

void guesses_keep(Simulation *sim)
{
    Guesses *g = &sim->guesses;
    for (int32_t i = 0; i < g->n; i++) g->values[i] = sim->model->v[g->slots[i]];
}

void guesses_return(Simulation *sim)
{
    const Guesses *g = &sim->guesses;
    for (int32_t i = 0; i < g->n; i++) sim->model->v[g->slots[i]] = g->values[i];
    sim->point.has_rows = false;
}

// The end of a step is evaluated before the output points inside it, and again behind them: what
// was found there the first time serves where the way from the last of them is too far.
void guesses_look_ahead(Simulation *sim)
{
    Guesses *g = &sim->guesses;
    for (int32_t i = 0; i < g->n; i++) g->ahead[i] = sim->model->v[g->slots[i]];
    g->ahead_time = sim->model->v[SLOT_TIME];
}

bool guesses_were_there(Simulation *sim, double t)
{
    const Guesses *g = &sim->guesses;
    if (g->ahead_time != t) return false;
    for (int32_t i = 0; i < g->n; i++) sim->model->v[g->slots[i]] = g->ahead[i];
    return true;
}
