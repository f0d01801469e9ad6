// Forward substitution on a bipartite graph, the colouring rule of [CK06, ch. 7].
//
// Each equation keeps the number of its unknowns and the exclusive or of their edges, so the last
// unknown is found without a search, and going back is the same operation as going forward. Every
// step touches only the equations of one variable: a complete substitution is O(edges).
//
// Growth: if e is solved for v, then |v| <= sum over the others of |a_k| |x_k| / |a_v|. Taken along
// the sequence, with 1 for assumed variables, it bounds how much an error in the assumed variables
// is enlarged on its way. A step that would exceed the limit is not taken. Where coefficients vary,
// several lists of sizes are looked at side by side, and the limit holds for each.
#include "graph/substitution.h"

Substitution substitution_open(Arena *scratch, SubstitutionRules rules)
{
    const Bipartite *g = rules.block;
    Substitution s = {.rules = rules,
                      .n_unknowns_of_eqn = ARENA_RAW(scratch, int32_t, g->n_eqns),
                      .unknown_edges_of_eqn = ARENA_ARRAY(scratch, int32_t, g->n_eqns),
                      .is_known = ARENA_ARRAY(scratch, bool, g->n_vars),
                      .is_used = ARENA_ARRAY(scratch, bool, g->n_eqns),
                      .growth_of_var =
                          ARENA_ARRAY(scratch, double, (size_t)g->n_vars *(size_t)rules.n_sizes),
                      .trial = ARENA_ARRAY(scratch, double, rules.n_sizes),
                      .best = ARENA_ARRAY(scratch, double, rules.n_sizes),
                      .trail = ARENA_RAW(scratch, SubstitutionStep, g->n_vars),
                      .queue = ARENA_RAW(scratch, int32_t, g->n_eqns)};
    for (int32_t e = 0; e < g->n_eqns; e++) {
        s.n_unknowns_of_eqn[e] = bipartite_eqn_degree(g, e);
        for (int32_t k = g->first_edge_of_eqn[e]; k < g->first_edge_of_eqn[e + 1]; k++)
            s.unknown_edges_of_eqn[e] ^= k;
    }
    return s;
}

// `growth`: by list of sizes; NULL: assumed.
static void make_known(Substitution *s, int32_t var, int32_t eqn, const double *growth)
{
    const Bipartite *g = s->rules.block;
    s->is_known[var] = true;
    for (int32_t k = 0; k < s->rules.n_sizes; k++)
        s->growth_of_var[k * g->n_vars + var] = growth ? growth[k] : 1.0;
    s->trail[s->n_steps++] = (SubstitutionStep){var, eqn};
    if (eqn >= 0)
        s->is_used[eqn] = true;
    else
        s->n_assumed++;
    for (int32_t i = g->first_slot_of_var[var]; i < g->first_slot_of_var[var + 1]; i++) {
        int32_t e = g->eqn_of_slot[i];
        s->unknown_edges_of_eqn[e] ^= g->edge_of_slot[i];
        if (--s->n_unknowns_of_eqn[e] == 1) s->queue[s->n_queued++] = e;
    }
    s->work += bipartite_var_degree(g, var);
}

void substitution_assume(Substitution *s, int32_t var)
{
    make_known(s, var, -1, NULL);
}

// s->trial := growth of the variable at `edge` when everything else in its equation is known; the
// largest.
static double growth_by(Substitution *s, int32_t eqn, int32_t edge)
{
    const Bipartite *g = s->rules.block;
    double largest = 0.0;
    for (int32_t list = 0; list < s->rules.n_sizes; list++) {
        const double *size = s->rules.size_of_edge + list * g->n_edges;
        const double *known = s->growth_of_var + list * g->n_vars;
        double sum = 0.0;
        for (int32_t k = g->first_edge_of_eqn[eqn]; k < g->first_edge_of_eqn[eqn + 1]; k++)
            if (k != edge) sum += size[k] * known[g->var_of_edge[k]];
        s->work += bipartite_eqn_degree(g, eqn);
        s->trial[list] = sum / size[edge];
        if (s->trial[list] > largest) largest = s->trial[list];
    }
    return largest;
}

// Of all equations that have come down to this variable, take the one with the least growth.
static void solve_best(Substitution *s, int32_t var)
{
    const Bipartite *g = s->rules.block;
    int32_t best = -1;
    double least = 0.0;
    for (int32_t i = g->first_slot_of_var[var]; i < g->first_slot_of_var[var + 1]; i++) {
        int32_t e = g->eqn_of_slot[i], edge = g->edge_of_slot[i];
        if (s->n_unknowns_of_eqn[e] != 1 || !substitution_may_solve(s, edge)) continue;
        double largest = growth_by(s, e, edge);
        if (best >= 0 && !(largest < least)) continue;
        best = e;
        least = largest;
        double *swap = s->best;
        s->best = s->trial;
        s->trial = swap;
    }
    s->work += bipartite_var_degree(g, var);
    if (best < 0 || least > s->rules.growth_limit) return;
    make_known(s, var, best, s->best);
}

void substitution_propagate(Substitution *s, int32_t most_steps)
{
    const Bipartite *g = s->rules.block;
    int32_t end = most_steps < g->n_vars - s->n_steps ? s->n_steps + most_steps : g->n_vars;
    for (int32_t i = 0; i < s->n_queued && s->n_steps < end; i++) {
        int32_t e = s->queue[i];
        if (s->n_unknowns_of_eqn[e] == 1) solve_best(s, g->var_of_edge[s->unknown_edges_of_eqn[e]]);
    }
    s->n_queued = 0;
}

void substitution_undo(Substitution *s, int32_t n_steps)
{
    const Bipartite *g = s->rules.block;
    while (s->n_steps > n_steps) {
        SubstitutionStep step = s->trail[--s->n_steps];
        s->is_known[step.var] = false;
        if (step.eqn >= 0)
            s->is_used[step.eqn] = false;
        else
            s->n_assumed--;
        for (int32_t i = g->first_slot_of_var[step.var]; i < g->first_slot_of_var[step.var + 1];
             i++) {
            s->unknown_edges_of_eqn[g->eqn_of_slot[i]] ^= g->edge_of_slot[i];
            s->n_unknowns_of_eqn[g->eqn_of_slot[i]]++;
        }
        s->work += bipartite_var_degree(g, step.var);
    }
    s->n_queued = 0;
}

void substitution_begin(Substitution *s)
{
    const Bipartite *g = s->rules.block;
    substitution_undo(s, 0);
    for (int32_t e = 0; e < g->n_eqns; e++)
        if (s->n_unknowns_of_eqn[e] == 1) s->queue[s->n_queued++] = e;
    substitution_propagate(s, INT32_MAX);
}
