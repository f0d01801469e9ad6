// Newton's iteration on Z = h (A x I) F(x + Z) in the eigenvector basis of A [HW96, IV.8].
//
// With A = V diag(lambda) V^-1 and W = V^-1 Z the linear systems separate into
// (I - h lambda J) dW = h lambda V^-1 F - W: one real and one complex of size n for three stages,
// one complex for two, instead of one of size stages * n. V is computed from the tableau when the
// method is opened, not stored.
#include "run/integrators/coupled_stages.h"

#include <math.h>
#include <string.h>

#include "run/linear/dense_lu.h"
#include "run/point/norms.h"

// LAPACK, as the Fortran library exports it.
void dgeev_(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda,
            double *wr, double *wi, double *vl, const int *ldvl, double *vr, const int *ldvr,
            double *work, const int *lwork, int *info, unsigned long l1, unsigned long l2);

// One real eigenvalue, or a complex one standing for its pair. Methods with fewer stages have zeros
// behind them: sums over stages have as many terms always, and are written out.
typedef struct Eigenvector {
    double complex value;
    double left_re[MOST_COUPLED], left_im[MOST_COUPLED];
} Eigenvector;

// The stages by what the real system gives and the complex one.
typedef struct RightVectors {
    double real[MOST_COUPLED], re[MOST_COUPLED], im[MOST_COUPLED];
} RightVectors;

struct CoupledStages {
    const InitialValueProblem *problem;
    const Tableau *tableau;
    Newton *newton;
    IntegratorCounts *counts;
    int n_systems, n_nodes;
    Eigenvector basis[MOST_SYSTEMS];
    RightVectors right;
    int pair;                                     // the complex system
    double inverse[MOST_COUPLED][MOST_COUPLED];   // of A
    double pole, estimate[MOST_COUPLED];          // g and e_i of the error estimate
    int filter;                                   // the system whose matrix filters it
    int node_stage[MOST_COUPLED];                 // stages with distinct c > 0; then any
    double node_weight[MOST_COUPLED];             // of Lagrange's factors; 0: none
    double *f[MOST_COUPLED], *x;                  // derivatives; stage value
    double *w_real;                               // of the real system
    double complex *w[MOST_SYSTEMS], *right_side; // of the complex ones
    double *real_side;
    StagePiece *piece; // of the solve at work, and its norm
    const double *weight;
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

static void decompose(CoupledStages *s)
{
    const Tableau *T = s->tableau;
    // As little room as dgeev takes: with more it multiplies matrices, for which OpenBLAS maps 128
    // MB.
    int n = T->stages, info, size = 4 * n;
    double a[9], re[3], im[3], right[9], work[12];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) a[i + j * n] = T->a[i][j];
    dgeev_("N", "V", &n, a, &n, re, im, NULL, &n, right, &n, work, &size, &info, 1, 1);
    double complex v[9], left[9];
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            if (im[j] == 0) v[i + j * n] = right[i + j * n];
            if (im[j] > 0) v[i + j * n] = CMPLX(right[i + j * n], right[i + (j + 1) * n]);
            if (im[j] < 0) v[i + j * n] = CMPLX(right[i + (j - 1) * n], -right[i + j * n]);
        }
    invert_complex(n, v, left);
    s->filter = -1;
    for (int j = 0; j < n; j++) {
        if (im[j] < 0) continue;
        Eigenvector *e = &s->basis[s->n_systems];
        e->value = CMPLX(re[j], im[j]);
        double both = im[j] > 0 ? 2 : 1; // with its conjugate
        for (int i = 0; i < n; i++) {
            (im[j] == 0 ? s->right.real : s->right.re)[i] = both * creal(v[i + j * n]);
            if (im[j] > 0) s->right.im[i] = both * cimag(v[i + j * n]);
            e->left_re[i] = creal(left[j + i * n]);
            e->left_im[i] = cimag(left[j + i * n]);
        }
        if (im[j] == 0) s->filter = s->n_systems;
        if (im[j] > 0) s->pair = s->n_systems;
        s->n_systems++;
    }
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
// Without a real eigenvalue g is the size of the complex ones.
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
    s->pole = s->filter >= 0 ? creal(s->basis[s->filter].value) : cabs(s->basis[0].value);
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
    double complex values[MOST_SYSTEMS];
    for (int k = 0; k < s->n_systems; k++) {
        values[k] = s->basis[k].value;
        s->w[k] = ARENA_ARRAY(out, double complex, problem->n);
    }
    s->newton = newton_open(out, problem, s->n_systems, values, counts);
    for (int i = 0; i < MOST_COUPLED; i++)
        s->f[i] = i < tableau->stages ? ARENA_ARRAY(out, double, problem->n) : s->f[0];
    find_nodes(s);
    s->w_real = ARENA_ARRAY(out, double, problem->n);
    s->x = ARENA_ARRAY(out, double, problem->n);
    s->right_side = ARENA_ARRAY(out, double complex, problem->n);
    s->real_side = ARENA_ARRAY(out, double, problem->n);
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

