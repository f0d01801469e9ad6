#include "fmi/export/carried.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "fmi/export/description_parts.h"
#include "fmi/export/external_sources.h"
#include "program/engine/engine.h"
#include "program/external/compiler.h"
#include "program/external/external.h"

// `seal`: what it was, see CarriedCode; NULL: nobody asks.
static bool add_file(Pipeline *p, ZipWriter *zip, const char *path, const char *entry,
                     CarriedCode *seal)
{
    size_t size;
    const char *bytes = read_whole_file(zip->arena, path, &size);
    if (bytes && seal) *seal = (CarriedCode){seal->name, size, hash_bytes(bytes, size)};
    if (bytes && zip_add(zip, entry, bytes, size)) return true;
    diag_error(p->session->diag, (Span){0, 0}, E_FILE, "'%s' cannot be put into the archive", path);
    return false;
}

// ---- Code of external functions
// ------------------------------------------------------------------

static bool is_in_runtime(const char *symbol)
{
    static const char *const names[] = {
#define LAPACK(name) #name,
#include "fmi/lapack.def"
#undef LAPACK
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], symbol)) return true;
    return false;
}

// libc, libm and what the runtime has are wherever the model runs.
static bool is_everywhere(const ExternalLibrary *library)
{
    void *handles[] = {dlopen("libc.so.6", RTLD_LAZY), dlopen("libm.so.6", RTLD_LAZY)};
    bool ok = true;
    const ExternalSet *set = &library->sets.data[0]; // who has no code of its own has one
    for (uint32_t i = 0; i < set->symbols.count; i++) {
        const char *symbol = set->symbols.data[i];
        ok &= is_in_runtime(symbol) || (handles[0] && dlsym(handles[0], symbol)) ||
              (handles[1] && dlsym(handles[1], symbol));
    }
    for (int k = 0; k < 2; k++)
        if (handles[k]) dlclose(handles[k]);
    dlerror();
    return ok;
}

// Code that others have compiled is not known to run elsewhere.
static bool report_not_carried(Pipeline *p, const ExternalLibrary *library)
{
    const ProgramExternal *e = library->like;
    Diagnostic *d = diag_error(p->session->diag, e->called_at, E_FMU_EXTERNAL,
                               "'%s' is in a shared library and not in sources: its code cannot be "
                               "put into an exported model",
                               e->name);
    diag_note(p->session->diag, d, e->span, "it is declared here");
    return false;
}

static bool carry_libraries(Pipeline *p, ExportedModel *m, ZipWriter *zip, ExternalLibraries *all)
{
    Arena *out = zip->arena;
    uint32_t *number = ARENA_ARRAY(out, uint32_t, all->all.count + 1);
    m->libraries = ARENA_ARRAY(out, CarriedCode, all->all.count + 1);
    for (uint32_t k = 0; k < all->all.count; k++) {
        const ExternalLibrary *library = &all->all.data[k];
        if (!library->path && !is_everywhere(library)) return report_not_carried(p, library);
        number[k] = library->path ? m->n_libraries : all->all.count;
        if (!library->path) continue;
        CarriedCode *code = &m->libraries[m->n_libraries++];
        code->name = arena_printf(out, "external%u.so", m->n_libraries);
        const char *entry = arena_printf(out, "resources/%s", code->name);
        if (!add_file(p, zip, library->path, entry, code)) return false;
    }
    uint32_t *of_external = ARENA_ARRAY(out, uint32_t, p->program->n_externals + 1);
    for (uint32_t i = 0; i < p->program->n_externals; i++)
        of_external[i] = number[all->of_external[i]];
    m->of_external = of_external;
    return true;
}

// Built once more from what is in sources.
static bool carry_sources(Pipeline *p, const char *cache, ZipWriter *zip, SourceNames *sources)
{
    ExternalLibraries libraries = {.wants_sources = true};
    bool ok = externals_build(p->session, p->program, cache, zip->arena, &libraries) &&
              external_sources_add(p, zip, &libraries, sources);
    externals_tidy(&libraries);
    return ok;
}

