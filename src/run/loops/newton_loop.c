// Newton's method with the affine-invariant damping of [Deu04, NLEQ-ERR]: a trial is judged by
// the simplified correction J(x)^-1 F(x + lambda dx), so that no scaling of the equations
// matters, and its curvature gives the next damping factor.
//
// Between events the points of successive solves lie close together: the factors of the last
// solve are tried first, as long as each correction is at most a fifth of the one before; what the
// corrections tell about the matrix at hand is used for the next [Deu04, QNERR].
// A Jacobian costs several residuals where functions with derivatives are called.
//
// When that fails: one unknown is bracketed by a change of sign next to the guess, then drawn
// in, and so are the next solves until an event; several are tried with full steps, which cross the
// kinks of piecewise linear equations where damped ones end in front of them, then brought nearer
// by Levenberg's and Marquardt's method [Mar63], then Newton's method again. Where F is flat in
// some unknowns at the guess, as m*abs(m) is at m = 0, a guess beside it is tried. Then the damped
// steps get more time, and at last a path is followed from the guess (newton_path.c). Cost: one
// factorization for each iteration.
#include "run/loops/newton_loop.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_SIMPLIFIED = 12, MOST_ITERATIONS = 50, MOST_TRIALS = 30 };
// An exponential function comes down by the factor e in each step, at most 709 times: 12 V at a
// diode are 464 steps from its solution.
enum { MOST_PATIENT = 1000 };
// Solves without Newton's method behind one that it failed at [M131].
enum { FIRST_PASSED_OVER = 32, MOST_PASSED_OVER = 1024, MOST_UNCONFIRMED = 1024 };

// Where damping asks for less than this the trials no longer differ by more than rounding does.
static const double least_damping = 1e-9;
// A prediction below this is worth nothing: the trials find out.
static const double least_predicted = 1e-4;
// With factors that are not fresh: contraction that is good enough to go on.
static const double good_rate = 0.2;
// In units of the unknowns: farther away an exponential function has another slope, and a root is
// another one.
static const double same_place = 1e-3;
// Of what a residual is that far away: what is left of it at a root. A guess between the 1e-10 of
// double roots and the 5e-6 beside a kink.
static const double touched = 1e-6;
// In units of the unknown: nearer to a bound than this is at it.
static const double next_to_bound = 1e-6;
// In units of the unknown: what has got so far that one unit is below its rounding is on its way to
// infinity, where the equations hold in the limit only (no flow, and a temperature without end).
static const double lost = 1 / DBL_EPSILON;
// In units of all unknowns of a loop: a correction above this is none of rounding.
static const double most_vague = 1e-3;
// The same where residuals show that values are spoiled; of the part of them that was harmless.
// [M260]
static const double most_spoiled = 1e-6, much_more = 4;
// Of an unknown, or of its unit: what Newton's method may surprise by between events, and the steps
// that lead to no surprise [M166].
static const double most_moved = 0.3, small_step = 0.05;
// In units of the unknown: branches that come nearer to each other than this meet.
static const double least_gap = 1e-7;
// A step that turns round by more than this cosine comes back from where the last one went.
static const double turns_round = -0.9;

static LoopWork *newton_open_loop(Arena *out, LoopProblem *problem, Factors *factors)
{
    NewtonLoop *s = ARENA_NEW(out, NewtonLoop);
    size_t n = (size_t)problem->n;
    s->work = (LoopWork){.method = &newton_loop, .problem = problem, .factors = factors};
    s->x = ARENA_ARRAY(out, double, n);
    s->x_trial = ARENA_ARRAY(out, double, n);
    s->r = ARENA_ARRAY(out, double, problem->n_rows);
    s->r_trial = ARENA_ARRAY(out, double, problem->n_rows);
    s->step = ARENA_ARRAY(out, double, n);
    s->foreseen = ARENA_ARRAY(out, double, n);
    s->far_x = ARENA_ARRAY(out, double, n);
    s->met = ARENA_ARRAY(out, double, n);
    s->most_step = INFINITY;
    s->simplified = ARENA_ARRAY(out, double, n);
    s->corrections = quasi_newton_open(out, problem->n, NULL, MOST_SIMPLIFIED + 1);
    s->factored_at = ARENA_ARRAY(out, double, n);
    s->meets_low = ARENA_ARRAY(out, bool, n);
    s->meets_high = ARENA_ARRAY(out, bool, n);
    far_open(s, out);
    path_open(s, out);
    return &s->work;
}

