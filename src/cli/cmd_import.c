// tarn import: an FMU, or a system of several, as a Modelica class, with what it needs in a folder
// beside it.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/side_file.h"
#include "cli/cli.h"
#include "fmi/import/fmu_class.h"
#include "fmi/import/fmu_file.h"
#include "fmi/import/fmu_simulate.h"
#include "fmi/system/system_class.h"
#include "pages/page.h"

static bool refuse(Cli *cli, const char *path, const char *why)
{
    diag_error(cli->session->diag, (Span){0, 0}, E_FMU_FILE, "'%s' cannot be imported: %s", path,
               why);
    return false;
}

static const char *component_code(size_t *n)
{
    for (uint32_t i = 0; i < n_page_assets; i++)
        if (!strcmp(page_assets[i].name, "fmu.h"))
            return *n = page_assets[i].length, page_assets[i].bytes;
    return NULL;
}

// The folder beside the class, which must not be there: nothing in it is overwritten.
static bool unpack(Cli *cli, Arena *a, const FmuFile *f, const char *folder, const char **whole)
{
    size_t n = 0;
    const char *code = component_code(&n);
    if (mkdir(folder, 0755))
        return refuse(cli, f->path,
                      arena_printf(a, "the folder '%s': %s", folder, strerror(errno)));
    const char *why = zip_unpack(&f->archive, folder);
    if (why) return refuse(cli, f->path, why);
    mkdir(arena_printf(a, "%s/resources", folder), 0755);
    if (!code || !side_file_write(a, arena_printf(a, "%s/fmu.h", folder), code, n))
        return refuse(cli, f->path, "its folder cannot be filled");
    char *real = realpath(folder, NULL);
    *whole = real ? arena_printf(a, "%s", real) : folder;
    free(real);
    return true;
}

// The class of an FMU, which is unpacked beside it.
static bool add_class(Cli *cli, Arena *a, const FmuFile *f, FmuUse use, const char *name,
                      const char *folder, Text *text)
{
    const FmuDescription *d = &f->description;
    bool is_exchanged = use == FMU_AS_EXCHANGE || (use == FMU_AS_OFFERED && d->exchange.identifier);
    const FmuInterface *i = is_exchanged ? &d->exchange : &d->simulation;
    if (!i->identifier) return refuse(cli, f->path, "it does not offer this interface");
    const char *binary = fmu_file_binary(a, f, i->identifier);
    if (!binary) return refuse(cli, f->path, "it has no code for this platform");
    FmuClass c = {.description = d, .name = name, .is_exchanged = is_exchanged};
    c.step = d->step > 0 ? d->step : (d->stop_time > 0 ? d->stop_time : 1) / 500;
    if (!unpack(cli, a, f, folder, &c.folder)) return false;
    c.binary = arena_printf(a, "%s/%s", c.folder, binary);
    const char *why = fmu_code_damage(a, c.binary);
    if (why) return refuse(cli, f->path, why);
    why = fmu_class_write(&c, text);
    return why ? refuse(cli, f->path, why) : true;
}

// NAME of FOLDER/NAME.mo, and where what belongs to it goes.
static const char *class_of(Arena *a, const char *output, const char *suffix, const char **folder)
{
    const char *slash = strrchr(output, '/'), *base = slash ? slash + 1 : output;
    char *name = arena_printf(a, "%s", base);
    if (strrchr(name, '.')) *strrchr(name, '.') = '\0';
    *folder = arena_printf(a, "%.*s%s_%s", (int)(base - output), output, name, suffix);
    return name;
}

static bool import_file(Cli *cli, Arena *a, const char *path)
{
    const Options *o = cli->options;
    FmuFile f;
    const char *folder;
    if (!fmu_file_open(cli->session, a, path, &f)) return false;
    const FmuDescription *d = &f.description;
    const char *identifier =
        d->exchange.identifier ? d->exchange.identifier : d->simulation.identifier;
    const char *output =
        o->run.output ? o->run.output : arena_printf(a, "%s.mo", identifier ? identifier : "FMU");
    const char *name = class_of(a, output, "fmu", &folder);
    Text text = text_make(a);
    return add_class(cli, a, &f, o->fmu_use, name, folder, &text) && cli_write(cli, output, &text);
}

// ---- Systems of FMUs ---------------------------------------------------------------------------

typedef struct Package {
    Cli *cli;
    Arena *arena;
    const char *path, *folder; // the archive, and where it was unpacked
    ZipArchive archive;
    SystemClass system;
    VEC(const char *) sources; // of the parts
    VEC(const SystemPart *) parts;
} Package;

