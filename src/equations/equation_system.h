// equation_system.h -- FlatModel to EquationSystem: scalar variables, scalar equations.
//
// What holds when system_from_flat() is done:
//  - Arrays, records and for-equations are taken apart. Every EXPR_REF names a scalar
//    SystemVariable by its VarId (the index in EquationSystem.variables). Array and record valued
//    nodes are left only as arguments and results of function calls; the elements of one call are
//    SUBSCRIPT, FIELD or TUPLE_ITEM of the same CALL node, so that sharing nodes shares the call.
//  - der(x), pre(v), event-generating relations, samples, delays and when-conditions are variables
//    of their own: no expression contains OP_DER, OP_PRE, OP_EDGE, OP_CHANGE, OP_INITIAL,
//    OP_TERMINAL, OP_SAMPLE, OP_TICK, OP_NO_EVENT, OP_SMOOTH, OP_SEMI_LINEAR, and a relation,
//    floor, integer, div, ... that is left in an expression is literal: evaluated as written,
//    whatever the mode.
//  - An algorithm section is a function made here: its outputs are equations v = TUPLE_ITEM(CALL),
//    like the equations of a call with several results.
//  - When-clauses are equations v = if guard then e else pre(v) over hidden Boolean variables.
#ifndef EQUATIONS_EQUATION_SYSTEM_H
#define EQUATIONS_EQUATION_SYSTEM_H
#include "abi/model.h"
#include "base/map.h"
#include "base/vec.h"
#include "flat/flat_model.h"

typedef struct {
    int32_t i;
} EquationId;
#define NO_EQUATION ((EquationId){-1})

// ---- Variables ----------------------------------------------------------------------

typedef enum {
    ROLE_CONSTANT,    // value is a literal
    ROLE_PARAMETER,   // value: binding, an Expr of parameters; NULL: free, takes its start
    ROLE_INPUT,       // top-level input: known, set from outside
    ROLE_CONTINUOUS,  // Real, varies between events
    ROLE_DISCRETE,    // changes at events only: Boolean, Integer, ..., Reals of when-clauses
    ROLE_DERIVATIVE,  // der(of)
    ROLE_PRE,         // pre(of): known in the simulation, an unknown of the initial system
    ROLE_RELATION,    // memory of relations[index]; changes at events only
    ROLE_SAMPLE,      // set by the runtime: samples[index] is active in this pass
    ROLE_CONDITION,   // Boolean condition of a when-clause; has a pre
    ROLE_GUARD,       // a branch of a when-clause is active in this pass; has no pre
    ROLE_DELAYED,     // value of delays[index]
    ROLE_TRANSPORTED, // value at one end of transports[index]
    ROLE_EXTERNAL,    // external object; value is the constructor call
    ROLE_EVENT_MODE,  // 1 while relations are evaluated, 0 while they keep their memory
    ROLE_TERMINAL,    // terminal()
    ROLE_LAMBDA,      // homotopy parameter: 1 actual, 0 simplified
    ROLE_SET_STATE,   // state of a dynamic set: stands for one of the candidates
    ROLE_SET_CHOICE,  // which candidate (from 1) a ROLE_SET_STATE stands for; set by the runtime
    ROLE_AUXILIARY,   // intermediate result of a block, without a name
    // Of inlined integration formulas; the first three are set by the integrator.
    ROLE_STEP,       // the step h, or h-bar of a multistep formula
    ROLE_OLD,        // what a formula needs of the past of `of`: old(x)
    ROLE_STAGE_TIME, // time at stage `index`
    ROLE_STAGE       // value of `of` at the inner stage `index`, from 1
} VariableRole;

enum {                           // SystemVariable.flags
    VARIABLE_IS_ALIAS = 1,       // value = sign * value of `root`
    VARIABLE_IS_STATE = 2,       // integrated; its derivative variable is `derivative`
    VARIABLE_FIXED = 4,          // fixed = true, or by default (parameters)
    VARIABLE_START_GIVEN = 8,    // start was written somewhere
    VARIABLE_REINIT = 16,        // target of a reinit
    VARIABLE_NOT_FIXED = 32,     // fixed = false was written: parameter found at initialization
    VARIABLE_AFTER_INITIAL = 64, // parameter that depends on one with fixed = false: computed in
                                 // the initial system
    VARIABLE_UNUSED_PRE = 128,   // discrete, but pre() of it is read by nothing
    VARIABLE_DUMMY = 256,        // derivative that is an algebraic variable now [MS93]
    VARIABLE_HIDDEN = 512,       // made here: not part of the results
    VARIABLE_FLOW = 1024,
    VARIABLE_CLOCKED_STATE = 2048, // advanced by an equation at ticks, not integrated
    VARIABLE_INVARIANT = 4096,     // an extra equation says that it is zero
    VARIABLE_STEADY = 8192         // an equation says: an expression of parameters
};

