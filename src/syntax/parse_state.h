// parse_state.h -- what the parts of the parser share; private to syntax/.
#ifndef SYNTAX_PARSE_STATE_H
#define SYNTAX_PARSE_STATE_H
#include <string.h>

#include "syntax/lexer.h"
#include "syntax/parser.h"

// Lists are collected on a stack of bytes and copied to the session arena when complete, so
// the tree holds exact arrays and a list in a list costs nothing.
typedef struct ListStack {
    char *data;
    size_t top, room;
} ListStack;

typedef struct Parser {
    Session *session;
    Arena *arena;   // of the tree
    Arena *scratch; // of this parse
    AstFile *file;
    Lexer lexer;
    Token token; // the one to be read next
    Token ahead; // the one behind it, when has_ahead
    bool has_ahead;
    bool panic;   // an error was reported; silent until the next place to start again
    bool stopped; // the nesting bound was reached: nothing more is read
    uint32_t last_begin, last_end; // of the token before `token`
    uint32_t depth;                // of classes, equations, brackets, modifiers
    uint32_t height;               // at most this many levels below the expression being read
    uint32_t subscripts;           // open subscript brackets: only there is `end` an expression
    uint32_t matrices;             // open [ ; ]
    uint32_t brackets;             // open ones of any kind
    uint32_t vendor_depth;         // open modifiers of one program's own
    uint32_t broken_at;            // where a bracket was found missing
    bool guessed; // something was guessed in this item: its consequences are not reported
    uint32_t commas_guessed;
    uint32_t n_errors;
    const AstClass *headless; // the last class whose missing section word was reported
    uint32_t group;           // of the component clause
    ListStack list, sections;
    bool reads_later; // classes inside others are passed over (parse_later.c)
    const AstClass *class_now;
    const AstExpr *clock, *clock_method; // of the subpartition of Base Modelica being read
} Parser;

// Reads on from `place`; `scratch` is to be closed.
Parser parser_open(Session *s, const SourceFile *source, AstFile *file, uint32_t place);

// ---- Tokens ------------------------------------------------------------------------------

static inline void advance(Parser *p)
{
    p->last_begin = p->token.span.begin;
    p->last_end = p->token.span.end;
    if (p->has_ahead) {
        p->token = p->ahead;
        p->has_ahead = false;
    } else if (!p->stopped) {
        lexer_next(&p->lexer, &p->token);
    }
}

static inline TokenKind look_ahead(Parser *p)
{
    if (!p->has_ahead && !p->stopped) {
        lexer_next(&p->lexer, &p->ahead);
        p->has_ahead = true;
    }
    return p->stopped ? TOKEN_END_OF_FILE : (TokenKind)p->ahead.kind;
}

static inline bool at(const Parser *p, TokenKind kind)
{
    return p->token.kind == kind;
}

static inline bool accept(Parser *p, TokenKind kind)
{
    if (p->token.kind != kind) return false;
    advance(p);
    return true;
}

// From `begin` to the end of the last token read.
static inline Span span_from(const Parser *p, uint32_t begin)
{
    return (Span){begin, p->last_end > begin ? p->last_end : begin};
}

// Goes back to a token that was read before.
static inline void read_again(Parser *p, const Token *token)
{
    p->lexer.next = p->lexer.source->text + (token->span.end - p->lexer.source->first);
    p->token = *token;
    p->has_ahead = false;
}

// Every bracket that is opened with this is closed with expect_close.
static inline Span open_bracket(Parser *p)
{
    Span open = p->token.span;
    p->brackets++;
    advance(p);
    return open;
}

// ---- Lists -------------------------------------------------------------------------------

void list_grow(Parser *p, ListStack *list, size_t more);
void *list_copy(Parser *p, ListStack *list, size_t mark);

static inline void *list_push(Parser *p, ListStack *list, size_t size)
{
    if (list->room - list->top < size) list_grow(p, list, size);
    void *place = list->data + list->top;
    list->top += size;
    return place;
}

// LIST_PUSH(p, AstIterator, it): every T has a size that is a multiple of 8.
#define LIST_PUSH(p, T, value) (*(T *)list_push((p), &(p)->list, sizeof(T)) = (value))
#define LIST_COUNT(p, T, mark) ((uint32_t)(((p)->list.top - (mark)) / sizeof(T)))
// The items above `mark` as an array in the session arena; NULL when there are none.
#define LIST_TAKE(p, T, mark) ((T *)list_copy((p), &(p)->list, (mark)))

// ---- Errors and recovery (parse_errors.c) ------------------------------------------------

