// cache.h -- files that are kept from one run to the next, and the folders that they are made in.
//
// Code from the cache is run, so it is believed only when nobody else can have written it: folder
// and file are the user's own and closed to others, and the file ends with its length and a hash.
// What is cut short, changed or another's is made anew.
#ifndef PROGRAM_EXTERNAL_CACHE_H
#define PROGRAM_EXTERNAL_CACHE_H
#include <stdbool.h>

#include "base/arena.h"

// Makes it where it is missing. NULL: it can be used; else the reason why not.
const char *cache_folder_refusal(Arena *out, const char *folder);
// Closes a finished file to others and adds length and hash; object files and libraries may have
// more at their end.
bool cache_seal(const char *path);
bool cache_is_sound(const char *path);

// A folder for files that nobody keeps, removed with the arena at the latest. Its name is known
// beforehand (WORK_FOLDER, with the number of the thread), so that it can be removed when a signal
// ends the program. Those that other processes left when they were killed are removed on the way.
#define WORK_FOLDER "%s/tarn-work-%ld-%d"
#define WORK_FOLDER_PARENT "/tmp" // where there is no cache
enum { MOST_WORK_FOLDERS = 100 };

typedef struct WorkFolder {
    const char *path;
    bool is_there;
} WorkFolder;

WorkFolder *work_folder_open(Arena *out, const char *parent); // NULL: there is none, see errno
void work_folder_remove(WorkFolder *w);                       // NULL is allowed
#endif
