// User functions in the evaluator: binding of arguments, statements, assignment in place.
//
// The memory of a statement is given back when it ends, unless a variable took new space
// (n_kept changed): so loops run in constant memory, and arrays of a function are changed
// element by element without copies.
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "expr/evaluator.h"

typedef enum { LOCAL_UNSET, LOCAL_BUSY, LOCAL_SET } LocalState;
typedef enum { FLOW_NEXT, FLOW_BREAK, FLOW_RETURN, FLOW_FAILED } Flow;

static Flow run_statements(Evaluator *v, const Statements *body);

// ---- Variables of a function ---------------------------------------------------------------

static bool local_dims(Evaluator *v, const Expr *at, const Local *local, int32_t *dims)
{
    for (uint32_t k = 0; k < type_rank(local->type); k++) {
        int64_t size = local->type->dims[k];
        if (size == DIM_UNKNOWN) {
            if (!local->dims || !local->dims[k])
                size = 0; // ":" without a value: empty so far
            else if (!eval_integer(v, local->dims[k], &size))
                return false;
        }
        if (size < 0 || size > INT32_MAX)
            return eval_fail(v, at, true, "'%s' cannot have the size %lld", local->name->text,
                             (long long)size);
        dims[k] = (int32_t)size;
    }
    return true;
}

static bool make_default(Evaluator *v, const Expr *at, const Type *elem, const int32_t *dims,
                         uint32_t rank, double real, Value *out);

// A record whose fields have no value yet; array fields of known size get their space.
static bool make_record(Evaluator *v, const Expr *at, const Type *type, double real, Value *out)
{
    Value *items = eval_take(v, type->n * sizeof *items + 1);
    for (uint32_t i = 0; i < type->n; i++) {
        const Type *field = type->fields[i].type;
        items[i] = (Value){.kind = TYPE_ERROR, .elem = type_elem(field), .count = 1};
        bool fixed = type_rank(field) ? type_count(field) >= 0 : field->kind == TYPE_RECORD;
        if (fixed &&
            !make_default(v, at, type_elem(field), field->dims, type_rank(field), real, &items[i]))
            return false;
    }
    *out = (Value){.kind = TYPE_RECORD, .elem = type, .count = 1, .u.items = items};
    return true;
}

// `real` is what elements that are Real begin with.
static bool make_default(Evaluator *v, const Expr *at, const Type *elem, const int32_t *dims,
                         uint32_t rank, double real, Value *out)
{
    if (rank == 0 && elem->kind == TYPE_RECORD) return make_record(v, at, elem, real, out);
    if (!eval_make_array(v, at, elem, dims, rank, out)) return false;
    if (elem->kind == TYPE_STRING) {
        Name empty = name_of(v->s->names, "", 0);
        for (int64_t i = 0; i < out->count; i++) out->u.strings[i] = empty;
    } else if (elem->kind == TYPE_ENUMERATION) {
        for (int64_t i = 0; i < out->count; i++) out->u.integers[i] = 1;
    } else if (elem->kind == TYPE_REAL) {
        for (int64_t i = 0; i < out->count; i++) out->u.reals[i] = real;
    } else if (elem->kind == TYPE_RECORD) {
        for (int64_t i = 0; i < out->count; i++)
            if (!make_record(v, at, elem, real, &out->u.items[i])) return false;
    }
    return true;
}

