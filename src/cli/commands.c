// The table of commands and the tables of their options. Help texts, parsing, suggestions and
// the usage lines are derived from the rows.
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "cli/cli.h"
#include "cli/pipeline.h"

#define FIELD(name) offsetof(Options, name)
#define GROUP(title, rows)                                                                         \
    {                                                                                              \
        title, rows, sizeof(rows) / sizeof *(rows)                                                 \
    }

static const char *const diagnostics_choices[] = {"text", "json", NULL};
static const char *const engine_choices[] = {"native", "interpret", "c", NULL};

static const OptionRow general_rows[] = {
    {"--diagnostics", "text|json", "form of errors and warnings", OPTION_CHOICE, FIELD(diagnostics),
     0, diagnostics_choices},
    {"--help", NULL, "show this text", OPTION_FLAG, FIELD(help), 0, NULL},
};
static const OptionGroup general = GROUP("General", general_rows);

static const OptionRow model_rows[] = {
    {"--class", "NAME", "the class of the file to work on (default: its last model)", OPTION_TEXT,
     FIELD(class_name), 0, NULL},
    {"-L", "DIR", "search libraries in DIR, before MODELICAPATH (repeatable)", OPTION_LIST,
     FIELD(folders), 0, NULL},
};
static const OptionGroup model = GROUP("Model", model_rows);

static const OptionRow simulate_rows[] = {
    {"--start-time", "T", "begin of the simulation", OPTION_NUMBER, FIELD(start_time), 0, NULL},
    {"--stop-time", "T", "end of the simulation", OPTION_NUMBER, FIELD(stop_time), 0, NULL},
    {"--intervals", "N", "number of equal output intervals", OPTION_COUNT, FIELD(intervals), 0,
     NULL},
    {"--interval", "H", "length of the output intervals", OPTION_POSITIVE, FIELD(interval), 0,
     NULL},
    {"--tolerance", "TOL", "relative tolerance of the integrator", OPTION_POSITIVE,
     FIELD(tolerance), 0, NULL},
    {"--method", "NAME", "integrator; see `tarn methods`", OPTION_TEXT, FIELD(method), 0, NULL},
    {"--step", "H", "fixed step size", OPTION_POSITIVE, FIELD(step), 0, NULL},
    {"--inline", "METHOD", "merge an integration formula with the equations", OPTION_TEXT,
     FIELD(inline_method), 0, NULL},
    {"--set", "NAME=VALUE", "change a parameter or start value (repeatable)", OPTION_LIST,
     FIELD(sets), 0, NULL},
    {"--no-alias", NULL, "keep trivial equations", OPTION_FLAG, FIELD(no_alias), 0, NULL},
    {"--engine", "native|interpret|c", "how the model is executed", OPTION_CHOICE, FIELD(engine), 0,
     engine_choices},
};
static const OptionGroup simulate = GROUP("Simulation", simulate_rows);

static const OptionRow result_rows[] = {
    {"--output", "FILE", "write the result: FILE.csv or FILE.mat", OPTION_TEXT, FIELD(output), 0,
     NULL},
    {"--variables", "REGEX", "keep only the variables that match", OPTION_TEXT, FIELD(variables), 0,
     NULL},
    {"--plot", "FILE.svg VAR...", "draw variables", OPTION_PLOT, FIELD(plot), 0, NULL},
    {"--html", "FILE", "write a page to explore the result", OPTION_TEXT, FIELD(html), 0, NULL},
    {"--stats", "FILE.json", "write times, sizes and solver statistics", OPTION_TEXT, FIELD(stats),
     0, NULL},
    {"--quiet", NULL, "no summary, no progress", OPTION_FLAG, FIELD(quiet), 0, NULL},
};
static const OptionGroup result = GROUP("Result", result_rows);

static const OptionRow check_rows[] = {
    {"--no-alias", NULL, "keep trivial equations", OPTION_FLAG, FIELD(no_alias), 0, NULL},
    {"--stats", "FILE.json", "write times and sizes", OPTION_TEXT, FIELD(stats), 0, NULL},
    {"--quiet", NULL, "print no counts", OPTION_FLAG, FIELD(quiet), 0, NULL},
};
static const OptionGroup check = GROUP("Check", check_rows);

static const OptionRow explain_rows[] = {
    {"--json", NULL, "as JSON", OPTION_FLAG, FIELD(json), 0, NULL},
    {"--html", "FILE", "as a page that walks through the compilation", OPTION_TEXT, FIELD(html), 0,
     NULL},
    {"--no-alias", NULL, "keep trivial equations", OPTION_FLAG, FIELD(no_alias), 0, NULL},
    {"--inline", "METHOD", "with an integration formula merged in", OPTION_TEXT,
     FIELD(inline_method), 0, NULL},
};
static const OptionGroup explain = GROUP("Explanation", explain_rows);

