// compiler.h -- the system's C compiler as a process, and the files around it.
#ifndef PROGRAM_EXTERNAL_COMPILER_H
#define PROGRAM_EXTERNAL_COMPILER_H
#include <stdbool.h>

#include "base/text.h"

typedef enum { COMPILED, NO_COMPILER, COMPILER_FAILED } CompileOutcome;

// Runs `arguments` (ends with NULL; the first is the program); what it says goes to `log`.
CompileOutcome compiler_run(const char *const *arguments, const char *log);
bool write_text_file(const char *path, const Text *text);
const char *first_lines_of(Arena *out, const char *path); // "" when it cannot be read
// NULL when it cannot be read; ends with a zero that does not count.
char *read_whole_file(Arena *out, const char *path, size_t *length);
#endif