StagePiece *stages_piece(Arena *out, const InitialValueProblem *problem, const Tableau *tableau)
{
    StagePiece *p = ARENA_NEW(out, StagePiece);
    p->x = ARENA_ARRAY(out, double, problem->n);
    for (int i = 0; i < MOST_COUPLED; i++)
        p->z[i] = i < tableau->stages ? ARENA_ARRAY(out, double, problem->n) : p->z[0];
    return p;
}

// ---- The polynomial of a piece --------------------------------------------------------------

// Lagrange factors of the stage values at s = (t - begin) / h; the node 0 has the value 0.
static void node_factors(const CoupledStages *s, double at, double *factor)
{
    const double *c = s->tableau->c;
    double from[MOST_COUPLED];
    for (int i = 0; i < MOST_COUPLED; i++) from[i] = i < s->n_nodes ? at - c[s->node_stage[i]] : 1;
    factor[0] = s->node_weight[0] * at * from[1] * from[2];
    factor[1] = s->node_weight[1] * at * from[0] * from[2];
    factor[2] = s->node_weight[2] * at * from[0] * from[1];
}

// a x + b y + c z, one component of it.
static inline double sum_of_three(const double *factor, double x, double y, double z)
{
    return factor[0] * x + factor[1] * y + factor[2] * z;
}

void stages_interpolate(const CoupledStages *s, const StagePiece *piece, double t, double *x)
{
    double factor[MOST_COUPLED];
    node_factors(s, (t - piece->t) / piece->h, factor);
    const double *begin = piece->x, *z0 = piece->z[s->node_stage[0]];
    const double *z1 = piece->z[s->node_stage[1]], *z2 = piece->z[s->node_stage[2]];
    for (int32_t k = 0; k < s->problem->n; k++)
        x[k] = begin[k] + sum_of_three(factor, z0[k], z1[k], z2[k]);
}

void stages_guess(const CoupledStages *s, const StagePiece *before, StagePiece *piece)
{
    int32_t n = s->problem->n;
    for (int i = 0; i < s->tableau->stages; i++) {
        double *z = piece->z[i], factor[MOST_COUPLED];
        if (!before || !(before->h > 0)) {
            memset(z, 0, (size_t)n * sizeof *z);
            continue;
        }
        node_factors(s, (piece->t - before->t + s->tableau->c[i] * piece->h) / before->h, factor);
        const double *z0 = before->z[s->node_stage[0]], *z1 = before->z[s->node_stage[1]];
        const double *z2 = before->z[s->node_stage[2]], *from = before->x, *to = piece->x;
        for (int32_t k = 0; k < n; k++)
            z[k] = from[k] - to[k] + sum_of_three(factor, z0[k], z1[k], z2[k]);
    }
}

