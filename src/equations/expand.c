// Flat expressions to system expressions: references become references to scalar variables,
// arrays and records the list of their scalar leaves. A node that occurs twice is expanded once
// (per context), so the cost is that of the result. Calls keep their identity: the leaves of one
// call are projections of one node.
#include <stdlib.h>

#include "base/number.h"
#include "equations/scalarizer.h"

// Deeper expressions than this are refused: frames here are small, but not free.
enum { MOST_NESTING = 12000 };

const Expr *scalarizer_refuse(Scalarizer *z, const char *what)
{
    z->trial_failed = true;
    if (z->n_trials) return expr_error(z->exprs);
    bool is_told = z->refused == what && z->refused_at == z->span.begin; // of one element of a loop
    if (!is_told)
        diag_error(z->session->diag, z->span, E_UNSUPPORTED, "%s is not supported yet", what);
    z->refused = what;
    z->refused_at = z->span.begin;
    z->system->failed = true;
    return expr_error(z->exprs);
}

// Records of arrays in arrays may have more than can be counted: such ones are refused.
uint32_t leaf_count_of_parts(const Type *type)
{
    uint64_t n = 0, each = 1;
    if (type->kind == TYPE_ARRAY) {
        int64_t count = type_count(type);
        n = count < 0 ? UINT32_MAX : (uint64_t)count;
        each = leaf_count(type_elem(type));
        if (n > UINT32_MAX) n = each ? UINT32_MAX : 0;
        n *= each;
    } else {
        for (uint32_t k = 0; k < type->n; k++) n += leaf_count(type->fields[k].type);
    }
    return n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
}

static Items make_items(Scalarizer *z, uint32_t n)
{
    return (Items){ARENA_ARRAY(z->scratch, const Expr *, n ? n : 1), n};
}

// ---- Assembling: the inverse of taking apart ----------------------------------------

const Expr *scalarizer_assemble(Scalarizer *z, const Type *type, const Expr *const *items,
                                uint32_t *next)
{
    if (type->kind == TYPE_ARRAY) {
        uint32_t n = (uint32_t)type_dim(type, 0);
        const Type *part = type_strip(z->exprs, type, 1);
        const Expr **parts = ARENA_RAW(z->scratch, const Expr *, n ? n : 1);
        for (uint32_t i = 0; i < n; i++) parts[i] = scalarizer_assemble(z, part, items, next);
        return expr_array(z->exprs, parts, n, part);
    }
    if (type->kind == TYPE_RECORD) {
        const Expr **fields = ARENA_RAW(z->scratch, const Expr *, type->n ? type->n : 1);
        for (uint32_t k = 0; k < type->n; k++)
            fields[k] = scalarizer_assemble(z, type->fields[k].type, items, next);
        return expr_record(z->exprs, type, fields, type->n);
    }
    return items[(*next)++];
}

// The type of a vector whose size only its items tell: a range, a loop over one; NULL otherwise.
static const Type *type_of_items(Scalarizer *z, const Expr *e, uint32_t count)
{
    if (type_rank(e->type) != 1 || !type_is_sized(type_elem(e->type))) return NULL;
    uint32_t per_element = leaf_count(type_elem(e->type));
    int32_t size = per_element ? (int32_t)(count / per_element) : 0;
    return type_array(z->exprs, type_elem(e->type), &size, 1);
}

const Expr *whole_of(Scalarizer *z, const Expr *e, Context c)
{
    if (expr_is_literal(e)) return e;
    if (e->type->kind != TYPE_ARRAY && e->type->kind != TYPE_RECORD) return scalar_of(z, e, c);
    Items items = items_of(z, e, c);
    const Type *type = type_is_sized(e->type) ? e->type : type_of_items(z, e, items.count);
    if (!type || items.count != leaf_count(type)) return expr_error(z->exprs); // reported
    uint32_t next = 0;
    return scalarizer_assemble(z, type, items.data, &next);
}

