// Printing, counting and checking of flat models.
#include "flat/flat_model.h"

#include <ctype.h>
#include <string.h>

#include "base/bitset.h"

// ---- Names ---------------------------------------------------------------------------------

static bool is_identifier(const char *s)
{
    if (!isalpha((unsigned char)*s) && *s != '_') return false;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_') return false;
    return true;
}

// Flat names hold dots and brackets: they are written as quoted identifiers.
static void print_name(const char *name, Text *out)
{
    if (is_identifier(name)) {
        text_add(out, name);
        return;
    }
    text_add_char(out, '\'');
    for (const char *p = name; *p; p++) {
        if (*p == '\'') text_add_char(out, '\\');
        text_add_char(out, *p);
    }
    text_add_char(out, '\'');
}

static void print_variable(void *client, VarId var, Text *out)
{
    const FlatModel *flat = client;
    print_name(flat->variables[var.i].name, out);
}

static void print_component(void *client, ComponentId id, Text *out)
{
    const FlatModel *flat = client;
    component_print_path(flat->instance, id, out);
}

ExprNames flat_names(const FlatModel *flat)
{
    return (ExprNames){(void *)flat, print_variable, print_component}; // only read through it
}

// ---- Printing ------------------------------------------------------------------------------

static void print_attributes(const FlatVariable *v, const ExprNames *names, Text *out)
{
    const Attributes *a = &v->attributes;
    const struct {
        const char *name;
        const Expr *value;
    } rows[] = {
        {"quantity", a->quantity}, {"unit", a->unit},       {"displayUnit", a->display_unit},
        {"min", a->min},           {"max", a->max},         {"start", a->start},
        {"fixed", a->fixed},       {"nominal", a->nominal}, {"stateSelect", a->state_select}};
    const char *before = "(";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!rows[i].value) continue;
        bool each = type_rank(v->type) > type_rank(rows[i].value->type);
        text_printf(out, "%s%s%s = ", before, each ? "each " : "", rows[i].name);
        expr_print(rows[i].value, names, out);
        before = ", ";
    }
    if (before[0] == ',') text_add_char(out, ')');
}

static void print_declaration(const FlatVariable *v, const ExprNames *names, Text *out)
{
    static const char *const variabilities[] = {"constant ", "parameter ", "discrete ", ""};
    static const char *const causalities[] = {"", "input ", "output "};
    const Type *elem = type_elem(v->type);
    text_add(out, "  ");
    if (v->is_final && v->variability <= VARIABILITY_PARAMETER) text_add(out, "final ");
    bool says_discrete = v->variability == VARIABILITY_DISCRETE && elem->kind != TYPE_REAL;
    text_add(out, says_discrete ? "" : variabilities[v->variability]);
    text_add(out, causalities[v->causality]);
    type_print(elem, out);
    text_add_char(out, ' ');
    print_name(v->name, out);
    for (uint32_t k = 0; k < type_rank(v->type); k++)
        text_printf(out, "%s%d%s", k ? ", " : "[", type_dim(v->type, k),
                    k + 1 == type_rank(v->type) ? "]" : "");
    print_attributes(v, names, out);
    const Expr *binding = v->value ? v->value : v->binding;
    if (binding) {
        text_add(out, " = ");
        expr_print(binding, names, out);
    }
    if (v->description && *v->description) {
        text_add(out, " \"");
        for (const char *p = v->description; *p; p++) {
            if (*p == '"' || *p == '\\') text_add_char(out, '\\');
            text_add_char(out, *p);
        }
        text_add_char(out, '"');
    }
    text_add(out, ";\n");
}

static void print_equations(const char *head, const Equation *items, uint32_t n,
                            const ExprNames *names, Text *out)
{
    if (n) text_printf(out, "%s\n", head);
    for (uint32_t i = 0; i < n; i++) equation_print(&items[i], names, 1, out);
}

