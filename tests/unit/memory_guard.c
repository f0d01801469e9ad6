// Memory that runs out: who set up the guard goes on, and what was opened behind it is closed.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <tarn.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/vec.h"
#include "unit/unit.h"

typedef struct Log {
    int closed[8], n;
} Log;
typedef struct Thing {
    Log *log;
    int number;
} Thing;

static void close_thing(void *thing)
{
    const Thing *t = thing;
    t->log->closed[t->log->n++] = t->number;
}

static void own(Arena *a, Log *log, int number)
{
    Thing *t = ARENA_NEW(a, Thing);
    *t = (Thing){log, number};
    arena_own(a, close_thing, t);
}

static void owned_things_are_closed_last_first(Unit *u)
{
    Log log = {{0}, 0};
    Arena *a = arena_open("owner");
    for (int k = 1; k <= 3; k++) own(a, &log, k);
    arena_close(a);
    CHECK_INT(u, log.n, 3);
    CHECK_TRUE(u, log.closed[0] == 3 && log.closed[1] == 2 && log.closed[2] == 1);
}

static void ask_for_too_much(Log *log)
{
    Arena *first = arena_open("first"), *second = arena_open("second");
    own(first, log, 1);
    own(second, log, 2);
    arena_alloc(second, SIZE_MAX / 2 + 1, 1);
}

static void guard_closes_what_was_opened_behind_it(Unit *u)
{
    Log log = {{0}, 0};
    Arena *before = arena_open("before");
    own(before, &log, 9);
    MemoryGuard guard;
    memory_guard_enter(&guard);
    if (!setjmp(guard.place)) {
        ask_for_too_much(&log);
        CHECK_TRUE(u, false);
    }
    CHECK_INT(u, log.n, 2);
    CHECK_TRUE(u, log.closed[0] == 2 && log.closed[1] == 1);
    CHECK_TRUE(u, guard.asked > SIZE_MAX / 2);
    arena_close(before);
    CHECK_INT(u, log.n, 3);
}

// What is still open when the inner guard is left belongs to the outer one.
static void guards_nest(Unit *u)
{
    Log log = {{0}, 0};
    MemoryGuard outer, inner;
    memory_guard_enter(&outer);
    if (!setjmp(outer.place)) {
        memory_guard_enter(&inner);
        if (setjmp(inner.place)) CHECK_TRUE(u, false);
        own(arena_open("a"), &log, 1);
        own(arena_open("b"), &log, 2);
        memory_guard_leave(&inner);
        arena_alloc(arena_open("c"), SIZE_MAX, 1);
    }
    CHECK_INT(u, log.n, 2);
    CHECK_TRUE(u, log.closed[0] == 2 && log.closed[1] == 1);
}

static void fill_up(size_t bytes)
{
    Arena *a = arena_open("large");
    for (size_t n = 0; n < bytes; n += 100000) arena_alloc(a, 100000, 1);
    arena_close(a);
}

// What was given back does not count, and a guard without a limit has none.
static void a_limit_ends_what_takes_more(Unit *u)
{
    MemoryGuard guard;
    memory_guard_enter(&guard);
    guard.limit = 2000000;
    volatile int reached = 0;
    if (!setjmp(guard.place)) {
        for (int k = 0; k < 10; k++) fill_up(1000000);
        reached = 1;
        fill_up(4000000);
        reached = 2;
    }
    CHECK_INT(u, reached, 1);
    CHECK_TRUE(u, guard.is_full);
    MemoryGuard free_guard;
    memory_guard_enter(&free_guard);
    CHECK_TRUE(u, !setjmp(free_guard.place));
    fill_up(4000000);
    memory_guard_leave(&free_guard);
    CHECK_TRUE(u, !free_guard.is_full);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static void whoever_listens_hears_of_it(Unit *u) // they take all addresses there are
{
    CHECK_TRUE(u, true);
}
#else
static void listen(void *heard, const tarn_diagnostic *d)
{
    *(bool *)heard = d->code && strcmp(d->code, "E0006") == 0;
}

static bool compile_with_little(size_t more)
{
    static const char text[] = "model M Real x[4000000] = fill(time, 4000000); end M;";
    long pages = 0;
    FILE *sizes = fopen("/proc/self/statm", "r");
    if (!sizes || fscanf(sizes, "%ld", &pages) != 1) return false;
    fclose(sizes);
    rlim_t most = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + more;
    bool heard = false;
    tarn_session *session = NULL;
    tarn_model *model = NULL;
    if (tarn_session_open(&session, listen, &heard)) return false;
    if (tarn_session_load_text(session, "m.mo", text, strlen(text))) return false;
    if (setrlimit(RLIMIT_AS, &(struct rlimit){most, most})) return false;
    tarn_result result = tarn_compile(session, NULL, NULL, &model);
    tarn_session_close(session);
    return heard && result == TARN_NO_MEMORY && !model;
}

// In a process of its own, since what was taken away stays away.
static void whoever_listens_hears_of_it(Unit *u)
{
    int status = 1;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) exit(compile_with_little(100 << 20) ? 0 : 1);
    CHECK_TRUE(u, child > 0 && waitpid(child, &status, 0) == child);
    CHECK_INT(u, status, 0);
}
#endif

