// The interpreter: portable, and the oracle for native code and C text.
#include "program/engine/arithmetic.h"
#include "program/engine/engine.h"

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
            if (i->code < I_JUMP) {
                // The unused operand of a unary instruction is 0: word 0 exists in every frame.
                frame[i->d] = arithmetic((InstructionCode)i->code, VALUE(i->a), VALUE(i->b));
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
    e->run_function = engine_interpret_function;
    e->model.examine = engine_examine;
    return &e->model;
}
