// cli.h -- the commands of the program and what they share.
#ifndef CLI_CLI_H
#define CLI_CLI_H
#include <stdio.h>
#include <tarn.h>

#include "base/session.h"
#include "cli/options.h"
#include "tarn/compile/pipeline.h"

typedef enum {
    STATUS_DONE = 0,
    STATUS_WRONG_MODEL = 1, // diagnostics say where and why
    STATUS_USAGE = 2,
    STATUS_STOPPED = 3 // the simulation stopped early; the result up to there is valid
} ExitStatus;

// One call of the program. Everything a command may touch.
typedef struct Cli {
    Session *session;
    const Options *options;
    const struct Command *command;
    FILE *out, *err;
    bool color;       // the error stream is a terminal
    uint32_t n_shown; // diagnostics rendered so far
} Cli;

typedef struct Command {
    const char *name;
    const char *words; // after the name, in the usage line
    const char *summary;
    uint32_t fewest_words, most_words;
    ExitStatus (*run)(Cli *cli);
    const OptionGroup *groups[MOST_OPTION_GROUPS + 1]; // ends with NULL
} Command;

extern const Command commands[];
extern const int n_commands;
extern const Command manual_command; // for makefiles: not shown to those who type
extern const char cli_description[]; // what a command line means, in sentences
const char *cli_version(void);       // version and commit

typedef struct Environment {  // what the program takes from outside besides its arguments
    const char *model_path;   // MODELICAPATH; NULL when unset
    const char *cache_folder; // for compiled external functions; NULL: none
} Environment;

// The command line without the name of the program.
ExitStatus cli_run(int n, const char *const *arguments, const Environment *environment, FILE *out,
                   FILE *err);

// Reads `arguments` as the options of a command, into `options` set by options_defaults.
// Mistakes are reported to the session; false after one.
bool cli_parse_options(Session *s, const char *command, int n, const char *const *arguments,
                       Options *options);

// Renders the diagnostics reported since the last call. With --diagnostics json nothing is
// shown before the end, so that there is one array.
void cli_show_diagnostics(Cli *cli, bool at_end);
// To the output. On a terminal without the control characters that a model may bring along.
void cli_print(Cli *cli, const Text *t);
// A whole file, in place of one that may be there; false after a report.
bool cli_write(Cli *cli, const char *path, const Text *t);
ExitStatus cli_status(PipelineOutcome outcome);
// Runs the pipeline and shows the value of a stage.
ExitStatus cli_dump_stage(Cli *cli, Stage stage);

ExitStatus cmd_simulate(Cli *cli);
ExitStatus cmd_sweep(Cli *cli);
ExitStatus cmd_linearize(Cli *cli);
ExitStatus cmd_check(Cli *cli);
ExitStatus cmd_info(Cli *cli);
ExitStatus info_of_fmu(Cli *cli); // of a file instead of a class
ExitStatus cmd_list(Cli *cli);
ExitStatus cmd_flatten(Cli *cli);
ExitStatus cmd_convert(Cli *cli);
ExitStatus cmd_fmu(Cli *cli);
ExitStatus cmd_import(Cli *cli);
ExitStatus cmd_explain(Cli *cli);
ExitStatus cmd_dump(Cli *cli);
ExitStatus cmd_compare(Cli *cli);
ExitStatus cmd_plot(Cli *cli);
ExitStatus cmd_format(Cli *cli);
ExitStatus cmd_devices(Cli *cli);
ExitStatus cmd_methods(Cli *cli);
ExitStatus cmd_manual(Cli *cli);
#endif
