#include "tarn/failure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_EQUATION = 200, MOST_OPERANDS = 6 };

typedef struct NamedSlot {
    const char *name;
    const VariableInfo *info; // NULL: a derivative
    int32_t slot;
} NamedSlot;

typedef struct Failure {
    const Pipeline *p; // up to the CausalSystem
    const EquationSystem *system;
    const Model *model;
    Arena *scratch;
    NamedSlot *names; // sorted
    size_t n_names;
    const Block *block; // at work
} Failure;

static const Expr *evaluated(Failure *f, const Expr *e, EvalFailure *why);

// ---- Values by name ----------------------------------------------------------------------------

static int by_name(const void *a, const void *b)
{
    return strcmp(((const NamedSlot *)a)->name, ((const NamedSlot *)b)->name);
}

static void list_names(Failure *f)
{
    const Model *m = f->model;
    f->names = ARENA_RAW(f->scratch, NamedSlot, m->n_variables + m->n_states + 1);
    for (int32_t i = 0; i < m->n_variables; i++)
        f->names[f->n_names++] =
            (NamedSlot){m->variables[i].name, &m->variables[i], m->variables[i].slot};
    for (int32_t i = 0; i < m->n_states; i++)
        f->names[f->n_names++] = (NamedSlot){arena_printf(f->scratch, "der(%s)", m->states[i].name),
                                             NULL, m->states[i].derivative_slot};
    qsort(f->names, f->n_names, sizeof *f->names, by_name);
}

static const NamedSlot *named(const Failure *f, const char *name)
{
    NamedSlot key = {.name = name};
    return bsearch(&key, f->names, f->n_names, sizeof key, by_name);
}

// NaN: not known, or no number.
static double number_of(const Failure *f, VarId v)
{
    const NamedSlot *s = named(f, system_variable_text(f->system, v, f->scratch));
    if (!s || s->slot < 0) return (double)NAN;
    double value = f->model->v[s->slot];
    if (!s->info || s->info->sign > 0) return value;
    return s->info->kind == VALUE_BOOLEAN ? 1 - value : -value;
}

static const Expr *relation_value(Failure *f, const Relation *r)
{
    EvalFailure ignored = {0};
    double number, now = f->model->v[SLOT_TIME];
    const Expr *side = r->crossing ? r->crossing : r->instant;
    const Expr *value = side ? evaluated(f, side, &ignored) : NULL;
    if (!value || !expr_is_number(value, &number)) return NULL;
    bool holds = r->crossing ? number > 0 : (now >= number) == r->true_after;
    return expr_boolean(f->p->session->exprs, holds);
}

// What has no name follows from its relation, or from the block that it is part of.
static const Expr *hidden_value(Failure *f, VarId v)
{
    const SystemVariable *variable = system_variable(f->system, v);
    EvalFailure ignored = {0};
    if (variable->role == ROLE_RELATION)
        return relation_value(f, &f->system->relations.data[variable->index]);
    for (int32_t i = 0; f->block && i < f->block->n_assignments; i++)
        if (f->block->assignments[i].variable.i == v.i)
            return evaluated(f, f->block->assignments[i].value, &ignored);
    return NULL;
}

static const Expr *value_of(void *client, VarId v)
{
    Failure *f = client;
    ExprTable *exprs = f->p->session->exprs;
    const SystemVariable *variable = system_variable(f->system, v);
    if (variable->role == ROLE_CONSTANT && variable->value) return variable->value;
    if (!named(f, system_variable_text(f->system, v, f->scratch))) return hidden_value(f, v);
    double number = number_of(f, v);
    if (!isfinite(number)) return NULL;
    switch ((ValueKind)variable->kind) {
    case VALUE_REAL: return expr_real(exprs, number);
    case VALUE_INTEGER: return expr_integer(exprs, (int64_t)number);
    case VALUE_BOOLEAN: return expr_boolean(exprs, number != 0);
    default: return NULL;
    }
}

