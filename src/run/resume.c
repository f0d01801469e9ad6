// The state of a run, written as bytes and read again.
#include <string.h>

#include "base/hash.h"
#include "run/snapshot.h"
#include "run/state.h"

// Changes with what is passed below, and in which order.
static const uint64_t format = 0x5441524e52554e03;

static void pass_numbers(Bytes *s, double *numbers, int64_t n)
{
    bytes_pass(s, numbers, (size_t)n * sizeof *numbers);
}

#define PASS(s, field) bytes_pass((s), &(field), sizeof(field))

// A state is one of the same model: the same variables in the same places.
static uint64_t fingerprint(const Model *m)
{
    uint64_t hash = hash_mix(format, (uint64_t)m->n_slots);
    hash = hash_mix(hash, ((uint64_t)m->n_states << 32) | (uint64_t)m->n_relations);
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        hash = hash_mix(hash, hash_bytes(v->name, strlen(v->name)));
        hash = hash_mix(hash, (uint64_t)v->slot);
    }
    return hash;
}

// ---- The model's vector ----------------------------------------------------------------------

static double address_word(const char *text)
{
    double word = 0;
    memcpy(&word, &text, sizeof text);
    return word;
}

static const char *word_address(double word)
{
    const char *text;
    memcpy(&text, &word, sizeof text);
    return text;
}

// A row of the vector. Addresses mean nothing elsewhere: texts go by themselves, and objects are
// there only where they tell whose they are.
static void pass_row(Simulation *sim, Bytes *s, double *row, bool has_objects)
{
    const Model *m = sim->model;
    int32_t n = m->n_text_slots + (has_objects ? 0 : m->n_object_slots);
    double *kept = ARENA_RAW(sim->arena, double, n + 1);
    for (int32_t i = 0; i < n; i++) {
        int32_t slot =
            i < m->n_text_slots ? m->text_slots[i] : m->object_slots[i - m->n_text_slots];
        kept[i] = row[slot];
        row[slot] = 0;
    }
    pass_numbers(s, row, m->n_slots);
    for (int32_t i = 0; i < n; i++)
        row[i < m->n_text_slots ? m->text_slots[i] : m->object_slots[i - m->n_text_slots]] =
            kept[i];
}

// External objects are not in the bytes: those of this run stay, and must be the ones meant, or as
// good.
static bool pass_vector(Simulation *sim, Bytes *s, bool keeps_objects)
{
    const Model *m = sim->model;
    double *objects = ARENA_RAW(sim->arena, double, m->n_object_slots + 1);
    for (int32_t i = 0; i < m->n_object_slots; i++) objects[i] = m->v[m->object_slots[i]];
    pass_row(sim, s, m->v, !keeps_objects);
    bool ok = true;
    for (int32_t i = 0; i < m->n_object_slots; i++) {
        double *word = &m->v[m->object_slots[i]];
        ok = ok && (keeps_objects || word_address(*word) == word_address(objects[i]));
        *word = objects[i];
    }
    for (int32_t i = 0; i < m->n_text_slots; i++) {
        double *word = &m->v[m->text_slots[i]];
        const char *text = s->is_reading ? NULL : word_address(*word);
        bytes_pass_text(s, &text, sim->arena);
        if (s->is_reading) *word = address_word(text);
    }
    return ok;
}

// ---- What the driver knows -------------------------------------------------------------------

static void pass_samples(Simulation *sim, Bytes *s)
{
    for (int32_t i = 0; i < sim->model->n_samples; i++) {
        SampleClock *c = &sim->events.samples[i];
        PASS(s, c->start);
        PASS(s, c->interval);
        PASS(s, c->next);
        PASS(s, c->last);
    }
}

static void pass_watches(Simulation *sim, Bytes *s)
{
    const Model *m = sim->model;
    pass_numbers(s, sim->events.relation_size, m->n_relations);
    PASS(s, sim->events.looked_at);
    bytes_pass(s, sim->events.is_none, (size_t)m->n_relations);
    PASS(s, sim->chattering.begin);
    PASS(s, sim->chattering.events);
    pass_numbers(s, sim->chattering.memory, m->n_relations);
    bytes_pass(s, sim->chattering.switches, (size_t)m->n_relations * sizeof(int32_t));
    bytes_pass(s, sim->accumulation.sequences, 2 * (size_t)m->n_relations * sizeof(SwitchSequence));
    PASS(s, sim->accumulation.suspect);
    PASS(s, sim->accumulation.limit);
    PASS(s, sim->accumulation.ratio);
    PASS(s, sim->limits.n_reports);
    PASS(s, sim->limits.has_checked_parameters);
    PASS(s, sim->limits.finite_until);
    bytes_pass(s, sim->limits.is_reported, (size_t)m->n_variables);
    PASS(s, sim->asserts.sound_until);
    PASS(s, sim->asserts.n_located);
    bytes_pass(s, sim->asserts.is_failing, (size_t)m->n_asserts);
    PASS(s, sim->trouble.n_warnings);
}

