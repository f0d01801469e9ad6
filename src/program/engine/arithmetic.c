#include "program/engine/arithmetic.h"

#include <math.h>
#include <stdlib.h>

bool arithmetic_multiplies(double exponent)
{
    return fabs(exponent) <= 64 && exponent == (double)(int)exponent;
}

// Integer powers by multiplication, so that every engine rounds alike and x^2 of a negative x
// is exact; a negative base with a fractional exponent is a domain error (NaN).
double arithmetic_power(double x, double y)
{
    if (y == 2) return x * x;
    if (y == 0.5) return sqrt(x) + 0.0; // rounded correctly, in a tenth of the time
    if (!arithmetic_multiplies(y)) return pow(x, y);
    double result = 1, base = x;
    for (int n = abs((int)y); n; n >>= 1, base *= base)
        if (n & 1) result *= base;
    return y < 0 ? 1 / result : result;
}

double arithmetic_modulo(double x, double y)
{
    return x - floor(x / y) * y;
}

double arithmetic_remainder(double x, double y)
{
    return x - trunc(x / y) * y;
}

// Of Integers: exact, since no product is larger than x.
double arithmetic_integer_modulo(double x, double y)
{
    double rest = arithmetic_remainder(x, y);
    return rest + (rest * y < 0 ? y : 0);
}

// Whole numbers have no minus zero: ceil(-0.5) is 0.
double arithmetic_floor(double x)
{
    return floor(x) + 0.0;
}

double arithmetic_ceil(double x)
{
    return ceil(x) + 0.0;
}

double arithmetic_truncate(double x)
{
    return trunc(x) + 0.0;
}

double arithmetic_sign(double x)
{
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

static double unary(InstructionCode code, double a)
{
    switch (code) {
    case I_MOVE: return a;
    case I_NEG: return -a;
    case I_SQUARE: return a * a;
    case I_ABS: return fabs(a);
    case I_SIGN: return arithmetic_sign(a);
    case I_SQRT: return sqrt(a);
    case I_FLOOR: return arithmetic_floor(a);
    case I_CEIL: return arithmetic_ceil(a);
    case I_TRUNCATE: return arithmetic_truncate(a);
    case I_NOT: return a == 0;
    case I_SIN: return sin(a);
    case I_COS: return cos(a);
    case I_TAN: return tan(a);
    case I_ASIN: return asin(a);
    case I_ACOS: return acos(a);
    case I_ATAN: return atan(a);
    case I_SINH: return sinh(a);
    case I_COSH: return cosh(a);
    case I_TANH: return tanh(a);
    case I_EXP: return exp(a);
    case I_LOG: return log(a);
    case I_LOG10: return log10(a);
    default: return NAN;
    }
}

double arithmetic(InstructionCode code, double a, double b)
{
    switch (code) {
    case I_ADD: return a + b;
    case I_SUB: return a - b;
    case I_MUL: return a * b;
    case I_DIV: return a / b;
    case I_POW: return arithmetic_power(a, b);
    case I_MIN: return a < b ? a : b;
    case I_MAX: return a > b ? a : b;
    case I_MOD: return arithmetic_modulo(a, b);
    case I_REM: return arithmetic_remainder(a, b);
    case I_DIV_INT: return arithmetic_truncate(a / b);
    case I_MOD_INT: return arithmetic_integer_modulo(a, b);
    case I_LT: return a < b;
    case I_LE: return a <= b;
    case I_GT: return a > b;
    case I_GE: return a >= b;
    case I_EQ: return a == b;
    case I_NE: return a != b;
    case I_AND: return a != 0 && b != 0;
    case I_OR: return a != 0 || b != 0;
    case I_ATAN2: return atan2(a, b);
    default: return unary(code, a);
    }
}
