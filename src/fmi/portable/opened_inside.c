// An exported model whose bytes are part of its code (model.c).
#include <string.h>

#include "base/diag.h"
#include "fmi/runtime/opened.h"
#include "fmi/runtime/resources.h"
#include "program/external/external.h"

extern const unsigned char tarn_model_bytes[];
extern const unsigned long tarn_model_size;

// One library for each function: its number.
static bool load_externals(Program *p, Arena *out)
{
    ExternalLibraries libraries = {.of_external = ARENA_ARRAY(out, uint32_t, p->n_externals + 1),
                                   .lets_faults_pass = true};
    Session session = {.arena = out, .sources = sources_open(out)};
    session.diag = diag_open(out, session.sources);
    for (uint32_t i = 0; i < p->n_externals; i++) {
        ExternalLibrary library = {.like = &p->externals[i], .path = arena_printf(out, "%u", i)};
        VEC_PUSH(out, &libraries.all, library);
        libraries.of_external[i] = i;
    }
    return externals_load(&session, p, out, &libraries);
}

const char *opened_model(Arena *out, const char *place, ExportedModel *m)
{
    // Instances change texts of the model in place.
    unsigned char *bytes = arena_alloc(out, tarn_model_size + 1, 16);
    memcpy(bytes, tarn_model_bytes, tarn_model_size);
    const char *why = exported_read(m, out, bytes, tarn_model_size);
    if (why) return why;
    resources_find(m, out, place && *place ? resources_path(out, place) : "resources");
    return load_externals(m->program, out) ? NULL : "its external functions cannot be called";
}
