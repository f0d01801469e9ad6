// Clocks of FMI 3: those of the model tick by themselves, and tell; input clocks are told.
#include "fmi/runtime/fmu_instance.h"

static const VariableInfo *clock_of(Instance *i, uint32_t reference)
{
    Reference r = reference_of(i->tables, reference);
    const VariableInfo *v = r.kind == REFERS_VARIABLE ? &i->tables->variables[r.number] : NULL;
    if (v && v->is_clock && (v->tick_slot || v->causality == IS_INPUT)) return v;
    instance_tell(i, FMI_ERROR, "value reference %u: there is no such clock", reference);
    return NULL;
}

FmiStatus instance_get_clocks(Instance *i, const uint32_t *references, size_t n, bool *ticks)
{
    for (size_t k = 0; k < n; k++) {
        const VariableInfo *v = clock_of(i, references[k]);
        if (!v) return FMI_ERROR;
        double value = 0;
        if (v->causality != IS_INPUT)
            value = run_ticks(i->run, v->tick_slot, i->is_at_start);
        else if (instance_get(i, &references[k], 1, 1u << VALUE_BOOLEAN, &value) != FMI_OK)
            return FMI_ERROR;
        ticks[k] = value != 0;
    }
    return FMI_OK;
}

FmiStatus instance_set_clocks(Instance *i, const uint32_t *references, size_t n, const bool *ticks)
{
    bool may_tick = i->phase == PHASE_RUNNING && (i->is_exchanged || i->uses_events);
    for (size_t k = 0; k < n; k++) {
        const VariableInfo *v = clock_of(i, references[k]);
        if (!v) return FMI_ERROR;
        if (v->causality != IS_INPUT || !may_tick) {
            instance_tell(i, FMI_ERROR,
                          may_tick ? "'%s' ticks by itself" : "'%s' can tick in event mode only",
                          v->name);
            return FMI_ERROR;
        }
        double value = ticks[k];
        if (instance_set(i, &references[k], 1, 1u << VALUE_BOOLEAN, &value) != FMI_OK)
            return FMI_ERROR;
        i->has_input_tick |= ticks[k];
    }
    return FMI_OK;
}

FmiStatus instance_end_ticks(Instance *i)
{
    FmiStatus status = FMI_OK;
    i->has_input_tick = false;
    for (int32_t k = 0; k < i->tables->n_variables && status == FMI_OK; k++) {
        const VariableInfo *v = &i->tables->variables[k];
        if (!v->is_clock || v->causality != IS_INPUT) continue;
        uint32_t reference = reference_number(i->tables, REFERS_VARIABLE, k);
        double none = 0;
        status = instance_set(i, &reference, 1, 1u << VALUE_BOOLEAN, &none);
    }
    return status;
}
