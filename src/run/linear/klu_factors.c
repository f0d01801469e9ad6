// Sparse LU with KLU [KLU10]: ordered once, factored with pivoting at first and whenever the old
// pivots have become poor, otherwise refactored on the old pivots, which allocates nothing and
// costs a fraction. Matrices with much fill are factored in fronts instead, as long as those have
// the pivots they need.
#include <klu.h>

#include "base/memory.h"
#include "run/linear/factors.h"
#include "run/linear/fronts.h"

// Pivots are kept while the reciprocal growth of the elements stays above this: half of the digits
// are left then, and iterations repair the rest.
static const double least_growth = 1e-8;

// Where KLU takes this many operations, fronts take less time, even if they take a few times as
// many because they know no blocks and no order of rows [M90].
static const double much_work = 1e7, more_work = 3;

typedef struct KluFactors {
    klu_common common;
    klu_symbolic *symbolic;
    klu_numeric *numeric;
    int32_t n, *column_start, *row_index; // KLU does not say const
    bool is_complex;
    Fronts *fronts; // NULL: KLU alone
} KluFactors;

static bool refactor(KluFactors *f, double *values)
{
    klu_common *c = &f->common;
    int ok = f->is_complex
                 ? klu_z_refactor(f->column_start, f->row_index, values, f->symbolic, f->numeric, c)
                 : klu_refactor(f->column_start, f->row_index, values, f->symbolic, f->numeric, c);
    if (!ok || c->status != KLU_OK) return false;
    if (f->is_complex)
        klu_z_rgrowth(f->column_start, f->row_index, values, f->symbolic, f->numeric, c);
    else
        klu_rgrowth(f->column_start, f->row_index, values, f->symbolic, f->numeric, c);
    return c->rgrowth > least_growth;
}

static void free_numeric(KluFactors *f)
{
    if (!f->numeric) return;
    if (f->is_complex)
        klu_z_free_numeric(&f->numeric, &f->common);
    else
        klu_free_numeric(&f->numeric, &f->common);
}

static bool klu_factor_values(void *own, const double *given)
{
    KluFactors *f = own;
    double *values = (double *)given;
    if (!f->symbolic) return false;
    if (f->fronts && fronts_factor(f->fronts, given)) return true;
    f->fronts = NULL;
    if (f->numeric && refactor(f, values)) return true;
    free_numeric(f);
    f->numeric = f->is_complex
                     ? klu_z_factor(f->column_start, f->row_index, values, f->symbolic, &f->common)
                     : klu_factor(f->column_start, f->row_index, values, f->symbolic, &f->common);
    if (f->common.status == KLU_OUT_OF_MEMORY) memory_give_up(0);
    return f->numeric && f->common.status == KLU_OK;
}

static void klu_solve_real(void *own, double *b)
{
    KluFactors *f = own;
    if (f->fronts)
        fronts_solve(f->fronts, b);
    else
        klu_solve(f->symbolic, f->numeric, f->n, 1, b, &f->common);
}

static void klu_solve_complex(void *own, double complex *b)
{
    KluFactors *f = own;
    if (f->fronts)
        fronts_solve(f->fronts, (double *)b);
    else
        klu_z_solve(f->symbolic, f->numeric, f->n, 1, (double *)b, &f->common);
}

static void klu_close(void *own)
{
    KluFactors *f = own;
    free_numeric(f);
    if (f->symbolic) klu_free_symbolic(&f->symbolic, &f->common);
}

static void *klu_open(Arena *out, const SparsePattern *p, bool is_complex)
{
    KluFactors *f = ARENA_NEW(out, KluFactors);
    klu_defaults(&f->common);
    f->n = p->n;
    f->column_start = (int32_t *)p->column_start;
    f->row_index = (int32_t *)p->row_index;
    f->is_complex = is_complex;
    arena_own(out, klu_close, f);
    f->symbolic = klu_analyze(f->n, f->column_start, f->row_index, &f->common);
    if (f->common.status == KLU_OUT_OF_MEMORY) memory_give_up(0);
    double work = f->symbolic ? f->symbolic->est_flops : 0; // negative: not known
    if (work > much_work) f->fronts = fronts_open(out, p, is_complex, more_work * work);
    return f;
}

static bool klu_is_in_fronts(const void *own)
{
    return ((const KluFactors *)own)->fronts;
}

const FactorsDesc klu_factors = {.name = "klu",
                                 .open = klu_open,
                                 .factor = klu_factor_values,
                                 .solve = klu_solve_real,
                                 .substitute = klu_solve_real,
                                 .solve_complex = klu_solve_complex,
                                 .is_in_fronts = klu_is_in_fronts,
                                 .close = klu_close};
