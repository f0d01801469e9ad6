// analysis.h -- inside causal/: what the passes share.
#ifndef CAUSAL_ANALYSIS_H
#define CAUSAL_ANALYSIS_H
#include "base/map.h"
#include "causal/causal_system.h"
#include "equations/walker.h"
#include "graph/bipartite.h"
#include "graph/known_tearings.h"
#include "graph/matching.h"
#include "graph/strong_components.h"

typedef struct ForcedTear { // asked for by the user
    const char *request;
    VarId variable;
    EquationId residual; // NO_EQUATION: whichever is left
    bool is_used;
} ForcedTear;

typedef struct IncidenceRow { // the variables of an equation as it was
    const Expr *left, *right;
    uint32_t first, count : 31;
    bool has_repetitions : 1; // a variable may stand in several places, and on both sides
} IncidenceRow;

typedef struct Incidence { // by EquationId; a row counts while its equation has the same sides
    IncidenceRow *rows;
    uint32_t n_rows;
    VarVec variables; // of all rows
    VarVec answer;    // to the last question
} Incidence;

typedef struct GradientStep { // a node on the way of a walk: gradient.c
    const Expr *node;
    uint32_t next;        // argument to look at
    const Expr *in, *out; // what the last variable below that argument brought, and was made of it
} GradientStep;

typedef struct Analysis {
    Session *session;
    ExprTable *exprs;
    EquationSystem *system;
    CausalSystem *causal;
    const CausalOptions *options;
    Arena *out, *whole, *scratch; // of the result, of the analysis, of the pass at work
    Walker walker;
    struct RowTerms *row_terms;      // of linear_rows.c; NULL: not needed so far
    struct Definitions *definitions; // of guessed_sizes.c; the same
    Map parameter_values;            // VarId -> literal; 0: none. Filled when asked for
    VarVec found;                    // scratch of variables_of
    Incidence incidence;             // what variables_of has found so far
    VEC(Block) blocks;               // becomes CausalSystem.blocks
    Torn *not_torn;                  // of all that are solved for their unknown; NULL: none so far
    uint32_t n_variables_as_written; // those made by index reduction have larger numbers
    VarVec wishes;                   // preferred as states, but not differentiated; ascending
    VarVec refused;                  // wishes that state selection could not settle
    KnownTearings tearings;
    ForcedTear *forced;
    uint32_t n_forced;
    int32_t *loop_places; // loop_graph.c: by VarId, column + 1 in the loop at work
    uint32_t n_loop_places;
    const Expr **tangent_places; // partial_derivatives.c: by VarId
    int32_t *reader_places;      // partial_derivatives.c: by VarId
    uint32_t n_tangent_places;
    VEC(GradientStep) gradient_path; // of one walk after the other
    double step_value;               // what ROLE_STEP counts as in parameter_number
    bool has_late_parameters;        // some are unknowns of the initial system
    Section simulation;              // all blocks between events, in order
    uint32_t n_block_of_equation;
    int32_t *block_of_equation; // of the simulation sections, by EquationId; -1
    VarId *unknown_of_equation; // that it was matched with; NO_VAR
} Analysis;

// ---- questions.c --------------------------------------------------------------------
// The distinct variables of an equation; valid until the next call. Nearly every pass asks for
// them, and the sides of few equations change in between: walking the expressions again costs more
// than what the passes do with the answer.
VarVec *variables_found_in(Analysis *a, const SystemEquation *e); // not known yet
static inline VarVec *variables_of(Analysis *a, const SystemEquation *e)
{
    Incidence *in = &a->incidence;
    uintptr_t distance = (uintptr_t)e - (uintptr_t)a->system->equations.data;
    size_t number = distance / sizeof *e; // a copy of an equation is none of the table
    const IncidenceRow *row = number < in->n_rows ? &in->rows[number] : NULL;
    if (!row || row->left != e->left || row->right != e->right) return variables_found_in(a, e);
    in->answer = (VarVec){in->variables.data + row->first, row->count, 0};
    return &in->answer;
}
FETCHES fetch_variables_of(const Analysis *a, uint32_t e) // of one that comes soon: base/fetch.h
{
    enum { AHEAD = 12, MOST = 3 };
    if (e + AHEAD >= a->incidence.n_rows) return;
    const IncidenceRow *row = &a->incidence.rows[e + AHEAD];
    for (uint32_t i = 0; i < row->count && i < MOST; i++)
        fetch(system_variable(a->system, a->incidence.variables.data[row->first + i]));
}
VarVec *variables_of_expr(Analysis *a, const Expr *e);
bool sides_are_disjoint(Analysis *a, EquationId e);      // as far as variables_of can tell cheaply
void forget_incidence(Analysis *a);                      // when most equations have changed
const char *name_of_variable(Analysis *a, VarId v);      // for messages
const char *text_of_equation(Analysis *a, EquationId e); // as it was written, for messages
// How many components it lies in; hidden variables lie deeper than all others.
int depth_of_variable(const EquationSystem *system, const SystemVariable *v);
static inline bool is_continuous_unknown(const SystemVariable *v)
{
    if (v->flags & VARIABLE_IS_ALIAS) return false;
    return v->role == ROLE_CONTINUOUS || v->role == ROLE_DERIVATIVE || v->role == ROLE_DELAYED ||
           v->role == ROLE_TRANSPORTED;
}
static inline bool is_simulation_equation(const SystemEquation *e) // continuous
{
    return (e->flags & EQUATION_IN_SIMULATION) &&
           !(e->flags & (EQUATION_IS_DISCRETE | EQUATION_REMOVED));
}
Variability system_variability(Analysis *a, const Expr *e); // worst of its variables
bool is_steady(Analysis *a, const Expr *e); // a constant or parameter; looks no further than needed
bool is_not_of(const Expr *e, const Expr *x); // `not x`
// The value of a parameter expression with the values of the model; NAN when it is not known.
double parameter_number(Analysis *a, const Expr *e);
const Expr *parameter_value(void *client, VarId v); // of one of them; NULL: not known
double typical_number(Analysis *a, const Expr *e);  // the same at the start values of variables
const Expr *residual_of(Analysis *a, const SystemEquation *e);

