// tarn import: an FMU as a Modelica class, with what it needs in a folder beside it.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/side_file.h"
#include "cli/cli.h"
#include "fmi/import/fmu_class.h"
#include "fmi/import/fmu_file.h"
#include "fmi/import/fmu_simulate.h"
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

static bool import_file(Cli *cli, Arena *a, FmuFile *f)
{
    const Options *o = cli->options;
    const FmuDescription *d = &f->description;
    bool is_exchanged =
        o->fmu_use == FMU_AS_EXCHANGE || (o->fmu_use == FMU_AS_OFFERED && d->exchange.identifier);
    const FmuInterface *i = is_exchanged ? &d->exchange : &d->simulation;
    if (!i->identifier) return refuse(cli, f->path, "it does not offer this interface");
    const char *binary = fmu_file_binary(a, f, i->identifier);
    if (!binary) return refuse(cli, f->path, "it has no code for this platform");
    const char *output = o->run.output ? o->run.output : arena_printf(a, "%s.mo", i->identifier);
    const char *slash = strrchr(output, '/'), *base = slash ? slash + 1 : output;
    char *name = arena_printf(a, "%s", base);
    if (strrchr(name, '.')) *strrchr(name, '.') = '\0';
    FmuClass c = {.description = d, .name = name, .is_exchanged = is_exchanged};
    c.step = d->step > 0 ? d->step : (d->stop_time > 0 ? d->stop_time : 1) / 500;
    if (!unpack(cli, a, f, arena_printf(a, "%.*s%s_fmu", (int)(base - output), output, name),
                &c.folder))
        return false;
    c.binary = arena_printf(a, "%s/%s", c.folder, binary);
    Text text = text_make(a);
    const char *why = fmu_class_write(&c, &text);
    if (why) return refuse(cli, f->path, why);
    return cli_write(cli, output, &text);
}

ExitStatus cmd_import(Cli *cli)
{
    Arena *a = arena_open("FMU");
    FmuFile f;
    bool ok =
        fmu_file_open(cli->session, a, cli->options->words.data[0], &f) && import_file(cli, a, &f);
    arena_close(a);
    return ok ? STATUS_DONE : STATUS_WRONG_MODEL;
}
