// fmu_class.h -- an FMU as a Modelica class: inputs, outputs and parameters by name, its states and
// events ours to integrate.
#ifndef FMI_FMU_CLASS_H
#define FMI_FMU_CLASS_H
#include "base/text.h"
#include "fmi/import/fmu_description.h"

typedef struct FmuClass {
    const FmuDescription *description;
    const char *name;   // of the class
    const char *folder; // where the FMU was unpacked, with fmu.h in it; a whole path
    const char *binary; // a whole path
    bool is_exchanged;
    double step; // of co-simulation
} FmuClass;

// NULL, or why there is no such class.
const char *fmu_class_write(const FmuClass *c, Text *out);

const char *modelica_name(Arena *out, const char *name);   // quoted where it must be
const char *modelica_string(Arena *out, const char *text); // in quotes
// Real, Integer or Boolean; NULL: the class cannot have such a variable.
const char *fmu_modelica_type(const FmuVariable *v);
#endif
