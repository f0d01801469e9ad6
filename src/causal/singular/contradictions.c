// Equations that contradict or repeat what others have said: both sides by their place, also those
// that went away when what they say was put in for a variable.
#include <string.h>

#include "causal/singular/singular.h"

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

// Does it, or what it is another name of, have a value that follows from parameters and time alone?
static bool is_known(const Report *r, VarId flat)
{
    const EquationSystem *system = r->a->system;
    VarId v = system->first_of_flat[flat.i];
    if (v.i < 0) return true;
    const SystemVariable *root = system_variable(system, system_variable(system, v)->root);
    return root->role == ROLE_PARAMETER || root->role == ROLE_CONSTANT;
}

// A connection makes equations of potentials and of flows: those in which nothing is open.
static void keep_known(const Report *r, Written *w)
{
    const FlatModel *flat = r->a->system->flat;
    bool is_open[2] = {false, false};
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->flat.count; i++)
        if (!is_known(r, w->flat.data[i])) is_open[flat->variables[w->flat.data[i].i].is_flow] = 1;
    if (is_open[0] == is_open[1]) return;
    for (uint32_t i = 0; i < w->flat.count; i++)
        if (!is_open[flat->variables[w->flat.data[i].i].is_flow])
            w->flat.data[n++] = w->flat.data[i];
    w->flat.count = n;
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

// ---- Who has said it before --------------------------------------------------------------------

static bool stands_alone(const Expr *side, VarId v)
{
    return side->kind == EXPR_REF && side->u.var.i == v.i;
}

// How well e tells where the value of v comes from: with v alone on a side, then with as little
// else as possible; lower is better.
static uint32_t remoteness(Report *r, const SystemEquation *e, VarId v)
{
    VarId root = system_variable(r->a->system, v)->root;
    VarVec *vars = variables_of(r->a, e);
    bool is_there = false, is_alone = false;
    for (uint32_t i = 0; i < vars->count; i++)
        is_there |= vars->data[i].i == v.i || vars->data[i].i == root.i;
    is_alone = stands_alone(e->left, v) || stands_alone(e->left, root) ||
               stands_alone(e->right, v) || stands_alone(e->right, root);
    return is_there ? 2 * vars->count + !is_alone : UINT32_MAX;
}

// Among the equations that went away in favour of a value, the one that gave `v` its own. NULL:
// none.
static const SystemEquation *determining(Report *r, VarId v, const SystemEquation *except)
{
    const EquationSystem *system = r->a->system;
    const SystemEquation *best = NULL;
    uint32_t least = UINT32_MAX;
    for (uint32_t k = 0; k < system->equations.count; k++) {
        const SystemEquation *e = &system->equations.data[k];
        if (!(e->flags & EQUATION_REMOVED) || e->origin == ORIGIN_CONNECT || e == except) continue;
        uint32_t remote = remoteness(r, e, v);
        if (remote >= least) continue;
        best = e;
        least = remote;
    }
    return best;
}

typedef struct Known { // a variable, and the equation that it is looked for beside
    VarId variable;
    const SystemEquation *beside;
} Known;
typedef VEC(Known) KnownVec;

static bool is_before(const KnownVec *all, uint32_t place)
{
    for (uint32_t i = 0; i < place; i++)
        if (all->data[i].variable.i == all->data[place].variable.i) return true;
    return false;
}

