// Array instructions: making, reading, writing, elementwise arithmetic.
#include <string.h>

#include "program/engine/arithmetic.h"
#include "program/engine/engine.h"

Array *engine_array(Engine *e, int32_t rank, const int32_t *dims)
{
    int64_t count = 1;
    for (int32_t k = 0; k < rank; k++) {
        count *= dims[k];
        if (count > (int64_t)e->stack_size) return NULL;
    }
    Array *a = engine_take(e, sizeof *a);
    double *data = engine_take(e, (size_t)count * sizeof *data);
    if (!a || !data) return NULL;
    *a = (Array){.rank = rank, .count = count, .data = data};
    memcpy(a->dims, dims, (size_t)rank * sizeof *dims);
    return a;
}

static ModelOutcome make_array(Engine *e, const Instruction *i, double *frame)
{
    const ArrayShape *shape = &e->program->shapes[i->a];
    Array *a = engine_array(e, shape->rank, shape->dims);
    if (!a) return engine_out_of_memory(e, -1);
    const int32_t *operands = e->program->operands + i->c;
    if (i->b)
        memcpy(a->data, frame + operands[0], i->n * sizeof *a->data);
    else
        for (uint32_t k = 0; k < i->n; k++) a->data[k] = operand_value(e, frame, operands[k]);
    frame[i->d] = array_word(a);
    return MODEL_OK;
}

static ModelOutcome make_sized_array(Engine *e, const Instruction *i, double *frame)
{
    int32_t dims[MOST_DIMENSIONS];
    if (i->n > MOST_DIMENSIONS) return engine_fail(e, i->b, "an array has too many dimensions");
    for (uint32_t k = 0; k < i->n; k++) {
        double size = operand_value(e, frame, e->program->operands[i->c + (int32_t)k]);
        if (!(size >= 0 && size < 1e9))
            return engine_fail(e, i->b, "dimension %u of '%s' has the size %.15g", k + 1,
                               i->b >= 0 ? e->program->sites[i->b].what : "an array", size);
        dims[k] = (int32_t)size;
    }
    Array *a = engine_array(e, (int32_t)i->n, dims);
    if (!a) return engine_out_of_memory(e, i->b);
    memset(a->data, 0, (size_t)a->count * sizeof *a->data);
    frame[i->d] = array_word(a);
    return MODEL_OK;
}

// The place of an element, or -1 after a message that names variable and subscript.
static int64_t element_place(Engine *e, const Instruction *i, const Array *a, const double *frame)
{
    int64_t at = 0;
    if (!a) {
        engine_fail(e, i->b, "'%s' has no value", i->b >= 0 ? e->program->sites[i->b].what : "");
        return -1;
    }
    for (uint32_t k = 0; k < i->n; k++) {
        double subscript = operand_value(e, frame, e->program->operands[i->c + (int32_t)k]);
        if (!(subscript >= 1 && subscript <= a->dims[k])) {
            engine_fail(e, i->b, "subscript %u of '%s' is %.15g, but the size is %d", k + 1,
                        i->b >= 0 ? e->program->sites[i->b].what : "an array", subscript,
                        a->dims[k]);
            return -1;
        }
        at = at * a->dims[k] + (int64_t)subscript - 1;
    }
    return at;
}

static ModelOutcome load_element(Engine *e, const Instruction *i, double *frame)
{
    const Array *a = word_array(operand_value(e, frame, i->a));
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
    a->data[at] = operand_value(e, frame, i->a);
    return MODEL_OK;
}

static ModelOutcome array_size(Engine *e, const Instruction *i, double *frame)
{
    const Array *a = word_array(operand_value(e, frame, i->a));
    double k = operand_value(e, frame, i->b);
    if (!a || !(k >= 1 && k <= a->rank))
        return engine_fail(e, i->c, "an array has no dimension %.15g", k);
    frame[i->d] = a->dims[(int)k - 1];
    return MODEL_OK;
}

