// OpenCL without its headers: the few functions that are called, found in the ICD loader.
#include "sweep/lanes/opencl.h"

#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

typedef int32_t Outcome; // 0: well
typedef void *Handle;
typedef uint64_t Bits;

enum {
    DEVICE_MAX_COMPUTE_UNITS = 0x1002,
    DEVICE_GLOBAL_MEM_SIZE = 0x101F,
    DEVICE_NAME = 0x102B,
    DEVICE_VENDOR = 0x102C,
    DRIVER_VERSION = 0x102D,
    DEVICE_DOUBLE_FP_CONFIG = 0x1032,
    PROGRAM_BUILD_LOG = 0x1183,
    QUEUE_PROFILING = 2,
    COMMAND_START = 0x1282,
    COMMAND_END = 0x1283,
    MEM_READ_WRITE = 1,
    MOST_DEVICES = 32
};
static const Bits any_device = 0xFFFFFFFF;

// One row for each function: what it returns, its name, its parameters.
#define FUNCTIONS(F)                                                                               \
    F(Outcome, clGetPlatformIDs, (uint32_t, Handle *, uint32_t *))                                 \
    F(Outcome, clGetDeviceIDs, (Handle, Bits, uint32_t, Handle *, uint32_t *))                     \
    F(Outcome, clGetDeviceInfo, (Handle, uint32_t, size_t, void *, size_t *))                      \
    F(Handle, clCreateContext,                                                                     \
      (const intptr_t *, uint32_t, const Handle *, void *, void *, Outcome *))                     \
    F(Handle, clCreateCommandQueue, (Handle, Handle, Bits, Outcome *))                             \
    F(Handle, clCreateProgramWithSource,                                                           \
      (Handle, uint32_t, const char **, const size_t *, Outcome *))                                \
    F(Outcome, clBuildProgram, (Handle, uint32_t, const Handle *, const char *, void *, void *))   \
    F(Outcome, clGetProgramBuildInfo, (Handle, Handle, uint32_t, size_t, void *, size_t *))        \
    F(Handle, clCreateKernel, (Handle, const char *, Outcome *))                                   \
    F(Handle, clCreateBuffer, (Handle, Bits, size_t, void *, Outcome *))                           \
    F(Outcome, clSetKernelArg, (Handle, uint32_t, size_t, const void *))                           \
    F(Outcome, clEnqueueWriteBuffer,                                                               \
      (Handle, Handle, uint32_t, size_t, size_t, const void *, uint32_t, const Handle *,           \
       Handle *))                                                                                  \
    F(Outcome, clEnqueueReadBuffer,                                                                \
      (Handle, Handle, uint32_t, size_t, size_t, void *, uint32_t, const Handle *, Handle *))      \
    F(Outcome, clEnqueueNDRangeKernel,                                                             \
      (Handle, Handle, uint32_t, const size_t *, const size_t *, const size_t *, uint32_t,         \
       const Handle *, Handle *))                                                                  \
    F(Outcome, clGetEventProfilingInfo, (Handle, uint32_t, size_t, void *, size_t *))              \
    F(Outcome, clFinish, (Handle))                                                                 \
    F(Outcome, clReleaseEvent, (Handle))                                                           \
    F(Outcome, clReleaseMemObject, (Handle))                                                       \
    F(Outcome, clReleaseKernel, (Handle))                                                          \
    F(Outcome, clReleaseProgram, (Handle))                                                         \
    F(Outcome, clReleaseCommandQueue, (Handle))                                                    \
    F(Outcome, clReleaseContext, (Handle))

typedef struct Loader {
#define MEMBER(result, name, parameters) result(*name) parameters;
    FUNCTIONS(MEMBER)
#undef MEMBER
} Loader;

struct DeviceProgram {
    Loader cl;
    Handle context, queue, program, kernel, words, own;
    size_t n_words, n_own;
};

// ---- The loader ------------------------------------------------------------------------------

