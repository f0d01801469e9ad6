// The run-time side of instructions that are more than arithmetic: calls, messages, memory.
#include "program/engine/engine.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#ifndef _WIN32
#include <sys/resource.h>
#endif

#include "base/number.h"

// A recursion that fills the stack is reported; pages that are not touched cost nothing, unless the
// addresses themselves are few (ulimit -v).
enum { STACK_BYTES = 256 << 20, LEAST_STACK_BYTES = 1 << 20, NARROW_STACK_BYTES = 16 << 20 };

static size_t stack_bytes(void)
{
#ifdef _WIN32
    return NARROW_STACK_BYTES; // pages cost, touched or not
#else
    if (sizeof(void *) < 8) return NARROW_STACK_BYTES;
    struct rlimit addresses;
    if (getrlimit(RLIMIT_AS, &addresses) != 0 || addresses.rlim_cur == RLIM_INFINITY)
        return STACK_BYTES;
    size_t bytes = addresses.rlim_cur / 16;
    return bytes > STACK_BYTES         ? STACK_BYTES
           : bytes < LEAST_STACK_BYTES ? LEAST_STACK_BYTES
                                       : bytes;
#endif
}

static void fill_words(Engine *e)
{
    const Program *p = e->program;
    size_t slots = (size_t)p->model.n_slots * sizeof *e->words;
    if (p->start)
        memcpy(e->words, p->start, slots);
    else
        memset(e->words, 0, slots);
}

Engine *engine_open(const Program *p, Arena *out)
{
    Engine *e = ARENA_NEW(out, Engine);
    e->program = p;
    e->arena = out;
    // Temporaries, behind the slots, are written before they are read.
    e->words = ARENA_RAW(out, double, p->n_words + 1);
    fill_words(e);
    e->stack_size = stack_bytes();
    e->stack = arena_reserve(out, e->stack_size, 64);
    e->model = p->model;
    e->model.self = e;
    e->model.v = e->words;
    e->model.mode = &e->mode;
    e->model.host = &e->host;
    e->model.close = engine_close;
    remembered_open(e);
    arena_own(out, engine_close, e);
    return e;
}

void engine_close(void *self)
{
    Engine *e = self;
    if (e->is_ended || !e->model.call) return;
    e->is_ended = true;
    if (e->model.terminal_routine != NO_ROUTINE) e->model.call(e, e->model.terminal_routine);
}

void program_restart(Model *model)
{
    Engine *e = model->self;
    engine_close(e);
    fill_words(e);
    e->mode = MODE_INTEGRATE;
    e->stack_used = e->floor = 0;
    e->depth = 0;
    e->is_ended = false;
}

// ---- Memory and messages -------------------------------------------------------------------

void *engine_take(Engine *e, size_t bytes)
{
    bytes = engine_rounded(bytes);
    if (e->stack_size - e->stack_used < bytes) return NULL;
    void *p = e->stack + e->stack_used;
    e->stack_used += bytes;
    return p;
}

static const char *site_origin(const Engine *e, int32_t site)
{
    return site >= 0 ? e->program->sites[site].origin : NULL;
}

