// whole_table.h -- the result table of all variables of a model.
#ifndef TESTS_UNIT_WHOLE_TABLE_H
#define TESTS_UNIT_WHOLE_TABLE_H
#include "results/trajectory.h"

static inline ResultTable *whole_table(Arena *out, const Model *m)
{
    const ResultWish all = {.has_hidden = true};
    const char *why = NULL;
    return result_table_of_model(out, m, result_choose(out, m, &all, &why));
}
#endif
