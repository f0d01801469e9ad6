// Derivatives against difference quotients, simplification and solutions against the
// evaluator, on random expressions and on lines that follow from the rules of calculus.
#include <math.h>

#include "expr/table.h"
#include "unit/expr_text.h"

typedef struct Point { // values of the variables a test uses
    ExprTable *t;
    double value[64];
} Point;

static const Expr *point_value(void *client, VarId var)
{
    const Point *p = client;
    return expr_real(p->t, p->value[var.i]);
}

static bool value_at(Session *s, const Expr *e, Point *p, double *value)
{
    const ValueSource source = {.client = p, .variable = point_value};
    EvalFailure failure;
    const Expr *literal = expr_evaluate(s, e, &source, &failure);
    return literal && expr_is_number(literal, value);
}

// Partial derivative with respect to one variable.
typedef struct Partial {
    ExprTable *t;
    const Expr *variable;
} Partial;

static const Expr *partial_of(void *client, const Expr *ref)
{
    const Partial *p = client;
    return expr_real(p->t, ref == p->variable);
}

static const Expr *derivative(Session *s, const Expr *e, const Expr *by)
{
    Partial p = {s->exprs, by};
    const DiffContext c = {.client = &p, .variable = partial_of};
    const Expr *culprit;
    return expr_differentiate(s->exprs, e, &c, &culprit);
}

static const Expr *time_of(void *client, const Expr *ref)
{
    return expr_op1(client, OP_DER, ref);
}

static void check_rules(Unit *u)
{
    static const struct {
        const char *from, *to;
    } rows[] = {
        {"x^3", "3.0*x^2*der(x)"},
        {"x*y", "der(x)*y + x*der(y)"},
        {"2*x", "2.0*der(x)"},
        {"x/2", "der(x)/2.0"},
        {"if b then x else 3.0", "if b then der(x) else 0.0"},
        {"abs(x)", "if noEvent(x >= 0.0) then der(x) else -der(x)"},
        {"max(x, y)", "if noEvent(x >= y) then der(x) else der(y)"},
        {"floor(x)", "0.0"},
        {"time*x", "x + time*der(x)"},
        {"delay(x, 2)", "delay(der(x), 2.0)"},
        {"homotopy(x, y)", "homotopy(der(x), der(y))"},
        {"smooth(1, if x > 0 then x^2 else 0)", "smooth(0, if x > 0.0 then 2.0*x*der(x) else 0.0)"},
        {"noEvent(if x > 0 then x else y)", "noEvent(if x > 0.0 then der(x) else der(y))"},
        {"semiLinear(x, 2, 3)", "(if x >= 0.0 then 2.0 else 3.0)*der(x)"},
        {"A*U", "der(A)*U + A*der(U)"},
        {"transpose(A)*U", "transpose(der(A))*U + transpose(A)*der(U)"},
        {"cross(U, V)", "cross(der(U), V) + cross(U, der(V))"},
        {"{x, 2*y}", "{der(x), 2.0*der(y)}"},
        {"U[2]", "der(U[2])"},
        {"sum(U)", "sum(der(U))"},
        {"sum(i*x for i in 1:3)", "sum(i*der(x) for i in 1:3)"},
        {"U/x", "(der(U) - U/x*der(x))/x"},
        {"exp(2*x)", "exp(2.0*x)*(2.0*der(x))"},
        {"pre(x)", "0.0"},
        {"atan2(x, y)", "(y*der(x) - x*der(y))/(y^2 + x^2)"},
        {"mod(x, 2)", "der(x)"},
    };
    Session *s = expr_session(u);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const DiffContext c = {.client = s->exprs, .variable = time_of, .with_time = true};
        const Expr *culprit = NULL;
        const Expr *d = expr_differentiate(s->exprs, expr_of_text(s, rows[i].from), &c, &culprit);
        CHECK_TEXT(u, d ? text_of_expr(u, d) : "not differentiable", rows[i].to);
    }
}

static uint32_t next_random(uint32_t *seed) // xorshift
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

// A random expression twice: through the constructors, and node by node without rewriting.
typedef struct Pair {
    const Expr *simplified, *plain;
} Pair;

static Pair random_leaf(Session *s, uint32_t *seed)
{
    uint32_t r = next_random(seed) % 6;
    static const double numbers[] = {0, 1, 2, -1, 0.5, 3};
    const Expr *e = r < 3 ? expr_of_text(s, r == 0   ? "x"
                                            : r == 1 ? "y"
                                                     : "z")
                          : expr_real(s->exprs, numbers[next_random(seed) % 6]);
    return (Pair){e, e};
}

