// instance_print.c -- names of components and variables, the dump and the checker of an Instance.
#include "instance/instance.h"

#include <string.h>

void name_print_decoded(Name name, Text *out)
{
    if (name->text[0] != '\'') {
        text_add_bytes(out, name->text, name->length);
        return;
    }
    for (const char *p = name->text + 1; p[0] && p[1]; p++) {
        if (*p == '\\') p++;
        text_add_char(out, *p);
    }
}

// Of the hundred thousands of names of a large model most have subscripts.
static void print_subscript(int32_t number, Text *out)
{
    char digits[12];
    size_t at = sizeof digits;
    uint32_t rest = number < 0 ? 0u - (uint32_t)number : (uint32_t)number;
    do digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0) digits[--at] = '-';
    text_add_bytes(out, digits + at, sizeof digits - at);
}

static void print_step(const Component *c, bool is_base, Text *out)
{
    if (is_base)
        name_print_decoded(c->declared->name, out);
    else
        text_add_bytes(out, c->declared->name->text, c->declared->name->length);
    for (uint32_t k = 0; k < c->n_index; k++) {
        text_add(out, k ? ", " : "[");
        print_subscript(c->index[k], out);
    }
    if (c->n_index) text_add_char(out, ']');
}

static void print_path(const Component *c, bool is_base, Text *out)
{
    uint32_t depth = 0;
    for (const Component *at = c; at && at->declared->name; at = at->parent) depth++;
    for (uint32_t i = depth; i-- > 0;) {
        const Component *at = c;
        for (uint32_t k = 0; k < i; k++) at = at->parent;
        if (i + 1 < depth) text_add_char(out, '.');
        print_step(at, is_base, out);
    }
}

NameWriter names_begin(const Instance *instance, Arena *scratch)
{
    NameWriter w = {.text = text_make(scratch)};
    VEC_PUSH(scratch, &w.steps, ((NameStep){instance->components[0], 0}));
    return w;
}

static bool is_step(const NameWriter *w, const Component *c)
{
    for (uint32_t i = w->steps.count; i-- > 0;)
        if (w->steps.data[i].component == c) return true;
    return false;
}

// The steps to a component, from the last one on that lies on its path.
static void step_to(NameWriter *w, const Instance *instance, const Component *c)
{
    if (VEC_LAST(&w->steps).component == c) return;
    const Component *known = c;
    uint32_t depth = 0; // below what is known
    for (; !is_step(w, known); known = known->parent) depth++;
    while (VEC_LAST(&w->steps).component != known) w->steps.count--;
    w->text.length = VEC_LAST(&w->steps).length;
    for (; depth-- > 0;) {
        const Component *step = c;
        for (uint32_t k = 0; k < depth; k++) step = step->parent;
        print_step(step, instance->is_base, &w->text);
        text_add_char(&w->text, '.');
        VEC_PUSH(w->text.arena, &w->steps, ((NameStep){step, w->text.length}));
    }
}

const char *names_next(NameWriter *w, const Instance *instance, ComponentId id, Arena *out)
{
    const Component *c = instance->components[id.i];
    if (!c->parent) return "";
    step_to(w, instance, c->parent);
    size_t path = VEC_LAST(&w->steps).length, own = c->declared->name->length;
    if (c->n_index || instance->is_base) {
        w->text.length = path;
        print_step(c, instance->is_base, &w->text);
        return arena_copy_text(out, text_cstr(&w->text), w->text.length);
    }
    char *name = arena_alloc(out, path + own + 1, 1);
    if (path) memcpy(name, w->text.data, path);
    memcpy(name + path, c->declared->name->text, own + 1);
    return name;
}

void component_print_path(const Instance *instance, ComponentId id, Text *out)
{
    if (id.i >= 0 && (uint32_t)id.i < instance->n_components)
        print_path(instance->components[id.i], instance->is_base, out);
}

void variable_print_name(const Instance *instance, VarId id, Text *out)
{
    if (id.i >= 0 && (uint32_t)id.i < instance->n_variables)
        component_print_path(instance, instance->variables[id.i]->component, out);
}

void component_lead(const Component *c, Span model, Diag *diag, uint32_t first, LeadKind kind)
{
    SourceTable *sources = diag_sources(diag);
    if (diag_total(diag) == first || span_is_none(model)) return;
    const SourceFile *home = source_of(sources, model.begin);
    const Component *part = NULL;
    bool is_variable = c && c->kind == COMPONENT_SIMPLE && !c->is_connector;
    bool is_to_part = kind == LEAD_TO_PART || kind == LEAD_ALONE;
    if (is_to_part && is_variable) c = c->parent; // its own line is the place
    for (; c && c->parent; c = c->parent)
        if (source_of(sources, c->declared->span.begin) == home && (!part || is_to_part)) part = c;
    if (!part) return;
    Arena *scratch = arena_open("place");
    Text path = text_make(scratch);
    print_path(part, false, &path);
    diag_lead(diag, first, part->declared->span, text_cstr(&path),
              part->declared->class_name ? part->declared->class_name->text : "component", kind);
    arena_close(scratch);
}

static void name_variable(void *client, VarId var, Text *out)
{
    variable_print_name(client, var, out);
}

static void name_component(void *client, ComponentId component, Text *out)
{
    component_print_path(client, component, out);
}

ExprNames instance_names(const Instance *instance)
{
    // The callbacks only read; ExprNames has one client type for all stages.
    return (ExprNames){
        .client = (void *)instance, .variable = name_variable, .component = name_component};
}

// ---- Checker -----------------------------------------------------------------------------

