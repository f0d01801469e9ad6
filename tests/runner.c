// The test runner: unit tests, then every data test under tests/ and examples/, told apart by
// the folder (the table `kinds`). Tests run in worker processes, so that a crash or a hang is
// the failure of one test; results are shown in the order of the names, whatever the workers do.
// Pages have a worker of their own beside the others, with one browser for all.
//
//   runner [--only PATTERN] [--bless] [--jobs N] [--list] [--times]
//
// With --times the tests are listed that took the most processor time, their processes included.
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/vec.h"
#include "testing.h"
#include "unit/unit.h"

#ifdef TARN_COVERAGE // counting takes its time
enum { SECONDS_PER_TEST = 900 };
#else
enum { SECONDS_PER_TEST = 120 };
#endif
enum { MOST_WORKERS = 16 }; // and one for pages

static const TestKind kinds[] = {
    {"tests/cli/", ".cli", "command line", test_command_line},
    {"tests/graph/", ".graph", "graph", test_graph},
    {"tests/syntax/", ".mo", "syntax", test_syntax},
    {"tests/errors/", ".mo", "check", test_errors},
    {"tests/instance/", ".mo", "instance", test_dump},
    {"tests/flat/", ".mo", "flat", test_dump},
    {"tests/equations/", ".mo", "equations", test_dump},
    {"tests/program/", ".mo", "program", test_dump},
    {"tests/causal/", ".mo", "causal", test_causal},
    {"tests/python/", ".py", "python", test_python},
    {"tests/run/", ".mo", "run", test_run},
    {"tests/pages/", ".test.js", "page", NULL},
    {"examples/", ".mo", "run", test_run},
};

#define SUITE(name) extern const UnitSuite name##_suite;
#include "suites.def"
#undef SUITE

// What the loader keeps for the threads of libraries that a test has loaded is no leak of ours.
#if defined(__SANITIZE_ADDRESS__)
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:_dl_resize_dtv\n";
}
#endif

static const UnitSuite *const suites[] = {
#define SUITE(name) &name##_suite,
#include "suites.def"
#undef SUITE
};

typedef struct Test {
    const char *name; // the path of a data test, "unit/suite/function" of a unit test
    const TestKind *kind;
    const UnitTest *unit;
    TestOutcome outcome;
    bool finished;
    double seconds; // of processor time; pages, which share a browser, have none
    char *difference;
} Test;

typedef struct Runner {
    Arena *arena;
    VEC(Test) tests;
    const char *only, *root, *program;
    bool bless, list, times;
    int n_workers;
} Runner;

// ---- Collecting ---------------------------------------------------------------------------

static bool wanted(const Runner *r, const char *name)
{
    return !r->only || strstr(name, r->only);
}

static void collect_units(Runner *r)
{
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++)
        for (uint32_t k = 0; k < suites[i]->n_tests; k++) {
            const UnitTest *unit = &suites[i]->tests[k];
            const char *name =
                arena_printf(r->arena, "tests/unit/%s.c %s", suites[i]->name, unit->name);
            if (wanted(r, name))
                VEC_PUSH(r->arena, &r->tests, ((Test){.name = name, .unit = unit}));
        }
}

static const TestKind *kind_of(const char *path)
{
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t tail = strlen(kinds[i].extension);
        if (!strncmp(path, kinds[i].folder, strlen(kinds[i].folder)) && length > tail &&
            !strcmp(path + length - tail, kinds[i].extension))
            return &kinds[i];
    }
    return NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const Test *)a)->name, ((const Test *)b)->name);
}

static void collect_files(Runner *r)
{
    uint32_t first = r->tests.count;
    char *folders[] = {"tests", "examples", NULL};
    FTS *walk = fts_open(folders, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *entry; walk && (entry = fts_read(walk));) {
        const TestKind *kind = entry->fts_info == FTS_F ? kind_of(entry->fts_path) : NULL;
        if (!kind || !wanted(r, entry->fts_path)) continue;
        const char *name = arena_copy_text(r->arena, entry->fts_path, entry->fts_pathlen);
        VEC_PUSH(r->arena, &r->tests, ((Test){.name = name, .kind = kind}));
    }
    if (walk) fts_close(walk);
    if (r->tests.count > first)
        qsort(r->tests.data + first, r->tests.count - first, sizeof(Test), by_name);
}

// ---- Running one test ----------------------------------------------------------------------

static TestOutcome run_unit(const UnitTest *unit, Arena *arena, Text *difference)
{
    Unit u = {.arena = arena, .failures = text_make(arena)};
    unit->run(&u);
    *difference = u.failures;
    return u.failures.length ? TEST_FAILED : TEST_PASSED;
}

static TestOutcome run_test(const Runner *r, const Test *test, Arena *arena, Text *difference)
{
    if (test->unit) return run_unit(test->unit, arena, difference);
    TestCase t = {.path = test->name,
                  .program = r->program,
                  .root = r->root,
                  .bless = r->bless,
                  .arena = arena,
                  .difference = text_make(arena)};
    TestOutcome outcome = test->kind->run(&t);
    *difference = t.difference;
    return outcome;
}

