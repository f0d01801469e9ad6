// model.h -- what a compiled model offers and the runtime calls; versioned.
//
// A model is a vector of doubles (`v`: time, parameters, states, derivatives, algebraic and
// discrete variables, their pre-values, relation memories, crossing functions, residuals,
// Jacobian entries: everything) and a set of numbered routines that read and write it.
// Booleans are 0 or 1, Integers and enumerations exact doubles. The tables below say which
// slot and which routine is what; interpreter, native code and C text all fill in `call`.
#ifndef ABI_MODEL_H
#define ABI_MODEL_H
#include <stdbool.h>
#include <stdint.h>

#include "abi/dae.h"
#include "abi/inlined.h"
#include "abi/linearization.h"
#include "abi/loop_solver.h"

struct Bytes; // base/bytes.h

enum { MODEL_ABI_VERSION = 6, NO_ROUTINE = -1, NO_SLOT = -1, SLOT_TIME = 0 };

typedef enum {
    MODEL_OK,
    MODEL_RETRY, // domain error, failed assert or failed inner solve at a trial point: smaller step
    MODEL_FATAL  // cannot go on; the message has been given to the host
} ModelOutcome;

typedef enum {      // how relations are evaluated: ModelData.mode
    MODE_INTEGRATE, // relations return their memory
    MODE_EVENT,     // literal; memories are stored
    MODE_INITIAL    // literal; memories are stored; initial() is true
} ModelMode;

typedef enum {
    VALUE_REAL,
    VALUE_INTEGER,
    VALUE_BOOLEAN,
    VALUE_ENUMERATION,
    VALUE_STRING
} ValueKind;
typedef enum { IS_CONSTANT, IS_PARAMETER, IS_DISCRETE, IS_CONTINUOUS } ValueVariability;
typedef enum { IS_LOCAL, IS_INPUT, IS_OUTPUT } ValueCausality; // of the model as a whole

typedef struct DeclarationInfo { // the same for all variables that were made of it
    const char *unit, *display_unit, *description;
    const char *const *literals; // enumeration
    const int32_t *dims;         // of the array that they are elements of
    uint32_t n_literals, n_dims;
} DeclarationInfo;

typedef struct VariableInfo { // every scalar variable of the model, aliases included
    const char *name;
    const DeclarationInfo *declared; // see variable_declared
    uint8_t kind;                    // ValueKind
    uint8_t variability;             // ValueVariability
    uint8_t causality;               // ValueCausality
    int8_t sign;                     // +1, -1
    int32_t slot;                    // value = sign * v[slot] (Boolean with sign < 0: 1 - v[slot])
    bool is_alias;                   // another variable owns the slot
    bool is_protected, is_hidden;    // hidden: HideResult
    bool is_parameter;  // declared so, or as a constant; others may have a value as constant
    bool is_mode;       // the structure of the model follows it
    bool is_clock;      // an input ticks when it rises
    bool is_idle;       // nothing refers to it, and it may have no value: idle_values.c
    bool is_settable;   // parameter or start value that --set may change without recompiling
    int32_t tick_slot;  // of a clock with a rate: the active_slot of its ticks; 0: none
    int32_t start_slot; // where its start value is; NO_SLOT without
    int32_t min_slot, max_slot, nominal_slot; // of the variable that owns the slot; NO_SLOT without
    int32_t free_slot; // of a value or start value that others determine: set to 0 with it; NO_SLOT
} VariableInfo;

// Where nothing is known of the declaration, it says nothing.
static inline const DeclarationInfo *variable_declared(const VariableInfo *v)
{
    static const DeclarationInfo nothing = {0};
    return v->declared ? v->declared : &nothing;
}

typedef struct StateInfo {
    int32_t slot, derivative_slot;
    int32_t nominal_slot; // NO_SLOT: not given
    bool is_held;         // its initial value follows from parameters alone
    const char *name;
} StateInfo;

typedef enum { BLOCK_LINEAR, BLOCK_NONLINEAR } BlockKind;

