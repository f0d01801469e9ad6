// point.h -- the model at a point (t, x): what has been evaluated there, whether it may stay.
//
// The model's vector goes through three states. Whoever writes states, time or unknowns into it
// makes it *changed*; model_derivatives and model_slopes make it *evaluated* (is_evaluated), so
// that the same point is not evaluated twice; model_outputs, and every inlined step, make it
// *complete* (in_place is then its time). Only a complete vector is recorded or looked at by
// asserts and limits.
#ifndef RUN_POINT_POINT_H
#define RUN_POINT_POINT_H
#include "run/point/slot_ranges.h"
#include "run/simulation.h"

typedef struct PointState {                   // point.c
    SlotRanges state_slots, derivative_slots; // of Model.states
    bool is_evaluated; // the derivatives in Model.v belong to the time and states there
    bool has_outputs;  // ... and so does everything else
    bool has_rows;     // in DAE form: of the rows that were evaluated last
    double timed_at;   // what follows from this time alone is in Model.v; NaN: it is not
    double in_place;   // the model's values are complete and those of this time; NaN: they are not
    double trial_at;   // where x_trial lies on the interpolant of the last step; NaN: it does not
} PointState;

typedef struct Sizes {           // sizes.c
    double *seen;                // of the unknowns: sizes that errors are measured by
    double *seen_before;         // the same, of the run whose state this one goes on from; NULL
    int32_t *unsized, n_unsized; // states without a nominal value
    double *noise, *slopes;      // of the derivatives, while noise is looked for
    int64_t n_steps;
    int32_t pass_over, passed_over; // looks for rounding
} Sizes;

enum { GUESS_POINTS = 4 }; // [M185]
typedef struct MovingGuess {
    int32_t guess, degree; // its number; of the polynomial that is continued
    double differences[GUESS_POINTS];
} MovingGuess;

typedef struct Guesses { // unknowns of nonlinear loops at the last accepted point
    int32_t *slots, n;
    double *values;
    double *ahead, ahead_time; // the same at the end of the step that is looked at; NaN: unknown
    // Since the last event: unknowns that are solved for, the last points on the solution.
    MovingGuess *moving;
    int32_t n_moving;
    int n_points;
    double times[GUESS_POINTS]; // latest first
    int64_t *solves;            // by block: at that event
    int32_t *block_of;          // by guess
    double *point;              // by guess: where it was solved for last,
    bool *is_foretold;          // by block, while it follows from those points
} Guesses;

typedef struct Rows {          // rows.c
    SlotRanges slots;          // of Model.rows
    int32_t *bounds, n_bounds; // numbers of Limits.bounds: of these slots
    double *aside;             // unknowns of nonlinear loops, while rows are made
    bool is_aside;
} Rows;

typedef struct Bound { // slots of a value and of its min or max
    int32_t value, bound, variable;
    bool is_min;
} Bound;

typedef struct Limits {                      // limits.c
    int32_t *numbers;                        // of variables
    SlotRanges number_slots, discrete_slots; // of those that move; of those that jump
    Bound *bounds, *fixed_bounds;            // of what moves; of parameters
    int32_t *idle; // variables that move and may have no value, but for strict runs
    int32_t n_numbers, n_bounds, n_fixed_bounds, n_idle, n_reports;
    bool has_checked_fixed, has_told_comparison;
    uint64_t n_suspected; // points at which nan was seen
    uint8_t *is_reported;
    bool has_checked_parameters, has_checked_discrete;
    double finite_until; // the last point at which everything was finite
} Limits;

typedef struct Asserts { // asserts.c
    uint8_t *is_failing; // by assert: reported as failing
    double sound_until;  // the last point that was looked at
    bool is_searching;   // messages of the model are about trial points
    int32_t n_located;
} Asserts;

// ---- point.c: the model at a point -----------------------------------------------------
void model_open(Simulation *sim);
// Whether the derivatives in the model's vector are those of (t, x).
bool model_is_evaluated_at(const Simulation *sim, double t, const double *x);
void model_has_new_past(Simulation *sim); // what was evaluated may have looked there
void model_is_changed(Simulation *sim); // by others than the routines: nothing counts as evaluated
void model_set_time(Simulation *sim, double t); // and the inputs
void model_set_states(Simulation *sim, double t, const double *x);
// The vector as it was kept, but for external objects: those that were made meanwhile stay, since
// the older ones are gone. False: there are such, and they have not been told what the older were.
bool model_return(Simulation *sim, const double *kept);
// NO_ROUTINE is done at once. What is in the model's vector counts as changed afterwards.
ModelOutcome model_call(Simulation *sim, int32_t routine);
ModelOutcome model_derivatives(Simulation *sim, double t, const double *x, double *dx);
// Where only states and time decide what is evaluated, it takes less than that at several points.
bool model_is_plain(const Simulation *sim);
ModelOutcome model_derivatives_at_many(Simulation *sim, int n, const double *t, double *const *x,
                                       double *const *dx);
