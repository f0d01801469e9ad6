// The only place that reads the environment.
#include <stdlib.h>

#include "cli/cli.h"

int main(int argc, char **argv)
{
    return (int)cli_run(argc > 0 ? argc - 1 : 0, (const char *const *)argv + 1,
                        getenv("MODELICAPATH"), stdout, stderr);
}
