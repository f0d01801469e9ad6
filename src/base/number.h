// number.h -- numbers as decimal text and back, exactly, fast and without a locale.
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H
#include <stdint.h>

enum { NUMBER_TEXT_ROOM = 32 };

// Integers of the language are held in doubles at run time: what lies between minus and plus this,
// 2^53 - 1, is exact, and a sum or product beyond it never rounds back into that range.
#define LARGEST_INTEGER 9007199254740991

// The shortest decimal that reads back as the same double: 0.1, 1e-9, 42 (no ".0"), nan, inf.
// `buffer` holds at least NUMBER_TEXT_ROOM bytes; returns the length. About 40 ns.
int number_to_text(char *buffer, double value);
// Reads the number at the start of `text`, at most up to `end`; correctly rounded. Returns the
// first byte behind it, or `text` itself when there is no number. No leading white space.
// Accepts nan, inf and infinity in any case.
const char *number_from_text(const char *text, const char *end, double *value);
// The number of elements of first:step:last; -1 for step 0 and for what is no number. A quotient
// that misses an integer by a few rounding errors counts as that integer: 0:0.1:0.3 has four
// elements.
int64_t number_range_count(double first, double step, double last);
#endif
