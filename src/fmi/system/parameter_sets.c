#include "fmi/system/parameter_sets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What stands inside, or in the file that is named.
static const char *content_of(const SystemFiles *files, const XmlElement *e,
                              const XmlElement *inside, const XmlElement **content)
{
    const char *source = xml_value(e, "source"), *why = NULL;
    *content = inside ? inside->first : NULL;
    if (!source || *content) return NULL;
    size_t length = 0;
    const char *text = files->read(files->client, source, &length, &why);
    XmlElement *root = NULL;
    if (text) why = xml_read(files->out, text, length, &root);
    *content = root;
    return why ? arena_printf(files->out, "'%s': %s", source, why) : NULL;
}

static void read_set(const SystemFiles *files, const XmlElement *set, ParameterList *list)
{
    const XmlElement *all = xml_child(set, "Parameters");
    for (const XmlElement *p = all ? all->first : NULL; p; p = p->next) {
        const char *name = xml_value(p, "name");
        const XmlElement *type = p->first;
        while (type && !xml_value(type, "value")) type = type->next;
        if (!name || !type) continue;
        Parameter fresh = {name, type->name, xml_value(type, "value"), false};
        VEC_PUSH(files->out, list, fresh);
    }
}

// value = factor * value + offset
static const char *transformed(Arena *out, const XmlElement *entry, const char *value,
                               const char **why)
{
    const XmlElement *t = entry->first;
    if (!t) return value;
    if (strcmp(t->name, "LinearTransformation")) {
        *why = arena_printf(out, "line %u: a transformation '%s' of parameters", t->line, t->name);
        return value;
    }
    const char *factor = xml_value(t, "factor"), *offset = xml_value(t, "offset");
    double number = strtod(value, NULL) * (factor ? strtod(factor, NULL) : 1) +
                    (offset ? strtod(offset, NULL) : 0);
    return arena_printf(out, "%.17g", number);
}

static const char *apply_mapping(Arena *out, const XmlElement *mapping, const ParameterList *from,
                                 ParameterList *to)
{
    const char *why = NULL;
    for (const XmlElement *e = mapping ? mapping->first : NULL; e && !why; e = e->next) {
        const char *source = xml_value(e, "source"), *target = xml_value(e, "target");
        for (uint32_t k = 0; source && target && k < from->count; k++) {
            if (strcmp(from->data[k].name, source)) continue;
            Parameter p = from->data[k];
            p.name = target;
            p.value = transformed(out, e, p.value, &why);
            VEC_PUSH(out, to, p);
        }
    }
    return why;
}

static const char *read_binding(const SystemFiles *files, const XmlElement *binding,
                                ParameterList *list)
{
    const XmlElement *set, *mapping = NULL, *map = xml_child(binding, "ParameterMapping");
    const char *why = content_of(files, binding, xml_child(binding, "ParameterValues"), &set);
    const char *prefix = xml_value(binding, "prefix");
    ParameterList plain = {0}, mapped = {0};
    if (!why && map) why = content_of(files, map, map, &mapping);
    if (why) return why;
    read_set(files, set, &plain);
    if (map) why = apply_mapping(files->out, mapping, &plain, &mapped);
    const ParameterList *from = map ? &mapped : &plain;
    for (uint32_t k = 0; k < from->count; k++) {
        Parameter p = from->data[k];
        if (prefix && *prefix) p.name = arena_printf(files->out, "%s%s", prefix, p.name);
        VEC_PUSH(files->out, list, p);
    }
    return why;
}

const char *parameters_of(const SystemFiles *files, const XmlElement *element, ParameterList *list)
{
    const char *why = NULL;
    const XmlElement *all = xml_child(element, "ParameterBindings");
    for (const XmlElement *b = all ? all->first : NULL; b && !why; b = b->next)
        if (!strcmp(b->name, "ParameterBinding")) why = read_binding(files, b, list);
    return why;
}
