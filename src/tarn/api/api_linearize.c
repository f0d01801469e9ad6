// tarn.h: a run as a linear system around its present point.
#include <string.h>

#include "program/engine/tangents.h"
#include "run/directions.h"
#include "tarn/api/handles.h"

typedef struct Sides { // slots and signs of variables, and of derivatives behind them
    int32_t *slots;
    double *signs;
} Sides;

typedef struct LinearizeCall {
    RunCall call; // first
    const tarn_linearization *asked;
    Arena *scratch;
} LinearizeCall;

// False after a report.
static bool find(tarn_run *run, Sides *s, int32_t at, int n, const int *variables, bool are_inputs)
{
    const Model *m = run->engine;
    for (int i = 0; i < n; i++) {
        const VariableInfo *v =
            variables[i] >= 0 && variables[i] < m->n_variables ? &m->variables[variables[i]] : NULL;
        bool is_right = v && v->kind == VALUE_REAL && v->slot >= 0 &&
                        (are_inputs ? v->causality == IS_INPUT : v->variability > IS_PARAMETER);
        if (!is_right) {
            run_refuse(run,
                       are_inputs ? "'%s' is no input that is Real"
                                  : "'%s' is no variable that is Real",
                       v ? v->name : "?");
            return false;
        }
        s->slots[at + i] = v->slot;
        s->signs[at + i] = v->sign;
    }
    return true;
}

static Sides open_sides(Arena *out, const Model *m, int n, bool of_derivatives)
{
    size_t all = (size_t)m->n_states + (size_t)n + 1;
    Sides s = {ARENA_ARRAY(out, int32_t, all), ARENA_ARRAY(out, double, all)};
    for (int32_t i = 0; i < m->n_states; i++) {
        s.slots[i] = of_derivatives ? m->states[i].derivative_slot : m->states[i].slot;
        s.signs[i] = 1;
    }
    return s;
}

// Column `k` of (A B; C D), into the matrices that are wanted.
static void keep_column(const tarn_linearization *l, int32_t n, int32_t k, const double *changes,
                        const double *signs)
{
    double *top = k < n ? l->a : l->b, *bottom = k < n ? l->c : l->d;
    int32_t width = k < n ? n : l->n_inputs, column = k < n ? k : k - n;
    for (int32_t i = 0; i < n && top; i++)
        top[(size_t)i * (size_t)width + (size_t)column] = changes[i];
    for (int32_t i = 0; i < l->n_outputs && bottom; i++)
        bottom[(size_t)i * (size_t)width + (size_t)column] =
            signs[n + i] * changes[n + i] + 0.0; // no minus zero
}

typedef struct ExactColumns { // words of the program at the present point
    double *values, *work, *tangents;
    bool are_there;
} ExactColumns;

static ExactColumns open_exact(LinearizeCall *call)
{
    tarn_run *run = call->call.run;
    const Model *m = run->engine;
    size_t n = (size_t)run->model->program->n_words + 1;
    ExactColumns e = {ARENA_ARRAY(call->scratch, double, n), ARENA_ARRAY(call->scratch, double, n),
                      ARENA_ARRAY(call->scratch, double, n), !run->kind.is_dae};
    simulation_look(run->simulation);
    memcpy(e.values, m->v, (size_t)m->n_slots * sizeof *e.values);
    return e;
}

// How the unknowns change with one known, without differences; false: the model uses something
// whose derivative is not known in closed form.
static bool exact_column(ExactColumns *e, tarn_run *run, int32_t slot, double sign,
                         const Sides *unknowns, int32_t n, double *changes)
{
    const Program *p = run->model->program;
    const Model *m = run->engine;
    size_t bytes = ((size_t)p->n_words + 1) * sizeof *e->work;
    if (!e->are_there) return false;
    memcpy(e->work, e->values, bytes);
    memset(e->tangents, 0, bytes);
    e->tangents[slot] = sign;
    e->are_there = program_tangents(p, m->derivatives, e->work, e->tangents) &&
                   program_tangents(p, m->outputs, e->work, e->tangents);
    for (int32_t i = 0; i < n; i++) changes[i] = e->tangents[unknowns->slots[i]];
    return e->are_there;
}

static tarn_result take_columns(LinearizeCall *call, const Sides *knowns, const Sides *unknowns)
{
    tarn_run *run = call->call.run;
    tarn_linearization left = *call->asked; // to be found by differences
    int32_t n = run->engine->n_states, n_unknowns = n + left.n_outputs;
    double *changes = ARENA_ARRAY(call->scratch, double, n_unknowns + 1);
    if (left.a && simulation_state_matrix(run->simulation, left.a)) left.a = NULL;
    ExactColumns exact = open_exact(call);
    for (int32_t k = 0; k < n + left.n_inputs; k++) {
        bool has_top = k < n ? left.a : left.b, has_bottom = k < n ? left.c : left.d;
        if (!has_top && !has_bottom) continue;
        int32_t first = has_top ? 0 : n;
        if (exact_column(&exact, run, knowns->slots[k], knowns->signs[k], unknowns, n_unknowns,
                         changes)) {
            keep_column(&left, n, k, changes, unknowns->signs);
            continue;
        }
        Direction d = {&knowns->slots[k], &knowns->signs[k], 1, unknowns->slots + first,
                       n_unknowns - first};
        if (simulation_direction(run->simulation, &d, changes + first) != MODEL_OK) {
            run_refuse(run, "the model has no value near the present point%s", "");
            return TARN_STOPPED;
        }
        keep_column(&left, n, k, changes, unknowns->signs);
    }
    return TARN_OK;
}

static tarn_result linearize(RunCall *base)
{
    LinearizeCall *call = (LinearizeCall *)base;
    const tarn_linearization *l = call->asked;
    tarn_run *run = base->run;
    if (run->phase == RUN_OPENED || !run->simulation)
        return run_refuse(run, "a run is linearized once it is initialized%s", "");
    tarn_result result = run_settle(run);
    if (result != TARN_OK) return result;
    call->scratch = arena_open("linearize");
    int32_t n = run->engine->n_states;
    Sides knowns = open_sides(call->scratch, run->engine, l->n_inputs, false);
    Sides unknowns = open_sides(call->scratch, run->engine, l->n_outputs, true);
    bool is_right = find(run, &knowns, n, l->n_inputs, l->inputs, true) &&
                    find(run, &unknowns, n, l->n_outputs, l->outputs, false);
    result = is_right ? take_columns(call, &knowns, &unknowns) : TARN_WRONG_USE;
    arena_close(call->scratch);
    return result;
}

tarn_result tarn_run_linearize(tarn_run *run, const tarn_linearization *matrices)
{
    LinearizeCall call = {{.run = run}, matrices, NULL};
    return run_guarded(&call.call, linearize);
}
