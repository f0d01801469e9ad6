#include "tarn/runs/input_table.h"

#include <math.h>
#include <string.h>

#include "base/side_file.h"
#include "base/suggest.h"
#include "results/result_reader.h"
#include "tarn/compile/settings.h"

static const Span nowhere = {0, 0};
enum { MOST_NAMES = 6 }; // that are listed

typedef VEC(const VariableInfo *) InputList;

static InputList inputs_of(Arena *out, const Model *m)
{
    InputList list = {0};
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        if (v->causality == IS_INPUT && v->kind != VALUE_STRING && v->slot >= 0)
            VEC_PUSH(out, &list, v);
    }
    return list;
}

InputPlaces input_places(Arena *out, const FlatModel *flat)
{
    InputPlaces places = {0};
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        const FlatVariable *v = &flat->variables[i];
        if (v->causality != CAUSALITY_INPUT) continue;
        InputPlace p = {arena_copy_text(out, v->name, strlen(v->name)), v->declared->span};
        VEC_PUSH(out, &places, p);
    }
    return places;
}

// ---- Columns -----------------------------------------------------------------------------------

const char *input_column_make(Arena *out, const VariableInfo *v, bool is_held, const double *values,
                              size_t n_rows, InputColumn *column, size_t *row)
{
    double *kept = ARENA_RAW(out, double, n_rows + 1);
    for (*row = 0; *row < n_rows; ++*row) {
        double value = values[*row];
        if (!isfinite(value)) return "there is no number";
        if (!value_fits(v, value)) return "this is no value of its type";
        kept[*row] = v->sign > 0 ? value : v->kind == VALUE_BOOLEAN ? 1 - value : 0 - value;
    }
    *column = (InputColumn){.slot = v->slot,
                            .start_slot = v->start_slot,
                            .is_held = is_held || v->variability != IS_CONTINUOUS,
                            .values = kept};
    return NULL;
}

// ---- From a file -------------------------------------------------------------------------------

typedef struct Reading {
    Session *session;
    Arena *out;
    const Model *model;
    const char *path; // for messages
    bool holds;
    InputList inputs;
    const Trajectory *file;
    InputTable *table;
} Reading;

static bool is_variable(const Model *m, const char *name)
{
    for (int32_t i = 0; i < m->n_variables; i++)
        if (!strcmp(m->variables[i].name, name)) return true;
    return false;
}

static void list_inputs(const InputList *inputs, Text *out)
{
    for (uint32_t i = 0; i < inputs->count && i < MOST_NAMES; i++)
        text_printf(out, "%s'%s'", i ? ", " : "", inputs->data[i]->name);
    if (inputs->count > MOST_NAMES) text_printf(out, " and %u more", inputs->count - MOST_NAMES);
}

static bool refuse_column(const Reading *r, const char *name)
{
    Diag *diag = r->session->diag;
    bool is_other = is_variable(r->model, name);
    Diagnostic *d = diag_error(diag, nowhere, E_INPUTS, "%s: '%s' is %s", r->path, name,
                               is_other ? "no input of the model, its equations decide it"
                                        : "no variable of the model");
    const char **names = ARENA_ARRAY(r->session->arena, const char *, r->inputs.count + 1);
    for (uint32_t i = 0; i < r->inputs.count; i++) names[i] = r->inputs.data[i]->name;
    const char *near = is_other ? NULL : nearest_text(name, names, r->inputs.count);
    if (near) {
        diag_suggest(diag, d, near);
        return false;
    }
    Text list = text_make(r->session->arena);
    list_inputs(&r->inputs, &list);
    if (r->inputs.count)
        diag_label(diag, d, "the inputs are %s", text_cstr(&list));
    else
        diag_label(diag, d, "the model has no inputs");
    return false;
}

static bool add_column(Reading *r, const ResultVariable *column)
{
    const VariableInfo *v = NULL;
    size_t n = r->file->n_rows, row;
    for (uint32_t i = 0; i < r->inputs.count && !v; i++)
        if (!strcmp(r->inputs.data[i]->name, column->name)) v = r->inputs.data[i];
    if (!v) return refuse_column(r, column->name);
    double *values = ARENA_RAW(r->out, double, n + 1);
    for (size_t k = 0; k < n; k++) values[k] = trajectory_value(r->file, column, k);
    const char *why = input_column_make(r->out, v, r->holds, values, n,
                                        &r->table->columns[r->table->n_columns++], &row);
    if (!why) return true;
    Text value = text_make(r->session->arena);
    if (isfinite(values[row])) text_printf(&value, ", %g", values[row]);
    diag_error(r->session->diag, nowhere, E_INPUTS, "%s: '%s' at time %.9g%s: %s", r->path, v->name,
               r->file->time[row], text_cstr(&value), why);
    return false;
}

static bool has_times(const Reading *r, const ResultFile *f)
{
    const char *name = result_file_time_name(f);
    Diag *diag = r->session->diag;
    if (!name || (strcasecmp(name, "time") != 0 && strcmp(name, "t") != 0)) {
        Diagnostic *d =
            diag_error(diag, nowhere, E_INPUTS, "%s: the first column is '%s', and must be 'time'",
                       r->path, name ? name : "");
        diag_label(diag, d, "names in the first line, times in seconds in the first column");
        return false;
    }
    for (size_t k = 0; k < r->file->n_rows; k++)
        if (!isfinite(r->file->time[k])) {
            diag_error(diag, nowhere, E_INPUTS, "%s: row %zu has no time", r->path, k + 1);
            return false;
        }
    return true;
}