// The declared start of an output or protected variable: its value, or space without one.
static bool start_local(Evaluator *v, const Expr *at, uint32_t index)
{
    Frame *f = v->frame;
    const Local *local = &f->function->locals[index];
    uint32_t rank = type_rank(local->type);
    int32_t dims[rank + 1];
    if (f->states[index] == LOCAL_BUSY)
        return eval_fail(v, at, true, "'%s' depends on itself", local->name->text);
    f->states[index] = LOCAL_BUSY;
    v->n_kept++;
    Value *value = &f->locals[index];
    if (local->value) {
        Value given;
        if (!eval_expr(v, local->value, &given)) return false;
        if (!value_copy(&v->memory, &given, type_elem(local->type), value))
            return eval_fail(v, at, true, "the evaluation needs more than 1 GB of memory");
    } else if (rank || local->type->kind == TYPE_RECORD) {
        if (!local_dims(v, at, local, dims)) return false;
        // Elements that nobody sets show in the result; those of records that wait for their sizes
        // may have values by their class, which are not known here. Protected ones begin as zero:
        // libraries build matrices on it.
        bool shows = !f->function->is_derived && type_is_sized(type_elem(local->type)) &&
                     index < f->function->n_inputs + f->function->n_outputs;
        double real = shows ? (double)NAN : 0;
        if (!make_default(v, at, type_elem(local->type), dims, rank, real, value)) return false;
    } else {
        *value = (Value){.kind = TYPE_ERROR, .elem = local->type, .count = 1};
    }
    f->states[index] = LOCAL_SET;
    return true;
}

bool eval_local(Evaluator *v, const Expr *e, Value *out)
{
    Frame *f = v->frame;
    if (!f || e->u.index >= f->function->n_locals)
        return eval_fail(v, e, false, "the variable has no value at compile time");
    if (f->states[e->u.index] != LOCAL_SET && !start_local(v, e, e->u.index)) return false;
    *out = f->locals[e->u.index];
    const Local *local = &f->function->locals[e->u.index];
    return out->kind != TYPE_ERROR || eval_unset(v, e, local->type, local->name, out);
}

// ---- Assignment ----------------------------------------------------------------------------

static bool fail_shape(Evaluator *v, const Expr *at)
{
    return eval_fail(v, at, true, "the sizes of the two sides of the assignment differ");
}

// Takes the value over; the space of the variable is used again when the shape is the same.
static bool store(Evaluator *v, const Expr *at, Value *to, const Value *from, const Type *declared)
{
    if (from->kind == TYPE_ERROR) return eval_fail(v, at, true, "the right side has no value");
    bool plain = from->kind != TYPE_RECORD && from->kind != TYPE_TUPLE;
    bool fits = to->kind == from->kind || (to->kind == TYPE_REAL && from->kind == TYPE_INTEGER);
    if (plain && fits && value_same_shape(to, from)) {
        value_copy_into(to, from);
        return true;
    }
    for (uint32_t k = 0; k < type_rank(declared); k++)
        if (k >= from->rank ||
            (declared->dims[k] != DIM_UNKNOWN && declared->dims[k] != from->dims[k]))
            return fail_shape(v, at);
    if (type_rank(declared) != from->rank) return fail_shape(v, at);
    if (from->rank || !plain) v->n_kept++;
    if (value_copy(&v->memory, from, type_elem(declared), to)) return true;
    return eval_fail(v, at, true, "the evaluation needs more than 1 GB of memory");
}

// Where a variable, a field of a record, or an element of an array of records is kept.
static Value *place_of(Evaluator *v, const Expr *left)
{
    if (left->kind == EXPR_LOCAL && v->frame) return &v->frame->locals[left->u.index];
    if (left->kind == EXPR_FIELD) {
        Value *record = place_of(v, left->args[0]);
        bool usable = record && record->kind == TYPE_RECORD && record->rank == 0;
        return usable ? &record->u.items[left->u.index] : NULL;
    }
    if (left->kind == EXPR_SUBSCRIPT) {
        Value *array = place_of(v, left->args[0]);
        Selection s;
        if (!array || array->kind != TYPE_RECORD || array->rank != left->n_args - 1) return NULL;
        if (!eval_selection(v, left, array, &s)) return NULL;
        int32_t position[s.n];
        selection_begin(&s, position);
        return &array->u.items[selection_offset(&s, array, position)];
    }
    return NULL;
}

static const char no_place[] = "the left side of the assignment cannot be evaluated";

