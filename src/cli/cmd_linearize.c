// tarn linearize: a model as a linear system around a point of its run.
#include <math.h>
#include <string.h>

#include "cli/cli.h"
#include "tarn/compile/compiled_model.h"
#include "tarn/runs/linear_system.h"

static bool ends_with(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    return n > m && !strcmp(path + n - m, ending);
}

static bool write_system(Cli *cli, const LinearSystem *s)
{
    const char *path = cli->options->run.output;
    Text t = text_make(cli->session->arena);
    if (path && ends_with(path, ".csv"))
        linear_system_csv(s, &t);
    else if (path && ends_with(path, ".mat"))
        linear_system_mat(s, &t);
    else if (path || cli->options->json)
        linear_system_json(s, &t);
    else
        linear_system_text(s, &t);
    if (path) return cli_write(cli, path, &t);
    cli_print(cli, &t);
    return true;
}

static bool check_output(Cli *cli)
{
    const char *path = cli->options->run.output;
    if (!path || ends_with(path, ".csv") || ends_with(path, ".mat") || ends_with(path, ".json"))
        return true;
    diag_error(cli->session->diag, (Span){0, 0}, E_USAGE,
               "--output: a linear system is FILE.csv, FILE.mat or FILE.json");
    return false;
}

static ExitStatus status_of(tarn_result result)
{
    return result == TARN_OK          ? STATUS_DONE
           : result == TARN_WRONG_USE ? STATUS_USAGE
                                      : STATUS_STOPPED;
}

// To the time, and a look at it.
static ExitStatus linearize(Cli *cli, tarn_model *model, double at)
{
    const Options *o = cli->options;
    tarn_experiment e = tarn_model_experiment(model);
    RunKind kind = compiled_model_kind(&o->compile, &o->run);
    kind.sources = cli->session->sources;
    tarn_run *run = NULL;
    LinearSystem system;
    e.records = 0;
    if (isnan(at)) at = e.start_time;
    e.stop_time = fmax(e.stop_time, at);
    if (!(at >= e.start_time)) {
        diag_error(cli->session->diag, (Span){0, 0}, E_USAGE,
                   "--at %g lies before the start time %g", at, e.start_time);
        return STATUS_USAGE;
    }
    tarn_result result = run_open_as(model, &e, &kind, &run);
    if (result == TARN_OK) result = tarn_run_initialize(run);
    if (result == TARN_OK && at > e.start_time) result = tarn_run_advance(run, at, 0);
    if (result == TARN_OK && !linear_system_of(run, model, cli->session->arena, &system))
        result = TARN_STOPPED;
    ExitStatus status = status_of(result);
    if (run) compiled_model_report(run, cli->session, o->words.data[0], &o->compile);
    if (result == TARN_OK && !write_system(cli, &system)) status = STATUS_USAGE;
    tarn_run_close(run);
    return status;
}

ExitStatus cmd_linearize(Cli *cli)
{
    const Options *o = cli->options;
    if (!check_output(cli)) return STATUS_USAGE;
    tarn_model *model = compiled_model(cli->session, o->words.data[0], &o->compile, &o->run, NULL);
    if (!model) return STATUS_WRONG_MODEL;
    ExitStatus status = linearize(cli, model, o->linearize_at);
    tarn_model_close(model);
    return status;
}
