// unit_text.h -- units as people read them, and the units in which values are shown.
#ifndef RESULTS_UNIT_TEXT_H
#define RESULTS_UNIT_TEXT_H
#include <stdbool.h>

#include "base/text.h"

// shown = factor * value + offset
typedef struct UnitChange {
    double factor, offset;
    const char *unit; // in Modelica notation; NULL: none
} UnitChange;

// "kg.m2/s3" as kg·m²/s³, "degC" as °C, "Ohm" as Ω, "1" and NULL as nothing.
void unit_add_text(Text *t, const char *unit);
// From `unit` to `display_unit` where that conversion is known, else none. Both may be NULL.
UnitChange unit_for_display(const char *unit, const char *display_unit);
// For values up to `largest` in magnitude: a unit with an SI prefix (mA, kW), hours or days for
// long times. `power` is the power of ten that remains to be shown when no unit says it, or 0.
UnitChange unit_for_size(Arena *out, const char *unit, double largest, int *power);
#endif
