#include "run/loops/block_solver.h"

#include <math.h>
#include <string.h>

#include "run/loops/mixed_loop.h"
#include "run/loops/restarts.h"

// From points that nothing speaks for: each may cost a hundred.
enum { MOST_ITERATIONS = 4000 };

// In units of the unknown: no solution that deserves the name is as vague as this.
static const double beside_solution = 1e-3;

static const LoopMethod *method_of(LoopSolver solver)
{
    if (solver == SOLVER_LEAST_SQUARES) return &least_squares_loop;
    return loop_solver_is_linear(solver) ? &linear_loop : &newton_loop;
}

BlockSolver *block_solver_open(Arena *out, Model *model, int32_t block,
                               const StepAccuracy *accuracy)
{
    BlockSolver *b = ARENA_NEW(out, BlockSolver);
    const BlockInfo *info = &model->blocks[block];
    const LoopMethod *method = method_of(info->solver);
    LoopProblem *p = b->problem = loop_problem_open(out, model, block, accuracy);
    b->x = ARENA_ARRAY(out, double, p->n + 1);
    b->start = ARENA_ARRAY(out, double, p->n + 1);
    b->guess = ARENA_ARRAY(out, double, p->n + 1);
    b->r = ARENA_ARRAY(out, double, p->n_rows + 1);
    const FactorsDesc *how =
        loop_solver_is_sparse(info->solver) ? &recorded_factors : &dense_factors;
    if (!info->n_invariants) b->factors = factors_open(out, how, &p->pattern, false);
    b->last = b->continuous = method->open(out, p, b->factors);
    if (info->is_of_step) b->of_step = step_newton_loop.open(out, p, b->factors);
    if (info->n_discrete) b->mixed = mixed_loop_open(out, b->continuous);
    return b;
}

void block_solver_fall_back(Arena *out, BlockSolver *b, BlockSolver *whole, const double *guess)
{
    if (b->continuous->method == &linear_loop)
        linear_fall_back(out, b->continuous, whole->continuous);
    else
        newton_fall_back(out, b->continuous, whole->continuous, guess);
}

void block_solver_foretell(BlockSolver *b, const double *point, bool *is_foretold)
{
    if (b->continuous->method == &newton_loop) newton_foretell(b->continuous, point, is_foretold);
}

LoopSolver block_solver_used(const BlockSolver *b)
{
    if (b->continuous->method == &least_squares_loop) return SOLVER_LEAST_SQUARES;
    bool is_sparse = b->factors->desc == &recorded_factors;
    if (b->continuous->method == &linear_loop) return is_sparse ? SOLVER_KLU : SOLVER_LAPACK;
    return is_sparse ? SOLVER_NEWTON_KLU : SOLVER_NEWTON;
}

void block_solver_close(BlockSolver *b)
{
    factors_close(b->factors);
}

void block_solver_forget(BlockSolver *b)
{
    b->continuous->method->forget(b->continuous);
    if (b->of_step) b->of_step->method->forget(b->of_step);
}

int64_t block_solver_iterations(const BlockSolver *b)
{
    return b->continuous->iterations + (b->of_step ? b->of_step->iterations : 0);
}

void block_solver_use_guesses(BlockSolver *b, GuessUse use)
{
    bool has_other = b->problem->info->guesses != NO_ROUTINE;
    b->guess_use = has_other || use == GUESS_ANYWHERE ? use : GUESS_AS_IS;
}

void block_solver_be_strict(BlockSolver *b, bool is_strict)
{
    b->is_strict = is_strict;
}

void block_solver_keep_near(BlockSolver *b, bool is_near)
{
    b->problem->stays_near = is_near;
}

// Between events the solution is near the last one, or a shorter step brings it near; without
// states no step gets shorter, and it may be far where it is not near.
static ModelOutcome solve_near_or_far(BlockSolver *b)
{
    const LoopMethod *method = b->continuous->method;
    bool is_between = *b->problem->model->mode == MODE_INTEGRATE;
    ModelOutcome o = MODEL_RETRY;
    if (b->problem->stays_near || is_between) o = method->solve(b->continuous, b->x, false);
    bool is_near = b->problem->stays_near || (is_between && b->problem->model->n_states);
    if (o != MODEL_RETRY || is_near) return o;
    memcpy(b->x, b->start, (size_t)b->problem->n * sizeof *b->x);
    return method->solve(b->continuous, b->x, true);
}

