// tests/errors/**: one mistake per file, and the diagnostic in a comment on the line where it is
// reported:
//
//   x = 2;      // error[E0501]: 'x' is already determined
//   y = z;      // error[E0201]@7: no component 'z'         with the column
//   // warning[E0302]@0: ...                                anywhere: a message without a place
//
// The text is the beginning of the message. Every reported error and warning must be expected
// and the other way round; notes are compared only where one is expected: one that stands alone,
// or one at another place that goes with an error of that code. The file is treated as `tarn check`
// treats it, with the options of a line "// check: --class NAME", or as `tarn simulate` does, where
// there is a line "// simulate: OPTIONS".
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "tarn/compile/settings.h"
#include "tarn/runs/simulate_model.h"

typedef struct Expected {
    Severity severity;
    char code[8];
    uint32_t line, column; // column 0: any; line 0: no place
    const char *message;
    bool met;
} Expected;

typedef VEC(Expected) ExpectedList;

static const char *const heads[] = {"// note[", "// warning[", "// error["};
static const char *const words[] = {"note", "warning", "error"};

// One expectation, from behind "// error[" on.
static bool read_expected(Arena *out, const char *text, Severity severity, uint32_t line,
                          Expected *e)
{
    *e = (Expected){.severity = severity, .line = line};
    const char *bracket = strchr(text, ']');
    if (!bracket || bracket - text >= (long)sizeof e->code) return false;
    memcpy(e->code, text, (size_t)(bracket - text));
    const char *p = bracket + 1;
    if (*p == '@') {
        char *end;
        e->column = (uint32_t)strtoul(p + 1, &end, 10);
        if (!e->column) e->line = 0;
        p = end;
    }
    if (*p++ != ':') return false;
    while (*p == ' ') p++;
    const char *end = strstr(p, " // "); // another expectation on the same line
    if (!end) end = p + strlen(p);
    while (end > p && isspace((unsigned char)end[-1])) end--;
    e->message = arena_copy_text(out, p, (size_t)(end - p));
    return true;
}

static ExpectedList read_all_expected(TestCase *t, const char *text)
{
    ExpectedList list = {0};
    for (int severity = 0; severity < 3; severity++) {
        RemarkList remarks = expect_remarks(t->arena, text, heads[severity]);
        for (uint32_t i = 0; i < remarks.count; i++)
            for (const char *p = remarks.data[i].text; p;) {
                Expected e;
                if (read_expected(t->arena, p, (Severity)severity, remarks.data[i].line, &e))
                    VEC_PUSH(t->arena, &list, e);
                else
                    text_printf(&t->difference, "line %u: not understood: %s%s\n",
                                remarks.data[i].line, heads[severity], p);
                p = strstr(p, heads[severity]);
                if (p) p += strlen(heads[severity]);
            }
    }
    return list;
}

static bool meets(const Expected *e, const Diagnostic *d, Place at)
{
    return e->severity == d->severity && !strcmp(e->code, diag_code_text(d->code)) &&
           e->line == at.line && (!e->column || e->column == at.column) &&
           !strncmp(e->message, d->message, strlen(e->message));
}

static void match_notes(const Session *s, const Diagnostic *d, ExpectedList *list)
{
    for (const DiagNote *n = d->notes; n; n = n->next) {
        Diagnostic alone = {.severity = SEVERITY_NOTE, .code = d->code, .message = n->message};
        for (uint32_t k = 0; k < list->count; k++)
            if (meets(&list->data[k], &alone, source_place(s->sources, n->span.begin)))
                list->data[k].met = true;
    }
}

static void match_reports(TestCase *t, const Session *s, ExpectedList *list)
{
    for (uint32_t i = 0; i < diag_total(s->diag); i++) {
        const Diagnostic *d = diag_at(s->diag, i);
        Place at = source_place(s->sources, d->span.begin);
        bool found = false;
        match_notes(s, d, list);
        for (uint32_t k = 0; k < list->count && !found; k++)
            if (!list->data[k].met && meets(&list->data[k], d, at))
                found = list->data[k].met = true;
        if (found || d->severity == SEVERITY_NOTE) continue;
        text_printf(&t->difference, "not expected: %s:%u:%u: %s[%s]: %s\n",
                    at.file ? at.file->path : "", at.line, at.column, words[d->severity],
                    diag_code_text(d->code), d->message);
    }
    for (uint32_t k = 0; k < list->count; k++) {
        const Expected *e = &list->data[k];
        if (!e->met)
            text_printf(&t->difference, "not reported: line %u: %s[%s]: %s\n", e->line,
                        words[e->severity], e->code, e->message);
    }
}

// ---- Blessing: the reported errors and warnings become the comments -----------------------

static const char *without_expectation(const char *line, const char *end)
{
    for (int i = 0; i < 3; i++) {
        const char *mark = memmem(line, (size_t)(end - line), heads[i], strlen(heads[i]));
        if (mark) end = mark;
    }
    while (end > line && (end[-1] == ' ' || end[-1] == '\t')) end--;
    return end;
}

static void add_reports(const Session *s, uint32_t line, Text *out)
{
    for (uint32_t i = 0; i < diag_total(s->diag); i++) {
        const Diagnostic *d = diag_at(s->diag, i);
        Place at = source_place(s->sources, d->span.begin);
        if (at.line != line || d->severity == SEVERITY_NOTE) continue;
        text_printf(out, "%s// %s[%s]%s: %s", line ? "  " : "", words[d->severity],
                    diag_code_text(d->code), line ? "" : "@0", d->message);
        if (!line) text_add_char(out, '\n');
    }
}

static TestOutcome bless(TestCase *t, const Session *s, const char *text)
{
    Text out = text_make(t->arena);
    uint32_t line = 1;
    for (const char *p = text; *p; line++) {
        const char *end = strchrnul(p, '\n'), *kept = without_expectation(p, end);
        bool was_only_expectation = kept == p && end > p;
        text_add_bytes(&out, p, (size_t)(kept - p));
        if (!was_only_expectation) {
            add_reports(s, line, &out);
            text_add_char(&out, '\n');
        }
        p = *end ? end + 1 : end;
    }
    add_reports(s, 0, &out);
    return test_write_file(t, t->path, out.data, out.length) ? TEST_PASSED : TEST_FAILED;
}

static TestOutcome judge(TestCase *t, const Session *s, const char *text)
{
    if (t->bless) return bless(t, s, text);
    ExpectedList list = read_all_expected(t, text);
    match_reports(t, s, &list);
    if (!list.count) text_add(&t->difference, "the file expects no diagnostic\n");
    return t->difference.length ? TEST_FAILED : TEST_PASSED;
}

TestOutcome test_errors(TestCase *t)
{
    char *text = test_read_file(t, t->path, NULL);
    if (!text) return TEST_FAILED;
    Session *s = session_open();
    Options options;
    TestOutcome outcome = TEST_FAILED;
    bool is_run = expect_remarks(t->arena, text, "// simulate:").count > 0;
    if (expect_options(t, s, text, is_run ? "simulate" : "check", 0, &options)) {
        if (!is_run) compile_options_to_check(&options.compile);
        SimulatedModel sim = {.pipeline = {.session = s, .options = &options.compile}};
        if (is_run)
            simulate_model(&sim, s, t->path, &options.compile, &options.run);
        else
            pipeline_run(&sim.pipeline, t->path, STAGE_CAUSAL);
        outcome = judge(t, s, text);
        if (is_run)
            simulated_model_close(&sim);
        else
            pipeline_close(&sim.pipeline);
    }
    session_close(s);
    return outcome;
}
