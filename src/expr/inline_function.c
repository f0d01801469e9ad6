// A call written out as an expression of its arguments.
//
// The body is executed symbolically: every variable holds the expression of its present
// value. Assignments, conditionals (both branches, merged) and loops of known length can be
// followed; anything else (while, return in the middle, a check that may fail) keeps the call.
//
// The same execution with less memory tells which parts of the result are constants whatever
// the arguments that are not literals: values are then literals or unknown, an unknown one is
// a fresh symbol after every assignment, and two branches agree or make it unknown. Calls in
// the body are followed, too. A device whose parameters make a capacitance zero shows it so.
#include "expr/function.h"
#include "expr/table.h"

enum { MAX_STATEMENTS = 4000, LARGEST_ARRAY = 4096, DEEPEST_CALL = 20 };

typedef struct Inliner {
    ExprTable *t;
    Arena *scratch;
    const Function *f;
    const Expr **values; // per local; NULL: none yet
    uint8_t *busy;       // per local: its declared value is being worked out
    ExprVec iterators;   // pairs (iterator, value), innermost last
    uint32_t statements;
    bool failed;
    bool shows_unset;      // parts without a value are the variable itself
    bool is_abstract;      // only literals are kept
    uint32_t depth;        // of calls followed
    uint32_t *n_abstracts; // statements of all calls followed so far
} Inliner;

static bool run(Inliner *x, const Statements *body);
static const Expr *start_value(Inliner *x, uint32_t local);
static const Expr *abstract_call(Inliner *x, const Expr *call);

static const Expr *unknown(ExprTable *t, const Type *type)
{
    return expr_iterator(t, NULL, type);
}

// The symbols of a call, by number and type: in each call the same ones.
typedef struct Symbols {
    Map *known;
    uint32_t n;
} Symbols;

static const Expr *next_symbol(ExprTable *t, Symbols *s, const Type *type)
{
    uint64_t key = (uint64_t)type->id << 32 | s->n++, found;
    if (map_get(s->known, key, &found)) return (const Expr *)(uintptr_t)found;
    const Expr *symbol = unknown(t, type);
    map_put(s->known, key, (uint64_t)(uintptr_t)symbol);
    return symbol;
}

// Literals stay, all else is unknown; element by element where the shape is known. Without symbols
// it is as good as any other.
static const Expr *abstracted(ExprTable *t, Symbols *s, const Expr *e)
{
    if (expr_is_literal(e)) return e;
    const Type *type = e->type;
    if (type->kind == TYPE_RECORD) {
        const Expr *fields[type->n + 1];
        for (uint32_t i = 0; i < type->n; i++) fields[i] = abstracted(t, s, expr_field(t, e, i));
        return expr_record(t, type, fields, type->n);
    }
    if (e->kind == EXPR_ARRAY) {
        Arena *scratch = arena_open("abstracted"); // an array may have more elements than a stack
        const Expr **items = ARENA_RAW(scratch, const Expr *, e->n_args + 1);
        for (uint32_t i = 0; i < e->n_args; i++) items[i] = abstracted(t, s, e->args[i]);
        const Expr *made = expr_array(t, items, e->n_args, items[0]->type);
        arena_close(scratch);
        return made;
    }
    if (e->kind == EXPR_ITERATOR) return e;
    return s ? next_symbol(t, s, type) : unknown(t, type);
}

static const Expr *replace(void *client, const Expr *e)
{
    Inliner *x = client;
    if (x->is_abstract && e->kind == EXPR_CALL) return abstract_call(x, e);
    if (e->kind == EXPR_LOCAL) {
        const Expr *value = x->values[e->u.index];
        if (!value) value = start_value(x, e->u.index);
        if (!value && x->is_abstract) value = unknown(x->t, e->type);
        if (!value) x->failed = true;
        return value ? value : e;
    }
    for (uint32_t i = x->iterators.count; i >= 2; i -= 2)
        if (x->iterators.data[i - 2] == e) return x->iterators.data[i - 1];
    uint32_t inside = EXPR_HAS_LOCAL | EXPR_HAS_ITERATOR | (x->is_abstract ? EXPR_HAS_CALL : 0);
    return e->flags & inside ? NULL : e;
}

