// passages.h -- what two models of different structure have in common, by name.
#ifndef TARN_PASSAGES_H
#define TARN_PASSAGES_H
#include "abi/model.h"
#include "base/arena.h"

typedef struct Passage {
    int32_t from, to; // slots
    bool is_turned;   // one is minus, or not, the other
    bool is_boolean;
    bool has_value;      // it is no parameter: passed behind the start, too
    int32_t start, free; // slots of the start value, and of its being free; NO_SLOT
} Passage;

typedef struct Passages {
    const Model *from, *to;
    Passage *items;
    int32_t n;
    bool has_new_states; // some that `from` has no variable for
} Passages;

double variable_value(const Model *m, const VariableInfo *v);
int32_t variable_named(const Model *m, const char *name); // -1: none
Passages *passages_make(Arena *out, const Model *from, const Model *to);
void passages_start(const Passages *p); // parameters and start values, before the start is solved
void passages_write(void *passages);    // all values
#endif