static Pair random_pair(Session *s, uint32_t *seed, int depth)
{
    static const Op ops[] = {OP_ADD,  OP_SUB,  OP_MUL,  OP_DIV,  OP_POW,  OP_NEG,  OP_SIN,
                             OP_COS,  OP_EXP,  OP_LOG,  OP_SQRT, OP_TAN,  OP_ATAN, OP_TANH,
                             OP_ABS,  OP_MAX,  OP_MIN,  OP_ADD,  OP_SUB,  OP_MUL,  OP_MUL,
                             OP_SINH, OP_COSH, OP_ASIN, OP_ACOS, OP_LOG10};
    if (depth == 0 || next_random(seed) % 8 == 0) return random_leaf(s, seed);
    Op op = ops[next_random(seed) % (sizeof ops / sizeof *ops)];
    int arity = op == OP_MAX || op == OP_MIN ? 2 : op_arity(op);
    const Expr *simple[2], *plain[2];
    for (int i = 0; i < arity; i++) {
        Pair p = random_pair(s, seed, depth - 1);
        simple[i] = p.simplified;
        plain[i] = p.plain;
    }
    const Expr like = {
        .kind = EXPR_OP, .op = (uint16_t)op, .type = type_basic(s->exprs, TYPE_REAL)};
    return (Pair){expr_op(s->exprs, op, simple, (uint32_t)arity),
                  expr_intern(s->exprs, &like, plain, (uint32_t)arity)};
}

static void random_point(Point *p, uint32_t *seed)
{
    for (int i = 0; i < 64; i++) p->value[i] = 0.2 + (double)(next_random(seed) % 1000) / 700;
}

static bool close_to(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance * (1 + fabs(a) + fabs(b));
}

static void check_simplification_keeps_values(Unit *u)
{
    Session *s = expr_session(u);
    Point p = {.t = s->exprs};
    uint32_t seed = 7;
    int compared = 0;
    for (int i = 0; i < 5000; i++) {
        Pair e = random_pair(s, &seed, 5);
        double a, b;
        random_point(&p, &seed);
        if (!value_at(s, e.plain, &p, &a)) continue;
        if (!CHECK_TRUE(u, value_at(s, e.simplified, &p, &b))) continue;
        compared++;
        if (isfinite(a) && !CHECK_TRUE(u, close_to(a, b, 1e-9)))
            CHECK_TEXT(u, text_of_expr(u, e.simplified), text_of_expr(u, e.plain));
    }
    CHECK_TRUE(u, compared > 1000);
}

static void check_difference_quotients(Unit *u)
{
    Session *s = expr_session(u);
    Point p = {.t = s->exprs};
    uint32_t seed = 11;
    const Expr *x = expr_of_text(s, "x");
    int compared = 0;
    for (int i = 0; i < 5000; i++) {
        const Expr *e = random_pair(s, &seed, 4).simplified;
        const Expr *d = derivative(s, e, x);
        if (!CHECK_TRUE(u, d != NULL)) continue;
        random_point(&p, &seed);
        double at = p.value['x' - 'A'], low, high, low2, high2, exact;
        const double h = 1e-4;
        p.value['x' - 'A'] = at + h;
        bool ok = value_at(s, e, &p, &high);
        p.value['x' - 'A'] = at - h;
        ok = ok && value_at(s, e, &p, &low);
        p.value['x' - 'A'] = at + 2 * h;
        ok = ok && value_at(s, e, &p, &high2);
        p.value['x' - 'A'] = at - 2 * h;
        ok = ok && value_at(s, e, &p, &low2);
        p.value['x' - 'A'] = at;
        if (!ok || fabs(high) > 1e3 || !value_at(s, d, &p, &exact) || fabs(exact) > 1e3) continue;
        // The wider quotient tells where the point is too close to a kink or a pole.
        double quotient = (high - low) / (2 * h), wide = (high2 - low2) / (4 * h);
        if (!close_to(quotient, wide, 1e-6)) continue;
        compared++;
        if (!CHECK_TRUE(u, close_to(exact, quotient, 1e-5)))
            CHECK_TEXT(u, text_of_expr(u, d), text_of_expr(u, e));
    }
    CHECK_TRUE(u, compared > 1000);
}

