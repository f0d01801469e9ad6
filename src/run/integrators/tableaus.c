// The coefficients of tableaus.def as data, and the stability functions computed from them.
//
// Runge-Kutta: R(z) = 1 + z b (I - z A)^-1 1, by Gaussian elimination. Multistep: the roots of
// sum_j (x_j - z f_j) w^(steps - j), the eigenvalues of the F-matrix in companion form, by the
// simultaneous iteration of Weierstrass. Double-step embeddings: the stages of two steps.
#include "run/integrators/tableaus.h"

#include <math.h>
#include <stddef.h>

#define TABLEAU(symbol, ...) const Tableau tableau_##symbol = {__VA_ARGS__};
#define MULTISTEP(symbol, ...) const Multistep multistep_##symbol = {__VA_ARGS__};
#include "run/integrators/tableaus.def"
#undef TABLEAU
#undef MULTISTEP

const Formula bdf_formulas[N_BDF_FORMULAS] = {
    {"BDF 1", NULL, &multistep_bdf1, WEIGHTS_METHOD},
    {"BDF 2", NULL, &multistep_bdf2, WEIGHTS_METHOD},
    {"BDF 3", NULL, &multistep_bdf3, WEIGHTS_METHOD},
    {"BDF 4", NULL, &multistep_bdf4, WEIGHTS_METHOD},
    {"BDF 5", NULL, &multistep_bdf5, WEIGHTS_METHOD},
};

// Stage values X of one step from x = 1: (I - z A) X = 1. False at a pole.
static bool stage_values(const Tableau *t, double complex z, double complex *X)
{
    int s = t->stages;
    double complex m[MOST_STAGES][MOST_STAGES];
    for (int i = 0; i < s; i++) {
        for (int j = 0; j < s; j++) m[i][j] = (i == j) - z * t->a[i][j];
        X[i] = 1;
    }
    for (int k = 0; k < s; k++) {
        int best = k;
        for (int i = k + 1; i < s; i++)
            if (cabs(m[i][k]) > cabs(m[best][k])) best = i;
        if (cabs(m[best][k]) < 1e-300) return false;
        for (int j = 0; j < s; j++) {
            double complex swap = m[k][j];
            m[k][j] = m[best][j], m[best][j] = swap;
        }
        double complex swap = X[k];
        X[k] = X[best], X[best] = swap;
        for (int i = k + 1; i < s; i++) {
            double complex factor = m[i][k] / m[k][k];
            for (int j = k; j < s; j++) m[i][j] -= factor * m[k][j];
            X[i] -= factor * X[k];
        }
    }
    for (int k = s - 1; k >= 0; k--) {
        for (int j = k + 1; j < s; j++) X[k] -= m[k][j] * X[j];
        X[k] /= m[k][k];
    }
    return true;
}

static double complex runge_kutta_factor(const Formula *f, double complex z)
{
    const Tableau *t = f->tableau;
    double complex X[MOST_STAGES], R = 1, twice = 0;
    if (!stage_values(t, z, X)) return NAN;
    if (f->weights == WEIGHTS_EMBEDDED) {
        for (int i = 0; i < t->stages; i++) R += z * t->embedded[i] * X[i];
        return R;
    }
    for (int i = 0; i < t->stages; i++) R += z * t->b[i] * X[i];
    if (f->weights == WEIGHTS_METHOD) return R;
    for (int k = 0; k < 2; k++) {
        double complex begin = k ? R : 1; // both steps are those of the method itself
        twice += t->double_step[k].begin * begin;
        for (int i = 0; i < t->stages; i++)
            twice +=
                (t->double_step[k].value[i] + z * t->double_step[k].derivative[i]) * X[i] * begin;
    }
    return twice;
}

// All roots of sum_j p[j] w^(degree - j).
static void polynomial_roots(const double complex *p, int degree, double complex *root)
{
    for (int i = 0; i < degree; i++) root[i] = cpow(0.4 + 0.9 * I, i); // the customary start
    for (int round = 0; round < 200; round++) {
        double change = 0;
        for (int i = 0; i < degree; i++) {
            double complex value = p[0], product = p[0];
            for (int j = 1; j <= degree; j++) value = value * root[i] + p[j];
            for (int j = 0; j < degree; j++)
                if (j != i) product *= root[i] - root[j];
            double complex step = value / product;
            root[i] -= step;
            change = fmax(change, cabs(step));
        }
        if (change < 1e-15) break;
    }
}

static int multistep_roots(const Multistep *m, double complex z, double complex *root)
{
    double complex p[MOST_MULTISTEPS + 1];
    for (int j = 0; j <= m->steps; j++) p[j] = m->x[j] - z * m->f[j];
    if (cabs(p[0]) < 1e-300) return 0;
    polynomial_roots(p, m->steps, root);
    return m->steps;
}

double complex formula_factor(const Formula *f, double complex z)
{
    if (f->tableau) return runge_kutta_factor(f, z);
    double complex root[MOST_MULTISTEPS], best = NAN;
    int n = multistep_roots(f->multistep, z, root);
    for (int i = 0; i < n; i++)
        if (i == 0 || cabs(root[i] - cexp(z)) < cabs(best - cexp(z))) best = root[i];
    return best;
}

double formula_growth(const Formula *f, double complex z)
{
    if (f->tableau) {
        double size = cabs(runge_kutta_factor(f, z));
        if (isnan(size)) return INFINITY;
        return f->weights == WEIGHTS_DOUBLE_STEP ? sqrt(size) : size;
    }
    double complex root[MOST_MULTISTEPS];
    int n = multistep_roots(f->multistep, z, root);
    double largest = n ? 0 : INFINITY;
    for (int i = 0; i < n; i++) largest = fmax(largest, cabs(root[i]));
    return largest;
}

int formula_order(const Formula *f)
{
    if (f->multistep) return f->multistep->order;
    const Tableau *t = f->tableau;
    return f->weights == WEIGHTS_METHOD     ? t->order
           : f->weights == WEIGHTS_EMBEDDED ? t->embedded_order
                                            : t->double_step_order;
}
