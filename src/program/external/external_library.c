// Libraries of external functions: found, compiled once, kept by content in the user's cache.
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "program/external/cache.h"
#include "program/external/compiler.h"
#include "program/external/external_source.h"
#include "program/external/guard.h"

// RECIPE changes with the way libraries are put together: none made before is taken from the cache.
enum { RECIPE = 4 };

typedef VEC(const char *) WordVec;

typedef struct Compilation {
    Session *s;
    Arena *arena;
    const ProgramExternal *external; // the first that needs the library
    const SymbolList *symbols;       // of the functions that are called
    SourceList sources;
    const char *folder;  // of the cache, or that of the work
    WorkFolder *work;    // for files that nobody keeps
    const char *include; // folder with ModelicaUtilities.h, for sources that come without it
    const char *log;
    WordVec objects;
    SymbolList defined; // by the objects
    PathList shared;    // libraries that are linked to, by their files
    SymbolList missing;
    PathList taken;   // C files that took part
    bool is_declared; // see ExternalLibrary
    bool wants_sources;
} Compilation;

// The library keeps what it has to say about a failure until it has been asked twice.
static void *find_symbol(void *handle, const char *name)
{
    void *found = dlsym(handle, name);
    if (!found) dlerror(), dlerror();
    return found;
}

static const char *temporary(const Compilation *c, const char *name)
{
    return arena_printf(c->arena, "%s/%s", c->work->path, name);
}

// From where it was made to where it is looked for: two runs at the same time do not meet.
static bool keep(const char *made, const char *path)
{
    return cache_seal(made) && rename(made, path) == 0;
}

// ---- The compiler ----------------------------------------------------------------------------

static void add_words(Arena *a, WordVec *words, const char *const *more, size_t n)
{
    for (size_t i = 0; i < n; i++) VEC_PUSH(a, words, more[i]);
}

static CompileOutcome compile_file(const Compilation *c, const char *source, const char *object)
{
    Arena *a = c->arena;
    WordVec words = {0};
    static const char *const options[] = {"cc", "-c", "-fPIC", "-O1", "-w", "-o"};
    add_words(a, &words, options, sizeof options / sizeof *options);
    VEC_PUSH(a, &words, object);
    for (uint32_t i = 0; i < c->sources.folders.count; i++) {
        VEC_PUSH(a, &words, "-I");
        VEC_PUSH(a, &words, c->sources.folders.data[i]);
    }
    VEC_PUSH(a, &words, "-I"); // last: a header that comes with the library is preferred
    VEC_PUSH(a, &words, c->include);
    VEC_PUSH(a, &words, source);
    VEC_PUSH(a, &words, NULL);
    return compiler_run(words.data, c->log);
}

static CompileOutcome compile_text(Compilation *c, const Text *text, const char *name,
                                   const char **object)
{
    const char *source = temporary(c, arena_printf(c->arena, "%s.c", name));
    *object = temporary(c, arena_printf(c->arena, "%s.o", name));
    return write_text_file(source, text) ? compile_file(c, source, *object) : COMPILER_FAILED;
}

// The object of a C file of a library is kept: many functions share it.
static CompileOutcome compile_source(Compilation *c, const char *source, const char **object)
{
    size_t n;
    const char *text = read_whole_file(c->arena, source, &n);
    if (!text) return COMPILER_FAILED;
    uint64_t hash = hash_mix(c->sources.headers_hash, hash_bytes(text, n));
    hash = hash_mix(hash, RECIPE);
    *object = arena_printf(c->arena, "%s/object-%016llx.o", c->folder, (unsigned long long)hash);
    if (cache_is_sound(*object)) return COMPILED;
    const char *building = temporary(c, "source.o");
    CompileOutcome outcome = compile_file(c, source, building);
    return outcome == COMPILED && !keep(building, *object) ? COMPILER_FAILED : outcome;
}

// Our support code answers for the library, whatever else the process has under that name.
static CompileOutcome link_objects(const Compilation *c, const char *to)
{
    Arena *a = c->arena;
    WordVec words = {0};
    static const char *const options[] = {"cc", "-shared", "-Wl,-Bsymbolic", "-o"};
    add_words(a, &words, options, sizeof options / sizeof *options);
    VEC_PUSH(a, &words, to);
    add_words(a, &words, c->objects.data, c->objects.count);
    add_words(a, &words, c->sources.archives.data, c->sources.archives.count);
    for (uint32_t i = 0; i < c->shared.count; i++) {
        const char *file = c->shared.data[i], *slash = strrchr(file, '/');
        VEC_PUSH(a, &words, file);
        VEC_PUSH(a, &words, arena_printf(a, "-Wl,-rpath,%.*s", (int)(slash - file), file));
    }
    VEC_PUSH(a, &words, "-lm");
    VEC_PUSH(a, &words, NULL);
    return compiler_run(words.data, c->log);
}

