// Who solves what: the one place where that is decided. The model carries the choice, the runtime
// obeys it, explain tells it.
//
// A dense factorization costs more from some size on, but copes with singular matrices and shows
// what they leave undetermined; so loops become sparse late [M01]. Steps of an inlined formula lie
// close to each other and repair by a shorter step what cannot be factored: theirs become sparse as
// soon as it pays [M02], and so do the matrices I - z df/dx of implicit methods, which are regular
// by their nature [M03].
#include "causal/analysis.h"

enum {
    SMALLEST_LOOP = 200,
    SMALLEST_INLINED_LOOP = 50,
    SMALLEST_CUT_LOOP = 30,
    SMALLEST_STEP_MATRIX = 30,
    LARGE_LOOP = 100,
    LARGE_LINEAR_LOOP = 2000,
    MANY_UNKNOWNS = 30,
    MOST_DAE_ENTRIES = 5 // for each of the loop
};
static const double most_density = 0.2; // [M03]

static bool is_sparse(int32_t n, const int32_t *column_start, int32_t smallest)
{
    if (!column_start || n < smallest) return false;
    return column_start[n] < most_density * (double)n * (double)n;
}

// Loops with discrete unknowns look at singular matrices: dense ones tell of them.
void choose_loop_solver(Analysis *a, Block *b, bool is_linear)
{
    int32_t smallest = a->options->inlined ? SMALLEST_INLINED_LOOP
                       : b->is_sparse      ? SMALLEST_CUT_LOOP
                                           : SMALLEST_LOOP;
    bool sparse = !b->is_mixed && b->torn->n_jacobian &&
                  is_sparse(b->torn->n_iteration, b->torn->column_start, smallest);
    if (b->torn->n_invariants)
        b->solver = SOLVER_LEAST_SQUARES;
    else if (is_linear)
        b->solver = sparse ? SOLVER_KLU : SOLVER_LAPACK;
    else
        b->solver = sparse ? SOLVER_NEWTON_KLU : SOLVER_NEWTON;
}

// ---- Once everything is sorted
// -------------------------------------------------------------------

// Solving such a loop to the last digit inside every evaluation costs more than leaving it to the
// Newton iteration of the integrator, whose sparse matrix takes it in. A linear one costs little as
// long as its factors serve, but it makes df/dx full: one evaluation for each state. The matrix of
// the DAE form is no better where most equations of the loop depend on most states: for a chain of
// 200 bodies it has 19 times the entries of the loop, and the run takes four times as long [M04].
static bool is_left_to_integrator(const CausalSystem *causal, const Block *b, bool is_linear)
{
    const int32_t *whole = causal->dae_jacobian.column_start;
    int32_t large = is_linear ? LARGE_LINEAR_LOOP : LARGE_LOOP;
    if (!whole || !is_sparse(b->torn->n_iteration, b->torn->column_start, large + 1)) return false;
    return whole[causal->n_dae_unknowns] <
           MOST_DAE_ENTRIES * (double)b->torn->column_start[b->torn->n_iteration];
}

// Small loops that are not linear cost several evaluations inside each of a step, and a step takes
// several: as part of it they cost one. That pays where they are most of the model [M98]. Where
// discrete unknowns are guessed, and where equations hold as well as they can, they are not the
// integrator's.
static bool has_many_loops(const Analysis *a)
{
    const CausalSystem *causal = a->causal;
    int32_t n_unknowns = 0;
    if (!causal->dae_jacobian.is_sparse) return false;
    for (int32_t i = 0; i < causal->loops.n_blocks; i++) {
        const Block *b = &a->blocks.data[causal->loops.blocks[i]];
        if (b->is_mixed || b->torn->n_invariants) return false;
        if (!loop_solver_is_linear(b->solver)) n_unknowns += b->torn->n_iteration;
    }
    return n_unknowns >= MANY_UNKNOWNS && n_unknowns >= causal->n_states;
}

static DaeUse use_of_dae_form(const Analysis *a)
{
    const CausalSystem *causal = a->causal;
    for (int32_t i = 0; i < causal->loops.n_blocks; i++) {
        const Block *b = &a->blocks.data[causal->loops.blocks[i]];
        bool is_linear = loop_solver_is_linear(b->solver);
        if (is_left_to_integrator(causal, b, is_linear))
            return is_linear ? DAE_FOR_LINEAR_LOOP : DAE_FOR_NONLINEAR_LOOP;
    }
    return has_many_loops(a) ? DAE_FOR_MANY_LOOPS : DAE_ON_REQUEST;
}

static bool *states_at_all_stages(const Analysis *a)
{
    const Inlined *in = a->causal->inlined;
    uint32_t n = a->system->variables.count;
    bool *is_state = ARENA_ARRAY(a->scratch, bool, n + 1);
    for (int32_t k = 0; k < in->n; k++) is_state[in->variables[k].i] = true;
    for (uint32_t i = 0; i < n; i++) {
        const SystemVariable *v = &a->system->variables.data[i];
        if (v->role == ROLE_STAGE) is_state[i] = is_state[v->of.i];
    }
    return is_state;
}

// The loops that determine states at the end of an inlined step are solved as exactly as the
// integrator needs it. A linear one is one step anyway, unless its matrix changes all the time.
static void choose_for_steps(Analysis *a)
{
    const Inlined *in = a->causal->inlined;
    if (!in) return;
    const bool *is_state = states_at_all_stages(a);
    for (int32_t i = in->first_block; i < (int32_t)a->blocks.count; i++) {
        Block *b = &a->blocks.data[i];
        bool is_kept = loop_solver_is_linear(b->solver) && b->matrix_variability <= IS_DISCRETE;
        if (!block_needs_solver(b) || b->torn->n_invariants || is_kept) continue;
        for (int32_t k = 0; k < b->n_unknowns && !b->is_of_step; k++)
            b->is_of_step = is_state[b->unknowns[k].i];
    }
}

bool choose_solvers(Analysis *a)
{
    CausalSystem *causal = a->causal;
    causal->jacobian.is_sparse =
        is_sparse(causal->n_states, causal->jacobian.column_start, SMALLEST_STEP_MATRIX);
    causal->dae_jacobian.is_sparse =
        is_sparse(causal->n_dae_unknowns, causal->dae_jacobian.column_start, SMALLEST_STEP_MATRIX);
    causal->dae_use = use_of_dae_form(a);
    choose_for_steps(a);
    return true;
}