static size_t vector_bytes(const NewtonLoop *s)
{
    return (size_t)s->work.problem->n * sizeof(double);
}

ModelOutcome newton_evaluate(NewtonLoop *s)
{
    return loop_residual(s->work.problem, s->x, s->r);
}

// x_trial := x + lambda step, evaluated.
static ModelOutcome try_step(NewtonLoop *s, double lambda)
{
    for (int32_t i = 0; i < s->work.problem->n; i++) s->x_trial[i] = s->x[i] + lambda * s->step[i];
    return loop_residual(s->work.problem, s->x_trial, s->r_trial);
}

static void take_trial(NewtonLoop *s)
{
    memcpy(s->x, s->x_trial, vector_bytes(s));
    memcpy(s->r, s->r_trial, vector_bytes(s));
}

// The part of the step that stays inside the bounds, 95 % of the way to one that it would cross.
static double inside_bounds(const NewtonLoop *s)
{
    const LoopProblem *p = s->work.problem;
    double lambda = 1;
    for (int32_t i = 0; i < p->n; i++) {
        double low = p->low[i], high = p->high[i], x = s->x[i], d = s->step[i];
        if (x > low && x + lambda * d < low) lambda = 0.95 * (x - low) / -d;
        if (x < high && x + lambda * d > high) lambda = 0.95 * (high - x) / d;
    }
    return lambda;
}

// |a - factor b|, scaled.
static double distance(const NewtonLoop *s, const double *a, const double *b, double factor)
{
    const LoopProblem *p = s->work.problem;
    double largest = 0;
    for (int32_t i = 0; i < p->n; i++)
        largest = fmax(largest, fabs(a[i] - factor * b[i]) / fmax(fabs(s->x[i]), p->scale[i]));
    return largest;
}

// Bounds do not stop an iteration that begins at one, or a path; at the start they say which of
// several solutions is meant.
static bool is_meant(const NewtonLoop *s)
{
    const LoopProblem *p = s->work.problem;
    if (*p->model->mode != MODE_INITIAL) return true;
    for (int32_t i = 0; i < p->n; i++) {
        double slack = next_to_bound * fmax(fabs(s->x[i]), p->scale[i]);
        if (s->x[i] < p->low[i] - slack || s->x[i] > p->high[i] + slack) return false;
    }
    return true;
}

// The correction that ended the iteration is followed to its end. Where it is less than the last
// digit of all unknowns, everything has been evaluated there.
static ModelOutcome follow_last(void *client)
{
    NewtonLoop *s = client;
    bool moves = false;
    for (int32_t i = 0; i < s->work.problem->n; i++) {
        double before = s->x[i];
        s->x[i] += s->last[i];
        moves |= s->x[i] != before;
    }
    if (!moves) return is_meant(s) ? MODEL_OK : MODEL_RETRY;
    return is_meant(s) ? newton_evaluate(s) : MODEL_RETRY;
}

// ---- With fresh factors in every turn ----------------------------------------------------------

static ModelOutcome correct_fresh(void *client, int k)
{
    NewtonLoop *s = client;
    s->before = k ? s->size : INFINITY;
    ModelOutcome o = loop_factor(&s->work, s->x, s->r);
    if (o != MODEL_OK) return o;
    memcpy(s->factored_at, s->x, vector_bytes(s));
    s->work.iterations++;
    o = loop_correction(&s->work, s->x, s->r, s->step);
    if (o != MODEL_OK) return o;
    for (int32_t i = 0; !k && i < s->work.problem->n; i++) s->foreseen[i] = s->x[i] + s->step[i];
    s->size = loop_size_of(s->work.problem, s->x, s->step);
    return isfinite(s->size) ? MODEL_OK : MODEL_RETRY;
}

static bool is_lost(const NewtonLoop *s)
{
    const LoopProblem *p = s->work.problem;
    for (int32_t i = 0; i < p->n; i++)
        if (fabs(s->x[i]) > lost * p->scale[i]) return true;
    return false;
}

static NewtonVerdict judge_correction(void *client, int k)
{
    NewtonLoop *s = client;
    (void)k;
    s->last = s->step;
    if (is_lost(s)) return NEWTON_DIVERGES;
    bool is_enough = correction_is_enough(s->size);
    s->is_vague = !is_enough && correction_stagnates(s->before, s->size);
    return is_enough || s->is_vague ? NEWTON_CONVERGED : NEWTON_GOES_ON;
}

