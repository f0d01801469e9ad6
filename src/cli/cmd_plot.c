// `tarn plot RESULT VAR...`: pictures of result files.
#include <string.h>

#include "cli/cli.h"
#include "cli/plotting.h"
#include "results/result_reader.h"

static const Span nowhere = {0, 0};

enum { MOST_UNASKED = 12 }; // variables drawn when none is named

static ResultFile *open_result(Cli *cli, const char *path)
{
    const char *why = NULL;
    ResultFile *f = result_file_open(cli->session->arena, path, &why);
    if (!f) diag_error(cli->session->diag, nowhere, E_FILE, "%s", why);
    return f;
}

// Only the columns that are drawn are read.
static const Trajectory *load(Cli *cli, ResultFile *f, const WordList *names, const char *path)
{
    Arena *arena = cli->session->arena;
    const ResultNames *known = result_names(arena, result_file_table(f));
    const ResultVariable **wanted = ARENA_ARRAY(arena, const ResultVariable *, names->count + 2);
    uint32_t n = 0;
    const char *x = cli->options->plot_x, *why = NULL;
    for (uint32_t i = 0; i < names->count; i++) {
        wanted[n] = result_find(known, names->data[i]);
        n += wanted[n] != NULL;
    }
    wanted[n] = x ? result_find(known, x) : NULL;
    n += wanted[n] != NULL;
    const Trajectory *t = result_file_load(f, arena, wanted, n, &why);
    if (!t) diag_error(cli->session->diag, nowhere, E_FILE, "%s", why);
    if (t && !t->n_rows) diag_error(cli->session->diag, nowhere, E_FILE, "'%s' has no rows", path);
    return t && t->n_rows ? t : NULL;
}

static bool choose_variables(Cli *cli, const ResultTable *table, WordList *names)
{
    Arena *arena = cli->session->arena;
    const Options *o = cli->options;
    WordList asked = {0};
    for (uint32_t i = 1; i < o->words.count; i++) VEC_PUSH(arena, &asked, o->words.data[i]);
    if (o->plot_x) {
        WordList abscissa = {0}, found = {0};
        VEC_PUSH(arena, &abscissa, o->plot_x);
        if (!plotting_find_variables(cli, table, &abscissa, &found)) return false;
    }
    if (asked.count) return plotting_find_variables(cli, table, &asked, names);
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

ExitStatus cmd_plot(Cli *cli)
{
    Arena *arena = cli->session->arena;
    const Options *o = cli->options;
    if (o->html) return cli_not_implemented(cli, "--html");
    uint32_t n = o->with.count + 1;
    const char **paths = ARENA_ARRAY(arena, const char *, n);
    const char **labels = ARENA_ARRAY(arena, const char *, n);
    const Trajectory **results = ARENA_ARRAY(arena, const Trajectory *, n);
    paths[0] = o->words.data[0];
    for (uint32_t i = 1; i < n; i++) paths[i] = o->with.data[i - 1];
    label_results(arena, paths, n, labels);
    WordList names = {0};
    for (uint32_t i = 0; i < n; i++) {
        ResultFile *f = open_result(cli, paths[i]);
        if (!f) return STATUS_USAGE;
        // Later results may lack a variable; the first must have all.
        bool chosen = i > 0 || choose_variables(cli, result_file_table(f), &names);
        results[i] = chosen ? load(cli, f, &names, paths[i]) : NULL;
        result_file_close(f);
        if (!results[i]) return STATUS_USAGE;
    }
    return plotting_write(cli, results, labels, n, &names, o->output) ? STATUS_DONE : STATUS_USAGE;
}
