// Where the nonlinear loops begin to iterate: on the polynomial through their last solutions.
//
// A trial of the integrator may lie beyond a fold, where a loop has jumped to another branch (an
// amplifier with positive feedback). When time goes back, because the step is tried again or
// looked at for events, the loops must not begin on that branch: the one they were on at the last
// accepted point still exists there.
//
// Between events solutions move as smoothly as states do, and points of the result lie close
// together: the polynomial through the last points on the solution tells more digits of the next
// one than the last of them does [HW96, IV.8]. Each unknown takes the degree that would have told
// most of the point before; a loop that makes noise goes on from where it was. Cost: a few
// operations for each unknown.
#include <math.h>
#include <string.h>

#include "run/state.h"

// Polynomials are not continued over more than so many times the span of their last two points.
static const double farthest = 4;
// Of that span: a point nearer to the last one tells nothing that this one has not told.
static const double too_near = 0.1;

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
    g->point = ARENA_ARRAY(sim->arena, double, n + 1);
    g->ahead_time = NAN;
    g->moving = ARENA_ARRAY(sim->arena, MovingGuess, n + 1);
    g->solves = ARENA_ARRAY(sim->arena, int64_t, m->n_blocks + 1);
    g->block_of = ARENA_RAW(sim->arena, int32_t, n + 1);
    g->is_foretold = ARENA_ARRAY(sim->arena, bool, m->n_blocks + 1);
    for (int32_t b = 0; b < m->n_blocks; b++)
        for (int32_t i = 0; m->blocks[b].kind == BLOCK_NONLINEAR && i < m->blocks[b].n; i++) {
            g->block_of[g->n] = b;
            g->slots[g->n++] = m->blocks[b].unknown_slots[i];
        }
}

int32_t guesses_of_block(const Simulation *sim, int32_t block)
{
    const Model *m = sim->model;
    int32_t first = 0;
    for (int32_t b = 0; b < block; b++)
        if (m->blocks[b].kind == BLOCK_NONLINEAR) first += m->blocks[b].n;
    return first;
}

// ---- Points on the solution --------------------------------------------------------------------
//
// Polynomials in Newton's form: the divided differences of the last points, latest first. A loop
// that nobody has solved since its unknowns were foretold has no point there.

static double solved_value(const Simulation *sim, int32_t i)
{
    const Guesses *g = &sim->guesses;
    return g->is_foretold[g->block_of[i]] ? g->point[i] : sim->model->v[g->slots[i]];
}

// The same of all unknowns; mostly nothing is foretold.
static void take_solved(const Simulation *sim, double *to)
{
    const Guesses *g = &sim->guesses;
    const double *v = sim->model->v;
    bool any = memchr(g->is_foretold, true, (size_t)sim->model->n_blocks * sizeof(bool)) != NULL;
    for (int32_t i = 0; i < g->n; i++) to[i] = any ? solved_value(sim, i) : v[g->slots[i]];
}

// What the divided differences are multiplied by, at t.
static void find_weights(const Guesses *g, double t, double *weights)
{
    weights[0] = 1;
    for (int k = 1; k < g->n_points; k++) weights[k] = weights[k - 1] * (t - g->times[k - 1]);
}

// Blocks that were solved since the last event, each by itself.
static void find_moving(Simulation *sim)
{
    const Model *m = sim->model;
    Guesses *g = &sim->guesses;
    int32_t first = 0, n = 0;
    for (int32_t b = 0; b < m->n_blocks; b++) {
        if (m->blocks[b].kind != BLOCK_NONLINEAR) continue;
        int32_t end = first + m->blocks[b].n;
        for (int32_t i = first; i < end && sim->blocks[b]->solves != g->solves[b]; i++) {
            bool is_known = n < g->n_moving && g->moving[n].guess == i;
            if (!is_known) g->moving[n] = (MovingGuess){i, 0, {sim->model->v[g->slots[i]]}};
            n++;
        }
        first = end;
    }
    g->n_moving = n;
}

// The degree that would have led nearest to the value that was found.
static int32_t nearest_degree(const Guesses *g, const MovingGuess *u, double found,
                              const double *weights)
{
    double error = found - u->differences[0], least = fabs(error);
    int32_t best = 0;
    for (int k = 1; k < g->n_points; k++) {
        error -= weights[k] * u->differences[k];
        if (!(fabs(error) < least)) continue;
        least = fabs(error);
        best = k;
    }
    return best;
}

