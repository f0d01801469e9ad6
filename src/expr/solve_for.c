// Linear coefficients, and the isolation of one unknown.
//
// An unknown that occurs on one side only is uncovered operator by operator, which keeps the
// form the user wrote: x + y = 3 gives 3 - y. Otherwise the linear coefficients decide. Only
// functions with one inverse on their whole range are inverted: exp, log, odd powers, and
// functions whose annotation names the inverse. So are two branches that meet where a relation of
// the unknown switches between them, as regularizations do, when both rise, or both fall.
#include <float.h>
#include <math.h>

#include "expr/function.h"
#include "expr/walk.h"

bool expr_contains(const Expr *e, const Expr *part)
{
    if (e == part) return true;
    uint8_t kinds = (uint8_t)(part->flags & ~EXPR_HAS_EVENT); // noEvent takes that one away
    if ((kinds & e->flags) != kinds || part->id > e->id) return false;
    Walk w;
    walk_open(&w, "expr_contains");
    walk_push(&w, e);
    bool found = false;
    while (w.stack.count && !found) {
        const Expr *node = VEC_LAST(&w.stack).node;
        // Arguments are made before the node that holds them: a smaller id cannot contain it.
        found = node == part;
        if (found || (node->id > part->id && walk_descend(&w))) continue;
        walk_finish(&w, node);
    }
    walk_close(&w);
    return found;
}

// ---- Linear coefficients -------------------------------------------------------------------

typedef struct Linear { // a*unknown + b; a == NULL: the unknown does not occur
    const Expr *a, *b;
    bool ok;
} Linear;

typedef struct LinearWalk {
    ExprTable *t;
    Linear few[WALK_FEW]; // results of the first nodes
    uint32_t n_few;
    Walk walk;
} LinearWalk;

static const Expr *coefficient(ExprTable *t, const Linear *x)
{
    return x->a ? x->a : expr_real(t, 0);
}

static Linear linear_sum(ExprTable *t, Op op, const Linear *x, const Linear *y)
{
    Linear sum = {.b = expr_op2(t, op, x->b, y->b), .ok = true};
    if (!y->a)
        sum.a = x->a;
    else if (x->a)
        sum.a = expr_op2(t, op, x->a, y->a);
    else
        sum.a = op == OP_SUB ? expr_op1(t, OP_NEG, y->a) : y->a;
    return sum;
}

static Linear linear_product(ExprTable *t, const Linear *x, const Linear *y)
{
    if (x->a && y->a) return (Linear){0};
    if (x->a)
        return (Linear){expr_op2(t, OP_MUL, x->a, y->b), expr_op2(t, OP_MUL, x->b, y->b), true};
    return (Linear){expr_op2(t, OP_MUL, x->b, y->a), expr_op2(t, OP_MUL, x->b, y->b), true};
}

// One operator that acts on a and b alike: -, noEvent, homotopy.
static Linear linear_map(ExprTable *t, const Expr *e, const Linear *args, uint32_t first)
{
    const Expr *a[e->n_args], *b[e->n_args];
    for (uint32_t i = 0; i < e->n_args; i++) {
        a[i] = i < first ? e->args[i] : coefficient(t, &args[i]);
        b[i] = i < first ? e->args[i] : args[i].b;
    }
    return (Linear){expr_with_args(t, e, a), expr_with_args(t, e, b), true};
}

static Linear linear_node(ExprTable *t, const Expr *e, const Linear *args)
{
    const Linear *x = &args[0], *y = &args[1];
    if (e->kind == EXPR_IF && !x->a) return linear_map(t, e, args, 1);
    if (e->kind != EXPR_OP) return (Linear){0};
    switch (e->op) {
    case OP_ADD:
    case OP_SUB: return linear_sum(t, (Op)e->op, x, y);
    case OP_MUL: return linear_product(t, x, y);
    case OP_DIV:
        if (y->a) return (Linear){0};
        return (Linear){expr_op2(t, OP_DIV, x->a, y->b), expr_op2(t, OP_DIV, x->b, y->b), true};
    case OP_NEG:
    case OP_NO_EVENT:
    case OP_HOMOTOPY: return linear_map(t, e, args, 0);
    case OP_SMOOTH: return x->a ? (Linear){0} : linear_map(t, e, args, 1);
    default: return (Linear){0};
    }
}