static const OptionRow dump_rows[] = {
    {"--ast", NULL, "the syntax tree", OPTION_SELECT, FIELD(stage), STAGE_AST, NULL},
    {"--instance", NULL, "the tree of component instances", OPTION_SELECT, FIELD(stage),
     STAGE_INSTANCE, NULL},
    {"--flat", NULL, "the flat model", OPTION_SELECT, FIELD(stage), STAGE_FLAT, NULL},
    {"--equations", NULL, "unknowns, residuals, incidence", OPTION_SELECT, FIELD(stage),
     STAGE_EQUATIONS, NULL},
    {"--blocks", NULL, "blocks in order of evaluation", OPTION_SELECT, FIELD(stage), STAGE_CAUSAL,
     NULL},
    {"--program", NULL, "the straight-line program", OPTION_SELECT, FIELD(stage), STAGE_PROGRAM,
     NULL},
    {"--steps", "DIR", "one numbered file per pass", OPTION_TEXT, FIELD(steps), 0, NULL},
    {"--no-alias", NULL, "keep trivial equations", OPTION_FLAG, FIELD(no_alias), 0, NULL},
};
static const OptionGroup dump = GROUP("Stage", dump_rows);

static const OptionRow compare_rows[] = {
    {"--tolerance", "TOL", "half width of the tube, relative (default 2e-3)", OPTION_POSITIVE,
     FIELD(tolerance), 0, NULL},
    {"--variables", "REGEX", "compare only the variables that match", OPTION_TEXT, FIELD(variables),
     0, NULL},
    {"--common", NULL, "leave out signals that the result does not have", OPTION_FLAG,
     FIELD(common), 0, NULL},
    {"--json", NULL, "as JSON", OPTION_FLAG, FIELD(json), 0, NULL},
};
static const OptionGroup compare = GROUP("Comparison", compare_rows);

static const OptionRow plot_rows[] = {
    {"--output", "FILE", "FILE.svg or FILE.html (default: SVG to standard output)", OPTION_TEXT,
     FIELD(output), 0, NULL},
    {"--html", "FILE", "write a page to explore the result", OPTION_TEXT, FIELD(html), 0, NULL},
};
static const OptionGroup plot = GROUP("Picture", plot_rows);

static const OptionRow format_rows[] = {
    {"--check", NULL, "change nothing; exit 1 when a file is not formatted", OPTION_FLAG,
     FIELD(check), 0, NULL},
    {"--write", NULL, "rewrite the files in place", OPTION_FLAG, FIELD(in_place), 0, NULL},
    {"--stdin", NULL, "read standard input", OPTION_FLAG, FIELD(from_stdin), 0, NULL},
};
static const OptionGroup format = GROUP("Format", format_rows);

static const OptionRow methods_rows[] = {
    {"--svg", "FILE", "draw the stability domain and the damping plot", OPTION_TEXT, FIELD(svg), 0,
     NULL},
};
static const OptionGroup methods = GROUP("Methods", methods_rows);

enum { MANY = 1000000 };

