// linear_system.h -- a model as a linear system around a point of its run, for people and for
// other programs: der(x) = A x + B u, y = C x + D u.
#ifndef TARN_LINEAR_SYSTEM_H
#define TARN_LINEAR_SYSTEM_H
#include <tarn.h>

#include "base/session.h"
#include "base/text.h"

typedef struct LinearSystem {
    const char *model;
    double time;
    int n_states, n_inputs, n_outputs;
    const char **states, **inputs, **outputs;
    double *x, *u, *y;     // the point
    double *a, *b, *c, *d; // rows one after the other
    double *re, *im;       // eigenvalues of A; NULL: they were not found
} LinearSystem;

// Of a run that is initialized. False after a report of the run.
bool linear_system_of(tarn_run *run, const tarn_model *model, Arena *out, LinearSystem *system);

void linear_system_text(const LinearSystem *s, Text *out);
void linear_system_json(const LinearSystem *s, Text *out);
void linear_system_csv(const LinearSystem *s, Text *out); // one table: (A B; C D) with its names
void linear_system_mat(const LinearSystem *s, Text *out); // matrices A, B, C, D and names, level 4
#endif
