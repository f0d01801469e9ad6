// Shortest decimal output by the Schubfach method [Giu20] and decimal input by one long
// multiplication with an interval test, in the spirit of [Lem21].
//
// Both rest on one table of powers of ten rounded up to 128 bits. Output needs three
// products of 64 by 128 bits and is exact for every double. Input forms the product of
// digits and power as an interval of one unit in the last place; when both ends round to
// the same double that is the answer, else (a few in 10^4 numbers of 17 digits, and all
// beyond 19) strtod decides.
#include "base/number.h"

#include "base/memory.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 Wide; // gcc and clang on every 64-bit target
typedef struct {
    uint64_t high, low;
} PowerOfTen;

enum { LEAST_POWER = -292, GREATEST_POWER = 324 };

static const PowerOfTen powers_of_ten[] = {
#define POWER(high, low) {high, low},
#include "base/powers_of_ten.def"
#undef POWER
};
_Static_assert(sizeof powers_of_ten / sizeof *powers_of_ten == GREATEST_POWER - LEAST_POWER + 1,
               "a row for each power");

static const uint64_t small_powers[] = {
    1u,       10u,       100u,       1000u,       10000u,       100000u,
    1000000u, 10000000u, 100000000u, 1000000000u, 10000000000u, 100000000000u,
};

// Integer forms of the logarithms, valid for |q| <= 1100: checked with exact fractions.
static int floor_log10_of_power_of_2(int q) // floor(log10(2^q))
{
    return (int)((q * INT64_C(661971961083)) >> 41);
}

static int floor_log10_of_three_quarters(int q) // floor(log10(3/4 2^q))
{
    return (int)((q * INT64_C(661971961083) - INT64_C(274743187321)) >> 41);
}

static int floor_log2_of_power_of_10(int e) // floor(log2(10^e))
{
    return (int)((e * INT64_C(913124641741)) >> 38);
}

// floor(g c / 2^128) with the last bit set when anything was cut off ("round to odd"): two
// further bits then decide every comparison as the exact product would.
static uint64_t product_rounded_to_odd(PowerOfTen g, uint64_t c)
{
    uint64_t carried = (uint64_t)(((Wide)g.low * c) >> 64);
    Wide sum = (Wide)g.high * c + carried;
    return (uint64_t)(sum >> 64) | ((uint64_t)sum > 1);
}

typedef struct {
    uint64_t digits;
    int exponent; // value = digits 10^exponent
} Decimal;

static Decimal nearest_of(uint64_t low, bool low_fits, bool high_fits, uint64_t value4, int k)
{
    if (low_fits != high_fits) return (Decimal){low_fits ? low : low + 1, k};
    uint64_t middle4 = 4 * low + 2;
    bool up = value4 > middle4 || (value4 == middle4 && (low & 1));
    return (Decimal){up ? low + 1 : low, k};
}

// The shortest decimal inside the rounding interval of c 2^q; among the shortest the nearest.
// Trailing zeros may remain.
static Decimal shortest_decimal(uint64_t c, int q, bool lower_gap_is_half)
{
    int k = lower_gap_is_half ? floor_log10_of_three_quarters(q) : floor_log10_of_power_of_2(q);
    int shift = q + floor_log2_of_power_of_10(-k) + 1;
    PowerOfTen g = powers_of_ten[-k - LEAST_POWER];
    uint64_t value4 = product_rounded_to_odd(g, (4 * c) << shift);
    uint64_t lower4 = product_rounded_to_odd(g, (4 * c - (lower_gap_is_half ? 1 : 2)) << shift);
    uint64_t upper4 = product_rounded_to_odd(g, (4 * c + 2) << shift);
    if (c & 1) { // the ends of the interval belong to the even neighbours
        lower4++;
        upper4--;
    }
    uint64_t floor_value = value4 / 4;
    if (floor_value >= 10) { // one digit less, if exactly one of the two candidates fits
        uint64_t tens = floor_value / 10;
        bool low_fits = lower4 <= 40 * tens, high_fits = 40 * tens + 40 <= upper4;
        if (low_fits != high_fits) return (Decimal){low_fits ? tens : tens + 1, k + 1};
    }
    bool low_fits = lower4 <= 4 * floor_value, high_fits = 4 * floor_value + 4 <= upper4;
    return nearest_of(floor_value, low_fits, high_fits, value4, k);
}

