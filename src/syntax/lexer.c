// Text to tokens, driven by one table of character classes.
//
// A token takes no memory: it is a kind, a span and the interned name or the number. Strings
// and comments are passed with memchr. Positions are those of base/source.h, so a token knows its
// file.
#include "syntax/lexer.h"

#include <string.h>

#include "base/number.h"

typedef struct {
    const char *text;
    uint8_t length, kind;
} Keyword;

static const Keyword keywords[] = {
#define KEYWORD(symbol, text) {text, sizeof text - 1, symbol},
#define PUNCTUATION(symbol, text)
#include "syntax/tokens.def"
#undef KEYWORD
#undef PUNCTUATION
};
enum { N_KEYWORDS = sizeof keywords / sizeof *keywords, LONGEST_KEYWORD = 13, MOST_ERRORS = 30 };

static const char *const token_texts[] = {
#define KEYWORD(symbol, text) text,
#define PUNCTUATION(symbol, text) text,
#include "syntax/tokens.def"
#undef KEYWORD
#undef PUNCTUATION
    "a name", "a string", "a number", "a number", "the end of the file",
};

enum { IN_NAME = CHARACTER_IN_NAME, DIGIT = CHARACTER_DIGIT, BLANK = CHARACTER_BLANK };

const uint8_t character_class[256] = {
    [' '] = BLANK,           ['\t'] = BLANK,          ['\r'] = BLANK,
    ['\n'] = BLANK,          ['\f'] = BLANK,          ['\v'] = BLANK,
    ['_'] = IN_NAME,         ['0'] = IN_NAME | DIGIT, ['1'] = IN_NAME | DIGIT,
    ['2'] = IN_NAME | DIGIT, ['3'] = IN_NAME | DIGIT, ['4'] = IN_NAME | DIGIT,
    ['5'] = IN_NAME | DIGIT, ['6'] = IN_NAME | DIGIT, ['7'] = IN_NAME | DIGIT,
    ['8'] = IN_NAME | DIGIT, ['9'] = IN_NAME | DIGIT, ['a'] = IN_NAME,
    ['b'] = IN_NAME,         ['c'] = IN_NAME,         ['d'] = IN_NAME,
    ['e'] = IN_NAME,         ['f'] = IN_NAME,         ['g'] = IN_NAME,
    ['h'] = IN_NAME,         ['i'] = IN_NAME,         ['j'] = IN_NAME,
    ['k'] = IN_NAME,         ['l'] = IN_NAME,         ['m'] = IN_NAME,
    ['n'] = IN_NAME,         ['o'] = IN_NAME,         ['p'] = IN_NAME,
    ['q'] = IN_NAME,         ['r'] = IN_NAME,         ['s'] = IN_NAME,
    ['t'] = IN_NAME,         ['u'] = IN_NAME,         ['v'] = IN_NAME,
    ['w'] = IN_NAME,         ['x'] = IN_NAME,         ['y'] = IN_NAME,
    ['z'] = IN_NAME,         ['A'] = IN_NAME,         ['B'] = IN_NAME,
    ['C'] = IN_NAME,         ['D'] = IN_NAME,         ['E'] = IN_NAME,
    ['F'] = IN_NAME,         ['G'] = IN_NAME,         ['H'] = IN_NAME,
    ['I'] = IN_NAME,         ['J'] = IN_NAME,         ['K'] = IN_NAME,
    ['L'] = IN_NAME,         ['M'] = IN_NAME,         ['N'] = IN_NAME,
    ['O'] = IN_NAME,         ['P'] = IN_NAME,         ['Q'] = IN_NAME,
    ['R'] = IN_NAME,         ['S'] = IN_NAME,         ['T'] = IN_NAME,
    ['U'] = IN_NAME,         ['V'] = IN_NAME,         ['W'] = IN_NAME,
    ['X'] = IN_NAME,         ['Y'] = IN_NAME,         ['Z'] = IN_NAME,
};

static bool is_class(char c, int class)
{
    return character_class[(unsigned char)c] & class;
}

