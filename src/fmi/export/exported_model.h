// exported_model.h -- what travels in an exported model, as one file of bytes in its resources: the
// program, how it is run, and which of its files have the code of external functions.
#ifndef FMI_EXPORTED_MODEL_H
#define FMI_EXPORTED_MODEL_H
#include "base/bytes.h"
#include "tarn/api/exported_run.h"

#define EXPORTED_FILE "model.tarn"

typedef struct CarriedCode { // a shared object beside the model, as it was when it was exported
    const char *name;
    uint64_t size, hash;
} CarriedCode;

typedef struct ExportedModel {
    const char *token; // tells one model from another
    tarn_experiment experiment;
    RunKind kind;
    Program *program;
    CarriedCode *libraries; // beside this file
    uint32_t n_libraries;
    const uint32_t *of_external; // by external function: its library; n_libraries: none
    const char **resources;      // texts of the program that name files: as they were written,
    const char **files;          // and the files beside this one
    uint32_t n_resources;
    uint8_t *tunable; // by slot, see tunable.h
} ExportedModel;

// Writes it, with a mark and a hash in front.
void exported_write(ExportedModel *m, Arena *out, Bytes *bytes);
// NULL, or why these are no such bytes. Everything in `m` lives in `out` or in the bytes.
const char *exported_read(ExportedModel *m, Arena *out, const void *bytes, size_t size);
#endif
