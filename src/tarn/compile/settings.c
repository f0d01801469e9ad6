#include "tarn/compile/settings.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/suggest.h"
#include "syntax/parser.h"

static const Span nowhere = {0, 0};
enum { MOST_NAMES = 6 }; // listed of parameters without a value

static const VariableInfo *find_variable(const Model *m, const char *name)
{
    for (int32_t i = 0; i < m->n_variables; i++)
        if (!strcmp(m->variables[i].name, name)) return &m->variables[i];
    return NULL;
}

// ---- NAME=VALUE, by the parser --------------------------------------------------------------

typedef struct Assigned {
    const char *name, *text; // the name as results have it, the value as written
    const AstExpr *value;
} Assigned;

// A quoted name may hold an equals sign.
static const char *end_of_name(const char *text)
{
    bool quoted = false;
    for (; *text && (quoted || *text != '='); text++) {
        if (quoted && *text == '\\' && text[1]) text++;
        if (*text == '\'') quoted = !quoted;
    }
    return *text ? text : NULL;
}

static const AstExpr *parse_part(Session *s, const char *text)
{
    return parse_expression_text(s, source_add(s->sources, "--set", text, strlen(text)));
}

// What stands before the '='; NULL after an error was reported.
static const char *read_name(Session *s, const char *text)
{
    const char *equals = end_of_name(text);
    if (!equals || equals == text) {
        diag_error(s->diag, nowhere, E_USAGE, "--set needs NAME=VALUE, not '%s'", text);
        return NULL;
    }
    const AstExpr *name = parse_part(s, arena_copy_text(s->arena, text, (size_t)(equals - text)));
    if (!name) return NULL;
    Text written = text_make(s->arena);
    if (name->kind != AST_REF) {
        diag_error(s->diag, name->span, E_NOT_A_VALUE, "this is no name of a component");
        return NULL;
    }
    if (ast_reference_text(name, &written)) return text_cstr(&written);
    diag_error(s->diag, name->span, E_SUBSCRIPT, "the subscripts of a setting are numbers");
    return NULL;
}

static bool read_setting(Session *s, const char *text, Assigned *out)
{
    const char *name = read_name(s, text), *value = name ? end_of_name(text) + 1 : NULL;
    *out = (Assigned){name, value, name ? parse_part(s, value) : NULL};
    return out->value != NULL;
}

// ---- Values ---------------------------------------------------------------------------------

typedef enum { VALUE_READ, VALUE_WRONG, VALUE_TO_COMPUTE } ValueOutcome;

static bool read_enumeration(const VariableInfo *v, const AstExpr *ref, double *value)
{
    Name literal = ref->u.ref.parts[ref->u.ref.n_parts - 1].name;
    const DeclarationInfo *d = variable_declared(v);
    for (uint32_t k = 0; k < d->n_literals; k++)
        if (!strcmp(d->literals[k], literal->text)) {
            *value = k + 1;
            return true;
        }
    return false;
}

static bool is_signed(const AstExpr *e)
{
    return e->kind == AST_UNARY && (e->op == AST_MINUS || e->op == AST_PLUS);
}

// A literal of the variable's kind goes into its slot; what else there is has to be compiled.
static ValueOutcome read_value(const VariableInfo *v, const AstExpr *e, double *value)
{
    double sign = 1;
    bool is_enumeration = v->kind == VALUE_ENUMERATION;
    if (is_enumeration && e->kind == AST_REF)
        return read_enumeration(v, e, value) ? VALUE_READ : VALUE_WRONG;
    if (e->kind == AST_BOOLEAN) *value = e->u.boolean;
    if (e->kind == AST_BOOLEAN) return v->kind == VALUE_BOOLEAN ? VALUE_READ : VALUE_WRONG;
    while (e->kind == AST_PAREN || is_signed(e)) {
        if (e->kind == AST_UNARY && e->op == AST_MINUS) sign = -sign;
        e = e->kind == AST_PAREN ? e->u.inner : e->u.binary.right;
    }
    if (e->kind == AST_STRING) return VALUE_WRONG;
    if (e->kind != AST_REAL && e->kind != AST_INTEGER) return VALUE_TO_COMPUTE;
    *value = sign * (e->kind == AST_REAL ? e->u.number : (double)e->u.integer);
    if (v->kind == VALUE_BOOLEAN) return VALUE_WRONG;
    return value_fits(v, *value) ? VALUE_READ : VALUE_WRONG;
}

