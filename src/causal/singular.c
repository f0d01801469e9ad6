// Structural errors in the words of the model: the parts of Dulmage and Mendelsohn [DM58] say
// which equations are too many and which variables lack one; the place in the model says what the
// likely cause is: a connector that is not connected, a missing reference, two sources against
// each other.
#include <string.h>

#include "causal/analysis.h"
#include "graph/dulmage_mendelsohn.h"

enum { LONGEST_TEXT = 120, MOST_NAMES = 6, MOST_NOTES = 4, MOST_PIECES = 4 };

typedef struct Report {
    Analysis *a;
    const StructuralGraph *s;
    bool flows_are_over;     // an equation too many among currents, forces, ...
    bool connection_is_over; // it is one of those that connections make
} Report;

// ---- Words ----------------------------------------------------------------------------

static void list_names(Report *r, const SystemPiece *p, Text *out)
{
    for (int32_t i = 0; i < p->n_vars && i < MOST_NAMES; i++) {
        const char *between = i == 0 ? "" : i == p->n_vars - 1 ? " and " : ", ";
        text_printf(out, "%s'%s'", between, name_of_variable(r->a, r->s->variables[p->vars[i]]));
    }
    if (p->n_vars > MOST_NAMES) text_printf(out, " and %d more", p->n_vars - MOST_NAMES);
}

static const FlatVariable *flat_of(const Report *r, VarId id)
{
    const EquationSystem *system = r->a->system;
    const SystemVariable *v = system_variable(system, id);
    while (v->flat.i < 0 && v->of.i >= 0) v = system_variable(system, v->of);
    return v->flat.i >= 0 ? &system->flat->variables[v->flat.i] : NULL;
}

// The component a variable is declared in; NULL at the top.
static const Component *owner_of(const Report *r, const FlatVariable *flat)
{
    const Instance *instance = r->a->system->flat->instance;
    if (!flat || !instance || flat->component.i < 0) return NULL;
    const Component *c = instance->components[flat->component.i];
    return c->parent && c->parent->name ? c->parent : NULL;
}

static const char *path_of(Report *r, const Component *c)
{
    Text t = text_make(r->a->scratch);
    component_print_path(r->a->system->flat->instance, c->id, &t);
    return text_cstr(&t);
}

static bool is_connector(const Component *c)
{
    return c && (c->kind == COMPONENT_CONNECTOR || c->is_connector);
}

// ---- Notes ----------------------------------------------------------------------------

// The flow of a connector without a connection is zero by an equation whose place is that of the
// declaration.
static bool is_of_declaration(const Report *r, const SystemEquation *e)
{
    const FlatModel *flat = r->a->system->flat;
    for (uint32_t i = 0; i < flat->n_variables; i++)
        if (flat->variables[i].is_flow && flat->variables[i].span.begin == e->span.begin &&
            flat->variables[i].span.end == e->span.end)
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
        diag_note(diag, d, owner->span, "'%s' is a '%s'", path_of(r, owner),
                  owner->class_name ? owner->class_name->text : "component");
        return;
    }
    if (flat->is_flow)
        diag_note(diag, d, owner->span,
                  "the flow through '%s' cannot be found: two sources or references may be "
                  "connected without anything between them",
                  path_of(r, owner));
    else if (r->flows_are_over)
        diag_note(diag, d, owner->span,
                  "the level of '%s' is free: it may be unconnected, or a ground or another "
                  "reference is missing",
                  path_of(r, owner));
    else
        diag_note(diag, d, owner->span, "'%s' may lack a connection", path_of(r, owner));
}

// An input of a component takes its value from a connection.
static void note_inputs(Report *r, Diagnostic *d, const SystemPiece *p)
{
    const Instance *instance = r->a->system->flat->instance;
    uint32_t n = 0;
    for (int32_t i = 0; i < p->n_vars && n < MOST_NOTES; i++) {
        const FlatVariable *flat = flat_of(r, r->s->variables[p->vars[i]]);
        const Component *owner = owner_of(r, flat);
        if (!owner) continue;
        const Component *c = instance->components[flat->component.i];
        if (!c->is_connector || c->causality != CAUSALITY_INPUT) continue;
        diag_note(r->a->session->diag, d, owner->span, "the input '%s' may lack a connection",
                  path_of(r, c));
        n++;
    }
}

// ---- Too many -------------------------------------------------------------------------

static bool is_input_equation(Report *r, EquationId id)
{
    VarVec *vars = variables_of(r->a, system_equation(r->a->system, id));
    for (uint32_t i = 0; i < vars->count; i++)
        if (system_variable(r->a->system, vars->data[i])->role == ROLE_INPUT) return true;
    return false;
}

// The variables of an equation as it was written: what is known was replaced in it since then.
typedef struct Written {
    VEC(VarId) flat; // of the flat model
    bool has_unknowns;
} Written;

typedef struct WrittenWalk {
    Report *r;
    Written *w;
} WrittenWalk;

