// Routines of a model as OpenCL C, around lane.cl and newton.cl.
//
// Slots that the routines use become the words of a lane, a private array whose every index is
// known when the kernel is compiled, so that small models live in registers; temporaries become
// variables. Products and sums are not contracted: they are the operations of the other engines.
#include <string.h>

#include "pages/page.h"
#include "sweep/lanes/kernel_printer.h"

static const char prelude[] = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                              "#pragma OPENCL FP_CONTRACT OFF\n"
                              "#define libm_pow pow\n";
static const char macros[] = "#define LANE double *w, struct Lane *s\n"
                             "#define SELF w, s\n"
                             "#define W(i) w[i]\n"
                             "#define T(list, i) list_##list[i]\n"
                             "#define N(count) N_##count\n"
                             "#define FORMULA(i) formula[i]\n"
                             "#define NODE(j) nodes[j]\n"
                             "#define CALL(name) r_##name(SELF)\n"
                             "#define REAL double\n"
                             "#define ALL(x) (x)\n"
                             "#define FMA(a, b, c) fma(a, b, c)\n"
                             "#define FOREVER ((double)INFINITY)\n"
                             "#define NOWHERE ((double)NAN)\n";

typedef struct NamedRoutine {
    const char *name;
    int32_t routine;
} NamedRoutine;

enum { N_NAMED = 8 };
static void name_routines(const Model *m, NamedRoutine *out)
{
    NamedRoutine all[N_NAMED] = {{"derivatives", m->derivatives},
                                 {"outputs", m->outputs},
                                 {"crossings", m->crossings},
                                 {"event", m->event},
                                 {"event_actions", m->event_actions},
                                 {"instants", m->instants},
                                 {"asserts_routine", m->asserts_routine},
                                 {"step", m->inlined ? m->inlined->routine : NO_ROUTINE}};
    memcpy(out, all, sizeof all);
}

// ---- Tables ----------------------------------------------------------------------------------

static void put_list(Printer *c, const char *name, const int32_t *list, int n, bool are_words)
{
    text_printf(c->out, "constant int list_%s[] = {", name);
    for (int i = 0; i < n; i++)
        text_printf(c->out, "%d, ", are_words ? kernel_word(c, list[i]) : list[i]);
    text_add(c->out, "0};\n");
}

static void put_tables(Printer *c)
{
    const LaneTables *t = c->t;
    const int counts[] = {t->n_stages,     t->n_states,   t->n_olds,     t->n_inner_stages,
                          t->n_watched,    t->n_timed,    t->n_memories, t->n_samples,
                          t->n_pres,       t->n_reinits,  t->n_asserts,  t->n_kept,
                          t->n_terminates, t->n_terminals};
    static const char *const names[] = {
        "stages",  "states", "olds",    "inner_stages", "watched", "timed",      "memories",
        "samples", "pres",   "reinits", "asserts",      "kept",    "terminates", "terminals"};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        text_printf(c->out, "#define N_%s %d\n", names[i], counts[i]);
#define LANE_WORDS(list, count) put_list(c, #list, t->list, t->n_##count, true);
#define LANE_MARKS(list, count) put_list(c, #list, t->list, t->n_##count, false);
#include "sweep/lanes/lane_tables.def"
#undef LANE_WORDS
#undef LANE_MARKS
    text_add(c->out, "constant double formula[] = {");
    for (int i = 0; i < (t->n_stages + 1) * t->n_stages; i++)
        text_printf(c->out, "%a, ", t->formula[i]);
    text_add(c->out, "0};\nconstant double nodes[] = {");
    for (int i = 0; i < t->n_stages; i++) text_printf(c->out, "%a, ", t->nodes[i]);
    text_add(c->out, "0};\n");
}

