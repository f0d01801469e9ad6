// An exported model whose bytes are part of its code (model.c).
#include "fmi/runtime/opened.h"
#include "fmi/runtime/resources.h"

extern const unsigned char tarn_model_bytes[];
extern const unsigned long tarn_model_size;

const char *opened_model(Arena *out, const char *place, ExportedModel *m)
{
    // Instances change texts of the model in place.
    unsigned char *bytes = arena_alloc(out, tarn_model_size + 1, 16);
    memcpy(bytes, tarn_model_bytes, tarn_model_size);
    const char *why = exported_read(m, out, bytes, tarn_model_size);
    if (!why) resources_find(m, out, place && *place ? resources_path(out, place) : "resources");
    return why;
}
