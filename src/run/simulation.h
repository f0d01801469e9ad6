// simulation.h -- a compiled model brought to life: initialize, integrate, handle events, record.
#ifndef RUN_SIMULATION_H
#define RUN_SIMULATION_H
#include "abi/model.h"
#include "base/diag.h"
#include "results/result_writer.h"

typedef enum {
    RUN_DONE,       // reached the stop time, or terminate() was called
    RUN_STOPPED,    // cannot go on; what was recorded so far is valid
    RUN_INTERRUPTED // the user asked to stop
} RunOutcome;

typedef struct SimulationOptions {
    double start_time, stop_time, tolerance;
    int64_t intervals;               // of the output grid
    double interval;                 // length of all but the last; NaN: all are equal
    double step;                     // fixed step; NaN: the method chooses
    double max_step;                 // no step is longer; NaN: any
    bool is_open_ended;              // stop_time is a guess, and nobody wants the rows of a grid
    bool is_dae;                     // loops are unknowns of the integrator
    const char *method;              // a name of the table in integrators.c
    const char *inline_method;       // what Model.inlined was made for; NULL: none
    bool is_unjudged;                // nobody hears how far the solution may have gone astray
    bool measures_steps;             // iterations and time of inlined steps
    const struct InputTable *inputs; // over time (inputs.h); NULL: they stay at their start values
    struct StartTrace *trace;        // of start_trace_open; NULL: nobody asks
    struct Profile *profile;         // of profile_open; NULL: nothing is measured
    const volatile int *interrupted; // set to 1 from outside to stop; may be NULL
    void *client;                    // of progress
    void (*progress)(void *client, double time); // called now and then; may be NULL
} SimulationOptions;

typedef struct SimulationCounts {
    int64_t steps, rejected, rhs_evaluations, jacobian_evaluations, newton_iterations;
    int64_t factorizations, in_fronts; // of step matrices; those of linear/fronts.h among them
    int64_t state_events, time_events, step_events;
    // Of inlined steps, when they are measured: the most that one step needed.
    int64_t most_iterations, longest_step_ns;
} SimulationCounts;

typedef struct Simulation Simulation;

// `model` is fresh: parameters may have been set through its slots after the `parameters`
// routine. NULL after an error was reported (an unknown method, ...). Allocates everything.
Simulation *simulation_open(Arena *out, Model *model, const SimulationOptions *options, Diag *diag);
// Consistent values at the start time, all events of that instant handled.
RunOutcome simulation_initialize(Simulation *sim);
// The same at an event of another run, whose values it takes over: `write` puts what is known into
// Model.v, and only where states are missing the initial system is solved for them.
typedef struct SimulationEntry {
    double time;
    bool solves_start;
    void *client;
    void (*write)(void *client);
} SimulationEntry;
RunOutcome simulation_enter(Simulation *sim, const SimulationEntry *entry);
// From the start to the stop time; `writer` gets every row.
RunOutcome simulation_run(Simulation *sim, ResultWriter *writer);
// The same by hand: begin, then steps until the run is where it is wanted, then the end, which is
// told how the steps went.
RunOutcome simulation_begin(Simulation *sim, ResultWriter *writer);
RunOutcome simulation_step(Simulation *sim, double limit);     // one, with the events behind it
bool simulation_is_there(const Simulation *sim, double limit); // or terminate() was called
// Whether steps end in front of their events; an event that waits is passed by the next step, or
// when something was written (simulation_settle).
void simulation_await_events(Simulation *sim, bool awaits);
bool simulation_event_waits(const Simulation *sim);
RunOutcome simulation_end(Simulation *sim, RunOutcome steps);
// Between two steps: before somebody writes inputs, states or discrete variables into Model.v, and
// afterwards; what depends on them follows in an event.
void simulation_touch(Simulation *sim);
RunOutcome simulation_settle(Simulation *sim);
// Between initialization and begin: states and discrete variables were written into Model.v, and
// the run starts from them.
RunOutcome simulation_start_from_values(Simulation *sim);
// Somebody looks at Model.v: estimates of errors and the like may have left it at another point.
void simulation_look(Simulation *sim);
void simulation_close(Simulation *sim);
double simulation_step_tolerance(double tolerance); // what the integrator is given

const SimulationCounts *simulation_counts(const Simulation *sim);
SimulationCounts simulation_counts_now(const Simulation *sim); // while it runs
const char *simulation_method(const Simulation *sim);          // the one in use
bool simulation_is_dae(const Simulation *sim);               // in DAE form, by request or by choice
const char *simulation_method_reason(const Simulation *sim); // why that one
int32_t simulation_unknowns(const Simulation *sim);          // of the integrator
// Which solver each loop has, and what it was used for.
typedef struct SolverUse {
    LoopSolver solver;
    bool is_of_step;
    int32_t n;
    const char *const *unknowns; // n names; NULL: not known
    int64_t solves, iterations;
} SolverUse;
SolverUse simulation_loop(const Simulation *sim, int32_t block);
bool simulation_is_sparse(const Simulation *sim); // the matrices of its steps
double simulation_time(const Simulation *sim);
const double *simulation_states(const Simulation *sim); // at that time
struct InitialValueProblem;                             // integrators/integrator.h
const struct InitialValueProblem *
simulation_problem(const Simulation *sim); // once the run has begun
#endif
