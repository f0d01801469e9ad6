// The functions of the class are those of component/fmu.h.in. They have no side effects as far as
// the equations are concerned: `tick` makes them wait for the start, and for the events, of the
// FMU.
#include "fmi/import/fmu_class.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(const FmuVariable *) VariableList;

typedef struct Writing {
    const FmuClass *c;
    Text *t;
    Arena *arena;
    VariableList parameters, inputs, outputs, discrete;
    int64_t n_states, n_indicators;
} Writing;

// ---- Names and values
// ------------------------------------------------------------------------------

static bool is_keyword(const char *name)
{
    static const char *const words[] = {
        "algorithm",   "and",          "annotation", "block",       "break",
        "class",       "connect",      "connector",  "constant",    "constrainedby",
        "der",         "discrete",     "each",       "else",        "elseif",
        "elsewhen",    "encapsulated", "end",        "enumeration", "equation",
        "expandable",  "extends",      "external",   "false",       "final",
        "flow",        "for",          "function",   "if",          "import",
        "impure",      "in",           "initial",    "inner",       "input",
        "loop",        "model",        "not",        "operator",    "or",
        "outer",       "output",       "package",    "parameter",   "partial",
        "protected",   "public",       "pure",       "record",      "redeclare",
        "replaceable", "return",       "stream",     "then",        "true",
        "type",        "when",         "while",      "within",      "time"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (!strcmp(words[k], name)) return true;
    return false;
}

const char *modelica_name(Arena *out, const char *name)
{
    bool is_plain = (isalpha((unsigned char)*name) || *name == '_') && !is_keyword(name);
    for (const char *c = name; *c; c++)
        is_plain = is_plain && (isalnum((unsigned char)*c) || *c == '_');
    if (is_plain) return arena_printf(out, "%s", name);
    Text t = text_make(out);
    text_add_char(&t, '\'');
    for (const char *c = name; *c; c++) {
        if (*c == '\'' || *c == '\\') text_add_char(&t, '\\');
        text_add_char(&t, *c);
    }
    text_add_char(&t, '\'');
    return text_cstr(&t);
}

static void add_quoted(Text *t, const char *s)
{
    text_add_char(t, '"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') text_add_char(t, '\\');
        text_add_char(t, *s);
    }
    text_add_char(t, '"');
}

const char *modelica_string(Arena *out, const char *text)
{
    Text t = text_make(out);
    add_quoted(&t, text);
    return text_cstr(&t);
}

// As component/fmu.h.in counts them; -1: a type that the class cannot have.
static int type_of(const FmuVariable *v, int version)
{
    switch (v->type) {
    case FMU_FLOAT64: return 0;
    case FMU_INT32: return 1;
    case FMU_BOOLEAN: return 2;
    case FMU_ENUMERATION: return version == 2 ? 1 : 3;
    case FMU_INT64: return 3;
    case FMU_CLOCK: return 4;
    default: return -1;
    }
}

static bool is_boolean(const FmuVariable *v) // in the class
{
    return v->type == FMU_BOOLEAN || v->type == FMU_CLOCK;
}

static const char *word_of(const FmuVariable *v)
{
    return v->type == FMU_FLOAT64 ? "Real" : is_boolean(v) ? "Boolean" : "Integer";
}

const char *fmu_modelica_type(const FmuVariable *v)
{
    return v->count == 1 && !v->n_dims && type_of(v, 2) >= 0 ? word_of(v) : NULL;
}

static void add_value(Text *t, const FmuVariable *v)
{
    bool is_true = v->start && (!strcmp(v->start, "true") || !strcmp(v->start, "1"));
    if (v->type == FMU_BOOLEAN)
        text_add(t, is_true ? "true" : "false");
    else
        text_number(t, v->start ? strtod(v->start, NULL) : 0);
}

// ---- Parts of the class
// ------------------------------------------------------------------------------

