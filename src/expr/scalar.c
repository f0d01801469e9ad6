// Operators on numbers with the domain errors of the language (specification section 3.7).
#include "expr/scalar.h"

#include <math.h>

#include "base/number.h"

static const char *const divided_by_zero = "division by zero";
static const char *const too_large = "the result exceeds the range of Integer, 2^53";

static const char *power(double a, double b, double *result)
{
    if (a == 0 && b < 0) return divided_by_zero;
    if (a < 0 && b != floor(b)) return "a negative number to a broken power";
    *result = pow(a, b);
    return NULL;
}

static const char *quotient(Op op, double a, double b, double *result)
{
    if (b == 0) return divided_by_zero;
    double q = a / b;
    if (op == OP_DIV_INT)
        q = trunc(q) + 0.0; // a whole number has no minus zero
    else if (op == OP_MOD)
        q = a - floor(q) * b;
    else if (op == OP_REM)
        q = a - trunc(q) * b;
    *result = q;
    return NULL;
}

static const char *inverse_trigonometric(Op op, double a, double *result)
{
    if (a < -1 || a > 1) return "the argument lies outside -1 to 1";
    *result = op == OP_ASIN ? asin(a) : acos(a);
    return NULL;
}

static const char *logarithm(Op op, double a, double *result)
{
    if (a <= 0) return "the logarithm of a number that is not positive";
    *result = op == OP_LOG ? log(a) : log10(a);
    return NULL;
}

static const char *operate(Op op, double a, double b, double *result)
{
    switch (op) {
    case OP_ADD:
    case OP_EL_ADD: *result = a + b; break;
    case OP_SUB:
    case OP_EL_SUB: *result = a - b; break;
    case OP_MUL:
    case OP_EL_MUL: *result = a * b; break;
    case OP_DIV:
    case OP_EL_DIV:
    case OP_DIV_INT:
    case OP_MOD:
    case OP_REM: return quotient(op, a, b, result);
    case OP_POW:
    case OP_EL_POW: return power(a, b, result);
    case OP_NEG: *result = -a; break;
    case OP_ABS: *result = fabs(a); break;
    case OP_SIGN: *result = a > 0 ? 1 : a < 0 ? -1 : 0; break;
    case OP_SQRT:
        if (a < 0) return "the square root of a negative number";
        *result = sqrt(a);
        break;
    case OP_SIN: *result = sin(a); break;
    case OP_COS: *result = cos(a); break;
    case OP_TAN: *result = tan(a); break;
    case OP_ASIN:
    case OP_ACOS: return inverse_trigonometric(op, a, result);
    case OP_ATAN: *result = atan(a); break;
    case OP_ATAN2: *result = atan2(a, b); break;
    case OP_SINH: *result = sinh(a); break;
    case OP_COSH: *result = cosh(a); break;
    case OP_TANH: *result = tanh(a); break;
    case OP_EXP: *result = exp(a); break;
    case OP_LOG:
    case OP_LOG10: return logarithm(op, a, result);
    case OP_CEIL: *result = ceil(a) + 0.0; break;
    case OP_FLOOR: *result = floor(a) + 0.0; break;
    case OP_MIN: *result = a < b ? a : b; break;
    case OP_MAX: *result = a > b ? a : b; break;
    default: return "not an operator on Reals";
    }
    return NULL;
}

const char *scalar_real(Op op, double a, double b, double *result)
{
    const char *why = operate(op, a, b, result);
    if (why) return why;
    if (isnan(*result)) return "the result is not a number";
    return isfinite(*result) ? NULL : "the result exceeds the range of Real";
}

static bool is_exact(int64_t n)
{
    return n >= -LARGEST_INTEGER && n <= LARGEST_INTEGER;
}

static const char *integer_quotient(Op op, int64_t a, int64_t b, int64_t *result)
{
    if (b == 0) return divided_by_zero;
    if (b == -1) { // INT64_MIN / -1 would overflow
        if (op == OP_DIV_INT) return __builtin_sub_overflow(0, a, result) ? too_large : NULL;
        *result = 0;
        return NULL;
    }
    int64_t rest = a % b;
    if (op == OP_DIV_INT)
        *result = a / b;
    else if (op == OP_REM)
        *result = rest;
    else
        *result = rest && (rest < 0) != (b < 0) ? rest + b : rest;
    return NULL;
}

const char *scalar_integer(Op op, int64_t a, int64_t b, int64_t *result)
{
    bool overflow = false;
    switch (op) {
    case OP_ADD:
    case OP_EL_ADD: overflow = __builtin_add_overflow(a, b, result); break;
    case OP_SUB:
    case OP_EL_SUB: overflow = __builtin_sub_overflow(a, b, result); break;
    case OP_MUL:
    case OP_EL_MUL: overflow = __builtin_mul_overflow(a, b, result); break;
    case OP_NEG: overflow = __builtin_sub_overflow(0, a, result); break;
    case OP_ABS:
        *result = a;
        if (a < 0) overflow = __builtin_sub_overflow(0, a, result);
        break;
    case OP_SIGN: *result = a > 0 ? 1 : a < 0 ? -1 : 0; break;
    case OP_DIV_INT:
    case OP_MOD:
    case OP_REM: return integer_quotient(op, a, b, result);
    case OP_MIN: *result = a < b ? a : b; break;
    case OP_MAX: *result = a > b ? a : b; break;
    default: return "not an operator on Integers";
    }
    return overflow || !is_exact(*result) ? too_large : NULL;
}

const char *scalar_floor(double a, int64_t *result)
{
    double f = floor(a);
    if (!(fabs(f) <= (double)LARGEST_INTEGER)) return too_large;
    *result = (int64_t)f;
    return NULL;
}

bool scalar_relation(Op op, int order)
{
    switch (op) {
    case OP_LT: return order < 0;
    case OP_LE: return order <= 0;
    case OP_GT: return order > 0;
    case OP_GE: return order >= 0;
    case OP_EQ: return order == 0;
    default: return order != 0;
    }
}

int scalar_order(double a, double b)
{
    return a < b ? -1 : a > b;
}