static Decimal decimal_of(double magnitude)
{
    uint64_t bits;
    memcpy(&bits, &magnitude, sizeof bits);
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    int biased = (int)(bits >> 52);
    if (!biased) return shortest_decimal(fraction, -1074, false);
    return shortest_decimal(fraction | UINT64_C(1) << 52, biased - 1075, !fraction && biased > 1);
}

static Decimal without_trailing_zeros(Decimal d)
{
    while (d.digits % 100000000 == 0) {
        d.digits /= 100000000;
        d.exponent += 8;
    }
    while (d.digits % 10 == 0) {
        d.digits /= 10;
        d.exponent++;
    }
    return d;
}

// Digits of a number below 10^20, two at a time; returns how many.
static int write_digits(char *to, uint64_t value)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930"
                                "31323334353637383940414243444546474849505152535455565758596061"
                                "62636465666768697071727374757677787980818283848586878889909192"
                                "93949596979899";
    char reversed[20], *p = reversed + sizeof reversed;
    while (value >= 100) {
        p -= 2;
        memcpy(p, pairs + 2 * (value % 100), 2);
        value /= 100;
    }
    if (value >= 10) {
        p -= 2;
        memcpy(p, pairs + 2 * value, 2);
    } else {
        *--p = (char)('0' + value);
    }
    int n = (int)(reversed + sizeof reversed - p);
    memcpy(to, p, (size_t)n);
    return n;
}

static char *write_exponent(char *to, int exponent)
{
    *to++ = 'e';
    if (exponent < 0) *to++ = '-';
    return to + write_digits(to, (uint64_t)abs(exponent));
}

// Plain notation from 1e-4 up to fifteen places before the point, and beyond that while all
// places are significant; else d.ddde[-]x.
static char *write_decimal(char *to, Decimal d)
{
    char digits[20];
    int n = write_digits(digits, d.digits), point = n + d.exponent; // 0.digits 10^point
    if (point < -3 || (point > 15 && n < point)) {
        *to++ = digits[0];
        if (n > 1) *to++ = '.';
        memcpy(to, digits + 1, (size_t)n - 1);
        return write_exponent(to + n - 1, point - 1);
    }
    if (point <= 0) {
        memcpy(to, "0.000000", 8);
        memcpy(to + 2 - point, digits, (size_t)n);
        return to + 2 - point + n;
    }
    if (point >= n) {
        memcpy(to, digits, (size_t)n);
        memset(to + n, '0', (size_t)(point - n));
        return to + point;
    }
    memcpy(to, digits, (size_t)point);
    to[point] = '.';
    memcpy(to + point + 1, digits + point, (size_t)(n - point));
    return to + n + 1;
}

int number_to_text(char *buffer, double value)
{
    char *to = buffer;
    double magnitude = fabs(value);
    if (isnan(value)) {
        memcpy(buffer, "nan", 4);
        return 3;
    }
    if (signbit(value)) *to++ = '-';
    if (isinf(value)) {
        memcpy(to, "inf", 3);
        to += 3;
    } else if (magnitude < 1e15 && magnitude == (double)(uint64_t)magnitude) {
        to += write_digits(to, (uint64_t)magnitude);
    } else {
        to = write_decimal(to, without_trailing_zeros(decimal_of(magnitude)));
    }
    *to = '\0';
    return (int)(to - buffer);
}

// ---- reading

typedef struct {
    const char *end; // behind the number; NULL when there is none
    uint64_t digits;
    int exponent;
    bool too_long; // more digits than 64 bits hold
} Scanned;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *scan_exponent(const char *p, const char *end, int *exponent)
{
    const char *q = p + 1;
    bool negative = q < end && *q == '-';
    if (q < end && (*q == '-' || *q == '+')) q++;
    if (q >= end || !is_digit(*q)) return p;
    int e = 0;
    for (; q < end && is_digit(*q); q++)
        if (e < 100000) e = 10 * e + (*q - '0');
    *exponent += negative ? -e : e;
    return q;
}

