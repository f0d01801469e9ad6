#include "fmi/export/facts.h"

#include <math.h>
#include <string.h>

#include "base/name_pattern.h"
#include "base/text.h"
#include "fmi/export/tunable.h"

typedef struct Collecting {
    Facts *f;
    const Model *m;
    const double *v;
    const FactOptions *options;
    Arena *out;
    NamePattern pattern;
    int32_t *state_of_slot; // number + 1
} Collecting;

static double attribute(const Collecting *c, int32_t slot)
{
    double value = slot == NO_SLOT ? (double)NAN : c->v[slot];
    return isfinite(value) ? value : (double)NAN;
}

static double turned(const VariableInfo *v, double value)
{
    return v->sign > 0 ? value : v->kind == VALUE_BOOLEAN ? 1 - value : 0 - value;
}

// ---- Start values
// --------------------------------------------------------------------------------

static int32_t start_slot(const Fact *row, const VariableInfo *v)
{
    bool is_value = v->variability <= IS_PARAMETER || v->start_slot == NO_SLOT;
    (void)row;
    return is_value ? v->slot : v->start_slot;
}

double fact_start(const Facts *f, const Fact *row, int32_t element)
{
    if (!row->first) return 0;
    const VariableInfo *v = row->first + element;
    double value = f->values[start_slot(row, v)];
    if (v->kind == VALUE_ENUMERATION && !(value >= 1 && value <= variable_declared(v)->n_literals))
        return 1;
    return isfinite(value) ? turned(v, value) : 0;
}

const char *fact_start_text(const Facts *f, const Fact *row, int32_t element)
{
    const char *text;
    memcpy(&text, &f->values[start_slot(row, row->first + element)], sizeof text);
    return text ? text : "";
}

// ---- The tables of the standards
// -----------------------------------------------------------------

static void be_parameter(const Collecting *c, Fact *row, const VariableInfo *v)
{
    bool is_free = v->is_settable && !v->is_alias, is_tunable = true;
    for (int32_t e = 0; e < row->count; e++)
        is_tunable &= v[e].slot >= 0 && c->options->tunable[v[e].slot] != TUNABLE_NOT;
    row->variability = is_tunable ? VARIABILITY_OF_TUNABLE : VARIABILITY_FIXED;
    row->causality = is_free ? CAUSALITY_PARAMETER : CAUSALITY_CALCULATED_PARAMETER;
    row->initial = is_free ? INITIAL_EXACT : INITIAL_CALCULATED;
    row->has_start = is_free;
}

// The start of a state that its declaration fixes decides; others are guesses.
static void be_variable(const Collecting *c, Fact *row, const VariableInfo *v)
{
    bool is_continuous = v->variability == IS_CONTINUOUS;
    row->variability = is_continuous ? VARIABILITY_OF_CONTINUOUS : VARIABILITY_OF_DISCRETE;
    row->causality = v->causality == IS_OUTPUT ? CAUSALITY_OF_OUTPUT : CAUSALITY_OF_LOCAL;
    row->initial = INITIAL_CALCULATED;
    if (row->state < 0 || !v->is_settable || v->start_slot == NO_SLOT) return;
    row->initial = c->m->states[row->state].is_held ? INITIAL_EXACT : INITIAL_APPROX;
    row->has_start = true;
}

// Importers ask whether it ticks at an event, or say so.
static void be_clock(Fact *row, const VariableInfo *v)
{
    row->is_clock = true;
    row->variability = VARIABILITY_OF_DISCRETE;
    row->causality = v->causality == IS_INPUT    ? CAUSALITY_OF_INPUT
                     : v->causality == IS_OUTPUT ? CAUSALITY_OF_OUTPUT
                                                 : CAUSALITY_OF_LOCAL;
}

static void classify(const Collecting *c, Fact *row, const VariableInfo *v)
{
    if (c->options->has_clocks && v->is_clock && (v->tick_slot || v->causality == IS_INPUT)) {
        be_clock(row, v);
        return;
    }
    if (v->causality == IS_INPUT) {
        row->causality = CAUSALITY_OF_INPUT;
        row->variability = v->kind == VALUE_REAL && v->variability == IS_CONTINUOUS
                               ? VARIABILITY_OF_CONTINUOUS
                               : VARIABILITY_OF_DISCRETE;
        row->has_start = true;
    } else if (v->variability == IS_CONSTANT) {
        row->causality = v->causality == IS_OUTPUT ? CAUSALITY_OF_OUTPUT : CAUSALITY_OF_LOCAL;
        row->variability = VARIABILITY_OF_CONSTANT;
        row->initial = INITIAL_EXACT;
        row->has_start = true;
    } else if (v->variability == IS_PARAMETER && v->causality != IS_OUTPUT) {
        be_parameter(c, row, v);
    } else {
        be_variable(c, row, v);
    }
}

