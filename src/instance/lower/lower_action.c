// lower_action.c -- assert, terminate, reinit and the conditions of when (8.3.5 to 8.3.8): the
// same in equations and algorithms.
#include "instance/lower/lower.h"

StatementWord statement_word(const AstExpr *call)
{
    const AstExpr *ref = call->kind == AST_CALL ? call->u.call.function : NULL;
    if (!ref || ref->kind != AST_REF || ref->u.ref.n_parts != 1) return WORD_NONE;
    const char *name = ref->u.ref.parts[0].name->text;
    if (strcmp(name, "assert") == 0) return WORD_ASSERT;
    if (strcmp(name, "terminate") == 0) return WORD_TERMINATE;
    if (strcmp(name, "reinit") == 0) return WORD_REINIT;
    return WORD_NONE;
}

// Positional and named arguments of assert and the like; NULL where none was given.
static bool gather(const Lower *l, const AstExpr *call, const char *const *names, uint32_t n,
                   const AstExpr **texts)
{
    const AstArgs *args = call->u.call.args;
    if (args->positional.count > n) {
        diag_error(l->f->diag, call->span, E_ARGUMENT, "too many arguments");
        return false;
    }
    for (uint32_t i = 0; i < args->positional.count; i++) texts[i] = args->positional.items[i];
    for (uint32_t i = 0; i < args->n_named; i++) {
        uint32_t k = 0;
        while (k < n && strcmp(names[k], args->named[i].name->text) != 0) k++;
        if (k == n || texts[k]) {
            diag_error(l->f->diag, args->named[i].name_span, E_ARGUMENT,
                       "there is no argument '%s' here", args->named[i].name->text);
            return false;
        }
        texts[k] = args->named[i].value;
    }
    return true;
}

static bool lacks_argument(const Lower *l, const AstExpr *call, const char *name)
{
    diag_error(l->f->diag, call->span, E_ARGUMENT, "the argument '%s' is missing", name);
    return false;
}

// A condition that is false whatever the parameters: the message is for the reader of the model.
static bool fails_for_certain(const Lower *l, const AstExpr *call, const Expr *condition,
                              const Expr *message)
{
    if (!expr_is_false(condition) || l->function || l->in_when || l->in_undecided_if) return false;
    if (l->f->s->as_part) return false; // who uses the part will have other parameters
    const Expr *text = evaluate_now(l->f, message, call->span, false);
    diag_error(l->f->diag, call->span, E_EVALUATION, "the assertion fails: %s",
               text && text->kind == EXPR_STRING ? text->u.string->text : "");
    return true;
}

bool lower_assert(const Lower *l, const AstExpr *call, const Expr **condition, const Expr **message,
                  const Expr **level)
{
    static const char *const names[] = {"condition", "message", "level"};
    const AstExpr *texts[3] = {NULL, NULL, NULL};
    if (!gather(l, call, names, 3, texts)) return false;
    if (!texts[0] || !texts[1]) return lacks_argument(l, call, names[texts[0] ? 1 : 0]);
    *condition = lower_condition(l, texts[0], "the condition of 'assert'");
    *message = lower_as(l, texts[1], type_basic(l->t, TYPE_STRING), "the message of 'assert'");
    *level = NULL;
    if (expr_is_error(*condition) || expr_is_error(*message)) return false;
    if (!texts[2]) return !fails_for_certain(l, call, *condition, *message);
    *level = lower_node(l, texts[2], NULL);
    if (expr_is_error(*level)) return false;
    if ((*level)->type->kind != TYPE_ENUMERATION) {
        diag_error(l->f->diag, texts[2]->span, E_TYPE,
                   "the level of 'assert' must be of type "
                   "'AssertionLevel', but '%s' is of type '%s'",
                   source_text(l->f, texts[2]->span), type_text(l->f, (*level)->type));
        return false;
    }
    if (!is_parametric(l, *level, texts[2], "the level of 'assert'")) return false;
    *level = evaluate_now(l->f, *level, texts[2]->span, true);
    if (!*level) return false;
    bool is_warning = (*level)->u.integer == 2;
    return is_warning || !fails_for_certain(l, call, *condition, *message);
}

