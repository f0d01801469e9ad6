#include "instance/components/copies.h"

#include <stddef.h>

#include "instance/lower/lower.h"

typedef struct CopyPlan { // expressions of an original: what of them is made anew in every copy
    uint32_t *roots;      // in order: 1 + the number of the node in MovingNodes; 0: as it is
    uint32_t *needed;     // the same of all that they are made of, arguments first
    uint32_t n_needed;    // 0: nothing moves
    bool is_usable;
} CopyPlan;

typedef struct MovingNode { // refers to something inside
    const Expr *node;
    uint32_t args; // where those of the node begin
    uint32_t plan; // the last one that needs it
    int32_t round; // of the copy that `made` belongs to
    const Expr *made;
} MovingNode;

// Of all plans of a set. Fields of a record that a function makes share nearly all: in a copy they
// are made once, not for each of them.
typedef struct MovingNodes {
    Map number; // by id of a node: 1 + its number; 0: it stays
    VEC(MovingNode) items;
    VEC(uint32_t) args; // 1 + the number of the node; 0: as it is
    VEC(uint32_t) stack;
    uint32_t n_plans;
} MovingNodes;

typedef struct CopySet {
    int32_t element;      // the original; its copies are the components behind it
    int32_t begin, count; // components inside of it; those of the copies follow
    int32_t first_variable, n_variables;
    int32_t n;               // copies
    CopyPlan **of_component; // of the original, then of those inside
    CopyPlan **of_variable;
    MovingNodes nodes;
} CopySet;

// ---- Numbers -------------------------------------------------------------------------------

static const CopySet *set_of(const Front *f, ComponentId copy)
{
    return f->copy_sets.data[f->copy_set.data[copy.i] - 1];
}

static int32_t round_of(const CopySet *s, ComponentId copy)
{
    return copy.i < s->begin ? copy.i - s->element : (copy.i - s->begin) / s->count;
}

static bool is_inside(const CopySet *s, ComponentId c) // the original
{
    return c.i == s->element || (c.i >= s->begin && c.i < s->begin + s->count);
}

static ComponentId moved_component(const CopySet *s, ComponentId c, int32_t round)
{
    if (!is_inside(s, c)) return c;
    return (ComponentId){c.i + round * (c.i == s->element ? 1 : s->count)};
}

static bool has_variable(const CopySet *s, VarId v)
{
    return v.i >= s->first_variable && v.i < s->first_variable + s->n_variables;
}

static ComponentId original_of(const Front *f, ComponentId copy)
{
    const CopySet *s = set_of(f, copy);
    if (copy.i < s->begin) return (ComponentId){s->element};
    return (ComponentId){s->begin + (copy.i - s->begin) % s->count};
}

Component *copied_component(const Front *f, ComponentId copy)
{
    return f->components.data[original_of(f, copy).i];
}

Component *copy_inside(const Front *f, ComponentId copy, ComponentId part)
{
    const CopySet *s = set_of(f, copy);
    return f->components.data[moved_component(s, part, round_of(s, copy)).i];
}

Variable *copied_variable(const Front *f, const Variable *copy)
{
    return f->variables.data[copied_component(f, copy->component)->variable.i];
}

Slot *slot_of_text(Front *f, const Variable *v)
{
    while (!f->slot_of_variable.data[v->id.i] && is_copy(f, v->component))
        v = copied_variable(f, v);
    return slot_of_variable(f, v->id);
}

// ---- Which elements are alike ----------------------------------------------------------------

static bool says_something(const AstModList *list)
{
    return list->n_args || list->value;
}

static bool redeclares_with_values(const AstElement *e)
{
    if (e->constraint && says_something(&e->constraint->mods)) return true;
    if (e->kind == AST_ELEMENT_CLASS)
        return e->u.class_def->form == AST_CLASS_SHORT && says_something(&e->u.class_def->mods);
    return says_something(&e->u.component.mods);
}

