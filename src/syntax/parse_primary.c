// Primaries: literals, references, calls and everything in brackets.
//
// One token does not decide in one place: `f(x = 1)` and `f(x == 1)` both begin with a name,
// so the arguments of a call look one token ahead for the '=' of a named argument.
#include "syntax/parse_state.h"

AstExpr *make_expr(Parser *p, AstExprKind kind, Span span)
{
    AstExpr *e = ARENA_RAW(p->arena, AstExpr, 1);
    e->kind = (uint8_t)kind;
    e->op = 0;
    e->global = false;
    e->span = span;
    return e;
}

const AstExpr *error_expr(Parser *p)
{
    return make_expr(p, AST_ERROR, p->token.span);
}

static AstExprList take_expressions(Parser *p, size_t mark)
{
    AstExprList list;
    list.count = LIST_COUNT(p, const AstExpr *, mark);
    list.items = LIST_TAKE(p, const AstExpr *, mark);
    return list;
}

// e { , e }
static AstExprList parse_expression_list(Parser *p)
{
    size_t mark = p->list.top;
    do {
        const AstExpr *e = parse_expression(p);
        LIST_PUSH(p, const AstExpr *, e);
    } while (next_in_list(p));
    return take_expressions(p, mark);
}

// ---- References --------------------------------------------------------------------------

AstExprList parse_subscripts(Parser *p)
{
    Span open = open_bracket(p);
    size_t mark = p->list.top;
    p->subscripts++;
    do {
        const AstExpr *e;
        if (at(p, TOKEN_COLON) &&
            (look_ahead(p) == TOKEN_COMMA || p->ahead.kind == TOKEN_RIGHT_BRACKET)) {
            e = make_expr(p, AST_COLON, p->token.span);
            advance(p);
        } else {
            e = parse_expression(p);
        }
        LIST_PUSH(p, const AstExpr *, e);
    } while (next_in_list(p));
    expect_close(p, TOKEN_RIGHT_BRACKET, open);
    if (p->subscripts) p->subscripts--;
    return take_expressions(p, mark);
}

static AstRefPart parse_part(Parser *p, bool with_subscripts, const char *what)
{
    AstRefPart part = {0};
    part.name = expect_name(p, what, &part.span);
    if (with_subscripts && at(p, TOKEN_LEFT_BRACKET)) part.subscripts = parse_subscripts(p);
    return part;
}

// The parts behind `first`, with `mark` the height of the list before it. A dot before '*' or
// '{' belongs to an import and is left alone.
static const AstExpr *parse_dotted(Parser *p, uint32_t begin, AstRefPart first, bool subscripts)
{
    AstExpr *e = make_expr(p, AST_REF, (Span){begin, p->last_end});
    if (!at(p, TOKEN_DOT) || first.name == NULL) {
        e->u.ref.parts = ARENA_RAW(p->arena, AstRefPart, 1);
        *e->u.ref.parts = first;
        e->u.ref.n_parts = 1;
        if (!first.name) e->kind = AST_ERROR;
        return e;
    }
    size_t mark = p->list.top;
    LIST_PUSH(p, AstRefPart, first);
    while (at(p, TOKEN_DOT) && !p->panic) {
        TokenKind next = look_ahead(p);
        if (next == TOKEN_TIMES || next == TOKEN_LEFT_BRACE) break;
        advance(p);
        AstRefPart part = parse_part(p, subscripts, "a name after '.'");
        if (!part.name) e->kind = AST_ERROR;
        LIST_PUSH(p, AstRefPart, part);
    }
    e->u.ref.n_parts = LIST_COUNT(p, AstRefPart, mark);
    e->u.ref.parts = LIST_TAKE(p, AstRefPart, mark);
    e->span = span_from(p, begin);
    return e;
}

static const AstExpr *parse_path(Parser *p, bool subscripts, const char *what)
{
    uint32_t begin = p->token.span.begin;
    bool global = accept(p, TOKEN_DOT);
    AstRefPart first = parse_part(p, subscripts, what);
    AstExpr *e = (AstExpr *)parse_dotted(p, begin, first, subscripts); // fresh, still ours
    e->global = global;
    return e;
}