static ModelOutcome solve_continuous(BlockSolver *b)
{
    const StepAccuracy *accuracy = b->problem->accuracy;
    if (b->of_step && accuracy->weight) {
        b->last = b->of_step;
        ModelOutcome o = b->of_step->method->solve(b->of_step, b->x, false);
        if (o != MODEL_RETRY || accuracy->is_local) return o;
        block_solver_forget(b);
    }
    b->last = b->continuous;
    if (!b->problem->n) return loop_residual(b->problem, b->x, b->r); // discrete unknowns alone
    return solve_near_or_far(b);
}

static ModelOutcome solve_from_slots(BlockSolver *b)
{
    LoopProblem *p = b->problem;
    loop_get_unknowns(p, b->x);
    memcpy(b->start, b->x, (size_t)p->n * sizeof *b->x);
    loop_measure(p, b->x);
    if (b->mixed && *p->model->mode != MODE_INTEGRATE)
        return mixed_loop_solve(b->mixed, b->x, b->start, b->is_strict);
    return solve_continuous(b);
}

// With the guesses that follow from better ones; those that can be computed, at least.
static ModelOutcome solve_from_guesses(BlockSolver *b)
{
    const Model *m = b->problem->model;
    if (b->problem->info->guesses == NO_ROUTINE) return MODEL_RETRY;
    if (m->call(m->self, b->problem->info->guesses) == MODEL_FATAL) return MODEL_FATAL;
    return solve_from_slots(b);
}

// From each of the other points in turn, as long as there is time.
static ModelOutcome solve_from_anywhere(BlockSolver *b)
{
    LoopProblem *p = b->problem;
    int64_t spent = 0;
    ModelOutcome o = MODEL_RETRY;
    if (!p->n || p->info->kind == BLOCK_LINEAR) return o;
    memcpy(b->guess, b->start, (size_t)p->n * sizeof *b->guess);
    for (int k = 0; k < N_RESTARTS && o == MODEL_RETRY && spent < MOST_ITERATIONS; k++) {
        int64_t before = block_solver_iterations(b);
        Restart restart = restart_at(p, b->guess, k, b->x);
        if (!restart.name) continue;
        p->begins_at = restart.name;
        p->is_brief = !restart.is_likely;
        loop_set_unknowns(p, b->x);
        block_solver_forget(b);
        o = solve_from_slots(b);
        if (p->is_brief) spent += block_solver_iterations(b) - before;
    }
    p->begins_at = NULL;
    p->is_brief = false;
    if (o != MODEL_OK) memcpy(b->start, b->guess, (size_t)p->n * sizeof *b->guess);
    return o;
}

void block_solver_begin_at(BlockSolver *b, int restart)
{
    b->begins_at = b->problem->info->kind == BLOCK_NONLINEAR ? restart + 1 : 0;
    b->problem->is_brief = restart >= 0;
}

static void move_guess(BlockSolver *b)
{
    LoopProblem *p = b->problem;
    loop_get_unknowns(p, b->guess);
    loop_measure(p, b->guess);
    if (restart_at(p, b->guess, b->begins_at - 1, b->x).name) loop_set_unknowns(p, b->x);
}

void block_solver_may_leave_limits(BlockSolver *b)
{
    b->may_leave = true;
}

static ModelOutcome solve_unbounded(BlockSolver *b)
{
    LoopProblem *p = b->problem;
    p->is_unbounded = true;
    loop_set_unknowns(p, b->start);
    ModelOutcome o = solve_from_slots(b);
    p->is_unbounded = o == MODEL_OK;
    return o;
}

