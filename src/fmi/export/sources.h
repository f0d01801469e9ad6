// sources.h -- an exported model in C, beside its binary: the sources of the runtime as far as they
// need no library, and the model in model.c.
#ifndef FMI_EXPORT_SOURCES_H
#define FMI_EXPORT_SOURCES_H
#include "fmi/archive/zip_writer.h"
#include "program/program.h"

typedef struct SourceNames {
    VEC(const char *) names; // of the C files
} SourceNames;

typedef struct SourcesAsked {
    int version;                 // of FMI
    const char *identifier;      // of the model
    const unsigned char *packed; // see sources_packed
    size_t packed_size;
} SourcesAsked;

// Adds the sources of the runtime. False: they do not fit into the archive.
bool sources_add_runtime(ZipWriter *zip, const SourcesAsked *asked, SourceNames *names);
// The model, `bytes` of it and its program, and of FMI 3 how it is built.
bool sources_add_model(ZipWriter *zip, const SourcesAsked *asked, const Program *program,
                       const unsigned char *bytes, size_t size, const SourceNames *names);
#endif
