// netcdf.h -- tables as NetCDF files of the classic kind, which every tool of the field opens.
//
// That format is a header and columns of big-endian numbers; writing it takes less than a library
// would, whose newer kind brings HDF5 and a network client along. With 64-bit offsets ("CDF-2"); a
// column may have 4 GB.
#ifndef SWEEP_NETCDF_H
#define SWEEP_NETCDF_H
#include <stdbool.h>

#include "base/text.h"

typedef struct NetcdfDimension {
    const char *name;
    uint32_t length;
} NetcdfDimension;

typedef struct NetcdfVariable {
    const char *name;
    const char *unit, *description; // attributes; NULL: none
    int dimensions[2];              // numbers of them
    int n_dimensions;
    // The number at a position, the last dimension fastest.
    double (*number)(const void *client, const void *of, size_t position);
    const void *of;
    // Instead, of a variable of letters: a text for each position of the first dimension, at most
    // as long as the second; NULL: none.
    const char *(*text)(const void *client, size_t position);
} NetcdfVariable;

typedef struct Netcdf {
    const NetcdfDimension *dimensions;
    uint32_t n_dimensions;
    const NetcdfVariable *variables;
    uint32_t n_variables;
    const char *title;
    const void *client;
} Netcdf;

// The file; false: a column is larger than the format allows.
bool netcdf_render(const Netcdf *n, Text *out);
#endif
