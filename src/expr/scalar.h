// scalar.h -- arithmetic on single numbers, shared by folding and evaluation; private to expr/.
#ifndef EXPR_SCALAR_H
#define EXPR_SCALAR_H
#include "expr/expr.h"

// Each gives NULL and the result, or the reason why there is none. Unary operators ignore b.
const char *scalar_real(Op op, double a, double b, double *result);
const char *scalar_integer(Op op, int64_t a, int64_t b, int64_t *result);
// Real to Integer: the greatest Integer that is not larger.
const char *scalar_floor(double a, int64_t *result);
// Whether a relation holds when the left side compares as `order` (-1, 0, 1) with the right.
bool scalar_relation(Op op, int order);
int scalar_order(double a, double b);
#endif
