// Symbolic derivatives of scalars and of whole arrays and records. One rule per operator, in
// the table below. Between events discrete quantities are constant: their derivative is zero,
// and a conditional expression is differentiated branch by branch under the same condition.
//
// The walk visits every distinct node once, so shared parts are differentiated once and the
// result shares what the argument shared. Quotients, exponentials and roots are written in
// terms of the node itself (d(exp(a)) = exp(a)*a'), which keeps the result small.
#include <math.h>

#include "expr/function.h"
#include "expr/walk.h"

typedef struct Diff {
    ExprTable *t;
    const DiffContext *c;
    Walk walk;
} Diff;

// What a rule may use: the node, its arguments and their derivatives. An argument without a
// derivative (Boolean, String, subscript) has the colon in its place.
typedef struct Rule {
    Diff *d;
    const Expr *e;
    const Expr *const *args;
    const Expr *const *da;
} Rule;

enum { VARIES = EXPR_HAS_REF | EXPR_HAS_LOCAL | EXPR_HAS_TIME | EXPR_HAS_CALL | EXPR_HAS_ITERATOR };

// ---- Building blocks -----------------------------------------------------------------------

static const Expr *add(Diff *d, const Expr *a, const Expr *b)
{
    return expr_op2(d->t, OP_ADD, a, b);
}

static const Expr *subtract(Diff *d, const Expr *a, const Expr *b)
{
    return expr_op2(d->t, OP_SUB, a, b);
}

// Element by element, scalars with everything.
static const Expr *times(Diff *d, const Expr *a, const Expr *b)
{
    bool arrays = type_rank(a->type) && type_rank(b->type);
    return expr_op2(d->t, arrays ? OP_EL_MUL : OP_MUL, a, b);
}

static const Expr *over(Diff *d, const Expr *a, const Expr *b)
{
    return expr_is_zero(a) ? a : expr_op2(d->t, type_rank(b->type) ? OP_EL_DIV : OP_DIV, a, b);
}

static const Expr *negate(Diff *d, const Expr *a)
{
    return expr_op1(d->t, OP_NEG, a);
}

static const Expr *number(Diff *d, double value)
{
    return expr_real(d->t, value);
}

static const Expr *square(Diff *d, const Expr *a)
{
    return expr_op2(d->t, type_rank(a->type) ? OP_EL_POW : OP_POW, a, number(d, 2));
}

static const Expr *plus_number(Diff *d, double value, const Expr *a)
{
    return expr_op2(d->t, type_rank(a->type) ? OP_EL_ADD : OP_ADD, number(d, value), a);
}

static bool has_derivative(const Type *type)
{
    const Type *elem = type_elem(type);
    if (elem->kind != TYPE_RECORD && elem->kind != TYPE_TUPLE) return elem->kind == TYPE_REAL;
    for (uint32_t i = 0; i < elem->n; i++)
        if (has_derivative(elem->fields[i].type)) return true;
    return false;
}

static const Expr *zero_like(Diff *d, const Expr *e)
{
    TypeKind kind = type_elem(e->type)->kind;
    if (kind == TYPE_INTEGER)
        e = expr_cast_real(d->t, e);
    else if (kind != TYPE_REAL && kind != TYPE_RECORD)
        return expr_colon(d->t);
    return expr_zero_like(d->t, e);
}

static bool vanishes(const Expr *da)
{
    if (da->kind == EXPR_COLON || expr_is_zero(da)) return true;
    if (da->kind != EXPR_RECORD) return false;
    for (uint32_t i = 0; i < da->n_args; i++)
        if (has_derivative(da->args[i]->type) && !vanishes(da->args[i])) return false;
    return true;
}

static const Expr *with_no_event(Diff *d, const Expr *condition, const Expr *yes, const Expr *no)
{
    return expr_if(d->t, expr_op1(d->t, OP_NO_EVENT, condition), yes, no);
}

// ---- Arithmetic ----------------------------------------------------------------------------

static const Expr *d_linear(const Rule *r) // the operator applied to the derivatives
{
    return expr_op(r->d->t, (Op)r->e->op, r->da, r->e->n_args);
}

