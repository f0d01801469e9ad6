// Structural errors in the words of the model: the parts of Dulmage and Mendelsohn [DM58] say
// which equations are too many and which variables lack one; the place in the model says what the
// likely cause is: a connector that is not connected, a missing reference, two sources against
// each other.
#include "causal/singular/singular.h"

#include <string.h>

enum { MOST_NAMES = 6, MOST_PIECES = 4, MOST_PARTS = 12, LEAST_PARTS = 3 };

// ---- Words ----------------------------------------------------------------------------

static void list_names(Report *r, const SystemPiece *p, Text *out)
{
    for (int32_t i = 0; i < p->n_vars && i < MOST_NAMES; i++) {
        const char *between = i == 0 ? "" : i == p->n_vars - 1 ? " and " : ", ";
        text_printf(out, "%s'%s'", between, name_of_variable(r->a, r->s->variables[p->vars[i]]));
    }
    if (p->n_vars > MOST_NAMES) text_printf(out, " and %d more", p->n_vars - MOST_NAMES);
}

const FlatVariable *flat_of(const Report *r, VarId id)
{
    const EquationSystem *system = r->a->system;
    const SystemVariable *v = system_variable(system, id);
    while (v->flat.i < 0 && v->of.i >= 0) v = system_variable(system, v->of);
    return v->flat.i >= 0 ? &system->flat->variables[v->flat.i] : NULL;
}

// The component a variable is declared in; NULL at the top.
const Component *owner_of(const Report *r, const FlatVariable *flat)
{
    const Instance *instance = r->a->system->flat->instance;
    if (!flat || !instance || flat->component.i < 0) return NULL;
    const Component *c = instance->components[flat->component.i];
    return c->parent && c->parent->declared->name ? c->parent : NULL;
}

const char *path_of(Report *r, const Component *c)
{
    Text t = text_make(r->a->scratch);
    component_print_path(r->a->system->flat->instance, c->id, &t);
    return text_cstr(&t);
}

// At the top of the model.
const Component *part_of_model(const Report *r, ComponentId id)
{
    const Instance *instance = r->a->system->flat->instance;
    if (!instance || id.i < 0) return NULL;
    const Component *c = instance->components[id.i];
    while (c->parent && c->parent->parent) c = c->parent;
    return c->parent ? c : NULL;
}

bool is_connector(const Component *c)
{
    return c && (c->kind == COMPONENT_CONNECTOR || c->is_connector);
}

// ---- Notes ----------------------------------------------------------------------------

// The flow of a connector without a connection is zero by an equation whose place is that of the
// declaration.
bool is_of_declaration(const Report *r, const SystemEquation *e)
{
    const FlatModel *flat = r->a->system->flat;
    for (uint32_t i = 0; i < flat->n_variables; i++)
        if (flat->variables[i].is_flow &&
            flat->variables[i].declared->span.begin == e->span.begin &&
            flat->variables[i].declared->span.end == e->span.end)
            return true;
    return false;
}

static void note_equation(Report *r, Diagnostic *d, EquationId id)
{
    Analysis *a = r->a;
    const SystemEquation *e = system_equation(a->system, id);
    if (a->session->as_part && is_of_declaration(r, e)) return; // of the outside: nobody wrote it
    const char *text = text_of_equation(a, id);
    bool is_readable = !strchr(text, '$') && strlen(text) < LONGEST_TEXT;
    diag_note(a->session->diag, d, e->span, "%s%s", is_readable ? "the same part has " : "and this",
              is_readable ? text : "");
}

// Potentials without an equation: either nobody connected them, or nothing fixes their level.
static void note_connector(Report *r, Diagnostic *d, VarId id)
{
    const FlatVariable *flat = flat_of(r, id);
    const Component *owner = owner_of(r, flat);
    Diag *diag = r->a->session->diag;
    if (!owner) return;
    if (!is_connector(owner)) {
        diag_note(diag, d, owner->declared->span, "'%s' is a '%s'", path_of(r, owner),
                  owner->declared->class_name ? owner->declared->class_name->text : "component");
        return;
    }
    if (flat->is_flow)
        diag_note(diag, d, owner->declared->span,
                  "the flow through '%s' cannot be found: two sources or references may be "
                  "connected without anything between them",
                  path_of(r, owner));
    else if (r->flows_are_over)
        diag_note(diag, d, owner->declared->span,
                  "the level of '%s' is free: it may be unconnected, or a ground or another "
                  "reference is missing",
                  path_of(r, owner));
    else
        diag_note(diag, d, owner->declared->span, "'%s' may lack a connection", path_of(r, owner));
}

