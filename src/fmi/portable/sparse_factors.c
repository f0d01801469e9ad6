// Sparse LU in the place of KLU, for models that leave in sources: columns in the order of least
// degree on the pattern of A + A', rows by pivoting that prefers the diagonal.
#include <complex.h>
#include <math.h>

#include "base/vec.h"
#include "run/linear/factors.h"

// A diagonal element of this part of the largest one is pivot: the order stays that of the pattern.
static const double diagonal_share = 0.1;

typedef struct SparseFactors SparseFactors;
typedef VEC(int32_t) RowList;

typedef struct RealLu RealLu;
typedef struct ComplexLu ComplexLu;

struct SparseFactors {
    Arena *arena;
    int32_t n;
    SparsePattern pattern;
    bool is_complex;
    int32_t *order;              // columns in turn
    int32_t *place;              // by row: the column it is pivot of, in that turn; -1: not yet
    int32_t *row_at;             // the inverse of it
    int32_t *seen_in;            // by row: the last column that reached it
    int32_t *reached, n_reached; // rows of the column under way, later ones first
    bool *is_reached;
    int32_t *stack, *next; // of the search
    RealLu *real;
    ComplexLu *complex_;
};

// ---- The order -------------------------------------------------------------------------------

typedef struct Neighbours {
    RowList *of;
    int32_t *mark, stamp;
    bool *is_gone;
} Neighbours;

static void add_pattern(Arena *work, const SparsePattern *p, Neighbours *g)
{
    for (int32_t j = 0; j < p->n; j++)
        for (int32_t k = p->column_start[j]; k < p->column_start[j + 1]; k++) {
            int32_t i = p->row_index[k];
            if (i == j) continue;
            VEC_PUSH(work, &g->of[i], j);
            VEC_PUSH(work, &g->of[j], i);
        }
}

// Each once, and not those that are gone.
static void tidy(Neighbours *g, int32_t node)
{
    RowList *list = &g->of[node];
    uint32_t kept = 0;
    g->mark[node] = ++g->stamp;
    for (uint32_t k = 0; k < list->count; k++) {
        int32_t other = list->data[k];
        if (g->mark[other] == g->stamp || g->is_gone[other]) continue;
        g->mark[other] = g->stamp;
        list->data[kept++] = other;
    }
    list->count = kept;
}

static int32_t node_of_least_degree(const Neighbours *g, int32_t n)
{
    int32_t best = -1;
    for (int32_t i = 0; i < n; i++)
        if (!g->is_gone[i] && (best < 0 || g->of[i].count < g->of[best].count)) best = i;
    return best;
}

// A node that goes leaves its neighbours connected with each other.
static void find_order(const SparsePattern *p, int32_t *order)
{
    Arena *work = arena_open("order");
    int32_t n = p->n;
    Neighbours g = {.of = ARENA_ARRAY(work, RowList, n + 1),
                    .mark = ARENA_ARRAY(work, int32_t, n + 1),
                    .is_gone = ARENA_ARRAY(work, bool, n + 1)};
    add_pattern(work, p, &g);
    for (int32_t i = 0; i < n; i++) tidy(&g, i);
    for (int32_t k = 0; k < n; k++) {
        int32_t best = order[k] = node_of_least_degree(&g, n);
        const RowList *clique = &g.of[best];
        g.is_gone[best] = true;
        for (uint32_t a = 0; a < clique->count; a++) {
            RowList *list = &g.of[clique->data[a]];
            for (uint32_t b = 0; b < clique->count; b++)
                if (b != a) VEC_PUSH(work, list, clique->data[b]);
            tidy(&g, clique->data[a]);
        }
    }
    arena_close(work);
}

// ---- Elimination -----------------------------------------------------------------------------

// Rows that a row leads to through finished columns, by depth-first search; each stands behind
// those it leads to.
static void reach(SparseFactors *f, int32_t from, const int32_t *start, const int32_t *rows)
{
    int32_t depth = 0;
    if (f->is_reached[from]) return;
    f->stack[0] = from;
    f->is_reached[from] = true;
    f->next[0] = f->place[from] < 0 ? 0 : start[f->place[from]];
    while (depth >= 0) {
        int32_t row = f->stack[depth], column = f->place[row];
        int32_t end = column < 0 ? 0 : start[column + 1];
        while (f->next[depth] < end && f->is_reached[rows[f->next[depth]]]) f->next[depth]++;
        if (f->next[depth] >= end) {
            f->reached[f->n_reached++] = row;
            depth--;
            continue;
        }
        int32_t below = rows[f->next[depth]++];
        f->is_reached[below] = true;
        f->stack[++depth] = below;
        f->next[depth] = f->place[below] < 0 ? 0 : start[f->place[below]];
    }
}

#define NUMBER double
#define NAME(x) Real##x
#define SIZE(x) fabs(x)
#define VALUE(values, k) (values)[k]
#include "fmi/portable/sparse_elimination.def"
#undef NUMBER
#undef NAME
#undef SIZE
#undef VALUE

#define NUMBER double complex
#define NAME(x) Complex##x
#define SIZE(x) (fabs(creal(x)) + fabs(cimag(x)))
#define VALUE(values, k) CMPLX((values)[2 * (k)], (values)[2 * (k) + 1])
#include "fmi/portable/sparse_elimination.def"
#undef NUMBER
#undef NAME
#undef SIZE
#undef VALUE

// ---- The descriptor --------------------------------------------------------------------------

static void *sparse_open(Arena *out, const SparsePattern *pattern, bool is_complex)
{
    SparseFactors *f = ARENA_NEW(out, SparseFactors);
    int32_t n = pattern->n;
    *f = (SparseFactors){.arena = out, .n = n, .pattern = *pattern, .is_complex = is_complex};
    int32_t **rooms[] = {&f->order,   &f->place, &f->row_at, &f->seen_in,
                         &f->reached, &f->stack, &f->next};
    for (size_t k = 0; k < sizeof rooms / sizeof *rooms; k++)
        *rooms[k] = ARENA_ARRAY(out, int32_t, n + 1);
    f->is_reached = ARENA_ARRAY(out, bool, n + 1);
    find_order(pattern, f->order);
    if (is_complex)
        Complexopen(f, f->complex_ = ARENA_NEW(out, ComplexLu));
    else
        Realopen(f, f->real = ARENA_NEW(out, RealLu));
    return f;
}

static bool sparse_factor(void *own, const double *values)
{
    SparseFactors *f = own;
    return f->is_complex ? Complexfactor(f, f->complex_, values) : Realfactor(f, f->real, values);
}

static void sparse_solve(void *own, double *b)
{
    SparseFactors *f = own;
    Realsolve(f, f->real, b);
}

static void sparse_solve_complex(void *own, double complex *b)
{
    SparseFactors *f = own;
    Complexsolve(f, f->complex_, b);
}

const FactorsDesc klu_factors = {.name = "sparse",
                                 .open = sparse_open,
                                 .factor = sparse_factor,
                                 .solve = sparse_solve,
                                 .substitute = sparse_solve,
                                 .solve_complex = sparse_solve_complex};
