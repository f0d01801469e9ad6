// tests/instance, tests/flat and others: the dump of a stage, as `tarn dump --STAGE` shows it, in
// a comment at the end of the file:
//
//   /* flat
//   model A
//     ...
//   end A;
//   */
//
// or claims about the dump of the stage that the folder is named after:
//
//   // line: der(x) = -x                  a line is this, blanks at both ends aside
//   // count: 2 (initial)                 so many lines contain it
//   // count in derivatives: 1 <- sin     the same within a routine of a program, or a section
//                                         that begins with this word
//
// A file may hold the dumps of several stages. Warnings are listed like in tests/errors only
// there; an error fails the test. Where the flat model is reached, its text is read again and must
// have the same counts (round_trip.c).
#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "kinds/round_trip.h"
#include "tarn/compile/pipeline.h"

static bool compare_dump(TestCase *t, const Pipeline *p, char **text, Stage stage)
{
    size_t begin, end;
    if (!expect_dump(*text, stage_names[stage], &begin, &end)) return false;
    Text actual = text_make(t->arena);
    pipeline_dump(p, stage, &actual);
    if (t->bless) {
        Text whole = text_make(t->arena);
        text_add_bytes(&whole, *text, begin);
        text_add_bytes(&whole, actual.data, actual.length);
        text_add(&whole, *text + end);
        *text = whole.data;
        test_write_file(t, t->path, whole.data, whole.length);
    } else {
        const char *expected = arena_copy_text(t->arena, *text + begin, end - begin);
        test_same_text(t, text_cstr(&actual), expected);
    }
    return true;
}

// ---- Claims -------------------------------------------------------------------------

static bool is_line(const char *dump, const char *wanted)
{
    size_t length = strlen(wanted);
    for (const char *at = dump; *at; at = *at ? at + 1 : at) {
        const char *end = strchrnul(at, '\n'), *last = end;
        while (*at == ' ') at++;
        while (last > at && last[-1] == ' ') last--;
        if ((size_t)(last - at) == length && !memcmp(at, wanted, length)) return true;
        at = end;
    }
    return false;
}

// "routine 2 derivatives", "function f: 2 in, ..", "equations" begin at the left; what is inside is
// indented.
static bool begins_section(const char *line, const char *end, const char *name)
{
    size_t length = strlen(name);
    const char *at = memmem(line, (size_t)(end - line), name, length);
    if (!at || (at > line && at[-1] != ' ')) return false;
    return at + length == end || at[length] == ':';
}

static int count_lines(const char *dump, const char *section, const char *wanted)
{
    int n = 0;
    bool is_inside = !section;
    for (const char *at = dump; *at; at = *at ? at + 1 : at) {
        const char *end = strchrnul(at, '\n');
        if (section && *at != ' ') is_inside = begins_section(at, end, section);
        if (is_inside && memmem(at, (size_t)(end - at), wanted, strlen(wanted))) n++;
        at = end;
    }
    return n;
}

static void check_count(TestCase *t, const char *dump, const Remark *r, bool has_section)
{
    char *section = arena_copy_text(t->arena, r->text, strlen(r->text)), *rest = section;
    if (has_section) {
        rest = strchrnul(section, ':');
        if (*rest) *rest++ = '\0';
    }
    long expected = strtol(rest, &rest, 10);
    rest += strspn(rest, " ");
    int found = count_lines(dump, has_section ? section : NULL, rest);
    if (found != expected)
        text_printf(&t->difference, "line %u: %d lines contain '%s', not %ld, of\n%s", r->line,
                    found, rest, expected, dump);
}

static uint32_t check_claims(TestCase *t, const char *dump, const char *text)
{
    RemarkList lines = expect_remarks(t->arena, text, "// line:");
    for (uint32_t i = 0; i < lines.count; i++)
        if (!is_line(dump, lines.data[i].text))
            text_printf(&t->difference, "line %u: there is no line '%s' in\n%s", lines.data[i].line,
                        lines.data[i].text, dump);
    RemarkList counts = expect_remarks(t->arena, text, "// count:");
    for (uint32_t i = 0; i < counts.count; i++) check_count(t, dump, &counts.data[i], false);
    RemarkList within = expect_remarks(t->arena, text, "// count in ");
    for (uint32_t i = 0; i < within.count; i++) check_count(t, dump, &within.data[i], true);
    return lines.count + counts.count + within.count;
}

// The stage that the folder is named after; N_STAGES: none.
static Stage stage_of_folder(const char *path)
{
    for (int stage = 0; stage < N_STAGES; stage++) {
        size_t length = strlen(stage_names[stage]);
        const char *folder = strncmp(path, "tests/", 6) ? path : path + 6;
        if (!strncmp(folder, stage_names[stage], length) && folder[length] == '/')
            return (Stage)stage;
    }
    return N_STAGES;
}

static TestOutcome compare_all(TestCase *t, const Session *s, const Pipeline *p, char *text,
                               PipelineOutcome reached, Stage last)
{
    if (reached == PIPELINE_WRONG_MODEL) {
        expect_show_diagnostics(t, s);
        return TEST_FAILED;
    }
    int n = 0;
    for (int stage = 0; stage <= (int)last; stage++) n += compare_dump(t, p, &text, (Stage)stage);
    if (stage_of_folder(t->path) == last) {
        Text dump = text_make(t->arena);
        pipeline_dump(p, last, &dump);
        n += (int)check_claims(t, text_cstr(&dump), text);
    }
    if (!n) text_add(&t->difference, "there is no /* STAGE ... */ comment with an expected dump\n");
    return t->difference.length ? TEST_FAILED : TEST_PASSED;
}

TestOutcome test_dump(TestCase *t)
{
    char *text = test_read_file(t, t->path, NULL);
    if (!text) return TEST_FAILED;
    Stage last = stage_of_folder(t->path);
    if (last == N_STAGES) last = STAGE_AST;
    for (int stage = 0; stage < N_STAGES; stage++) {
        size_t begin, end;
        if (expect_dump(text, stage_names[stage], &begin, &end) && stage > (int)last)
            last = (Stage)stage;
    }
    Session *s = session_open();
    Options options;
    TestOutcome outcome = TEST_FAILED;
    if (expect_options(t, s, text, "check", 0, &options)) {
        options.compile.keeps_stages = true; // all of them are looked at
        Pipeline p = {.session = s, .options = &options.compile};
        PipelineOutcome reached = pipeline_run(&p, t->path, last);
        outcome = compare_all(t, s, &p, text, reached, last);
        if (reached == PIPELINE_DONE && p.flat) round_trip_check(t, &options, &p);
        if (t->difference.length) outcome = TEST_FAILED;
        pipeline_close(&p);
    }
    session_close(s);
    return outcome;
}
