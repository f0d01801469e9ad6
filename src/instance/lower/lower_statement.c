// lower_statement.c -- algorithms: assignments, loops, conditions (chapter 11).
#include "instance/checks.h"
#include "instance/lower/lower.h"

typedef VEC(Statement) StatementVec;

static void lower_statement(const Lower *l, const AstEquation *e, StatementVec *out);

// Lists grow in working memory; what is kept has its exact size.
static Statements kept(const Lower *l, const StatementVec *list)
{
    if (list->count == 0) return (Statements){0};
    return (Statements){ARENA_COPY(l->f->arena, Statement, list->data, list->count), list->count};
}

Statements lower_statements(const Lower *l, AstEquation *const *items, uint32_t n)
{
    StatementVec out = {0};
    for (uint32_t i = 0; i < n; i++) lower_statement(l, items[i], &out);
    return kept(l, &out);
}

static void add(const Lower *l, StatementVec *out, Statement s)
{
    VEC_PUSH(l->f->work, out, s);
}

// ---- Assignments -----------------------------------------------------------------------------

static bool report_left(const Lower *l, Span span, const char *why)
{
    diag_error(l->f->diag, span, E_ASSIGNMENT, "'%s' cannot be assigned to: %s",
               source_text(l->f, span), why);
    return false;
}

static bool is_assignable(const Lower *l, const Expr *left, Span span)
{
    while (left->kind == EXPR_SUBSCRIPT || left->kind == EXPR_FIELD) left = left->args[0];
    switch ((ExprKind)left->kind) {
    case EXPR_LOCAL:
        if (l->function->function->locals[left->u.index].kind != LOCAL_INPUT) return true;
        return report_left(l, span, "it is an input of the function");
    case EXPR_REF: {
        const Variable *v = l->f->variables.data[left->u.var.i];
        if (v->variability > VARIABILITY_PARAMETER) return true;
        if (v->variability == VARIABILITY_PARAMETER && l->in_initial) return true;
        return report_left(l, span,
                           v->variability == VARIABILITY_CONSTANT ? "it is a constant"
                                                                  : "it is a parameter");
    }
    case EXPR_RECORD:
    case EXPR_ARRAY:
        for (uint32_t i = 0; i < left->n_args; i++) {
            if (left->kind == EXPR_RECORD && expr_is_literal(left->args[i]))
                return report_left(l, span,
                                   arena_printf(l->f->work, "its member '%s' is a constant",
                                                left->type->fields[i].name->text));
            if (!is_assignable(l, left->args[i], span)) return false;
        }
        return true;
    case EXPR_ITERATOR: return report_left(l, span, "it is an iterator");
    default: return report_left(l, span, "it is no variable");
    }
}

static const Expr *lower_left(const Lower *l, const AstExpr *text)
{
    while (text->kind == AST_PAREN) text = text->u.inner;
    if (text->kind != AST_REF) {
        report_left(l, text->span, "it is no variable");
        return expr_error(l->t);
    }
    const Expr *left = lower_node(l, text, NULL);
    if (expr_is_error(left) || is_assignable(l, left, text->span)) return left;
    return expr_error(l->t);
}

const Expr *lower_left_tuple(const Lower *l, const AstExpr *tuple, const Type *results)
{
    uint32_t n = tuple->u.items.count;
    uint32_t n_results = results->kind == TYPE_TUPLE ? results->n : results->kind != TYPE_NONE;
    if (n > n_results) {
        diag_error(l->f->diag, tuple->span, E_ARGUMENT,
                   "%u results are asked for, but the call has %u", n, n_results);
        return expr_error(l->t);
    }
    const Expr **items = ARENA_ARRAY(l->f->arena, const Expr *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const AstExpr *text = tuple->u.items.items[i];
        if (!text) continue;
        items[i] = l->in_algorithm ? lower_left(l, text) : lower_node(l, text, NULL);
        if (expr_is_error(items[i])) return items[i];
        const Type *result = results->kind == TYPE_TUPLE ? results->fields[i].type : results;
        if (type_converts(l->f, result, items[i]->type)) continue;
        diag_error(l->f->diag, text->span, E_TYPE,
                   "'%s' is of type '%s', but result %u is of type '%s'",
                   source_text(l->f, text->span), type_text(l->f, items[i]->type), i + 1,
                   type_text(l->f, result));
        return expr_error(l->t);
    }
    return expr_tuple(l->t, items, n);
}