static Linear linear_at(LinearWalk *w, const Expr *e)
{
    const Linear none = {.b = e, .ok = true};
    Linear fixed[4], *args = fixed;
    bool occurs = false;
    if (e->n_args > 4) args = ARENA_RAW(walk_scratch(&w->walk), Linear, e->n_args);
    for (uint32_t i = 0; i < e->n_args; i++) {
        const Linear *arg = walk_result(&w->walk, e->args[i]);
        args[i] = arg ? *arg : none;
        if (!args[i].ok) return (Linear){0};
        occurs |= args[i].a != NULL;
    }
    if (!occurs) return none;
    return type_rank(e->type) ? (Linear){0} : linear_node(w->t, e, args);
}

static const Linear *kept(LinearWalk *w, const Linear *result)
{
    if (w->n_few == WALK_FEW) return ARENA_COPY(walk_scratch(&w->walk), Linear, result, 1);
    w->few[w->n_few] = *result;
    return &w->few[w->n_few++];
}

bool expr_linear(ExprTable *t, const Expr *e, const Expr *unknown, const Expr **a, const Expr **b)
{
    bool before = expr_algebra(t, true);
    LinearWalk w;
    w.t = t;
    w.n_few = 0;
    walk_open(&w.walk, "expr_linear");
    Linear result = {0};
    const Linear itself = {expr_real(t, 1), expr_real(t, 0), true};
    walk_push(&w.walk, e);
    while (w.walk.stack.count) {
        const Expr *node = VEC_LAST(&w.walk.stack).node;
        // What is older than the unknown cannot contain it.
        if (node == unknown)
            result = itself;
        else if (node->id < unknown->id)
            result = (Linear){.b = node, .ok = true};
        else if (walk_descend(&w.walk))
            continue;
        else
            result = linear_at(&w, node);
        walk_finish(&w.walk, kept(&w, &result));
        if (!result.ok) break;
    }
    walk_close(&w.walk);
    if (result.ok) {
        *a = coefficient(t, &result);
        *b = result.b;
    }
    expr_algebra(t, before);
    return result.ok;
}

// ---- Isolation -----------------------------------------------------------------------------

// Which nodes hold the unknown, found once for the whole equation: a long sum would otherwise
// be searched again at every term. Leaves, and what is older than the unknown, are known at sight:
// only the others are marked.
static bool is_settled(const Expr *node, const Expr *unknown)
{
    return node == unknown || node->n_args == 0 || node->id < unknown->id;
}

static bool holds_unknown(const Walk *w, const Expr *node, const Expr *unknown)
{
    if (is_settled(node, unknown)) return node == unknown;
    return walk_result(w, node) != NULL;
}

// The next argument of the top that has to be marked comes onto the stack; false: there is none.
static bool descend_to_holders(Walk *w, const Expr *unknown)
{
    WalkStep *top = &VEC_LAST(&w->stack);
    while (top->next < top->node->n_args) {
        const Expr *arg = top->node->args[top->next++];
        if (!arg || is_settled(arg, unknown) || walk_has(w, arg)) continue;
        walk_push(w, arg);
        return true;
    }
    return false;
}

static void mark_holders(Walk *w, const Expr *e, const Expr *unknown)
{
    if (is_settled(e, unknown) || walk_has(w, e)) return;
    walk_push(w, e);
    while (w->stack.count) {
        if (descend_to_holders(w, unknown)) continue;
        const Expr *node = VEC_LAST(&w->stack).node;
        bool holds = false;
        for (uint32_t i = 0; i < node->n_args && !holds; i++)
            holds = node->args[i] && holds_unknown(w, node->args[i], unknown);
        walk_finish(w, holds ? node : NULL);
    }
}