// A value that is split over the array itself; `depth` levels below it.
static bool tells_apart(const Mod *mod, uint32_t depth)
{
    if (mod->value && (mod->value->levels >= depth || mod->value->of_class)) return true;
    if (mod->element && mod->element_level >= (int32_t)depth &&
        redeclares_with_values(mod->element))
        return true;
    if (mod->under && tells_apart(mod->under, depth)) return true;
    for (uint32_t i = 0; i < mod->n_children; i++)
        if (tells_apart(mod->children[i], depth + 1)) return true;
    return false;
}

bool are_alike(Front *f, Slot *slot)
{
    if (f->element_settings.count || slot_whole(f, slot)) return false;
    if (slot->mod && slot->mod->value) return false;
    for (uint32_t i = 0; slot->mod && i < slot->mod->n_children; i++)
        if (tells_apart(slot->mod->children[i], 1)) return false;
    return true;
}

// ---- Making them -----------------------------------------------------------------------------

CopyMark copies_mark(const Front *f)
{
    return (CopyMark){f->components.count, f->variables.count, diag_total(f->diag), f->n_particular,
                      f->least};
}

// All that came since the mark belongs to the element, and nothing of it was there before.
static bool is_closed(const Front *f, const Component *element, const CopyMark *mark)
{
    for (uint32_t i = mark->components; i < f->components.count; i++) {
        const Component *parent = f->components.data[i]->parent;
        if (parent != element && (uint32_t)parent->id.i < mark->components) return false;
    }
    for (uint32_t i = mark->variables; i < f->variables.count; i++)
        if ((uint32_t)f->variables.data[i]->component.i < mark->components) return false;
    for (uint32_t i = 0; i < element->n_children; i++)
        if ((uint32_t)element->children[i]->id.i < mark->components) return false;
    return true;
}

static bool are_untouched(const Front *f, const Slot *slot, uint32_t number)
{
    int32_t first = slot->elements[number]->id.i;
    for (uint32_t i = number + 1; i < slot->n_elements; i++) {
        const Component *c = slot->elements[i];
        if (c->id.i != first + (int32_t)(i - number)) return false;
        if (f->node_of_component.data[c->id.i]) return false;
    }
    return true;
}

static bool claim_room_of_copies(Front *f, const CopyMark *mark, int64_t n)
{
    Room more = f->least;
    more.n_elements += n * (f->least.n_elements - mark->room.n_elements);
    more.n_scalars += n * (f->least.n_scalars - mark->room.n_scalars);
    more.bytes += n * (f->least.bytes - mark->room.bytes);
    if (f->s->most_memory && more.bytes > (int64_t)f->s->most_memory) return false;
    f->least = more;
    return true;
}

static void copy_children(Front *f, const CopySet *s, Component *copy, const Component *from,
                          Component *inside)
{
    copy->children = ARENA_RAW(f->arena, Component *, from->n_children + 1);
    copy->n_children = from->n_children;
    for (uint32_t i = 0; i < from->n_children; i++)
        copy->children[i] = inside + (from->children[i]->id.i - s->begin);
}

// The components of one copy; `inside` is room for those below its element.
static void copy_components(Front *f, const CopySet *s, int32_t round, Component *inside)
{
    Component *const *all = f->components.data;
    Component *element = all[s->element + round];
    copy_children(f, s, element, all[s->element], inside);
    f->copy_set.data[element->id.i] = f->copy_sets.count;
    for (int32_t i = 0; i < s->count; i++) {
        const Component *from = f->components.data[s->begin + i];
        Component *c = &inside[i];
        *c = *from;
        c->id.i += round * s->count;
        if (c->variable.i >= 0) c->variable.i += round * s->n_variables;
        c->parent =
            from->parent->id.i == s->element ? element : &inside[from->parent->id.i - s->begin];
        if (from->children) copy_children(f, s, c, from, inside);
        f->components.data[f->components.count++] = c;
    }
}

static void copy_variables(Front *f, const CopySet *s, int32_t round, Variable *room)
{
    for (int32_t i = 0; i < s->n_variables; i++) {
        Variable *v = &room[i];
        *v = *f->variables.data[s->first_variable + i];
        v->id.i += round * s->n_variables;
        v->component = moved_component(s, v->component, round);
        f->variables.data[f->variables.count++] = v;
    }
}

