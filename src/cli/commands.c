// The table of commands and the tables of their options. Help texts, parsing, suggestions and
// the usage lines are derived from the rows.
#include "cli/cli.h"

#define ROW(name, placeholder, type, field, help)                                                  \
    {                                                                                              \
        name, placeholder, help, OPTION_##type, offsetof(Options, field), 0, NULL                  \
    }
#define SELECT(name, field, value, help)                                                           \
    {                                                                                              \
        name, NULL, help, OPTION_SELECT, offsetof(Options, field), value, NULL                     \
    }
#define CHOICE(name, placeholder, field, choices, help)                                            \
    {                                                                                              \
        name, placeholder, help, OPTION_CHOICE, offsetof(Options, field), 0, choices               \
    }
#define GROUP(title, rows)                                                                         \
    {                                                                                              \
        title, rows, sizeof(rows) / sizeof *(rows)                                                 \
    }

static const char *const diagnostics_choices[] = {"text", "json", NULL};
static const char *const engine_choices[] = {"native", "interpret", "c", NULL};

static const char *const use_choices[] = {"offered", "me", "cs", NULL};
static const char *const fmi_choices[] = {"3", "2", NULL};
static const char *const units_choices[] = {"off", "warn", "error", NULL};
static const char *const loop_choices[] = {"auto", "newton", "matrix", NULL};
static const char *const state_choices[] = {"pantelides", "growing", NULL};
static const char *const panel_choices[] = {"unit", "one", "each", NULL};
static const char *const sampling_choices[] = {"latin", "halton", "random", NULL};
static const char *const theme_choices[] = {"auto", "light", "dark", NULL};

static const OptionRow general_rows[] = {
    CHOICE("--diagnostics", "text|json", diagnostics, diagnostics_choices,
           "form of errors and warnings"),
    ROW("--help", NULL, FLAG, help, "show this text"),
};
static const OptionGroup general = GROUP("General", general_rows);

static const OptionRow model_rows[] = {
    ROW("--class", "NAME", TEXT, compile.class_name,
        "the class of the file to work on (default: its last model)"),
    ROW("-L", "DIR", LIST, compile.folders,
        "search libraries in DIR, before MODELICAPATH (repeatable)"),
    ROW("--strict", NULL, FLAG, strict,
        "rules of the language that many libraries break are errors"),
    CHOICE("--units", "off|warn|error", compile.units, units_choices,
           "what to do about units that do not agree (default: warn for `check` and models in "
           "files, else off)"),
    ROW("--no-external", NULL, FLAG, compile.no_external,
        "call no external functions in C or Fortran; the model is refused where one is needed"),
    ROW("--max-memory", "GB", POSITIVE, compile.max_memory,
        "refuse a model whose compilation takes more (default 4; a million equations take 3)"),
};
static const OptionGroup model = GROUP("Model", model_rows);

static const OptionRow simulate_rows[] = {
    ROW("--start-time", "T", NUMBER, compile.start_time, "begin of the simulation"),
    ROW("--stop-time", "T", NUMBER, compile.stop_time, "end of the simulation"),
    ROW("--intervals", "N", COUNT, run.intervals, "number of equal output intervals"),
    ROW("--interval", "H", POSITIVE, run.interval, "length of the output intervals"),
    ROW("--tolerance", "TOL", POSITIVE, run.tolerance, "relative tolerance of the integrator"),
    ROW("--method", "NAME", TEXT, run.method, "integrator; see `tarn methods`"),
    ROW("--step", "H", POSITIVE, compile.step, "fixed step size"),
    ROW("--max-step", "H", POSITIVE, run.max_step, "no step is longer than this"),
    ROW("--dae", NULL, FLAG, run.is_dae, "algebraic loops are unknowns of the integrator"),
    ROW("--inline", "METHOD", TEXT, compile.inline_method,
        "merge an integration formula with the equations"),
    ROW("--direct", NULL, FLAG, compile.direct, "with --inline: do not reduce the index first"),
    ROW("--set", "NAME=VALUE", LIST, compile.sets,
        "change a parameter or start value (repeatable)"),
    CHOICE("--as", "me|cs", fmu_use, use_choices,
           "an FMU by model exchange, or by co-simulation (default: the first that it offers)"),
    CHOICE("--engine", "native|interpret|c", compile.engine, engine_choices,
           "how the model is executed"),
};
static const OptionGroup simulate = GROUP("Simulation", simulate_rows);

