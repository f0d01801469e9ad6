// The discrete unknowns of a loop [OEM99]: all that differ from what the continuous solution asks
// for are flipped at once; when a combination comes back, only the one of least index (Murty's rule
// [Mur74], which ends for passive networks). When that comes back, too, or a combination has no
// solution, quiet relations (those whose branches meet where they switch) follow the iteration
// instead of waiting for its end; then all combinations are tried; at last all discrete unknowns
// follow the iteration.
#include "run/loops/mixed_loop.h"

#include <math.h>
#include <string.h>

enum { MOST_GUESSED = 3, MOST_ROUNDS = 200, REMEMBERED = 64, MOST_ENUMERATED = 12 };
// Over all combinations of a nonlinear loop: each that has no solution may cost hundreds, and the
// next guess is a better use of the time.
enum { MOST_ITERATIONS = 5000 };

// Contradictions between solutions closer than this are rounding: ten digits of a solve, less what
// a badly conditioned network takes.
static const double noise = 1e-7;

struct MixedLoop {
    LoopWork *continuous;
    LoopProblem *problem;
    const BlockInfo *info;
    double *v; // of the model
    int32_t n, n_discrete;
    double *x;              // of this solve
    const double *start;    // where it began
    double *x_first;        // where a combination began
    double *x_last;         // the solution before the last flip
    double *last_discrete;  // with these
    double *first_discrete; // those it began with
    double *visited;        // discrete vectors of this solve
    double *r;
};

MixedLoop *mixed_loop_open(Arena *out, LoopWork *continuous)
{
    MixedLoop *m = ARENA_NEW(out, MixedLoop);
    m->continuous = continuous;
    m->problem = continuous->problem;
    m->info = m->problem->info;
    m->v = m->problem->model->v;
    m->n = m->problem->n;
    m->n_discrete = m->info->n_discrete;
    m->x_first = ARENA_ARRAY(out, double, m->n + 1);
    m->x_last = ARENA_ARRAY(out, double, m->n + 1);
    m->r = ARENA_ARRAY(out, double, m->problem->n_rows + 1);
    m->visited = ARENA_ARRAY(out, double, (size_t)REMEMBERED *(size_t)m->n_discrete);
    m->first_discrete = ARENA_ARRAY(out, double, m->n_discrete);
    m->last_discrete = ARENA_ARRAY(out, double, m->n_discrete);
    return m;
}

static size_t point_bytes(const MixedLoop *m)
{
    return (size_t)m->n * sizeof *m->x;
}

static void get_discrete(const MixedLoop *m, double *values)
{
    for (int32_t i = 0; i < m->n_discrete; i++) values[i] = m->v[m->info->discrete_slots[i]];
}

static void set_discrete(MixedLoop *m, const double *values)
{
    for (int32_t i = 0; i < m->n_discrete; i++) m->v[m->info->discrete_slots[i]] = values[i];
}

static bool seen_before(MixedLoop *m, int round)
{
    int kept = round < REMEMBERED ? round : REMEMBERED;
    bool seen = false;
    for (int k = 0; k < kept && !seen; k++) {
        seen = true;
        for (int32_t i = 0; i < m->n_discrete && seen; i++)
            seen = m->visited[k * m->n_discrete + i] == m->v[m->info->discrete_slots[i]];
    }
    get_discrete(m, m->visited + (round % REMEMBERED) * m->n_discrete);
    return seen;
}

static bool differs(const MixedLoop *m, int32_t i)
{
    return m->v[m->info->discrete_slots[i]] != m->v[m->info->proposed_slots[i]];
}

// Flips what differs; only the first when the iteration runs in circles. False: nothing differs.
static bool flip(MixedLoop *m, bool only_first)
{
    bool any = false;
    for (int32_t i = 0; i < m->n_discrete && !(any && only_first); i++) {
        if (!differs(m, i)) continue;
        m->v[m->info->discrete_slots[i]] = m->v[m->info->proposed_slots[i]];
        any = true;
    }
    return any;
}

static bool agrees(const MixedLoop *m)
{
    for (int32_t i = 0; i < m->n_discrete; i++)
        if (differs(m, i)) return false;
    return true;
}

// There may be discrete unknowns alone.
static ModelOutcome solve_continuous(MixedLoop *m)
{
    if (!m->n) return loop_residual(m->problem, m->x, m->r);
    m->continuous->method->forget(m->continuous);
    return m->continuous->method->solve(m->continuous, m->x, true);
}

