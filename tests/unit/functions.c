// Functions in the evaluator, written out, and differentiated. Values follow by hand or from
// mathematics; derivatives are compared with difference quotients.
#include <math.h>

#include "unit/function_text.h"

typedef struct FunctionRow {
    const char *body, *call, *value;
} FunctionRow;

static const char *value_of_call(Unit *u, Session *s, const FunctionRow *row)
{
    const Function *f = function_of_text(s, "f", row->body);
    EvalFailure failure = {0};
    const Expr *value = expr_evaluate(s, expr_of_text_with(s, f, row->call), NULL, &failure);
    return value ? text_of_expr(u, value) : failure.reason;
}

static void check_statements(Unit *u)
{
    static const FunctionRow rows[] = {
        {"input Integer n; output Integer y := 1; algorithm for k in 1:n loop y := y*k; end for;",
         "f(6)", "720"},
        {"input Integer n; output Integer y; algorithm if n < 2 then y := n; else y := f(n - 1) + "
         "f(n - 2); end if;",
         "f(15)", "610"},
        {"input Real x; output Real y := x; protected Integer n := 0; algorithm while abs(y*y - x) "
         "> 1e-9 and n < 50 loop y := (y + x/y)/2; n := n + 1; end while;",
         "integer(1000*f(2))", "1414"},
        {"input Real v[:]; output Real y[size(v, 1)]; algorithm for k in 1:size(v, 1) loop "
         "y[size(v, 1) + 1 - k] := v[k]; end for;",
         "f({1, 2, 3})", "{3.0, 2.0, 1.0}"},
        {"input Integer n; output Integer y; algorithm y := 0; for k in 1:n loop if k > 3 then "
         "break; end if; y := y + k; end for;",
         "f(100)", "6"},
        {"input Integer n; output Integer y; algorithm y := 1; if n > 0 then return; end if; y := "
         "2;",
         "{f(1), f(-1)}", "{1, 2}"},
        {"input Real x; output Real y; algorithm assert(x > 0, \"x must be positive\"); y := "
         "sqrt(x);",
         "f(-1.0)", "assertion failed: x must be positive"},
        {"input Integer n; output Real A[n, n]; algorithm A := zeros(n, n); for k in 1:n loop A[k, "
         ":] := fill(k, n); end for; A[:, 1] := {7, 8};",
         "f(2)", "{{7.0, 1.0}, {8.0, 2.0}}"},
        {"input Real x; output Real y; algorithm if x > 0 then y := 1; end if;", "f(-1)",
         "f: the output 'y' got no value"},
        {"input Integer n; output Integer y; algorithm y := f(n + 1);", "f(1)",
         "the evaluation is nested too deeply"},
        {"input Integer n; output Integer y; algorithm y := 0; while true loop y := y + 1; end "
         "while;",
         "f(1)", "the evaluation takes more than 100000000 steps"},
        {"input Real v[:]; output Real y; algorithm y := v[4];", "f({1, 2, 3})",
         "subscript 4 of dimension 1 is outside 1 to 3"},
        {"input Integer n; output Integer y := 0; protected Integer w[:]; algorithm w := 1:n; w[2] "
         ":= 10; y := sum(w);",
         "f(4)", "18"},
        {"input Real v[3]; output Real y; algorithm y := v*v;", "f({1, 2})",
         "the argument for 'v' has the wrong size"},
    };
    Session *s = expr_session(u);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK_TEXT(u, value_of_call(u, s, &rows[i]), rows[i].value);
}

// A loop over a large array in constant memory: the primes below 100000 are 9592 [OEIS A006880].
static void check_sieve(Unit *u)
{
    static const FunctionRow row = {
        "input Integer n; output Integer y := 0; protected Boolean p[n] := fill(true, n); "
        "protected Integer j; algorithm "
        "for i in 2:n loop if p[i] then y := y + 1; j := 2*i; while j <= n loop p[j] := false; j "
        ":= j + i; end while; end if; end for;",
        "f(99999)", "9592"};
    CHECK_TEXT(u, value_of_call(u, expr_session(u), &row), row.value);
}