static void report_unknown(Session *s, const Model *m, const char *name)
{
    const char **names = ARENA_ARRAY(s->arena, const char *, m->n_variables + 1);
    size_t n = 0;
    for (int32_t i = 0; i < m->n_variables; i++)
        if (m->variables[i].is_settable) names[n++] = m->variables[i].name;
    Diagnostic *d =
        diag_error(s->diag, nowhere, E_USAGE, "--set: the model has no variable '%s'", name);
    const char *near = nearest_text(name, names, n);
    diag_suggest(s->diag, d, near);
}

static void report_value(Session *s, const VariableInfo *v, const char *text)
{
    static const char *const kinds[] = {"a number", "an integer", "true or false",
                                        "a literal of its enumeration", "a string"};
    diag_error(s->diag, nowhere, E_USAGE, "--set: '%s' is no value for '%s', which takes %s", text,
               v->name, kinds[v->kind]);
}

// An alias is set through the variable that owns the value.
static void write_value(const Model *m, const VariableInfo *v, double value)
{
    bool is_parameter = v->variability <= IS_PARAMETER;
    double own = v->sign > 0 ? value : v->kind == VALUE_BOOLEAN ? 1 - value : -value;
    int32_t slot = is_parameter || v->start_slot == NO_SLOT ? v->slot : v->start_slot;
    m->v[slot] = own;
    if (v->free_slot != NO_SLOT) m->v[v->free_slot] = 0;
}

// Is `part` the beginning of the name, up to a dot or subscripts? Subscripts that `part` lacks are
// passed over: a.b is a part of a[2].b[1].
static bool is_part_of(const char *part, const char *name)
{
    bool quoted = false;
    for (;; part++, name++) {
        if (!quoted && *name == '[' && *part != '[') name += strcspn(name, "]") + (*part != 0);
        if (*part == 0) return *name == 0 || *name == '.' || *name == ']';
        if (*part != *name) return false;
        if (*part == '\'') quoted = !quoted;
    }
}

// The first variable of an array or a record of that name; NULL: there is none.
static const VariableInfo *find_part(const Model *m, const char *name)
{
    for (int32_t i = 0; i < m->n_variables; i++)
        if (is_part_of(name, m->variables[i].name)) return &m->variables[i];
    return NULL;
}

// Is it an element of the array of that name, not a member of a record or component?
static bool is_element_of(const char *name, const VariableInfo *v)
{
    size_t n = strlen(name);
    return !strncmp(v->name, name, n) && v->name[n] == '[' && !strchr(v->name + n, '.');
}

static const VariableInfo *find_variable_part(const Model *m, const char *name)
{
    for (int32_t i = 0; i < m->n_variables; i++)
        if (!m->variables[i].is_parameter && is_part_of(name, m->variables[i].name))
            return &m->variables[i];
    return NULL;
}

// x.start means x.
static const char *without_attribute(Session *s, const char *name)
{
    static const char *const attributes[] = {"start", "fixed",       "min",         "max",
                                             "unit",  "displayUnit", "stateSelect", "nominal"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof attributes / sizeof *attributes; i++)
        if (!strcmp(dot + 1, attributes[i]))
            return arena_copy_text(s->arena, name, (size_t)(dot - name));
    return name;
}

// The value of a variable is its start value: x = 2*p becomes the modifier x(start = 2*p), and so
// does that of an array. What the equations decide is not replaced.
static SettingsOutcome compile_in(Session *s, const Model *m, const Assigned *a,
                                  SettingList *structural)
{
    const VariableInfo *one = find_variable(m, a->name);
    const VariableInfo *v = one ? one : find_variable_part(m, a->name);
    bool is_start = v && v->variability > IS_PARAMETER;
    if (v && !is_start && !v->is_parameter) {
        diag_error(s->diag, a->value->span, E_USAGE,
                   "--set: '%s' is no parameter: the equations of the model decide it", v->name);
        return SETTINGS_WRONG;
    }
    if (is_start && one && variable_declared(v)->n_dims) { // no modifier says it
        diag_error(s->diag, a->value->span, E_USAGE,
                   "--set: of one element, '%s', a start value that the array has can be set, to a "
                   "number",
                   v->name);
        return SETTINGS_WRONG;
    }
    if (is_start && !one && !is_element_of(a->name, v)) {
        diag_error(s->diag, a->value->span, E_USAGE,
                   "--set: '%s' of '%s' is no parameter: set its members one by one", v->name,
                   a->name);
        return SETTINGS_WRONG;
    }
    const char *name = is_start ? arena_printf(s->arena, "%s.start", a->name) : a->name;
    structural->items[structural->count++] = (Setting){name, a->text};
    return SETTINGS_RECOMPILE;
}