static void add_point(Simulation *sim, double t)
{
    Guesses *g = &sim->guesses;
    double weights[GUESS_POINTS], shares[GUESS_POINTS];
    find_weights(g, t, weights);
    for (int k = 0; k < g->n_points; k++) shares[k] = 1 / (t - g->times[k]);
    int n = g->n_points < GUESS_POINTS ? g->n_points + 1 : GUESS_POINTS;
    for (int32_t i = 0; i < g->n_moving; i++) {
        MovingGuess *u = &g->moving[i];
        double difference = solved_value(sim, u->guess);
        u->degree = nearest_degree(g, u, difference, weights);
        for (int k = 0; k < n; k++) {
            double last = u->differences[k];
            u->differences[k] = difference;
            if (k < g->n_points) difference = (difference - last) * shares[k];
        }
    }
    memmove(&g->times[1], &g->times[0], (GUESS_POINTS - 1) * sizeof *g->times);
    g->times[0] = t;
    g->n_points = n;
}

void guesses_note(Simulation *sim)
{
    Guesses *g = &sim->guesses;
    double t = sim->model->v[SLOT_TIME];
    if (!g->n || !sim->model->n_states) return;
    if (g->n_points && t < g->times[0]) g->n_points = 0;
    double least = g->n_points > 1 ? too_near * (g->times[0] - g->times[1]) : 0;
    if (g->n_points && t - g->times[0] <= least) return;
    if (g->n_points < GUESS_POINTS) find_moving(sim);
    add_point(sim, t);
}

static void forget_foretold(Simulation *sim)
{
    memset(sim->guesses.is_foretold, 0, (size_t)sim->model->n_blocks * sizeof(bool));
}

void guesses_forget(Simulation *sim)
{
    Guesses *g = &sim->guesses;
    for (int32_t i = 0; i < g->n; i++) sim->model->v[g->slots[i]] = solved_value(sim, i);
    forget_foretold(sim);
    g->n_points = g->n_moving = 0;
    for (int32_t b = 0; b < sim->model->n_blocks; b++) g->solves[b] = sim->blocks[b]->solves;
}

// Where the loops begin if what is foretold does not lead to a solution.
static void keep_solved(Simulation *sim)
{
    take_solved(sim, sim->guesses.point);
}

bool guesses_move(Simulation *sim, double t)
{
    Guesses *g = &sim->guesses;
    double *v = sim->model->v, weights[GUESS_POINTS];
    bool is_moved = t != v[SLOT_TIME], any = false;
    if (t < v[SLOT_TIME]) guesses_return(sim);
    if (!is_moved || g->n_points < 2 || !(t > g->times[0])) return false;
    if (t - g->times[0] > farthest * (g->times[0] - g->times[1])) return false;
    find_weights(g, t, weights);
    keep_solved(sim);
    for (int32_t i = 0; i < g->n_moving; i++) {
        const MovingGuess *u = &g->moving[i];
        double value = u->differences[0];
        for (int k = 1; k <= u->degree; k++) value += weights[k] * u->differences[k];
        if (u->degree == 0) continue;
        v[g->slots[u->guess]] = value;
        any = g->is_foretold[g->block_of[u->guess]] = true;
    }
    return any;
}

// ---- Accepted points ---------------------------------------------------------------------------

void guesses_keep(Simulation *sim)
{
    take_solved(sim, sim->guesses.values);
    guesses_note(sim);
}

void guesses_return(Simulation *sim)
{
    const Guesses *g = &sim->guesses;
    forget_foretold(sim);
    for (int32_t i = 0; i < g->n; i++) sim->model->v[g->slots[i]] = g->values[i];
    sim->point.has_rows = false;
}

// The end of a step is evaluated before the output points inside it, and again behind them: what
// was found there the first time serves where the way from the last of them is too far.
void guesses_look_ahead(Simulation *sim)
{
    Guesses *g = &sim->guesses;
    take_solved(sim, g->ahead);
    g->ahead_time = sim->model->v[SLOT_TIME];
}

bool guesses_were_there(Simulation *sim, double t)
{
    const Guesses *g = &sim->guesses;
    if (g->ahead_time != t) return false;
    forget_foretold(sim);
    for (int32_t i = 0; i < g->n; i++) sim->model->v[g->slots[i]] = g->ahead[i];
    return true;
}
