// ast.h -- the tree of one Modelica file: every node has a span, no meaning is attached.
//
// Nodes live in the session arena and are never changed after parsing; classes in files of
// libraries may be parsed when they are first looked into (class_read in library.h). Lists are
// arrays with a count. Names are interned. An erroneous part becomes an AST_ERROR node that later
// stages pass over in silence: its cause has been reported.
#ifndef SYNTAX_AST_H
#define SYNTAX_AST_H
#include <stdbool.h>
#include <stdint.h>

#include "base/name.h"
#include "base/source.h"
#include "base/text.h"

typedef struct AstExpr AstExpr;
typedef struct AstClass AstClass;
typedef struct AstElement AstElement;
typedef struct AstMod AstMod;
typedef struct AstEquation AstEquation;

typedef struct {
    const AstExpr **items;
    uint32_t count;
} AstExprList;

// ---- Expressions -------------------------------------------------------------------------

typedef enum {
    AST_ERROR,
    AST_REAL, // number; `integer_valued` text such as 1e3 is Real, too
    AST_INTEGER,
    AST_STRING,
    AST_BOOLEAN,
    AST_REF, // a.b[1].c, .A.B, time, and keyword functions (der, initial, pure)
    AST_CALL,
    AST_PARTIAL, // function f(k = 1): only as an argument
    AST_UNARY,
    AST_BINARY,
    AST_IF,
    AST_RANGE,         // a:b, a:step:b
    AST_ARRAY,         // {a, b}
    AST_COMPREHENSION, // {e for i in r}
    AST_MATRIX,        // [a, b; c, d]
    AST_TUPLE,         // (a, , c): items may be NULL; one item in parentheses is AST_PAREN
    AST_PAREN,         // (e), kept for the formatter
    AST_SUBSCRIPTED,   // (e)[i]
    AST_MEMBER,        // (e).x
    AST_END,           // inside subscripts
    AST_COLON,         // a whole dimension, in subscripts and declarations
    AST_BREAK          // "x = break" in a modifier
} AstExprKind;

typedef enum {
    AST_ADD,
    AST_SUB,
    AST_MUL,
    AST_DIV,
    AST_POW,
    AST_EL_ADD,
    AST_EL_SUB,
    AST_EL_MUL,
    AST_EL_DIV,
    AST_EL_POW, // .+ .- .* ./ .^
    AST_LT,
    AST_LE,
    AST_GT,
    AST_GE,
    AST_EQ,
    AST_NE,
    AST_AND,
    AST_OR,
    AST_NOT,
    AST_PLUS,
    AST_MINUS,
    AST_EL_PLUS,
    AST_EL_MINUS // unary
} AstOp;

typedef struct AstRefPart {
    Name name;
    Span span; // of the name alone
    AstExprList subscripts;
} AstRefPart;

typedef struct AstNamedArg {
    Name name;
    Span name_span;
    const AstExpr *value;
} AstNamedArg;

typedef struct AstIterator {
    Name name;
    Span span;
    const AstExpr *range; // NULL: deduced from the subscripts it is used in
} AstIterator;

typedef struct AstArgs {
    AstExprList positional;
    AstNamedArg *named;
    uint32_t n_named;
    AstIterator *iterators; // sum(e for i in r): one positional argument
    uint32_t n_iterators;
} AstArgs;

typedef struct AstIfBranch {
    const AstExpr *condition; // NULL: else
    const AstExpr *value;
} AstIfBranch;

struct AstExpr {
    uint8_t kind; // AstExprKind
    uint8_t op;   // AstOp of AST_UNARY and AST_BINARY
    bool global;  // AST_REF: with a leading dot
    Span span;
    union {
        double number;   // AST_REAL
        int64_t integer; // AST_INTEGER
        bool boolean;
        struct {
            const char *raw;
            uint32_t length;
        } string; // between the quotes, as written
        struct {
            AstRefPart *parts;
            uint32_t n_parts;
        } ref;
        struct {
            const AstExpr *function;
            AstArgs *args;
        } call; // AST_CALL, AST_PARTIAL
        struct {
            const AstExpr *left, *right;
        } binary; // unary: right
        struct {
            AstIfBranch *branches;
            uint32_t n_branches;
        } cond; // the last one is else
        struct {
            const AstExpr *first, *last, *step;
        } * range;         // step NULL when not written
        AstExprList items; // AST_ARRAY, AST_TUPLE
        struct {
            const AstExpr *value;
            AstIterator *iterators;
            uint32_t n_iterators;
        } * comprehension;
        struct {
            AstExprList *rows;
            uint32_t n_rows;
        } matrix;
        const AstExpr *inner; // AST_PAREN
        struct {
            const AstExpr *base;
            AstExprList *subscripts;
        } subscripted;
        struct {
            const AstExpr *base;
            Name name;
        } member; // the name ends the span
    } u;
};