// Room for the copies; what is known of each of them by number is filled in at once.
static void make_room(Front *f, const CopySet *s)
{
    uint32_t n = (uint32_t)(s->n * s->count), n_variables = (uint32_t)(s->n * s->n_variables);
    VEC_RESERVE(f->work, &f->components, n);
    VEC_RESERVE(f->work, &f->node_of_component, n);
    VEC_RESERVE(f->work, &f->slot_of_component, n);
    VEC_RESERVE(f->work, &f->copy_set, n);
    VEC_RESERVE(f->work, &f->variables, n_variables);
    VEC_RESERVE(f->work, &f->slot_of_variable, n_variables);
    for (uint32_t i = 0; i < n; i++) {
        f->node_of_component.data[f->node_of_component.count++] = NULL;
        f->slot_of_component.data[f->slot_of_component.count++] = NULL;
        f->copy_set.data[f->copy_set.count++] = f->copy_sets.count;
    }
    for (uint32_t i = 0; i < n_variables; i++)
        f->slot_of_variable.data[f->slot_of_variable.count++] = NULL;
}

bool copies_make(Front *f, Slot *slot, uint32_t number, const CopyMark *mark)
{
    const Component *element = slot->elements[number];
    int32_t n = (int32_t)(slot->n_elements - number) - 1;
    if (f->is_tree_done || diag_total(f->diag) != mark->reports ||
        f->n_particular != mark->particular || !are_alike(f, slot))
        return false;
    if (!is_closed(f, element, mark) || !are_untouched(f, slot, number)) return false;
    if (!claim_room_of_copies(f, mark, n)) return false;
    CopySet *s = ARENA_NEW(f->work, CopySet);
    *s = (CopySet){.element = element->id.i,
                   .begin = (int32_t)mark->components,
                   .count = (int32_t)(f->components.count - mark->components),
                   .first_variable = (int32_t)mark->variables,
                   .n_variables = (int32_t)(f->variables.count - mark->variables),
                   .n = n};
    s->of_component = ARENA_ARRAY(f->work, CopyPlan *, s->count + 1);
    s->of_variable = ARENA_ARRAY(f->work, CopyPlan *, s->n_variables + 1);
    VEC_PUSH(f->work, &f->copy_sets, s);
    make_room(f, s);
    Component *inside = ARENA_RAW(f->arena, Component, (size_t)n * (size_t)s->count + 1);
    Variable *variables = ARENA_RAW(f->passing, Variable, (size_t)n * (size_t)s->n_variables + 1);
    for (int32_t k = 1; k <= n; k++) {
        copy_components(f, s, k, inside);
        copy_variables(f, s, k, variables);
        inside += s->count;
        variables += s->n_variables;
    }
    for (int32_t i = -1; i < s->count; i++) {
        uint64_t id = (uint64_t)(i < 0 ? s->element : s->begin + i);
        map_put(&f->copied_sections, id, map_get_or(&f->copied_sections, id, 0));
    }
    return true;
}

// ---- Slots of copies -------------------------------------------------------------------------

static Slot *slot_like(Front *f, const Slot *slot)
{
    const Component *holder = copied_component(f, slot->holder->component->id);
    return node_slot(f, node_of_component(f, holder), slot->index);
}

