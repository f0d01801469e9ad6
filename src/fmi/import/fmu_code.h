// fmu_code.h -- the code of an FMU in this process: its functions by name.
#ifndef FMI_FMU_CODE_H
#define FMI_FMU_CODE_H
#include "base/arena.h"
#include "fmi/fmi.h"

typedef struct FmuCode { // pointers are NULL where the FMU does not have the function
    void *handle;
#define FMI_FUNCTION(result, name, arguments) result(*name) arguments;
#include "fmi/fmi2_functions.def"
#include "fmi/fmi3_functions.def"
#undef FMI_FUNCTION
} FmuCode;

// Loads it in a process of its own, since damaged code ends the process that loads it, inside the
// loader of the system. NULL, or what happened; what the loader itself refuses is no damage.
const char *fmu_code_damage(Arena *out, const char *path);
// NULL, or why it cannot be loaded. It is unloaded with the arena.
const char *fmu_code_load(Arena *out, const char *path, FmuCode **code);
#endif
