// vec.h -- a growing array in an arena.
#ifndef BASE_VEC_H
#define BASE_VEC_H
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

// Use:  VEC(int32_t) stack = {0};  VEC_PUSH(arena, &stack, 7);  stack.data[0], stack.count
// Growing moves the elements: a pointer to one of them is good until the next push.
#define VEC(T)                                                                                     \
    struct {                                                                                       \
        T *data;                                                                                   \
        uint32_t count, room;                                                                      \
    }

#define VEC_PUSH(arena, v, x)                                                                      \
    do {                                                                                           \
        VEC_RESERVE((arena), (v), 1);                                                              \
        (v)->data[(v)->count++] = (x);                                                             \
    } while (0)

// Make room for `n` more elements; they are not cleared and not counted yet.
#define VEC_RESERVE(arena, v, n)                                                                   \
    do {                                                                                           \
        if ((v)->room - (v)->count < (uint32_t)(n))                                                \
            (v)->data = vec_grow((arena), (v)->data, (v)->count, &(v)->room, (uint32_t)(n),        \
                                 sizeof *(v)->data);                                               \
    } while (0)

#define VEC_POP(v) ((v)->data[--(v)->count])
#define VEC_LAST(v) ((v)->data[(v)->count - 1])

// Doubled while it is copied; the pages of a large one move, so that it need not have more room
// than a quarter.
enum { VEC_LARGE = 8 << 20 };

static inline void *vec_grow(Arena *a, void *data, uint32_t count, uint32_t *room, uint32_t more,
                             size_t size)
{
    uint32_t want = *room ? *room * 2 : 8;
    if (*room * size >= VEC_LARGE) want = *room + *room / 4;
    if (want < count + more) want = count + more;
    data = arena_grow(a, data, *room * size, want * size, 16);
    *room = want;
    return data;
}
#endif
