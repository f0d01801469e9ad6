#include "cli/options.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"

typedef struct Reader {
    Session *session;
    const OptionGroup *const *groups;
    int n, next;
    const char *const *arguments;
    Options *out;
    bool ok;
} Reader;

static const Span nowhere = {0, 0};

void options_defaults(Options *out)
{
    memset(out, 0, sizeof *out);
    compile_options_defaults(&out->compile);
    run_options_defaults(&out->run);
    out->plot_width = out->plot_height = out->plot_from = out->plot_to = NAN;
    out->linearize_at = NAN;
    out->stage = -1;
}

static const OptionRow *find_row(const Reader *r, const char *name, size_t length)
{
    for (const OptionGroup *const *g = r->groups; *g; g++)
        for (uint32_t i = 0; i < (*g)->n_rows; i++) {
            const char *row_name = (*g)->rows[i].name;
            if (strlen(row_name) == length && !memcmp(row_name, name, length))
                return &(*g)->rows[i];
        }
    return NULL;
}

static void report_unknown(Reader *r, const char *name)
{
    VEC(const char *) candidates = {0};
    for (const OptionGroup *const *g = r->groups; *g; g++)
        for (uint32_t i = 0; i < (*g)->n_rows; i++)
            VEC_PUSH(r->session->arena, &candidates, (*g)->rows[i].name);
    Diag *d = r->session->diag;
    Diagnostic *report = diag_error(d, nowhere, E_USAGE, "unknown option '%s'", name);
    const char *near = nearest_text(name, candidates.data, candidates.count);
    diag_suggest(d, report, near);
    r->ok = false;
}

static bool read_number(Reader *r, const OptionRow *row, const char *text, double *out)
{
    char *end;
    double value = strtod(text, &end);
    bool ok = *text && !*end && isfinite(value) && (row->type == OPTION_NUMBER || value > 0);
    if (ok)
        *out = value;
    else
        diag_error(r->session->diag, nowhere, E_USAGE, "%s needs a %snumber, not '%s'", row->name,
                   row->type == OPTION_NUMBER ? "" : "positive ", text);
    return ok;
}

static bool read_count(Reader *r, const OptionRow *row, const char *text, int64_t *out)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    bool ok = *text && !*end && !errno && value >= 1 && value <= INT32_MAX;
    if (ok)
        *out = value;
    else
        diag_error(r->session->diag, nowhere, E_USAGE, "%s needs a positive whole number, not '%s'",
                   row->name, text);
    return ok;
}

static bool read_choice(Reader *r, const OptionRow *row, const char *text, int *out)
{
    size_t n = 0;
    for (; row->choices[n]; n++)
        if (!strcmp(row->choices[n], text)) {
            *out = (int)n;
            return true;
        }
    Diag *d = r->session->diag;
    Diagnostic *report =
        diag_error(d, nowhere, E_USAGE, "%s is %s, not '%s'", row->name, row->placeholder, text);
    const char *near = nearest_text(text, row->choices, n);
    diag_suggest(d, report, near);
    return false;
}

static bool looks_like_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0';
}

static void read_value(Reader *r, const OptionRow *row, const char *text)
{
    void *field = (char *)r->out + row->offset;
    bool ok = true;
    switch (row->type) {
    case OPTION_FLAG: *(bool *)field = true; break;
    case OPTION_SELECT: *(int *)field = row->value; break;
    case OPTION_TEXT: *(const char **)field = text; break;
    case OPTION_NUMBER:
    case OPTION_POSITIVE: ok = read_number(r, row, text, field); break;
    case OPTION_COUNT: ok = read_count(r, row, text, field); break;
    case OPTION_CHOICE: ok = read_choice(r, row, text, field); break;
    case OPTION_LIST: VEC_PUSH(r->session->arena, (WordList *)field, text); break;
    case OPTION_PLOT:
        *(const char **)field = text;
        while (r->next < r->n && !looks_like_option(r->arguments[r->next]))
            VEC_PUSH(r->session->arena, &r->out->plot_variables, r->arguments[r->next++]);
        break;
    }
    if (!ok) r->ok = false;
}

// "--name", "--name VALUE", "--name=VALUE", and for one-letter options "-LVALUE".
static void read_option(Reader *r, const char *word)
{
    if (!strcmp(word, "-h")) word = "--help";
    const char *equals = strncmp(word, "--", 2) ? NULL : strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    const OptionRow *row = find_row(r, word, length);
    const char *value = equals ? equals + 1 : NULL;
    if (!row && word[1] != '-' && word[2]) {
        row = find_row(r, word, 2);
        value = word + 2;
    }
    if (!row) {
        report_unknown(r, arena_copy_text(r->session->arena, word, length));
        return;
    }
    if (!row->placeholder && value) {
        diag_error(r->session->diag, nowhere, E_USAGE, "%s takes no value", row->name);
        r->ok = false;
        return;
    }
    if (row->placeholder && !value) {
        if (r->next == r->n) {
            diag_error(r->session->diag, nowhere, E_USAGE, "%s needs a value: %s %s", row->name,
                       row->name, row->placeholder);
            r->ok = false;
            return;
        }
        value = r->arguments[r->next++];
    }
    read_value(r, row, value);
}

bool options_parse(Session *s, const OptionGroup *const *groups, int n,
                   const char *const *arguments, Options *out)
{
    Reader r = {s, groups, n, 0, arguments, out, true};
    bool only_words = false;
    while (r.next < n) {
        const char *word = arguments[r.next++];
        if (!only_words && !strcmp(word, "--"))
            only_words = true;
        else if (!only_words && looks_like_option(word))
            read_option(&r, word);
        else
            VEC_PUSH(s->arena, &out->words, word);
    }
    if (out->strict) diag_be_strict(s->diag);
    return r.ok;
}

void options_describe(const OptionGroup *group, Text *out)
{
    enum { COLUMN = 27 };
    text_printf(out, "\n%s:\n", group->title);
    for (uint32_t i = 0; i < group->n_rows; i++) {
        const OptionRow *row = &group->rows[i];
        size_t begin = out->length;
        text_printf(out, "  %s%s%s", row->name, row->placeholder ? " " : "",
                    row->placeholder ? row->placeholder : "");
        size_t width = out->length - begin;
        if (width > COLUMN - 2) {
            text_add_char(out, '\n');
            width = 0;
        }
        text_repeat(out, ' ', COLUMN - width);
        text_printf(out, "%s\n", row->help);
    }
}
