// The battery that every row of the table of loop methods runs, with dense and with sparse factors:
// linear and nonlinear loops of one and of many unknowns, difference quotients, guesses outside the
// bounds, points without a value, singular matrices, factors that are kept and forgotten. The
// solutions are those that the equations were made from. The rows of Factors run theirs below.
#include <math.h>
#include <string.h>

#include "run/linear/step_matrix.h"
#include "run/linear/step_pair.h"
#include "run/loops/block_solver.h"
#include "unit/unit.h"

enum { MANY = 60, MOST = MANY + 1 };

// ---- A loop written by hand against abi/model.h
// --------------------------------------------------

typedef struct Equations {
    int32_t n;
    // False: no value there.
    bool (*residual)(const double *x, double *r);
    void (*derivative)(const double *x, double *values); // by columns, the entries of the pattern
    void (*pattern)(int32_t *start, int32_t *rows);
    double guess, low, high;
    double (*solution)(int32_t i);
    bool is_linear;
} Equations;

enum { RESIDUAL, JACOBIAN };
enum { UNKNOWNS = 1, RESIDUALS = UNKNOWNS + MOST, STATE = RESIDUALS + MOST, LIMITS, ENTRIES = 130 };

typedef struct Hand {
    Model model;
    BlockInfo info;
    StateInfo state;
    const Equations *equations;
    StepAccuracy accuracy;
    ModelMode mode;
    double weight, v[ENTRIES + 3 * MOST * 2];
    int32_t start[MOST + 1], rows[3 * MOST * 2], slots[MOST], derived[MOST], low[MOST], high[MOST];
    int32_t state_slot, state_number, n_matrices;
    double shift; // of the first residual
    bool is_fatal;
} Hand;

// Every loop has a state that follows from its first unknown, and where it is overdetermined an
// invariant that vanishes at the solution.
static ModelOutcome hand_call(void *self, int32_t routine)
{
    Hand *h = self;
    const Equations *e = h->equations;
    double *v = h->v;
    if (h->is_fatal) return MODEL_FATAL;
    if (routine == JACOBIAN) {
        double values[3 * MOST];
        h->n_matrices++;
        e->derivative(v + UNKNOWNS, values);
        for (int32_t at = 0, k = 0; at < h->start[e->n]; at++)
            v[ENTRIES + at] = h->rows[at] == e->n ? 1 : values[k++];
        return MODEL_OK;
    }
    if (!e->residual(v + UNKNOWNS, v + RESIDUALS)) return MODEL_RETRY;
    v[RESIDUALS] += h->shift;
    v[RESIDUALS + e->n] = v[UNKNOWNS] - e->solution(0);
    v[STATE] = v[UNKNOWNS];
    return MODEL_OK;
}

static void fill_pattern(Hand *h, bool has_invariant)
{
    const Equations *e = h->equations;
    int32_t start[MOST + 1], rows[3 * MOST], at = 0;
    e->pattern(start, rows);
    for (int32_t j = 0; j < e->n; j++) {
        h->start[j] = at;
        for (int32_t k = start[j]; k < start[j + 1]; k++) h->rows[at++] = rows[k];
        if (has_invariant && j == 0) h->rows[at++] = e->n;
    }
    h->start[e->n] = at;
}

