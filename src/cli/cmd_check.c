// tarn check: everything up to causalization, then counts; of a package, every class in it.
#include "cli/check_many.h"
#include "cli/stats.h"
#include "fmi/import/fmu_check.h"

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

static ExitStatus check_one(Cli *cli, const CompileOptions *options, const char *what)
{
    Pipeline p = {.session = cli->session, .options = options};
    PipelineOutcome outcome = check_class(&p, what);
    if (p.flat && !cli->options->quiet) print_counts(cli, p.flat);
    if (!p.flat && p.instance && outcome == PIPELINE_DONE && !cli->options->quiet)
        fprintf(cli->out, "%s: names and types are right; there is nothing to count\n",
                p.instance->model_name->text);
    if (cli->options->stats) {
        Stats stats = {.method = NULL};
        stats_describe(&stats, &p, outcome == PIPELINE_DONE ? "done" : "wrong model");
        if (!stats_write(&stats, cli, cli->options->stats)) outcome = PIPELINE_WRONG_MODEL;
    }
    pipeline_close(&p);
    return cli_status(outcome);
}

// An FMU: its description, its archive, and unless nothing may be run, how it behaves.
static ExitStatus check_fmu(Cli *cli, const char *path)
{
    enum { MOST_SHOWN = 100 };
    Session *s = cli->session;
    Arena *a = arena_open("FMU");
    FmuFile f;
    bool ok = fmu_file_open(s, a, path, &f);
    bool runs = !cli->options->is_static && !cli->options->compile.no_external;
    runs = runs && ok;
    uint32_t n = ok ? f.description.complaints.count : 0;
    if (ok) fmu_check_description(a, &f);
    if (ok) fmu_file_warn(s, &f, n, MOST_SHOWN);
    if (ok && runs) ok = fmu_check_behaviour(s, a, &f);
    if (ok && !cli->options->quiet)
        fprintf(cli->out, "%s: FMI %s, %u variables; %s\n", path, f.description.version_text,
                f.description.variables.count,
                runs ? "it runs to the end of its experiment" : "nothing of it was run");
    arena_close(a);
    return ok ? STATUS_DONE : STATUS_WRONG_MODEL;
}

ExitStatus cmd_check(Cli *cli)
{
    CompileOptions options = cli->options->compile;
    options.as_part = !cli->options->whole;
    compile_options_to_check(&options);
    const WordList *words = &cli->options->words;
    if (words->count == 1 && fmu_is_path(words->data[0])) return check_fmu(cli, words->data[0]);
    if (!folders_exist(cli->session, &options)) return STATUS_USAGE;
    ClassList classes = {0};
    bool is_one = words->count == 1 && !check_is_package(cli->session, &options, words->data[0]);
    if (is_one && diag_count(cli->session->diag, SEVERITY_ERROR)) return STATUS_WRONG_MODEL;
    if (is_one) return check_one(cli, &options, words->data[0]);
    for (uint32_t i = 0; i < words->count; i++)
        if (!check_list_classes(cli->session, &options, words->data[i], &classes))
            return STATUS_WRONG_MODEL;
    return check_all(cli, &options, &classes);
}
