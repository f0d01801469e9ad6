// Where the iterations of an inlined step begin.
//
// The integrator predicts the states. Derivatives follow from them by the formula itself, so that
// both make one consistent guess of the integrator's order. Everything else that a loop iterates on
// continues the polynomial through its last values: those of the last accepted points, or with
// coupled stages those at the stages of the last piece, as the states do [HW96, IV.8]. Only
// accepted steps count, so a rejected one leaves no traces. When a step cannot be solved from
// there, it is tried once more from the values of the last accepted point. Cost: a few operations
// for each tearing variable.
#include "run/forms/inlined_guess.h"

#include <math.h>
#include <string.h>

enum { MOST_POINTS = 3 };
// Polynomials are not continued over more than so many times the span of their last two points.
static const double farthest = 4;

typedef struct Piece {  // one step of the formula
    double begin, h;    // h = 0: none
    double *values;     // by family and stage
    double *begun_with; // by family
} Piece;

struct InlinedGuess {
    const Model *model;
    int32_t *derivatives, *derived, n_derivatives; // with one stage: slots, and states by number
    double *last_derivatives;                      // at the last accepted point
    int32_t *slots, n;   // by family (a variable with its copies) and stage
    bool *is_derivative; // by family
    // With one stage: the last accepted points, latest first.
    double *values[MOST_POINTS], times[MOST_POINTS];
    int n_points;
    // With coupled stages: the accepted piece, and the one solved last.
    Piece accepted, last;
};

// ---- What is guessed -----------------------------------------------------------------------

// By slot: the row of Inlined.copied_slots of the variable that the slot, or a copy of it, holds;
// -1.
static int32_t *family_rows(Arena *out, const Model *m)
{
    const InlinedInfo *in = m->inlined;
    int32_t *row = ARENA_RAW(out, int32_t, m->n_slots), inner = in->stages - 1;
    for (int32_t i = 0; i < m->n_slots; i++) row[i] = -1;
    for (int32_t k = 0; inner && k < in->n_copies; k++) {
        row[in->copy_slots[k]] = k % (in->n_copies / inner);
        row[in->copied_slots[k]] = k % (in->n_copies / inner);
    }
    return row;
}

static void add_family(InlinedGuess *g, int32_t slot, const int32_t *row, uint8_t *is_there)
{
    const InlinedInfo *in = g->model->inlined;
    int32_t inner = in->stages - 1;
    if (!inner || row[slot] < 0) {
        g->slots[in->stages * g->n++] = slot;
        return;
    }
    int32_t own = in->copied_slots[row[slot]];
    if (is_there[own]) return;
    is_there[own] = 1;
    for (int32_t s = 0; s < inner; s++)
        g->slots[in->stages * g->n + s] = in->copy_slots[s * (in->n_copies / inner) + row[slot]];
    g->slots[in->stages * g->n++ + inner] = own;
}

InlinedGuess *inlined_guess_open(Arena *out, const Model *m)
{
    InlinedGuess *g = ARENA_NEW(out, InlinedGuess);
    const InlinedInfo *in = m->inlined;
    int32_t most = 0;
    for (int32_t i = in->first_block; i < m->n_blocks; i++) most += m->blocks[i].n;
    g->model = m;
    g->derivatives = ARENA_ARRAY(out, int32_t, most);
    g->derived = ARENA_ARRAY(out, int32_t, most);
    g->last_derivatives = ARENA_ARRAY(out, double, most);
    g->slots = ARENA_ARRAY(out, int32_t, most * in->stages);
    g->is_derivative = ARENA_ARRAY(out, bool, most + 1);
    Arena *scratch = arena_open("inlined guess");
    const int32_t *row = family_rows(scratch, m);
    uint8_t *is_there = ARENA_ARRAY(scratch, uint8_t, m->n_slots);
    for (int32_t i = in->first_block; i < m->n_blocks; i++)
        for (int32_t k = 0; k < m->blocks[i].n; k++) {
            int32_t slot = m->blocks[i].unknown_slots[k], state = m->blocks[i].derived_states[k];
            if (state == UNKNOWN_IS_STATE) continue;
            if (state < 0 || in->stages > 1) {
                g->is_derivative[g->n] = state >= 0;
                add_family(g, slot, row, is_there);
                continue;
            }
            g->derivatives[g->n_derivatives] = slot;
            g->derived[g->n_derivatives++] = state;
        }
    arena_close(scratch);
    size_t n = (size_t)g->n * (size_t)in->stages;
    for (int p = 0; p < MOST_POINTS; p++) g->values[p] = ARENA_ARRAY(out, double, n);
    Piece *pieces[] = {&g->accepted, &g->last};
    for (int k = 0; k < 2; k++) {
        pieces[k]->values = ARENA_ARRAY(out, double, n);
        pieces[k]->begun_with = ARENA_ARRAY(out, double, g->n);
    }
    return g;
}

// ---- What is remembered --------------------------------------------------------------------