// What the equations that determine them are made of, in turn: x = 2*y and y = 3.
static void note_known(Report *r, Diagnostic *d, EquationId id, const Written *w)
{
    const EquationSystem *system = r->a->system;
    const SystemEquation *noted[MOST_NOTES];
    uint32_t n_noted = 0;
    KnownVec open = {0};
    for (uint32_t i = 0; i < w->flat.count; i++) {
        VarId v = system->first_of_flat[w->flat.data[i].i];
        if (v.i >= 0) VEC_PUSH(r->a->scratch, &open, ((Known){v, system_equation(system, id)}));
    }
    for (uint32_t i = 0; i < open.count && n_noted < MOST_NOTES; i++) {
        VarId v = open.data[i].variable;
        if (system_variable(system, v)->role == ROLE_PARAMETER || is_before(&open, i)) continue;
        const SystemEquation *e = determining(r, v, open.data[i].beside);
        bool is_new = e && e != system_equation(system, id);
        for (uint32_t k = 0; k < n_noted; k++) is_new &= noted[k] != e;
        if (!is_new) continue;
        noted[n_noted++] = e;
        EquationId by = {(int32_t)(e - system->equations.data)};
        diag_note(r->a->session->diag, d, e->span, "'%s' is determined by %s",
                  name_of_variable(r->a, v), text_of_equation(r->a, by));
        VarVec *vars = variables_of(r->a, e);
        for (uint32_t k = 0; k < vars->count; k++)
            VEC_PUSH(r->a->scratch, &open, ((Known){vars->data[k], e}));
    }
}

// The part of the model that determines a variable; NULL: its own equations.
static const Component *source_of_value(Report *r, VarId flat, EquationId id)
{
    VarId v = r->a->system->first_of_flat[flat.i];
    if (v.i < 0) return NULL;
    const SystemEquation *e = determining(r, v, system_equation(r->a->system, id));
    return e ? part_of_model(r, e->component) : NULL;
}

// One variable of e besides parameters: that one; two: the other of them; else none. `is_source`:
// there is no other, so e says what its value is.
static VarId other_of(Report *r, const SystemEquation *e, VarId v, bool *is_source)
{
    const EquationSystem *system = r->a->system;
    VarVec *vars = variables_of(r->a, e);
    VarId other = NO_VAR;
    bool is_there = false;
    uint32_t n = 0;
    for (uint32_t i = 0; i < vars->count; i++) {
        const SystemVariable *variable = system_variable(system, vars->data[i]);
        bool is_given =
            variable->flat.i >= 0 &&
            system->flat->variables[variable->flat.i].variability <= VARIABILITY_PARAMETER;
        is_there |= vars->data[i].i == v.i;
        n += !is_given;
        if (!is_given && vars->data[i].i != v.i) other = vars->data[i];
    }
    *is_source = is_there && n == 1;
    return is_there && n == 2 ? other : NO_VAR;
}

// The part of the model that says what a variable is, through whatever passes it on; NULL: none.
static const Component *far_source(Report *r, VarId flat, EquationId id)
{
    enum { MOST_STEPS = 60 };
    const EquationSystem *system = r->a->system;
    KnownVec open = {0};
    VarId first = system->first_of_flat[flat.i];
    if (first.i < 0) return NULL;
    VEC_PUSH(r->a->scratch, &open, ((Known){first, system_equation(system, id)}));
    for (uint32_t i = 0; i < open.count && i < MOST_STEPS; i++) {
        if (is_before(&open, i)) continue;
        for (uint32_t k = 0; k < system->equations.count; k++) {
            const SystemEquation *e = &system->equations.data[k];
            bool is_source;
            if (!(e->flags & EQUATION_REMOVED) || e == open.data[0].beside) continue;
            VarId next = other_of(r, e, open.data[i].variable, &is_source);
            if (is_source && e->origin != ORIGIN_CONNECT) return part_of_model(r, e->component);
            if (next.i >= 0) VEC_PUSH(r->a->scratch, &open, ((Known){next, e}));
        }
    }
    return NULL;
}

// ---- What it is ----------------------------------------------------------------------------

// Another component that determines what a potential of this one's connectors is.
static bool find_opponent(Report *r, EquationId id, const Written *w)
{
    const FlatModel *flat = r->a->system->flat;
    r->own = part_of_model(r, system_equation(r->a->system, id)->component);
    for (uint32_t i = 0; r->own && i < w->flat.count; i++) {
        const FlatVariable *v = &flat->variables[w->flat.data[i].i];
        if (v->is_flow || !is_connector(owner_of(r, v))) continue;
        const Component *other = source_of_value(r, w->flat.data[i], id);
        if (!other || other == r->own) continue;
        r->opponent = other;
        return true;
    }
    return false;
}

