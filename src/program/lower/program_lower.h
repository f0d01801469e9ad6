// program_lower.h -- CausalSystem to Program.
#ifndef PROGRAM_LOWER_PROGRAM_LOWER_H
#define PROGRAM_LOWER_PROGRAM_LOWER_H
#include "causal/causal_system.h"
#include "program/program.h"

// The file behind modelica://Package/path; NULL when there is none.
typedef struct ResourceFinder {
    void *client;
    const char *(*find)(void *client, const char *uri, Arena *out);
} ResourceFinder;

// NULL after an error was reported. `resources` may be NULL.
Program *program_lower(Session *s, const CausalSystem *causal, const ResourceFinder *resources,
                       Arena *out);
#endif
