// Connection sets [MLS 9.2]: connectors are matched by name down to their leaves, leaves are
// joined by union-find, sets become n - 1 equalities or one sum to zero.
//
// A member of a set is (leaf, inside or outside). Leaves are numbered by variable, those alone that
// can be members; an array variable is one leaf as long as every connection takes it whole, and
// falls into its elements as soon as one connection in its set names an element. Cost: near linear
// in the number of leaves that are connected.
#include "flat/flattener.h"

#include <string.h>

#include "graph/union_find.h"

struct ConnectionSets {
    int32_t *first_of_var; // number of the first leaf of a variable; -1: it is in no set
    BitSet split_vars;     // some connection in its set names an element
    int32_t n_leaves;
    UnionFind nodes;       // 2 * leaf + outside
    int32_t *first_of_set; // by root of a set: its least node, which has the number of the set
    int32_t *var_of_leaf;
    int32_t *touched;                 // by node: 1 + the pair that touched it first, ALONE, or 0
    int32_t *set_start, *set_members; // by set, members ascending
};
enum { ALONE = -1 }; // touched by no connection, and a set all the same

const Component *component_at(const Flattener *f, ComponentId id)
{
    return f->instance->components[id.i];
}

static const char *path_text(Flattener *f, const Component *c)
{
    Text t = text_make(f->s->arena);
    component_print_path(f->instance, c->id, &t);
    return text_cstr(&t);
}

// ---- Matching two connectors ---------------------------------------------------------------

bool component_same_index(const Component *a, const Component *b)
{
    if (a->n_index != b->n_index) return false;
    for (uint32_t k = 0; k < a->n_index; k++)
        if (a->index[k] != b->index[k]) return false;
    return true;
}

// Children stand in declaration order, and connected connectors nearly always share the
// class: the child at the same place is tried first.
static const Component *matching_child(const Component *of, const Component *like, uint32_t place)
{
    if (place < of->n_children && of->children[place]->declared->name == like->declared->name &&
        component_same_index(of->children[place], like))
        return of->children[place];
    for (uint32_t i = 0; i < of->n_children; i++)
        if (of->children[i]->declared->name == like->declared->name &&
            component_same_index(of->children[i], like))
            return of->children[i];
    return NULL;
}

typedef struct Match { // a pair of components still to be matched
    const Component *a, *b;
    int32_t a_element, b_element;
    int32_t edge; // index into f->edges, or -1
} Match;

static void report_unlike(Flattener *f, const Connection *c, const Component *a, const Component *b,
                          const char *why)
{
    Diagnostic *d =
        diag_error(f->s->diag, c->span, E_CONNECT_UNLIKE, "'%s' and '%s' cannot be connected: %s",
                   path_text(f, a), path_text(f, b), why);
    diag_note(f->s->diag, d, a->declared->span, "'%s' is declared here, a %s", path_text(f, a),
              a->declared->class_name ? a->declared->class_name->text : "component");
    diag_note(f->s->diag, d, b->declared->span, "'%s' is declared here, a %s", path_text(f, b),
              b->declared->class_name ? b->declared->class_name->text : "component");
}

static void note_declarations(Flattener *f, Diagnostic *d, const Variable *a, const Variable *b)
{
    const Variable *both[] = {a, b};
    for (int i = 0; i < 2; i++)
        diag_note(f->s->diag, d, both[i]->declared->span, "'%s' is declared here",
                  path_text(f, component_at(f, both[i]->component)));
}

void connect_equal_parameters(Flattener *f, Span span, const Variable *a, const Variable *b)
{
    if (!a->value || !b->value || a->value == b->value) return;
    Text va = text_make(f->s->arena), vb = text_make(f->s->arena);
    ExprNames names = instance_names(f->instance);
    expr_print(a->value, &names, &va);
    expr_print(b->value, &names, &vb);
    Diagnostic *d = diag_error(f->s->diag, span, E_CONNECT_PARAMETER, "'%s' is %s but '%s' is %s",
                               path_text(f, component_at(f, a->component)), text_cstr(&va),
                               path_text(f, component_at(f, b->component)), text_cstr(&vb));
    note_declarations(f, d, a, b);
}

