// stats.h -- the file of --stats: times, sizes and what the solver did.
#ifndef CLI_STATS_H
#define CLI_STATS_H
#include "base/text.h"
#include "base/vec.h"
#include "cli/cli.h"
#include "tarn/runs/simulate_model.h"

typedef VEC(int32_t) SizeList;

typedef struct Stats {
    const char *model;
    const char *status;         // "done", "wrong model", "stopped early"
    const double *milliseconds; // by Phase
    int64_t equations, unknowns, states;
    // The algebraic loops between events, in order of evaluation: equations, and unknowns that a
    // solver has to find after tearing. Zero: solved symbolically.
    SizeList linear_before, linear_after, nonlinear_before, nonlinear_after;
    const char *method, *method_reason; // NULL when nothing was simulated
    const char *form;                   // "ode", "dae"
    int64_t integrator_unknowns;
    const char *step_matrix; // who factors the matrices of its steps, as explain names it
    const SolverUse *loops;  // of the start and of events, too
    int32_t n_loops;
    double processor_milliseconds; // of the integration: what a busy machine does not change
    int64_t steps, rejected, rhs_evaluations, jacobian_evaluations, newton_iterations;
    int64_t factorizations;
    int64_t state_events, time_events;
    bool is_inlined; // then: tearing variables of a step, the most that one step took
    int64_t iteration_unknowns, most_iterations, longest_step_ns;
} Stats;

// The model, its sizes and the times of compilation.
void stats_describe(Stats *stats, const Pipeline *p, const char *status);
Stats stats_of_run(const SimulatedModel *sim, const char *status); // all of it
void stats_render(const Stats *stats, Text *out);
// False after an error was reported.
bool stats_write(const Stats *stats, Cli *cli, const char *path);
#endif