static Hand *hand_loop(Arena *a, const Equations *e, const LoopMethod *method)
{
    Hand *h = ARENA_NEW(a, Hand);
    bool has_invariant = method == &least_squares_loop;
    h->equations = e;
    h->weight = 1e6;
    h->accuracy = (StepAccuracy){1, &h->weight, 1e-6, 1e-6, 1e-5, true};
    fill_pattern(h, has_invariant);
    h->v[LIMITS] = e->low;
    h->v[LIMITS + 1] = e->high;
    for (int32_t i = 0; i < e->n; i++) {
        h->slots[i] = UNKNOWNS + i;
        h->low[i] = LIMITS;
        h->high[i] = LIMITS + 1;
        h->v[UNKNOWNS + i] = e->guess;
        h->derived[i] = UNKNOWN_IS_NEITHER;
    }
    h->state_slot = STATE;
    h->info = (BlockInfo){.kind = e->is_linear ? BLOCK_LINEAR : BLOCK_NONLINEAR,
                          .n = e->n,
                          .unknown_slots = h->slots,
                          .min_slots = h->low,
                          .max_slots = h->high,
                          .residual_slot = RESIDUALS,
                          .jacobian_slot = ENTRIES,
                          .column_start = h->start,
                          .row_index = h->rows,
                          .residual = RESIDUAL,
                          .jacobian = JACOBIAN,
                          .guesses = NO_ROUTINE,
                          .matrix_variability = IS_PARAMETER,
                          .n_invariants = has_invariant,
                          .n_states = 1,
                          .state_slots = &h->state_slot,
                          .state_numbers = &h->state_number,
                          .derived_states = h->derived};
    h->state = (StateInfo){STATE, NO_SLOT, NO_SLOT, false, "x"};
    h->model = (Model){.blocks = &h->info,
                       .n_blocks = 1,
                       .states = &h->state,
                       .n_states = 1,
                       .self = h,
                       .call = hand_call,
                       .v = h->v,
                       .mode = &h->mode};
    return h;
}

typedef struct Solve {
    Hand *hand;
    LoopWork *work;
    Factors *factors;
    LoopProblem *problem;
    double x[MOST];
    ModelOutcome outcome;
} Solve;

static Solve open_solve(Unit *u, const Equations *e, const LoopMethod *method,
                        const FactorsDesc *how, bool by_differences)
{
    Solve s = {.hand = hand_loop(u->arena, e, method)};
    if (by_differences) s.hand->info.jacobian = NO_ROUTINE;
    s.problem = loop_problem_open(u->arena, &s.hand->model, 0, &s.hand->accuracy);
    if (method != &least_squares_loop)
        s.factors = factors_open(u->arena, how, &s.problem->pattern, false);
    s.work = method->open(u->arena, s.problem, s.factors);
    return s;
}

static void solve_again(Solve *s, bool is_far)
{
    loop_get_unknowns(s->problem, s->x);
    loop_measure(s->problem, s->x);
    s->outcome = s->work->method->solve(s->work, s->x, is_far);
}

static double off_by(const Solve *s)
{
    const Equations *e = s->hand->equations;
    double off = 0;
    for (int32_t i = 0; i < e->n; i++)
        off = fmax(off, fabs(s->x[i] - e->solution(i)) / fmax(1, fabs(e->solution(i))));
    return off;
}

// ---- The equations
// --------------------------------------------------------------------------------

static void three_diagonals(int32_t *start, int32_t *rows)
{
    int32_t at = 0;
    for (int32_t j = 0; j < MANY; j++) {
        start[j] = at;
        for (int32_t i = j - 1; i <= j + 1; i++)
            if (i >= 0 && i < MANY) rows[at++] = i;
    }
    start[MANY] = at;
}
static double along_the_chain(int32_t i)
{
    return 1 + i / (double)MANY;
}
static bool chain(const double *x, double *r)
{
    for (int32_t i = 0; i < MANY; i++) {
        double left = i ? x[i - 1] - along_the_chain(i - 1) : 0;
        double right = i + 1 < MANY ? x[i + 1] - along_the_chain(i + 1) : 0;
        r[i] = 3 * (x[i] - along_the_chain(i)) - left - right;
    }
    return true;
}
static void chain_derivative(const double *x, double *values)
{
    (void)x;
    for (int32_t j = 0, k = 0; j < MANY; j++)
        for (int32_t i = j - 1; i <= j + 1; i++)
            if (i >= 0 && i < MANY) values[k++] = i == j ? 3 : -1;
}
static bool cubic_chain(const double *x, double *r)
{
    chain(x, r);
    for (int32_t i = 0; i < MANY; i++) r[i] += x[i] * x[i] * x[i] - pow(along_the_chain(i), 3);
    return true;
}
static void cubic_chain_derivative(const double *x, double *values)
{
    for (int32_t j = 0, k = 0; j < MANY; j++)
        for (int32_t i = j - 1; i <= j + 1; i++)
            if (i >= 0 && i < MANY) values[k++] = i == j ? 3 + 3 * x[j] * x[j] : -1;
}

