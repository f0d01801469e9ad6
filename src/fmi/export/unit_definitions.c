// Factors joined by "." and "/", a sign and digits behind each, prefixes in front [MLS 19].
#include "fmi/export/unit_definitions.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

const char *const base_unit_names[BASE_UNITS] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};

static const struct {
    const char *name;
    int exponents[BASE_UNITS];
    double factor, offset;
} known[] = {
    {"1", {0}, 1, 0},
    {"g", {1}, 1e-3, 0},
    {"m", {0, 1}, 1, 0},
    {"s", {0, 0, 1}, 1, 0},
    {"A", {0, 0, 0, 1}, 1, 0},
    {"K", {0, 0, 0, 0, 1}, 1, 0},
    {"mol", {0, 0, 0, 0, 0, 1}, 1, 0},
    {"cd", {0, 0, 0, 0, 0, 0, 1}, 1, 0},
    {"rad", {0, 0, 0, 0, 0, 0, 0, 1}, 1, 0},
    {"sr", {0, 0, 0, 0, 0, 0, 0, 2}, 1, 0},
    {"Hz", {0, 0, -1}, 1, 0},
    {"N", {1, 1, -2}, 1, 0},
    {"Pa", {1, -1, -2}, 1, 0},
    {"J", {1, 2, -2}, 1, 0},
    {"W", {1, 2, -3}, 1, 0},
    {"VA", {1, 2, -3}, 1, 0},
    {"var", {1, 2, -3}, 1, 0},
    {"C", {0, 0, 1, 1}, 1, 0},
    {"V", {1, 2, -3, -1}, 1, 0},
    {"Ohm", {1, 2, -3, -2}, 1, 0},
    {"S", {-1, -2, 3, 2}, 1, 0},
    {"F", {-1, -2, 4, 2}, 1, 0},
    {"H", {1, 2, -2, -2}, 1, 0},
    {"Wb", {1, 2, -2, -1}, 1, 0},
    {"T", {1, 0, -2, -1}, 1, 0},
    {"lm", {0, 0, 0, 0, 0, 0, 1, 2}, 1, 0},
    {"lx", {0, -2, 0, 0, 0, 0, 1, 2}, 1, 0},
    {"Bq", {0, 0, -1}, 1, 0},
    {"Gy", {0, 2, -2}, 1, 0},
    {"Sv", {0, 2, -2}, 1, 0},
    {"kat", {0, 0, -1, 0, 0, 1}, 1, 0},
    {"min", {0, 0, 1}, 60, 0},
    {"h", {0, 0, 1}, 3600, 0},
    {"d", {0, 0, 1}, 86400, 0},
    {"l", {0, 3}, 1e-3, 0},
    {"L", {0, 3}, 1e-3, 0},
    {"t", {1}, 1e3, 0},
    {"bar", {1, -1, -2}, 1e5, 0},
    {"deg", {0, 0, 0, 0, 0, 0, 0, 1}, 0.017453292519943295, 0},
    {"rev", {0, 0, 0, 0, 0, 0, 0, 1}, 6.2831853071795865, 0},
    {"rpm", {0, 0, -1, 0, 0, 0, 0, 1}, 0.10471975511965977, 0},
    {"degC", {0, 0, 0, 0, 1}, 1, 273.15},
    {"degF", {0, 0, 0, 0, 1}, 5.0 / 9, 459.67 * 5 / 9},
    {"eV", {1, 2, -2}, 1.602176634e-19, 0},
};

static const struct {
    const char *name;
    double factor;
} prefixes[] = {{"Y", 1e24},  {"Z", 1e21},  {"E", 1e18},  {"P", 1e15},  {"T", 1e12},
                {"G", 1e9},   {"M", 1e6},   {"k", 1e3},   {"h", 1e2},   {"da", 1e1},
                {"d", 1e-1},  {"c", 1e-2},  {"m", 1e-3},  {"u", 1e-6},  {"n", 1e-9},
                {"p", 1e-12}, {"f", 1e-15}, {"a", 1e-18}, {"z", 1e-21}, {"y", 1e-24}};

enum { N_KNOWN = sizeof known / sizeof *known, N_PREFIXES = sizeof prefixes / sizeof *prefixes };

static int find_plain(const char *name, size_t n)
{
    for (int i = 0; i < N_KNOWN; i++)
        if (strlen(known[i].name) == n && !strncmp(known[i].name, name, n)) return i;
    return -1;
}

// The symbol, with a prefix where it is no unit by itself.
static int find(const char *name, size_t n, double *factor)
{
    int found = find_plain(name, n);
    *factor = 1;
    for (int p = 0; p < N_PREFIXES && found < 0; p++) {
        size_t length = strlen(prefixes[p].name);
        if (length >= n || strncmp(prefixes[p].name, name, length)) continue;
        found = find_plain(name + length, n - length);
        *factor = prefixes[p].factor;
    }
    return found;
}

static const char *read_exponent(const char *c, int *exponent)
{
    int sign = *c == '-' ? -1 : 1, value = 0;
    if (*c == '-' || *c == '+') c++;
    if (!isdigit((unsigned char)*c)) {
        *exponent = 1;
        return c;
    }
    for (; isdigit((unsigned char)*c) && value < 1000; c++) value = 10 * value + (*c - '0');
    *exponent = sign * value;
    return c;
}

// NULL: this is no factor that is known.
static const char *read_factor(const char *c, int side, BaseUnit *out)
{
    size_t n = *c == '1' ? 1 : strspn(c, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ%'");
    double prefix;
    int exponent = 1, unit = n ? find(c, n, &prefix) : -1;
    if (unit < 0) return NULL;
    const char *end = read_exponent(c + n, &exponent);
    exponent *= side;
    for (int b = 0; b < BASE_UNITS; b++) out->exponents[b] += exponent * known[unit].exponents[b];
    out->factor *= pow(prefix * known[unit].factor, exponent);
    if (known[unit].offset != 0) out->offset = known[unit].offset;
    return end;
}

bool unit_in_base_units(const char *unit, BaseUnit *out)
{
    *out = (BaseUnit){.factor = 1};
    int side = 1, n = 0;
    bool in_bracket = false;
    for (const char *c = unit; *c;) {
        if (*c == '(') in_bracket = true, c++;
        c = read_factor(c, side, out);
        if (!c) return false;
        n++;
        if (*c == ')') in_bracket = false, c++;
        // Behind a division stands one factor, or those in brackets: nothing follows.
        if (*c && (side < 0 && !in_bracket)) return false;
        if (*c == '/') side = -1;
        if (*c == '.' || (*c == '/' && !in_bracket))
            c++;
        else if (*c)
            return false;
    }
    // Only a temperature by itself has its zero elsewhere.
    if (n > 1) out->offset = 0;
    return n > 0;
}
