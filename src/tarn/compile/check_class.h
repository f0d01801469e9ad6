// check_class.h -- one class, looked at and not run.
#ifndef TARN_CHECK_CLASS_H
#define TARN_CHECK_CLASS_H
#include "tarn/compile/pipeline.h"

// Anything but done only after a report.
PipelineOutcome check_class(Pipeline *p, const char *what);
#endif
