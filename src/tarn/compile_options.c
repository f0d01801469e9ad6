#include "tarn/compile_options.h"

#include <math.h>

void compile_options_defaults(CompileOptions *out)
{
    // A million equations take 2.5 GB.
    *out = (CompileOptions){.max_memory = 4, .start_time = NAN, .stop_time = NAN, .step = NAN};
}

void run_options_defaults(RunOptions *out)
{
    *out = (RunOptions){.interval = NAN, .tolerance = NAN, .max_step = NAN};
}
