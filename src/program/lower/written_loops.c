// written_loops.c -- short loops of functions are written out, round by round.
//
// The iterator is a number in each round then: subscripts of constants, branches on the number of
// the round and checks of Integers follow from it when the function is tidied (special_calls.c),
// operation by operation as the engines make them. Functions without arrays of their own alone:
// others stay as they are, and would only become longer.
#include "program/lower/lowering.h"

// Statements of all rounds together: a sum over two indices of seven or eight, with a power of
// each.
enum { MOST_STATEMENTS = 200, MOST_ROUNDS = 12 };

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
    const Statements alone = {(Statement *)(uintptr_t)st, 1};
    if (!l->scope || statements_written_out(&alone, MOST_STATEMENTS, MOST_ROUNDS) > MOST_STATEMENTS)
        return false;
    uint32_t n = loop_rounds(st, &first, &step);
    if (!n || has_arrays(l)) return false;
    int32_t word = builder_word(&l->b);
    map_put(&l->word_of_iterator, st->iterator->u.index, (uint64_t)word);
    for (uint32_t k = 0; k < n; k++) {
        emit_move(&l->b, word, builder_constant(&l->b, first + k * step));
        emit_statements(l, &st->branches[0].body);
    }
    l->scope->has_written_loops = true;
    return true;
}
