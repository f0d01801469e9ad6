// The flat model as Modelica text that stands alone: what it prints, we read again as the same
// model.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "expr/table.h"
#include "flat/flat_text.h"

void flat_attribute_rows(const Attributes *a, AttributeRow rows[N_ATTRIBUTES])
{
    const AttributeRow all[N_ATTRIBUTES] = {{"quantity", a->quantity},
                                            {"unit", a->unit},
                                            {"displayUnit", a->display_unit},
                                            {"min", a->min},
                                            {"max", a->max},
                                            {"start", a->start},
                                            {"fixed", a->fixed},
                                            {"nominal", a->nominal},
                                            {"unbounded", a->unbounded},
                                            {"stateSelect", a->state_select}};
    memcpy(rows, all, sizeof all);
}

static void print_attributes(const FlatVariable *v, const ExprNames *names, Text *out)
{
    AttributeRow rows[N_ATTRIBUTES];
    flat_attribute_rows(v->attributes, rows);
    const char *before = "(";
    for (int i = 0; i < N_ATTRIBUTES; i++) {
        if (!rows[i].value) continue;
        bool each = type_rank(v->type) > type_rank(rows[i].value->type);
        text_printf(out, "%s%s%s = ", before, each ? "each " : "", rows[i].name);
        expr_print(rows[i].value, names, out);
        before = ", ";
    }
    if (before[0] == ',') text_add_char(out, ')');
}

static void print_prefixes(const FlatVariable *v, Text *out)
{
    static const char *const variabilities[] = {"constant ", "parameter ", "discrete ", ""};
    static const char *const causalities[] = {"", "input ", "output "};
    bool is_parameter = v->variability <= VARIABILITY_PARAMETER;
    // The structure rests on the value of a frozen parameter: it cannot be changed any more.
    if ((v->is_final || v->is_frozen) && is_parameter) text_add(out, "final ");
    bool says_discrete =
        v->variability == VARIABILITY_DISCRETE && type_elem(v->type)->kind != TYPE_REAL;
    text_add(out, says_discrete ? "" : variabilities[v->variability]);
    text_add(out, causalities[v->causality]);
}

void flat_print_annotation(const AnnotationRow *rows, size_t n, Text *out)
{
    const char *before = " annotation(";
    for (size_t i = 0; i < n; i++) {
        if (!rows[i].is_said) continue;
        text_printf(out, "%s%s", before, rows[i].text);
        before = ", ";
    }
    if (before[0] == ',') text_add_char(out, ')');
}

static void print_variable_annotation(const FlatVariable *v, Text *out)
{
    bool has_guess = v->variability > VARIABILITY_PARAMETER && v->attributes->start;
    int32_t level = has_guess ? v->attributes->start_level : 1;
    char start_level[60];
    snprintf(start_level, sizeof start_level, "__Tarn(startLevel = %d)", level);
    const AnnotationRow rows[] = {
        {"Evaluate = true", v->is_evaluated && v->variability == VARIABILITY_PARAMETER},
        {"HideResult = true", v->hide_result},
        {"HideResult = false", v->show_result},
        {"__Tarn(invariant = true)", v->is_invariant},
        {start_level, level != 1}, // guesses from deeper in the hierarchy are trusted less
    };
    flat_print_annotation(rows, sizeof rows / sizeof *rows, out);
}

void flat_print_description(const char *description, Text *out)
{
    if (!description || !*description) return;
    text_add_char(out, ' ');
    expr_print_string(description, strlen(description), out);
}

static void print_declaration(const FlatVariable *v, const ExprNames *names, Text *out)
{
    text_add(out, "  ");
    print_prefixes(v, out);
    expr_print_type(names, v->type, out);
    text_add_char(out, ' ');
    names->variable(names->client, v->id, out);
    for (uint32_t k = 0; k < type_rank(v->type); k++)
        text_printf(out, "%s%d%s", k ? ", " : "[", type_dim(v->type, k),
                    k + 1 == type_rank(v->type) ? "]" : "");
    print_attributes(v, names, out);
    const Expr *binding = v->value ? v->value : v->binding;
    if (binding && !v->takes_start) {
        text_add(out, " = ");
        expr_print(binding, names, out);
    }
    flat_print_description(v->declared->description, out);
    print_variable_annotation(v, out);
    text_add(out, ";\n");
}

static void print_declarations(const FlatModel *flat, const ExprNames *names, Text *out)
{
    bool is_protected = false;
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        const FlatVariable *v = &flat->variables[i];
        if (v->is_protected != is_protected)
            text_add(out, v->is_protected ? "protected\n" : "public\n");
        is_protected = v->is_protected;
        print_declaration(v, names, out);
    }
}

// ---- Records -------------------------------------------------------------------------------

// The bindings of a record's variables, one each: 'r.a' = (f(x)).a, 'r.b' = (f(x)).b, ...
typedef struct RecordBinding {
    ExprTable *exprs;
    const Equation *items;
    uint32_t n, at;
} RecordBinding;

static const Expr *element_of(const RecordBinding *r, const Expr *array, int32_t i)
{
    const Expr *index = expr_integer(r->exprs, i);
    return expr_subscript(r->exprs, array, &index, 1);
}

// Whether the next equations bind all variables of this part of the record, in order.
static bool binds_record(RecordBinding *r, const Expr *value)
{
    const Type *type = value->type;
    if (type->kind == TYPE_RECORD) {
        for (uint32_t i = 0; i < type->n; i++)
            if (!binds_record(r, expr_field(r->exprs, value, i))) return false;
        return true;
    }
    if (type_elem(type)->kind == TYPE_RECORD) {
        for (int32_t i = 1; i <= type_dim(type, 0); i++)
            if (!binds_record(r, element_of(r, value, i))) return false;
        return true;
    }
    if (r->at == r->n) return false;
    const Equation *e = &r->items[r->at++];
    return e->kind == EQN_EQUALS && e->from_binding && e->left->kind == EXPR_REF &&
           e->right == value;
}

