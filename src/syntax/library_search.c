// The search path, and which version of a library is taken.
//
// A library is a folder Name or "Name VERSION" with a package.mo, or a file of that name. If a
// class read so far says uses(Name(version = "...")), the library of exactly that version is
// taken if there is one; otherwise one without a version in its name, otherwise the highest.
// Among equals the earlier folder of the path wins. Where several are left, what they say of
// themselves counts: version = "..." in their annotations, and which versions they replace.
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "syntax/library_state.h"

typedef VEC(const char *) WordList;

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// Names in a folder, sorted: the order of the file system must not show.
static WordList list_folder(Arena *out, const char *path)
{
    WordList words = {0};
    DIR *folder = opendir(path);
    if (!folder) return words;
    for (struct dirent *entry; (entry = readdir(folder));)
        if (entry->d_name[0] != '.') {
            const char *name = arena_copy_text(out, entry->d_name, strlen(entry->d_name));
            VEC_PUSH(out, &words, name);
        }
    closedir(folder);
    if (words.count) qsort(words.data, words.count, sizeof *words.data, compare_words);
    return words;
}

static bool is_regular(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static bool is_modelica_file(const char *name, size_t *stem)
{
    size_t n = strlen(name);
    if (n <= 3 || strcmp(name + n - 3, ".mo") != 0) return false;
    *stem = n - 3;
    return true;
}

// The file that defines what `entry` of the folder stands for; NULL when it is no class.
static const char *defining_file(Arena *out, const char *folder, const char *entry, size_t *stem)
{
    if (is_modelica_file(entry, stem))
        return strcmp(entry, "package.mo") != 0 ? arena_printf(out, "%s/%s", folder, entry) : NULL;
    if (strchr(entry, '.') && !strchr(entry, ' ')) return NULL; // package.order, readme.txt
    *stem = strlen(entry);
    const char *path = arena_printf(out, "%s/%s/package.mo", folder, entry);
    return is_regular(path) ? path : NULL;
}

// A line of package.order; where there is none, nothing is said against any name.
static bool is_in_order(Session *s, const char *folder, const char *name)
{
    const char *why;
    const SourceFile *order =
        source_read(s->sources, arena_printf(s->arena, "%s/package.order", folder), &why);
    if (!order) return true;
    size_t n = strlen(name);
    for (const char *p = order->text; *p;) {
        size_t length = strcspn(p, "\r\n");
        if (length == n && memcmp(p, name, n) == 0) return true;
        p += length;
        p += strspn(p, "\r\n");
    }
    return false;
}

// Whether a file of the folder says that it is within a package of that name, which is not that of
// the package around.
static bool says_within(Session *s, const char *folder, const char *name)
{
    const char *why, *around = strrchr(folder, '/');
    if (around && !strcmp(around + 1, name)) return false;
    const char *path = arena_printf(s->arena, "%s/%s", folder, name);
    WordList words = list_folder(s->arena, path);
    const SourceFile *file = NULL;
    size_t stem, n = strlen(name);
    for (uint32_t i = 0; i < words.count && !file; i++)
        if (is_modelica_file(words.data[i], &stem))
            file =
                source_read(s->sources, arena_printf(s->arena, "%s/%s", path, words.data[i]), &why);
    const char *within = file ? strstr(file->text, "within") : NULL;
    const char *end = within ? strchr(within, ';') : NULL;
    if (!end) return false;
    while (end > within && strchr(" \t\r\n", end[-1])) end--;
    return (size_t)(end - within) > n && !memcmp(end - n, name, n) && end[-1 - (long)n] == '.';
}

// A folder inside a package that says in which order its members come is meant as a package,
// whether it has the package.mo that it shall have (13.4.1) or not. Remains of a package that was
// stored in another way are none: there is a file of that name, or the order leaves it out and
// the files in it do not say that they belong there.
static const char *missing_node(Session *s, const char *folder, const char *entry, size_t *stem)
{
    Arena *out = s->arena;
    if (strchr(entry, '.') || !is_regular(arena_printf(out, "%s/%s/package.order", folder, entry)))
        return NULL;
    if (is_regular(arena_printf(out, "%s/%s.mo", folder, entry))) return NULL;
    if (!is_in_order(s, folder, entry) && !says_within(s, folder, entry)) return NULL;
    *stem = strlen(entry);
    return arena_printf(out, "%s/%s/package.mo", folder, entry);
}

// The members of a package that stand in files of their own.
void library_list_folder(Session *s, const char *path, LibraryEntry *package)
{
    WordList words = list_folder(s->arena, path);
    for (uint32_t i = 0; i < words.count; i++) {
        size_t stem;
        const char *file = defining_file(s->arena, path, words.data[i], &stem);
        bool lacks_node = !file;
        if (lacks_node) file = missing_node(s, path, words.data[i], &stem);
        if (!file) continue;
        Name name = name_of(s->names, words.data[i], stem);
        LibraryEntry *e = library_entry(s, name, package);
        if (e->public.ast && !e->path) {
            Diagnostic *d =
                diag_error(s->diag, e->public.ast->name_span, E_LIBRARY,
                           "'%s' is in the text of the package and in a file, too", name->text);
            diag_note(s->diag, d, (Span){0, 0}, "the file is '%s'", file);
            continue;
        }
        if (e->path) {
            diag_error(s->diag, (Span){0, 0}, E_LIBRARY,
                       "the folder '%s' holds both a folder and a file of the class '%s'", path,
                       name->text);
            continue;
        }
        e->path = file;
        e->lacks_node = lacks_node;
        if (!is_modelica_file(words.data[i], &stem))
            e->public.folder = arena_printf(s->arena, "%s/%s", path, words.data[i]);
        VEC_PUSH(s->arena, &package->in_files, e);
    }
}

static void add_candidate(Session *s, const char *folder, const char *entry)
{
    size_t stem;
    const char *file = defining_file(s->arena, folder, entry, &stem);
    if (!file) return;
    size_t n = strcspn(entry, " ");
    if (n > stem) n = stem;
    size_t first = n < stem ? n + 1 : stem; // of the version
    Candidate c = {.name = name_of(s->names, entry, n), .path = file};
    c.version = arena_copy_text(s->arena, entry + first, stem - first);
    if (!is_modelica_file(entry, &stem)) c.folder = arena_printf(s->arena, "%s/%s", folder, entry);
    VEC_PUSH(s->arena, &s->library->candidates, c);
}

// Where libraries were looked for, in words.
const char *library_searched(Session *s)
{
    Text t = text_make(s->arena);
    for (uint32_t i = 0; i < s->library->folders.count; i++)
        text_printf(&t, "%s'%s'", i ? ", " : "looked in ", s->library->folders.data[i]);
    if (!t.length) text_add(&t, "no folder was named, and MODELICAPATH is not set");
    return text_cstr(&t);
}

void library_add_folder(Session *s, const char *path)
{
    VEC_PUSH(s->arena, &s->library->folders, arena_copy_text(s->arena, path, strlen(path)));
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') length--;
    const char *folder = arena_copy_text(s->arena, path, length);
    // The folder of one library instead of the one around it is meant all the same.
    if (is_regular(arena_printf(s->arena, "%s/package.mo", folder))) {
        const char *slash = strrchr(folder, '/');
        if (slash)
            add_candidate(s, arena_copy_text(s->arena, folder, (size_t)(slash - folder)),
                          slash + 1);
        else
            add_candidate(s, ".", folder);
        return;
    }
    WordList words = list_folder(s->arena, folder);
    for (uint32_t i = 0; i < words.count; i++) add_candidate(s, folder, words.data[i]);
}

// ---- Versions ----------------------------------------------------------------------------

// 4.10.0 is above 4.9.1: numbers count as numbers, everything else as text.
static int compare_versions(const char *a, const char *b)
{
    while (*a || *b) {
        char *after_a, *after_b;
        unsigned long x = strtoul(a, &after_a, 10), y = strtoul(b, &after_b, 10);
        if (after_a == a || after_b == b) return strcmp(a, b);
        if (x != y) return x < y ? -1 : 1;
        a = after_a + (*after_a == '.');
        b = after_b + (*after_b == '.');
    }
    return 0;
}

static const Wish *wish_for(const Library *l, Name name)
{
    for (uint32_t i = 0; i < l->wishes.count; i++)
        if (l->wishes.data[i].name == name) return &l->wishes.data[i];
    return NULL;
}

static bool is_better(const Candidate *c, const Candidate *best, const char *wanted)
{
    if (!best) return true;
    if (wanted && !strcmp(best->version, wanted)) return false;
    if (wanted && !strcmp(c->version, wanted)) return true;
    if (!*best->version) return false;
    return !*c->version || compare_versions(c->version, best->version) > 0;
}

static bool is_none_from(Session *s, const AstMod *conversion, const char *version)
{
    for (uint32_t i = 0; conversion && i < conversion->n_args; i++) {
        const AstMod *mod = conversion->args[i];
        if (mod->n_path != 1 || strcmp(mod->path[0]->text, "noneFromVersion") != 0) continue;
        const char *from = ast_mod_string(mod, s->arena);
        if (from && !strcmp(from, version)) return true;
    }
    return false;
}

typedef enum { OTHER_VERSION, REPLACES_VERSION, SAME_VERSION } VersionFit;

static VersionFit version_fit(Session *s, const Candidate *c, const char *wanted)
{
    if (!strcmp(c->version, wanted)) return SAME_VERSION;
    const AstFile *file = library_read(s, c->path);
    const AstModList *annotation = file && file->n_classes ? file->classes[0]->annotation : NULL;
    const char *version = ast_mod_string(ast_annotation(annotation, "version"), s->arena);
    if (version && !strcmp(version, wanted)) return SAME_VERSION;
    bool replaces = is_none_from(s, ast_annotation(annotation, "conversion"), wanted);
    return replaces ? REPLACES_VERSION : OTHER_VERSION;
}

// The first that fits best; NULL: none says that it does.
static const Candidate *best_fit(Session *s, const Wish *wish)
{
    const Library *l = s->library;
    const Candidate *best = NULL;
    VersionFit fit = OTHER_VERSION;
    for (uint32_t i = 0; i < l->candidates.count && fit < SAME_VERSION; i++) {
        const Candidate *c = &l->candidates.data[i];
        VersionFit f = c->name == wish->name ? version_fit(s, c, wish->version) : OTHER_VERSION;
        if (f > fit) {
            best = c;
            fit = f;
        }
    }
    return best;
}

const Candidate *library_choose(Session *s, Name name)
{
    const Library *l = s->library;
    const Wish *wish = wish_for(l, name);
    const Candidate *best = NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < l->candidates.count; i++) {
        const Candidate *c = &l->candidates.data[i];
        if (c->name != name) continue;
        n++;
        if (is_better(c, best, wish ? wish->version : NULL)) best = c;
    }
    bool is_sure = n < 2 || !wish || !strcmp(best->version, wish->version);
    const Candidate *fitting = is_sure ? NULL : best_fit(s, wish);
    return fitting ? fitting : best;
}

