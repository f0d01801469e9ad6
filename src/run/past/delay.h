// delay.h -- history of delayed signals.
#ifndef RUN_PAST_DELAY_H
#define RUN_PAST_DELAY_H
#include "abi/model.h"
#include "base/arena.h"

typedef struct DelayLines DelayLines;

DelayLines *delays_open(Arena *out, const Model *model);
// The inputs at an accepted point; events have two, one for each side.
void delays_store(DelayLines *d, double t, const double *inputs);
void delays_forget(DelayLines *d, double now); // what is too old to be asked for from now on
// The input at an earlier time; `is_event` while one is handled.
double delays_value(const DelayLines *d, int32_t delay, double at, bool is_event);
void delays_settle(DelayLines *d, double t);                 // the event of that instant has been
double delays_next_event(const DelayLines *d, double after); // when a jump comes out; infinity
bool delay_comes_at_events(const DelayInfo *d); // between them the past that is known will do
struct Bytes;
void delays_pass(DelayLines *d, struct Bytes *s); // what is kept; see run/snapshot.h
double delays_longest_step(const DelayLines *d);  // history must not need the future
#endif
