#include "cli/cli.h"
#include "cli/pipeline.h"

ExitStatus cmd_explain(Cli *cli)
{
    Pipeline p = {.session = cli->session, .options = cli->options};
    PipelineOutcome outcome = pipeline_run(&p, cli->options->words.data[0], STAGE_CAUSAL);
    if (outcome == PIPELINE_DONE) {
        Text t = text_make(cli->session->arena);
        if (cli->options->json)
            pipeline_explain_json(&p, &t);
        else
            explain_text(p.causal, &t);
        fputs(text_cstr(&t), cli->out);
    }
    pipeline_close(&p);
    return cli_status(cli, outcome);
}