// 9.3 connects variables with variables; what is connected with a value that does not change has
// that value, and if something else determines it, too, the equations are counted.
static void report_fixed(Flattener *f, const Connection *c, const Component *fixed,
                         const Component *variable)
{
    Diagnostic *d =
        diag_breach(f->s->diag, c->span, E_CONNECT_UNLIKE,
                    "'%s' is a variable and connected with '%s', which is none: it is set to it",
                    path_text(f, variable), path_text(f, fixed));
    diag_note(f->s->diag, d, fixed->declared->span, "'%s' is declared here", path_text(f, fixed));
}

static bool sizes_agree(Flattener *f, const Variable *a, const Match *m, const Variable *b)
{
    const Type *ta = m->a_element ? type_elem(a->type) : a->type;
    const Type *tb = m->b_element ? type_elem(b->type) : b->type;
    (void)f;
    if (type_rank(ta) != type_rank(tb)) return false;
    for (uint32_t k = 0; k < type_rank(ta); k++)
        if (type_dim(ta, k) != type_dim(tb, k)) return false;
    return true;
}

static void match_leaves(Flattener *f, const Connection *c, const Match *m)
{
    const Variable *a = f->instance->variables[m->a->variable.i];
    const Variable *b = f->instance->variables[m->b->variable.i];
    const char *mismatch = connect_mismatch(f, a, b);
    if (mismatch) {
        report_unlike(f, c, m->a, m->b, mismatch);
        return;
    }
    // They are equal, whichever of them is given (9.3).
    if (connect_is_half_causal(f, a, b))
        diag_breach(f->s->diag, c->span, E_CONNECT_UNLIKE,
                    "'%s' and '%s' should not be connected: only one of them is an input or output",
                    path_text(f, m->a), path_text(f, m->b));
    bool fixed_a = a->variability <= VARIABILITY_PARAMETER;
    bool fixed_b = b->variability <= VARIABILITY_PARAMETER;
    if (fixed_a && fixed_b) {
        connect_equal_parameters(f, c->span, a, b);
        return;
    }
    if (type_elem(a->type)->kind != type_elem(b->type)->kind) {
        Text why = text_make(f->s->arena);
        text_add(&why, "one is of type ");
        type_print(type_elem(a->type), &why);
        text_add(&why, ", the other of type ");
        type_print(type_elem(b->type), &why);
        text_add(&why, "; a block between them must convert it");
        report_unlike(f, c, m->a, m->b, text_cstr(&why));
        return;
    }
    if (!sizes_agree(f, a, m, b)) {
        Text ta = text_make(f->s->arena), tb = text_make(f->s->arena);
        type_print(a->type, &ta);
        type_print(b->type, &tb);
        Diagnostic *d =
            diag_error(f->s->diag, c->span, E_CONNECT_SIZE,
                       "'%s' is %s but '%s' is %s: connected arrays must have the same size",
                       path_text(f, m->a), text_cstr(&ta), path_text(f, m->b), text_cstr(&tb));
        note_declarations(f, d, a, b);
        return;
    }
    if (fixed_a != fixed_b) report_fixed(f, c, fixed_a ? m->a : m->b, fixed_a ? m->b : m->a);
    LeafPair pair = {.a = a->id,
                     .b = b->id,
                     .a_element = m->a_element,
                     .b_element = m->b_element,
                     .a_outside = c->a.is_outside,
                     .b_outside = c->b.is_outside,
                     .span = c->span,
                     .component = c->component};
    if (m->edge >= 0) {
        VEC_PUSH(f->scratch, &f->edge_pairs, pair);
        f->edges.data[m->edge].n_pairs++;
    } else {
        VEC_PUSH(f->scratch, &f->pairs, pair);
    }
}

static int32_t open_edge(Flattener *f, const Connection *c, const Match *m)
{
    GraphEdge e = {.a = m->a->id,
                   .b = m->b->id,
                   .first_pair = f->edge_pairs.count,
                   .span = c->span,
                   .component = c->component};
    VEC_PUSH(f->scratch, &f->edges, e);
    return (int32_t)f->edges.count - 1;
}

typedef VEC(Match) MatchStack;