static const Expr *present(Inliner *x, const Expr *e)
{
    const Substitution s = {x, replace};
    return expr_substitute(x->t, e, &s);
}

// Arrays in a record whose sizes are left open have no elements until they are assigned.
static const Type *without_open_sizes(ExprTable *t, const Type *type)
{
    if (type_is_sized(type)) return type;
    if (type->kind == TYPE_ARRAY) {
        int32_t dims[type->n];
        for (uint32_t k = 0; k < type->n; k++)
            dims[k] = type->dims[k] == DIM_UNKNOWN ? 0 : type->dims[k];
        return type_array(t, without_open_sizes(t, type->elem), dims, type->n);
    }
    Field fields[type->n + 1];
    for (uint32_t i = 0; i < type->n; i++)
        fields[i] = (Field){type->fields[i].name, without_open_sizes(t, type->fields[i].type)};
    return type_record(t, type->name, type->owner, fields, type->n);
}

// The size that the declaration gives; unknown where it leaves it open.
static int32_t declared_size(Inliner *x, const Local *l, uint32_t k)
{
    if (l->type->dims[k] != DIM_UNKNOWN) return l->type->dims[k];
    const Expr *size = l->dims && l->dims[k] ? present(x, l->dims[k]) : NULL;
    bool is_known = size && size->kind == EXPR_INTEGER && size->u.integer >= 0;
    return is_known ? (int32_t)size->u.integer : DIM_UNKNOWN;
}

static bool is_like(const Type *value, const Type *place)
{
    if (type_rank(value) != type_rank(place)) return false;
    for (uint32_t k = 0; k < type_rank(place); k++) {
        bool is_open = value->dims[k] == DIM_UNKNOWN || place->dims[k] == DIM_UNKNOWN;
        if (!is_open && value->dims[k] != place->dims[k]) return false;
    }
    return true;
}

// What has other sizes than the declaration says is left to the engine, which reports it.
static bool fits_local(Inliner *x, const Local *l, const Expr *value)
{
    uint32_t rank = type_rank(l->type);
    if (!rank) return true;
    int32_t dims[rank];
    for (uint32_t k = 0; k < rank; k++) dims[k] = declared_size(x, l, k);
    return is_like(value->type, type_array(x->t, type_elem(l->type), dims, rank));
}

// Parts of arrays and records that nobody has set have no value (12.4.4). They stand for
// themselves, and a result with one of them in it is left to the engine, which tells of it. Those
// of protected variables begin as zero: libraries build matrices on it.
// Derivatives rely on the zero that variables of functions made here begin with.
static const Expr *without_value(Inliner *x, uint32_t local, const Type *type)
{
    bool shows = x->shows_unset && local < x->f->n_inputs + x->f->n_outputs;
    const Expr *e =
        shows ? expr_local(x->t, local, type, x->f->locals[local].name) : expr_zero(x->t, type);
    return expr_is_error(e) ? NULL : e;
}

// The declared value of an output or protected variable, or space for its elements.
static const Expr *start_value(Inliner *x, uint32_t local)
{
    const Local *l = &x->f->locals[local];
    if (x->busy[local]) return NULL;
    x->busy[local] = 1;
    if (l->value) {
        x->values[local] = present(x, l->value);
        if (!fits_local(x, l, x->values[local])) x->failed = true;
    } else if (type_rank(l->type)) {
        uint32_t rank = type_rank(l->type);
        int32_t dims[rank];
        for (uint32_t k = 0; k < rank; k++) {
            dims[k] = declared_size(x, l, k);
            if (dims[k] == DIM_UNKNOWN) return NULL;
        }
        x->values[local] = without_value(x, local, type_array(x->t, l->type->elem, dims, rank));
    } else if (l->type->kind == TYPE_RECORD) {
        const Type *type = without_open_sizes(x->t, l->type);
        x->values[local] = type == l->type ? without_value(x, local, type) : expr_zero(x->t, type);
    }
    x->busy[local] = 0;
    return x->values[local];
}

