// The DAE form of a model [CK06, 8.4]: the iteration unknowns of the loops that the derivatives
// need become unknowns of the integrator, their residuals its equations. A step is then one Newton
// iteration over states and loops together, instead of one around the other.
//
// The model needs no further code: `derivatives` asks the host to solve each loop, and here the
// host only evaluates its residuals. Whatever else looks at a point (output, events, state
// selection) solves the loops as usual, beginning with the integrator's values. At the end of a
// step the integrator has just solved them: where its method says that they are, to the last digit
// as others would do it (solves_bent), nobody does it again.
#include "run/forms/dae_form.h"

#include <math.h>
#include <string.h>

#include "run/point/fours.h"
#include "run/state.h"

struct DaeForm {
    const DaeInfo *info;
    int32_t *first;  // by block of the model: number of its first unknown; -1: solved as usual
    bool is_open;    // while `derivatives` is evaluated for the integrator
    const double *y; // of that evaluation
    double *rows;
    double *spare;  // rows that nobody reads
    double *solved; // unknowns of the loops when they were solved last
    double *trial;  // states and unknowns that may be nearer
    double *at;     // states and unknowns of the last rows
    double ends;    // the last step of the integrator, at a solution of the loops; NaN: nowhere
    double *end;    // that
};

static void open_loops(Simulation *sim)
{
    const Model *m = sim->model;
    DaeForm *d = ARENA_NEW(sim->arena, DaeForm);
    d->info = &m->dae;
    d->first = ARENA_ARRAY(sim->arena, int32_t, m->n_blocks + 1);
    for (int32_t i = 0; i < m->n_blocks; i++) d->first[i] = -1;
    int32_t next = m->n_states;
    for (int32_t i = 0; i < m->dae.n_blocks; i++) {
        d->first[m->dae.blocks[i]] = next;
        next += m->blocks[m->dae.blocks[i]].n;
    }
    d->solved = ARENA_ARRAY(sim->arena, double, next + 1);
    d->spare = ARENA_ARRAY(sim->arena, double, next + 1);
    d->at = ARENA_ARRAY(sim->arena, double, next + 1);
    d->trial = ARENA_ARRAY(sim->arena, double, next + 1);
    d->end = ARENA_ARRAY(sim->arena, double, next + 1);
    d->ends = NAN;
    sim->dae = d;
}

static void set_unknowns(const Model *m, const BlockInfo *b, const double *values)
{
    for (int32_t k = 0; k < b->n; k++) m->v[b->unknown_slots[k]] = values[k];
}

// The loop is the integrator's at this moment.
static ModelOutcome evaluate_block(Simulation *sim, int32_t block)
{
    const Model *m = sim->model;
    const BlockInfo *b = &m->blocks[block];
    int32_t first = sim->dae->first[block];
    set_unknowns(m, b, sim->dae->y + first);
    ModelOutcome o = m->call(m->self, b->residual);
    memcpy(sim->dae->rows + first, m->v + b->residual_slot, (size_t)b->n * sizeof *m->v);
    return o;
}

static WIDE bool are_finite(int32_t n, const double *x)
{
    Four sum = {0}; // NaN, once one of them is not
    int32_t i = 0;
    for (; i + FOUR <= n; i += FOUR) sum += 0 * FOUR_AT(x, i);
    for (; i < n; i++) sum[0] += 0 * x[i];
    return sum[0] + sum[1] + (sum[2] + sum[3]) == 0;
}

// Derivatives of the states, then residuals of the loops, at time t for states and unknowns y.
static ModelOutcome dae_rows(void *client, double t, const double *y, double *rows)
{
    Simulation *sim = client;
    const Model *m = sim->model;
    DaeForm *d = sim->dae;
    d->y = y;
    d->rows = rows;
    d->is_open = true;
    sim->counts.rhs_evaluations++;
    model_set_states(sim, t, y);
    ModelOutcome o = model_call(sim, m->derivatives);
    d->is_open = false;
    if (o != MODEL_OK) return o;
    memcpy(d->at, y, (size_t)d->info->n_unknowns * sizeof *y);
    sim->point.has_rows = true;
    for (int32_t i = 0; i < m->n_states; i++) rows[i] = m->v[m->states[i].derivative_slot];
    if (are_finite(d->info->n_unknowns, rows)) return MODEL_OK;
    int32_t i = 0;
    while (isfinite(rows[i])) i++;
    sim->trouble.not_finite = i < m->n_states ? i : -1;
    return MODEL_RETRY;
}

static bool has_rows_at(const Simulation *sim, double t, const double *y)
{
    size_t bytes = (size_t)sim->dae->info->n_unknowns * sizeof *y;
    return sim->point.has_rows && sim->model->v[SLOT_TIME] == t && !memcmp(sim->dae->at, y, bytes);
}

ModelOutcome dae_linearize(Simulation *sim, double t, const double *y)
{
    const Model *m = sim->model;
    ModelOutcome o = has_rows_at(sim, t, y) ? MODEL_OK : dae_rows(sim, t, y, sim->dae->spare);
    int32_t routine = m->linearization->routine; // none where all coefficients are constant
    return o == MODEL_OK && routine != NO_ROUTINE ? m->call(m->self, routine) : o;
}

