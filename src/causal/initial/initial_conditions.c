// The initial conditions that the run looks at. Those that found no unknown must hold all the same
// when the others do; those in loops may repeat or contradict each other there, which only the
// values can tell. For the message each surplus condition knows the written ones that decide about
// what it says: all that its unknowns are computed from. Cost: one walk over the equations for each
// surplus condition, as far as a message would list them.
#include "causal/blocks.h"

enum { MOST_EXPLAINED = 50 };

typedef VEC(InitialCondition) Conditions;

typedef struct Collection {
    SortProblem *s;
    Conditions found;
    int32_t *place_of; // by EquationId: place in `found` + 1
    int32_t *seen_by;  // by column: the last surplus condition, + 1, that was traced to it
    VEC(int32_t) queue;
} Collection;

static bool is_written(const SystemEquation *e)
{
    return e->origin == ORIGIN_INITIAL || e->origin == ORIGIN_START;
}

static int32_t note_condition(Collection *c, EquationId id)
{
    if (c->place_of[id.i]) return c->place_of[id.i] - 1;
    VEC_PUSH(c->s->a->out, &c->found, ((InitialCondition){.equation = id, .block = -1}));
    c->place_of[id.i] = (int32_t)c->found.count;
    return (int32_t)c->found.count - 1;
}

static void trace_equation(Collection *c, EquationId id, int32_t mark)
{
    const SortProblem *s = c->s;
    VarVec *vars = variables_of(s->a, system_equation(s->a->system, id));
    for (uint32_t i = 0; i < vars->count; i++) {
        int32_t column = s->column_of[vars->data[i].i];
        if (column < 0 || c->seen_by[column] == mark) continue;
        c->seen_by[column] = mark;
        VEC_PUSH(s->a->scratch, &c->queue, column);
    }
}

// The conditions among everything that this one is computed from.
static void find_partners(Collection *c, int32_t place)
{
    const SortProblem *s = c->s;
    Analysis *a = s->a;
    VEC(int32_t) partners = {0};
    c->queue.count = 0;
    trace_equation(c, c->found.data[place].equation, place + 1);
    for (uint32_t i = 0; i < c->queue.count; i++) {
        int32_t row = s->m.eqn_of_var[c->queue.data[i]];
        if (row < 0) continue;
        EquationId id = s->rows.data[row];
        if (is_written(system_equation(a->system, id)))
            VEC_PUSH(a->out, &partners, note_condition(c, id));
        trace_equation(c, id, place + 1);
    }
    c->found.data[place].partners = partners.data;
    c->found.data[place].n_partners = (int32_t)partners.count;
}

static void note_loops(Collection *c)
{
    const Analysis *a = c->s->a;
    const Section *initial = &a->causal->initial;
    for (int32_t i = 0; i < initial->n_blocks; i++) {
        const Block *b = &a->blocks.data[initial->blocks[i]];
        if (!block_needs_solver(b)) continue;
        for (int32_t k = 0; k < b->n_equations; k++) {
            if (!is_written(system_equation(a->system, b->equations[k]))) continue;
            int32_t place = note_condition(c, b->equations[k]);
            c->found.data[place].block = initial->blocks[i];
        }
    }
}

void collect_conditions(SortProblem *s, const EquationId *surplus, int32_t n_surplus)
{
    Analysis *a = s->a;
    Collection c = {.s = s};
    c.place_of = ARENA_ARRAY(a->scratch, int32_t, a->system->equations.count + 1);
    c.seen_by = ARENA_ARRAY(a->scratch, int32_t, s->columns.count + 1);
    for (int32_t i = 0; i < n_surplus; i++) {
        int32_t place = note_condition(&c, surplus[i]);
        c.found.data[place].is_surplus = true;
    }
    for (int32_t i = 0; i < n_surplus && i < MOST_EXPLAINED; i++) find_partners(&c, i);
    note_loops(&c);
    a->causal->conditions = c.found.data;
    a->causal->n_conditions = (int32_t)c.found.count;
}
