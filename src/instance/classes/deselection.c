// deselection.c -- what "extends B(break a, break connect(b, c))" may name (7.4).
//
// Looked at once per extends clause. A deselection matches something, and what it matches is a
// component that nothing but connections can refer to, or a connection.
#include "instance/checks.h"

static void report(Front *f, Span span, const char *sentence)
{
    if (is_first_report(f, span, E_BREAK)) diag_error(f->diag, span, E_BREAK, "%s", sentence);
}

static bool holds_connect(Front *f, AstEquation *const *items, uint32_t n, const struct AstBreak *b)
{
    for (uint32_t i = 0; i < n; i++) {
        if (items[i]->kind == AST_EQ_CONNECT && connect_matches(f, items[i], b)) return true;
        for (uint32_t k = 0; k < items[i]->n_branches; k++)
            if (holds_connect(f, items[i]->branches[k].items, items[i]->branches[k].n_items, b))
                return true;
    }
    return false;
}

static void check_connection(Front *f, const ClassLayout *base, const struct AstBreak *b)
{
    for (uint32_t p = 0; p < base->n_parts; p++) {
        const AstClass *def = base->parts[p].def;
        for (uint32_t i = 0; def && i < def->n_sections; i++)
            if (holds_connect(f, def->sections[i].items, def->sections[i].n_items, b)) return;
    }
    if (!base->is_failed)
        report(f, b->span, "there is no inherited connection of this text to deselect");
}

// Equations may need anything else than models, blocks and connectors.
static void check_element(Front *f, Slot *slot, const struct AstBreak *b)
{
    Node *type = slot->kind == SLOT_COMPONENT ? slot_type_node(f, slot) : NULL;
    bool is_class = slot->kind == SLOT_CLASS;
    if (!is_class && !type) return; // reported
    bool fits = !is_class && (type->is_connector || type->kind == AST_MODEL ||
                              type->kind == AST_BLOCK || type->kind == AST_CLASS);
    if (fits) return;
    const char *what = is_class ? "a class"
                                : arena_printf(f->work, "a component of the %s '%s'",
                                               ast_kind_word(type->kind), type->full_name->text);
    report(f, b->span,
           arena_printf(f->work,
                        "'%s' cannot be deselected: it is %s, and only models, blocks and "
                        "connectors can be",
                        b->name->text, what));
}

static void check_modifiers(Front *f, const AstModList *mods, const struct AstBreak *b)
{
    for (uint32_t i = 0; i < mods->n_args; i++) {
        const AstMod *arg = mods->args[i];
        Name name = arg->element ? arg->element->name : arg->n_path ? arg->path[0] : NULL;
        if (name == b->name)
            report(f, arg->span,
                   arena_printf(f->work, "'%s' is deselected and cannot be modified", name->text));
    }
}

void check_deselections(Front *f, Node *base, const AstElement *clause)
{
    const ClassLayout *layout = node_layout(f, base);
    for (uint32_t i = 0; i < clause->u.extends.n_breaks; i++) {
        const struct AstBreak *b = &clause->u.extends.breaks[i];
        uint32_t slot;
        if (!b->name) {
            check_connection(f, layout, b);
        } else if (layout_find(layout, b->name, &slot)) {
            check_element(f, node_slot(f, base, slot), b);
            check_modifiers(f, &clause->u.extends.mods, b);
        } else {
            report(f, b->span,
                   arena_printf(f->work, "there is no inherited element '%s' to deselect",
                                b->name->text));
        }
    }
}