typedef struct Shared {
    const Expr *other;
    bool any;
} Shared;

static void visit_shared(void *client, const Expr *node)
{
    Shared *s = client;
    if (node->kind == EXPR_REF && expr_contains(s->other, node)) s->any = true;
}

static bool expr_shares_variable(const Lower *l, const Expr *a, const Expr *b)
{
    Shared s = {b, false};
    expr_walk(l->t, a, &s, visit_shared);
    return s.any;
}

// Elements of a component array are variables of their own: one assignment each.
static void add_elementwise(const Lower *l, Statement whole, StatementVec *out)
{
    for (uint32_t i = 0; i < whole.left->n_args; i++) {
        const Expr *index = expr_integer(l->t, (int64_t)i + 1);
        Statement one = whole;
        one.left = whole.left->args[i];
        one.right = expr_subscript(l->t, whole.right, &index, 1);
        if (one.left->kind == EXPR_ARRAY)
            add_elementwise(l, one, out);
        else
            add(l, out, one);
    }
}

static void lower_assignment(const Lower *l, const AstEquation *e, StatementVec *out)
{
    Statement s = {.kind = STMT_ASSIGN, .span = e->span};
    if (e->left->kind == AST_TUPLE) {
        s.right = lower_call_tuple(l, e->right);
        if (expr_is_error(s.right)) return;
        s.left = lower_left_tuple(l, e->left, s.right->type);
    } else {
        s.left = lower_left(l, e->left);
        if (expr_is_error(s.left)) return;
        s.right = lower_as(l, e->right, s.left->type, "the right side");
    }
    if (expr_is_error(s.left) || expr_is_error(s.right)) return;
    if (s.left->kind == EXPR_ARRAY && !expr_shares_variable(l, s.left, s.right))
        add_elementwise(l, s, out);
    else
        add(l, out, s);
}

// ---- Branches and loops ------------------------------------------------------------------------

static void lower_if_statement(const Lower *l, const AstEquation *e, StatementVec *out)
{
    Statement s = {.kind = STMT_IF, .span = e->span};
    s.branches = ARENA_ARRAY(l->f->arena, StatementBranch, e->n_branches);
    for (uint32_t i = 0; i < e->n_branches; i++) {
        const AstBranch *from = &e->branches[i];
        const Expr *condition = NULL;
        if (from->condition) {
            condition = lower_condition(l, from->condition, "the condition");
            if (expr_is_error(condition)) continue;
            if (condition_decides(l, condition)) {
                const Expr *value = evaluate_now(l->f, condition, from->condition->span, false);
                if (value) condition = value;
            }
            if (expr_is_false(condition)) continue;
            if (expr_is_true(condition)) condition = NULL;
        }
        Lower inside = *l;
        inside.inside = "'if'";
        inside.in_written_out = false;
        inside.in_undecided_if |= condition || s.n_branches;
        StatementBranch *branch = &s.branches[s.n_branches++];
        branch->condition = condition;
        branch->body = lower_statements(&inside, from->items, from->n_items);
        if (!condition) break;
    }
    if (s.n_branches == 0) return;
    if (s.branches[0].condition) {
        add(l, out, s);
        return;
    }
    const Statements *only = &s.branches[0].body;
    for (uint32_t i = 0; i < only->count; i++) add(l, out, only->items[i]);
}

static Statements lower_loop_body(const Lower *l, const AstEquation *e, uint32_t next);

static bool contains_exit(AstEquation *const *items, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (items[i]->kind == AST_EQ_BREAK || items[i]->kind == AST_EQ_RETURN) return true;
        for (uint32_t k = 0; k < items[i]->n_branches; k++)
            if (contains_exit(items[i]->branches[k].items, items[i]->branches[k].n_items))
                return true;
    }
    return false;
}