int32_t dae_first_unknown(const Simulation *sim, int32_t block)
{
    return sim->dae->first[block];
}

// A linear loop is solved from any values; beginning with its last solution keeps unknowns that
// stay zero at zero, where rounding could make a relation switch.
static void guess_loops(Simulation *sim, const double *y)
{
    const Model *m = sim->model;
    for (int32_t i = 0; i < m->dae.n_blocks; i++) {
        int32_t block = m->dae.blocks[i], first = sim->dae->first[block];
        const BlockInfo *b = &m->blocks[block];
        set_unknowns(m, b, b->kind == BLOCK_LINEAR ? sim->dae->solved + first : y + first);
    }
}

void dae_leave(Simulation *sim)
{
    guess_loops(sim, sim->dae->solved);
    model_is_changed(sim);
    sim->dae = NULL;
}

static void note_solution(Simulation *sim, int32_t block)
{
    if (sim->dae->first[block] < 0) return;
    const BlockInfo *b = &sim->model->blocks[block];
    double *solved = sim->dae->solved + sim->dae->first[block];
    for (int32_t k = 0; k < b->n; k++) solved[k] = sim->model->v[b->unknown_slots[k]];
}

static void take_unknowns(const Simulation *sim, double *y)
{
    int32_t first = sim->model->n_states, n = sim->dae->info->n_unknowns;
    for (int32_t i = first; i < n; i++) y[i] = sim->dae->solved[i];
}

// The loops are solved one by one, by methods that cope with guesses far away.
static ModelOutcome dae_settle(void *client, double t, double *y)
{
    Simulation *sim = client;
    guess_loops(sim, y);
    model_set_states(sim, t, y);
    sim->counts.rhs_evaluations++;
    ModelOutcome o = model_call(sim, sim->model->derivatives);
    if (o == MODEL_OK) take_unknowns(sim, y);
    return o;
}

static double largest_row(const double *rows, int32_t n)
{
    double largest = 0;
    for (int32_t i = 0; i < n; i++) largest = fmax(largest, fabs(rows[i]));
    return largest;
}

static ModelOutcome dae_take_nearer(void *client, double t, double *y, const double *other,
                                    double *rows)
{
    Simulation *sim = client;
    const Model *m = sim->model;
    DaeForm *d = sim->dae;
    memcpy(d->trial, y, (size_t)m->n_states * sizeof *y);
    memcpy(d->trial + m->n_states, other + m->n_states,
           (size_t)(d->info->n_unknowns - m->n_states) * sizeof *y);
    ModelOutcome o = dae_rows(sim, t, d->trial, d->spare);
    if (o == MODEL_FATAL) return o;
    bool any = false;
    for (int32_t i = 0; o == MODEL_OK && i < m->dae.n_blocks; i++) {
        int32_t block = m->dae.blocks[i], first = d->first[block], n = m->blocks[block].n;
        if (largest_row(rows + first, n) <= largest_row(d->spare + first, n)) continue;
        memcpy(y + first, d->trial + first, (size_t)n * sizeof *y);
        any = true;
    }
    return any || o != MODEL_OK ? dae_rows(sim, t, y, rows) : MODEL_OK;
}

static void nominals_of_loops(const Simulation *sim, double *nominal)
{
    const Model *m = sim->model;
    for (int32_t i = 0; i < m->dae.n_blocks; i++) {
        int32_t block = m->dae.blocks[i], first = sim->dae->first[block];
        const BlockInfo *b = &m->blocks[block];
        for (int32_t k = 0; k < b->n; k++) {
            int32_t slot = b->nominal_slots ? b->nominal_slots[k] : NO_SLOT;
            double value = slot == NO_SLOT ? 1 : fabs(m->v[slot]);
            nominal[first + k] = value > 0 ? value : 1;
        }
    }
}

static const char *dae_unknown_name(const Simulation *sim, int32_t number)
{
    const Model *m = sim->model;
    if (number < m->n_states) return m->states[number].name;
    for (int32_t i = 0; i < m->dae.n_blocks; i++) {
        const BlockInfo *b = &m->blocks[m->dae.blocks[i]];
        int32_t k = number - sim->dae->first[m->dae.blocks[i]];
        if (k >= 0 && k < b->n) return b->unknown_names ? b->unknown_names[k] : "?";
    }
    return "?";
}

// ---- The form --------------------------------------------------------------------------------

static int32_t dae_count(const Model *m)
{
    return m->dae.n_unknowns;
}