static void print_algorithms(const char *head, const Algorithm *items, uint32_t n,
                             const ExprNames *names, Text *out)
{
    for (uint32_t i = 0; i < n; i++) {
        text_printf(out, "%s\n", head);
        for (uint32_t k = 0; k < items[i].body.count; k++)
            statement_print(&items[i].body.items[k], NULL, names, 1, out);
    }
}

void flat_print(const FlatModel *flat, Text *out)
{
    ExprNames names = flat_names(flat);
    for (uint32_t i = 0; i < flat->n_functions; i++)
        function_print(flat->functions[i], &names, out);
    text_add(out, "model ");
    print_name(flat->name->text, out);
    if (flat->description && *flat->description) text_printf(out, " \"%s\"", flat->description);
    text_add_char(out, '\n');
    for (uint32_t i = 0; i < flat->n_variables; i++)
        print_declaration(&flat->variables[i], &names, out);
    print_equations("initial equation", flat->initial_equations, flat->n_initial_equations, &names,
                    out);
    print_algorithms("initial algorithm", flat->initial_algorithms, flat->n_initial_algorithms,
                     &names, out);
    print_equations("equation", flat->equations, flat->n_equations, &names, out);
    print_algorithms("algorithm", flat->algorithms, flat->n_algorithms, &names, out);
    text_add(out, "end ");
    print_name(flat->name->text, out);
    text_add(out, ";\n");
}

// ---- Counting ------------------------------------------------------------------------------

typedef struct Counter {
    const FlatModel *flat;
    FlatCounts counts;
    Arena *scratch;
    BitSet seen; // variables assigned in the algorithm or when-clause at hand
} Counter;

static int type_row(const Type *elem)
{
    switch (elem->kind) {
    case TYPE_INTEGER: return 1;
    case TYPE_BOOLEAN: return 2;
    case TYPE_STRING: return 3;
    case TYPE_ENUMERATION: return 4;
    default: return 0;
    }
}

static void add_type(int64_t rows[5], const Type *type, int64_t times)
{
    const Type *elem = type_elem(type);
    int64_t n = type_rank(type) ? type_count(type) : 1;
    if (elem->kind == TYPE_CLOCK || elem->kind == TYPE_EXTERNAL || elem->kind == TYPE_NONE) return;
    if (elem->kind == TYPE_RECORD || elem->kind == TYPE_TUPLE) {
        for (uint32_t i = 0; i < elem->n; i++)
            if (elem->fields[i].type) add_type(rows, elem->fields[i].type, times * n);
        return;
    }
    rows[type_row(elem)] += times * n;
}

static void count_left_side(Counter *c, const Equation *e, int64_t times)
{
    if (e->left->kind != EXPR_TUPLE) {
        // The declared side decides: an Integer literal may stand against a Real.
        const Type *type = e->left->type;
        if (type_elem(type)->kind == TYPE_INTEGER && type_elem(e->right->type)->kind == TYPE_REAL)
            type = e->right->type;
        add_type(c->counts.equations, type, times);
        return;
    }
    for (uint32_t i = 0; i < e->left->n_args; i++)
        if (e->left->args[i]) add_type(c->counts.equations, e->left->args[i]->type, times);
}

static int64_t range_length(const Expr *range)
{
    return type_rank(range->type) ? type_dim(range->type, 0) : 1;
}

static void count_equations(Counter *c, const Equation *items, uint32_t n, int64_t times)
{
    for (uint32_t i = 0; i < n; i++) {
        const Equation *e = &items[i];
        if (e->kind == EQN_EQUALS)
            count_left_side(c, e, times);
        else if (e->kind == EQN_FOR)
            count_equations(c, e->branches[0].body.items, e->branches[0].body.count,
                            times * range_length(e->range));
        else if ((e->kind == EQN_IF || e->kind == EQN_WHEN) && e->n_branches)
            count_equations(c, e->branches[0].body.items, e->branches[0].body.count, times);
    }
}