// The damping factor for a fresh correction, from the simplified one before it.
static double predicted_damping(const NewtonLoop *s)
{
    double change = distance(s, s->simplified, s->step, 1) * s->size;
    if (!(change > 0)) return 1;
    double lambda = s->before * s->simplified_size / change * s->lambda;
    return fmin(1, fmax(lambda, least_predicted));
}

static ModelOutcome move_damped(void *client, int k)
{
    NewtonLoop *s = client;
    double lambda = fmin(k ? predicted_damping(s) : 1, inside_bounds(s));
    lambda = fmin(lambda, s->most_step / s->size);
    for (int trial = 0; trial < MOST_TRIALS && lambda > least_damping; trial++) {
        ModelOutcome o = try_step(s, lambda);
        if (o == MODEL_FATAL) return o;
        if (o == MODEL_OK) o = loop_correction(&s->work, s->x, s->r_trial, s->simplified);
        double after = o == MODEL_OK ? loop_size_of(s->work.problem, s->x, s->simplified) : NAN;
        if (!isfinite(after)) {
            lambda /= 4;
            continue;
        }
        s->curved = distance(s, s->simplified, s->step, 1 - lambda);
        if (after <= (1 - lambda / 4) * s->size || correction_is_rounding(s->size)) {
            s->lambda = lambda;
            s->simplified_size = after;
            take_trial(s);
            return MODEL_OK;
        }
        lambda = fmin(lambda / 2, 0.5 * s->size * lambda * lambda / s->curved);
    }
    return MODEL_RETRY;
}

static NewtonVerdict judge_damped(void *client, int k)
{
    NewtonLoop *s = client;
    (void)k;
    s->last = s->simplified;
    bool is_last = s->lambda == 1 && corrections_are_enough(s->size, s->simplified_size);
    return is_last ? NEWTON_CONVERGED : NEWTON_GOES_ON;
}

static const NewtonPolicy damped = {correct_fresh, judge_correction, move_damped,
                                    judge_damped,  follow_last,      MOST_ITERATIONS};

static const NewtonPolicy patient = {correct_fresh, judge_correction, move_damped,
                                     judge_damped,  follow_last,      MOST_PATIENT};

static ModelOutcome newton_patient(NewtonLoop *s)
{
    ModelOutcome o = newton_evaluate(s);
    return o == MODEL_OK ? newton_outcome(newton_iterate(&patient, s)) : o;
}

ModelOutcome newton_damped(NewtonLoop *s)
{
    s->is_vague = false;
    ModelOutcome o = newton_evaluate(s);
    return o == MODEL_OK ? newton_outcome(newton_iterate(&damped, s)) : o;
}

// Solved, as far as rounding of the unknowns lets that be told.
static bool is_doubtful(const NewtonLoop *s)
{
    return s->work.whole && (s->is_vague || s->work.was_singular);
}

// What is left of the residuals is no rounding of their terms, and more than was confirmed.
static bool is_spoiled(NewtonLoop *s)
{
    s->spoiled = loop_spoiled_part(s->work.problem, s->r);
    return s->spoiled > much_more * s->harmless;
}

static bool is_unconfirmed(NewtonLoop *s)
{
    bool has_whole = s->work.whole && s->work.whole->method == &newton_loop;
    if (!has_whole) return false;
    bool is_due = ++s->n_unconfirmed >= s->confirms_every;
    if (!is_spoiled(s) && !is_doubtful(s) && !is_due) return false;
    s->n_unconfirmed = 0;
    return true;
}

static double cosine(const NewtonLoop *s, const double *a, const double *b)
{
    const LoopProblem *p = s->work.problem;
    double dot = 0, aa = 0, bb = 0;
    for (int32_t i = 0; i < p->n; i++) {
        double scale = fmax(fabs(s->x[i]), p->scale[i]);
        dot += a[i] / scale * (b[i] / scale);
        aa += a[i] / scale * (a[i] / scale);
        bb += b[i] / scale * (b[i] / scale);
    }
    return dot / sqrt(aa * bb);
}

