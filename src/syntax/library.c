// The tree of packages; a file is read when a class in it is first asked for.
//
// A package folder is listed once, when a member is first looked up that is not in the text of
// package.mo; from then on names that are not there cost one probe of a map. Each file is read
// and parsed once per session, whichever way it is reached.
#include "syntax/library.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "syntax/library_state.h"
#include "syntax/parser.h"

Library *library_open(Session *s)
{
    Library *l = ARENA_NEW(s->arena, Library);
    l->arena = s->arena;
    l->top = map_make(s->arena);
    l->files = map_make(s->arena);
    l->entry_of_ast = map_make(s->arena);
    l->conversions_of = map_make(s->arena);
    s->library = l;
    return l;
}

// The entry for a name, made when it is not there yet.
LibraryEntry *library_entry(Session *s, Name name, LibraryEntry *parent)
{
    Library *l = s->library;
    Map *map = parent ? &parent->members : &l->top;
    LibraryEntry *e = map_get_pointer(map, name);
    if (e) return e;
    e = ARENA_NEW(l->arena, LibraryEntry);
    e->name = name;
    e->parent = parent;
    e->public.parent = parent ? &parent->public : NULL;
    e->members = map_make(l->arena);
    map_put_pointer(map, name, e);
    if (!parent) VEC_PUSH(l->arena, &l->tops, e);
    return e;
}

void library_full_name(const LibraryEntry *e, Text *out)
{
    if (e->parent) {
        library_full_name(e->parent, out);
        text_add_char(out, '.');
    }
    text_add(out, e->name->text);
}

// ---- Reading -----------------------------------------------------------------------------

// A file has one name here, however the path to it is written.
static Name name_of_file(Session *s, const char *path)
{
    struct stat about;
    if (stat(path, &about)) return name_of_text(s->names, path);
    return name_of_text(s->names,
                        arena_printf(s->arena, "/%llu/%llu", (unsigned long long)about.st_dev,
                                     (unsigned long long)about.st_ino));
}

static AstFile *read_tree(Session *s, const SourceFile *source, bool at_once)
{
    AstFile *file = at_once ? parse_file(s, source) : parse_file_later(s, source);
    if (file->is_base && !file->has_errors) base_modelica_lower(s, file);
    return file;
}

static const AstFile *read_file(Session *s, const char *path, bool at_once)
{
    Library *l = s->library;
    Name key = name_of_file(s, path);
    uint64_t known;
    if (map_get(&l->files, (uint64_t)(uintptr_t)key, &known))
        return (const AstFile *)(uintptr_t)known;
    const char *why = NULL;
    SourceFile *source = source_read(s->sources, path, &why);
    AstFile *file = NULL;
    if (source)
        file = read_tree(s, source, at_once);
    else
        diag_error(s->diag, (Span){0, 0}, E_FILE, "cannot read '%s': %s", path, why);
    if (file && file->has_errors) file = NULL;
    map_put_pointer(&l->files, key, file);
    return file;
}

const AstFile *library_read(Session *s, const char *path)
{
    return read_file(s, path, false);
}

static Span first_place(const AstFile *file)
{
    return span_of(file->source, 0, 0);
}

static void check_within(Session *s, const LibraryEntry *e, const AstFile *file)
{
    Text expected = text_make(s->arena), written = text_make(s->arena);
    if (e->parent) library_full_name(e->parent, &expected);
    if (file->within) ast_path_text(file->within, &written);
    if (!strcmp(text_cstr(&expected), text_cstr(&written)) && (file->has_within || !e->parent))
        return;
    Span span = file->within ? file->within->span : first_place(file);
    if (!e->parent) {
        diag_replace(s->diag,
                     diag_error(s->diag, span, E_WITHIN, "a top-level class cannot be within '%s'",
                                text_cstr(&written)),
                     span, "");
        return;
    }
    const char *name = text_cstr(&expected);
    Diagnostic *d = diag_error(s->diag, span, E_WITHIN,
                               file->within ? "the file lies in the folder of '%s'"
                                            : "the file lies in the folder of '%s' but does not "
                                              "say so with 'within'",
                               name);
    diag_replace(s->diag, d, span,
                 file->within ? name : arena_printf(s->arena, "within %s;\n", name));
}

static bool define_entry(Session *s, LibraryEntry *e, const AstClass *ast)
{
    e->public.ast = ast;
    e->state = ENTRY_READ;
    map_put_pointer(&s->library->entry_of_ast, ast, e);
    return true;
}

