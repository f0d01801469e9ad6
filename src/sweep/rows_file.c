#include "sweep/rows_file.h"

#include <math.h>
#include <string.h>

#include "sweep/words.h"

typedef struct Lines {
    const char *at, *end;
    uint32_t number;
} Lines;

static bool next_line(Lines *l, const char **begin, size_t *length)
{
    while (l->at < l->end) {
        const char *newline = memchr(l->at, '\n', (size_t)(l->end - l->at));
        const char *stop = newline ? newline : l->end;
        *begin = l->at;
        *length = (size_t)(stop - l->at);
        l->at = newline ? newline + 1 : l->end;
        l->number++;
        if (*length && !(*length == 1 && **begin == '\r')) return true;
    }
    return false;
}

static bool wrong(Session *s, const char *path, uint32_t line, const char *why)
{
    diag_error(s->diag, (Span){0, 0}, E_FILE, "%s:%u: %s", path, line, why);
    return false;
}

// Names may stand in quotes.
static const char *unquoted(Arena *a, const char *word)
{
    size_t n = strlen(word);
    bool is_quoted = n >= 2 && word[0] == '"' && word[n - 1] == '"';
    return is_quoted ? arena_copy_text(a, word + 1, n - 2) : word;
}

static bool read_heading(Session *s, const char *path, Lines *l, RowsFile *out)
{
    const char *text;
    size_t length;
    if (!next_line(l, &text, &length)) return wrong(s, path, 1, "there is no heading with names");
    WordList names = words_split(s->arena, text, length, ',');
    out->n_columns = names.count;
    out->names = ARENA_ARRAY(s->arena, const char *, names.count);
    for (uint32_t i = 0; i < names.count; i++) {
        out->names[i] = unquoted(s->arena, names.data[i]);
        if (!out->names[i][0]) return wrong(s, path, l->number, "a name is missing in the heading");
    }
    return true;
}

static uint32_t count_rows(Lines l)
{
    const char *text;
    size_t length;
    uint32_t n = 0;
    while (next_line(&l, &text, &length)) n++;
    return n;
}

static bool read_row(Session *s, const char *path, uint32_t line, const WordList *words,
                     uint32_t row, RowsFile *out)
{
    if (words->count != out->n_columns)
        return wrong(s, path, line, "this row has another number of values than the heading");
    for (uint32_t i = 0; i < words->count; i++) {
        const char *word = words->data[i];
        if (!word[0]) return wrong(s, path, line, "a value is missing");
        out->texts[i][row] = word;
        if (!word_number(word, &out->numbers[i][row])) out->numbers[i][row] = NAN;
    }
    return true;
}

bool rows_file_read(Session *s, const char *path, RowsFile *out)
{
    const char *why = NULL, *text;
    const SourceFile *file = source_read(s->sources, path, &why);
    size_t length;
    *out = (RowsFile){0};
    if (!file) {
        diag_error(s->diag, (Span){0, 0}, E_FILE, "cannot read '%s': %s", path, why);
        return false;
    }
    Lines l = {file->text, file->text + file->length, 0};
    if (!read_heading(s, path, &l, out)) return false;
    out->n_rows = count_rows(l);
    if (!out->n_rows) return wrong(s, path, l.number, "there is no row behind the heading");
    out->texts = ARENA_ARRAY(s->arena, const char **, out->n_columns);
    out->numbers = ARENA_ARRAY(s->arena, double *, out->n_columns);
    for (uint32_t i = 0; i < out->n_columns; i++) {
        out->texts[i] = ARENA_ARRAY(s->arena, const char *, out->n_rows);
        out->numbers[i] = ARENA_ARRAY(s->arena, double, out->n_rows);
    }
    for (uint32_t row = 0; next_line(&l, &text, &length); row++) {
        WordList words = words_split(s->arena, text, length, ',');
        if (!read_row(s, path, l.number, &words, row, out)) return false;
    }
    return true;
}
