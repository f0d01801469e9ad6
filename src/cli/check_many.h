// check_many.h -- every class of a package, in as many processes as there are processors.
#ifndef CLI_CHECK_MANY_H
#define CLI_CHECK_MANY_H
#include "base/vec.h"
#include "cli/cli.h"
#include "tarn/compile/check_class.h"

typedef struct ClassList {
    VEC(const char *) names; // full ones, packages before their members
    VEC(const AstClass *) classes;
} ClassList;

// Is it a package, or a file or folder of one? False also after an error.
bool check_is_package(Session *s, const CompileOptions *o, const char *what);
// Adds what WHAT is or contains; false after an error.
bool check_list_classes(Session *s, const CompileOptions *o, const char *what, ClassList *out);
// A line for each class in order, or with --json an object; the worst status of all.
ExitStatus check_all(Cli *cli, const CompileOptions *o, const ClassList *list);
#endif
