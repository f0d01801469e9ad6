// discrete_rules.c -- variables and when-clauses: what is assigned there, and where it is
// declared (4.4.4, 4.4.5).
//
// Judged from the lowered equations and algorithms of the whole model. Cost: their size.
#include "base/bitset.h"
#include "base/hash.h"
#include "instance/checks.h"
#include "instance/components/copies.h"
#include "instance/lower/lower.h"

typedef struct Reinit { // the first one of a variable
    const Equation *when;
    uint64_t branch; // the way to it through the branches of when and if
    Span span;
} Reinit;

typedef struct WhenWalk {
    Front *f;
    ComponentId owner;    // whose equations are being read
    BitSet assigned;      // by VarId
    const Equation *when; // around the equation at hand; NULL: none
    uint64_t branch;
    Map reinits; // variable or element, as an expression -> Reinit
} WhenWalk;

// A when-clause sets variables of its own class, not those of a model or block inside it (4.4.4):
// that is for the balance of each model alone, and changes no equation.
static void check_owner(WhenWalk *w, const Variable *v, Span at)
{
    Front *f = w->f;
    const Component *model = NULL, *c = f->components.data[v->component.i]->parent;
    for (; c && c->id.i != w->owner.i; c = c->parent)
        if (c->kind == COMPONENT_MODEL) model = c;
    if (!c || !model || !is_first_report(f, at, E_ASSIGNMENT)) return;
    Diagnostic *d =
        diag_breach(f->diag, at, E_ASSIGNMENT,
                    "'%s' cannot be set in a when-clause here: it belongs to the "
                    "component '%s'",
                    slot_of_variable(f, v->id)->name->text, model->declared->name->text);
    diag_note(f->diag, d, v->declared->span, "it is declared here");
}

static void mark_assigned(WhenWalk *w, const Expr *left, Span at, bool is_clocked)
{
    while (left && (left->kind == EXPR_SUBSCRIPT || left->kind == EXPR_FIELD)) left = left->args[0];
    if (!left) return;
    if (left->kind == EXPR_REF) {
        bitset_add(&w->assigned, (uint32_t)left->u.var.i);
        if (!is_clocked) check_owner(w, w->f->variables.data[left->u.var.i], at);
        return;
    }
    if (left->kind != EXPR_TUPLE && left->kind != EXPR_RECORD && left->kind != EXPR_ARRAY) return;
    for (uint32_t i = 0; i < left->n_args; i++) mark_assigned(w, left->args[i], at, is_clocked);
}

typedef enum { NO_WHEN, WHEN_EVENT, WHEN_CLOCK } WhenKind;

static WhenKind when_kind(const Equation *e)
{
    if (e->kind != EQN_WHEN) return NO_WHEN;
    return e->branches[0].condition->type->kind == TYPE_CLOCK ? WHEN_CLOCK : WHEN_EVENT;
}

// One equation sets a state anew, or one of several branches of which only one is taken (8.3.6).
static void check_reinit(WhenWalk *w, const Equation *e)
{
    const Reinit *first = map_get_pointer(&w->reinits, e->left);
    if (!first) {
        Reinit own = {w->when, w->branch, e->span};
        map_put_pointer(&w->reinits, e->left, ARENA_COPY(w->f->work, Reinit, &own, 1));
        return;
    }
    if (first->when == w->when && first->branch != w->branch) return;
    if (!is_first_report(w->f, e->span, E_EQUATION)) return;
    Diagnostic *d = diag_error(w->f->diag, e->span, E_EQUATION,
                               "'reinit' is applied twice to the same variable");
    diag_note(w->f->diag, d, first->span, "the other one is here");
}

// ---- Branches of one clause ------------------------------------------------------------------

static void gather_left(const Expr *left, Map *set)
{
    if (!left) return;
    if (left->kind != EXPR_TUPLE && left->kind != EXPR_RECORD && left->kind != EXPR_ARRAY) {
        map_put_pointer(set, left, left);
        return;
    }
    for (uint32_t i = 0; i < left->n_args; i++) gather_left(left->args[i], set);
}

static void gather_lefts(Equations list, Map *set)
{
    for (uint32_t i = 0; i < list.count; i++) {
        const Equation *e = &list.items[i];
        if (e->kind == EQN_EQUALS) gather_left(e->left, set);
        for (uint32_t k = 0; k < e->n_branches; k++) gather_lefts(e->branches[k].body, set);
    }
}

static const Expr *part_left_out(const Expr *left, const Map *set)
{
    if (left->kind != EXPR_TUPLE && left->kind != EXPR_RECORD && left->kind != EXPR_ARRAY)
        return map_get_pointer(set, left) ? NULL : left;
    for (uint32_t i = 0; i < left->n_args; i++) {
        const Expr *found = left->args[i] ? part_left_out(left->args[i], set) : NULL;
        if (found) return found;
    }
    return NULL;
}

// What `list` sets and `set` has not; NULL when there is no such variable.
static const Expr *left_out(Equations list, const Map *set)
{
    for (uint32_t i = 0; i < list.count; i++) {
        const Equation *e = &list.items[i];
        const Expr *found = e->kind == EQN_EQUALS ? part_left_out(e->left, set) : NULL;
        for (uint32_t k = 0; k < e->n_branches && !found; k++)
            found = left_out(e->branches[k].body, set);
        if (found) return found;
    }
    return NULL;
}

