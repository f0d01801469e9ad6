// clock.h -- time that passes, from an arbitrary begin.
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H
#include <time.h>

static inline double seconds_now(void)
{
#ifdef _WIN32
    return (double)clock() / CLOCKS_PER_SEC;
#else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#endif
}
#endif
