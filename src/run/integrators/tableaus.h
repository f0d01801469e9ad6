// tableaus.h -- the coefficients of the methods, and how each acts on x' = lambda x.
#ifndef RUN_TABLEAUS_H
#define RUN_TABLEAUS_H
#include <complex.h>
#include <stdbool.h>

enum { MOST_STAGES = 12, MOST_MULTISTEPS = 5, MOST_DENSE_POWERS = 4 };

// Runge-Kutta: X_i = x + h sum a_ij k_j, k_i = f(t + c_i h, X_i), x_next = x + h sum b_i k_i.
typedef struct Tableau {
    int stages, order;
    double a[MOST_STAGES][MOST_STAGES], b[MOST_STAGES], c[MOST_STAGES];

    // A second set of weights; embedded_order 0: there is none.
    int embedded_order;
    double embedded[MOST_STAGES];

    // An embedding over two steps of equal size [CK06, 8.7 and 8.8]; double_step_order 0: none.
    // For the step before last and the last one: the factor of the value the step begins with,
    // of its stage values, of its stage derivatives times h.
    int double_step_order;
    struct {
        double begin, value[MOST_STAGES], derivative[MOST_STAGES];
    } double_step[2];

    // Dense output x + h sum_i k_i sum_p dense[i][p] s^(p + 1); dense_order 0: none.
    int dense_order;
    double dense[MOST_STAGES][MOST_DENSE_POWERS];
} Tableau;

// Multistep: sum_j x[j] x_(k+1-j) = h sum_j f[j] f_(k+1-j).
typedef struct Multistep {
    int steps, order;
    double x[MOST_MULTISTEPS + 1], f[MOST_MULTISTEPS + 1];
} Multistep;

#define TABLEAU(symbol, ...) extern const Tableau tableau_##symbol;
#define MULTISTEP(symbol, ...) extern const Multistep multistep_##symbol;
#include "run/integrators/tableaus.def"
#undef TABLEAU
#undef MULTISTEP

// What a picture of a method is drawn from: one of the formulas it uses.
typedef enum { WEIGHTS_METHOD, WEIGHTS_EMBEDDED, WEIGHTS_DOUBLE_STEP } FormulaWeights;
typedef struct Formula {
    const char *label;
    const Tableau *tableau; // or
    const Multistep *multistep;
    FormulaWeights weights;
} Formula;

// BDF 1 to 5, shared by all integrators that use them.
enum { N_BDF_FORMULAS = 5 };
extern const Formula bdf_formulas[N_BDF_FORMULAS];

// The F-matrix of x' = lambda x, z = lambda h: x_(k+1) = F x_k. Its spectral radius; for
// Runge-Kutta methods |R(z)|. Of a double-step embedding, per single step.
double formula_growth(const Formula *f, double complex z);
// The principal root, the one that approximates exp(z), and NaN for z at a pole. For the
// double-step embedding over the double step: approximates exp(2 z).
double complex formula_factor(const Formula *f, double complex z);
int formula_order(const Formula *f);
#endif
