// The tree as text, one line per node, expressions in full parentheses. Nothing is left out
// but positions, so that two trees are equal exactly when their dumps are.
#include <string.h>

#include "base/vec.h"
#include "syntax/ast_print.h"

static const char *const operator_texts[] = {
    [AST_ADD] = "+",     [AST_SUB] = "-",      [AST_MUL] = "*",       [AST_DIV] = "/",
    [AST_POW] = "^",     [AST_EL_ADD] = ".+",  [AST_EL_SUB] = ".-",   [AST_EL_MUL] = ".*",
    [AST_EL_DIV] = "./", [AST_EL_POW] = ".^",  [AST_LT] = "<",        [AST_LE] = "<=",
    [AST_GT] = ">",      [AST_GE] = ">=",      [AST_EQ] = "==",       [AST_NE] = "<>",
    [AST_AND] = "and",   [AST_OR] = "or",      [AST_NOT] = "not",     [AST_PLUS] = "+",
    [AST_MINUS] = "-",   [AST_EL_PLUS] = ".+", [AST_EL_MINUS] = ".-",
};

static const char *const kind_texts[] = {
    [AST_CLASS] = "class",
    [AST_MODEL] = "model",
    [AST_RECORD] = "record",
    [AST_BLOCK] = "block",
    [AST_CONNECTOR] = "connector",
    [AST_TYPE] = "type",
    [AST_PACKAGE] = "package",
    [AST_FUNCTION] = "function",
    [AST_OPERATOR] = "operator",
    [AST_OPERATOR_RECORD] = "operator record",
    [AST_OPERATOR_FUNCTION] = "operator function",
};

static void add_name(Name name, Text *out)
{
    text_add(out, name ? name->text : "<none>");
}

// ---- Expressions -------------------------------------------------------------------------

static void dump_list(AstExprList list, Text *out)
{
    for (uint32_t i = 0; i < list.count; i++) {
        if (i) text_add(out, ", ");
        if (list.items[i]) ast_dump_expression(list.items[i], out);
    }
}

static void dump_subscripts(AstExprList list, Text *out)
{
    if (!list.count) return;
    text_add_char(out, '[');
    dump_list(list, out);
    text_add_char(out, ']');
}

static void dump_ref(const AstExpr *e, Text *out)
{
    if (e->global) text_add_char(out, '.');
    for (uint32_t i = 0; i < e->u.ref.n_parts; i++) {
        if (i) text_add_char(out, '.');
        add_name(e->u.ref.parts[i].name, out);
        dump_subscripts(e->u.ref.parts[i].subscripts, out);
    }
}

static void dump_iterators(const AstIterator *items, uint32_t n, Text *out)
{
    for (uint32_t i = 0; i < n; i++) {
        text_add(out, i ? ", " : " for ");
        add_name(items[i].name, out);
        if (!items[i].range) continue;
        text_add(out, " in ");
        ast_dump_expression(items[i].range, out);
    }
}

static void dump_call(const AstExpr *e, Text *out)
{
    const AstArgs *args = e->u.call.args;
    if (e->kind == AST_PARTIAL) text_add(out, "function ");
    ast_dump_expression(e->u.call.function, out);
    text_add_char(out, '(');
    dump_list(args->positional, out);
    for (uint32_t i = 0; i < args->n_named; i++) {
        if (i || args->positional.count) text_add(out, ", ");
        add_name(args->named[i].name, out);
        text_add(out, " = ");
        ast_dump_expression(args->named[i].value, out);
    }
    dump_iterators(args->iterators, args->n_iterators, out);
    text_add_char(out, ')');
}

static void dump_operation(const AstExpr *e, Text *out)
{
    text_add_char(out, '(');
    if (e->u.binary.left) {
        ast_dump_expression(e->u.binary.left, out);
        text_add_char(out, ' ');
    }
    text_add(out, operator_texts[e->op]);
    text_add_char(out, ' ');
    ast_dump_expression(e->u.binary.right, out);
    text_add_char(out, ')');
}

static void dump_if(const AstExpr *e, Text *out)
{
    text_add_char(out, '(');
    for (uint32_t i = 0; i < e->u.cond.n_branches; i++) {
        const AstIfBranch *b = &e->u.cond.branches[i];
        if (b->condition) {
            text_add(out, i ? " elseif " : "if ");
            ast_dump_expression(b->condition, out);
            text_add(out, " then ");
        } else {
            text_add(out, " else ");
        }
        ast_dump_expression(b->value, out);
    }
    text_add_char(out, ')');
}

static void dump_range(const AstExpr *e, Text *out)
{
    text_add_char(out, '(');
    ast_dump_expression(e->u.range->first, out);
    if (e->u.range->step) {
        text_add_char(out, ':');
        ast_dump_expression(e->u.range->step, out);
    }
    text_add_char(out, ':');
    ast_dump_expression(e->u.range->last, out);
    text_add_char(out, ')');
}

