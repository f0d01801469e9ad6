// tarn check: everything up to causalization, then counts.
#include "cli/cli.h"
#include "cli/pipeline.h"

ExitStatus cmd_check(Cli *cli)
{
    Pipeline p = {.session = cli->session, .options = cli->options};
    PipelineOutcome outcome = pipeline_run(&p, cli->options->words.data[0], STAGE_CAUSAL);
    pipeline_close(&p);
    return cli_status(cli, outcome);
}
