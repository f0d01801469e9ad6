#include <string.h>

#include "base/source.h"
#include "base/text.h"
#include "unit/unit.h"

static void places_count_from_one(Unit *u)
{
    SourceTable *t = sources_open(u->arena);
    const char *text = "model A\n  Real x;\nend A;";
    SourceFile *f = source_add(t, "a.mo", text, strlen(text));
    Place first = source_place(t, span_of(f, 0, 1).begin);
    CHECK_INT(u, first.line * 100 + first.column, 101);
    Place x = source_place(t, span_of(f, 15, 16).begin);
    CHECK_INT(u, x.line * 100 + x.column, 208);
    Place line_end = source_place(t, span_of(f, 7, 8).begin);
    CHECK_INT(u, line_end.line * 100 + line_end.column, 108);
    Place last = source_place(t, span_of(f, (uint32_t)strlen(text), 0).begin);
    CHECK_INT(u, last.line * 100 + last.column, 307);
}

static void every_position_knows_its_file(Unit *u)
{
    SourceTable *t = sources_open(u->arena);
    SourceFile *files[100];
    for (int i = 0; i < 100; i++) files[i] = source_add(t, "x", "abc", (size_t)(i % 4));
    for (int i = 0; i < 100; i++)
        for (uint32_t k = 0; k <= (uint32_t)i % 4; k++)
            CHECK_TRUE(u, source_of(t, files[i]->first + k) == files[i]);
    CHECK_TRUE(u, source_of(t, 0) == NULL);
    CHECK_TRUE(u, source_place(t, 0).file == NULL);
    CHECK_INT(u, sources_count(t), 100);
}

static void lines_come_without_their_end(Unit *u)
{
    SourceTable *t = sources_open(u->arena);
    const char *text = "one\r\ntwo\n\nfour";
    SourceFile *f = source_add(t, "x", text, strlen(text));
    source_place(t, f->first); // makes the line table
    CHECK_INT(u, f->n_lines, 4);
    static const char *const expected[] = {"one", "two", "", "four"};
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t length;
        const char *line = source_line(f, i + 1, &length);
        CHECK_TEXT(u, arena_copy_text(u->arena, line, length), expected[i]);
    }
}

static void joined_spans_cover_both(Unit *u)
{
    Span a = {10, 12}, b = {20, 25}, none = {0, 0};
    CHECK_INT(u, span_join(a, b).begin * 100 + span_join(a, b).end, 1025);
    CHECK_INT(u, span_join(none, b).begin, 20);
    CHECK_INT(u, span_join(a, none).end, 12);
    CHECK_TRUE(u, span_is_none(none) && !span_is_none(a));
}

static void unreadable_files_say_why(Unit *u)
{
    SourceTable *t = sources_open(u->arena);
    const char *why = NULL;
    CHECK_TRUE(u, source_read(t, "tests/there/is/no/such.mo", &why) == NULL);
    CHECK_TEXT(u, why, "No such file or directory");
    CHECK_TRUE(u, source_read(t, "tests", &why) == NULL);
    CHECK_TEXT(u, why, "it is a directory");
    CHECK_TRUE(u, source_read(t, "/dev/null", &why) == NULL);
    CHECK_TEXT(u, why, "it is not a regular file");
    CHECK_TRUE(u, source_read(t, "Makefile", &why) != NULL);
    CHECK_TRUE(u, sources_bytes_read(t) > 1000);
}

UNIT_SUITE(sources, TEST(places_count_from_one), TEST(every_position_knows_its_file),
           TEST(lines_come_without_their_end), TEST(joined_spans_cover_both),
           TEST(unreadable_files_say_why));
