// Recorded eliminations with the numbers of a matrix. Pivots are kept while no multiplier and no
// factor is larger than these, in units of the entries.
#include <math.h>
#include <stddef.h>

#include "run/linear/elimination.h"

static const double most_multiplier = 1e4, most_growth = 1e8;

// ---- Real matrices -----------------------------------------------------------------------------

// The matrix in its places; its largest entry.
static double spread(const Elimination *e, const double *values, double *factors)
{
    double largest = 0;
    for (int32_t k = 0; k < e->n_filled; k++) factors[e->filled[k]] = 0;
    for (int32_t k = 0; k < e->n_entries; k++) {
        double x = values[k] * e->scale[k], size = fabs(x);
        factors[e->place[k]] = x;
        largest = size > largest ? size : largest;
    }
    return largest;
}

// Places differ, so that two can be taken at a time [M271].
static ALWAYS_INLINE void subtract_row(int32_t n, double l, const double *row, const int32_t *place,
                                       double *to)
{
    int32_t j = 0;
    for (; j + 1 < n; j += 2) {
        double one = to[place[j]] - l * row[j], other = to[place[j + 1]] - l * row[j + 1];
        to[place[j]] = one;
        to[place[j + 1]] = other;
    }
    if (j < n) to[place[j]] -= l * row[j];
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
            subtract_row(n_right, l, right, target, factors);
        }
        for (int32_t j = 0; j < n_right; j++) {
            double size = fabs(right[j]);
            most = size > most ? size : most;
        }
        at = below + n_below;
    }
    return most <= most_growth * largest;
}

double elimination_least_pivot(const Elimination *e, const double *values, const double *factors)
{
    double largest = 0, inverse = 0;
    for (int32_t k = 0; k < e->n_entries; k++) {
        double size = fabs(values[k] * e->scale[k]);
        largest = size > largest ? size : largest;
    }
    for (int32_t k = 0; k < e->n; k++) {
        double size = fabs(factors[e->solve[k].pivot]);
        inverse = size > inverse ? size : inverse;
    }
    return 1 / (inverse * largest);
}

// z := L^-1 b, with factors that lie `stride` numbers apart; the end of the places right of pivots.
static ALWAYS_INLINE const int32_t *solve_left(const Elimination *e, const double *factors,
                                               ptrdiff_t stride, double *z, const double *b)
{
    const LeftEntry *left = e->left;
    const int32_t *right = e->right;
    for (int32_t k = 0; k < e->n; k++) {
        const SolveStep *s = &e->solve[k];
        double sum = b[s->row] * s->row_scale;
        for (const LeftEntry *end = left + s->n_left; left < end; left++)
            sum -= factors[stride * left->factor] * z[left->step];
        z[k] = sum;
        right += s->n_right;
    }
    return right;
}

void elimination_solve(const Elimination *e, const double *factors, double *z, double *b)
{
    const int32_t *right = solve_left(e, factors, 1, z, b);
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

// ---- Pairs of a complex and a real matrix, in lanes
// ----------------------------------------------

static ALWAYS_INLINE Four spread_pairs(const Elimination *e, const Four *values, Four *factors)
{
    Four sum = {0};
    for (int32_t k = 0; k < e->n_filled; k++) factors[e->filled[k]] = (Four){0};
    for (int32_t k = 0; k < e->n_entries; k++) {
        Four x = values[k] * e->scale[k];
        factors[e->place[k]] = x;
        sum += x * x;
    }
    return sum;
}

// Neither of both exceeds that much; NaN does.
static ALWAYS_INLINE bool is_below(Four squares, double complex_limit, double real_limit)
{
    return squares[0] + squares[1] <= complex_limit * complex_limit &&
           squares[2] <= real_limit * real_limit;
}

// Multipliers, and entries right of a pivot in units of it, so that solving waits for no pivot.
// Sums of squares take the place of the largest: there is nothing to decide on the way.
static WIDE bool repeat_pairs(const Elimination *e, const Four *values, PairFactors f)
{
    Four *at = (Four *)f.numbers;
    Four largest = spread_pairs(e, values, at), most = {0}, multipliers = {0}, inverses = {0};
    const int32_t *target = e->targets;
    Multiplier *out = f.multipliers;
    for (int32_t k = 0; k < e->n; k++) {
        int32_t n_right = e->steps[k].n_right, n_below = e->steps[k].n_below;
        Four *right = at + 1, *below = right + n_right, inverse = lanes_inverse(*at);
        Multiplier pivot = multiplier_of(inverse);
        *at = inverse;
        *out++ = pivot;
        inverses += inverse * inverse;
        for (int32_t i = 0; i < n_below; i++, target += n_right) {
            Four factor = lanes_product(pivot, below[i]);
            Multiplier l = multiplier_of(factor);
            below[i] = factor;
            out[n_right + i] = l;
            multipliers += factor * factor;
            for (int32_t j = 0; j < n_right; j++)
                ((Four *)f.numbers)[target[j]] -= lanes_product(l, right[j]);
        }
        for (int32_t j = 0; j < n_right; j++) {
            most += right[j] * right[j];
            right[j] = lanes_product(pivot, right[j]);
            out[j] = multiplier_of(right[j]);
        }
        out += n_right + n_below;
        at = below + n_below;
    }
    return is_below(inverses, 1 / LEAST_PIVOT, 1 / LEAST_PIVOT) &&
           is_below(multipliers, most_multiplier, most_multiplier) &&
           is_below(most, most_growth * sqrt(largest[0] + largest[1]),
                    most_growth * sqrt(largest[REAL_LANE]));
}

bool elimination_repeat_pairs(const Elimination *e, const double *values, PairFactors f)
{
    return repeat_pairs(e, (const Four *)values, f);
}

static WIDE void solve_pairs(const Elimination *e, const Multiplier *factors, Four *z, Four *b)
{
    const LeftEntry *left = e->left;
    const int32_t *right = e->right;
    for (int32_t k = 0; k < e->n; k++) {
        const SolveStep *s = &e->solve[k];
        Four sum = b[s->row] * s->row_scale;
        for (const LeftEntry *end = left + s->n_left; left < end; left++)
            sum -= lanes_product(factors[left->factor], z[left->step]);
        z[k] = sum;
        right += s->n_right;
    }
    for (int32_t k = e->n; k-- > 0;) {
        const SolveStep *s = &e->solve[k];
        const Multiplier *at = factors + s->pivot;
        Four sum = lanes_product(*at, z[k]);
        right -= s->n_right;
        for (int32_t i = 0; i < s->n_right; i++) sum -= lanes_product(at[1 + i], z[right[i]]);
        z[k] = sum;
        b[s->column] = sum * s->column_scale;
    }
}

void elimination_solve_pairs(const Elimination *e, PairFactors f, double *z, double *b)
{
    solve_pairs(e, f.multipliers, (Four *)z, (Four *)b);
}

void elimination_solve_real(const Elimination *e, PairFactors f, double *z, double *b)
{
    const double *factors = f.numbers + REAL_LANE;
    const int32_t *right = solve_left(e, factors, FOUR, z, b);
    for (int32_t k = e->n; k-- > 0;) {
        const SolveStep *s = &e->solve[k];
        const double *at = factors + FOUR * (ptrdiff_t)s->pivot;
        double sum = *at * z[k];
        right -= s->n_right;
        for (ptrdiff_t i = 0; i < s->n_right; i++) sum -= at[FOUR * (1 + i)] * z[right[i]];
        z[k] = sum;
        b[s->column] = sum * s->column_scale;
    }
}
