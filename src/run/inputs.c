#include "run/inputs.h"

#include <math.h>

#include "run/state.h"

// ---- Pieces ------------------------------------------------------------------------------------

static bool is_jump(const InputTable *t, size_t row)
{
    if (row + 1 < t->n_rows && t->times[row + 1] == t->times[row]) return true;
    for (int32_t i = 0; row > 0 && i < t->n_columns; i++)
        if (t->columns[i].is_held && t->columns[i].values[row] != t->columns[i].values[row - 1])
            return true;
    return false;
}

// Of several rows of one time the first is the value before the jump, the last the one behind it.
static size_t last_of_instant(const InputTable *t, size_t row)
{
    while (row + 1 < t->n_rows && t->times[row + 1] == t->times[row]) row++;
    return row;
}

static void begin_piece(Inputs *in, size_t first)
{
    const InputTable *t = in->table;
    in->first = in->row = in->last = first;
    in->ends_with_jump = false;
    while (in->last + 1 < t->n_rows && !in->ends_with_jump)
        in->ends_with_jump = is_jump(t, ++in->last);
}

// Slopes that differ by this, relative to the values, make a corner; less is rounding of the table.
static const double same_slope = 1e-9;

static bool is_corner(const InputTable *t, size_t row)
{
    if (row == 0 || row + 1 == t->n_rows) return true;
    double part = (t->times[row] - t->times[row - 1]) / (t->times[row + 1] - t->times[row - 1]);
    for (int32_t i = 0; i < t->n_columns; i++) {
        if (t->columns[i].is_held) continue;
        const double *v = t->columns[i].values + row;
        double straight = v[-1] + part * (v[1] - v[-1]);
        if (fabs(v[0] - straight) > same_slope * (fabs(v[0]) + fabs(v[1]) + fabs(v[-1])))
            return true;
    }
    return false;
}

static void find_corners(Inputs *in, Arena *out)
{
    const InputTable *t = in->table;
    in->corners = ARENA_ARRAY(out, size_t, t->n_rows + 1);
    size_t next = t->n_rows;
    for (size_t row = t->n_rows; row-- > 0;) {
        in->corners[row] = next;
        if (is_corner(t, row)) next = row;
    }
}

void inputs_open(Simulation *sim)
{
    Inputs *in = &sim->inputs;
    *in = (Inputs){.table = sim->options.inputs};
    if (in->table && (!in->table->n_rows || !in->table->n_columns)) in->table = NULL;
    if (!in->table) return;
    if (!inputs_are_steps(in->table)) find_corners(in, sim->arena);
    begin_piece(in, last_of_instant(in->table, 0));
}

bool inputs_are_steps(const InputTable *t)
{
    for (int32_t i = 0; i < t->n_columns; i++)
        if (!t->columns[i].is_held) return false;
    return true;
}

// ---- Values ------------------------------------------------------------------------------------

static void find_row(Inputs *in, double t)
{
    const double *times = in->table->times;
    while (in->row > in->first && times[in->row] > t) in->row--;
    while (in->row < in->last && times[in->row + 1] <= t) in->row++;
}

static double value_at(const Inputs *in, const InputColumn *c, double t)
{
    const double *times = in->table->times;
    size_t k = in->row;
    if (c->is_held) return c->values[in->first];
    if (k == in->last || t <= times[k]) return c->values[k];
    double part = (t - times[k]) / (times[k + 1] - times[k]);
    return (1 - part) * c->values[k] + part * c->values[k + 1];
}

void inputs_write(Simulation *sim, double t)
{
    Inputs *in = &sim->inputs;
    if (!in->table) return;
    find_row(in, t);
    for (int32_t i = 0; i < in->table->n_columns; i++)
        sim->model->v[in->table->columns[i].slot] = value_at(in, &in->table->columns[i], t);
}

void inputs_write_starts(const Simulation *sim)
{
    const InputTable *table = sim->inputs.table;
    for (int32_t i = 0; table && i < table->n_columns; i++) {
        const InputColumn *c = &table->columns[i];
        if (c->start_slot != NO_SLOT) sim->model->v[c->start_slot] = sim->model->v[c->slot];
    }
}

// ---- Instants ----------------------------------------------------------------------------------

double inputs_next_jump(const Simulation *sim)
{
    const Inputs *in = &sim->inputs;
    return in->table && in->ends_with_jump ? in->table->times[in->last] : (double)INFINITY;
}

bool inputs_jump(Simulation *sim, double t)
{
    Inputs *in = &sim->inputs;
    bool any = false;
    while (inputs_next_jump(sim) <= t) {
        begin_piece(in, last_of_instant(in->table, in->last));
        any = true;
    }
    return any;
}

void inputs_begin(Simulation *sim)
{
    if (!sim->inputs.table) return;
    begin_piece(&sim->inputs, last_of_instant(sim->inputs.table, 0));
    inputs_jump(sim, sim->t);
    inputs_write(sim, sim->t);
}

double inputs_next_corner(const Simulation *sim, double t)
{
    const Inputs *in = &sim->inputs;
    if (!in->table || !in->corners) return INFINITY;
    const double *times = in->table->times;
    if (t < times[in->first]) return times[in->first];
    size_t row = in->row;
    while (row > in->first && times[row] > t) row--;
    while (row < in->last && times[row + 1] <= t) row++;
    size_t corner = in->corners[row];
    return corner <= in->last && corner < in->table->n_rows ? times[corner] : (double)INFINITY;
}
