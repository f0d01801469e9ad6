// section_function.h -- inside equations/: the function an algorithm section becomes.
#ifndef EQUATIONS_SECTION_FUNCTION_H
#define EQUATIONS_SECTION_FUNCTION_H
#include "equations/scalarizer.h"
#include "expr/function.h"

typedef VEC(Statement) StatementVec;

typedef struct SectionInput {
    const Type *type;
    const Expr *flat;   // the actual argument as a flat expression; or
    const Expr *system; // as a system expression
} SectionInput;

typedef struct SectionOutput {
    const Type *type;
    VarId flat;         // an assigned variable; or
    VarId hidden;       // a condition, relation memory or crossing function
    const Expr *value;  // on entry: literal, or the local of an input
    bool *is_assigned;  // by element; NULL: all
    bool runs_at_start; // assigned outside when, or where initial() is a condition
    bool is_always;     // assigned outside when
} SectionOutput;

typedef struct HandedOut { // the value of `variable` as the section computes it
    VarId variable, value;
} HandedOut;

typedef struct SectionFunction {
    Scalarizer *z;
    Span span;
    VEC(SectionInput) inputs;
    VEC(SectionOutput) outputs;
    Map input_of;       // id of a flat node -> input number
    Map output_of;      // flat VarId -> output number
    StatementVec *into; // statements being made
    int in_literal;     // above 0: relations are evaluated as written
    VEC(HandedOut) handed_out;
    bool depends_on_start;
    bool in_when;           // while targets are noted: inside a when that sleeps at the start
    int in_event;           // above 0: what is being rewritten matters at events only
    bool has_unwatched;     // something discrete can change between events, unnoticed
    const Expr *is_initial; // the local that says so; NULL while not needed
} SectionFunction;

// unroll.c: the same statements with those loops written out that generate events.
Statements section_unrolled(Scalarizer *z, Statements body);

void section_open(SectionFunction *s);
// `base` is the variable, `left` the target around it: a constant subscript assigns one element.
void section_assigns(SectionFunction *s, const Expr *base, const Expr *left);
// The local of a new input or output. Exactly one of `flat` and `system` is given.
const Expr *section_input(SectionFunction *s, const Expr *flat, const Expr *system,
                          const Type *type);
const Expr *section_output(SectionFunction *s, VarId hidden, const Type *type, const Expr *value);
const Expr *section_local(SectionFunction *s, uint32_t i); // of output i
const Expr *section_is_initial(SectionFunction *s);
const Expr *section_rewrite(SectionFunction *s, const Expr *e); // flat to locals
// section_watch.c: discrete variables of a section that is not watched. First the statements that
// hand out their values as they are; then, for each element, the equation of the variable.
void section_hand_out(SectionFunction *s, StatementVec *body);
bool section_is_watched(const SectionFunction *s, const SectionOutput *o);
void section_watch(SectionFunction *s);
// Makes the function and the equations of its outputs.
void section_close(SectionFunction *s, StatementVec *body);
#endif