// Nothing but the members that lie there: what a lost package.mo may have declared is not found.
static const AstFile *read_missing_node(Session *s, const LibraryEntry *e)
{
    Text around = text_make(s->arena);
    const char *name = e->name->text;
    library_full_name(e->parent, &around);
    const char *text =
        arena_printf(s->arena, "within %s;\npackage %s\nend %s;\n", text_cstr(&around), name, name);
    diag_breach(s->diag, (Span){0, 0}, E_LIBRARY,
                "the folder '%s' has no package.mo (13.4.1): taken for a package with nothing but "
                "the classes in it",
                e->public.folder);
    return read_tree(s, source_add(s->sources, e->path, text, strlen(text)), false);
}

static bool read_entry(Session *s, LibraryEntry *e)
{
    if (e->state == ENTRY_READ) return true;
    if (e->state != ENTRY_UNREAD) return false;
    e->state = ENTRY_READING;
    const AstFile *file = e->lacks_node ? read_missing_node(s, e) : library_read(s, e->path);
    if (!file) {
        e->state = ENTRY_FAILED;
        return false;
    }
    if (file->n_classes != 1) {
        diag_error(s->diag, first_place(file), E_LIBRARY,
                   "a file of a package defines exactly one class, '%s'; here are %u",
                   e->name->text, file->n_classes);
        e->state = ENTRY_FAILED;
        return false;
    }
    const AstClass *ast = file->classes[0];
    if (ast->name != e->name) {
        Diagnostic *d = diag_error(s->diag, ast->name_span, E_LIBRARY,
                                   "the file should define the class '%s' that it is named after",
                                   e->name->text);
        diag_replace(s->diag, d, ast->name_span, e->name->text);
    }
    check_within(s, e, file);
    define_entry(s, e, ast);
    if (!e->parent) {
        library_note_uses(s, ast);
        library_check_version(s, e);
    }
    return true;
}

// ---- Members -----------------------------------------------------------------------------

static void find_members(Session *s, LibraryEntry *e)
{
    if (e->members_known) return;
    e->members_known = true;
    const AstClass *ast = e->public.ast;
    class_read(s, ast);
    for (uint32_t i = 0; i < ast->n_elements; i++) {
        const AstElement *element = ast->elements[i];
        if (element->kind != AST_ELEMENT_CLASS) continue;
        LibraryEntry *member = library_entry(s, element->name, e);
        if (member->public.ast) continue; // defined twice: reported where elements are compared
        define_entry(s, member, element->u.class_def);
        VEC_PUSH(s->arena, &e->in_text, member);
    }
    if (e->public.folder) library_list_folder(s, e->public.folder, e);
}

static LibraryEntry *find_member(Session *s, LibraryEntry *package, Name name)
{
    find_members(s, package);
    LibraryEntry *e = map_get_pointer(&package->members, name);
    return e && read_entry(s, e) && class_read(s, e->public.ast) ? e : NULL;
}

const LibraryClass *library_member(Session *s, const LibraryClass *package, Name name)
{
    LibraryEntry *e =
        find_member(s, (LibraryEntry *)package, name); // every LibraryClass is one of our entries
    return e ? &e->public : NULL;
}

LibraryEntry *library_top_entry(Session *s, Name name)
{
    LibraryEntry *e = map_get_pointer(&s->library->top, name);
    if (!e) {
        const Candidate *c = library_choose(s, name);
        if (!c) c = library_choose_respelled(s, name);
        if (!c) return NULL;
        e = library_entry(s, name, NULL);
        e->path = c->path;
        e->public.folder = c->folder;
    }
    return read_entry(s, e) ? e : NULL;
}

const LibraryClass *library_top(Session *s, Name name)
{
    LibraryEntry *e = library_top_entry(s, name);
    return e ? &e->public : NULL;
}

// The length of the first identifier of a dotted name; a quoted one may hold dots.
static size_t first_identifier(const char *name)
{
    if (*name != '\'') return strcspn(name, ".");
    const char *p = name + 1;
    while (*p && *p != '\'') p += *p == '\\' && p[1] ? 2 : 1;
    return (size_t)(p - name) + (*p == '\'');
}

const LibraryClass *library_find(Session *s, const char *full_name)
{
    size_t n = first_identifier(full_name);
    LibraryEntry *e = library_top_entry(s, name_of(s->names, full_name, n));
    while (e && full_name[n] == '.') {
        full_name += n + 1;
        n = first_identifier(full_name);
        e = find_member(s, e, name_of(s->names, full_name, n));
    }
    return e ? &e->public : NULL;
}

