// The tree of elimination, groups of columns with the same rows, and their rows.
#include "run/linear/front_tree.h"

#include <amd.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct Analysis {
    Arena *scratch;
    FrontTree *tree;
    int32_t n;
    int32_t *start, *neighbour; // of the symmetric pattern, as numbered in the matrix
    int32_t *number;            // of an unknown in the order of elimination
    int32_t *parent, *mark;
    int32_t *count; // entries of a column of L, the diagonal with them
    size_t room;    // for the lists of touched unknowns
} Analysis;

// ---- The graph and its order ----------------------------------------------------------------

static void list_neighbours(Analysis *a, const SparsePattern *p)
{
    int32_t *start = a->start = ARENA_ARRAY(a->scratch, int32_t, p->n + 2);
    for (int32_t j = 0; j < p->n; j++)
        for (int32_t k = p->column_start[j]; k < p->column_start[j + 1]; k++)
            start[p->row_index[k] + 2]++, start[j + 2]++;
    for (int32_t j = 0; j < p->n; j++) start[j + 2] += start[j + 1];
    a->neighbour = ARENA_RAW(a->scratch, int32_t, start[p->n + 1] + 1);
    for (int32_t j = 0; j < p->n; j++)
        for (int32_t k = p->column_start[j]; k < p->column_start[j + 1]; k++) {
            int32_t i = p->row_index[k];
            a->neighbour[start[i + 1]++] = j;
            a->neighbour[start[j + 1]++] = i;
        }
}

static void take_order(Analysis *a, const int32_t *order)
{
    memcpy(a->tree->order, order, (size_t)a->n * sizeof *order);
    for (int32_t k = 0; k < a->n; k++) a->number[order[k]] = k;
}

// Little fill by approximate minimum degree [ADD96].
static void order_by_degree(Analysis *a, const SparsePattern *p)
{
    int32_t *order = ARENA_RAW(a->scratch, int32_t, a->n + 1);
    int end = amd_order(p->n, p->column_start, p->row_index, order, NULL, NULL);
    if (end == AMD_OUT_OF_MEMORY) memory_give_up(0);
    take_order(a, order);
}

// The parent of a column is the first row below the diagonal of L; paths are shortened [L90].
static void grow_tree(Analysis *a)
{
    int32_t *ancestor = a->mark;
    for (int32_t j = 0; j < a->n; j++) {
        a->parent[j] = ancestor[j] = -1;
        int32_t old = a->tree->order[j];
        for (int32_t k = a->start[old]; k < a->start[old + 1]; k++) {
            int32_t i = a->number[a->neighbour[k]], next;
            for (; i < j && i >= 0; i = next) {
                next = ancestor[i];
                ancestor[i] = j;
                if (next < 0) a->parent[i] = j;
            }
        }
    }
}

// Children stand before their parents, each subtree together.
static void order_by_tree(Analysis *a)
{
    int32_t *child = ARENA_RAW(a->scratch, int32_t, a->n + 1);
    int32_t *sibling = ARENA_RAW(a->scratch, int32_t, a->n + 1);
    int32_t *order = ARENA_RAW(a->scratch, int32_t, a->n + 1);
    int32_t *path = a->mark, at = 0;
    for (int32_t j = 0; j <= a->n; j++) child[j] = -1;
    for (int32_t j = a->n - 1; j >= 0; j--) {
        int32_t up = a->parent[j] < 0 ? a->n : a->parent[j];
        sibling[j] = child[up];
        child[up] = j;
    }
    for (int32_t root = child[a->n]; root >= 0; root = sibling[root]) {
        int32_t depth = 0;
        for (path[0] = root; depth >= 0;) {
            int32_t j = path[depth], down = child[j];
            if (down >= 0) {
                child[j] = sibling[down];
                path[++depth] = down;
            } else {
                order[at++] = a->tree->order[j];
                depth--;
            }
        }
    }
    take_order(a, order);
    grow_tree(a);
}

