// tarn manual FORM: the manual page and the completions of shells, from the tables of commands.c.
//
// Hidden: `make install` calls it, so that what is installed is what the program does.
#include <string.h>

#include "base/suggest.h"
#include "cli/cli.h"
#include "run/integrators/integrator.h"

// ---- What is completed -------------------------------------------------------------------------

typedef enum {
    COMPLETE_NONE,
    COMPLETE_WORDS,
    COMPLETE_FILE,
    COMPLETE_FOLDER,
    COMPLETE_OTHER
} Completion;

static Completion completion_of(const OptionRow *row)
{
    if (!row->placeholder) return COMPLETE_NONE;
    if (row->choices || !strcmp(row->name, "--method")) return COMPLETE_WORDS;
    if (!strncmp(row->placeholder, "FILE", 4)) return COMPLETE_FILE;
    return strcmp(row->placeholder, "DIR") ? COMPLETE_OTHER : COMPLETE_FOLDER;
}

// The words that a value may be, with blanks between.
static void add_words(const OptionRow *row, Text *out)
{
    const char *separator = "";
    for (int i = 0; row->choices && row->choices[i]; i++, separator = " ")
        text_printf(out, "%s%s", separator, row->choices[i]);
    if (row->choices) return;
    text_add(out, "auto");
    for (int i = 0; i < n_integrators; i++) text_printf(out, " %s", integrators[i]->name);
}

static void add_command_names(Text *out)
{
    for (int i = 0; i < n_commands; i++) text_printf(out, "%s ", commands[i].name);
    text_add(out, "help version");
}

// Whoever takes models completes them; the others take results.
static const char *endings_of(const Command *c)
{
    if (strstr(c->words, "WHAT") || strstr(c->words, "FILE")) return "mo";
    return strstr(c->words, "RESULT") ? "csv mat" : "";
}

// For each option of a command: do(row, out).
static void each_option(const Command *c, void (*visit)(const OptionRow *, Text *), Text *out)
{
    for (const OptionGroup *const *g = c->groups; *g; g++)
        for (uint32_t i = 0; i < (*g)->n_rows; i++) visit(&(*g)->rows[i], out);
}

// ---- bash --------------------------------------------------------------------------------------

static void bash_name(const OptionRow *row, Text *out)
{
    text_printf(out, " %s", row->name);
}

static void bash_value(const OptionRow *row, Text *out)
{
    Completion kind = completion_of(row);
    if (kind == COMPLETE_NONE) return;
    text_printf(out, "        %s)", row->name);
    if (kind == COMPLETE_WORDS) {
        text_add(out, " COMPREPLY=($(compgen -W '");
        add_words(row, out);
        text_add(out, "' -- \"$cur\"))");
    }
    if (kind == COMPLETE_FILE) text_add(out, " COMPREPLY=($(compgen -f -- \"$cur\"))");
    if (kind == COMPLETE_FOLDER) text_add(out, " COMPREPLY=($(compgen -d -- \"$cur\"))");
    text_add(out, kind == COMPLETE_OTHER ? " return;;\n" : "; return;;\n");
}

static void write_bash(Text *out)
{
    text_add(out,
             "# Completion of tarn for bash; made by `tarn manual bash`.\n"
             "_tarn()\n{\n"
             "    local cur=\"${COMP_WORDS[COMP_CWORD]}\" prev=\"${COMP_WORDS[COMP_CWORD-1]}\"\n"
             "    local options='' endings=''\n"
             "    if [ \"$COMP_CWORD\" = 1 ] || [ \"${COMP_WORDS[1]}\" = help ]; then\n"
             "        COMPREPLY=($(compgen -W '");
    add_command_names(out);
    text_add(out, " --help --version' -- \"$cur\"))\n        return\n    fi\n"
                  "    case \"${COMP_WORDS[1]}\" in\n");
    for (int i = 0; i < n_commands; i++) {
        text_printf(out, "    %s)\n        options='", commands[i].name);
        each_option(&commands[i], bash_name, out);
        text_printf(out, "' endings='%s'\n        case \"$prev\" in\n", endings_of(&commands[i]));
        each_option(&commands[i], bash_value, out);
        text_add(out, "        esac;;\n");
    }
    text_add(out, "    esac\n"
                  "    case \"$cur\" in\n"
                  "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"));;\n"
                  "    *) COMPREPLY=($(compgen -d -S / -- \"$cur\"))\n"
                  "       local ending\n"
                  "       for ending in $endings; do\n"
                  "           COMPREPLY+=($(compgen -f -X \"!*.$ending\" -- \"$cur\"))\n"
                  "       done;;\n"
                  "    esac\n}\n"
                  "complete -o filenames -F _tarn tarn\n");
}

