// tarn.h: what runs recorded and files have.
#include <math.h>
#include <string.h>

#include "results/compare.h"
#include "results/result_page.h"
#include "results/result_reader.h"
#include "tarn/api/handles.h"

static const Span nowhere = {0, 0};

struct tarn_trajectory {
    Arena *arena;
    Trajectory rows;
    Rows *recorded;     // whose numbers they are; NULL: they are its own
    tarn_model *model;  // whose names they have; NULL: they have their own
    ResultNames *names; // NULL until somebody looks for one
    Listener listener;
};

// ---- Calls under a guard -----------------------------------------------------------------------

typedef struct TrajectoryCall {
    tarn_trajectory *t;
    Listener listener;
    Arena *scratch;
    Diag *diag;
    const char *path, *pattern;
    const char *const *chosen;
    tarn_text_fn take;
    void *client;
    const tarn_trajectory *reference;
    tarn_comparison *comparison;
} TrajectoryCall;

static tarn_result guarded(TrajectoryCall *call, tarn_result (*work)(TrajectoryCall *call))
{
    MemoryGuard guard;
    memory_guard_enter(&guard);
    if (setjmp(guard.place)) {
        listener_tell_no_memory(&call->listener);
        return TARN_NO_MEMORY;
    }
    call->scratch = arena_open("call");
    call->diag = diag_open(call->scratch, sources_open(call->scratch));
    tarn_result result = work(call);
    listener_tell(&call->listener, call->diag, diag_sources(call->diag));
    arena_close(call->scratch);
    memory_guard_leave(&guard);
    return result;
}

static tarn_result refuse(const TrajectoryCall *call, DiagCode code, const char *why)
{
    diag_error(call->diag, nowhere, code, "%s", why);
    return TARN_WRONG_USE;
}

// ---- Opening and closing -----------------------------------------------------------------------

static tarn_trajectory *open_trajectory(void)
{
    Arena *arena = arena_open("trajectory");
    tarn_trajectory *t = ARENA_NEW(arena, tarn_trajectory);
    t->arena = arena;
    return t;
}

// Nothing can fail any more.
static tarn_trajectory *opened(tarn_trajectory *t)
{
    arena_keep(t->arena);
    return t;
}

// Rows that come later may move the columns: their places of now are taken.
static tarn_result take(TrajectoryCall *call)
{
    tarn_run *run = call->client;
    tarn_trajectory *t = open_trajectory();
    t->rows = *result_writer_trajectory(run->rows->writer);
    t->rows.columns = ARENA_COPY(t->arena, double *, t->rows.columns, t->rows.table.row_size);
    t->recorded = run->rows;
    t->model = run->model;
    atomic_fetch_add(&t->recorded->users, 1);
    atomic_fetch_add(&t->model->users, 1);
    call->t = opened(t);
    return TARN_OK;
}

tarn_result tarn_run_trajectory(tarn_run *run, tarn_trajectory **trajectory)
{
    TrajectoryCall call = {.client = run, .listener = run->listener};
    *trajectory = NULL;
    if (!run->rows || run->is_spent) return TARN_WRONG_USE;
    tarn_result result = guarded(&call, take);
    *trajectory = call.t;
    return result;
}

static tarn_result read_file(TrajectoryCall *call)
{
    const char *why = NULL;
    tarn_trajectory *t = open_trajectory();
    ResultFile *f = result_file_open(t->arena, call->path, &why);
    const Trajectory *rows = f ? result_file_load(f, t->arena, NULL, 0, &why) : NULL;
    if (!rows) refuse(call, E_FILE, why);
    if (f) result_file_close(f);
    if (!rows) {
        arena_close(t->arena);
        return TARN_WRONG_USE;
    }
    t->rows = *rows;
    call->t = opened(t);
    return TARN_OK;
}

tarn_result tarn_trajectory_read(const char *path, tarn_diagnostic_fn show, void *client,
                                 tarn_trajectory **trajectory)
{
    TrajectoryCall call = {.path = path, .listener = {show, client, 0}};
    tarn_result result = guarded(&call, read_file);
    *trajectory = result == TARN_OK ? call.t : NULL;
    return result;
}

static const char *copied(Arena *out, const char *text)
{
    return text ? arena_copy_text(out, text, strlen(text)) : NULL;
}

static void copy_table(Arena *out, ResultTable *table)
{
    ResultVariable *v = ARENA_COPY(out, ResultVariable, table->variables, table->n_variables);
    for (uint32_t i = 0; i < table->n_variables; i++) {
        v[i].name = copied(out, v[i].name);
        v[i].unit = copied(out, v[i].unit);
        v[i].display_unit = copied(out, v[i].display_unit);
        v[i].description = copied(out, v[i].description);
    }
    table->variables = v;
    table->constants = ARENA_COPY(out, double, table->constants, table->n_constants);
    table->model = copied(out, table->model);
    table->method = copied(out, table->method);
}

