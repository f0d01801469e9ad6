// The interpreter: portable, and the oracle for native code and C text.
//
// Memory that calls took from the engine's stack is given back when the routine that the
// runtime called returns: nothing in the model's vector points there.
#include <math.h>

#include "program/engine.h"

// Integer powers by multiplication, so that every engine rounds alike and x^2 of a negative x
// is exact; a negative base with a fractional exponent is a domain error (NaN).
static double power(double x, double y)
{
    if (y == 2) return x * x;
    if (y == floor(y) && fabs(y) <= 64) {
        double result = 1, base = x;
        for (int n = (int)fabs(y); n; n >>= 1, base *= base)
            if (n & 1) result *= base;
        return y < 0 ? 1 / result : result;
    }
    return pow(x, y);
}

static double modulo(double x, double y)
{
    return x - floor(x / y) * y;
}

static double unary(InstructionCode code, double a)
{
    switch (code) {
    case I_MOVE: return a;
    case I_NEG: return -a;
    case I_SQUARE: return a * a;
    case I_ABS: return fabs(a);
    case I_SIGN: return a > 0 ? 1 : a < 0 ? -1 : 0;
    case I_SQRT: return sqrt(a);
    case I_FLOOR: return floor(a);
    case I_CEIL: return ceil(a);
    case I_TRUNCATE: return trunc(a);
    case I_NOT: return a == 0;
    case I_SIN: return sin(a);
    case I_COS: return cos(a);
    case I_TAN: return tan(a);
    case I_ASIN: return asin(a);
    case I_ACOS: return acos(a);
    case I_ATAN: return atan(a);
    case I_SINH: return sinh(a);
    case I_COSH: return cosh(a);
    case I_TANH: return tanh(a);
    case I_EXP: return exp(a);
    case I_LOG: return log(a);
    case I_LOG10: return log10(a);
    default: return NAN;
    }
}

static double binary(InstructionCode code, double a, double b)
{
    switch (code) {
    case I_ADD: return a + b;
    case I_SUB: return a - b;
    case I_MUL: return a * b;
    case I_DIV: return a / b;
    case I_POW: return power(a, b);
    case I_MIN: return a < b ? a : b;
    case I_MAX: return a > b ? a : b;
    case I_MOD: return modulo(a, b);
    case I_REM: return a - trunc(a / b) * b;
    case I_DIV_INT: return trunc(a / b);
    case I_LT: return a < b;
    case I_LE: return a <= b;
    case I_GT: return a > b;
    case I_GE: return a >= b;
    case I_EQ: return a == b;
    case I_NE: return a != b;
    case I_AND: return a != 0 && b != 0;
    case I_OR: return a != 0 || b != 0;
    case I_ATAN2: return atan2(a, b);
    default: return NAN;
    }
}

// The four operations first: they are most of every model.
ModelOutcome engine_run(Engine *e, const Routine *r, double *frame)
{
    const Instruction *code = e->program->code + r->first;
    const double *constants = e->program->constants;
#define VALUE(operand) ((operand) >= 0 ? frame[operand] : constants[-1 - (operand)])
    for (uint32_t at = 0;; at++) {
        const Instruction *i = &code[at];
        switch (i->code) {
        case I_ADD: frame[i->d] = VALUE(i->a) + VALUE(i->b); break;
        case I_SUB: frame[i->d] = VALUE(i->a) - VALUE(i->b); break;
        case I_MUL: frame[i->d] = VALUE(i->a) * VALUE(i->b); break;
        case I_DIV: frame[i->d] = VALUE(i->a) / VALUE(i->b); break;
        case I_MOVE: frame[i->d] = VALUE(i->a); break;
        case I_NEG: frame[i->d] = -VALUE(i->a); break;
        case I_JUMP: at = (uint32_t)i->c - 1; break;
        case I_JUMP_IF_ZERO:
            if (VALUE(i->a) == 0) at = (uint32_t)i->c - 1;
            break;
        case I_RETURN: return MODEL_OK;
        default:
            if (i->code < I_RELATION) {
                InstructionCode c = (InstructionCode)i->code;
                bool two = c == I_POW || c == I_MIN || c == I_MAX || (c >= I_MOD && c <= I_OR) ||
                           c == I_ATAN2;
                frame[i->d] = two ? binary(c, VALUE(i->a), VALUE(i->b)) : unary(c, VALUE(i->a));
            } else {
                ModelOutcome o = engine_special(e, i, frame);
                if (o != MODEL_OK) return o;
            }
        }
    }
#undef VALUE
}

static ModelOutcome call_routine(void *self, int32_t routine)
{
    Engine *e = self;
    size_t mark = e->stack_used;
    ModelOutcome o = engine_run(e, &e->program->routines[routine], e->words);
    e->stack_used = mark;
    return o;
}

Model *program_interpret(const Program *p, Arena *out)
{
    Engine *e = engine_open(p, out);
    e->model.call = call_routine;
    return &e->model;
}
