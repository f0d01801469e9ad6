// Errors of the parser and how it starts again behind them.
//
// One cause gives one error: after a report the parser is in panic and silent until it stands
// at a place to start again, which is behind the ';' of the item, or before a word that can
// only begin a section or end a class. Where the intention is plain (a ';' missing at the end
// of a line, a bracket of the wrong kind) nothing is skipped.
#include <stdarg.h>

#include "base/suggest.h"
#include "syntax/parse_state.h"

enum { MOST_LOOKS = 8 };    // through the rest of an item: with more the work would be quadratic
enum { MOST_ERRORS = 100 }; // in one file; who has that many repairs the first ones first

void list_grow(Parser *p, ListStack *list, size_t more)
{
    size_t room = list->room ? list->room * 2 : 4096;
    while (room - list->top < more) room *= 2;
    list->data = arena_grow(p->scratch, list->data, list->room, room, 16);
    list->room = room;
}

void *list_copy(Parser *p, ListStack *list, size_t mark)
{
    size_t size = list->top - mark;
    list->top = mark;
    return size ? arena_copy_bytes(p->arena, list->data + mark, size, 8) : NULL;
}

// Every level of the parser finds itself at the end of the file and returns.
static void read_no_further(Parser *p)
{
    p->stopped = true;
    p->has_ahead = false;
    p->token = (Token){.kind = TOKEN_END_OF_FILE, .span = p->token.span};
}

static void count_error(Parser *p, Diagnostic *d)
{
    if (++p->n_errors < MOST_ERRORS) return;
    diag_note(p->session->diag, d, (Span){0, 0}, "after %d errors the rest of the file is not read",
              MOST_ERRORS);
    read_no_further(p);
}

// A string that lacks its closing quote ends at the opening quote of the next one, whose words
// then stand bare in the text. True when this is the cause of an error here; reading goes on
// where the string was meant to end.
static bool blame_open_string(Parser *p)
{
    const SourceFile *source = p->lexer.source;
    const char *begin = source->text + (p->last_begin - source->first);
    const char *end = source->text + (p->last_end - source->first);
    if (*begin != '"' || end - begin < 3 || p->token.newline_before) return false;
    if (!memchr(begin, '\n', (size_t)(end - begin)) || p->token.span.begin != p->last_end)
        return false;
    if (!strchr(" \t(=+,", end[-2])) return false; // nothing else comes before a string
    Span quote = {p->last_begin, p->last_begin + 1};
    Diagnostic *d =
        diag_error(p->session->diag, quote, E_UNTERMINATED, "this string is not closed");
    p->lexer.next = lexer_end_of_open_string(&p->lexer, begin);
    p->has_ahead = false;
    p->last_end = source->first + (uint32_t)(p->lexer.next - source->text);
    lexer_next(&p->lexer, &p->token);
    p->token.damaged = true;
    count_error(p, d);
    return true;
}

static Diagnostic *report(Parser *p, Span span, DiagCode code, const char *format, va_list args)
{
    p->file->has_errors = true;
    if (p->panic || p->stopped || p->guessed || p->lexer.silent || p->token.damaged) return NULL;
    if (blame_open_string(p)) return NULL;
    Text message = text_make(p->scratch);
    text_vprintf(&message, format, args);
    Diagnostic *d = diag_error(p->session->diag, span, code, "%s", text_cstr(&message));
    count_error(p, d);
    return d;
}

Diagnostic *parse_error(Parser *p, Span span, DiagCode code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    Diagnostic *d = report(p, span, code, format, args);
    va_end(args);
    p->panic = true;
    return d;
}

Diagnostic *parse_slip(Parser *p, Span span, DiagCode code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    Diagnostic *d = report(p, span, code, format, args);
    va_end(args);
    return d;
}

void parse_repair(Parser *p, Diagnostic *d, Span span, const char *text)
{
    if (d) diag_replace(p->session->diag, d, span, text);
}

// A place on the line that is shown anyway needs no second showing.
void parse_remark(Parser *p, Diagnostic *d, Span span, const char *message)
{
    if (!d) return;
    Place here = source_place(p->session->sources, d->span.begin);
    Place there = source_place(p->session->sources, span.begin);
    if (here.line != there.line) diag_note(p->session->diag, d, span, "%s", message);
}

