// A linear loop is one Newton step from any point; its factors are kept while the matrix cannot
// have changed.
//
// Where the factors do not refine by themselves, up to three further steps bring back what the torn
// variables have lost on the way through long chains. What is lost for good, numbers that grow
// along a chain beyond all digits, is no solution. Coefficients that vary may come to that at any
// time, so residuals are compared with their terms; where more is left than rounding, the loop is
// solved in all its unknowns. If these are the values of before, what is left is rounding of values
// that terms are small differences of, and harmless until there is more of it. Else the next solves
// begin with all unknowns; how many doubles each time. The further steps are asked for now and then
// between events: what is left of the residuals behind the first one tells whether the next would
// be nothing again.
#include <math.h>
#include <string.h>

#include "run/loops/loop_method.h"
#include "run/loops/newton_kernel.h"

enum { MOST_REFINEMENTS = 3 };
// Residuals left, in those of the guess, that are rounding; a further correction, in sizes of the
// unknowns, beyond which there is no solution.
static const double rounding_left = 1e-6, most_correction = 0.1;
// Of what was left when a further step was nothing: more asks for another look, and so does every
// 32nd solve [M182].
static const double as_much = 2;
enum { MOST_UNASKED = 31 };
// Solves in all unknowns behind one that was spoiled.
enum { FIRST_WHOLE = 32, MOST_WHOLE = 1024 };
// Of the unknowns, or of their units: nearer values are the same; and of the part of residuals that
// was harmless. [M260]
static const double most_spoiled = 1e-9, much_more = 4;

typedef struct LinearLoop {
    LoopWork work;
    double *x, *r, *step;
    double size, before; // of the last correction and of the one before
    double left;         // of residuals, when a second step was nothing; negative: it never was
    int unasked;         // solves since then
    double harmless;     // part that residuals have of their terms where nothing was spoiled
    double *whole_x;     // of the loop in all its unknowns, which is asked first
    double *spoiled_x;   // the same by the torn loop
    int32_t takes_whole; // in so many of the next solves,
    int32_t n_whole;     // of so many behind the last one that was spoiled
} LinearLoop;

static LoopWork *linear_open(Arena *out, LoopProblem *problem, Factors *factors)
{
    LinearLoop *s = ARENA_NEW(out, LinearLoop);
    s->work = (LoopWork){.method = &linear_loop, .problem = problem, .factors = factors};
    s->left = -1;
    s->r = ARENA_ARRAY(out, double, problem->n_rows);
    s->step = ARENA_ARRAY(out, double, problem->n);
    return &s->work;
}

static ModelOutcome correct(void *client, int k)
{
    LinearLoop *s = client;
    ModelOutcome o = k || loop_has_factors(&s->work) ? MODEL_OK : loop_factor(&s->work, s->x, s->r);
    if (o == MODEL_OK) o = loop_correction(&s->work, s->x, s->r, s->step);
    s->work.iterations++;
    s->before = s->size;
    if (!s->work.factors->desc->is_refined) s->size = loop_size_of(s->work.problem, s->x, s->step);
    return o;
}

static NewtonVerdict judge(void *client, int k)
{
    LinearLoop *s = client;
    bool is_over = k && (s->size > s->before / 2 || correction_is_enough(s->size));
    if (k == 1) {
        s->left = correction_is_enough(s->size) ? loop_largest(s->work.problem, s->r) : -1;
        s->unasked = 0;
    }
    return is_over ? NEWTON_CONVERGED : NEWTON_GOES_ON;
}

static bool would_be_nothing(LinearLoop *s)
{
    if (*s->work.problem->model->mode != MODE_INTEGRATE) s->left = -1;
    return s->left >= 0 && s->unasked++ < MOST_UNASKED &&
           loop_largest(s->work.problem, s->r) <= as_much * s->left;
}

static ModelOutcome move(void *client, int k)
{
    LinearLoop *s = client;
    (void)k;
    for (int32_t i = 0; i < s->work.problem->n; i++) s->x[i] += s->step[i];
    return loop_residual(s->work.problem, s->x, s->r);
}

static NewtonVerdict judge_moved(void *client, int k)
{
    LinearLoop *s = client;
    bool is_over = s->work.factors->desc->is_refined || correction_is_enough(s->size) ||
                   (k == 0 && would_be_nothing(s));
    return is_over || k == MOST_REFINEMENTS ? NEWTON_CONVERGED : NEWTON_GOES_ON;
}

static const NewtonPolicy one_step = {correct, judge, move, judge_moved, NULL, 0};