static Scanned scan(const char *p, const char *end)
{
    Scanned s = {0};
    int significant = 0;
    bool any = false, after_point = false;
    for (; p < end; p++) {
        if (*p == '.' && !after_point) {
            after_point = true;
            continue;
        }
        if (!is_digit(*p)) break;
        any = true;
        if (significant || *p != '0') significant++;
        if (significant <= 19) s.digits = 10 * s.digits + (uint64_t)(*p - '0');
        if (after_point) s.exponent--;
    }
    if (!any) return s;
    s.too_long = significant > 19;
    if (p < end && (*p == 'e' || *p == 'E')) p = scan_exponent(p, end, &s.exponent);
    s.end = p;
    return s;
}

// digits 10^exponent when the interval of the product rounds to one double; false otherwise.
static bool scale_by_power(uint64_t digits, int exponent, double *value)
{
    if (exponent < LEAST_POWER || exponent > 288) return false; // near the ends of the range
    int lead = __builtin_clzll(digits);
    uint64_t w = digits << lead;
    PowerOfTen g = powers_of_ten[exponent - LEAST_POWER];
    Wide upper = (Wide)g.high * w + (uint64_t)(((Wide)g.low * w) >> 64); // one unit too small
    Wide lower = upper - 1 - (exponent >= 0 && exponent <= 55 ? 0 : 1);
    upper += 1;
    int cut = (uint64_t)(upper >> 127) ? 75 : 74; // 53 bits remain
    Wide half = (Wide)1 << (cut - 1);
    if (((lower + half) >> cut) != ((upper + half) >> cut)) return false;
    uint64_t mantissa = (uint64_t)((upper + half) >> cut);
    int power = cut + floor_log2_of_power_of_10(exponent) - 127 - lead + 64;
    if (power < -1022 || power > 900) return false;
    uint64_t bits = (uint64_t)(power + 1023) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    *value = (double)mantissa * scale;
    return true;
}

static double convert_slowly(const char *text, const char *end)
{
    char small[64], *copy = small;
    size_t n = (size_t)(end - text);
    if (n >= sizeof small) {
        copy = malloc(n + 1);
        if (!copy) memory_give_up(n + 1);
    }
    memcpy(copy, text, n);
    copy[n] = '\0';
    double value = strtod(copy, NULL);
    if (copy != small) free(copy);
    return value;
}

static bool starts_with_word(const char *p, const char *end, const char *word)
{
    for (; *word; word++, p++)
        if (p >= end || (*p | 0x20) != *word) return false;
    return true;
}

static const char *special_value(const char *p, const char *end, double *value)
{
    static const struct {
        const char *word;
        double value;
    } specials[] = {{"infinity", INFINITY}, {"inf", INFINITY}, {"nan", NAN}};
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
        if (!starts_with_word(p, end, specials[i].word)) continue;
        *value = specials[i].value;
        return p + strlen(specials[i].word);
    }
    return NULL;
}

const char *number_from_text(const char *text, const char *end, double *value)
{
    const char *p = text;
    bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) p++;
    Scanned s = scan(p, end);
    if (!s.end) {
        const char *behind = special_value(p, end, value);
        if (behind && negative) *value = -*value;
        return behind ? behind : text;
    }
    if (!s.digits)
        *value = 0;
    else if (s.exponent == 0 && !s.too_long && s.digits < UINT64_C(1) << 53)
        *value = (double)s.digits;
    else if (s.exponent < 0 && s.exponent > -12 && !s.too_long && s.digits < UINT64_C(1) << 53)
        *value = (double)s.digits / (double)small_powers[-s.exponent]; // both exact
    else if (s.too_long || !scale_by_power(s.digits, s.exponent, value))
        *value = convert_slowly(p, s.end);
    if (negative) *value = -*value;
    return s.end;
}
