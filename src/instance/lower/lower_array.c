// lower_array.c -- array constructors, matrices, ranges, comprehensions and reductions (10.4).
//
// Loops stay symbolic as long as nothing inside needs the value of the iterator; otherwise
// the comprehension is written out.
#include "instance/lower/lower.h"

static const Expr *report_unlike(const Lower *l, Span span, const Type *a, const Type *b)
{
    bool only_sizes = types_agree(l->f, type_elem(a), type_elem(b));
    diag_error(l->f->diag, span, only_sizes ? E_DIMENSION : E_TYPE,
               "the elements of an array must have one type, here '%s' and '%s'",
               type_text(l->f, a), type_text(l->f, b));
    return expr_error(l->t);
}

bool unify_elements(const Lower *l, const Expr **items, uint32_t n, Span span)
{
    bool any_real = false;
    for (uint32_t i = 0; i < n; i++) {
        if (expr_is_error(items[i])) return false;
        any_real |= type_elem(items[i]->type)->kind == TYPE_REAL;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (any_real && type_elem(items[i]->type)->kind == TYPE_INTEGER)
            items[i] = expr_cast_real(l->t, items[i]);
        if (i == 0 || items[i]->type == items[0]->type) continue;
        const Expr *same = convert_to(l->f, items[i], items[0]->type);
        if (!same && types_alike(items[0]->type, items[i]->type)) continue;
        if (!same) {
            report_unlike(l, span, items[0]->type, items[i]->type);
            return false;
        }
        items[i] = same;
    }
    return true;
}

const Expr *lower_array_constructor(const Lower *l, const AstExpr *e, const Type *expected)
{
    uint32_t n = e->u.items.count;
    if (n == 0) {
        diag_error(l->f->diag, e->span, E_TYPE,
                   "'{}' has no element type; write fill(value, 0) or zeros(0)");
        return expr_error(l->t);
    }
    const Type *item_type = expected && type_rank(expected) ? type_strip(l->t, expected, 1) : NULL;
    const Expr **items = ARENA_ARRAY(l->f->work, const Expr *, n);
    for (uint32_t i = 0; i < n; i++) items[i] = lower_node(l, e->u.items.items[i], item_type);
    if (!unify_elements(l, items, n, e->span)) return expr_error(l->t);
    // A size that is not known in one element may be known in another.
    const Type *elem = items[0]->type;
    for (uint32_t i = 1; i < n; i++) {
        bool agree;
        const Type *both = type_common(l->t, elem, items[i]->type, &agree);
        if (both) elem = both;
    }
    return expr_array(l->t, items, n, elem);
}

// ---- Matrices ------------------------------------------------------------------------------

static const Expr *promoted(const Lower *l, const Expr *e, uint32_t rank)
{
    if (type_rank(e->type) >= rank) return e;
    return expr_op2(l->t, OP_PROMOTE, e, expr_integer(l->t, rank));
}

static const Expr *concatenate(const Lower *l, int dim, const Expr **items, uint32_t n, Span span)
{
    if (n == 1) return items[0];
    const Expr **args = ARENA_ARRAY(l->f->work, const Expr *, n + 1);
    args[0] = expr_integer(l->t, dim);
    memcpy(args + 1, items, n * sizeof *items);
    const char *why = "";
    if (expr_op_type(l->t, OP_CAT, args, n + 1, &why)) return expr_op(l->t, OP_CAT, args, n + 1);
    Diagnostic *d = diag_error(l->f->diag, span, E_DIMENSION,
                               "the parts of '[ ]' do not fit together: %s", why);
    for (uint32_t i = 0; i < n && i < 4; i++)
        diag_note(l->f->diag, d, span, "part %u is of type '%s'", i + 1,
                  type_text(l->f, items[i]->type));
    return expr_error(l->t);
}

// [a, b; c, d] of scalars is {{a, b}, {c, d}}.
static const Expr *matrix_of_scalars(const Lower *l, const AstExpr *e, const Expr **all, uint32_t n)
{
    uint32_t n_rows = e->u.matrix.n_rows, columns = n / n_rows;
    for (uint32_t i = 0; i < n_rows; i++)
        if (e->u.matrix.rows[i].count != columns) return NULL;
    for (uint32_t i = 0; i < n; i++)
        if (type_rank(all[i]->type)) return NULL;
    if (!unify_elements(l, all, n, e->span)) return expr_error(l->t);
    const Expr **rows = ARENA_ARRAY(l->f->work, const Expr *, n_rows);
    for (uint32_t i = 0; i < n_rows; i++)
        rows[i] = expr_array(l->t, all + i * columns, columns, all[0]->type);
    return expr_array(l->t, rows, n_rows, rows[0]->type);
}

