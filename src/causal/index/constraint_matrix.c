// Symbolic elimination in a sparse matrix, row by row through a scattered copy of one row [DER86].
#include "causal/index/constraint_matrix.h"

#include <math.h>

// Entries computed by eliminations: about a gigabyte of expressions, and a few seconds where they
// are rough [M29].
enum { MOST_ENTRIES = 10000000, MOST_ROUGH_ENTRIES = 1000000000 };

ConstraintMatrix constraint_matrix_open(Analysis *a, int32_t n_rows, int32_t n_columns,
                                        bool is_rough)
{
    ConstraintMatrix m = {.a = a, .n_rows = n_rows, .n_columns = n_columns};
    m.rows = ARENA_ARRAY(a->scratch, ConstraintRow, n_rows + 1);
    m.rows_of_column = ARENA_ARRAY(a->scratch, RowNumbers, n_columns + 1);
    m.place_of_column = ARENA_ARRAY(a->scratch, int32_t, n_columns + 1);
    if (is_rough) m.varying = expr_time(a->exprs);
    return m;
}

const Expr *settled(Analysis *a, const Expr *e)
{
    if (expr_is_literal(e)) return e;
    double number = is_steady(a, e) ? parameter_number(a, e) : (double)NAN;
    return isnan(number) ? e : expr_real(a->exprs, number);
}

void constraint_matrix_add(ConstraintMatrix *m, int32_t row, int32_t column, const Expr *value)
{
    if (expr_is_zero(value)) return;
    if (m->varying && !is_steady(m->a, value)) value = m->varying;
    VEC_PUSH(m->a->scratch, &m->rows[row].entries, ((ConstraintEntry){column, value}));
    VEC_PUSH(m->a->scratch, &m->rows_of_column[column], row);
}

const Expr *constraint_matrix_at(const ConstraintMatrix *m, int32_t row, int32_t column)
{
    const ConstraintRow *r = &m->rows[row];
    for (uint32_t i = 0; i < r->entries.count; i++)
        if (r->entries.data[i].column == column) return r->entries.data[i].value;
    return NULL;
}

bool constraint_matrix_may_pivot(const ConstraintMatrix *m, int32_t row, int32_t column)
{
    const Expr *e = constraint_matrix_at(m, row, column);
    if (!e || !is_steady(m->a, e)) return false;
    double number = parameter_number(m->a, e); // values that are not known count as not zero
    return isnan(number) || fabs(number) > 1e-12;
}

// here - factor * other, which may be zero; `here` is NULL for zero.
static const Expr *difference(const ConstraintMatrix *m, const Expr *here, const Expr *factor,
                              const Expr *other)
{
    if (m->varying && (here == m->varying || factor == m->varying || other == m->varying))
        return m->varying;
    ExprTable *t = m->a->exprs;
    const Expr *product = expr_op2(t, OP_MUL, factor, other);
    return settled(m->a, here ? expr_op2(t, OP_SUB, here, product) : expr_op1(t, OP_NEG, product));
}

// row - factor * pivot row, where the column vanishes.
static void subtract(ConstraintMatrix *m, int32_t row, int32_t pivot_row, int32_t column,
                     const Expr *factor)
{
    ConstraintRow *r = &m->rows[row], *p = &m->rows[pivot_row];
    for (uint32_t i = 0; i < r->entries.count; i++)
        m->place_of_column[r->entries.data[i].column] = (int32_t)i + 1;
    for (uint32_t i = 0; i < p->entries.count; i++) {
        int32_t c = p->entries.data[i].column, place = m->place_of_column[c];
        if (c == column) continue;
        const Expr **here = place ? &r->entries.data[place - 1].value : NULL;
        const Expr *e = difference(m, here ? *here : NULL, factor, p->entries.data[i].value);
        if (here)
            *here = expr_is_zero(e) ? NULL : e;
        else
            constraint_matrix_add(m, row, c, e);
    }
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->entries.count; i++) {
        ConstraintEntry e = r->entries.data[i];
        m->place_of_column[e.column] = 0;
        if (e.column != column && e.value) r->entries.data[n++] = e;
    }
    r->entries.count = n;
}

bool constraint_matrix_pivot(ConstraintMatrix *m, int32_t row, int32_t column)
{
    m->rows[row].is_used = true;
    const Expr *pivot = constraint_matrix_at(m, row, column);
    for (uint32_t i = 0; i < m->rows_of_column[column].count; i++) {
        int32_t r = m->rows_of_column[column].data[i];
        const Expr *factor = m->rows[r].is_used ? NULL : constraint_matrix_at(m, r, column);
        if (!factor) continue;
        m->n_made += m->rows[row].entries.count;
        if (m->n_made > (m->varying ? MOST_ROUGH_ENTRIES : MOST_ENTRIES)) return false;
        bool is_rough = m->varying && factor == m->varying;
        subtract(m, r, row, column,
                 is_rough ? factor : expr_op2(m->a->exprs, OP_DIV, factor, pivot));
    }
    return true;
}
