// unit_table.h -- the rows of units.def; private to units/.
#ifndef UNITS_UNIT_TABLE_H
#define UNITS_UNIT_TABLE_H
#include "units/unit.h"

typedef struct UnitRow {
    const char *symbol; // NULL ends the table, as in the others
    int8_t exponents[N_BASE_UNITS];
    double factor;
    UnitZero zero;
    bool takes_prefix;
} UnitRow;

typedef struct PrefixRow {
    const char *symbol;
    double factor;
} PrefixRow;

typedef struct WordRow {
    const char *word, *unit;
} WordRow;

extern const UnitRow unit_rows[];
extern const PrefixRow prefix_rows[];
extern const WordRow word_rows[];

bool unit_operand(const char *text, size_t n, SiUnit *out); // a symbol, or one with a prefix
#endif
