// value_fits.h -- values that are set against the types of variables.
#ifndef TARN_VALUE_FITS_H
#define TARN_VALUE_FITS_H
#include "abi/model.h"

// Is the number a value of the variable's type?
bool value_fits(const VariableInfo *v, double value);
#endif
