// instance.c -- instantiate(): drives the queries over the whole component tree.
//
// The order: all components, depth first in declaration order, with an explicit stack; inner
// components that were missing; bindings and attributes of all variables; equations and
// algorithms of all components; the functions they reach. Work grows with the number of
// components; nothing recurses over the tree.
#include <math.h>
#include <stdlib.h>

#include "instance/checks.h"
#include "instance/components/copies.h"
#include "instance/lower/lower.h"
#include "syntax/lexer.h"

typedef struct Frame { // a component whose slots are being visited
    Node *node;
    Slot **slots;
    uint32_t n_slots, slot, element;
    bool is_marked; // the element at hand has others behind it, which may become its copies
    CopyMark mark;
} Frame;

// ---- The tree ----------------------------------------------------------------------------

static bool is_visited(const Slot *slot)
{
    return !(slot->prefixes.is_outer && !slot->prefixes.is_inner);
}

static void set_children(Front *f, Frame *frame)
{
    Component *c = frame->node->component;
    uint32_t n = 0;
    for (uint32_t i = 0; i < frame->n_slots; i++)
        if (is_visited(frame->slots[i])) n += frame->slots[i]->n_elements;
    c->children = ARENA_RAW(f->arena, Component *, n + 1);
    for (uint32_t i = 0; i < frame->n_slots; i++) {
        const Slot *slot = frame->slots[i];
        for (uint32_t k = 0; is_visited(slot) && k < slot->n_elements; k++)
            c->children[c->n_children++] = slot->elements[k];
    }
}

// Redeclared classes are looked at even if nobody uses them: they must fit.
static void visit_redeclared_classes(Front *f, Node *node)
{
    const ClassLayout *layout = node_layout(f, node);
    for (uint32_t i = 0; i < layout->n_slots; i++) {
        if (layout->slots[i].kind != SLOT_CLASS || layout->slots[i].duplicate_of >= 0) continue;
        const Mod *outside = mod_child(node->mod, layout->slots[i].name);
        if ((outside && outside->element) || layout->slots[i].n_sources)
            slot_class(f, node_slot(f, node, i));
    }
}

static Slot *partial_replaceable(Front *f, Node *node)
{
    const ClassLayout *layout = node_layout(f, node);
    for (uint32_t i = 0; i < layout->n_slots; i++) {
        Slot *slot = node_slot(f, node, i);
        bool is_choice = slot->kind == SLOT_CLASS && slot->first &&
                         slot->first->prefixes.is_replaceable && !slot->is_removed;
        Node *cls = is_choice ? slot_class(f, slot) : NULL;
        if (cls && cls->is_partial) return slot;
    }
    return NULL;
}

// A component whose class has to be chosen: that is said, instead of what is missing without it.
static void tell_choice(Front *f, const Component *c, Diagnostic *d)
{
    bool lacks_class =
        d->code == E_PARTIAL_COMPONENT || d->code == E_PARTIAL_CLASS || d->code == E_PARTIAL_CALL;
    if (!lacks_class) return;
    while (c->parent && c->declared->span.begin != d->span.begin) c = c->parent;
    Node *node = c->parent ? node_of_component(f, c) : NULL;
    Slot *slot = node ? partial_replaceable(f, node) : NULL;
    if (!slot) return;
    const char *kind = ast_kind_word(slot_class(f, slot)->kind);
    d->message = arena_printf(
        f->s->arena, "the %s '%s' of '%s' has to be chosen: it is the partial '%s'", kind,
        slot->name->text, c->declared->name->text, slot_class(f, slot)->full_name->text);
    diag_label(f->diag, d, "%s(redeclare %s %s = ...)", c->declared->name->text, kind,
               slot->name->text);
}

// What was reported about a component begins where the modeller wrote it.
static void lead_reports(Front *f, const Component *c, uint32_t first)
{
    if (!c || diag_total(f->diag) == first) return;
    component_lead(c, f->components.data[0]->declared->span, f->diag, first, LEAD_ONE_CAUSE);
    for (uint32_t i = first; i < diag_total(f->diag); i++)
        if (diag_at(f->diag, i)->is_led) tell_choice(f, c, diag_changeable(f->diag, i));
}

