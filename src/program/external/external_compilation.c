// One library of external functions: its texts compiled, and linked with what they need.
#include "program/external/external_compilation.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"

// The library keeps what it has to say about a failure until it has been asked twice.
void *compilation_symbol(void *handle, const char *name)
{
    void *found = dlsym(handle, name);
    if (!found) dlerror(), dlerror();
    return found;
}

const char *compilation_file(const Compilation *c, const char *name)
{
    return arena_printf(c->arena, "%s/%s", c->work->path, name);
}

bool compilation_keep(const char *made, const char *path)
{
    return cache_seal(made) && rename(made, path) == 0;
}

// ---- The compiler ----------------------------------------------------------------------------

static void add_words(Arena *a, WordVec *words, const char *const *more, size_t n)
{
    for (size_t i = 0; i < n; i++) VEC_PUSH(a, words, more[i]);
}

// `object` NULL: only whether it can be compiled.
static CompileOutcome compile_file(const Compilation *c, const char *source, const char *object)
{
    Arena *a = c->arena;
    WordVec words = {0};
    static const char *const options[] = {"cc", "-w", "-fPIC", "-O1"};
    add_words(a, &words, options, sizeof options / sizeof *options);
    const char *const making[] = {"-c", "-o", object};
    if (object)
        add_words(a, &words, making, sizeof making / sizeof *making);
    else
        VEC_PUSH(a, &words, "-fsyntax-only");
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
    const char *source = compilation_file(c, arena_printf(c->arena, "%s.c", name));
    *object = compilation_file(c, arena_printf(c->arena, "%s.o", name));
    return write_text_file(source, text) ? compile_file(c, source, *object) : COMPILER_FAILED;
}

