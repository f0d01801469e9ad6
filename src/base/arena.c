// Chained blocks, each twice the one before up to a limit; a request larger than a block
// gets a block of its own behind the current one, so the current one stays in use. Large blocks
// are laid on large pages where the system has them: a compiler touches every page it takes,
// and the faults of small pages cost as much as the parsing that fills them. Since the system
// clears every page that it gives, large blocks wait for the next arena where the guard says so. A
// block larger than those that wait is put together of their pages, which only move in the table of
// addresses; the system gives the rest.
//
// Pieces from LONE_PIECE bytes on always have a block of their own: growing vectors and tables
// give it back once they are copied. Debug builds draw the line low, so that tests of ordinary
// size meet whoever still looks at the old place. Under the address sanitizer a fence lies behind
// every piece, and what was given back may not be touched, although its memory stays in the block.
#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if defined __GLIBC__ && !defined TARN_PORTABLE
#include <malloc.h>
#define TRIMS 1
#else
#define TRIMS 0
#endif
#if defined __linux__ && !defined __SANITIZE_ADDRESS__
#include <sys/mman.h>
#endif
#ifdef MREMAP_FIXED // not in every dialect
#define MAPS_BLOCKS 1
#else
#define MAPS_BLOCKS 0
#endif

#include "base/memory.h"

enum { FIRST_BLOCK = 16 * 1024, LARGEST_BLOCK = 4 * 1024 * 1024, LARGE_PAGE = 2 * 1024 * 1024 };
enum { WORTH_TRIMMING = 16 * 1024 * 1024 };
// Half empty pages are a loss of memory for small models only: these do not get there [M201].
enum { MUCH = 10 * 1024 * 1024, LEAST_MAPPED = LARGE_PAGE / 2 };
#ifdef TARN_CHECK
enum { LONE_PIECE = 1024 };
#else
enum { LONE_PIECE = LARGEST_BLOCK / 4 };
#endif

#ifdef __SANITIZE_ADDRESS__
#define FENCES 1
#include <sanitizer/asan_interface.h>
enum { GRANULE = 8, FENCE = 16 }; // pieces begin where the sanitizer can tell bytes apart
#define forbid(piece, size) __asan_poison_memory_region(piece, size)
#else
#define FENCES 0
enum { GRANULE = 1, FENCE = 0 };
#define forbid(piece, size) ((void)(piece), (void)(size))
#endif

typedef struct Block {
    _Alignas(64) struct Block *before;
    struct Block *after; // lone blocks only
    void *memory;        // as the system gave it
    size_t size;
    size_t mapped; // bytes of `memory`, where it was mapped and not allocated
    bool is_clear; // nobody has written into it since the system gave it
} Block;

typedef struct Owned {
    void (*close)(void *thing);
    void *thing;
    struct Owned *before;
} Owned;

struct Arena {
    const char *label;
    MemoryGuard *guard;   // that closes it when memory runs out; NULL: none
    Arena *older, *newer; // of the same guard
    Owned *owned;
    Block *block; // in use, and those before it
    Block *lone;  // blocks of one piece each
    unsigned char *next, *end;
    size_t block_size; // of the next block to open
    size_t handed_out;
};

static void give_back(MemoryGuard *g, size_t size);

// ---- Guards ----------------------------------------------------------------------------------

// The innermost guard of each thread: whoever finds that there is no memory has nothing at hand.
static _Thread_local MemoryGuard *innermost;

static void link_to(Arena *a, MemoryGuard *g)
{
    a->guard = g;
    a->newer = NULL;
    a->older = g ? g->newest : NULL;
    if (a->older) a->older->newer = a;
    if (g) g->newest = a;
}

static void unlink_from_guard(Arena *a)
{
    if (!a->guard) return;
    if (a->older) a->older->newer = a->newer;
    if (a->newer)
        a->newer->older = a->older;
    else
        a->guard->newest = a->older;
    a->guard = NULL;
}

void memory_guard_enter(MemoryGuard *g)
{
    g->outer = innermost;
    g->newest = NULL;
    g->asked = g->limit = g->untrimmed = 0;
    g->taken = 0;
    g->is_full = g->keeps_blocks = false;
    g->spare = NULL;
    innermost = g;
}

static void hand_on(MemoryGuard *from, MemoryGuard *to)
{
    for (Block *b; (b = from->spare);) {
        from->spare = b->before;
        b->before = to->spare;
        to->spare = b;
    }
}

