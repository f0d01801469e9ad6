// Equations, statements and functions as Modelica text, two spaces per level.
#include "expr/function.h"
#include "expr/table.h"

typedef struct Lines {
    ExprNames names;
    Text *out;
    bool in_when; // where only variables stand on left sides
} Lines;

static Lines lines_of(const ExprNames *names, Text *out)
{
    Lines p = {.out = out};
    if (names) p.names = *names;
    return p;
}

static void indent(Lines *p, int level)
{
    text_repeat(p->out, ' ', 2 * (size_t)level);
}

static void print(Lines *p, const Expr *e)
{
    expr_print(e, &p->names, p->out);
}

static void print_two(Lines *p, const Expr *left, const char *between, const Expr *right)
{
    print(p, left);
    text_add(p->out, between);
    print(p, right);
}

static bool has_record(const Expr *left)
{
    if (!left) return false;
    if (left->kind == EXPR_RECORD || left->kind == EXPR_ARRAY) return true;
    for (uint32_t i = 0; left->kind == EXPR_TUPLE && i < left->n_args; i++)
        if (has_record(left->args[i])) return true;
    return false;
}

// The variables that records and arrays on a left side are made of, in order.
static void print_targets(Lines *p, const Expr *left, bool *any)
{
    if (left &&
        (left->kind == EXPR_RECORD || left->kind == EXPR_ARRAY || left->kind == EXPR_TUPLE)) {
        for (uint32_t i = 0; i < left->n_args; i++) print_targets(p, left->args[i], any);
        return;
    }
    if (!left) return; // not asked for
    if (*any) text_add(p->out, ", ");
    *any = true;
    print(p, left);
}

// Nothing but variables may be assigned to, and tuples hold nothing else: where records stand for
// their fields, a function hands out the fields one by one.
static void print_sides(Lines *p, const Expr *left, const char *between, const Expr *right)
{
    bool only_variables = left->kind == EXPR_TUPLE || p->in_when || between[1] == ':';
    if (!p->names.spreader || !only_variables || !has_record(left)) {
        print_two(p, left, between, right);
        return;
    }
    bool any = false;
    text_add_char(p->out, '(');
    print_targets(p, left, &any);
    text_printf(p->out, ")%s", between);
    p->names.spreader(p->names.client, left, right, p->out);
    text_add_char(p->out, '(');
    if (left->kind != EXPR_TUPLE) print(p, right);
    for (uint32_t i = 0; left->kind == EXPR_TUPLE && i < right->n_args; i++) {
        if (i) text_add(p->out, ", ");
        print(p, right->args[i]);
    }
    text_add_char(p->out, ')');
}

static void print_assert(Lines *p, const Expr *condition, const Expr *message, const Expr *level)
{
    text_add(p->out, "assert(");
    print_two(p, condition, ", ", message);
    bool is_default = !level || (level->kind == EXPR_ENUM && level->u.integer == 1);
    if (!is_default) {
        text_add(p->out, ", ");
        print(p, level);
    }
    text_add_char(p->out, ')');
}

static void print_calling(Lines *p, const char *name, const Expr *a, const Expr *b)
{
    text_printf(p->out, "%s(", name);
    print(p, a);
    if (b) {
        text_add(p->out, ", ");
        print(p, b);
    }
    text_add_char(p->out, ')');
}

// What follows is inside the loop until the caller takes the iterator from p->names.bound again.
static void print_loop_head(Lines *p, PrintedIterator *bound, const Expr *range)
{
    const ExprNames outside = p->names;
    p->names.bound = bound;
    text_add(p->out, "for ");
    expr_print_iterator(&p->names, bound->iterator, p->out);
    text_add(p->out, " in ");
    expr_print(range, &outside, p->out);
    text_add(p->out, " loop\n");
}

