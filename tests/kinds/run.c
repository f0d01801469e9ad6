// tests/run and examples: models that are simulated.
//
//   // simulate: --tolerance 1e-8 --method radau5    options; with several such lines the model
//                                                    runs once with each, under the same
//                                                    expectations
//   // expect: x(1.0) = 0.36787944117 +- 1e-6        value at a time, interpolated linearly between
//                                                    output points; at an event the right value
//   // expect: v(0.5-) = -4.9 +- 1e-6                the left value
//   // expect: x(end) = 3                            "start" and "end" are times, too
//   // expect: x = 3 +- 1e-9                         the same as x(end)
//   // expect: event 1 = 0.4515 +- 1e-6              the time of an event
//   // expect: events = 5                            how many event instants there are, or `<= 5`
//   // expect: steps <= 120                          of the integrator
//   // expect: iterations <= 500                     of Newton's method in all steps
//   // expect: loop iterations <= 500                of the solvers of all loops
//   // expect: status = 3                            exit status; 0 when nothing is said
//   // expect: error the sentence                    part of an error message; so is `warning`
//   // expect: states = {x}                          anything causal.c understands
//
// The file says where the numbers come from. With the first line of options the model also runs
// by interpretation, as C text (every eighth model, all with `make engines`: a C compiler takes
// longer than the rest of a test), and from what `flatten` prints (round_trip.c): the trajectories
// must be the same, bit for bit. State machines are left out: flat text cannot say when the
// equations of a state hold, and is refused when it is read. In every run each loop must be solved
// by the solver that `explain` names (solvers.c).
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "cli/cli.h"
#include "kinds/causal.h"
#include "kinds/round_trip.h"
#include "kinds/solvers.h"
#include "tarn/runs/simulate_model.h"

typedef struct Run {
    TestCase *test;
    const Session *session;
    const SimulatedModel *sim;
    int status;
    const Json *explanation; // made on first use
} Run;

