// CSV files of any tool: names in the first line, the first column is time.
//
// Read in blocks, so that memory is that of the wanted columns. Accepted: a byte order mark,
// line ends of Unix and Windows, separators comma, semicolon and tab, names with or without
// quotes (separators inside brackets belong to the name: a[1,2]), a separator at the line
// end, true and false as 1 and 0, empty cells as NaN, an unfinished last line, units behind
// names: "h [m]".
#include <math.h>
#include <string.h>

#include "results/reader_state.h"

enum { BLOCK = 1 << 20, LONGEST_LINE = 1 << 28 };

typedef struct {
    char separator;
    uint64_t first_row_at; // position behind the header line
} CsvState;

// ---- lines of a file through a moving window

typedef struct {
    ResultFile *file;
    Arena *arena;
    char *data;
    size_t length, room, at;
    uint64_t position; // in the file, of data[length]
    bool at_end;
} Window;

// Moves the rest to the front and reads on; the window grows when a line is longer.
static bool window_refill(Window *w)
{
    size_t rest = w->length - w->at;
    if (w->room - rest < BLOCK / 2) {
        if (rest > LONGEST_LINE) return reader_fail(w->file, "a line is longer than 256 MB");
        size_t room = w->room ? 2 * w->room : BLOCK;
        char *fresh = ARENA_RAW(w->arena, char, room);
        if (rest) memcpy(fresh, w->data + w->at, rest);
        w->data = fresh;
        w->room = room;
    } else if (rest) {
        memmove(w->data, w->data + w->at, rest);
    }
    w->at = 0;
    size_t got;
    if (!reader_bytes(w->file, w->position, w->data + rest, w->room - rest, &got)) return false;
    w->at_end = got < w->room - rest;
    w->length = rest + got;
    w->position += got;
    return true;
}

// The end of the line that begins at `begin` (its newline), NULL when it is not in sight.
// In the header a newline inside quotes belongs to the name.
static const char *line_end(const char *begin, const char *end, bool quotes_count)
{
    if (!quotes_count) return memchr(begin, '\n', (size_t)(end - begin));
    bool quoted = false;
    for (const char *p = begin; p < end; p++) {
        if (*p == '"') quoted = !quoted;
        if (*p == '\n' && !quoted) return p;
    }
    return NULL;
}

// The next line without its end; false at the end of the file or after a failure.
// `whole` tells whether the line had its newline.
static bool window_line(Window *w, bool quotes_count, const char **begin, const char **end,
                        bool *whole)
{
    for (;;) {
        *begin = w->data + w->at;
        const char *newline = w->data ? line_end(*begin, w->data + w->length, quotes_count) : NULL;
        *whole = newline != NULL;
        if (newline || (w->data && w->at_end)) {
            *end = newline ? newline : w->data + w->length;
            w->at = (size_t)(*end - w->data) + (newline != NULL);
            if (*end > *begin && (*end)[-1] == '\r') --*end;
            return newline || *end > *begin;
        }
        if (!window_refill(w)) return false;
    }
}

// ---- header

static bool csv_recognizes(const char *head, size_t n)
{
    return memchr(head, '\0', n) == NULL; // text of some kind
}

static char find_separator(const char *p, const char *end)
{
    bool quoted = false, semicolon = false, tab = false;
    for (; p < end; p++) {
        if (*p == '"') quoted = !quoted;
        semicolon |= !quoted && *p == ';';
        tab |= !quoted && *p == '\t';
    }
    return semicolon ? ';' : tab ? '\t' : ',';
}

