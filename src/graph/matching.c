// Maximum matching in two passes.
//
// A cheap pass after Karp and Sipser [KS81]: whatever has exactly one free partner left is
// matched with it, which is the colouring rule of [CK06, ch. 7] and never a mistake; only when no
// such vertex exists an arbitrary edge is taken. On equation systems little or nothing remains.
// The rest is done by Hopcroft and Karp [HK73]: a breadth-first search gives each equation its
// distance from an unmatched one, then vertex-disjoint shortest augmenting paths are taken depth
// first. All walks keep explicit stacks; a path may be as long as the system.
#include "graph/matching.h"

#include <string.h>

#include "base/checked.h"

typedef struct {
    const Bipartite *g;
    const uint8_t *class_of_edge; // NULL: every edge is usable
    int highest_class;            // usable edges have at most this class
} Usable;

static bool is_usable(const Usable *u, int32_t edge)
{
    return !u->class_of_edge || u->class_of_edge[edge] <= u->highest_class;
}

Matching matching_empty(Arena *out, const Bipartite *g)
{
    Matching m = {ARENA_RAW(out, int32_t, g->n_eqns), ARENA_RAW(out, int32_t, g->n_vars), 0};
    for (int32_t e = 0; e < g->n_eqns; e++) m.var_of_eqn[e] = -1;
    for (int32_t v = 0; v < g->n_vars; v++) m.eqn_of_var[v] = -1;
    return m;
}

static void match_pair(Matching *m, int32_t eqn, int32_t var)
{
    m->var_of_eqn[eqn] = var;
    m->eqn_of_var[var] = eqn;
}

// ---- the cheap pass ----------------------------------------------------------------------------

typedef struct {
    Usable usable;
    Matching *m;
    int32_t *degree_of_eqn, *degree_of_var; // free partners only
    int32_t *queue; // vertices that reached degree one: equations e, variables n_eqns + v
    int32_t head, tail;
} CheapPass;

static void lose_partner(CheapPass *c, int32_t *degree, int32_t vertex)
{
    if (--*degree == 1) c->queue[c->tail++] = vertex;
}

// Match e with v; their other free partners lose one possibility each.
static void take_pair(CheapPass *c, int32_t eqn, int32_t var)
{
    const Bipartite *g = c->usable.g;
    match_pair(c->m, eqn, var);
    c->m->n_matched++;
    for (int32_t s = g->first_slot_of_var[var]; s < g->first_slot_of_var[var + 1]; s++) {
        int32_t other = g->eqn_of_slot[s];
        if (c->m->var_of_eqn[other] < 0 && is_usable(&c->usable, g->edge_of_slot[s]))
            lose_partner(c, &c->degree_of_eqn[other], other);
    }
    for (int32_t k = g->first_edge_of_eqn[eqn]; k < g->first_edge_of_eqn[eqn + 1]; k++) {
        int32_t other = g->var_of_edge[k];
        if (c->m->eqn_of_var[other] < 0 && is_usable(&c->usable, k))
            lose_partner(c, &c->degree_of_var[other], g->n_eqns + other);
    }
}

// The free variable of an equation with the fewest other possibilities; -1 when none is free.
static int32_t scarcest_var(const CheapPass *c, int32_t eqn)
{
    const Bipartite *g = c->usable.g;
    int32_t best = -1;
    for (int32_t k = g->first_edge_of_eqn[eqn]; k < g->first_edge_of_eqn[eqn + 1]; k++) {
        int32_t var = g->var_of_edge[k];
        if (c->m->eqn_of_var[var] >= 0 || !is_usable(&c->usable, k)) continue;
        if (best < 0 || c->degree_of_var[var] < c->degree_of_var[best]) best = var;
    }
    return best;
}

static int32_t any_free_eqn(const CheapPass *c, int32_t var)
{
    const Bipartite *g = c->usable.g;
    for (int32_t s = g->first_slot_of_var[var]; s < g->first_slot_of_var[var + 1]; s++)
        if (c->m->var_of_eqn[g->eqn_of_slot[s]] < 0 && is_usable(&c->usable, g->edge_of_slot[s]))
            return g->eqn_of_slot[s];
    return -1;
}

static void match_forced(CheapPass *c)
{
    int32_t n_eqns = c->usable.g->n_eqns;
    while (c->head < c->tail) {
        int32_t vertex = c->queue[c->head++];
        if (vertex < n_eqns) {
            int32_t var = c->m->var_of_eqn[vertex] < 0 ? scarcest_var(c, vertex) : -1;
            if (var >= 0) take_pair(c, vertex, var);
        } else {
            int32_t var = vertex - n_eqns;
            int32_t eqn = c->m->eqn_of_var[var] < 0 ? any_free_eqn(c, var) : -1;
            if (eqn >= 0) take_pair(c, eqn, var);
        }
    }
}

