// load.h -- from the WHAT of the command line to a class.
#ifndef CLI_LOAD_H
#define CLI_LOAD_H
#include "cli/options.h"
#include "syntax/library.h"

typedef struct Loaded {
    const AstFile *file; // NULL when a class name was given
    const char *model;   // full name of the class
} Loaded;

// Whether all folders of -L are there; false after an error.
bool folders_exist(Session *s, const Options *options);

// Opens the library of the session with the search path of the options and finds the class.
// False after an error was reported.
bool load_what(Session *s, const Options *options, const char *what, Loaded *out);
#endif
