#include "fmi/import/fmu_code.h"

#include <dlfcn.h>
#include <string.h>

static void unload(void *thing)
{
    FmuCode *code = thing;
    if (code->handle) dlclose(code->handle);
    code->handle = NULL;
}

static void find(void *handle, const char *name, void *to)
{
    void *found = dlsym(handle, name);
    if (!found) dlerror();
    memcpy(to, &found, sizeof found);
}

const char *fmu_code_load(Arena *out, const char *path, FmuCode **loaded)
{
    FmuCode *code = ARENA_NEW(out, FmuCode);
    arena_own(out, unload, code);
    code->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!code->handle) {
        const char *why = dlerror();
        return arena_copy_text(out, why, strlen(why));
    }
#define FMI_FUNCTION(result, name, arguments) find(code->handle, #name, &code->name);
#include "fmi/fmi2_functions.def"
#include "fmi/fmi3_functions.def"
#undef FMI_FUNCTION
    *loaded = code;
    return NULL;
}
