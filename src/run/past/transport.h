// transport.h -- spatialDistribution: quantities carried along between two ends.
#ifndef RUN_PAST_TRANSPORT_H
#define RUN_PAST_TRANSPORT_H
#include "abi/model.h"
#include "base/arena.h"

typedef struct Transports Transports;

Transports *transports_open(Arena *out, const Model *model);
// Takes the initial distributions from the model's vector; NULL, or what is wrong with one of them
// (in `row`).
const char *transports_begin(Transports *t, int32_t *row);
typedef struct TransportSample { // of one line at an accepted point
    double position, inflow;
    bool is_positive; // comes in at 0
} TransportSample;
// One sample for each line. True when what flows in jumps there: the values at that end are others
// than before.
bool transports_store(Transports *t, double time, const TransportSample *now);
void transports_forget(Transports *t, const TransportSample *now); // what has flowed out
// The value at an end, or its derivative by the position. Not a number where the material at that
// end would have come in during this very step, unless `is_event`.
double transports_value(const Transports *t, int32_t row, int32_t which, double position,
                        bool is_event);
// How far the next jump is from each end of each line, two numbers for each: negative once it has
// left.
void transports_crossings(const Transports *t, double *g);
struct Bytes;
void transports_pass(Transports *t, struct Bytes *s); // what is kept; see run/snapshot.h
double transports_longest_step(const Transports *t);  // nothing may pass the whole line in one step
#endif
