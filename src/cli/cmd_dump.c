#include "cli/cli.h"
#include "tarn/pipeline.h"

ExitStatus cmd_dump(Cli *cli)
{
    if (cli->options->stage < 0) {
        diag_error(cli->session->diag, (Span){0, 0}, E_USAGE,
                   "which stage? --ast, --instance, --flat, --equations, --blocks or --program");
        return STATUS_USAGE;
    }
    return cli_dump_stage(cli, (Stage)cli->options->stage);
}