const LibraryClass *library_of_ast(Session *s, const AstClass *ast)
{
    const LibraryEntry *e = map_get_pointer(&s->library->entry_of_ast, ast);
    if (e) return &e->public;
    if (!ast->enclosing) return NULL;
    const LibraryClass *around = library_of_ast(s, ast->enclosing);
    if (!around) return NULL;
    find_members(s, (LibraryEntry *)around); // as above
    e = map_get_pointer(&s->library->entry_of_ast, ast);
    return e ? &e->public : NULL;
}

// ---- Names of members --------------------------------------------------------------------

// Each line of package.order is the name of a class or constant.
static void order_names(Session *s, const LibraryEntry *e, BitSet *taken, Name *names,
                        uint32_t *count)
{
    const char *why;
    SourceFile *order =
        source_read(s->sources, arena_printf(s->arena, "%s/package.order", e->public.folder), &why);
    if (!order) return;
    for (const char *p = order->text; *p;) {
        size_t n = strcspn(p, "\r\n");
        Name name = name_find(s->names, p, n);
        const LibraryEntry *member = name ? map_get_pointer(&e->members, name) : NULL;
        if (member && !bitset_has(taken, name->id)) {
            bitset_add(taken, name->id);
            names[(*count)++] = name;
        }
        p += n;
        p += strspn(p, "\r\n");
    }
}

static void add_names(LibraryEntry *const *entries, uint32_t n, BitSet *taken, Name *names,
                      uint32_t *count)
{
    for (uint32_t i = 0; i < n; i++) {
        Name name = entries[i]->name;
        if (bitset_has(taken, name->id)) continue;
        bitset_add(taken, name->id);
        names[(*count)++] = name;
    }
}

Name *library_member_names(Session *s, const LibraryClass *package, Arena *out, uint32_t *count)
{
    LibraryEntry *e = (LibraryEntry *)package; // as above
    find_members(s, e);
    Arena *scratch = arena_open("member names");
    BitSet taken = bitset_make(scratch, names_count(s->names));
    Name *names = ARENA_ARRAY(out, Name, e->in_text.count + e->in_files.count);
    *count = 0;
    if (e->public.folder) order_names(s, e, &taken, names, count);
    add_names(e->in_text.data, e->in_text.count, &taken, names, count);
    add_names(e->in_files.data, e->in_files.count, &taken, names, count);
    arena_close(scratch);
    return names;
}

Name *library_top_names(Session *s, Arena *out, uint32_t *count)
{
    const Library *l = s->library;
    Arena *scratch = arena_open("top names");
    BitSet taken = bitset_make(scratch, names_count(s->names));
    Name *names = ARENA_ARRAY(out, Name, l->tops.count + l->candidates.count);
    *count = 0;
    add_names(l->tops.data, l->tops.count, &taken, names, count);
    for (uint32_t i = 0; i < l->candidates.count; i++) {
        Name name = l->candidates.data[i].name;
        if (bitset_has(&taken, name->id)) continue;
        bitset_add(&taken, name->id);
        names[(*count)++] = name;
    }
    arena_close(scratch);
    return names;
}

// ---- Files of the command line -----------------------------------------------------------

const char *library_folder_of(Arena *out, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return ".";
    return slash == path ? "/" : arena_copy_text(out, path, (size_t)(slash - path));
}

static bool file_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static bool is_package_folder(Arena *scratch, const char *folder)
{
    return file_exists(arena_printf(scratch, "%s/package.mo", folder));
}

const char *library_bare_folder(Session *s, const LibraryClass *package, Name name)
{
    if (!package->folder) return NULL;
    const char *path = arena_printf(s->arena, "%s/%s", package->folder, name->text);
    struct stat info;
    bool is_folder = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
    return is_folder && !is_package_folder(s->arena, path) ? path : NULL;
}

// Above `folder`, which may be written as seen from inside: ".", "..", or without a slash.
static const char *folder_above(Arena *out, const char *folder)
{
    const char *slash = strrchr(folder, '/'), *last = slash ? slash + 1 : folder;
    char whole[PATH_MAX];
    bool tells = slash && strcmp(last, ".") && strcmp(last, "..");
    if (!tells && realpath(folder, whole)) folder = arena_copy_text(out, whole, strlen(whole));
    return library_folder_of(out, folder);
}

