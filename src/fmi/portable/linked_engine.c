// The engine of a model that leaves in sources: its routines are C, compiled with everything else.
#include "program/engine/engine.h"

typedef int LinkedRoutine(void *engine, double *frame);
extern LinkedRoutine *const tarn_routines[], *const tarn_functions[]; // model.c
int tarn_special(void *engine, unsigned instruction, double *frame);

int tarn_special(void *engine, unsigned instruction, double *frame)
{
    const Engine *e = engine;
    return engine_special(engine, &e->program->code[instruction], frame);
}

static ModelOutcome call_routine(void *self, int32_t routine)
{
    Engine *e = self;
    size_t mark = e->stack_used;
    ModelOutcome o = (ModelOutcome)tarn_routines[routine](e, e->words);
    e->stack_used = mark;
    return o;
}

static ModelOutcome run_function(Engine *e, int32_t function, double *frame)
{
    return (ModelOutcome)tarn_functions[function](e, frame);
}

// In the place of machine code.
Model *program_native(const Program *p, Arena *out)
{
    Engine *e = engine_open(p, out);
    e->run_function = run_function;
    e->model.call = call_routine;
    return &e->model;
}