static const Expr *time_as_number(void *client, const Expr *e)
{
    const Failure *f = client;
    return e->kind == EXPR_TIME ? expr_real(f->p->session->exprs, f->model->v[SLOT_TIME]) : NULL;
}

static const Expr *evaluated(Failure *f, const Expr *e, EvalFailure *why)
{
    const ValueSource values = {f, value_of, NULL, NULL, NULL};
    const Substitution s = {f, time_as_number};
    return expr_evaluate(f->p->session, expr_substitute(f->p->session->exprs, e, &s), &values, why);
}

// ---- The operation that has no value -----------------------------------------------------------

typedef struct Operation {
    EquationId equation;
    VarId variable; // that it was to determine
    const Expr *at;
    const char *reason;
} Operation;

// Whether `value` fails at an operation whose operands have values.
static bool fails_here(Failure *f, const Expr *value, Operation *found)
{
    EvalFailure why = {0};
    if (evaluated(f, value, &why) || !why.at || why.at->kind != EXPR_OP) return false;
    EvalFailure ignored = {0};
    for (uint32_t i = 0; i < why.at->n_args; i++)
        if (!evaluated(f, why.at->args[i], &ignored)) return false;
    found->at = why.at;
    found->reason = why.reason;
    return true;
}

static EquationId equation_of(const Block *b, VarId v)
{
    for (int32_t i = 0; i < b->n_unknowns; i++)
        if (b->unknowns[i].i == v.i && i < b->n_equations) return b->equations[i];
    return b->n_equations ? b->equations[0] : (EquationId){-1};
}

static bool search_section(Failure *f, const Section *section, Operation *found)
{
    for (int32_t i = 0; i < section->n_blocks; i++) {
        const Block *b = &f->p->causal->blocks[section->blocks[i]];
        f->block = b;
        for (int32_t k = 0; k < b->n_assignments; k++) {
            const Assignment *a = &b->assignments[k];
            if (isfinite(number_of(f, a->variable)) || !fails_here(f, a->value, found)) continue;
            found->variable = a->variable;
            found->equation = equation_of(b, a->variable);
            return true;
        }
    }
    return false;
}

// What follows from parameters alone has no block.
static bool search_parameters(Failure *f, Operation *found)
{
    const CausalSystem *causal = f->p->causal;
    for (int32_t i = 0; i < causal->n_parameters; i++) {
        const Assignment *a = &causal->parameters[i];
        if (isfinite(number_of(f, a->variable)) || !fails_here(f, a->value, found)) continue;
        found->variable = a->variable;
        found->equation = (EquationId){-1};
        return true;
    }
    return false;
}

// The equation that determines a variable, or the derivative of a state.
static bool find_equation(const Failure *f, VarId v, Operation *found)
{
    const CausalSystem *causal = f->p->causal;
    const SystemVariable *variable = system_variable(f->system, v);
    const Section *sections[] = {&causal->derivatives, &causal->outputs, &causal->event,
                                 &causal->initial};
    bool is_state = system_variable(f->system, variable->root)->flags & VARIABLE_IS_STATE;
    VarId derivative = system_variable(f->system, variable->root)->derivative;
    VarId root = is_state && derivative.i >= 0 ? system_variable(f->system, derivative)->root
                                               : variable->root;
    for (size_t s = 0; s < sizeof sections / sizeof *sections; s++)
        for (int32_t i = 0; i < sections[s]->n_blocks; i++) {
            const Block *b = &causal->blocks[sections[s]->blocks[i]];
            for (int32_t k = 0; k < b->n_unknowns; k++) {
                if (b->unknowns[k].i != root.i) continue;
                *found = (Operation){.equation = equation_of(b, root), .variable = v};
                return found->equation.i >= 0;
            }
        }
    return false;
}