static void print_bound_record(RecordBinding *r, const Type *type, const ExprNames *names,
                               Text *out)
{
    if (type_elem(type)->kind != TYPE_RECORD) {
        expr_print(r->items[r->at++].left, names, out);
        return;
    }
    bool is_record = type->kind == TYPE_RECORD;
    if (is_record) expr_print_constructor(names, type, out);
    text_add_char(out, is_record ? '(' : '{');
    uint32_t n = is_record ? type->n : (uint32_t)type_dim(type, 0);
    for (uint32_t i = 0; i < n; i++) {
        if (i) text_add(out, ", ");
        print_bound_record(r, is_record ? type->fields[i].type : type_strip(r->exprs, type, 1),
                           names, out);
    }
    text_add_char(out, is_record ? ')' : '}');
}

static const Expr *whole_of(const Expr *e)
{
    while (e->kind == EXPR_FIELD || e->kind == EXPR_SUBSCRIPT) e = e->args[0];
    return e;
}

// One equation between records for the bindings of all variables of one; 0: they are not. Fields
// of type Integer may then follow a function of continuous variables, as they did.
uint32_t flat_print_record_binding(ExprTable *exprs, const Equation *items, uint32_t n,
                                   const ExprNames *names, Text *out)
{
    if (items->kind != EQN_EQUALS || items->right->kind != EXPR_FIELD) return 0;
    RecordBinding r = {.exprs = exprs, .items = items, .n = n};
    const Expr *value = whole_of(items->right);
    if (type_elem(value->type)->kind != TYPE_RECORD || type_count(value->type) < 1) return 0;
    if (!binds_record(&r, value)) return 0;
    uint32_t bound = r.at;
    r.at = 0;
    text_add(out, "  ");
    print_bound_record(&r, value->type, names, out);
    text_add(out, " = ");
    expr_print(value, names, out);
    text_add(out, ";\n");
    return bound;
}

// ---- The model -----------------------------------------------------------------------------

static void print_equations(ExprTable *exprs, const FlatModel *flat, const char *head,
                            const Equation *items, uint32_t n, const ExprNames *names, Text *out)
{
    if (n) text_printf(out, "%s\n", head);
    for (uint32_t i = 0; i < n;) {
        VarId active = items[i].state ? flat->states[items[i].state - 1].active : NO_VAR;
        if (active.i >= 0)
            text_printf(out, "  // while '%s' is true:\n", flat->variables[active.i].name);
        uint32_t bound = flat_print_record_binding(exprs, items + i, n - i, names, out);
        if (!bound) equation_print(&items[i], names, 1, out);
        i += bound ? bound : 1;
    }
}

void flat_print_algorithms(const char *head, const Algorithm *items, uint32_t n,
                           const ExprNames *names, Text *out)
{
    for (uint32_t i = 0; i < n; i++) {
        text_printf(out, "%s\n", head);
        for (uint32_t k = 0; k < items[i].body.count; k++)
            statement_print(&items[i].body.items[k], NULL, names, 1, out);
    }
}

void flat_print_experiment(const Experiment *e, Text *out)
{
    const struct {
        const char *name;
        double value;
    } rows[] = {{"StartTime", e->start_time},
                {"StopTime", e->stop_time},
                {"Tolerance", e->tolerance},
                {"Interval", e->interval}};
    const char *before = "  annotation(experiment(";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (isnan(rows[i].value)) continue;
        text_printf(out, "%s%s = ", before, rows[i].name);
        text_number(out, rows[i].value);
        before = ", ";
    }
    if (before[0] == ',') text_add(out, "));\n");
}

// The text is one structure of several: read again it keeps that one.
static void print_modes(const FlatModel *flat, const ExprNames *names, Text *out)
{
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        const FlatVariable *v = &flat->variables[i];
        if (!v->declared->mode) continue;
        text_printf(out, "// the structure for %s = ", v->name);
        expr_print(v->declared->mode, names, out);
        text_add(out, " alone: it changes with that variable while the model runs\n");
    }
}

static void print_model(ExprTable *exprs, const FlatModel *flat, const ExprNames *names, Text *out)
{
    print_modes(flat, names, out);
    text_add(out, "model ");
    print_identifier(flat->name->text, false, out);
    flat_print_description(flat->description, out);
    text_add_char(out, '\n');
    print_declarations(flat, names, out);
    print_equations(exprs, flat, "initial equation", flat->initial_equations,
                    flat->n_initial_equations, names, out);
    flat_print_algorithms("initial algorithm", flat->initial_algorithms, flat->n_initial_algorithms,
                          names, out);
    print_equations(exprs, flat, "equation", flat->equations, flat->n_equations, names, out);
    flat_print_algorithms("algorithm", flat->algorithms, flat->n_algorithms, names, out);
    flat_print_experiment(&flat->experiment, out);
    text_add(out, "end ");
    print_identifier(flat->name->text, false, out);
    text_add(out, ";\n");
}

void flat_print(Session *s, const FlatModel *flat, FlatFiles files, Text *out)
{
    Arena *scratch = arena_open("flat_print");
    ClassText classes = class_text_open(s, flat, files, false, scratch);
    ExprNames names = class_text_names(&classes);
    Text model = text_make(scratch);
    print_model(s->exprs, flat, &names, &model);
    class_text_print(&classes, out);
    text_add_bytes(out, model.data, model.length);
    arena_close(scratch);
}