static void dump_matrix(const AstExpr *e, Text *out)
{
    text_add_char(out, '[');
    for (uint32_t i = 0; i < e->u.matrix.n_rows; i++) {
        if (i) text_add(out, "; ");
        dump_list(e->u.matrix.rows[i], out);
    }
    text_add_char(out, ']');
}

static void dump_real(double value, Text *out)
{
    size_t begin = out->length;
    text_number(out, value);
    if (!strpbrk(out->data + begin, ".en")) text_add(out, ".0"); // apart from the Integer
}

// A line end is the same however the file writes it.
static void dump_string(const AstExpr *e, Text *out)
{
    text_add_char(out, '"');
    text_add_lines(out, e->u.string.raw, e->u.string.length);
    text_add_char(out, '"');
}

void ast_dump_expression(const AstExpr *e, Text *out)
{
    if (!e) { // left out where an error is
        text_add(out, "<none>");
        return;
    }
    switch ((AstExprKind)e->kind) {
    case AST_ERROR: text_add(out, "<error>"); break;
    case AST_REAL: dump_real(e->u.number, out); break;
    case AST_INTEGER: text_printf(out, "%lld", (long long)e->u.integer); break;
    case AST_STRING: dump_string(e, out); break;
    case AST_BOOLEAN: text_add(out, e->u.boolean ? "true" : "false"); break;
    case AST_REF: dump_ref(e, out); break;
    case AST_CALL:
    case AST_PARTIAL: dump_call(e, out); break;
    case AST_UNARY:
    case AST_BINARY: dump_operation(e, out); break;
    case AST_IF: dump_if(e, out); break;
    case AST_RANGE: dump_range(e, out); break;
    case AST_ARRAY:
        text_add_char(out, '{');
        dump_list(e->u.items, out);
        text_add_char(out, '}');
        break;
    case AST_COMPREHENSION:
        text_add_char(out, '{');
        ast_dump_expression(e->u.comprehension->value, out);
        dump_iterators(e->u.comprehension->iterators, e->u.comprehension->n_iterators, out);
        text_add_char(out, '}');
        break;
    case AST_MATRIX: dump_matrix(e, out); break;
    case AST_TUPLE:
        text_add(out, "tuple(");
        dump_list(e->u.items, out);
        text_add_char(out, ')');
        break;
    case AST_PAREN:
        text_add(out, "paren(");
        ast_dump_expression(e->u.inner, out);
        text_add_char(out, ')');
        break;
    case AST_SUBSCRIPTED:
        ast_dump_expression(e->u.subscripted.base, out);
        dump_subscripts(*e->u.subscripted.subscripts, out);
        break;
    case AST_MEMBER:
        ast_dump_expression(e->u.member.base, out);
        text_add_char(out, '.');
        add_name(e->u.member.name, out);
        break;
    case AST_END: text_add(out, "end"); break;
    case AST_COLON: text_add_char(out, ':'); break;
    case AST_BREAK: text_add(out, "break"); break;
    }
}

// ---- Modifications -----------------------------------------------------------------------

static void dump_element(const AstElement *e, uint32_t indent, Text *out);
static void dump_class(const AstClass *c, uint32_t indent, Text *out);

static void start_line(uint32_t indent, Text *out)
{
    text_add_char(out, '\n');
    text_repeat(out, ' ', 2 * indent);
}

static void dump_field(const char *word, const AstExpr *e, uint32_t indent, Text *out)
{
    if (!e) return;
    start_line(indent, out);
    text_add(out, word);
    text_add_char(out, ' ');
    ast_dump_expression(e, out);
}

static void dump_mod(const AstMod *m, uint32_t indent, Text *out)
{
    start_line(indent, out);
    text_add(out, "modifier");
    if (m->is_each) text_add(out, " each");
    if (m->is_final) text_add(out, " final");
    for (uint32_t i = 0; i < m->n_path; i++) {
        text_add_char(out, i ? '.' : ' ');
        add_name(m->path[i], out);
    }
    if (m->has_args) text_add(out, " ()");
    if (m->value) {
        text_add(out, m->is_assign ? " := " : " = ");
        ast_dump_expression(m->value, out);
    }
    dump_field("comment", m->comment, indent + 1, out);
    for (uint32_t i = 0; i < m->n_args; i++) dump_mod(m->args[i], indent + 1, out);
    if (m->element) dump_element(m->element, indent + 1, out);
}

static void dump_mods(const AstModList *m, uint32_t indent, Text *out)
{
    if (m->has_args) {
        start_line(indent, out);
        text_add(out, "modification");
        for (uint32_t i = 0; i < m->n_args; i++) dump_mod(m->args[i], indent + 1, out);
    }
    dump_field(m->is_assign ? ":=" : "=", m->value, indent, out);
}

