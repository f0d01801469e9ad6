// tests/instance, tests/flat and others: the dump of a stage, as `tarn dump --STAGE` shows it, in
// a comment at the end of the file:
//
//   /* flat
//   model A
//     ...
//   end A;
//   */
//
// A file may hold the dumps of several stages. Warnings are listed like in tests/errors only
// there; an error fails the test. Where the flat model is reached, its text is read again and must
// have the same counts (round_trip.c).
#include <string.h>

#include "expect.h"
#include "kinds/round_trip.h"
#include "tarn/pipeline.h"

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

static TestOutcome compare_all(TestCase *t, const Session *s, const Pipeline *p, char *text,
                               PipelineOutcome reached, Stage last)
{
    if (reached == PIPELINE_WRONG_MODEL) {
        expect_show_diagnostics(t, s);
        return TEST_FAILED;
    }
    int n = 0;
    for (int stage = 0; stage <= (int)last; stage++) n += compare_dump(t, p, &text, (Stage)stage);
    if (!n) text_add(&t->difference, "there is no /* STAGE ... */ comment with an expected dump\n");
    return t->difference.length ? TEST_FAILED : TEST_PASSED;
}

TestOutcome test_dump(TestCase *t)
{
    char *text = test_read_file(t, t->path, NULL);
    if (!text) return TEST_FAILED;
    Stage last = STAGE_AST;
    for (int stage = 0; stage < N_STAGES; stage++) {
        size_t begin, end;
        if (expect_dump(text, stage_names[stage], &begin, &end)) last = (Stage)stage;
    }
    Session *s = session_open();
    Options options;
    TestOutcome outcome = TEST_FAILED;
    if (expect_options(t, s, text, "check", 0, &options)) {
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
