// reader_state.h -- what the file formats share behind result_reader.h; private to this folder.
#ifndef RESULTS_READER_STATE_H
#define RESULTS_READER_STATE_H
#include "base/vec.h"
#include "results/result_reader.h"

typedef struct ReaderFormat {
    bool (*recognizes)(const char *head, size_t n); // the first bytes of a file
    bool (*open)(ResultFile *f);                    // fills in the table; false: reader_fail
    // Fills in time, columns and the number of rows; wanted[row_size] tells which columns.
    bool (*load)(ResultFile *f, Arena *out, const bool *wanted, Trajectory *t);
} ReaderFormat;

struct ResultFile {
    const ReaderFormat *format;
    Arena *arena;
    const char *path;
    const char *failure; // names the file
    int file;
    uint64_t size;
    ResultTable table;
    const char *time_name; // as the file has it
    void *state;           // of the format
};

extern const ReaderFormat csv_reader, mat_reader;

bool reader_fail(ResultFile *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Reads up to `n` bytes at `position`; fewer only at the end of the file. False on an error.
bool reader_bytes(ResultFile *f, uint64_t position, void *to, size_t n, size_t *got);
#endif