// Full steps, whatever they do to the residual; bounds and undefined points shorten them. A step
// that turns back has jumped over the steep piece between two flat ones: from then on none is
// longer than half of the last one, which is bisection until the steep piece is met.
static ModelOutcome move_fully(void *client, int k)
{
    NewtonLoop *s = client;
    if (k > 0 && cosine(s, s->step, s->simplified) < turns_round) s->longest = s->moved / 2;
    double lambda = fmin(inside_bounds(s), s->longest / s->size);
    ModelOutcome o = MODEL_RETRY;
    for (int trial = 0; trial < MOST_TRIALS && o == MODEL_RETRY; trial++, lambda /= 2) {
        o = try_step(s, lambda);
        s->moved = lambda * s->size;
    }
    take_trial(s);
    memcpy(s->simplified, s->step, vector_bytes(s)); // the last step
    return o;
}

static const NewtonPolicy full_steps = {correct_fresh, judge_correction, move_fully,
                                        NULL,          follow_last,      2 * MOST_ITERATIONS};

static ModelOutcome newton_with_full_steps(NewtonLoop *s)
{
    s->longest = s->moved = INFINITY;
    ModelOutcome o = newton_evaluate(s);
    return o == MODEL_OK ? newton_outcome(newton_iterate(&full_steps, s)) : o;
}

// ---- With the factors of an earlier solve
// --------------------------------------------------------

static void begin_corrections(NewtonLoop *s)
{
    for (int32_t i = 0; i < s->work.problem->n; i++) {
        double size = fmax(fabs(s->x[i]), s->work.problem->scale[i]);
        s->corrections.weights[i] = 1 / (size * size);
    }
    quasi_newton_begin(&s->corrections);
    quasi_newton_improve(&s->corrections, s->step);
}

// The factors are not of this place: to refine what they give would make it no better.
static void correct_with_old_factors(NewtonLoop *s, const double *r, double *step)
{
    for (int32_t i = 0; i < s->work.problem->n; i++) step[i] = -r[i];
    factors_substitute(s->work.factors, step);
}

static ModelOutcome correct_simplified(void *client, int k)
{
    NewtonLoop *s = client;
    if (k) {
        memcpy(s->step, s->simplified, vector_bytes(s));
        s->size = s->simplified_size;
        return MODEL_OK;
    }
    correct_with_old_factors(s, s->r, s->step);
    s->size = loop_size_of(s->work.problem, s->x, s->step);
    begin_corrections(s);
    return isfinite(s->size) ? MODEL_OK : MODEL_RETRY;
}

// Where the factors turn out to be too old, x and r stay where they were best.
static ModelOutcome move_simplified(void *client, int k)
{
    NewtonLoop *s = client;
    (void)k;
    if (inside_bounds(s) < 1) return MODEL_RETRY;
    ModelOutcome o = try_step(s, 1);
    if (o != MODEL_OK) return o;
    s->work.iterations++;
    correct_with_old_factors(s, s->r_trial, s->simplified);
    quasi_newton_improve(&s->corrections, s->simplified);
    s->simplified_size = loop_size_of(s->work.problem, s->x, s->simplified);
    bool contracts = s->simplified_size <= good_rate * s->size;
    if (!contracts && !correction_is_enough(s->simplified_size)) return MODEL_RETRY;
    take_trial(s);
    return MODEL_OK;
}

// The factors of a diode that conducts make nothing of the current that is left when it blocks: the
// correction of its voltage is small from the first, and nothing happens to it. Such a correction
// tells nothing about the solution, unless the factors are of this place.
static bool is_deceptive(const NewtonLoop *s)
{
    const LoopProblem *p = s->work.problem;
    for (int32_t i = 0; i < p->n; i++) {
        double size = fmax(fabs(s->x[i]), p->scale[i]), left = fabs(s->simplified[i]);
        bool contracts =
            left <= good_rate * fabs(s->corrections.corrections[i]) || left <= DBL_EPSILON * size;
        if (!contracts && fabs(s->x[i] - s->factored_at[i]) > same_place * size) return true;
    }
    return false;
}

static NewtonVerdict judge_simplified(void *client, int k)
{
    NewtonLoop *s = client;
    (void)k;
    s->last = s->simplified;
    if (!corrections_are_enough(s->size, s->simplified_size)) return NEWTON_GOES_ON;
    return is_deceptive(s) ? NEWTON_DIVERGES : NEWTON_CONVERGED;
}

static const NewtonPolicy simplified = {correct_simplified, NULL,        move_simplified,
                                        judge_simplified,   follow_last, MOST_SIMPLIFIED};

