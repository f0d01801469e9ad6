// linearized.h -- products of df/dx with many directions, from the linearization of a model.
#ifndef RUN_FORMS_LINEARIZED_H
#define RUN_FORMS_LINEARIZED_H
#include "abi/model.h"
#include "base/arena.h"

typedef struct Simulation Simulation;
typedef struct Linearized Linearized;

// NULL: the model has none, or it does not pay; differences are taken then.
Linearized *linearized_open(Arena *out, Simulation *sim, int32_t n_groups);
// columns[row * n_groups + group]: the sum of the columns of df/dx of the states in that group.
// MODEL_RETRY: a loop is singular here.
ModelOutcome linearized_evaluate(Linearized *z, double t, const double *x, const int32_t *group_of,
                                 double *columns);
#endif
