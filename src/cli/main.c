// The only place that reads the environment.
#include <stdio.h>
#include <stdlib.h>

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

int main(int argc, char **argv)
{
    char buffer[4096];
    Environment environment = {getenv("MODELICAPATH"), cache_folder(buffer, sizeof buffer)};
    interrupt_open(environment.cache_folder);
    return (int)cli_run(argc > 0 ? argc - 1 : 0, (const char *const *)argv + 1, &environment,
                        stdout, stderr);
}
