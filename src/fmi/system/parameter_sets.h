// parameter_sets.h -- values that a system gives to its elements (SSP 1.0, chapters 5 to 7).
#ifndef FMI_PARAMETER_SETS_H
#define FMI_PARAMETER_SETS_H
#include <stdbool.h>

#include "base/vec.h"
#include "fmi/system/xml_tree.h"

typedef struct Parameter {
    const char *name;
    const char *type;  // Real, Integer, Boolean, String, Enumeration
    const char *value; // as it is written
    bool is_used;
} Parameter;
typedef VEC(Parameter) ParameterList;

typedef struct SystemFiles { // of the package
    Arena *out;
    void *client;
    // The text of a file beside the description; NULL with *why.
    const char *(*read)(void *client, const char *name, size_t *length, const char **why);
} SystemFiles;

// What is bound at an element, files included. NULL, or what cannot be read.
const char *parameters_of(const SystemFiles *files, const XmlElement *element, ParameterList *list);
#endif