static ModelOutcome newton_with_old_factors(NewtonLoop *s)
{
    s->is_vague = false;
    ModelOutcome o = newton_evaluate(s);
    return o == MODEL_OK ? newton_outcome(newton_iterate(&simplified, s)) : o;
}

// ---- The method --------------------------------------------------------------------------------

static ModelOutcome noted(NewtonLoop *s, const char *method, ModelOutcome o)
{
    if (!s->work.problem->trace) return o;
    loop_note(s->work.problem, method, s->work.iterations - s->noted, s->at_guess, s->r, o);
    s->noted = s->work.iterations;
    return o;
}

static void note_guess(NewtonLoop *s)
{
    LoopProblem *p = s->work.problem;
    if (!p->trace) return;
    s->noted = s->work.iterations;
    s->at_guess = newton_evaluate(s) == MODEL_OK ? loop_largest(p, s->r) : (double)NAN;
}

// Of one unknown by a change of sign beside the guess x, of several by full steps. These may end at
// another solution; between events only one close by counts.
static ModelOutcome solve_beside(NewtonLoop *s, const double *x, bool is_far)
{
    bool is_one = s->work.problem->n == 1;
    memcpy(s->x, x, vector_bytes(s));
    ModelOutcome o = is_one ? far_bracket(s) : newton_with_full_steps(s);
    bool may_jump = is_far || (is_one && !s->work.problem->stays_near);
    if (o == MODEL_OK && !may_jump && distance(s, s->x, x, 1) > 1) o = MODEL_RETRY;
    return noted(s, is_one ? "bracketing" : "full Newton steps", o);
}

// Where Newton's method has failed, between a flat piece and a steep one, it fails again at the
// next points: hundreds of residuals each, where a bracket takes some ten. How many solves it is
// passed over doubles with each failure, and an event, or a solution that it finds, ends that.
static void pass_newton_over(NewtonLoop *s, bool to_whole)
{
    int32_t most = s->n_passed_over ? 2 * s->n_passed_over : FIRST_PASSED_OVER;
    s->n_passed_over = s->passes_over = most < MOST_PASSED_OVER ? most : MOST_PASSED_OVER;
    s->passes_to_whole = to_whole;
}

// The loop in all its unknowns, from where they were last; its values stand.
static ModelOutcome take_whole(NewtonLoop *s, const double *x, bool is_far)
{
    LoopWork *whole = s->work.whole;
    LoopProblem *all = whole->problem;
    memcpy(s->whole_x, s->work.whole_guess, (size_t)all->n * sizeof *s->whole_x);
    loop_measure(all, s->whole_x);
    ModelOutcome o = whole->method->solve(whole, s->whole_x, is_far);
    if (o != MODEL_OK) return o;
    loop_get_unknowns(s->work.problem, s->x);
    return !is_far && distance(s, s->x, x, 1) > 1 ? MODEL_RETRY : MODEL_OK;
}

// The loop in all its unknowns leads to a point that this one takes up. Where its chains of
// assignments spoil even that, the values are those of the whole.
static ModelOutcome solve_whole(NewtonLoop *s, const double *x, bool is_far)
{
    ModelOutcome o = take_whole(s, x, is_far);
    if (o != MODEL_OK) return o;
    o = newton_damped(s);
    if (o == MODEL_FATAL || (o == MODEL_OK && !is_doubtful(s) && !is_spoiled(s))) return o;
    LoopWork *whole = s->work.whole;
    o = whole->method->solve(whole, s->whole_x, is_far);
    loop_get_unknowns(s->work.problem, s->x);
    return o;
}

// The chains of assignments of a torn loop may make anything of the last digit of an unknown: that
// of 3 bar is 0.02 g/s through an open valve, and these are 2000 Pa at a closed one. Newton's
// corrections are small then whatever comes behind. What all values are worth, a correction of the
// loop in all its unknowns tells; if that is large, those that it leads to are taken. How often
// this is looked at halves with each time that nothing is found, and begins again at events. [M160]
static ModelOutcome confirm(NewtonLoop *s, const double *x, bool is_far)
{
    NewtonLoop *whole = (NewtonLoop *)s->work.whole;
    loop_get_unknowns(whole->work.problem, whole->x);
    loop_measure(whole->work.problem, whole->x);
    loop_get_unknowns(whole->work.problem, whole->x); // those beyond their bounds, too
    ModelOutcome o = newton_evaluate(whole);
    if (o == MODEL_OK) o = correct_fresh(whole, 0);
    whole->is_near = false;
    if (o == MODEL_FATAL) return o;
    if (o == MODEL_OK && !whole->work.was_singular) {
        // Factors of a singular matrix serve no second time; these do.
        bool is_wrong = whole->size > (s->spoiled > 0 ? most_spoiled : most_vague);
        if (is_wrong || s->work.was_singular) pass_newton_over(s, true);
        if (is_wrong) return take_whole(s, x, is_far);
        if (s->work.was_singular) return newton_evaluate(s);
    }
    s->harmless = s->spoiled;
    if (s->confirms_every < MOST_UNCONFIRMED) s->confirms_every *= 2;
    s->n_passed_over = 0;
    return newton_evaluate(s);
}

