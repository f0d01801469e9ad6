// front.h -- what the files of instance/ share: classes in their surroundings, slots, scopes.
//
// A Node is a class in its surroundings with its modifiers merged: a package, a type, a
// function, or the inside of one component. Its elements are Slots. Everything that can go in
// circles is a query with the states unseen, busy, done, failed:
// nobody may assume that an earlier pass has finished everything, and a busy query met again
// is a cycle, reported with its path. A failed query poisons its result; users stay silent.
//
// Who does what: class_layout.c, modify.c, lookup.c, node.c, inner_outer.c and component.c make
// nodes, slots and components; lower_*.c turn Ast expressions, equations and functions into Expr.
#ifndef INSTANCE_FRONT_H
#define INSTANCE_FRONT_H
#include "base/map.h"
#include "base/vec.h"
#include "instance/instance.h"
#include "syntax/ast.h"
#include "syntax/library.h"

typedef struct Node Node;
typedef struct Slot Slot;
typedef struct ClassLayout ClassLayout;
typedef struct Mod Mod;
typedef enum { QUERY_UNSEEN, QUERY_BUSY, QUERY_DONE, QUERY_FAILED } QueryState;

typedef struct IteratorScope { // for-loops and comprehensions around an expression, innermost first
    Name name;
    const Expr *value; // EXPR_ITERATOR, or the literal of this round when a loop is unrolled
    const struct IteratorScope *outer;
} IteratorScope;

typedef struct Scope { // where a piece of text is looked up
    Node *node;
    uint16_t part; // which base class of the node the text stands in (0: the class itself)
    const IteratorScope *iterators;
} Scope;

typedef struct ArrayElement { // of an array that stands in no component: constants of packages
    const int32_t *index, *dims;
    uint32_t n;
} ArrayElement;

// Component arrays over which a value written for a class is split before the class is used: those
// around the component that holds the class.
typedef struct ClassCrossing {
    const Component *holder; // NULL: the class stands in no component
    uint16_t levels;
    const ArrayElement *element;       // instead of these; NULL: none
    const struct ClassCrossing *outer; // of a class around it
} ClassCrossing;

typedef struct Binding { // a value written in a modifier, shared by all it applies to
    const AstExpr *text;
    Scope scope; // where it stands
    Span span;
    uint16_t levels; // component levels (own one included) over whose arrays it is split
    const ClassCrossing *of_class; // value in the modifier of a class; NULL for the others
    bool is_final, is_setting; // setting: from outside of the text, literals stand without a type
    QueryState state;
    const Expr *expr; // lowered once, whole; elements take their part of it
    Variability variability;
    struct Binding *whole; // the same for all elements of an array, which is lowered; NULL: this
} Binding;

typedef struct DimText { // a dimension as written
    const AstExpr *text; // AST_COLON: from the binding
    Scope scope;
    QueryState state; // of its size, in a slot
} DimText;

struct Node {                    // short classes are followed: def is never one
    const AstClass *def;         // NULL for the root of all classes and for built-in types
    const LibraryClass *library; // if it is a library member, else NULL
    Scope lexical;             // where lookup continues outward: the holder in which def was found
    const Mod *mod;            // modifiers from outside, merged; NULL for the vast majority
    const ClassLayout *layout; // lazy; node_layout()
    Slot **slots;         // lazy each; node_slot(). One per element of the layout, inherited ones
                          // included
    Component *component; // the component this is the inside of; NULL for classes
    Slot *slot;           // the declaration this is the inside of; NULL for classes and the root
    Node *made_from;      // inside of a component: its class; modified class: the class; else NULL
    Node *extended;       // redeclare class extends: what the class was before
    Name full_name;       // A.B.C; components: of their class
    DimText *dims;        // of the short classes on the way
    const Type *type;     // lazy: record, enumeration, external object, simple type
    Function *function;   // lazy: when it was lowered as a function
    uint32_t n_dims;
    AstPrefixes short_prefixes; // of the short classes on the way: input, output, flow, stream
    TypeKind builtin : 8;       // Real, Integer, ... when it is a predefined type, else TYPE_ERROR
    AstClassKind kind : 8;      // after short classes have been followed
    QueryState layout_state : 3, type_state : 3;
    bool is_partial : 1, is_encapsulated : 1, is_expandable : 1;
    bool is_connector : 1;        // also a record or simple type made a connector by a short class
    bool has_class_mods : 1;      // its classes may differ from those of made_from
    const Attributes *attributes; // of all its scalars without modifiers; NULL: not known, or not
                                  // the same
};

