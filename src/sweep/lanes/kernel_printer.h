// kernel_printer.h -- what prints a kernel: its words and routines; private to kernel_*.c.
#ifndef SWEEP_LANES_KERNEL_PRINTER_H
#define SWEEP_LANES_KERNEL_PRINTER_H
#include "sweep/lanes/kernel_text.h"

enum { OWN_TICKS = 9, N_OWN = 13 };

typedef struct OwnList {
    const char *name;
    int n;
} OwnList;

typedef struct Printer {
    Session *session;
    const LaneTables *t;
    const Program *p;
    Text *out;
    int32_t *word_of; // by slot; -1: none yet
    KernelText *kernel;
    uint8_t *has_routine, *has_block, *has_function;
    int32_t n_slots; // words of the routine being printed from here on are variables
    bool is_refused;
    OwnList own[N_OWN];
} Printer;

// The word of a lane for a slot of the model; -1 for none.
int32_t kernel_word(Printer *c, int32_t slot);
// Marks what a routine calls: loops, functions.
void kernel_find_routine(Printer *c, int32_t routine);
// `static int r_NAME(LANE)`; of NO_ROUTINE one that does nothing.
void kernel_put_routine(Printer *c, const char *name, int32_t routine);
void kernel_put_functions(Printer *c); // all that are called
#endif
