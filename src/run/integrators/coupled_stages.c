// Newton's iteration on Z = h (A x I) F(x + Z) in the eigenvector basis of A [HW96, IV.8].
//
// With A = V diag(lambda) V^-1 and W = V^-1 Z the linear systems separate into
// (I - h lambda J) dW = h lambda V^-1 F - W: one real and one complex of size n for three stages,
// one complex for two, instead of one of size stages * n. Both are worked on at once, in lanes
// (linear/lanes.h); with two stages zero stays in the real one. V is computed from the tableau when
// the method is opened, not stored.
#include "run/integrators/coupled_stages.h"

#include <math.h>
#include <string.h>

#include "run/linear/dense_lu.h"
#include "run/point/norms.h"

struct CoupledStages {
    const InitialValueProblem *problem;
    const Tableau *tableau;
    Newton *newton;
    IntegratorCounts *counts;
    int n_nodes;
    StageBasis basis;
    double inverse[MOST_COUPLED][MOST_COUPLED]; // of A
    double pole, estimate[MOST_COUPLED];        // g and e_i of the error estimate
    int node_stage[MOST_COUPLED];               // stages with distinct c > 0; then any
    // Of Lagrange's factors; 0: none. The distance from a node that is not there is 1.
    double node_weight[MOST_COUPLED], node_slope[MOST_COUPLED], node[MOST_COUPLED];
    double *f[MOST_COUPLED], *x[MOST_COUPLED]; // derivatives; stage values
    double *w, *change;                        // of both systems, in lanes
    FewStages few;                             // without unknowns: these are many
    double *left_over;                         // at the end of a step
    StagePiece *piece;                         // of the solve at work, and its norm
    const double *weight;
    double t[MOST_COUPLED];
};

// ---- What follows from the tableau ----------------------------------------------------------

// The inverse of a complex matrix by columns, as the real one of twice the size.
static void invert_complex(int n, const double complex *a, double complex *inverse)
{
    enum { MOST = 2 * MOST_COUPLED };
    int m = 2 * n, pivots[MOST];
    double both[MOST * MOST], column[MOST];
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            both[i + j * m] = both[n + i + (n + j) * m] = creal(a[i + j * n]);
            both[n + i + j * m] = cimag(a[i + j * n]);
            both[i + (n + j) * m] = -cimag(a[i + j * n]);
        }
    lu_factor(m, both, pivots);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < m; i++) column[i] = i == j;
        lu_solve(m, both, pivots, column);
        for (int i = 0; i < n; i++) inverse[i + j * n] = CMPLX(column[i], column[n + i]);
    }
}

// A polynomial of degree three has one real root here, to the left of the trace, and rises
// everywhere. Two stages: the pair alone.
static void find_eigenvalues(CoupledStages *s)
{
    const double(*a)[MOST_STAGES] = s->tableau->a;
    double trace = a[0][0] + a[1][1], minors = a[0][0] * a[1][1] - a[0][1] * a[1][0], root = 0;
    if (s->tableau->stages == 3) {
        double determinant = a[2][2] * minors + a[2][0] * (a[0][1] * a[1][2] - a[0][2] * a[1][1]) -
                             a[2][1] * (a[0][0] * a[1][2] - a[0][2] * a[1][0]);
        trace += a[2][2];
        minors += a[2][2] * (a[0][0] + a[1][1]) - a[0][2] * a[2][0] - a[1][2] * a[2][1];
        root = trace;
        for (int k = 0; k < 50; k++) {
            double value = ((root - trace) * root + minors) * root - determinant;
            root -= value / ((3 * root - 2 * trace) * root + minors);
        }
    }
    double half = (trace - root) / 2, product = minors - 2 * half * root;
    s->basis.eigenvalues = (Eigenvalues){root, CMPLX(half, sqrt(product - half * half))};
}

// That of A: orthogonal to the first rows of A - value I.
static void find_eigenvector(const Tableau *T, double complex value, double complex *v)
{
    double complex a[2][3];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++) a[i][j] = T->a[i][j] - (i == j ? value : 0);
    if (T->stages == 3)
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, k = (i + 2) % 3;
            v[i] = a[0][j] * a[1][k] - a[0][k] * a[1][j];
        }
    else
        v[0] = -a[0][1], v[1] = a[0][0];
}

