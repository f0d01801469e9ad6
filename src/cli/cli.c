// The frame around the commands: help, options, diagnostics, exit status.
#include "cli/cli.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/side_file.h"
#include "base/suggest.h"

static const Span nowhere = {0, 0};

const char cli_description[] =
    "WHAT is a .mo file (its last model, or --class NAME) or a class on the search path\n"
    "(-L DIR, then MODELICAPATH).\n";

static void show_overview(FILE *out)
{
    fputs("tarn compiles Modelica models and simulates them.\n\n", out);
    for (int i = 0; i < n_commands; i++)
        fprintf(out, "  tarn %-9s %-28s %s\n", commands[i].name, commands[i].words,
                commands[i].summary);
    fprintf(out, "  tarn %-9s %-28s %s\n", "help", "COMMAND", "the options of a command");
    fprintf(out, "  tarn %-9s %-28s %s\n\n", "version", "", "version and commit");
    fputs(cli_description, out);
    fputs("For a start: tarn simulate ball.mo --output ball.csv --plot ball.svg h v\n"
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

void cli_print(Cli *cli, const Text *t)
{
    Text shown = *t;
    if (isatty(fileno(cli->out))) {
        shown = text_make(cli->session->arena);
        text_add_printable(&shown, text_cstr(t), t->length);
    }
    fwrite(text_cstr(&shown), 1, shown.length, cli->out);
}

bool cli_write(Cli *cli, const char *path, const Text *t)
{
    if (side_file_write(cli->session->arena, path, text_cstr(t), t->length)) return true;
    diag_error(cli->session->diag, nowhere, E_FILE, "cannot write '%s': %s", path, strerror(errno));
    return false;
}

ExitStatus cli_status(PipelineOutcome outcome)
{
    switch (outcome) {
    case PIPELINE_DONE: return STATUS_DONE;
    case PIPELINE_WRONG_MODEL:
    case PIPELINE_TOO_LARGE: return STATUS_WRONG_MODEL;
    case PIPELINE_USAGE: break;
    }
    return STATUS_USAGE;
}

ExitStatus cli_dump_stage(Cli *cli, Stage stage)
{
    Pipeline p = {.session = cli->session, .options = &cli->options->compile};
    PipelineOutcome outcome = pipeline_run(&p, cli->options->words.data[0], stage);
    if (outcome == PIPELINE_DONE) {
        Text t = text_make(cli->session->arena);
        pipeline_dump(&p, stage, &t);
        cli_print(cli, &t);
    }
    pipeline_close(&p);
    return cli_status(outcome);
}

static const Command *find_command(Session *s, const char *name)
{
    const char **names = ARENA_ARRAY(s->arena, const char *, n_commands + 2);
    size_t n = 0;
    if (!strcmp(manual_command.name, name)) return &manual_command;
    for (int i = 0; i < n_commands; i++) {
        if (!strcmp(commands[i].name, name)) return &commands[i];
        names[n++] = commands[i].name;
    }
    names[n++] = "help";
    names[n++] = "version";
    Diagnostic *report = diag_error(s->diag, nowhere, E_USAGE, "unknown command '%s'", name);
    const char *near = nearest_text(name, names, n);
    if (near)
        diag_suggest(s->diag, report, near);
    else
        diag_label(s->diag, report, "`tarn --help` lists the commands");
    return NULL;
}

bool cli_parse_options(Session *s, const char *command, int n, const char *const *arguments,
                       Options *options)
{
    const Command *c = find_command(s, command);
    return c && options_parse(s, c->groups, n, arguments, options);
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

// The class that was asked for is not there.
static bool is_usage(const Cli *cli)
{
    const Diag *diag = cli->session->diag;
    uint32_t n = diag_total(diag);
    DiagCode last = n ? diag_at(diag, n - 1)->code : N_DIAGNOSTIC_CODES;
    const WordList *words = &cli->options->words;
    bool is_chosen = cli->options->compile.class_name;
    bool is_named = is_chosen || (words->count && !load_is_file(words->data[0]));
    return (last == E_NO_CLASS && is_named) || (last == E_USAGE && is_chosen);
}

static ExitStatus run_command(Cli *cli, Options *options, int n, const char *const *arguments)
{
    bool is_help = !strcmp(arguments[0], "help"); // tarn help COMMAND, of which there is one
    cli->command = find_command(cli->session, arguments[is_help]);
    if (!cli->command) return STATUS_USAGE;
    if (!is_help &&
        !options_parse(cli->session, cli->command->groups, n - 1, arguments + 1, options))
        return STATUS_USAGE;
    if (is_help || options->help) {
        show_help(cli);
        return STATUS_DONE;
    }
    if (!check_words(cli)) return STATUS_USAGE;
    ExitStatus status = cli->command->run(cli);
    return status == STATUS_WRONG_MODEL && is_usage(cli) ? STATUS_USAGE : status;
}

static ExitStatus run_in_session(int n, const char *const *arguments,
                                 const Environment *environment, FILE *out, FILE *err)
{
    Options options;
    options_defaults(&options);
    options.compile.model_path = environment->model_path;
    options.compile.cache_folder = environment->cache_folder;
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
    // Whoever reads the status need not read the messages.
    if (status == STATUS_DONE && diag_count(cli.session->diag, SEVERITY_ERROR))
        status = STATUS_WRONG_MODEL;
    cli_show_diagnostics(&cli, true);
    session_close(cli.session);
    return status;
}

ExitStatus cli_run(int n, const char *const *arguments, const Environment *environment, FILE *out,
                   FILE *err)
{
    if (n == 0) {
        show_overview(err);
        return STATUS_USAGE;
    }
    bool is_help = !strcmp(arguments[0], "--help") || !strcmp(arguments[0], "-h") ||
                   (!strcmp(arguments[0], "help") && n == 1);
    if (is_help) {
        show_overview(out);
        return STATUS_DONE;
    }
    if (!strcmp(arguments[0], "--version") || !strcmp(arguments[0], "version")) {
        fprintf(out, "tarn %s\n", cli_version());
        return STATUS_DONE;
    }
    MemoryGuard guard;
    memory_guard_enter(&guard);
    if (setjmp(guard.place)) {
        fprintf(err, "error[%s]: out of memory\n", diag_code_text(E_NO_MEMORY));
        return STATUS_STOPPED;
    }
    ExitStatus status = run_in_session(n, arguments, environment, out, err);
    memory_guard_leave(&guard);
    return status;
}
