// Modelica text with as few parentheses as the grammar allows (specification appendix A.2.7).
#include <math.h>

#include "expr/function.h"
#include "expr/table.h"

enum { // binding strength; an operand weaker than its place needs parentheses
    LEVEL_IF,
    LEVEL_RANGE,
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_NOT,
    LEVEL_RELATION,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_POWER,
    LEVEL_PRIMARY
};
enum { DEEPEST = 4000, BRIEFLY = 6 }; // nesting beyond this is cut to "..."

typedef struct Printer {
    ExprNames names;
    Text *out;
    int depth, deepest;
    uint32_t most_terms; // of a sum: the last ones are shown
    size_t end;          // what would begin behind this length of the text is cut to "..."
} Printer;

static void print_at(Printer *p, const Expr *e, int level);

static void print_list(Printer *p, const Expr *const *items, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (i) text_add(p->out, ", ");
        if (items[i]) print_at(p, items[i], LEVEL_IF);
        if (p->out->length > p->end) return;
    }
}

static int operator_level(Op op)
{
    switch (op) {
    case OP_ADD:
    case OP_SUB:
    case OP_EL_ADD:
    case OP_EL_SUB:
    case OP_NEG: return LEVEL_SUM;
    case OP_MUL:
    case OP_DIV:
    case OP_EL_MUL:
    case OP_EL_DIV: return LEVEL_PRODUCT;
    case OP_POW:
    case OP_EL_POW: return LEVEL_POWER;
    case OP_AND: return LEVEL_AND;
    case OP_OR: return LEVEL_OR;
    case OP_NOT: return LEVEL_NOT;
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE:
    case OP_EQ:
    case OP_NE: return LEVEL_RELATION;
    default: return LEVEL_PRIMARY;
    }
}

static int level_of(const Expr *e)
{
    while (e->kind == EXPR_OP && e->op == OP_TO_REAL) e = e->args[0];
    switch ((ExprKind)e->kind) {
    case EXPR_OP: return operator_level((Op)e->op);
    case EXPR_IF: return LEVEL_IF;
    case EXPR_RANGE: return LEVEL_RANGE;
    case EXPR_REAL: return signbit(e->u.real) ? LEVEL_SUM : LEVEL_PRIMARY;
    case EXPR_INTEGER: return e->u.integer < 0 ? LEVEL_SUM : LEVEL_PRIMARY;
    default: return LEVEL_PRIMARY;
    }
}

static void print_real(Printer *p, double value)
{
    char buffer[40];
    int n = number_to_text(buffer, value);
    if (isinf(value)) { // no literal of the language is infinite, but this one reads back as it
        text_add(p->out, value < 0 ? "-1e999" : "1e999");
        return;
    }
    text_add_bytes(p->out, buffer, (size_t)n);
    if (!strpbrk(buffer, ".en")) text_add(p->out, ".0");
}

// A text that names a resource of a library is the file itself (program/lower/word_types.c).
static void print_text(Printer *p, Name text)
{
    static const char scheme[] = "modelica://";
    const char *file = NULL;
    if (p->names.file && !strncmp(text->text, scheme, sizeof scheme - 1))
        file = p->names.file(p->names.client, text->text);
    if (file)
        expr_print_string(file, strlen(file), p->out);
    else
        expr_print_string(text->text, text->length, p->out);
}

static void print_arguments(Printer *p, const Expr *const *args, uint32_t n)
{
    text_add_char(p->out, '(');
    print_list(p, args, n);
    text_add_char(p->out, ')');
}

static void print_call(Printer *p, const char *name, const Expr *const *args, uint32_t n)
{
    text_add(p->out, name);
    print_arguments(p, args, n);
}

static void print_right(Printer *p, const Expr *e)
{
    Op op = (Op)e->op;
    int level = operator_level(op);
    text_printf(p->out, level >= LEVEL_PRODUCT ? "%s" : " %s ", op_name(op));
    const Expr *right = e->args[1];
    // x^2 rather than x^2.0: the exponent was an Integer as often as not.
    if (op == OP_POW && right->kind == EXPR_REAL && right->u.real == floor(right->u.real) &&
        right->u.real >= 0 && right->u.real < 1e9)
        text_printf(p->out, "%.0f", right->u.real);
    else
        print_at(p, right, level + 1);
}

static int level_of_left(const Expr *e)
{
    int level = operator_level((Op)e->op);
    return level == LEVEL_POWER || level == LEVEL_RELATION ? level + 1 : level;
}

static bool is_binary(const Expr *e)
{
    return e->kind == EXPR_OP && e->n_args == 2 && operator_level((Op)e->op) < LEVEL_PRIMARY;
}