static VarId variable_named(const Failure *f, const char *name)
{
    for (uint32_t i = 0; i < f->system->variables.count; i++) {
        VarId v = {(int32_t)i};
        if (!strcmp(system_variable_text(f->system, v, f->scratch), name)) return v;
    }
    return NO_VAR;
}

// ---- Foreign code ------------------------------------------------------------------------------

// The note of a failure in the constructor of an external object; NULL: it is none.
static const char *constructor_note(const Diagnostic *d)
{
    for (const DiagNote *n = d->notes; n; n = n->next)
        if (strstr(n->message, ".constructor'")) return n->message;
    return NULL;
}

// NULL: the model itself.
static const char *path_of(const Failure *f, ComponentId id)
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
        if (!c->parent || !c->parent->parent || !c->class_name) continue;
        const char *made = arena_printf(f->scratch, "'%s.constructor'", c->class_name->text);
        VarId text = strstr(note, made) ? named_text(f, c->parent, note) : NO_VAR;
        if (text.i < 0) continue;
        const char *name = system_variable_text(f->system, text, f->scratch);
        const char *value = system_variable(f->system, text)->value->u.string->text;
        d->span = c->parent->span;
        const char *path = path_of(f, c->parent->id);
        diag_about(diag, d, path, name, NULL);
        d->message =
            arena_printf(f->p->session->arena, "the parameters of '%s' cannot be computed", path);
        diag_label(diag, d, "%s = \"%s\"", name, value);
        component_lead(c, flat->span, diag, number, LEAD_TO_PART);
        return;
    }
}

// ---- What is said of it ------------------------------------------------------------------------

static const Expr *hidden_as_written(void *client, const Expr *e)
{
    Failure *f = client;
    if (e->kind != EXPR_REF || named(f, system_variable_text(f->system, e->u.var, f->scratch)))
        return NULL;
    for (int32_t i = 0; f->block && i < f->block->n_assignments; i++)
        if (f->block->assignments[i].variable.i == e->u.var.i)
            return expr_substitute(f->p->session->exprs, f->block->assignments[i].value,
                                   &(Substitution){f, hidden_as_written});
    return NULL;
}

static const Expr *in_names(Failure *f, const Expr *e)
{
    return expr_substitute(f->p->session->exprs, e, &(Substitution){f, hidden_as_written});
}

static const char *operands(Failure *f, const Expr *at)
{
    Text t = text_make(f->scratch);
    EvalFailure ignored = {0};
    int n = 0;
    for (uint32_t i = 0; i < at->n_args && n < MOST_OPERANDS; i++) {
        double number;
        const Expr *value = evaluated(f, at->args[i], &ignored);
        if (expr_is_number(at->args[i], &number) || !expr_is_number(value, &number)) continue;
        text_add(&t, n++ ? ", " : " with ");
        system_value_text(f->system, in_names(f, at->args[i]), &t);
        text_printf(&t, " = %.10g", number);
    }
    return text_cstr(&t);
}

// Where it stands, and in which component: its equation, or its declaration.
static void place_operation(const Failure *f, const Operation *found, Span *span,
                            ComponentId *component)
{
    VarId flat = system_variable(f->system, found->variable)->flat;
    const FlatVariable *v = flat.i >= 0 ? &f->p->flat->variables[flat.i] : NULL;
    const SystemEquation *e =
        found->equation.i >= 0 ? system_equation(f->system, found->equation) : NULL;
    Span none = {0, 0};
    bool is_bound = v && !span_is_none(v->binding_span);
    *span = e ? e->span : is_bound ? v->binding_span : v ? v->span : none;
    *component = e ? e->component : v ? v->component : (ComponentId){-1};
}

