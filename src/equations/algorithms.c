#include "equations/scalarizer.h"

void scalarize_algorithm(Scalarizer *z, const Algorithm *a)
{
    z->span = a->span;
    unsupported(z, "an algorithm section");
}
