// tangents.h -- routines of a program on values and tangents: derivatives without differences, in
// the forward mode [GW08, 3].
#ifndef PROGRAM_ENGINE_TANGENTS_H
#define PROGRAM_ENGINE_TANGENTS_H
#include "program/program.h"

// Runs a routine on words of values and of tangents (n_words each). Loops have been solved: the
// values of their unknowns are given, their tangents follow from the residuals by the implicit
// function theorem. False: something in it has no derivative that is known here.
bool program_tangents(const Program *p, int32_t routine, double *values, double *tangents);
#endif
