// Equations and statements.
//
// An equation and a procedure call both begin with an expression, and only what follows tells
// them apart: the left side is read first and judged afterwards. `initial` begins a section
// when `equation` or `algorithm` follows and an expression otherwise.
#include <string.h>

#include "syntax/parse_state.h"

static AstEquation *parse_item(Parser *p, bool algorithm);

bool at_section(Parser *p)
{
    switch (p->token.kind) {
    case TOKEN_EQUATION:
    case TOKEN_ALGORITHM: return true;
    case TOKEN_INITIAL: {
        TokenKind next = look_ahead(p);
        return next == TOKEN_EQUATION || next == TOKEN_ALGORITHM;
    }
    default: return false;
    }
}

static bool at_end_of_items(Parser *p)
{
    switch (p->token.kind) {
    case TOKEN_IF:
    case TOKEN_FOR:
    case TOKEN_WHEN:
    case TOKEN_WHILE: return look_ahead(p) == TOKEN_SEMICOLON; // 'end' is missing before it
    case TOKEN_NAME:
        return at_partition(p) || at_class_name_without_end(p) || read_misspelt_section(p);
    case TOKEN_PARAMETER: return p->file->is_base && look_ahead(p) == TOKEN_EQUATION;
    case TOKEN_END:
    case TOKEN_ELSE:
    case TOKEN_ELSEIF:
    case TOKEN_ELSEWHEN:
    case TOKEN_PUBLIC:
    case TOKEN_PROTECTED:
    case TOKEN_EXTERNAL:
    case TOKEN_ANNOTATION:
    case TOKEN_END_OF_FILE: return true;
    default: return at_section(p);
    }
}

static const char *item_words(bool algorithm)
{
    return algorithm ? "the statement" : "the equation";
}

// { item ; }
static void parse_items(Parser *p, bool algorithm, AstEquation ***items, uint32_t *count)
{
    size_t mark = p->list.top;
    while (!at_end_of_items(p)) {
        uint32_t begin = p->token.span.begin;
        if (at_element(p)) {
            parse_misplaced_element(p, algorithm);
            continue;
        }
        AstEquation *e = parse_item(p, algorithm);
        LIST_PUSH(p, AstEquation *, e);
        expect_semicolon(p, item_words(algorithm));
        if (p->token.span.begin == begin && !at(p, TOKEN_END_OF_FILE)) advance(p);
    }
    *count = LIST_COUNT(p, AstEquation *, mark);
    *items = LIST_TAKE(p, AstEquation *, mark);
}

void parse_stray_item(Parser *p, AstSection *section, bool algorithm)
{
    *section = (AstSection){.is_algorithm = algorithm, .n_items = 1, .span = p->token.span};
    section->items = ARENA_RAW(p->arena, AstEquation *, 1);
    section->items[0] = parse_item(p, algorithm);
    expect_semicolon(p, item_words(algorithm));
}

void parse_section(Parser *p, AstSection *section)
{
    Span span = p->token.span;
    *section = (AstSection){0};
    section->is_initial = accept(p, TOKEN_INITIAL);
    section->is_algorithm = at(p, TOKEN_ALGORITHM);
    section->span = span_join(span, p->token.span);
    advance(p);
    parse_items(p, section->is_algorithm, &section->items, &section->n_items);
}

// Items behind what has interrupted the section.
void parse_rest_of_section(Parser *p, AstSection *section)
{
    AstEquation **more;
    uint32_t n = section->n_items, n_more;
    parse_items(p, section->is_algorithm, &more, &n_more);
    AstEquation **all = ARENA_RAW(p->arena, AstEquation *, n + n_more + 1);
    for (uint32_t i = 0; i < n; i++) all[i] = section->items[i];
    for (uint32_t i = 0; i < n_more; i++) all[n + i] = more[i];
    section->items = all;
    section->n_items = n + n_more;
}

// ---- if, when, for, while ----------------------------------------------------------------

// `end` with another word or with none.
static void read_wrong_end(Parser *p, const char *text, Span open)
{
    Span end = p->token.span;
    advance(p);
    bool bare = at(p, TOKEN_SEMICOLON);
    Span wrong = bare ? (Span){end.end, end.end} : p->token.span;
    Diagnostic *d =
        parse_slip(p, bare ? end : wrong, E_MISSING_END, "'%s' is closed by 'end %s'", text, text);
    parse_repair(p, d, wrong, bare ? arena_printf(p->scratch, " %s", text) : text);
    parse_remark(p, d, open, "opened here");
    if (!bare) advance(p);
}