static void decompose(CoupledStages *s)
{
    int n = s->tableau->stages;
    double complex v[9], left[9]; // the columns of V: the pair, and the real one
    find_eigenvalues(s);
    find_eigenvector(s->tableau, s->basis.eigenvalues.pair, v);
    for (int i = 0; i < n; i++) v[n + i] = conj(v[i]);
    if (n == 3) find_eigenvector(s->tableau, s->basis.eigenvalues.real, v + 6);
    invert_complex(n, v, left);
    for (int i = 0; i < n; i++) {
        s->basis.re[i] = 2 * creal(v[i]); // with its conjugate
        s->basis.im[i] = 2 * cimag(v[i]);
        s->basis.left[i] = (Four){creal(left[i * n]), cimag(left[i * n])};
        if (n < 3) continue;
        s->basis.real[i] = creal(v[6 + i]);
        s->basis.left[i][REAL_LANE] = creal(left[2 + i * n]);
    }
    // Two stages have no real one; its size takes the place, for the filter.
    if (n < 3) s->basis.eigenvalues.real = cabs(s->basis.eigenvalues.pair);
}

static void invert(CoupledStages *s)
{
    int n = s->tableau->stages, pivots[MOST_COUPLED];
    double a[9], column[MOST_COUPLED];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) a[i + j * n] = s->tableau->a[i][j];
    lu_factor(n, a, pivots);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) column[i] = i == j;
        lu_solve(n, a, pivots, column);
        for (int i = 0; i < n; i++) s->inverse[i][j] = column[i];
    }
}

// Weights b' of a quadrature that also uses h g f(x), exact for polynomials of degree
// stages - 1; the estimate is the difference of both quadratures: e = (b' - b) A^-1.
// The real eigenvalue is g.
//
// A first stage at the begin of the step adds no node to f(x): the same quadrature would come out,
// and where f depends on time alone the estimate would be zero whatever the step. There the last
// node takes the place of the middle one, at the price of one order.
int stages_estimate_order(const Tableau *tableau)
{
    return tableau->c[0] == 0 ? tableau->stages - 1 : tableau->stages;
}

static void derive_estimate(CoupledStages *s)
{
    const Tableau *T = s->tableau;
    int n = T->stages, pivots[MOST_COUPLED];
    double v[9], b[3];
    s->pole = s->basis.eigenvalues.real;
    for (int q = 0; q < n; q++) {
        for (int i = 0; i < n; i++) v[q + i * n] = q == 0 ? 1 : pow(T->c[i], q);
        b[q] = 1.0 / (q + 1) - (q == 0 ? s->pole : 0);
    }
    if (stages_estimate_order(T) < n) b[n - 1] = b[n - 2];
    lu_factor(n, v, pivots);
    lu_solve(n, v, pivots, b);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) s->estimate[j] += (b[i] - T->b[i]) * s->inverse[i][j];
}

static void find_nodes(CoupledStages *s)
{
    const double *c = s->tableau->c;
    for (int i = 0; i < s->tableau->stages; i++)
        if (c[i] > 0) s->node_stage[s->n_nodes++] = i;
    for (int i = 0; i < s->n_nodes; i++) {
        double own = c[s->node_stage[i]], product = own;
        for (int j = 0; j < s->n_nodes; j++)
            if (j != i) product *= own - c[s->node_stage[j]];
        s->node_weight[i] = 1 / product;
    }
    for (int i = 0; i < MOST_COUPLED; i++) {
        s->node_slope[i] = i < s->n_nodes;
        s->node[i] = i < s->n_nodes ? c[s->node_stage[i]] : -1;
    }
}

static void open_few(CoupledStages *s)
{
    const InitialValueProblem *p = s->problem;
    const int *pivots = NULL;
    const StepPair *pair = s->newton->pair;
    const double *factors =
        pair && p->n <= MOST_FEW_UNKNOWNS ? step_pair_full(pair, &pivots) : NULL;
    if (factors)
        s->few = (FewStages){.n = p->n,
                             .known = n_differential(p),
                             .share = 1.0 / (p->n * s->tableau->stages),
                             .factors = factors,
                             .pivots = pivots,
                             .f = s->f,
                             .x = s->x,
                             .w = s->w};
}

