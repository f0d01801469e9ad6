// result_reader.h -- result files as trajectories: CSV and MAT level 4.
#ifndef RESULTS_RESULT_READER_H
#define RESULTS_RESULT_READER_H
#include "results/trajectory.h"

// Reading has two steps, so that a few variables of a large file cost little memory: open
// shows which variables there are, load fetches some of them or all.
typedef struct ResultFile ResultFile;

// NULL with the reason in `why`. The format is recognised from the contents, not the name.
ResultFile *result_file_open(Arena *out, const char *path, const char **why);
const ResultTable *result_file_table(const ResultFile *f);
const char *result_file_time_name(const ResultFile *f); // of its first column
// `wanted` points to variables of that table; NULL loads all. Columns that nobody wants stay
// NULL. NULL with the reason in `why` when the file is damaged.
const Trajectory *result_file_load(ResultFile *f, Arena *out, const ResultVariable *const *wanted,
                                   uint32_t n_wanted, const char **why);
void result_file_close(ResultFile *f);
#endif