// Blocks that wait for the next arena are not clean, and are nobody's when the guard is left.
static void blocks_wait_for_the_next_arena(Unit *u)
{
    enum { PIECES = 20000, PIECE = 1000 };
    MemoryGuard guard;
    memory_guard_enter(&guard);
    memory_keep_blocks(true);
    for (int round = 0; round < 3; round++) {
        Arena *a = arena_open("round");
        size_t left_over = 0;
        for (int k = 0; k < PIECES; k++) {
            char *piece = ARENA_ARRAY(a, char, PIECE);
            left_over += piece[0] != 0 || piece[PIECE - 1] != 0;
            memset(piece, 'x', PIECE);
        }
        char *large = arena_alloc(a, 9 * 1000 * 1000, 8); // from the system
        large[0] = 'x';
        CHECK_INT(u, left_over, 0);
        arena_close(a);
    }
    CHECK_INT(u, guard.taken, 0);
    memory_guard_leave(&guard);
    CHECK_TRUE(u, !guard.spare);
}

// A block larger than each that waits is made of several: what grows keeps its bytes, and what
// shall be clear is.
static void large_blocks_are_put_together(Unit *u)
{
    enum { SMALL = 5000000, LARGE = 23000000, LARGER = 41000000, STEP = 4000 };
    MemoryGuard guard;
    memory_guard_enter(&guard);
    memory_keep_blocks(true);
    Arena *before = arena_open("before");
    for (int k = 0; k < 6; k++) memset(arena_alloc(before, SMALL, 8), 'x', SMALL);
    arena_close(before);
    Arena *a = arena_open("after");
    char *large = ARENA_ARRAY(a, char, LARGE);
    size_t wrong = 0;
    for (int k = 0; k < LARGE; k += STEP) wrong += large[k] != 0;
    for (int k = 0; k < LARGE; k += STEP) large[k] = (char)(k / STEP % 100);
    large = arena_grow(a, large, LARGE, LARGER, 8);
    memset(large + LARGE, 'y', LARGER - LARGE);
    for (int k = 0; k < LARGE; k += STEP) wrong += large[k] != (char)(k / STEP % 100);
    CHECK_INT(u, wrong, 0);
    arena_close(a);
    CHECK_INT(u, guard.taken, 0);
    memory_guard_leave(&guard);
    CHECK_TRUE(u, !guard.spare);
}

// What a guard leaves waits on in the one around it, if that keeps blocks, until it says so.
static void blocks_wait_on_in_the_outer_guard(Unit *u)
{
    enum { PIECE = 5000000 };
    for (int keeps = 0; keeps < 2; keeps++) {
        MemoryGuard outer, inner;
        memory_guard_enter(&outer);
        memory_keep_blocks(keeps);
        memory_guard_enter(&inner);
        memory_keep_blocks(true);
        Arena *a = arena_open("a");
        memset(arena_alloc(a, PIECE, 8), 'x', PIECE);
        Arena *b = arena_open("b");
        memset(arena_alloc(b, PIECE, 8), 'x', PIECE);
        arena_close(a);
        bool waits = inner.spare;
        memory_guard_leave(&inner);
        CHECK_TRUE(u, !outer.spare == !(keeps && waits));
        arena_close(b);
        CHECK_INT(u, outer.taken, 0);
        memory_keep_blocks(false);
        CHECK_TRUE(u, !outer.spare);
        memory_guard_leave(&outer);
    }
}

UNIT_SUITE(memory_guard, TEST(blocks_wait_on_in_the_outer_guard),
           TEST(blocks_wait_for_the_next_arena), TEST(large_blocks_are_put_together),
           TEST(owned_things_are_closed_last_first), TEST(guard_closes_what_was_opened_behind_it),
           TEST(guards_nest), TEST(a_limit_ends_what_takes_more),
           TEST(whoever_listens_hears_of_it));