static const Expr *d_bilinear(const Rule *r)
{
    Diff *d = r->d;
    Op op = (Op)r->e->op;
    bool left = !vanishes(r->da[0]), right = !vanishes(r->da[1]);
    const Expr *a = left ? expr_op2(d->t, op, r->da[0], r->args[1]) : NULL;
    const Expr *b = right ? expr_op2(d->t, op, r->args[0], r->da[1]) : NULL;
    return a && b ? add(d, a, b) : a ? a : b;
}

static const Expr *d_quotient(const Rule *r)
{
    Diff *d = r->d;
    const Expr *top = r->da[0];
    if (!vanishes(r->da[1])) {
        const Expr *part = times(d, r->e, r->da[1]);
        Op minus = type_rank(part->type) == type_rank(top->type) ? OP_SUB : OP_EL_SUB;
        top = vanishes(top) ? negate(d, part) : expr_op2(d->t, minus, top, part);
    }
    return over(d, top, r->args[1]);
}

// d(A^n) = A' A^(n-1) + A A' A^(n-2) + ... for a matrix A
static const Expr *d_matrix_power(const Rule *r)
{
    Diff *d = r->d;
    double n;
    const Expr *a = r->args[0], *sum = NULL;
    if (!expr_is_number(r->args[1], &n) || n < 1 || n > 16) return NULL;
    for (int k = 0; k < (int)n; k++) {
        const Expr *left = expr_op2(d->t, OP_POW, a, expr_integer(d->t, k));
        const Expr *right = expr_op2(d->t, OP_POW, a, expr_integer(d->t, (int)n - 1 - k));
        const Expr *term = k ? expr_op2(d->t, OP_MUL, left, r->da[0]) : r->da[0];
        if (k < (int)n - 1) term = expr_op2(d->t, OP_MUL, term, right);
        sum = sum ? add(d, sum, term) : term;
    }
    return sum;
}

static const Expr *d_power(const Rule *r)
{
    Diff *d = r->d;
    Op op = (Op)r->e->op;
    const Expr *a = r->args[0], *b = r->args[1], *sum = NULL;
    if (op == OP_POW && type_rank(a->type)) return d_matrix_power(r);
    if (!vanishes(r->da[0])) {
        const Expr *lower = expr_op2(d->t, op, a, plus_number(d, -1, b));
        double n;
        if (expr_is_number(b, &n)) lower = expr_op2(d->t, op, a, number(d, n - 1));
        sum = times(d, times(d, b, lower), r->da[0]);
    }
    if (vanishes(r->da[1])) return sum;
    // a^b log(a) b', with a^b = 0 where a = 0
    const Expr *term = times(d, times(d, r->e, expr_op1(d->t, OP_LOG, a)), r->da[1]);
    return sum ? add(d, sum, term) : term;
}

static const Expr *d_abs(const Rule *r)
{
    Diff *d = r->d;
    const Expr *a = r->args[0], *da = r->da[0];
    if (type_rank(a->type)) return times(d, expr_cast_real(d->t, expr_op1(d->t, OP_SIGN, a)), da);
    const Expr *positive = expr_op2(d->t, OP_GE, a, number(d, 0));
    return with_no_event(d, positive, da, negate(d, da));
}

// ---- Functions -----------------------------------------------------------------------------

static const Expr *d_sqrt(const Rule *r)
{
    return over(r->d, r->da[0], times(r->d, number(r->d, 2), r->e));
}

static const Expr *d_sin(const Rule *r)
{
    return times(r->d, expr_op1(r->d->t, OP_COS, r->args[0]), r->da[0]);
}

static const Expr *d_cos(const Rule *r)
{
    return negate(r->d, times(r->d, expr_op1(r->d->t, OP_SIN, r->args[0]), r->da[0]));
}

static const Expr *d_tan(const Rule *r)
{
    return times(r->d, plus_number(r->d, 1, square(r->d, r->e)), r->da[0]);
}

static const Expr *d_asin(const Rule *r)
{
    Diff *d = r->d;
    const Expr *inside = plus_number(d, 1, negate(d, square(d, r->args[0])));
    return over(d, r->da[0], expr_op1(d->t, OP_SQRT, inside));
}

