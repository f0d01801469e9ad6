#include "fmi/system/system_class.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fmi/export/unit_definitions.h"
#include "fmi/import/fmu_class.h"

typedef struct Scope { // an element and the systems around it
    const struct Scope *outer;
    const char *name; // in the outer one
    ParameterList parameters;
} Scope;

typedef struct Element { // of a system
    const XmlElement *xml;
    const char *name;
    const SystemPart *part; // NULL: a system
    Scope scope;
} Element;

typedef struct Writing {
    SystemClass *c;
    Arena *arena;
    const char *failure;
    uint32_t n_systems;
} Writing;

typedef VEC(Element) ElementList;

static void fail(Writing *w, const XmlElement *at, const char *sentence)
{
    if (!w->failure) w->failure = arena_printf(w->arena, "line %u: %s", at->line, sentence);
}

static const char *text_of(const XmlElement *e, const char *name)
{
    const char *value = xml_value(e, name);
    return value ? value : "";
}

// ---- Connectors --------------------------------------------------------------------------------

static const XmlElement *find_connector(const XmlElement *of, const char *name)
{
    const XmlElement *all = xml_child(of, "Connectors");
    for (const XmlElement *k = all ? all->first : NULL; k; k = k->next)
        if (!strcmp(k->name, "Connector") && !strcmp(text_of(k, "name"), name)) return k;
    return NULL;
}

static bool is_of_kind(const XmlElement *connector, const char *kind)
{
    return connector && !strcmp(text_of(connector, "kind"), kind);
}

static const XmlElement *type_element(const XmlElement *connector)
{
    static const char *const words[] = {
        "Real", "Float64", "Float32", "Integer", "Int32",  "Int64",  "Boolean", "String",
        "Int8", "Int16",   "UInt8",   "UInt16",  "UInt32", "UInt64", "Binary",  "Enumeration"};
    for (size_t k = 0; connector && k < sizeof words / sizeof *words; k++) {
        const XmlElement *found = xml_child(connector, words[k]);
        if (found) return found;
    }
    return NULL;
}

static const char *modelica_type(const char *word)
{
    if (!strcmp(word, "Real") || !strncmp(word, "Float", 5)) return "Real";
    if (!strcmp(word, "Boolean") || !strcmp(word, "String")) return word;
    return "Integer"; // also enumerations, as imported FMUs have them
}

// ---- Values ------------------------------------------------------------------------------------

// What the outermost set says about `name` of the element.
static const Parameter *find_value(const Writing *w, const Scope *scope, const char *name)
{
    const Parameter *found = NULL;
    for (const Scope *s = scope; s; s = s->outer) {
        for (uint32_t k = 0; k < s->parameters.count; k++)
            if (!strcmp(s->parameters.data[k].name, name)) {
                found = &s->parameters.data[k];
                s->parameters.data[k].is_used = true;
            }
        if (s->name) name = arena_printf(w->arena, "%s.%s", s->name, name);
    }
    return found;
}

static const char *literal_number(const Writing *w, const FmuDescription *d, const FmuVariable *v,
                                  const char *word)
{
    for (uint32_t i = 0; i < d->types.count; i++)
        for (uint32_t k = 0;
             v->type_name && d->types.data[i].name &&
             !strcmp(d->types.data[i].name, v->type_name) && k < d->types.data[i].literals.count;
             k++)
            if (!strcmp(d->types.data[i].literals.data[k], word))
                return arena_printf(w->arena, "%u", k + 1);
    return word;
}

// As Modelica writes a value; NULL: it is none of the type.
static const char *value_text(const Writing *w, const char *type, const char *value)
{
    char *end;
    if (!strcmp(type, "String")) return modelica_string(w->arena, value);
    if (!strcmp(type, "Boolean"))
        return !strcmp(value, "true") || !strcmp(value, "1")    ? "true"
               : !strcmp(value, "false") || !strcmp(value, "0") ? "false"
                                                                : NULL;
    double number = strtod(value, &end);
    while (*end == ' ') end++;
    if (end == value || *end || !isfinite(number)) return NULL;
    return arena_printf(w->arena, "%.17g", number);
}

