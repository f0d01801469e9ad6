#include "run/loops/quasi_newton.h"

#include <stdbool.h>

#include "run/point/fours.h"

// Of the last correction: where more than this is left to do, the factors are too old for updates.
static const double most_updated = 0.5;

static int32_t find_root(int32_t *up, int32_t i)
{
    while (up[i] != i) i = up[i] = up[up[i]];
    return i;
}

// The root of a part is its first unknown.
static int32_t *find_parts(Arena *out, const SparsePattern *p)
{
    int32_t *up = ARENA_RAW(out, int32_t, p->n + 1);
    for (int32_t i = 0; i < p->n; i++) up[i] = i;
    for (int32_t c = 0; c < p->n; c++)
        for (int32_t e = p->column_start[c]; e < p->column_start[c + 1]; e++) {
            int32_t a = find_root(up, c), b = find_root(up, p->row_index[e]);
            if (a < b)
                up[b] = a;
            else
                up[a] = b;
        }
    return up;
}

static void order_by_parts(Arena *out, QuasiNewton *q, const SparsePattern *p)
{
    int32_t *up = find_parts(out, p), *start = ARENA_ARRAY(out, int32_t, p->n + 2);
    int32_t *order = ARENA_RAW(out, int32_t, p->n + 1), *part = ARENA_RAW(out, int32_t, p->n + 1);
    for (int32_t i = 0; i < p->n; i++) {
        int32_t root = find_root(up, i);
        part[i] = root == i ? q->n_parts++ : part[root];
        start[part[i] + 2]++;
    }
    for (int32_t k = 0; k < q->n_parts; k++) start[k + 2] += start[k + 1];
    for (int32_t i = 0; i < p->n; i++) order[start[part[i] + 1]++] = i;
    q->order = order;
    q->part_start = start;
}

QuasiNewton quasi_newton_open(Arena *out, int32_t n, const SparsePattern *pattern, int most)
{
    QuasiNewton q = {.n = n, .most = most};
    if (pattern && pattern->column_start) {
        order_by_parts(out, &q, pattern);
    } else {
        int32_t *start = ARENA_ARRAY(out, int32_t, 2);
        start[1] = n;
        q.part_start = start;
        q.n_parts = 1;
    }
    q.weights = ARENA_ARRAY(out, double, n + 1);
    q.corrections = ARENA_ARRAY(out, double, (size_t)most *(size_t)n + 1);
    q.spare = ARENA_ARRAY(out, double, n + 1);
    q.squares = ARENA_ARRAY(out, double, (size_t)most *(size_t)q.n_parts + 1);
    return q;
}

void quasi_newton_begin(QuasiNewton *q)
{
    q->n_kept = 0;
}

void quasi_newton_weigh(QuasiNewton *q, const double *weights)
{
    for (int32_t k = 0; k < q->n; k++) q->weights[k] = weights[q->order ? q->order[k] : k];
}

// out := w a b
static WIDE void multiply(int32_t n, const double *w, const double *a, const double *b, double *out)
{
    int32_t i = 0;
    for (; i + FOUR <= n; i += FOUR)
        FOUR_INTO(out, i) = FOUR_AT(w, i) * (FOUR_AT(a, i) * FOUR_AT(b, i));
    for (; i < n; i++) out[i] = w[i] * (a[i] * b[i]);
}

static WIDE void add_products(int32_t n, const double *a, const double *b, double *to)
{
    int32_t i = 0;
    for (; i + FOUR <= n; i += FOUR) FOUR_INTO(to, i) += FOUR_AT(a, i) * FOUR_AT(b, i);
    for (; i < n; i++) to[i] += a[i] * b[i];
}

static WIDE void divide(int32_t n, const double *by, double *v)
{
    int32_t i = 0;
    for (; i + FOUR <= n; i += FOUR) FOUR_INTO(v, i) /= FOUR_AT(by, i);
    for (; i < n; i++) v[i] /= by[i];
}

static double sum_of(const QuasiNewton *q, int32_t part)
{
    double sum = 0;
    for (int32_t k = q->part_start[part]; k < q->part_start[part + 1]; k++) sum += q->spare[k];
    return sum;
}

static void fill_part(QuasiNewton *q, int32_t part, double value)
{
    for (int32_t k = q->part_start[part]; k < q->part_start[part + 1]; k++) q->spare[k] = value;
}

// Each correction so far should have led to the residuals that were met [Deu04, 2.1.4]. `v` lies in
// the place of the next one. What has not been corrected at all stays as it is.
static void improve_in_place(QuasiNewton *q, double *v)
{
    const double *kept = q->corrections, *squares = q->squares;
    for (int j = 0; j < q->n_kept; j++, kept += q->n, squares += q->n_parts) {
        bool is_last = j + 1 == q->n_kept;
        multiply(q->n, q->weights, v, kept, q->spare);
        for (int32_t i = 0; i < q->n_parts; i++) {
            double part = squares[i] > 0 ? sum_of(q, i) / squares[i] : 0;
            fill_part(q, i, !is_last ? part : part < most_updated ? 1 - part : 1);
        }
        if (is_last)
            divide(q->n, q->spare, v);
        else
            add_products(q->n, q->spare, kept + q->n, v);
    }
}

void quasi_newton_improve(QuasiNewton *q, double *v)
{
    if (q->n_kept == q->most) quasi_newton_begin(q);
    const int32_t *order = q->order;
    double *next = q->corrections + (size_t)q->n_kept * (size_t)q->n;
    double *squares = q->squares + (size_t)q->n_kept * (size_t)q->n_parts;
    for (int32_t k = 0; k < q->n; k++) next[k] = v[order ? order[k] : k];
    improve_in_place(q, next);
    multiply(q->n, q->weights, next, next, q->spare);
    for (int32_t i = 0; i < q->n_parts; i++) squares[i] = sum_of(q, i);
    for (int32_t k = 0; k < q->n; k++) v[order ? order[k] : k] = next[k];
    q->n_kept++;
}