static void put_constants(Printer *c)
{
    const LaneTables *t = c->t;
    static const char *const statuses[] = {
#define LANE_STATUS(symbol, words) #symbol,
#include "sweep/lanes/lane_status.def"
#undef LANE_STATUS
    };
    for (int i = 0; i < N_LANE_STATUS; i++) text_printf(c->out, "#define %s %d\n", statuses[i], i);
    static const char *const kinds[] = {"LANE_FINAL",  "LANE_MIN", "LANE_MAX",    "LANE_MEAN",
                                        "LANE_CHANGE", "LANE_AT",  "LANE_EVENTS", "LANE_STEPS"};
    for (int i = LANE_FINAL; i <= LANE_STEPS; i++)
        text_printf(c->out, "#define %s %d\n", kinds[i], i);
    text_printf(c->out,
                "#define METHOD_EXPLICIT 0\n#define METHOD_DIAGONAL 1\n#define METHOD_COUPLED 2\n"
                "#define METHOD %d\n#define HAS_ROWS %d\n#define MOST_ITERATIONS %d\n"
                "#define MOST_PASSES %d\n#define MOST_EVENTS %d\n#define MOST_BISECTIONS %d\n",
                t->method, t->has_rows, MOST_ITERATIONS, MOST_PASSES, MOST_EVENTS, MOST_BISECTIONS);
    text_printf(c->out, "#define WORD_TIME %d\n", kernel_word(c, SLOT_TIME));
    text_printf(c->out, "#define WORD_STEP %d\n",
                t->method == METHOD_EXPLICIT ? 0 : kernel_word(c, t->model->inlined->step_slot));
}

static void put_lane(Printer *c)
{
    text_add(c->out,
             "struct Lane {\n"
             "    double k[N_stages * N_states + 1], begin[N_states + 1], slope[N_states + 1];\n"
             "    double was_true[N_watched + 1], on[2 * N_watched + 1], off[2 * N_watched + 1];\n"
             "    double interval[2 * N_watched + 1], ratio[2 * N_watched + 1];\n"
             "    double longest[2 * N_watched + 1], count[2 * N_watched + 1], suspect[2 * "
             "N_watched + 1];\n"
             "    double size[N_watched + 1], ticks[N_samples + 1], last_tick[N_samples + 1];\n"
             "    double pre[N_pres + 1], instant[N_timed + 1], memory[N_memories + 1];\n"
             "    double kept[N_kept + 1], before[N_kept + 1];\n"
             "    double t, next_instant, noted, start, stop, step, grid;\n"
             "    int status, n_events, n_steps, has_ended, is_event, has_switched;\n"
             "};\n");
}

// ---- Loops -----------------------------------------------------------------------------------

static void put_block_list(Printer *c, const char *name, int32_t block, const int32_t *list,
                           int32_t first, int32_t n)
{
    text_printf(c->out, "constant int %s_%d[] = {", name, block);
    for (int32_t i = 0; i < n; i++)
        text_printf(c->out, "%d, ", kernel_word(c, list ? list[i] : first + i));
    text_add(c->out, "0};\n");
}

static void put_pattern(Printer *c, const char *name, int32_t block, const int32_t *list, int32_t n)
{
    text_printf(c->out, "constant int %s_%d[] = {", name, block);
    for (int32_t i = 0; list && i < n; i++) text_printf(c->out, "%d, ", list[i]);
    text_add(c->out, "0};\n");
}

static void put_asset(Printer *c, const char *name)
{
    for (uint32_t i = 0; i < n_page_assets; i++)
        if (!strcmp(page_assets[i].name, name))
            text_add_bytes(c->out, page_assets[i].bytes, page_assets[i].length);
}

static void put_block_words(Printer *c, int32_t block)
{
    const BlockInfo *b = &c->p->model.blocks[block];
    bool has_jacobian = b->jacobian != NO_ROUTINE;
    int32_t entries = has_jacobian ? b->column_start[b->n] : 0;
    put_block_list(c, "unknown", block, b->unknown_slots, 0, b->n);
    put_block_list(c, "residual", block, NULL, b->residual_slot, b->n);
    put_block_list(c, "entry", block, NULL, b->jacobian_slot, entries);
    put_pattern(c, "column", block, has_jacobian ? b->column_start : NULL, b->n + 1);
    put_pattern(c, "row", block, has_jacobian ? b->row_index : NULL, entries);
    put_block_list(c, "discrete", block, b->discrete_slots, 0, b->n_discrete);
    put_block_list(c, "proposed", block, b->proposed_slots, 0, b->n_discrete);
    text_printf(c->out, "constant int nominal_%d[] = {", block);
    for (int32_t i = 0; i < b->n; i++)
        text_printf(c->out, "%d, ", b->nominal_slots ? kernel_word(c, b->nominal_slots[i]) : -1);
    text_add(c->out, "0};\n");
}

