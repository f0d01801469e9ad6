// events.h -- what happens at instants, and how these are found.
#ifndef RUN_EVENTS_EVENTS_H
#define RUN_EVENTS_EVENTS_H
#include "run/simulation.h"

typedef struct SampleClock { // sample(start, interval): tick k is at start + k * interval
    double start, interval;
    int64_t next;     // number of the next tick
    const double *at; // of a clock that says its next instant itself; NULL: as above
    double last;      // the instant of that kind which has been last
} SampleClock;

typedef enum { EVENT_NONE, EVENT_OF_STATE, EVENT_TIMED } WaitingEvent;

typedef struct EventState {
    double *g_begin, *g_trial;   // crossing functions at the begin of the step and at a trial
    int32_t *watched, n_watched; // relations that have such
    bool is_watched;             // some relation or transport may cross between known instants
    double *relation_size; // largest |left - right| seen, by relation: the scale of its hysteresis
    int32_t *crossed, n_crossed; // relations that led to the last event of states
    uint8_t *is_none;            // by relation: it had no value at `looked_at`, and decided nothing
    bool passes_none; // relations without a value are passed over, on the way to an event
    double looked_at; // the start or event whose comparisons were examined last; NAN: none
    SampleClock *samples;
    double next_time_event; // infinity without
    bool are_awaited;       // steps end in front of events,
    WaitingEvent waiting;   // and this one is next: its left limits are the present values
    double *memory_before;  // relation memories at the begin of an event pass
    double *instant_before;
    double *pre_values;     // while pre-values are taken over
    uint8_t *given_pre;     // by pre-value: of a discrete input, or of an instant; else 0
    double *selection_work; // of state_selection.c
    uint8_t *selection_used;
} EventState;

typedef struct Chattering { // chattering.c: events since `begin`
    double begin;
    int64_t events;
    double *memory; // of the relations, after the last event
    int32_t *switches;
} Chattering;

typedef struct SwitchSequence { // how often a relation took one of its values
    double begin, end;          // of the last time
    double interval, ratio;     // since the begin before that, and relative to the one before
    double first;               // interval of the sequence
    int64_t count;              // intervals that shrink alike
    bool is_on;                 // it has the value
} SwitchSequence;

typedef struct Accumulation {  // accumulation.c
    SwitchSequence *sequences; // 2 * relation + value
    int32_t suspect;           // one that accumulated; -1: none
    double limit, ratio;       // of the suspect
} Accumulation;

typedef struct Overlooked Overlooked; // overlooked.c

// ---- events.c -----------------------------------------------------------------------------
// All events of the present instant, samples and time events that are due included, until
// nothing changes any more. `first` is the transient iteration after initialization.
void events_open(Simulation *sim);
RunOutcome events_handle(Simulation *sim, bool first);
// Whether an event at `t` is a tick of this sample; `has_passed`: whether the one that was handled
// was.
bool sample_ticks_at(const Simulation *sim, int32_t active_slot, double t, bool has_passed);
bool samples_begin(Simulation *sim);   // false: an interval was refused
void samples_pass(Simulation *sim);    // those of the present instant have been
void events_schedule(Simulation *sim); // next_time_event

// ---- chattering.c ---------------------------------------------------------------------------
void chattering_open(Simulation *sim);
bool chattering_found(Simulation *sim, bool is_timed); // after each event; true after a report

// ---- accumulation.c -------------------------------------------------------------------------
void accumulation_open(Simulation *sim);
void accumulation_note(Simulation *sim); // after each event
// Before a step without events ends at `at`: true after the report that it passes a condition whose
// events have accumulated.
bool accumulation_passed(Simulation *sim, double at);

// ---- state_selection.c --------------------------------------------------------------------
void states_selection_open(Simulation *sim);
// Tests the dynamic state sets at the present point; true when states were exchanged (sim->x
// and the model's vector are up to date, the integrator must be restarted).
bool states_select(Simulation *sim);
void states_take_candidates(Simulation *sim); // the values of those that are chosen

// ---- overlooked.c ---------------------------------------------------------------------------
void overlooked_open(Simulation *sim);                   // once the method is known
double overlooked_next(const Simulation *sim, double t); // the next point to look at
// Whether something happens at time t inside the last step that its interpolant knows nothing of;
// sim->x_trial is there afterwards, or what it was. Steps then end at t (overlooked_limit) until
// that is reached.
bool overlooked_at(Simulation *sim, double begin, double t, double end);
double overlooked_limit(const Simulation *sim);
double overlooked_first_step(const Simulation *sim); // on the way there
void overlooked_reached(Simulation *sim);            // after each step

// ---- root.c -------------------------------------------------------------------------------
// The first instant in (begin, end] at which a crossing function of the last step is negative,
// located on the integrator's interpolant; the right end of the bracket. Points of the output
// grid that were passed without an event have their rows afterwards, `end` itself excepted.
// ROOT_OVERLOOKED: the step serves up to `at` only.
// ROOT_FAILED: the model has no value behind `at`. ROOT_STOPPED: the run has ended, and was told
// so.
typedef enum { ROOT_NONE, ROOT_FOUND, ROOT_FAILED, ROOT_OVERLOOKED, ROOT_STOPPED } RootOutcome;
RootOutcome root_locate(Simulation *sim, double begin, double end, double *at);

#endif
