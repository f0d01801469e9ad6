// THE table of the methods for loops.
#include "run/loops/loop_method.h"

const LoopMethod *const loop_methods[] = {&linear_loop, &newton_loop, &step_newton_loop,
                                          &least_squares_loop};
const int n_loop_methods = sizeof loop_methods / sizeof *loop_methods;
