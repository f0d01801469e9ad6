// opened.h -- an exported model read from the folder of its resources, its external code loaded.
#ifndef FMI_RUNTIME_OPENED_H
#define FMI_RUNTIME_OPENED_H
#include "fmi/export/exported_model.h"

// `place` is what the importer says: a path, a file: address, or NULL where it says nothing; then
// the folder is found beside this code. NULL, or why it cannot be used.
const char *opened_model(Arena *out, const char *place, ExportedModel *m);
#endif
