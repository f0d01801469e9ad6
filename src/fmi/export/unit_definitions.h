// unit_definitions.h -- Modelica units by their base units, as descriptions of FMI have them.
#ifndef FMI_UNIT_DEFINITIONS_H
#define FMI_UNIT_DEFINITIONS_H
#include <stdbool.h>

enum { BASE_UNITS = 8 }; // kg m s A K mol cd rad

typedef struct BaseUnit { // value in base units = factor * value + offset
    int exponents[BASE_UNITS];
    double factor, offset;
} BaseUnit;

extern const char *const base_unit_names[BASE_UNITS];

// False: a factor of it is not known.
bool unit_in_base_units(const char *unit, BaseUnit *out);
#endif
