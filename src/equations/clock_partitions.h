// clock_partitions.h -- inside equations/: clocked partitions, their clocks, their rewriting.
#ifndef EQUATIONS_CLOCK_PARTITIONS_H
#define EQUATIONS_CLOCK_PARTITIONS_H
#include "base/map.h"
#include "base/vec.h"
#include "equations/clock_direction.h"
#include "equations/rational.h"
#include "flat/flat_model.h"

typedef enum {
    SOURCE_SECONDS,   // rational clocks: all of them count seconds
    SOURCE_INTERVAL,  // Clock(interval) with a parameter expression
    SOURCE_CONDITION, // Clock(condition)
    SOURCE_COUNTER,   // Clock(counter, resolution) with a clocked variable
    SOURCE_LENGTH     // Clock(interval) with a clocked variable
} SourceKind;

// What a base-clock partition gets its ticks from; its sub-clocks are rational multiples of it.
typedef struct ClockSource {
    SourceKind kind;
    const Expr *e;              // interval, condition, counter or length
    const Expr *start_interval; // CONDITION
    double resolution;          // COUNTER
    bool is_input;              // CONDITION: `e` is an input clock of the model
    Span span;
    int64_t parts;      // ticks to count for one tick of the source: sub-clocks may be faster
    bool is_counted;    // some sub-clock leaves ticks out
    const Expr *active; // CONDITION, COUNTER, LENGTH: true in the pass in which it ticks
    VarId count;        // the number of its last tick, from 0; NO_VAR: not counted
} ClockSource;

enum { NO_SOURCE = -1, SECONDS = 0 };

typedef struct Partition { // data of a union-find representative
    bool is_clocked, has_derivative, has_states, reported;
    int32_t source;              // NO_SOURCE: not known (yet)
    Rational period, offset;     // in ticks of the source
    ClockSolver solver;          // of partitions with der()
    bool is_solver_inferred;     // from a partition it is converted to or from
    Span span;                   // of what made it clocked
    VarId first_tick, last_time; // variables made on demand; NO_VAR
    const Expr *ticks;           // true when it ticks, made on demand
    const ClockStep *step;       // of a discretized partition, made on demand
} Partition;

typedef struct Conversion { // `to` = op(from): to.period = factor * from.period, ...
    int32_t from, to;
    Op op;
    Rational factor; // 0: not given
    Rational shift;  // in periods of `from`
    uint32_t node;   // id of the expression
    Span span;
} Conversion;

typedef struct Unclocked { // a text that must not be clocked: an argument of sample or Clock
    int32_t region;
    Op op;
    Span span;
} Unclocked;

typedef struct Clocks {
    Session *s;
    ExprTable *exprs;
    const FlatModel *flat;
    Arena *out, *scratch;
    VEC(Equation) unfolded;    // the equations of `flat` without loops
    int32_t *first_node;       // by flat variable: nodes of its elements, side by side
    VEC(int32_t) parent;       // nodes: elements of variables first, then regions of text
    VEC(Partition) partitions; // by node; valid at representatives
    VEC(ClockSource) sources;
    VEC(Conversion) conversions;
    VEC(Unclocked) unclocked;
    Map argument_of; // (partition, id of a conversion) -> region of its argument
    ClauseVec clauses;
    VEC(FlatVariable) variables;
    VEC(Equation) equations;      // what stays
    int32_t *region_of_equation;  // by unfolded equation
    int32_t *region_of_algorithm; // by algorithm of `flat`
    int32_t state_at_work;        // of the equation that is sorted out
    int32_t region_at_work;       // of the substitution
    Map latches;                  // (partition, id of an expression) -> VarId that keeps its value
    Map left_of;                  // id of an unclocked expression -> VarId with its value
    Map assigned;                 // flat variables that clocked algorithms assign
    Map derivative_of;            // flat variable -> VarId of its derivative, in state machines
    Span span;
} Clocks;

// ---- clock_unfold.c: for-equations and arrays taken apart ---------------------------------------
void unfold_equations(Clocks *c);
bool has_clocked_operator(Clocks *c, const Expr *e);

// ---- clock_partitions.c ----------------------------------------------------------------------
int32_t partition_root(Clocks *c, int32_t node);
Partition *partition_at(Clocks *c, int32_t node);
int32_t source_number(Clocks *c, ClockSource s);
int32_t node_of(Clocks *c, const Expr *element); // REF or SUBSCRIPT(REF, literals); -1: no variable
void find_partitions(Clocks *c);                 // of all equations; fills region_of_equation
bool is_clock_condition(const Expr *e);
bool is_same_source(Clocks *c, int32_t a, int32_t b);
void report_clocks(Clocks *c, Span span);
// The value of a parameter expression, which is fixed from now on; false: it has none.
bool parametric(Clocks *c, const Expr *e, const Expr **value);

// ---- clock_rates.c ---------------------------------------------------------------------------
void spread_clocks(Clocks *c); // over the conversions
void spread_solvers(Clocks *c);
void report_solvers(Clocks *c, Span span);

// ---- clock_ticks.c ---------------------------------------------------------------------------
VarId add_clocked_variable(Clocks *c, const char *name, const Type *type, const Expr *start);
const Expr *tick_condition(Clocks *c, int32_t region);
bool ticks_at_start(Clocks *c, const Partition *p);
const Expr *first_tick(Clocks *c, int32_t region);
const Expr *interval_of(Clocks *c, int32_t region);

// ---- clocks.c --------------------------------------------------------------------------------
const Expr *rewrite_clocked(Clocks *c, const Expr *e, int32_t region);
void add_clause(Clocks *c, const Clause *clause); // taken apart into elements

// ---- clock_clauses.c -------------------------------------------------------------------------
void clause_equation(Clocks *c, const Equation *e, int32_t region);
void keep_algorithm(Clocks *c, Algorithm *section, int32_t region);

// ---- clock_states.c --------------------------------------------------------------------------
// The state whose definition of a variable a clause in `state` is; 0: it is the only one.
int32_t state_that_defines(const Clocks *c, VarId v, int32_t state);
void merge_states(Clocks *c);
// der(x) where states of machines are active or not: a clocked variable, from which x follows.
const Expr *state_derivative(Clocks *c, const Expr *x);

// ---- clock_solvers.c -------------------------------------------------------------------------
bool is_discretized(const Partition *p);
// An equation of a discretized partition stays one of continuous variables.
void keep_discretized(Clocks *c, const Equation *e, int32_t region);
const Expr *keep_expression(Clocks *c, const Expr *e, int32_t region);
// What a discretized partition sees of others, and others of it: its value at the last tick.
const Expr *clock_latched(Clocks *c, int32_t region, const Expr *e, bool is_input);
// How its variables are to be advanced; NULL: they are integrated with the rest.
const ClockStep *clock_step(Clocks *c, int32_t region);
#endif
