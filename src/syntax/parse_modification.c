// Modifications, annotations, redeclarations and description strings.
#include "syntax/parse_state.h"

// "a" + "b": kept as a sum, so that the formatter can write it as it was.
const AstExpr *parse_comment(Parser *p)
{
    if (!at(p, TOKEN_STRING)) return NULL;
    const AstExpr *left = parse_string(p);
    while (at(p, TOKEN_PLUS)) {
        advance(p);
        if (!at(p, TOKEN_STRING)) {
            parse_expected(p, "a string after '+'");
            return left;
        }
        const AstExpr *right = parse_string(p);
        AstExpr *sum = make_expr(p, AST_BINARY, span_join(left->span, right->span));
        sum->op = AST_ADD;
        sum->u.binary.left = left;
        sum->u.binary.right = right;
        left = sum;
        if (++p->height > AST_MOST_HEIGHT) stop_parsing(p, "too many strings are added here");
    }
    p->height = 0;
    return left;
}

AstModList *parse_annotation(Parser *p)
{
    if (!at(p, TOKEN_ANNOTATION)) return NULL;
    uint32_t begin = p->token.span.begin;
    advance(p);
    AstModList *list = ARENA_NEW(p->arena, AstModList);
    if (at(p, TOKEN_LEFT_PAREN))
        parse_class_modification(p, list);
    else
        parser_expect(p, TOKEN_LEFT_PAREN);
    list->span = span_from(p, begin);
    return list;
}

// ---- Redeclarations ----------------------------------------------------------------------

const AstConstraint *parse_constraint(Parser *p)
{
    if (!at(p, TOKEN_CONSTRAINEDBY)) return NULL;
    AstConstraint *c = ARENA_NEW(p->arena, AstConstraint);
    uint32_t begin = p->token.span.begin;
    advance(p);
    c->type = parse_type_name(p);
    if (at(p, TOKEN_LEFT_PAREN)) parse_class_modification(p, &c->mods);
    c->comment = parse_comment(p);
    c->annotation = parse_annotation(p);
    c->span = span_from(p, begin);
    return c;
}

// class-prefixes IDENT = ...  |  type-prefix type IDENT ...
static void parse_redeclared_element(Parser *p, AstElement *e)
{
    if (at_class(p)) {
        e->kind = AST_ELEMENT_CLASS;
        const AstClass *c = parse_short_class(p);
        e->u.class_def = c;
        e->name = c->name;
        e->name_span = c->name_span;
    } else {
        e->kind = AST_ELEMENT_COMPONENT;
        e->group = p->group++;
        parse_prefixes(p, &e->prefixes, RANK_OF_TYPE);
        e->u.component.type = parse_type_name(p);
        if (at(p, TOKEN_LEFT_BRACKET)) {
            Span span = p->token.span;
            e->u.component.type_dims = parse_subscripts(p);
            parse_slip(p, span, E_SYNTAX,
                       "in a redeclaration the dimensions stand after the name of the component");
        }
        parse_declaration(p, e);
        e->comment = parse_comment(p);
        e->annotation = parse_annotation(p);
    }
    if (e->prefixes.is_replaceable) e->constraint = parse_constraint(p);
}

static void parse_redeclaration(Parser *p, AstMod *mod)
{
    AstElement *e = ARENA_NEW(p->arena, AstElement);
    e->prefixes.is_redeclare = accept(p, TOKEN_REDECLARE);
    for (;; advance(p)) {
        if (at(p, TOKEN_EACH))
            mod->is_each = true;
        else if (at(p, TOKEN_FINAL))
            mod->is_final = true;
        else
            break;
    }
    e->prefixes.is_replaceable = accept(p, TOKEN_REPLACEABLE);
    e->prefixes.is_final = mod->is_final;
    parse_redeclared_element(p, e);
    e->span = span_from(p, mod->span.begin);
    mod->element = e;
}

// ---- Arguments ---------------------------------------------------------------------------