static void count_free_partners(CheapPass *c)
{
    const Bipartite *g = c->usable.g;
    for (int32_t e = 0; e < g->n_eqns; e++) {
        if (c->m->var_of_eqn[e] >= 0) continue;
        for (int32_t k = g->first_edge_of_eqn[e]; k < g->first_edge_of_eqn[e + 1]; k++) {
            int32_t var = g->var_of_edge[k];
            if (c->m->eqn_of_var[var] >= 0 || !is_usable(&c->usable, k)) continue;
            c->degree_of_eqn[e]++;
            c->degree_of_var[var]++;
        }
    }
}

static void assign_cheaply(Arena *scratch, Usable usable, Matching *m)
{
    const Bipartite *g = usable.g;
    CheapPass c = {.usable = usable,
                   .m = m,
                   .degree_of_eqn = ARENA_ARRAY(scratch, int32_t, g->n_eqns),
                   .degree_of_var = ARENA_ARRAY(scratch, int32_t, g->n_vars),
                   // each vertex falls to one partner once
                   .queue = ARENA_RAW(scratch, int32_t, g->n_eqns + g->n_vars)};
    count_free_partners(&c);
    for (int32_t e = 0; e < g->n_eqns; e++)
        if (c.degree_of_eqn[e] == 1) c.queue[c.tail++] = e;
    for (int32_t v = 0; v < g->n_vars; v++)
        if (c.degree_of_var[v] == 1) c.queue[c.tail++] = g->n_eqns + v;
    match_forced(&c);
    for (int32_t e = 0; e < g->n_eqns; e++) {
        int32_t var = m->var_of_eqn[e] < 0 ? scarcest_var(&c, e) : -1;
        if (var < 0) continue;
        take_pair(&c, e, var);
        match_forced(&c);
    }
}

// ---- Hopcroft and Karp -------------------------------------------------------------------------

typedef struct {
    Usable usable;
    Matching *m;
    int32_t *level_of_eqn; // -1: not reached in this phase
    int32_t *cursor;       // next edge of an equation to try in this phase
    int32_t *queue;        // breadth first: queue; depth first: the path of equations
} Phases;

// Levels from all unmatched equations; stops behind the first level that meets a free variable.
static bool find_levels(Phases *p)
{
    const Bipartite *g = p->usable.g;
    int32_t head = 0, tail = 0, last_level = INT32_MAX;
    for (int32_t e = 0; e < g->n_eqns; e++) {
        p->level_of_eqn[e] = p->m->var_of_eqn[e] < 0 ? 0 : -1;
        p->cursor[e] = g->first_edge_of_eqn[e];
        if (p->level_of_eqn[e] == 0) p->queue[tail++] = e;
    }
    while (head < tail) {
        int32_t e = p->queue[head++];
        if (p->level_of_eqn[e] >= last_level) break;
        for (int32_t k = g->first_edge_of_eqn[e]; k < g->first_edge_of_eqn[e + 1]; k++) {
            if (!is_usable(&p->usable, k)) continue;
            int32_t next = p->m->eqn_of_var[g->var_of_edge[k]];
            if (next < 0) {
                last_level = p->level_of_eqn[e];
            } else if (p->level_of_eqn[next] < 0) {
                p->level_of_eqn[next] = p->level_of_eqn[e] + 1;
                p->queue[tail++] = next;
            }
        }
    }
    return last_level < INT32_MAX;
}

// Advance the deepest equation of the path by one edge: -1 dead end, 0 descended, 1 free variable.
static int step_down(Phases *p, int32_t *path, int32_t *depth)
{
    const Bipartite *g = p->usable.g;
    int32_t e = path[*depth];
    while (p->cursor[e] < g->first_edge_of_eqn[e + 1]) {
        int32_t k = p->cursor[e]++;
        if (!is_usable(&p->usable, k)) continue;
        int32_t next = p->m->eqn_of_var[g->var_of_edge[k]];
        if (next < 0) return 1;
        if (p->level_of_eqn[next] != p->level_of_eqn[e] + 1) continue;
        path[++*depth] = next;
        return 0;
    }
    return -1;
}

// One shortest path from an unmatched equation; the edge taken by each equation of the path is
// the one just before its cursor. Equations without a path are left out of the phase.
static bool augment_along_levels(Phases *p, int32_t root)
{
    const Bipartite *g = p->usable.g;
    int32_t *path = p->queue, depth = 0;
    path[0] = root;
    while (depth >= 0) {
        int step = step_down(p, path, &depth);
        if (step < 0) p->level_of_eqn[path[depth--]] = -1;
        if (step <= 0) continue;
        for (; depth >= 0; depth--)
            match_pair(p->m, path[depth], g->var_of_edge[p->cursor[path[depth]] - 1]);
        return true;
    }
    return false;
}

static void augment_in_phases(Arena *scratch, Usable usable, Matching *m)
{
    const Bipartite *g = usable.g;
    Phases p = {usable, m, ARENA_RAW(scratch, int32_t, g->n_eqns),
                ARENA_RAW(scratch, int32_t, g->n_eqns), ARENA_RAW(scratch, int32_t, g->n_eqns)};
    while (m->n_matched < g->n_eqns && m->n_matched < g->n_vars && find_levels(&p))
        for (int32_t e = 0; e < g->n_eqns; e++)
            if (m->var_of_eqn[e] < 0 && augment_along_levels(&p, e)) m->n_matched++;
}

