// faults [EVERY [FIRST [LAST]]] -- a small compilation and run in which an allocation fails: the
// first, the (1 + EVERY)th and so on up to the last, once alone and once with all that follow. No
// call may do anything worse than to say so, and what was taken is given back.
//
// The program brings its own malloc and mmap, which serve every library that is linked.
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <tarn.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
int main(void)
{
    puts("the sanitizer has an allocator of its own: nothing is tried");
    return 0;
}
#else

#pragma GCC visibility push(default) // seen by the libraries that are linked

// ---- An allocator that fails -------------------------------------------------------------------

void *__libc_malloc(size_t size), *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *piece, size_t size), *__libc_memalign(size_t align, size_t size);
void __libc_free(void *piece);

static long n_asked, first_failure, live; // failures count from 1; 0: none
static int fails_on;                      // all that follow fail, too

static int refuses(void)
{
    n_asked++;
    if (!first_failure || n_asked < first_failure) return 0;
    if (n_asked > first_failure && !fails_on) return 0;
    errno = ENOMEM;
    return 1;
}

static void *counted(void *piece)
{
    live += piece != NULL;
    return piece;
}

void *malloc(size_t size)
{
    return refuses() ? NULL : counted(__libc_malloc(size));
}

void *calloc(size_t n, size_t size)
{
    return refuses() ? NULL : counted(__libc_calloc(n, size));
}

void *realloc(void *piece, size_t size)
{
    if (refuses()) return NULL;
    live -= piece != NULL;
    return counted(__libc_realloc(piece, size));
}

void *aligned_alloc(size_t align, size_t size)
{
    return refuses() ? NULL : counted(__libc_memalign(align, size));
}

int posix_memalign(void **piece, size_t align, size_t size)
{
    *piece = refuses() ? NULL : counted(__libc_memalign(align, size));
    return *piece ? 0 : ENOMEM;
}

void free(void *piece)
{
    live -= piece != NULL;
    __libc_free(piece);
}

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    if (refuses()) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, size, protection, flags, file, offset); // NOLINT
}

#pragma GCC visibility pop

// ---- What is tried
// -------------------------------------------------------------------------------

// Loops, events, a delay, text, a record, a function.
static const char small[] =
    "model Small\n"
    "  function f input Real x; output Real y; protected Real a[3];\n"
    "  algorithm for i in 1:3 loop a[i] := x^i; end for; y := sum(a); end f;\n"
    "  record R Real p; Real q; end R;\n"
    "  parameter Real k = 2; parameter String s = \"a\" + String(k);\n"
    "  R r; Real x(start = 1, fixed = true), z(start = 0.5), d, w(start = 0, fixed = true);\n"
    "  discrete Integer n(start = 0, fixed = true);\n"
    "equation\n"
    "  der(x) = -k*x + z; z + sin(z) = f(x)/3 + 1; d = delay(x, 0.1); r.p = d; r.q = r.p + z;\n"
    "  der(w) = if x > 0.8 then r.q else -r.q;\n"
    "  when sample(0.1, 0.1) then n = pre(n) + 1; end when;\n"
    "  assert(x < 100, \"large \" + s);\n"
    "end Small;\n";

// Sparse matrices.
static const char rod[] =
    "model Rod parameter Integer n = 120; Real T[n](each start = 1, each fixed = true);\n"
    "equation der(T[1]) = -T[1]; for i in 2:n loop der(T[i]) = 100*(T[i - 1] - T[i]); end for;\n"
    "annotation(experiment(StopTime = 0.02));\n"
    "end Rod;\n";

// Index reduction, and states that are chosen while it runs.
static const char pendulum[] =
    "model Pendulum Real x(start = 0.6, fixed = true), y(start = -0.8), F, vx(start = 0, fixed = "
    "true), vy;\n"
    "equation der(x) = vx; der(y) = vy; der(vx) = F*x; der(vy) = F*y - 9.81; x^2 + y^2 = 1;\n"
    "end Pendulum;\n";

static const char clocks[] =
    "model Clocks Real u = sample(time, Clock(1, 20)), x(start = 0), y;\n"
    "  Real h = hold(y), s(start = 0, fixed = true);\n"
    "equation x = previous(x) + u; y = subSample(x, 2); der(s) = h; end Clocks;\n";

static const struct {
    const char *name, *text, *method;
} cases[] = {
    {"small", small, NULL},
    {"small, cvode", small, "cvode"},
    {"small, ida", small, "ida"},
    {"small, radau5", small, "radau5"},
    {"small, dopri5", small, "dopri5"},
    {"small, bdf", small, "bdf"},
    {"rod", rod, NULL},
    {"rod, ida", rod, "ida"},
    {"pendulum", pendulum, NULL},
    {"clocks", clocks, NULL},
};

static int n_heard;

static void hear(void *client, const tarn_diagnostic *d)
{
    (void)client;
    n_heard += d->message[0] != 0 && d->text[0] != 0;
}

