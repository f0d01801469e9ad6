#include "run/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "run/state.h"

enum { MOST_NAMED = 6 };

void trouble_open(Simulation *sim)
{
    sim->trouble.failed_block = sim->trouble.not_finite = sim->trouble.contradicted = -1;
}

void forget_trials(Simulation *sim)
{
    sim->trouble.failed_block = sim->trouble.not_finite = sim->trouble.contradicted = -1;
    *sim->trouble.last_message = '\0';
}

// Without the ends of lines that many C functions write behind what they say.
static size_t length_of(const char *text)
{
    size_t n = strlen(text);
    while (n && (text[n - 1] == '\n' || text[n - 1] == '\r' || text[n - 1] == ' ')) n--;
    return n;
}

static void note_failure(Trouble *t, MessageKind kind, const char *at, const char *text)
{
    t->last_is_assertion = kind == MESSAGE_ASSERTION;
    t->last_origin = *at ? at : NULL;
    snprintf(t->last_message, sizeof t->last_message, "%.*s", (int)length_of(text), text);
}

static Span place_of(const Simulation *sim, const char *origin)
{
    return origin ? source_span_at(diag_sources(sim->diag), origin) : (Span){0, 0};
}

void report_message(void *client, MessageKind kind, const char *origin, const char *text)
{
    Simulation *sim = client;
    Span none = {0, 0};
    const char *at = origin ? origin : "";
    if (sim->asserts.is_searching) return;
    if (kind == MESSAGE_FAILURE || kind == MESSAGE_ASSERTION) {
        note_failure(&sim->trouble, kind, at, text);
        return;
    }
    int length = (int)length_of(text);
    int32_t n = ++sim->trouble.n_warnings;
    Span span = *at ? place_of(sim, at) : none;
    bool is_told = !*at || !span_is_none(span);
    if (n <= MOST_MODEL_WARNINGS && *at)
        diag_warning(sim->diag, span, E_MODEL_MESSAGE, "%s%s%.*s (at time %.9g)", is_told ? "" : at,
                     is_told ? "" : ": ", length, text, sim->model->v[SLOT_TIME]);
    else if (n <= MOST_MODEL_WARNINGS)
        (kind == MESSAGE_REMARK ? diag_info : diag_warning)(sim->diag, none, E_MODEL_MESSAGE,
                                                            "%.*s", length, text);
    else if (n == MOST_MODEL_WARNINGS + 1)
        diag_warning(sim->diag, none, E_MODEL_MESSAGE,
                     "further messages of the model are left out");
}

double report_value(const Simulation *sim, const VariableInfo *v)
{
    double value = v->sign * sim->model->v[v->slot];
    return isnan(value) ? (double)NAN : value; // the sign of a NaN means nothing
}

void report_not_finite(const Simulation *sim, char *out, size_t room)
{
    const Limits *k = &sim->limits;
    size_t length = 0;
    *out = '\0';
    for (int32_t i = 0, n = 0; i < k->n_numbers && n < MOST_NAMED && length < room; i++) {
        const VariableInfo *v = &sim->model->variables[k->numbers[i]];
        double value = report_value(sim, v);
        if (!limits_miss(sim, v)) continue;
        int more =
            snprintf(out + length, room - length, "%s'%s' = %g", n++ ? ", " : "", v->name, value);
        length += more > 0 ? (size_t)more : 0;
    }
}

void report_about(Simulation *sim, const char *variable, const char *origin)
{
    sim->trouble.variable = variable;
    sim->trouble.origin = origin;
}

const char *report_place(Simulation *sim, const char *origin)
{
    bool is_told = !origin || !span_is_none(place_of(sim, origin));
    return is_told ? "" : arena_printf(sim->arena, " (%s)", origin);
}

// The equation of the loop that is farthest from being solved.
static void tell_block(Simulation *sim, Diagnostic *d, const BlockSolver *b)
{
    const BlockInfo *info = b->problem->info;
    int32_t worst = 0;
    for (int32_t i = 1; i < info->n; i++)
        if (!(fabs(b->r[i]) <= fabs(b->r[worst]))) worst = i;
    d->span = place_of(sim, info->origin);
    if (!info->n || !info->unknown_names || !info->equation_texts) return;
    diag_about(sim->diag, d, NULL, info->unknown_names[worst], info->equation_texts[worst]);
}

static void tell_culprit(Simulation *sim, Diagnostic *d)
{
    const Trouble *t = &sim->trouble;
    const char *variable = t->variable;
    if (!variable && t->not_finite >= 0)
        variable = arena_printf(sim->arena, "der(%s)", sim->model->states[t->not_finite].name);
    d->span = place_of(sim, t->origin);
    diag_about(sim->diag, d, NULL, variable, NULL);
}

