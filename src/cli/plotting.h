// plotting.h -- from names on the command line to a picture in a file; for `plot` and `simulate`.
#ifndef CLI_PLOTTING_H
#define CLI_PLOTTING_H
#include "cli/cli.h"
#include "results/plot_svg.h"
#include "results/result_page.h"

typedef struct PlotNames {
    WordList variables;
    const char *x; // NULL: time
} PlotNames;

// The variables of `table` that `words` name, in their order, each once, and that of --x. A word
// is a name, a pattern with `*`, or the begin or end of a name, up to a dot, that no other name
// has. False after an error about a word that fits nothing, with near names.
bool plotting_find(Cli *cli, const ResultTable *table, const WordList *words, PlotNames *names);
// The same; without words all variables, or an error when they are too many for a picture.
bool plotting_choose(Cli *cli, const ResultTable *table, const WordList *words, PlotNames *names);

// Whether a picture can have this name; false after an error.
bool plotting_is_picture(Cli *cli, const char *path);

// Draws `names` of all results by the options of the command line into `path`; NULL is standard
// output. False after an error.
bool plotting_write(Cli *cli, const Trajectory *const *results, const char *const *result_labels,
                    uint32_t n_results, const PlotNames *names, const char *path);

// A page with all variables of the runs, `names` plotted at first. False after an error.
bool plotting_write_page(Cli *cli, const PageRun *runs, uint32_t n_runs, const WordList *names,
                         FigureList figures, const char *path);
// The first figure of the model that the result has something of.
bool plotting_write_figure(Cli *cli, const Trajectory *t, const FigureList *figures,
                           const char *path);
#endif
