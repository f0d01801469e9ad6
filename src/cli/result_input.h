// result_input.h -- result files named on the command line, for `plot` and `compare`.
#ifndef CLI_RESULT_INPUT_H
#define CLI_RESULT_INPUT_H
#include "cli/cli.h"
#include "results/result_reader.h"

// Both are NULL after an error was reported. A result without rows is an error.
ResultFile *result_input_open(Cli *cli, const char *path);
// The columns of `wanted`, n of them; NULL: all.
const Trajectory *result_input_load(Cli *cli, ResultFile *f, const ResultVariable *const *wanted,
                                    uint32_t n, const char *path);
#endif
