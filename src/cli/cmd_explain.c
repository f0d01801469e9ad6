// tarn explain: what the structural analysis found, as text, as JSON or as a page; with --run also
// where the time of a simulation went; with --initial how the start was looked for.
#include "cli/cli.h"
#include "cli/profile_json.h"
#include "cli/progress.h"
#include "tarn/compile/pipeline.h"
#include "tarn/report/explanation.h"
#include "tarn/report/initial_story.h"

// What is shown: all of the system, or one block of it. False after an error was reported.
static bool choose_block(Cli *cli, Pipeline *p, CausalSystem *alone)
{
    int64_t number = cli->options->block;
    if (!number || !p->causal) return true;
    bool is_there = number <= INT32_MAX &&
                    explain_alone(p->causal, (int32_t)number, cli->session->arena, alone);
    if (is_there)
        p->causal = alone;
    else
        diag_error(cli->session->diag, (Span){0, 0}, E_USAGE,
                   "there is no block %lld: `tarn explain --blocks` lists them", (long long)number);
    return is_there;
}

static bool write_page(Cli *cli, const Pipeline *p, const Text *profile, const Text *initial)
{
    Text page = text_make(cli->session->arena);
    const char *why = NULL;
    if (explanation_page(p, profile, initial, &page, &why))
        return cli_write(cli, cli->options->html, &page);
    diag_error(cli->session->diag, (Span){0, 0}, E_FILE, "%s", why);
    return false;
}

static ExitStatus status_of(SimulateOutcome outcome)
{
    return outcome == SIMULATE_DONE          ? STATUS_DONE
           : outcome == SIMULATE_STOPPED     ? STATUS_STOPPED
           : outcome == SIMULATE_WRONG_MODEL ? STATUS_WRONG_MODEL
                                             : STATUS_USAGE;
}

// How the start was looked for; nothing is simulated.
static ExitStatus explain_initial(Cli *cli)
{
    SimulatedModel sim;
    RunOptions run = cli->options->run;
    run.only_starts = true;
    CompileOptions compile = cli->options->compile;
    compile.keeps_stages = true;
    SimulateOutcome outcome =
        simulate_model(&sim, cli->session, cli->options->words.data[0], &compile, &run);
    ExitStatus status = status_of(outcome);
    if (sim.trace) {
        Text t = text_make(cli->session->arena);
        InitialStory story = initial_story(&sim, cli->session->arena);
        if (cli->options->json || cli->options->html)
            initial_story_json(&story, &t);
        else
            initial_story_text(&story, &t);
        if (!cli->options->html)
            cli_print(cli, &t);
        else if (!write_page(cli, &sim.pipeline, NULL, &t))
            status = STATUS_USAGE;
    }
    simulated_model_close(&sim);
    return status;
}

static ExitStatus explain_run(Cli *cli)
{
    SimulatedModel sim;
    Progress progress;
    RunOptions run = cli->options->run;
    run.measures = true;
    run.watch = progress_watch(&progress, NULL, NULL);
    CompileOptions compile = cli->options->compile;
    compile.keeps_stages = true;
    SimulateOutcome outcome =
        simulate_model(&sim, cli->session, cli->options->words.data[0], &compile, &run);
    progress_close(&progress);
    ExitStatus status = status_of(outcome);
    if (sim.profile && sim.method) {
        Text profile = text_make(cli->session->arena);
        profile_json(&sim, outcome, &profile);
        if (!write_page(cli, &sim.pipeline, &profile, NULL)) status = STATUS_USAGE;
    }
    simulated_model_close(&sim);
    return status;
}

static void print_explanation(Cli *cli, const Pipeline *p)
{
    Text t = text_make(cli->session->arena);
    if (cli->options->json)
        pipeline_explain_json(p, &t);
    else if (cli->options->block)
        explain_block_text(p->causal, &t);
    else
        explain_text(p->causal, &cli->options->wish, &t);
    cli_print(cli, &t);
}

// What cannot be sorted: its parts, beside the messages about it.
static bool show_broken(Cli *cli, const Pipeline *p)
{
    Text t = text_make(cli->session->arena);
    SourceTable *sources = cli->session->sources;
    const char *why = NULL;
    if (cli->options->html) {
        if (explanation_broken_page(p, &t, &why)) return cli_write(cli, cli->options->html, &t);
        diag_error(cli->session->diag, (Span){0, 0}, E_FILE, "%s", why);
        return false;
    }
    if (cli->options->json)
        broken_json(p->broken, cli->session->diag, p->loaded.model, &t);
    else
        broken_text(p->broken, sources, p->loaded.model, &t);
    cli_print(cli, &t);
    return true;
}

ExitStatus cmd_explain(Cli *cli)
{
    const Options *o = cli->options;
    if (o->simulates && !o->html) {
        diag_error(cli->session->diag, (Span){0, 0}, E_USAGE, "--run needs --html FILE");
        return STATUS_USAGE;
    }
    if (o->simulates) return explain_run(cli);
    if (o->initial) return explain_initial(cli);
    Pipeline p = {.session = cli->session, .options = &o->compile};
    PipelineOutcome outcome = pipeline_run(&p, o->words.data[0], STAGE_CAUSAL);
    CausalSystem alone;
    bool is_written = choose_block(cli, &p, &alone);
    if (!is_written)
        outcome = PIPELINE_USAGE;
    else if (outcome == PIPELINE_DONE && o->html)
        is_written = write_page(cli, &p, NULL, NULL);
    else if (outcome == PIPELINE_DONE)
        print_explanation(cli, &p);
    else if (p.broken)
        is_written = show_broken(cli, &p);
    pipeline_close(&p);
    return is_written ? cli_status(outcome) : STATUS_USAGE;
}