static bool is_solution(LinearLoop *s, double before)
{
    const LoopProblem *p = s->work.problem;
    if (loop_largest(p, s->r) <= rounding_left * before) return true;
    if (loop_correction(&s->work, s->x, s->r, s->step) != MODEL_OK) return false;
    return loop_size_of(p, s->x, s->step) <= most_correction;
}

// From zero, whatever the chains have made of the unknowns; the values of that solution stand.
static ModelOutcome solve_whole(LinearLoop *s)
{
    LoopWork *whole = s->work.whole;
    memset(s->whole_x, 0, (size_t)whole->problem->n * sizeof *s->whole_x);
    ModelOutcome o = whole->method->solve(whole, s->whole_x, false);
    loop_get_unknowns(s->work.problem, s->x);
    return o;
}

static ModelOutcome solve_spoiled(LinearLoop *s, double part)
{
    LoopProblem *all = s->work.whole->problem;
    loop_get_unknowns(all, s->spoiled_x);
    loop_measure(all, s->spoiled_x);
    loop_get_unknowns(all, s->spoiled_x); // those beyond their bounds, too
    ModelOutcome o = solve_whole(s);
    if (o != MODEL_OK) return o;
    for (int32_t i = 0; i < all->n; i++) s->spoiled_x[i] -= s->whole_x[i];
    if (loop_size_of(all, s->whole_x, s->spoiled_x) <= most_spoiled) {
        s->harmless = part;
        s->n_whole = 0;
    } else {
        int32_t n = s->n_whole ? 2 * s->n_whole : FIRST_WHOLE;
        s->n_whole = s->takes_whole = n < MOST_WHOLE ? n : MOST_WHOLE;
    }
    return o;
}

// What residuals have of their terms where that is no rounding.
static double spoiled_part(LinearLoop *s)
{
    const LoopWork *w = &s->work;
    double part = w->whole && !w->was_singular ? loop_spoiled_part(w->problem, s->r) : 0;
    return part > much_more * s->harmless ? part : 0;
}

static ModelOutcome solve_torn(LinearLoop *s)
{
    LoopWork *w = &s->work;
    s->size = INFINITY;
    int64_t iterations = w->iterations;
    ModelOutcome o = loop_residual(w->problem, s->x, s->r);
    double before = o == MODEL_OK ? loop_largest(w->problem, s->r) : 0;
    if (o == MODEL_OK) o = newton_outcome(newton_iterate(&one_step, s));
    double part = o == MODEL_OK ? spoiled_part(s) : 0;
    if (part > 0) return solve_spoiled(s, part);
    s->n_whole = 0;
    bool is_in_event = *w->problem->model->mode != MODE_INTEGRATE;
    if (o == MODEL_OK && is_in_event && !is_solution(s, before)) o = MODEL_RETRY;
    loop_note(w->problem, "linear equations", w->iterations - iterations, before, s->r, o);
    return o;
}

static ModelOutcome linear_solve(LoopWork *w, double *x, bool is_far)
{
    LinearLoop *s = (LinearLoop *)w;
    (void)is_far; // one step from any point
    s->x = x;
    bool takes_whole = s->takes_whole > 0 && s->takes_whole--;
    ModelOutcome o = takes_whole ? solve_whole(s) : solve_torn(s);
    bool is_in_event = *w->problem->model->mode != MODE_INTEGRATE;
    // A matrix of parameters stays, one of discrete variables between events: the passes of an
    // event have others each.
    ValueVariability v = w->problem->info->matrix_variability;
    if (v > IS_DISCRETE || (v == IS_DISCRETE && is_in_event)) loop_forget_factors(w);
    return o;
}

static void linear_forget(LoopWork *w)
{
    LinearLoop *s = (LinearLoop *)w;
    s->left = -1;
    s->harmless = 0;
    s->n_whole = s->takes_whole = 0;
    loop_forget_factors(w);
}

void linear_fall_back(Arena *out, LoopWork *w, LoopWork *whole)
{
    LinearLoop *s = (LinearLoop *)w;
    w->whole = whole;
    s->whole_x = ARENA_ARRAY(out, double, whole->problem->n);
    s->spoiled_x = ARENA_ARRAY(out, double, whole->problem->n);
}

const LoopMethod linear_loop = {.name = "linear",
                                .summary = "one factorization, one step",
                                .takes_sparse = true,
                                .open = linear_open,
                                .solve = linear_solve,
                                .forget = linear_forget};
