// coverage.h -- who leaves without exit() in a build that counts lines has to say so first.
#ifndef BASE_COVERAGE_H
#define BASE_COVERAGE_H
#ifdef TARN_COVERAGE
#include <signal.h>

void __gcov_dump(void);

// No signal comes in between: a file of counts that is cut off is lost for all tests.
static inline void coverage_write(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    __gcov_dump();
}
#else
#define coverage_write() ((void)0)
#endif
#endif
