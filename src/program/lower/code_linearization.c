// The linearization of the derivatives: tangents numbered, coefficients in slots of their own.
#include "program/lower/word_layout.h"

typedef struct Numbering {
    Layout *y;
    int32_t *tangent_of; // by VarId; -1: none
    uint32_t n;
    int32_t next;
} Numbering;

static int32_t tangent_of(const Numbering *t, VarId v)
{
    return v.i >= 0 && (uint32_t)v.i < t->n ? t->tangent_of[v.i] : -1;
}

static int32_t give_number(Numbering *t, VarId v)
{
    if (t->tangent_of[v.i] < 0) t->tangent_of[v.i] = t->next++;
    return t->tangent_of[v.i];
}

static TangentStepInfo describe_step(Numbering *t, const TangentStep *s)
{
    const CausalSystem *causal = t->y->l->causal;
    TangentStepInfo info = {.target = -1,
                            .block = -1,
                            .n_assignments = s->n_assignments,
                            .n_rows = s->n_rows,
                            .first_term = s->first_term,
                            .n_terms = s->n_terms};
    if (s->block >= 0) {
        const Block *b = &causal->blocks[s->block];
        info.block = t->y->blocks[s->block].number;
        info.target = t->next;
        for (int32_t k = 0; k < b->torn->n_iteration; k++) give_number(t, b->torn->iteration[k]);
    } else if (s->target.i >= 0) {
        info.target = give_number(t, s->target);
    }
    return info;
}

static void describe_derivatives(const Numbering *t, LinearizationInfo *info)
{
    Layout *y = t->y;
    int32_t *tangents = ARENA_ARRAY(y->l->out, int32_t, y->n_states + 1);
    int8_t *signs = ARENA_ARRAY(y->l->out, int8_t, y->n_states + 1);
    for (int32_t k = 0; k < y->n_states; k++) {
        VarId d = system_variable(y->l->system, y->states[k])->derivative;
        const SystemVariable *v = system_variable(y->l->system, d);
        tangents[k] = tangent_of(t, v->root);
        signs[k] = y->derivative_slot[k] == y->l->slot_of[d.i] ? 1 : -1;
    }
    info->derivative_tangents = tangents;
    info->derivative_signs = signs;
}

const LinearizationInfo *make_linearization(Layout *y)
{
    const CausalSystem *causal = y->l->causal;
    const Linearization *from = &causal->linearization;
    if (!from->exists || y->n_states != causal->n_states) return NULL;
    Numbering t = {.y = y, .n = y->l->system->variables.count};
    t.tangent_of = ARENA_RAW(y->l->scratch, int32_t, t.n + 1);
    for (uint32_t i = 0; i < t.n; i++) t.tangent_of[i] = -1;
    for (int32_t k = 0; k < y->n_states; k++) give_number(&t, y->states[k]);
    TangentStepInfo *steps = ARENA_ARRAY(y->l->out, TangentStepInfo, from->n_steps + 1);
    for (int32_t i = 0; i < from->n_steps; i++) steps[i] = describe_step(&t, &from->steps[i]);
    int32_t *terms = ARENA_ARRAY(y->l->out, int32_t, from->n_terms + 1);
    for (int32_t i = 0; i < from->n_terms; i++) terms[i] = tangent_of(&t, from->terms[i].by);
    LinearizationInfo *info = ARENA_NEW(y->l->out, LinearizationInfo);
    *info = (LinearizationInfo){.routine = emit_coefficients(y),
                                .n_tangents = t.next,
                                .n_steps = from->n_steps,
                                .n_terms = from->n_terms,
                                .steps = steps,
                                .term_tangents = terms,
                                .coefficient_slot = y->coefficient};
    describe_derivatives(&t, info);
    return info;
}