CoupledStages *stages_open(Arena *out, const InitialValueProblem *problem, const Tableau *tableau,
                           IntegratorCounts *counts)
{
    CoupledStages *s = ARENA_NEW(out, CoupledStages);
    s->problem = problem;
    s->tableau = tableau;
    s->counts = counts;
    decompose(s);
    invert(s);
    derive_estimate(s);
    s->newton = newton_open(out, problem, s->basis.eigenvalues, counts);
    for (int i = 0; i < MOST_COUPLED; i++) {
        s->f[i] = ARENA_ARRAY(out, double, problem->n);
        s->x[i] = ARENA_ARRAY(out, double, problem->n);
    }
    find_nodes(s);
    s->w = ARENA_ARRAY(out, double, FOUR * problem->n);
    s->change = ARENA_ARRAY(out, double, FOUR * problem->n);
    s->left_over = ARENA_ARRAY(out, double, problem->n);
    open_few(s);
    return s;
}

void stages_close(CoupledStages *s)
{
    newton_close(s->newton);
}

Newton *stages_newton(CoupledStages *s)
{
    return s->newton;
}

StagePiece *stages_piece(Arena *out, const InitialValueProblem *problem)
{
    StagePiece *p = ARENA_NEW(out, StagePiece);
    p->x = ARENA_ARRAY(out, double, problem->n);
    for (int i = 0; i < MOST_COUPLED; i++) p->z[i] = ARENA_ARRAY(out, double, problem->n);
    return p;
}

// ---- The polynomial of a piece --------------------------------------------------------------

// Lagrange factors of the stage values at s = (t - begin) / h; the node 0 has the value 0.
static inline void node_factors(const CoupledStages *s, double at, double *factor)
{
    double from[MOST_COUPLED];
    UNROLLED
    for (int i = 0; i < MOST_COUPLED; i++) from[i] = s->node_slope[i] * at - s->node[i];
    factor[0] = s->node_weight[0] * at * from[1] * from[2];
    factor[1] = s->node_weight[1] * at * from[0] * from[2];
    factor[2] = s->node_weight[2] * at * from[0] * from[1];
}

// The sum of the vectors v with their factors.
static WIDE void sum_of_many(int32_t n, const double *factor, const double *const *v, double *sum)
{
    const double *a = v[0], *b = v[1], *c = v[2], p = factor[0], q = factor[1], r = factor[2];
    int32_t k = 0;
    for (; k + FOUR <= n; k += FOUR)
        FOUR_INTO(sum, k) = p * FOUR_AT(a, k) + q * FOUR_AT(b, k) + r * FOUR_AT(c, k);
    for (; k < n; k++) sum[k] = p * a[k] + q * b[k] + r * c[k];
}

static inline void sum_of_three(int32_t n, const double *factor, const double *const *v,
                                double *sum)
{
    const double *a = v[0], *b = v[1], *c = v[2], p = factor[0], q = factor[1], r = factor[2];
    if (n >= FOUR)
        sum_of_many(n, factor, v, sum);
    else
        for (int32_t k = 0; k < n; k++) sum[k] = p * a[k] + q * b[k] + r * c[k];
}

static WIDE void add_many(int32_t n, const double *x, const double *z, double *sum)
{
    int32_t k = 0;
    for (; k + FOUR <= n; k += FOUR) FOUR_INTO(sum, k) = FOUR_AT(x, k) + FOUR_AT(z, k);
    for (; k < n; k++) sum[k] = x[k] + z[k];
}

static inline void add(int32_t n, const double *x, const double *z, double *sum)
{
    if (n >= FOUR)
        add_many(n, x, z, sum);
    else
        for (int32_t k = 0; k < n; k++) sum[k] = x[k] + z[k];
}

void stages_interpolate(const CoupledStages *s, const StagePiece *piece, double t, double *x)
{
    double factor[MOST_COUPLED];
    node_factors(s, (t - piece->t) / piece->h, factor);
    const double *const z[] = {piece->z[s->node_stage[0]], piece->z[s->node_stage[1]],
                               piece->z[s->node_stage[2]]};
    sum_of_three(s->problem->n, factor, z, x);
    add(s->problem->n, x, piece->x, x);
}

void stages_guess(const CoupledStages *s, const StagePiece *before, StagePiece *piece)
{
    int32_t n = s->problem->n;
    for (int i = 0; i < s->tableau->stages; i++) {
        double *z = piece->z[i];
        if (!before || !(before->h > 0)) {
            memset(z, 0, (size_t)n * sizeof *z);
            continue;
        }
        stages_interpolate(s, before, piece->t + s->tableau->c[i] * piece->h, z);
        for (int32_t k = 0; k < n; k++) z[k] -= piece->x[k];
    }
}

static void derivative_of_stage(const CoupledStages *s, const StagePiece *piece, int stage,
                                double h, double *out)
{
    double row[MOST_COUPLED];
    for (int j = 0; j < MOST_COUPLED; j++) row[j] = s->inverse[stage][j] / h;
    sum_of_three(s->problem->n, row, (const double *const *)piece->z, out);
}

