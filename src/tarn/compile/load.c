#include "tarn/compile/load.h"

#include <sys/stat.h>

#include <string.h>

#include "base/suggest.h"

static const Span nowhere = {0, 0};

void load_open_library(Session *s, const CompileOptions *o)
{
    if (s->library) return;
    library_open(s);
    for (uint32_t i = 0; i < o->folders.count; i++) library_add_folder(s, o->folders.data[i]);
    for (const char *p = o->model_path; p && *p;) {
        size_t n = strcspn(p, ":");
        if (n) library_add_folder(s, arena_copy_text(s->arena, p, n));
        p += n + (p[n] == ':');
    }
}

bool folders_exist(Session *s, const CompileOptions *o)
{
    for (uint32_t i = 0; i < o->folders.count; i++) {
        struct stat about;
        const char *folder = o->folders.data[i];
        if (!stat(folder, &about) && S_ISDIR(about.st_mode)) continue;
        diag_error(s->diag, nowhere, E_USAGE, "-L: there is no folder '%s'", folder);
        return false;
    }
    return true;
}

// ---- The last model of a file -------------------------------------------------------------

static bool can_be_simulated(const AstClass *c)
{
    return !c->is_partial && (c->kind == AST_MODEL || c->kind == AST_BLOCK || c->kind == AST_CLASS);
}

// The class itself or, in a package, the last model inside. Its path of names is added to `out`
// with dots between; nothing is added where there is none.
static bool find_last_model(const AstClass *c, Text *out)
{
    size_t length = out->length;
    if (length) text_add_char(out, '.');
    text_add(out, c->name->text);
    if (can_be_simulated(c)) return true;
    if (c->kind == AST_PACKAGE)
        for (uint32_t i = c->n_elements; i-- > 0;)
            if (c->elements[i]->kind == AST_ELEMENT_CLASS &&
                find_last_model(c->elements[i]->u.class_def, out))
                return true;
    out->length = length;
    return false;
}

const char *load_last_model(Session *s, const AstFile *file)
{
    Text name = text_make(s->arena);
    if (file->within) ast_path_text(file->within, &name);
    for (uint32_t i = file->n_classes; i-- > 0;)
        if (find_last_model(file->classes[i], &name)) {
            name.data[name.length] = '\0';
            return name.data;
        }
    for (uint32_t i = file->n_classes; i-- > 0;)
        if (file->classes[i]->is_partial) {
            diag_error(s->diag, file->classes[i]->name_span, E_NO_CLASS,
                       "'%s' is partial and cannot be simulated, and the file has no other model",
                       file->classes[i]->name->text);
            return NULL;
        }
    diag_error(s->diag, nowhere, E_NO_CLASS, "'%s' contains no model", file->source->path);
    return NULL;
}

// ---- A class by its name ------------------------------------------------------------------

// The length of the first identifier of a dotted name; a quoted one may hold dots.
static size_t first_identifier(const char *name)
{
    if (*name != '\'') return strcspn(name, ".");
    const char *p = name + 1;
    while (*p && *p != '\'') p += *p == '\\' && p[1] ? 2 : 1;
    return (size_t)(p - name) + (*p == '\'');
}

static void report_unknown_class(Session *s, const LibraryClass *inside, const char *name,
                                 const char *part)
{
    Diagnostic *d =
        inside
            ? diag_error(s->diag, nowhere, E_NO_CLASS, "there is no class '%s': '%s' has no '%s'",
                         name, inside->ast->name->text, part)
            : diag_error(s->diag, nowhere, E_NO_CLASS,
                         "there is no class '%s', neither in a file given nor on the search path",
                         name);
    const char *version, *renamed = library_renamed(s, name, &version);
    if (renamed) {
        diag_label(s->diag, d, "renamed to '%s' in %s", renamed, version);
        return;
    }
    uint32_t n;
    Name *names =
        inside ? library_member_names(s, inside, s->arena, &n) : library_top_names(s, s->arena, &n);
    const char **candidates = ARENA_ARRAY(s->arena, const char *, n);
    for (uint32_t i = 0; i < n; i++) candidates[i] = names[i]->text;
    const char *near = nearest_text(part, candidates, n);
    if (near)
        diag_suggest(s->diag, d, near);
    else if (!inside)
        diag_note(s->diag, d, nowhere, "say where its library is: -L DIR, or MODELICAPATH; %s",
                  library_searched(s));
}

