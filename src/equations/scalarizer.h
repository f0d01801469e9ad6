// scalarizer.h -- inside equations/: from flat expressions to scalar system expressions.
#ifndef EQUATIONS_SCALARIZER_H
#define EQUATIONS_SCALARIZER_H
#include "base/map.h"
#include "equations/equation_system.h"

// Where an expression stands decides what its relations mean.
typedef enum {
    IN_LITERAL = 1, // inside noEvent, in bodies of when, initial equations, bindings of
                    // parameters: relations are evaluated as written
    IN_INITIAL = 2, // initial() is true, homotopy is a blend
    IN_SYSTEM = 4,  // references are to scalar system variables already
    N_CONTEXTS = 8  // every combination has its own memory of finished nodes
} Context;

typedef struct Items { // the scalar leaves of an array or record: row major, fields in order
    const Expr **data;
    uint32_t count;
} Items;

typedef struct BoundIterator { // of a loop or comprehension being run through
    const Expr *iterator, *value;
} BoundIterator;

typedef struct Determined Determined;

enum { MOST_INLINED_CALLS = 12 }; // one in another; a guess [M37]

typedef struct Scalarizer {
    EquationSystem *system;
    Session *session;
    ExprTable *exprs;
    const FlatModel *flat;
    Arena *scratch;
    Map scalars[N_CONTEXTS]; // id of a flat node -> system node
    Map arrays[N_CONTEXTS];  // id of a flat node -> Items *
    Map variability;         // id of a system node -> Variability
    Map relations;           // id of (literal) relation node -> VarId of its memory
    Map constants;           // id of a call -> what is constant of its result
    Map symbols;             // of function_abstracted
    Map told;                // functions whose relations make no events although they should
    Map start_dependent;     // id of a flat node -> 1 + whether initial() or homotopy() occurs
    Map opaque;              // id of an expression under pre() or der() -> hidden variable
    Determined *determined;  // determined.c; NULL until it is asked for
    VEC(BoundIterator) bound;
    // The equation at work.
    Span span;
    ComponentId component;
    Context context;
    EquationOrigin origin;
    uint32_t flags;             // EQUATION_IN_...
    const Expr *transport_call; // spatialDistribution whose first result was taken just now
    const Expr *guard;          // asserts and calls count only while this holds; NULL: always
    bool in_when;               // and the guard is that of a when-clause
    uint32_t depth, inline_depth;
    const Function *written_out[MOST_INLINED_CALLS + 1]; // inline_depth of them, one in another
    uint32_t n_trials; // above 0: what cannot be expanded is no error, but stays a call
    bool trial_failed;
    const char *refused; // what was reported last as not supported, and where; NULL: nothing
    uint32_t refused_at;
    bool inlines_late; // also functions that wait for index reduction
} Scalarizer;

// ---- expand.c, expand_operators.c ---------------------------------------------------
const Expr *scalar_of(Scalarizer *z, const Expr *e, Context c); // of a scalar
Items items_of(Scalarizer *z, const Expr *e, Context c);        // of anything
const Expr *whole_of(Scalarizer *z, const Expr *e, Context c);  // arrays stay arrays, of scalars
Items operator_items(Scalarizer *z, const Expr *e, Context c);  // array valued operators
const Expr *operator_scalar(Scalarizer *z, const Expr *e, Context c);
// sum, product, min or max of scalars of a type, of none, too.
const Expr *reduce_items(Scalarizer *z, Op reduction, Items items, const Type *type);
const Expr *scalarizer_assemble(Scalarizer *z, const Type *type, const Expr *const *items,
                                uint32_t *next);
// The body of a call in place of the call, as a system expression; NULL: stays a call.
const Expr *inlined_call(Scalarizer *z, const Expr *call);
// The leaves of a node that stays whole: subscripts and fields on top of it.
Items projected_items(Scalarizer *z, const Expr *node);
uint32_t leaf_count_of_parts(const Type *type); // of an array or record
static inline uint32_t leaf_count(const Type *type)
{
    bool is_scalar = type->kind != TYPE_ARRAY && type->kind != TYPE_RECORD;
    return is_scalar ? 1 : leaf_count_of_parts(type);
}
void bind_iterator(Scalarizer *z, const Expr *iterator, const Expr *value);
void unbind_iterator(Scalarizer *z);                            // the last one bound
const Expr *scalarizer_refuse(Scalarizer *z, const char *what); // reports; the error node
// i, 3, i + 1, i - k with iterators that have values: most subscripts and conditions in loops.
bool is_plain_integer(const Scalarizer *z, const Expr *e, int64_t *number);
int64_t constant_integer(Scalarizer *z, const Expr *e, Context c, bool *is_constant);
Items range_items(Scalarizer *z, const Expr *range, Context c); // the values of an iterator