static const char *bound_value(Writing *w, const Element *e, const FmuVariable *v)
{
    const Parameter *p = find_value(w, &e->scope, v->name);
    const char *type = fmu_modelica_type(v), *value = p ? p->value : NULL;
    if (!p || !type) return NULL;
    if (v->type == FMU_ENUMERATION) value = literal_number(w, e->part->description, v, value);
    const char *text = value_text(w, type, value);
    if (!text)
        fail(w, e->xml,
             arena_printf(w->arena, "'%s' is no value for '%s.%s'", value, e->name, v->name));
    return text;
}

// ---- Connections -------------------------------------------------------------------------------

static const Element *find_element(const ElementList *list, const char *name)
{
    for (uint32_t k = 0; k < list->count; k++)
        if (!strcmp(list->data[k].name, name)) return &list->data[k];
    return NULL;
}

// An end of a connection: of the system itself where no element is named.
typedef struct End {
    const Element *element;
    const XmlElement *connector;
    const char *text;
} End;

static End end_of(Writing *w, const XmlElement *system, const ElementList *list,
                  const XmlElement *connection, bool is_start)
{
    const char *element = text_of(connection, is_start ? "startElement" : "endElement");
    const char *name = text_of(connection, is_start ? "startConnector" : "endConnector");
    End end = {.element = *element ? find_element(list, element) : NULL};
    if (*element && !end.element)
        fail(w, connection, arena_printf(w->arena, "there is no element '%s'", element));
    end.connector = find_connector(end.element ? end.element->xml : system, name);
    if (!end.connector)
        fail(w, connection,
             arena_printf(w->arena, "'%s' has no connector '%s'", *element ? element : "the system",
                          name));
    const char *variable = modelica_name(w->arena, name);
    end.text = end.element
                   ? arena_printf(w->arena, "%s.%s", modelica_name(w->arena, element), variable)
                   : variable;
    return end;
}

static bool is_parameter(const End *end)
{
    return is_of_kind(end->connector, "parameter") ||
           is_of_kind(end->connector, "structuralParameter");
}

// value at the end = factor * value at the start + offset, by the units of both.
static void find_conversion(Writing *w, const XmlElement *connection, const End *from,
                            const End *to, double *factor, double *offset)
{
    BaseUnit a, b;
    const XmlElement *start = type_element(from->connector), *end = type_element(to->connector);
    const char *u = start ? xml_value(start, "unit") : NULL,
               *v = end ? xml_value(end, "unit") : NULL;
    const char *suppressed = xml_value(connection, "suppressUnitConversion");
    if (!u || !v || !strcmp(u, v) || (suppressed && !strcmp(suppressed, "true"))) return;
    if (unit_in_base_units(u, &a) && unit_in_base_units(v, &b) &&
        !memcmp(a.exponents, b.exponents, sizeof a.exponents)) {
        *factor = a.factor / b.factor;
        *offset = (a.offset - b.offset) / b.factor;
        return;
    }
    const char *said =
        arena_printf(w->arena, "line %u: a value in '%s' is taken as it is for one in '%s'",
                     connection->line, u, v);
    VEC_PUSH(w->arena, &w->c->warnings, said);
}

// Whether a value is wanted there: by inputs and parameters of elements, by outputs of the system.
static bool is_sink(const End *end)
{
    return end->element ? is_of_kind(end->connector, "input") || is_parameter(end)
                        : is_of_kind(end->connector, "output") ||
                              is_of_kind(end->connector, "calculatedParameter");
}