// What the model itself said last. An assertion that failed is the place.
static void tell_message(Simulation *sim, Diagnostic *d)
{
    const Trouble *t = &sim->trouble;
    Span span = place_of(sim, t->last_origin);
    bool is_told = !t->last_origin || !span_is_none(span);
    if (t->last_is_assertion && d->code == E_ASSERT && is_told) {
        diag_reword(sim->diag, d, "%s: %s", d->message, t->last_message);
        d->span = span;
        return;
    }
    diag_note(sim->diag, d, span, "%s%s%s", is_told ? "" : t->last_origin, is_told ? "" : ": ",
              t->last_message);
}

static void add_reasons(Simulation *sim, Diagnostic *d)
{
    const Trouble *t = &sim->trouble;
    Span none = {0, 0};
    if (*t->last_message) tell_message(sim, d);
    if (t->not_finite >= 0)
        diag_note(sim->diag, d, none,
                  "the derivative of '%s' is not a finite number (%g) at time %.17g%s%s",
                  sim->model->states[t->not_finite].name, t->not_finite_value, t->not_finite_time,
                  *t->not_finite_values ? "; look for a division by zero or a function outside "
                                          "its domain: "
                                        : "",
                  t->not_finite_values);
    if (t->contradicted >= 0) {
        conditions_describe(sim, d);
    } else if (t->failed_block >= 0) {
        tell_block(sim, d, sim->blocks[t->failed_block]);
        Text block = text_make(sim->arena);
        block_solver_describe(sim->blocks[t->failed_block], &block);
        if (*sim->model->mode == MODE_INITIAL)
            conditions_describe_loop(sim, t->failed_block, &block);
        diag_note(sim->diag, d, none, "%s", text_cstr(&block));
    }
}

// A sentence that begins with its place: what follows it. `origin` stays where there is none.
static const char *behind_place(Simulation *sim, const char *sentence)
{
    const char *colon = strstr(sentence, ": ");
    if (!colon) return sentence;
    const char *place = arena_copy_text(sim->arena, sentence, (size_t)(colon - sentence));
    if (span_is_none(place_of(sim, place))) return sentence;
    sim->trouble.origin = place;
    return colon + 2;
}

void report_stop(Simulation *sim, DiagCode code, const char *format, ...)
{
    if (sim->trouble.is_reported) return;
    sim->trouble.is_reported = true;
    Text t = text_make(sim->arena);
    va_list args;
    va_start(args, format);
    text_vprintf(&t, format, args);
    va_end(args);
    if (sim->trouble.contradicted >= 0)
        text_add(&t, sim->model->conditions[sim->trouble.contradicted].n_partners
                         ? ": the initial conditions contradict each other"
                         : ": an initial condition contradicts the equations");
    const char *sentence = behind_place(sim, text_cstr(&t));
    Diagnostic *d = diag_error(sim->diag, (Span){0, 0}, code, "%s", sentence);
    tell_culprit(sim, d);
    add_reasons(sim, d);
}

// ---- What is left open ---------------------------------------------------------------------

static const char *undetermined_in(const BlockSolver *b)
{
    const BlockInfo *info = b->problem->info;
    if (b->is_flat && info->unknown_names) return info->unknown_names[0];
    if (!b->solves || info->kind != BLOCK_LINEAR || !b->last->was_singular) return NULL;
    int32_t k = info->n == 1 ? 0 : factors_undetermined(b->last->factors);
    return k >= 0 && info->unknown_names ? info->unknown_names[k] : NULL;
}

void report_open_loops(Simulation *sim)
{
    const char *told = NULL; // the same at the start and later
    for (int32_t i = 0; i < sim->model->n_blocks; i++) {
        const char *name = undetermined_in(sim->blocks[i]);
        if (!name || (told && !strcmp(told, name))) continue;
        const char *origin = sim->model->blocks[i].origin;
        Diagnostic *d = diag_warning(sim->diag, place_of(sim, origin), W_MANY_SOLUTIONS,
                                     "the equations leave '%s' undetermined: %s%s", name,
                                     sim->blocks[i]->is_flat ? "as far as numbers go, other values "
                                                               "solve them, too, or none does"
                                                             : "of many solutions the one nearest "
                                                               "to where it starts is taken",
                                     report_place(sim, origin));
        diag_about(sim->diag, d, NULL, name, NULL);
        told = name;
    }
}

void report_left_out(Simulation *sim)
{
    int64_t n = sim->record.n_left_out;
    if (!n) return;
    Diagnostic *d = diag_warning(
        sim->diag, (Span){0, 0}, W_LEFT_OUT,
        "%lld of %lld points of the output are left out, the first at time "
        "%.6g: the model has no value there",
        (long long)n, (long long)sim->options.intervals + 1, sim->record.first_left_out);
    if (sim->trouble.failed_block >= 0) tell_block(sim, d, sim->blocks[sim->trouble.failed_block]);
}
