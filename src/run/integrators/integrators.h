// integrators.h -- the descriptors that make up the table.
#ifndef RUN_INTEGRATORS_H
#define RUN_INTEGRATORS_H
#include "run/integrators/integrator.h"

extern const IntegratorDesc cvode_desc;
extern const IntegratorDesc euler_desc, rk4_desc, dopri5_desc;
#endif
