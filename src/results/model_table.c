// The result table of a compiled model: its variables by slot, those that stay the same by value.
#include <string.h>

#include "results/trajectory.h"

static bool is_recorded(const VariableInfo *info)
{
    return info->kind != VALUE_STRING && info->slot >= 0 && strcmp(info->name, "time") != 0;
}

static ResultVariable describe(const VariableInfo *info)
{
    return (ResultVariable){
        .name = info->name,
        .unit = info->unit,
        .display_unit = info->display_unit,
        .description = info->description,
        .kind = info->kind,
        .place = info->slot == SLOT_TIME ? KEPT_TIME : KEPT_ROW,
        .index = (uint32_t)info->slot,
        .negated = info->sign < 0,
        .hidden = info->is_protected || info->is_hidden,
    };
}

ResultTable *result_table_of_model(Arena *out, const Model *model)
{
    uint32_t most = (uint32_t)model->n_variables + 1, n = 0, n_constants = 0;
    ResultVariable *variables = ARENA_ARRAY(out, ResultVariable, most);
    double *constants = ARENA_ARRAY(out, double, most);
    uint32_t *constant_of_slot = ARENA_ARRAY(out, uint32_t, model->n_slots + 1); // number + 1
    variables[n++] = (ResultVariable){
        .name = "time", .unit = "s", .description = "simulated time", .place = KEPT_TIME};
    for (int32_t i = 0; i < model->n_variables; i++) {
        const VariableInfo *info = &model->variables[i];
        if (!is_recorded(info)) continue;
        ResultVariable v = describe(info);
        if (v.place == KEPT_ROW && info->variability <= IS_PARAMETER) {
            if (!constant_of_slot[info->slot]) {
                constants[n_constants++] = model->v[info->slot];
                constant_of_slot[info->slot] = n_constants;
            }
            v.place = KEPT_CONSTANT;
            v.index = constant_of_slot[info->slot] - 1;
        }
        variables[n++] = v;
    }
    ResultTable *table = ARENA_NEW(out, ResultTable);
    *table = (ResultTable){
        .model = model->name,
        .start_time = NAN,
        .stop_time = NAN,
        .tolerance = NAN,
        .variables = variables,
        .n_variables = n,
        .row_size = (uint32_t)model->n_slots,
        .constants = constants,
        .n_constants = n_constants,
    };
    return table;
}