// ---- Assignment ----------------------------------------------------------------------------

static const Expr *item_of(Inliner *x, const Expr *e, uint32_t i)
{
    const Expr *index = expr_integer(x->t, (int64_t)i + 1);
    return expr_subscript(x->t, e, &index, 1);
}

static bool number_of(const Expr *sub, uint32_t size, uint32_t *k)
{
    if (sub->kind != EXPR_INTEGER || sub->u.integer < 1 || sub->u.integer > size) return false;
    *k = (uint32_t)sub->u.integer - 1;
    return true;
}

// `base` with the part that the subscripts select replaced by `value`.
static const Expr *with_elements(Inliner *x, const Expr *base, const Expr *const *subs, uint32_t n,
                                 const Expr *value)
{
    if (n == 0) return is_like(value->type, base->type) ? value : NULL;
    int64_t count = type_rank(base->type) ? type_count(base->type) : -1;
    if (count < 0 || count > LARGEST_ARRAY) return NULL;
    uint32_t size = (uint32_t)base->type->dims[0], k;
    ExprVec items = {0};
    for (uint32_t i = 0; i < size; i++) VEC_PUSH(x->scratch, &items, item_of(x, base, i));
    const Expr *sub = subs[0];
    bool all = sub->kind == EXPR_COLON, scalar = !all && type_rank(sub->type) == 0;
    int32_t chosen = scalar ? 1 : all ? (int32_t)size : sub->type->dims[0];
    if (!scalar && (type_rank(value->type) == 0 || value->type->dims[0] != chosen)) return NULL;
    for (int32_t i = 0; i < chosen; i++) {
        const Expr *index = scalar ? sub : all ? NULL : item_of(x, sub, (uint32_t)i);
        k = (uint32_t)i;
        if (index && !number_of(index, size, &k)) return NULL;
        const Expr *part = scalar ? value : item_of(x, value, (uint32_t)i);
        items.data[k] = with_elements(x, items.data[k], subs + 1, n - 1, part);
        if (!items.data[k]) return NULL;
    }
    return size ? expr_array(x->t, items.data, size, items.data[0]->type) : base;
}

static const Expr *with_field(Inliner *x, const Expr *record, uint32_t field, const Expr *value)
{
    const Type *type = record->type;
    if (type->kind != TYPE_RECORD) return NULL;
    const Expr *fields[type->n];
    Field named[type->n];
    for (uint32_t i = 0; i < type->n; i++) {
        named[i] = type->fields[i];
        fields[i] = i == field ? value : expr_field(x->t, record, i);
    }
    const Type *before = named[field].type; // one without elements waits for its size
    bool is_open = type_rank(before) ? type_count(before) == 0 : before->kind == TYPE_RECORD;
    if (is_open) named[field].type = value->type;
    type = type_record(x->t, type->name, type->owner, named, type->n);
    return expr_record(x->t, type, fields, type->n);
}

static bool assign(Inliner *x, const Expr *left, const Expr *value)
{
    if (!value || expr_is_error(value)) return false;
    if (left->kind == EXPR_LOCAL) {
        if (type_elem(left->type)->kind == TYPE_REAL) value = expr_cast_real(x->t, value);
        if (x->is_abstract) value = abstracted(x->t, NULL, value);
        if (!fits_local(x, &x->f->locals[left->u.index], value)) return false;
        x->values[left->u.index] = value;
        return true;
    }
    if (left->kind == EXPR_TUPLE) {
        for (uint32_t i = 0; i < left->n_args; i++) {
            if (!left->args[i]) continue;
            const Type *type = value->type->kind == TYPE_TUPLE && i < value->type->n
                                   ? value->type->fields[i].type
                                   : left->args[i]->type;
            if (!assign(x, left->args[i], expr_tuple_item(x->t, value, i, type))) return false;
        }
        return true;
    }
    if (left->kind != EXPR_SUBSCRIPT && left->kind != EXPR_FIELD) return false;
    const Expr *base = present(x, left->args[0]);
    if (x->failed) return false;
    if (left->kind == EXPR_FIELD)
        return assign(x, left->args[0], with_field(x, base, left->u.index, value));
    uint32_t n = left->n_args - 1;
    const Expr *subs[n];
    for (uint32_t i = 0; i < n; i++) subs[i] = present(x, left->args[1 + i]);
    return assign(x, left->args[0], with_elements(x, base, subs, n, value));
}