static void tell(Failure *f, Diagnostic *d, const Operation *found)
{
    Diag *diag = f->p->session->diag;
    Text equation = text_make(f->scratch);
    ComponentId component;
    place_operation(f, found, &d->span, &component);
    if (found->equation.i >= 0) system_equation_text(f->system, found->equation, &equation);
    diag_about(diag, d, path_of(f, component),
               system_variable_text(f->system, found->variable, f->scratch),
               equation.length ? text_cstr(&equation) : NULL);
    if (found->at) {
        Text operation = text_make(f->scratch);
        system_value_text(f->system, in_names(f, found->at), &operation);
        diag_label(diag, d, "%s%s: %s", text_cstr(&operation), operands(f, found->at),
                   found->reason);
    } else if (equation.length && equation.length < LONGEST_EQUATION) {
        diag_label(diag, d, "%s", text_cstr(&equation));
    }
}

// Among the instances of a class, the one whose variable it is about.
static bool is_owner(const Failure *f, ComponentId id, const char *variable)
{
    const char *path = path_of(f, id);
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
                       LEAD_TO_PART);
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
static void drop_advice(Failure *f, Diagnostic *d)
{
    const char *advice = strstr(d->message, "; look for a division by zero");
    if (advice)
        d->message =
            arena_copy_text(f->p->session->arena, d->message, (size_t)(advice - d->message));
}

static bool is_about_numbers(const Diagnostic *d)
{
    return d->code == E_LIMITS || d->code == E_INITIALIZE || d->code == E_STEP;
}

static void explain(Failure *f, uint32_t number)
{
    const CausalSystem *causal = f->p->causal;
    Diagnostic *d = diag_changeable(f->p->session->diag, number);
    Operation found = {0};
    bool is_found = false;
    const char *note = constructor_note(d);
    if (note) explain_constructor(f, number, note);
    if (note) return;
    if (d->variable && span_is_none(d->span)) {
        list_names(f);
        if (is_about_numbers(d) && d->code == E_INITIALIZE)
            is_found = search_section(f, &causal->initial, &found);
        else if (is_about_numbers(d))
            is_found = search_parameters(f, &found) ||
                       search_section(f, &causal->derivatives, &found) ||
                       search_section(f, &causal->outputs, &found);
        VarId v = is_found ? NO_VAR : variable_named(f, d->variable);
        if (v.i >= 0) is_found = find_equation(f, v, &found);
    }
    if (!is_found) take_place_of_note(f, d);
    if (is_found && found.at) drop_advice(f, d);
    if (is_found) tell(f, d, &found);
    if (is_found) {
        Span span;
        ComponentId component;
        place_operation(f, &found, &span, &component);
        lead(f, component, number);
    } else if (!span_is_none(d->span)) {
        lead(f, component_of(f, d), number);
    }
}

static int64_t last_error(const Diag *diag)
{
    for (int64_t i = (int64_t)diag_total(diag) - 1; i >= 0; i--)
        if (diag_at(diag, (uint32_t)i)->severity == SEVERITY_ERROR) return i;
    return -1;
}

void failure_explain(const Pipeline *p, const char *what, const Model *model)
{
    Diag *diag = p->session->diag;
    int64_t number = last_error(diag);
    if (number < 0) return;
    const Diagnostic *d = diag_at(diag, (uint32_t)number);
    bool has_place = !span_is_none(d->span) || (d->notes && !span_is_none(d->notes->span));
    if (!d->variable && !has_place && !constructor_note(d)) return;
    Pipeline again = {.session = p->session,
                      .options = p->options,
                      .settings = p->settings,
                      .n_settings = p->n_settings};
    uint32_t n = diag_total(diag);
    bool is_made = p->causal || pipeline_run(&again, what, STAGE_CAUSAL) == PIPELINE_DONE;
    diag_forget(diag, n); // said before
    const Pipeline *made = p->causal ? p : &again;
    Failure f = {.p = made, .model = model, .scratch = arena_open("failure")};
    if (is_made) f.system = made->causal->system;
    if (is_made) explain(&f, (uint32_t)number);
    arena_close(f.scratch);
    if (made == &again) pipeline_close(&again);
}
