// The models of tests/run/initial start from guesses that are disturbed at random, by half of their
// nominal value: nearly always at the values that their `expect` lines give.
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tarn.h>

#include "unit/unit.h"

// STARTS=50 in the environment disturbs each model 50 times and tells the counts.
enum { MOST_EXPECTED = 16, DISTURBANCES = 4, LEAST_PERCENT = 95 };

typedef struct Expected {
    int variable;
    double value, tolerance;
} Expected;

typedef struct Start { // one model
    tarn_model *model;
    Expected expected[MOST_EXPECTED];
    int n_expected;
    uint64_t random;
} Start;

static double between_minus_one_and_one(Start *s)
{
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    return (double)(s->random >> 11) / 4503599627370496.0 - 1;
}

static bool read_expected(Start *s, const char *text)
{
    const char key[] = "// expect: ";
    for (const char *at = text; (at = strstr(at, key)) && s->n_expected < MOST_EXPECTED; at++) {
        Expected *e = &s->expected[s->n_expected];
        char name[64], time[16];
        if (sscanf(at + sizeof key - 1, "%63[^(](%15[^)]) = %lf +- %lf", name, time, &e->value,
                   &e->tolerance) != 4)
            return false;
        e->variable = tarn_model_find(s->model, name);
        if (e->variable < 0) return false;
        s->n_expected++;
    }
    return s->n_expected > 0;
}

static void disturb(Start *s, tarn_run *run)
{
    for (int i = 0; i < tarn_model_variable_count(s->model); i++) {
        const tarn_variable *v = tarn_model_variable(s->model, i);
        bool is_guess = v->variability == TARN_CONTINUOUS && v->type == TARN_REAL;
        if (!is_guess || v->is_alias || !v->is_settable) continue;
        double start = isnan(v->start) ? 0 : v->start;
        double size = isnan(v->nominal) ? fmax(fabs(start), 1) : fabs(v->nominal);
        double guess = start + 0.5 * size * between_minus_one_and_one(s);
        tarn_run_set(run, i, isnan(v->min) ? guess : fmax(guess, v->min));
    }
}

static bool starts(Start *s)
{
    tarn_run *run = NULL;
    bool is_there = tarn_run_open(s->model, NULL, &run) == TARN_OK;
    if (is_there) disturb(s, run);
    is_there = is_there && tarn_run_initialize(run) == TARN_OK;
    for (int i = 0; i < s->n_expected && is_there; i++) {
        double value = 0;
        tarn_run_get(run, s->expected[i].variable, &value);
        is_there = fabs(value - s->expected[i].value) <= s->expected[i].tolerance;
    }
    tarn_run_close(run);
    return is_there;
}

static int count_starts(Unit *u, const char *path, int times)
{
    Start s = {.random = 1};
    tarn_session *session = NULL;
    char *text = NULL;
    size_t size = 0;
    int n = 0;
    tarn_session_open(&session, NULL, NULL);
    CHECK_INT(u, tarn_session_load_file(session, path), TARN_OK);
    CHECK_INT(u, tarn_compile(session, NULL, NULL, &s.model), TARN_OK);
    tarn_session_close(session);
    FILE *f = fopen(path, "r");
    if (f && s.model) {
        size = getdelim(&text, &size, '\0', f) > 0 ? strlen(text) : 0;
        CHECK_TRUE(u, size > 0 && read_expected(&s, text));
        for (int k = 0; k < times; k++) n += starts(&s);
    }
    if (f) fclose(f);
    free(text);
    tarn_model_close(s.model);
    return n;
}

static void nearly_all_start(Unit *u)
{
    const char folder[] = "tests/run/initial", *wish = getenv("STARTS");
    int times = wish ? atoi(wish) : DISTURBANCES, n_models = 0, n_starts = 0;
    Text missed = text_make(u->arena);
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        char path[400];
        if (!strstr(e->d_name, ".mo")) continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        int n = count_starts(u, path, times);
        n_models++;
        n_starts += n;
        if (n < times) text_printf(&missed, "    %s: %d\n", e->d_name, n);
    }
    if (d) closedir(d);
    CHECK_TRUE(u, n_models >= 40);
    bool is_enough = 100 * n_starts >= LEAST_PERCENT * n_models * times;
    if (CHECK_TRUE(u, is_enough) && !wish) return;
    fprintf(stderr, "%d of %d:\n%s", n_starts, n_models * times, text_cstr(&missed));
}

UNIT_SUITE(disturbed_starts, TEST(nearly_all_start));