// Reports the first member that only one of the connectors has.
static bool have_same_members(Flattener *f, const Connection *c, const Match *m)
{
    const Component *sides[] = {m->a, m->b};
    for (int s = 0; s < 2; s++) {
        const Component *from = sides[s], *to = sides[1 - s];
        for (uint32_t i = 0; i < from->n_children; i++) {
            if (matching_child(to, from->children[i], i)) continue;
            report_unlike(f, c, m->a, m->b,
                          arena_printf(f->s->arena, "'%s' has no '%s'", path_text(f, to),
                                       from->children[i]->declared->name->text));
            return false;
        }
    }
    return true;
}

static void match_children(Flattener *f, const Connection *c, const Match *m, MatchStack *stack)
{
    if (!have_same_members(f, c, m)) return;
    for (uint32_t i = m->a->n_children; i-- > 0;) {
        const Component *child = m->a->children[i];
        Match next = {child, matching_child(m->b, child, i), 0, 0, m->edge};
        VEC_PUSH(f->scratch, stack, next);
    }
}

// Where element subscripts point in row-major order, from 1; 0 for the whole variable.
static int32_t linear_element(const Type *type, const ConnectEnd *end)
{
    if (!end->n_element) return 0;
    int32_t at = 0;
    for (uint32_t k = 0; k < end->n_element && k < type_rank(type); k++)
        at = at * type_dim(type, k) + end->element[k] - 1;
    return at + 1;
}

static int32_t element_of(Flattener *f, const ConnectEnd *end)
{
    const Component *c = component_at(f, end->component);
    if (c->kind != COMPONENT_SIMPLE) return 0;
    return linear_element(f->instance->variables[c->variable.i]->type, end);
}

static void match_connection(Flattener *f, const Connection *c, MatchStack *stack)
{
    Match start = {component_at(f, c->a.component), component_at(f, c->b.component),
                   element_of(f, &c->a), element_of(f, &c->b), -1};
    if ((start.a->kind == COMPONENT_EXPANDABLE) != (start.b->kind == COMPONENT_EXPANDABLE)) {
        report_unlike(f, c, start.a, start.b, "only one of them is an expandable connector");
        return;
    }
    uint32_t errors = diag_count(f->s->diag, SEVERITY_ERROR);
    stack->count = 0;
    VEC_PUSH(f->scratch, stack, start);
    while (stack->count) {
        // Connectors that do not fit differ in more than one place: one message is enough.
        if (diag_count(f->s->diag, SEVERITY_ERROR) > errors) return;
        Match m = VEC_POP(stack);
        if (m.edge < 0 && is_overdetermined(m.a) && is_overdetermined(m.b))
            m.edge = open_edge(f, c, &m);
        bool simple_a = m.a->kind == COMPONENT_SIMPLE, simple_b = m.b->kind == COMPONENT_SIMPLE;
        if (simple_a && simple_b)
            match_leaves(f, c, &m);
        else if (simple_a || simple_b)
            report_unlike(f, c, m.a, m.b,
                          "one is a connector with several variables, the other is one signal");
        else
            match_children(f, c, &m, stack);
    }
}

// It says nothing, so that another connector was meant.
static void check_ends(Flattener *f, const Connection *c)
{
    const Component *a = component_at(f, c->a.component);
    if (c->a.component.i != c->b.component.i || element_of(f, &c->a) != element_of(f, &c->b))
        return;
    Diagnostic *d =
        diag_warning(f->s->diag, c->span, E_CONNECT_ITSELF,
                     "'%s' is connected with itself, which does nothing", path_text(f, a));
    diag_label(f->s->diag, d, "one of the two is another connector");
}

// What connections that come soon are made of: components, members, variables (base/fetch.h).
FETCHES fetch_end(const Flattener *f, ComponentId end, int32_t step)
{
    const Component *c = f->instance->components[end.i];
    if (step == 0)
        fetch(c);
    else if (step == 1)
        fetch(c->children);
    else if (c->n_children && step == 2)
        fetch(c->children[0]);
    else if (c->n_children && c->children[0]->variable.i >= 0) {
        const Variable *v = f->instance->variables[c->children[0]->variable.i];
        fetch(v);
        fetch(v + 1); // mostly the next child
    }
}

