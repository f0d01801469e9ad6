// written_loops.c -- short loops of functions are written out, round by round.
//
// The iterator is a number in each round then: subscripts of constants, branches on the number of
// the round and checks of Integers follow from it when the function is tidied (special_calls.c),
// operation by operation as the engines make them. Functions without arrays of their own alone:
// others stay as they are, and would only become longer.
#include <math.h>

#include "program/lower/lowering.h"

// Statements of all rounds together: a sum over two indices of seven or eight, with a power of
// each.
enum { MOST_STATEMENTS = 200, MOST_ROUNDS = 12 };

// From first by step; 0: not known, or none.
static int rounds_of(const Statement *st, double *first, double *step)
{
    const Expr *range = st->range;
    double last;
    if (range->kind != EXPR_RANGE || type_elem(range->type)->kind == TYPE_REAL) return 0;
    if (!expr_is_number(range->args[0], first) || !expr_is_number(range->args[1], step) ||
        !expr_is_number(range->args[2], &last) || *step == 0)
        return 0;
    double n = floor((last - *first) / *step) + 1;
    return n >= 1 && n <= MOST_ROUNDS ? (int)n : 0;
}

static int statements_of(const Statements *list);

// More than MOST_STATEMENTS: it cannot be written out.
static int weight_of(const Statement *st)
{
    double first, step;
    int n = 1;
    switch (st->kind) {
    case STMT_ASSIGN: return 1;
    case STMT_IF:
        for (uint32_t b = 0; b < st->n_branches; b++) n += statements_of(&st->branches[b].body);
        return n;
    case STMT_FOR:
        n = rounds_of(st, &first, &step);
        return n ? n * statements_of(&st->branches[0].body) : MOST_STATEMENTS + 1;
    default: return MOST_STATEMENTS + 1;
    }
}

static int statements_of(const Statements *list)
{
    int n = 0;
    for (uint32_t k = 0; k < list->count && n <= MOST_STATEMENTS; k++)
        n += weight_of(&list->items[k]);
    return n;
}

static bool has_arrays(const Lowering *l)
{
    const Function *f = l->scope->function;
    for (uint32_t i = 0; i < f->n_locals; i++)
        if (f->locals[i].type->kind != TYPE_REAL && f->locals[i].type->kind != TYPE_INTEGER &&
            f->locals[i].type->kind != TYPE_BOOLEAN && !l->scope->n_scattered[i])
            return true;
    return false;
}

bool write_loop_out(Lowering *l, const Statement *st)
{
    double first, step;
    int n = l->scope ? rounds_of(st, &first, &step) : 0;
    if (!n || weight_of(st) > MOST_STATEMENTS || has_arrays(l)) return false;
    int32_t word = builder_word(&l->b);
    map_put(&l->word_of_iterator, st->iterator->u.index, (uint64_t)word);
    for (int k = 0; k < n; k++) {
        emit_move(&l->b, word, builder_constant(&l->b, first + k * step));
        emit_statements(l, &st->branches[0].body);
    }
    l->scope->has_written_loops = true;
    return true;
}
