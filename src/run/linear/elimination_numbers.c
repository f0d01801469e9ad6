// Recorded eliminations with the numbers of a matrix. Pivots are kept while no multiplier and no
// factor is larger than these, in units of the entries.
#include <math.h>
#include <string.h>

#include "run/linear/elimination.h"

static const double most_multiplier = 1e4, most_growth = 1e8;

// ---- Real matrices -----------------------------------------------------------------------------

// The matrix in its places; its largest entry.
static double spread(const Elimination *e, const double *values, double *factors)
{
    double largest = 0;
    memset(factors, 0, (size_t)e->n_factors * sizeof *factors);
    for (int32_t k = 0; k < e->n_entries; k++) {
        double x = values[k] * e->scale[k], size = fabs(x);
        factors[e->place[k]] = x;
        largest = size > largest ? size : largest;
    }
    return largest;
}

bool elimination_repeat(const Elimination *e, const double *values, double *factors)
{
    double largest = spread(e, values, factors), most = 0, *at = factors;
    const int32_t *target = e->targets;
    for (int32_t k = 0; k < e->n; k++) {
        int32_t n_right = e->steps[k].n_right, n_below = e->steps[k].n_below;
        double inverse = 1 / *at, *right = at + 1, *below = right + n_right;
        *at = inverse;
        if (!(fabs(inverse) <= 1 / LEAST_PIVOT)) return false;
        for (int32_t i = 0; i < n_below; i++, target += n_right) {
            double l = below[i] *= inverse;
            if (!(fabs(l) <= most_multiplier)) return false;
            for (int32_t j = 0; j < n_right; j++) factors[target[j]] -= l * right[j];
        }
        for (int32_t j = 0; j < n_right; j++) {
            double size = fabs(right[j]);
            most = size > most ? size : most;
        }
        at = below + n_below;
    }
    return most <= most_growth * largest;
}

void elimination_solve(const Elimination *e, const double *factors, double *z, double *b)
{
    const LeftEntry *left = e->left;
    const int32_t *right = e->right;
    for (int32_t k = 0; k < e->n; k++) {
        const SolveStep *s = &e->solve[k];
        double sum = b[s->row] * s->row_scale;
        for (const LeftEntry *end = left + s->n_left; left < end; left++)
            sum -= factors[left->factor] * z[left->step];
        z[k] = sum;
        right += s->n_right;
    }
    for (int32_t k = e->n; k-- > 0;) {
        const SolveStep *s = &e->solve[k];
        const double *at = factors + s->pivot;
        double sum = z[k];
        right -= s->n_right;
        for (int32_t i = 0; i < s->n_right; i++) sum -= at[1 + i] * z[right[i]];
        z[k] = sum *= *at;
        b[s->column] = sum * s->column_scale;
    }
}

// ---- Complex ones: real and imaginary parts in turn
// ----------------------------------------------

static double spread_complex(const Elimination *e, const double *values, double *factors)
{
    double largest = 0;
    memset(factors, 0, 2 * (size_t)e->n_factors * sizeof *factors);
    for (int32_t k = 0; k < e->n_entries; k++) {
        double re = values[2 * k] * e->scale[k], im = values[2 * k + 1] * e->scale[k];
        double size = fabs(re) + fabs(im);
        factors[2 * e->place[k]] = re;
        factors[2 * e->place[k] + 1] = im;
        largest = size > largest ? size : largest;
    }
    return largest;
}

// What a row below takes of the row of the pivot, l times it.
static void subtract_row(double *factors, const int32_t *target, int32_t n, const double *right,
                         double l_re, double l_im)
{
    for (int32_t j = 0; j < n; j++) {
        double re = right[2 * j], im = right[2 * j + 1], *to = factors + 2 * target[j];
        to[0] -= l_re * re - l_im * im;
        to[1] -= l_re * im + l_im * re;
    }
}

bool elimination_repeat_complex(const Elimination *e, const double *values, double *factors)
{
    double largest = spread_complex(e, values, factors), most = 0, *at = factors;
    const int32_t *target = e->targets;
    for (int32_t k = 0; k < e->n; k++) {
        int32_t n_right = e->steps[k].n_right, n_below = e->steps[k].n_below;
        double *right = at + 2, *below = right + 2 * n_right;
        double square = at[0] * at[0] + at[1] * at[1];
        double re = at[0] / square, im = -at[1] / square;
        at[0] = re;
        at[1] = im;
        if (!(fabs(re) + fabs(im) <= 1 / LEAST_PIVOT)) return false;
        for (int32_t i = 0; i < n_below; i++, target += n_right) {
            double *l = below + 2 * i, l_re = l[0] * re - l[1] * im, l_im = l[0] * im + l[1] * re;
            if (!(fabs(l_re) + fabs(l_im) <= most_multiplier)) return false;
            l[0] = l_re;
            l[1] = l_im;
            subtract_row(factors, target, n_right, right, l_re, l_im);
        }
        for (int32_t j = 0; j < n_right; j++) {
            double size = fabs(right[2 * j]) + fabs(right[2 * j + 1]);
            most = size > most ? size : most;
        }
        at = below + 2 * n_below;
    }
    return most <= most_growth * largest;
}

void elimination_solve_complex(const Elimination *e, const double *factors, double *z, double *b)
{
    const LeftEntry *left = e->left;
    const int32_t *right = e->right;
    for (int32_t k = 0; k < e->n; k++) {
        const SolveStep *s = &e->solve[k];
        double re = b[2 * s->row] * s->row_scale, im = b[2 * s->row + 1] * s->row_scale;
        for (const LeftEntry *end = left + s->n_left; left < end; left++) {
            const double *l = factors + 2 * left->factor, *from = z + 2 * left->step;
            re -= l[0] * from[0] - l[1] * from[1];
            im -= l[0] * from[1] + l[1] * from[0];
        }
        z[2 * k] = re;
        z[2 * k + 1] = im;
        right += s->n_right;
    }
    for (int32_t k = e->n; k-- > 0;) {
        const SolveStep *s = &e->solve[k];
        const double *at = factors + 2 * s->pivot;
        double re = z[2 * k], im = z[2 * k + 1];
        right -= s->n_right;
        for (int32_t i = 0; i < s->n_right; i++) {
            const double *a = at + 2 * (1 + i), *from = z + 2 * right[i];
            re -= a[0] * from[0] - a[1] * from[1];
            im -= a[0] * from[1] + a[1] * from[0];
        }
        double x = re * at[0] - im * at[1], y = re * at[1] + im * at[0];
        z[2 * k] = x;
        z[2 * k + 1] = y;
        b[2 * s->column] = x * s->column_scale;
        b[2 * s->column + 1] = y * s->column_scale;
    }
}
