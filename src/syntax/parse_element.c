// Elements of a class: prefixes, imports, extends-clauses, components, and member classes.
//
// One place needs more than one token: `import A.B.*` may be read as A . B .* with the
// element-wise product as last token.
#include "syntax/parse_state.h"

// ---- Prefixes ----------------------------------------------------------------------------

typedef struct {
    uint8_t token, rank; // TokenKind; prefixes stand in the order of their ranks
    AstPrefixes flag;
} PrefixRow;

static const PrefixRow prefix_rows[] = {
    {TOKEN_REDECLARE, 1, {.is_redeclare = true}},
    {TOKEN_FINAL, 2, {.is_final = true}},
    {TOKEN_INNER, 3, {.is_inner = true}},
    {TOKEN_OUTER, 4, {.is_outer = true}},
    {TOKEN_REPLACEABLE, 5, {.is_replaceable = true}},
    {TOKEN_FLOW, 6, {.is_flow = true}},
    {TOKEN_STREAM, 6, {.is_stream = true}},
    {TOKEN_DISCRETE, 7, {.is_discrete = true}},
    {TOKEN_PARAMETER, 7, {.is_parameter = true}},
    {TOKEN_CONSTANT, 7, {.is_constant = true}},
    {TOKEN_INPUT, 8, {.is_input = true}},
    {TOKEN_OUTPUT, 8, {.is_output = true}},
};

static const PrefixRow *prefix_row(TokenKind kind)
{
    for (size_t i = 0; i < sizeof prefix_rows / sizeof *prefix_rows; i++)
        if (prefix_rows[i].token == kind) return &prefix_rows[i];
    return NULL;
}

static void check_prefix(Parser *p, const PrefixRow *before, const PrefixRow *row)
{
    const char *text = token_text(row->token);
    if (before->rank < row->rank) return;
    const char *other = token_text(before->token);
    if (before->token == row->token)
        parse_repair(p, parse_slip(p, p->token.span, E_PREFIX_ORDER, "'%s' is written twice", text),
                     p->token.span, "");
    else if (before->rank == row->rank)
        parse_slip(p, p->token.span, E_PREFIX_ORDER, "'%s' and '%s' exclude each other", other,
                   text);
    else
        parse_slip(p, p->token.span, E_PREFIX_ORDER, "'%s' stands before '%s'", text, other);
}

_Static_assert(sizeof(AstPrefixes) == sizeof(uint16_t), "prefixes are joined as one word");

static void add_flag(AstPrefixes *into, AstPrefixes flag)
{
    uint16_t a, b;
    memcpy(&a, into, sizeof a);
    memcpy(&b, &flag, sizeof b);
    a |= b;
    memcpy(into, &a, sizeof a);
}

void parse_prefixes(Parser *p, AstPrefixes *into, int least)
{
    const PrefixRow *before = NULL;
    for (const PrefixRow *row; (row = prefix_row(p->token.kind)) && row->rank >= least;
         advance(p)) {
        if (before) check_prefix(p, before, row);
        add_flag(into, row->flag);
        before = row;
    }
}

// ---- Elements ----------------------------------------------------------------------------

static void push_element(Parser *p, AstElement *e)
{
    LIST_PUSH(p, AstElement *, e);
}

// A.B, A.B.*, A.B.{C, D}; the path itself stops before ".*" and ".{".
static void parse_import_path(Parser *p, AstElement *e)
{
    e->u.import.path = parse_type_name(p);
    if (accept(p, TOKEN_EL_TIMES)) {
        e->u.import.kind = AST_IMPORT_ALL;
        return;
    }
    if (!accept(p, TOKEN_DOT)) return;
    if (accept(p, TOKEN_TIMES)) {
        e->u.import.kind = AST_IMPORT_ALL;
        return;
    }
    Span open;
    if (!expect_open(p, TOKEN_LEFT_BRACE, &open)) return;
    e->u.import.kind = AST_IMPORT_LIST;
    size_t names = p->list.top, spans = p->sections.top;
    do {
        Span span;
        Name name = expect_name(p, "the name of a class", &span);
        if (!name) break;
        LIST_PUSH(p, Name, name);
        *(Span *)list_push(p, &p->sections, sizeof span) = span;
    } while (next_in_list(p));
    e->u.import.n_names = LIST_COUNT(p, Name, names);
    e->u.import.names = LIST_TAKE(p, Name, names);
    e->u.import.name_spans = list_copy(p, &p->sections, spans);
    expect_close(p, TOKEN_RIGHT_BRACE, open);
}