static void dae_open(Simulation *sim)
{
    const Model *m = sim->model;
    InitialValueProblem *p = &sim->problem;
    open_loops(sim);
    for (int32_t i = 0; i < m->dae.n_blocks; i++) note_solution(sim, m->dae.blocks[i]);
    double *nominal = ARENA_ARRAY(sim->arena, double, m->dae.n_unknowns);
    memcpy(nominal, p->nominal, (size_t)m->n_states * sizeof *nominal);
    nominals_of_loops(sim, nominal);
    p->nominal = nominal;
    p->n = m->dae.n_unknowns;
    p->n_algebraic = m->dae.n_unknowns - m->n_states;
    for (int32_t i = 0; i < m->dae.n_blocks; i++)
        p->is_bent |= m->blocks[m->dae.blocks[i]].kind == BLOCK_NONLINEAR;
    p->derivatives = dae_rows;
    p->settle = dae_settle;
    p->take_nearer = dae_take_nearer;
    p->column_start = m->dae.column_start;
    p->row_index = m->dae.row_index;
    p->group_of = m->dae.group_of;
    p->n_groups = m->dae.n_groups;
    p->is_sparse = m->dae.is_sparse;
}

// It begins with consistent values of the loops.
static StepOutcome dae_restart(Simulation *sim, double h)
{
    if (!form_watch(sim)) return STEP_MODEL_FATAL;
    if (model_derivatives(sim, sim->t, sim->x, sim->dx) != MODEL_OK) return STEP_MODEL_FATAL;
    take_unknowns(sim, sim->x);
    sim->dae->ends = NAN;
    return sim->method->restart(sim->integrator, sim->t, sim->x, h);
}

static StepOutcome dae_advance(Simulation *sim, double limit, double *reached)
{
    DaeForm *d = sim->dae;
    StepOutcome s = integrator_advance(sim, limit, reached);
    bool is_solved = s == STEP_DONE && sim->problem.is_bent && sim->method->solves_bent;
    d->ends = is_solved ? *reached : (double)NAN;
    if (!isnan(d->ends)) integrator_interpolate(sim, d->ends, d->end);
    return s;
}

bool dae_takes_end(Simulation *sim, double t, const double *x)
{
    const DaeForm *d = sim->dae;
    size_t bytes = (size_t)d->info->n_unknowns * sizeof *x;
    if (d->ends != t || memcmp(d->end, x, bytes) != 0) return false;
    if (!has_rows_at(sim, t, x) && dae_rows(sim, t, x, d->spare) != MODEL_OK) return false;
    memcpy(d->solved, x, bytes);
    sim->point.is_evaluated = true;
    return true;
}

// Where the model was evaluated already its loops are solved; elsewhere the guess makes its values
// those of no point.
static void dae_interpolate(Simulation *sim, double t, double *x)
{
    integrator_interpolate(sim, t, x);
    if (model_is_evaluated_at(sim, t, x) || dae_takes_end(sim, t, x)) return;
    guess_loops(sim, x);
    model_is_changed(sim);
}

// The largest residual with the unknowns as they are; infinite: there is none.
static double largest_residual(const Model *m, const BlockInfo *b)
{
    double largest = 0;
    if (m->call(m->self, b->residual) != MODEL_OK) return INFINITY;
    for (int32_t k = 0; k < b->n; k++) {
        double r = fabs(m->v[b->residual_slot + k]);
        largest = r <= largest ? largest : isfinite(r) ? r : INFINITY;
    }
    return largest;
}

// A polynomial through an exponential function leads astray: where the last solution is nearer, a
// loop begins with that.
static void choose_guess(Simulation *sim, int32_t block)
{
    const Model *m = sim->model;
    const BlockInfo *b = &m->blocks[block];
    double *spare = sim->dae->spare;
    if (b->kind == BLOCK_LINEAR || *m->mode != MODE_INTEGRATE) return;
    for (int32_t k = 0; k < b->n; k++) spare[k] = m->v[b->unknown_slots[k]];
    double predicted = largest_residual(m, b);
    set_unknowns(m, b, sim->dae->solved + sim->dae->first[block]);
    if (predicted <= largest_residual(m, b)) set_unknowns(m, b, spare);
}

// Until the form is open, and wherever else than in its rows, loops are solved as usual.
static ModelOutcome dae_solve_block(Simulation *sim, int32_t block)
{
    bool is_integrated = sim->dae && sim->dae->is_open && sim->dae->first[block] >= 0;
    if (is_integrated) return evaluate_block(sim, block);
    if (sim->dae && sim->dae->first[block] >= 0) choose_guess(sim, block);
    ModelOutcome o = loop_solve(sim, block);
    bool has_other = sim->dae && sim->dae->first[block] >= 0;
    if (o == MODEL_RETRY && has_other) {
        const BlockInfo *b = &sim->model->blocks[block];
        set_unknowns(sim->model, b, sim->dae->solved + sim->dae->first[block]);
        o = loop_solve(sim, block);
    }
    if (o == MODEL_OK && sim->dae) note_solution(sim, block);
    return o;
}

const Form dae_form = {.name = "dae",
                       .looks_ahead = true,
                       .steps_apart = true,
                       .count = dae_count,
                       .method_name = integrator_name,
                       .open = dae_open,
                       .restart = dae_restart,
                       .limit = any_limit,
                       .advance = dae_advance,
                       .interpolate = dae_interpolate,
                       .shorten = integrator_shorten,
                       .solve_block = dae_solve_block,
                       .unknown_name = dae_unknown_name,
                       .iterations = no_iterations};
