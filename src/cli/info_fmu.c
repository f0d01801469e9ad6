// tarn info FILE.fmu: what an FMU says about itself; nothing of it is run.
#include <math.h>
#include <string.h>

#include "cli/cli.h"
#include "fmi/import/fmu_file.h"

static void add_interface(Text *t, const char *name, const FmuInterface *i, bool has_code)
{
    if (!i->identifier) return;
    text_printf(
        t, "%s: %s%s%s%s%s%s%s\n", name, i->identifier,
        has_code ? "" : " (no code for this platform)",
        i->saves_states ? ", states can be kept" : "", i->serializes_states ? " and written" : "",
        i->has_directions ? ", directional derivatives" : "",
        i->has_variable_steps ? ", steps of any size" : "", i->has_events ? ", event mode" : "");
}

static void add_experiment(Text *t, const FmuDescription *d)
{
    const double numbers[] = {d->start_time, d->stop_time, d->tolerance, d->step};
    static const char *const words[] = {"start time", "stop time", "tolerance", "step"};
    bool is_first = true;
    for (int k = 0; k < 4; k++) {
        if (!isfinite(numbers[k])) continue;
        text_printf(t, "%s%s ", is_first ? "experiment: " : ", ", words[k]);
        text_number(t, numbers[k]);
        is_first = false;
    }
    if (!is_first) text_add_char(t, '\n');
}

static void add_variables(Text *t, const FmuDescription *d, FmuCausality causality)
{
    for (uint32_t i = 0; i < d->variables.count; i++) {
        const FmuVariable *v = &d->variables.data[i];
        if (v->causality != causality) continue;
        text_printf(t, "  %-20s %s %s", fmu_causality_word(causality), fmu_type_word(v->type),
                    v->name);
        if (v->n_dims) text_add_char(t, '[');
        for (uint32_t k = 0; k < v->n_dims; k++)
            text_printf(t, "%s%lld", k ? "," : "", (long long)v->dims[k]);
        if (v->n_dims) text_add_char(t, ']');
        if (v->start) text_printf(t, " = %.60s", v->start);
        if (v->unit) text_printf(t, " [%s]", v->unit);
        if (v->description) text_printf(t, ": %s", v->description);
        text_add_char(t, '\n');
    }
}

static void describe(Text *t, const FmuFile *f)
{
    const FmuDescription *d = &f->description;
    const FmuInterface *const interfaces[] = {&d->exchange, &d->simulation, &d->scheduled};
    static const char *const words[] = {"model exchange", "co-simulation", "scheduled execution"};
    text_printf(t, "%s: FMI %s\n", d->model_name ? d->model_name : f->path, d->version_text);
    if (d->comment) text_printf(t, "%s\n", d->comment);
    if (d->tool)
        text_printf(t, "made by %s%s%s\n", d->tool, d->date ? ", " : "", d->date ? d->date : "");
    for (int k = 0; k < 3; k++)
        add_interface(t, words[k], interfaces[k],
                      interfaces[k]->identifier &&
                          fmu_file_binary(t->arena, f, interfaces[k]->identifier));
    add_experiment(t, d);
    text_printf(t, "%u variables, %u continuous states, %lld event indicators\n",
                d->variables.count, d->derivatives.count, (long long)d->n_indicators);
    add_variables(t, d, FMU_INPUT);
    add_variables(t, d, FMU_OUTPUT);
    add_variables(t, d, FMU_STRUCTURAL_PARAMETER);
    add_variables(t, d, FMU_PARAMETER);
}

ExitStatus info_of_fmu(Cli *cli)
{
    Arena *a = arena_open("FMU");
    FmuFile f;
    bool ok = fmu_file_open(cli->session, a, cli->options->words.data[0], &f);
    if (ok) {
        Text t = text_make(a);
        describe(&t, &f);
        cli_print(cli, &t);
    }
    arena_close(a);
    return ok ? STATUS_DONE : STATUS_WRONG_MODEL;
}
