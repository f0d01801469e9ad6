// Files, class definitions and their elements.
//
// Two places need more than one token. `operator` begins `operator record`, `operator
// function` or an operator class of its own; and `import A.B.*` may be read as A . B .* with
// the element-wise product as last token.
#include "syntax/parse_state.h"

// ---- Class prefixes ----------------------------------------------------------------------

bool at_class(const Parser *p)
{
    switch (p->token.kind) {
    case TOKEN_ENCAPSULATED:
    case TOKEN_PARTIAL:
    case TOKEN_CLASS:
    case TOKEN_MODEL:
    case TOKEN_RECORD:
    case TOKEN_BLOCK:
    case TOKEN_EXPANDABLE:
    case TOKEN_CONNECTOR:
    case TOKEN_TYPE:
    case TOKEN_PACKAGE:
    case TOKEN_PURE:
    case TOKEN_IMPURE:
    case TOKEN_OPERATOR:
    case TOKEN_FUNCTION: return true;
    default: return false;
    }
}

static AstClassKind parse_operator_kind(Parser *p)
{
    if (accept(p, TOKEN_RECORD)) return AST_OPERATOR_RECORD;
    if (accept(p, TOKEN_FUNCTION)) return AST_OPERATOR_FUNCTION;
    return AST_OPERATOR;
}

static AstClassKind parse_class_kind(Parser *p)
{
    TokenKind kind = p->token.kind;
    switch (kind) {
    case TOKEN_CLASS: advance(p); return AST_CLASS;
    case TOKEN_MODEL: advance(p); return AST_MODEL;
    case TOKEN_RECORD: advance(p); return AST_RECORD;
    case TOKEN_BLOCK: advance(p); return AST_BLOCK;
    case TOKEN_CONNECTOR: advance(p); return AST_CONNECTOR;
    case TOKEN_TYPE: advance(p); return AST_TYPE;
    case TOKEN_PACKAGE: advance(p); return AST_PACKAGE;
    case TOKEN_FUNCTION: advance(p); return AST_FUNCTION;
    case TOKEN_OPERATOR: advance(p); return parse_operator_kind(p);
    default: parse_expected(p, "'model', 'package', 'function' or another class word");
    }
    return AST_CLASS;
}

static void parse_class_prefixes(Parser *p, AstClass *c)
{
    c->is_encapsulated = accept(p, TOKEN_ENCAPSULATED);
    c->is_partial = accept(p, TOKEN_PARTIAL);
    if (at(p, TOKEN_ENCAPSULATED) && c->is_partial) {
        parse_slip(p, p->token.span, E_PREFIX_ORDER, "'encapsulated' stands before 'partial'");
        c->is_encapsulated = true;
        advance(p);
    }
    c->is_expandable = accept(p, TOKEN_EXPANDABLE);
    c->is_pure = accept(p, TOKEN_PURE);
    c->is_impure = !c->is_pure && accept(p, TOKEN_IMPURE);
    Span word = p->token.span;
    c->kind = parse_class_kind(p);
    if (c->is_expandable && c->kind != AST_CONNECTOR)
        parse_slip(p, word, E_SYNTAX, "only a connector can be 'expandable'");
    bool function = c->kind == AST_FUNCTION || c->kind == AST_OPERATOR_FUNCTION;
    if ((c->is_pure || c->is_impure) && !function)
        parse_slip(p, word, E_SYNTAX, "only a function can be '%s'",
                   c->is_pure ? "pure" : "impure");
}

// ---- Short classes -----------------------------------------------------------------------

typedef struct {
    uint8_t token, rank; // TokenKind; prefixes stand in the order of their ranks
    uint8_t offset;      // of the flag in AstPrefixes
} PrefixRow;

enum { RANK_OF_TYPE = 6 }; // from here on they belong to the type, before to the element

