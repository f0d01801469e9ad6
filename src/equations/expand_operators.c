// Operators and built-in functions: array valued ones element by element, event operators to the
// hidden variables that stand for them.
#include "equations/scalarizer.h"
#include "expr/scalar.h"

static Items list(Scalarizer *z, uint32_t n)
{
    return (Items){ARENA_RAW(z->scratch, const Expr *, n ? n : 1), n};
}

// A scalar stands for each element. What is missing has been reported.
static const Expr *item_at(const Scalarizer *z, Items items, uint32_t i)
{
    if (items.count == 1) return items.data[0];
    return i < items.count ? items.data[i] : expr_error(z->exprs);
}

static Op scalar_operator(Op op) // of the elementwise forms
{
    switch (op) {
    case OP_EL_ADD: return OP_ADD;
    case OP_EL_SUB: return OP_SUB;
    case OP_EL_MUL: return OP_MUL;
    case OP_EL_DIV: return OP_DIV;
    case OP_EL_POW: return OP_POW;
    default: return op;
    }
}

static bool is_array(const Expr *e)
{
    return e->type->kind == TYPE_ARRAY;
}

// ---- Event operators ----------------------------------------------------------------

static const Expr *zero_real(Scalarizer *z)
{
    return expr_real(z->exprs, 0);
}

static const Expr *derivative_of_ref(void *client, const Expr *ref)
{
    Scalarizer *z = client;
    SystemVariable *v = system_variable(z->system, ref->u.var);
    if (v->role != ROLE_CONTINUOUS && v->role != ROLE_DERIVATIVE) return zero_real(z);
    return system_ref(z->system, system_derivative(z->system, ref->u.var));
}

static const Expr *der(Scalarizer *z, const Expr *e)
{
    if (e->kind == EXPR_REF && system_variable(z->system, e->u.var)->role == ROLE_DISCRETE) {
        diag_error(
            z->session->diag, z->span, E_STATE_JUMPS,
            "'%s' changes only at events, where a when-clause determines it, so it cannot be "
            "integrated; to set a state at an event use reinit",
            system_variable_text(z->system, e->u.var, z->scratch));
        z->system->failed = true;
    }
    if (variability_of(z, e) != VARIABILITY_CONTINUOUS) return zero_real(z);
    if (e->kind == EXPR_REF && system_variable(z->system, e->u.var)->role == ROLE_INPUT)
        return z->session->as_part ? e : scalarizer_refuse(z, "the derivative of an input");
    if (e->kind == EXPR_REF) return derivative_of_ref(z, e);
    DiffContext d = {.client = z, .variable = derivative_of_ref, .with_time = true};
    const Expr *culprit = NULL;
    const Expr *result = expr_differentiate(z->exprs, e, &d, &culprit);
    if (result) return result;
    // What has no symbolic derivative gets a name; index reduction says more if it must.
    VarId hidden = define_hidden(z, ROLE_CONTINUOUS, e);
    return system_ref(z->system, system_derivative(z->system, hidden));
}

static const Expr *pre(Scalarizer *z, const Expr *e)
{
    Variability v = variability_of(z, e);
    if (v == VARIABILITY_CONSTANT || v == VARIABILITY_PARAMETER) return e;
    if (e->kind == EXPR_REF && system_variable(z->system, e->u.var)->role == ROLE_PRE) return e;
    if (e->kind == EXPR_REF) return system_ref(z->system, system_pre(z->system, e->u.var));
    if (e->kind == EXPR_OP && e->op == OP_TO_REAL)
        return expr_cast_real(z->exprs, pre(z, e->args[0]));
    return scalarizer_refuse(z, "pre() of an expression");
}

static const Expr *literal_step(Scalarizer *z, Op op, const Expr *a, const Expr *b)
{
    return b ? expr_op2(z->exprs, op, a, b) : expr_op1(z->exprs, op, a);
}

// A whole number as it is, its minus zero as zero.
static const Expr *without_minus_zero(Scalarizer *z, const Expr *whole)
{
    return expr_op1(z->exprs, OP_FLOOR, whole);
}

