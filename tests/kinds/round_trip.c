// What `tarn flatten` prints is a model of its own: no library, names as quoted identifiers. Read
// again it has the same counts and simulates to the same numbers, bit for bit, since all analysis
// behind the flat model sees the same thing. One model in three is written in Base Modelica
// instead, where sums over several iterators are sums of sums: equal but for the rounding.
#include "kinds/round_trip.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "expect.h"
#include "results/trajectory.h"

static bool takes_base(const TestCase *t)
{
    uint32_t hash = 0;
    for (const char *c = t->path; *c; c++) hash = hash * 31 + (unsigned char)*c;
    return hash % 3 == 0;
}

static bool write_flat_text(TestCase *t, const Pipeline *p, bool is_base, char *path)
{
    Text text = text_make(t->arena);
    if (is_base && !pipeline_print_base(p, &text)) return false; // it has no words for the model
    if (!is_base) pipeline_dump(p, STAGE_FLAT, &text);
    int file = mkstemps(path, 3);
    if (file < 0) {
        text_printf(&t->difference, "%s cannot be written\n", path);
        return false;
    }
    bool ok = write(file, text.data, text.length) == (ssize_t)text.length;
    close(file);
    return ok;
}

// The options without what names the model or its variables.
static Options options_for_flat(const Options *options)
{
    Options flat = *options;
    flat.compile.class_name = NULL;
    flat.run.output = NULL;
    flat.run.keeps_trajectory = true;
    return flat;
}

static bool names_variables(const Options *options)
{
    return options->compile.sets.count || options->compile.tears.count || options->run.variables;
}

// 'a.b'[1] is a.b[1].
static const char *without_quotes(Arena *out, const char *name)
{
    Text text = text_make(out);
    for (bool quoted = false; *name; name++) {
        if (*name == '\'')
            quoted = !quoted;
        else if (quoted && *name == '\\' && name[1])
            text_add_char(&text, *++name);
        else
            text_add_char(&text, *name);
    }
    return text_cstr(&text);
}

static const char *difference_of(Arena *out, const Trajectory *a, const Trajectory *b,
                                 double tolerance)
{
    if (!a || !b) return a == b ? NULL : "only one of them has a result";
    if (a->table.n_variables != b->table.n_variables) return "it has other variables";
    for (uint32_t k = 0; k < a->table.n_variables; k++) {
        const ResultVariable *v = &a->table.variables[k], *w = &b->table.variables[k];
        const char *name = v->name, *again = without_quotes(out, w->name);
        if (strcmp(name, again) != 0 && strcmp(name, w->name) != 0)
            return arena_printf(out, "%s is called %s", name, w->name);
        for (size_t row = 0; row < a->n_rows && row < b->n_rows; row++) {
            double x = trajectory_value(a, v, row), y = trajectory_value(b, w, row);
            if (x == y || (isnan(x) && isnan(y))) continue;
            if (fabs(x - y) <= tolerance * (1 + fabs(x))) continue;
            return arena_printf(out, "%s(%.17g) is %.17g instead of %.17g", name, a->time[row], y,
                                x);
        }
    }
    if (a->n_rows == b->n_rows) return NULL;
    return arena_printf(out, "%zu rows instead of %zu", b->n_rows, a->n_rows);
}

static void complain(TestCase *t, const Session *s, const char *why)
{
    text_printf(&t->difference, "read from its flat text the model differs: %s\n", why);
    expect_show_diagnostics(t, s);
}

void round_trip_compare(TestCase *t, const Options *options, const SimulatedModel *sim,
                        SimulateOutcome outcome)
{
    char path[] = "/tmp/tarn-flat-XXXXXX.mo";
    bool is_base = takes_base(t);
    if (names_variables(options) || !write_flat_text(t, &sim->pipeline, is_base, path)) return;
    Options flat = options_for_flat(options);
    Session *s = session_open();
    SimulatedModel again;
    SimulateOutcome reached = simulate_model(&again, s, path, &flat.compile, &flat.run);
    const char *why = reached != outcome ? "it ends otherwise"
                                         : difference_of(t->arena, sim->trajectory,
                                                         again.trajectory, is_base ? 1e-9 : 0);
    if (why) complain(t, s, why);
    simulated_model_close(&again);
    session_close(s);
    unlink(path);
}

void round_trip_check(TestCase *t, const Options *options, const Pipeline *p)
{
    char path[] = "/tmp/tarn-flat-XXXXXX.mo";
    bool is_base = takes_base(t);
    if (!write_flat_text(t, p, is_base, path)) return;
    Options flat = options_for_flat(options);
    Session *s = session_open();
    Pipeline again = {.session = s, .options = &flat.compile};
    PipelineOutcome reached = pipeline_run(&again, path, STAGE_FLAT);
    FlatCounts before = flat_count(p->flat), after = {0};
    if (again.flat) after = flat_count(again.flat);
    if (is_base) after = before; // known parameters are constants there, and ticks are variables
    if (reached != PIPELINE_DONE)
        complain(t, s, "it is wrong");
    else if (memcmp(&before, &after, sizeof before) != 0)
        complain(t, s, "it has other counts");
    pipeline_close(&again);
    session_close(s);
    unlink(path);
}
