// word_layout.h -- which slot of the model's vector is what; private to program/.
//
// Time first, then the variables in their order, then what belongs to them (start, nominal,
// bounds), then the words of relations, samples and so on, then residuals and Jacobians.
#ifndef PROGRAM_LOWER_WORD_LAYOUT_H
#define PROGRAM_LOWER_WORD_LAYOUT_H
#include "program/lower/lowering.h"

typedef struct KeptValue { // computed before a loop, for its routines
    const Expr *value;
    int32_t slot; // the first of its words
} KeptValue;

typedef struct BlockLayout { // of a block that needs a solver
    int32_t number;          // in Model.blocks; -1: plain assignments
    int32_t residual_slot, jacobian_slot, size_slot, proposed_slot;
    KeptValue *kept;
    uint32_t n_kept;
} BlockLayout;

typedef struct SaidBefore { // what a declaration says of all variables that were made of it
    const DeclaredVariable *declared;
    const Attributes *attributes;
    const Type *type;
    bool is_derivative;
    const DeclarationInfo *info;
} SaidBefore;
enum { N_SAID = 512 };

typedef struct Layout {
    Lowering *l;
    // By VarId; NO_SLOT where there is none.
    int32_t *start_slot, *nominal_slot, *min_slot, *max_slot;
    int32_t *free_slot; // of dependent parameters and start values: 0 once set from outside
    // First of consecutive slots, one for each row of the table.
    int32_t crossing, instant, forced, scale; // relations
    int32_t sample_start, sample_interval;
    int32_t reinit_value, reinit_flag;
    int32_t assert_failed;
    const bool *is_steady; // by assertion: parameters alone decide about it
    int32_t asserts_hold;  // all of these were seen to hold; NO_SLOT: there are none
    int32_t condition;     // left and right side of each
    int32_t delay, delay_max;
    int32_t *transport;  // by row: its initial points, then its initial values
    int32_t coefficient; // of the linearization, by term
    int32_t *set_matrix; // by state set
    const VarId *states; // what the integrator works on
    int32_t n_states;
    int32_t *derivative_slot; // by state: where the integrator reads it
    int32_t terminate_slot;
    BlockLayout *blocks; // by block of the CausalSystem
    int32_t n_blocks;    // with a solver
    Map slot_of_kept;    // by id of the expression
    Map kept_texts;      // by place: the copy in the program
    SaidBefore said[N_SAID];
    Map kept_in;        // by id of the expression: the last routine that has computed it
    uint64_t routine;   // being written: counts from 1
    Map parts_of_call;  // by id of a call: a block of the outputs that takes a part of it, + 1
    int32_t *next_part; // by block: another one, + 1
    uint64_t *taken_in; // by block of the outputs: the routine that computes it instead; 0: none
} Layout;

void layout_open(Layout *y, Lowering *l);
bool literal_value(Lowering *l, const Expr *e, double *value); // false: has to be computed
// Whether an attribute needs what only the initial system tells: a parameter with fixed = false.
bool is_late(Lowering *l, const Expr *attribute);

// kept_values.c
KeptValue *find_kept_values(Layout *y, const Block *b, uint32_t *n); // their slots are still open
void compute_kept(Layout *y, const BlockLayout *at); // unless the routine at hand has done so
void recall_kept(Layout *y, const BlockLayout *at);

// shared_calls.c
void find_parts(Layout *y);
void take_parts_of_calls(Layout *y); // of those written since the last time

// guarded_runs.c: how many of the assignments were written, from the first; 0: none, it is alone.
typedef struct Guarded {
    int32_t slot;
    const Expr *value; // a number
    Span span;         // of its equation
} Guarded;
uint32_t write_guarded(Lowering *l, const Guarded *items, uint32_t n);

// idle_values.c: by VarId.
const bool *find_idle_values(Layout *y);

void make_tables(Layout *y, Model *m); // model_tables.c; then the routines
// code_routines.c; the blocks and sets are those of the model, to be completed.
void emit_routines(Layout *y, Model *m, BlockInfo *blocks, StateSetInfo *sets);
int32_t emit_step_routine(Layout *y);                   // of an inlined formula
int32_t emit_coefficients(Layout *y);                   // of the linearization
const LinearizationInfo *make_linearization(Layout *y); // code_linearization.c; NULL: none
#endif
