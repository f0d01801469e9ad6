// Which files may belong to an external function: the annotations name folders and libraries, and
// nothing else is looked at (12.9.4 of the specification).
#include "program/external/external_source.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "program/external/compiler.h"

// ---- Files -----------------------------------------------------------------------------------

static bool is_file(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// The files of a folder with an ending, sorted.
static PathList list_folder(Arena *out, const char *folder, const char *ending)
{
    PathList paths = {0};
    DIR *d = opendir(folder);
    if (!d) return paths;
    size_t m = strlen(ending);
    for (struct dirent *entry; (entry = readdir(d));) {
        size_t n = strlen(entry->d_name);
        if (n > m && !strcmp(entry->d_name + n - m, ending))
            VEC_PUSH(out, &paths, arena_printf(out, "%s/%s", folder, entry->d_name));
    }
    closedir(d);
    if (paths.count) qsort(paths.data, paths.count, sizeof *paths.data, compare_names);
    return paths;
}

static void add_folder(Arena *out, const char *folder, SourceList *list)
{
    if (!folder || !is_folder(folder)) return;
    for (uint32_t i = 0; i < list->folders.count; i++)
        if (!strcmp(list->folders.data[i], folder)) return;
    VEC_PUSH(out, &list->folders, folder);
}

// ---- Libraries -------------------------------------------------------------------------------

// The names of platforms are those of the specification.
#if defined __linux__ && defined __x86_64__
static const char *const places[] = {"/linux64", ""};
#elif defined __linux__ && defined __i386__
static const char *const places[] = {"/linux32", ""};
#else
static const char *const places[] = {""};
#endif

static bool add_if_file(Arena *out, const char *path, PathList *to)
{
    if (!is_file(path)) return false;
    VEC_PUSH(out, to, path);
    return true;
}

static bool add_object_library(Arena *out, const char *folder, const char *name, SourceList *list)
{
    for (size_t k = 0; folder && k < sizeof places / sizeof *places; k++) {
        const char *base = arena_printf(out, "%s%s/lib%s", folder, places[k], name);
        if (add_if_file(out, arena_printf(out, "%s.a", base), &list->archives)) return true;
        if (add_if_file(out, arena_printf(out, "%s.so", base), &list->shared)) return true;
    }
    return false;
}

static void add_library(Arena *out, const ProgramExternal *e, const char *name, SourceList *list)
{
    if (add_object_library(out, e->library_directory, name, list)) return;
    VEC_PUSH(out, &list->elsewhere, name);
    if (e->source_directory)
        add_folder(out, arena_printf(out, "%s/%s", e->source_directory, name), list);
    if (e->include_directory)
        add_folder(out, arena_printf(out, "%s/%s", e->include_directory, name), list);
}

// ---- The whole -------------------------------------------------------------------------------

static void hash_text(Arena *out, const char *path, uint64_t *hash)
{
    size_t n;
    const char *text = read_whole_file(out, path, &n);
    *hash = hash_mix(*hash, text ? hash_bytes(text, n) : 0);
}

static void hash_object(const char *path, uint64_t *hash)
{
    struct stat st;
    if (stat(path, &st) != 0) return;
    *hash = hash_mix(*hash, hash_bytes(path, strlen(path)));
    *hash = hash_mix(*hash, (uint64_t)st.st_size);
    *hash = hash_mix(*hash, (uint64_t)st.st_mtim.tv_sec);
    *hash = hash_mix(*hash, (uint64_t)st.st_mtim.tv_nsec);
}

static void hash_everything(Arena *out, SourceList *list)
{
    for (uint32_t i = 0; i < list->folders.count; i++) {
        PathList headers = list_folder(out, list->folders.data[i], ".h");
        for (uint32_t k = 0; k < headers.count; k++)
            hash_text(out, headers.data[k], &list->headers_hash);
    }
    list->hash = list->headers_hash;
    for (uint32_t i = 0; i < list->folders.count; i++) {
        PathList files = list_folder(out, list->folders.data[i], ".c");
        for (uint32_t k = 0; k < files.count; k++) {
            VEC_PUSH(out, &list->files, files.data[k]);
            hash_text(out, files.data[k], &list->hash);
        }
    }
    for (uint32_t i = 0; i < list->archives.count; i++)
        hash_object(list->archives.data[i], &list->hash);
    for (uint32_t i = 0; i < list->shared.count; i++)
        hash_object(list->shared.data[i], &list->hash);
    for (uint32_t i = 0; i < list->elsewhere.count; i++)
        list->hash = hash_mix(list->hash,
                              hash_bytes(list->elsewhere.data[i], strlen(list->elsewhere.data[i])));
}

void external_sources(Arena *out, const ProgramExternal *e, SourceList *list)
{
    *list = (SourceList){.hash = 1, .headers_hash = 1};
    add_folder(out, e->include_directory, list);
    add_folder(out, e->source_directory, list);
    for (uint32_t i = 0; i < e->n_libraries; i++) add_library(out, e, e->libraries[i], list);
    hash_everything(out, list);
}

static void add_place(const char *folder, Text *out)
{
    text_printf(out, "%s'%s'%s", out->length ? ", " : "looked for in ", folder,
                is_folder(folder) ? "" : " (no such folder)");
}

void external_places_text(Arena *scratch, const ProgramExternal *e, Text *out)
{
    SourceList list;
    external_sources(scratch, e, &list);
    for (size_t k = 0; e->library_directory && k < sizeof places / sizeof *places; k++)
        add_place(arena_printf(scratch, "%s%s", e->library_directory, places[k]), out);
    for (uint32_t i = 0; i < list.folders.count; i++) add_place(list.folders.data[i], out);
    const char *named[] = {e->include_directory, e->source_directory};
    for (size_t k = 0; k < sizeof named / sizeof *named; k++)
        if (named[k] && !is_folder(named[k])) add_place(named[k], out);
    for (uint32_t i = 0; i < list.elsewhere.count; i++)
        text_printf(out, "%s'lib%s.so' of the system", out->length ? ", " : "looked for in ",
                    list.elsewhere.data[i]);
}

static bool mentions(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = text; (p = strstr(p, word)); p += n)
        if (p[n] == '(' || p[n] == ' ' || p[n] == '\n') return true;
    return false;
}

