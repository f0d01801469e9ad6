// figures.h -- which curves the author of a model wants to be looked at first (18.1.2 of the
// specification): what its annotation Documentation(figures = {...}) and those of its base classes
// say. Texts are as written, with their %{...}; NULL and NaN where nothing was said.
#ifndef ABI_FIGURES_H
#define ABI_FIGURES_H
#include <stdbool.h>
#include <stdint.h>

typedef struct FigureAxis {
    double min, max; // in `unit`
    const char *unit, *label;
} FigureAxis;

typedef struct FigureCurve {
    const char *x, *y; // names of result variables: "time", "a.b[2]", "der(a.b)"
    const char *legend;
} FigureCurve;

typedef struct FigurePlot {
    const char *title, *identifier;
    FigureAxis x, y;
    const FigureCurve *curves;
    uint32_t n_curves;
} FigurePlot;

typedef struct Figure {
    const char *title, *identifier, *group, *caption;
    bool is_preferred;
    const FigurePlot *plots;
    uint32_t n_plots;
} Figure;

typedef struct FigureList { // those that are preferred come first
    const Figure *figures;
    uint32_t n;
} FigureList;
#endif
