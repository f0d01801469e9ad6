#include "fmi/export/terminals.h"

#include <string.h>

#include "fmi/export/description_parts.h"

// Names as the description has them, subscripts included.
static const char *own_name(Arena *out, const Component *c)
{
    Text t = text_make(out);
    text_add(&t, c->declared->name->text);
    for (uint32_t k = 0; k < c->n_index; k++) text_printf(&t, "%s%d", k ? "," : "[", c->index[k]);
    if (c->n_index) text_add_char(&t, ']');
    return text_cstr(&t);
}

static bool is_told(const Facts *f, const char *name)
{
    for (uint32_t i = 0; i < f->rows.count; i++)
        if (!strcmp(f->rows.data[i].name, name)) return true;
    return false;
}

// What flows in is positive, as in Modelica. What streams needs a variable for what would flow in,
// which models do not have.
static bool add_member(Text *t, const Facts *f, const Component *c, const char *path)
{
    if (c->connect_kind == CONNECT_STREAM || !is_told(f, path)) return false;
    text_add(t, "<TerminalMemberVariable");
    add_attribute(t, "variableName", path);
    add_attribute(t, "memberName", own_name(t->arena, c));
    add_attribute(t, "variableKind", c->connect_kind == CONNECT_FLOW ? "inflow" : "signal");
    text_add(t, "/>\n");
    return true;
}

static bool add_terminal(Text *t, const Facts *f, const Component *c, const char *path)
{
    Text members = text_make(t->arena), inside = text_make(t->arena);
    bool has_some = false;
    for (uint32_t k = 0; k < c->n_children; k++) {
        const Component *part = c->children[k];
        const char *name = arena_printf(t->arena, "%s.%s", path, own_name(t->arena, part));
        has_some |= part->kind == COMPONENT_SIMPLE ? add_member(&members, f, part, name)
                                                   : add_terminal(&inside, f, part, name);
    }
    if (!has_some) return false;
    text_add(t, "<Terminal");
    add_attribute(t, "name", own_name(t->arena, c));
    add_attribute(t, "matchingRule", c->kind == COMPONENT_EXPANDABLE ? "bus" : "plug");
    if (c->declared->class_name) add_attribute(t, "terminalKind", c->declared->class_name->text);
    text_printf(t, ">\n%s%s</Terminal>\n", text_cstr(&members), text_cstr(&inside));
    return true;
}

bool terminals_write(Text *t, const Instance *model, const Facts *facts)
{
    bool has_some = false;
    text_add(t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<fmiTerminalsAndIcons fmiVersion=\"3.0\">\n<Terminals>\n");
    for (uint32_t k = 0; k < model->root->n_children; k++) {
        const Component *c = model->root->children[k];
        if (c->kind == COMPONENT_CONNECTOR || c->kind == COMPONENT_EXPANDABLE)
            has_some |= add_terminal(t, facts, c, own_name(t->arena, c));
    }
    text_add(t, "</Terminals>\n</fmiTerminalsAndIcons>\n");
    return has_some;
}