const Expr *lower_matrix(const Lower *l, const AstExpr *e)
{
    uint32_t n_rows = e->u.matrix.n_rows, rank = 2, count = 0;
    for (uint32_t i = 0; i < n_rows; i++) count += e->u.matrix.rows[i].count;
    const Expr **all = ARENA_ARRAY(l->f->work, const Expr *, count + 1);
    bool any_real = false, failed = false;
    for (uint32_t i = 0, at = 0; i < n_rows; i++) {
        for (uint32_t k = 0; k < e->u.matrix.rows[i].count; k++, at++) {
            all[at] = lower_node(l, e->u.matrix.rows[i].items[k], NULL);
            failed |= expr_is_error(all[at]);
            if (type_rank(all[at]->type) > rank) rank = type_rank(all[at]->type);
            any_real |= type_elem(all[at]->type)->kind == TYPE_REAL;
        }
    }
    if (failed) return expr_error(l->t);
    const Expr *simple = matrix_of_scalars(l, e, all, count);
    if (simple) return simple;
    const Expr **rows = ARENA_ARRAY(l->f->work, const Expr *, n_rows);
    for (uint32_t i = 0, at = 0; i < n_rows; at += e->u.matrix.rows[i].count, i++) {
        uint32_t n = e->u.matrix.rows[i].count;
        for (uint32_t k = at; k < at + n; k++) {
            if (any_real && type_elem(all[k]->type)->kind == TYPE_INTEGER)
                all[k] = expr_cast_real(l->t, all[k]);
            all[k] = promoted(l, all[k], rank);
        }
        rows[i] = concatenate(l, 2, all + at, n, e->span);
        if (expr_is_error(rows[i])) return rows[i];
    }
    return concatenate(l, 1, rows, n_rows, e->span);
}

// ---- Ranges --------------------------------------------------------------------------------

// In models sizes are numbers: bounds that can be evaluated are.
static const Expr *bound_value(const Lower *l, const Expr *bound, Span span)
{
    if (l->function || expr_is_literal(bound) || !is_evaluable(l->f, bound)) return bound;
    const Expr *value = evaluate_now(l->f, bound, span, true);
    return value ? value : expr_error(l->t);
}

// Values of an enumeration or of Boolean are few: a range of them is the list.
static const Expr *listed_range(const Lower *l, const Expr *const *bounds)
{
    const Type *type = bounds[0]->type;
    bool is_countable = type->kind == TYPE_ENUMERATION || type->kind == TYPE_BOOLEAN;
    if (!is_countable || !expr_is_literal(bounds[0]) || !expr_is_literal(bounds[2])) return NULL;
    int64_t from = bounds[0]->u.integer, to = bounds[2]->u.integer;
    int64_t n = to < from ? 0 : to - from + 1;
    const Expr **items = ARENA_ARRAY(l->f->work, const Expr *, n + 1);
    for (int64_t i = 0; i < n; i++)
        items[i] = type->kind == TYPE_BOOLEAN ? expr_boolean(l->t, from + i != 0)
                                              : expr_enum(l->t, type, from + i);
    return expr_array(l->t, items, (uint32_t)n, type);
}

