// tarn format: canonical text to standard output, in place (--write), or only the question
// whether a file is formatted (--check). A file with errors is reported and left alone.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "syntax/ast_print.h"
#include "syntax/parser.h"

static const SourceFile *read_named(Session *s, const char *path)
{
    const char *why;
    const SourceFile *source = source_read(s->sources, path, &why);
    if (!source) diag_error(s->diag, (Span){0, 0}, E_FILE, "cannot read '%s': %s", path, why);
    return source;
}

static bool format_one(Cli *cli, const SourceFile *source)
{
    if (!source) return false;
    const AstFile *file = parse_file(cli->session, source);
    if (file->has_errors) return false;
    if (file->is_base) {
        diag_error(cli->session->diag, (Span){0, 0}, E_UNSUPPORTED,
                   "'%s' is Base Modelica, which is not formatted", source->path);
        return false;
    }
    Text text = text_make(cli->session->arena);
    ast_format(file, &text);
    bool same =
        text.length == source->length && !memcmp(text_cstr(&text), source->text, text.length);
    if (cli->options->check) {
        if (!same) fprintf(cli->out, "%s\n", source->path);
        return same;
    }
    if (cli->options->in_place && !cli->options->from_stdin)
        return same || cli_write(cli, source->path, &text);
    cli_print(cli, &text);
    return true;
}

ExitStatus cmd_format(Cli *cli)
{
    const Options *o = cli->options;
    if (!o->from_stdin && !o->words.count) {
        diag_error(cli->session->diag, (Span){0, 0}, E_USAGE, "which file? Or --stdin");
        return STATUS_USAGE;
    }
    bool ok = true;
    if (o->from_stdin) ok = format_one(cli, read_named(cli->session, "-"));
    for (uint32_t i = 0; i < o->words.count; i++)
        ok &= format_one(cli, read_named(cli->session, o->words.data[i]));
    return ok ? STATUS_DONE : STATUS_WRONG_MODEL;
}
