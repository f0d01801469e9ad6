#include "tarn/compile/compile_options.h"

#include <math.h>

void compile_options_defaults(CompileOptions *out)
{
    // A million equations take 2 GB to check, and about 3 GB up to the program.
    *out = (CompileOptions){
        .max_memory = 4, .units = UNITS_UNSAID, .start_time = NAN, .stop_time = NAN, .step = NAN};
}

void compile_options_to_check(CompileOptions *options)
{
    if (options->units == UNITS_UNSAID) options->units = UNITS_WARN;
}

void run_options_defaults(RunOptions *out)
{
    *out = (RunOptions){.interval = NAN, .tolerance = NAN, .max_step = NAN, .every = NAN};
}
