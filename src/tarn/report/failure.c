#include "tarn/report/failure.h"

#include <string.h>

#include "tarn/report/failing.h"

// ---- Foreign code ------------------------------------------------------------------------------

// The note of a failure in the constructor of an external object; NULL: it is none.
static const char *constructor_note(const Diagnostic *d)
{
    for (const DiagNote *n = d->notes; n; n = n->next)
        if (strstr(n->message, ".constructor'")) return n->message;
    return NULL;
}

const char *failing_path(const Failure *f, ComponentId id)
{
    Text t = text_make(f->scratch);
    if (id.i >= 0) component_print_path(f->p->flat->instance, id, &t);
    return t.length ? text_cstr(&t) : NULL;
}

// A String parameter of the component, whose value the message names; NO_VAR: none.
static VarId named_text(const Failure *f, const Component *c, const char *note)
{
    const FlatModel *flat = f->p->flat;
    for (uint32_t i = 0; i < f->system->variables.count; i++) {
        const SystemVariable *v = &f->system->variables.data[i];
        if (v->kind != VALUE_STRING || v->flat.i < 0 || !v->value) continue;
        const Component *own = flat->instance->components[flat->variables[v->flat.i].component.i];
        bool is_text = v->value->kind == EXPR_STRING && *v->value->u.string->text;
        if (own->parent == c && is_text && strstr(note, v->value->u.string->text))
            return (VarId){(int32_t)i};
    }
    return NO_VAR;
}

// Which object it was: its class has the constructor, and the message names a text of its
// component.
static void explain_constructor(Failure *f, uint32_t number, const char *note)
{
    Diag *diag = f->p->session->diag;
    Diagnostic *d = diag_changeable(diag, number);
    const FlatModel *flat = f->p->flat;
    for (uint32_t i = 0; i < f->system->variables.count; i++) {
        const SystemVariable *v = &f->system->variables.data[i];
        if (v->role != ROLE_EXTERNAL || v->flat.i < 0) continue;
        const Component *c = flat->instance->components[flat->variables[v->flat.i].component.i];
        if (!c->parent || !c->parent->parent || !c->declared->class_name) continue;
        const char *made =
            arena_printf(f->scratch, "'%s.constructor'", c->declared->class_name->text);
        VarId text = strstr(note, made) ? named_text(f, c->parent, note) : NO_VAR;
        if (text.i < 0) continue;
        const char *name = system_variable_text(f->system, text, f->scratch);
        const char *value = system_variable(f->system, text)->value->u.string->text;
        d->span = c->parent->declared->span;
        const char *path = failing_path(f, c->parent->id);
        diag_about(diag, d, path, name, NULL);
        diag_reword(diag, d, "the parameters of '%s' cannot be computed", path);
        diag_label(diag, d, "%s = \"%s\"", name, value);
        component_lead(c, flat->span, diag, number, LEAD_TO_PART);
        return;
    }
}

// ---- Places
// --------------------------------------------------------------------------------------

static VarId variable_named(const Failure *f, const char *name)
{
    for (uint32_t i = 0; i < f->system->variables.count; i++) {
        VarId v = {(int32_t)i};
        if (!strcmp(system_variable_text(f->system, v, f->scratch), name)) return v;
    }
    return NO_VAR;
}

// Among the instances of a class, the one whose variable it is about.
static bool is_owner(const Failure *f, ComponentId id, const char *variable)
{
    const char *path = failing_path(f, id);
    size_t n = path ? strlen(path) : 0;
    const char *name = variable && !strncmp(variable, "der(", 4) ? variable + 4 : variable;
    return n && name && !strncmp(name, path, n) && name[n] == '.';
}

// Of an assertion: the component that has it, where there is but one.
static ComponentId only_component(const FlatModel *flat, Span span)
{
    ComponentId found = {-1};
    for (uint32_t i = 0; i < flat->n_equations; i++) {
        const Equation *e = &flat->equations[i];
        if (e->span.begin != span.begin || e->component.i == found.i) continue;
        if (found.i >= 0) return (ComponentId){-1};
        found = e->component;
    }
    return found;
}