static const OptionRow given_rows[] = {
    ROW("--inputs", "FILE", TEXT, run.inputs,
        "values of inputs over time: a column for each, times in the first; -: standard input"),
    ROW("--hold", NULL, FLAG, run.holds_inputs,
        "with --inputs: a value stays until the next row, instead of straight lines"),
    ROW("--checkpoint", "FILE", TEXT, run.checkpoint,
        "write the state of the run there, for --resume"),
    ROW("--every", "T", POSITIVE, run.every, "so often, in seconds of the model"),
    ROW("--resume", "FILE", TEXT, run.resume,
        "go on from a checkpoint: the same command line, the result as if nothing had happened"),
    ROW("--branch", "FILE", TEXT, run.branch,
        "go another way from a checkpoint: other parameters (--set), inputs, options; the result "
        "begins there"),
    ROW("--start-from", "RESULT[@TIME]", TEXT, run.start_from,
        "begin with the parameters and states of an earlier result, at its end or at TIME"),
};
static const OptionGroup given = GROUP("Start and inputs", given_rows);

static const OptionRow structure_rows[] = {
    ROW("--no-alias", NULL, FLAG, compile.no_alias, "keep trivial equations"),
    ROW("--tear", "NAME[:EQUATION]", LIST, compile.tears,
        "iterate on this variable of a loop; its residual is the equation of that number in "
        "`tarn explain` (repeatable)"),
    CHOICE("--loops", "auto|newton|matrix", compile.loops, loop_choices,
           "torn and solved symbolically where that is safe; torn, by Newton's method; not torn"),
    CHOICE("--states", "pantelides|growing", compile.states, state_choices,
           "how states are found: all variables under der() are known, and constraints take some "
           "back; or none is, and they are added one at a time"),
};
static const OptionGroup structure = GROUP("Structure", structure_rows);

static const OptionRow result_rows[] = {
    ROW("--output", "FILE", TEXT, run.output, "write the result: FILE.csv or FILE.mat"),
    ROW("--variables", "REGEX", TEXT, run.variables, "keep only the variables that match"),
    ROW("--plot", "FILE.svg VAR...", PLOT, plot, "draw variables"),
    ROW("--html", "FILE", TEXT, html, "write a page to explore the result"),
    ROW("--stats", "FILE.json", TEXT, stats, "write times, sizes and solver statistics"),
    ROW("--quiet", NULL, FLAG, quiet, "no summary, no progress"),
};
static const OptionGroup result = GROUP("Result", result_rows);

static const OptionRow table_rows[] = {
    ROW("--inputs", "FILE", TEXT, run.inputs,
        "values of inputs over time, the same in all runs: a column for each, times in the first"),
    ROW("--hold", NULL, FLAG, run.holds_inputs,
        "with --inputs: a value stays until the next row, instead of straight lines"),
};
static const OptionGroup table = GROUP("Inputs", table_rows);

static const OptionRow sweep_rows[] = {
    ROW("--vary", "NAME=VALUES", LIST, sweep.vary,
        "a parameter or start value that varies (repeatable: a grid): 1:2:9 or 1,2,5, "
        "lin(1,9,5), log(1,1000,4), or drawn: uniform(1,2), loguniform(1,2), normal(0,1), "
        "lognormal(0,1), triangular(1,2,5)"),
    ROW("--rows", "FILE.csv", TEXT, sweep.rows,
        "parameters from a file: a heading with names, a row for every run"),
    ROW("--samples", "N", COUNT, sweep.samples, "how many values are drawn"),
    CHOICE("--sampling", "latin|halton|random", sweep.sampling, sampling_choices,
           "how they are drawn (default: latin hypercube)"),
    ROW("--seed", "N", COUNT, sweep.seed, "another number draws other values (default 0)"),
    ROW("--keep", "WORDS", LIST, sweep.keep,
        "of each run, with commas between: x (at the end), x@2.5, min(x), max(x), mean(x), "
        "change(x) (when it first changes), trace(x), events, steps (default: outputs, or states)"),
    ROW("--output", "FILE", TEXT, run.output,
        "the result, a row for every run: FILE.csv, or FILE.nc (NetCDF; trajectories, too)"),
    ROW("--html", "FILE", TEXT, html,
        "write a page: points, all columns, quantiles of trajectories over time, single runs"),
    ROW("--device", "cpu|opencl[:N]", TEXT, sweep.device,
        "runs with fixed steps, many at a time: --method rk4|euler or --inline METHOD, and --step"),
    ROW("--jobs", "N", COUNT, sweep.jobs,
        "runs at a time (default: as many as there are processors)"),
    ROW("--resume", NULL, FLAG, sweep.resumes, "go on with a sweep that was ended"),
    ROW("--shard", "I/N", TEXT, sweep.shard,
        "only this part of N (default: as Slurm, MPI and their like say; none: all of it)"),
    ROW("--merge", NULL, FLAG, sweep.merges, "make no run, join the parts"),
    ROW("--quiet", NULL, FLAG, quiet, "no summary, no progress"),
};
static const OptionGroup sweep = GROUP("Sweep", sweep_rows);

