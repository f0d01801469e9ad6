// Tarjan's algorithm [Tar72] with an explicit call stack.
//
// The directed graph is never built: the rows of the incidence and the matching are its adjacency
// lists, as in [DR78]. A component is complete when everything it needs is complete, so the order
// of completion is the evaluation order. Each node is entered and left once, each edge looked at
// once: O(nodes + edges). Most nodes need only what is complete already: they are blocks of their
// own at sight, and no call.
#include "graph/strong_components.h"

typedef struct {
    const int32_t *start, *target;
    const int32_t *node_of_target; // NULL: targets are nodes; entries of -1 are no edges
    int32_t *number;               // order of entering, from 1; 0: not entered
    int32_t *low;                  // smallest number reachable within the open components
    int32_t *block_of_node;        // -1 while the component is open
    int32_t *cursor, *calls;       // the walk
    int32_t *open;                 // nodes entered whose component is not complete
    int32_t n_calls, n_open, n_entered, n_blocks;
} Walk;

static int32_t node_at(const Walk *w, int32_t edge)
{
    return w->node_of_target ? w->node_of_target[w->target[edge]] : w->target[edge];
}

static bool completes_at_sight(Walk *w, int32_t node)
{
    int32_t edge = w->start[node], end = w->start[node + 1];
    for (; edge < end; edge++) {
        int32_t next = node_at(w, edge);
        if (next >= 0 && next != node && w->block_of_node[next] < 0) break;
    }
    w->cursor[node] = edge;
    if (edge < end) return false;
    w->number[node] = ++w->n_entered;
    w->block_of_node[node] = w->n_blocks++;
    return true;
}

static void enter(Walk *w, int32_t node)
{
    if (completes_at_sight(w, node)) return;
    w->number[node] = w->low[node] = ++w->n_entered;
    w->calls[w->n_calls++] = node;
    w->open[w->n_open++] = node;
}

static void lower(Walk *w, int32_t node, int32_t number)
{
    if (number < w->low[node]) w->low[node] = number;
}

// Follow the edges of a node up to one that leads to an unentered node; -1 when all are done.
static int32_t next_unentered(Walk *w, int32_t node)
{
    while (w->cursor[node] < w->start[node + 1]) {
        int32_t next = node_at(w, w->cursor[node]++);
        if (next < 0) continue;
        if (w->number[next] == 0) return next;
        if (w->block_of_node[next] < 0) lower(w, node, w->number[next]);
    }
    return -1;
}

static void leave(Walk *w, int32_t node)
{
    w->n_calls--;
    if (w->n_calls > 0) lower(w, w->calls[w->n_calls - 1], w->low[node]);
    if (w->low[node] != w->number[node]) return;
    int32_t member;
    do {
        member = w->open[--w->n_open];
        w->block_of_node[member] = w->n_blocks;
    } while (member != node);
    w->n_blocks++;
}

static void walk_from(Walk *w, int32_t root)
{
    enter(w, root);
    while (w->n_calls > 0) {
        int32_t node = w->calls[w->n_calls - 1];
        int32_t next = next_unentered(w, node);
        if (next >= 0)
            enter(w, next);
        else
            leave(w, node);
    }
}

// Nodes by block, ascending within each: counting sort over the nodes in order.
static Blocks collect(Arena *out, int32_t n_nodes, int32_t n_blocks, int32_t *block_of_node)
{
    Blocks b = {n_blocks, ARENA_ARRAY(out, int32_t, n_blocks + 2), ARENA_RAW(out, int32_t, n_nodes),
                block_of_node};
    if (n_blocks == n_nodes) { // no loops, as most have none
        for (int32_t i = 0; i < n_nodes; i++) {
            b.first_place_of_block[i + 1] = i + 1;
            b.eqn_of_place[block_of_node[i]] = i;
        }
        return b;
    }
    int32_t *place = b.first_place_of_block + 1; // ends up as the next block's first place
    for (int32_t i = 0; i < n_nodes; i++) place[block_of_node[i] + 1]++;
    for (int32_t k = 1; k <= n_blocks; k++) place[k] += place[k - 1];
    for (int32_t i = 0; i < n_nodes; i++) b.eqn_of_place[place[block_of_node[i]]++] = i;
    return b;
}

static Blocks components(Arena *out, int32_t n_nodes, const int32_t *start, const int32_t *target,
                         const int32_t *node_of_target)
{
    Arena *scratch = arena_open("strong components");
    Walk w = {.start = start,
              .target = target,
              .node_of_target = node_of_target,
              .number = ARENA_ARRAY(scratch, int32_t, n_nodes),
              .low = ARENA_RAW(scratch, int32_t, n_nodes),
              .cursor = ARENA_RAW(scratch, int32_t, n_nodes),
              .calls = ARENA_RAW(scratch, int32_t, n_nodes),
              .open = ARENA_RAW(scratch, int32_t, n_nodes),
              .block_of_node = ARENA_RAW(out, int32_t, n_nodes)};
    for (int32_t i = 0; i < n_nodes; i++) w.block_of_node[i] = -1;
    for (int32_t i = 0; i < n_nodes; i++)
        if (w.number[i] == 0) walk_from(&w, i);
    arena_close(scratch);
    return collect(out, n_nodes, w.n_blocks, w.block_of_node);
}

Blocks strong_components(Arena *out, const Bipartite *g, const Matching *m)
{
    return components(out, g->n_eqns, g->first_edge_of_eqn, g->var_of_edge, m->eqn_of_var);
}

Blocks strong_components_of_digraph(Arena *out, int32_t n_nodes, const int32_t *start,
                                    const int32_t *target)
{
    return components(out, n_nodes, start, target, NULL);
}
