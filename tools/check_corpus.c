// check_corpus [--should-pass] [--scatter | --delete] FOLDER... -- holds parser and formatter
// against real libraries.
//
// Every .mo file below the folders must parse without error; its formatted text must parse to
// an equal tree, hold the same comments, and be its own formatted text. With --should-pass
// files that declare shouldPass = false are left out. --scatter puts comments of both kinds
// between the tokens of the files first, at places that look random but are always the same.
// --show prints the formatted text.
//
// --delete asks another question: some tokens of each file are left out, one at a time, and the
// errors that this one mistake gives are counted. One is what it should be.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/session.h"
#include "base/vec.h"
#include "syntax/ast_print.h"
#include "syntax/lexer.h"
#include "syntax/parser.h"

typedef struct {
    uint32_t n_files, n_failed, n_skipped, n_comments;
    bool should_pass, scatter, delete, show;
    uint32_t n_deletions, n_with_one_error, n_with_more;
} Tally;

static Session open_session(Arena *a)
{
    Session s = {.arena = a, .names = names_open(a), .sources = sources_open(a)};
    s.diag = diag_open(a, s.sources);
    return s;
}

static bool fail(const char *path, const char *why)
{
    printf("%s: %s\n", path, why);
    return false;
}

static const char *comment_text(const AstFile *f, uint32_t i, size_t *length)
{
    Span span = f->comments[i].span;
    *length = span.end - span.begin;
    return f->source->text + (span.begin - f->source->first);
}

// Equal up to blanks at line ends and the form of line ends.
static bool same_words(const char *a, size_t n, const char *b, size_t m)
{
    size_t i = 0, k = 0;
    for (; i < n && k < m; i++, k++) {
        while (i < n && a[i] == '\r') i++;
        while (k < m && b[k] == '\r') k++;
        if (i < n && k < m && a[i] != b[k]) return false;
    }
    for (; i < n; i++)
        if (!strchr(" \t\r", a[i])) return false;
    return k == m;
}

static bool same_comments(const AstFile *a, const AstFile *b)
{
    if (a->n_comments != b->n_comments) return false;
    for (uint32_t i = 0; i < a->n_comments; i++) {
        size_t n, m;
        const char *x = comment_text(a, i, &n), *y = comment_text(b, i, &m);
        if (!same_words(x, n, y, m)) return false;
    }
    return true;
}

static bool is_marked_failing(const char *text)
{
    const char *p = strstr(text, "shouldPass");
    if (!p) return false;
    p += strlen("shouldPass");
    p += strspn(p, " =\t\r\n");
    return !strncmp(p, "false", 5);
}

static SourceFile *scatter_comments(Session *s, const SourceFile *source)
{
    Text text = text_make(s->arena);
    Lexer lexer = lexer_open(s, source, s->arena);
    lexer.silent = true;
    const char *from = source->text;
    uint32_t random = 1;
    for (Token t; lexer_next(&lexer, &t), t.kind != TOKEN_END_OF_FILE;) {
        const char *end = source->text + (t.span.end - source->first);
        text_add_bytes(&text, from, (size_t)(end - from));
        from = end;
        random = random * 1664525 + 1013904223; // [Knuth, vol. 2, 3.3.4]
        if (random >> 28 == 0) text_printf(&text, " // %u\n", random >> 8 & 0xFF);
        if (random >> 28 == 1) text_printf(&text, " /* %u */", random >> 8 & 0xFF);
        if (random >> 28 == 2) text_printf(&text, "\n\n/* %u\n*/", random >> 8 & 0xFF);
        if (random >> 28 == 3) text_printf(&text, "\n// %u\n", random >> 8 & 0xFF);
    }
    text_add(&text, from);
    return source_add(s->sources, "scattered", text.data, text.length);
}

