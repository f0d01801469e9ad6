// Opening, buffering and failing of result files, and the writer into memory.
//
// A failed write (disk full, quota, broken pipe) cuts the file back to its last whole row
// and is remembered; later rows are refused without touching the file.
#include "results/result_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "results/writer_state.h"

enum { LEAST_BUFFER = 256 * 1024 };

static const ResultFormat *const formats[] = {&csv_format, &mat_format};
enum { N_FORMATS = sizeof formats / sizeof *formats };

const ResultFormat *result_format_of_path(const char *path)
{
    size_t length = strlen(path);
    for (size_t i = 0; i < N_FORMATS; i++) {
        size_t n = strlen(formats[i]->suffix);
        if (length >= n && !strcmp(path + length - n, formats[i]->suffix)) return formats[i];
    }
    return NULL;
}

const char *result_format_names(void)
{
    return ".csv, .mat";
}

static bool fail(ResultWriter *w, int error)
{
    if (!w->failure)
        w->failure = arena_printf(w->arena, "cannot write '%s': %s", w->path, strerror(error));
    return false;
}

void writer_take_buffer(ResultWriter *w, size_t largest_row)
{
    w->room = largest_row > LEAST_BUFFER ? largest_row : LEAST_BUFFER;
    w->buffer = ARENA_RAW(w->arena, char, w->room);
}

// The whole rows among the first bytes of the buffer; before the file has a head there are none.
static size_t whole_rows(const ResultWriter *w, size_t bytes)
{
    if (!w->valid_size) return 0;
    if (w->row_size) return bytes - bytes % w->row_size;
    while (bytes && w->buffer[bytes - 1] != '\n') bytes--;
    return bytes;
}

// What has arrived of a buffer that the disk does not take: as many rows as are whole.
static void cut_back(ResultWriter *w, size_t arrived)
{
    w->valid_size += whole_rows(w, arrived);
    // A pipe cannot be cut back; there the failure alone has to do.
    if (ftruncate(w->file, (off_t)w->valid_size) == 0)
        lseek(w->file, (off_t)w->valid_size, SEEK_SET);
    w->used = 0;
}

bool writer_flush(ResultWriter *w)
{
    for (size_t done = 0; done < w->used;) {
        ssize_t n = write(w->file, w->buffer + done, w->used - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            int error = n < 0 ? errno : ENOSPC;
            cut_back(w, done);
            return fail(w, error);
        }
        done += (size_t)n;
    }
    w->valid_size += w->used;
    w->used = 0;
    return true;
}

bool writer_make_room(ResultWriter *w, size_t room_for)
{
    return w->room - w->used >= room_for || writer_flush(w);
}

bool writer_patch(ResultWriter *w, uint64_t position, const void *bytes, size_t n)
{
    ssize_t written = pwrite(w->file, bytes, n, (off_t)position);
    if (written == (ssize_t)n) return true;
    return fail(w, written < 0 ? errno : ENOSPC);
}

static void close_file(void *writer)
{
    ResultWriter *w = writer;
    if (w->file >= 0) close(w->file);
    w->file = -1;
}

ResultWriter *result_writer_open(Arena *out, const ResultTable *table, const char *path,
                                 const char **why)
{
    const ResultFormat *format = result_format_of_path(path);
    if (!format) {
        *why = arena_printf(out, "'%s' has none of the endings %s", path, result_format_names());
        return NULL;
    }
    ResultWriter *w = ARENA_NEW(out, ResultWriter);
    *w = (ResultWriter){
        .format = format,
        .table = table,
        .arena = out,
        .path = arena_copy_text(out, path, strlen(path)),
        .file = -1,
        .first_time = NAN,
        .last_time = NAN,
    };
    arena_own(out, close_file, w);
    w->file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool is_full = w->file < 0 && (errno == ENOSPC || errno == EDQUOT);
    if (w->file < 0 && !is_full) {
        *why = arena_printf(out, "cannot write '%s': %s", path, strerror(errno));
        return NULL;
    }
    if (is_full)
        fail(w, ENOSPC);
    else if (format->open(w))
        writer_flush(w);
    return w;
}

bool result_writer_row(ResultWriter *w, double time, const double *row)
{
    if (w->failure) return false;
    if (!w->n_rows) w->first_time = time;
    w->last_time = time;
    w->n_rows++;
    return w->format->row(w, time, row);
}