// Row i of L has entries in the columns on the paths from its neighbours towards i.
static void count_entries(Analysis *a)
{
    for (int32_t i = 0; i < a->n; i++) a->mark[i] = -1, a->count[i] = 1;
    for (int32_t i = 0; i < a->n; i++) {
        int32_t old = a->tree->order[i];
        a->mark[i] = i;
        for (int32_t k = a->start[old]; k < a->start[old + 1]; k++)
            for (int32_t j = a->number[a->neighbour[k]]; j < i && a->mark[j] != i;
                 j = a->parent[j]) {
                a->mark[j] = i;
                a->count[j]++;
            }
    }
}

// ---- Fronts ---------------------------------------------------------------------------------

typedef struct Group { // of neighbouring columns
    int32_t first, pivots, touched;
    double zeros; // entries of its columns that are stored and zero
} Group;

// Small fronts waste more time than the zeros that larger ones have [AG89].
static bool is_better_together(const Group *lower, const Group *upper, Group *both)
{
    int32_t size = upper->pivots + upper->touched;
    *both = (Group){lower->first, lower->pivots + upper->pivots, upper->touched,
                    lower->zeros + upper->zeros +
                        (double)lower->pivots * (double)(size - lower->touched)};
    double pivots = both->pivots, entries = pivots * (pivots + 1) / 2 + pivots * both->touched;
    double empty = both->zeros / entries;
    return pivots <= 4 || (pivots <= 16 && empty < 0.3) || (pivots <= 48 && empty < 0.1) ||
           empty < 0.03;
}

// Columns whose rows are the same but for the diagonal; then groups with their parents, where one
// lies behind the other. From the root on, so that the parent is what it will be.
static void group_columns(Analysis *a)
{
    Group *stack = ARENA_RAW(a->scratch, Group, a->n + 1), both;
    int32_t n_groups = 0, end = a->n;
    for (int32_t j = a->n - 1; j >= 0; j--) {
        bool goes_on = j > 0 && a->parent[j - 1] == j && a->count[j - 1] == a->count[j] + 1;
        if (goes_on) continue;
        Group g = {j, end - j, a->count[j] - (end - j), 0};
        int32_t up = a->parent[end - 1];
        while (n_groups && up >= 0) {
            Group *behind = &stack[n_groups - 1];
            bool is_parent = up >= behind->first && up < behind->first + behind->pivots;
            if (!is_parent || !is_better_together(&g, behind, &both)) break;
            g = both;
            n_groups--;
            up = a->parent[g.first + g.pivots - 1];
        }
        stack[n_groups++] = g;
        end = j;
    }
    FrontTree *t = a->tree;
    t->n_fronts = n_groups;
    for (int32_t s = 0; s < n_groups; s++) t->first[s] = stack[n_groups - 1 - s].first;
    t->first[n_groups] = a->n;
}

static int compare_numbers(const void *p, const void *q)
{
    int32_t x = *(const int32_t *)p, y = *(const int32_t *)q;
    return (x > y) - (x < y);
}

static void touch(Analysis *a, int32_t s, int32_t unknown)
{
    FrontTree *t = a->tree;
    size_t *end = &t->touching[s + 1];
    if (unknown < t->first[s + 1] || a->mark[unknown] == s) return;
    a->mark[unknown] = s;
    if (*end == a->room) {
        size_t size = sizeof *t->touched;
        t->touched = arena_grow(a->scratch, t->touched, a->room * size, 2 * a->room * size, size);
        a->room *= 2;
    }
    t->touched[(*end)++] = unknown;
}

// What the pivots of a front touch: their neighbours, and what its children have left.
static void list_touched(Analysis *a, int32_t s)
{
    FrontTree *t = a->tree;
    t->touching[s + 1] = t->touching[s];
    for (int32_t j = t->first[s]; j < t->first[s + 1]; j++) {
        int32_t old = t->order[j];
        for (int32_t k = a->start[old]; k < a->start[old + 1]; k++)
            touch(a, s, a->number[a->neighbour[k]]);
    }
    for (int32_t c = t->child[s]; c >= 0; c = t->sibling[c])
        for (size_t k = t->touching[c]; k < t->touching[c + 1]; k++) touch(a, s, t->touched[k]);
    int32_t *list = t->touched + t->touching[s];
    qsort(list, (size_t)front_touched(t, s), sizeof *list, compare_numbers);
}

