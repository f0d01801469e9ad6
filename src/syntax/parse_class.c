// Class definitions.
//
// One place needs more than one token: `operator` begins `operator record`, `operator function`
// or an operator class of its own.
#include "base/suggest.h"
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
    if (c->is_pure && p->file->is_base) accept(p, TOKEN_CONSTANT); // pure constant function
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

static void parse_enumeration(Parser *p, AstClass *c)
{
    advance(p);
    Span open;
    c->form = AST_CLASS_ENUMERATION;
    if (!expect_open(p, TOKEN_LEFT_PAREN, &open)) return;
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
        } while (next_in_list(p));
    c->n_literals = LIST_COUNT(p, AstLiteral, mark);
    c->literals = LIST_TAKE(p, AstLiteral, mark);
    expect_close(p, TOKEN_RIGHT_PAREN, open);
}

// der(f, x, y)
static void parse_derivative_class(Parser *p, AstClass *c)
{
    c->form = AST_CLASS_DER;
    advance(p);
    Span open;
    if (!expect_open(p, TOKEN_LEFT_PAREN, &open)) return;
    c->base = parse_type_name(p);
    size_t names = p->list.top, spans = p->sections.top;
    parser_expect(p, TOKEN_COMMA);
    do {
        Span span;
        Name name = expect_name(p, "the name of an input", &span);
        LIST_PUSH(p, Name, name);
        *(Span *)list_push(p, &p->sections, sizeof span) = span;
    } while (next_in_list(p));
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
            parser_expect(p, TOKEN_LEFT_PAREN);
    }
    x->annotation = parse_annotation(p);
    x->span = span_from(p, x->span.begin);
    c->external = x;
    expect_semicolon(p, "the external clause");
}

// A second annotation of a class, as some programs write it, says more of the same class.
static AstModList *joined_annotation(Parser *p, const AstModList *a, const AstModList *b)
{
    AstModList *both = ARENA_COPY(p->arena, AstModList, b, 1);
    both->args = ARENA_ARRAY(p->arena, AstMod *, a->n_args + b->n_args + 1);
    for (uint32_t i = 0; i < a->n_args; i++) both->args[i] = a->args[i];
    for (uint32_t i = 0; i < b->n_args; i++) both->args[a->n_args + i] = b->args[i];
    both->n_args = a->n_args + b->n_args;
    both->has_args = a->has_args || b->has_args;
    return both;
}

static void parse_class_annotation(Parser *p, AstClass *c)
{
    Span span = p->token.span;
    AstModList *annotation = parse_annotation(p);
    if (c->annotation && annotation) {
        const Diagnostic *d = diag_breach(p->session->diag, span, E_SECTION_ORDER,
                                          "a class has one annotation, at its end");
        if (d->severity == SEVERITY_ERROR) p->file->has_errors = true;
        annotation = joined_annotation(p, c->annotation, annotation);
    }
    c->annotation = annotation;
    expect_semicolon(p, "the annotation");
}

// Equations or statements among the declarations: the word before them is missing.
static bool at_headless_section(Parser *p)
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

// One item; the next one may be a declaration again. One report per class is enough.
static void push_headless_item(Parser *p, const AstClass *c)
{
    bool function = c->kind == AST_FUNCTION || c->kind == AST_OPERATOR_FUNCTION;
    bool algorithm = function || at(p, TOKEN_WHILE) || look_ahead(p) == TOKEN_ASSIGN;
    const char *word = algorithm ? "algorithm" : "equation";
    uint32_t begin = p->token.span.begin;
    if (p->headless != c && !p->file->has_errors) {
        Diagnostic *d = parse_slip(p, p->token.span, E_SECTION_ORDER,
                                   "%s among the declarations: '%s' is missing",
                                   algorithm ? "a statement" : "an equation", word);
        parse_repair(p, d, (Span){begin, begin}, arena_printf(p->scratch, "%s ", word));
        if (d) diag_label(p->session->diag, d, "insert '%s' before it", word);
    }
    p->file->has_errors = true;
    p->headless = c;
    AstSection section;
    parse_stray_item(p, &section, algorithm);
    *(AstSection *)list_push(p, &p->sections, sizeof section) = section;
    if (p->token.span.begin == begin && !at(p, TOKEN_END_OF_FILE)) advance(p);
}