static bool has_extends(const AstClass *c)
{
    for (uint32_t i = 0; i < c->n_elements; i++)
        if (c->elements[i]->kind == AST_ELEMENT_EXTENDS) return true;
    return c->form == AST_CLASS_SHORT || c->form == AST_CLASS_EXTENDS;
}

// An inherited member is not in the library; instantiation finds it or reports that it does not.
static bool class_exists(Session *s, const char *name)
{
    const LibraryClass *c = NULL;
    const char *rest = name;
    while (*rest) {
        size_t n = first_identifier(rest);
        Name part = name_of(s->names, rest, n);
        uint32_t errors = diag_count(s->diag, SEVERITY_ERROR);
        const LibraryClass *next = c ? library_member(s, c, part) : library_top(s, part);
        if (!next && diag_count(s->diag, SEVERITY_ERROR) > errors) return false;
        if (!next && c && has_extends(c->ast)) return true;
        if (!next) {
            report_unknown_class(s, c, name, part->text);
            return false;
        }
        c = next;
        rest += n;
        if (*rest == '.') rest++;
    }
    return c != NULL;
}

bool load_is_file(const char *what)
{
    size_t n = strlen(what);
    return strchr(what, '/') || !strcmp(what, "-") || !strcmp(what, ".") || !strcmp(what, "..") ||
           (n > 3 && !strcmp(what + n - 3, ".mo")) || (n > 4 && !strcmp(what + n - 4, ".bmo"));
}

static bool is_package_here(Session *s, const char *what)
{
    struct stat about;
    if (strchr(what, '.') || library_top(s, name_of_text(s->names, what))) return false;
    return !stat(arena_printf(s->arena, "%s/package.mo", what), &about);
}

const char *load_package_name(Session *s, const CompileOptions *options, const char *what)
{
    load_open_library(s, options);
    if (!load_is_file(what) && !is_package_here(s, what))
        return library_find(s, what) ? what : NULL;
    const AstFile *file = library_load_file(s, what);
    if (!file || !file->n_classes || file->is_base) return NULL; // that is one model
    const AstClass *last = file->classes[file->n_classes - 1];
    if (last->kind != AST_PACKAGE) return NULL;
    Text name = text_make(s->arena);
    if (file->within) ast_path_text(file->within, &name);
    text_printf(&name, "%s%s", file->within ? "." : "", last->name->text);
    return text_cstr(&name);
}

// A.B(c = 1): the name, and what is behind it. A file may have brackets in its name.
static const char *split_modification(Session *s, const char *what, const char **modification)
{
    size_t n = strlen(what), at = 0;
    struct stat about;
    bool quoted = false;
    *modification = NULL;
    if (!n || what[n - 1] != ')' || !stat(what, &about)) return what;
    for (; what[at] && (quoted || what[at] != '('); at++) {
        if (quoted && what[at] == '\\' && what[at + 1]) at++;
        if (what[at] == '\'') quoted = !quoted;
    }
    if (what[at] != '(' || at == 0) return what;
    *modification = what + at;
    return arena_copy_text(s->arena, what, at);
}

bool load_what(Session *s, const CompileOptions *options, const char *what, Loaded *out)
{
    const char *modification;
    what = split_modification(s, what, &modification);
    *out = (Loaded){NULL, what, modification};
    load_open_library(s, options);
    if (load_is_file(what) || is_package_here(s, what)) {
        out->file = library_load_file(s, what);
        if (!out->file) return false;
        out->model = options->class_name ? options->class_name : load_last_model(s, out->file);
        if (!options->class_name) return out->model != NULL;
    } else if (options->class_name) {
        diag_error(s->diag, nowhere, E_USAGE, "--class chooses a class of a file, and '%s' is none",
                   what);
        return false;
    }
    return class_exists(s, out->model);
}
