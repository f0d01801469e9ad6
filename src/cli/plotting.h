// plotting.h -- from names on the command line to a picture in a file; for `plot` and `simulate`.
#ifndef CLI_PLOTTING_H
#define CLI_PLOTTING_H
#include "cli/cli.h"
#include "results/plot_svg.h"
#include "results/result_page.h"

// The variables of `table` that `words` name, in their order, each once. A word is a name or a
// pattern with `*`. False after an error about a word that fits nothing, with near names.
bool plotting_find_variables(Cli *cli, const ResultTable *table, const WordList *words,
                             WordList *names);

// Draws `names` of all results by the options of the command line into `path`; NULL is standard
// output. False after an error.
bool plotting_write(Cli *cli, const Trajectory *const *results, const char *const *result_labels,
                    uint32_t n_results, const WordList *names, const char *path);

// A page with all variables of the runs, `names` plotted at first. False after an error.
bool plotting_write_page(Cli *cli, const PageRun *runs, uint32_t n_runs, const WordList *names,
                         const char *path);
#endif