static Statements unroll_statements(const Lower *l, const AstEquation *e, uint32_t next,
                                    const Expr *range)
{
    const AstIterator *it = &e->iterators[next];
    StatementVec out = {0};
    const Expr *values = evaluate_now(l->f, range, it->span, true);
    if (!values) return (Statements){0};
    if (contains_exit(e->branches[0].items, e->branches[0].n_items)) {
        diag_error(l->f->diag, e->span, E_UNSUPPORTED,
                   "'break' in a loop over component arrays is not supported yet");
        return (Statements){0};
    }
    for (uint32_t i = 0; i < values->n_args; i++) {
        IteratorScope around = {it->name, values->args[i], l->scope.iterators};
        Lower inside = *l;
        inside.scope.iterators = &around;
        Statements round = lower_loop_body(&inside, e, next + 1);
        for (uint32_t k = 0; k < round.count; k++) add(l, &out, round.items[k]);
        if (lower_is_given_up(l)) break;
    }
    return kept(l, &out);
}

static bool holds_when(const AstEquation *e) // by itself, or in loops inside
{
    if (e->kind == AST_EQ_WHEN) return true;
    if (e->kind != AST_EQ_FOR) return false;
    for (uint32_t i = 0; i < e->branches[0].n_items; i++)
        if (holds_when(e->branches[0].items[i])) return true;
    return false;
}

// Iterator number `next` of the loop and everything inside it.
static Statements lower_loop_body(const Lower *l, const AstEquation *e, uint32_t next)
{
    const AstBranch *body = &e->branches[0];
    Lower in_body = *l;
    in_body.inside = "'for'";
    if (next == e->n_iterators) return lower_statements(&in_body, body->items, body->n_items);
    const AstIterator *it = &e->iterators[next];
    const Expr *range = lower_iterator_range(l, it, NULL, body->items, body->n_items);
    if (expr_is_error(range)) return (Statements){0};
    if (!l->function && !l->in_when && (!l->inside || l->in_written_out) && holds_when(e)) {
        Lower inside = *l;
        inside.in_written_out = true;
        return unroll_statements(&inside, e, next, range);
    }
    bool needs = false;
    const Expr *all = range, *value, *iterator = loop_iterator(l, it->name, &range, &value);
    IteratorScope around = {it->name, value, l->scope.iterators};
    Lower inside = *l;
    inside.scope.iterators = &around;
    inside.in_loop_equation = inside.in_loop = inside.in_undecided_if = true;
    if (!l->function) inside.must_unroll = &needs;
    Statement s = {.kind = STMT_FOR, .span = e->span, .iterator = iterator, .range = range};
    s.branches = ARENA_NEW(l->f->arena, StatementBranch);
    s.n_branches = 1;
    s.branches->body = lower_loop_body(&inside, e, next + 1);
    if (needs) return unroll_statements(l, e, next, all);
    Statement *one = ARENA_NEW(l->f->arena, Statement);
    *one = s;
    return (Statements){one, 1};
}

static void lower_while(const Lower *l, const AstEquation *e, StatementVec *out)
{
    Statement s = {.kind = STMT_WHILE, .span = e->span, .n_branches = 1};
    s.branches = ARENA_NEW(l->f->arena, StatementBranch);
    s.branches->condition = lower_condition(l, e->branches[0].condition, "the condition");
    if (expr_is_error(s.branches->condition)) return;
    Lower inside = *l;
    inside.inside = "'while'";
    inside.in_written_out = false;
    inside.in_loop = inside.in_undecided_if = true;
    s.branches->body = lower_statements(&inside, e->branches[0].items, e->branches[0].n_items);
    add(l, out, s);
}