const Expr *lower_range(const Lower *l, const AstExpr *e)
{
    const AstExpr *texts[3] = {e->u.range->first, e->u.range->step, e->u.range->last};
    const Expr *bounds[3] = {NULL, NULL, NULL};
    bool any_real = false;
    for (int i = 0; i < 3; i++) {
        if (!texts[i]) continue;
        bounds[i] = lower_node(l, texts[i], NULL);
        if (expr_is_error(bounds[i])) return bounds[i];
        const Type *type = bounds[i]->type;
        if (type_rank(type) || type->kind < TYPE_REAL || type->kind > TYPE_ENUMERATION ||
            type->kind == TYPE_STRING) {
            diag_error(l->f->diag, texts[i]->span, E_TYPE,
                       "a range runs over scalars, but '%s' is of type '%s'",
                       source_text(l->f, texts[i]->span), type_text(l->f, type));
            return expr_error(l->t);
        }
        any_real |= type->kind == TYPE_REAL;
        bounds[i] = bound_value(l, bounds[i], texts[i]->span);
        if (expr_is_error(bounds[i])) return bounds[i];
    }
    for (int i = 0; i < 3; i++)
        if (bounds[i] && any_real && bounds[i]->type->kind == TYPE_INTEGER)
            bounds[i] = expr_cast_real(l->t, bounds[i]);
    double step;
    bool is_number = type_is_numeric(bounds[0]->type);
    if (bounds[1] && (!is_number || !type_is_numeric(bounds[1]->type))) {
        diag_error(l->f->diag, texts[1]->span, E_TYPE,
                   "a range of type '%s' has no step: only ranges of numbers have",
                   type_text(l->f, bounds[0]->type));
        return expr_error(l->t);
    }
    if (bounds[1] && expr_is_number(bounds[1], &step) && step == 0) {
        diag_error(l->f->diag, texts[1]->span, E_EVALUATION, "the step of a range cannot be zero");
        return expr_error(l->t);
    }
    if (!types_agree(l->f, bounds[0]->type, bounds[2]->type)) {
        diag_error(l->f->diag, e->span, E_TYPE, "the range runs from type '%s' to type '%s'",
                   type_text(l->f, bounds[0]->type), type_text(l->f, bounds[2]->type));
        return expr_error(l->t);
    }
    const Expr *listed = listed_range(l, bounds);
    return listed ? listed : expr_range(l->t, bounds[0], bounds[1], bounds[2]);
}

bool is_number_range(const Expr *e)
{
    if (e->kind != EXPR_RANGE) return false;
    for (uint32_t i = 0; i < e->n_args; i++)
        if (e->args[i] && !expr_is_literal(e->args[i])) return false;
    return true;
}

// All values of an enumeration or of Boolean.
static const Expr *range_of_type(const Lower *l, const Type *type)
{
    bool is_boolean = type->kind == TYPE_BOOLEAN;
    if (!is_boolean && type->kind != TYPE_ENUMERATION) return NULL;
    const Expr *bounds[3] = {
        is_boolean ? expr_boolean(l->t, false) : expr_enum(l->t, type, 1), NULL,
        is_boolean ? expr_boolean(l->t, true) : expr_enum(l->t, type, type->n)};
    return listed_range(l, bounds);
}

// ---- Ranges deduced from subscripts (11.2.2.1) -----------------------------------------------

typedef struct Deduction {
    const Lower *l;
    Name iterator;
    const Expr *range; // NULL until found
    Span found_at;
    bool failed;
} Deduction;

static void deduce_in(Deduction *d, const AstExpr *e);

static void deduce_in_list(Deduction *d, const AstExprList *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i]) deduce_in(d, list->items[i]);
}

static bool is_iterator(const Deduction *d, const AstExpr *e)
{
    return e->kind == AST_REF && e->u.ref.n_parts == 1 && e->u.ref.parts[0].name == d->iterator;
}

// The range of dimension k of a reference: a type it is declared with, or its size.
static void deduce_from(Deduction *d, const AstExpr *whole, uint32_t k)
{
    const Lower *l = d->l;
    const Expr *range = NULL;
    Found found = lookup_reference(l->f, l->scope, whole, LOOKUP_ANY, false);
    if (found.kind == FOUND_SLOT && found.parts_used == whole->u.ref.n_parts) {
        const Type *type = slot_dimension_type(l->f, found.slot, k);
        if (type) range = range_of_type(l, type);
    }
    if (!range) {
        const Expr *size = lower_dimension(l, whole, k);
        if (expr_is_error(size)) {
            d->failed = true;
            return;
        }
        range = expr_range(l->t, expr_integer(l->t, 1), NULL, size);
    }
    if (d->range && d->range != range && !d->failed) {
        Diagnostic *g = diag_error(l->f->diag, whole->span, E_SUBSCRIPT,
                                   "the range of '%s' is not clear: its subscripts have different "
                                   "ranges",
                                   d->iterator->text);
        diag_note(l->f->diag, g, d->found_at, "another range is given here");
        d->failed = true;
    }
    if (!d->range) d->found_at = whole->span;
    d->range = range;
}