void memory_guard_leave(MemoryGuard *g)
{
    if (g->outer && g->outer->keeps_blocks) hand_on(g, g->outer);
    give_back(g, SIZE_MAX);
    innermost = g->outer;
    if (g->outer) g->outer->taken += g->taken;
    Arena *oldest = g->newest;
    while (oldest && oldest->older) oldest = oldest->older;
    for (Arena *a = oldest, *next; a; a = next) {
        next = a->newer;
        link_to(a, g->outer);
    }
}

_Noreturn void memory_give_up(size_t size)
{
    MemoryGuard *g = innermost;
    if (!g) abort(); // nobody is prepared: not in the library, whose every entry has a guard
    g->asked = size;
    g->keeps_blocks = false;
    while (g->newest) arena_close(g->newest);
    give_back(g, SIZE_MAX);
    innermost = g->outer;
    longjmp(g->place, 1);
}

_Noreturn void memory_give_up_at_limit(void)
{
    if (innermost) innermost->is_full = true;
    memory_give_up(0);
}

// The C library keeps what was freed between other pieces, unless it is told to look.
void memory_trim(size_t freed)
{
    MemoryGuard *g = innermost;
    bool waits = g && g->keeps_blocks;
    if (waits) g->untrimmed += freed;
#if TRIMS
    if (!waits && freed > WORTH_TRIMMING) malloc_trim(0);
#endif
}

void memory_keep_blocks(bool keeps)
{
    MemoryGuard *g = innermost;
    if (!g) return;
    g->keeps_blocks = keeps;
    if (keeps) return;
    give_back(g, SIZE_MAX);
    memory_trim(g->untrimmed);
    g->untrimmed = 0;
}

static void count_taken(ptrdiff_t bytes)
{
    if (innermost) innermost->taken += bytes;
}

static bool is_beyond_limit(void)
{
    const MemoryGuard *g = innermost;
    return g && g->limit && g->taken > 0 && (size_t)g->taken > g->limit;
}

// ---- Arenas ----------------------------------------------------------------------------------

Arena *arena_open(const char *label)
{
    Arena *a = malloc(sizeof *a);
    if (!a) memory_give_up(sizeof *a);
    *a = (Arena){.label = label, .block_size = FIRST_BLOCK};
    link_to(a, innermost);
    return a;
}

void arena_keep(Arena *a)
{
    unlink_from_guard(a);
}

// ---- Blocks ----------------------------------------------------------------------------------

