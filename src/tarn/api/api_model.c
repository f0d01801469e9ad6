// tarn.h: compiled models and their variables.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tarn/api/run_handle.h"

static double attribute(const tarn_model *m, int32_t slot)
{
    return slot == NO_SLOT ? (double)NAN : m->program->start[slot];
}

static double with_sign(const VariableInfo *v, double value)
{
    if (v->sign > 0) return value;
    return v->kind == VALUE_BOOLEAN ? 1 - value : 0 - value;
}

static tarn_variable describe(const tarn_model *m, const VariableInfo *v)
{
    bool is_parameter = v->variability <= IS_PARAMETER;
    bool is_turned = v->sign < 0;
    const DeclarationInfo *declared = variable_declared(v);
    double start = attribute(m, is_parameter ? v->slot : v->start_slot);
    return (tarn_variable){
        .name = v->name,
        .unit = declared->unit,
        .display_unit = declared->display_unit,
        .description = declared->description,
        .type = (tarn_type)v->kind,
        .variability = (tarn_variability)v->variability,
        .causality = (tarn_causality)v->causality,
        .start = v->kind == VALUE_STRING ? (double)NAN : with_sign(v, start),
        .min = with_sign(v, attribute(m, is_turned ? v->max_slot : v->min_slot)),
        .max = with_sign(v, attribute(m, is_turned ? v->min_slot : v->max_slot)),
        .nominal = attribute(m, v->nominal_slot),
        .n_dimensions = (int)declared->n_dims,
        .dimensions = declared->dims,
        .n_literals = (int)declared->n_literals,
        .literals = declared->literals,
        .is_alias = v->is_alias,
        .is_protected = v->is_protected,
        .is_settable =
            (v->is_settable || v->is_alias || v->causality == IS_INPUT) && v->kind != VALUE_STRING,
    };
}

static void find_states(tarn_model *m)
{
    const Model *model = &m->program->model;
    int *variable_of_slot = ARENA_ARRAY(m->arena, int, model->n_slots + 1); // number + 1
    for (int32_t i = 0; i < model->n_variables; i++)
        if (!model->variables[i].is_alias && model->variables[i].slot >= 0)
            variable_of_slot[model->variables[i].slot] = i + 1;
    m->states = ARENA_ARRAY(m->arena, int, model->n_states + 1);
    for (int32_t i = 0; i < model->n_states; i++) {
        int found = m->states[i] = variable_of_slot[model->states[i].slot] - 1;
        if (found >= 0) m->variables[found].is_state = 1;
    }
}

static int compare_names(const void *a, const void *b, void *model)
{
    const tarn_model *m = model;
    return strcmp(m->variables[*(const int *)a].name, m->variables[*(const int *)b].name);
}

void model_describe(tarn_model *m)
{
    const Model *model = &m->program->model;
    size_t n = (size_t)model->n_variables;
    m->variables = ARENA_ARRAY(m->arena, tarn_variable, n + 1);
    m->sorted = ARENA_ARRAY(m->arena, int, n + 1);
    for (size_t i = 0; i < n; i++) {
        m->variables[i] = describe(m, &model->variables[i]);
        m->sorted[i] = (int)i;
    }
    qsort_r(m->sorted, n, sizeof *m->sorted, compare_names, m);
    find_states(m);
}

// The guard no longer closes the arena once it is left.
tarn_model *model_of_program(Arena *arena, Program *program, const tarn_experiment *experiment)
{
    tarn_model *m = ARENA_NEW(arena, tarn_model);
    m->arena = arena;
    m->program = program;
    m->experiment = *experiment;
    m->interval = NAN;
    atomic_init(&m->users, 1);
    model_describe(m);
    return m;
}

const Program *model_program(const tarn_model *model)
{
    return model->program;
}

const Model *model_tables(const tarn_model *model)
{
    return &model->program->model;
}

void tarn_model_close(tarn_model *model)
{
    if (model && atomic_fetch_sub(&model->users, 1) == 1) arena_close(model->arena);
}

const char *tarn_model_name(const tarn_model *model)
{
    return model->program->model.name;
}

tarn_experiment tarn_model_experiment(const tarn_model *model)
{
    return model->experiment;
}

int tarn_model_variable_count(const tarn_model *model)
{
    return model->program->model.n_variables;
}

const tarn_variable *tarn_model_variable(const tarn_model *model, int variable)
{
    bool is_there = variable >= 0 && variable < model->program->model.n_variables;
    return is_there ? &model->variables[variable] : NULL;
}

int tarn_model_find(const tarn_model *model, const char *name)
{
    int low = 0, high = model->program->model.n_variables;
    while (low < high) {
        int middle = low + (high - low) / 2;
        int order = strcmp(model->variables[model->sorted[middle]].name, name);
        if (order == 0) return model->sorted[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

int tarn_model_state_count(const tarn_model *model)
{
    return model->program->model.n_states;
}

int tarn_model_state(const tarn_model *model, int state)
{
    bool is_there = state >= 0 && state < model->program->model.n_states;
    return is_there ? model->states[state] : -1;
}
