// What Base Modelica has beyond Modelica (MCP-0031): parameter equations, partitions with their
// clocks, decorations. A file says in its first line that it is written in it.
#include <ctype.h>

#include "syntax/parse_state.h"

static const char *pass_number(const char *s, const char *end)
{
    const char *begin = s;
    while (s < end && isdigit((unsigned char)*s)) s++;
    return s > begin ? s : NULL;
}

// "//! base 0.1.0", alone in the first line.
bool is_base_modelica(const SourceFile *source)
{
    static const char head[] = "//! base ";
    const char *s = source->text, *end = s + source->length;
    if (source->length < sizeof head || memcmp(s, head, sizeof head - 1) != 0) return false;
    s += sizeof head - 1;
    for (int part = 0; s && part < 3; part++) {
        s = pass_number(s, end);
        if (s && part < 2 && s < end && (*s == '.' || *s == 'r')) s++;
    }
    while (s && s < end && (*s == ' ' || *s == '\r')) s++;
    return s && (s == end || *s == '\n');
}

static bool at_word(const Parser *p, const char *word)
{
    return p->file->is_base && at(p, TOKEN_NAME) && !strcmp(p->token.u.name->text, word);
}

bool at_partition(const Parser *p)
{
    return at_word(p, "partition") || at_word(p, "subpartition");
}

static void drop_annotation(Parser *p)
{
    parse_comment(p);
    if (parse_annotation(p)) expect_semicolon(p, "the annotation");
}

// parameter equation guess(x) = e;
static void parse_parameter_equation(Parser *p)
{
    Span word = p->token.span;
    AstSection section;
    advance(p);
    advance(p);
    parse_stray_item(p, &section, false);
    section.is_parameter = section.is_initial = true;
    section.span = word;
    *(AstSection *)list_push(p, &p->sections, sizeof section) = section;
}

// subpartition (clock = c, solverMethod = "...")
static void parse_subpartition(Parser *p)
{
    Span word = p->token.span;
    AstModList about = {0};
    advance(p);
    if (at(p, TOKEN_LEFT_PAREN))
        parse_class_modification(p, &about);
    else
        parser_expect(p, TOKEN_LEFT_PAREN);
    const AstMod *clock = ast_find_mod(about.args, about.n_args, "clock");
    const AstMod *method = ast_find_mod(about.args, about.n_args, "solverMethod");
    p->clock = clock ? clock->value : NULL;
    p->clock_method = method ? method->value : NULL;
    if (!p->clock) parse_error(p, word, E_SYNTAX, "a subpartition names its clock: (clock = c)");
    drop_annotation(p);
}

bool parse_base_part(Parser *p)
{
    if (!p->file->is_base) return false;
    if (at(p, TOKEN_PARAMETER) && look_ahead(p) == TOKEN_EQUATION) {
        parse_parameter_equation(p);
    } else if (at_word(p, "partition")) {
        advance(p);
        p->clock = p->clock_method = NULL;
        drop_annotation(p);
    } else if (at_word(p, "subpartition")) {
        parse_subpartition(p);
    } else {
        return false;
    }
    return true;
}
