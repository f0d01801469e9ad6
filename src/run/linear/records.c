// The elimination is recorded once and repeated with every other z of I - z J, as long as its
// pivots stay good [M110].
#include "run/linear/records.h"

#include <math.h>
#include <string.h>

// Operations for each entry of the matrix; records at first, and one for so many factorizations.
enum { MOST_OPERATIONS = 8, FEW_RECORDS = 10, ROUNDS_A_RECORD = 20 };
enum { MOST_KEPT = 4 }; // [M176]
// Smaller or fuller matrices are eliminated as a whole; of larger ones it takes long to find out
// that a list would be too long [M110], [M240].
enum { SMALLEST_RECORDED = 6, MOST_ENTRIES = 10000 };
static const double most_density = 0.4;

typedef struct Record {
    Arena *arena; // has the following; NULL: none
    Elimination elimination;
    double *factors;   // of one matrix
    PairFactors pairs; // or of a pair
} Record;

struct Records {
    SparsePattern pattern;
    bool are_pairs;
    Record kept[MOST_KEPT]; // the one at work, and those before it
    double *z;
    double *sizes; // real numbers in the place of pairs
    int64_t n_records, n_factorizations;
    bool is_too_long; // the list that was tried
};

bool records_may_pay(const SparsePattern *p)
{
    if (!p->column_start || p->n < SMALLEST_RECORDED) return false;
    double entries = p->column_start[p->n], all = (double)p->n * p->n;
    return entries <= MOST_ENTRIES && entries <= most_density * all;
}

static void forget(void *own)
{
    Records *f = own;
    for (int k = 0; k < MOST_KEPT; k++) {
        arena_close(f->kept[k].arena);
        f->kept[k].arena = NULL;
    }
}

static bool repeat(const Records *f, const Record *r, const double *values)
{
    if (!r->arena) return false;
    return f->are_pairs ? elimination_repeat_pairs(&r->elimination, values, r->pairs)
                        : elimination_repeat(&r->elimination, values, r->factors);
}

static void come_first(Records *f, int number)
{
    Record r = f->kept[number];
    memmove(f->kept + 1, f->kept, (size_t)number * sizeof r);
    f->kept[0] = r;
}

// A diode conducts or blocks, and comes back: pivots that were good before are so again.
static bool repeat_any(Records *f, const double *values)
{
    for (int k = 0; k < MOST_KEPT; k++) {
        if (!repeat(f, &f->kept[k], values)) continue;
        if (k) come_first(f, k);
        return true;
    }
    return false;
}

// Pivots are looked for in a real matrix, and serve if they are good for `values`.
static bool record_like(Records *f, const double *like, const double *values)
{
    const SparsePattern *p = &f->pattern;
    int64_t most = MOST_OPERATIONS * (int64_t)p->column_start[p->n];
    come_first(f, MOST_KEPT - 1);
    Record *r = f->kept;
    arena_close(r->arena);
    r->arena = arena_open("factors");
    arena_keep(r->arena); // it has an owner: `out` closes it
    f->n_records++;
    RecordOutcome o = elimination_record(r->arena, p, like, most, &r->elimination);
    f->is_too_long = o == RECORD_TOO_LONG;
    if (o != RECORDED) {
        arena_close(r->arena);
        r->arena = NULL;
        return false;
    }
    int32_t n_factors = r->elimination.n_factors;
    if (f->are_pairs) {
        r->pairs.numbers = ARENA_RAW(r->arena, double, FOUR *n_factors + 1);
        r->pairs.multipliers = ARENA_RAW(r->arena, Multiplier, n_factors + 1);
    } else {
        r->factors = ARENA_RAW(r->arena, double, n_factors + 1);
    }
    return repeat(f, r, values);
}

// Of a pair the complex one is the more usual guide: it is never as nearly singular.
static bool record(Records *f, const double *values)
{
    if (!f->are_pairs) return record_like(f, values, values);
    int32_t n = f->pattern.column_start[f->pattern.n];
    for (int32_t k = 0; k < n; k++)
        f->sizes[k] = copysign(hypot(values[FOUR * k], values[FOUR * k + 1]), values[FOUR * k]);
    if (record_like(f, f->sizes, values)) return true;
    for (int32_t k = 0; k < n; k++) f->sizes[k] = values[FOUR * k + REAL_LANE];
    return record_like(f, f->sizes, values);
}

bool records_factor(Records *f, const double *values)
{
    if (f->is_too_long) return false;
    f->n_factorizations++;
    if (repeat_any(f, values)) return true;
    bool is_steady = f->n_records < FEW_RECORDS + f->n_factorizations / ROUNDS_A_RECORD;
    if (is_steady && record(f, values)) return true;
    forget(f);
    return false;
}

double records_least_pivot(const Records *f, const double *values)
{
    return elimination_least_pivot(&f->kept[0].elimination, values, f->kept[0].factors);
}

void records_solve(Records *f, double *b)
{
    const Record *r = f->kept;
    if (f->are_pairs)
        elimination_solve_pairs(&r->elimination, r->pairs, f->z, b);
    else
        elimination_solve(&r->elimination, r->factors, f->z, b);
}

void records_solve_real(Records *f, double *b)
{
    elimination_solve_real(&f->kept[0].elimination, f->kept[0].pairs, f->z, b);
}

Records *records_open(Arena *out, const SparsePattern *pattern, bool are_pairs)
{
    Records *f = ARENA_NEW(out, Records);
    f->pattern = *pattern;
    f->are_pairs = are_pairs;
    f->z = ARENA_RAW(out, double, (are_pairs ? FOUR : 1) * pattern->n + 1);
    if (are_pairs) f->sizes = ARENA_RAW(out, double, pattern->column_start[pattern->n] + 1);
    arena_own(out, forget, f);
    return f;
}

void records_close(Records *f)
{
    forget(f);
}