// Two potentials of one component that connections have made the same; NULL: none.
static const Component *shorted(const Report *r, const Written *w)
{
    const EquationSystem *system = r->a->system;
    for (uint32_t i = 0; i < w->flat.count; i++)
        for (uint32_t k = i + 1; k < w->flat.count; k++) {
            VarId a = system->first_of_flat[w->flat.data[i].i];
            VarId b = system->first_of_flat[w->flat.data[k].i];
            if (a.i < 0 || b.i < 0 || a.i == b.i) continue;
            const Component *one = owner_of(r, flat_of(r, a)), *other = owner_of(r, flat_of(r, b));
            bool are_ends = is_connector(one) && is_connector(other) && one != other &&
                            one->parent == other->parent && !flat_of(r, a)->is_flow;
            VarId root = system_variable(system, a)->root;
            if (are_ends && root.i == system_variable(system, b)->root.i) return one->parent;
        }
    return NULL;
}

// The other part of the model that makes the ends of `part` the same, like a meter of currents
// beside it; NULL: a connection does.
static const Component *joins_ends(Report *r, const Component *part, const Written *w)
{
    const EquationSystem *system = r->a->system;
    VarId root = NO_VAR;
    for (uint32_t i = 0; i < w->flat.count; i++) {
        VarId v = system->first_of_flat[w->flat.data[i].i];
        const Component *owner = v.i >= 0 ? owner_of(r, flat_of(r, v)) : NULL;
        if (owner && is_connector(owner) && owner->parent == part)
            root = system_variable(system, v)->root;
    }
    for (uint32_t k = 0; root.i >= 0 && k < system->equations.count; k++) {
        const SystemEquation *e = &system->equations.data[k];
        const Component *other = part_of_model(r, e->component);
        bool is_candidate = e->flags & EQUATION_REMOVED && e->origin != ORIGIN_CONNECT && other &&
                            other != part_of_model(r, part->id);
        VarVec *vars = is_candidate ? variables_of(r->a, e) : NULL;
        uint32_t n = 0;
        for (uint32_t i = 0; vars && i < vars->count; i++)
            n += system_variable(system, vars->data[i])->root.i == root.i &&
                 is_connector(owner_of(r, flat_of(r, vars->data[i])));
        if (n == 2 && vars->count == 2) return other;
    }
    return NULL;
}

// Two parts that determine what is connected here.
static bool find_opponents_at_connection(Report *r, EquationId id, const Written *w)
{
    for (uint32_t i = 0; i < w->flat.count; i++) {
        const Component *part = far_source(r, w->flat.data[i], id);
        if (!part) part = source_of_value(r, w->flat.data[i], id);
        if (!part || part == r->own) continue;
        if (r->own) r->opponent = part;
        if (r->opponent) return true;
        r->own = part;
    }
    return false;
}

static const char *what_is_connected(Report *r, const Written *w)
{
    const FlatVariable *v = &r->a->system->flat->variables[w->flat.data[0].i];
    const Instance *instance = r->a->system->flat->instance;
    if (v->is_flow)
        return "the flow through this connection: two sources in series; something must be "
               "connected beside them, or one of them is too many";
    bool is_signal = instance->components[v->component.i]->causality != CAUSALITY_NONE;
    return is_signal ? "this signal, which has one source: remove one of the connections"
                     : "what is connected here: two sources against each other, or a short "
                       "circuit; something must be between them";
}

static bool has_root(Report *r, const SystemEquation *e, VarId root)
{
    VarVec *vars = variables_of(r->a, e);
    for (uint32_t i = 0; i < vars->count; i++)
        if (system_variable(r->a->system, vars->data[i])->root.i == root.i) return true;
    return false;
}