void stages_derivatives(const CoupledStages *s, const StagePiece *piece, double *const *hk)
{
    for (int i = 0; i < s->tableau->stages; i++) derivative_of_stage(s, piece, i, 1, hk[i]);
}

void stages_end_slope(const CoupledStages *s, const StagePiece *piece, double *slope)
{
    derivative_of_stage(s, piece, s->tableau->stages - 1, piece->h, slope);
}

// ---- Newton's iteration ---------------------------------------------------------------------

static ModelOutcome evaluate_stages(CoupledStages *s)
{
    const InitialValueProblem *p = s->problem;
    int stages = s->tableau->stages;
    s->counts->rhs_evaluations += stages;
    if (p->derivatives_at_many) return p->derivatives_at_many(p->client, stages, s->t, s->x, s->f);
    ModelOutcome o = MODEL_OK;
    for (int i = 0; i < stages && o == MODEL_OK; i++)
        o = p->derivatives(p->client, s->t[i], s->x[i], s->f[i]);
    return o;
}

// Component k of V^-1 times the stages.
static ALWAYS_INLINE Four lanes_of_stages(const Four *left, const double *a, const double *b,
                                          const double *c, int32_t k)
{
    return left[0] * a[k] + left[1] * b[k] + left[2] * c[k];
}

static WIDE void transform_guess(CoupledStages *s, const StagePiece *piece)
{
    const Four left[] = {s->basis.left[0], s->basis.left[1], s->basis.left[2]};
    const double *z0 = piece->z[0], *z1 = piece->z[1], *z2 = piece->z[2];
    for (int32_t k = 0; k < s->problem->n; k++)
        FOUR_INTO(s->w, FOUR * k) = lanes_of_stages(left, z0, z1, z2, k);
}

// What the separated systems are solved for. Rows of algebraic unknowns are 0 = f.
static WIDE void find_residuals(CoupledStages *s, double h)
{
    const Four left[] = {s->basis.left[0], s->basis.left[1], s->basis.left[2]};
    const double *f0 = s->f[0], *f1 = s->f[1], *f2 = s->f[2];
    int32_t n = s->problem->n, known = n_differential(s->problem);
    Multiplier lambda =
        multiplier_of_both(h * s->basis.eigenvalues.pair, h * s->basis.eigenvalues.real);
    for (int32_t k = 0; k < known; k++) {
        Four f = lanes_of_stages(left, f0, f1, f2, k);
        FOUR_INTO(s->change, FOUR * k) = lanes_product(lambda, f) - FOUR_AT(s->w, FOUR * k);
    }
    for (int32_t k = known; k < n; k++)
        FOUR_INTO(s->change, FOUR * k) = lanes_of_stages(left, f0, f1, f2, k);
}

static ALWAYS_INLINE double square(double x)
{
    return x * x;
}

// Four components at a time: parts of the same kind side by side.
static WIDE double move(CoupledStages *s, StagePiece *piece, const double *weight)
{
    int stages = s->tableau->stages;
    int32_t n = s->problem->n, k = 0;
    Four *w = (Four *)s->w, *change = (Four *)s->change, sum = {0};
    double rest = 0;
    for (; k + FOUR <= n; k += FOUR) {
        for (int i = 0; i < FOUR; i++) w[k + i] += change[k + i];
        const Four re = {w[k][0], w[k + 1][0], w[k + 2][0], w[k + 3][0]};
        const Four im = {w[k][1], w[k + 1][1], w[k + 2][1], w[k + 3][1]};
        const Four real = {w[k][2], w[k + 1][2], w[k + 2][2], w[k + 3][2]};
        for (int i = 0; i < stages; i++) {
            Four value = s->basis.real[i] * real + s->basis.re[i] * re - s->basis.im[i] * im;
            Four moved = (value - FOUR_AT(piece->z[i], k)) * FOUR_AT(weight, k);
            FOUR_INTO(piece->z[i], k) = value;
            sum += moved * moved;
        }
    }
    for (; k < n; k++) {
        Four now = w[k] + change[k];
        w[k] = now;
        for (int i = 0; i < stages; i++) {
            double value = s->basis.real[i] * now[REAL_LANE] + s->basis.re[i] * now[0] -
                           s->basis.im[i] * now[1];
            rest += square((value - piece->z[i][k]) * weight[k]);
            piece->z[i][k] = value;
        }
    }
    return sum[0] + sum[1] + (sum[2] + sum[3]) + rest;
}