static const char *read_name(Arena *out, const char *p, const char *end, char separator,
                             const char **name)
{
    Text t = text_make(out);
    while (p < end && *p == ' ') p++;
    if (p < end && *p == '"') {
        for (p++; p < end && (*p != '"' || (p + 1 < end && p[1] == '"')); p++) {
            if (*p == '"') p++;
            text_add_char(&t, *p);
        }
        while (p < end && *p != separator) p++;
    } else {
        int depth = 0;
        for (; p < end && (*p != separator || depth > 0); p++) {
            depth += (*p == '[') - (*p == ']');
            text_add_char(&t, *p);
        }
        while (t.length && t.data[t.length - 1] == ' ') t.data[--t.length] = '\0';
    }
    *name = text_cstr(&t);
    return p;
}

// "h [m]" is a name with its unit: no name has a space before a bracket.
static void split_unit(Arena *out, ResultVariable *v)
{
    const char *bracket = strstr(v->name, " [");
    size_t length = strlen(v->name);
    if (!bracket || bracket == v->name || v->name[length - 1] != ']') return;
    v->unit = arena_copy_text(out, bracket + 2, (size_t)(v->name + length - 1 - (bracket + 2)));
    v->name = arena_copy_text(out, v->name, (size_t)(bracket - v->name));
}

static bool read_names(ResultFile *f, const char *p, const char *end, char separator)
{
    VEC(ResultVariable) variables = {0};
    while (p < end) {
        const char *name;
        p = read_name(f->arena, p, end, separator, &name);
        if (p < end) p++;
        if (!*name && p >= end) break; // a separator at the line end
        ResultVariable v = {.name = name, .place = KEPT_ROW, .index = variables.count - 1};
        split_unit(f->arena, &v);
        if (!variables.count) f->time_name = v.name;
        if (!variables.count) v = (ResultVariable){.name = "time", .place = KEPT_TIME, .unit = "s"};
        VEC_PUSH(f->arena, &variables, v);
    }
    if (!variables.count) return reader_fail(f, "the first line has no names");
    f->table.variables = variables.data;
    f->table.n_variables = variables.count;
    f->table.row_size = variables.count - 1;
    const char *wrong = result_table_check(f->arena, &f->table);
    return wrong ? reader_fail(f, "%s", wrong) : true;
}

static bool csv_open(ResultFile *f)
{
    Window w = {.file = f, .arena = f->arena};
    const char *begin, *end;
    bool whole;
    if (!window_line(&w, true, &begin, &end, &whole))
        return reader_fail(f, "the first line has no names");
    CsvState *s = ARENA_NEW(f->arena, CsvState);
    f->state = s;
    s->first_row_at = w.position - (w.length - w.at);
    if (end - begin >= 3 && !memcmp(begin, "\xEF\xBB\xBF", 3)) begin += 3;
    double number;
    if (number_from_text(begin, end, &number) != begin)
        return reader_fail(f, "the first line has numbers instead of names");
    s->separator = find_separator(begin, end);
    return read_names(f, begin, end, s->separator);
}

// ---- rows

// The number of one cell; false when it is none. `p` moves to the separator or the end.
static bool read_cell(const char **p, const char *end, char separator, double *value)
{
    const char *at = *p;
    while (at < end && (*at == ' ' || *at == '"')) at++;
    const char *behind = number_from_text(at, end, value);
    if (behind == at) {
        if (end - at >= 4 && !strncasecmp(at, "true", 4))
            *value = 1, behind = at + 4;
        else if (end - at >= 5 && !strncasecmp(at, "false", 5))
            *value = 0, behind = at + 5;
        else
            *value = NAN; // an empty cell, if nothing follows
    }
    while (behind < end && (*behind == ' ' || *behind == '"')) behind++;
    *p = behind;
    return behind == end || *behind == separator;
}

typedef struct {
    double **columns; // [0] is time, then the columns of the table
    double *numbers;  // of the row
    uint32_t n_cells;
    size_t n_rows, room;
    uint64_t bytes, bytes_read; // of all rows
} CsvRows;

typedef enum { ROW_READ, ROW_BLANK, ROW_SHORT, ROW_LONG, ROW_WRONG } RowOutcome;