static const Command commands[] = {
    {"simulate",
     "WHAT [options]",
     "compile, simulate, write results",
     1,
     1,
     cmd_simulate,
     {&simulate, &result, &model, &general}},
    {"check",
     "WHAT [options]",
     "everything up to causalization; counts; is the model sound?",
     1,
     1,
     cmd_check,
     {&check, &model, &general}},
    {"flatten",
     "WHAT [options]",
     "the flat model as Modelica text",
     1,
     1,
     cmd_flatten,
     {&model, &general}},
    {"explain",
     "WHAT [options]",
     "what the structural analysis found",
     1,
     1,
     cmd_explain,
     {&explain, &model, &general}},
    {"dump",
     "--STAGE WHAT [options]",
     "any intermediate value",
     1,
     1,
     cmd_dump,
     {&dump, &model, &general}},
    {"compare",
     "RESULT REFERENCE [options]",
     "tube comparison of two results",
     2,
     2,
     cmd_compare,
     {&compare, &general}},
    {"plot",
     "RESULT VAR... [options]",
     "picture of a result",
     1,
     MANY,
     cmd_plot,
     {&plot, &general}},
    {"format",
     "FILE... [options]",
     "canonical source text, comments kept",
     0,
     MANY,
     cmd_format,
     {&format, &general}},
    {"methods",
     "[NAME] [options]",
     "the integrators and their properties",
     0,
     1,
     cmd_methods,
     {&methods, &general}},
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

static const Span nowhere = {0, 0};

static void show_overview(FILE *out)
{
    fputs("tarn compiles Modelica models and simulates them.\n\n", out);
    for (int i = 0; i < N_COMMANDS; i++)
        fprintf(out, "  tarn %-9s %-28s %s\n", commands[i].name, commands[i].words,
                commands[i].summary);
    fputs("\nWHAT is a .mo file (its last model, or --class NAME) or a class on the search path\n"
          "(-L DIR, then MODELICAPATH). `tarn COMMAND --help` shows the options of a command,\n"
          "`tarn --version` the version.\n"
          "Exit status: 0 done, 1 the model is wrong, 2 wrong usage, 3 the simulation stopped "
          "early.\n",
          out);
}

static void show_help(Cli *cli)
{
    Text t = text_make(cli->session->arena);
    text_printf(&t, "usage: tarn %s %s\n\n%s\n", cli->command->name, cli->command->words,
                cli->command->summary);
    for (const OptionGroup *const *g = cli->command->groups; *g; g++) options_describe(*g, &t);
    fputs(text_cstr(&t), cli->out);
}

void cli_show_diagnostics(Cli *cli, bool at_end)
{
    bool json = cli->options->diagnostics == DIAGNOSTICS_JSON;
    if (json && !at_end) return;
    Text t = text_make(cli->session->arena);
    if (json)
        diag_render_json(cli->session->diag, 0, &t);
    else
        diag_render_text(cli->session->diag, cli->n_shown, cli->color, &t);
    cli->n_shown = diag_total(cli->session->diag);
    fflush(cli->out);
    fputs(text_cstr(&t), cli->err);
}

ExitStatus cli_not_implemented(Cli *cli, const char *what)
{
    diag_error(cli->session->diag, nowhere, E_USAGE, "'%s' is not implemented yet", what);
    return STATUS_USAGE;
}

static const Command *find_command(Session *s, const char *name)
{
    const char *names[N_COMMANDS];
    for (int i = 0; i < N_COMMANDS; i++) {
        if (!strcmp(commands[i].name, name)) return &commands[i];
        names[i] = commands[i].name;
    }
    Diagnostic *report = diag_error(s->diag, nowhere, E_USAGE, "unknown command '%s'", name);
    const char *near = nearest_text(name, names, N_COMMANDS);
    if (near)
        diag_label(s->diag, report, "did you mean '%s'?", near);
    else
        diag_label(s->diag, report, "`tarn --help` lists the commands");
    return NULL;
}

static bool check_words(Cli *cli)
{
    const Command *c = cli->command;
    uint32_t n = cli->options->words.count;
    if (n < c->fewest_words)
        diag_error(cli->session->diag, nowhere, E_USAGE, "something is missing: tarn %s %s",
                   c->name, c->words);
    else if (n > c->most_words)
        diag_error(cli->session->diag, nowhere, E_USAGE, "'%s' is too much: tarn %s %s",
                   cli->options->words.data[c->most_words], c->name, c->words);
    return n >= c->fewest_words && n <= c->most_words;
}

static ExitStatus run_command(Cli *cli, Options *options, int n, char *const *arguments)
{
    cli->command = find_command(cli->session, arguments[0]);
    if (!cli->command) return STATUS_USAGE;
    if (!options_parse(cli->session, cli->command->groups, n - 1, arguments + 1, options))
        return STATUS_USAGE;
    if (options->help) {
        show_help(cli);
        return STATUS_DONE;
    }
    if (!check_words(cli)) return STATUS_USAGE;
    return cli->command->run(cli);
}

ExitStatus cli_run(int n, char *const *arguments, const char *model_path, FILE *out, FILE *err)
{
    if (n == 0) {
        show_overview(err);
        return STATUS_USAGE;
    }
    if (!strcmp(arguments[0], "--help") || !strcmp(arguments[0], "-h")) {
        show_overview(out);
        return STATUS_DONE;
    }
    if (!strcmp(arguments[0], "--version")) {
        fputs("tarn " TARN_VERSION "\n", out);
        return STATUS_DONE;
    }
    Options options;
    options_defaults(&options);
    options.model_path = model_path;
    Cli cli = {.session = session_open(),
               .options = &options,
               .out = out,
               .err = err,
               .color = isatty(fileno(err)) != 0};
    ExitStatus status = run_command(&cli, &options, n, arguments);
    if (fflush(out) != 0) {
        diag_error(cli.session->diag, nowhere, E_FILE, "standard output cannot be written");
        if (status == STATUS_DONE) status = STATUS_STOPPED;
    }
    cli_show_diagnostics(&cli, true);
    session_close(cli.session);
    return status;
}