// "if c then" / "elseif c then" / "else"; the same with when.
static void print_branch_head(Lines *p, const char *word, const Expr *condition, bool first)
{
    if (!condition) {
        text_add(p->out, "else\n");
        return;
    }
    text_printf(p->out, first ? "%s " : "else%s ", word);
    print(p, condition);
    text_add(p->out, " then\n");
}

static void print_equation(Lines *p, const Equation *e, int level);

static void print_equations(Lines *p, const Equations *body, int level)
{
    for (uint32_t i = 0; i < body->count; i++) print_equation(p, &body->items[i], level);
}

static void print_equation_branches(Lines *p, const Equation *e, const char *word, int level)
{
    bool in_when = p->in_when;
    for (uint32_t i = 0; i < e->n_branches; i++) {
        if (i) indent(p, level);
        print_branch_head(p, word, e->branches[i].condition, i == 0);
        p->in_when = in_when || e->kind == EQN_WHEN;
        print_equations(p, &e->branches[i].body, level + 1);
        p->in_when = in_when;
    }
    indent(p, level);
    text_printf(p->out, "end %s", word);
}

static void print_for_equation(Lines *p, const Equation *e, int level)
{
    PrintedIterator bound = expr_bind_iterator(&p->names, e->details->iterator);
    print_loop_head(p, &bound, e->details->range);
    print_equations(p, &e->branches[0].body, level + 1);
    p->names.bound = bound.outer;
    indent(p, level);
    text_add(p->out, "end for");
}

static void print_equation(Lines *p, const Equation *e, int level)
{
    indent(p, level);
    EquationDetails d = equation_details(e);
    switch (e->kind) {
    case EQN_EQUALS: print_sides(p, e->left, " = ", e->right); break;
    case EQN_IF: print_equation_branches(p, e, "if", level); break;
    case EQN_WHEN: print_equation_branches(p, e, "when", level); break;
    case EQN_FOR: print_for_equation(p, e, level); break;
    case EQN_ASSERT: print_assert(p, d.condition, d.message, d.level); break;
    case EQN_TERMINATE: print_calling(p, "terminate", d.message, NULL); break;
    case EQN_REINIT: print_calling(p, "reinit", e->left, e->right); break;
    case EQN_CALL: print(p, e->right); break;
    }
    text_add(p->out, ";\n");
}

void equation_print(const Equation *e, const ExprNames *names, int level, Text *out)
{
    Lines p = lines_of(names, out);
    print_equation(&p, e, level);
}

static void print_statement(Lines *p, const Statement *st, int level);

static void print_statements(Lines *p, const Statements *body, int level)
{
    for (uint32_t i = 0; i < body->count; i++) print_statement(p, &body->items[i], level);
}

static void print_statement_branches(Lines *p, const Statement *st, const char *word, int level)
{
    for (uint32_t i = 0; i < st->n_branches; i++) {
        if (i) indent(p, level);
        print_branch_head(p, word, st->branches[i].condition, i == 0);
        print_statements(p, &st->branches[i].body, level + 1);
    }
    indent(p, level);
    text_printf(p->out, "end %s", word);
}

static void print_for_statement(Lines *p, const Statement *st, int level)
{
    PrintedIterator bound = expr_bind_iterator(&p->names, st->iterator);
    print_loop_head(p, &bound, st->range);
    print_statements(p, &st->branches[0].body, level + 1);
    p->names.bound = bound.outer;
    indent(p, level);
    text_add(p->out, "end for");
}

