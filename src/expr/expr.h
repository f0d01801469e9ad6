// expr.h -- the one expression type once names are resolved: hash-consed, typed, immutable.
//
// Equal expressions are equal pointers within a session. Construction simplifies locally
// (simplify.c): the node that comes back may be another one than asked for. Every node knows
// its type; arrays and records stay whole until equations/ takes them apart.
#ifndef EXPR_EXPR_H
#define EXPR_EXPR_H
#include "base/fetch.h"
#include "base/text.h"
#include "expr/type.h"

typedef struct {
    int32_t i;
} VarId; // a variable of the model, or an unknown of the system
typedef struct {
    int32_t i;
} ComponentId; // a component of the instance tree
#define NO_VAR ((VarId){-1})

typedef struct Function Function; // expr/function.h
typedef struct Expr Expr;

typedef enum {
    EXPR_ERROR, // poisoned
    EXPR_REAL,
    EXPR_INTEGER,
    EXPR_BOOLEAN,
    EXPR_STRING,
    EXPR_ENUM,     // literals; ENUM counts from 1
    EXPR_REF,      // a variable, whole: u.var
    EXPR_LOCAL,    // a variable of the function or algorithm around: u.index into Function.locals;
                   // expr_name its name, if any
    EXPR_ITERATOR, // u.index is unique in the session, expr_name its name
    EXPR_TIME,
    EXPR_COMPONENT,     // argument of cardinality, isRoot, ...: u.component
    EXPR_OP,            // operator or built-in function: op, args
    EXPR_IF,            // args: condition, then, else
    EXPR_CALL,          // u.function, args in input order (defaults filled in)
    EXPR_ARRAY,         // args: elements of the first dimension, all of one type; n_args may be 0
    EXPR_RANGE,         // args: first, step, last
    EXPR_COMPREHENSION, // args: body, then (iterator, range) pairs, first pair outermost dimension
    EXPR_REDUCTION,     // op OP_SUM/PRODUCT/MIN/MAX; args as COMPREHENSION
    EXPR_SUBSCRIPT, // args: base, then one subscript per leading dimension: Integer scalar, vector,
                    // or COLON
    EXPR_COLON,     // a whole dimension, only in SUBSCRIPT
    EXPR_FIELD,     // args: record; u.index field number; arrays of records give arrays
    EXPR_RECORD,    // args: the fields, in order
    EXPR_TUPLE,     // args: left sides of (a, , c) = f(x); NULL for a hole
    EXPR_TUPLE_ITEM // args: call with several results; u.index output number
} ExprKind;

typedef enum {
#define OPERATOR(symbol, name, ...) symbol,
#include "expr/operators.def"
#undef OPERATOR
    N_OPERATORS
} Op;

struct Expr {
    uint8_t kind;  // ExprKind
    uint8_t flags; // of this node and everything below: EXPR_HAS_...
    uint16_t op;   // Op of EXPR_OP, EXPR_REDUCTION; of an impure EXPR_CALL: its place
    uint32_t n_args;
    uint32_t id; // dense in order of creation: the index of side tables; deterministic
    uint32_t hash;
    const Type *type;
    union {
        double real;
        int64_t integer; // INTEGER, BOOLEAN (0, 1), ENUM
        Name string;
        VarId var;
        ComponentId component;
        uint32_t index;
        const Function *function;
    } u;
    const Expr *args[];
};

FETCHES expr_fetch_parts(const Expr *e) // see base/fetch.h
{
    if (e->n_args) fetch(e->args[0]);
    if (e->n_args > 1) fetch(e->args[1]);
}

enum { // flags: what occurs in the subtree
    EXPR_HAS_REF = 1,
    EXPR_HAS_ITERATOR = 2,
    EXPR_HAS_TIME = 4,
    EXPR_HAS_CALL = 8,
    EXPR_HAS_LOCAL = 16,
    EXPR_HAS_COMPONENT = 32,
    EXPR_HAS_IMPURE = 64,
    EXPR_HAS_EVENT = 128
};

ExprTable *expr_table_open(Session *s, Arena *out); // also sets s->exprs
uint32_t expr_count(const ExprTable *t);            // ids are below this
// Whether expressions are being rearranged from now on: what folds to -0.0 is then 0.0, and 0/b is
// 0. Says whether they were so before.
bool expr_algebra(ExprTable *t, bool is_algebra);
bool expr_has_clocks(const ExprTable *t); // an operator of clocks has been made
// In a model with clocks terms like 0*x that were simplified may have said which clock is meant:
// such a model has to be read again, with these terms kept until clocks are known.
bool expr_has_lost_clocks(const ExprTable *t);
bool expr_keep_terms(ExprTable *t, bool keeps); // returns what was before
// Which variables are known when the run begins, as soon as somebody knows: 0/b of others is 0.
// Says whether there were such quotients, which have to be simplified again (expr_simplified).
// NULL: over.
typedef struct SettledNames {
    void *client;
    bool (*is_settled)(void *client, VarId var);
} SettledNames;
bool expr_settle(ExprTable *t, const SettledNames *settled);

