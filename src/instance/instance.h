// instance.h -- Ast to Instance: the tree of components with everything resolved.
//
// What holds when instantiate() is done: names are resolved, modifications merged, dimensions
// and conditions known, outer bound to inner, component arrays expanded to one component per
// element (arrays of simple types stay whole, one variable each), equations lowered to Expr.
// Connections are listed, not yet turned into equations; the operators that need them
// (inStream, actualStream, cardinality, isRoot, rooted) are still in the expressions.
#ifndef INSTANCE_INSTANCE_H
#define INSTANCE_INSTANCE_H
#include "abi/figures.h"
#include "base/map.h"
#include "base/session.h"
#include "base/vec.h"
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
    Span start_span; // where start was last set
} Attributes;
extern const Attributes no_attributes;
// Few variables have attributes of their own: equal ones are kept once. `known` is a map by hash.
const Attributes *attributes_shared(Map *known, Arena *out, const Attributes *a);

typedef struct DeclaredVariable { // the same for all copies of a variable
    Span span;                    // of the declared name
    Span binding_span;
    const char *description;
    const Expr *mode; // the literal for which this is the structure; NULL: not structural
    const struct ClockStep *clock_step; // behind clocks_to_when; NULL: not advanced at ticks
} DeclaredVariable;
extern const DeclaredVariable not_declared; // of what no text declares

// What a variable is in the tree and in the flat model; both have it in one word, which is copied.
#define VARIABLE_TRAITS                                                                            \
    Variability variability : 8; /* flat: Reals that when-clauses assign are discrete */           \
    Causality causality : 8;     /* of the leaf; flat: of the model itself (top level) only */     \
    bool is_final : 1, is_protected : 1;                                                           \
    bool hide_result : 1, show_result : 1; /* HideResult = true, = false */                        \
    bool is_invariant : 1; /* annotation(__Tarn(invariant = true)): stays zero [CK06, 8.10] */     \
    bool is_frozen : 1;    /* its value was needed for the structure: --set recompiles */          \
    bool takes_start : 1;  /* a parameter whose binding is its start value: it has no other */     \
    bool is_copy : 1;      /* binding and attributes say what those of an earlier one do */        \
    bool is_evaluated : 1; /* Evaluate = true or constant */

typedef struct Variable { // a leaf of the tree: simple type, scalar or array
    VarId id;
    ComponentId component;
    const Type *type;             // with dimensions
    const Expr *binding;          // NULL without; declaration equation or parameter value
    const Attributes *attributes; // shared
    const DeclaredVariable *declared;
    const Expr *value; // literal value if evaluated, else NULL
    Span frozen_by;    // what needed the value
    union {
        struct {
            VARIABLE_TRAITS
        };
        uint32_t traits;
    };
    ConnectKind connect_kind : 8;
    bool is_structural : 1; // it varies, and the structure follows: the model is compiled anew
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
typedef struct ConnectFunctions { // of overdetermined connectors, and of operator records in flows
    const Function *equality_constraint;
    const Function *zero, *add, *negate;
} ConnectFunctions;

typedef struct Declared { // the same for all elements of an array, unless their types differ
    Name name;            // own name; NULL for the root
    Name class_name;      // full name of its class, for messages
    const Type *type;     // RECORD: its record type; SIMPLE: as the variable
    const ConnectFunctions *functions; // NULL: none
    Span span;
} Declared;

struct Component { // a component, or one element of a component array
    ComponentId id;
    VarId variable; // COMPONENT_SIMPLE
    Declared *declared;
    const int32_t *index; // of the element in its array, n_index of them; counts from 1
    const Component *parent;
    Component **children; // in declaration order; the elements of an array side by side, row major
    uint32_t n_children;
    uint8_t n_index; // dimensions of the array it is an element of
    uint8_t depth;   // how many components it lies in; the last number: as many, or more
    ComponentKind kind : 3;
    Causality causality : 2;
    ConnectKind connect_kind : 2;
    Variability variability : 2;
    bool is_protected : 1, is_inner : 1, is_outer : 1; // is_outer: of those that are inner, too
    bool is_final : 1, is_evaluated : 1; // of records: as written for them or a record around them
    bool is_connector : 1; // also for simple types declared in a connector class (input Real)
    bool is_operator_record : 1;
};

static inline bool is_overdetermined(const Component *c) // with a function equalityConstraint
{
    return c->declared->functions && c->declared->functions->equality_constraint;
}

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

typedef struct Transition { // transition(from, to, condition, ..) between states
    ComponentId from, to;
    const Expr *condition;
    bool immediate, reset, synchronize;
    int32_t priority;
    ComponentId component; // whose class contains it
    Span span, condition_span;
} Transition;

typedef struct InitialState { // initialState(state)
    ComponentId state;
    Span span;
} InitialState;

typedef struct Experiment { // annotation(experiment(...)); NaN where nothing was said
    double start_time, stop_time, tolerance, interval;
} Experiment;

// Variables, equations and connections are in memory of their own, `passing`: nobody needs them
// once the flat model is there.
typedef struct Instance { // the value of this stage
    Arena **passing;
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
    Transition *transitions;
    uint32_t n_transitions;
    InitialState *initial_states;
    uint32_t n_initial_states;
    bool is_incomplete; // checked as a part: something in it is partial, or it is no model
    bool is_base;       // its text is Base Modelica: names are quoted once more than needed
    bool has_waiting;   // operators that need the connections occur somewhere
    // Constants that may have a unit, or final parameters, have become numbers in expressions.
    bool has_lost_units;
    const Function **functions;
    uint32_t n_functions; // all reachable ones, annotations included
    Experiment experiment;
    FigureList figures;
} Instance;

typedef struct Setting { // --set name=value for structural parameters and classes on the way in
    const char *name, *value; // name NULL: the value is a whole modification, ( ... )
} Setting;

// NULL after an error was reported. `class_name` is dotted. Settings become modifiers of the root.
Instance *instantiate(Session *s, const char *class_name, const Setting *settings,
                      uint32_t n_settings, Arena *out);

void instance_pass(Instance *instance); // gives that memory back; names and components stay

bool instance_check(const Instance *instance, Text *complaint);
void instance_dump(const Instance *instance, Text *out);
void component_print_path(const Instance *instance, ComponentId id, Text *out); // a.b[3].c
void name_print_decoded(Name name, Text *out); // 'a.b[3]' of Base Modelica is a.b[3]
void variable_print_name(const Instance *instance, VarId id, Text *out);
// Of the names of components one after the other: most stand beside the last one or below it, and
// their paths are continued.
typedef struct NameStep {
    const Component *component;
    size_t length; // of its path and the dot behind that
} NameStep;
typedef struct NameWriter {
    Text text;           // the path of the last step, then what was written behind it
    VEC(NameStep) steps; // from the root on
} NameWriter;
NameWriter names_begin(const Instance *instance, Arena *scratch);
const char *names_next(NameWriter *w, const Instance *instance, ComponentId id, Arena *out);
// Reports from number `first` on, about a component: see diag_lead. The place is the declaration of
// the innermost component around it that stands in the file of the model.
void component_lead(const Component *c, Span model, Diag *diag, uint32_t first, LeadKind kind);
ExprNames instance_names(const Instance *instance); // for expr_print
#endif