// A library that is not in LibraryDirectory may be one the compiler finds: it is asked for the
// path, and answers with the bare name where there is none.
static void find_elsewhere(Compilation *c)
{
    for (uint32_t i = 0; i < c->sources.elsewhere.count; i++) {
        const char *question =
            arena_printf(c->arena, "-print-file-name=lib%s.so", c->sources.elsewhere.data[i]);
        const char *const words[] = {"cc", question, NULL};
        if (compiler_run(words, c->log) != COMPILED) continue;
        size_t n;
        char *answer = read_whole_file(c->arena, c->log, &n);
        if (!answer || answer[0] != '/') continue;
        answer[strcspn(answer, "\n")] = '\0';
        VEC_PUSH(c->arena, &c->shared, answer);
    }
}

// ---- What is missing -------------------------------------------------------------------------

static void add_object(Compilation *c, const char *object)
{
    ObjectSymbols symbols;
    VEC_PUSH(c->arena, &c->objects, object);
    if (!object_symbols(c->arena, object, &symbols)) return;
    for (uint32_t i = 0; i < symbols.defined.count; i++)
        VEC_PUSH(c->arena, &c->defined, symbols.defined.data[i]);
}

static bool any_defined(const Compilation *c, const SymbolList *names)
{
    for (uint32_t i = 0; i < names->count; i++)
        if (symbol_in(&c->defined, names->data[i])) return true;
    return false;
}

// False: no C file of the annotation's folders defines it, or only together with what is there.
static bool add_definition(Compilation *c, const char *symbol)
{
    PathList candidates = external_candidates(c->arena, &c->sources, symbol);
    for (uint32_t i = 0; i < candidates.count; i++) {
        const char *object;
        ObjectSymbols symbols;
        if (compile_source(c, candidates.data[i], &object) != COMPILED) continue;
        if (!object_symbols(c->arena, object, &symbols)) continue;
        if (!symbol_in(&symbols.defined, symbol) || any_defined(c, &symbols.defined)) continue;
        add_object(c, object);
        VEC_PUSH(c->arena, &c->taken, candidates.data[i]);
        return true;
    }
    return false;
}

static bool is_in_shared(const Compilation *c, const char *symbol)
{
    for (uint32_t i = 0; i < c->shared.count; i++) {
        ObjectSymbols symbols;
        // A text for the linker instead of an object: nobody knows.
        if (!object_symbols(c->arena, c->shared.data[i], &symbols)) return true;
        if (symbol_in(&symbols.defined, symbol)) return true;
    }
    return false;
}

// Links and looks at what stays open, until no file brings anything more.
static CompileOutcome complete(Compilation *c)
{
    const char *trial = temporary(c, "trial.so");
    for (;;) {
        CompileOutcome outcome = link_objects(c, trial);
        if (outcome != COMPILED) return outcome;
        ObjectSymbols linked;
        if (!object_symbols(c->arena, trial, &linked)) return COMPILER_FAILED;
        bool grows = false;
        c->missing = (SymbolList){0};
        for (uint32_t i = 0; i < linked.open.count; i++) {
            const char *symbol = linked.open.data[i];
            if (symbol_in(&c->defined, symbol) || find_symbol(RTLD_DEFAULT, symbol)) continue;
            if (is_in_shared(c, symbol)) continue;
            if (add_definition(c, symbol))
                grows = true;
            else
                VEC_PUSH(c->arena, &c->missing, symbol);
        }
        if (!grows) return COMPILED;
    }
}

// ---- Putting it together ---------------------------------------------------------------------

// The functions are named behind the Include texts, where static ones can be seen; if that does not
// compile, they are not declared there.
static CompileOutcome compile_support(Compilation *c)
{
    const char *object;
    Text text = text_make(c->arena), plain = text_make(c->arena), entries = text_make(c->arena);
    external_support_text(c->external, &text);
    external_support_text(c->external, &plain);
    external_entry_text(c->symbols, true, &text);
    external_entry_text(c->symbols, false, &entries);
    if (c->external->n_includes) {
        CompileOutcome outcome = compile_text(c, &text, "support", &object);
        c->is_declared = outcome == COMPILED;
        if (outcome == COMPILED) add_object(c, object);
        if (outcome != COMPILER_FAILED) return outcome;
    }
    CompileOutcome outcome = compile_text(c, &plain, "plain", &object);
    if (outcome != COMPILED) return outcome;
    add_object(c, object);
    outcome = compile_text(c, &entries, "entries", &object);
    if (outcome == COMPILED) add_object(c, object);
    return outcome;
}

static CompileOutcome compile(Compilation *c, const char *to)
{
    CompileOutcome outcome = compile_support(c);
    if (outcome == COMPILED) outcome = complete(c);
    if (outcome == COMPILED && c->missing.count) {
        Text text = text_make(c->arena);
        const char *object;
        external_missing_text(&c->missing, &text);
        outcome = compile_text(c, &text, "missing", &object);
        VEC_PUSH(c->arena, &c->objects, object);
    }
    return outcome == COMPILED ? link_objects(c, to) : outcome;
}

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
    c->log = temporary(c, "log");
    c->include = temporary(c, "include");
    const char *path = arena_printf(c->arena, "%s/ModelicaUtilities.h", c->include);
    Text text = text_make(c->arena);
    external_header_text(&text);
    return (mkdir(c->include, 0700) == 0 && write_text_file(path, &text)) || report_file(c, path);
}

