// tarn methods: the table of integrators, or one row of it in full.
#include <string.h>

#include "base/suggest.h"
#include "cli/cli.h"
#include "results/plot_svg.h"
#include "run/integrators/integrator.h"
#include "run/integrators/stability.h"

static const char *stability_of(Cli *cli, const IntegratorDesc *d)
{
    if (d->is_l_stable) return "L-stable";
    if (d->is_a_stable) return "A-stable";
    int angle = d->is_implicit ? stability_angle(d->formulas, d->n_formulas) : 0;
    return angle ? arena_printf(cli->session->arena, "A(%d deg)", angle) : "";
}

static const char *forms_of(const IntegratorDesc *d)
{
    return d->solves_dae ? "ODE, DAE" : "ODE";
}

static void print_order(Text *out, const IntegratorDesc *d)
{
    if (d->order_min == d->order_max)
        text_printf(out, "%d", d->order_max);
    else
        text_printf(out, "%d-%d", d->order_min, d->order_max);
}

static void list_methods(Cli *cli)
{
    Text t = text_make(cli->session->arena);
    const char *row = "%-18s %-6s %-7s %-9s %-9s %-10s%s\n";
    text_printf(&t, row, "name", "order", "stages", "kind", "forms", "stability", "");
    text_printf(&t, row, "auto", "", "", "", "", "", "one of these, chosen by the model");
    for (int i = 0; i < n_integrators; i++) {
        const IntegratorDesc *d = integrators[i];
        Text order = text_make(cli->session->arena);
        print_order(&order, d);
        text_printf(&t, row, d->name, text_cstr(&order),
                    arena_printf(cli->session->arena, "%d", d->stages),
                    d->is_implicit ? "implicit" : "explicit", forms_of(d), stability_of(cli, d),
                    d->summary);
    }
    fputs(text_cstr(&t), cli->out);
}

static void describe_method(Cli *cli, const IntegratorDesc *d)
{
    Text t = text_make(cli->session->arena);
    text_printf(&t, "%s: %s\n  order      ", d->name, d->summary);
    print_order(&t, d);
    if (d->stages > 1) text_printf(&t, "\n  stages     %d", d->stages);
    text_printf(&t, "\n  kind       %s\n", d->is_implicit ? "implicit" : "explicit");
    text_printf(&t, "  forms      %s\n", forms_of(d));
    const char *stability = stability_of(cli, d);
    if (*stability) text_printf(&t, "  stability  %s\n", stability);
    text_printf(&t, "  step size  %s\n",
                !d->controls_step     ? "fixed, the output interval or --step"
                : d->takes_fixed_step ? "controlled, or fixed with --step"
                                      : "controlled");
    fputs(text_cstr(&t), cli->out);
}

static void report_unknown(Cli *cli, const char *name)
{
    const char **names = ARENA_ARRAY(cli->session->arena, const char *, n_integrators + 1);
    names[n_integrators] = "auto";
    for (int i = 0; i < n_integrators; i++) names[i] = integrators[i]->name;
    Diag *diag = cli->session->diag;
    Diagnostic *d = diag_error(diag, (Span){0, 0}, E_USAGE, "unknown method '%s'", name);
    const char *near = nearest_text(name, names, (size_t)n_integrators + 1);
    if (near)
        diag_suggest(diag, d, near);
    else
        diag_label(diag, d, "`tarn methods` lists them");
}

// ---- Pictures -------------------------------------------------------------------------------

// A curve as the picture drawer wants it: a result whose rows are its points.
static PlotCurve curve_of(Arena *arena, PointList points, const char *y_name, const char *label,
                          uint32_t color, uint32_t dash)
{
    ResultVariable *variables = ARENA_ARRAY(arena, ResultVariable, 3);
    const char *names[] = {"time", "Re(lambda h)", y_name};
    for (uint32_t i = 0; i < 3; i++)
        variables[i] = (ResultVariable){.name = names[i],
                                        .kind = VALUE_REAL,
                                        .place = i ? KEPT_ROW : KEPT_TIME,
                                        .index = i ? i - 1 : 0};
    double *time = ARENA_ARRAY(arena, double, points.count + 1);
    for (size_t i = 0; i < points.count; i++) time[i] = (double)i;
    double **columns = ARENA_ARRAY(arena, double *, 2);
    columns[0] = points.x;
    columns[1] = points.y;
    Trajectory *t = ARENA_NEW(arena, Trajectory);
    *t = (Trajectory){.table = {.variables = variables, .n_variables = 3, .row_size = 2},
                      .n_rows = points.count,
                      .time = time,
                      .columns = columns};
    return (PlotCurve){.result = t,
                       .y = &variables[2],
                       .x = &variables[1],
                       .label = label,
                       .color = color % PLOT_PALETTE_SIZE,
                       .dash = dash};
}

// Above the borders of the stability domains of the formulas, below ln |F| on the negative real
// axis beside that of the exact solution.
static ExitStatus draw_method(Cli *cli, const IntegratorDesc *d)
{
    Arena *arena = cli->session->arena;
    uint32_t n = (uint32_t)d->n_formulas;
    double half = stability_window(d->formulas, d->n_formulas);
    PlotPanel panels[2] = {{.curves = ARENA_ARRAY(arena, PlotCurve, n), .n_curves = n},
                           {.curves = ARENA_ARRAY(arena, PlotCurve, n + 1), .n_curves = n + 1}};
    for (uint32_t i = 0; i < n; i++) {
        const Formula *f = &d->formulas[i];
        panels[0].curves[i] =
            curve_of(arena, stability_border(arena, f, half), "Im(lambda h)", f->label, i, 0);
        panels[1].curves[i] =
            curve_of(arena, stability_damping(arena, f, half), "ln |F|", f->label, i, 0);
    }
    panels[1].curves[n] =
        curve_of(arena, stability_damping(arena, NULL, half), "ln |F|", "exact", n, 1);
    PlotSpec spec = {
        .title = arena_printf(arena, "%s: stability domain and damping", d->name),
        .panels = panels,
        .n_panels = 2,
        .panel_height = 420,
        .x_low = NAN,
        .x_high = NAN,
    };
    Text picture = text_make(arena);
    plot_svg(&spec, &picture);
    return cli_write(cli, cli->options->svg, &picture) ? STATUS_DONE : STATUS_USAGE;
}

ExitStatus cmd_methods(Cli *cli)
{
    const Options *o = cli->options;
    if (!o->words.count) {
        list_methods(cli);
        return STATUS_DONE;
    }
    const IntegratorDesc *d = integrator_of_name(o->words.data[0]);
    if (!d) {
        report_unknown(cli, o->words.data[0]);
        return STATUS_USAGE;
    }
    describe_method(cli, d);
    return o->svg ? draw_method(cli, d) : STATUS_DONE;
}