static void deduce_in_reference(Deduction *d, const AstExpr *ref)
{
    for (uint32_t i = 0; i < ref->u.ref.n_parts; i++) {
        const AstExprList *subs = &ref->u.ref.parts[i].subscripts;
        for (uint32_t k = 0; k < subs->count && !d->failed; k++) {
            if (!is_iterator(d, subs->items[k])) continue;
            AstRefPart *parts = ARENA_COPY(d->l->f->work, AstRefPart, ref->u.ref.parts, i + 1);
            parts[i].subscripts.count = 0;
            AstExpr whole = *ref;
            whole.u.ref.parts = parts;
            whole.u.ref.n_parts = i + 1;
            deduce_from(d, &whole, k);
        }
        deduce_in_list(d, subs);
    }
}

static void deduce_in(Deduction *d, const AstExpr *e)
{
    if (d->failed || !e) return;
    switch ((AstExprKind)e->kind) {
    case AST_REF: deduce_in_reference(d, e); break;
    case AST_CALL: deduce_in_list(d, &e->u.call.args->positional); break;
    case AST_UNARY: deduce_in(d, e->u.binary.right); break;
    case AST_BINARY:
        deduce_in(d, e->u.binary.left);
        deduce_in(d, e->u.binary.right);
        break;
    case AST_IF:
        for (uint32_t i = 0; i < e->u.cond.n_branches; i++) {
            deduce_in(d, e->u.cond.branches[i].condition);
            deduce_in(d, e->u.cond.branches[i].value);
        }
        break;
    case AST_ARRAY:
    case AST_TUPLE: deduce_in_list(d, &e->u.items); break;
    case AST_PAREN: deduce_in(d, e->u.inner); break;
    case AST_COMPREHENSION: deduce_in(d, e->u.comprehension->value); break;
    default: break;
    }
}

static void deduce_in_equations(Deduction *d, AstEquation *const *items, uint32_t n)
{
    for (uint32_t i = 0; i < n && !d->failed; i++) {
        deduce_in(d, items[i]->left);
        deduce_in(d, items[i]->right);
        for (uint32_t k = 0; k < items[i]->n_branches; k++) {
            deduce_in(d, items[i]->branches[k].condition);
            deduce_in_equations(d, items[i]->branches[k].items, items[i]->branches[k].n_items);
        }
    }
}

static const Expr *written_range(const Lower *l, const AstExpr *text)
{
    if (text->kind == AST_REF) {
        Found found = lookup_reference(l->f, l->scope, text, LOOKUP_ANY, false);
        if (found.kind == FOUND_CLASS) {
            const Expr *range = range_of_type(l, node_value_type(l->f, found.cls));
            if (range) return range;
        }
    }
    const Expr *range = lower_node(l, text, NULL);
    if (expr_is_error(range) || type_rank(range->type) == 1) return range;
    diag_error(l->f->diag, text->span, E_TYPE,
               "an iterator runs over a vector, but '%s' is of type '%s'",
               source_text(l->f, text->span), type_text(l->f, range->type));
    return expr_error(l->t);
}

const Expr *lower_iterator_range(const Lower *l, const AstIterator *it, const AstExpr *body,
                                 AstEquation *const *items, uint32_t n_items)
{
    if (it->range) return written_range(l, it->range);
    Deduction d = {.l = l, .iterator = it->name};
    if (body) deduce_in(&d, body);
    deduce_in_equations(&d, items, n_items);
    if (d.failed) return expr_error(l->t);
    if (d.range) return d.range;
    diag_error(l->f->diag, it->span, E_SUBSCRIPT,
               "the range of '%s' is neither written nor given by a subscript", it->name->text);
    return expr_error(l->t);
}

// ---- Comprehensions ------------------------------------------------------------------------

typedef struct ReducedLoop {
    const AstExpr *body;
    const AstIterator *iterators;
    uint32_t n;
    const Type *expected; // of the body
    Span span;
} ReducedLoop;

static const Expr *element_of(const Lower *l, const Expr *range, uint32_t i)
{
    const Expr *index = expr_integer(l->t, (int64_t)i + 1);
    return expr_subscript(l->t, range, &index, 1);
}

// Written out: iterator number k down to 0, the last one outermost.
static const Expr *too_many(const Lower *l, Span span)
{
    diag_error(l->f->diag, span, E_DIMENSION,
               "the array has more than %d elements, the most that are supported", MOST_ELEMENTS);
    return expr_error(l->t);
}

