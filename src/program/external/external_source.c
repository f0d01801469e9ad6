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

static bool path_in(const PathList *list, const char *path)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (!strcmp(list->data[i], path)) return true;
    return false;
}

static void add_once(Arena *out, PathList *list, const char *path)
{
    if (!path_in(list, path)) VEC_PUSH(out, list, path);
}

static void add_folder(Arena *out, const char *folder, SourceList *list)
{
    if (folder && is_folder(folder)) add_once(out, &list->folders, folder);
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
    add_once(out, to, path);
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
    add_once(out, &list->elsewhere, name);
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

static void add_annotations(Arena *out, const ProgramExternal *e, SourceList *list)
{
    add_folder(out, e->include_directory, list);
    add_folder(out, e->source_directory, list);
    for (uint32_t i = 0; i < e->n_libraries; i++) add_library(out, e, e->libraries[i], list);
}

void external_sources(Arena *out, const ProgramExternal *e, SourceList *list)
{
    *list = (SourceList){.hash = 1, .headers_hash = 1};
    add_annotations(out, e, list);
    hash_everything(out, list);
}

// No folder of others that is looked at before has a file of one's own folder under its name.
static bool is_not_hidden(Arena *out, const PathList *own, const PathList *all, const char *folder,
                          const char *ending)
{
    PathList files = list_folder(out, folder, ending);
    for (uint32_t i = 0; strcmp(all->data[i], folder); i++) {
        if (path_in(own, all->data[i])) continue;
        for (uint32_t k = 0; k < files.count; k++)
            if (is_file(arena_printf(out, "%s%s", all->data[i], strrchr(files.data[k], '/'))))
                return false;
    }
    return true;
}

bool external_sources_of_all(Arena *out, const ExternalLibrary *library, SourceList *list)
{
    *list = (SourceList){.hash = 1, .headers_hash = 1};
    for (uint32_t k = 0; k < library->sets.count; k++)
        add_annotations(out, library->sets.data[k].like, list);
    hash_everything(out, list);
    bool agree = true;
    for (uint32_t k = 0; k < library->sets.count; k++) {
        SourceList own = {0};
        add_annotations(out, library->sets.data[k].like, &own);
        for (uint32_t i = 0; i < own.folders.count; i++)
            agree = agree &&
                    is_not_hidden(out, &own.folders, &list->folders, own.folders.data[i], ".h") &&
                    is_not_hidden(out, &own.folders, &list->folders, own.folders.data[i], ".c");
    }
    return agree;
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