ModelOutcome engine_fail(Engine *e, int32_t site, const char *format, ...)
{
    char text[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (e->host) e->host->message(e->host->client, MESSAGE_FAILURE, site_origin(e, site), text);
    return MODEL_RETRY;
}

ModelOutcome engine_out_of_memory(Engine *e, int32_t site)
{
    return engine_fail(e, site, "out of memory for the arrays of functions");
}

static ModelOutcome message(Engine *e, const Instruction *i, const double *frame)
{
    const char *text = word_string(operand_value(e, frame, i->b));
    bool is_error = i->code == I_ASSERT || i->n == 1;
    MessageKind kind = is_error ? MESSAGE_ASSERTION : MESSAGE_WARNING;
    if (e->host) e->host->message(e->host->client, kind, site_origin(e, i->c), text);
    return i->code == I_ASSERT ? MODEL_RETRY : MODEL_OK;
}

// A string that is equal to the present one leaves the slot alone: memory grows only when a
// string variable of the model really changes.
static ModelOutcome keep_forever(Engine *e, const Instruction *i, double *frame)
{
    const char *text = word_string(operand_value(e, frame, i->a));
    if (strcmp(word_string(frame[i->d]), text) != 0)
        frame[i->d] = string_word(arena_copy_text(e->arena, text, strlen(text)));
    return MODEL_OK;
}

void engine_release(Engine *e, double mark)
{
    if (mark < 0) return;
    e->stack_used = (size_t)mark > e->floor ? (size_t)mark : e->floor;
}

// A text taken since the mark is moved down to it and stays.
static ModelOutcome keep_string(Engine *e, const Instruction *i, double *frame)
{
    const char *text = word_string(operand_value(e, frame, i->a));
    const unsigned char *at = (const unsigned char *)text, *top = e->stack + e->stack_used;
    engine_release(e, operand_value(e, frame, i->b));
    if (at >= e->stack + e->stack_used && at < top) {
        size_t n = strlen(text) + 1;
        text = memmove(engine_take(e, n), text, n);
    }
    if (at >= e->stack && at < top) e->floor = e->stack_used;
    frame[i->d] = string_word(text);
    return MODEL_OK;
}

// ---- Integers -------------------------------------------------------------------------------

ModelOutcome engine_not_whole(Engine *e, const Instruction *i, int32_t site, double value)
{
    const char *what = site >= 0 ? e->program->sites[site].what : "an Integer";
    if (isnan(value) && !i->is_whole && i->code != I_BUILTIN)
        return engine_fail(e, site, "'%s' has no value", what);
    if (i->n && i->code != I_BUILTIN)
        return engine_fail(e, site, "there is no literal number %.15g for '%s'", value, what);
    if (isfinite(value))
        return engine_fail(e, site, "the value of '%s' exceeds the range of Integer, 2^53", what);
    if (i->is_whole) return engine_fail(e, site, "division by zero in '%s'", what);
    return engine_fail(e, site, "no Integer can be the value of '%s', which is %g", what,
                       isnan(value) ? (double)NAN : value);
}

static bool is_whole(const Instruction *i, double value)
{
    if (i->n) return value >= 1 && value <= (double)i->n;
    return fabs(value) <= (double)LARGEST_INTEGER;
}

static ModelOutcome whole(Engine *e, const Instruction *i, double *frame)
{
    double value = operand_value(e, frame, i->a);
    if (!is_whole(i, value)) return engine_not_whole(e, i, i->c, value);
    frame[i->d] = value + 0.0; // -0.0 becomes 0.0
    return MODEL_OK;
}

static ModelOutcome whole_array(Engine *e, const Instruction *i, double *frame)
{
    Array *a = word_array(operand_value(e, frame, i->a));
    for (int64_t k = 0; k < a->count; k++) {
        if (!is_whole(i, a->data[k])) return engine_not_whole(e, i, i->c, a->data[k]);
        a->data[k] += 0.0;
    }
    frame[i->d] = array_word(a);
    return MODEL_OK;
}

// ---- Calls ---------------------------------------------------------------------------------

ModelOutcome engine_interpret_function(Engine *e, int32_t function, double *frame)
{
    return engine_run(e, &e->program->functions[function].body, frame);
}

// Temporaries are written before they are read; variables begin with zero.
static void fill_frame(const Engine *e, const ProgramFunction *f, const int32_t *operands,
                       const double *frame, double *inner)
{
    const double *constants = e->program->constants;
    int32_t n = f->n_inputs;
    for (int32_t k = 0; k < n; k++) {
        int32_t operand = operands[k];
        inner[k] = operand >= 0 ? frame[operand] : constants[-1 - operand];
    }
    for (int32_t k = n; k < f->n_variables; k++) inner[k] = 0;
}

// The function on a frame of its own; `results` lie there until something else is taken.
static ModelOutcome run_call(Engine *e, const Instruction *i, const double *frame,
                             const double **results)
{
    const ProgramFunction *f = &e->program->functions[i->c];
    size_t mark = e->stack_used, floor = e->floor;
    double *inner = engine_take(e, engine_frame_bytes(f));
    if (!inner) return engine_fail(e, -1, "out of memory for the call of '%s'", f->name);
    if (e->depth >= MOST_CALLS)
        return engine_fail(e, -1, "the recursion of '%s' is too deep", f->name);
    fill_frame(e, f, e->program->operands + i->d, frame, inner);
    e->depth++;
    ModelOutcome o = e->run_function(e, i->c, inner);
    e->depth--;
    e->floor = floor;
    if (o != MODEL_OK) return o;
    *results = inner + f->n_inputs;
    // Numbers are copied at once; arrays and strings stay where they are until the caller releases.
    if (!f->returns_addresses) e->stack_used = mark;
    return MODEL_OK;
}

static inline void give_results(const ProgramFunction *f, const int32_t *to, const double *results,
                                double *frame)
{
    int32_t n = f->n_outputs;
    for (int32_t k = 0; k < n; k++) frame[to[k]] = results[k];
}

static ModelOutcome call_function(Engine *e, const Instruction *i, double *frame)
{
    const ProgramFunction *f = &e->program->functions[i->c];
    const double *results;
    ModelOutcome o = run_call(e, i, frame, &results);
    if (o == MODEL_OK) give_results(f, e->program->operands + i->d + f->n_inputs, results, frame);
    return o;
}

// What constants alone determine is computed at the first call.
static ModelOutcome call_once(Engine *e, const Instruction *i, double *frame)
{
    const ProgramFunction *f = &e->program->functions[i->c];
    const int32_t *to = e->program->operands + i->d;
    size_t mark = e->stack_used;
    ModelOutcome o = e->kept[i->c] ? MODEL_OK : call_function(e, i, frame);
    if (o != MODEL_OK) return o;
    if (!e->kept[i->c]) engine_keep(e, i->c, to, frame);
    e->stack_used = mark;
    for (int32_t k = 0; k < f->n_outputs; k++) frame[to[k]] = e->kept[i->c][k];
    return MODEL_OK;
}

ModelOutcome engine_call(Engine *e, const Instruction *i, double *frame)
{
    const ProgramFunction *f = &e->program->functions[i->c];
    if (f->kept_arrays && !e->examination) return call_once(e, i, frame);
    if (!f->is_remembered || e->examination) return call_function(e, i, frame);
    if (e->passes[i->c] > 0) {
        e->passes[i->c]--;
        return call_function(e, i, frame);
    }
    const int32_t *operands = e->program->operands + i->d, *to = operands + f->n_inputs;
    double inputs[REMEMBERED_WORDS];
    const double *constants = e->program->constants, *results;
    int32_t n = f->n_inputs;
    for (int32_t k = 0; k < n; k++) {
        int32_t operand = operands[k];
        inputs[k] = operand >= 0 ? frame[operand] : constants[-1 - operand];
    }
    bool is_known;
    double *row = engine_recall(e, i->c, inputs, &is_known);
    if (is_known) {
        give_results(f, to, row + n, frame);
        return MODEL_OK;
    }
    ModelOutcome o = run_call(e, i, frame, &results);
    if (o != MODEL_OK) return o;
    engine_remember(e, i->c, row, inputs, results);
    give_results(f, to, results, frame);
    return MODEL_OK;
}

ModelOutcome engine_special(Engine *e, const Instruction *i, double *frame)
{
    switch (i->code) {
    case I_MOVE: frame[i->d] = operand_value(e, frame, i->a); return MODEL_OK;
    case I_DELAYED:
        frame[i->d] = e->host->delayed(e->host->client, i->c, operand_value(e, frame, i->a));
        return MODEL_OK;
    case I_TRANSPORTED:
        frame[i->d] = e->host->transported(e->host->client, i->c, (int32_t)i->n,
                                           operand_value(e, frame, i->a));
        return MODEL_OK;
    case I_SOLVE: return e->host->solve_block(e->host->client, i->c);
    case I_ASSERT:
    case I_MESSAGE: return message(e, i, frame);
    case I_CALL: return engine_call(e, i, frame);
    case I_EXTERNAL: return external_call(e, i, frame);
    case I_WHOLE: return whole(e, i, frame);
    case I_WHOLE_ARRAY: return whole_array(e, i, frame);
    case I_MARK: frame[i->d] = (double)e->stack_used; return MODEL_OK;
    case I_KEEP_ALL: e->floor = e->stack_used; return MODEL_OK;
    case I_RELEASE: engine_release(e, operand_value(e, frame, i->a)); return MODEL_OK;
    case I_KEEP_STRING: return keep_string(e, i, frame);
    case I_KEEP_FOREVER: return keep_forever(e, i, frame);
    case I_BUILTIN:
        return i->c >= B_STRING_JOIN ? string_builtin(e, i, frame) : array_builtin(e, i, frame);
    default: return array_instruction(e, i, frame);
    }
}