FETCHES fetch_connections(const Flattener *f, const Connection *at, uint32_t left)
{
    enum { STEPS = 4, APART = 4 };
    if (left <= STEPS * APART) return;
    for (int32_t step = 0; step < STEPS; step++) {
        const Connection *c = at + (STEPS - step) * APART;
        fetch_end(f, c->a.component, step);
        fetch_end(f, c->b.component, step);
    }
}

void connect_collect(Flattener *f, const Connection *connections, uint32_t n)
{
    MatchStack stack = {0};
    for (uint32_t i = 0; i < n; i++) {
        fetch_connections(f, &connections[i], n - i);
        f->s->at = connections[i].span;
        f->cardinality[connections[i].a.component.i]++;
        f->cardinality[connections[i].b.component.i]++;
        check_ends(f, &connections[i]);
        match_connection(f, &connections[i], &stack);
    }
}

// ---- Sets ----------------------------------------------------------------------------------

// Which variables fall into elements: those in one set with a variable of which some
// connection names an element.
static void find_split_variables(Flattener *f, struct ConnectionSets *sets)
{
    uint32_t n = f->variables.count;
    bool any = false;
    sets->split_vars = bitset_make(f->scratch, n + 1);
    for (uint32_t i = 0; i < f->pairs.count; i++)
        any |= f->pairs.data[i].a_element || f->pairs.data[i].b_element;
    if (!any) return;
    UnionFind group = union_find_make(f->scratch, (int32_t)n);
    uint8_t *split = ARENA_ARRAY(f->scratch, uint8_t, n);
    for (uint32_t i = 0; i < f->pairs.count; i++)
        union_find_join(&group, f->pairs.data[i].a.i, f->pairs.data[i].b.i, false);
    for (uint32_t i = 0; i < f->pairs.count; i++) {
        const LeafPair *p = &f->pairs.data[i];
        if (p->a_element || p->b_element) split[union_find_root(&group, p->a.i, NULL)] = 1;
    }
    for (uint32_t i = 0; i < n; i++)
        if (split[union_find_root(&group, (int32_t)i, NULL)] &&
            type_rank(f->variables.data[i].type) > 0)
            bitset_add(&sets->split_vars, i);
}

static int32_t leaves_of(const Flattener *f, int32_t var)
{
    bool is_split = bitset_has(&f->sets->split_vars, (uint32_t)var);
    return is_split ? (int32_t)type_count(f->variables.data[var].type) : 1;
}

static void number_leaves(Flattener *f, struct ConnectionSets *sets, const BitSet *flows)
{
    uint32_t n = f->variables.count;
    BitSet members = bitset_make(f->scratch, n + 1);
    bitset_unite(&members, flows);
    for (uint32_t i = 0; i < f->pairs.count; i++) {
        bitset_add(&members, (uint32_t)f->pairs.data[i].a.i);
        bitset_add(&members, (uint32_t)f->pairs.data[i].b.i);
    }
    find_split_variables(f, sets);
    sets->first_of_var = ARENA_RAW(f->scratch, int32_t, n + 1);
    int32_t next = 0;
    for (uint32_t i = 0; i < n; i++) {
        bool is_member = bitset_has(&members, i);
        sets->first_of_var[i] = is_member ? next : -1;
        if (is_member) next += leaves_of(f, (int32_t)i);
    }
    sets->n_leaves = next;
    sets->var_of_leaf = ARENA_RAW(f->scratch, int32_t, next);
    for (int32_t i = 0; i < (int32_t)n; i++)
        for (int32_t k = sets->first_of_var[i] < 0 ? 0 : leaves_of(f, i); k-- > 0;)
            sets->var_of_leaf[sets->first_of_var[i] + k] = i;
}

// -1: such a variable is in no set.
static int32_t node_of(const struct ConnectionSets *sets, VarId var, int32_t element, bool outside)
{
    if (sets->first_of_var[var.i] < 0) return -1;
    bool is_split = bitset_has(&sets->split_vars, (uint32_t)var.i);
    int32_t offset = is_split && element ? element - 1 : 0;
    return 2 * (sets->first_of_var[var.i] + offset) + outside;
}

