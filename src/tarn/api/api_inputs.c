// tarn.h: inputs over time.
#include <math.h>

#include "tarn/api/handles.h"

bool run_follows_table(const tarn_run *run, const VariableInfo *v)
{
    for (int32_t i = 0; run->inputs && i < run->inputs->n_columns; i++)
        if (run->inputs->columns[i].slot == v->slot) return true;
    return false;
}

static bool times_increase(const tarn_inputs *in)
{
    for (size_t k = 0; k < in->rows; k++)
        if (!isfinite(in->times[k]) || (k && in->times[k] < in->times[k - 1])) return false;
    return true;
}

static tarn_result add_column(tarn_run *run, const tarn_inputs *in, int i, InputTable *table)
{
    const Model *m = run->engine;
    int number = in->variables[i];
    const VariableInfo *v = number >= 0 && number < m->n_variables ? &m->variables[number] : NULL;
    if (!v) return run_refuse(run, "there is no variable of this number%s", "");
    if (v->causality != IS_INPUT || v->kind == VALUE_STRING)
        return run_refuse(run, "'%s' is no input that has numbers", v->name);
    size_t row;
    const char *why =
        input_column_make(run->tables, v, in->is_held != 0, in->values + (size_t)i * in->rows,
                          in->rows, &table->columns[table->n_columns++], &row);
    if (why) return run_refuse(run, "a value of the table is no value of '%s'", v->name);
    return TARN_OK;
}

static tarn_result set_inputs(RunCall *call)
{
    tarn_run *run = call->run;
    const tarn_inputs *in = call->inputs;
    if (run->phase != RUN_OPENED || run->kind.is_exchanged)
        return run_refuse(run, "a table of inputs is given before the run is initialized%s", "");
    if (in && (in->n < 0 || !in->rows || !times_increase(in)))
        return run_refuse(run, "a table of inputs has rows, and its times do not decrease%s", "");
    run->inputs = NULL;
    arena_close(run->tables);
    run->tables = NULL;
    if (!in) return TARN_OK;
    run->tables = arena_open("inputs");
    arena_keep(run->tables);
    InputTable *table = ARENA_NEW(run->tables, InputTable);
    table->columns = ARENA_ARRAY(run->tables, InputColumn, in->n + 1);
    table->times = ARENA_COPY(run->tables, double, in->times, in->rows);
    table->n_rows = in->rows;
    tarn_result result = TARN_OK;
    for (int i = 0; i < in->n && result == TARN_OK; i++) result = add_column(run, in, i, table);
    if (result == TARN_OK) run->inputs = table;
    return result;
}

tarn_result tarn_run_set_inputs(tarn_run *run, const tarn_inputs *inputs)
{
    return run_guarded(&(RunCall){.run = run, .inputs = inputs}, set_inputs);
}
