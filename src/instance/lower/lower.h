// lower.h -- what the files that turn Ast into Expr share.
//
// LoweringState resolves, types and folds in one walk. A part that is wrong becomes EXPR_ERROR
// after one report; whoever meets EXPR_ERROR stays silent.
#ifndef INSTANCE_LOWER_LOWER_H
#define INSTANCE_LOWER_LOWER_H
#include "instance/front.h"

// A function handed over as an argument. The callee is specialised for it: the formal
// disappears, captured values become inputs of the specialised callee.
typedef struct FunctionActual {
    Name formal;           // input of the callee
    Function *function;    // what is called
    uint32_t n_inputs;     // of `function`
    const Expr **captured; // per input of `function`: the value at the call, NULL when open
    uint32_t *local;       // per input: local of the specialised callee holding it; UINT32_MAX open
} FunctionActual;

typedef struct FunctionScope { // Function.owner: what lowering its body needs
    Function *function;
    Node *node;
    Slot **slot_of_local; // NULL for captured inputs
    FunctionActual *actuals;
    uint32_t n_actuals;
    QueryState *default_states; // of the locals' values
    QueryState body_state, external_state;
} FunctionScope;

typedef struct Lower { // the surroundings of the text being lowered
    Front *f;
    ExprTable *t;
    Scope scope;
    FunctionScope *function; // NULL outside functions
    // Set when a loop is tried with symbolic iterators and something needs their values: the
    // loop is then unrolled. While it is set everything lowers to EXPR_ERROR in silence.
    bool *must_unroll;
    Slot *subscripted;     // what the subscripts at hand belong to; NULL: a value without name
    ComponentId component; // whose equations these are
    bool in_clocked;       // a when-clause with a clock: its equations have any form
    bool in_when, in_initial, in_algorithm, in_loop_equation, in_undecided_if, in_loop;
    const char *inside;       // the statement around this one, 'if', 'for' or 'while'; NULL
    bool in_written_out;      // all of these are loops, written out for a when inside
    bool in_condition;        // of if or assert
    bool in_section, in_pure; // of a model; pure(..) around
} Lower;

typedef struct PreUse { // pre, edge or change outside of when-clauses
    const Expr *operand;
    Span span;
} PreUse;

typedef struct LoweringState { // private state of one run, behind Front.lowering
    Map variability_of_expr;   // expr id + 1 -> variability
    Map evaluable_of_slot, evaluable_of_function;
    Map value_of_call;      // that makes a record
    Map specialised;        // hash of callee and actuals -> chain of FunctionScope
    VEC(Slot *) evaluating; // slots whose values are being found, for the report of a ring
    VEC(PreUse) pre_uses;
    uint32_t n_functions;
    uint32_t n_needed; // values being found that somebody must have (evaluate_needed)
    Map node_of_class; // AstClass of a record -> Node with its operators
    Name end, connections;
} LoweringState;

LoweringState *lowering_of(Front *f);
Lower lower_in(Front *f, Scope scope); // text of this scope, in the function if it is one
static inline bool lower_is_given_up(const Lower *l)
{
    return l->must_unroll && *l->must_unroll;
}
// The value of an iterator is needed: true when a loop around can be unrolled (it will be).
bool lower_needs_iterator(const Lower *l, const Expr *e);
const char *type_text(Front *f, const Type *type);
// The repair where a value of one type stands for one of another.
void label_conversion(Front *f, Diagnostic *d, const Type *from, const Type *to);
void label_difference(Front *f, Diagnostic *d, const Type *a, const Type *b); // of two records
const char *source_text(Front *f, Span span); // as the user wrote it, shortened

// ---- lower_expression.c
const Expr *lower_node(const Lower *l, const AstExpr *e, const Type *expected);
const Expr *lower_as(const Lower *l, const AstExpr *e, const Type *type, const char *what);
const Expr *lower_condition(const Lower *l, const AstExpr *e, const char *what); // scalar Boolean
// A condition whose value may be taken now: literal, or of parameters that are not Real.
bool condition_decides(const Lower *l, const Expr *condition);

