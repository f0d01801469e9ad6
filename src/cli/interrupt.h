// interrupt.h -- what the signals that end a program do to this one.
//
// A run stops at the first of them between two steps, and its result is whole. What does not look
// at the flag within a second (a function that never returns, foreign code), or is no run at all,
// is ended: folders of work are removed, and the signal does what it does to every program. So does
// a second one at once.
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

typedef struct ResultWriter ResultWriter; // results/result_writer.h

// Ctrl-C, TERM and HUP (unless that is ignored, as under nohup) from now on. The folder may be
// NULL.
void interrupt_open(const char *cache_folder);

const volatile int *interrupt_flag(void); // for a run: not 0 once it is to stop
// The run looks at the flag until interrupt_end. `output` (NULL: none) is the file of its result:
// what is left of it when the run does not look is told.
void interrupt_begin(const char *output);
void interrupt_rescue(ResultWriter *writer); // the rows that wait in it
void interrupt_end(void);
#endif
