// lower_connect.c -- connect equations and statements about the connection graph (chapter 9).
//
// Here a connect becomes pairs of components; what a pair means is decided in flat/. Inside or
// outside is a matter of the text: it is decided before an outer element is replaced.
#include "instance/classes/classes.h"
#include "instance/lower/lower.h"

typedef struct Ends {  // one side of a connect, expanded as far as needed
    ConnectEnd single; // room for the ordinary case
    ConnectEnd *items;
    uint32_t n;
    int32_t *dims; // of the side as a whole
    uint32_t n_dims;
    bool is_whole;   // one end that stands for all elements of an array variable
    bool is_dropped; // a part of it does not exist
    bool is_undeclared;
} Ends;

typedef struct EndHint {
    const char *words;     // NULL: none known
    const char *connector; // the only one inside; NULL: none, or several
} EndHint;

static bool report_end(const Lower *l, const AstExpr *ref, EndHint hint)
{
    Diagnostic *d = diag_error(l->f->diag, ref->span, E_CONNECT_END, "'%s' is no connector",
                               source_text(l->f, ref->span));
    if (hint.words) diag_label(l->f->diag, d, "%s", hint.words);
    if (hint.connector)
        diag_replace(
            l->f->diag, d, ref->span,
            arena_printf(l->f->s->arena, "%s.%s", source_text(l->f, ref->span), hint.connector));
    return false;
}

// What could have been meant: a connector inside the component, or the one around the variable.
static EndHint hint_for_end(const Lower *l, const Component *c)
{
    EndHint found = {NULL, NULL};
    uint32_t n = 0;
    if (is_leaf(c) && c->parent && c->parent->is_connector)
        found.words = "connect the connector it is a part of, or write an equation";
    if (is_leaf(c)) return found;
    Node *node = node_of_component(l->f, c);
    const ClassLayout *layout = node_layout(l->f, node);
    Text hint = text_make(l->f->work);
    for (uint32_t i = 0; i < layout->n_slots && n < 4; i++) {
        if (layout->slots[i].kind != SLOT_COMPONENT || layout->slots[i].is_protected) continue;
        const Node *type = slot_type_node(l->f, node_slot(l->f, node, i));
        if (!type || !type->is_connector) continue;
        found.connector = n ? NULL : layout->slots[i].name->text;
        text_printf(&hint, "%s'%s'",
                    n++ ? ", " : "choose from its connectors: ", layout->slots[i].name->text);
    }
    found.words = hint.length ? text_cstr(&hint) : NULL;
    return found;
}

// ---- Undeclared members of expandable connectors -----------------------------------------------

static bool undeclared_end(const Lower *l, const AstExpr *ref, const Grid *g, Ends *out)
{
    uint32_t n = ref->u.ref.n_parts - g->parts_used;
    Name *path = ARENA_ARRAY(l->f->arena, Name, n);
    int32_t *index = ARENA_ARRAY(l->f->arena, int32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        const AstRefPart *part = &ref->u.ref.parts[g->parts_used + i];
        path[i] = part->name;
        if (part->subscripts.count == 0 || part->subscripts.items[0]->kind == AST_COLON) continue;
        if (part->subscripts.count > 1) {
            diag_error(l->f->diag, part->span, E_UNSUPPORTED,
                       "matrices as undeclared members of "
                       "expandable connectors are not supported yet");
            return false;
        }
        const Expr *sub =
            lower_as(l, part->subscripts.items[0], type_basic(l->t, TYPE_INTEGER), "the subscript");
        sub = expr_is_error(sub) ? NULL : evaluate_now(l->f, sub, part->span, true);
        if (!sub) return false;
        index[i] = (int32_t)sub->u.integer;
    }
    out->dims = g->dims;
    out->n_dims = g->n_dims;
    out->n = g->n;
    out->items = g->n <= 1 ? &out->single : ARENA_ARRAY(l->f->work, ConnectEnd, g->n);
    for (uint32_t i = 0; i < g->n; i++)
        out->items[i] = (ConnectEnd){.component = g->items[i]->id,
                                     .is_outside = g->is_outside,
                                     .undeclared = path,
                                     .undeclared_index = index,
                                     .n_undeclared = n};
    out->is_whole = g->n_dims == 0;
    out->is_undeclared = true;
    return true;
}