static const PrefixRow prefix_rows[] = {
    {TOKEN_REDECLARE, 1, offsetof(AstPrefixes, is_redeclare)},
    {TOKEN_FINAL, 2, offsetof(AstPrefixes, is_final)},
    {TOKEN_INNER, 3, offsetof(AstPrefixes, is_inner)},
    {TOKEN_OUTER, 4, offsetof(AstPrefixes, is_outer)},
    {TOKEN_REPLACEABLE, 5, offsetof(AstPrefixes, is_replaceable)},
    {TOKEN_FLOW, 6, offsetof(AstPrefixes, is_flow)},
    {TOKEN_STREAM, 6, offsetof(AstPrefixes, is_stream)},
    {TOKEN_DISCRETE, 7, offsetof(AstPrefixes, is_discrete)},
    {TOKEN_PARAMETER, 7, offsetof(AstPrefixes, is_parameter)},
    {TOKEN_CONSTANT, 7, offsetof(AstPrefixes, is_constant)},
    {TOKEN_INPUT, 8, offsetof(AstPrefixes, is_input)},
    {TOKEN_OUTPUT, 8, offsetof(AstPrefixes, is_output)},
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

// All prefixes from the rank `least` on.
static void parse_prefixes(Parser *p, AstPrefixes *into, int least)
{
    const PrefixRow *before = NULL;
    for (const PrefixRow *row; (row = prefix_row(p->token.kind)) && row->rank >= least;
         advance(p)) {
        if (before) check_prefix(p, before, row);
        *((bool *)into + row->offset) = true;
        before = row;
    }
}

void parse_type_prefixes(Parser *p, AstPrefixes *into)
{
    parse_prefixes(p, into, RANK_OF_TYPE);
}

static void parse_enumeration(Parser *p, AstClass *c)
{
    advance(p);
    Span open = p->token.span;
    c->form = AST_CLASS_ENUMERATION;
    if (!expect(p, TOKEN_LEFT_PAREN)) return;
    if (accept(p, TOKEN_COLON)) {
        c->form = AST_CLASS_ENUMERATION_OPEN;
        expect_close(p, TOKEN_RIGHT_PAREN, open);
        return;
    }
    size_t mark = p->list.top;
    if (!at(p, TOKEN_RIGHT_PAREN)) do {
            AstLiteral literal = {0};
            literal.name = expect_name(p, "the name of a literal", &literal.span);
            literal.comment = parse_comment(p);
            literal.annotation = parse_annotation(p);
            LIST_PUSH(p, AstLiteral, literal);
        } while (!p->panic && accept(p, TOKEN_COMMA));
    c->n_literals = LIST_COUNT(p, AstLiteral, mark);
    c->literals = LIST_TAKE(p, AstLiteral, mark);
    expect_close(p, TOKEN_RIGHT_PAREN, open);
}

// der(f, x, y)
static void parse_derivative_class(Parser *p, AstClass *c)
{
    c->form = AST_CLASS_DER;
    advance(p);
    Span open = p->token.span;
    if (!expect(p, TOKEN_LEFT_PAREN)) return;
    c->base = parse_type_name(p);
    size_t names = p->list.top, spans = p->sections.top;
    expect(p, TOKEN_COMMA);
    do {
        Span span;
        Name name = expect_name(p, "the name of an input", &span);
        LIST_PUSH(p, Name, name);
        *(Span *)list_push(p, &p->sections, sizeof span) = span;
    } while (!p->panic && accept(p, TOKEN_COMMA));
    c->n_der_names = LIST_COUNT(p, Name, names);
    c->der_names = LIST_TAKE(p, Name, names);
    c->der_name_spans = list_copy(p, &p->sections, spans);
    expect_close(p, TOKEN_RIGHT_PAREN, open);
}

// What stands behind the '='.
static void parse_short_specifier(Parser *p, AstClass *c)
{
    if (at(p, TOKEN_ENUMERATION)) {
        parse_enumeration(p, c);
    } else if (at(p, TOKEN_DER)) {
        parse_derivative_class(p, c);
    } else {
        c->form = AST_CLASS_SHORT;
        parse_prefixes(p, &c->base_prefixes, RANK_OF_TYPE);
        c->base = parse_type_name(p);
        if (at(p, TOKEN_LEFT_BRACKET)) c->base_dims = parse_subscripts(p);
        if (at(p, TOKEN_LEFT_PAREN)) parse_class_modification(p, &c->mods);
    }
    c->comment = parse_comment(p);
    c->annotation = parse_annotation(p);
}

static AstClass *make_class(Parser *p)
{
    AstClass *c = ARENA_NEW(p->arena, AstClass);
    c->enclosing = p->class_now;
    c->file = p->file;
    c->span = p->token.span;
    return c;
}

AstClass *parse_short_class(Parser *p)
{
    AstClass *c = make_class(p);
    parse_class_prefixes(p, c);
    c->name = expect_name(p, "the name of the class", &c->name_span);
    c->form = AST_CLASS_SHORT;
    if (accept(p, TOKEN_EQUALS))
        parse_short_specifier(p, c);
    else
        parse_error(p, p->token.span, E_SYNTAX,
                    "in a modifier a class is redeclared in the short form: %s = Other",
                    c->name ? c->name->text : "Name");
    c->span = span_from(p, c->span.begin);
    return c;
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
    Span open = p->token.span;
    if (!expect(p, TOKEN_LEFT_BRACE)) return;
    e->u.import.kind = AST_IMPORT_LIST;
    size_t names = p->list.top, spans = p->sections.top;
    do {
        Span span;
        Name name = expect_name(p, "the name of a class", &span);
        if (!name) break;
        LIST_PUSH(p, Name, name);
        *(Span *)list_push(p, &p->sections, sizeof span) = span;
    } while (accept(p, TOKEN_COMMA));
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
    const AstConstraint *constraint = parse_constraint(p, true);
    if (!constraint) return;
    for (size_t at_byte = first; at_byte < p->list.top; at_byte += sizeof(AstElement *))
        (*(AstElement **)(p->list.data + at_byte))->constraint = constraint;
}

static void parse_components(Parser *p, const AstElement *pattern)
{
    uint32_t begin = pattern->span.begin;
    const AstExpr *type = parse_type_name(p);
    AstExprList type_dims = {0};
    if (at(p, TOKEN_LEFT_BRACKET)) type_dims = parse_subscripts(p);
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
}

static void parse_element(Parser *p, bool is_protected)
{
    AstElement *e = ARENA_NEW(p->arena, AstElement);
    e->span = p->token.span;
    e->prefixes.is_protected = is_protected;
    p->height = 0;
    if (at(p, TOKEN_IMPORT)) {
        parse_import(p, e);
    } else if (at(p, TOKEN_EXTENDS)) {
        parse_extends(p, e);
    } else {
        parse_prefixes(p, &e->prefixes, 0);
        if (!at_class(p)) {
            parse_components(p, e);
            return;
        }
        e->kind = AST_ELEMENT_CLASS;
        AstClass *c = parse_class(p, false);
        e->u.class_def = c;
        e->name = c->name;
        e->name_span = c->name_span;
        if (e->prefixes.is_replaceable) e->constraint = parse_constraint(p, true);
        if (!c->name) return;
    }
    e->span = span_from(p, e->span.begin);
    push_element(p, e);
}

// ---- Composition -------------------------------------------------------------------------

static void parse_external(Parser *p, AstClass *c)
{
    AstExternal *x = ARENA_NEW(p->arena, AstExternal);
    x->span = p->token.span;
    advance(p);
    if (at(p, TOKEN_STRING)) x->language = parse_string(p);
    if (at(p, TOKEN_NAME) || at(p, TOKEN_DOT)) {
        const AstExpr *first = parse_reference(p);
        if (accept(p, TOKEN_EQUALS)) {
            x->result = first;
            x->function = expect_name(p, "the name of the external function", &x->function_span);
        } else if (first->kind == AST_REF) {
            x->function = first->u.ref.parts[0].name;
            x->function_span = first->span;
        }
        if (at(p, TOKEN_LEFT_PAREN))
            x->args = parse_call_list(p);
        else
            expect(p, TOKEN_LEFT_PAREN);
    }
    x->annotation = parse_annotation(p);
    x->span = span_from(p, x->span.begin);
    c->external = x;
    expect_semicolon(p, "the external clause");
}

static void parse_class_annotation(Parser *p, AstClass *c)
{
    Span span = p->token.span;
    AstModList *annotation = parse_annotation(p);
    if (c->annotation)
        parse_slip(p, span, E_SECTION_ORDER, "a class has one annotation, at its end");
    c->annotation = annotation;
    expect_semicolon(p, "the annotation");
}

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

// Equations among the declarations: the word before them is missing.
static bool at_headless_equation(Parser *p)
{
    switch (p->token.kind) {
    case TOKEN_CONNECT:
    case TOKEN_IF:
    case TOKEN_FOR:
    case TOKEN_WHEN:
    case TOKEN_WHILE:
    case TOKEN_DER: return true;
    case TOKEN_NAME: {
        TokenKind next = look_ahead(p);
        return next == TOKEN_EQUALS || next == TOKEN_ASSIGN;
    }
    default: return false;
    }
}

static void parse_headless_equations(Parser *p, AstSection *section)
{
    Diagnostic *d = parse_slip(p, p->token.span, E_SECTION_ORDER,
                               "an equation among the declarations: 'equation' is missing");
    parse_repair(p, d, (Span){p->token.span.begin, p->token.span.begin}, "equation ");
    if (d) diag_label(p->session->diag, d, "insert 'equation' before it");
    parse_headless_section(p, section);
}

static AstClass *parse_class_without_word(Parser *p, Name name, Span name_span);

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

static void parse_one_element(Parser *p, bool is_protected)
{
    uint32_t begin = p->token.span.begin;
    if (at(p, TOKEN_SEMICOLON)) {
        parse_repair(p, parse_slip(p, p->token.span, E_SYNTAX, "a ';' too many"), p->token.span,
                     "");
        advance(p);
        return;
    }
    bool is_class = at_class(p);
    size_t mark = p->list.top;
    parse_element(p, is_protected);
    if (!at(p, TOKEN_SEMICOLON) && !p->panic && !p->stopped)
        repair_misspelt_word(p, mark, is_protected);
    expect_semicolon(p, is_class ? "the class" : "the declaration");
    if (p->token.span.begin == begin && !at(p, TOKEN_END_OF_FILE)) advance(p);
}

static void parse_composition(Parser *p, AstClass *c)
{
    size_t elements = p->list.top, sections = p->sections.top;
    bool is_protected = false;
    while (!at(p, TOKEN_END) && !at(p, TOKEN_END_OF_FILE)) {
        if (at(p, TOKEN_PUBLIC) || at(p, TOKEN_PROTECTED)) {
            is_protected = at(p, TOKEN_PROTECTED);
            advance(p);
        } else if (at_section(p)) {
            AstSection section;
            parse_section(p, &section);
            *(AstSection *)list_push(p, &p->sections, sizeof section) = section;
        } else if (at_headless_equation(p)) {
            AstSection section;
            parse_headless_equations(p, &section);
            *(AstSection *)list_push(p, &p->sections, sizeof section) = section;
        } else if (at(p, TOKEN_EXTERNAL)) {
            parse_external(p, c);
        } else if (at(p, TOKEN_ANNOTATION)) {
            parse_class_annotation(p, c);
        } else {
            parse_one_element(p, is_protected);
        }
    }
    c->n_elements = LIST_COUNT(p, AstElement *, elements);
    c->elements = LIST_TAKE(p, AstElement *, elements);
    c->n_sections = (uint32_t)((p->sections.top - sections) / sizeof(AstSection));
    c->sections = list_copy(p, &p->sections, sections);
}

static bool is_name_of_enclosing(const AstClass *c, Name name)
{
    for (c = c->enclosing; c; c = c->enclosing)
        if (c->name == name) return true;
    return false;
}

static void parse_class_end(Parser *p, const AstClass *c)
{
    bool at_end = at(p, TOKEN_END);
    TokenKind next = at_end ? look_ahead(p) : TOKEN_END_OF_FILE;
    if (at_end && next == TOKEN_NAME && p->ahead.u.name == c->name) {
        advance(p);
        advance(p);
        return;
    }
    if (p->panic || p->stopped || !c->name) return;
    const char *name = c->name->text;
    if (at_end && token_is_keyword(next) && !strcmp(token_text(next), name)) {
        advance(p); // reported at the beginning of the class
        advance(p);
        return;
    }
    bool missing = !at_end || (next == TOKEN_NAME && is_name_of_enclosing(c, p->ahead.u.name));
    if (missing) {
        Diagnostic *d =
            parse_error(p, c->name_span, E_MISSING_END,
                        "the class '%s' is not closed: 'end %s;' is missing", name, name);
        if (d) diag_note(p->session->diag, d, p->token.span, "before %s", words_for(p, &p->token));
        return;
    }
    advance(p);
    Span wrong = next == TOKEN_SEMICOLON ? (Span){p->last_end, p->last_end} : p->token.span;
    Diagnostic *d =
        parse_slip(p, p->token.span, E_END_NAME, "the class '%s' ends with 'end %s'", name, name);
    parse_repair(p, d, wrong,
                 wrong.begin == wrong.end ? arena_printf(p->scratch, " %s", name) : name);
    parse_remark(p, d, c->name_span, "the class begins here");
    if (next != TOKEN_SEMICOLON) advance(p);
}

static void parse_long_class(Parser *p, AstClass *c)
{
    c->comment = parse_comment(p);
    const AstClass *around = p->class_now;
    p->class_now = c;
    parse_composition(p, c);
    p->class_now = around;
    parse_class_end(p, c);
}

AstClass *parse_class(Parser *p, bool is_final)
{
    AstClass *c = make_class(p);
    c->is_final = is_final;
    enter(p);
    parse_class_prefixes(p, c);
    if (accept(p, TOKEN_EXTENDS)) {
        c->form = AST_CLASS_EXTENDS;
        c->name = expect_name(p, "the name of the class", &c->name_span);
        if (at(p, TOKEN_LEFT_PAREN)) parse_class_modification(p, &c->mods);
        parse_long_class(p, c);
    } else {
        c->name = expect_name(p, "the name of the class", &c->name_span);
        if (accept(p, TOKEN_EQUALS))
            parse_short_specifier(p, c);
        else
            parse_long_class(p, c);
    }
    c->span = span_from(p, c->span.begin);
    leave(p);
    return c;
}

// ---- Files -------------------------------------------------------------------------------

static Parser parser_open(Session *s, const SourceFile *source, AstFile *file)
{
    Parser p = {.session = s, .arena = s->arena, .file = file};
    p.scratch = arena_open("parser");
    p.lexer = lexer_open(s, source, p.scratch);
    p.last_begin = p.last_end = source->first;
    file->source = source;
    lexer_next(&p.lexer, &p.token);
    return p;
}

static void parse_within(Parser *p)
{
    p->file->has_within = true;
    advance(p);
    if (!at(p, TOKEN_SEMICOLON)) p->file->within = parse_type_name(p);
    expect_semicolon(p, "'within'");
}

// A class whose word is misspelt or missing; `name` is read already.
static AstClass *parse_class_without_word(Parser *p, Name name, Span name_span)
{
    AstClass *c = make_class(p);
    c->span = c->name_span = name_span;
    c->name = name;
    enter(p);
    parse_long_class(p, c);
    c->span = span_from(p, c->span.begin);
    leave(p);
    return c;
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

AstFile *parse_file(Session *s, const SourceFile *source)
{
    AstFile *file = ARENA_NEW(s->arena, AstFile);
    Parser parser = parser_open(s, source, file), *p = &parser;
    if (at(p, TOKEN_WITHIN)) parse_within(p);
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

const AstExpr *parse_expression_text(Session *s, const SourceFile *source)
{
    AstFile *file = ARENA_NEW(s->arena, AstFile);
    Parser parser = parser_open(s, source, file), *p = &parser;
    const AstExpr *e = parse_expression(p);
    if (!at(p, TOKEN_END_OF_FILE))
        parse_error(p, p->token.span, E_SYNTAX, "unexpected %s after the expression",
                    words_for(p, &p->token));
    bool failed = file->has_errors || p->lexer.n_errors;
    arena_close(p->scratch);
    return failed ? NULL : e;
}

AstExprList parse_calls_text(Session *s, const SourceFile *source)
{
    AstFile *file = ARENA_NEW(s->arena, AstFile);
    Parser parser = parser_open(s, source, file), *p = &parser;
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