// ---- lower_operator.c
const Expr *lower_unary(const Lower *l, const AstExpr *e);
const Expr *lower_binary(const Lower *l, const AstExpr *e);
bool types_agree(Front *f, const Type *a, const Type *b); // same elements, sizes not in conflict
bool types_alike(const Type *a, const Type *b); // records: apart from the sizes of their fields

// ---- lower_subscript.c
const Expr *lower_subscript(const Lower *l, const AstExpr *e, const Expr *size);
bool subscript_in_range(const Lower *l, const Expr *sub, int32_t size, Span span);
bool subscript_types_fit(const Lower *l, Slot *slot, const AstRefPart *part);
const Expr *lower_subscripts(const Lower *l, const Expr *base, const AstExprList *subscripts,
                             Span span);
const Expr *lower_member(const Lower *l, const Expr *record, Name name, Span span);
// The parts of a reference from number `from` on, applied to a value.
const Expr *walk_value(const Lower *l, const Expr *value, const AstExpr *ref, uint32_t from);
const Type *slot_dimension_type(Front *f, Slot *slot, uint32_t k);
// `end` in dimension k: the last value of the type it is declared with, else `size`.
const Expr *last_of_dimension(const Lower *l, Slot *slot, uint32_t k, const Expr *size);

// ---- lower_grid.c
typedef struct Grid {  // the components a reference leads to: elements of arrays on the way
    Component **items; // row major, n of them
    uint32_t n;
    int32_t *dims;
    uint32_t n_dims;
    const Expr *
        *pending;   // per dimension: subscript that is no number, to be applied later; or NULL
    Slot *slot;     // one of the slots it ends in
    bool is_simple; // items are leaves; `subscripts` apply to the variable of each
    const Expr **subscripts;
    uint32_t n_subscripts;
    bool is_disabled;    // a part of it does not exist
    bool lacks_some;     // it does in other elements
    Slot *conditional;   // a part that has a condition; NULL without
    uint32_t parts_used; // fewer than written: the rest is undeclared in an expandable connector,
                         // or begins with a class
    Slot *class_slot;    // ... the class it begins with
    bool is_outside;     // begins with a connector of the class
    bool leaves_connectors; // a part after the first is no connector
} Grid;
// Walks from the component found for the first parts; false after a report.
bool walk_components(const Lower *l, const AstExpr *ref, const Found *found, Grid *grid);
bool grid_enter(const Lower *l, Grid *g, Slot **slots, const AstRefPart *part); // one slot per item
bool report_no_component(const Lower *l, const Component *c, const AstRefPart *part); // false
bool is_leaf(const Component *c);

// ---- lower_reference.c
const Expr *lower_reference(const Lower *l, const AstExpr *ref, const Type *expected);
const Expr *slot_expression(const Lower *l,
                            Slot *slot); // a component of an instance as a value, whole
// The component (scalar) that an argument of isRoot, cardinality, root ... names; NULL after a
// report.
const Component *lower_component_argument(const Lower *l, const AstExpr *e);
// The same for a vector of them, or one (rank 1).
typedef struct ComponentList {
    Component **items;
    uint32_t n;
} ComponentList;
bool lower_component_arguments(const Lower *l, const AstExpr *e, uint32_t rank, ComponentList *out);

// ---- lower_array.c
const Expr *lower_array_constructor(const Lower *l, const AstExpr *e, const Type *expected);
const Expr *lower_comprehension(const Lower *l, const AstExpr *e, const Type *expected);
const Expr *lower_reduction(const Lower *l, Op op, const AstExpr *call);
const Expr *lower_matrix(const Lower *l, const AstExpr *e);
const Expr *lower_range(const Lower *l, const AstExpr *e);
bool is_number_range(const Expr *e); // a:b or a:s:b with literal bounds
// The range of an iterator: written, a type, or deduced from subscripts in `body`.
const Expr *lower_iterator_range(const Lower *l, const AstIterator *it, const AstExpr *body,
                                 AstEquation *const *items, uint32_t n_items);
