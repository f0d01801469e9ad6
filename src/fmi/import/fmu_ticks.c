#include "fmi/import/fmu_ticks.h"

#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "fmi/import/fmu_model_state.h"

static bool is_told(const FmuTick *c) // by us
{
    return c->v->causality == FMU_INPUT;
}

static bool is_timed(const FmuTick *c)
{
    return is_told(c) && c->v->intervals != FMU_INTERVAL_TRIGGERED;
}

static bool is_periodic(const FmuTick *c)
{
    return is_timed(c) && c->v->intervals <= FMU_INTERVAL_TUNABLE;
}

// ---- Tables
// -------------------------------------------------------------------------------------

static int by_priority(const void *a, const void *b)
{
    const FmuTick *p = a, *q = b;
    if (p->v->priority != q->v->priority) return p->v->priority < q->v->priority ? -1 : 1;
    return (p->v > q->v) - (p->v < q->v); // as they are written
}

void fmu_ticks_make(FmuModel *f)
{
    const FmuDescription *d = f->d;
    FmuTicks *t = &f->ticks;
    t->all = ARENA_ARRAY(f->arena, FmuTick, d->variables.count + 1);
    t->clocked = ARENA_ARRAY(f->arena, uint32_t, d->variables.count + 1);
    for (uint32_t i = 0; i < d->variables.count; i++) {
        const FmuVariable *v = &d->variables.data[i];
        if (v->type == FMU_CLOCK && f->slots[i] != NO_SLOT)
            t->all[t->n++] =
                (FmuTick){.v = v, .slot = f->slots[i], .next = INFINITY, .ticked_at = NAN};
        else if (v->clocks.count && f->slots[i] != NO_SLOT && v->type < FMU_STRING)
            t->clocked[t->n_clocked++] = i;
    }
    qsort(t->all, t->n, sizeof *t->all, by_priority);
}

// ---- Instants
// -------------------------------------------------------------------------------------

// Multiples of two intervals that are the same instant differ in their last digits.
static bool is_now(const FmuModel *f, double instant)
{
    double t = f->v[SLOT_TIME];
    return instant <= t + 1e-12 * fmax(1, fabs(t));
}

static ModelOutcome fail_to_tick(FmuModel *f, const FmuTick *c)
{
    const char *what = arena_printf(f->arena, "to tell an interval of '%s'", c->v->name);
    return fmu_fail(f, what, MODEL_FATAL);
}

static ModelOutcome find_next(FmuModel *f, FmuTick *c)
{
    c->next = c->first + c->count * c->interval;
    if (c->interval > 0 && isfinite(c->next) && (!c->count || !is_now(f, c->next))) return MODEL_OK;
    return fail_to_tick(f, c);
}

// An interval counts from the present time on.
static ModelOutcome ask_interval(FmuModel *f, FmuTick *c, bool *is_new)
{
    double interval = NAN;
    int qualifier = FMI3_INTERVAL_NOT_YET_KNOWN;
    FMU_DO(fmu_get_interval(&f->fmu, c->v->reference, &interval, &qualifier), "an interval");
    *is_new = qualifier == FMI3_INTERVAL_CHANGED;
    if (*is_new && !(interval >= 0 && isfinite(interval))) return fail_to_tick(f, c);
    if (*is_new) c->interval = interval;
    return MODEL_OK;
}

static ModelOutcome begin_periodic(FmuModel *f, FmuTick *c)
{
    double shift = isfinite(c->v->shift) ? c->v->shift : 0;
    bool is_new;
    c->interval = c->v->interval;
    if (!isfinite(c->interval)) { // it follows from parameters
        ModelOutcome o = ask_interval(f, c, &is_new);
        if (o != MODEL_OK) return o;
        FMU_DO(fmu_get_shift(&f->fmu, c->v->reference, &shift), "a shift");
    }
    c->first = f->v[SLOT_TIME] + shift;
    c->count = 0;
    return find_next(f, c);
}

static ModelOutcome ask_next(FmuModel *f, FmuTick *c)
{
    bool is_new;
    ModelOutcome o = ask_interval(f, c, &is_new);
    if (o == MODEL_OK && is_new) c->next = f->v[SLOT_TIME] + c->interval;
    return o;
}

static ModelOutcome exchange_clocked(FmuModel *f, uint32_t i, bool is_input)
{
    const FmuVariable *v = &f->d->variables.data[i];
    FmuValues one = {v->type, &v->reference, 1, (size_t)v->count, &f->v[f->slots[i]]};
    if ((v->causality == FMU_INPUT) != is_input) return MODEL_OK;
    FMU_DO(is_input ? fmu_set(&f->fmu, &one) : fmu_get(&f->fmu, &one), v->name);
    return MODEL_OK;
}

ModelOutcome fmu_ticks_begin(FmuModel *f)
{
    const FmuSetup *s = &f->fmu.setup;
    bool can_tick = s->is_exchanged || s->is_scheduled || s->uses_events;
    for (uint32_t k = 0; k < f->ticks.n; k++) {
        FmuTick *c = &f->ticks.all[k];
        c->next = INFINITY;
        c->ticked_at = NAN;
        c->is_active = false;
        f->told[c->slot] = 0;
        ModelOutcome o = !can_tick || !is_timed(c) ? MODEL_OK
                         : is_periodic(c)          ? begin_periodic(f, c)
                                                   : ask_next(f, c);
        if (o != MODEL_OK) return o;
    }
    for (uint32_t k = 0; k < f->ticks.n_clocked; k++) {
        ModelOutcome o = exchange_clocked(f, f->ticks.clocked[k], false);
        if (o != MODEL_OK) return o;
    }
    return MODEL_OK;
}