static unsigned interface_of(const Fact *row)
{
    if (row->state >= 0) return INTERFACE_STATES;
    switch (row->causality) {
    case CAUSALITY_OF_INPUT: return INTERFACE_INPUTS;
    case CAUSALITY_OF_OUTPUT: return INTERFACE_OUTPUTS;
    case CAUSALITY_PARAMETER: return INTERFACE_PARAMETERS;
    default: return 0;
    }
}

// States and inputs are always told: without them the model cannot be run.
static bool is_wanted(const Collecting *c, const Fact *row, const VariableInfo *v)
{
    const FactOptions *o = c->options;
    bool is_told = o->has_clocks && v->tick_slot;
    if (row->state >= 0 || row->causality == CAUSALITY_OF_INPUT) return true;
    bool is_made = strchr(v->name, '$') != NULL; // by the compiler: no name that others may read
    if (((v->is_hidden || is_made) && !is_told) || v->slot < 0) return false;
    bool is_asked = (o->interface & INTERFACE_ALL) || (o->interface & interface_of(row));
    return is_asked && (!o->variables || name_pattern_matches(&c->pattern, v->name));
}

// ---- Attributes
// ------------------------------------------------------------------------------------

static int32_t type_of(Collecting *c, const VariableInfo *v)
{
    Facts *f = c->f;
    const DeclarationInfo *d = variable_declared(v);
    for (uint32_t i = 0; i < f->types.count; i++) {
        const EnumerationType *t = &f->types.data[i];
        uint32_t k = 0;
        while (t->n_literals == d->n_literals && k < t->n_literals &&
               !strcmp(t->literals[k], d->literals[k]))
            k++;
        if (t->n_literals == d->n_literals && k == t->n_literals) return (int32_t)i;
    }
    EnumerationType fresh = {d->literals, d->n_literals};
    VEC_PUSH(c->out, &f->types, fresh);
    return (int32_t)f->types.count - 1;
}