static void join_nodes(struct ConnectionSets *sets, int32_t a, int32_t b, int32_t pair)
{
    if (!sets->touched[a]) sets->touched[a] = 1 + pair;
    if (!sets->touched[b]) sets->touched[b] = 1 + pair;
    union_find_join(&sets->nodes, a, b, false);
}

static void join_pair(Flattener *f, struct ConnectionSets *sets, int32_t pair)
{
    const LeafPair *p = &f->pairs.data[pair];
    if (p->a_element || p->b_element || !bitset_has(&sets->split_vars, (uint32_t)p->a.i)) {
        join_nodes(sets, node_of(sets, p->a, p->a_element, p->a_outside),
                   node_of(sets, p->b, p->b_element, p->b_outside), pair);
        return;
    }
    int32_t n = leaves_of(f, p->a.i);
    for (int32_t k = 1; k <= n; k++)
        join_nodes(sets, node_of(sets, p->a, k, p->a_outside), node_of(sets, p->b, k, p->b_outside),
                   pair);
}

// The order of sets is that of the declaration of their first members.
static int32_t set_of(struct ConnectionSets *sets, int32_t node)
{
    return sets->first_of_set[union_find_root(&sets->nodes, node, NULL)];
}

// Members by set: a counting sort over the nodes that take part.
static void collect_members(Flattener *f, struct ConnectionSets *sets)
{
    int32_t n = 2 * sets->n_leaves;
    sets->set_start = ARENA_ARRAY(f->scratch, int32_t, n + 1);
    sets->set_members = ARENA_RAW(f->scratch, int32_t, n);
    sets->first_of_set = ARENA_RAW(f->scratch, int32_t, n);
    for (int32_t i = n; i-- > 0;) sets->first_of_set[union_find_root(&sets->nodes, i, NULL)] = i;
    for (int32_t i = 0; i < n; i++)
        if (sets->touched[i]) sets->set_start[set_of(sets, i) + 1]++;
    for (int32_t i = 0; i < n; i++) sets->set_start[i + 1] += sets->set_start[i];
    int32_t *next = ARENA_COPY(f->scratch, int32_t, sets->set_start, n);
    for (int32_t i = 0; i < n; i++)
        if (sets->touched[i]) sets->set_members[next[set_of(sets, i)]++] = i;
}

static bool is_in_connector(const Flattener *f, ComponentId id)
{
    for (const Component *c = component_at(f, id); c; c = c->parent)
        if (c->is_connector) return true;
    return false;
}

// A flow that nothing is connected to on one side is zero there: a set of its own.
static void stand_alone(Flattener *f, struct ConnectionSets *sets, uint32_t var, bool outside)
{
    for (int32_t k = leaves_of(f, (int32_t)var); k-- > 0;) {
        int32_t node = 2 * (sets->first_of_var[var] + k) + outside;
        if (!sets->touched[node]) sets->touched[node] = ALONE;
    }
}

static BitSet flows_of_connectors(Flattener *f)
{
    BitSet flows = bitset_make(f->scratch, f->variables.count + 1);
    for (uint32_t i = 0; i < f->variables.count; i++) {
        const FlatVariable *v = &f->variables.data[i];
        if (!v->is_flow) continue;
        bool is_absent = f->removed && i < f->removed->n_bits && bitset_has(f->removed, i);
        if (!is_absent && is_in_connector(f, v->component)) bitset_add(&flows, i);
    }
    return flows;
}

void connect_make_sets(Flattener *f)
{
    struct ConnectionSets *sets = ARENA_NEW(f->scratch, struct ConnectionSets);
    f->sets = sets;
    BitSet flows = flows_of_connectors(f);
    number_leaves(f, sets, &flows);
    int32_t n = 2 * sets->n_leaves;
    sets->nodes = union_find_make(f->scratch, n);
    sets->touched = ARENA_ARRAY(f->scratch, int32_t, n);
    for (uint32_t i = 0; i < f->pairs.count; i++) join_pair(f, sets, (int32_t)i);
    BitSet added = bus_added_flows(f);
    for (uint32_t i = 0; i < f->variables.count; i++) {
        if (!bitset_has(&flows, i)) continue;
        stand_alone(f, sets, i, false);
        if (bitset_has(&added, i)) stand_alone(f, sets, i, true);
    }
    collect_members(f, sets);
}

