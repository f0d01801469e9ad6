#include "base/source.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "base/vec.h"

struct SourceTable {
    Arena *arena;
    VEC(SourceFile *) files;
    uint32_t next_position;
    uint64_t bytes_read;
};

SourceTable *sources_open(Arena *out)
{
    SourceTable *t = ARENA_NEW(out, SourceTable);
    t->arena = out;
    t->next_position = 1;
    return t;
}

static SourceFile *register_file(SourceTable *t, const char *path, const char *text, size_t length)
{
    SourceFile *f = ARENA_NEW(t->arena, SourceFile);
    f->path = arena_copy_text(t->arena, path, strlen(path));
    f->text = text;
    f->length = (uint32_t)length;
    f->first = t->next_position;
    t->next_position += (uint32_t)length + 1; // one past the end is a place, too
    VEC_PUSH(t->arena, &t->files, f);
    return f;
}

SourceFile *source_add(SourceTable *t, const char *path, const char *text, size_t length)
{
    SourceFile *f = register_file(t, path, arena_copy_text(t->arena, text, length), length);
    f->is_given = true;
    return f;
}

// Reads `size` bytes into `text`. Text holds no zero bytes: one near the beginning tells a
// binary file before the rest of it is read.
static const char *read_text(FILE *in, char *text, size_t size, size_t *got)
{
    enum { LOOK_AT = 4096 };
    size_t first = size < LOOK_AT ? size : LOOK_AT;
    *got = fread(text, 1, first, in);
    if (memchr(text, '\0', *got)) return "it is not a text file";
    if (*got == first) *got += fread(text + first, 1, size - first, in);
    text[*got] = '\0';
    return ferror(in) ? "reading failed" : NULL;
}

// Its size is not known before.
static SourceFile *read_standard_input(SourceTable *t, const char **why)
{
    enum { PIECE = 1 << 16 };
    Text text = text_make(t->arena);
    char piece[PIECE];
    for (size_t n; (n = fread(piece, 1, PIECE, stdin)) > 0;) text_add_bytes(&text, piece, n);
    *why = ferror(stdin)                                 ? "reading failed"
           : memchr(text_cstr(&text), '\0', text.length) ? "it is not a text file"
                                                         : NULL;
    return *why ? NULL : source_add(t, "standard input", text_cstr(&text), text.length);
}

SourceFile *source_read(SourceTable *t, const char *path, const char **why)
{
    struct stat info;
    if (!strcmp(path, "-")) return read_standard_input(t, why);
    if (stat(path, &info) != 0) {
        *why = strerror(errno);
        return NULL;
    }
    if (!S_ISREG(info.st_mode)) {
        *why = S_ISDIR(info.st_mode) ? "it is a directory" : "it is not a regular file";
        return NULL;
    }
    if ((uint64_t)info.st_size + t->next_position > 2000000000u) {
        *why = "it is too large (the limit is 2 GB of source text)";
        return NULL;
    }
    size_t size = (size_t)info.st_size, got;
    char *text = arena_alloc(t->arena, size + 1, 1);
    FILE *in = fopen(path, "rb");
    if (!in) {
        *why = strerror(errno);
        return NULL;
    }
    *why = read_text(in, text, size, &got);
    fclose(in);
    if (*why) return NULL;
    t->bytes_read += got;
    return register_file(t, path, text, got);
}

bool span_is_none(Span s)
{
    return s.begin == 0;
}

Span span_of(const SourceFile *f, uint32_t begin_offset, uint32_t end_offset)
{
    return (Span){f->first + begin_offset, f->first + end_offset};
}

Span span_join(Span a, Span b)
{
    if (span_is_none(a)) return b;
    if (span_is_none(b)) return a;
    return (Span){a.begin, b.end};
}

const SourceFile *source_of(const SourceTable *t, uint32_t position)
{
    if (!position) return NULL;
    uint32_t low = 0, high = t->files.count;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (t->files.data[mid]->first <= position)
            low = mid + 1;
        else
            high = mid;
    }
    return low ? t->files.data[low - 1] : NULL;
}

static void find_lines(SourceTable *t, SourceFile *f)
{
    VEC(uint32_t) starts = {0};
    VEC_PUSH(t->arena, &starts, 0);
    for (const char *p = f->text; (p = memchr(p, '\n', (size_t)(f->text + f->length - p)));) {
        p++;
        VEC_PUSH(t->arena, &starts, (uint32_t)(p - f->text));
    }
    f->line_starts = starts.data;
    f->n_lines = starts.count;
}

Place source_place(SourceTable *t, uint32_t position)
{
    const SourceFile *found = source_of(t, position);
    if (!found) return (Place){NULL, 0, 0};
    SourceFile *f = (SourceFile *)found; // the line table is a cache inside our own object
    if (!f->line_starts) find_lines(t, f);
    uint32_t offset = position - f->first, low = 0, high = f->n_lines;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (f->line_starts[mid] <= offset)
            low = mid + 1;
        else
            high = mid;
    }
    return (Place){f, low, offset - f->line_starts[low - 1] + 1};
}

const char *source_line(SourceFile *f, uint32_t line, uint32_t *length)
{
    uint32_t begin = f->line_starts[line - 1];
    uint32_t end = line < f->n_lines ? f->line_starts[line] - 1 : f->length;
    if (end > begin && f->text[end - 1] == '\r') end--;
    *length = end - begin;
    return f->text + begin;
}

uint64_t sources_bytes_read(const SourceTable *t)
{
    return t->bytes_read;
}

uint32_t sources_count(const SourceTable *t)
{
    return t->files.count;
}

// The two numbers behind the last two colons; false: they are none.
static bool split_origin(const char *origin, size_t *path_length, uint32_t *line, uint32_t *column)
{
    const char *second = strrchr(origin, ':'), *first = second;
    while (first && first > origin && first[-1] != ':') first--;
    *path_length = first ? (size_t)(first - origin) : 0;
    return *path_length > 1 && sscanf(first, "%" SCNu32 ":%" SCNu32, line, column) == 2;
}

static uint32_t statement_end(const char *text, uint32_t at, uint32_t length)
{
    uint32_t end = at;
    while (end < length && text[end] != ';' && text[end] != '\r') end++;
    return end;
}

Span source_span_at(SourceTable *t, const char *origin)
{
    size_t length;
    uint32_t line, column, n;
    if (!origin || !split_origin(origin, &length, &line, &column)) return (Span){0, 0};
    for (uint32_t i = 0; i < t->files.count; i++) {
        SourceFile *f = t->files.data[i];
        if (strlen(f->path) != length - 1 || strncmp(f->path, origin, length - 1)) continue;
        source_place(t, f->first); // makes the lines
        if (line < 1 || line > f->n_lines) continue;
        const char *text = source_line(f, line, &n);
        if (column < 1 || column > n) continue;
        uint32_t begin = (uint32_t)(text - f->text) + column - 1;
        return span_of(f, begin, begin + statement_end(text + column - 1, 0, n - column + 1));
    }
    return (Span){0, 0};
}
