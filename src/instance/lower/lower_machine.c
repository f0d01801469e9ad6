// lower_machine.c -- transition(..), initialState(..) and the operators that ask a state machine
// (chapter 17). Transitions are listed; flat/state_machines.c makes equations of them.
#include "instance/lower/lower.h"

enum { FROM, TO, CONDITION, IMMEDIATE, RESET, SYNCHRONIZE, PRIORITY, N_ARGUMENTS };

static const char *const argument_names[N_ARGUMENTS] = {
    "from", "to", "condition", "immediate", "reset", "synchronize", "priority"};

static bool refuse(const Lower *l, Span span, const char *format, const char *what)
{
    diag_error(l->f->diag, span, E_ARGUMENT, format, what);
    return false;
}

static bool is_word(const Lower *l, const AstExpr *call, const char *word)
{
    const AstExpr *ref = call->kind == AST_CALL ? call->u.call.function : NULL;
    if (!ref || ref->kind != AST_REF || ref->u.ref.n_parts != 1 ||
        strcmp(ref->u.ref.parts[0].name->text, word) != 0)
        return false;
    // A function of that name in reach is meant instead.
    return lookup_reference(l->f, l->scope, ref, LOOKUP_FUNCTION, false).kind != FOUND_CLASS;
}

static bool gather(const Lower *l, const AstExpr *call, const AstExpr **texts, uint32_t n,
                   uint32_t least)
{
    const AstArgs *args = call->u.call.args;
    if (args->positional.count > n) return refuse(l, call->span, "%s", "too many arguments");
    for (uint32_t i = 0; i < args->positional.count; i++) texts[i] = args->positional.items[i];
    for (uint32_t i = 0; i < args->n_named; i++) {
        uint32_t k = 0;
        while (k < n && strcmp(argument_names[k], args->named[i].name->text) != 0) k++;
        if (k == n || texts[k])
            return refuse(l, args->named[i].name_span, "there is no argument '%s' here",
                          args->named[i].name->text);
        texts[k] = args->named[i].value;
    }
    for (uint32_t i = 0; i < least; i++)
        if (!texts[i])
            return refuse(l, call->span, "the argument '%s' is missing", argument_names[i]);
    return true;
}

static const Component *state_argument(const Lower *l, const AstExpr *text)
{
    const Component *c = lower_component_argument(l, text);
    if (!c || c->kind == COMPONENT_MODEL) return c;
    refuse(l, text->span, "'%s' is no block, and cannot be a state", source_text(l->f, text->span));
    return NULL;
}

static bool flag_argument(const Lower *l, const AstExpr *text, const char *name, bool *flag)
{
    if (!text) return true;
    const Expr *value = lower_as(l, text, type_basic(l->t, TYPE_BOOLEAN), name);
    value = expr_is_error(value) ? NULL : evaluate_now(l->f, value, text->span, true);
    if (value) *flag = expr_is_true(value);
    return value != NULL;
}

static bool priority_argument(const Lower *l, const AstExpr *text, int32_t *priority)
{
    if (!text) return true;
    const Expr *value = lower_as(l, text, type_basic(l->t, TYPE_INTEGER), "the priority");
    value = expr_is_error(value) ? NULL : evaluate_now(l->f, value, text->span, true);
    if (!value) return false;
    *priority = (int32_t)value->u.integer;
    if (value->u.integer >= 1) return true;
    return refuse(l, text->span, "%s", "the priority of a transition is at least 1");
}

static void lower_transition(const Lower *l, const AstExpr *call)
{
    const AstExpr *texts[N_ARGUMENTS] = {0};
    if (!gather(l, call, texts, N_ARGUMENTS, CONDITION + 1)) return;
    const Component *from = state_argument(l, texts[FROM]), *to = state_argument(l, texts[TO]);
    Transition t = {.immediate = true,
                    .reset = true,
                    .priority = 1,
                    .component = l->component,
                    .span = call->span,
                    .condition_span = texts[CONDITION]->span};
    t.condition = lower_as(l, texts[CONDITION], type_basic(l->t, TYPE_BOOLEAN), "the condition");
    if (!from || !to || expr_is_error(t.condition) ||
        !flag_argument(l, texts[IMMEDIATE], "immediate", &t.immediate) ||
        !flag_argument(l, texts[RESET], "reset", &t.reset) ||
        !flag_argument(l, texts[SYNCHRONIZE], "synchronize", &t.synchronize) ||
        !priority_argument(l, texts[PRIORITY], &t.priority))
        return;
    t.from = from->id;
    t.to = to->id;
    VEC_PUSH(l->f->arena, &l->f->transitions, t);
}

static void lower_initial_state(const Lower *l, const AstExpr *call)
{
    const AstExpr *texts[1] = {0};
    if (!gather(l, call, texts, 1, 1)) return;
    const Component *state = state_argument(l, texts[0]);
    if (!state) return;
    InitialState s = {.state = state->id, .span = call->span};
    VEC_PUSH(l->f->arena, &l->f->initial_states, s);
}

bool lower_machine_statement(const Lower *l, const AstExpr *call)
{
    bool is_transition = is_word(l, call, "transition");
    if (!is_transition && !is_word(l, call, "initialState")) return false;
    if (l->in_when || l->in_undecided_if || l->in_initial) {
        diag_error(l->f->diag, call->span, E_EQUATION,
                   "'%s' is not allowed under a condition or in initial equations",
                   is_transition ? "transition" : "initialState");
        return true;
    }
    l->f->has_waiting = true;
    if (is_transition)
        lower_transition(l, call);
    else
        lower_initial_state(l, call);
    return true;
}

const Expr *lower_machine_question(const Lower *l, const AstExpr *call)
{
    static const struct {
        const char *name;
        Op op;
        uint32_t n;
    } questions[] = {{"activeState", OP_ACTIVE_STATE, 1},
                     {"ticksInState", OP_TICKS_IN_STATE, 0},
                     {"timeInState", OP_TIME_IN_STATE, 0}};
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        if (!is_word(l, call, questions[i].name)) continue;
        const AstArgs *args = call->u.call.args;
        if (l->function || args->n_named || args->positional.count != questions[i].n) {
            refuse(l, call->span, "'%s' cannot be called like this here", questions[i].name);
            return expr_error(l->t);
        }
        ComponentId at = l->component;
        if (questions[i].n) {
            const Component *state = state_argument(l, args->positional.items[0]);
            if (!state) return expr_error(l->t);
            at = state->id;
        }
        l->f->has_waiting = true;
        return expr_op1(l->t, questions[i].op, expr_component(l->t, at));
    }
    return NULL;
}