// ---- Ends
// ----------------------------------------------------------------------------------------

// Elements of an array variable that the subscripts of the last part select.
typedef struct Picked {
    const int32_t **index; // per dimension, counting from 1
    uint32_t *n;
    bool *keeps;
    uint32_t rank, count;
} Picked;

static bool pick_elements(const Lower *l, const Type *type, const AstRefPart *part, Picked *p)
{
    p->rank = type_rank(type);
    p->count = 1;
    p->index = ARENA_ARRAY(l->f->work, const int32_t *, p->rank + 1);
    p->n = ARENA_ARRAY(l->f->work, uint32_t, p->rank + 1);
    p->keeps = ARENA_ARRAY(l->f->work, bool, p->rank + 1);
    for (uint32_t k = 0; k < p->rank; k++) {
        const Expr *numbers = NULL;
        int32_t size = type_dim(type, k);
        if (k < part->subscripts.count && part->subscripts.items[k]->kind != AST_COLON) {
            // The subscript is applied to the numbers 1, 2, ... themselves.
            const Expr *all =
                expr_range(l->t, expr_integer(l->t, 1), NULL, expr_integer(l->t, size));
            AstExprList one = {part->subscripts.items + k, 1};
            const Expr *picked = lower_subscripts(l, all, &one, part->span);
            if (expr_is_error(picked)) return false;
            numbers = evaluate_now(l->f, picked, part->span, true);
            if (!numbers) return false;
        }
        bool is_vector = numbers && numbers->kind == EXPR_ARRAY;
        p->keeps[k] = !numbers || is_vector;
        p->n[k] = !numbers ? (uint32_t)size : is_vector ? numbers->n_args : 1;
        int32_t *index = ARENA_ARRAY(l->f->work, int32_t, p->n[k] + 1);
        for (uint32_t i = 0; i < p->n[k]; i++)
            index[i] = !numbers ? (int32_t)i + 1
                                : (int32_t)(is_vector ? numbers->args[i] : numbers)->u.integer;
        p->index[k] = index;
        p->count *= p->n[k];
    }
    return true;
}

static ConnectEnd picked_end(const Lower *l, const Component *c, const Picked *p, uint32_t number,
                             bool is_outside)
{
    ConnectEnd end = {.component = c->id, .is_outside = is_outside};
    if (p->rank == 0) return end;
    int32_t *element = ARENA_ARRAY(l->f->arena, int32_t, p->rank);
    uint32_t below = p->count;
    for (uint32_t k = 0; k < p->rank; k++) {
        below /= p->n[k];
        element[k] = p->index[k][number / below];
        number %= below;
    }
    end.element = element;
    end.n_element = p->rank;
    return end;
}

static void add_dim(const Lower *l, Ends *out, int32_t size)
{
    int32_t *dims = ARENA_ARRAY(l->f->work, int32_t, out->n_dims + 1);
    for (uint32_t k = 0; k < out->n_dims; k++) dims[k] = out->dims[k];
    dims[out->n_dims++] = size;
    out->dims = dims;
}

static bool expand_ends(const Lower *l, const AstExpr *ref, const Grid *g, Ends *out)
{
    const AstRefPart *last = &ref->u.ref.parts[ref->u.ref.n_parts - 1];
    out->dims = g->dims;
    out->n_dims = g->n_dims;
    Picked p = {.count = 1};
    const Type *type = g->is_simple && g->n ? g->items[0]->declared->type : NULL;
    if (type && !pick_elements(l, type, last, &p)) return false;
    out->is_whole =
        type && p.rank && p.count && g->n == 1 && g->n_dims == 0 && last->subscripts.count == 0;
    for (uint32_t k = 0; k < p.rank; k++)
        if (p.keeps[k]) add_dim(l, out, (int32_t)p.n[k]);
    out->n = g->n * p.count;
    out->items = out->n <= 1 ? &out->single : ARENA_ARRAY(l->f->work, ConnectEnd, out->n);
    for (uint32_t i = 0; i < out->n; i++)
        out->items[i] = picked_end(l, g->items[i / p.count], &p, i % p.count, g->is_outside);
    return true;
}

