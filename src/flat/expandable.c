// Expandable connectors [MLS 9.1.3]: what connections mention becomes a member.
//
// Buses that are connected form a group; nested buses join by name. A member is known by its
// path below the bus, written out ("sub.x", "y[2]", "frame.r_0"), and gets the type of the
// declared partner it is connected to. Every bus of a group then has the union of the
// members; declared members that no connection of the group mentions do not exist.
// A bus may be connected to a member that a bus does not declare: what the one has, the other has
// below that member (`Nesting`).
// The instance is not changed: what buses gain are variables of the flat model alone.
#include <string.h>

#include "flat/flattener.h"

typedef struct BusLink { // two buses connected, directly or as parts of connected buses
    ComponentId a, b;
    bool a_outside, b_outside;
    Span span;
    ComponentId component;
} BusLink;

typedef struct Nesting { // what one bus has below a member is what the other has below its own
    int32_t bus[2];
    Name member[2]; // the path of a bus that its bus does not declare; NULL: all of that bus
    bool is_outside[2];
    bool is_same; // the second bus is declared in the first: nothing to connect
    Span span;
    ComponentId component;
} Nesting;

typedef struct BusMember {
    Name path;
    VarId like;           // a variable of its type
    int32_t like_element; // 0: like the whole of it
    bool has_source;      // something sets it: an output, or its declaration
    Span span;            // of a connect that mentions it
} BusMember;

typedef struct Buses {
    Flattener *f;
    int32_t *group;       // union-find by ComponentId
    uint32_t *n_connects; // by ComponentId: connections that name it
    VEC(BusLink) links;
    VEC(Nesting) nestings;
    VEC(int32_t) all;         // the buses, in order
    Map variable_of;          // (bus, path) -> VarId
    Map is_member;            // (group, path) -> place among the members, from 1
    VEC(BusMember) * members; // by group representative, as a vector of vectors
} Buses;

typedef VEC(BusMember) MemberVec;

static int32_t group_of(Buses *b, int32_t i)
{
    while (b->group[i] != i) {
        b->group[i] = b->group[b->group[i]];
        i = b->group[i];
    }
    return i;
}

static uint64_t key_of(int32_t component, Name path)
{
    return ((uint64_t)(uint32_t)component << 32) | path->id;
}

static void add_step(Text *t, Name name, const int32_t *index, uint32_t n_index)
{
    if (t->length) text_add_char(t, '.');
    text_add(t, name->text);
    for (uint32_t k = 0; k < n_index; k++)
        text_printf(t, "%s%d%s", k ? ", " : "[", index[k], k + 1 == n_index ? "]" : "");
}

// ---- Groups of connected buses -------------------------------------------------------------

static void add_link(Buses *b, BusLink link)
{
    VEC(BusLink) stack = {0};
    VEC_PUSH(b->f->scratch, &stack, link);
    while (stack.count) {
        BusLink l = VEC_POP(&stack);
        VEC_PUSH(b->f->scratch, &b->links, l);
        int32_t ga = group_of(b, l.a.i), gb = group_of(b, l.b.i);
        if (ga != gb) b->group[ga > gb ? ga : gb] = ga < gb ? ga : gb;
        const Component *a = component_at(b->f, l.a), *c = component_at(b->f, l.b);
        for (uint32_t i = 0; i < a->n_children; i++)
            for (uint32_t k = 0; k < c->n_children; k++) {
                const Component *x = a->children[i], *y = c->children[k];
                if (x->kind != COMPONENT_EXPANDABLE || y->kind != COMPONENT_EXPANDABLE ||
                    x->declared->name != y->declared->name || !component_same_index(x, y))
                    continue;
                BusLink nested = l;
                nested.a = x->id;
                nested.b = y->id;
                VEC_PUSH(b->f->scratch, &stack, nested);
            }
    }
}

static bool is_bus_end(const Flattener *f, const ConnectEnd *e)
{
    return !e->n_undeclared && component_at(f, e->component)->kind == COMPONENT_EXPANDABLE;
}

