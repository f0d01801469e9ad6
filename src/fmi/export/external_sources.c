#include "fmi/export/external_sources.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "program/external/compiler.h"
#include "program/external/external_source.h"

typedef struct Carrying {
    Pipeline *p;
    ZipWriter *zip;
    SourceNames *names;
    PathList paths;     // of files that were added
    bool has_utilities; // the library brings ModelicaUtilities.h
} Carrying;

static bool refuse(const Carrying *c, const ProgramExternal *e, const char *why)
{
    Diagnostic *d =
        diag_error(c->p->session->diag, e->called_at, E_FMU_EXTERNAL,
                   "a model that calls '%s' cannot be exported in sources: %s", e->name, why);
    diag_note(c->p->session->diag, d, e->span, "it is declared here");
    return false;
}

static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// ---- Files -------------------------------------------------------------------------------------

// All in one folder, as those of the runtime are.
static bool add_file(Carrying *c, const ProgramExternal *e, const char *path, bool is_compiled)
{
    const char *name = name_in(path);
    for (uint32_t i = 0; i < c->paths.count; i++) {
        if (!strcmp(c->paths.data[i], path)) return true;
        if (!strcmp(name_in(c->paths.data[i]), name))
            return refuse(c, e, "two files of its libraries have the same name");
    }
    size_t size;
    const char *bytes = read_whole_file(c->zip->arena, path, &size);
    if (!bytes || !zip_add(c->zip, arena_printf(c->zip->arena, "sources/%s", name), bytes, size))
        return refuse(c, e, "a file of its library cannot be read");
    VEC_PUSH(c->zip->arena, &c->paths, path);
    if (is_compiled) VEC_PUSH(c->zip->arena, &c->names->names, name);
    c->has_utilities |= !strcmp(name, "ModelicaUtilities.h");
    return true;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// In an order that does not depend on the file system.
static bool add_headers(Carrying *c, const ProgramExternal *e, const char *folder)
{
    PathList headers = {0};
    DIR *d = opendir(folder);
    for (struct dirent *entry; d && (entry = readdir(d));) {
        size_t n = strlen(entry->d_name);
        if (n > 2 && !strcmp(entry->d_name + n - 2, ".h"))
            VEC_PUSH(c->zip->arena, &headers,
                     arena_printf(c->zip->arena, "%s/%s", folder, entry->d_name));
    }
    if (d) closedir(d);
    if (headers.count) qsort(headers.data, headers.count, sizeof *headers.data, compare_texts);
    for (uint32_t i = 0; i < headers.count; i++)
        if (!add_file(c, e, headers.data[i], false)) return false;
    return true;
}

// ---- Calls -------------------------------------------------------------------------------------

// Where headers do not say, an Integer has the size of an address: whether it is an int or a
// size_t.
static const char *type_text(const ExternalArgument *a, bool is_result)
{
    if (!is_result && (a->is_array || a->is_output)) return "void *";
    switch (a->type) {
    case EXTERNAL_REAL: return "double";
    case EXTERNAL_BOOLEAN:
    case EXTERNAL_INTEGER: return is_result ? "int" : "intptr_t";
    case EXTERNAL_STRING: return "const char *"; // of results: whichever it is
    default: return "void *";
    }
}

static void declare(const ProgramExternal *e, Text *t)
{
    text_printf(t, "extern %s %s(", e->has_result ? type_text(&e->result, true) : "void",
                e->symbol);
    for (uint32_t k = 0; k < e->n_arguments; k++)
        text_printf(t, "%s%s", k ? ", " : "", type_text(&e->arguments[k], false));
    text_add(t, e->n_arguments ? ");\n" : "void);\n");
}

// Arguments are where external_call has put them: Integers with 64 bits.
static void add_argument(const ExternalArgument *a, uint32_t k, Text *t)
{
    bool is_integer = a->type == EXTERNAL_INTEGER || a->type == EXTERNAL_BOOLEAN;
    if (is_integer && !a->is_array && !a->is_output)
        text_printf(t, "%s(intptr_t)*(int64_t *)v[%u]", k ? ", " : "", k);
    else
        text_printf(t, "%s*(%s *)v[%u]", k ? ", " : "", type_text(a, false), k);
}

static void add_call(const ProgramExternal *e, uint32_t number, Text *t)
{
    text_printf(t, "void tarn_call_%u(void *r, void **v)\n{\n    ", number);
    if (e->has_result) text_printf(t, "*(%s *)r = ", type_text(&e->result, true));
    text_printf(t, "%s(", e->symbol);
    for (uint32_t k = 0; k < e->n_arguments; k++) add_argument(&e->arguments[k], k, t);
    text_add(t, ");\n    (void)r, (void)v;\n}\n");
}

static bool add_calls(Carrying *c, const ExternalLibraries *all, uint32_t k)
{
    const ExternalLibrary *library = &all->all.data[k];
    const Program *program = c->p->program;
    Text t = text_make(c->zip->arena);
    text_add(&t, "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n"
                 "#include <stdlib.h>\n#include <string.h>\n#include <math.h>\n"
                 "#include \"ModelicaUtilities.h\"\n");
    for (uint32_t i = 0; i < library->includes.count; i++)
        external_add_whole(c->zip->arena, library, library->includes.data[i], &t);
    SymbolList undeclared = {.data = library->undeclared.data, .count = library->undeclared.count};
    text_add(&t, "#ifdef __ELF__\n#pragma GCC visibility push(hidden)\n#endif\n");
    for (uint32_t i = 0; i < program->n_externals; i++) {
        if (all->of_external[i] != k) continue;
        text_printf(&t, "void tarn_call_%u(void *r, void **v);\n", i);
        const ProgramExternal *e = &program->externals[i];
        if (library->path && symbol_in(&undeclared, e->symbol)) declare(e, &t);
        add_call(&program->externals[i], i, &t);
    }
    const char *name = arena_printf(c->zip->arena, "external%u.c", k + 1);
    VEC_PUSH(c->zip->arena, &c->names->names, name);
    return zip_add(c->zip, arena_printf(c->zip->arena, "sources/%s", name), t.data, t.length);
}

// Functions of libm are everywhere, and declared.
static bool is_mathematics(const char *symbol)
{
    void *libm = dlopen("libm.so.6", RTLD_LAZY), *found = libm ? dlsym(libm, symbol) : NULL;
    Dl_info about; // it may be in what libm needs
    bool is_there = found && dladdr(found, &about) && strstr(about.dli_fname, "/libm.so");
    if (libm) dlclose(libm);
    if (!found) dlerror(), dlerror();
    return is_there;
}

static bool can_go(const Carrying *c, const ExternalLibraries *all)
{
    for (uint32_t i = 0; i < c->p->program->n_externals; i++) {
        const ProgramExternal *e = &c->p->program->externals[i];
        const ExternalLibrary *library = &all->all.data[all->of_external[i]];
        if (external_is_fortran(e)) return refuse(c, e, "it is in Fortran");
        SymbolList missing = {.data = library->missing.data, .count = library->missing.count};
        bool is_open = library->path ? symbol_in(&missing, e->symbol) : !is_mathematics(e->symbol);
        if (is_open) return refuse(c, e, "its code is not in sources");
        if (e->has_result && e->result.type == EXTERNAL_RECORD)
            return refuse(c, e, "it returns a struct");
    }
    return true;
}

// What their code calls and nobody has fails when it is called, as everywhere.
static bool add_missing(Carrying *c, const ExternalLibraries *all)
{
    SymbolList missing = {0};
    Text t = text_make(c->zip->arena);
    for (uint32_t k = 0; k < all->all.count; k++)
        for (uint32_t i = 0; i < all->all.data[k].missing.count; i++)
            if (!symbol_in(&missing, all->all.data[k].missing.data[i]))
                VEC_PUSH(c->zip->arena, &missing, all->all.data[k].missing.data[i]);
    if (!missing.count) return true;
    const char *name = "missing.c";
    VEC_PUSH(c->zip->arena, &c->names->names, name);
    external_missing_text(&missing, &t);
    return zip_add(c->zip, "sources/missing.c", t.data, t.length);
}

static bool add_utilities(Carrying *c)
{
    Text code = text_make(c->zip->arena), header = text_make(c->zip->arena);
    text_add(&code, "#include \"fmi_portable_portable.h\"\n");
    external_utilities_text(&code);
    external_header_text(&header);
    const char *name = "modelica_utilities.c";
    VEC_PUSH(c->zip->arena, &c->names->names, name);
    return zip_add(c->zip, "sources/modelica_utilities.c", code.data, code.length) &&
           (c->has_utilities ||
            zip_add(c->zip, "sources/ModelicaUtilities.h", header.data, header.length));
}

bool external_sources_add(Pipeline *p, ZipWriter *zip, const ExternalLibraries *libraries,
                          SourceNames *names)
{
    Carrying c = {.p = p, .zip = zip, .names = names};
    if (!can_go(&c, libraries)) return false;
    for (uint32_t k = 0; k < libraries->all.count; k++) {
        const ExternalLibrary *library = &libraries->all.data[k];
        for (uint32_t i = 0; i < library->sources.count; i++)
            if (!add_file(&c, library->like, library->sources.data[i], true)) return false;
        for (uint32_t i = 0; i < library->folders.count; i++)
            if (!add_headers(&c, library->like, library->folders.data[i])) return false;
        if (!add_calls(&c, libraries, k)) return false;
    }
    return add_missing(&c, libraries) && add_utilities(&c);
}

void external_table_write(const Program *program, Text *t)
{
    for (uint32_t i = 0; i < program->n_externals; i++)
        text_printf(t, "void tarn_call_%u(void *r, void **v);\n", i);
    text_add(t, "extern void (*const tarn_externals[])(void *, void **);\n"
                "void (*const tarn_externals[])(void *, void **) = {");
    for (uint32_t i = 0; i < program->n_externals; i++) text_printf(t, "tarn_call_%u, ", i);
    text_add(t, "0};\n");
    if (program->n_externals)
        text_add(t, "extern const void *tarn_services;\n"
                    "void tarn_serve(const void *services);\n"
                    "void tarn_serve(const void *services) { tarn_services = services; }\n");
    else
        text_add(t, "void tarn_serve(const void *services);\n"
                    "void tarn_serve(const void *services) { (void)services; }\n");
}