static void remember_point(InlinedGuess *g, double t)
{
    double *oldest = g->values[MOST_POINTS - 1];
    for (int p = MOST_POINTS - 1; p > 0; p--) {
        g->values[p] = g->values[p - 1];
        g->times[p] = g->times[p - 1];
    }
    g->values[0] = oldest;
    g->times[0] = t;
    int32_t stages = g->model->inlined->stages;
    for (int32_t i = 0; i < g->n; i++) oldest[i] = g->model->v[g->slots[stages * i + stages - 1]];
    for (int32_t i = 0; i < g->n_derivatives; i++)
        g->last_derivatives[i] = g->model->v[g->derivatives[i]];
    if (g->n_points < MOST_POINTS) g->n_points++;
}

// Nothing is known of the inner stages of the first step: they begin where it begins.
void inlined_guess_restart(InlinedGuess *g, double t)
{
    const InlinedInfo *in = g->model->inlined;
    double *v = g->model->v;
    for (int32_t i = 0; i < in->n_copies; i++) v[in->copy_slots[i]] = v[in->copied_slots[i]];
    g->n_points = 0;
    g->accepted.h = g->last.h = 0;
    remember_point(g, t);
}

void inlined_guess_accept(InlinedGuess *g, double t)
{
    remember_point(g, t);
    Piece swap = g->accepted;
    g->accepted = g->last;
    g->last = swap;
}

// Of its step: a piece that ends this near to t ends there, but for the rounding of time.
static const double same_end = 1e-6;

static bool ends_at(const Piece *piece, double t)
{
    return piece->h > 0 && fabs(piece->begin + piece->h - t) < same_end * piece->h;
}

void inlined_guess_solved(InlinedGuess *g, double begin, double h)
{
    int32_t stages = g->model->inlined->stages;
    bool is_second = ends_at(&g->last, begin); // of the same step
    for (int32_t i = 0; i < g->n; i++) {
        g->last.begun_with[i] =
            is_second ? g->last.values[stages * i + stages - 1] : g->values[0][i];
        for (int32_t s = 0; s < stages; s++)
            g->last.values[stages * i + s] = g->model->v[g->slots[stages * i + s]];
    }
    g->last.begin = begin;
    g->last.h = h;
}

// ---- What is set ---------------------------------------------------------------------------

// The polynomial through values at `nodes`, at time t: the factor of each value.
static void lagrange_factors(const double *nodes, int n, double t, double *factor)
{
    for (int i = 0; i < n; i++) {
        factor[i] = 1;
        for (int j = 0; j < n; j++)
            if (j != i) factor[i] *= (t - nodes[j]) / (nodes[i] - nodes[j]);
    }
}

static void continue_points(const InlinedGuess *g, double t, bool is_last)
{
    if (!g->n) return;
    double factor[MOST_POINTS], *v = g->model->v;
    int n = is_last ? 1 : g->n_points, stages = g->model->inlined->stages;
    if (n > 1 && !(t - g->times[0] < farthest * (g->times[0] - g->times[1]))) n = 1;
    lagrange_factors(g->times, n, t, factor);
    for (int32_t i = 0; i < g->n; i++) {
        double value = 0;
        for (int p = 0; p < n; p++) value += factor[p] * g->values[p][i];
        for (int s = 0; s < stages; s++) v[g->slots[stages * i + s]] = value;
    }
}

// States follow a polynomial through the begin and the stages. So does everything that is tied to
// them, unless the first stage is the begin; their derivatives have one degree less.
static void continue_piece(const InlinedGuess *g, const Piece *piece, const double *c, double begin,
                           double h)
{
    enum { MOST_STAGES = 3 };
    double nodes[MOST_STAGES + 1], slope[MOST_STAGES], factor[MOST_STAGES + 1], *v = g->model->v;
    int stages = g->model->inlined->stages;
    for (int s = 0; s < stages; s++) nodes[s] = piece->begin + c[s] * piece->h;
    nodes[stages] = piece->begin;
    for (int s = 0; s < stages; s++) {
        double t = begin + c[s] * h;
        lagrange_factors(nodes, stages, t, slope);
        lagrange_factors(nodes, c[0] > 0 ? stages + 1 : stages, t, factor);
        if (!(c[0] > 0)) factor[stages] = 0;
        for (int32_t i = 0; i < g->n; i++) {
            const double *f = g->is_derivative[i] ? slope : factor;
            double value = g->is_derivative[i] ? 0 : factor[stages] * piece->begun_with[i];
            for (int j = 0; j < stages; j++) value += f[j] * piece->values[stages * i + j];
            v[g->slots[stages * i + s]] = value;
        }
    }
}

void inlined_guess_stage(const InlinedGuess *g, double t, double h, bool is_last)
{
    const Model *m = g->model;
    double *v = m->v;
    continue_points(g, t, is_last);
    // In the first step some integrators predict no change; the derivatives there are known.
    bool is_known = is_last || g->n_points < 2 || !(h > 0);
    for (int32_t i = 0; i < g->n_derivatives; i++) {
        int32_t state = g->derived[i];
        double change = v[m->states[state].slot] - v[m->inlined->old_slots[state]];
        v[g->derivatives[i]] = is_known ? g->last_derivatives[i] : change / h;
    }
}

void inlined_guess_stages(const InlinedGuess *g, const double *c, double begin, double h,
                          bool is_last)
{
    const Piece *piece = ends_at(&g->last, begin) ? &g->last : &g->accepted;
    if (!is_last && ends_at(piece, begin))
        continue_piece(g, piece, c, begin, h);
    else
        continue_points(g, begin + h, true);
}
