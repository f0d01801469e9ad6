// Which curve goes into which panel, in which colour, under which label.
#include <string.h>

#include "base/vec.h"
#include "results/plot_svg.h"

typedef struct {
    VEC(PlotCurve) curves;
    const char *unit; // of all curves; "" without
    bool is_boolean;
} Group;

static const ResultVariable *variable_named(const Trajectory *t, const char *name)
{
    for (uint32_t i = 0; i < t->table.n_variables; i++)
        if (!strcmp(t->table.variables[i].name, name)) return &t->table.variables[i];
    return NULL;
}

static const char *unit_shown(const ResultVariable *v)
{
    if (v->display_unit && *v->display_unit) return v->display_unit;
    return v->unit ? v->unit : "";
}

static bool belongs_to(const Group *g, const ResultVariable *v, PanelChoice choice)
{
    if (choice == PANELS_EACH) return !strcmp(g->curves.data[0].y->name, v->name);
    if (choice == PANELS_ONE) return true;
    return g->is_boolean == (v->kind == VALUE_BOOLEAN) && !strcmp(g->unit, unit_shown(v));
}

typedef VEC(Group) GroupList;

static Group *group_for(Arena *out, GroupList *groups, const ResultVariable *v, PanelChoice choice)
{
    for (uint32_t i = 0; i < groups->count; i++)
        if (belongs_to(&groups->data[i], v, choice)) return &groups->data[i];
    Group fresh = {.unit = unit_shown(v), .is_boolean = v->kind == VALUE_BOOLEAN};
    VEC_PUSH(out, groups, fresh);
    return &VEC_LAST(groups);
}

void plot_arrange(Arena *out, const PlotRequest *request, PlotSpec *spec)
{
    GroupList groups = {0};
    uint32_t n_curves = 0;
    for (uint32_t i = 0; i < request->n_variables; i++) {
        for (uint32_t r = 0; r < request->n_results; r++) {
            const Trajectory *result = request->results[r];
            const ResultVariable *y = variable_named(result, request->variables[i]);
            const ResultVariable *x = request->x ? variable_named(result, request->x) : NULL;
            if (!y || (request->x && !x)) continue;
            Group *g = group_for(out, &groups, y, request->panels);
            PlotCurve curve = {.result = result, .y = y, .x = x, .label = y->name, .dash = r};
            curve.color = n_curves++;
            if (request->n_results > 1)
                curve.label = arena_printf(out, "%s, %s", y->name, request->result_labels[r]);
            VEC_PUSH(out, &g->curves, curve);
        }
    }
    PlotPanel *panels = ARENA_ARRAY(out, PlotPanel, groups.count + 1);
    for (uint32_t i = 0; i < groups.count; i++)
        panels[i] = (PlotPanel){.curves = groups.data[i].curves.data,
                                .n_curves = groups.data[i].curves.count,
                                .low = NAN,
                                .high = NAN};
    spec->panels = panels;
    spec->n_panels = groups.count;
}
