// tarn info: what a user may set and read of a class. tarn list: the classes of a package.
#include <string.h>

#include "cli/check_many.h"
#include "fmi/import/fmu_file.h"
#include "syntax/ast.h"

// ---- Texts -----------------------------------------------------------------------------------

static const char *string_of(const Expr *e)
{
    return e && e->kind == EXPR_STRING ? e->u.string->text : "";
}

static const char *value_text(Cli *cli, const Instance *in, const Expr *e)
{
    enum { LONGEST = 60 };
    if (!e) return "";
    Text t = text_make(cli->session->arena);
    ExprNames names = instance_names(in);
    expr_print_briefly(e, &names, LONGEST, &t);
    return text_cstr(&t);
}

static const char *class_description(Cli *cli, const AstClass *c)
{
    uint32_t n;
    bool is_text = c->comment && c->comment->kind == AST_STRING;
    return is_text ? ast_string_value(c->comment, cli->session->arena, &n) : "";
}

static const char *documentation_of(Cli *cli, const AstClass *c)
{
    const AstMod *about = ast_annotation(c->annotation, "Documentation");
    const AstMod *info = about ? ast_find_mod(about->args, about->n_args, "info") : NULL;
    return ast_mod_string(info, cli->session->arena);
}

static bool is_example(const AstClass *c)
{
    return !c->is_partial && ast_annotation(c->annotation, "experiment") != NULL;
}

// ---- Documentation as text ---------------------------------------------------------------------

static bool begins(const char *tag, const char *name)
{
    size_t n = strlen(name);
    return !strncmp(tag, name, n) && !strchr("abcdefghijklmnopqrstuvwxyz", tag[n] | 0x20);
}

static void add_tag(Text *t, const char *tag)
{
    static const char *const breaks[] = {"p",    "br",    "h1",     "h2",  "h3",  "h4",
                                         "tr",   "ul",    "ol",     "/ul", "/ol", "pre",
                                         "/pre", "table", "/table", "dt",  "dd"};
    if (begins(tag, "li")) text_add(t, "\n- ");
    if (begins(tag, "td") || begins(tag, "th")) text_add(t, "  ");
    for (size_t i = 0; i < sizeof breaks / sizeof *breaks; i++)
        if (begins(tag, breaks[i])) text_add_char(t, '\n');
}

static size_t add_character(Text *t, const char *at)
{
    static const char *const known[][2] = {
        {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&nbsp;", " "}, {"&quot;", "\""}};
    for (size_t i = 0; *at == '&' && i < sizeof known / sizeof *known; i++)
        if (!strncmp(at, known[i][0], strlen(known[i][0]))) {
            text_add(t, known[i][1]);
            return strlen(known[i][0]);
        }
    text_add_char(t, *at);
    return 1;
}

// Tags become line breaks or nothing, blanks are joined, no two lines are empty.
static void add_html_as_text(Text *t, const char *html)
{
    while (*html) {
        if (*html == '<' && strchr(html, '>')) {
            add_tag(t, html + 1);
            html = strchr(html, '>') + 1;
        } else if (strchr(" \t\r\n", *html)) {
            if (t->length && !strchr(" \n", t->data[t->length - 1])) text_add_char(t, ' ');
            html++;
        } else {
            html += add_character(t, html);
        }
        size_t lines = 0;
        while (lines < t->length && t->data[t->length - 1 - lines] == '\n') lines++;
        if (lines > 2) t->length--;
    }
    text_add_char(t, '\n');
}

// ---- A class -----------------------------------------------------------------------------------

typedef struct Info {
    Cli *cli;
    const Instance *instance;
    Text *out;
    uint32_t n; // entries of the list at hand
} Info;

typedef bool (*IsShown)(const Info *info, const Variable *v);

static bool is_own(const Info *info, const Variable *v)
{
    const Component *c = info->instance->components[v->component.i];
    return c->parent == info->instance->root && !v->is_protected;
}

static bool is_parameter(const Info *info, const Variable *v)
{
    return is_own(info, v) && v->variability == VARIABILITY_PARAMETER && !v->is_final;
}

static bool is_input(const Info *info, const Variable *v)
{
    return is_own(info, v) && v->causality == CAUSALITY_INPUT;
}

static bool is_output(const Info *info, const Variable *v)
{
    return is_own(info, v) && v->causality == CAUSALITY_OUTPUT;
}

static const char *type_word(Info *info, const Variable *v)
{
    Text t = text_make(info->cli->session->arena);
    type_print(v->type, &t);
    return text_cstr(&t);
}

