// loop_method.h -- what every method for loops must offer. A loop has a row of the table in
// loop_methods.c for each way to solve it; which row is the compiler's choice (abi/loop_solver.h).
#ifndef RUN_LOOPS_LOOP_METHOD_H
#define RUN_LOOPS_LOOP_METHOD_H
#include "run/linear/factors.h"
#include "run/loops/loop_problem.h"

typedef struct LoopWork LoopWork;

typedef struct LoopMethod {
    const char *name, *summary;
    bool solves_nonlinear;
    bool takes_sparse; // factors may be sparse; otherwise they are dense
    // Allocates everything that solving needs. The factors may be shared with another method.
    LoopWork *(*open)(Arena *out, LoopProblem *problem, Factors *factors);
    // From the guess x to a solution; the residuals were computed last at the x returned.
    // MODEL_RETRY: not from there. `is_far` allows the slower ways that also work far from the
    // solution: at events and at the start.
    ModelOutcome (*solve)(LoopWork *w, double *x, bool is_far);
    void (*forget)(LoopWork *w); // what it knows of earlier solves: the next is somewhere else
} LoopMethod;

struct LoopWork { // of any method; its own begins with this
    const LoopMethod *method;
    LoopProblem *problem;
    Factors *factors;
    LoopWork *whole;           // the same loop in all unknowns, to fall back on; NULL: none
    const double *whole_guess; // its unknowns at the last accepted point
    const double *point;       // the unknowns where they were solved for last,
    bool *is_foretold;         // while the guess is not that, but follows from points before
    bool was_singular;         // in the last solve
    int64_t iterations;        // so far
};

extern const LoopMethod linear_loop, newton_loop, step_newton_loop, least_squares_loop;
extern const LoopMethod *const loop_methods[];
extern const int n_loop_methods;

// Where the loop w of newton_loop cannot be solved, `whole` is: the same in all unknowns, from
// `guess`. So it is where chains of assignments spoil the values of linear_loop.
void newton_fall_back(Arena *out, LoopWork *w, LoopWork *whole, const double *guess);
void linear_fall_back(Arena *out, LoopWork *w, LoopWork *whole);

// Where `is_foretold`, the loop w of newton_loop begins at a guess that follows from points before;
// its last solution is `point`. It is not once the loop is solved.
void newton_foretell(LoopWork *w, const double *point, bool *is_foretold);

typedef struct Homotopy { // what the model has written: the loop depends on lambda, too
    void *client;
    // The residuals r at x, all that is computed before the loop being as it is at lambda.
    ModelOutcome (*evaluate)(void *client, double lambda, const double *x, double *r);
    double lambda; // where the loop is solved
} Homotopy;
// The loop w of newton_loop from x, which solves it there, to an x that does at lambda = 1.
ModelOutcome newton_follow(LoopWork *w, const Homotopy *homotopy, double *x);

// ---- For the methods ---------------------------------------------------------------------------
static inline bool loop_has_factors(const LoopWork *w)
{
    return w->factors->maker == w;
}
void loop_forget_factors(LoopWork *w);
// Factors of the Jacobian where the residuals r were computed last, which is x. MODEL_OK where it
// is singular, too: `was_singular` tells.
ModelOutcome loop_factor(LoopWork *w, const double *x, const double *r);
// step := -J^-1 r with these factors; the least change when J is singular, MODEL_RETRY when that
// solves nothing. r was computed near x.
ModelOutcome loop_correction(LoopWork *w, const double *x, const double *r, double *step);
#endif
