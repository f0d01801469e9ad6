// result_writer.h -- results row by row into a file or into memory.
#ifndef RESULTS_RESULT_WRITER_H
#define RESULTS_RESULT_WRITER_H
#include "results/trajectory.h"

// One for each file format; the memory needed does not grow with the number of rows.
// The file on disk is valid after every block that reached it, whatever happens then; rows wait for
// no more than about a second. It is called FILE.part until it is closed: an older result of the
// name stays until there is a whole one, and a run that was killed leaves what it had.
typedef struct ResultWriter ResultWriter;

typedef struct ResultFormat {
    const char *name;   // "csv"
    const char *suffix; // ".csv"
    // Fills in the private part; false after result_writer_fail.
    bool (*open)(ResultWriter *w);
    bool (*row)(ResultWriter *w, double time, const double *row);
    bool (*flush)(ResultWriter *w); // rows to the file, as many as there are
    bool (*close)(ResultWriter *w); // NULL: by flush alone
} ResultFormat;

// By the end of the file name; NULL when no format has it.
const ResultFormat *result_format_of_path(const char *path);
const char *result_format_names(void); // ".csv, .mat": for messages

// Opens `path` for the variables of `table`, which must live as long as the writer; constants
// must be known. NULL with the reason in `why` when the file cannot be made; on a full disk a
// writer that has failed already.
ResultWriter *result_writer_open(Arena *out, const ResultTable *table, const char *path,
                                 const char **why);
// Keeps everything in memory, to be fetched by result_writer_trajectory before or after close.
ResultWriter *result_writer_open_memory(Arena *out, const ResultTable *table);
// So many rows will come as a rule: until then the columns need not be moved.
void result_writer_expect(ResultWriter *w, size_t rows);
// Hands every row to both, which are not to be used directly any more; one may be NULL.
ResultWriter *result_writer_both(Arena *out, ResultWriter *first, ResultWriter *second);

// `row` has table->row_size entries. Returns false from the first failure on (disk full, ...):
// what reached the file before stays valid. Allocates nothing when writing to a file.
bool result_writer_row(ResultWriter *w, double time, const double *row);
// Writes what is buffered; call it also after a failure. False when anything was lost.
bool result_writer_close(ResultWriter *w);
// A place in the file of a result: so many whole rows, which end there.
typedef struct ResultMark {
    uint64_t rows, size;
    uint64_t tail; // a hash of the last bytes before it
    double first_time, last_time;
} ResultMark;
bool result_writer_mark(ResultWriter *w, ResultMark *mark); // all rows so far are in the file
// A writer that has no rows yet takes those before the mark from the file of an earlier one. False:
// they are not there.
bool result_writer_take(ResultWriter *w, int from, const ResultMark *mark);
// What went wrong, naming the file; NULL as long as all is well.
// For a signal handler that ends the program: the rows that wait go to the file, unless the writer
// was interrupted itself.
void result_writer_rescue(ResultWriter *w);
const char *result_writer_failure(const ResultWriter *w);
const char *
result_writer_place(const ResultWriter *w);       // of what was written, closed; NULL: nowhere
size_t result_writer_rows(const ResultWriter *w); // rows handed over so far

// The rows of a memory writer (or of the one in a pair) as a value; it points into the writer's
// arena and stays valid. NULL when there is none.
const Trajectory *result_writer_trajectory(ResultWriter *w);
#endif
