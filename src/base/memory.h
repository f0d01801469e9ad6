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
// uses them no more. A limit may be set once it was entered; it counts while no other guard is
// inside. As setjmp has it, local variables that change behind it are volatile.
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct MemoryGuard {
    jmp_buf place;
    struct MemoryGuard *outer;
    struct Arena *newest; // of the arenas opened behind it
    size_t asked;         // bytes that were not to be had
    size_t limit;         // of what arenas take behind it; 0: as much as there is
    ptrdiff_t taken;      // by arenas behind it, less what they gave back
    bool is_full;         // it gave up at its limit
    bool keeps_blocks;    // what arenas give back waits for the next one: memory_keep_blocks
    struct Block *spare;  // that wait
    size_t untrimmed;     // freed while blocks wait
} MemoryGuard;

void memory_guard_enter(MemoryGuard *g);
void memory_guard_leave(MemoryGuard *g); // what is open behind it now belongs to the outer one

// From now on for the innermost guard, and what waits in one inside when it is left waits on; or
// no longer, and what waits goes back to the system. Without a guard nothing waits.
void memory_keep_blocks(bool keeps);
// So many bytes were freed: if they are many, the system gets what the C library has of them, now
// or when blocks wait no longer.
void memory_trim(size_t freed);

// There is no memory for `size` bytes: to the guard. Also for those who allocate elsewhere.
_Noreturn void memory_give_up(size_t size);
_Noreturn void memory_give_up_at_limit(void); // by those who see that it will not be enough
#endif
