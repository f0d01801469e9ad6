// flat_model.h -- Instance to FlatModel: no classes, no connect; arrays and for-equations whole.
#ifndef FLAT_FLAT_MODEL_H
#define FLAT_FLAT_MODEL_H
#include "instance/instance.h"

typedef enum { // how a clocked partition with der() gets from tick to tick [MLS 16.8.2]
    CLOCK_SOLVER_NONE,
    CLOCK_SOLVER_EXTERNAL, // integrated with the unclocked variables
    CLOCK_SOLVER_EXPLICIT_EULER,
    CLOCK_SOLVER_EXPLICIT_MIDPOINT,
    CLOCK_SOLVER_EXPLICIT_RUNGE_KUTTA,
    CLOCK_SOLVER_IMPLICIT_EULER,
    CLOCK_SOLVER_IMPLICIT_TRAPEZOID
} ClockSolver;

typedef struct ClockStep {
    VarId elapsed; // discrete: the time integrated so far, more with each tick
    ClockSolver solver;
} ClockStep;

typedef struct FlatVariable { // one line of the cache
    const char *name;         // a.b[3].c as shown to people and in results
    VarId id;                 // its index in FlatModel.variables; references use it
    ComponentId component;
    const Type *type;    // simple type, scalar or array
    const Expr *binding; // constants and parameters only: bindings of variables are equations
    const Expr *value;   // literal value of constants and evaluated parameters, else NULL
    const Attributes *attributes;     // shared
    const DeclaredVariable *declared; // the same
    union {
        struct {
            VARIABLE_TRAITS
            bool is_flow : 1;
            bool is_clock : 1; // declared so; here a Boolean that is true where it ticks
        };
        uint32_t traits;
    };
    int32_t state; // of a state machine, that declares it; counts from 1, 0: none
} FlatVariable;

typedef struct FlatState { // of a state machine: equations with this state hold while it is active
    VarId active, reset;   // reset: its variables begin anew at this tick
    ComponentId component;
    int32_t machine; // at most one state of a machine is active
    int32_t parent;  // index of the state around it; -1
} FlatState;

typedef struct FlatModel {
    Name name;
    Span span;
    const char *description;
    FlatVariable *variables;
    uint32_t n_variables; // by VarId
    Equation *equations;
    uint32_t n_equations;
    Equation *initial_equations;
    uint32_t n_initial_equations;
    Algorithm *algorithms;
    uint32_t n_algorithms;
    Algorithm *initial_algorithms;
    uint32_t n_initial_algorithms;
    const Function **functions;
    uint32_t n_functions;
    FlatState *states;
    uint32_t n_states;
    Experiment experiment;
    FigureList figures;
    const Instance *instance; // for messages: component names and classes
} FlatModel;

// The run that the model is made for, as the annotation says, or who runs it.
double flat_start_time(const FlatModel *flat);
double flat_stop_time(const FlatModel *flat);

// NULL after an error was reported.
FlatModel *flatten(Session *s, const Instance *instance, Arena *out);

bool flat_check(Session *s, const FlatModel *flat, Text *complaint);
// Where the resources of libraries are: the file or folder, NULL for none.
typedef const char *(*FlatFiles)(Session *s, const char *uri, Arena *out);
// Valid Modelica that needs no library (tarn flatten, dump --flat). `files` may be NULL.
void flat_print(Session *s, const FlatModel *flat, FlatFiles files, Text *out);
// The same in Base Modelica (MCP-0031), of a model without clocked operators. False: something has
// no words there, which was reported.
bool flat_print_base(Session *s, const FlatModel *flat, FlatFiles files, Text *out);

typedef struct FlatCounts {            // scalar counts, for tarn check
    int64_t unknowns[5], equations[5]; // Real, Integer, Boolean, String, enumeration
    int64_t parameters, constants, inputs;
} FlatCounts;
FlatCounts flat_count(const FlatModel *flat);
void flat_totals(const FlatModel *flat, int64_t *equations, int64_t *unknowns); // of all types
// Reports which component is locally unbalanced when the counts differ; true when balanced. `told`
// is what the analysis has reported already: it gets notes; NULL: nothing. `n_idle` unknowns may
// lack an equation.
bool flat_check_balance(Session *s, const FlatModel *flat, int32_t n_idle, Diagnostic *told);
#endif
