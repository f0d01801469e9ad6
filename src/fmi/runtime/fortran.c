// What the Fortran of LAPACK asks of its compiler's library; nothing else of that is needed.
#include <stddef.h>
#include <string.h>

void xerbla_(const char *name, const int *argument, size_t length);
void _gfortran_concat_string(size_t n, char *to, size_t n_a, const char *a, size_t n_b,
                             const char *b);

// A wrong argument: the caller is told through INFO as well.
void xerbla_(const char *name, const int *argument, size_t length)
{
    (void)name, (void)argument, (void)length;
}

// Texts have no end mark: they are cut, or filled up with blanks.
void _gfortran_concat_string(size_t n, char *to, size_t n_a, const char *a, size_t n_b,
                             const char *b)
{
    size_t first = n_a < n ? n_a : n, second = n - first < n_b ? n - first : n_b;
    memcpy(to, a, first);
    memcpy(to + first, b, second);
    memset(to + first + second, ' ', n - first - second);
}