const char *token_text(TokenKind kind)
{
    return token_texts[kind];
}

bool token_is_keyword(TokenKind kind)
{
    return kind <= TOKEN_WITHIN;
}

Lexer lexer_open(Session *s, const SourceFile *source, Arena *scratch)
{
    Lexer l = {.session = s, .source = source, .scratch = scratch};
    l.next = source->text;
    l.end = source->text + source->length;
    if (source->length >= 3 && !memcmp(l.next, "\xEF\xBB\xBF", 3)) l.next += 3;
    uint32_t k = 0;
    for (int letter = 0; letter <= 26; letter++) {
        while (k < N_KEYWORDS && keywords[k].text[0] < 'a' + letter) k++;
        l.first_keyword[letter] = (uint8_t)k;
    }
    return l;
}

Lexer lexer_probe(const Lexer *l)
{
    Lexer probe = *l;
    probe.comments.data = NULL;
    probe.comments.count = probe.comments.room = 0;
    probe.silent = true;
    return probe;
}

static Span span_here(const Lexer *l, const char *begin, const char *end)
{
    return span_of(l->source, (uint32_t)(begin - l->source->text),
                   (uint32_t)(end - l->source->text));
}

// NULL where nothing is to be shown: a file that is no text at all has told enough.
static Diagnostic *complain(Lexer *l, const char *begin, const char *end, DiagCode code,
                            const char *message)
{
    if (l->n_errors++ >= MOST_ERRORS || l->silent) return NULL;
    return diag_error(l->session->diag, span_here(l, begin, end), code, "%s", message);
}

// Returns true when a line end was passed.
static bool pass_blanks_and_comments(Lexer *l)
{
    bool newline = false;
    const char *p = l->next;
    for (;;) {
        while (is_class(*p, BLANK)) newline |= *p++ == '\n';
        if (*p == '@' && l->has_decorations) {
            while (is_class(*++p, DIGIT)) continue;
            continue;
        }
        if (*p != '/' || (p[1] != '/' && p[1] != '*')) break;
        const char *begin = p;
        if (p[1] == '/') {
            p = memchr(p, '\n', (size_t)(l->end - p));
            if (!p) p = l->end;
            const char *last = p > begin && p[-1] == '\r' ? p - 1 : p;
            VEC_PUSH(l->scratch, &l->comments, (AstComment){span_here(l, begin, last)});
            continue;
        }
        const char *close = memmem(p + 2, (size_t)(l->end - p - 2), "*/", 2);
        if (!close) {
            complain(l, begin, begin + 2, E_UNTERMINATED, "this comment is not closed with '*/'");
            p = l->end;
        } else {
            p = close + 2;
        }
        newline |= memchr(begin, '\n', (size_t)(p - begin)) != NULL;
        VEC_PUSH(l->scratch, &l->comments, (AstComment){span_here(l, begin, p)});
    }
    l->next = p;
    return newline;
}

// ---- Names -------------------------------------------------------------------------------

static int keyword_of(const Lexer *l, const char *text, size_t length)
{
    unsigned letter = (unsigned)(unsigned char)text[0] - 'a';
    if (letter >= 26 || length < 2 || length > LONGEST_KEYWORD) return -1;
    for (uint32_t k = l->first_keyword[letter]; k < l->first_keyword[letter + 1]; k++)
        if (keywords[k].length == length && !memcmp(keywords[k].text, text, length))
            return keywords[k].kind;
    return -1;
}

static const char *whole_character(const char *p, const char *end)
{
    p++;
    while (p < end && ((unsigned char)*p & 0xC0) == 0x80) p++;
    return p;
}

// Letters of other alphabets are read as part of the name that is meant.
static void read_foreign_name(Lexer *l, const char *begin, Token *t)
{
    const char *p = begin, *first = NULL, *last = NULL;
    while (p < l->end && ((unsigned char)*p >= 0x80 || is_class(*p, IN_NAME))) {
        bool foreign = (unsigned char)*p >= 0x80;
        if (foreign && !first) first = p;
        p = whole_character(p, l->end);
        if (foreign) last = p;
    }
    Diagnostic *d = complain(l, first, last, E_BAD_CHARACTER,
                             "names are made of the letters a to z, digits and '_'");
    if (d) diag_label(l->session->diag, d, "other letters may stand in strings and comments only");
    t->kind = TOKEN_NAME;
    l->next = p;
    t->u.name = name_of(l->session->names, begin, (size_t)(p - begin));
}

