// explanation.h -- the page on which the structural analysis is shown.
#ifndef TARN_EXPLANATION_H
#define TARN_EXPLANATION_H
#include "tarn/compile/pipeline.h"

// Appends the page. `profile` (where the time of a run went) and `initial` (how the start was
// looked for) are JSON; NULL: nobody has asked. False with a sentence in `why` when the program was
// built without a part of it.
bool explanation_page(const Pipeline *p, const Text *profile, const Text *initial, Text *out,
                      const char **why);
// The same for a model that cannot be sorted, p->broken.
bool explanation_broken_page(const Pipeline *p, Text *out, const char **why);
#endif
