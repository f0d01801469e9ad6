// stack.h -- a stack that is deep enough for everything that recurses here.
//
// Depths are limited with 8 MB in mind. What the system or the maker of a thread gives (ulimit -s)
// may be less: then the work is done on a stack of its own.
#ifndef BASE_STACK_H
#define BASE_STACK_H

// On a stack with room, that of the caller where there is no memory for another.
void stack_run(void (*work)(void *client), void *client);
#endif
