// Guesses for unknowns of the start that have none, from those that have one.
//
// Where the first attempt at the initial system fails, its loops begin anew at these: an equation
// in which one unknown alone has no start value gives it the value that goes with the start values
// of the others, then the next one. A speed that is known in revolutions is known in radians, too.
// Cost: linear in the number of occurrences.
#include "causal/analysis.h"

typedef struct Occurrence {
    VarId variable;
    int32_t row;
} Occurrence;

typedef struct GuessSpread {
    Analysis *a;
    bool *is_open;   // by VarId
    int32_t *n_open; // by equation
    int32_t *first;  // by VarId: in rows
    int32_t *rows;
    VEC(int32_t) queue; // equations with one open unknown
    VEC(Assignment) found;
} GuessSpread;

static bool has_loop(const Analysis *a)
{
    const Section *initial = &a->causal->initial;
    for (int32_t i = 0; i < initial->n_blocks; i++)
        if (a->blocks.data[initial->blocks[i]].n_iteration) return true;
    return false;
}

// What is found by the equations of the start, without a value to begin with.
static bool begins_open(const SystemVariable *v)
{
    switch ((VariableRole)v->role) {
    case ROLE_CONSTANT: return false;
    case ROLE_PARAMETER:
        return v->flags & (VARIABLE_NOT_FIXED | VARIABLE_AFTER_INITIAL) &&
               !(v->flags & VARIABLE_START_GIVEN);
    case ROLE_CONTINUOUS: return !(v->flags & VARIABLE_START_GIVEN);
    default: return true;
    }
}

static bool can_be_guessed(const SystemVariable *v)
{
    return v->kind == VALUE_REAL &&
           (v->role == ROLE_CONTINUOUS || v->role == ROLE_DERIVATIVE || v->role == ROLE_PARAMETER);
}

static bool is_row(const SystemEquation *e)
{
    return e->flags & EQUATION_IN_INITIAL && !(e->flags & EQUATION_REMOVED) &&
           e->left->type->kind == TYPE_REAL && e->origin != ORIGIN_COMPLETION;
}

static void collect(GuessSpread *g)
{
    EquationSystem *system = g->a->system;
    uint32_t n_variables = system->variables.count, n_equations = system->equations.count;
    VEC(Occurrence) all = {0};
    g->first = ARENA_ARRAY(g->a->scratch, int32_t, n_variables + 2);
    for (uint32_t i = 0; i < n_equations; i++) {
        const SystemEquation *e = &system->equations.data[i];
        if (!is_row(e)) continue;
        VarVec *variables = variables_of(g->a, e);
        for (uint32_t k = 0; k < variables->count; k++) {
            if (!g->is_open[variables->data[k].i]) continue;
            Occurrence o = {variables->data[k], (int32_t)i};
            VEC_PUSH(g->a->scratch, &all, o);
            g->first[o.variable.i + 2]++;
            g->n_open[i]++;
        }
        if (g->n_open[i] == 1) VEC_PUSH(g->a->scratch, &g->queue, (int32_t)i);
    }
    for (uint32_t i = 2; i < n_variables + 2; i++) g->first[i] += g->first[i - 1];
    g->rows = ARENA_RAW(g->a->scratch, int32_t, all.count + 1);
    for (uint32_t i = 0; i < all.count; i++)
        g->rows[g->first[all.data[i].variable.i + 1]++] = all.data[i].row;
}

static VarId open_variable(GuessSpread *g, const SystemEquation *e)
{
    VarVec *variables = variables_of(g->a, e);
    for (uint32_t k = 0; k < variables->count; k++)
        if (g->is_open[variables->data[k].i]) return variables->data[k];
    return NO_VAR;
}

static void guess_from(GuessSpread *g, int32_t row)
{
    Analysis *a = g->a;
    const SystemEquation *e = &a->system->equations.data[row];
    VarId v = open_variable(g, e);
    if (v.i < 0 || !can_be_guessed(system_variable(a->system, v))) return;
    const Expr *value = expr_solve(a->exprs, e->left, e->right, system_ref(a->system, v), NULL);
    if (!value) return;
    VEC_PUSH(a->out, &g->found, ((Assignment){.variable = v, .value = value}));
    g->is_open[v.i] = false;
    for (int32_t k = g->first[v.i]; k < g->first[v.i + 1]; k++)
        if (--g->n_open[g->rows[k]] == 1) VEC_PUSH(a->scratch, &g->queue, g->rows[k]);
}

bool spread_guesses(Analysis *a)
{
    if (!has_loop(a)) return true;
    uint32_t n_variables = a->system->variables.count;
    GuessSpread g = {.a = a};
    g.is_open = ARENA_ARRAY(a->scratch, bool, n_variables + 1);
    g.n_open = ARENA_ARRAY(a->scratch, int32_t, a->system->equations.count + 1);
    for (uint32_t i = 0; i < n_variables; i++)
        g.is_open[i] = begins_open(&a->system->variables.data[i]);
    collect(&g);
    for (uint32_t i = 0; i < g.queue.count; i++)
        if (g.n_open[g.queue.data[i]] == 1) guess_from(&g, g.queue.data[i]);
    a->causal->guesses = g.found.data;
    a->causal->n_guesses = (int32_t)g.found.count;
    return true;
}
