// Words in registers: thirteen xmm registers hold copies of words of the frame.
//
// A copy that was written and not yet stored is dirty. It is stored when its register is
// needed, before jumps, calls and labels, and never when nobody reads it any more. The word
// whose next use is farthest away gives up its register [Bel66].
#include "program/native/native.h"

#define FOUR_TIMES(bits) bits, bits, bits, bits
static const _Alignas(32) uint64_t bit_masks[] = {
    FOUR_TIMES(0x7FFFFFFFFFFFFFFFu), // of abs
    FOUR_TIMES(0x8000000000000000u), // of a sign
    FOUR_TIMES(0x3FF0000000000000u), // 1.0
    FOUR_TIMES(0u),
    FOUR_TIMES(0x4340000000000000u), // 2^53
};
#undef FOUR_TIMES

const WordUse native_unused_word = {NEVER, -1, -1, 0};
const LoopUse native_unused_in_loops = {-1, -1};

const void *native_masks(void)
{
    return bit_masks;
}

// ---- Addresses -----------------------------------------------------------------------------

Source native_address(const Emitter *x, int32_t id)
{
    int32_t size = x->code.is_wide ? 8 * PACKED : 8;
    return id < x->n_words ? at_address(FRAME, id * size)
                           : at_address(CONSTANTS, (id - x->n_words) * size);
}

// Inside a loop a word is also wanted by the next round, unless every round writes it before
// it reads it, in one basic block.
bool native_is_wanted(const Emitter *x, int32_t id)
{
    return native_is_persistent(x, id) || x->words[id].last_read > x->at ||
           (x->has_loops && x->loops[id].pending >= 0 && x->loops[id].loop_read >= x->at);
}

// ---- Cache ---------------------------------------------------------------------------------

static void cache_store(Emitter *x, int r)
{
    if (x->dirty[r] && native_is_wanted(x, x->word_in[r])) {
        Source to = native_address(x, x->word_in[r]);
        machine_store(&x->code, to.reg, to.offset, r);
    }
    x->dirty[r] = false;
}

static void cache_release(Emitter *x, int r)
{
    if (x->word_in[r] >= 0) x->words[x->word_in[r]].reg = -1;
    x->word_in[r] = -1;
    x->dirty[r] = false;
}

// Everything that is wanted is in memory afterwards; the registers stay valid copies.
void cache_store_all(Emitter *x)
{
    for (int r = 0; r < N_CACHE; r++)
        if (x->word_in[r] >= 0) cache_store(x, r);
}

void cache_forget_all(Emitter *x)
{
    for (int r = 0; r < N_CACHE; r++) cache_release(x, r);
}

// A register for a value, other than those in the bit set `keep`. While operands are brought in,
// what this instruction reads last is still wanted.
static int cache_take(Emitter *x, uint32_t keep, bool for_operand)
{
    int best = -1;
    int32_t farthest = -1;
    for (int r = 0; r < N_CACHE; r++) {
        if (keep >> r & 1) continue;
        if (x->word_in[r] < 0) return r;
        if (x->reads_next[r] > farthest) farthest = x->reads_next[r], best = r;
    }
    x->at -= for_operand;
    cache_store(x, best);
    x->at += for_operand;
    cache_release(x, best);
    return best;
}

static void cache_bind(Emitter *x, int r, int32_t id, int32_t next, bool dirty)
{
    int known = x->words[id].reg;
    if (known >= 0 && known != r) cache_release(x, known);
    if (x->word_in[r] >= 0 && x->word_in[r] != id) cache_release(x, r);
    x->word_in[r] = id;
    x->words[id].reg = (int16_t)r;
    x->reads_next[r] = next;
    x->dirty[r] = dirty;
}

int cache_load(Emitter *x, int32_t operand, int32_t next, uint32_t keep)
{
    int32_t id = native_id(x, operand);
    int r = x->words[id].reg;
    if (r < 0) {
        r = cache_take(x, keep, true);
        machine_load(&x->code, r, native_address(x, id));
        cache_bind(x, r, id, next, false);
    }
    x->reads_next[r] = next;
    return r;
}

// Where an operand is; brought into a register only when it is read again soon.
Source cache_locate(Emitter *x, int32_t operand, int32_t next, uint32_t keep)
{
    int32_t id = native_id(x, operand);
    if (x->words[id].reg < 0 && (next == NEVER || next - x->at > SOON))
        return native_address(x, id);
    return in_register(cache_load(x, operand, next, keep));
}

// The register for the result of an instruction; `reusable` one that dies with it, or -1.
int cache_result(Emitter *x, const Instruction *i, uint32_t keep)
{
    int r = x->words[i->d].reg;
    if (r >= 0 && !(keep >> r & 1)) return r;
    return cache_take(x, keep, false);
}

void cache_set_result(Emitter *x, const Instruction *i, int r)
{
    cache_bind(x, r, i->d, uses_here(x).d, true);
}

Source native_mask(int32_t which)
{
    return at_address(MASKS, which);
}

void cache_read(Emitter *x, int32_t operand)
{
    int32_t id = native_id(x, operand);
    int r = x->words[id].reg;
    if (r >= 0 && !native_is_wanted(x, id)) x->reads_next[r] = NEVER;
}

Source cache_where(const Emitter *x, int32_t operand)
{
    int32_t id = native_id(x, operand);
    return x->words[id].reg >= 0 ? in_register(x->words[id].reg) : native_address(x, id);
}