// The annotation of the class between two equations, as the grammar of Modelica 2 and editors that
// put it at the beginning of the last section have it. What follows belongs to that section.
static void resume_section(Parser *p, const AstClass *c, AstSection *section)
{
    if (p->headless != c) {
        const char *item = section->is_algorithm ? "statements" : "equations";
        const Diagnostic *d = diag_breach(p->session->diag, p->token.span, E_SECTION_ORDER,
                                          "%s behind the annotation of the class, which stands at "
                                          "its end (A.2.2)",
                                          item);
        if (d->severity == SEVERITY_ERROR) p->file->has_errors = true;
    }
    p->headless = c;
    parse_rest_of_section(p, section);
}

// else, elseif, elsewhen and 'end if' whose beginning is not there. It has been reported if the
// beginning was lost in an error.
static bool read_stray_word(Parser *p)
{
    bool is_end = at(p, TOKEN_END);
    TokenKind word = is_end ? look_ahead(p) : (TokenKind)p->token.kind;
    switch (word) {
    case TOKEN_ELSE:
    case TOKEN_ELSEIF:
    case TOKEN_ELSEWHEN:
        if (is_end) return false;
        break;
    case TOKEN_IF:
    case TOKEN_FOR:
    case TOKEN_WHEN:
    case TOKEN_WHILE:
        if (!is_end) return false;
        break;
    default: return false;
    }
    const char *prefix = is_end ? "end " : "", *text = token_text(word);
    if (!p->file->has_errors)
        parse_slip(p, p->token.span, E_MISSING_END, "'%s%s' without a beginning", prefix, text);
    p->file->has_errors = true;
    advance(p);
    if (is_end) skip_item(p);
    while (!is_end && !p->token.newline_before && !at(p, TOKEN_END_OF_FILE)) advance(p);
    return true;
}

// "equaton" alone on a line, "inital equation": a declaration would have its name behind the
// type, and types begin with a capital letter almost everywhere. Read as the word that is meant.
bool read_misspelt_section(Parser *p)
{
    static const char *const alone[] = {"equation", "algorithm", "protected", "public"};
    static const TokenKind kinds[] = {TOKEN_EQUATION, TOKEN_ALGORITHM, TOKEN_PROTECTED,
                                      TOKEN_PUBLIC};
    static const char *const before[] = {"initial"};
    if (!at(p, TOKEN_NAME) || !p->token.newline_before) return false;
    const char *text = p->token.u.name->text;
    if (text[0] < 'a' || text[0] > 'z') return false;
    TokenKind next = look_ahead(p);
    bool is_initial = next == TOKEN_EQUATION || next == TOKEN_ALGORITHM;
    bool begins_item = next == TOKEN_NAME || token_is_keyword(next);
    if (!is_initial && (!p->ahead.newline_before || !begins_item)) return false;
    const char *word = is_initial ? nearest_text(text, before, 1) : nearest_text(text, alone, 4);
    if (!word) return false;
    Diagnostic *d =
        parse_slip(p, p->token.span, E_SYNTAX, "'%s' is not a word of the language", text);
    parse_repair(p, d, p->token.span, word);
    p->token.kind = TOKEN_INITIAL;
    for (int i = 0; i < 4; i++)
        if (word == alone[i]) p->token.kind = (uint8_t)kinds[i];
    return true;
}

