// final_parameters.c -- final parameters that depend on nothing changeable get their value now.
//
// A final parameter bound to literals, constants and other such parameters can never change, so
// that equations may use its number: a resistance that is zero for ever must not be divided by.
// One depth first walk over the bindings; each scalar is evaluated once, and each expression is
// looked at twice: for what it uses, then for what that makes of it.
#include "expr/stamps.h"
#include "instance/components/copies.h"

enum { UNSEEN, BUSY, CLOSED, OPEN }; // a variable

// Stamps: expressions that depend on nothing changeable, and others; above them the binding in
// which one was met last.
enum { EXPR_CLOSED = 1, EXPR_OPEN, EXPR_MET };

typedef struct Uses {
    VEC(int32_t) variables; // that the binding at hand refers to
    bool has_open;          // it has expressions that are known to be changeable
    ExprStamps met;
    uint32_t at;
    const uint8_t *state; // by variable
} Uses;

typedef struct FinalFrame {
    int32_t variable;
    int32_t *uses;
    uint32_t n_uses, next;
    bool is_closed; // so far everything it uses is
} FinalFrame;

static void note_use(void *client, const Expr *e)
{
    Uses *uses = client;
    if (e->kind == EXPR_REF) VEC_PUSH(uses->met.arena, &uses->variables, e->u.var.i);
}

static bool is_new(void *client, const Expr *e)
{
    Uses *uses = client;
    uint32_t met = expr_stamp(&uses->met, e);
    uses->has_open |= met == EXPR_OPEN;
    bool is_known = met == EXPR_CLOSED || met == EXPR_OPEN || met == uses->at;
    if (is_known || !(e->flags & EXPR_HAS_REF)) return false;
    expr_set_stamp(&uses->met, e, uses->at);
    return true;
}

static bool is_unsettled(void *client, const Expr *e)
{
    const Uses *uses = client;
    uint32_t met = expr_stamp(&uses->met, e);
    return (e->flags & EXPR_HAS_REF) && met != EXPR_CLOSED && met != EXPR_OPEN;
}

static void settle(void *client, const Expr *e)
{
    Uses *uses = client;
    bool is_open = e->kind == EXPR_REF && uses->state[e->u.var.i] != CLOSED;
    for (uint32_t i = 0; i < e->n_args && !is_open; i++)
        is_open = e->args[i] && expr_stamp(&uses->met, e->args[i]) == EXPR_OPEN;
    expr_set_stamp(&uses->met, e, is_open ? EXPR_OPEN : EXPR_CLOSED);
}

static bool is_candidate(const Variable *v)
{
    if (v->variability == VARIABILITY_CONSTANT) return true;
    if (v->variability != VARIABILITY_PARAMETER || !v->is_final || !v->binding) return false;
    if (expr_is_error(v->binding) || type_elem(v->type)->kind == TYPE_EXTERNAL) return false;
    if (v->attributes->fixed && !expr_is_true(v->attributes->fixed)) return false;
    return !(v->binding->flags & (EXPR_HAS_IMPURE | EXPR_HAS_TIME | EXPR_HAS_EVENT));
}

static const Expr *binding_of(const Front *f, int32_t variable)
{
    const Expr *binding = f->variables.data[variable]->binding;
    return binding && !expr_is_error(binding) ? binding : NULL;
}

static FinalFrame frame_of(Front *f, Uses *uses, int32_t variable)
{
    uses->variables.count = 0;
    uses->has_open = false;
    uses->at = EXPR_MET + (uint32_t)variable;
    expr_walk_where(&uses->met, binding_of(f, variable), uses, is_new, note_use);
    uint32_t n = uses->variables.count;
    int32_t *used = ARENA_COPY(uses->met.arena, int32_t, uses->variables.data, n);
    return (FinalFrame){variable, used, n, 0, !uses->has_open};
}

static const Expr *value_of(Front *f, Variable *v)
{
    const Variable *like = is_copy(f, v->component) ? copied_variable(f, v) : NULL;
    if (!like || !like->value || like->binding != like->value)
        return slot_value(f, slot_of_variable(f, v->id), v->declared->span, false);
    v->is_frozen = like->is_frozen;
    v->frozen_by = like->frozen_by;
    return like->value;
}

static void evaluate(Front *f, int32_t variable)
{
    Variable *v = f->variables.data[variable];
    TypeKind kind = v->type->kind;
    bool is_number = kind == TYPE_REAL || kind == TYPE_INTEGER || kind == TYPE_BOOLEAN ||
                     kind == TYPE_ENUMERATION;
    if (!is_number || v->value || v->variability == VARIABILITY_CONSTANT) return;
    const Expr *value = value_of(f, v);
    if (!value || value->type != v->type) return;
    v->value = v->binding = value;
    Slot *slot = f->slot_of_variable.data[variable];
    if (!slot) return;
    slot->value = slot->binding = value;
    slot->value_state = QUERY_DONE;
}

void evaluate_final_parameters(Front *f)
{
    Arena *scratch = arena_open("final parameters");
    uint32_t n = f->variables.count;
    uint8_t *state = ARENA_ARRAY(scratch, uint8_t, n + 1);
    VEC(FinalFrame) stack = {0};
    Uses uses = {.met = {.arena = scratch}, .state = state};
    for (uint32_t i = 0; i < n; i++) {
        if (state[i] != UNSEEN) continue;
        state[i] = is_candidate(f->variables.data[i]) ? BUSY : OPEN;
        if (state[i] == BUSY) VEC_PUSH(scratch, &stack, frame_of(f, &uses, (int32_t)i));
        while (stack.count) {
            FinalFrame *top = &VEC_LAST(&stack);
            if (top->next == top->n_uses) {
                expr_walk_where(&uses.met, binding_of(f, top->variable), &uses, is_unsettled,
                                settle);
                state[top->variable] = top->is_closed ? CLOSED : OPEN;
                if (top->is_closed) evaluate(f, top->variable);
                (void)VEC_POP(&stack);
                if (stack.count && state[top->variable] != CLOSED)
                    VEC_LAST(&stack).is_closed = false;
                continue;
            }
            int32_t use = top->uses[top->next++];
            if (state[use] == UNSEEN && is_candidate(f->variables.data[use])) {
                state[use] = BUSY;
                VEC_PUSH(scratch, &stack, frame_of(f, &uses, use));
            } else if (state[use] != CLOSED) { // changeable, or part of a ring
                if (state[use] == UNSEEN) state[use] = OPEN;
                top->is_closed = false;
            }
        }
    }
    arena_close(scratch);
}
