// text_layout.h -- tokens and comments of one item to lines; private to the formatter.
#ifndef SYNTAX_TEXT_LAYOUT_H
#define SYNTAX_TEXT_LAYOUT_H
#include "base/vec.h"
#include "syntax/lexer.h"

enum { LAYOUT_WIDTH = 100, LAYOUT_INDENT = 2, ATOM_COMMENT = N_TOKENS };

// A token, or a comment that stands between the tokens of an item.
typedef struct Atom {
    const char *text;
    uint32_t length;
    uint8_t kind;    // TokenKind or ATOM_COMMENT
    bool own_line;   // comment: nothing stands before it on its line
    bool ends_line;  // comment: nothing may follow on its line
    bool space;      // one blank before it, if it does not begin a line
    bool is_binary;  // a sign between two operands
    uint32_t match;  // bracket: number of the other one
    uint32_t before; // width of all atoms before this one, laid out in one line
    uint32_t breaks; // line ends that are forced before this atom or an earlier one
} Atom;

typedef VEC(Atom) AtomList;

// Fills in everything but text, length, kind and what is known of comments.
void layout_measure(AtomList *atoms);
// Appends the item, without a line end, beginning at the indentation (in blanks).
void layout_item(const AtomList *atoms, uint32_t indent, Text *out);
// A comment or string as it stands in canonical text: "\n" for every line end, no blanks at
// the end of a comment.
void layout_verbatim(const Atom *atom, Text *out);
#endif
