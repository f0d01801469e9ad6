// MAT level 4 files in the trajectory layout, as Dymola, OpenModelica and others write them.
//
// Accepted: both orientations (binTrans, binNormal), all number types of the format, both
// byte orders, one or more points in data_1, a last block that was cut off. Only the wanted
// columns are kept; the file is read in blocks.
#include <stdio.h>
#include <string.h>

#include "results/reader_state.h"

enum { MOST_MATRICES = 64, BLOCK = 1 << 20, HEADER_SIZE = 20 };

typedef struct {
    char name[32];
    int number_type; // tens of the type word
    bool swapped;    // the file has the other byte order
    uint64_t rows, columns, at, element_size;
} Matrix;

typedef struct {
    Matrix matrices[MOST_MATRICES];
    uint32_t n_matrices;
    bool transposed;
} MatState;

static bool mat_recognizes(const char *head, size_t n)
{
    return n >= HEADER_SIZE + 7 && !memcmp(head + HEADER_SIZE, "Aclass", 7);
}

static void swap_bytes(char *bytes, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        char kept = bytes[i];
        bytes[i] = bytes[n - 1 - i];
        bytes[n - 1 - i] = kept;
    }
}

#define NUMBER_AS(T)                                                                               \
    do {                                                                                           \
        T number;                                                                                  \
        memcpy(&number, bytes, sizeof(T));                                                         \
        return (double)number;                                                                     \
    } while (0)

static double number_at(const Matrix *m, const char *from)
{
    char bytes[8];
    memcpy(bytes, from, m->element_size);
    if (m->swapped) swap_bytes(bytes, m->element_size);
    switch (m->number_type) {
    case 0: NUMBER_AS(double);
    case 1: NUMBER_AS(float);
    case 2: NUMBER_AS(int32_t);
    case 3: NUMBER_AS(int16_t);
    case 4: NUMBER_AS(uint16_t);
    default: NUMBER_AS(uint8_t);
    }
}

// ---- matrices

static bool read_header(ResultFile *f, uint64_t at, Matrix *m)
{
    static const uint64_t sizes[] = {8, 4, 4, 2, 2, 1};
    char header[HEADER_SIZE + 32] = {0};
    size_t got;
    if (!reader_bytes(f, at, header, sizeof header, &got)) return false;
    if (got < HEADER_SIZE) return reader_fail(f, "a matrix header is cut off");
    int32_t words[5];
    memcpy(words, header, sizeof words);
    m->swapped = words[0] < 0 || words[0] > 9999;
    for (int i = 0; i < 5 && m->swapped; i++) swap_bytes((char *)&words[i], 4);
    m->number_type = words[0] / 10 % 10;
    bool known = words[0] >= 0 && words[0] <= 1999 && m->number_type <= 5 && words[0] % 10 <= 1;
    if (!known || words[1] < 0 || words[2] < 0 || words[3] != 0 || words[4] < 1 || words[4] > 32)
        return reader_fail(f, "byte %llu is not the header of a matrix", (unsigned long long)at);
    m->rows = (uint64_t)words[1];
    m->columns = (uint64_t)words[2];
    m->element_size = sizes[m->number_type];
    m->at = at + HEADER_SIZE + (uint64_t)words[4];
    memcpy(m->name, header + HEADER_SIZE, (size_t)words[4]);
    m->name[sizeof m->name - 1] = '\0';
    return true;
}

static bool read_directory(ResultFile *f, MatState *s)
{
    uint64_t at = 0;
    while (at < f->size) {
        if (s->n_matrices == MOST_MATRICES) return reader_fail(f, "it has too many matrices");
        Matrix *m = &s->matrices[s->n_matrices];
        if (!read_header(f, at, m)) return false;
        s->n_matrices++;
        at = m->at + m->rows * m->columns * m->element_size;
    }
    return true;
}

static const Matrix *find_matrix(const MatState *s, const char *name)
{
    for (uint32_t i = 0; i < s->n_matrices; i++)
        if (!strcmp(s->matrices[i].name, name)) return &s->matrices[i];
    return NULL;
}

