/* A program that embeds the library, compiled with nothing but
 *     cc embed.c $(pkg-config --cflags --libs tarn) -o embed
 * It runs a model three times, steps it, saves and restores its state, and cancels a run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tarn.h>

static void show(void *client, const tarn_diagnostic *d)
{
    (void)client;
    printf("%s", d->text);
}

static int until_half(void *client, double time)
{
    (void)client;
    return time >= 0.5; /* cancels */
}

int main(int argc, char **argv)
{
    tarn_session *session;
    tarn_model *model;
    tarn_run *run;
    if (argc < 2 || tarn_session_open(&session, show, NULL)) return 1;
    tarn_session_load_text(session, "slip.mo", "model Slip Real x = y; end Slip;", 32);
    tarn_compile(session, "Slip", NULL, &model); /* shows a diagnostic */
    if (tarn_session_load_file(session, argv[1])) return 1;
    if (tarn_compile(session, NULL, NULL, &model) || tarn_run_open(model, NULL, &run)) return 1;
    int h = tarn_model_find(model, "h"), e = tarn_model_find(model, "e");
    double height, again;
    for (double bounce = 0.8; bounce < 0.92; bounce += 0.05) { /* three runs, compiled once */
        tarn_run_set(run, e, bounce);
        if (tarn_run_simulate(run) || tarn_run_get(run, h, &height)) return 1;
        printf("e = %.2f: %zu rows, h = %.6f\n", bounce, tarn_run_row_count(run), height);
        tarn_run_reset(run, NULL);
    }
    tarn_run_advance(run, 10, 1); /* to behind the first event */
    printf("the ground at t = %.6f\n", tarn_run_time(run));
    for (int k = 0; k < 3; k++) tarn_run_step(run, 10);
    const void *bytes;
    size_t size;
    if (tarn_run_save(run, &bytes, &size)) return 1;
    void *state = memcpy(malloc(size), bytes, size);
    if (tarn_run_simulate(run) || tarn_run_get(run, h, &height)) return 1;
    if (tarn_run_restore(run, state, size) || tarn_run_simulate(run)) return 1;
    tarn_run_get(run, h, &again);
    printf("restored: %s\n", memcmp(&height, &again, sizeof height) ? "other bits" : "same bits");
    tarn_run_reset(run, NULL);
    tarn_run_on_progress(run, until_half, NULL);
    printf("%s\n", tarn_result_text(tarn_run_simulate(run)));
    free(state);
    tarn_run_close(run);
    tarn_model_close(model);
    tarn_session_close(session);
    return 0;
}