// A file that is called as its class but for capitals: file systems that know none hide it.
const Candidate *library_choose_respelled(Session *s, Name name)
{
    const Candidate *found = NULL;
    for (uint32_t i = 0; i < s->library->candidates.count; i++) {
        const Candidate *c = &s->library->candidates.data[i];
        if (c->name == name || strcasecmp(c->name->text, name->text) != 0) continue;
        const AstFile *file = library_read(s, c->path);
        if (!file || file->n_classes != 1 || file->classes[0]->name != name) continue;
        if (found) return NULL;
        found = c;
    }
    if (!found) return NULL;
    const AstFile *file = library_read(s, found->path);
    Diagnostic *d = diag_breach(s->diag, file->classes[0]->name_span, E_FILE_LETTERS,
                                "the file of '%s' has other capitals than its class", name->text);
    diag_label(s->diag, d, "the file is '%s'", found->path);
    return found;
}

void library_note_uses(Session *s, const AstClass *c)
{
    const AstMod *uses = ast_annotation(c->annotation, "uses");
    for (uint32_t i = 0; uses && i < uses->n_args; i++) {
        const AstMod *library = uses->args[i];
        if (library->n_path != 1) continue;
        const AstMod *mod = ast_find_mod(library->args, library->n_args, "version");
        const char *version = ast_mod_string(mod, s->arena);
        if (!version || wish_for(s->library, library->path[0])) continue;
        Wish wish = {library->path[0], version, mod->value->span};
        VEC_PUSH(s->arena, &s->library->wishes, wish);
    }
}

void library_check_version(Session *s, const LibraryEntry *top)
{
    const Wish *wish = wish_for(s->library, top->name);
    const AstModList *annotation = top->public.ast->annotation;
    const char *version = ast_mod_string(ast_annotation(annotation, "version"), s->arena);
    if (!wish || !version || !strcmp(wish->version, version)) return;
    if (is_none_from(s, ast_annotation(annotation, "conversion"), wish->version)) return;
    diag_warning(s->diag, wish->span, E_LIBRARY_VERSION,
                 "'%s' is asked for in version %s, but %s is on the search path", top->name->text,
                 wish->version, version);
}