static void read_name(Lexer *l, const char *begin, Token *t)
{
    const char *p = begin + 1;
    while (is_class(*p, IN_NAME)) p++;
    if ((unsigned char)*p >= 0xC3 && (unsigned char)*p < 0xE2) { // letters, not signs
        read_foreign_name(l, begin, t);
        return;
    }
    l->next = p;
    int keyword = keyword_of(l, begin, (size_t)(p - begin));
    t->kind = keyword >= 0 ? (uint8_t)keyword : TOKEN_NAME;
    if (keyword < 0) t->u.name = name_of(l->session->names, begin, (size_t)(p - begin));
}

static bool is_escape(char c)
{
    return c && strchr("'\"?\\abfnrtv", c);
}

// '\?' and '\"' are the same identifiers as '?' and '"'.
Name lexer_plain_name(Session *s, Arena *scratch, const char *begin, const char *end)
{
    if (!memchr(begin, '\\', (size_t)(end - begin)))
        return name_of(s->names, begin, (size_t)(end - begin));
    Text t = text_make(scratch);
    for (const char *p = begin; p < end; p++)
        if (*p != '\\' || (p[1] != '?' && p[1] != '"')) {
            if (*p == '\\') text_add_char(&t, *p++);
            text_add_char(&t, *p);
        }
    return name_of(s->names, t.data, t.length);
}

static void report_open_quote(Lexer *l, const char *begin, const char *end)
{
    Diagnostic *d = complain(l, begin, end, E_UNTERMINATED, "this quoted identifier is not closed");
    const char *name = begin;
    while (name > l->source->text && is_class(name[-1], IN_NAME)) name--;
    if (!d || name == begin) return;
    const char *derivative =
        arena_printf(l->session->arena, "der(%.*s)", (int)(begin - name), name);
    diag_label(l->session->diag, d, "the derivative of %.*s is written %s", (int)(begin - name),
               name, derivative);
    diag_replace(l->session->diag, d, span_here(l, name, begin + 1), derivative);
}

static void read_quoted_name(Lexer *l, const char *begin, Token *t)
{
    const char *p = begin + 1;
    for (; p < l->end && *p != '\'' && *p != '\n'; p++) {
        if ((unsigned char)*p < ' ' || *p == 0x7F)
            complain(l, p, p + 1, E_BAD_CHARACTER, "a name cannot have a control character");
        if (*p == '\\' && p + 1 < l->end) {
            if (!is_escape(p[1])) complain(l, p, p + 2, E_BAD_ESCAPE, "this is no escape sequence");
            p++;
        }
    }
    t->kind = TOKEN_NAME;
    if (p < l->end && *p == '\'')
        p++;
    else
        report_open_quote(l, begin, p);
    l->next = p;
    t->u.name = lexer_plain_name(l->session, l->scratch, begin, p);
}

// ---- Strings -----------------------------------------------------------------------------

// A backslash in front of anything else is one (2.4.6): texts of libraries have them.
static void breach_escape(Lexer *l, const char *p)
{
    Diag *diag = l->session->diag;
    if (l->silent || l->n_errors >= MOST_ERRORS) return;
    if (diag_is_strict(diag)) l->n_errors++;
    Diagnostic *d = diag_breach(diag, span_here(l, p, p + 2), E_BAD_ESCAPE,
                                "this is no escape sequence in a string");
    diag_label(diag, d, "a backslash itself is written '\\\\'");
    diag_replace(diag, d, span_here(l, p, p + 1), "\\\\");
}

static void check_escapes(Lexer *l, const char *p, const char *end)
{
    while ((p = memchr(p, '\\', (size_t)(end - p)))) {
        if (!is_escape(p[1])) breach_escape(l, p);
        p += 2;
    }
}

