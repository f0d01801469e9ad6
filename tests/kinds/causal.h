// causal.h -- one expectation about the structure, also used where models are simulated.
#ifndef TESTS_CAUSAL_H
#define TESTS_CAUSAL_H
#include "expect.h"
#include "json.h"

// Compares `remark` with the answer of `tarn explain --json`; a mismatch goes to the difference.
void causal_check_remark(TestCase *t, const Json *explanation, const Remark *remark);
#endif
