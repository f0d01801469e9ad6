// The data of a result page: JSON with the numbers as base 64 of little-endian floats.
//
// Aliases share a column. A column is a number when it stays the same; else its values are
// 32-bit floats, relative to an offset where they vary little, at the times of the run. Where a
// column repeats itself (switches, references), or where there are too many rows, it has times
// of its own: of the repeated values the first and the last, of many rows the first, least,
// greatest and last of each bucket [JJHM14].
#include "results/result_page.h"

#include <float.h>
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"
#include "pages/page.h"
#include "results/figure_panels.h"
#include "results/scene.h"
#include "results/unit_text.h"

// So that a page stays at some 20 MB, which a browser opens in a second.
enum { MOST_VALUES = 4000000, MOST_THINNED = 1000000, MOST_IN_COLUMN = 100000 };
enum { FEWEST_IN_COLUMN = 400, MOST_EVENTS = 2000 };

typedef VEC(const char *) StringList;

typedef struct {
    Arena *arena;
    Text json;
    Map string_of_text; // texts are written once
    StringList strings;
    uint32_t n_runs;
} Writer;

typedef VEC(size_t) RowList;

// ---- numbers

static void add_number(Text *t, double value)
{
    if (isfinite(value))
        text_number(t, value);
    else
        text_add(t, "null");
}

static void add_bytes(Text *t, const void *bytes, size_t n)
{
    text_add_char(t, '"');
    page_base64(t, bytes, n);
    text_add_char(t, '"');
}

static void add_doubles(Writer *w, const double *values, const RowList *rows)
{
    Arena *scratch = arena_open("doubles");
    double *chosen = ARENA_RAW(scratch, double, rows->count + 1);
    for (uint32_t i = 0; i < rows->count; i++) chosen[i] = values[rows->data[i]];
    add_bytes(&w->json, chosen, rows->count * sizeof *chosen);
    arena_close(scratch);
}

typedef struct {
    double low, high; // of the finite values
    bool all_equal;   // bit by bit, as far as numbers go
} ColumnRange;

static ColumnRange range_of(const double *values, size_t n)
{
    ColumnRange r = {INFINITY, -INFINITY, true};
    for (size_t i = 0; i < n; i++) {
        if (values[i] != values[0]) r.all_equal = false;
        if (!isfinite(values[i])) continue;
        if (values[i] < r.low) r.low = values[i];
        if (values[i] > r.high) r.high = values[i];
    }
    return r;
}

// Seven digits of the variation instead of seven digits of the value.
static double offset_for(ColumnRange r)
{
    double size = fmax(fabs(r.low), fabs(r.high));
    return r.high - r.low < 0.01 * size ? r.low + (r.high - r.low) / 2 : 0;
}

static bool fits_floats(ColumnRange r, double offset)
{
    double size = fmax(fabs(r.low - offset), fabs(r.high - offset));
    return r.low <= r.high && size < FLT_MAX && size > 1e6 * (double)FLT_MIN;
}

static void add_values(Writer *w, const double *values, const RowList *rows, ColumnRange range)
{
    double offset = offset_for(range);
    if (!fits_floats(range, offset)) {
        text_add(&w->json, "\"wide\":");
        add_doubles(w, values, rows);
        return;
    }
    Arena *scratch = arena_open("floats");
    float *floats = ARENA_RAW(scratch, float, rows->count + 1);
    for (uint32_t i = 0; i < rows->count; i++) floats[i] = (float)(values[rows->data[i]] - offset);
    if (offset != 0) {
        text_add(&w->json, "\"offset\":");
        add_number(&w->json, offset);
        text_add_char(&w->json, ',');
    }
    text_add(&w->json, "\"values\":");
    add_bytes(&w->json, floats, rows->count * sizeof *floats);
    arena_close(scratch);
}

// ---- rows

static void keep(Arena *out, RowList *rows, size_t row)
{
    if (!rows->count || VEC_LAST(rows) < row) VEC_PUSH(out, rows, row);
}

// All rows but those between equal ones.
static RowList changing_rows(Arena *out, const double *values, size_t n)
{
    RowList rows = {0};
    for (size_t i = 0; i < n; i++) {
        bool inside = i > 0 && i + 1 < n;
        if (!inside || values[i] != values[i - 1] || values[i] != values[i + 1])
            VEC_PUSH(out, &rows, i);
    }
    return rows;
}