// ---- Construction. All simplify. ---------------------------------------------------------
const Expr *expr_error(ExprTable *t);
const Expr *expr_real(ExprTable *t, double value);
const Expr *expr_integer(ExprTable *t, int64_t value);
const Expr *expr_boolean(ExprTable *t, bool value);
const Expr *expr_string(ExprTable *t, Name text);
const Expr *expr_enum(ExprTable *t, const Type *type, int64_t number);
const Expr *expr_ref(ExprTable *t, VarId var, const Type *type);
const Expr *expr_local(ExprTable *t, uint32_t index, const Type *type, Name name);
const Expr *expr_iterator(ExprTable *t, Name name, const Type *type); // a fresh one each time
const Expr *expr_time(ExprTable *t);
const Expr *expr_component(ExprTable *t, ComponentId component);
const Expr *expr_colon(ExprTable *t);
// An operator applied to arguments of matching types. The type of the result is derived from
// the row in operators.def; casts Integer -> Real are inserted. Arrays are allowed where the
// language allows them (elementwise + -, scalar * array, matrix products, .op ...).
// Arguments that do not fit give the error node: ask expr_op_type first where a user wrote them.
const Expr *expr_op(ExprTable *t, Op op, const Expr *const *args, uint32_t n);
const Expr *expr_op1(ExprTable *t, Op op, const Expr *a);
const Expr *expr_op2(ExprTable *t, Op op, const Expr *a, const Expr *b);
// The type of the result; NULL with the reason in *why when the language does not allow it.
const Type *expr_op_type(ExprTable *t, Op op, const Expr *const *args, uint32_t n,
                         const char **why);
const Expr *expr_to_enum(ExprTable *t, const Type *type, const Expr *number); // E(number)
const Expr *expr_if(ExprTable *t, const Expr *condition, const Expr *yes, const Expr *no);
const Expr *expr_call(ExprTable *t, const Function *f, const Expr *const *args, uint32_t n,
                      const Type *type);
// As it is written at a place of the text: equal calls of an impure function are not one. NULL here
// and below: there are more places than a node can tell, 65,535.
const Expr *expr_call_at(ExprTable *t, const Function *f, const Expr *const *args, Span span,
                         const Type *type);
// The same call with other arguments.
const Expr *expr_call_again(ExprTable *t, const Expr *call, const Expr *const *args,
                            const Type *type);
// The call of an impure function in a loop, where an iterator has this value: another one for each.
const Expr *expr_call_in_loop(ExprTable *t, const Expr *call, const Expr *value);
const Expr *expr_array(ExprTable *t, const Expr *const *items, uint32_t n,
                       const Type *elem); // elem: of one item
const Expr *expr_range(ExprTable *t, const Expr *first, const Expr *step,
                       const Expr *last); // step may be NULL
const Expr *expr_comprehension(ExprTable *t, const Expr *body,
                               const Expr *const *iterators_and_ranges, uint32_t n_pairs);
const Expr *expr_reduction(ExprTable *t, Op op, const Expr *body,
                           const Expr *const *iterators_and_ranges, uint32_t n_pairs);
const Expr *expr_subscript(ExprTable *t, const Expr *base, const Expr *const *subs, uint32_t n);
const Expr *expr_field(ExprTable *t, const Expr *record, uint32_t field);
const Expr *expr_record(ExprTable *t, const Type *type, const Expr *const *fields, uint32_t n);
const Expr *expr_tuple(ExprTable *t, const Expr *const *items, uint32_t n);
const Expr *expr_tuple_item(ExprTable *t, const Expr *call, uint32_t output, const Type *type);
const Expr *expr_cast_real(ExprTable *t, const Expr *e); // Integer (array) -> Real
const Expr *expr_zero(ExprTable *t,
                      const Type *type); // 0, false, "", first literal; arrays, records
// What sum, product, min and max of no elements of this type are; NULL: not defined.
const Expr *expr_empty_reduction(ExprTable *t, Op op, const Type *elem);
// A zero in the shape of e: sizes that the type does not know are written as size(e, k).
const Expr *expr_zero_like(ExprTable *t, const Expr *e);
// The same node with other arguments (same count); simplified again.
const Expr *expr_with_args(ExprTable *t, const Expr *e, const Expr *const *args);
// The same where the arguments differ from those of e in which variables they refer to: what could
// be simplified has been.
const Expr *expr_renamed(ExprTable *t, const Expr *e, const Expr *const *args);

