#include "run/integrators/sundials_problem.h"

#include <math.h>
#include <string.h>
#include <sundials/sundials_config.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "base/memory.h"
#include "run/integrators/step_control.h"
#include "run/point/norms.h"

// One or two such steps are needed where an event comes within rounding of the step before.
enum { MOST_VANISHING_STEPS = 30 };

// ---- Vectors ---------------------------------------------------------------------------------

// Serial vectors in an arena: making one never fails, which SUNDIALS does not look for everywhere,
// and nobody has to destroy it.
typedef struct ArenaVector {
    struct _generic_N_Vector vector;
    struct _N_VectorContent_Serial content;
    Arena *arena;
} ArenaVector;

static N_Vector make_vector(Arena *arena, N_Vector_Ops ops, SUNContext context, sunindextype n)
{
    ArenaVector *v = ARENA_NEW(arena, ArenaVector);
    v->arena = arena;
    v->content.length = n;
    v->content.data = arena_alloc(arena, (size_t)n * sizeof(double), 64);
    v->vector = (struct _generic_N_Vector){.content = &v->content, .ops = ops, .sunctx = context};
    return &v->vector;
}

static N_Vector clone_vector(N_Vector v)
{
    Arena *arena = ((ArenaVector *)v)->arena; // its first member
    return make_vector(arena, v->ops, v->sunctx, NV_LENGTH_S(v));
}

static void keep_vector(N_Vector v)
{
    (void)v; // it goes with the arena
}

static N_Vector_Ops vector_operations(Arena *out, SUNContext context)
{
    N_Vector serial = N_VNewEmpty_Serial(1, context);
    if (!serial) memory_give_up(sizeof *serial);
    N_Vector_Ops ops = ARENA_NEW(out, struct _generic_N_Vector_Ops);
    *ops = *serial->ops;
    ops->nvclone = ops->nvcloneempty = clone_vector;
    ops->nvdestroy = keep_vector;
    N_VDestroy(serial);
    return ops;
}

// ---- Opening and closing ---------------------------------------------------------------------

// The solvers do not look whether there is one.
static SUNMatrix clone_matrix(SUNMatrix m)
{
    bool is_sparse = SUNMatGetID(m) == SUNMATRIX_SPARSE;
    SUNMatrix clone = is_sparse ? SUNMatClone_Sparse(m) : SUNMatClone_Dense(m);
    if (!clone) memory_give_up(0);
    clone->ops->clone = clone_matrix;
    return clone;
}

// A context of SUNDIALS 6 names a profiler and a log, and is used for nothing else. Making one
// makes a log, without looking whether there is memory for it; where it names neither, none is
// kept.
_Static_assert(SUNDIALS_VERSION_MAJOR == 6, "a context may have more to say");
enum { CONTEXT_BYTES = 1024 }; // more than it has

void sundials_open(SundialsProblem *s, Arena *out, const InitialValueProblem *problem,
                   const SundialsCalls *calls)
{
    s->problem = *problem;
    s->calls = calls;
    s->context = (SUNContext)arena_alloc_zero(out, CONTEXT_BYTES, 64);
    int32_t n = problem->n;
    N_Vector_Ops ops = vector_operations(out, s->context);
    N_Vector *const vectors[] = {&s->x, &s->dx, &s->solved, &s->errors, &s->weights, &s->view};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = make_vector(out, ops, s->context, n);
    s->newton = newton_open(out, &s->problem, (Eigenvalues){0}, &s->extra);
    s->is_sparse = problem->is_sparse;
    if (s->is_sparse) {
        s->united = pattern_with_diagonal(out, jacobian_pattern(s->newton->jacobian));
        s->matrix = SUNSparseMatrix(n, n, s->united.pattern.column_start[n], CSC_MAT, s->context);
    } else {
        s->matrix = SUNDenseMatrix(n, n, s->context);
    }
    if (!s->matrix) memory_give_up(0);
    s->matrix->ops->clone = clone_matrix;
    s->solver = s->is_sparse ? SUNLinSol_KLU(s->x, s->matrix, s->context)
                             : SUNLinSol_Dense(s->x, s->matrix, s->context);
    if (!s->solver) memory_give_up(0);
}

void sundials_close(SundialsProblem *s)
{
    if (s->solver) SUNLinSolFree(s->solver);
    if (s->matrix) SUNMatDestroy(s->matrix);
    s->solver = NULL;
    s->matrix = NULL;
    if (s->newton) newton_close(s->newton);
    s->newton = NULL;
}

void sundials_move_to(SundialsProblem *s, double t, const double *x)
{
    s->before = sundials_counts((Integrator *)s);
    s->before.rhs_evaluations -= s->extra.rhs_evaluations;
    s->t = t;
    s->n_vanishing = 0;
    s->has_stepped = false;
    memcpy(NV_DATA_S(s->x), x, (size_t)s->problem.n * sizeof *x);
}

static int flag_of(SundialsProblem *s, ModelOutcome o)
{
    if (o == MODEL_FATAL) s->is_fatal = true;
    return o == MODEL_OK ? 0 : o == MODEL_RETRY ? 1 : -1;
}

int sundials_derivatives(SundialsProblem *s, double t, const double *x, double *dx)
{
    return flag_of(s, s->problem.derivatives(s->problem.client, t, x, dx));
}

