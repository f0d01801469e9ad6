// Breaks one item (declaration, equation, ...) into lines.
//
// An item that fits stays on one line. Otherwise brackets are opened from the outside in: each
// argument gets a line of its own, short elements of arrays share lines, and the closing
// bracket stays behind the last argument. Outside of brackets lines end before + - and or and
// before a description where they must, before else, elseif and an annotation always. After [Opp80]
// widths are sums known beforehand, so the work is linear in the number of atoms. The result
// depends on the tokens and comments alone, not on the layout they come from: that makes it
// idempotent.
#include "syntax/text_layout.h"

enum { SHORT_ELEMENT = 32 }; // elements of arrays up to this width share lines

typedef struct {
    const Atom *atoms;
    Text *out;
    uint32_t line_begin; // in `out`
    bool must_break;     // the last atom ended its line
    bool fresh;          // nothing but blanks stands on the line
} Printer;

// ---- Measuring ---------------------------------------------------------------------------

static bool is_opening(uint8_t kind)
{
    return kind == TOKEN_LEFT_PAREN || kind == TOKEN_LEFT_BRACKET || kind == TOKEN_LEFT_BRACE;
}

static bool is_closing(uint8_t kind)
{
    return kind == TOKEN_RIGHT_PAREN || kind == TOKEN_RIGHT_BRACKET || kind == TOKEN_RIGHT_BRACE;
}

static bool ends_operand(uint8_t kind)
{
    switch (kind) {
    case TOKEN_NAME:
    case TOKEN_INTEGER:
    case TOKEN_REAL:
    case TOKEN_STRING:
    case TOKEN_TIME:
    case TOKEN_TRUE:
    case TOKEN_FALSE:
    case TOKEN_END: return true;
    default: return is_closing(kind);
    }
}

static bool is_sign(uint8_t kind)
{
    return kind == TOKEN_PLUS || kind == TOKEN_MINUS || kind == TOKEN_EL_PLUS ||
           kind == TOKEN_EL_MINUS;
}

// Operators that stand close to their operands: a*b^2, 1:n, a.b.
static bool is_tight(uint8_t kind)
{
    switch (kind) {
    case TOKEN_TIMES:
    case TOKEN_DIVIDE:
    case TOKEN_POWER:
    case TOKEN_COLON:
    case TOKEN_DOT: return true;
    default: return false;
    }
}

// Keywords that are called like functions.
static bool is_called(uint8_t kind)
{
    return kind == TOKEN_DER || kind == TOKEN_INITIAL || kind == TOKEN_PURE ||
           kind == TOKEN_CONNECT || kind == TOKEN_ENUMERATION || kind == TOKEN_NAME;
}

static bool needs_space(const Atom *before, const Atom *atom)
{
    uint8_t a = before->kind, b = atom->kind;
    if (is_closing(b) || b == TOKEN_SEMICOLON) return false;
    if (b == TOKEN_COMMA) return a == TOKEN_COMMA; // (a, , c)
    if (a == ATOM_COMMENT || b == ATOM_COMMENT) return true;
    if (is_opening(a)) return false;
    // A leading dot begins a global name, which stands apart from a word before it.
    if (b == TOKEN_DOT && token_is_keyword(a)) return true;
    if (b == TOKEN_DOT && (a == TOKEN_COMMA || a == TOKEN_EQUALS || a == TOKEN_ASSIGN)) return true;
    if (b == TOKEN_DOT && is_sign(a)) return before->is_binary;
    if (is_tight(b)) return !ends_operand(a) && !is_tight(a) && !is_opening(a);
    if (is_tight(a)) return false;
    if (is_sign(a) && !before->is_binary) return false;
    if (b == TOKEN_LEFT_PAREN) return !(is_called(a) || is_closing(a));
    if (b == TOKEN_LEFT_BRACKET) return !(a == TOKEN_NAME || a == TOKEN_RIGHT_PAREN);
    return true;
}

static uint32_t columns(const char *p, uint32_t length)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < length && p[i] != '\n'; i++)
        n += ((unsigned char)p[i] & 0xC0) != 0x80 && p[i] != '\r';
    return n;
}

// Brackets are matched with a chain of open ones through `match`; the parser has seen to it
// that they balance.
void layout_measure(AtomList *atoms)
{
    uint32_t open = UINT32_MAX, width = 0, breaks = 0;
    const Atom *token = NULL; // the last that is no comment
    for (uint32_t i = 0; i < atoms->count; i++) {
        Atom *a = &atoms->data[i];
        a->is_binary = is_sign(a->kind) && token && ends_operand(token->kind);
        a->space = i > 0 && needs_space(&atoms->data[i - 1], a);
        if (a->kind == TOKEN_EL_TIMES && atoms->data[0].kind == TOKEN_IMPORT) a->space = false;
        const Atom *last = i ? a - 1 : NULL;
        breaks += a->own_line || (last && (last->own_line || last->ends_line));
        a->before = width;
        a->breaks = breaks;
        // A comment at the end of a line may be as long as it likes.
        if (!a->ends_line) width += a->space + columns(a->text, a->length);
        if (is_opening(a->kind)) {
            a->match = open;
            open = i;
        } else if (is_closing(a->kind) && open != UINT32_MAX) {
            uint32_t begin = open;
            open = atoms->data[begin].match;
            atoms->data[begin].match = i;
            a->match = begin;
        }
        if (a->kind != ATOM_COMMENT) token = a;
    }
}