// As many as the type says, so that nobody has to ask: why it cannot be made has been reported.
static Items all_errors(Scalarizer *z, const Expr *e)
{
    Items items = make_items(z, leaf_count(e->type));
    for (uint32_t i = 0; i < items.count; i++) items.data[i] = expr_error(z->exprs);
    return items;
}

// ---- Calls --------------------------------------------------------------------------

static const Expr *rebuilt_call(Scalarizer *z, const Expr *e, Context c)
{
    const Expr **args = ARENA_RAW(z->scratch, const Expr *, e->n_args + 1);
    for (uint32_t i = 0; i < e->n_args; i++) args[i] = whole_of(z, e->args[i], c);
    const Expr *call = expr_call_again(z->exprs, e, args, e->type);
    if (call->kind != EXPR_CALL || !call->u.function->is_impure) return call;
    for (uint32_t i = 0; i < z->bound.count && call; i++)
        call = expr_call_in_loop(z->exprs, call, z->bound.data[i].value);
    return call ? call : scalarizer_refuse(z, "more than 65,535 calls of impure functions");
}

// The leaves of a node that stays whole: subscripts and fields on top of it.
static void project(Scalarizer *z, const Expr *node, const Expr **out, uint32_t *next)
{
    const Type *type = node->type;
    if (type->kind == TYPE_RECORD) {
        for (uint32_t k = 0; k < type->n; k++) project(z, expr_field(z->exprs, node, k), out, next);
    } else if (type->kind == TYPE_ARRAY) {
        uint32_t rank = type_rank(type);
        const Expr **subs = ARENA_RAW(z->scratch, const Expr *, rank);
        uint32_t count = (uint32_t)type_count(type);
        for (uint32_t element = 0; element < count; element++) {
            uint32_t rest = element;
            for (uint32_t k = rank; k-- > 0;) {
                uint32_t size = (uint32_t)type_dim(type, k);
                subs[k] = expr_integer(z->exprs, rest % size + 1);
                rest /= size;
            }
            project(z, expr_subscript(z->exprs, node, subs, rank), out, next);
        }
    } else {
        out[(*next)++] = node;
    }
}

Items projected_items(Scalarizer *z, const Expr *node)
{
    Items items = make_items(z, leaf_count(node->type));
    uint32_t next = 0;
    project(z, node, items.data, &next);
    return items;
}

// Relations in functions make no events unless the function says so (12.8).
static Context inside_of(const Expr *call, Context c)
{
    return (Context)(call->u.function->generate_events ? c | IN_SYSTEM : IN_SYSTEM | IN_LITERAL);
}

// What stands for a call: its body where it is to be inlined, else the call with its arguments
// taken apart and put together again.
static bool body_items(Scalarizer *z, const Expr *call, const Expr *body, Context c, Items *items)
{
    bool outer = z->trial_failed;
    z->trial_failed = false;
    z->n_trials++;
    z->written_out[z->inline_depth++] = call->u.function;
    *items = items_of(z, body, inside_of(call, c));
    z->inline_depth--;
    z->n_trials--;
    bool ok = !z->trial_failed;
    z->trial_failed = outer;
    return ok;
}

static void tell_no_events(Scalarizer *z, const Function *f, Context c)
{
    if (!f->generate_events || c & IN_LITERAL || z->n_trials) return;
    if (map_get_or(&z->told, f->id, 0)) return;
    map_put(&z->told, f->id, 1);
    Diagnostic *d = diag_warning(z->session->diag, z->span, E_UNSUPPORTED,
                                 "'%s' has GenerateEvents = true, but cannot be written out as "
                                 "an expression: its relations make no events",
                                 f->name->text);
    diag_note(z->session->diag, d, f->span, "it is here");
}

// What follows from constant arguments alone, which is the same for all devices with the same data;
// NULL: nothing.
static const Expr *constant_parts(Scalarizer *z, const Expr *call)
{
    uint64_t found;
    const Expr *alike = function_abstracted(z->exprs, &z->symbols, call);
    if (map_get(&z->constants, alike->id, &found)) return (const Expr *)(uintptr_t)found;
    const Expr *parts = function_constant_parts(z->exprs, alike);
    map_put(&z->constants, alike->id, (uint64_t)(uintptr_t)parts);
    return parts;
}

