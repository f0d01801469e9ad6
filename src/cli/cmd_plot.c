// `tarn plot RESULT... VAR...`: pictures of result files, or a page to explore them.
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/plotting.h"
#include "results/result_reader.h"
#include "results/result_writer.h"

static const Span nowhere = {0, 0};

enum { MOST_UNASKED = 12 }; // variables drawn when none is named

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

static ResultFile *open_result(Cli *cli, const char *path)
{
    const char *why = NULL;
    ResultFile *f = result_file_open(cli->session->arena, path, &why);
    if (!f) diag_error(cli->session->diag, nowhere, E_FILE, "%s", why);
    return f;
}

static const Trajectory *load(Cli *cli, ResultFile *f, const ResultVariable *const *wanted,
                              uint32_t n, const char *path)
{
    const char *why = NULL;
    const Trajectory *t = result_file_load(f, cli->session->arena, wanted, n, &why);
    if (!t) diag_error(cli->session->diag, nowhere, E_FILE, "%s", why);
    if (t && !t->n_rows) diag_error(cli->session->diag, nowhere, E_FILE, "'%s' has no rows", path);
    return t && t->n_rows ? t : NULL;
}

// Only the columns that are drawn are read.
static const Trajectory *load_drawn(Cli *cli, ResultFile *f, const WordList *names,
                                    const char *path)
{
    Arena *arena = cli->session->arena;
    const ResultNames *known = result_names(arena, result_file_table(f));
    const ResultVariable **wanted = ARENA_ARRAY(arena, const ResultVariable *, names->count + 2);
    uint32_t n = 0;
    const char *x = cli->options->plot_x;
    for (uint32_t i = 0; i < names->count; i++) {
        wanted[n] = result_find(known, names->data[i]);
        n += wanted[n] != NULL;
    }
    wanted[n] = x ? result_find(known, x) : NULL;
    n += wanted[n] != NULL;
    return load(cli, f, wanted, n, path);
}

static bool choose_variables(Cli *cli, const ResultTable *table, const WordList *asked,
                             WordList *names)
{
    Arena *arena = cli->session->arena;
    const Options *o = cli->options;
    if (o->plot_x) {
        WordList abscissa = {0}, found = {0};
        VEC_PUSH(arena, &abscissa, o->plot_x);
        if (!plotting_find_variables(cli, table, &abscissa, &found)) return false;
    }
    if (asked->count) return plotting_find_variables(cli, table, asked, names);
    if (o->html) return true; // all are there; the reader chooses
    for (uint32_t i = 1; i < table->n_variables; i++)
        if (table->variables[i].place == KEPT_ROW) VEC_PUSH(arena, names, table->variables[i].name);
    if (names->count && names->count <= MOST_UNASKED) return true;
    Diagnostic *d = diag_error(cli->session->diag, nowhere, E_USAGE,
                               "which of the %u variables is to be drawn?", names->count);
    for (uint32_t i = 0; i < names->count && i < 5; i++)
        diag_note(cli->session->diag, d, nowhere, "for example '%s'", names->data[i]);
    return false;
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

static bool write_page(Cli *cli, const Trajectory *const *results, const char *const *labels,
                       uint32_t n, const WordList *names)
{
    PageRun *runs = ARENA_ARRAY(cli->session->arena, PageRun, n);
    for (uint32_t i = 0; i < n; i++) {
        runs[i] = (PageRun){.result = results[i], .label = labels[i]};
        if (!read_statistics(cli, i, &runs[i].statistics)) return false;
    }
    return plotting_write_page(cli, runs, n, names, cli->options->html);
}

ExitStatus cmd_plot(Cli *cli)
{
    Arena *arena = cli->session->arena;
    const Options *o = cli->options;
    Asked asked = read_words(cli);
    uint32_t n = asked.results.count;
    const char **labels = ARENA_ARRAY(arena, const char *, n);
    const Trajectory **results = ARENA_ARRAY(arena, const Trajectory *, n);
    label_results(arena, asked.results.data, n, labels);
    WordList names = {0};
    for (uint32_t i = 0; i < n; i++) {
        const char *path = asked.results.data[i];
        ResultFile *f = open_result(cli, path);
        if (!f) return STATUS_USAGE;
        // Later results may lack a variable; the first must have all.
        bool chosen =
            i > 0 || choose_variables(cli, result_file_table(f), &asked.variables, &names);
        results[i] = !chosen   ? NULL
                     : o->html ? load(cli, f, NULL, 0, path)
                               : load_drawn(cli, f, &names, path);
        result_file_close(f);
        if (!results[i]) return STATUS_USAGE;
    }
    if (o->html && !write_page(cli, results, labels, n, &names)) return STATUS_USAGE;
    if (o->html && !o->output) return STATUS_DONE;
    return plotting_write(cli, results, labels, n, &names, o->output) ? STATUS_DONE : STATUS_USAGE;
}
