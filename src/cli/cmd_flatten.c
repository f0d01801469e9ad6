#include "cli/cli.h"
#include "cli/pipeline.h"

ExitStatus cmd_flatten(Cli *cli)
{
    return cli_dump_stage(cli, STAGE_FLAT);
}
