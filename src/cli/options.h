// options.h -- the options of the command line: one row each, one structure for all values.
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/session.h"
#include "causal/causal_system.h"
#include "sweep/sweep_options.h"
#include "tarn/compile/compile_options.h"

typedef enum { DIAGNOSTICS_TEXT, DIAGNOSTICS_JSON } DiagnosticsForm;

// What the command line said. A number that was not given is NaN, a count 0, a text NULL.
typedef struct Options {
    WordList words;  // what is not an option: WHAT, files, variables
    int diagnostics; // DiagnosticsForm
    bool help, strict, quiet;

    CompileOptions compile;
    RunOptions run;
    SweepOptions sweep;
    double linearize_at;
    const char *stats, *html;
    const char *plot;
    WordList plot_variables;

    int stage;      // Stage of `dump`, -1 when not given
    bool simulates; // explain: simulate as well
    bool initial;   // explain: the start
    bool json, check, from_stdin, in_place;
    bool common, examples, documentation, whole;
    int64_t jobs;             // 0: as many as there are processors
    bool is_static;           // check: nothing of an FMU is run
    int fmu_use;              // FmuUse
    int fmi_version;          // 0: 3.0, 1: 2.0
    const char *interface;    // of an exported model
    const char *reference;    // file with its result
    bool source;              // in C, too
    bool base;                // flatten: in Base Modelica
    const char *from_version; // convert: of a library whose version the files do not say
    const char *svg;

    ExplainWish wish;    // explain: lists
    int64_t block;       // explain: this one alone; 0: all
    const char *figures; // plot: of this model
    WordList with;       // further results to draw
    WordList plot_stats; // by result
    const char *plot_x, *plot_title;
    int plot_theme, plot_panels; // PlotTheme, PanelChoice
    bool log_x, log_y;
    double plot_width, plot_height, plot_from, plot_to;
} Options;

typedef enum {
    OPTION_FLAG,     // bool
    OPTION_SELECT,   // int, set to `value`
    OPTION_TEXT,     // const char *
    OPTION_NUMBER,   // double
    OPTION_POSITIVE, // double > 0
    OPTION_COUNT,    // int64_t >= 1
    OPTION_CHOICE,   // int: index into `choices`
    OPTION_LIST,     // WordList, repeatable
    OPTION_PLOT      // const char * and the words up to the next option in `plot_variables`
} OptionType;

typedef struct OptionRow {
    const char *name;        // "--stop-time", "-L"
    const char *placeholder; // of the argument; NULL for OPTION_FLAG and OPTION_SELECT
    const char *help;
    OptionType type;
    size_t offset; // of the field in Options
    int value;
    const char *const *choices; // ends with NULL
} OptionRow;

typedef struct OptionGroup {
    const char *title;
    const OptionRow *rows;
    uint32_t n_rows;
} OptionGroup;

enum { MOST_OPTION_GROUPS = 7 };

// Reads `arguments` by the rows of `groups` (ends with NULL) into `out`, which must have been
// set by options_defaults. Mistakes are reported as E_USAGE; false after one.
void options_defaults(Options *out);
bool options_parse(Session *s, const OptionGroup *const *groups, int n,
                   const char *const *arguments, Options *out);
// Rows with their placeholders and help texts, aligned.
void options_describe(const OptionGroup *group, Text *out);
#endif