static void derivative_of_stage(const CoupledStages *s, const StagePiece *piece, int stage,
                                double h, double *out)
{
    const double *z0 = piece->z[0], *z1 = piece->z[1], *z2 = piece->z[2];
    double row[MOST_COUPLED];
    for (int j = 0; j < MOST_COUPLED; j++) row[j] = s->inverse[stage][j] / h;
    for (int32_t k = 0; k < s->problem->n; k++) out[k] = sum_of_three(row, z0[k], z1[k], z2[k]);
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

static ModelOutcome evaluate_stages(CoupledStages *s, const StagePiece *piece)
{
    const InitialValueProblem *p = s->problem;
    for (int i = 0; i < s->tableau->stages; i++) {
        for (int32_t k = 0; k < p->n; k++) s->x[k] = piece->x[k] + piece->z[i][k];
        double t = piece->t + s->tableau->c[i] * piece->h;
        s->counts->rhs_evaluations++;
        ModelOutcome o = p->derivatives(p->client, t, s->x, s->f[i]);
        if (o != MODEL_OK) return o;
    }
    return MODEL_OK;
}

static bool is_real(const Eigenvector *e)
{
    return cimag(e->value) == 0;
}

static void transform_guess(CoupledStages *s, const StagePiece *piece)
{
    const double *z0 = piece->z[0], *z1 = piece->z[1], *z2 = piece->z[2];
    for (int q = 0; q < s->n_systems; q++) {
        const Eigenvector *e = &s->basis[q];
        double *w = is_real(e) ? s->w_real : (double *)s->w[q];
        int words = is_real(e) ? 1 : 2;
        for (int32_t k = 0; k < s->problem->n; k++)
            w[words * k] = sum_of_three(e->left_re, z0[k], z1[k], z2[k]);
        for (int32_t k = 0; words > 1 && k < s->problem->n; k++)
            w[2 * k + 1] = sum_of_three(e->left_im, z0[k], z1[k], z2[k]);
    }
}

// Solves one of the separated systems and moves its w. Rows of algebraic unknowns are 0 = f.
static void correct_real(CoupledStages *s, int q, double h)
{
    const Eigenvector *e = &s->basis[q];
    const double *f0 = s->f[0], *f1 = s->f[1], *f2 = s->f[2];
    int32_t n = s->problem->n, known = n_differential(s->problem);
    double lambda = h * creal(e->value), *w = s->w_real, *change = s->real_side;
    for (int32_t k = 0; k < n; k++) change[k] = sum_of_three(e->left_re, f0[k], f1[k], f2[k]);
    for (int32_t k = 0; k < known; k++) change[k] = lambda * change[k] - w[k];
    step_matrix_solve_real(s->newton->system[q], change);
    for (int32_t k = 0; k < n; k++) w[k] += change[k];
}

static void correct_complex(CoupledStages *s, int q, double h)
{
    const Eigenvector *e = &s->basis[q];
    const double *f0 = s->f[0], *f1 = s->f[1], *f2 = s->f[2];
    int32_t n = s->problem->n, known = n_differential(s->problem);
    double lambda_re = h * creal(e->value), lambda_im = h * cimag(e->value);
    double *w = (double *)s->w[q], *change = (double *)s->right_side;
    for (int32_t k = 0; k < n; k++) {
        double re = sum_of_three(e->left_re, f0[k], f1[k], f2[k]);
        double im = sum_of_three(e->left_im, f0[k], f1[k], f2[k]);
        bool has_derivative = k < known;
        change[2 * k] = has_derivative ? lambda_re * re - lambda_im * im - w[2 * k] : re;
        change[2 * k + 1] = has_derivative ? lambda_re * im + lambda_im * re - w[2 * k + 1] : im;
    }
    step_matrix_solve_complex(s->newton->system[q], s->right_side);
    for (int32_t k = 0; k < 2 * n; k++) w[k] += change[k];
}

// One component of all stages after the other, each stage with a sum of its own: additions wait for
// each other.
static inline __attribute__((always_inline)) double
move_all(CoupledStages *s, int stages, StagePiece *piece, const double *weight)
{
    RightVectors right = s->right; // a copy: z is written meanwhile
    const double *w = (const double *)s->w[s->pair], *w_real = s->w_real;
    double sum[MOST_COUPLED] = {0}, *z[] = {piece->z[0], piece->z[1], piece->z[2]};
    for (int32_t k = 0; k < s->problem->n; k++) {
#pragma GCC unroll 3
        for (int i = 0; i < stages; i++) {
            double value =
                right.real[i] * w_real[k] + right.re[i] * w[2 * k] - right.im[i] * w[2 * k + 1];
            double change = (value - z[i][k]) * weight[k];
            z[i][k] = value;
            sum[i] += change * change;
        }
    }
    return sum[0] + sum[1] + sum[2];
}

// z from w; returns the norm of its change over all stages.
static double transform_back(CoupledStages *s, StagePiece *piece, const double *weight)
{
    int32_t n = s->problem->n, stages = s->tableau->stages;
    double sum = stages == 3 ? move_all(s, 3, piece, weight) : move_all(s, stages, piece, weight);
    return n ? sqrt(sum / (n * stages)) : 0;
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
    (void)k;
    ModelOutcome o = evaluate_stages(s, s->piece);
    for (int q = 0; o == MODEL_OK && q < s->n_systems; q++)
        (is_real(&s->basis[q]) ? correct_real : correct_complex)(s, q, s->piece->h);
    return o;
}

static double move_stages(void *client)
{
    CoupledStages *s = client;
    return transform_back(s, s->piece, s->weight);
}

TryOutcome stages_solve(CoupledStages *s, StagePiece *piece, const double *weight)
{
    static const StepEquations equations = {.correct = correct_stages, .move = move_stages};
    if (s->problem->stages) return solve_inlined(s, piece, weight);
    s->piece = piece;
    s->weight = weight;
    transform_guess(s, piece);
    return try_end(newton_solve_step(s->newton, &equations, s));
}

// v := (I - h g J)^-1 v.
static void filter(CoupledStages *s, double *v)
{
    if (s->filter >= 0) {
        step_matrix_solve_real(s->newton->system[s->filter], v);
        return;
    }
    // Two stages have no real eigenvalue. The real part of the complex solve damps stiff
    // components as well, and its factors are there.
    for (int32_t k = 0; k < s->problem->n; k++) s->right_side[k] = v[k];
    step_matrix_solve_complex(s->newton->system[0], s->right_side);
    for (int32_t k = 0; k < s->problem->n; k++) v[k] = creal(s->right_side[k]);
}

void stages_estimate(CoupledStages *s, const StagePiece *piece, const double *dx, double *error)
{
    int32_t n = s->problem->n;
    memset(error, 0, (size_t)n * sizeof *error); // algebraic rows: 0 = f holds at both ends
    const double *z0 = piece->z[0], *z1 = piece->z[1], *z2 = piece->z[2];
    double slope = piece->h * s->pole;
    for (int32_t k = 0; k < n_differential(s->problem); k++)
        error[k] = slope * dx[k] + sum_of_three(s->estimate, z0[k], z1[k], z2[k]);
    filter(s, error);
}

double stages_left_at_end(CoupledStages *s, const StagePiece *piece, const double *dx,
                          const double *weight)
{
    double *left = s->real_side;
    derivative_of_stage(s, piece, s->tableau->stages - 1, 1, left);
    for (int32_t k = 0; k < s->problem->n; k++) {
        bool is_algebraic = k >= n_differential(s->problem); // 0 = f
        left[k] = is_algebraic ? dx[k] : s->pole * (piece->h * dx[k] - left[k]);
    }
    filter(s, left);
    return weighted_norm(s->problem->n, left, weight);
}
