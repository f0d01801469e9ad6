// Virtual connection graphs [MLS 9.4]: a spanning tree over the overdetermined connectors.
//
// Nodes are overdetermined records and types. Definite roots and the required edges of
// Connections.branch are taken first, then the optional edges of connect in text order
// (Kruskal). An optional edge that would close a cycle, or join two definite roots, is not
// set equal but constrained by equalityConstraint. Near linear.
#include <string.h>

#include "flat/flattener.h"
#include "graph/union_find.h"

typedef struct Forest {
    Flattener *f;
    UnionFind trees;
    uint8_t *has_root; // by representative: a definite root is inside
} Forest;

static int32_t find_tree(Forest *t, int32_t i)
{
    return union_find_root(&t->trees, i, NULL);
}

static void join_trees(Forest *t, int32_t a, int32_t b)
{
    bool has_root = t->has_root[a] || t->has_root[b];
    union_find_join(&t->trees, a, b, false);
    t->has_root[find_tree(t, a)] = has_root;
}

static const char *path_text(Flattener *f, ComponentId id)
{
    Text t = text_make(f->s->arena);
    component_print_path(f->instance, id, &t);
    return text_cstr(&t);
}

static void take_roots(Forest *t)
{
    const Instance *in = t->f->instance;
    for (uint32_t i = 0; i < in->n_graph; i++)
        if (in->graph[i].kind == GRAPH_ROOT || in->graph[i].kind == GRAPH_UNIQUE_ROOT) {
            t->has_root[in->graph[i].a.i] = 1;
            t->f->is_root[in->graph[i].a.i] = 1;
        }
}

static void take_branches(Forest *t)
{
    const Instance *in = t->f->instance;
    for (uint32_t i = 0; i < in->n_graph; i++) {
        const GraphStatement *g = &in->graph[i];
        if (g->kind != GRAPH_BRANCH) continue;
        int32_t a = find_tree(t, g->a.i), b = find_tree(t, g->b.i);
        if (a == b) {
            diag_error(t->f->s->diag, g->span, E_GRAPH_CYCLE,
                       "the branch from '%s' to '%s' closes a cycle of branches",
                       path_text(t->f, g->a), path_text(t->f, g->b));
            continue;
        }
        if (t->has_root[a] && t->has_root[b]) {
            diag_error(t->f->s->diag, g->span, E_GRAPH_TWO_ROOTS,
                       "the branch from '%s' to '%s' joins two roots", path_text(t->f, g->a),
                       path_text(t->f, g->b));
            continue;
        }
        join_trees(t, a, b);
    }
}

// Connections that close a ring of connections alone say nothing new: their set has as many edges
// as it needs (9.4.1). What closes a ring by way of branches is constrained.
static void take_connections(Forest *t)
{
    UnionFind sets = union_find_make(t->f->scratch, (int32_t)t->f->instance->n_components);
    for (uint32_t i = 0; i < t->f->edges.count; i++) {
        GraphEdge *e = &t->f->edges.data[i];
        int32_t here = union_find_root(&sets, e->a.i, NULL);
        int32_t there = union_find_root(&sets, e->b.i, NULL);
        e->is_redundant = here == there;
        if (e->is_redundant) continue;
        union_find_join(&sets, here, there, false);
        int32_t a = find_tree(t, e->a.i), b = find_tree(t, e->b.i);
        if (a == b || (t->has_root[a] && t->has_root[b])) continue;
        e->in_tree = true;
        join_trees(t, a, b);
    }
}

// The potential root of least priority number, the first of them in the text, becomes the
// root of a tree without a definite one.
static void choose_potential_roots(Forest *t)
{
    const Instance *in = t->f->instance;
    int32_t *best = ARENA_RAW(t->f->scratch, int32_t, in->n_components);
    for (uint32_t i = 0; i < in->n_components; i++) best[i] = -1;
    for (uint32_t i = 0; i < in->n_graph; i++) {
        const GraphStatement *g = &in->graph[i];
        if (g->kind != GRAPH_POTENTIAL_ROOT) continue;
        int32_t tree = find_tree(t, g->a.i);
        if (t->has_root[tree]) continue;
        if (best[tree] < 0 || g->priority < in->graph[best[tree]].priority) best[tree] = (int32_t)i;
    }
    for (uint32_t i = 0; i < in->n_components; i++)
        if (best[i] >= 0) {
            t->f->is_root[in->graph[best[i]].a.i] = 1;
            t->has_root[i] = 1;
        }
}