#if MAPS_BLOCKS
static void *map_on_large_pages(size_t whole)
{
    unsigned char *p =
        mmap(NULL, whole + LARGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return NULL;
    size_t before = (LARGE_PAGE - (uintptr_t)p % LARGE_PAGE) % LARGE_PAGE;
    if (before) munmap(p, before);
    munmap(p + before + whole, LARGE_PAGE - before);
    madvise(p + before, whole, MADV_HUGEPAGE); // only a wish: nothing depends on it
    return p + before;
}

static void unmap(void *memory, size_t size)
{
    munmap(memory, size);
}

// The same pages at another place, which is mapped; false: the system does not, and what was mapped
// there may be gone.
static bool move_pages(void *from, size_t size, void *to)
{
    return mremap(from, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, to) != MAP_FAILED;
}

static void map_again(void *place, size_t size)
{
    int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    if (mmap(place, size, PROT_READ | PROT_WRITE, how, -1, 0) == MAP_FAILED) memory_give_up(size);
}
#else
static void *map_on_large_pages(size_t whole)
{
    (void)whole;
    return NULL;
}

static void unmap(void *memory, size_t size)
{
    (void)memory, (void)size;
}

static bool move_pages(void *from, size_t size, void *to)
{
    (void)from, (void)size, (void)to;
    return false;
}

static void map_again(void *place, size_t size)
{
    (void)place, (void)size;
}
#endif

static size_t in_large_pages(size_t whole)
{
    return (whole + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
}

static void return_block(Block *b)
{
    if (b->mapped)
        unmap(b->memory, b->mapped);
    else
        free(b->memory);
}

static void give_back(MemoryGuard *g, size_t size)
{
    for (size_t given = 0; g->spare && given < size;) {
        Block *b = g->spare;
        g->spare = b->before;
        given += b->mapped;
        return_block(b);
    }
}

static void free_block(Block *b)
{
    MemoryGuard *g = innermost;
    count_taken(-(ptrdiff_t)b->size);
    if (g && g->keeps_blocks && b->mapped) {
        b->before = g->spare;
        g->spare = b;
    } else
        return_block(b);
}

static void close_blocks(Block *b)
{
    while (b) {
        Block *before = b->before;
        free_block(b);
        b = before;
    }
}

void arena_close(Arena *a)
{
    if (!a) return;
    unlink_from_guard(a);
    for (Owned *o; (o = a->owned);) {
        a->owned = o->before;
        o->close(o->thing);
    }
    close_blocks(a->block);
    close_blocks(a->lone);
    free(a);
}

size_t arena_bytes(const Arena *a)
{
    return a->handed_out;
}

// The end of a block that waits: sizes are whole large pages, so what is left is a block, too.
static void *take_end(Block **at, size_t size)
{
    Block *b = *at;
    b->mapped -= size;
    void *end = (unsigned char *)b->memory + b->mapped;
    if (!b->mapped) *at = b->before;
    return end;
}

// Of the first block that is large enough. NULL: none.
static void *take_spare(MemoryGuard *g, size_t whole)
{
    for (Block **at = &g->spare; *at; at = &(*at)->before)
        if ((*at)->mapped >= whole) return take_end(at, whole);
    return NULL;
}

// Pages that wait come to a place that is mapped and untouched, as many as there are. True: some.
static bool fill_with_spares(MemoryGuard *g, unsigned char *place, size_t size)
{
    size_t filled = 0;
    while (g && g->spare && filled < size) {
        size_t n = g->spare->mapped < size - filled ? g->spare->mapped : size - filled;
        unsigned char *pages = take_end(&g->spare, n);
        if (!move_pages(pages, n, place + filled)) {
            unmap(pages, n);
            give_back(g, size - filled);
            map_again(place + filled, n);
            break;
        }
        filled += n;
    }
    return filled > 0;
}

// A block that waits, or one of pages that wait and of those that the system gives.
static void *block_memory(size_t whole, size_t *mapped, bool *is_clear)
{
    MemoryGuard *g = innermost;
    *mapped = 0;
    void *memory = g ? take_spare(g, whole) : NULL;
    if (!memory) {
        memory = map_on_large_pages(whole);
        *is_clear = memory && !fill_with_spares(g, memory, whole);
    }
    if (memory) *mapped = whole;
    return memory;
}

static Block *counted(Block *b)
{
    count_taken((ptrdiff_t)b->size);
    if (!is_beyond_limit()) return b;
    free_block(b);
    memory_give_up_at_limit();
}

static bool fills_large_pages(size_t whole)
{
    const MemoryGuard *g = innermost;
    return whole >= LARGEST_BLOCK || (whole >= LEAST_MAPPED && g && g->taken >= MUCH);
}

// A block of at least `size` bytes behind its head.
static Block *open_block(size_t size, bool will_be_filled)
{
    size_t whole = sizeof(Block) + size, mapped = 0;
    bool is_clear = false;
    bool is_large = fills_large_pages(whole);
    if (is_large) whole = in_large_pages(whole);
    void *memory = is_large && will_be_filled ? block_memory(whole, &mapped, &is_clear) : NULL;
    if (!memory) memory = malloc(whole += _Alignof(Block)); // cheaper than asking for alignment
    if (!memory) memory_give_up(whole);
    uintptr_t at = ((uintptr_t)memory + _Alignof(Block) - 1) & ~(uintptr_t)(_Alignof(Block) - 1);
    Block *b = (Block *)at;
    *b = (Block){.memory = memory, .mapped = mapped, .is_clear = is_clear};
    b->size = whole - (at - (uintptr_t)memory) - sizeof(Block);
    return counted(b);
}

static void link_lone(Arena *a, Block *b)
{
    b->before = a->lone;
    b->after = NULL;
    if (a->lone) a->lone->after = b;
    a->lone = b;
}

static void unlink_lone(Arena *a, Block *b)
{
    if (b->before) b->before->after = b->after;
    if (b->after)
        b->after->before = b->before;
    else
        a->lone = b->before;
}

// The head of a block keeps its piece aligned for every type.
static void *alloc_alone(Arena *a, size_t size, bool will_be_filled)
{
    Block *b = open_block(size, will_be_filled);
    link_lone(a, b);
    return b + 1;
}

static void *alloc_shared(Arena *a, size_t size, size_t align)
{
    uintptr_t p = ((uintptr_t)a->next + align - 1) & ~(uintptr_t)(align - 1);
    if (a->next && p + size <= (uintptr_t)a->end) {
        a->next = (unsigned char *)(p + size);
        return (void *)p;
    }
    if (size + align > a->block_size / 4) return alloc_alone(a, size, true);
    Block *b = open_block(a->block_size - sizeof(Block), true);
    b->before = a->block;
    a->block = b;
    a->next = (unsigned char *)(b + 1);
    a->end = a->next + b->size;
    if (a->block_size < LARGEST_BLOCK) a->block_size *= 2;
    p = ((uintptr_t)a->next + align - 1) & ~(uintptr_t)(align - 1);
    a->next = (unsigned char *)(p + size);
    return (void *)p;
}

static void *alloc_fenced(Arena *a, size_t size, size_t align, bool will_be_filled)
{
    if (size > SIZE_MAX / 2) memory_give_up(size); // an overflowed count
    a->handed_out += size;
    size_t fenced = (size + GRANULE - 1) / GRANULE * GRANULE + FENCE;
    if (align < GRANULE) align = GRANULE;
    char *p = size >= LONE_PIECE ? alloc_alone(a, fenced, will_be_filled)
                                 : alloc_shared(a, fenced, align);
    forbid(p + size, fenced - size);
    return p;
}

void *arena_alloc(Arena *a, size_t size, size_t align)
{
#if FENCES // nearly always there is room
    return alloc_fenced(a, size, align, true);
#else
    uintptr_t p = ((uintptr_t)a->next + align - 1) & ~(uintptr_t)(align - 1),
              end = (uintptr_t)a->end;
    if (size >= LONE_PIECE || p > end || size > end - p || !a->next)
        return alloc_fenced(a, size, align, true);
    a->handed_out += size;
    a->next = (unsigned char *)(p + size);
    return (void *)p;
#endif
}

void *arena_reserve(Arena *a, size_t size, size_t align)
{
    return alloc_fenced(a, size, align, false);
}

void arena_release(Arena *a, void *piece, size_t size)
{
    if (!piece) return;
    if (size < LONE_PIECE) {
        forbid(piece, size);
        return;
    }
    Block *b = (Block *)piece - 1;
    unlink_lone(a, b);
    free_block(b);
    a->handed_out -= size;
}

// A large piece has a block of its own: its pages move, and nothing is copied or cleared. NULL:
// they do not.
static void *grow_alone(Arena *a, void *piece, size_t before, size_t size)
{
    Block *b = (Block *)piece - 1;
    size_t whole = in_large_pages(sizeof(Block) + size), had = b->mapped;
    if (!had) return NULL;
    unsigned char *place = whole > had ? map_on_large_pages(whole) : (unsigned char *)b;
    if (!place) return NULL;
    unlink_lone(a, b);
    if (whole > had && !move_pages(b, had, place)) {
        unmap(place, whole);
        link_lone(a, b);
        return NULL;
    }
    if (whole > had) fill_with_spares(innermost, place + had, whole - had);
    Block *moved = (Block *)(void *)place;
    count_taken(-(ptrdiff_t)moved->size);
    if (whole > had) moved->mapped = whole;
    moved->memory = moved;
    moved->size = moved->mapped - sizeof(Block);
    a->handed_out += size - before;
    moved = counted(moved);
    link_lone(a, moved);
    return moved + 1;
}

void *arena_grow(Arena *a, void *piece, size_t before, size_t size, size_t align)
{
    if (size > SIZE_MAX / 2) memory_give_up(size); // an overflowed count
    void *grown = before >= LONE_PIECE ? grow_alone(a, piece, before, size) : NULL;
    if (grown) return grown;
    void *fresh = arena_alloc(a, size, align);
    if (before) memcpy(fresh, piece, before);
    arena_release(a, piece, before);
    return fresh;
}

void *arena_alloc_zero(Arena *a, size_t size, size_t align)
{
    void *p = arena_alloc(a, size, align);
    bool is_clear = size >= LONE_PIECE && ((const Block *)p - 1)->is_clear;
    return size && !is_clear ? memset(p, 0, size) : p;
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

void arena_own(Arena *a, void (*close)(void *thing), void *thing)
{
    Owned *o = arena_alloc(a, sizeof *o, _Alignof(Owned));
    *o = (Owned){close, thing, a->owned};
    a->owned = o;
}
