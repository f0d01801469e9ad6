// state.h -- what the files of run/ share about a running simulation.
#ifndef RUN_STATE_H
#define RUN_STATE_H
#include "run/forms/dae_form.h"
#include "run/forms/inlined_guess.h"
#include "run/integrators/integrator.h"
#include "run/loops/block_solver.h"
#include "run/past/delay.h"
#include "run/past/history.h"
#include "run/past/transport.h"
#include "run/point/slot_ranges.h"
#include "run/simulation.h"

typedef struct SampleClock { // sample(start, interval): tick k is at start + k * interval
    double start, interval;
    int64_t next;     // number of the next tick
    const double *at; // of a clock that says its next instant itself; NULL: as above
    double last;      // the instant of that kind which has been last
} SampleClock;

typedef struct Chattering { // chattering.c: events since `begin`
    double begin;
    int64_t events;
    double *memory; // of the relations, after the last event
    int32_t *switches;
} Chattering;

typedef struct Limits { // limits.c; numbers of variables
    int32_t *numbers, *bounded;
    SlotRanges number_slots;
    int32_t n_numbers, n_bounded, n_reports;
    uint8_t *is_reported;
    bool has_checked_parameters;
    double finite_until; // the last point at which everything was finite
} Limits;

typedef struct Asserts { // asserts.c
    uint8_t *is_failing; // by assert: reported as failing
    double sound_until;  // the last point that was looked at
    bool is_searching;   // messages of the model are about trial points
    int32_t n_located;
} Asserts;

enum { MESSAGE_SIZE = 1000, MOST_MODEL_WARNINGS = 100 };

typedef struct Guesses { // unknowns of nonlinear loops at the last accepted point
    int32_t *slots, n;
    double *values;
} Guesses;

typedef struct Overlooked Overlooked;   // overlooked.c
typedef struct GlobalError GlobalError; // global_error.c

struct Simulation {
    Model *model;
    SimulationOptions options;
    Diag *diag;
    Arena *arena;
    ModelHost host;
    SimulationCounts counts;
    BlockSolver **blocks;
    DelayLines *delays;
    Transports *transports;
    History *history;
    const IntegratorDesc *method;
    Integrator *integrator;
    InitialValueProblem problem;
    DaeForm *dae;              // NULL: ODE form
    const char *method_reason; // why this method

    InlinedGuess *guess;           // NULL unless steps are inlined
    StepAccuracy accuracy;         // of the inlined step at work
    double last_step;              // the last inlined one that was accepted; infinite: none
    struct Projection *projection; // NULL without invariants
    double in_place; // the model's values are complete and those of this time; NaN: they are not
    SlotRanges state_slots, derivative_slots; // of Model.states

    GlobalError *global_error;   // NULL where no errors are estimated
    Overlooked *overlooked;      // NULL when nothing chooses steps
    double *seen;                // of the unknowns: sizes that errors are measured by
    double *seen_before;         // the same, of the run whose state this one goes on from; NULL
    int32_t *unsized, n_unsized; // states without a nominal value
    double t;
    double limit;              // no step goes beyond
    double *x, *dx;            // states and derivatives at t; in DAE form the loops' unknowns, too
    double *x_trial;           // of the root finder and of output points
    double *g_begin, *g_trial; // crossing functions at the begin of the step and at a trial
    double *relation_size; // largest |left - right| seen, by relation: the scale of its hysteresis
    SampleClock *samples;
    double *memory_before; // relation memories at the begin of an event pass
    double *instant_before;
    double *pre_values; // while pre-values are taken over