static void add_written(void *client, const Expr *e)
{
    const WrittenWalk *walk = client;
    if (e->kind != EXPR_REF) return;
    const FlatVariable *v = &walk->r->a->system->flat->variables[e->u.var.i];
    if (v->variability > VARIABILITY_PARAMETER) walk->w->has_unknowns = true;
    VEC_PUSH(walk->r->a->scratch, &walk->w->flat, e->u.var);
}

static Written written_in(Report *r, const SystemEquation *e)
{
    const FlatModel *flat = r->a->system->flat;
    Written w = {0};
    WrittenWalk walk = {r, &w};
    for (uint32_t i = 0; i < flat->n_equations; i++) {
        const Equation *f = &flat->equations[i];
        if (f->kind != EQN_EQUALS || f->span.begin != e->span.begin ||
            f->component.i != e->component.i)
            continue;
        expr_walk(r->a->exprs, f->left, &walk, add_written);
        expr_walk(r->a->exprs, f->right, &walk, add_written);
    }
    return w;
}

// Among the equations that went away in favour of a value, the one that gave `v` its own: it
// mentions v and as little else as possible. NULL: none.
static const SystemEquation *determining(Report *r, VarId v, const SystemEquation *except)
{
    const EquationSystem *system = r->a->system;
    VarId root = system_variable(system, v)->root;
    const SystemEquation *best = NULL;
    uint32_t least = UINT32_MAX;
    for (uint32_t k = 0; k < system->equations.count; k++) {
        const SystemEquation *e = &system->equations.data[k];
        if (!(e->flags & EQUATION_REMOVED) || e->origin == ORIGIN_CONNECT || e == except) continue;
        VarVec *vars = variables_of(r->a, e);
        for (uint32_t i = 0; i < vars->count && vars->count < least; i++)
            if (vars->data[i].i == v.i || vars->data[i].i == root.i) {
                best = e;
                least = vars->count;
            }
    }
    return best;
}

static void note_known(Report *r, Diagnostic *d, EquationId id, const Written *w)
{
    const EquationSystem *system = r->a->system;
    uint32_t n_notes = 0;
    for (uint32_t i = 0; i < w->flat.count && n_notes < MOST_NOTES; i++) {
        VarId v = system->first_of_flat[w->flat.data[i].i];
        if (v.i < 0 || system_variable(system, v)->role == ROLE_PARAMETER) continue;
        const SystemEquation *e = determining(r, v, system_equation(system, id));
        if (!e) continue;
        EquationId by = {(int32_t)(e - system->equations.data)};
        diag_note(r->a->session->diag, d, e->span, "'%s' is determined by %s",
                  name_of_variable(r->a, v), text_of_equation(r->a, by));
        n_notes++;
    }
}

// At the top of the model.
static const Component *part_of_model(Report *r, ComponentId id)
{
    const Instance *instance = r->a->system->flat->instance;
    if (!instance || id.i < 0) return NULL;
    const Component *c = instance->components[id.i];
    while (c->parent && c->parent->parent) c = c->parent;
    return c->parent ? c : NULL;
}

// Another component that determines what a potential of this one's connectors is; NULL: none.
static const Component *opponent(Report *r, EquationId id, const Written *w)
{
    const EquationSystem *system = r->a->system;
    const Component *own = part_of_model(r, system_equation(system, id)->component);
    for (uint32_t i = 0; own && i < w->flat.count; i++) {
        const FlatVariable *flat = &system->flat->variables[w->flat.data[i].i];
        VarId v = system->first_of_flat[w->flat.data[i].i];
        if (v.i < 0 || flat->is_flow || !is_connector(owner_of(r, flat))) continue;
        const SystemEquation *e = determining(r, v, system_equation(system, id));
        const Component *other = e ? part_of_model(r, e->component) : NULL;
        if (other && other != own) return other;
    }
    return NULL;
}

static void report_nothing_left(Report *r, EquationId id)
{
    Diag *diag = r->a->session->diag;
    const SystemEquation *e = system_equation(r->a->system, id);
    const char *text = text_of_equation(r->a, id);
    if (is_input_equation(r, id)) {
        Diagnostic *d =
            diag_error(diag, e->span, E_OVERDETERMINED,
                       "this equation is a constraint between inputs: they are given from outside");
        diag_label(diag, d, "remove it, or make one of them an output");
    } else if (e->origin == ORIGIN_CONNECT && is_of_declaration(r, e)) {
        diag_error(diag, e->span, E_OVERDETERMINED,
                   "the flow of a connector without a connection is zero, and other equations say "
                   "so already");
    } else if (e->origin == ORIGIN_CONNECT) {
        diag_error(diag, e->span, E_OVERDETERMINED,
                   "this connection says nothing new: what it relates is determined already");
    } else {
        Written w = written_in(r, e);
        const Component *other = opponent(r, id, &w);
        const char *what =
            other
                ? arena_printf(r->a->scratch,
                               "'%s' determines the same, too: two sources against each other, or "
                               "a short circuit; something must be between them",
                               path_of(r, other))
                : "this equation determines nothing: everything in it is known already";
        Diagnostic *d = diag_error(diag, e->span, E_OVERDETERMINED, "%s", what);
        if (w.flat.count && !w.has_unknowns)
            diag_label(diag, d, "a parameter takes its value in its declaration");
        else if (strlen(text) < LONGEST_TEXT)
            diag_label(diag, d, "with what is known it reads %s; remove it, or what it contradicts",
                       text);
        note_known(r, d, id, &w);
    }
}

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

