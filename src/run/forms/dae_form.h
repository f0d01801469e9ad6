// dae_form.h -- the loops of a model as unknowns of the integrator.
#ifndef RUN_FORMS_DAE_FORM_H
#define RUN_FORMS_DAE_FORM_H
#include "abi/model.h"
#include "run/simulation.h"

typedef struct DaeForm DaeForm;

// After the rows at that point: the coefficients of the model's linearization.
ModelOutcome dae_linearize(Simulation *sim, double t, const double *y);
void dae_leave(Simulation *sim); // the loops go on from their last solution
// At the end of a step whose iteration has solved the loops: their unknowns are those of x, and the
// model is evaluated with them. False: it is somewhere else, or they are not solved.
bool dae_takes_end(Simulation *sim, double t, const double *x);
int32_t dae_first_unknown(const Simulation *sim, int32_t block); // of a loop of the derivatives
#endif