const AstExpr *parse_reference(Parser *p)
{
    return parse_path(p, true, "a name");
}

const AstExpr *parse_type_name(Parser *p)
{
    return parse_path(p, false, "the name of a type");
}

// time, der, initial, pure: keywords that are used like names.
static const AstExpr *parse_keyword_reference(Parser *p)
{
    AstExpr *e = make_expr(p, AST_REF, p->token.span);
    e->u.ref.parts = ARENA_ARRAY(p->arena, AstRefPart, 1);
    e->u.ref.parts->name = name_of_text(p->session->names, token_text(p->token.kind));
    e->u.ref.parts->span = p->token.span;
    e->u.ref.n_parts = 1;
    advance(p);
    return e;
}

// ---- Calls -------------------------------------------------------------------------------

void parse_iterators(Parser *p, AstIterator **items, uint32_t *count)
{
    size_t mark = p->list.top;
    do {
        AstIterator i = {0};
        i.name = expect_name(p, "the name of an iterator", &i.span);
        if (accept(p, TOKEN_IN)) {
            i.range = parse_expression(p);
        } else if (at(p, TOKEN_EQUALS)) {
            Diagnostic *d = parse_slip(p, p->token.span, E_MISSING_TOKEN,
                                       "an iterator runs 'in' a range, not '=' one");
            parse_repair(p, d, p->token.span, "in");
            advance(p);
            i.range = parse_expression(p);
        }
        LIST_PUSH(p, AstIterator, i);
    } while (next_in_list(p));
    *count = LIST_COUNT(p, AstIterator, mark);
    *items = LIST_TAKE(p, AstIterator, mark);
}

static const AstExpr *parse_call(Parser *p, const AstExpr *function);

// function f(k = 1)
static const AstExpr *parse_partial_application(Parser *p)
{
    uint32_t begin = p->token.span.begin;
    advance(p);
    const AstExpr *function = parse_type_name(p);
    if (!at(p, TOKEN_LEFT_PAREN)) {
        parser_expect(p, TOKEN_LEFT_PAREN);
        return error_expr(p);
    }
    AstExpr *e = (AstExpr *)parse_call(p, function); // fresh, still ours
    if (e->kind == AST_CALL) {
        e->kind = AST_PARTIAL;
        if (e->u.call.args->positional.count)
            parse_slip(p, e->u.call.args->positional.items[0]->span, E_SYNTAX,
                       "after 'function' all arguments are named: name = value");
    }
    e->span.begin = begin;
    return e;
}

static const AstExpr *parse_argument(Parser *p)
{
    return at(p, TOKEN_FUNCTION) ? parse_partial_application(p) : parse_expression(p);
}

// Named arguments follow the positional ones and are few, so they are counted on the same
// list: first the positional are taken, then the named pile up.
static void parse_named_arguments(Parser *p, AstArgs *args)
{
    size_t mark = p->list.top;
    do {
        if (!(at(p, TOKEN_NAME) && look_ahead(p) == TOKEN_EQUALS)) {
            Span at_fault = p->token.span;
            if (at(p, TOKEN_RIGHT_PAREN)) {
                parse_expected(p, "an argument");
                break;
            }
            if (token_is_keyword(p->token.kind) && look_ahead(p) == TOKEN_EQUALS) {
                expect_name(p, "the name of an argument", &at_fault);
                accept(p, TOKEN_EQUALS);
                parse_argument(p);
                continue;
            }
            const AstExpr *value = parse_argument(p);
            parse_error(p, value->span, E_SYNTAX,
                        "an argument without a name cannot follow a named one");
            continue;
        }
        AstNamedArg named = {.name = p->token.u.name, .name_span = p->token.span};
        advance(p);
        advance(p);
        named.value = parse_argument(p);
        LIST_PUSH(p, AstNamedArg, named);
    } while (next_in_list(p));
    args->n_named = LIST_COUNT(p, AstNamedArg, mark);
    args->named = LIST_TAKE(p, AstNamedArg, mark);
}

