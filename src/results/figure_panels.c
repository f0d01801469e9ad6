#include "results/figure_panels.h"

#include <string.h>

#include "base/vec.h"
#include "results/unit_text.h"

// ---- Texts -------------------------------------------------------------------------------------

// A name may have braces in its quotes.
static const char *end_of_reference(const char *p)
{
    bool quoted = false;
    for (; *p && (quoted || *p != '}'); p++) {
        if (quoted && *p == '\\' && p[1]) p++;
        if (*p == '\'') quoted = !quoted;
    }
    return p;
}

static void add_value(Text *out, const Trajectory *t, const ResultNames *names, const char *name)
{
    const ResultVariable *v = result_find(names, name);
    if (!v || !trajectory_has(t, v) || !t->n_rows) {
        text_add(out, name);
        return;
    }
    double value = trajectory_value(t, v, t->n_rows - 1);
    if (v->kind == VALUE_BOOLEAN) {
        text_add(out, value != 0 ? "true" : "false");
    } else if (v->literals && value >= 1 && value <= v->n_literals) {
        text_add(out, v->literals[(uint32_t)value - 1]);
    } else {
        UnitChange change = unit_for_display(v->unit, v->display_unit);
        text_printf(out, "%.4g", change.factor * value + change.offset);
        if (change.unit && *change.unit && strcmp(change.unit, "1") != 0) text_add_char(out, ' ');
        unit_add_text(out, change.unit);
    }
}

// %[text](link) or %(link), at the bracket.
static const char *add_link(Text *out, const char *p)
{
    const char *text = NULL;
    size_t length = 0;
    if (*p == '[') {
        text = p + 1;
        for (p++; *p && (*p != ']' || p[-1] == '%'); p++) continue;
        length = (size_t)(p - text);
        if (*p) p++;
    }
    if (*p != '(') return p;
    const char *link = p + 1, *end = strchr(link, ')');
    if (!end) end = link + strlen(link);
    static const char *const kinds[] = {"variable:", "plot:"};
    for (int i = 0; i < 2 && !text; i++)
        if (!strncmp(link, kinds[i], strlen(kinds[i]))) link += strlen(kinds[i]);
    if (!text) text = link;
    if (!length) length = (size_t)(end - link);
    text_add_bytes(out, text, length);
    return *end ? end + 1 : end;
}

const char *figure_text(Arena *out, const char *text, const Trajectory *t)
{
    if (!text || !strchr(text, '%')) return text;
    const ResultNames *names = result_names(out, &t->table);
    Text made = text_make(out);
    for (const char *p = text; *p;) {
        if (*p != '%') {
            text_add_char(&made, *p++);
        } else if (p[1] == '{') {
            const char *end = end_of_reference(p + 2);
            add_value(&made, t, names, arena_copy_text(out, p + 2, (size_t)(end - p - 2)));
            p = *end ? end + 1 : end;
        } else if (p[1] == '[' || p[1] == '(') {
            p = add_link(&made, p + 1);
        } else {
            if (p[1]) text_add_char(&made, p[1]);
            p += p[1] ? 2 : 1;
        }
    }
    return text_cstr(&made);
}

// ---- Curves ------------------------------------------------------------------------------------

static const ResultVariable *find(const ResultNames *names, const Trajectory *t, const char *name)
{
    const ResultVariable *v = result_find(names, name);
    return v && trajectory_has(t, v) ? v : NULL;
}

bool figure_is_drawn(const Figure *figure, const ResultNames *names)
{
    for (uint32_t i = 0; i < figure->n_plots; i++)
        for (uint32_t k = 0; k < figure->plots[i].n_curves; k++)
            if (result_find(names, figure->plots[i].curves[k].y)) return true;
    return false;
}