void slot_take_answers(Front *f, Slot *slot)
{
    if (slot->kind != SLOT_COMPONENT || (slot->prefixes.is_outer && !slot->prefixes.is_inner))
        return;
    const CopySet *s = set_of(f, slot->holder->component->id);
    int32_t round = round_of(s, slot->holder->component->id);
    Slot *like = slot_like(f, slot);
    slot->exists_state = like->exists_state;
    slot->is_disabled = like->is_disabled;
    if (like->elements_state != QUERY_DONE) return;
    slot->elements_state = QUERY_DONE;
    slot->n_elements = like->n_elements;
    slot->elements = ARENA_RAW(f->work, Component *, like->n_elements + 1);
    for (uint32_t i = 0; i < like->n_elements; i++) {
        ComponentId id = moved_component(s, like->elements[i]->id, round);
        slot->elements[i] = f->components.data[id.i];
        f->slot_of_component.data[id.i] = slot;
    }
    if (like->variable.i >= 0) {
        slot->variable = slot->elements[0]->variable;
        f->slot_of_variable.data[slot->variable.i] = slot;
    }
    slot_type_node(f, slot);
    if (slot->n_elements) slot_dims(f, slot);
    const Variable *v = slot->variable.i >= 0 ? f->variables.data[slot->variable.i] : NULL;
    if (!v || !v->value || slot->value_state != QUERY_UNSEEN) return;
    slot->value = v->value;
    slot->value_state = QUERY_DONE;
}

Slot *slot_of_copy(Front *f, const Component *copy)
{
    const Slot *like = slot_of_component(f, copied_component(f, copy->id));
    return node_slot(f, node_of_component(f, copy->parent), like->index);
}

// ---- Expressions -----------------------------------------------------------------------------

typedef struct PlanStep {
    const Expr *node;
    uint32_t next;
} PlanStep;

typedef struct Planner {
    Front *f;
    CopySet *set;
    MovingNodes *nodes; // of the set
    VEC(uint32_t) roots, needed;
    VEC(PlanStep) stack;
} Planner;

static bool may_move(const Expr *e)
{
    return e && (e->flags & (EXPR_HAS_REF | EXPR_HAS_COMPONENT));
}

static bool moves(const Planner *p, const Expr *e)
{
    if (e->kind == EXPR_REF) return has_variable(p->set, e->u.var);
    if (e->kind == EXPR_COMPONENT) return is_inside(p->set, e->u.component);
    for (uint32_t i = 0; i < e->n_args; i++)
        if (may_move(e->args[i]) && map_get_or(&p->nodes->number, e->args[i]->id, 0)) return true;
    return false;
}

static void plan_node(Planner *p, const Expr *e)
{
    MovingNodes *nodes = p->nodes;
    if (!moves(p, e)) {
        map_put(&nodes->number, e->id, 0);
        return;
    }
    VEC_PUSH(p->f->work, &nodes->items, ((MovingNode){.node = e, .args = nodes->args.count}));
    for (uint32_t i = 0; i < e->n_args; i++) {
        const Expr *arg = e->args[i];
        VEC_PUSH(p->f->work, &nodes->args,
                 may_move(arg) ? (uint32_t)map_get_or(&nodes->number, arg->id, 0) : 0);
    }
    map_put(&nodes->number, e->id, nodes->items.count);
}

static uint32_t plan_expression(Planner *p, const Expr *e)
{
    uint64_t known;
    const Map *number = &p->nodes->number;
    if (!may_move(e)) return 0;
    if (map_get(number, e->id, &known)) return (uint32_t)known;
    VEC_PUSH(p->f->work, &p->stack, ((PlanStep){e, 0}));
    while (p->stack.count) {
        PlanStep *top = &VEC_LAST(&p->stack);
        if (top->next == top->node->n_args) {
            plan_node(p, VEC_POP(&p->stack).node);
            continue;
        }
        const Expr *arg = top->node->args[top->next++];
        if (may_move(arg) && !map_get(number, arg->id, &known))
            VEC_PUSH(p->f->work, &p->stack, ((PlanStep){arg, 0}));
    }
    return (uint32_t)map_get_or(number, e->id, 0);
}

static Planner planner_open(Front *f, CopySet *s)
{
    if (!s->nodes.number.arena) s->nodes.number = map_make(f->work);
    s->nodes.n_plans++;
    return (Planner){.f = f, .set = s, .nodes = &s->nodes};
}