// The same for a point that is looked at for other reasons, too: not counted.
ModelOutcome model_slopes(Simulation *sim, double t, const double *x, double *dx);
void model_forgets_trial(Simulation *sim); // x_trial is written, or the interpolant is another
// The solution at a time of the last step, into x; without states nothing.
void model_interpolate(Simulation *sim, double t, double *x);
ModelOutcome model_linearize(Simulation *sim, double t, const double *x); // the coefficients
// What crossing functions and histories need, at (t, x).
ModelOutcome model_watched(Simulation *sim, double t, const double *x);
// Crossing functions with hysteresis: negative means that the relation must switch.
ModelOutcome model_crossings(Simulation *sim, double t, const double *x, double *g);
int32_t crossing_count(const Simulation *sim);
// The operands differ by rounding of this size: less makes no event from now on.
void relation_rests(Simulation *sim, int32_t relation, double noise);
// It has crossed, and did not switch in the event: by noise of one sign only.
void relation_idles(Simulation *sim, int32_t relation);
// Everything that is recorded, at (t, x); the row is then Model.v.
ModelOutcome model_outputs(Simulation *sim, double t, const double *x);

// ---- rows.c: rows that need a part of the model ----------------------------------------------
void rows_open(Simulation *sim); // behind limits and guesses
bool rows_are_partial(const Simulation *sim);
void rows_end(Simulation *sim); // the loops go on from where they were before the last ones
// What is recorded at (t, x) in Model.v. False: something there is not as it should be, or an
// assertion not as it was; who evaluates all of the model learns more.
bool rows_make(Simulation *sim, double t);

// ---- guesses.c ----------------------------------------------------------------------------
void guesses_open(Simulation *sim);
int32_t guesses_of_block(const Simulation *sim, int32_t block); // of a nonlinear one: the first
void guesses_keep(Simulation *sim);                             // the present point is accepted
void guesses_note(Simulation *sim);   // the present point is one of the solution
void guesses_forget(Simulation *sim); // it does not go on as before
void guesses_return(Simulation *sim); // to the last accepted one
// Before the model is evaluated at t; true: to what follows from points before, which is a guess.
bool guesses_move(Simulation *sim, double t);
void guesses_look_ahead(Simulation *sim);           // the present point will be accepted
bool guesses_were_there(Simulation *sim, double t); // to that one; false: it is not at t

// ---- sizes.c --------------------------------------------------------------------------------
void sizes_open(Simulation *sim);           // sim->seen, once the problem and its start are known
void sizes_note(Simulation *sim, double h); // the present point, after a step
bool sizes_of_jumps(Simulation *sim);       // no step was short enough; true: try again

// ---- limits.c -------------------------------------------------------------------------------
void limits_open(Simulation *sim);
void limits_check(Simulation *sim); // of the accepted point in Model.v: warnings
// The same point, at time t in the last step: false after a report, a value is not finite.
// Does every variable lie between its min and max?
bool limits_hold(const Simulation *sim);
bool limits_accept(Simulation *sim, double t);
void limits_pass_event(Simulation *sim); // discrete variables may have other values
bool limits_are_finite(const Simulation *sim);
bool limits_miss(const Simulation *sim, const VariableInfo *v); // it has no value, and needs one
bool parameters_are_finite(const Simulation *sim); // but for those that nothing refers to

// ---- comparisons.c ------------------------------------------------------------------------
void comparisons_begin(void); // from here on they are looked at
// Routines have just been called, and what they found is accepted. False after a report: a value
// that is none decides about something.
bool comparisons_were_sound(Simulation *sim, const int32_t *routines, int32_t n);
// Of a routine that settles relations: those that have decided nothing may be without a value until
// the next one.
bool relations_were_sound(Simulation *sim, int32_t routine);
bool comparisons_accept(Simulation *sim); // the same of a complete vector

// ---- asserts.c ----------------------------------------------------------------------------
void asserts_open(Simulation *sim);
// The model's vector is complete at (t, x), in the last step or at its end. False after a report:
// one of level error fails, or failed before; sim->t is then where.
bool asserts_check(Simulation *sim, double t, const double *x);
// A routine of the start or of an event has failed: true after a report when an assertion is why.
bool asserts_refused(Simulation *sim);
// The model cannot be evaluated at the present point, a function refuses: reports since when.
bool asserts_stop(Simulation *sim); // false

#endif
