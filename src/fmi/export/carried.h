// carried.h -- what a model needs beside its program, put into the archive: compiled external code,
// and files that texts of the model name.
#ifndef FMI_CARRIED_H
#define FMI_CARRIED_H
#include "fmi/archive/zip_writer.h"
#include "fmi/export/exported_model.h"
#include "fmi/export/sources.h"
#include "tarn/compile/pipeline.h"

// Both fill in `m`; false after an error was reported. `sources`: the names of C files, which go
// into the archive, too; NULL: they are not asked for.
bool carry_code(Pipeline *p, ExportedModel *m, ZipWriter *zip, SourceNames *sources);
bool carry_files(Pipeline *p, ExportedModel *m, ZipWriter *zip);
// A result that importers can hold theirs against, with the manifest of fmi-ls-ref.
bool carry_result(Pipeline *p, const char *path, ZipWriter *zip);
#endif