// The continuous part for the discrete values at hand, and what these should be then.
static ModelOutcome solve_and_propose(MixedLoop *m)
{
    const Model *model = m->problem->model;
    ModelOutcome o = solve_continuous(m);
    return o == MODEL_OK ? model->call(model->self, m->info->update_discrete) : o;
}

static bool was_singular(const MixedLoop *m)
{
    return m->continuous->was_singular;
}

// How far x is from another point, scaled.
static double distance_from(const MixedLoop *m, const double *point)
{
    double largest = 0;
    for (int32_t i = 0; i < m->n; i++)
        largest =
            fmax(largest, fabs(m->x[i] - point[i]) / fmax(fabs(point[i]), m->problem->scale[i]));
    return largest;
}

// Flips until nothing differs; gives up when a combination comes back. `settled` tells. Where two
// brakes on one shaft share the load, the one that slips at its limit and the one that holds just
// that much have the same solution. The first has no other, and is taken; with the second the
// solution would drift across the threshold again.
static ModelOutcome flip_until_settled(MixedLoop *m, bool only_first, bool *settled)
{
    bool was_regular = false;
    *settled = false;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        bool is_back = seen_before(m, round);
        if (is_back && !was_regular) return MODEL_OK;
        ModelOutcome o = solve_and_propose(m);
        if (o != MODEL_OK) return o;
        *settled = was_regular && was_singular(m) && distance_from(m, m->x_last) < noise;
        if (*settled) {
            set_discrete(m, m->last_discrete);
            return solve_and_propose(m);
        }
        if (is_back) return MODEL_OK;
        was_regular = m->n && !was_singular(m);
        get_discrete(m, m->last_discrete);
        memcpy(m->x_last, m->x, point_bytes(m));
        *settled = !flip(m, only_first);
        if (*settled) return MODEL_OK;
    }
    return MODEL_OK;
}

// ---- Quiet relations as they are at each iterate -----------------------------------------------

// The direction of a flow, say: with the wrong ones kept there may be no solution, while the
// equations with all of them are continuous. What comes out must hold with memories, too.
static ModelOutcome solve_with_literals(MixedLoop *m)
{
    int32_t slot = m->problem->model->memory_slot;
    bool settled = false;
    if (slot == NO_SLOT || !m->n || m->v[slot] == 0) return MODEL_RETRY;
    set_discrete(m, m->first_discrete);
    memcpy(m->x, m->start, point_bytes(m));
    m->v[slot] = 0;
    ModelOutcome o = flip_until_settled(m, false, &settled);
    m->v[slot] = 1;
    if (o == MODEL_OK) o = settled ? solve_and_propose(m) : MODEL_RETRY;
    return o == MODEL_OK && !agrees(m) ? MODEL_RETRY : o;
}

// ---- All discrete unknowns as they are at each iterate -----------------------------------------

// With the wrong ones kept there may be a solution that contradicts them, and the way to the right
// one leads through points with others: from water through its vapour dome to steam.
static ModelOutcome solve_following(MixedLoop *m)
{
    if (m->problem->is_brief || !m->continuous->method->solves_nonlinear) return MODEL_RETRY;
    set_discrete(m, m->first_discrete);
    memcpy(m->x, m->start, point_bytes(m));
    m->problem->follows = true;
    ModelOutcome o = solve_continuous(m);
    m->problem->follows = false;
    if (o == MODEL_OK) o = solve_and_propose(m);
    return o == MODEL_OK && !agrees(m) ? MODEL_RETRY : o;
}

// ---- All combinations --------------------------------------------------------------------------

static int ones(uint32_t mask)
{
    int n = 0;
    for (; mask; mask &= mask - 1) n++;
    return n;
}

static void set_combination(MixedLoop *m, uint32_t flipped)
{
    for (int32_t i = 0; i < m->n_discrete; i++)
        m->v[m->info->discrete_slots[i]] = (m->first_discrete[i] != 0) != ((flipped >> i & 1) != 0);
    memcpy(m->x, m->start, point_bytes(m));
}

