// Loops that take four components at a time leave none out and none over: every length up to a few
// fours against the sum written plainly.
#include <math.h>

#include "run/forms/ode_jacobian.h"
#include "run/point/norms.h"
#include "unit/unit.h"

enum { LONGEST = 23 };

static double wave(int k)
{
    return sin(1.7 * k) + 0.3 * cos(0.31 * k * k);
}

static void norms_count_every_component(Unit *u)
{
    double v[LONGEST], x[LONGEST], nominal[LONGEST], weight[LONGEST + 1];
    for (int i = 0; i < LONGEST; i++) v[i] = wave(i), x[i] = wave(i + 50), nominal[i] = 1 + 0.1 * i;
    for (int n = 0; n <= LONGEST; n++) {
        double sum = 0;
        weight[n] = -1;
        error_weights(n, x, nominal, 1e-3, weight);
        for (int i = 0; i < n; i++) {
            double expected = 1 / (1e-3 * (fabs(x[i]) + nominal[i]));
            CHECK_REAL(u, weight[i] / expected, 1, 1e-15);
            sum += pow(v[i] * expected, 2);
        }
        CHECK_REAL(u, weight[n], -1, 0);
        CHECK_REAL(u, weighted_norm(n, v, weight), n ? sqrt(sum / n) : 0, 1e-12);
    }
}

static ModelOutcome give_values(void *client, double t, const double *x, const double *dx,
                                double *values)
{
    const SparsePattern *p = client;
    (void)t, (void)x, (void)dx;
    for (int32_t k = 0; k < p->column_start[p->n]; k++) values[k] = wave(k);
    return MODEL_OK;
}

// Rows from..to-1 of each column, without every `gap`th of them.
static SparsePattern band(Arena *a, int32_t n, int32_t half, int32_t gap)
{
    int32_t *start = ARENA_ARRAY(a, int32_t, n + 1), *rows = ARENA_ARRAY(a, int32_t, n * n + 1);
    int32_t at = 0;
    for (int32_t j = 0; j < n; j++) {
        start[j] = at;
        for (int32_t i = 0; i < n; i++)
            if (i >= j - half && i <= j + half && (!gap || i % gap)) rows[at++] = i;
    }
    start[n] = at;
    return (SparsePattern){n, start, rows};
}

static void jacobians_multiply_full_and_not(Unit *u)
{
    static const int32_t bands[][2] = {{1, 0}, {5, 0}, {LONGEST, 0}, {LONGEST, 3}, {LONGEST, 11}};
    for (size_t b = 0; b < sizeof bands / sizeof *bands; b++) {
        SparsePattern p = band(u->arena, LONGEST, bands[b][0], bands[b][1]);
        InitialValueProblem problem = {.client = &p,
                                       .n = p.n,
                                       .column_start = p.column_start,
                                       .row_index = p.row_index,
                                       .jacobian = give_values};
        Jacobian *j = jacobian_open(u->arena, &problem);
        IntegratorCounts counts = {0};
        double v[LONGEST], product[LONGEST], expected[LONGEST] = {0};
        CHECK_INT(u, jacobian_evaluate(j, 0, v, v, &counts), MODEL_OK);
        for (int32_t c = 0; c < p.n; c++) {
            v[c] = wave(c + 7);
            for (int32_t k = p.column_start[c]; k < p.column_start[c + 1]; k++)
                expected[p.row_index[k]] += wave(k) * v[c];
        }
        jacobian_multiply(j, v, product);
        for (int32_t i = 0; i < p.n; i++) CHECK_REAL(u, product[i], expected[i], 1e-14);
    }
}

UNIT_SUITE(long_vectors, TEST(norms_count_every_component), TEST(jacobians_multiply_full_and_not));
