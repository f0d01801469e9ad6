#include "fmi/export/description_parts.h"

#include <math.h>
#include <string.h>

#include "fmi/export/unit_definitions.h"
#include "results/unit_text.h"

void add_escaped(Text *t, const char *value)
{
    for (const char *c = value; *c; c++) switch (*c) {
        case '<': text_add(t, "&lt;"); break;
        case '>': text_add(t, "&gt;"); break;
        case '&': text_add(t, "&amp;"); break;
        case '"': text_add(t, "&quot;"); break;
        case '\n': text_add(t, "&#10;"); break;
        case '\t': text_add(t, "&#9;"); break;
        default:
            if ((unsigned char)*c >= ' ') text_add_char(t, *c);
        }
}

void add_attribute(Text *t, const char *name, const char *value)
{
    if (!value) return;
    text_printf(t, " %s=\"", name);
    add_escaped(t, value);
    text_add_char(t, '"');
}

void add_number(Text *t, const char *name, double value)
{
    if (!isfinite(value)) return;
    text_printf(t, " %s=\"", name);
    text_number(t, value);
    text_add_char(t, '"');
}

void add_value(Text *t, const Fact *row, double value)
{
    if (row->kind == VALUE_BOOLEAN)
        text_add(t, value != 0 ? "true" : "false");
    else
        text_number(t, value);
}

// ---- Units
// ---------------------------------------------------------------------------------------

static void add_base_unit(Text *t, const char *unit)
{
    BaseUnit base;
    if (!unit_in_base_units(unit, &base)) return;
    text_add(t, "      <BaseUnit");
    for (int i = 0; i < BASE_UNITS; i++)
        if (base.exponents[i]) text_printf(t, " %s=\"%d\"", base_unit_names[i], base.exponents[i]);
    if (base.factor != 1) add_number(t, "factor", base.factor);
    if (base.offset != 0) add_number(t, "offset", base.offset);
    text_add(t, "/>\n");
}

// shown = factor * value + offset, from tables or by way of the base units.
static bool find_change(const char *unit, const char *shown, double *factor, double *offset)
{
    BaseUnit from, to;
    UnitChange change = unit_for_display(unit, shown);
    *factor = change.factor;
    *offset = change.offset;
    if (change.unit && !strcmp(change.unit, shown)) return true;
    if (!unit_in_base_units(unit, &from) || !unit_in_base_units(shown, &to)) return false;
    if (memcmp(from.exponents, to.exponents, sizeof from.exponents)) return false;
    *factor = from.factor / to.factor;
    *offset = (from.offset - to.offset) / to.factor;
    return true;
}

static void add_display_unit(Text *t, const char *unit, const char *shown)
{
    double factor, offset;
    text_add(t, "      <DisplayUnit");
    add_attribute(t, "name", shown);
    if (find_change(unit, shown, &factor, &offset)) {
        if (factor != 1) add_number(t, "factor", factor);
        if (offset != 0) add_number(t, "offset", offset);
    }
    text_add(t, "/>\n");
}

static bool is_first(const Facts *f, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (!strcmp(f->units.data[k], f->units.data[i])) return false;
    return true;
}

void add_units(Text *t, const Facts *f)
{
    if (!f->units.count) return;
    text_add(t, "  <UnitDefinitions>\n");
    for (uint32_t i = 0; i < f->units.count; i++) {
        if (!is_first(f, i)) continue;
        const char *unit = f->units.data[i];
        text_add(t, "    <Unit");
        add_attribute(t, "name", unit);
        text_add(t, ">\n");
        add_base_unit(t, unit);
        for (uint32_t k = i; k < f->units.count; k++)
            if (!strcmp(f->units.data[k], unit) && f->display_units.data[k])
                add_display_unit(t, unit, f->display_units.data[k]);
        text_add(t, "    </Unit>\n");
    }
    text_add(t, "  </UnitDefinitions>\n");
}

// ---- The rest
// ------------------------------------------------------------------------------------

void add_log_categories(Text *t)
{
    static const char *const names[] = {"logAll", "logStatusWarning", "logStatusDiscard",
                                        "logStatusError", "logStatusFatal"};
    text_add(t, "  <LogCategories>\n");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        text_printf(t, "    <Category name=\"%s\"/>\n", names[i]);
    text_add(t, "  </LogCategories>\n");
}

void add_experiment(Text *t, const Description *d)
{
    text_add(t, "  <DefaultExperiment");
    add_number(t, "startTime", d->start_time);
    add_number(t, "stopTime", d->stop_time);
    add_number(t, "tolerance", d->tolerance);
    add_number(t, "stepSize", d->step);
    text_add(t, "/>\n");
}

