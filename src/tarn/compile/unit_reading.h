// unit_reading.h -- the units of a model that has been flattened.
#ifndef TARN_UNIT_READING_H
#define TARN_UNIT_READING_H
#include "tarn/compile/pipeline.h"

// Reports units that do not agree, as the options say. False: there are some, and they are errors.
bool units_agree(Pipeline *p);
#endif