static void count_assigned(Counter *c, const Expr *left)
{
    while (left && (left->kind == EXPR_SUBSCRIPT || left->kind == EXPR_FIELD)) left = left->args[0];
    if (!left) return;
    if (left->kind == EXPR_REF) {
        if (bitset_has(&c->seen, (uint32_t)left->u.var.i)) return;
        bitset_add(&c->seen, (uint32_t)left->u.var.i);
        add_type(c->counts.equations, c->flat->variables[left->u.var.i].type, 1);
    } else {
        for (uint32_t i = 0; i < left->n_args; i++) count_assigned(c, left->args[i]);
    }
}

static void count_statements(Counter *c, Statements body)
{
    for (uint32_t i = 0; i < body.count; i++) {
        const Statement *st = &body.items[i];
        if (st->kind == STMT_ASSIGN) count_assigned(c, st->left);
        for (uint32_t b = 0; b < st->n_branches; b++) count_statements(c, st->branches[b].body);
    }
}

FlatCounts flat_count(const FlatModel *flat)
{
    Counter c = {.flat = flat, .scratch = arena_open("count")};
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        const FlatVariable *v = &flat->variables[i];
        int64_t n = type_rank(v->type) ? type_count(v->type) : 1;
        if (v->variability == VARIABILITY_CONSTANT)
            c.counts.constants += n;
        else if (v->variability == VARIABILITY_PARAMETER)
            c.counts.parameters += n;
        else if (v->causality == CAUSALITY_INPUT)
            c.counts.inputs += n;
        else
            add_type(c.counts.unknowns, v->type, 1);
    }
    count_equations(&c, flat->equations, flat->n_equations, 1);
    for (uint32_t i = 0; i < flat->n_algorithms; i++) {
        c.seen = bitset_make(c.scratch, flat->n_variables);
        count_statements(&c, flat->algorithms[i].body);
    }
    arena_close(c.scratch);
    return c.counts;
}

bool flat_check_balance(Session *s, const FlatModel *flat)
{
    FlatCounts counts = flat_count(flat);
    int64_t unknowns = 0, equations = 0;
    for (int i = 0; i < 5; i++) {
        unknowns += counts.unknowns[i];
        equations += counts.equations[i];
    }
    if (unknowns == equations) return true;
    diag_error(s->diag, flat->span, E_UNBALANCED, "'%s' has %lld equations for %lld unknowns",
               flat->name->text, (long long)equations, (long long)unknowns);
    return false;
}

// ---- Checking ------------------------------------------------------------------------------

typedef struct Checker {
    const FlatModel *flat;
    Text *complaint;
    bool ok;
} Checker;

static void check_node(void *client, const Expr *e)
{
    Checker *c = client;
    if (e->kind == EXPR_REF && (uint32_t)e->u.var.i >= c->flat->n_variables) {
        text_printf(c->complaint, "reference to variable %d of %u\n", e->u.var.i,
                    c->flat->n_variables);
        c->ok = false;
    }
    if (e->kind == EXPR_ERROR || e->kind == EXPR_COMPONENT) {
        text_add(c->complaint, "a poisoned or unresolved expression is left\n");
        c->ok = false;
    }
}

bool flat_check(Session *s, const FlatModel *flat, Text *complaint)
{
    Checker c = {flat, complaint, true};
    for (uint32_t i = 0; i < flat->n_variables; i++)
        if (flat->variables[i].id.i != (int32_t)i) {
            text_printf(complaint, "variable %u has number %d\n", i, flat->variables[i].id.i);
            c.ok = false;
        }
    for (uint32_t i = 0; i < flat->n_equations; i++) {
        const Equation *e = &flat->equations[i];
        if (e->left) expr_walk(s->exprs, e->left, &c, check_node);
        if (e->right) expr_walk(s->exprs, e->right, &c, check_node);
    }
    return c.ok;
}
