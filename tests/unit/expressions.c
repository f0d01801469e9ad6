// Construction, simplification, printing and evaluation of expressions. Expected values are
// those of the specification (chapters 3 and 10) or follow by hand.
#include "expr/stamps.h"
#include "unit/expr_text.h"

typedef struct Row {
    const char *from, *to;
} Row;

static void check_rewriting(Unit *u)
{
    static const Row rows[] = {
        {"x + 0", "x"},
        {"0 + x", "x"},
        {"x*1", "x"},
        {"1*x", "x"},
        {"x*0", "0.0"},
        {"x - x", "0.0"},
        {"-(-x)", "x"},
        {"x - (-y)", "x + y"},
        {"x + (-y)", "x - y"},
        {"2 + 3*4", "14"},
        {"1/0", "1.0/0.0"},
        {"0*(1/0)", "0.0*(1.0/0.0)"},
        {"x/1", "x"},
        {"x^1", "x"},
        {"x^0", "1.0"},
        {"x^2", "x^2"},
        {"2^3", "8.0"},
        {"i + i", "i + i"},
        {"i/2", "i/2.0"},
        {"7/2", "3.5"},
        {"if true then x else y", "x"},
        {"if b then x else x", "x"},
        {"not not b", "b"},
        {"b and true", "b"},
        {"b and false", "false"},
        {"1 < 2", "true"},
        {"noEvent(x + y)", "x + y"},
        {"noEvent(x > y)", "noEvent(x > y)"},
        {"sqrt(-1.0)", "sqrt(-1.0)"},
        {"size(A, 1)", "3"},
        {"size(A)", "{3, 3}"},
        {"ndims(A)", "2"},
        {"{x, y, z}[2]", "y"},
        {"(2:2:8)[3]", "6"},
        {"fill(x, 4)[2]", "x"},
        {"{i*x for i in 1:3}[2]", "2.0*x"},
        {"transpose({{x, y}, {z, 1}})", "{{x, z}, {y, 1.0}}"},
        {"A[1][2]", "A[1, 2]"},
        {"transpose(transpose(A))", "A"},
        {"0*A", "fill(0.0, 3, 3)"},
        {"U - U", "fill(0.0, 3)"},
        {"identity(3)*U", "U"},
        {"identity(4)[2, 2]", "1"},
        {"cat(1, {x}, {y, z})", "{x, y, z}"},
        {"{1, 2}*{3, 4}", "11"},
        {"max(1, 2.5)", "2.5"},
        {"der(time)", "1.0"},
        {"der(2*3)", "0.0"},
        {"mod(-1, 3)", "2"},
        {"rem(-1, 3)", "-1"},
        {"div(-7, 2)", "-3"},
        {"mod(3, 0)", "mod(3, 0)"},
        {"\"a\" + \"b\"", "\"ab\""},
        {"vector(x)", "{x}"},
        {"scalar({{x}})", "x"},
        {"zeros(2)", "zeros(2)"},
    };
    Session *s = expr_session(u);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK_TEXT(u, text_of_expr(u, expr_of_text(s, rows[i].from)), rows[i].to);
}

static void check_printing(Unit *u)
{
    static const char *const lines[] = {
        "x - (y - z)",
        "x + (y + z)",
        "x - y + z",
        "x/(y*z)",
        "x*y/z",
        "(x^y)^z",
        "x^(y^z)",
        "-x*y",
        "(-x)*y",
        "x + (if b then y else z)",
        "if b then x elseif x > y then y else z",
        "not (b and x > y)",
        "x^(-y)",
        "(-x)^2",
        "{i*x for i in 1:3}",
        "sum(x*i for i in 1:2:7)",
        "A[:, 1]",
        "A[{1, 3}, 2]",
        "x < y or b and y <= z",
        "(x < y or b) and y <= z",
        "-(x + y)",
        "x - 2.0",
        "(A*U)[2]",
        "U[i + 1]",
        "x*(-2.0)",
        "{x, y}",
        "String(x, format = \"g\")",
    };
    Session *s = expr_session(u);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (strstr(lines[i], "elseif") || strstr(lines[i], "format")) continue;
        CHECK_TEXT(u, text_of_expr(u, expr_of_text(s, lines[i])), lines[i]);
    }
    const Expr *nested = expr_of_text(s, "if b then x else if x > y then y else z");
    CHECK_TEXT(u, text_of_expr(u, nested), "if b then x elseif x > y then y else z");
    const Expr *format = expr_of_text(s, "String(x, \"g\")");
    CHECK_TEXT(u, text_of_expr(u, format), "String(x, format = \"g\")");
}

