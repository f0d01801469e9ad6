// pipeline.h -- the one pipeline from text to program, stopped at different stages.
#ifndef TARN_PIPELINE_H
#define TARN_PIPELINE_H
#include "base/session.h"
#include "causal/causal_system.h"
#include "program/program.h"
#include "tarn/compile/load.h"
#include "tarn/compile/session_open.h"

typedef enum {
    STAGE_AST,
    STAGE_INSTANCE,
    STAGE_FLAT,
    STAGE_EQUATIONS,
    STAGE_CAUSAL,
    STAGE_PROGRAM,
    N_STAGES
} Stage;

// The phases of --stats, in its order; times are wall clock in milliseconds.
typedef enum {
    PHASE_LOAD,
    PHASE_INSTANTIATE,
    PHASE_FLATTEN,
    PHASE_CAUSALIZE,
    PHASE_PROGRAM,
    PHASE_NATIVE,
    PHASE_INITIALIZE,
    PHASE_SIMULATE,
    PHASE_WRITE,
    N_PHASES
} Phase;

extern const char *const stage_names[N_STAGES]; // "ast", "instance", ...
extern const char *const phase_names[N_PHASES];

typedef enum {
    PIPELINE_DONE,
    PIPELINE_WRONG_MODEL,
    PIPELINE_USAGE,    // an option asks for what there is not
    PIPELINE_TOO_LARGE // for the memory that the options allow; the session can only be closed
} PipelineOutcome;

typedef struct Pipeline {
    Session *session;
    const CompileOptions *options;
    const Setting *settings; // of --set, those that must be known during compilation
    uint32_t n_settings;
    const Setting *modes; // start values of structural variables (modes.h)
    uint32_t n_modes;
    bool runs_modes;  // whoever runs the model compiles it anew when its structure changes
    bool only_checks; // nobody looks at the blocks: is anything wrong?
    Loaded loaded;
    Instance *instance; // NULL until the stage is done, as the following
    FlatModel *flat;
    EquationSystem *equations; // NULL once the analysis has taken them over
    CausalSystem *causal;
    BrokenSystem *broken; // why there is none, where it cannot be sorted
    Program *program;
    Arena *arenas[N_STAGES]; // that of STAGE_AST has the expressions, which all stages share
    double milliseconds[N_PHASES];
} Pipeline;

double milliseconds_now(void); // from an arbitrary begin

// Loads `what` (a file, or a class on the search path) and runs the stages up to `last`.
// Anything but PIPELINE_DONE only after an error was reported.
PipelineOutcome pipeline_run(Pipeline *p, const char *what, Stage last);
// All stages, with the settings of the options (compile.c).
PipelineOutcome pipeline_compile(Pipeline *p, const char *what);
ExternalPolicy pipeline_external_policy(const Pipeline *p);
// The program needs nothing of what it was made from: all but the program goes.
void pipeline_release_stages(Pipeline *p);
void pipeline_close(Pipeline *p); // the values of the stages; not the session

// The program brought to life by the engine of the options, its memory from `out`. False after
// an error was reported.
bool pipeline_engine(Pipeline *p, Arena *out, Model **model);
void pipeline_sizes(const Pipeline *p, int64_t *equations, int64_t *unknowns);

// Texts about a stage that was reached.
void pipeline_dump(const Pipeline *p, Stage stage, Text *out);
// The flat model in Base Modelica; false after what it cannot say was reported.
bool pipeline_print_base(const Pipeline *p, Text *out);
void pipeline_explain_json(const Pipeline *p, Text *out);
#endif
