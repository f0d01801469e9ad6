// description.h -- modelDescription.xml of FMI 2.0 and 3.0, from one table of facts.
#ifndef FMI_DESCRIPTION_H
#define FMI_DESCRIPTION_H
#include "base/text.h"
#include "fmi/export/facts.h"
#include "fmi/export/sources.h"

typedef struct Description {
    const Facts *facts;
    const char *model_name, *identifier, *token, *tool, *comment; // comment may be NULL
    double start_time, stop_time, tolerance, step;
    int32_t n_indicators;
    bool may_save;              // its whole state can be kept by importers
    double fixed_step;          // of inlined steps; NaN: none
    const SourceNames *sources; // NULL: none go along
} Description;

void description_write_2(const Description *d, Text *out);
void description_write_3(const Description *d, Text *out);
#endif