// It stays: what it has loaded does not always survive being closed.
static bool load(Loader *cl)
{
    static const char *const names[] = {"libOpenCL.so.1", "libOpenCL.so"};
    void *library = NULL;
    for (int i = 0; i < 2 && !library; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
#define FIND(result, name, parameters)                                                             \
    {                                                                                              \
        void *found = dlsym(library, #name);                                                       \
        if (!found) return false;                                                                  \
        memcpy(&cl->name, &found, sizeof found);                                                   \
    }
    FUNCTIONS(FIND)
#undef FIND
    return true;
}

static const char *text_of(const Loader *cl, Handle device, uint32_t what, Arena *a)
{
    size_t size = 0;
    if (cl->clGetDeviceInfo(device, what, 0, NULL, &size) || !size) return "";
    char *text = ARENA_ARRAY(a, char, size + 1);
    cl->clGetDeviceInfo(device, what, size, text, NULL);
    return text;
}

static DeviceInfo describe(const Loader *cl, Handle platform, Handle device, Arena *a)
{
    DeviceInfo d = {.platform = platform, .device = device};
    Bits doubles = 0;
    d.name = text_of(cl, device, DEVICE_NAME, a);
    d.vendor = text_of(cl, device, DEVICE_VENDOR, a);
    d.driver = text_of(cl, device, DRIVER_VERSION, a);
    cl->clGetDeviceInfo(device, DEVICE_DOUBLE_FP_CONFIG, sizeof doubles, &doubles, NULL);
    cl->clGetDeviceInfo(device, DEVICE_GLOBAL_MEM_SIZE, sizeof d.memory, &d.memory, NULL);
    cl->clGetDeviceInfo(device, DEVICE_MAX_COMPUTE_UNITS, sizeof d.units, &d.units, NULL);
    d.has_doubles = doubles != 0;
    return d;
}

DeviceList opencl_devices(Session *s, const char **why)
{
    DeviceList list = {0};
    Loader cl;
    Handle platforms[MOST_DEVICES], devices[MOST_DEVICES];
    uint32_t n_platforms = 0;
    *why = "there is no OpenCL loader (libOpenCL.so.1; Debian: ocl-icd-libopencl1)";
    if (!load(&cl)) return list;
    *why = "OpenCL has no device here";
    if (cl.clGetPlatformIDs(MOST_DEVICES, platforms, &n_platforms)) return list;
    for (uint32_t i = 0; i < n_platforms && i < MOST_DEVICES; i++) {
        uint32_t n = 0;
        if (cl.clGetDeviceIDs(platforms[i], any_device, MOST_DEVICES, devices, &n)) continue;
        for (uint32_t k = 0; k < n && k < MOST_DEVICES; k++)
            VEC_PUSH(s->arena, &list, describe(&cl, platforms[i], devices[k], s->arena));
    }
    return list;
}

// ---- A program on a device -------------------------------------------------------------------

bool opencl_wrong(Session *s, const char *what, int32_t error)
{
    const char *number = error ? arena_printf(s->arena, " (OpenCL error %d)", error) : "";
    diag_error(s->diag, (Span){0, 0}, E_DEVICE, "%s%s", what, number);
    return false;
}

static void close_program(void *program)
{
    DeviceProgram *p = program;
    const Loader *cl = &p->cl;
    if (p->queue) cl->clFinish(p->queue);
    if (p->words) cl->clReleaseMemObject(p->words);
    if (p->own) cl->clReleaseMemObject(p->own);
    if (p->kernel) cl->clReleaseKernel(p->kernel);
    if (p->program) cl->clReleaseProgram(p->program);
    if (p->queue) cl->clReleaseCommandQueue(p->queue);
    if (p->context) cl->clReleaseContext(p->context);
}

static bool build(Session *s, DeviceProgram *p, const DeviceInfo *d, const char *text,
                  size_t length)
{
    const Loader *cl = &p->cl;
    Outcome o = 0;
    p->context = cl->clCreateContext(NULL, 1, &d->device, NULL, NULL, &o);
    if (!p->context) return opencl_wrong(s, "the device cannot be opened", o);
    p->queue = cl->clCreateCommandQueue(p->context, d->device, QUEUE_PROFILING, &o);
    if (!p->queue) return opencl_wrong(s, "the device takes no commands", o);
    p->program = cl->clCreateProgramWithSource(p->context, 1, &text, &length, &o);
    if (!p->program) return opencl_wrong(s, "the device takes no program", o);
    o = cl->clBuildProgram(p->program, 1, &d->device, "-cl-std=CL1.2 -w", NULL, NULL);
    if (o) {
        size_t size = 0;
        cl->clGetProgramBuildInfo(p->program, d->device, PROGRAM_BUILD_LOG, 0, NULL, &size);
        char *log = ARENA_ARRAY(s->arena, char, size + 1);
        cl->clGetProgramBuildInfo(p->program, d->device, PROGRAM_BUILD_LOG, size, log, NULL);
        return opencl_wrong(
            s, arena_printf(s->arena, "the device does not compile the model: %.500s", log), o);
    }
    p->kernel = cl->clCreateKernel(p->program, "lanes", &o);
    return p->kernel || opencl_wrong(s, "the device does not know the kernel", o);
}

DeviceProgram *opencl_compile(Session *s, const DeviceInfo *device, const char *text, size_t length)
{
    DeviceProgram *p = ARENA_NEW(s->arena, DeviceProgram);
    if (!load(&p->cl)) return NULL;
    arena_own(s->arena, close_program, p);
    return build(s, p, device, text, length) ? p : NULL;
}

bool opencl_reserve(Session *s, DeviceProgram *p, size_t n_words, size_t n_own)
{
    Outcome o = 0;
    p->n_words = n_words * sizeof(double);
    p->n_own = n_own * sizeof(double);
    p->words = p->cl.clCreateBuffer(p->context, MEM_READ_WRITE, p->n_words, NULL, &o);
    if (p->words) p->own = p->cl.clCreateBuffer(p->context, MEM_READ_WRITE, p->n_own, NULL, &o);
    return p->own || opencl_wrong(s, "the device has not enough memory", o);
}

bool opencl_write(Session *s, DeviceProgram *p, const double *words, const double *own)
{
    Outcome o =
        p->cl.clEnqueueWriteBuffer(p->queue, p->words, 1, 0, p->n_words, words, 0, NULL, NULL);
    if (!o) o = p->cl.clEnqueueWriteBuffer(p->queue, p->own, 1, 0, p->n_own, own, 0, NULL, NULL);
    return !o || opencl_wrong(s, "nothing can be written to the device", o);
}

bool opencl_read(Session *s, DeviceProgram *p, double *own)
{
    Outcome o = p->cl.clEnqueueReadBuffer(p->queue, p->own, 1, 0, p->n_own, own, 0, NULL, NULL);
    return !o || opencl_wrong(s, "the device failed", o);
}

static void add_time(const DeviceProgram *p, Handle event, double *seconds)
{
    uint64_t begin = 0, end = 0;
    p->cl.clGetEventProfilingInfo(event, COMMAND_START, sizeof begin, &begin, NULL);
    p->cl.clGetEventProfilingInfo(event, COMMAND_END, sizeof end, &end, NULL);
    *seconds += (double)(end - begin) * 1e-9;
    p->cl.clReleaseEvent(event);
}

enum { LANES_TOGETHER = 64 }; // the least that keeps warps of all kinds whole

bool opencl_run(Session *s, DeviceProgram *p, size_t n_lanes, const double *numbers, int n,
                double *seconds)
{
    const Loader *cl = &p->cl;
    uint64_t lanes = n_lanes;
    size_t size = (n_lanes + LANES_TOGETHER - 1) / LANES_TOGETHER * LANES_TOGETHER;
    const size_t together = LANES_TOGETHER;
    Handle event = NULL;
    Outcome o = cl->clSetKernelArg(p->kernel, 0, sizeof p->words, &p->words);
    if (!o) o = cl->clSetKernelArg(p->kernel, 1, sizeof p->own, &p->own);
    if (!o) o = cl->clSetKernelArg(p->kernel, 2, sizeof lanes, &lanes);
    for (int i = 0; i < n && !o; i++)
        o = cl->clSetKernelArg(p->kernel, (uint32_t)(3 + i), sizeof *numbers, &numbers[i]);
    if (!o)
        o = cl->clEnqueueNDRangeKernel(p->queue, p->kernel, 1, NULL, &size, &together, 0, NULL,
                                       &event);
    if (!o) o = cl->clFinish(p->queue);
    if (o) return opencl_wrong(s, "the device failed", o);
    add_time(p, event, seconds);
    return true;
}
