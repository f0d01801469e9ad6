// The flat model as Base Modelica: the language between front and back end that MCP-0031 proposes.
//
// It is Modelica without what flattening removes, and says in words what Modelica understands: a
// parameter has a declaration equation where it can be changed, and an initial equation where it
// cannot; when-equations mean nothing for the start, so what Modelica adds for them is written
// as initial equations; records are made by functions. There is no `each`, `final`, `protected`.
// Clocked partitions come here as when-equations (equations/clocks.h).
#include <string.h>

#include "base/map.h"
#include "expr/table.h"
#include "flat/flat_text.h"

typedef struct BaseText {
    Session *s;
    const FlatModel *flat;
    ExprNames names;
    Arena *scratch;
    Text initial; // equations
    bool failed;
} BaseText;

static Diagnostic *refuse(BaseText *b, Span span, const char *what)
{
    b->failed = true;
    return diag_error(b->s->diag, span, E_NOT_IN_BASE, "Base Modelica has no words for %s", what);
}

// ---- Declarations --------------------------------------------------------------------------

// An attribute of an array is an array: the language has no `each`.
static void print_filled(BaseText *b, const Expr *e, const Type *type, Text *out)
{
    uint32_t missing = type_rank(type) - type_rank(e->type);
    if (missing) text_add(out, "fill(");
    expr_print(e, &b->names, out);
    for (uint32_t k = 0; k < missing; k++) text_printf(out, ", %d", type_dim(type, k));
    if (missing) text_add_char(out, ')');
}

static bool is_parameter(const FlatVariable *v)
{
    return v->variability <= VARIABILITY_PARAMETER;
}

static bool is_known(const FlatVariable *v) // its value was used: nothing can change it any more
{
    return is_parameter(v) && v->value;
}

static void note_impure(void *client, const Expr *e)
{
    if (e->kind == EXPR_CALL && e->u.function->is_impure) *(bool *)client = true;
}

// Nobody may change it after this: its equation is an initial one.
static bool is_settled(BaseText *b, const FlatVariable *v)
{
    if (!is_parameter(v) || is_known(v) || !v->binding || v->takes_start) return false;
    if (type_elem(v->type)->kind == TYPE_EXTERNAL) return false;
    bool is_impure = false;
    expr_walk(b->s->exprs, v->binding, &is_impure, note_impure);
    return v->is_final || v->is_protected || is_impure;
}

// A parameter is to be computed at the start: what stands in initial equations decides.
static bool is_computed(const FlatVariable *v)
{
    const Expr *fixed = v->attributes->fixed;
    return fixed && !expr_is_true(fixed);
}

// A parameter without value and start has the value nearest zero between min and max, of an
// enumeration the least one (specification 4.9): Base Modelica wants it in the declaration.
static const Expr *fallback_value(BaseText *b, const FlatVariable *v)
{
    const Attributes *a = v->attributes;
    TypeKind kind = type_elem(v->type)->kind;
    if (kind == TYPE_EXTERNAL) return NULL;
    const Expr *value = expr_zero(b->s->exprs, type_elem(v->type));
    if (kind == TYPE_ENUMERATION) value = a->min ? a->min : value;
    if (kind != TYPE_REAL && kind != TYPE_INTEGER) return value;
    if (a->max) value = expr_op2(b->s->exprs, OP_MIN, value, a->max);
    if (a->min) value = expr_op2(b->s->exprs, OP_MAX, value, a->min);
    return value;
}

static const Expr *declared_value(BaseText *b, const FlatVariable *v)
{
    if (is_known(v)) return v->value;
    if (!is_parameter(v) || is_settled(b, v)) return NULL;
    if (v->binding) return v->binding;
    if (is_computed(v)) return NULL;
    return v->attributes->start ? v->attributes->start : fallback_value(b, v);
}

// Guesses of deeper levels are trusted less; only the first level has a word in the declaration.
static bool has_priority(const FlatVariable *v)
{
    return !is_parameter(v) && v->attributes->start && v->attributes->start_level > 1;
}

static bool is_attribute_said(const FlatVariable *v, const char *name, const Expr *value)
{
    bool is_start = !strcmp(name, "start"), is_fixed = !strcmp(name, "fixed");
    if (!is_start && !is_fixed) return true;
    if (is_parameter(v)) return is_start && !is_known(v) && !v->binding && is_computed(v);
    return is_start ? !has_priority(v) : !expr_is_false(value);
}

static void print_attributes(BaseText *b, const FlatVariable *v, Text *out)
{
    AttributeRow rows[N_ATTRIBUTES];
    flat_attribute_rows(v->attributes, rows);
    const char *before = "(";
    for (int i = 0; i < N_ATTRIBUTES; i++) {
        if (!rows[i].value || !is_attribute_said(v, rows[i].name, rows[i].value)) continue;
        text_printf(out, "%s%s = ", before, rows[i].name);
        print_filled(b, rows[i].value, v->type, out);
        before = ", ";
    }
    if (before[0] == ',') text_add_char(out, ')');
}

