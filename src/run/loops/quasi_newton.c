#include "run/loops/quasi_newton.h"

#include <stdbool.h>

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
    q.squares = ARENA_ARRAY(out, double, (size_t)most *(size_t)q.n_parts + 1);
    return q;
}

void quasi_newton_begin(QuasiNewton *q)
{
    q->n_kept = 0;
}

// Each correction so far should have led to the residuals that were met [Deu04, 2.1.4]. `v` lies in
// the place of the next one, `n` numbers of a part.
static inline void improve_part(const QuasiNewton *q, int32_t number, int32_t n, const double *w,
                                double *v)
{
    const double *kept = q->corrections + q->part_start[number], *squares = q->squares + number;
    double part = 0;
    for (int j = 0; j < q->n_kept; j++, kept += q->n, squares += q->n_parts) {
        if (!(*squares > 0)) return;
        double sum = 0;
        for (int32_t k = 0; k < n; k++) sum += w[k] * (v[k] * kept[k]);
        part = sum / *squares;
        if (j + 1 == q->n_kept) break;
        const double *next = kept + q->n;
        for (int32_t k = 0; k < n; k++) v[k] += part * next[k];
    }
    if (!(part < most_updated)) return;
    double whole = 1 - part;
    for (int32_t k = 0; k < n; k++) v[k] /= whole;
}

void quasi_newton_weigh(QuasiNewton *q, const double *weights)
{
    for (int32_t k = 0; k < q->n; k++) q->weights[k] = weights[q->order ? q->order[k] : k];
}

void quasi_newton_improve(QuasiNewton *q, double *v)
{
    if (q->n_kept == q->most) quasi_newton_begin(q);
    const int32_t *order = q->order, *start = q->part_start;
    double *next = q->corrections + (size_t)q->n_kept * (size_t)q->n;
    double *squares = q->squares + (size_t)q->n_kept * (size_t)q->n_parts;
    for (int32_t k = 0; k < q->n; k++) next[k] = v[order ? order[k] : k];
    for (int32_t i = 0; i < q->n_parts; i++) {
        int32_t first = start[i], n = start[i + 1] - first;
        const double *w = q->weights + first;
        double *of_part = next + first, square = 0;
        if (q->n_kept) improve_part(q, i, n, w, of_part);
        for (int32_t k = 0; k < n; k++) square += w[k] * (of_part[k] * of_part[k]);
        squares[i] = square;
    }
    for (int32_t k = 0; k < q->n; k++) v[order ? order[k] : k] = next[k];
    q->n_kept++;
}
