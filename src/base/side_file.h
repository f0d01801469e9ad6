// side_file.h -- a file that takes its place in one step, once it is whole.
//
// It is written as FILE.part and renamed at the end: whatever happens before, an older file stays
// as it was. What is no ordinary file (a device, a pipe) is written where it is, and "-" is
// standard output.
#ifndef BASE_SIDE_FILE_H
#define BASE_SIDE_FILE_H
#include <stdbool.h>

#include "base/arena.h"

#define SIDE_FILE_ENDING ".part"

typedef struct SideFile {
    int file;           // to write to; -1: none is open
    const char *target; // links are followed
    const char *side;   // NULL: written directly
} SideFile;

bool side_file_is_output(const char *path); // "-"

// A process that was killed a moment ago may not be gone yet: waits for its lock up to two seconds.
// False: somebody else keeps it. A file system without locks has none to wait for.
bool lock_soon(int file);

// Those that return false leave the reason in errno; EBUSY: somebody else is writing it.
bool side_file_open(SideFile *f, Arena *a, const char *path);
// Closes it and gives it its name, with `is_lasting` not before it is on the disk. False: what was
// written stays where it is.
bool side_file_finish(SideFile *f, bool is_lasting);
void side_file_leave(SideFile *f); // as it is; does nothing when it is closed
void side_file_drop(SideFile *f);  // nothing of it is left

// All bytes of an open file, NUL behind them; NULL with errno.
char *read_whole(Arena *a, int file, size_t *size);
bool write_all(int file, const void *bytes, size_t n); // false with errno
// A whole file at once; nothing is left of one that failed.
bool side_file_write(Arena *scratch, const char *path, const void *bytes, size_t n);
#endif
