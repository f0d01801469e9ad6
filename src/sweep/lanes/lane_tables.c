// What lanes know of a model, and what they cannot do.
#include <math.h>
#include <string.h>

#include "run/integrators/integrator.h"
#include "sweep/lanes/lanes.h"
#include "tarn/api/exported_run.h"

const char *lane_status_words(int status)
{
    static const char *const words[] = {
#define LANE_STATUS(symbol, text) [symbol] = text,
#include "sweep/lanes/lane_status.def"
#undef LANE_STATUS
    };
    return words[status];
}

LaneGrid lane_grid(const tarn_experiment *e)
{
    double steps = (e->stop_time - e->start_time) / e->step;
    // An end that a step misses by rounding only is its end.
    return (LaneGrid){e->start_time, e->stop_time, e->step, fmax(ceil(steps - 1e-9), 0)};
}

// ---- What is not possible ----------------------------------------------------------------------

static bool refuse(Session *s, const char *origin, const char *what)
{
    diag_error(s->diag, (Span){0, 0}, E_UNSUPPORTED, "%s%s%s together with --device",
               origin ? origin : "", origin ? ": " : "", what);
    return false;
}

static bool block_is_possible(Session *s, const BlockInfo *b)
{
    if (b->n_invariants) return refuse(s, b->origin, "invariants of a step");
    if (b->n <= MOST_ROWS_OF_LOOP) return true;
    return refuse(s, b->origin, "a loop of more than 40 unknowns");
}

static bool model_is_possible(Session *s, const Model *m)
{
    if (m->n_delays) return refuse(s, m->delays[0].origin, "delay()");
    if (m->n_transports) return refuse(s, m->transports[0].origin, "spatialDistribution()");
    if (m->n_state_sets)
        return refuse(s, m->state_sets[0].name, "states that are chosen while the simulation runs");
    for (int32_t i = 0; i < m->n_invariants; i++)
        if (!m->invariants[i].is_inlined) return refuse(s, m->invariants[i].name, "an invariant");
    bool *is_whole = ARENA_ARRAY(s->arena, bool, m->n_blocks + 1); // devices do without these
    for (int32_t i = 0; i < m->n_blocks; i++)
        if (m->blocks[i].whole != NO_BLOCK) is_whole[m->blocks[i].whole] = true;
    for (int32_t i = 0; i < m->n_blocks; i++)
        if (!is_whole[i] && !m->blocks[i].is_guard && !block_is_possible(s, &m->blocks[i]))
            return false;
    return true;
}

// ---- The method --------------------------------------------------------------------------------

static const Tableau *tableau_of(const IntegratorDesc *d)
{
    return d && d->n_formulas ? d->formulas[0].tableau : NULL;
}

// Whether the last stage is the end of the step.
static bool ends_with_stage(const Tableau *t)
{
    for (int i = 0; i < t->stages; i++)
        if (t->a[t->stages - 1][i] != t->b[i]) return false;
    return true;
}

static const Tableau *method_of(LaneTables *t, const char *method, const char *inlined)
{
    const InlineMethod *in = inlined ? inline_method_of_name(inlined) : NULL;
    const IntegratorDesc *d = in ? in->integrator : method ? integrator_of_name(method) : NULL;
    const Tableau *tableau = in && in->coupled ? in->coupled : tableau_of(d);
    if (!tableau || (in && in->most_order)) return NULL;
    if (!d->is_implicit) return t->method = METHOD_EXPLICIT, tableau;
    if (!in || !ends_with_stage(tableau)) return NULL;
    t->method = in->coupled ? METHOD_COUPLED : METHOD_DIAGONAL;
    return tableau;
}

