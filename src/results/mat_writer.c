// MAT level 4 in the trajectory layout of Dymola and OpenModelica.
//
// Matrices Aclass, name, description, dataInfo, data_1 (constants, at the first and the last
// time), data_2 (a column per row of the result, time first), all but Aclass transposed
// ("binTrans") so that rows can be appended. dataInfo says for each name which matrix and
// line hold it, with the sign of an alias. The number of columns of data_2 is put right
// after every block, so the file can be read at any moment.
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "results/writer_state.h"

// Type word of a matrix header: thousands the byte order, tens the number type, ones text.
enum { MAT_DOUBLE = 0, MAT_INTEGER = 20, MAT_TEXT = 51, MAT_BIG_ENDIAN = 1000 };
enum { HEADER_COLUMNS = 8 }; // byte offset of the column count in a header

typedef struct {
    uint32_t index;
    bool inverted; // a negated Boolean has no sign to be expressed by
} MatLine;

typedef struct {
    VEC(MatLine) lines[3]; // by ValuePlace: what stands in data_2 and data_1 after the time
    uint64_t stop_time_at, row_count_at, rows_at;
} MatState;

static void add_header(Text *t, int32_t type, int32_t rows, int32_t columns, const char *name)
{
    const uint16_t probe = 1;
    bool big_endian = !*(const unsigned char *)&probe;
    int32_t header[5] = {type + (big_endian ? MAT_BIG_ENDIAN : 0), rows, columns, 0,
                         (int32_t)strlen(name) + 1};
    text_add_bytes(t, (const char *)header, sizeof header);
    text_add_bytes(t, name, strlen(name) + 1);
}

static void add_padded(Text *t, const char *text, size_t length)
{
    size_t n = strlen(text);
    text_add_bytes(t, text, n);
    text_repeat(t, ' ', length - n);
}

static void add_text_matrix(Text *t, const char *name, const char *const *lines, uint32_t n)
{
    size_t longest = 1;
    for (uint32_t i = 0; i < n; i++)
        if (strlen(lines[i]) > longest) longest = strlen(lines[i]);
    add_header(t, MAT_TEXT, (int32_t)longest, (int32_t)n, name);
    for (uint32_t i = 0; i < n; i++) add_padded(t, lines[i], longest);
}

static void add_class(Text *t)
{
    static const char lines[4][12] = {"Atrajectory", "1.1        ", "           ", "binTrans   "};
    add_header(t, MAT_TEXT, 4, 11, "Aclass");
    for (int column = 0; column < 11; column++)
        for (int row = 0; row < 4; row++) text_add_char(t, lines[row][column]);
}

// "text [unit|displayUnit:#(type=Integer)]", each part only where there is something to say.
static const char *description_of(Arena *out, const ResultVariable *v)
{
    static const char *const types[] = {"", ":#(type=Integer)", ":#(type=Boolean)",
                                        ":#(type=Enumeration)", ""};
    const char *unit = v->unit ? v->unit : "";
    const char *display = v->display_unit ? v->display_unit : "";
    const char *description = v->description ? v->description : "";
    bool two_units = *display && strcmp(display, unit) != 0;
    if (!*unit && !two_units && v->kind == VALUE_REAL) return description;
    return arena_printf(out, "%s%s[%s%s%s%s]", description, *description ? " " : "", unit,
                        two_units ? "|" : "", two_units ? display : "", types[v->kind]);
}

static void add_names(Text *t, Arena *arena, const ResultTable *table)
{
    const char **texts = ARENA_ARRAY(arena, const char *, table->n_variables);
    for (uint32_t i = 0; i < table->n_variables; i++) texts[i] = table->variables[i].name;
    add_text_matrix(t, "name", texts, table->n_variables);
    for (uint32_t i = 0; i < table->n_variables; i++)
        texts[i] = description_of(arena, &table->variables[i]);
    add_text_matrix(t, "description", texts, table->n_variables);
}

