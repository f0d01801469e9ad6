#include <math.h>

#include "base/number.h"
#include "tarn/api/value_fits.h"

bool value_fits(const VariableInfo *v, double value)
{
    if (v->kind == VALUE_REAL) return true;
    if (v->kind == VALUE_BOOLEAN) return value == 0 || value == 1;
    bool is_whole = fabs(value) <= (double)LARGEST_INTEGER && value == floor(value);
    bool is_literal = value >= 1 && value <= variable_declared(v)->n_literals;
    return is_whole && (v->kind == VALUE_INTEGER || is_literal);
}
