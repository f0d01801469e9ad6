#include "tarn/settings.h"

#include <string.h>

#include "base/map.h"
#include "base/number.h"
#include "base/suggest.h"

static const Span nowhere = {0, 0};
enum { MOST_NAMES = 6 }; // listed of parameters without a value

static const VariableInfo *find_variable(const Model *m, const char *name)
{
    for (int32_t i = 0; i < m->n_variables; i++)
        if (!strcmp(m->variables[i].name, name)) return &m->variables[i];
    return NULL;
}

static bool read_enumeration(const VariableInfo *v, const char *text, double *value)
{
    const char *dot = strrchr(text, '.'), *literal = dot ? dot + 1 : text;
    for (uint32_t k = 0; k < v->n_literals; k++)
        if (!strcmp(v->literals[k], literal)) {
            *value = k + 1;
            return true;
        }
    return false;
}

static bool read_value(const VariableInfo *v, const char *text, double *value)
{
    const char *end = text + strlen(text);
    if (v->kind == VALUE_BOOLEAN) {
        *value = !strcmp(text, "true");
        return *value != 0 || !strcmp(text, "false");
    }
    if (v->kind == VALUE_ENUMERATION && read_enumeration(v, text, value)) return true;
    if (v->kind == VALUE_STRING) return false;
    if (*text == '+') text++;
    if (text == end || number_from_text(text, end, value) != end) return false;
    return v->kind == VALUE_REAL || *value == (double)(int64_t)*value;
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
    if (near) diag_label(s->diag, d, "did you mean '%s'?", near);
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
    if (is_parameter && v->free_slot != NO_SLOT) m->v[v->free_slot] = 0;
}

// NAME=VALUE: a quoted name may hold an equals sign.
static const char *end_of_name(const char *text)
{
    bool quoted = false;
    for (; *text && (quoted || *text != '='); text++) {
        if (quoted && *text == '\\' && text[1]) text++;
        if (*text == '\'') quoted = !quoted;
    }
    return *text ? text : NULL;
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

// An array or a record of that name: its value went in as a modifier.
static bool has_parts(const Model *m, const char *name)
{
    for (int32_t i = 0; i < m->n_variables; i++)
        if (is_part_of(name, m->variables[i].name)) return true;
    return false;
}

static SettingsOutcome apply_one(Session *s, const char *text, const Model *m, bool is_final_try,
                                 SettingList *structural)
{
    const char *equals = end_of_name(text);
    if (!equals || equals == text) {
        diag_error(s->diag, nowhere, E_USAGE, "--set needs NAME=VALUE, not '%s'", text);
        return SETTINGS_WRONG;
    }
    const char *name = arena_copy_text(s->arena, text, (size_t)(equals - text));
    const VariableInfo *v = find_variable(m, name);
    double value;
    bool can_set = v && (v->is_settable || v->is_alias) && v->kind != VALUE_STRING;
    if (can_set && !read_value(v, equals + 1, &value)) {
        report_value(s, v, equals + 1);
        return SETTINGS_WRONG;
    }
    if (can_set) {
        write_value(m, v, value);
        return SETTINGS_DONE;
    }
    if (is_final_try) {
        if (v || has_parts(m, name)) return SETTINGS_DONE; // compiled in
        report_unknown(s, m, name);
        return SETTINGS_WRONG;
    }
    structural->items[structural->count++] = (Setting){name, equals + 1};
    return SETTINGS_RECOMPILE;
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

// ---- What nobody has set --------------------------------------------------------------------

static bool is_set(const WordList *sets, const char *name)
{
    size_t n = strlen(name);
    for (uint32_t i = 0; i < sets->count; i++) {
        const char *text = sets->data[i]; // NAME=VALUE, NAME[1]=VALUE
        if (!strncmp(text, name, n) && (text[n] == '=' || text[n] == '[')) return true;
    }
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

void settings_warn_missing(Session *s, const FlatModel *flat, const WordList *sets)
{
    Text names = text_make(s->arena);
    uint32_t n = 0;
    Span first = nowhere;
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        const FlatVariable *v = &flat->variables[i];
        if (!lacks_value(v) || is_set(sets, v->name)) continue;
        if (n == 0) first = v->span;
        if (n < MOST_NAMES) text_printf(&names, "%s'%s'", n ? ", " : "", v->name);
        n++;
    }
    if (n == 0) return;
    if (n > MOST_NAMES) text_printf(&names, " and %u more", n - MOST_NAMES);
    Diagnostic *d =
        diag_warning(s->diag, first, W_START_AS_VALUE, "%s without a value: the start value%s %s",
                     n == 1 ? "a parameter" : "parameters",
                     n == 1 ? " is taken for" : "s are taken for", text_cstr(&names));
    diag_label(s->diag, d, "give it a value where it is declared or used, or with --set");
}