// ---- zsh ---------------------------------------------------------------------------------------

// Inside single quotes, where brackets and colons have a meaning of their own.
static void zsh_text(const char *text, Text *out)
{
    for (; *text; text++) {
        if (*text == '\'')
            text_add(out, "'\\''");
        else if (strchr("[]:\\", *text))
            text_printf(out, "\\%c", *text);
        else
            text_add_char(out, *text);
    }
}

static void zsh_option(const OptionRow *row, Text *out)
{
    bool repeats = row->type == OPTION_LIST;
    text_printf(out, " \\\n            '%s%s[", repeats ? "*" : "", row->name);
    zsh_text(row->help, out);
    text_add_char(out, ']');
    Completion kind = completion_of(row);
    if (kind != COMPLETE_NONE) {
        text_add_char(out, ':');
        zsh_text(row->placeholder, out);
        text_add_char(out, ':');
    }
    if (kind == COMPLETE_WORDS) {
        text_add_char(out, '(');
        add_words(row, out);
        text_add_char(out, ')');
    }
    if (kind == COMPLETE_FILE) text_add(out, "_files");
    if (kind == COMPLETE_FOLDER) text_add(out, "_files -/");
    text_add_char(out, '\'');
}

static void zsh_words(const Command *c, Text *out)
{
    const char *endings = endings_of(c);
    if (!*endings)
        text_add(out, " \\\n            '*:name:'\n");
    else if (strchr(endings, ' '))
        text_add(out, " \\\n            '*:result:_files -g \"*.(csv|mat)\"'\n");
    else
        text_printf(out, " \\\n            '*:model:_files -g \"*.%s\"'\n", endings);
}

static void write_zsh(Text *out)
{
    text_add(out, "#compdef tarn\n# Completion of tarn for zsh; made by `tarn manual zsh`.\n"
                  "local -a commands\ncommands=(\n");
    for (int i = 0; i < n_commands; i++) {
        text_printf(out, "    '%s:", commands[i].name);
        zsh_text(commands[i].summary, out);
        text_add(out, "'\n");
    }
    text_add(out, "    'help:the options of a command'\n    'version:version and commit'\n)\n"
                  "if (( CURRENT == 2 )) || [[ $words[2] == help ]]; then\n"
                  "    _describe command commands\n    return\nfi\n"
                  "shift words; (( CURRENT-- ))\n"
                  "case $words[1] in\n");
    for (int i = 0; i < n_commands; i++) {
        text_printf(out, "    %s)\n        _arguments", commands[i].name);
        each_option(&commands[i], zsh_option, out);
        zsh_words(&commands[i], out);
        text_add(out, "        ;;\n");
    }
    text_add(out, "esac\n");
}

// ---- fish --------------------------------------------------------------------------------------

static void fish_text(const char *text, Text *out)
{
    for (; *text; text++) {
        if (strchr("'\\", *text)) text_add_char(out, '\\');
        text_add_char(out, *text);
    }
}

static void fish_option(const char *command, const OptionRow *row, Text *out)
{
    bool is_long = row->name[1] == '-';
    text_printf(out, "complete -c tarn -n '__fish_seen_subcommand_from %s' -%c %s", command,
                is_long ? 'l' : 's', row->name + 1 + is_long);
    Completion kind = completion_of(row);
    if (kind == COMPLETE_FILE) text_add(out, " -r -F");
    if (kind == COMPLETE_FOLDER) text_add(out, " -x -a '(__fish_complete_directories)'");
    if (kind == COMPLETE_OTHER) text_add(out, " -x");
    if (kind == COMPLETE_WORDS) {
        text_add(out, " -x -a '");
        add_words(row, out);
        text_add_char(out, '\'');
    }
    text_add(out, " -d '");
    fish_text(row->help, out);
    text_add(out, "'\n");
}