static const char *value_text(Unit *u, Session *s, const char *text)
{
    EvalFailure failure = {0};
    const Expr *value = expr_evaluate(s, expr_of_text(s, text), NULL, &failure);
    return value ? text_of_expr(u, value) : failure.reason;
}

static void check_values(Unit *u)
{
    static const Row rows[] = {
        {"sum(i*i for i in 1:10)", "385"},
        {"product({1, 2, 3, 4})", "24"},
        {"sum(1:0)", "0"},
        {"product(i for i in 1:0)", "1"},
        {"{i^2 for i in 1:3}", "{1.0, 4.0, 9.0}"},
        {"max({3, 7, 5})", "7"},
        {"min(i - 3 for i in 1:9)", "-2"},
        {"{{1, 2}, {3, 4}}*{5, 6}", "{17, 39}"},
        {"{1, 2}*{{1, 2}, {3, 4}}", "{7, 10}"},
        {"{{1, 2}, {3, 4}}*{{0, 1}, {1, 0}}", "{{2, 1}, {4, 3}}"},
        {"{{1, 1}, {0, 1}}^5", "{{1.0, 5.0}, {0.0, 1.0}}"},
        {"cross({1, 0, 0}, {0, 1, 0})", "{0, 0, 1}"},
        {"skew({1, 2, 3})", "{{0, -3, 2}, {3, 0, -1}, {-2, 1, 0}}"},
        {"outerProduct({1, 2}, {3, 4})", "{{3, 4}, {6, 8}}"},
        {"diagonal({1, 2})", "{{1, 0}, {0, 2}}"},
        {"identity(2)", "{{1, 0}, {0, 1}}"},
        {"linspace(0, 1, 3)", "{0.0, 0.5, 1.0}"},
        {"symmetric({{1, 2}, {3, 4}})", "{{1, 2}, {2, 4}}"},
        {"transpose({{1, 2, 3}})", "{{1}, {2}, {3}}"},
        {"cat(2, {{1}, {2}}, {{3, 4}, {5, 6}})", "{{1, 3, 4}, {2, 5, 6}}"},
        {"cat(1, {1}, {2.5})", "{1.0, 2.5}"},
        {"promote({1, 2}, 2)", "{{1}, {2}}"},
        {"matrix({1, 2})", "{{1}, {2}}"},
        {"vector({{1}, {2}})", "{1, 2}"},
        {"size({{1, 2, 3}})", "{1, 3}"},
        {"fill(7, 2, 2)", "{{7, 7}, {7, 7}}"},
        {"(1:10)[{2, 4}]", "{2, 4}"},
        {"{{1, 2}, {3, 4}}[:, 2]", "{2, 4}"},
        {"{{1, 2}, {3, 4}}[2]", "{3, 4}"},
        {"{{1, 2}, {3, 4}}[{2, 1}, :]", "{{3, 4}, {1, 2}}"},
        {"0:0.1:0.3", "{0.0, 0.1, 0.2, 0.30000000000000004}"},
        {"5:-2:1", "{5, 3, 1}"},
        {"{1, 2} .* {3, 4}", "{3, 8}"},
        {"2 .^ {1, 2, 3}", "{2.0, 4.0, 8.0}"},
        {"{1, 2} + {0.5, 0.5}", "{1.5, 2.5}"},
        {"{4, 6}/2", "{2.0, 3.0}"},
        {"sin({0, 0})", "{0.0, 0.0}"},
        {"if true or 1/0 > 1 then 1 else 2", "1"},
        {"1/0", "division by zero"},
        {"log(0)", "the logarithm of a number that is not positive"},
        {"{1, 2, 3}[4]", "subscript 4 of dimension 1 is outside 1 to 3"},
        {"(1:3)[0]", "subscript 0 of dimension 1 is outside 1 to 3"},
        {"String(3.14159265)", "\"3.14159\""},
        {"String(2.5, 3, 8, false)", "\"     2.5\""},
        {"String(12, 5, true)", "\"12   \""},
        {"String(true)", "\"true\""},
        {"String(2.0, \".3f\")", "\"2.000\""},
        {"String(255, \"x\")", "\"ff\""},
        {"String(1.0, \"n\")", "'n' is not a format for String()"},
        {"sign(-2.5)", "-1"},
        {"integer(-2.5)", "-3"},
        {"ceil(2.1)", "3.0"},
        {"floor(-2.1)", "-3.0"},
        {"abs(-3)", "3"},
        {"semiLinear(-2, 3, 4)", "-8.0"},
        {"1 + x", "the variable has no value at compile time"},
        {"max(2:0) < 0", "true"},
        {"4503599627370496*2", "the result exceeds the range of Integer, 2^53"},
        {"sum({x for i in 1:0})", "0.0"},
        {"smooth(0, 3.5)", "3.5"},
        {"\"abc\" < \"abd\"", "true"},
    };
    Session *s = expr_session(u);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK_TEXT(u, value_text(u, s, rows[i].from), rows[i].to);
}

