// The type of a call from the types of its arguments: sizes declared as size(x, 1) or n become
// numbers where the arguments say so; a size left open is that of the declared value, or of what
// the body assigns.
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

// The declared type with the open sizes taken from the type of a value.
static const Type *with_sizes_of(ExprTable *t, const Type *declared, const Type *value)
{
    bool agree;
    const Type *common = type_common(t, declared, value, &agree);
    return common && agree && type_elem(common)->kind == type_elem(declared)->kind ? common
                                                                                   : declared;
}

static const Type *sized_by_value(Arguments *a, const Local *local, const Type *type)
{
    if (!local->value || type_is_sized(type)) return type;
    const Substitution s = {a, argument_of};
    return with_sizes_of(a->t, type, expr_substitute(a->t, local->value, &s)->type);
}

static const Type *declared_size(Arguments *a, const Local *local)
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

static const Type *sized_output(Arguments *a, const Local *local)
{
    return sized_by_value(a, local, declared_size(a, local));
}

enum { DEEPEST_TYPING = 8 }; // calls inside calls that are followed for their sizes

// The body followed with these arguments says what it assigns; a recursive function may not end.
static const Type *type_by_body(ExprTable *t, const Function *f, const Expr *const *args,
                                const Type *type)
{
    if (type_is_sized(type) || t->typing_depth >= DEEPEST_TYPING) return type;
    t->typing_depth++;
    const Expr *result = function_inline(t, expr_call(t, f, args, f->n_inputs, type));
    t->typing_depth--;
    if (!result || result->type->kind != type->kind) return type;
    if (type->kind != TYPE_TUPLE) return with_sizes_of(t, type, result->type);
    Field fields[type->n + 1];
    for (uint32_t i = 0; i < type->n; i++)
        fields[i] = (Field){type->fields[i].name,
                            with_sizes_of(t, type->fields[i].type, result->type->fields[i].type)};
    return type_tuple(t, fields, type->n);
}

const Type *function_call_type(ExprTable *t, const Function *f, const Expr *const *args)
{
    if (f->is_record_constructor || f->n_outputs == 0 || f->n_inputs > f->n_locals) return f->type;
    Arguments a = {t, f, args, 0};
    const Local *outputs = f->locals + f->n_inputs;
    if (f->n_outputs == 1) return type_by_body(t, f, args, sized_output(&a, outputs));
    Field fields[f->n_outputs];
    for (uint32_t i = 0; i < f->n_outputs; i++)
        fields[i] = (Field){outputs[i].name, sized_output(&a, &outputs[i])};
    return type_by_body(t, f, args, type_tuple(t, fields, f->n_outputs));
}
