// Factors of step matrices I - z J by records; where these give up, the matrix is left to dense
// factors or to KLU, by its size.
#include "run/linear/dense_lu.h"
#include "run/linear/factors.h"
#include "run/linear/records.h"

typedef struct StepFactors {
    SparsePattern pattern;
    Arena *out;
    Records *records;
    Factors *others; // that took over; NULL: not yet
} StepFactors;

static bool step_factor(void *own, const double *values)
{
    StepFactors *f = own;
    if (!f->others && records_factor(f->records, values)) return true;
    if (!f->others) {
        const FactorsDesc *how = f->pattern.n <= MOST_OWN ? &plain_factors : &klu_factors;
        f->others = factors_open(f->out, how, &f->pattern, false);
    }
    return factors_factor(f->others, values);
}

static void step_solve(void *own, double *b)
{
    const StepFactors *f = own;
    if (f->others)
        factors_substitute(f->others, b);
    else
        records_solve(f->records, b);
}

static bool step_is_in_fronts(const void *own)
{
    const Factors *others = ((const StepFactors *)own)->others;
    return others && factors_in_fronts(others);
}

static void step_close(void *own)
{
    StepFactors *f = own;
    records_close(f->records);
    factors_close(f->others);
}

static void *step_open(Arena *out, const SparsePattern *pattern, bool is_complex)
{
    StepFactors *f = ARENA_NEW(out, StepFactors);
    (void)is_complex; // those come in pairs, see step_pair.h
    f->pattern = *pattern;
    f->out = out;
    f->records = records_open(out, pattern, false);
    return f;
}

const FactorsDesc step_factors = {.name = "steps",
                                  .open = step_open,
                                  .factor = step_factor,
                                  .solve = step_solve,
                                  .substitute = step_solve,
                                  .is_in_fronts = step_is_in_fronts,
                                  .close = step_close};