typedef struct Isolation {
    ExprTable *t;
    const Walk *holders;
    const Expr *unknown;
    const Expr *side, *value; // side = value; the unknown occurs in side only
    SolveSafety *how;
} Isolation;

static bool holds(const Isolation *s, const Expr *e)
{
    return holds_unknown(s->holders, e, s->unknown);
}

// False when the divisor is zero for certain.
static bool note_divisor(Isolation *s, const Expr *divisor)
{
    double number;
    if (expr_is_number(divisor, &number)) return number != 0;
    const Expr *before = s->how->divisor;
    s->how->divisor = before ? expr_op2(s->t, OP_MUL, before, divisor) : divisor;
    return true;
}

static bool divide_by(Isolation *s, const Expr *side, const Expr *divisor)
{
    if (!note_divisor(s, divisor)) return false;
    s->value = expr_op2(s->t, OP_DIV, s->value, divisor);
    s->side = side;
    return true;
}

// a^n = v with odd n: the root keeps the sign of v.
static bool undo_power(Isolation *s, const Expr *base, const Expr *exponent)
{
    double n;
    if (!expr_is_number(exponent, &n) || n != floor(n) || fabs(fmod(n, 2)) != 1 || n < 0)
        return false;
    ExprTable *t = s->t;
    const Expr *v = s->value, *power = expr_real(t, 1 / n);
    const Expr *positive = expr_op2(t, OP_GE, v, expr_real(t, 0));
    const Expr *minus = expr_op1(t, OP_NEG, v);
    s->value = expr_if(t, expr_op1(t, OP_NO_EVENT, positive), expr_op2(t, OP_POW, v, power),
                       expr_op1(t, OP_NEG, expr_op2(t, OP_POW, minus, power)));
    s->side = base;
    s->how->is_linear = false;
    return true;
}

static bool undo_function(Isolation *s, const Expr *e)
{
    ExprTable *t = s->t;
    s->how->is_linear = false;
    s->side = e->args[0];
    switch (e->op) {
    case OP_EXP:
        s->how->positive = s->value;
        s->value = expr_op1(t, OP_LOG, s->value);
        return true;
    case OP_LOG: s->value = expr_op1(t, OP_EXP, s->value); return true;
    case OP_LOG10: s->value = expr_op2(t, OP_POW, expr_real(t, 10), s->value); return true;
    default: return false;
    }
}

static bool undo_binary(Isolation *s, const Expr *e, bool on_left)
{
    ExprTable *t = s->t;
    const Expr *with = e->args[on_left ? 0 : 1], *other = e->args[on_left ? 1 : 0];
    switch (e->op) {
    case OP_ADD: s->value = expr_op2(t, OP_SUB, s->value, other); break;
    case OP_SUB:
        s->value =
            on_left ? expr_op2(t, OP_ADD, s->value, other) : expr_op2(t, OP_SUB, other, s->value);
        break;
    case OP_MUL: return divide_by(s, with, other);
    case OP_DIV:
        if (on_left) {
            s->value = expr_op2(t, OP_MUL, s->value, other);
            break;
        }
        s->how->is_linear = false;
        if (!note_divisor(s, s->value)) return false;
        s->value = expr_op2(t, OP_DIV, other, s->value);
        break;
    case OP_POW: return on_left && undo_power(s, with, other);
    default: return false;
    }
    s->side = with;
    return true;
}

typedef struct InverseArgs {
    const Expr *call, *value;
} InverseArgs;

static const Expr *inverse_argument(void *client, const Expr *e)
{
    const InverseArgs *x = client;
    if (e->kind != EXPR_LOCAL) return NULL;
    return e->u.index < x->call->n_args ? x->call->args[e->u.index] : x->value;
}

