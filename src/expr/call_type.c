// The type of a call from the types of its arguments: sizes declared as size(x, 1) or n become
// numbers where the arguments say so.
#include "expr/function.h"
#include "expr/table.h"

enum { LONGEST_CHAIN = 16 }; // sizes through protected variables that depend on each other

typedef struct Arguments {
    ExprTable *t;
    const Function *f;
    const Expr *const *args;
    int depth;
} Arguments;

static const Expr *argument_of(void *client, const Expr *e)
{
    Arguments *a = client;
    if (e->kind != EXPR_LOCAL) return e->flags & EXPR_HAS_LOCAL ? NULL : e;
    if (e->u.index < a->f->n_inputs) return a->args[e->u.index];
    const Local *local = &a->f->locals[e->u.index];
    if (!local->value || a->depth >= LONGEST_CHAIN) return e;
    a->depth++;
    const Substitution s = {a, argument_of};
    const Expr *value = expr_substitute(a->t, local->value, &s);
    a->depth--;
    return value;
}

static const Type *sized_output(Arguments *a, const Local *local)
{
    uint32_t rank = type_rank(local->type);
    if (rank == 0 || type_count(local->type) >= 0) return local->type;
    int32_t dims[rank];
    for (uint32_t k = 0; k < rank; k++) {
        dims[k] = local->type->dims[k];
        if (dims[k] != DIM_UNKNOWN || !local->dims || !local->dims[k]) continue;
        const Substitution s = {a, argument_of};
        const Expr *size = expr_substitute(a->t, local->dims[k], &s);
        if (size->kind == EXPR_INTEGER && size->u.integer >= 0 && size->u.integer <= INT32_MAX)
            dims[k] = (int32_t)size->u.integer;
    }
    return type_array(a->t, local->type->elem, dims, rank);
}

const Type *function_call_type(ExprTable *t, const Function *f, const Expr *const *args)
{
    if (f->is_record_constructor || f->n_outputs == 0 || f->n_inputs > f->n_locals) return f->type;
    Arguments a = {t, f, args, 0};
    const Local *outputs = f->locals + f->n_inputs;
    if (f->n_outputs == 1) return sized_output(&a, outputs);
    Field fields[f->n_outputs];
    for (uint32_t i = 0; i < f->n_outputs; i++)
        fields[i] = (Field){outputs[i].name, sized_output(&a, &outputs[i])};
    return type_tuple(t, fields, f->n_outputs);
}
