// tarn.h: values of runs, and the rows of their results.
#include <math.h>
#include <string.h>

#include "run/exchange.h"
#include "tarn/api/run_handle.h"
#include "tarn/api/value_fits.h"

// ---- Values ------------------------------------------------------------------------------------

static const VariableInfo *variable_of(const tarn_run *run, int variable)
{
    bool is_there = variable >= 0 && variable < run->engine->n_variables;
    return is_there ? &run->engine->variables[variable] : NULL;
}

void run_write(const tarn_run *run, const Written *w)
{
    const VariableInfo *v = &run->engine->variables[w->variable];
    double own = v->sign > 0 ? w->value : v->kind == VALUE_BOOLEAN ? 1 - w->value : 0 - w->value;
    bool is_value = v->variability <= IS_PARAMETER || v->start_slot == NO_SLOT;
    run->engine->v[is_value ? v->slot : v->start_slot] = own;
    if (v->causality == IS_INPUT) run->engine->v[v->slot] = own;
    if (v->free_slot != NO_SLOT) run->engine->v[v->free_slot] = 0;
}

static tarn_result refuse_value(tarn_run *run, const VariableInfo *v)
{
    return run_refuse(run, "this number is no value of the type of '%s'", v->name);
}

static tarn_result set_before(tarn_run *run, int variable, double value)
{
    const VariableInfo *v = variable_of(run, variable);
    if (!v) return run_refuse(run, "there is no variable of this number%s", "");
    if (!run->model->variables[variable].is_settable)
        return run_refuse(
            run, "'%s' cannot be set: its value was compiled in, or follows from others", v->name);
    if (!value_fits(v, value)) return refuse_value(run, v);
    Written w = {variable, value};
    for (uint32_t i = 0; i < run->settings.count; i++)
        if (run->settings.data[i].variable == variable) {
            run->settings.data[i] = w;
            run_write(run, &w);
            return TARN_OK;
        }
    VEC_PUSH(run->arena, &run->settings, w);
    run_write(run, &w);
    return TARN_OK;
}

static tarn_result set_text(RunCall *call)
{
    tarn_run *run = call->run;
    const VariableInfo *v = variable_of(run, call->variables[0]);
    if (!v || v->kind != VALUE_STRING || !v->is_settable || run->phase != RUN_OPENED)
        return run_refuse(run, "'%s' is no text that can be set now", v ? v->name : "?");
    const char *text = arena_copy_text(run->arena, call->bytes, call->size);
    Written w = {call->variables[0], 0};
    memcpy(&w.value, &text, sizeof text);
    VEC_PUSH(run->arena, &run->settings, w);
    run_write(run, &w);
    return TARN_OK;
}

tarn_result tarn_run_set_text(tarn_run *run, int variable, const char *text)
{
    RunCall call = {.run = run, .variables = &variable, .bytes = text, .size = strlen(text)};
    return run_guarded(&call, set_text);
}

void tarn_run_forget(tarn_run *run)
{
    run->settings.count = 0;
}

static tarn_result pass_setting(tarn_run *run, Bytes *b, Written *w)
{
    bytes_pass(b, &w->variable, sizeof w->variable);
    const VariableInfo *v = variable_of(run, w->variable);
    if (!v || b->is_short) return TARN_WRONG_USE;
    if (v->kind != VALUE_STRING) {
        bytes_pass(b, &w->value, sizeof w->value);
        return b->is_reading ? tarn_run_set(run, w->variable, w->value) : TARN_OK;
    }
    const char *text = NULL;
    if (!b->is_reading) memcpy(&text, &w->value, sizeof text);
    bytes_pass_text(b, &text, run->arena);
    return b->is_reading ? tarn_run_set_text(run, w->variable, text) : TARN_OK;
}

tarn_result run_settings_pass(tarn_run *run, Bytes *b)
{
    int64_t n = run->settings.count;
    tarn_result result = TARN_OK;
    bytes_pass_count(b, &n);
    for (int64_t i = 0; i < n && result == TARN_OK; i++) {
        Written w = b->is_reading ? (Written){0, 0} : run->settings.data[i];
        result = pass_setting(run, b, &w);
    }
    return result;
}

static bool can_be_written(const tarn_run *run, int variable)
{
    const VariableInfo *v = &run->engine->variables[variable];
    if (v->kind == VALUE_STRING) return false;
    if (v->causality == IS_INPUT || v->variability == IS_DISCRETE) return true;
    for (int32_t i = 0; i < run->engine->n_states; i++)
        if (run->engine->states[i].slot == v->slot) return true;
    return false;
}

static bool can_be_tuned(const tarn_run *run, const VariableInfo *v)
{
    return v->variability == IS_PARAMETER && !v->is_alias && v->slot >= 0 && run->kind.tunable &&
           run->kind.tunable[v->slot] == 1;
}

static tarn_result set_now(tarn_run *run, int variable, double value)
{
    const VariableInfo *v = variable_of(run, variable);
    if (!v) return run_refuse(run, "there is no variable of this number%s", "");
    if (can_be_tuned(run, v)) {
        if (!run->is_touched && !run->kind.is_exchanged) simulation_touch(run->simulation);
        run->is_tuned = true;
        return set_before(run, variable, value);
    }
    if (!can_be_written(run, variable))
        return run_refuse(run,
                          "'%s' cannot be set while the model runs: it is no input, no state and "
                          "not discrete",
                          v->name);
    if (!value_fits(v, value)) return refuse_value(run, v);
    if (run_follows_table(run, v))
        return run_refuse(run, "'%s' follows the table of inputs that the run was given", v->name);
    if (run->kind.is_exchanged)
        exchange_inputs_changed(run->simulation);
    else if (!run->is_touched)
        simulation_touch(run->simulation);
    run->is_touched = !run->kind.is_exchanged;
    double own = v->sign > 0 ? value : v->kind == VALUE_BOOLEAN ? 1 - value : 0 - value;
    run->engine->v[v->slot] = own;
    return TARN_OK;
}

