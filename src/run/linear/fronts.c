// The values of a front lie in three places: the columns of its pivots, L; the rows of its pivots,
// U; what is left behind both is on a stack until the front of the parent takes it, and children
// stand right before their parents, so that a stack is enough. The block of the pivots is in both,
// so that each half of a solution reads one of them from end to end, and nothing else: it waits for
// the memory [M180].
#include "run/linear/fronts.h"

#include <math.h>
#include <string.h>

#include "run/linear/dense_lu.h"
#include "run/linear/front_tree.h"
#include "run/point/fours.h"

// LAPACK and BLAS, as the Fortran libraries export them; complex numbers are two words each.
typedef unsigned long Length;
typedef const char Word;
typedef const int Int;
typedef const double Real;
typedef void Getrf(Int *m, Int *n, double *a, Int *lda, int *pivots, int *info);
typedef void Laswp(Int *n, double *a, Int *lda, Int *from, Int *to, Int *pivots, Int *step);
typedef void Trsm(Word *side, Word *uplo, Word *trans, Word *diag, Int *m, Int *n, Real *alpha,
                  Real *a, Int *lda, double *b, Int *ldb, Length, Length, Length, Length);
typedef void Gemm(Word *transa, Word *transb, Int *m, Int *n, Int *k, Real *alpha, Real *a,
                  Int *lda, Real *b, Int *ldb, Real *beta, double *c, Int *ldc, Length, Length);
typedef void Trsv(Word *uplo, Word *trans, Word *diag, Int *n, Real *a, Int *lda, double *x,
                  Int *incx, Length, Length, Length);
typedef void Gemv(Word *trans, Int *m, Int *n, Real *alpha, Real *a, Int *lda, Real *x, Int *incx,
                  Real *beta, double *y, Int *incy, Length);
extern Getrf dgetrf_, zgetrf_;
extern Laswp dlaswp_, zlaswp_;
extern Trsm dtrsm_, ztrsm_;
extern Gemm dgemm_, zgemm_;
extern Trsv dtrsv_, ztrsv_;
extern Gemv dgemv_, zgemv_;

typedef struct Kernels {
    size_t words; // of a number
    Getrf *getrf;
    Laswp *laswp;
    Trsm *trsm;
    Gemm *gemm;
    Trsv *trsv;
    Gemv *gemv;
} Kernels;
static const Kernels real = {1, dgetrf_, dlaswp_, dtrsm_, dgemm_, dtrsv_, dgemv_};
static const Kernels complex_ = {2, zgetrf_, zlaswp_, ztrsm_, zgemm_, ztrsv_, zgemv_};
static const double one[] = {1, 0}, minus[] = {-1, 0}, zero[] = {0, 0};

// No multiplier may be larger than this: as KLU prefers the diagonal.
static const double largest_multiplier = 1e3;

struct Fronts {
    SparsePattern pattern;
    FrontTree *tree;
    const Kernels *kernels;
    size_t words;
    // Per front and one more: where its columns begin, and its rows, in numbers.
    size_t *begin;
    double *columns, *rows;
    int *pivots;
    double *scale; // of the rows, which are divided by their largest entry
    // Entries of the matrix by front, and where they are in its factors.
    int32_t *entering, *entry;
    uint32_t *target; // in the columns, or behind them in the rows
    double *left;     // the stack
    double *side;     // a right side in the order of elimination
};

static int front_size(const FrontTree *t, int32_t s)
{
    return front_pivots(t, s) + front_touched(t, s);
}

// ---- Opening --------------------------------------------------------------------------------

static uint32_t target_of(const FrontTree *t, int32_t s, int32_t row, int32_t column)
{
    size_t k = (size_t)front_pivots(t, s), size = (size_t)front_size(t, s);
    size_t i = (size_t)front_place(t, s, row), j = (size_t)front_place(t, s, column);
    return (uint32_t)(j < k ? i + j * size : size * k + i + j * k);
}

