// Libraries of external functions: found, compiled once, kept by content in the user's cache.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "program/external/external_compilation.h"
#include "program/external/guard.h"

static bool report(const Compilation *c, CompileOutcome outcome)
{
    Diag *d = c->s->diag;
    const ProgramExternal *e = c->external;
    if (outcome == COMPILED) return true;
    if (outcome == NO_COMPILER) {
        Diagnostic *report = diag_error(
            d, e->called_at, E_NO_COMPILER,
            "'%s' is written in C, and there is no C compiler 'cc' to compile it", e->name);
        diag_note(d, report, e->span, "it is declared here");
        return false;
    }
    Diagnostic *report = diag_error(d, e->called_at, E_EXTERNAL_CODE,
                                    "the C code of '%s' cannot be compiled", e->name);
    diag_note(d, report, e->span, "%s", first_lines_of(c->arena, c->log));
    return false;
}

// ---- The cache -------------------------------------------------------------------------------

static bool report_file(const Compilation *c, const char *path)
{
    diag_error(c->s->diag, c->external->called_at, E_EXTERNAL_CODE,
               "the C code of '%s' cannot be compiled: '%s' cannot be written", c->external->name,
               path);
    return false;
}

// Without a cache that can be trusted the library is made for this run alone.
static const char *usable_cache(Compilation *c, const char *folder)
{
    const char *why = folder ? cache_folder_refusal(c->arena, folder) : NULL;
    if (why)
        diag_warning(c->s->diag, (Span){0, 0}, E_FILE,
                     "the folder '%s' is not used to keep compiled code: %s", folder, why);
    return why ? NULL : folder;
}

static bool open_work(Compilation *c)
{
    const char *parent = c->folder ? c->folder : WORK_FOLDER_PARENT;
    c->work = work_folder_open(c->arena, parent);
    if (!c->work) return report_file(c, parent);
    if (!c->folder) c->folder = c->work->path;
    c->log = compilation_file(c, "log");
    c->include = compilation_file(c, "include");
    const char *path = arena_printf(c->arena, "%s/ModelicaUtilities.h", c->include);
    Text text = text_make(c->arena);
    external_header_text(&text);
    return (mkdir(c->include, 0700) == 0 && write_text_file(path, &text)) || report_file(c, path);
}

// ---- Sets that cannot be compiled together ---------------------------------------------------

static CompileOutcome try_part(Compilation *c, const uint32_t *parts, uint32_t part, uint32_t last)
{
    PathList includes = {0};
    Text text = text_make(c->arena);
    for (uint32_t k = 0; k <= last; k++)
        if (parts[k] == part) external_includes(c->arena, c->library->sets.data[k].like, &includes);
    external_support_text(&includes, &text);
    return compilation_try(c, &text);
}

// Every set goes to the first part whose texts compile with its own. Where all do, it is something
// else that keeps them from living together, and each is for itself.
static uint32_t *divide(Compilation *c)
{
    uint32_t n = c->library->sets.count, n_parts = 1;
    uint32_t *parts = ARENA_ARRAY(c->arena, uint32_t, n);
    for (uint32_t k = 1; k < n; k++) {
        while (parts[k] < n_parts && try_part(c, parts, parts[k], k) != COMPILED) parts[k]++;
        if (parts[k] == n_parts) n_parts++;
    }
    for (uint32_t k = 0; n_parts == 1 && k < n; k++) parts[k] = k;
    return parts;
}

static uint32_t *read_parts(const Compilation *c, const char *path)
{
    size_t size;
    uint32_t n = c->library->sets.count;
    char *text = cache_is_sound(path) ? read_whole_file(c->arena, path, &size) : NULL;
    if (!text) return NULL;
    uint32_t *parts = ARENA_ARRAY(c->arena, uint32_t, n);
    for (uint32_t k = 0; k < n; k++) parts[k] = (uint32_t)strtoul(text, &text, 10);
    return parts;
}