// ---- Declared members ----------------------------------------------------------------------

typedef struct Leaf {
    const Component *component;
    Name path; // below where the walk began; NULL for the component itself
} Leaf;

typedef VEC(Leaf) LeafVec;

// All leaves below a component with their relative paths; nested buses are not entered.
static void collect_leaves(Flattener *f, const Component *from, LeafVec *leaves)
{
    VEC(Leaf) stack = {0};
    Leaf start = {from, NULL};
    VEC_PUSH(f->scratch, &stack, start);
    while (stack.count) {
        Leaf at = VEC_POP(&stack);
        if (at.component->kind == COMPONENT_SIMPLE) VEC_PUSH(f->scratch, leaves, at);
        if (at.component->kind == COMPONENT_EXPANDABLE && at.component != from) continue;
        for (uint32_t i = at.component->n_children; i-- > 0;) {
            const Component *child = at.component->children[i];
            Text t = text_make(f->scratch);
            if (at.path) text_add(&t, at.path->text);
            add_step(&t, child->declared->name, child->index, child->n_index);
            Leaf next = {child, name_of(f->s->names, t.data, t.length)};
            VEC_PUSH(f->scratch, &stack, next);
        }
    }
}

static void find_buses(Buses *b)
{
    const Instance *in = b->f->instance;
    for (uint32_t i = 0; i < in->n_components; i++) {
        const Component *c = in->components[i];
        if (c->kind != COMPONENT_EXPANDABLE) continue;
        VEC_PUSH(b->f->scratch, &b->all, (int32_t)i);
        LeafVec leaves = {0};
        collect_leaves(b->f, c, &leaves);
        for (uint32_t k = 0; k < leaves.count; k++) {
            VarId var = leaves.data[k].component->variable;
            map_put(&b->variable_of, key_of((int32_t)i, leaves.data[k].path), (uint64_t)var.i);
            if (in->variables[var.i]->variability <= VARIABILITY_PARAMETER) continue;
            bitset_add(b->f->removed, (uint32_t)var.i); // until some connection mentions it
        }
    }
}

// ---- Members -------------------------------------------------------------------------------

// True: that was news.
static bool mention(Buses *b, int32_t bus, BusMember m)
{
    int32_t g = group_of(b, bus);
    uint32_t place = (uint32_t)map_get_or(&b->is_member, key_of(g, m.path), 0);
    if (place) {
        bool *has_source = &b->members[g].data[place - 1].has_source, had = *has_source;
        *has_source |= m.has_source;
        return *has_source != had;
    }
    VEC_PUSH(b->f->scratch, &b->members[g], m);
    map_put(&b->is_member, key_of(g, m.path), b->members[g].count);
    return true;
}

static Name path_of_child(Buses *b, const Component *c)
{
    Text t = text_make(b->f->scratch);
    add_step(&t, c->declared->name, c->index, c->n_index);
    return name_of(b->f->s->names, t.data, t.length);
}

// What is left of a path below a member, NULL: it does not lie there.
static Name path_below(Buses *b, Name member, Name path)
{
    if (!member) return path;
    bool is_below = path->length > member->length && path->text[member->length] == '.' &&
                    !strncmp(path->text, member->text, member->length);
    if (!is_below) return NULL;
    uint32_t from = member->length + 1;
    return name_of(b->f->s->names, path->text + from, path->length - from);
}

static Name path_joined(Buses *b, Name member, Name rest)
{
    if (!member) return rest;
    Text t = text_make(b->f->scratch);
    text_printf(&t, "%s.%s", member->text, rest->text);
    return name_of(b->f->s->names, t.data, t.length);
}

// A member of a bus that is declared in this one belongs to that: *bus and *path lead there.
static void enter_declared(Buses *b, int32_t *bus, Name *path)
{
    const Component *c = component_at(b->f, (ComponentId){*bus});
    for (uint32_t i = 0; i < c->n_children; i++) {
        if (c->children[i]->kind != COMPONENT_EXPANDABLE) continue;
        Name rest = path_below(b, path_of_child(b, c->children[i]), *path);
        if (!rest) continue;
        c = c->children[i];
        *bus = c->id.i;
        *path = rest;
        i = UINT32_MAX; // from the first of its children on
    }
}