// name.path: one name in nearly all cases, so that one is kept beside the node.
static void parse_modified_path(Parser *p, AstMod *mod)
{
    Span span;
    Name first = expect_name(p, "the name of a modified element", &span);
    if (!first) return;
    if (!at(p, TOKEN_DOT)) {
        mod->path = ARENA_RAW(p->arena, Name, 1);
        mod->path_spans = ARENA_RAW(p->arena, Span, 1);
        mod->path[0] = first;
        mod->path_spans[0] = span;
        mod->n_path = 1;
        return;
    }
    size_t mark = p->list.top;
    LIST_PUSH(p, Name, first);
    size_t spans = p->sections.top;
    *(Span *)list_push(p, &p->sections, sizeof(Span)) = span;
    while (accept(p, TOKEN_DOT)) {
        Name name = expect_name(p, "a name after '.'", &span);
        if (!name) break;
        LIST_PUSH(p, Name, name);
        *(Span *)list_push(p, &p->sections, sizeof(Span)) = span;
    }
    mod->n_path = LIST_COUNT(p, Name, mark);
    mod->path = LIST_TAKE(p, Name, mark);
    mod->path_spans = list_copy(p, &p->sections, spans);
}

static const AstExpr *parse_modification_value(Parser *p)
{
    if (!at(p, TOKEN_BREAK)) return parse_expression(p);
    const AstExpr *e = make_expr(p, AST_BREAK, p->token.span);
    advance(p);
    return e;
}

void parse_modification(Parser *p, AstModList *into)
{
    uint32_t begin = p->token.span.begin;
    if (at(p, TOKEN_LEFT_PAREN)) parse_class_modification(p, into);
    if (at(p, TOKEN_EQUALS) || at(p, TOKEN_ASSIGN)) {
        if (at(p, TOKEN_ASSIGN)) {
            Diagnostic *d = diag_breach(p->session->diag, p->token.span, E_EQUALS_ASSIGN,
                                        "a declaration takes its value with '=', not ':='");
            if (d->severity == SEVERITY_ERROR) p->file->has_errors = true;
            parse_repair(p, d, p->token.span, "=");
            into->is_assign = true;
        }
        advance(p);
        into->value = parse_modification_value(p);
    }
    into->span = span_from(p, begin);
}

// conversion(from(version = "1", change(convertClass("A", "B")))): the rules in this annotation
// are calls, not modifiers. They begin as modifiers do; the string behind the bracket tells.
static bool at_conversion_rules(Parser *p, const AstMod *mod)
{
    if (!at(p, TOKEN_LEFT_PAREN) || mod->n_path != 1 || strcmp(mod->path[0]->text, "change") != 0)
        return false;
    if (look_ahead(p) != TOKEN_NAME) return false;
    Lexer probe = lexer_probe(&p->lexer);
    Token t;
    lexer_next(&probe, &t);
    if (t.kind != TOKEN_LEFT_PAREN) return false;
    lexer_next(&probe, &t);
    return t.kind == TOKEN_STRING || t.kind == TOKEN_LEFT_BRACE;
}

static const AstExpr *parse_conversion_rules(Parser *p)
{
    uint32_t begin = p->token.span.begin;
    AstExprList calls = parse_call_list(p);
    AstExpr *e = make_expr(p, AST_ARRAY, span_from(p, begin));
    e->u.items = calls;
    return e;
}

// __Name: an argument of annotations that belongs to one program (18.1), with all that is in it.
static bool is_of_vendor(const Parser *p, const AstMod *mod)
{
    if (mod->n_path != 1) return false;
    return p->vendor_depth || strncmp(mod->path[0]->text, "__", 2) == 0;
}

// __esi_viewinfo[0](...): kept as a name of that program, which nobody else reads.
static void read_vendor_subscripts(Parser *p, AstMod *mod)
{
    if (!p->file->has_vendor_subscripts) {
        const Diagnostic *d = diag_breach(p->session->diag, p->token.span, E_SYNTAX,
                                          "'%s' with subscripts: an argument of an annotation has "
                                          "none (A.2.5)",
                                          mod->path[0]->text);
        if (d->severity == SEVERITY_ERROR) p->file->has_errors = true;
    }
    p->file->has_vendor_subscripts = true;
    parse_subscripts(p);
    const char *begin = p->lexer.source->text + (mod->path_spans[0].begin - p->lexer.source->first);
    Name whole = name_of(p->session->names, begin, p->last_end - mod->path_spans[0].begin);
    mod->path = ARENA_COPY(p->arena, Name, &whole, 1);
}

