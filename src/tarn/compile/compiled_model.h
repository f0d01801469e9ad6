// compiled_model.h -- WHAT of the command line as a model of tarn.h.
#ifndef TARN_COMPILED_MODEL_H
#define TARN_COMPILED_MODEL_H
#include <tarn.h>

#include "base/session.h"
#include "tarn/api/exported_run.h"
#include "tarn/compile/compile_options.h"

// The model with the experiment of the options, whose rows are not kept unless somebody asks for
// them; NULL after an error was reported. `identity` (may be NULL) is that of its program: equal
// programs have equal ones.
tarn_model *compiled_model(Session *s, const char *what, const CompileOptions *compile,
                           const RunOptions *run, uint64_t *identity);
// What a run of such a model has reported, to the session that the model was compiled in: failures
// in the equations and places of the model, as `simulate` tells them.
void compiled_model_report(tarn_run *run, Session *s, const char *what,
                           const CompileOptions *compile);
// How the options want it to be run.
RunKind compiled_model_kind(const CompileOptions *compile, const RunOptions *run);
#endif
