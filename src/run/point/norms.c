#include "run/point/norms.h"

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

void error_weights(int32_t n, const double *x, const double *nominal, double tol, double *weight)
{
    for (int32_t i = 0; i < n; i++) weight[i] = 1 / (tol * (fabs(x[i]) + nominal[i]));
}

double weighted_norm(int32_t n, const double *v, const double *weight)
{
    double sum = 0;
    for (int32_t i = 0; i < n; i++) {
        double scaled = v[i] * weight[i];
        sum += scaled * scaled;
    }
    return n ? sqrt(sum / n) : 0;
}

int32_t largest_component(int32_t n, const double *v, const double *weight)
{
    int32_t worst = -1;
    double largest = 0;
    for (int32_t i = 0; i < n; i++) {
        double size = fabs(v[i] * weight[i]);
        if (!(size <= largest)) largest = size, worst = i;
    }
    return worst;
}
