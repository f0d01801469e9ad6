// Sparse factors in fronts: the solution that was put in comes out, real and complex, with and
// without the symmetry of the pattern; where fronts lack pivots KLU takes over.
#include <math.h>
#include <string.h>

#include "run/linear/factors.h"
#include "run/linear/fronts.h"
#include "unit/unit.h"

typedef struct Plate { // points of a grid, each with its neighbours
    SparsePattern pattern;
    double *values, *x, *b;
    int words;
} Plate;

static double wave(int k)
{
    return sin(1.7 * k) + 0.3 * cos(0.31 * k * k);
}

// `diagonal`: of an entry whose neighbours are about 1. With `far` some columns have one far away.
static Plate make_plate(Arena *a, int side, double diagonal, int far, int words)
{
    int n = side * side, at = 0;
    int32_t *start = ARENA_ARRAY(a, int32_t, n + 1), *rows = ARENA_ARRAY(a, int32_t, 6 * n);
    Plate p = {.words = words, .values = ARENA_ARRAY(a, double, 6 * n * words)};
    for (int j = 0; j < n; j++) {
        int near[] = {j,
                      j % side ? j - 1 : -1,
                      j % side < side - 1 ? j + 1 : -1,
                      j - side,
                      j + side,
                      far && j % far == 0 ? (7 * j + 3 * side + 1) % n : -1};
        start[j] = at;
        for (int k = 0; k < 6; k++) {
            bool is_new = near[k] >= 0 && near[k] < n;
            for (int e = start[j]; e < at; e++) is_new &= rows[e] != near[k];
            if (!is_new) continue;
            for (int w = 0; w < words; w++)
                p.values[words * at + w] = k ? wave(at + w) : w ? 0 : diagonal;
            rows[at++] = near[k];
        }
    }
    start[n] = at;
    p.pattern = (SparsePattern){n, start, rows};
    return p;
}

// b = A x for an x that is known.
static void set_sides(Arena *a, Plate *p)
{
    int n = p->pattern.n, words = p->words;
    p->x = ARENA_ARRAY(a, double, n *words);
    p->b = ARENA_ARRAY(a, double, n *words);
    for (int i = 0; i < n * words; i++) p->x[i] = wave(i + 5);
    for (int j = 0; j < n; j++)
        for (int k = p->pattern.column_start[j]; k < p->pattern.column_start[j + 1]; k++) {
            double *b = p->b + words * p->pattern.row_index[k], *v = p->values + words * k;
            const double *x = p->x + words * j;
            b[0] += v[0] * x[0] - (words == 2 ? v[1] * x[1] : 0);
            if (words == 2) b[1] += v[0] * x[1] + v[1] * x[0];
        }
}

static double error_of(const Plate *p)
{
    double largest = 0;
    for (int i = 0; i < p->pattern.n * p->words; i++)
        largest = fmax(largest, fabs(p->b[i] - p->x[i]));
    return largest;
}

static void fronts_solve_what_was_put_in(Unit *u)
{
    for (int words = 1; words <= 2; words++)
        for (int far = 0; far < 40; far += 13)
            for (int side = 1; side < 30; side += 7) {
                Plate p = make_plate(u->arena, side, 9, far, words);
                Fronts *f = fronts_open(u->arena, &p.pattern, words == 2, INFINITY);
                CHECK_TRUE(u, fronts_factor(f, p.values) && fronts_factor(f, p.values));
                set_sides(u->arena, &p);
                fronts_solve(f, p.b);
                CHECK_TRUE(u, error_of(&p) < 1e-12);
            }
}

static void more_work_than_allowed_is_not_begun(Unit *u)
{
    Plate p = make_plate(u->arena, 10, 9, 0, 1);
    CHECK_TRUE(u, !fronts_open(u->arena, &p.pattern, false, 10));
}

// A row of zeros, and multipliers without bound: both are no factors.
static void missing_pivots_are_seen(Unit *u)
{
    Plate p = make_plate(u->arena, 20, 1e-9, 0, 1);
    Fronts *f = fronts_open(u->arena, &p.pattern, false, INFINITY);
    CHECK_TRUE(u, !fronts_factor(f, p.values));
    memset(p.values, 0, (size_t)p.pattern.column_start[p.pattern.n] * sizeof *p.values);
    CHECK_TRUE(u, !fronts_factor(f, p.values));
}

// The work of this plate is above the line from which on fronts are tried.
static void klu_takes_over(Unit *u)
{
    for (int words = 1; words <= 2; words++)
        for (int is_poor = 0; is_poor < 3 - words; is_poor++) {
            Plate p = make_plate(u->arena, 80, is_poor ? 1e-5 : 9, 0, words);
            Factors *f = factors_open(u->arena, &klu_factors, &p.pattern, words == 2);
            CHECK_TRUE(u, factors_factor(f, p.values));
            CHECK_INT(u, klu_factors.is_in_fronts(f->own), !is_poor);
            set_sides(u->arena, &p);
            if (words == 1)
                factors_substitute(f, p.b);
            else
                factors_solve_complex(f, (double complex *)p.b);
            CHECK_TRUE(u, error_of(&p) < 1e-6);
            factors_close(f);
        }
}

UNIT_SUITE(fronts, TEST(fronts_solve_what_was_put_in), TEST(more_work_than_allowed_is_not_begun),
           TEST(missing_pivots_are_seen), TEST(klu_takes_over));
