// Where the nonlinear loops begin to iterate: at the solution of the last accepted point, or where
// the solutions of the last points lead to.
//
// A trial of the integrator may lie beyond a fold, where a loop has jumped to another branch (an
// amplifier with positive feedback). When time goes back, because the step is tried again or
// looked at for events, the loops must not begin on that branch: the one they were on at the last
// accepted point still exists there.
//
// Between events the unknowns are smooth functions of time. A polynomial through the last points of
// the solution is the guess; of which degree, the last of them says for each unknown: which would
// have met it best? What does not change has degree 0, and stays as it is to the last bit.
#include <math.h>
#include <string.h>

#include "run/state.h"

// Of the distance between the two points before it: a new point nearer to the last takes its place,
// since a polynomial through both would continue their noise; and none is continued farther [M43].
static const double nearest_point = 0.1, farthest_point = 3;

static void open_points(Simulation *sim, GuessPoints *p)
{
    size_t n = (size_t)sim->guesses.n_moving;
    for (int k = 0; k < GUESS_POINTS; k++) p->x[k] = ARENA_ARRAY(sim->arena, double, n + 1);
    p->degree = ARENA_ARRAY(sim->arena, uint8_t, n + 1);
}

// A loop that is solved in all its unknowns where that in a few of them fails begins at the last
// accepted point.
static void open_past(Simulation *sim)
{
    const Model *m = sim->model;
    Guesses *g = &sim->guesses;
    Arena *work = arena_open("guesses");
    bool *is_whole = ARENA_ARRAY(work, bool, m->n_blocks + 1);
    for (int32_t b = 0; b < m->n_blocks; b++)
        if (m->blocks[b].whole != NO_BLOCK) is_whole[m->blocks[b].whole] = true;
    g->moving = ARENA_RAW(sim->arena, int32_t, g->n + 1);
    for (int32_t b = 0, i = 0; b < m->n_blocks; b++) {
        if (m->blocks[b].kind != BLOCK_NONLINEAR) continue;
        for (int32_t k = 0; k < m->blocks[b].n; k++, i++)
            if (!is_whole[b]) g->moving[g->n_moving++] = i;
    }
    open_points(sim, &g->past);
    open_points(sim, &g->past_aside);
    arena_close(work);
}

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
    g->aside = ARENA_ARRAY(sim->arena, double, n + 1);
    g->ahead_time = NAN;
    for (int32_t b = 0; b < m->n_blocks; b++)
        for (int32_t i = 0; m->blocks[b].kind == BLOCK_NONLINEAR && i < m->blocks[b].n; i++)
            g->slots[g->n++] = m->blocks[b].unknown_slots[i];
    open_past(sim);
}

// ---- The last points of the solution
// -------------------------------------------------------------

void guesses_forget(Simulation *sim)
{
    const Guesses *g = &sim->guesses;
    GuessPoints *p = &sim->guesses.past;
    p->n = 1;
    p->t[0] = sim->t;
    for (int32_t i = 0; i < g->n_moving; i++) p->x[0][i] = g->values[g->moving[i]];
}

static void copy_points(const Guesses *g, GuessPoints *to, const GuessPoints *from)
{
    to->n = from->n;
    memcpy(to->t, from->t, sizeof to->t);
    memcpy(to->degree, from->degree, (size_t)g->n_moving);
    for (int k = 0; k < from->n; k++)
        memcpy(to->x[k], from->x[k], (size_t)g->n_moving * sizeof *to->x[k]);
}

void guesses_put_aside(Simulation *sim)
{
    Guesses *g = &sim->guesses;
    copy_points(g, &g->past_aside, &g->past);
    for (int32_t i = 0; i < g->n; i++) g->aside[i] = sim->model->v[g->slots[i]];
}

void guesses_take_back(Simulation *sim)
{
    Guesses *g = &sim->guesses;
    copy_points(g, &g->past, &g->past_aside);
    for (int32_t i = 0; i < g->n; i++) sim->model->v[g->slots[i]] = g->aside[i];
}