// x and the elements of an array know each other by identity.
static void check_sharing(Unit *u)
{
    Session *s = expr_session(u);
    CHECK_TRUE(u, expr_of_text(s, "sin(x + y)*2") == expr_of_text(s, "sin(x + y)*2"));
    CHECK_TRUE(u, expr_of_text(s, "x + y") != expr_of_text(s, "y + x"));
    CHECK_TRUE(u, expr_of_text(s, "x^2") == expr_of_text(s, "x^2.0"));
    uint32_t before = expr_count(s->exprs);
    expr_of_text(s, "{sin(x), cos(x), x - y}");
    uint32_t between = expr_count(s->exprs);
    expr_of_text(s, "{sin(x), cos(x), x - y}");
    CHECK_INT(u, expr_count(s->exprs), between);
    CHECK_TRUE(u, between > before);
}

// References are shared also where a variable is referred to with two types in turns: the array
// that a scalar was taken from.
static void check_references(Unit *u)
{
    ExprTable *t = expr_session(u)->exprs;
    enum { MANY = 3000 };
    int32_t three = 3;
    const Type *real = type_basic(t, TYPE_REAL), *array = type_array(t, real, &three, 1);
    const Expr *scalars[MANY], *arrays[MANY];
    for (int32_t i = 0; i < MANY; i++) scalars[i] = expr_ref(t, (VarId){i}, real);
    for (int32_t i = 0; i < MANY; i++) arrays[i] = expr_ref(t, (VarId){i}, array);
    int n_shared = 0;
    for (int32_t i = 0; i < MANY; i++)
        n_shared += expr_ref(t, (VarId){i}, real) == scalars[i] &&
                    expr_ref(t, (VarId){i}, array) == arrays[i] &&
                    expr_ref(t, (VarId){i}, real) == scalars[i];
    CHECK_INT(u, n_shared, MANY);
}

// A chain far deeper than the C stack would carry.
static void check_deep_chain(Unit *u)
{
    Session *s = expr_session(u);
    const Expr *x = expr_of_text(s, "x"), *e = x;
    for (int i = 0; i < 300000; i++)
        e = expr_op2(s->exprs, OP_ADD, expr_op1(s->exprs, OP_SIN, e), x);
    CHECK_TRUE(u, expr_contains(e, x));
    CHECK_TRUE(u, !expr_contains(e, expr_of_text(s, "y")));
    EvalFailure failure;
    CHECK_TRUE(u, !expr_evaluate(s, e, NULL, &failure));
}

static bool is_it(void *client, const Expr *node)
{
    return node == client;
}

// In a small tree, with more arguments than wait at a time, and where sharing makes 2^40 paths.
static void check_any(Unit *u)
{
    Session *s = expr_session(u);
    ExprTable *t = s->exprs;
    const Expr *y = expr_of_text(s, "y"), *z = expr_of_text(s, "z"), *e = expr_of_text(s, "x + y");
    for (int i = 0; i < 3; i++) {
        CHECK_TRUE(u, expr_any(t, e, (void *)(uintptr_t)y, is_it));
        CHECK_TRUE(u, expr_any(t, e, (void *)(uintptr_t)e, is_it));
        CHECK_TRUE(u, !expr_any(t, e, (void *)(uintptr_t)z, is_it));
        if (i == 0)
            e = expr_of_text(s, "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, y}");
        for (int k = 0; i == 1 && k < 40; k++)
            e = expr_op2(t, OP_MUL, expr_op1(t, OP_SIN, k ? e : y), expr_op1(t, OP_COS, k ? e : y));
    }
}