// w and z with the corrections; returns the norm of the change over all stages.
static double transform_back(CoupledStages *s, StagePiece *piece, const double *weight)
{
    int32_t values = s->problem->n * s->tableau->stages;
    double sum = move(s, piece, weight);
    return values ? sqrt(sum / values) : 0;
}

// The model solves for the stage values; z takes their place meanwhile.
static TryOutcome solve_inlined(CoupledStages *s, StagePiece *piece, const double *weight)
{
    const InitialValueProblem *p = s->problem;
    for (int i = 0; i < s->tableau->stages; i++)
        for (int32_t k = 0; k < p->n; k++) piece->z[i][k] += piece->x[k];
    StageAccuracy accuracy = {weight, s->newton->convergence.enough};
    ModelOutcome o = p->stages(p->client, piece->t, piece->h, piece->x, piece->z, &accuracy);
    for (int i = 0; i < s->tableau->stages; i++)
        for (int32_t k = 0; k < p->n; k++) piece->z[i][k] -= piece->x[k];
    return try_outcome(o);
}

static ModelOutcome correct_stages(void *client, int k)
{
    CoupledStages *s = client;
    const StagePiece *piece = s->piece;
    (void)k;
    for (int i = 0; i < s->tableau->stages; i++) add(s->problem->n, piece->x, piece->z[i], s->x[i]);
    ModelOutcome o = evaluate_stages(s);
    if (o != MODEL_OK) return o;
    find_residuals(s, piece->h);
    step_pair_solve(s->newton->pair, s->change);
    return MODEL_OK;
}

static double move_stages(void *client)
{
    CoupledStages *s = client;
    return transform_back(s, s->piece, s->weight);
}

static ModelOutcome evaluate_few(void *client, int k)
{
    (void)k;
    return evaluate_stages(client);
}

static double correct_few(void *client)
{
    const CoupledStages *s = client;
    return sqrt(s->few.share * few_stages_correct(&s->basis, &s->few));
}

static void begin_few(CoupledStages *s)
{
    FewStages *few = &s->few;
    const Eigenvalues *e = &s->basis.eigenvalues;
    few->lambda = multiplier_of_both(s->piece->h * e->pair, s->piece->h * e->real);
    few->begin = s->piece->x;
    few->z = s->piece->z;
    few->weight = s->weight;
    // What is behind the stages takes part in all sums: an iteration that overflowed leaves no
    // number.
    for (int i = s->tableau->stages; i < MOST_COUPLED; i++)
        memset(s->piece->z[i], 0, (size_t)few->n * sizeof(double));
    few_stages_begin(&s->basis, few);
}

TryOutcome stages_solve(CoupledStages *s, StagePiece *piece, const double *weight)
{
    static const StepEquations many = {.correct = correct_stages, .move = move_stages};
    static const StepEquations few = {.correct = evaluate_few, .move = correct_few};
    if (s->problem->stages) return solve_inlined(s, piece, weight);
    s->piece = piece;
    s->weight = weight;
    for (int i = 0; i < s->tableau->stages; i++) s->t[i] = piece->t + s->tableau->c[i] * piece->h;
    if (s->few.n)
        begin_few(s);
    else
        transform_guess(s, piece);
    return try_end(newton_solve_step(s->newton, s->few.n ? &few : &many, s));
}

void stages_estimate(CoupledStages *s, const StagePiece *piece, const double *dx, double *error)
{
    int32_t n = s->problem->n, known = n_differential(s->problem);
    double slope = piece->h * s->pole;
    sum_of_three(known, s->estimate, (const double *const *)piece->z, error);
    for (int32_t k = 0; k < known; k++) error[k] = slope * dx[k] + error[k];
    for (int32_t k = known; k < n; k++) error[k] = 0; // 0 = f holds at both ends
    newton_solve_real(s->newton, error);
}

double stages_left_at_end(CoupledStages *s, const StagePiece *piece, const double *dx,
                          const double *weight)
{
    double *left = s->left_over;
    derivative_of_stage(s, piece, s->tableau->stages - 1, 1, left);
    for (int32_t k = 0; k < s->problem->n; k++) {
        bool is_algebraic = k >= n_differential(s->problem); // 0 = f
        left[k] = is_algebraic ? dx[k] : s->pole * (piece->h * dx[k] - left[k]);
    }
    newton_solve_real(s->newton, left);
    return weighted_norm(s->problem->n, left, weight);
}
