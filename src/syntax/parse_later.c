// Classes that are read when they are first looked into.
//
// A file of a library has many classes, and a model needs few of them: the text of a class inside
// another one is passed over, from its name to the 'end' that closes it, with less than one look at
// each byte, and kept as a place. Where that goes wrong, the text is read at once, as usual, so
// that errors are those of the whole text.
#include "syntax/library.h"
#include "syntax/parse_state.h"

static bool is_letter(char c)
{
    return character_class[(unsigned char)c] & CHARACTER_IN_NAME;
}

static bool is_blank(char c)
{
    return character_class[(unsigned char)c] & CHARACTER_BLANK;
}

// Behind what begins with `quote` at `p`; NULL when it is not closed.
static const char *behind_quoted(const char *p, const char *end, char quote)
{
    const char *begin = p++;
    while ((p = memchr(p, quote, (size_t)(end - p)))) {
        const char *q = p;
        while (q - 1 > begin && q[-1] == '\\') q--;
        p++;
        if ((p - 1 - q) % 2 == 0) return p;
    }
    return NULL;
}

static const char *behind_comment(const char *p, const char *end)
{
    if (p[1] == '/') {
        p = memchr(p, '\n', (size_t)(end - p));
        return p ? p : end;
    }
    p = memmem(p + 2, (size_t)(end - p - 2), "*/", 2);
    return p ? p + 2 : NULL;
}

static bool at_comment(const char *p)
{
    return *p == '/' && (p[1] == '/' || p[1] == '*');
}

static const char *behind_blanks(const char *p, const char *end)
{
    while (p && p < end && (is_blank(*p) || at_comment(p)))
        p = at_comment(p) ? behind_comment(p, end) : p + 1;
    return p;
}

static bool is_word(const char *p, const char *end, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(end - p) == n && !memcmp(p, word, n);
}

// The word before `last`, with blanks between; moves `last` to its begin.
static bool is_class_word(const char *begin, const char **last, bool with_extends)
{
    static const char *const words[] = {"extends",   "class", "model",   "record",   "block",
                                        "connector", "type",  "package", "function", "operator"};
    const char *behind = *last;
    while (behind > begin && is_blank(behind[-1])) behind--;
    *last = behind;
    while (*last > begin && is_letter((*last)[-1])) --*last;
    for (size_t i = with_extends ? 0 : 1; i < sizeof words / sizeof *words; i++)
        if (is_word(*last, behind, words[i])) return true;
    return false;
}

// "model X" or "model extends X" inside X: a class of the same name, with an end of its own.
static bool begins_twin(const char *begin, const char *name, const char *behind, const char *end)
{
    const char *next = behind_blanks(behind, end), *word = name;
    if (!next || *next == '=' || !is_class_word(begin, &word, true)) return false;
    if (*word == 'e') return is_class_word(begin, &word, false);
    return *next != '('; // f(function X(k = 1))
}

// Comments one behind the other, with nothing but blanks between.
typedef struct Comments {
    const char *begin, *end;
} Comments;

static void note_comment(Comments *c, const char *begin, const char *end)
{
    const char *p = begin;
    while (p > c->end && is_blank(p[-1])) p--;
    if (p != c->end) c->begin = begin;
    c->end = end;
}

// Whether the word "end" stands before `word`, which is behind `begin`.
static bool is_behind_end(const char *begin, const char *word, const Comments *last)
{
    const char *p = word;
    while (p > begin && is_blank(p[-1])) p--;
    if (p == last->end)
        for (p = last->begin; p > begin && is_blank(p[-1]);) p--;
    return p - begin >= 3 && !memcmp(p - 3, "end", 3) && (p - 3 == begin || !is_letter(p[-4]));
}

