#include "cli/plotting.h"

#include <errno.h>
#include <string.h>

#include "results/figure_panels.h"

static const Span nowhere = {0, 0};

// `*` stands for any text; everything else for itself. Greedy with one place to return to.
static bool matches(const char *pattern, const char *text)
{
    const char *star = NULL, *retry = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            retry = text;
        } else if (*pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++retry;
        } else {
            return false;
        }
    }
    while (*pattern == '*') pattern++;
    return !*pattern;
}

static void add_once(Arena *arena, WordList *names, const char *name)
{
    for (uint32_t i = 0; i < names->count; i++)
        if (!strcmp(names->data[i], name)) return;
    VEC_PUSH(arena, names, name);
}

static void report_unknown(Cli *cli, const ResultTable *table, const char *word)
{
    enum { SHOWN = 6 };
    const char *near[SHOWN];
    Diag *diag = cli->session->diag;
    Diagnostic *d =
        diag_error(diag, nowhere, E_NO_VARIABLE, "the result has no variable '%s'", word);
    uint32_t n = result_near_names(table, word, SHOWN, near);
    if (n) diag_label(diag, d, "did you mean '%s'?", near[0]);
    for (uint32_t i = 1; i < n; i++) diag_note(diag, d, nowhere, "there is also '%s'", near[i]);
}

static bool find_word(Cli *cli, const ResultNames *known, const ResultTable *table,
                      const char *word, WordList *names)
{
    Arena *arena = cli->session->arena;
    const ResultVariable *one = result_find(known, word);
    if (!one) one = result_complete(table, word);
    if (one) {
        add_once(arena, names, one->name);
        return true;
    }
    bool found = false;
    for (uint32_t k = 1; k < table->n_variables && strchr(word, '*'); k++) {
        if (!matches(word, table->variables[k].name)) continue;
        add_once(arena, names, table->variables[k].name);
        found = true;
    }
    if (!found) report_unknown(cli, table, word);
    return found;
}

bool plotting_find(Cli *cli, const ResultTable *table, const WordList *words, PlotNames *names)
{
    if (!words->count && !cli->options->plot_x) return true;
    const ResultNames *known = result_names(cli->session->arena, table);
    bool all_found = true;
    for (uint32_t i = 0; i < words->count; i++)
        all_found &= find_word(cli, known, table, words->data[i], &names->variables);
    WordList abscissa = {0};
    if (cli->options->plot_x) {
        all_found &= find_word(cli, known, table, cli->options->plot_x, &abscissa);
        names->x = abscissa.count ? abscissa.data[0] : NULL;
    }
    return all_found;
}

static bool is_drawn(const ResultVariable *v)
{
    return v->place == KEPT_ROW && !v->hidden;
}

// Outputs, then states, where the result knows them.
static void choose_by_role(Cli *cli, const ResultTable *table, uint32_t most, WordList *names)
{
    for (uint32_t i = 1; i < table->n_variables && names->count < most; i++)
        if (table->variables[i].is_output && is_drawn(&table->variables[i]))
            add_once(cli->session->arena, names, table->variables[i].name);
    for (uint32_t i = 1; i < table->n_variables && names->count < most; i++)
        if (table->variables[i].is_state && is_drawn(&table->variables[i]))
            add_once(cli->session->arena, names, table->variables[i].name);
}

bool plotting_choose(Cli *cli, const ResultTable *table, const WordList *words, PlotNames *names)
{
    enum { MOST_UNASKED = 12 };
    if (!plotting_find(cli, table, words, names)) return false;
    if (words->count) return true;
    WordList *all = &names->variables;
    choose_by_role(cli, table, MOST_UNASKED, all);
    if (all->count) return true;
    for (uint32_t i = 1; i < table->n_variables; i++) {
        const ResultVariable *v = &table->variables[i];
        if (is_drawn(v)) VEC_PUSH(cli->session->arena, all, v->name);
    }
    if (all->count && all->count <= MOST_UNASKED) return true;
    Diagnostic *d = diag_error(cli->session->diag, nowhere, E_USAGE,
                               "which of the %u variables is to be drawn?", all->count);
    for (uint32_t i = 0; i < all->count && i < 5; i++)
        diag_note(cli->session->diag, d, nowhere, "for example '%s'", all->data[i]);
    return false;
}

static bool write_text(Cli *cli, const Text *t, const char *path)
{
    if (path) return cli_write(cli, path, t);
    if (fwrite(t->data, 1, t->length, cli->out) == t->length) return true;
    diag_error(cli->session->diag, nowhere, E_FILE, "cannot write 'standard output': %s",
               strerror(errno));
    return false;
}

static bool has_ending(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    return n >= m && !strcmp(path + n - m, ending);
}

bool plotting_is_picture(Cli *cli, const char *path)
{
    if (has_ending(path, ".svg")) return true;
    diag_error(cli->session->diag, nowhere, E_USAGE, "'%s' does not end with .svg", path);
    return false;
}