static void check_inlining(Unit *u)
{
    static const FunctionRow rows[] = {
        {"input Real x; output Real y; protected Real t; algorithm t := x*x; y := t + 1;", "f(z)",
         "z*z + 1.0"},
        {"input Real x; output Real y; algorithm if x > 0 then y := x; else y := -x; end if;",
         "f(z)", "if z > 0.0 then z else -z"},
        {"input Real v[:]; output Real y := 0; algorithm for k in 1:size(v, 1) loop y := y + v[k]; "
         "end for;",
         "f({x, y, z})", "x + y + z"},
        {"input Real x; output Real y[2]; algorithm y[1] := x; y[2] := 2*x;", "f(z)", "{z, 2.0*z}"},
        {"input Real x; output Real A[2, 2]; algorithm A[1, :] := {x, 1}; A[2, :] := {0, x};",
         "f(z)", "{{z, 1.0}, {0.0, z}}"},
        {"input Real x; output Real y; algorithm y := x; while y > 1 loop y := y/2; end while;",
         "f(z)", "none"},
        {"input Real x; output Real y; algorithm assert(x > 0, \"no\"); y := x;", "f(z)", "none"},
        {"input Real x; output Real y := 3*x; algorithm y := y + x;", "f(z)", "3.0*z + z"},
    };
    Session *s = expr_session(u);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const Function *f = function_of_text(s, "f", rows[i].body);
        const Expr *e = function_inline(s->exprs, expr_of_text_with(s, f, rows[i].call));
        CHECK_TEXT(u, e ? text_of_expr(u, e) : "none", rows[i].value);
    }
}

// Calls that differ in what is no literal are one in the abstract, and what follows from their
// literals is found once; arguments that are equal by chance are not equal there.
static void check_calls_alike(Unit *u)
{
    static const char *const calls[] = {"f(2, x, y)", "f(2, z, x + y)", "f(2, x, x)", "f(3, x, y)"};
    Session *s = expr_session(u);
    const Function *f =
        function_of_text(s, "f",
                         "input Real a; input Real b; input Real c; output Real y[3]; algorithm "
                         "y := {a*a, b, if b == c then 1 else 2};");
    Arena *scratch = arena_open("symbols");
    Map symbols = map_make(scratch);
    const Expr *alike[4];
    for (int i = 0; i < 4; i++)
        alike[i] = function_abstracted(s->exprs, &symbols, expr_of_text_with(s, f, calls[i]));
    CHECK_TRUE(u, alike[0] == alike[1] && alike[1] == alike[2] && alike[2] != alike[3]);
    const Expr *parts = function_constant_parts(s->exprs, alike[0]);
    const Expr *item[3];
    for (int i = 0; i < 3; i++) {
        const Expr *index = expr_integer(s->exprs, i + 1);
        item[i] = expr_subscript(s->exprs, parts, &index, 1);
    }
    CHECK_TEXT(u, text_of_expr(u, item[0]), "4.0");
    CHECK_TRUE(u, !expr_is_literal(item[1]) && !expr_is_literal(item[2]));
    arena_close(scratch);
}

typedef struct PartialCall {
    Session *s;
    const Expr *variable;
} PartialCall;

static const Expr *one_or_zero(void *client, const Expr *ref)
{
    const PartialCall *p = client;
    return expr_real(p->s->exprs, ref == p->variable);
}

static const Expr *derivative_call(void *client, const Expr *call, const Expr *const *derivatives)
{
    const PartialCall *p = client;
    return call_differentiate(p->s, call, derivatives, NULL);
}

typedef struct At {
    ExprTable *t;
    double x;
} At;

static const Expr *x_value(void *client, VarId var)
{
    const At *at = client;
    return expr_real(at->t, var.i == 'x' - 'A' ? at->x : 0.7);
}

static double number_at(Unit *u, Session *s, const Expr *e, double x)
{
    At at = {s->exprs, x};
    double value = NAN;
    EvalFailure failure = {0};
    const ValueSource source = {.client = &at, .variable = x_value};
    const Expr *literal = e ? expr_evaluate(s, e, &source, &failure) : NULL;
    if (!literal) CHECK_TEXT(u, failure.reason ? failure.reason : "no derivative", "a value");
    if (literal) expr_is_number(literal, &value);
    return value;
}

