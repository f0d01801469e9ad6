#ifndef SUM_H
#define SUM_H
static double sum;
#endif