// Those arguments that the plan does not have yet come onto the stack. True: there are some.
static bool push_missing(Planner *p, const MovingNode *it)
{
    MovingNodes *nodes = p->nodes;
    uint32_t before = nodes->stack.count;
    for (uint32_t i = it->node->n_args; i-- > 0;) {
        uint32_t number = nodes->args.data[it->args + i];
        if (number && nodes->items.data[number - 1].plan != nodes->n_plans)
            VEC_PUSH(p->f->work, &nodes->stack, number);
    }
    return nodes->stack.count > before;
}

static void note_needed(Planner *p, uint32_t root)
{
    MovingNodes *nodes = p->nodes;
    VEC_PUSH(p->f->work, &nodes->stack, root);
    while (nodes->stack.count) {
        uint32_t number = VEC_LAST(&nodes->stack);
        MovingNode *it = &nodes->items.data[number - 1];
        bool is_new = it->plan != nodes->n_plans;
        if (is_new && push_missing(p, it)) continue;
        if (is_new) VEC_PUSH(p->f->work, &p->needed, number);
        it->plan = nodes->n_plans;
        nodes->stack.count--;
    }
}

static void plan_root(void *client, const Expr **e)
{
    Planner *p = client;
    uint32_t number = plan_expression(p, *e);
    if (number) note_needed(p, number);
    VEC_PUSH(p->f->work, &p->roots, number);
}

static CopyPlan *plan_made(Planner *p, bool is_usable)
{
    CopyPlan *plan = ARENA_NEW(p->f->work, CopyPlan);
    *plan = (CopyPlan){.roots = p->roots.data,
                       .needed = p->needed.data,
                       .n_needed = p->needed.count,
                       .is_usable = is_usable};
    return plan;
}

static const Expr *moved_call(Front *f, const MovingNodes *nodes, const MovingNode *it)
{
    const Expr *fixed[8], *node = it->node;
    const Expr **args = node->n_args <= 8 ? fixed : ARENA_RAW(f->work, const Expr *, node->n_args);
    const uint32_t *numbers = nodes->args.data + it->args;
    for (uint32_t i = 0; i < node->n_args; i++)
        args[i] = numbers[i] ? nodes->items.data[numbers[i] - 1].made : node->args[i];
    return expr_renamed(f->exprs, node, args);
}

// A node of the copy, whose arguments are there.
static const Expr *moved_node(Front *f, const CopySet *s, const MovingNode *it, int32_t round)
{
    const Expr *node = it->node;
    if (node->kind == EXPR_REF)
        return expr_ref(f->exprs, (VarId){node->u.var.i + round * s->n_variables}, node->type);
    if (node->kind == EXPR_COMPONENT)
        return expr_component(f->exprs, moved_component(s, node->u.component, round));
    return moved_call(f, &s->nodes, it);
}

// All that a plan needs and the copy does not have.
static void make_needed(Front *f, CopySet *s, const CopyPlan *plan, int32_t round)
{
    MovingNode *items = s->nodes.items.data;
    for (uint32_t i = 0; i < plan->n_needed; i++) {
        MovingNode *it = &items[plan->needed[i] - 1];
        if (it->round == round) continue;
        it->made = moved_node(f, s, it, round);
        it->round = round;
    }
}

typedef struct Taken { // the roots of a plan, one after the other
    const MovingNode *items;
    const uint32_t *next;
} Taken;

static Taken take_roots(Front *f, CopySet *s, const CopyPlan *plan, int32_t round)
{
    make_needed(f, s, plan, round);
    return (Taken){s->nodes.items.data, plan->roots};
}

static void take_root(void *client, const Expr **e)
{
    Taken *t = client;
    uint32_t number = *t->next++;
    if (number) *e = t->items[number - 1].made;
}

// ---- Variables -------------------------------------------------------------------------------

static bool is_plain(const Front *f, const CopyMark *mark)
{
    return diag_total(f->diag) == mark->reports && f->n_particular == mark->particular;
}

void variable_done(Front *f, const Variable *v, const CopyMark *mark)
{
    if (!is_plain(f, mark) || v->is_structural) map_put(&f->uncopied, (uint64_t)v->id.i, 1);
}

