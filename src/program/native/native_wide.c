// Machine code for four runs at a time: the words of the runs stand side by side, and every
// instruction on doubles becomes the packed one (CodeBuffer.is_wide). Jumps are taken together or
// not at all; functions of libm are called four times; whatever else a routine does is left to the
// scalar code.
#include <string.h>

#include "program/native/native.h"

struct WideEngine {
    Engine *engine; // what I_SOLVE asks
    CodeBuffer code;
    size_t *routines; // offsets
    double *words;
};

// ---- Instructions ------------------------------------------------------------------------------

enum { N_SPARE_WORDS = 2 }; // behind those of the frame: operands of calls

static Source spare_word(const Emitter *x, int k)
{
    return at_address(FRAME, 8 * PACKED * (x->n_words + k));
}

static void call_one(double *operands, double (*f)(double))
{
    for (int k = 0; k < PACKED; k++) operands[k] = f(operands[k]);
}

static void call_two(double *operands, double (*f)(double, double))
{
    for (int k = 0; k < PACKED; k++) operands[k] = f(operands[k], operands[PACKED + k]);
}

void wide_call_of(Emitter *x, const Instruction *i)
{
    CodeBuffer *c = &x->code;
    bool has_two = instruction_has_two(i);
    cache_store_all(x);
    machine_load(c, SPARE, cache_where(x, i->a));
    machine_store_packed(c, spare_word(x, 0), SPARE);
    if (has_two) {
        machine_load(c, SPARE, cache_where(x, i->b));
        machine_store_packed(c, spare_word(x, 1), SPARE);
    }
    machine_end_packed(c);
    machine_offset_address(c, FIRST_ARGUMENT, FRAME, spare_word(x, 0).offset);
    machine_constant(c, SECOND_ARGUMENT,
                     (uint64_t)(uintptr_t)native_function_address((InstructionCode)i->code));
    machine_call(c,
                 has_two ? (const void *)(uintptr_t)call_two : (const void *)(uintptr_t)call_one);
    machine_load(c, 0, spare_word(x, 0));
    cache_forget_all(x);
    cache_set_result(x, i, 0);
}

static void diverge(Emitter *x)
{
    machine_integer(&x->code, WORK_A, WIDE_DIVERGES);
    size_t exit = machine_jump(&x->code);
    VEC_PUSH(x->scratch, &x->exits, exit);
}

void wide_jump_if_zero(Emitter *x, const Instruction *i)
{
    CodeBuffer *c = &x->code;
    int ra = cache_load(x, i->a, uses_here(x).a, 0);
    cache_store_all(x);
    machine_compare_mask(c, COMPARE_EQ, SPARE, ra, native_mask(MASK_ZERO));
    machine_mask_bits(c, WORK_A, SPARE);
    machine_compare_integer(c, WORK_A, (1 << PACKED) - 1);
    native_add_jump(x, machine_jump_if(c, IF_EQUAL), i->c);
    machine_compare_integer(c, WORK_A, 0);
    size_t none = machine_jump_if(c, IF_EQUAL);
    diverge(x);
    machine_patch(c, none, c->count);
}

void wide_special(Emitter *x, const Instruction *i)
{
    if (i->code != I_SOLVE) {
        diverge(x);
        cache_forget_all(x);
        return;
    }
    x->at--; // what the loop reads must be in memory, also when it dies with it
    cache_store_all(x);
    x->at++;
    machine_end_packed(&x->code);
    emit_engine_call(x, i);
    emit_exit_on_failure(x);
    cache_forget_all(x);
}

// ---- The engine
// ----------------------------------------------------------------------------------

static const double *four_times(const double *numbers, uint32_t n, Arena *out)
{
    double *wide = arena_alloc(out, (size_t)(n + 1) * PACKED * sizeof *wide, 32);
    for (uint32_t i = 0; i < n * PACKED; i++) wide[i] = numbers[i / PACKED];
    return wide;
}

WideEngine *program_native_wide(const Program *p, const ModelHost *host, Arena *out)
{
    WideEngine *w = ARENA_NEW(out, WideEngine);
    Emitter x = {.p = p, .scratch = arena_open("wide code")};
    arena_own(x.scratch, native_discard_code, &x.code);
    machine_open(&x.code, false);
    bool ok = machine_is_known() && x.code.has_packed;
    x.code.is_wide = true;
    x.constants = four_times(p->constants, p->n_constants, out);
    w->routines = ARENA_ARRAY(out, size_t, p->n_routines + 1);
    if (ok) native_open_tables(&x);
    for (uint32_t i = 0; ok && i < p->n_routines; i++)
        w->routines[i] = native_emit_routine(&x, &p->routines[i], p->n_words, 0, p->model.n_slots);
    ok = ok && !x.code.failed && machine_finish(&x.code);
    if (ok) {
        w->code = x.code;
        x.code = (CodeBuffer){0};
        arena_own(out, native_discard_code, &w->code);
    }
    arena_close(x.scratch);
    if (!ok) return NULL;
    size_t n = (size_t)(p->n_words + N_SPARE_WORDS) * PACKED;
    w->words = arena_alloc(out, n * sizeof *w->words, 32);
    memset(w->words, 0, n * sizeof *w->words);
    w->engine = engine_open(p, out);
    w->engine->host = host;
    return w;
}

double *wide_words(const WideEngine *w)
{
    return w->words;
}

int wide_call(WideEngine *w, int32_t routine)
{
    int (*code)(Engine *, double *);
    if (routine == NO_ROUTINE) return 0;
    const uint8_t *address = w->code.bytes + w->routines[routine];
    memcpy(&code, &address, sizeof code);
    return code(w->engine, w->words);
}
