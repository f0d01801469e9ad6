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

typedef struct Eigenvector { // one real eigenvalue, or a complex one standing for its pair
    double complex value;
    double complex right[MOST_COUPLED], left[MOST_COUPLED];
} Eigenvector;

struct CoupledStages {
    const InitialValueProblem *problem;
    const Tableau *tableau;
    Newton *newton;
    IntegratorCounts *counts;
    int n_systems, n_nodes;
    Eigenvector basis[MOST_SYSTEMS];
    double inverse[MOST_COUPLED][MOST_COUPLED];   // of A
    double pole, estimate[MOST_COUPLED];          // g and e_i of the error estimate
    int filter;                                   // the system whose matrix filters it
    int node_stage[MOST_COUPLED];                 // stages with distinct c > 0
    double *f[MOST_COUPLED], *delta, *x;          // derivatives; change of a stage; stage value
    double complex *w[MOST_SYSTEMS], *right_side; // real systems use the real parts of w
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
        for (int i = 0; i < n; i++) {
            e->right[i] = v[i + j * n] * (im[j] > 0 ? 2 : 1); // with its conjugate
            e->left[i] = left[j + i * n];
        }
        if (im[j] == 0) s->filter = s->n_systems;
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
    for (int i = 0; i < tableau->stages; i++) {
        s->f[i] = ARENA_ARRAY(out, double, problem->n);
        if (tableau->c[i] > 0) s->node_stage[s->n_nodes++] = i;
    }
    s->delta = ARENA_ARRAY(out, double, problem->n);
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
    for (int i = 0; i < tableau->stages; i++) p->z[i] = ARENA_ARRAY(out, double, problem->n);
    return p;
}

// ---- The polynomial of a piece --------------------------------------------------------------

// Lagrange factors of the stage values at s = (t - begin) / h; the node 0 has the value 0.
static void node_factors(const CoupledStages *s, double at, double *factor)
{
    const double *c = s->tableau->c;
    for (int i = 0; i < s->n_nodes; i++) {
        double own = c[s->node_stage[i]];
        factor[i] = at / own;
        for (int j = 0; j < s->n_nodes; j++) {
            double other = c[s->node_stage[j]];
            if (j != i) factor[i] *= (at - other) / (own - other);
        }
    }
}

static void add_polynomial(const CoupledStages *s, const StagePiece *piece, double t, double *x)
{
    double factor[MOST_COUPLED];
    node_factors(s, (t - piece->t) / piece->h, factor);
    for (int j = 0; j < s->n_nodes; j++) {
        const double *z = piece->z[s->node_stage[j]];
        for (int32_t i = 0; i < s->problem->n; i++) x[i] += factor[j] * z[i];
    }
}

void stages_interpolate(const CoupledStages *s, const StagePiece *piece, double t, double *x)
{
    memcpy(x, piece->x, (size_t)s->problem->n * sizeof *x);
    add_polynomial(s, piece, t, x);
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
        for (int32_t k = 0; k < n; k++) z[k] = before->x[k] - piece->x[k];
        add_polynomial(s, before, piece->t + s->tableau->c[i] * piece->h, z);
    }
}

void stages_derivatives(const CoupledStages *s, const StagePiece *piece, double *const *hk)
{
    int stages = s->tableau->stages;
    for (int i = 0; i < stages; i++)
        for (int32_t k = 0; k < s->problem->n; k++) {
            double sum = 0;
            for (int j = 0; j < stages; j++) sum += s->inverse[i][j] * piece->z[j][k];
            hk[i][k] = sum;
        }
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

static void transform_guess(CoupledStages *s, const StagePiece *piece)
{
    for (int q = 0; q < s->n_systems; q++)
        for (int32_t k = 0; k < s->problem->n; k++) {
            double re = 0, im = 0;
            for (int i = 0; i < s->tableau->stages; i++) {
                re += creal(s->basis[q].left[i]) * piece->z[i][k];
                im += cimag(s->basis[q].left[i]) * piece->z[i][k];
            }
            s->w[q][k] = CMPLX(re, im);
        }
}

// Solves one of the separated systems; right_side is then the change of w.
static void correct_system(CoupledStages *s, int q, double h)
{
    const Eigenvector *e = &s->basis[q];
    int stages = s->tableau->stages;
    double lambda_re = h * creal(e->value), lambda_im = h * cimag(e->value);
    bool is_real = lambda_im == 0;
    for (int32_t k = 0; k < s->problem->n; k++) {
        double re = 0, im = 0;
        for (int i = 0; i < stages; i++) {
            re += creal(e->left[i]) * s->f[i][k];
            im += cimag(e->left[i]) * s->f[i][k];
        }
        if (k >= n_differential(s->problem)) { // 0 = f
            s->real_side[k] = re;
            s->right_side[k] = CMPLX(re, im);
            continue;
        }
        double w_re = creal(s->w[q][k]), w_im = cimag(s->w[q][k]);
        s->real_side[k] = lambda_re * re - lambda_im * im - w_re;
        if (!is_real)
            s->right_side[k] = CMPLX(s->real_side[k], lambda_re * im + lambda_im * re - w_im);
    }
    if (is_real)
        step_matrix_solve_real(s->newton->system[q], s->real_side);
    else
        step_matrix_solve_complex(s->newton->system[q], s->right_side);
    for (int32_t k = 0; k < s->problem->n; k++) {
        if (is_real) s->right_side[k] = s->real_side[k];
        s->w[q][k] += s->right_side[k];
    }
}

// z from w; returns the norm of its change over all stages.
static double transform_back(CoupledStages *s, StagePiece *piece, const double *weight)
{
    double sum = 0;
    int32_t n = s->problem->n;
    for (int i = 0; i < s->tableau->stages; i++) {
        for (int32_t k = 0; k < n; k++) {
            double z = 0;
            for (int q = 0; q < s->n_systems; q++)
                z += creal(s->basis[q].right[i]) * creal(s->w[q][k]) -
                     cimag(s->basis[q].right[i]) * cimag(s->w[q][k]);
            s->delta[k] = z - piece->z[i][k];
            piece->z[i][k] = z;
        }
        double norm = weighted_norm(n, s->delta, weight);
        sum += norm * norm;
    }
    return sqrt(sum / s->tableau->stages);
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
    for (int q = 0; o == MODEL_OK && q < s->n_systems; q++) correct_system(s, q, s->piece->h);
    return o;
}

static double move_stages(void *client)
{
    CoupledStages *s = client;
    return transform_back(s, s->piece, s->weight);
}

TryOutcome stages_solve(CoupledStages *s, StagePiece *piece, const double *weight)
{
    static const StepEquations equations = {correct_stages, move_stages};
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
    for (int32_t k = 0; k < n_differential(s->problem); k++) {
        double sum = piece->h * s->pole * dx[k];
        for (int i = 0; i < s->tableau->stages; i++) sum += s->estimate[i] * piece->z[i][k];
        error[k] = sum;
    }
    filter(s, error);
}

double stages_left_at_end(CoupledStages *s, const StagePiece *piece, const double *dx,
                          const double *weight)
{
    int last = s->tableau->stages - 1;
    for (int32_t k = 0; k < s->problem->n; k++) {
        double slope = 0;
        for (int j = 0; j <= last; j++) slope += s->inverse[last][j] * piece->z[j][k];
        bool is_algebraic = k >= n_differential(s->problem); // 0 = f
        s->delta[k] = is_algebraic ? dx[k] : s->pole * (piece->h * dx[k] - slope);
    }
    filter(s, s->delta);
    return weighted_norm(s->problem->n, s->delta, weight);
}
