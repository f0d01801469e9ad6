#include "cli/cli.h"
#include "cli/pipeline.h"

ExitStatus cmd_flatten(Cli *cli)
{
    Pipeline p = {.session = cli->session, .options = cli->options};
    switch (pipeline_run(&p, cli->options->words.data[0], STAGE_FLAT)) {
    case PIPELINE_NOT_IMPLEMENTED: return cli_not_implemented(cli, "flatten");
    case PIPELINE_WRONG_MODEL: return STATUS_WRONG_MODEL;
    case PIPELINE_DONE: break;
    }
    return STATUS_DONE;
}