static void link_front(FrontTree *t, int32_t s)
{
    t->parent[s] = -1;
    if (!front_touched(t, s)) return;
    // Parents are not listed yet: fronts are found by their pivots.
    int32_t unknown = t->touched[t->touching[s]], low = s + 1, high = t->n_fronts - 1;
    while (low < high) {
        int32_t middle = (low + high + 1) / 2;
        if (t->first[middle] <= unknown)
            low = middle;
        else
            high = middle - 1;
    }
    t->parent[s] = low;
    t->sibling[s] = t->child[low];
    t->child[low] = s;
}

int32_t front_place(const FrontTree *t, int32_t s, int32_t unknown)
{
    if (unknown < t->first[s + 1]) return unknown - t->first[s];
    const int32_t *list = t->touched + t->touching[s];
    int32_t low = 0, high = front_touched(t, s) - 1;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (list[middle] < unknown)
            low = middle + 1;
        else
            high = middle;
    }
    return front_pivots(t, s) + low;
}

// Both lists ascend: one pass through them.
static void place_in_parent(FrontTree *t, int32_t s)
{
    int32_t parent = t->parent[s];
    if (parent < 0) return;
    size_t at = t->touching[parent];
    for (size_t k = t->touching[s]; k < t->touching[s + 1]; k++) {
        int32_t unknown = t->touched[k];
        if (unknown < t->first[parent + 1]) {
            t->place[k] = unknown - t->first[parent];
            continue;
        }
        while (t->touched[at] < unknown) at++;
        t->place[k] = front_pivots(t, parent) + (int32_t)(at - t->touching[parent]);
    }
}

static double work_of(const FrontTree *t)
{
    double work = 0;
    for (int32_t s = 0; s < t->n_fronts; s++) {
        double k = front_pivots(t, s), r = front_touched(t, s);
        work += k * k * k * 2 / 3 + 2 * k * k * r + 2 * k * r * r;
    }
    return work;
}

static void make_fronts(Analysis *a, Arena *out)
{
    FrontTree *t = a->tree;
    a->room = 4 * (size_t)a->n + 16;
    t->touched = ARENA_RAW(a->scratch, int32_t, a->room);
    t->child = ARENA_RAW(out, int32_t, t->n_fronts + 1);
    t->sibling = ARENA_RAW(out, int32_t, t->n_fronts + 1);
    t->touching = ARENA_ARRAY(out, size_t, t->n_fronts + 1);
    t->parent = ARENA_RAW(out, int32_t, t->n_fronts + 1);
    for (int32_t i = 0; i < a->n; i++) a->mark[i] = -1;
    for (int32_t s = 0; s < t->n_fronts; s++) t->child[s] = -1;
    for (int32_t s = 0; s < t->n_fronts; s++) {
        list_touched(a, s);
        link_front(t, s);
    }
    size_t all = t->touching[t->n_fronts];
    t->touched = ARENA_COPY(out, int32_t, t->touched, all);
    t->place = ARENA_RAW(out, int32_t, all + 1);
    for (int32_t s = 0; s < t->n_fronts; s++) place_in_parent(t, s);
    t->work = work_of(t);
}

FrontTree *front_tree_open(Arena *out, const SparsePattern *p)
{
    FrontTree *t = ARENA_NEW(out, FrontTree);
    Analysis a = {.scratch = arena_open("fronts"), .tree = t, .n = p->n};
    t->n = p->n;
    t->order = ARENA_RAW(out, int32_t, p->n + 1);
    t->first = ARENA_RAW(out, int32_t, p->n + 1);
    int32_t **lists[] = {&a.number, &a.parent, &a.mark, &a.count};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = ARENA_RAW(a.scratch, int32_t, p->n + 1);
    list_neighbours(&a, p);
    order_by_degree(&a, p);
    grow_tree(&a);
    order_by_tree(&a);
    count_entries(&a);
    group_columns(&a);
    make_fronts(&a, out);
    arena_close(a.scratch);
    return t;
}
