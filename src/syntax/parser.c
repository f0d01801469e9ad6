// Files, and the other texts that are parsed: expressions alone and scripts of calls.
#include "syntax/parser.h"

#include "syntax/parse_state.h"

Parser parser_open(Session *s, const SourceFile *source, AstFile *file, uint32_t place)
{
    Parser p = {.session = s, .arena = s->arena, .file = file};
    p.scratch = arena_open("parser");
    p.lexer = lexer_open(s, source, p.scratch);
    p.lexer.has_decorations = file->is_base;
    if (place > source->first) p.lexer.next = source->text + (place - source->first);
    p.last_begin = p.last_end = place;
    file->source = source;
    lexer_next(&p.lexer, &p.token);
    return p;
}

// "A.B;" at the beginning of a file.
static bool at_within_without_word(Parser *p)
{
    if (!at(p, TOKEN_NAME)) return false;
    Lexer probe = lexer_probe(&p->lexer);
    Token t;
    lexer_next(&probe, &t);
    while (t.kind == TOKEN_DOT) {
        lexer_next(&probe, &t);
        if (t.kind != TOKEN_NAME) return false;
        lexer_next(&probe, &t);
    }
    return t.kind == TOKEN_SEMICOLON;
}

static void parse_within(Parser *p)
{
    p->file->has_within = true;
    advance(p);
    if (!at(p, TOKEN_SEMICOLON)) p->file->within = parse_type_name(p);
    expect_semicolon(p, "'within'");
}

// "modle M" or "M": no class begins so.
static void parse_wordless_class(Parser *p)
{
    Token word = p->token;
    bool misspelt = look_ahead(p) == TOKEN_NAME && !p->ahead.newline_before;
    const char *near = misspelt ? nearest_keyword(word.u.name->text) : NULL;
    Diagnostic *d;
    if (misspelt)
        d = parse_slip(p, word.span, E_SYNTAX, "'%s' is not a word that begins a class",
                       word.u.name->text);
    else
        d = parse_slip(p, word.span, E_MISSING_TOKEN,
                       "'model', 'package' or another class word is missing before '%s'",
                       word.u.name->text);
    if (near) parse_repair(p, d, word.span, near);
    if (misspelt) advance(p);
    Span span;
    Name name = expect_name(p, "the name of the class", &span);
    AstClass *c = parse_class_without_word(p, name, span);
    LIST_PUSH(p, AstClass *, c);
}

static void report_no_class(Parser *p)
{
    if (at(p, TOKEN_WITHIN))
        parse_error(p, p->token.span, E_SECTION_ORDER,
                    "'within' stands at the beginning of a file");
    else
        parse_expected(p, "a class ('model', 'package', ...)");
    skip_item(p);
}

static void parse_file_class(Parser *p)
{
    uint32_t begin = p->token.span.begin;
    bool is_final = accept(p, TOKEN_FINAL);
    if (at_class(p)) {
        AstClass *c = parse_class(p, is_final);
        if (c->name) LIST_PUSH(p, AstClass *, c);
        expect_semicolon(p, "the class");
    } else if (at(p, TOKEN_NAME)) {
        parse_wordless_class(p);
        expect_semicolon(p, "the class");
    } else if (at(p, TOKEN_SEMICOLON)) {
        parse_repair(p, parse_slip(p, p->token.span, E_SYNTAX, "a ';' too many"), p->token.span,
                     "");
        advance(p);
    } else {
        report_no_class(p);
    }
    // A stray `end` stops every skipping; here nothing can begin with it.
    if (p->token.span.begin == begin) advance(p);
}

static AstFile *parse_text(Session *s, const SourceFile *source, bool reads_later)
{
    AstFile *file = ARENA_NEW(s->arena, AstFile);
    file->is_base = is_base_modelica(source);
    Parser parser = parser_open(s, source, file, source->first), *p = &parser;
    p->reads_later = reads_later && !file->is_base;
    if (at(p, TOKEN_WITHIN)) {
        parse_within(p);
    } else if (at_within_without_word(p)) {
        Span gap = {p->token.span.begin, p->token.span.begin};
        Diagnostic *d =
            parse_slip(p, p->token.span, E_MISSING_TOKEN, "'within' is missing before the name");
        parse_repair(p, d, gap, "within ");
        skip_item(p);
    }
    while (!at(p, TOKEN_END_OF_FILE)) parse_file_class(p);
    file->n_classes = LIST_COUNT(p, AstClass *, 0);
    file->classes = LIST_TAKE(p, AstClass *, 0);
    file->n_comments = p->lexer.comments.count;
    if (file->n_comments)
        file->comments = ARENA_COPY(s->arena, AstComment, p->lexer.comments.data, file->n_comments);
    file->has_errors |= p->lexer.n_errors > 0;
    arena_close(p->scratch);
    return file;
}

AstFile *parse_file(Session *s, const SourceFile *source)
{
    return parse_text(s, source, false);
}

AstFile *parse_file_later(Session *s, const SourceFile *source)
{
    uint32_t reports = diag_total(s->diag);
    AstFile *file = parse_text(s, source, true);
    if (!file->has_errors && diag_total(s->diag) == reports) return file;
    diag_forget(s->diag, reports);
    return parse_text(s, source, false);
}

const AstExpr *parse_expression_text(Session *s, const SourceFile *source)
{
    AstFile *file = ARENA_NEW(s->arena, AstFile);
    Parser parser = parser_open(s, source, file, source->first), *p = &parser;
    const AstExpr *e = parse_expression(p);
    if (!at(p, TOKEN_END_OF_FILE))
        parse_error(p, p->token.span, E_SYNTAX, "unexpected %s after the expression",
                    words_for(p, &p->token));
    bool failed = file->has_errors || p->lexer.n_errors;
    arena_close(p->scratch);
    return failed ? NULL : e;
}

const AstModList *parse_modification_text(Session *s, const SourceFile *source)
{
    AstFile *file = ARENA_NEW(s->arena, AstFile);
    AstModList *list = ARENA_NEW(s->arena, AstModList);
    Parser parser = parser_open(s, source, file, source->first), *p = &parser;
    parse_class_modification(p, list);
    if (!at(p, TOKEN_END_OF_FILE))
        parse_error(p, p->token.span, E_SYNTAX, "unexpected %s after the modification",
                    words_for(p, &p->token));
    bool failed = file->has_errors || p->lexer.n_errors;
    arena_close(p->scratch);
    return failed ? NULL : list;
}

AstExprList parse_calls_text(Session *s, const SourceFile *source)
{
    AstFile *file = ARENA_NEW(s->arena, AstFile);
    Parser parser = parser_open(s, source, file, source->first), *p = &parser;
    p->lexer.silent = true;
    while (!at(p, TOKEN_END_OF_FILE)) {
        uint32_t begin = p->token.span.begin;
        const AstExpr *e = parse_expression(p);
        if (e->kind == AST_CALL)
            LIST_PUSH(p, const AstExpr *, e);
        else if (!p->panic)
            parse_expected(p, "a call");
        expect_semicolon(p, "the call");
        if (p->token.span.begin == begin && !at(p, TOKEN_END_OF_FILE)) advance(p);
    }
    AstExprList calls = {.count = LIST_COUNT(p, const AstExpr *, 0)};
    calls.items = LIST_TAKE(p, const AstExpr *, 0);
    arena_close(p->scratch);
    return calls;
}