static bool at_named_argument(Parser *p)
{
    return (at(p, TOKEN_NAME) || token_is_keyword(p->token.kind)) && look_ahead(p) == TOKEN_EQUALS;
}

static AstArgs *parse_arguments(Parser *p)
{
    AstArgs *args = ARENA_NEW(p->arena, AstArgs);
    Span open = open_bracket(p);
    size_t mark = p->list.top;
    bool more = !at(p, TOKEN_RIGHT_PAREN);
    while (more && !at_named_argument(p)) {
        const AstExpr *e = parse_argument(p);
        LIST_PUSH(p, const AstExpr *, e);
        more = next_in_list(p);
    }
    args->positional = take_expressions(p, mark);
    if (more)
        parse_named_arguments(p, args);
    else if (at(p, TOKEN_FOR) && args->positional.count == 1) {
        advance(p);
        parse_iterators(p, &args->iterators, &args->n_iterators);
    }
    expect_close(p, TOKEN_RIGHT_PAREN, open);
    return args;
}

static const AstExpr *parse_call(Parser *p, const AstExpr *function)
{
    uint32_t subscripts = p->subscripts;
    AstArgs *args = parse_arguments(p);
    if (!p->panic) p->subscripts = subscripts;
    AstExpr *e = make_expr(p, AST_CALL, span_from(p, function->span.begin));
    e->u.call.function = function;
    e->u.call.args = args;
    return e;
}

AstExprList parse_call_list(Parser *p)
{
    Span open = open_bracket(p);
    AstExprList list = {0};
    if (!at(p, TOKEN_RIGHT_PAREN)) list = parse_expression_list(p);
    expect_close(p, TOKEN_RIGHT_PAREN, open);
    return list;
}

// ---- Brackets ----------------------------------------------------------------------------

// { a, b } and { e for i in r }
static const AstExpr *parse_braces(Parser *p)
{
    Span open = open_bracket(p);
    AstExprList items = {0};
    if (!at(p, TOKEN_RIGHT_BRACE)) items = parse_expression_list(p);
    AstExpr *e = make_expr(p, AST_ARRAY, open);
    if (at(p, TOKEN_FOR) && items.count == 1) {
        advance(p);
        e->kind = AST_COMPREHENSION;
        e->u.comprehension = arena_alloc_zero(p->arena, sizeof *e->u.comprehension, 8);
        e->u.comprehension->value = items.items[0];
        AstIterator *iterators;
        uint32_t count;
        parse_iterators(p, &iterators, &count);
        e->u.comprehension->iterators = iterators;
        e->u.comprehension->n_iterators = count;
    } else {
        e->u.items = items;
    }
    expect_close(p, TOKEN_RIGHT_BRACE, open);
    e->span = span_from(p, open.begin);
    return e;
}

// [ a, b; c, d ]
static const AstExpr *parse_matrix(Parser *p)
{
    Span open = open_bracket(p);
    p->matrices++;
    size_t mark = p->list.top;
    do {
        AstExprList row = parse_expression_list(p);
        LIST_PUSH(p, AstExprList, row);
    } while (!p->panic && accept(p, TOKEN_SEMICOLON));
    AstExpr *e = make_expr(p, AST_MATRIX, open);
    e->u.matrix.n_rows = LIST_COUNT(p, AstExprList, mark);
    e->u.matrix.rows = LIST_TAKE(p, AstExprList, mark);
    if (expect_close(p, TOKEN_RIGHT_BRACKET, open) && p->matrices) p->matrices--;
    e->span = span_from(p, open.begin);
    return e;
}