static const char *read_part(void *client, const char *name, size_t *length, const char **why)
{
    Package *p = client;
    while (!strncmp(name, "./", 2)) name += 2;
    const ZipFile *f = zip_find(&p->archive, name);
    *why = "it is not in the package";
    if (!f) return NULL;
    *length = f->size;
    return (const char *)zip_content(p->arena, &p->archive, f, why);
}

static FmuUse use_of(const Package *p, const char *implementation)
{
    if (p->cli->options->fmu_use != FMU_AS_OFFERED) return p->cli->options->fmu_use;
    return !strcmp(implementation, "ModelExchange")  ? FMU_AS_EXCHANGE
           : !strcmp(implementation, "CoSimulation") ? FMU_AS_SIMULATION
                                                     : FMU_AS_OFFERED;
}

// Every FMU once for each way in which it is used.
static const SystemPart *find_part(void *client, const char *source, const char *implementation,
                                   const char **why)
{
    Package *p = client;
    FmuUse use = use_of(p, implementation);
    const char *key = arena_printf(p->arena, "%d %s", (int)use, source);
    for (uint32_t k = 0; k < p->sources.count; k++)
        if (!strcmp(p->sources.data[k], key)) return p->parts.data[k];
    SystemPart *part = ARENA_NEW(p->arena, SystemPart);
    FmuFile *f = ARENA_NEW(p->arena, FmuFile);
    uint32_t n = p->parts.count + 1;
    part->class_name = arena_printf(p->arena, "FMU %u", n);
    *why = arena_printf(p->arena, "its part '%s' cannot be used", source);
    while (!strncmp(source, "./", 2)) source += 2;
    if (!zip_find(&p->archive, source)) return NULL; // nothing outside of the package
    if (!fmu_file_open(p->cli->session, p->arena,
                       arena_printf(p->arena, "%s/%s", p->folder, source), f))
        return NULL;
    if (!add_class(p->cli, p->arena, f, use, part->class_name,
                   arena_printf(p->arena, "%s/fmu%u", p->folder, n), &p->system.classes))
        return NULL;
    *why = NULL;
    part->description = &f->description;
    VEC_PUSH(p->arena, &p->sources, key);
    VEC_PUSH(p->arena, &p->parts, part);
    return part;
}

static const char *write_package(Package *p, Text *text)
{
    size_t length;
    const char *why;
    XmlElement *root = NULL;
    const char *description = read_part(p, "SystemStructure.ssd", &length, &why);
    if (!description) return "it has no file SystemStructure.ssd";
    why = xml_read(p->arena, description, length, &root);
    if (why) return why;
    p->system.root = root;
    p->system.files = (SystemFiles){p->arena, p, read_part};
    p->system.part = find_part;
    p->system.classes = text_make(p->arena);
    return system_class_write(&p->system, text);
}

static bool import_system(Cli *cli, Arena *a, const char *path)
{
    const Options *o = cli->options;
    Package p = {.cli = cli, .arena = a, .path = path};
    const char *output = o->run.output ? o->run.output : "System.mo";
    const char *why = zip_read(a, path, &p.archive);
    if (why) return refuse(cli, path, why);
    p.system.name = class_of(a, output, "ssp", &p.folder);
    if (mkdir(p.folder, 0755))
        return refuse(cli, path, arena_printf(a, "the folder '%s': %s", p.folder, strerror(errno)));
    why = zip_unpack(&p.archive, p.folder);
    if (why) return refuse(cli, path, why);
    Text text = text_make(a);
    why = write_package(&p, &text);
    for (uint32_t k = 0; k < p.system.warnings.count; k++)
        diag_warning(cli->session->diag, (Span){0, 0}, E_FMU_DESCRIPTION, "'%s': %s", path,
                     p.system.warnings.data[k]);
    if (why) return refuse(cli, path, why);
    return cli_write(cli, output, &text);
}

static bool is_system(const char *path)
{
    size_t n = strlen(path);
    return n > 4 && !strcasecmp(path + n - 4, ".ssp");
}

ExitStatus cmd_import(Cli *cli)
{
    Arena *a = arena_open("FMU");
    const char *path = cli->options->words.data[0];
    bool ok = is_system(path) ? import_system(cli, a, path) : import_file(cli, a, path);
    arena_close(a);
    return ok ? STATUS_DONE : STATUS_WRONG_MODEL;
}
