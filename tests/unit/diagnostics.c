#include <string.h>

#include "base/diag.h"
#include "unit/unit.h"

typedef struct Fixture {
    SourceTable *sources;
    SourceFile *file;
    Diag *diag;
} Fixture;

static Fixture open_fixture(Unit *u, const char *text)
{
    SourceTable *sources = sources_open(u->arena);
    SourceFile *file = source_add(sources, "Pump.mo", text, strlen(text));
    return (Fixture){sources, file, diag_open(u->arena, sources)};
}

static const char *as_text(Unit *u, const Diag *d)
{
    Text t = text_make(u->arena);
    diag_render_text(d, 0, false, &t);
    return text_cstr(&t);
}

static void caret_stands_under_the_span(Unit *u)
{
    Fixture f = open_fixture(u, "connector P\n  Real p;\nend P;\n\tinlet.presure = 1;\n");
    Diagnostic *d = diag_error(f.diag, span_of(f.file, 36, 43), E_UNSUPPORTED,
                               "connector '%s' has no component '%s'", "P", "presure");
    diag_replace(f.diag, d, d->span, "pressure");
    diag_note(f.diag, d, span_of(f.file, 10, 11), "'%s' is declared here", "P");
    CHECK_TEXT(u, as_text(u, f.diag),
               "Pump.mo:4:8: error[E0004]: connector 'P' has no component 'presure'\n"
               "    4 | \tinlet.presure = 1;\n"
               "      | \t      ^^^^^^^ did you mean 'pressure'?\n"
               "Pump.mo:1:11: note: 'P' is declared here\n"
               "    1 | connector P\n"
               "      |           ^\n");
}

static void caret_counts_characters_not_bytes(Unit *u)
{
    Fixture f = open_fixture(u, "x = \"\xC3\xA4\xC3\xB6\" + y;\n");
    diag_warning(f.diag, span_of(f.file, 13, 14), E_UNSUPPORTED, "here");
    CHECK_TEXT(u, as_text(u, f.diag),
               "Pump.mo:1:14: warning[E0004]: here\n"
               "    1 | x = \"\xC3\xA4\xC3\xB6\" + y;\n"
               "      |            ^\n");
}

static void a_place_at_the_end_of_the_file_is_shown(Unit *u)
{
    Fixture f = open_fixture(u, "model A");
    diag_error(f.diag, span_of(f.file, 7, 7), E_UNSUPPORTED, "the class does not end");
    CHECK_TEXT(u, as_text(u, f.diag),
               "Pump.mo:1:8: error[E0004]: the class does not end\n"
               "    1 | model A\n"
               "      |        ^\n");
}

static void without_a_place_only_the_sentence_is_shown(Unit *u)
{
    Fixture f = open_fixture(u, "");
    Diagnostic *d = diag_error(f.diag, (Span){0, 0}, E_USAGE, "unknown option '--x'");
    diag_label(f.diag, d, "did you mean '--y'?");
    CHECK_TEXT(u, as_text(u, f.diag),
               "error[E0002]: unknown option '--x'\n        did you mean '--y'?\n");
}

static void a_long_line_is_shown_in_part(Unit *u)
{
    char *text = arena_alloc(u->arena, 100001, 1);
    memset(text, 'x', 100000);
    text[100000] = '\0';
    Fixture f = open_fixture(u, text);
    diag_error(f.diag, span_of(f.file, 50000, 99000), E_UNSUPPORTED, "here");
    CHECK_TRUE(u, strlen(as_text(u, f.diag)) < 1000);
}

static void json_has_the_same_record(Unit *u)
{
    Fixture f = open_fixture(u, "a = bb;\n");
    Diagnostic *d = diag_error(f.diag, span_of(f.file, 4, 6), E_UNSUPPORTED, "no \"%s\"", "bb");
    diag_replace(f.diag, d, d->span, "b");
    diag_note(f.diag, d, span_of(f.file, 0, 1), "see here");
    diag_info(f.diag, (Span){0, 0}, E_FILE, "by the way");
    Text t = text_make(u->arena);
    diag_render_json(f.diag, 0, &t);
    CHECK_TEXT(u, text_cstr(&t),
               "[{\"severity\":\"error\",\"code\":\"E0004\",\"message\":\"no \\\"bb\\\"\","
               "\"file\":\"Pump.mo\",\"line\":1,\"column\":5,\"end_line\":1,\"end_column\":7,"
               "\"fix\":{\"replacement\":\"b\",\"file\":\"Pump.mo\",\"line\":1,\"column\":5,"
               "\"end_line\":1,\"end_column\":7},"
               "\"notes\":[{\"message\":\"see here\",\"file\":\"Pump.mo\",\"line\":1,"
               "\"column\":1,\"end_line\":1,\"end_column\":2}]},\n"
               " {\"severity\":\"note\",\"code\":\"E0001\",\"message\":\"by the way\","
               "\"notes\":[]}]\n");
}

static void counts_go_by_severity(Unit *u)
{
    Fixture f = open_fixture(u, "");
    Span none = {0, 0};
    diag_error(f.diag, none, E_FILE, "one");
    diag_warning(f.diag, none, E_FILE, "two");
    diag_error(f.diag, none, E_FILE, "three");
    CHECK_INT(u, diag_count(f.diag, SEVERITY_ERROR), 2);
    CHECK_INT(u, diag_count(f.diag, SEVERITY_WARNING), 1);
    CHECK_INT(u, diag_total(f.diag), 3);
    CHECK_TEXT(u, diag_at(f.diag, 2)->message, "three");
}

// The mistake of every element of a large array is told, and counted, but not shown a million
// times.
static void very_many_are_counted_and_not_shown(Unit *u)
{
    Fixture f = open_fixture(u, "");
    Span none = {0, 0};
    for (int i = 0; i < 5000; i++) {
        Diagnostic *d = diag_error(f.diag, none, E_FILE, "%d", i);
        diag_note(f.diag, d, none, "again");
    }
    diag_warning(f.diag, none, E_FILE, "shown");
    CHECK_INT(u, diag_count(f.diag, SEVERITY_ERROR), 5000);
    CHECK_INT(u, diag_total(f.diag), 1002);
    CHECK_TEXT(u, diag_at(f.diag, 999)->message, "999");
    CHECK_TEXT(u, diag_at(f.diag, 1000)->message,
               "there are more errors than the 1000 that are shown");
    CHECK_TEXT(u, diag_at(f.diag, 1001)->message, "shown");
}

static void no_code_is_used_twice(Unit *u)
{
    for (int i = 0; i < N_DIAGNOSTIC_CODES; i++) {
        const char *code = diag_code_text((DiagCode)i);
        CHECK_INT(u, strlen(code), 5);
        CHECK_TRUE(u, *diag_code_summary((DiagCode)i) != '\0');
        for (int k = 0; k < i; k++) CHECK_TRUE(u, strcmp(code, diag_code_text((DiagCode)k)) != 0);
    }
}

UNIT_SUITE(diagnostics, TEST(caret_stands_under_the_span), TEST(caret_counts_characters_not_bytes),
           TEST(a_place_at_the_end_of_the_file_is_shown),
           TEST(without_a_place_only_the_sentence_is_shown), TEST(a_long_line_is_shown_in_part),
           TEST(json_has_the_same_record), TEST(counts_go_by_severity),
           TEST(very_many_are_counted_and_not_shown), TEST(no_code_is_used_twice));