static void print_statement(Lines *p, const Statement *st, int level)
{
    indent(p, level);
    switch (st->kind) {
    case STMT_ASSIGN: print_sides(p, st->left, " := ", st->right); break;
    case STMT_IF: print_statement_branches(p, st, "if", level); break;
    case STMT_WHEN: print_statement_branches(p, st, "when", level); break;
    case STMT_FOR: print_for_statement(p, st, level); break;
    case STMT_WHILE:
        text_add(p->out, "while ");
        print(p, st->branches[0].condition);
        text_add(p->out, " loop\n");
        print_statements(p, &st->branches[0].body, level + 1);
        indent(p, level);
        text_add(p->out, "end while");
        break;
    case STMT_BREAK: text_add(p->out, "break"); break;
    case STMT_RETURN: text_add(p->out, "return"); break;
    case STMT_ASSERT: print_assert(p, st->condition, st->message, st->level); break;
    case STMT_TERMINATE: print_calling(p, "terminate", st->message, NULL); break;
    case STMT_REINIT: print_calling(p, "reinit", st->left, st->right); break;
    case STMT_CALL: print(p, st->right); break;
    }
    text_add(p->out, ";\n");
}

void statement_print(const Statement *st, const Function *around, const ExprNames *names, int level,
                     Text *out)
{
    (void)around; // locals carry their names
    Lines p = lines_of(names, out);
    print_statement(&p, st, level);
}

static void print_local(Lines *p, const Local *local)
{
    static const char *const prefixes[] = {"input ", "output ", ""};
    indent(p, 1);
    text_add(p->out, prefixes[local->kind]);
    expr_print_type(&p->names, local->type, p->out);
    text_add_char(p->out, ' ');
    expr_print_word(&p->names, local->name, p->out);
    for (uint32_t k = 0; k < type_rank(local->type); k++) {
        text_add(p->out, k ? ", " : "[");
        if (local->type->dims[k] != DIM_UNKNOWN)
            text_printf(p->out, "%d", local->type->dims[k]);
        else if (local->dims && local->dims[k])
            print(p, local->dims[k]);
        else
            text_add_char(p->out, ':');
    }
    if (type_rank(local->type)) text_add_char(p->out, ']');
    if (local->value && local->kind != LOCAL_INPUT) { // calls have their defaults filled in
        text_add(p->out, " = ");
        print(p, local->value);
    }
    text_add(p->out, ";\n");
}

// ---- Annotations ---------------------------------------------------------------------------

typedef struct Annotation {
    Lines *p;
    const char *before; // the next argument
} Annotation;

static void annotate(Annotation *a, const char *name)
{
    text_printf(a->p->out, "%s%s", a->before, name);
    a->before = ", ";
}

static void annotate_strings(Annotation *a, const char *name, const char *const *texts, uint32_t n)
{
    if (!n) return;
    annotate(a, name);
    text_add(a->p->out, n > 1 ? " = {" : " = ");
    for (uint32_t i = 0; i < n; i++) {
        if (i) text_add(a->p->out, ", ");
        expr_print_string(texts[i], strlen(texts[i]), a->p->out);
    }
    if (n > 1) text_add_char(a->p->out, '}');
}

// Folders are URIs (specification 13.5).
static void annotate_directory(Annotation *a, const char *name, const char *path)
{
    const ExprNames *names = &a->p->names;
    if (path && names->file) path = names->file(names->client, path);
    if (!path) return;
    Text uri = text_make(a->p->out->arena);
    if (*path == '/') text_add(&uri, "file://");
    for (; *path; path++) {
        if (*path == '%')
            text_add(&uri, "%25");
        else
            text_add_char(&uri, *path);
    }
    const char *text = text_cstr(&uri);
    annotate_strings(a, name, &text, 1);
}

static void close_annotation(Annotation *a)
{
    if (a->before[0] == ',') text_add_char(a->p->out, ')');
}

static void print_external(Lines *p, const ExternalCall *x)
{
    text_printf(p->out, "  external \"%s\" ", x->language);
    if (x->result) {
        print(p, x->result);
        text_add(p->out, " = ");
    }
    text_printf(p->out, "%s(", x->symbol);
    for (uint32_t i = 0; i < x->n_args; i++) {
        if (i) text_add(p->out, ", ");
        print(p, x->args[i]);
    }
    text_add_char(p->out, ')');
    Annotation a = {p, " annotation("};
    annotate_strings(&a, "Library", x->libraries, x->n_libraries);
    annotate_strings(&a, "Include", x->includes, x->n_includes);
    annotate_directory(&a, "IncludeDirectory", x->include_directory);
    annotate_directory(&a, "LibraryDirectory", x->library_directory);
    annotate_directory(&a, "SourceDirectory", x->source_directory);
    close_annotation(&a);
    text_add(p->out, ";\n");
}

