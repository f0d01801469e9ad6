// load.h -- from the WHAT of the command line to a class.
#ifndef TARN_LOAD_H
#define TARN_LOAD_H
#include "syntax/library.h"
#include "tarn/compile/compile_options.h"

typedef struct Loaded {
    const AstFile *file;      // NULL when a class name was given
    const char *model;        // full name of the class
    const char *modification; // "(...)" behind it; NULL: none
} Loaded;

bool load_is_file(const char *what); // else it is the name of a class
// Whether all folders of -L are there; false after an error.
bool folders_exist(Session *s, const CompileOptions *options);

void load_open_library(Session *s, const CompileOptions *options); // of the session, once
// The full name of the last model of a file; NULL after an error was reported.
const char *load_last_model(Session *s, const AstFile *file);
// The package that WHAT names, or that its file or folder holds last; NULL where it is none, or
// after an error.
const char *load_package_name(Session *s, const CompileOptions *options, const char *what);
// Opens the library of the session with the search path of the options and finds the class.
// False after an error was reported.
bool load_what(Session *s, const CompileOptions *options, const char *what, Loaded *out);
#endif
