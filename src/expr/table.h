// table.h -- the session's table of types and expression nodes; private to expr/.
#ifndef EXPR_TABLE_H
#define EXPR_TABLE_H
#include "base/map.h"
#include "base/vec.h"
#include "expr/expr.h"

// Where the nodes are found. A node is entered in the line of its newest argument, so that
// expressions built one after another look at neighbouring lines; only when that line is full
// it goes to the far table, by its hash. An entry is a pointer with 16 bits of the hash on top.
// References to variables have a table of their own (expr_ref), and are entered only where a
// variable is referred to with several types.
typedef struct NodeLine {
    _Alignas(64) uint64_t entries[8]; // one cache line; 0: free, filled from the front
} NodeLine;

typedef struct NodeIndex {
    NodeLine *lines;
    uint64_t *far; // open addressing, linear probing
    uint32_t line_mask, far_mask;
    uint32_t n_nodes, n_far; // entered, and how many of them far away
} NodeIndex;

typedef VEC(const Expr *) ExprVec;

struct ExprTable {
    Session *session;
    Arena *arena;
    NodeIndex index;
    uint32_t count; // of nodes; the next id
    const Type **type_slots;
    uint32_t type_mask, n_types;
    uint32_t n_iterators;
    const Type *basic[TYPE_ARRAY];
    const Expr *error, *time, *colon, *boolean[2];
    const Expr *zero, *one, *minus_one; // Real
    const Expr **refs;                  // by VarId: the reference made last; NULL
    uint32_t n_refs;
    uint32_t typing_depth;       // of calls followed for the sizes of their results (call_type.c)
    const char *stack_base;      // where the outermost evaluation began, NULL outside of one
    bool has_clocks;             // an operator of clocks has been made
    bool has_lost_terms;         // 0*x, x - x and their like were simplified
    bool keeps_terms;            // they are not
    const SettledNames *settled; // which variables are known when the run begins; NULL: not known
    bool has_zero_quotients;     // 0/p was kept
    bool has_unknown;            // the divisor that is looked at (simplify.c)
    bool plain_zero;             // algebra is under way: literals have no minus zero (simplify.c)
    Map zero_records;            // by type, of those whose sizes are known (expr_zero_like)
    Map field_units;  // of records by class and field, where the session keeps names (type.c)
    Map derivatives;  // function -> list of its derivative functions (differentiate_function.c)
    Map places;       // of impure calls: where they are written, or a place and a value -> number
    Map call_results; // id of a call with literal arguments -> literal result (evaluate.c)
};

// The node with exactly these fields; `like` gives kind, op, type, u and name. No rewriting.
const Expr *expr_intern(ExprTable *t, const Expr *like, const Expr *const *args, uint32_t n);
// The same of LOCAL and ITERATOR, which have no arguments but a name.
const Expr *expr_intern_named(ExprTable *t, const Expr *like, Name name);
// The same of a reference that was never made; it is not entered.
const Expr *expr_unentered(ExprTable *t, const Expr *ref);
void expr_enter(ExprTable *t, const Expr *e); // unless it was

void type_table_open(ExprTable *t);
void node_index_open(ExprTable *t);

// ---- operators.def -------------------------------------------------------------------------
typedef enum {
    CLASS_ARITH,
    CLASS_REL,
    CLASS_LOGIC,
    CLASS_MATH,
    CLASS_EVENT,
    CLASS_ARRAY,
    CLASS_CONV,
    CLASS_TEXT,
    CLASS_GRAPH,
    CLASS_CLOCK
} OpClass;
typedef enum {
    RESULT_SAME,
    RESULT_REAL,
    RESULT_INTEGER,
    RESULT_BOOLEAN,
    RESULT_STRING,
    RESULT_SPECIAL
} OpResult;
typedef enum {
    CAST_NONE,
    CAST_ALL,
    CAST_MIXED,
    CAST_MIXED_TAIL,
    CAST_FIRST_TWO,
    CAST_POWER
} OpCast;
typedef enum { EVENT_NO, EVENT_OF_REALS, EVENT_IF_REAL, EVENT_YES } OpEvent;
typedef enum { PLACE_FREE, PLACE_MODEL } OpPlace;
typedef struct OpRow {
    const char *name;
    int8_t arity;
    uint8_t op_class, result, cast, varies, event, place, unit;
} OpRow;
extern const OpRow op_rows[N_OPERATORS];

// ---- simplify.c ----------------------------------------------------------------------------
// A simpler expression of the same value and type, or NULL. Arguments are simplified and typed.
const Expr *simplify_op(ExprTable *t, Op op, const Expr *const *args, uint32_t n, const Type *type);
const Expr *simplify_subscript(ExprTable *t, const Expr *base, const Expr *const *subs, uint32_t n);
const Expr *simplify_field(ExprTable *t, const Expr *record, uint32_t field, const Type *type);

// ---- print_name.c --------------------------------------------------------------------------
// The iterator of a loop whose body follows, with a name of its own there.
PrintedIterator expr_bind_iterator(const ExprNames *names, const Expr *iterator);
void expr_print_iterator(const ExprNames *names, const Expr *iterator, Text *out);
void expr_print_type(const ExprNames *names, const Type *type, Text *out); // without dimensions
void expr_print_constructor(const ExprNames *names, const Type *type, Text *out); // of a record
void expr_print_word(const ExprNames *names, Name word, Text *out); // a name inside of a class
void expr_print_quoted(const char *name, const char *suffix, Text *out);
void expr_print_function_name(const ExprNames *names, const Function *f, Text *out);
void expr_print_string(const char *text, size_t length, Text *out); // with its quotes
#endif
