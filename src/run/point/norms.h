// norms.h -- error weights and norms: one definition for every solver of our own.
#ifndef RUN_POINT_NORMS_H
#define RUN_POINT_NORMS_H
#include <stdint.h>

// Root mean square of error_i / (tol * (max(|x_i|, |y_i|) + nominal_i)); at most 1 is accepted.
double error_norm(int32_t n, const double *error, const double *x, const double *y,
                  const double *nominal, double tol);

// The same in two parts, for many vectors at one x: weight_i = 1 / (tol * (|x_i| + nominal_i)).
void error_weights(int32_t n, const double *x, const double *nominal, double tol, double *weight);
double weighted_norm(int32_t n, const double *v, const double *weight);
// Of v - from.
double weighted_distance(int32_t n, const double *v, const double *from, const double *weight);
// The largest component, weighted, and of |v_i| / max(|x_i|, unit_i); what is no number does not
// count.
double largest_weighted(int32_t n, const double *v, const double *weight);
double largest_part(int32_t n, const double *v, const double *x, const double *unit);
// The component that contributes most; -1 without any.
int32_t largest_component(int32_t n, const double *v, const double *weight);
#endif
