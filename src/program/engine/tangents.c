// Values and tangents, instruction by instruction. What jumps has the tangent zero beside its
// jumps; where an operand has the tangent zero its part is left out, whatever the derivative by it
// is.
#include "program/engine/tangents.h"

#include <math.h>
#include <string.h>

#include "program/engine/arithmetic.h"

enum { MOST_DEPTH = 200, MOST_UNKNOWNS = 400 };

typedef struct Tangents {
    const Program *p;
    int depth;
} Tangents;

typedef struct Frame {
    double *v, *d;
} Frame;

static bool run(Tangents *t, const Routine *r, Frame f);

// ---- Derivatives of instructions ---------------------------------------------------------------

// By the first operand; `y` is the value.
static double by_first(InstructionCode code, double a, double b, double y)
{
    switch (code) {
    case I_MOVE:
    case I_ADD:
    case I_SUB:
    case I_MOD:
    case I_REM: return 1;
    case I_MUL: return b;
    case I_DIV: return 1 / b;
    case I_NEG: return -1;
    case I_SQUARE: return 2 * a;
    case I_ABS: return a < 0 ? -1 : 1;
    case I_SQRT: return 0.5 / y;
    case I_MIN: return a < b;
    case I_MAX: return a > b;
    case I_SIN: return cos(a);
    case I_COS: return -sin(a);
    case I_TAN: return 1 + y * y;
    case I_ASIN: return 1 / sqrt(1 - a * a);
    case I_ACOS: return -1 / sqrt(1 - a * a);
    case I_ATAN: return 1 / (1 + a * a);
    case I_ATAN2: return b / (a * a + b * b);
    case I_SINH: return cosh(a);
    case I_COSH: return sinh(a);
    case I_TANH: return 1 - y * y;
    case I_EXP: return y;
    case I_LOG: return 1 / a;
    case I_LOG10: return 1 / (a * log(10));
    case I_POW: return b * arithmetic_power(a, b - 1);
    default: return 0; // steps
    }
}

static double by_second(InstructionCode code, double a, double b, double y)
{
    switch (code) {
    case I_ADD: return 1;
    case I_SUB: return -1;
    case I_MUL: return a;
    case I_DIV: return -y / b;
    case I_MIN: return !(a < b);
    case I_MAX: return !(a > b);
    case I_MOD: return -floor(a / b);
    case I_REM: return -trunc(a / b);
    case I_ATAN2: return -a / (a * a + b * b);
    case I_POW: return y * log(a);
    default: return 0;
    }
}

static void operate(const Program *p, const Instruction *i, Frame f)
{
    InstructionCode code = (InstructionCode)i->code;
    double a = i->a >= 0 ? f.v[i->a] : p->constants[-1 - i->a], da = i->a >= 0 ? f.d[i->a] : 0;
    double b = i->b >= 0 ? f.v[i->b] : p->constants[-1 - i->b], db = i->b >= 0 ? f.d[i->b] : 0;
    double y = arithmetic(code, a, b), dy = 0;
    if (da != 0) dy += by_first(code, a, b, y) * da;
    if (db != 0 && instruction_has_two(i)) dy += by_second(code, a, b, y) * db;
    f.v[i->d] = y;
    f.d[i->d] = dy;
}

// ---- Calls and loops
// -----------------------------------------------------------------------------

static bool call(Tangents *t, const Instruction *i, Frame f)
{
    const ProgramFunction *g = &t->p->functions[i->c];
    const int32_t *operands = t->p->operands + i->d;
    Arena *a = arena_open("tangents of a call");
    Frame inner = {ARENA_ARRAY(a, double, g->n_words + 1), ARENA_ARRAY(a, double, g->n_words + 1)};
    for (int32_t k = 0; k < g->n_inputs; k++) {
        int32_t from = operands[k];
        inner.v[k] = from >= 0 ? f.v[from] : t->p->constants[-1 - from];
        inner.d[k] = from >= 0 ? f.d[from] : 0;
    }
    bool ok = t->depth++ < MOST_DEPTH && run(t, &g->body, inner);
    t->depth--;
    for (int32_t k = 0; ok && k < g->n_outputs; k++) {
        f.v[operands[g->n_inputs + k]] = inner.v[g->n_inputs + k];
        f.d[operands[g->n_inputs + k]] = inner.d[g->n_inputs + k];
    }
    arena_close(a);
    return ok;
}

