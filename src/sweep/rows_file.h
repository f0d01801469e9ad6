// rows_file.h -- parameters of runs from a file: a heading with their names, a row for every run.
#ifndef SWEEP_ROWS_FILE_H
#define SWEEP_ROWS_FILE_H
#include "base/session.h"

typedef struct RowsFile {
    const char **names;
    const char ***texts; // by column, by row
    double **numbers;    // the same; NaN: no number
    uint32_t n_columns, n_rows;
} RowsFile;

// "-" is standard input. False after an error was reported.
bool rows_file_read(Session *s, const char *path, RowsFile *out);
#endif
