#include "base/stack.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

enum { ENOUGH = 8 << 20, OWN = 64 << 20, LEAST_OF_OWN = ENOUGH, FENCE = 1 << 16 };

// What is left below this frame: of the first thread by its limit, of others by what they were
// made with.
static bool has_room(void)
{
    struct rlimit limit;
    pthread_attr_t about;
    if (gettid() == getpid())
        return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur >= ENOUGH;
    void *lowest = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &about) != 0) return false;
    pthread_attr_getstack(&about, &lowest, &size);
    pthread_attr_destroy(&about);
    uintptr_t here = (uintptr_t)&about, low = (uintptr_t)lowest;
    return here > low && here < low + size && here - low >= ENOUGH;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static bool run_on_own(void (*work)(void *client), void *client) // they know one stack a thread
{
    (void)work, (void)client;
    return false;
}
#else
typedef struct Switch {
    void (*work)(void *client);
    void *client;
    ucontext_t caller;
} Switch;

// makecontext passes numbers only.
static void enter(unsigned high, unsigned low)
{
    const Switch *s = (const Switch *)((uintptr_t)high << 32 | low); // NOLINT: two halves
    s->work(s->client);
}

// A page that cannot be touched lies at its end.
static char *open_stack(volatile size_t *size)
{
    for (*size = OWN; *size >= LEAST_OF_OWN; *size /= 2) {
        char *stack = mmap(NULL, *size, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
        if (stack == MAP_FAILED) continue;
        if (mprotect(stack, FENCE, PROT_NONE) == 0) return stack;
        munmap(stack, *size);
    }
    return NULL;
}

static bool run_on_own(void (*work)(void *client), void *client)
{
    volatile size_t size = 0; // getcontext returns once more for all that the compiler knows
    Switch s = {.work = work, .client = client};
    ucontext_t context;
    char *stack = open_stack(&size);
    if (!stack) return false;
    bool ok = getcontext(&context) == 0;
    if (ok) {
        context.uc_stack = (stack_t){.ss_sp = stack, .ss_size = size};
        context.uc_link = &s.caller;
        uintptr_t at = (uintptr_t)&s;
        makecontext(&context, (void (*)(void))enter, 2, (unsigned)(at >> 32), (unsigned)at);
        ok = swapcontext(&s.caller, &context) == 0;
    }
    munmap(stack, size);
    return ok;
}
#endif

void stack_run(void (*work)(void *client), void *client)
{
    if (has_room() || !run_on_own(work, client)) work(client);
}
