// Libraries of external functions: found, compiled once, kept by content in the user's cache.
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "program/external/compiler.h"
#include "program/external/external_source.h"

// RECIPE changes with the way libraries are put together: none made before is taken from the cache.
enum { MOST_ROUNDS = 6, RECIPE = 2 };

typedef struct Compilation {
    Session *s;
    Arena *arena;
    const ProgramExternal *external;
    const char *name;     // of the function, for messages
    const char *folder;   // of the cache, or a temporary one
    const char *support;  // C file with the support code
    const char *include;  // folder with ModelicaUtilities.h, for sources that come without it
    const char *result;   // shared object, its final name
    const char *building; // the same while it is being written
    const char *log;
} Compilation;

static bool make_folders(Arena *a, const char *path)
{
    char *copy = arena_copy_text(a, path, strlen(path));
    for (char *p = copy + 1; *p; p++) {
        if (*p != '/') continue;
        *p = '\0';
        mkdir(copy, 0777);
        *p = '/';
    }
    return mkdir(copy, 0777) == 0 || errno == EEXIST;
}

// ---- The compiler ----------------------------------------------------------------------------

typedef VEC(const char *) WordVec;

// -DHAVE_NAME=1 for a library of the annotation, as configure scripts say it.
static const char *presence_macro(Arena *a, const char *library)
{
    char *macro = arena_printf(a, "-DHAVE_%s=1", library);
    for (char *p = macro + strlen("-DHAVE_"); *p && *p != '='; p++) {
        if (*p >= 'a' && *p <= 'z') *p = (char)(*p - 'a' + 'A');
        if (!((*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9'))) *p = '_';
    }
    return macro;
}

static CompileOutcome compile_file(const Compilation *c, const SourceList *sources,
                                   const char *source, const char *object)
{
    Arena *a = c->arena;
    WordVec words = {0};
    static const char *const options[] = {"cc", "-c", "-fPIC", "-O1", "-w", "-o"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) VEC_PUSH(a, &words, options[i]);
    VEC_PUSH(a, &words, object);
    for (uint32_t i = 0; i < sources->folders.count; i++) {
        VEC_PUSH(a, &words, "-I");
        VEC_PUSH(a, &words, sources->folders.data[i]);
    }
    VEC_PUSH(a, &words, "-I"); // last: a header that comes with the library is preferred
    VEC_PUSH(a, &words, c->include);
    for (uint32_t i = 0; i < c->external->n_libraries; i++)
        VEC_PUSH(a, &words, presence_macro(a, c->external->libraries[i]));
    VEC_PUSH(a, &words, source);
    VEC_PUSH(a, &words, NULL);
    return compiler_run(words.data, c->log);
}

// Our support code answers for the library, whatever else the process has under that name.
static CompileOutcome link_objects(const Compilation *c, const WordVec *objects,
                                   const SourceList *sources, bool complete)
{
    Arena *a = c->arena;
    WordVec words = {0};
    static const char *const options[] = {"cc", "-shared", "-Wl,-Bsymbolic", "-o"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) VEC_PUSH(a, &words, options[i]);
    VEC_PUSH(a, &words, c->building);
    for (uint32_t i = 0; i < objects->count; i++) VEC_PUSH(a, &words, objects->data[i]);
    for (uint32_t i = 0; i < sources->archives.count; i++)
        VEC_PUSH(a, &words, sources->archives.data[i]);
    if (complete) VEC_PUSH(a, &words, "-Wl,-z,defs");
    VEC_PUSH(a, &words, "-lm");
    VEC_PUSH(a, &words, NULL);
    return compiler_run(words.data, c->log);
}

static CompileOutcome compile_sources(const Compilation *c, const SourceList *sources,
                                      WordVec *objects)
{
    while (objects->count <= sources->files.count) { // the first is the support code
        uint32_t k = objects->count;
        const char *source = k ? sources->files.data[k - 1] : c->support;
        const char *object = arena_printf(c->arena, "%s-%u.o", c->support, k);
        CompileOutcome outcome = compile_file(c, sources, source, object);
        if (outcome != COMPILED) return outcome;
        VEC_PUSH(c->arena, objects, object);
    }
    return COMPILED;
}

// A library may lean on files that no annotation names: those that define what is missing.
static CompileOutcome compile(const Compilation *c, SourceList *sources)
{
    WordVec objects = {0};
    CompileOutcome outcome = COMPILED;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        outcome = compile_sources(c, sources, &objects);
        if (outcome != COMPILED) break;
        outcome = link_objects(c, &objects, sources, true);
        if (outcome == COMPILED) break;
        if (external_add_missing(c->arena, c->log, sources)) continue;
        outcome = link_objects(c, &objects, sources, false); // missed only when it is called
        break;
    }
    for (uint32_t i = 0; i < objects.count; i++) unlink(objects.data[i]);
    return outcome;
}

static bool report(const Compilation *c, CompileOutcome outcome)
{
    if (outcome == COMPILED) return true;
    if (outcome == NO_COMPILER) {
        diag_error(c->s->diag, (Span){0, 0}, E_NO_COMPILER,
                   "'%s' is written in C, and there is no C compiler 'cc' to compile it", c->name);
        return false;
    }
    Diagnostic *d = diag_error(c->s->diag, (Span){0, 0}, E_EXTERNAL_CODE,
                               "the C code of '%s' cannot be compiled", c->name);
    diag_note(c->s->diag, d, (Span){0, 0}, "%s", first_lines_of(c->arena, c->log));
    return false;
}

// ---- The cache -------------------------------------------------------------------------------

static bool open_folder(Compilation *c, const char *cache_folder)
{
    c->folder = cache_folder;
    if (cache_folder && make_folders(c->arena, cache_folder)) return true;
    c->folder = temporary_folder(c->arena);
    if (c->folder) return true;
    diag_error(c->s->diag, (Span){0, 0}, E_EXTERNAL_CODE,
               "there is no folder to compile the C code of '%s' in", c->name);
    return false;
}

static bool write_header(Compilation *c)
{
    c->include = arena_printf(c->arena, "%s/include", c->folder);
    const char *path = arena_printf(c->arena, "%s/ModelicaUtilities.h", c->include);
    const char *building = arena_printf(c->arena, "%s-%ld", path, (long)getpid());
    Text text = text_make(c->arena);
    external_header_text(&text);
    if (access(path, R_OK) == 0) return true;
    if (make_folders(c->arena, c->include) && write_text_file(building, &text) &&
        rename(building, path) == 0)
        return true;
    diag_error(c->s->diag, (Span){0, 0}, E_EXTERNAL_CODE, "'%s' cannot be written", path);
    return false;
}

// The file is written under another name and renamed: two runs at the same time do not meet.
static bool build(Compilation *c, const ProgramExternal *e, SourceList *sources,
                  const char *cache_folder)
{
    Text text = text_make(c->arena);
    external_support_text(e, &text);
    uint64_t hash = hash_mix(sources->hash, hash_bytes(text.data, text.length));
    hash = hash_mix(hash, RECIPE);
    if (!open_folder(c, cache_folder)) return false;
    c->result =
        arena_printf(c->arena, "%s/external-%016llx.so", c->folder, (unsigned long long)hash);
    if (access(c->result, R_OK) == 0) return true;
    if (!write_header(c)) return false;
    const char *base = arena_printf(c->arena, "%s/external-%016llx-%ld", c->folder,
                                    (unsigned long long)hash, (long)getpid());
    c->building = arena_printf(c->arena, "%s.so", base);
    c->support = arena_printf(c->arena, "%s.c", base);
    c->log = arena_printf(c->arena, "%s.log", base);
    if (!write_text_file(c->support, &text)) {
        diag_error(c->s->diag, (Span){0, 0}, E_EXTERNAL_CODE, "'%s' cannot be written", c->support);
        return false;
    }
    CompileOutcome outcome = compile(c, sources);
    bool ok = report(c, outcome) && rename(c->building, c->result) == 0;
    unlink(c->support);
    unlink(c->log);
    return ok;
}

// ---- Loading -----------------------------------------------------------------------------------

static void *open_system_library(Arena *a, const char *folder, const char *name)
{
    static const char *const endings[] = {".so", ".so.3", ""};
    for (int k = 0; k < 3; k++) {
        const char *file = arena_printf(a, "lib%s%s", name, endings[k]);
        void *handle = NULL;
        if (folder) handle = dlopen(arena_printf(a, "%s/linux64/%s", folder, file), RTLD_LAZY);
        if (!handle) handle = dlopen(file, RTLD_LAZY);
        if (handle) return handle;
    }
    return NULL;
}

bool external_library_open(Session *s, const ProgramExternal *e, const char *name,
                           const char *cache_folder, Arena *out, ExternalLibrary *library)
{
    *library = (ExternalLibrary){.like = e};
    library->handles = ARENA_ARRAY(out, void *, e->n_libraries + 2);
    if (!strcmp(e->language, "C")) {
        SourceList sources;
        Compilation c = {.s = s, .arena = out, .external = e, .name = name};
        external_sources(out, e, &sources);
        bool has_code = sources.files.count || e->n_includes || sources.archives.count;
        if (has_code) {
            if (!build(&c, e, &sources, cache_folder)) return false;
            void *handle = dlopen(c.result, RTLD_LAZY | RTLD_LOCAL);
            if (!handle) {
                diag_error(s->diag, (Span){0, 0}, E_EXTERNAL_CODE,
                           "the code of '%s' cannot be loaded: %s", name, dlerror());
                return false;
            }
            library->handles[library->n_handles++] = handle;
            *(void **)&library->guard = dlsym(handle, "tarn_guard");
        }
    }
    for (uint32_t i = 0; i < e->n_libraries; i++) {
        void *handle = open_system_library(out, e->library_directory, e->libraries[i]);
        if (handle) library->handles[library->n_handles++] = handle;
    }
    return true;
}