static const Expr *d_acos(const Rule *r)
{
    return negate(r->d, d_asin(r));
}

static const Expr *d_atan(const Rule *r)
{
    return over(r->d, r->da[0], plus_number(r->d, 1, square(r->d, r->args[0])));
}

static const Expr *d_atan2(const Rule *r)
{
    Diff *d = r->d;
    const Expr *y = r->args[0], *x = r->args[1];
    const Expr *top = subtract(d, times(d, x, r->da[0]), times(d, y, r->da[1]));
    return over(d, top, add(d, square(d, x), square(d, y)));
}

static const Expr *d_sinh(const Rule *r)
{
    return times(r->d, expr_op1(r->d->t, OP_COSH, r->args[0]), r->da[0]);
}

static const Expr *d_cosh(const Rule *r)
{
    return times(r->d, expr_op1(r->d->t, OP_SINH, r->args[0]), r->da[0]);
}

static const Expr *d_tanh(const Rule *r)
{
    return times(r->d, plus_number(r->d, 1, negate(r->d, square(r->d, r->e))), r->da[0]);
}

static const Expr *d_exp(const Rule *r)
{
    return times(r->d, r->e, r->da[0]);
}

static const Expr *d_log(const Rule *r)
{
    return over(r->d, r->da[0], r->args[0]);
}

static const Expr *d_log10(const Rule *r)
{
    return over(r->d, r->da[0], times(r->d, number(r->d, log(10)), r->args[0]));
}

// ---- Steps, extrema and event operators ----------------------------------------------------

static const Expr *d_zero(const Rule *r)
{
    return zero_like(r->d, r->e);
}

// a - q*b with q = floor(a/b) or trunc(a/b), constant between its events
static const Expr *d_remainder(const Rule *r)
{
    Diff *d = r->d;
    if (vanishes(r->da[1])) return r->da[0];
    if (type_rank(r->e->type)) return NULL;
    const Expr *q = r->e->op == OP_MOD ? expr_op1(d->t, OP_FLOOR, over(d, r->args[0], r->args[1]))
                                       : expr_op2(d->t, OP_DIV_INT, r->args[0], r->args[1]);
    return subtract(d, r->da[0], times(d, q, r->da[1]));
}

static const Expr *extremum_pair(Diff *d, Op op, const Expr *a, const Expr *b, const Expr *da,
                                 const Expr *db)
{
    return with_no_event(d, expr_op2(d->t, op == OP_MAX ? OP_GE : OP_LE, a, b), da, db);
}

// max of an array: the derivative goes along with the largest so far, element by element.
static const Expr *d_extremum(const Rule *r)
{
    Diff *d = r->d;
    Op op = (Op)r->e->op;
    if (r->e->n_args == 2) return extremum_pair(d, op, r->args[0], r->args[1], r->da[0], r->da[1]);
    const Expr *all = r->args[0];
    if (type_rank(all->type) != 1 || all->type->dims[0] < 1 || all->type->dims[0] > 256)
        return NULL;
    const Expr *best = NULL, *dbest = NULL;
    for (int32_t i = 1; i <= all->type->dims[0]; i++) {
        const Expr *index = expr_integer(d->t, i);
        const Expr *a = expr_subscript(d->t, all, &index, 1);
        const Expr *da = expr_subscript(d->t, r->da[0], &index, 1);
        dbest = best ? extremum_pair(d, op, best, a, dbest, da) : da;
        best = best ? expr_op2(d->t, op, best, a) : a;
    }
    return dbest;
}

static const Expr *d_product(const Rule *r)
{
    Diff *d = r->d;
    const Expr *all = r->args[0], *product = NULL, *dproduct = NULL;
    if (type_rank(all->type) != 1 || all->type->dims[0] < 1 || all->type->dims[0] > 256)
        return NULL;
    for (int32_t i = 1; i <= all->type->dims[0]; i++) {
        const Expr *index = expr_integer(d->t, i);
        const Expr *a = expr_subscript(d->t, all, &index, 1);
        const Expr *da = expr_subscript(d->t, r->da[0], &index, 1);
        dproduct = product ? add(d, times(d, dproduct, a), times(d, product, da)) : da;
        product = product ? times(d, product, a) : a;
    }
    return dproduct;
}

