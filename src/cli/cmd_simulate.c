// tarn simulate: compile, simulate, write results, pictures and statistics.
#include <string.h>
#include <sys/stat.h>

#include "base/side_file.h"
#include "cli/interrupt.h"
#include "cli/plotting.h"
#include "cli/progress.h"
#include "cli/stats.h"
#include "fmi/import/fmu_file.h"
#include "fmi/import/fmu_simulate.h"
#include "tarn/runs/simulate_model.h"

static const char *status_text(SimulateOutcome outcome)
{
    switch (outcome) {
    case SIMULATE_DONE: return "done";
    case SIMULATE_STOPPED: return "stopped early";
    case SIMULATE_USAGE: return "wrong usage";
    default: return "wrong model";
    }
}

static bool write_stats(Cli *cli, const SimulatedModel *sim, SimulateOutcome outcome)
{
    Stats stats = stats_of_run(sim, status_text(outcome));
    return stats_write(&stats, cli, cli->options->stats);
}

static bool write_plot(Cli *cli, const SimulatedModel *sim)
{
    PlotNames names = {0};
    const char *label = sim->model->name;
    const FlatModel *flat = sim->pipeline.flat;
    if (!cli->options->plot_variables.count && !cli->options->plot_x && flat && flat->figures.n)
        return plotting_write_figure(cli, sim->trajectory, &flat->figures, cli->options->plot);
    if (!plotting_choose(cli, &sim->trajectory->table, &cli->options->plot_variables, &names))
        return false;
    return plotting_write(cli, &sim->trajectory, &label, 1, &names, cli->options->plot);
}

// The page has what --variables keeps, and the variables of --plot.
static bool write_page(Cli *cli, const SimulatedModel *sim, SimulateOutcome outcome)
{
    Arena *a = cli->session->arena;
    const char *why = NULL;
    Trajectory shown = *sim->trajectory;
    PlotNames names = {0};
    const ResultTable *kept =
        cli->options->run.variables
            ? result_select(a, &shown.table, cli->options->run.variables, &why)
            : &shown.table;
    const FlatModel *flat = sim->pipeline.flat;
    if (!kept || !plotting_find(cli, kept, &cli->options->plot_variables, &names)) return false;
    shown.table = *kept;
    Stats stats = stats_of_run(sim, status_text(outcome));
    Text statistics = text_make(a);
    stats_render(&stats, &statistics);
    PageRun run = {&shown, sim->model->name, text_cstr(&statistics)};
    return plotting_write_page(cli, &run, 1, &names.variables,
                               flat ? flat->figures : (FigureList){0}, cli->options->html);
}

static bool writes_to_output(const Options *o)
{
    const char *const files[] = {o->run.output, o->plot, o->html, o->stats};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] && side_file_is_output(files[i])) return true;
    return false;
}

static void say_what_happened(Cli *cli, const SimulatedModel *sim)
{
    double total = 0;
    for (int i = 0; i < N_PHASES; i++) total += sim->pipeline.milliseconds[i];
    long long steps = sim->counts.steps,
              events = sim->counts.state_events + sim->counts.time_events;
    const Options *o = cli->options;
    FILE *out = writes_to_output(o) ? cli->err : cli->out;
    fprintf(out, "%s: %g s to %g s, %lld step%s, %lld event%s, %.1f ms\n",
            sim->pipeline.loaded.model, sim->start_time, sim->reached, steps, steps == 1 ? "" : "s",
            events, events == 1 ? "" : "s", total);
    if (sim->written && !side_file_is_output(sim->written))
        fprintf(out, "result: %s\n", sim->written);
    if (o->plot && sim->trajectory) fprintf(out, "picture: %s\n", o->plot);
    if (o->html && sim->trajectory) fprintf(out, "page: %s\n", o->html);
    if (o->stats) fprintf(out, "statistics: %s\n", o->stats);
    if (!o->run.output && !o->plot && !o->html)
        fputs("no result was kept: --output FILE.csv or FILE.mat does\n", out);
}

static ExitStatus exit_status(SimulateOutcome outcome)
{
    switch (outcome) {
    case SIMULATE_DONE: return STATUS_DONE;
    case SIMULATE_STOPPED: return STATUS_STOPPED;
    case SIMULATE_WRONG_MODEL: return STATUS_WRONG_MODEL;
    default: return STATUS_USAGE;
    }
}

static bool has_folder(Cli *cli, const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    struct stat about;
    if (!slash || slash == path) return true;
    const char *folder = arena_copy_text(cli->session->arena, path, (size_t)(slash - path));
    if (!stat(folder, &about)) return true;
    diag_error(cli->session->diag, (Span){0, 0}, E_FILE,
               "cannot write '%s': there is no folder '%s'", path, folder);
    return false;
}

// What can be said about files before the model is compiled is said then.
static bool check_files(Cli *cli)
{
    const Options *o = cli->options;
    Diag *diag = cli->session->diag;
    if (o->run.output && !result_format_of_path(o->run.output)) {
        diag_error(diag, (Span){0, 0}, E_WRITE_RESULT, "'%s' has none of the endings %s",
                   o->run.output, result_format_names());
        return false;
    }
    return has_folder(cli, o->run.output) && has_folder(cli, o->plot) && has_folder(cli, o->html) &&
           has_folder(cli, o->stats) && (!o->plot || plotting_is_picture(cli, o->plot));
}

