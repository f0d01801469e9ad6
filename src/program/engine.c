// The run-time side of instructions that are more than arithmetic: relations, arrays, calls.
#include "program/engine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Frames and arrays of functions under way. A recursion that fills it is reported.
enum { STACK_BYTES = 64 << 20, MOST_CALLS = 2000 };

Engine *engine_open(const Program *p, Arena *out)
{
    Engine *e = ARENA_NEW(out, Engine);
    e->program = p;
    e->arena = out;
    e->words = ARENA_ARRAY(out, double, p->n_words + 1);
    e->stack_size = STACK_BYTES;
    e->stack = arena_alloc(out, STACK_BYTES, 64); // untouched pages cost nothing
    e->model = p->model;
    e->model.self = e;
    e->model.v = e->words;
    e->model.mode = &e->mode;
    e->model.host = &e->host;
    e->model.close = engine_close;
    return e;
}

void engine_close(void *self)
{
    (void)self; // everything lives in the arena
}

void *engine_take(Engine *e, size_t bytes)
{
    bytes = (bytes + 15) & ~(size_t)15;
    if (e->stack_size - e->stack_used < bytes) return NULL;
    void *p = e->stack + e->stack_used;
    e->stack_used += bytes;
    return p;
}

ModelOutcome engine_fail(Engine *e, const char *origin, const char *text)
{
    if (e->host) e->host->message(e->host->client, true, origin, text);
    return MODEL_RETRY;
}

Array *engine_array(Engine *e, int32_t rank, const int32_t *dims)
{
    int64_t count = 1;
    for (int32_t k = 0; k < rank; k++) count *= dims[k];
    Array *a = engine_take(e, sizeof *a);
    double *data = count < 0 ? NULL : engine_take(e, (size_t)count * sizeof *data);
    if (!a || !data) return NULL;
    *a = (Array){.rank = rank, .count = count, .data = data};
    memcpy(a->dims, dims, (size_t)rank * sizeof *dims);
    memset(data, 0, (size_t)count * sizeof *data);
    return a;
}

static double value(const Engine *e, const double *frame, int32_t operand)
{
    return operand >= 0 ? frame[operand] : e->program->constants[-1 - operand];
}

// ---- Relations -----------------------------------------------------------------------------

static double compare(InstructionCode code, double a, double b)
{
    switch (code) {
    case I_LT: return a < b;
    case I_LE: return a <= b;
    case I_GT: return a > b;
    case I_GE: return a >= b;
    case I_EQ: return a == b;
    default: return a != b;
    }
}

static ModelOutcome relation(Engine *e, const Instruction *i, double *frame)
{
    const RelationInfo *r = &e->model.relations[i->c];
    double *memory = &e->words[r->memory_slot];
    bool forced = r->forced_slot != NO_SLOT && e->words[r->forced_slot] != 0;
    if (e->mode != MODE_INTEGRATE && !forced) {
        double a = value(e, frame, i->a);
        *memory = i->code == I_STEP
                      ? floor(a)
                      : compare(e->program->relations[i->c].comparison, a, value(e, frame, i->b));
    }
    frame[i->d] = *memory;
    return MODEL_OK;
}

// ---- Arrays --------------------------------------------------------------------------------

static ModelOutcome make_array(Engine *e, const Instruction *i, double *frame)
{
    const ArrayShape *shape = &e->program->shapes[i->a];
    Array *a = engine_array(e, shape->rank, shape->dims);
    if (!a) return engine_fail(e, NULL, "out of memory for arrays in functions");
    const int32_t *operands = e->program->operands + i->c;
    for (uint32_t k = 0; k < i->n; k++) a->data[k] = value(e, frame, operands[k]);
    frame[i->d] = array_word(a);
    return MODEL_OK;
}

static ModelOutcome make_sized_array(Engine *e, const Instruction *i, double *frame)
{
    int32_t dims[6];
    for (uint32_t k = 0; k < i->n; k++) {
        double size = value(e, frame, e->program->operands[i->c + (int32_t)k]);
        if (!(size >= 0 && size < 1e9)) return engine_fail(e, NULL, "an array size is negative");
        dims[k] = (int32_t)size;
    }
    Array *a = engine_array(e, i->n, dims);
    if (!a) return engine_fail(e, NULL, "out of memory for arrays in functions");
    frame[i->d] = array_word(a);
    return MODEL_OK;
}

