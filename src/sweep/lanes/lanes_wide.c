// Four runs of an ensemble side by side, with AVX2 and fused sums.
//
// Steps without events are made by wide code (program_native_wide) together; every lane computes
// what lane.cl alone would compute, bit for bit. Where a lane has an event, or the runs part at a
// branch of the model, or something fails, the step is made again by the scalar code, for the lanes
// that it concerns, from where it began. A lane that is over copies another one from then on, so
// that it asks for nothing.
#if defined(__x86_64__)
#pragma GCC target("avx2,fma")
#include <immintrin.h>
#endif
#include <string.h>

#include "sweep/lanes/lane_c.h"

#if defined(__x86_64__)
int lane_simulate_fused(LANE_SIMULATE)
{
    return simulate_alone(t, grid, run, numbers, why, room, scratch);
}

typedef double Four __attribute__((vector_size(32)));
typedef int64_t Mask __attribute__((vector_size(32)));

struct LaneGroup {
    const LaneTables *tables;
    const LaneGrid *grid;
    Model *model; // tables; its engine is that of the runs
    WideEngine *wide;
    ModelHost host;
    const BlockInfo *block; // being solved
    Four *w, *k, *begin, *slope, *guess;
    int32_t *unknown, n_unknowns; // of loops: slots whose values are guesses
    Lane lanes[WIDE];
    LaneResult results[WIDE];
    Arena *arena;
    int n;        // lanes taken
    int n_parted; // steps in a row that could not be made together
};

// ---- The formula -------------------------------------------------------------------------------

static Four all(double x)
{
    return (Four){x, x, x, x};
}

static Four fused(double a, Four b, Four c)
{
    return (Four)_mm256_fmadd_pd((__m256d)all(a), (__m256d)b, (__m256d)c);
}

#undef REAL
#undef ALL
#undef FMA
#undef LANE
#undef W
#undef CALL
#undef A
#undef K
#define REAL Four
#define ALL(x) all(x)
#define FMA(a, b, c) fused(a, b, c)
#define LANE LaneGroup *s
#define W(i) s->w[i]
#define CALL(name) wide_call(s->wide, wide_##name(s))
#define lane_evaluate wide_evaluate
#define lane_along wide_along
#define lane_keep_slopes wide_keep_slopes
#define lane_explicit_step wide_explicit_step
#define lane_diagonal_step wide_diagonal_step
#define lane_coupled_step wide_coupled_step
#define lane_step wide_step

static int32_t wide_derivatives(const LaneGroup *s)
{
    return s->model->derivatives;
}

static int32_t wide_step_routine(const LaneGroup *s)
{
    return s->model->inlined->routine;
}
#undef lane_step
#define wide_step wide_step_routine
#define lane_step make_wide_step
#include "sweep/lanes/formula.cl"
#undef wide_step

// ---- Loops: newton.cl, with what is decided for each lane as masks
// --------------------------------

static Four choose(Mask mask, Four a, Four b)
{
    return (Four)(((Mask)a & mask) | ((Mask)b & ~mask));
}

static Four absolute(Four a)
{
    return (Four)((Mask)a & INT64_MAX);
}

static bool all_of(Mask m)
{
    return _mm256_movemask_pd((__m256d)m) == 15;
}

static Four larger(Four a, Four b)
{
    return choose(a > b, a, b);
}

static void exchange(Mask mask, Four *a, Four *b)
{
    Four one = *a, other = *b;
    *a = choose(mask, other, one);
    *b = choose(mask, one, other);
}

static Four minus_product(Four c, Four a, Four b)
{
    return (Four)_mm256_fmadd_pd((__m256d)-a, (__m256d)b, (__m256d)c);
}

static bool eliminate_wide(Four *m, Four *b, int n)
{
    for (int c = 0; c < n; c++) {
        for (int i = c + 1; i < n; i++) {
            Mask is_larger = absolute(m[i * n + c]) > absolute(m[c * n + c]);
            if (all_of(~is_larger)) continue;
            exchange(is_larger, &b[c], &b[i]);
            for (int j = c; j < n; j++) exchange(is_larger, &m[c * n + j], &m[i * n + j]);
        }
        if (!all_of(absolute(m[c * n + c]) > all(0))) return false;
        for (int i = c + 1; i < n; i++) {
            Four factor = m[i * n + c] / m[c * n + c];
            for (int j = c + 1; j < n; j++)
                m[i * n + j] = minus_product(m[i * n + j], factor, m[c * n + j]);
            b[i] = minus_product(b[i], factor, b[c]);
        }
    }
    for (int c = n - 1; c >= 0; c--) {
        for (int j = c + 1; j < n; j++) b[c] = minus_product(b[c], m[c * n + j], b[j]);
        b[c] = b[c] / m[c * n + c];
    }
    return true;
}

