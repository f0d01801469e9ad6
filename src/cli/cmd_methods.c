// tarn methods: the table of integrators, or one row of it in full.
#include <string.h>

#include "base/suggest.h"
#include "cli/cli.h"
#include "run/integrators/integrator.h"

static const char *stability_of(const IntegratorDesc *d)
{
    return d->is_l_stable ? "L-stable" : d->is_a_stable ? "A-stable" : "";
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
    text_printf(&t, "%-15s %-6s %-9s %-10s %s\n", "name", "order", "kind", "stability", "");
    text_printf(&t, "%-15s %-6s %-9s %-10s %s\n", "auto", "", "", "",
                "one of these, chosen by the model");
    for (int i = 0; i < n_integrators; i++) {
        const IntegratorDesc *d = integrators[i];
        Text order = text_make(cli->session->arena);
        print_order(&order, d);
        text_printf(&t, "%-15s %-6s %-9s %-10s %s\n", d->name, text_cstr(&order),
                    d->is_implicit ? "implicit" : "explicit", stability_of(d), d->summary);
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
    if (*stability_of(d)) text_printf(&t, "  stability  %s\n", stability_of(d));
    text_printf(&t, "  step size  %s\n",
                d->takes_fixed_step ? "controlled, or fixed with --step" : "controlled");
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
        diag_label(diag, d, "did you mean '%s'?", near);
    else
        diag_label(diag, d, "`tarn methods` lists them");
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
    if (o->svg) return cli_not_implemented(cli, "methods --svg");
    describe_method(cli, d);
    return STATUS_DONE;
}
