// lower_expression.c -- an Ast expression in a scope becomes a typed Expr.
//
// One walk resolves names, checks types and folds constants. Recursion follows the syntax,
// whose depth the parser bounds.
#include <strings.h>

#include "instance/checks.h"
#include "instance/lower/lower.h"

LoweringState *lowering_of(Front *f)
{
    if (f->lowering) return f->lowering;
    LoweringState *w = ARENA_NEW(f->work, LoweringState);
    w->variability_of_expr = map_make(f->work);
    w->evaluable_of_slot = map_make(f->work);
    w->value_of_call = map_make(f->work);
    w->evaluable_of_function = map_make(f->work);
    w->specialised = map_make(f->work);
    w->node_of_class = map_make(f->work);
    w->end = name_of_text(f->s->names, "end");
    w->connections = name_of_text(f->s->names, "Connections");
    f->lowering = w;
    return w;
}

Lower lower_in(Front *f, Scope scope)
{
    Lower l = {.f = f, .t = f->exprs, .scope = scope};
    Node *node = scope.node;
    // The class of a record that is no component is read like its constructor: fields are locals.
    if (node && !node->component && !node->function && node_is_record(node))
        lower_function(f, node);
    if (node && !node->component && node->function) l.function = function_scope(node->function);
    for (; node && !node->component; node = node->lexical.node) continue;
    l.component = node && node->component ? node->component->id : (ComponentId){0};
    return l;
}

bool lower_needs_iterator(const Lower *l, const Expr *e)
{
    if (!l->must_unroll || !(e->flags & EXPR_HAS_ITERATOR)) return false;
    *l->must_unroll = true;
    return true;
}

// File systems that know no capitals hide it: one file is meant where there is only one.
static void check_resource(const Lower *l, const AstExpr *e, const char *text)
{
    if (strncasecmp(text, "modelica://", strlen("modelica://")) != 0) return;
    Session *s = l->f->s;
    const char *path = library_resource_respelled(s, text, s->arena);
    if (!path || !is_first_report(l->f, e->span, E_FILE_LETTERS)) return;
    diag_breach(s->diag, e->span, E_FILE_LETTERS,
                "no file has this name; '%s' has it but for capitals", path);
}

static const Expr *lower_string(const Lower *l, const AstExpr *e)
{
    uint32_t length;
    const char *text = ast_string_value(e, l->f->s->arena, &length);
    check_resource(l, e, text);
    return expr_string(l->t, name_of(l->f->s->names, text, length));
}

static const Expr *lower_end(const Lower *l, const AstExpr *e)
{
    Name end = lowering_of(l->f)->end;
    for (const IteratorScope *i = l->scope.iterators; i; i = i->outer)
        if (i->name == end) return i->value;
    diag_error(l->f->diag, e->span, E_SUBSCRIPT, "'end' is only allowed inside subscripts");
    return expr_error(l->t);
}

// Only parameters that are no Reals are frozen for the sake of an if-expression: these select
// variants, while a Real is a quantity that people want to change between runs.
typedef struct Selection {
    Front *f;
    bool ok;
} Selection;

static void visit_selection(void *client, const Expr *node)
{
    Selection *s = client;
    if (node->kind != EXPR_REF) return;
    const Variable *v = s->f->variables.data[node->u.var.i];
    if (type_elem(v->type)->kind == TYPE_REAL && !v->is_frozen && !v->is_evaluated &&
        v->variability != VARIABILITY_CONSTANT)
        s->ok = false;
}

bool condition_decides(const Lower *l, const Expr *condition)
{
    if (expr_is_true(condition) || expr_is_false(condition)) return true;
    if (condition->flags & (EXPR_HAS_LOCAL | EXPR_HAS_TIME | EXPR_HAS_ITERATOR)) return false;
    Selection s = {l->f, true};
    expr_walk(l->t, condition, &s, visit_selection);
    return s.ok && is_evaluable(l->f, condition);
}

static const Expr *join_branches(const Lower *l, const AstExpr *e, const Expr *condition,
                                 const Expr *yes, const Expr *no)
{
    const Expr *pair[2] = {yes, no};
    if (expr_is_error(yes) || expr_is_error(no) || expr_is_error(condition))
        return expr_error(l->t);
    const Expr *as_yes = convert_to(l->f, no, yes->type);
    if (as_yes) return expr_if(l->t, condition, yes, as_yes);
    const Expr *as_no = convert_to(l->f, yes, no->type);
    if (as_no) return expr_if(l->t, condition, as_no, no);
    if (types_agree(l->f, type_elem(yes->type), type_elem(no->type)) &&
        is_evaluable(l->f, condition)) {
        const Expr *value = evaluate_now(l->f, condition, e->span, true);
        if (value) return pair[expr_is_true(value) ? 0 : 1];
    }
    Diagnostic *d = diag_error(l->f->diag, e->span, E_TYPE,
                               "the branches of the if-expression have the types '%s' and '%s'",
                               type_text(l->f, yes->type), type_text(l->f, no->type));
    label_difference(l->f, d, yes->type, no->type);
    return expr_error(l->t);
}