bool result_writer_close(ResultWriter *w)
{
    if (!w->failure || w->format->close_always) w->format->close(w);
    if (w->file >= 0 && close(w->file) && !w->failure) fail(w, errno);
    w->file = -1;
    return !w->failure;
}

const char *result_writer_failure(const ResultWriter *w)
{
    return w->failure;
}

size_t result_writer_rows(const ResultWriter *w)
{
    return w->n_rows;
}

// ---- memory

typedef struct {
    double *time;
    double **columns; // NULL for entries of the row that no variable shows
    uint32_t *kept;   // the others, in order
    uint32_t n_kept;
    size_t room;
} MemoryRows;

static double *grown(Arena *arena, const double *values, size_t n, size_t room)
{
    double *fresh = ARENA_RAW(arena, double, room);
    if (n) memcpy(fresh, values, n * sizeof *fresh);
    return fresh;
}

static bool memory_row(ResultWriter *w, double time, const double *row)
{
    MemoryRows *m = w->state;
    size_t n = w->n_rows - 1;
    if (n == m->room) {
        m->room = m->room ? 2 * m->room : 512;
        m->time = grown(w->arena, m->time, n, m->room);
        for (uint32_t i = 0; i < m->n_kept; i++) {
            double **column = &m->columns[m->kept[i]];
            *column = grown(w->arena, *column, n, m->room);
        }
    }
    m->time[n] = time;
    for (uint32_t i = 0; i < m->n_kept; i++) m->columns[m->kept[i]][n] = row[m->kept[i]];
    return true;
}

static bool memory_close(ResultWriter *w)
{
    (void)w;
    return true;
}

static const ResultFormat memory_format = {.row = memory_row, .close = memory_close};

ResultWriter *result_writer_open_memory(Arena *out, const ResultTable *table)
{
    ResultWriter *w = ARENA_NEW(out, ResultWriter);
    MemoryRows *m = ARENA_NEW(out, MemoryRows);
    m->columns = ARENA_ARRAY(out, double *, table->row_size + 1);
    m->kept = ARENA_ARRAY(out, uint32_t, table->row_size + 1);
    bool *shown = ARENA_ARRAY(out, bool, table->row_size + 1);
    for (uint32_t i = 0; i < table->n_variables; i++)
        if (table->variables[i].place == KEPT_ROW) shown[table->variables[i].index] = true;
    for (uint32_t i = 0; i < table->row_size; i++)
        if (shown[i]) m->kept[m->n_kept++] = i;
    *w = (ResultWriter){
        .format = &memory_format, .table = table, .arena = out, .state = m, .file = -1};
    return w;
}

// ---- two at once

typedef struct {
    ResultWriter *first, *second;
} WriterPair;

static bool pair_outcome(ResultWriter *w, bool first, bool second)
{
    const WriterPair *pair = w->state;
    if (!first)
        w->failure = pair->first->failure;
    else if (!second)
        w->failure = pair->second->failure;
    return first && second;
}

static bool pair_row(ResultWriter *w, double time, const double *row)
{
    WriterPair *pair = w->state;
    bool first = result_writer_row(pair->first, time, row);
    bool second = result_writer_row(pair->second, time, row);
    return pair_outcome(w, first, second);
}

static bool pair_close(ResultWriter *w)
{
    WriterPair *pair = w->state;
    bool first = result_writer_close(pair->first), second = result_writer_close(pair->second);
    return pair_outcome(w, first, second);
}

static const ResultFormat pair_format = {
    .row = pair_row, .close = pair_close, .close_always = true};

ResultWriter *result_writer_both(Arena *out, ResultWriter *first, ResultWriter *second)
{
    if (!first || !second) return first ? first : second;
    ResultWriter *w = ARENA_NEW(out, ResultWriter);
    WriterPair *pair = ARENA_NEW(out, WriterPair);
    *pair = (WriterPair){first, second};
    *w = (ResultWriter){
        .format = &pair_format, .table = first->table, .arena = out, .state = pair, .file = -1};
    return w;
}

const Trajectory *result_writer_trajectory(ResultWriter *w)
{
    if (w->format == &pair_format) {
        WriterPair *pair = w->state;
        const Trajectory *t = result_writer_trajectory(pair->first);
        return t ? t : result_writer_trajectory(pair->second);
    }
    if (w->format != &memory_format) return NULL;
    MemoryRows *m = w->state;
    Trajectory *t = ARENA_NEW(w->arena, Trajectory);
    *t = (Trajectory){
        .table = *w->table, .n_rows = w->n_rows, .time = m->time, .columns = m->columns};
    return t;
}
