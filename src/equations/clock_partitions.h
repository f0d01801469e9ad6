// clock_partitions.h -- inside equations/: clocked partitions, their clocks, their rewriting.
#ifndef EQUATIONS_CLOCK_PARTITIONS_H
#define EQUATIONS_CLOCK_PARTITIONS_H
#include "base/map.h"
#include "base/vec.h"
#include "equations/clock_direction.h"
#include "flat/flat_model.h"

typedef enum { CLOCK_UNKNOWN, CLOCK_TICKS, CLOCK_CONDITION } ClockState;

typedef struct Partition { // data of a union-find representative
    bool is_clocked, has_derivative, reported;
    ClockState state;
    double period, offset;       // CLOCK_TICKS, seconds
    const Expr *condition;       // CLOCK_CONDITION
    ClockSolver solver;          // of partitions with der()
    bool is_solver_inferred;     // from a partition it is converted to or from
    Span span;                   // of what made it clocked
    VarId first_tick, last_time; // variables made on demand; NO_VAR
    const ClockStep *step;       // of a discretized partition, made on demand
} Partition;

typedef struct Conversion { // `to` = op(from): to.period = factor * from.period, ...
    int32_t from, to;
    double factor; // 0: unknown
    double shift;  // in periods of `from`
} Conversion;

typedef struct Clocks {
    Session *s;
    ExprTable *exprs;
    const FlatModel *flat;
    Arena *out, *scratch;
    int32_t *first_node;       // by flat variable: nodes of its elements, side by side
    VEC(int32_t) parent;       // nodes: elements of variables first, then regions of text
    VEC(Partition) partitions; // by node; valid at representatives
    VEC(Conversion) conversions;
    ClauseVec clauses;
    VEC(FlatVariable) variables;
    VEC(Equation) equations;     // what stays
    int32_t *region_of_equation; // by flat equation; -1: no region of its own
    int32_t region_at_work;      // of the substitution
    Map latches;                 // (partition, id of an expression) -> VarId that keeps its value
    Span span;
} Clocks;

// ---- clock_partitions.c ----------------------------------------------------------------------
int32_t partition_root(Clocks *c, int32_t node);
Partition *partition_at(Clocks *c, int32_t node);
Partition *partition_of_variable(Clocks *c, VarId v); // of its first element
void find_partitions(Clocks *c);                      // of all equations; fills region_of_equation
void spread_clocks(Clocks *c);                        // over the conversions
void spread_solvers(Clocks *c);
bool is_clock_condition(const Expr *e);

// ---- clocks.c --------------------------------------------------------------------------------
const Expr *rewrite_clocked(Clocks *c, const Expr *e, int32_t region);
VarId add_clocked_variable(Clocks *c, const char *name, const Type *type, const Expr *start);
void add_clause(Clocks *c, const Clause *clause); // taken apart into elements
const Expr *first_tick(Clocks *c, int32_t region);
const Expr *interval_of(Clocks *c, int32_t region);

// ---- clock_solvers.c -------------------------------------------------------------------------
bool is_discretized(const Partition *p);
// An equation of a discretized partition stays one of continuous variables.
void keep_discretized(Clocks *c, const Equation *e, int32_t region);
// What a discretized partition sees of others, and others of it: its value at the last tick.
const Expr *latched(Clocks *c, int32_t region, const Expr *e, bool is_input);
const Expr *latched_previous(Clocks *c, int32_t region, const Expr *e);
int32_t region_of(Clocks *c, const Expr *e); // where its variables belong; -1: none
// How its variables are to be advanced; NULL: they are integrated with the rest.
const ClockStep *clock_step(Clocks *c, int32_t region);
#endif