// ---- Statements ----------------------------------------------------------------------------

// What is known of a value that is one or the other.
static const Expr *joined(ExprTable *t, const Expr *a, const Expr *b)
{
    if (a == b) return a;
    if (a->type->kind != TYPE_RECORD || b->type != a->type) return unknown(t, a->type);
    const Expr *fields[a->type->n + 1];
    for (uint32_t i = 0; i < a->type->n; i++)
        fields[i] = joined(t, expr_field(t, a, i), expr_field(t, b, i));
    return expr_record(t, a->type, fields, a->type->n);
}

// Both sides of a condition that is not decided: each variable becomes an if-expression.
static bool run_branches(Inliner *x, const Statement *st, uint32_t branch)
{
    if (branch == st->n_branches) return true;
    const StatementBranch *b = &st->branches[branch];
    if (!b->condition) return run(x, &b->body);
    const Expr *condition = present(x, b->condition);
    if (expr_is_true(condition)) return run(x, &b->body);
    if (expr_is_false(condition)) return run_branches(x, st, branch + 1);
    uint32_t n = x->f->n_locals;
    const Expr **before = x->values;
    const Expr **yes = ARENA_COPY(x->scratch, const Expr *, before, n);
    const Expr **no = ARENA_COPY(x->scratch, const Expr *, before, n);
    x->values = yes;
    bool ok = run(x, &b->body);
    x->values = no;
    ok = ok && run_branches(x, st, branch + 1);
    x->values = before;
    for (uint32_t i = 0; i < n && ok; i++) {
        if (yes[i] == no[i])
            before[i] = yes[i];
        else if (yes[i] && no[i] && x->is_abstract)
            before[i] = joined(x->t, yes[i], no[i]);
        else if (yes[i] && no[i])
            before[i] = expr_if(x->t, condition, yes[i], no[i]);
        else
            before[i] = NULL; // no value on one side: only an error if it is read
        ok = !before[i] || !expr_is_error(before[i]);
    }
    return ok;
}

static bool run_for(Inliner *x, const Statement *st)
{
    const Expr *range = present(x, st->range);
    if (type_rank(range->type) != 1 || range->type->dims[0] == DIM_UNKNOWN) return false;
    uint32_t before = x->iterators.count;
    bool ok = !x->failed;
    for (int32_t i = 0; i < range->type->dims[0] && ok; i++) {
        VEC_PUSH(x->scratch, &x->iterators, st->iterator);
        VEC_PUSH(x->scratch, &x->iterators, item_of(x, range, (uint32_t)i));
        ok = run(x, &st->branches[0].body);
        x->iterators.count = before;
    }
    return ok;
}

static bool run_statement(Inliner *x, const Statement *st)
{
    switch (st->kind) {
    case STMT_ASSIGN: {
        const Expr *value = present(x, st->right);
        return !x->failed && assign(x, st->left, value);
    }
    case STMT_IF: return run_branches(x, st, 0);
    case STMT_FOR: return run_for(x, st);
    case STMT_ASSERT: return x->is_abstract || expr_is_true(present(x, st->condition));
    default: return false;
    }
}

static bool run(Inliner *x, const Statements *body)
{
    for (uint32_t i = 0; i < body->count; i++) {
        if (x->failed || ++x->statements > MAX_STATEMENTS) return false;
        if (x->is_abstract && ++*x->n_abstracts > MAX_STATEMENTS) return false;
        if (!run_statement(x, &body->items[i])) return false;
    }
    return !x->failed;
}

