// failing.h -- inside tarn/: what the parts of the report about a failed run share.
#ifndef TARN_FAILING_H
#define TARN_FAILING_H
#include "abi/model.h"
#include "tarn/compile/pipeline.h"

typedef struct NamedSlot {
    const char *name;
    const VariableInfo *info; // NULL: a derivative
    int32_t slot;
} NamedSlot;

typedef struct Failure {
    const Pipeline *p; // up to the CausalSystem
    const EquationSystem *system;
    const Model *model;
    Arena *scratch;
    NamedSlot *names; // sorted
    size_t n_names;
    const Block *block; // at work
} Failure;

// An operation, or a call, that has no value.
typedef struct Operation {
    EquationId equation;
    VarId variable; // that it was to determine
    const Expr *at;
    const char *reason;
    Span inside; // the statement of a function that failed; none: it is the operation itself
} Operation;

// ---- failing_values.c ------------------------------------------------------------------------
void failing_names(Failure *f);                   // before the others
double failing_number(const Failure *f, VarId v); // NaN: not known, or no number
const Expr *failing_value(Failure *f, const Expr *e, EvalFailure *why); // as in expr_evaluate
const Expr *failing_in_names(Failure *f, const Expr *e); // without variables that nobody wrote

// ---- failing_operation.c ---------------------------------------------------------------------
bool failing_search_section(Failure *f, const Section *section, Operation *found);
bool failing_search_parameters(Failure *f, Operation *found); // what has no block
// The equation that determines a variable, or the derivative of a state.
bool failing_find_equation(const Failure *f, VarId v, Operation *found);
EquationId failing_equation_of(const Block *b, VarId v);
bool failing_at_call(Failure *f, const Expr *value, Operation *found); // inside a function
const char *failing_path(const Failure *f, ComponentId id);            // NULL: the model itself
EquationId failing_written_for(const Failure *f, VarId v); // that needs no block; -1: none
// Where it stands, and in which component: its equation, or its declaration.
void failing_place(const Failure *f, const Operation *found, Span *span, ComponentId *component);
// The parameter that e is, or is another name of; NULL: something else.
const FlatVariable *failing_parameter(const Failure *f, const Expr *e);
void failing_note_parameter(Failure *f, Diagnostic *d, const FlatVariable *flat);
// What it is, with the values of its operands, and what could be done.
void failing_tell(Failure *f, Diagnostic *d, const Operation *found);

// ---- failing_call.c --------------------------------------------------------------------------
// The call through which a statement of a function was reached, or a function that these words name
// where the statement is not known; false: not found.
bool failing_find_call(Failure *f, Span statement, const char *words, Operation *found,
                       const Function **owner);

// ---- failing_start.c -------------------------------------------------------------------------
// What makes a variable what it is, where an initial condition says otherwise.
void failing_note_cause(Failure *f, Diagnostic *d, VarId v);
#endif
