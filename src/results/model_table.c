// The result table of a compiled model: its variables by slot, those that stay the same by value.
#include <string.h>

#include "base/name_pattern.h"
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
        .is_output = info->causality == IS_OUTPUT,
        .is_mode = info->is_mode,
        .literals = info->literals,
        .n_literals = info->n_literals,
    };
}

typedef struct TableMaker {
    const Model *model;
    ResultVariable *variables;
    double *constants;
    uint32_t *constant_of_slot; // number + 1
    bool *is_state;             // by slot
    uint32_t n, n_constants;
} TableMaker;

static void add_variables(TableMaker *m, const VariableInfo *infos, int32_t n)
{
    for (int32_t i = 0; i < n; i++) {
        const VariableInfo *info = &infos[i];
        if (!is_recorded(info)) continue;
        ResultVariable v = describe(info);
        if (v.place == KEPT_ROW && info->variability <= IS_PARAMETER) {
            if (!m->constant_of_slot[info->slot]) {
                m->constants[m->n_constants++] = m->model->v[info->slot];
                m->constant_of_slot[info->slot] = m->n_constants;
            }
            v.place = KEPT_CONSTANT;
            v.index = m->constant_of_slot[info->slot] - 1;
        }
        v.is_state = m->is_state[info->slot] && !info->is_alias;
        m->variables[m->n++] = v;
    }
}

// The word of a String holds its address.
static const char *text_in(double word)
{
    const char *text;
    memcpy(&text, &word, sizeof text);
    return text;
}

static void add_texts(Arena *out, const Model *m, ResultTable *table)
{
    int32_t n = 0;
    for (int32_t i = 0; i < m->n_variables; i++) n += m->variables[i].kind == VALUE_STRING;
    ResultText *texts = ARENA_ARRAY(out, ResultText, n + 1);
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        if (v->kind != VALUE_STRING || v->slot < 0 || v->variability > IS_PARAMETER) continue;
        const char *text = text_in(m->v[v->slot]);
        if (text) texts[table->n_texts++] = (ResultText){v->name, text};
    }
    table->texts = texts;
}

ResultTable *result_table_of_model(Arena *out, const Model *model, DerivativeUse derivatives)
{
    uint32_t most = (uint32_t)(model->n_variables + model->n_slopes) + 1;
    TableMaker m = {.model = model,
                    .variables = ARENA_ARRAY(out, ResultVariable, most),
                    .constants = ARENA_ARRAY(out, double, most),
                    .constant_of_slot = ARENA_ARRAY(out, uint32_t, model->n_slots + 1),
                    .is_state = ARENA_ARRAY(out, bool, model->n_slots + 1)};
    for (int32_t i = 0; i < model->n_states; i++) m.is_state[model->states[i].slot] = true;
    m.variables[m.n++] = (ResultVariable){
        .name = "time", .unit = "s", .description = "simulated time", .place = KEPT_TIME};
    add_variables(&m, model->variables, model->n_variables);
    uint32_t n_variables = m.n;
    if (derivatives) add_variables(&m, model->slopes, model->n_slopes);
    for (uint32_t i = n_variables; i < m.n && derivatives == DERIVATIVES_HIDDEN; i++)
        m.variables[i].hidden = true;
    ResultTable *table = ARENA_NEW(out, ResultTable);
    *table = (ResultTable){
        .model = model->name,
        .start_time = NAN,
        .stop_time = NAN,
        .tolerance = NAN,
        .variables = m.variables,
        .n_variables = m.n,
        .row_size = (uint32_t)model->n_slots,
        .constants = m.constants,
        .n_constants = m.n_constants,
    };
    add_texts(out, model, table);
    return table;
}

typedef struct SlotCollector {
    const NamePattern *pattern; // NULL: what is not hidden
    bool *is_taken;             // by slot
    int32_t *slots, n;
} SlotCollector;

static void collect_slots(SlotCollector *c, const VariableInfo *infos, int32_t n)
{
    for (int32_t i = 0; i < n; i++) {
        const VariableInfo *v = &infos[i];
        if (!is_recorded(v) || v->variability <= IS_PARAMETER || c->is_taken[v->slot]) continue;
        bool is_hidden = v->is_protected || v->is_hidden;
        if (c->pattern ? !name_pattern_matches(c->pattern, v->name) : is_hidden) continue;
        c->is_taken[v->slot] = true;
        c->slots[c->n++] = v->slot;
    }
}

int32_t result_slots(Arena *out, const Model *model, const char *pattern, const int32_t **slots,
                     const char **why)
{
    NamePattern compiled;
    if (pattern && !name_pattern_open(&compiled, pattern, out, why)) return -1;
    SlotCollector c = {.pattern = pattern ? &compiled : NULL,
                       .is_taken = ARENA_ARRAY(out, bool, model->n_slots + 1),
                       .slots = ARENA_RAW(out, int32_t, model->n_slots + 1)};
    collect_slots(&c, model->variables, model->n_variables);
    collect_slots(&c, model->slopes, model->n_slopes);
    if (pattern) name_pattern_close(&compiled);
    *slots = c.slots;
    return c.n;
}
