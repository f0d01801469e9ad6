// tarn convert: a model of an older version of a library in the words of the one that is found, to
// standard output or in place (--write). What the library asks a person to look at is reported.
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "syntax/convert.h"
#include "syntax/parser.h"
#include "tarn/compile/load.h"

typedef struct Conversion {
    Cli *cli;
    VEC(const AstFile *) files;
} Conversion;

// As the file says, one of the others, or the command line.
static const char *version_of(Conversion *v, const AstFile *file, const char *library)
{
    Session *s = v->cli->session;
    const char *version = convert_used_version(s, file, library);
    for (uint32_t i = 0; i < v->files.count && !version; i++)
        version = convert_used_version(s, v->files.data[i], library);
    return version ? version : v->cli->options->from_version;
}

static const AstFile *parse_again(Session *s, const AstFile *file, const Text *text)
{
    const char *path = file->source->path;
    return parse_file(s, source_add(s->sources, path, text->data, text->length));
}

// From version to version, as far as the library leads.
static const AstFile *convert_for(Conversion *v, const AstFile *file, const LibraryClass *library)
{
    enum { MOST_STEPS = 16 };
    Session *s = v->cli->session;
    const char *name = library->ast->name->text, *current = library_version(s, library);
    const char *version = version_of(v, file, name);
    for (int i = 0; i < MOST_STEPS && (!version || strcmp(version, current) != 0); i++) {
        const ConversionRules *rules = conversion_rules(s, library, version, s->arena);
        if (!rules && !version) break;
        if (!rules) {
            diag_error(s->diag, (Span){0, 0}, E_NOT_CONVERTED,
                       "'%s' %s has no conversion from version %s", name, current, version);
            break;
        }
        Text text = text_make(s->arena);
        convert_text(s, file, rules, &text);
        file = parse_again(s, file, &text);
        if (!version || !strcmp(version, rules->to)) break;
        version = rules->to;
    }
    return file;
}

static bool convert_one(Conversion *v, const AstFile *file)
{
    Session *s = v->cli->session;
    const SourceFile *before = file->source;
    NameVec names = {0};
    convert_libraries(file, &names, s->arena);
    for (uint32_t i = 0; i < names.count; i++) {
        const LibraryClass *library = library_top(s, names.data[i]);
        if (library) file = convert_for(v, file, library);
    }
    const SourceFile *after = file->source;
    bool same =
        after->length == before->length && !memcmp(after->text, before->text, after->length);
    Text text = text_make(s->arena);
    text_add_bytes(&text, after->text, after->length);
    if (!v->cli->options->in_place)
        cli_print(v->cli, &text);
    else if (!same && cli_write(v->cli, before->path, &text))
        fprintf(v->cli->out, "%s\n", before->path);
    return !file->has_errors;
}

ExitStatus cmd_convert(Cli *cli)
{
    Session *s = cli->session;
    Conversion v = {.cli = cli};
    bool ok = true;
    if (!folders_exist(s, &cli->options->compile)) return STATUS_USAGE;
    load_open_library(s, &cli->options->compile);
    for (uint32_t i = 0; ok && i < cli->options->words.count; i++) {
        const char *path = cli->options->words.data[i], *why;
        const SourceFile *source = source_read(s->sources, path, &why);
        if (!source) diag_error(s->diag, (Span){0, 0}, E_FILE, "cannot read '%s': %s", path, why);
        const AstFile *file = source ? parse_file(s, source) : NULL;
        ok = file && !file->has_errors;
        VEC_PUSH(s->arena, &v.files, file);
    }
    for (uint32_t i = 0; ok && i < v.files.count; i++) ok &= convert_one(&v, v.files.data[i]);
    return ok && !diag_count(s->diag, SEVERITY_ERROR) ? STATUS_DONE : STATUS_WRONG_MODEL;
}
