// Unit strings follow the grammar of the Modelica specification, chapter "Unit Expressions":
// factors joined by "." and "/", exponents as digits behind the name.
#include "results/unit_text.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static const struct {
    const char *unit, *display_unit;
    double factor, offset;
} conversions[] = {
    {"rad", "deg", 57.295779513082323, 0},
    {"rad/s", "deg/s", 57.295779513082323, 0},
    {"rad/s2", "deg/s2", 57.295779513082323, 0},
    {"rad/s", "rpm", 9.5492965855137202, 0},
    {"rad/s", "1/min", 9.5492965855137202, 0},
    {"rad/s", "rev/min", 9.5492965855137202, 0},
    {"K", "degC", 1, -273.15},
    {"K", "degF", 1.8, -459.67},
    {"Pa", "bar", 1e-5, 0},
    {"Pa", "mbar", 1e-2, 0},
    {"Pa", "kPa", 1e-3, 0},
    {"Pa", "MPa", 1e-6, 0},
    {"m", "mm", 1e3, 0},
    {"m", "cm", 1e2, 0},
    {"m", "km", 1e-3, 0},
    {"m2", "cm2", 1e4, 0},
    {"m2", "mm2", 1e6, 0},
    {"m3", "l", 1e3, 0},
    {"m3", "cm3", 1e6, 0},
    {"m3/s", "l/s", 1e3, 0},
    {"m3/s", "l/min", 6e4, 0},
    {"m3/s", "m3/h", 3600, 0},
    {"m/s", "km/h", 3.6, 0},
    {"m/s", "mm/s", 1e3, 0},
    {"kg", "g", 1e3, 0},
    {"kg/s", "kg/h", 3600, 0},
    {"kg/m3", "g/cm3", 1e-3, 0},
    {"s", "ms", 1e3, 0},
    {"s", "min", 1.0 / 60, 0},
    {"s", "h", 1.0 / 3600, 0},
    {"s", "d", 1.0 / 86400, 0},
    {"J", "kWh", 1.0 / 3.6e6, 0},
    {"J", "W.h", 1.0 / 3600, 0},
    {"J", "kJ", 1e-3, 0},
    {"J", "MJ", 1e-6, 0},
    {"W", "kW", 1e-3, 0},
    {"W", "MW", 1e-6, 0},
    {"N", "kN", 1e-3, 0},
    {"C", "A.h", 1.0 / 3600, 0},
    {"F", "uF", 1e6, 0},
    {"1", "%", 1e2, 0},
};

UnitChange unit_for_display(const char *unit, const char *display_unit)
{
    if (unit && display_unit)
        for (size_t i = 0; i < sizeof conversions / sizeof *conversions; i++)
            if (!strcmp(conversions[i].unit, unit) &&
                !strcmp(conversions[i].display_unit, display_unit))
                return (UnitChange){conversions[i].factor, conversions[i].offset, display_unit};
    return (UnitChange){1, 0, unit};
}

// ---- size

static const struct {
    int power;
    const char *prefix;
} prefixes[] = {{-15, "f"}, {-12, "p"}, {-9, "n"}, {-6, "u"}, {-3, "m"},
                {3, "k"},   {6, "M"},   {9, "G"},  {12, "T"}};

static bool takes_prefix(const char *unit)
{
    static const char *const units[] = {"V",  "A", "W",   "VA", "var", "Hz", "N",  "N.m",
                                        "Pa", "J", "F",   "H",  "S",   "T",  "Wb", "C",
                                        "m",  "s", "Ohm", "g",  "bit", "Bq", "lm"};
    for (size_t i = 0; unit && i < sizeof units / sizeof *units; i++)
        if (!strcmp(units[i], unit)) return true;
    return false;
}

static UnitChange time_for_size(double largest)
{
    if (largest >= 5 * 86400.0) return (UnitChange){1.0 / 86400, 0, "d"};
    if (largest >= 3 * 3600.0) return (UnitChange){1.0 / 3600, 0, "h"};
    return (UnitChange){1, 0, "s"};
}

UnitChange unit_for_size(Arena *out, const char *unit, double largest, int *power)
{
    UnitChange none = {1, 0, unit};
    *power = 0;
    if (!(largest > 0) || isinf(largest)) return none;
    bool is_time = unit && !strcmp(unit, "s");
    if (is_time && largest >= 1000) return time_for_size(largest);
    if (largest >= 0.05 && largest < 1e4) return none; // short labels as they are
    int thousands = 3 * (int)floor(log10(largest) / 3);
    if (thousands == 0) return none;
    double factor = pow(10, -thousands);
    for (size_t i = 0; takes_prefix(unit) && i < sizeof prefixes / sizeof *prefixes; i++)
        if (prefixes[i].power == thousands)
            return (UnitChange){factor, 0, arena_printf(out, "%s%s", prefixes[i].prefix, unit)};
    *power = thousands;
    return (UnitChange){factor, 0, unit};
}

// ---- text

static void add_name(Text *t, const char *name, size_t n)
{
    static const struct {
        const char *name, *text;
    } special[] = {{"degC", "°C"}, {"degF", "°F"}, {"deg", "°"}, {"Ohm", "Ω"}};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        size_t length = strlen(special[i].name);
        if (n < length || strncmp(name + n - length, special[i].name, length)) continue;
        if (n > length + 1) continue;
        if (n == length + 1) text_add_bytes(t, name[0] == 'u' ? "µ" : name, name[0] == 'u' ? 2 : 1);
        text_add(t, special[i].text);
        return;
    }
    if (n > 1 && name[0] == 'u') {
        text_add(t, "µ");
        name++;
        n--;
    }
    text_add_bytes(t, name, n);
}

static const char *add_exponent(Text *t, const char *p)
{
    static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    if (*p == '-') {
        text_add(t, "⁻");
        p++;
    } else if (*p == '+') {
        p++;
    }
    for (; isdigit((unsigned char)*p); p++) text_add(t, raised[*p - '0']);
    return p;
}

void unit_add_text(Text *t, const char *unit)
{
    if (!unit || !strcmp(unit, "1")) return;
    for (const char *p = unit; *p;) {
        const char *begin = p;
        while (isalpha((unsigned char)*p)) p++;
        if (p > begin) {
            add_name(t, begin, (size_t)(p - begin));
            bool exponent = isdigit((unsigned char)*p) ||
                            ((*p == '-' || *p == '+') && isdigit((unsigned char)p[1]));
            if (exponent) p = add_exponent(t, p);
        } else {
            if (*p == '.')
                text_add(t, "·");
            else
                text_add_char(t, *p);
            p++;
        }
    }
}