    ResultWriter *writer;
    int64_t next_output;    // number of the next point of the output grid
    double *kept_row;       // n_slots: the right row of the last event
    bool has_kept_row;      // and it is not written yet
    double instant;         // of the last left row
    double next_time_event; // infinity without
    double *selection_work; // of state_selection.c
    uint8_t *selection_used;
    bool has_begun, has_ended, terminated, message_given;
    bool is_settled;        // `auto` changes the method no more
    int32_t limited_before; // state that limited the method given up + 1
    bool is_terminal;       // the run is over: terminal() is true
    bool is_evaluated;      // the derivatives in Model.v belong to the time and states there
    int32_t failed_block;   // the last one that failed at an event; -1: none
    int32_t not_finite;     // state whose derivative was not finite at the last failure; -1
    double not_finite_time, not_finite_value;
    char last_message[MESSAGE_SIZE]; // of the model, at the last failure
    bool last_is_assertion;
    char not_finite_values[MESSAGE_SIZE]; // the variables that were not finite then, either
    int32_t n_model_warnings;
    Chattering chattering;
    Limits limits;
    Guesses guesses;
    Asserts asserts;
};

// ---- guesses.c ----------------------------------------------------------------------------
void guesses_open(Simulation *sim);
void guesses_keep(Simulation *sim);   // the present point is accepted
void guesses_return(Simulation *sim); // to the last accepted one

// ---- point.c: the model at a point -----------------------------------------------------
void model_open(Simulation *sim);
void model_set_states(Simulation *sim, double t, const double *x);
// NO_ROUTINE is done at once. What is in the model's vector counts as changed afterwards.
ModelOutcome model_call(Simulation *sim, int32_t routine);
ModelOutcome model_derivatives(Simulation *sim, double t, const double *x, double *dx);
// The same for a point that is looked at for other reasons, too: not counted.
ModelOutcome model_slopes(Simulation *sim, double t, const double *x, double *dx);
// The solution at a time of the last step, into x; without states nothing.
void model_interpolate(Simulation *sim, double t, double *x);
ModelOutcome model_linearize(Simulation *sim, double t, const double *x); // the coefficients
// What crossing functions and histories need, at (t, x).
ModelOutcome model_watched(Simulation *sim, double t, const double *x);
// Crossing functions with hysteresis: negative means that the relation must switch.
ModelOutcome model_crossings(Simulation *sim, double t, const double *x, double *g);
int32_t crossing_count(const Simulation *sim);
// Everything that is recorded, at (t, x); the row is then Model.v.
ModelOutcome model_outputs(Simulation *sim, double t, const double *x);
// Everything at the present point, which is accepted; false after a report: an assertion of level
// error fails, or something cannot be computed.
bool model_accept(Simulation *sim);

// ---- asserts.c ----------------------------------------------------------------------------
void asserts_open(Simulation *sim);
// The model's vector is complete at (t, x), in the last step or at its end. False after a report:
// one of level error fails, or failed before; sim->t is then where.
bool asserts_check(Simulation *sim, double t, const double *x);
// A routine of the start or of an event has failed: true after a report when an assertion is why.
bool asserts_refused(Simulation *sim);
// The model cannot be evaluated at the present point, a function refuses: reports since when.
bool asserts_stop(Simulation *sim); // false

// ---- events.c -----------------------------------------------------------------------------
// All events of the present instant, samples and time events that are due included, until
// nothing changes any more. `first` is the transient iteration after initialization.
RunOutcome events_handle(Simulation *sim, bool first);
bool samples_begin(Simulation *sim);   // false: an interval was refused
void events_schedule(Simulation *sim); // next_time_event

// ---- chattering.c ---------------------------------------------------------------------------
void chattering_open(Simulation *sim);
bool chattering_found(Simulation *sim, bool is_timed); // after each event; true after a report

// ---- limits.c -------------------------------------------------------------------------------
void limits_open(Simulation *sim);
void limits_check(Simulation *sim); // of the accepted point in Model.v: warnings
// The same point, at time t in the last step: false after a report, a value is not finite.
bool limits_accept(Simulation *sim, double t);
bool limits_are_finite(const Simulation *sim);
void limits_list_not_finite(const Simulation *sim, Text *out); // names and values

// ---- state_selection.c --------------------------------------------------------------------
void states_selection_open(Simulation *sim);
// Tests the dynamic state sets at the present point; true when states were exchanged (sim->x
// and the model's vector are up to date, the integrator must be restarted).
bool states_select(Simulation *sim);

