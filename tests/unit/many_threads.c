// Eight threads at once: some compile in sessions of their own, the others run one compiled model.
// All get the same bits; `make threads` looks on with the thread sanitizer.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <tarn.h>

#include "unit/unit.h"

enum { N_THREADS = 8, ROUNDS = 3 };

static const char path[] = "examples/bouncing_ball.mo";

typedef struct Worker {
    pthread_t thread;
    tarn_model *shared; // NULL: it compiles its own
    double ends[ROUNDS];
    bool ok;
} Worker;

static int go_on(void *client, double time)
{
    (void)client;
    return time < 0;
}

static tarn_model *compiled(void)
{
    tarn_session *s = NULL;
    tarn_model *m = NULL;
    if (tarn_session_open(&s, NULL, NULL)) return NULL;
    if (tarn_session_load_file(s, path) || tarn_compile(s, NULL, NULL, &m)) m = NULL;
    tarn_session_close(s);
    return m;
}

// A run with another parameter, half of it in steps, saved and restored on the way.
static bool run_once(tarn_run *run, const tarn_model *m, int round, double *end)
{
    int h = tarn_model_find(m, "h"), e = tarn_model_find(m, "e");
    const void *bytes;
    size_t size;
    if (tarn_run_set(run, e, 0.8 + 0.05 * round) || tarn_run_advance(run, 1, 0)) return false;
    for (int k = 0; k < 5; k++)
        if (tarn_run_step(run, 3)) return false;
    if (tarn_run_save(run, &bytes, &size)) return false;
    void *copy = memcpy(malloc(size), bytes, size);
    tarn_run_on_progress(run, go_on, NULL);
    bool ok = !tarn_run_simulate(run) && !tarn_run_restore(run, copy, size) &&
              !tarn_run_simulate(run) && !tarn_run_get(run, h, end) && !tarn_run_reset(run, NULL);
    free(copy);
    return ok;
}

static void *work(void *client)
{
    Worker *w = client;
    tarn_model *m = w->shared ? w->shared : compiled();
    tarn_run *run = NULL;
    w->ok = m && !tarn_run_open(m, NULL, &run);
    for (int k = 0; w->ok && k < ROUNDS; k++) w->ok = run_once(run, m, k, &w->ends[k]);
    tarn_run_close(run);
    if (!w->shared) tarn_model_close(m);
    return NULL;
}

static void threads_do_not_meet(Unit *u)
{
    Worker workers[N_THREADS] = {0};
    tarn_model *shared = compiled();
    CHECK_TRUE(u, shared != NULL);
    for (int i = 0; i < N_THREADS; i++) {
        workers[i].shared = i % 2 ? shared : NULL;
        CHECK_INT(u, pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < N_THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        CHECK_TRUE(u, workers[i].ok);
        CHECK_TRUE(u, !memcmp(workers[i].ends, workers[0].ends, sizeof workers[0].ends));
    }
    tarn_model_close(shared);
}

UNIT_SUITE(many_threads, TEST(threads_do_not_meet));