// Of a part without a root, the outside has it, and comes in through the first connector.
static void leave_to_outside(Forest *t)
{
    Flattener *f = t->f;
    if (!f->s->as_part) return;
    f->is_from_outside = ARENA_ARRAY(f->scratch, uint8_t, f->instance->n_components + 1);
    for (uint32_t i = 0; i < f->instance->n_components; i++) {
        const Component *c = f->instance->components[i];
        int32_t tree = find_tree(t, (int32_t)i);
        if (!is_overdetermined(c) || t->has_root[tree] || !outside_connector(f, c->id)) continue;
        f->is_from_outside[i] = 1;
        t->has_root[tree] = 1;
    }
}

static void report_rootless(Forest *t)
{
    for (uint32_t i = 0; i < t->f->edges.count; i++) {
        const GraphEdge *e = &t->f->edges.data[i];
        int32_t tree = find_tree(t, e->a.i);
        if (t->has_root[tree]) continue;
        t->has_root[tree] = 1; // once for each tree
        Diagnostic *d = diag_error(t->f->s->diag, e->span, E_GRAPH_NO_ROOT,
                                   "no root for the overdetermined connectors '%s' and '%s'",
                                   path_text(t->f, e->a), path_text(t->f, e->b));
        diag_note(t->f->s->diag, d, (Span){0, 0},
                  "something connected to them must call Connections.root or "
                  "Connections.potentialRoot (a world, a ground, a source)");
    }
}

// ---- Distance from the roots, for Connections.rooted ---------------------------------------

typedef struct Adjacency {
    int32_t *start, *other;
} Adjacency;

static void count_edge(int32_t *start, ComponentId a, ComponentId b)
{
    start[a.i + 1]++;
    start[b.i + 1]++;
}

static void put_edge(Adjacency *g, int32_t *next, ComponentId a, ComponentId b)
{
    g->other[next[a.i]++] = b.i;
    g->other[next[b.i]++] = a.i;
}

static Adjacency tree_adjacency(Flattener *f)
{
    const Instance *in = f->instance;
    uint32_t n = in->n_components;
    Adjacency g = {ARENA_ARRAY(f->scratch, int32_t, n + 1), NULL};
    for (uint32_t i = 0; i < in->n_graph; i++)
        if (in->graph[i].kind == GRAPH_BRANCH) count_edge(g.start, in->graph[i].a, in->graph[i].b);
    for (uint32_t i = 0; i < f->edges.count; i++)
        if (f->edges.data[i].in_tree) count_edge(g.start, f->edges.data[i].a, f->edges.data[i].b);
    for (uint32_t i = 0; i < n; i++) g.start[i + 1] += g.start[i];
    g.other = ARENA_RAW(f->scratch, int32_t, g.start[n]);
    int32_t *next = ARENA_COPY(f->scratch, int32_t, g.start, n);
    for (uint32_t i = 0; i < in->n_graph; i++)
        if (in->graph[i].kind == GRAPH_BRANCH) put_edge(&g, next, in->graph[i].a, in->graph[i].b);
    for (uint32_t i = 0; i < f->edges.count; i++)
        if (f->edges.data[i].in_tree) put_edge(&g, next, f->edges.data[i].a, f->edges.data[i].b);
    return g;
}

