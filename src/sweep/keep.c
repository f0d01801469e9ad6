#include "sweep/keep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"
#include "sweep/words.h"

// ---- What was asked for --------------------------------------------------------------------

typedef struct KeepRow {
    const char *name;
    KeepKind kind;
} KeepRow;

static const KeepRow calls[] = {
    {"final", KEEP_FINAL}, {"min", KEEP_MIN},       {"max", KEEP_MAX},
    {"mean", KEEP_MEAN},   {"change", KEEP_CHANGE}, {"trace", KEEP_TRACE},
};

static bool wrong(Session *s, const char *word, const char *why)
{
    diag_error(s->diag, (Span){0, 0}, E_USAGE, "--keep %s: %s", word, why);
    return false;
}

static bool find_variable(Session *s, const tarn_model *model, const char *name, Kept *k)
{
    k->variable = tarn_model_find(model, name);
    if (k->variable < 0) return wrong(s, k->label, "the model has no variable of this name");
    if (tarn_model_variable(model, k->variable)->type == TARN_STRING)
        return wrong(s, k->label, "a String is no number to keep");
    return true;
}

static bool read_at(Session *s, const tarn_model *model, const tarn_experiment *e, Kept *k)
{
    const char *at = strrchr(k->label, '@');
    if (!word_number(word_trimmed(s->arena, at + 1, strlen(at + 1)), &k->at))
        return wrong(s, k->label, "behind '@' stands a time, as in x@2.5");
    if (!(k->at >= e->start_time && k->at <= e->stop_time))
        return wrong(s, k->label, "this time lies outside of the run");
    k->kind = KEEP_AT;
    return find_variable(s, model, word_trimmed(s->arena, k->label, (size_t)(at - k->label)), k);
}

static bool read_kept(Session *s, const tarn_model *model, const tarn_experiment *e, Kept *k)
{
    const char *open = strchr(k->label, '(');
    size_t length = strlen(k->label);
    k->variable = -1;
    if (!strcmp(k->label, "events")) return k->kind = KEEP_EVENTS, true;
    if (!strcmp(k->label, "steps")) return k->kind = KEEP_STEPS, true;
    for (size_t i = 0; open && k->label[length - 1] == ')' && i < sizeof calls / sizeof *calls; i++)
        if (!strncmp(calls[i].name, k->label, strlen(calls[i].name)) &&
            strlen(calls[i].name) == (size_t)(open - k->label)) {
            k->kind = calls[i].kind;
            size_t inside = length - (size_t)(open - k->label) - 2;
            return find_variable(s, model, word_trimmed(s->arena, open + 1, inside), k);
        }
    if (strchr(k->label, '@')) return read_at(s, model, e, k);
    k->kind = KEEP_FINAL;
    return find_variable(s, model, k->label, k);
}

// Outputs of the model, or its states.
static WordList usual_words(Session *s, const tarn_model *model)
{
    WordList words = {0};
    for (int i = 0; i < tarn_model_variable_count(model); i++) {
        const tarn_variable *v = tarn_model_variable(model, i);
        if (v->causality == TARN_OUTPUT && v->type != TARN_STRING)
            VEC_PUSH(s->arena, &words, v->name);
    }
    for (int i = 0; !words.count && i < tarn_model_variable_count(model); i++)
        if (tarn_model_variable(model, i)->is_state)
            VEC_PUSH(s->arena, &words, tarn_model_variable(model, i)->name);
    return words;
}

static bool is_of_rows(const Kept *k)
{
    return k->kind >= KEEP_MIN && k->kind <= KEEP_TRACE;
}

// "^(a\\.b\\[1\\]|c)$"
static const char *recorded_names(Session *s, const KeepList *list, const tarn_model *model)
{
    Text t = text_make(s->arena);
    for (uint32_t i = 0; i < list->count; i++) {
        if (!is_of_rows(&list->items[i])) continue;
        const char *name = tarn_model_variable(model, list->items[i].variable)->name;
        text_add(&t, t.length ? "|" : "^(");
        for (; *name; name++) {
            if (strchr(".[](){}*+?^$|\\", *name)) text_add_char(&t, '\\');
            text_add_char(&t, *name);
        }
    }
    text_add(&t, ")$");
    return text_cstr(&t);
}

