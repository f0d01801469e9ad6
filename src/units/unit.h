// unit.h -- units of measure: exponents of the seven base units, a factor, the zero of a scale.
#ifndef UNITS_UNIT_H
#define UNITS_UNIT_H
#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

// Exponents are multiples of 1/EXPONENT_ONE: halves, thirds, sevenths and hundredths are exact.
enum { N_BASE_UNITS = 7, EXPONENT_ONE = 25200 };

typedef enum {
    ZERO_NONE,  // that of the coherent unit
    ZERO_DEG_C, // of a temperature scale
    ZERO_DEG_F,
    ZERO_ANY // a sum or difference: may be a temperature on any scale, or a difference of two
} UnitZero;

typedef struct SiUnit {
    int32_t exponents[N_BASE_UNITS]; // m, kg, s, A, K, mol, cd
    double factor;                   // to the coherent unit: 0.001 for mm
    UnitZero zero;
} SiUnit;

SiUnit unit_one(void);
SiUnit unit_second(void);
// The grammar of the specification, chapter 19. False: *fault is a clause that says why.
bool unit_parse(const char *text, SiUnit *out, const char **fault);
// What was meant by a text that is no unit: "N.m" for "Nm"; NULL where nothing is near.
const char *unit_repair(Arena *out, const char *text);

SiUnit unit_product(const SiUnit *a, const SiUnit *b, int sign); // a*b, or a/b with sign -1
// False where the exponents are no multiples of 1/EXPONENT_ONE, or beyond all reason.
bool unit_power(const SiUnit *a, double exponent, SiUnit *out);
bool unit_is_number(const SiUnit *a);                       // all exponents are zero
bool unit_same_dimension(const SiUnit *a, const SiUnit *b); // whatever the factors
bool unit_same(const SiUnit *a, const SiUnit *b);           // whatever the zeros of scales
bool unit_same_zero(const SiUnit *a, const SiUnit *b);      // of units that are otherwise the same

// In base units: "kg.m/s2", "0.001 m"; "1" for numbers.
void unit_print(const SiUnit *a, Text *out);
// By its name and in base units, "N = kg.m/s2". `written` is what a declaration says, or NULL.
void unit_describe(const SiUnit *a, const char *written, Text *out);
#endif