static void pass_record(Simulation *sim, Bytes *s)
{
    PASS(s, sim->record.next_output);
    PASS(s, sim->record.has_kept_row);
    PASS(s, sim->record.instant);
    pass_row(sim, s, sim->record.kept_row, false);
}

// Errors are measured by the sizes seen so far; the integrator that will is not open yet.
static void pass_sizes(Simulation *sim, Bytes *s)
{
    PASS(s, sim->sizes.n_steps);
    int64_t n = sim->sizes.seen ? sim->problem.n : 0;
    bytes_pass_count(s, &n);
    if (s->is_reading && n) sim->sizes.seen_before = ARENA_ARRAY(sim->arena, double, n);
    pass_numbers(s, s->is_reading ? sim->sizes.seen_before : sim->sizes.seen, n);
}

static bool pass_all(Simulation *sim, Bytes *s, bool keeps_objects)
{
    PASS(s, sim->t);
    if (s->is_reading) guesses_forget(sim);
    bool ok = pass_vector(sim, s, keeps_objects);
    if (ok && sim->model->pass_told) ok = sim->model->pass_told(sim->model->self, s);
    pass_numbers(s, sim->x, sim->model->n_states);
    pass_numbers(s, sim->guesses.values, sim->guesses.n);
    PASS(s, sim->events.next_time_event);
    PASS(s, sim->events.waiting);
    PASS(s, sim->terminated);
    PASS(s, sim->inlined.last_step);
    PASS(s, sim->counts);
    pass_samples(sim, s);
    pass_watches(sim, s);
    pass_record(sim, s);
    delays_pass(sim->past.delays, s);
    transports_pass(sim->past.transports, s);
    history_pass(sim, s);
    pass_sizes(sim, s);
    return ok;
}

void simulation_save(Simulation *sim, Arena *out, Bytes *snapshot, bool keeps_objects)
{
    *snapshot = (Bytes){.arena = out};
    uint64_t mark = fingerprint(sim->model);
    PASS(snapshot, mark);
    sim->counts = simulation_counts_now(sim);
    pass_all(sim, snapshot, keeps_objects);
}

static bool refuse(Simulation *sim, const char *why)
{
    report_stop(sim, E_USAGE, "these bytes cannot be taken for the state of '%s': %s",
                sim->model->name, why);
    return false;
}

bool simulation_resume(Simulation *sim, const void *bytes, size_t size, bool keeps_objects)
{
    Bytes s = {.is_reading = true, .from = bytes, .size = size};
    uint64_t mark = 0;
    PASS(&s, mark);
    if (mark != fingerprint(sim->model)) return refuse(sim, "they are of another model");
    *sim->model->mode = MODE_INTEGRATE;
    for (int32_t i = 0; i < sim->model->n_samples; i++)
        if (sim->model->samples[i].interval_slot == NO_SLOT)
            sim->events.samples[i].at = &sim->model->v[sim->model->samples[i].start_slot];
    bool has_objects = pass_all(sim, &s, keeps_objects);
    inputs_begin(sim);
    if (s.is_short) return refuse(sim, "the end is missing");
    if (!has_objects)
        return refuse(sim, "its external objects are those of another run, and are not in them");
    if (s.at != size) return refuse(sim, "there are too many");
    return true;
}

RunOutcome simulation_continue(Simulation *sim, ResultWriter *writer)
{
    sim->record.writer = writer;
    if (!simulation_open_integrator(sim)) return RUN_STOPPED;
    if (sim->sizes.seen_before)
        memcpy(sim->sizes.seen, sim->sizes.seen_before,
               (size_t)sim->problem.n * sizeof *sim->sizes.seen);
    return simulation_begin_again(sim);
}