// Sums have thousands of terms, all on the left: they are written without recursion.
static void print_binary(Printer *p, const Expr *e)
{
    uint32_t n = 1;
    const Expr *first = e;
    while (n < p->most_terms && is_binary(first->args[0]) &&
           level_of(first->args[0]) >= level_of_left(first)) {
        first = first->args[0];
        n++;
    }
    if (n == p->most_terms)
        text_add(p->out, "...");
    else
        print_at(p, first->args[0], level_of_left(first));
    if (n == 1) {
        print_right(p, first);
        return;
    }
    const Expr **spine = ARENA_RAW(p->out->arena, const Expr *, n);
    for (uint32_t i = n; i-- > 0; e = e->args[0]) spine[i] = e;
    for (uint32_t i = 0; i < n; i++) print_right(p, spine[i]);
}

static void print_text_conversion(Printer *p, const Expr *e)
{
    static const char *const names[] = {"significantDigits", "minimumLength", "leftJustified"};
    text_add(p->out, "String(");
    print_at(p, e->args[0], LEVEL_IF);
    uint32_t skip = e->n_args == 3 ? 1 : 0;
    for (uint32_t i = 1; i < e->n_args; i++) {
        if (e->n_args == 2)
            text_add(p->out, ", format = ");
        else
            text_printf(p->out, ", %s = ", names[i - 1 + skip]);
        print_at(p, e->args[i], LEVEL_IF);
    }
    text_add_char(p->out, ')');
}

static void print_fill(Printer *p, const Expr *e)
{
    const Expr *value = e->args[0];
    bool known = value->kind == EXPR_INTEGER && (value->u.integer == 0 || value->u.integer == 1);
    if (known)
        print_call(p, value->u.integer ? "ones" : "zeros", e->args + 1, e->n_args - 1);
    else
        print_call(p, "fill", e->args, e->n_args);
}

static void print_operator(Printer *p, const Expr *e)
{
    Op op = (Op)e->op;
    switch (op) {
    case OP_NEG:
        text_add_char(p->out, '-');
        print_at(p, e->args[0], LEVEL_PRODUCT);
        return;
    case OP_NOT:
        text_add(p->out, "not ");
        print_at(p, e->args[0], LEVEL_RELATION);
        return;
    case OP_TO_REAL: print_at(p, e->args[0], LEVEL_IF); return;
    case OP_QUANTITY: text_add(p->out, e->args[2]->u.string->text); return;
    case OP_STRING: print_text_conversion(p, e); return;
    case OP_FILL: print_fill(p, e); return;
    case OP_CLOCK_SAMPLE: print_call(p, "sample", e->args, e->n_args); return;
    case OP_INTEGER_TO_ENUM:
        expr_print_type(&p->names, e->type, p->out);
        print_arguments(p, e->args, e->n_args);
        return;
    default: break;
    }
    if (operator_level(op) < LEVEL_PRIMARY)
        print_binary(p, e);
    else
        print_call(p, op_name(op), e->args, e->n_args);
}

static void print_if(Printer *p, const Expr *e)
{
    const char *word = "if ";
    for (; e->kind == EXPR_IF; e = e->args[2], word = " elseif ") {
        text_add(p->out, word);
        print_at(p, e->args[0], LEVEL_IF);
        text_add(p->out, " then ");
        print_at(p, e->args[1], LEVEL_IF);
    }
    text_add(p->out, " else ");
    print_at(p, e, LEVEL_IF);
}

static void print_range(Printer *p, const Expr *e)
{
    print_at(p, e->args[0], LEVEL_OR);
    text_add_char(p->out, ':');
    double step;
    if (!expr_is_number(e->args[1], &step) || step != 1) {
        print_at(p, e->args[1], LEVEL_OR);
        text_add_char(p->out, ':');
    }
    print_at(p, e->args[2], LEVEL_OR);
}

// The language names the innermost dimension first, the node the outermost. Base Modelica has one
// iterator for each pair of brackets: {{e for i in r} for j in s}.
static void print_iterators(Printer *p, const Expr *e, const char *word, const char *open,
                            char close)
{
    uint32_t n = e->n_args / 2;
    const PrintedIterator *outer = p->names.bound;
    PrintedIterator bound[n + 1];
    bool each = p->names.is_base;
    for (uint32_t k = 0; k < n; k++) {
        bound[k] = expr_bind_iterator(&p->names, e->args[1 + 2 * k]);
        p->names.bound = &bound[k];
        if (each || k == 0) text_printf(p->out, "%s%s", word, open);
    }
    print_at(p, e->args[0], LEVEL_IF);
    for (uint32_t k = n; k-- > 0;) {
        text_add(p->out, k + 1 == n || each ? " for " : ", ");
        expr_print_iterator(&p->names, e->args[1 + 2 * k], p->out);
        text_add(p->out, " in ");
        print_at(p, e->args[2 + 2 * k], LEVEL_IF);
        if (each || k == 0) text_add_char(p->out, close);
    }
    p->names.bound = outer;
}