void lead_home(Report *r, ComponentId id, uint32_t first)
{
    const FlatModel *flat = r->a->system->flat;
    if (!flat->instance || id.i < 0) return;
    component_lead(flat->instance->components[id.i], flat->span, r->a->session->diag, first,
                   LEAD_TO_PART);
}

// ---- Inputs without a connection ---------------------------------------------------------------

// An input of a component takes its value from a connection.
static const Component *input_component(const Report *r, VarId v)
{
    const FlatVariable *flat = flat_of(r, v);
    if (!owner_of(r, flat)) return NULL;
    const Component *c = r->a->system->flat->instance->components[flat->component.i];
    return c->is_connector && c->causality == CAUSALITY_INPUT ? c : NULL;
}

static bool is_inside(const Report *r, VarId v, const Component *part)
{
    const FlatVariable *flat = flat_of(r, v);
    const Component *c = flat ? r->a->system->flat->instance->components[flat->component.i] : NULL;
    while (c && c != part) c = c->parent;
    return c != NULL;
}

// From outside of its component, which may pass it on inside.
static bool is_connected(const Report *r, VarId v, const Component *part)
{
    const EquationSystem *system = r->a->system;
    for (uint32_t i = 0; i < system->equations.count; i++) {
        const SystemEquation *e = &system->equations.data[i];
        if (e->origin != ORIGIN_CONNECT) continue;
        VarVec *vars = variables_of(r->a, e);
        bool is_there = false, is_outside = false;
        for (uint32_t k = 0; k < vars->count; k++) {
            is_there |= vars->data[k].i == v.i;
            is_outside |= !is_inside(r, vars->data[k], part);
        }
        if (is_there && is_outside) return true;
    }
    return false;
}

static const char *kept(Report *r, const char *text)
{
    return arena_printf(r->a->session->arena, "%s", text);
}

// Those in the piece that nobody has connected; how many.
static int32_t report_open_inputs(Report *r, const SystemPiece *p)
{
    Diag *diag = r->a->session->diag;
    int32_t n = 0;
    for (int32_t i = 0; i < p->n_vars && n < MOST_NOTES; i++) {
        VarId v = r->s->variables[p->vars[i]];
        const Component *input = input_component(r, v);
        if (!input || is_connected(r, v, input->parent)) continue;
        uint32_t first = diag_total(diag);
        const char *path = kept(r, path_of(r, input));
        Diagnostic *d = diag_error(diag, input->parent->declared->span, E_UNDERDETERMINED,
                                   "nothing is connected to the input '%s'", path);
        diag_label(diag, d, "connect an output with '%s', or give it a value", path);
        d->variable = path;
        lead_home(r, input->id, first);
        n++;
    }
    return n;
}

// ---- Too many -------------------------------------------------------------------------

// In the text of a class the names are those of the class: say which instance it is about.
static void label_surplus(Report *r, Diagnostic *d, EquationId id)
{
    Analysis *a = r->a;
    const SystemEquation *e = system_equation(a->system, id);
    const char *text = text_of_equation(a, id);
    bool is_inside = e->component.i > 0;
    bool is_readable = !strchr(text, '$') && strlen(text) < LONGEST_TEXT;
    if (e->flags & EQUATION_IS_DISCRETE && e->origin == ORIGIN_WHEN)
        diag_label(a->session->diag, d,
                   "one when-clause determines it: put them together with 'elsewhen'");
    else if (is_inside && is_readable)
        diag_label(a->session->diag, d, "%s is one too many: remove one of them", text);
    else
        diag_label(a->session->diag, d, "one is too many: remove one of them");
}

// Two parts of the model that determine one variable.
static bool find_opponents(Report *r, const SystemPiece *p)
{
    if (p->n_vars != 1 || p->n_eqns != 2) return false;
    const Component *part[2];
    for (int32_t i = 0; i < 2; i++)
        part[i] =
            part_of_model(r, system_equation(r->a->system, r->s->equations[p->eqns[i]])->component);
    if (!part[0] || !part[1] || part[0] == part[1]) return false;
    if (is_connector(part[0]) || is_connector(part[1])) return false; // what comes from outside
    r->own = part[1];
    r->opponent = part[0];
    return true;
}

