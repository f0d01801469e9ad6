// sweep.h -- many runs of one model: planned, compiled once, made by threads, kept as they finish,
// and written in order when all are there.
#ifndef SWEEP_SWEEP_H
#define SWEEP_SWEEP_H
#include "sweep/journal.h"
#include "sweep/keep.h"
#include "sweep/lanes/device_runs.h"
#include "sweep/shard.h"
#include "sweep/variants.h"

typedef struct SweepWatch { // may be empty
    const volatile int *interrupted;
    void *client;
    void (*progress)(void *client, uint64_t done, uint64_t failed, uint64_t of);
} SweepWatch;

typedef struct Sweep {
    const SweepOptions *options;
    const char *output; // file of the result
    Plan plan;
    Shard shard;
    Variants variants;
    KeepList keep;
    Journal journal; // of this shard
    RunTable table;
    const struct InputTable *inputs; // of all runs; NULL: none
    const LaneTables *lanes;         // fixed steps on a device; NULL: none
    LaneGrid grid;
    DeviceRuns *device;  // NULL: on this processor
    bool is_wide;        // four lanes at a time there
    uint64_t first, end; // the runs of this shard
    uint32_t n_before;   // runs that were there already
    uint32_t n_threads;
    bool is_cut_short, is_whole; // interrupted; all runs of all shards are there
} Sweep;

typedef enum {
    SWEEP_DONE,
    SWEEP_STOPPED, // interrupted; what is finished is kept
    SWEEP_WRONG    // reported
} SweepOutcome;

// Plans, compiles and makes the runs that are missing. `sweep` must be closed in any case.
SweepOutcome sweep_run(Sweep *sweep, Session *s, const char *what, const CompileOptions *compile,
                       const RunOptions *run, const SweepOptions *options, SweepWatch watch);
void sweep_close(Sweep *sweep);

// sweep_result.c: the table of all runs, and their trajectories. False after a report.
bool sweep_write(const Sweep *sweep, Session *s);
bool sweep_is_result_path(const char *path);
double sweep_axis_number(const Sweep *sweep, uint32_t axis, uint64_t run); // what varied, of a run
// sweep_page.c: a page with pictures of all runs, once they are there. False after a report.
bool sweep_write_page(const Sweep *sweep, Session *s, const char *path);
// sweep_workers.c: the runs of this shard that are missing. False after a report.
bool sweep_make_runs(Sweep *sweep, Session *s, SweepWatch watch);
#endif