static const char *const block_names[] = {"ROOM",        "UNKNOWNS",     "U",        "R",
                                          "E",           "COLUMN",       "ROW",      "NOMINAL",
                                          "RESIDUAL",    "HAS_JACOBIAN", "JACOBIAN", "IS_LINEAR",
                                          "DISCRETES",   "DISCRETE",     "PROPOSED", "UPDATE",
                                          "UNROLL_ROWS", "SOLVE",        "ITERATE",  "MATRIX",
                                          "DIFFERENCES", "SCALE",        "ELIMINATE"};
enum { MOST_UNROLLED_ROWS = 4, MOST_UNROLLED_WORDS = 400 };

static void put_block(Printer *c, int32_t block)
{
    const BlockInfo *b = &c->p->model.blocks[block];
    int n = block;
    put_block_words(c, block);
    text_printf(c->out, "#define ROOM %d\n#define UNKNOWNS %d\n#define DISCRETES %d\n", b->n, b->n,
                b->n_discrete);
    text_printf(c->out, "#define U(i) unknown_%d[i]\n#define R(i) residual_%d[i]\n", n, n);
    text_printf(c->out, "#define E(i) entry_%d[i]\n#define COLUMN(i) column_%d[i]\n", n, n);
    text_printf(c->out, "#define ROW(i) row_%d[i]\n#define NOMINAL(i) nominal_%d[i]\n", n, n);
    text_printf(c->out, "#define DISCRETE(i) discrete_%d[i]\n#define PROPOSED(i) proposed_%d[i]\n",
                n, n);
    text_printf(c->out, "#define RESIDUAL r_%d(SELF)\n#define UPDATE ", b->residual);
    text_printf(c->out, b->n_discrete ? "r_%d(SELF)\n" : "0\n", b->update_discrete);
    text_printf(c->out, "#define HAS_JACOBIAN %d\n#define JACOBIAN ", b->jacobian != NO_ROUTINE);
    text_printf(c->out, b->jacobian != NO_ROUTINE ? "r_%d(SELF)\n" : "1\n", b->jacobian);
    text_printf(c->out, "#define IS_LINEAR %d\n#define UNROLL_ROWS %s\n", b->kind == BLOCK_LINEAR,
                b->n <= MOST_UNROLLED_ROWS ? "_Pragma(\"unroll\")" : "");
    text_printf(c->out, "#define SOLVE solve_%d\n#define ITERATE iterate_%d\n", n, n);
    text_printf(c->out, "#define MATRIX matrix_%d\n#define DIFFERENCES differences_%d\n", n, n);
    text_printf(c->out, "#define SCALE scale_%d\n#define ELIMINATE eliminate_%d\n", n, n);
    put_asset(c, "newton.cl");
    for (size_t i = 0; i < sizeof block_names / sizeof *block_names; i++)
        text_printf(c->out, "#undef %s\n", block_names[i]);
}

// ---- The kernel ------------------------------------------------------------------------------

// What of a lane goes from one call of the kernel to the next.
static void put_kernel(Printer *c)
{
    static const char *const own[] = {"t",        "next_instant", "noted",    "status",
                                      "n_events", "n_steps",      "has_ended"};
    text_printf(
        c->out,
        "kernel void lanes(global double *v, global double *own, ulong n_lanes, double first,\n"
        "                  double last, double start, double stop, double step, double grid)\n"
        "{\n    size_t lane = get_global_id(0);\n    if (lane >= n_lanes) return;\n"
        "    double w[%u];\n    struct Lane here, *s = &here;\n    global double *next;\n"
        "    UNROLL\n    for (int i = 0; i < %u; i++) w[i] = v[i * n_lanes + lane];\n"
        "    s->start = start;\n    s->stop = stop;\n    s->step = step;\n"
        "    s->grid = grid;\n    s->is_event = 0;\n",
        c->kernel->n_words, c->kernel->n_words);
    for (int pass = 0; pass < 2; pass++) {
        if (pass) text_add(c->out, "    lane_steps(SELF, first, last);\n");
        text_add(c->out, "    next = own + lane;\n");
        for (int i = 0; i < OWN_LISTS; i++)
            text_printf(c->out,
                        pass ? "    *next = s->%s, next += n_lanes;\n"
                             : "    s->%s = *next, next += n_lanes;\n",
                        own[i]);
        for (int i = 0; i < N_OWN; i++)
            text_printf(c->out,
                        pass
                            ? "    UNROLL\n    for (int i = 0; i < %d; i++) *next = s->%s[i], next "
                              "+= n_lanes;\n"
                            : "    UNROLL\n    for (int i = 0; i < %d; i++) s->%s[i] = *next, next "
                              "+= n_lanes;\n",
                        c->own[i].n, c->own[i].name);
    }
    text_printf(c->out,
                "    UNROLL\n    for (int i = 0; i < %u; i++) v[i * n_lanes + lane] = w[i];\n}\n",
                c->kernel->n_words);
}