// A String may be given without the quotes of Modelica, which a shell takes away, unless it names
// another variable.
static const char *with_quotes(Session *s, const Model *m, const char *text)
{
    const char *equals = end_of_name(text), *value = equals ? equals + 1 : NULL;
    if (!equals) return text;
    const char *name = arena_copy_text(s->arena, text, (size_t)(equals - text));
    const VariableInfo *v = find_variable(m, name);
    bool is_text = v && v->kind == VALUE_STRING && !strchr(value, '"');
    if (!is_text || find_variable(m, value)) return text;
    Text t = text_make(s->arena);
    text_printf(&t, "%s=\"", name);
    for (; *value; value++) {
        if (*value == '\\') text_add_char(&t, *value);
        text_add_char(&t, *value);
    }
    text_add_char(&t, '"');
    return text_cstr(&t);
}

static SettingsOutcome apply_one(Session *s, const char *text, const Model *m, bool is_final_try,
                                 SettingList *structural)
{
    Assigned a;
    bool is_assignment = end_of_name(text) && end_of_name(text) != text;
    if (!read_setting(s, with_quotes(s, m, text), &a))
        return is_assignment ? SETTINGS_MISREAD : SETTINGS_WRONG;
    const VariableInfo *v = find_variable(m, a.name);
    double value = 0;
    bool can_set = v && (v->is_settable || v->is_alias) && v->kind != VALUE_STRING;
    ValueOutcome read = can_set ? read_value(v, a.value, &value) : VALUE_TO_COMPUTE;
    if (read == VALUE_WRONG) {
        report_value(s, v, a.text);
        return SETTINGS_WRONG;
    }
    if (read == VALUE_READ) {
        write_value(m, v, value);
        return SETTINGS_DONE;
    }
    if (!is_final_try) return compile_in(s, m, &a, structural);
    if (v || find_part(m, without_attribute(s, a.name))) return SETTINGS_DONE; // compiled in
    report_unknown(s, m, a.name);
    return SETTINGS_WRONG;
}

SettingsOutcome settings_apply(Session *s, const WordList *sets, const Model *model,
                               bool is_final_try, SettingList *structural)
{
    structural->items = ARENA_ARRAY(s->arena, Setting, sets->count + 1);
    structural->count = 0;
    SettingsOutcome worst = SETTINGS_DONE;
    for (uint32_t i = 0; i < sets->count; i++) {
        SettingsOutcome o = apply_one(s, sets->data[i], model, is_final_try, structural);
        if (o > worst) worst = o;
    }
    return worst;
}

// ---- What became of it ----------------------------------------------------------------------

static double own_value(const Model *m, const VariableInfo *v, int32_t slot)
{
    double value = m->v[slot];
    return v->sign > 0 ? value : v->kind == VALUE_BOOLEAN ? 1 - value : -value;
}

// Initial equations and the equations of the model may determine what a start value would suggest.
static bool holds(Session *s, const Model *m, const VariableInfo *v, const Assigned *a)
{
    double asked = NAN, nominal = 1, actual = own_value(m, v, v->slot);
    if (read_value(v, a->value, &asked) != VALUE_READ)
        asked = v->start_slot != NO_SLOT ? own_value(m, v, v->start_slot) : actual;
    if (v->nominal_slot != NO_SLOT) nominal = fabs(m->v[v->nominal_slot]);
    if (fabs(actual - asked) <= 1e-5 * fmax(fabs(asked), nominal)) return true;
    Diagnostic *d =
        diag_error(s->diag, nowhere, E_USAGE,
                   "--set: '%s' starts at %g, not at %g: the equations of the model decide it",
                   v->name, actual, asked);
    diag_label(s->diag, d,
               "set a parameter or a state that it follows from; %s.start=%s is a guess", v->name,
               a->text);
    return false;
}

