#include "cli/cli.h"

ExitStatus cmd_format(Cli *cli)
{
    return cli_not_implemented(cli, "format");
}
