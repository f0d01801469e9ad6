// Documentation(figures = {Figure(plots = {Plot(curves = {Curve(y = ...)})})}), of the class and of
// its base classes. The annotation tells what to draw, not what the model is: what cannot be read
// is left out.
#include <math.h>
#include <string.h>

#include "instance/classes/classes.h"
#include "instance/front.h"

static const AstExpr *argument(const AstExpr *call, const char *name)
{
    const AstArgs *args = call->u.call.args;
    for (uint32_t i = 0; args && i < args->n_named; i++)
        if (!strcmp(args->named[i].name->text, name)) return args->named[i].value;
    return NULL;
}

static bool is_record(const AstExpr *e, const char *name)
{
    if (e->kind != AST_CALL || e->u.call.function->kind != AST_REF) return false;
    const AstExpr *function = e->u.call.function;
    return function->u.ref.n_parts == 1 && !strcmp(function->u.ref.parts[0].name->text, name);
}

static const char *text_argument(Front *f, const AstExpr *call, const char *name)
{
    const AstExpr *e = argument(call, name);
    uint32_t length;
    return e && e->kind == AST_STRING ? ast_string_value(e, f->arena, &length) : NULL;
}

static double number_argument(const AstExpr *call, const char *name)
{
    const AstExpr *e = argument(call, name);
    double sign = 1;
    while (e && e->kind == AST_UNARY && (e->op == AST_MINUS || e->op == AST_PLUS)) {
        if (e->op == AST_MINUS) sign = -sign;
        e = e->u.binary.right;
    }
    if (e && e->kind == AST_INTEGER) return sign * (double)e->u.integer;
    return e && e->kind == AST_REAL ? sign * e->u.number : (double)NAN;
}

// ---- Result references -------------------------------------------------------------------------

// der(x) and der(x, n), which results call der(der(x)).
static bool write_derivative(const AstExpr *call, Text *out)
{
    const AstArgs *args = call->u.call.args;
    if (!args || !args->positional.count || args->positional.count > 2) return false;
    const AstExpr *of = args->positional.items[0];
    const AstExpr *order = args->positional.count == 2 ? args->positional.items[1] : NULL;
    int64_t n = order ? order->kind == AST_INTEGER ? order->u.integer : 0 : 1;
    if (of->kind != AST_REF || n < 1 || n > 9) return false;
    for (int64_t i = 0; i < n; i++) text_add(out, "der(");
    if (!ast_reference_text(of, out)) return false;
    for (int64_t i = 0; i < n; i++) text_add_char(out, ')');
    return true;
}

static const char *reference(Front *f, const AstExpr *e)
{
    Text t = text_make(f->arena);
    bool ok = e && (e->kind == AST_REF                           ? ast_reference_text(e, &t)
                    : e->kind == AST_CALL && is_record(e, "der") ? write_derivative(e, &t)
                                                                 : false);
    return ok ? text_cstr(&t) : NULL;
}

// ---- Figures -----------------------------------------------------------------------------------

static FigureAxis axis_of(Front *f, const AstExpr *plot, const char *name)
{
    const AstExpr *e = argument(plot, name);
    FigureAxis axis = {NAN, NAN, NULL, NULL};
    if (!e || !is_record(e, "Axis")) return axis;
    axis.min = number_argument(e, "min");
    axis.max = number_argument(e, "max");
    axis.unit = text_argument(f, e, "unit");
    axis.label = text_argument(f, e, "label");
    return axis;
}

static void read_curve(Front *f, const AstExpr *e, FigurePlot *plot, FigureCurve *curves)
{
    const AstExpr *x = argument(e, "x");
    FigureCurve c = {x ? reference(f, x) : "time", reference(f, argument(e, "y")),
                     text_argument(f, e, "legend")};
    if (c.x && c.y) curves[plot->n_curves++] = c;
}

static void read_plot(Front *f, const AstExpr *e, Figure *figure, FigurePlot *plots)
{
    const AstExpr *list = argument(e, "curves");
    if (!list || list->kind != AST_ARRAY) return;
    FigureCurve *curves = ARENA_ARRAY(f->arena, FigureCurve, list->u.items.count + 1);
    FigurePlot plot = {.title = text_argument(f, e, "title"),
                       .identifier = text_argument(f, e, "identifier"),
                       .x = axis_of(f, e, "x"),
                       .y = axis_of(f, e, "y"),
                       .curves = curves};
    for (uint32_t i = 0; i < list->u.items.count; i++)
        if (is_record(list->u.items.items[i], "Curve"))
            read_curve(f, list->u.items.items[i], &plot, curves);
    if (plot.n_curves) plots[figure->n_plots++] = plot;
}

static bool read_figure(Front *f, const AstExpr *e, Figure *figure)
{
    const AstExpr *list = argument(e, "plots"), *preferred = argument(e, "preferred");
    if (!list || list->kind != AST_ARRAY) return false;
    FigurePlot *plots = ARENA_ARRAY(f->arena, FigurePlot, list->u.items.count + 1);
    *figure = (Figure){.title = text_argument(f, e, "title"),
                       .identifier = text_argument(f, e, "identifier"),
                       .group = text_argument(f, e, "group"),
                       .caption = text_argument(f, e, "caption"),
                       .is_preferred =
                           preferred && preferred->kind == AST_BOOLEAN && preferred->u.boolean,
                       .plots = plots};
    for (uint32_t i = 0; i < list->u.items.count; i++)
        if (is_record(list->u.items.items[i], "Plot"))
            read_plot(f, list->u.items.items[i], figure, plots);
    return figure->n_plots > 0;
}

typedef VEC(Figure) FigureVec;

static void read_class(Front *f, const AstClass *def, bool preferred, FigureVec *found)
{
    const AstMod *about = def ? ast_annotation(def->annotation, "Documentation") : NULL;
    const AstMod *mod = about ? ast_find_mod(about->args, about->n_args, "figures") : NULL;
    const AstExpr *list = mod ? mod->value : NULL;
    if (!list || list->kind != AST_ARRAY) return;
    for (uint32_t i = 0; i < list->u.items.count; i++) {
        Figure figure;
        const AstExpr *e = list->u.items.items[i];
        if (is_record(e, "Figure") && read_figure(f, e, &figure) &&
            figure.is_preferred == preferred)
            VEC_PUSH(f->arena, found, figure);
    }
}

FigureList figures_of(Front *f, Node *model)
{
    const ClassLayout *layout = node_layout(f, model);
    FigureVec found = {0};
    for (int preferred = 1; preferred >= 0; preferred--)
        for (uint32_t i = 0; i < layout->n_parts; i++)
            read_class(f, layout->parts[i].def, preferred != 0, &found);
    return (FigureList){found.data, found.count};
}