static void keep_parts(const Compilation *c, const uint32_t *parts, const char *path)
{
    Text text = text_make(c->arena);
    const char *made = compilation_file(c, "parts");
    for (uint32_t k = 0; k < c->library->sets.count; k++) text_printf(&text, "%u ", parts[k]);
    if (write_text_file(made, &text)) compilation_keep(made, path);
}

// ---- The whole -------------------------------------------------------------------------------

static uint64_t hash_of(const Compilation *c)
{
    Text text = text_make(c->arena);
    external_support_text(&c->includes, &text);
    for (uint32_t k = 0; k < c->library->sets.count; k++) {
        const ExternalSet *set = &c->library->sets.data[k];
        SymbolList symbols = {.data = set->symbols.data, .count = set->symbols.count};
        external_entry_text(&symbols, set->like->n_includes > 0, &text);
    }
    uint64_t hash = hash_mix(c->sources.hash, hash_bytes(text.data, text.length));
    return hash_mix(hash, c->wants_sources ? RECIPE + 1000 : RECIPE);
}

// In the folder of the work; `parts`: where it is kept how the sets are divided.
static bool make(Compilation *c, bool agree, const char *parts, ExternalLibrary *library)
{
    const char *building = compilation_file(c, "made.so");
    CompileOutcome outcome = agree ? compilation_make(c, building) : COMPILER_FAILED;
    if (outcome == COMPILER_FAILED && library->sets.count > 1) {
        library->is_divided = true;
        library->parts = divide(c);
        keep_parts(c, library->parts, parts);
        return true;
    }
    if (!report(c, outcome)) return false;
    // The next run looks again for what this machine lacks today.
    if (c->lacks_library && c->missing.count) {
        library->temporary = c->work;
        library->path = building;
        return true;
    }
    return compilation_keep(building, library->path) || report_file(c, library->path);
}

static bool build(Compilation *c, const char *cache_folder, bool agree, ExternalLibrary *library)
{
    c->folder = usable_cache(c, cache_folder);
    bool is_kept = c->folder != NULL;
    if (!is_kept && !open_work(c)) return false;
    const char *name =
        arena_printf(c->arena, "%s/external-%016llx", c->folder, (unsigned long long)hash_of(c));
    const char *parts = arena_printf(c->arena, "%s.parts", name);
    library->path = arena_printf(c->arena, "%s.so", name);
    if (is_kept && !c->wants_sources) {
        if (cache_is_sound(library->path)) return true;
        library->parts = library->sets.count > 1 ? read_parts(c, parts) : NULL;
        library->is_divided = library->parts != NULL;
        if (library->is_divided) return true;
    }
    bool ok = (c->work || open_work(c)) && make(c, agree, parts, library);
    if (ok && !is_kept && !library->is_divided) library->temporary = c->work;
    if (!library->temporary) work_folder_remove(c->work);
    return ok;
}

void external_library_tidy(const ExternalLibrary *library)
{
    work_folder_remove(library->temporary);
}

// Subroutines that this program uses itself (LAPACK) are not looked for anywhere else.
static bool all_at_hand(const ExternalSet *set)
{
    if (!external_is_fortran(set->like)) return false;
    for (uint32_t i = 0; i < set->symbols.count; i++)
        if (!compilation_symbol(RTLD_DEFAULT, set->symbols.data[i])) return false;
    return true;
}

// What C code may call (12.9.6), a function may be, too: it comes with this program, not with a
// library.
static bool calls_utility(const ExternalSet *set)
{
    for (uint32_t i = 0; i < set->symbols.count; i++)
        if (external_is_utility(set->symbols.data[i])) return true;
    return false;
}

static void ignore_objects(bool wants_sources, SourceList *sources)
{
    if (wants_sources) sources->archives.count = sources->shared.count = 0;
}

bool external_is_compiled(Arena *scratch, const ExternalSet *set, bool wants_sources)
{
    SourceList sources;
    if (all_at_hand(set)) return false;
    external_sources(scratch, set->like, &sources);
    ignore_objects(wants_sources, &sources);
    return set->like->n_includes || sources.files.count || sources.archives.count ||
           calls_utility(set);
}

