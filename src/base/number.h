// number.h -- numbers as decimal text and back, exactly, fast and without a locale.
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

enum { NUMBER_TEXT_ROOM = 32 };

// The shortest decimal that reads back as the same double: 0.1, 1e-9, 42 (no ".0"), nan, inf.
// `buffer` holds at least NUMBER_TEXT_ROOM bytes; returns the length. About 40 ns.
int number_to_text(char *buffer, double value);
// Reads the number at the start of `text`, at most up to `end`; correctly rounded. Returns the
// first byte behind it, or `text` itself when there is no number. No leading white space.
// Accepts nan, inf and infinity in any case.
const char *number_from_text(const char *text, const char *end, double *value);
#endif
