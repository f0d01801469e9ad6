// inlined_guess.h -- where the iterations of an inlined step begin.
#ifndef RUN_FORMS_INLINED_GUESS_H
#define RUN_FORMS_INLINED_GUESS_H
#include "abi/model.h"
#include "base/arena.h"

typedef struct InlinedGuess InlinedGuess;

InlinedGuess *inlined_guess_open(Arena *out, const Model *model);
void inlined_guess_restart(InlinedGuess *g, double t);              // at the present point
void inlined_guess_solved(InlinedGuess *g, double begin, double h); // coupled stages of a trial
void inlined_guess_accept(InlinedGuess *g, double t);               // what was solved last
// Sets the unknowns of all loops that are not states, when those, old(x) and h are in their slots;
// is_last: to their values at the last accepted point.
void inlined_guess_stage(const InlinedGuess *g, double t, double h, bool is_last);
// The same for coupled stages at begin + c[i] * h.
void inlined_guess_stages(const InlinedGuess *g, const double *c, double begin, double h,
                          bool is_last);
#endif