static void print_marked(Annotation *a, const Function *f, const uint8_t *of_input, uint8_t mark,
                         const char *name)
{
    for (uint32_t i = 0; i < f->n_inputs; i++) {
        if (of_input[i] != mark) continue;
        annotate(a, name);
        text_add(a->p->out, " = ");
        expr_print_word(&a->p->names, f->locals[i].name, a->p->out);
    }
}

static void annotate_derivative(Annotation *a, const Function *f, const DerivativeRule *rule)
{
    annotate(a, "derivative");
    Annotation inner = {a->p, "("};
    if (rule->order != 1) {
        annotate(&inner, "order");
        text_printf(a->p->out, " = %d", rule->order);
    }
    print_marked(&inner, f, rule->of_input, 1, "zeroDerivative");
    print_marked(&inner, f, rule->of_input, 2, "noDerivative");
    close_annotation(&inner);
    text_add(a->p->out, " = ");
    expr_print_function_name(&a->p->names, rule->function, a->p->out);
}

static void annotate_inverses(Annotation *a, const Function *f)
{
    if (!f->n_inverses) return;
    annotate(a, "inverse");
    Annotation inner = {a->p, "("};
    for (uint32_t i = 0; i < f->n_inverses; i++) {
        const InverseRule *rule = &f->inverses[i];
        annotate(&inner, "");
        expr_print_word(&a->p->names, f->locals[rule->input].name, a->p->out);
        text_add(a->p->out, " = ");
        expr_print_function_name(&a->p->names, rule->function, a->p->out);
        for (uint32_t k = 0; k < rule->n_args; k++) {
            text_add(a->p->out, k ? ", " : "(");
            print(a->p, rule->args[k]);
        }
        text_add_char(a->p->out, ')');
    }
    close_annotation(&inner);
}

static void print_function_annotation(Lines *p, const Function *f)
{
    static const char *const inlining[] = {NULL, "Inline = false", "Inline = true",
                                           "LateInline = true"};
    Annotation a = {p, "  annotation("};
    if (inlining[f->inlining]) annotate(&a, inlining[f->inlining]);
    if (f->generate_events) annotate(&a, "GenerateEvents = true");
    if (f->smooth_order >= 0) {
        annotate(&a, "smoothOrder");
        text_printf(p->out, " = %d", f->smooth_order);
    }
    for (uint32_t i = 0; i < f->n_derivatives; i++) annotate_derivative(&a, f, &f->derivatives[i]);
    annotate_inverses(&a, f);
    close_annotation(&a);
    if (a.before[0] == ',') text_add(p->out, ";\n");
}

void function_print_as(const Function *f, const char *name, const ExprNames *names, Text *out)
{
    Lines p = lines_of(names, out);
    text_printf(out, "%sfunction %s\n", f->is_impure ? "impure " : "", name);
    for (uint32_t i = 0; i < f->n_locals; i++) {
        if (i == f->n_inputs + f->n_outputs && !p.names.is_base) text_add(out, "protected\n");
        print_local(&p, &f->locals[i]);
    }
    if (f->external)
        print_external(&p, f->external);
    else if (f->body.count)
        text_add(out, "algorithm\n");
    print_statements(&p, &f->body, 1);
    print_function_annotation(&p, f);
    text_printf(out, "end %s;\n", name);
}

void function_print(const Function *f, const ExprNames *names, Text *out)
{
    function_print_as(f, f->name->text, names, out);
}
