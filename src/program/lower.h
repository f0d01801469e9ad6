// lower.h -- CausalSystem to Program.
#ifndef PROGRAM_LOWER_H
#define PROGRAM_LOWER_H
#include "causal/causal_system.h"
#include "program/program.h"

// NULL after an error was reported.
Program *program_lower(Session *s, const CausalSystem *causal, Arena *out);
#endif
