// rational.h -- exact rates and shifts of clocks: fractions of 64-bit integers.
#ifndef EQUATIONS_RATIONAL_H
#define EQUATIONS_RATIONAL_H
#include <stdbool.h>
#include <stdint.h>

typedef struct Rational { // in lowest terms, d > 0; d = 0: does not fit
    int64_t n, d;
} Rational;

static inline int64_t greatest_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

static inline Rational rational(int64_t n, int64_t d)
{
    int64_t g = greatest_divisor(n, d);
    if (!g || d == 0) return (Rational){0, 0};
    if (d < 0) g = -g;
    return (Rational){n / g, d / g};
}

static inline Rational rational_times(Rational a, Rational b)
{
    // Common factors first: what is left overflows only when the result does.
    Rational p = rational(a.n, b.d), q = rational(b.n, a.d), r;
    if (__builtin_mul_overflow(p.n, q.n, &r.n) || __builtin_mul_overflow(p.d, q.d, &r.d))
        return (Rational){0, 0};
    return r;
}

static inline Rational rational_inverse(Rational a)
{
    return rational(a.d, a.n);
}

static inline Rational rational_plus(Rational a, Rational b)
{
    if (!a.d || !b.d) return (Rational){0, 0};
    int64_t g = greatest_divisor(a.d, b.d), x, y, n, d;
    if (__builtin_mul_overflow(a.n, b.d / g, &x) || __builtin_mul_overflow(b.n, a.d / g, &y) ||
        __builtin_add_overflow(x, y, &n) || __builtin_mul_overflow(a.d, b.d / g, &d))
        return (Rational){0, 0};
    return rational(n, d);
}

static inline Rational rational_minus(Rational a, Rational b)
{
    return rational_plus(a, (Rational){-b.n, b.d});
}

static inline bool rational_equal(Rational a, Rational b)
{
    return a.n == b.n && a.d == b.d;
}

static inline bool rational_less(Rational a, Rational b)
{
    return (__int128)a.n * b.d < (__int128)b.n * a.d;
}

static inline double rational_value(Rational a)
{
    return (double)a.n / (double)a.d;
}
#endif