static void report_over(Report *r, const SystemPiece *p)
{
    // The equation written last is the likeliest surplus.
    EquationId last = r->s->equations[p->eqns[p->n_eqns - 1]];
    if (p->n_vars == 0) {
        report_nothing_left(r, last);
        return;
    }
    Text names = text_make(r->a->scratch);
    list_names(r, p, &names);
    Diagnostic *d =
        diag_error(r->a->session->diag, system_equation(r->a->system, last)->span, E_OVERDETERMINED,
                   "%d equations for %s", p->n_eqns, text_cstr(&names));
    label_surplus(r, d, last);
    for (int32_t i = 0; i < p->n_eqns - 1 && i < MOST_NOTES; i++)
        note_equation(r, d, r->s->equations[p->eqns[i]]);
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

static void report_under(Report *r, const SystemPiece *p)
{
    Analysis *a = r->a;
    Text names = text_make(a->scratch);
    if (!has_free_level(r, p)) list_names(r, p, &names);
    VarId first = r->s->variables[p->vars[0]];
    const FlatVariable *flat = flat_of(r, first);
    Span span = flat ? flat->span : (Span){0, 0};
    Diagnostic *d;
    bool is_level = has_free_level(r, p);
    if (is_level) list_levels(r, p, &names);
    if (is_level)
        d = diag_error(
            a->session->diag, span, E_UNDERDETERMINED,
            "nothing fixes the level of %s: a ground or another reference is missing, or "
            "a connection",
            text_cstr(&names));
    else if (p->n_eqns == 0)
        d = diag_error(a->session->diag, span, E_UNDERDETERMINED, "no equation determines %s",
                       text_cstr(&names));
    else
        d = diag_error(a->session->diag, span, E_UNDERDETERMINED, "only %d equation%s for %s",
                       p->n_eqns, p->n_eqns == 1 ? "" : "s", text_cstr(&names));
    if (is_level) return;
    label_missing(r, d, first, p->n_vars - p->n_eqns);
    note_inputs(r, d, p);
    note_connector(r, d, first);
    for (int32_t i = 0; i < p->n_eqns && i < MOST_NOTES; i++)
        note_equation(r, d, r->s->equations[p->eqns[i]]);
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

static ComponentId component_of(Report *r, const SystemPiece *p)
{
    if (p->part == PART_OVER)
        return system_equation(r->a->system, r->s->equations[p->eqns[p->n_eqns - 1]])->component;
    const FlatVariable *flat = flat_of(r, r->s->variables[p->vars[0]]);
    return flat ? flat->component : (ComponentId){-1};
}

// The modeller's own component and line first.
static void lead_home(Report *r, ComponentId id, uint32_t first)
{
    const FlatModel *flat = r->a->system->flat;
    if (!flat->instance || id.i < 0) return;
    component_lead(flat->instance->components[id.i], flat->span, r->a->session->diag, first, false);
}

void report_singular(Analysis *a, const StructuralGraph *s)
{
    DulmageMendelsohn dm = dulmage_mendelsohn(a->scratch, s->g, s->m);
    Report r = {.a = a, .s = s};
    bool are_types = false;
    for (int32_t i = 0; i < dm.n_pieces; i++) are_types |= report_integers(&r, &dm.pieces[i]);
    if (are_types) return; // what else is too much or missing follows from that
    for (int32_t i = 0; i < dm.n_pieces; i++) {
        if (dm.pieces[i].part == PART_OVER)
            r.flows_are_over = r.flows_are_over || relates_flows(&r, &dm.pieces[i]);
        if (dm.pieces[i].part == PART_OVER && dm.pieces[i].n_vars == 0)
            r.connection_is_over |= relates_flows(&r, &dm.pieces[i]);
    }
    bool is_level = false;
    for (int32_t i = 0; i < dm.n_pieces; i++)
        is_level |= dm.pieces[i].part != PART_OVER && has_free_level(&r, &dm.pieces[i]);
    for (int32_t i = 0; i < dm.n_pieces && i < MOST_PIECES; i++) {
        bool is_over = dm.pieces[i].part == PART_OVER;
        bool follows = is_level && is_over && dm.pieces[i].n_vars == 0;
        if (follows && relates_flows(&r, &dm.pieces[i])) continue; // see has_free_level
        uint32_t reports = diag_total(a->session->diag);
        if (dm.pieces[i].part == PART_OVER)
            report_over(&r, &dm.pieces[i]);
        else
            report_under(&r, &dm.pieces[i]);
        lead_home(&r, component_of(&r, &dm.pieces[i]), reports);
    }
}