// Dimension by dimension, without those of the subscripts that are numbers.
static bool fits_selection(const Value *array, const Selection *s, const Value *value)
{
    uint32_t rank = 0;
    for (uint32_t k = 0; k < array->rank; k++) {
        if (k < s->n && s->is_scalar[k]) continue;
        int32_t size = k < s->n ? s->counts[k] : array->dims[k];
        if (rank == value->rank || value->dims[rank++] != size) return false;
    }
    return rank == value->rank;
}

// x[subscripts] := value, in place.
static bool assign_elements(Evaluator *v, const Expr *left, const Value *value)
{
    Value *array = place_of(v, left->args[0]);
    Selection s;
    if (!array) return v->failed ? false : eval_fail(v, left, false, no_place);
    if (array->kind == TYPE_ERROR) return eval_fail(v, left, true, "the array has no size yet");
    if (!eval_selection(v, left, array, &s)) return false;
    int32_t position[s.n];
    int64_t part = 1, read = 0;
    for (uint32_t k = s.n; k < array->rank; k++) part *= array->dims[k];
    if (!fits_selection(array, &s, value)) return fail_shape(v, left);
    if (value->count == 0) return true;
    Value source = *value;
    bool is_record = array->kind == TYPE_RECORD;
    if (is_record) v->n_kept++;
    if ((is_record || value->rank) && !value_copy(&v->memory, value, array->elem, &source))
        return eval_fail(v, left, true, "the evaluation needs more than 1 GB of memory");
    selection_begin(&s, position);
    do {
        int64_t offset = selection_offset(&s, array, position);
        for (int64_t i = 0; i < part; i++) {
            Value item = value_get(&source, read++);
            value_set(array, offset + i, &item);
        }
    } while (selection_next(&s, position));
    return true;
}

static bool assign(Evaluator *v, const Expr *left, const Value *value)
{
    while (left->kind == EXPR_OP && left->op == OP_TO_REAL) left = left->args[0];
    if (left->kind == EXPR_TUPLE) {
        if (value->kind != TYPE_TUPLE || left->n_args > value->elem->n)
            return eval_fail(v, left, true, "the function has not that many outputs");
        for (uint32_t i = 0; i < left->n_args; i++)
            if (left->args[i] && !assign(v, left->args[i], &value->u.items[i])) return false;
        return true;
    }
    if (left->kind == EXPR_SUBSCRIPT) return assign_elements(v, left, value);
    Value *to = place_of(v, left);
    if (!to) return v->failed ? false : eval_fail(v, left, false, no_place);
    return store(v, left, to, value, left->type);
}

// ---- Statements ----------------------------------------------------------------------------

static Flow run_assign(Evaluator *v, const Statement *st)
{
    Value value;
    if (!eval_expr(v, st->right, &value)) return FLOW_FAILED;
    bool first_output = value.kind == TYPE_TUPLE && st->left->kind != EXPR_TUPLE && value.elem->n;
    const Value *right = first_output ? &value.u.items[0] : &value;
    return assign(v, st->left, right) ? FLOW_NEXT : FLOW_FAILED;
}

static Flow run_if(Evaluator *v, const Statement *st)
{
    for (uint32_t i = 0; i < st->n_branches; i++) {
        bool taken = true;
        const Expr *condition = st->branches[i].condition;
        if (condition && !eval_condition(v, condition, &taken)) return FLOW_FAILED;
        if (taken) return run_statements(v, &st->branches[i].body);
    }
    return FLOW_NEXT;
}

static Flow run_for_body(Evaluator *v, const Statement *st, const Value *item)
{
    Binding b = {st->iterator->u.index, *item};
    uint32_t before = v->iterators.count;
    VEC_PUSH(memory_arena(&v->memory), &v->iterators, b);
    Flow flow = run_statements(v, &st->branches[0].body);
    v->iterators.count = before;
    return flow;
}

