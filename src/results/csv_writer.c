// CSV: first column time, names in quotes, numbers that read back as the same double.
//
// Text is made once per distinct number: constants when the file is opened, aliases by
// copying the text of the variable they share, with the sign changed. A row costs about
// 50 ns per distinct number and a copy per further name.
#include <string.h>

#include "results/writer_state.h"

typedef struct {
    uint32_t offset, length; // of a cell; in the row's buffer or in the constants' text
} Cell;

typedef struct {
    char *constant_text;
    Cell *constants;  // by variable
    uint32_t *shares; // by variable: an earlier variable with the same number, or itself
    Cell *cells;      // by variable: where this row has its text
} CsvState;

static void add_quoted(Text *t, const char *name)
{
    text_add_char(t, '"');
    for (const char *p = name; *p; p++) {
        if (*p == '"') text_add_char(t, '"');
        text_add_char(t, *p);
    }
    text_add_char(t, '"');
}

static Text header_line(Arena *out, const ResultTable *table)
{
    Text t = text_make(out);
    for (uint32_t i = 0; i < table->n_variables; i++) {
        if (i) text_add_char(&t, ',');
        add_quoted(&t, table->variables[i].name);
    }
    text_add_char(&t, '\n');
    return t;
}

static void find_shared(CsvState *s, Arena *arena, const ResultTable *table)
{
    uint32_t *first = ARENA_ARRAY(arena, uint32_t, table->row_size + 1); // number + 1
    for (uint32_t i = 0; i < table->n_variables; i++) {
        const ResultVariable *v = &table->variables[i];
        s->shares[i] = i;
        if (v->place != KEPT_ROW) continue;
        if (first[v->index])
            s->shares[i] = first[v->index] - 1;
        else
            first[v->index] = i + 1;
    }
}

static void print_constants(CsvState *s, Arena *arena, const ResultTable *table)
{
    Text t = text_make(arena);
    for (uint32_t i = 0; i < table->n_variables; i++) {
        const ResultVariable *v = &table->variables[i];
        if (v->place != KEPT_CONSTANT) continue;
        uint32_t before = (uint32_t)t.length;
        text_number(&t, result_value(table, v, 0, NULL));
        s->constants[i] = (Cell){before, (uint32_t)t.length - before};
    }
    s->constant_text = t.data;
}

static bool csv_open(ResultWriter *w)
{
    const ResultTable *table = w->table;
    CsvState *s = ARENA_NEW(w->arena, CsvState);
    w->state = s;
    s->constants = ARENA_ARRAY(w->arena, Cell, table->n_variables);
    s->cells = ARENA_ARRAY(w->arena, Cell, table->n_variables);
    s->shares = ARENA_ARRAY(w->arena, uint32_t, table->n_variables);
    find_shared(s, w->arena, table);
    print_constants(s, w->arena, table);
    Text header = header_line(w->arena, table);
    size_t largest_row = (size_t)table->n_variables * (NUMBER_TEXT_ROOM + 1) + 1;
    writer_take_buffer(w, header.length > largest_row ? header.length : largest_row);
    memcpy(w->buffer, header.data, header.length);
    w->used = header.length;
    return true;
}

// The text of minus the number: "1" and "-1", but 0 stays 0 and nan stays nan.
static uint32_t copy_negated(char *to, const char *text, uint32_t length)
{
    bool unsigned_word = (length == 1 && text[0] == '0') || text[0] == 'n';
    bool negative = text[0] == '-';
    uint32_t sign = !negative && !unsigned_word;
    if (sign) *to = '-';
    memcpy(to + sign, text + negative, length - negative);
    return length - negative + sign;
}

static uint32_t write_cell(const CsvState *s, const ResultWriter *w, uint32_t i, char *to,
                           double time, const double *row)
{
    const ResultVariable *v = &w->table->variables[i];
    if (v->place == KEPT_CONSTANT) {
        memcpy(to, s->constant_text + s->constants[i].offset, s->constants[i].length);
        return s->constants[i].length;
    }
    uint32_t like = s->shares[i];
    if (like != i && v->kind != VALUE_BOOLEAN) {
        const char *text = w->buffer + s->cells[like].offset;
        bool other_sign = v->negated != w->table->variables[like].negated;
        if (other_sign) return copy_negated(to, text, s->cells[like].length);
        memcpy(to, text, s->cells[like].length);
        return s->cells[like].length;
    }
    double value = result_value(w->table, v, time, row);
    return (uint32_t)number_to_text(to, value == 0 ? 0 : value); // no "-0"
}

static bool csv_row(ResultWriter *w, double time, const double *row)
{
    CsvState *s = w->state;
    uint32_t n = w->table->n_variables;
    if (!writer_make_room(w, (size_t)n * (NUMBER_TEXT_ROOM + 1) + 1)) return false;
    char *to = w->buffer + w->used;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t length = write_cell(s, w, i, to, time, row);
        s->cells[i] = (Cell){(uint32_t)(to - w->buffer), length};
        to += length;
        *to++ = i + 1 < n ? ',' : '\n';
    }
    w->used = (size_t)(to - w->buffer);
    return true;
}

const ResultFormat csv_format = {
    .name = "csv", .suffix = ".csv", .open = csv_open, .row = csv_row, .flush = writer_flush};
