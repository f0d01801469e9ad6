#include "cli/cli.h"
#include "tarn/pipeline.h"

ExitStatus cmd_flatten(Cli *cli)
{
    return cli_dump_stage(cli, STAGE_FLAT);
}