// Over whole numbers: none of them is written down, so the steps are the only limit.
static Flow run_for_integers(Evaluator *v, const Statement *st)
{
    int64_t first, step, last;
    const Expr *range = st->range;
    if (!eval_integer(v, range->args[0], &first) || !eval_integer(v, range->args[1], &step) ||
        !eval_integer(v, range->args[2], &last))
        return FLOW_FAILED;
    int64_t count = number_range_count((double)first, (double)step, (double)last);
    if (count < 0) eval_fail(v, range, true, "the step of the range is zero");
    if (count < 0) return FLOW_FAILED;
    for (int64_t i = 0; i < count; i++) {
        if (!eval_step(v, range)) return FLOW_FAILED; // the body may be empty
        Value item = {.kind = TYPE_INTEGER,
                      .elem = v->t->basic[TYPE_INTEGER],
                      .count = 1,
                      .u.integer = first + i * step};
        Flow flow = run_for_body(v, st, &item);
        if (flow == FLOW_BREAK) break;
        if (flow != FLOW_NEXT) return flow;
    }
    return FLOW_NEXT;
}

static bool is_range_of_integers(const Expr *e)
{
    if (e->kind != EXPR_RANGE) return false;
    for (uint32_t k = 0; k < 3; k++)
        if (e->args[k]->type->kind != TYPE_INTEGER) return false;
    return true;
}

static Flow run_for(Evaluator *v, const Statement *st)
{
    if (is_range_of_integers(st->range)) return run_for_integers(v, st);
    Value range;
    if (!eval_expr(v, st->range, &range)) return FLOW_FAILED;
    for (int64_t i = 0; i < range.count; i++) {
        Value item = range.rank > 1 ? value_part(&range, 1, i) : value_get(&range, i);
        Flow flow = run_for_body(v, st, &item);
        if (flow == FLOW_BREAK) break;
        if (flow != FLOW_NEXT) return flow;
    }
    return FLOW_NEXT;
}

static Flow run_while(Evaluator *v, const Statement *st)
{
    for (;;) { // ends: every round takes steps, and those are bounded
        bool on;
        if (!eval_condition(v, st->branches[0].condition, &on)) return FLOW_FAILED;
        if (!on) return FLOW_NEXT;
        Flow flow = run_statements(v, &st->branches[0].body);
        if (flow == FLOW_BREAK) return FLOW_NEXT;
        if (flow != FLOW_NEXT) return flow;
    }
}

static Flow run_assert(Evaluator *v, const Statement *st)
{
    bool holds;
    if (!eval_condition(v, st->condition, &holds)) return FLOW_FAILED;
    if (holds) return FLOW_NEXT;
    int64_t level = 1;
    if (st->level && !eval_integer(v, st->level, &level)) return FLOW_FAILED;
    if (level != 1) return FLOW_NEXT; // a warning does not change the value
    Value message;
    if (!eval_expr(v, st->message, &message)) return FLOW_FAILED;
    eval_fail(v, st->condition, true, "assertion failed: %s", message.u.string->text);
    return FLOW_FAILED;
}

static Flow run_statement(Evaluator *v, const Statement *st)
{
    Value ignored;
    switch (st->kind) {
    case STMT_ASSIGN: return run_assign(v, st);
    case STMT_IF: return run_if(v, st);
    case STMT_FOR: return run_for(v, st);
    case STMT_WHILE: return run_while(v, st);
    case STMT_BREAK: return FLOW_BREAK;
    case STMT_RETURN: return FLOW_RETURN;
    case STMT_ASSERT: return run_assert(v, st);
    case STMT_CALL: return eval_expr(v, st->right, &ignored) ? FLOW_NEXT : FLOW_FAILED;
    case STMT_TERMINATE: // none of these is lowered in a function
    case STMT_WHEN:
    case STMT_REINIT: break;
    }
    return FLOW_FAILED;
}