// f(.., x, ..) = v where an annotation of f names the function that gives x.
static bool undo_call(Isolation *s, const Expr *call)
{
    const Function *f = call->u.function;
    for (uint32_t i = 0; i < f->n_inverses; i++) {
        const InverseRule *rule = &f->inverses[i];
        const Expr *args[rule->n_args + 1];
        InverseArgs client = {call, s->value};
        const Substitution fill_in = {&client, inverse_argument};
        bool fits = holds(s, call->args[rule->input]);
        for (uint32_t k = 0; k < rule->n_args && fits; k++) {
            args[k] = expr_substitute(s->t, rule->args[k], &fill_in);
            fits = !expr_contains(args[k], s->unknown);
        }
        if (!fits) continue;
        s->side = call->args[rule->input];
        s->value = expr_call(s->t, rule->function, args, rule->n_args, s->side->type);
        s->how->is_linear = false;
        s->how->is_declared = true;
        return true;
    }
    return false;
}

// Takes one operator off the side that holds the unknown; false when that is not possible.
static bool undo_one(Isolation *s)
{
    const Expr *e = s->side;
    if (e->kind == EXPR_CALL) return undo_call(s, e);
    if (e->kind != EXPR_OP || type_rank(e->type)) return false;
    if (e->op == OP_NEG || e->op == OP_NO_EVENT) {
        if (e->op == OP_NEG) s->value = expr_op1(s->t, OP_NEG, s->value);
        s->side = e->args[0];
        return true;
    }
    if (e->n_args == 1) return undo_function(s, e);
    if (e->n_args != 2) return false;
    bool left = holds(s, e->args[0]), right = holds(s, e->args[1]);
    return left != right && undo_binary(s, e, left);
}

// ---- Two branches that meet ----------------------------------------------------------------
//
// if x > c then f(x) else g(x) = v: with f and g made of numbers and x alone, both rising to
// infinity on their sides of c and equal there, x > c just where v > f(c).

enum { MOST_NESTED = 16 };

typedef struct Branch {
    const Expr *value; // x by it
    double at;         // its value for x = c
    bool falls;
} Branch;

// One operator, applied to `x` where the unknown is.
static double with_number(const Expr *e, bool on_left, double x, double number)
{
    switch (e->op) {
    case OP_NEG: return -x;
    case OP_ADD: return x + number;
    case OP_SUB: return on_left ? x - number : number - x;
    case OP_MUL: return x * number;
    case OP_DIV: return x / number;
    case OP_POW: return pow(x, number);
    default: return x;
    }
}

// Whether the operator is strictly monotone, and keeps infinity; `number` is the other operand.
static bool is_monotone(const Isolation *s, const Expr *e, bool is_positive, bool *on_left,
                        double *number)
{
    *number = 0;
    *on_left = true;
    if (e->kind != EXPR_OP || type_rank(e->type)) return false;
    if (e->op == OP_NEG || e->op == OP_NO_EVENT) return true;
    if (e->n_args != 2) return false;
    *on_left = holds(s, e->args[0]);
    if (!expr_is_number(e->args[*on_left ? 1 : 0], number) || !isfinite(*number)) return false;
    switch (e->op) {
    case OP_ADD:
    case OP_SUB: return true;
    case OP_MUL: return *number != 0;
    case OP_DIV: return *on_left && *number != 0;
    case OP_POW: return *on_left && *number > 0 && is_positive && e->args[0] == s->unknown;
    default: return false;
    }
}

static bool undo_branch(Isolation s, const Expr *branch, double c, bool is_above, Branch *b)
{
    const Expr *path[MOST_NESTED];
    bool on_left[MOST_NESTED];
    double number[MOST_NESTED];
    int n = 0;
    s.side = branch;
    for (; s.side != s.unknown; n++) {
        if (n == MOST_NESTED) return false;
        const Expr *e = path[n] = s.side;
        if (!is_monotone(&s, e, is_above && c >= 0, &on_left[n], &number[n])) return false;
        bool turns = e->op == OP_NEG || (e->op == OP_SUB && !on_left[n]);
        if ((e->op == OP_MUL || e->op == OP_DIV) && number[n] < 0) turns = true;
        b->falls = b->falls != turns;
        if (e->op != OP_POW && !undo_one(&s)) return false;
        if (e->op != OP_POW) continue;
        s.value = expr_op2(s.t, OP_POW, s.value, expr_real(s.t, 1 / number[n]));
        s.side = s.unknown;
    }
    b->value = s.value;
    for (b->at = c; n-- > 0;) b->at = with_number(path[n], on_left[n], b->at, number[n]);
    return isfinite(b->at);
}

