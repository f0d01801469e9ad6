// instance.h -- Ast to Instance: the tree of components with everything resolved.
//
// What holds when instantiate() is done: names are resolved, modifications merged, dimensions
// and conditions known, outer bound to inner, component arrays expanded to one component per
// element (arrays of simple types stay whole, one variable each), equations lowered to Expr.
// Connections are listed, not yet turned into equations; the operators that need them
// (inStream, actualStream, cardinality, isRoot, rooted) are still in the expressions.
#ifndef INSTANCE_INSTANCE_H
#define INSTANCE_INSTANCE_H
#include "base/session.h"
#include "expr/function.h"

typedef enum {
    VARIABILITY_CONSTANT,
    VARIABILITY_PARAMETER,
    VARIABILITY_DISCRETE,
    VARIABILITY_CONTINUOUS
} Variability;
typedef enum { CAUSALITY_NONE, CAUSALITY_INPUT, CAUSALITY_OUTPUT } Causality;
typedef enum { CONNECT_POTENTIAL, CONNECT_FLOW, CONNECT_STREAM } ConnectKind;
typedef enum {
    STATE_SELECT_NEVER,
    STATE_SELECT_AVOID,
    STATE_SELECT_DEFAULT,
    STATE_SELECT_PREFER,
    STATE_SELECT_ALWAYS
} StateSelect;

// Attributes are expressions (arrays for array variables, or a scalar that holds for each
// element); NULL where nothing was said. The level counts from 1 at the top of the model: the
// depth at which start was last set, for choosing among guesses.
typedef struct Attributes {
    const Expr *start, *fixed, *min, *max, *nominal, *state_select;
    const Expr *unit, *display_unit, *quantity, *unbounded;
    int32_t start_level, nominal_level;
} Attributes;

typedef struct Variable { // a leaf of the tree: simple type, scalar or array
    VarId id;
    ComponentId component;
    const Type *type; // with dimensions
    Variability variability;
    Causality causality; // of the leaf; top-level inputs and outputs are those of the model
    ConnectKind connect_kind;
    const Expr *binding; // NULL without; declaration equation or parameter value
    Span binding_span;
    Attributes attributes;
    bool is_final, is_protected, hide_result, show_result; // HideResult = true, = false
    bool is_invariant; // annotation(__Tarn(invariant = true)): stays zero
    bool is_frozen;    // its value was needed for the structure: --set recompiles
    bool is_evaluated; // Evaluate = true or constant
    const Expr *value; // literal value if evaluated, else NULL
    Span frozen_by;    // what needed the value
    const char *description;
    Span span; // of the declared name
} Variable;

typedef enum {
    COMPONENT_SIMPLE, // a leaf: variable is set
    COMPONENT_RECORD,
    COMPONENT_CONNECTOR,
    COMPONENT_EXPANDABLE,
    COMPONENT_MODEL,
    COMPONENT_EXTERNAL
} ComponentKind;

typedef struct Component Component;
struct Component { // a component, or one element of a component array
    ComponentId id;
    ComponentKind kind;
    Name name;            // own name; NULL for the root
    const int32_t *index; // of the element in its array, n_index of them; counts from 1
    uint32_t n_index;
    uint32_t n_dims; // dimensions of the array it is an element of (= n_index)
    const Component *parent;
    Component **children; // in declaration order; the elements of an array side by side, row major
    uint32_t n_children;
    VarId variable;   // COMPONENT_SIMPLE
    Name class_name;  // full name of its class, for messages
    const Type *type; // RECORD: its record type; SIMPLE: as the variable
    bool is_protected, is_disabled, is_inner, is_outer;
    bool is_final, is_evaluated; // of records: as written for them or for a record around them
    const Component *inner;      // what an outer stands for
    bool is_connector;           // also for simple types declared in a connector class (input Real)
    bool is_overdetermined;      // record or type with a function equalityConstraint
    bool is_operator_record;
    const Function *equality_constraint;                            // of overdetermined ones
    const Function *operator_zero, *operator_add, *operator_negate; // operator records in flows
    Causality causality;
    ConnectKind connect_kind;
    Variability variability;
    Span span;
};

typedef struct ConnectEnd {
    ComponentId component;  // a connector (or a part of one); arrays: see `subscripts`
    const int32_t *element; // element of an array *variable* (simple connector arrays), n_element
                            // of them; NULL: whole
    uint32_t n_element;
    bool is_outside; // seen from the class that contains the connect
    // Members of expandable connectors that are not declared there: the path below `component`.
    const Name *undeclared;          // NULL in the ordinary case
    const int32_t *undeclared_index; // per path part: subscript, 0 without
    uint32_t n_undeclared;
} ConnectEnd;

typedef struct Connection { // loops are unrolled, arrays of components expanded
    ConnectEnd a, b;
    ComponentId component; // whose class contains it
    Span span;
} Connection;

typedef enum { GRAPH_ROOT, GRAPH_POTENTIAL_ROOT, GRAPH_BRANCH, GRAPH_UNIQUE_ROOT } GraphKind;

typedef struct GraphStatement { // Connections.root(a), potentialRoot(a, priority), branch(a, b)
    GraphKind kind;
    ComponentId a, b;
    int32_t priority;
    Span span;
} GraphStatement;

typedef struct Experiment { // annotation(experiment(...)); NaN where nothing was said
    double start_time, stop_time, tolerance, interval;
} Experiment;

typedef struct Instance { // the value of this stage
    Name model_name;
    Span model_span;
    const char *description;
    Component *root;
    Component **components;
    uint32_t n_components; // by ComponentId
    Variable **variables;
    uint32_t n_variables; // by VarId, in declaration order
    Equation *equations;
    uint32_t n_equations; // bindings not included; see Variable.binding
    Equation *initial_equations;
    uint32_t n_initial_equations;
    Algorithm *algorithms;
    uint32_t n_algorithms;
    Algorithm *initial_algorithms;
    uint32_t n_initial_algorithms;
    Connection *connections;
    uint32_t n_connections;
    GraphStatement *graph;
    uint32_t n_graph;
    const Function **functions;
    uint32_t n_functions; // all reachable ones, annotations included
    Experiment experiment;
} Instance;

typedef struct Setting { // --set name=value for structural parameters and classes on the way in
    const char *name, *value;
} Setting;

// NULL after an error was reported. `class_name` is dotted. Settings become modifiers of the root.
Instance *instantiate(Session *s, const char *class_name, const Setting *settings,
                      uint32_t n_settings, Arena *out);

bool instance_check(const Instance *instance, Text *complaint);
void instance_dump(const Instance *instance, Text *out);
void component_print_path(const Instance *instance, ComponentId id, Text *out); // a.b[3].c
void variable_print_name(const Instance *instance, VarId id, Text *out);
ExprNames instance_names(const Instance *instance); // for expr_print
#endif