static void visit_tree(Front *f, Node *start)
{
    VEC(Frame) stack = {0};
    Frame first = {.node = start};
    first.n_slots = node_components(f, start, &first.slots);
    VEC_PUSH(f->work, &stack, first);
    while (stack.count) {
        Frame *frame = &VEC_LAST(&stack);
        if (frame->slot == frame->n_slots) {
            set_children(f, frame);
            (void)VEC_POP(&stack);
            continue;
        }
        Slot *slot = frame->slots[frame->slot];
        uint32_t reports = diag_total(f->diag);
        Component **elements = is_visited(slot) ? slot_elements(f, slot) : NULL;
        if (!is_visited(slot)) slot_inner(f, slot);
        lead_reports(f, frame->node->component, reports);
        if (frame->is_marked && copies_make(f, slot, frame->element - 1, &frame->mark))
            frame->element = slot->n_elements;
        frame->is_marked = false;
        if (!elements || frame->element >= slot->n_elements) {
            frame->slot++;
            frame->element = 0;
            continue;
        }
        frame->mark = copies_mark(f);
        Node *inside = node_of_component(f, elements[frame->element++]);
        if (!inside) continue;
        frame->is_marked = frame->element < slot->n_elements;
        visit_redeclared_classes(f, inside);
        Frame next = {.node = inside};
        next.n_slots = node_components(f, inside, &next.slots);
        VEC_PUSH(f->work, &stack, next);
    }
}

static void visit_created_inners(Front *f, Component *root)
{
    uint32_t before = root->n_children;
    VEC(Component *) children = {0};
    for (uint32_t i = 0; i < before; i++) VEC_PUSH(f->arena, &children, root->children[i]);
    uint32_t *i = &f->classes->n_inners_visited;
    for (; *i < f->classes->created_inners.count; ++*i) { // grows while it is walked
        Slot *slot = f->classes->created_inners.data[*i];
        Component **elements = slot_elements(f, slot);
        for (uint32_t k = 0; elements && k < slot->n_elements; k++) {
            VEC_PUSH(f->arena, &children, elements[k]);
            Node *inside = node_of_component(f, elements[k]);
            if (inside) visit_tree(f, inside);
        }
    }
    root->children = children.data;
    root->n_children = children.count;
}

static Component *make_root(Front *f, Node *cls, const Mod *mod)
{
    Component *root = ARENA_NEW(f->arena, Component);
    root->declared = ARENA_NEW(f->arena, Declared);
    root->kind = COMPONENT_MODEL;
    root->variable = NO_VAR;
    root->variability = VARIABILITY_CONTINUOUS;
    root->declared->class_name = cls->full_name;
    root->declared->span = cls->def ? cls->def->name_span : (Span){0, 0};
    VEC_PUSH(f->work, &f->components, root);
    VEC_PUSH(f->work, &f->node_of_component, (Node *)NULL);
    VEC_PUSH(f->work, &f->slot_of_component, (Slot *)NULL);
    VEC_PUSH(f->work, &f->copy_set, 0);
    f->node_of_component.data[0] = node_inside(f, cls, mod, root, NULL);
    return root;
}

// ---- What is asked for -------------------------------------------------------------------

static Node *find_model(Front *f, const char *class_name, const AstClass **def)
{
    Node *cls = NULL;
    for (const char *from = class_name; *from;) {
        size_t n = strcspn(from, ".");
        if (*from == '\'') { // a quoted name may hold dots
            const char *end = from + 1;
            while (*end && *end != '\'') end += end[0] == '\\' && end[1] ? 2 : 1;
            if (*end) n = (size_t)(end - from) + 1;
        }
        Name name = lexer_plain_name(f->s, f->work, from, from + n);
        if (!cls) {
            const LibraryClass *top = library_top(f->s, name);
            *def = top ? top->ast : NULL;
            cls = node_top_class(f, name);
        } else {
            Slot *slot = node_member(f, cls, name);
            if (!slot || slot->kind != SLOT_CLASS) {
                report_no_member(f, cls, name, (Span){0, 0});
                return NULL;
            }
            cls = slot_class(f, slot);
            *def = slot->class_def;
        }
        if (!cls) break;
        from += n;
        if (*from == '.') from++;
    }
    if (!cls && diag_count(f->diag, SEVERITY_ERROR) == 0)
        diag_error(f->diag, (Span){0, 0}, E_NO_CLASS, "there is no class '%s'", class_name);
    return cls;
}

