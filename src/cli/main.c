// The only place that reads the environment.
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/stack.h"
#include "cli/cli.h"
#include "cli/interrupt.h"

// Compiled code of external functions is kept in the user's cache folder (XDG base directories).
static const char *cache_folder(char *buffer, size_t size)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int n = cache && *cache ? snprintf(buffer, size, "%s/tarn", cache)
            : home && *home ? snprintf(buffer, size, "%s/.cache/tarn", home)
                            : -1;
    return n > 0 && (size_t)n < size ? buffer : NULL;
}

typedef struct Call {
    int n;
    const char *const *arguments;
    Environment environment;
    int status;
} Call;

static void run(void *call)
{
    Call *c = call;
    c->status = (int)cli_run(c->n, c->arguments, &c->environment, stdout, stderr);
}

// Blocks of a few megabytes come and go with every pass of the analysis: what the C library would
// return to the system each time is cleared again each time [M118].
static void keep_small_blocks(void)
{
#ifdef __GLIBC__
    enum { SMALL = 8 << 20, MANY = 256 << 20, AHEAD = 2 << 20 };
    mallopt(M_MMAP_THRESHOLD, SMALL);
    mallopt(M_TRIM_THRESHOLD, MANY);
    mallopt(M_TOP_PAD, AHEAD);
#endif
}

int main(int argc, char **argv)
{
    keep_small_blocks();
    char buffer[4096];
    Call call = {.n = argc > 0 ? argc - 1 : 0,
                 .arguments = (const char *const *)argv + 1,
                 .environment = {getenv("MODELICAPATH"), cache_folder(buffer, sizeof buffer)}};
    interrupt_open(call.environment.cache_folder);
    stack_run(run, &call);
    return call.status;
}
