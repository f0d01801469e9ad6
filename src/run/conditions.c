// Conditions of the start for which no unknown was left. They must hold when all others do.
//
// Where loops of the start are singular, because other conditions say the same twice, the solution
// nearest to the guesses is one of many, and a surplus condition chooses among them: a closed
// circuit is steady with any filling, and one pressure says which. The guesses of the singular
// loops are then moved by least changes until all conditions hold (Newton's method for fewer
// equations than unknowns). Cost: for each iteration one solution of the start for each of these
// guesses, from a solution.
#include <math.h>
#include <string.h>

#include "run/linear/factors.h"
#include "run/state.h"

enum { MOST_ITERATIONS = 20, MOST_HALVINGS = 8, MOST_LISTED = 6 };
static const double agreement = 1e-6;   // of both sides, in units of the larger one or of one
static const double exact = 1e-12;      // nothing is left to improve
static const double difference = 1e-5;  // of a guess, in its own units, for difference quotients
static const double least_slope = 1e-9; // of the largest: below it a direction is none

typedef struct Choice { // among the solutions of the start
    Simulation *sim;
    int32_t n, m;               // guesses that may move; surplus conditions
    int32_t *slots;             // by guess
    double *scale;              // by guess
    double *solution;           // all values at a solution
    double *guess, *trial;      // there, and beside it
    double *miss, *miss_beside; // by condition
    double *slope; // d miss / d guess, condition after condition, in units of the guess
    double *normal, *step;
    SparsePattern full;
    Factors *factors;
} Choice;

// ---- Do they hold? ---------------------------------------------------------------------------

static int32_t n_surplus(const Model *m)
{
    int32_t n = 0;
    while (n < m->n_conditions && m->conditions[n].is_surplus) n++;
    return n;
}

static double miss_of(const Model *m, const ConditionInfo *c)
{
    double left = m->v[c->left_slot], right = m->v[c->right_slot];
    return (left - right) / fmax(1, fmax(fabs(left), fabs(right)));
}

// The first one that does not hold; -1: all do.
static int32_t first_missed(Simulation *sim)
{
    const Model *m = sim->model;
    if (model_call(sim, m->conditions_routine) != MODEL_OK) return 0;
    for (int32_t i = 0; i < m->n_conditions && m->conditions[i].is_surplus; i++)
        if (!(fabs(miss_of(m, &m->conditions[i])) <= agreement)) return i;
    return -1;
}

static void note_contradiction(Simulation *sim, int32_t missed)
{
    const Model *m = sim->model;
    Trouble *t = &sim->trouble;
    t->contradicted = missed;
    t->left = m->v[m->conditions[missed].left_slot];
    t->right = m->v[m->conditions[missed].right_slot];
}

// ---- The choice ------------------------------------------------------------------------------

static bool is_movable(const Simulation *sim, int32_t block, const int64_t *solves)
{
    const BlockSolver *b = sim->blocks[block];
    return b->solves > solves[block] && b->last->was_singular;
}

static void open_choice(Choice *c, Arena *scratch, const int64_t *solves)
{
    const Model *m = c->sim->model;
    int32_t most = 0;
    for (int32_t b = 0; b < m->n_blocks; b++) most += m->blocks[b].n;
    c->slots = ARENA_RAW(scratch, int32_t, most + 1);
    c->scale = ARENA_RAW(scratch, double, most + 1);
    for (int32_t b = 0; b < m->n_blocks; b++)
        for (int32_t i = 0; i < m->blocks[b].n && is_movable(c->sim, b, solves); i++) {
            const LoopProblem *p = c->sim->blocks[b]->problem;
            c->slots[c->n] = m->blocks[b].unknown_slots[i];
            c->scale[c->n] = fmax(p->scale[i], fabs(m->v[c->slots[c->n]]));
            c->n++;
        }
    c->m = n_surplus(m);
    c->solution = ARENA_COPY(scratch, double, m->v, m->n_slots);
    c->guess = ARENA_ARRAY(scratch, double, c->n + 1);
    c->trial = ARENA_ARRAY(scratch, double, c->n + 1);
    c->miss = ARENA_ARRAY(scratch, double, c->m + 1);
    c->miss_beside = ARENA_ARRAY(scratch, double, c->m + 1);
    c->slope = ARENA_ARRAY(scratch, double, (size_t)c->m *(size_t)c->n + 1);
    c->normal = ARENA_ARRAY(scratch, double, (size_t)c->m *(size_t)c->m + 1);
    c->step = ARENA_ARRAY(scratch, double, c->m + 1);
    c->full = full_pattern(c->m);
    c->factors = factors_open(scratch, &dense_factors, &c->full, false);
    for (int32_t j = 0; j < c->n; j++) c->guess[j] = m->v[c->slots[j]];
}

