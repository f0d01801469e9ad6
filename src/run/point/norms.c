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
    // Four sums, because additions wait for each other.
    double sum[4] = {0};
    int32_t i = 0;
    for (; i + 4 <= n; i += 4) {
        for (int k = 0; k < 4; k++) {
            double scaled = v[i + k] * weight[i + k];
            sum[k] += scaled * scaled;
        }
    }
    for (; i < n; i++) {
        double scaled = v[i] * weight[i];
        sum[0] += scaled * scaled;
    }
    return n ? sqrt((sum[0] + sum[1] + (sum[2] + sum[3])) / n) : 0;
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
