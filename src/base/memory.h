// memory.h -- what happens when memory runs out: everything since the guard is given back, and the
// one who set it up goes on.
//
//     MemoryGuard guard;
//     memory_guard_enter(&guard);
//     if (setjmp(guard.place)) return NO_MEMORY; // its arenas are closed, with what they own
//     ... anything that allocates ...
//     memory_guard_leave(&guard);
//
// A guard belongs to its thread, and guards nest. Arenas opened behind it are closed when memory
// runs out, so whatever is not memory (files, handles, matrices of other libraries) belongs to an
// arena: arena_own. Tables that live longer may be half changed then; whoever set up the guard
// uses them no more. As setjmp has it, local variables that change behind it are volatile.
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H
#include <setjmp.h>
#include <stddef.h>

typedef struct MemoryGuard {
    jmp_buf place;
    struct MemoryGuard *outer;
    struct Arena *newest; // of the arenas opened behind it
    size_t asked;         // bytes that were not to be had
} MemoryGuard;

void memory_guard_enter(MemoryGuard *g);
void memory_guard_leave(MemoryGuard *g); // what is open behind it now belongs to the outer one
MemoryGuard *memory_guard(void);         // of this thread; NULL: none

// There is no memory for `size` bytes: to the guard. Also for those who allocate elsewhere.
_Noreturn void memory_give_up(size_t size);
#endif