static void add_declaration(Writing *w, const char *prefix, const FmuVariable *v, bool has_value)
{
    text_printf(w->t, "  %s%s %s", prefix, word_of(v), modelica_name(w->arena, v->name));
    if (v->unit && v->type == FMU_FLOAT64) {
        text_add(w->t, "(unit = ");
        add_quoted(w->t, v->unit);
        text_add_char(w->t, ')');
    }
    if (has_value) {
        text_add(w->t, " = ");
        add_value(w->t, v);
    }
    if (v->description) {
        text_add_char(w->t, ' ');
        add_quoted(w->t, v->description);
    }
    text_add(w->t, ";\n");
}

static void add_numbers(Writing *w, const char *name, const VariableList *list, bool are_types)
{
    text_printf(w->t, "  final constant Integer %s[%u] = ", name, list->count);
    text_add(w->t, list->count ? "{" : "fill(0, 0)");
    for (uint32_t i = 0; i < list->count; i++) {
        const FmuVariable *v = list->data[i];
        text_printf(w->t, "%s%lld", i ? ", " : "",
                    are_types ? (long long)type_of(v, w->c->description->version)
                              : (long long)v->reference);
    }
    text_add(w->t, list->count ? "};\n" : ";\n");
}

// All as Reals, in one array.
static void add_values(Writing *w, const VariableList *list)
{
    text_add(w->t, list->count ? "{" : "fill(0.0, 0)");
    for (uint32_t i = 0; i < list->count; i++) {
        const char *name = modelica_name(w->arena, list->data[i]->name);
        text_printf(w->t, is_boolean(list->data[i]) ? "%sif %s then 1.0 else 0.0" : "%s%s",
                    i ? ", " : "", name);
    }
    if (list->count) text_add_char(w->t, '}');
}

static void add_annotation(Writing *w)
{
    text_add(w->t, "\n      annotation(Include = \"#include \\\"fmu.h\\\"\", IncludeDirectory = ");
    add_quoted(w->t, arena_printf(w->arena, "file://%s", w->c->folder));
    text_add(w->t, ");\n");
}

static void add_function(Writing *w, const char *name, const char *declarations, const char *call)
{
    text_printf(w->t, "  function %s\n%s  external \"C\" %s", name, declarations, call);
    add_annotation(w);
    text_printf(w->t, "  end %s;\n", name);
}

static void add_object(Writing *w)
{
    text_add(
        w->t,
        "  class Fmu\n    extends ExternalObject;\n    function constructor\n"
        "      input String binary, resources, token;\n      input Integer version, isExchanged;\n"
        "      input String clocks;\n      output Fmu fmu;\n    external \"C\" fmu = "
        "fmu_open(binary, resources, token, version, isExchanged, clocks)");
    add_annotation(w);
    text_add(w->t, "    end constructor;\n    function destructor\n      input Fmu fmu;\n"
                   "    external \"C\" fmu_close(fmu)");
    add_annotation(w);
    text_add(w->t, "    end destructor;\n  end Fmu;\n");
}

#define INPUT_ARRAYS                                                                               \
    "    input Integer inputs[:], inputTypes[size(inputs, 1)];\n    input Real u[size(inputs, "    \
    "1)];\n"