// All branches of when and elsewhen set the same variables (8.3.5.2); one that is left out keeps
// its value, there is nothing else it could do.
static void check_branches(Front *f, const Equation *when)
{
    Map first = map_make(f->work);
    gather_lefts(when->branches[0].body, &first);
    for (uint32_t k = 1; k < when->n_branches; k++) {
        Map own = map_make(f->work);
        gather_lefts(when->branches[k].body, &own);
        const Expr *missing = left_out(when->branches[0].body, &own);
        if (!missing) missing = left_out(when->branches[k].body, &first);
        if (!missing || !is_first_report(f, when->span, E_EQUATION)) continue;
        while (missing->kind == EXPR_SUBSCRIPT || missing->kind == EXPR_FIELD)
            missing = missing->args[0];
        Name name = missing->kind == EXPR_REF ? slot_of_variable(f, missing->u.var)->name : NULL;
        Diagnostic *d = diag_breach(f->diag, when->span, E_EQUATION,
                                    "the branches of 'when' do not set the same variables");
        if (name) diag_label(f->diag, d, "not all of them set '%s'", name->text);
    }
}

static void walk_equations(WhenWalk *w, Equations list, WhenKind around)
{
    for (uint32_t i = 0; i < list.count; i++) {
        const Equation *e = &list.items[i];
        if (e->kind == EQN_WHEN && e->n_branches > 1) check_branches(w->f, e);
        if (around && e->kind == EQN_EQUALS)
            mark_assigned(w, e->left, e->span, around == WHEN_CLOCK);
        if (w->when && e->kind == EQN_REINIT) check_reinit(w, e);
        for (uint32_t k = 0; k < e->n_branches; k++) {
            const Equation *when = w->when;
            uint64_t branch = w->branch;
            if (e->kind == EQN_WHEN) w->when = e;
            if (e->kind != EQN_FOR) w->branch = hash_mix(branch, k + 1);
            walk_equations(w, e->branches[k].body, around ? around : when_kind(e));
            w->when = when;
            w->branch = branch;
        }
    }
}

static void walk_statements(WhenWalk *w, Statements list, bool in_when)
{
    for (uint32_t i = 0; i < list.count; i++) {
        const Statement *st = &list.items[i];
        if (in_when && st->kind == STMT_ASSIGN) mark_assigned(w, st->left, st->span, false);
        for (uint32_t k = 0; k < st->n_branches; k++)
            walk_statements(w, st->branches[k].body, in_when || st->kind == STMT_WHEN);
    }
}

// ---- pre(), edge(), change() ---------------------------------------------------------------

typedef struct PreSearch {
    const WhenWalk *w;
    const Expr *found; // can change between events
} PreSearch;

static void note_continuous(void *client, const Expr *e)
{
    PreSearch *s = client;
    if (e->kind != EXPR_REF) return;
    const Variable *v = s->w->f->variables.data[e->u.var.i];
    bool is_discrete =
        v->variability <= VARIABILITY_DISCRETE || bitset_has(&s->w->assigned, (uint32_t)e->u.var.i);
    if (!is_discrete) s->found = e;
}

// Outside when-clauses these operators are for what changes at events only (3.7.5).
static void check_pre(WhenWalk *w, const PreUse *use)
{
    Front *f = w->f;
    PreSearch s = {.w = w};
    expr_walk(f->exprs, use->operand, &s, note_continuous);
    if (!s.found || !is_first_report(f, use->span, E_VARIABILITY)) return;
    const Variable *v = f->variables.data[s.found->u.var.i];
    Diagnostic *d = diag_error(f->diag, use->span, E_VARIABILITY,
                               "pre, edge and change of '%s' are allowed only inside a "
                               "when-clause: it can change between events",
                               source_text(f, use->span));
    diag_note(f->diag, d, v->declared->span, "it is declared here, and no when-clause sets it");
}

// ---- Declarations --------------------------------------------------------------------------

static bool is_in_connector(const Front *f, const Variable *v)
{
    for (const Component *c = f->components.data[v->component.i]; c; c = c->parent)
        if (c->is_connector) return true;
    return false;
}

static void check_discrete_variable(WhenWalk *w, const Variable *v)
{
    Front *f = w->f;
    if (v->variability != VARIABILITY_DISCRETE || f->meets_partial) return;
    const Slot *slot = slot_of_text(f, v);
    if (!slot->prefixes.is_discrete || type_elem(v->type)->kind != TYPE_REAL) return;
    if (v->causality == CAUSALITY_INPUT || is_in_connector(f, v)) return;
    if (type_count(v->type) == 0) return; // nothing to set
    if (bitset_has(&w->assigned, (uint32_t)v->id.i)) return;
    if (!is_first_report(f, slot->ast->name_span, E_VARIABILITY)) return;
    diag_error(f->diag, slot->ast->name_span, E_VARIABILITY,
               "'%s' is declared 'discrete', but no when-clause sets it", slot->name->text);
}

void check_when_clauses(Front *f)
{
    WhenWalk w = {.f = f,
                  .assigned = bitset_make(f->work, f->variables.count + 1),
                  .reinits = map_make(f->work)};
    for (uint32_t i = 0; i < f->equations.count; i++) {
        w.owner = f->equations.data[i].component;
        walk_equations(&w, (Equations){&f->equations.data[i], 1}, NO_WHEN);
    }
    for (uint32_t i = 0; i < f->algorithms.count; i++) {
        w.owner = f->algorithms.data[i].component;
        walk_statements(&w, f->algorithms.data[i].body, false);
    }
    for (uint32_t i = 0; i < f->variables.count; i++)
        check_discrete_variable(&w, f->variables.data[i]);
    LoweringState *all = lowering_of(f);
    for (uint32_t i = 0; i < all->pre_uses.count; i++) check_pre(&w, &all->pre_uses.data[i]);
}