static const OptionRow linearize_rows[] = {
    ROW("--at", "T", NUMBER, linearize_at, "at this time (default: at the start)"),
    ROW("--output", "FILE", TEXT, run.output,
        "FILE.csv, FILE.mat (matrices A, B, C, D) or FILE.json; without it as text"),
    ROW("--json", NULL, FLAG, json, "as JSON"),
};
static const OptionGroup linearize = GROUP("Linearization", linearize_rows);

static const OptionRow check_rows[] = {
    ROW("--inline", "METHOD", TEXT, compile.inline_method, "with an integration formula merged in"),
    ROW("--whole", NULL, FLAG, whole, "as a model to be simulated, not as a part of others"),
    ROW("--jobs", "N", COUNT, jobs,
        "classes of a package at a time (default: as many as there are processors)"),
    ROW("--json", NULL, FLAG, json, "of several classes: a report as JSON"),
    ROW("--static", NULL, FLAG, is_static, "of an FMU: archive and description, nothing is run"),
    ROW("--stats", "FILE.json", TEXT, stats, "write times and sizes"),
    ROW("--quiet", NULL, FLAG, quiet, "print no counts, and of several classes those refused"),
};
static const OptionGroup check = GROUP("Check", check_rows);

static const OptionRow info_rows[] = {
    ROW("--documentation", NULL, FLAG, documentation, "its documentation, as text"),
    ROW("--json", NULL, FLAG, json, "as JSON"),
};
static const OptionGroup info = GROUP("Information", info_rows);

static const OptionRow list_rows[] = {
    ROW("--examples", NULL, FLAG, examples, "only models with an experiment"),
    ROW("--json", NULL, FLAG, json, "as JSON"),
};
static const OptionGroup list = GROUP("List", list_rows);

static const OptionRow flatten_rows[] = {
    ROW("--base", NULL, FLAG, base, "in Base Modelica (MCP-0031), for other tools to go on from"),
};
static const OptionGroup flattening = GROUP("Flatten", flatten_rows);

static const OptionRow explain_rows[] = {
    ROW("--aliases", NULL, FLAG, wish.aliases, "list which variables are one"),
    ROW("--settled", NULL, FLAG, wish.settled, "list what follows from parameters alone"),
    ROW("--constraints", NULL, FLAG, wish.constraints,
        "list the equations that were differentiated"),
    ROW("--blocks", NULL, FLAG, wish.blocks, "list the order of computation, and the loops"),
    ROW("--matrix", NULL, FLAG, wish.matrix, "draw the incidence of a small system"),
    ROW("--steps", NULL, FLAG, wish.steps,
        "tell how the equations of a small system are sorted, step by step"),
    ROW("--all", NULL, FLAG, wish.all, "all these lists"),
    ROW("--block", "N", COUNT, block, "one block, a loop perhaps, alone: text, JSON or page"),
    ROW("--json", NULL, FLAG, json, "as JSON"),
    ROW("--html", "FILE", TEXT, html, "as a page that walks through the compilation"),
    ROW("--inline", "METHOD", TEXT, compile.inline_method, "with an integration formula merged in"),
    ROW("--direct", NULL, FLAG, compile.direct, "with --inline: do not reduce the index first"),
    ROW("--step", "H", POSITIVE, compile.step,
        "with --inline: the step size to judge coefficients by"),
    ROW("--initial", NULL, FLAG, initial,
        "how the start is looked for; with --html as a part of the page"),
    ROW("--run", NULL, FLAG, simulates, "with --html: simulate, and show where the time goes"),
    ROW("--stop-time", "T", NUMBER, compile.stop_time, "with --run: end of the simulation"),
    ROW("--tolerance", "TOL", POSITIVE, run.tolerance, "with --run: relative tolerance"),
    ROW("--method", "NAME", TEXT, run.method, "with --run: integrator; see `tarn methods`"),
};
static const OptionGroup explain = GROUP("Explanation", explain_rows);

