// sweep [RUNS] -- what a run of a sweep costs, beside the same integration in a hand-written loop.
//
// The model is a chain of five masses, springs and dampers (ten states). The loop calls the same
// integrator with a right-hand side in C; a sweep initializes, integrates, and keeps final values.
// Times are those of the processor, the least of several rounds in turns: a machine with other work
// tells the same, or nearly.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "run/integrators/integrator.h"
#include "run/simulation.h"

enum { MASSES = 5, STATES = 2 * MASSES, ROUNDS = 10 };

typedef struct Chain {
    double c, d;
} Chain;

// With linear springs, or with those of pendulums: in these a pulse might hide between two points
// of a step, which a sweep looks for at 500 points of a run.
static ModelOutcome linear(void *client, double t, const double *x, double *dx)
{
    const Chain *p = client;
    (void)t;
    for (int i = 0; i < MASSES; i++) {
        double left = i ? x[i - 1] : 0, v_left = i ? x[MASSES + i - 1] : 0;
        double right = i + 1 < MASSES ? x[i + 1] : 0,
               v_right = i + 1 < MASSES ? x[MASSES + i + 1] : 0;
        dx[i] = x[MASSES + i];
        dx[MASSES + i] =
            p->c * (left - 2 * x[i] + right) + p->d * (v_left - 2 * x[MASSES + i] + v_right);
    }
    return MODEL_OK;
}

static ModelOutcome pendulums(void *client, double t, const double *x, double *dx)
{
    const Chain *p = client;
    linear(client, t, x, dx);
    for (int i = 0; i < MASSES; i++) dx[MASSES + i] -= p->c * sin(x[i]);
    return MODEL_OK;
}

typedef struct Variant {
    const char *label, *force; // beside that of the linear springs
    ModelOutcome (*derivatives)(void *client, double t, const double *x, double *dx);
} Variant;
static const Variant variants[] = {{"masses", "0", linear},
                                   {"pendulums", "c*sin(x[i])", pendulums}};

static double processor_seconds(int who)
{
    struct rusage u;
    getrusage(who, &u);
    return (double)u.ru_utime.tv_sec + 1e-6 * (double)u.ru_utime.tv_usec +
           (double)u.ru_stime.tv_sec + 1e-6 * (double)u.ru_stime.tv_usec;
}

static double wall_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Microseconds of a run by hand; the sum of final values keeps a compiler from leaving it out.
static double by_hand(const Variant *v, int runs, double stop, double *sum)
{
    double nominal[STATES], begin = processor_seconds(RUSAGE_SELF);
    for (int i = 0; i < STATES; i++) nominal[i] = 1;
    for (int run = 0; run < runs; run++) {
        Arena *a = arena_open("run by hand");
        Chain chain = {1 + 9 * (double)run / (runs - 1), 0.1};
        InitialValueProblem p = {.client = &chain,
                                 .n = STATES,
                                 .derivatives = v->derivatives,
                                 .nominal = nominal,
                                 .tolerance = simulation_step_tolerance(1e-6),
                                 .fixed_step = NAN};
        const IntegratorDesc *d = integrator_of_name("dopri5");
        Integrator *in = d->open(a, &p);
        double x[STATES] = {1}, t = 0;
        d->restart(in, 0, x, 0);
        while (t < stop && d->step(in, stop, &t) == STEP_DONE) {
        }
        d->interpolate(in, stop, x);
        *sum += x[0];
        d->close(in);
        arena_close(a);
    }
    return 1e6 * (processor_seconds(RUSAGE_SELF) - begin) / runs;
}

static const char model[] =
    "model Chain\n  parameter Integer n = 5;\n  parameter Real c = 1, d = 0.1;\n"
    "  Real x[n](start = {if i == 1 then 1 else 0 for i in 1:n}, each fixed = true, each nominal = "
    "1);\n"
    "  Real v[n](each start = 0, each fixed = true, each nominal = 1);\nequation\n  for i in 1:n "
    "loop\n"
    "    der(x[i]) = v[i];\n"
    "    der(v[i]) = c*((if i > 1 then x[max(i - 1, 1)] else 0) - 2*x[i] + (if i < n then x[min(i "
    "+ 1, n)] else 0))\n"
    "      + d*((if i > 1 then v[max(i - 1, 1)] else 0) - 2*v[i] + (if i < n then v[min(i + 1, n)] "
    "else 0))\n"
    "      - %s;\n"
    "  end for;\n  annotation(experiment(StopTime = 10, Tolerance = 1e-6));\nend Chain;\n";