static ModelOutcome copy_array(Engine *e, const Instruction *i, double *frame)
{
    const Array *from = word_array(value(e, frame, i->a));
    Array *a = engine_array(e, from->rank, from->dims);
    if (!a) return engine_fail(e, NULL, "out of memory for arrays in functions");
    memcpy(a->data, from->data, (size_t)a->count * sizeof *a->data);
    frame[i->d] = array_word(a);
    return MODEL_OK;
}

// The place of an element, or -1 after a message that names variable and subscript.
static int64_t element_place(Engine *e, const Instruction *i, const Array *a, const double *frame)
{
    int64_t at = 0;
    for (uint32_t k = 0; k < i->n; k++) {
        double subscript = value(e, frame, e->program->operands[i->c + (int32_t)k]);
        if (!(subscript >= 1 && subscript <= a->dims[k])) {
            const Site *s = i->b >= 0 ? &e->program->sites[i->b] : NULL;
            char text[200];
            snprintf(text, sizeof text, "subscript %u of '%s' is %.15g, but the size is %d", k + 1,
                     s ? s->what : "an array", subscript, a->dims[k]);
            engine_fail(e, s ? s->origin : NULL, text);
            return -1;
        }
        at = at * a->dims[k] + (int64_t)subscript - 1;
    }
    return at;
}

static ModelOutcome load_element(Engine *e, const Instruction *i, double *frame)
{
    const Array *a = word_array(value(e, frame, i->a));
    int64_t at = element_place(e, i, a, frame);
    if (at < 0) return MODEL_RETRY;
    frame[i->d] = a->data[at];
    return MODEL_OK;
}

static ModelOutcome store_element(Engine *e, const Instruction *i, double *frame)
{
    Array *a = word_array(frame[i->d]);
    int64_t at = element_place(e, i, a, frame);
    if (at < 0) return MODEL_RETRY;
    a->data[at] = value(e, frame, i->a);
    return MODEL_OK;
}

// ---- The rest ------------------------------------------------------------------------------

static ModelOutcome assertion(Engine *e, const Instruction *i, const double *frame)
{
    if (value(e, frame, i->a) != 0) return MODEL_OK;
    const Site *s = &e->program->sites[i->c];
    return engine_fail(e, s->origin, word_string(value(e, frame, i->b)));
}

ModelOutcome engine_special(Engine *e, const Instruction *i, double *frame)
{
    switch (i->code) {
    case I_RELATION:
    case I_STEP: return relation(e, i, frame);
    case I_DELAYED:
        frame[i->d] = e->host->delayed(e->host->client, i->c, value(e, frame, i->a));
        return MODEL_OK;
    case I_SOLVE: return e->host->solve_block(e->host->client, i->c);
    case I_ASSERT: return assertion(e, i, frame);
    case I_CALL: return engine_call(e, i, frame);
    case I_CALL_ROUTINE: return e->model.call(e, i->c);
    case I_ARRAY: return make_array(e, i, frame);
    case I_ARRAY_NEW: return make_sized_array(e, i, frame);
    case I_ARRAY_COPY: return copy_array(e, i, frame);
    case I_ELEMENT: return load_element(e, i, frame);
    case I_STORE: return store_element(e, i, frame);
    case I_SIZE: {
        const Array *a = word_array(value(e, frame, i->a));
        double k = value(e, frame, i->b);
        frame[i->d] = k >= 1 && k <= a->rank ? a->dims[(int)k - 1] : 0;
        return MODEL_OK;
    }
    default: return engine_fail(e, NULL, "an instruction that this engine does not know");
    }
}

ModelOutcome engine_call(Engine *e, const Instruction *i, double *frame)
{
    const ProgramFunction *f = &e->program->functions[i->c];
    const int32_t *operands = e->program->operands + i->d;
    if (f->external) return engine_fail(e, f->name, "external functions cannot be called yet");
    if (e->depth >= MOST_CALLS) return engine_fail(e, f->name, "the recursion is too deep");
    double *inner = engine_take(e, (size_t)f->n_words * sizeof *inner);
    if (!inner) return engine_fail(e, f->name, "out of memory for function calls");
    memset(inner, 0, (size_t)f->n_words * sizeof *inner);
    for (int32_t k = 0; k < f->n_inputs; k++) inner[k] = value(e, frame, operands[k]);
    e->depth++;
    ModelOutcome o = engine_run(e, &f->body, inner);
    e->depth--;
    if (o != MODEL_OK) return o;
    for (int32_t k = 0; k < f->n_outputs; k++)
        if (operands[f->n_inputs + k] >= 0)
            frame[operands[f->n_inputs + k]] = inner[f->n_inputs + k];
    return MODEL_OK;
}