// div(a, b) by the step of floor(|a/b|): its sign matters only where the step is not zero.
static const Expr *truncated_quotient(Scalarizer *z, const Expr *a, const Expr *b)
{
    ExprTable *t = z->exprs;
    const Expr *quotient = expr_op2(t, OP_DIV, a, b);
    const Expr *size = expr_op1(t, OP_FLOOR, expr_op1(t, OP_ABS, quotient));
    const Expr *sign = expr_cast_real(t, expr_op1(t, OP_SIGN, quotient));
    return without_minus_zero(z, expr_op2(t, OP_MUL, event_step(z, size), sign));
}

// floor, ceil, integer, div, mod, rem: events where the result jumps. All are made of floor,
// whose memory n holds from n up to n + 1. mod and rem vary between the jumps.
static const Expr *step_operator(Scalarizer *z, const Expr *e, Context c)
{
    ExprTable *t = z->exprs;
    const Expr *a = scalar_of(z, e->args[0], c);
    const Expr *b = e->n_args > 1 ? scalar_of(z, e->args[1], c) : NULL;
    Op op = (Op)e->op;
    const Expr *literal = literal_step(z, op, a, b);
    if ((c & IN_LITERAL) || variability_of(z, literal) != VARIABILITY_CONTINUOUS ||
        literal->kind != EXPR_OP)
        return literal;
    switch (op) {
    case OP_MOD: {
        const Expr *n = event_step(z, expr_op1(t, OP_FLOOR, expr_op2(t, OP_DIV, a, b)));
        return expr_op2(t, OP_SUB, a, expr_op2(t, OP_MUL, n, b));
    }
    case OP_REM: return expr_op2(t, OP_SUB, a, expr_op2(t, OP_MUL, truncated_quotient(z, a, b), b));
    case OP_DIV_INT: return truncated_quotient(z, a, b);
    case OP_CEIL: {
        const Expr *floor = expr_op1(t, OP_FLOOR, expr_op1(t, OP_NEG, a));
        return without_minus_zero(z, expr_op1(t, OP_NEG, event_step(z, floor)));
    }
    default: return event_step(z, literal);
    }
}

static const Expr *relation(Scalarizer *z, const Expr *e, Context c)
{
    int64_t x, y;
    if (is_plain_integer(z, e->args[0], &x) && is_plain_integer(z, e->args[1], &y))
        return expr_boolean(z->exprs, scalar_relation((Op)e->op, (x > y) - (x < y)));
    const Expr *a = scalar_of(z, e->args[0], c), *b = scalar_of(z, e->args[1], c);
    const Expr *literal = expr_op2(z->exprs, (Op)e->op, a, b);
    if (c & IN_LITERAL || literal->kind != EXPR_OP ||
        variability_of(z, literal) != VARIABILITY_CONTINUOUS)
        return literal;
    return event_relation(z, (Op)e->op, a, b);
}

// semiLinear(x, a, b) = smooth(0, if x >= 0 then a*x else b*x)
static const Expr *semi_linear(Scalarizer *z, const Expr *e, Context c)
{
    const Expr *x = scalar_of(z, e->args[0], c);
    const Expr *a = scalar_of(z, e->args[1], c), *b = scalar_of(z, e->args[2], c);
    const Expr *positive = expr_op2(z->exprs, OP_GE, x, zero_real(z));
    if (!(c & IN_LITERAL) && positive->kind == EXPR_OP &&
        variability_of(z, positive) == VARIABILITY_CONTINUOUS)
        positive = quiet_relation(z, OP_GE, x, zero_real(z));
    return expr_if(z->exprs, positive, expr_op2(z->exprs, OP_MUL, a, x),
                   expr_op2(z->exprs, OP_MUL, b, x));
}

static const Expr *homotopy(Scalarizer *z, const Expr *actual, const Expr *simplified, Context c)
{
    if (!(c & IN_INITIAL) || actual == simplified) return actual;
    EquationSystem *system = z->system;
    if (system->lambda.i < 0)
        system->lambda = system_add_variable(system, ROLE_LAMBDA, type_basic(z->exprs, TYPE_REAL));
    const Expr *lambda = system_ref(system, system->lambda);
    const Expr *rest = expr_op2(z->exprs, OP_SUB, expr_real(z->exprs, 1), lambda);
    return expr_op2(z->exprs, OP_ADD, expr_op2(z->exprs, OP_MUL, lambda, actual),
                    expr_op2(z->exprs, OP_MUL, rest, simplified));
}