static Four scale_wide(const LaneGroup *s, int i)
{
    Four nominal = NOMINAL(i) >= 0 ? absolute(s->w[NOMINAL(i)]) : all(1);
    return larger(absolute(s->w[U(i)]), choose(nominal > all(0), nominal, all(1)));
}

static int fill_wide(LaneGroup *s, Four *m, Four *b)
{
    int o = wide_call(s->wide, s->block->jacobian);
    if (o) return o;
    for (int i = 0; i < UNKNOWNS * UNKNOWNS; i++) m[i] = all(0);
    for (int c = 0; c < UNKNOWNS; c++)
        for (int e = COLUMN(c); e < COLUMN(c + 1); e++) m[ROW(e) * UNKNOWNS + c] = s->w[E(e)];
    for (int i = 0; i < UNKNOWNS; i++) b[i] = -s->w[R(i)];
    return 0;
}

// Lanes that are done stay where they are.
static Mask correct_wide(LaneGroup *s, const Four *b, Mask done)
{
    Mask near = (Mask)all(0) == 0;
    for (int i = 0; i < UNKNOWNS; i++) {
        Four *x = &s->w[U(i)];
        *x = choose(done, *x, *x + b[i]);
        near &= absolute(b[i]) <= 1e-8 * scale_wide(s, i);
    }
    return done | near;
}

static int iterate_wide(LaneGroup *s)
{
    Four m[MOST_ROWS_OF_LOOP * MOST_ROWS_OF_LOOP], b[MOST_ROWS_OF_LOOP];
    Mask done = {0};
    if (!HAS_JACOBIAN) return WIDE_DIVERGES;
    int o = wide_call(s->wide, s->block->residual);
    for (int k = 0; !o && k < MOST_ITERATIONS && !all_of(done); k++) {
        o = fill_wide(s, m, b);
        if (!o && !eliminate_wide(m, b, UNKNOWNS)) o = WIDE_DIVERGES;
        if (o) return o;
        done = correct_wide(s, b, done);
        o = wide_call(s->wide, s->block->residual);
        if (IS_LINEAR) return o;
    }
    return o || all_of(done) ? o : WIDE_DIVERGES;
}

static ModelOutcome solve_wide(void *client, int32_t block)
{
    LaneGroup *s = client;
    const BlockInfo *outer = s->block;
    s->block = &s->model->blocks[block];
    int o = iterate_wide(s);
    s->block = outer;
    return (ModelOutcome)o;
}

// ---- One lane by itself
// --------------------------------------------------------------------------

static double *number(LaneGroup *g, int32_t slot, int lane)
{
    return (double *)&g->w[slot] + lane;
}

static void read_lane(LaneGroup *g, int lane)
{
    double *v = g->model->v;
    for (int32_t i = 0; i < g->model->n_slots; i++) v[i] = *number(g, i, lane);
}

static void write_lane(LaneGroup *g, int lane)
{
    const double *v = g->model->v;
    for (int32_t i = 0; i < g->model->n_slots; i++) *number(g, i, lane) = v[i];
}

static void copy_lane(LaneGroup *g, int from, int to)
{
    for (int32_t i = 0; i < g->model->n_slots; i++) *number(g, i, to) = *number(g, i, from);
}

// To where the step began.
static void read_begin(LaneGroup *g, int lane)
{
    double *v = g->model->v;
    read_lane(g, lane);
    for (int i = 0; i < g->tables->n_states; i++) {
        v[g->tables->state[i]] = ((double *)&g->begin[i])[lane];
        v[g->tables->derivative[i]] = ((double *)&g->slope[i])[lane];
    }
    for (int32_t i = 0; i < g->n_unknowns; i++) v[g->unknown[i]] = ((double *)&g->guess[i])[lane];
}