typedef enum { SLOT_COMPONENT, SLOT_CLASS } SlotKind;

// A model has one of these for every element of every component: fields that exclude each other
// share their place.
struct Slot { // an element in force in a node
    Name name;
    Node *holder;
    const AstElement *ast; // the declaration in force: the redeclaration, if there is one; NULL for
                           // a class in a file of its own
    const AstElement *first;  // the original declaration; looked up in (holder, part)
    Node *text_node;          // where `ast` is looked up, with text_part; slot_scope()
    const Mod *mod;           // modifiers in force, merged; NULL without
    const Mod *redeclaration; // SLOT_COMPONENT: what replaced the first declaration; NULL without
    Span span;                // of the declared name
    union {
        const AstClass *class_def; // SLOT_CLASS
        Node *type_node;           // SLOT_COMPONENT: its class (of one element); slot_type_node()
    };
    union {
        Node *node;   // SLOT_CLASS, lazy; slot_class()
        Node *inside; // SLOT_COMPONENT, when the holder is no instance: the class with this
                      // declaration's modifiers; slot_inside()
    };
    // SLOT_COMPONENT. Types and dimensions are queries of their own.
    const Type *type;     // with dimensions for simple types and records; slot_type()
    DimText *dim_texts;   // declared and from short classes, outermost first; slot_rank()
    int32_t *dims;        // their sizes; slot_dims()
    Component **elements; // inside an instance: one per element (one for scalars), row major;
                          // slot_elements()
    const Expr *value;    // literal value when evaluated
    const Expr *binding;  // lowered binding; slot_binding()
    uint32_t n_dims, n_elements;
    VarId variable; // simple types (and clocks, external objects) inside an instance: the
                    // variable (whole array); NO_VAR until slot_elements() made it
    uint32_t local; // formal or local of a function: free for lowering
    uint32_t index; // in holder->slots
    uint16_t part, text_part;
    AstPrefixes prefixes; // combined from both declarations
    SlotKind kind : 8;
    bool is_protected : 1, is_removed : 1;
    bool is_disabled : 1;       // condition false; slot_exists()
    bool takes_start : 1;       // a parameter whose binding is its start value
    bool has_outside_value : 1; // a modifier of the node gives it a value: stronger than a record
                                // around it
    QueryState node_state : 3, type_node_state : 3, rank_state : 3, type_state : 3,
        exists_state : 3, elements_state : 3, value_state : 3, binding_state : 3, inner_state : 3;
};

static inline Scope slot_scope(const Slot *slot) // where its declaration in force is looked up
{
    return (Scope){slot->text_node, slot->text_part, NULL};
}

typedef VEC(Equation) EquationVec;

typedef struct ElementSetting { // --set a[2].b=value: for one element of an array
    const AstExpr *name;        // AST_REF with subscripts
    Binding *value;
    Binding *attribute; // the same where the name ends with an attribute: a[2].b.start=value
    bool is_used;
} ElementSetting;

typedef struct Room {                     // what a model takes at least; see claim_room
    int64_t n_elements, n_scalars, bytes; // components of classes, scalars
} Room;

typedef struct Front { // one run of instantiate()
    Session *s;
    ExprTable *exprs;
    Diag *diag;
    Arena *arena;   // of the Instance
    Arena *passing; // the same, of what goes when the flat model is there
    Arena *work;    // dies with the run: classes, slots, modifiers, lists on the way
    Node *root;     // holds the top-level classes
    VEC(Component *) components;
    VEC(Variable *) variables;
    Room least;
    VEC(Slot *) slot_of_variable; // by VarId; NULL in copies that nobody has asked for
    Map attributes;               // see attributes_shared
    EquationVec equations, initial_equations;
    bool has_waiting;         // operators that wait for the connections
    bool meets_partial;       // see Session.as_part
    bool has_lost_units;      // see Instance
    EquationVec section_list; // room for the equations of the section at hand
    VEC(Algorithm) algorithms;
    VEC(Algorithm) initial_algorithms;
    VEC(Connection) connections;
    VEC(GraphStatement) graph;
    VEC(Transition) transitions;
    VEC(InitialState) initial_states;
    VEC(const Function *) functions;
    VEC(Node *) node_of_component; // by ComponentId; NULL for leaves, and until it is asked for
    VEC(Slot *) slot_of_component; // by ComponentId; NULL for the root, and as those of variables
    VEC(uint32_t) copy_set; // by ComponentId: 1 + the set in which it is a copy; 0: it is none
    VEC(struct CopySet *) copy_sets;      // copies.c
    Map copied_sections, uncopied;        // the same
    uint32_t n_particular;                // expressions made so far that name their component
    bool is_tree_done;                    // all components are there: no more copies
    VEC(ElementSetting) element_settings; // set_values.c
    VEC(Binding *) setting_values;        // the same
    struct LoweringState *lowering;       // private to lower_*.c; made on first use
    struct Classes *classes; // private to node.c, class_layout.c: built-in nodes, layouts by class
} Front;

