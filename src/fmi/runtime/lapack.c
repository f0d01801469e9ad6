#include "fmi/runtime/lapack.h"

#include <stdint.h>
#include <string.h>

// Only their addresses are wanted.
#define LAPACK(name) void name(void);
#include "fmi/lapack.def"
#undef LAPACK

static const struct {
    const char *name;
    void (*address)(void);
} rows[] = {
#define LAPACK(name) {#name, name},
#include "fmi/lapack.def"
#undef LAPACK
};

void *lapack_find(const char *symbol)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, symbol)) return (void *)(uintptr_t)rows[i].address;
    return NULL;
}