// The variable of a member in one bus; made when the bus does not declare it.
static VarId member_variable(Buses *b, int32_t bus, const BusMember *m)
{
    Flattener *f = b->f;
    uint64_t found;
    if (map_get(&b->variable_of, key_of(bus, m->path), &found)) return (VarId){(int32_t)found};
    Name path = m->path;
    if (b->nestings.count) enter_declared(b, &bus, &path);
    if (map_get(&b->variable_of, key_of(bus, path), &found)) return (VarId){(int32_t)found};
    FlatVariable v = f->variables.data[m->like.i];
    Text name = text_make(f->out);
    component_print_path(f->instance, (ComponentId){bus}, &name);
    text_printf(&name, ".%s", path->text);
    v.name = text_cstr(&name);
    v.id = (VarId){(int32_t)f->variables.count};
    v.component = (ComponentId){bus};
    if (m->like_element) v.type = type_elem(v.type);
    v.binding = v.value = NULL;
    v.causality = CAUSALITY_NONE;
    Attributes attributes = *v.attributes;
    attributes.start = attributes.fixed = NULL;
    v.attributes = attributes_shared(&f->attributes, f->out, &attributes);
    v.is_protected = component_at(f, v.component)->is_protected;
    map_put(&b->variable_of, key_of(bus, path), (uint64_t)v.id.i);
    VEC_PUSH(f->out, &f->variables, v);
    return v.id;
}

static const Variable *declared_parameter(const Flattener *f, VarId var)
{
    if ((uint32_t)var.i >= f->instance->n_variables) return NULL;
    const Variable *v = f->instance->variables[var.i];
    return v->variability <= VARIABILITY_PARAMETER ? v : NULL;
}

// The members of two connected buses; parameters are compared, and make no equation.
static void push_members(Buses *b, LeafPair pair)
{
    const Variable *p = declared_parameter(b->f, pair.a), *q = declared_parameter(b->f, pair.b);
    if (p && q)
        connect_equal_parameters(b->f, pair.span, p, q);
    else
        VEC_PUSH(b->f->scratch, &b->f->pairs, pair);
}

static Name undeclared_path(Buses *b, const ConnectEnd *e, Name below)
{
    Text t = text_make(b->f->scratch);
    for (uint32_t k = 0; k < e->n_undeclared; k++) {
        int32_t index = e->undeclared_index ? e->undeclared_index[k] : 0;
        add_step(&t, e->undeclared[k], &index, index ? 1 : 0);
    }
    if (below) text_printf(&t, ".%s", below->text);
    return name_of(b->f->s->names, t.data, t.length);
}

static int32_t element_number(const Type *type, const ConnectEnd *e)
{
    int32_t at = 0;
    for (uint32_t k = 0; k < e->n_element; k++) at = at * type_dim(type, k) + e->element[k] - 1;
    return e->n_element ? at + 1 : 0;
}

static void connect_undeclared(Buses *b, const Connection *c, const ConnectEnd *bus,
                               const ConnectEnd *to)
{
    Flattener *f = b->f;
    LeafVec leaves = {0};
    collect_leaves(f, component_at(f, to->component), &leaves);
    for (uint32_t i = 0; i < leaves.count; i++) {
        VarId var = leaves.data[i].component->variable;
        int32_t element = element_number(f->variables.data[var.i].type, to);
        // An output of the component around may be set by its equations, an input by another
        // connection.
        bool is_reader = !to->is_outside && b->n_connects[to->component.i] < 2 &&
                         f->instance->variables[var.i]->causality == CAUSALITY_INPUT;
        BusMember m = {.path = undeclared_path(b, bus, leaves.data[i].path),
                       .like = var,
                       .like_element = element,
                       .has_source = !is_reader,
                       .span = c->span};
        mention(b, bus->component.i, m);
        LeafPair pair = {.a = member_variable(b, bus->component.i, &m),
                         .b = var,
                         .b_element = element,
                         .a_outside = bus->is_outside,
                         .b_outside = to->is_outside,
                         .span = c->span,
                         .component = c->component};
        VEC_PUSH(f->scratch, &f->pairs, pair);
    }
}