bool settings_hold(Session *s, const WordList *sets, const Model *model)
{
    bool ok = true;
    for (uint32_t i = 0; i < sets->count; i++) {
        Assigned a;
        if (!read_setting(s, with_quotes(s, model, sets->data[i]), &a)) continue;
        for (int32_t k = 0; k < model->n_variables; k++) {
            const VariableInfo *v = &model->variables[k];
            if (strcmp(v->name, a.name) && !is_element_of(a.name, v)) continue;
            bool is_variable = v->variability > IS_PARAMETER && v->kind != VALUE_STRING;
            if (is_variable && !holds(s, model, v, &a)) ok = false;
        }
    }
    return ok;
}

// ---- What nobody has set --------------------------------------------------------------------

static WordList names_of(Session *s, const WordList *sets)
{
    WordList names = {0};
    for (uint32_t i = 0; i < sets->count; i++) {
        const char *name = read_name(s, sets->data[i]);
        if (name) VEC_PUSH(s->arena, &names, name);
    }
    return names;
}

static bool is_set(const WordList *names, const char *name)
{
    size_t n = strlen(name);
    for (uint32_t i = 0; i < names->count; i++) {
        const char *text = names->data[i]; // the name itself, or an element
        if (!strncmp(text, name, n) && (text[n] == '\0' || text[n] == '[')) return true;
    }
    return false;
}

WordList settings_names(Session *s, const WordList *sets)
{
    WordList names = names_of(s, sets);
    for (uint32_t i = 0; i < names.count; i++) names.data[i] = without_attribute(s, names.data[i]);
    return names;
}

bool settings_give(const WordList *names, const char *name)
{
    if (is_set(names, name)) return true;
    for (uint32_t i = 0; i < names->count; i++)
        if (is_part_of(names->data[i], name)) return true;
    return false;
}

static bool lacks_value(const FlatVariable *v)
{
    const Expr *fixed = v->attributes->fixed;
    TypeKind kind = type_elem(v->type)->kind;
    bool is_free = v->takes_start || (!v->binding && !v->value);
    return v->variability == VARIABILITY_PARAMETER && is_free && !v->hide_result &&
           (!fixed || !expr_is_false(fixed)) && kind != TYPE_EXTERNAL && kind != TYPE_CLOCK &&
           type_count(v->type) != 0;
}

// a.b.c as a(b(c = ...)).
static const char *modification_of(Session *s, const char *name)
{
    Text t = text_make(s->arena);
    int depth = 0;
    for (; *name; name++) {
        if (*name == '.') depth++;
        text_add_char(&t, *name == '.' ? '(' : *name);
    }
    text_add(&t, " = ...");
    for (; depth > 0; depth--) text_add_char(&t, ')');
    return text_cstr(&t);
}

void settings_warn_missing(Session *s, const FlatModel *flat, const WordList *sets)
{
    Text names = text_make(s->arena);
    WordList set = names_of(s, sets);
    uint32_t n = 0;
    const FlatVariable *first = NULL;
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        const FlatVariable *v = &flat->variables[i];
        if (!lacks_value(v) || is_set(&set, v->name)) continue;
        if (!first) first = v;
        if (n < MOST_NAMES) text_printf(&names, "%s'%s'", n ? ", " : "", v->name);
        n++;
    }
    if (n == 0) return;
    if (n > MOST_NAMES) text_printf(&names, " and %u more", n - MOST_NAMES);
    uint32_t number = diag_total(s->diag);
    Diagnostic *d = diag_warning(s->diag, first->declared->span, W_START_AS_VALUE,
                                 "%s without a value: the start value%s %s",
                                 n == 1 ? "a parameter" : "parameters",
                                 n == 1 ? " is taken for" : "s are taken for", text_cstr(&names));
    diag_label(s->diag, d, "give it a value where it is declared or used, or with --set");
    if (flat->instance && first->component.i >= 0)
        component_lead(flat->instance->components[first->component.i], flat->span, s->diag, number,
                       LEAD_TO_PART);
    if (d->is_led) diag_label(s->diag, d, "%s", modification_of(s, first->name));
}