// Packages name the ends of a connection in any order.
static void find_ends(Writing *w, const XmlElement *system, const ElementList *list,
                      const XmlElement *connection, End *from, End *to)
{
    *from = end_of(w, system, list, connection, true);
    *to = end_of(w, system, list, connection, false);
    if (w->failure || is_sink(to) || !is_sink(from)) return;
    End other = *from;
    *from = *to;
    *to = other;
}

static const char *transmitted(Writing *w, const XmlElement *connection, const End *from,
                               const End *to)
{
    double factor = 1, offset = 0;
    const XmlElement *t = connection->first;
    while (t && !strcmp(t->name, "ConnectionGeometry")) t = t->next;
    find_conversion(w, connection, from, to, &factor, &offset);
    if (t && !strcmp(t->name, "LinearTransformation")) {
        const char *a = xml_value(t, "factor"), *b = xml_value(t, "offset");
        factor = a ? strtod(a, NULL) : 1;
        offset = b ? strtod(b, NULL) : 0;
    } else if (t && strstr(t->name, "Transformation")) {
        fail(w, t, arena_printf(w->arena, "'%s' is not supported", t->name));
    }
    if (factor == 1 && offset == 0) return from->text;
    return arena_printf(w->arena, "%.17g*%s + %.17g", factor, from->text, offset);
}

// A connector of the element that wants a value: the connection that it is part of; NULL: none.
static const XmlElement *connection_to(const XmlElement *system, const char *element,
                                       const char *connector)
{
    const XmlElement *all = xml_child(system, "Connections");
    for (const XmlElement *k = all ? all->first : NULL; k; k = k->next) {
        bool is_end = !strcmp(text_of(k, "endElement"), element) &&
                      !strcmp(text_of(k, "endConnector"), connector);
        bool is_start = !strcmp(text_of(k, "startElement"), element) &&
                        !strcmp(text_of(k, "startConnector"), connector);
        if (!strcmp(k->name, "Connection") && (is_end || is_start)) return k;
    }
    return NULL;
}

// ---- Systems -----------------------------------------------------------------------------------

static void write_system(Writing *w, Text *t, const XmlElement *system, const char *class_name,
                         const Scope *scope);

static void add_connector(Writing *w, Text *t, const XmlElement *k, const Scope *scope)
{
    const char *kind = text_of(k, "kind"), *name = text_of(k, "name");
    bool is_value = !strcmp(kind, "parameter") || !strcmp(kind, "structuralParameter");
    const XmlElement *type = type_element(k);
    const char *word = modelica_type(type ? type->name : "Real");
    if (!is_value && strcmp(kind, "input") && strcmp(kind, "output")) return;
    text_printf(t, "  %s %s %s", is_value ? "parameter" : kind, word,
                modelica_name(w->arena, name));
    const char *unit = type ? xml_value(type, "unit") : NULL;
    if (unit && !strcmp(word, "Real"))
        text_printf(t, "(unit = %s)", modelica_string(w->arena, unit));
    const Parameter *p = find_value(w, scope, name);
    const char *value = p ? value_text(w, word, p->value) : NULL;
    if (is_value) text_printf(t, " = %s", value ? value : !strcmp(word, "Boolean") ? "false" : "0");
    text_add(t, ";\n");
}

static void collect_elements(Writing *w, const XmlElement *system, const Scope *scope,
                             ElementList *list)
{
    const XmlElement *all = xml_child(system, "Elements");
    for (const XmlElement *x = all ? all->first : NULL; x && !w->failure; x = x->next) {
        bool is_system = !strcmp(x->name, "System"), is_component = !strcmp(x->name, "Component");
        if (!is_system && !is_component) {
            fail(w, x, arena_printf(w->arena, "an element '%s' is not supported", x->name));
            return;
        }
        Element e = {.xml = x, .name = text_of(x, "name")};
        e.scope = (Scope){.outer = scope, .name = e.name};
        const char *why = parameters_of(&w->c->files, x, &e.scope.parameters);
        if (!why && is_component)
            e.part = w->c->part(w->c->files.client, text_of(x, "source"),
                                text_of(x, "implementation"), &why);
        if (why) fail(w, x, why);
        VEC_PUSH(w->arena, list, e);
    }
}