static void add_functions(Writing *w)
{
    add_object(w);
    add_function(w, "start",
                 "    input Fmu fmu;\n    input Real t, tolerance;\n    input Integer "
                 "references[:], types[size(references, 1)];\n"
                 "    input Real values[size(references, 1)];\n    input Integer nx;\n    input "
                 "Integer discrete_[:], discreteTypes[size(discrete_, 1)];\n"
                 "    output Real x[nx], d[size(discrete_, 1)], next, tick;\n",
                 "tick = fmu_start(fmu, t, tolerance, references, types, values, size(references, "
                 "1), x, size(x, 1), "
                 "discrete_, discreteTypes, d, size(d, 1), next)");
    if (!w->c->is_exchanged) {
        add_function(w, "step",
                     "    input Fmu fmu;\n    input Real t, before;\n" INPUT_ARRAYS
                     "    input Integer outputs[:], outputTypes[size(outputs, 1)];\n    output "
                     "Real y[size(outputs, 1)], tick;\n",
                     "tick = fmu_step(fmu, t, before, inputs, inputTypes, u, size(u, 1), outputs, "
                     "outputTypes, y, size(y, 1))");
        return;
    }
    add_function(w, "look",
                 "    input Fmu fmu;\n    input Real t, tick, x[:];\n" INPUT_ARRAYS
                 "    input Integer nz, outputs[:], outputTypes[size(outputs, 1)];\n"
                 "    output Real dx[size(x, 1)], z[nz], y[size(outputs, 1)];\n",
                 "fmu_look(fmu, t, tick, x, size(x, 1), inputs, inputTypes, u, size(u, 1), dx, "
                 "size(dx, 1), z, size(z, 1), "
                 "outputs, outputTypes, y, size(y, 1))");
    add_function(w, "happen",
                 "    input Fmu fmu;\n    input Real t, before, x[:];\n" INPUT_ARRAYS
                 "    input Integer discrete_[:], discreteTypes[size(discrete_, 1)];\n"
                 "    output Real xNew[size(x, 1)], d[size(discrete_, 1)], next, tick;\n",
                 "tick = fmu_happen(fmu, t, before, x, size(x, 1), inputs, inputTypes, u, size(u, "
                 "1), xNew, size(xNew, 1), "
                 "discrete_, discreteTypes, d, size(d, 1), next)");
}

static void add_interface(Writing *w)
{
    for (uint32_t i = 0; i < w->parameters.count; i++)
        add_declaration(w, "parameter ", w->parameters.data[i], true);
    for (uint32_t i = 0; i < w->inputs.count; i++)
        add_declaration(w, "input ", w->inputs.data[i], false);
    for (uint32_t i = 0; i < w->outputs.count; i++)
        add_declaration(w, "output ", w->outputs.data[i], false);
    for (uint32_t i = 0; i < w->discrete.count; i++)
        add_declaration(w, "output ", w->discrete.data[i], false);
    text_add(w->t, "  parameter Real tolerance = 1e-6 \"of the FMU\";\n");
    if (!w->c->is_exchanged) {
        text_add(w->t, "  parameter Real stepSize(unit = \"s\") = ");
        text_number(w->t, w->c->step);
        text_add(w->t, " \"between communication points\";\n");
    }
}

// Kinds of clocks as component/fmu.h.in counts them.
static int kind_of_clock(const FmuVariable *v)
{
    enum { PERIODIC, ASKED, CHANGING, COUNTDOWN, TRIGGERED, TOLD };
    if (v->causality != FMU_INPUT) return TOLD;
    switch (v->intervals) {
    case FMU_INTERVAL_CHANGING: return CHANGING;
    case FMU_INTERVAL_COUNTDOWN: return COUNTDOWN;
    case FMU_INTERVAL_TRIGGERED: return TRIGGERED;
    default: return isfinite(v->interval) ? PERIODIC : ASKED;
    }
}

// Clocks, and what is exchanged at their ticks, as component/fmu.h.in reads them.
static void add_clocks(Writing *w)
{
    const FmuDescription *d = w->c->description;
    for (uint32_t i = 0; i < d->variables.count; i++) {
        const FmuVariable *v = &d->variables.data[i];
        if (v->type == FMU_CLOCK) {
            text_printf(w->t, "C%u %d ", v->reference, kind_of_clock(v));
            text_number(w->t, isfinite(v->interval) ? v->interval : 0);
            text_add_char(w->t, ' ');
            text_number(w->t, isfinite(v->shift) ? v->shift : 0);
            text_add_char(w->t, ' ');
        } else if (v->clocks.count && fmu_modelica_type(v)) {
            text_printf(w->t, "%c%u %d %u ", v->causality == FMU_INPUT ? 'U' : 'V', v->reference,
                        type_of(v, 3), v->clocks.count);
            for (uint32_t k = 0; k < v->clocks.count; k++)
                text_printf(w->t, "%u ", v->clocks.data[k]);
        }
    }
}