static const Expr *unrolled(const Lower *l, const ReducedLoop *loop, uint32_t k)
{
    if (k == 0) return lower_node(l, loop->body, loop->expected);
    const AstIterator *it = &loop->iterators[k - 1];
    const Expr *range = lower_iterator_range(l, it, loop->body, NULL, 0);
    if (expr_is_error(range)) return range;
    if (!expr_is_literal(range)) {
        if (lower_needs_iterator(l, range)) return expr_error(l->t);
        range = evaluate_now(l->f, range, it->span, true);
        if (!range) return expr_error(l->t);
    }
    if (type_is_too_large(range->type)) return too_many(l, it->span);
    uint32_t n = (uint32_t)type_dim(range->type, 0);
    const Expr **items = ARENA_ARRAY(l->f->work, const Expr *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        IteratorScope around = {it->name, element_of(l, range, i), l->scope.iterators};
        Lower inside = *l;
        inside.scope.iterators = &around;
        items[i] = unrolled(&inside, loop, k - 1);
        if (expr_is_error(items[i])) return items[i];
    }
    if (!unify_elements(l, items, n, loop->span)) return expr_error(l->t);
    const Type *elem = n ? items[0]->type : type_basic(l->t, TYPE_REAL);
    return expr_array(l->t, items, n, elem);
}

const Expr *loop_iterator(const Lower *l, Name name, const Expr **range, const Expr **value)
{
    const Type *elem = type_elem((*range)->type);
    if (elem->kind != TYPE_RECORD) return *value = expr_iterator(l->t, name, elem);
    const Expr *number = expr_iterator(l->t, name, type_basic(l->t, TYPE_INTEGER));
    int32_t known = type_dim((*range)->type, 0);
    const Expr *size = expr_integer(l->t, known);
    if (known == DIM_UNKNOWN) size = expr_op2(l->t, OP_SIZE, *range, expr_integer(l->t, 1));
    *value = expr_subscript(l->t, *range, &number, 1);
    *range = expr_range(l->t, expr_integer(l->t, 1), NULL, size);
    return number;
}

// The symbolic form; sets *needs when it must be written out instead. `pairs` has room for
// iterator and range of each, outermost first.
static const Expr *symbolic(const Lower *l, const ReducedLoop *loop, const Expr **pairs,
                            bool *needs)
{
    Lower inside = *l;
    IteratorScope *around = ARENA_ARRAY(l->f->work, IteratorScope, loop->n);
    for (uint32_t k = loop->n; k-- > 0;) {
        const AstIterator *it = &loop->iterators[k];
        const Expr *range = lower_iterator_range(&inside, it, loop->body, NULL, 0);
        if (expr_is_error(range)) return range;
        if (!l->function && type_dim(range->type, 0) == DIM_UNKNOWN &&
            !(range->flags & EXPR_HAS_ITERATOR)) {
            range = evaluate_now(l->f, range, it->span, true);
            if (!range) return expr_error(l->t);
        }
        const Expr *value, *iterator = loop_iterator(l, it->name, &range, &value);
        around[k] = (IteratorScope){it->name, value, inside.scope.iterators};
        inside.scope.iterators = &around[k];
        uint32_t place = loop->n - 1 - k;
        pairs[2 * place] = iterator;
        pairs[2 * place + 1] = range;
        inside.must_unroll = l->function ? NULL : needs;
    }
    return lower_node(&inside, loop->body, loop->expected);
}

const Expr *lower_comprehension(const Lower *l, const AstExpr *e, const Type *expected)
{
    ReducedLoop loop = {e->u.comprehension->value, e->u.comprehension->iterators,
                        e->u.comprehension->n_iterators, NULL, e->span};
    if (expected && type_rank(expected) >= loop.n)
        loop.expected = type_strip(l->t, expected, loop.n);
    const Expr **pairs = ARENA_ARRAY(l->f->work, const Expr *, 2 * loop.n);
    bool needs = false;
    const Expr *body = symbolic(l, &loop, pairs, &needs);
    if (!needs && expr_is_error(body)) return body;
    if (!needs) {
        const Expr *whole = expr_comprehension(l->t, body, pairs, loop.n);
        if (type_is_too_large(whole->type)) return too_many(l, e->span);
        if (l->function || type_is_sized(whole->type)) return whole;
    }
    return unrolled(l, &loop, loop.n);
}

