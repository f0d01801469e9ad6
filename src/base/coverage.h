// coverage.h -- who leaves without exit() in a build that counts lines has to say so first.
#ifndef BASE_COVERAGE_H
#define BASE_COVERAGE_H
#ifdef TARN_COVERAGE
void __gcov_dump(void);
#define coverage_write() __gcov_dump()
#else
#define coverage_write() ((void)0)
#endif
#endif