static const OptionRow fmu_rows[] = {
    ROW("--output", "FILE.fmu", TEXT, run.output, "the archive (default: name of the model)"),
    CHOICE("--fmi", "3|2", fmi_version, fmi_choices, "version of the standard (default 3)"),
    ROW("--interface", "KINDS", TEXT, interface,
        "which variables are told, with commas between: inputs, outputs, parameters, states, all "
        "(default all)"),
    ROW("--variables", "REGEX", TEXT, run.variables, "tell only the variables that match"),
    ROW("--reference", "FILE", TEXT, reference, "a result that goes along, to be compared with"),
    ROW("--source", NULL, FLAG, source, "C sources go along, for other platforms"),
    ROW("--quiet", NULL, FLAG, quiet, "print nothing"),
};
static const OptionGroup fmu = GROUP("Export", fmu_rows);

static const OptionRow import_rows[] = {
    ROW("--output", "FILE.mo", TEXT, run.output,
        "the class, with the folder FILE_fmu or FILE_ssp beside it (default: name of the FMU)"),
    CHOICE("--as", "me|cs", fmu_use, use_choices,
           "by model exchange, or by co-simulation (default: the first that it offers)"),
};
static const OptionGroup import = GROUP("Import", import_rows);

static const OptionRow dump_rows[] = {
    SELECT("--ast", stage, STAGE_AST, "the syntax tree"),
    SELECT("--instance", stage, STAGE_INSTANCE, "the tree of component instances"),
    SELECT("--flat", stage, STAGE_FLAT, "the flat model"),
    SELECT("--equations", stage, STAGE_EQUATIONS, "scalar unknowns and equations"),
    SELECT("--blocks", stage, STAGE_CAUSAL, "blocks in order of evaluation"),
    ROW("--after", "PASS", TEXT, compile.last_pass,
        "the equations behind a pass of the structural analysis: alias, states, ..."),
    SELECT("--program", stage, STAGE_PROGRAM, "the straight-line program"),
    ROW("--inline", "METHOD", TEXT, compile.inline_method, "with an integration formula merged in"),
    ROW("--direct", NULL, FLAG, compile.direct, "with --inline: do not reduce the index first"),
};
static const OptionGroup dump = GROUP("Stage", dump_rows);

static const OptionRow compare_rows[] = {
    ROW("--tolerance", "TOL", POSITIVE, run.tolerance,
        "half width of the tube, relative (default 2e-3)"),
    ROW("--variables", "REGEX", TEXT, run.variables, "compare only the variables that match"),
    ROW("--common", NULL, FLAG, common, "leave out signals that the result does not have"),
    ROW("--json", NULL, FLAG, json, "as JSON"),
};
static const OptionGroup compare = GROUP("Comparison", compare_rows);

static const OptionRow plot_rows[] = {
    ROW("--output", "FILE", TEXT, run.output, "FILE.svg (default: standard output)"),
    ROW("--with", "FILE", LIST, with, "draw the variables of this result too (repeatable)"),
    ROW("--html", "FILE", TEXT, html, "write a page to explore the results instead"),
    ROW("--figures", "WHAT", TEXT, figures,
        "draw the figures that the annotation of this model has"),
    ROW("--stats", "FILE.json", LIST, plot_stats,
        "statistics for the page, once for each result in turn"),
};
static const OptionGroup plot = GROUP("Files", plot_rows);

static const OptionRow picture_rows[] = {
    ROW("--x", "VAR", TEXT, plot_x, "against this variable instead of time"),
    ROW("--from", "T", NUMBER, plot_from, "begin of the part to draw"),
    ROW("--to", "T", NUMBER, plot_to, "end of the part to draw"),
    ROW("--log", NULL, FLAG, log_y, "logarithmic ordinate"),
    ROW("--log-x", NULL, FLAG, log_x, "logarithmic abscissa"),
    CHOICE("--panels", "unit|one|each", plot_panels, panel_choices,
           "one panel for each unit (default), for all, for each variable"),
    CHOICE("--theme", "auto|light|dark", plot_theme, theme_choices,
           "colours (default: as the system of the reader)"),
    ROW("--title", "TEXT", TEXT, plot_title, "heading"),
    ROW("--width", "PIXELS", POSITIVE, plot_width, "width (default 800)"),
    ROW("--height", "PIXELS", POSITIVE, plot_height, "height of each panel"),
};
static const OptionGroup picture = GROUP("Picture", picture_rows);

