// plot_svg.h -- pictures of results as SVG: panels, legends, events, light and dark.
#ifndef RESULTS_PLOT_SVG_H
#define RESULTS_PLOT_SVG_H
#include "results/trajectory.h"

typedef struct PlotCurve {
    const Trajectory *result;
    const ResultVariable *y;
    const ResultVariable *x; // NULL: time
    const char *label;       // in the legend; NULL: the name of y
    uint32_t color;          // number in the palette
    uint32_t dash;           // number of the line style; 0 is solid
} PlotCurve;

typedef struct PlotPanel {
    PlotCurve *curves;
    uint32_t n_curves;
    double low, high; // of the ordinate, in its base unit; 0 or NaN: as the curves need
} PlotPanel;

typedef enum { THEME_AUTO, THEME_LIGHT, THEME_DARK } PlotTheme; // auto: as the reader's system

// Panels lie one below the other and share the abscissa. A zero or NaN means "choose".
typedef struct PlotSpec {
    const char *title; // NULL: none
    const PlotPanel *panels;
    uint32_t n_panels;
    PlotTheme theme;
    bool log_x, log_y;
    double width, panel_height; // pixels
    double x_low, x_high;       // part of the abscissa, in its base unit
} PlotSpec;

enum { PLOT_PALETTE_SIZE = 8, PLOT_DASH_STYLES = 4 };

// Panels as people expect them: `one` for all variables, or one for each unit and for Booleans.
// Curve i of variable v and result r has the label of both as far as they differ.
typedef enum { PANELS_BY_UNIT, PANELS_ONE, PANELS_EACH } PanelChoice;
typedef struct PlotRequest {
    const Trajectory *const *results;
    const char *const *result_labels; // used when there are several results
    uint32_t n_results;
    const char *const *variables; // names; a result that has not got one is left out
    uint32_t n_variables;
    const char *x; // NULL: time
    PanelChoice panels;
} PlotRequest;
void plot_arrange(Arena *out, const PlotRequest *request, PlotSpec *spec);

// Appends a whole SVG document. O(rows of the curves); under 300 kB however long the result.
void plot_svg(const PlotSpec *spec, Text *out);
#endif