// As a part of others, a class of any kind is looked at.
static bool is_model(Front *f, Node *cls)
{
    if (f->s->as_part) return true;
    switch (cls->kind) {
    case AST_MODEL:
    case AST_BLOCK:
    case AST_CLASS:
    case AST_CONNECTOR:
    case AST_RECORD: break;
    default:
        diag_error(f->diag, cls->def ? cls->def->name_span : (Span){0, 0}, E_CLASS_KIND,
                   "'%s' is a %s and cannot be simulated", cls->full_name->text,
                   ast_kind_word(cls->kind));
        return false;
    }
    if (!cls->is_partial) return true;
    diag_error(f->diag, cls->def ? cls->def->name_span : (Span){0, 0}, E_PARTIAL_CLASS,
               "'%s' is partial and cannot be simulated", cls->full_name->text);
    return false;
}

// Tolerance = {1e-3, 1e-6}: of a solver with several. The model does not change by it.
static void report_list_in_experiment(Front *f, const AstMod *arg)
{
    diag_breach(f->diag, arg->value->span, E_TYPE,
                "'%s' of the experiment is one number (18.4): it is left out", arg->path[0]->text);
}

static double experiment_number(Front *f, Node *root, const AstMod *experiment, const char *name)
{
    for (uint32_t i = 0; experiment && i < experiment->n_args; i++) {
        const AstMod *arg = experiment->args[i];
        if (arg->n_path != 1 || strcmp(arg->path[0]->text, name) != 0 || !arg->value) continue;
        if (arg->value->kind == AST_ARRAY) {
            report_list_in_experiment(f, arg);
            continue;
        }
        const Expr *value = lower_and_evaluate(f, (Scope){root, 0, NULL}, arg->value,
                                               type_basic(f->exprs, TYPE_REAL), "the experiment");
        double number;
        if (value && expr_is_number(value, &number)) return number;
    }
    return NAN;
}

static Experiment experiment_of(Front *f, Node *root, const AstClass *def)
{
    const AstMod *arg = def ? annotation_argument(def->annotation, "experiment") : NULL;
    Experiment e = {.start_time = experiment_number(f, root, arg, "StartTime"),
                    .stop_time = experiment_number(f, root, arg, "StopTime"),
                    .tolerance = experiment_number(f, root, arg, "Tolerance"),
                    .interval = experiment_number(f, root, arg, "Interval")};
    double n = experiment_number(f, root, arg, "NumberOfIntervals");
    if (isnan(e.interval) && n > 0 && !isnan(e.stop_time))
        e.interval = (e.stop_time - (isnan(e.start_time) ? 0 : e.start_time)) / n;
    return e;
}

// ---- The whole ---------------------------------------------------------------------------

static Instance *instance_of_front(Front *f, Node *cls, const AstClass *def)
{
    Instance *i = ARENA_NEW(f->arena, Instance);
    i->model_name = cls->full_name;
    i->model_span = def ? def->name_span : (Span){0, 0};
    i->is_base = def && def->file && def->file->is_base;
    if (i->is_base) {
        Text decoded = text_make(f->arena);
        name_print_decoded(def->name, &decoded);
        i->model_name = name_of_text(f->s->names, text_cstr(&decoded));
    }
    uint32_t length;
    if (def && def->comment && def->comment->kind == AST_STRING)
        i->description = ast_string_value(def->comment, f->arena, &length);
    i->root = f->components.data[0];
    i->components = ARENA_COPY(f->arena, Component *, f->components.data, f->components.count);
    i->n_components = f->components.count;
    i->variables = ARENA_COPY(f->passing, Variable *, f->variables.data, f->variables.count);
    i->n_variables = f->variables.count;
    i->equations = f->equations.data;
    i->n_equations = f->equations.count;
    i->initial_equations = f->initial_equations.data;
    i->n_initial_equations = f->initial_equations.count;
    i->algorithms = f->algorithms.data;
    i->n_algorithms = f->algorithms.count;
    i->initial_algorithms = f->initial_algorithms.data;
    i->n_initial_algorithms = f->initial_algorithms.count;
    i->connections = f->connections.data;
    i->n_connections = f->connections.count;
    i->graph = f->graph.data;
    i->n_graph = f->graph.count;
    i->transitions = f->transitions.data;
    i->n_transitions = f->transitions.count;
    i->initial_states = f->initial_states.data;
    i->n_initial_states = f->initial_states.count;
    i->has_waiting = f->has_waiting;
    i->functions = f->functions.data;
    i->n_functions = f->functions.count;
    return i;
}