static ModelOutcome map_array(Engine *e, const Instruction *i, double *frame)
{
    const Array *from = word_array(operand_value(e, frame, i->a));
    Array *to = engine_array(e, from->rank, from->dims);
    if (!to) return engine_out_of_memory(e, -1);
    InstructionCode code = (InstructionCode)i->c;
    for (int64_t k = 0; k < to->count; k++) to->data[k] = arithmetic(code, from->data[k], 0);
    frame[i->d] = array_word(to);
    return MODEL_OK;
}

// The usual four with their loops inside.
static void pair_elements(InstructionCode code, const double *x, bool x_moves, const double *y,
                          bool y_moves, Array *to)
{
    int64_t i = x_moves, j = y_moves, n = to->count;
    double *d = to->data;
    switch (code) {
    case I_ADD:
        for (int64_t k = 0; k < n; k++) d[k] = x[i * k] + y[j * k];
        break;
    case I_SUB:
        for (int64_t k = 0; k < n; k++) d[k] = x[i * k] - y[j * k];
        break;
    case I_MUL:
        for (int64_t k = 0; k < n; k++) d[k] = x[i * k] * y[j * k];
        break;
    default:
        for (int64_t k = 0; k < n; k++) d[k] = arithmetic(code, x[i * k], y[j * k]);
    }
}

static bool same_shape(const Array *a, const Array *b)
{
    return a->rank == b->rank && memcmp(a->dims, b->dims, (size_t)a->rank * sizeof *a->dims) == 0;
}

static ModelOutcome map_pair(Engine *e, const Instruction *i, double *frame)
{
    double a = operand_value(e, frame, i->a), b = operand_value(e, frame, i->b);
    const Array *x = i->n & 1 ? word_array(a) : NULL, *y = i->n & 2 ? word_array(b) : NULL;
    if (x && y && !same_shape(x, y))
        return engine_fail(e, (int32_t)(i->n >> 2), "the sizes of the operands of '%s' differ",
                           instruction_text((InstructionCode)i->c));
    const Array *shape = x ? x : y;
    Array *to = engine_array(e, shape->rank, shape->dims);
    if (!to) return engine_out_of_memory(e, -1);
    pair_elements((InstructionCode)i->c, x ? x->data : &a, x, y ? y->data : &b, y, to);
    frame[i->d] = array_word(to);
    return MODEL_OK;
}

// The variable's own memory is used again when the size stays. Otherwise, for a variable of
// declared size, the assignment is wrong; for one with ":" it takes the place at the mark.
static ModelOutcome keep_array(Engine *e, const Instruction *i, double *frame)
{
    Array *from = word_array(operand_value(e, frame, i->a)), *to = word_array(frame[i->d]);
    if (!from) return engine_fail(e, i->c, "an array without a value is assigned");
    engine_release(e, operand_value(e, frame, i->b));
    if (to && same_shape(to, from)) {
        memmove(to->data, from->data, (size_t)from->count * sizeof *to->data);
        return MODEL_OK;
    }
    if (to && i->n != 1)
        return engine_fail(e, i->c, "the sizes of the two sides of the assignment to '%s' differ",
                           i->c >= 0 ? e->program->sites[i->c].what : "an array");
    // The source may overlap the new place, header first: it is read before anything is written.
    Array source = *from;
    Array *kept = engine_array(e, source.rank, source.dims);
    if (!kept) return engine_out_of_memory(e, i->c);
    double *data = kept->data;
    memmove(data, source.data, (size_t)source.count * sizeof *data);
    frame[i->d] = array_word(kept);
    e->floor = e->stack_used;
    return MODEL_OK;
}

ModelOutcome array_instruction(Engine *e, const Instruction *i, double *frame)
{
    switch (i->code) {
    case I_ARRAY: return make_array(e, i, frame);
    case I_ARRAY_NEW: return make_sized_array(e, i, frame);
    case I_ELEMENT: return load_element(e, i, frame);
    case I_STORE: return store_element(e, i, frame);
    case I_SIZE: return array_size(e, i, frame);
    case I_MAP: return map_array(e, i, frame);
    case I_MAP_PAIR: return map_pair(e, i, frame);
    case I_KEEP_ARRAY: return keep_array(e, i, frame);
    default: return engine_fail(e, -1, "an instruction that no engine knows");
    }
}
