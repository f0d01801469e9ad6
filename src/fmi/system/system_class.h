// system_class.h -- a system of connected FMUs (SystemStructure.ssd of SSP 1.0 and 2.0) as a
// Modelica model: elements are components, connections equations, parameters modifications.
//
// Connections lead from where a value is told to where it is wanted. Inputs of FMUs that nothing
// leads to have the values of the parameter sets, or their start values.
#ifndef FMI_SYSTEM_CLASS_H
#define FMI_SYSTEM_CLASS_H
#include "base/text.h"
#include "fmi/import/fmu_description.h"
#include "fmi/system/parameter_sets.h"

typedef struct SystemPart { // an FMU of the package, as a class
    const char *class_name;
    const FmuDescription *description;
} SystemPart;

typedef struct SystemClass {
    const XmlElement *root; // SystemStructureDescription
    const char *name;       // of the class
    SystemFiles files;
    // The class of an FMU; NULL with *why.
    const SystemPart *(*part)(void *client, const char *source, const char *implementation,
                              const char **why);
    Text classes; // of all parts: they become part of the model
    VEC(const char *) warnings;
} SystemClass;

// NULL, or why there is no such class.
const char *system_class_write(SystemClass *c, Text *out);
#endif
