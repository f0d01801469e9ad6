// Files of libraries: modelica://Package/path.
#include <dirent.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "syntax/library_state.h"

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static char *decode_percent(Arena *out, const char *text)
{
    char *copy = arena_copy_text(out, text, strlen(text)), *q = copy;
    for (const char *p = text; *p; q++) {
        int high = *p == '%' ? hex_digit(p[1]) : -1, low = high >= 0 ? hex_digit(p[2]) : -1;
        *q = low >= 0 ? (char)(high * 16 + low) : *p;
        p += low >= 0 ? 3 : 1;
    }
    *q = '\0';
    return copy;
}

// Name.Sub/path: the folder of Name, then Sub as a folder whether it is one or not. The first
// `*n_folder` characters are the folder of the library.
static const char *package_resource(Session *s, const char *rest, size_t *n_folder, Arena *out)
{
    size_t n_package = strcspn(rest, "/"), n_top = strcspn(rest, "./");
    LibraryEntry *top = library_top_entry(s, name_of(s->names, rest, n_top));
    if (!top) return NULL;
    const char *folder =
        top->public.folder ? top->public.folder : library_folder_of(out, top->path);
    Text path = text_make(out);
    text_add(&path, folder);
    *n_folder = path.length;
    for (size_t i = n_top; i < n_package; i++) text_add_char(&path, rest[i] == '.' ? '/' : rest[i]);
    text_add(&path, rest + n_package);
    return path.data;
}

// The path, and how much of it is the folder of a library; 0: it is no file of one.
static const char *place_of(Session *s, const char *uri, size_t *n_folder, Arena *out)
{
    const char *path = decode_percent(out, uri);
    *n_folder = 0;
    if (!strncasecmp(path, "modelica:/", 10)) {
        path += 10;
        if (*path == '/') path++;
        return package_resource(s, path, n_folder, out);
    }
    return !strncasecmp(path, "file://", 7) ? path + 7 : uri;
}

const char *library_place(Session *s, const char *uri, Arena *out)
{
    size_t n_folder;
    return place_of(s, uri, &n_folder, out);
}

const char *library_resource(Session *s, const char *uri, Arena *out)
{
    const char *path = library_place(s, uri, out);
    return path && access(path, F_OK) == 0 ? path : NULL;
}

// ---- Capitals ----------------------------------------------------------------------------

// The one entry of a folder that is called so but for capitals; NULL where there are none or two.
static const char *entry_but_for_capitals(Arena *out, const char *folder, const char *name)
{
    const char *found = NULL;
    uint32_t n = 0;
    DIR *d = opendir(folder);
    for (struct dirent *entry; d && (entry = readdir(d));)
        if (!strcasecmp(entry->d_name, name) && n++ == 0)
            found = arena_copy_text(out, entry->d_name, strlen(entry->d_name));
    if (d) closedir(d);
    return n == 1 ? found : NULL;
}

// The path with the capitals that its folders and its file have, behind its first n characters.
static const char *path_but_for_capitals(Arena *out, const char *path, size_t n)
{
    const char *found = arena_copy_text(out, path, n);
    for (const char *p = path + n; *p;) {
        size_t length = strcspn(p, "/");
        const char *name = arena_copy_text(out, p, length);
        const char *next = arena_printf(out, "%s/%s", found, name);
        if (length && access(next, F_OK) != 0) {
            name = entry_but_for_capitals(out, found, name);
            if (!name) return NULL;
            next = arena_printf(out, "%s/%s", found, name);
        }
        if (length) found = next;
        p += length;
        while (*p == '/') p++;
    }
    return found;
}

static bool is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

const char *library_resource_respelled(Session *s, const char *text, Arena *out)
{
    size_t n_folder;
    const char *path = place_of(s, text, &n_folder, out);
    if (!path || !n_folder || access(path, F_OK) == 0) return NULL;
    const char *found = path_but_for_capitals(out, path, n_folder);
    if (found && is_file(found)) return found;
    const char *name = strrchr(path, '/'), *folder = library_folder_of(out, path);
    if (strlen(folder) <= n_folder || access(folder, F_OK) == 0) return NULL;
    folder = path_but_for_capitals(out, folder, n_folder);
    return folder ? arena_printf(out, "%s%s", folder, name) : NULL;
}

const char *library_resource_text(Session *s, const char *text, Arena *out)
{
    const char *path = library_resource(s, text, out);
    if (path || strncasecmp(text, "modelica://", 11) || !strchr(text + 11, '/')) return path;
    path = library_resource_respelled(s, text, out);
    if (path) return path;
    path = library_place(s, text, out);
    if (!path) return NULL;
    return access(library_folder_of(out, path), F_OK) == 0 ? path : NULL;
}
