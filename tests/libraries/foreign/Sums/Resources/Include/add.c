#include "sum.h"
static void add(double x)
{
    sum += x;
}
