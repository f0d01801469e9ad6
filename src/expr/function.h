// function.h -- lowered statements, equations and functions; shared by all stages after Ast.
#ifndef EXPR_FUNCTION_H
#define EXPR_FUNCTION_H
#include "base/map.h"
#include "base/source.h"
#include "expr/expr.h"

typedef struct Statement Statement;
typedef struct Equation Equation;

typedef struct {
    Statement *items;
    uint32_t count;
} Statements;
typedef struct {
    Equation *items;
    uint32_t count;
} Equations;

typedef enum {
    STMT_ASSIGN, // left := right; left: REF/LOCAL with SUBSCRIPT/FIELD on top, or TUPLE of those
    STMT_IF,     // branches
    STMT_FOR,    // iterator in range: branches[0].body
    STMT_WHILE,  // branches[0]
    STMT_WHEN,   // branches
    STMT_BREAK,
    STMT_RETURN,
    STMT_ASSERT,    // condition, message, level
    STMT_TERMINATE, // message
    STMT_REINIT,    // left: state, right: value
    STMT_CALL       // right: a call without result
} StatementKind;

typedef struct StatementBranch {
    const Expr *condition; // NULL: else. WHEN: Boolean scalar or vector, or a clock
    Statements body;
} StatementBranch;

struct Statement {
    StatementKind kind;
    Span span;
    const Expr *left, *right;
    const Expr *condition, *message, *level; // ASSERT (level: ENUM 1 error, 2 warning), TERMINATE
    const Expr *iterator, *range;            // FOR
    StatementBranch *branches;
    uint32_t n_branches;
};

typedef enum {
    EQN_EQUALS, // left = right; arrays, records and TUPLE = CALL stay whole
    EQN_IF,     // branches; conditions not decided at compile time
    EQN_FOR,    // iterator in range: branches[0].body
    EQN_WHEN,   // branches: Boolean scalar or vector conditions, or a clock
    EQN_ASSERT,
    EQN_TERMINATE,
    EQN_REINIT,
    EQN_CALL
} EquationKind;

typedef struct EquationBranch {
    const Expr *condition;
    Equations body;
} EquationBranch;

typedef struct EquationDetails {             // what few equations have
    const Expr *condition, *message, *level; // ASSERT; TERMINATE: message
    const Expr *iterator, *range;            // FOR
} EquationDetails;

struct Equation { // a model may have a million of them: what is small lies together
    EquationKind kind : 8;
    bool from_connect : 1; // made by connect() or a connector rule
    bool from_binding : 1; // the binding of a variable
    bool leaves_start : 1; // a when-equation of Base Modelica: it means nothing for the start
    bool is_copy : 1;      // an earlier one says the same of another component of the same kind
    int32_t state;         // of a state machine; counts from 1, 0: none
    ComponentId component; // the instance it belongs to, for messages
    uint32_t n_branches;
    Span span;
    const Expr *left, *right;
    EquationBranch *branches;
    EquationDetails *details; // NULL: none
};

// What equations that come soon are made of, `left` of which are left from this one on: see
// base/fetch.h.
FETCHES equations_fetch(const Equation *e, uint32_t left)
{
    enum { PARTS = 8, SIDES = 16 };
    if (left <= SIDES) return;
    fetch(e[SIDES].left);
    fetch(e[SIDES].right);
    if (e[PARTS].left) expr_fetch_parts(e[PARTS].left);
    if (e[PARTS].right) expr_fetch_parts(e[PARTS].right);
}

static inline EquationDetails equation_details(const Equation *e)
{
    return e->details ? *e->details : (EquationDetails){NULL, NULL, NULL, NULL, NULL};
}

// Who changes those of a copy gives it its own first.
static inline void equation_own_details(Arena *out, Equation *e)
{
    if (e->details) e->details = ARENA_COPY(out, EquationDetails, e->details, 1);
}

// The places of its expressions, conditions of branches included, but not what stands inside these:
// never empty, and the visitor may put something else there. walk.c
typedef void (*PlaceVisit)(void *client, const Expr **e);
void equation_each_expression(Equation *e, void *client, PlaceVisit visit);
void statement_each_expression(Statement *st, void *client, PlaceVisit visit);

// Of a loop over integers that are known: their number, the first and the step; 0: not known, or
// none. The number of assignments and conditionals with loops of at most `most_rounds` written out;
// more than `most`: they are more, or something else is among them. written_out.c
uint32_t loop_rounds(const Statement *loop, double *first, double *step);
uint32_t statements_written_out(const Statements *list, uint32_t most, uint32_t most_rounds);

typedef struct Algorithm { // an algorithm section of a model
    Statements body;
    Span span;
    ComponentId component;
} Algorithm;

// ---- Functions ---------------------------------------------------------------------------

typedef enum { LOCAL_INPUT, LOCAL_OUTPUT, LOCAL_PROTECTED } LocalKind;