// ---- choose_method.c ------------------------------------------------------------------------
const IntegratorDesc *method_of_options(Simulation *sim); // NULL after an error
void method_refine(Simulation *sim);     // `auto`, once the problem and its start are known
bool method_reconsider(Simulation *sim); // `auto`: true when it changed; restart follows
bool method_give_up(Simulation *sim);    // the same, after a step that failed

// ---- inlined.c: steps made by the model ---------------------------------------------------
void inlined_open(Simulation *sim); // completes sim->problem
// The limit of a fixed step, drawn to the output point that it would miss by rounding only.
double inlined_limit(const Simulation *sim, double limit);
void inlined_restart(Simulation *sim); // at the present point, before the integrator begins anew
// One step of the integrator; what it took goes to the counts when that is asked for.
StepOutcome inlined_advance(Simulation *sim, double limit, double *reached);
int64_t inlined_iterations(const Simulation *sim); // of all blocks so far

// ---- projection.c -------------------------------------------------------------------------
void projection_open(Simulation *sim); // once the nominal values of the states are known
// The present states with vanishing invariants; true when that changed them.
bool projection_apply(Simulation *sim);

// ---- sizes.c --------------------------------------------------------------------------------
void sizes_open(Simulation *sim); // sim->seen, once the problem and its start are known
void sizes_note(Simulation *sim); // the present point

// ---- global_error.c -------------------------------------------------------------------------
void global_error_open(Simulation *sim);           // once the method is known
void global_error_step(Simulation *sim, double h); // the last step, over h, led to sim->t, sim->x
void global_error_after_event(Simulation *sim);    // states may have been set
void global_error_event(Simulation *sim);          // other equations than before
void global_error_close(Simulation *sim);
void global_error_exchange(Simulation *sim);      // other states than before
double global_error_worst(const Simulation *sim); // so far, in units of the tolerance
void global_error_report(Simulation *sim);        // at the end: a warning where it is large

// ---- overlooked.c ---------------------------------------------------------------------------
void overlooked_open(Simulation *sim);                   // once the method is known
double overlooked_next(const Simulation *sim, double t); // the next point to look at
// Whether something happens at time t inside the last step that its interpolant, sim->x_trial
// there, knows nothing of. Steps then end at t (overlooked_limit) until that is reached.
bool overlooked_at(Simulation *sim, double begin, double t, double end);
double overlooked_limit(const Simulation *sim);
double overlooked_first_step(const Simulation *sim); // on the way there
void overlooked_reached(Simulation *sim);            // after each step

// ---- root.c -------------------------------------------------------------------------------
// The first instant in (begin, end] at which a crossing function of the last step is negative,
// located on the integrator's interpolant; the right end of the bracket. Points of the output
// grid that were passed without an event have their rows afterwards, `end` itself excepted.
// ROOT_OVERLOOKED: the step serves up to `at` only.
typedef enum { ROOT_NONE, ROOT_FOUND, ROOT_FAILED, ROOT_OVERLOOKED } RootOutcome;
RootOutcome root_locate(Simulation *sim, double begin, double end, double *at);

// ---- record.c -----------------------------------------------------------------------------
double output_time(const Simulation *sim, int64_t k);
bool record_row(Simulation *sim); // Model.v as it is; an accepted point
bool record_left(Simulation *sim), record_right(Simulation *sim); // the same, of an event
bool record_kept(Simulation *sim); // at the end of the run: what waits to be written
bool record_grid(Simulation *sim, double until, bool inclusive); // grid points of the last step

// ---- simulate.c: for those who begin in the middle (snapshot.c) ------------------------------
bool simulation_open_integrator(Simulation *sim);   // false after a report
RunOutcome simulation_begin_again(Simulation *sim); // at the present point

// What failed at trial points was repaired by a smaller step: no cause of a later failure.
void forget_trials(Simulation *sim);
void report_stop(Simulation *sim, DiagCode code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#endif