static void one_entry(int32_t *start, int32_t *rows)
{
    start[0] = rows[0] = 0;
    start[1] = 1;
}
static double is_four(int32_t i)
{
    (void)i;
    return 4;
}
static double is_three(int32_t i)
{
    (void)i;
    return 3;
}
static bool root_of_four(const double *x, double *r) // no value below zero
{
    r[0] = x[0] < 0 ? 0 : sqrt(x[0]) - 2;
    return x[0] >= 0;
}
static void root_derivative(const double *x, double *values)
{
    values[0] = 0.5 / sqrt(x[0]);
}
static bool steep_between_flat(const double *x, double *r) // Newton's steps leave at once
{
    r[0] = tanh(10 * (x[0] - 3));
    return true;
}
static void steep_derivative(const double *x, double *values)
{
    values[0] = 10 / pow(cosh(10 * (x[0] - 3)), 2);
}

static void four_entries(int32_t *start, int32_t *rows)
{
    for (int32_t j = 0; j < 3; j++) start[j] = 2 * j;
    for (int32_t k = 0; k < 4; k++) rows[k] = k % 2;
}
static double one(int32_t i)
{
    (void)i;
    return 1;
}
static bool same_twice(const double *x, double *r) // x + y = 2: of all solutions the nearest to 0
{
    r[0] = r[1] = x[0] + x[1] - 2;
    return true;
}
static void all_ones(const double *x, double *values)
{
    (void)x;
    for (int k = 0; k < 4; k++) values[k] = 1;
}

static const Equations linear_chain = {
    MANY, chain, chain_derivative, three_diagonals, 0, -1e9, 1e9, along_the_chain, true};
static const Equations nonlinear_chain = {
    MANY, cubic_chain, cubic_chain_derivative, three_diagonals, 1.4, -1e9, 1e9, along_the_chain,
    false};
static const Equations root = {1, root_of_four, root_derivative, one_entry, 1,
                               0, 1e9,          is_four,         false};
static const Equations steep = {
    1, steep_between_flat, steep_derivative, one_entry, 0, -1e9, 1e9, is_three, false};
static const Equations twice = {2, same_twice, all_ones, four_entries, 0, -1e9, 1e9, one, true};

// ---- The battery
// ----------------------------------------------------------------------------------

static void check_solution(Unit *u, const LoopMethod *m, const Equations *e, const FactorsDesc *how,
                           bool by_differences)
{
    Solve s = open_solve(u, e, m, how, by_differences);
    solve_again(&s, true);
    double most = m == &step_newton_loop ? 1e-9 : 1e-11; // it ends with the tolerance of its step
    if (s.outcome != MODEL_OK || !(off_by(&s) < most))
        text_printf(&u->failures, "%s, %s, %d unknowns: outcome %d, off by %g\n", m->name,
                    how->name, e->n, s.outcome, off_by(&s));
    CHECK_TRUE(u, s.work->iterations > 0);
    // The residuals were computed last at the solution.
    for (int32_t i = 0; i < e->n; i++) CHECK_REAL(u, s.hand->v[UNKNOWNS + i], s.x[i], 0);
    factors_close(s.factors);
}

static void every_method_solves(Unit *u)
{
    const Equations *all[] = {&linear_chain, &nonlinear_chain, &root};
    for (int i = 0; i < n_loop_methods; i++)
        for (int k = 0; k < 3; k++) {
            const LoopMethod *m = loop_methods[i];
            if (!all[k]->is_linear && !m->solves_nonlinear) continue;
            check_solution(u, m, all[k], &dense_factors, false);
            if (m->takes_sparse) check_solution(u, m, all[k], &klu_factors, false);
            if (m->takes_sparse) check_solution(u, m, all[k], &recorded_factors, false);
            // Differences know nothing of invariants.
            if (m != &least_squares_loop) check_solution(u, m, all[k], &dense_factors, true);
        }
}

