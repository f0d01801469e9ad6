// Pages of machine code: written first, executed afterwards, never both.
#include "program/native/code_pages.h"

#include <sys/mman.h>

enum { FIRST_PAGES = 1 << 16, LARGE_PAGE = 1 << 21 };

static void *more_pages(void *bytes, size_t before, size_t after)
{
    if (bytes) return mremap(bytes, before, after, MREMAP_MAYMOVE);
    return mmap(NULL, after, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

void machine_expect(CodeBuffer *c, size_t size)
{
    size = (size / LARGE_PAGE + 1) * LARGE_PAGE;
    uint8_t *bytes = more_pages(NULL, 0, size);
    if (bytes == MAP_FAILED) return;     // it grows as it is filled
    madvise(bytes, size, MADV_HUGEPAGE); // only a wish
    c->bytes = bytes;
    c->room = size;
}

void code_grow(CodeBuffer *c)
{
    size_t room = c->room ? c->room * 2 : FIRST_PAGES;
    uint8_t *bytes = more_pages(c->bytes, c->room, room);
    if (bytes == MAP_FAILED) {
        c->failed = true;
        c->count = 0;
        return;
    }
    c->bytes = bytes;
    c->room = room;
}

bool machine_finish(CodeBuffer *c)
{
    if (!c->bytes || mprotect(c->bytes, c->room, PROT_READ | PROT_EXEC) != 0) return false;
    __builtin___clear_cache((char *)c->bytes, (char *)c->bytes + c->count);
    return true;
}

void machine_discard(CodeBuffer *c)
{
    if (c->bytes) munmap(c->bytes, c->room);
    *c = (CodeBuffer){0};
}