static void add_hidden(Writing *w)
{
    const FmuDescription *d = w->c->description;
    text_add(w->t, "protected\n");
    add_functions(w);
    add_numbers(w, "fmuParameters", &w->parameters, false);
    add_numbers(w, "fmuParameterTypes", &w->parameters, true);
    add_numbers(w, "fmuInputs", &w->inputs, false);
    add_numbers(w, "fmuInputTypes", &w->inputs, true);
    add_numbers(w, "fmuOutputs", &w->outputs, false);
    add_numbers(w, "fmuOutputTypes", &w->outputs, true);
    add_numbers(w, "fmuDiscrete", &w->discrete, false);
    add_numbers(w, "fmuDiscreteTypes", &w->discrete, true);
    text_add(w->t, "  Fmu fmu = Fmu(");
    add_quoted(w->t, w->c->binary);
    text_add(w->t, ", ");
    add_quoted(w->t, arena_printf(w->arena, "%s/resources", w->c->folder));
    text_add(w->t, ", ");
    add_quoted(w->t, d->token ? d->token : "");
    text_printf(w->t, ", %d, %d, \"", d->version, w->c->is_exchanged);
    if (w->c->is_exchanged) add_clocks(w);
    text_add(w->t, "\");\n");
    text_printf(w->t, "  Real fmuX[%lld], fmuY[%u];\n", (long long)w->n_states, w->outputs.count);
    text_printf(w->t, "  discrete Real fmuTick, fmuNext, fmuD[%u], fmuNew[%lld];\n",
                w->discrete.count, (long long)w->n_states);
    if (w->c->is_exchanged)
        text_printf(w->t, "  Real fmuDx[%lld], fmuZ[%lld];\n  Boolean fmuPositive[%lld];\n",
                    (long long)w->n_states, (long long)w->n_indicators, (long long)w->n_indicators);
}

// Whatever is set at the start: parameters, and inputs with the values they have then.
static void add_start(Writing *w)
{
    text_add(w->t,
             "initial equation\n  (fmuX, fmuD, fmuNext, fmuTick) = start(fmu, time, tolerance, "
             "cat(1, fmuParameters, fmuInputs), cat(1, fmuParameterTypes, fmuInputTypes), cat(1, ");
    add_values(w, &w->parameters);
    text_add(w->t, ", ");
    add_values(w, &w->inputs);
    text_printf(w->t, "), %lld, fmuDiscrete, fmuDiscreteTypes);\n", (long long)w->n_states);
    if (w->c->is_exchanged && w->n_states) text_add(w->t, "  fmuNew = fmuX;\n");
}

static void add_look(Writing *w)
{
    text_add(
        w->t,
        "  (fmuDx, fmuZ, fmuY) = look(fmu, time, pre(fmuTick), fmuX, fmuInputs, fmuInputTypes, ");
    add_values(w, &w->inputs);
    text_printf(w->t, ", %lld, fmuOutputs, fmuOutputTypes);\n", (long long)w->n_indicators);
    text_add(w->t, "  der(fmuX) = fmuDx;\n");
    for (int64_t i = 1; i <= w->n_indicators; i++)
        text_printf(w->t, "  fmuPositive[%lld] = fmuZ[%lld] > 0;\n", (long long)i, (long long)i);
}

static void add_events(Writing *w)
{
    text_add(w->t, "  when {time >= pre(fmuNext)");
    for (int64_t i = 1; i <= w->n_indicators; i++)
        text_printf(w->t, ", change(fmuPositive[%lld])", (long long)i);
    for (uint32_t i = 0; i < w->inputs.count; i++)
        if (w->inputs.data[i]->type != FMU_FLOAT64)
            text_printf(w->t, ", change(%s)", modelica_name(w->arena, w->inputs.data[i]->name));
    text_add(w->t,
             "} then\n    (fmuNew, fmuD, fmuNext, fmuTick) = happen(fmu, time, pre(fmuTick), fmuX, "
             "fmuInputs, fmuInputTypes, ");
    add_values(w, &w->inputs);
    text_add(w->t, ", fmuDiscrete, fmuDiscreteTypes);\n");
    for (int64_t i = 1; i <= w->n_states; i++)
        text_printf(w->t, "    reinit(fmuX[%lld], fmuNew[%lld]);\n", (long long)i, (long long)i);
    text_add(w->t, "  end when;\n");
}