// A parameter that has but a start value has no value yet.
static const Expr *shown_value(const Variable *v)
{
    if (v->takes_start) return NULL;
    return v->value ? v->value : v->binding;
}

static void show_variable(Info *info, const Variable *v)
{
    Cli *cli = info->cli;
    const Attributes *a = v->attributes;
    const char *value = value_text(cli, info->instance, shown_value(v));
    const char *start = value_text(cli, info->instance, a->start);
    const char *least = value_text(cli, info->instance, a->min);
    const char *most = value_text(cli, info->instance, a->max);
    Text name = text_make(cli->session->arena), line = text_make(cli->session->arena);
    variable_print_name(info->instance, v->id, &name);
    text_printf(&line, "%s %s", type_word(info, v), text_cstr(&name));
    if (*value) text_printf(&line, " = %s", value);
    if (!*value && *start) text_printf(&line, "(start = %s)", start);
    if (*string_of(a->unit)) text_printf(&line, " [%s]", string_of(a->unit));
    text_printf(info->out, "  %-40s %s", text_cstr(&line),
                v->declared->description ? v->declared->description : "");
    if (*least) text_printf(info->out, ", at least %s", least);
    if (*most) text_printf(info->out, ", at most %s", most);
    text_add_char(info->out, '\n');
}

static void add_field(Text *t, const char *key, const char *value)
{
    text_printf(t, ", \"%s\": ", key);
    text_json_string(t, value, strlen(value));
}

static void json_variable(Info *info, const Variable *v)
{
    Cli *cli = info->cli;
    const Attributes *a = v->attributes;
    Text name = text_make(cli->session->arena);
    variable_print_name(info->instance, v->id, &name);
    text_add(info->out, info->n ? ",\n    {\"name\": " : "\n    {\"name\": ");
    text_json_string(info->out, text_cstr(&name), name.length);
    add_field(info->out, "type", type_word(info, v));
    add_field(info->out, "value", value_text(cli, info->instance, shown_value(v)));
    add_field(info->out, "start", value_text(cli, info->instance, a->start));
    add_field(info->out, "unit", string_of(a->unit));
    add_field(info->out, "displayUnit", string_of(a->display_unit));
    add_field(info->out, "min", value_text(cli, info->instance, a->min));
    add_field(info->out, "max", value_text(cli, info->instance, a->max));
    add_field(info->out, "description", v->declared->description ? v->declared->description : "");
    text_add(info->out, "}");
}

static void show_list(Info *info, const char *title, IsShown is_shown)
{
    bool json = info->cli->options->json;
    info->n = 0;
    if (json) text_printf(info->out, ",\n  \"%s\": [", title);
    for (uint32_t i = 0; i < info->instance->n_variables; i++) {
        const Variable *v = info->instance->variables[i];
        if (!is_shown(info, v)) continue;
        if (!json && !info->n) text_printf(info->out, "\n%s\n", title);
        if (json)
            json_variable(info, v);
        else
            show_variable(info, v);
        info->n++;
    }
    if (json) text_add(info->out, info->n ? "\n  ]" : "]");
}

static void show_components(Info *info, const char *title, bool are_connectors)
{
    bool json = info->cli->options->json;
    const Component *root = info->instance->root;
    info->n = 0;
    if (json) text_printf(info->out, ",\n  \"%s\": [", title);
    for (uint32_t i = 0; i < root->n_children; i++) {
        const Component *c = root->children[i];
        bool is_whole =
            c->kind == COMPONENT_MODEL || c->kind == COMPONENT_RECORD || c->is_connector;
        if (!is_whole || c->is_protected || c->is_connector != are_connectors) continue;
        Text name = text_make(info->cli->session->arena);
        component_print_path(info->instance, c->id, &name);
        const char *class = c->declared->class_name ? c->declared->class_name->text : "";
        if (json) {
            text_add(info->out, info->n ? ",\n    {\"name\": " : "\n    {\"name\": ");
            text_json_string(info->out, text_cstr(&name), name.length);
            add_field(info->out, "class", class);
            text_add(info->out, "}");
        } else {
            if (!info->n) text_printf(info->out, "\n%s\n", title);
            text_printf(info->out, "  %-20s %s\n", text_cstr(&name), class);
        }
        info->n++;
    }
    if (json) text_add(info->out, info->n ? "\n  ]" : "]");
}

// The formal arguments of a function, as they are written.
static void show_arguments(Info *info, const AstClass *c)
{
    for (uint32_t i = 0; i < c->n_elements; i++) {
        const AstElement *e = c->elements[i];
        if (!e->prefixes.is_input && !e->prefixes.is_output) continue;
        const SourceFile *file = source_of(info->cli->session->sources, e->span.begin);
        uint32_t begin = e->span.begin - file->first, end = e->span.end - file->first;
        text_printf(info->out, "  %.*s\n", (int)(end - begin), file->text + begin);
    }
}