static void complete_variable(Front *f, uint32_t i)
{
    Variable *v = f->variables.data[i];
    if (variable_copy(f, v)) return;
    CopyMark mark = copies_mark(f);
    variable_complete(f, v);
    variable_done(f, v, &mark);
    lead_reports(f, f->components.data[v->component.i], mark.reports);
}

static void complete_sections(Front *f, const Component *c)
{
    SectionMark mark = sections_mark(f);
    if (!sections_copy(f, c)) lower_sections(f, node_of_component(f, c));
    sections_done(f, c, &mark);
    lead_reports(f, c, mark.mark.reports);
}

static void complete(Front *f)
{
    uint32_t n = f->variables.count;
    f->is_tree_done = true;
    for (uint32_t i = 0; i < n; i++)
        if (f->variables.data[i]->variability <= VARIABILITY_PARAMETER) complete_variable(f, i);
    evaluate_final_parameters(f);
    for (uint32_t i = 0; i < f->variables.count; i++) // may grow
        if (i >= n || f->variables.data[i]->variability > VARIABILITY_PARAMETER)
            complete_variable(f, i);
    for (uint32_t i = 0; i < f->components.count; i++)
        if (!is_leaf(f->components.data[i])) complete_sections(f, f->components.data[i]);
    copies_take_values(f);
    visit_created_inners(f, f->components.data[0]);
    check_outer_sizes(f);
    check_repeated_redeclarations(f);
    if (diag_count(f->diag, SEVERITY_ERROR) == 0) check_when_clauses(f);
    check_parameter_rings(f);
    lower_reachable_functions(f);
}

// What could not be lowered must have been reported; if not, it is our mistake, and said so.
static void check_nothing_lost(Front *f)
{
    for (uint32_t i = 0; i < f->variables.count; i++) {
        const Variable *v = f->variables.data[i];
        if (v->binding && expr_is_error(v->binding))
            diag_error(f->diag, v->declared->binding_span, E_UNSUPPORTED,
                       "this value is not understood");
    }
    for (uint32_t i = 0; i < f->equations.count; i++) {
        const Equation *e = &f->equations.data[i];
        if ((e->left && expr_is_error(e->left)) || (e->right && expr_is_error(e->right)))
            diag_error(f->diag, e->span, E_UNSUPPORTED, "this equation is not understood");
    }
}

// A function, a type: nothing that has components of its own in a model.
static bool is_model_like(Front *f, Node *cls)
{
    switch (cls->kind) {
    case AST_MODEL:
    case AST_BLOCK:
    case AST_CLASS:
    case AST_CONNECTOR:
    case AST_RECORD: return node_simple_kind(f, cls) == TYPE_ERROR;
    default: return false;
    }
}

static void look_at_constants(Front *f, Node *package)
{
    Slot **slots;
    uint32_t n = node_components(f, package, &slots);
    for (uint32_t i = 0; i < n; i++)
        if (slot_type(f, slots[i])) slot_binding(f, slots[i]);
}

// A function that takes functions is looked at where it is called with some.
static bool takes_functions(Front *f, Node *cls)
{
    Slot **slots;
    uint32_t n = node_components(f, cls, &slots);
    for (uint32_t i = 0; i < n; i++) {
        const Node *type = slot_type_node(f, slots[i]);
        if (type && type->kind == AST_FUNCTION) return true;
    }
    return false;
}

static Instance *look_at_class(Front *f, Node *cls, const AstClass *def)
{
    uint32_t errors = diag_count(f->diag, SEVERITY_ERROR);
    if (cls->kind == AST_FUNCTION || cls->kind == AST_OPERATOR_FUNCTION) {
        Function *function = lower_function(f, cls);
        bool is_whole = function && !function->is_partial && !takes_functions(f, cls);
        if (is_whole) lower_function_body(f, function);
        lower_reachable_functions(f);
    } else if (cls->kind == AST_PACKAGE) {
        look_at_constants(f, cls);
    } else if (cls->kind == AST_TYPE) {
        node_value_type(f, cls);
    }
    if (diag_count(f->diag, SEVERITY_ERROR) > errors) return NULL;
    make_root(f, cls, NULL);
    Instance *instance = instance_of_front(f, cls, def);
    instance->is_incomplete = true;
    return instance;
}

