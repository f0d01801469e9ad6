#include <math.h>
#include <string.h>

#include "unit/unit.h"

static void fail(Unit *u, const char *file, int line)
{
    text_printf(&u->failures, "%s:%d: ", file, line);
}

bool unit_true(Unit *u, const char *file, int line, const char *words, bool condition)
{
    if (condition) return true;
    fail(u, file, line);
    text_printf(&u->failures, "%s does not hold\n", words);
    return false;
}

bool unit_int(Unit *u, const char *file, int line, const char *words, int64_t actual,
              int64_t expected)
{
    if (actual == expected) return true;
    fail(u, file, line);
    text_printf(&u->failures, "%s is %lld, not %lld\n", words, (long long)actual,
                (long long)expected);
    return false;
}

bool unit_real(Unit *u, const char *file, int line, const char *words, double actual,
               double expected, double tolerance)
{
    if (fabs(actual - expected) <= tolerance) return true;
    fail(u, file, line);
    text_printf(&u->failures, "%s is %.17g, not %.17g +- %g\n", words, actual, expected, tolerance);
    return false;
}

bool unit_text(Unit *u, const char *file, int line, const char *words, const char *actual,
               const char *expected)
{
    if (actual && !strcmp(actual, expected)) return true;
    fail(u, file, line);
    text_printf(&u->failures, "%s is\n%s\nnot\n%s\n", words, actual ? actual : "(null)", expected);
    return false;
}
