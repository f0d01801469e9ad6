#include "tarn/compile/pipeline.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "equations/clocks.h"
#include "program/lower/program_lower.h"
#include "syntax/ast_print.h"
#include "tarn/compile/experiment.h"
#include "tarn/compile/inlining.h"
#include "tarn/compile/unit_reading.h"

const char *const stage_names[N_STAGES] = {"ast",       "instance", "flat",
                                           "equations", "blocks",   "program"};
const char *const phase_names[N_PHASES] = {"load",       "instantiate", "flatten",
                                           "causalize",  "program",     "native",
                                           "initialize", "simulate",    "write"};

double milliseconds_now(void)
{
    return 1e3 * seconds_now();
}

#define BYTES_OF_GB 1e9

// ---- Stages -------------------------------------------------------------------------------

typedef struct StageRow {
    Phase phase;
    bool (*make)(Pipeline *p, Arena *out); // false after an error was reported
    bool (*check)(const Pipeline *p, Text *complaint);
    void (*dump)(const Pipeline *p, Text *out);
} StageRow;

// The file given, or the one that holds the class given.
static void dump_ast(const Pipeline *p, Text *out)
{
    const AstFile *file = p->loaded.file;
    const LibraryClass *c = file ? NULL : library_find(p->session, p->loaded.model);
    if (c) file = c->ast->file;
    if (file) file_read(p->session, file);
    if (file) ast_dump(file, out);
}

static const char *find_resource(void *client, const char *uri, Arena *out)
{
    return library_resource_text(client, uri, out);
}

ExternalPolicy pipeline_external_policy(const Pipeline *p)
{
    return (ExternalPolicy){.cache_folder = p->options->cache_folder,
                            .is_forbidden = p->options->no_external};
}

// The front end knows foreign code through this door only.
static void open_door(Pipeline *p)
{
    Session *s = p->session;
    ExternalPolicy policy = pipeline_external_policy(p);
    ResourceFinder *resources = ARENA_NEW(s->arena, ResourceFinder);
    *resources = (ResourceFinder){s, find_resource};
    policy.resources = resources;
    s->door = program_external_door(s, &policy);
}

static bool make_instance(Pipeline *p, Arena *out)
{
    open_door(p);
    uint32_t n = 0;
    // The last is the strongest.
    Setting *settings = ARENA_ARRAY(out, Setting, p->n_settings + p->n_modes + 1);
    if (p->loaded.modification) settings[n++] = (Setting){NULL, p->loaded.modification};
    for (uint32_t i = 0; i < p->n_settings; i++) settings[n++] = p->settings[i];
    for (uint32_t i = 0; i < p->n_modes; i++) settings[n++] = p->modes[i];
    p->instance = instantiate(p->session, p->loaded.model, settings, n, out);
    return p->instance != NULL;
}

static bool check_instance(const Pipeline *p, Text *complaint)
{
    return instance_check(p->instance, complaint);
}

static void dump_instance(const Pipeline *p, Text *out)
{
    instance_dump(p->instance, out);
}

static bool make_flat(Pipeline *p, Arena *out)
{
    FlatModel *flat = flatten(p->session, p->instance, out);
    p->flat = flat;
    if (!flat) return false;
    experiment_resolve(p->options, flat);
    return true;
}

static bool check_flat(const Pipeline *p, Text *complaint)
{
    return flat_check(p->session, p->flat, complaint);
}

// A text may be read in another folder than the one it was written in.
static const char *absolute_resource(Session *s, const char *uri, Arena *out)
{
    const char *path = library_resource_text(s, uri, out), *name = path ? strrchr(path, '/') : NULL;
    char absolute[PATH_MAX];
    if (!path) return NULL;
    if (realpath(path, absolute)) return arena_copy_text(out, absolute, strlen(absolute));
    if (!name || !realpath(arena_copy_text(out, path, (size_t)(name - path)), absolute))
        return path;
    return arena_printf(out, "%s%s", absolute, name);
}

// Clocked partitions and state machines are when-equations there, as the equations have them.
bool pipeline_print_base(const Pipeline *p, Text *out)
{
    Arena *work = arena_open("base");
    const FlatModel *flat = clocks_to_when(p->session, p->flat, work);
    bool ok = flat && flat_print_base(p->session, flat, absolute_resource, out);
    arena_close(work);
    return ok;
}

// When-equations of Base Modelica mean something else: such a model stays in its language.
static void dump_flat(const Pipeline *p, Text *out)
{
    if (p->flat->instance->is_base && pipeline_print_base(p, out)) return;
    flat_print(p->session, p->flat, absolute_resource, out);
}

static bool make_equations(Pipeline *p, Arena *out)
{
    instance_pass(p->instance);
    p->equations = system_from_flat(p->session, p->flat, out);
    return p->equations != NULL;
}

