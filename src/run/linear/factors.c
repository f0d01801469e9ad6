#include "run/linear/factors.h"

#include <math.h>

Factors *factors_open(Arena *out, const FactorsDesc *desc, const SparsePattern *pattern,
                      bool is_complex)
{
    Factors *f = ARENA_NEW(out, Factors);
    f->desc = desc;
    f->own = desc->open(out, pattern, is_complex);
    return f;
}

double factors_least_change(Factors *f, const double *size, double *b)
{
    return f->desc->least_change ? f->desc->least_change(f->own, size, b) : INFINITY;
}

int32_t factors_undetermined(const Factors *f)
{
    return f->desc->undetermined ? f->desc->undetermined(f->own) : -1;
}

bool factors_in_fronts(const Factors *f)
{
    return f->desc->is_in_fronts && f->desc->is_in_fronts(f->own);
}

void factors_close(Factors *f)
{
    if (f && f->desc->close) f->desc->close(f->own);
}
