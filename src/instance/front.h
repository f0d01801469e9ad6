// front.h -- what the files of instance/ share: classes in their surroundings, slots, scopes.
//
// A Node is a class in its surroundings with its modifiers merged: a package, a type, a
// function, or the inside of one component. Its elements are Slots. Everything that can go in
// circles is a query with the states unseen, busy, done, failed (FRONTEND notes, decision 4):
// nobody may assume that an earlier pass has finished everything, and a busy query met again
// is a cycle, reported with its path. A failed query poisons its result; users stay silent.
//
// Who does what: layout.c, modify.c, lookup.c, node.c, inner_outer.c and component.c make nodes,
// slots and components; lower_*.c turn Ast expressions, equations and functions into Expr.
#ifndef INSTANCE_FRONT_H
#define INSTANCE_FRONT_H
#include "base/map.h"
#include "base/vec.h"
#include "instance/instance.h"
#include "syntax/ast.h"
#include "syntax/library.h"

typedef struct Node Node;
typedef struct Slot Slot;
typedef struct Layout Layout;
typedef struct Mod Mod;
typedef enum { QUERY_UNSEEN, QUERY_BUSY, QUERY_DONE, QUERY_FAILED } QueryState;

typedef struct IteratorScope {        // for-loops and comprehensions around an expression, innermost first
    Name name;
    const Expr *value;                // EXPR_ITERATOR, or the literal of this round when a loop is unrolled
    const struct IteratorScope *outer;
} IteratorScope;

typedef struct Scope {                // where a piece of text is looked up
    Node *node;
    uint16_t part;                    // which base class of the node the text stands in (0: the class itself)
    const IteratorScope *iterators;
} Scope;

struct Node {
    const AstClass *def;              // NULL for the root of all classes and for built-in types
    const LibraryClass *library;      // if it is a library member, else NULL
    TypeKind builtin;                 // Real, Integer, ... when def is NULL and it is a predefined type
    Scope lexical;                    // where lookup continues outward: the holder in which def was found
    const Mod *mod;                   // modifiers from outside, merged; NULL for the vast majority
    const Layout *layout;             // lazy; node_layout()
    Slot *slots;  uint32_t n_slots;   // lazy; one per element of the layout, inherited ones included
    Component *component;             // the component this is the inside of; NULL for classes
    Name full_name;                   // A.B.C; components: of their class
    AstClassKind kind;                // after short classes have been followed
    bool is_partial, is_encapsulated, is_expandable;
    const Type *type;                 // lazy: record, enumeration, external object, simple type
    Function *function;               // lazy: when it was lowered as a function
    QueryState layout_state, slots_state, type_state;
};

typedef enum { SLOT_COMPONENT, SLOT_CLASS } SlotKind;

struct Slot {                         // an element in force in a node
    SlotKind kind;
    Name name;
    Node *holder;
    const AstElement *ast;            // the declaration in force: the redeclaration, if there is one
    const AstElement *first;          // the original declaration
    Scope scope, first_scope;         // where they are looked up
    const Mod *mod;                   // modifiers in force, merged
    AstPrefixes prefixes;             // combined from both
    bool is_protected, is_removed;
    uint16_t part;
    // SLOT_CLASS
    Node *node;                       // lazy; slot_class()
    // SLOT_COMPONENT. Types and dimensions are queries of their own.
    Node *type_node;                  // class of the component (of one element); slot_type_node()
    const Type *type;                 // with dimensions for simple types and records; slot_type()
    int32_t *dims; uint32_t n_dims;   // declared and from short classes; slot_dims()
    bool is_disabled;                 // condition false; slot_exists()
    Variability variability;          // declared, made stricter by the surroundings
    Component **elements;             // inside an instance: one per element (one for scalars), row major; slot_elements()
    uint32_t n_elements;
    VarId variable;                   // simple types (and clocks, external objects) inside an instance: the
                                      // variable (whole array); NO_VAR until slot_elements() made it
    const Expr *value;                // literal value when evaluated
    const Expr *binding;              // lowered binding; slot_binding()
    QueryState type_node_state, dims_state, exists_state, elements_state, value_state, binding_state;
    QueryState *dim_states;           // one per dimension
};

typedef struct Front {                // one run of instantiate()
    Session *s;
    ExprTable *exprs;
    Diag *diag;
    Arena *arena;
    Node *root;                       // holds the top-level classes
    VEC(Component *) components;
    VEC(Variable *) variables;
    VEC(Slot *) slot_of_variable;     // by VarId
    VEC(Equation) equations;
    VEC(Equation) initial_equations;
    VEC(Algorithm) algorithms;
    VEC(Algorithm) initial_algorithms;
    VEC(Connection) connections;
    VEC(GraphStatement) graph;
    VEC(const Function *) functions;
    struct Lowering *lowering;        // private to lower_*.c; made on first use
} Front;