// Enumerations of the language keep the names of their literals.
static void print_literal(Printer *p, const Type *type, uint32_t i)
{
    expr_print_type(&p->names, type, p->out);
    text_add_char(p->out, '.');
    if (type_is_predefined(type))
        text_add(p->out, type->literals[i]->text);
    else
        expr_print_word(&p->names, type->literals[i], p->out);
}

// Some value of a type, for the element of an array that has none.
static void print_any_value(Printer *p, const Type *type)
{
    switch (type_elem(type)->kind) {
    case TYPE_BOOLEAN: text_add(p->out, "false"); break;
    case TYPE_STRING: text_add(p->out, "\"\""); break;
    case TYPE_REAL: text_add(p->out, "0.0"); break;
    case TYPE_ENUMERATION: print_literal(p, type_elem(type), 0); break;
    case TYPE_RECORD:
        expr_print_constructor(&p->names, type, p->out);
        for (uint32_t i = 0; i < type->n; i++) {
            const Type *field = type->fields[i].type;
            text_add(p->out, i ? ", " : "(");
            if (type_rank(field)) text_add(p->out, "fill(");
            print_any_value(p, type_elem(field));
            for (uint32_t k = 0; k < type_rank(field); k++)
                text_printf(p->out, ", %d", field->dims[k] < 0 ? 0 : field->dims[k]);
            if (type_rank(field)) text_add_char(p->out, ')');
        }
        text_add_char(p->out, ')');
        break;
    default: text_add_char(p->out, '0'); break;
    }
}

static void print_array(Printer *p, const Expr *e)
{
    if (e->n_args) {
        text_add_char(p->out, '{');
        print_list(p, e->args, e->n_args);
        text_add_char(p->out, '}');
        return;
    }
    // The language has no {}: an empty array is a fill of something.
    text_add(p->out, "fill(");
    print_any_value(p, type_elem(e->type));
    for (uint32_t k = 0; k < type_rank(e->type); k++)
        text_printf(p->out, ", %d", e->type->dims[k] < 0 ? 0 : e->type->dims[k]);
    text_add_char(p->out, ')');
}

// x[1].y[2]: one list of subscripts behind each name, and fields of single records only.
static bool is_reference(const Expr *e)
{
    for (; e->kind == EXPR_SUBSCRIPT || e->kind == EXPR_FIELD; e = e->args[0]) {
        if (e->kind == EXPR_FIELD) continue;
        const Expr *base = e->args[0];
        if (base->kind == EXPR_SUBSCRIPT) return false;
        if (base->kind == EXPR_FIELD && type_rank(base->args[0]->type)) return false;
    }
    return e->kind == EXPR_REF || e->kind == EXPR_LOCAL;
}

static void print_base(Printer *p, const Expr *base)
{
    if (!is_reference(base)) text_add_char(p->out, '(');
    print_at(p, base, LEVEL_IF);
    if (!is_reference(base)) text_add_char(p->out, ')');
}

// Parts of what is no variable, as calls of functions that select them.
static bool print_selection(Printer *p, const Expr *e)
{
    if (!p->names.selector || is_reference(e)) return false;
    const Expr *call = e->args[0];
    p->names.selector(p->names.client, e, p->out);
    if (e->kind == EXPR_TUPLE_ITEM) {
        print_arguments(p, call->args, call->n_args);
        return true;
    }
    text_add_char(p->out, '(');
    print_at(p, e->args[0], LEVEL_IF);
    for (uint32_t i = 1; i < e->n_args; i++) {
        if (e->args[i]->kind == EXPR_COLON) continue;
        text_add(p->out, ", ");
        print_at(p, e->args[i], LEVEL_IF);
    }
    text_add_char(p->out, ')');
    return true;
}

static void print_tuple_item(Printer *p, const Expr *e)
{
    const Expr *call = e->args[0];
    if (e->u.index == 0) {
        print_at(p, call, LEVEL_PRIMARY);
        return;
    }
    if (print_selection(p, e)) return;
    print_base(p, call);
    const Function *f = call->kind == EXPR_CALL ? call->u.function : NULL;
    if (f)
        text_printf(p->out, ".%s", f->locals[f->n_inputs + e->u.index].name->text);
    else
        text_printf(p->out, "[%u]", e->u.index + 1);
}