static const Expr *terminal(Scalarizer *z)
{
    EquationSystem *system = z->system;
    if (system->terminal.i < 0)
        system->terminal =
            system_add_variable(system, ROLE_TERMINAL, type_basic(z->exprs, TYPE_BOOLEAN));
    return system_ref(system, system->terminal);
}

static const Expr *change(Scalarizer *z, const Expr *e, Context c, bool is_edge)
{
    const Expr *v = scalar_of(z, e->args[0], c);
    const Expr *before = pre(z, v);
    if (!is_edge) return expr_op2(z->exprs, OP_NE, v, before);
    return expr_op2(z->exprs, OP_AND, v, expr_op1(z->exprs, OP_NOT, before));
}

// ---- Scalars made of arrays ---------------------------------------------------------

const Expr *reduce_items(Scalarizer *z, Op reduction, Items items, const Type *type)
{
    if (items.count == 0) {
        const Expr *nothing = expr_empty_reduction(z->exprs, reduction, type);
        return nothing ? nothing : scalarizer_refuse(z, "this reduction of nothing");
    }
    Op op = reduction == OP_SUM ? OP_ADD : reduction == OP_PRODUCT ? OP_MUL : reduction;
    const Expr *result = items.data[0];
    for (uint32_t i = 1; i < items.count; i++)
        result = expr_op2(z->exprs, op, result, items.data[i]);
    return result;
}

static const Expr *dot_product(Scalarizer *z, Items a, Items b, const Type *type)
{
    Items products = list(z, a.count);
    for (uint32_t i = 0; i < a.count; i++)
        products.data[i] = expr_op2(z->exprs, OP_MUL, a.data[i], b.data[i]);
    return reduce_items(z, OP_SUM, products, type);
}

static const Expr *plain_scalar(Scalarizer *z, const Expr *e, Context c)
{
    const Expr *few[4];
    const Expr **args = e->n_args <= 4 ? few : ARENA_RAW(z->scratch, const Expr *, e->n_args);
    for (uint32_t i = 0; i < e->n_args; i++) args[i] = whole_of(z, e->args[i], c);
    return expr_with_args(z->exprs, e, args);
}

const Expr *operator_scalar(Scalarizer *z, const Expr *e, Context c)
{
    Context literal = (Context)(c | IN_LITERAL);
    switch ((Op)e->op) {
    case OP_DER: return der(z, scalar_of(z, e->args[0], c));
    case OP_PRE: return pre(z, scalar_of(z, e->args[0], c));
    case OP_EDGE: return change(z, e, c, true);
    case OP_CHANGE: return change(z, e, c, false);
    case OP_INITIAL: return expr_boolean(z->exprs, (c & IN_INITIAL) != 0);
    case OP_TERMINAL: return terminal(z);
    case OP_SAMPLE:
        if (c & IN_INITIAL) return expr_boolean(z->exprs, false);
        return sample_operator(z, scalar_of(z, e->args[0], literal),
                               scalar_of(z, e->args[1], literal));
    case OP_TICK:
        if (c & IN_INITIAL) return expr_boolean(z->exprs, false);
        return sample_operator(z, scalar_of(z, e->args[0], literal), NULL);
    case OP_NO_EVENT: return scalar_of(z, e->args[0], literal);
    case OP_SMOOTH: {
        double order = 0;
        expr_is_number(scalar_of(z, e->args[0], literal), &order);
        return scalar_of(z, e->args[1], order >= 1 ? literal : c);
    }
    case OP_DELAY:
        if (c & IN_SYSTEM) return e;
        return delay_operator(z, scalar_of(z, e->args[0], c), scalar_of(z, e->args[1], c),
                              e->n_args > 2 ? scalar_of(z, e->args[2], c) : NULL);
    case OP_HOMOTOPY:
        return homotopy(z, scalar_of(z, e->args[0], c), scalar_of(z, e->args[1], c), c);
    case OP_SEMI_LINEAR: return semi_linear(z, e, c);
    case OP_SPATIAL: return scalarizer_refuse(z, "spatialDistribution outside an equation");
    case OP_MUL:
    case OP_EL_MUL:
        if (is_array(e->args[0]) && is_array(e->args[1]))
            return dot_product(z, items_of(z, e->args[0], c), items_of(z, e->args[1], c), e->type);
        return plain_scalar(z, e, c);
    case OP_MIN:
    case OP_MAX:
        if (e->n_args == 2) return plain_scalar(z, e, c);
        return reduce_items(z, (Op)e->op, items_of(z, e->args[0], c), e->type);
    case OP_SUM:
    case OP_PRODUCT: return reduce_items(z, (Op)e->op, items_of(z, e->args[0], c), e->type);
    case OP_SCALAR: return item_at(z, items_of(z, e->args[0], c), 0);
    default:
        if (op_is_relation((Op)e->op)) return relation(z, e, c);
        if (op_is_step((Op)e->op)) return step_operator(z, e, c);
        if (op_is_clocked((Op)e->op)) return scalarizer_refuse(z, "a clocked operator");
        return plain_scalar(z, e, c);
    }
}

