// Equations, statements and functions as Modelica text, two spaces per level.
#include "expr/function.h"
#include "expr/table.h"

typedef struct Lines {
    const ExprNames *names;
    Text *out;
} Lines;

static void indent(Lines *p, int level)
{
    text_repeat(p->out, ' ', 2 * (size_t)level);
}

static void print(Lines *p, const Expr *e)
{
    expr_print(e, p->names, p->out);
}

static void print_two(Lines *p, const Expr *left, const char *between, const Expr *right)
{
    print(p, left);
    text_add(p->out, between);
    print(p, right);
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

static void print_loop_head(Lines *p, const Expr *iterator, const Expr *range)
{
    text_printf(p->out, "for %s in ", iterator->name->text);
    print(p, range);
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
    for (uint32_t i = 0; i < e->n_branches; i++) {
        if (i) indent(p, level);
        print_branch_head(p, word, e->branches[i].condition, i == 0);
        print_equations(p, &e->branches[i].body, level + 1);
    }
    indent(p, level);
    text_printf(p->out, "end %s", word);
}

static void print_equation(Lines *p, const Equation *e, int level)
{
    indent(p, level);
    switch (e->kind) {
    case EQN_EQUALS: print_two(p, e->left, " = ", e->right); break;
    case EQN_IF: print_equation_branches(p, e, "if", level); break;
    case EQN_WHEN: print_equation_branches(p, e, "when", level); break;
    case EQN_FOR:
        print_loop_head(p, e->iterator, e->range);
        print_equations(p, &e->branches[0].body, level + 1);
        indent(p, level);
        text_add(p->out, "end for");
        break;
    case EQN_ASSERT: print_assert(p, e->condition, e->message, e->level); break;
    case EQN_TERMINATE: print_calling(p, "terminate", e->message, NULL); break;
    case EQN_REINIT: print_calling(p, "reinit", e->left, e->right); break;
    case EQN_CALL: print(p, e->right); break;
    }
    text_add(p->out, ";\n");
}

void equation_print(const Equation *e, const ExprNames *names, int level, Text *out)
{
    Lines p = {names, out};
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

static void print_statement(Lines *p, const Statement *st, int level)
{
    indent(p, level);
    switch (st->kind) {
    case STMT_ASSIGN: print_two(p, st->left, " := ", st->right); break;
    case STMT_IF: print_statement_branches(p, st, "if", level); break;
    case STMT_WHEN: print_statement_branches(p, st, "when", level); break;
    case STMT_FOR:
        print_loop_head(p, st->iterator, st->range);
        print_statements(p, &st->branches[0].body, level + 1);
        indent(p, level);
        text_add(p->out, "end for");
        break;
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
    Lines p = {names, out};
    print_statement(&p, st, level);
}

static void print_local(Lines *p, const Local *local)
{
    static const char *const prefixes[] = {"input ", "output ", ""};
    indent(p, 1);
    text_add(p->out, prefixes[local->kind]);
    type_print(type_elem(local->type), p->out);
    text_printf(p->out, " %s", local->name->text);
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
    if (local->value) {
        text_add(p->out, local->kind == LOCAL_INPUT ? " = " : " := ");
        print(p, local->value);
    }
    text_add(p->out, ";\n");
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
    text_add(p->out, ");\n");
}

void function_print(const Function *f, const ExprNames *names, Text *out)
{
    Lines p = {names, out};
    text_printf(out, "%sfunction %s\n", f->is_impure ? "impure " : "", f->name->text);
    for (uint32_t i = 0; i < f->n_locals; i++) {
        if (i == f->n_inputs + f->n_outputs) text_add(out, "protected\n");
        print_local(&p, &f->locals[i]);
    }
    if (f->external)
        print_external(&p, f->external);
    else if (f->body.count)
        text_add(out, "algorithm\n");
    print_statements(&p, &f->body, 1);
    text_printf(out, "end %s;\n", f->name->text);
}
