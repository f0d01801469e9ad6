// bytes.h -- values as bytes, in both directions: one function writes what it passes, or reads it.
#ifndef BASE_BYTES_H
#define BASE_BYTES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

typedef struct Bytes {
    bool is_reading;
    const unsigned char *from; // reading
    size_t size, at;
    bool is_short; // reading: there was less than asked for
    Arena *arena;  // writing
    VEC(unsigned char) bytes;
} Bytes;

void bytes_pass(Bytes *s, void *piece, size_t size);
void bytes_pass_count(Bytes *s, int64_t *count); // of what follows; never negative
// A text in `arena` when it is read.
void bytes_pass_text(Bytes *s, const char **text, Arena *arena);
#endif
