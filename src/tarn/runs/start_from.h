// start_from.h -- a run that begins where an earlier one was: --start-from RESULT[@TIME].
//
// Parameters and start values are taken by name before the model is initialized; behind that the
// states, the discrete variables and the unknowns of loops get their values once more, so that no
// initial equation changes them, and the events of the start settle the rest.
#ifndef TARN_START_FROM_H
#define TARN_START_FROM_H
#include "abi/model.h"
#include "base/session.h"
#include "flat/flat_model.h"
#include "run/simulation.h"
#include "tarn/compile/compile_options.h"

typedef struct StartFrom StartFrom;

// What stays as --set has it: the names of `sets`, and the parameters that follow from them.
WordList start_from_exceptions(Session *s, Arena *out, const FlatModel *flat, const WordList *sets);
// Reads RESULT[@TIME]; NULL after a report.
StartFrom *start_from_open(Session *s, Arena *out, const char *what, const WordList *exceptions,
                           const Model *model);
void start_from_before(const StartFrom *from); // the run is initialized
// Behind it; what could not be taken is told.
RunOutcome start_from_behind(StartFrom *from, Simulation *run);
#endif