// ---- Buses that are members of buses ---------------------------------------------------------

enum { DEEPEST_MEMBER = 30 }; // a bus that is connected to a member of its own has no end

static void add_nesting(Buses *b, const Connection *c)
{
    const ConnectEnd *ends[] = {&c->a, &c->b};
    Nesting n = {.span = c->span, .component = c->component};
    for (int k = 0; k < 2; k++) {
        n.bus[k] = ends[k]->component.i;
        n.member[k] = ends[k]->n_undeclared ? undeclared_path(b, ends[k], NULL) : NULL;
        n.is_outside[k] = ends[k]->is_outside;
    }
    VEC_PUSH(b->f->scratch, &b->nestings, n);
}

// What one bus has below a member that others declare as a bus.
static void add_declared_nestings(Buses *b)
{
    for (uint32_t i = 0; i < b->all.count; i++) {
        const Component *c = component_at(b->f, (ComponentId){b->all.data[i]});
        if (!c->parent || c->parent->kind != COMPONENT_EXPANDABLE) continue;
        Nesting n = {.bus = {c->parent->id.i, c->id.i}, .is_same = true};
        n.member[0] = path_of_child(b, c);
        VEC_PUSH(b->f->scratch, &b->nestings, n);
    }
}

static int depth_of_path(Name path)
{
    int depth = 0;
    for (uint32_t i = 0; i < path->length; i++) depth += path->text[i] == '.';
    return depth;
}

static bool spread_one(Buses *b, const Nesting *n, int from)
{
    bool any = false;
    int32_t g = group_of(b, n->bus[from]);
    for (uint32_t k = 0; k < b->members[g].count; k++) {
        BusMember m = b->members[g].data[k];
        Name rest = path_below(b, n->member[from], m.path);
        if (!rest || depth_of_path(rest) > DEEPEST_MEMBER) continue;
        m.path = path_joined(b, n->member[1 - from], rest);
        any |= mention(b, n->bus[1 - from], m);
    }
    return any;
}

static void spread_members(Buses *b)
{
    for (bool any = true; any;) {
        any = false;
        for (uint32_t i = 0; i < b->nestings.count; i++)
            for (int from = 0; from < 2; from++) any |= spread_one(b, &b->nestings.data[i], from);
    }
}

static bool has_below(Buses *b, int32_t bus, Name member)
{
    int32_t g = group_of(b, bus);
    for (uint32_t k = 0; k < b->members[g].count; k++)
        if (path_below(b, member, b->members[g].data[k].path)) return true;
    return false;
}

static void connect_nested(Buses *b)
{
    for (uint32_t i = 0; i < b->nestings.count; i++) {
        const Nesting *n = &b->nestings.data[i];
        int32_t g = group_of(b, n->bus[0]);
        for (uint32_t k = 0; !n->is_same && k < b->members[g].count; k++) {
            BusMember m = b->members[g].data[k], theirs = m;
            Name rest = path_below(b, n->member[0], m.path);
            if (!rest) continue;
            theirs.path = path_joined(b, n->member[1], rest);
            LeafPair pair = {.a = member_variable(b, n->bus[0], &m),
                             .b = member_variable(b, n->bus[1], &theirs),
                             .a_outside = n->is_outside[0],
                             .b_outside = n->is_outside[1],
                             .span = n->span,
                             .component = n->component};
            push_members(b, pair);
        }
    }
}

