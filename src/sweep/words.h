// words.h -- texts cut into parts.
#ifndef SWEEP_WORDS_H
#define SWEEP_WORDS_H
#include <stdbool.h>
#include <stddef.h>

#include "tarn/compile/compile_options.h"

const char *word_trimmed(Arena *a, const char *text, size_t length); // no blanks around it
bool word_number(const char *text, double *number);                  // all of it, and finite
// At the separators outside of brackets and quotes; every part trimmed.
WordList words_split(Arena *a, const char *text, size_t length, char separator);
#endif
