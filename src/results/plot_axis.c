// Ticks at 1, 2 or 5 times a power of ten [Heck90]; on logarithmic axes at powers of ten, with
// minor ones between when there are few.
#include "results/plot_axis.h"

#include <math.h>
#include <string.h>

AxisRange range_empty(void)
{
    return (AxisRange){INFINITY, -INFINITY, INFINITY};
}

void range_add(AxisRange *r, double value)
{
    if (!isfinite(value)) return;
    if (value < r->low) r->low = value;
    if (value > r->high) r->high = value;
    if (value > 0 && value < r->least_positive) r->least_positive = value;
}

// ---- the range shown

static void set_log_range(Axis *a, AxisRange r)
{
    a->log = true;
    a->low = log10(r.least_positive);
    a->high = log10(r.high);
    double air = 0.04 * (a->high - a->low);
    if (air < 0.02) air = 0.15;
    a->low -= air;
    a->high += air;
}

static void set_linear_range(Axis *a, AxisRange r, bool margin)
{
    double span = r.high - r.low, size = fmax(fabs(r.low), fabs(r.high));
    // Differences at the level of rounding are no signal: show a constant as a line.
    if (span <= 1e-11 * size || span == 0) {
        double air = size > 0 ? 0.1 * size : 1;
        a->low = r.low - air;
        a->high = r.high + air;
        return;
    }
    a->low = r.low;
    a->high = r.high;
    if (!margin) return;
    bool from_zero = r.low > 0 && r.low < 0.25 * span;
    bool to_zero = r.high < 0 && -r.high < 0.25 * span;
    a->low = from_zero ? 0 : r.low - 0.05 * span;
    a->high = to_zero ? 0 : r.high + 0.05 * span;
}

static double change_value(const UnitChange *c, double value)
{
    return c->factor * value + c->offset;
}

Axis axis_make(Arena *out, AxisRange range, const char *unit, const char *display_unit, bool log,
               bool margin)
{
    Axis a = {.change = unit_for_display(unit, display_unit)};
    if (range.low > range.high) range = (AxisRange){0, 1, 1};
    bool positive = isfinite(range.least_positive);
    range.low = change_value(&a.change, range.low);
    range.high = change_value(&a.change, range.high);
    range.least_positive = change_value(&a.change, range.least_positive);
    if (log && positive && range.high > 0) {
        set_log_range(&a, range);
        return a;
    }
    if (fmax(fabs(range.low), fabs(range.high)) < 1e-290)
        range = (AxisRange){0, 0, 0}; // beyond what scales can divide
    double largest = fmax(fabs(range.low), fabs(range.high));
    // Small changes of a large value get a base instead; see choose_base.
    if (range.high - range.low < 1e-5 * largest) {
        set_linear_range(&a, range, margin);
        return a;
    }
    UnitChange size = unit_for_size(out, a.change.unit, largest, &a.power);
    a.change.factor *= size.factor;
    a.change.offset *= size.factor;
    a.change.unit = size.unit;
    range.low *= size.factor;
    range.high *= size.factor;
    set_linear_range(&a, range, margin);
    return a;
}

// ---- ticks

static void add_tick(Axis *a, double value, const char *label)
{
    if (a->n_ticks == MOST_TICKS) return;
    double part = (value - a->low) / (a->high - a->low);
    double pixel = a->pixel_low + part * (a->pixel_high - a->pixel_low);
    a->ticks[a->n_ticks++] = (AxisTick){pixel, label};
}

static double round_step(double least)
{
    double power = pow(10, floor(log10(least)));
    double part = least / power;
    return power * (part <= 1 + 1e-9 ? 1 : part <= 2 + 1e-9 ? 2 : part <= 5 + 1e-9 ? 5 : 10);
}

// A number with a true minus sign.
static const char *label_of(Arena *out, double value, int decimals)
{
    const char *digits = arena_printf(out, "%.*f", decimals, fabs(value));
    bool zero = strspn(digits, "0.") == strlen(digits);
    return value < 0 && !zero ? arena_printf(out, "−%s", digits) : digits;
}

static int decimals_of(double step)
{
    return step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0;
}

// With more than LABEL_DIGITS digits, labels count from a round base in units of the step.
static void choose_base(Axis *a, double step)
{
    enum { LABEL_DIGITS = 6 };
    double largest = fmax(fabs(a->low), fabs(a->high)), grain = 1000 * step;
    a->base = 0;
    a->label_power = 0;
    if (largest < pow(10, LABEL_DIGITS) * step) return;
    a->base = grain * floor((a->low + a->high) / 2 / grain);
    a->base_decimals = decimals_of(grain);
    double farthest = fmax(fabs(a->low - a->base), fabs(a->high - a->base));
    if (farthest < 0.1 || farthest >= 1e4) a->label_power = 3 * (int)floor(log10(farthest) / 3);
}