// The value of a string literal, escapes resolved, into `out`. Length without the NUL.
char *ast_string_value(const AstExpr *string, Arena *out, uint32_t *length);

// ---- Modifications and annotations -------------------------------------------------------

// One argument of a modification: `each final name.path(args) = value "comment"`, or a
// redeclaration / replaceable element.
struct AstMod {
    Span span;
    Name *path; // dotted as written; one name in most cases
    Span *path_spans;
    uint32_t n_path;
    bool is_each, is_final, has_args, is_assign; // has_args: "()" was written; is_assign: ":="
    AstMod **args;
    uint32_t n_args;
    const AstExpr *value;      // NULL without "="; AST_BREAK for "= break"; AST_ARRAY for the
                               // rules of the annotation conversion(from(change(rule(...))))
    const AstExpr *comment;    // AST_STRING (or a sum of strings) or NULL
    const AstElement *element; // redeclare or replaceable: the element; then path is NULL
};

typedef struct AstModList { // "( ... )" or "= value" after a declared name
    AstMod **args;
    uint32_t n_args;
    bool has_args, is_assign;
    const AstExpr *value;
    Span span;
} AstModList;

// ---- Classes -----------------------------------------------------------------------------

typedef enum {
    AST_CLASS,
    AST_MODEL,
    AST_RECORD,
    AST_BLOCK,
    AST_CONNECTOR,
    AST_TYPE,
    AST_PACKAGE,
    AST_FUNCTION,
    AST_OPERATOR,
    AST_OPERATOR_RECORD,
    AST_OPERATOR_FUNCTION
} AstClassKind;

typedef struct AstPrefixes { // of a declaration, extends or short class
    bool is_final : 1, is_inner : 1, is_outer : 1, is_replaceable : 1, is_redeclare : 1;
    bool is_flow : 1, is_stream : 1, is_input : 1, is_output : 1;
    bool is_constant : 1, is_parameter : 1, is_discrete : 1;
    bool is_protected : 1; // declared in a protected section
} AstPrefixes;

typedef struct AstConstraint { // constrainedby T(mods) "comment" annotation
    const AstExpr *type;       // AST_REF
    AstModList mods;
    const AstExpr *comment;
    AstModList *annotation;
    Span span;
} AstConstraint;

typedef enum {
    AST_ELEMENT_COMPONENT, // one per declared name: "Real x, y;" gives two, sharing `group`
    AST_ELEMENT_CLASS,
    AST_ELEMENT_EXTENDS,
    AST_ELEMENT_IMPORT
} AstElementKind;

typedef enum {
    AST_IMPORT_QUALIFIED, // import A.B.C;
    AST_IMPORT_RENAMED,   // import D = A.B.C;
    AST_IMPORT_ALL,       // import A.B.*;
    AST_IMPORT_LIST       // import A.B.{C, D};
} AstImportKind;

struct AstElement {
    AstElementKind kind;
    AstPrefixes prefixes;
    Span span;      // of the whole element
    uint32_t group; // components declared in one clause share the number of the clause
    Name name;      // component or class; NULL for extends and most imports
    Span name_span;
    const AstConstraint *constraint; // NULL without constrainedby
    const AstExpr *comment;
    AstModList *annotation; // NULL without
    union {
        struct {
            const AstExpr *type;   // AST_REF
            AstExprList type_dims; // Real[3] x: {3}
            AstExprList dims;      // Real x[3]: {3}
            AstModList mods;
            const AstExpr *condition; // NULL without "if"
        } component;
        const AstClass *class_def;
        struct {
            const AstExpr *base; // AST_REF
            AstModList mods;
            struct AstBreak {
                Name name;
                const AstExpr *from, *to;
                Span span;
            } * breaks;
            uint32_t n_breaks; // "break x" has name; "break connect(a, b)" from and to
        } extends;
        struct {
            AstImportKind kind;
            const AstExpr *path; // AST_REF
            Name *names;         // AST_IMPORT_LIST
            Span *name_spans;
            uint32_t n_names;
        } import;
    } u;
};

typedef enum {
    AST_CLASS_LONG,             // class A ... end A;
    AST_CLASS_SHORT,            // class A = input B[3](mods);
    AST_CLASS_ENUMERATION,      // type E = enumeration(a, b);
    AST_CLASS_ENUMERATION_OPEN, // enumeration(:)
    AST_CLASS_EXTENDS,          // class extends A(mods) ... end A;
    AST_CLASS_DER               // function f = der(g, x, y);
} AstClassForm;

typedef struct AstLiteral { // of an enumeration
    Name name;
    Span span;
    const AstExpr *comment;
    AstModList *annotation;
} AstLiteral;

typedef struct AstSection { // "equation", "initial algorithm", ... in text order
    bool is_initial, is_algorithm;
    bool is_parameter;                   // Base Modelica: parameter equation
    const AstExpr *clock, *clock_method; // Base Modelica: of the subpartition; NULL outside
    AstEquation **items;
    uint32_t n_items;
    Span span; // of the keywords
} AstSection;