// Parts of the result that follow from constant arguments alone: a record of parameters may say
// that a capacitance is zero, which decides the structure. Only then the search is worth its time.
static void take_constants(Scalarizer *z, const Expr *call, const Expr *result, Items items)
{
    bool is_configured = false;
    for (uint32_t i = 0; i < call->n_args && !is_configured; i++)
        is_configured = call->args[i]->kind == EXPR_RECORD && expr_is_literal(call->args[i]);
    if (!is_configured) return;
    const Expr *parts = constant_parts(z, call);
    if (!parts) return;
    if (result->kind == EXPR_TUPLE_ITEM) {
        if (parts->kind != EXPR_TUPLE) return;
        parts = parts->args[result->u.index];
    }
    Items known = projected_items(z, parts);
    for (uint32_t i = 0; i < items.count && i < known.count; i++)
        if (expr_is_literal(known.data[i])) items.data[i] = known.data[i];
}

static Items call_items(Scalarizer *z, const Expr *e, Context c)
{
    Items items;
    const Expr *call = rebuilt_call(z, e, c);
    if (expr_is_error(call)) return all_errors(z, e);
    const Expr *body = inlined_call(z, call);
    if (body && body_items(z, call, body, c, &items)) return items;
    tell_no_events(z, call->u.function, c);
    items = projected_items(z, call);
    take_constants(z, call, call, items);
    return items;
}

static Items tuple_item_items(Scalarizer *z, const Expr *e, Context c)
{
    Items items;
    if (e->args[0]->kind == EXPR_OP && e->args[0]->op == OP_SPATIAL)
        return transport_items(z, e->args[0], e->u.index, c);
    const Expr *call = rebuilt_call(z, e->args[0], c);
    if (expr_is_error(call)) return all_errors(z, e);
    const Expr *body = inlined_call(z, call);
    if (body && body->kind == EXPR_TUPLE && body_items(z, call, body->args[e->u.index], c, &items))
        return items;
    const Expr *item = expr_tuple_item(z->exprs, call, e->u.index, e->type);
    items = projected_items(z, item);
    if (item->kind == EXPR_TUPLE_ITEM) take_constants(z, call, item, items);
    return items;
}

static const Expr *only_item(Scalarizer *z, Items items)
{
    return items.count == 1 ? items.data[0] : scalarizer_refuse(z, "this call");
}

// ---- References ---------------------------------------------------------------------

// A final parameter that was folded is its value.
static const Expr *reference_to(Scalarizer *z, VarId id)
{
    const SystemVariable *v = system_variable(z->system, id);
    bool is_known = v->role == ROLE_CONSTANT && v->value && expr_is_literal(v->value);
    return is_known ? v->value : system_ref(z->system, id);
}

static Items reference_items(Scalarizer *z, const Expr *e, Context c)
{
    if (c & IN_SYSTEM) return projected_items(z, e);
    const FlatVariable *flat = &z->flat->variables[e->u.var.i];
    if (flat->value) return items_of(z, flat->value, c);
    Items items = make_items(z, leaf_count(e->type));
    VarId first = z->system->first_of_flat[e->u.var.i];
    for (uint32_t i = 0; i < items.count; i++)
        items.data[i] = reference_to(z, (VarId){first.i + (int32_t)i});
    return items;
}

static const Expr *reference_scalar(Scalarizer *z, const Expr *e, Context c)
{
    if (c & IN_SYSTEM) return e;
    const FlatVariable *flat = &z->flat->variables[e->u.var.i];
    if (flat->value) return flat->value;
    return reference_to(z, z->system->first_of_flat[e->u.var.i]);
}

// ---- Iterators ----------------------------------------------------------------------

void bind_iterator(Scalarizer *z, const Expr *iterator, const Expr *value)
{
    VEC_PUSH(z->scratch, &z->bound, ((BoundIterator){iterator, value}));
}