// A connection to a declared member mentions it: the bus is somewhere above the component.
static void mention_declared(Buses *b, const ConnectEnd *e)
{
    Flattener *f = b->f;
    const Component *bus = component_at(f, e->component);
    while (bus && bus->kind != COMPONENT_EXPANDABLE) bus = bus->parent;
    if (!bus || bus->id.i == e->component.i) return;
    LeafVec below = {0}, own = {0};
    collect_leaves(f, component_at(f, e->component), &below);
    collect_leaves(f, bus, &own);
    for (uint32_t i = 0; i < below.count; i++)
        for (uint32_t k = 0; k < own.count; k++)
            if (own.data[k].component == below.data[i].component)
                mention(b, bus->id.i,
                        (BusMember){.path = own.data[k].path,
                                    .like = own.data[k].component->variable,
                                    .has_source = true});
}

// Both sides name undeclared members: the type comes from elsewhere in one of the groups.
static bool connect_both_undeclared(Buses *b, const Connection *c)
{
    Flattener *f = b->f;
    const ConnectEnd *ends[] = {&c->a, &c->b};
    for (int k = 0; k < 2; k++) {
        int32_t g = group_of(b, ends[k]->component.i);
        Name path = undeclared_path(b, ends[k], NULL);
        for (uint32_t i = 0; i < b->members[g].count; i++) {
            BusMember m = b->members[g].data[i];
            if (m.path != path) continue;
            const ConnectEnd *other = ends[1 - k];
            BusMember theirs = m;
            theirs.path = undeclared_path(b, other, NULL);
            theirs.has_source = true; // the other group sets it, or is reported itself
            b->members[g].data[i].has_source = true;
            mention(b, other->component.i, theirs);
            LeafPair pair = {.a = member_variable(b, ends[k]->component.i, &m),
                             .b = member_variable(b, other->component.i, &theirs),
                             .a_outside = ends[k]->is_outside,
                             .b_outside = other->is_outside,
                             .span = c->span,
                             .component = c->component};
            VEC_PUSH(f->scratch, &f->pairs, pair);
            return true;
        }
        if (!has_below(b, ends[k]->component.i, path)) continue;
        add_nesting(b, c);
        return true;
    }
    return false;
}

static void connect_late(Buses *b, const Connection **late, uint32_t n)
{
    for (bool progress = true; progress && n;) {
        uint32_t left = 0;
        spread_members(b);
        for (uint32_t i = 0; i < n; i++)
            if (!connect_both_undeclared(b, late[i])) late[left++] = late[i];
        progress = left < n;
        n = left;
    }
    for (uint32_t i = 0; i < n; i++)
        diag_error(
            b->f->s->diag, late[i]->span, E_BUS_UNTYPED,
            "'%s' and '%s' are declared nowhere: connect one of them to a declared connector",
            undeclared_path(b, &late[i]->a, NULL)->text,
            undeclared_path(b, &late[i]->b, NULL)->text);
}

// ---- Union over connected buses ------------------------------------------------------------

static void share_members(Buses *b)
{
    Flattener *f = b->f;
    for (uint32_t i = 0; i < b->all.count; i++) {
        int32_t bus = b->all.data[i], g = group_of(b, bus);
        for (uint32_t k = 0; k < b->members[g].count; k++) {
            VarId var = member_variable(b, bus, &b->members[g].data[k]);
            if ((uint32_t)var.i < f->removed->n_bits) bitset_remove(f->removed, (uint32_t)var.i);
        }
    }
    for (uint32_t i = 0; i < b->links.count; i++) {
        const BusLink *l = &b->links.data[i];
        int32_t g = group_of(b, l->a.i);
        for (uint32_t k = 0; k < b->members[g].count; k++) {
            LeafPair pair = {.a = member_variable(b, l->a.i, &b->members[g].data[k]),
                             .b = member_variable(b, l->b.i, &b->members[g].data[k]),
                             .a_outside = l->a_outside,
                             .b_outside = l->b_outside,
                             .span = l->span,
                             .component = l->component};
            push_members(b, pair);
        }
    }
}

