// lapack.h -- subroutines of LAPACK by name: those that the runtime has in it.
#ifndef FMI_RUNTIME_LAPACK_H
#define FMI_RUNTIME_LAPACK_H

void *lapack_find(const char *symbol); // NULL: it is not there
#endif