// Of each bucket of `from` the first, least, greatest and last, in order.
static RowList thinned_rows(Arena *out, const double *values, const RowList *from, size_t most)
{
    RowList rows = {0};
    size_t n_buckets = most / 4;
    for (size_t b = 0; b < n_buckets; b++) {
        size_t begin = from->count * b / n_buckets, end = from->count * (b + 1) / n_buckets;
        if (begin == end) continue;
        size_t least = begin, greatest = begin;
        for (size_t i = begin; i < end; i++) {
            double value = values[from->data[i]];
            if (isnan(values[from->data[least]]) || value < values[from->data[least]]) least = i;
            if (isnan(values[from->data[greatest]]) || value > values[from->data[greatest]])
                greatest = i;
        }
        keep(out, &rows, from->data[begin]);
        keep(out, &rows, from->data[least < greatest ? least : greatest]);
        keep(out, &rows, from->data[least < greatest ? greatest : least]);
        keep(out, &rows, from->data[end - 1]);
    }
    return rows;
}

static RowList all_rows(Arena *out, size_t n)
{
    RowList rows = {0};
    for (size_t i = 0; i < n; i++) VEC_PUSH(out, &rows, i);
    return rows;
}

static void add_column(Writer *w, const Trajectory *t, const double *values, size_t most)
{
    ColumnRange range = range_of(values, t->n_rows);
    if (range.all_equal) {
        add_number(&w->json, values[0]);
        return;
    }
    Arena *scratch = arena_open("column");
    RowList rows = changing_rows(scratch, values, t->n_rows);
    bool thin = rows.count > most;
    if (thin) rows = thinned_rows(scratch, values, &rows, most);
    // A time costs two values.
    bool own_times = thin || (size_t)rows.count * 3 < t->n_rows || t->n_rows > most;
    text_add_char(&w->json, '{');
    if (own_times) {
        text_add(&w->json, "\"times\":");
        add_doubles(w, t->time, &rows);
        text_add_char(&w->json, ',');
    } else {
        rows = all_rows(scratch, t->n_rows);
    }
    add_values(w, values, &rows, range);
    text_add_char(&w->json, '}');
    arena_close(scratch);
}

// ---- variables

static void add_string(Writer *w, const char *text)
{
    text_json_string(&w->json, text, strlen(text));
}

static uint32_t string_number(Writer *w, const char *text)
{
    uint64_t number, key = hash_bytes(text, strlen(text));
    while (map_get(&w->string_of_text, key, &number)) {
        if (!strcmp(w->strings.data[number], text)) return (uint32_t)number;
        key++;
    }
    map_put(&w->string_of_text, key, w->strings.count);
    VEC_PUSH(w->arena, &w->strings, text);
    return w->strings.count - 1;
}

static bool is_in_figures(const FigureList *list, const char *name)
{
    for (uint32_t i = 0; i < list->n; i++)
        for (uint32_t k = 0; k < list->figures[i].n_plots; k++) {
            const FigurePlot *plot = &list->figures[i].plots[k];
            for (uint32_t c = 0; c < plot->n_curves; c++)
                if (!strcmp(plot->curves[c].y, name) || !strcmp(plot->curves[c].x, name))
                    return true;
        }
    return false;
}

static bool is_shown(const ResultPage *page, const ResultVariable *v)
{
    if (!v->hidden) return true;
    for (uint32_t i = 0; i < page->n_chosen; i++)
        if (!strcmp(page->chosen[i], v->name)) return true;
    return is_in_figures(&page->figures, v->name);
}

// What the page shows is in display units; the change is made there.
static void add_unit(Writer *w, const ResultVariable *v)
{
    UnitChange change = unit_for_display(v->unit, v->display_unit);
    Text text = text_make(w->arena);
    unit_add_text(&text, change.unit);
    text_printf(&w->json, "%u,", string_number(w, text_cstr(&text)));
    add_number(&w->json, change.factor);
    text_add_char(&w->json, ',');
    add_number(&w->json, change.offset);
}

enum { OF_OUTPUT = 1, OF_STATE = 2, OF_MODE = 4 };

static uint32_t literals_number(Writer *w, const ResultVariable *v)
{
    Text all = text_make(w->arena);
    for (uint32_t i = 0; i < v->n_literals; i++)
        text_printf(&all, "%s%s", i ? "\n" : "", v->literals[i]);
    return string_number(w, text_cstr(&all));
}

