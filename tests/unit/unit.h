// unit.h -- unit tests in C, for what a file of data cannot say.
//
// A file tests/unit/NAME.c holds test functions and ends with
//     UNIT_SUITE(NAME, TEST(first_function), TEST(second_function));
// The makefile finds the file; there is no other list. A failed check is recorded with its
// place, and the function goes on.
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H
#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

typedef struct Unit {
    Arena *arena; // closed after the test function
    Text failures;
} Unit;

typedef struct UnitTest {
    const char *name;
    void (*run)(Unit *u);
} UnitTest;

typedef struct UnitSuite {
    const char *name;
    const UnitTest *tests;
    uint32_t n_tests;
} UnitSuite;

#define TEST(function)                                                                             \
    {                                                                                              \
#function, function                                                                        \
    }
#define UNIT_SUITE(suite_name, ...)                                                                \
    static const UnitTest suite_name##_tests[] = {__VA_ARGS__};                                    \
    extern const UnitSuite suite_name##_suite;                                                     \
    const UnitSuite suite_name##_suite = {#suite_name, suite_name##_tests,                         \
                                          sizeof suite_name##_tests / sizeof *suite_name##_tests}

#define CHECK_TRUE(u, condition) unit_true((u), __FILE__, __LINE__, #condition, (condition))
#define CHECK_INT(u, actual, expected)                                                             \
    unit_int((u), __FILE__, __LINE__, #actual, (int64_t)(actual), (int64_t)(expected))
#define CHECK_REAL(u, actual, expected, tolerance)                                                 \
    unit_real((u), __FILE__, __LINE__, #actual, (actual), (expected), (tolerance))
#define CHECK_TEXT(u, actual, expected)                                                            \
    unit_text((u), __FILE__, __LINE__, #actual, (actual), (expected))

// Each returns whether the check held.
bool unit_true(Unit *u, const char *file, int line, const char *words, bool condition);
bool unit_int(Unit *u, const char *file, int line, const char *words, int64_t actual,
              int64_t expected);
bool unit_real(Unit *u, const char *file, int line, const char *words, double actual,
               double expected, double tolerance);
bool unit_text(Unit *u, const char *file, int line, const char *words, const char *actual,
               const char *expected);
#endif