typedef struct AstExternal {
    const AstExpr *language; // AST_STRING or NULL
    const AstExpr *result;   // left side of "=", AST_REF or NULL
    Name function;           // NULL: the name of the Modelica function
    Span function_span;
    AstExprList args;
    AstModList *annotation;
    Span span;
} AstExternal;

struct AstClass {
    Name name;
    Span span, name_span;
    uint32_t unread; // where the text begins of which nothing below `is_final` is known yet; or 0
    AstClassKind kind;
    AstClassForm form;
    bool is_partial, is_encapsulated, is_expandable, is_pure, is_impure, is_final;
    const AstExpr *comment;
    AstModList *annotation; // of the class

    AstElement **elements; // in text order; extends and imports among them
    uint32_t n_elements;
    AstSection *sections;
    uint32_t n_sections;
    const AstExternal *external; // NULL without

    AstPrefixes base_prefixes; // AST_CLASS_SHORT: input, output, flow, stream
    const AstExpr *base;       // AST_CLASS_SHORT, AST_CLASS_DER: AST_REF
    AstExprList base_dims;     // AST_CLASS_SHORT
    AstModList mods;           // AST_CLASS_SHORT, AST_CLASS_EXTENDS
    AstLiteral *literals;      // AST_CLASS_ENUMERATION
    uint32_t n_literals;
    Name *der_names; // AST_CLASS_DER
    Span *der_name_spans;
    uint32_t n_der_names;

    const AstClass *enclosing; // lexically, inside this file; NULL at the top
    const struct AstFile *file;
};

// ---- Equations and statements ------------------------------------------------------------

typedef enum {
    AST_EQ_EQUALS,  // a = b
    AST_EQ_ASSIGN,  // a := b, (a, b) := f(x)        (algorithms)
    AST_EQ_CALL,    // f(x), assert(..), connect(..), reinit(..), Connections.root(..)
    AST_EQ_CONNECT, // connect(a, b)
    AST_EQ_IF,
    AST_EQ_FOR,
    AST_EQ_WHILE, // algorithms
    AST_EQ_WHEN,
    AST_EQ_BREAK,  // algorithms
    AST_EQ_RETURN, // algorithms
    AST_EQ_ERROR
} AstEquationKind;

typedef struct AstBranch {    // of if and when; while has one
    const AstExpr *condition; // NULL: else
    AstEquation **items;
    uint32_t n_items;
} AstBranch;

struct AstEquation { // an equation or, in algorithms, a statement
    AstEquationKind kind;
    Span span;
    bool leaves_start;           // WHEN of Base Modelica: it means nothing for the start
    const AstExpr *left, *right; // EQUALS, ASSIGN, CONNECT; CALL: left is the AST_CALL
    AstBranch *branches;         // IF, WHEN, WHILE, FOR (one, without condition)
    uint32_t n_branches;
    AstIterator *iterators; // FOR
    uint32_t n_iterators;
    const AstExpr *comment;
    AstModList *annotation;
};

// ---- Files -------------------------------------------------------------------------------

typedef struct AstComment { // // to the end of line, or /* ... */
    Span span;
} AstComment;

// Bounds that the parser keeps, so that recursion over the tree is safe: how deep classes,
// equations, brackets and modifiers nest, and how high an expression tree gets (a sum of
// many terms is a deep tree to the left without any nesting).
enum { AST_MOST_NESTING = 1000, AST_MOST_HEIGHT = 5000 };

typedef struct AstFile {
    const SourceFile *source;
    bool has_within;
    const AstExpr *within; // AST_REF; NULL for "within ;" and without within
    AstClass **classes;
    uint32_t n_classes;
    AstComment *comments; // in text order
    uint32_t n_comments;
    bool has_errors, has_vendor_subscripts;
    bool is_base; // Base Modelica, as its first line says
} AstFile;

// ---- Questions ---------------------------------------------------------------------------

// The first argument with this name; NULL when there is none. Annotations may be NULL.
const AstMod *ast_find_mod(AstMod *const *args, uint32_t n_args, const char *name);
const AstMod *ast_annotation(const AstModList *annotation, const char *name);
// The value of `name = "text"`; NULL when it is no string literal. `mod` may be NULL.
const char *ast_mod_string(const AstMod *mod, Arena *out);
// A.B.C without subscripts.
void ast_path_text(const AstExpr *ref, Text *out);
// a[ 1 ].b as "a[1].b", which variables are called. False: a subscript is no number.
bool ast_reference_text(const AstExpr *ref, Text *out);
// The parts that an expression is directly made of, in text order: operands, arguments,
// subscripts, ranges of iterators.
typedef void (*AstVisit)(void *client, const AstExpr *part);
void ast_each_part(const AstExpr *e, void *client, AstVisit visit);
const char *ast_kind_word(AstClassKind kind); // "model", "operator record", ...
#endif
