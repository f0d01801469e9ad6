// op_type.h -- result types of operators; private to expr/ apart from expr_op_type.
#ifndef EXPR_OP_TYPE_H
#define EXPR_OP_TYPE_H
#include "expr/expr.h"

typedef enum { // which Integer arguments become Real
    CAST_NONE,
    CAST_ALL,
    CAST_MIXED,      // if another argument is Real
    CAST_MIXED_TAIL, // the same from the second argument on
    CAST_FIRST_TWO,
    CAST_POWER // all, unless the base is a matrix: then only the base
} CastRule;

CastRule op_cast_rule(Op op);
#endif