void unbind_iterator(Scalarizer *z)
{
    z->bound.count--;
}

static const Expr *iterator_value(Scalarizer *z, const Expr *iterator)
{
    for (uint32_t i = z->bound.count; i-- > 0;)
        if (z->bound.data[i].iterator == iterator) return z->bound.data[i].value;
    return scalarizer_refuse(z, "an iterator outside its loop");
}

static const Expr *replace_bound(void *client, const Expr *e)
{
    Scalarizer *z = client;
    if (!(e->flags & EXPR_HAS_ITERATOR)) return e;
    for (uint32_t i = z->bound.count; i-- > 0;)
        if (z->bound.data[i].iterator == e)
            return expr_is_literal(z->bound.data[i].value) ? z->bound.data[i].value : e;
    return NULL;
}

// Sizes that follow from an iterator are known once it has its value: a[1:i]. Values that are no
// literals are expanded already and must not be again.
static const Expr *with_iterator_values(Scalarizer *z, const Expr *e)
{
    if (type_is_sized(e->type) || !(e->flags & EXPR_HAS_ITERATOR) || !z->bound.count) return e;
    const Substitution s = {z, replace_bound};
    return expr_substitute(z->exprs, e, &s);
}

// ---- Subscripts ---------------------------------------------------------------------

static const Expr *bound_value(const Scalarizer *z, const Expr *e)
{
    for (uint32_t i = z->bound.count; i-- > 0 && e->kind == EXPR_ITERATOR;)
        if (z->bound.data[i].iterator == e) return z->bound.data[i].value;
    return e;
}

bool is_plain_integer(const Scalarizer *z, const Expr *e, int64_t *number)
{
    bool is_sum = e->kind == EXPR_OP && (e->op == OP_ADD || e->op == OP_SUB);
    const Expr *a = bound_value(z, is_sum ? e->args[0] : e);
    const Expr *b = is_sum ? bound_value(z, e->args[1]) : NULL;
    if (a->kind != EXPR_INTEGER || (b && b->kind != EXPR_INTEGER)) return false;
    *number = a->u.integer;
    if (b) *number += e->op == OP_ADD ? b->u.integer : -b->u.integer; // both lie below 2^53
    return llabs(*number) <= LARGEST_INTEGER;
}

int64_t constant_integer(Scalarizer *z, const Expr *e, Context c, bool *is_constant)
{
    int64_t number;
    *is_constant = is_plain_integer(z, e, &number);
    if (*is_constant) return number;
    const Expr *s = scalar_of(z, e, c);
    *is_constant = s->kind == EXPR_INTEGER || s->kind == EXPR_BOOLEAN || s->kind == EXPR_ENUM;
    if (!*is_constant) return 0;
    return s->kind == EXPR_BOOLEAN ? s->u.integer + 1 : s->u.integer; // false is the first
}

typedef struct Subscript { // one dimension: which elements, or one computed at run time
    int64_t *elements;
    uint32_t count;
    bool is_constant;
} Subscript;

// Which array, and in which round of a loop.
static void label_range(Scalarizer *z, Diagnostic *d, const char *name)
{
    Text t = text_make(z->scratch);
    for (uint32_t i = 0; i < z->bound.count; i++) {
        double number;
        if (!expr_is_number(z->bound.data[i].value, &number)) continue;
        text_printf(&t, "%s%s = %g", t.length ? ", " : "",
                    expr_name(z->bound.data[i].iterator)->text, number);
    }
    diag_label(z->session->diag, d, "of '%s'%s%s%s", name, t.length ? ", where " : "",
               text_cstr(&t),
               t.length ? ": leave it out of the range, and give it an equation of its own" : "");
}

