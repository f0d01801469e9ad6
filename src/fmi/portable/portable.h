// portable.h -- stands in front of every source of a model that leaves in sources: what a plain
// compiler is not told on its command line. All headers of the system come first: what follows them
// is ours, and hidden from the program that the model runs in.
#ifndef FMI_PORTABLE_H
#define FMI_PORTABLE_H
#define TARN_PORTABLE
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <fenv.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#ifdef __linux__
#include <sys/mman.h>
#include <sys/resource.h>
#endif
// The prefix of functions where models are linked statically, as the headers of the standards say.
#if !defined(FMI3_OVERRIDE_FUNCTION_PREFIX) && defined(FMI3_FUNCTION_PREFIX)
#define FMI_PREFIX FMI3_FUNCTION_PREFIX
#elif !defined(FMI2_OVERRIDE_FUNCTION_PREFIX) && defined(FMI2_FUNCTION_PREFIX)
#define FMI_PREFIX FMI2_FUNCTION_PREFIX
#elif defined(FMI3_ACTUAL_FUNCTION_PREFIX)
#define FMI_PREFIX FMI3_ACTUAL_FUNCTION_PREFIX
#endif
#ifdef FMI_PREFIX
#define FMI_JOIN(a, b) a##b
#define FMI_JOINED(a, b) FMI_JOIN(a, b)
#include "fmi/portable/names.h"
#endif

#ifdef __ELF__
#pragma GCC visibility push(hidden)
#endif

#ifndef sigsetjmp // no signals are handled
#define sigjmp_buf jmp_buf
#define sigsetjmp(buffer, saves) setjmp(buffer)
#define siglongjmp(buffer, value) longjmp(buffer, value)
#endif

// Of the GNU library alone.
#define qsort_r portable_sort
void portable_sort(void *rows, size_t n, size_t size,
                   int (*compare)(const void *a, const void *b, void *client), void *client);
#ifndef CMPLX
#define CMPLX(re, im) __builtin_complex((double)(re), (double)(im))
#endif

// Functions of LAPACK that the runtime calls are here in small: lapack_in_small.c.
#define dgecon_ portable_dgecon
#define dgeev_ portable_dgeev
#define dgelsy_ portable_dgelsy
#define dgesv_ portable_dgesv
#define dgetrf_ portable_dgetrf
#define dgetrs_ portable_dgetrs
#define zgesv_ portable_zgesv
#define zgetrf_ portable_zgetrf
#define zgetrs_ portable_zgetrs
#endif
