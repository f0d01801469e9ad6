#include "program/external/external_source.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"

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

static char *read_text(Arena *out, const char *path, size_t *length)
{
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    Text text = text_make(out);
    char buffer[1 << 14];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, f)) > 0;) text_add_bytes(&text, buffer, n);
    fclose(f);
    text_add(&text, "");
    *length = text.length;
    return text.data ? text.data : "";
}

static void add_hash(Arena *out, const char *path, SourceList *list)
{
    size_t n;
    const char *text = read_text(out, path, &n);
    if (text) list->hash = hash_mix(list->hash, hash_bytes(text, n));
}

static void add_once(Arena *out, const char *path, SourceList *list)
{
    for (uint32_t i = 0; i < list->files.count; i++)
        if (!strcmp(list->files.data[i], path)) return;
    VEC_PUSH(out, &list->files, path);
}

// ---- C files ---------------------------------------------------------------------------------

// The C files beside the headers that a text includes in quotes.
static void add_companions(Arena *out, const char *text, const char *folder, SourceList *list)
{
    if (!folder) return;
    for (const char *p = text; (p = strstr(p, "#include")); p++) {
        const char *open = p + strlen("#include");
        open += strspn(open, " \t");
        if (*open != '"') continue;
        const char *end = strchr(open + 1, '"');
        size_t n = end ? (size_t)(end - open - 1) : 0;
        if (n < 3 || strncmp(end - 2, ".h", 2)) continue;
        const char *path = arena_printf(out, "%s/%.*s.c", folder, (int)n - 2, open + 1);
        if (is_file(path)) add_once(out, path, list);
    }
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

typedef VEC(const char *) PathList;

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

static bool add_library_sources(Arena *out, const char *folder, const char *name, SourceList *list)
{
    if (!folder) return false;
    const char *file = arena_printf(out, "%s/%s.c", folder, name);
    const char *inner = arena_printf(out, "%s/%s", folder, name);
    if (is_file(file)) {
        add_once(out, file, list);
        return true;
    }
    if (!is_folder(inner)) return false;
    PathList files = list_folder(out, inner, ".c");
    for (uint32_t i = 0; i < files.count; i++) add_once(out, files.data[i], list);
    VEC_PUSH(out, &list->folders, inner);
    return files.count > 0;
}

static void add_archive(Arena *out, const char *folder, const char *name, SourceList *list)
{
    static const char *const places[] = {"linux64", ""};
    for (int k = 0; folder && k < 2; k++) {
        const char *path = arena_printf(out, "%s/%s/lib%s.a", folder, places[k], name);
        if (!is_file(path)) continue;
        VEC_PUSH(out, &list->archives, path);
        return;
    }
}

void external_sources(Arena *out, const ProgramExternal *e, SourceList *list)
{
    *list = (SourceList){.hash = 1};
    for (uint32_t i = 0; i < e->n_includes; i++) {
        add_companions(out, e->includes[i], e->include_directory, list);
        add_companions(out, e->includes[i], e->source_directory, list);
    }
    if (e->include_directory) VEC_PUSH(out, &list->folders, e->include_directory);
    if (e->source_directory) VEC_PUSH(out, &list->folders, e->source_directory);
    for (uint32_t i = 0; i < e->n_libraries; i++) {
        const char *name = e->libraries[i];
        if (!add_library_sources(out, e->source_directory, name, list) &&
            !add_library_sources(out, e->include_directory, name, list))
            add_archive(out, e->library_directory, name, list);
    }
    for (uint32_t i = 0; i < list->files.count; i++) { // grows while it is read
        size_t n;
        const char *path = list->files.data[i], *text = read_text(out, path, &n);
        const char *slash = strrchr(path, '/');
        const char *folder = arena_copy_text(out, path, (size_t)(slash - path));
        list->hash = hash_mix(list->hash, hash_bytes(text ? text : "", text ? n : 0));
        if (text) add_companions(out, text, folder, list);
    }
    for (uint32_t i = 0; i < list->folders.count; i++) {
        PathList headers = list_folder(out, list->folders.data[i], ".h");
        for (uint32_t k = 0; k < headers.count; k++) add_hash(out, headers.data[k], list);
    }
    for (uint32_t i = 0; i < list->archives.count; i++) add_hash(out, list->archives.data[i], list);
}

// ---- What is missing -----------------------------------------------------------------------

static bool contains_word(const char *text, const char *word, size_t n)
{
    for (const char *p = text; (p = strstr(p, word)); p += n)
        if (p[n] == '(') return true;
    return false;
}

static bool add_definition(Arena *out, const char *symbol, SourceList *list)
{
    uint32_t before = list->files.count;
    for (uint32_t i = 0; i < list->folders.count; i++) {
        PathList files = list_folder(out, list->folders.data[i], ".c");
        for (uint32_t k = 0; k < files.count; k++) {
            size_t n;
            const char *text = read_text(out, files.data[k], &n);
            if (text && contains_word(text, symbol, strlen(symbol)))
                add_once(out, files.data[k], list);
        }
    }
    return list->files.count > before;
}

bool external_add_missing(Arena *out, const char *log, SourceList *list)
{
    static const char phrase[] = "undefined reference to `";
    size_t n;
    const char *text = read_text(out, log, &n);
    bool any = false;
    for (const char *p = text; p && (p = strstr(p, phrase));) {
        p += strlen(phrase);
        const char *symbol = arena_copy_text(out, p, strcspn(p, "'\n"));
        any |= add_definition(out, symbol, list);
    }
    return any;
}

// ---- Support code ------------------------------------------------------------------------------

// ModelicaError never returns to its caller: the code that called the function is resumed
// instead. That is the foreign side's business and stays in the compiled library.
static const char support[] =
    "#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include <stdio.h>\n"
    "#include <stdlib.h>\n#include <string.h>\n"
    "typedef struct { void *client; void (*message)(void *, int, const char *);\n"
    "    void *(*allocate)(void *, size_t); } TarnServices;\n"
    "static __thread const TarnServices *tarn_services;\n"
    "static __thread jmp_buf *tarn_return;\n"
    "static __thread char *tarn_error;\n"
    "static __thread size_t tarn_error_size;\n"
    "int tarn_guard(const TarnServices *s, void (*call)(void *), void *arg, char *error, size_t "
    "n)\n"
    "{\n"
    "    jmp_buf here; jmp_buf *outer = tarn_return;\n"
    "    tarn_services = s; tarn_return = &here; tarn_error = error; tarn_error_size = n;\n"
    "    int failed = setjmp(here);\n"
    "    if (!failed) call(arg);\n"
    "    tarn_return = outer;\n"
    "    return failed != 0;\n"
    "}\n"
    "void ModelicaVFormatError(const char *format, va_list args)\n"
    "{\n"
    "    if (!tarn_return) abort();\n"
    "    vsnprintf(tarn_error, tarn_error_size, format, args);\n"
    "    longjmp(*tarn_return, 1);\n"
    "}\n"
    "void ModelicaFormatError(const char *format, ...)\n"
    "{ va_list args; va_start(args, format); ModelicaVFormatError(format, args); }\n"
    "void ModelicaError(const char *text) { ModelicaFormatError(\"%s\", text); }\n"
    "static void tarn_say(int is_warning, const char *format, va_list args)\n"
    "{\n"
    "    char text[4096];\n"
    "    vsnprintf(text, sizeof text, format, args);\n"
    "    if (tarn_services) tarn_services->message(tarn_services->client, is_warning, text);\n"
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
    "    char *s = tarn_services ? tarn_services->allocate(tarn_services->client, n + 1) : NULL;\n"
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

void external_support_text(const ProgramExternal *e, Text *out)
{
    text_add(out, support);
    for (uint32_t i = 0; i < e->n_includes; i++) {
        text_add(out, e->includes[i]);
        text_add_char(out, '\n');
    }
}