static Subscript subscript_of(Scalarizer *z, const Expr *base, const Expr *sub, int32_t size,
                              Context c)
{
    Subscript s = {.is_constant = true};
    if (sub->kind == EXPR_COLON) {
        s.count = (uint32_t)size;
        s.elements = ARENA_RAW(z->scratch, int64_t, s.count + 1);
        for (uint32_t i = 0; i < s.count; i++) s.elements[i] = i + 1;
        return s;
    }
    Items items = items_of(z, sub, c);
    s.count = items.count;
    s.elements = ARENA_RAW(z->scratch, int64_t, s.count + 1);
    for (uint32_t i = 0; i < s.count; i++) {
        const Expr *item = items.data[i];
        bool literal =
            item->kind == EXPR_INTEGER || item->kind == EXPR_BOOLEAN || item->kind == EXPR_ENUM;
        s.is_constant = s.is_constant && literal;
        if (literal) s.elements[i] = item->u.integer + (item->kind == EXPR_BOOLEAN);
        if (literal && (s.elements[i] < 1 || s.elements[i] > size)) {
            Diagnostic *d =
                diag_error(z->session->diag, z->span, E_SUBSCRIPT_RANGE,
                           "subscript %lld lies outside 1 to %d", (long long)s.elements[i], size);
            if (base->kind == EXPR_REF && !(c & IN_SYSTEM))
                label_range(z, d, z->flat->variables[base->u.var.i].name);
            z->system->failed = true;
            s.elements[i] = 1;
        }
    }
    return s;
}

// Subscripts that are known only at run time pick from the whole array.
static Items dynamic_subscript(Scalarizer *z, const Expr *e, Context c)
{
    const Expr **subs = ARENA_RAW(z->scratch, const Expr *, e->n_args);
    const Expr *base = whole_of(z, e->args[0], c);
    for (uint32_t k = 1; k < e->n_args; k++)
        subs[k - 1] = e->args[k]->kind == EXPR_COLON ? e->args[k] : whole_of(z, e->args[k], c);
    return projected_items(z, expr_subscript(z->exprs, base, subs, e->n_args - 1));
}

static Items subscript_items(Scalarizer *z, const Expr *e, Context c)
{
    const Expr *array = with_iterator_values(z, e->args[0]);
    const Type *base_type = array->type;
    if (!type_is_sized(base_type)) {
        scalarizer_refuse(z, "a subscript of an array whose size is not known at compile time");
        return make_items(z, 0);
    }
    uint32_t rank = type_rank(base_type), n_subs = e->n_args - 1;
    Subscript *subs = ARENA_RAW(z->scratch, Subscript, rank);
    uint32_t count = 1;
    for (uint32_t k = 0; k < rank; k++) {
        const Expr *sub = k < n_subs ? e->args[k + 1] : expr_colon(z->exprs);
        subs[k] = subscript_of(z, array, sub, type_dim(base_type, k), c);
        if (!subs[k].is_constant) return dynamic_subscript(z, e, c);
        count *= subs[k].count;
    }
    Items base = items_of(z, array, c);
    uint32_t per_element = leaf_count(type_elem(base_type));
    Items items = make_items(z, count * per_element);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t rest = i, offset = 0, stride = 1;
        for (uint32_t k = rank; k-- > 0;) {
            offset += (uint32_t)(subs[k].elements[rest % subs[k].count] - 1) * stride;
            rest /= subs[k].count;
            stride *= (uint32_t)type_dim(base_type, k);
        }
        for (uint32_t k = 0; k < per_element; k++) {
            uint32_t from = offset * per_element + k; // outside: reported
            items.data[i * per_element + k] =
                from < base.count ? base.data[from] : expr_error(z->exprs);
        }
    }
    return items;
}

// x[3], x[i, j] of a variable, the most frequent case, without listing the whole array.
static const Expr *subscript_scalar(Scalarizer *z, const Expr *e, Context c)
{
    const Expr *base = e->args[0];
    uint32_t rank = type_rank(base->type);
    if (base->kind == EXPR_REF && !(c & IN_SYSTEM) && e->n_args - 1 == rank &&
        !z->flat->variables[base->u.var.i].value) {
        int64_t offset = 0;
        bool is_constant = true;
        for (uint32_t k = 0; k < rank && is_constant; k++) {
            int64_t i = constant_integer(z, e->args[k + 1], c, &is_constant);
            is_constant = is_constant && i >= 1 && i <= type_dim(base->type, k);
            offset = offset * type_dim(base->type, k) + i - 1;
        }
        VarId first = z->system->first_of_flat[base->u.var.i];
        if (is_constant) return system_ref(z->system, (VarId){first.i + (int32_t)offset});
    }
    Items items = subscript_items(z, e, c);
    return items.count == 1 ? items.data[0] : scalarizer_refuse(z, "this subscript");
}