// The iterator of a loop over `range`, and what its name stands for. Records are taken by their
// numbers, over which the loop runs then.
const Expr *loop_iterator(const Lower *l, Name name, const Expr **range, const Expr **value);
// Brings all to one element type (Integer to Real); false after a report.
bool unify_elements(const Lower *l, const Expr **items, uint32_t n, Span span);
const Expr *lower_size_argument(const Lower *l, const AstExpr *e);
// Size of dimension k (from 0) of a reference; other dimensions need not be known.
const Expr *lower_dimension(const Lower *l, const AstExpr *ref, uint32_t k);
const Expr *lower_size(const Lower *l, const AstExpr *const *texts,
                       uint32_t n); // size(a), size(a, k)
// sum, product, min, max over the first `dims` dimensions.
const Expr *reduce_array(const Lower *l, Op op, const Expr *array, uint32_t dims, Span span);

// ---- lower_call.c, lower_builtin.c
const Expr *lower_call(const Lower *l, const AstExpr *e, const Type *expected);
const Expr *lower_call_tuple(const Lower *l,
                             const AstExpr *e); // all results; type TUPLE for several
const Expr *lower_builtin(const Lower *l, const AstExpr *call, Op op, const Type *expected);
// An argument that must not vary; false after a report.
bool is_parametric(const Lower *l, const Expr *e, const AstExpr *text, const char *what);
// ---- builtin_rules.c
const char *argument_complaint(Op op, const Expr *const *args, uint32_t n); // a clause; NULL: fine
bool is_stream_argument(const Lower *l, const Expr *arg, Op op, const AstExpr *text);
// ---- function_rules.c
bool may_be_in_function(const Lower *l, Span span, Op op); // false after a report
void check_purity(const Lower *l, const Function *callee, Span call);
bool is_function_of_object(Front *f, const Node *node); // constructor, destructor
void check_function_components(Front *f, const FunctionScope *fs);
void check_function_bindings(Front *f, const FunctionScope *fs); // they have an order
const Expr *apply_builtin(const Lower *l, const AstExpr *call, Op op, const Expr **args,
                          uint32_t n);
bool is_variable_argument(const Expr *e); // a variable, parts of it, or literals
// ---- lower_machine.c: chapter 17; a statement of a state machine, an operator (NULL: it is none).
bool lower_machine_statement(const Lower *l, const AstExpr *call);
const Expr *lower_machine_question(const Lower *l, const AstExpr *call);
// ---- lower_clock.c: Clock(..), sample(..), hold and conversions of clocks.
const Expr *lower_clock(const Lower *l, const AstExpr *call);
const Expr *lower_sample(const Lower *l, const AstExpr *call, const AstExpr *const *texts,
                         uint32_t n);
const Expr *lower_conversion(const Lower *l, const AstExpr *call, Op op,
                             const AstExpr *const *texts, uint32_t n, const Type *expected);
// ---- unset_locals.c
void check_unset_locals(Front *f, const Function *function); // what is read or returned is set
// ---- lower_string.c: String(..)
const Expr *lower_to_string(const Lower *l, const AstExpr *call);
// ---- lower_spatial.c: spatialDistribution(..); texts are NULL for arguments left out.
const Expr *lower_spatial(const Lower *l, const AstExpr *call, const AstExpr *const *texts,
                          uint32_t n);
// A call of `function` with lowered arguments in input order, NULL where the default is to be used.
const Expr *call_function(const Lower *l, Function *function, const Expr **args, Span span,
                          bool all_results);
// Records from lowered arguments in constructor input order (NULL: default).
const Expr *construct_record(const Lower *l, Function *constructor, const Expr **args, Span span);
// Zeros of the size that the declaration of input i says, given the other arguments.
// What is written of the variables of a function, in terms of the arguments of a call.
const Expr *with_arguments(const Lower *l, Function *function, const Expr *const *args,
                           const Expr *e);
const Expr *zero_for_argument(const Lower *l, Function *function, const Expr *const *args,
                              uint32_t i);
// Scalar function over arrays: the body is made for one element by `make`.
typedef const Expr *(*MakeElement)(const Lower *l, void *client, const Expr **args, uint32_t n);
const Expr *lower_vectorized(const Lower *l, const Expr **args, const uint32_t *surplus, uint32_t n,
                             Span span, MakeElement make, void *client);