typedef struct Local {
    Name name;
    LocalKind kind;
    const Type *type;  // dimensions may be DIM_UNKNOWN
    const Expr **dims; // one per dimension: sizes as expressions of other locals; NULL for ":"
    const Expr *value; // default of an input, initial value of the others; NULL without
    Name unit;         // where the session keeps names, and it is written out; NULL without
    Span span;
} Local;

typedef struct DerivativeRule { // annotation derivative(order = .., zeroDerivative = ..,
                                // noDerivative = ..) = f
    const Function *function;
    int32_t order;
    uint8_t *of_input; // per input: 0 differentiate, 1 zeroDerivative, 2 noDerivative
    Span span;
} DerivativeRule;

typedef struct InverseRule { // annotation inverse(x = f_inv(y, ..))
    uint32_t input;          // which input is solved for
    const Function *function;
    const Expr **args; // EXPR_LOCAL of this function: inputs and the output
    uint32_t n_args;
} InverseRule;

typedef struct ExternalCall {
    const char *language; // "C", "FORTRAN 77", "builtin"
    const char *symbol;   // the name of the C or Fortran function
    const Expr *result;   // EXPR_LOCAL, or NULL
    const Expr **args;    // locals, size(local, k), literals
    uint32_t n_args;
    const char **libraries;
    uint32_t n_libraries; // annotation Library
    const char **includes;
    uint32_t n_includes; // annotation Include, as text
    const char *include_directory, *library_directory, *source_directory; // resolved paths or NULL
} ExternalCall;

// Who calls external functions at compile time, as literals in and out. Filled by the pipeline: the
// stages up to `causal` know nothing about foreign code.
struct ExternalDoor {
    void *client;
    // `call` is an EXPR_CALL with literal arguments. NULL: *reason is a sentence that says why, and
    // *is_mistake whether the function itself is to blame.
    const Expr *(*value)(void *client, const Expr *call, const char **reason, bool *is_mistake);
};

typedef enum { INLINE_DEFAULT, INLINE_NEVER, INLINE_EARLY, INLINE_LATE } InlineKind;

struct Function { // identity is the pointer; one per class node
    Name name;    // full name
    Span span;
    const Type *type; // of the result: the output, a TUPLE for several, NONE
    Local *locals;    // inputs first, then outputs, then protected
    uint32_t n_inputs, n_outputs, n_locals;
    Statements body;
    const ExternalCall *external; // NULL for Modelica bodies
    bool is_impure, is_partial, is_record_constructor, generate_events;
    bool is_derived; // the derivative of a function, made by us
    bool is_lowered; // false: only name, locals' types and `type` can be used so far
    InlineKind inlining;
    int32_t smooth_order; // -1: not given
    DerivativeRule *derivatives;
    uint32_t n_derivatives;
    InverseRule *inverses;
    uint32_t n_inverses;
    const Function *destructor; // of a constructor of external objects; NULL: none
    const void *owner;          // the class it comes from; opaque here
    uint32_t id;                // dense, in order of first use
};

// The type of a call: sizes of the outputs from those of the arguments, where they say so.
const Type *function_call_type(ExprTable *t, const Function *f, const Expr *const *args);

// A call written out as an expression of its arguments (a TUPLE for several outputs); NULL when
// the body is more than assignments, conditionals and loops of known length. `call`: EXPR_CALL.
const Expr *function_inline(ExprTable *t, const Expr *call);
// The call with meaningless symbols in place of all that is no literal; one for calls that have the
// same literals in the same places. `symbols`: empty at first, and kept for all of them.
const Expr *function_abstracted(ExprTable *t, Map *symbols, const Expr *call);
// The result of such a call: literals where it is the same whatever the symbols stand for, and
// symbols elsewhere; NULL when nothing is known.
const Expr *function_constant_parts(ExprTable *t, const Expr *abstracted);

// The derivative of a call from those of its arguments, in the form of DiffContext.call: by the
// first derivative annotation whose conditions hold, else through the body. NULL with the reason
// in *why (a clause: "it is external and has no derivative annotation").
const Expr *call_differentiate(Session *s, const Expr *call, const Expr *const *arg_derivatives,
                               const char **why);
// Forward mode: a function of the inputs of f and of the derivatives of those Real inputs that
// are not `constant` (one flag per input); its outputs are the derivatives of the Real outputs.
const Function *function_differentiate(Session *s, const Function *f, const uint8_t *constant,
                                       const char **why);
// der(f, x, y, ..): the partial derivative by the given inputs (Real scalars), one after another.
const Function *function_partial_derivative(Session *s, const Function *f, const uint32_t *inputs,
                                            uint32_t n, const char **why);

// Prints as Modelica, two spaces per level.
void equation_print(const Equation *e, const ExprNames *names, int level, Text *out);
void statement_print(const Statement *st, const Function *around, const ExprNames *names, int level,
                     Text *out);
void function_print(const Function *f, const ExprNames *names, Text *out);
void function_print_as(const Function *f, const char *name, const ExprNames *names, Text *out);
#endif