static Flow run_statements(Evaluator *v, const Statements *body)
{
    for (uint32_t i = 0; i < body->count; i++) {
        MemoryMark mark = memory_mark(&v->memory);
        uint32_t kept = v->n_kept;
        v->span = body->items[i].span;
        v->steps++;
        Flow flow = run_statement(v, &body->items[i]);
        if (flow != FLOW_NEXT) return flow;
        if (kept == v->n_kept) memory_release(&v->memory, mark);
    }
    return FLOW_NEXT;
}

// ---- Calls ---------------------------------------------------------------------------------

static bool bind_inputs(Evaluator *v, const Expr *e, const Function *f, const Value *args,
                        Frame *frame)
{
    for (uint32_t i = 0; i < f->n_inputs; i++) {
        const Local *local = &f->locals[i];
        if (args[i].rank != type_rank(local->type))
            return eval_fail(v, e, true, "the argument for '%s' has the wrong number of dimensions",
                             local->name->text);
        for (uint32_t k = 0; k < args[i].rank; k++)
            if (local->type->dims[k] != DIM_UNKNOWN && local->type->dims[k] != args[i].dims[k])
                return eval_fail(v, e, true, "the argument for '%s' has the wrong size",
                                 local->name->text);
        frame->locals[i] = args[i];
        bool widen = type_elem(local->type)->kind == TYPE_REAL && args[i].kind == TYPE_INTEGER;
        if (widen && !value_copy(&v->memory, &args[i], type_elem(local->type), &frame->locals[i]))
            return eval_fail(v, e, true, "the evaluation needs more than 1 GB of memory");
        frame->states[i] = LOCAL_SET;
    }
    return true;
}

static bool check_output(Evaluator *v, const Expr *e, const Frame *frame, uint32_t i)
{
    const Local *local = &frame->function->locals[i];
    if (frame->locals[i].kind != TYPE_ERROR) return true;
    return eval_fail(v, e, true, "%s: the output '%s' got no value", frame->function->name->text,
                     local->name->text);
}

static bool collect_outputs(Evaluator *v, const Expr *e, const Frame *frame, Value *out)
{
    const Function *f = frame->function;
    for (uint32_t i = 0; i < f->n_outputs; i++)
        if (!check_output(v, e, frame, f->n_inputs + i)) return false;
    if (f->n_outputs == 1) {
        *out = frame->locals[f->n_inputs];
        return true;
    }
    *out = (Value){
        .kind = TYPE_TUPLE, .elem = f->type, .count = 1, .u.items = frame->locals + f->n_inputs};
    if (f->n_outputs == 0) *out = (Value){.kind = TYPE_NONE, .elem = f->type, .count = 1};
    return true;
}

static bool run_function(Evaluator *v, const Expr *e, const Function *f, const Value *args,
                         Value *out)
{
    Frame frame = {.function = f,
                   .locals = eval_take(v, (f->n_locals + 1) * sizeof(Value)),
                   .states = eval_take(v, f->n_locals + 1)};
    if (v->failed) return false;
    memset(frame.states, LOCAL_UNSET, f->n_locals + 1);
    if (!bind_inputs(v, e, f, args, &frame)) return false;
    Frame *around = v->frame;
    Span span = v->span;
    v->frame = &frame;
    bool ok = true;
    for (uint32_t i = f->n_inputs; i < f->n_locals && ok; i++)
        if (frame.states[i] == LOCAL_UNSET) ok = start_local(v, e, i);
    ok = ok && run_statements(v, &f->body) != FLOW_FAILED;
    ok = ok && collect_outputs(v, e, &frame, out);
    v->frame = around;
    v->span = span;
    return ok;
}

