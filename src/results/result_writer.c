// Opening, buffering and failing of result files, and the writer into memory.
//
// A failed write (disk full, quota, broken pipe) cuts the file back to its last whole row
// and is remembered; later rows are refused without touching the file.
#include "results/result_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "results/writer_state.h"

enum { LEAST_BUFFER = 256 * 1024 };

static const ResultFormat *const formats[] = {&csv_format, &mat_format};
enum { N_FORMATS = sizeof formats / sizeof *formats };

const ResultFormat *result_format_of_path(const char *path)
{
    size_t length = strlen(path);
    if (side_file_is_output(path)) return &csv_format;
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
    if (w->is_last) w->failure = "nobody is left to hear it";
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
    if (ftruncate(w->file.file, (off_t)w->valid_size) == 0)
        lseek(w->file.file, (off_t)w->valid_size, SEEK_SET);
    w->used = 0;
}

bool writer_flush(ResultWriter *w)
{
    for (size_t done = 0; done < w->used;) {
        ssize_t n = write(w->file.file, w->buffer + done, w->used - done);
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
    ssize_t written = pwrite(w->file.file, bytes, n, (off_t)position);
    if (written == (ssize_t)n) return true;
    return fail(w, written < 0 ? errno : ENOSPC);
}

static time_t seconds_now(void)
{
    struct timespec t; // the coarse one costs less than a cell of a row
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    return t.tv_sec;
}

static bool has_rows(const ResultWriter *w)
{
    return w->head_size && w->valid_size > w->head_size;
}

// Of a run that nobody ended: what it wrote stays, if it wrote anything.
static void abandon(void *writer)
{
    ResultWriter *w = writer;
    if (w->file.file < 0) return;
    if (has_rows(w))
        side_file_leave(&w->file);
    else
        side_file_drop(&w->file);
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
        .file = {.file = -1},
        .opened = seconds_now(),
        .first_time = NAN,
        .last_time = NAN,
    };
    w->flushed = w->opened;
    w->place = w->path;
    arena_own(out, abandon, w);
    bool is_open = side_file_open(&w->file, out, path);
    bool is_full = !is_open && (errno == ENOSPC || errno == EDQUOT);
    if (!is_open && !is_full) {
        const char *reason = errno == EBUSY ? "another run is writing it" : strerror(errno);
        *why = arena_printf(out, "cannot write '%s': %s", path, reason);
        return NULL;
    }
    if (is_full)
        fail(w, ENOSPC);
    else if (format->open(w) && writer_flush(w))
        w->head_size = w->valid_size;
    return w;
}

bool result_writer_row(ResultWriter *w, double time, const double *row)
{
    if (w->failure) return false;
    if (!w->n_rows) w->first_time = time;
    w->last_time = time;
    w->n_rows++;
    w->is_busy = true;
    bool ok = w->format->row(w, time, row);
    time_t now = w->format->flush ? seconds_now() : w->flushed;
    if (ok && now != w->flushed) {
        w->flushed = now;
        ok = w->format->flush(w);
    }
    w->is_busy = false;
    return ok;
}

static bool close_file(ResultWriter *w)
{
    w->is_busy = true;
    if (!w->failure) w->format->flush(w);
    // What took longer to compute than to wait for the disk is worth the wait.
    bool is_lasting = seconds_now() > w->opened + 1;
    if (!w->failure && !side_file_finish(&w->file, is_lasting)) fail(w, errno);
    if (w->failure) { // what is not whole does not take the place of an older one
        w->place = w->file.side && has_rows(w) ? w->file.side : NULL;
        abandon(w);
    }
    return !w->failure;
}

bool result_writer_close(ResultWriter *w)
{
    if (w->format->flush) return close_file(w);
    w->format->close(w);
    return !w->failure;
}

// ---- rows of an earlier file

enum { TAIL = 4096 };