static void parse_composition(Parser *p, AstClass *c)
{
    size_t elements = p->list.top, sections = p->sections.top;
    bool is_protected = false;
    enum { BEHIND_ELEMENT, BEHIND_SECTION, BEHIND_ITS_ANNOTATION } place = BEHIND_ELEMENT;
    while (!at(p, TOKEN_END_OF_FILE) && !at_class_name_without_end(p)) {
        if (parse_base_part(p)) continue;
        if (read_stray_word(p) || read_misspelt_section(p)) continue;
        if (at(p, TOKEN_END)) break;
        if (at(p, TOKEN_PUBLIC) || at(p, TOKEN_PROTECTED)) {
            is_protected = at(p, TOKEN_PROTECTED);
            place = BEHIND_ELEMENT;
            advance(p);
        } else if (at_section(p)) {
            AstSection section;
            parse_section(p, &section);
            section.clock = p->clock;
            section.clock_method = p->clock_method;
            *(AstSection *)list_push(p, &p->sections, sizeof section) = section;
            place = BEHIND_SECTION;
        } else if (at(p, TOKEN_EXTERNAL)) {
            parse_external(p, c);
        } else if (at(p, TOKEN_ANNOTATION)) {
            parse_class_annotation(p, c);
            if (place == BEHIND_SECTION) place = BEHIND_ITS_ANNOTATION;
        } else if (!at_headless_section(p) && parse_one_element(p, is_protected)) {
            place = BEHIND_ELEMENT;
        } else if (place == BEHIND_ITS_ANNOTATION) {
            resume_section(p, c, (AstSection *)(p->sections.data + p->sections.top) - 1);
        } else {
            push_headless_item(p, c);
        }
    }
    c->n_elements = LIST_COUNT(p, AstElement *, elements);
    c->elements = LIST_TAKE(p, AstElement *, elements);
    c->n_sections = (uint32_t)((p->sections.top - sections) / sizeof(AstSection));
    c->sections = list_copy(p, &p->sections, sections);
}

bool at_class_name_without_end(Parser *p)
{
    return at(p, TOKEN_NAME) && p->class_now && p->token.u.name == p->class_now->name &&
           p->token.newline_before && look_ahead(p) == TOKEN_SEMICOLON;
}

static bool is_name_of_enclosing(const AstClass *c, Name name)
{
    for (c = c->enclosing; c; c = c->enclosing)
        if (c->name == name) return true;
    return false;
}

static void parse_class_end(Parser *p, const AstClass *c)
{
    if (at_class_name_without_end(p)) {
        Diagnostic *d = parse_slip(p, p->token.span, E_MISSING_END, "'end' is missing before '%s'",
                                   c->name->text);
        parse_repair(p, d, (Span){p->token.span.begin, p->token.span.begin}, "end ");
        advance(p);
        return;
    }
    bool at_end = at(p, TOKEN_END);
    TokenKind next = at_end ? look_ahead(p) : TOKEN_END_OF_FILE;
    if (at_end && next == TOKEN_NAME && p->ahead.u.name == c->name) {
        advance(p);
        advance(p);
        return;
    }
    if (p->panic || p->stopped) return;
    if (!c->name) { // reported at the beginning of the class
        if (accept(p, TOKEN_END)) accept(p, TOKEN_NAME);
        return;
    }
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
    p->clock = p->clock_method = NULL;
    parse_class_end(p, c);
    p->class_now = around;
}

void parse_class_rest(Parser *p, AstClass *c)
{
    if (c->form == AST_CLASS_SHORT)
        parse_short_specifier(p, c);
    else
        parse_long_class(p, c);
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
    } else {
        c->name = expect_name(p, "the name of the class", &c->name_span);
        if (accept(p, TOKEN_EQUALS)) c->form = AST_CLASS_SHORT;
    }
    if (!parse_class_later(p, c)) parse_class_rest(p, c);
    c->span = span_from(p, c->span.begin);
    leave(p);
    return c;
}

AstClass *parse_class_without_word(Parser *p, Name name, Span name_span)
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
