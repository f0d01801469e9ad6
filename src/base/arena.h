// arena.h -- memory that dies all at once.
#ifndef BASE_ARENA_H
#define BASE_ARENA_H
#include <stddef.h>

// A bump allocator. Everything taken from an arena lives until arena_close; nobody calls
// free, apart from the few things that grow. No function returns NULL: when memory runs out, the
// guard of the thread goes on (base/memory.h).
typedef struct Arena Arena;

Arena *arena_open(const char *label); // `label` must outlive the arena; shown by tools
void arena_close(Arena *a);           // NULL is allowed
void arena_keep(Arena *a);            // no guard closes it any more
// `thing` is closed with the arena, the last one first, before the memory goes. It is given before
// it has anything to close: there may be no memory for it. Who closes it earlier leaves it so that
// closing it again does nothing.
void arena_own(Arena *a, void (*close)(void *thing), void *thing);
size_t arena_bytes(const Arena *a); // bytes handed out and not given back

void *arena_alloc(Arena *a, size_t size, size_t align); // not cleared
// Not cleared, for what may need much and usually needs little, as a stack: only pages that are
// touched cost anything, and these are small.
void *arena_reserve(Arena *a, size_t size, size_t align);
void *arena_alloc_zero(Arena *a, size_t size, size_t align);      // cleared
char *arena_copy_text(Arena *a, const char *text, size_t length); // adds the final NUL
void *arena_copy_bytes(Arena *a, const void *bytes, size_t size, size_t align);

// For what grows: `piece` (NULL at first) of `before` bytes becomes one of `size` bytes, not
// cleared behind the old ones. What it was is gone: nobody may hold a pointer into it.
void *arena_grow(Arena *a, void *piece, size_t before, size_t size, size_t align);
// Gives a piece back that was copied elsewhere. Large ones return to the system at once.
void arena_release(Arena *a, void *piece, size_t size);

// One cleared T, n cleared T, n uncleared T.
#define ARENA_NEW(a, T) ((T *)arena_alloc_zero((a), sizeof(T), _Alignof(T)))
#define ARENA_ARRAY(a, T, n) ((T *)arena_alloc_zero((a), sizeof(T) * (size_t)(n), _Alignof(T)))
#define ARENA_RAW(a, T, n) ((T *)arena_alloc((a), sizeof(T) * (size_t)(n), _Alignof(T)))
#define ARENA_COPY(a, T, from, n)                                                                  \
    ((T *)arena_copy_bytes((a), (from), sizeof(T) * (size_t)(n), _Alignof(T)))
#endif
