#include "units/unit_table.h"

#include <stddef.h>

#define PREFIX(symbol, factor)
#define WORD(word, unit)
#define UNIT(symbol, m, kg, s, A, K, mol, cd, factor, zero, takes_prefix)                          \
    {symbol, {m, kg, s, A, K, mol, cd}, factor, ZERO_##zero, takes_prefix},
const UnitRow unit_rows[] = {
#include "units/units.def"
    {.symbol = NULL}};
#undef UNIT
#undef PREFIX
#undef WORD

#define UNIT(...)
#define WORD(word, unit)
#define PREFIX(symbol, factor) {symbol, factor},
const PrefixRow prefix_rows[] = {
#include "units/units.def"
    {.symbol = NULL}};
#undef PREFIX
#undef WORD

#define PREFIX(symbol, factor)
#define WORD(word, unit) {word, unit},
const WordRow word_rows[] = {
#include "units/units.def"
    {.word = NULL}};
#undef UNIT
#undef PREFIX
#undef WORD