static void check_derivatives_of_bodies(Unit *u)
{
    static const char *const bodies[] = {
        "input Real x; input Real y; output Real z; algorithm z := sin(x)*y; z := z*z + x;",
        "input Real x; input Real y; output Real z := 1; algorithm for k in 1:5 loop z := z*x + "
        "k*y; end for;",
        "input Real x; input Real y; output Real z; algorithm if x > 0.4 then z := x^3; else z := "
        "y*x; end if;",
        "input Real x; input Real y; output Real z; protected Real w[3]; algorithm w[1] := x; w[2] "
        ":= x*w[1]; w[3] := w[1]*w[2] + y; z := w*w;",
        "input Real x; input Real y; output Real z; protected Integer n := 0; protected Real t := "
        "x; algorithm z := 1; while n < 12 loop n := n + 1; z := z + t; t := t*x/(n + 1); end "
        "while;",
        "input Real x; input Real y; output Real z; algorithm if x < 0.01 then z := x; else z := y "
        "+ f(x/2, y)*x; end if;",
        "input Real x; input Real y; output Real z; protected Real A[2, 2] := {{x, y}, {1, x*x}}; "
        "protected Real v[2]; algorithm v := A*{x, 2}; z := v[1]*sum(A) + max(v[1], v[2]);",
        "input Real x; input Real y; output Real z; algorithm assert(y > 0, \"no\"); z := "
        "exp(x*y); return; z := 0;",
    };
    static const double points[] = {0.3, 0.5, 0.9, 1.7};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        Session *s = expr_session(u);
        const Function *f = function_of_text(s, "f", bodies[i]);
        const Expr *e = expr_of_text_with(s, f, "f(x*x, y)*x");
        PartialCall p = {s, expr_of_text(s, "x")};
        const DiffContext c = {.client = &p, .variable = one_or_zero, .call = derivative_call};
        const Expr *culprit = NULL, *d = expr_differentiate(s->exprs, e, &c, &culprit);
        for (size_t k = 0; k < 4; k++) {
            const double h = 1e-5, x = points[k];
            double quotient = (number_at(u, s, e, x + h) - number_at(u, s, e, x - h)) / (2 * h);
            double exact = number_at(u, s, d, x);
            CHECK_REAL(u, exact, quotient, 1e-6 * (1 + fabs(quotient)));
        }
    }
}

static void check_partial_derivative(Unit *u)
{
    Session *s = expr_session(u);
    const Function *f = function_of_text(
        s, "f", "input Real a; input Real c; output Real z; algorithm z := a^3*c^2;");
    const uint32_t inputs[] = {0, 1};
    const char *why = NULL;
    const Function *d = function_partial_derivative(s, f, inputs, 2, &why);
    if (!CHECK_TRUE(u, d != NULL)) return;
    const Expr *args[2] = {expr_real(s->exprs, 2), expr_real(s->exprs, 5)};
    double value = number_at(u, s, expr_call(s->exprs, d, args, 2, d->type), 0);
    CHECK_REAL(u, value, 6.0 * 4 * 5, 1e-12); // d2/(da dc) a^3 c^2 = 6 a^2 c
    Text out = text_make(u->arena);
    function_print(function_partial_derivative(s, f, inputs, 1, &why), NULL, &out);
    CHECK_TEXT(
        u, text_cstr(&out),
        "function f.der\n  input Real a;\n  input Real c;\n  output Real der_z = 0.0;\nprotected\n"
        "  Real z;\n  Real der_a = 1.0;\nalgorithm\n  der_z := 3.0*a^2*der_a*c^2;\n  z := "
        "a^3*c^2;\nend f.der;\n");
}

// specification section 12.7.1: zeroDerivative only where the argument is constant.
static void check_derivative_annotations(Unit *u)
{
    Session *s = expr_session(u);
    Function *f =
        function_of_text(s, "f", "input Real x; input Real k; output Real z; algorithm z := k*x;");
    const Function *df = function_of_text(
        s, "df", "input Real x; input Real k; input Real dx; output Real z; algorithm z := k*dx;");
    uint8_t of_input[] = {0, 1};
    DerivativeRule rule = {.function = df, .order = 1, .of_input = of_input};
    f->derivatives = &rule;
    f->n_derivatives = 1;
    PartialCall p = {s, expr_of_text(s, "x")};
    const DiffContext c = {.client = &p, .variable = one_or_zero, .call = derivative_call};
    const Expr *culprit;
    const Expr *constant =
        expr_differentiate(s->exprs, expr_of_text_with(s, f, "f(x, y)"), &c, &culprit);
    CHECK_TEXT(u, text_of_expr(u, constant), "df(x, y, 1.0)");
    const Expr *varying =
        expr_differentiate(s->exprs, expr_of_text_with(s, f, "f(x, x)"), &c, &culprit);
    CHECK_TEXT(u, text_of_expr(u, varying), "f.der(x, x, 1.0, 1.0)");
    CHECK_REAL(u, number_at(u, s, varying, 3), 6, 1e-12);
}

UNIT_SUITE(functions, TEST(check_statements), TEST(check_sieve), TEST(check_inlining),
           TEST(check_calls_alike), TEST(check_derivatives_of_bodies),
           TEST(check_partial_derivative), TEST(check_derivative_annotations));