const Expr *lower_terminate(const Lower *l, const AstExpr *call)
{
    static const char *const names[] = {"message"};
    const AstExpr *text = NULL;
    if (l->function) {
        diag_error(l->f->diag, call->span, E_EQUATION, "'terminate' cannot be used in a function");
        return expr_error(l->t);
    }
    if (!gather(l, call, names, 1, &text)) return expr_error(l->t);
    if (!text) return lacks_argument(l, call, names[0]), expr_error(l->t);
    return lower_as(l, text, type_basic(l->t, TYPE_STRING), "the message of 'terminate'");
}

bool lower_reinit(const Lower *l, const AstExpr *call, const Expr **state, const Expr **value)
{
    static const char *const names[] = {"x", "expr"};
    const AstExpr *texts[2] = {NULL, NULL};
    if (!gather(l, call, names, 2, texts)) return false;
    if (!texts[0] || !texts[1]) return lacks_argument(l, call, names[texts[0] ? 1 : 0]);
    if (!l->in_when || l->in_initial) {
        diag_error(l->f->diag, call->span, E_EQUATION, "'reinit' is only allowed inside 'when'");
        return false;
    }
    *state = lower_node(l, texts[0], NULL);
    if (expr_is_error(*state)) return false;
    const Expr *root = *state;
    while (root->kind == EXPR_SUBSCRIPT) root = root->args[0];
    bool is_state = root->kind == EXPR_REF || root->kind == EXPR_ARRAY;
    if (expr_variability(l->f, *state) <= VARIABILITY_PARAMETER) is_state = false;
    if (!is_state || type_elem((*state)->type)->kind != TYPE_REAL) {
        diag_error(l->f->diag, texts[0]->span, E_TYPE, "'reinit' needs a Real variable, not '%s'",
                   source_text(l->f, texts[0]->span));
        return false;
    }
    *value = lower_as(l, texts[1], (*state)->type, "the new value");
    return !expr_is_error(*value);
}

// A vector of conditions as {c[1], c[2], ...}: each is an event of its own.
static const Expr *written_out(const Lower *l, const Expr *vector)
{
    int32_t n = type_dim(vector->type, 0);
    if (vector->kind == EXPR_ARRAY || n < 0) return vector;
    const Expr **items = ARENA_ARRAY(l->f->work, const Expr *, n + 1);
    for (int32_t i = 0; i < n; i++) {
        const Expr *index = expr_integer(l->t, i + 1);
        bool by_element = vector->kind == EXPR_OP && vector->n_args == 1;
        items[i] = expr_subscript(l->t, by_element ? vector->args[0] : vector, &index, 1);
        if (by_element) items[i] = expr_op1(l->t, (Op)vector->op, items[i]);
    }
    return expr_array(l->t, items, (uint32_t)n, type_basic(l->t, TYPE_BOOLEAN));
}

const Expr *lower_when_condition(const Lower *l, const AstExpr *text)
{
    const Expr *condition = lower_node(l, text, NULL);
    if (expr_is_error(condition)) return condition;
    const Type *type = condition->type;
    bool is_boolean = type_elem(type)->kind == TYPE_BOOLEAN && type_rank(type) <= 1;
    if (is_boolean && expr_variability(l->f, condition) == VARIABILITY_CONTINUOUS) { // 8.3.5
        Diagnostic *d = diag_error(l->f->diag, text->span, E_VARIABILITY,
                                   "the condition of 'when' must change at events only, but '%s' "
                                   "can change between them",
                                   source_text(l->f, text->span));
        diag_label(l->f->diag, d, "relations outside of noEvent and functions generate events");
        return expr_error(l->t);
    }
    if (is_boolean && type_rank(type) == 1) return written_out(l, condition);
    if (is_boolean || type->kind == TYPE_CLOCK) return condition;
    diag_error(
        l->f->diag, text->span, E_TYPE,
        "the condition of 'when' must be a Boolean, a vector of Booleans or a clock, but '%s' "
        "is of type '%s'",
        source_text(l->f, text->span), type_text(l->f, type));
    return expr_error(l->t);
}