static SetMember member_at(const Flattener *f, int32_t node)
{
    const struct ConnectionSets *sets = f->sets;
    int32_t leaf = node / 2, var = sets->var_of_leaf[leaf];
    return (SetMember){.var = {var},
                       .element = bitset_has(&sets->split_vars, (uint32_t)var)
                                      ? leaf - sets->first_of_var[var] + 1
                                      : 0,
                       .outside = node & 1};
}

const SetMember *connect_set_of(Flattener *f, VarId var, int32_t element, bool outside, uint32_t *n)
{
    struct ConnectionSets *sets = f->sets;
    int32_t node = node_of(sets, var, element, outside);
    if (node < 0 || !sets->touched[node]) {
        SetMember *alone = ARENA_NEW(f->scratch, SetMember);
        *alone = (SetMember){var, element, outside};
        *n = 1;
        return alone;
    }
    int32_t set = set_of(sets, node);
    *n = (uint32_t)(sets->set_start[set + 1] - sets->set_start[set]);
    SetMember *members = ARENA_RAW(f->scratch, SetMember, *n);
    for (uint32_t i = 0; i < *n; i++)
        members[i] = member_at(f, sets->set_members[sets->set_start[set] + (int32_t)i]);
    return members;
}

bool connect_lets_nothing_through(const Flattener *f, VarId flow, bool outside)
{
    struct ConnectionSets *sets = f->sets;
    int32_t node = node_of(sets, flow, 0, outside);
    if (node < 0 || !sets->touched[node]) return false;
    int32_t set = set_of(sets, node);
    if (sets->set_start[set + 1] - sets->set_start[set] != 1) return false;
    return outside || !outside_connector(f, f->variables.data[flow.i].component);
}

// ---- Equations -----------------------------------------------------------------------------

const Expr *leaf_expr(Flattener *f, VarId var, int32_t element)
{
    const Type *type = f->variables.data[var.i].type;
    const Expr *ref = expr_ref(f->exprs, var, type);
    if (!element) return ref;
    uint32_t rank = type_rank(type);
    const Expr **subs = ARENA_RAW(f->scratch, const Expr *, rank);
    int32_t rest = element - 1;
    for (uint32_t k = rank; k-- > 0;) {
        int32_t size = type_dim(type, k);
        subs[k] = expr_integer(f->exprs, rest % size + 1);
        rest /= size;
    }
    return expr_subscript(f->exprs, ref, subs, rank);
}

// The connect that touched it first, or the declaration of what stands alone.
static Span span_of_node(const Flattener *f, int32_t node)
{
    int32_t pair = f->sets->touched[node] - 1;
    if (pair >= 0) return f->pairs.data[pair].span;
    return f->variables.data[f->sets->var_of_leaf[node / 2]].declared->span;
}

static ComponentId component_of_node(const Flattener *f, int32_t node)
{
    int32_t pair = f->sets->touched[node] - 1;
    if (pair >= 0) return f->pairs.data[pair].component;
    return f->variables.data[f->sets->var_of_leaf[node / 2]].component;
}

static void emit(Flattener *f, int32_t node, const Expr *left, const Expr *right)
{
    Equation e = {.kind = EQN_EQUALS,
                  .span = span_of_node(f, node),
                  .component = component_of_node(f, node),
                  .from_connect = true,
                  .left = left,
                  .right = right};
    VEC_PUSH(f->out, &f->equations, e);
}

static const Expr *member_expr(Flattener *f, const SetMember *m)
{
    return leaf_expr(f, m->var, m->element);
}

// A node with very many connections is a sum of sums: whoever follows a sum term by term goes
// as deep as it is long.
enum { LONGEST_SUM = 1000 };

static const Expr *flow_sum(Flattener *f, const int32_t *members, int32_t n)
{
    const Expr *sum = NULL;
    for (int32_t i = 0; i < n; i++) {
        SetMember m = member_at(f, members[i]);
        const Expr *term = member_expr(f, &m);
        if (!sum)
            sum = m.outside ? expr_op1(f->exprs, OP_NEG, term) : term;
        else
            sum = expr_op2(f->exprs, m.outside ? OP_SUB : OP_ADD, sum, term);
    }
    return sum;
}

