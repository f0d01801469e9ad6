// opencl.h -- devices that OpenCL knows, through the loader that is found at run time.
#ifndef SWEEP_LANES_OPENCL_H
#define SWEEP_LANES_OPENCL_H
#include "base/session.h"
#include "base/vec.h"

typedef struct DeviceInfo {
    const char *name, *vendor, *driver;
    bool has_doubles;
    uint64_t memory;
    uint32_t units;
    void *platform, *device;
} DeviceInfo;
typedef VEC(DeviceInfo) DeviceList;

// All devices, in the order of their numbers; empty, and a sentence, where there is no loader.
DeviceList opencl_devices(Session *s, const char **why);

// Reports what went wrong, with the error of OpenCL unless it is 0; returns false.
bool opencl_wrong(Session *s, const char *what, int32_t error);

typedef struct DeviceProgram DeviceProgram; // a kernel on a device; the session's arena owns it

// Compiles the kernel called `lanes` of the text. NULL after a report.
DeviceProgram *opencl_compile(Session *s, const DeviceInfo *device, const char *text,
                              size_t length);
// The two buffers of the kernel, so many numbers each. False after a report.
bool opencl_reserve(Session *s, DeviceProgram *p, size_t n_words, size_t n_own);
bool opencl_write(Session *s, DeviceProgram *p, const double *words, const double *own);
// `numbers` are those behind the buffers and the number of lanes. Waits for the end; the time that
// it took on the device, in seconds, is added to *seconds.
bool opencl_run(Session *s, DeviceProgram *p, size_t n_lanes, const double *numbers, int n,
                double *seconds);
bool opencl_read(Session *s, DeviceProgram *p, double *own);
#endif
