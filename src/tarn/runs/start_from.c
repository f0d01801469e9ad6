#include "tarn/runs/start_from.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "results/result_reader.h"
#include "tarn/compile/settings.h"

static const Span nowhere = {0, 0};
enum { MOST_NAMES = 6 }; // that are listed

struct StartFrom {
    Session *session;
    const Model *model;
    const char *path;
    double time;
    double *values; // by variable of the model, as in its slot; NaN: the result has none
    const WordList *exceptions;
};

// ---- What is left alone ------------------------------------------------------------------------

typedef struct Following {
    const bool *is_one; // by variable
    bool found;
} Following;

static void look_at_reference(void *client, const Expr *e)
{
    Following *f = client;
    f->found |= e->kind == EXPR_REF && f->is_one[e->u.var.i];
}

// One more round for parameters that follow from those found in the last one.
static bool mark_followers(Session *s, const FlatModel *flat, bool *is_one)
{
    bool any = false;
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        const FlatVariable *v = &flat->variables[i];
        const Expr *value = v->binding ? v->binding : v->value;
        Following f = {is_one, false};
        if (is_one[i] || v->variability != VARIABILITY_PARAMETER || !value) continue;
        expr_walk(s->exprs, value, &f, look_at_reference);
        is_one[i] = f.found;
        any |= f.found;
    }
    return any;
}

WordList start_from_exceptions(Session *s, Arena *out, const FlatModel *flat, const WordList *sets)
{
    WordList names = {0}, set = settings_names(s, sets);
    for (uint32_t i = 0; i < set.count; i++) VEC_PUSH(out, &names, set.data[i]);
    if (!names.count || !flat) return names;
    bool *is_one = ARENA_ARRAY(s->arena, bool, flat->n_variables + 1);
    for (uint32_t i = 0; i < flat->n_variables; i++)
        is_one[i] = settings_give(&set, flat->variables[i].name);
    while (mark_followers(s, flat, is_one)) continue;
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        const char *name = flat->variables[i].name;
        if (is_one[i]) VEC_PUSH(out, &names, arena_copy_text(out, name, strlen(name)));
    }
    return names;
}

// ---- The values --------------------------------------------------------------------------------

// A file may have an @ in its name.
static const char *split_time(Session *s, const char *what, double *time)
{
    const char *at = strrchr(what, '@');
    *time = NAN;
    if (!at || !access(what, F_OK)) return what;
    const char *end = what + strlen(what);
    if (number_from_text(at + 1, end, time) != end || at + 1 == end) return what;
    return arena_copy_text(s->arena, what, (size_t)(at - what));
}

// The last row that is not behind the time: behind an event, if there is one.
static size_t row_at(const Trajectory *t, double time)
{
    size_t row = 0;
    while (row + 1 < t->n_rows && t->time[row + 1] <= time) row++;
    return row;
}

static double value_in(const Trajectory *t, const ResultVariable *v, bool is_continuous, size_t row,
                       double time)
{
    double here = trajectory_value(t, v, row);
    if (!is_continuous || row + 1 >= t->n_rows || !(time > t->time[row])) return here;
    double part = (time - t->time[row]) / (t->time[row + 1] - t->time[row]);
    return (1 - part) * here + part * trajectory_value(t, v, row + 1);
}

static void take_values(StartFrom *from, Arena *out, const Trajectory *t)
{
    const Model *m = from->model;
    const ResultNames *names = result_names(out, &t->table);
    size_t row = row_at(t, from->time);
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        const ResultVariable *known = result_find(names, v->name);
        from->values[i] = NAN;
        if (!known || v->kind == VALUE_STRING || v->slot <= SLOT_TIME) continue;
        double value = value_in(t, known, v->variability == IS_CONTINUOUS, row, from->time);
        if (!value_fits(v, value)) continue;
        from->values[i] = v->sign > 0 ? value : v->kind == VALUE_BOOLEAN ? 1 - value : 0 - value;
    }
}

static bool is_covered(const StartFrom *from, const Trajectory *t)
{
    double first = t->time[0], last = t->time[t->n_rows - 1];
    if (from->time >= first && from->time <= last) return true;
    diag_error(from->session->diag, nowhere, E_USAGE,
               "--start-from: '%s' goes from time %.9g to %.9g, and has no values at %.9g",
               from->path, first, last, from->time);
    return false;
}

static const Trajectory *load(StartFrom *from, Arena *out)
{
    const char *why = NULL;
    ResultFile *f = result_file_open(out, from->path, &why);
    const Trajectory *t = f ? result_file_load(f, out, NULL, 0, &why) : NULL;
    result_file_close(f);
    if (!t) diag_error(from->session->diag, nowhere, E_FILE, "%s", why);
    if (t && !t->n_rows)
        diag_error(from->session->diag, nowhere, E_FILE, "'%s' has no rows", from->path);
    if (!t || !t->n_rows) return NULL;
    if (isnan(from->time)) from->time = t->time[t->n_rows - 1];
    return is_covered(from, t) ? t : NULL;
}

StartFrom *start_from_open(Session *s, Arena *out, const char *what, const WordList *exceptions,
                           const Model *model)
{
    StartFrom *from = ARENA_NEW(out, StartFrom);
    *from = (StartFrom){.session = s, .model = model, .exceptions = exceptions};
    from->path = split_time(s, what, &from->time);
    from->values = ARENA_RAW(out, double, model->n_variables + 1);
    Arena *reading = arena_open("earlier result");
    const Trajectory *t = load(from, reading);
    if (t) take_values(from, reading, t);
    arena_close(reading);
    return t ? from : NULL;
}