// The texts of values that are written outside are the same for all: they do not move.
static bool is_text_inside(const CopySet *s, const Binding *b)
{
    const Node *node = b ? b->scope.node : NULL;
    while (node && !node->component) node = node->lexical.node;
    return node && is_inside(s, node->component->id);
}

// Those that may refer to variables; the others are literals.
typedef struct MovingAttribute {
    const char *name;
    size_t offset;
} MovingAttribute;

static const MovingAttribute moving[] = {{"start", offsetof(Attributes, start)},
                                         {"fixed", offsetof(Attributes, fixed)},
                                         {"min", offsetof(Attributes, min)},
                                         {"max", offsetof(Attributes, max)},
                                         {"nominal", offsetof(Attributes, nominal)}};
enum { N_MOVING = sizeof moving / sizeof *moving };

static const Expr **attribute_at(Attributes *a, size_t k)
{
    return (const Expr **)((char *)a + moving[k].offset);
}

static bool is_written_inside(Front *f, const CopySet *s, const Variable *v, size_t root)
{
    Slot *slot = slot_of_variable(f, v->id);
    return is_text_inside(s, root ? slot_attribute(f, slot, moving[root - 1].name)
                                  : slot_binding_in_force(f, slot));
}

static CopyPlan *plan_variable(Front *f, CopySet *s, const Variable *v)
{
    Planner p = planner_open(f, s);
    Attributes attributes = *v->attributes;
    const Expr *binding = v->binding;
    plan_root(&p, &binding);
    for (size_t k = 0; k < N_MOVING; k++) plan_root(&p, attribute_at(&attributes, k));
    bool is_usable = !map_get_or(&f->uncopied, (uint64_t)v->id.i, 0);
    for (size_t k = 0; is_usable && k <= N_MOVING; k++)
        if (p.roots.data[k]) is_usable = is_written_inside(f, s, v, k);
    return plan_made(&p, is_usable);
}

static void take_value(Variable *copy, const Variable *from)
{
    if (from->value) copy->value = from->value;
    if (!from->is_frozen || copy->is_frozen) return;
    copy->is_frozen = true;
    copy->frozen_by = from->frozen_by;
}

bool variable_copy(Front *f, Variable *copy)
{
    if (!is_copy(f, copy->component)) return false;
    const Variable *from = copied_variable(f, copy);
    CopySet *s = f->copy_sets.data[f->copy_set.data[copy->component.i] - 1];
    CopyPlan **plan = &s->of_variable[from->id.i - s->first_variable];
    if (!*plan) *plan = plan_variable(f, s, from);
    if (!(*plan)->is_usable) return false;
    copy->binding = from->binding;
    copy->declared = from->declared;
    copy->takes_start = from->takes_start;
    copy->is_copy = true;
    copy->attributes = from->attributes;
    take_value(copy, from);
    if (!(*plan)->n_needed) return true;
    Taken taken = take_roots(f, s, *plan, round_of(s, copy->component));
    take_root(&taken, &copy->binding);
    Attributes attributes = *from->attributes;
    for (size_t k = 0; k < N_MOVING; k++) take_root(&taken, attribute_at(&attributes, k));
    if (memcmp(&attributes, from->attributes, sizeof attributes) != 0)
        copy->attributes = attributes_shared(&f->attributes, f->arena, &attributes);
    return true;
}

void copies_take_values(Front *f)
{
    for (uint32_t i = 0; f->copy_sets.count && i < f->variables.count; i++) {
        Variable *v = f->variables.data[i];
        if (is_copy(f, v->component)) take_value(v, copied_variable(f, v));
    }
}

// ---- Sections --------------------------------------------------------------------------------

typedef struct SectionRange { // what one component brought
    uint32_t equations, n_equations, initial_equations, n_initial_equations;
    uint32_t connections, n_connections;
    bool is_plain;
} SectionRange;

static uint32_t count_others(const Front *f)
{
    return f->algorithms.count + f->initial_algorithms.count + f->graph.count +
           f->transitions.count + f->initial_states.count;
}

SectionMark sections_mark(const Front *f)
{
    return (SectionMark){copies_mark(f), f->equations.count, f->initial_equations.count,
                         f->connections.count, count_others(f)};
}