static void take_sources(const Compilation *c, ExternalLibrary *library)
{
    for (uint32_t i = 0; i < c->taken.count; i++)
        VEC_PUSH(c->arena, &library->sources, c->taken.data[i]);
    for (uint32_t i = 0; i < c->sources.folders.count; i++)
        VEC_PUSH(c->arena, &library->folders, c->sources.folders.data[i]);
    for (uint32_t i = 0; i < c->includes.count; i++)
        VEC_PUSH(c->arena, &library->includes, c->includes.data[i]);
    for (uint32_t i = 0; i < c->undeclared.count; i++)
        VEC_PUSH(c->arena, &library->undeclared, c->undeclared.data[i]);
    for (uint32_t i = 0; i < c->missing.count; i++)
        VEC_PUSH(c->arena, &library->missing, c->missing.data[i]);
}

static void take_names(Arena *out, const SourceList *sources, ExternalLibrary *library)
{
    for (uint32_t i = 0; i < sources->shared.count; i++)
        VEC_PUSH(out, &library->names, sources->shared.data[i]);
    for (uint32_t i = 0; i < sources->elsewhere.count; i++)
        VEC_PUSH(out, &library->names, arena_printf(out, "lib%s.so", sources->elsewhere.data[i]));
}

bool external_library_build(Session *s, const char *cache_folder, bool wants_sources, Arena *out,
                            ExternalLibrary *library)
{
    Compilation c = {.s = s,
                     .arena = out,
                     .external = library->like,
                     .library = library,
                     .wants_sources = wants_sources};
    const ExternalSet *first = &library->sets.data[0];
    if (all_at_hand(first)) return true;
    bool agree = external_sources_of_all(out, library, &c.sources);
    ignore_objects(wants_sources, &c.sources);
    if (library->sets.count == 1 && !external_is_compiled(out, first, wants_sources)) {
        take_names(out, &c.sources, library);
        return true;
    }
    for (uint32_t k = 0; k < library->sets.count; k++)
        external_includes(out, library->sets.data[k].like, &c.includes);
    bool ok = build(&c, cache_folder, agree, library);
    take_sources(&c, library);
    return ok;
}

// ---- Loading -----------------------------------------------------------------------------------

const char *external_library_load(Arena *out, ExternalLibrary *library)
{
    for (uint32_t i = 0; i < library->names.count; i++) {
        void *handle = dlopen(library->names.data[i], RTLD_LAZY | RTLD_LOCAL);
        if (handle) VEC_PUSH(out, &library->handles, handle);
        if (!handle) dlerror(), dlerror();
    }
    if (!library->path) return NULL;
    void *handle = dlopen(library->path, RTLD_LAZY | RTLD_LOCAL);
    if (!handle) {
        const char *why = dlerror();
        why = arena_copy_text(out, why, strlen(why));
        dlerror();
        return why;
    }
    const GuardServices **services = compilation_symbol(handle, "tarn_services");
    if (services) *services = &guard_services;
    VEC_PUSH(out, &library->handles, handle);
    return NULL;
}

void *external_library_find(Arena *scratch, const ExternalLibrary *library, const char *symbol)
{
    if (library->path) {
        void *handle = library->handles.data[library->handles.count - 1];
        void **entry = compilation_symbol(handle, arena_printf(scratch, "%s%s", ENTRY, symbol));
        bool is_missing =
            compilation_symbol(handle, arena_printf(scratch, "%s%s", MISSING, symbol));
        return entry && !is_missing ? *entry : NULL;
    }
    for (uint32_t i = 0; i < library->handles.count; i++) {
        void *found = compilation_symbol(library->handles.data[i], symbol);
        if (found) return found;
    }
    void *own = library->at_hand ? library->at_hand(symbol) : NULL;
    return own ? own : compilation_symbol(RTLD_DEFAULT, symbol);
}