// ---- Arrays -------------------------------------------------------------------------

static Items elementwise(Scalarizer *z, const Expr *e, Context c)
{
    uint32_t n = leaf_count(e->type);
    Items args[3];
    for (uint32_t k = 0; k < e->n_args && k < 3; k++) args[k] = items_of(z, e->args[k], c);
    Items result = list(z, n);
    Op op = scalar_operator((Op)e->op);
    for (uint32_t i = 0; i < n; i++) {
        const Expr *one[3];
        for (uint32_t k = 0; k < e->n_args && k < 3; k++) one[k] = item_at(z, args[k], i);
        result.data[i] = expr_op(z->exprs, op, one, e->n_args);
    }
    return result;
}

// Operators that act on each element with their own scalar rule: der(x), pre(x), x > y, ...
static Items mapped(Scalarizer *z, const Expr *e, Context c)
{
    uint32_t n = leaf_count(e->type);
    Items args[4];
    for (uint32_t k = 0; k < e->n_args && k < 4; k++) args[k] = items_of(z, e->args[k], c);
    Items result = list(z, n);
    for (uint32_t i = 0; i < n; i++) {
        const Expr *a = item_at(z, args[0], i);
        switch ((Op)e->op) {
        case OP_DER: result.data[i] = der(z, a); break;
        case OP_PRE: result.data[i] = pre(z, a); break;
        case OP_TO_REAL: result.data[i] = expr_cast_real(z->exprs, a); break;
        case OP_CHANGE: result.data[i] = expr_op2(z->exprs, OP_NE, a, pre(z, a)); break;
        case OP_EDGE:
            result.data[i] = expr_op2(z->exprs, OP_AND, a, expr_op1(z->exprs, OP_NOT, pre(z, a)));
            break;
        case OP_HOMOTOPY: result.data[i] = homotopy(z, a, item_at(z, args[1], i), c); break;
        case OP_DELAY:
            result.data[i] = delay_operator(z, a, item_at(z, args[1], i),
                                            e->n_args > 2 ? item_at(z, args[2], 0) : NULL);
            break;
        default: result.data[i] = scalarizer_refuse(z, "this operator on arrays"); break;
        }
    }
    return result;
}

static Items matrix_product(Scalarizer *z, const Expr *e, Context c)
{
    const Expr *a = e->args[0], *b = e->args[1];
    uint32_t rank_a = type_rank(a->type), rank_b = type_rank(b->type);
    if (!rank_a || !rank_b) return elementwise(z, e, c);
    uint32_t rows = rank_a == 2 ? (uint32_t)type_dim(a->type, 0) : 1;
    uint32_t inner = (uint32_t)type_dim(b->type, 0);
    uint32_t columns = rank_b == 2 ? (uint32_t)type_dim(b->type, 1) : 1;
    Items left = items_of(z, a, c), right = items_of(z, b, c);
    if (left.count != (uint64_t)rows * inner || right.count != (uint64_t)inner * columns)
        return list(z, 0); // what is missing has been reported
    Items result = list(z, rows * columns), products = list(z, inner);
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++) {
            for (uint32_t k = 0; k < inner; k++)
                products.data[k] = expr_op2(z->exprs, OP_MUL, left.data[i * inner + k],
                                            right.data[k * columns + j]);
            result.data[i * columns + j] =
                reduce_items(z, OP_SUM, products, type_basic(z->exprs, type_elem(e->type)->kind));
        }
    return result;
}

