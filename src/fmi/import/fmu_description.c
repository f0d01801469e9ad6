// A reader of what the parser of XML tells: elements and their attributes. Everything is found by
// name, so that what is not known is passed over.
#include "fmi/import/fmu_description.h"

#include <expat.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

typedef struct Reading {
    Arena *out;
    FmuDescription *d;
    XML_Parser parser;
    const char *failure;
    int depth;
    bool in_variables, in_structure, in_derivatives, in_outputs;
    bool in_variable; // FMI 2: a ScalarVariable; FMI 3: a variable itself
} Reading;

static const char *const type_words[N_FMU_TYPES] = {
    "Float64", "Float32", "Int8",    "UInt8",       "Int16",  "UInt16", "Int32", "UInt32",
    "Int64",   "UInt64",  "Boolean", "Enumeration", "String", "Binary", "Clock"};
static const char *const causality_words[] = {
    "parameter", "calculatedParameter", "structuralParameter", "input", "output",
    "local",     "independent"};
static const char *const variability_words[] = {"constant", "fixed", "tunable", "discrete",
                                                "continuous"};

const char *fmu_type_word(FmuType type)
{
    return type_words[type];
}

const char *fmu_causality_word(FmuCausality causality)
{
    return causality_words[causality];
}

// ---- Attributes
// ------------------------------------------------------------------------------------

static const char *value_of(const char **attributes, const char *name)
{
    for (; *attributes; attributes += 2)
        if (!strcmp(attributes[0], name)) return attributes[1];
    return NULL;
}

static const char *text_of(const Reading *r, const char **attributes, const char *name)
{
    const char *value = value_of(attributes, name);
    return value ? arena_copy_text(r->out, value, strlen(value)) : NULL;
}

static void complain(Reading *r, const char *sentence)
{
    unsigned line = (unsigned)XML_GetCurrentLineNumber(r->parser);
    const char *told = arena_printf(r->out, "line %u: %s", line, sentence);
    if (r->d->complaints.count < 1000) VEC_PUSH(r->out, &r->d->complaints, told);
}

static double number_of(Reading *r, const char **attributes, const char *name)
{
    const char *value = value_of(attributes, name);
    char *end;
    if (!value) return (double)NAN;
    double number = strtod(value, &end);
    if (end != value) return number;
    complain(r, arena_printf(r->out, "'%.60s' is no number (%s)", value, name));
    return (double)NAN;
}

static int64_t whole_of(Reading *r, const char **attributes, const char *name, int64_t without)
{
    const char *value = value_of(attributes, name);
    char *end;
    if (!value) return without;
    long long number = strtoll(value, &end, 10);
    if (end != value && number >= 0 && number <= 0xFFFFFFFFLL) return number;
    complain(r, arena_printf(r->out, "'%.60s' is no count (%s)", value, name));
    return without;
}

static bool flag_of(const char **attributes, const char *name)
{
    const char *value = value_of(attributes, name);
    return value && (!strcmp(value, "true") || !strcmp(value, "1"));
}

static int word_of(Reading *r, const char **attributes, const char *name, const char *const *words,
                   int n, int without)
{
    const char *value = value_of(attributes, name);
    if (!value) return without;
    for (int i = 0; i < n; i++)
        if (!strcmp(words[i], value)) return i;
    complain(r, arena_printf(r->out, "there is no %s '%.60s'", name, value));
    return without;
}

// ---- Elements
// ----------------------------------------------------------------------------------------

static void read_head(Reading *r, const char **a)
{
    FmuDescription *d = r->d;
    d->version_text = text_of(r, a, "fmiVersion");
    const char *v = d->version_text ? d->version_text : "";
    d->version = v[0] == '2' ? 2 : v[0] == '3' ? 3 : 0;
    if (!strcmp(v, "1.0"))
        r->failure = "it is an FMU of FMI 1.0; versions 2.0 and 3.0 can be used: ask its author "
                     "for one of these";
    else if (!d->version)
        r->failure = arena_printf(r->out, "FMI version '%.20s' is not known; 2.0 and 3.0 are", v);
    d->model_name = text_of(r, a, "modelName");
    d->token = text_of(r, a, d->version == 2 ? "guid" : "instantiationToken");
    d->tool = text_of(r, a, "generationTool");
    d->date = text_of(r, a, "generationDateAndTime");
    d->comment = text_of(r, a, "description");
    d->n_indicators = whole_of(r, a, "numberOfEventIndicators", 0);
    if (!d->model_name) complain(r, "the model has no name");
    if (!d->token) complain(r, "the model has no token (guid, instantiationToken)");
}

