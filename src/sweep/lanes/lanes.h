// lanes.h -- runs of an ensemble that step together: what they know of the model, whatever device
// makes the steps. lane.cl says what a step is.
#ifndef SWEEP_LANES_LANES_H
#define SWEEP_LANES_LANES_H
#include "program/program.h"
#include "run/integrators/tableaus.h"
#include "sweep/keep.h"
#include "tarn/api/exported_run.h"

typedef enum {
#define LANE_STATUS(symbol, words) symbol,
#include "sweep/lanes/lane_status.def"
#undef LANE_STATUS
    N_LANE_STATUS
} LaneStatus;
const char *lane_status_words(int status);

typedef enum { METHOD_EXPLICIT, METHOD_DIAGONAL, METHOD_COUPLED } LaneMethod;
typedef enum {
    LANE_FINAL,
    LANE_MIN,
    LANE_MAX,
    LANE_MEAN,
    LANE_CHANGE,
    LANE_AT,
    LANE_EVENTS,
    LANE_STEPS
} LaneKept;

enum {
    MOST_ROWS_OF_LOOP = 40, // of a loop that a lane solves
    MOST_ITERATIONS = 30,
    MOST_PASSES = 100,
    MOST_EVENTS = 1000, // in a step
    MOST_BISECTIONS = 200,
    LONGEST_LANE_REASON = 500
};

typedef struct LaneTables {
    const Program *program;
    const Model *model;
    LaneMethod method;
    int n_stages;
    double formula[(MOST_STAGES + 1) * MOST_STAGES], nodes[MOST_STAGES];
    bool has_rows; // something is kept of all points
    int n_states, n_olds, n_inner_stages, n_watched, n_timed, n_memories, n_samples, n_pres,
        n_reinits, n_asserts, n_kept, n_terminates, n_terminals;
#define LANE_WORDS(list, count) int32_t *list;
#define LANE_MARKS(list, count) int32_t *list;
#include "sweep/lanes/lane_tables.def"
#undef LANE_WORDS
#undef LANE_MARKS
} LaneTables;

// The lists, for runs of the model with a method and its fixed step. NULL after the report of what
// lanes cannot do, with its place.
LaneTables *lane_tables_make(Session *s, const tarn_model *model, const CompileOptions *compile,
                             const KeepList *keep);

typedef struct LaneGrid { // steps of all lanes
    double start, stop, step, count;
} LaneGrid;
LaneGrid lane_grid(const tarn_experiment *e);

// ---- lanes_cpu.c: a run that has been initialized, in its engine -------------------------------
// Fills in the numbers; a LaneStatus, and the message of the model in `why` where it gave one.
int lane_simulate(const LaneTables *t, const LaneGrid *grid, tarn_run *run, double *numbers,
                  char *why, size_t room, Arena *scratch);

// ---- lanes_wide.c: four such runs side by side -------------------------------------------------
typedef struct LaneGroup LaneGroup;
typedef struct LaneResult {
    uint32_t run; // its number
    int status;   // LaneStatus
    double *numbers;
    char why[LONGEST_LANE_REASON + 1]; // what the model said
} LaneResult;

bool lane_group_is_possible(void); // on this processor
// Runs are those of one engine, one after the other. NULL: the model has no such code.
LaneGroup *lane_group_open(const LaneTables *t, const LaneGrid *grid, Arena *out);
// A run that has been initialized. True: the group is full.
bool lane_group_take(LaneGroup *g, uint32_t number, tarn_run *run);
// To the end, all that were taken; the group is empty afterwards. Returns how many.
int lane_group_go(LaneGroup *g, LaneResult **results);
#endif
