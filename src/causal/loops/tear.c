// The iteration unknowns of a loop: preferences, and limits on how far errors may grow along the
// chains of assignments. The search itself is graph/tearing.c, once for loops of one shape.
#include <math.h>

#include "causal/loops/loop.h"

// Through fewer assignments than this errors grow far only where coefficients are of very different
// sizes.
enum { SMALLEST_MEASURED = 10 };
// From here on it counts how many entries the Jacobian has, not only how many unknowns are left.
enum { LARGE_LOOP = 150, MOST_REACHED = 8 };
// Newton's method must converge as well: errors of the guess grow like those of rounding. Pleiades
// in bench/ivp needs 752 steps with this limit and 1779 with the one for linear loops [M12].
#define GUESSED_GROWTH_LIMIT 1e3
// Where coefficients are guessed of a loop that is linear, and has no Newton's method to confirm
// its values: what the chains of a library are let pass [M190].
#define MOST_GUESSED_GROWTH 1e10
// What is left of the digits is growth times condition, and the condition of a discretized second
// derivative grows with the square of its points: up to so many equations the usual limit serves.
// [M30]
enum { USUAL_LOOP = 100 };
// Of the coefficients of larger loops so many may be unknown: one in.
enum { MOST_UNKNOWN_PART = 20 };
#define LEAST_GROWTH_LIMIT 10.0

// ---- Preferences --------------------------------------------------------------------

// der(phi) = w in a mechanical system: der(w) is the acceleration, der(phi) is not.
static void discount_velocities(Loop *l, int8_t *p)
{
    for (uint32_t r = 0; r < l->rows.count; r++) {
        const SystemEquation *e = system_equation(l->a->system, l->rows.data[r]);
        if (e->left->kind != EXPR_REF || e->right->kind != EXPR_REF) continue;
        const Expr *sides[] = {e->left, e->right};
        for (int k = 0; k < 2; k++) {
            int32_t local = l->local_of[sides[k]->u.var.i];
            if (local && p[local - 1] != TEAR_ALWAYS && p[local - 1] > 0) p[local - 1] = 0;
        }
    }
}

// Some equation is not linear in it: iterated on, it lets that equation be evaluated as it is
// written, where otherwise the iteration has to invert it.
static bool is_argument(const Loop *l, int32_t column)
{
    const Bipartite *g = &l->g;
    for (int32_t k = g->first_slot_of_var[column]; k < g->first_slot_of_var[column + 1]; k++) {
        int32_t edge = g->edge_of_slot[k];
        const Expr *d = l->partial[edge];
        if (!bitset_has(&l->may_solve, (uint32_t)edge) && d && varies_in_loop(l->a, d)) return true;
    }
    return false;
}

static int8_t *preferences(Loop *l)
{
    int8_t *p = ARENA_ARRAY(l->a->scratch, int8_t, l->columns.count + 1);
    for (uint32_t c = 0; c < l->columns.count; c++) {
        VarId id = l->columns.data[c];
        const SystemVariable *v = system_variable(l->a->system, id);
        ForcedTear *forced = forced_by_variable(l->a, id);
        if (forced) forced->is_used = true;
        bool is_invariant = l->problem->has_invariants && v->flags & VARIABLE_INVARIANT;
        if (v->kind != VALUE_REAL || is_invariant)
            p[c] = TEAR_NEVER;
        else if (forced || l->a->options->loops == LOOPS_MATRIX)
            p[c] = TEAR_ALWAYS;
        else if (l->a->causal->inlined && !l->problem->has_invariants && is_argument(l, (int32_t)c))
            p[c] = 3;
        else if (v->flags & VARIABLE_START_GIVEN || system_limits(l->a->system, v).nominal)
            p[c] = 2;
        else if (v->role == ROLE_DERIVATIVE) // of mechanical systems accelerations [CK06, 8.10]
            p[c] = l->problem->has_invariants ? 3 : -1;
    }
    if (l->problem->has_invariants) discount_velocities(l, p);
    return p;
}

// ---- The search ---------------------------------------------------------------------

bool reaches_more_than(Loop *l, const Tearing *t, int64_t limit)
{
    Arena *scratch = l->a->scratch;
    int32_t *solved_by = ARENA_RAW(scratch, int32_t, l->g.n_eqns);
    int32_t *stamp = ARENA_ARRAY(scratch, int32_t, l->g.n_vars);
    VEC(int32_t) stack = {0};
    int64_t reached = 0;
    for (int32_t e = 0; e < l->g.n_eqns; e++) solved_by[e] = -1;
    for (int32_t i = 0; i < t->n_steps; i++) solved_by[t->eqn_of_step[i]] = t->var_of_step[i];
    for (int32_t k = 0; k < t->n_torn && reached <= limit; k++) {
        VEC_PUSH(scratch, &stack, t->iteration_vars[k]);
        while (stack.count) {
            int32_t v = VEC_POP(&stack);
            for (int32_t i = l->g.first_slot_of_var[v]; i < l->g.first_slot_of_var[v + 1]; i++) {
                int32_t next = solved_by[l->g.eqn_of_slot[i]];
                if (next < 0 || next == v || stamp[next] == k + 1) continue;
                stamp[next] = k + 1;
                reached++;
                VEC_PUSH(scratch, &stack, next);
            }
        }
    }
    return reached > limit;
}