static void take_text(void *client, const char *text, size_t length)
{
    (void)client;
    n_heard += length > 0 && text[0] != 0;
}

// What was recorded, looked at in every way.
static tarn_result use_rows(tarn_run *run)
{
    tarn_trajectory *rows = NULL;
    tarn_comparison same = {.variables = NULL};
    tarn_result r = tarn_run_trajectory(run, &rows);
    if (!r) tarn_trajectory_on_diagnostic(rows, hear, NULL);
    if (!r) tarn_trajectory_find(rows, "x");
    if (!r) r = tarn_trajectory_page(rows, NULL, take_text, NULL);
    if (!r) r = tarn_trajectory_compare(rows, rows, &same);
    tarn_trajectory_close(rows);
    return r;
}

static tarn_result use_run(tarn_run *run, const tarn_model *model)
{
    tarn_experiment e = tarn_model_experiment(model);
    const void *bytes;
    size_t size;
    double value;
    tarn_run_on_diagnostic(run, hear, NULL);
    tarn_result r = tarn_run_set(run, tarn_model_find(model, "k"), 3);
    if (r == TARN_WRONG_USE) r = TARN_OK; // some have none
    if (!r) r = tarn_run_advance(run, 0.4 * e.stop_time, 0);
    if (!r) r = tarn_run_save(run, &bytes, &size);
    if (!r) r = tarn_run_linearize(run, &(tarn_linearization){.n_inputs = 0});
    if (!r) r = tarn_run_simulate(run);
    if (!r) r = use_rows(run);
    if (!r) r = tarn_run_get(run, 0, &value);
    if (!r) r = tarn_run_reset(run, NULL);
    if (!r) r = tarn_run_simulate(run);
    return r;
}

static tarn_result try_all(int k)
{
    const char *text = cases[k].text;
    tarn_session *session = NULL;
    tarn_model *model = NULL;
    tarn_run *run = NULL;
    tarn_result r = tarn_session_open(&session, hear, NULL);
    if (!r) r = tarn_session_load_text(session, "text.mo", text, strlen(text));
    if (!r && k == 0) r = tarn_check(session, NULL, NULL);
    if (!r && k == 0) r = tarn_show(session, NULL, NULL, TARN_EXPLAIN_PAGE, take_text, NULL);
    if (!r) r = tarn_compile(session, NULL, NULL, &model);
    tarn_session_close(session);
    tarn_experiment e;
    if (!r) e = tarn_model_experiment(model);
    if (!r) e.method = cases[k].method;
    if (!r) r = tarn_run_open(model, &e, &run);
    if (!r) r = use_run(run, model);
    tarn_run_close(run);
    tarn_model_close(model);
    return r;
}

static void say_which(int signal_number)
{
    char line[100];
    int n = snprintf(line, sizeof line, "signal %d when allocation %ld fails%s\n", signal_number,
                     first_failure, fails_on ? " with all that follow" : "");
    if (write(STDOUT_FILENO, line, (size_t)n) < 0) _exit(2);
    _exit(1);
}

// Whether the run with that failure was as it should be.
static int is_sound(int k, long failure, long live_before)
{
    first_failure = failure;
    n_asked = 0;
    n_heard = 0;
    tarn_result r = try_all(k);
    int was_hit = n_asked >= failure;
    first_failure = 0;
    long lost = live - live_before;
    if (was_hit && fails_on && r == TARN_OK) printf("%ld on: nobody noticed\n", failure);
    if (lost > 0) printf("%ld%s: %ld pieces are lost\n", failure, fails_on ? " on" : "", lost);
    return lost <= 0 && !(was_hit && fails_on && r == TARN_OK);
}

int main(int argc, char **argv)
{
    long every = argc > 1 ? atol(argv[1]) : 1, tried = 0, wrong = 0;
    setvbuf(stdout, NULL, _IONBF, 0);
    signal(SIGSEGV, say_which);
    signal(SIGABRT, say_which);
    signal(SIGBUS, say_which);
    for (int k = 0; k < (int)(sizeof cases / sizeof *cases); k++) {
        if (try_all(k) != TARN_OK || try_all(k) != TARN_OK) return 2; // caches filled
        n_asked = 0;
        long before = live;
        try_all(k);
        long last = argc > 3 ? atol(argv[3]) : n_asked;
        if (live != before) printf("without a failure %ld pieces are lost\n", live - before);
        for (fails_on = 0; fails_on < 2; fails_on++)
            for (long n = argc > 2 ? atol(argv[2]) : 1; n <= last; n += every, tried++)
                wrong += !is_sound(k, n, live);
        fails_on = 0;
        printf("%s: %ld allocations\n", cases[k].name, last);
    }
    printf("%ld failures tried, %ld wrong\n", tried, wrong);
    return wrong != 0;
}
#endif