static void lower_when_statement(const Lower *l, const AstEquation *e, StatementVec *out)
{
    if (l->in_written_out && !l->in_when) {
        if (is_first_at(l->f, e->span.begin)) {
            Diagnostic *d =
                diag_breach(l->f->diag, e->span, E_EQUATION,
                            "'when' is not allowed inside the statement %s (11.2.7.2)", l->inside);
            diag_label(l->f->diag, d, "taken as written out, round by round");
        }
        if (diag_is_strict(l->f->diag)) return;
    } else if (l->function || l->in_when || l->inside) { // 11.2.7.2
        if (!is_first_at(l->f, e->span.begin)) return;
        diag_error(l->f->diag, e->span, E_EQUATION, "'when' is not allowed %s%s",
                   l->function  ? "in a function"
                   : l->in_when ? "inside another 'when'"
                                : "inside the statement ",
                   l->function || l->in_when ? "" : l->inside);
        return;
    }
    Lower inside = *l;
    inside.in_when = true;
    Statement s = {.kind = STMT_WHEN, .span = e->span};
    s.branches = ARENA_ARRAY(l->f->arena, StatementBranch, e->n_branches);
    for (uint32_t i = 0; i < e->n_branches; i++) {
        const Expr *condition = lower_when_condition(l, e->branches[i].condition);
        if (expr_is_error(condition)) return;
        if (condition->type->kind == TYPE_CLOCK) {
            diag_error(l->f->diag, e->branches[i].condition->span, E_EQUATION,
                       "a 'when' with a clock is not allowed in an algorithm");
            return;
        }
        StatementBranch *branch = &s.branches[s.n_branches++];
        branch->condition = condition;
        branch->body = lower_statements(&inside, e->branches[i].items, e->branches[i].n_items);
    }
    add(l, out, s);
}

// ---- Calls -----------------------------------------------------------------------------------

static void lower_call_statement(const Lower *l, const AstEquation *e, StatementVec *out)
{
    const AstExpr *call = e->left;
    Statement s = {.span = e->span};
    switch (statement_word(call)) {
    case WORD_ASSERT:
        s.kind = STMT_ASSERT;
        if (!lower_assert(l, call, &s.condition, &s.message, &s.level)) return;
        break;
    case WORD_TERMINATE:
        s.kind = STMT_TERMINATE;
        s.message = lower_terminate(l, call);
        if (expr_is_error(s.message)) return;
        break;
    case WORD_REINIT:
        s.kind = STMT_REINIT;
        if (!lower_reinit(l, call, &s.left, &s.right)) return;
        break;
    case WORD_NONE:
        s.kind = STMT_CALL;
        s.right = lower_call_tuple(l, call);
        if (expr_is_error(s.right)) return;
        break;
    }
    add(l, out, s);
}

static void lower_statement(const Lower *l, const AstEquation *e, StatementVec *out)
{
    if (lower_is_given_up(l)) return;
    switch (e->kind) {
    case AST_EQ_ASSIGN: lower_assignment(l, e, out); break;
    case AST_EQ_CALL: lower_call_statement(l, e, out); break;
    case AST_EQ_IF: lower_if_statement(l, e, out); break;
    case AST_EQ_FOR: {
        Statements loop = lower_loop_body(l, e, 0);
        for (uint32_t i = 0; i < loop.count; i++) add(l, out, loop.items[i]);
        break;
    }
    case AST_EQ_WHILE: lower_while(l, e, out); break;
    case AST_EQ_WHEN: lower_when_statement(l, e, out); break;
    case AST_EQ_BREAK:
        if (l->in_loop)
            add(l, out, (Statement){.kind = STMT_BREAK, .span = e->span});
        else
            diag_error(l->f->diag, e->span, E_EQUATION, "'break' is only allowed inside a loop");
        break;
    case AST_EQ_RETURN:
        if (l->function)
            add(l, out, (Statement){.kind = STMT_RETURN, .span = e->span});
        else
            diag_error(l->f->diag, e->span, E_EQUATION, "'return' is only allowed in a function");
        break;
    case AST_EQ_EQUALS: // the parser has refused these
    case AST_EQ_CONNECT:
    case AST_EQ_ERROR: break;
    }
}