static void show_class(Info *info, const AstClass *c, const char *name)
{
    bool json = info->cli->options->json;
    const char *about = class_description(info->cli, c);
    if (json) {
        text_add(info->out, "{\n  \"class\": ");
        text_json_string(info->out, name, strlen(name));
        add_field(info->out, "kind", ast_kind_word(c->kind));
        text_printf(info->out, ", \"partial\": %s", c->is_partial ? "true" : "false");
        add_field(info->out, "description", about);
    } else {
        text_printf(info->out, "%s, a %s%s%s%s\n", name, c->is_partial ? "partial " : "",
                    ast_kind_word(c->kind), *about ? ": " : "", about);
    }
    if (c->kind == AST_FUNCTION && !json) show_arguments(info, c);
    show_list(info, "parameters", is_parameter);
    show_list(info, "inputs", is_input);
    show_list(info, "outputs", is_output);
    show_components(info, "connectors", true);
    show_components(info, "components", false);
    if (json) text_add(info->out, "\n}\n");
}

ExitStatus cmd_info(Cli *cli)
{
    if (fmu_is_path(cli->options->words.data[0])) return info_of_fmu(cli);
    CompileOptions options = cli->options->compile;
    options.as_part = true;
    Pipeline p = {.session = cli->session, .options = &options};
    PipelineOutcome outcome = pipeline_run(&p, cli->options->words.data[0], STAGE_INSTANCE);
    const LibraryClass *c =
        outcome == PIPELINE_DONE ? library_find(cli->session, p.loaded.model) : NULL;
    Text t = text_make(cli->session->arena);
    const char *html = c ? documentation_of(cli, c->ast) : NULL;
    Info info = {.cli = cli, .instance = p.instance, .out = &t};
    if (c && !cli->options->documentation) show_class(&info, c->ast, p.loaded.model);
    if (c && cli->options->documentation && html) add_html_as_text(&t, html);
    if (c && cli->options->documentation && !html)
        text_printf(&t, "'%s' has no documentation\n", p.loaded.model);
    cli_print(cli, &t);
    pipeline_close(&p);
    return cli_status(outcome);
}

// ---- Classes -----------------------------------------------------------------------------------

static bool list_top(Cli *cli, const CompileOptions *o, ClassList *out)
{
    uint32_t n;
    Session *s = cli->session;
    load_package_name(s, o, "");
    Name *names = library_top_names(s, s->arena, &n);
    for (uint32_t i = 0; i < n; i++) {
        const LibraryClass *c = library_top(s, names[i]);
        if (!c) continue;
        VEC_PUSH(s->arena, &out->names, names[i]->text);
        VEC_PUSH(s->arena, &out->classes, c->ast);
    }
    return diag_count(s->diag, SEVERITY_ERROR) == 0;
}

static void list_class(Cli *cli, const char *name, const AstClass *c, Text *t, bool is_first)
{
    const char *about = class_description(cli, c);
    if (!cli->options->json) {
        text_printf(t, "%-9s %s%s%s\n", ast_kind_word(c->kind), name, *about ? "  " : "", about);
        return;
    }
    text_add(t, is_first ? "[\n  {\"class\": " : ",\n  {\"class\": ");
    text_json_string(t, name, strlen(name));
    add_field(t, "kind", ast_kind_word(c->kind));
    text_printf(t, ", \"partial\": %s, \"example\": %s", c->is_partial ? "true" : "false",
                is_example(c) ? "true" : "false");
    add_field(t, "description", about);
    text_add(t, "}");
}

ExitStatus cmd_list(Cli *cli)
{
    const Options *o = cli->options;
    ClassList list = {0};
    if (!folders_exist(cli->session, &o->compile)) return STATUS_USAGE;
    bool ok = o->words.count || list_top(cli, &o->compile, &list);
    for (uint32_t i = 0; ok && i < o->words.count; i++)
        ok = check_list_classes(cli->session, &o->compile, o->words.data[i], &list);
    if (!ok) return STATUS_WRONG_MODEL;
    Text t = text_make(cli->session->arena);
    uint32_t n = 0;
    for (uint32_t i = 0; i < list.names.count; i++)
        if (!o->examples || is_example(list.classes.data[i]))
            list_class(cli, list.names.data[i], list.classes.data[i], &t, n++ == 0);
    if (o->json) text_add(&t, n ? "\n]\n" : "[]\n");
    cli_print(cli, &t);
    return STATUS_DONE;
}