static void orient(Flattener *f)
{
    const Instance *in = f->instance;
    uint32_t n = in->n_components;
    Adjacency g = tree_adjacency(f);
    int32_t *distance = ARENA_RAW(f->scratch, int32_t, n);
    int32_t *queue = ARENA_RAW(f->scratch, int32_t, n);
    uint32_t head = 0, tail = 0;
    for (uint32_t i = 0; i < n; i++) {
        bool is_first = f->is_root[i] || (f->is_from_outside && f->is_from_outside[i]);
        distance[i] = is_first ? 0 : -1;
        if (is_first) queue[tail++] = (int32_t)i;
    }
    while (head < tail) {
        int32_t at = queue[head++];
        for (int32_t k = g.start[at]; k < g.start[at + 1]; k++) {
            int32_t to = g.other[k];
            if (distance[to] >= 0) continue;
            distance[to] = distance[at] + 1;
            queue[tail++] = to;
        }
    }
    for (uint32_t i = 0; i < n; i++) f->is_rooted[i] = f->is_root[i];
    for (uint32_t i = 0; i < in->n_graph; i++) {
        const GraphStatement *s = &in->graph[i];
        if (s->kind != GRAPH_BRANCH) continue;
        f->is_rooted[s->a.i] = distance[s->a.i] < distance[s->b.i];
        f->is_rooted[s->b.i] = !f->is_rooted[s->a.i];
    }
}

// ---- Edges outside the tree ----------------------------------------------------------------

// The value of a component as one expression: a variable, or a record of its fields.
static const Expr *component_value(Flattener *f, const Component *c)
{
    if (c->kind == COMPONENT_SIMPLE) return leaf_expr(f, c->variable, 0);
    const Type *type = c->declared->type;
    const Expr **fields = ARENA_RAW(f->scratch, const Expr *, type->n);
    uint32_t child = 0;
    for (uint32_t k = 0; k < type->n; k++) {
        uint32_t first = child;
        while (child < c->n_children && c->children[child]->declared->name == type->fields[k].name)
            child++;
        uint32_t n = child - first;
        if (n == 1 && !c->children[first]->n_index) {
            fields[k] = component_value(f, c->children[first]);
            continue;
        }
        const Expr **items = ARENA_RAW(f->scratch, const Expr *, n);
        for (uint32_t i = 0; i < n; i++) items[i] = component_value(f, c->children[first + i]);
        fields[k] = expr_array(f->exprs, items, n, type_strip(f->exprs, type->fields[k].type, 1));
    }
    return expr_record(f->exprs, type, fields, type->n);
}

static void constrain(Flattener *f, const GraphEdge *e)
{
    const Component *a = component_at(f, e->a), *b = component_at(f, e->b);
    const Function *constraint = a->declared->functions->equality_constraint;
    if (!constraint || type_count(constraint->type) == 0) return;
    const Expr *args[] = {component_value(f, a), component_value(f, b)};
    const Expr *call = expr_call(f->exprs, constraint, args, 2, constraint->type);
    Equation eqn = {.kind = EQN_EQUALS,
                    .span = e->span,
                    .component = e->component,
                    .from_connect = true,
                    .left = call,
                    .right = expr_zero(f->exprs, constraint->type)};
    VEC_PUSH(f->out, &f->equations, eqn);
}

void overconstrained_choose_tree(Flattener *f)
{
    const Instance *in = f->instance;
    if (!in->n_graph && !f->edges.count && !f->s->as_part) return;
    Forest t = {f, union_find_make(f->scratch, (int32_t)in->n_components),
                ARENA_ARRAY(f->scratch, uint8_t, in->n_components)};
    take_roots(&t);
    take_branches(&t);
    take_connections(&t);
    choose_potential_roots(&t);
    leave_to_outside(&t);
    report_rootless(&t);
    orient(f);
    f->tree_of = ARENA_RAW(f->scratch, int32_t, in->n_components + 1);
    for (uint32_t i = 0; i < in->n_components; i++) f->tree_of[i] = find_tree(&t, (int32_t)i);
    for (uint32_t i = 0; i < f->edges.count; i++) {
        const GraphEdge *e = &f->edges.data[i];
        if (e->is_redundant) continue;
        if (!e->in_tree) {
            constrain(f, e);
            continue;
        }
        for (uint32_t k = 0; k < e->n_pairs; k++)
            VEC_PUSH(f->scratch, &f->pairs, f->edge_pairs.data[e->first_pair + k]);
    }
}