static void print_prefixes(const FlatVariable *v, Text *out)
{
    static const char *const causalities[] = {"", "input ", "output "};
    bool is_discrete_real =
        v->variability == VARIABILITY_DISCRETE && type_elem(v->type)->kind == TYPE_REAL;
    if (is_known(v))
        text_add(out, "constant ");
    else if (is_parameter(v))
        text_add(out, "parameter ");
    else if (is_discrete_real)
        text_add(out, "discrete ");
    text_add(out, causalities[v->causality]);
}

static void print_annotation(const FlatVariable *v, Text *out)
{
    const AnnotationRow rows[] = {
        {"Protected = true", v->is_protected},
        {"HideResult = true", v->hide_result},
        {"HideResult = false", v->show_result},
        {"__Tarn(invariant = true)", v->is_invariant},
    };
    flat_print_annotation(rows, sizeof rows / sizeof *rows, out);
}

static void print_guess(BaseText *b, const FlatVariable *v, Text *out)
{
    text_add(out, "    parameter equation guess(");
    b->names.variable(b->names.client, v->id, out);
    text_add(out, ") = prioritize(");
    print_filled(b, v->attributes->start, v->type, out);
    text_printf(out, ", %d);\n", v->attributes->start_level);
}

static void print_initial(BaseText *b, const Expr *left, const Expr *right, const Type *type)
{
    text_add(&b->initial, "    ");
    expr_print(left, &b->names, &b->initial);
    text_add(&b->initial, " = ");
    print_filled(b, right, type, &b->initial);
    text_add(&b->initial, ";\n");
}

// An array of parameters is computed as a whole: what its fixed elements begin with is said apart.
static void print_fixed_elements(BaseText *b, const Expr *element, const Expr *start,
                                 const Expr *fixed)
{
    if (expr_is_true(fixed)) print_initial(b, element, start, element->type);
    for (uint32_t i = 0; fixed->kind == EXPR_ARRAY && i < fixed->n_args; i++) {
        const Expr *at = expr_integer(b->s->exprs, i + 1);
        const Expr *part =
            type_rank(start->type) ? expr_subscript(b->s->exprs, start, &at, 1) : start;
        print_fixed_elements(b, expr_subscript(b->s->exprs, element, &at, 1), part, fixed->args[i]);
    }
}

static void print_declaration(BaseText *b, const FlatVariable *v, Text *out)
{
    text_add(out, "    ");
    print_prefixes(v, out);
    expr_print_type(&b->names, v->type, out);
    text_add_char(out, ' ');
    b->names.variable(b->names.client, v->id, out);
    for (uint32_t k = 0; k < type_rank(v->type); k++)
        text_printf(out, "%s%d%s", k ? ", " : "[", type_dim(v->type, k),
                    k + 1 == type_rank(v->type) ? "]" : "");
    print_attributes(b, v, out);
    const Expr *value = declared_value(b, v);
    if (value) {
        text_add(out, " = ");
        print_filled(b, value, v->type, out);
    }
    flat_print_description(v->declared->description, out);
    print_annotation(v, out);
    text_add(out, ";\n");
    if (has_priority(v)) print_guess(b, v, out);
    const Attributes *a = v->attributes;
    const Expr *all = expr_ref(b->s->exprs, v->id, v->type);
    if (is_settled(b, v)) print_initial(b, all, v->binding, v->type);
    bool is_open = is_parameter(v) && !is_known(v) && !v->binding && is_computed(v);
    if (is_open && a->start) print_fixed_elements(b, all, a->start, a->fixed);
}

// ---- When-equations at the start -----------------------------------------------------------

static bool is_initial_call(const Expr *e)
{
    return e->kind == EXPR_OP && e->op == OP_INITIAL;
}

static bool holds_initially(const Expr *condition)
{
    if (is_initial_call(condition)) return true;
    for (uint32_t i = 0; condition->kind == EXPR_ARRAY && i < condition->n_args; i++)
        if (is_initial_call(condition->args[i])) return true;
    return false;
}

// The variables on a left side, each once; `seen` has those that are written already. Without
// `out` they are only noted.
static void print_kept_variables(BaseText *b, Map *seen, const Expr *left, int level, Text *out)
{
    if (!left) return;
    if (left->kind == EXPR_TUPLE || left->kind == EXPR_RECORD || left->kind == EXPR_ARRAY) {
        for (uint32_t i = 0; i < left->n_args; i++)
            print_kept_variables(b, seen, left->args[i], level, out);
        return;
    }
    if (map_get_pointer(seen, left)) return;
    map_put_pointer(seen, left, left);
    if (!out) return;
    text_repeat(out, ' ', 2 * (size_t)level);
    expr_print(left, &b->names, out);
    text_add(out, " = pre(");
    expr_print(left, &b->names, out);
    text_add(out, ");\n");
}