static void emit_flow_sum(Flattener *f, int32_t root, const int32_t *members, int32_t n)
{
    const Expr *sum = NULL;
    for (int32_t i = 0; i < n; i += LONGEST_SUM) {
        const Expr *part = flow_sum(f, members + i, n - i < LONGEST_SUM ? n - i : LONGEST_SUM);
        sum = sum ? expr_op2(f->exprs, OP_ADD, sum, part) : part;
    }
    emit(f, root, sum, expr_zero(f->exprs, sum->type));
}

// The flow of a part to what it will be connected to.
static bool emit_outside(Flattener *f, int32_t node)
{
    SetMember m = member_at(f, node);
    return !m.outside && !m.element && outside_emit_flow(f, m.var);
}

static void emit_equalities(Flattener *f, const int32_t *members, int32_t n)
{
    SetMember first = member_at(f, members[0]);
    const Expr *left = member_expr(f, &first);
    for (int32_t i = 1; i < n; i++) {
        SetMember m = member_at(f, members[i]);
        const Expr *right = member_expr(f, &m);
        if (left != right) emit(f, members[i], left, right);
    }
}

static bool is_stream(const Flattener *f, VarId var)
{
    return (uint32_t)var.i < f->instance->n_variables &&
           f->instance->variables[var.i]->connect_kind == CONNECT_STREAM;
}

static bool emit_sources(Flattener *f, const int32_t *nodes, uint32_t n)
{
    if (n < 2) return false;
    SetMember *members = ARENA_RAW(f->scratch, SetMember, n);
    Span *spans = ARENA_RAW(f->scratch, Span, n);
    for (uint32_t i = 0; i < n; i++) {
        members[i] = member_at(f, nodes[i]);
        spans[i] = span_of_node(f, nodes[i]);
    }
    if (machines_merge_sources(f, members, spans, component_of_node(f, nodes[0]), n)) return true;
    connect_check_sources(f, members, spans, n);
    return false;
}

// As many equations as sets of flows, and one less than the members of other sets.
static uint32_t count_equations(const Flattener *f)
{
    const struct ConnectionSets *sets = f->sets;
    uint32_t n = 0;
    for (int32_t root = 0; root < 2 * sets->n_leaves; root++) {
        int32_t first = sets->set_start[root], size = sets->set_start[root + 1] - first;
        if (!size) continue;
        int32_t var = sets->var_of_leaf[sets->set_members[first] / 2];
        n += f->variables.data[var].is_flow ? 1 : (uint32_t)size - 1;
    }
    return n;
}

FETCHES fetch_member(const Flattener *f, int32_t place) // of one that comes soon: base/fetch.h
{
    enum { AHEAD = 12 };
    const struct ConnectionSets *sets = f->sets;
    if (place + AHEAD >= sets->set_start[2 * sets->n_leaves]) return;
    uint32_t var = (uint32_t)sets->var_of_leaf[sets->set_members[place + AHEAD] / 2];
    fetch(&f->variables.data[var]);
    if (var < f->instance->n_variables) fetch(f->instance->variables[var]);
}

void connect_emit(Flattener *f)
{
    const struct ConnectionSets *sets = f->sets;
    VEC_RESERVE(f->out, &f->equations, count_equations(f));
    for (int32_t root = 0; root < 2 * sets->n_leaves; root++) {
        int32_t n = sets->set_start[root + 1] - sets->set_start[root];
        fetch_member(f, sets->set_start[root]);
        if (!n) continue;
        const int32_t *members = sets->set_members + sets->set_start[root];
        VarId var = {sets->var_of_leaf[members[0] / 2]};
        if (is_stream(f, var)) continue;
        if (f->variables.data[var.i].is_flow) {
            if (n != 1 || !emit_outside(f, members[0])) emit_flow_sum(f, root, members, n);
            continue;
        }
        if (!emit_sources(f, members, (uint32_t)n)) emit_equalities(f, members, n);
    }
}