// c or m.c, where c is a connector or a part of one that is itself a connector (9.1); every
// member of an expandable connector counts as one.
static bool is_connect_end(const Grid *g)
{
    for (const Component *c = g->n ? g->items[0] : NULL; c; c = c->parent)
        if (c->kind == COMPONENT_EXPANDABLE) return true;
    return g->n == 0 || (g->items[0]->is_connector && !g->leaves_connectors);
}

// m.n.c, a connector of a component inside a component: a connection of its own in n's class, as
// those are that m makes there. Nothing else could be meant.
static bool is_deep_end(const Grid *g)
{
    return g->n && g->items[0]->is_connector && g->leaves_connectors && !g->is_outside;
}

static bool report_deep_end(const Lower *l, const AstExpr *ref)
{
    Diagnostic *d = diag_breach(l->f->diag, ref->span, E_CONNECT_END,
                                "'%s' reaches into a component of a component (9.1)",
                                source_text(l->f, ref->span));
    diag_label(l->f->diag, d, "'connect' joins connectors of the class and of its components");
    return !diag_is_strict(l->f->diag);
}

static bool resolve_end(const Lower *l, const AstExpr *ref, Ends *out)
{
    *out = (Ends){0};
    if (ref->kind != AST_REF) return report_end(l, ref, (EndHint){0});
    Found found = lookup_reference(l->f, l->scope, ref, LOOKUP_ANY, true);
    if (found.kind == FOUND_ERROR || found.kind == FOUND_NOTHING) return false;
    if (found.kind != FOUND_SLOT || !found.slot->holder->component)
        return report_end(l, ref, (EndHint){0});
    Grid g;
    if (!walk_components(l, ref, &found, &g)) return false;
    if (g.lacks_some) {
        diag_error(l->f->diag, ref->span, E_UNSUPPORTED,
                   "some elements of '%s' do not exist: to connect the others as an array is not "
                   "supported yet",
                   source_text(l->f, ref->span));
        return false;
    }
    if (g.is_disabled) {
        out->is_dropped = true;
        return true;
    }
    if (g.class_slot) return report_end(l, ref, (EndHint){0});
    for (uint32_t k = 0; k < g.n_dims; k++) {
        if (!g.pending[k]) continue;
        diag_error(l->f->diag, ref->span, E_NOT_EVALUABLE,
                   "the subscripts in 'connect' must be known at compile time");
        return false;
    }
    if (g.parts_used < ref->u.ref.n_parts && g.n) return undeclared_end(l, ref, &g, out);
    if (!is_connect_end(&g) && is_deep_end(&g) && !report_deep_end(l, ref)) return false;
    if (!is_connect_end(&g) && !is_deep_end(&g))
        return report_end(l, ref, hint_for_end(l, g.items[0]));
    return expand_ends(l, ref, &g, out);
}

// ---- Pairs
// ---------------------------------------------------------------------------------------

static void add_pair(const Lower *l, const AstEquation *e, ConnectEnd a, ConnectEnd b)
{
    Connection c = {.a = a, .b = b, .component = l->component, .span = e->span};
    VEC_PUSH(l->f->passing, &l->f->connections, c);
}

static ConnectEnd whole_end(const Ends *ends)
{
    ConnectEnd end = ends->items[0];
    if (!ends->is_undeclared) end.element = NULL, end.n_element = 0;
    return end;
}

static const char *dims_text(const Lower *l, const Ends *ends)
{
    Text t = text_make(l->f->arena);
    text_add(&t, "[");
    for (uint32_t k = 0; k < ends->n_dims; k++)
        text_printf(&t, "%s%d", k ? ", " : "", ends->dims[k]);
    text_add(&t, "]");
    return ends->n_dims ? text_cstr(&t) : "a scalar";
}

static bool same_dims(const Ends *a, const Ends *b)
{
    if (a->n_dims != b->n_dims) return false;
    for (uint32_t k = 0; k < a->n_dims; k++)
        if (a->dims[k] != b->dims[k]) return false;
    return true;
}