static Items matrix_power(Scalarizer *z, const Expr *e, Context c)
{
    enum { MOST_WRITTEN_OUT = 64 }; // factors; more, and powers by a variable, are left to the run
    double power = 0;
    uint32_t n = (uint32_t)type_dim(e->type, 0);
    const Expr *exponent = scalar_of(z, e->args[1], c);
    bool is_known = expr_is_number(exponent, &power);
    if (is_known && power < 0) {
        scalarizer_refuse(z, "a negative power of a matrix");
        return list(z, 0);
    }
    if (!is_known || power > MOST_WRITTEN_OUT)
        return projected_items(z, expr_op2(z->exprs, OP_POW, whole_of(z, e->args[0], c), exponent));
    Items base = items_of(z, e->args[0], c);
    if (base.count != (uint64_t)n * n) return list(z, 0);
    Items result = list(z, n * n), sum = list(z, n);
    for (uint32_t i = 0; i < n * n; i++)
        result.data[i] = expr_real(z->exprs, i / n == i % n ? 1 : 0);
    for (int p = 0; p < (int)power; p++) {
        Items next = list(z, n * n);
        for (uint32_t i = 0; i < n * n; i++) {
            for (uint32_t k = 0; k < n; k++)
                sum.data[k] = expr_op2(z->exprs, OP_MUL, result.data[i / n * n + k],
                                       base.data[k * n + i % n]);
            next.data[i] = reduce_items(z, OP_SUM, sum, type_basic(z->exprs, TYPE_REAL));
        }
        result = next;
    }
    return result;
}

static Items transpose(Scalarizer *z, Items a, const Type *type) // type of the argument
{
    uint32_t rows = (uint32_t)type_dim(type, 0), columns = (uint32_t)type_dim(type, 1);
    uint32_t n = rows * columns, per_element = n ? a.count / n : 0;
    Items result = list(z, a.count);
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++)
            for (uint32_t k = 0; k < per_element; k++)
                result.data[(j * rows + i) * per_element + k] =
                    a.data[(i * columns + j) * per_element + k];
    return result;
}

static const Expr *product_difference(Scalarizer *z, const Expr *a, const Expr *b, const Expr *c,
                                      const Expr *d)
{
    return expr_op2(z->exprs, OP_SUB, expr_op2(z->exprs, OP_MUL, a, b),
                    expr_op2(z->exprs, OP_MUL, c, d));
}

static Items cross(Scalarizer *z, Items a, Items b)
{
    if (a.count != 3 || b.count != 3) return list(z, 0);
    Items r = list(z, 3);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
        r.data[i] = product_difference(z, a.data[j], b.data[k], b.data[j], a.data[k]);
    }
    return r;
}

static Items skew(Scalarizer *z, Items a)
{
    static const int entry[9] = {0, -3, 2, 3, 0, -1, -2, 1, 0};
    if (a.count != 3) return list(z, 0);
    Items r = list(z, 9);
    for (uint32_t i = 0; i < 9; i++) {
        const Expr *x = entry[i] ? a.data[(entry[i] < 0 ? -entry[i] : entry[i]) - 1] : NULL;
        r.data[i] = !x ? zero_real(z) : entry[i] < 0 ? expr_op1(z->exprs, OP_NEG, x) : x;
    }
    return r;
}

static Items diagonal(Scalarizer *z, Items a, const Expr *zero)
{
    Items r = list(z, a.count * a.count);
    for (uint32_t i = 0; i < r.count; i++)
        r.data[i] = i / a.count == i % a.count ? a.data[i % a.count] : zero;
    return r;
}

static Items outer_product(Scalarizer *z, Items a, Items b)
{
    Items r = list(z, a.count * b.count);
    for (uint32_t i = 0; i < r.count; i++)
        r.data[i] = expr_op2(z->exprs, OP_MUL, a.data[i / b.count], b.data[i % b.count]);
    return r;
}

static Items symmetric(Scalarizer *z, Items a, const Type *type)
{
    uint32_t n = (uint32_t)type_dim(type, 0);
    Items r = list(z, a.count);
    for (uint32_t i = 0; i < a.count; i++)
        r.data[i] = i / n > i % n ? a.data[i % n * n + i / n] : a.data[i];
    return r;
}