static bool reduces(const Lower *l, Op op, const Type *type, Span span)
{
    bool ok = type_is_numeric(type) || type_elem(type)->kind == TYPE_ERROR;
    if (op == OP_MIN || op == OP_MAX)
        ok |= type_elem(type)->kind == TYPE_ENUMERATION || type_elem(type)->kind == TYPE_BOOLEAN;
    if ((op == OP_MIN || op == OP_MAX || op == OP_PRODUCT) && type_rank(type)) ok = false;
    if (!ok)
        diag_error(l->f->diag, span, E_OPERAND, "'%s' cannot reduce values of type '%s'",
                   op_name(op), type_text(l->f, type));
    return ok;
}

// size(e, k); of A[i, :] it is that of A, whatever i is.
static const Expr *size_of_dimension(const Lower *l, const Expr *e, uint32_t k)
{
    int32_t known = type_dim(e->type, k);
    if (known != DIM_UNKNOWN) return expr_integer(l->t, known);
    bool is_plain = e->kind == EXPR_SUBSCRIPT;
    uint32_t left = k;
    for (uint32_t i = 1; is_plain && i < e->n_args; i++) {
        bool is_colon = e->args[i]->kind == EXPR_COLON;
        if (is_colon && left-- == 0) return size_of_dimension(l, e->args[0], i - 1);
        is_plain = is_colon || type_rank(e->args[i]->type) == 0;
    }
    if (is_plain) return size_of_dimension(l, e->args[0], e->n_args - 1 + left);
    return expr_op2(l->t, OP_SIZE, e, expr_integer(l->t, (int64_t)k + 1));
}

// A sum of arrays is the array of the sums of their elements: sum(A[k, :] for k in r) is
// {sum(A[k, i] for k in r) for i in 1:n}. NULL when n depends on k.
static const Expr *reduce_elements(const Lower *l, Op op, const Expr *body,
                                   const Expr *const *loops, uint32_t n_loops)
{
    uint32_t rank = type_rank(body->type);
    const Expr **pairs = ARENA_ARRAY(l->f->work, const Expr *, 2 * rank + 1);
    const Expr **index = ARENA_ARRAY(l->f->work, const Expr *, rank + 1);
    for (uint32_t k = 0; k < rank; k++) {
        const Expr *size = size_of_dimension(l, body, k);
        if (size->flags & EXPR_HAS_ITERATOR) return NULL;
        Name name = name_of_text(l->f->s->names, arena_printf(l->f->work, "e%u", k + 1));
        index[k] = expr_iterator(l->t, name, type_basic(l->t, TYPE_INTEGER));
        pairs[2 * k] = index[k];
        pairs[2 * k + 1] = expr_range(l->t, expr_integer(l->t, 1), NULL, size);
    }
    const Expr *element = expr_subscript(l->t, body, index, rank);
    return expr_comprehension(l->t, expr_reduction(l->t, op, element, loops, n_loops), pairs, rank);
}

const Expr *lower_reduction(const Lower *l, Op op, const AstExpr *call)
{
    const AstArgs *args = call->u.call.args;
    ReducedLoop loop = {args->positional.items[0], args->iterators, args->n_iterators, NULL,
                        call->span};
    const Expr **pairs = ARENA_ARRAY(l->f->work, const Expr *, 2 * loop.n);
    bool needs = false;
    const Expr *body = symbolic(l, &loop, pairs, &needs);
    if (!needs) {
        if (expr_is_error(body)) return body;
        if (type_is_operator_record(l->f, body->type))
            needs = true;
        else if (!reduces(l, op, body->type, call->span))
            return expr_error(l->t);
        else if (type_is_sized(body->type) || l->function) {
            const Expr *by_elements =
                type_rank(body->type) ? reduce_elements(l, op, body, pairs, loop.n) : NULL;
            return by_elements ? by_elements : expr_reduction(l->t, op, body, pairs, loop.n);
        }
    }
    const Expr *all = unrolled(l, &loop, loop.n);
    if (expr_is_error(all)) return all;
    return reduce_array(l, op, all, loop.n, call->span);
}

const Expr *lower_size_argument(const Lower *l, const AstExpr *e)
{
    const Expr *size = lower_as(l, e, type_basic(l->t, TYPE_INTEGER), "a size");
    if (expr_is_error(size) || l->function || size->kind == EXPR_INTEGER) return size;
    if (lower_needs_iterator(l, size)) return expr_error(l->t);
    // Statements are executed one after another: x[1:n] := fill(0, n) with the n of that moment.
    if (l->in_algorithm && expr_variability(l->f, size) > VARIABILITY_PARAMETER) return size;
    const Expr *value = evaluate_now(l->f, size, e->span, true);
    return value ? value : expr_error(l->t);
}