typedef struct VariableLimits { // scalar, NULL where nothing was said
    const Expr *min, *max, *nominal;
} VariableLimits;

typedef struct SystemVariable { // one line of the cache: every pass goes through all of them
    uint8_t role;               // VariableRole
    uint8_t kind;               // ValueKind
    uint8_t state_select;       // StateSelect
    int8_t sign;                // alias: +1, -1 (Boolean: -1 means not)
    uint16_t flags;             // VARIABLE_...
    int16_t start_level;        // depth at which start was set; lower is more trustworthy
    uint32_t limits;            // system_limits()
    VarId flat;                 // the flat variable; NO_VAR for hidden ones
    int32_t element;            // its element in that array, row major from 0
    VarId root;                 // alias: the variable that owns the value; otherwise itself
    VarId of;                   // DERIVATIVE, PRE, OLD, STAGE: the variable it belongs to
    VarId derivative, pre;      // the variables der(this), pre(this); NO_VAR while not needed
    int32_t index; // RELATION, SAMPLE, DELAYED, TRANSPORTED: row of that table; SET_*: state set
    const Expr *value; // CONSTANT: literal; PARAMETER: binding, NULL when free
    const Expr *start; // scalar, NULL where nothing was said
    const Type *type;  // scalar
} SystemVariable;

// ---- Equations ----------------------------------------------------------------------

typedef enum {
    ORIGIN_EQUATION,   // written in an equation section
    ORIGIN_BINDING,    // x = e in a declaration
    ORIGIN_CONNECT,    // from connections
    ORIGIN_ALGORITHM,  // an output of an algorithm section
    ORIGIN_WHEN,       // v of a when-clause
    ORIGIN_DEFINITION, // defines a hidden variable: relation, condition, guard, delay, sample
    ORIGIN_INITIAL,    // initial equation or algorithm
    ORIGIN_START,      // x = start because of fixed = true
    ORIGIN_COMPLETION, // x = start added because a condition was missing
    ORIGIN_STATE_SET,  // selects the states of a dynamic set
    ORIGIN_FORMULA     // an inlined integration formula
} EquationOrigin;

enum {                          // SystemEquation.flags
    EQUATION_IN_SIMULATION = 1, // holds after the start
    EQUATION_IN_INITIAL = 2,    // part of the initial system
    EQUATION_IS_DISCRETE = 4,   // determines `determines` and nothing else, at events only
    EQUATION_IS_DIRECTED = 8,   // v = TUPLE_ITEM(f(..)) of an algorithm: solved for v if possible
    EQUATION_REMOVED = 16,      // became an alias, a constant, or nothing
    EQUATION_IS_ACTUAL = 32,    // of a homotopy: has a twin
    EQUATION_IS_FOLLOWED = 64,  // the twin, which depends on lambda: only while that is followed
    EQUATION_WAS_ALIAS = 128    // x = y, which became x = not z: may be solved for z, too
};

typedef struct SystemEquation {
    const Expr *left, *right; // scalar, of one type
    Span span;
    ComponentId component;  // the instance it belongs to; index -1 without
    uint8_t origin;         // EquationOrigin
    uint8_t differentiated; // how often, against the written one
    uint16_t flags;
    EquationId from;       // the equation this is the derivative of; of a step: the same at its end
    EquationId derivative; // its derivative, made by index reduction
    VarId determines;      // discrete and directed equations: the variable on the left
} SystemEquation;

// ---- Events -------------------------------------------------------------------------