PathList external_candidates(Arena *out, const SourceList *list, const char *symbol)
{
    PathList found = {0};
    for (uint32_t i = 0; i < list->files.count; i++) {
        size_t n;
        const char *text = read_whole_file(out, list->files.data[i], &n);
        if (text && mentions(text, symbol)) VEC_PUSH(out, &found, list->files.data[i]);
    }
    return found;
}

// ---- Support code ------------------------------------------------------------------------------

// ModelicaError and exit never return to their caller: the guard resumes who called the function.
static const char support[] =
    "#include <stdarg.h>\n#include <stddef.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
    "#include <string.h>\n"
    "typedef struct { void (*message)(int, const char *); void *(*allocate)(size_t);\n"
    "    void (*fail)(const char *); void (*leave)(int, int); } TarnServices;\n"
    "const TarnServices *tarn_services;\n"
    "void ModelicaVFormatError(const char *format, va_list args)\n"
    "{\n"
    "    char text[4000];\n"
    "    vsnprintf(text, sizeof text, format, args);\n"
    "    tarn_services->fail(text);\n"
    "    __builtin_trap();\n"
    "}\n"
    "void ModelicaFormatError(const char *format, ...)\n"
    "{ va_list args; va_start(args, format); ModelicaVFormatError(format, args); }\n"
    "void ModelicaError(const char *text) { ModelicaFormatError(\"%s\", text); }\n"
    "static void tarn_say(int is_warning, const char *format, va_list args)\n"
    "{\n"
    "    char text[4096];\n"
    "    vsnprintf(text, sizeof text, format, args);\n"
    "    tarn_services->message(is_warning, text);\n"
    "}\n"
    "void ModelicaVFormatMessage(const char *format, va_list args) { tarn_say(0, format, args); }\n"
    "void ModelicaVFormatWarning(const char *format, va_list args) { tarn_say(1, format, args); }\n"
    "void ModelicaFormatMessage(const char *format, ...)\n"
    "{ va_list args; va_start(args, format); tarn_say(0, format, args); va_end(args); }\n"
    "void ModelicaFormatWarning(const char *format, ...)\n"
    "{ va_list args; va_start(args, format); tarn_say(1, format, args); va_end(args); }\n"
    "void ModelicaMessage(const char *text) { ModelicaFormatMessage(\"%s\", text); }\n"
    "void ModelicaWarning(const char *text) { ModelicaFormatWarning(\"%s\", text); }\n"
    "char *ModelicaAllocateStringWithErrorReturn(size_t n)\n"
    "{\n"
    "    char *s = tarn_services->allocate(n + 1);\n"
    "    if (s) memset(s, 0, n + 1);\n"
    "    return s;\n"
    "}\n"
    "char *ModelicaAllocateString(size_t n)\n"
    "{\n"
    "    char *s = ModelicaAllocateStringWithErrorReturn(n);\n"
    "    if (!s) ModelicaError(\"out of memory for a string\");\n"
    "    return s;\n"
    "}\n"
    "char *ModelicaDuplicateStringWithErrorReturn(const char *text)\n"
    "{\n"
    "    char *s = ModelicaAllocateStringWithErrorReturn(strlen(text));\n"
    "    return s ? strcpy(s, text) : NULL;\n"
    "}\n"
    "char *ModelicaDuplicateString(const char *text)\n"
    "{ return strcpy(ModelicaAllocateString(strlen(text)), text); }\n";