// Of the bytes before `size`; what formats put right in their head is not among them.
static bool hash_tail(const ResultWriter *w, int file, uint64_t size, uint64_t *hash)
{
    char bytes[TAIL];
    uint64_t rows = size > w->head_size ? size - w->head_size : 0;
    size_t n = rows < TAIL ? (size_t)rows : TAIL;
    if (pread(file, bytes, n, (off_t)(size - n)) != (ssize_t)n) return false;
    *hash = hash_bytes(bytes, n);
    return true;
}

bool result_writer_mark(ResultWriter *w, ResultMark *mark)
{
    if (w->failure || !w->format->flush || !w->format->flush(w)) return false;
    *mark = (ResultMark){.rows = w->n_rows,
                         .size = w->valid_size,
                         .first_time = w->first_time,
                         .last_time = w->last_time};
    int file = open(w->file.side ? w->file.side : w->path, O_RDONLY | O_CLOEXEC);
    bool ok = file >= 0 && hash_tail(w, file, mark->size, &mark->tail);
    if (!ok) fail(w, errno);
    if (file >= 0) close(file);
    return ok;
}

bool result_writer_take(ResultWriter *w, int from, const ResultMark *mark)
{
    uint64_t tail;
    if (w->failure || mark->size < w->head_size || !hash_tail(w, from, mark->size, &tail) ||
        tail != mark->tail)
        return false;
    while (w->valid_size < mark->size) {
        uint64_t left = mark->size - w->valid_size;
        size_t n = left < w->room ? (size_t)left : w->room;
        ssize_t got = pread(from, w->buffer, n, (off_t)w->valid_size);
        if (got <= 0) return false;
        w->used = (size_t)got;
        if (!writer_flush(w)) return false;
    }
    w->n_rows = (size_t)mark->rows;
    w->first_time = mark->first_time;
    w->last_time = mark->last_time;
    return true;
}

const char *result_writer_failure(const ResultWriter *w)
{
    return w->failure;
}

const char *result_writer_place(const ResultWriter *w)
{
    return w->place;
}

size_t result_writer_rows(const ResultWriter *w)
{
    return w->n_rows;
}

// ---- memory

typedef struct {
    uint32_t first, count;
} RowPiece;

typedef struct {
    double *time;
    double **columns; // NULL for entries of the row that no variable shows
    uint32_t *kept;   // the others, in order
    uint32_t n_kept;
    RowPiece *pieces; // the same, where they lie together in long pieces
    uint32_t n_pieces;
    size_t room, first_room;
    double *waiting;    // rows that are not in their columns yet: together they are lines of the
    uint32_t n_waiting; // cache, one by one they touch as many as there are variables
} MemoryRows;

// Numbers for which room is made at once: pages that nobody writes cost nothing, addresses do.
enum { FEWEST_ROWS = 512, MOST_EXPECTED = 1 << 25, ROWS_AT_ONCE = 8 };
// On the average; shorter ones are copied entry by entry [M181].
enum { LONG_PIECE = 8 };

static double *grown(Arena *arena, const double *values, size_t n, size_t room)
{
    double *fresh = ARENA_RAW(arena, double, room);
    if (n) memcpy(fresh, values, n * sizeof *fresh);
    return fresh;
}

static void memory_settle(MemoryRows *m, size_t n_rows)
{
    size_t n = m->n_waiting, first = n_rows - n, apart = m->n_kept;
    const double *from = m->waiting;
    for (uint32_t i = 0; n && i < m->n_kept; i++, from++) {
        double *to = m->columns[m->kept[i]] + first;
        if (n == ROWS_AT_ONCE) { // usually: a length that the compiler knows needs no loop
#pragma GCC unroll 8
            for (size_t k = 0; k < ROWS_AT_ONCE; k++) to[k] = from[k * apart];
            continue;
        }
        for (size_t k = 0; k < n; k++) to[k] = from[k * apart];
    }
    m->n_waiting = 0;
}

