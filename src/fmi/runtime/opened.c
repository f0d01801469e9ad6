#include "fmi/runtime/opened.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/hash.h"
#include "fmi/runtime/lapack.h"
#include "fmi/runtime/resources.h"
#include "program/external/external.h"

// ---- The folder ------------------------------------------------------------------------------

// binaries/PLATFORM/NAME.so stands beside resources/.
static const char *folder_beside(Arena *out)
{
    Dl_info about;
    if (!dladdr((void *)(uintptr_t)folder_beside, &about) || !about.dli_fname) return ".";
    char *path = arena_copy_text(out, about.dli_fname, strlen(about.dli_fname));
    for (int up = 0; up < 3; up++) {
        char *slash = strrchr(path, '/');
        if (!slash) return "resources";
        *slash = '\0';
    }
    return arena_printf(out, "%s/resources", path);
}

static unsigned char *read_file(Arena *out, const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    unsigned char *bytes = NULL;
    if (!fseek(f, 0, SEEK_END)) {
        long n = ftell(f);
        rewind(f);
        bytes = n < 0 ? NULL : arena_alloc(out, (size_t)n + 1, 16);
        *size = (size_t)n;
        if (bytes && fread(bytes, 1, *size, f) != *size) bytes = NULL;
    }
    fclose(f);
    return bytes;
}

// ---- What stands beside the model --------------------------------------------------------------

// What the loader of the system is given it believes, and damaged code ends the process in there.
static const char *find_damage(const CarriedCode *code, Arena *out, const char *path)
{
    size_t size = 0;
    Arena *scratch = arena_open("code");
    const unsigned char *bytes = read_file(scratch, path, &size);
    const char *what = !bytes              ? "cannot be read"
                       : size < code->size ? "is cut short"
                       : size > code->size || hash_bytes((const char *)bytes, size) != code->hash
                           ? "was changed since the model was exported"
                           : NULL;
    arena_close(scratch);
    return what ? arena_printf(out, "'%s' %s", path, what) : NULL;
}

static const char *load_externals(ExportedModel *m, Arena *out, const char *folder)
{
    Program *p = m->program;
    ExternalLibraries libraries = {.of_external = ARENA_ARRAY(out, uint32_t, p->n_externals + 1),
                                   .lets_faults_pass = true};
    Session session = {.arena = out, .sources = sources_open(out)};
    session.diag = diag_open(out, session.sources);
    for (uint32_t k = 0; k <= m->n_libraries; k++) {
        ExternalLibrary library = {.like = &p->externals[0], .at_hand = lapack_find};
        if (k < m->n_libraries) {
            library.path = arena_printf(out, "%s/%s", folder, m->libraries[k].name);
            const char *damage = find_damage(&m->libraries[k], out, library.path);
            if (damage) return damage;
        }
        VEC_PUSH(out, &libraries.all, library);
    }
    for (uint32_t i = 0; i < p->n_externals; i++)
        libraries.of_external[i] =
            m->of_external[i] <= m->n_libraries ? m->of_external[i] : m->n_libraries;
    if (externals_load(&session, p, out, &libraries)) return NULL;
    Text text = text_make(out);
    diag_render_text(session.diag, 0, false, &text);
    return text_cstr(&text);
}

const char *opened_model(Arena *out, const char *place, ExportedModel *m)
{
    size_t size = 0;
    const char *folder = place && *place ? resources_path(out, place) : folder_beside(out);
    const char *path = arena_printf(out, "%s/" EXPORTED_FILE, folder);
    const unsigned char *bytes = read_file(out, path, &size);
    if (!bytes) return arena_printf(out, "there is no file '%s'", path);
    const char *why = exported_read(m, out, bytes, size);
    if (why) return arena_printf(out, "'%s': %s", path, why);
    resources_find(m, out, folder);
    return m->program->n_externals ? load_externals(m, out, folder) : NULL;
}