// A loop after tearing. `residual` computes, from the iteration unknowns in their slots, the
// torn variables and the residuals; `jacobian` the derivatives of the residuals. A linear
// block is one Newton step from any point. Mixed blocks also have discrete unknowns: with
// relations literal (MODE_EVENT), `update_discrete` computes their proposed values into
// proposed_slots; the solver iterates until they agree with discrete_slots.
enum { NO_BLOCK = -1 };
// Of what its terms are without signs: the most that a residual keeps of a solution. [M260]
#define MOST_ROUNDING 1e-8

typedef struct BlockInfo {
    BlockKind kind;
    LoopSolver solver;
    bool is_of_step; // solved as exactly as the states of an inlined step need it; else `solver`
    int32_t n;
    const int32_t *unknown_slots;
    const int32_t *nominal_slots, *min_slots,
        *max_slots;             // NO_SLOT entries where not given; may be NULL
    const int32_t *rated_slots; // of derivatives: the nominal value of what they are derivatives of
    int32_t residual_slot;      // n consecutive
    int32_t jacobian_slot;      // nnz consecutive, compressed columns
    const int32_t *column_start, *row_index;
    int32_t residual, jacobian; // routines; jacobian NO_ROUTINE: difference quotients
    int32_t sizes, size_slot; // routine, n consecutive: what the terms of the residuals are, which
                              // were computed last, without signs; NO_ROUTINE: nobody asks
    ValueVariability matrix_variability; // of a linear block: when a factorization stays valid
    int32_t n_discrete;
    const int32_t *discrete_slots, *proposed_slots;
    int32_t update_discrete;
    int32_t guesses; // routine: other values to begin with, at the start; NO_ROUTINE
    int32_t n_before_tearing;
    bool is_guard; // solved where the formula of a loop is spoiled, of which it is the whole: from
                   // zero, and the values of the formula stand where it has no solution
    int32_t whole; // block with all unknowns of the loop, where this one fails; NO_BLOCK: none
    int32_t n_invariants; // residuals behind the n, with rows in the Jacobian: least squares
    // Of an inlined step: the states that follow from the loop, at every stage.
    int32_t n_states;
    const int32_t *state_slots, *state_numbers; // rows of Model.states
    const int32_t *derived_states;     // by unknown: whose derivative it is, or one of the below
    const char *const *unknown_names;  // n
    const char *const *equation_texts; // the residual equations as Modelica text, n of them
    const char *origin;                // file:line of the first equation
} BlockInfo;

enum { UNKNOWN_IS_STATE = -2, UNKNOWN_IS_NEITHER = -1 };

typedef enum { RELATION_STATE, RELATION_TIME, RELATION_DISCRETE } RelationKind;

typedef struct RelationInfo {
    RelationKind kind;
    int32_t memory_slot;   // 0 or 1; integer-valued for floor, integer, div, ...
    int32_t crossing_slot; // RELATION_STATE: a with a > 0 meaning true (left - right, oriented);
                           // is_step: the argument of floor, integer, ...
    int32_t instant_slot;  // RELATION_TIME: when it switches, computed by `instants`
    int32_t forced_slot;   // 1 makes it return its memory in MODE_EVENT, too; NO_SLOT: cannot
    int32_t scale_slot;    // max(|left|, |right|) for the hysteresis; NO_SLOT: 0
    bool true_after;       // RELATION_TIME: its value once the instant has passed
    bool is_step;          // floor and the like: memory is an integer, crossings at n and n + 1;
                           // RELATION_TIME: the instant is that of n + 1
    bool is_quiet;         // literal between events: nothing to detect
    const char *text, *origin; // for messages
} RelationInfo;