static Items field_items(Scalarizer *z, const Expr *e, Context c)
{
    if (e->args[0]->kind == EXPR_RECORD) return items_of(z, e->args[0]->args[e->u.index], c);
    if (!type_is_sized(e->args[0]->type)) {
        scalarizer_refuse(z, "a record whose size is not known at compile time");
        return make_items(z, 0);
    }
    Items record = items_of(z, e->args[0], c);
    const Type *type = type_elem(e->args[0]->type);
    uint32_t per_record = leaf_count(type), offset = 0;
    for (uint32_t k = 0; k < e->u.index; k++) offset += leaf_count(type->fields[k].type);
    uint32_t per_field = leaf_count(type->fields[e->u.index].type);
    uint32_t n_records = per_record ? record.count / per_record : 0;
    Items items = make_items(z, n_records * per_field);
    for (uint32_t i = 0; i < n_records; i++)
        memcpy(items.data + i * per_field, record.data + i * per_record + offset,
               per_field * sizeof *items.data);
    return items;
}

// ---- Ranges and loops --------------------------------------------------------------

Items range_items(Scalarizer *z, const Expr *range, Context c)
{
    if (range->kind != EXPR_RANGE) return items_of(z, range, c);
    double first, step = 1, last;
    const Expr *ends[3] = {scalar_of(z, range->args[0], c), NULL,
                           scalar_of(z, range->args[range->n_args - 1], c)};
    if (range->n_args == 3 && range->args[1]) ends[1] = scalar_of(z, range->args[1], c);
    if (!expr_is_number(ends[0], &first) || !expr_is_number(ends[2], &last) ||
        (ends[1] && !expr_is_number(ends[1], &step)) || step == 0) {
        scalarizer_refuse(z, "a range whose limits are not known at compile time");
        return make_items(z, 0);
    }
    int64_t count = number_range_count(first, step, last);
    if (count > MOST_ELEMENTS) {
        scalarizer_refuse(z, "a loop over as many elements as this");
        return make_items(z, 0);
    }
    Items items = make_items(z, (uint32_t)count);
    bool is_real = range->type->elem->kind == TYPE_REAL;
    for (uint32_t i = 0; i < items.count; i++) {
        double value = first + i * step;
        if (is_real)
            items.data[i] = expr_real(z->exprs, value);
        else if (ends[0]->kind == EXPR_ENUM)
            items.data[i] = expr_enum(z->exprs, ends[0]->type, (int64_t)value);
        else if (ends[0]->kind == EXPR_BOOLEAN)
            items.data[i] = expr_boolean(z->exprs, value != 0);
        else
            items.data[i] = expr_integer(z->exprs, (int64_t)value);
    }
    return items;
}

typedef struct Gathering {
    Scalarizer *z;
    Context c;
    VEC(const Expr *) found;
} Gathering;

// Pairs (iterator, range) of args[1..]; the body for every combination, first pair outermost.
static void gather(Gathering *g, const Expr *body, const Expr *const *pairs, uint32_t n_pairs)
{
    if (n_pairs == 0) {
        Items items = items_of(g->z, body, g->c);
        for (uint32_t i = 0; i < items.count; i++)
            VEC_PUSH(g->z->scratch, &g->found, items.data[i]);
        return;
    }
    Items values = range_items(g->z, pairs[1], g->c);
    for (uint32_t i = 0; i < values.count; i++) {
        bind_iterator(g->z, pairs[0], values.data[i]);
        gather(g, body, pairs + 2, n_pairs - 1);
        unbind_iterator(g->z);
    }
}