// A string without its closing quote is taken to end with its line, before a last ';' that
// may have a comment behind it.
const char *lexer_end_of_open_string(const Lexer *l, const char *begin)
{
    const char *line_end = memchr(begin, '\n', (size_t)(l->end - begin));
    if (!line_end) line_end = l->end;
    const char *comment = memmem(begin, (size_t)(line_end - begin), "//", 2);
    const char *ends[] = {comment ? comment : line_end, line_end};
    const char *p = NULL;
    for (int i = 0; i < 2; i++) {
        p = ends[i];
        while (p > begin + 1 && is_class(p[-1], BLANK)) p--;
        if (p > begin + 1 && p[-1] == ';') return p - 1;
    }
    return p;
}

static void read_string(Lexer *l, const char *begin, Token *t)
{
    const char *p = begin + 1;
    t->kind = TOKEN_STRING;
    bool escapes = false;
    while ((p = memchr(p, '"', (size_t)(l->end - p)))) {
        const char *q = p;
        while (q[-1] == '\\') q--; // the opening quote stops this
        if (q == p) break;
        escapes = true;
        bool is_end = (p - q) % 2 == 0;
        if (is_end) break;
        p++;
    }
    if (!p) {
        complain(l, begin, begin + 1, E_UNTERMINATED, "this string is not closed");
        l->next = lexer_end_of_open_string(l, begin);
        return;
    }
    l->next = p + 1;
    if (escapes || memchr(begin + 1, '\\', (size_t)(p - begin - 1))) check_escapes(l, begin + 1, p);
}

// ---- Numbers -----------------------------------------------------------------------------

// Digits after `p` are added to `digits`; more than 19 would overflow and are only counted.
static const char *read_digits(const char *p, uint64_t *digits, int *n_digits)
{
    for (; is_class(*p, DIGIT); p++) {
        if (*n_digits < 19) *digits = *digits * 10 + (uint64_t)(*p - '0');
        if (*n_digits < 1000000 && (*digits || *n_digits)) ++*n_digits;
    }
    return p;
}

static const char *behind_exponent(const char *p)
{
    const char *q = p + 1;
    if (*q == '-' || *q == '+') q++;
    if (!is_class(*q, DIGIT)) return p;
    while (is_class(*q, DIGIT)) q++;
    return q;
}

// 2x: read as a name, so that nothing else is wrong with the text.
static void read_name_with_digits(Lexer *l, const char *begin, const char *letter, Token *t)
{
    const char *p = letter;
    while (is_class(*p, IN_NAME)) p++;
    Diagnostic *d = complain(l, begin, p, E_BAD_NUMBER, "this is neither a number nor a name");
    if (d)
        diag_label(l->session->diag, d,
                   "a product is written %.*s*%.*s; a name begins with a letter",
                   (int)(letter - begin), begin, (int)(p - letter), letter);
    l->next = p;
    t->kind = TOKEN_NAME;
    t->u.name = name_of(l->session->names, begin, (size_t)(p - begin));
}

static void read_number(Lexer *l, const char *begin, Token *t)
{
    uint64_t digits = 0;
    int n_digits = 0;
    bool is_real = false;
    const char *p = read_digits(begin, &digits, &n_digits);
    if (*p == '.') { // the longest match: 1.*x is 1. times x
        is_real = true;
        while (is_class(*++p, DIGIT)) continue;
    }
    if (*p == 'e' || *p == 'E') {
        const char *q = behind_exponent(p);
        is_real |= q != p;
        p = q;
    }
    l->next = p;
    t->kind = is_real ? TOKEN_REAL : TOKEN_INTEGER;
    if (is_real) {
        number_from_text(begin, p, &t->u.number);
        if (t->u.number > 1.7976931348623157e308)
            complain(l, begin, p, E_BAD_NUMBER, "this number is too large for a Real");
    } else if (n_digits > 19 || digits > LARGEST_INTEGER) {
        Diagnostic *d =
            complain(l, begin, p, E_BAD_NUMBER, "this number is too large for an Integer");
        if (d) diag_label(l->session->diag, d, "an Integer is below 2^53; a Real has a point: 1.0");
        t->u.integer = LARGEST_INTEGER;
    } else {
        t->u.integer = (int64_t)digits;
    }
    if (is_class(*p, IN_NAME)) read_name_with_digits(l, begin, p, t);
}