// From the last solution, with these guesses in place of its values.
static ModelOutcome solve_beside(Choice *c, const double *guess, double *miss)
{
    Simulation *sim = c->sim;
    const Model *m = sim->model;
    model_return(sim, c->solution);
    for (int32_t j = 0; j < c->n; j++) m->v[c->slots[j]] = guess[j];
    ModelOutcome o = model_call(sim, m->initial);
    if (o == MODEL_OK) o = model_call(sim, m->conditions_routine);
    for (int32_t i = 0; i < c->m && o == MODEL_OK; i++) {
        miss[i] = miss_of(m, &m->conditions[i]);
        if (!isfinite(miss[i])) o = MODEL_RETRY;
    }
    return o;
}

static double largest(const double *values, int32_t n)
{
    double most = 0;
    for (int32_t i = 0; i < n; i++) most = fmax(most, fabs(values[i]));
    return most;
}

static ModelOutcome find_slopes(Choice *c)
{
    for (int32_t j = 0; j < c->n; j++) {
        memcpy(c->trial, c->guess, (size_t)c->n * sizeof *c->trial);
        c->trial[j] += difference * c->scale[j];
        ModelOutcome o = solve_beside(c, c->trial, c->miss_beside);
        if (o != MODEL_OK) return o;
        for (int32_t i = 0; i < c->m; i++)
            c->slope[i * c->n + j] = (c->miss_beside[i] - c->miss[i]) / difference;
    }
    return MODEL_OK;
}

// step := what the slopes are to be multiplied by: (S S')^-1 miss. A small part of the largest
// entry keeps conditions apart that say the same.
static bool find_step(Choice *c)
{
    double most = 0;
    for (int32_t i = 0; i < c->m; i++)
        for (int32_t k = 0; k < c->m; k++) {
            double sum = 0;
            for (int32_t j = 0; j < c->n; j++)
                sum += c->slope[i * c->n + j] * c->slope[k * c->n + j];
            c->normal[i + k * c->m] = sum;
            most = fmax(most, fabs(sum));
        }
    if (!(most > 0)) return false; // the guesses change nothing
    for (int32_t i = 0; i < c->m; i++) {
        c->normal[i + i * c->m] += least_slope * most;
        c->step[i] = c->miss[i];
    }
    if (!factors_factor(c->factors, c->normal)) return false;
    factors_solve(c->factors, c->step);
    return true;
}

// Along the step as far as the conditions come nearer.
static ModelOutcome move(Choice *c)
{
    double before = largest(c->miss, c->m), part = 1;
    for (int trial = 0; trial < MOST_HALVINGS; trial++, part /= 2) {
        for (int32_t j = 0; j < c->n; j++) {
            double change = 0;
            for (int32_t i = 0; i < c->m; i++) change += c->slope[i * c->n + j] * c->step[i];
            c->trial[j] = c->guess[j] - part * change * c->scale[j];
        }
        ModelOutcome o = solve_beside(c, c->trial, c->miss_beside);
        if (o == MODEL_FATAL) return o;
        if (o != MODEL_OK || !(largest(c->miss_beside, c->m) < before)) continue;
        const Model *m = c->sim->model;
        memcpy(c->miss, c->miss_beside, (size_t)c->m * sizeof *c->miss);
        memcpy(c->solution, m->v, (size_t)m->n_slots * sizeof *m->v);
        for (int32_t j = 0; j < c->n; j++) c->guess[j] = m->v[c->slots[j]];
        return MODEL_OK;
    }
    return MODEL_RETRY;
}

static ModelOutcome choose(Choice *c)
{
    ModelOutcome o = solve_beside(c, c->guess, c->miss);
    for (int k = 0; k < MOST_ITERATIONS && o == MODEL_OK && largest(c->miss, c->m) > exact; k++) {
        o = find_slopes(c);
        if (o == MODEL_OK && !find_step(c)) o = MODEL_RETRY;
        if (o == MODEL_OK) o = move(c);
    }
    if (o == MODEL_FATAL || !(largest(c->miss, c->m) <= agreement)) return MODEL_RETRY;
    bool is_same = model_return(c->sim, c->solution);
    return is_same ? MODEL_OK : model_call(c->sim, c->sim->model->initial);
}