static void parse_import(Parser *p, AstElement *e)
{
    e->kind = AST_ELEMENT_IMPORT;
    advance(p);
    e->u.import.kind = AST_IMPORT_QUALIFIED;
    if (at(p, TOKEN_NAME) && look_ahead(p) == TOKEN_EQUALS) {
        e->u.import.kind = AST_IMPORT_RENAMED;
        e->name = expect_name(p, "a name", &e->name_span);
        advance(p);
        e->u.import.path = parse_type_name(p);
    } else {
        parse_import_path(p, e);
    }
    e->comment = parse_comment(p);
    e->annotation = parse_annotation(p);
}

static void parse_extends(Parser *p, AstElement *e)
{
    e->kind = AST_ELEMENT_EXTENDS;
    advance(p);
    e->u.extends.base = parse_type_name(p);
    if (at(p, TOKEN_LEFT_PAREN)) parse_inheritance_modification(p, e);
    e->comment = parse_comment(p);
    if (e->comment)
        parse_slip(p, e->comment->span, E_SYNTAX, "an extends-clause has no description string");
    e->annotation = parse_annotation(p);
}

void parse_declaration(Parser *p, AstElement *e)
{
    e->name = expect_name(p, "the name of a component", &e->name_span);
    if (at(p, TOKEN_LEFT_BRACKET)) e->u.component.dims = parse_subscripts(p);
    parse_modification(p, &e->u.component.mods);
}

// The constraining clause of a replaceable component stands behind the last declaration and
// holds for all of them.
static void share_constraint(Parser *p, size_t first)
{
    const AstConstraint *constraint = parse_constraint(p);
    if (!constraint) return;
    for (size_t at_byte = first; at_byte < p->list.top; at_byte += sizeof(AstElement *))
        (*(AstElement **)(p->list.data + at_byte))->constraint = constraint;
}

// "f(x)" among the declarations is a call; "Type(x = 1)" lacks the name of the component.
static bool at_call(const Parser *p, const AstExpr *type)
{
    if (!at(p, TOKEN_LEFT_PAREN) || type->kind != AST_REF) return false;
    char first = type->u.ref.parts[type->u.ref.n_parts - 1].name->text[0];
    return first >= 'a' && first <= 'z';
}

// False when this is the left side of an equation or a call.
static bool parse_components(Parser *p, const AstElement *pattern)
{
    uint32_t begin = pattern->span.begin;
    const AstExpr *type = parse_type_name(p);
    AstExprList type_dims = {0};
    if (at(p, TOKEN_LEFT_BRACKET)) type_dims = parse_subscripts(p);
    if (!p->panic && type->span.begin == begin &&
        (at(p, TOKEN_EQUALS) || at(p, TOKEN_ASSIGN) || at_call(p, type)))
        return false;
    uint32_t group = p->group++;
    size_t first = p->list.top;
    do {
        AstElement *e = ARENA_NEW(p->arena, AstElement);
        e->kind = AST_ELEMENT_COMPONENT;
        e->prefixes = pattern->prefixes;
        e->group = group;
        e->u.component.type = type;
        e->u.component.type_dims = type_dims;
        parse_declaration(p, e);
        if (accept(p, TOKEN_IF)) e->u.component.condition = parse_expression(p);
        e->comment = parse_comment(p);
        e->annotation = parse_annotation(p);
        e->span = span_from(p, begin);
        if (e->name) push_element(p, e);
    } while (!p->panic && accept(p, TOKEN_COMMA));
    if (pattern->prefixes.is_replaceable) share_constraint(p, first);
    return true;
}