// ---- Questions ---------------------------------------------------------------------------
bool expr_is_literal(const Expr *e); // literal, or array/record of literals
bool expr_is_number(const Expr *e, double *value);
bool expr_is_true(const Expr *e);
bool expr_is_false(const Expr *e);
bool expr_is_zero(const Expr *e);
bool expr_is_zero_quotient(const Expr *e); // 0/p: zero, or an error at run time
bool expr_is_error(const Expr *e);
Name expr_name(const Expr *e); // of LOCAL (NULL: none) and ITERATOR

// ---- Operators with several forms --------------------------------------------------------
// String(value), String(value, format), String(value, minimumLength, leftJustified) of Integer,
// Boolean and enumeration; String(value, significantDigits, minimumLength, leftJustified) of Real.
// min, max: one array or two scalars. size: array, or array and dimension. cat: k, arrays.
// $quantity(value, unit, name): a constant that keeps its name and unit (Session.keeps_names);
// value, and both texts as literals.

// ---- operators.def -----------------------------------------------------------------------
const char *op_name(Op op);                // "+", "sin", "der"
int op_arity(Op op);                       // -1: several forms
bool op_of_name(const char *name, Op *op); // built-in functions by their Modelica name
typedef enum {                             // how the result varies, given the arguments
    VARIES_AS_ARGS,
    VARIES_IN_STEPS,  // at events only, if the arguments vary at all
    VARIES_AT_EVENTS, // whatever they are, as the following
    VARIES_NEVER,
    VARIES_NOT_IN_RUN, // like a parameter
    VARIES_AS_SLOPE,   // der
    VARIES_ALWAYS
} OpVariability;
OpVariability op_variability(Op op);
typedef enum { // of the result, and what it asks of the arguments; the words are told in the file
    UNIT_FIRST,
    UNIT_SECOND,
    UNIT_SAME,
    UNIT_SUM,
    UNIT_FIRST_TWO,
    UNIT_TAIL,
    UNIT_COMPARED,
    UNIT_PRODUCT,
    UNIT_PRODUCT_TWO,
    UNIT_QUOTIENT,
    UNIT_POWER,
    UNIT_ROOT,
    UNIT_SLOPE,
    UNIT_TIME,
    UNIT_RATIO,
    UNIT_NUMBER,
    UNIT_OF_NUMBER,
    UNIT_ANGLE,
    UNIT_LITERAL,
    UNIT_NONE
} OpUnit;
OpUnit op_unit(Op op);
bool op_is_symbol(Op op);   // + < and: written as a symbol or word between its arguments
bool op_is_relation(Op op); // < <= > >= == <>
bool op_is_step(Op op);     // floor, integer, div, mod, ...: of a continuous argument, jumps
bool op_is_clocked(Op op);  // of clocks
bool op_needs_model(Op op); // no value at compile time, and not in functions: der, pre, sample, ...

// ---- print.c: Modelica text --------------------------------------------------------------
typedef struct PrintedIterator { // an iterator whose loop is being printed
    const Expr *iterator;
    int suffix; // 2, 3, ..: written behind a name that means something else already; 0: none
    const struct PrintedIterator *outer;
    const Expr *value; // written instead of the iterator; NULL: the loop is written
} PrintedIterator;

typedef struct ExprNames { // how references are written in this stage
    void *client;
    void (*variable)(void *client, VarId var, Text *out);
    void (*component)(void *client, ComponentId component, Text *out);
    // Set where the text is to be read again; without them it is for people: classes by their full
    // names, and (f(x)).y for what the language cannot write.
    void (*type)(void *client, const Type *type, Text *out); // ENUMERATION, RECORD, EXTERNAL
    void (*function)(void *client, const Function *f, Text *out);
    // The function that stands for FIELD, SUBSCRIPT, TUPLE_ITEM of something that is no variable.
    void (*selector)(void *client, const Expr *e, Text *out);
    // The function whose outputs are the simple variables in `left`, a record or a tuple of such.
    void (*spreader)(void *client, const Expr *left, const Expr *right, Text *out);
    // The file that a text modelica://.. or a folder of resources is; NULL: none.
    const char *(*file)(void *client, const char *uri);
    bool (*is_taken)(void *client, const char *name); // by a variable: no iterator is called so
    // The function that makes a record of its fields; NULL: the name of the record itself.
    void (*constructor)(void *client, const Type *type, Text *out);
    bool is_base; // Base Modelica: identifiers of the model are quoted, one iterator for each loop
    const PrintedIterator *bound; // by the loops around
} ExprNames;
void expr_print(const Expr *e, const ExprNames *names, Text *out);
// About so many characters of it, the rest as "...": a shared expression may be very long.
void expr_print_briefly(const Expr *e, const ExprNames *names, size_t length, Text *out);

