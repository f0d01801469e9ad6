// inlining.h -- what --inline asks for, in the terms of causal/ and run/.
#ifndef CLI_INLINING_H
#define CLI_INLINING_H
#include "causal/causal_system.h"
#include "cli/options.h"

// False after an unknown method was reported. Nothing to do without --inline.
bool inlining_is_known(Session *s, const Options *options);
// The formula of a known method.
InlineFormula inlining_formula(const Options *options, const FlatModel *flat);
#endif
