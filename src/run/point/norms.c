#include "run/point/norms.h"

#include <math.h>

#include "run/point/fours.h"

double error_norm(int32_t n, const double *error, const double *x, const double *y,
                  const double *nominal, double tol)
{
    double sum = 0;
    for (int32_t i = 0; i < n; i++) {
        double scaled = error[i] / (tol * (fmax(fabs(x[i]), fabs(y[i])) + nominal[i]));
        sum += scaled * scaled;
    }
    return n ? sqrt(sum / n) : 0;
}

// No vector is passed between functions that are called: all of these are put into their callers.
#pragma GCC diagnostic ignored "-Wpsabi"

static const FourBits all_but_sign = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};

static ALWAYS_INLINE Four absolute(Four a)
{
    return (Four)((FourBits)a & all_but_sign);
}

// `a` where it is no number.
static ALWAYS_INLINE Four larger(Four a, Four b)
{
    FourBits is_b = b > a;
    return (Four)((is_b & (FourBits)b) | (~is_b & (FourBits)a));
}

static WIDE void invert_units(int32_t n, const double *x, const double *nominal, double tol,
                              double *weight)
{
    int32_t i = 0;
    for (; i + FOUR <= n; i += FOUR) {
        FOUR_INTO(weight, i) = 1 / (tol * (absolute(FOUR_AT(x, i)) + FOUR_AT(nominal, i)));
    }
    for (; i < n; i++) weight[i] = 1 / (tol * (fabs(x[i]) + nominal[i]));
}

void error_weights(int32_t n, const double *x, const double *nominal, double tol, double *weight)
{
    if (n >= FOUR)
        invert_units(n, x, nominal, tol, weight);
    else
        for (int32_t i = 0; i < n; i++) weight[i] = 1 / (tol * (fabs(x[i]) + nominal[i]));
}

static inline double square(double x)
{
    return x * x;
}

static WIDE double norm_of_many(int32_t n, const double *v, const double *weight)
{
    Four sum = {0}; // apart: additions wait for each other
    int32_t i = 0;
    for (; i + FOUR <= n; i += FOUR) {
        Four scaled = FOUR_AT(v, i) * FOUR_AT(weight, i);
        sum += scaled * scaled;
    }
    for (; i < n; i++) sum[0] += square(v[i] * weight[i]);
    return root_mean(&sum, n);
}

static WIDE double distance_of_many(int32_t n, const double *v, const double *from,
                                    const double *weight)
{
    Four sum = {0};
    int32_t i = 0;
    for (; i + FOUR <= n; i += FOUR) {
        Four scaled = (FOUR_AT(v, i) - FOUR_AT(from, i)) * FOUR_AT(weight, i);
        sum += scaled * scaled;
    }
    for (; i < n; i++) sum[0] += square((v[i] - from[i]) * weight[i]);
    return root_mean(&sum, n);
}

static double distance_of_few(int32_t n, const double *v, const double *from, const double *weight)
{
    double sum = 0;
    for (int32_t i = 0; i < n; i++) sum += square((v[i] - from[i]) * weight[i]);
    return n ? sqrt(sum / n) : 0;
}

double weighted_norm(int32_t n, const double *v, const double *weight)
{
    if (n >= FOUR) return norm_of_many(n, v, weight);
    double sum = 0;
    for (int32_t i = 0; i < n; i++) sum += square(v[i] * weight[i]);
    return n ? sqrt(sum / n) : 0;
}

double weighted_distance(int32_t n, const double *v, const double *from, const double *weight)
{
    return n >= FOUR ? distance_of_many(n, v, from, weight) : distance_of_few(n, v, from, weight);
}

static ALWAYS_INLINE double largest_of(Four four, double one)
{
    for (int k = 0; k < FOUR; k++) one = four[k] > one ? four[k] : one;
    return one;
}

static WIDE double find_largest(int32_t n, const double *v, const double *weight)
{
    Four largest = {0};
    double last = 0;
    int32_t i = 0;
    for (; i + FOUR <= n; i += FOUR)
        largest = larger(largest, absolute(FOUR_AT(v, i) * FOUR_AT(weight, i)));
    for (; i < n; i++) last = fmax(last, fabs(v[i] * weight[i]));
    return largest_of(largest, last);
}

double largest_weighted(int32_t n, const double *v, const double *weight)
{
    return find_largest(n, v, weight);
}

static WIDE double find_largest_part(int32_t n, const double *v, const double *x,
                                     const double *unit)
{
    Four largest = {0};
    double last = 0;
    int32_t i = 0;
    for (; i + FOUR <= n; i += FOUR) {
        Four size = larger(FOUR_AT(unit, i), absolute(FOUR_AT(x, i)));
        largest = larger(largest, absolute(FOUR_AT(v, i)) / size);
    }
    for (; i < n; i++) last = fmax(last, fabs(v[i]) / fmax(unit[i], fabs(x[i])));
    return largest_of(largest, last);
}

double largest_part(int32_t n, const double *v, const double *x, const double *unit)
{
    return find_largest_part(n, v, x, unit);
}

int32_t largest_component(int32_t n, const double *v, const double *weight)
{
    int32_t worst = -1;
    double largest = 0;
    for (int32_t i = 0; i < n; i++) {
        double size = fabs(v[i] * weight[i]);
        if (!(size <= largest)) largest = size, worst = i;
    }
    return worst;
}
