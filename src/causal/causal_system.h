// causal_system.h -- EquationSystem to CausalSystem: who is computed when, and how.
//
// What holds when causalize() is done: every variable is a constant, a parameter, an input, a
// state, an alias, set by the runtime (roles PRE, SAMPLE, SET_CHOICE, ...) or computed exactly
// once in each section that needs it, before it is used; the index is at most one. Aliases do
// not occur in any expression. program/ only translates.
#ifndef CAUSAL_CAUSAL_SYSTEM_H
#define CAUSAL_CAUSAL_SYSTEM_H
#include "causal/singular/broken.h"
#include "equations/equation_system.h"

typedef struct Assignment {
    const Expr *value;
    VarId variable;
    bool may_be_open; // value is a quotient made by solving a linear equation: where it is 0/0 the
                      // equation says nothing, and the variable keeps its value
} Assignment;

typedef enum { LOOP_NONE, LOOP_LINEAR, LOOP_NONLINEAR } LoopKind;

// The unknowns of a loop after tearing: `iteration` unknowns are found by a solver; the others
// follow from them by `assignments`, in order; `residuals` vanish at the solution.
//  - solver up to SOLVER_RELAXATION and not is_mixed: `assignments` computes all unknowns (and
//    auxiliaries); nothing else to do. n_residuals is then 0.
//  - otherwise: to evaluate at given iteration unknowns, run `assignments`, then `residuals`.
//    The Jacobian d residual / d iteration: run `assignments`, `tangents`, then `jacobian`.
//    n_jacobian is 0 and `jacobian` NULL where an expression cannot be differentiated.
//  - is_mixed: discrete unknowns too. Some of them are guessed (the variables of `discrete`);
//    with these given, `assignments` and `residuals` are as above (there may be no iteration
//    unknowns at all). At the solution `discrete` computes what they should be, all entries from
//    the values at hand; the solver puts these in and repeats until nothing changes. Mixed blocks
//    do not occur in the sections of the simulation, where discretes are known.
typedef struct Torn { // what a solver needs, and what the loop looks like to it
    VarId *iteration;
    EquationId *residual_equations;    // n_iteration, then invariants
    const Expr **residuals;            // n_iteration for a solver, else none; then invariants
    Assignment *tangents;              // to ROLE_AUXILIARY variables
    const Expr **jacobian;             // nonzeros, compressed columns
    const Expr **sizes;                // of the first residuals: what their terms are without signs
    int32_t *column_start, *row_index; // pattern; present whenever there is a solver
    Assignment *discrete;              // mixed
    Assignment *guesses; // of loops at the start, in order: value NULL is the start value as given
    int32_t n_iteration, n_residuals, n_tangents, n_jacobian, n_discrete, n_guesses;
    int32_t n_sizes;      // n_iteration, or 0
    int32_t n_invariants; // residuals beyond n_iteration: as small as they can be made, together
                          // with the others [CK06, (8.125) to (8.130)]
    int32_t whole;        // block with the same loop, not torn, that no section has; 0: none. With
                          // `sizes` the formula of a loop is looked at that needs no solver
    bool is_guard;        // it is that block, of a formula
} Torn;

typedef struct Block {     // small: there is one for nearly every equation
    EquationId *equations; // all of the loop, in the order of the model
    VarId *unknowns;       // unknowns[i] is matched with equations[i]
    Assignment *assignments;
    Torn *torn; // of an equation that is solved for its unknown: empty, and shared by all such
    int32_t n_equations, n_unknowns, n_assignments;
    LoopKind loop : 8;
    LoopSolver solver : 8;
    ValueVariability matrix_variability : 8; // of a linear loop: when factors stay valid
    bool is_mixed : 1;
    bool is_sparse : 1;  // torn no further than its matrix stays sparse, or not at all
    bool is_of_step : 1; // determines states of an inlined step: solved as exactly as they need it
} Block;

// Blocks in the order of evaluation, by their number in CausalSystem.blocks. A block may be
// part of several sections.
typedef struct Section {
    int32_t *blocks;
    int32_t n_blocks;
} Section;

