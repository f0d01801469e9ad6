#include "base/text.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static void text_grows(Unit *u)
{
    Text t = text_make(u->arena);
    CHECK_TEXT(u, text_cstr(&t), "");
    for (int i = 0; i < 1000; i++) text_printf(&t, "%d,", i % 10);
    CHECK_INT(u, t.length, 2000);
    CHECK_INT(u, strlen(text_cstr(&t)), 2000);
    text_repeat(&t, '-', 70000);
    CHECK_INT(u, strlen(text_cstr(&t)), 72000);
}

static void long_formats_fit(Unit *u)
{
    char *word = arena_alloc(u->arena, 100001, 1);
    memset(word, 'x', 100000);
    word[100000] = '\0';
    Text t = text_make(u->arena);
    text_printf(&t, "<%s>", word);
    CHECK_INT(u, t.length, 100002);
    CHECK_INT(u, strlen(arena_printf(u->arena, "%s%s", word, word)), 200000);
}

static const char *shown(Unit *u, double value)
{
    Text t = text_make(u->arena);
    text_number(&t, value);
    return text_cstr(&t);
}

static void numbers_are_short(Unit *u)
{
    CHECK_TEXT(u, shown(u, 0.1), "0.1");
    CHECK_TEXT(u, shown(u, 42), "42");
    CHECK_TEXT(u, shown(u, -9.81), "-9.81");
    CHECK_TEXT(u, shown(u, 1e-9), "1e-9");
    CHECK_TEXT(u, shown(u, 0), "0");
    CHECK_TEXT(u, shown(u, 1.0 / 3), "0.3333333333333333");
    CHECK_TEXT(u, shown(u, NAN), "nan");
    CHECK_TEXT(u, shown(u, INFINITY), "inf");
    CHECK_TEXT(u, shown(u, -INFINITY), "-inf");
}

static void check_round_trip(Unit *u, double value)
{
    char text[32];
    int length = number_to_text(text, value);
    double back = strtod(text, NULL);
    if (length <= 0 || length > 31 || memcmp(&back, &value, sizeof value))
        unit_text(u, __FILE__, __LINE__, "round trip", text,
                  arena_printf(u->arena, "%.17g", value));
}

// Every bit pattern is as likely as any other: all magnitudes, subnormal numbers included.
static void random_numbers_round_trip(Unit *u)
{
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < 200000; i++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17; // xorshift [Mar03]
        double value;
        memcpy(&value, &state, sizeof value);
        if (isfinite(value)) check_round_trip(u, value);
    }
}

static void special_numbers_round_trip(Unit *u)
{
    const double values[] = {DBL_MAX,
                             -DBL_MAX,
                             DBL_MIN,
                             DBL_TRUE_MIN,
                             DBL_EPSILON,
                             5e-324,
                             1e22,
                             1e23,
                             9007199254740993.0,
                             0.3,
                             2.0 / 3,
                             -0.0,
                             123456789012345680.0};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) check_round_trip(u, values[i]);
}

static void json_strings_are_escaped(Unit *u)
{
    Text t = text_make(u->arena);
    text_json_string(&t, "a\"b\\c\n\t\x01", 8);
    CHECK_TEXT(u, text_cstr(&t), "\"a\\\"b\\\\c\\n\\t\\u0001\"");
}

UNIT_SUITE(text, TEST(text_grows), TEST(long_formats_fit), TEST(numbers_are_short),
           TEST(random_numbers_round_trip), TEST(special_numbers_round_trip),
           TEST(json_strings_are_escaped));