static double *moving_word(Simulation *sim, int32_t i)
{
    return &sim->model->v[sim->guesses.slots[sim->guesses.moving[i]]];
}

// Of the polynomial of each degree through the last points, for its value at t.
static void find_factors(const GuessPoints *p, double t, double factor[GUESS_POINTS][GUESS_POINTS])
{
    for (int q = 0; q < p->n; q++) {
        factor[q][q] = 1;
        for (int k = 0; k < q; k++) {
            double distance = p->t[k] - p->t[q];
            factor[q][k] = factor[q - 1][k] * ((t - p->t[q]) / distance);
            factor[q][q] *= (t - p->t[k]) / -distance;
        }
    }
}

static double predicted(const GuessPoints *p, int32_t i, int degree, const double *factor)
{
    if (!degree) return p->x[0][i];
    double sum = 0;
    for (int k = 0; k <= degree; k++) sum += factor[k] * p->x[k][i];
    return sum;
}

static uint8_t best_degree(const GuessPoints *p, int32_t i, double now,
                           double factor[GUESS_POINTS][GUESS_POINTS])
{
    double least = fabs(p->x[0][i] - now);
    uint8_t best = 0;
    if (!(least > 0)) return best;
    for (int q = 1; q < p->n; q++) {
        double error = fabs(predicted(p, i, q, factor[q]) - now);
        if (!(error < least)) continue;
        least = error;
        best = (uint8_t)q;
    }
    return best;
}

static void make_room(GuessPoints *p, double t)
{
    if (p->n > 1 && t - p->t[0] < nearest_point * (p->t[0] - p->t[1])) return;
    double *oldest = p->x[GUESS_POINTS - 1];
    for (int k = GUESS_POINTS - 1; k > 0; k--) {
        p->t[k] = p->t[k - 1];
        p->x[k] = p->x[k - 1];
    }
    p->x[0] = oldest;
    if (p->n < GUESS_POINTS) p->n++;
}

void guesses_note(Simulation *sim)
{
    const Guesses *g = &sim->guesses;
    GuessPoints *p = &sim->guesses.past;
    double t = sim->model->v[SLOT_TIME], factor[GUESS_POINTS][GUESS_POINTS];
    // Other forms know better where their loops begin.
    if (!g->n_moving || !(sim->form->only_interpolates || !sim->model->n_states)) return;
    if (t < p->t[0]) guesses_forget(sim);
    if (t <= p->t[0]) return;
    find_factors(p, t, factor);
    for (int32_t i = 0; i < g->n_moving; i++)
        p->degree[i] = best_degree(p, i, *moving_word(sim, i), factor);
    make_room(p, t);
    p->t[0] = t;
    for (int32_t i = 0; i < g->n_moving; i++) p->x[0][i] = *moving_word(sim, i);
}

static bool is_in_reach(const GuessPoints *p, double t)
{
    return p->n > 1 && t > p->t[0] && t - p->t[0] <= farthest_point * (p->t[0] - p->t[1]);
}

bool guesses_begin(Simulation *sim, double t)
{
    const Guesses *g = &sim->guesses;
    const GuessPoints *p = &g->past;
    double factor[GUESS_POINTS][GUESS_POINTS], now = sim->model->v[SLOT_TIME];
    if (t == now) return false;
    if (p->n > 1 && guesses_were_there(sim, t)) return true;
    bool is_predicted = is_in_reach(p, t);
    if (!is_predicted && t < now) guesses_return(sim);
    if (!is_predicted) return false;
    find_factors(p, t, factor);
    for (int32_t i = 0; i < g->n_moving; i++)
        *moving_word(sim, i) = predicted(p, i, p->degree[i], factor[p->degree[i]]);
    return true;
}

// ---- Accepted points ---------------------------------------------------------------------------

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
