#include "cli/cli.h"

ExitStatus cmd_compare(Cli *cli)
{
    return cli_not_implemented(cli, "compare");
}
