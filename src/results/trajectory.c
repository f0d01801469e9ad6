// Tables of result variables: look-up by name, suggestions, selection, and the checks.
// Look-up is open addressing over the table's order; nothing here depends on hash order.
#include "results/trajectory.h"

#include <string.h>

#include "base/hash.h"
#include "base/name_pattern.h"
#include "base/suggest.h"
#include "base/vec.h"

struct ResultNames {
    const ResultTable *table;
    uint32_t *slots; // number of the variable + 1; 0 is free
    uint32_t mask;
};

static uint32_t *slot_of(const ResultNames *names, const char *name)
{
    uint32_t at = (uint32_t)hash_bytes(name, strlen(name)) & names->mask;
    for (;; at = (at + 1) & names->mask) {
        uint32_t *slot = &names->slots[at];
        if (!*slot || !strcmp(names->table->variables[*slot - 1].name, name)) return slot;
    }
}

ResultNames *result_names(Arena *out, const ResultTable *table)
{
    ResultNames *names = ARENA_NEW(out, ResultNames);
    uint32_t size = 16;
    while (size < 2 * table->n_variables) size *= 2;
    *names = (ResultNames){table, ARENA_ARRAY(out, uint32_t, size), size - 1};
    for (uint32_t i = 0; i < table->n_variables; i++) {
        uint32_t *slot = slot_of(names, table->variables[i].name);
        if (!*slot) *slot = i + 1; // of two equal names the first counts
    }
    return names;
}

const ResultVariable *result_find(const ResultNames *names, const char *name)
{
    uint32_t slot = *slot_of(names, name);
    return slot ? &names->table->variables[slot - 1] : NULL;
}

// ---- suggestions

typedef enum { NEAR_SLIP, NEAR_PART, NEAR_INSIDE, N_NEAR_CLASSES } NearClass;

static bool is_part_of(const char *text, const char *name)
{
    size_t length = strlen(text), whole = strlen(name);
    if (length >= whole) return false;
    const char *tail = name + (whole - length);
    if (!strcmp(tail, text) && tail[-1] == '.') return true;
    return !strncmp(name, text, length) && (name[length] == '.' || name[length] == '[');
}

const ResultVariable *result_complete(const ResultTable *table, const char *text)
{
    const ResultVariable *found = NULL;
    for (uint32_t i = 0; i < table->n_variables; i++) {
        if (!is_part_of(text, table->variables[i].name)) continue;
        if (found) return NULL;
        found = &table->variables[i];
    }
    return found;
}

static bool is_near(NearClass class, const char *text, const char *name)
{
    switch (class) {
    case NEAR_SLIP: return nearest_text(text, &name, 1) != NULL;
    case NEAR_PART: return is_part_of(text, name);
    case NEAR_INSIDE: return strcasestr(name, text) != NULL;
    case N_NEAR_CLASSES: break;
    }
    return false;
}

uint32_t result_near_names(const ResultTable *table, const char *text, uint32_t limit,
                           const char **near)
{
    uint32_t n = 0;
    for (NearClass class = NEAR_SLIP; class < N_NEAR_CLASSES; class ++) {
        for (uint32_t i = 0; i < table->n_variables && n < limit; i++) {
            const char *name = table->variables[i].name;
            if (!is_near(class, text, name)) continue;
            bool known = false;
            for (uint32_t j = 0; j < n; j++) known |= near[j] == name;
            if (!known) near[n++] = name;
        }
    }
    return n;
}

// ---- selection

static ResultTable *with_variables(Arena *out, const ResultTable *table, const NamePattern *pattern)
{
    VEC(ResultVariable) kept = {0};
    for (uint32_t i = 0; i < table->n_variables; i++) {
        const ResultVariable *v = &table->variables[i];
        bool keep = i == 0 || (pattern ? name_pattern_matches(pattern, v->name) : !v->hidden);
        if (keep) VEC_PUSH(out, &kept, *v);
    }
    ResultTable *selected = ARENA_COPY(out, ResultTable, table, 1);
    selected->variables = kept.data;
    selected->n_variables = kept.count;
    return selected;
}

const ResultTable *result_select(Arena *out, const ResultTable *table, const char *pattern,
                                 const char **why)
{
    if (!pattern) return with_variables(out, table, NULL);
    NamePattern compiled;
    if (!name_pattern_open(&compiled, pattern, out, why)) return NULL;
    const ResultTable *selected = with_variables(out, table, &compiled);
    bool matches = selected->n_variables > 1 || name_pattern_matches(&compiled, "time");
    name_pattern_close(&compiled);
    if (!matches) *why = arena_printf(out, "no variable matches '%s'", pattern);
    return matches ? selected : NULL;
}

// ---- checks

bool trajectory_has(const Trajectory *t, const ResultVariable *v)
{
    return v->place != KEPT_ROW || t->columns[v->index];
}

const char *result_table_check(Arena *out, const ResultTable *table)
{
    const ResultVariable *first = table->variables;
    if (!table->n_variables || first->place != KEPT_TIME || strcmp(first->name, "time"))
        return "the first variable is not time";
    const ResultNames *names = result_names(out, table);
    for (uint32_t i = 0; i < table->n_variables; i++) {
        const ResultVariable *v = &table->variables[i];
        if (result_find(names, v->name) != v)
            return arena_printf(out, "there are two variables '%s'", v->name);
        if (v->place == KEPT_ROW && v->index >= table->row_size)
            return arena_printf(out, "'%s' lies outside the row", v->name);
        if (v->place == KEPT_CONSTANT && v->index >= table->n_constants)
            return arena_printf(out, "'%s' lies outside the constants", v->name);
    }
    return NULL;
}

const char *trajectory_check(Arena *out, const Trajectory *t)
{
    const char *wrong = result_table_check(out, &t->table);
    if (wrong) return wrong;
    for (size_t i = 0; i < t->n_rows; i++) {
        if (isnan(t->time[i]))
            return arena_printf(out, "the time of row %zu is not a number", i + 1);
        if (i && t->time[i] < t->time[i - 1])
            return arena_printf(out, "time runs backwards in row %zu, from %.15g to %.15g", i + 1,
                                t->time[i - 1], t->time[i]);
    }
    return NULL;
}