static const Matrix *need_matrix(ResultFile *f, const char *name)
{
    const Matrix *m = find_matrix(f->state, name);
    if (!m) reader_fail(f, "the matrix '%s' is missing", name);
    return m;
}

static char *whole_matrix(ResultFile *f, const Matrix *m)
{
    uint64_t size = m->rows * m->columns * m->element_size;
    size_t got = 0;
    if (m->at + size > f->size) {
        reader_fail(f, "the matrix '%s' is cut off", m->name);
        return NULL;
    }
    char *bytes = ARENA_RAW(f->arena, char, size + 1);
    return reader_bytes(f, m->at, bytes, size, &got) ? bytes : NULL;
}

// Names, descriptions, dataInfo and data_1 as lists: how many lines, how long each is, and
// where entry j of line i stands. Aclass alone has its lines always as rows.
typedef struct {
    const Matrix *matrix;
    const char *bytes;
    uint64_t n_lines, length, line_step, entry_step;
} Lines;

static Lines lines_of(const Matrix *m, const char *bytes, bool transposed)
{
    if (transposed) return (Lines){m, bytes, m->columns, m->rows, m->rows, 1};
    return (Lines){m, bytes, m->rows, m->columns, 1, m->rows};
}

static double line_entry(const Lines *l, uint64_t line, uint64_t entry)
{
    uint64_t number = line * l->line_step + entry * l->entry_step;
    return number_at(l->matrix, l->bytes + number * l->matrix->element_size);
}

static char *line_text(Arena *out, const Lines *l, uint64_t line)
{
    char *text = ARENA_RAW(out, char, l->length + 1);
    size_t end = 0;
    for (uint64_t j = 0; j < l->length; j++) {
        text[j] = (char)(unsigned char)line_entry(l, line, j);
        if (text[j] != ' ' && text[j] != '\0') end = j + 1; // padded with either
    }
    text[end] = '\0';
    return text;
}

// ---- the table of variables

// Splits "text [unit|displayUnit:#(type=Boolean)]". What does not look like it stays text.
static void split_description(char *text, ResultVariable *v)
{
    v->description = text;
    size_t n = strlen(text);
    char *open = n && text[n - 1] == ']' ? strrchr(text, '[') : NULL;
    if (!open || strchr(open, ' ')) return;
    text[n - 1] = '\0';
    char *type = strstr(open, ":#(");
    if (type) {
        if (strstr(type, "type=Integer")) v->kind = VALUE_INTEGER;
        if (strstr(type, "type=Boolean")) v->kind = VALUE_BOOLEAN;
        if (strstr(type, "type=Enumeration")) v->kind = VALUE_ENUMERATION;
        *type = '\0';
    }
    char *bar = strchr(open, '|');
    if (bar) *bar = '\0';
    if (bar && bar[1]) v->display_unit = bar + 1;
    if (open[1]) v->unit = open + 1;
    while (open > text && open[-1] == ' ') open--;
    *open = '\0';
    if (!*text) v->description = NULL;
}

static uint64_t points_in(const Matrix *m, bool transposed)
{
    return transposed ? m->columns : m->rows;
}

static uint64_t lines_in(const Matrix *m, bool transposed)
{
    return transposed ? m->rows : m->columns;
}

static bool place_variable(ResultFile *f, ResultVariable *v, double matrix, double line)
{
    MatState *s = f->state;
    char name[24];
    snprintf(name, sizeof name, "data_%d", matrix >= 1 && matrix < MOST_MATRICES ? (int)matrix : 2);
    const Matrix *m = need_matrix(f, name);
    if (!m) return false;
    if (!(fabs(line) >= 1 && fabs(line) <= (double)lines_in(m, s->transposed)))
        return reader_fail(f, "'%s' lies outside the matrix '%s'", v->name, name);
    uint32_t number = (uint32_t)fabs(line);
    v->negated = line < 0;
    if (matrix == 1) {
        v->place = KEPT_CONSTANT;
        v->index = number - 1;
        return true;
    }
    if (strcmp(name, "data_2") != 0)
        return reader_fail(f, "'%s' has a time of its own in '%s'", v->name, name);
    v->place = matrix == 0 || number == 1 ? KEPT_TIME : KEPT_ROW;
    v->index = v->place == KEPT_ROW ? number - 2 : 0;
    return true;
}