// end WORD of what `open` began; `else_if` is where 'else if' stands, if it does.
static void expect_end(Parser *p, TokenKind word, Span open, Span else_if)
{
    const char *text = token_text(word);
    if (at(p, TOKEN_END) && look_ahead(p) == word) {
        advance(p);
        advance(p);
        return;
    }
    if (p->panic || p->stopped) return;
    if (at(p, word)) {
        Span gap = {p->token.span.begin, p->token.span.begin};
        Diagnostic *d =
            parse_slip(p, p->token.span, E_MISSING_END, "'end' is missing before '%s'", text);
        parse_repair(p, d, gap, "end ");
        advance(p);
        return;
    }
    TokenKind next = at(p, TOKEN_END) ? look_ahead(p) : TOKEN_END_OF_FILE;
    if (next == TOKEN_IF || next == TOKEN_FOR || next == TOKEN_WHEN || next == TOKEN_WHILE ||
        next == TOKEN_LOOP || next == TOKEN_SEMICOLON) {
        read_wrong_end(p, text, open);
    } else if (!span_is_none(else_if)) {
        Diagnostic *d = parse_error(p, else_if, E_MISSING_END,
                                    "'else if' begins another 'if' that needs its own 'end if'");
        parse_repair(p, d, else_if, "elseif");
    } else {
        Diagnostic *d =
            parse_error(p, open, E_MISSING_END, "this '%s' has no 'end %s'", text, text);
        if (d)
            diag_note(p->session->diag, d, p->token.span, "expected before %s",
                      words_for(p, &p->token));
    }
}

static void parse_branches(Parser *p, AstEquation *e, bool algorithm)
{
    bool is_when = at(p, TOKEN_WHEN);
    TokenKind word = is_when ? TOKEN_WHEN : TOKEN_IF;
    TokenKind again = is_when ? TOKEN_ELSEWHEN : TOKEN_ELSEIF;
    Span open = p->token.span, else_if = {0, 0};
    e->kind = is_when ? AST_EQ_WHEN : AST_EQ_IF;
    e->leaves_start = is_when && !algorithm && p->file->is_base;
    // The items of a branch are taken off the list before the branch is pushed.
    size_t mark = p->list.top;
    do {
        advance(p);
        AstBranch branch = {.condition = parse_expression(p)};
        if (!parser_expect(p, TOKEN_THEN)) p->panic = false;
        parse_items(p, algorithm, &branch.items, &branch.n_items);
        LIST_PUSH(p, AstBranch, branch);
    } while (at(p, again));
    if (at(p, TOKEN_ELSE)) {
        if (is_when)
            parse_slip(p, p->token.span, E_SYNTAX, "'when' has no 'else': only 'elsewhen'");
        else if (look_ahead(p) == TOKEN_IF && !p->ahead.newline_before)
            else_if = span_join(p->token.span, p->ahead.span);
        advance(p);
        AstBranch branch = {0};
        parse_items(p, algorithm, &branch.items, &branch.n_items);
        LIST_PUSH(p, AstBranch, branch);
    }
    e->n_branches = LIST_COUNT(p, AstBranch, mark);
    e->branches = LIST_TAKE(p, AstBranch, mark);
    expect_end(p, word, open, else_if);
}

static void parse_loop(Parser *p, AstEquation *e, bool algorithm)
{
    TokenKind word = p->token.kind;
    Span open = p->token.span;
    advance(p);
    AstBranch *body = ARENA_NEW(p->arena, AstBranch);
    e->branches = body;
    e->n_branches = 1;
    if (word == TOKEN_FOR) {
        e->kind = AST_EQ_FOR;
        parse_iterators(p, &e->iterators, &e->n_iterators);
    } else {
        e->kind = AST_EQ_WHILE;
        body->condition = parse_expression(p);
        if (!algorithm)
            parse_slip(p, open, E_SYNTAX, "'while' belongs into an algorithm, not an equation");
    }
    if (!parser_expect(p, TOKEN_LOOP)) p->panic = false;
    parse_items(p, algorithm, &body->items, &body->n_items);
    expect_end(p, word, open, (Span){0, 0});
}

// ---- Simple equations and statements -----------------------------------------------------

static const AstExpr *parse_connector(Parser *p)
{
    const AstExpr *e = parse_expression(p);
    if (e->kind != AST_REF && e->kind != AST_ERROR)
        parse_slip(p, e->span, E_SYNTAX, "connect joins connectors, not expressions");
    return e;
}

static void parse_connect(Parser *p, AstEquation *e, bool algorithm)
{
    e->kind = AST_EQ_CONNECT;
    if (algorithm)
        parse_slip(p, p->token.span, E_SYNTAX, "'connect' belongs into an equation section");
    advance(p);
    Span open;
    if (!expect_open(p, TOKEN_LEFT_PAREN, &open)) return;
    e->left = parse_connector(p);
    if (at(p, TOKEN_RIGHT_PAREN))
        parse_error(p, p->token.span, E_SYNTAX, "connect joins two connectors; here is one");
    parser_expect(p, TOKEN_COMMA);
    e->right = parse_connector(p);
    expect_close(p, TOKEN_RIGHT_PAREN, open);
}