// ---- Lookup (lookup.c) -------------------------------------------------------------------
typedef enum {
    FOUND_NOTHING,                    // not found; nothing reported yet
    FOUND_ERROR,                      // reported
    FOUND_SLOT,                       // a component: variable, parameter, constant, formal argument
    FOUND_CLASS,
    FOUND_ITERATOR,
    FOUND_BUILTIN,                    // predefined function or operator, `op` (time: is_time)
    FOUND_LITERAL                     // enumeration literal: cls is the enumeration, number from 1
} FoundKind;
typedef enum { LOOKUP_ANY, LOOKUP_TYPE, LOOKUP_FUNCTION } LookupFor;

typedef struct Found {
    FoundKind kind;
    Slot *slot;
    Node *cls;
    const Expr *iterator;
    Op op;
    bool is_time;
    int32_t literal;
    uint32_t parts_used;              // of the reference: classes are followed up to the first component
} Found;

// The first identifier of a reference and the classes it leads through: A.B.c stops at c, or
// at the first component. Members of components are the caller's business (they may carry
// subscripts): node_member. Errors (protected, partial, not found after A was found) are
// reported when `report` is set.
Found lookup_reference(Front *f, Scope scope, const AstExpr *ref, LookupFor what, bool report);
Node *lookup_class(Front *f, Scope scope, const AstExpr *ref, bool report);    // type lookup
Node *lookup_function(Front *f, Scope scope, const AstExpr *ref, bool report);
// A member by name; NULL when there is none. Redeclarations are in force. Includes inherited.
Slot *node_member(Front *f, Node *node, Name name);

// ---- Queries about slots (component.c); all report their errors once ----------------------
Node *slot_class(Front *f, Slot *slot);             // SLOT_CLASS: the class in force, modifiers applied
Node *slot_type_node(Front *f, Slot *slot);         // SLOT_COMPONENT: its class; NULL failed
bool slot_exists(Front *f, Slot *slot);             // conditional components
bool slot_dims(Front *f, Slot *slot);               // all dimensions known now; false failed
bool slot_dim(Front *f, Slot *slot, uint32_t k, int32_t *size);  // one dimension
const Type *slot_type(Front *f, Slot *slot);        // value type with dimensions; structured non-records: TYPE_NONE
Component **slot_elements(Front *f, Slot *slot);    // inside an instance; NULL failed
Component *component_of_node(const Node *node);
Node *node_of_component(Front *f, const Component *c);  // the inside of a component
Slot *slot_of_component(Front *f, const Component *c);  // the slot it is an element of
const Expr *slot_binding(Front *f, Slot *slot);     // lowered against the declared type; NULL without
// The text of the binding in force and where it is looked up; NULL without. Lowering of
// functions uses it for defaults and initial values (their sizes are not known numbers).
const AstExpr *slot_binding_text(Front *f, Slot *slot, Scope *scope);
// (structural.c) The literal value of a constant, parameter or package constant; freezes what it
// used, with `asking` as the reason. NULL after an error was reported (if `report`), or silently.
const Expr *slot_value(Front *f, Slot *slot, Span asking, bool report);
Slot *slot_inner(Front *f, Slot *outer);            // the inner an outer element stands for
uint32_t node_components(Front *f, Node *node, Slot ***slots);  // component slots in order (record fields, inputs)

// ---- Lowering (lower_expression.c, lower_equation.c, lower_function.c) --------------------
typedef struct Lowered {
    const Expr *expr;                 // never NULL; EXPR_ERROR after a report
    Variability variability;
} Lowered;

// `expected` guides literals, {} and record casts; NULL when nothing is expected. The result
// is checked against it by lower_checked, which reports both sides.
Lowered lower_expression(Front *f, Scope scope, const AstExpr *e, const Type *expected);
Lowered lower_checked(Front *f, Scope scope, const AstExpr *e, const Type *expected, const char *what);
// Lowers and evaluates now (dimensions, conditions, ranges); NULL after an error.
const Expr *lower_and_evaluate(Front *f, Scope scope, const AstExpr *e, const Type *expected, const char *needed_for);
// Evaluates a lowered expression with parameters frozen; NULL after an error, if `report`.
const Expr *evaluate_now(Front *f, const Expr *e, Span asking, bool report);
bool is_evaluable(Front *f, const Expr *e);         // could evaluate_now succeed without a report?
// The equations and algorithms of one component (of its class and base classes) into f->...
void lower_sections(Front *f, Node *node);
Function *lower_function(Front *f, Node *function); // signature at once, body lazily; NULL failed
void lower_function_body(Front *f, Function *function);
// (types.c)
const Type *node_value_type(Front *f, Node *cls);   // record, enumeration, simple, external; TYPE_NONE otherwise
#endif