static void print_kept(BaseText *b, Map *seen, Equations body, int level, Text *out);

static void print_kept_loop(BaseText *b, Map *seen, const Equation *e, int level, Text *out)
{
    PrintedIterator bound = expr_bind_iterator(&b->names, e->details->iterator);
    Text body = text_make(b->scratch), range = text_make(b->scratch);
    expr_print(e->details->range, &b->names, &range);
    b->names.bound = &bound;
    print_kept(b, seen, e->branches[0].body, level + 1, out ? &body : NULL);
    if (body.length) {
        text_repeat(out, ' ', 2 * (size_t)level);
        text_add(out, "for ");
        expr_print_iterator(&b->names, e->details->iterator, out);
        text_printf(out, " in %s loop\n%s", text_cstr(&range), text_cstr(&body));
        text_repeat(out, ' ', 2 * (size_t)level);
        text_add(out, "end for;\n");
    }
    b->names.bound = bound.outer;
}

// v = pre(v) for what the body determines.
static void print_kept(BaseText *b, Map *seen, Equations body, int level, Text *out)
{
    for (uint32_t i = 0; i < body.count; i++) {
        const Equation *e = &body.items[i];
        if (e->kind == EQN_EQUALS) print_kept_variables(b, seen, e->left, level, out);
        if (e->kind == EQN_FOR) print_kept_loop(b, seen, e, level, out);
        for (uint32_t k = 0; e->kind == EQN_IF && k < e->n_branches; k++)
            print_kept(b, seen, e->branches[k].body, level, out);
    }
}

// At the start a reinit is an equation.
static Equation at_start(BaseText *b, const Equation *e)
{
    Equation copy = *e;
    if (e->kind == EQN_REINIT) copy.kind = EQN_EQUALS;
    if (e->kind != EQN_IF && e->kind != EQN_FOR) return copy;
    copy.branches = ARENA_COPY(b->scratch, EquationBranch, e->branches, e->n_branches);
    for (uint32_t i = 0; i < e->n_branches; i++) {
        Equations *body = &copy.branches[i].body;
        body->items = ARENA_COPY(b->scratch, Equation, body->items, body->count);
        for (uint32_t k = 0; k < body->count; k++)
            body->items[k] = at_start(b, &e->branches[i].body.items[k]);
    }
    return copy;
}

static void print_start_of_when(BaseText *b, const Equation *e)
{
    Map seen = map_make(b->scratch);
    uint32_t at = 0;
    while (at < e->n_branches && !holds_initially(e->branches[at].condition)) at++;
    for (uint32_t i = 0; at < e->n_branches && i < e->branches[at].body.count; i++) {
        Equation start = at_start(b, &e->branches[at].body.items[i]);
        equation_print(&start, &b->names, 2, &b->initial);
    }
    if (at < e->n_branches) print_kept(b, &seen, e->branches[at].body, 2, NULL);
    for (uint32_t i = 0; i < e->n_branches; i++)
        print_kept(b, &seen, e->branches[i].body, 2, &b->initial);
}

// ---- Equations -----------------------------------------------------------------------------

static bool has_when(const Equation *e)
{
    if (e->kind == EQN_WHEN) return true;
    if (e->kind != EQN_IF && e->kind != EQN_FOR) return false;
    for (uint32_t i = 0; i < e->n_branches; i++)
        for (uint32_t k = 0; k < e->branches[i].body.count; k++)
            if (has_when(&e->branches[i].body.items[k])) return true;
    return false;
}

static void print_equation(BaseText *b, const Equation *e, Text *out);

// A loop around when-equations is written out: they stand alone in Base Modelica.
static void print_unrolled(BaseText *b, const Equation *e, Text *out)
{
    int64_t first, step, last;
    const Expr *range = e->details->range;
    bool is_known_range = range->kind == EXPR_RANGE && range->args[0]->kind == EXPR_INTEGER &&
                          range->args[1]->kind == EXPR_INTEGER &&
                          range->args[2]->kind == EXPR_INTEGER;
    if (!is_known_range) {
        refuse(b, e->span, "when-equations in a loop whose range is not known");
        return;
    }
    first = range->args[0]->u.integer;
    step = range->args[1]->u.integer;
    last = range->args[2]->u.integer;
    for (int64_t i = first; step > 0 ? i <= last : i >= last; i += step) {
        PrintedIterator bound = expr_bind_iterator(&b->names, e->details->iterator);
        bound.value = expr_integer(b->s->exprs, i);
        b->names.bound = &bound;
        for (uint32_t k = 0; k < e->branches[0].body.count; k++)
            print_equation(b, &e->branches[0].body.items[k], out);
        b->names.bound = bound.outer;
    }
}

