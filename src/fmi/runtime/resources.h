// resources.h -- the folder of resources that an importer names, and texts of a model that name
// files in it.
#ifndef FMI_RUNTIME_RESOURCES_H
#define FMI_RUNTIME_RESOURCES_H
#include "fmi/export/exported_model.h"

// file:///a%20b, file:/a, file://host/a or a path.
const char *resources_path(Arena *out, const char *place);
// Texts that name resources become the paths of the files that came along.
void resources_find(ExportedModel *m, Arena *out, const char *folder);
#endif