static bool memory_row(ResultWriter *w, double time, const double *row)
{
    MemoryRows *m = w->state;
    size_t n = w->n_rows - 1;
    if (n == m->room) memory_settle(m, n);
    if (n == m->room) {
        m->room = m->room ? 2 * m->room : m->first_room;
        m->time = grown(w->arena, m->time, n, m->room);
        for (uint32_t i = 0; i < m->n_kept; i++) {
            double **column = &m->columns[m->kept[i]];
            *column = grown(w->arena, *column, n, m->room);
        }
    }
    m->time[n] = time;
    double *to = m->waiting + (size_t)m->n_waiting * m->n_kept;
    for (uint32_t i = 0; i < m->n_pieces; to += m->pieces[i++].count)
        memcpy(to, row + m->pieces[i].first, m->pieces[i].count * sizeof *to);
    for (uint32_t i = 0; !m->n_pieces && i < m->n_kept; i++) to[i] = row[m->kept[i]];
    if (++m->n_waiting == ROWS_AT_ONCE) memory_settle(m, w->n_rows);
    return true;
}

static bool memory_close(ResultWriter *w)
{
    memory_settle(w->state, w->n_rows);
    return true;
}

static const ResultFormat memory_format = {.row = memory_row, .close = memory_close};

static void find_pieces(Arena *out, MemoryRows *m)
{
    m->pieces = ARENA_RAW(out, RowPiece, m->n_kept / LONG_PIECE + 1);
    for (uint32_t i = 0; i < m->n_kept; i++) {
        RowPiece *last = m->n_pieces ? &m->pieces[m->n_pieces - 1] : NULL;
        if (last && last->first + last->count == m->kept[i]) {
            last->count++;
            continue;
        }
        if (m->n_pieces == m->n_kept / LONG_PIECE) { // on the average they would be short
            m->n_pieces = 0;
            return;
        }
        m->pieces[m->n_pieces++] = (RowPiece){m->kept[i], 1};
    }
}

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
    find_pieces(out, m);
    m->waiting = ARENA_RAW(out, double, (size_t)m->n_kept *ROWS_AT_ONCE + 1);
    m->first_room = FEWEST_ROWS;
    *w = (ResultWriter){
        .format = &memory_format, .table = table, .arena = out, .state = m, .file = {.file = -1}};
    return w;
}

void result_writer_expect(ResultWriter *w, size_t rows)
{
    MemoryRows *m = w->state;
    bool is_memory = w->format == &memory_format && !m->room;
    bool fits = rows < MOST_EXPECTED / (m->n_kept + 1);
    if (is_memory && fits && rows > m->first_room) m->first_room = rows;
}

// ---- two at once

typedef struct {
    ResultWriter *first, *second;
} WriterPair;

static bool pair_outcome(ResultWriter *w, bool first, bool second)
{
    const WriterPair *pair = w->state;
    w->place = pair->first->place ? pair->first->place : pair->second->place;
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

static const ResultFormat pair_format = {.row = pair_row, .close = pair_close};

ResultWriter *result_writer_both(Arena *out, ResultWriter *first, ResultWriter *second)
{
    if (!first || !second) return first ? first : second;
    ResultWriter *w = ARENA_NEW(out, ResultWriter);
    WriterPair *pair = ARENA_NEW(out, WriterPair);
    *pair = (WriterPair){first, second};
    *w = (ResultWriter){.format = &pair_format,
                        .table = first->table,
                        .arena = out,
                        .state = pair,
                        .file = {.file = -1}};
    return w;
}

void result_writer_rescue(ResultWriter *w)
{
    if (w->format == &pair_format) {
        const WriterPair *pair = w->state;
        result_writer_rescue(pair->first);
        result_writer_rescue(pair->second);
    } else if (w->format->flush && !w->is_busy && !w->failure) {
        w->is_last = true;
        w->format->flush(w);
    }
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
    memory_settle(m, w->n_rows);
    Trajectory *t = ARENA_NEW(w->arena, Trajectory);
    *t = (Trajectory){
        .table = *w->table, .n_rows = w->n_rows, .time = m->time, .columns = m->columns};
    return t;
}
