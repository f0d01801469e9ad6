// `tarn plot RESULT... VAR...`: pictures of result files, or a page to explore them.
#include <string.h>
#include <unistd.h>

#include "cli/plotting.h"
#include "cli/result_input.h"
#include "results/result_writer.h"

static const Span nowhere = {0, 0};

typedef struct {
    WordList results, variables;
} Asked;

// The first word is a result, and so are others that name a result file; then --with.
static Asked read_words(Cli *cli)
{
    Arena *arena = cli->session->arena;
    const Options *o = cli->options;
    Asked asked = {0};
    for (uint32_t i = 0; i < o->words.count; i++) {
        const char *word = o->words.data[i];
        bool is_result = i == 0 || (result_format_of_path(word) && !access(word, R_OK));
        VEC_PUSH(arena, is_result ? &asked.results : &asked.variables, word);
    }
    for (uint32_t i = 0; i < o->with.count; i++) VEC_PUSH(arena, &asked.results, o->with.data[i]);
    return asked;
}

// Only the columns that are drawn are read.
static const Trajectory *load_drawn(Cli *cli, ResultFile *f, const PlotNames *names,
                                    const char *path)
{
    Arena *arena = cli->session->arena;
    const ResultNames *known = result_names(arena, result_file_table(f));
    uint32_t n = 0, n_names = names->variables.count;
    const ResultVariable **wanted = ARENA_ARRAY(arena, const ResultVariable *, n_names + 2);
    for (uint32_t i = 0; i < n_names; i++) {
        wanted[n] = result_find(known, names->variables.data[i]);
        n += wanted[n] != NULL;
    }
    wanted[n] = names->x ? result_find(known, names->x) : NULL;
    n += wanted[n] != NULL;
    return result_input_load(cli, f, wanted, n, path);
}

// "runs/a.csv" and "runs/b.csv" are told apart as a and b; equal names keep their paths.
static const char *label_of(Arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return arena_copy_text(arena, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

static void label_results(Arena *arena, const char *const *paths, uint32_t n, const char **labels)
{
    for (uint32_t i = 0; i < n; i++) labels[i] = label_of(arena, paths[i]);
    for (uint32_t i = 1; i < n; i++)
        if (!strcmp(labels[0], labels[i]))
            for (uint32_t k = 0; k < n; k++) labels[k] = paths[k];
}

// The file of --stats that belongs to result `i`; NULL without. False after an error.
static bool read_statistics(Cli *cli, uint32_t i, const char **statistics)
{
    const Options *o = cli->options;
    *statistics = NULL;
    if (i >= o->plot_stats.count) return true;
    Text text = text_make(cli->session->arena);
    FILE *f = fopen(o->plot_stats.data[i], "rb");
    char block[4096];
    for (size_t n; f && (n = fread(block, 1, sizeof block, f)) > 0;)
        text_add_bytes(&text, block, n);
    bool done = f && !ferror(f);
    if (f) fclose(f);
    if (!done)
        diag_error(cli->session->diag, nowhere, E_FILE, "cannot read '%s'", o->plot_stats.data[i]);
    *statistics = text_cstr(&text);
    return done;
}

// Those of the model that --figures names. False after an error.
static bool read_figures(Cli *cli, Pipeline *p, FigureList *figures)
{
    *p = (Pipeline){.session = cli->session, .options = &cli->options->compile};
    *figures = (FigureList){0};
    if (!cli->options->figures) return true;
    bool done = pipeline_run(p, cli->options->figures, STAGE_INSTANCE) == PIPELINE_DONE;
    if (done) *figures = p->instance->figures;
    if (done && !figures->n)
        diag_error(cli->session->diag, nowhere, E_USAGE, "'%s' describes no figures",
                   p->loaded.model);
    return done && figures->n;
}

static bool write_page(Cli *cli, const Trajectory *const *results, const char *const *labels,
                       uint32_t n, const PlotNames *names, FigureList figures)
{
    PageRun *runs = ARENA_ARRAY(cli->session->arena, PageRun, n);
    for (uint32_t i = 0; i < n; i++) {
        runs[i] = (PageRun){.result = results[i], .label = labels[i]};
        if (!read_statistics(cli, i, &runs[i].statistics)) return false;
    }
    return plotting_write_page(cli, runs, n, &names->variables, figures, cli->options->html);
}

static ExitStatus plot_results(Cli *cli, FigureList figures)
{
    Arena *arena = cli->session->arena;
    const Options *o = cli->options;
    Asked asked = read_words(cli);
    bool is_figure = figures.n && !asked.variables.count && !o->plot_x;
    // On a page the reader chooses.
    bool (*choose)(Cli *, const ResultTable *, const WordList *, PlotNames *) =
        o->html || is_figure ? plotting_find : plotting_choose;
    uint32_t n = asked.results.count;
    const char **labels = ARENA_ARRAY(arena, const char *, n);
    const Trajectory **results = ARENA_ARRAY(arena, const Trajectory *, n);
    label_results(arena, asked.results.data, n, labels);
    PlotNames names = {0};
    for (uint32_t i = 0; i < n; i++) {
        const char *path = asked.results.data[i];
        ResultFile *f = result_input_open(cli, path);
        if (!f) return STATUS_USAGE;
        // Later results may lack a variable; the first must have all.
        bool chosen = i > 0 || choose(cli, result_file_table(f), &asked.variables, &names);
        results[i] = !chosen                ? NULL
                     : o->html || is_figure ? result_input_load(cli, f, NULL, 0, path)
                                            : load_drawn(cli, f, &names, path);
        result_file_close(f);
        if (!results[i]) return STATUS_USAGE;
    }
    if (o->html && !write_page(cli, results, labels, n, &names, figures)) return STATUS_USAGE;
    if (o->html && !o->run.output) return STATUS_DONE;
    bool done = is_figure ? plotting_write_figure(cli, results[0], &figures, o->run.output)
                          : plotting_write(cli, results, labels, n, &names, o->run.output);
    return done ? STATUS_DONE : STATUS_USAGE;
}

ExitStatus cmd_plot(Cli *cli)
{
    Pipeline p;
    FigureList figures;
    bool known = read_figures(cli, &p, &figures);
    ExitStatus status = known ? plot_results(cli, figures) : STATUS_USAGE;
    pipeline_close(&p);
    return status;
}
