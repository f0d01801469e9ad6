// A torn block whose chains of assignments are cut.
//
// With few iteration variables everything may depend on all of them: the accelerations of a
// chain of bodies add up along it, and so do the forces on their way back. The residual matrix is
// full then, and making it takes the square of the length of the chain. A solved variable that
// would depend on too many becomes an iteration variable, and its equation a residual: what comes
// behind depends on it alone. The matrix is sparse again, with few rows for each link.

#include "base/vec.h"
#include "graph/tearing.h"

typedef struct Cutter {
    const Bipartite *g;
    Arena *scratch;
    int32_t **reached_of_var, *n_reached_of_var; // iteration variables that it depends on
    int32_t *stamp;                              // by variable: the step that has seen it last
    int32_t *found, n_found;
} Cutter;

// The iteration variables in an equation solved for `var`, up to one more than `most`.
static void collect(Cutter *c, int32_t eqn, int32_t var, int32_t step, int32_t most)
{
    c->n_found = 0;
    for (int32_t k = c->g->first_edge_of_eqn[eqn]; k < c->g->first_edge_of_eqn[eqn + 1]; k++) {
        int32_t read = c->g->var_of_edge[k];
        if (read == var) continue;
        for (int32_t i = 0; i < c->n_reached_of_var[read] && c->n_found <= most; i++) {
            int32_t v = c->reached_of_var[read][i];
            if (c->stamp[v] == step) continue;
            c->stamp[v] = step;
            c->found[c->n_found++] = v;
        }
    }
}

static void keep(Cutter *c, int32_t var, const int32_t *reached, int32_t n)
{
    c->reached_of_var[var] = ARENA_COPY(c->scratch, int32_t, reached, n);
    c->n_reached_of_var[var] = n;
}

static int32_t *ascending(Arena *out, const bool *is_chosen, int32_t n, int32_t n_chosen)
{
    int32_t *list = ARENA_RAW(out, int32_t, n_chosen + 1);
    for (int32_t i = 0, k = 0; i < n; i++)
        if (is_chosen[i]) list[k++] = i;
    return list;
}

Tearing cut_chains(Arena *out, const TearingProblem *problem, const Tearing *t, int32_t most)
{
    const Bipartite *g = problem->block;
    Arena *scratch = arena_open("cut chains");
    Cutter c = {.g = g,
                .scratch = scratch,
                .reached_of_var = ARENA_ARRAY(scratch, int32_t *, g->n_vars + 1),
                .n_reached_of_var = ARENA_ARRAY(scratch, int32_t, g->n_vars + 1),
                .stamp = ARENA_ARRAY(scratch, int32_t, g->n_vars + 1),
                .found = ARENA_RAW(scratch, int32_t, most + 2)};
    bool *is_torn = ARENA_ARRAY(scratch, bool, g->n_vars + 1);
    bool *is_residual = ARENA_ARRAY(scratch, bool, g->n_eqns + 1);
    Tearing cut = {.n_torn = t->n_torn,
                   .growth = t->growth,
                   .eqn_of_step = ARENA_RAW(out, int32_t, t->n_steps + 1),
                   .var_of_step = ARENA_RAW(out, int32_t, t->n_steps + 1)};
    for (int32_t i = 0; i < t->n_torn; i++) {
        is_torn[t->iteration_vars[i]] = is_residual[t->residual_eqns[i]] = true;
        keep(&c, t->iteration_vars[i], &t->iteration_vars[i], 1);
    }
    for (int32_t i = 0; i < t->n_steps; i++) {
        int32_t eqn = t->eqn_of_step[i], var = t->var_of_step[i];
        collect(&c, eqn, var, i + 1, most);
        if (c.n_found > most) {
            is_torn[var] = is_residual[eqn] = true;
            cut.n_torn++;
            keep(&c, var, &var, 1);
        } else {
            cut.eqn_of_step[cut.n_steps] = eqn;
            cut.var_of_step[cut.n_steps++] = var;
            keep(&c, var, c.found, c.n_found);
        }
    }
    cut.iteration_vars = ascending(out, is_torn, g->n_vars, cut.n_torn);
    cut.residual_eqns = ascending(out, is_residual, g->n_eqns, cut.n_torn);
    arena_close(scratch);
    return cut;
}