static void report_sizes(const Lower *l, const AstEquation *e, const Ends *a, const Ends *b)
{
    Diagnostic *d = diag_error(l->f->diag, e->span, E_DIMENSION,
                               "the sides of 'connect' differ in size: %s and %s", dims_text(l, a),
                               dims_text(l, b));
    diag_note(l->f->diag, d, e->left->span, "%s", dims_text(l, a));
    diag_note(l->f->diag, d, e->right->span, "%s", dims_text(l, b));
}

// The sizes of an array of buses come first; what is left are elements of their member.
static bool fits_buses(const Ends *member, const Ends *other)
{
    if (other->n_dims < member->n_dims) return false;
    for (uint32_t k = 0; k < member->n_dims; k++)
        if (member->dims[k] != other->dims[k]) return false;
    return true;
}

// An undeclared member joined with an array of components: one element each.
static void pair_undeclared(const Lower *l, const AstEquation *e, const Ends *member,
                            const Ends *other, bool member_first)
{
    if (!fits_buses(member, other)) {
        report_sizes(l, e, member_first ? member : other, member_first ? other : member);
        return;
    }
    uint32_t each = member->n ? other->n / member->n : 0;
    for (uint32_t i = 0; i < other->n; i++) {
        ConnectEnd end = member->items[i / each];
        if (other->n_dims > member->n_dims) {
            int32_t *index =
                ARENA_COPY(l->f->arena, int32_t, end.undeclared_index, end.n_undeclared);
            index[end.n_undeclared - 1] = (int32_t)(i % each) + 1;
            end.undeclared_index = index;
        }
        if (member_first)
            add_pair(l, e, end, other->items[i]);
        else
            add_pair(l, e, other->items[i], end);
    }
}

// Whether a part of the name is a component whose condition is false. Elements of an array may
// differ in that: which one is meant is a matter of subscripts.
typedef enum Presence { IS_PRESENT, IS_ABSENT, DEPENDS_ON_ELEMENT } Presence;

static Presence presence_of(const Lower *l, const AstExpr *ref)
{
    if (ref->kind != AST_REF) return IS_PRESENT;
    Found found = lookup_reference(l->f, l->scope, ref, LOOKUP_ANY, false);
    if (found.kind != FOUND_SLOT || !found.slot->holder->component) return IS_PRESENT;
    Slot *slot = found.slot;
    bool is_one = true;
    for (uint32_t i = found.parts_used; slot && slot->kind == SLOT_COMPONENT; i++) {
        if (!slot_exists(l->f, slot)) return is_one ? IS_ABSENT : DEPENDS_ON_ELEMENT;
        if (i >= ref->u.ref.n_parts || !slot_elements(l->f, slot) || !slot->n_elements) break;
        is_one &= slot->n_elements == 1;
        Node *node = node_of_component(l->f, slot->elements[0]);
        slot = node ? node_member(l->f, node, ref->u.ref.parts[i].name) : NULL;
    }
    return IS_PRESENT;
}

// A connection to what does not exist is removed, whatever its other side says about sizes (4.4.5).
static bool is_dropped(const Lower *l, const AstExpr *ref, const AstExpr *other)
{
    Presence presence = presence_of(l, ref);
    Ends ends;
    bool dropped =
        presence == IS_ABSENT || (presence == DEPENDS_ON_ELEMENT &&
                                  (!resolve_end(l, ref, &ends) || ends.is_dropped)); // false: told
    if (dropped && other->kind == AST_REF)
        lookup_reference(l->f, l->scope, other, LOOKUP_ANY, true);
    return dropped;
}

