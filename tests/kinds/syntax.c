// tests/syntax/NAME.mo: a file that parses. Its canonical text is NAME.formatted if there is
// such a file, otherwise the file itself; a comment
//
//   /* ast
//   ...
//   */
//
// holds the tree as `tarn dump --ast` shows it. In any case formatting must keep the tree and
// the comments, and change nothing the second time.
#include <string.h>
#include <unistd.h>

#include "expect.h"
#include "syntax/ast_print.h"
#include "syntax/parser.h"
#include "tarn/compile/pipeline.h"

static void check_formatting(TestCase *t, Session *s, const AstFile *file, Text *once)
{
    Text twice = text_make(t->arena);
    ast_format(file, once);
    const AstFile *again =
        parse_file(s, source_add(s->sources, "formatted", text_cstr(once), once->length));
    if (again->has_errors)
        text_add(&t->difference, "the formatted text has errors\n");
    else if (!ast_equal(file, again))
        text_add(&t->difference, "formatting changes the tree\n");
    else if (file->n_comments != again->n_comments)
        text_add(&t->difference, "formatting loses comments\n");
    ast_format(again, &twice);
    test_same_text(t, text_cstr(&twice), text_cstr(once));
}

static void compare_dump(TestCase *t, const AstFile *file, const char *text)
{
    size_t begin, end;
    if (!expect_dump(text, stage_names[STAGE_AST], &begin, &end)) return;
    Text actual = text_make(t->arena);
    ast_dump(file, &actual);
    if (!t->bless) {
        test_same_text(t, text_cstr(&actual), arena_copy_text(t->arena, text + begin, end - begin));
        return;
    }
    Text whole = text_make(t->arena);
    text_add_bytes(&whole, text, begin);
    text_add_bytes(&whole, actual.data, actual.length);
    text_add(&whole, text + end);
    test_write_file(t, t->path, whole.data, whole.length);
}

static void compare_format(TestCase *t, const char *source, const Text *formatted)
{
    size_t stem = strlen(t->path) - strlen(".mo");
    const char *path = arena_printf(t->arena, "%.*s.formatted", (int)stem, t->path);
    if (access(path, F_OK) != 0)
        test_same_text(t, text_cstr(formatted), source);
    else if (t->bless)
        test_write_file(t, path, formatted->data, formatted->length);
    else
        test_same_text(t, text_cstr(formatted), test_read_file(t, path, NULL));
}

TestOutcome test_syntax(TestCase *t)
{
    size_t length;
    char *text = test_read_file(t, t->path, &length);
    if (!text) return TEST_FAILED;
    Session *s = session_open();
    const AstFile *file = parse_file(s, source_add(s->sources, t->path, text, length));
    if (file->has_errors) {
        expect_show_diagnostics(t, s);
        session_close(s);
        return TEST_FAILED;
    }
    Text formatted = text_make(t->arena);
    check_formatting(t, s, file, &formatted);
    compare_format(t, text, &formatted);
    compare_dump(t, file, text);
    session_close(s);
    return t->difference.length ? TEST_FAILED : TEST_PASSED;
}