// Without a word FMI 2 takes everything for continuous, FMI 3 what is of type Real.
void add_classes(Text *t, const Fact *row, int version)
{
    static const char *const causalities[] = {"parameter", "calculatedParameter", "input", "output",
                                              "local",     "independent"};
    static const char *const variabilities[] = {"constant", "fixed", "tunable", "discrete",
                                                "continuous"};
    static const char *const initials[] = {NULL, "exact", "approx", "calculated"};
    if (row->causality != CAUSALITY_OF_LOCAL)
        add_attribute(t, "causality", causalities[row->causality]);
    bool is_real = row->kind == VALUE_REAL || version == 2;
    bool is_usual =
        row->variability == (is_real ? VARIABILITY_OF_CONTINUOUS : VARIABILITY_OF_DISCRETE);
    if (!is_usual) add_attribute(t, "variability", variabilities[row->variability]);
    bool is_assumed =
        row->initial == INITIAL_CALCULATED ||
        (row->initial == INITIAL_EXACT &&
         (row->causality == CAUSALITY_PARAMETER || row->variability == VARIABILITY_OF_CONSTANT));
    if (!is_assumed) add_attribute(t, "initial", initials[row->initial]);
}

const char *type_name(Arena *out, int32_t type)
{
    return arena_printf(out, "Enumeration%d", type + 1);
}

// ---- Dependencies ------------------------------------------------------------------------------

Dependencies dependencies_of(const Facts *f, Arena *out)
{
    const Model *m = f->model;
    int32_t n = 0, most = 1 + m->n_states + m->n_variables;
    int32_t *slots = ARENA_ARRAY(out, int32_t, most);
    Dependencies d = {.rows = ARENA_ARRAY(out, int32_t, most)};
    d.linear = "fixed";
    for (uint32_t i = 0; i < f->rows.count; i++)
        if (f->rows.data[i].variability == VARIABILITY_OF_TUNABLE) d.linear = "tunable";
    slots[n++] = SLOT_TIME; // row 0
    for (int32_t i = 0; i < m->n_states; i++) {
        d.rows[n] = f->row_of_state[i];
        slots[n++] = m->states[i].slot;
    }
    for (uint32_t i = 0; i < f->rows.count; i++) {
        const Fact *row = &f->rows.data[i];
        for (int32_t e = 0; row->causality == CAUSALITY_OF_INPUT && e < row->count; e++) {
            d.rows[n] = (int32_t)i;
            slots[n++] = row->first[e].slot;
        }
    }
    d.is_known =
        incidence_find(&d.incidence, f->program, INCIDENCE_BETWEEN_EVENTS, slots, n, out) &&
        incidence_find(&d.at_events, f->program, INCIDENCE_AT_EVENTS, slots, n, out);
    return d;
}

typedef enum { DEPENDS_NOT, DEPENDS_LINEARLY, DEPENDS } Dependence;

static Dependence dependence_in(const Incidence *n, int32_t slot, int32_t known)
{
    if (slot < 0 || !incidence_depends(n, slot, known)) return DEPENDS_NOT;
    return incidence_is_linear(n, slot, known) && known ? DEPENDS_LINEARLY : DEPENDS;
}

static Dependence dependence(const Facts *f, const Dependencies *d, const Fact *row, int32_t known)
{
    Dependence worst = DEPENDS_NOT;
    bool is_slope = row->derivative_of >= 0;
    for (int32_t e = 0; e < row->count; e++) {
        int32_t slot = is_slope ? f->model->states[row->derivative_of + e].derivative_slot
                                : row->first[e].slot;
        Dependence between = dependence_in(&d->incidence, slot, known);
        Dependence at_event = is_slope ? DEPENDS_NOT : dependence_in(&d->at_events, slot, known);
        if (between > worst) worst = between;
        if (at_event > worst) worst = at_event;
    }
    return worst;
}

// Elements of an array that is one variable stand together: it is named once.
void add_dependencies(Text *t, const Facts *f, const Dependencies *d, const Fact *row, int version)
{
    Text kinds = text_make(t->arena);
    if (!d->is_known) return;
    text_add(t, " dependencies=\"");
    for (int32_t k = 0; k < d->incidence.n_known;) {
        int32_t at = d->rows[k];
        Dependence worst = DEPENDS_NOT;
        for (; k < d->incidence.n_known && d->rows[k] == at; k++) {
            Dependence one = dependence(f, d, row, k);
            if (one > worst) worst = one;
        }
        if (worst == DEPENDS_NOT) continue;
        const char *blank = kinds.length ? " " : "";
        text_printf(t, "%s%u", blank, version == 2 ? (uint32_t)at + 1 : f->rows.data[at].reference);
        text_printf(&kinds, "%s%s", blank, worst == DEPENDS_LINEARLY ? d->linear : "dependent");
    }
    text_add_char(t, '"');
    if (kinds.length) add_attribute(t, "dependenciesKind", text_cstr(&kinds));
}

bool is_initial_unknown(const Fact *row)
{
    if (row->initial != INITIAL_APPROX && row->initial != INITIAL_CALCULATED) return false;
    return row->causality == CAUSALITY_OF_OUTPUT ||
           row->causality == CAUSALITY_CALCULATED_PARAMETER || row->state >= 0 ||
           row->derivative_of >= 0;
}

void add_items(Text *t, const EnumerationType *type)
{
    for (uint32_t k = 0; k < type->n_literals; k++) {
        text_add(t, "      <Item");
        add_attribute(t, "name", type->literals[k]);
        text_printf(t, " value=\"%u\"/>\n", k + 1);
    }
}
