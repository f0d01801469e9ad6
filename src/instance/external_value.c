// external_value.c -- functions whose value is needed at compile time: which can be run, and
// how those written in Fortran are called (12.9).
//
// Every argument is an address, matrices are stored by columns. Functions in C stay for the run.
#include "instance/classes/classes.h"
#include "instance/fortran_call.h"
#include "instance/lower/lower.h"

// ---- Which functions can be run --------------------------------------------------------------

typedef struct BodyQuestion {
    Front *f;
    bool yes;
} BodyQuestion;

static void visit_called(void *client, const Expr *node)
{
    BodyQuestion *q = client;
    if (node->kind == EXPR_CALL && !function_is_evaluable(q->f, node->u.function)) q->yes = false;
}

static void ask_expr(BodyQuestion *q, const Expr *e)
{
    if (e && (e->flags & EXPR_HAS_CALL)) expr_walk(q->f->exprs, e, q, visit_called);
}

static bool body_is_evaluable(Front *f, const Function *function)
{
    if (function->is_impure || function->is_partial) return false;
    if (function->external) return fortran_exists(function->external);
    if (function->is_record_constructor) return true;
    BodyQuestion q = {f, true};
    lower_function_body(f, function_scope(function)->function);
    for (uint32_t i = function->n_inputs; i < function->n_locals; i++)
        ask_expr(&q, function->locals[i].value);
    // Statements behind a condition count, too: whether they run is not known here.
    VEC(const Statements *) open = {0};
    VEC_PUSH(f->arena, &open, &function->body);
    while (open.count && q.yes) {
        const Statements *list = VEC_POP(&open);
        for (uint32_t i = 0; i < list->count; i++) {
            const Statement *s = &list->items[i];
            if (s->kind == STMT_ASSERT || s->kind == STMT_CALL) continue;
            ask_expr(&q, s->right);
            ask_expr(&q, s->range);
            for (uint32_t k = 0; k < s->n_branches; k++) {
                ask_expr(&q, s->branches[k].condition);
                VEC_PUSH(f->arena, &open, &s->branches[k].body);
            }
        }
    }
    return q.yes;
}

bool function_is_evaluable(Front *f, const Function *function)
{
    enum { UNSEEN, YES, NO };
    Map *states = &lowering_of(f)->evaluable_of_function;
    uint64_t state = map_get_or(states, (uint64_t)(uintptr_t)function, UNSEEN);
    if (state != UNSEEN) return state == YES;
    map_put(states, (uint64_t)(uintptr_t)function, YES); // recursion is allowed
    bool yes = body_is_evaluable(f, function);
    map_put(states, (uint64_t)(uintptr_t)function, yes ? YES : NO);
    return yes;
}

// ---- Values of the locals ----------------------------------------------------------------------

typedef struct Values {
    Front *f;
    const Function *function;
    const Expr **value; // by local; NULL not yet found
    uint8_t *busy;
} Values;

static const Expr *value_of_local(Values *v, uint32_t i);

static const Expr *replace_by_value(void *client, const Expr *e)
{
    if (e->kind != EXPR_LOCAL) return e->flags & EXPR_HAS_LOCAL ? NULL : e;
    const Expr *value = value_of_local(client, e->u.index);
    return value ? value : e;
}

static const Expr *evaluated(Values *v, const Expr *e)
{
    Substitution s = {v, replace_by_value};
    return evaluate_now(v->f, expr_substitute(v->f->exprs, e, &s), v->function->span, false);
}

static const Expr *zero_of_local(Values *v, const Local *local)
{
    uint32_t rank = type_rank(local->type);
    int32_t dims[8];
    if (rank > 8) return NULL;
    for (uint32_t k = 0; k < rank; k++) {
        const Expr *size = local->dims && local->dims[k] ? evaluated(v, local->dims[k]) : NULL;
        if (!size || size->kind != EXPR_INTEGER) return NULL;
        dims[k] = (int32_t)size->u.integer;
    }
    const Type *type = type_array(v->f->exprs, type_elem(local->type), dims, rank);
    return evaluate_now(v->f, expr_zero(v->f->exprs, type), v->function->span, false);
}

static const Expr *value_of_local(Values *v, uint32_t i)
{
    if (v->value[i] || v->busy[i]) return v->value[i];
    v->busy[i] = 1;
    const Local *local = &v->function->locals[i];
    v->value[i] = local->value ? evaluated(v, local->value) : zero_of_local(v, local);
    return v->value[i];
}

// ---- Storage in the order of Fortran
// -------------------------------------------------------------

typedef struct Storage {
    FortranArgument at;
    bool is_real;
    uint32_t rank, count;
    int32_t dims[2];
    const Type *type;
} Storage;

static bool fill_storage(Front *f, const Expr *value, const Storage *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        const Expr *item = value;
        uint32_t row = s->rank == 2 ? i % (uint32_t)s->dims[0] : i;
        uint32_t column = s->rank == 2 ? i / (uint32_t)s->dims[0] : 0;
        const Expr *subs[2] = {expr_integer(f->exprs, row + 1), expr_integer(f->exprs, column + 1)};
        if (s->rank)
            item = evaluate_now(f, expr_subscript(f->exprs, value, subs, s->rank), (Span){0, 0},
                                false);
        if (!item) return false;
        if (s->is_real)
            ((double *)s->at.data)[i] = item->u.real;
        else
            ((int32_t *)s->at.data)[i] = (int32_t)item->u.integer;
    }
    return true;
}

