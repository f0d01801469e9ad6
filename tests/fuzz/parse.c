// Fuzz target of lexer, parser and formatter: whatever the bytes, there is no crash; what parses
// is formatted to the same tree and comments, and formatting again changes nothing.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/session.h"
#include "syntax/ast_print.h"
#include "syntax/parser.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fail(const char *what, const Text *formatted)
{
    fprintf(stderr, "%s\n%s\n", what, text_cstr(formatted));
    abort();
}

static void check_format(Session *s, const AstFile *file)
{
    Text once = text_make(s->arena), twice = text_make(s->arena);
    ast_format(file, &once);
    const AstFile *again =
        parse_file(s, source_add(s->sources, "formatted", text_cstr(&once), once.length));
    if (again->has_errors) fail("formatted text has errors:", &once);
    if (!ast_equal(file, again)) fail("formatted text has another tree:", &once);
    if (file->n_comments != again->n_comments) fail("formatted text has other comments:", &once);
    ast_format(again, &twice);
    if (strcmp(text_cstr(&once), text_cstr(&twice)) != 0) {
        fprintf(stderr, "%s\n----\n", text_cstr(&once));
        fail("formatting again gives:", &twice);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_open("fuzz");
    Session s = {.arena = arena, .names = names_open(arena), .sources = sources_open(arena)};
    s.diag = diag_open(arena, s.sources);
    const SourceFile *source = source_add(s.sources, "input", (const char *)data, size);
    const AstFile *file = parse_file(&s, source);
    if (file->has_errors != (diag_count(s.diag, SEVERITY_ERROR) > 0)) abort();
    Text rendered = text_make(arena);
    diag_render_text(s.diag, 0, false, &rendered);
    if (!file->has_errors)
        check_format(&s, file);
    else
        ast_dump(file, &rendered);
    arena_close(arena);
    return 0;
}