static bool take_method(Session *s, LaneTables *t, const tarn_experiment *e, const char *inlined)
{
    const Tableau *tableau = method_of(t, e->method, inlined);
    if (!tableau) {
        diag_error(s->diag, (Span){0, 0}, E_METHOD,
                   "--device needs a method whose steps stand alone: --method rk4 or euler, or "
                   "--inline backward-euler, trapezoid, sdirk4, radau3 or radau5");
        return false;
    }
    if (!(e->step > 0)) {
        diag_error(s->diag, (Span){0, 0}, E_METHOD, "--device needs a fixed step: --step H");
        return false;
    }
    t->n_stages = tableau->stages;
    for (int i = 0; i < t->n_stages; i++) {
        for (int j = 0; j < t->n_stages; j++) t->formula[i * t->n_stages + j] = tableau->a[i][j];
        t->formula[t->n_stages * t->n_stages + i] = tableau->b[i];
        t->nodes[i] = tableau->c[i];
    }
    return true;
}

// ---- The lists ---------------------------------------------------------------------------------

static void make_lists(LaneTables *t, Arena *a)
{
#define LANE_WORDS(list, count) t->list = ARENA_ARRAY(a, int32_t, t->n_##count + 1);
#define LANE_MARKS(list, count) t->list = ARENA_ARRAY(a, int32_t, t->n_##count + 1);
#include "sweep/lanes/lane_tables.def"
#undef LANE_WORDS
#undef LANE_MARKS
}

static void list_states(LaneTables *t)
{
    const Model *m = t->model;
    for (int32_t i = 0; i < m->n_states; i++) {
        t->state[i] = m->states[i].slot;
        t->derivative[i] = m->states[i].derivative_slot;
    }
    for (int i = 0; i < t->n_olds; i++) t->old[i] = m->inlined->old_slots[i];
    for (int i = 0; i < t->n_inner_stages; i++) t->stage_time[i] = m->inlined->time_slots[i];
}

static bool is_watched(const RelationInfo *r)
{
    return r->kind == RELATION_STATE && !r->is_quiet;
}

static void list_relations(LaneTables *t)
{
    const Model *m = t->model;
    int watched = 0, timed = 0;
    for (int32_t i = 0; i < m->n_relations; i++) {
        const RelationInfo *r = &m->relations[i];
        t->memory[i] = r->memory_slot;
        if (is_watched(r)) {
            t->watched_memory[watched] = r->memory_slot;
            t->watched_crossing[watched] = r->crossing_slot;
            t->watched_scale[watched] = r->scale_slot;
            t->watched_is_step[watched++] = r->is_step;
        }
        if (r->kind != RELATION_TIME) continue;
        t->timed_memory[timed] = r->memory_slot;
        t->timed_instant[timed] = r->instant_slot;
        t->timed_forced[timed] = r->forced_slot;
        t->timed_true_after[timed] = r->true_after;
        t->timed_is_step[timed++] = r->is_step;
    }
}

static void list_events(LaneTables *t)
{
    const Model *m = t->model;
    for (int32_t i = 0; i < m->n_samples; i++) {
        t->sample_start[i] = m->samples[i].start_slot;
        t->sample_interval[i] = m->samples[i].interval_slot;
        t->sample_active[i] = m->samples[i].active_slot;
    }
    for (int32_t i = 0; i < m->n_pres; i++) {
        t->pre_from[i] = m->pres[i].slot;
        t->pre_to[i] = m->pres[i].pre_slot;
        t->pre_is_continuous[i] = m->pres[i].is_continuous;
    }
    for (int32_t i = 0; i < m->n_reinits; i++) {
        t->reinit_state[i] = m->reinits[i].state_slot;
        t->reinit_value[i] = m->reinits[i].value_slot;
        t->reinit_flag[i] = m->reinits[i].flag_slot;
    }
    for (int32_t i = 0, n = 0; i < m->n_asserts; i++)
        if (!m->asserts[i].is_warning) t->assert_failed[n++] = m->asserts[i].failed_slot;
    t->terminate[0] = m->terminate_slot;
    t->terminal[0] = m->terminal_slot;
}