double fmu_ticks_next(const FmuModel *f)
{
    double next = INFINITY;
    for (uint32_t k = 0; k < f->ticks.n; k++) next = fmin(next, f->ticks.all[k].next);
    return next;
}

void fmu_ticks_show(FmuModel *f)
{
    for (uint32_t k = 0; k < f->ticks.n; k++) {
        const FmuTick *c = &f->ticks.all[k];
        bool is_input = is_told(c) && !is_timed(c);
        if (!is_input) f->v[c->slot] = c->ticked_at == f->v[SLOT_TIME];
    }
}

// ---- Event mode
// -------------------------------------------------------------------------------------

static bool is_due(const FmuModel *f, const FmuTick *c)
{
    if (is_timed(c)) return is_now(f, c->next);
    return is_told(c) && f->v[c->slot] != 0 && f->told[c->slot] == 0;
}

static void note_tick(FmuModel *f, FmuTick *c)
{
    c->is_active = true;
    c->ticked_at = f->v[SLOT_TIME];
}

ModelOutcome fmu_ticks_set(FmuModel *f)
{
    for (uint32_t k = 0; k < f->ticks.n; k++) {
        FmuTick *c = &f->ticks.all[k];
        bool ticks = is_due(f, c);
        if (is_told(c)) f->told[c->slot] = f->v[c->slot];
        if (!ticks) continue;
        FMU_DO(fmu_set_clock(&f->fmu, c->v->reference), c->v->name);
        note_tick(f, c);
    }
    return MODEL_OK;
}

static bool is_active(const FmuModel *f, uint32_t reference)
{
    for (uint32_t k = 0; k < f->ticks.n; k++)
        if (f->ticks.all[k].v->reference == reference) return f->ticks.all[k].is_active;
    return false;
}

static ModelOutcome exchange_active(FmuModel *f, bool are_inputs)
{
    for (uint32_t k = 0; k < f->ticks.n_clocked; k++) {
        const FmuVariable *v = &f->d->variables.data[f->ticks.clocked[k]];
        bool has_value = false;
        for (uint32_t j = 0; j < v->clocks.count; j++) has_value |= is_active(f, v->clocks.data[j]);
        ModelOutcome o =
            has_value ? exchange_clocked(f, f->ticks.clocked[k], are_inputs) : MODEL_OK;
        if (o != MODEL_OK) return o;
    }
    return MODEL_OK;
}

static ModelOutcome ask_outputs(FmuModel *f)
{
    for (uint32_t k = 0; k < f->ticks.n; k++) {
        FmuTick *c = &f->ticks.all[k];
        bool ticks = false;
        if (is_told(c)) continue;
        FMU_DO(fmu_get_clock(&f->fmu, c->v->reference, &ticks), c->v->name);
        if (ticks) note_tick(f, c);
    }
    return MODEL_OK;
}

ModelOutcome fmu_ticks_hear(FmuModel *f)
{
    ModelOutcome o = exchange_active(f, true);
    if (o == MODEL_OK) o = ask_outputs(f);
    return o == MODEL_OK ? exchange_active(f, false) : o;
}

static ModelOutcome plan(FmuModel *f, FmuTick *c)
{
    bool ticked = c->is_active;
    c->is_active = false;
    if (ticked && is_timed(c)) c->next = INFINITY;
    if (ticked && is_periodic(c)) return c->count++, find_next(f, c);
    bool asks = c->v->intervals == FMU_INTERVAL_COUNTDOWN ||
                (ticked && c->v->intervals == FMU_INTERVAL_CHANGING);
    return asks && is_timed(c) ? ask_next(f, c) : MODEL_OK;
}

ModelOutcome fmu_ticks_plan(FmuModel *f)
{
    for (uint32_t k = 0; k < f->ticks.n; k++) {
        ModelOutcome o = plan(f, &f->ticks.all[k]);
        if (o != MODEL_OK) return o;
    }
    return MODEL_OK;
}

// ---- Scheduled execution
// -------------------------------------------------------------------------------------

static FmuTick *most_urgent(FmuModel *f)
{
    for (uint32_t k = 0; k < f->ticks.n; k++)
        if (is_due(f, &f->ticks.all[k])) return &f->ticks.all[k];
    return NULL;
}

// Nothing is interrupted: while a partition runs, time stands.
ModelOutcome fmu_ticks_run(FmuModel *f)
{
    FmuTick *c;
    for (uint32_t k = 0; k < f->ticks.n; k++) { // what has fallen can rise again
        int32_t slot = f->ticks.all[k].slot;
        if (f->v[slot] == 0) f->told[slot] = 0;
    }
    for (int k = 0; (c = most_urgent(f)); k++) {
        if (k == MOST_UPDATES) return fmu_fail(f, "to come to an end of its ticks", MODEL_FATAL);
        f->told[c->slot] = f->v[c->slot];
        note_tick(f, c);
        f->fmu.has_news = false;
        ModelOutcome o = exchange_active(f, true);
        if (o != MODEL_OK) return o;
        FMU_DO(fmu_activate(&f->fmu, c->v->reference, f->v[SLOT_TIME]), c->v->name);
        if (f->fmu.has_news) o = ask_outputs(f);
        if (o == MODEL_OK) o = exchange_active(f, false);
        if (o == MODEL_OK) o = fmu_ticks_plan(f);
        if (o != MODEL_OK) return o;
    }
    return MODEL_OK;
}