static void dump_annotation(const AstModList *annotation, uint32_t indent, Text *out)
{
    if (!annotation) return;
    start_line(indent, out);
    text_add(out, "annotation");
    dump_mods(annotation, indent + 1, out);
}

// ---- Elements ----------------------------------------------------------------------------

static void dump_prefixes(const AstPrefixes *p, Text *out)
{
    const struct {
        bool is_set;
        const char *text;
    } rows[] = {
        {p->is_protected, "protected"}, {p->is_redeclare, "redeclare"},
        {p->is_final, "final"},         {p->is_inner, "inner"},
        {p->is_outer, "outer"},         {p->is_replaceable, "replaceable"},
        {p->is_flow, "flow"},           {p->is_stream, "stream"},
        {p->is_discrete, "discrete"},   {p->is_parameter, "parameter"},
        {p->is_constant, "constant"},   {p->is_input, "input"},
        {p->is_output, "output"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].is_set) text_printf(out, " %s", rows[i].text);
}

static void dump_component(const AstElement *e, uint32_t indent, Text *out)
{
    text_printf(out, " group %u", e->group);
    start_line(indent + 1, out);
    text_add(out, "type ");
    ast_dump_expression(e->u.component.type, out);
    dump_subscripts(e->u.component.type_dims, out);
    if (e->u.component.dims.count) {
        start_line(indent + 1, out);
        text_add(out, "dimensions ");
        dump_subscripts(e->u.component.dims, out);
    }
    dump_mods(&e->u.component.mods, indent + 1, out);
    dump_field("if", e->u.component.condition, indent + 1, out);
}

static void dump_extends(const AstElement *e, uint32_t indent, Text *out)
{
    text_add_char(out, ' ');
    ast_dump_expression(e->u.extends.base, out);
    dump_mods(&e->u.extends.mods, indent + 1, out);
    for (uint32_t i = 0; i < e->u.extends.n_breaks; i++) {
        const struct AstBreak *b = &e->u.extends.breaks[i];
        start_line(indent + 1, out);
        text_add(out, "break ");
        if (b->name) {
            add_name(b->name, out);
            continue;
        }
        ast_dump_expression(b->from, out);
        text_add(out, ", ");
        ast_dump_expression(b->to, out);
    }
}

static void dump_import(const AstElement *e, Text *out)
{
    text_add_char(out, ' ');
    ast_dump_expression(e->u.import.path, out);
    if (e->u.import.kind == AST_IMPORT_ALL) text_add(out, ".*");
    for (uint32_t i = 0; i < e->u.import.n_names; i++) {
        text_add(out, i ? ", " : " list ");
        add_name(e->u.import.names[i], out);
    }
}

static void dump_constraint(const AstConstraint *c, uint32_t indent, Text *out)
{
    if (!c) return;
    dump_field("constrainedby", c->type, indent, out);
    dump_mods(&c->mods, indent + 1, out);
    dump_field("comment", c->comment, indent + 1, out);
    dump_annotation(c->annotation, indent + 1, out);
}

static void dump_element(const AstElement *e, uint32_t indent, Text *out)
{
    static const char *const words[] = {[AST_ELEMENT_COMPONENT] = "component",
                                        [AST_ELEMENT_CLASS] = "member",
                                        [AST_ELEMENT_EXTENDS] = "extends",
                                        [AST_ELEMENT_IMPORT] = "import"};
    start_line(indent, out);
    text_add(out, words[e->kind]);
    if (e->name) text_printf(out, " %s", e->name->text);
    dump_prefixes(&e->prefixes, out);
    switch (e->kind) {
    case AST_ELEMENT_COMPONENT: dump_component(e, indent, out); break;
    case AST_ELEMENT_CLASS: dump_class(e->u.class_def, indent + 1, out); break;
    case AST_ELEMENT_EXTENDS: dump_extends(e, indent, out); break;
    case AST_ELEMENT_IMPORT: dump_import(e, out); break;
    }
    dump_constraint(e->constraint, indent + 1, out);
    dump_field("comment", e->comment, indent + 1, out);
    dump_annotation(e->annotation, indent + 1, out);
}

// ---- Equations ---------------------------------------------------------------------------

