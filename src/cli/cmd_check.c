// tarn check: everything up to causalization, then counts.
#include "cli/cli.h"
#include "cli/stats.h"
#include "tarn/pipeline.h"
#include "tarn/settings.h"

static void print_counts(Cli *cli, const FlatModel *flat)
{
    static const char *const kinds[5] = {"Real", "Integer", "Boolean", "String", "enumeration"};
    FlatCounts counts = flat_count(flat);
    int64_t unknowns, equations;
    flat_totals(flat, &equations, &unknowns);
    fprintf(cli->out, "%s: %lld equations, %lld unknowns, %lld parameters, %lld constants\n",
            flat->name->text, (long long)equations, (long long)unknowns,
            (long long)counts.parameters, (long long)counts.constants);
    for (int i = 0; i < 5; i++)
        if (counts.unknowns[i] || counts.equations[i])
            fprintf(cli->out, "  %-12s %lld equations, %lld unknowns\n", kinds[i],
                    (long long)counts.equations[i], (long long)counts.unknowns[i]);
}

ExitStatus cmd_check(Cli *cli)
{
    Pipeline p = {.session = cli->session, .options = &cli->options->compile};
    PipelineOutcome outcome = pipeline_run(&p, cli->options->words.data[0], STAGE_CAUSAL);
    // Where the analysis fails, counting tells which component has too much or too little.
    if (p.flat && !flat_check_balance(cli->session, p.flat)) outcome = PIPELINE_WRONG_MODEL;
    if (p.flat && !cli->options->quiet) print_counts(cli, p.flat);
    if (p.flat && outcome == PIPELINE_DONE)
        settings_warn_missing(cli->session, p.flat, &cli->options->compile.sets);
    if (cli->options->stats) {
        Stats stats = {.method = NULL};
        stats_describe(&stats, &p, outcome == PIPELINE_DONE ? "done" : "wrong model");
        if (!stats_write(&stats, cli, cli->options->stats)) outcome = PIPELINE_WRONG_MODEL;
    }
    pipeline_close(&p);
    return cli_status(outcome);
}