tarn_trajectory *trajectory_of(const Trajectory *rows)
{
    tarn_trajectory *t = open_trajectory();
    size_t n = rows->n_rows;
    double **columns = ARENA_ARRAY(t->arena, double *, rows->table.row_size + 1);
    for (uint32_t i = 0; i < rows->table.row_size; i++)
        if (rows->columns[i]) columns[i] = ARENA_COPY(t->arena, double, rows->columns[i], n);
    t->rows = *rows;
    t->rows.columns = columns;
    t->rows.time = ARENA_COPY(t->arena, double, rows->time, n);
    copy_table(t->arena, &t->rows.table);
    return opened(t);
}

void tarn_trajectory_close(tarn_trajectory *trajectory)
{
    if (!trajectory) return;
    tarn_model *model = trajectory->model;
    rows_close(trajectory->recorded);
    arena_close(trajectory->arena);
    tarn_model_close(model);
}

void tarn_trajectory_on_diagnostic(tarn_trajectory *trajectory, tarn_diagnostic_fn show,
                                   void *client)
{
    trajectory->listener = (Listener){show, client, 0};
}

// ---- Values ------------------------------------------------------------------------------------

size_t tarn_trajectory_row_count(const tarn_trajectory *trajectory)
{
    return trajectory->rows.n_rows;
}

const double *tarn_trajectory_times(const tarn_trajectory *trajectory)
{
    return trajectory->rows.time;
}

int tarn_trajectory_column_count(const tarn_trajectory *trajectory)
{
    return (int)trajectory->rows.table.n_variables;
}

tarn_result tarn_trajectory_column(const tarn_trajectory *trajectory, int column, tarn_column *out)
{
    const Trajectory *rows = &trajectory->rows;
    if (column < 0 || (uint32_t)column >= rows->table.n_variables) return TARN_WRONG_USE;
    const ResultVariable *v = &rows->table.variables[column];
    *out = (tarn_column){.name = v->name,
                         .unit = v->unit,
                         .display_unit = v->display_unit,
                         .description = v->description,
                         .type = (tarn_type)v->kind,
                         .values = v->place == KEPT_TIME  ? rows->time
                                   : v->place == KEPT_ROW ? rows->columns[v->index]
                                                          : &rows->table.constants[v->index],
                         .is_constant = v->place == KEPT_CONSTANT,
                         .is_negated = v->negated,
                         .is_hidden = v->hidden};
    return TARN_OK;
}

static tarn_result open_names(TrajectoryCall *call)
{
    call->t->names = result_names(call->t->arena, &call->t->rows.table);
    return TARN_OK;
}

int tarn_trajectory_find(tarn_trajectory *trajectory, const char *name)
{
    TrajectoryCall call = {.t = trajectory, .listener = trajectory->listener};
    if (!trajectory->names && guarded(&call, open_names) != TARN_OK) return -1;
    const ResultVariable *v = result_find(trajectory->names, name);
    return v ? (int)(v - trajectory->rows.table.variables) : -1;
}

// ---- Files and pages ---------------------------------------------------------------------------

// The entries of a row that the table shows, each once.
static uint32_t shown_entries(Arena *out, const ResultTable *table, uint32_t **entries)
{
    bool *is_shown = ARENA_ARRAY(out, bool, table->row_size + 1);
    uint32_t n = 0;
    *entries = ARENA_ARRAY(out, uint32_t, table->row_size + 1);
    for (uint32_t i = 0; i < table->n_variables; i++) {
        const ResultVariable *v = &table->variables[i];
        if (v->place != KEPT_ROW || is_shown[v->index]) continue;
        is_shown[v->index] = true;
        (*entries)[n++] = v->index;
    }
    return n;
}

static bool write_rows(const TrajectoryCall *call, const ResultTable *shown, ResultWriter *w)
{
    const Trajectory *rows = &call->t->rows;
    double *row = ARENA_ARRAY(call->scratch, double, rows->table.row_size + 1);
    uint32_t *entries, n = shown_entries(call->scratch, shown, &entries);
    for (size_t i = 0; i < rows->n_rows; i++) {
        for (uint32_t k = 0; k < n; k++) row[entries[k]] = rows->columns[entries[k]][i];
        if (!result_writer_row(w, rows->time[i], row)) break;
    }
    return result_writer_close(w);
}

