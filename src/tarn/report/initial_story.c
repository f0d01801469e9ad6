#include "tarn/report/initial_story.h"

#include <math.h>
#include <string.h>

#include "abi/loop_solver.h"

typedef struct Collector {
    const CausalSystem *causal;
    const Model *model;
    Arena *out;
    int32_t *number_of; // by block of the CausalSystem: in Model.blocks; -1
    InitialStory story;
} Collector;

static const char *place_text(const Collector *c, Span span)
{
    if (span_is_none(span)) return NULL;
    Place p = source_place(c->causal->system->session->sources, span.begin);
    if (!p.file) return NULL;
    Text t = text_make(c->out);
    text_printf(&t, "%s:%u:%u", p.file->path, p.line, p.column);
    return text_cstr(&t);
}

// ---- Conditions ----------------------------------------------------------------------------

static StoryCondition condition_of(const Collector *c, EquationId id)
{
    Text text = text_make(c->out);
    system_equation_text(c->causal->system, id, &text);
    Span span = system_equation(c->causal->system, id)->span;
    return (StoryCondition){.text = text_cstr(&text), .at = place_text(c, span)};
}

static void count_equation(Collector *c, EquationId id)
{
    const SystemEquation *e = system_equation(c->causal->system, id);
    c->story.n_equations++;
    c->story.n_written += e->origin == ORIGIN_INITIAL;
    c->story.n_fixed += e->origin == ORIGIN_START;
    bool is_completion = e->origin == ORIGIN_COMPLETION && e->left->kind == EXPR_REF;
    if (!is_completion) return;
    VariableRole role = (VariableRole)system_variable(c->causal->system, e->left->u.var)->role;
    if (role == ROLE_CONTINUOUS) VEC_PUSH(c->out, &c->story.completed, condition_of(c, id));
}

static void collect_surplus(Collector *c)
{
    const Model *m = c->model;
    for (int32_t i = 0; i < m->n_conditions && m->conditions[i].is_surplus; i++) {
        const ConditionInfo *k = &m->conditions[i];
        StoryCondition s = {.text = k->text,
                            .at = k->origin,
                            .is_surplus = true,
                            .left = m->v[k->left_slot],
                            .right = m->v[k->right_slot]};
        VEC_PUSH(c->out, &c->story.surplus, s);
    }
}

// ---- Loops ---------------------------------------------------------------------------------

// Where the start value of a variable was written: it may be that of an alias.
static Span start_span(const Collector *c, VarId v)
{
    const EquationSystem *s = c->causal->system;
    const SystemVariable *kept = system_variable(s, v);
    Span none = {0, 0}, found = {0, 0};
    if (!(kept->flags & VARIABLE_START_GIVEN)) return none;
    for (uint32_t i = 0; i < s->variables.count; i++) {
        const SystemVariable *alias = &s->variables.data[i];
        if (alias->root.i != v.i || alias->flat.i < 0) continue;
        const Attributes *a = s->flat->variables[alias->flat.i].attributes;
        if (span_is_none(a->start_span) || a->start_level != kept->start_level) continue;
        found = a->start_span;
        if (i == (uint32_t)v.i) break;
    }
    return found;
}

static double guess_of(const Collector *c, int32_t slot)
{
    const Model *m = c->model;
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        if (v->slot == slot && !v->is_alias && v->start_slot != NO_SLOT) return m->v[v->start_slot];
    }
    return 0;
}

static void collect_loop(Collector *c, int32_t number)
{
    const Block *b = &c->causal->blocks[number];
    int32_t place = c->number_of[number];
    const BlockInfo *info = &c->model->blocks[place];
    StoryLoop loop = {.block = place,
                      .kind = b->is_mixed              ? "mixed"
                              : b->loop == LOOP_LINEAR ? "linear"
                                                       : "nonlinear",
                      .solver = loop_solver_word(info->solver),
                      .n = info->n,
                      .n_before_tearing = info->n_before_tearing,
                      .n_discrete = info->n_discrete};
    loop.guesses = ARENA_ARRAY(c->out, StoryGuess, info->n + 1);
    for (int32_t k = 0; k < info->n; k++)
        loop.guesses[k] = (StoryGuess){.name = info->unknown_names[k],
                                       .guess = guess_of(c, info->unknown_slots[k]),
                                       .value = c->model->v[info->unknown_slots[k]],
                                       .at = place_text(c, start_span(c, b->torn->iteration[k]))};
    VEC_PUSH(c->out, &c->story.loops, loop);
}

InitialStory initial_story(const SimulatedModel *sim, Arena *out)
{
    const CausalSystem *causal = sim->pipeline.causal;
    Collector c = {.causal = causal, .model = sim->model, .out = out};
    c.story = (InitialStory){
        .model = sim->model, .trace = sim->trace, .name = sim->pipeline.loaded.model};
    c.number_of = ARENA_RAW(out, int32_t, causal->n_blocks + 1);
    int32_t n = 0;
    for (int32_t i = 0; i < causal->n_blocks; i++)
        c.number_of[i] = block_needs_solver(&causal->blocks[i]) ? n++ : -1;
    c.story.n_blocks = causal->initial.n_blocks;
    for (int32_t i = 0; i < causal->initial.n_blocks; i++) {
        int32_t number = causal->initial.blocks[i];
        const Block *b = &causal->blocks[number];
        for (int32_t k = 0; k < b->n_equations; k++) count_equation(&c, b->equations[k]);
        if (c.number_of[number] >= 0) collect_loop(&c, number);
    }
    collect_surplus(&c);
    return c.story;
}