// ---- Workers -------------------------------------------------------------------------------

typedef struct Shared {                // between the processes
    uint32_t next;                     // the next test to take
    int64_t current[MOST_WORKERS + 1]; // what a worker is at; -1 between tests
} Shared;

typedef struct Message { // a worker's report, followed by `length` bytes
    uint32_t test;
    TestOutcome outcome;
    double seconds;
    size_t length;
} Message;

static void write_all(int to, const void *bytes, size_t n)
{
    for (const char *p = bytes; n;) {
        ssize_t done = write(to, p, n);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) _exit(99);
        p += done;
        n -= (size_t)done;
    }
}

static bool read_all(int from, void *bytes, size_t n)
{
    for (char *p = bytes; n;) {
        ssize_t done = read(from, p, n);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        p += done;
        n -= (size_t)done;
    }
    return true;
}

static void send(int to, Message m, const char *text)
{
    write_all(to, &m, sizeof m);
    write_all(to, text, m.length);
}

static bool is_page(const Test *test)
{
    return test->kind && !test->kind->run;
}

static double seconds_of(int who)
{
    struct rusage used;
    getrusage(who, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static double processor_seconds(void)
{
    return seconds_of(RUSAGE_SELF) + seconds_of(RUSAGE_CHILDREN);
}

static void work(const Runner *r, Shared *shared, int worker, int to)
{
    for (;;) {
        uint32_t i = __atomic_fetch_add(&shared->next, 1, __ATOMIC_SEQ_CST);
        if (i >= r->tests.count) return;
        if (is_page(&r->tests.data[i])) continue;
        shared->current[worker] = i;
        alarm(SECONDS_PER_TEST);
        Arena *arena = arena_open("test");
        Text difference = text_make(arena);
        double before = processor_seconds();
        TestOutcome outcome = run_test(r, &r->tests.data[i], arena, &difference);
        send(to, (Message){i, outcome, processor_seconds() - before, difference.length},
             text_cstr(&difference));
        arena_close(arena);
        shared->current[worker] = -1;
    }
}

typedef struct PageWork {
    VEC(const char *) paths;
    VEC(uint32_t) tests; // by path
    int to;
} PageWork;

static PageWork page_work(const Runner *r, Arena *arena, int to)
{
    PageWork work = {.to = to};
    for (uint32_t i = 0; i < r->tests.count; i++) {
        if (!is_page(&r->tests.data[i])) continue;
        VEC_PUSH(arena, &work.paths, r->tests.data[i].name);
        VEC_PUSH(arena, &work.tests, i);
    }
    return work;
}

static void send_page_answer(void *client, const PageAnswer *a)
{
    const PageWork *work = client;
    send(work->to, (Message){work->tests.data[a->test], a->outcome, 0, a->length}, a->difference);
}

static void work_on_pages(const Runner *r, int to)
{
    Arena *arena = arena_open("pages");
    PageWork work = page_work(r, arena, to);
    if (work.paths.count)
        test_pages(arena, r->program, work.paths.data, work.paths.count, &work, send_page_answer);
    arena_close(arena);
}

typedef struct Worker {
    pid_t pid;
    int from; // -1: closed
} Worker;

static Worker start_worker(Runner *r, Shared *shared, int index)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) { // what a test starts does not hold it
        perror("runner: pipe");
        exit(2);
    }
    fflush(NULL);
    shared->current[index] = -1;
    pid_t pid = fork();
    if (pid < 0) {
        perror("runner: fork");
        exit(2);
    }
    if (pid == 0) {
        close(ends[0]);
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (index == r->n_workers)
            work_on_pages(r, ends[1]);
        else
            work(r, shared, index, ends[1]);
        close(ends[1]);
        arena_close(r->arena);
        exit(0); // not _exit: the leak check of the sanitizers runs here
    }
    close(ends[1]);
    return (Worker){pid, ends[0]};
}

static bool take_message(Runner *r, int from)
{
    Message m;
    if (!read_all(from, &m, sizeof m)) return false;
    Test *test = &r->tests.data[m.test];
    test->difference = arena_alloc(r->arena, m.length + 1, 1);
    test->difference[m.length] = '\0';
    if (!read_all(from, test->difference, m.length)) return false;
    test->outcome = m.outcome;
    test->seconds = m.seconds;
    test->finished = true;
    return true;
}