// A call, or a loop of calls when arguments have surplus dimensions.
const Expr *call_perhaps_vectorized(const Lower *l, Function *function, const Expr **args,
                                    Span span, bool all_results);

// ---- lower_function_argument.c
FunctionActual *actual_of_formal(const Lower *l,
                                 const AstExpr *ref); // NULL: no formal of the function around
bool lower_function_argument(const Lower *l, const AstExpr *e, FunctionActual *out);
const Expr *call_formal(const Lower *l, const AstExpr *call, const FunctionActual *actual);
int32_t input_of_name(const Function *function, Name name); // -1: none
void report_no_argument(const Lower *l, const Function *function, Name name, Span span);

// ---- lower_function.c, lower_external.c, reachable_functions.c
Function *function_specialised(Front *f, Function *callee, FunctionActual *actuals, uint32_t n);
const Expr *function_default(Front *f, Function *function, uint32_t local); // NULL without
FunctionScope *function_scope(const Function *function);
void lower_function_annotations(Front *f, FunctionScope *fs); // what a caller needs to know
void lower_function_rules(Front *f, FunctionScope *fs);       // derivative, inverse
void lower_external(Front *f, FunctionScope *fs);
void lower_functions_below(Front *f, const Function *function); // it and all it calls

// ---- lower_equation.c, lower_statement.c
void lower_equations(const Lower *l, AstEquation *const *items, uint32_t n, Equations *out);
Statements lower_statements(const Lower *l, AstEquation *const *items, uint32_t n);
bool lower_assert(const Lower *l, const AstExpr *call, const Expr **condition, const Expr **message,
                  const Expr **level);
const Expr *lower_left_tuple(const Lower *l, const AstExpr *tuple, const Type *results);
typedef enum { WORD_NONE, WORD_ASSERT, WORD_TERMINATE, WORD_REINIT } StatementWord;
StatementWord statement_word(const AstExpr *call);
const Expr *lower_terminate(const Lower *l, const AstExpr *call);
bool lower_reinit(const Lower *l, const AstExpr *call, const Expr **state, const Expr **value);
const Expr *lower_when_condition(const Lower *l, const AstExpr *text);

// ---- lower_connect.c
void lower_connect(const Lower *l, const AstEquation *e);
bool lower_graph_statement(const Lower *l,
                           const AstExpr *call); // Connections.root ...; false: is none

// ---- overload.c
bool type_is_operator_record(Front *f, const Type *type);
// NULL when neither operand is an operator record; EXPR_ERROR after a report.
const Expr *overload_binary(const Lower *l, AstOp op, const Expr *a, const Expr *b, Span span);
const Expr *overload_unary(const Lower *l, AstOp op, const Expr *a, Span span);
const Expr *overload_constructor(const Lower *l, Node *record, const AstExpr *call);
const Expr *overload_zero(const Lower *l, const Type *type, Span span); // '0'
const Expr *overload_string(const Lower *l, const Expr *value, const AstExpr *call);
// Complex.'constructor'(...) called by its name.
const Expr *overload_operator_class(const Lower *l, Node *cls, const AstExpr *call);
Node *operator_node(Front *f, Node *record,
                    const char *name); // 'constructor', '+', ...; NULL without

// ---- types.c
// The expression as a value of `type`: Integer to Real, records by fields; NULL when it is none.
const Expr *convert_to(Front *f, const Expr *e, const Type *type);
bool type_converts(Front *f, const Type *from, const Type *to);
// A record with more elements than `type` has, without those; NULL when it is none.
const Expr *narrow_to(Front *f, const Expr *e, const Type *type);
bool node_is_record(const Node *node);
Node *type_node(Front *f, const Type *type); // the class of a record type

// ---- structural.c, evaluable_function.c
bool function_is_evaluable(Front *f, const Function *function);
// A condition that cannot be evaluated yet: parameters that are decided by the connections (isRoot)
// are replaced by what decides them.
const Expr *expr_by_connections(Front *f, const Expr *e, Span asking);

// ---- variability.c
Variability expr_variability(Front *f, const Expr *e);
const char *variability_word(Variability v);
#endif