// What is read through buses must be set somewhere, unless a bus of the model itself is open to
// the outside.
static void check_sources(Buses *b)
{
    Flattener *f = b->f;
    BitSet is_open = bitset_make(f->scratch, f->instance->n_components + 1);
    for (uint32_t i = 0; i < b->all.count; i++) {
        const Component *bus = f->instance->components[b->all.data[i]];
        if (bus->parent == f->instance->root && !bus->is_protected)
            bitset_add(&is_open, (uint32_t)group_of(b, b->all.data[i]));
    }
    for (uint32_t i = 0; i < b->all.count; i++) {
        int32_t g = b->all.data[i];
        for (uint32_t k = 0; bitset_has(&is_open, (uint32_t)g) && k < b->members[g].count; k++)
            b->members[g].data[k].has_source = true;
    }
    spread_members(b);
    for (uint32_t i = 0; i < b->all.count; i++) {
        int32_t g = b->all.data[i];
        if (group_of(b, g) != g) continue;
        for (uint32_t k = 0; k < b->members[g].count; k++) {
            const BusMember *m = &b->members[g].data[k];
            if (m->has_source) continue;
            diag_error(f->s->diag, m->span, E_NO_SOURCE,
                       "'%s' of the expandable connector '%s' is only read: nothing connected to "
                       "it is an output",
                       m->path->text, f->variables.data[member_variable(b, g, m).i].name);
        }
    }
}

static bool has_buses(const Instance *in)
{
    for (uint32_t i = 0; i < in->n_components; i++)
        if (in->components[i]->kind == COMPONENT_EXPANDABLE) return true;
    return false;
}

void expandable_resolve(Flattener *f, const Connection **plain, uint32_t *n_plain)
{
    const Instance *in = f->instance;
    *plain = in->connections;
    *n_plain = in->n_connections;
    if (!has_buses(in)) return;
    Buses b = {.f = f,
               .group = ARENA_RAW(f->scratch, int32_t, in->n_components),
               .n_connects = ARENA_ARRAY(f->scratch, uint32_t, in->n_components),
               .variable_of = map_make(f->scratch),
               .is_member = map_make(f->scratch)};
    b.members = arena_alloc_zero(f->scratch, in->n_components * sizeof *b.members, 16);
    for (uint32_t i = 0; i < in->n_components; i++) b.group[i] = (int32_t)i;
    for (uint32_t i = 0; i < in->n_connections; i++) {
        b.n_connects[in->connections[i].a.component.i]++;
        b.n_connects[in->connections[i].b.component.i]++;
    }
    f->removed = ARENA_NEW(f->scratch, BitSet);
    *f->removed = bitset_make(f->scratch, in->n_variables + 1);
    find_buses(&b);
    for (uint32_t i = 0; i < in->n_connections; i++) {
        const Connection *c = &in->connections[i];
        if (!is_bus_end(f, &c->a) || !is_bus_end(f, &c->b)) continue;
        add_link(&b, (BusLink){c->a.component, c->b.component, c->a.is_outside, c->b.is_outside,
                               c->span, c->component});
    }
    VEC(Connection) rest = {0};
    VEC(const Connection *) late = {0};
    for (uint32_t i = 0; i < in->n_connections; i++) {
        const Connection *c = &in->connections[i];
        if (is_bus_end(f, &c->a) && is_bus_end(f, &c->b)) continue;
        bool is_bus = is_bus_end(f, &c->a) || is_bus_end(f, &c->b);
        if (c->a.n_undeclared && c->b.n_undeclared)
            VEC_PUSH(f->scratch, &late, c);
        else if (is_bus && (c->a.n_undeclared || c->b.n_undeclared))
            add_nesting(&b, c);
        else if (c->a.n_undeclared)
            connect_undeclared(&b, c, &c->a, &c->b);
        else if (c->b.n_undeclared)
            connect_undeclared(&b, c, &c->b, &c->a);
        else
            VEC_PUSH(f->scratch, &rest, *c);
        if (!c->a.n_undeclared) mention_declared(&b, &c->a);
        if (!c->b.n_undeclared) mention_declared(&b, &c->b);
    }
    if (b.nestings.count || late.count) add_declared_nestings(&b);
    connect_late(&b, late.data, late.count);
    check_sources(&b);
    share_members(&b);
    connect_nested(&b);
    *plain = rest.data;
    *n_plain = rest.count;
}
