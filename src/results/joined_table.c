#include "results/joined_table.h"

#include "base/map.h"
#include "base/name.h"
#include "base/vec.h"

typedef VEC(ResultVariable) VariableVec;

static VariableVec all_variables(Arena *out, NameTable *names, Map *number_of,
                                 const ResultTable *const *tables, uint32_t n)
{
    VariableVec all = {0};
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < tables[k]->n_variables; i++) {
            ResultVariable v = tables[k]->variables[i];
            Name name = name_of_text(names, v.name);
            uint64_t known = map_get_or(number_of, (uint64_t)(uintptr_t)name, 0);
            if (known) {
                all.data[known - 1].is_state |= v.is_state;
                continue;
            }
            v.negated = false;
            v.index = all.count;
            v.place = all.count ? KEPT_ROW : KEPT_TIME;
            VEC_PUSH(out, &all, v);
            map_put(number_of, (uint64_t)(uintptr_t)name, all.count);
        }
    return all;
}

// A parameter that is the same for all stays one number.
static bool is_constant(const JoinedTable *j, uint32_t n, uint32_t variable, double *value)
{
    for (uint32_t k = 0; k < n; k++) {
        const ResultVariable *v = j->parts[(size_t)k * j->table.n_variables + variable];
        if (!v || v->place != KEPT_CONSTANT) return false;
        double here = result_sign(v, j->tables[k]->constants[v->index]);
        if (k > 0 && here != *value) return false;
        *value = here;
    }
    return true;
}

static void find_constants(Arena *out, JoinedTable *j, ResultVariable *variables, uint32_t n)
{
    double *constants = ARENA_ARRAY(out, double, j->table.n_variables + 1);
    for (uint32_t i = 1; i < j->table.n_variables; i++)
        if (is_constant(j, n, i, &constants[i])) variables[i].place = KEPT_CONSTANT;
    j->table.constants = constants;
    j->table.n_constants = j->table.n_variables;
}

JoinedTable *result_join_tables(Arena *out, const ResultTable *const *tables, uint32_t n)
{
    JoinedTable *j = ARENA_NEW(out, JoinedTable);
    Arena *scratch = arena_open("joined result");
    NameTable *names = names_open(scratch);
    Map number_of = map_make(scratch);
    VariableVec all = all_variables(out, names, &number_of, tables, n);
    j->tables = tables;
    j->table = *tables[0];
    j->table.variables = all.data;
    j->table.n_variables = j->table.row_size = all.count;
    j->parts = ARENA_ARRAY(out, const ResultVariable *, (size_t)n *all.count + 1);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < tables[k]->n_variables; i++) {
            const ResultVariable *v = &tables[k]->variables[i];
            Name name = name_of_text(names, v->name);
            uint64_t number = map_get_or(&number_of, (uint64_t)(uintptr_t)name, 0);
            j->parts[(size_t)k * all.count + number - 1] = v;
        }
    find_constants(out, j, all.data, n);
    arena_close(scratch);
    return j;
}

void result_join_row(const JoinedTable *j, uint32_t table, const Trajectory *t, size_t row,
                     double *joined)
{
    const ResultVariable **parts = j->parts + (size_t)table * j->table.n_variables;
    for (uint32_t i = 0; i < j->table.n_variables; i++)
        joined[i] = parts[i] ? trajectory_value(t, parts[i], row) : NAN;
}