// An entry belongs to the front where the first of its two unknowns is a pivot.
static void sort_entries(Fronts *f, Arena *out, const int32_t *number, const int32_t *front_of)
{
    const SparsePattern *p = &f->pattern;
    const FrontTree *t = f->tree;
    int32_t entries = p->column_start[p->n];
    int32_t *start = f->entering = ARENA_ARRAY(out, int32_t, t->n_fronts + 2);
    f->entry = ARENA_RAW(out, int32_t, entries + 1);
    f->target = ARENA_RAW(out, uint32_t, entries + 1);
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t j = 0; j < p->n; j++)
            for (int32_t k = p->column_start[j]; k < p->column_start[j + 1]; k++) {
                int32_t row = number[p->row_index[k]], column = number[j];
                int32_t s = front_of[row < column ? row : column];
                if (!pass) {
                    start[s + 2]++;
                    continue;
                }
                int32_t at = start[s + 1]++;
                f->entry[at] = k;
                f->target[at] = target_of(t, s, row, column);
            }
        for (int32_t s = 0; !pass && s < t->n_fronts; s++) start[s + 2] += start[s + 1];
    }
}

static void place_entries(Fronts *f, Arena *out)
{
    const FrontTree *t = f->tree;
    Arena *scratch = arena_open("fronts");
    int32_t *number = ARENA_RAW(scratch, int32_t, t->n + 1);
    int32_t *front_of = ARENA_RAW(scratch, int32_t, t->n + 1);
    for (int32_t k = 0; k < t->n; k++) number[t->order[k]] = k;
    for (int32_t s = 0; s < t->n_fronts; s++)
        for (int32_t k = t->first[s]; k < t->first[s + 1]; k++) front_of[k] = s;
    sort_entries(f, out, number, front_of);
    arena_close(scratch);
}

static size_t left_numbers(const FrontTree *t, int32_t s)
{
    size_t r = (size_t)front_touched(t, s);
    return r * r;
}

// How high the stack gets: a front is made above what its children have left.
static size_t stack_height(const FrontTree *t)
{
    Arena *scratch = arena_open("fronts");
    size_t *of_children = ARENA_ARRAY(scratch, size_t, t->n_fronts + 1), now = 0, most = 0;
    for (int32_t s = 0; s < t->n_fronts; s++) {
        size_t own = left_numbers(t, s);
        if (now + own > most) most = now + own;
        now += own - of_children[s];
        if (t->parent[s] >= 0) of_children[t->parent[s]] += own;
    }
    arena_close(scratch);
    return most;
}

Fronts *fronts_open(Arena *out, const SparsePattern *p, bool is_complex, double most_work)
{
    FrontTree *t = front_tree_open(out, p);
    if (t->work > most_work) return NULL;
    Fronts *f = ARENA_NEW(out, Fronts);
    f->pattern = *p;
    f->tree = t;
    f->kernels = is_complex ? &complex_ : &real;
    f->words = f->kernels->words;
    f->begin = ARENA_ARRAY(out, size_t, t->n_fronts + 1);
    for (int32_t s = 0; s < t->n_fronts; s++) {
        size_t k = (size_t)front_pivots(t, s), size = (size_t)front_size(t, s);
        if (2 * k * size > UINT32_MAX) return NULL;
        f->begin[s + 1] = f->begin[s] + k * size;
    }
    f->pivots = ARENA_RAW(out, int, p->n + 1);
    f->scale = ARENA_RAW(out, double, p->n + 1);
    place_entries(f, out);
    f->columns = ARENA_RAW(out, double, f->words * f->begin[t->n_fronts] + 1);
    f->rows = ARENA_RAW(out, double, f->words * f->begin[t->n_fronts] + 1);
    f->left = ARENA_RAW(out, double, f->words *stack_height(t) + 1);
    f->side = ARENA_RAW(out, double, f->words *(size_t)p->n + 1);
    lu_get_ready(p->n);
    return f;
}

// ---- Factors --------------------------------------------------------------------------------

static bool scale_rows(Fronts *f, const double *values)
{
    const SparsePattern *p = &f->pattern;
    size_t words = f->words;
    memset(f->scale, 0, (size_t)p->n * sizeof *f->scale);
    for (int32_t k = 0; k < p->column_start[p->n]; k++)
        for (size_t w = 0; w < words; w++) {
            double size = fabs(values[words * (size_t)k + w]),
                   *largest = &f->scale[p->row_index[k]];
            if (!(size <= *largest)) *largest = size;
        }
    for (int32_t i = 0; i < p->n; i++) {
        if (!(f->scale[i] > 0) || !isfinite(f->scale[i])) return false;
        f->scale[i] = 1 / f->scale[i];
    }
    return true;
}