// Something that others will connect or complete: it has connectors, inputs, replaceable elements.
static bool is_open(Front *f, Node *cls)
{
    const ClassLayout *layout = node_layout(f, cls);
    for (uint32_t i = 0; i < layout->n_slots; i++) {
        Slot *slot = node_slot(f, cls, i);
        if (slot->is_removed || slot->is_protected) continue;
        const AstElement *first = slot->first;
        if (first && (first->prefixes.is_replaceable || first->prefixes.is_input)) return true;
        if (slot->kind != SLOT_COMPONENT) continue;
        const Node *type = slot_type_node(f, slot);
        if (type && type->is_connector) return true;
    }
    return false;
}

static Instance *instantiate_in(Front *f, const char *class_name, const Setting *settings,
                                uint32_t n_settings)
{
    uint32_t errors = diag_count(f->diag, SEVERITY_ERROR);
    classes_open(f);
    const AstClass *def = NULL;
    Node *cls = find_model(f, class_name, &def);
    if (!cls || !is_model(f, cls)) return NULL;
    if (f->s->as_part && !is_model_like(f, cls)) return look_at_class(f, cls, def);
    f->meets_partial = cls->is_partial;
    if (def) check_nested_texts(f, def);
    const Mod *mod = NULL;
    for (uint32_t i = 0; i < n_settings; i++)
        mod = mod_merge(f, setting_read(f, &settings[i], cls), mod);
    Component *root = make_root(f, cls, mod);
    Node *inside = node_of_component(f, root);
    f->s->as_part &= cls->is_partial || cls->kind == AST_CONNECTOR || cls->kind == AST_RECORD ||
                     is_open(f, inside);
    settings_enter(f, inside);
    visit_tree(f, inside);
    visit_created_inners(f, root);
    check_connectors(f);
    check_constants_of_records(f);
    complete(f);
    Experiment experiment = experiment_of(f, inside, def);
    if (diag_count(f->diag, SEVERITY_ERROR) == errors) check_nothing_lost(f);
    if (diag_count(f->diag, SEVERITY_ERROR) == errors) settings_check_used(f);
    if (diag_count(f->diag, SEVERITY_ERROR) > errors) return NULL;
    Instance *instance = instance_of_front(f, cls, def);
    instance->experiment = experiment;
    instance->figures = figures_of(f, inside);
    instance->has_lost_units = f->has_lost_units;
    instance->is_incomplete =
        f->meets_partial || cls->kind == AST_CONNECTOR || cls->kind == AST_RECORD;
    return instance;
}

static void close_passing(void *passing)
{
    Arena **arena = passing;
    arena_close(*arena);
    *arena = NULL;
}

void instance_pass(Instance *instance)
{
    close_passing(instance->passing);
    instance->variables = NULL;
    instance->equations = instance->initial_equations = NULL;
    instance->connections = NULL;
    instance->n_variables = instance->n_equations = instance->n_initial_equations = 0;
    instance->n_connections = 0;
}

Instance *instantiate(Session *s, const char *class_name, const Setting *settings,
                      uint32_t n_settings, Arena *out)
{
    Arena *work = arena_open("front end"); // classes, slots, modifiers: needed by nobody later
    Arena **passing = ARENA_NEW(out, Arena *);
    arena_own(out, close_passing, passing);
    *passing = arena_open("passing");
    arena_keep(*passing); // the other arena closes it
    Front f = {.s = s,
               .exprs = s->exprs,
               .diag = s->diag,
               .arena = out,
               .passing = *passing,
               .work = work};
    f.attributes = map_make(work);
    f.copied_sections = map_make(work);
    f.uncopied = map_make(work);
    Instance *instance = instantiate_in(&f, class_name, settings, n_settings);
    if (instance) instance->passing = passing;
    arena_close(work);
    return instance;
}
