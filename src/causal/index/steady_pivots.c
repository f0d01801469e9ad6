// Dummies by elimination. Columns are offered in ascending preference as states; each takes the
// first row in which it has a steady coefficient, and vanishes from the others.
#include "causal/index/constraint_level.h"

static bool is_pivot(const Level *l, int32_t row, int32_t column)
{
    return l->row_is_extra[row] == l->columns[column].is_algebraic &&
           constraint_matrix_may_pivot(&l->matrix, row, column);
}

static bool choose(Level *l, int32_t row, int32_t column)
{
    l->row_of_column[column] = row;
    return constraint_matrix_pivot(&l->matrix, row, column);
}

static bool choose_column(Level *l, int32_t c)
{
    int32_t best = INT32_MAX;
    for (uint32_t i = 0; i < l->matrix.rows_of_column[c].count; i++) {
        int32_t r = l->matrix.rows_of_column[c].data[i];
        if (r < best && !l->matrix.rows[r].is_used && is_pivot(l, r, c)) best = r;
    }
    return best == INT32_MAX || choose(l, best, c);
}

// The first derivative of a row.
static int32_t first_column(const Level *l, const ConstraintRow *row)
{
    int32_t first = INT32_MAX;
    for (uint32_t i = 0; i < row->entries.count; i++) {
        int32_t c = row->entries.data[i].column;
        if (c < first && !l->columns[c].is_algebraic) first = c;
    }
    return first;
}

// A derivative that occurs in one row only and is the first of that row is chosen whatever else is
// done, and nothing has to be eliminated for it; an algebraic column of one row stands for nothing
// in the others. In a tree of bodies, from the leaves on, that is every position: the rest of the
// matrix is small where the whole would fill in.
typedef struct Peeling {
    Level *l;
    int32_t *n_rows_with;  // by column
    int32_t *n_extra_with; // by column: rows that eliminating algebraic columns adds to others
    int32_t end;           // no column before it can come into a row by elimination
    VEC(int32_t) stack;    // columns to be looked at
} Peeling;

static Peeling open_peeling(Level *l)
{
    Arena *scratch = l->a->scratch;
    Peeling p = {.l = l,
                 .n_rows_with = ARENA_ARRAY(scratch, int32_t, l->n_columns + 1),
                 .n_extra_with = ARENA_ARRAY(scratch, int32_t, l->n_columns + 1)};
    for (int32_t r = 0; r < l->n_rows; r++) {
        const ConstraintRow *row = &l->matrix.rows[r];
        for (uint32_t i = 0; i < row->entries.count; i++) {
            p.n_rows_with[row->entries.data[i].column]++;
            if (l->row_is_extra[r]) p.n_extra_with[row->entries.data[i].column]++;
        }
    }
    for (int32_t c = 0; c < l->n_columns && l->columns[c].is_algebraic; c++)
        VEC_PUSH(scratch, &p.stack, c);
    return p;
}

static void advance(Peeling *p)
{
    const Level *l = p->l;
    while (p->end < l->n_columns &&
           (l->columns[p->end].is_algebraic || p->n_extra_with[p->end] == 0)) {
        VEC_PUSH(l->a->scratch, &p->stack, p->end);
        p->end++;
    }
}

static int32_t only_row(const Peeling *p, int32_t column)
{
    const ConstraintMatrix *m = &p->l->matrix;
    if (p->n_rows_with[column] != 1) return -1;
    for (uint32_t i = 0; i < m->rows_of_column[column].count; i++)
        if (!m->rows[m->rows_of_column[column].data[i]].is_used)
            return m->rows_of_column[column].data[i];
    return -1;
}

static void peel(Level *l)
{
    Peeling p = open_peeling(l);
    advance(&p);
    while (p.stack.count) {
        int32_t c = VEC_POP(&p.stack), r = only_row(&p, c);
        if (r < 0 || !is_pivot(l, r, c)) continue;
        const ConstraintRow *row = &l->matrix.rows[r];
        bool is_first = l->columns[c].is_algebraic || first_column(l, row) == c;
        if (c >= p.end || !is_first) continue;
        choose(l, r, c);
        for (uint32_t i = 0; i < row->entries.count; i++) {
            int32_t other = row->entries.data[i].column;
            p.n_rows_with[other]--;
            if (l->row_is_extra[r]) p.n_extra_with[other]--;
            VEC_PUSH(l->a->scratch, &p.stack, other);
        }
        advance(&p);
    }
}

bool has_open_constraint(const Level *l)
{
    for (int32_t r = 0; r < l->n_rows; r++)
        if (!l->row_is_extra[r] && !l->matrix.rows[r].is_used) return true;
    return false;
}

bool choose_steady(Level *l)
{
    peel(l);
    if (!has_open_constraint(l)) return true;
    for (int32_t c = 0; c < l->n_columns; c++)
        if (l->row_of_column[c] < 0 && !choose_column(l, c)) return false;
    return true;
}
