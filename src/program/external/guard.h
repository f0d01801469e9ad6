// guard.h -- the guard at the door to foreign code: errors, crashes and exits come back to us.
#ifndef PROGRAM_EXTERNAL_GUARD_H
#define PROGRAM_EXTERNAL_GUARD_H
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

// What foreign code may ask of us while it runs (12.9.6 of the specification). The code that is
// compiled with it knows this table by its order, see external_support_text.
typedef struct GuardServices {
    void (*message)(int is_warning, const char *text);
    void *(*allocate)(size_t bytes);
    void (*fail)(const char *text);      // does not return
    void (*leave)(int status, int kind); // exit() or abort(): does not return
} GuardServices;
extern const GuardServices guard_services;

typedef enum {
    GUARD_DONE,
    GUARD_ERROR, // ModelicaError
    GUARD_BROKEN // crashed or wanted to end the program: nothing of it can be trusted any more
} GuardOutcome;

typedef struct GuardedCall {
    void (*call)(void *client);
    void *client;
    // Services of code that is compiled with them; NULL for other code.
    void (*message)(void *client, int is_warning, const char *text);
    void *(*allocate)(void *client, size_t bytes);
    bool lets_faults_pass; // no signal is handled: crashes are those of the process
    char error[4000];      // behind GUARD_ERROR and GUARD_BROKEN: a sentence
} GuardedCall;

GuardOutcome guard_run(GuardedCall *g);
#endif