bool carry_code(Pipeline *p, ExportedModel *m, ZipWriter *zip, SourceNames *sources)
{
    ExternalLibraries libraries = {.wants_sources = false};
    m->of_external = ARENA_ARRAY(zip->arena, uint32_t, 1);
    if (!p->program->n_externals) return true;
    ExternalPolicy policy = pipeline_external_policy(p);
    bool ok =
        externals_build(p->session, p->program, policy.cache_folder, zip->arena, &libraries) &&
        carry_libraries(p, m, zip, &libraries);
    externals_tidy(&libraries);
    return ok && (!sources || carry_sources(p, policy.cache_folder, zip, sources));
}

// ---- Files
// -----------------------------------------------------------------------------------------

typedef struct FileList {
    VEC(const char *) texts;
} FileList;

static void note_file(Arena *out, FileList *list, double word)
{
    const char *text = word_string(word);
    struct stat about;
    if (!strchr(text, '/') || stat(text, &about) || !S_ISREG(about.st_mode)) return;
    for (uint32_t i = 0; i < list->texts.count; i++)
        if (!strcmp(list->texts.data[i], text)) return;
    VEC_PUSH(out, &list->texts, text);
}

// Of a constant, the texts.
static void note_files(Arena *out, FileList *list, const Program *p, uint32_t constant)
{
    double word = p->constants[constant];
    if (p->constant_kinds[constant] == CONSTANT_TEXT) note_file(out, list, word);
    if (p->constant_kinds[constant] != CONSTANT_TEXTS) return;
    const Array *a = word_array(word);
    for (int64_t k = 0; k < a->count; k++) note_file(out, list, a->data[k]);
}

// A text that is the path of a file is taken for that: functions read it where the model runs.
bool carry_files(Pipeline *p, ExportedModel *m, ZipWriter *zip)
{
    const Program *program = p->program;
    Arena *out = zip->arena;
    FileList list = {0};
    for (uint32_t i = 0; i < program->n_constants; i++) note_files(out, &list, program, i);
    for (int32_t i = 0; i < program->model.n_text_slots; i++)
        note_file(out, &list, program->start[program->model.text_slots[i]]);
    m->resources = list.texts.data;
    m->n_resources = list.texts.count;
    m->files = ARENA_ARRAY(out, const char *, list.texts.count + 1);
    for (uint32_t i = 0; i < list.texts.count; i++) {
        const char *slash = strrchr(list.texts.data[i], '/');
        m->files[i] = arena_printf(out, "file%u/%s", i + 1, slash + 1);
        const char *entry = arena_printf(out, "resources/%s", m->files[i]);
        if (!add_file(p, zip, list.texts.data[i], entry, NULL)) return false;
    }
    return true;
}

// ---- A result
// -------------------------------------------------------------------------------------------

#define REFERENCES "extra/org.fmi-standard.fmi-ls-ref/"

bool carry_result(Pipeline *p, const char *path, ZipWriter *zip)
{
    const char *dot = strrchr(path, '.'), *end = dot && !strchr(dot, '/') ? dot : "";
    const char *name = arena_printf(zip->arena, "result%s", end);
    const char *type = !strcmp(end, ".csv") ? "text/csv" : "application/octet-stream";
    Text t = text_make(zip->arena);
    text_add(&t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiReferences "
                 "xmlns:fmi-ls=\"http://fmi-standard.org/fmi-ls-manifest\"\n"
                 "  fmi-ls:fmi-ls-name=\"org.fmi-standard.fmi-ls-ref\" "
                 "fmi-ls:fmi-ls-version=\"1.0.0-alpha.1\"\n"
                 "  fmi-ls:fmi-ls-description=\"Layered Standard providing information on related "
                 "files included in an FMU.\">\n  <Related");
    add_attribute(&t, "type", type);
    add_attribute(&t, "source", name);
    add_attribute(&t, "role", "result");
    add_attribute(&t, "description", "Result of the default experiment");
    text_add(&t, "/>\n</fmiReferences>\n");
    return zip_add(zip, REFERENCES "fmi-ls-manifest.xml", t.data, t.length) &&
           add_file(p, zip, path, arena_printf(zip->arena, REFERENCES "%s", name), NULL);
}