static void failures_leave_the_guess(Unit *u)
{
    for (int i = 0; i < n_loop_methods; i++) {
        Solve s = open_solve(u, &root, loop_methods[i], &dense_factors, false);
        s.hand->v[LIMITS] = -1e9; // the model does not tell where it has no value
        s.hand->v[UNKNOWNS] = -1;
        solve_again(&s, false);
        CHECK_INT(u, s.outcome, MODEL_RETRY);
        s.hand->is_fatal = true;
        solve_again(&s, false);
        CHECK_INT(u, s.outcome, MODEL_FATAL);
    }
}

// A guess outside the bounds is moved inside, and no trial leaves them.
static void bounds_hold(Unit *u)
{
    for (int i = 0; i < n_loop_methods; i++) {
        const LoopMethod *m = loop_methods[i];
        if (!m->solves_nonlinear) continue;
        Solve s = open_solve(u, &root, m, &dense_factors, false);
        s.hand->v[UNKNOWNS] = -7;
        s.hand->v[LIMITS] = 1;
        solve_again(&s, true);
        CHECK_INT(u, s.outcome, MODEL_OK);
        CHECK_REAL(u, s.x[0], 4, 1e-9);
    }
}

static void far_guesses(Unit *u)
{
    Solve s = open_solve(u, &steep, &newton_loop, &dense_factors, false);
    solve_again(&s, true);
    CHECK_INT(u, s.outcome, MODEL_OK);
    CHECK_REAL(u, s.x[0], 3, 1e-9);
}

static void singular_loops(Unit *u)
{
    const LoopMethod *dense[] = {&linear_loop, &newton_loop};
    const FactorsDesc *able[] = {&dense_factors, &recorded_factors};
    for (int i = 0; i < 4; i++) {
        const LoopMethod *m = dense[i / 2];
        Solve s = open_solve(u, &twice, m, able[i % 2], false);
        solve_again(&s, true);
        CHECK_INT(u, s.outcome, MODEL_OK);
        CHECK_TRUE(u, s.work->was_singular);
        CHECK_TRUE(u, off_by(&s) < 1e-12);
        CHECK_TRUE(u, factors_undetermined(s.work->factors) >= 0);
        s.hand->shift = 1; // x + y = 1 and x + y = 2
        solve_again(&s, true);
        CHECK_INT(u, s.outcome, MODEL_RETRY);
        factors_close(s.factors);
        Solve sparse = open_solve(u, &twice, m, &klu_factors, false);
        solve_again(&sparse, true);
        CHECK_INT(u, sparse.outcome, MODEL_RETRY);
        factors_close(sparse.factors);
    }
}

// Factors are kept as long as they serve, and not longer.
static void factors_are_kept(Unit *u)
{
    const FactorsDesc *all[] = {&dense_factors, &klu_factors, &recorded_factors};
    for (int i = 0; i < n_loop_methods; i++) {
        const LoopMethod *m = loop_methods[i];
        for (int k = 0; k < 3 && m->takes_sparse; k++) {
            Solve s = open_solve(u, &linear_chain, m, all[k], false);
            solve_again(&s, false);
            int32_t first = s.hand->n_matrices;
            solve_again(&s, false);
            CHECK_INT(u, s.hand->n_matrices, first);
            m->forget(s.work);
            solve_again(&s, false);
            CHECK_INT(u, s.hand->n_matrices, first + 1);
            CHECK_TRUE(u, off_by(&s) < 1e-9);
            factors_close(s.factors);
        }
    }
    Solve s = open_solve(u, &linear_chain, &linear_loop, &dense_factors, false);
    s.hand->info.matrix_variability = IS_CONTINUOUS;
    for (int k = 1; k <= 3; k++) {
        solve_again(&s, false);
        CHECK_INT(u, s.hand->n_matrices, k);
    }
}

// ---- Factorizations
// -------------------------------------------------------------------------------