// A relation between the unknown and a number: whether it holds above that. Those that make events
// are variables by now.
static bool is_bound(const Isolation *s, const Expr *e, double *c, bool *is_above)
{
    if (e->kind == EXPR_OP && e->op == OP_NO_EVENT) e = e->args[0];
    if (e->kind != EXPR_OP || e->n_args != 2) return false;
    bool on_left = e->args[0] == s->unknown;
    if (!on_left && e->args[1] != s->unknown) return false;
    bool is_greater = e->op == OP_GT || e->op == OP_GE;
    if (!is_greater && e->op != OP_LT && e->op != OP_LE) return false;
    *is_above = is_greater == on_left;
    return expr_is_number(e->args[on_left ? 1 : 0], c);
}

static bool undo_branches(Isolation *s, const Expr *e)
{
    double c;
    bool is_above;
    if (type_rank(e->type) || !is_bound(s, e->args[0], &c, &is_above)) return false;
    Branch above = {0}, below = {0};
    if (!undo_branch(*s, e->args[is_above ? 1 : 2], c, true, &above) ||
        !undo_branch(*s, e->args[is_above ? 2 : 1], c, false, &below))
        return false;
    double rounding = 64 * DBL_EPSILON * fmax(fabs(above.at), fabs(below.at));
    if (above.falls != below.falls || fabs(above.at - below.at) > rounding) return false;
    const Expr *meets =
        expr_op2(s->t, above.falls ? OP_LT : OP_GT, s->value, expr_real(s->t, above.at));
    s->value = expr_if(s->t, expr_op1(s->t, OP_NO_EVENT, meets), above.value, below.value);
    s->side = s->unknown;
    s->how->is_linear = false;
    return true;
}

static const Expr *solve_linear(ExprTable *t, const Expr *lhs, const Expr *rhs, const Expr *unknown,
                                SolveSafety *how)
{
    const Expr *a, *b;
    *how = (SolveSafety){.is_linear = true};
    if (!expr_linear(t, expr_op2(t, OP_SUB, lhs, rhs), unknown, &a, &b)) return NULL;
    Isolation s = {.t = t, .unknown = unknown, .value = expr_op1(t, OP_NEG, b), .how = how};
    return divide_by(&s, unknown, a) ? s.value : NULL;
}

static const Expr *isolate(Isolation *s)
{
    while (s->side != s->unknown)
        if (!(s->side->kind == EXPR_IF ? undo_branches(s, s->side) : undo_one(s))) return NULL;
    return s->value;
}

const Expr *expr_solve(ExprTable *t, const Expr *lhs, const Expr *rhs, const Expr *unknown,
                       SolveSafety *how)
{
    SolveSafety ignored;
    if (!how) how = &ignored;
    if (type_rank(lhs->type) || type_rank(rhs->type)) return NULL;
    *how = (SolveSafety){.is_linear = true};
    if (lhs == unknown && !expr_contains(rhs, unknown)) return rhs;
    if (rhs == unknown && !expr_contains(lhs, unknown)) return lhs;
    bool before = expr_algebra(t, true);
    Walk holders;
    walk_open(&holders, "expr_solve");
    mark_holders(&holders, lhs, unknown);
    mark_holders(&holders, rhs, unknown);
    Isolation s = {t, &holders, unknown, lhs, rhs, how};
    bool left = holds(&s, lhs), right = holds(&s, rhs);
    if (right && !left) s.side = rhs, s.value = lhs;
    const Expr *solution = left != right ? isolate(&s) : NULL;
    walk_close(&holders);
    if (!solution && (left || right)) solution = solve_linear(t, lhs, rhs, unknown, how);
    expr_algebra(t, before);
    return solution;
}
