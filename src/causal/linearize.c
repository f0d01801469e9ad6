// The derivatives section, differentiated step by step: every assignment and residual by each
// variable it reads that depends on a state. The runtime multiplies these numbers out, many
// directions at once, and solves the loops by the implicit function theorem [GW08].
//
// One expression for each pair of a result and a variable that it reads: far fewer than one for
// each pair of a result and a state. Where something has no derivative (an external function that
// names none) there is no linearization at all, and the runtime takes differences.
#include "causal/analysis.h"

// A sum over so many variables would cost its square here; differences cost less [M26].
enum { MOST_READS = 300 };

typedef struct Linearizer {
    Analysis *a;
    uint8_t *depends; // by VarId: on a state
    uint32_t n;
    VEC(TangentStep) steps;
    VEC(TangentTerm) terms;
} Linearizer;

static bool depends(const Linearizer *z, VarId v)
{
    return (uint32_t)v.i < z->n && z->depends[v.i];
}

static bool any_depends(const Linearizer *z, const VarVec *reads)
{
    for (uint32_t i = 0; i < reads->count; i++)
        if (depends(z, reads->data[i])) return true;
    return false;
}

// False: cannot be differentiated. `found` is what the value reads.
static bool add_step(Linearizer *z, VarId target, const Expr *value, const VarVec *found)
{
    Arena *out = z->a->out;
    TangentStep step = {.target = target, .block = -1, .first_term = (int32_t)z->terms.count};
    VarId ids[MOST_READS];
    const Expr *partial[MOST_READS];
    VarVec reads = {ids, found->count, MOST_READS};
    if (reads.count > MOST_READS) return false;
    memcpy(ids, found->data, reads.count * sizeof *ids); // the next question overwrites them
    simple_partials(z->a, value, &reads, partial);
    for (uint32_t i = 0; i < reads.count; i++) {
        if (!depends(z, ids[i])) continue;
        const Expr *d = partial[i] ? partial[i] : partial_derivative(z->a, value, ids[i]);
        if (!d) return false;
        if (expr_is_zero(d)) continue;
        VEC_PUSH(out, &z->terms, ((TangentTerm){ids[i], d}));
        step.n_terms++;
    }
    VEC_PUSH(out, &z->steps, step);
    return true;
}

static bool add_assignments(Linearizer *z, const Block *b)
{
    for (int32_t i = 0; i < b->n_assignments; i++) {
        const Assignment *s = &b->assignments[i];
        bool is_real = system_variable(z->a->system, s->variable)->kind == VALUE_REAL;
        if (!is_real) continue;
        const VarVec *reads = variables_of_expr(z->a, s->value);
        if (!any_depends(z, reads)) continue;
        if (!add_step(z, s->variable, s->value, reads)) return false;
        if ((uint32_t)s->variable.i < z->n) z->depends[s->variable.i] = 1;
    }
    return true;
}

static bool loop_depends(Linearizer *z, const Block *b)
{
    for (int32_t i = 0; i < b->n_assignments; i++)
        if (any_depends(z, variables_of_expr(z->a, b->assignments[i].value))) return true;
    for (int32_t i = 0; i < b->torn->n_residuals; i++)
        if (any_depends(z, variables_of_expr(z->a, b->torn->residuals[i]))) return true;
    return false;
}

static bool add_loop(Linearizer *z, int32_t number)
{
    const Block *b = &z->a->blocks.data[number];
    if (!loop_depends(z, b)) return true;
    if (!b->torn->n_jacobian) return false;
    uint32_t at = z->steps.count;
    VEC_PUSH(z->a->out, &z->steps,
             ((TangentStep){.target = {-1}, .block = number, .n_rows = b->torn->n_residuals}));
    for (int32_t i = 0; i < b->torn->n_iteration; i++) z->depends[b->torn->iteration[i].i] = 1;
    if (!add_assignments(z, b)) return false;
    z->steps.data[at].n_assignments = (int32_t)(z->steps.count - at - 1);
    for (int32_t i = 0; i < b->torn->n_residuals; i++)
        if (!add_step(z, (VarId){-1}, b->torn->residuals[i],
                      variables_of_expr(z->a, b->torn->residuals[i])))
            return false;
    return true;
}

bool find_linearization(Analysis *a)
{
    CausalSystem *causal = a->causal;
    if (!causal->n_states) return true;
    Linearizer z = {.a = a, .n = a->system->variables.count};
    z.depends = ARENA_ARRAY(a->scratch, uint8_t, z.n + 1);
    for (int32_t i = 0; i < causal->n_states; i++) z.depends[causal->states[i].i] = 1;
    for (int32_t i = 0; i < causal->derivatives.n_blocks; i++) {
        int32_t number = causal->derivatives.blocks[i];
        blocks_fetch(a->system, a->blocks.data, &causal->derivatives.blocks[i],
                     causal->derivatives.n_blocks - i);
        const Block *b = &a->blocks.data[number];
        bool ok = b->solver > SOLVER_RELAXATION ? add_loop(&z, number) : add_assignments(&z, b);
        if (b->is_mixed || !ok) return true;
    }
    causal->linearization = (Linearization){.steps = z.steps.data,
                                            .n_steps = (int32_t)z.steps.count,
                                            .terms = z.terms.data,
                                            .n_terms = (int32_t)z.terms.count,
                                            .exists = true};
    return true;
}
