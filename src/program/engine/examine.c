// Routines once more, to find out whether something was made of a value that is none: a comparison
// with nan is false, max(nan, 1) is 1, min(1/0, 5) is 5, and nothing tells afterwards. The runtime
// asks when the processor has seen such an operation; everything is then left as it was.
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "program/engine/arithmetic.h"
#include "program/engine/engine.h"

static const char shape_of[] = {
#define INSTRUCTION(symbol, text, shape) #shape[0],
#include "program/instructions.def"
#undef INSTRUCTION
};
static const char *const text_of[] = {
#define INSTRUCTION(symbol, text, shape) text,
#include "program/instructions.def"
#undef INSTRUCTION
};

static ModelOutcome examine_routine(Engine *e, const Routine *r, double *frame);

static const char *what_is_none(const Examination *x)
{
    return !x->pole ? "nan" : x->pole[0] == '/' ? "a division by zero" : "what is infinite";
}

// A comparison in an equation decides where somebody asks for its outcome: an `if` that is reached,
// a variable. One in a branch that is not taken, or behind an operand that decides alone, does not.
// So its outcome is none, too, until then.
static void doubt(Engine *e, const char *operation)
{
    Examination *x = e->examination;
    if (x->doubted) return;
    x->doubted = operation;
    x->doubted_of = what_is_none(x);
    x->doubted_at = -1;
}

static ModelOutcome found_doubted(Engine *e)
{
    Examination *x = e->examination;
    x->operation = x->doubted;
    x->of = x->doubted_of;
    x->function = NULL;
    x->at = x->doubted_at;
    return MODEL_RETRY;
}

// In an equation it decides. A function may make one in passing, at a bound that an iteration never
// reaches; the first is kept, and the search goes on.
static ModelOutcome found(Engine *e, const char *operation)
{
    Examination *x = e->examination;
    if (x->operation && e->depth) return MODEL_OK;
    x->operation = operation;
    x->of = what_is_none(x);
    x->function = e->depth ? e->program->functions[x->running].name : NULL;
    if (e->depth) return MODEL_OK;
    x->at = -1;
    return MODEL_RETRY;
}

// Infinity is what a pole leaves; a number that is too large is not looked for.
static bool is_none(const Engine *e, double value)
{
    return isnan(value) || (e->examination->pole && isinf(value));
}

static bool any_is_none(const Engine *e, const Array *a)
{
    for (int64_t k = 0; k < a->count; k++)
        if (is_none(e, a->data[k])) return true;
    return false;
}

// Operand of an element-wise operation: an array, or one number for all elements.
static bool element_is_none(const Engine *e, double word, bool is_array, int64_t k)
{
    return is_none(e, is_array ? word_array(word)->data[k] : word);
}

// To lower a flag takes many times as long as to look at it.
static void note_pole(Engine *e, const char *operation)
{
    if (!fetestexcept(FE_DIVBYZERO)) return;
    e->examination->pole = operation;
    feclearexcept(FE_DIVBYZERO);
}

static ModelOutcome examine_map(Engine *e, const Instruction *i, double *frame)
{
    bool is_pair = i->code == I_MAP_PAIR;
    double a = operand_value(e, frame, i->a), b = is_pair ? operand_value(e, frame, i->b) : 0;
    bool a_is_array = !is_pair || i->n & 1, b_is_array = is_pair && i->n & 2;
    ModelOutcome o = engine_special(e, i, frame);
    if (o != MODEL_OK) return o;
    note_pole(e, text_of[i->c]);
    const Array *result = word_array(frame[i->d]);
    for (int64_t k = 0; k < result->count; k++)
        if (!is_none(e, result->data[k]) && (element_is_none(e, a, a_is_array, k) ||
                                             (is_pair && element_is_none(e, b, b_is_array, k))))
            return found(e, text_of[i->c]);
    return MODEL_OK;
}

static ModelOutcome examine_extremum(Engine *e, const Instruction *i, double *frame)
{
    const Array *a = word_array(operand_value(e, frame, e->program->operands[i->a]));
    bool has_none = any_is_none(e, a);
    ModelOutcome o = engine_special(e, i, frame);
    if (o != MODEL_OK || !has_none || is_none(e, frame[i->d])) return o;
    return found(e, i->c == B_MIN ? "min" : "max");
}

// A loop has been solved: its equations with the values that they have.
static ModelOutcome examine_block(Engine *e, int32_t block)
{
    int32_t residual = e->model.blocks[block].residual;
    if (residual == NO_ROUTINE) return MODEL_OK;
    return examine_routine(e, &e->program->routines[residual], e->words);
}

// Nothing that others could notice may happen twice. Foreign code may remember how often it was
// called; between events nobody knows that anyway.
static bool has_effect(const Engine *e, const Instruction *i)
{
    if (i->code == I_ASSERT) return true;
    if (i->code != I_EXTERNAL) return false;
    const ProgramExternal *x = &e->program->externals[i->c];
    bool makes_object = x->has_result && x->result.type == EXTERNAL_OBJECT;
    return e->mode != MODE_INTEGRATE || x->is_impure || makes_object;
}

static ModelOutcome examine_special(Engine *e, const Instruction *i, double *frame)
{
    if (has_effect(e, i)) return MODEL_RETRY; // what stands behind it stays unknown
    if (i->code == I_MESSAGE) return MODEL_OK;
    if (i->code == I_SOLVE) return examine_block(e, i->c);
    if (i->code == I_MAP || i->code == I_MAP_PAIR) return examine_map(e, i, frame);
    if (i->code == I_BUILTIN && (i->c == B_MIN || i->c == B_MAX))
        return examine_extremum(e, i, frame);
    return engine_special(e, i, frame);
}

