#include "expect.h"

#include <ctype.h>
#include <string.h>

#include "cli/cli.h"

static const char *trimmed(Arena *out, const char *begin, const char *end)
{
    while (begin < end && isspace((unsigned char)*begin)) begin++;
    while (end > begin && isspace((unsigned char)end[-1])) end--;
    return arena_copy_text(out, begin, (size_t)(end - begin));
}

RemarkList expect_remarks(Arena *out, const char *text, const char *head)
{
    RemarkList list = {0};
    uint32_t line = 1;
    while (*text) {
        const char *end = strchrnul(text, '\n');
        const char *mark = memmem(text, (size_t)(end - text), head, strlen(head));
        if (mark) VEC_PUSH(out, &list, ((Remark){trimmed(out, mark + strlen(head), end), line}));
        text = *end ? end + 1 : end;
        line++;
    }
    return list;
}

bool expect_dump(const char *text, const char *word, size_t *begin, size_t *end)
{
    size_t length = strlen(word);
    for (const char *p = text; (p = strstr(p, "/* ")); p += 3) {
        if (strncmp(p + 3, word, length) || p[3 + length] != '\n') continue;
        const char *first = p + 4 + length, *last = strstr(first, "*/");
        if (!last) return false;
        *begin = (size_t)(first - text);
        *end = (size_t)(last - text);
        return true;
    }
    return false;
}

bool expect_options(TestCase *t, Session *s, const char *text, const char *command, uint32_t i,
                    Options *options)
{
    options_defaults(options);
    WordList words = {0};
    RemarkList remarks = expect_remarks(s->arena, text, arena_printf(s->arena, "// %s:", command));
    if (i < remarks.count) {
        const char *line = remarks.data[i].text;
        char *rest = NULL, *copy = arena_copy_text(s->arena, line, strlen(line));
        for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
            VEC_PUSH(s->arena, &words, word);
    }
    bool ok = cli_parse_options(s, command, (int)words.count, words.data, options);
    if (!ok) expect_show_diagnostics(t, s);
    return ok;
}

void expect_show_diagnostics(TestCase *t, const Session *s)
{
    diag_render_text(s->diag, 0, false, &t->difference);
}