// The same. Where the continuous part has many solutions (two brakes on one shaft, both stuck,
// share the load as they like), the one nearest to the last values may contradict the discrete
// ones although another does not: those nearest to points with one value set to zero are tried.
static ModelOutcome solve_in_agreement(MixedLoop *m)
{
    memcpy(m->x_first, m->x, point_bytes(m));
    ModelOutcome o = solve_and_propose(m);
    if (o != MODEL_OK || !was_singular(m) || agrees(m)) return o;
    for (int32_t j = 0; j < m->n; j++) {
        memcpy(m->x, m->x_first, point_bytes(m));
        m->x[j] = 0;
        o = solve_and_propose(m);
        if (o == MODEL_FATAL || (o == MODEL_OK && agrees(m))) return o;
    }
    memcpy(m->x, m->x_first, point_bytes(m));
    return solve_and_propose(m);
}

static bool can_be_enumerated(const MixedLoop *m)
{
    if (m->n_discrete > MOST_ENUMERATED) return false;
    for (int32_t i = 0; i < m->n_discrete; i++)
        if (m->first_discrete[i] != 0 && m->first_discrete[i] != 1) return false;
    return true;
}

// All combinations of two-valued unknowns, those nearest to the first one first: with positive
// feedback the iteration can run between two that contradict themselves while a third is right.
// When all contradict themselves, but one of them hardly moves the solution, that is rounding
// at a threshold: currents of 1e-15 A have no sign. It is taken, a singular one last: there the
// solution would drift across the threshold again.
static ModelOutcome try_all(MixedLoop *m, bool is_strict)
{
    // Without an unknown that moves there is no threshold.
    double least = m->n && !is_strict ? noise : 0;
    uint32_t nearest = UINT32_MAX;
    bool is_long = m->continuous->method->solves_nonlinear;
    int64_t limit = m->continuous->iterations + MOST_ITERATIONS;
    for (int distance = 0; distance <= m->n_discrete; distance++)
        for (uint32_t mask = 0; mask < 1u << m->n_discrete; mask++) {
            if (ones(mask) != distance) continue;
            if (is_long && m->continuous->iterations > limit) return MODEL_RETRY;
            set_combination(m, mask);
            ModelOutcome o = solve_in_agreement(m);
            if (o == MODEL_FATAL) return o;
            if (o != MODEL_OK) continue;
            if (agrees(m)) return MODEL_OK;
            double moved = distance_from(m, m->start);
            if (was_singular(m)) moved = fmax(moved, noise / 2);
            if (moved < least) {
                least = moved;
                nearest = mask;
            }
        }
    if (nearest == UINT32_MAX) return MODEL_RETRY;
    set_combination(m, nearest);
    return solve_in_agreement(m);
}

// Most combinations have no solution: no time to look for one in all unknowns as well.
static ModelOutcome try_all_briefly(MixedLoop *m, bool is_strict)
{
    if (m->problem->is_brief || !can_be_enumerated(m)) return MODEL_RETRY;
    LoopWork *whole = m->continuous->whole;
    m->continuous->whole = NULL;
    ModelOutcome o = try_all(m, is_strict);
    m->continuous->whole = whole;
    return o;
}

// At the start nothing is known about the discrete unknowns, and the guesses for the others say
// more than that all are false: water taken for a mixture with its steam may have a solution, too,
// far from the guesses. A comparison may depend on others, but rarely in a long row.
static void take_from_guess(MixedLoop *m)
{
    const Model *model = m->problem->model;
    for (int round = 0; round < MOST_GUESSED; round++) {
        if (loop_residual(m->problem, m->x, m->r) != MODEL_OK ||
            model->call(model->self, m->info->update_discrete) != MODEL_OK || !flip(m, false))
            return;
    }
}

ModelOutcome mixed_loop_solve(MixedLoop *m, double *x, const double *start, bool is_strict)
{
    bool settled;
    m->x = x;
    m->start = start;
    if (*m->problem->model->mode == MODE_INITIAL) take_from_guess(m);
    get_discrete(m, m->first_discrete);
    ModelOutcome o = flip_until_settled(m, false, &settled);
    if (o == MODEL_OK && !settled) o = flip_until_settled(m, true, &settled);
    if (o == MODEL_FATAL || (o == MODEL_OK && settled)) return o;
    o = solve_with_literals(m);
    if (o == MODEL_RETRY) o = try_all_briefly(m, is_strict);
    if (o == MODEL_RETRY) o = solve_following(m);
    if (o == MODEL_RETRY) set_discrete(m, m->first_discrete);
    return o;
}
