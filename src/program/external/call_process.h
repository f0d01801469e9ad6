// call_process.h -- calls of foreign code while a model is compiled, in other processes.
//
// What a model declares about foreign code may be wrong, and the code may do anything. The process
// that calls it takes the consequences: when it crashes, ends or does not come back, nothing of it
// is used. Calls of pure functions share a process that stays, since a copy of the compiler for
// each of a thousand calls takes seconds; it is not the compiler's, and whatever ends it is called
// again in a process of its own.
#ifndef PROGRAM_EXTERNAL_CALL_PROCESS_H
#define PROGRAM_EXTERNAL_CALL_PROCESS_H
#include "program/external/external.h"
#include "program/lower/program_lower.h"

// The value as bytes: a tag, then for every word its rank, its dimensions and its elements: a
// number as a double, a string as its length and its characters. Behind the tag of a failure stands
// a sentence.
typedef enum { TAG_NONE, TAG_VALUE, TAG_MISTAKE, TAG_FAILURE } CallTag;

typedef struct CallAnswer {
    const char *bytes; // NULL: there is none
    size_t n;
    const char *reason; // then
    bool is_mistake;    // of the code
} CallAnswer;

typedef struct CallProcess CallProcess; // the one that stays; none is started before it is wanted

CallProcess *call_process_open(Arena *out);
// `shares`: it may be called where others were called before it. The answer is in `scratch`.
CallAnswer call_process_ask(CallProcess *p, Session *s, const CallProgram *c,
                            ExternalLibraries *libraries, double seconds, bool shares,
                            Arena *scratch);
#endif