static Items comprehension_items(Scalarizer *z, const Expr *e, Context c)
{
    Gathering g = {.z = z, .c = c};
    gather(&g, e->args[0], e->args + 1, (e->n_args - 1) / 2);
    return (Items){g.found.data, g.found.count};
}

// ---- The two entrances --------------------------------------------------------------

static const Expr *make_scalar(Scalarizer *z, const Expr *e, Context c)
{
    switch ((ExprKind)e->kind) {
    case EXPR_REF: return reference_scalar(z, e, c);
    case EXPR_OP: return operator_scalar(z, e, c);
    case EXPR_IF: {
        const Expr *condition = scalar_of(z, e->args[0], c);
        if (expr_is_true(condition)) return scalar_of(z, e->args[1], c);
        if (expr_is_false(condition)) return scalar_of(z, e->args[2], c);
        return expr_if(z->exprs, condition, scalar_of(z, e->args[1], c),
                       scalar_of(z, e->args[2], c));
    }
    case EXPR_CALL: return only_item(z, call_items(z, e, c));
    case EXPR_TUPLE_ITEM: return only_item(z, tuple_item_items(z, e, c));
    case EXPR_SUBSCRIPT: return subscript_scalar(z, e, c);
    case EXPR_FIELD: {
        Items items = field_items(z, e, c);
        return items.count == 1 ? items.data[0] : scalarizer_refuse(z, "this field");
    }
    case EXPR_REDUCTION: return reduce_items(z, (Op)e->op, comprehension_items(z, e, c), e->type);
    case EXPR_ITERATOR: return iterator_value(z, e);
    case EXPR_COMPONENT: return scalarizer_refuse(z, "a component as a value");
    default: return e;
    }
}

static Items make_array(Scalarizer *z, const Expr *e, Context c)
{
    switch ((ExprKind)e->kind) {
    case EXPR_REF: return reference_items(z, e, c);
    case EXPR_OP: return operator_items(z, e, c);
    case EXPR_CALL: return call_items(z, e, c);
    case EXPR_TUPLE_ITEM: return tuple_item_items(z, e, c);
    case EXPR_SUBSCRIPT: return subscript_items(z, e, c);
    case EXPR_FIELD: return field_items(z, e, c);
    case EXPR_RANGE: return range_items(z, e, c);
    case EXPR_COMPREHENSION: return comprehension_items(z, e, c);
    case EXPR_IF: {
        const Expr *condition = scalar_of(z, e->args[0], c);
        if (expr_is_true(condition)) return items_of(z, e->args[1], c);
        if (expr_is_false(condition)) return items_of(z, e->args[2], c);
        Items yes = items_of(z, e->args[1], c), no = items_of(z, e->args[2], c);
        Items items = make_items(z, yes.count < no.count ? yes.count : no.count);
        for (uint32_t i = 0; i < items.count; i++)
            items.data[i] = expr_if(z->exprs, condition, yes.data[i], no.data[i]);
        return items;
    }
    case EXPR_ARRAY:
    case EXPR_RECORD: {
        Items items = make_items(z, leaf_count(e->type));
        uint32_t next = 0;
        for (uint32_t k = 0; k < e->n_args; k++) {
            Items part = items_of(z, e->args[k], c);
            for (uint32_t i = 0; i < part.count && next < items.count; i++)
                items.data[next++] = part.data[i];
        }
        if (next < items.count)
            scalarizer_refuse(z, "an array whose parts have other sizes than it says");
        items.count = next;
        return items;
    }
    default: scalarizer_refuse(z, "this array expression"); return make_items(z, 0);
    }
}

// x + y of leaves is as cheap to make as to find.
static bool is_small(const Expr *e)
{
    if (e->kind != EXPR_OP || e->n_args > 2) return false;
    if (e->op != OP_ADD && e->op != OP_SUB && e->op != OP_MUL && e->op != OP_NEG) return false;
    for (uint32_t i = 0; i < e->n_args; i++)
        if (e->args[i]->n_args) return false;
    return true;
}