static void count_errors_without(const SourceFile *source, Span token, Tally *t)
{
    Arena *a = arena_open("deletion");
    Session s = open_session(a);
    Text text = text_make(a);
    uint32_t begin = token.begin - source->first, end = token.end - source->first;
    text_add_bytes(&text, source->text, begin);
    text_add_bytes(&text, source->text + end, source->length - end);
    parse_file(&s, source_add(s.sources, "shortened", text_cstr(&text), text.length));
    uint32_t n = diag_count(s.diag, SEVERITY_ERROR);
    t->n_deletions++;
    t->n_with_one_error += n == 1;
    t->n_with_more += n > 1;
    arena_close(a);
}

static void delete_tokens(Session *s, const SourceFile *source, Tally *t)
{
    enum { EVERY = 97 }; // of the tokens; a prime, so that all kinds have their turn
    Lexer lexer = lexer_open(s, source, s->arena);
    lexer.silent = true;
    uint32_t n = 0;
    for (Token token; lexer_next(&lexer, &token), token.kind != TOKEN_END_OF_FILE; n++)
        if (n % EVERY == EVERY / 2 && n / EVERY < 20) count_errors_without(source, token.span, t);
}

static bool check_file(Session *s, const char *path, Tally *t)
{
    const char *why;
    SourceFile *source = source_read(s->sources, path, &why);
    if (!source) return fail(path, why);
    if (t->should_pass && is_marked_failing(source->text)) {
        t->n_skipped++;
        return true;
    }
    if (t->delete) {
        delete_tokens(s, source, t);
        return true;
    }
    if (t->scatter) source = scatter_comments(s, source);
    AstFile *first = parse_file(s, source);
    t->n_comments += first->n_comments;
    if (first->has_errors) return fail(path, "does not parse");
    Text once = text_make(s->arena), twice = text_make(s->arena);
    ast_format(first, &once);
    if (t->show) fputs(text_cstr(&once), stdout);
    AstFile *second =
        parse_file(s, source_add(s->sources, "formatted", text_cstr(&once), once.length));
    if (second->has_errors) return fail(path, "does not parse after formatting");
    if (!ast_equal(first, second)) return fail(path, "has another tree after formatting");
    if (!same_comments(first, second)) return fail(path, "has other comments after formatting");
    ast_format(second, &twice);
    if (strcmp(text_cstr(&once), text_cstr(&twice)) != 0)
        return fail(path, "changes when it is formatted again");
    return true;
}

static void visit(const char *path, Tally *t)
{
    struct stat info;
    if (stat(path, &info) != 0) return;
    size_t n = strlen(path);
    if (S_ISREG(info.st_mode) && n > 3 && !strcmp(path + n - 3, ".mo")) {
        Arena *a = arena_open("file");
        Session s = open_session(a);
        t->n_files++;
        if (!check_file(&s, path, t)) {
            t->n_failed++;
            Text out = text_make(a);
            diag_render_text(s.diag, 0, false, &out);
            fputs(text_cstr(&out), stdout);
        }
        arena_close(a);
    }
    if (!S_ISDIR(info.st_mode)) return;
    struct dirent **entries;
    int n_entries = scandir(path, &entries, NULL, alphasort);
    for (int i = 0; i < n_entries; i++) {
        if (entries[i]->d_name[0] != '.') {
            char *below = malloc(n + strlen(entries[i]->d_name) + 2);
            sprintf(below, "%s/%s", path, entries[i]->d_name);
            visit(below, t);
            free(below);
        }
        free(entries[i]);
    }
    if (n_entries >= 0) free(entries);
}

int main(int argc, char **argv)
{
    Tally t = {0};
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--delete"))
            t.delete = true;
        else if (!strcmp(argv[i], "--scatter"))
            t.scatter = true;
        else if (!strcmp(argv[i], "--should-pass"))
            t.should_pass = true;
        else if (!strcmp(argv[i], "--show"))
            t.show = true;
        else
            visit(argv[i], &t);
    if (t.delete)
        printf("%u tokens left out: %u times one error, %u times more\n", t.n_deletions,
               t.n_with_one_error, t.n_with_more);
    printf("%u files, %u left out, %u comments, %u failed\n", t.n_files, t.n_skipped, t.n_comments,
           t.n_failed);
    return t.n_failed || !t.n_files;
}
