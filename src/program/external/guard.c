// The only place that jumps, and the only one that handles signals of faults.
//
// ModelicaError never returns to its caller, and a fault cannot: both resume here. A thread
// remembers the call it is in, so that a fault elsewhere goes to whoever handled it before. The
// handler runs on a stack of its own: that of the thread may be what is used up.
#include "program/external/guard.h"

#include <setjmp.h>
#ifndef TARN_PORTABLE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#endif
#include <stdio.h>
#include <string.h>

typedef struct Guard {
    sigjmp_buf here;
    GuardedCall *call;
    struct Guard *outer;
    volatile GuardOutcome outcome;
} Guard;

static _Thread_local Guard *current;

static _Noreturn void come_back(GuardOutcome outcome)
{
    Guard *g = current;
    g->outcome = outcome;
    siglongjmp(g->here, 1);
}

// ---- Faults ------------------------------------------------------------------------------------

#ifdef TARN_PORTABLE // those of a model in sources are its importer's
static void prepare_thread(void)
{
}
#else
enum { FAULTS = 5, HANDLER_STACK = 1 << 16 };

static const struct {
    int number;
    const char *words;
} faults[FAULTS] = {{SIGSEGV, "a memory access that is not allowed, or a stack that is used up"},
                    {SIGBUS, "a memory access that is not allowed"},
                    {SIGFPE, "an arithmetic fault"},
                    {SIGILL, "an instruction that is not allowed"},
                    {SIGABRT, "abort()"}};

static _Thread_local bool has_stack;
static _Thread_local char handler_stack[HANDLER_STACK];
static struct sigaction before[FAULTS];

static void handle(int number)
{
    int k = 0;
    while (k < FAULTS - 1 && faults[k].number != number) k++;
    if (!current) { // not ours: it happens again, under who was there before
        sigaction(number, &before[k], NULL);
        if (number == SIGABRT) raise(number);
        return;
    }
    snprintf(current->call->error, sizeof current->call->error, "its code crashed: %s",
             faults[k].words);
    come_back(GUARD_BROKEN);
}

static void install(void)
{
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    for (int k = 0; k < FAULTS; k++) sigaction(faults[k].number, &action, &before[k]);
}

static void prepare_thread(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    if (has_stack) return;
    has_stack = true;
    stack_t present, own = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    if (sigaltstack(NULL, &present) == 0 && (present.ss_flags & SS_DISABLE))
        sigaltstack(&own, NULL);
}
#endif

// ---- What foreign code calls -------------------------------------------------------------------

// What we do ourselves is not guarded, and may end somewhere else when memory runs out.
static void message(int is_warning, const char *text)
{
    Guard *g = current;
    if (!g || !g->call->message) return;
    current = NULL;
    g->call->message(g->call->client, is_warning, text);
    current = g;
}

static void *allocate(size_t bytes)
{
    return current && current->call->allocate
               ? current->call->allocate(current->call->client, bytes)
               : NULL;
}

#ifdef TARN_PORTABLE
static void end_thread_of_others(const char *text)
{
    (void)text;
}

static bool take_failure_of_others(GuardedCall *g)
{
    (void)g;
    return false;
}
#else
// Foreign code may have threads of its own, and there ModelicaError has no call to come back to.
// It must not return, so the thread ends, and the next call from here tells why.
static struct {
    pthread_mutex_t lock;
    atomic_bool is_set;
    char text[256];
} failure_of_others = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void end_thread_of_others(const char *text)
{
    if (has_stack) return; // a thread of ours
    pthread_mutex_lock(&failure_of_others.lock);
    if (!failure_of_others.is_set)
        snprintf(failure_of_others.text, sizeof failure_of_others.text, "%s", text);
    failure_of_others.is_set = true;
    pthread_mutex_unlock(&failure_of_others.lock);
    pthread_exit(NULL);
}

static bool take_failure_of_others(GuardedCall *g)
{
    if (!failure_of_others.is_set) return false;
    pthread_mutex_lock(&failure_of_others.lock);
    bool is_taken = failure_of_others.is_set;
    if (is_taken)
        snprintf(g->error, sizeof g->error, "a thread of its library failed: %s",
                 failure_of_others.text);
    failure_of_others.is_set = false;
    pthread_mutex_unlock(&failure_of_others.lock);
    return is_taken;
}
#endif

static void fail(const char *text)
{
    if (!current) {
        end_thread_of_others(text);
        return;
    }
    snprintf(current->call->error, sizeof current->call->error, "%s", text);
    come_back(GUARD_ERROR);
}

static void leave(int status, int kind)
{
    if (!current) return;
    if (kind)
        snprintf(current->call->error, sizeof current->call->error, "its code called abort()");
    else
        snprintf(current->call->error, sizeof current->call->error, "its code called exit(%d)",
                 status);
    come_back(GUARD_BROKEN);
}

const GuardServices guard_services = {message, allocate, fail, leave};

GuardOutcome guard_run(GuardedCall *g)
{
    Guard guard = {.call = g, .outer = current, .outcome = GUARD_DONE};
    if (!g->lets_faults_pass) prepare_thread();
    g->error[0] = '\0';
    if (sigsetjmp(guard.here, 0) == 0) {
        current = &guard;
        g->call(g->client);
    }
    current = guard.outer;
    if (guard.outcome == GUARD_DONE && take_failure_of_others(g)) return GUARD_ERROR;
    return guard.outcome;
}