static void check_solutions(Unit *u)
{
    static const struct {
        const char *left, *right, *solution, *divisor;
    } rows[] = {
        {"x + y", "3", "3.0 - y", ""},
        {"y - x", "z", "y - z", ""},
        {"2*x", "y", "y/2.0", ""},
        {"y*x", "z", "z/y", "y"},
        {"z", "x/y", "z*y", ""},
        {"y/x", "z", "y/z", "z"},
        {"exp(x)", "y", "log(y)", ""},
        {"log(2*x)", "y", "exp(y)/2.0", ""},
        {"x^3", "y", "if noEvent(y >= 0.0) then y^0.3333333333333333 else -(-y)^0.3333333333333333",
         ""},
        {"x^2", "y", "none", ""},
        {"sin(x)", "y", "none", ""},
        {"abs(x)", "1", "none", ""},
        {"2*x + 3*x", "y", "y/5.0", ""},
        {"x*y + x", "z", "z/(y + 1.0)", "y + 1.0"},
        {"x", "x + y", "none", ""},
        {"if b then x else 2*x", "y", "y/(if b then 1.0 else 2.0)", "if b then 1.0 else 2.0"},
        {"if x > 0 then x else 2*x", "y", "if noEvent(y > 0.0) then y else y/2.0", ""},
        {"if noEvent(x > 0) then x else 2*x", "y", "if noEvent(y > 0.0) then y else y/2.0", ""},
        {"if noEvent(x > 1) then x else 2*x", "y", "none", ""},
        {"if noEvent(x > 0) then x else -x", "y", "none", ""},
        {"x*x", "y", "none", ""},
        {"a*(x - y)", "z", "z/a + y", "a"},
        {"-(x + y)", "z", "-z - y", ""},
        {"y", "z", "none", ""},
        {"0*x + y", "z", "none", ""},
    };
    Session *s = expr_session(u);
    const Expr *x = expr_of_text(s, "x");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        SolveSafety how = {0};
        const Expr *left = expr_of_text(s, rows[i].left), *right = expr_of_text(s, rows[i].right);
        const Expr *solution = expr_solve(s->exprs, left, right, x, &how);
        CHECK_TEXT(u, solution ? text_of_expr(u, solution) : "none", rows[i].solution);
        if (solution)
            CHECK_TEXT(u, how.divisor ? text_of_expr(u, how.divisor) : "", rows[i].divisor);
    }
}

static void check_linear_coefficients(Unit *u)
{
    static const struct {
        const char *e, *a, *b;
    } rows[] = {
        {"3*x + y", "3.0", "y"},
        {"y", "0.0", "y"},
        {"(x + y)*z", "z", "y*z"},
        {"(x - y)/z", "1.0/z", "(-y)/z"},
        {"-x", "-1.0", "0.0"},
        {"sin(x)", "", ""},
        {"x*x", "", ""},
        {"sin(y)*x", "sin(y)", "0.0"},
        {"x/x", "", ""},
        {"noEvent(if y > 0 then x else z)", "noEvent(if y > 0.0 then 1.0 else 0.0)",
         "noEvent(if y > 0.0 then 0.0 else z)"},
    };
    Session *s = expr_session(u);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const Expr *a, *b;
        bool linear =
            expr_linear(s->exprs, expr_of_text(s, rows[i].e), expr_of_text(s, "x"), &a, &b);
        CHECK_TEXT(u, linear ? text_of_expr(u, a) : "", rows[i].a);
        CHECK_TEXT(u, linear ? text_of_expr(u, b) : "", rows[i].b);
    }
}

// Depth and length that recursion or a search per term would not survive.
static void check_long_sum(Unit *u)
{
    Session *s = expr_session(u);
    const Expr *x = expr_of_text(s, "x"), *e = x, *a, *b;
    for (int i = 0; i < 100000; i++)
        e = expr_op2(s->exprs, OP_ADD, e,
                     expr_op2(s->exprs, OP_MUL, expr_real(s->exprs, i + 2), expr_of_text(s, "y")));
    CHECK_TRUE(u, derivative(s, e, x) == expr_real(s->exprs, 1));
    CHECK_TRUE(u, expr_linear(s->exprs, e, x, &a, &b));
    CHECK_TRUE(u, expr_solve(s->exprs, e, expr_of_text(s, "z"), x, NULL) != NULL);
}

UNIT_SUITE(derivatives, TEST(check_rules), TEST(check_simplification_keeps_values),
           TEST(check_difference_quotients), TEST(check_solutions), TEST(check_linear_coefficients),
           TEST(check_long_sum));
