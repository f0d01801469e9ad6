#include "cli/cli.h"
#include "tarn/compile/pipeline.h"

ExitStatus cmd_flatten(Cli *cli)
{
    if (!cli->options->base) return cli_dump_stage(cli, STAGE_FLAT);
    Pipeline p = {.session = cli->session, .options = &cli->options->compile};
    PipelineOutcome outcome = pipeline_run(&p, cli->options->words.data[0], STAGE_FLAT);
    ExitStatus status = cli_status(outcome);
    Text text = text_make(cli->session->arena);
    if (outcome == PIPELINE_DONE && !pipeline_print_base(&p, &text)) status = STATUS_WRONG_MODEL;
    if (status == STATUS_DONE) cli_print(cli, &text);
    pipeline_close(&p);
    return status;
}