static void read_interface(Reading *r, const char **a, FmuInterface *i)
{
    bool is_2 = r->d->version == 2;
    i->identifier = text_of(r, a, "modelIdentifier");
    if (!i->identifier) complain(r, "modelIdentifier is missing");
    i->saves_states = flag_of(a, is_2 ? "canGetAndSetFMUstate" : "canGetAndSetFMUState");
    i->serializes_states = flag_of(a, is_2 ? "canSerializeFMUstate" : "canSerializeFMUState");
    i->has_directions =
        flag_of(a, is_2 ? "providesDirectionalDerivative" : "providesDirectionalDerivatives");
    i->has_adjoints = flag_of(a, "providesAdjointDerivatives");
    i->needs_tool = flag_of(a, "needsExecutionTool");
    i->needs_completed_steps = is_2 ? !flag_of(a, "completedIntegratorStepNotNeeded")
                                    : flag_of(a, "needsCompletedIntegratorStep");
    i->has_variable_steps = flag_of(a, "canHandleVariableCommunicationStepSize");
    i->has_events = flag_of(a, "hasEventMode");
}

static int type_of_element(const Reading *r, const char *name)
{
    if (r->d->version == 2) {
        if (!strcmp(name, "Real")) return FMU_FLOAT64;
        if (!strcmp(name, "Integer")) return FMU_INT32;
        return !strcmp(name, "Boolean")       ? FMU_BOOLEAN
               : !strcmp(name, "String")      ? FMU_STRING
               : !strcmp(name, "Enumeration") ? FMU_ENUMERATION
                                              : -1;
    }
    for (int i = 0; i < N_FMU_TYPES; i++)
        if (!strcmp(type_words[i], name)) return i;
    return -1;
}

static void read_classes(Reading *r, const char **a, FmuVariable *v)
{
    v->name = text_of(r, a, "name");
    v->description = text_of(r, a, "description");
    v->reference = (uint32_t)whole_of(r, a, "valueReference", 0);
    v->causality = (FmuCausality)word_of(r, a, "causality", causality_words, 7, FMU_LOCAL);
    v->variability =
        (FmuVariability)word_of(r, a, "variability", variability_words, 5, FMU_CONTINUOUS);
    v->initial = text_of(r, a, "initial");
    v->line = (unsigned)XML_GetCurrentLineNumber(r->parser);
    if (!v->name) {
        complain(r, "a variable has no name");
        v->name = arena_printf(r->out, "unnamed%u", r->d->variables.count + 1);
    }
    if (!value_of(a, "valueReference")) complain(r, "a variable has no valueReference");
}

static void read_attributes(Reading *r, const char **a, FmuVariable *v, FmuType type)
{
    v->type = type;
    v->unit = text_of(r, a, "unit");
    v->display_unit = text_of(r, a, "displayUnit");
    v->type_name = text_of(r, a, "declaredType");
    v->start = text_of(r, a, "start");
    v->min = number_of(r, a, "min");
    v->max = number_of(r, a, "max");
    v->nominal = number_of(r, a, "nominal");
    v->derivative = whole_of(r, a, "derivative", -1);
    if (type != FMU_FLOAT64 && type != FMU_FLOAT32 && v->variability == FMU_CONTINUOUS &&
        !value_of(a, "variability"))
        v->variability = FMU_DISCRETE;
}

static const char *const interval_words[] = {"constant", "fixed",     "tunable",
                                             "changing", "countdown", "triggered"};

static void read_clock(Reading *r, const char **a, FmuVariable *v)
{
    double resolution = number_of(r, a, "resolution");
    v->intervals = (FmuIntervals)word_of(r, a, "intervalVariability", interval_words, 6,
                                         FMU_INTERVAL_TRIGGERED);
    v->interval = number_of(r, a, "intervalDecimal");
    v->shift = number_of(r, a, "shiftDecimal");
    if (resolution > 0 && value_of(a, "intervalCounter"))
        v->interval = number_of(r, a, "intervalCounter") / resolution;
    if (resolution > 0 && value_of(a, "shiftCounter"))
        v->shift = number_of(r, a, "shiftCounter") / resolution;
    v->priority = whole_of(r, a, "priority", 0xFFFFFFFF);
    if (v->causality == FMU_OUTPUT && v->intervals != FMU_INTERVAL_TRIGGERED)
        complain(r, "an output clock is not triggered");
}