// A bracket looks at no correction.
static ModelOutcome solve_beside_soundly(NewtonLoop *s, const double *x, bool is_far)
{
    ModelOutcome o = solve_beside(s, x, is_far);
    return o == MODEL_OK && s->work.whole && is_spoiled(s) ? confirm(s, x, is_far) : o;
}

// From the guess x, when Newton's method has failed there.
static ModelOutcome solve_otherwise(NewtonLoop *s, const double *x, bool is_far)
{
    bool is_one = s->work.problem->n == 1;
    ModelOutcome o = solve_beside_soundly(s, x, is_far);
    if (is_one && o == MODEL_OK && !is_far) pass_newton_over(s, false);
    if (o != MODEL_RETRY || is_one || !is_far || s->work.problem->is_brief) return o;
    memcpy(s->x, x, vector_bytes(s));
    o = far_descend(s);
    if (o == MODEL_OK) o = newton_damped(s);
    o = noted(s, "descent, then damped Newton steps", o);
    if (o == MODEL_RETRY) o = noted(s, "guesses beside flat points", far_beside(s, x));
    // With discrete unknowns there is a solve for each of their combinations: no time for patience.
    if (o != MODEL_RETRY || s->work.problem->info->n_discrete) return o;
    memcpy(s->x, x, vector_bytes(s));
    o = noted(s, "many damped Newton steps", newton_patient(s));
    return o == MODEL_RETRY ? noted(s, "along a path from the guess", path_follow(s, x)) : o;
}

// Bounds at which the iteration came to rest. They say what the model expects, not what its
// equations have: a solution beyond is reported where it is accepted, and better than none.
static bool note_bounds_met(NewtonLoop *s)
{
    const LoopProblem *p = s->work.problem;
    bool any = false;
    for (int32_t i = 0; i < p->n; i++) {
        double near = next_to_bound * p->scale[i];
        s->meets_low[i] = s->x[i] - p->low[i] <= near;
        s->meets_high[i] = p->high[i] - s->x[i] <= near;
        any |= s->meets_low[i] || s->meets_high[i];
    }
    return any;
}

static ModelOutcome solve_beyond_bounds(NewtonLoop *s, const double *x, bool is_far)
{
    LoopProblem *p = s->work.problem;
    for (int32_t i = 0; i < p->n; i++) {
        if (s->meets_low[i]) p->low[i] = -INFINITY;
        if (s->meets_high[i]) p->high[i] = INFINITY;
    }
    memcpy(s->x, x, vector_bytes(s));
    ModelOutcome o = newton_damped(s);
    return o == MODEL_OK && !is_far && distance(s, s->x, x, 1) > 1 ? MODEL_RETRY : o;
}

// When Newton's method has failed from x, to a point in s->x.
static ModelOutcome solve_failed(NewtonLoop *s, const double *x, bool is_far)
{
    // The start has other ways, which keep to what is expected.
    bool may_cross = *s->work.problem->model->mode != MODE_INITIAL && note_bounds_met(s);
    ModelOutcome o = solve_otherwise(s, x, is_far);
    if (o == MODEL_RETRY && s->work.whole && !s->work.problem->is_brief)
        o = noted(s, "the loop in all its unknowns", solve_whole(s, x, is_far));
    return o == MODEL_RETRY && may_cross ? solve_beyond_bounds(s, x, is_far) : o;
}