// Parameters that something leads to, or that a set has a value for.
static void add_modifications(Writing *w, Text *t, const XmlElement *system,
                              const ElementList *list, const Element *e)
{
    int n = 0;
    const XmlElement *all = xml_child(system, "Connections");
    for (const XmlElement *k = all ? all->first : NULL; k && !w->failure; k = k->next) {
        End from, to;
        if (strcmp(k->name, "Connection")) continue;
        find_ends(w, system, list, k, &from, &to);
        if (w->failure || to.element != e || !is_parameter(&to)) continue;
        text_printf(t, "%s%s = %s", n++ ? ", " : "(",
                    modelica_name(w->arena, text_of(to.connector, "name")),
                    transmitted(w, k, &from, &to));
    }
    for (uint32_t i = 0; e->part && i < e->part->description->variables.count; i++) {
        const FmuVariable *v = &e->part->description->variables.data[i];
        if (v->causality != FMU_PARAMETER || !fmu_modelica_type(v)) continue;
        if (connection_to(system, e->name, v->name)) continue;
        const char *value = bound_value(w, e, v);
        if (value)
            text_printf(t, "%s%s = %s", n++ ? ", " : "(", modelica_name(w->arena, v->name), value);
    }
    if (n) text_add_char(t, ')');
}

static void add_elements(Writing *w, Text *t, const XmlElement *system, const ElementList *list)
{
    for (uint32_t k = 0; k < list->count && !w->failure; k++) {
        const Element *e = &list->data[k];
        const char *class_name = e->part ? modelica_name(w->arena, e->part->class_name) : NULL;
        if (!class_name) {
            class_name = arena_printf(w->arena, "'system %u'", ++w->n_systems);
            write_system(w, t, e->xml, class_name, &e->scope);
        }
        text_printf(t, "  %s %s", class_name, modelica_name(w->arena, e->name));
        add_modifications(w, t, system, list, e);
        text_add(t, ";\n");
    }
}

static const char *start_text(Writing *w, const Element *e, const FmuVariable *v)
{
    const char *bound = bound_value(w, e, v), *type = fmu_modelica_type(v);
    if (bound) return bound;
    const char *start = v->start ? value_text(w, type, v->start) : NULL;
    return start ? start : !strcmp(type, "Boolean") ? "false" : "0";
}

static void add_equations(Writing *w, Text *t, const XmlElement *system, const ElementList *list)
{
    const XmlElement *all = xml_child(system, "Connections");
    for (const XmlElement *k = all ? all->first : NULL; k && !w->failure; k = k->next) {
        End from, to;
        if (strcmp(k->name, "Connection")) continue;
        find_ends(w, system, list, k, &from, &to);
        if (w->failure || is_parameter(&to)) continue;
        text_printf(t, "  %s = %s;\n", to.text, transmitted(w, k, &from, &to));
    }
    for (uint32_t i = 0; i < list->count && !w->failure; i++) {
        const Element *e = &list->data[i];
        for (uint32_t k = 0; e->part && k < e->part->description->variables.count; k++) {
            const FmuVariable *v = &e->part->description->variables.data[k];
            if (v->causality != FMU_INPUT || connection_to(system, e->name, v->name)) continue;
            text_printf(t, "  %s.%s = %s;\n", modelica_name(w->arena, e->name),
                        modelica_name(w->arena, v->name), start_text(w, e, v));
        }
    }
}