static void parse_element_modification(Parser *p, AstMod *mod)
{
    parse_modified_path(p, mod);
    if (at_conversion_rules(p, mod)) {
        mod->value = parse_conversion_rules(p);
        return;
    }
    AstModList list = {0};
    bool is_vendors = is_of_vendor(p, mod);
    if (at(p, TOKEN_LEFT_BRACKET) && is_vendors) read_vendor_subscripts(p, mod);
    if (at(p, TOKEN_LEFT_BRACKET)) {
        parse_error(p, p->token.span, E_SYNTAX,
                    "a modifier has no subscripts: it modifies all elements of an array");
        return;
    }
    p->vendor_depth += is_vendors;
    parse_modification(p, &list);
    p->vendor_depth -= is_vendors;
    mod->args = list.args;
    mod->n_args = list.n_args;
    mod->has_args = list.has_args;
    mod->is_assign = list.is_assign;
    mod->value = list.value;
    mod->comment = parse_comment(p);
}

static AstMod *parse_argument(Parser *p)
{
    AstMod *mod = ARENA_NEW(p->arena, AstMod);
    mod->span = p->token.span;
    mod->is_each = accept(p, TOKEN_EACH);
    mod->is_final = accept(p, TOKEN_FINAL);
    if (at(p, TOKEN_EACH) && mod->is_final && !mod->is_each) {
        Diagnostic *d =
            parse_slip(p, p->token.span, E_PREFIX_ORDER, "'each' stands before 'final'");
        parse_repair(p, d, span_join(mod->span, p->token.span), "each final");
        mod->is_each = true;
        advance(p);
    }
    if (at(p, TOKEN_REDECLARE) || at(p, TOKEN_REPLACEABLE))
        parse_redeclaration(p, mod);
    else
        parse_element_modification(p, mod);
    mod->span = span_from(p, mod->span.begin);
    return mod;
}

static void take_arguments(Parser *p, AstModList *into, size_t mark)
{
    into->has_args = true;
    into->n_args = LIST_COUNT(p, AstMod *, mark);
    into->args = LIST_TAKE(p, AstMod *, mark);
}

void parse_class_modification(Parser *p, AstModList *into)
{
    enter(p);
    Span open = open_bracket(p);
    size_t mark = p->list.top;
    if (!at(p, TOKEN_RIGHT_PAREN)) do {
            AstMod *mod = parse_argument(p);
            LIST_PUSH(p, AstMod *, mod);
        } while (next_in_list(p));
    take_arguments(p, into, mark);
    expect_close(p, TOKEN_RIGHT_PAREN, open);
    into->span = span_from(p, open.begin);
    leave(p);
}

// ---- extends A(x = 1, break y, break connect(a, b)) --------------------------------------

static struct AstBreak parse_break(Parser *p)
{
    struct AstBreak b = {.span = p->token.span};
    advance(p);
    if (at(p, TOKEN_CONNECT)) {
        advance(p);
        Span open;
        if (expect_open(p, TOKEN_LEFT_PAREN, &open)) {
            b.from = parse_reference(p);
            parser_expect(p, TOKEN_COMMA);
            b.to = parse_reference(p);
            expect_close(p, TOKEN_RIGHT_PAREN, open);
        }
    } else {
        Span span;
        b.name = expect_name(p, "the name of an inherited component", &span);
    }
    b.span = span_from(p, b.span.begin);
    return b;
}

void parse_inheritance_modification(Parser *p, AstElement *extends)
{
    Span open = open_bracket(p);
    size_t mark = p->list.top, breaks = p->sections.top;
    if (!at(p, TOKEN_RIGHT_PAREN)) do {
            if (at(p, TOKEN_BREAK)) {
                struct AstBreak b = parse_break(p);
                *(struct AstBreak *)list_push(p, &p->sections, sizeof b) = b;
            } else {
                AstMod *mod = parse_argument(p);
                LIST_PUSH(p, AstMod *, mod);
            }
        } while (next_in_list(p));
    AstModList *mods = &extends->u.extends.mods;
    take_arguments(p, mods, mark);
    extends->u.extends.n_breaks = (uint32_t)((p->sections.top - breaks) / sizeof(struct AstBreak));
    extends->u.extends.breaks = list_copy(p, &p->sections, breaks);
    expect_close(p, TOKEN_RIGHT_PAREN, open);
    mods->span = span_from(p, open.begin);
}
