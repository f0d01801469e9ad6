// The result of a sweep: a row for every run with what varied, what was kept, and what went wrong.
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/side_file.h"
#include "sweep/netcdf.h"
#include "sweep/sweep.h"

static bool ends_with(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    return n > m && !strcmp(path + n - m, ending);
}

bool sweep_is_result_path(const char *path)
{
    return ends_with(path, ".csv") || ends_with(path, ".nc");
}

// ---- CSV -----------------------------------------------------------------------------------

static void put_quoted(Text *t, const char *text)
{
    if (!strpbrk(text, ",\"\n\r")) {
        text_add(t, text);
        return;
    }
    text_add_char(t, '"');
    for (; *text; text++) {
        if (*text == '"') text_add_char(t, '"');
        text_add_char(t, *text);
    }
    text_add_char(t, '"');
}

static void put_heading(Text *t, const Sweep *w)
{
    text_add(t, "run");
    for (uint32_t i = 0; i < w->plan.n_axes; i++) {
        text_add_char(t, ',');
        put_quoted(t, w->plan.axes[i].name);
    }
    for (uint32_t i = 0; i < w->keep.count; i++) {
        text_add_char(t, ',');
        put_quoted(t, w->keep.items[i].label);
    }
    text_add(t, ",failure\n");
}

static void put_run(Text *t, const Sweep *w, uint32_t run, Arena *a)
{
    const double *numbers = &w->table.numbers[(size_t)run * w->table.n_numbers];
    text_printf(t, "%u", run + 1);
    for (uint32_t i = 0; i < w->plan.n_axes; i++) {
        text_add_char(t, ',');
        put_quoted(t, plan_text(&w->plan, run, i, a));
    }
    for (uint32_t i = 0; i < w->keep.count; i++) {
        double x = numbers[w->keep.items[i].first];
        text_add_char(t, ',');
        if (!isnan(x)) text_number(t, x);
    }
    text_add_char(t, ',');
    if (w->table.why[run]) put_quoted(t, w->table.why[run]);
    text_add_char(t, '\n');
}

static bool fail(const Sweep *w, Session *s, const char *why)
{
    diag_error(s->diag, (Span){0, 0}, E_FILE, "cannot write '%s': %s", w->output, why);
    return false;
}

static void render_csv(const Sweep *w, Text *out)
{
    put_heading(out, w);
    for (uint32_t run = 0; run < w->table.n_runs; run++) {
        Arena *scratch = arena_open("row");
        put_run(out, w, run, scratch);
        arena_close(scratch);
    }
}

// ---- NetCDF --------------------------------------------------------------------------------

double sweep_axis_number(const Sweep *w, uint32_t i, uint64_t run)
{
    bool is_set = w->variants.variables[i] >= 0;
    return is_set ? variants_number(&w->variants, run, i) : plan_number(&w->plan, run, i);
}

static double axis_number(const void *sweep, const void *axis, size_t run)
{
    const Sweep *w = sweep;
    return sweep_axis_number(w, (uint32_t)((const Axis *)axis - w->plan.axes), run);
}

static double kept_number(const void *sweep, const void *kept, size_t position)
{
    const Sweep *w = sweep;
    const Kept *k = kept;
    size_t run = position / k->n, point = position % k->n;
    return w->table.numbers[run * w->table.n_numbers + k->first + point];
}

static double time_number(const void *sweep, const void *none, size_t point)
{
    (void)none;
    return keep_time(&((const Sweep *)sweep)->keep, (uint32_t)point);
}

static double failure_number(const void *sweep, const void *none, size_t run)
{
    (void)none;
    return ((const Sweep *)sweep)->table.why[run] != NULL;
}

static const char *failure_text(const void *sweep, size_t run)
{
    return ((const Sweep *)sweep)->table.why[run];
}

static uint32_t longest_reason(const Sweep *w)
{
    size_t longest = 0;
    for (uint32_t run = 0; run < w->table.n_runs; run++) {
        size_t n = w->table.why[run] ? strlen(w->table.why[run]) : 0;
        if (n > longest) longest = n;
    }
    return (uint32_t)longest;
}

enum { OVER_RUNS, OVER_TIME, OVER_LETTERS };

static NetcdfVariable variable_of(const Sweep *w, const Kept *k)
{
    const tarn_variable *v =
        k->variable < 0 ? NULL : tarn_model_variable(w->variants.first, k->variable);
    bool is_time = k->kind == KEEP_CHANGE;
    return (NetcdfVariable){.name = k->label,
                            .unit = is_time ? "s"
                                    : v     ? v->unit
                                            : NULL,
                            .description = v ? v->description : NULL,
                            .dimensions = {OVER_RUNS, OVER_TIME},
                            .n_dimensions = k->kind == KEEP_TRACE ? 2 : 1,
                            .number = kept_number,
                            .of = k};
}

static bool render_netcdf(const Sweep *w, Session *s, Arena *a, Text *out)
{
    const NetcdfDimension dimensions[] = {
        {"run", w->table.n_runs}, {"time", w->keep.n_points}, {"letter", longest_reason(w)}};
    uint32_t n_axes = w->plan.n_axes, n = 0;
    NetcdfVariable *all = ARENA_ARRAY(a, NetcdfVariable, n_axes + w->keep.count + 3);
    for (uint32_t i = 0; i < n_axes; i++)
        all[n++] = (NetcdfVariable){.name = w->plan.axes[i].name,
                                    .n_dimensions = 1,
                                    .number = axis_number,
                                    .of = &w->plan.axes[i]};
    for (uint32_t i = 0; i < w->keep.count; i++) all[n++] = variable_of(w, &w->keep.items[i]);
    all[n++] = (NetcdfVariable){.name = "failed",
                                .description = "1: the run did not reach its end",
                                .n_dimensions = 1,
                                .number = failure_number};
    all[n++] = (NetcdfVariable){.name = "time",
                                .unit = "s",
                                .dimensions = {OVER_TIME},
                                .n_dimensions = 1,
                                .number = time_number};
    bool has_reasons = dimensions[OVER_LETTERS].length > 0;
    if (has_reasons)
        all[n++] = (NetcdfVariable){.name = "failure",
                                    .description = "why the run did not reach its end",
                                    .dimensions = {OVER_RUNS, OVER_LETTERS},
                                    .n_dimensions = 2,
                                    .text = failure_text};
    Netcdf file = {.dimensions = dimensions,
                   .n_dimensions = has_reasons ? 3 : 2,
                   .variables = all,
                   .n_variables = n,
                   .title = tarn_model_name(w->variants.first),
                   .client = w};
    return netcdf_render(&file, out) || fail(w, s, "a trajectory of all runs is larger than 4 GB");
}

bool sweep_write(const Sweep *w, Session *s)
{
    Arena *a = arena_open("result of a sweep");
    Text out = text_make(a);
    bool is_csv = ends_with(w->output, ".csv");
    bool ok = true;
    if (is_csv)
        render_csv(w, &out);
    else
        ok = render_netcdf(w, s, a, &out);
    if (ok && !side_file_write(a, w->output, out.data, out.length))
        ok = fail(w, s, strerror(errno));
    arena_close(a);
    return ok;
}