typedef struct Front {
    int pivots, touched, size;
    double *columns, *block, *rows, *left; // of the pivots, their block again; behind both
} Front;

static void enter_values(const Fronts *f, int32_t s, const Front *g, const double *values)
{
    size_t words = f->words, half = words * (f->begin[s + 1] - f->begin[s]);
    memset(g->columns, 0, half * sizeof *values);
    memset(g->block, 0, half * sizeof *values);
    memset(g->left, 0, words * left_numbers(f->tree, s) * sizeof *values);
    for (int32_t e = f->entering[s]; e < f->entering[s + 1]; e++) {
        size_t from = words * (size_t)f->entry[e], to = words * f->target[e];
        double *at = to < half ? g->columns + to : g->block + (to - half);
        double scale = f->scale[f->pattern.row_index[f->entry[e]]];
        for (size_t w = 0; w < words; w++) at[w] = scale * values[from + w];
    }
}

// Places are counted from `first` on.
static void add_scattered(double *restrict to, const double *restrict from, const int32_t *place,
                          int32_t first, int32_t n, size_t words)
{
    if (words == 1)
        for (int32_t i = 0; i < n; i++) to[place[i] - first] += from[i];
    else
        for (int32_t i = 0; i < n; i++) {
            to[2 * (place[i] - first)] += from[2 * i];
            to[2 * (place[i] - first) + 1] += from[2 * i + 1];
        }
}

// What child c has left goes into the front of its parent.
static void take_child(const Fronts *f, const Front *g, int32_t c, const double *left)
{
    const FrontTree *t = f->tree;
    const int32_t *place = t->place + t->touching[c];
    int32_t n = front_touched(t, c), inside = 0;
    size_t words = f->words;
    while (inside < n && place[inside] < g->pivots) inside++;
    for (int32_t j = 0; j < n; j++, left += words * (size_t)n) {
        if (j < inside) {
            double *column = g->columns + words * (size_t)place[j] * (size_t)g->size;
            add_scattered(column, left, place, 0, n, words);
            continue;
        }
        size_t column = (size_t)(place[j] - g->pivots);
        add_scattered(g->rows + words * column * (size_t)g->pivots, left, place, 0, inside, words);
        add_scattered(g->left + words * column * (size_t)g->touched, left + words * (size_t)inside,
                      place + inside, g->pivots, n - inside, words);
    }
}

static bool multipliers_are_small(const Front *g, size_t words)
{
    for (int j = 0; j < g->pivots; j++) {
        const double *column = g->columns + words * (size_t)j * (size_t)g->size;
        bool are_small = true;
        for (size_t i = words * (size_t)g->pivots; i < words * (size_t)g->size; i++)
            are_small &= fabs(column[i]) <= largest_multiplier;
        if (!are_small) return false;
    }
    return true;
}

// LU of the pivots; their columns and rows; and what is left behind them.
static bool eliminate(const Kernels *by, const Front *g, int *pivots)
{
    int k = g->pivots, r = g->touched, info, next = 1;
    double *below = g->columns + by->words * (size_t)k;
    by->getrf(&k, &k, g->columns, &g->size, pivots, &info);
    if (info) return false;
    for (size_t j = 0, words = by->words; j < (size_t)k; j++)
        memcpy(g->block + words * j * (size_t)k, g->columns + words * j * (size_t)g->size,
               words * (size_t)k * sizeof *g->block);
    if (!r) return true;
    by->laswp(&r, g->rows, &k, &next, &k, pivots, &next);
    by->trsm("L", "L", "N", "U", &k, &r, one, g->columns, &g->size, g->rows, &k, 1, 1, 1, 1);
    by->trsm("R", "U", "N", "N", &r, &k, one, g->columns, &g->size, below, &g->size, 1, 1, 1, 1);
    by->gemm("N", "N", &r, &r, &k, minus, below, &g->size, g->rows, &k, one, g->left, &r, 1, 1);
    return multipliers_are_small(g, by->words);
}

