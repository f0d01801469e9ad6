// modelDescription.xml of FMI 2.0: scalars, and a structure that counts them from 1.
#include <math.h>

#include "fmi/export/description_parts.h"

static void add_sources(Text *t, const SourceNames *sources)
{
    if (!sources) return;
    text_add(t, ">\n    <SourceFiles>\n");
    for (uint32_t i = 0; i < sources->names.count; i++)
        text_printf(t, "      <File name=\"%s\"/>\n", sources->names.data[i]);
    text_add(t, "    </SourceFiles>\n  ");
}

static void add_interfaces(Text *t, const Description *d)
{
    static const char *const kinds[] = {"ModelExchange", "CoSimulation"};
    for (int k = 0; k < 2; k++) {
        text_printf(t, "  <%s", kinds[k]);
        add_attribute(t, "modelIdentifier", d->identifier);
        if (k == 1) text_add(t, " canHandleVariableCommunicationStepSize=\"true\"");
        if (d->may_save)
            text_add(t, " canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\"");
        text_add(t, " providesDirectionalDerivative=\"true\"");
        add_sources(t, d->sources);
        text_printf(t, d->sources ? "</%s>\n" : "/>\n", kinds[k]);
    }
}

static void add_types(Text *t, const Facts *f)
{
    if (!f->types.count) return;
    text_add(t, "  <TypeDefinitions>\n");
    for (uint32_t i = 0; i < f->types.count; i++) {
        const EnumerationType *type = &f->types.data[i];
        text_printf(t, "    <SimpleType name=\"%s\"><Enumeration>\n",
                    type_name(t->arena, (int32_t)i));
        add_items(t, type);
        text_add(t, "    </Enumeration></SimpleType>\n");
    }
    text_add(t, "  </TypeDefinitions>\n");
}

static void add_start(Text *t, const Facts *f, const Fact *row)
{
    if (!row->has_start) return;
    if (row->kind == VALUE_STRING) {
        add_attribute(t, "start", fact_start_text(f, row, 0));
        return;
    }
    text_add(t, " start=\"");
    add_value(t, row, fact_start(f, row, 0));
    text_add_char(t, '"');
}

static void add_variable(Text *t, const Facts *f, const Fact *row)
{
    static const char *const kinds[] = {"Real", "Integer", "Boolean", "Enumeration", "String"};
    text_add(t, "    <ScalarVariable");
    add_attribute(t, "name", row->name);
    text_printf(t, " valueReference=\"%u\"", row->reference);
    add_attribute(t, "description", row->description);
    add_classes(t, row, 2);
    text_printf(t, "><%s", kinds[row->kind]);
    if (row->type >= 0) add_attribute(t, "declaredType", type_name(t->arena, row->type));
    add_attribute(t, "unit", row->unit);
    add_attribute(t, "displayUnit", row->display_unit);
    add_number(t, "min", row->min);
    add_number(t, "max", row->max);
    if (row->kind == VALUE_REAL) add_number(t, "nominal", row->nominal);
    if (row->derivative_of >= 0)
        text_printf(t, " derivative=\"%d\"", f->row_of_state[row->derivative_of] + 1);
    add_start(t, f, row);
    text_add(t, "/></ScalarVariable>\n");
}

static void add_unknown(Text *t, const Facts *f, const Dependencies *d, int32_t row)
{
    text_printf(t, "      <Unknown index=\"%d\"", row + 1);
    if (d) add_dependencies(t, f, d, &f->rows.data[row], 2);
    text_add(t, "/>\n");
}

// The order of the derivatives is that of the states.
static void add_structure(Text *t, const Facts *f)
{
    Dependencies d = dependencies_of(f, t->arena);
    int n_outputs = 0, n_unknowns = 0;
    text_add(t, "  <ModelStructure>\n");
    for (uint32_t i = 0; i < f->rows.count; i++) {
        if (f->rows.data[i].causality != CAUSALITY_OF_OUTPUT) continue;
        if (!n_outputs++) text_add(t, "    <Outputs>\n");
        add_unknown(t, f, &d, (int32_t)i);
    }
    if (n_outputs) text_add(t, "    </Outputs>\n");
    if (f->model->n_states) text_add(t, "    <Derivatives>\n");
    for (int32_t i = 0; i < f->model->n_states; i++) add_unknown(t, f, &d, f->row_of_derivative[i]);
    if (f->model->n_states) text_add(t, "    </Derivatives>\n");
    for (uint32_t i = 0; i < f->rows.count; i++) {
        if (!is_initial_unknown(&f->rows.data[i])) continue;
        if (!n_unknowns++) text_add(t, "    <InitialUnknowns>\n");
        add_unknown(t, f, NULL, (int32_t)i);
    }
    if (n_unknowns) text_add(t, "    </InitialUnknowns>\n");
    text_add(t, "  </ModelStructure>\n");
}

void description_write_2(const Description *d, Text *t)
{
    text_add(t,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"2.0\"");
    add_attribute(t, "modelName", d->model_name);
    add_attribute(t, "guid", d->token);
    add_attribute(t, "description", d->comment);
    add_attribute(t, "generationTool", d->tool);
    text_printf(t, " variableNamingConvention=\"structured\" numberOfEventIndicators=\"%d\">\n",
                d->n_indicators);
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
