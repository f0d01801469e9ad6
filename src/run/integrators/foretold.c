#include "run/integrators/foretold.h"

#include <math.h>
#include <string.h>

enum { ANY_ORDER = INT8_MAX };

Foretold foretold_open(Arena *out, int32_t first, int32_t n)
{
    return (Foretold){first, n, ARENA_ARRAY(out, int8_t, n - first + 1)};
}

void foretold_forget(Foretold *f)
{
    memset(f->order, 1, (size_t)(f->n - f->first));
}

void foretold_predict(const Foretold *f, int order, const double *beta, double *const *phi,
                      double *x, double *E)
{
    for (int32_t i = f->first; i < f->n; i++) {
        double beyond = 0;
        for (int j = f->order[i - f->first] + 1; j <= order; j++) beyond += beta[j] * phi[j][i];
        E[i] = -beyond;
        x[i] -= beyond;
    }
}

void foretold_judge(Foretold *f, int order, const double *beta, double *const *phi, const double *E)
{
    for (int32_t i = f->first; i < f->n; i++) {
        double error = E[i], least = fabs(error);
        int best = ANY_ORDER;
        for (int j = order; j > 0; j--) {
            error += beta[j] * phi[j][i];
            if (fabs(error) >= least) continue;
            least = fabs(error);
            best = j - 1;
        }
        f->order[i - f->first] = (int8_t)best;
    }
}