// ---- Everything else ---------------------------------------------------------------------

typedef struct {
    const char *written;
    uint8_t kind;
    const char *repair, *message;
} Slip;

// Operators of other languages and marks that word processors put in: read as what is meant.
static const Slip slips[] = {
    {"**", TOKEN_POWER, "^", "'**' is written '^' in Modelica"},
    {"!=", TOKEN_NOT_EQUAL, "<>", "'!=' is written '<>' in Modelica"},
    {"~=", TOKEN_NOT_EQUAL, "<>", "'~=' is written '<>' in Modelica"},
    {"&&", TOKEN_AND, "and", "'&&' is written 'and' in Modelica"},
    {"||", TOKEN_OR, "or", "'||' is written 'or' in Modelica"},
    {"!", TOKEN_NOT, "not ", "'!' is written 'not' in Modelica"},
    {"&", TOKEN_AND, "and", "'&' is written 'and' in Modelica"},
    {"|", TOKEN_OR, "or", "'|' is written 'or' in Modelica"},
    {"\xE2\x88\x92", TOKEN_MINUS, "-", "this minus sign is not the one of the keyboard"},
    {"\xE2\x80\x93", TOKEN_MINUS, "-", "this dash is not the minus sign of the keyboard"},
    {"\xC3\x97", TOKEN_TIMES, "*", "a product is written with '*'"},
    {"\xC2\xB7", TOKEN_TIMES, "*", "a product is written with '*'"},
    {"\xE2\x89\xA4", TOKEN_LESS_EQUAL, "<=", "'at most' is written '<='"},
    {"\xE2\x89\xA5", TOKEN_GREATER_EQUAL, ">=", "'at least' is written '>='"},
};

static bool read_slip(Lexer *l, const char *begin, Token *t)
{
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        size_t n = strlen(slips[i].written);
        if ((size_t)(l->end - begin) < n || memcmp(begin, slips[i].written, n)) continue;
        Diagnostic *d = complain(l, begin, begin + n, E_BAD_CHARACTER, slips[i].message);
        if (d) diag_replace(l->session->diag, d, span_here(l, begin, begin + n), slips[i].repair);
        t->kind = slips[i].kind;
        l->next = begin + n;
        return true;
    }
    return false;
}

// "# text" or "% text" with nothing before it on its line, or behind the end of a declaration.
static bool is_comment_sign(const Lexer *l, const char *begin)
{
    if (*begin != '#' && *begin != '%') return false;
    const char *p = begin;
    while (p > l->source->text && is_class(p[-1], BLANK) && p[-1] != '\n') p--;
    return p == l->source->text || p[-1] == '\n' || p[-1] == ';';
}

// A run of bytes that begin no token gives one error and is passed over (false); one with
// letters of other alphabets is taken for a misspelt name.
static bool read_bad_bytes(Lexer *l, const char *begin, Token *t)
{
    if (read_slip(l, begin, t)) return true;
    const char *p = whole_character(begin, l->end);
    if (p - begin == 3 &&
        (!memcmp(begin, "\xE2\x80\x9C", 3) || !memcmp(begin, "\xE2\x80\x9D", 3))) {
        Diagnostic *d =
            complain(l, begin, p, E_BAD_CHARACTER, "strings stand between plain quotation marks");
        if (d) diag_replace(l->session->diag, d, span_here(l, begin, p), "\"");
        l->next = p;
        return false;
    }
    if ((unsigned char)*begin >= 0x80) {
        read_foreign_name(l, begin, t);
        return true;
    }
    while (p < l->end && *p == *begin) p++;
    Diagnostic *d =
        complain(l, begin, p, E_BAD_CHARACTER,
                 *begin ? "this character has no meaning in Modelica" : "a zero byte in the text");
    if (is_comment_sign(l, begin)) { // of other languages: up to the end of the line
        if (d) diag_replace(l->session->diag, d, span_here(l, begin, p), "//");
        p = memchr(p, '\n', (size_t)(l->end - p));
        if (!p) p = l->end;
    }
    l->next = p;
    return false;
}

