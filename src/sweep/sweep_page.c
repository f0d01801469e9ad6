// The page of a sweep (src/pages/sweep.html) and its data:
//   {"title", "what": the model as it was named, "options": [words of a single run], "runs": N,
//    "columns": [{"name", "unit", "varied": bool, "values": base64 of N doubles}],
//    "times": base64, "stride": every so many runs have trajectories,
//    "traces": [{"name", "unit", "values": base64, run by run}], "failures": [[run, reason]]}
// Runs count from 0.
#include <errno.h>
#include <string.h>

#include "base/side_file.h"
#include "pages/page.h"
#include "sweep/sweep.h"

enum { MOST_TRACE_NUMBERS = 4000000 }; // in a page

static void put_text(Text *t, const char *key, const char *text)
{
    text_printf(t, "\"%s\":", key);
    if (!text) text = "";
    text_json_string(t, text, strlen(text));
}

static void put_numbers(Text *t, const char *key, const double *numbers, size_t n)
{
    text_printf(t, "\"%s\":\"", key);
    page_base64(t, numbers, n * sizeof *numbers);
    text_add_char(t, '"');
}

static void put_column(Text *t, const char *name, const char *unit, bool is_varied,
                       const double *numbers, uint32_t n)
{
    text_add(t, "{");
    put_text(t, "name", name);
    text_add_char(t, ',');
    put_text(t, "unit", unit);
    text_printf(t, ",\"varied\":%s,", is_varied ? "true" : "false");
    put_numbers(t, "values", numbers, n);
    text_add(t, "},");
}

static const char *unit_of(const Sweep *w, int variable)
{
    return variable < 0 ? NULL : tarn_model_variable(w->variants.first, variable)->unit;
}

static void put_columns(Text *t, const Sweep *w, double *numbers)
{
    uint32_t n = w->table.n_runs;
    text_add(t, ",\"columns\":[");
    for (uint32_t i = 0; i < w->plan.n_axes; i++) {
        for (uint32_t run = 0; run < n; run++) numbers[run] = sweep_axis_number(w, i, run);
        put_column(t, w->plan.axes[i].name, unit_of(w, w->variants.variables[i]), true, numbers, n);
    }
    for (uint32_t i = 0; i < w->keep.count; i++) {
        const Kept *k = &w->keep.items[i];
        if (k->kind == KEEP_TRACE) continue;
        for (uint32_t run = 0; run < n; run++)
            numbers[run] = w->table.numbers[(size_t)run * w->table.n_numbers + k->first];
        bool is_time = k->kind == KEEP_CHANGE;
        put_column(t, k->label, is_time ? "s" : unit_of(w, k->variable), false, numbers, n);
    }
    if (t->data[t->length - 1] == ',') t->length--; // behind the last one
    text_add_char(t, ']');
}

static void put_traces(Text *t, const Sweep *w, Arena *a)
{
    const KeepList *keep = &w->keep;
    size_t n_traces = 0;
    for (uint32_t i = 0; i < keep->count; i++) n_traces += keep->items[i].kind == KEEP_TRACE;
    size_t points = n_traces ? keep->n_points : 0, all = points * n_traces * w->table.n_runs;
    uint32_t stride = (uint32_t)(all / MOST_TRACE_NUMBERS + 1);
    double *times = ARENA_ARRAY(a, double, points + 1);
    for (uint32_t i = 0; i < points; i++) times[i] = keep_time(keep, i);
    text_add_char(t, ',');
    put_numbers(t, "times", times, points);
    text_printf(t, ",\"stride\":%u,\"traces\":[", stride);
    for (uint32_t i = 0, n = 0; i < keep->count; i++) {
        const Kept *k = &keep->items[i];
        if (k->kind != KEEP_TRACE) continue;
        text_add(t, n++ ? ",{" : "{");
        put_text(t, "name", tarn_model_variable(w->variants.first, k->variable)->name);
        text_add_char(t, ',');
        put_text(t, "unit", unit_of(w, k->variable));
        double *rows = ARENA_ARRAY(a, double, points *(w->table.n_runs / stride + 1));
        size_t count = 0;
        for (uint32_t run = 0; run < w->table.n_runs; run += stride, count += points)
            memcpy(rows + count, &w->table.numbers[(size_t)run * w->table.n_numbers + k->first],
                   points * sizeof *rows);
        text_add_char(t, ',');
        put_numbers(t, "values", rows, count);
        text_add_char(t, '}');
    }
    text_add_char(t, ']');
}

static void put_failures(Text *t, const Sweep *w)
{
    bool any = false;
    text_add(t, ",\"failures\":[");
    for (uint32_t run = 0; run < w->table.n_runs; run++)
        if (w->table.why[run]) {
            text_printf(t, "%s[%u,", any ? "," : "", run);
            text_json_string(t, w->table.why[run], strlen(w->table.why[run]));
            text_add_char(t, ']');
            any = true;
        }
    text_add_char(t, ']');
}

// What a single run is told beside its values.
static void put_options(Text *t, const Sweep *w, Arena *a)
{
    tarn_experiment e = tarn_model_experiment(w->variants.first);
    const char *inlined = w->variants.compile->inline_method;
    Text words = text_make(a);
    text_add(&words, "--stop-time ");
    text_number(&words, e.stop_time);
    if (inlined)
        text_printf(&words, " --inline %s", inlined);
    else if (e.method && strcmp(e.method, "auto") != 0)
        text_printf(&words, " --method %s", e.method);
    if (e.step > 0) {
        text_add(&words, " --step ");
        text_number(&words, e.step);
    }
    text_add(t, ",\"options\":[");
    text_json_string(t, words.data, words.length);
    text_add_char(t, ']');
}

static bool render(const Sweep *w, Arena *a, Text *out, const char **why)
{
    Text json = text_make(a), title = text_make(a), data = text_make(a);
    page_escape(&title, tarn_model_name(w->variants.first));
    text_add(&json, "{");
    put_text(&json, "title", tarn_model_name(w->variants.first));
    text_add_char(&json, ',');
    put_text(&json, "what", w->variants.what);
    put_options(&json, w, a);
    text_printf(&json, ",\"runs\":%u", w->table.n_runs);
    put_columns(&json, w, ARENA_ARRAY(a, double, w->table.n_runs + 1));
    put_traces(&json, w, a);
    put_failures(&json, w);
    text_add(&json, "}");
    page_json(&data, json.data, json.length);
    PageSlot slots[] = {{"title", text_cstr(&title), title.length},
                        {"data", data.data, data.length}};
    return page_make(out, "sweep.html", slots, 2, why);
}

bool sweep_write_page(const Sweep *w, Session *s, const char *path)
{
    Arena *a = arena_open("page of a sweep");
    Text out = text_make(a);
    const char *why = NULL;
    bool ok = render(w, a, &out, &why);
    if (ok && !side_file_write(a, path, out.data, out.length)) {
        why = strerror(errno);
        ok = false;
    }
    if (!ok) diag_error(s->diag, (Span){0, 0}, E_FILE, "cannot write '%s': %s", path, why);
    arena_close(a);
    return ok;
}
