// The formulas of the methods on x' = lambda x, against the figures printed in the text
// [CK06, chapter 8] and against exp(z): order, error coefficient, A- and L-stability.
#include <complex.h>
#include <math.h>

#include "run/integrators/integrator.h"
#include "run/integrators/stability.h"
#include "run/integrators/tableaus.h"
#include "unit/unit.h"

typedef struct Expected {
    Formula formula;
    int order;
    double coefficient; // of z^(order + 1) in F - exp; of (2 z)^(order + 1) over a double step
    bool is_a_stable, is_l_stable;
} Expected;

// Coefficients: (8.50), (8.53), (8.56), (8.107) of the text; of Radau IIA(3) it prints the size,
// its own series (8.49) gives 1/36 - 1/24 < 0. Backward Euler and the trapezoidal rule: the series
// of their rational functions, 1/2 and 1/12. BDF of order k, written with one h f: 1/(k+1).
// Adams-Moulton: 1/24. NaN: the text gives no figure.
static const Expected methods[] = {
    {{"radau3", &tableau_radau_iia_3, NULL, WEIGHTS_METHOD}, 3, -1 / 72., true, true},
    {{"radau5", &tableau_radau_iia_5, NULL, WEIGHTS_METHOD}, 5, 1 / 7200., true, true},
    {{"lobatto4", &tableau_lobatto_iiic_4, NULL, WEIGHTS_METHOD}, 4, 1 / 480., true, true},
    {{"sdirk4", &tableau_hw_sdirk, NULL, WEIGHTS_METHOD}, 4, NAN, true, true},
    {{"sdirk4 embedded", &tableau_hw_sdirk, NULL, WEIGHTS_EMBEDDED}, 3, NAN, false, false},
    {{"radau3 (8.105)", &tableau_radau_iia_3, NULL, WEIGHTS_DOUBLE_STEP},
     3,
     -7 / 3744.,
     true,
     false},
    {{"radau5 (8.108)", &tableau_radau_iia_5, NULL, WEIGHTS_DOUBLE_STEP}, 5, NAN, true, false},
    {{"lobatto4 (8.110)", &tableau_lobatto_iiic_4, NULL, WEIGHTS_DOUBLE_STEP}, 4, NAN, true, false},
    {{"bi2", &tableau_backinterpolation_2, NULL, WEIGHTS_METHOD}, 2, 1 / 12., true, false},
    {{"trapezoid", &tableau_trapezoid, NULL, WEIGHTS_METHOD}, 2, 1 / 12., true, false},
    {{"backward-euler", &tableau_backward_euler, NULL, WEIGHTS_METHOD}, 1, 1 / 2., true, true},
    {{"euler", &tableau_euler, NULL, WEIGHTS_METHOD}, 1, -1 / 2., false, false},
    {{"rk4", &tableau_classical, NULL, WEIGHTS_METHOD}, 4, -1 / 120., false, false},
    {{"dopri5", &tableau_dormand_prince, NULL, WEIGHTS_METHOD},
     5,
     1 / 600. - 1 / 720.,
     false,
     false},
    {{"dopri5 embedded", &tableau_dormand_prince, NULL, WEIGHTS_EMBEDDED}, 4, NAN, false, false},
    {{"dop853", &tableau_dormand_prince_8, NULL, WEIGHTS_METHOD}, 8, NAN, false, false},
    {{"dop853 embedded", &tableau_dormand_prince_8, NULL, WEIGHTS_EMBEDDED}, 5, NAN, false, false},
    {{"bdf1", NULL, &multistep_bdf1, WEIGHTS_METHOD}, 1, 1 / 2., true, true},
    {{"bdf2", NULL, &multistep_bdf2, WEIGHTS_METHOD}, 2, 1 / 3., true, true},
    {{"bdf3", NULL, &multistep_bdf3, WEIGHTS_METHOD}, 3, 1 / 4., false, true},
    {{"bdf4", NULL, &multistep_bdf4, WEIGHTS_METHOD}, 4, 1 / 5., false, true},
    {{"bdf5", NULL, &multistep_bdf5, WEIGHTS_METHOD}, 5, 1 / 6., false, true},
    {{"am3", NULL, &multistep_am3, WEIGHTS_METHOD}, 3, 1 / 24., false, false},
};
enum { N_METHODS = sizeof methods / sizeof *methods };

// Of a multistep method the principal root is compared.
static double complex defect(const Formula *f, double complex z)
{
    double steps = f->weights == WEIGHTS_DOUBLE_STEP ? 2 : 1;
    return formula_factor(f, z) - cexp(steps * z);
}

