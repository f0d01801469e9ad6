// Where a sparse factorization becomes cheaper than a dense one: microseconds for one factorization
// and three solves, by size and density, with the factors of steps (plain, klu, steps) and of loops
// (dense, klu). For docs/measurements.md.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "run/linear/factors.h"

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static unsigned random_state = 1;
static double draw(void)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) / (double)(1u << 24);
}

// The diagonal and `others` entries more in each column, next to it or anywhere.
static SparsePattern make_pattern(Arena *a, int n, int others, int is_band, double **values)
{
    int32_t *start = ARENA_ARRAY(a, int32_t, n + 1);
    int32_t *rows = ARENA_ARRAY(a, int32_t, (size_t)n * (size_t)(others + 1));
    char *seen = ARENA_ARRAY(a, char, n);
    *values = ARENA_ARRAY(a, double, (size_t)n *(size_t)(others + 1));
    int32_t at = 0;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) seen[i] = i == j;
        for (int k = 0; k < others; k++) {
            int i = is_band ? j - others / 2 + k + (k >= others / 2) : (int)(draw() * n);
            if (i >= 0 && i < n) seen[i] = 1;
        }
        start[j] = at;
        for (int i = 0; i < n; i++) {
            if (!seen[i]) continue;
            (*values)[at] = i == j ? others + 2 : -draw();
            rows[at++] = i;
        }
    }
    start[n] = at;
    return (SparsePattern){n, start, rows};
}

static double measure(Arena *a, const FactorsDesc *how, const SparsePattern *p, double *values)
{
    Factors *f = factors_open(a, how, p, false);
    double *b = ARENA_ARRAY(a, double, p->n);
    double begin = 0;
    long rounds = 0;
    for (begin = seconds_now(); seconds_now() - begin < 0.02; rounds++) {
        factors_factor(f, values);
        for (int k = 0; k < 3; k++) {
            for (int i = 0; i < p->n; i++) b[i] = 1;
            factors_substitute(f, b);
        }
    }
    double took = (seconds_now() - begin) / (double)rounds;
    factors_close(f);
    return 1e6 * took;
}

int main(void)
{
    static const int sizes[] = {4, 6, 8, 10, 15, 20, 30, 40, 50, 70, 100, 150, 200, 300, 1000};
    printf("%28s %10s %10s %10s %10s   microseconds\n", "", "plain", "dense", "klu", "steps");
    for (int kind = 0; kind < 4; kind++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            int n = sizes[s], others = kind < 2 ? 2 + 4 * kind : kind == 2 ? n / 10 : n / 5;
            Arena *a = arena_open("factors");
            double *values;
            SparsePattern p = make_pattern(a, n, others, kind == 0, &values);
            printf("%9s, n = %3d, %3.0f %% full %10.2f %10.2f %10.2f %10.2f\n",
                   kind == 0 ? "band" : "scattered", n, 100.0 * p.column_start[n] / ((double)n * n),
                   measure(a, &plain_factors, &p, values), measure(a, &dense_factors, &p, values),
                   measure(a, &klu_factors, &p, values), measure(a, &step_factors, &p, values));
            arena_close(a);
        }
    return 0;
}