static tarn_result set_many(RunCall *call)
{
    tarn_run *run = call->run;
    if (run->phase == RUN_OVER) return run_refuse(run, "the run is over: reset it%s", "");
    tarn_result result = TARN_OK;
    for (int i = 0; i < call->n && result == TARN_OK; i++)
        result = run->phase == RUN_OPENED ? set_before(run, call->variables[i], call->numbers[i])
                                          : set_now(run, call->variables[i], call->numbers[i]);
    return result == TARN_OK && run->is_tuned ? run_retune(run) : result;
}

tarn_result tarn_run_set_many(tarn_run *run, int n, const int *variables, const double *values)
{
    RunCall call = {.run = run, .n = n, .variables = variables, .numbers = values};
    return run_guarded(&call, set_many);
}

tarn_result tarn_run_set(tarn_run *run, int variable, double value)
{
    return tarn_run_set_many(run, 1, &variable, &value);
}

static tarn_result get_many(RunCall *call)
{
    tarn_run *run = call->run;
    tarn_result result = run_settle(run);
    if (run->kind.is_exchanged && run->phase == RUN_BEGUN &&
        exchange_values(run->simulation) != MODEL_OK)
        return TARN_STOPPED;
    if (!run->kind.is_exchanged && run->simulation) simulation_look(run->simulation);
    for (int i = 0; i < call->n && result == TARN_OK; i++) {
        const VariableInfo *v = variable_of(run, call->variables[i]);
        if (!v || v->kind == VALUE_STRING) return TARN_WRONG_USE;
        bool is_start =
            run->phase == RUN_OPENED && v->variability > IS_PARAMETER && v->causality != IS_INPUT;
        int32_t slot = is_start ? v->start_slot : v->slot;
        double kept = slot == NO_SLOT ? 0 : run->engine->v[slot];
        call->answers[i] = v->sign > 0 ? kept : v->kind == VALUE_BOOLEAN ? 1 - kept : 0 - kept;
    }
    return result;
}

tarn_result tarn_run_get_many(tarn_run *run, int n, const int *variables, double *values)
{
    RunCall call = {.run = run, .n = n, .variables = variables, .answers = values};
    return run_guarded(&call, get_many);
}

tarn_result tarn_run_get(tarn_run *run, int variable, double *value)
{
    return tarn_run_get_many(run, 1, &variable, value);
}

tarn_result tarn_run_get_text(tarn_run *run, int variable, const char **value)
{
    const VariableInfo *v = variable_of(run, variable);
    if (!v || v->kind != VALUE_STRING || v->slot < 0) return TARN_WRONG_USE;
    const char *text;
    memcpy(&text, &run->engine->v[v->slot], sizeof text);
    *value = text ? text : "";
    return TARN_OK;
}

static double number_in(const tarn_run *run, int32_t slot)
{
    return slot == NO_SLOT ? (double)NAN : run->engine->v[slot];
}

tarn_result tarn_run_start(tarn_run *run, int variable, double *value)
{
    const VariableInfo *v = variable_of(run, variable);
    if (!v || v->kind == VALUE_STRING || run->phase == RUN_OPENED) return TARN_WRONG_USE;
    double kept = number_in(run, v->start_slot);
    *value = v->sign > 0 ? kept : v->kind == VALUE_BOOLEAN ? 1 - kept : 0 - kept;
    return TARN_OK;
}

tarn_result tarn_run_limits(tarn_run *run, int variable, double *min, double *max)
{
    const VariableInfo *v = variable_of(run, variable);
    if (!v || v->kind == VALUE_STRING || run->phase == RUN_OPENED) return TARN_WRONG_USE;
    double low = number_in(run, v->min_slot), high = number_in(run, v->max_slot);
    *min = v->sign > 0 ? low : -high;
    *max = v->sign > 0 ? high : -low;
    return TARN_OK;
}

// ---- Results -----------------------------------------------------------------------------------

size_t tarn_run_row_count(const tarn_run *run)
{
    return run->rows && !run->is_spent ? result_writer_rows(run->rows->writer) : 0;
}

tarn_result tarn_run_times(const tarn_run *run, size_t rows, double *times)
{
    if (rows > tarn_run_row_count(run)) return TARN_WRONG_USE;
    if (rows)
        memcpy(times, result_writer_trajectory(run->rows->writer)->time, rows * sizeof *times);
    return TARN_OK;
}

tarn_result tarn_run_column(const tarn_run *run, int variable, size_t rows, double *values)
{
    const VariableInfo *v = variable_of(run, variable);
    if (!v || v->kind == VALUE_STRING || v->slot < 0 || rows > tarn_run_row_count(run))
        return TARN_WRONG_USE;
    const Trajectory *all = rows ? result_writer_trajectory(run->rows->writer) : NULL;
    bool is_kept = v->slot == SLOT_TIME || v->variability <= IS_PARAMETER;
    if (all && !is_kept && !all->columns[v->slot]) return TARN_WRONG_USE; // by its experiment
    for (size_t i = 0; i < rows; i++) {
        double kept = v->slot == SLOT_TIME             ? all->time[i]
                      : v->variability <= IS_PARAMETER ? run->engine->v[v->slot]
                                                       : all->columns[v->slot][i];
        values[i] = v->sign > 0 ? kept : v->kind == VALUE_BOOLEAN ? 1 - kept : 0 - kept;
    }
    return TARN_OK;
}
