// Hash-consing: equal expressions are equal pointers [Ers58].
//
// A table by hash alone costs a cache miss for every node of a large model, since neighbours
// in the model are strangers in the table. Here a node is entered where its newest argument
// points to: expressions are built from what was built just before, so the line is mostly in
// the cache. Nodes whose line is full (one variable in very many expressions) go to a far
// table by hash; since entries never leave, a line that has room proves that a node is new.
// Lines are doubled when they are half full on average, three quarters where there are very many.
// Nodes live as long as the session. Hashes are made of ids and bits, never of addresses.
#include <string.h>

#include "base/hash.h"
#include "expr/function.h"
#include "expr/table.h"

enum { LINE_SIZE = 8, FIRST_LINES = 256, FIRST_FAR = 256 };
enum { USUAL_LOAD = 4, DENSE_LOAD = 6, MANY_LINES = 1 << 16 }; // entries of a line [M210]

static inline uint64_t payload_bits(const Expr *e)
{
    uint64_t bits = 0;
    if (e->kind == EXPR_OP) return 0; // most
    if (e->kind == EXPR_REF) return (uint32_t)e->u.var.i;
    switch ((ExprKind)e->kind) {
    case EXPR_REAL: memcpy(&bits, &e->u.real, sizeof bits); return bits;
    case EXPR_STRING: return e->u.string->id;
    case EXPR_CALL: return e->u.function->name ? e->u.function->name->id : 0;
    case EXPR_COMPONENT: return (uint32_t)e->u.component.i;
    case EXPR_LOCAL:
    case EXPR_ITERATOR:
    case EXPR_FIELD:
    case EXPR_TUPLE_ITEM: return e->u.index;
    case EXPR_INTEGER:
    case EXPR_BOOLEAN:
    case EXPR_ENUM: return (uint64_t)e->u.integer;
    default: return 0;
    }
}

static uint32_t node_hash(const Expr *like, const Expr *const *args, uint32_t n)
{
    uint64_t h = hash_mix((uint64_t)like->kind << 32 | like->op, like->type->id);
    h = hash_mix(h, payload_bits(like));
    for (uint32_t i = 0; i < n; i++) h = hash_mix(h, args[i] ? args[i]->id : UINT32_MAX);
    // Ids are consecutive: without a last round their pattern survives and probes grow long.
    h ^= h >> 32;
    h *= 0xD6E8FEB86659FD93u;
    return (uint32_t)(h >> 32);
}

static bool has_name(const Expr *e)
{
    return e->kind == EXPR_LOCAL || e->kind == EXPR_ITERATOR;
}

// Few nodes have names, and these have no arguments: it lies where arguments do.
Name expr_name(const Expr *e)
{
    Name name;
    memcpy(&name, e->args, sizeof name);
    return name;
}

static bool same_node(const Expr *a, const Expr *like, Name name, const Expr *const *args,
                      uint32_t n)
{
    if (a->kind != like->kind || a->op != like->op || a->n_args != n || a->type != like->type)
        return false;
    if (has_name(a) && expr_name(a) != name) return false;
    // Calls compare the function itself: two functions may share a name.
    if (a->kind == EXPR_CALL) {
        if (a->u.function != like->u.function) return false;
    } else if (payload_bits(a) != payload_bits(like)) {
        return false;
    }
    for (uint32_t i = 0; i < n; i++)
        if (a->args[i] != args[i]) return false;
    return true;
}

// Whether the operator makes an event when its operands vary continuously, or means something else
// at the start.
static bool makes_event(const Expr *like, const Expr *const *args)
{
    if (like->kind != EXPR_OP) return false;
    switch ((OpEvent)op_rows[like->op].event) {
    case EVENT_OF_REALS: return args[0]->type->kind == TYPE_REAL;
    case EVENT_IF_REAL: return type_elem(like->type)->kind == TYPE_REAL;
    case EVENT_YES: return true;
    default: return false;
    }
}

