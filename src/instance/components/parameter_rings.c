// parameter_rings.c -- parameters whose values need each other (4.4.3): depth first search over
// bindings.
//
// Works on lowered bindings, in which decided conditions have already dropped their dead
// branches; a value that was evaluated depends on nothing any more. Linear in the distinct
// expressions: those below variables that are done lead to no ring.
#include "expr/stamps.h"
#include "instance/classes/classes.h"

enum { UNSEEN, OPEN, CLOSED };

typedef struct Uses {
    VEC(int32_t) variables; // that the binding at hand refers to
    ExprStamps met;         // the last variable whose binding they were met in, plus one
    uint32_t at;            // the same of the binding at hand
    const uint8_t *state;   // by variable
} Uses;

typedef struct RingFrame {
    int32_t variable;
    int32_t *uses;
    uint32_t n_uses, next;
} RingFrame;

static void note_use(void *client, const Expr *e)
{
    Uses *uses = client;
    if (e->kind == EXPR_REF) VEC_PUSH(uses->met.arena, &uses->variables, e->u.var.i);
}

static bool is_in_question(void *client, const Expr *e)
{
    Uses *uses = client;
    uint32_t met = expr_stamp(&uses->met, e);
    bool is_done = met == uses->at || (met && uses->state[met - 1] == CLOSED);
    if (is_done || !(e->flags & EXPR_HAS_REF)) return false;
    expr_set_stamp(&uses->met, e, uses->at);
    return true;
}

static bool depends(const Front *f, const Variable *v)
{
    const Slot *slot = f->slot_of_variable.data[v->id.i]; // NULL: nobody has asked for its value
    if (slot && slot->value_state == QUERY_FAILED) return false; // reported
    return v->variability <= VARIABILITY_PARAMETER && v->binding && !v->value &&
           !expr_is_error(v->binding) && (v->binding->flags & EXPR_HAS_REF);
}

static RingFrame frame_of(Front *f, Uses *uses, int32_t variable)
{
    uses->variables.count = 0;
    uses->at = (uint32_t)variable + 1;
    expr_walk_where(&uses->met, f->variables.data[variable]->binding, uses, is_in_question,
                    note_use);
    uint32_t n = uses->variables.count;
    return (RingFrame){variable, ARENA_COPY(uses->met.arena, int32_t, uses->variables.data, n), n,
                       0};
}

// The elements of an array may need each other without a ring: that is seen, or reported, where
// they are ordered.
static bool has_array(const Front *f, const RingFrame *stack, uint32_t from, uint32_t depth)
{
    for (uint32_t i = from; i < depth; i++)
        if (type_rank(f->variables.data[stack[i].variable]->type)) return true;
    return false;
}

static void report_ring(Front *f, const RingFrame *stack, uint32_t depth, int32_t closing)
{
    uint32_t from = depth;
    while (from > 0 && stack[from - 1].variable != closing) from--;
    const Variable *v = f->variables.data[closing];
    const char *name = slot_of_variable(f, (VarId){closing})->name->text;
    Diagnostic *d;
    if (has_array(f, stack, from ? from - 1 : 0, depth))
        d = diag_breach(f->diag, v->declared->binding_span, E_VALUE_RING,
                        "the value of '%s' depends on itself (4.4.3): the elements are taken one "
                        "after the other",
                        name);
    else
        d = diag_error(f->diag, v->declared->binding_span, E_VALUE_RING,
                       "the value of '%s' depends on itself", name);
    for (uint32_t i = from; i < depth; i++)
        diag_note(f->diag, d, f->variables.data[stack[i].variable]->declared->binding_span,
                  "through '%s'", slot_of_variable(f, (VarId){stack[i].variable})->name->text);
}

void check_parameter_rings(Front *f)
{
    Arena *scratch = arena_open("parameter rings");
    uint8_t *state = ARENA_ARRAY(scratch, uint8_t, f->variables.count + 1);
    VEC(RingFrame) stack = {0};
    Uses uses = {.met = {.arena = scratch}, .state = state};
    for (uint32_t i = 0; i < f->variables.count; i++) {
        if (state[i] != UNSEEN || !depends(f, f->variables.data[i])) continue;
        VEC_PUSH(scratch, &stack, frame_of(f, &uses, (int32_t)i));
        state[i] = OPEN;
        while (stack.count) {
            RingFrame *top = &VEC_LAST(&stack);
            if (top->next == top->n_uses) {
                state[top->variable] = CLOSED;
                (void)VEC_POP(&stack);
                continue;
            }
            int32_t use = top->uses[top->next++];
            if (state[use] == OPEN) report_ring(f, stack.data, stack.count, use);
            if (state[use] == OPEN) state[use] = CLOSED; // one report for one ring
            if (state[use] != UNSEEN || !depends(f, f->variables.data[use])) continue;
            state[use] = OPEN;
            VEC_PUSH(scratch, &stack, frame_of(f, &uses, use));
        }
    }
    arena_close(scratch);
}