static void complain(Run *r, const Remark *remark, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void complain(Run *r, const Remark *remark, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_printf(&r->test->difference, "line %u: %s\n    ", remark->line, remark->text);
    text_vprintf(&r->test->difference, format, args);
    text_add_char(&r->test->difference, '\n');
    va_end(args);
}

// ---- Values ------------------------------------------------------------------------------

// "end", "start", "1.5", "1.5-".
static bool read_time(const Trajectory *t, const char *text, double *time, bool *left)
{
    *left = false;
    if (!t->n_rows) return false;
    if (!strcmp(text, "end"))
        *time = t->time[t->n_rows - 1];
    else if (!strcmp(text, "start"))
        *time = t->time[0];
    else {
        char *end;
        *time = strtod(text, &end);
        *left = *end == '-';
        return end > text && !end[*left ? 1 : 0];
    }
    return true;
}

static double value_at(const Trajectory *t, const ResultVariable *v, double time, bool left)
{
    size_t row = 0; // the first row that is not before `time`
    while (row < t->n_rows && t->time[row] < time) row++;
    if (row == t->n_rows) {
        double last = t->time[row - 1]; // a last row that misses `time` by rounding
        return time - last <= 1e-9 * fabs(time) ? trajectory_value(t, v, row - 1) : NAN;
    }
    if (t->time[row] == time) {
        while (!left && row + 1 < t->n_rows && t->time[row + 1] == time) row++;
        return trajectory_value(t, v, row);
    }
    if (row == 0) return NAN;
    double t0 = t->time[row - 1], t1 = t->time[row];
    double y0 = trajectory_value(t, v, row - 1), y1 = trajectory_value(t, v, row);
    return y0 + (y1 - y0) * (time - t0) / (t1 - t0);
}

// "3.5 +- 1e-6", "true".
static bool read_value(const char *text, double *value, double *tolerance)
{
    *tolerance = 0;
    if (!strncmp(text, "true", 4) || !strncmp(text, "false", 5)) {
        *value = *text == 't';
        return true;
    }
    char *end;
    *value = strtod(text, &end);
    if (end == text) return false;
    while (*end == ' ') end++;
    if (!*end) return true;
    if (strncmp(end, "+-", 2)) return false;
    *tolerance = strtod(end + 2, &end);
    return true;
}

static void compare(Run *r, const Remark *remark, double actual, const char *expected)
{
    double value, tolerance;
    if (!read_value(expected, &value, &tolerance)) {
        complain(r, remark, "not understood: %s", expected);
    } else if (!(fabs(actual - value) <= tolerance)) { // also catches NaN
        complain(r, remark, "it is %.12g, off by %.3g", actual, actual - value);
    }
}

static bool has_variable(Arena *scratch, const Trajectory *t, const char *name)
{
    return t && result_find(result_names(scratch, &t->table), name);
}

static void check_value(Run *r, const Remark *remark, const char *name, const char *at,
                        const char *expected)
{
    const Trajectory *t = r->sim->trajectory;
    double time;
    bool left;
    if (!t || !read_time(t, at, &time, &left)) {
        complain(r, remark, t ? "not understood: the time %s" : "there is no result%.0s", at);
        return;
    }
    const ResultVariable *v = result_find(result_names(r->test->arena, &t->table), name);
    if (!v)
        complain(r, remark, "the result has no variable '%s'", name);
    else
        compare(r, remark, value_at(t, v, time, left), expected);
}

// ---- Events, messages --------------------------------------------------------------------

// The time of event number `k` (from 1); their number in `n`.
static double event_time(const Trajectory *t, int k, int *n)
{
    double found = NAN;
    *n = 0;
    for (size_t i = 1; t && i < t->n_rows; i++) {
        if (t->time[i] != t->time[i - 1] || (i > 1 && t->time[i - 2] == t->time[i])) continue;
        if (++*n == k) found = t->time[i];
    }
    return found;
}

static void check_message(Run *r, const Remark *remark, Severity severity, const char *part)
{
    for (uint32_t i = 0; i < diag_total(r->session->diag); i++) {
        const Diagnostic *d = diag_at(r->session->diag, i);
        if (d->severity != severity) continue;
        Text shown = text_make(r->test->arena);
        diag_render_record(r->session->diag, d, false, &shown);
        if (strstr(text_cstr(&shown), part)) return;
    }
    complain(r, remark, "no such message");
}

static void check_most(Run *r, const Remark *remark, int64_t actual, int most)
{
    if (actual > most) complain(r, remark, "there are %lld", (long long)actual);
}

static void check_structure(Run *r, const Remark *remark)
{
    if (!r->sim->pipeline.causal) {
        complain(r, remark, "the model did not come that far");
        return;
    }
    if (!r->explanation) {
        Text json = text_make(r->test->arena);
        pipeline_explain_json(&r->sim->pipeline, &json);
        r->explanation = json_parse(r->test->arena, text_cstr(&json));
    }
    causal_check_remark(r->test, r->explanation, remark);
}

static int64_t loop_iterations(const SimulatedModel *sim)
{
    int64_t n = 0;
    for (int32_t i = 0; i < sim->n_loops; i++) n += sim->loops[i].iterations;
    return n;
}

static void check_remark(Run *r, const Remark *remark)
{
    const char *text = remark->text;
    int k, n, used = 0;
    char name[200], at[40];
    if (sscanf(text, "status = %d", &k) == 1) return; // see expected_status
    if (!strncmp(text, "error ", 6)) {
        check_message(r, remark, SEVERITY_ERROR, text + 6);
    } else if (!strncmp(text, "warning ", 8)) {
        check_message(r, remark, SEVERITY_WARNING, text + 8);
    } else if (sscanf(text, "event %d = %n", &k, &used) == 1 && used) {
        compare(r, remark, event_time(r->sim->trajectory, k, &n), text + used);
    } else if (sscanf(text, "events = %d", &k) == 1) {
        event_time(r->sim->trajectory, 0, &n);
        if (n != k) complain(r, remark, "there are %d", n);
    } else if (sscanf(text, "events <= %d", &k) == 1) {
        event_time(r->sim->trajectory, 0, &n);
        check_most(r, remark, n, k);
    } else if (sscanf(text, "steps <= %d", &k) == 1) {
        check_most(r, remark, r->sim->counts.steps, k);
    } else if (sscanf(text, "iterations <= %d", &k) == 1) {
        check_most(r, remark, r->sim->counts.newton_iterations, k);
    } else if (sscanf(text, "loop iterations <= %d", &k) == 1) {
        check_most(r, remark, loop_iterations(r->sim), k);
    } else if (sscanf(text, "%199[^(= ](%39[^)]) = %n", name, at, &used) == 2 && used) {
        check_value(r, remark, name, at, text + used);
    } else if (sscanf(text, "%199[^=< ] = %n", name, &used) == 1 && used &&
               has_variable(r->test->arena, r->sim->trajectory, name)) {
        check_value(r, remark, name, "end", text + used);
    } else {
        check_structure(r, remark);
    }
}

static int expected_status(const RemarkList *remarks)
{
    int status = 0;
    for (uint32_t i = 0; i < remarks->count; i++) {
        if (!strncmp(remarks->data[i].text, "error ", 6) && !status) status = STATUS_WRONG_MODEL;
        sscanf(remarks->data[i].text, "status = %d", &status);
    }
    return status;
}

static int status_of(SimulateOutcome outcome)
{
    static const int statuses[] = {
        [SIMULATE_DONE] = STATUS_DONE,
        [SIMULATE_STOPPED] = STATUS_STOPPED,
        [SIMULATE_WRONG_MODEL] = STATUS_WRONG_MODEL,
        [SIMULATE_USAGE] = STATUS_USAGE,
    };
    return statuses[outcome];
}

// ---- Engines -----------------------------------------------------------------------------

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static const char *difference_of(Arena *out, const Trajectory *a, const Trajectory *b)
{
    if (!a || !b) return a == b ? NULL : "only one of them has a result";
    if (a->n_rows != b->n_rows)
        return arena_printf(out, "%zu rows instead of %zu", b->n_rows, a->n_rows);
    for (size_t row = 0; row < a->n_rows; row++)
        for (uint32_t k = 0; k < a->table.n_variables; k++) {
            const ResultVariable *v = &a->table.variables[k];
            double x = trajectory_value(a, v, row), y = trajectory_value(b, v, row);
            if (same_number(x, y)) continue;
            return arena_printf(out, "%s(%.17g) is %.17g instead of %.17g", v->name, a->time[row],
                                y, x);
        }
    return NULL;
}

static void compare_engine(TestCase *t, const char *text, const Run *native, EngineChoice engine)
{
    static const char *const names[] = {
        [ENGINE_INTERPRET] = "the interpreter", [ENGINE_C] = "C text"};
    Session *s = session_open();
    Options options;
    if (expect_options(t, s, text, "simulate", 0, &options)) {
        SimulatedModel sim;
        options.compile.engine = (int)engine;
        options.run.keeps_trajectory = true;
        int status = status_of(simulate_model(&sim, s, t->path, &options.compile, &options.run));
        const char *why = status != native->status
                              ? arena_printf(t->arena, "status %d", status)
                              : difference_of(t->arena, native->sim->trajectory, sim.trajectory);
        if (why) {
            text_printf(&t->difference, "%s differs from native code: %s\n", names[engine], why);
            expect_show_diagnostics(t, s);
        }
        simulated_model_close(&sim);
    }
    session_close(s);
}

// A C compiler needs seconds for more instructions than this.
enum { MOST_C_INSTRUCTIONS = 20000 };

static bool is_compared_as_c(const char *path)
{
    const char *wish = getenv("C_SHARE");
    uint64_t share = wish ? strtoull(wish, NULL, 10) : 8;
    return share > 0 && hash_bytes(path, strlen(path)) % share == 0;
}

static void compare_engines(TestCase *t, const char *text, const Run *native)
{
    if (native->status != STATUS_DONE && native->status != STATUS_STOPPED) return;
    compare_engine(t, text, native, ENGINE_INTERPRET);
    if (is_compared_as_c(t->path) && native->sim->pipeline.program->n_code <= MOST_C_INSTRUCTIONS)
        compare_engine(t, text, native, ENGINE_C);
}

static TestOutcome run_once(TestCase *t, const char *text, uint32_t i)
{
    RemarkList remarks = expect_remarks(t->arena, text, "// expect:");
    RemarkList options_lines = expect_remarks(t->arena, text, "// simulate:");
    Session *s = session_open();
    Options options;
    size_t before = t->difference.length;
    if (expect_options(t, s, text, "simulate", i, &options)) {
        SimulatedModel sim;
        options.run.keeps_trajectory = options.compile.keeps_stages = true;
        SimulateOutcome outcome = simulate_model(&sim, s, t->path, &options.compile, &options.run);
        Run r = {.test = t, .session = s, .sim = &sim, .status = status_of(outcome)};
        if (r.status != expected_status(&remarks)) {
            text_printf(&t->difference, "the status is %d\n", r.status);
            expect_show_diagnostics(t, s);
        }
        for (uint32_t k = 0; k < remarks.count; k++) check_remark(&r, &remarks.data[k]);
        solvers_compare(t, &sim);
        if (!remarks.count) text_add(&t->difference, "there is no // expect: line\n");
        if (i == 0 && options.compile.engine == ENGINE_NATIVE) compare_engines(t, text, &r);
        if (i == 0 && sim.pipeline.flat && !sim.pipeline.flat->n_states && !sim.modes)
            round_trip_compare(t, &options, &sim, outcome);
        simulated_model_close(&sim);
    }
    if (t->difference.length > before && i < options_lines.count)
        text_printf(&t->difference, "    with %s\n", options_lines.data[i].text);
    session_close(s);
    return t->difference.length > before ? TEST_FAILED : TEST_PASSED;
}

TestOutcome test_run(TestCase *t)
{
    char *text = test_read_file(t, t->path, NULL);
    if (!text) return TEST_FAILED;
    RemarkList lines = expect_remarks(t->arena, text, "// simulate:");
    TestOutcome worst = TEST_PASSED;
    for (uint32_t i = 0; i == 0 || i < lines.count; i++) {
        TestOutcome outcome = run_once(t, text, i);
        if (outcome == TEST_FAILED) worst = outcome;
    }
    return worst;
}