// A x = b for x = 1, 2, ..., real, and (A + iI) x = b where complex matrices are taken.
static void every_factorization_solves(Unit *u)
{
    const FactorsDesc *all[] = {&dense_factors, &plain_factors, &klu_factors, &recorded_factors,
                                &step_factors};
    int32_t start[MOST + 1], rows[3 * MOST];
    double values[3 * MOST], pairs[6 * MOST], b[MANY];
    three_diagonals(start, rows);
    chain_derivative(NULL, values);
    SparsePattern p = {MANY, start, rows};
    for (int32_t j = 0; j < MANY; j++)
        for (int32_t k = start[j]; k < start[j + 1]; k++) {
            pairs[2 * k] = values[k];
            pairs[2 * k + 1] = rows[k] == j;
        }
    for (int i = 0; i < 5; i++) {
        Factors *f = factors_open(u->arena, all[i], &p, false);
        for (int round = 0; round < 2; round++) { // the second time on known pivots
            CHECK_TRUE(u, factors_factor(f, values));
            for (int32_t j = 0; j < MANY; j++)
                b[j] = 3 * (j + 1) - (j ? j : 0) - (j + 1 < MANY ? j + 2 : 0);
            round ? factors_substitute(f, b) : factors_solve(f, b);
            for (int32_t j = 0; j < MANY; j++) CHECK_REAL(u, b[j], j + 1, 1e-12 * MANY);
        }
        factors_close(f);
        if (!all[i]->solve_complex) continue;
        double complex c[MANY];
        f = factors_open(u->arena, all[i], &p, true);
        CHECK_TRUE(u, factors_factor(f, pairs));
        for (int32_t j = 0; j < MANY; j++)
            c[j] = CMPLX(3 * (j + 1) - (j ? j : 0) - (j + 1 < MANY ? j + 2 : 0), j + 1);
        factors_solve_complex(f, c);
        for (int32_t j = 0; j < MANY; j++) {
            CHECK_REAL(u, creal(c[j]), j + 1, 1e-12 * MANY);
            CHECK_REAL(u, cimag(c[j]), 0, 1e-12 * MANY);
        }
        factors_close(f);
    }
}

// x + y = 3, twice, and z = 1 from a row that cancelling left: no equation of its own. A right side
// that is rounding of products as large as the unknowns contradicts nothing, a larger one does.
static void what_rounding_leaves(Unit *u)
{
    const SparsePattern full = full_pattern(4);
    Factors *f = factors_open(u->arena, &dense_factors, &full, false);
    const double size[4] = {1e4, 1e4, 1e4, 1e4};
    const double by_columns[16] = {1, 1, 0, 0, 1, 1, 0, 5e-17, 0, 0, 1, 0, 0, 0, 0, 0};
    CHECK_TRUE(u, !factors_factor(f, by_columns));
    double b[4] = {3, 3, 1, 0};
    CHECK_TRUE(u, factors_least_change(f, size, b) < 1e-12);
    CHECK_REAL(u, b[0] + b[1], 3, 1e-12);
    CHECK_REAL(u, b[2], 1, 1e-12);
    double small[4] = {1e-10, 2e-10, 0, 0}, large[4] = {1, 2, 0, 0};
    CHECK_TRUE(u, !factors_factor(f, by_columns));
    CHECK_TRUE(u, factors_least_change(f, size, small) <= 0);
    CHECK_TRUE(u, !factors_factor(f, by_columns));
    CHECK_TRUE(u, factors_least_change(f, size, large) > 0.1);
}