// The variable (role RELATION) holds the memory. It is defined by the discrete equation
// `variable = <left op right>` or `variable = <op(left)>`, which takes part in the sorting of the
// initial and the event section and makes mixed blocks where it must; the simulation section
// reads the memory.
typedef struct Relation {
    VarId variable;
    RelationKind kind;    // abi/model.h
    bool is_step;         // floor, integer, div: memory is an integer
    bool is_quiet;        // makes no event: its branches meet where it switches
    bool is_in_algorithm; // computed inside an algorithm section: no equation of its own
    const Expr *crossing; // STATE: positive while true; steps: the argument. TIME: NULL
    const Expr *instant;  // TIME: when it switches; its equation compares time with this
    bool true_after;      // TIME: its value once the instant has passed
    const Expr *scale;    // max(|left|, |right|); NULL for steps
    const Expr *text;     // as the modeler wrote it
    EquationId equation;  // its definition
    Span span;
} Relation;

typedef struct Sample {
    VarId variable;
    const Expr *start, *interval; // parameter expressions; interval NULL: start is the next
                                  // instant, discrete
    Span span;
} Sample;

// Its value is the equation `variable = delay(k, delay)` with k the literal row number here: the
// one place where OP_DELAY is left. It asks the runtime for input at time - delay.
typedef struct Delay {
    VarId variable;
    VarId input; // a variable that holds the delayed expression
    const Expr *delay, *max;
    const Expr *text; // the delayed expression as the modeler wrote it
    bool is_discrete;
    bool is_varying; // the time of the delay, between events
    Span span;
} Delay;

// spatialDistribution: its values at the ends 0 and 1 are equations `variable = $transported(k,
// end, x)` with k the literal row number here. They depend on the inputs through the past only;
// at the start they are the ends of the initial distribution.
typedef struct Transport {
    VarId variable[2];
    VarId input[2], position, direction; // direction: 1 while the velocity is positive, else 0
    const Expr **points, **values;       // parameter expressions
    uint32_t n_points;
    Span span;
} Transport;

typedef struct Reinit { // if guard then state := value
    const Expr *guard, *value;
    VarId state;
    Span span;
} Reinit;

typedef struct Assertion {
    const Expr *condition, *message; // message: a String expression
    bool is_warning;
    bool is_terminate; // condition false means: end the simulation after this event
    bool is_call;      // condition is `not guard`; message is a call without result, run
                       // while the guard holds
    bool is_initial;   // of the start: looked at once, when that is known
    bool is_at_event;  // inside a when-clause: looked at in the pass in which that is active
    Span span;
} Assertion;

typedef struct StateSet { // n_states of n_candidates are states, chosen at run time [MOE00]
    VarId *candidates, *derivatives; // n_candidates each
    VarId *states, *choices;         // n_states: ROLE_SET_STATE, ROLE_SET_CHOICE
    int32_t n_candidates, n_states;
    const Expr **
        matrix; // d constraints / d candidates, (n_candidates - n_states) x n_candidates by columns
    EquationId *constraints;
    int32_t paired_with; // the set one level lower, that switches together; -1
} StateSet;

// ---- The system ---------------------------------------------------------------------

// THE list of tables, in the order in which they are gone through (system_tables.h).
//  - variables: by VarId, the elements of a flat variable side by side; equations: by EquationId
//  - functions: made here, of algorithm sections
#define SYSTEM_TABLES(TABLE)                                                                       \
    TABLE(SystemEquation, equations)                                                               \
    TABLE(Relation, relations)                                                                     \
    TABLE(Sample, samples)                                                                         \
    TABLE(Delay, delays)                                                                           \
    TABLE(Transport, transports)                                                                   \
    TABLE(Assertion, assertions)                                                                   \
    TABLE(Reinit, reinits)                                                                         \
    TABLE(SystemVariable, variables)                                                               \
    TABLE(StateSet, state_sets)                                                                    \
    TABLE(const Function *, functions)

#define AS_TABLE(type, name) VEC(type) name;
typedef struct EquationSystem {
    Session *session;
    Arena *arena;
    const FlatModel *flat;
    SYSTEM_TABLES(AS_TABLE)
    VEC(VariableLimits) limits;         // each once; those of 0 are none
    Map limits_by_hash;                 // the last one with that hash
    const VarId *first_of_flat;         // by flat VarId: its first element; NO_VAR when not kept
    VarId event_mode, terminal, lambda; // NO_VAR while they do not occur
    bool failed;                        // an error was reported
} EquationSystem;
#undef AS_TABLE

