// Chained blocks, each twice the one before up to a limit; a request larger than a block
// gets a block of its own behind the current one, so the current one stays in use. Large blocks
// are laid on large pages where the system has them: a compiler touches every page it takes,
// and the faults of small pages cost as much as the parsing that fills them.
#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { FIRST_BLOCK = 16 * 1024, LARGEST_BLOCK = 4 * 1024 * 1024, LARGE_PAGE = 2 * 1024 * 1024 };

typedef struct Block {
    struct Block *before;
    size_t size;
} Block;

struct Arena {
    const char *label;
    Block *block;
    unsigned char *next, *end;
    size_t block_size; // of the next block to open
    size_t handed_out;
};

static _Noreturn void give_up(size_t size)
{
    fprintf(stderr, "tarn: out of memory (%zu bytes asked for)\n", size);
    exit(3);
}

static void *take_from_system(size_t size)
{
    void *p = malloc(size);
    if (!p) give_up(size);
    return p;
}

Arena *arena_open(const char *label)
{
    Arena *a = take_from_system(sizeof *a);
    *a = (Arena){.label = label, .block_size = FIRST_BLOCK};
    return a;
}

void arena_close(Arena *a)
{
    if (!a) return;
    for (Block *b = a->block; b;) {
        Block *before = b->before;
        free(b);
        b = before;
    }
    free(a);
}

size_t arena_bytes(const Arena *a)
{
    return a->handed_out;
}

// A block of at least `size` bytes behind its head.
static Block *open_block(size_t size)
{
    size_t whole = sizeof(Block) + size;
    Block *b = NULL;
    if (whole >= LARGEST_BLOCK) {
        whole = (whole + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
        b = aligned_alloc(LARGE_PAGE, whole);
        if (b) madvise(b, whole, MADV_HUGEPAGE); // only a wish: nothing depends on it
    }
    if (!b) b = take_from_system(whole);
    b->size = whole - sizeof(Block);
    b->before = NULL;
    return b;
}

static void *alloc_alone(Arena *a, size_t size, size_t align)
{
    Block *b = open_block(size + align);
    if (a->block) {
        b->before = a->block->before;
        a->block->before = b;
    } else {
        a->block = b;
    }
    uintptr_t p = (uintptr_t)(b + 1);
    return (void *)((p + align - 1) & ~(uintptr_t)(align - 1));
}

void *arena_alloc(Arena *a, size_t size, size_t align)
{
    a->handed_out += size;
    if (size > SIZE_MAX / 2) give_up(size); // an overflowed count
    uintptr_t p = ((uintptr_t)a->next + align - 1) & ~(uintptr_t)(align - 1);
    if (a->next && p + size <= (uintptr_t)a->end) {
        a->next = (unsigned char *)(p + size);
        return (void *)p;
    }
    if (size + align > a->block_size / 4) return alloc_alone(a, size, align);
    Block *b = open_block(a->block_size - sizeof(Block));
    b->before = a->block;
    a->block = b;
    a->next = (unsigned char *)(b + 1);
    a->end = a->next + b->size;
    if (a->block_size < LARGEST_BLOCK) a->block_size *= 2;
    p = ((uintptr_t)a->next + align - 1) & ~(uintptr_t)(align - 1);
    a->next = (unsigned char *)(p + size);
    return (void *)p;
}

void *arena_alloc_zero(Arena *a, size_t size, size_t align)
{
    void *p = arena_alloc(a, size, align);
    return size ? memset(p, 0, size) : p;
}

void *arena_copy_bytes(Arena *a, const void *bytes, size_t size, size_t align)
{
    void *p = arena_alloc(a, size, align);
    return size ? memcpy(p, bytes, size) : p;
}

char *arena_copy_text(Arena *a, const char *text, size_t length)
{
    char *p = arena_alloc(a, length + 1, 1);
    if (length) memcpy(p, text, length);
    p[length] = '\0';
    return p;
}
