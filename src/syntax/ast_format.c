// Canonical source text.
//
// The formatter reads the tokens of the file again and asks the tree only where lines begin:
// classes, sections, elements, equations and the branches of equations. So it cannot lose or
// change a token, and comments travel with the tokens they stand between. Blank lines between
// items are kept, at most one; inside an item there are none.
#include <string.h>

#include "base/session.h"
#include "syntax/ast_print.h"
#include "syntax/text_layout.h"

typedef struct {
    const AstFile *file;
    Lexer lexer;
    Token token;
    uint32_t next_comment;
    uint32_t last_end;   // where the last token or comment ends
    bool after_own_line; // it is a comment on a line of its own
    Arena *scratch;
    AtomList atoms;
    Text *out;
} Formatter;

static const char *text_at(const Formatter *f, uint32_t position)
{
    return f->file->source->text + (position - f->file->source->first);
}

// Line ends between what was read last and `position`.
static int newlines_before(const Formatter *f, uint32_t position)
{
    int n = 0;
    for (const char *p = text_at(f, f->last_end), *end = text_at(f, position); p < end; p++)
        n += *p == '\n';
    return n;
}

static bool comment_is_next(const Formatter *f)
{
    return f->next_comment < f->file->n_comments &&
           f->file->comments[f->next_comment].span.begin < f->token.span.begin;
}

static Atom take_comment(Formatter *f)
{
    Span span = f->file->comments[f->next_comment++].span;
    Atom a = {.kind = ATOM_COMMENT, .text = text_at(f, span.begin)};
    a.length = span.end - span.begin;
    // What follows a comment that fills a line begins another line.
    a.own_line = f->after_own_line || f->last_end == f->file->source->first ||
                 newlines_before(f, span.begin) > 0;
    f->after_own_line = a.own_line;
    a.ends_line = a.text[1] == '/';
    f->last_end = span.end;
    return a;
}

static void push_token(Formatter *f)
{
    Span span = f->token.span;
    Atom a = {.kind = f->token.kind, .text = text_at(f, span.begin)};
    a.length = span.end - span.begin;
    VEC_PUSH(f->scratch, &f->atoms, a);
    f->last_end = span.end;
    f->after_own_line = false;
    lexer_next(&f->lexer, &f->token);
}

// ---- Lines -------------------------------------------------------------------------------

static void blank_line_if_written(Formatter *f, uint32_t position)
{
    if (f->out->length && newlines_before(f, position) > 1) text_add_char(f->out, '\n');
}

// Comments before the first token of a line stand on lines of their own.
static void print_leading_comments(Formatter *f, uint32_t indent)
{
    while (comment_is_next(f)) {
        blank_line_if_written(f, f->file->comments[f->next_comment].span.begin);
        Atom a = take_comment(f);
        text_repeat(f->out, ' ', indent);
        layout_verbatim(&a, f->out);
        text_add_char(f->out, '\n');
    }
    blank_line_if_written(f, f->token.span.begin);
}

static bool at_trailing_comment(const Formatter *f)
{
    return comment_is_next(f) && !newlines_before(f, f->file->comments[f->next_comment].span.begin);
}

// One item: the tokens before `until`, then those through the first `last` outside of brackets
// (none with N_TOKENS), then comments on the same line.
static void print_item(Formatter *f, uint32_t indent, uint32_t until, TokenKind last)
{
    int open = 0;
    f->atoms.count = 0;
    for (bool more = true; more && f->token.kind != TOKEN_END_OF_FILE;) {
        TokenKind kind = f->token.kind;
        if (f->token.span.begin >= until && last == N_TOKENS) break;
        while (comment_is_next(f)) VEC_PUSH(f->scratch, &f->atoms, take_comment(f));
        if (kind == TOKEN_LEFT_PAREN || kind == TOKEN_LEFT_BRACKET || kind == TOKEN_LEFT_BRACE)
            open++;
        if (kind == TOKEN_RIGHT_PAREN || kind == TOKEN_RIGHT_BRACKET || kind == TOKEN_RIGHT_BRACE)
            open--;
        more = !(f->token.span.begin >= until && open == 0 && kind == last);
        push_token(f);
    }
    while (at_trailing_comment(f)) VEC_PUSH(f->scratch, &f->atoms, take_comment(f));
    VEC_PUSH(f->scratch, &f->atoms, ((Atom){.kind = TOKEN_END_OF_FILE, .text = ""}));
    layout_measure(&f->atoms);
    layout_item(&f->atoms, indent, f->out);
    text_add_char(f->out, '\n');
}

// A line: comments before it (at `comments`), then the item.
static void print_line(Formatter *f, uint32_t indent, uint32_t comments, uint32_t until,
                       TokenKind last)
{
    print_leading_comments(f, comments);
    print_item(f, indent, until, last);
}