static bool same(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static void note_unit(Collecting *c, const char *unit, const char *display_unit)
{
    Facts *f = c->f;
    if (!unit) return;
    for (uint32_t i = 0; i < f->units.count; i++)
        if (same(f->units.data[i], unit) && same(f->display_units.data[i], display_unit)) return;
    VEC_PUSH(c->out, &f->units, unit);
    VEC_PUSH(c->out, &f->display_units, display_unit);
}

// Limits that the start value breaks are not told: importers refuse such descriptions.
static void take_limits(const Collecting *c, Fact *row, const VariableInfo *v)
{
    double low = attribute(c, v->min_slot), high = attribute(c, v->max_slot);
    row->min = v->sign > 0 ? low : -high;
    row->max = v->sign > 0 ? high : -low;
    row->nominal = fabs(attribute(c, v->nominal_slot));
    if (!(row->nominal > 0) || row->count > 1) row->nominal = NAN;
    bool is_broken = row->min > row->max || row->count > 1;
    if (row->has_start) {
        double start = fact_start(c->f, row, 0);
        is_broken |= start < row->min || start > row->max;
    }
    if (is_broken) row->min = row->max = NAN;
}

static void take_attributes(Collecting *c, Fact *row, const VariableInfo *v)
{
    row->unit = v->kind == VALUE_REAL ? variable_declared(v)->unit : NULL;
    row->display_unit = row->unit ? variable_declared(v)->display_unit : NULL;
    if (row->display_unit && same(row->display_unit, row->unit)) row->display_unit = NULL;
    note_unit(c, row->unit, row->display_unit);
    row->description = variable_declared(v)->description;
    if (v->kind == VALUE_ENUMERATION) row->type = type_of(c, v);
    if (v->kind == VALUE_REAL || v->kind == VALUE_INTEGER) take_limits(c, row, v);
}

// ---- Rows
// ------------------------------------------------------------------------------------------

static const Fact nothing = {.min = NAN,
                             .max = NAN,
                             .nominal = NAN,
                             .type = -1,
                             .state = -1,
                             .derivative_of = -1,
                             .indicator = -1,
                             .count = 1};

static void add_time(Collecting *c)
{
    Fact row = nothing;
    row.name = "time";
    row.description = "simulation time";
    row.unit = "s";
    row.kind = VALUE_REAL;
    row.causality = CAUSALITY_INDEPENDENT;
    row.variability = VARIABILITY_OF_CONTINUOUS;
    note_unit(c, "s", NULL);
    VEC_PUSH(c->out, &c->f->rows, row);
}

// Subscripts have no blanks in them: the standards' names are written so.
static const char *structured_name(const Collecting *c, const char *name)
{
    if (!strstr(name, ", ")) return name;
    char *copy = arena_copy_text(c->out, name, strlen(name)), *to = copy;
    int depth = 0;
    for (const char *from = name; *from; from++) {
        depth += (*from == '[') - (*from == ']');
        if (!(depth > 0 && *from == ' ')) *to++ = *from;
    }
    *to = '\0';
    return copy;
}

static const char *array_name(const Collecting *c, const VariableInfo *v, int32_t count)
{
    if (count == 1) return v->name;
    return arena_copy_text(c->out, v->name, (size_t)(strrchr(v->name, '[') - v->name));
}

static void add_variable(Collecting *c, int32_t i, int32_t count)
{
    const VariableInfo *v = &c->m->variables[i];
    Fact row = nothing;
    row.reference = reference_number(c->m, REFERS_VARIABLE, i);
    row.first = row.shape = v;
    row.kind = v->kind;
    row.count = count;
    row.state = v->slot >= 0 && !v->is_alias ? c->state_of_slot[v->slot] - 1 : -1;
    classify(c, &row, v);
    if (!is_wanted(c, &row, v)) return;
    row.name = structured_name(c, array_name(c, v, count));
    take_attributes(c, &row, v);
    for (int32_t e = 0; row.state >= 0 && e < count; e++)
        c->f->row_of_state[row.state + e] = (int32_t)c->f->rows.count;
    VEC_PUSH(c->out, &c->f->rows, row);
}

static bool is_plain(const char *name)
{
    return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.[],'") ==
           strlen(name);
}

static Fact continuous(const char *name)
{
    Fact row = nothing;
    row.name = name;
    row.kind = VALUE_REAL;
    row.causality = CAUSALITY_OF_LOCAL;
    row.variability = VARIABILITY_OF_CONTINUOUS;
    row.initial = INITIAL_CALCULATED;
    return row;
}

static void add_state(Collecting *c, int32_t i)
{
    const char *name = c->m->states[i].name;
    Fact row = continuous(is_plain(name) ? name : arena_printf(c->out, "'%s'", name));
    row.reference = reference_number(c->m, REFERS_STATE, i);
    row.state = i;
    c->f->row_of_state[i] = (int32_t)c->f->rows.count;
    VEC_PUSH(c->out, &c->f->rows, row);
}

static void add_derivative(Collecting *c, int32_t i)
{
    const Fact *state = &c->f->rows.data[c->f->row_of_state[i]];
    Fact row = continuous(arena_printf(c->out, "der(%s)", state->name));
    row.reference = reference_number(c->m, REFERS_DERIVATIVE, i);
    row.derivative_of = i;
    row.count = state->count;
    row.shape = state->shape;
    for (int32_t e = 0; e < row.count; e++)
        c->f->row_of_derivative[i + e] = (int32_t)c->f->rows.count;
    VEC_PUSH(c->out, &c->f->rows, row);
}

static void add_indicator(Collecting *c, int32_t i)
{
    Fact row = continuous(arena_printf(c->out, "'event indicator %d'", i + 1));
    row.reference = reference_number(c->m, REFERS_INDICATOR, i);
    row.indicator = i;
    VEC_PUSH(c->out, &c->f->rows, row);
}

static void collect(Collecting *c)
{
    const Model *m = c->m;
    const int32_t *counts = reference_counts(m, c->out);
    add_time(c);
    for (int32_t i = 0; i < m->n_variables;) {
        int32_t n = c->options->keeps_arrays ? counts[i] : 1;
        add_variable(c, i, n);
        i += n;
    }
    for (int32_t i = 0; i < m->n_states; i++)
        if (c->f->row_of_state[i] < 0) add_state(c, i);
    for (int32_t i = 0; i < m->n_states;) {
        add_derivative(c, i);
        i += VEC_LAST(&c->f->rows).count;
    }
    for (int32_t i = 0; i < c->options->n_indicators; i++) add_indicator(c, i);
}

const char *facts_collect(Facts *f, const Program *p, const double *values,
                          const FactOptions *options, Arena *out)
{
    const Model *m = &p->model;
    Collecting c = {.f = f, .m = m, .v = values, .options = options, .out = out};
    *f = (Facts){.values = values, .model = m, .program = p, .n_indicators = options->n_indicators};
    f->row_of_state = ARENA_ARRAY(out, int32_t, m->n_states + 1);
    f->row_of_derivative = ARENA_ARRAY(out, int32_t, m->n_states + 1);
    c.state_of_slot = ARENA_ARRAY(out, int32_t, m->n_slots + 1);
    for (int32_t i = 0; i < m->n_states; i++) {
        f->row_of_state[i] = -1;
        c.state_of_slot[m->states[i].slot] = i + 1;
    }
    const char *why = NULL;
    if (options->variables && !name_pattern_open(&c.pattern, options->variables, out, &why))
        return why;
    collect(&c);
    if (options->variables) name_pattern_close(&c.pattern);
    return NULL;
}
