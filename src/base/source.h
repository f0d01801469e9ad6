// source.h -- files, positions and spans.
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

// A position is one number for all files together: each file occupies its own range of
// positions, so a span is 8 bytes and still knows its file. Position 0 is no place.
typedef struct Span {
    uint32_t begin, end; // end is one past the last byte
} Span;

typedef struct SourceFile {
    const char *path; // as shown in messages
    const char *text; // NUL-terminated
    uint32_t length;
    uint32_t first;        // position of text[0]
    uint32_t *line_starts; // offsets; made on first use
    uint32_t n_lines;
    bool is_given; // a text of the caller, no file
} SourceFile;

typedef struct SourceTable SourceTable;

typedef struct Place { // a position for people: line and column count from 1
    const SourceFile *file;
    uint32_t line, column;
} Place;

SourceTable *sources_open(Arena *out);
// Reads a whole file. NULL when it cannot be read, with the reason in `why`.
SourceFile *source_read(SourceTable *t, const char *path, const char **why);
// A text that is not a file (standard input, tests). The bytes are copied.
SourceFile *source_add(SourceTable *t, const char *path, const char *text, size_t length);

bool span_is_none(Span s);
Span span_of(const SourceFile *f, uint32_t begin_offset, uint32_t end_offset);
Span span_join(Span a, Span b); // from the begin of a to the end of b

const SourceFile *source_of(const SourceTable *t, uint32_t position); // NULL for none
Place source_place(SourceTable *t, uint32_t position);
// "path:line:column" as a span, up to the end of the line or of the statement in it; none where
// there is no such place.
Span source_span_at(SourceTable *t, const char *origin);
// The text of a line (from 1) without its line end.
const char *source_line(SourceFile *f, uint32_t line, uint32_t *length);
uint64_t sources_bytes_read(const SourceTable *t);
uint32_t sources_count(const SourceTable *t);
#endif
