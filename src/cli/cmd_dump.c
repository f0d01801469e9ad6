#include <string.h>

#include "cli/cli.h"
#include "tarn/compile/pipeline.h"

static bool is_pass(Cli *cli, const char *name)
{
    Text names = text_make(cli->session->arena);
    for (int i = 0; causal_pass_name(i); i++) {
        if (!strcmp(causal_pass_name(i), name)) return true;
        text_printf(&names, "%s'%s'", i ? ", " : "", causal_pass_name(i));
    }
    diag_error(cli->session->diag, (Span){0, 0}, E_USAGE, "there is no pass '%s'; they are %s",
               name, text_cstr(&names));
    return false;
}

ExitStatus cmd_dump(Cli *cli)
{
    const char *pass = cli->options->compile.last_pass;
    if (pass && !is_pass(cli, pass)) return STATUS_USAGE;
    if (pass) return cli_dump_stage(cli, STAGE_CAUSAL);
    if (cli->options->stage < 0) {
        diag_error(
            cli->session->diag, (Span){0, 0}, E_USAGE,
            "which stage? --ast, --instance, --flat, --equations, --blocks, --program or --after");
        return STATUS_USAGE;
    }
    return cli_dump_stage(cli, (Stage)cli->options->stage);
}