// [name, description, unit, factor, offset, kind, sign, value of a parameter or column, what it is,
// literals of an enumeration]
static void add_variable(Writer *w, const ResultTable *table, const ResultVariable *v,
                         const uint32_t *column_of_index)
{
    Text *t = &w->json;
    text_add(t, "\n[");
    add_string(w, v->name);
    text_printf(t, ",%u,", string_number(w, v->description ? v->description : ""));
    add_unit(w, v);
    text_printf(t, ",%d,%d,", (int)v->kind, v->negated ? -1 : 1);
    if (v->place == KEPT_CONSTANT) {
        text_add_char(t, '[');
        add_number(t, table->constants[v->index]);
        text_add_char(t, ']');
    } else {
        text_printf(t, "%u", v->place == KEPT_TIME ? 0 : column_of_index[v->index]);
    }
    text_printf(t, ",%d",
                (v->is_output ? OF_OUTPUT : 0) | (v->is_state ? OF_STATE : 0) |
                    (v->is_mode ? OF_MODE : 0));
    if (v->n_literals) text_printf(t, ",%u", literals_number(w, v));
    text_add_char(t, ']');
}

static void add_variables(Writer *w, const ResultPage *page, const Trajectory *t,
                          const uint32_t *column_of_index)
{
    const char *separator = "";
    text_add(&w->json, ",\"variables\":[");
    for (uint32_t i = 1; i < t->table.n_variables; i++) { // the first is time
        const ResultVariable *v = &t->table.variables[i];
        if (!is_shown(page, v) || !trajectory_has(t, v)) continue;
        text_add(&w->json, separator);
        add_variable(w, &t->table, v, column_of_index);
        separator = ",";
    }
    text_add_char(&w->json, ']');
}

// ---- runs

// What bodies in space need, whether it is shown or not.
static uint32_t number_scene(const Trajectory *t, const Scene *scene, uint32_t *column_of_index)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < scene->n; i++)
        for (int k = 0; k < SCENE_NUMBERS; k++) {
            const ResultVariable *v = scene->shapes[i].numbers[k];
            if (v->place == KEPT_ROW && trajectory_has(t, v) && !column_of_index[v->index])
                column_of_index[v->index] = ++n;
        }
    return n;
}

// Numbers the columns that are shown, from 1; 0 is time.
static uint32_t number_columns(const ResultPage *page, const Trajectory *t, const Scene *scene,
                               uint32_t *column_of_index)
{
    uint32_t n = number_scene(t, scene, column_of_index);
    for (uint32_t i = 1; i < t->table.n_variables; i++) {
        const ResultVariable *v = &t->table.variables[i];
        bool has = v->place == KEPT_ROW && is_shown(page, v) && trajectory_has(t, v);
        if (has && !column_of_index[v->index]) column_of_index[v->index] = ++n;
    }
    return n;
}

static size_t most_in_column(const Writer *w, size_t n_rows, uint32_t n_columns)
{
    size_t n = n_columns ? n_columns : 1;
    if (n_rows <= MOST_IN_COLUMN && n_rows * n <= MOST_VALUES / w->n_runs) return n_rows;
    size_t most = MOST_THINNED / w->n_runs / n;
    return most < FEWEST_IN_COLUMN ? FEWEST_IN_COLUMN
           : most > MOST_IN_COLUMN ? MOST_IN_COLUMN
                                   : most;
}

static void add_columns(Writer *w, const Trajectory *t, const uint32_t *column_of_index,
                        uint32_t n_columns)
{
    const double **columns = ARENA_ARRAY(w->arena, const double *, n_columns + 1);
    for (uint32_t i = 0; i < t->table.row_size; i++)
        if (column_of_index[i]) columns[column_of_index[i]] = t->columns[i];
    size_t most = most_in_column(w, t->n_rows, n_columns);
    RowList rows = {0};
    Arena *scratch = arena_open("times");
    if (most >= t->n_rows) rows = all_rows(scratch, t->n_rows);
    text_add(&w->json, ",\"time\":");
    add_doubles(w, t->time, &rows); // none when all columns have their own
    arena_close(scratch);
    text_add(&w->json, ",\"columns\":[");
    for (uint32_t i = 1; i <= n_columns; i++) {
        if (i > 1) text_add(&w->json, ",\n");
        add_column(w, t, columns[i], most);
    }
    text_add_char(&w->json, ']');
}

static void add_events(Writer *w, const Trajectory *t)
{
    double span = t->time[t->n_rows - 1] - t->time[0], before = -INFINITY;
    const char *separator = "";
    text_add(&w->json, ",\"events\":[");
    for (size_t i = 1; i < t->n_rows; i++) {
        if (t->time[i] != t->time[i - 1] || t->time[i] - before < span / MOST_EVENTS) continue;
        text_add(&w->json, separator);
        add_number(&w->json, t->time[i]);
        before = t->time[i];
        separator = ",";
    }
    text_add_char(&w->json, ']');
}

static void add_text_field(Writer *w, const char *key, const char *text)
{
    text_printf(&w->json, ",\"%s\":", key);
    if (text)
        add_string(w, text);
    else
        text_add(&w->json, "null");
}

