// fours.h -- long vectors, four components at a time.
//
// Of a function that is WIDE the compiler makes two, and the loader takes the one for registers of
// four numbers where the processor has them. Both do the same operations on the same numbers, in
// the same order, so that the values do not tell which one it was. They are static: the function
// that chooses would be seen outside of the library. Below four numbers the way there costs more.
#ifndef RUN_POINT_FOURS_H
#define RUN_POINT_FOURS_H
#include <math.h>
#include <stdint.h>

typedef double Four __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t FourBits __attribute__((vector_size(32), aligned(8), may_alias));
enum { FOUR = 4 };
#define FOUR_AT(x, i) (*(const Four *)((x) + (i)))
#define FOUR_INTO(x, i) (*(Four *)((x) + (i)))

// The sanitizers have not begun when the loader asks which one.
#if defined __x86_64__ && defined __linux__ && defined __GLIBC__ && !defined __clang__ &&          \
    !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
#define WIDE __attribute__((target_clones("avx", "default")))
#else
#define WIDE
#endif

#define ALWAYS_INLINE inline __attribute__((always_inline))
// What is written for n unknowns becomes straight code where n is a small constant.
#define UNROLLED _Pragma("GCC unroll 6")

// Root mean square, of sums of squares by component modulo four.
static ALWAYS_INLINE double root_mean(const Four *sum, int32_t n)
{
    return n ? sqrt(((*sum)[0] + (*sum)[1] + ((*sum)[2] + (*sum)[3])) / n) : 0;
}
#endif