static bool parse_element(Parser *p, bool is_protected)
{
    AstElement e = {.span = p->token.span, .prefixes.is_protected = is_protected};
    p->height = 0;
    if (at(p, TOKEN_IMPORT)) {
        parse_import(p, &e);
    } else if (at(p, TOKEN_EXTENDS)) {
        parse_extends(p, &e);
    } else {
        parse_prefixes(p, &e.prefixes, RANK_OF_ELEMENT);
        if (!at_class(p)) return parse_components(p, &e); // one for each name
        e.kind = AST_ELEMENT_CLASS;
        AstClass *c = parse_class(p, false);
        e.u.class_def = c;
        e.name = c->name;
        e.name_span = c->name_span;
        if (e.prefixes.is_replaceable) e.constraint = parse_constraint(p);
        if (!c->name) return true;
    }
    e.span = span_from(p, e.span.begin);
    push_element(p, ARENA_COPY(p->arena, AstElement, &e, 1));
    return true;
}

// ---- Misplaced and misspelt -----------------------------------------------------------------

bool at_element(const Parser *p)
{
    switch (p->token.kind) {
    case TOKEN_IMPORT:
    case TOKEN_EXTENDS: return true;
    case TOKEN_PURE: return false; // pure(f(x)) is an expression
    default: return prefix_row(p->token.kind) || at_class(p);
    }
}

void parse_misplaced_element(Parser *p, bool algorithm)
{
    const char *section = algorithm ? "algorithm" : "equation";
    Diagnostic *d = parse_slip(p, p->token.span, E_SECTION_ORDER,
                               "a declaration inside the %s section", section);
    if (d)
        diag_label(p->session->diag, d, "declarations stand before '%s' or after 'protected'",
                   section);
    size_t mark = p->list.top;
    parse_element(p, false);
    p->list.top = mark;
    expect_semicolon(p, "the declaration");
}

// "modle B" or "paramter Real x": read as a component that something is wrong with. True when
// a word of the language was meant.
static bool repair_misspelt_word(Parser *p, size_t mark, bool is_protected)
{
    if (p->list.top - mark != sizeof(AstElement *)) return false;
    AstElement *e = *(AstElement **)(p->list.data + mark);
    if (e->kind != AST_ELEMENT_COMPONENT || e->u.component.type->kind != AST_REF) return false;
    const AstExpr *type = e->u.component.type;
    if (type->u.ref.n_parts != 1) return false;
    const char *word = nearest_keyword(type->u.ref.parts[0].name->text);
    if (!word) return false;
    Diagnostic *d = parse_slip(p, type->span, E_SYNTAX, "'%s' is not a word of the language",
                               type->u.ref.parts[0].name->text);
    parse_repair(p, d, type->span, word);
    p->list.top = mark;
    if (at(p, TOKEN_NAME) && !p->token.newline_before) {
        p->panic = true;
        return true;
    }
    AstClass *c = parse_class_without_word(p, e->name, e->name_span);
    e->kind = AST_ELEMENT_CLASS;
    e->prefixes.is_protected = is_protected;
    e->u.class_def = c;
    e->span = span_from(p, e->span.begin);
    push_element(p, e);
    return true;
}

bool parse_one_element(Parser *p, bool is_protected)
{
    Token first = p->token;
    if (at(p, TOKEN_SEMICOLON)) {
        parse_repair(p, parse_slip(p, first.span, E_SYNTAX, "a ';' too many"), first.span, "");
        advance(p);
        return true;
    }
    bool is_class = at_class(p);
    size_t mark = p->list.top;
    if (!parse_element(p, is_protected)) {
        read_again(p, &first);
        return false;
    }
    if (!at(p, TOKEN_SEMICOLON) && !p->panic && !p->stopped)
        repair_misspelt_word(p, mark, is_protected);
    expect_semicolon(p, is_class ? "the class" : "the declaration");
    if (p->token.span.begin == first.span.begin && !at(p, TOKEN_END_OF_FILE)) advance(p);
    return true;
}
