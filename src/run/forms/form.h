// form.h -- in which form a model is integrated. The driver asks the form and never which it is.
#ifndef RUN_FORMS_FORM_H
#define RUN_FORMS_FORM_H
#include "run/forms/dae_form.h"
#include "run/forms/inlined_guess.h"
#include "run/integrators/integrator.h"
#include "run/loops/loop_problem.h"
#include "run/simulation.h"

typedef struct Form {
    const char *name;                 // of --stats
    bool makes_steps;                 // the model itself solves the formulas of the method
    bool looks_ahead;                 // steps may go beyond where the run is wanted
    bool only_interpolates;           // `interpolate` touches nothing but x
    bool steps_apart;                 // not in the model's vector
    int32_t (*count)(const Model *m); // unknowns of the integrator
    const char *(*method_name)(const Simulation *sim);
    // Completes sim->problem, which is that of the states alone, once the start values are known.
    void (*open)(Simulation *sim);
    // The integrator begins anew at the present point, with a step of `h` or 0: its own choice.
    StepOutcome (*restart)(Simulation *sim, double h);
    double (*limit)(const Simulation *sim, double limit); // where the next step ends at the latest
    StepOutcome (*advance)(Simulation *sim, double limit, double *reached); // one step
    // The solution at a time of the last step, into x, and loops set to where solving them begins.
    void (*interpolate)(Simulation *sim, double t, double *x);
    // The last step, of size h, leads to where the model cannot be evaluated: true when it was
    // taken back and a shorter one will be tried.
    bool (*shorten)(Simulation *sim, double h);
    ModelOutcome (*solve_block)(Simulation *sim, int32_t block); // ModelHost.solve_block
    const char *(*unknown_name)(const Simulation *sim, int32_t number);
    int64_t (*iterations)(const Simulation *sim); // inside steps, that no integrator counts
} Form;

extern const Form stateless_form, ode_form, dae_form, inlined_form;

// ---- For the forms ---------------------------------------------------------------------------
int32_t state_count(const Model *m);
const char *integrator_name(const Simulation *sim);
bool form_watch(Simulation *sim); // begin of a step: sizes, crossing functions; false: no value
StepOutcome integrator_restart(Simulation *sim, double h);
double any_limit(const Simulation *sim, double limit);
StepOutcome integrator_advance(Simulation *sim, double limit, double *reached);
void integrator_interpolate(Simulation *sim, double t, double *x);
bool can_be_shorter(const Simulation *sim, double h); // the last step, of size h
bool never_shorten(Simulation *sim, double h);
bool integrator_shorten(Simulation *sim, double h);
ModelOutcome loop_solve(Simulation *sim, int32_t block);
const char *state_name(const Simulation *sim, int32_t number);
int64_t no_iterations(const Simulation *sim);

// ---- method_options.c: what the options ask for ---------------------------------------------
const IntegratorDesc *method_of_options(Simulation *sim); // NULL after an error
const IntegratorDesc *method_for(AutoUse use);            // what `auto` takes for that

// ---- choose_method.c: `auto` -----------------------------------------------------------------
typedef struct MethodChoice {
    const char *reason;     // why this method
    bool is_auto;           // nobody asked for one
    bool is_settled;        // `auto` changes it no more
    bool may_leave_dae;     // the form was chosen, and the model can do without it
    int32_t limited_before; // state that limited the method given up + 1
    int64_t events_before;  // this method was taken
    bool was_rough;         // the method of SUNDIALS has been taken, and is not again
    double worn_at;         // where that was, and the attempts of the one before
    double attempts_before;
    double swings_at; // the fastest rate, where that is an oscillation; 0: it is not
} MethodChoice;
const Form *form_of(const Simulation *sim); // after that: the options may have changed
void method_refine(Simulation *sim);        // `auto`, once the problem and its start are known
bool method_reconsider(Simulation *sim);    // `auto`: true when it changed; restart follows
bool method_give_up(Simulation *sim);       // the same, after a step that failed

// ---- inlined.c: steps made by the model ---------------------------------------------------
typedef struct InlinedSteps {
    const InlineMethod *method;
    InlinedGuess *guess;
    StepAccuracy accuracy; // of the step at work
    double last_step;      // the last one that was accepted; infinite: none
} InlinedSteps;

// ---- projection.c -------------------------------------------------------------------------
void projection_open(Simulation *sim); // once the nominal values of the states are known
// The present states with vanishing invariants; true when that changed them.
bool projection_apply(Simulation *sim);
#endif
