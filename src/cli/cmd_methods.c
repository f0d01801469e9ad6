#include "cli/cli.h"

ExitStatus cmd_methods(Cli *cli)
{
    return cli_not_implemented(cli, "methods");
}