// May something partial be used here? What it lacks, only those who use the class will know.
static inline bool meet_partial(Front *f)
{
    f->meets_partial |= f->s->as_part;
    return f->s->as_part;
}

// ---- Lookup (lookup.c) -------------------------------------------------------------------
typedef enum {
    FOUND_NOTHING, // not found; nothing reported yet
    FOUND_ERROR,   // reported
    FOUND_SLOT,    // a component: variable, parameter, constant, formal argument
    FOUND_CLASS,
    FOUND_ITERATOR,
    FOUND_BUILTIN, // predefined function or operator, `op` (time: is_time)
    FOUND_LITERAL  // enumeration literal: cls is the enumeration, number from 1
} FoundKind;
typedef enum { LOOKUP_ANY, LOOKUP_TYPE, LOOKUP_FUNCTION } LookupFor;

typedef struct Found {
    FoundKind kind;
    Slot *slot;  // an outer one is replaced by its inner
    Slot *outer; // FOUND_SLOT: the outer element it was found through, else NULL
    Node *cls;   // FOUND_CLASS, FOUND_LITERAL
    const Expr *iterator;
    Op op;
    bool is_time;
    int32_t literal;
    bool is_replaceable; // FOUND_CLASS: it, or a class it was found in, can be redeclared
    uint32_t parts_used; // of the reference: classes are followed up to the first component
} Found;

// The first identifier of a reference and the classes it leads through: A.B.c stops at c, or
// at the first component. Members of components are the caller's business (they may carry
// subscripts): node_member. Errors (protected, partial, not found after A was found) are
// reported when `report` is set.
Found lookup_reference(Front *f, Scope scope, const AstExpr *ref, LookupFor what, bool report);
Node *lookup_class(Front *f, Scope scope, const AstExpr *ref, bool report); // type lookup
Node *lookup_function(Front *f, Scope scope, const AstExpr *ref, bool report);
// A member by name; NULL when there is none. Redeclarations are in force. Includes inherited.
// An outer element is returned as it is: slot_inner gives what it stands for.
Slot *node_member(Front *f, Node *node, Name name);
// Reports that `node` has no member `name`, with the nearest one as a repair.
void report_no_member(Front *f, Node *node, Name name, Span use);

// ---- Nodes (node.c, class_layout.c)
// ----------------------------------------------------------------
// Real ... String, Clock, ENUMERATION, EXTERNAL for classes whose components are leaves; else
// TYPE_ERROR.
TypeKind node_simple_kind(Front *f, Node *node);
bool node_is_a(Front *f, Node *node,
               AstClassKind kind); // connector, record, ... (operator record is a record)
typedef struct SectionPlace {
    const AstSection *section;
    uint16_t part; // where it stands
} SectionPlace;
uint32_t node_sections(Front *f, Node *node, const SectionPlace **sections); // base classes first
// The external clause of a function, its own or inherited; *scope is where it stands.
const AstExternal *node_external(Front *f, Node *node, Scope *scope);
// The argument of an annotation of the class (own, then inherited): derivative, Inline, ...
const AstMod *node_annotation(Front *f, Node *node, const char *name, Scope *scope);
const AstMod *annotation_argument(const AstModList *annotation, const char *name); // NULL without
// annotation(__Tarn(name = ..)): our own; other tools pass over it. NULL without.
const AstMod *vendor_argument(const AstModList *annotation, const char *name);