static PlotSpec spec_of(const Options *o, const Trajectory *first)
{
    return (PlotSpec){
        .title = o->plot_title ? o->plot_title : first->table.model,
        .theme = (PlotTheme)o->plot_theme,
        .log_x = o->log_x,
        .log_y = o->log_y,
        .width = isnan(o->plot_width) ? 0 : o->plot_width,
        .panel_height = isnan(o->plot_height) ? 0 : o->plot_height,
        .x_low = o->plot_from,
        .x_high = o->plot_to,
    };
}

static bool draw(Cli *cli, const PlotSpec *spec, const char *path)
{
    Text picture = text_make(cli->session->arena);
    plot_svg(spec, &picture);
    return write_text(cli, &picture, path);
}

bool plotting_write(Cli *cli, const Trajectory *const *results, const char *const *result_labels,
                    uint32_t n_results, const PlotNames *names, const char *path)
{
    const Options *o = cli->options;
    if (path && !plotting_is_picture(cli, path)) return false;
    PlotRequest request = {
        .results = results,
        .result_labels = result_labels,
        .n_results = n_results,
        .variables = names->variables.data,
        .n_variables = names->variables.count,
        .x = names->x,
        .panels = (PanelChoice)o->plot_panels,
    };
    PlotSpec spec = spec_of(o, results[0]);
    plot_arrange(cli->session->arena, &request, &spec);
    return draw(cli, &spec, path);
}

// A figure may speak of what there is not, or of whole arrays.
static void warn_of_curves(Cli *cli, const FigureList *figures, const ResultTable *table)
{
    enum { MOST_NAMES = 6 };
    Text names = text_make(cli->session->arena);
    const ResultNames *known = figures->n ? result_names(cli->session->arena, table) : NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < figures->n; i++)
        for (uint32_t k = 0; k < figures->figures[i].n_plots; k++) {
            const FigurePlot *plot = &figures->figures[i].plots[k];
            for (uint32_t c = 0; c < plot->n_curves; c++) {
                const char *y = plot->curves[c].y;
                if (result_find(known, y) || n++ >= MOST_NAMES) continue;
                text_printf(&names, "%s'%s'", n > 1 ? ", " : "", y);
            }
        }
    if (n && !cli->options->run.variables)
        diag_warning(cli->session->diag, nowhere, E_NO_VARIABLE,
                     "the figures of the model show what is no scalar variable of the result: %s%s",
                     text_cstr(&names), n > MOST_NAMES ? " and more" : "");
}

bool plotting_write_figure(Cli *cli, const Trajectory *t, const FigureList *figures,
                           const char *path)
{
    Arena *arena = cli->session->arena;
    if (path && !plotting_is_picture(cli, path)) return false;
    warn_of_curves(cli, figures, &t->table);
    for (uint32_t i = 0; i < figures->n; i++) {
        PlotSpec spec = spec_of(cli->options, t);
        const char *title = figure_text(arena, figures->figures[i].title, t);
        if (!figure_arrange(arena, &figures->figures[i], t, &spec)) continue;
        if (!cli->options->plot_title && title && *title) spec.title = title;
        return draw(cli, &spec, path);
    }
    diag_error(cli->session->diag, nowhere, E_NO_VARIABLE,
               "the result has no variable that the figures of the model show");
    return false;
}

// The model; a few runs by their labels, many by their number.
static const char *title_of(Cli *cli, const PageRun *runs, uint32_t n)
{
    enum { MOST_NAMED = 4 };
    const char *model = runs[0].result->table.model;
    Text labels = text_make(cli->session->arena);
    for (uint32_t i = 0; i < n && n <= MOST_NAMED; i++)
        text_printf(&labels, "%s%s", i ? ", " : "", runs[i].label);
    for (uint32_t i = 1; i < n && model; i++) {
        const char *other = runs[i].result->table.model;
        if (!other || strcmp(other, model) != 0) model = NULL;
    }
    if (n == 1) return model ? model : text_cstr(&labels);
    if (n <= MOST_NAMED) return text_cstr(&labels);
    return arena_printf(cli->session->arena, "%s%s%u runs", model ? model : "", model ? ", " : "",
                        n);
}

bool plotting_write_page(Cli *cli, const PageRun *runs, uint32_t n_runs, const WordList *names,
                         FigureList figures, const char *path)
{
    const char *title = cli->options->plot_title;
    if (!title) title = title_of(cli, runs, n_runs);
    ResultPage page = {.title = title,
                       .runs = runs,
                       .n_runs = n_runs,
                       .chosen = names->data,
                       .n_chosen = names->count,
                       .figures = figures};
    Text text = text_make(cli->session->arena);
    const char *why = NULL;
    warn_of_curves(cli, &figures, &runs[0].result->table);
    if (result_page(&page, &text, &why)) return write_text(cli, &text, path);
    diag_error(cli->session->diag, nowhere, E_FILE, "'%s' cannot be made: %s", path, why);
    return false;
}