// Many unknowns of many parts, connected in a ring: what the ring says of itself is too much. The
// names of all of them help nobody; how many parts, and their names.
static int32_t list_parts(const Report *r, const SystemPiece *p, Text *out)
{
    const Component *parts[MOST_PARTS];
    int32_t n = 0;
    for (int32_t i = 0; i < p->n_eqns && n < MOST_PARTS; i++) {
        const SystemEquation *e = system_equation(r->a->system, r->s->equations[p->eqns[i]]);
        const Component *part = e->origin == ORIGIN_CONNECT ? NULL : part_of_model(r, e->component);
        bool is_new = part != NULL;
        for (int32_t k = 0; k < n && is_new; k++) is_new = parts[k] != part;
        if (!is_new) continue;
        text_printf(out, "%s'%s'", n ? ", " : "", part->declared->name->text);
        parts[n++] = part;
    }
    return n;
}

static bool report_ring(Report *r, const SystemPiece *p, EquationId last)
{
    Text parts = text_make(r->a->scratch);
    if (!part_of_model(r, system_equation(r->a->system, last)->component)) return false;
    if (p->n_vars <= MOST_NAMES || list_parts(r, p, &parts) < LEAST_PARTS) return false;
    diag_error(r->a->session->diag, r->a->system->flat->span, E_OVERDETERMINED,
               "%d equations for %d unknowns of %s: if these are connected in a ring, what it "
               "says of itself is too much by %d; one part of the ring must leave something open",
               p->n_eqns, p->n_vars, text_cstr(&parts), p->n_eqns - p->n_vars);
    r->has_ring = true;
    return true;
}

static void report_surplus(Report *r, const SystemPiece *p, EquationId last)
{
    Diag *diag = r->a->session->diag;
    Span span = system_equation(r->a->system, last)->span;
    Text names = text_make(r->a->scratch);
    list_names(r, p, &names);
    Diagnostic *d;
    if (report_ring(r, p, last)) return;
    if (find_opponents(r, p)) {
        const FlatVariable *flat = flat_of(r, r->s->variables[p->vars[0]]);
        d = diag_error(diag, span, E_OVERDETERMINED, "'%s' determines %s, too: %s",
                       path_of(r, r->opponent), text_cstr(&names),
                       flat && flat->is_flow
                           ? "two sources in series; something must be connected beside them"
                           : "two sources against each other, or a short circuit; something must "
                             "be between them");
    } else {
        d = diag_error(diag, span, E_OVERDETERMINED, "%d equations for %s", p->n_eqns,
                       text_cstr(&names));
        label_surplus(r, d, last);
    }
    for (int32_t i = 0; i < p->n_eqns - 1 && i < MOST_NOTES; i++)
        note_equation(r, d, r->s->equations[p->eqns[i]]);
}

static void report_over(Report *r, const SystemPiece *p)
{
    // The equation written last is the likeliest surplus.
    EquationId last = r->s->equations[p->eqns[p->n_eqns - 1]];
    uint32_t reports = diag_total(r->a->session->diag);
    if (p->n_vars == 0)
        report_nothing_left(r, last);
    else
        report_surplus(r, p, last);
    if (!r->has_ring) lead_home(r, system_equation(r->a->system, last)->component, reports);
}

// ---- Too few --------------------------------------------------------------------------

static void label_missing(Report *r, Diagnostic *d, VarId first, int32_t n_missing)
{
    Diag *diag = r->a->session->diag;
    const SystemVariable *v = system_variable(r->a->system, first);
    if (v->role == ROLE_PARAMETER)
        diag_label(diag, d, "give it a value, or an initial equation to follow from");
    else if (n_missing == 1)
        diag_label(diag, d, "one equation is missing");
    else
        diag_label(diag, d, "%d equations are missing", n_missing);
}

// Potentials without a reference, while the flows sum up to zero once too often: one cause.
static bool has_free_level(Report *r, const SystemPiece *p)
{
    const FlatVariable *flat = flat_of(r, r->s->variables[p->vars[0]]);
    return r->connection_is_over && flat && !flat->is_flow && is_connector(owner_of(r, flat));
}

static void list_levels(Report *r, const SystemPiece *p, Text *out)
{
    int32_t n = 0;
    for (int32_t i = 0; i < p->n_vars; i++) {
        VarId v = r->s->variables[p->vars[i]];
        const FlatVariable *flat = flat_of(r, v);
        if (!flat || flat->is_flow || !is_connector(owner_of(r, flat))) continue;
        if (n < MOST_NAMES) text_printf(out, "%s'%s'", n ? ", " : "", name_of_variable(r->a, v));
        n++;
    }
    if (n > MOST_NAMES) text_printf(out, " and %d more", n - MOST_NAMES);
}