static bool check_checkpoint(Cli *cli, const char *what)
{
    const RunOptions *run = &cli->options->run;
    bool is_wanted = run->checkpoint || run->resume;
    const char *why = is_wanted && fmu_is_path(what)
                          ? "--checkpoint: the state of an FMU is its own"
                      : !is_wanted && run->every > 0 ? "--every: --checkpoint FILE says where"
                                                     : NULL;
    if (why) diag_error(cli->session->diag, (Span){0, 0}, E_USAGE, "%s", why);
    return !why && has_folder(cli, run->checkpoint);
}

// The variables of --plot and --x.
static bool accepts(void *client, const ResultTable *table)
{
    Cli *cli = client;
    PlotNames names = {0};
    return plotting_find(cli, table, &cli->options->plot_variables, &names);
}

static ExitStatus simulate_one(Cli *cli)
{
    const Options *o = cli->options;
    if (!check_files(cli) || !check_checkpoint(cli, o->words.data[0])) return STATUS_USAGE;
    SimulatedModel sim;
    Progress progress;
    RunOptions run = o->run;
    run.keeps_trajectory = o->plot || o->html;
    run.measures_steps = o->stats != NULL;
    run.accepts = o->plot_variables.count || o->plot_x ? accepts : NULL;
    run.client = cli;
    run.watch = progress_watch(&progress, o->quiet ? NULL : cli->err, run.output);
    CompileOptions compile = o->compile;
    compile.keeps_stages = o->stats || o->html || o->plot; // sizes for statistics, figures
    const char *what = o->words.data[0];
    if (load_is_file(what)) compile_options_to_check(&compile); // the modeller wrote it
    SimulateOutcome outcome =
        fmu_is_path(what)
            ? fmu_simulate(&sim, cli->session, what, (FmuUse)o->fmu_use, &compile, &run)
            : simulate_model(&sim, cli->session, what, &compile, &run);
    progress_close(&progress);
    ExitStatus status = exit_status(outcome);
    if (o->plot && sim.trajectory && !write_plot(cli, &sim) && status == STATUS_DONE)
        status = STATUS_USAGE;
    if (o->html && sim.trajectory && !write_page(cli, &sim, outcome) && status == STATUS_DONE)
        status = STATUS_USAGE;
    if (o->stats && !write_stats(cli, &sim, outcome) && status == STATUS_DONE)
        status = STATUS_USAGE;
    if (!o->quiet && sim.model && sim.method && outcome != SIMULATE_USAGE)
        say_what_happened(cli, &sim);
    simulated_model_close(&sim);
    return status;
}

// ---- Several models ---------------------------------------------------------------------------

// The name of a file or class, without folder, ending and modifications.
static const char *name_in_files(Arena *out, const char *what)
{
    size_t n = strcspn(what, "(");
    while (n && what[n - 1] == ' ') n--;
    const char *name = arena_copy_text(out, what, n), *slash = strrchr(name, '/');
    if (slash && slash[1]) name = slash + 1;
    const char *ending = strrchr(name, '.');
    bool is_file =
        ending && (!strcmp(ending, ".mo") || !strcmp(ending, ".bmo") || !strcmp(ending, ".fmu"));
    return is_file ? arena_copy_text(out, name, (size_t)(ending - name)) : name;
}

// `%` in the name of a file stands for the model.
static const char *file_of_model(Arena *out, const char *path, const char *name)
{
    const char *mark = path ? strchr(path, '%') : NULL;
    return mark ? arena_printf(out, "%.*s%s%s", (int)(mark - path), path, name, mark + 1) : path;
}

static ExitStatus simulate_among_others(Cli *cli, const char *what)
{
    Options own = *cli->options;
    Arena *a = cli->session->arena;
    const char *name = name_in_files(a, what), *words[] = {what};
    const char **files[] = {&own.run.output, &own.plot,           &own.html,
                            &own.stats,      &own.run.checkpoint, &own.run.resume};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        *files[i] = file_of_model(a, *files[i], name);
    own.words.data = words;
    own.words.count = 1;
    Cli one = *cli;
    one.session = session_open();
    one.options = &own;
    one.n_shown = 0;
    ExitStatus status = simulate_one(&one);
    if (status == STATUS_DONE && diag_count(one.session->diag, SEVERITY_ERROR))
        status = STATUS_WRONG_MODEL;
    fflush(one.out);
    cli_show_diagnostics(&one, true);
    session_close(one.session);
    return status;
}

// One file cannot have the results of several models.
static bool files_differ(Cli *cli)
{
    const Options *o = cli->options;
    const char *const files[] = {o->run.output, o->plot, o->html, o->stats, o->run.checkpoint};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (!files[i] || side_file_is_output(files[i]) || strchr(files[i], '%')) continue;
        Diagnostic *d = diag_error(cli->session->diag, (Span){0, 0}, E_USAGE,
                                   "several models cannot write the same file '%s'", files[i]);
        diag_label(cli->session->diag, d, "write %% where the name of the model shall be");
        return false;
    }
    return true;
}

ExitStatus cmd_simulate(Cli *cli)
{
    const WordList *models = &cli->options->words;
    if (models->count == 1) return simulate_one(cli);
    if (!files_differ(cli)) return STATUS_USAGE;
    ExitStatus worst = STATUS_DONE;
    for (uint32_t i = 0; i < models->count && !*interrupt_flag(); i++) {
        ExitStatus status = simulate_among_others(cli, models->data[i]);
        if (worst == STATUS_DONE) worst = status;
    }
    return worst;
}