// ---- Printing ----------------------------------------------------------------------------

void layout_verbatim(const Atom *atom, Text *out)
{
    const char *p = atom->text, *end = p + atom->length;
    if (atom->kind == ATOM_COMMENT)
        while (end > p && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r')) end--;
    text_add_lines(out, p, (size_t)(end - p));
}

static uint32_t column(const Printer *p)
{
    return (uint32_t)p->out->length - p->line_begin;
}

static void new_line(Printer *p, uint32_t indent)
{
    p->must_break = false;
    if (!p->fresh) {
        text_add_char(p->out, '\n');
        p->line_begin = (uint32_t)p->out->length;
        p->fresh = true;
    }
    if (column(p) < indent) text_repeat(p->out, ' ', indent - column(p));
}

static void print_atom(Printer *p, const Atom *a, uint32_t indent)
{
    if (p->must_break || (a->own_line && !p->fresh))
        new_line(p, indent);
    else if (a->space && !p->fresh)
        text_add_char(p->out, ' ');
    size_t begin = p->out->length;
    layout_verbatim(a, p->out);
    p->fresh = false;
    for (size_t i = begin; i < p->out->length; i++)
        if (p->out->data[i] == '\n') p->line_begin = (uint32_t)i + 1;
    p->must_break = a->ends_line || a->own_line;
}

// Width of the atoms from `begin` to before `end`, in one line.
static uint32_t width(const Printer *p, uint32_t begin, uint32_t end)
{
    return p->atoms[end].before - p->atoms[begin].before;
}

static bool breaks_inside(const Printer *p, uint32_t begin, uint32_t end)
{
    return end > begin && p->atoms[end - 1].breaks != p->atoms[begin].breaks;
}

static bool fits(const Printer *p, uint32_t begin, uint32_t end, uint32_t from)
{
    return !breaks_inside(p, begin, end) && from + width(p, begin, end) <= LAYOUT_WIDTH;
}

// Behind the closing brackets, commas and semicolons that cling to what stands before `i`. The
// list ends with an atom that is none of them.
static uint32_t end_of_tail(const Printer *p, uint32_t i)
{
    while (is_closing(p->atoms[i].kind) || p->atoms[i].kind == TOKEN_COMMA ||
           p->atoms[i].kind == TOKEN_SEMICOLON)
        i++;
    return i;
}

static void print_range(Printer *p, uint32_t begin, uint32_t end, uint32_t indent);

// The end of the element that begins at `i`: behind its separator and the comments that stand
// on the line of the separator.
static uint32_t end_of_element(const Printer *p, uint32_t i, uint32_t end, uint8_t separator)
{
    for (; i < end; i++) {
        if (is_opening(p->atoms[i].kind))
            i = p->atoms[i].match;
        else if (p->atoms[i].kind == separator) {
            i++;
            while (i < end && p->atoms[i].kind == ATOM_COMMENT && !p->atoms[i].own_line) i++;
            return i;
        }
    }
    return end;
}

static bool has_rows(const Printer *p, uint32_t open)
{
    if (p->atoms[open].kind != TOKEN_LEFT_BRACKET) return false;
    for (uint32_t i = open + 1; i < p->atoms[open].match; i++) {
        if (is_opening(p->atoms[i].kind))
            i = p->atoms[i].match;
        else if (p->atoms[i].kind == TOKEN_SEMICOLON)
            return true;
    }
    return false;
}

static bool elements_share_lines(const Printer *p, uint32_t open, uint8_t separator)
{
    if (p->atoms[open].kind == TOKEN_LEFT_PAREN || separator == TOKEN_SEMICOLON) return false;
    for (uint32_t i = open + 1, close = p->atoms[open].match; i < close;) {
        uint32_t end = end_of_element(p, i, close, separator);
        if (!fits(p, i, end, LAYOUT_WIDTH - SHORT_ELEMENT)) return false;
        i = end;
    }
    return true;
}

// Comments between the elements stand on lines of their own, or behind what is before them.
static uint32_t print_comments(Printer *p, uint32_t i, uint32_t indent)
{
    for (; p->atoms[i].kind == ATOM_COMMENT; i++) print_atom(p, &p->atoms[i], indent);
    return i;
}

static void print_group(Printer *p, uint32_t open, uint32_t indent)
{
    uint32_t close = p->atoms[open].match, inner = indent + LAYOUT_INDENT;
    uint8_t separator = has_rows(p, open) ? TOKEN_SEMICOLON : TOKEN_COMMA;
    bool shared = elements_share_lines(p, open, separator);
    print_atom(p, &p->atoms[open], indent);
    for (uint32_t i = open + 1; i < close;) {
        bool first = i == open + 1;
        i = print_comments(p, i, inner);
        if (i == close) break;
        uint32_t end = end_of_element(p, i, close, separator);
        bool stays = shared && (first || fits(p, i, end_of_tail(p, end), column(p) + 1));
        if (!stays) new_line(p, inner);
        print_range(p, i, end, inner);
        i = end;
    }
    print_atom(p, &p->atoms[close], inner);
}

// Where a line may end outside of brackets: before the atom (description, annotation, sign,
// then, else, ...) or, for '=' and ':=', behind it.
static bool may_break_before(const Printer *p, uint32_t begin, uint32_t i)
{
    const Atom *a = &p->atoms[i];
    switch (a->kind) {
    case TOKEN_AND:
    case TOKEN_OR:
    case TOKEN_CONSTRAINEDBY: return true;
    case TOKEN_STRING: return i > begin && ends_operand(p->atoms[i - 1].kind);
    default: return a->is_binary;
    }
}

static bool must_break_before(uint8_t kind)
{
    return kind == TOKEN_ANNOTATION || kind == TOKEN_ELSE || kind == TOKEN_ELSEIF;
}

static uint32_t end_of_chunk(const Printer *p, uint32_t begin, uint32_t i, uint32_t end)
{
    for (; i < end; i++) {
        if (is_opening(p->atoms[i].kind))
            i = p->atoms[i].match;
        else if (p->atoms[i].kind == TOKEN_ANNOTATION || may_break_before(p, begin, i))
            return i;
    }
    return end;
}

// Up to the first bracket that may be opened, or all of the chunk.
static uint32_t end_of_head(const Printer *p, uint32_t i, uint32_t end)
{
    for (; i < end; i++)
        if (is_opening(p->atoms[i].kind) && p->atoms[i].match > i + 1) return i + 1;
    return end;
}

static bool should_break_before(const Printer *p, uint32_t begin, uint32_t i, uint32_t end,
                                uint32_t indent)
{
    uint8_t kind = p->atoms[i].kind;
    if (p->fresh || p->must_break || kind == ATOM_COMMENT) return false;
    if (must_break_before(kind)) return i > begin;
    bool after_equals =
        i > begin && (p->atoms[i - 1].kind == TOKEN_EQUALS || p->atoms[i - 1].kind == TOKEN_ASSIGN);
    if (!after_equals && (i == begin || !may_break_before(p, begin, i))) return false;
    uint32_t chunk = end_of_chunk(p, begin, i + 1, end);
    uint32_t tail = end_of_tail(p, chunk), room = LAYOUT_WIDTH - column(p);
    if (column(p) >= LAYOUT_WIDTH) return true;
    // Line ends that comments force are no reason: they are there in any case.
    if (width(p, i, tail) <= room) return false;
    if (!after_equals && indent + width(p, i, tail) <= LAYOUT_WIDTH) return true;
    return width(p, i, end_of_head(p, i, chunk)) > room;
}

static void print_range(Printer *p, uint32_t begin, uint32_t end, uint32_t indent)
{
    uint32_t inner = indent + LAYOUT_INDENT;
    if (fits(p, begin, end_of_tail(p, end), column(p))) {
        for (uint32_t i = begin; i < end; i++) print_atom(p, &p->atoms[i], inner);
        return;
    }
    for (uint32_t i = begin; i < end; i++) {
        if (should_break_before(p, begin, i, end, inner)) new_line(p, inner);
        if (!is_opening(p->atoms[i].kind) || p->atoms[i].match == i + 1) {
            print_atom(p, &p->atoms[i], inner);
            continue;
        }
        uint32_t close = p->atoms[i].match, tail = end_of_tail(p, close);
        if (!fits(p, i, tail, column(p))) {
            // The contents are indented against the line that the bracket stands on.
            uint32_t line = p->line_begin, blanks = 0;
            while (p->out->data[line + blanks] == ' ') blanks++;
            print_group(p, i, blanks);
        } else {
            for (uint32_t k = i; k <= close; k++) print_atom(p, &p->atoms[k], inner);
        }
        i = close;
    }
}

void layout_item(const AtomList *atoms, uint32_t indent, Text *out)
{
    Printer p = {.atoms = atoms->data, .out = out, .line_begin = (uint32_t)out->length};
    p.fresh = true;
    new_line(&p, indent);
    print_range(&p, 0, atoms->count - 1, indent);
}
