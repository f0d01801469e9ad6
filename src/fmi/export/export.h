// export.h -- a compiled model as an FMU: one archive with its description, the runtime, the model
// as data, and the code and files that it needs.
#ifndef FMI_EXPORT_H
#define FMI_EXPORT_H
#include "tarn/compile/pipeline.h"

typedef struct ExportOptions {
    int version; // of FMI: 2 or 3
    const char *output;
    const char *interface;        // kinds of variables with commas between; NULL: all
    const char *variables;        // a regular expression; NULL: all
    const char *reference;        // file with a result that goes along; NULL: none
    const unsigned char *runtime; // packed by gzip
    size_t runtime_size;
    const unsigned char
        *sources; // of the runtime, packed (tools/pack-sources); NULL: not asked for
    size_t sources_size;
} ExportOptions;

typedef struct ExportResult {
    size_t size; // of the archive
    uint32_t n_variables;
} ExportResult;

// `p` is compiled. False after an error was reported.
bool fmu_export(Pipeline *p, const RunOptions *run, const ExportOptions *options,
                ExportResult *result);
#endif