// Matrices of every small size are written out: they solve, and tell a row that is nearly another
// one (digits are left) from one that is it but for rounding.
static void small_matrices_of_every_size(Unit *u)
{
    enum { LARGEST = 10 };
    for (int n = 2; n <= LARGEST; n++) {
        const SparsePattern full = full_pattern(n);
        Factors *f = factors_open(u->arena, &dense_factors, &full, false);
        const double apart[] = {1, 1e-8, 1e-16};
        for (int k = 0; k < 3; k++) {
            double a[LARGEST * LARGEST], b[LARGEST] = {0};
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    bool is_copy = i == n - 1;
                    double entry = 1.0 / ((is_copy ? 0 : i) + j + 2) + (j == (is_copy ? 0 : i));
                    a[i + j * n] = entry + (is_copy && j == n - 1 ? apart[k] : 0);
                    b[i] += a[i + j * n] * (j + 1);
                }
            bool is_regular = factors_factor(f, a);
            CHECK_TRUE(u, is_regular == (k < 2));
            if (is_regular) factors_solve(f, b);
            for (int j = 0; is_regular && j < n; j++) CHECK_REAL(u, b[j], j + 1, 1e-13 / apart[k]);
        }
        factors_close(f);
    }
}

static void check_twos(Unit *u, Factors *f, const SparsePattern *p, const double *values)
{
    double b[MOST] = {0};
    CHECK_TRUE(u, factors_factor(f, values));
    for (int32_t j = 0; j < p->n; j++)
        for (int32_t k = p->column_start[j]; k < p->column_start[j + 1]; k++)
            b[p->row_index[k]] += 2 * values[k];
    factors_solve(f, b);
    for (int32_t j = 0; j < p->n; j++) CHECK_REAL(u, b[j], 2, 1e-9);
}

// Matrices with many zeros are eliminated by a list; whether one is singular is told as of full
// ones, in between, too: rows of which one is nearly the other, and is it but for rounding.
static void thin_matrices_tell_singular_ones(Unit *u)
{
    int32_t start[MOST + 1], rows[3 * MOST];
    double values[3 * MOST];
    three_diagonals(start, rows);
    chain_derivative(NULL, values);
    const SparsePattern p = {MANY, start, rows};
    Factors *f = factors_open(u->arena, &dense_factors, &p, false);
    const double apart[] = {1, 1e-8, 1e-16, 1, 1e-3};
    values[0] = values[1] = values[2] = 1; // two rows and columns, and nothing beside them
    values[4] = values[5] = 0;
    for (int k = 0; k < 5; k++) {
        values[3] = 1 + apart[k];
        CHECK_TRUE(u, factors_factor(f, values) == (k != 2));
        if (k != 1 && k != 2) check_twos(u, f, &p, values);
        double b[MANY] = {2, 2};
        if (k == 2) CHECK_TRUE(u, factors_least_change(f, values, b) < 1e-12);
        if (k == 2) CHECK_REAL(u, b[0] + b[1], 2, 1e-12);
    }
    factors_close(f);
}

// What was recorded is given up where its pivots vanish or become small, where there is too much of
// it, and where the matrix looks singular: others are asked then, of what is large KLU.
static void records_are_renewed(Unit *u)
{
    enum { LARGE = 401 };
    static const int32_t start[] = {0, 2, 5, 7}, rows[] = {0, 1, 0, 1, 2, 1, 2};
    const SparsePattern p = {3, start, rows};
    const double matrices[4][7] = {{4, 1, 1, 4, 1, 1, 4},
                                   {0, 1, 1, 4, 1, 1, 4},
                                   {1e-9, 1, 1, 1e-9, 1, 1, 1},
                                   {4e8, 1, 1e8, 4, 1e-8, 1, 4e-8}};
    Factors *f = factors_open(u->arena, &recorded_factors, &p, false);
    for (int i = 0; i < 4; i++) check_twos(u, f, &p, matrices[i]);
    const double singular[7] = {1, 2, 1, 2, 0, 0, 1};
    CHECK_TRUE(u, !factors_factor(f, singular));
    check_twos(u, f, &p, matrices[0]);
    factors_close(f);

    int32_t column[LARGE + 1], row[MANY * MANY];
    double values[MANY * MANY];
    for (int32_t j = 0; j <= MANY; j++) column[j] = j * MANY;
    for (int32_t k = 0; k < MANY * MANY; k++) {
        row[k] = k % MANY;
        values[k] = k % (MANY + 1) ? sin(k) : 9;
    }
    SparsePattern full = {MANY, column, row};
    f = factors_open(u->arena, &recorded_factors, &full, false);
    for (int i = 0; i < 2; i++) check_twos(u, f, &full, values);
    factors_close(f);

    for (int32_t j = 0; j <= LARGE; j++) column[j] = j;
    for (int32_t j = 0; j < LARGE; j++) row[j] = j, values[j] = j > 0;
    SparsePattern diagonal = {LARGE, column, row};
    f = factors_open(u->arena, &recorded_factors, &diagonal, false);
    CHECK_TRUE(u, !factors_factor(f, values));
    CHECK_TRUE(u, factors_least_change(f, values, values) > 1);
    CHECK_INT(u, factors_undetermined(f), -1);
    factors_close(f);
}

