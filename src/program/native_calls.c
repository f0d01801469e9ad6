// Calls of functions in native code: the frame is taken from the engine's stack, arguments are
// copied as words, and the code of the function is called where it lies. What engine_call does,
// without the way through it; that is left for a stack or a recursion that is at its end.
#include <stddef.h>

#include "program/native.h"

// Frames with more words that must be cleared are left to the engine.
enum { MOST_CLEARED = 1000 };

#define ENGINE(field) at_address(RCX, (int32_t)offsetof(Engine, field))

static void leave_on_failure(Emitter *x)
{
    x86_test_result(&x->code);
    size_t exit = x86_jump_if(&x->code, IF_NOT_EQUAL);
    VEC_PUSH(x->scratch, &x->exits, exit);
}

void emit_engine_call(Emitter *x, const Instruction *i)
{
    uint64_t handler =
        i->code == I_CALL ? (uint64_t)(uintptr_t)engine_call : (uint64_t)(uintptr_t)engine_special;
    x86_move(&x->code, RDI, R12);
    x86_constant(&x->code, RSI, (uint64_t)(uintptr_t)i);
    x86_move(&x->code, RDX, RBX);
    x86_constant(&x->code, RAX, handler);
    x86_call(&x->code, RAX);
    leave_on_failure(x);
}

// rcx: the engine, rax: the frame, rdx: its end as an offset in the stack. Jumps to be patched
// when the stack or the number of nested calls does not suffice.
static void take_frame(Emitter *x, const ProgramFunction *f, size_t *full, size_t *deep)
{
    CodeBuffer *c = &x->code;
    x86_move(c, RCX, R12);
    x86_load_address(c, RAX, ENGINE(stack_used));
    x86_offset_address(c, RDX, RAX, (int32_t)engine_frame_bytes(f));
    x86_compare_address(c, RDX, ENGINE(stack_size));
    *full = x86_jump_if(c, IF_ABOVE);
    x86_compare_integer(c, RCX, (int32_t)offsetof(Engine, depth), MOST_CALLS);
    *deep = x86_jump_if(c, IF_NOT_BELOW);
    x86_store_address(c, RCX, (int32_t)offsetof(Engine, stack_used), RDX);
    x86_change_integer(c, RCX, (int32_t)offsetof(Engine, depth), 1);
    x86_add_address(c, RAX, ENGINE(stack));
}

static void clear_words(Emitter *x, int32_t k, int32_t end)
{
    CodeBuffer *c = &x->code;
    if (c->has_avx && k + PACKED <= end) {
        x86_operate_packed(c, X_XOR_BITS, 0, 0, in_register(0));
        for (; k + PACKED <= end; k += PACKED) x86_store_packed(c, at_address(RAX, 8 * k), 0);
        x86_end_packed(c);
    }
    if (k < end) x86_integer(c, RDX, 0);
    for (; k < end; k++) x86_store_address(c, RAX, 8 * k, RDX);
}

// Temporaries are written before they are read; variables begin with zero.
static void fill_frame(Emitter *x, const ProgramFunction *f, const int32_t *operands)
{
    for (int32_t k = 0; k < f->n_inputs; k++) {
        x86_load_address(&x->code, RDX, native_address(x, native_id(x, operands[k])));
        x86_store_address(&x->code, RAX, 8 * k, RDX);
    }
    clear_words(x, f->n_inputs, f->n_variables);
}

// Numbers are copied; arrays and strings stay where they are until the caller releases.
static void take_results(Emitter *x, const ProgramFunction *f, const int32_t *to)
{
    if (!f->returns_addresses) {
        x86_move(&x->code, RAX, RSI);
        x86_subtract_address(&x->code, RAX, ENGINE(stack));
        x86_store_address(&x->code, RCX, (int32_t)offsetof(Engine, stack_used), RAX);
    }
    for (int32_t k = 0; k < f->n_outputs; k++) {
        x86_load_address(&x->code, RDX, at_address(RSI, 8 * (f->n_inputs + k)));
        x86_store_address(&x->code, RBX, 8 * to[k], RDX);
    }
}

// The frame and the floor are kept on the machine's stack, two words: it stays aligned.
void emit_function_call(Emitter *x, const Instruction *i)
{
    const ProgramFunction *f = &x->p->functions[i->c];
    const int32_t *operands = x->p->operands + i->d;
    if (f->n_variables - f->n_inputs > MOST_CLEARED) {
        emit_engine_call(x, i);
        return;
    }
    CodeBuffer *c = &x->code;
    size_t full, deep;
    take_frame(x, f, &full, &deep);
    fill_frame(x, f, operands);
    x86_load_address(c, RDX, ENGINE(floor));
    x86_push(c, RDX);
    x86_push(c, RAX);
    x86_move(c, RDI, RCX);
    x86_move(c, RSI, RAX);
    size_t call = x86_call_later(c);
    VEC_PUSH(x->scratch, &x->calls, call);
    VEC_PUSH(x->scratch, &x->called, i->c);
    x86_pop(c, RSI);
    x86_pop(c, RDX);
    x86_move(c, RCX, R12);
    x86_store_address(c, RCX, (int32_t)offsetof(Engine, floor), RDX);
    x86_change_integer(c, RCX, (int32_t)offsetof(Engine, depth), -1);
    leave_on_failure(x);
    take_results(x, f, operands + f->n_inputs);
    size_t done = x86_jump(c);
    x86_patch(c, full, c->count);
    x86_patch(c, deep, c->count);
    emit_engine_call(x, i); // says what is the matter
    x86_patch(c, done, c->count);
}

void patch_function_calls(Emitter *x, const size_t *functions)
{
    for (uint32_t k = 0; k < x->calls.count; k++)
        x86_patch(&x->code, x->calls.data[k], functions[x->called.data[k]]);
}