// A worker has ended. If it was in the middle of a test, that test has failed.
static bool end_worker(Runner *r, Shared *shared, Worker *w, int index)
{
    int status = 0;
    close(w->from);
    w->from = -1;
    waitpid(w->pid, &status, 0);
    kill(-w->pid, SIGKILL); // what its last test has left running
    int64_t at = shared->current[index];
    bool in_test = at >= 0 && !r->tests.data[at].finished;
    if (in_test) {
        Test *test = &r->tests.data[at];
        test->outcome = TEST_FAILED;
        test->finished = true;
        test->difference =
            WIFSIGNALED(status)
                ? arena_printf(r->arena,
                               WTERMSIG(status) == SIGALRM ? "no end after %d seconds\n"
                                                           : "crashed with signal %d\n",
                               WTERMSIG(status) == SIGALRM ? SECONDS_PER_TEST : WTERMSIG(status))
                : arena_printf(r->arena, "ended the process with status %d\n", WEXITSTATUS(status));
    } else if (status != 0) {
        VEC_PUSH(r->arena, &r->tests,
                 ((Test){.name = "worker process",
                         .outcome = TEST_FAILED,
                         .finished = true,
                         .difference = "memory leaked, or a crash after the last test\n"}));
    }
    return in_test;
}

static void run_workers(Runner *r)
{
    Shared *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        perror("runner: mmap");
        exit(2);
    }
    Worker workers[MOST_WORKERS + 1];
    struct pollfd polls[MOST_WORKERS + 1];
    int n = r->n_workers + 1, n_open = n;
    for (int i = 0; i < n; i++) workers[i] = start_worker(r, shared, i);
    while (n_open > 0) {
        for (int i = 0; i < n; i++)
            polls[i] = (struct pollfd){.fd = workers[i].from, .events = POLLIN};
        if (poll(polls, (nfds_t)n, -1) < 0) continue;
        for (int i = 0; i < n; i++) {
            if (workers[i].from < 0 || !polls[i].revents) continue;
            if (take_message(r, workers[i].from)) continue;
            if (end_worker(r, shared, &workers[i], i))
                workers[i] = start_worker(r, shared, i);
            else
                n_open--;
        }
    }
    munmap(shared, sizeof *shared);
}

// ---- Reporting -----------------------------------------------------------------------------

static void show_failure(const Test *test)
{
    printf("FAILED %s", test->name);
    if (test->kind) printf(" (%s)", test->kind->stage);
    printf("\n");
    for (const char *line = test->difference; line && *line;) {
        const char *end = strchrnul(line, '\n');
        printf("    %.*s\n", (int)(end - line), line);
        line = *end ? end + 1 : end;
    }
}

static int by_time(const void *a, const void *b)
{
    double left = ((const Test *)a)->seconds, right = ((const Test *)b)->seconds;
    return (left < right) - (left > right);
}

static void show_times(Runner *r)
{
    enum { MOST_SHOWN = 60 };
    qsort(r->tests.data, r->tests.count, sizeof(Test), by_time);
    for (uint32_t i = 0; i < r->tests.count && i < MOST_SHOWN; i++)
        printf("%8.2f s  %s\n", r->tests.data[i].seconds, r->tests.data[i].name);
}

static int report(const Runner *r)
{
    int counts[2] = {0, 0};
    for (uint32_t i = 0; i < r->tests.count; i++) {
        Test *test = &r->tests.data[i];
        if (!test->finished) *test = (Test){.name = test->name, .outcome = TEST_FAILED};
        counts[test->outcome]++;
        if (test->outcome == TEST_FAILED) show_failure(test);
    }
    printf("%d passed, %d failed\n", counts[TEST_PASSED], counts[TEST_FAILED]);
    return counts[TEST_FAILED] ? 1 : 0;
}

static bool read_arguments(Runner *r, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--bless"))
            r->bless = true;
        else if (!strcmp(argv[i], "--list"))
            r->list = true;
        else if (!strcmp(argv[i], "--times"))
            r->times = true;
        else if (!strcmp(argv[i], "--only") && i + 1 < argc)
            r->only = argv[++i];
        else if (!strcmp(argv[i], "--jobs") && i + 1 < argc)
            r->n_workers = atoi(argv[++i]);
        else {
            fprintf(stderr,
                    "usage: runner [--only PATTERN] [--bless] [--jobs N] [--list] [--times]\n");
            return false;
        }
    }
    if (r->n_workers < 1) r->n_workers = 1;
    if (r->n_workers > MOST_WORKERS) r->n_workers = MOST_WORKERS;
    return true;
}

int main(int argc, char **argv)
{
    Runner r = {.arena = arena_open("runner"), .n_workers = (int)sysconf(_SC_NPROCESSORS_ONLN)};
    if (!read_arguments(&r, argc, argv)) return 2;
    char *self = realpath(argv[0], NULL), *root = realpath(".", NULL);
    if (!self || !root) {
        perror("runner");
        return 2;
    }
    r.root = root;
    r.program = arena_printf(r.arena, "%.*s/tarn", (int)(strrchr(self, '/') - self), self);
    collect_units(&r);
    collect_files(&r);
    int status = 0;
    if (r.list) {
        for (uint32_t i = 0; i < r.tests.count; i++) puts(r.tests.data[i].name);
    } else {
        run_workers(&r);
        status = report(&r);
        if (r.times) show_times(&r);
    }
    free(self);
    free(root);
    arena_close(r.arena);
    return status;
}
