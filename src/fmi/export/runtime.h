// runtime.h -- what exported models bring along, packed: the runtime, and its sources; the makefile
// puts them into the program and the library. NULL where it did not.
#ifndef FMI_RUNTIME_H
#define FMI_RUNTIME_H

extern const unsigned char fmu_runtime[] __attribute__((weak, visibility("hidden")));
extern const unsigned char fmu_runtime_end[] __attribute__((weak, visibility("hidden")));
extern const unsigned char fmu_sources[] __attribute__((weak, visibility("hidden")));
extern const unsigned char fmu_sources_end[] __attribute__((weak, visibility("hidden")));
#endif