static void add_number_field(Writer *w, const char *key, double value)
{
    text_printf(&w->json, ",\"%s\":", key);
    add_number(&w->json, value);
}

// The value of what stays the same, or [column] with the sign of the value.
static void add_scene_number(Writer *w, const Trajectory *t, const ResultVariable *v,
                             const uint32_t *column_of_index)
{
    if (v && v->place == KEPT_ROW && trajectory_has(t, v))
        text_printf(&w->json, "[%s%u]", v->negated ? "-" : "", column_of_index[v->index]);
    else
        add_number(&w->json, v && v->place == KEPT_CONSTANT ? trajectory_value(t, v, 0) : 0);
}

// {name, type, numbers: as SceneShape has them, extra, specular}
static void add_scene(Writer *w, const Trajectory *t, const Scene *scene,
                      const uint32_t *column_of_index)
{
    text_add(&w->json, ",\"scene\":[");
    for (uint32_t i = 0; i < scene->n; i++) {
        const SceneShape *s = &scene->shapes[i];
        text_add(&w->json, i ? ",\n{\"name\":" : "{\"name\":");
        add_string(w, s->name);
        add_text_field(w, "type", s->type);
        text_add(&w->json, ",\"numbers\":[");
        for (int k = 0; k < SCENE_NUMBERS; k++) {
            if (k) text_add_char(&w->json, ',');
            add_scene_number(w, t, s->numbers[k], column_of_index);
        }
        text_add_char(&w->json, ']');
        bool has_extra = s->extra && s->extra->place == KEPT_CONSTANT;
        bool has_specular = s->specular && s->specular->place == KEPT_CONSTANT;
        add_number_field(w, "extra", has_extra ? trajectory_value(t, s->extra, 0) : 0);
        add_number_field(w, "specular", has_specular ? trajectory_value(t, s->specular, 0) : 0.7);
        text_add_char(&w->json, '}');
    }
    text_add_char(&w->json, ']');
}

static void add_run(Writer *w, const ResultPage *page, const PageRun *run)
{
    const Trajectory *t = run->result;
    uint32_t *column_of_index = ARENA_ARRAY(w->arena, uint32_t, t->table.row_size + 1);
    Scene scene = scene_of(w->arena, &t->table);
    uint32_t n_columns = number_columns(page, t, &scene, column_of_index);
    text_add(&w->json, "{\"label\":");
    add_string(w, run->label);
    add_text_field(w, "model", t->table.model);
    add_text_field(w, "method", t->table.method);
    add_text_field(w, "statistics", run->statistics);
    add_number_field(w, "tolerance", t->table.tolerance);
    add_number_field(w, "rows", (double)t->n_rows);
    add_number_field(w, "start", t->time[0]);
    add_number_field(w, "stop", t->time[t->n_rows - 1]);
    add_columns(w, t, column_of_index, n_columns);
    add_events(w, t);
    add_variables(w, page, t, column_of_index);
    if (scene.n) add_scene(w, t, &scene, column_of_index);
    text_add_char(&w->json, '}');
}

static void add_list(Writer *w, const char *key, const char *const *texts, uint32_t n)
{
    text_printf(&w->json, ",\n\"%s\":[", key);
    for (uint32_t i = 0; i < n; i++) {
        if (i) text_add_char(&w->json, ',');
        add_string(w, texts[i]);
    }
    text_add_char(&w->json, ']');
}

bool result_page(const ResultPage *page, Text *out, const char **why)
{
    *why = "there are no rows";
    for (uint32_t i = 0; i < page->n_runs; i++)
        if (!page->runs[i].result->n_rows) return false;
    Arena *arena = arena_open("result page");
    Writer w = {.arena = arena,
                .json = text_make(arena),
                .string_of_text = map_make(arena),
                .n_runs = page->n_runs};
    text_add(&w.json, "{\"runs\":[");
    for (uint32_t i = 0; i < page->n_runs; i++) {
        if (i) text_add_char(&w.json, ',');
        add_run(&w, page, &page->runs[i]);
    }
    text_add_char(&w.json, ']');
    text_add(&w.json, ",\n\"figures\":");
    figures_json(arena, &page->figures, page->runs[0].result, &w.json);
    add_list(&w, "chosen", page->chosen, page->n_chosen);
    add_list(&w, "strings", w.strings.data, w.strings.count);
    text_add_char(&w.json, '}');
    Text title = text_make(arena), data = text_make(arena);
    page_escape(&title, page->title);
    page_json(&data, w.json.data, w.json.length);
    PageSlot slots[] = {{"title", text_cstr(&title), title.length},
                        {"data", data.data, data.length}};
    bool done = page_make(out, "result.html", slots, 2, why);
    arena_close(arena);
    return done;
}