static bool call_external(Evaluator *v, const Expr *e, const Function *f, const Value *args,
                          Value *out)
{
    const ValueSource *s = v->values;
    const ExternalDoor *door = s && s->door ? s->door(s->client, f) : NULL;
    const char *reason = NULL;
    bool is_mistake = false;
    const Expr *result = NULL;
    if (door) {
        const Expr *literals[f->n_inputs + 1];
        for (uint32_t i = 0; i < f->n_inputs; i++) literals[i] = value_to_literal(v->t, &args[i]);
        const Expr *call = expr_call_again(v->t, e, literals, e->type);
        result = door->value(door->client, call, &reason, &is_mistake);
    }
    if (result && value_of_literal(&v->memory, v->t, result, out)) return true;
    if (reason) return eval_fail(v, e, is_mistake, "%s", reason);
    return eval_fail(v, e, false, "the external function '%s' cannot be called at compile time",
                     f->name->text);
}

static bool call_function(Evaluator *v, const Expr *e, const Value *args, Value *out)
{
    const Function *f = e->u.function;
    if (!f->is_lowered && v->values && v->values->need_function)
        v->values->need_function(v->values->client, f);
    if (f->external) return call_external(v, e, f, args, out);
    if (!f->is_lowered || f->is_partial)
        return eval_fail(v, e, false, "the function '%s' has no body", f->name->text);
    MemoryMark mark = memory_mark(&v->memory);
    uint32_t kept = v->n_kept;
    bool ok = run_function(v, e, f, args, out);
    v->n_kept = kept; // what the callee kept dies with it, or is part of the result
    bool by_value = ok && out->rank == 0 && out->kind != TYPE_RECORD && out->kind != TYPE_TUPLE;
    if (by_value) memory_release(&v->memory, mark);
    return ok;
}

static void note_infinite(void *client, const Expr *node)
{
    if (node->kind == EXPR_REAL && !isfinite(node->u.real)) *(bool *)client = true;
}

// Functions are pure, so a call with given arguments is worked out once per session. Inside
// other functions that is not worth the look-up.
static bool call_once(Evaluator *v, const Expr *e, const Value *args, Value *out)
{
    const Expr *literals[e->n_args + 1];
    for (uint32_t i = 0; i < e->n_args; i++) literals[i] = value_to_literal(v->t, &args[i]);
    const Expr *call = expr_call_again(v->t, e, literals, e->type);
    const Expr *known = map_get_pointer(&v->t->call_results, call);
    if (known && value_of_literal(&v->memory, v->t, known, out)) return true;
    v->doubt = NULL;
    v->unset = NULL;
    if (!call_function(v, e, args, out)) return false;
    const Expr *value = out->kind == TYPE_NONE ? NULL : value_to_literal(v->t, out);
    bool is_infinite = false;
    if (value && v->doubt) expr_walk(v->t, value, &is_infinite, note_infinite);
    if (is_infinite && v->unset)
        return eval_fail(v, e, true, "'%s' is used before it has a value", v->unset->text);
    if (is_infinite) return eval_fail(v, e, true, "%s", v->doubt);
    if (value) map_put_pointer(&v->t->call_results, call, value);
    return true;
}

// What a function calls that is said to be pure is part of what is said (12.3).
static bool may_be_called(const Evaluator *v, const Function *f)
{
    if (!f->is_impure || v->frame) return true;
    return v->values && v->values->may_be_impure && v->values->may_be_impure(v->values->client, f);
}

bool eval_call(Evaluator *v, const Expr *e, Value *out)
{
    const Function *f = e->u.function;
    if (!may_be_called(v, f))
        return eval_fail(v, e, false, "'%s' is impure and has no value at compile time",
                         f->name->text);
    if (e->n_args != f->n_inputs)
        return eval_fail(v, e, true, "'%s' takes %u arguments", f->name->text, f->n_inputs);
    Value *args = eval_take(v, (e->n_args + 1) * sizeof *args);
    for (uint32_t i = 0; i < e->n_args; i++)
        if (!eval_expr(v, e->args[i], &args[i])) return false;
    return v->frame ? call_function(v, e, args, out) : call_once(v, e, args, out);
}