// The component around the equation at the place of d.
static ComponentId component_of(const Failure *f, const Diagnostic *d)
{
    ComponentId first = {-1};
    for (uint32_t i = 0; i < f->system->equations.count; i++) {
        const SystemEquation *e = &f->system->equations.data[i];
        if (e->span.begin != d->span.begin || e->component.i < 0) continue;
        if (is_owner(f, e->component, d->variable)) return e->component;
        if (first.i < 0) first = e->component;
    }
    return first.i < 0 ? only_component(f->p->flat, d->span) : first;
}

// The modeller's own component first.
static void lead(Failure *f, ComponentId id, uint32_t number)
{
    const FlatModel *flat = f->p->flat;
    if (id.i >= 0)
        component_lead(flat->instance->components[id.i], flat->span, f->p->session->diag, number,
                       LEAD_ALONE);
}

// What the model said last stands in the text of the modeller: that is the place.
static void take_place_of_note(const Failure *f, Diagnostic *d)
{
    SourceTable *sources = f->p->session->sources;
    DiagNote *n = d->notes;
    if (!n || span_is_none(n->span) || !span_is_none(d->span)) return;
    if (source_of(sources, n->span.begin) != source_of(sources, f->p->flat->span.begin)) return;
    d->span = n->span;
    n->span = (Span){0, 0};
}

// What to look for is found.
static const char *without_advice(Failure *f, const char *message)
{
    const char *advice = strstr(message, "; look for a division by zero");
    return advice ? arena_copy_text(f->p->session->arena, message, (size_t)(advice - message))
                  : message;
}

static void drop_advice(Failure *f, Diagnostic *d)
{
    d->message = without_advice(f, d->message);
    for (DiagNote *n = d->notes; n; n = n->next) n->message = without_advice(f, n->message);
}

static bool is_about_numbers(const Diagnostic *d)
{
    return d->code == E_LIMITS || d->code == E_INITIALIZE || d->code == E_STEP;
}

// ---- Assertions ---------------------------------------------------------------------------------

// What the model said last stands in a function: the equation that called it is the place, and the
// statement a note.
static bool explain_call(Failure *f, uint32_t number)
{
    Diag *diag = f->p->session->diag;
    Diagnostic *d = diag_changeable(diag, number);
    Operation found = {0};
    const Function *owner = NULL;
    DiagNote *note = span_is_none(d->span) ? d->notes : NULL;
    Span statement = note ? note->span : d->span;
    const char *words = note ? note->message : NULL;
    bool is_known = words || !span_is_none(statement);
    if (!is_known || !failing_find_call(f, statement, words, &found, &owner)) return false;
    Span span;
    ComponentId component;
    failing_place(f, &found, &span, &component);
    if (note) diag_reword(diag, d, "%s: %s", d->message, note->message);
    if (note) d->notes = note->next;
    if (!d->notes) d->last_note = NULL;
    found.inside = (Span){0, 0}; // told below
    found.reason = "this call fails";
    failing_tell(f, d, &found);
    diag_note(diag, d, span_is_none(statement) ? owner->span : statement, "in '%s'",
              owner->name->text);
    lead(f, component, number);
    return true;
}

// ---- The whole ----------------------------------------------------------------------------------

static bool search(Failure *f, const Diagnostic *d, Operation *found)
{
    const CausalSystem *causal = f->p->causal;
    bool is_found = false;
    if (d->code == E_INITIALIZE)
        is_found = failing_search_section(f, &causal->initial, found);
    else if (is_about_numbers(d))
        is_found = failing_search_parameters(f, found) ||
                   failing_search_section(f, &causal->derivatives, found) ||
                   failing_search_section(f, &causal->outputs, found);
    VarId v = is_found ? NO_VAR : variable_named(f, d->variable);
    return is_found || (v.i >= 0 && failing_find_equation(f, v, found));
}

