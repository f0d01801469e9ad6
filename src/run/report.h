// report.h -- why a run cannot go on, and what the model says meanwhile.
#ifndef RUN_REPORT_H
#define RUN_REPORT_H
#include "run/simulation.h"

enum { MESSAGE_SIZE = 1000, MOST_MODEL_WARNINGS = 100 };

// What failed last. At a trial point it is no failure: a smaller step repairs it, so it is kept
// until the run stops, and forgotten when it goes on.
typedef struct Trouble {
    int32_t failed_block; // the last loop that could not be solved; -1: none
    int32_t contradicted; // the initial condition that the others contradict; -1: none
    double left, right;   // its sides
    int32_t not_finite;   // state whose derivative was not finite; -1: none
    double not_finite_time, not_finite_value;
    char not_finite_values[MESSAGE_SIZE]; // the variables that were not finite then, either
    char last_message[MESSAGE_SIZE];      // of the model
    const char *last_origin;              // where it comes from; NULL: not known
    bool last_is_assertion;
    const char *variable; // that stands in the way; NULL: not known
    const char *origin;   // file:line:column of what does; NULL: not known
    int32_t n_warnings;   // of the model so far
    bool is_reported;     // the run has stopped, and why has been said
} Trouble;

void trouble_open(Simulation *sim);
void forget_trials(Simulation *sim);
// The run stops: the first such sentence is reported, with what failed last.
void report_stop(Simulation *sim, DiagCode code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// What the next report is about.
void report_about(Simulation *sim, const char *variable, const char *origin);
// " (file:line:column)" where a message cannot begin there.
const char *report_place(Simulation *sim, const char *origin);
// Names and values of variables that are not finite numbers: a few of them.
void report_not_finite(const Simulation *sim, char *out, size_t room);
double report_value(const Simulation *sim, const VariableInfo *v); // as it is shown
// At the end: linear loops that are singular and agree with each other have many solutions.
void report_open_loops(Simulation *sim);
void report_left_out(Simulation *sim); // points of the output grid
// ModelHost.message
void report_message(void *client, MessageKind kind, const char *origin, const char *text);
#endif
