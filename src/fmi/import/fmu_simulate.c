#include "fmi/import/fmu_simulate.h"

#include <math.h>
#include <string.h>

#include "fmi/import/fmu_file.h"
#include "fmi/import/fmu_model.h"
#include "tarn/compile/experiment.h"
#include "tarn/compile/settings.h"
#include "tarn/runs/start_from.h"

static const Span nowhere = {0, 0};

static SimulateOutcome refuse(Session *s, const char *path, const char *why)
{
    diag_error(s->diag, nowhere, E_FMU_FILE, "'%s' cannot be used: %s", path, why);
    return SIMULATE_WRONG_MODEL;
}

// NULL: this is not offered. Scheduled execution is taken where there is nothing else.
static const FmuInterface *interface_of(const FmuDescription *d, FmuUse use, FmuSetup *setup)
{
    bool is_free = use == FMU_AS_OFFERED;
    setup->is_exchanged = use == FMU_AS_EXCHANGE || (is_free && d->exchange.identifier);
    setup->is_scheduled = use == FMU_AS_SCHEDULED ||
                          (is_free && !d->exchange.identifier && !d->simulation.identifier);
    const FmuInterface *i = setup->is_exchanged   ? &d->exchange
                            : setup->is_scheduled ? &d->scheduled
                                                  : &d->simulation;
    return i->identifier ? i : NULL;
}

static bool make_options(SimulatedModel *sim, const FmuDescription *d, SimulationOptions *out)
{
    const CompileOptions *c = sim->pipeline.options;
    double start = isfinite(c->start_time)   ? c->start_time
                   : isfinite(d->start_time) ? d->start_time
                                             : 0;
    double stop = isfinite(c->stop_time)   ? c->stop_time
                  : isfinite(d->stop_time) ? d->stop_time
                                           : start + 1;
    Experiment e = {.tolerance = d->tolerance, .interval = d->step};
    return experiment_options(sim->pipeline.session, c, sim->options, &e, start, stop, out);
}

static const VariableInfo *find_settable(const Model *m, const char *name)
{
    for (int32_t i = 0; i < m->n_variables; i++)
        if (m->variables[i].is_settable && !strcmp(m->variables[i].name, name))
            return &m->variables[i];
    return NULL;
}

// What stands between quotes.
static const char *unquoted(Arena *out, const char *text)
{
    size_t n = strlen(text);
    if (n < 2 || text[0] != '"' || text[n - 1] != '"') return NULL;
    char *copy = arena_copy_text(out, text + 1, n - 2), *to = copy;
    for (const char *from = copy; *from; from++) {
        if (*from == '\\' && from[1]) from++;
        *to++ = *from;
    }
    *to = '\0';
    return copy;
}

// Nothing of an FMU can be compiled anew: what is no plain value of something that can be set is
// an error.
static bool apply_late(SimulatedModel *sim, const Setting *set)
{
    const VariableInfo *v = find_settable(sim->model, set->name);
    const char *text = v && v->kind == VALUE_STRING ? unquoted(sim->arena, set->value) : NULL;
    if (text)
        memcpy(&sim->model->v[v->slot], &text, sizeof text);
    else if (v)
        diag_error(sim->pipeline.session->diag, nowhere, E_USAGE,
                   "--set: '%s' is no value for '%s': FMUs take plain values", set->value,
                   set->name);
    else
        diag_error(
            sim->pipeline.session->diag, nowhere, E_USAGE,
            "--set: '%s' is no input, parameter or start value that this FMU lets others set",
            set->name);
    return text != NULL;
}

static bool apply_settings(SimulatedModel *sim)
{
    Session *s = sim->pipeline.session;
    const WordList *sets = &sim->pipeline.options->sets;
    SettingList late, none;
    SettingsOutcome outcome = settings_apply(s, sets, sim->model, false, &late);
    if (outcome == SETTINGS_DONE) return true;
    if (outcome != SETTINGS_RECOMPILE || settings_apply(s, sets, sim->model, true, &none))
        return false;
    for (uint32_t i = 0; i < late.count; i++)
        if (!apply_late(sim, &late.items[i])) return false;
    return true;
}

static SimulateOutcome run_file(SimulatedModel *sim, const char *path, FmuUse use)
{
    Session *s = sim->pipeline.session;
    FmuFile *f = ARENA_NEW(sim->arena, FmuFile);
    FmuSetup setup = {0};
    SimulationOptions options;
    const char *why;
    if (sim->pipeline.options->no_external)
        return refuse(s, path, "it is foreign code, and --no-external forbids that");
    if (!fmu_file_open(s, sim->arena, path, f)) return SIMULATE_WRONG_MODEL;
    const FmuInterface *i = interface_of(&f->description, use, &setup);
    if (!i)
        return refuse(s, path,
                      setup.is_exchanged ? "it offers no model exchange"
                                         : "it offers no co-simulation");
    if (!make_options(sim, &f->description, &options)) return SIMULATE_USAGE;
    if (!fmu_file_load(s, sim->arena, f, i->identifier)) return SIMULATE_WRONG_MODEL;
    setup.description = &f->description;
    setup.code = f->code;
    setup.resources = fmu_file_resources(sim->arena, f);
    setup.start_time = options.start_time;
    setup.stop_time = options.stop_time;
    setup.tolerance = options.tolerance;
    sim->model = fmu_model_open(sim->arena, &f->description, &setup, &why);
    if (!sim->model) return refuse(s, path, why);
    sim->pipeline.loaded.model = sim->model->name;
    if (!apply_settings(sim)) return SIMULATE_USAGE;
    sim->start_exceptions =
        start_from_exceptions(s, sim->arena, NULL, &sim->pipeline.options->sets);
    return simulate_engine(sim, &options);
}

SimulateOutcome fmu_simulate(SimulatedModel *sim, Session *session, const char *path, FmuUse use,
                             const CompileOptions *compile, const RunOptions *run)
{
    *sim = (SimulatedModel){.pipeline = {.session = session, .options = compile},
                            .options = run,
                            .arena = arena_open("FMU")};
    return run_file(sim, path, use);
}
