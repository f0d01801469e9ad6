// journal.h -- finished runs on the disk, as they finish, in whatever order.
//
// A file of records with a check sum each, which one process writes. Whatever ended that process,
// the records before the last whole one count, and the rest is cut off when somebody goes on.
#ifndef SWEEP_JOURNAL_H
#define SWEEP_JOURNAL_H
#include "base/session.h"

typedef struct RunRecord {
    uint32_t run;
    uint32_t n_why;  // bytes of `why`; 0: the run is well
    const char *why; // what went wrong
    const double *numbers;
} RunRecord;

typedef struct Journal {
    int file;
    const char *path;
    uint32_t n_numbers; // of a record
    uint64_t identity;  // of the sweep
} Journal;

typedef struct RunTable { // all runs, by their numbers
    uint32_t n_runs, n_numbers, n_done, n_failed;
    unsigned char *is_done;
    double *numbers;  // by run
    const char **why; // NULL: the run is well
} RunTable;

RunTable run_table_make(Arena *a, uint32_t n_runs, uint32_t n_numbers);

// Adds what the file at `path` has to the table. A file that is not there has nothing; false, with
// a report, where it cannot be read or belongs to another sweep.
bool journal_read(Session *s, const Journal *about, RunTable *table);
// Opens it to go on behind its last whole record (`keeps`), or anew. False after a report.
bool journal_open(Session *s, Journal *j, bool keeps);
// One record as bytes, for journal_write.
void journal_encode(const Journal *j, const RunRecord *r, Arena *a, unsigned char **bytes,
                    size_t *size);
bool journal_write(Journal *j, const void *bytes, size_t size); // false with errno
bool journal_has_runs(const Journal *j);
void journal_close(Journal *j);
#endif
