// The result table of a compiled model: its variables by slot, those that stay the same by value.
#include <string.h>

#include "base/name_pattern.h"
#include "results/trajectory.h"

static bool is_recorded(const VariableInfo *info)
{
    bool may_be_time = *info->name == 't'; // most are not
    return info->kind != VALUE_STRING && info->slot >= 0 &&
           !(may_be_time && !strcmp(info->name, "time"));
}

static ResultVariable describe(const VariableInfo *info)
{
    const DeclarationInfo *declared = variable_declared(info);
    return (ResultVariable){
        .name = info->name,
        .unit = declared->unit,
        .display_unit = declared->display_unit,
        .description = declared->description,
        .kind = info->kind,
        .place = info->slot == SLOT_TIME ? KEPT_TIME : KEPT_ROW,
        .index = (uint32_t)info->slot,
        .negated = info->sign < 0,
        .hidden = info->is_protected || info->is_hidden,
        .is_output = info->causality == IS_OUTPUT,
        .is_mode = info->is_mode,
        .literals = declared->literals,
        .n_literals = declared->n_literals,
    };
}

// ---- Which -----------------------------------------------------------------------------------

static void choose_from(Arena *out, const ResultWish *wish, const NamePattern *pattern,
                        const VariableInfo *infos, int32_t n, ResultChoice *choice)
{
    for (int32_t i = 0; i < n; i++) {
        const VariableInfo *v = &infos[i];
        if (!is_recorded(v)) continue;
        bool is_hidden = v->is_protected || v->is_hidden;
        bool is_wanted =
            pattern ? name_pattern_matches(pattern, v->name) : !is_hidden || wish->has_hidden;
        if (is_wanted) VEC_PUSH(out, &choice->variables, v);
    }
}

DerivativeUse result_derivatives(const char *pattern)
{
    return pattern && strstr(pattern, "der") ? DERIVATIVES_SHOWN : DERIVATIVES_NONE;
}

const ResultChoice *result_choose(Arena *out, const Model *model, const ResultWish *wish,
                                  const char **why)
{
    NamePattern compiled;
    const NamePattern *pattern = wish->pattern ? &compiled : NULL;
    if (pattern && !name_pattern_open(&compiled, wish->pattern, out, why)) return NULL;
    ResultChoice *choice = ARENA_NEW(out, ResultChoice);
    choice->hides_derivatives = wish->derivatives == DERIVATIVES_HIDDEN;
    choose_from(out, wish, pattern, model->variables, model->n_variables, choice);
    choice->n_declared = choice->variables.count;
    if (wish->derivatives) choose_from(out, wish, pattern, model->slopes, model->n_slopes, choice);
    bool is_some = !pattern || choice->variables.count || name_pattern_matches(pattern, "time");
    if (pattern) name_pattern_close(&compiled);
    if (!is_some) *why = arena_printf(out, "no variable matches '%s'", wish->pattern);
    return is_some ? choice : NULL;
}

int32_t result_slots(Arena *out, const Model *model, const ResultChoice *choice,
                     const int32_t **slots)
{
    bool *is_taken = ARENA_ARRAY(out, bool, model->n_slots + 1);
    int32_t *taken = ARENA_RAW(out, int32_t, choice->variables.count + 1), n = 0;
    for (uint32_t i = 0; i < choice->variables.count; i++) {
        const VariableInfo *v = choice->variables.data[i];
        if (v->variability <= IS_PARAMETER || is_taken[v->slot]) continue;
        is_taken[v->slot] = true;
        taken[n++] = v->slot;
    }
    *slots = taken;
    return n;
}

// ---- The table -------------------------------------------------------------------------------

typedef struct TableMaker {
    const Model *model;
    ResultVariable *variables;
    double *constants;
    uint32_t *constant_of_slot; // number + 1
    bool *is_state;             // by slot
    uint32_t n, n_constants;
} TableMaker;

static void add_variable(TableMaker *m, const VariableInfo *info)
{
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

ResultTable *result_table_of_model(Arena *out, const Model *model, const ResultChoice *choice)
{
    uint32_t most = choice->variables.count + 1;
    TableMaker m = {.model = model,
                    .variables = ARENA_ARRAY(out, ResultVariable, most),
                    .constants = ARENA_ARRAY(out, double, most),
                    .constant_of_slot = ARENA_ARRAY(out, uint32_t, model->n_slots + 1),
                    .is_state = ARENA_ARRAY(out, bool, model->n_slots + 1)};
    for (int32_t i = 0; i < model->n_states; i++) m.is_state[model->states[i].slot] = true;
    m.variables[m.n++] = (ResultVariable){
        .name = "time", .unit = "s", .description = "simulated time", .place = KEPT_TIME};
    for (uint32_t i = 0; i < choice->variables.count; i++) {
        add_variable(&m, choice->variables.data[i]);
        m.variables[m.n - 1].hidden |= choice->hides_derivatives && i >= choice->n_declared;
    }
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