// A unit that is not known for the variable counts as none, and so do bounds in it.
static bool takes_unit(const ResultVariable *v, const FigureAxis *axis)
{
    if (!axis->unit || !*axis->unit) return false;
    if (v->unit && !strcmp(v->unit, axis->unit)) return true;
    UnitChange change = unit_for_display(v->unit, axis->unit);
    return change.unit && !strcmp(change.unit, axis->unit);
}

static UnitChange shown_in(const ResultVariable *v, const FigureAxis *axis)
{
    return unit_for_display(v->unit, takes_unit(v, axis) ? axis->unit : v->display_unit);
}

// The variable as the axis wants it.
static const ResultVariable *with_unit(Arena *out, const ResultVariable *v, const FigureAxis *axis)
{
    if (!takes_unit(v, axis)) return v;
    ResultVariable *own = ARENA_NEW(out, ResultVariable);
    *own = *v;
    own->display_unit = axis->unit;
    return own;
}

// In the base unit of the variable; NaN: no bound.
static double bound(const ResultVariable *v, const FigureAxis *axis, double value)
{
    bool counts = takes_unit(v, axis) || !axis->unit || !*axis->unit;
    UnitChange change = shown_in(v, axis);
    return counts ? (value - change.offset) / change.factor : (double)NAN;
}

static void add_curve(Arena *out, const FigureCurve *c, const FigurePlot *plot, const Trajectory *t,
                      const ResultNames *names, PlotPanel *panel)
{
    const ResultVariable *x = find(names, t, c->x), *y = find(names, t, c->y);
    if (!x || !y) return;
    bool is_time = !strcmp(c->x, "time");
    PlotCurve *curve = &panel->curves[panel->n_curves++];
    *curve =
        (PlotCurve){.result = t,
                    .y = with_unit(out, y, &plot->y),
                    .x = is_time && !takes_unit(x, &plot->x) ? NULL : with_unit(out, x, &plot->x),
                    .label = c->legend && *c->legend ? figure_text(out, c->legend, t) : y->name,
                    .color = panel->n_curves - 1};
}

static PlotPanel panel_of(Arena *out, const FigurePlot *plot, const Trajectory *t,
                          const ResultNames *names)
{
    PlotPanel panel = {
        .curves = ARENA_ARRAY(out, PlotCurve, plot->n_curves + 1), .low = NAN, .high = NAN};
    for (uint32_t k = 0; k < plot->n_curves; k++)
        add_curve(out, &plot->curves[k], plot, t, names, &panel);
    if (!panel.n_curves) return panel;
    panel.low = bound(panel.curves[0].y, &plot->y, plot->y.min);
    panel.high = bound(panel.curves[0].y, &plot->y, plot->y.max);
    return panel;
}

bool figure_arrange(Arena *out, const Figure *figure, const Trajectory *t, PlotSpec *spec)
{
    const ResultNames *names = result_names(out, &t->table);
    PlotPanel *panels = ARENA_ARRAY(out, PlotPanel, figure->n_plots + 1);
    const FigurePlot *first = NULL;
    spec->n_panels = 0;
    for (uint32_t i = 0; i < figure->n_plots; i++) {
        const FigurePlot *plot = &figure->plots[i];
        if (first && strcmp(first->curves[0].x, plot->curves[0].x) != 0) continue;
        panels[spec->n_panels] = panel_of(out, plot, t, names);
        if (!panels[spec->n_panels].n_curves) continue;
        if (!first) first = plot;
        spec->n_panels++;
    }
    spec->panels = panels;
    if (!first) return false;
    const ResultVariable *x = panels[0].curves[0].x ? panels[0].curves[0].x : t->table.variables;
    if (isnan(spec->x_low)) spec->x_low = bound(x, &first->x, first->x.min);
    if (isnan(spec->x_high)) spec->x_high = bound(x, &first->x, first->x.max);
    return true;
}

// ---- Data --------------------------------------------------------------------------------------

static void add_text(Text *out, const char *key, const char *text)
{
    text_printf(out, "\"%s\":", key);
    if (text)
        text_json_string(out, text, strlen(text));
    else
        text_add(out, "null");
}