// ---- inline_calls.c ---
Scalarizer scalarizer_open(EquationSystem *system, const FlatModel *flat, Arena *scratch);

// ---- zero_crossings.c ---------------------------------------------------------------
Variability variability_of(Scalarizer *z, const Expr *e); // of a system expression
const Expr *event_relation(Scalarizer *z, Op op, const Expr *left, const Expr *right);
// Between expressions that are continuous where it switches: between events it is evaluated as
// written and makes no event.
const Expr *quiet_relation(Scalarizer *z, Op op, const Expr *left, const Expr *right);
// floor(x) or integer(x): the memory n holds from n up to n + 1.
const Expr *event_step(Scalarizer *z, const Expr *literal);
// A discrete expression whose changes make no events, because a function computes it: as a number,
// and as the memory of such a number, of the type given, which changes at an event of its own.
const Expr *discrete_as_real(Scalarizer *z, const Expr *e);
const Expr *event_memory(Scalarizer *z, const Expr *value, const Type *type);
const Expr *sample_operator(Scalarizer *z, const Expr *start, const Expr *interval);
const Expr *delay_operator(Scalarizer *z, const Expr *input, const Expr *delay, const Expr *max);
// The values at one end of spatialDistribution(..): one for each element of its input.
Items transport_items(Scalarizer *z, const Expr *call, uint32_t end, Context c);

// ---- scalarize.c --------------------------------------------------------------------
// Adds left = right with origin, flags and place of the equation at work.
EquationId add_equation(Scalarizer *z, const Expr *left, const Expr *right);
// A hidden variable with its defining equation.
VarId define_hidden(Scalarizer *z, VariableRole role, const Expr *value);
// Whether initial() is part of it, and a variable that has its value at the start and behind it.
bool starts_by_initial(Scalarizer *z, const Expr *e);
VarId define_by_start(Scalarizer *z, VariableRole role, const Expr *e);
void scalarize_equation(Scalarizer *z, const Equation *e);
typedef struct Pair {
    const Expr *left, *right;
} Pair;
// The scalar equations of left = right; TUPLE = CALL and records included.
typedef struct Pairs {
    Pair *data;
    uint32_t count;
} Pairs;
Pairs pairs_of(Scalarizer *z, const Expr *left, const Expr *right, Context c);

// ---- assertions.c -------------------------------------------------------------------
void add_assertion(Scalarizer *z, const Equation *e);
// Whether a condition (flat) that holds at two points may have failed between them although each
// of its relations changed at most once: they must generate events then.
bool needs_watching(Scalarizer *z, const Expr *condition, bool is_negated);
bool moves_between_events(Scalarizer *z, const Expr *e); // a flat expression

// ---- variables.c --------------------------------------------------------------------
void scalarize_variables(Scalarizer *z);
void scalarize_attributes(Scalarizer *z); // once all variables are there

// ---- if_equations.c, when.c, algorithms.c, initial_system.c -------------------------
void scalarize_if(Scalarizer *z, const Equation *e);
void scalarize_when(Scalarizer *z, const Equation *e);
void scalarize_algorithm(Scalarizer *z, const Algorithm *a);
// Whether an equation or another section may determine elements of a flat variable. determined.c
bool is_determined_elsewhere(Scalarizer *z, VarId flat, const Algorithm *here);
// The guard of each branch of a when-clause, from the conditions; which branch is active during
// initialization (-1: none).
int32_t when_guards(Scalarizer *z, const Expr *const *conditions, uint32_t n, const Expr **guards);
void add_start_equations(Scalarizer *z); // x = start for fixed = true, pre(v) = start
#endif