typedef struct Measured {
    double processor, wall; // microseconds of a run
} Measured;

static Measured by_sweep(int runs, const char *options)
{
    char command[1000];
    snprintf(command, sizeof command,
             "rm -f build/bench.csv*; ./tarn sweep build/bench.mo --vary 'c=lin(1,10,%d)' %s "
             "--keep 'x[1]' "
             "--quiet --output build/bench.csv",
             runs, options);
    double begin = processor_seconds(RUSAGE_CHILDREN), wall = wall_seconds();
    if (system(command)) exit(1);
    return (Measured){1e6 * (processor_seconds(RUSAGE_CHILDREN) - begin) / runs,
                      1e6 * (wall_seconds() - wall) / runs};
}

static Measured by_shell(int runs)
{
    char command[1000];
    snprintf(command, sizeof command,
             "for i in $(seq %d); do ./tarn simulate build/bench.mo --method dopri5 --set c=$i "
             "--output build/bench.csv --quiet; done",
             runs);
    double begin = processor_seconds(RUSAGE_CHILDREN), wall = wall_seconds();
    if (system(command)) exit(1);
    return (Measured){1e6 * (processor_seconds(RUSAGE_CHILDREN) - begin) / runs,
                      1e6 * (wall_seconds() - wall) / runs};
}

static void write_model(const Variant *v)
{
    FILE *file = fopen("build/bench.mo", "w");
    if (!file || fprintf(file, model, v->force) < 0 || fclose(file)) exit(1);
}

static void compare(const Variant *v, int runs, int stop)
{
    char options[100];
    double hand = INFINITY, sweep = INFINITY, sum = 0;
    snprintf(options, sizeof options, "--method dopri5 --jobs 1 --stop-time %d", stop);
    for (int round = 0; round < ROUNDS; round++) {
        hand = fmin(hand, by_hand(v, 10 * runs / stop / ROUNDS, stop, &sum));
        sweep = fmin(sweep, by_sweep(10 * runs / stop / ROUNDS, options).processor);
    }
    printf("  %-10s to %3d s: by hand in C %8.2f us of the processor a run, tarn sweep %8.2f: "
           "%.2f times that\n",
           v->label, stop, hand, sweep, sweep / hand);
}

int main(int argc, char **argv)
{
    int runs = argc > 1 ? atoi(argv[1]) : 100000;
    printf("a chain of five, ten states, dopri5 (target: twice the time by hand)\n");
    for (int k = 0; k < 2; k++) {
        write_model(&variants[k]);
        for (int stop = 10; stop <= 100; stop *= 10) compare(&variants[k], runs, stop);
    }
    write_model(&variants[0]); // whose operations stand side by side in lanes
    Measured one = by_sweep(runs, "--method dopri5 --jobs 1");
    Measured two = by_sweep(runs, "--method dopri5 --jobs 2");
    Measured shell = by_shell(20);
    printf("  two threads            %9.2f us on the clock, one %.2f: %.2f times as fast (target "
           "1.8)\n",
           two.wall, one.wall, one.wall / two.wall);
    printf("  a shell loop of runs   %9.2f us\n", shell.processor);
    static const char *const methods[] = {"--method rk4", "--inline backward-euler"};
    for (int i = 0; i < 2; i++) {
        char options[100];
        snprintf(options, sizeof options, "%s --step 0.002 --jobs 1 --device cpu:1", methods[i]);
        Measured alone = by_sweep(runs / 50, options);
        snprintf(options, sizeof options, "%s --step 0.002 --jobs 1 --device cpu", methods[i]);
        Measured four = by_sweep(runs / 50, options);
        printf("  %-23s%8.2f ns a step alone, %.2f in lanes: %.2f times as fast (target 2.5)\n",
               methods[i], alone.processor / 5, four.processor / 5,
               alone.processor / four.processor);
    }
    return 0;
}
