// How long statements are with their loops written out, round by round.
#include <math.h>

#include "expr/function.h"

uint32_t loop_rounds(const Statement *loop, double *first, double *step)
{
    const Expr *range = loop->range;
    double last;
    if (range->kind != EXPR_RANGE || type_elem(range->type)->kind == TYPE_REAL) return 0;
    if (!expr_is_number(range->args[0], first) || !expr_is_number(range->args[1], step) ||
        !expr_is_number(range->args[2], &last) || *step == 0)
        return 0;
    double n = floor((last - *first) / *step) + 1;
    return n >= 1 && n < UINT32_MAX ? (uint32_t)n : 0;
}

static uint32_t length_of(const Statement *st, uint32_t most, uint32_t most_rounds)
{
    double first, step;
    uint64_t n = 1;
    switch (st->kind) {
    case STMT_ASSIGN: return 1;
    case STMT_IF:
        for (uint32_t b = 0; b < st->n_branches && n <= most; b++)
            n += statements_written_out(&st->branches[b].body, most, most_rounds);
        break;
    case STMT_FOR:
        n = loop_rounds(st, &first, &step);
        if (!n || n > most_rounds) return most + 1;
        n *= statements_written_out(&st->branches[0].body, most, most_rounds);
        break;
    default: return most + 1;
    }
    return n <= most ? (uint32_t)n : most + 1;
}

uint32_t statements_written_out(const Statements *list, uint32_t most, uint32_t most_rounds)
{
    uint64_t n = 0;
    for (uint32_t k = 0; k < list->count && n <= most; k++)
        n += length_of(&list->items[k], most, most_rounds);
    return n <= most ? (uint32_t)n : most + 1;
}
