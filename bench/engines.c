// Engines: time to make native code of a million assignments, and the speed of native code, of
// the C text compiled with -O1 and -O2, and of the interpreter on the same program.
//
// The program is synthetic: chains of assignments of the kind equations give, two to five
// operations each, reading variables that are mostly near. Ratios are of best times, taken in
// turns so that other work on the machine meets all alike.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "program/engine/engine.h"
#include "program/external/cache.h"
#include "program/external/compiler.h"
#include "program/lower/builder.h"

// Of this process: other work on the machine does not count.
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

typedef struct Random {
    uint64_t state;
} Random;

static uint32_t below(Random *r, uint32_t n)
{
    r->state = r->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(r->state >> 33) % n;
}

static int32_t near_variable(Random *r, int32_t i, int32_t n)
{
    if (i == 0 || below(r, 8) == 0) return (int32_t)below(r, (uint32_t)n);
    int32_t back = 1 + (int32_t)below(r, 12);
    return i > back ? i - back : 0;
}

// One assignment: a tree of up to five operations; sometimes a function of libm.
static void write_assignment(Builder *b, Random *r, int32_t i, int32_t n)
{
    static const InstructionCode codes[] = {I_ADD, I_MUL, I_SUB, I_MUL, I_ADD, I_SUB};
    int32_t value = near_variable(r, i, n);
    uint32_t operations = 2 + below(r, 4);
    for (uint32_t k = 0; k < operations; k++) {
        int32_t other =
            below(r, 4) ? near_variable(r, i, n) : builder_constant(b, 0.25 + 0.125 * below(r, 16));
        bool last = k + 1 == operations;
        InstructionCode code = below(r, 25) == 0 ? I_DIV : codes[below(r, 6)];
        if (below(r, 60) == 0) value = emit_unary(b, I_SIN, value);
        if (last) {
            // Values stay near one half: a million calls must not overflow.
            value = emit_binary(b, code, value, other);
            value = emit_binary(b, I_MUL, value, builder_constant(b, 0.0625));
            builder_emit(
                b, (Instruction){.code = I_ADD, .d = i, .a = value, .b = builder_constant(b, 0.5)});
        } else {
            value = emit_binary(b, code, value, other);
        }
    }
}

static Program *write_program(Arena *out, int32_t n)
{
    Random r = {7};
    Builder b;
    builder_open(&b, out, out);
    Program *p = ARENA_NEW(out, Program);
    builder_begin(&b, n);
    for (int32_t i = 0; i < n; i++) write_assignment(&b, &r, i, n);
    builder_routine(&b, "assignments");
    builder_finish(&b, p);
    p->model.n_slots = n;
    p->n_words = b.most_words;
    p->start = ARENA_ARRAY(out, double, p->n_words + 1);
    for (int32_t i = 0; i < n; i++) p->start[i] = 1;
    return p;
}

static double best_call(Model *m, int calls, int tries)
{
    double best = 1e9;
    for (int t = 0; t < tries; t++) {
        double begin = now();
        for (int k = 0; k < calls; k++) m->call(m->self, 0);
        double took = (now() - begin) / calls;
        if (took < best) best = took;
    }
    return best;
}

typedef int (*Compiled)(void *engine, double *frame);

// The C text with an optimization level of its own.
static Compiled compile_text(const Program *p, Arena *a, const char *level)
{
    WorkFolder *work = work_folder_open(a, WORK_FOLDER_PARENT);
    if (!work) return NULL;
    const char *source = arena_printf(a, "%s/model.c", work->path);
    // The loader knows what it has by its path: one for each text.
    static int texts;
    const char *object = arena_printf(a, "%s/model%d.so", work->path, texts++);
    Text text = text_make(a);
    program_emit_c(p, &text);
    const char *const words[] = {
        "cc",   "-shared", "-fPIC", level, "-fno-math-errno", "-ffp-contract=off", "-w", "-o",
        object, source,    "-lm",   NULL};
    if (!write_text_file(source, &text)) return NULL;
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    if (compiler_run(words, arena_printf(a, "%s/log", work->path)) != COMPILED) return NULL;
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("    cc %s takes %.1f s\n", level,
           (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec));
    void *handle = dlopen(object, RTLD_NOW);
    Compiled *routines = handle ? dlsym(handle, "tarn_routines") : NULL;
    work_folder_remove(work);
    return routines ? routines[0] : NULL;
}

static double best_compiled(Compiled f, double *frame, int calls)
{
    double begin = now();
    for (int k = 0; k < calls; k++) f(NULL, frame);
    return (now() - begin) / calls;
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static void compare_engines(int32_t n)
{
    Arena *a = arena_open("bench");
    Program *p = write_program(a, n);
    int calls = 2000000 / n;
    Model *native = program_native(p, a), *interpreted = program_interpret(p, a);
    if (!native) return;
    printf("%d assignments, %u instructions\n", n, p->n_code);
    Compiled o1 = compile_text(p, a, "-O1"), o2 = compile_text(p, a, "-O2");
    double t_native = 1e9, t_interpreted = 1e9, t_o1 = 1e9, t_o2 = 1e9;
    for (int round = 0; round < 15; round++) {
        t_native = smaller(t_native, best_call(native, calls, 1));
        t_interpreted = smaller(t_interpreted, best_call(interpreted, calls / 4 + 1, 1));
        if (o1) t_o1 = smaller(t_o1, best_compiled(o1, interpreted->v, calls));
        if (o2) t_o2 = smaller(t_o2, best_compiled(o2, interpreted->v, calls));
    }
    double ns = 1e9 / n;
    printf("    native %.2f ns, C -O1 %.2f ns, C -O2 %.2f ns, interpreter %.2f ns per assignment\n",
           t_native * ns, t_o1 * ns, t_o2 * ns, t_interpreted * ns);
    printf("    native/O2 %.2f, interpreter/native %.2f\n", t_native / t_o2,
           t_interpreted / t_native);
    native->close(native->self);
    arena_close(a);
}

static void measure_emission(int32_t n)
{
    double best = 1e9;
    Arena *a = arena_open("bench");
    Program *p = write_program(a, n);
    for (int round = 0; round < 3; round++) {
        Arena *code = arena_open("code");
        double begin = now();
        Model *native = program_native(p, code);
        best = smaller(best, now() - begin);
        if (native) native->close(native->self);
        arena_close(code);
    }
    printf("native code of %d assignments (%u instructions): %.0f ms\n", n, p->n_code, best * 1e3);
    arena_close(a);
}

int main(void)
{
    measure_emission(1000);
    measure_emission(100000);
    measure_emission(1000000);
    compare_engines(100);
    compare_engines(1000);
    return 0;
}