// Four integers a variable: matrix, signed line, interpolation (0 linear), and what holds
// outside the time span (0 the same value, -1 undefined).
static void add_data_info(Text *t, MatState *s, Arena *arena, const ResultTable *table)
{
    Map known = map_make(arena);
    add_header(t, MAT_INTEGER, 4, (int32_t)table->n_variables, "dataInfo");
    for (uint32_t i = 0; i < table->n_variables; i++) {
        const ResultVariable *v = &table->variables[i];
        int32_t info[4] = {0, 1, 0, -1};
        if (v->place != KEPT_TIME) {
            MatLine line = {v->index, v->negated && v->kind == VALUE_BOOLEAN};
            uint64_t key = (uint64_t)v->index << 3 | (uint64_t)line.inverted << 2 | v->place;
            uint64_t number;
            if (!map_get(&known, key, &number)) {
                VEC_PUSH(arena, &s->lines[v->place], line);
                number = s->lines[v->place].count + 1; // line 1 is time
                map_put(&known, key, number);
            }
            info[0] = v->place == KEPT_ROW ? 2 : 1;
            info[1] = v->negated && !line.inverted ? -(int32_t)number : (int32_t)number;
            info[3] = v->place == KEPT_ROW ? -1 : 0;
        }
        text_add_bytes(t, (const char *)info, sizeof info);
    }
}

static void add_constants(Text *t, MatState *s, const ResultTable *table)
{
    uint32_t n = s->lines[KEPT_CONSTANT].count;
    add_header(t, MAT_DOUBLE, (int32_t)n + 1, 2, "data_1");
    for (int column = 0; column < 2; column++) {
        double time = column ? table->stop_time : table->start_time;
        if (column) s->stop_time_at = t->length;
        text_add_bytes(t, (const char *)&time, sizeof time);
        for (uint32_t i = 0; i < n; i++) {
            MatLine line = s->lines[KEPT_CONSTANT].data[i];
            double value = table->constants[line.index];
            if (line.inverted) value = 1 - value;
            text_add_bytes(t, (const char *)&value, sizeof value);
        }
    }
}

static bool mat_open(ResultWriter *w)
{
    MatState *s = ARENA_NEW(w->arena, MatState);
    w->state = s;
    Text t = text_make(w->arena);
    add_class(&t);
    add_names(&t, w->arena, w->table);
    add_data_info(&t, s, w->arena, w->table);
    add_constants(&t, s, w->table);
    s->row_count_at = t.length + HEADER_COLUMNS;
    uint32_t n_lines = s->lines[KEPT_ROW].count + 1;
    add_header(&t, MAT_DOUBLE, (int32_t)n_lines, 0, "data_2");
    w->row_size = n_lines * sizeof(double);
    s->rows_at = t.length;
    writer_take_buffer(w, t.length > w->row_size ? t.length : w->row_size);
    memcpy(w->buffer, t.data, t.length);
    w->used = t.length;
    return true;
}

// Rows first, then their number: a reader never sees more rows than there are. When the disk takes
// a part of them, the file ends with the last whole one.
static bool flush_rows(ResultWriter *w)
{
    const MatState *s = w->state;
    uint64_t before = w->valid_size;
    bool ok = writer_flush(w);
    if (w->valid_size == before) return ok;
    double last_time;
    memcpy(&last_time, w->buffer + (w->valid_size - before) - w->row_size, sizeof last_time);
    int32_t count = (int32_t)((w->valid_size - s->rows_at) / w->row_size);
    ok &= writer_patch(w, s->row_count_at, &count, sizeof count);
    return writer_patch(w, s->stop_time_at, &last_time, sizeof last_time) && ok;
}

static bool mat_row(ResultWriter *w, double time, const double *row)
{
    const MatState *s = w->state;
    uint32_t n = s->lines[KEPT_ROW].count;
    size_t size = (n + 1) * sizeof(double);
    if (w->room - w->used < size && !flush_rows(w)) return false;
    char *to = w->buffer + w->used;
    memcpy(to, &time, sizeof time);
    for (uint32_t i = 0; i < n; i++) {
        MatLine line = s->lines[KEPT_ROW].data[i];
        double value = line.inverted ? 1 - row[line.index] : row[line.index];
        memcpy(to += sizeof value, &value, sizeof value);
    }
    w->used += size;
    return true;
}

const ResultFormat mat_format = {
    .name = "mat", .suffix = ".mat", .open = mat_open, .row = mat_row, .flush = flush_rows};
