// device_runs.h -- many runs at a time on an OpenCL device: initialized here, stepped there.
#ifndef SWEEP_LANES_DEVICE_RUNS_H
#define SWEEP_LANES_DEVICE_RUNS_H
#include "sweep/lanes/kernel_text.h"
#include "sweep/lanes/opencl.h"

typedef struct DeviceRuns {
    const LaneTables *tables;
    LaneGrid grid;
    KernelText kernel;
    DeviceInfo device;
    DeviceProgram *program;
    size_t most_lanes, n_lanes; // of a batch
    double *words, *own;        // structures of arrays: number i of lane k at i * n_lanes + k
    uint8_t *is_taken;          // by lane
    double seconds, steps;      // on the device, and steps of the grid made in them
} DeviceRuns;

// `which` is the number of the device. NULL after a report.
DeviceRuns *device_runs_open(Session *s, const LaneTables *t, const LaneGrid *grid, uint32_t which,
                             size_t n_runs);
void device_runs_begin(DeviceRuns *d, size_t n_lanes);            // of a batch: no lane has a run
void device_runs_take(DeviceRuns *d, size_t lane, tarn_run *run); // that has been initialized
typedef struct DeviceWatch {
    void *client;
    bool (*goes_on)(void *client, double part); // so much of the batch is done
} DeviceWatch;
// All steps of all lanes; false after a report, or when the watch ended it.
bool device_runs_step(Session *s, DeviceRuns *d, DeviceWatch watch);
bool device_runs_has(const DeviceRuns *d, size_t lane);                    // whether it took a run
int device_runs_status(const DeviceRuns *d, size_t lane, double *numbers); // LaneStatus
#endif