// What blocks that come soon in a list of their numbers are made of (base/fetch.h).
FETCHES blocks_fetch(const EquationSystem *system, const Block *blocks, const int32_t *numbers,
                     int32_t left)
{
    enum { VARIABLES = 8, PARTS = 16, VALUE = 24, ASSIGNMENT = 32, BLOCK = 40 };
    if (left <= BLOCK) return;
    fetch(&blocks[numbers[BLOCK]]);
    fetch(blocks[numbers[ASSIGNMENT]].assignments);
    const Block *value = &blocks[numbers[VALUE]], *parts = &blocks[numbers[PARTS]];
    fetch(value->equations);
    if (value->n_assignments) fetch(value->assignments[0].value);
    if (parts->n_equations) fetch(system_equation(system, parts->equations[0]));
    if (parts->n_assignments) expr_fetch_parts(parts->assignments[0].value);
    const Block *near = &blocks[numbers[VARIABLES]];
    if (!near->n_assignments) return;
    fetch(system_variable(system, near->assignments[0].variable));
    system_fetch_variables(system, near->assignments[0].value);
}

bool block_needs_solver(const Block *b); // iteration unknowns, or discrete ones in a loop

// Compressed columns; NULL: full. Columns of one group share no row: one difference quotient, or
// one direction, serves them all.
typedef struct MatrixPattern {
    int32_t *column_start, *row_index;
    int32_t *group_of; // by column; from 0
    int32_t n_groups;
    bool is_sparse; // factored as such
} MatrixPattern;

// How changes of the states run through `derivatives`; see abi/linearization.h and linearize.c.
typedef struct TangentTerm {
    VarId by;
    const Expr *value; // the partial derivative
} TangentTerm;

typedef struct TangentStep {
    VarId target;  // -1: of a residual or a block
    int32_t block; // in CausalSystem.blocks; -1: of an assignment or a residual
    int32_t n_assignments, n_rows;
    int32_t first_term, n_terms;
} TangentStep;

typedef struct Linearization {
    TangentStep *steps;
    TangentTerm *terms;
    int32_t n_steps, n_terms;
    bool exists; // false: something cannot be differentiated
} Linearization;

// A written condition of the start: a surplus one, or one that may contradict others.
typedef struct InitialCondition {
    EquationId equation;
    bool is_surplus;   // found no unknown: its sides must agree all the same
    int32_t block;     // the loop that it is part of; -1
    int32_t *partners; // of a surplus one: the conditions that decide about what it says
    int32_t n_partners;
} InitialCondition;

// Kept for people: what index reduction and state selection did.
typedef struct Differentiation {
    EquationId equation; // the equation that was differentiated
    int32_t times;       // in all
} Differentiation;

// Inline integration [EOC95]: an integration formula merged with the equations. One call of the
// section makes one step (or one stage of a method whose stages follow each other).
typedef struct Inlined {
    VarId step;     // h, or h-bar
    int32_t stages; // solved together; the last one is made of the model's own variables
    VarId *times;   // stages - 1: time at the inner stages
    int32_t n;      // variables with a formula: the states first
    VarId *variables, *old;
    VarId *inner;        // (stages - 1) * n: the same at the inner stages, stage by stage
    bool is_direct;      // made from the equations as they were before index reduction
    int32_t first_block; // blocks from here on belong to the step alone
    Section section;     // old(x), h and the times -> everything at the end of the step
} Inlined;

typedef struct CausalSystem {
    EquationSystem *system; // its own
    int32_t index;          // structural index of the model as written
    int32_t n_idle_inputs;  // unknowns without an equation that nothing needs (idle_inputs.c)

    VarId *states;
    int32_t n_states; // flag IS_STATE; role CONTINUOUS, DERIVATIVE or SET_STATE
    Block *blocks;
    int32_t n_blocks;

    Assignment *parameters;
    int32_t n_parameters;     // dependent parameters, in order; external objects
    Section initial;          // from start values to everything: parameters with fixed = false,
                              // states, derivatives, discretes, pre-values; homotopy = actual
    Section initial_homotopy; // the same with lambda in it; empty when homotopy does not occur
    Section derivatives;      // time and states -> derivatives; relations, discretes are known
    Section moving;           // those of `derivatives` that states move; empty: nearly all
    Section crossings;        // after `derivatives`: what crossings, instants, delays need besides
    Section outputs;          // after `derivatives`: everything else; contains all of `crossings`
    Section event;            // one pass over all equations, relations and discretes included;
                              // pre-values are known
    Inlined *inlined;         // NULL: no formula was asked for
    MatrixPattern jacobian;   // d derivatives / d states, rows and columns as in `states`
    Linearization linearization;
    // The DAE form: the loops among `derivatives` are left to the integrator. Unknowns: the states,
    // then the iteration unknowns of `loops`; rows: the derivatives, then the residuals.
    Section loops;
    int32_t n_dae_unknowns;
    MatrixPattern dae_jacobian;
    DaeUse dae_use;

    // Looked at after the initial section; surplus ones first.
    InitialCondition *conditions;
    int32_t n_conditions;

    // ---- For explain ----
    Differentiation *differentiations;
    int32_t n_differentiations;
    int32_t n_aliases;
    bool states_grew; // STATES_GROWING
    int32_t alone;    // the only block that is shown, counted from 1; 0: all are
} CausalSystem;