// ---- Before the start --------------------------------------------------------------------------

static bool is_parameter(const VariableInfo *v)
{
    return v->variability <= IS_PARAMETER;
}

static bool is_taken(const StartFrom *from, int32_t i)
{
    const VariableInfo *v = &from->model->variables[i];
    return !isnan(from->values[i]) && v->causality != IS_INPUT &&
           !settings_give(from->exceptions, v->name);
}

void start_from_before(const StartFrom *from)
{
    const Model *m = from->model;
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        bool has_start = !is_parameter(v) && v->start_slot != NO_SLOT;
        if (v->is_alias || !(v->is_settable || has_start) || !is_taken(from, i)) continue;
        m->v[has_start ? v->start_slot : v->slot] = from->values[i];
        if (v->free_slot != NO_SLOT) m->v[v->free_slot] = 0;
    }
}

// ---- Behind it ---------------------------------------------------------------------------------

typedef struct NameList {
    Text names;
    int32_t n;
} NameList;

static void add_name(NameList *list, const char *name)
{
    if (list->n < MOST_NAMES) text_printf(&list->names, "%s'%s'", list->n ? ", " : "", name);
    list->n++;
}

static const char *listed(NameList *list)
{
    if (list->n > MOST_NAMES) text_printf(&list->names, " and %d more", list->n - MOST_NAMES);
    return text_cstr(&list->names);
}

// A file has the digits that it has.
static bool is_same(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

// Parameters that the structure depends on, or that others determine, cannot be taken.
static void tell_other_parameters(const StartFrom *from)
{
    const Model *m = from->model;
    NameList other = {text_make(from->session->arena), 0};
    const VariableInfo *first = NULL;
    double wanted = 0;
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        if (!is_parameter(v) || v->is_alias || !v->is_parameter || !is_taken(from, i)) continue;
        if (is_same(m->v[v->slot], from->values[i])) continue;
        if (!first) wanted = from->values[i];
        if (!first) first = v;
        add_name(&other, v->name);
    }
    if (!first) return;
    Diagnostic *d = diag_warning(from->session->diag, nowhere, W_START_FROM,
                                 "not taken from '%s', because the model decides them: %s",
                                 from->path, listed(&other));
    diag_label(from->session->diag, d,
               "'%s' is %.9g here, and %.9g there; --set changes what it can", first->name,
               m->v[first->slot], wanted);
}

// States that are chosen during the run have no variable of their own.
static void tell_missing_states(const StartFrom *from)
{
    const Model *m = from->model;
    NameList missing = {text_make(from->session->arena), 0};
    bool *is_known = ARENA_ARRAY(from->session->arena, bool, m->n_slots + 1);
    for (int32_t i = 0; i < m->n_variables; i++)
        if (!isnan(from->values[i])) is_known[m->variables[i].slot] = true;
    for (int32_t i = 0; i < m->n_state_sets; i++)
        for (int32_t k = 0; k < m->state_sets[i].n_states; k++)
            is_known[m->states[m->state_sets[i].state_numbers[k]].slot] = true;
    for (int32_t i = 0; i < m->n_states; i++)
        if (!is_known[m->states[i].slot]) add_name(&missing, m->states[i].name);
    if (missing.n)
        diag_warning(from->session->diag, nowhere, W_START_FROM,
                     "'%s' has no value of %s: %s at the start value%s of the model", from->path,
                     listed(&missing), missing.n == 1 ? "it begins" : "they begin",
                     missing.n == 1 ? "" : "s");
}

// States and discrete variables must be as they were; of a model without states of its own (an FMU
// that makes its steps itself) all that it lets be set.
static void tell_not_taken(const StartFrom *from)
{
    const Model *m = from->model;
    NameList other = {text_make(from->session->arena), 0};
    bool *is_state = ARENA_ARRAY(from->session->arena, bool, m->n_slots + 1);
    for (int32_t i = 0; i < m->n_states; i++) is_state[m->states[i].slot] = true;
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        bool counts = v->variability == IS_DISCRETE || is_state[v->slot > 0 ? v->slot : 0] ||
                      (!m->n_states && v->is_settable);
        if (is_parameter(v) || v->is_alias || !counts || !is_taken(from, i)) continue;
        if (!is_same(m->v[v->slot], from->values[i])) add_name(&other, v->name);
    }
    if (other.n)
        diag_warning(from->session->diag, nowhere, W_START_FROM,
                     "not taken from '%s': %s, which the model sets otherwise at its start",
                     from->path, listed(&other));
}

// A result has rows, not what delay() and spatialDistribution() keep between them.
static void tell_lost_past(const StartFrom *from)
{
    const Model *m = from->model;
    const char *origin = m->n_delays       ? m->delays[0].origin
                         : m->n_transports ? m->transports[0].origin
                                           : NULL;
    if (!m->n_delays && !m->n_transports) return;
    Span place = origin ? source_span_at(diag_sources(from->session->diag), origin) : nowhere;
    diag_warning(
        from->session->diag, place, W_START_FROM,
        "the past of %s() is not taken from '%s': it begins with what the model says of its "
        "start",
        m->n_delays ? "delay" : "spatialDistribution", from->path);
}

RunOutcome start_from_behind(StartFrom *from, Simulation *run)
{
    const Model *m = from->model;
    tell_other_parameters(from);
    tell_missing_states(from);
    tell_lost_past(from);
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        if (!is_parameter(v) && is_taken(from, i)) m->v[v->slot] = from->values[i];
    }
    RunOutcome outcome = simulation_start_from_values(run);
    if (outcome == RUN_DONE) tell_not_taken(from);
    return outcome;
}
