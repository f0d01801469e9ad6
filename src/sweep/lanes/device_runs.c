#include "sweep/lanes/device_runs.h"

#include <math.h>
#include <string.h>

#include "run/state.h"

enum { MOST_LANES = 1 << 20 };
static const double most_bytes = 2e9; // of a batch, here and there
static const double least_call = 0.2; // seconds: shorter calls of the kernel make more steps

static void lay_out_batches(DeviceRuns *d, Arena *a, size_t n_runs)
{
    size_t numbers = d->kernel.n_words + d->kernel.n_own;
    double room = fmin(most_bytes, (double)d->device.memory / 4) / (double)sizeof(double);
    d->most_lanes = n_runs < MOST_LANES ? n_runs : MOST_LANES;
    if ((double)d->most_lanes * (double)numbers > room)
        d->most_lanes = (size_t)fmax(room / (double)numbers, 64);
    d->words = ARENA_RAW(a, double, d->kernel.n_words * d->most_lanes + 1);
    d->is_taken = ARENA_ARRAY(a, uint8_t, d->most_lanes + 1);
    d->own = ARENA_RAW(a, double, d->kernel.n_own * d->most_lanes + 1);
}

static bool find_device(Session *s, uint32_t which, DeviceInfo *device)
{
    const char *why;
    DeviceList list = opencl_devices(s, &why);
    if (which >= list.count) {
        if (list.count)
            why = arena_printf(s->arena, "OpenCL has %u device%s: 'tarn devices' lists them",
                               list.count, list.count == 1 ? "" : "s");
        return opencl_wrong(s, arena_printf(s->arena, "--device opencl:%u: %s", which, why), 0);
    }
    *device = list.data[which];
    if (device->has_doubles) return true;
    return opencl_wrong(s, arena_printf(s->arena, "'%s' has no double precision", device->name), 0);
}

DeviceRuns *device_runs_open(Session *s, const LaneTables *t, const LaneGrid *grid, uint32_t which,
                             size_t n_runs)
{
    DeviceRuns *d = ARENA_NEW(s->arena, DeviceRuns);
    d->tables = t;
    d->grid = *grid;
    if (!kernel_text_make(s, t, &d->kernel) || !find_device(s, which, &d->device)) return NULL;
    d->program = opencl_compile(s, &d->device, d->kernel.text, d->kernel.length);
    if (!d->program) return NULL;
    lay_out_batches(d, s->arena, n_runs);
    bool ok = opencl_reserve(s, d->program, d->kernel.n_words * d->most_lanes + 1,
                             d->kernel.n_own * d->most_lanes + 1);
    return ok ? d : NULL;
}

// Lanes without a run stand still.
void device_runs_begin(DeviceRuns *d, size_t n_lanes)
{
    d->n_lanes = n_lanes;
    memset(d->is_taken, 0, n_lanes);
    memset(d->words, 0, d->kernel.n_words * n_lanes * sizeof *d->words);
    memset(d->own, 0, d->kernel.n_own * n_lanes * sizeof *d->own);
    for (size_t i = 0; i < n_lanes; i++) d->own[OWN_STATUS * n_lanes + i] = LANE_NOT_SOLVED;
}

void device_runs_take(DeviceRuns *d, size_t lane, tarn_run *run)
{
    const SampleClock *clocks = run_simulation(run)->events.samples;
    const double *v = run_engine(run)->v;
    size_t n = d->n_lanes;
    double *own = d->own + lane;
    for (uint32_t i = 0; i < d->kernel.n_words; i++) d->words[i * n + lane] = v[d->kernel.slots[i]];
    d->is_taken[lane] = 1;
    own[OWN_STATUS * n] = LANE_RUNS;
    own[OWN_TIME * n] = d->grid.start;
    for (int i = 0; i < d->tables->n_samples; i++) {
        own[(d->kernel.ticks + (uint32_t)i) * n] = (double)clocks[i].next;
        own[(d->kernel.last_tick + (uint32_t)i) * n] = clocks[i].at ? clocks[i].last : 0;
    }
}

bool device_runs_step(Session *s, DeviceRuns *d, DeviceWatch watch)
{
    double piece = 16, first = 0;
    if (!opencl_write(s, d->program, d->words, d->own)) return false;
    do {
        double before = d->seconds, last = fmin(first + piece, d->grid.count);
        double numbers[] = {first, last, d->grid.start, d->grid.stop, d->grid.step, d->grid.count};
        if (!opencl_run(s, d->program, d->n_lanes, numbers, 6, &d->seconds)) return false;
        d->steps += (last - first) * (double)d->n_lanes;
        if (d->seconds - before < least_call) piece *= 2;
        first = last;
        if (!watch.goes_on(watch.client, last / d->grid.count)) return false;
    } while (first < d->grid.count);
    return opencl_read(s, d->program, d->own);
}

bool device_runs_has(const DeviceRuns *d, size_t lane)
{
    return d->is_taken[lane];
}

int device_runs_status(const DeviceRuns *d, size_t lane, double *numbers)
{
    size_t n = d->n_lanes;
    for (int i = 0; i < d->tables->n_kept; i++)
        numbers[i] = d->own[(d->kernel.kept + (uint32_t)i) * n + lane];
    return (int)d->own[OWN_STATUS * n + lane];
}