static const Expr *d_first(const Rule *r) // further arguments are sizes or delays: constant
{
    const Expr *args[r->e->n_args];
    for (uint32_t i = 0; i < r->e->n_args; i++) {
        if (i > 0 && !vanishes(r->da[i])) return NULL;
        args[i] = i ? r->args[i] : r->da[0];
    }
    return expr_op(r->d->t, (Op)r->e->op, args, r->e->n_args);
}

// The slope of the distribution at that end is asked for like its value; it has none itself.
static const Expr *d_transported(const Rule *r)
{
    Diff *d = r->d;
    double which;
    if (!expr_is_number(r->args[1], &which) || which >= 2) return NULL;
    const Expr *args[3] = {r->args[0], number(d, which + 2), r->args[2]};
    return times(d, expr_op(d->t, OP_TRANSPORTED, args, 3), r->da[2]);
}

static const Expr *d_cat(const Rule *r)
{
    const Expr *args[r->e->n_args];
    args[0] = r->args[0];
    for (uint32_t i = 1; i < r->e->n_args; i++) args[i] = r->da[i];
    return expr_op(r->d->t, OP_CAT, args, r->e->n_args);
}

static const Expr *d_linspace(const Rule *r)
{
    const Expr *args[3] = {r->da[0], r->da[1], r->args[2]};
    return expr_op(r->d->t, OP_LINSPACE, args, 3);
}

static const Expr *d_smooth(const Rule *r)
{
    double p;
    if (!expr_is_number(r->args[0], &p) || p < 1) return r->da[1];
    return expr_op2(r->d->t, OP_SMOOTH, expr_integer(r->d->t, (int64_t)p - 1), r->da[1]);
}

static const Expr *d_semi_linear(const Rule *r)
{
    Diff *d = r->d;
    const Expr *x = r->args[0], *a = r->args[1], *b = r->args[2];
    const Expr *slope = expr_if(d->t, expr_op2(d->t, OP_GE, x, number(d, 0)), a, b);
    const Expr *first = times(d, slope, r->da[0]);
    if (vanishes(r->da[1]) && vanishes(r->da[2])) return first;
    const Expr *args[3] = {x, r->da[1], r->da[2]};
    return add(d, first, expr_op(d->t, OP_SEMI_LINEAR, args, 3));
}

typedef const Expr *(*DerivativeRuleFunction)(const Rule *r);

// Operators without a row cannot be differentiated; those whose result is not Real need none.
static const DerivativeRuleFunction rules[N_OPERATORS] = {
    [OP_ADD] = d_linear,
    [OP_SUB] = d_linear,
    [OP_EL_ADD] = d_linear,
    [OP_EL_SUB] = d_linear,
    [OP_NEG] = d_linear,
    [OP_MUL] = d_bilinear,
    [OP_EL_MUL] = d_bilinear,
    [OP_DIV] = d_quotient,
    [OP_EL_DIV] = d_quotient,
    [OP_POW] = d_power,
    [OP_EL_POW] = d_power,
    [OP_ABS] = d_abs,
    [OP_SQRT] = d_sqrt,
    [OP_SIN] = d_sin,
    [OP_COS] = d_cos,
    [OP_TAN] = d_tan,
    [OP_ASIN] = d_asin,
    [OP_ACOS] = d_acos,
    [OP_ATAN] = d_atan,
    [OP_ATAN2] = d_atan2,
    [OP_SINH] = d_sinh,
    [OP_COSH] = d_cosh,
    [OP_TANH] = d_tanh,
    [OP_EXP] = d_exp,
    [OP_LOG] = d_log,
    [OP_LOG10] = d_log10,
    [OP_DIV_INT] = d_zero,
    [OP_MOD] = d_remainder,
    [OP_REM] = d_remainder,
    [OP_CEIL] = d_zero,
    [OP_FLOOR] = d_zero,
    [OP_TO_REAL] = d_zero,
    [OP_QUANTITY] = d_zero,
    [OP_MIN] = d_extremum,
    [OP_MAX] = d_extremum,
    [OP_SUM] = d_linear,
    [OP_PRODUCT] = d_product,
    [OP_SCALAR] = d_linear,
    [OP_VECTOR] = d_linear,
    [OP_MATRIX] = d_linear,
    [OP_DIAGONAL] = d_linear,
    [OP_FILL] = d_first,
    [OP_LINSPACE] = d_linspace,
    [OP_TRANSPOSE] = d_linear,
    [OP_OUTER_PRODUCT] = d_bilinear,
    [OP_SYMMETRIC] = d_linear,
    [OP_CROSS] = d_bilinear,
    [OP_SKEW] = d_linear,
    [OP_CAT] = d_cat,
    [OP_PROMOTE] = d_first,
    [OP_PRE] = d_zero,
    [OP_NO_EVENT] = d_linear,
    [OP_SMOOTH] = d_smooth,
    [OP_DELAY] = d_first,
    [OP_HOMOTOPY] = d_linear,
    [OP_SEMI_LINEAR] = d_semi_linear,
    [OP_TRANSPORTED] = d_transported,
};