// m x = b by elimination with pivots in columns; b becomes x.
static bool solve_dense(double *m, double *b, int32_t n)
{
    for (int32_t c = 0; c < n; c++) {
        int32_t best = c;
        for (int32_t i = c + 1; i < n; i++)
            if (fabs(m[i * n + c]) > fabs(m[best * n + c])) best = i;
        if (!(fabs(m[best * n + c]) > 0)) return false;
        for (int32_t j = 0; j < n; j++) {
            double swap = m[c * n + j];
            m[c * n + j] = m[best * n + j], m[best * n + j] = swap;
        }
        double swap = b[c];
        b[c] = b[best], b[best] = swap;
        for (int32_t i = c + 1; i < n; i++) {
            double factor = m[i * n + c] / m[c * n + c];
            for (int32_t j = c; j < n; j++) m[i * n + j] -= factor * m[c * n + j];
            b[i] -= factor * b[c];
        }
    }
    for (int32_t c = n; c-- > 0;) {
        for (int32_t j = c + 1; j < n; j++) b[c] -= m[c * n + j] * b[j];
        b[c] /= m[c * n + c];
    }
    return true;
}

// The residuals with tangents of the unknowns: all zero but that of number `one`, if any.
static bool run_residual(Tangents *t, const BlockInfo *b, Frame f, const double *unknowns,
                         int32_t one)
{
    for (int32_t i = 0; i < b->n; i++) {
        f.v[b->unknown_slots[i]] = unknowns[i];
        f.d[b->unknown_slots[i]] = i == one;
    }
    return run(t, &t->p->routines[b->residual], f);
}

// r(x, u) = 0: the tangent of x is -(dr/dx)^-1 times that of r at constant x.
static bool solve_loop(Tangents *t, const BlockInfo *b, Frame f)
{
    int32_t n = b->n;
    if (n > MOST_UNKNOWNS || b->n_invariants) return false;
    Arena *a = arena_open("tangents of a loop");
    double *m = ARENA_ARRAY(a, double, n *n + 1), *x = ARENA_ARRAY(a, double, n + 1);
    double *r = ARENA_ARRAY(a, double, n + 1);
    for (int32_t i = 0; i < n; i++) x[i] = f.v[b->unknown_slots[i]];
    bool ok = run_residual(t, b, f, x, -1);
    for (int32_t i = 0; ok && i < n; i++) r[i] = -f.d[b->residual_slot + i];
    for (int32_t c = 0; ok && c < n; c++) {
        ok = run_residual(t, b, f, x, c);
        for (int32_t i = 0; i < n; i++) m[i * n + c] = f.d[b->residual_slot + i] + r[i];
    }
    ok = ok && solve_dense(m, r, n);
    for (int32_t i = 0; ok && i < n; i++) {
        f.v[b->unknown_slots[i]] = x[i];
        f.d[b->unknown_slots[i]] = r[i];
    }
    ok = ok && run(t, &t->p->routines[b->residual], f);
    arena_close(a);
    return ok;
}

// ---- Routines
// --------------------------------------------------------------------------------------

// Texts and their memory have nothing to do with numbers.
static bool is_idle(const Instruction *i)
{
    switch (i->code) {
    case I_MESSAGE:
    case I_MARK:
    case I_RELEASE:
    case I_KEEP_ALL: return true;
    default: return i->code == I_BUILTIN && i->c >= B_STRING_JOIN && i->c != B_STRING_ORDER;
    }
}

static bool special(Tangents *t, const Instruction *i, Frame f)
{
    if (is_idle(i)) return true;
    if (i->code == I_CALL) return call(t, i, f);
    if (i->code == I_SOLVE) return solve_loop(t, &t->p->model.blocks[i->c], f);
    if (i->code != I_WHOLE) return false;
    f.v[i->d] = i->a >= 0 ? f.v[i->a] : t->p->constants[-1 - i->a];
    f.d[i->d] = 0;
    return true;
}

static bool run(Tangents *t, const Routine *r, Frame f)
{
    const Instruction *code = t->p->code + r->first;
    for (uint32_t at = 0;; at++) {
        const Instruction *i = &code[at];
        double a = i->a >= 0 ? f.v[i->a] : t->p->constants[-1 - i->a];
        if (i->code == I_RETURN) return true;
        if (i->code == I_JUMP || (i->code == I_JUMP_IF_ZERO && a == 0))
            at = (uint32_t)i->c - 1;
        else if (i->code < I_JUMP)
            operate(t->p, i, f);
        else if (i->code != I_JUMP_IF_ZERO && !special(t, i, f))
            return false;
    }
}

bool program_tangents(const Program *p, int32_t routine, double *values, double *tangents)
{
    Tangents t = {.p = p};
    return routine == NO_ROUTINE || run(&t, &p->routines[routine], (Frame){values, tangents});
}