static void read_clocks_of(Reading *r, const char **a, FmuVariable *v)
{
    const char *at = value_of(a, "clocks");
    while (at && *at) {
        char *end;
        unsigned long long reference = strtoull(at, &end, 10);
        if (end == at || reference > 0xFFFFFFFF) {
            complain(r, arena_printf(r->out, "'%.60s' is no list of clocks", at));
            return;
        }
        VEC_PUSH(r->out, &v->clocks, (uint32_t)reference);
        at = end + strspn(end, " \t\n\r");
    }
}

static FmuVariable *last_variable(const Reading *r)
{
    return r->d->variables.count ? &VEC_LAST(&r->d->variables) : NULL;
}

static void read_variable(Reading *r, const char *name, const char **a)
{
    bool is_2 = r->d->version == 2;
    FmuVariable fresh = {.count = 1, .derivative = -1, .min = NAN, .max = NAN, .nominal = NAN};
    if (!r->in_variable) {
        int type = is_2 ? 0 : type_of_element(r, name);
        if (is_2 ? strcmp(name, "ScalarVariable") != 0 : type < 0) return;
        read_classes(r, a, &fresh);
        if (!is_2) read_attributes(r, a, &fresh, (FmuType)type);
        if (!is_2) read_clocks_of(r, a, &fresh);
        if (type == FMU_CLOCK) read_clock(r, a, &fresh);
        VEC_PUSH(r->out, &r->d->variables, fresh);
        r->in_variable = true;
        return;
    }
    FmuVariable *v = last_variable(r);
    int type = type_of_element(r, name);
    if (is_2 && type >= 0) read_attributes(r, a, v, (FmuType)type);
    if (!is_2 && !strcmp(name, "Start") && !v->start) v->start = text_of(r, a, "value");
    if (is_2 || strcmp(name, "Dimension")) return;
    int64_t size = whole_of(r, a, "start", 1);
    if (value_of(a, "valueReference")) {
        int64_t reference = whole_of(r, a, "valueReference", 0);
        for (uint32_t i = 0; i < r->d->variables.count; i++)
            if (r->d->variables.data[i].reference == reference && r->d->variables.data[i].start)
                size = strtoll(r->d->variables.data[i].start, NULL, 10);
    }
    if (v->n_dims < 8) v->dims[v->n_dims++] = size;
    bool fits = size >= 0 && (!size || v->count <= 100000000 / size);
    if (!fits) r->failure = "an array is too large";
    v->count = fits ? v->count * size : 0;
}

static void read_experiment(Reading *r, const char **a)
{
    r->d->start_time = number_of(r, a, "startTime");
    r->d->stop_time = number_of(r, a, "stopTime");
    r->d->tolerance = number_of(r, a, "tolerance");
    r->d->step = number_of(r, a, "stepSize");
}

static void read_structure(Reading *r, const char *name, const char **a)
{
    bool is_2 = r->d->version == 2;
    if (is_2) {
        if (!strcmp(name, "Derivatives")) r->in_derivatives = true;
        if (!strcmp(name, "Outputs")) r->in_outputs = true;
        if (strcmp(name, "Unknown")) return;
        uint32_t number = (uint32_t)whole_of(r, a, "index", 0);
        if (r->in_derivatives) VEC_PUSH(r->out, &r->d->derivatives, number);
        if (r->in_outputs) VEC_PUSH(r->out, &r->d->outputs, number);
        return;
    }
    uint32_t reference = (uint32_t)whole_of(r, a, "valueReference", 0);
    if (!strcmp(name, "ContinuousStateDerivative")) VEC_PUSH(r->out, &r->d->derivatives, reference);
    if (!strcmp(name, "Output")) VEC_PUSH(r->out, &r->d->outputs, reference);
    if (!strcmp(name, "EventIndicator")) r->d->n_indicators++;
}

static void read_type(Reading *r, const char *name, const char **a)
{
    FmuDescription *d = r->d;
    if (!strcmp(name, "SimpleType") || !strcmp(name, "EnumerationType")) {
        FmuEnumeration fresh = {.name = text_of(r, a, "name")};
        VEC_PUSH(r->out, &d->types, fresh);
    } else if (!strcmp(name, "Item") && d->types.count) {
        const char *literal = text_of(r, a, "name");
        if (literal) VEC_PUSH(r->out, &VEC_LAST(&d->types).literals, literal);
    }
}

