// Expressions by precedence climbing.
//
// The grammar of the specification is kept exactly: relations and powers do not associate,
// a sign stands only before the first term of a sum, `not` only before a relation, and an
// if-expression inside a larger expression needs parentheses. What other languages would
// accept there is read all the same, after an error with the repair.
#include "syntax/parse_state.h"

enum {
    PREC_OR = 1,
    PREC_AND,
    PREC_NOT,
    PREC_RELATION,
    PREC_SUM,
    PREC_PRODUCT,
    PREC_POWER,
};

typedef struct {
    uint8_t precedence, op;
} BinaryRow;

static const BinaryRow binary_of[N_TOKENS] = {
    [TOKEN_OR] = {PREC_OR, AST_OR},
    [TOKEN_AND] = {PREC_AND, AST_AND},
    [TOKEN_LESS] = {PREC_RELATION, AST_LT},
    [TOKEN_LESS_EQUAL] = {PREC_RELATION, AST_LE},
    [TOKEN_GREATER] = {PREC_RELATION, AST_GT},
    [TOKEN_GREATER_EQUAL] = {PREC_RELATION, AST_GE},
    [TOKEN_EQUAL_EQUAL] = {PREC_RELATION, AST_EQ},
    [TOKEN_NOT_EQUAL] = {PREC_RELATION, AST_NE},
    [TOKEN_PLUS] = {PREC_SUM, AST_ADD},
    [TOKEN_MINUS] = {PREC_SUM, AST_SUB},
    [TOKEN_EL_PLUS] = {PREC_SUM, AST_EL_ADD},
    [TOKEN_EL_MINUS] = {PREC_SUM, AST_EL_SUB},
    [TOKEN_TIMES] = {PREC_PRODUCT, AST_MUL},
    [TOKEN_DIVIDE] = {PREC_PRODUCT, AST_DIV},
    [TOKEN_EL_TIMES] = {PREC_PRODUCT, AST_EL_MUL},
    [TOKEN_EL_DIVIDE] = {PREC_PRODUCT, AST_EL_DIV},
    [TOKEN_POWER] = {PREC_POWER, AST_POW},
    [TOKEN_EL_POWER] = {PREC_POWER, AST_EL_POW},
};

// ---- Operators ---------------------------------------------------------------------------

static void repair_with_parentheses(Parser *p, Diagnostic *d, Span span)
{
    const char *text = p->lexer.source->text + (span.begin - p->lexer.source->first);
    int length = (int)(span.end - span.begin);
    if (length < 200) parse_repair(p, d, span, arena_printf(p->scratch, "(%.*s)", length, text));
}

static const AstExpr *parse_binary(Parser *p, int least);

static AstOp sign_of(TokenKind kind)
{
    switch (kind) {
    case TOKEN_PLUS: return AST_PLUS;
    case TOKEN_MINUS: return AST_MINUS;
    case TOKEN_EL_PLUS: return AST_EL_PLUS;
    default: return AST_EL_MINUS;
    }
}

static void raise_height(Parser *p)
{
    if (++p->height > AST_MOST_HEIGHT)
        stop_parsing(p, arena_printf(p->scratch, "an expression with more than %d operators",
                                     AST_MOST_HEIGHT));
}

static const AstExpr *parse_prefix(Parser *p, int least)
{
    Token sign = p->token;
    bool is_not = sign.kind == TOKEN_NOT;
    bool misplaced = least > (is_not ? PREC_NOT : PREC_SUM);
    advance(p);
    enter(p);
    const AstExpr *right = parse_binary(p, misplaced ? PREC_POWER + 1
                                           : is_not  ? PREC_RELATION
                                                     : PREC_PRODUCT);
    leave(p);
    raise_height(p);
    AstExpr *e = make_expr(p, AST_UNARY, span_from(p, sign.span.begin));
    e->op = (uint8_t)(is_not ? AST_NOT : sign_of(sign.kind));
    e->u.binary.left = NULL;
    e->u.binary.right = right;
    if (misplaced && right->kind != AST_UNARY) { // of many signs one is reported
        Diagnostic *d =
            parse_slip(p, e->span, E_OPERATOR_ORDER,
                       "'%s' after another operator needs parentheses", token_text(sign.kind));
        repair_with_parentheses(p, d, e->span);
    }
    return e;
}