static int compare_times(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

// Where each of them lies among the numbers of a run.
static void lay_out(Session *s, KeepList *out)
{
    out->stops = ARENA_ARRAY(s->arena, double, out->count + 1);
    for (uint32_t i = 0; i < out->count; i++) {
        Kept *k = &out->items[i];
        k->first = out->n_numbers;
        k->n = k->kind == KEEP_TRACE ? out->n_points : 1;
        out->n_numbers += k->n;
        out->needs_rows |= is_of_rows(k);
        if (k->kind == KEEP_AT) out->stops[out->n_stops++] = k->at;
    }
    qsort(out->stops, out->n_stops, sizeof *out->stops, compare_times);
}

bool keep_make(Session *s, const WordList *asked, const tarn_model *model, const tarn_experiment *e,
               KeepList *out)
{
    WordList words = {0};
    for (uint32_t i = 0; i < asked->count; i++) {
        WordList parts = words_split(s->arena, asked->data[i], strlen(asked->data[i]), ',');
        for (uint32_t k = 0; k < parts.count; k++) VEC_PUSH(s->arena, &words, parts.data[k]);
    }
    if (!words.count) words = usual_words(s, model);
    *out = (KeepList){.items = ARENA_ARRAY(s->arena, Kept, words.count + 1),
                      .count = words.count,
                      .n_points = (uint32_t)e->intervals + 1,
                      .interval = e->interval,
                      .start = e->start_time,
                      .stop = e->stop_time};
    for (uint32_t i = 0; i < words.count; i++) {
        out->items[i].label = words.data[i];
        if (!read_kept(s, model, e, &out->items[i])) return false;
    }
    lay_out(s, out);
    if (!out->n_numbers) return wrong(s, "", "the model has neither outputs nor states");
    out->recorded = recorded_names(s, out, model);
    return true;
}

uint64_t keep_hash(const KeepList *k)
{
    uint64_t h = k->n_points;
    for (uint32_t i = 0; i < k->count; i++)
        h = hash_mix(h, hash_bytes(k->items[i].label, strlen(k->items[i].label)));
    return h;
}

bool keep_of_model(const KeepList *k, const tarn_model *model, const tarn_model *other, Arena *out,
                   KeepList *result, const char **missing)
{
    *result = *k;
    result->items = ARENA_COPY(out, Kept, k->items, k->count);
    for (uint32_t i = 0; i < k->count; i++) {
        Kept *x = &result->items[i];
        if (x->variable < 0) continue;
        *missing = tarn_model_variable(model, x->variable)->name;
        x->variable = tarn_model_find(other, *missing);
        if (x->variable < 0) return false;
    }
    return true;
}

// ---- A run ---------------------------------------------------------------------------------

// Values that are read at the present time.
static tarn_result read_values(const KeepList *k, tarn_run *run, KeepKind kind, double at,
                               double *numbers)
{
    tarn_result result = TARN_OK;
    for (uint32_t i = 0; i < k->count && result == TARN_OK; i++) {
        const Kept *x = &k->items[i];
        if (x->kind == kind && (kind == KEEP_FINAL || x->at == at))
            result = tarn_run_get(run, x->variable, &numbers[x->first]);
    }
    return result;
}

static void read_counts(const KeepList *k, const tarn_run *run, double *numbers)
{
    tarn_statistics s = tarn_run_statistics(run);
    for (uint32_t i = 0; i < k->count; i++) {
        const Kept *x = &k->items[i];
        if (x->kind == KEEP_EVENTS) numbers[x->first] = (double)(s.state_events + s.time_events);
        if (x->kind == KEEP_STEPS) numbers[x->first] = (double)s.steps;
    }
}

typedef struct Rows {
    const double *times, *values;
    size_t n;
} Rows;

static double mean_of(const Rows *r)
{
    double sum = 0, length = r->times[r->n - 1] - r->times[0];
    for (size_t i = 1; i < r->n; i++)
        sum += (r->times[i] - r->times[i - 1]) * (r->values[i] + r->values[i - 1]) / 2;
    return length > 0 ? sum / length : r->values[0];
}

static double extreme_of(const Rows *r, double sign)
{
    double most = sign * r->values[0];
    for (size_t i = 1; i < r->n; i++) most = fmax(most, sign * r->values[i]);
    return sign * most;
}

static double first_change(const Rows *r)
{
    for (size_t i = 1; i < r->n; i++)
        if (r->values[i] != r->values[0]) return r->times[i];
    return NAN;
}

double keep_time(const KeepList *k, uint32_t point)
{
    double last = k->n_points - 1;
    if (k->interval > 0) return fmin(k->start + point * k->interval, k->stop);
    return k->start + point / last * (k->stop - k->start);
}

// The points of the grid are rows; where an event was at one, the row behind it counts.
static void trace(const KeepList *k, const Rows *r, double *numbers)
{
    double near = 1e-9 * (k->stop - k->start) / k->n_points;
    size_t row = 0;
    for (uint32_t i = 0; i < k->n_points; i++) {
        double t = keep_time(k, i);
        while (row + 1 < r->n && r->times[row + 1] <= t + near) row++;
        bool is_there = r->times[row] >= t - near;
        numbers[i] = is_there ? r->values[row] : NAN;
    }
}

static void look_at_rows(const KeepList *k, const Kept *x, const Rows *r, double *numbers)
{
    switch (x->kind) {
    case KEEP_MIN: numbers[x->first] = extreme_of(r, -1); break;
    case KEEP_MAX: numbers[x->first] = extreme_of(r, 1); break;
    case KEEP_MEAN: numbers[x->first] = mean_of(r); break;
    case KEEP_CHANGE: numbers[x->first] = first_change(r); break;
    case KEEP_TRACE: trace(k, r, &numbers[x->first]); break;
    default: break;
    }
}

static tarn_result read_rows(const KeepList *k, const tarn_run *run, double *numbers,
                             Arena *scratch)
{
    size_t n = tarn_run_row_count(run);
    if (!n) return TARN_OK;
    double *times = ARENA_ARRAY(scratch, double, n), *values = ARENA_ARRAY(scratch, double, n);
    Rows r = {times, values, n};
    tarn_result result = tarn_run_times(run, n, times);
    for (uint32_t i = 0; i < k->count && result == TARN_OK; i++) {
        const Kept *x = &k->items[i];
        if (!is_of_rows(x)) continue;
        result = tarn_run_column(run, x->variable, n, values);
        if (result == TARN_OK) look_at_rows(k, x, &r, numbers);
    }
    return result;
}

tarn_result keep_simulate(const KeepList *k, tarn_run *run, double *numbers, Arena *scratch)
{
    tarn_result result = TARN_OK;
    for (uint32_t i = 0; i < k->n_numbers; i++) numbers[i] = NAN;
    for (uint32_t i = 0; i < k->n_stops && result == TARN_OK; i++) {
        if (i && k->stops[i] == k->stops[i - 1]) continue;
        result = tarn_run_advance(run, k->stops[i], 0);
        if (result == TARN_OK && tarn_run_time(run) >= k->stops[i])
            result = read_values(k, run, KEEP_AT, k->stops[i], numbers);
    }
    if (result == TARN_OK) result = tarn_run_simulate(run);
    if (result == TARN_OK) result = read_values(k, run, KEEP_FINAL, 0, numbers);
    read_counts(k, run, numbers);
    tarn_result rows = k->needs_rows ? read_rows(k, run, numbers, scratch) : TARN_OK;
    return result == TARN_OK ? rows : result;
}
