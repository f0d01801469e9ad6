// Numbers as text by means of the C library: those of base/number.c need integers of 128 bits.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

int number_to_text(char *buffer, double value)
{
    if (!isfinite(value)) {
        strcpy(buffer, isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
        return (int)strlen(buffer);
    }
    int length = 0;
    for (int digits = 1; digits <= 17; digits++) {
        length = snprintf(buffer, NUMBER_TEXT_ROOM, "%.*g", digits, value);
        if (strtod(buffer, NULL) == value) break;
    }
    char *comma = strchr(buffer, ','); // of a locale
    if (comma) *comma = '.';
    return length;
}
