// checkpoint.h -- a run that goes on after whatever ended it.
//
// At every multiple of an interval the state of the run and the number of rows in its result go
// into a file. The run itself goes on from those bytes, as everybody does who takes them up: both
// give the same bits, so a result that was resumed is that of a run that was never disturbed.
#ifndef TARN_CHECKPOINT_H
#define TARN_CHECKPOINT_H
#include "tarn/runs/simulate_model.h"

typedef struct Checkpoint {
    Session *session;
    Arena *arena;
    const char *path;          // written there; NULL: nowhere
    double every;              // seconds of the model
    uint64_t identity, layout; // of the run; of the model's vector
    bool is_branch;            // the run goes another way from there
    const WordList *sets;      // of this run
    bool remakes_objects;      // external ones, from their arguments
    const char *resumed;       // the file that the run begins with; NULL: none
    const void *state;         // of that file
    size_t state_size;
    const char *rows;        // file with those that were written before; NULL: none
    ResultMark mark;         // rows up to there
    SimulationCounts before; // of the pieces that are over
    Arena *piece;            // the simulation of the present piece; NULL: that of the caller
} Checkpoint;

// What the options ask for, and the file that is resumed. False after an error was reported.
bool checkpoint_open(Checkpoint *c, SimulatedModel *sim, const SimulationOptions *options);
bool checkpoint_is_wanted(const RunOptions *options);
// Instead of initializing: external objects are made, everything else is taken from the file. False
// after a report.
bool checkpoint_take_up(const Checkpoint *c, Simulation **run, const SimulationOptions *options,
                        Model *model);
// Rows that were written before, into the writer of the result. False after a report.
bool checkpoint_take_rows(const Checkpoint *c, ResultWriter *file, const char *output);
// All steps, in pieces. *run is the simulation of the last one.
RunOutcome checkpoint_run(Checkpoint *c, Simulation **run, const SimulationOptions *options,
                          Model *model, ResultWriter *rows, ResultWriter *file);
// Those of all pieces, from those of the last one.
void checkpoint_add_counts(const Checkpoint *c, SimulationCounts *counts);
void checkpoint_close(Checkpoint *c);
#endif