static tarn_result write_file(TrajectoryCall *call)
{
    const char *why = NULL;
    const ResultTable *shown =
        result_select(call->scratch, &call->t->rows.table, call->pattern, &why);
    if (!shown) return refuse(call, E_USAGE, why);
    ResultWriter *w = result_writer_open(call->scratch, shown, call->path, &why);
    if (!w) return refuse(call, E_WRITE_RESULT, why);
    if (write_rows(call, shown, w)) return TARN_OK;
    return refuse(call, E_WRITE_RESULT, result_writer_failure(w));
}

tarn_result tarn_trajectory_write(tarn_trajectory *trajectory, const char *path,
                                  const char *variables)
{
    TrajectoryCall call = {
        .t = trajectory, .listener = trajectory->listener, .path = path, .pattern = variables};
    return guarded(&call, write_file);
}

static tarn_result make_page(TrajectoryCall *call)
{
    const Trajectory *rows = &call->t->rows;
    const char *label = rows->table.model ? rows->table.model : "result", *why = NULL;
    PageRun run = {rows, label, NULL};
    ResultPage page = {.title = label, .runs = &run, .n_runs = 1, .chosen = call->chosen};
    while (page.chosen && page.chosen[page.n_chosen]) page.n_chosen++;
    Text text = text_make(call->scratch);
    if (!result_page(&page, &text, &why)) return refuse(call, E_FILE, why);
    call->take(call->client, text_cstr(&text), text.length);
    return TARN_OK;
}

tarn_result tarn_trajectory_page(tarn_trajectory *trajectory, const char *const *chosen,
                                 tarn_text_fn take_text, void *client)
{
    TrajectoryCall call = {.t = trajectory,
                           .listener = trajectory->listener,
                           .chosen = chosen,
                           .take = take_text,
                           .client = client};
    return guarded(&call, make_page);
}

// ---- Comparing ---------------------------------------------------------------------------------

static uint32_t signals_of(const TrajectoryCall *call, const ResultTable *asked,
                           const ResultVariable **signals)
{
    const ResultNames *in_result = result_names(call->scratch, &call->t->rows.table);
    const ResultNames *all = result_names(call->scratch, &call->reference->rows.table);
    uint32_t n = 0;
    for (uint32_t i = 1; i < asked->n_variables; i++) {
        const char *name = asked->variables[i].name;
        if (call->comparison->only_both && !result_find(in_result, name)) continue;
        signals[n++] = result_find(all, name);
    }
    return n;
}

static void tell_signal(const tarn_comparison *c, const SignalComparison *s)
{
    c->take(c->client, &(tarn_signal){.name = s->reference->name,
                                      .is_missing = !s->result,
                                      .n_points = s->n_points,
                                      .n_outside = s->n_outside,
                                      .half_height = s->half_height,
                                      .first_time = s->first_time,
                                      .first_value = s->first_value,
                                      .low = s->first_low,
                                      .high = s->first_high,
                                      .worst_time = s->worst_time,
                                      .worst_distance = s->worst_distance});
}

static tarn_result compare(TrajectoryCall *call)
{
    tarn_comparison *asked = call->comparison;
    const Trajectory *result = &call->t->rows, *reference = &call->reference->rows;
    const char *why = NULL;
    if (!result->n_rows || !reference->n_rows)
        return refuse(call, E_USAGE, "a result without rows cannot be compared");
    const ResultTable *table =
        result_select(call->scratch, &reference->table, asked->variables, &why);
    if (!table) return refuse(call, E_USAGE, why);
    const ResultVariable **signals =
        ARENA_ARRAY(call->scratch, const ResultVariable *, table->n_variables);
    uint32_t n = signals_of(call, table, signals);
    const Comparison *c =
        compare_results(call->scratch, result, reference, signals, n,
                        asked->tolerance > 0 ? asked->tolerance : COMPARE_TOLERANCE);
    for (uint32_t i = 0; i < c->n_signals && asked->take; i++) tell_signal(asked, &c->signals[i]);
    asked->tolerance = c->tolerance;
    asked->holds = comparison_holds(c);
    asked->ends_early = c->ends_early;
    asked->half_width = c->half_width;
    asked->result_end = c->result_end;
    asked->reference_end = c->reference_end;
    return TARN_OK;
}

tarn_result tarn_trajectory_compare(tarn_trajectory *result, tarn_trajectory *reference,
                                    tarn_comparison *comparison)
{
    TrajectoryCall call = {.t = result,
                           .listener = result->listener,
                           .reference = reference,
                           .comparison = comparison};
    return guarded(&call, compare);
}