// Between events the solution is beside the last one. Where Newton's method has come to one that is
// far away, and not where the first fresh correction pointed to, it may be another: voltages of a
// net that has broken down. Corrections with old factors may have made most of the way before it.
static bool has_jumped(const NewtonLoop *s, const double *x)
{
    const LoopProblem *p = s->work.problem;
    if (s->is_met && distance(s, s->x, s->met, 1) < least_gap) return false;
    for (int32_t i = 0; i < p->n; i++) {
        double most = most_moved * fmax(fmax(fabs(x[i]), fabs(s->x[i])), p->scale[i]);
        if (fabs(s->x[i] - x[i]) > most && fabs(s->x[i] - s->foreseen[i]) > most) return true;
    }
    return false;
}

// The loop in all its unknowns, which need not look for another solution where it comes upon the
// one that the torn loop has reached on two ways, by long steps and by short ones.
static ModelOutcome ask_whole(NewtonLoop *s, const double *x, bool is_met)
{
    NewtonLoop *whole = s->work.whole->method == &newton_loop ? (NewtonLoop *)s->work.whole : NULL;
    if (!whole) return take_whole(s, x, false);
    if (is_met) loop_get_unknowns(whole->work.problem, whole->met);
    whole->is_met = is_met;
    ModelOutcome o = take_whole(s, x, false);
    whole->is_met = false;
    return o;
}

// Small steps from the guess x stay on its side of a fold, and so does the loop in all its
// unknowns, whose steps no chain of assignments makes long: what they lead to is the solution that
// goes on. Where they lead nowhere else, it is the one that was found.
static ModelOutcome come_back(NewtonLoop *s, const double *x)
{
    memcpy(s->far_x, s->x, vector_bytes(s));
    memcpy(s->x, x, vector_bytes(s));
    s->most_step = small_step;
    ModelOutcome o = newton_damped(s);
    s->most_step = INFINITY;
    bool is_back = o == MODEL_OK && !has_jumped(s, x);
    if (!is_back && o != MODEL_FATAL && s->work.whole) {
        o = ask_whole(s, x, o == MODEL_OK && distance(s, s->x, s->far_x, 1) < least_gap);
        is_back = o == MODEL_OK;
    }
    if (is_back || o == MODEL_FATAL) return o;
    memcpy(s->x, s->far_x, vector_bytes(s));
    return newton_damped(s);
}

// Whether the factors, which are of the branch that the loop is on, have led to the solution: each
// correction was a part of the one before. Too small a first one shows nothing; but a guess that
// has moved by m along another branch, over a gap g, is wrong by about g^2/(2 m) there.
static bool have_led(const NewtonLoop *s, const double *x)
{
    const LoopProblem *p = s->work.problem;
    for (int32_t i = 0; i < p->n; i++) {
        double size = fmax(fabs(s->x[i]), p->scale[i]), first = fabs(s->corrections.corrections[i]);
        double moved = fabs(x[i] - s->work.point[i]), gap = least_gap * size;
        if (fabs(s->simplified[i]) > good_rate * first && first * moved > gap * gap) return false;
    }
    return true;
}

// Where two branches come close to each other, what follows from the points before may be on the
// other one: y^2 = t^2 + 1e-6 goes on along y = t from -1 to 1. The factors are of the branch that
// was left, and do not lead there. MODEL_RETRY: the solution is looked for from where the loop was.
static ModelOutcome solve_foretold(NewtonLoop *s, double *x)
{
    ModelOutcome o = MODEL_RETRY;
    memcpy(s->x, x, vector_bytes(s));
    bool may_lead = s->is_near && loop_has_factors(&s->work) && !s->passes_over;
    if (may_lead) o = newton_with_old_factors(s);
    if (o == MODEL_OK && !have_led(s, x)) o = MODEL_RETRY;
    if (o == MODEL_OK && is_unconfirmed(s)) o = confirm(s, x, false);
    if (o == MODEL_RETRY) memcpy(x, s->work.point, vector_bytes(s));
    return o;
}

// Beside x the residual is far more than at x, on both sides: a root, if only one that is touched.
static bool is_root(const NewtonLoop *s, double x)
{
    LoopProblem *p = s->work.problem;
    double aside = same_place * fmax(fabs(x), p->scale[0]), least = INFINITY, at_x, f;
    if (loop_residual(p, &x, &at_x) != MODEL_OK) return false;
    for (int side = -1; side <= 1; side += 2) {
        double beside = x + side * aside;
        if (loop_residual(p, &beside, &f) == MODEL_OK) least = fmin(least, fabs(f));
    }
    return fabs(at_x) <= touched * least;
}

