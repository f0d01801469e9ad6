// remembered.c -- functions whose values the engine keeps for arguments that come again.
//
// Properties of a medium are asked for one by one, and each function finds the same state anew;
// what the derivatives needed at a point is needed for events, matrices and outputs there. A
// function that takes and returns numbers alone, without effects, gives the same bits for the same
// bits. It is worth remembering when it costs more than the look-up: loops, and long code.
#include <string.h>

#include "program/lower/lowering.h"

// In instructions of arithmetic; a look-up takes as long as some thirty of them [M41].
enum { LEAST_COST = 150, COST_OF_LOOP = 200, COST_OF_POWER = 15, HIGHEST_COST = 1 << 20 };
enum { MOST_WORDS = REMEMBERED_WORDS };

static int32_t cost_of(const Instruction *i)
{
    switch ((InstructionCode)i->code) {
    case I_POW:
    case I_EXP:
    case I_LOG:
    case I_LOG10:
    case I_SIN:
    case I_COS:
    case I_TAN:
    case I_ATAN:
    case I_ATAN2:
    case I_TANH: return COST_OF_POWER;
    case I_ARRAY:
    case I_ARRAY_NEW:
    case I_MAP:
    case I_MAP_PAIR:
    case I_KEEP_ARRAY:
    case I_BUILTIN: return COST_OF_POWER;
    case I_EXTERNAL: return COST_OF_LOOP;
    default: return 1;
    }
}

static bool has_effect(const Instruction *i)
{
    return i->code == I_MESSAGE || i->code == I_EXTERNAL || i->code == I_DELAYED ||
           i->code == I_TRANSPORTED || i->code == I_SOLVE || i->code == I_KEEP_FOREVER;
}

// Linear algebra keeps nothing. What is written in C may, unless it is declared to be pure.
static bool is_settled(const Builder *b, const Instruction *i)
{
    if (i->code != I_EXTERNAL) return false;
    const ProgramExternal *e = &b->externals.data[i->c];
    return !e->is_impure && !strcmp(e->language, "FORTRAN 77");
}

// When all that it calls is judged; what is open still calls itself, and is not pure.
static void judge(const Builder *b, uint32_t function, Worth *worths)
{
    Worth w = {.is_pure = true, .is_settled = true, .is_judged = true};
    const Routine *body = &b->functions.data[function].body;
    for (uint32_t k = 0; k < body->count; k++) {
        const Instruction *i = &b->code.data[body->first + k];
        bool is_jump = i->code == I_JUMP || i->code == I_JUMP_IF_ZERO;
        bool is_call = i->code == I_CALL;
        w.cost += is_jump && (uint32_t)i->c <= k ? COST_OF_LOOP : cost_of(i);
        w.cost += is_call ? worths[i->c].cost : 0;
        w.is_pure &= is_call ? worths[i->c].is_pure : !has_effect(i);
        w.is_settled &= is_call ? worths[i->c].is_settled : !has_effect(i) || is_settled(b, i);
        if (w.cost > HIGHEST_COST) w.cost = HIGHEST_COST;
    }
    worths[function] = w;
}

// Callees first: depth first search with a stack of its own.
static void find_worths(Arena *scratch, const Builder *b, Worth *worths)
{
    typedef struct Frame {
        uint32_t function, next;
    } Frame;
    VEC(Frame) stack = {0};
    for (uint32_t root = 0; root < b->functions.count; root++) {
        if (!worths[root].is_judged) VEC_PUSH(scratch, &stack, ((Frame){root, 0}));
        while (stack.count) {
            Frame *top = &VEC_LAST(&stack);
            const Routine *body = &b->functions.data[top->function].body;
            worths[top->function].is_open = true;
            uint32_t called = UINT32_MAX;
            for (; top->next < body->count && called == UINT32_MAX; top->next++) {
                const Instruction *i = &b->code.data[body->first + top->next];
                bool is_new = i->code == I_CALL && !worths[i->c].is_open && !worths[i->c].is_judged;
                if (is_new) called = (uint32_t)i->c;
            }
            if (called != UINT32_MAX) {
                VEC_PUSH(scratch, &stack, ((Frame){called, 0}));
                continue;
            }
            judge(b, top->function, worths);
            (void)VEC_POP(&stack);
        }
    }
}

static bool takes_addresses(Lowering *l, const Function *f)
{
    TypeVec types = {0};
    for (uint32_t i = 0; i < f->n_inputs; i++) word_types(l, f->locals[i].type, &types);
    for (uint32_t w = 0; w < types.count; w++)
        if (type_is_address(types.data[w])) return true;
    return false;
}

const Worth *judge_functions(Lowering *l)
{
    Worth *worths = ARENA_ARRAY(l->scratch, Worth, l->b.functions.count + 1);
    find_worths(l->scratch, &l->b, worths);
    return worths;
}

bool is_worth_remembering(Lowering *l, const Worth *worths, uint32_t function)
{
    const ProgramFunction *f = &l->b.functions.data[function];
    const Function *source = l->functions.data[function];
    bool is_pure = !source->is_impure && worths[function].is_pure;
    bool fits = f->n_inputs > 0 && f->n_outputs > 0 && f->n_inputs + f->n_outputs <= MOST_WORDS;
    return is_pure && fits && worths[function].cost >= LEAST_COST && !f->returns_addresses &&
           !takes_addresses(l, source);
}

void choose_remembered(Lowering *l)
{
    const Worth *worths = judge_functions(l);
    for (uint32_t i = 0; i < l->b.functions.count; i++)
        l->b.functions.data[i].is_remembered = is_worth_remembering(l, worths, i);
}