// ---- Other kinds of nodes ------------------------------------------------------------------

static bool all_vanish(const Rule *r)
{
    for (uint32_t i = 0; i < r->e->n_args; i++)
        if (r->da[i] && !vanishes(r->da[i])) return false;
    return true;
}

static const Expr *d_call(const Rule *r)
{
    const Expr *given[r->e->n_args + 1];
    for (uint32_t i = 0; i < r->e->n_args; i++)
        given[i] = r->da[i] && r->da[i]->kind != EXPR_COLON ? r->da[i] : NULL;
    if (all_vanish(r)) return zero_like(r->d, r->e);
    return r->d->c->call ? r->d->c->call(r->d->c->client, r->e, given) : NULL;
}

// A derivative function returns the derivatives of those outputs only that contain Reals.
static const Expr *d_tuple_item(const Rule *r)
{
    if (vanishes(r->da[0])) return zero_like(r->d, r->e);
    const Type *tuple = r->args[0]->type;
    uint32_t output = 0;
    for (uint32_t i = 0; i < r->e->u.index; i++) output += has_derivative(tuple->fields[i].type);
    return expr_tuple_item(r->d->t, r->da[0], output, r->e->type);
}

// A range of elements that vary themselves would need an index in their place.
static const Expr *d_comprehension(const Rule *r)
{
    uint32_t n = r->e->n_args;
    const Expr *args[n];
    args[0] = r->da[0];
    for (uint32_t i = 1; i < n; i++) {
        args[i] = r->args[i];
        if (i % 2 == 0 && !vanishes(r->da[i])) return NULL;
    }
    if (r->e->kind == EXPR_COMPREHENSION)
        return expr_comprehension(r->d->t, args[0], args + 1, n / 2);
    if (vanishes(r->da[0])) return zero_like(r->d, r->e);
    return r->e->op == OP_SUM ? expr_reduction(r->d->t, OP_SUM, args[0], args + 1, n / 2) : NULL;
}

static const Expr *d_array(const Rule *r)
{
    if (r->e->n_args == 0) return r->e;
    return expr_array(r->d->t, r->da, r->e->n_args, r->da[0]->type);
}

// Fields without a derivative are zero: a record of derivatives has the type of the record.
static const Expr *d_record(const Rule *r)
{
    const Expr *fields[r->e->n_args + 1];
    for (uint32_t i = 0; i < r->e->n_args; i++) {
        const Type *type = r->e->type->fields[i].type;
        fields[i] = has_derivative(type) ? r->da[i] : expr_zero(r->d->t, r->args[i]->type);
    }
    return expr_record(r->d->t, r->e->type, fields, r->e->n_args);
}

static const Expr *d_other(const Rule *r)
{
    ExprTable *t = r->d->t;
    switch ((ExprKind)r->e->kind) {
    case EXPR_IF: return expr_if(t, r->args[0], r->da[1], r->da[2]);
    case EXPR_CALL: return d_call(r);
    case EXPR_TUPLE_ITEM: return d_tuple_item(r);
    case EXPR_ARRAY: return d_array(r);
    case EXPR_RANGE: return all_vanish(r) ? zero_like(r->d, r->e) : NULL;
    case EXPR_COMPREHENSION:
    case EXPR_REDUCTION: return d_comprehension(r);
    case EXPR_SUBSCRIPT: return expr_subscript(t, r->da[0], r->args + 1, r->e->n_args - 1);
    case EXPR_FIELD: return expr_field(t, r->da[0], r->e->u.index);
    case EXPR_RECORD: return d_record(r);
    default: return NULL;
    }
}