// On success the storage is open.
static bool storage_make(Front *f, const Expr *value, Storage *s)
{
    *s = (Storage){.rank = type_rank(value->type), .count = 1, .type = value->type};
    TypeKind kind = type_elem(value->type)->kind;
    if (kind == TYPE_STRING && s->rank == 0) {
        if (!fortran_argument_open(&s->at, value->u.string->length + 1, true)) return false;
        memcpy(s->at.data, value->u.string->text, value->u.string->length);
        return true;
    }
    s->is_real = kind == TYPE_REAL;
    if (s->rank > 2 || (!s->is_real && kind != TYPE_INTEGER)) return false;
    for (uint32_t k = 0; k < s->rank; k++) {
        s->dims[k] = type_dim(value->type, k);
        s->count *= (uint32_t)s->dims[k];
    }
    size_t size = s->is_real ? sizeof(double) : sizeof(int32_t);
    if (!fortran_argument_open(&s->at, s->count * size, false)) return false;
    if (fill_storage(f, value, s)) return true;
    fortran_argument_close(&s->at);
    return false;
}

static const Expr *storage_item(Front *f, const Storage *s, uint32_t i)
{
    if (s->is_real) return expr_real(f->exprs, ((const double *)s->at.data)[i]);
    return expr_integer(f->exprs, ((const int32_t *)s->at.data)[i]);
}

static const Expr *storage_value(Front *f, const Storage *s)
{
    if (s->rank == 0) return storage_item(f, s, 0);
    uint32_t rows = (uint32_t)s->dims[0], columns = s->rank == 2 ? (uint32_t)s->dims[1] : 1;
    const Type *elem = type_elem(s->type);
    const Expr **all = ARENA_ARRAY(f->arena, const Expr *, rows + 1);
    for (uint32_t i = 0; i < rows; i++) {
        if (s->rank == 1) {
            all[i] = storage_item(f, s, i);
            continue;
        }
        const Expr **row = ARENA_ARRAY(f->arena, const Expr *, columns + 1);
        for (uint32_t k = 0; k < columns; k++) row[k] = storage_item(f, s, k * rows + i);
        all[i] = expr_array(f->exprs, row, columns, elem);
    }
    return expr_array(f->exprs, all, rows, type_strip(f->exprs, s->type, 1));
}

// ---- The call
// ------------------------------------------------------------------------------------

static const Expr *collect_results(Values *v)
{
    const Function *function = v->function;
    const Expr **outputs = ARENA_ARRAY(v->f->arena, const Expr *, function->n_outputs + 1);
    for (uint32_t i = 0; i < function->n_outputs; i++) {
        outputs[i] = value_of_local(v, function->n_inputs + i);
        if (!outputs[i]) return NULL;
    }
    if (function->n_outputs == 1) return outputs[0];
    return expr_tuple(v->f->exprs, outputs, function->n_outputs);
}

static const Expr *report_failed(Front *f, const Function *function)
{
    const ExternalCall *call = function->external;
    uint64_t place = (uint64_t)function->span.begin << 32 | function->span.end;
    if (map_get_or(&f->classes->reported, place, 0)) return NULL;
    map_put(&f->classes->reported, place, 1);
    diag_error(f->diag, function->span, E_EVALUATION,
               "'%s' has no value at compile time: the Fortran subroutine '%s' did not return "
               "properly; do its arguments have the sizes and types it expects?",
               function->name->text, call->symbol);
    return NULL;
}

static const Expr *call_with(Values *v, Storage *storage)
{
    const Function *function = v->function;
    const ExternalCall *call = function->external;
    FortranArgument args[FORTRAN_ARGUMENTS];
    for (uint32_t i = 0; i < call->n_args; i++) args[i] = storage[i].at;
    if (!fortran_run(call, args, call->n_args)) return report_failed(v->f, function);
    for (uint32_t i = 0; i < call->n_args; i++) {
        const Expr *arg = call->args[i];
        if (arg->kind == EXPR_LOCAL && arg->u.index >= function->n_inputs && !storage[i].at.is_text)
            v->value[arg->u.index] = storage_value(v->f, &storage[i]);
    }
    return collect_results(v);
}

const Expr *external_value(Front *f, const Function *function, const Expr *const *args)
{
    const ExternalCall *call = function->external;
    if (!fortran_exists(call) || call->result || call->n_args > FORTRAN_ARGUMENTS ||
        function->n_outputs == 0)
        return NULL;
    lower_function_body(f, function_scope(function)->function);
    Values v = {f, function, ARENA_ARRAY(f->arena, const Expr *, function->n_locals + 1),
                ARENA_ARRAY(f->arena, uint8_t, function->n_locals + 1)};
    for (uint32_t i = 0; i < function->n_inputs; i++) v.value[i] = args[i];
    Storage storage[FORTRAN_ARGUMENTS];
    uint32_t n = 0;
    for (; n < call->n_args; n++) {
        const Expr *value = evaluated(&v, call->args[n]);
        if (!value || !storage_make(f, value, &storage[n])) break;
    }
    const Expr *result = n == call->n_args ? call_with(&v, storage) : NULL;
    while (n-- > 0) fortran_argument_close(&storage[n].at);
    return result;
}