// Both return NULL, and report nothing, while an error before is being recovered from.
// `parse_error` starts a recovery; `parse_slip` reports what the parser can read on from.
Diagnostic *parse_error(Parser *p, Span span, DiagCode code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
Diagnostic *parse_slip(Parser *p, Span span, DiagCode code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// A repair and a note for what parse_error returned; NULL is allowed.
void parse_repair(Parser *p, Diagnostic *d, Span span, const char *text);
void parse_remark(Parser *p, Diagnostic *d, Span span, const char *message);

// "expected WHAT instead of 'then'".
void parse_expected(Parser *p, const char *what);
bool parser_expect(Parser *p, TokenKind kind);
bool expect_open(Parser *p, TokenKind kind, Span *open);
// The bracket that closes the one at `open`.
bool expect_close(Parser *p, TokenKind kind, Span open);
// Whether a list in brackets goes on: behind a ',' or where one is missing.
bool is_comma_missing(Parser *p);
static inline bool next_in_list(Parser *p)
{
    if (accept(p, TOKEN_COMMA)) return !p->panic;
    return !at(p, TOKEN_RIGHT_PAREN) && !at(p, TOKEN_RIGHT_BRACE) && !at(p, TOKEN_RIGHT_BRACKET) &&
           is_comma_missing(p);
}
// The ';' after an element, equation or statement; recovers from errors inside it.
void expect_semicolon(Parser *p, const char *after_what);
// A name; a keyword in its place is reported and taken. NULL after an error.
Name expect_name(Parser *p, const char *what, Span *span);
void skip_item(Parser *p);
// The nearest word of the language, if `text` may be a slip for it; else NULL.
const char *nearest_keyword(const char *text);
// The word that `token` is, for messages: 'then', 'R1', "text", the end of the file.
const char *words_for(Parser *p, const Token *token);

// Around everything that nests. At the bound the rest of the file is not read: the parser
// finds itself at the end of the file and returns from all levels.
void stop_parsing(Parser *p, const char *what);
void nested_too_deeply(Parser *p);
static inline void enter(Parser *p)
{
    if (++p->depth > AST_MOST_NESTING) nested_too_deeply(p);
}
static inline void leave(Parser *p)
{
    p->depth--;
}

// ---- Parts of the grammar ----------------------------------------------------------------

const AstExpr *parse_expression(Parser *p);
const AstExpr *parse_primary(Parser *p);      // an operand, without a sign
const AstExpr *parse_misplaced_if(Parser *p); // where parentheses would be needed
const AstExpr *error_expr(Parser *p);
const AstExpr *parse_reference(Parser *p); // a.b[1], .a
const AstExpr *parse_type_name(Parser *p); // a.b, .a.b
AstExprList parse_subscripts(Parser *p);   // [ ... ]; the bracket is there
void parse_iterators(Parser *p, AstIterator **items, uint32_t *count);
const AstExpr *parse_string(Parser *p); // a string literal is there
AstExpr *make_expr(Parser *p, AstExprKind kind, Span span);
AstExprList parse_call_list(Parser *p); // ( e, e ), for external functions

// What habit of other languages explains the token at hand and the one before it; NULL: none.
const char *parse_habit(Parser *p);
void parse_class_modification(Parser *p, AstModList *into); // ( ... ); the bracket is there
void parse_modification(Parser *p, AstModList *into);       // nothing, ( ... ), = e
AstModList *parse_annotation(Parser *p);                    // NULL when there is none
const AstExpr *parse_comment(Parser *p);                    // NULL when there is none
// extends A(mods, break x)
void parse_inheritance_modification(Parser *p, AstElement *extends);

bool at_class(const Parser *p);
// A slip for a word that begins a section is reported, and the token becomes that word.
bool read_misspelt_section(Parser *p);
// A class whose word is misspelt or missing; `name` is read already.
AstClass *parse_class_without_word(Parser *p, Name name, Span name_span);
AstClass *parse_class(Parser *p, bool is_final);
// Behind the name, or the '=' of a short class: the class is read later. False: read it now.
bool parse_class_later(Parser *p, AstClass *c);
void parse_class_rest(Parser *p, AstClass *c); // what is then left of it
AstClass *parse_short_class(Parser *p);        // of a redeclaration in a modifier
// All prefixes from the rank `least` on. The first ranks belong to the element, the others to
// the type.
void parse_prefixes(Parser *p, AstPrefixes *into, int least);
enum { RANK_OF_ELEMENT = 1, RANK_OF_TYPE = 6 };
// An element and its ';'. It is pushed onto the list; a component clause may push several.
// False when an equation or statement is there instead; then nothing is read.
bool parse_one_element(Parser *p, bool is_protected);
void parse_declaration(Parser *p, AstElement *element); // IDENT [subscripts] [modification]
const AstConstraint *parse_constraint(Parser *p);

// A declaration where none may stand; it is reported and dropped.
void parse_misplaced_element(Parser *p, bool algorithm);
bool at_element(const Parser *p); // a word that can only begin a declaration is there

// "M;" at the end of a class M.
bool at_class_name_without_end(Parser *p);
// Base Modelica (parse_base.c): a word that begins a partition; what is only in that language.
bool at_partition(const Parser *p);
bool parse_base_part(Parser *p);
bool at_section(Parser *p); // [initial] equation | algorithm
void parse_section(Parser *p, AstSection *section);
void parse_rest_of_section(Parser *p, AstSection *section);
// One equation or statement outside of a section.
void parse_stray_item(Parser *p, AstSection *section, bool algorithm);
#endif
