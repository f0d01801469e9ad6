#include "cli/pipeline.h"

#include <string.h>
#include <time.h>

#include "syntax/parser.h"

const char *const stage_names[N_STAGES] = {"ast",       "instance", "flat",
                                           "equations", "blocks",   "program"};
const char *const phase_names[N_PHASES] = {"load",       "instantiate", "flatten",
                                           "causalize",  "program",     "native",
                                           "initialize", "simulate",    "write"};

static const Span nowhere = {0, 0};

Session *session_open(void)
{
    Arena *arena = arena_open("session");
    Session *s = ARENA_NEW(arena, Session);
    s->arena = arena;
    s->names = names_open(arena);
    s->sources = sources_open(arena);
    s->diag = diag_open(arena, s->sources);
    return s;
}

void session_close(Session *s)
{
    arena_close(s->arena);
}

double milliseconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

// ---- Loading ------------------------------------------------------------------------------

static bool is_file_name(const char *what)
{
    size_t n = strlen(what);
    return strchr(what, '/') || (n > 3 && !strcmp(what + n - 3, ".mo"));
}

// Text holds no zero bytes; one near the beginning tells a binary file without reading it all.
static bool is_text(const SourceFile *f)
{
    enum { LOOK_AT = 4096 };
    return !memchr(f->text, '\0', f->length < LOOK_AT ? f->length : LOOK_AT);
}

static const AstFile *load_file(Session *s, const char *path)
{
    const char *why = NULL;
    SourceFile *f = source_read(s->sources, path, &why);
    if (!f) {
        diag_error(s->diag, nowhere, E_FILE, "'%s' cannot be read: %s", path, why);
        return NULL;
    }
    if (!is_text(f)) {
        diag_error(s->diag, nowhere, E_FILE, "'%s' is not a text file", path);
        return NULL;
    }
    const AstFile *file = parse_file(s, f);
    return file->has_errors ? NULL : file;
}

static bool can_be_checked(const AstClass *c)
{
    return !c->is_partial && (c->kind == AST_MODEL || c->kind == AST_BLOCK || c->kind == AST_CLASS);
}

// The last model among the classes or, inside a package, among its members; its path of names
// goes to `out` with dots between. A package that has none is passed over.
static bool find_last_model(const AstClass *c, Text *out)
{
    size_t length = out->length;
    if (length) text_add_char(out, '.');
    text_add(out, c->name->text);
    if (can_be_checked(c)) return true;
    if (c->kind == AST_PACKAGE)
        for (uint32_t i = c->n_elements; i-- > 0;)
            if (c->elements[i]->kind == AST_ELEMENT_CLASS &&
                find_last_model(c->elements[i]->u.class_def, out))
                return true;
    out->length = length;
    return false;
}

static void add_path(const AstExpr *path, Text *out)
{
    for (uint32_t i = 0; path && i < path->u.ref.n_parts; i++) {
        if (out->length) text_add_char(out, '.');
        text_add(out, path->u.ref.parts[i].name->text);
    }
}

static const char *choose_class(Session *s, const AstFile *file)
{
    Text name = text_make(s->arena);
    add_path(file->within, &name);
    for (uint32_t i = file->n_classes; i-- > 0;)
        if (find_last_model(file->classes[i], &name))
            return arena_copy_text(s->arena, name.data, name.length);
    diag_error(s->diag, nowhere, E_NO_CLASS, "'%s' contains no model", file->source->path);
    return NULL;
}

static bool load(Pipeline *p, const char *what)
{
    if (!is_file_name(what)) {
        p->model = what;
        return true;
    }
    p->file = load_file(p->session, what);
    if (!p->file) return false;
    p->model = p->options->class_name ? p->options->class_name : choose_class(p->session, p->file);
    return p->model != NULL;
}

// ---- Stages -------------------------------------------------------------------------------

PipelineOutcome pipeline_run(Pipeline *p, const char *what, Stage last)
{
    double begin = milliseconds_now();
    bool ok = load(p, what);
    p->milliseconds[PHASE_LOAD] = milliseconds_now() - begin;
    if (!ok) return PIPELINE_WRONG_MODEL;
    return last == STAGE_AST && p->file ? PIPELINE_DONE : PIPELINE_NOT_IMPLEMENTED;
}

void pipeline_close(Pipeline *p)
{
    (void)p;
}

void pipeline_dump(const Pipeline *p, Stage stage, Text *out)
{
    (void)p, (void)stage, (void)out;
}

void pipeline_explain_json(const Pipeline *p, Text *out)
{
    (void)p, (void)out;
}