// Lists of a lane that live from one call to the next.
static void lay_out(Printer *c)
{
    const LaneTables *t = c->t;
    const OwnList lists[N_OWN] = {{"size", t->n_watched},         {"was_true", t->n_watched},
                                  {"on", 2 * t->n_watched},       {"off", 2 * t->n_watched},
                                  {"interval", 2 * t->n_watched}, {"ratio", 2 * t->n_watched},
                                  {"longest", 2 * t->n_watched},  {"count", 2 * t->n_watched},
                                  {"suspect", 2 * t->n_watched},  {"ticks", t->n_samples},
                                  {"last_tick", t->n_samples},    {"kept", t->n_kept},
                                  {"before", t->n_kept}};
    uint32_t at = OWN_LISTS;
    memcpy(c->own, lists, sizeof lists);
    for (int i = 0; i < N_OWN; i++) {
        if (i == OWN_TICKS) c->kernel->ticks = at;
        if (i == OWN_TICKS + 1) c->kernel->last_tick = at;
        if (i == OWN_TICKS + 2) c->kernel->kept = at;
        at += (uint32_t)lists[i].n;
    }
    c->kernel->n_own = at;
}

static void find_all(Printer *c, const NamedRoutine *named)
{
    const Model *m = &c->p->model;
    Arena *a = c->session->arena;
    c->has_routine = ARENA_ARRAY(a, uint8_t, c->p->n_routines + 1);
    c->has_block = ARENA_ARRAY(a, uint8_t, m->n_blocks + 1);
    c->has_function = ARENA_ARRAY(a, uint8_t, c->p->n_functions + 1);
    c->word_of = ARENA_RAW(a, int32_t, m->n_slots + 1);
    for (int32_t i = 0; i < m->n_slots; i++) c->word_of[i] = -1;
    c->kernel->slots = ARENA_ARRAY(a, int32_t, m->n_slots + 1);
    for (int i = 0; i < N_NAMED; i++) kernel_find_routine(c, named[i].routine);
}

static void put_model(Printer *c, const NamedRoutine *named)
{
    for (int32_t i = 0; i < c->p->model.n_blocks; i++)
        if (c->has_block[i]) text_printf(c->out, "static int solve_%d(LANE);\n", i);
    kernel_put_functions(c);
    for (int32_t i = 0; i < c->p->model.n_blocks && !c->is_refused; i++) {
        const BlockInfo *b = &c->p->model.blocks[i];
        const int32_t routines[] = {b->residual, b->jacobian,
                                    b->n_discrete ? b->update_discrete : NO_ROUTINE};
        for (int k = 0; c->has_block[i] && k < 3; k++)
            if (routines[k] != NO_ROUTINE)
                kernel_put_routine(c, arena_printf(c->session->arena, "%d", routines[k]),
                                   routines[k]);
    }
    for (int i = 0; i < N_NAMED && !c->is_refused; i++)
        kernel_put_routine(c, named[i].name, named[i].routine);
    for (int32_t i = 0; i < c->p->model.n_blocks && !c->is_refused; i++)
        if (c->has_block[i]) put_block(c, i);
}

bool kernel_text_make(Session *s, const LaneTables *t, KernelText *out)
{
    NamedRoutine named[N_NAMED];
    Text text = text_make(s->arena);
    Printer c = {.session = s, .t = t, .p = t->program, .out = &text, .kernel = out};
    *out = (KernelText){0};
    name_routines(t->model, named);
    find_all(&c, named);
    if (c.is_refused) return false;
    text_add(&text, prelude);
    text_add(&text, instruction_c_helpers);
    text_add(&text, macros);
    put_constants(&c);
    put_tables(&c);
    put_lane(&c);
    put_model(&c, named);
    if (c.is_refused) return false;
    text_printf(&text, "#define UNROLL %s\n",
                out->n_words <= MOST_UNROLLED_WORDS ? "_Pragma(\"unroll\")" : "");
    put_asset(&c, "formula.cl");
    put_asset(&c, "lane.cl");
    lay_out(&c);
    put_kernel(&c);
    out->text = text_cstr(&text);
    out->length = text.length;
    return true;
}