// A parameter that is not fixed, among what lacks an equation at the start; else the first.
static VarId leading(const Report *r, const SystemPiece *p)
{
    for (int32_t i = 0; i < p->n_vars; i++)
        if (system_variable(r->a->system, r->s->variables[p->vars[i]])->role == ROLE_PARAMETER)
            return r->s->variables[p->vars[i]];
    return r->s->variables[p->vars[0]];
}

static const char *what_is_missing(Report *r, const SystemPiece *p)
{
    Arena *scratch = r->a->scratch;
    Text names = text_make(scratch);
    VarId first = leading(r, p);
    list_names(r, p, &names);
    if (system_variable(r->a->system, first)->role == ROLE_PARAMETER)
        return arena_printf(
            scratch, "nothing determines the parameter '%s', which is not fixed%s%s",
            name_of_variable(r->a, first), p->n_eqns ? ": too few equations for " : "",
            p->n_eqns ? text_cstr(&names) : "");
    if (p->n_eqns == 0)
        return arena_printf(scratch, "no equation determines %s", text_cstr(&names));
    return arena_printf(scratch, "only %d equation%s for %s", p->n_eqns, p->n_eqns == 1 ? "" : "s",
                        text_cstr(&names));
}

static void report_missing(Report *r, const SystemPiece *p)
{
    Diag *diag = r->a->session->diag;
    VarId first = leading(r, p);
    const FlatVariable *flat = flat_of(r, first);
    uint32_t reports = diag_total(diag);
    Diagnostic *d = diag_error(diag, flat ? flat->declared->span : (Span){0, 0}, E_UNDERDETERMINED,
                               "%s", what_is_missing(r, p));
    d->variable = kept(r, name_of_variable(r->a, first));
    label_missing(r, d, first, p->n_vars - p->n_eqns);
    note_connector(r, d, first);
    for (int32_t i = 0; i < p->n_eqns && i < MOST_NOTES; i++)
        note_equation(r, d, r->s->equations[p->eqns[i]]);
    lead_home(r, flat ? flat->component : (ComponentId){-1}, reports);
}

static void report_free_level(Report *r, const SystemPiece *p)
{
    Diag *diag = r->a->session->diag;
    Text names = text_make(r->a->scratch);
    const FlatVariable *flat = flat_of(r, r->s->variables[p->vars[0]]);
    uint32_t reports = diag_total(diag);
    list_levels(r, p, &names);
    diag_error(diag, flat->declared->span, E_UNDERDETERMINED,
               "nothing fixes the level of %s: a ground or another reference is missing, or "
               "a connection",
               text_cstr(&names));
    lead_home(r, flat->component, reports);
}

// Two sources against each other leave what flows between them open: that has been told.
static bool follows_from_opponents(const Report *r, const SystemPiece *p)
{
    const FlatVariable *flat = flat_of(r, r->s->variables[p->vars[0]]);
    const Component *part = flat ? part_of_model(r, flat->component) : NULL;
    return r->opponent && (part == r->own || part == r->opponent);
}

static bool follows_from_level(const Report *r, const SystemPiece *p)
{
    for (int32_t i = 0; i < p->n_vars && r->levels; i++) {
        const FlatVariable *flat = flat_of(r, r->s->variables[p->vars[i]]);
        if (flat && r->levels[flat->id.i] >= 0) return true;
    }
    return false;
}

static void report_under(Report *r, const SystemPiece *p)
{
    const FlatVariable *first = flat_of(r, r->s->variables[p->vars[0]]);
    bool is_flow = first && first->is_flow;
    // Forces that nothing decides about.
    bool is_of_ring = r->has_ring && (is_flow || p->n_vars > MOST_NAMES);
    if (is_of_ring || follows_from_level(r, p)) return;
    if (has_free_level(r, p))
        report_free_level(r, p);
    else if (!follows_from_opponents(r, p) && report_open_inputs(r, p) < p->n_vars - p->n_eqns)
        report_missing(r, p);
}

static bool relates_flows(Report *r, const SystemPiece *p)
{
    if (p->n_vars == 0)
        return system_equation(r->a->system, r->s->equations[p->eqns[0]])->origin == ORIGIN_CONNECT;
    for (int32_t i = 0; i < p->n_vars; i++)
        if (system_variable(r->a->system, r->s->variables[p->vars[i]])->flags & VARIABLE_FLOW)
            return true;
    return false;
}