// Coefficient c_k of the Taylor series of the defect, by Cauchy's integral over a circle. The
// radius is small enough for all poles to lie outside and large enough for rounding.
static double series_coefficient(const Formula *f, int k)
{
    enum { POINTS = 64 };
    double complex sum = 0;
    double radius = 0.25;
    for (int j = 0; j < POINTS; j++) {
        double complex z = radius * cexp(2 * M_PI * I * j / POINTS);
        sum += defect(f, z) / cpow(z, k);
    }
    return creal(sum) / POINTS;
}

static void order_and_error_coefficient(Unit *u)
{
    for (int m = 0; m < N_METHODS; m++) {
        const Expected *e = &methods[m];
        int p = e->order;
        CHECK_INT(u, formula_order(&e->formula), p);
        // The coefficients of the text have 14 digits, the root finder of multistep methods
        // leaves 1e-14 / radius^k.
        for (int k = 0; k <= p; k++) {
            double c = series_coefficient(&e->formula, k);
            if (!(fabs(c) < 2e-10))
                text_printf(&u->failures, "%s: term %d is off by %g\n", e->formula.label, k, c);
        }
        double steps = e->formula.weights == WEIGHTS_DOUBLE_STEP ? 2 : 1;
        double c = series_coefficient(&e->formula, p + 1) / pow(steps, p + 1);
        if (fabs(c) < 1e-9)
            text_printf(&u->failures, "%s has a higher order than %d\n", e->formula.label, p);
        if (!isnan(e->coefficient) && !(fabs(c - e->coefficient) < 1e-8))
            text_printf(&u->failures, "%s: error coefficient %.12g, expected %.12g\n",
                        e->formula.label, c, e->coefficient);
    }
}

// A grid over the left half plane: distances from 1e-3 to 1e6, angles from the negative real to
// the imaginary axis, both included.
static double largest_growth(const Formula *f)
{
    double largest = 0;
    for (int r = 0; r <= 180; r++)
        for (int a = 0; a <= 180; a++) {
            double size = pow(10, -3 + r / 20.), angle = M_PI / 2 + a * M_PI / 360;
            double complex z = CMPLX(a == 0 ? 0 : size * cos(angle), size * sin(angle));
            largest = fmax(largest, formula_growth(f, z));
        }
    return largest;
}

static void stability_on_a_grid(Unit *u)
{
    for (int m = 0; m < N_METHODS; m++) {
        const Expected *e = &methods[m];
        double largest = largest_growth(&e->formula);
        bool is_a_stable = largest < 1 + 1e-9;
        if (is_a_stable != e->is_a_stable)
            text_printf(&u->failures, "%s grows by %.15g in the left half plane\n",
                        e->formula.label, largest);
        double far = formula_growth(&e->formula, -1e9), beyond = formula_growth(&e->formula, -1e12);
        bool damps = far < 1e-1 && beyond < 1e-2;
        if (damps != e->is_l_stable)
            text_printf(&u->failures, "%s has |F(-1e12)| = %g\n", e->formula.label, beyond);
    }
}

// A(alpha)-stability of the BDF: 90, 90, 86.03, 73.35, 51.84 degrees [HW96, V.2].
static void angles_of_bdf(Unit *u)
{
    static const int expected[N_BDF_FORMULAS] = {90, 90, 86, 73, 51};
    for (int k = 0; k < N_BDF_FORMULAS; k++)
        CHECK_INT(u, stability_angle(&bdf_formulas[k], 1), expected[k]);
}

// What the rows of the integrator table promise is what their formulas do.
static void rows_tell_the_truth(Unit *u)
{
    for (int i = 0; i < n_integrators; i++) {
        const IntegratorDesc *d = integrators[i];
        CHECK_TRUE(u, d->n_formulas > 0);
        if (!d->n_formulas) continue;
        CHECK_INT(u, formula_order(&d->formulas[0]), d->order_min);
        if (d->order_min < d->order_max) continue;
        bool is_a_stable = largest_growth(&d->formulas[0]) < 1 + 1e-9;
        if (d->is_a_stable != is_a_stable)
            text_printf(&u->failures, "%s: A-stability is not as told\n", d->name);
        if (d->is_l_stable != (is_a_stable && formula_growth(&d->formulas[0], -1e12) < 1e-2))
            text_printf(&u->failures, "%s: L-stability is not as told\n", d->name);
    }
}

UNIT_SUITE(method_table, TEST(order_and_error_coefficient), TEST(stability_on_a_grid),
           TEST(angles_of_bdf), TEST(rows_tell_the_truth));