static void read_dot(Lexer *l, const char *begin, Token *t)
{
    static const struct {
        char second;
        uint8_t kind;
    } rows[] = {{'*', TOKEN_EL_TIMES},
                {'/', TOKEN_EL_DIVIDE},
                {'^', TOKEN_EL_POWER},
                {'+', TOKEN_EL_PLUS},
                {'-', TOKEN_EL_MINUS}};
    if (is_class(begin[1], DIGIT)) {
        read_number(l, begin, t);
        return;
    }
    t->kind = TOKEN_DOT;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (begin[1] == rows[i].second) {
            t->kind = rows[i].kind;
            l->next = begin + 2;
        }
}

// The first byte decides; `next` stands behind it and moves on for tokens of two bytes.
// False when the bytes there are no token.
static bool read_symbol(Lexer *l, const char *begin, Token *t)
{
    static const uint8_t kind_of[128] = {
        ['('] = TOKEN_LEFT_PAREN,    [')'] = TOKEN_RIGHT_PAREN, ['['] = TOKEN_LEFT_BRACKET,
        [']'] = TOKEN_RIGHT_BRACKET, ['{'] = TOKEN_LEFT_BRACE,  ['}'] = TOKEN_RIGHT_BRACE,
        [';'] = TOKEN_SEMICOLON,     [','] = TOKEN_COMMA,       ['+'] = TOKEN_PLUS,
        ['-'] = TOKEN_MINUS,         ['*'] = TOKEN_TIMES,       ['/'] = TOKEN_DIVIDE,
        ['^'] = TOKEN_POWER,
    };
    char second = begin[1];
    l->next = begin + 1;
    switch (*begin) {
    case '.': read_dot(l, begin, t); return true;
    case ':': t->kind = second == '=' ? TOKEN_ASSIGN : TOKEN_COLON; break;
    case '=': t->kind = second == '=' ? TOKEN_EQUAL_EQUAL : TOKEN_EQUALS; break;
    case '>': t->kind = second == '=' ? TOKEN_GREATER_EQUAL : TOKEN_GREATER; break;
    case '<':
        t->kind = second == '=' ? TOKEN_LESS_EQUAL : second == '>' ? TOKEN_NOT_EQUAL : TOKEN_LESS;
        break;
    default: {
        unsigned char c = (unsigned char)*begin;
        t->kind = c < 128 ? kind_of[c] : 0;
        if (t->kind == TOKEN_TIMES && second == '*') return read_slip(l, begin, t);
        return t->kind || read_bad_bytes(l, begin, t);
    }
    }
    if (second == '=' || (*begin == '<' && second == '>')) l->next = begin + 2;
    return true;
}

void lexer_next(Lexer *l, Token *t)
{
    uint32_t n_errors = l->n_errors;
    bool newline = pass_blanks_and_comments(l);
    const char *begin = l->next;
    for (;;) {
        unsigned char c = (unsigned char)*begin;
        if (character_class[c] & DIGIT)
            read_number(l, begin, t);
        else if (character_class[c] & IN_NAME)
            read_name(l, begin, t);
        else if (c == '"')
            read_string(l, begin, t);
        else if (c == '\'')
            read_quoted_name(l, begin, t);
        else if (begin >= l->end)
            t->kind = TOKEN_END_OF_FILE;
        else if (!read_symbol(l, begin, t)) {
            newline |= pass_blanks_and_comments(l);
            begin = l->next;
            continue;
        }
        break;
    }
    t->newline_before = newline;
    t->damaged = l->n_errors != n_errors;
    t->span = (Span){l->source->first + (uint32_t)(begin - l->source->text),
                     l->source->first + (uint32_t)(l->next - l->source->text)};
}