static void print_reference(Printer *p, const Expr *e)
{
    if (e->kind == EXPR_REF) {
        if (p->names.variable)
            p->names.variable(p->names.client, e->u.var, p->out);
        else
            text_printf(p->out, "v%d", e->u.var.i);
    } else if (e->kind == EXPR_COMPONENT) {
        if (p->names.component)
            p->names.component(p->names.client, e->u.component, p->out);
        else
            text_printf(p->out, "c%d", e->u.component.i);
    } else if (e->kind == EXPR_ITERATOR) {
        expr_print_iterator(&p->names, e, p->out);
    } else if (expr_name(e)) {
        expr_print_word(&p->names, expr_name(e), p->out);
    } else {
        text_printf(p->out, "l%u", e->u.index);
    }
}

static void print_node(Printer *p, const Expr *e)
{
    switch ((ExprKind)e->kind) {
    case EXPR_ERROR: text_add(p->out, "(error)"); break;
    case EXPR_REAL: print_real(p, e->u.real); break;
    case EXPR_INTEGER: text_printf(p->out, "%lld", (long long)e->u.integer); break;
    case EXPR_BOOLEAN: text_add(p->out, e->u.integer ? "true" : "false"); break;
    case EXPR_STRING: print_text(p, e->u.string); break;
    case EXPR_ENUM: print_literal(p, e->type, (uint32_t)e->u.integer - 1); break;
    case EXPR_REF:
    case EXPR_COMPONENT:
    case EXPR_LOCAL:
    case EXPR_ITERATOR: print_reference(p, e); break;
    case EXPR_TIME: text_add(p->out, "time"); break;
    case EXPR_OP: print_operator(p, e); break;
    case EXPR_IF: print_if(p, e); break;
    case EXPR_CALL:
        expr_print_function_name(&p->names, e->u.function, p->out);
        print_arguments(p, e->args, e->n_args);
        break;
    case EXPR_ARRAY: print_array(p, e); break;
    case EXPR_RANGE: print_range(p, e); break;
    case EXPR_COMPREHENSION: print_iterators(p, e, "", "{", '}'); break;
    case EXPR_REDUCTION: print_iterators(p, e, op_name((Op)e->op), "(", ')'); break;
    case EXPR_SUBSCRIPT:
        if (print_selection(p, e)) break;
        print_base(p, e->args[0]);
        for (uint32_t i = 1; i < e->n_args; i++) {
            text_add(p->out, i > 1 ? ", " : "[");
            print_at(p, e->args[i], LEVEL_IF);
        }
        text_add_char(p->out, ']');
        break;
    case EXPR_COLON: text_add_char(p->out, ':'); break;
    case EXPR_FIELD:
        if (print_selection(p, e)) break;
        print_base(p, e->args[0]);
        text_add_char(p->out, '.');
        expr_print_word(&p->names, type_elem(e->args[0]->type)->fields[e->u.index].name, p->out);
        break;
    case EXPR_RECORD:
        expr_print_constructor(&p->names, e->type, p->out);
        print_arguments(p, e->args, e->n_args);
        break;
    case EXPR_TUPLE:
        text_add_char(p->out, '(');
        print_list(p, e->args, e->n_args);
        text_add_char(p->out, ')');
        break;
    case EXPR_TUPLE_ITEM: print_tuple_item(p, e); break;
    }
}

static void print_at(Printer *p, const Expr *e, int level)
{
    if (p->depth >= p->deepest || p->out->length > p->end) {
        text_add(p->out, "...");
        return;
    }
    p->depth++;
    bool weak = level_of(e) < level;
    if (weak) text_add_char(p->out, '(');
    print_node(p, e);
    if (weak) text_add_char(p->out, ')');
    p->depth--;
}

void expr_print(const Expr *e, const ExprNames *names, Text *out)
{
    Printer p = {.out = out, .deepest = DEEPEST, .most_terms = UINT32_MAX, .end = SIZE_MAX};
    if (names) p.names = *names;
    print_at(&p, e, LEVEL_IF);
}

void expr_print_briefly(const Expr *e, const ExprNames *names, size_t length, Text *out)
{
    // Every partial sum of a long sum is shown somewhere: the walk down must not grow with the sum.
    enum { USUAL_TERM = 16 };
    Printer p = {.out = out,
                 .deepest = BRIEFLY,
                 .most_terms = (uint32_t)(length / USUAL_TERM) + 1,
                 .end = out->length + length};
    if (names) p.names = *names;
    print_at(&p, e, LEVEL_IF);
}