// Records whole, their fields, and fields of arrays of records; enumerations as subscripts.
static void check_records(Unit *u)
{
    Session *s = expr_session(u);
    ExprTable *t = s->exprs;
    const Type *real = type_basic(t, TYPE_REAL);
    int32_t two = 2;
    const Field fields[] = {{name_of_text(s->names, "re"), real},
                            {name_of_text(s->names, "im"), type_array(t, real, &two, 1)}};
    const Type *type = type_record(t, name_of_text(s->names, "R"), NULL, fields, 2);
    const Expr *one[] = {expr_of_text(s, "1 + 1"), expr_of_text(s, "{x, 4}")};
    const Expr *record = expr_record(t, type, one, 2);
    CHECK_TEXT(u, text_of_expr(u, record), "R(2.0, {x, 4.0})");
    CHECK_TEXT(u, text_of_expr(u, expr_field(t, record, 1)), "{x, 4.0}");
    const Expr *pair[] = {record, expr_zero(t, type)};
    const Expr *array = expr_array(t, pair, 2, type);
    CHECK_TEXT(u, text_of_expr(u, expr_field(t, array, 0)), "{2.0, 0.0}");
    int32_t three = 3;
    const Expr *variable = expr_ref(t, (VarId){25}, type_array(t, type, &three, 1));
    const Expr *index = expr_integer(t, 3);
    const Expr *third = expr_field(t, expr_subscript(t, variable, &index, 1), 1);
    CHECK_TEXT(u, text_of_expr(u, third), "Z[3].im");
    const Name literals[] = {name_of_text(s->names, "red"), name_of_text(s->names, "green")};
    const Type *color = type_enumeration(t, name_of_text(s->names, "Color"), literals, 2);
    const Expr *green = expr_to_enum(t, color, expr_integer(t, 2));
    CHECK_TEXT(u, text_of_expr(u, green), "Color.green");
    CHECK_TEXT(u, text_of_expr(u, expr_subscript(t, expr_of_text(s, "{x, y}"), &green, 1)), "y");
    EvalFailure failure;
    const Expr *outside = expr_to_enum(t, color, expr_integer(t, 3));
    CHECK_TRUE(u, !expr_evaluate(s, outside, NULL, &failure));
    CHECK_TEXT(u, failure.reason, "Color has no literal number 3");
}

// Types are shared, however many there are.
static void check_many_types(Unit *u)
{
    ExprTable *t = expr_session(u)->exprs;
    enum { MANY = 3000 };
    const Type *first[MANY], *real = type_basic(t, TYPE_REAL);
    for (int32_t i = 0; i < MANY; i++) first[i] = type_array(t, real, &i, 1);
    int n_shared = 0;
    for (int32_t i = 0; i < MANY; i++) n_shared += type_array(t, real, &i, 1) == first[i];
    CHECK_INT(u, n_shared, MANY);
}

typedef struct Met {
    ExprStamps stamps;
    int n;
    bool is_in_order; // arguments before what they stand in
} Met;

static bool is_not_met(void *client, const Expr *e)
{
    const Met *m = client;
    return !expr_stamp(&m->stamps, e);
}

static void meet(void *client, const Expr *e)
{
    Met *m = client;
    for (uint32_t i = 0; i < e->n_args; i++)
        m->is_in_order &= expr_stamp(&m->stamps, e->args[i]) != 0;
    expr_set_stamp(&m->stamps, e, 1);
    m->n++;
}

// x, y, x + y, sin(x + y), and their product: five nodes. What they share is met once.
static void check_stamped_walk(Unit *u)
{
    Session *s = expr_session(u);
    Met m = {.stamps = {.arena = u->arena}, .is_in_order = true};
    const Expr *e = expr_of_text(s, "(x + y)*sin(x + y)");
    expr_walk_where(&m.stamps, e, &m, is_not_met, meet);
    CHECK_INT(u, m.n, 5);
    expr_walk_where(&m.stamps, expr_of_text(s, "cos(x + y)"), &m, is_not_met, meet);
    CHECK_INT(u, m.n, 6);
    expr_walk_where(&m.stamps, NULL, &m, is_not_met, meet);
    CHECK_INT(u, m.n, 6);
    CHECK_TRUE(u, m.is_in_order);
}

UNIT_SUITE(expressions, TEST(check_stamped_walk), TEST(check_many_types), TEST(check_records),
           TEST(check_rewriting), TEST(check_printing), TEST(check_values), TEST(check_sharing),
           TEST(check_any), TEST(check_references), TEST(check_deep_chain));