static uint8_t node_flags(const Expr *like, const Expr *const *args, uint32_t n)
{
    unsigned flags = 0;
    for (uint32_t i = 0; i < n; i++)
        if (args[i]) flags |= args[i]->flags;
    switch ((ExprKind)like->kind) {
    case EXPR_REF: flags |= EXPR_HAS_REF; break;
    case EXPR_LOCAL: flags |= EXPR_HAS_LOCAL; break;
    case EXPR_ITERATOR: flags |= EXPR_HAS_ITERATOR; break;
    case EXPR_TIME: flags |= EXPR_HAS_TIME; break;
    case EXPR_COMPONENT: flags |= EXPR_HAS_COMPONENT; break;
    case EXPR_CALL:
        flags |= EXPR_HAS_CALL;
        if (like->u.function->is_impure) flags |= EXPR_HAS_IMPURE;
        break;
    case EXPR_OP:
        if (like->op == OP_NO_EVENT) flags &= ~(unsigned)EXPR_HAS_EVENT;
        if (makes_event(like, args)) flags |= EXPR_HAS_EVENT;
        break;
    default: break;
    }
    return (uint8_t)flags;
}

// ---- The index -----------------------------------------------------------------------------

void node_index_open(ExprTable *t)
{
    t->index = (NodeIndex){.lines = ARENA_ARRAY(t->arena, NodeLine, FIRST_LINES),
                           .far = ARENA_ARRAY(t->arena, uint64_t, FIRST_FAR),
                           .line_mask = FIRST_LINES - 1,
                           .far_mask = FIRST_FAR - 1};
}

// User addresses have at most 48 bits on the machines we run on; the upper 16 bits carry a part
// of the hash, so that a comparison rarely has to look at the node.
static uint64_t entry_of(const Expr *e)
{
    return (uint64_t)(uintptr_t)e | (uint64_t)(e->hash >> 16) << 48;
}

static const Expr *node_of(uint64_t entry)
{
    return (const Expr *)(uintptr_t)(entry & 0xFFFFFFFFFFFFu);
}

static bool tag_matches(uint64_t entry, uint32_t hash)
{
    return entry >> 48 == hash >> 16;
}

// Leaves count by their own number, literals are spread by their hash.
static uint32_t line_of(const NodeIndex *x, const Expr *like, const Expr *const *args, uint32_t n,
                        uint32_t hash)
{
    uint32_t anchor = 0;
    for (uint32_t i = 0; i < n; i++)
        if (args[i] && args[i]->id > anchor) anchor = args[i]->id;
    if (n == 0) anchor = like->kind == EXPR_REF ? (uint32_t)like->u.var.i : hash;
    return (anchor / (LINE_SIZE / 2)) & x->line_mask;
}

static void enter_far(ExprTable *t, uint64_t entry, uint32_t hash);

static void double_far(ExprTable *t)
{
    NodeIndex *x = &t->index;
    uint64_t *before = x->far;
    uint32_t room = x->far_mask + 1;
    x->far = ARENA_ARRAY(t->arena, uint64_t, (size_t)room * 2);
    x->far_mask = room * 2 - 1;
    x->n_far = 0;
    for (uint32_t i = 0; i < room; i++)
        if (before[i]) enter_far(t, before[i], node_of(before[i])->hash);
    arena_release(t->arena, before, room * sizeof *before);
}

static void enter_far(ExprTable *t, uint64_t entry, uint32_t hash)
{
    NodeIndex *x = &t->index;
    if (x->n_far * 2 >= x->far_mask) double_far(t);
    uint32_t i = hash & x->far_mask;
    while (x->far[i]) i = (i + 1) & x->far_mask;
    x->far[i] = entry;
    x->n_far++;
}

static void enter(ExprTable *t, const Expr *e)
{
    NodeLine *line = &t->index.lines[line_of(&t->index, e, e->args, e->n_args, e->hash)];
    uint64_t entry = entry_of(e);
    for (int i = 0; i < LINE_SIZE; i++)
        if (!line->entries[i]) {
            line->entries[i] = entry;
            return;
        }
    enter_far(t, entry, e->hash);
}

// An entry stays in its line or goes to the one that lies as far behind as there were lines.
static void divide_line(const NodeIndex *x, NodeLine *line, NodeLine *behind)
{
    int stay = 0, go = 0;
    *behind = (NodeLine){{0}};
    for (int k = 0; k < LINE_SIZE && line->entries[k]; k++) {
        uint64_t entry = line->entries[k];
        const Expr *e = node_of(entry);
        line->entries[k] = 0;
        if (&x->lines[line_of(x, e, e->args, e->n_args, e->hash)] == behind)
            behind->entries[go++] = entry;
        else
            line->entries[stay++] = entry;
    }
}

