// plot_axis.h -- from values to pixels: linear and logarithmic scales with readable ticks.
#ifndef RESULTS_PLOT_AXIS_H
#define RESULTS_PLOT_AXIS_H
#include "results/unit_text.h"

enum { MOST_TICKS = 64 };

typedef struct AxisTick {
    double pixel;
    const char *label; // NULL: a minor tick, grid line only
} AxisTick;

typedef struct AxisRange { // of finite values; empty when low > high
    double low, high;
    double least_positive; // for logarithmic axes
} AxisRange;

typedef struct Axis {
    bool log;
    bool integral;    // no ticks between integers; to be set before axis_place
    double low, high; // in shown units
    UnitChange change;
    int power; // shown values are to be multiplied by 10^power
    // Labels that would be too long are written relative to a base, in powers of ten.
    double base;
    int label_power, base_decimals;
    double pixel_low, pixel_high;
    AxisTick ticks[MOST_TICKS];
    uint32_t n_ticks;
} Axis;

AxisRange range_empty(void);
void range_add(AxisRange *r, double value); // what is not finite is left out

// The scale for values in `range` of the given units. `margin`: whether to leave air at the
// ends (ordinates) or not (abscissas).
Axis axis_make(Arena *out, AxisRange range, const char *unit, const char *display_unit, bool log,
               bool margin);
// Places it between two pixels with about one tick every `spacing` of them.
void axis_place(Arena *out, Axis *a, double pixel_low, double pixel_high, double spacing);
// "ms", "10³ kg/s", "10⁻⁶ bar + 1.013": what the labels mean; "" for plain numbers.
const char *axis_unit_text(Arena *out, const Axis *a);

// NaN for what has no place (not finite, or not positive on a logarithmic axis).
double axis_pixel(const Axis *a, double value);
#endif