static bool make_library(Compilation *c, const char *path)
{
    for (uint32_t i = 0; i < c->sources.shared.count; i++)
        VEC_PUSH(c->arena, &c->shared, c->sources.shared.data[i]);
    if (!c->wants_sources) find_elsewhere(c);
    const char *building = temporary(c, "made.so");
    return report(c, compile(c, building)) && (keep(building, path) || report_file(c, path));
}

static bool build(Compilation *c, const char *cache_folder, ExternalLibrary *library)
{
    Text text = text_make(c->arena);
    external_support_text(c->external, &text);
    external_entry_text(c->symbols, true, &text);
    uint64_t hash = hash_mix(c->sources.hash, hash_bytes(text.data, text.length));
    hash = hash_mix(hash, c->wants_sources ? RECIPE + 1000 : RECIPE);
    const char *name = arena_printf(c->arena, "external-%016llx.so", (unsigned long long)hash);
    c->folder = usable_cache(c, cache_folder);
    bool is_kept = c->folder != NULL;
    if (is_kept) {
        library->path = arena_printf(c->arena, "%s/%s", c->folder, name);
        if (cache_is_sound(library->path) && !c->wants_sources) return true;
    }
    bool ok = open_work(c);
    if (ok) {
        library->path = arena_printf(c->arena, "%s/%s", c->folder, name);
        ok = make_library(c, library->path);
    }
    if (is_kept || !ok)
        work_folder_remove(c->work);
    else
        library->temporary = c->work;
    return ok;
}

void external_library_tidy(const ExternalLibrary *library)
{
    work_folder_remove(library->temporary);
}

// Subroutines that this program uses itself (LAPACK) are not looked for anywhere else.
static bool all_at_hand(const ExternalLibrary *library)
{
    if (!external_is_fortran(library->like)) return false;
    for (uint32_t i = 0; i < library->symbols.count; i++)
        if (!find_symbol(RTLD_DEFAULT, library->symbols.data[i])) return false;
    return true;
}

// What C code may call (12.9.6), a function may be, too: it comes with this program, not with a
// library.
static bool calls_utility(const ExternalLibrary *library)
{
    for (uint32_t i = 0; i < library->symbols.count; i++)
        if (external_is_utility(library->symbols.data[i])) return true;
    return false;
}

static void take_sources(const Compilation *c, ExternalLibrary *library)
{
    for (uint32_t i = 0; i < c->taken.count; i++)
        VEC_PUSH(c->arena, &library->sources, c->taken.data[i]);
    for (uint32_t i = 0; i < c->sources.folders.count; i++)
        VEC_PUSH(c->arena, &library->folders, c->sources.folders.data[i]);
    library->is_declared = c->is_declared;
    for (uint32_t i = 0; i < c->missing.count; i++)
        VEC_PUSH(c->arena, &library->missing, c->missing.data[i]);
}

bool external_library_build(Session *s, const char *cache_folder, bool wants_sources, Arena *out,
                            ExternalLibrary *library)
{
    SymbolList symbols = {.data = library->symbols.data, .count = library->symbols.count};
    Compilation c = {.s = s,
                     .arena = out,
                     .external = library->like,
                     .symbols = &symbols,
                     .wants_sources = wants_sources};
    if (all_at_hand(library)) return true;
    external_sources(out, library->like, &c.sources);
    if (wants_sources) c.sources.archives.count = c.sources.shared.count = 0;
    if (library->like->n_includes || c.sources.files.count || c.sources.archives.count ||
        calls_utility(library)) {
        bool ok = build(&c, cache_folder, library);
        take_sources(&c, library);
        return ok;
    }
    for (uint32_t i = 0; i < c.sources.shared.count; i++)
        VEC_PUSH(out, &library->names, c.sources.shared.data[i]);
    for (uint32_t i = 0; i < c.sources.elsewhere.count; i++)
        VEC_PUSH(out, &library->names, arena_printf(out, "lib%s.so", c.sources.elsewhere.data[i]));
    return true;
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
    const GuardServices **services = find_symbol(handle, "tarn_services");
    if (services) *services = &guard_services;
    VEC_PUSH(out, &library->handles, handle);
    return NULL;
}

void *external_library_find(Arena *scratch, const ExternalLibrary *library, const char *symbol)
{
    if (library->path) {
        void *handle = library->handles.data[library->handles.count - 1];
        void **entry = find_symbol(handle, arena_printf(scratch, "%s%s", ENTRY, symbol));
        bool is_missing = find_symbol(handle, arena_printf(scratch, "%s%s", MISSING, symbol));
        return entry && !is_missing ? *entry : NULL;
    }
    for (uint32_t i = 0; i < library->handles.count; i++) {
        void *found = find_symbol(library->handles.data[i], symbol);
        if (found) return found;
    }
    void *own = library->at_hand ? library->at_hand(symbol) : NULL;
    return own ? own : find_symbol(RTLD_DEFAULT, symbol);
}