// ---- The walk ------------------------------------------------------------------------------

// Nodes whose derivative does not come from their arguments; NULL for the others.
static const Expr *leaf_derivative(Diff *d, const Expr *e)
{
    bool is_call = e->kind == EXPR_CALL;
    if (!has_derivative(e->type)) return zero_like(d, e);
    // A row number stands for a signal whose history varies with time and has no formula.
    bool is_history = e->kind == EXPR_OP && e->op == OP_DELAY && e->args[0]->kind == EXPR_REAL;
    if (is_history && d->c->with_time) return expr_error(d->t);
    if (!(e->flags & VARIES)) return zero_like(d, e);
    if (e->kind == EXPR_TIME) return number(d, d->c->with_time ? 1 : 0);
    if (e->kind == EXPR_ITERATOR || (is_call && e->n_args == 0)) return zero_like(d, e);
    bool is_variable =
        e->kind == EXPR_REF || e->kind == EXPR_LOCAL || (e->kind == EXPR_OP && e->op == OP_DER);
    if (is_variable) return d->c->variable(d->c->client, e);
    return NULL;
}

static const Expr *node_derivative(Diff *d, const Expr *e)
{
    const Expr *fixed[8];
    const Expr **da = fixed;
    if (e->n_args > 8) da = ARENA_RAW(walk_scratch(&d->walk), const Expr *, e->n_args);
    for (uint32_t i = 0; i < e->n_args; i++) da[i] = walk_result(&d->walk, e->args[i]);
    const Rule r = {d, e, e->args, da};
    if (e->kind != EXPR_OP) return d_other(&r);
    if (all_vanish(&r)) return zero_like(d, e);
    return rules[e->op] ? rules[e->op](&r) : NULL;
}

// Whether the derivative of a function needs none of this argument, whichever of its rules is taken
// (noDerivative, 12.7.1).
static bool is_excluded(const Expr *call, uint32_t argument)
{
    const Function *f = call->u.function;
    for (uint32_t i = 0; i < f->n_derivatives; i++) {
        const uint8_t *of_input = f->derivatives[i].of_input;
        if (!of_input || of_input[argument] != 2) return false;
    }
    return f->n_derivatives > 0;
}

// What has no derivative does no harm inside of such an argument: its call goes on without.
static bool leave_excluded(Diff *d)
{
    for (uint32_t i = d->walk.stack.count; i-- > 0;) {
        const WalkStep *step = &d->walk.stack.data[i];
        bool is_call = step->node->kind == EXPR_CALL && step->next > 0;
        if (!is_call || !is_excluded(step->node, step->next - 1)) continue;
        d->walk.stack.count = i + 1;
        return true;
    }
    return false;
}

const Expr *expr_differentiate(ExprTable *t, const Expr *e, const DiffContext *c,
                               const Expr **culprit)
{
    bool before = expr_algebra(t, true);
    Diff d;
    d.t = t;
    d.c = c;
    walk_open(&d.walk, "expr_differentiate");
    walk_push(&d.walk, e);
    const Expr *result = NULL;
    while (d.walk.stack.count) {
        const WalkStep *top = &VEC_LAST(&d.walk.stack);
        const Expr *node = top->node;
        result = top->next == 0 ? leaf_derivative(&d, node) : NULL;
        bool is_leaf = node->n_args == 0 || (node->kind == EXPR_OP && node->op == OP_DER);
        if (!result && !is_leaf) {
            if (walk_descend(&d.walk)) continue;
            result = node_derivative(&d, node);
        }
        if (!result || expr_is_error(result)) {
            if (leave_excluded(&d)) continue;
            if (culprit) *culprit = node;
            result = NULL;
            break;
        }
        walk_finish(&d.walk, result);
    }
    walk_close(&d.walk);
    expr_algebra(t, before);
    return result;
}
