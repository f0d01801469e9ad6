#include "run/norms.h"

#include <math.h>

double error_norm(int32_t n, const double *error, const double *x, const double *y,
                  const double *nominal, double tol)
{
    double sum = 0;
    for (int32_t i = 0; i < n; i++) {
        double scaled = error[i] / (tol * (fmax(fabs(x[i]), fabs(y[i])) + nominal[i]));
        sum += scaled * scaled;
    }
    return n ? sqrt(sum / n) : 0;
}