// What an operation of logic makes of operands of which one is none.
static double outcome_of_doubt(int code, double a, double b)
{
    if (code == I_AND && (a == 0 || b == 0)) return 0;
    if (code == I_OR && (a == 1 || b == 1)) return 1;
    return NAN;
}

static ModelOutcome examine_arithmetic(Engine *e, const Instruction *i, double *frame)
{
    double a = operand_value(e, frame, i->a), b = operand_value(e, frame, i->b);
    bool has_none = is_none(e, a) || (shape_of[i->code] == 'B' && is_none(e, b));
    frame[i->d] = arithmetic((InstructionCode)i->code, a, b);
    note_pole(e, text_of[i->code]);
    bool is_logic = i->code >= I_AND && i->code <= I_NOT;
    bool is_comparison = i->code >= I_LT && i->code <= I_NE;
    if (has_none && (is_logic || (is_comparison && !e->depth))) {
        if (is_comparison) doubt(e, text_of[i->code]);
        frame[i->d] = outcome_of_doubt(i->code, a, b);
        return MODEL_OK;
    }
    return has_none && !is_none(e, frame[i->d]) ? found(e, text_of[i->code]) : MODEL_OK;
}

static ModelOutcome examine_instruction(Engine *e, const Instruction *i, double *frame)
{
    return i->code < I_JUMP ? examine_arithmetic(e, i, frame) : examine_special(e, i, frame);
}

static ModelOutcome examine_routine(Engine *e, const Routine *r, double *frame)
{
    const Instruction *code = e->program->code + r->first;
    for (uint32_t at = 0; code[at].code != I_RETURN; at++) {
        const Instruction *i = &code[at];
        if (i->code == I_JUMP || i->code == I_JUMP_IF_ZERO) {
            double a = i->code == I_JUMP ? 0 : operand_value(e, frame, i->a);
            if (is_none(e, a) && e->examination->doubted) return found_doubted(e);
            if (is_none(e, a) && found(e, "if") != MODEL_OK) return MODEL_RETRY;
            if (a == 0) at = (uint32_t)i->c - 1;
            continue;
        }
        ModelOutcome o = examine_instruction(e, i, frame);
        if (frame == e->words && e->examination->operation && e->examination->at < 0)
            e->examination->at = (int32_t)(r->first + at);
        if (frame == e->words && e->examination->doubted && e->examination->doubted_at < 0)
            e->examination->doubted_at = (int32_t)(r->first + at);
        if (o != MODEL_OK) return o;
    }
    return MODEL_OK;
}

static ModelOutcome examine_function(Engine *e, int32_t function, double *frame)
{
    int32_t caller = e->examination->running;
    e->examination->running = function;
    ModelOutcome o = examine_routine(e, &e->program->functions[function].body, frame);
    e->examination->running = caller;
    return o;
}

// The first variable that is computed with it: what is written behind the place in the routine.
static int32_t slot_behind(const Engine *e, int32_t at)
{
    const Instruction *code = e->program->code;
    for (; at >= 0 && code[at].code != I_RETURN; at++) {
        const Instruction *i = &code[at];
        if (i->code == I_CALL) {
            const ProgramFunction *f = &e->program->functions[i->c];
            const int32_t *to = e->program->operands + i->d + f->n_inputs;
            for (int32_t k = 0; k < f->n_outputs; k++)
                if (to[k] < e->model.n_slots) return to[k];
        } else if ((i->code < I_JUMP || i->code == I_MOVE) && i->d < e->model.n_slots) {
            return i->d;
        }
    }
    return NO_SLOT;
}

// A variable that has the outcome of a comparison that is none.
static bool holds_doubt(const Engine *e, const double *before)
{
    const Model *m = &e->model;
    for (int32_t k = 0; k < m->n_variables; k++) {
        const VariableInfo *v = &m->variables[k];
        bool is_kept = v->slot >= 0 && v->kind == VALUE_BOOLEAN;
        if (is_kept && isnan(e->words[v->slot]) && !isnan(before[v->slot])) return true;
    }
    return false;
}

static void say_nothing(void *client, MessageKind kind, const char *origin, const char *text)
{
    (void)client, (void)kind, (void)origin, (void)text;
}

ModelOutcome engine_examine(void *self, const int32_t *routines, int32_t n, int32_t *slot)
{
    Engine *e = self;
    Examination x = {.at = -1};
    size_t bytes = (size_t)(e->program->n_words + 1) * sizeof *e->words, mark = e->stack_used;
    double *kept = engine_take(e, bytes);
    ModelOutcome (*run_function)(Engine *, int32_t, double *) = e->run_function;
    const ModelHost *host = e->host;
    if (!kept) return MODEL_OK;
    memcpy(kept, e->words, bytes);
    ModelHost quiet = *host;
    quiet.message = say_nothing;
    e->examination = &x;
    e->run_function = examine_function;
    e->host = &quiet;
    feclearexcept(FE_DIVBYZERO);
    for (int32_t k = 0; k < n && (!x.operation || x.function); k++)
        if (routines[k] != NO_ROUTINE)
            examine_routine(e, &e->program->routines[routines[k]], e->words);
    if (x.doubted && (!x.operation || x.function) && holds_doubt(e, kept)) found_doubted(e);
    e->run_function = run_function;
    e->host = host;
    e->examination = NULL;
    memcpy(e->words, kept, bytes);
    e->stack_used = mark;
    *slot = slot_behind(e, x.at);
    if (!x.operation) return MODEL_OK;
    engine_fail(e, -1, "%s%s%s'%s' is asked of %s", x.function ? "in '" : "",
                x.function ? x.function : "", x.function ? "': " : "", x.operation, x.of);
    return x.function ? MODEL_RETRY : MODEL_FATAL;
}