static void print_statement(Formatter *f, uint32_t indent)
{
    print_line(f, indent, indent, 0, TOKEN_SEMICOLON);
}

// ---- Equations ---------------------------------------------------------------------------

static void print_equation(Formatter *f, const AstEquation *e, uint32_t indent);

static void print_branch(Formatter *f, const AstBranch *b, uint32_t indent)
{
    for (uint32_t i = 0; i < b->n_items; i++)
        print_equation(f, b->items[i], indent + LAYOUT_INDENT);
}

static void print_equation(Formatter *f, const AstEquation *e, uint32_t indent)
{
    uint32_t inner = indent + LAYOUT_INDENT;
    switch (e->kind) {
    case AST_EQ_IF:
    case AST_EQ_WHEN:
        for (uint32_t i = 0; i < e->n_branches; i++) {
            const AstBranch *b = &e->branches[i];
            uint32_t comments = i ? inner : indent;
            if (b->condition)
                print_line(f, indent, comments, b->condition->span.end, TOKEN_THEN);
            else
                print_line(f, indent, comments, f->token.span.end, N_TOKENS);
            print_branch(f, b, indent);
        }
        break;
    case AST_EQ_FOR: {
        const AstIterator *last = &e->iterators[e->n_iterators - 1];
        uint32_t head = last->range ? last->range->span.end : last->span.end;
        print_line(f, indent, indent, head, TOKEN_LOOP);
        print_branch(f, &e->branches[0], indent);
        break;
    }
    case AST_EQ_WHILE:
        print_line(f, indent, indent, e->branches[0].condition->span.end, TOKEN_LOOP);
        print_branch(f, &e->branches[0], indent);
        break;
    default: print_statement(f, indent); return;
    }
    print_line(f, indent, inner, 0, TOKEN_SEMICOLON); // end if;
}

static void print_section(Formatter *f, const AstSection *s, uint32_t indent)
{
    print_line(f, indent, indent + LAYOUT_INDENT, s->span.end, N_TOKENS);
    for (uint32_t i = 0; i < s->n_items; i++)
        print_equation(f, s->items[i], indent + LAYOUT_INDENT);
}

// ---- Classes -----------------------------------------------------------------------------

static bool is_long(const AstClass *c)
{
    return c->form == AST_CLASS_LONG || c->form == AST_CLASS_EXTENDS;
}

static uint32_t end_of_head(const AstClass *c)
{
    if (c->comment) return c->comment->span.end;
    return c->mods.has_args ? c->mods.span.end : c->name_span.end;
}

// The head is read up to its end; then the elements and sections in text order, told apart by
// the next token; last `end Name` with all that follows up to the ';'.
static void print_class(Formatter *f, const AstClass *c, uint32_t indent)
{
    uint32_t inner = indent + LAYOUT_INDENT, element = 0, section = 0;
    print_line(f, indent, indent, end_of_head(c), N_TOKENS);
    while (f->token.kind != TOKEN_END && f->token.kind != TOKEN_END_OF_FILE) {
        uint32_t begin = f->token.span.begin;
        if (section < c->n_sections && c->sections[section].span.begin == begin) {
            print_section(f, &c->sections[section++], indent);
        } else if (f->token.kind == TOKEN_PUBLIC || f->token.kind == TOKEN_PROTECTED) {
            print_line(f, indent, inner, f->token.span.end, N_TOKENS);
        } else if (f->token.kind == TOKEN_EXTERNAL) {
            print_line(f, indent, inner, 0, TOKEN_SEMICOLON);
        } else {
            while (element < c->n_elements && c->elements[element]->span.begin < begin) element++;
            const AstElement *e = element < c->n_elements ? c->elements[element] : NULL;
            bool is_class = e && e->span.begin == begin && e->kind == AST_ELEMENT_CLASS;
            if (is_class && is_long(e->u.class_def))
                print_class(f, e->u.class_def, inner);
            else
                print_statement(f, inner);
        }
    }
    print_line(f, indent, inner, 0, TOKEN_SEMICOLON);
}

void ast_format(const AstFile *file, Text *out)
{
    Arena *scratch = arena_open("format");
    Session session = {.arena = scratch, .names = names_open(scratch)};
    Formatter f = {.file = file, .scratch = scratch, .out = out, .last_end = file->source->first};
    f.lexer = lexer_open(&session, file->source, scratch);
    f.lexer.silent = true;
    lexer_next(&f.lexer, &f.token);
    if (file->has_within) print_statement(&f, 0);
    for (uint32_t i = 0; i < file->n_classes; i++)
        if (is_long(file->classes[i]))
            print_class(&f, file->classes[i], 0);
        else
            print_statement(&f, 0);
    print_leading_comments(&f, 0);
    arena_close(scratch);
}