CompileOutcome compilation_try(Compilation *c, const Text *text)
{
    const char *source = compilation_file(c, "trial.c");
    return write_text_file(source, text) ? compile_file(c, source, NULL) : COMPILER_FAILED;
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
    const char *building = compilation_file(c, "source.o");
    CompileOutcome outcome = compile_file(c, source, building);
    return outcome == COMPILED && !compilation_keep(building, *object) ? COMPILER_FAILED : outcome;
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

// The compiler answers with the bare name where it has no such library.
static const char *ask_compiler(const Compilation *c, const char *library)
{
    const char *question = arena_printf(c->arena, "-print-file-name=%s", library);
    const char *const words[] = {"cc", question, NULL};
    size_t n;
    char *answer =
        compiler_run(words, c->log) == COMPILED ? read_whole_file(c->arena, c->log, &n) : NULL;
    if (!answer || answer[0] != '/') return NULL;
    answer[strcspn(answer, "\n")] = '\0';
    return answer;
}

// A library that is not in LibraryDirectory may be one the compiler finds.
static void find_elsewhere(Compilation *c)
{
    for (uint32_t i = 0; i < c->sources.elsewhere.count; i++) {
        const char *name = arena_printf(c->arena, "lib%s.so", c->sources.elsewhere.data[i]);
        const char *found = ask_compiler(c, name);
        if (found)
            VEC_PUSH(c->arena, &c->shared, found);
        else
            c->lacks_library = true;
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

static bool needs_runtime_of_cpp(const SymbolList *missing)
{
    static const char *const marks[] = {"_Z", "__cxa_", "__gxx_", "_Unwind_"};
    for (uint32_t i = 0; i < missing->count; i++)
        for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
            if (!strncmp(missing->data[i], marks[k], strlen(marks[k]))) return true;
    return false;
}

// Archives of C++ need what their own compiler would have linked with; annotations do not say so.
// The second name of a library is the one without the files of its compiler.
static bool add_runtime_of_cpp(Compilation *c)
{
    static const char *const names[][2] = {{"libstdc++.so", "libstdc++.so.6"},
                                           {"libgcc_s.so.1", "libgcc_s.so"}};
    bool adds = false;
    if (c->has_runtime_of_cpp || c->wants_sources || !needs_runtime_of_cpp(&c->missing))
        return false;
    c->has_runtime_of_cpp = true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *found = ask_compiler(c, names[i][0]);
        if (!found) found = ask_compiler(c, names[i][1]);
        if (found) VEC_PUSH(c->arena, &c->shared, found);
        adds = adds || found;
    }
    return adds;
}

// Links and looks at what stays open, until no file brings anything more.
static CompileOutcome complete(Compilation *c)
{
    const char *trial = compilation_file(c, "trial.so");
    for (;;) {
        CompileOutcome outcome = link_objects(c, trial);
        if (outcome != COMPILED) return outcome;
        ObjectSymbols linked;
        if (!object_symbols(c->arena, trial, &linked)) return COMPILER_FAILED;
        bool grows = false;
        c->missing = (SymbolList){0};
        for (uint32_t i = 0; i < linked.open.count; i++) {
            const char *symbol = linked.open.data[i];
            if (symbol_in(&c->defined, symbol) || compilation_symbol(RTLD_DEFAULT, symbol))
                continue;
            if (is_in_shared(c, symbol)) continue;
            if (add_definition(c, symbol))
                grows = true;
            else
                VEC_PUSH(c->arena, &c->missing, symbol);
        }
        if (!grows && !add_runtime_of_cpp(c)) return COMPILED;
    }
}

// ---- Putting it together ---------------------------------------------------------------------

// The functions are named behind the Include texts, where static ones can be seen. If that does not
// compile, some of them are not declared there, or the texts do not compile at all.
static CompileOutcome find_undeclared(Compilation *c, const SymbolList *symbols)
{
    Text plain = text_make(c->arena);
    external_support_text(&c->includes, &plain);
    CompileOutcome outcome = compilation_try(c, &plain);
    for (uint32_t i = 0; i < symbols->count && outcome == COMPILED; i++) {
        SymbolList one = {.data = &symbols->data[i], .count = 1};
        Text text = text_make(c->arena);
        external_support_text(&c->includes, &text);
        external_entry_text(&one, true, &text);
        CompileOutcome trial = compilation_try(c, &text);
        if (trial == COMPILER_FAILED) VEC_PUSH(c->arena, &c->undeclared, symbols->data[i]);
        if (trial == NO_COMPILER) outcome = trial;
    }
    return outcome;
}

// Of functions without an Include text nobody expects that they are declared.
static void sort_symbols(Compilation *c, SymbolList *declared)
{
    for (uint32_t k = 0; k < c->library->sets.count; k++) {
        const ExternalSet *set = &c->library->sets.data[k];
        SymbolList *to = set->like->n_includes ? declared : &c->undeclared;
        for (uint32_t i = 0; i < set->symbols.count; i++)
            if (!symbol_in(to, set->symbols.data[i])) VEC_PUSH(c->arena, to, set->symbols.data[i]);
    }
}

static void drop_symbols(SymbolList *from, const SymbolList *these)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < from->count; i++)
        if (!symbol_in(these, from->data[i])) from->data[n++] = from->data[i];
    from->count = n;
}

static CompileOutcome compile_with_entries(Compilation *c, const SymbolList *declared)
{
    const char *object;
    Text text = text_make(c->arena);
    external_support_text(&c->includes, &text);
    external_entry_text(declared, true, &text);
    CompileOutcome outcome = compile_text(c, &text, "support", &object);
    if (outcome == COMPILED) add_object(c, object);
    return outcome;
}

static CompileOutcome compile_support(Compilation *c)
{
    const char *object;
    SymbolList declared = {0};
    sort_symbols(c, &declared);
    drop_symbols(&c->undeclared, &declared);
    CompileOutcome outcome = compile_with_entries(c, &declared);
    if (outcome == COMPILER_FAILED && declared.count) {
        outcome = find_undeclared(c, &declared);
        drop_symbols(&declared, &c->undeclared);
        if (outcome == COMPILED) outcome = compile_with_entries(c, &declared);
    }
    if (outcome != COMPILED || !c->undeclared.count) return outcome;
    Text entries = text_make(c->arena);
    external_entry_text(&c->undeclared, false, &entries);
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

CompileOutcome compilation_make(Compilation *c, const char *to)
{
    for (uint32_t i = 0; i < c->sources.shared.count; i++)
        VEC_PUSH(c->arena, &c->shared, c->sources.shared.data[i]);
    if (!c->wants_sources) find_elsewhere(c);
    return compile(c, to);
}
