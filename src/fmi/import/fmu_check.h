// fmu_check.h -- is an FMU sound? Its description and archive, and how it behaves, each interface
// in a process of its own.
#ifndef FMI_FMU_CHECK_H
#define FMI_FMU_CHECK_H
#include "fmi/import/fmu_file.h"

// Faults of the description beyond those found while it was read, as complaints of it.
void fmu_check_description(Arena *out, FmuFile *f);
// Runs what it offers. False after errors were reported.
bool fmu_check_behaviour(Session *s, Arena *out, FmuFile *f);
#endif