static void count(LaneTables *t)
{
    const Model *m = t->model;
    t->n_states = m->n_states;
    t->n_olds = t->method == METHOD_EXPLICIT ? 0 : m->n_states;
    t->n_inner_stages = t->method == METHOD_COUPLED ? t->n_stages - 1 : 0;
    for (int32_t i = 0; i < m->n_relations; i++) {
        t->n_watched += is_watched(&m->relations[i]);
        t->n_timed += m->relations[i].kind == RELATION_TIME;
    }
    t->n_memories = m->n_relations;
    t->n_samples = m->n_samples;
    t->n_pres = m->n_pres;
    t->n_reinits = m->n_reinits;
    for (int32_t i = 0; i < m->n_asserts; i++) t->n_asserts += !m->asserts[i].is_warning;
    t->n_terminates = m->terminate_slot != NO_SLOT;
    t->n_terminals = m->terminal_slot != NO_SLOT;
}

// ---- What is kept ------------------------------------------------------------------------------

static const double same_time = 1e-9; // of a step

static int kind_of(KeepKind kind)
{
    switch (kind) {
    case KEEP_FINAL: return LANE_FINAL;
    case KEEP_MIN: return LANE_MIN;
    case KEEP_MAX: return LANE_MAX;
    case KEEP_MEAN: return LANE_MEAN;
    case KEEP_CHANGE: return LANE_CHANGE;
    case KEEP_AT: return LANE_AT;
    case KEEP_EVENTS: return LANE_EVENTS;
    case KEEP_STEPS: return LANE_STEPS;
    default: return -1;
    }
}

// Lanes know their values where steps end.
static bool find_step(Session *s, LaneTables *t, const LaneGrid *grid, const Kept *k, int i)
{
    double step = round((k->at - grid->start) / grid->step);
    if (k->at == grid->stop) {
        t->kept_kind[i] = LANE_FINAL;
        return true;
    }
    t->kept_step[i] = (int32_t)step;
    if (fabs(fma(step, grid->step, grid->start) - k->at) <= same_time * grid->step) return true;
    diag_error(s->diag, (Span){0, 0}, E_USAGE, "--keep %s: no step of %g ends then", k->label,
               grid->step);
    return false;
}

static bool list_kept(Session *s, LaneTables *t, const LaneGrid *grid, const KeepList *keep)
{
    for (uint32_t i = 0; i < keep->count; i++) {
        const Kept *k = &keep->items[i];
        const VariableInfo *v = k->variable < 0 ? NULL : &t->model->variables[k->variable];
        t->kept_kind[i] = kind_of(k->kind);
        if (t->kept_kind[i] < 0) {
            diag_error(s->diag, (Span){0, 0}, E_USAGE,
                       "--keep %s: with --device final values, those at the ends of steps, min, "
                       "max, mean, change, events and steps are kept",
                       k->label);
            return false;
        }
        if (k->kind == KEEP_AT && !find_step(s, t, grid, k, (int)i)) return false;
        t->kept_word[i] = v ? v->slot : SLOT_TIME;
        t->kept_factor[i] = v ? v->sign : 1;
        t->kept_offset[i] = v && v->kind == VALUE_BOOLEAN && v->sign < 0;
        t->has_rows |= t->kept_kind[i] != LANE_FINAL && t->kept_kind[i] < LANE_EVENTS;
    }
    return true;
}

LaneTables *lane_tables_make(Session *s, const tarn_model *model, const CompileOptions *compile,
                             const KeepList *keep)
{
    LaneTables *t = ARENA_NEW(s->arena, LaneTables);
    tarn_experiment e = tarn_model_experiment(model);
    t->program = model_program(model);
    t->model = model_tables(model);
    if (!model_is_possible(s, t->model)) return NULL;
    if (!take_method(s, t, &e, compile->inline_method)) return NULL;
    count(t);
    t->n_kept = (int)keep->count;
    make_lists(t, s->arena);
    list_states(t);
    list_relations(t);
    list_events(t);
    LaneGrid grid = lane_grid(&e);
    return list_kept(s, t, &grid, keep) ? t : NULL;
}
