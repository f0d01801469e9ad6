// Factors of step matrices I - z J: the elimination is recorded once and repeated with every other
// z, as long as its pivots stay good. Where the list would be too long, or where pivots change too
// often, the matrix is left to dense factors or to KLU, by its size [M110].
#include <math.h>
#include <string.h>

#include "run/linear/dense_lu.h"
#include "run/linear/elimination.h"
#include "run/linear/factors.h"

// Operations for each entry of the matrix; records at first, and one for so many factorizations.
enum { MOST_OPERATIONS = 8, FEW_RECORDS = 10, ROUNDS_A_RECORD = 20 };
enum { MOST_KEPT = 4 }; // [M176]

typedef struct Record {
    Arena *arena; // has the following; NULL: none
    Elimination elimination;
    double *factors;
} Record;

typedef struct StepFactors {
    SparsePattern pattern;
    bool is_complex;
    Arena *out;
    Record kept[MOST_KEPT]; // the one at work, and those before it
    double *z, *sizes;      // sizes: real ones in the place of complex entries
    int64_t n_records, n_factorizations;
    Factors *others; // that took over; NULL: not yet
} StepFactors;

static void forget_records(void *own)
{
    StepFactors *f = own;
    for (int k = 0; k < MOST_KEPT; k++) {
        arena_close(f->kept[k].arena);
        f->kept[k].arena = NULL;
    }
}

static bool repeat(StepFactors *f, const Record *r, const double *values)
{
    if (!r->arena) return false;
    return f->is_complex ? elimination_repeat_complex(&r->elimination, values, r->factors)
                         : elimination_repeat(&r->elimination, values, r->factors);
}

static void come_first(StepFactors *f, int number)
{
    Record r = f->kept[number];
    memmove(f->kept + 1, f->kept, (size_t)number * sizeof r);
    f->kept[0] = r;
}

// A diode conducts or blocks, and comes back: pivots that were good before are so again.
static bool repeat_any(StepFactors *f, const double *values)
{
    for (int k = 0; k < MOST_KEPT; k++) {
        if (!repeat(f, &f->kept[k], values)) continue;
        if (k) come_first(f, k);
        return true;
    }
    return false;
}

// Pivots of a complex matrix are looked for in a real one that is like it.
static const double *real_values(const StepFactors *f, const double *values)
{
    if (!f->is_complex) return values;
    for (int32_t k = 0; k < f->pattern.column_start[f->pattern.n]; k++)
        f->sizes[k] = copysign(hypot(values[2 * k], values[2 * k + 1]), values[2 * k]);
    return f->sizes;
}

static bool record(StepFactors *f, const double *values)
{
    const SparsePattern *p = &f->pattern;
    int64_t most = MOST_OPERATIONS * (int64_t)p->column_start[p->n];
    come_first(f, MOST_KEPT - 1);
    Record *r = f->kept;
    arena_close(r->arena);
    r->arena = arena_open("factors");
    arena_keep(r->arena); // it has an owner: `out` closes it
    f->n_records++;
    if (elimination_record(r->arena, p, real_values(f, values), most, &r->elimination) != RECORDED)
        return false;
    size_t words = f->is_complex ? 2 : 1;
    r->factors = ARENA_RAW(r->arena, double, words *(size_t)r->elimination.n_factors + 1);
    return repeat(f, r, values);
}

static bool step_factor(void *own, const double *values)
{
    StepFactors *f = own;
    f->n_factorizations++;
    if (!f->others && repeat_any(f, values)) return true;
    bool is_steady = f->n_records < FEW_RECORDS + f->n_factorizations / ROUNDS_A_RECORD;
    if (!f->others && is_steady && record(f, values)) return true;
    if (!f->others) {
        forget_records(f);
        const FactorsDesc *how = f->pattern.n <= MOST_OWN ? &plain_factors : &klu_factors;
        f->others = factors_open(f->out, how, &f->pattern, f->is_complex);
    }
    return factors_factor(f->others, values);
}

static void step_solve(void *own, double *b)
{
    const StepFactors *f = own;
    if (f->others)
        factors_substitute(f->others, b);
    else
        elimination_solve(&f->kept[0].elimination, f->kept[0].factors, f->z, b);
}

static void step_solve_complex(void *own, double complex *b)
{
    const StepFactors *f = own;
    if (f->others)
        factors_solve_complex(f->others, b);
    else
        elimination_solve_complex(&f->kept[0].elimination, f->kept[0].factors, f->z, (double *)b);
}

static bool step_is_in_fronts(const void *own)
{
    const Factors *others = ((const StepFactors *)own)->others;
    return others && others->desc->is_in_fronts && others->desc->is_in_fronts(others->own);
}

static void step_close(void *own)
{
    StepFactors *f = own;
    forget_records(f);
    factors_close(f->others);
}

static void *step_open(Arena *out, const SparsePattern *pattern, bool is_complex)
{
    StepFactors *f = ARENA_NEW(out, StepFactors);
    f->pattern = *pattern;
    f->is_complex = is_complex;
    f->out = out;
    f->z = ARENA_RAW(out, double, (is_complex ? 2 : 1) * pattern->n + 1);
    if (is_complex) f->sizes = ARENA_RAW(out, double, pattern->column_start[pattern->n] + 1);
    arena_own(out, forget_records, f);
    return f;
}

const FactorsDesc step_factors = {.name = "steps",
                                  .open = step_open,
                                  .factor = step_factor,
                                  .solve = step_solve,
                                  .substitute = step_solve,
                                  .solve_complex = step_solve_complex,
                                  .is_in_fronts = step_is_in_fronts,
                                  .close = step_close};