static const Expr *outputs_of(Inliner *x)
{
    const Function *f = x->f;
    const Expr *outputs[f->n_outputs + 1];
    for (uint32_t i = 0; i < f->n_outputs; i++) {
        uint32_t local = f->n_inputs + i;
        outputs[i] = x->values[local] ? x->values[local] : start_value(x, local);
        if (!outputs[i] || x->failed) return NULL;
        if (x->shows_unset && outputs[i]->flags & EXPR_HAS_LOCAL) return NULL;
    }
    if (f->n_outputs == 1) return outputs[0];
    Field fields[f->n_outputs]; // named like those of the call
    for (uint32_t i = 0; i < f->n_outputs; i++)
        fields[i] = (Field){f->locals[f->n_inputs + i].name, outputs[i]->type};
    const Expr like = {.kind = EXPR_TUPLE, .type = type_tuple(x->t, fields, f->n_outputs)};
    return expr_intern(x->t, &like, outputs, f->n_outputs);
}

// The result for these arguments; NULL where the body cannot be followed.
static const Expr *execute(Inliner *x, const Expr *const *args, uint32_t n_args)
{
    const Function *f = x->f;
    bool usable = f->is_lowered && !f->external && !f->is_impure && !f->is_partial &&
                  !f->is_record_constructor && f->n_outputs && n_args == f->n_inputs;
    if (!usable) return NULL;
    x->shows_unset = !x->is_abstract && !f->is_derived;
    for (uint32_t i = 0; i < n_args; i++)
        if (args[i]->flags & EXPR_HAS_LOCAL) x->shows_unset = false; // nobody could tell them apart
    x->scratch = arena_open("function_inline");
    x->values = ARENA_ARRAY(x->scratch, const Expr *, f->n_locals);
    x->busy = ARENA_ARRAY(x->scratch, uint8_t, f->n_locals);
    for (uint32_t i = 0; i < f->n_inputs; i++) x->values[i] = args[i];
    // Declared values hold at the start, not when they are first read.
    for (uint32_t i = f->n_inputs; i < f->n_locals; i++)
        if (f->locals[i].value && !x->values[i]) start_value(x, i);
    const Expr *result = run(x, &f->body) ? outputs_of(x) : NULL;
    arena_close(x->scratch);
    return result && !expr_is_error(result) ? result : NULL;
}

const Expr *function_inline(ExprTable *t, const Expr *call)
{
    Inliner x = {.t = t, .f = call->u.function};
    return execute(&x, call->args, call->n_args);
}

// ---- Constants among the results -------------------------------------------------------------

static const Expr *abstract_result(ExprTable *t, const Expr *call, const Expr *const *args,
                                   uint32_t depth, uint32_t *n_statements)
{
    if (depth > DEEPEST_CALL) return NULL;
    Inliner x = {.t = t,
                 .f = call->u.function,
                 .is_abstract = true,
                 .depth = depth,
                 .n_abstracts = n_statements};
    return execute(&x, args, call->n_args);
}

static const Expr *abstract_call(Inliner *x, const Expr *call)
{
    const Expr *args[call->n_args + 1];
    for (uint32_t i = 0; i < call->n_args; i++)
        args[i] = abstracted(x->t, NULL, present(x, call->args[i]));
    if (x->failed) return call;
    const Expr *result = abstract_result(x->t, call, args, x->depth + 1, x->n_abstracts);
    if (!result && call->type->kind == TYPE_TUPLE) x->failed = true;
    return result ? result : unknown(x->t, call->type);
}

const Expr *function_abstracted(ExprTable *t, Map *symbols, const Expr *call)
{
    Symbols s = {symbols, 0};
    const Expr *args[call->n_args + 1];
    for (uint32_t i = 0; i < call->n_args; i++) args[i] = abstracted(t, &s, call->args[i]);
    return expr_call_again(t, call, args, call->type);
}

const Expr *function_constant_parts(ExprTable *t, const Expr *abstracted_call)
{
    uint32_t n_statements = 0;
    bool before = expr_algebra(t, true); // zero over what is not known is zero
    const Expr *parts =
        abstract_result(t, abstracted_call, abstracted_call->args, 0, &n_statements);
    expr_algebra(t, before);
    return parts;
}
