// lower_function_argument.c -- functions as arguments, with captured values (12.4.2).
//
// No function is a value at run time: the callee is specialised for what it is given, and
// captured values become inputs of the specialised callee.
#include "base/suggest.h"
#include "instance/lower/lower.h"

FunctionActual *actual_of_formal(const Lower *l, const AstExpr *ref)
{
    if (!l->function || ref->kind != AST_REF || ref->u.ref.n_parts != 1) return NULL;
    for (uint32_t i = 0; i < l->function->n_actuals; i++)
        if (l->function->actuals[i].formal == ref->u.ref.parts[0].name)
            return &l->function->actuals[i];
    return NULL;
}

// A formal handed on: what it stands for, with the captured values as locals of this function.
static void pass_on(const Lower *l, const FunctionActual *from, FunctionActual *to)
{
    *to = *from;
    to->captured = ARENA_ARRAY(l->f->work, const Expr *, from->n_inputs + 1);
    for (uint32_t i = 0; i < from->n_inputs; i++) {
        if (from->local[i] == UINT32_MAX) continue;
        const Local *local = &l->function->function->locals[from->local[i]];
        to->captured[i] = expr_local(l->t, from->local[i], local->type, local->name);
    }
}

int32_t input_of_name(const Function *function, Name name)
{
    for (uint32_t i = 0; i < function->n_inputs; i++)
        if (function->locals[i].name == name) return (int32_t)i;
    return -1;
}

void report_no_argument(const Lower *l, const Function *function, Name name, Span span)
{
    Diagnostic *d = diag_error(l->f->diag, span, E_ARGUMENT, "'%s' has no argument '%s'",
                               function->name->text, name->text);
    const char **names = ARENA_ARRAY(l->f->work, const char *, function->n_inputs + 1);
    for (uint32_t i = 0; i < function->n_inputs; i++) names[i] = function->locals[i].name->text;
    const char *near = nearest_text(name->text, names, function->n_inputs);
    if (near) diag_replace(l->f->diag, d, span, near);
}

// function f(g = h): f is specialised for h first; its other inputs stay what they are.
static bool capture_functions(const Lower *l, const AstArgs *args, FunctionActual *out)
{
    FunctionActual *inner = ARENA_ARRAY(l->f->work, FunctionActual, args->n_named + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < args->n_named; i++) {
        int32_t k = input_of_name(out->function, args->named[i].name);
        if (k < 0 || type_elem(out->function->locals[k].type)->kind != TYPE_FUNCTION) continue;
        if (!lower_function_argument(l, args->named[i].value, &inner[n])) return false;
        inner[n++].formal = args->named[i].name;
    }
    if (n == 0) return true;
    Function *special = function_specialised(l->f, out->function, inner, n);
    if (!special) return false;
    const Expr **captured = ARENA_ARRAY(l->f->work, const Expr *, special->n_inputs + 1);
    uint32_t at = 0;
    for (uint32_t k = 0; k < out->n_inputs; k++)
        if (type_elem(out->function->locals[k].type)->kind != TYPE_FUNCTION)
            captured[at++] = out->captured[k];
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < inner[i].n_inputs; k++)
            if (inner[i].captured[k]) captured[at++] = inner[i].captured[k];
    *out =
        (FunctionActual){.function = special, .n_inputs = special->n_inputs, .captured = captured};
    return true;
}

static bool capture_arguments(const Lower *l, const AstArgs *args, FunctionActual *out)
{
    const Function *before = out->function;
    if (!capture_functions(l, args, out)) return false;
    for (uint32_t i = 0; i < args->n_named; i++) {
        const AstNamedArg *named = &args->named[i];
        int32_t k = input_of_name(out->function, named->name);
        if (k < 0 && input_of_name(before, named->name) >= 0) continue; // a function, done
        if (k < 0) {
            report_no_argument(l, out->function, named->name, named->name_span);
            return false;
        }
        out->captured[k] =
            lower_as(l, named->value, out->function->locals[k].type, named->name->text);
        if (expr_is_error(out->captured[k])) return false;
    }
    return true;
}

bool lower_function_argument(const Lower *l, const AstExpr *e, FunctionActual *out)
{
    const AstExpr *ref = e->kind == AST_PARTIAL ? e->u.call.function : e;
    const FunctionActual *formal = actual_of_formal(l, ref);
    if (formal) {
        pass_on(l, formal, out);
    } else {
        Node *node = ref->kind == AST_REF ? lookup_function(l->f, l->scope, ref, true) : NULL;
        Function *function = node ? lower_function(l->f, node) : NULL;
        if (!function) {
            if (ref->kind != AST_REF)
                diag_error(l->f->diag, e->span, E_TYPE, "'%s' is no function",
                           source_text(l->f, e->span));
            return false;
        }
        *out = (FunctionActual){.function = function, .n_inputs = function->n_inputs};
        out->captured = ARENA_ARRAY(l->f->work, const Expr *, function->n_inputs + 1);
    }
    return e->kind != AST_PARTIAL || capture_arguments(l, e->u.call.args, out);
}
// A call of a formal: the open inputs are filled in order, the captured ones are locals.
const Expr *call_formal(const Lower *l, const AstExpr *call, const FunctionActual *actual)
{
    const AstArgs *args = call->u.call.args;
    const Expr **values = ARENA_ARRAY(l->f->work, const Expr *, actual->n_inputs + 1);
    uint32_t next = 0;
    for (uint32_t i = 0; i < actual->n_inputs; i++) {
        const Local *input = &actual->function->locals[i];
        if (actual->local[i] != UINT32_MAX) {
            const Local *local = &l->function->function->locals[actual->local[i]];
            values[i] = expr_local(l->t, actual->local[i], local->type, local->name);
            continue;
        }
        if (next < args->positional.count)
            values[i] = lower_node(l, args->positional.items[next++], input->type);
        for (uint32_t k = 0; k < args->n_named; k++)
            if (args->named[k].name == input->name)
                values[i] = lower_node(l, args->named[k].value, input->type);
        if (values[i] && expr_is_error(values[i])) return values[i];
    }
    return call_perhaps_vectorized(l, actual->function, values, call->span, false);
}
