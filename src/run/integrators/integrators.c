// THE table of integrators. Help texts, option parsing and tests are derived from it.
#include "run/integrators/integrators.h"

#include <string.h>

const IntegratorDesc *const integrators[] = {
    &cvode_desc,
    &euler_desc,
    &rk4_desc,
    &dopri5_desc,
};
const int n_integrators = (int)(sizeof integrators / sizeof *integrators);

const IntegratorDesc *integrator_of_name(const char *name)
{
    for (int i = 0; i < n_integrators; i++)
        if (!strcmp(integrators[i]->name, name)) return integrators[i];
    return NULL;
}
