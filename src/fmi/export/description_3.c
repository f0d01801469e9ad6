// modelDescription.xml of FMI 3.0: arrays stay arrays, the structure names value references.
#include <math.h>

#include "fmi/export/description_parts.h"

static void add_interfaces(Text *t, const Description *d)
{
    static const char *const kinds[] = {"ModelExchange", "CoSimulation"};
    for (int k = 0; k < 2; k++) {
        text_printf(t, "  <%s", kinds[k]);
        add_attribute(t, "modelIdentifier", d->identifier);
        if (d->may_save)
            text_add(t, " canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\"");
        text_add(t, " providesDirectionalDerivatives=\"true\" providesAdjointDerivatives=\"true\"");
        if (k == 0) text_add(t, " needsCompletedIntegratorStep=\"true\"");
        if (k == 1)
            text_add(t, " canHandleVariableCommunicationStepSize=\"true\" "
                        "mightReturnEarlyFromDoStep=\"true\" hasEventMode=\"true\" "
                        "providesIntermediateUpdate=\"true\" "
                        "canReturnEarlyAfterIntermediateUpdate=\"true\"");
        if (k == 1) add_number(t, "fixedInternalStepSize", d->fixed_step);
        text_add(t, "/>\n");
    }
}

static void add_types(Text *t, const Facts *f)
{
    if (!f->types.count) return;
    text_add(t, "  <TypeDefinitions>\n");
    for (uint32_t i = 0; i < f->types.count; i++) {
        const EnumerationType *type = &f->types.data[i];
        text_printf(t, "    <EnumerationType name=\"%s\">\n", type_name(t->arena, (int32_t)i));
        add_items(t, type);
        text_add(t, "    </EnumerationType>\n");
    }
    text_add(t, "  </TypeDefinitions>\n");
}

static void add_starts(Text *t, const Facts *f, const Fact *row)
{
    if (!row->has_start || row->kind == VALUE_STRING) return;
    text_add(t, " start=\"");
    for (int32_t k = 0; k < row->count; k++) {
        if (k) text_add_char(t, ' ');
        add_value(t, row, fact_start(f, row, k));
    }
    text_add_char(t, '"');
}

static void add_elements(Text *t, const Facts *f, const Fact *row)
{
    for (uint32_t k = 0; row->count > 1 && k < variable_declared(row->shape)->n_dims; k++)
        text_printf(t, "<Dimension start=\"%d\"/>", variable_declared(row->shape)->dims[k]);
    for (int32_t k = 0; row->kind == VALUE_STRING && row->has_start && k < row->count; k++) {
        text_add(t, "<Start");
        add_attribute(t, "value", fact_start_text(f, row, k));
        text_add(t, "/>");
    }
}

static void add_variable(Text *t, const Facts *f, const Fact *row)
{
    static const char *const kinds[] = {"Float64", "Int64", "Boolean", "Enumeration", "String"};
    bool has_elements = row->count > 1 || (row->kind == VALUE_STRING && row->has_start);
    text_printf(t, "    <%s", row->is_clock ? "Clock" : kinds[row->kind]);
    add_attribute(t, "name", row->name);
    text_printf(t, " valueReference=\"%u\"", row->reference);
    add_attribute(t, "description", row->description);
    add_classes(t, row, 3);
    if (row->type >= 0) add_attribute(t, "declaredType", type_name(t->arena, row->type));
    add_attribute(t, "unit", row->unit);
    add_attribute(t, "displayUnit", row->display_unit);
    add_number(t, "min", row->min);
    add_number(t, "max", row->max);
    if (row->kind == VALUE_REAL) add_number(t, "nominal", row->nominal);
    add_starts(t, f, row);
    if (row->is_clock) text_add(t, " intervalVariability=\"triggered\"");
    if (row->derivative_of >= 0)
        text_printf(t, " derivative=\"%u\"",
                    f->rows.data[f->row_of_state[row->derivative_of]].reference);
    text_add(t, has_elements ? ">" : "/>\n");
    if (!has_elements) return;
    add_elements(t, f, row);
    text_printf(t, "</%s>\n", kinds[row->kind]);
}

// `d` is NULL for what is not told about dependencies.
static void add_unknown(Text *t, const char *element, const Facts *f, const Dependencies *d,
                        const Fact *row)
{
    text_printf(t, "    <%s valueReference=\"%u\"", element, row->reference);
    if (d) add_dependencies(t, f, d, row, 3);
    text_add(t, "/>\n");
}

static void add_structure(Text *t, const Facts *f)
{
    Dependencies d = dependencies_of(f, t->arena);
    const Fact *rows = f->rows.data;
    text_add(t, "  <ModelStructure>\n");
    for (uint32_t i = 0; i < f->rows.count; i++)
        if (rows[i].causality == CAUSALITY_OF_OUTPUT)
            add_unknown(t, "Output", f, rows[i].is_clock ? NULL : &d, &rows[i]);
    for (int32_t i = 0; i < f->model->n_states; i += rows[f->row_of_derivative[i]].count)
        add_unknown(t, "ContinuousStateDerivative", f, &d, &rows[f->row_of_derivative[i]]);
    for (uint32_t i = 0; i < f->rows.count; i++)
        if (is_initial_unknown(&rows[i])) add_unknown(t, "InitialUnknown", f, NULL, &rows[i]);
    for (uint32_t i = 0; i < f->rows.count; i++)
        if (rows[i].indicator >= 0) add_unknown(t, "EventIndicator", f, NULL, &rows[i]);
    text_add(t, "  </ModelStructure>\n");
}

void description_write_3(const Description *d, Text *t)
{
    text_add(t,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"3.0\"");
    add_attribute(t, "modelName", d->model_name);
    add_attribute(t, "instantiationToken", d->token);
    add_attribute(t, "description", d->comment);
    add_attribute(t, "generationTool", d->tool);
    text_add(t, " variableNamingConvention=\"structured\">\n");
    add_interfaces(t, d);
    add_units(t, d->facts);
    add_types(t, d->facts);
    add_log_categories(t);
    add_experiment(t, d);
    text_add(t, "  <ModelVariables>\n");
    for (uint32_t i = 0; i < d->facts->rows.count; i++)
        add_variable(t, d->facts, &d->facts->rows.data[i]);
    text_add(t, "  </ModelVariables>\n");
    add_structure(t, d->facts);
    text_add(t, "</fmiModelDescription>\n");
}
