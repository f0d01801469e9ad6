// Sparse LU for loops: the elimination is recorded once and repeated without a look at the pattern,
// as long as its pivots stay good. Matrices that would need too long a list are left to KLU, and
// small ones that look singular to those who can tell.
//
// Along a chain of bodies every link takes the same few dozen operations. KLU [KLU10] needs four
// times as many, and as long again for looking at indices: its order does not know which pivots
// will serve [M95].
#include <math.h>

#include "run/linear/elimination.h"
#include "run/linear/factors.h"

// Operations for each entry of the matrix: more fill than that is what KLU is made for.
enum { MOST_OPERATIONS = 16 };
// So many unknowns a full matrix may have that is asked whether it is singular.
enum { MOST_FULL = 400 };

typedef struct RecordedFactors {
    SparsePattern pattern;
    Arena *out, *records; // `records` has the elimination at work; NULL: none
    Elimination elimination;
    double *factors, *z;
    Factors *klu, *dense; // NULL: not needed so far
    Factors *others;      // one of them, whose turn it is; NULL: the list is at work
    bool is_too_long;
} RecordedFactors;

static void forget_record(void *own)
{
    RecordedFactors *f = own;
    arena_close(f->records);
    f->records = NULL;
}

static bool leave_to(RecordedFactors *f, Factors **others, const FactorsDesc *desc,
                     const double *values)
{
    if (!*others) *others = factors_open(f->out, desc, &f->pattern, false);
    f->others = *others;
    return factors_factor(f->others, values);
}

static bool record(RecordedFactors *f, const double *values)
{
    int64_t most = MOST_OPERATIONS * (int64_t)f->pattern.column_start[f->pattern.n];
    forget_record(f);
    f->records = arena_open("factors");
    arena_keep(f->records); // it has an owner: `out` closes it
    RecordOutcome o = elimination_record(f->records, &f->pattern, values, most, &f->elimination);
    if (o == RECORDED) {
        f->factors = ARENA_RAW(f->records, double, f->elimination.n_factors + 1);
        if (elimination_repeat(&f->elimination, values, f->factors)) return true;
    }
    forget_record(f);
    f->is_too_long = o == RECORD_TOO_LONG;
    bool is_small = !f->is_too_long && f->pattern.n <= MOST_FULL;
    return leave_to(f, is_small ? &f->dense : &f->klu, is_small ? &dense_factors : &klu_factors,
                    values);
}

static bool recorded_factor(void *own, const double *values)
{
    RecordedFactors *f = own;
    if (f->is_too_long) return factors_factor(f->klu, values);
    f->others = NULL;
    if (f->records && elimination_repeat(&f->elimination, values, f->factors)) return true;
    return record(f, values);
}

static void recorded_solve(void *own, double *b)
{
    const RecordedFactors *f = own;
    if (f->others) {
        factors_solve(f->others, b);
        return;
    }
    elimination_solve(&f->elimination, f->factors, f->z, b);
}

static double recorded_least_change(void *own, const double *size, double *b)
{
    const RecordedFactors *f = own;
    return f->others ? factors_least_change(f->others, size, b) : INFINITY;
}

static int32_t recorded_undetermined(const void *own)
{
    const RecordedFactors *f = own;
    return f->others ? factors_undetermined(f->others) : -1;
}

static void recorded_close(void *own)
{
    RecordedFactors *f = own;
    forget_record(f);
    factors_close(f->klu);
    factors_close(f->dense);
}

static void *recorded_open(Arena *out, const SparsePattern *pattern, bool is_complex)
{
    RecordedFactors *f = ARENA_NEW(out, RecordedFactors);
    (void)is_complex; // loops are real
    f->pattern = *pattern;
    f->out = out;
    f->z = ARENA_RAW(out, double, pattern->n + 1);
    arena_own(out, forget_record, f);
    return f;
}

const FactorsDesc recorded_factors = {.name = "recorded",
                                      .open = recorded_open,
                                      .factor = recorded_factor,
                                      .solve = recorded_solve,
                                      .substitute = recorded_solve,
                                      .least_change = recorded_least_change,
                                      .undetermined = recorded_undetermined,
                                      .close = recorded_close};