// The others that lead to the same signal or node.
static void note_connections(Report *r, Diagnostic *d, const SystemEquation *e, const Written *w)
{
    const EquationSystem *system = r->a->system;
    VarId v = w->flat.count ? system->first_of_flat[w->flat.data[0].i] : NO_VAR;
    uint32_t last = e->span.begin, n = 0;
    for (uint32_t i = 0; v.i >= 0 && i < system->equations.count && n < MOST_NOTES; i++) {
        const SystemEquation *other = &system->equations.data[i];
        bool is_other = other->origin == ORIGIN_CONNECT && other->span.begin != e->span.begin &&
                        other->span.begin != last && !is_of_declaration(r, other);
        if (!is_other || !has_root(r, other, system_variable(system, v)->root)) continue;
        diag_note(r->a->session->diag, d, other->span, "it is connected here, too");
        last = other->span.begin;
        n++;
    }
}

static void report_connection(Report *r, EquationId id)
{
    Diag *diag = r->a->session->diag;
    const SystemEquation *e = system_equation(r->a->system, id);
    Written w = written_in(r, e);
    Diagnostic *d;
    keep_known(r, &w);
    if (find_opponents_at_connection(r, id, &w))
        d = diag_error(diag, e->span, E_OVERDETERMINED, "'%s' and '%s' both determine %s",
                       path_of(r, r->own), path_of(r, r->opponent), what_is_connected(r, &w));
    else
        d = diag_error(diag, e->span, E_OVERDETERMINED,
                       "this connection says nothing new: what it relates is determined already");
    if (r->opponent) {
        diag_note(diag, d, r->own->declared->span, "'%s' is declared here", path_of(r, r->own));
        diag_note(diag, d, r->opponent->declared->span, "'%s' is declared here",
                  path_of(r, r->opponent));
        note_connections(r, d, e, &w);
    }
    note_known(r, d, id, &w);
}

static const char *what_it_is(Report *r, EquationId id, const Written *w)
{
    const SystemEquation *e = system_equation(r->a->system, id);
    if (find_opponent(r, id, w))
        return arena_printf(r->a->scratch,
                            "'%s' determines the same, too: two sources against each other, or "
                            "a short circuit; something must be between them",
                            path_of(r, r->opponent));
    const Component *part = shorted(r, w);
    if (part) {
        const Component *by = joins_ends(r, part, w);
        r->opponent = by ? by : r->own;
        return arena_printf(r->a->scratch,
                            "the ends of '%s' are connected with each other%s%s%s, which "
                            "contradicts what it says of the difference between them",
                            path_of(r, part), by ? " through '" : "", by ? path_of(r, by) : "",
                            by ? "'" : "");
    }
    if (e->left == e->right) return "this equation says nothing new: it follows from others";
    return "this equation determines nothing: everything in it is known already";
}

static void report_equation(Report *r, EquationId id)
{
    Diag *diag = r->a->session->diag;
    const SystemEquation *e = system_equation(r->a->system, id);
    const char *text = text_of_equation(r->a, id);
    Written w = written_in(r, e);
    Diagnostic *d = diag_error(diag, e->span, E_OVERDETERMINED, "%s", what_it_is(r, id, &w));
    if (w.flat.count && !w.has_unknowns)
        diag_label(diag, d, "a parameter takes its value in its declaration");
    else if (e->left == e->right)
        diag_label(diag, d, "another one was meant, or it is too many");
    else if (strlen(text) < LONGEST_TEXT)
        diag_label(diag, d, "with what is known it reads %s; remove it, or what it contradicts",
                   text);
    note_known(r, d, id, &w);
}

void report_nothing_left(Report *r, EquationId id)
{
    Diag *diag = r->a->session->diag;
    const SystemEquation *e = system_equation(r->a->system, id);
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
        report_connection(r, id);
    } else {
        report_equation(r, id);
    }
}