bool instance_check(const Instance *instance, Text *complaint)
{
    for (uint32_t i = 0; i < instance->n_components; i++) {
        const Component *c = instance->components[i];
        if (c->id.i != (int32_t)i) {
            text_printf(complaint, "component %u has the number %d", i, c->id.i);
            return false;
        }
        if (c->kind == COMPONENT_SIMPLE && c->variable.i < 0) {
            text_printf(complaint, "the leaf ");
            print_path(c, false, complaint);
            text_add(complaint, " has no variable");
            return false;
        }
    }
    for (uint32_t i = 0; i < instance->n_variables; i++) {
        const Variable *v = instance->variables[i];
        bool is_consistent = v->id.i == (int32_t)i && v->type && v->type->kind != TYPE_ERROR &&
                             instance->components[v->component.i]->variable.i == v->id.i;
        if (is_consistent) continue;
        text_printf(complaint, "variable %u disagrees with its component ", i);
        print_path(instance->components[v->component.i], false, complaint);
        return false;
    }
    return true;
}

// ---- Dump --------------------------------------------------------------------------------

static void dump_attribute(const char *name, const Expr *e, const ExprNames *names, bool *any,
                           Text *out)
{
    if (!e) return;
    text_printf(out, "%s%s = ", *any ? ", " : "(", name);
    expr_print(e, names, out);
    *any = true;
}

static void dump_variable(const Instance *instance, const Variable *v, const ExprNames *names,
                          Text *out)
{
    static const char *const words[] = {"constant ", "parameter ", "discrete ", ""};
    bool is_implied =
        v->variability == VARIABILITY_DISCRETE && type_elem(v->type)->kind != TYPE_REAL;
    text_add(out, v->is_final ? "final " : "");
    text_add(out, is_implied ? "" : words[v->variability]);
    text_add(out, v->connect_kind == CONNECT_FLOW     ? "flow "
                  : v->connect_kind == CONNECT_STREAM ? "stream "
                                                      : "");
    text_add(out, v->causality == CAUSALITY_INPUT    ? "input "
                  : v->causality == CAUSALITY_OUTPUT ? "output "
                                                     : "");
    type_print(v->type, out);
    text_add_char(out, ' ');
    variable_print_name(instance, v->id, out);
    bool any = false;
    const Attributes *a = v->attributes;
    dump_attribute("quantity", a->quantity, names, &any, out);
    dump_attribute("unit", a->unit, names, &any, out);
    dump_attribute("displayUnit", a->display_unit, names, &any, out);
    dump_attribute("min", a->min, names, &any, out);
    dump_attribute("max", a->max, names, &any, out);
    dump_attribute("start", a->start, names, &any, out);
    dump_attribute("fixed", a->fixed, names, &any, out);
    dump_attribute("nominal", a->nominal, names, &any, out);
    dump_attribute("stateSelect", a->state_select, names, &any, out);
    if (any) text_add_char(out, ')');
    if (v->binding) {
        text_add(out, " = ");
        expr_print(v->binding, names, out);
    }
    text_add(out, v->is_frozen ? ";  // frozen\n" : ";\n");
}

static void dump_component(const Instance *instance, const Component *c, const ExprNames *names,
                           Text *out)
{
    if (c->variable.i >= 0) {
        dump_variable(instance, instance->variables[c->variable.i], names, out);
        return;
    }
    if (!c->declared->name) return;
    text_printf(out, "// %s ", c->declared->class_name ? c->declared->class_name->text : "");
    print_path(c, false, out);
    text_add_char(out, '\n');
}

static void dump_connect_end(const Instance *instance, const ConnectEnd *end, Text *out)
{
    component_print_path(instance, end->component, out);
    for (uint32_t i = 0; i < end->n_element; i++)
        text_printf(out, "%s%d", i ? ", " : "[", end->element[i]);
    if (end->n_element) text_add_char(out, ']');
    for (uint32_t i = 0; i < end->n_undeclared; i++) {
        text_printf(out, ".%s", end->undeclared[i]->text);
        if (end->undeclared_index[i]) text_printf(out, "[%d]", end->undeclared_index[i]);
    }
    if (end->is_outside) text_add(out, " /* outside */");
}

void instance_dump(const Instance *instance, Text *out)
{
    ExprNames names = instance_names(instance);
    text_printf(out, "model %s\n", instance->model_name->text);
    for (uint32_t i = 0; i < instance->n_components; i++)
        dump_component(instance, instance->components[i], &names, out);
    if (instance->n_initial_equations) text_add(out, "initial equation\n");
    for (uint32_t i = 0; i < instance->n_initial_equations; i++)
        equation_print(&instance->initial_equations[i], &names, 1, out);
    text_add(out, "equation\n");
    for (uint32_t i = 0; i < instance->n_equations; i++)
        equation_print(&instance->equations[i], &names, 1, out);
    for (uint32_t i = 0; i < instance->n_connections; i++) {
        text_add(out, "  connect(");
        dump_connect_end(instance, &instance->connections[i].a, out);
        text_add(out, ", ");
        dump_connect_end(instance, &instance->connections[i].b, out);
        text_add(out, ");\n");
    }
    for (uint32_t i = 0; i < instance->n_algorithms; i++) {
        text_add(out, "algorithm\n");
        const Algorithm *a = &instance->algorithms[i];
        for (uint32_t k = 0; k < a->body.count; k++)
            statement_print(&a->body.items[k], NULL, &names, 1, out);
    }
    text_printf(out, "end %s;\n", instance->model_name->text);
}