// Both matrices of a pair, each with the solution 1, 2, ..., and the real one by itself.
static void check_pair(Unit *u, StepPair *f, const SparsePattern *p, int32_t n_algebraic,
                       double complex z, double w, const double *j, double tolerance)
{
    double *b = ARENA_ARRAY(u->arena, double, FOUR * p->n),
           *real = ARENA_ARRAY(u->arena, double, p->n);
    int32_t known = p->n - n_algebraic;
    for (int32_t c = 0; c < known; c++) {
        b[FOUR * c] = b[FOUR * c + REAL_LANE] = c + 1;
        real[c] = c + 1;
    }
    for (int32_t c = 0; c < p->n; c++)
        for (int32_t k = p->column_start[c]; k < p->column_start[c + 1]; k++) {
            int32_t row = p->row_index[k];
            double complex pair = (row < known ? z : 1) * j[k] * (c + 1);
            double one = (row < known ? w : 1) * j[k] * (c + 1);
            b[FOUR * row] -= creal(pair);
            b[FOUR * row + 1] -= cimag(pair);
            b[FOUR * row + REAL_LANE] -= one;
            real[row] -= one;
        }
    CHECK_TRUE(u, step_pair_factor(f, z, w, j));
    step_pair_solve(f, b);
    step_pair_solve_real(f, real);
    for (int32_t c = 0; c < p->n; c++) {
        CHECK_REAL(u, b[FOUR * c], c + 1, tolerance);
        CHECK_REAL(u, b[FOUR * c + 1], 0, tolerance);
        CHECK_REAL(u, b[FOUR * c + REAL_LANE], c + 1, tolerance);
        CHECK_REAL(u, b[FOUR * c + 3], 0, 0);
        CHECK_REAL(u, real[c], c + 1, tolerance);
    }
}

// I - z J for all sizes of z, J with entries of 1e6 and 1e-3: pivots of one z are none of another.
// Solutions of real ones and of pairs, by lists and as a whole, then of a matrix whose pivots
// change all the time, between two sizes that come again, and between more than are kept.
static void steps_of_all_sizes(Unit *u)
{
    static const int32_t start[] = {0, 2, 5, 7}, rows[] = {0, 1, 0, 1, 2, 1, 2};
    static const double j[7] = {0, 1e6, -1, 1e-3, 2, 1e3, -1e-3};
    const SparsePattern p = {3, start, rows};
    StepMatrix *one = step_matrix_open(u->arena, &p, 0, true);
    StepPair *pairs[] = {step_pair_open(u->arena, &p, 0, true),
                         step_pair_open(u->arena, &p, 0, false)};
    for (int round = 0; round < 150; round++) {
        double z = round < 30 ? pow(10, round - 20) : round % 2 ? 1e-8 : 1e8;
        if (round >= 60) z = pow(10, round % 7 * 3 - 9);
        double b[3] = {1, 2, 3};
        for (int32_t c = 0; c < 3; c++)
            for (int32_t k = start[c]; k < start[c + 1]; k++) b[rows[k]] -= z * j[k] * (c + 1);
        CHECK_TRUE(u, step_matrix_factor(one, z, j));
        step_matrix_solve(one, b);
        for (int32_t c = 0; c < 3; c++) CHECK_REAL(u, b[c], c + 1, 1e-6);
        for (int i = 0; i < 2; i++) check_pair(u, pairs[i], &p, 0, z * CMPLX(0.6, 0.8), z, j, 1e-6);
    }
    step_matrix_close(one);
    for (int i = 0; i < 2; i++) step_pair_close(pairs[i]);
}