void sections_done(Front *f, const Component *c, const SectionMark *mark)
{
    uint64_t ignored;
    if (!f->copy_sets.count || !map_get(&f->copied_sections, (uint64_t)c->id.i, &ignored)) return;
    SectionRange r = {mark->equations,
                      f->equations.count - mark->equations,
                      mark->initial_equations,
                      f->initial_equations.count - mark->initial_equations,
                      mark->connections,
                      f->connections.count - mark->connections,
                      is_plain(f, &mark->mark) && count_others(f) == mark->others};
    const SectionRange *kept = ARENA_COPY(f->work, SectionRange, &r, 1);
    map_put(&f->copied_sections, (uint64_t)c->id.i, (uint64_t)(uintptr_t)kept);
}

static void plan_equations(Planner *p, const Equation *items, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        Equation e = items[i];
        equation_each_expression(&e, p, plan_root);
        for (uint32_t b = 0; b < e.n_branches; b++)
            plan_equations(p, e.branches[b].body.items, e.branches[b].body.count);
    }
}

static CopyPlan *plan_sections(Front *f, CopySet *s, const SectionRange *r)
{
    Planner p = planner_open(f, s);
    if (!r || !r->is_plain) return plan_made(&p, false);
    plan_equations(&p, f->equations.data + r->equations, r->n_equations);
    plan_equations(&p, f->initial_equations.data + r->initial_equations, r->n_initial_equations);
    return plan_made(&p, true);
}

static Equation copied_equation(Front *f, const Equation *from, ComponentId component, Taken *taken)
{
    Equation e = *from;
    e.component = component;
    e.is_copy = true;
    if (e.n_branches) e.branches = ARENA_COPY(f->arena, EquationBranch, e.branches, e.n_branches);
    equation_own_details(f->arena, &e);
    equation_each_expression(&e, taken, take_root);
    for (uint32_t b = 0; b < e.n_branches; b++) {
        Equations *body = &e.branches[b].body;
        Equation *items = ARENA_RAW(f->arena, Equation, body->count + 1);
        for (uint32_t i = 0; i < body->count; i++)
            items[i] = copied_equation(f, &body->items[i], component, taken);
        body->items = items;
    }
    return e;
}

static void copy_equations(Front *f, EquationVec *all, uint32_t first, uint32_t n,
                           ComponentId component, Taken *taken)
{
    VEC_RESERVE(f->passing, all, n);
    for (uint32_t i = 0; i < n; i++)
        all->data[all->count++] = copied_equation(f, &all->data[first + i], component, taken);
}

static void copy_connections(Front *f, const CopySet *s, const SectionRange *r, int32_t round)
{
    for (uint32_t i = 0; i < r->n_connections; i++) {
        Connection c = f->connections.data[r->connections + i];
        c.a.component = moved_component(s, c.a.component, round);
        c.b.component = moved_component(s, c.b.component, round);
        c.component = moved_component(s, c.component, round);
        VEC_PUSH(f->passing, &f->connections, c);
    }
}

bool sections_copy(Front *f, const Component *copy)
{
    if (!is_copy(f, copy->id)) return false;
    CopySet *s = f->copy_sets.data[f->copy_set.data[copy->id.i] - 1];
    int32_t from = original_of(f, copy->id).i, round = round_of(s, copy->id);
    const SectionRange *r =
        (const SectionRange *)(uintptr_t)map_get_or(&f->copied_sections, (uint64_t)from, 0);
    CopyPlan **plan = &s->of_component[from == s->element ? 0 : 1 + from - s->begin];
    if (!*plan) *plan = plan_sections(f, s, r);
    if (!(*plan)->is_usable) return false;
    Taken taken = take_roots(f, s, *plan, round);
    copy_equations(f, &f->equations, r->equations, r->n_equations, copy->id, &taken);
    copy_equations(f, &f->initial_equations, r->initial_equations, r->n_initial_equations, copy->id,
                   &taken);
    copy_connections(f, s, r, round);
    return true;
}