static void parse_sides(Parser *p, AstEquation *e, bool algorithm)
{
    bool assign = at(p, TOKEN_ASSIGN);
    if (assign != algorithm) {
        Diagnostic *d =
            parse_slip(p, p->token.span, E_EQUALS_ASSIGN, "%s",
                       algorithm ? "a statement assigns with ':='; '=' is for equations"
                                 : "an equation is written with '='; ':=' is for algorithms");
        parse_repair(p, d, p->token.span, algorithm ? ":=" : "=");
    }
    e->kind = algorithm ? AST_EQ_ASSIGN : AST_EQ_EQUALS;
    advance(p);
    e->right = parse_expression(p);
}

// The '==' between the sides.
static Span span_of_comparison(const Parser *p, const AstExpr *e)
{
    uint32_t at = e->u.binary.left->span.end;
    const char *text = p->lexer.source->text + (at - p->lexer.source->first);
    const char *sign = strstr(text, "==");
    at += sign ? (uint32_t)(sign - text) : 0;
    return (Span){at, at + (sign ? 2 : 0)};
}

static bool is_assignable(const AstExpr *e)
{
    return e->kind == AST_REF || e->kind == AST_TUPLE || e->kind == AST_PAREN ||
           e->kind == AST_ERROR || e->kind == AST_CALL;
}

static void report_no_equation(Parser *p, const AstEquation *e, bool algorithm)
{
    Token t = p->token;
    if (t.kind == TOKEN_NAME && e->left->kind == AST_REF && !t.newline_before) {
        Diagnostic *d =
            parse_error(p, e->left->span, E_SECTION_ORDER, "a declaration inside the %s section",
                        algorithm ? "algorithm" : "equation");
        if (d)
            diag_label(p->session->diag, d, "declarations stand before '%s' or after 'protected'",
                       algorithm ? "algorithm" : "equation");
    } else if (t.kind == TOKEN_EQUAL_EQUAL || e->left->kind == AST_BINARY) {
        Diagnostic *d = parse_error(
            p, e->left->span, E_SYNTAX, "this is an expression, not %s: '%s' is missing",
            algorithm ? "a statement" : "an equation", algorithm ? ":=" : "=");
        if (d && e->left->kind == AST_BINARY && e->left->op == AST_EQ) {
            diag_label(p->session->diag, d, "'==' compares; write '%s'", algorithm ? ":=" : "=");
            parse_repair(p, d, span_of_comparison(p, e->left), algorithm ? ":=" : "=");
        }
    } else {
        const char *habit = parse_habit(p);
        Diagnostic *d = parse_error(p, t.span, E_SYNTAX, "expected '%s' instead of %s",
                                    algorithm ? ":=" : "=", words_for(p, &t));
        if (d && habit) diag_label(p->session->diag, d, "%s", habit);
    }
}

static void parse_simple(Parser *p, AstEquation *e, bool algorithm)
{
    e->left = parse_expression(p);
    if (p->panic) return;
    if (at(p, TOKEN_EQUALS) || at(p, TOKEN_ASSIGN)) {
        Span left = e->left->span;
        bool assignable = is_assignable(e->left);
        parse_sides(p, e, algorithm);
        if (algorithm && !assignable)
            parse_slip(p, left, E_SYNTAX, "only a variable can stand left of ':='");
    } else if (e->left->kind == AST_CALL) {
        e->kind = AST_EQ_CALL;
    } else {
        report_no_equation(p, e, algorithm);
    }
}

static void parse_jump(Parser *p, AstEquation *e, bool algorithm)
{
    e->kind = at(p, TOKEN_BREAK) ? AST_EQ_BREAK : AST_EQ_RETURN;
    if (!algorithm)
        parse_slip(p, p->token.span, E_SYNTAX, "%s belongs into an algorithm",
                   words_for(p, &p->token));
    advance(p);
}

static AstEquation *parse_item(Parser *p, bool algorithm)
{
    AstEquation *e = ARENA_NEW(p->arena, AstEquation);
    uint32_t begin = p->token.span.begin;
    e->kind = AST_EQ_ERROR;
    p->height = 0;
    enter(p);
    switch (p->token.kind) {
    case TOKEN_IF:
    case TOKEN_WHEN: parse_branches(p, e, algorithm); break;
    case TOKEN_FOR:
    case TOKEN_WHILE: parse_loop(p, e, algorithm); break;
    case TOKEN_CONNECT: parse_connect(p, e, algorithm); break;
    case TOKEN_BREAK:
    case TOKEN_RETURN: parse_jump(p, e, algorithm); break;
    default: parse_simple(p, e, algorithm); break;
    }
    leave(p);
    if (!p->panic) {
        e->comment = parse_comment(p);
        e->annotation = parse_annotation(p);
    }
    if (p->panic) e->kind = AST_EQ_ERROR;
    e->span = span_from(p, begin);
    return e;
}