// The first and the last value hold outside of the table; that is worth a word at the begin, where
// nobody would have meant it.
static void tell_late_begin(const Reading *r, double start)
{
    double first = r->file->time[0];
    if (first > start)
        diag_warning(r->session->diag, nowhere, W_INPUTS,
                     "%s begins at time %.9g: from the start, %.9g, to there the inputs have the "
                     "values of its first row",
                     r->path, first, start);
}

static bool read_columns(Reading *r, const ResultFile *f, double start)
{
    const ResultTable *t = &r->file->table;
    if (!has_times(r, f)) return false;
    bool ok = true;
    r->table->columns = ARENA_ARRAY(r->out, InputColumn, t->n_variables + 1);
    for (uint32_t i = 1; i < t->n_variables; i++) ok = add_column(r, &t->variables[i]) && ok;
    if (ok) tell_late_begin(r, start);
    r->table->times = r->file->time;
    r->table->n_rows = r->file->n_rows;
    return ok;
}

bool input_table_read(Session *s, Arena *out, const Model *model, const RunOptions *run,
                      double start, const InputTable **table)
{
    const char *path = run->inputs, *why = NULL;
    if (!path) return true;
    Reading r = {.session = s,
                 .out = out,
                 .model = model,
                 .path = side_file_is_output(path) ? "standard input" : path,
                 .holds = run->holds_inputs,
                 .inputs = inputs_of(out, model),
                 .table = ARENA_NEW(out, InputTable)};
    ResultFile *f = result_file_open(out, path, &why);
    if (f) r.file = result_file_load(f, out, NULL, 0, &why);
    if (!r.file) diag_error(s->diag, nowhere, E_FILE, "%s", why);
    if (r.file && !r.file->n_rows) diag_error(s->diag, nowhere, E_INPUTS, "%s has no rows", r.path);
    bool ok = r.file && r.file->n_rows && read_columns(&r, f, start);
    result_file_close(f);
    *table = r.table;
    return ok;
}

// ---- For another structure of the model
// -----------------------------------------------------------

static const VariableInfo *input_of_slot(const Model *m, int32_t slot)
{
    for (int32_t i = 0; i < m->n_variables; i++)
        if (m->variables[i].causality == IS_INPUT && m->variables[i].slot == slot)
            return &m->variables[i];
    return NULL;
}

static const VariableInfo *input_of_name(const Model *m, const char *name)
{
    for (int32_t i = 0; i < m->n_variables; i++)
        if (m->variables[i].causality == IS_INPUT && !strcmp(m->variables[i].name, name))
            return &m->variables[i];
    return NULL;
}

const InputTable *input_table_for(Arena *out, const InputTable *table, const Model *from,
                                  const Model *to)
{
    if (!table) return NULL;
    InputTable *made = ARENA_COPY(out, InputTable, table, 1);
    made->columns = ARENA_ARRAY(out, InputColumn, table->n_columns + 1);
    made->n_columns = 0;
    for (int32_t i = 0; i < table->n_columns; i++) {
        const VariableInfo *was = input_of_slot(from, table->columns[i].slot);
        const VariableInfo *v = was ? input_of_name(to, was->name) : NULL;
        if (!v) continue;
        InputColumn column = table->columns[i]; // an input owns its slot: the sign is the same
        column.slot = v->slot;
        column.start_slot = v->start_slot;
        made->columns[made->n_columns++] = column;
    }
    return made;
}

// ---- What is not given -------------------------------------------------------------------------

static bool is_given(const InputTable *t, const VariableInfo *v)
{
    for (int32_t i = 0; t && i < t->n_columns; i++)
        if (t->columns[i].slot == v->slot) return true;
    return false;
}

static Span place_of(const InputPlaces *places, const char *name)
{
    for (uint32_t i = 0; i < places->count; i++) {
        size_t n = strlen(places->data[i].name);
        if (!strncmp(places->data[i].name, name, n) && (name[n] == '\0' || name[n] == '['))
            return places->data[i].span;
    }
    return nowhere;
}

void input_table_tell_missing(Session *s, const Model *model, const InputTable *table,
                              const WordList *sets, const InputPlaces *places)
{
    InputList all = inputs_of(s->arena, model), missing = {0};
    WordList set = settings_names(s, sets);
    for (uint32_t i = 0; i < all.count; i++)
        if (!is_given(table, all.data[i]) && !settings_give(&set, all.data[i]->name))
            VEC_PUSH(s->arena, &missing, all.data[i]);
    if (!missing.count) return;
    Text names = text_make(s->arena);
    list_inputs(&missing, &names);
    bool is_one = missing.count == 1;
    Diagnostic *d = diag_warning(s->diag, place_of(places, missing.data[0]->name), W_INPUTS,
                                 "%s of the model without values: %s stay%s at %s start value%s",
                                 is_one ? "an input" : "inputs", text_cstr(&names),
                                 is_one ? "s" : "", is_one ? "its" : "their", is_one ? "" : "s");
    diag_label(s->diag, d,
               "--inputs FILE.csv gives values over time, --set %s=VALUE one that stays",
               missing.data[0]->name);
}