static RowOutcome read_row(CsvRows *r, const char *p, const char *end, char separator,
                           uint32_t *cell)
{
    while (p < end && *p == ' ') p++;
    if (p == end) return ROW_BLANK;
    for (*cell = 0; *cell < r->n_cells; ++*cell) {
        if (p > end) return ROW_SHORT;
        if (r->columns[*cell]) {
            if (!read_cell(&p, end, separator, &r->numbers[*cell])) return ROW_WRONG;
        } else {
            const char *stop = memchr(p, separator, (size_t)(end - p));
            p = stop ? stop : end;
        }
        p++; // over the separator; one past `end` after the last cell
    }
    return p < end ? ROW_LONG : ROW_READ; // a separator at the end is no further cell
}

// What the rest of the file is likely to need, by the length of the lines so far: nothing of an
// arena comes back, and doubling would take four times the memory of the numbers.
static void grow_columns(CsvRows *r, Arena *out)
{
    double rest = fmax((double)r->bytes / (double)r->bytes_read - 1, 0);
    size_t room = r->n_rows + (size_t)(1.02 * rest * (double)r->n_rows) + r->n_rows / 8 + 1;
    for (uint32_t i = 0; i < r->n_cells; i++) {
        if (!r->columns[i]) continue;
        double *fresh = ARENA_RAW(out, double, room);
        memcpy(fresh, r->columns[i], r->n_rows * sizeof(double));
        r->columns[i] = fresh;
    }
    r->room = room;
}

static void append_row(CsvRows *r, Arena *out)
{
    if (r->n_rows == r->room) grow_columns(r, out);
    for (uint32_t i = 0; i < r->n_cells; i++)
        if (r->columns[i]) r->columns[i][r->n_rows] = r->numbers[i];
    r->n_rows++;
}

static CsvRows make_rows(Arena *out, uint32_t n_cells, const bool *wanted)
{
    CsvRows r = {.n_cells = n_cells, .room = 1024};
    r.columns = ARENA_ARRAY(out, double *, n_cells);
    r.numbers = ARENA_ARRAY(out, double, n_cells);
    for (uint32_t i = 0; i < n_cells; i++)
        if (i == 0 || wanted[i - 1]) r.columns[i] = ARENA_RAW(out, double, r.room);
    return r;
}

static bool read_rows(ResultFile *f, Window *w, Arena *out, CsvRows *r)
{
    const CsvState *s = f->state;
    const char *begin, *end;
    bool whole;
    for (size_t line = 2; window_line(w, false, &begin, &end, &whole); line++) {
        uint32_t cell = 0;
        RowOutcome outcome = read_row(r, begin, end, s->separator, &cell);
        r->bytes_read += (uint64_t)(end - begin) + 1;
        if (outcome == ROW_READ)
            append_row(r, out);
        else if (outcome == ROW_SHORT && whole)
            return reader_fail(f, "line %zu has %u cells, the first line has %u names", line, cell,
                               r->n_cells);
        else if (outcome == ROW_LONG)
            return reader_fail(f, "line %zu has more cells than the %u names of the first line",
                               line, r->n_cells);
        else if (outcome == ROW_WRONG && whole)
            return reader_fail(f, "line %zu: the cell of '%s' is not a number", line,
                               f->table.variables[cell].name);
    }
    return !f->failure;
}

static bool csv_load(ResultFile *f, Arena *out, const bool *wanted, Trajectory *t)
{
    const CsvState *s = f->state;
    CsvRows r = make_rows(out, f->table.n_variables, wanted);
    r.bytes = f->size - s->first_row_at + 1;
    Arena *scratch = arena_open("csv window");
    Window w = {.file = f, .arena = scratch, .position = s->first_row_at};
    bool done = read_rows(f, &w, out, &r);
    arena_close(scratch);
    t->time = r.columns[0];
    t->columns = r.columns + 1;
    t->n_rows = r.n_rows;
    return done;
}

const ReaderFormat csv_reader = {csv_recognizes, csv_open, csv_load};
