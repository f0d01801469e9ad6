#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "unit/unit.h"

static void pieces_are_aligned_and_apart(Unit *u)
{
    Arena *a = arena_open("test");
    unsigned char *before = NULL;
    for (size_t size = 1; size < 3000; size = size * 2 + 1)
        for (size_t align = 1; align <= 64; align *= 2) {
            unsigned char *p = arena_alloc(a, size, align);
            CHECK_INT(u, (uintptr_t)p % align, 0);
            memset(p, 0xAB, size);
            if (before) CHECK_TRUE(u, *before == 0xAB);
            before = p;
        }
    arena_close(a);
}

static void cleared_memory_is_zero(Unit *u)
{
    Arena *a = arena_open("test");
    memset(arena_alloc(a, 1000, 1), 0xFF, 1000);
    uint64_t *words = ARENA_ARRAY(a, uint64_t, 500);
    uint64_t sum = 0;
    for (int i = 0; i < 500; i++) sum |= words[i];
    CHECK_INT(u, sum, 0);
    arena_close(a);
}

static void large_pieces_keep_the_current_block(Unit *u)
{
    Arena *a = arena_open("test");
    char *first = arena_alloc(a, 8, 8);
    char *large = arena_alloc(a, 50 * 1000 * 1000, 8);
    char *second = arena_alloc(a, 8, 8);
    CHECK_TRUE(u, second > first && second - first <= 24); // 16 of them a fence, or none
    large[49999999] = 1;
    CHECK_TRUE(u, arena_bytes(a) >= 50000016);
    arena_close(a);
}

static void growing_keeps_the_contents_and_gives_back(Unit *u)
{
    Arena *a = arena_open("test");
    size_t size = 8;
    char *piece = arena_alloc(a, size, 1);
    memset(piece, 'x', size);
    for (; size < 10 * 1000 * 1000; size *= 2) {
        piece = arena_grow(a, piece, size, 2 * size, 1);
        memset(piece + size, 'x', size);
    }
    size_t wrong = 0;
    for (size_t i = 0; i < size; i++) wrong += piece[i] != 'x';
    CHECK_INT(u, wrong, 0);
    CHECK_TRUE(u, arena_bytes(a) < size + size / 4); // not twice the size: the others are gone
    void *other = arena_alloc(a, size, 64);
    CHECK_INT(u, (uintptr_t)other % 64, 0);
    arena_release(a, piece, size); // in any order
    arena_release(a, other, size);
    CHECK_TRUE(u, arena_bytes(a) < size / 4);
    arena_close(a);
}

#ifdef __linux__
static bool all_pages_are_large(void)
{
    char text[80] = "";
    FILE *f = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r");
    if (f && !fgets(text, sizeof text, f)) text[0] = 0;
    if (f) fclose(f);
    return strstr(text, "[always]") != NULL;
}

static size_t pages_present(unsigned char *from, size_t n, size_t page)
{
    static unsigned char present[1 << 16];
    size_t count = 0;
    if (n > sizeof present || mincore(from, n * page, present)) return SIZE_MAX;
    for (size_t i = 0; i < n; i++) count += present[i] & 1;
    return count;
}

static void a_reserve_costs_what_is_touched(Unit *u)
{
    enum { SIZE = 64 << 20, FEW = 8 };
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    Arena *a = arena_open("test");
    unsigned char *piece = arena_reserve(a, SIZE, 64);
    CHECK_INT(u, (uintptr_t)piece % 64, 0);
    piece[SIZE / 2] = 1;
    unsigned char *first = piece + (page - (uintptr_t)piece % page);
    bool is_small = pages_present(first, SIZE / page - 2, page) <= FEW;
    CHECK_TRUE(u, is_small || all_pages_are_large());
    arena_release(a, piece, SIZE);
    arena_close(a);
}
#else
static void a_reserve_costs_what_is_touched(Unit *u)
{
    CHECK_TRUE(u, true);
}
#endif

static void copies_end_with_nul(Unit *u)
{
    Arena *a = arena_open("test");
    CHECK_TEXT(u, arena_copy_text(a, "tarnish", 4), "tarn");
    CHECK_TEXT(u, arena_copy_text(a, "", 0), "");
    arena_close(a);
    arena_close(NULL);
}

UNIT_SUITE(arena, TEST(pieces_are_aligned_and_apart), TEST(cleared_memory_is_zero),
           TEST(large_pieces_keep_the_current_block),
           TEST(growing_keeps_the_contents_and_gives_back), TEST(a_reserve_costs_what_is_touched),
           TEST(copies_end_with_nul));