// The lines grow where they are: their pages need not be cleared again. All that is far away is
// entered again: lines that were full may have room now.
static void double_lines(ExprTable *t)
{
    NodeIndex *x = &t->index;
    uint32_t n = x->line_mask + 1, n_far = x->far_mask + 1;
    x->lines = arena_grow(t->arena, x->lines, n * sizeof *x->lines,
                          2 * (size_t)n * sizeof *x->lines, _Alignof(NodeLine));
    x->line_mask = 2 * n - 1;
    for (uint32_t i = 0; i < n; i++) divide_line(x, &x->lines[i], &x->lines[n + i]);
    uint64_t *far = x->far;
    x->far = ARENA_ARRAY(t->arena, uint64_t, n_far);
    x->n_far = 0;
    for (uint32_t i = 0; i < n_far; i++)
        if (far[i]) enter(t, node_of(far[i]));
    arena_release(t->arena, far, n_far * sizeof *far);
}

static void count_node(ExprTable *t)
{
    uint32_t n = t->index.line_mask + 1, load = n < MANY_LINES ? USUAL_LOAD : DENSE_LOAD;
    if (++t->index.n_nodes > n * load) double_lines(t);
}

static const Expr *find_far(const NodeIndex *x, const Expr *like, Name name,
                            const Expr *const *args, uint32_t n, uint32_t hash)
{
    for (uint32_t i = hash & x->far_mask; x->far[i]; i = (i + 1) & x->far_mask)
        if (tag_matches(x->far[i], hash) && same_node(node_of(x->far[i]), like, name, args, n))
            return node_of(x->far[i]);
    return NULL;
}

static const Expr *add_node(ExprTable *t, const Expr *like, Name name, const Expr *const *args,
                            uint32_t n, uint32_t hash)
{
    size_t behind = has_name(like) ? sizeof name : n * sizeof *args;
    Expr *e = arena_alloc(t->arena, sizeof *e + behind, _Alignof(Expr));
    *e = *like;
    e->n_args = n;
    e->hash = hash;
    e->id = t->count++;
    e->flags = node_flags(like, args, n);
    if (has_name(like)) memcpy(e->args, &name, sizeof name);
    for (uint32_t i = 0; i < n; i++) e->args[i] = args[i];
    if (e->kind == EXPR_OP && op_rows[e->op].op_class == CLASS_CLOCK) t->has_clocks = true;
    return e;
}

static const Expr *interned(ExprTable *t, const Expr *like, Name name, const Expr *const *args,
                            uint32_t n)
{
    uint32_t hash = node_hash(like, args, n);
    NodeLine *line = &t->index.lines[line_of(&t->index, like, args, n, hash)];
    int i = 0;
    for (; i < LINE_SIZE && line->entries[i]; i++)
        if (tag_matches(line->entries[i], hash) &&
            same_node(node_of(line->entries[i]), like, name, args, n))
            return node_of(line->entries[i]);
    if (i == LINE_SIZE) {
        const Expr *found = find_far(&t->index, like, name, args, n, hash);
        if (found) return found;
    }
    const Expr *e = add_node(t, like, name, args, n, hash);
    if (i < LINE_SIZE)
        line->entries[i] = entry_of(e);
    else
        enter_far(t, entry_of(e), hash);
    count_node(t);
    return e;
}

const Expr *expr_intern(ExprTable *t, const Expr *like, const Expr *const *args, uint32_t n)
{
    return interned(t, like, NULL, args, n);
}

const Expr *expr_intern_named(ExprTable *t, const Expr *like, Name name)
{
    return interned(t, like, name, NULL, 0);
}

const Expr *expr_unentered(ExprTable *t, const Expr *ref)
{
    Expr *e = arena_alloc(t->arena, sizeof *e, _Alignof(Expr));
    *e = *ref;
    e->flags = EXPR_HAS_REF;
    e->id = t->count++;
    e->hash = node_hash(ref, NULL, 0);
    return e;
}

void expr_enter(ExprTable *t, const Expr *e)
{
    const NodeLine *line = &t->index.lines[line_of(&t->index, e, e->args, e->n_args, e->hash)];
    int i = 0;
    for (; i < LINE_SIZE && line->entries[i]; i++)
        if (node_of(line->entries[i]) == e) return;
    if (i == LINE_SIZE && find_far(&t->index, e, NULL, e->args, e->n_args, e->hash)) return;
    enter(t, e);
    count_node(t);
}
