// Elements and sizes of arrays, and checks of Integers, in native code.
//
// What can go wrong (no array, a subscript out of bounds, no exact Integer) is reported by the
// engine: the code for that lies behind the routine, stores what the message shows, and does not
// come back.
#include <stddef.h>

#include "program/native/native.h"

static void add_failure(Emitter *x, const Instruction *i, size_t jump)
{
    Failure f = {.instruction = i, .jump = jump};
    InstructionWords w = instruction_words(x->p, i);
    for (uint32_t k = 0; k < w.n_reads + w.n_list && f.n_stores < MOST_SHOWN; k++) {
        int32_t operand = k < w.n_reads ? w.reads[k] : w.list[k - w.n_reads];
        if (operand < 0 || x->words[operand].reg < 0) continue;
        f.words[f.n_stores] = operand;
        f.regs[f.n_stores++] = x->words[operand].reg;
    }
    VEC_PUSH(x->scratch, &x->failures, f);
}

static int8_t dimension_offset(int k)
{
    return (int8_t)(offsetof(Array, dims) + sizeof(int32_t) * (size_t)k);
}

// The subscript from 0, compared with its bound.
static void emit_subscript(Emitter *x, const Instruction *i, int k, int reg)
{
    int32_t operand = x->p->operands[i->c + k];
    if (operand < 0) {
        double value = x->p->constants[-1 - operand];
        machine_integer(&x->code, reg, value >= 1 && value < 1e9 ? (int32_t)value - 1 : -1);
    } else {
        machine_truncate(&x->code, reg, cache_where(x, operand));
        machine_add_integer(&x->code, reg, -1);
    }
    machine_compare_with(&x->code, reg, WORK_A, dimension_offset(k));
    add_failure(x, i, machine_jump_if(&x->code, IF_NOT_BELOW));
}

// WORK_A: the elements, WORK_B: the place of the one meant.
static void emit_place(Emitter *x, const Instruction *i, int32_t array)
{
    machine_load_address(&x->code, WORK_A, cache_where(x, array));
    machine_test_address(&x->code, WORK_A);
    add_failure(x, i, machine_jump_if(&x->code, IF_EQUAL));
    emit_subscript(x, i, 0, WORK_B);
    for (int k = 1; k < (int)i->n; k++) {
        emit_subscript(x, i, k, WORK_C);
        machine_multiply_by(&x->code, WORK_B, WORK_A, dimension_offset(k));
        machine_add_integers(&x->code, WORK_B, WORK_C);
    }
    machine_load_address(&x->code, WORK_A, at_address(WORK_A, (int32_t)offsetof(Array, data)));
}

static bool emit_element(Emitter *x, const Instruction *i)
{
    if (i->n < 1 || i->n > MOST_SUBSCRIPTS) return false;
    if (i->code == I_ELEMENT) {
        emit_place(x, i, i->a);
        int d = cache_result(x, i, 0);
        machine_load_indexed(&x->code, d, WORK_A, WORK_B);
        cache_set_result(x, i, d);
    } else {
        emit_place(x, i, i->d);
        machine_load(&x->code, SPARE, cache_where(x, i->a));
        machine_store_indexed(&x->code, WORK_A, WORK_B, SPARE);
    }
    return true;
}

static bool emit_size_of(Emitter *x, const Instruction *i)
{
    double k = i->b < 0 ? x->p->constants[-1 - i->b] : 0;
    if (!(k >= 1 && k <= MOST_DIMENSIONS)) return false;
    machine_load_address(&x->code, WORK_A, cache_where(x, i->a));
    machine_test_address(&x->code, WORK_A);
    add_failure(x, i, machine_jump_if(&x->code, IF_EQUAL));
    int d = cache_result(x, i, 0);
    machine_to_double(&x->code, d, WORK_A, dimension_offset((int)k - 1));
    cache_set_result(x, i, d);
    return true;
}

// Below 2^53 in size; anything else, NaN included, is told by the engine.
static bool emit_whole(Emitter *x, const Instruction *i)
{
    if (i->n) return false;
    CodeBuffer *c = &x->code;
    machine_load(c, SPARE, cache_where(x, i->a));
    machine_operate(c, SCALAR_AND_BITS, SPARE, SPARE, native_mask(MASK_ABS));
    machine_load(c, SCRATCH, native_mask(MASK_LIMIT));
    machine_compare_flags(c, SCRATCH, in_register(SPARE));
    add_failure(x, i, machine_jump_if(c, IF_BELOW_OR_EQUAL));
    machine_load(c, SPARE, cache_where(x, i->a));
    cache_read(x, i->a);
    int d = cache_result(x, i, 0);
    machine_operate(c, SCALAR_ADD, d, SPARE, native_mask(MASK_ZERO));
    cache_set_result(x, i, d);
    return true;
}

bool emit_checked(Emitter *x, const Instruction *i)
{
    switch ((InstructionCode)i->code) {
    case I_WHOLE: return emit_whole(x, i);
    case I_ELEMENT:
    case I_STORE: return emit_element(x, i);
    case I_SIZE: return emit_size_of(x, i);
    default: return false;
    }
}

void emit_failures(Emitter *x)
{
    for (uint32_t k = 0; k < x->failures.count; k++) {
        const Failure *f = &x->failures.data[k];
        machine_patch(&x->code, f->jump, x->code.count);
        for (uint32_t j = 0; j < f->n_stores; j++)
            machine_store(&x->code, FRAME, f->words[j] * 8, f->regs[j]);
        emit_engine_call(x, f->instruction);
        size_t exit = machine_jump(&x->code);
        VEC_PUSH(x->scratch, &x->exits, exit);
    }
}