// It follows from others: where flows sum up to zero once too often no source is against another.
static bool repeats(const Report *r, const SystemPiece *p)
{
    const SystemEquation *e = system_equation(r->a->system, r->s->equations[p->eqns[0]]);
    double left, right;
    bool are_numbers = expr_is_number(e->left, &left) && expr_is_number(e->right, &right);
    return e->left == e->right || (are_numbers && left == right);
}

// ---- An Integer that is set to a Real -----------------------------------------------------

static bool is_determined(const Analysis *a, VarId v)
{
    for (uint32_t i = 0; i < a->system->equations.count; i++) {
        const SystemEquation *e = &a->system->equations.data[i];
        if (e->determines.i == v.i && !(e->flags & EQUATION_REMOVED)) return true;
    }
    return false;
}

// One side of a Real equation is an Integer variable for which there is no other equation.
static bool is_meant_for_integer(const Analysis *a, const Expr *side)
{
    if (side->kind != EXPR_OP || side->op != OP_TO_REAL || side->args[0]->kind != EXPR_REF)
        return false;
    VarId v = side->args[0]->u.var;
    const SystemVariable *variable = system_variable(a->system, v);
    bool is_open = variable->role == ROLE_DISCRETE || variable->flags & VARIABLE_NOT_FIXED;
    return is_open && !is_determined(a, v);
}

static bool report_integer(Report *r, EquationId id)
{
    Analysis *a = r->a;
    const SystemEquation *e = system_equation(a->system, id);
    bool on_left = is_meant_for_integer(a, e->left);
    if (!on_left && !is_meant_for_integer(a, e->right)) return false;
    const Expr *integer = on_left ? e->left : e->right, *real = on_left ? e->right : e->left;
    Text value = text_make(a->scratch);
    system_value_text(a->system, real, &value);
    const char *text = value.length < LONGEST_TEXT ? text_cstr(&value) : "..";
    Diagnostic *d = diag_error(a->session->diag, e->span, E_TYPE,
                               "'%s' is of type 'Integer', but '%s' is of type 'Real'",
                               name_of_variable(a, integer->args[0]->u.var), text);
    diag_label(a->session->diag, d, "integer(%s) is the Integer below it", text);
    return true;
}

static bool report_integers(Report *r, const SystemPiece *p)
{
    bool any = false;
    for (int32_t i = 0; i < p->n_eqns && p->part == PART_OVER; i++)
        any |= report_integer(r, r->s->equations[p->eqns[i]]);
    return any;
}

// ---- The whole -----------------------------------------------------------------------------

static void look_at_flows(Report *r, const SystemPiece *p)
{
    if (p->part != PART_OVER || !relates_flows(r, p)) return;
    r->flows_are_over = true;
    if (p->n_vars == 0 && repeats(r, p))
        r->connection_is_over = true;
    else
        r->flows_contradict = true;
}

void report_singular(Analysis *a, const StructuralGraph *s)
{
    DulmageMendelsohn dm = dulmage_mendelsohn(a->scratch, s->g, s->m);
    Report r = {.a = a, .s = s};
    if (a->options->broken && !*a->options->broken) *a->options->broken = broken_system(a, s, &dm);
    bool are_types = false;
    for (int32_t i = 0; i < dm.n_pieces; i++) are_types |= report_integers(&r, &dm.pieces[i]);
    if (are_types) return; // what else is too much or missing follows from that
    for (int32_t i = 0; i < dm.n_pieces; i++) look_at_flows(&r, &dm.pieces[i]);
    // Where flows contradict each other, that leaves the potentials open.
    if (!r.flows_contradict) r.levels = free_levels(&r);
    if (r.levels) report_levels(&r, r.levels);
    bool is_level = r.levels != NULL;
    for (int32_t i = 0; i < dm.n_pieces; i++)
        is_level |= dm.pieces[i].part != PART_OVER && has_free_level(&r, &dm.pieces[i]);
    for (int32_t i = 0; i < dm.n_pieces && i < MOST_PIECES; i++) {
        bool is_over = dm.pieces[i].part == PART_OVER;
        bool follows = is_level && is_over && dm.pieces[i].n_vars == 0;
        if (follows && relates_flows(&r, &dm.pieces[i])) continue; // see has_free_level
        if (is_over)
            report_over(&r, &dm.pieces[i]);
        else
            report_under(&r, &dm.pieces[i]);
    }
}
