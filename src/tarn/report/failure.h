// failure.h -- why a run stopped, in the equations of the model: the operation that has no value,
// with what it was given, the line it stands in, and the component of the modeller around it.
#ifndef TARN_FAILURE_H
#define TARN_FAILURE_H
#include "abi/model.h"
#include "tarn/compile/pipeline.h"

// The last error of the session is about `model` as it is now, and was made from `what` by p. Where
// p has given its stages back they are made once more.
void failure_explain(const Pipeline *p, const char *what, const Model *model);
#endif