// ---- substitute.c ------------------------------------------------------------------------
// Simultaneous replacement, each shared node once. `replace` returns NULL to descend.
typedef struct Substitution {
    void *client;
    const Expr *(*replace)(void *client, const Expr *e);
} Substitution;
const Expr *expr_substitute(ExprTable *t, const Expr *e, const Substitution *s);
const Expr *expr_simplified(ExprTable *t, const Expr *e); // terms that were kept (below) are not

// Calls `visit` once for every distinct node of e, arguments first. No recursion.
void expr_walk(ExprTable *t, const Expr *e, void *client,
               void (*visit)(void *client, const Expr *node));
// Does any node of e answer with true? Asked in any order, up to the first that does.
bool expr_any(ExprTable *t, const Expr *e, void *client,
              bool (*test)(void *client, const Expr *node));

// ---- differentiate.c ---------------------------------------------------------------------
typedef struct DiffContext {
    void *client;
    // d(var)/d(what): for time derivatives the expression of der(var); for partials 1 or 0.
    // Asked for REF, LOCAL and der(..) nodes of Real elements. NULL: not differentiable.
    const Expr *(*variable)(void *client, const Expr *ref);
    bool with_time; // d(time) = 1
    // The call that gives the derivative of a call; NULL: not differentiable (reason reported by
    // it). Derivatives are NULL for arguments without Reals, zero (expr_is_zero) for constant
    // ones; not all are zero. call_differentiate in function.h is what most clients want.
    const Expr *(*call)(void *client, const Expr *call, const Expr *const *arg_derivatives);
} DiffContext;
// NULL when the expression cannot be differentiated; *culprit is then the offending node.
const Expr *expr_differentiate(ExprTable *t, const Expr *e, const DiffContext *c,
                               const Expr **culprit);

// ---- solve_for.c -------------------------------------------------------------------------
// e = a*unknown + b with a, b free of unknown. False when e is not linear in it.
bool expr_linear(ExprTable *t, const Expr *e, const Expr *unknown, const Expr **a, const Expr **b);
bool expr_contains(const Expr *e, const Expr *part);
// What a solution rests on, for the caller to judge.
typedef struct SolveSafety {
    const Expr *divisor;  // must not vanish; NULL: nothing but nonzero literals was divided by
    const Expr *positive; // must be positive: the argument of a logarithm; NULL without
    bool is_linear;       // solved through coefficients or +, -, *, / only
    bool is_declared;     // by an inverse that an annotation names: as exact as its author made it
} SolveSafety;
// The unknown from lhs = rhs (scalars), or NULL: where it occurs linearly, or once and under
// exp, log, odd powers, functions with an inverse annotation, or in two branches that meet. Never
// picks one of several solutions.
const Expr *expr_solve(ExprTable *t, const Expr *lhs, const Expr *rhs, const Expr *unknown,
                       SolveSafety *how);

// ---- evaluate.c: the only evaluator ------------------------------------------------------
typedef struct ValueSource { // where values of variables come from
    void *client;
    // The literal value of a variable; NULL when it is not known (the client may note why).
    const Expr *(*variable)(void *client, VarId var);
    // The door to external functions; NULL: none is called, whatever the session has.
    const ExternalDoor *(*door)(void *client, const Function *f);
    // Called before a function body is needed, so that it can be lowered lazily. May be NULL.
    void (*need_function)(void *client, const Function *f);
    // Whether an impure function may be run for the value. May be NULL: none.
    bool (*may_be_impure)(void *client, const Function *f);
    const double *time; // NULL: not known
} ValueSource;
typedef struct EvalFailure { // why an evaluation gave no value
    const Expr *at;          // the node
    const char *reason;      // "division by zero", "subscript 4 exceeds 3", ...
    bool is_model_error;     // a failed assert, bad subscript, ...: the user's mistake
    Span span;               // inside a function body; may be none
} EvalFailure;
// The literal (EXPR_REAL.., ARRAY or RECORD of literals) that e has; NULL with *failure filled.
const Expr *expr_evaluate(Session *s, const Expr *e, const ValueSource *values,
                          EvalFailure *failure);
#endif