ModelOutcome start_solve(Simulation *sim)
{
    const Model *m = sim->model;
    if (!n_surplus(m)) return model_call(sim, m->initial);
    Arena *scratch = arena_open("conditions");
    int64_t *solves = ARENA_RAW(scratch, int64_t, m->n_blocks + 1);
    for (int32_t b = 0; b < m->n_blocks; b++) solves[b] = sim->blocks[b]->solves;
    ModelOutcome o = model_call(sim, m->initial);
    int32_t missed = o == MODEL_OK ? first_missed(sim) : -1;
    if (missed >= 0) {
        note_contradiction(sim, missed);
        Choice c = {.sim = sim};
        open_choice(&c, scratch, solves);
        o = c.n ? choose(&c) : MODEL_RETRY;
        factors_close(c.factors);
        if (o == MODEL_OK) sim->trouble.contradicted = -1;
    }
    arena_close(scratch);
    return o;
}

// ---- What is said of them --------------------------------------------------------------------

static void describe_sides(Text *out, const ConditionInfo *c, double left, double right)
{
    text_printf(out, "%s", c->text);
    if (left == right) {
        text_add(out, ", where both sides are ");
        text_number(out, left);
    } else {
        text_add(out, ", where the left side is ");
        text_number(out, left);
        text_add(out, " and the right side ");
        text_number(out, right);
    }
}

// As a note at its place, or with it.
static void note_condition(Simulation *sim, Diagnostic *d, const ConditionInfo *c, const char *text)
{
    Span span = c->origin ? source_span_at(diag_sources(sim->diag), c->origin) : (Span){0, 0};
    diag_note(sim->diag, d, span, "%s%s", text, report_place(sim, c->origin));
}

// What stands before the '='.
static const char *left_side(const Simulation *sim, const ConditionInfo *c)
{
    const char *equals = strstr(c->text, " = ");
    return equals ? arena_copy_text(sim->arena, c->text, (size_t)(equals - c->text)) : NULL;
}

void conditions_describe(Simulation *sim, Diagnostic *d)
{
    const Model *m = sim->model;
    const Trouble *t = &sim->trouble;
    const ConditionInfo *c = &m->conditions[t->contradicted];
    Text sides = text_make(sim->arena);
    describe_sides(&sides, c, t->left, t->right);
    d->span = c->origin ? source_span_at(diag_sources(sim->diag), c->origin) : (Span){0, 0};
    diag_about(sim->diag, d, NULL, c->n_partners ? NULL : left_side(sim, c), c->text);
    note_condition(sim, d, c, text_cstr(&sides));
    for (int32_t i = 0; i < c->n_partners && i < MOST_LISTED; i++)
        note_condition(sim, d, &m->conditions[c->partners[i]], m->conditions[c->partners[i]].text);
    if (c->n_partners > MOST_LISTED)
        diag_note(sim->diag, d, (Span){0, 0}, "and %d more", c->n_partners - MOST_LISTED);
    diag_note(sim->diag, d, (Span){0, 0},
              c->n_partners ? "leave one of them out, or let it agree with the others"
                            : "leave it out (fixed = false), or change what determines it");
}

void conditions_describe_loop(Simulation *sim, int32_t block, Text *out)
{
    const Model *m = sim->model;
    int32_t n = 0;
    for (int32_t i = 0; i < m->n_conditions; i++) n += m->conditions[i].block == block;
    if (!n || model_call(sim, m->conditions_routine) != MODEL_OK) return;
    text_add(out, "\ninitial conditions that are part of it:");
    for (int32_t i = 0, listed = 0; i < m->n_conditions && listed < MOST_LISTED; i++) {
        const ConditionInfo *c = &m->conditions[i];
        if (c->block != block) continue;
        text_add(out, "\n  ");
        describe_sides(out, c, m->v[c->left_slot], m->v[c->right_slot]);
        if (c->origin) text_printf(out, " (%s)", c->origin);
        listed++;
    }
    if (n > MOST_LISTED) text_printf(out, "\n  and %d more", n - MOST_LISTED);
}
