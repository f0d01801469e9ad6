// figure_panels.h -- the figures of a model's annotation, with the values of a result: as panels of
// a picture, and as data of a page.
#ifndef RESULTS_FIGURE_PANELS_H
#define RESULTS_FIGURE_PANELS_H
#include "abi/figures.h"
#include "results/plot_svg.h"

// %{x} as the last value of x, %% as %, links as their text.
const char *figure_text(Arena *out, const char *text, const Trajectory *t);
// The panels of a figure; curves of variables that the result has not got are left out, and so are
// plots over another abscissa than the first one. False: nothing is left.
bool figure_arrange(Arena *out, const Figure *figure, const Trajectory *t, PlotSpec *spec);
// JSON: [{title, caption, preferred, plots: [{title, x, y, curves}]}], with curves of this result
// alone.
void figures_json(Arena *scratch, const FigureList *figures, const Trajectory *t, Text *out);
// Whether the result has a curve of it.
bool figure_is_drawn(const Figure *figure, const ResultNames *names);
#endif
