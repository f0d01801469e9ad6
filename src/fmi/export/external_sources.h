// external_sources.h -- the code of external functions in an exported model's sources: C files and
// headers of their libraries as they are, and calls that the compiler of the target checks.
#ifndef FMI_EXPORT_EXTERNAL_SOURCES_H
#define FMI_EXPORT_EXTERNAL_SOURCES_H
#include "fmi/export/sources.h"
#include "program/external/external.h"
#include "tarn/compile/pipeline.h"

// False after it was reported that the code of one cannot go along, or does not fit.
bool external_sources_add(Pipeline *p, ZipWriter *zip, const ExternalLibraries *libraries,
                          SourceNames *names);
// In model.c: the table of calls, by number of the external function.
void external_table_write(const Program *program, Text *t);
#endif