// In a large loop chains must not be so long that every unknown reaches everything: the bound on
// the growth also bounds their length.
static Tearing tear_large(Loop *l, TearingProblem *problem)
{
    Tearing t = tear_known_block(&l->a->tearings, problem);
    while (problem->growth_limit > LEAST_GROWTH_LIMIT &&
           reaches_more_than(l, &t, MOST_REACHED * (int64_t)l->g.n_vars)) {
        problem->growth_limit /= 10;
        t = tear_known_block(&l->a->tearings, problem);
    }
    return t;
}

static double growth_limit(const Loop *l)
{
    if (!l->guesses_sizes) return TEARING_GROWTH_LIMIT;
    double part = fmin(1, (double)USUAL_LOOP / l->g.n_vars);
    double limit = fmax(LEAST_GROWTH_LIMIT, TEARING_GROWTH_LIMIT * part * part);
    return l->varies ? fmin(limit, GUESSED_GROWTH_LIMIT) : limit;
}

// In a long chain a few coefficients that vary, those of a boundary, say, leave what the others
// make of rounding errors as it is.
static bool has_sizes(const Loop *l)
{
    if (l->g.n_vars <= SMALLEST_MEASURED) return false;
    if (l->g.n_vars < USUAL_LOOP) return !l->n_unknown_sizes;
    return (int64_t)l->n_unknown_sizes * MOST_UNKNOWN_PART < (int64_t)l->g.n_edges * l->n_sizes;
}

Tearing tear_loop(Loop *l)
{
    TearingProblem problem = {
        .block = &l->g, .may_solve = &l->may_solve, .preference_of_var = preferences(l)};
    if (has_sizes(l)) {
        problem.size_of_edge = l->size;
        problem.n_sizes = l->n_sizes;
        problem.growth_limit = growth_limit(l);
        if (l->guesses_sizes && l->g.n_vars >= LARGE_LOOP) return tear_large(l, &problem);
    }
    return tear_known_block(&l->a->tearings, &problem);
}

Tearing tear_linear(Loop *l, const Tearing *t)
{
    bool is_bounded = l->guesses_sizes || l->a->options->loops == LOOPS_MATRIX || has_sizes(l);
    if (is_bounded || !t->n_steps) return *t;
    guess_sizes(l);
    TearingProblem problem = {.block = &l->g,
                              .may_solve = &l->may_solve,
                              .size_of_edge = l->size,
                              .growth_limit = TEARING_GROWTH_LIMIT};
    if (tearing_growth(&problem, t) <= MOST_GUESSED_GROWTH) return *t;
    problem.preference_of_var = preferences(l);
    return tear_known_block(&l->a->tearings, &problem);
}

// ---- Mixed loops --------------------------------------------------------------------

// The row that determines a discrete unknown becomes a guess, checked from outside the loop.
static void guess(Loop *l, AssignmentVec *guesses, int32_t place)
{
    Analysis *a = l->a;
    VarId v = l->problem->unknowns[place];
    const SystemEquation *e = system_equation(a->system, l->problem->equations[place]);
    const Expr *x = system_ref(a->system, v);
    const Expr *value = e->left == x ? e->right : e->left;
    VEC_PUSH(a->out, guesses, ((Assignment){.variable = v, .value = value}));
}

// Relations are guessed first; then whatever discrete unknown the tearing could not place.
Tearing tear_mixed(Loop *l, AssignmentVec *guesses)
{
    Analysis *a = l->a;
    const LoopEquations *p = l->problem;
    bool *is_guessed = ARENA_ARRAY(a->scratch, bool, p->n);
    for (int32_t i = 0; i < p->n; i++)
        is_guessed[i] = system_variable(a->system, p->unknowns[i])->role == ROLE_RELATION;
    for (int32_t round = 0;; round++) {
        l->rows.count = l->columns.count = 0;
        for (int32_t i = 0; i < p->n; i++) {
            if (is_guessed[i]) continue;
            VEC_PUSH(a->scratch, &l->rows, p->equations[i]);
            VEC_PUSH(a->scratch, &l->columns, p->unknowns[i]);
        }
        loop_build(l);
        Tearing t = tear_loop(l);
        bool is_placed = true;
        for (int32_t k = 0; k < t.n_torn; k++) {
            VarId v = l->columns.data[t.iteration_vars[k]];
            EquationId e = l->rows.data[t.residual_eqns[k]];
            for (int32_t i = 0; i < p->n; i++) {
                bool is_here = (p->unknowns[i].i == v.i && is_discrete_kind(a, v)) ||
                               (p->equations[i].i == e.i && is_discrete_kind(a, p->unknowns[i]));
                if (!is_here || is_guessed[i]) continue;
                is_guessed[i] = true;
                is_placed = false;
            }
        }
        if (!is_placed && round < p->n) {
            loop_leave(l);
            continue;
        }
        for (int32_t i = 0; i < p->n; i++)
            if (is_guessed[i]) guess(l, guesses, i);
        return t;
    }
}