static void use_host(LaneGroup *g, Lane *s, ModelHost *host)
{
    *host = (ModelHost){.client = s, .solve_block = host_solve, .message = host_message};
    *g->model->host = host;
}

static void step_alone(LaneGroup *g, int lane, double end, double h)
{
    Lane *s = &g->lanes[lane];
    ModelHost host;
    read_begin(g, lane);
    use_host(g, s, &host);
    s->status = lane_advance(s, end, h);
    write_lane(g, lane);
    if (s->status == LANE_TERMINATED) lane_end(s);
}

// ---- All lanes
// -----------------------------------------------------------------------------------

static void begin_wide_step(LaneGroup *s)
{
    for (int i = 0; i < N(states); i++) {
        s->begin[i] = W(T(state, i));
        s->slope[i] = W(T(derivative, i));
    }
    for (int32_t i = 0; i < s->n_unknowns; i++) s->guess[i] = W(s->unknown[i]);
}

static bool asserts_hold(LaneGroup *s)
{
    Mask fails = {0};
    for (int i = 0; i < N(asserts); i++) W(T(assert_failed, i)) = all(0);
    if (wide_call(s->wide, s->model->asserts_routine)) return false;
    for (int i = 0; i < N(asserts); i++) fails |= W(T(assert_failed, i)) != all(0);
    return all_of(fails == 0);
}

// Everything that a step without events takes; false: it has to be made again, one by one.
static bool step_together(LaneGroup *s, double t, double h, double end)
{
    bool looks = HAS_ROWS || N(asserts);
    if (make_wide_step(s, t, h, end) != LANE_RUNS) return false;
    if (N(watched) && wide_call(s->wide, s->model->crossings)) return false;
    if (looks && METHOD == METHOD_EXPLICIT && wide_call(s->wide, s->model->outputs)) return false;
    return !N(asserts) || asserts_hold(s);
}

static void fetch(LaneGroup *g, const int32_t *slots, int n, int lane)
{
    for (int i = 0; i < n; i++)
        if (slots[i] >= 0) g->model->v[slots[i]] = *number(g, slots[i], lane);
}

// The lane at the end of a common step. False: it has an event inside.
static bool end_step(LaneGroup *g, int lane, double end)
{
    const LaneTables *t = g->tables;
    Lane *s = &g->lanes[lane];
    int crossed = 0;
    if (t->n_watched) {
        fetch(g, t->watched_memory, t->n_watched, lane);
        fetch(g, t->watched_crossing, t->n_watched, lane);
        fetch(g, t->watched_scale, t->n_watched, lane);
        if (lane_compare(s, &crossed) != LANE_RUNS || crossed) return false;
    }
    s->t = end;
    s->n_steps += 1;
    if (t->n_watched && lane_accumulates(s)) s->status = LANE_ACCUMULATES;
    if (t->has_rows) {
        fetch(g, t->kept_word, t->n_kept, lane);
        lane_note(s);
    }
    return true;
}

static bool has_instant(const LaneGroup *g, double end)
{
    for (int i = 0; i < WIDE; i++)
        if (g->lanes[i].status == LANE_RUNS && g->lanes[i].next_instant <= end) return true;
    return false;
}

enum { MOST_PARTED = 64 }; // then the scalar code is the shorter way

static void step_all(LaneGroup *g, double t, double h, double end)
{
    begin_wide_step(g);
    bool tries = g->n_parted < MOST_PARTED && !has_instant(g, end);
    bool together = tries && step_together(g, t, h, end);
    if (tries) g->n_parted = together ? 0 : g->n_parted + 1;
    for (int i = 0; i < WIDE; i++) {
        if (g->lanes[i].status != LANE_RUNS) continue;
        if (!together || !end_step(g, i, end)) step_alone(g, i, end, h);
    }
}

// Lanes that are over follow one that is not. False: there is none.
static bool fill_idle_lanes(LaneGroup *g)
{
    int runs = -1;
    for (int i = 0; i < WIDE; i++)
        if (g->lanes[i].status == LANE_RUNS) runs = i;
    for (int i = 0; i < WIDE && runs >= 0; i++)
        if (g->lanes[i].status != LANE_RUNS && !g->lanes[i].is_idle) {
            copy_lane(g, runs, i);
            g->lanes[i].is_idle = 1;
        }
    return runs >= 0;
}