static void explain(Failure *f, uint32_t number)
{
    Diagnostic *d = diag_changeable(f->p->session->diag, number);
    Operation found = {0};
    const char *note = constructor_note(d);
    if (note) explain_constructor(f, number, note);
    if (note) return;
    failing_names(f);
    bool is_contradicted = d->variable && strstr(d->message, "contradicts the equations");
    VarId contradicted = is_contradicted ? variable_named(f, d->variable) : NO_VAR;
    if (contradicted.i >= 0) failing_note_cause(f, d, contradicted);
    bool is_found = d->variable && span_is_none(d->span) && search(f, d, &found);
    if (!is_found && explain_call(f, number)) return;
    if (!is_found) take_place_of_note(f, d);
    if (is_found && found.at) drop_advice(f, d);
    if (is_found) failing_tell(f, d, &found);
    if (is_found) {
        Span span;
        ComponentId component;
        failing_place(f, &found, &span, &component);
        lead(f, component, number);
    } else if (!span_is_none(d->span)) {
        lead(f, component_of(f, d), number);
    }
}

// ---- Warnings -----------------------------------------------------------------------------------

// A value beyond its limits, or an assertion of level warning.
static bool wants_place(const Diagnostic *d)
{
    bool is_limit = d->code == E_LIMITS && d->variable && span_is_none(d->span);
    bool is_message = d->code == E_MODEL_MESSAGE && !span_is_none(d->span);
    return d->severity == SEVERITY_WARNING && !d->is_led && (is_limit || is_message);
}

static bool any_wants_place(const Diag *diag)
{
    for (uint32_t i = 0; i < diag_total(diag); i++)
        if (wants_place(diag_at(diag, i))) return true;
    return false;
}

// Of an array, elements have its declaration.
static const FlatVariable *declared(const FlatModel *flat, const char *name)
{
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        size_t n = strlen(flat->variables[i].name);
        if (!strncmp(flat->variables[i].name, name, n) && (!name[n] || name[n] == '['))
            return &flat->variables[i];
    }
    return NULL;
}

static void place_warnings(Failure *f)
{
    Diag *diag = f->p->session->diag;
    const FlatModel *flat = f->p->flat;
    for (uint32_t i = 0; i < diag_total(diag); i++) {
        Diagnostic *d = diag_changeable(diag, i);
        if (!wants_place(d)) continue;
        const FlatVariable *v = d->variable ? declared(flat, d->variable) : NULL;
        if (v) d->span = v->declared->span;
        lead(f, v ? v->component : only_component(flat, d->span), i);
    }
}

static int64_t last_error(const Diag *diag)
{
    for (int64_t i = (int64_t)diag_total(diag) - 1; i >= 0; i--)
        if (diag_at(diag, (uint32_t)i)->severity == SEVERITY_ERROR) return i;
    return -1;
}

static bool is_explainable(const Diagnostic *d)
{
    bool has_place = !span_is_none(d->span) || (d->notes && !span_is_none(d->notes->span));
    bool may_name = d->notes && strchr(d->notes->message, '\''); // a function
    return d->variable || has_place || may_name || constructor_note(d);
}

void failure_explain(const Pipeline *p, const char *what, const Model *model)
{
    Diag *diag = p->session->diag;
    int64_t number = last_error(diag);
    bool has_error = number >= 0 && is_explainable(diag_at(diag, (uint32_t)number));
    if (!has_error && !any_wants_place(diag)) return;
    CompileOptions options = *p->options;
    options.units = UNITS_OFF; // told
    Pipeline again = {.session = p->session,
                      .options = &options,
                      .settings = p->settings,
                      .n_settings = p->n_settings};
    uint32_t n = diag_total(diag);
    Stage last = has_error ? STAGE_CAUSAL : STAGE_FLAT;
    bool is_made = p->causal || pipeline_run(&again, what, last) == PIPELINE_DONE;
    diag_forget(diag, n); // said before
    const Pipeline *made = p->causal ? p : &again;
    Failure f = {.p = made, .model = model, .scratch = arena_open("failure")};
    if (is_made) place_warnings(&f);
    if (is_made && has_error) f.system = made->causal->system;
    if (is_made && has_error) explain(&f, (uint32_t)number);
    arena_close(f.scratch);
    if (made == &again) pipeline_close(&again);
}