static bool read_variables(ResultFile *f, const Lines *names, const Lines *descriptions,
                           const Lines *info)
{
    uint32_t n = (uint32_t)names->n_lines;
    if (!n || info->n_lines != names->n_lines || info->length < 2)
        return reader_fail(f, "'name' and 'dataInfo' do not fit together");
    ResultVariable *variables = ARENA_ARRAY(f->arena, ResultVariable, n);
    for (uint32_t i = 0; i < n; i++) {
        ResultVariable *v = &variables[i];
        v->name = line_text(f->arena, names, i);
        if (descriptions->bytes && i < descriptions->n_lines)
            split_description(line_text(f->arena, descriptions, i), v);
        if (!place_variable(f, v, line_entry(info, i, 0), line_entry(info, i, 1))) return false;
        // "not" has no sign in this format; a negative line of a Boolean is a number.
        if (v->negated && v->kind == VALUE_BOOLEAN) v->kind = VALUE_INTEGER;
    }
    variables[0].name = "time"; // some tools write "Time"
    if (!variables[0].unit) variables[0].unit = "s";
    f->table.variables = variables;
    f->table.n_variables = n;
    return true;
}

static bool read_constants(ResultFile *f)
{
    const MatState *s = f->state;
    const Matrix *m = find_matrix(s, "data_1");
    if (!m || !points_in(m, s->transposed)) return true;
    const char *bytes = whole_matrix(f, m);
    if (!bytes) return false;
    Lines points = lines_of(m, bytes, s->transposed);
    double *constants = ARENA_ARRAY(f->arena, double, points.length + 1);
    for (uint64_t i = 0; i < points.length; i++) constants[i] = line_entry(&points, 0, i);
    f->table.constants = constants;
    f->table.n_constants = (uint32_t)points.length;
    return true;
}

static bool read_orientation(ResultFile *f, MatState *s)
{
    const Matrix *m = need_matrix(f, "Aclass");
    const char *bytes = m ? whole_matrix(f, m) : NULL;
    if (!bytes) return false;
    if (m->rows < 4) return reader_fail(f, "'Aclass' has %u rows, not 4", (uint32_t)m->rows);
    Lines lines = lines_of(m, bytes, false);
    if (strcmp(line_text(f->arena, &lines, 0), "Atrajectory") != 0)
        return reader_fail(f, "it does not hold a trajectory");
    s->transposed = !strcmp(line_text(f->arena, &lines, 3), "binTrans");
    return true;
}

static bool mat_open(ResultFile *f)
{
    MatState *s = ARENA_NEW(f->arena, MatState);
    f->state = s;
    if (!read_directory(f, s) || !read_orientation(f, s)) return false;
    const Matrix *name = need_matrix(f, "name"), *info = need_matrix(f, "dataInfo");
    const Matrix *description = find_matrix(s, "description"), *data = need_matrix(f, "data_2");
    if (!name || !info || !data) return false;
    const char *name_bytes = whole_matrix(f, name), *info_bytes = whole_matrix(f, info);
    if (!name_bytes || !info_bytes) return false;
    Lines names = lines_of(name, name_bytes, s->transposed);
    Lines infos = lines_of(info, info_bytes, s->transposed);
    Lines descriptions = {0};
    if (description)
        descriptions = lines_of(description, whole_matrix(f, description), s->transposed);
    uint64_t n_lines = lines_in(data, s->transposed);
    if (f->failure) return false;
    if (!n_lines) return reader_fail(f, "'data_2' has no time");
    f->table.row_size = (uint32_t)n_lines - 1;
    if (!read_constants(f) || !read_variables(f, &names, &descriptions, &infos)) return false;
    const char *wrong = result_table_check(f->arena, &f->table);
    return wrong ? reader_fail(f, "%s", wrong) : true;
}