static void dump_equation(const AstEquation *e, uint32_t indent, Text *out)
{
    static const char *const words[] = {
        [AST_EQ_EQUALS] = "equal",    [AST_EQ_ASSIGN] = "assign", [AST_EQ_CALL] = "call",
        [AST_EQ_CONNECT] = "connect", [AST_EQ_IF] = "if",         [AST_EQ_FOR] = "for",
        [AST_EQ_WHILE] = "while",     [AST_EQ_WHEN] = "when",     [AST_EQ_BREAK] = "break",
        [AST_EQ_RETURN] = "return",   [AST_EQ_ERROR] = "error",
    };
    start_line(indent, out);
    text_add(out, words[e->kind]);
    dump_field("left", e->left, indent + 1, out);
    dump_field("right", e->right, indent + 1, out);
    dump_iterators(e->iterators, e->n_iterators, out);
    for (uint32_t i = 0; i < e->n_branches; i++) {
        const AstBranch *b = &e->branches[i];
        start_line(indent + 1, out);
        text_add(out, "branch ");
        if (b->condition) ast_dump_expression(b->condition, out);
        for (uint32_t k = 0; k < b->n_items; k++) dump_equation(b->items[k], indent + 2, out);
    }
    dump_field("comment", e->comment, indent + 1, out);
    dump_annotation(e->annotation, indent + 1, out);
}

static void dump_section(const AstSection *s, uint32_t indent, Text *out)
{
    start_line(indent, out);
    if (s->is_initial) text_add(out, "initial ");
    text_add(out, s->is_algorithm ? "algorithm" : "equation");
    for (uint32_t i = 0; i < s->n_items; i++) dump_equation(s->items[i], indent + 1, out);
}

// ---- Classes -----------------------------------------------------------------------------

static void dump_external(const AstExternal *x, uint32_t indent, Text *out)
{
    if (!x) return;
    start_line(indent, out);
    text_add(out, "external ");
    if (x->language) ast_dump_expression(x->language, out);
    dump_field("result", x->result, indent + 1, out);
    if (x->function) {
        start_line(indent + 1, out);
        text_printf(out, "function %s(", x->function->text);
        dump_list(x->args, out);
        text_add_char(out, ')');
    }
    dump_annotation(x->annotation, indent + 1, out);
}

static void dump_short_form(const AstClass *c, uint32_t indent, Text *out)
{
    if (c->base) {
        dump_field("=", c->base, indent, out);
        dump_prefixes(&c->base_prefixes, out);
        dump_subscripts(c->base_dims, out);
    }
    for (uint32_t i = 0; i < c->n_der_names; i++) {
        text_add(out, ", ");
        add_name(c->der_names[i], out);
    }
    dump_mods(&c->mods, indent, out);
    for (uint32_t i = 0; i < c->n_literals; i++) {
        const AstLiteral *l = &c->literals[i];
        start_line(indent, out);
        text_add(out, "literal ");
        add_name(l->name, out);
        dump_field("comment", l->comment, indent + 1, out);
        dump_annotation(l->annotation, indent + 1, out);
    }
}

static void dump_class(const AstClass *c, uint32_t indent, Text *out)
{
    static const char *const forms[] = {
        [AST_CLASS_LONG] = "long",
        [AST_CLASS_SHORT] = "short",
        [AST_CLASS_ENUMERATION] = "enumeration",
        [AST_CLASS_ENUMERATION_OPEN] = "enumeration of any",
        [AST_CLASS_EXTENDS] = "extending",
        [AST_CLASS_DER] = "derivative",
    };
    start_line(indent, out);
    text_add(out, kind_texts[c->kind]);
    text_add_char(out, ' ');
    add_name(c->name, out);
    text_printf(out, " %s", forms[c->form]);
    if (c->is_encapsulated) text_add(out, " encapsulated");
    if (c->is_partial) text_add(out, " partial");
    if (c->is_expandable) text_add(out, " expandable");
    if (c->is_pure) text_add(out, " pure");
    if (c->is_impure) text_add(out, " impure");
    if (c->is_final) text_add(out, " final");
    dump_field("comment", c->comment, indent + 1, out);
    dump_short_form(c, indent + 1, out);
    for (uint32_t i = 0; i < c->n_elements; i++) dump_element(c->elements[i], indent + 1, out);
    for (uint32_t i = 0; i < c->n_sections; i++) dump_section(&c->sections[i], indent + 1, out);
    dump_external(c->external, indent + 1, out);
    dump_annotation(c->annotation, indent + 1, out);
}

void ast_dump(const AstFile *file, Text *out)
{
    text_add(out, "file");
    if (file->has_within) text_add(out, " within");
    if (file->within) {
        text_add_char(out, ' ');
        ast_dump_expression(file->within, out);
    }
    for (uint32_t i = 0; i < file->n_classes; i++) dump_class(file->classes[i], 0, out);
    text_add_char(out, '\n');
}

bool ast_equal(const AstFile *a, const AstFile *b)
{
    Arena *scratch = arena_open("compare trees");
    Text first = text_make(scratch), second = text_make(scratch);
    ast_dump(a, &first);
    ast_dump(b, &second);
    bool equal = first.length == second.length && !memcmp(first.data, second.data, first.length);
    arena_close(scratch);
    return equal;
}
