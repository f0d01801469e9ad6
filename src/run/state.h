// state.h -- a running simulation: what the driver needs, and the context of each room, which its
// own header explains.
#ifndef RUN_STATE_H
#define RUN_STATE_H
#include "run/events/events.h"
#include "run/forms/form.h"
#include "run/global_error.h"
#include "run/inputs.h"
#include "run/loops/block_solver.h"
#include "run/past/history.h"
#include "run/point/point.h"
#include "run/record.h"
#include "run/report.h"

typedef struct ExchangedSteps ExchangedSteps; // exchange.c

struct Simulation {
    Model *model;
    SimulationOptions options;
    Diag *diag;
    Arena *arena;
    ModelHost host;
    SimulationCounts counts;
    double t, limit;   // the present time; it does not go beyond the second
    double ahead;      // where the integrator is, if the last step went beyond the limit; else -inf
    double short_step; // the next one, of a model without states; 0: to the next output
    double *x, *dx;    // states and derivatives at t; in DAE form the loops' unknowns, too
    double *x_trial;   // of the root finder and of output points
    bool has_begun, has_ended, terminated;
    bool is_unlimited; // the start may lie outside of declared limits
    bool is_terminal;  // the run is over: terminal() is true

    const Form *form;
    const IntegratorDesc *method;
    Integrator *integrator;
    InitialValueProblem problem;
    MethodChoice choice;
    DaeForm *dae;                  // of dae_form
    InlinedSteps inlined;          // of inlined_form
    ExchangedSteps *exchanged;     // NULL unless others make the steps
    struct Projection *projection; // NULL without invariants

    BlockSolver **blocks; // by Model.blocks
    PointState point;
    Inputs inputs;
    Sizes sizes;
    Guesses guesses;
    Limits limits;
    Asserts asserts;
    Rows rows;
    EventState events;
    Chattering chattering;
    Accumulation accumulation;
    Overlooked *overlooked; // NULL when nothing chooses steps
    Past past;
    Recorder record;
    Trouble trouble;
    GlobalError *global_error; // NULL where no errors are estimated
};

// ---- step.c ----------------------------------------------------------------------------------
RunOutcome step_once(Simulation *sim);       // with the events behind it
RunOutcome step_restart(Simulation *sim);    // the integrator begins anew at the present point
RunOutcome step_pass_event(Simulation *sim); // the one that waits

// ---- initialize.c ----------------------------------------------------------------------------
void use_guesses(Simulation *sim, GuessUse use); // where the loops begin
bool start_values(Simulation *sim,
                  bool solves); // parameters, and the initial system where asked for

// ---- conditions.c ----------------------------------------------------------------------------
// The initial system from the values at hand, with all its conditions.
ModelOutcome start_solve(Simulation *sim);
void conditions_describe(Simulation *sim, Diagnostic *d); // those that contradict each other
void conditions_describe_loop(Simulation *sim, int32_t block, Text *out);

// ---- relax.c ---------------------------------------------------------------------------------
// From the values at hand to a solution of the initial system; MODEL_RETRY: not this way.
ModelOutcome relax_to_start(Simulation *sim);

// ---- simulate.c ------------------------------------------------------------------------------
InitialValueProblem simulation_states_problem(Simulation *sim); // x' = f(t, x)
// For those who begin in the middle (resume.c):
bool simulation_open_integrator(Simulation *sim);   // false after a report
RunOutcome simulation_begin_again(Simulation *sim); // at the present point
#endif