static const AstExpr *parse_operand(Parser *p, int least)
{
    switch (p->token.kind) {
    case TOKEN_NOT:
    case TOKEN_PLUS:
    case TOKEN_MINUS:
    case TOKEN_EL_PLUS:
    case TOKEN_EL_MINUS: return parse_prefix(p, least);
    default: return parse_primary(p);
    }
}

// Relations and powers stand alone: a < b < c and a^b^c have no meaning.
static void check_not_repeated(Parser *p, int precedence)
{
    if (binary_of[p->token.kind].precedence != precedence || p->panic) return;
    if (precedence == PREC_POWER)
        parse_slip(p, p->token.span, E_OPERATOR_ORDER,
                   "a power of a power needs parentheses: (a^b)^c or a^(b^c)");
    else if (precedence == PREC_RELATION)
        parse_slip(p, p->token.span, E_OPERATOR_ORDER,
                   "relations cannot be chained: write a < b and b < c");
}

static const AstExpr *parse_binary(Parser *p, int least)
{
    const AstExpr *left = parse_operand(p, least);
    for (;;) {
        BinaryRow row = binary_of[p->token.kind];
        if (!row.precedence || row.precedence < least || p->panic) return left;
        advance(p);
        const AstExpr *right = parse_binary(p, row.precedence + 1);
        raise_height(p);
        AstExpr *e = make_expr(p, AST_BINARY, span_from(p, left->span.begin));
        e->op = row.op;
        e->u.binary.left = left;
        e->u.binary.right = right;
        left = e;
        check_not_repeated(p, row.precedence);
    }
}

// ---- Whole expressions -------------------------------------------------------------------

// a : b and a : step : b
static const AstExpr *parse_range(Parser *p, const AstExpr *first)
{
    AstExpr *e = make_expr(p, AST_RANGE, first->span);
    advance(p);
    const AstExpr *second = parse_binary(p, PREC_OR), *third = NULL;
    if (accept(p, TOKEN_COLON)) third = parse_binary(p, PREC_OR);
    e->u.range = arena_alloc_zero(p->arena, sizeof *e->u.range, 8);
    e->u.range->first = first;
    e->u.range->step = third ? second : NULL;
    e->u.range->last = third ? third : second;
    e->span = span_from(p, first->span.begin);
    return e;
}

static const AstExpr *parse_if(Parser *p)
{
    uint32_t begin = p->token.span.begin;
    size_t mark = p->list.top;
    do {
        advance(p);
        AstIfBranch branch;
        branch.condition = parse_expression(p);
        parser_expect(p, TOKEN_THEN);
        branch.value = parse_expression(p);
        LIST_PUSH(p, AstIfBranch, branch);
    } while (at(p, TOKEN_ELSEIF));
    if (at(p, TOKEN_ELSE)) {
        advance(p);
        AstIfBranch last = {.value = parse_expression(p)};
        LIST_PUSH(p, AstIfBranch, last);
    } else {
        parse_error(p, p->token.span, E_MISSING_TOKEN, "an if-expression needs an 'else' before %s",
                    words_for(p, &p->token));
        LIST_PUSH(p, AstIfBranch, ((AstIfBranch){.value = error_expr(p)}));
    }
    AstExpr *e = make_expr(p, AST_IF, span_from(p, begin));
    e->u.cond.n_branches = LIST_COUNT(p, AstIfBranch, mark);
    e->u.cond.branches = LIST_TAKE(p, AstIfBranch, mark);
    return e;
}

const AstExpr *parse_misplaced_if(Parser *p)
{
    Diagnostic *d = parse_slip(p, p->token.span, E_OPERATOR_ORDER,
                               "an if-expression inside a larger expression needs parentheses");
    enter(p);
    const AstExpr *e = parse_if(p);
    leave(p);
    repair_with_parentheses(p, d, e->span);
    return e;
}

// `height` bounds the tree without measuring it: the operators of this expression are added
// to the highest expression nested in it so far.
const AstExpr *parse_expression(Parser *p)
{
    uint32_t around = p->height;
    p->height = 0;
    enter(p);
    const AstExpr *e = at(p, TOKEN_IF) ? parse_if(p) : parse_binary(p, PREC_OR);
    if (at(p, TOKEN_COLON) && !p->panic && e->kind != AST_IF) e = parse_range(p, e);
    raise_height(p);
    if (p->height < around) p->height = around;
    leave(p);
    return e;
}
