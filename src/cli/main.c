// The only place that reads the environment.
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

int main(int argc, char **argv)
{
    char buffer[4096];
    Call call = {.n = argc > 0 ? argc - 1 : 0,
                 .arguments = (const char *const *)argv + 1,
                 .environment = {getenv("MODELICAPATH"), cache_folder(buffer, sizeof buffer)}};
    interrupt_open(call.environment.cache_folder);
    stack_run(run, &call);
    return call.status;
}