static void print_equation(BaseText *b, const Equation *e, Text *out)
{
    if (e->kind == EQN_IF && has_when(e)) {
        refuse(b, e->span, "when-equations inside of an if-equation");
        return;
    }
    if (e->kind == EQN_FOR && has_when(e)) {
        print_unrolled(b, e, out);
        return;
    }
    equation_print(e, &b->names, 2, out);
    if (e->kind == EQN_WHEN && !e->leaves_start) print_start_of_when(b, e);
}

static void print_equations(BaseText *b, const Equation *items, uint32_t n, Text *out)
{
    for (uint32_t i = 0; i < n;) {
        Text record = text_make(b->scratch);
        uint32_t bound =
            flat_print_record_binding(b->s->exprs, items + i, n - i, &b->names, &record);
        if (bound)
            text_printf(out, "  %s", text_cstr(&record));
        else
            print_equation(b, &items[i], out);
        i += bound ? bound : 1;
    }
}

// ---- What has no words ---------------------------------------------------------------------

typedef struct Wordless {
    BaseText *b;
    Span span;
} Wordless;

static void look_at_operator(void *client, const Expr *e)
{
    const Wordless *w = client;
    if (e->kind == EXPR_OP && e->op == OP_TICK && !w->b->failed)
        refuse(w->b, w->span, "a clock whose interval varies");
}

static void look_at_expression(void *client, const Expr **e)
{
    const Wordless *w = client;
    expr_walk(w->b->s->exprs, *e, client, look_at_operator);
}

// What clocks become may be an operator of ours, which is no word of any language.
static void look_into(BaseText *b, Equations body)
{
    for (uint32_t i = 0; i < body.count && !b->failed; i++) {
        Equation *e = &body.items[i];
        Wordless w = {b, e->span};
        equation_each_expression(e, &w, look_at_expression);
        for (uint32_t k = 0; k < e->n_branches; k++) look_into(b, e->branches[k].body);
    }
}

static bool is_expressible(BaseText *b)
{
    const FlatModel *flat = b->flat;
    for (uint32_t i = 0; i < flat->n_variables && !b->failed; i++) {
        const FlatVariable *v = &flat->variables[i];
        if (v->declared->clock_step)
            refuse(b, v->declared->span, "the solver method of a clocked partition");
        if (v->declared->mode)
            refuse(b, v->declared->span, "a structure that changes while the model runs");
        if (type_elem(v->type)->kind == TYPE_EXTERNAL)
            diag_warning(b->s->diag, v->declared->span, W_EXTERNAL_IN_BASE,
                         "external objects are not in Base Modelica yet: the class of '%s' is "
                         "written as in Modelica",
                         v->name);
    }
    look_into(b, (Equations){flat->equations, flat->n_equations});
    return !b->failed;
}

// ---- The model -----------------------------------------------------------------------------

static void print_model(BaseText *b, const char *name, Text *out)
{
    const FlatModel *flat = b->flat;
    Text equations = text_make(b->scratch);
    text_printf(out, "  model %s", name);
    flat_print_description(flat->description, out);
    text_add_char(out, '\n');
    for (uint32_t i = 0; i < flat->n_variables; i++) print_declaration(b, &flat->variables[i], out);
    print_equations(b, flat->initial_equations, flat->n_initial_equations, &b->initial);
    print_equations(b, flat->equations, flat->n_equations, &equations);
    if (b->initial.length) text_printf(out, "  initial equation\n%s", text_cstr(&b->initial));
    flat_print_algorithms("  initial algorithm", flat->initial_algorithms,
                          flat->n_initial_algorithms, &b->names, out);
    if (equations.length) text_printf(out, "  equation\n%s", text_cstr(&equations));
    flat_print_algorithms("  algorithm", flat->algorithms, flat->n_algorithms, &b->names, out);
    flat_print_experiment(&flat->experiment, out);
    text_printf(out, "  end %s;\n", name);
}

bool flat_print_base(Session *s, const FlatModel *flat, FlatFiles files, Text *out)
{
    Arena *scratch = arena_open("flat_print");
    ClassText classes = class_text_open(s, flat, files, true, scratch);
    BaseText b = {.s = s, .flat = flat, .names = class_text_names(&classes), .scratch = scratch};
    b.initial = text_make(scratch);
    Text model = text_make(scratch);
    if (is_expressible(&b)) print_model(&b, classes.model, &model);
    if (!b.failed) {
        text_printf(out, "//! base 0.1.0\npackage %s\n", classes.model);
        class_text_print(&classes, out);
        text_add_bytes(out, model.data, model.length);
        text_printf(out, "end %s;\n", classes.model);
    }
    arena_close(scratch);
    return !b.failed;
}