static bool check_equations(const Pipeline *p, Text *complaint)
{
    return system_check(p->equations, complaint);
}

static void dump_equations(const Pipeline *p, Text *out)
{
    system_dump(p->equations, out);
}

static bool make_causal(Pipeline *p, Arena *out)
{
    CausalOptions options = {.no_alias = p->options->no_alias,
                             .loops = (LoopTreatment)p->options->loops,
                             .states = (StateMethod)p->options->states,
                             .tears = p->options->tears.data,
                             .n_tears = p->options->tears.count,
                             .last_pass = p->options->last_pass,
                             .only_checks = p->only_checks,
                             .broken = &p->broken};
    InlineFormula formula;
    if (p->options->inline_method) {
        formula = inlining_formula(p->options, p->flat);
        options.inlined = &formula;
    }
    EquationSystem *equations = p->equations;
    p->equations = NULL;
    p->causal = causalize(p->session, equations, &options, out);
    return p->causal != NULL;
}

// Messages about the structure quote equations as they were written: it is sound now.
static void release_written_equations(Pipeline *p)
{
    FlatModel *flat = p->flat;
    if (p->options->keeps_stages || p->causal->system->flat != flat) return;
    arena_release(p->arenas[STAGE_FLAT], flat->equations,
                  flat->n_equations * sizeof *flat->equations);
    flat->equations = NULL;
    flat->n_equations = 0;
}

static bool make_program(Pipeline *p, Arena *out)
{
    release_written_equations(p);
    ResourceFinder resources = {p->session, find_resource};
    p->program = program_lower(p->session, p->causal, &resources, out);
    return p->program != NULL;
}

static bool check_program(const Pipeline *p, Text *complaint)
{
    return program_check(p->program, complaint);
}

static void dump_program(const Pipeline *p, Text *out)
{
    program_dump(p->program, out);
}

static bool check_causal(const Pipeline *p, Text *complaint)
{
    if (p->options->last_pass || p->only_checks) return system_check(p->causal->system, complaint);
    return causal_check(p->causal, complaint);
}

static void dump_causal(const Pipeline *p, Text *out)
{
    if (p->options->last_pass)
        system_dump(p->causal->system, out);
    else
        causal_dump(p->causal, out);
}

static const StageRow stages[N_STAGES] = {
    [STAGE_AST] = {PHASE_LOAD, NULL, NULL, dump_ast},
    [STAGE_INSTANCE] = {PHASE_INSTANTIATE, make_instance, check_instance, dump_instance},
    [STAGE_FLAT] = {PHASE_FLATTEN, make_flat, check_flat, dump_flat},
    [STAGE_EQUATIONS] = {PHASE_CAUSALIZE, make_equations, check_equations, dump_equations},
    [STAGE_CAUSAL] = {PHASE_CAUSALIZE, make_causal, check_causal, dump_causal},
    [STAGE_PROGRAM] = {PHASE_PROGRAM, make_program, check_program, dump_program},
};

// In debug builds the invariant of every value is checked as soon as the value is there.
static bool invariant_holds(const Pipeline *p, Stage stage)
{
#ifdef TARN_CHECK
    Text complaint = text_make(p->session->arena);
    if (!stages[stage].check || stages[stage].check(p, &complaint)) return true;
    diag_error(p->session->diag, (Span){0, 0}, E_INTERNAL,
               "the invariant of stage '%s' is broken: %s", stage_names[stage],
               text_cstr(&complaint));
    return false;
#else
    (void)p, (void)stage;
    return true;
#endif
}

static bool run_stage(Pipeline *p, Stage stage)
{
    double begin = milliseconds_now();
    p->session->at = p->instance ? p->instance->model_span : (Span){0, 0};
    p->arenas[stage] = arena_open(stage_names[stage]);
    bool ok = stages[stage].make(p, p->arenas[stage]);
    p->milliseconds[stages[stage].phase] += milliseconds_now() - begin;
    return ok && invariant_holds(p, stage);
}

// Once more from the text, behind the flat model; what was said is said again.
static bool read_with_all_terms(Pipeline *p, uint32_t reports)
{
    diag_forget(p->session->diag, reports);
    for (int stage = STAGE_INSTANCE; stage <= STAGE_FLAT; stage++) arena_close(p->arenas[stage]);
    p->arenas[STAGE_FLAT] = NULL;
    p->instance = NULL;
    p->flat = NULL;
    expr_keep_terms(p->session->exprs, true);
    return run_stage(p, STAGE_INSTANCE) && run_stage(p, STAGE_FLAT);
}