// The package that the folder is, by the text of its package.mo: folders have other names, too.
static Name package_of_folder(Session *s, const char *folder)
{
    const char *path = arena_printf(s->arena, "%s/package.mo", folder);
    const AstFile *file = file_exists(path) ? library_read(s, path) : NULL;
    return file && file->n_classes && !file->within ? file->classes[0]->name : NULL;
}

// Opens the outermost package around `folder` and walks down the names of `within`.
static LibraryEntry *open_surrounding(Session *s, const char *folder, const AstExpr *within)
{
    const char *top = folder;
    for (const char *up = folder_above(s->arena, top); is_package_folder(s->arena, up);
         up = folder_above(s->arena, top)) {
        if (!strcmp(up, top)) break;
        top = up;
    }
    Name name = within->u.ref.parts[0].name;
    if (!map_get_pointer(&s->library->top, name) && package_of_folder(s, top) == name) {
        LibraryEntry *e = library_entry(s, name, NULL);
        e->path = arena_printf(s->arena, "%s/package.mo", top);
        e->public.folder = top;
    }
    LibraryEntry *e = library_top_entry(s, name);
    for (uint32_t i = 1; e && i < within->u.ref.n_parts; i++)
        e = find_member(s, e, within->u.ref.parts[i].name);
    return e;
}

static const AstFile *load_inside_package(Session *s, const char *path, const AstFile *file)
{
    const char *folder = library_folder_of(s->arena, path);
    const char *slash = strrchr(path, '/');
    bool is_node = !strcmp(slash ? slash + 1 : path, "package.mo");
    if (is_node) folder = folder_above(s->arena, folder);
    uint32_t errors = diag_count(s->diag, SEVERITY_ERROR);
    LibraryEntry *package = open_surrounding(s, folder, file->within);
    if (!package) {
        if (diag_count(s->diag, SEVERITY_ERROR) == errors)
            diag_error(s->diag, file->within->span, E_WITHIN,
                       "the package that this file is within is not found");
        return NULL;
    }
    for (uint32_t i = 0; i < file->n_classes; i++) {
        const AstClass *ast = file->classes[i];
        const LibraryEntry *e = find_member(s, package, ast->name);
        if (e && e->public.ast == ast) continue;
        if (e) {
            Diagnostic *d = diag_error(s->diag, ast->name_span, E_LIBRARY,
                                       "the package has a class '%s' already", ast->name->text);
            diag_note(s->diag, d, e->public.ast->name_span, "it is here");
            continue;
        }
        define_entry(s, library_entry(s, ast->name, package), ast);
    }
    return diag_count(s->diag, SEVERITY_ERROR) == errors ? file : NULL;
}

static bool load_top_class(Session *s, const char *path, const AstClass *ast)
{
    LibraryEntry *e = library_entry(s, ast->name, NULL);
    if (e->public.ast == ast) return true;
    if (e->public.ast) {
        Diagnostic *d = diag_error(s->diag, ast->name_span, E_LIBRARY, "there are two classes '%s'",
                                   ast->name->text);
        diag_note(s->diag, d, e->public.ast->name_span, "the other one is here");
        return false;
    }
    const char *slash = strrchr(path, '/');
    e->path = path;
    if (!strcmp(slash ? slash + 1 : path, "package.mo"))
        e->public.folder = library_folder_of(s->arena, path);
    define_entry(s, e, ast);
    library_note_uses(s, ast);
    return true;
}

static const AstFile *load_classes(Session *s, const char *path, const AstFile *file)
{
    if (file->within) return load_inside_package(s, path, file);
    bool ok = true;
    for (uint32_t i = 0; i < file->n_classes; i++) ok &= load_top_class(s, path, file->classes[i]);
    return ok ? file : NULL;
}

const AstFile *library_load_file(Session *s, const char *path)
{
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/') n--;
    path = arena_copy_text(s->arena, path, n);
    if (is_package_folder(s->arena, path)) path = arena_printf(s->arena, "%s/package.mo", path);
    const AstFile *file = read_file(s, path, true);
    if (file && !file_read(s, file)) return NULL; // which was read as one of a library before
    return file ? load_classes(s, path, file) : NULL;
}

const AstFile *library_load_text(Session *s, const char *path, const char *text, size_t length)
{
    path = arena_copy_text(s->arena, path, strlen(path));
    const AstFile *file = read_tree(s, source_add(s->sources, path, text, length), true);
    return file && !file->has_errors ? load_classes(s, path, file) : NULL;
}
