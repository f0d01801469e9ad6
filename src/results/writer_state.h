// writer_state.h -- what the file formats share behind result_writer.h; private to this folder.
#ifndef RESULTS_WRITER_STATE_H
#define RESULTS_WRITER_STATE_H
#include <time.h>

#include "base/side_file.h"
#include "results/result_writer.h"

struct ResultWriter {
    const ResultFormat *format;
    const ResultTable *table;
    Arena *arena;
    const char *path, *place;
    const char *failure;
    void *state; // of the format
    size_t n_rows;
    double first_time, last_time;
    // Output passes through one buffer that is emptied between rows only, so that the file
    // holds whole rows. `valid_size` is the size up to the last whole row.
    SideFile file;
    char *buffer;
    size_t used, room;
    size_t row_size; // 0: rows are lines of text
    uint64_t valid_size, head_size;
    volatile bool is_busy;  // something here is half done
    bool is_last;           // see result_writer_rescue
    time_t opened, flushed; // seconds of a clock that nobody sets
};

extern const ResultFormat csv_format, mat_format;

// For the formats: a buffer that takes the largest row; to be called once, in open.
void writer_take_buffer(ResultWriter *w, size_t largest_row);
// Writes the buffer out when fewer than `room_for` bytes are free in it.
bool writer_make_room(ResultWriter *w, size_t room_for);
bool writer_flush(ResultWriter *w);
// Overwrites bytes that were written before; nothing may be buffered.
bool writer_patch(ResultWriter *w, uint64_t position, const void *bytes, size_t n);
#endif