static PipelineOutcome run_stages(Pipeline *p, const char *what, Stage last)
{
    double begin = milliseconds_now();
    bool ok = load_what(p->session, p->options, what, &p->loaded);
    p->arenas[STAGE_AST] = arena_open("expressions");
    expr_table_open(p->session, p->arenas[STAGE_AST]);
    p->milliseconds[PHASE_LOAD] = milliseconds_now() - begin;
    p->session->as_part = p->options->as_part;
    uint32_t reports = diag_total(p->session->diag);
    for (int stage = STAGE_AST + 1; ok && stage <= (int)last; stage++) {
        if (p->instance && p->instance->is_incomplete && p->options->as_part) break;
        ok = run_stage(p, (Stage)stage);
        if (ok && stage == STAGE_FLAT && expr_has_lost_clocks(p->session->exprs))
            ok = read_with_all_terms(p, reports);
        if (ok && stage == STAGE_FLAT && p->options->units > UNITS_OFF) ok = units_agree(p);
    }
    return ok ? PIPELINE_DONE : PIPELINE_WRONG_MODEL;
}

// The arenas of the stages are closed. What is left of the session serves messages only.
static void report_too_large(Pipeline *p, size_t limit)
{
    Session *s = p->session;
    memset(p->arenas, 0, sizeof p->arenas);
    p->instance = NULL;
    p->flat = NULL;
    p->equations = NULL;
    p->causal = NULL;
    p->broken = NULL;
    p->program = NULL;
    s->exprs = NULL;
    uint32_t n = diag_total(s->diag);
    if (n && diag_at(s->diag, n - 1)->code == E_TOO_LARGE) return; // somebody knew more
    Diagnostic *d = diag_error(s->diag, s->at, E_TOO_LARGE,
                               "the model is too large: to compile it up to here takes more than "
                               "%g GB of memory",
                               (double)limit / BYTES_OF_GB);
    diag_label(s->diag, d, "--max-memory allows more");
}

PipelineOutcome pipeline_run(Pipeline *p, const char *what, Stage last)
{
    if (!inlining_is_known(p->session, p->options)) return PIPELINE_USAGE;
    if (!folders_exist(p->session, p->options)) return PIPELINE_USAGE;
    MemoryGuard guard;
    memory_guard_enter(&guard);
    memory_keep_blocks(true);
    double most = p->options->max_memory * BYTES_OF_GB; // beyond all addresses: no limit
    guard.limit = p->session->most_memory = most < (double)PTRDIFF_MAX ? (size_t)most : 0;
    Diag *diag = p->session->diag; // units_agree lends another one
    if (setjmp(guard.place)) {
        p->session->diag = diag;
        p->session->keeps_names = false;
        if (!guard.is_full) memory_give_up(guard.asked); // there is none at all: to those outside
        report_too_large(p, guard.limit);
        return PIPELINE_TOO_LARGE;
    }
    PipelineOutcome outcome = run_stages(p, what, last);
    memory_guard_leave(&guard);
    return outcome;
}

bool pipeline_engine(Pipeline *p, Arena *out, Model **model)
{
    double begin = milliseconds_now();
    switch ((EngineChoice)p->options->engine) {
    case ENGINE_C: *model = program_compiled(p->session, p->program, out); break;
    case ENGINE_NATIVE: *model = program_native(p->program, out); break;
    case ENGINE_INTERPRET: *model = NULL; break;
    }
    // Where there is no native code, the interpreter does the same, slower.
    if (!*model && p->options->engine != ENGINE_C) *model = program_interpret(p->program, out);
    p->milliseconds[PHASE_NATIVE] += milliseconds_now() - begin;
    return *model != NULL;
}

void pipeline_sizes(const Pipeline *p, int64_t *equations, int64_t *unknowns)
{
    *equations = *unknowns = 0;
    if (p->flat) flat_totals(p->flat, equations, unknowns);
}

static void close_stage(Pipeline *p, int stage)
{
    arena_close(p->arenas[stage]);
    p->arenas[stage] = NULL;
}

void pipeline_release_stages(Pipeline *p)
{
    size_t freed = 0;
    for (int stage = STAGE_PROGRAM; stage-- > 0;) {
        if (p->arenas[stage]) freed += arena_bytes(p->arenas[stage]);
        close_stage(p, stage);
    }
    memory_trim(freed);
    p->instance = NULL;
    p->flat = NULL;
    p->equations = NULL;
    p->causal = NULL;
    p->session->exprs = NULL;
}

void pipeline_close(Pipeline *p)
{
    for (int stage = N_STAGES; stage-- > 0;) close_stage(p, stage);
}

void pipeline_dump(const Pipeline *p, Stage stage, Text *out)
{
    if (stages[stage].dump) stages[stage].dump(p, out);
}

void pipeline_explain_json(const Pipeline *p, Text *out)
{
    explain_json(p->causal, out);
}