// ---- Queries about slots (component.c); all report their errors once ----------------------
Node *slot_class(Front *f, Slot *slot);     // SLOT_CLASS: the class in force, modifiers applied
Node *slot_type_node(Front *f, Slot *slot); // SLOT_COMPONENT: its class; NULL failed
bool slot_exists(Front *f, Slot *slot);     // conditional components
bool slot_is_structural(Front *f, const Slot *slot); // by its annotation
uint32_t slot_rank(Front *f, Slot *slot);            // number of dimensions; fills dim_texts
// Sizes. In functions a size that follows the arguments is DIM_UNKNOWN.
// Of a member of a record: the size follows from variables of the function that the record is in.
bool dim_is_of_function(const Slot *slot, uint32_t k);
bool slot_dims(Front *f, Slot *slot); // all dimensions known now; false failed
bool slot_dim(Front *f, Slot *slot, uint32_t k, int32_t *size); // one dimension
const Type *slot_type(Front *f,
                      Slot *slot); // value type with dimensions; structured non-records: TYPE_NONE
Component **slot_elements(Front *f, Slot *slot);       // inside an instance; NULL failed
Node *node_of_component(Front *f, const Component *c); // the inside of a component
Slot *slot_of_component(Front *f, const Component *c); // the slot it is an element of
Slot *slot_of_variable(Front *f, VarId var);
Node *slot_inside_element(Front *f, Slot *slot, int32_t i); // row-major, when there is no instance
Node *slot_inside(Front *f,
                  Slot *slot); // record in a package or function: class with the slot's modifiers
Variability slot_variability(Front *f, Slot *slot);
bool slot_has_attributes(Front *f, Slot *slot); // false: certainly none, at a glance
// The binding of an attribute (start, unit, ...) in force, from the declaration or its type; NULL
// without.
Binding *slot_attribute(Front *f, Slot *slot, const char *attribute);
const Expr *slot_binding(Front *f, Slot *slot); // lowered against the declared type; NULL without
// The text of the binding in force and where it is looked up; NULL without. Lowering of
// functions uses it for defaults and initial values (their sizes are not known numbers).
const AstExpr *slot_binding_text(Front *f, Slot *slot, Scope *scope);
// (structural.c) The literal value of a constant, parameter or package constant; freezes what it
// used, with `asking` as the reason. NULL after an error was reported (if `report`), or silently.
const Expr *slot_value(Front *f, Slot *slot, Span asking, bool report);
Slot *slot_inner(Front *f, Slot *outer); // the inner an outer element stands for
uint32_t node_components(Front *f, Node *node,
                         Slot ***slots); // component slots in order (record fields, inputs)

// ---- Lowering (lower_expression.c, lower_equation.c, lower_function.c) --------------------
typedef struct Lowered {
    const Expr *expr; // never NULL; EXPR_ERROR after a report
    Variability variability;
} Lowered;

// `expected` guides literals, {} and record casts; NULL when nothing is expected. The result
// is checked against it by lower_checked, which reports both sides.
Lowered lower_expression(Front *f, Scope scope, const AstExpr *e, const Type *expected);
Lowered lower_checked(Front *f, Scope scope, const AstExpr *e, const Type *expected,
                      const char *what);
// Lowers and evaluates now (dimensions, conditions, ranges); NULL after an error.
const Expr *lower_and_evaluate(Front *f, Scope scope, const AstExpr *e, const Type *expected,
                               const char *needed_for);
// Evaluates a lowered expression with parameters frozen; NULL after an error, if `report`.
const Expr *evaluate_now(Front *f, const Expr *e, Span asking, bool report);
// The same without a report, for a value that somebody must have: foreign code is run for it.
const Expr *evaluate_needed(Front *f, const Expr *e, Span asking);
bool is_evaluable(Front *f, const Expr *e); // could evaluate_now succeed without a report?
// The equations and algorithms of one component (of its class and base classes) into f->...
void lower_sections(Front *f, Node *node);
Function *lower_function(Front *f, Node *function); // signature at once, body lazily; NULL failed
void lower_function_body(Front *f, Function *function);
// Fills f->functions with everything that variables, equations and algorithms reach, bodies
// lowered; the last thing instantiate() does.
void lower_reachable_functions(Front *f);
// (types.c)
const Type *
node_value_type(Front *f, Node *cls); // record, enumeration, simple, external; TYPE_NONE otherwise
#endif
