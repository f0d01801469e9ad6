// newton_loop.h -- inside loops/: what the ways of Newton's method for nonlinear loops share.
#ifndef RUN_LOOPS_NEWTON_LOOP_H
#define RUN_LOOPS_NEWTON_LOOP_H
#include "run/loops/loop_method.h"
#include "run/loops/newton_kernel.h"
#include "run/loops/quasi_newton.h"

typedef struct NewtonLoop {
    LoopWork work;
    double *x, *r; // the present point and its residuals
    double *x_trial, *r_trial, *step, *simplified;
    double size, before;          // of the correction at hand, and of the one before
    double lambda;                // part of it that was followed
    double curved;                // |J^-1 F(x+) - (1 - lambda) dx|
    double simplified_size;       // of J^-1 F(x+)
    double longest, moved;        // of full steps: the most that is followed, and what was last
    const double *last;           // correction that ends the iteration
    QuasiNewton corrections;      // with old factors: those of this solve
    double *factored_at;          // x where the factors were made
    bool is_vague;                // the corrections stopped getting smaller before they were enough
    bool is_near;                 // the factors are of a matrix near the present point
    int32_t passes_over;          // so many solves begin without Newton's method, of one unknown
    bool passes_to_whole;         // with a bracket, or with the loop in all unknowns,
    int32_t n_passed_over;        // of so many behind the last failure; 0: there was none
    struct FarWork *far;          // far_newton.c
    struct PathWork *path;        // newton_path.c; NULL: too large, or too small to need it
    double at_guess;              // the largest residual there, where somebody asks
    int64_t noted;                // iterations that are noted
    double *foreseen, *far_x;     // where the first fresh correction led; a solution far away
    double most_step;             // of a correction, in units of the unknowns
    double *met;                  // of a loop with all unknowns: what the torn one has found
    bool is_met;                  // on two ways
    double *whole_x;              // of the loop with all unknowns
    int32_t n_unconfirmed;        // solves since that one was asked; it is
    int32_t confirms_every;       // after so many
    double spoiled, harmless;     // loop_spoiled_part; what was confirmed
    bool *meets_low, *meets_high; // bounds at which the iteration came to rest
} NewtonLoop;

// ---- newton_loop.c: from s->x; MODEL_OK: that solves the loop -----------------------------------
ModelOutcome newton_damped(NewtonLoop *s);
ModelOutcome newton_evaluate(NewtonLoop *s); // s->r at s->x

// ---- far_newton.c ---------------------------------------------------------------------------
void far_open(NewtonLoop *s, Arena *out);
ModelOutcome far_bracket(NewtonLoop *s); // one unknown: by a change of sign next to s->x
ModelOutcome far_descend(NewtonLoop *s); // brings s->x nearer to a solution
// From points beside the guess x, where F is flat in some unknowns at the guess.
ModelOutcome far_beside(NewtonLoop *s, const double *x);

// ---- newton_path.c --------------------------------------------------------------------------
void path_open(NewtonLoop *s, Arena *out);
// From the guess x along a path of solutions of equations that change into those of the loop.
ModelOutcome path_follow(NewtonLoop *s, const double *x);
// From the solution x at homotopy->lambda to one at lambda = 1.
ModelOutcome path_follow_homotopy(NewtonLoop *s, const Homotopy *homotopy, const double *x);
#endif
