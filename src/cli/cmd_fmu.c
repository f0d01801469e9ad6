// tarn fmu: a model as an FMU, for other tools.
#include <string.h>

#include "cli/cli.h"
#include "fmi/export/export.h"
#include "fmi/export/runtime.h"

static const char *output_of(Cli *cli, const Pipeline *p)
{
    if (cli->options->run.output) return cli->options->run.output;
    return arena_printf(cli->session->arena, "%s.fmu", p->program->model.name);
}

static bool write_fmu(Cli *cli, Pipeline *p)
{
    const Options *o = cli->options;
    ExportResult result;
    ExportOptions options = {.version = o->fmi_version == 0 ? 3 : 2,
                             .output = output_of(cli, p),
                             .interface = o->interface,
                             .variables = o->run.variables,
                             .reference = o->reference,
                             .runtime = fmu_runtime,
                             .runtime_size = (size_t)(fmu_runtime_end - fmu_runtime),
                             .sources = o->source ? fmu_sources : NULL,
                             .sources_size = (size_t)(fmu_sources_end - fmu_sources)};
    if (!fmu_export(p, &o->run, &options, &result)) return false;
    if (!o->quiet)
        fprintf(cli->out, "%s: FMI %d.0, %u variables, %.1f MB\n", options.output, options.version,
                result.n_variables, (double)result.size / 1e6);
    return true;
}

ExitStatus cmd_fmu(Cli *cli)
{
    Pipeline p = {.session = cli->session, .options = &cli->options->compile};
    if (!fmu_runtime) {
        diag_error(cli->session->diag, (Span){0, 0}, E_USAGE,
                   "this program was built without the runtime of exported models");
        return STATUS_USAGE;
    }
    PipelineOutcome outcome = pipeline_compile(&p, cli->options->words.data[0]);
    if (outcome == PIPELINE_DONE && !write_fmu(cli, &p)) outcome = PIPELINE_WRONG_MODEL;
    pipeline_close(&p);
    return cli_status(outcome);
}
