#include "fmi/import/fmu_file.h"

#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "fmi/platform.h"
#include "program/external/cache.h"

static const Span nowhere = {0, 0};
enum { MOST_COMPLAINTS = 5 };

bool fmu_is_path(const char *what)
{
    size_t n = strlen(what);
    return n > 4 && !strcasecmp(what + n - 4, ".fmu");
}

static bool refuse(Session *s, const FmuFile *f, const char *why)
{
    diag_error(s->diag, nowhere, E_FMU_FILE, "'%s' cannot be used: %s", f->path, why);
    return false;
}

void fmu_file_warn(Session *s, const FmuFile *f, uint32_t from, uint32_t most)
{
    uint32_t n = f->description.complaints.count;
    for (uint32_t i = from; i < n && i < from + most; i++)
        diag_warning(s->diag, nowhere, E_FMU_DESCRIPTION, "modelDescription.xml of '%s', %s",
                     f->path, f->description.complaints.data[i]);
    if (n > from + most)
        diag_warning(s->diag, nowhere, E_FMU_DESCRIPTION,
                     "modelDescription.xml of '%s' has %u faults more", f->path, n - from - most);
}

bool fmu_file_open(Session *s, Arena *out, const char *path, FmuFile *f)
{
    *f = (FmuFile){.path = path};
    const char *why = zip_read(out, path, &f->archive);
    if (why) return refuse(s, f, why);
    const ZipFile *d = zip_find(&f->archive, "modelDescription.xml");
    if (!d) return refuse(s, f, "there is no modelDescription.xml in it");
    const char *text = (const char *)zip_content(out, &f->archive, d, &why);
    if (text) why = fmu_description_read(out, text, d->size, &f->description);
    if (why && text) why = arena_printf(out, "modelDescription.xml: %s", why);
    if (!text || why) return refuse(s, f, why);
    fmu_file_warn(s, f, 0, MOST_COMPLAINTS);
    return true;
}

const char *fmu_file_binary(Arena *out, const FmuFile *f, const char *identifier)
{
    static const char *const platforms[] = {PLATFORM_3, PLATFORM_2};
    for (int k = 0; k < 2; k++) {
        const char *name = arena_printf(out, "binaries/%s/%s.so", platforms[k], identifier);
        if (zip_find(&f->archive, name)) return name;
    }
    return NULL;
}

static const char *platforms_of(Arena *out, const FmuFile *f)
{
    Text t = text_make(out);
    for (uint32_t i = 0; i < f->archive.n_files; i++) {
        const char *name = f->archive.files[i].name;
        if (strncmp(name, "binaries/", 9) || !strchr(name + 9, '/')) continue;
        const char *platform = arena_copy_text(out, name + 9, strcspn(name + 9, "/"));
        if (!t.length || !strstr(text_cstr(&t), platform))
            text_printf(&t, "%s%s", t.length ? ", " : "", platform);
    }
    return t.length ? text_cstr(&t) : "none";
}

const char *fmu_file_resources(Arena *out, const FmuFile *f)
{
    return arena_printf(out, "%s/resources", f->folder);
}

bool fmu_file_load(Session *s, Arena *out, FmuFile *f, const char *identifier)
{
    const char *binary = fmu_file_binary(out, f, identifier);
    if (!binary)
        return refuse(s, f,
                      arena_printf(out, "it has no code for this platform, %s; it has code for: %s",
                                   PLATFORM_3, platforms_of(out, f)));
    const WorkFolder *w = work_folder_open(out, WORK_FOLDER_PARENT);
    if (!w) return refuse(s, f, "there is no folder to unpack it to");
    f->folder = w->path;
    const char *why = zip_unpack(&f->archive, w->path);
    if (why) return refuse(s, f, why);
    mkdir(fmu_file_resources(out, f), 0700); // there may be none in it
    why = fmu_code_load(out, arena_printf(out, "%s/%s", f->folder, binary), &f->code);
    return why ? refuse(s, f, why) : true;
}
