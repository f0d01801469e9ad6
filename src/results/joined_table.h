// joined_table.h -- one result of runs whose models have different variables.
#ifndef RESULTS_JOINED_TABLE_H
#define RESULTS_JOINED_TABLE_H
#include "results/trajectory.h"

typedef struct JoinedTable {
    ResultTable table;            // the variables of all, in the order in which they came
    const ResultVariable **parts; // [n_tables][n_variables]: of one table; NULL: it has none
    const ResultTable *const *tables;
} JoinedTable;

JoinedTable *result_join_tables(Arena *out, const ResultTable *const *tables, uint32_t n);
// A row of one of them as one of all: NaN where a variable does not exist.
void result_join_row(const JoinedTable *j, uint32_t table, const Trajectory *t, size_t row,
                     double *joined);
#endif