void lower_connect(const Lower *l, const AstEquation *e)
{
    Ends a, b;
    if (l->in_undecided_if || l->in_when) {
        diag_error(l->f->diag, e->span, E_EQUATION,
                   "'connect' is not allowed under a condition that "
                   "is not known at compile time");
        return;
    }
    if (is_dropped(l, e->left, e->right) || is_dropped(l, e->right, e->left)) return;
    bool ok = resolve_end(l, e->left, &a);
    ok &= resolve_end(l, e->right, &b);
    if (!ok || a.is_dropped || b.is_dropped) return;
    if (a.is_undeclared && (!b.is_whole || b.n_dims) && !b.is_undeclared) {
        pair_undeclared(l, e, &a, &b, true);
        return;
    }
    if (b.is_undeclared && (!a.is_whole || a.n_dims) && !a.is_undeclared) {
        pair_undeclared(l, e, &b, &a, false);
        return;
    }
    bool is_open = (a.is_undeclared || b.is_undeclared) && a.is_whole && b.is_whole;
    if (!is_open && !same_dims(&a, &b)) {
        report_sizes(l, e, &a, &b);
        return;
    }
    if (a.is_whole && b.is_whole) {
        add_pair(l, e, whole_end(&a), whole_end(&b));
        return;
    }
    for (uint32_t i = 0; i < a.n; i++) add_pair(l, e, a.items[i], b.items[i]);
}

// ---- Connections.root and the like
// -----------------------------------------------------------------

typedef struct GraphRow {
    const char *name;
    GraphKind kind;
    uint32_t least, most;
} GraphRow;

static const GraphRow graph_rows[] = {
    {"root", GRAPH_ROOT, 1, 1},
    {"potentialRoot", GRAPH_POTENTIAL_ROOT, 1, 2},
    {"branch", GRAPH_BRANCH, 2, 2},
    {"uniqueRoot", GRAPH_UNIQUE_ROOT, 1, 2},
};

static bool lower_priority(const Lower *l, const AstExpr *text, int32_t *priority)
{
    const Expr *value = lower_as(l, text, type_basic(l->t, TYPE_INTEGER), "the priority");
    value = expr_is_error(value) ? NULL : evaluate_now(l->f, value, text->span, true);
    if (value) *priority = (int32_t)value->u.integer;
    return value != NULL;
}

bool lower_graph_statement(const Lower *l, const AstExpr *call)
{
    const AstExpr *ref = call->kind == AST_CALL ? call->u.call.function : NULL;
    if (!ref || ref->kind != AST_REF || ref->u.ref.n_parts != 2 ||
        ref->u.ref.parts[0].name != lowering_of(l->f)->connections)
        return false;
    if (l->in_when || l->in_undecided_if) {
        diag_error(l->f->diag, call->span, E_EQUATION,
                   "'%s' is not allowed under a condition that is not known at compile time",
                   source_text(l->f, ref->span));
        return true;
    }
    const AstArgs *args = call->u.call.args;
    const GraphRow *row = NULL;
    for (size_t i = 0; i < sizeof graph_rows / sizeof *graph_rows; i++)
        if (strcmp(graph_rows[i].name, ref->u.ref.parts[1].name->text) == 0) row = &graph_rows[i];
    if (!row) return false;
    uint32_t n = args->positional.count;
    if (n < row->least || n + args->n_named > row->most) {
        diag_error(l->f->diag, call->span, E_ARGUMENT, "wrong number of arguments for '%s'",
                   source_text(l->f, ref->span));
        return true;
    }
    GraphStatement g = {.kind = row->kind, .span = call->span};
    if (row->kind == GRAPH_UNIQUE_ROOT) {
        ComponentList roots;
        if (!lower_component_arguments(l, args->positional.items[0], 1, &roots)) return true;
        for (uint32_t i = 0; i < roots.n; i++) {
            g.a = roots.items[i]->id;
            VEC_PUSH(l->f->arena, &l->f->graph, g);
        }
        return true;
    }
    const Component *a = lower_component_argument(l, args->positional.items[0]);
    if (!a) return true;
    g.a = a->id;
    if (row->kind == GRAPH_BRANCH) {
        const Component *b = lower_component_argument(l, args->positional.items[1]);
        if (!b) return true;
        g.b = b->id;
    }
    if (row->kind == GRAPH_POTENTIAL_ROOT && n == 2 &&
        !lower_priority(l, args->positional.items[1], &g.priority))
        return true;
    for (uint32_t i = 0; i < args->n_named; i++)
        if (!lower_priority(l, args->named[i].value, &g.priority)) return true;
    VEC_PUSH(l->f->arena, &l->f->graph, g);
    return true;
}