// The text behind `p`, up to the name in the 'end NAME' that closes the class; NULL: not found. The
// library of C looks for what matters, many bytes at a time; texts end with a zero.
static const char *name_at_end(const char *p, const char *end, Name name)
{
    const char *begin = p, stops[] = {'"', '\'', '/', name->text[0], 0};
    size_t n = strlen(name->text);
    uint32_t twins = 0;
    Comments last = {begin, begin};
    while (p && (p += strcspn(p, stops)) < end) {
        const char *word = p;
        if (*p == '"') {
            p = behind_quoted(p, end, *p);
            continue;
        }
        if (at_comment(p)) {
            p = behind_comment(p, end);
            if (p) note_comment(&last, word, p);
            continue;
        }
        bool is_quoted = *p == '\'';
        p = is_quoted ? behind_quoted(p, end, *p) : p + 1;
        if (!p || (!is_quoted && is_letter(word[-1]))) continue;
        if ((size_t)(end - word) < n || memcmp(word, name->text, n) != 0) continue;
        if (is_quoted ? p != word + n : is_letter(word[n])) continue;
        p = word + n;
        bool behind_end = is_behind_end(begin, word, &last);
        if (behind_end && twins-- == 0) return word;
        if (!behind_end && begins_twin(begin, word, p, end)) twins++;
    }
    return NULL;
}

// The ';' behind a short class; NULL where something else belongs to it, too.
static const char *end_of_short(const char *p, const char *end)
{
    uint32_t depth = 0;
    while (p && p < end) {
        const char *word = p;
        if (*p == ';' && !depth) return p;
        depth += *p == '(' || *p == '{' || *p == '[';
        depth -= depth && (*p == ')' || *p == '}' || *p == ']');
        if (*p == '"' || *p == '\'')
            p = behind_quoted(p, end, *p);
        else if (at_comment(p))
            p = behind_comment(p, end);
        else if (!is_letter(*p))
            p++;
        else {
            while (is_letter(*p)) p++;
            if (!depth && is_word(word, p, "constrainedby")) return NULL;
        }
    }
    return NULL;
}

bool parse_class_later(Parser *p, AstClass *c)
{
    if (!p->reads_later || !p->class_now || !c->name) return false;
    if (at(p, TOKEN_ENUMERATION) || at(p, TOKEN_DER)) return false;
    const SourceFile *source = p->lexer.source;
    const char *begin = source->text + (p->token.span.begin - source->first);
    bool is_short = c->form == AST_CLASS_SHORT;
    const char *stop =
        is_short ? end_of_short(begin, p->lexer.end) : name_at_end(begin, p->lexer.end, c->name);
    if (!stop) return false;
    const char *last = stop + (is_short ? 0 : strlen(c->name->text));
    c->unread = p->token.span.begin;
    p->lexer.next = last;
    while (is_short && is_blank(last[-1])) last--;
    p->token.span =
        span_of(source, (uint32_t)(stop - source->text), (uint32_t)(last - source->text));
    p->has_ahead = false;
    advance(p);
    return true;
}

static void read_class(Session *s, AstClass *c)
{
    AstFile *file = (AstFile *)(uintptr_t)c->file; // of the library, which alone has such classes
    Parser parser = parser_open(s, file->source, file, c->unread), *p = &parser;
    p->reads_later = true;
    p->class_now = c->enclosing;
    for (const AstClass *a = c; a; a = a->enclosing) p->depth++;
    c->annotation = NULL; // of an attempt that ended for want of memory
    parse_class_rest(p, c);
    if (p->last_end != c->span.end)
        parse_error(p, c->name_span, E_MISSING_END, "the class '%s' is not closed where it seems",
                    c->name->text);
    file->has_errors |= p->lexer.n_errors > 0;
    c->unread = 0;
    arena_close(p->scratch);
}

bool class_read(Session *s, const AstClass *c)
{
    if (c->unread) read_class(s, (AstClass *)(uintptr_t)c); // as above
    return !c->file->has_errors;
}

static void read_classes_inside(Session *s, const AstClass *c)
{
    class_read(s, c);
    for (uint32_t i = 0; i < c->n_elements; i++)
        if (c->elements[i]->kind == AST_ELEMENT_CLASS)
            read_classes_inside(s, c->elements[i]->u.class_def);
}

bool file_read(Session *s, const AstFile *file)
{
    for (uint32_t i = 0; i < file->n_classes; i++) read_classes_inside(s, file->classes[i]);
    return !file->has_errors;
}
