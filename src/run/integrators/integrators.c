// THE table of integrators. Help texts, option parsing and tests are derived from it.
#include "run/integrators/integrators.h"

#include <string.h>

const IntegratorDesc *const integrators[] = {
    &cvode_desc,
    &ida_desc,
    &bdf_desc,
    &radau5_desc,
    &radau5_embedded_desc,
    &radau3_desc,
    &radau3_embedded_desc,
    &lobatto4_desc,
    &lobatto4_embedded_desc,
    &sdirk4_desc,
    &am3_desc,
    &trapezoid_desc,
    &bi2_desc,
    &backward_euler_desc,
    &dopri5_desc,
    &rk4_desc,
    &euler_desc,
};
const int n_integrators = (int)(sizeof integrators / sizeof *integrators);

const IntegratorDesc *integrator_of_name(const char *name)
{
    for (int i = 0; i < n_integrators; i++)
        if (!strcmp(integrators[i]->name, name)) return integrators[i];
    return NULL;
}
