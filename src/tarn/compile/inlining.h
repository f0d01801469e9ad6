// inlining.h -- what --inline asks for, in the terms of causal/ and run/.
#ifndef TARN_INLINING_H
#define TARN_INLINING_H
#include "causal/causal_system.h"
#include "tarn/compile/compile_options.h"

// False after an unknown method was reported. Nothing to do without --inline.
bool inlining_is_known(Session *s, const CompileOptions *options);
// The formula of a known method.
InlineFormula inlining_formula(const CompileOptions *options, const FlatModel *flat);
#endif
