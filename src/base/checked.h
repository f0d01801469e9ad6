// checked.h -- claims that debug builds test where they are made: what a whole stage promises is
// tested by its checker, after it; this is for steps inside. A broken claim is our mistake.
#ifndef BASE_CHECKED_H
#define BASE_CHECKED_H
#ifdef TARN_CHECK
#include <assert.h>
#define CHECKED(claim) assert(claim)
#else
#define CHECKED(claim) ((void)sizeof(claim))
#endif
#endif