// Arithmetic on scalars whose numbers are the same in both systems is finished as it stands: where
// a model has no arrays, most equations. `nodes`: so many may still be looked at.
static bool is_scalar_already(const Scalarizer *z, const Expr *e, Context c, int *nodes)
{
    if (--*nodes < 0 || e->type->kind != TYPE_REAL) return false;
    if (e->kind == EXPR_REAL) return true;
    if (e->kind == EXPR_REF) {
        if (c & IN_SYSTEM) return true;
        if (z->system->first_of_flat[e->u.var.i].i != e->u.var.i) return false;
        const SystemVariable *v = system_variable(z->system, e->u.var);
        return v->role != ROLE_CONSTANT && v->type == e->type;
    }
    if (e->kind != EXPR_OP) return false;
    if (e->op != OP_ADD && e->op != OP_SUB && e->op != OP_MUL && e->op != OP_DIV && e->op != OP_NEG)
        return false;
    for (uint32_t i = 0; i < e->n_args; i++)
        if (!is_scalar_already(z, e->args[i], c, nodes)) return false;
    return true;
}

// What runs through a loop is different every time, and so is every call of an impure function.
static bool is_equal_in_loops(const Scalarizer *z, const Expr *e)
{
    return !(e->flags & EXPR_HAS_ITERATOR) && !(e->flags & EXPR_HAS_IMPURE && z->bound.count);
}

const Expr *scalar_of(Scalarizer *z, const Expr *e, Context c)
{
    enum { MOST_NODES = 16 };
    int nodes = MOST_NODES;
    bool may_be = e->kind == EXPR_REF || (e->kind == EXPR_OP && !(e->flags & EXPR_HAS_ITERATOR));
    if (may_be && is_scalar_already(z, e, c, &nodes)) return e;
    // So are leaves themselves.
    bool is_remembered =
        e->n_args && e->kind != EXPR_SUBSCRIPT && is_equal_in_loops(z, e) && !is_small(e);
    uint64_t found;
    if (is_remembered && map_get(&z->scalars[c], e->id, &found))
        return (const Expr *)(uintptr_t)found;
    if (z->depth > MOST_NESTING) return scalarizer_refuse(z, "an expression nested this deeply");
    z->depth++;
    const Expr *result = make_scalar(z, e, c);
    z->depth--;
    if (is_remembered) map_put(&z->scalars[c], e->id, (uint64_t)(uintptr_t)result);
    return result;
}

Items items_of(Scalarizer *z, const Expr *e, Context c)
{
    e = with_iterator_values(z, e);
    bool is_scalar = e->type->kind != TYPE_ARRAY && e->type->kind != TYPE_RECORD;
    if (is_scalar) {
        Items one = {ARENA_RAW(z->scratch, const Expr *, 1), 1};
        one.data[0] = scalar_of(z, e, c);
        return one;
    }
    bool is_remembered = is_equal_in_loops(z, e);
    uint64_t found;
    if (is_remembered && map_get(&z->arrays[c], e->id, &found))
        return *(const Items *)(uintptr_t)found;
    if (!type_is_sized(e->type) && e->kind != EXPR_RANGE && e->kind != EXPR_COMPREHENSION) {
        scalarizer_refuse(z, "an array whose size is not known at compile time");
        return make_items(z, 0);
    }
    bool is_deep = z->depth > MOST_NESTING;
    bool is_large = type_is_sized(e->type) && leaf_count(e->type) > MOST_ELEMENTS;
    if (is_deep || is_large) {
        scalarizer_refuse(z, is_deep ? "an expression nested this deeply"
                                     : "an array as large as this");
        return make_items(z, 0);
    }
    z->depth++;
    Items items = make_array(z, e, c);
    z->depth--;
    if (type_is_sized(e->type) && items.count < leaf_count(e->type)) items = all_errors(z, e);
    if (!is_remembered) return items;
    Items *kept = ARENA_COPY(z->scratch, Items, &items, 1);
    map_put(&z->arrays[c], e->id, (uint64_t)(uintptr_t)kept);
    return items;
}
