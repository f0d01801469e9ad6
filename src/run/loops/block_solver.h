// block_solver.h -- the solver of one algebraic loop after tearing: hands it to the method that the
// compiler has chosen.
#ifndef RUN_LOOPS_BLOCK_SOLVER_H
#define RUN_LOOPS_BLOCK_SOLVER_H
#include "base/text.h"
#include "run/loops/loop_method.h"

typedef enum {
    GUESS_AS_IS,    // what is in the slots
    GUESS_OR_OTHER, // where that fails, the other guesses of BlockInfo
    GUESS_OTHER,    // these in any case
    GUESS_ANYWHERE  // as is, or the other ones, or whatever restarts.h has
} GuessUse;

typedef struct Probe { // the loop is looked at, not solved
    const double *x;
    double *r;
    ModelOutcome outcome; // MODEL_RETRY as well where it was not reached
} Probe;

typedef struct BlockSolver {
    LoopProblem *problem;
    Factors *factors;     // shared by the methods below
    LoopWork *of_step;    // of an inlined step: tried first; NULL: none
    LoopWork *continuous; // the method for any other guess
    const LoopWork *last; // the one that was used last
    struct MixedLoop *mixed;
    double *x, *start, *r; // the last point, where its solve began, its residuals
    double *guess;         // that other points to begin at belong to
    int begins_at;         // one of these + 1; 0: at the guess
    bool is_strict;        // a combination that contradicts itself is no rounding
    GuessUse guess_use;
    bool may_leave; // the declared limits, where there is no solution between them
    bool waits;     // where it is, for others
    bool is_flat;   // at the start: the unknown may be another one, and nothing changes
    Probe *probe;   // NULL: none
    int64_t solves;
} BlockSolver;

// `accuracy` is looked at in every solve of a loop that belongs to inlined steps.
BlockSolver *block_solver_open(Arena *out, Model *model, int32_t block,
                               const StepAccuracy *accuracy);
// Whether a mixed block without a solution fails, or takes what rounding at a threshold explains.
void block_solver_be_strict(BlockSolver *b, bool is_strict);
void block_solver_use_guesses(BlockSolver *b, GuessUse use);
// On the branch of solutions where it is, along a homotopy.
void block_solver_keep_near(BlockSolver *b, bool is_near);
// The next solves begin at this point of restarts.h, where the loop has it; -1: at the guess.
void block_solver_begin_at(BlockSolver *b, int restart);
// Limits are no equations: what lies outside is warned of like any other variable.
void block_solver_may_leave_limits(BlockSolver *b);
// `whole` has all unknowns of the loop that b has torn; `guess` is where they were last accepted.
void block_solver_fall_back(Arena *out, BlockSolver *b, BlockSolver *whole, const double *guess);
// Where `is_foretold`, the values in the unknown slots follow from points of the solution; where
// they were solved for last is `point`. It is not once they are again.
void block_solver_foretell(BlockSolver *b, const double *point, bool *is_foretold);
// From the values in the unknown slots to values that solve the block. MODEL_RETRY when it
// does not converge; block_solver_describe then says what happened.
ModelOutcome block_solver_solve(BlockSolver *b);
// Where `routine`, solved at lambda, has no solution of this loop a little farther: along the path
// that leads on from there, wherever it turns, to lambda = 1.
ModelOutcome block_solver_follow(BlockSolver *b, int32_t routine, double lambda);
void block_solver_forget(BlockSolver *b); // factorizations, at events and after --set
int64_t block_solver_iterations(const BlockSolver *b);
LoopSolver block_solver_used(const BlockSolver *b); // what solves it, whatever was asked for
void block_solver_close(BlockSolver *b);
// What stands in the way of a loop that could not be solved, at its guess.
StartFailure block_solver_examine(Arena *out, BlockSolver *b);
void block_solver_describe(const BlockSolver *b, Text *out); // loop_report.c
#endif
