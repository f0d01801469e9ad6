#include "fmi/export/incidence.h"

#include <string.h>

enum { MOST_ROOM = 1 << 24, DEEPEST = 8 };

typedef struct Tracing {
    Incidence *n;
    const Program *p;
    bool *varies;     // by word: may change after the start
    bool is_at_event; // loops decide about their discrete unknowns, too
    uint32_t *branch; // by word: the conditional part that it was written in last
    uint32_t n_branches;
    uint64_t *reads, *bent; // of the instruction: everything, and what enters not linearly
    uint64_t *conditions;   // of the conditional part, by depth of loops
} Tracing;

static uint64_t *set_of(const Incidence *n, int32_t word)
{
    return n->sets + 2 * (size_t)word * n->width;
}

static uint64_t *bent_of(const Incidence *n, int32_t word)
{
    return set_of(n, word) + n->width;
}

static bool unite(uint64_t *to, const uint64_t *from, uint32_t width)
{
    uint64_t any = 0;
    for (uint32_t k = 0; k < width; k++) to[k] |= from[k], any |= from[k];
    return any != 0;
}

// ---- One instruction ---------------------------------------------------------------------------

static void read_word(Tracing *t, int32_t word, bool is_linear)
{
    if (word < 0) return; // a constant
    unite(t->reads, set_of(t->n, word), t->n->width);
    unite(t->bent, is_linear ? bent_of(t->n, word) : set_of(t->n, word), t->n->width);
}

static bool is_fixed(const Tracing *t, int32_t word)
{
    if (word < 0) return true;
    const uint64_t *set = set_of(t->n, word);
    for (uint32_t k = 0; k < t->n->width; k++)
        if (set[k]) return false;
    return !t->varies[word];
}

// Which of the operands a and b enter linearly.
static void judge(const Tracing *t, const Instruction *i, bool linear[2])
{
    linear[0] = linear[1] = false;
    switch ((InstructionCode)i->code) {
    case I_MOVE:
    case I_NEG: linear[0] = true; break;
    case I_ADD:
    case I_SUB: linear[0] = linear[1] = true; break;
    case I_MUL:
        linear[0] = is_fixed(t, i->b);
        linear[1] = is_fixed(t, i->a);
        break;
    case I_DIV: linear[0] = is_fixed(t, i->b); break;
    default: break;
    }
}

// In a conditional part other values may stay, or come from its other branches.
static void write_word(Tracing *t, int32_t word, bool varies, const uint64_t *conditions)
{
    bool is_conditional = conditions != NULL;
    if (word < 0) return;
    uint32_t width = t->n->width;
    uint64_t *set = set_of(t->n, word), *bent = bent_of(t->n, word);
    bool stays = is_conditional && (word < t->p->model.n_slots || t->branch[word] == t->n_branches);
    if (!stays) memset(set, 0, 2 * width * sizeof *set);
    unite(set, t->reads, width);
    unite(bent, is_conditional ? t->reads : t->bent, width);
    if (is_conditional) {
        unite(set, conditions, width);
        unite(bent, set, width);
    }
    t->varies[word] = varies || is_conditional;
    t->branch[word] = t->n_branches;
}

// `conditions` is NULL where everything is gone through.
static void trace_instruction(Tracing *t, const Instruction *i, const uint64_t *conditions)
{
    uint32_t width = t->n->width;
    InstructionWords w = instruction_words(t->p, i);
    bool linear[2], varies = false, is_arithmetic = i->code < I_JUMP;
    memset(t->reads, 0, width * sizeof *t->reads);
    memset(t->bent, 0, width * sizeof *t->bent);
    judge(t, i, linear);
    for (uint32_t k = 0; k < w.n_reads; k++) {
        read_word(t, w.reads[k], is_arithmetic && k < 2 && linear[k]);
        varies |= w.reads[k] >= 0 && t->varies[w.reads[k]];
    }
    for (uint32_t k = 0; k < w.n_list; k++) {
        read_word(t, w.list[k], false);
        varies |= w.list[k] >= 0 && t->varies[w.list[k]];
    }
    varies |= !is_arithmetic;
    for (uint32_t k = 0; k < w.n_results; k++) write_word(t, w.results[k], varies, conditions);
    if (i->code == I_STORE) write_word(t, i->d, true, t->reads);
}

// ---- Routines ----------------------------------------------------------------------------------

static void trace_routine(Tracing *t, int32_t routine, int depth);

static void depend_on(Tracing *t, const int32_t *slots, int32_t n, const uint64_t *all)
{
    for (int32_t k = 0; k < n; k++) {
        unite(set_of(t->n, slots[k]), all, t->n->width);
        unite(bent_of(t->n, slots[k]), all, t->n->width);
        t->varies[slots[k]] = true;
    }
}