// (e)[i] and (e).x
static const AstExpr *parse_after_parentheses(Parser *p, const AstExpr *base)
{
    if (at(p, TOKEN_LEFT_BRACKET)) {
        AstExprList *list = ARENA_RAW(p->arena, AstExprList, 1);
        *list = parse_subscripts(p);
        AstExpr *e = make_expr(p, AST_SUBSCRIPTED, span_from(p, base->span.begin));
        e->u.subscripted.base = base;
        e->u.subscripted.subscripts = list;
        return e;
    }
    if (at(p, TOKEN_DOT)) {
        advance(p);
        Span span;
        Name name = expect_name(p, "a name after '.'", &span);
        AstExpr *e = make_expr(p, AST_MEMBER, span_from(p, base->span.begin));
        e->u.member.base = base;
        e->u.member.name = name;
        if (!name) e->kind = AST_ERROR;
        return e;
    }
    return base;
}

// (e), (a, , c), (): an output list; only one expression without a comma is a mere grouping.
static const AstExpr *parse_parentheses(Parser *p)
{
    Span open = open_bracket(p);
    size_t mark = p->list.top;
    bool comma = false;
    for (bool more = true; more && !p->panic; comma |= more) {
        const AstExpr *item = NULL;
        if (!at(p, TOKEN_COMMA) && !at(p, TOKEN_RIGHT_PAREN)) item = parse_expression(p);
        LIST_PUSH(p, const AstExpr *, item);
        more = next_in_list(p);
    }
    AstExprList items = take_expressions(p, mark);
    expect_close(p, TOKEN_RIGHT_PAREN, open);
    AstExpr *e = make_expr(p, AST_TUPLE, span_from(p, open.begin));
    if (!comma && items.items[0]) {
        e->kind = AST_PAREN;
        e->u.inner = items.items[0];
    } else {
        e->u.items = comma ? items : (AstExprList){NULL, 0};
    }
    return parse_after_parentheses(p, e);
}

// ---- Primaries ---------------------------------------------------------------------------

const AstExpr *parse_string(Parser *p)
{
    Span span = p->token.span;
    AstExpr *e = make_expr(p, AST_STRING, span);
    const char *text = p->lexer.source->text + (span.begin - p->lexer.source->first);
    uint32_t length = span.end - span.begin;
    e->u.string.raw = text + 1;
    e->u.string.length = length >= 2 ? length - 2 : 0;
    advance(p);
    return e;
}

static const AstExpr *parse_literal(Parser *p)
{
    AstExpr *e = make_expr(p, AST_INTEGER, p->token.span);
    switch (p->token.kind) {
    case TOKEN_INTEGER: e->u.integer = p->token.u.integer; break;
    case TOKEN_REAL:
        e->kind = AST_REAL;
        e->u.number = p->token.u.number;
        break;
    case TOKEN_END: e->kind = AST_END; break;
    default:
        e->kind = AST_BOOLEAN;
        e->u.boolean = at(p, TOKEN_TRUE);
        break;
    }
    advance(p);
    return e;
}

const AstExpr *parse_primary(Parser *p)
{
    if (p->panic) return error_expr(p);
    switch (p->token.kind) {
    case TOKEN_NAME:
    case TOKEN_DOT: {
        const AstExpr *e = parse_reference(p);
        return at(p, TOKEN_LEFT_PAREN) && !p->panic ? parse_call(p, e) : e;
    }
    case TOKEN_INTEGER:
    case TOKEN_REAL:
    case TOKEN_TRUE:
    case TOKEN_FALSE: return parse_literal(p);
    case TOKEN_STRING: return parse_string(p);
    case TOKEN_LEFT_PAREN: return parse_parentheses(p);
    case TOKEN_LEFT_BRACE: return parse_braces(p);
    case TOKEN_LEFT_BRACKET: return parse_matrix(p);
    case TOKEN_TIME: return parse_keyword_reference(p);
    case TOKEN_DER:
    case TOKEN_INITIAL:
    case TOKEN_PURE: {
        const AstExpr *e = parse_keyword_reference(p);
        if (at(p, TOKEN_LEFT_PAREN)) return parse_call(p, e);
        parser_expect(p, TOKEN_LEFT_PAREN);
        return error_expr(p);
    }
    case TOKEN_END:
        if (p->subscripts) return parse_literal(p);
        break;
    case TOKEN_IF: return parse_misplaced_if(p);
    default: break;
    }
    parse_expected(p, "an expression");
    return error_expr(p);
}