static Front front_at(const Fronts *f, int32_t s, double *left)
{
    int k = front_pivots(f->tree, s), r = front_touched(f->tree, s);
    size_t at = f->words * f->begin[s];
    double *block = f->rows + at;
    return (Front){k,   r, k + r, f->columns + at, block, block + f->words * (size_t)k * (size_t)k,
                   left};
}

bool fronts_factor(Fronts *f, const double *values)
{
    const FrontTree *t = f->tree;
    double *top = f->left;
    if (!scale_rows(f, values)) return false;
    for (int32_t s = 0; s < t->n_fronts; s++) {
        Front g = front_at(f, s, top);
        enter_values(f, s, &g, values);
        double *from = top;
        for (int32_t c = t->child[s]; c >= 0; c = t->sibling[c]) {
            from -= f->words * left_numbers(t, c);
            take_child(f, &g, c, from);
        }
        if (!eliminate(f->kernels, &g, f->pivots + t->first[s])) return false;
        size_t own = f->words * left_numbers(t, s);
        memmove(from, g.left, own * sizeof *from);
        top = from + own;
    }
    return true;
}

// ---- Solutions ------------------------------------------------------------------------------

static void exchange(double *y, const int *pivots, int k, size_t words)
{
    for (int j = 0; j < k; j++)
        for (size_t w = 0; pivots[j] != j + 1 && w < words; w++) {
            double *p = &y[words * (size_t)j + w], *q = &y[words * (size_t)(pivots[j] - 1) + w];
            double swap = *p;
            *p = *q;
            *q = swap;
        }
}

// Most fronts are small, and a call of BLAS takes longer than what is to be done [M91].
enum { SMALL_FRONT = 2000 };

static bool is_small(const Kernels *by, const Front *g)
{
    return by->words == 1 && g->pivots * g->size <= SMALL_FRONT;
}

// x -= c * column, for rows from..to-1
static inline void subtract(double *restrict x, const double *restrict column, double c, int from,
                            int to)
{
    for (int i = from; i < to; i++) x[i] -= c * column[i];
}

enum { AT_ONCE = 4 }; // columns: x is read and written once for them

// x -= A c, each row in the order of its columns.
static inline __attribute__((always_inline)) void
subtract_product(int rows, int columns, const double *a, int apart, const double *c, double *x)
{
    int j = 0;
    for (; j + AT_ONCE <= columns; j += AT_ONCE, a += AT_ONCE * (size_t)apart, c += AT_ONCE) {
        const double *a0 = a, *a1 = a0 + apart, *a2 = a1 + apart, *a3 = a2 + apart;
        double c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3];
        int i = 0;
        for (; i + FOUR <= rows; i += FOUR)
            FOUR_INTO(x, i) = FOUR_AT(x, i) - c0 * FOUR_AT(a0, i) - c1 * FOUR_AT(a1, i) -
                              c2 * FOUR_AT(a2, i) - c3 * FOUR_AT(a3, i);
        for (; i < rows; i++) x[i] = x[i] - c0 * a0[i] - c1 * a1[i] - c2 * a2[i] - c3 * a3[i];
    }
    for (; j < columns; j++, a += apart) {
        double c0 = *c++;
        int i = 0;
        for (; i + FOUR <= rows; i += FOUR) FOUR_INTO(x, i) -= c0 * FOUR_AT(a, i);
        for (; i < rows; i++) x[i] -= c0 * a[i];
    }
}

static WIDE void go_forward_small(const Front *g, double *own)
{
    int k = g->pivots, r = g->touched;
    for (int j = 0; j < k; j++)
        subtract(own, g->columns + (size_t)j * (size_t)g->size, own[j], j + 1, k);
    memset(g->left, 0, (size_t)r * sizeof *own);
    subtract_product(r, k, g->columns + k, g->size, own, g->left);
}

static WIDE void go_backward_small(const Front *g, double *own)
{
    int k = g->pivots;
    subtract_product(k, g->touched, g->rows, k, g->left, own);
    for (int j = k - 1; j >= 0; j--) {
        const double *column = g->block + (size_t)j * (size_t)k;
        own[j] /= column[j];
        subtract(own, column, own[j], 0, j);
    }
}