// Outputs that nothing leads to, and inputs of systems inside, have a value all the same.
static void add_loose_ends(Writing *w, Text *t, const XmlElement *system, const XmlElement *of,
                           const Scope *scope, const char *element, const char *kind)
{
    const XmlElement *all = xml_child(of, "Connectors");
    for (const XmlElement *k = all ? all->first : NULL; k; k = k->next) {
        const char *name = text_of(k, "name");
        if (!is_of_kind(k, kind) || connection_to(system, element, name)) continue;
        const XmlElement *type = type_element(k);
        const char *word = modelica_type(type ? type->name : "Real");
        const Parameter *p = find_value(w, scope, name);
        const char *value = p ? value_text(w, word, p->value) : NULL;
        text_printf(t, "  %s%s%s = %s;\n", *element ? modelica_name(w->arena, element) : "",
                    *element ? "." : "", modelica_name(w->arena, name),
                    value                      ? value
                    : !strcmp(word, "Boolean") ? "false"
                                               : "0");
    }
}

// A name that fits nothing is told.
static void warn_unused(Writing *w, const Scope *scope)
{
    for (uint32_t k = 0; k < scope->parameters.count; k++) {
        const Parameter *p = &scope->parameters.data[k];
        if (p->is_used) continue;
        const char *said =
            arena_printf(w->arena, "a value for '%s' of '%s', which has no such parameter or input",
                         p->name, scope->name ? scope->name : "the system");
        VEC_PUSH(w->arena, &w->c->warnings, said);
    }
}

static void write_system(Writing *w, Text *t, const XmlElement *system, const char *class_name,
                         const Scope *scope)
{
    ElementList list = {0};
    text_printf(t, "  model %s\n", class_name);
    const XmlElement *all = xml_child(system, "Connectors");
    for (const XmlElement *k = all ? all->first : NULL; k; k = k->next)
        if (!strcmp(k->name, "Connector")) add_connector(w, t, k, scope);
    collect_elements(w, system, scope, &list);
    add_elements(w, t, system, &list);
    text_add(t, "  equation\n");
    add_equations(w, t, system, &list);
    add_loose_ends(w, t, system, system, scope, "", "output");
    for (uint32_t k = 0; k < list.count && !w->failure; k++)
        if (!list.data[k].part)
            add_loose_ends(w, t, system, list.data[k].xml, &list.data[k].scope, list.data[k].name,
                           "input");
    for (uint32_t k = 0; k < list.count && !w->failure; k++) warn_unused(w, &list.data[k].scope);
    text_printf(t, "  end %s;\n", class_name);
}

static void add_experiment(Writing *w, Text *t)
{
    const XmlElement *e = xml_child(w->c->root, "DefaultExperiment");
    const char *start = e ? xml_value(e, "startTime") : NULL,
               *stop = e ? xml_value(e, "stopTime") : NULL;
    if (stop)
        text_printf(t, "  annotation(experiment(StartTime = %.17g, StopTime = %.17g));\n",
                    start ? strtod(start, NULL) : 0, strtod(stop, NULL));
}

// The top system is the model itself: what its class would be called stands in front of its parts.
const char *system_class_write(SystemClass *c, Text *out)
{
    Writing w = {.c = c, .arena = out->arena};
    const XmlElement *system = xml_child(c->root, "System");
    Scope scope = {0};
    if (strcmp(c->root->name, "SystemStructureDescription") || !system)
        return "it describes no system";
    const char *why = parameters_of(&c->files, system, &scope.parameters);
    if (why) return why;
    Text body = text_make(out->arena);
    write_system(&w, &body, system, "'whole system'", &scope);
    if (w.failure) return w.failure;
    warn_unused(&w, &scope);
    const char *name = modelica_name(out->arena, c->name);
    text_printf(out, "model %s\n  // Written by tarn import: the system '%s'.\n", name,
                text_of(system, "name"));
    text_add(out, text_cstr(&c->classes));
    text_add(out, text_cstr(&body));
    text_add(out, "  extends 'whole system';\n");
    add_experiment(&w, out);
    text_printf(out, "end %s;\n", name);
    return NULL;
}
