#include "cli/cli.h"

ExitStatus cmd_plot(Cli *cli)
{
    return cli_not_implemented(cli, "plot");
}