static void add_outputs(Writing *w, const VariableList *list, const char *from)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const FmuVariable *v = list->data[i];
        const char *form = v->type == FMU_FLOAT64   ? "  %s = %s[%u];\n"
                           : v->type == FMU_CLOCK   ? "  %s = change(%s[%u]);\n"
                           : v->type == FMU_BOOLEAN ? "  %s = %s[%u] > 0.5;\n"
                                                    : "  %s = integer(%s[%u]);\n";
        text_printf(w->t, form, modelica_name(w->arena, v->name), from, i + 1);
    }
}

// ---- The class
// -----------------------------------------------------------------------------------------

static const char *collect(Writing *w)
{
    const FmuDescription *d = w->c->description;
    for (uint32_t i = 0; i < d->variables.count; i++) {
        const FmuVariable *v = &d->variables.data[i];
        bool is_output = v->causality == FMU_OUTPUT, is_input = v->causality == FMU_INPUT;
        bool can = fmu_modelica_type(v) != NULL;
        bool is_clock = v->type == FMU_CLOCK;
        if (is_clock && is_input && !w->c->is_exchanged)
            return arena_printf(w->arena,
                                "the clock '%s' cannot tick in a component that is co-simulated",
                                v->name);
        // Clocks with intervals tick by themselves, in the component.
        if (is_clock && (is_input ? v->intervals != FMU_INTERVAL_TRIGGERED : !w->c->is_exchanged))
            continue;
        if (is_input && !can)
            return arena_printf(
                w->arena, "the input '%s' is an array, or of a type that Modelica does not have",
                v->name);
        if (!can) continue;
        bool varies =
            v->type == FMU_FLOAT64 && w->c->is_exchanged && v->variability == FMU_CONTINUOUS;
        if (v->causality == FMU_PARAMETER) VEC_PUSH(w->arena, &w->parameters, v);
        if (is_input) VEC_PUSH(w->arena, &w->inputs, v);
        if (is_output && varies) VEC_PUSH(w->arena, &w->outputs, v);
        if (is_output && !varies) VEC_PUSH(w->arena, &w->discrete, v);
    }
    return NULL;
}

static const char *count_states(Writing *w, FmuDescription *d)
{
    int32_t *states, *derivatives;
    if (!w->c->is_exchanged) return NULL;
    if (!fmu_find_states(w->arena, d, &states, &derivatives))
        return "its structure does not say which variables are its states";
    for (uint32_t i = 0; i < d->derivatives.count; i++)
        w->n_states += d->variables.data[states[i]].count;
    w->n_indicators = d->n_indicators;
    return NULL;
}

static void add_steps(Writing *w)
{
    text_add(w->t, "  when sample(0, stepSize) then\n    (fmuD, fmuTick) = step(fmu, time, "
                   "pre(fmuTick), fmuInputs, fmuInputTypes, ");
    add_values(w, &w->inputs);
    text_add(w->t, ", fmuDiscrete, fmuDiscreteTypes);\n    fmuNext = pre(fmuNext);\n  end when;\n");
}

const char *fmu_class_write(const FmuClass *c, Text *out)
{
    Writing w = {.c = c, .t = out, .arena = out->arena};
    FmuDescription copy = *c->description;
    const char *why = collect(&w);
    if (!why) why = count_states(&w, &copy);
    if (why) return why;
    const char *name = modelica_name(w.arena, c->name);
    text_printf(out, "model %s", name);
    if (copy.comment) text_add_char(out, ' '), add_quoted(out, copy.comment);
    text_printf(out, "\n  // Written by tarn import: the FMU '%s', by %s.\n",
                copy.model_name ? copy.model_name : "",
                c->is_exchanged ? "model exchange" : "co-simulation");
    add_interface(&w);
    add_hidden(&w);
    add_start(&w);
    text_add(out, "equation\n");
    if (c->is_exchanged) {
        add_look(&w);
        add_events(&w);
    } else {
        add_steps(&w);
    }
    add_outputs(&w, &w.outputs, "fmuY");
    add_outputs(&w, &w.discrete, "fmuD");
    text_printf(out, "end %s;\n", name);
    return NULL;
}