static void begin(void *client, const char *name, const char **a)
{
    Reading *r = client;
    r->depth++;
    if (r->failure) return;
    if (r->depth == 1) {
        if (!strcmp(name, "fmiModelDescription"))
            read_head(r, a);
        else
            r->failure = "it describes no model";
    } else if (r->depth == 2) {
        if (!strcmp(name, "ModelExchange")) read_interface(r, a, &r->d->exchange);
        if (!strcmp(name, "CoSimulation")) read_interface(r, a, &r->d->simulation);
        if (!strcmp(name, "ScheduledExecution")) read_interface(r, a, &r->d->scheduled);
        if (!strcmp(name, "DefaultExperiment")) read_experiment(r, a);
        r->in_variables = !strcmp(name, "ModelVariables");
        r->in_structure = !strcmp(name, "ModelStructure");
    } else if (r->in_variables) {
        read_variable(r, name, a);
    } else if (r->in_structure) {
        read_structure(r, name, a);
    } else {
        read_type(r, name, a);
    }
}

static void end(void *client, const char *name)
{
    Reading *r = client;
    if (r->depth == 3) r->in_variable = false;
    if (!strcmp(name, "Derivatives")) r->in_derivatives = false;
    if (!strcmp(name, "Outputs")) r->in_outputs = false;
    r->depth--;
}

const char *fmu_description_read(Arena *out, const char *text, size_t length, FmuDescription *d)
{
    *d = (FmuDescription){.start_time = NAN, .stop_time = NAN, .tolerance = NAN, .step = NAN};
    Reading r = {.out = out, .d = d, .parser = XML_ParserCreate(NULL)};
    if (!r.parser) return "out of memory";
    if (length > 1u << 30) r.failure = "it is too large";
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, begin, end);
    if (!r.failure && XML_Parse(r.parser, text, (int)length, 1) == XML_STATUS_ERROR && !r.failure)
        r.failure =
            arena_printf(out, "line %lu: %s", (unsigned long)XML_GetCurrentLineNumber(r.parser),
                         XML_ErrorString(XML_GetErrorCode(r.parser)));
    XML_ParserFree(r.parser);
    if (r.failure) return r.failure;
    if (!d->version) return "it describes no model";
    return d->exchange.identifier || d->simulation.identifier || d->scheduled.identifier
               ? NULL
               : "it offers no interface: no model exchange, co-simulation or scheduled execution";
}

// ---- States
// ------------------------------------------------------------------------------------------

typedef struct Known {
    uint32_t reference;
    int32_t number;
} Known;

static int by_reference(const void *a, const void *b)
{
    const Known *p = a, *q = b;
    if (p->reference != q->reference) return p->reference < q->reference ? -1 : 1;
    return p->number - q->number; // of aliases the first
}

static const Known *sort_references(Arena *out, const FmuDescription *d)
{
    Known *known = ARENA_ARRAY(out, Known, d->variables.count + 1);
    for (uint32_t i = 0; i < d->variables.count; i++)
        known[i] = (Known){d->variables.data[i].reference, (int32_t)i};
    qsort(known, d->variables.count, sizeof *known, by_reference);
    return known;
}

static int32_t find_reference(const FmuDescription *d, const Known *known, int64_t reference)
{
    uint32_t low = 0, high = d->variables.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (known[middle].reference < reference)
            low = middle + 1;
        else
            high = middle;
    }
    return low < d->variables.count && known[low].reference == reference ? known[low].number : -1;
}

bool fmu_find_states(Arena *out, FmuDescription *d, int32_t **states, int32_t **derivatives)
{
    uint32_t n = d->derivatives.count;
    const Known *known = sort_references(out, d);
    *states = ARENA_ARRAY(out, int32_t, n + 1);
    *derivatives = ARENA_ARRAY(out, int32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        int64_t number = d->derivatives.data[i];
        int32_t k = d->version == 2 ? (int32_t)number - 1 : find_reference(d, known, number);
        bool is_there = k >= 0 && (uint32_t)k < d->variables.count;
        int64_t of = is_there ? d->variables.data[k].derivative : -1;
        int32_t state = of < 0            ? -1
                        : d->version == 2 ? (int32_t)of - 1
                                          : find_reference(d, known, of);
        if (state < 0 || (uint32_t)state >= d->variables.count) {
            const char *said =
                arena_printf(out, "derivative %u of the structure is not that of a state", i + 1);
            VEC_PUSH(out, &d->complaints, said);
            return false;
        }
        (*states)[i] = state;
        (*derivatives)[i] = k;
    }
    return true;
}
