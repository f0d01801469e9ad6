// The closed formulas of a loop that was solved when the model was compiled, and a block looked at
// alone.
#include "explain/explain.h"

enum { LONGEST_FORMULA = 600 };

static bool is_symbolic(const Block *b)
{
    return b->loop != LOOP_NONE && !b->is_mixed && !block_needs_solver(b);
}

typedef struct Closing {
    const EquationSystem *system;
    Map values; // VarId of an auxiliary -> what it stands for, in known variables and unknowns
} Closing;

// Auxiliaries stand for what was computed on the way.
static const Expr *without_auxiliary(void *client, const Expr *e)
{
    const Closing *c = client;
    if (e->kind != EXPR_REF) return NULL;
    return (const Expr *)(uintptr_t)map_get_or(&c->values, (uint64_t)e->u.var.i, 0);
}

uint32_t block_formulas(const CausalSystem *causal, const Block *b, Arena *out, Formula **list)
{
    const EquationSystem *system = causal->system;
    Closing c = {system, map_make(out)};
    ExprNames names = system_names(system);
    uint32_t n = 0;
    *list = ARENA_RAW(out, Formula, b->n_assignments + 1);
    for (int32_t i = 0; i < b->n_assignments && is_symbolic(b); i++) {
        const Assignment *a = &b->assignments[i];
        const Expr *value = expr_substitute(system->session->exprs, a->value,
                                            &(Substitution){&c, without_auxiliary});
        if (system_variable(system, a->variable)->role == ROLE_AUXILIARY) {
            map_put(&c.values, (uint64_t)a->variable.i, (uint64_t)(uintptr_t)value);
            continue;
        }
        Text t = text_make(out);
        expr_print_briefly(value, &names, LONGEST_FORMULA, &t);
        (*list)[n++] = (Formula){a->variable, text_cstr(&t)};
    }
    return n;
}

bool explain_alone(const CausalSystem *causal, int32_t number, Arena *out, CausalSystem *alone)
{
    const Section *all = shown_blocks(causal);
    if (number < 1 || number > all->n_blocks) return false;
    Section one = {ARENA_COPY(out, int32_t, &all->blocks[number - 1], 1), 1};
    *alone = *causal;
    alone->event = one;
    alone->alone = number;
    alone->n_states = 0; // known here
    alone->n_differentiations = 0;
    if (!causal->inlined) return true;
    alone->inlined = ARENA_COPY(out, Inlined, causal->inlined, 1);
    alone->inlined->section = one;
    return true;
}