// NULL after an error was reported.
EquationSystem *system_from_flat(Session *s, const FlatModel *flat, Arena *out);

bool system_check(const EquationSystem *system, Text *complaint);
void system_dump(const EquationSystem *system, Text *out); // tarn dump --equations
ExprNames system_names(const EquationSystem *system);
void system_variable_name(const EquationSystem *system, VarId v, Text *out);
const char *system_variable_text(const EquationSystem *system, VarId v, Arena *out);
// An expression; the value of a delay as "x at time - 0.1", for its row number says nothing.
void system_value_text(const EquationSystem *system, const Expr *value, Text *out);
void system_equation_text(const EquationSystem *system, EquationId e, Text *out);

// ---- For the passes that follow -----------------------------------------------------

// A row of the tables; of a system that is const, a row that is.
#define system_variable(system, v)                                                                 \
    _Generic((system),                                                                             \
        EquationSystem *: &(system)->variables.data[(v).i],                                        \
        const EquationSystem *: (const SystemVariable *)&(system)->variables.data[(v).i])
#define system_equation(system, e)                                                                 \
    _Generic((system),                                                                             \
        EquationSystem *: &(system)->equations.data[(e).i],                                        \
        const EquationSystem *: (const SystemEquation *)&(system)->equations.data[(e).i])

// The variables of an expression whose parts are at hand, and their parts: see base/fetch.h.
FETCHES system_fetch_variables(const EquationSystem *system, const Expr *e)
{
    if (e->kind == EXPR_REF) fetch(system_variable(system, e->u.var));
    for (uint32_t i = 0; i < 2 && i < e->n_args; i++) {
        const Expr *part = e->args[i];
        if (part && part->kind == EXPR_REF) fetch(system_variable(system, part->u.var));
        if (part) expr_fetch_parts(part);
    }
}
// What equations that come soon are made of, by whoever is at number i of all.
enum { SIDES_AHEAD = 16 };
FETCHES system_fetch_sides(const EquationSystem *system, uint32_t i)
{
    if (i + SIDES_AHEAD >= system->equations.count) return;
    fetch(system->equations.data[i + SIDES_AHEAD].left);
    fetch(system->equations.data[i + SIDES_AHEAD].right);
}
FETCHES system_fetch(const EquationSystem *system, uint32_t i)
{
    enum { VARIABLES = 4, PARTS = 10 };
    if (i + SIDES_AHEAD >= system->equations.count) return;
    system_fetch_sides(system, i);
    const SystemEquation *e = &system->equations.data[i];
    expr_fetch_parts(e[PARTS].left);
    expr_fetch_parts(e[PARTS].right);
    system_fetch_variables(system, e[VARIABLES].left);
    system_fetch_variables(system, e[VARIABLES].right);
}

FETCHES system_fetch_assertion(const EquationSystem *system, uint32_t i)
{
    enum { PARTS = 6, CONDITION = 12 };
    if (i + CONDITION >= system->assertions.count) return;
    fetch(system->assertions.data[i + CONDITION].condition);
    expr_fetch_parts(system->assertions.data[i + PARTS].condition);
}

const Expr *system_ref(EquationSystem *system, VarId v);
static inline VariableLimits system_limits(const EquationSystem *system, const SystemVariable *v)
{
    return v->limits ? system->limits.data[v->limits] : (VariableLimits){NULL, NULL, NULL};
}
void system_set_limits(EquationSystem *system, SystemVariable *v, const VariableLimits *limits);
VarId system_add_variable(EquationSystem *system, VariableRole role, const Type *type);
EquationId system_add_equation(EquationSystem *system, const SystemEquation *equation);
VarId system_derivative(EquationSystem *system, VarId v); // der(v), made when needed
VarId system_pre(EquationSystem *system, VarId v);        // pre(v), made when needed
const Expr *system_event_mode(EquationSystem *system);    // its variable, made when needed
// Writes out the calls of functions that were kept for index reduction (LateInline).
void system_inline_late(EquationSystem *system);
// The same for one expression, which stays as it is: what occurs in it once it is written out.
typedef struct LateInliner LateInliner;
LateInliner *late_inliner_open(EquationSystem *system, Arena *scratch);
const Expr *late_inlined(LateInliner *inliner, const Expr *e, Span span);
bool system_is_unknown(const SystemVariable *v); // of the simulation with events
#endif
