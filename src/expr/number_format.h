// number_format.h -- numbers as text by the format argument of String() (3.7.1).
//
// A format is a C conversion without '%' (one that is there is passed over): flags, width,
// precision and one letter; widths and precisions have two digits at most, so that the text fits.
#ifndef EXPR_NUMBER_FORMAT_H
#define EXPR_NUMBER_FORMAT_H
#include <stdbool.h>
#include <stdint.h>

enum { LONGEST_FORMATTED = 512 }; // 309 digits, a point, 99 behind it, and the rest

bool number_format_is_valid(const char *format);
// Letters of Reals take an Integer as a Real, those of Integers round a Real.
void number_format(const char *format, bool is_real, double real, int64_t integer,
                   char text[LONGEST_FORMATTED]);
#endif
