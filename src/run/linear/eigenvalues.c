#include "run/linear/eigenvalues.h"

#include "base/arena.h"
#include "run/linear/dense_lu.h"

// LAPACK, as the Fortran library exports it.
void dgeev_(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda,
            double *wr, double *wi, double *vl, const int *ldvl, double *vr, const int *ldvr,
            double *work, const int *lwork, int *info, unsigned long l1, unsigned long l2);

bool eigenvalues(int n, double *a, double *re, double *im)
{
    if (!n) return true;
    lu_get_ready(n);
    Arena *work = arena_open("eigenvalues");
    int size = 8 * n, one = 1, info = -1;
    double *room = ARENA_ARRAY(work, double, size);
    dgeev_("N", "N", &n, a, &n, re, im, NULL, &one, NULL, &one, room, &size, &info, 1, 1);
    arena_close(work);
    return info == 0;
}