static const OptionRow format_rows[] = {
    ROW("--check", NULL, FLAG, check, "change nothing; exit 1 when a file is not formatted"),
    ROW("--write", NULL, FLAG, in_place, "rewrite the files in place"),
    ROW("--stdin", NULL, FLAG, from_stdin, "read standard input"),
};
static const OptionGroup format = GROUP("Format", format_rows);

static const OptionRow convert_rows[] = {
    ROW("--write", NULL, FLAG, in_place, "rewrite the files in place, and list those that changed"),
    ROW("--from", "VERSION", TEXT, from_version,
        "of the library, where no `uses` says it (default: any)"),
    ROW("-L", "DIR", LIST, compile.folders, "search libraries in DIR, before MODELICAPATH"),
};
static const OptionGroup convert = GROUP("Convert", convert_rows);

static const OptionRow methods_rows[] = {
    ROW("--svg", "FILE", TEXT, svg, "draw the stability domain and the damping plot"),
};
static const OptionGroup methods = GROUP("Methods", methods_rows);

enum { MANY = 1000000 };

const Command commands[] = {
    {"simulate",
     "WHAT... [options]",
     "compile, simulate, write results",
     1,
     MANY,
     cmd_simulate,
     {&simulate, &given, &structure, &result, &picture, &model, &general}},
    {"sweep",
     "WHAT [options]",
     "many runs with other parameters, compiled once",
     1,
     1,
     cmd_sweep,
     {&sweep, &simulate, &table, &structure, &model, &general}},
    {"devices", "", "what sweeps can run on", 0, 0, cmd_devices, {&general}},
    {"linearize",
     "WHAT [options]",
     "a linear system around a point of the run, with its eigenvalues",
     1,
     1,
     cmd_linearize,
     {&linearize, &simulate, &structure, &model, &general}},
    {"check",
     "WHAT... [options]",
     "is it sound? A model, a component, a package with all its classes, an FMU",
     1,
     MANY,
     cmd_check,
     {&check, &structure, &model, &general}},
    {"info",
     "WHAT [options]",
     "parameters, inputs and outputs of a class or of an FMU",
     1,
     1,
     cmd_info,
     {&info, &model, &general}},
    {"list",
     "[PACKAGE...] [options]",
     "the classes of a package, or the libraries that are found",
     0,
     MANY,
     cmd_list,
     {&list, &model, &general}},
    {"flatten",
     "WHAT [options]",
     "the flat model as Modelica text",
     1,
     1,
     cmd_flatten,
     {&flattening, &model, &general}},
    {"fmu",
     "WHAT [options]",
     "the model as an FMU, to be run by other tools",
     1,
     1,
     cmd_fmu,
     {&fmu, &simulate, &structure, &model, &general}},
    {"import",
     "FILE.fmu | FILE.ssp [options]",
     "an FMU, or a system of several, as a Modelica class",
     1,
     1,
     cmd_import,
     {&import, &general}},
    {"explain",
     "WHAT [options]",
     "what the structural analysis found",
     1,
     1,
     cmd_explain,
     {&explain, &structure, &model, &general}},
    {"dump",
     "--STAGE WHAT [options]",
     "any intermediate value",
     1,
     1,
     cmd_dump,
     {&dump, &structure, &model, &general}},
    {"compare",
     "RESULT REFERENCE [options]",
     "tube comparison of two results",
     2,
     2,
     cmd_compare,
     {&compare, &general}},
    {"plot",
     "RESULT... VAR... [options]",
     "picture of results",
     1,
     MANY,
     cmd_plot,
     {&plot, &picture, &model, &general}},
    {"format",
     "FILE... [options]",
     "canonical source text, comments kept",
     0,
     MANY,
     cmd_format,
     {&format, &general}},
    {"convert",
     "FILE... [options]",
     "models of an older library version in the words of the one that is found",
     1,
     MANY,
     cmd_convert,
     {&convert, &general}},
    {"methods",
     "[NAME] [options]",
     "the integrators and their properties",
     0,
     1,
     cmd_methods,
     {&methods, &general}},
};
const int n_commands = (int)(sizeof commands / sizeof *commands);

const Command manual_command = {
    "manual",   "man|bash|zsh|fish", "the manual page, or completions of a shell", 1, 1,
    cmd_manual, {&general}};
