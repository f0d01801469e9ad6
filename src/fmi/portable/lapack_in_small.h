// lapack_in_small.h -- functions of LAPACK that the runtime calls, with the arguments of Fortran.
#ifndef FMI_LAPACK_IN_SMALL_H
#define FMI_LAPACK_IN_SMALL_H
#include <complex.h>

void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *pivots, int *info);
void dgetrs_(const char *trans, const int *n, const int *nrhs, const double *lu, const int *lda,
             const int *pivots, double *b, const int *ldb, int *info, unsigned long length);
void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *pivots, double *b,
            const int *ldb, int *info);
void zgetrf_(const int *m, const int *n, double complex *a, const int *lda, int *pivots, int *info);
void zgetrs_(const char *trans, const int *n, const int *nrhs, const double complex *lu,
             const int *lda, const int *pivots, double complex *b, const int *ldb, int *info,
             unsigned long length);
void zgesv_(const int *n, const int *nrhs, double complex *a, const int *lda, int *pivots,
            double complex *b, const int *ldb, int *info);
void dgecon_(const char *norm, const int *n, const double *lu, const int *lda, const double *anorm,
             double *rcond, double *work, int *iwork, int *info, unsigned long length);
void dgelsy_(const int *m, const int *n, const int *nrhs, double *a, const int *lda, double *b,
             const int *ldb, int *jpvt, const double *rcond, int *rank, double *work,
             const int *lwork, int *info);
void dgeev_(const char *jobvl, const char *jobvr, const int *size, double *a, const int *lda,
            double *re, double *im, double *vl, const int *ldvl, double *vr, const int *ldvr,
            double *work, const int *lwork, int *info, unsigned long l1, unsigned long l2);
#endif
