// Clocks belong to scalar equations: loops are written out, records and arrays taken apart before
// the partitions are looked for, where elements may have clocks of their own.
#include "equations/clock_partitions.h"

static void look_for_operator(void *client, const Expr *e)
{
    if (e->kind == EXPR_OP && op_is_clocked((Op)e->op)) *(bool *)client = true;
}

bool has_clocked_operator(Clocks *c, const Expr *e)
{
    bool found = false;
    if (e) expr_walk(c->exprs, e, &found, look_for_operator);
    return found;
}

typedef VEC(Equation) EquationList;

static void unfold(Clocks *c, const Equation *e, EquationList *into);

static Equations unfold_body(Clocks *c, Equations body)
{
    EquationList list = {0};
    for (uint32_t i = 0; i < body.count; i++) unfold(c, &body.items[i], &list);
    return (Equations){list.data, list.count};
}

// ---- Loops -------------------------------------------------------------------------------------

typedef struct Bound {
    const Expr *iterator, *value;
} Bound;

static const Expr *replace_iterator(void *client, const Expr *e)
{
    const Bound *b = client;
    if (e == b->iterator) return b->value;
    return e->flags & EXPR_HAS_ITERATOR ? NULL : e;
}

static const Expr *bound(Clocks *c, const Expr *e, Bound *b)
{
    return e ? expr_substitute(c->exprs, e, &(Substitution){b, replace_iterator}) : NULL;
}

static Equation bound_equation(Clocks *c, const Equation *e, Bound *b)
{
    Equation copy = *e;
    equation_own_details(c->out, &copy);
    EquationDetails none = {0}, *d = copy.details ? copy.details : &none;
    const Expr **parts[] = {&copy.left,  &copy.right, &d->condition,
                            &d->message, &d->level,   &d->range};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) *parts[i] = bound(c, *parts[i], b);
    copy.branches = ARENA_RAW(c->out, EquationBranch, e->n_branches + 1);
    for (uint32_t k = 0; k < e->n_branches; k++) {
        Equations body = e->branches[k].body;
        Equation *items = ARENA_RAW(c->out, Equation, body.count + 1);
        for (uint32_t i = 0; i < body.count; i++) items[i] = bound_equation(c, &body.items[i], b);
        copy.branches[k].condition = bound(c, e->branches[k].condition, b);
        copy.branches[k].body = (Equations){items, body.count};
    }
    return copy;
}

static void unfold_for(Clocks *c, const Equation *e, EquationList *into)
{
    const Expr *range;
    if (!parametric(c, e->details->range, &range) || range->kind != EXPR_ARRAY) {
        VEC_PUSH(c->out, into, *e);
        return;
    }
    for (uint32_t k = 0; k < range->n_args; k++) {
        Bound b = {e->details->iterator, range->args[k]};
        for (uint32_t i = 0; i < e->branches[0].body.count; i++) {
            Equation one = bound_equation(c, &e->branches[0].body.items[i], &b);
            unfold(c, &one, into);
        }
    }
}

// ---- Records -----------------------------------------------------------------------------------

static bool holds_records(const Expr *e)
{
    return type_elem(e->type)->kind == TYPE_RECORD;
}

static const Expr *of_parts(Clocks *c, const Expr *e, const Expr *argument);

static const Expr *take_records_apart(void *client, const Expr *e)
{
    if (e->kind != EXPR_OP || !op_is_clocked((Op)e->op) || !e->n_args || !holds_records(e->args[0]))
        return NULL;
    return of_parts(client, e, e->args[0]);
}

static const Expr *without_records(Clocks *c, const Expr *e)
{
    return expr_substitute(c->exprs, e, &(Substitution){c, take_records_apart});
}

// op(r, ..) as R(op(r.a, ..), op(r.b, ..)), for arrays of records element by element.
static const Expr *of_parts(Clocks *c, const Expr *e, const Expr *argument)
{
    const Type *type = argument->type;
    bool is_record = type->kind == TYPE_RECORD;
    if (!holds_records(argument)) {
        const Expr *args[3] = {argument};
        for (uint32_t i = 1; i < e->n_args; i++) args[i] = e->args[i];
        return without_records(c, expr_op(c->exprs, (Op)e->op, args, e->n_args));
    }
    uint32_t n = is_record ? type->n : (uint32_t)type_dim(type, 0);
    const Expr **parts = ARENA_RAW(c->scratch, const Expr *, n + 1), *part = NULL;
    for (uint32_t i = 0; i < n; i++) {
        const Expr *at = expr_integer(c->exprs, (int64_t)i + 1);
        part = is_record ? expr_field(c->exprs, argument, i)
                         : expr_subscript(c->exprs, argument, &at, 1);
        parts[i] = of_parts(c, e, part);
    }
    if (is_record) return expr_record(c->exprs, type, parts, n);
    return expr_array(c->exprs, parts, n, n ? part->type : type_elem(type));
}

static void unfold_record(Clocks *c, const Equation *e, EquationList *into)
{
    for (uint32_t i = 0; i < e->left->type->n; i++) {
        Equation one = *e;
        one.left = expr_field(c->exprs, e->left, i);
        one.right = expr_field(c->exprs, e->right, i);
        unfold(c, &one, into);
    }
}

// ---- Arrays ------------------------------------------------------------------------------------

static bool has_elements_of_its_own(Clocks *c, const Equation *e)
{
    if (e->left->kind == EXPR_TUPLE || type_rank(e->left->type) == 0) return false;
    if (e->left->kind == EXPR_ARRAY || e->right->kind == EXPR_ARRAY || holds_records(e->left))
        return true;
    if (e->left->kind == EXPR_REF && e->right->kind == EXPR_REF) return true;
    return type_elem(e->left->type)->kind == TYPE_CLOCK || has_clocked_operator(c, e->left) ||
           has_clocked_operator(c, e->right);
}

static void unfold_array(Clocks *c, const Equation *e, EquationList *into)
{
    for (int32_t i = 1; i <= type_dim(e->left->type, 0); i++) {
        const Expr *at = expr_integer(c->exprs, i);
        Equation one = *e;
        one.left = expr_subscript(c->exprs, e->left, &at, 1);
        one.right = expr_subscript(c->exprs, e->right, &at, 1);
        unfold(c, &one, into);
    }
}

static void unfold_equals(Clocks *c, const Equation *e, EquationList *into)
{
    Equation copy = *e;
    copy.left = without_records(c, e->left);
    copy.right = without_records(c, e->right);
    if (copy.left->type->kind == TYPE_RECORD)
        unfold_record(c, &copy, into);
    else if (has_elements_of_its_own(c, &copy))
        unfold_array(c, &copy, into);
    else
        VEC_PUSH(c->out, into, copy);
}

static void unfold(Clocks *c, const Equation *e, EquationList *into)
{
    if (e->kind == EQN_FOR) {
        unfold_for(c, e, into);
        return;
    }
    if (e->kind == EQN_EQUALS) {
        unfold_equals(c, e, into);
        return;
    }
    Equation copy = *e;
    if (e->n_branches)
        copy.branches = ARENA_COPY(c->out, EquationBranch, e->branches, e->n_branches);
    for (uint32_t b = 0; b < e->n_branches; b++)
        copy.branches[b].body = unfold_body(c, e->branches[b].body);
    VEC_PUSH(c->out, into, copy);
}

void unfold_equations(Clocks *c)
{
    EquationList list = {0};
    for (uint32_t i = 0; i < c->flat->n_equations; i++) unfold(c, &c->flat->equations[i], &list);
    c->unfolded.data = list.data;
    c->unfolded.count = list.count;
}
