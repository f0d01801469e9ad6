// dae_form.h -- the loops of a model as unknowns of the integrator.
#ifndef RUN_FORMS_DAE_FORM_H
#define RUN_FORMS_DAE_FORM_H
#include "abi/model.h"
#include "run/simulation.h"

typedef struct DaeForm DaeForm;

void dae_open(Simulation *sim); // when the start values are found
// Derivatives of the states, then residuals of the loops, at time t for states and unknowns y.
ModelOutcome dae_rows(void *client, double t, const double *y, double *rows);
// After the rows at that point: the coefficients of the model's linearization.
ModelOutcome dae_linearize(Simulation *sim, double t, const double *y);
int32_t dae_first_unknown(const Simulation *sim, int32_t block); // of a loop of the derivatives
// Whether a loop is the integrator's at this moment; what to do then instead of solving it.
bool dae_leaves_open(const Simulation *sim, int32_t block);
ModelOutcome dae_evaluate_block(Simulation *sim, int32_t block);
void dae_note_solution(Simulation *sim, int32_t block);   // after a loop was solved
void dae_guess(Simulation *sim, const double *y);         // where solving the loops begins
void dae_take_unknowns(const Simulation *sim, double *y); // of loops that were solved
void dae_nominals(const Simulation *sim, double *nominal);
const char *dae_unknown_name(const Simulation *sim, int32_t number);
#endif
