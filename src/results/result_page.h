// result_page.h -- results as one HTML page: all variables of all runs, to search and to plot.
#ifndef RESULTS_RESULT_PAGE_H
#define RESULTS_RESULT_PAGE_H
#include "abi/figures.h"
#include "results/trajectory.h"

typedef struct PageRun {
    const Trajectory *result; // hidden variables are left out unless they are chosen
    const char *label;
    const char *statistics; // the text of --stats; NULL: none
} PageRun;

typedef struct ResultPage {
    const char *title;
    const PageRun *runs;
    uint32_t n_runs;
    const char *const *chosen; // names of the variables shown at first
    uint32_t n_chosen;
    FigureList figures; // of the model; shown before anything that is not chosen
} ResultPage;

// Appends the page. False with a sentence in `why` when the program was built without a part
// of it. O(rows times distinct variables); long results are thinned, extrema are kept.
bool result_page(const ResultPage *page, Text *out, const char **why);
#endif
