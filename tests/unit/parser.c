#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/session.h"
#include "syntax/ast_print.h"
#include "syntax/parser.h"
#include "unit/unit.h"

static Session *open_session(Unit *u)
{
    Session *s = ARENA_NEW(u->arena, Session);
    s->arena = u->arena;
    s->names = names_open(u->arena);
    s->sources = sources_open(u->arena);
    s->diag = diag_open(u->arena, s->sources);
    return s;
}

// `begin`, then `open` many times, `middle`, `close` many times, `end`.
static const AstFile *parse_nested(Session *s, const char *const parts[5], uint32_t levels)
{
    Text t = text_make(s->arena);
    text_add(&t, parts[0]);
    for (uint32_t i = 0; i < levels; i++) text_add(&t, parts[1]);
    text_add(&t, parts[2]);
    for (uint32_t i = 0; i < levels; i++) text_add(&t, parts[3]);
    text_add(&t, parts[4]);
    return parse_file(s, source_add(s->sources, "nested.mo", t.data, t.length));
}

static const char *const nests[][5] = {
    {"model M Real x = ", "(", "1", ")", "; end M;"},
    {"model M Real x = ", "f(", "1", ")", "; end M;"},
    {"model M Real x = ", "{", "1", "}", "; end M;"},
    {"model M Real x = ", "[", "1", "]", "; end M;"},
    {"model M Real x = ", "a[", "1", "]", "; end M;"},
    {"model M Real x = ", "if a then ", "1", " else 2", "; end M;"},
    {"model M Real x = ", "-", "1", "", "; end M;"},
    {"model M Real x = ", "not ", "1", "", "; end M;"},
    {"model M Real x = ", "1 + if a then ", "1", " else 2", "; end M;"},
    {"model M Real x = ", "1 + ", "1", "", "; end M;"},
    {"model M Real x = ", "1^", "1", "", "; end M;"},
    {"model M Real x = ", "g(function f(a = ", "1", "))", "; end M;"},
    {"model M Real x", "(a", "", ")", "; end M;"},
    {"model M A x(", "redeclare B b(", "", ")", "); end M;"},
    {"model M equation ", "if a then ", "x = 1;", "end if;", " end M;"},
    {"model M algorithm ", "for i in a loop ", "x := 1;", "end for;", " end M;"},
    {"", "model M ", "", "end M;", ""},
    {"", "modle M\n", "", "end M;", ""},
    {"model M Real x \"a\"", " + \"a\"", "", "", "; end M;"},
};
enum { N_NESTS = sizeof nests / sizeof *nests };

static void deep_nesting_is_an_error(Unit *u)
{
    for (uint32_t i = 0; i < N_NESTS; i++) {
        Arena *arena = arena_open("nested");
        Unit inner = {.arena = arena};
        Session *s = open_session(&inner);
        CHECK_TRUE(u, parse_nested(s, nests[i], 100000)->has_errors);
        CHECK_TRUE(u, diag_count(s->diag, SEVERITY_ERROR) >= 1);
        bool found = diag_count(s->diag, SEVERITY_ERROR) == 100; // the other bound
        for (uint32_t k = 0; k < diag_total(s->diag); k++)
            found |= diag_at(s->diag, k)->code == E_NESTING;
        if (!unit_true(u, __FILE__, __LINE__, nests[i][1], found))
            text_printf(&u->failures, "  first: %s\n", diag_at(s->diag, 0)->message);
        arena_close(arena);
    }
}

static void moderate_nesting_is_none(Unit *u)
{
    for (uint32_t i = 0; i < N_NESTS; i++) {
        if (strstr("- not 1 + if a then 1^modle M\n", nests[i][1])) continue; // wrong at any depth
        Session *s = open_session(u);
        bool wrong = parse_nested(s, nests[i], 150)->has_errors;
        if (!unit_true(u, __FILE__, __LINE__, nests[i][1], !wrong))
            text_printf(&u->failures, "  first: %s\n", diag_at(s->diag, 0)->message);
    }
}

static void strings_lose_their_escapes(Unit *u)
{
    Session *s = open_session(u);
    const char *text = "\"a\\tb\\\"c\\\\\r\nd\\?\"";
    const AstExpr *e = parse_expression_text(s, source_add(s->sources, "x", text, strlen(text)));
    if (!CHECK_TRUE(u, e && e->kind == AST_STRING)) return;
    uint32_t length;
    CHECK_TEXT(u, ast_string_value(e, u->arena, &length), "a\tb\"c\\\nd?");
    CHECK_INT(u, length, 9);
}

// Conversions by hand are compared with the one of the C library.
static void numbers_are_exact(Unit *u)
{
    static const char *const numbers[] = {"0.1",
                                          "1e22",
                                          "1e23",
                                          "1234567890123456",
                                          "1.7976931348623157e308",
                                          "4.9e-324",
                                          "9007199254740993.0",
                                          "0.000000000000000000000001",
                                          "6.02214076e23",
                                          "1.e-5",
                                          ".5e1",
                                          "100000000000000000000000.0",
                                          "2.2250738585072011e-308",
                                          "00012.50",
                                          "0e5",
                                          "3.14159265358979323846264338327950288"};
    Session *s = open_session(u);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const char *text = numbers[i];
        const AstExpr *e =
            parse_expression_text(s, source_add(s->sources, "x", text, strlen(text)));
        if (!CHECK_TRUE(u, e != NULL)) continue;
        double value = e->kind == AST_REAL ? e->u.number : (double)e->u.integer;
        CHECK_REAL(u, value, strtod(text, NULL), 0);
    }
}

static bool holds(Session *s, const AstFile *file)
{
    if (file->has_errors) return diag_count(s->diag, SEVERITY_ERROR) > 0;
    Text once = text_make(s->arena), twice = text_make(s->arena);
    ast_format(file, &once);
    const AstFile *again =
        parse_file(s, source_add(s->sources, "formatted", text_cstr(&once), once.length));
    if (again->has_errors || again->n_comments != file->n_comments) return false;
    ast_format(again, &twice);
    return ast_equal(file, again) && !strcmp(text_cstr(&once), text_cstr(&twice));
}

// The same promise that the fuzz target checks, for its seeds and what it found in the past.
static void fuzz_seeds_hold(Unit *u)
{
    DIR *folder = opendir("tests/fuzz/seeds");
    if (!CHECK_TRUE(u, folder != NULL)) return;
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        Session *s = open_session(u);
        const char *why, *path = arena_printf(u->arena, "tests/fuzz/seeds/%s", entry->d_name);
        SourceFile *source = source_read(s->sources, path, &why);
        if (source) unit_true(u, path, 1, path, holds(s, parse_file(s, source)));
    }
    closedir(folder);
}

UNIT_SUITE(parser, TEST(fuzz_seeds_hold), TEST(deep_nesting_is_an_error),
           TEST(moderate_nesting_is_none), TEST(strings_lose_their_escapes),
           TEST(numbers_are_exact));