// Pairs of every small size, with a diagonal that J has not, with algebraic rows, by lists and as a
// whole; then one that is too large to be eliminated here.
static void pairs_of_every_size(Unit *u)
{
    enum { LARGEST = 45 };
    static const int sizes[] = {1, 2, 3, 4, 5, 8, LARGEST};
    int32_t start[LARGEST + 1], rows[3 * LARGEST];
    double j[3 * LARGEST];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int32_t n = sizes[i], n_algebraic = n / 3, at = 0;
        for (int32_t c = 0; c < n; c++) {
            start[c] = at;
            for (int32_t r = c - 1; r <= c + 1; r++) {
                if (r < 0 || r >= n || (r == c && c < n - n_algebraic)) continue;
                rows[at] = r;
                j[at] = r == c ? 3 : sin(at);
                at++;
            }
        }
        start[n] = at;
        SparsePattern p = {n, start, rows};
        for (int is_sparse = 0; is_sparse < 2; is_sparse++) {
            StepPair *f = step_pair_open(u->arena, &p, n_algebraic, is_sparse);
            for (int round = 0; round < 3; round++) // on known pivots, and on others
                check_pair(u, f, &p, n_algebraic, pow(30, round - 1) * CMPLX(0.16, 0.18),
                           pow(30, round - 1) * 0.27, j, 1e-10);
            step_pair_close(f);
        }
    }
    // Singular ones are told.
    static const int32_t column[] = {0, 1}, row[] = {0};
    static const double unit[] = {1};
    const SparsePattern single = {1, column, row};
    StepPair *f = step_pair_open(u->arena, &single, 0, false);
    CHECK_TRUE(u, !step_pair_factor(f, 0.5, 1, unit) && step_pair_factor(f, 0.5, 0.5, unit));
    step_pair_close(f);
}

// x on the way through a chain that has grown beyond all digits: no point is a solution.
static bool digits_are_lost(const double *x, double *r)
{
    static bool is_up;
    is_up = !is_up;
    r[0] = x[0] + (is_up ? 1e40 : -1e40);
    return true;
}

static void nothing_is_a_solution(Unit *u)
{
    static const Equations lost = {1,   digits_are_lost, all_ones, one_entry, 0, -1e50, 1e50, one,
                                   true};
    const FactorsDesc *able[] = {&dense_factors, &klu_factors};
    for (int i = 0; i < 2; i++) {
        Solve s = open_solve(u, &lost, &linear_loop, able[i], false);
        s.hand->mode = MODE_INITIAL;
        solve_again(&s, true);
        CHECK_INT(u, s.outcome, MODEL_RETRY);
        factors_close(s.factors);
    }
}

// Whatever stands behind it: an iteration must not end at a change that is no number.
static void no_number_is_the_largest(Unit *u)
{
    double scale[] = {1, 1, 1}, x[] = {0, 2, 0}, change[] = {1, NAN, 3};
    const LoopProblem p = {.n = 3, .scale = scale};
    CHECK_TRUE(u, isnan(loop_size_of(&p, x, change)));
    CHECK_TRUE(u, isnan(loop_largest(&p, change)));
    change[1] = -8;
    CHECK_TRUE(u, loop_size_of(&p, x, change) == 4);
    CHECK_TRUE(u, loop_largest(&p, change) == 8);
}

UNIT_SUITE(loop_battery, TEST(every_method_solves), TEST(failures_leave_the_guess),
           TEST(bounds_hold), TEST(far_guesses), TEST(singular_loops), TEST(factors_are_kept),
           TEST(every_factorization_solves), TEST(what_rounding_leaves),
           TEST(small_matrices_of_every_size), TEST(thin_matrices_tell_singular_ones),
           TEST(records_are_renewed), TEST(steps_of_all_sizes), TEST(pairs_of_every_size),
           TEST(nothing_is_a_solution), TEST(no_number_is_the_largest));
