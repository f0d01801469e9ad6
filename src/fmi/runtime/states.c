// What importers keep of an instance: as an object, and as bytes.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "fmi/runtime/fmu_instance.h"

struct SavedState {
    Arena *arena;
    uint32_t phase;
    bool is_begun, is_terminated;
    tarn_experiment experiment;
    double t, *x;            // of model exchange: the point looked at
    unsigned char *settings; // as run_settings_pass writes them
    size_t settings_size;
    unsigned char *bytes; // of a run that has begun
    size_t size;
};

static void pass_piece(Bytes *b, Arena *arena, unsigned char **bytes, size_t *size)
{
    int64_t count = (int64_t)*size;
    bytes_pass_count(b, &count);
    *size = (size_t)count;
    if (b->is_reading) *bytes = ARENA_RAW(arena, unsigned char, count + 1);
    bytes_pass(b, *bytes, *size);
}

static bool pass_state(SavedState *s, Bytes *b, int32_t n_states)
{
    uint64_t mark = 0x54415453;
    bytes_pass(b, &mark, sizeof mark);
    bytes_pass(b, &s->phase, sizeof s->phase);
    bytes_pass(b, &s->is_begun, sizeof s->is_begun);
    bytes_pass(b, &s->is_terminated, sizeof s->is_terminated);
    bytes_pass(b, &s->experiment.start_time, sizeof s->experiment.start_time);
    bytes_pass(b, &s->experiment.stop_time, sizeof s->experiment.stop_time);
    bytes_pass(b, &s->experiment.tolerance, sizeof s->experiment.tolerance);
    bytes_pass(b, &s->t, sizeof s->t);
    if (b->is_reading) s->x = ARENA_ARRAY(s->arena, double, n_states + 1);
    bytes_pass(b, s->x, (size_t)n_states * sizeof *s->x);
    pass_piece(b, s->arena, &s->settings, &s->settings_size);
    pass_piece(b, s->arena, &s->bytes, &s->size);
    return mark == 0x54415453 && !b->is_short && s->phase <= PHASE_TERMINATED;
}

static SavedState *open_state(void)
{
    Arena *arena = arena_open("state");
    SavedState *s = ARENA_NEW(arena, SavedState);
    s->arena = arena;
    return s;
}

void instance_forget(SavedState *state)
{
    if (state) arena_close(state->arena);
}

static bool take_run(Instance *i, SavedState *s)
{
    const void *bytes;
    if (tarn_run_save(i->run, &bytes, &s->size) != TARN_OK) return false;
    s->bytes = ARENA_COPY(s->arena, unsigned char, bytes, s->size);
    if (!i->is_exchanged) return true;
    // Saving begins anew at the last accepted point: the one looked at is set again.
    return run_exchange_move(i->run, s->t) == TARN_OK &&
           run_exchange_set_states(i->run, s->x) == TARN_OK;
}

FmiStatus instance_save(Instance *i, SavedState **state)
{
    if (!state) return FMI_ERROR;
    SavedState *s = open_state();
    s->phase = i->phase;
    s->is_terminated = i->is_terminated;
    s->experiment = i->experiment;
    s->is_begun = run_is_begun(i->run);
    s->x = ARENA_ARRAY(s->arena, double, i->tables->n_states + 1);
    s->t = run_exchange_time(i->run);
    if (s->is_begun) tarn_run_states(i->run, s->x, NULL);
    Bytes settings = {.arena = s->arena};
    run_settings_pass(i->run, &settings);
    s->settings = settings.bytes.data;
    s->settings_size = settings.bytes.count;
    if (s->is_begun && !take_run(i, s)) {
        instance_forget(s);
        return FMI_ERROR;
    }
    instance_forget(*state);
    *state = s;
    return FMI_OK;
}

FmiStatus instance_restore(Instance *i, const SavedState *s)
{
    if (!s) return FMI_ERROR;
    i->experiment.start_time = s->experiment.start_time;
    i->experiment.stop_time = s->experiment.stop_time;
    i->experiment.tolerance = s->experiment.tolerance;
    i->phase = (InstancePhase)s->phase;
    i->is_terminated = s->is_terminated;
    tarn_run_forget(i->run);
    Bytes settings = {.is_reading = true, .from = s->settings, .size = s->settings_size};
    bool ok = tarn_run_reset(i->run, &i->experiment) == TARN_OK &&
              run_settings_pass(i->run, &settings) == TARN_OK;
    if (ok && s->is_begun) ok = tarn_run_restore(i->run, s->bytes, s->size) == TARN_OK;
    if (ok && s->is_begun && i->is_exchanged)
        ok = run_exchange_move(i->run, s->t) == TARN_OK &&
             run_exchange_set_states(i->run, s->x) == TARN_OK;
    return ok ? FMI_OK : FMI_ERROR;
}

// As bytes a state has a hash in front: one that was changed on its way is none.
static Bytes bytes_of(const Instance *i, const SavedState *state, Arena *work)
{
    Bytes body = {.arena = work}, whole = {.arena = work};
    SavedState copy = *state;
    pass_state(&copy, &body, i->tables->n_states);
    uint64_t hash = hash_bytes((const char *)body.bytes.data, body.bytes.count);
    bytes_pass(&whole, &hash, sizeof hash);
    bytes_pass(&whole, body.bytes.data, body.bytes.count);
    return whole;
}

FmiStatus instance_state_size(Instance *i, const SavedState *state, size_t *size)
{
    if (!state) return FMI_ERROR;
    Arena *work = arena_open("state bytes");
    *size = bytes_of(i, state, work).bytes.count;
    arena_close(work);
    return FMI_OK;
}

FmiStatus instance_state_write(Instance *i, const SavedState *state, void *bytes, size_t size)
{
    if (!state) return FMI_ERROR;
    Arena *work = arena_open("state bytes");
    Bytes whole = bytes_of(i, state, work);
    bool fits = whole.bytes.count <= size;
    if (fits) memcpy(bytes, whole.bytes.data, whole.bytes.count);
    arena_close(work);
    return fits ? FMI_OK : FMI_ERROR;
}

// The importer may have more room than the state needs, behind it.
static bool read_state(const Instance *i, const unsigned char *bytes, size_t size, SavedState *s)
{
    uint64_t hash;
    if (size < sizeof hash) return false;
    memcpy(&hash, bytes, sizeof hash);
    Bytes b = {.is_reading = true, .from = bytes + sizeof hash, .size = size - sizeof hash};
    return pass_state(s, &b, i->tables->n_states) && hash == hash_bytes((const char *)b.from, b.at);
}

FmiStatus instance_state_read(Instance *i, const void *bytes, size_t size, SavedState **state)
{
    SavedState *s = open_state();
    if (!read_state(i, bytes, size, s)) {
        instance_tell(i, FMI_ERROR, "these bytes are no state of this model");
        instance_forget(s);
        return FMI_ERROR;
    }
    *state = s;
    return FMI_OK;
}