const char *words_for(Parser *p, const Token *token)
{
    switch (token->kind) {
    case TOKEN_END_OF_FILE: return token_text(TOKEN_END_OF_FILE);
    case TOKEN_STRING: return "a string";
    default: {
        const char *text = p->lexer.source->text + (token->span.begin - p->lexer.source->first);
        uint32_t length = token->span.end - token->span.begin;
        if (length > 40) length = 40;
        return arena_printf(p->scratch, "'%.*s'", (int)length, text);
    }
    }
}

// ---- Habits of other languages ------------------------------------------------------------------

static const char *text_at(const Parser *p, uint32_t position)
{
    return p->lexer.source->text + (position - p->lexer.source->first);
}

static bool is_last(const Parser *p, const char *text)
{
    size_t n = strlen(text);
    return p->last_end - p->last_begin == n && !strncmp(text_at(p, p->last_begin), text, n);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *const other_else[] = {"elif", "elsif", "elsewhere"};
enum { N_OTHER_ELSE = sizeof other_else / sizeof *other_else };

// What was probably meant by the token that is not understood and the one before it; NULL: nothing
// that is known.
const char *parse_habit(Parser *p)
{
    const char *last = text_at(p, p->last_begin), *here = text_at(p, p->token.span.begin);
    bool is_first = p->last_begin == p->lexer.source->first;
    bool is_joined = p->last_end == p->token.span.begin;
    bool is_sign = strchr("+-*/", *last) && p->last_end - p->last_begin == 1;
    if (is_sign && is_joined && at(p, TOKEN_EQUALS))
        return arena_printf(p->scratch, "'%c=' is not known: write x := x %c ...", *last, *last);
    if (is_sign && !is_first && last[-1] == *last && !at(p, TOKEN_EQUALS))
        return arena_printf(p->scratch, "'%c%c' is not known: write x := x %c 1", *last, *last,
                            *last);
    if (*last == ',' && !is_first && is_joined && is_digit(last[-1]) && is_digit(*here))
        return "the decimal sign is a point";
    if (is_digit(*last) && at(p, TOKEN_NAME) && !p->token.newline_before)
        return "a unit is an attribute of the variable: (unit = \"...\")";
    for (size_t i = 0; i < N_OTHER_ELSE; i++)
        if (is_last(p, other_else[i]))
            return arena_printf(p->scratch, "'%s' is written 'elseif'", other_else[i]);
    return NULL;
}

static void remind(Parser *p, Diagnostic *d, const char *habit)
{
    if (!d || !habit) return;
    diag_label(p->session->diag, d, "%s", habit);
    if (*text_at(p, p->last_begin) == ',') // between digits
        parse_repair(p, d, (Span){p->last_begin, p->last_end}, ".");
    for (size_t i = 0; i < N_OTHER_ELSE; i++)
        if (is_last(p, other_else[i]))
            parse_repair(p, d, (Span){p->last_begin, p->last_end}, "elseif");
}

void parse_expected(Parser *p, const char *what)
{
    const char *habit = parse_habit(p);
    if (at(p, TOKEN_END_OF_FILE))
        parse_error(p, (Span){p->last_end, p->last_end}, E_SYNTAX,
                    "the file ends where %s is expected", what);
    else
        remind(p,
               parse_error(p, p->token.span, E_SYNTAX, "expected %s instead of %s", what,
                           words_for(p, &p->token)),
               habit);
}

// if a = 1 then: the comparison is read, and the text goes on.
static bool accept_equation_as_comparison(Parser *p)
{
    if (!at(p, TOKEN_EQUALS) || p->panic || p->stopped) return false;
    Diagnostic *d = parse_slip(p, p->token.span, E_SYNTAX,
                               "'=' makes an equation; a comparison is written '=='");
    parse_repair(p, d, p->token.span, "==");
    advance(p);
    parse_expression(p);
    return true;
}

// What the text lacks is inserted behind the last token, not before the next one, which may
// stand lines below.
static Span gap_of(const Parser *p)
{
    return (Span){p->last_end, p->last_end};
}

bool parser_expect(Parser *p, TokenKind kind)
{
    if (accept(p, kind)) return true;
    if (p->panic || p->stopped) return false;
    if (kind == TOKEN_THEN && accept_equation_as_comparison(p)) return parser_expect(p, kind);
    const char *text = token_text(kind);
    bool at_gap = at(p, TOKEN_END_OF_FILE) || p->token.newline_before;
    Diagnostic *d = parse_error(p, at_gap ? gap_of(p) : p->token.span, E_MISSING_TOKEN,
                                "'%s' is missing before %s", text, words_for(p, &p->token));
    parse_repair(p, d, gap_of(p), arena_printf(p->scratch, " %s", text));
    if (d) diag_label(p->session->diag, d, "insert '%s'", text);
    return false;
}

static bool is_closing(TokenKind kind)
{
    return kind == TOKEN_RIGHT_PAREN || kind == TOKEN_RIGHT_BRACKET || kind == TOKEN_RIGHT_BRACE;
}

static bool is_opening(TokenKind kind)
{
    return kind == TOKEN_LEFT_PAREN || kind == TOKEN_LEFT_BRACKET || kind == TOKEN_LEFT_BRACE;
}

static TokenKind opening_of(TokenKind closing)
{
    return closing == TOKEN_RIGHT_PAREN     ? TOKEN_LEFT_PAREN
           : closing == TOKEN_RIGHT_BRACKET ? TOKEN_LEFT_BRACKET
                                            : TOKEN_LEFT_BRACE;
}

bool expect_open(Parser *p, TokenKind kind, Span *open)
{
    if (!at(p, kind)) return parser_expect(p, kind);
    *open = open_bracket(p);
    return true;
}

// Whether the brackets that are open here are all closed before the item ends.
static bool brackets_close_ahead(Parser *p)
{
    Lexer probe = lexer_probe(&p->lexer);
    uint32_t open = p->brackets;
    Token t = p->token;
    bool at_ahead = p->has_ahead;
    for (bool first = true; t.kind != TOKEN_END_OF_FILE; first = false) {
        if (t.kind == TOKEN_SEMICOLON && !p->matrices) return false;
        if (t.kind == TOKEN_END && t.newline_before && !first) return false;
        if (is_opening(t.kind)) open++;
        if (is_closing(t.kind) && --open == 0) return true;
        if (at_ahead)
            t = p->ahead;
        else
            lexer_next(&probe, &t);
        at_ahead = false;
    }
    return false;
}

static bool begins_argument(TokenKind kind)
{
    switch (kind) {
    case TOKEN_NAME:
    case TOKEN_STRING:
    case TOKEN_INTEGER:
    case TOKEN_REAL:
    case TOKEN_TRUE:
    case TOKEN_FALSE:
    case TOKEN_TIME:
    case TOKEN_DER:
    case TOKEN_NOT:
    case TOKEN_MINUS:
    case TOKEN_EACH:
    case TOKEN_FINAL:
    case TOKEN_REDECLARE:
    case TOKEN_REPLACEABLE:
    case TOKEN_BREAK: return true;
    default: return is_opening(kind);
    }
}

static bool token_is_name(const char *text)
{
    return *text == '_' || *text == '\'' || (*text >= 'a' && *text <= 'z') ||
           (*text >= 'A' && *text <= 'Z');
}

bool is_comma_missing(Parser *p)
{
    if (p->panic || p->stopped || !p->brackets || !begins_argument(p->token.kind)) return false;
    if (p->commas_guessed > MOST_LOOKS) return true;
    if (!brackets_close_ahead(p)) return false;
    const char *last = p->lexer.source->text + (p->last_begin - p->lexer.source->first);
    bool after_name = token_is_name(last) && !at(p, TOKEN_NAME) && !p->token.newline_before;
    const char *sign = after_name ? "=" : ",";
    Diagnostic *d = parse_slip(p, gap_of(p), E_MISSING_TOKEN, "'%s' is missing before %s", sign,
                               words_for(p, &p->token));
    parse_repair(p, d, gap_of(p), sign);
    p->guessed = true;
    p->commas_guessed++;
    return true;
}

static void report_unclosed(Parser *p, TokenKind kind, Span open)
{
    const char *text = token_text(kind), *opening = token_text(opening_of(kind));
    Diagnostic *d;
    if (is_closing(p->token.kind)) {
        d = parse_error(p, p->token.span, E_BRACKET, "'%s' is closed by %s", opening,
                        words_for(p, &p->token));
        parse_repair(p, d, p->token.span, text);
    } else if (at(p, TOKEN_SEMICOLON) || at(p, TOKEN_END_OF_FILE) || p->token.newline_before) {
        d = parse_slip(p, gap_of(p), E_BRACKET, "the '%s' is not closed: '%s' is missing", opening,
                       text);
        parse_repair(p, d, gap_of(p), text);
        p->broken_at = p->token.span.begin;
        p->guessed = true;
    } else {
        d = parse_error(p, p->token.span, E_BRACKET, "expected ',' or '%s' instead of %s", text,
                        words_for(p, &p->token));
    }
    parse_remark(p, d, open, "opened here");
}

bool expect_close(Parser *p, TokenKind kind, Span open)
{
    if (p->brackets) p->brackets--;
    if (accept(p, kind)) return true;
    if (p->panic || p->stopped) return false;
    report_unclosed(p, kind, open);
    return !p->panic;
}

Name expect_name(Parser *p, const char *what, Span *span)
{
    *span = p->token.span;
    Name name = NULL;
    if (at(p, TOKEN_NAME)) {
        name = p->token.u.name;
        advance(p);
        return name;
    }
    bool is_word = token_is_keyword(p->token.kind) && !p->token.newline_before &&
                   !at(p, TOKEN_END) && !p->panic && !p->stopped;
    if (!is_word) {
        parse_expected(p, what);
        return NULL;
    }
    const char *text = token_text(p->token.kind);
    Diagnostic *d = parse_slip(p, p->token.span, E_KEYWORD_NAME,
                               "'%s' is a word of the language and cannot be a name", text);
    parse_repair(p, d, p->token.span, arena_printf(p->scratch, "%s_", text));
    name = name_of_text(p->session->names, text);
    advance(p);
    return name;
}

// ---- Starting again ----------------------------------------------------------------------

static bool begins_section(Parser *p)
{
    switch (p->token.kind) {
    case TOKEN_EQUATION:
    case TOKEN_ALGORITHM:
    case TOKEN_PUBLIC:
    case TOKEN_PROTECTED:
    case TOKEN_EXTERNAL: return true;
    case TOKEN_INITIAL: return at_section(p);
    case TOKEN_END: {
        TokenKind next = look_ahead(p);
        return next == TOKEN_NAME || next == TOKEN_IF || next == TOKEN_FOR || next == TOKEN_WHEN ||
               next == TOKEN_WHILE;
    }
    default: return false;
    }
}

// A ';' inside [ ... ; ... ] separates rows: it is one when a ']' without a '[' of its own
// follows before anything that cannot stand in a matrix.
static bool separates_rows(Parser *p)
{
    if (!p->matrices) return false;
    Lexer probe = lexer_probe(&p->lexer);
    Token t = p->token;
    if (p->has_ahead)
        t = p->ahead;
    else
        lexer_next(&probe, &t);
    int open = 0;
    for (; t.kind != TOKEN_END_OF_FILE; lexer_next(&probe, &t)) {
        if (token_is_keyword(t.kind) && t.newline_before) return false;
        if ((t.kind == TOKEN_EQUALS || t.kind == TOKEN_ASSIGN) && open <= 0) return false;
        if (t.kind == TOKEN_RIGHT_BRACKET && open == 0) return true;
        if (is_opening(t.kind)) open++;
        if (is_closing(t.kind)) open--;
    }
    return false;
}

static void forget_item(Parser *p)
{
    p->panic = p->guessed = false;
    p->commas_guessed = p->matrices = p->subscripts = p->brackets = 0;
}

typedef struct {
    uint32_t open;     // brackets opened while skipping
    uint32_t known_at; // the value of `open` for which in_rows was found out
    uint32_t n_looks;
    bool in_rows;
} Skip;

// Whether the ';' here ends the item that is skipped. Rows are looked for once per bracket: a
// matrix may have very many.
static bool ends_skipped_item(Parser *p, Skip *k)
{
    // A bracket that is not closed must not swallow the rest of the file.
    if (k->open && look_ahead(p) != TOKEN_END_OF_FILE && !p->ahead.newline_before) return false;
    if (!k->n_looks || (k->known_at != k->open && k->n_looks < MOST_LOOKS)) {
        k->in_rows = separates_rows(p);
        k->known_at = k->open;
        k->n_looks++;
    }
    return !k->in_rows;
}

void skip_item(Parser *p)
{
    Skip k = {0};
    for (; !at(p, TOKEN_END_OF_FILE); advance(p)) {
        if (begins_section(p) && p->token.newline_before) break;
        if (at(p, TOKEN_SEMICOLON) && ends_skipped_item(p, &k)) break;
        if (at(p, TOKEN_RIGHT_BRACKET) && k.known_at == k.open) k.in_rows = false;
        if (is_opening(p->token.kind)) k.open++;
        if (is_closing(p->token.kind) && k.open) k.open--;
    }
    accept(p, TOKEN_SEMICOLON);
    forget_item(p);
}

static void report_stray(Parser *p, const char *after_what)
{
    Token t = p->token;
    if (is_closing(t.kind)) {
        Diagnostic *d = parse_error(p, t.span, E_BRACKET, "%s without a '%s' before it",
                                    words_for(p, &t), token_text(opening_of(t.kind)));
        parse_repair(p, d, t.span, "");
        return;
    }
    if (t.kind == TOKEN_LEFT_PAREN && t.newline_before) {
        Diagnostic *d =
            parse_error(p, t.span, E_MISSING_TOKEN, "'annotation' is missing before '('");
        parse_repair(p, d, (Span){t.span.begin, t.span.begin}, "annotation ");
        return;
    }
    const char *habit = parse_habit(p);
    Diagnostic *d =
        parse_error(p, t.span, E_SYNTAX, "unexpected %s after %s", words_for(p, &t), after_what);
    remind(p, d, habit);
    if (d && t.kind == TOKEN_NAME && look_ahead(p) == TOKEN_EQUALS)
        diag_label(p->session->diag, d, "a modifier stands in parentheses: (%s = ...)",
                   t.u.name->text);
}

static bool may_begin_item(TokenKind kind)
{
    return token_is_keyword(kind) ? kind != TOKEN_THEN && kind != TOKEN_LOOP && kind != TOKEN_IN &&
                                        kind != TOKEN_AND && kind != TOKEN_OR
                                  : kind == TOKEN_NAME || kind == TOKEN_DOT;
}

void expect_semicolon(Parser *p, const char *after_what)
{
    if (at(p, TOKEN_SEMICOLON) && !p->panic) {
        advance(p);
        forget_item(p);
        return;
    }
    if (p->stopped) return;
    if (p->guessed) p->panic = true;
    if (p->guessed && p->broken_at == p->token.span.begin && p->token.newline_before) {
        // The item ends here with its brackets open; the next one begins.
        forget_item(p);
        return;
    }
    bool ends_here = p->token.newline_before && may_begin_item(p->token.kind);
    if (!p->panic && (ends_here || at(p, TOKEN_END_OF_FILE) || begins_section(p))) {
        Diagnostic *d =
            parse_slip(p, gap_of(p), E_MISSING_SEMICOLON, "';' is missing after %s", after_what);
        parse_repair(p, d, gap_of(p), ";");
        return;
    }
    if (!p->panic) report_stray(p, after_what);
    skip_item(p);
}

const char *nearest_keyword(const char *text)
{
    const char *words[TOKEN_WITHIN + 1];
    for (int k = 0; k <= TOKEN_WITHIN; k++) words[k] = token_text((TokenKind)k);
    return nearest_text(text, words, TOKEN_WITHIN + 1);
}

// ---- Bounds ------------------------------------------------------------------------------

void stop_parsing(Parser *p, const char *what)
{
    if (p->stopped) return;
    p->panic = false;
    parse_error(p, p->token.span, E_NESTING, "%s", what);
    read_no_further(p);
}

void nested_too_deeply(Parser *p)
{
    stop_parsing(
        p, arena_printf(p->scratch, "this is nested more than %d levels deep", AST_MOST_NESTING));
}