typedef struct SampleInfo {
    int32_t start_slot;
    int32_t interval_slot; // NO_SLOT: start_slot is the next instant, which moves at every tick
    int32_t active_slot;
    const char *origin;
} SampleInfo;
typedef struct PreInfo {
    int32_t slot, pre_slot;
    bool is_continuous; // follows from states and discrete values: asks for no pass of its own
    const char *name;
    bool is_real; // may differ by rounding
} PreInfo;
typedef struct ReinitInfo {
    int32_t state_slot, value_slot, flag_slot;
} ReinitInfo;
typedef struct AssertInfo {
    int32_t failed_slot;
    bool is_warning;
    bool is_steady; // parameters alone decide: once it holds it holds until they are set
    const char *origin;
} AssertInfo;
typedef struct ConditionInfo { // a written condition of the start, its sides as `conditions` gives
    int32_t left_slot, right_slot;
    bool is_surplus;         // no unknown was left for it: both sides must agree all the same
    int32_t block;           // the loop that it is part of; NO_BLOCK
    const int32_t *partners; // of a surplus one: rows of the conditions that decide about it
    int32_t n_partners;
    const char *text, *origin;
} ConditionInfo;
typedef struct DelayInfo {
    int32_t input_slot, delay_slot, max_slot;
    bool is_discrete;
    bool is_varying; // the delay time changes between events
    const char *origin;
} DelayInfo;

// spatialDistribution: a quantity carried along between the ends 0 and 1.
typedef struct TransportInfo {
    int32_t input_slot[2];  // what flows in at either end
    int32_t position_slot;  // integral of the velocity
    int32_t direction_slot; // 1 while the velocity is positive, else 0
    int32_t points_slot;    // n_points of the initial distribution, then their values
    int32_t n_points;
    const char *origin;
} TransportInfo;

typedef struct StateSetInfo { // dynamic selection: n_states of n_candidates are states
    int32_t n_candidates, n_states;
    const int32_t *candidate_slots, *derivative_slots;
    const int32_t *state_index_slots; // n_states: which candidate each chosen state is (as doubles)
    int32_t matrix,
        matrix_slot; // routine and (n_candidates - n_states) x n_candidates entries, by columns
    const int32_t *state_numbers; // rows of Model.states that stand for this set
    const char *name;
} StateSetInfo;

// For results with few variables: what rows between the ends of steps need.
typedef struct RowInfo {
    int32_t routine;      // time and states -> recorded values, and conditions of assertions
    int32_t behind;       // the same behind `derivatives`
    bool solves;          // a loop, in `routine` or `asserts`
    int32_t asserts;      // failed slots of `moving_asserts`, without messages; NO_ROUTINE
    const int32_t *slots; // recorded
    int32_t n_slots;
    const int32_t *states; // rows of Model.states: those that `routine` and `asserts` look at
    int32_t n_states;
    const int32_t *moving_asserts; // rows of Model.asserts: those that may fail between events
    int32_t n_moving_asserts;
} RowInfo;

typedef struct ModelHost ModelHost; // the runtime's side, below