// Code that wants to end the process ends the call.
static const char exits[] =
    "void exit(int status) { tarn_services->leave(status, 0); __builtin_trap(); }\n"
    "void _exit(int status) { tarn_services->leave(status, 0); __builtin_trap(); }\n"
    "void _Exit(int status) { tarn_services->leave(status, 0); __builtin_trap(); }\n"
    "void abort(void) { tarn_services->leave(0, 1); __builtin_trap(); }\n";

// What the specification promises to C code (12.9.6), for sources that include it by its name.
static const char header[] = "#ifndef MODELICA_UTILITIES_H\n#define MODELICA_UTILITIES_H\n"
                             "#include <stdarg.h>\n#include <stddef.h>\n"
                             "void ModelicaMessage(const char *text);\n"
                             "void ModelicaFormatMessage(const char *format, ...);\n"
                             "void ModelicaVFormatMessage(const char *format, va_list args);\n"
                             "void ModelicaError(const char *text);\n"
                             "void ModelicaFormatError(const char *format, ...);\n"
                             "void ModelicaVFormatError(const char *format, va_list args);\n"
                             "void ModelicaWarning(const char *text);\n"
                             "void ModelicaFormatWarning(const char *format, ...);\n"
                             "void ModelicaVFormatWarning(const char *format, va_list args);\n"
                             "char *ModelicaAllocateString(size_t n);\n"
                             "char *ModelicaAllocateStringWithErrorReturn(size_t n);\n"
                             "char *ModelicaDuplicateString(const char *text);\n"
                             "char *ModelicaDuplicateStringWithErrorReturn(const char *text);\n"
                             "#endif\n";

void external_header_text(Text *out)
{
    text_add(out, header);
}

bool external_is_utility(const char *symbol)
{
    const char *found = strstr(header, symbol);
    return found && strchr(" *", found[-1]) && found[strlen(symbol)] == '(';
}

// An address under a name of our own: the function may be static in an Include text.
static void add_entry(const char *symbol, bool is_declared, Text *out)
{
    if (!is_declared) text_printf(out, "extern void %s(void);\n", symbol);
    text_printf(out, "void (*const %s%s)(void) = (void (*)(void))%s;\n", ENTRY, symbol, symbol);
}

void external_support_text(const ProgramExternal *e, Text *out)
{
    text_add(out, support);
    text_add(out, exits);
    for (uint32_t i = 0; i < e->n_includes; i++) {
        text_add(out, "#line 1 \"Include\"\n");
        text_add(out, e->includes[i]);
        text_add_char(out, '\n');
    }
}

void external_utilities_text(Text *out)
{
    text_add(out, support);
}

void external_entry_text(const SymbolList *symbols, bool are_declared, Text *out)
{
    for (uint32_t i = 0; i < symbols->count; i++) add_entry(symbols->data[i], are_declared, out);
}

static bool is_identifier(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    return name[strspn(name, letters)] == '\0';
}

void external_missing_text(const SymbolList *missing, Text *out)
{
    text_add(out, "void ModelicaFormatError(const char *format, ...);\n");
    for (uint32_t i = 0; i < missing->count; i++) {
        const char *name = missing->data[i];
        if (!is_identifier(name)) continue;
        text_printf(out,
                    "const char %s%s = 1;\nvoid %s(void)\n{ ModelicaFormatError(\"the C function "
                    "'%s', which it calls, is in none of the libraries and sources of its "
                    "annotation\"); }\n",
                    MISSING, name, name, name);
    }
}