// Whether the equation of one unknown holds beside its solution, too: tanh(x) = 1 does as soon as x
// is so large that its tanh is rounded to 1, and so does what has vanished. Then any such x would
// do. Looked at where nothing is left of the equation, at the start.
static ModelOutcome look_beside(BlockSolver *b)
{
    LoopProblem *p = b->problem;
    bool is_looked_at = *p->model->mode == MODE_INITIAL && p->n == 1 && p->n_rows == 1 &&
                        p->info->kind == BLOCK_NONLINEAR && !b->mixed;
    if (!is_looked_at) return MODEL_OK;
    b->is_flat = false;
    if (p->model->v[p->info->residual_slot] != 0) return MODEL_OK;
    double at = p->model->v[p->info->unknown_slots[0]], left;
    double beside = beside_solution * fmax(fabs(at), p->scale[0]);
    for (int side = -1; side <= 1 && !b->is_flat; side += 2) {
        double x = at + side * beside;
        if (x < p->low[0] || x > p->high[0]) continue;
        ModelOutcome o = loop_residual(p, &x, &left);
        if (o == MODEL_FATAL) return o;
        b->is_flat = o == MODEL_OK && left == 0;
    }
    return loop_residual(p, &at, b->r);
}

// From zero, whatever the formula has made of the unknowns. A matrix that is singular has nothing
// to do with chains of assignments: at a trial point beyond an event, with relations as before it,
// it may be, and that is no news. The formula stands then.
static ModelOutcome solve_guarded(BlockSolver *b)
{
    LoopProblem *p = b->problem;
    loop_get_unknowns(p, b->start);
    memset(b->x, 0, (size_t)p->n * sizeof *b->x);
    ModelOutcome o = b->continuous->method->solve(b->continuous, b->x, false);
    if (o == MODEL_FATAL || (o == MODEL_OK && !b->continuous->was_singular)) return o;
    b->continuous->was_singular = false;
    loop_set_unknowns(p, b->start);
    return MODEL_OK;
}

ModelOutcome block_solver_solve(BlockSolver *b)
{
    LoopProblem *p = b->problem;
    size_t bytes = (size_t)p->n * sizeof *b->x;
    b->solves++;
    if (p->info->is_guard) return solve_guarded(b);
    ModelOutcome o = MODEL_RETRY;
    if (b->probe) {
        b->probe->outcome = loop_residual(p, b->probe->x, b->probe->r);
        return MODEL_RETRY; // what comes behind is not looked at
    }
    if (b->waits) {
        loop_get_unknowns(p, b->x);
        return loop_residual(p, b->x, b->r);
    }
    if (b->begins_at) move_guess(b);
    if (b->guess_use != GUESS_OTHER) o = solve_from_slots(b);
    if (o == MODEL_RETRY && b->may_leave && !p->is_unbounded) o = solve_unbounded(b);
    if (b->guess_use != GUESS_AS_IS && o == MODEL_RETRY) o = solve_from_guesses(b);
    if (b->guess_use == GUESS_ANYWHERE && o == MODEL_RETRY) o = solve_from_anywhere(b);
    if (o == MODEL_OK) return look_beside(b);
    // The next attempt shall not begin where this one got lost; the message shows this point.
    memcpy(b->x, b->start, bytes);
    if (loop_residual(p, b->x, b->r) == MODEL_FATAL) return MODEL_FATAL;
    return o;
}

// ---- Along the homotopy of the model -----------------------------------------------------------

typedef struct Followed {
    BlockSolver *b;
    int32_t routine;
} Followed;

static ModelOutcome evaluate_at_lambda(void *client, double lambda, const double *x, double *r)
{
    const Followed *f = client;
    Model *m = f->b->problem->model;
    Probe probe = {x, r, MODEL_RETRY};
    m->v[m->lambda_slot] = lambda;
    f->b->probe = &probe;
    ModelOutcome o = m->call(m->self, f->routine);
    f->b->probe = NULL;
    return o == MODEL_FATAL ? o : probe.outcome;
}

ModelOutcome block_solver_follow(BlockSolver *b, int32_t routine, double lambda)
{
    Followed f = {b, routine};
    Homotopy homotopy = {&f, evaluate_at_lambda, lambda};
    if (b->continuous->method != &newton_loop || b->mixed) return MODEL_RETRY;
    loop_get_unknowns(b->problem, b->x);
    loop_measure(b->problem, b->x);
    return newton_follow(b->continuous, &homotopy, b->x);
}
