// integrators.h -- the descriptors that make up the table.
#ifndef RUN_INTEGRATORS_H
#define RUN_INTEGRATORS_H
#include "run/integrators/integrator.h"

extern const IntegratorDesc cvode_desc, ida_desc;
extern const IntegratorDesc euler_desc, rk4_desc, dopri5_desc, dop853_desc;
extern const IntegratorDesc bdf_desc, am3_desc;
extern const IntegratorDesc radau3_desc, radau5_desc, lobatto4_desc;
extern const IntegratorDesc radau3_embedded_desc, radau5_embedded_desc, lobatto4_embedded_desc;
extern const IntegratorDesc sdirk4_desc, backward_euler_desc, trapezoid_desc, bi2_desc;
#endif
