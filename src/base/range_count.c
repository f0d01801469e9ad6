#include <float.h>
#include <math.h>

#include "base/number.h"

int64_t number_range_count(double first, double step, double last)
{
    double quotient = (last - first) / step;
    if (step == 0 || isnan(quotient)) return -1;
    if (quotient < 0) return 0;
    double count = floor(quotient + 4 * DBL_EPSILON * quotient) + 1;
    return count < 9e18 ? (int64_t)count : INT64_MAX;
}
