#include "graph/known_tearings.h"

#include "base/hash.h"
#include "base/text.h"

KnownTearings known_tearings_make(Arena *out)
{
    return (KnownTearings){.arena = out, .last = map_make(out)};
}

static void add(Text *key, const void *bytes, size_t size)
{
    if (bytes) text_add_bytes(key, bytes, size);
}

// The other fields follow from these.
static Text key_of(const TearingProblem *p, Arena *out)
{
    const Bipartite *g = p->block;
    size_t n_eqns = (size_t)g->n_eqns, n_edges = (size_t)g->n_edges;
    int32_t head[] = {g->n_eqns,       g->n_vars,     g->n_edges,
                      p->n_sizes,      !p->may_solve, !p->preference_of_var,
                      !p->size_of_edge};
    Text key = text_make(out);
    add(&key, head, sizeof head);
    add(&key, &p->growth_limit, sizeof p->growth_limit);
    add(&key, &p->work_limit, sizeof p->work_limit);
    add(&key, g->first_edge_of_eqn, (n_eqns + 1) * sizeof(int32_t));
    add(&key, g->var_of_edge, n_edges * sizeof(int32_t));
    add(&key, p->preference_of_var, (size_t)g->n_vars);
    add(&key, p->size_of_edge,
        n_edges * (size_t)(p->n_sizes > 1 ? p->n_sizes : 1) * sizeof(double));
    for (int32_t k = 0; p->may_solve && k < g->n_edges; k++)
        text_add_char(&key, bitset_has(p->may_solve, (uint32_t)k) ? '1' : '0');
    return key;
}

Tearing tear_known_block(KnownTearings *known, const TearingProblem *problem)
{
    Arena *scratch = arena_open("known tearings");
    Text key = key_of(problem, scratch);
    uint64_t hash = hash_bytes(key.data, key.length);
    int32_t last = (int32_t)map_get_or(&known->last, hash, 0) - 1;
    for (int32_t i = last; i >= 0; i = known->rows.data[i].before) {
        const KnownTearing *row = &known->rows.data[i];
        if (row->n_key != key.length || memcmp(row->key, key.data, key.length)) continue;
        arena_close(scratch);
        return row->tearing;
    }
    KnownTearing row = {.key = arena_copy_text(known->arena, key.data, key.length),
                        .n_key = key.length,
                        .before = last,
                        .tearing = tear_block(known->arena, problem)};
    VEC_PUSH(known->arena, &known->rows, row);
    map_put(&known->last, hash, known->rows.count);
    arena_close(scratch);
    return row.tearing;
}