// Corrections of one unknown come and go across a kink, and stop short of the solution there. Where
// there is none any more, at the end of a branch, a change of sign may be far away; a double root
// has none of its own, and stays.
static ModelOutcome draw_nearer(NewtonLoop *s)
{
    if (!s->is_vague && !is_spoiled(s)) return MODEL_OK;
    double x = s->x[0];
    ModelOutcome o = solve_beside(s, &x, false);
    if (o == MODEL_FATAL) return o;
    bool is_drawn = o == MODEL_OK && (distance(s, s->x, &x, 1) <= same_place || !is_root(s, x));
    if (is_drawn)
        s->is_vague = false;
    else
        s->x[0] = x;
    return newton_evaluate(s);
}

static ModelOutcome solve_by_newton(NewtonLoop *s, const double *x, bool is_far)
{
    ModelOutcome o = MODEL_RETRY;
    memcpy(s->x, x, vector_bytes(s));
    if (s->is_near && loop_has_factors(&s->work) && !is_far) o = newton_with_old_factors(s);
    // Behind a kink they leave of residuals what chains of assignments have no part in.
    if (o == MODEL_OK && s->work.whole && is_spoiled(s)) o = MODEL_RETRY;
    if (o == MODEL_RETRY) {
        note_guess(s);
        o = newton_damped(s);
        bool may_jump = is_far || s->work.problem->n == 1;
        if (o == MODEL_OK && !may_jump && has_jumped(s, x)) o = come_back(s, x);
        o = noted(s, "damped Newton steps", o);
        if (o == MODEL_OK && s->work.problem->n == 1 && s->work.whole) o = draw_nearer(s);
        s->is_near = o == MODEL_OK && !s->work.was_singular;
    }
    if (o == MODEL_OK && !s->passes_to_whole) s->n_passed_over = 0;
    if (o == MODEL_OK && is_unconfirmed(s)) o = confirm(s, x, is_far);
    return o == MODEL_RETRY ? solve_failed(s, x, is_far) : o;
}

static ModelOutcome newton_solve(LoopWork *w, double *x, bool is_far)
{
    NewtonLoop *s = (NewtonLoop *)w;
    ModelOutcome o = MODEL_RETRY;
    if (w->is_foretold && *w->is_foretold && !is_far) o = solve_foretold(s, x);
    if (o == MODEL_RETRY && s->passes_over > 0 && !is_far) {
        s->passes_over--;
        o = s->passes_to_whole ? take_whole(s, x, is_far) : solve_beside_soundly(s, x, is_far);
    }
    if (o == MODEL_RETRY) o = solve_by_newton(s, x, is_far);
    if (o == MODEL_OK && w->is_foretold) *w->is_foretold = false;
    memcpy(x, s->x, vector_bytes(s));
    return o;
}

void newton_fall_back(Arena *out, LoopWork *w, LoopWork *whole, const double *guess)
{
    NewtonLoop *s = (NewtonLoop *)w;
    w->whole = whole;
    whole->is_foretold = NULL; // it begins at its own guess
    w->whole_guess = guess;
    s->whole_x = ARENA_ARRAY(out, double, whole->problem->n);
    s->confirms_every = 1;
}

void newton_foretell(LoopWork *w, const double *point, bool *is_foretold)
{
    w->point = point;
    w->is_foretold = is_foretold;
}

ModelOutcome newton_follow(LoopWork *w, const Homotopy *homotopy, double *x)
{
    NewtonLoop *s = (NewtonLoop *)w;
    memcpy(s->x, x, vector_bytes(s));
    note_guess(s);
    ModelOutcome o = path_follow_homotopy(s, homotopy, x);
    memcpy(x, s->x, vector_bytes(s));
    return noted(s, "along the path of the homotopy, round its folds", o);
}

static void newton_forget_loop(LoopWork *w)
{
    NewtonLoop *s = (NewtonLoop *)w;
    s->is_near = false;
    s->passes_over = s->n_passed_over = 0;
    s->n_unconfirmed = 0;
    s->confirms_every = 1;
    s->harmless = 0;
    loop_forget_factors(w);
}

const LoopMethod newton_loop = {.name = "newton",
                                .summary = "damped; other ways where that fails",
                                .solves_nonlinear = true,
                                .takes_sparse = true,
                                .open = newton_open_loop,
                                .solve = newton_solve,
                                .forget = newton_forget_loop};