// ---- Passes: false after an error was reported --------------------------------------
bool mark_late_parameters(Analysis *a); // parameters.c
bool order_parameters(Analysis *a);
bool eliminate_aliases(Analysis *a);       // alias.c
bool settle_idle_inputs(Analysis *a);      // idle_inputs.c
bool settle_standing_flows(Analysis *a);   // semi_linear.c
bool join_semi_linear(Analysis *a);        // semi_linear.c
bool forget_idle_derivatives(Analysis *a); // idle_derivatives.c
bool expose_constraints(Analysis *a);      // hidden_constraints.c
bool settle_states(Analysis *a);           // state_choice.c
bool report_state_wishes(Analysis *a);
bool discretize_clocked(Analysis *a);  // discretize.c
bool find_forced_tearing(Analysis *a); // forced_tearing.c
bool report_idle_tears(Analysis *a);
bool refuse_text_loops(Analysis *a); // loops/text_loops.c
bool sort_simulation(Analysis *a);   // blocks.c
bool sort_events(Analysis *a);
bool sort_initial(Analysis *a);                        // initial_blocks.c
void order_late_starts(Analysis *a, Section *section); // late_starts.c
// repeated_conditions.c; by EquationId, with room for so many
bool *find_repeated_conditions(Analysis *a, uint32_t room);
// A condition that may complete the start; first those that are to be taken first.
typedef struct Offer {
    EquationId equation;
    int32_t turn; // those of one priority, in order
    uint8_t priority;
    bool is_written; // the equation is a fixed start, and says the same: it has gone before
} Offer;
// Those that follow from others by sums, among the conditions and the offers.
void find_dependent_conditions(Analysis *a, const Offer *offers, uint32_t n_offers,
                               bool *is_repeated);
bool *find_needed_parameters(Analysis *a); // idle_parameters.c; by VarId
bool find_start_guesses(Analysis *a);      // start_guesses.c
bool divide_sections(Analysis *a);         // sections.c
bool find_sparsity(Analysis *a);           // sparsity.c
bool find_linearization(Analysis *a);      // linearize.c
bool find_relation_scales(Analysis *a);    // relation_scales.c
bool inline_formula(Analysis *a);          // inline_integration.c

// ---- state_choice.c: its steps ----------------------------------------------------------
bool reduce_index(Analysis *a);  // index_reduction.c: solvability test, then differentiation
bool select_states(Analysis *a); // state_levels.c

// ---- singular.c: structural errors in the words of the model ------------------------
typedef struct StructuralGraph {
    const Bipartite *g;
    const Matching *m;
    const EquationId *equations; // by row
    const VarId *variables;      // by column
} StructuralGraph;
void report_singular(Analysis *a, const StructuralGraph *s);
struct DulmageMendelsohn;
BrokenSystem *broken_system(Analysis *a, const StructuralGraph *s,
                            const struct DulmageMendelsohn *dm); // broken.c

// ---- forced_tearing.c: NULL without such a request ----------------------------------
ForcedTear *forced_by_variable(const Analysis *a, VarId v);
ForcedTear *forced_by_residual(const Analysis *a, EquationId e);

// ---- loop_block.c -------------------------------------------------------------------
// A loop or a single equation becomes a Block: unknowns[i] is matched with equations[i].
typedef struct LoopEquations {
    const EquationId *equations;
    const VarId *unknowns;
    int32_t n;
    bool has_invariants; // the unknowns with that flag shall vanish as well
} LoopEquations;
int32_t make_block(Analysis *a, const LoopEquations *loop); // its number in a->blocks

// ---- solver_choice.c ----------------------------------------------------------------
void choose_loop_solver(Analysis *a, Block *b, bool is_linear); // when its pattern is known
bool choose_solvers(Analysis *a); // pass: steps, their matrices, the use of the DAE form

// ---- linear_rows.c ------------------------------------------------------------------
// d (left - right) / d unknown for every column of the loop that occurs: `local_of` is the column
// + 1 by VarId, `coefficient` by column, NULL on entry. False: not a simple sum; what was written
// then means nothing. `has_rest` (or NULL): is there a term without such unknowns?
bool row_coefficients(Analysis *a, const SystemEquation *e, const int32_t *local_of,
                      const Expr **coefficient, bool *has_rest);

// ---- partial_derivatives.c, relaxation.c -------------------------------------------------------
void add_jacobian(Analysis *a, Block *b);
// Eliminates a small linear loop symbolically; false leaves the block as it was.
bool relax_block(Analysis *a, Block *b);
const Expr *partial_derivative(Analysis *a, const Expr *e, VarId v); // NULL: none
const Expr **tangent_table(Analysis *a); // a place for each VarId; all are NULL between uses

// ---- gradient.c -----------------------------------------------------------------------------
// By each of `reads`, all variables of e; NULL: ask partial_derivative.
void simple_partials(Analysis *a, const Expr *e, const VarVec *reads, const Expr **d);
#endif