static void fill_dense(SundialsProblem *s, double shift, double factor, SUNMatrix matrix)
{
    const SparsePattern *p = jacobian_pattern(s->newton->jacobian);
    const double *values = jacobian_values(s->newton->jacobian);
    for (int32_t j = 0; j < p->n; j++) { // the solver has set the matrix to zero
        for (int32_t k = p->column_start[j]; k < p->column_start[j + 1]; k++)
            SM_ELEMENT_D(matrix, p->row_index[k], j) = factor * values[k];
        if (j < n_differential(&s->problem)) SM_ELEMENT_D(matrix, j, j) += shift;
    }
}

// The solver clears the pattern, too.
static void fill_sparse(SundialsProblem *s, double shift, double factor, SUNMatrix matrix)
{
    const SparsePattern *p = &s->united.pattern;
    sunindextype *start = SUNSparseMatrix_IndexPointers(matrix);
    sunindextype *rows = SUNSparseMatrix_IndexValues(matrix);
    double *data = SUNSparseMatrix_Data(matrix);
    for (int32_t j = 0; j <= p->n; j++) start[j] = p->column_start[j];
    for (int32_t k = 0; k < p->column_start[p->n]; k++) rows[k] = p->row_index[k];
    const SparsePattern *own = jacobian_pattern(s->newton->jacobian);
    const double *values = jacobian_values(s->newton->jacobian);
    memset(data, 0, (size_t)p->column_start[p->n] * sizeof *data);
    for (int32_t k = 0; k < own->column_start[own->n]; k++)
        data[united_place(&s->united, k)] = factor * values[k];
    for (int32_t j = 0; j < n_differential(&s->problem); j++) data[s->united.diagonal[j]] += shift;
}

int sundials_weights(N_Vector x, N_Vector weight, void *user)
{
    const InitialValueProblem *p = &((SundialsProblem *)user)->problem;
    error_weights(p->n, NV_DATA_S(x), error_sizes(p), p->tolerance, NV_DATA_S(weight));
    return 0;
}

int sundials_fill(SundialsProblem *s, double t, const double *x, double shift, double factor,
                  SUNMatrix matrix)
{
    int flag = flag_of(s, jacobian_evaluate(s->newton->jacobian, t, x, NULL, &s->extra));
    if (flag) return flag;
    if (s->is_sparse)
        fill_sparse(s, shift, factor, matrix);
    else
        fill_dense(s, shift, factor, matrix);
    return 0;
}

void sundials_quiet(int code, const char *module, const char *function, char *text, void *user)
{
    (void)code, (void)module, (void)function, (void)text, (void)user; // outcomes tell it all
}

// ---- For the descriptor ----------------------------------------------------------------------

void sundials_interpolate(Integrator *in, double t, double *x)
{
    SundialsProblem *s = (SundialsProblem *)in; // its first member
    NV_DATA_S(s->view) = x;
    // Before the first step there is nothing to divide by.
    if (!s->has_stepped || s->calls->interpolate(s->memory, t, 0, s->view))
        memcpy(x, NV_DATA_S(s->x), (size_t)s->problem.n * sizeof *x);
}

// The solvers go on with steps below the resolution of time for ever.
StepOutcome sundials_step_done(SundialsProblem *s)
{
    double h = 0;
    s->calls->last_step(s->memory, &h);
    s->has_stepped = true;
    s->n_vanishing = step_vanishes(s->t, h) ? s->n_vanishing + 1 : 0;
    return s->n_vanishing < MOST_VANISHING_STEPS ? STEP_DONE : STEP_TOO_SMALL;
}

double sundials_last_step(const Integrator *in)
{
    const SundialsProblem *s = (const SundialsProblem *)in;
    double h = 0;
    s->calls->last_step(s->memory, &h);
    return h;
}

IntegratorCounts sundials_counts(const Integrator *in)
{
    const SundialsProblem *s = (const SundialsProblem *)in;
    long steps = 0, evaluations = 0, iterations = 0, failures = 0;
    if (s->is_started) {
        s->calls->steps(s->memory, &steps);
        s->calls->evaluations(s->memory, &evaluations);
        s->calls->iterations(s->memory, &iterations);
        s->calls->failures(s->memory, &failures);
    }
    const IntegratorCounts *b = &s->before, *e = &s->extra;
    return (IntegratorCounts){
        .steps = b->steps + steps,
        .rejected = b->rejected + failures,
        .rhs_evaluations = b->rhs_evaluations + evaluations + e->rhs_evaluations,
        .jacobian_evaluations = e->jacobian_evaluations,
        .newton_iterations = b->newton_iterations + iterations,
    };
}

int32_t sundials_worst_state(Integrator *in)
{
    SundialsProblem *s = (SundialsProblem *)in;
    if (!s->is_started) return -1; // the solver has no vectors yet, and does not look
    if (s->calls->errors(s->memory, s->errors) || s->calls->weights(s->memory, s->weights))
        return -1;
    return largest_component(s->problem.n, NV_DATA_S(s->errors), NV_DATA_S(s->weights));
}

double sundials_resolve(Integrator *in, double *v)
{
    SundialsProblem *s = (SundialsProblem *)in;
    double scale = 1, z = s->calls->matrix(s->memory, &scale);
    NV_DATA_S(s->view) = v;
    if (!(z > 0) || SUNLinSolSolve(s->solver, s->matrix, s->solved, s->view, 0)) return 0;
    for (int32_t i = 0; i < s->problem.n; i++) v[i] = scale * NV_Ith_S(s->solved, i);
    return z;
}

void sundials_local_error(const Integrator *in, double *e)
{
    const SundialsProblem *s = (const SundialsProblem *)in;
    NV_DATA_S(s->view) = e;
    if (s->calls->errors(s->memory, s->view)) memset(e, 0, (size_t)s->problem.n * sizeof *e);
}
