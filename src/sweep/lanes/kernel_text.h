// kernel_text.h -- a model as an OpenCL kernel: a work item is a run.
#ifndef SWEEP_LANES_KERNEL_TEXT_H
#define SWEEP_LANES_KERNEL_TEXT_H
#include "base/text.h"
#include "sweep/lanes/lanes.h"

// Numbers of a lane beside the words of the model, in this order; lists follow.
typedef enum {
    OWN_TIME,
    OWN_NEXT_INSTANT,
    OWN_NOTED,
    OWN_STATUS,
    OWN_EVENTS,
    OWN_STEPS,
    OWN_HAS_ENDED,
    OWN_LISTS // size, ticks, last_tick, kept, before
} LaneOwn;

typedef struct KernelText {
    const char *text;
    size_t length;
    int32_t *slots; // of the model's vector, by word of a lane
    uint32_t n_words, n_own;
    uint32_t ticks, last_tick, kept; // where these lists begin among its own numbers
} KernelText;

// False after the report of what a device cannot do, with its place.
bool kernel_text_make(Session *s, const LaneTables *t, KernelText *out);
#endif