// ---- rows

typedef struct {
    double **columns; // [0] is time
    uint32_t *lines;  // those that are wanted, in order
    uint32_t n_lines;
} MatColumns;

static MatColumns make_columns(Arena *out, uint32_t row_size, const bool *wanted, uint64_t n_rows)
{
    MatColumns c = {ARENA_ARRAY(out, double *, row_size + 1),
                    ARENA_ARRAY(out, uint32_t, row_size + 1), 0};
    for (uint32_t i = 0; i <= row_size; i++) {
        if (i && !wanted[i - 1]) continue;
        c.columns[i] = ARENA_RAW(out, double, n_rows + 1);
        c.lines[c.n_lines++] = i;
    }
    return c;
}

// Points one behind the other: a block holds some whole points.
static bool load_transposed(ResultFile *f, const Matrix *m, const MatColumns *c, uint64_t n_rows,
                            Arena *scratch)
{
    uint64_t point_size = m->rows * m->element_size;
    uint64_t at_once = point_size < BLOCK ? BLOCK / point_size : 1;
    char *block = ARENA_RAW(scratch, char, at_once *point_size);
    for (uint64_t first = 0; first < n_rows; first += at_once) {
        uint64_t n = n_rows - first < at_once ? n_rows - first : at_once;
        size_t got;
        if (!reader_bytes(f, m->at + first * point_size, block, n * point_size, &got)) return false;
        for (uint32_t k = 0; k < c->n_lines; k++) {
            double *column = c->columns[c->lines[k]] + first;
            const char *from = block + c->lines[k] * m->element_size;
            for (uint64_t i = 0; i < n; i++) column[i] = number_at(m, from + i * point_size);
        }
    }
    return true;
}

static bool load_normal(ResultFile *f, const Matrix *m, const MatColumns *c, Arena *scratch)
{
    uint64_t at_once = BLOCK / m->element_size;
    char *block = ARENA_RAW(scratch, char, BLOCK);
    for (uint32_t k = 0; k < c->n_lines; k++) {
        uint64_t line_at = m->at + c->lines[k] * m->rows * m->element_size;
        for (uint64_t first = 0; first < m->rows; first += at_once) {
            uint64_t n = m->rows - first < at_once ? m->rows - first : at_once;
            size_t got;
            if (!reader_bytes(f, line_at + first * m->element_size, block, n * m->element_size,
                              &got))
                return false;
            for (uint64_t i = 0; i < n; i++)
                c->columns[c->lines[k]][first + i] = number_at(m, block + i * m->element_size);
        }
    }
    return true;
}

static bool mat_load(ResultFile *f, Arena *out, const bool *wanted, Trajectory *t)
{
    const MatState *s = f->state;
    const Matrix *m = find_matrix(s, "data_2");
    uint64_t n_rows = points_in(m, s->transposed);
    uint64_t point_size = lines_in(m, s->transposed) * m->element_size;
    uint64_t points_there = m->at < f->size ? (f->size - m->at) / point_size : 0;
    if (points_there < n_rows && !s->transposed)
        return reader_fail(f, "the matrix 'data_2' is cut off");
    if (points_there < n_rows) n_rows = points_there;
    MatColumns c = make_columns(out, f->table.row_size, wanted, n_rows);
    Arena *scratch = arena_open("mat block");
    bool done =
        s->transposed ? load_transposed(f, m, &c, n_rows, scratch) : load_normal(f, m, &c, scratch);
    arena_close(scratch);
    t->time = c.columns[0];
    t->columns = c.columns + 1;
    t->n_rows = n_rows;
    return done;
}

const ReaderFormat mat_reader = {mat_recognizes, mat_open, mat_load};