// Everything that a loop is solved for depends on all that its equations do.
static void trace_block(Tracing *t, int32_t block, const uint64_t *conditions, int depth)
{
    const BlockInfo *b = &t->p->model.blocks[block];
    uint32_t width = t->n->width;
    int32_t n_discrete = t->is_at_event ? b->n_discrete : 0;
    uint64_t *all = t->reads;
    for (int32_t k = 0; k < b->n; k++)
        memset(set_of(t->n, b->unknown_slots[k]), 0, 2 * width * sizeof *all);
    trace_routine(t, b->residual, depth);
    if (n_discrete) trace_routine(t, b->update_discrete, depth);
    memset(all, 0, width * sizeof *all);
    if (conditions) unite(all, conditions, width);
    for (int32_t k = 0; k < b->n + b->n_invariants; k++)
        unite(all, set_of(t->n, b->residual_slot + k), width);
    for (int32_t k = 0; k < n_discrete; k++) unite(all, set_of(t->n, b->proposed_slots[k]), width);
    depend_on(t, b->unknown_slots, b->n, all);
    depend_on(t, b->discrete_slots, n_discrete, all);
    trace_routine(t, b->residual, depth); // what was torn out follows
}

static void trace_routine(Tracing *t, int32_t routine, int depth)
{
    if (routine == NO_ROUTINE || depth > DEEPEST) return;
    const Routine *r = &t->p->routines[routine];
    uint64_t *conditions = t->conditions + (size_t)depth * t->n->width;
    uint32_t until = 0; // end of the conditional part
    for (uint32_t k = 0; k < r->count; k++) {
        const Instruction *i = &t->p->code[r->first + k];
        bool is_jump = i->code == I_JUMP || i->code == I_JUMP_IF_ZERO;
        if (is_jump && k >= until) {
            t->n_branches++;
            memset(conditions, 0, t->n->width * sizeof *conditions);
        }
        if (is_jump && (uint32_t)i->c > until) until = (uint32_t)i->c;
        if (i->code == I_JUMP_IF_ZERO && i->a >= 0)
            unite(conditions, set_of(t->n, i->a), t->n->width);
        if (i->code == I_SOLVE)
            trace_block(t, i->c, k < until ? conditions : NULL, depth + 1);
        else if (!is_jump)
            trace_instruction(t, i, k < until ? conditions : NULL);
    }
}

static void open_tracing(Tracing *t, Arena *work)
{
    const Program *p = t->p;
    size_t n = (size_t)p->n_words + 1, width = t->n->width;
    t->varies = ARENA_ARRAY(work, bool, n);
    t->branch = ARENA_ARRAY(work, uint32_t, n);
    t->reads = ARENA_ARRAY(work, uint64_t, width);
    t->bent = ARENA_ARRAY(work, uint64_t, width);
    t->conditions = ARENA_ARRAY(work, uint64_t, (DEEPEST + 2) * width);
    memset(t->varies, true, n * sizeof *t->varies);
    for (int32_t i = 0; i < p->model.n_variables; i++) {
        const VariableInfo *v = &p->model.variables[i];
        if (v->slot >= 0 && v->variability <= IS_PARAMETER) t->varies[v->slot] = false;
    }
}

static void trace(Tracing *t, IncidenceOf of)
{
    const Model *m = &t->p->model;
    const int32_t routines[][3] = {
        [INCIDENCE_BETWEEN_EVENTS] = {m->derivatives, m->outputs, NO_ROUTINE},
        [INCIDENCE_AT_EVENTS] = {m->event, NO_ROUTINE, NO_ROUTINE},
        [INCIDENCE_OF_PARAMETERS] = {m->parameters, NO_ROUTINE, NO_ROUTINE},
        [INCIDENCE_OF_START] = {m->parameters, m->initial, m->instants}};
    for (int k = 0; k < 3; k++) trace_routine(t, routines[of][k], 0);
}

bool incidence_find(Incidence *n, const Program *p, IncidenceOf of, const int32_t *known_slots,
                    int32_t n_known, Arena *out)
{
    *n = (Incidence){.n_known = n_known, .width = (uint32_t)(n_known + 63) / 64};
    size_t room = 2 * (size_t)p->n_words * n->width;
    if (room > MOST_ROOM) return false;
    n->sets = ARENA_ARRAY(out, uint64_t, room + 1);
    for (int32_t k = 0; k < n_known; k++)
        set_of(n, known_slots[k])[k / 64] |= (uint64_t)1 << k % 64;
    Arena *work = arena_open("incidence");
    Tracing t = {.n = n, .p = p, .is_at_event = of != INCIDENCE_BETWEEN_EVENTS};
    open_tracing(&t, work);
    trace(&t, of);
    arena_close(work);
    return true;
}

bool incidence_depends(const Incidence *n, int32_t slot, int32_t known)
{
    return (set_of(n, slot)[known / 64] >> known % 64 & 1) != 0;
}

bool incidence_is_linear(const Incidence *n, int32_t slot, int32_t known)
{
    return (bent_of(n, slot)[known / 64] >> known % 64 & 1) == 0;
}