static void count_matched(Matching *m, const Bipartite *g)
{
    m->n_matched = 0;
    for (int32_t e = 0; e < g->n_eqns; e++) m->n_matched += m->var_of_eqn[e] >= 0;
}

int32_t matching_maximize(Matching *m, const Bipartite *g, const uint8_t *class_of_edge)
{
    bool class_occurs[EDGE_FORBIDDEN] = {false};
    if (!class_of_edge) class_occurs[0] = true;
    for (int32_t k = 0; class_of_edge && k < g->n_edges; k++)
        if (class_of_edge[k] != EDGE_FORBIDDEN) class_occurs[class_of_edge[k]] = true;
    count_matched(m, g);
    int32_t most = g->n_eqns < g->n_vars ? g->n_eqns : g->n_vars;
    for (int level = 0; level < EDGE_FORBIDDEN && m->n_matched < most; level++) {
        if (!class_occurs[level]) continue;
        Arena *scratch = arena_open("matching");
        Usable usable = {g, class_of_edge, level};
        assign_cheaply(scratch, usable, m);
        augment_in_phases(scratch, usable, m);
        arena_close(scratch);
    }
    CHECKED(matching_check(m, g));
    return m->n_matched;
}

// ---- one equation at a time --------------------------------------------------------------------

struct MatchingSearch {
    const Bipartite *g;
    int32_t *stamp_of_eqn; // equations visited in search number `stamp`
    int32_t *cursor, *path;
    int32_t stamp;
};

MatchingSearch *matching_search_open(Arena *scratch, const Bipartite *g)
{
    MatchingSearch *s = ARENA_NEW(scratch, MatchingSearch);
    s->g = g;
    s->stamp_of_eqn = ARENA_ARRAY(scratch, int32_t, g->n_eqns);
    s->cursor = ARENA_RAW(scratch, int32_t, g->n_eqns);
    s->path = ARENA_RAW(scratch, int32_t, g->n_eqns);
    return s;
}

// Look-ahead of [Duf81]: a free variable of the equation itself saves the descent.
static int32_t free_edge(const Usable *usable, const Matching *m, int32_t eqn)
{
    const Bipartite *g = usable->g;
    for (int32_t k = g->first_edge_of_eqn[eqn]; k < g->first_edge_of_eqn[eqn + 1]; k++)
        if (m->eqn_of_var[g->var_of_edge[k]] < 0 && is_usable(usable, k)) return k;
    return -1;
}

static void visit(MatchingSearch *s, int32_t *depth, int32_t eqn)
{
    s->stamp_of_eqn[eqn] = s->stamp;
    s->cursor[eqn] = s->g->first_edge_of_eqn[eqn];
    s->path[++*depth] = eqn;
}

bool matching_augment(MatchingSearch *s, Matching *m, const uint8_t *class_of_edge, int32_t eqn)
{
    const Bipartite *g = s->g;
    Usable usable = {g, class_of_edge, EDGE_FORBIDDEN - 1};
    int32_t depth = -1;
    s->stamp++;
    visit(s, &depth, eqn);
    while (depth >= 0) {
        int32_t e = s->path[depth];
        bool is_entered = s->cursor[e] == g->first_edge_of_eqn[e];
        int32_t edge = is_entered ? free_edge(&usable, m, e) : -1;
        if (edge >= 0) {
            s->cursor[e] = edge + 1;
            for (; depth >= 0; depth--)
                match_pair(m, s->path[depth], g->var_of_edge[s->cursor[s->path[depth]] - 1]);
            m->n_matched++;
            return true;
        }
        int32_t next = -1;
        while (next < 0 && s->cursor[e] < g->first_edge_of_eqn[e + 1]) {
            int32_t k = s->cursor[e]++;
            int32_t owner = m->eqn_of_var[g->var_of_edge[k]];
            if (is_usable(&usable, k) && s->stamp_of_eqn[owner] != s->stamp) next = owner;
        }
        if (next >= 0)
            visit(s, &depth, next);
        else
            depth--;
    }
    return false;
}

bool matching_check(const Matching *m, const Bipartite *g)
{
    int32_t n_edges = 0, n_eqns = 0, n_vars = 0;
    for (int32_t e = 0; e < g->n_eqns; e++)
        for (int32_t k = g->first_edge_of_eqn[e]; k < g->first_edge_of_eqn[e + 1]; k++) {
            int32_t var = g->var_of_edge[k];
            n_edges += m->var_of_eqn[e] == var && m->eqn_of_var[var] == e;
        }
    for (int32_t e = 0; e < g->n_eqns; e++) n_eqns += m->var_of_eqn[e] >= 0;
    for (int32_t v = 0; v < g->n_vars; v++) n_vars += m->eqn_of_var[v] >= 0;
    return n_edges == n_eqns && n_edges == n_vars && n_edges == m->n_matched;
}
