// lexer.h -- text to tokens, one at a time; for the parser and the formatter.
#ifndef SYNTAX_LEXER_H
#define SYNTAX_LEXER_H
#include "base/session.h"
#include "base/vec.h"
#include "syntax/ast.h"

typedef enum {
#define KEYWORD(symbol, text) symbol,
#define PUNCTUATION(symbol, text) symbol,
#include "syntax/tokens.def"
#undef KEYWORD
#undef PUNCTUATION
    TOKEN_NAME,
    TOKEN_STRING,
    TOKEN_INTEGER,
    TOKEN_REAL,
    TOKEN_END_OF_FILE,
    N_TOKENS
} TokenKind;

typedef struct Token {
    uint8_t kind;        // TokenKind
    bool newline_before; // a line end stands between this token and the one before
    bool damaged;        // an error was reported for it or for bytes before it
    Span span;
    union {
        Name name;       // TOKEN_NAME; quoted identifiers keep their quotes
        double number;   // TOKEN_REAL
        int64_t integer; // TOKEN_INTEGER
    } u;
} Token;

typedef struct Lexer {
    Session *session;
    const SourceFile *source;
    const char *next; // first byte not read yet
    const char *end;
    uint8_t first_keyword[27]; // by letter: the first keyword not before it
    Arena *scratch;            // of the comments
    VEC(AstComment) comments;  // passed so far
    uint32_t n_errors;
    bool has_decorations; // Base Modelica: @12 is passed over like a comment
    bool silent;          // errors are counted, not reported
} Lexer;

// Comments are collected in `scratch`; tokens need no memory of their own.
Lexer lexer_open(Session *s, const SourceFile *source, Arena *scratch);
// To look ahead and throw away: silent, with comments of its own, because those of `l` move when
// they grow.
Lexer lexer_probe(const Lexer *l);
// Reads on; at the end of the text TOKEN_END_OF_FILE, any number of times. What is no token
// is reported and passed over.
void lexer_next(Lexer *l, Token *t);
// The name of an identifier as written, quoted ones with their escapes.
Name lexer_plain_name(Session *s, Arena *scratch, const char *begin, const char *end);
// Where a string that begins at `begin` and has no closing quote was probably meant to end.
const char *lexer_end_of_open_string(const Lexer *l, const char *begin);
// What a byte can be part of.
enum { CHARACTER_IN_NAME = 1, CHARACTER_DIGIT = 2, CHARACTER_BLANK = 4 };
extern const uint8_t character_class[256];
const char *token_text(TokenKind kind); // "end", "(", "a name", "the end of the file"
bool token_is_keyword(TokenKind kind);
#endif
