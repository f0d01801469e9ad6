// Calls of functions in native code: the frame is taken from the engine's stack, arguments are
// copied as words, and the code of the function is called where it lies. What engine_call does,
// without the way through it; that is left for a stack or a recursion that is at its end.
#include <stddef.h>

#include "program/native/native.h"

// Frames with more words that must be cleared are left to the engine.
enum { MOST_CLEARED = 1000 };

#define OFFSET(field) ((int32_t)offsetof(Engine, field))

void emit_engine_call(Emitter *x, const Instruction *i)
{
    machine_move(&x->code, FIRST_ARGUMENT, ENGINE);
    machine_constant(&x->code, SECOND_ARGUMENT, (uint64_t)(uintptr_t)i);
    machine_move(&x->code, THIRD_ARGUMENT, FRAME);
    machine_call(&x->code,
                 (const void *)(uintptr_t)(i->code == I_CALL ? engine_call : engine_special));
}

void emit_exit_on_failure(Emitter *x)
{
    machine_test_result(&x->code);
    size_t exit = machine_jump_if(&x->code, IF_NOT_EQUAL);
    VEC_PUSH(x->scratch, &x->exits, exit);
}

// WORK_A: the frame. Jumps to be patched when the stack or the number of nested calls does not
// suffice.
static void take_frame(Emitter *x, const ProgramFunction *f, size_t *full, size_t *deep)
{
    CodeBuffer *c = &x->code;
    machine_load_address(c, WORK_A, at_address(ENGINE, OFFSET(stack_used)));
    machine_offset_address(c, WORK_C, WORK_A, (int32_t)engine_frame_bytes(f));
    machine_compare_address(c, WORK_C, at_address(ENGINE, OFFSET(stack_size)));
    *full = machine_jump_if(c, IF_ABOVE);
    machine_compare_memory(c, ENGINE, OFFSET(depth), MOST_CALLS);
    *deep = machine_jump_if(c, IF_NOT_BELOW);
    machine_store_address(c, ENGINE, OFFSET(stack_used), WORK_C);
    machine_change(c, ENGINE, OFFSET(depth), 1);
    machine_add_address(c, WORK_A, at_address(ENGINE, OFFSET(stack)));
}

// Whether a call of a function that is remembered is made without a look; a jump to be patched
// where it is not.
static size_t pass_look(Emitter *x, int32_t function)
{
    CodeBuffer *c = &x->code;
    machine_load_address(c, WORK_A, at_address(ENGINE, OFFSET(passes)));
    machine_offset_address(c, WORK_A, WORK_A, (int32_t)sizeof(int32_t) * function);
    machine_compare_memory(c, WORK_A, 0, 0);
    size_t looks = machine_jump_if(c, IF_EQUAL);
    machine_change(c, WORK_A, 0, -1);
    return looks;
}

static void clear_words(Emitter *x, int32_t k, int32_t end)
{
    CodeBuffer *c = &x->code;
    if (c->has_packed && k + PACKED <= end) {
        machine_operate_packed(c, SCALAR_XOR_BITS, 0, 0, in_register(0));
        for (; k + PACKED <= end; k += PACKED)
            machine_store_packed(c, at_address(WORK_A, 8 * k), 0);
        machine_end_packed(c);
    }
    if (k < end) machine_integer(c, WORK_C, 0);
    for (; k < end; k++) machine_store_address(c, WORK_A, 8 * k, WORK_C);
}

// Temporaries are written before they are read; variables begin with zero.
static void fill_frame(Emitter *x, const ProgramFunction *f, const int32_t *operands)
{
    for (int32_t k = 0; k < f->n_inputs; k++) {
        machine_load_address(&x->code, WORK_C, native_address(x, native_id(x, operands[k])));
        machine_store_address(&x->code, WORK_A, 8 * k, WORK_C);
    }
    clear_words(x, f->n_inputs, f->n_variables);
}

// WORK_B: the frame. Numbers are copied; arrays and strings stay where they are until the caller
// releases.
static void take_results(Emitter *x, const ProgramFunction *f, const int32_t *to)
{
    CodeBuffer *c = &x->code;
    if (!f->returns_addresses) {
        machine_move(c, WORK_A, WORK_B);
        machine_subtract_address(c, WORK_A, at_address(ENGINE, OFFSET(stack)));
        machine_store_address(c, ENGINE, OFFSET(stack_used), WORK_A);
    }
    for (int32_t k = 0; k < f->n_outputs; k++) {
        machine_load_address(c, WORK_C, at_address(WORK_B, 8 * (f->n_inputs + k)));
        machine_store_address(c, FRAME, 8 * to[k], WORK_C);
    }
}

static void call_with_frame(Emitter *x, int32_t function)
{
    CodeBuffer *c = &x->code;
    machine_load_address(c, WORK_C, at_address(ENGINE, OFFSET(floor)));
    machine_save(c, WORK_C, WORK_A);
    machine_move(c, FIRST_ARGUMENT, ENGINE);
    machine_move(c, SECOND_ARGUMENT, WORK_A);
    size_t call = machine_call_later(c);
    VEC_PUSH(x->scratch, &x->calls, call);
    VEC_PUSH(x->scratch, &x->called, function);
    machine_restore(c, WORK_C, WORK_B);
    machine_store_address(c, ENGINE, OFFSET(floor), WORK_C);
    machine_change(c, ENGINE, OFFSET(depth), -1);
    emit_exit_on_failure(x);
}

void emit_function_call(Emitter *x, const Instruction *i)
{
    const ProgramFunction *f = &x->p->functions[i->c];
    const int32_t *operands = x->p->operands + i->d;
    CodeBuffer *c = &x->code;
    if (f->n_variables - f->n_inputs > MOST_CLEARED || f->kept_arrays) {
        emit_engine_call(x, i);
        emit_exit_on_failure(x);
        return;
    }
    size_t looks = f->is_remembered ? pass_look(x, i->c) : 0, full, deep;
    take_frame(x, f, &full, &deep);
    fill_frame(x, f, operands);
    call_with_frame(x, i->c);
    take_results(x, f, operands + f->n_inputs);
    size_t done = machine_jump(c);
    machine_patch(c, full, c->count);
    machine_patch(c, deep, c->count);
    if (looks) machine_patch(c, looks, c->count);
    emit_engine_call(x, i); // looks, or says what is the matter
    emit_exit_on_failure(x);
    machine_patch(c, done, c->count);
}

void patch_function_calls(Emitter *x, const size_t *functions)
{
    for (uint32_t k = 0; k < x->calls.count; k++)
        machine_patch(&x->code, x->calls.data[k], functions[x->called.data[k]]);
}