// x_i = old(x) + h * sum_j a[i][j] * der(x_j), stage i at the time fraction c[i] of the step. One
// stage with a = 1 serves BDF of all orders and every method whose stages follow each other:
// what h and old(x) stand for is up to the integrator [CK06, 8.5]. a = 0: an explicit method.
enum { MOST_INLINED_STAGES = 3 };
typedef struct InlineFormula {
    int stages;
    double a[MOST_INLINED_STAGES][MOST_INLINED_STAGES], c[MOST_INLINED_STAGES];
    double step;    // expected size: for judging the size of coefficients, nothing else
    bool is_fixed;  // the step is always that
    bool is_direct; // without index reduction
} InlineFormula;

typedef enum {    // what is done with loops
    LOOPS_AUTO,   // torn; solved symbolically where that is safe
    LOOPS_NEWTON, // torn; by Newton's method, linear ones too
    LOOPS_MATRIX  // not torn
} LoopTreatment;

typedef enum {         // how states are found
    STATES_PANTELIDES, // all are known at first, and constraints take some back
    STATES_GROWING     // none is known at first, and they are added one at a time
} StateMethod;

typedef struct CausalOptions {
    bool no_alias;                // structure as written
    const InlineFormula *inlined; // NULL: none
    LoopTreatment loops;
    StateMethod states;
    const char *const *tears; // "NAME" or "NAME:EQUATION", as explain_text numbers the equations
    uint32_t n_tears;
    const char *last_pass; // the analysis ends behind it, to be looked at; NULL: all
    bool only_checks;      // is anything wrong? What the run needs besides is left out
    BrokenSystem **broken; // gets what cannot be sorted, in the memory of the result; NULL: no
} CausalOptions;
const char *causal_pass_name(int i); // from 0 on; NULL behind the last

// NULL after an error was reported. The equations are taken over: aliases, derivatives and hidden
// variables are added to their tables. A copy would be the largest piece of a large model.
CausalSystem *causalize(Session *s, EquationSystem *system, const CausalOptions *options,
                        Arena *out);

bool causal_check(const CausalSystem *causal, Text *complaint);
void causal_dump(const CausalSystem *causal, Text *out); // tarn dump --blocks
typedef struct ExplainWish {                             // lists to be told at their full length
    bool all, aliases, settled, constraints, blocks, matrix, steps;
} ExplainWish;
void explain_text(const CausalSystem *causal, const ExplainWish *wish, Text *out);
// The block of this number, counted from 1, as if there were no other: for all that is told here.
// False: there is none. `alone` shares everything else with `causal`.
bool explain_alone(const CausalSystem *causal, int32_t number, Arena *out, CausalSystem *alone);
void explain_block_text(const CausalSystem *alone, Text *out);
void explain_json(const CausalSystem *causal, Text *out);
// Of a system that cannot be sorted.
void broken_text(const BrokenSystem *b, SourceTable *sources, const char *model, Text *out);
// With the errors that were reported about it.
void broken_json(const BrokenSystem *b, const Diag *diag, const char *model, Text *out);
// The lines around its members, and all of the file at `own`: [{file, lines: [[number, text]]}].
void broken_sources(const BrokenSystem *b, SourceTable *sources, Span own, Text *out);
void explain_page(const CausalSystem *causal, Text *out); // JSON with all that the page shows
#endif