static void go_forward_by(const Kernels *by, const Front *g, double *own)
{
    const int next = 1;
    by->trsv("L", "N", "U", &g->pivots, g->columns, &g->size, own, &next, 1, 1, 1);
    if (g->touched)
        by->gemv("N", &g->touched, &g->pivots, minus, g->columns + by->words * (size_t)g->pivots,
                 &g->size, own, &next, zero, g->left, &next, 1);
}

static void go_backward_by(const Kernels *by, const Front *g, double *own)
{
    const int next = 1;
    if (g->touched)
        by->gemv("N", &g->pivots, &g->touched, minus, g->rows, &g->pivots, g->left, &next, one, own,
                 &next, 1);
    by->trsv("U", "N", "N", &g->pivots, g->block, &g->pivots, own, &next, 1, 1, 1);
}

// Small fronts are done before the memory has answered: so it is asked some fronts ahead, for lines
// of the cache [M180]. (Inline: a function that does nothing else would count as one without
// effect.)
enum { AHEAD = 1024, MOST_AHEAD = 512, LINE = 8 };

static ALWAYS_INLINE void ask_for(const double *numbers, size_t from, size_t to)
{
    for (size_t k = from; k < to; k += LINE) __builtin_prefetch(numbers + k);
}

static ALWAYS_INLINE void ask_forward(const Fronts *f, int32_t s)
{
    size_t from = f->words * f->begin[s] + AHEAD, to = f->words * f->begin[s + 1] + AHEAD;
    size_t end = f->words * f->begin[f->tree->n_fronts];
    if (to > from + MOST_AHEAD) to = from + MOST_AHEAD;
    ask_for(f->columns, from, to < end ? to : end);
}

static ALWAYS_INLINE void ask_backward(const Fronts *f, int32_t s)
{
    size_t from = f->words * f->begin[s], to = f->words * f->begin[s + 1];
    if (from < AHEAD) return;
    if (to > from + MOST_AHEAD) to = from + MOST_AHEAD;
    ask_for(f->rows, from - AHEAD, to - AHEAD);
}

// L y = b, from the first front to the last.
static void go_forward(const Fronts *f, double *y)
{
    const FrontTree *t = f->tree;
    const Kernels *by = f->kernels;
    for (int32_t s = 0; s < t->n_fronts; s++) {
        Front g = front_at(f, s, f->left);
        const int32_t *touched = t->touched + t->touching[s];
        double *own = y + by->words * (size_t)t->first[s];
        ask_forward(f, s);
        exchange(own, f->pivots + t->first[s], g.pivots, by->words);
        if (is_small(by, &g))
            go_forward_small(&g, own);
        else
            go_forward_by(by, &g, own);
        add_scattered(y, g.left, touched, 0, g.touched, by->words);
    }
}

// U x = y, from the last front to the first.
static void go_backward(const Fronts *f, double *y)
{
    const FrontTree *t = f->tree;
    const Kernels *by = f->kernels;
    for (int32_t s = t->n_fronts - 1; s >= 0; s--) {
        Front g = front_at(f, s, f->left);
        const int32_t *touched = t->touched + t->touching[s];
        double *own = y + by->words * (size_t)t->first[s];
        ask_backward(f, s);
        for (int i = 0; i < g.touched; i++)
            for (size_t w = 0; w < by->words; w++)
                g.left[by->words * (size_t)i + w] = y[by->words * (size_t)touched[i] + w];
        if (is_small(by, &g))
            go_backward_small(&g, own);
        else
            go_backward_by(by, &g, own);
    }
}

void fronts_solve(Fronts *f, double *b)
{
    const int32_t *order = f->tree->order;
    size_t words = f->words;
    double *y = f->side;
    for (size_t i = 0; i < (size_t)f->tree->n; i++)
        for (size_t w = 0; w < words; w++)
            y[words * i + w] = f->scale[order[i]] * b[words * (size_t)order[i] + w];
    go_forward(f, y);
    go_backward(f, y);
    for (size_t i = 0; i < (size_t)f->tree->n; i++)
        for (size_t w = 0; w < words; w++) b[words * (size_t)order[i] + w] = y[words * i + w];
}