typedef struct Model {
    uint32_t abi_version;
    const char *name;
    int32_t n_slots, n_strings;
    const VariableInfo *variables;
    int32_t n_variables;
    const VariableInfo *slopes; // der(x) of declared variables, where the equations have them
    int32_t n_slopes;
    const StateInfo *states;
    int32_t n_states;
    const BlockInfo *blocks;
    int32_t n_blocks;
    const RelationInfo *relations;
    int32_t n_relations;
    const SampleInfo *samples;
    int32_t n_samples;
    const PreInfo *pres;
    int32_t n_pres;
    const ReinitInfo *reinits;
    int32_t n_reinits;
    const AssertInfo *asserts;
    int32_t n_asserts;
    const ConditionInfo *conditions; // surplus ones first
    int32_t n_conditions;
    const DelayInfo *delays;
    int32_t n_delays;
    const TransportInfo *transports;
    int32_t n_transports;
    const StateSetInfo *state_sets;
    int32_t n_state_sets;
    const int32_t *text_slots, *object_slots; // that hold addresses: strings, external objects
    int32_t n_text_slots, n_object_slots;
    DaeInfo dae;
    const InlinedInfo *inlined; // NULL: the integrator makes the steps
    const InvariantInfo *invariants;
    int32_t n_invariants;
    int32_t lambda_slot;    // homotopy parameter; NO_SLOT: the operator does not occur
    int32_t memory_slot;    // 1 makes quiet relations return their memory; NO_SLOT: there are none
    int32_t terminate_slot; // 1 after terminate(); NO_SLOT
    int32_t terminal_slot;  // terminal(); NO_SLOT

    // Routines; NO_ROUTINE where there is nothing to do.
    int32_t parameters;         // dependent parameters, start values, external objects
    int32_t initial;            // solves the initial system, calling block solvers; lambda = 1
    int32_t initial_simplified; // the system for lambda < 1; NO_ROUTINE: as `initial`
    int32_t conditions_routine; // sides of the conditions, after `initial`
    int32_t initial_actions;    // once the start is known: its asserts, calls, terminate, and the
                                // attributes that depend on it
    int32_t derivatives;        // states and time -> derivatives
    int32_t derivatives_again;  // the same where `derivatives` was called for this time, and no
                                // event has been since; NO_ROUTINE: it would save too little
    int32_t outputs;            // everything else that is recorded, after `derivatives`
    int32_t crossings;          // crossing slots, after `derivatives`
    int32_t event;              // one pass over all equations, discrete ones included
    int32_t event_actions;      // after `event`: its asserts, calls, terminate
    int32_t instants;           // instant slots of time relations, sample starts
    int32_t distributions;      // initial points and values of transports, after `initial`
    int32_t asserts_routine;    // failed slots of asserts
    int32_t accepted;           // the solution goes through the present point, the end of a step
    const LinearizationInfo *linearization; // of `derivatives`; NULL: by differences
    const int32_t *jacobian_column_start, *jacobian_row_index; // pattern of `derivatives`
    const int32_t *jacobian_group_of; // by column: those of a group share no row
    int32_t n_jacobian_groups;
    bool jacobian_is_sparse;    // its matrices are factored as such
    bool derivatives_are_plain; // polynomials of low degree of time, states and inputs
    bool values_are_finite;     // all that is recorded, wherever these are
    int32_t terminal_routine;   // destructors of external objects; NO_ROUTINE
    const RowInfo *rows;        // NULL: rows are made of `derivatives` and `outputs`

    void *self; // of the engine
    ModelOutcome (*call)(void *self, int32_t routine);
    double *v;              // n_slots, owned by the engine
    const char **strings;   // n_strings
    ModelMode *mode;        // read by relations
    const ModelHost **host; // set by the runtime before the first call
    void (*close)(void *self);
    // Routines that were called just now, once more, and all as it was afterwards: has a value that
    // is none (nan) been compared, or passed over? After a message of that MODEL_FATAL, or
    // MODEL_RETRY inside of functions alone; `slot`: of a variable that is computed with it. NULL:
    // no one can tell.
    ModelOutcome (*examine)(void *self, const int32_t *routines, int32_t n, int32_t *slot);
    // What external objects were told at events, as bytes; when they are read, it is told again.
    // False: it cannot be. NULL: nothing is kept.
    bool (*pass_told)(void *self, struct Bytes *bytes);
} Model;

typedef enum {
    MESSAGE_WARNING,
    MESSAGE_FAILURE,   // something has no value
    MESSAGE_ASSERTION, // of level error
    MESSAGE_REMARK     // of foreign code
} MessageKind;

struct ModelHost { // what routines may ask of the runtime
    void *client;
    ModelOutcome (*solve_block)(void *client, int32_t block);
    double (*delayed)(void *client, int32_t delay, double at_time);
    // The value at an end (0, 1), or its derivative by the position (2, 3).
    double (*transported)(void *client, int32_t transport, int32_t which, double position);
    void (*message)(void *client, MessageKind kind, const char *origin, const char *text);
};
#endif