static void end_lane(LaneGroup *g, int lane)
{
    Lane *s = &g->lanes[lane];
    ModelHost host;
    if (s->status != LANE_RUNS) return;
    read_lane(g, lane);
    use_host(g, s, &host);
    lane_end(s);
}

// ---- The group
// -----------------------------------------------------------------------------------

bool lane_group_is_possible(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

static Four *fours(Arena *a, int32_t n)
{
    Four *list = arena_alloc(a, (size_t)(n + 1) * sizeof *list, 32);
    memset(list, 0, (size_t)(n + 1) * sizeof *list);
    return list;
}

LaneGroup *lane_group_open(const LaneTables *t, const LaneGrid *grid, Arena *out)
{
    LaneGroup *g = ARENA_NEW(out, LaneGroup);
    const Model *m = t->model;
    g->tables = t;
    g->grid = grid;
    g->host = (ModelHost){.client = g, .solve_block = solve_wide, .message = host_message};
    g->wide = program_native_wide(t->program, &g->host, out);
    if (!g->wide) return NULL;
    g->w = (Four *)(void *)wide_words(g->wide);
    g->k = fours(out, t->n_stages * t->n_states);
    g->begin = fours(out, t->n_states);
    g->slope = fours(out, t->n_states);
    for (int32_t i = 0; i < m->n_blocks; i++) g->n_unknowns += m->blocks[i].n;
    g->guess = fours(out, g->n_unknowns);
    g->unknown = ARENA_ARRAY(out, int32_t, g->n_unknowns + 1);
    for (int32_t i = 0, n = 0; i < m->n_blocks; i++)
        for (int32_t k = 0; k < m->blocks[i].n; k++)
            g->unknown[n++] = m->blocks[i].unknown_slots[k];
    for (int i = 0; i < WIDE; i++) g->results[i].numbers = ARENA_ARRAY(out, double, t->n_kept + 1);
    return g;
}

bool lane_group_take(LaneGroup *g, uint32_t number_of_run, tarn_run *run)
{
    Lane *s = &g->lanes[g->n];
    LaneResult *r = &g->results[g->n];
    ModelHost host;
    if (!g->n) g->arena = arena_open("lanes");
    open_lane(s, g->tables, g->grid, run, g->arena);
    g->model = s->model;
    r->run = number_of_run;
    r->why[0] = 0;
    s->kept = r->numbers;
    s->why = r->why;
    s->room = sizeof r->why;
    const ModelHost *before = *g->model->host;
    use_host(g, s, &host);
    lane_begin(s);
    *g->model->host = before;
    write_lane(g, g->n);
    return ++g->n == WIDE;
}

int lane_group_go(LaneGroup *g, LaneResult **results)
{
    int n = g->n;
    if (!n) return 0;
    const ModelHost *before = *g->model->host;
    const LaneGrid *grid = g->grid;
    double t = grid->start;
    for (int i = n; i < WIDE; i++) g->lanes[i] = (Lane){.status = LANE_TERMINATED};
    g->n_parted = 0;
    for (double k = 0; k < grid->count && fill_idle_lanes(g); k += 1) {
        bool is_last = k + 1 >= grid->count;
        double end = is_last ? grid->stop : fma(k + 1, grid->step, grid->start);
        step_all(g, t, is_last ? end - t : grid->step, end);
        t = end;
    }
    for (int i = 0; i < n; i++) {
        end_lane(g, i);
        g->results[i].status = g->lanes[i].status;
    }
    *g->model->host = before;
    arena_close(g->arena);
    g->n = 0;
    *results = g->results;
    return n;
}
#else
int lane_simulate_fused(LANE_SIMULATE)
{
    return simulate_alone(t, grid, run, numbers, why, room, scratch);
}

bool lane_group_is_possible(void)
{
    return false;
}

LaneGroup *lane_group_open(const LaneTables *t, const LaneGrid *grid, Arena *out)
{
    (void)t, (void)grid, (void)out;
    return NULL;
}

bool lane_group_take(LaneGroup *g, uint32_t number_of_run, tarn_run *run)
{
    (void)g, (void)number_of_run, (void)run;
    return true;
}

int lane_group_go(LaneGroup *g, LaneResult **results)
{
    (void)g, (void)results;
    return 0;
}
#endif