static const Expr *lower_if(const Lower *l, const AstExpr *e, uint32_t from, const Type *expected)
{
    const AstIfBranch *branch = &e->u.cond.branches[from];
    if (!branch->condition) return lower_node(l, branch->value, expected);
    const Expr *condition = lower_condition(l, branch->condition, "the condition");
    if (expr_is_error(condition)) return condition;
    if (condition_decides(l, condition)) {
        const Expr *value = evaluate_now(l->f, condition, branch->condition->span, false);
        if (value)
            return expr_is_true(value) ? lower_node(l, branch->value, expected)
                                       : lower_if(l, e, from + 1, expected);
    }
    const Expr *yes = lower_node(l, branch->value, expected);
    const Expr *no = lower_if(l, e, from + 1, expected);
    return join_branches(l, e, condition, yes, no);
}

const Expr *lower_node(const Lower *l, const AstExpr *e, const Type *expected)
{
    if (lower_is_given_up(l)) return expr_error(l->t);
    switch ((AstExprKind)e->kind) {
    case AST_ERROR: return expr_error(l->t);
    case AST_REAL: return expr_real(l->t, e->u.number);
    case AST_INTEGER: return expr_integer(l->t, e->u.integer);
    case AST_BOOLEAN: return expr_boolean(l->t, e->u.boolean);
    case AST_STRING: return lower_string(l, e);
    case AST_REF: return lower_reference(l, e, expected);
    case AST_CALL: return lower_call(l, e, expected);
    case AST_UNARY: return lower_unary(l, e);
    case AST_BINARY: return lower_binary(l, e);
    case AST_IF: return lower_if(l, e, 0, expected);
    case AST_RANGE: return lower_range(l, e);
    case AST_ARRAY: return lower_array_constructor(l, e, expected);
    case AST_COMPREHENSION: return lower_comprehension(l, e, expected);
    case AST_MATRIX: return lower_matrix(l, e);
    case AST_PAREN: return lower_node(l, e->u.inner, expected);
    case AST_END: return lower_end(l, e);
    case AST_SUBSCRIPTED: {
        const Expr *base = lower_node(l, e->u.subscripted.base, NULL);
        return lower_subscripts(l, base, e->u.subscripted.subscripts, e->span);
    }
    case AST_MEMBER:
        return lower_member(l, lower_node(l, e->u.member.base, NULL), e->u.member.name, e->span);
    case AST_TUPLE:
        diag_error(l->f->diag, e->span, E_TYPE,
                   "a list of results can only stand on the left of a call");
        break;
    case AST_PARTIAL:
        diag_error(l->f->diag, e->span, E_TYPE,
                   "a function can only be handed over as an argument of a function");
        break;
    case AST_COLON:
        diag_error(l->f->diag, e->span, E_TYPE, "':' can only stand as a subscript");
        break;
    case AST_BREAK:
        diag_error(l->f->diag, e->span, E_TYPE, "'break' can only stand in a modifier");
        break;
    }
    return expr_error(l->t);
}

static const Expr *report_mismatch(const Lower *l, const AstExpr *e, const Expr *got,
                                   const Type *type, const char *what)
{
    bool only_sizes = type_converts(l->f, type_elem(got->type), type_elem(type));
    Diagnostic *d =
        diag_error(l->f->diag, e->span, only_sizes ? E_DIMENSION : E_TYPE,
                   "%s must be of type '%s', but '%s' is of type '%s'", what, type_text(l->f, type),
                   source_text(l->f, e->span), type_text(l->f, got->type));
    label_conversion(l->f, d, got->type, type);
    return expr_error(l->t);
}

const Expr *lower_as(const Lower *l, const AstExpr *e, const Type *type, const char *what)
{
    const Expr *got = lower_node(l, e, type);
    if (expr_is_error(got) || type->kind == TYPE_ERROR) return got;
    const Expr *converted = convert_to(l->f, got, type);
    return converted ? converted : report_mismatch(l, e, got, type, what);
}

const Expr *lower_condition(const Lower *l, const AstExpr *e, const char *what)
{
    Lower inside = *l;
    inside.in_condition = true;
    return lower_as(&inside, e, type_basic(l->t, TYPE_BOOLEAN), what);
}

Lowered lower_expression(Front *f, Scope scope, const AstExpr *e, const Type *expected)
{
    Lower l = lower_in(f, scope);
    const Expr *expr = lower_node(&l, e, expected);
    return (Lowered){expr, expr_variability(f, expr)};
}

Lowered lower_checked(Front *f, Scope scope, const AstExpr *e, const Type *expected,
                      const char *what)
{
    Lower l = lower_in(f, scope);
    const Expr *expr = expected ? lower_as(&l, e, expected, what) : lower_node(&l, e, NULL);
    return (Lowered){expr, expr_variability(f, expr)};
}