static Items linspace(Scalarizer *z, const Expr *e, Context c)
{
    const Expr *first = scalar_of(z, e->args[0], c), *last = scalar_of(z, e->args[1], c);
    uint32_t n = leaf_count(e->type);
    Items r = list(z, n);
    const Expr *span = expr_op2(z->exprs, OP_SUB, last, first);
    for (uint32_t i = 0; i < n; i++) {
        double part = n > 1 ? (double)i / (double)(n - 1) : 0;
        r.data[i] = expr_op2(z->exprs, OP_ADD, first,
                             expr_op2(z->exprs, OP_MUL, span, expr_real(z->exprs, part)));
    }
    return r;
}

// cat(k, a, b, ...): the parts are stripes along dimension k.
static Items concatenate(Scalarizer *z, const Expr *e, Context c)
{
    bool is_constant;
    uint32_t along = (uint32_t)constant_integer(z, e->args[0], c, &is_constant) - 1;
    uint32_t outer = 1;
    for (uint32_t k = 0; k < along && k < type_rank(e->type); k++)
        outer *= (uint32_t)type_dim(e->type, k);
    Items r = list(z, leaf_count(e->type));
    uint32_t next = 0;
    for (uint32_t o = 0; o < outer; o++)
        for (uint32_t part = 1; part < e->n_args; part++) {
            Items items = items_of(z, e->args[part], c);
            uint32_t stripe = outer ? items.count / outer : 0;
            for (uint32_t i = 0; i < stripe && next < r.count; i++)
                r.data[next++] = items.data[o * stripe + i];
        }
    return r;
}

Items operator_items(Scalarizer *z, const Expr *e, Context c)
{
    Context literal = (Context)(c | IN_LITERAL);
    switch ((Op)e->op) {
    case OP_MUL: return matrix_product(z, e, c);
    case OP_POW: return matrix_power(z, e, c);
    case OP_TRANSPOSE: return transpose(z, items_of(z, e->args[0], c), e->args[0]->type);
    case OP_CROSS: return cross(z, items_of(z, e->args[0], c), items_of(z, e->args[1], c));
    case OP_SKEW: return skew(z, items_of(z, e->args[0], c));
    case OP_DIAGONAL: {
        Items a = items_of(z, e->args[0], c);
        return diagonal(z, a, expr_zero(z->exprs, type_elem(e->type)));
    }
    case OP_IDENTITY: {
        Items ones = list(z, (uint32_t)type_dim(e->type, 0));
        for (uint32_t i = 0; i < ones.count; i++) ones.data[i] = expr_integer(z->exprs, 1);
        return diagonal(z, ones, expr_integer(z->exprs, 0));
    }
    case OP_OUTER_PRODUCT:
        return outer_product(z, items_of(z, e->args[0], c), items_of(z, e->args[1], c));
    case OP_SYMMETRIC: return symmetric(z, items_of(z, e->args[0], c), e->type);
    case OP_FILL: {
        Items value = items_of(z, e->args[0], c), r = list(z, leaf_count(e->type));
        for (uint32_t i = 0; i < r.count && value.count; i++)
            r.data[i] = value.data[i % value.count];
        return r;
    }
    case OP_LINSPACE: return linspace(z, e, c);
    case OP_CAT: return concatenate(z, e, c);
    case OP_PROMOTE:
    case OP_VECTOR:
    case OP_MATRIX: return items_of(z, e->args[0], c);
    case OP_NO_EVENT: return items_of(z, e->args[0], literal);
    case OP_SMOOTH: {
        double order = 0;
        expr_is_number(scalar_of(z, e->args[0], literal), &order);
        return items_of(z, e->args[1], order >= 1 ? literal : c);
    }
    case OP_DER:
    case OP_PRE:
    case OP_TO_REAL:
    case OP_CHANGE:
    case OP_EDGE:
    case OP_HOMOTOPY:
    case OP_DELAY: return mapped(z, e, c);
    case OP_SUM: scalarizer_refuse(z, "this sum of arrays"); return list(z, 0);
    default:
        if (op_is_clocked((Op)e->op)) {
            scalarizer_refuse(z, "a clocked operator");
            return list(z, 0);
        }
        return elementwise(z, e, c);
    }
}