static double ticks_within(const Axis *a, double step)
{
    return floor(a->high / step + 1e-6) - ceil(a->low / step - 1e-6) + 1;
}

static double step_below(double step)
{
    double first_digit = step / pow(10, floor(log10(step) + 1e-9));
    return first_digit > 4 && first_digit < 6 ? step / 2.5 : step / 2; // 10, 5, 2, 1
}

// About one tick every `spacing`; closer, down to half of it, when there would be fewer than 3.
static double choose_step(const Axis *a, double spacing)
{
    double length = fabs(a->pixel_high - a->pixel_low), span = a->high - a->low;
    double step = round_step(span / fmax(2, floor(length / spacing)));
    while (ticks_within(a, step) < 3 && step_below(step) / span * length >= spacing / 2)
        step = step_below(step);
    return a->integral && step < 1 ? 1 : step;
}

static void add_linear_ticks(Arena *out, Axis *a, double spacing)
{
    double step = choose_step(a, spacing);
    choose_base(a, step);
    double scale = pow(10, -a->label_power);
    int decimals = decimals_of(step * scale);
    double first = ceil(a->low / step - 1e-6), last = floor(a->high / step + 1e-6);
    for (double i = first; i <= last && a->n_ticks < MOST_TICKS; i++)
        add_tick(a, i * step, label_of(out, (i * step - a->base) * scale, decimals));
}

static const char *raised(Arena *out, int power) // 10⁻³
{
    Text t = text_make(out);
    unit_add_text(&t, arena_printf(out, "x%d", power)); // the exponent as a unit would have it
    return arena_printf(out, "10%s", text_cstr(&t) + 1);
}

static const char *power_label(Arena *out, int power)
{
    if (power >= -2 && power <= 3) return label_of(out, pow(10, power), power < 0 ? -power : 0);
    return raised(out, power);
}

static void add_minor_ticks(Arena *out, Axis *a, int power, bool labelled)
{
    for (int digit = 2; digit <= 9; digit++) {
        double value = power + log10(digit);
        if (value < a->low || value > a->high) continue;
        bool shown = labelled && (digit == 2 || digit == 5);
        const char *label = NULL;
        if (shown) {
            char number[NUMBER_TEXT_ROOM];
            number_to_text(number, digit * pow(10, power));
            label = arena_printf(out, "%s", number);
        }
        add_tick(a, value, label);
    }
}

static void add_log_ticks(Arena *out, Axis *a, double spacing)
{
    double length = fabs(a->pixel_high - a->pixel_low), decades = a->high - a->low;
    int step = (int)ceil(decades * spacing / length);
    if (step < 1) step = 1;
    bool minor = decades <= 4, labelled = decades < 1.5;
    for (int power = (int)floor(a->low); power <= (int)ceil(a->high); power++) {
        bool inside = power >= a->low - 1e-9 && power <= a->high + 1e-9;
        if (inside && power % step == 0) add_tick(a, power, power_label(out, power));
        if (minor) add_minor_ticks(out, a, power, labelled);
    }
}

void axis_place(Arena *out, Axis *a, double pixel_low, double pixel_high, double spacing)
{
    a->pixel_low = pixel_low;
    a->pixel_high = pixel_high;
    a->n_ticks = 0;
    if (a->log)
        add_log_ticks(out, a, spacing);
    else
        add_linear_ticks(out, a, spacing);
}

const char *axis_unit_text(Arena *out, const Axis *a)
{
    Text unit = text_make(out), t = text_make(out);
    unit_add_text(&unit, a->change.unit);
    int power = a->power + a->label_power;
    if (power && unit.length)
        text_printf(&t, "%s %s", raised(out, power), unit.data);
    else if (power)
        text_printf(&t, "×%s", raised(out, power));
    else
        text_add(&t, text_cstr(&unit));
    if (a->base)
        text_printf(&t, "%s%s%s", t.length ? " " : "", a->base > 0 ? "+ " : "− ",
                    label_of(out, fabs(a->base), a->base_decimals));
    return text_cstr(&t);
}

double axis_pixel(const Axis *a, double value)
{
    double shown = change_value(&a->change, value);
    if (a->log) shown = shown > 0 ? log10(shown) : NAN;
    if (!isfinite(shown)) return NAN;
    return a->pixel_low + (shown - a->low) / (a->high - a->low) * (a->pixel_high - a->pixel_low);
}