static void fish_command(const Command *c, Text *out)
{
    text_printf(out, "complete -c tarn -n __fish_use_subcommand -f -a %s -d '", c->name);
    fish_text(c->summary, out);
    text_add(out, "'\n");
    for (const OptionGroup *const *g = c->groups; *g; g++)
        for (uint32_t i = 0; i < (*g)->n_rows; i++) fish_option(c->name, &(*g)->rows[i], out);
}

static void write_fish(Text *out)
{
    text_add(out, "# Completion of tarn for fish; made by `tarn manual fish`.\n");
    for (int i = 0; i < n_commands; i++) fish_command(&commands[i], out);
    text_add(out, "complete -c tarn -n __fish_use_subcommand -f -a 'help version'\n"
                  "complete -c tarn -n '__fish_seen_subcommand_from help' -f -a '");
    add_command_names(out);
    text_add(out, "'\n");
}

// ---- The manual page ---------------------------------------------------------------------------

// A hyphen is an ASCII one, and no line begins with what roff takes for a request.
static void man_text(const char *text, Text *out)
{
    for (; *text; text++) {
        if (*text == '-')
            text_add(out, "\\-");
        else if (*text == '\\')
            text_add(out, "\\e");
        else if (*text == '`')
            text_add(out, "\\(ga");
        else
            text_add_char(out, *text);
    }
}

static void man_option(const OptionRow *row, Text *out)
{
    text_add(out, ".TP\n\\fB");
    man_text(row->name, out);
    text_add(out, "\\fR");
    if (row->placeholder) {
        text_add(out, " \\fI");
        man_text(row->placeholder, out);
        text_add(out, "\\fR");
    }
    text_add_char(out, '\n');
    man_text(row->help, out);
    text_add_char(out, '\n');
}

static void man_command(const Command *c, Text *out)
{
    text_printf(out, ".SS tarn %s ", c->name);
    man_text(c->words, out);
    text_add_char(out, '\n');
    man_text(c->summary, out);
    text_add(out, ".\n");
    each_option(c, man_option, out);
}

static void write_man(Text *out)
{
    text_add(out, ".TH TARN 1 \"\" \"tarn " TARN_VERSION "\" \"User Commands\"\n"
                  ".SH NAME\ntarn \\- compile Modelica models and simulate them\n"
                  ".SH SYNOPSIS\n");
    for (int i = 0; i < n_commands; i++) {
        text_printf(out, ".B tarn %s\n.I ", commands[i].name);
        man_text(commands[i].words, out);
        text_add(out, "\n.br\n");
    }
    text_add(out, ".B tarn help\n.I COMMAND\n.br\n.B tarn version\n.SH DESCRIPTION\n");
    man_text(cli_description, out);
    text_add(out, ".SH COMMANDS\n");
    for (int i = 0; i < n_commands; i++) man_command(&commands[i], out);
    text_add(out, ".SH EXIT STATUS\n"
                  ".TP\n0\nall went well\n.TP\n1\nthe model is wrong; messages say where and why\n"
                  ".TP\n2\nwrong usage\n.TP\n3\nthe simulation stopped early; the result up to "
                  "there is valid\n"
                  ".SH ENVIRONMENT\n"
                  ".TP\nMODELICAPATH\nfolders of libraries, with colons between\n"
                  ".TP\nXDG_CACHE_HOME\ncompiled external functions are kept in its folder tarn "
                  "(default: ~/.cache)\n"
                  ".SH EXAMPLES\n"
                  ".nf\ntarn simulate ball.mo \\-\\-output ball.csv \\-\\-plot ball.svg h v\n"
                  "tarn check ball.mo\n"
                  "tarn explain ball.mo \\-\\-html ball.html \\-\\-run\n.fi\n");
}

// ---- The command -------------------------------------------------------------------------------

static const struct Form {
    const char *name;
    void (*write)(Text *out);
} forms[] = {{"man", write_man}, {"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}};

ExitStatus cmd_manual(Cli *cli)
{
    const char *wanted = cli->options->words.data[0];
    const size_t n = sizeof forms / sizeof *forms;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(forms[i].name, wanted)) continue;
        Text t = text_make(cli->session->arena);
        forms[i].write(&t);
        fputs(text_cstr(&t), cli->out);
        return STATUS_DONE;
    }
    diag_error(cli->session->diag, (Span){0, 0}, E_USAGE,
               "the forms of the manual are man, bash, zsh and fish, not '%s'", wanted);
    return STATUS_USAGE;
}
