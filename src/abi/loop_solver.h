// loop_solver.h -- who solves a block of equations: chosen by the compiler, obeyed by the runtime,
// told by explain and --stats in the same words.
#ifndef ABI_LOOP_SOLVER_H
#define ABI_LOOP_SOLVER_H
#include <stdbool.h>

typedef enum {
    SOLVER_ASSIGNMENT,   // one equation, solved for its unknown
    SOLVER_SUBSTITUTION, // a loop with one iteration unknown, solved symbolically
    SOLVER_RELAXATION,   // a small linear loop, eliminated symbolically
    // From here on the runtime has to solve it.
    SOLVER_LAPACK,     // linear, dense
    SOLVER_KLU,        // linear, sparse
    SOLVER_NEWTON,     // dense
    SOLVER_NEWTON_KLU, // sparse
    SOLVER_LEAST_SQUARES
} LoopSolver;

static inline const char *loop_solver_word(LoopSolver solver)
{
    static const char *const words[] = {"assignment", "substitution", "relaxation",
                                        "lapack",     "klu",          "newton",
                                        "newton-klu", "least-squares"};
    return words[solver];
}

static inline bool loop_solver_is_sparse(LoopSolver solver)
{
    return solver == SOLVER_KLU || solver == SOLVER_NEWTON_KLU;
}

static inline bool loop_solver_is_linear(LoopSolver solver) // one step from any point
{
    return solver <= SOLVER_KLU;
}
#endif
