// Decimal numbers: reading agrees with strtod of the C library, to the last bit.
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17; // xorshift [Mar03]
    return *state;
}

static void check_reading(Unit *u, const char *text)
{
    double value = -1, expected = strtod(text, NULL);
    const char *end = number_from_text(text, text + strlen(text), &value);
    if (*end || memcmp(&value, &expected, sizeof value))
        unit_text(u, __FILE__, __LINE__, text, arena_printf(u->arena, "%.17g", value),
                  arena_printf(u->arena, "%.17g", expected));
}

// Numbers near ties are the hard ones: halves between two doubles, written in full.
static void reading_is_correctly_rounded(Unit *u)
{
    static const char *const texts[] = {
        "0",
        "-0",
        "+1",
        "1.",
        ".5",
        "00012.500",
        "1e5",
        "1E+05",
        "123456789012345678901234567890",
        "9007199254740993",
        "9007199254740992.999999999999999999",
        "9007199254740993.0000001",
        "2.2250738585072011e-308",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324",
        "1e-400",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "1e400",
        "0.1",
        "0.30000000000000004",
        "6929495644600919.5",
        "0.500000000000000166533453693773481063544750213623046875",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) check_reading(u, texts[i]);
}

static void random_digits_are_read(Unit *u)
{
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < 200000; i++) {
        uint64_t digits = next_random(&state) >> (next_random(&state) % 64);
        int exponent = (int)(next_random(&state) % 660) - 340;
        char text[64];
        snprintf(text, sizeof text, "%llue%d", (unsigned long long)digits, exponent);
        check_reading(u, text);
        double value;
        memcpy(&value, &state, sizeof value);
        if (!isfinite(value)) continue;
        snprintf(text, sizeof text, "%.17g", value);
        check_reading(u, text);
    }
}

// As short as any decimal that reads back: tried with all shorter lengths.
static void random_numbers_are_shortest(Unit *u)
{
    uint64_t state = 2463534242u;
    for (int i = 0; i < 20000; i++) {
        uint64_t bits = next_random(&state);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        char text[NUMBER_TEXT_ROOM], shorter[64];
        number_to_text(text, value);
        int digits = 0;
        for (const char *p = text; *p && *p != 'e'; p++)
            digits += (*p > '0' || (*p == '0' && digits)) && *p <= '9';
        snprintf(shorter, sizeof shorter, "%.*e", digits - 2 > 0 ? digits - 2 : 0, value);
        if (digits > 1 && digits < 18 && strtod(shorter, NULL) == value)
            unit_text(u, __FILE__, __LINE__, "not the shortest", text, shorter);
    }
}

static void what_is_no_number_stays(Unit *u)
{
    double value = 7;
    const char *texts[] = {"", "-", "abc", ".", "e5", "+-1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        CHECK_TRUE(u, number_from_text(texts[i], texts[i] + strlen(texts[i]), &value) == texts[i]);
    const char *cell = "12e,3";
    CHECK_INT(u, number_from_text(cell, cell + 5, &value) - cell, 2);
    CHECK_TRUE(u, value == 12);
    const char *special = "-Infinity";
    CHECK_INT(u, number_from_text(special, special + 9, &value) - special, 9);
    CHECK_TRUE(u, isinf(value) && value < 0);
    const char *nan_text = "NaN";
    CHECK_INT(u, number_from_text(nan_text, nan_text + 3, &value) - nan_text, 3);
    CHECK_TRUE(u, isnan(value));
}

UNIT_SUITE(numbers, TEST(reading_is_correctly_rounded), TEST(random_digits_are_read),
           TEST(random_numbers_are_shortest), TEST(what_is_no_number_stays));
