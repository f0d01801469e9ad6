// fetch.h -- memory that is read soon. A pass over a large model goes through tables in order, but
// what their rows point to lies anywhere, and no cache has it: it is fetched a few rows before
// [M270].
#ifndef BASE_FETCH_H
#define BASE_FETCH_H

// Whoever does nothing but fetch has no effect, as gcc sees it, and is not called: it must be part
// of its caller.
#define FETCHES static inline __attribute__((always_inline)) void

FETCHES fetch(const void *place)
{
    __builtin_prefetch(place);
}
#endif