static void add_number(Text *out, const char *key, double value)
{
    text_printf(out, ",\"%s\":", key);
    if (isfinite(value))
        text_number(out, value);
    else
        text_add(out, "null");
}

static void add_axis(Arena *scratch, Text *out, const char *key, const FigureAxis *axis,
                     const Trajectory *t, const ResultVariable *v)
{
    UnitChange change = shown_in(v, axis);
    Text unit = text_make(scratch);
    unit_add_text(&unit, change.unit);
    bool counts = takes_unit(v, axis) || !axis->unit || !*axis->unit;
    text_printf(out, ",\"%s\":{", key);
    add_text(out, "label", figure_text(scratch, axis->label, t));
    text_add_char(out, ',');
    add_text(out, "unit", takes_unit(v, axis) ? text_cstr(&unit) : NULL);
    add_number(out, "min", counts ? axis->min : (double)NAN);
    add_number(out, "max", counts ? axis->max : (double)NAN);
    text_add_char(out, '}');
}

// [factor, offset] from the base unit to that of the axis; null: the variable keeps its own.
static void add_change(Text *out, const char *key, const ResultVariable *v, const FigureAxis *axis)
{
    text_printf(out, ",\"%s\":", key);
    if (!takes_unit(v, axis)) {
        text_add(out, "null");
        return;
    }
    UnitChange change = shown_in(v, axis);
    text_add_char(out, '[');
    text_number(out, change.factor);
    text_add_char(out, ',');
    text_number(out, change.offset);
    text_add_char(out, ']');
}

static void add_plot(Arena *scratch, Text *out, const FigurePlot *plot, const Trajectory *t,
                     const ResultNames *names)
{
    const ResultVariable *first_x = NULL, *first_y = NULL;
    const char *separator = "";
    text_add(out, "{");
    add_text(out, "title", figure_text(scratch, plot->title, t));
    text_add(out, ",\"curves\":[");
    for (uint32_t k = 0; k < plot->n_curves; k++) {
        const FigureCurve *c = &plot->curves[k];
        const ResultVariable *x = find(names, t, c->x), *y = find(names, t, c->y);
        if (!x || !y) continue;
        if (!first_y) first_x = x, first_y = y;
        text_printf(out, "%s{", separator);
        add_text(out, "x", c->x);
        text_add_char(out, ',');
        add_text(out, "y", c->y);
        text_add_char(out, ',');
        add_text(out, "legend", figure_text(scratch, c->legend, t));
        add_change(out, "xChange", x, &plot->x);
        add_change(out, "yChange", y, &plot->y);
        text_add_char(out, '}');
        separator = ",";
    }
    text_add_char(out, ']');
    if (first_x) add_axis(scratch, out, "x", &plot->x, t, first_x);
    if (first_y) add_axis(scratch, out, "y", &plot->y, t, first_y);
    text_add_char(out, '}');
}

void figures_json(Arena *scratch, const FigureList *figures, const Trajectory *t, Text *out)
{
    const ResultNames *names = figures->n ? result_names(scratch, &t->table) : NULL;
    const char *separator = "";
    text_add_char(out, '[');
    for (uint32_t i = 0; i < figures->n; i++) {
        const Figure *f = &figures->figures[i];
        if (!figure_is_drawn(f, names)) continue;
        text_printf(out, "%s\n{", separator);
        add_text(out, "title", figure_text(scratch, f->title, t));
        text_add_char(out, ',');
        add_text(out, "caption", figure_text(scratch, f->caption, t));
        text_printf(out, ",\"preferred\":%s,\"plots\":[", f->is_preferred ? "true" : "false");
        for (uint32_t k = 0; k < f->n_plots; k++) {
            if (k) text_add_char(out, ',');
            add_plot(scratch, out, &f->plots[k], t, names);
        }
        text_add(out, "]}");
        separator = ",";
    }
    text_add_char(out, ']');
}
