// structural.c -- values that the structure of the model needs: on demand, then frozen.
//
// slot_value() is a query. It lowers the binding, evaluates it with the values of other slots
// and marks everything used as frozen, with the asking place as the reason. A busy slot met
// again is a ring, reported with its path. What cannot be evaluated (fixed = false, no value,
// external objects, impure functions) says why, if the caller wants a report.
#include "instance/checks.h"
#include "instance/lower/lower.h"

enum { DEEPEST_CHAIN = 2000 }; // of parameters; each level takes some kilobytes of stack

typedef struct Asking {
    Front *f;
    Span span;
    bool report, reported;
} Asking;

static Variable *variable_of(Front *f, const Slot *slot)
{
    bool has = slot->holder->component && slot->variable.i >= 0 &&
               (uint32_t)slot->variable.i < f->variables.count;
    return has ? f->variables.data[slot->variable.i] : NULL;
}

static void report_ring(Front *f, const Slot *slot, Span asking)
{
    const LoweringState *w = lowering_of(f);
    Diagnostic *d = diag_error(f->diag, slot->span, E_VALUE_RING,
                               "the value of '%s' depends on itself", slot->name->text);
    uint32_t from = w->evaluating.count;
    while (from > 0 && w->evaluating.data[from - 1] != slot) from--;
    for (uint32_t i = from; i < w->evaluating.count; i++) {
        const Slot *step = w->evaluating.data[i];
        diag_note(f->diag, d, step->span, "through '%s'", step->name->text);
    }
    diag_note(f->diag, d, asking, "its value is needed here");
}

static const Expr *fail(Front *f, Slot *slot, Span asking, bool report, const char *why)
{
    if (!report) return NULL;
    Diagnostic *d =
        diag_error(f->diag, asking, E_NOT_EVALUABLE,
                   "the value of '%s' is needed at compile time, but %s", slot->name->text, why);
    diag_note(f->diag, d, slot->span, "'%s' is declared here", slot->name->text);
    return NULL;
}

static bool is_fixed_false(Front *f, const Variable *v, Span asking)
{
    if (!v || !v->attributes->fixed) return false;
    const Expr *fixed = evaluate_now(f, v->attributes->fixed, asking, false);
    while (fixed && fixed->kind == EXPR_ARRAY && fixed->n_args) fixed = fixed->args[0];
    return fixed && expr_is_false(fixed);
}

// ---- Records -------------------------------------------------------------------------------

static const Expr *nested_arrays(Front *f, const Slot *slot, const Expr **items, const Type *elem)
{
    int64_t n = 1;
    for (uint32_t k = 0; k < slot->n_dims; k++) n *= slot->dims[k];
    for (uint32_t k = slot->n_dims; k-- > 0;) {
        int32_t size = slot->dims[k];
        int64_t n_rows = size ? n / size : 0;
        for (int64_t i = 0; i < n_rows; i++)
            items[i] = expr_array(f->exprs, items + i * size, (uint32_t)size, elem);
        if (!size) items[0] = expr_array(f->exprs, items, 0, elem);
        n = size ? n_rows : 1;
        elem = items[0]->type;
    }
    return items[0];
}

static const Expr *record_from_fields(Front *f, Slot *slot, Node *node, Span asking, bool report)
{
    const Type *type = node ? node_value_type(f, node) : NULL;
    if (!type || type->kind != TYPE_RECORD) return fail(f, slot, asking, report, "it has none");
    const Expr **fields = ARENA_ARRAY(f->work, const Expr *, type->n + 1);
    for (uint32_t i = 0; i < type->n; i++) {
        Slot *member = node_member(f, node, type->fields[i].name);
        fields[i] = member ? slot_value(f, member, asking, report) : NULL;
        if (fields[i]) fields[i] = convert_to(f, fields[i], type->fields[i].type);
        if (!fields[i]) return NULL;
    }
    return expr_record(f->exprs, type, fields, type->n);
}

// All elements, in row-major order; where no modifier tells them apart, one is found for all.
static const Expr *records_from_fields(Front *f, Slot *slot, Span asking, bool report)
{
    const Expr *first = record_from_fields(f, slot, slot_inside(f, slot), asking, report);
    if (!first || !slot_dims(f, slot)) return NULL;
    if (slot->n_dims == 0) return first;
    int64_t n = 1;
    for (uint32_t k = 0; k < slot->n_dims; k++) n *= slot->dims[k];
    const Expr **items = ARENA_ARRAY(f->work, const Expr *, n + 1);
    bool is_one = slot->holder->component || !slot->mod || !slot->mod->n_children;
    for (int64_t i = 0; i < n; i++) {
        items[i] = first;
        if (is_one || i == 0) continue;
        Node *node = slot_inside_element(f, slot, (int32_t)i);
        items[i] = record_from_fields(f, slot, node, asking, report);
        if (!items[i]) return NULL;
    }
    return nested_arrays(f, slot, items, first->type);
}

// In the class of a record siblings are locals of the constructor.
typedef struct Siblings {
    Front *f;
    Node *holder;
    Span asking;
    bool failed;
} Siblings;

static const Expr *sibling_value(void *client, const Expr *e)
{
    Siblings *s = client;
    if (e->kind != EXPR_LOCAL) return e->flags & EXPR_HAS_LOCAL ? NULL : e;
    Slot *slot = node_member(s->f, s->holder, expr_name(e));
    const Expr *value = slot ? slot_value(s->f, slot, s->asking, true) : NULL;
    if (value) return value;
    s->failed = true;
    return e;
}

static const Expr *with_sibling_values(Front *f, const Slot *slot, const Expr *binding, Span asking)
{
    Siblings s = {f, slot->holder, asking, false};
    Substitution substitution = {&s, sibling_value};
    const Expr *result = expr_substitute(f->exprs, binding, &substitution);
    return s.failed ? NULL : result;
}

static const Expr *any_value(Front *f, const Type *type)
{
    switch (type->kind) {
    case TYPE_REAL: return expr_real(f->exprs, 1);
    case TYPE_INTEGER: return expr_integer(f->exprs, 1);
    case TYPE_BOOLEAN: return expr_boolean(f->exprs, false);
    case TYPE_STRING: return expr_string(f->exprs, name_of_text(f->s->names, ""));
    case TYPE_ENUMERATION: return expr_enum(f->exprs, type, 1);
    default: return NULL;
    }
}

// The value of a part's parameter is known to those who use the part; until then, any will do.
static const Expr *stand_in(Front *f, Slot *slot, Span asking, bool report)
{
    const Type *type = slot_type(f, slot);
    Binding *start = slot_attribute(f, slot, "start");
    meet_partial(f);
    if (start) {
        const Expr *value = lower_and_evaluate(f, start->scope, start->text, type, "a check");
        if (value && type_rank(value->type) == type_rank(type)) return value;
    }
    const Expr *value = type ? any_value(f, type_elem(type)) : NULL;
    for (uint32_t k = value ? type_rank(type) : 0; k-- > 0;) {
        int32_t n = type_dim(type, k);
        const Expr **items = ARENA_ARRAY(f->work, const Expr *, n + 1);
        for (int32_t i = 0; i < n; i++) items[i] = value;
        value = expr_array(f->exprs, items, n > 0 ? (uint32_t)n : 0, value->type);
    }
    return value ? value : fail(f, slot, asking, report, "it has none");
}

// ---- Structural variables ------------------------------------------------------------------

// They vary, and the model is compiled anew for each value: here they have the one that they begin
// with.
bool slot_is_structural(Front *f, const Slot *slot)
{
    const AstMod *mod = vendor_argument(slot->ast->annotation, "structural");
    return mod && mod->value && mod->value->kind == AST_BOOLEAN && mod->value->u.boolean &&
           slot_variability(f, (Slot *)slot) == VARIABILITY_DISCRETE;
}

static const Expr *value_of_mode(Front *f, Slot *slot, Span asking, bool report)
{
    const Type *type = slot_type(f, slot);
    if (type_rank(type) || type->kind == TYPE_STRING || type->kind == TYPE_REAL)
        return fail(f, slot, asking, report,
                    "a structural variable is a Boolean, an Integer or of an enumeration");
    const Expr *start = slot_attribute_value(f, slot, "start", type);
    if (!start) start = any_value(f, type);
    if (type->kind == TYPE_INTEGER && !slot_attribute(f, slot, "start"))
        start = expr_integer(f->exprs, 0);
    return evaluate_now(f, start, asking, report);
}

// ---- The query -----------------------------------------------------------------------------

static const Expr *find_value(Front *f, Slot *slot, Span asking, bool report)
{
    Node *node = slot_type_node(f, slot);
    if (!node) return NULL;
    const Type *type = node_value_type(f, node);
    bool is_record = type->kind == TYPE_RECORD;
    const Variable *v = variable_of(f, slot);
    if (slot_is_structural(f, slot)) return value_of_mode(f, slot, asking, report);
    if (slot_variability(f, slot) > VARIABILITY_PARAMETER && slot->holder->component)
        return fail(f, slot, asking, report, "it is no parameter");
    if (is_fixed_false(f, v, asking))
        return fail(f, slot, asking, report, "it is found at initialization (fixed = false)");
    if (type->kind == TYPE_EXTERNAL)
        return fail(f, slot, asking, report, "it is an external object");
    const Expr *binding = slot_binding(f, slot);
    if (!binding && is_record) return records_from_fields(f, slot, asking, report);
    if (!binding && f->s->as_part) return stand_in(f, slot, asking, report);
    if (!binding) {
        if (slot->holder->is_partial && !slot->holder->component)
            return fail(f, slot, asking, report, "its package is partial and gives none");
        return fail(f, slot, asking, report, "it has none");
    }
    if (expr_is_error(binding)) return NULL;
    if (binding->flags & EXPR_HAS_LOCAL) binding = with_sibling_values(f, slot, binding, asking);
    return binding ? evaluate_now(f, binding, asking, report) : NULL;
}

static void freeze(Front *f, Slot *slot, Span asking)
{
    Variable *v = variable_of(f, slot);
    if (!v || slot_is_structural(f, slot)) return;
    v->value = slot->value;
    if (v->is_frozen || v->variability == VARIABILITY_CONSTANT) return;
    v->is_frozen = true;
    v->frozen_by = asking;
}

const Expr *slot_value(Front *f, Slot *slot, Span asking, bool report)
{
    LoweringState *w = lowering_of(f);
    if (slot->prefixes.is_outer && !slot->prefixes.is_inner) {
        Slot *inner = slot_inner(f, slot);
        if (!inner) return NULL;
        slot = inner;
    }
    if (slot->value_state == QUERY_DONE) {
        freeze(f, slot, asking);
        return slot->value;
    }
    if (slot->value_state == QUERY_FAILED) return NULL;
    if (slot->value_state == QUERY_BUSY) {
        if (report) report_ring(f, slot, asking);
        return NULL;
    }
    if (w->evaluating.count > DEEPEST_CHAIN) {
        diag_error(f->diag, slot->span, E_TOO_DEEP,
                   "values depend on each other in a chain of more than %d", DEEPEST_CHAIN);
        return NULL;
    }
    slot->value_state = QUERY_BUSY;
    VEC_PUSH(f->work, &w->evaluating, slot);
    uint32_t errors = diag_count(f->diag, SEVERITY_ERROR);
    const Expr *value = find_value(f, slot, asking, report);
    (void)VEC_POP(&w->evaluating);
    bool reported = diag_count(f->diag, SEVERITY_ERROR) > errors;
    slot->value = value;
    // Without a report the question stays open: somebody may ask again and want the reason.
    slot->value_state = value ? QUERY_DONE : reported ? QUERY_FAILED : QUERY_UNSEEN;
    if (value) freeze(f, slot, asking);
    return value;
}

// ---- Evaluation of expressions -------------------------------------------------------------

static const Expr *value_of_variable(void *client, VarId var)
{
    Asking *a = client;
    uint32_t errors = diag_count(a->f->diag, SEVERITY_ERROR);
    const Expr *value = slot_value(a->f, slot_of_variable(a->f, var), a->span, a->report);
    bool failed = slot_of_variable(a->f, var)->value_state == QUERY_FAILED;
    if (failed || diag_count(a->f->diag, SEVERITY_ERROR) > errors) a->reported = true;
    return value;
}

static void body_of_function(void *client, const Function *function)
{
    const Asking *a = client;
    lower_function_body(a->f, function_scope(function)->function);
}

// Foreign code is run only for a value that somebody must have: the rest waits for the run.
static bool is_needed(const Asking *a)
{
    return a->f->s->door && (a->report || lowering_of(a->f)->n_needed);
}

static const ExternalDoor *door_to_external(void *client, const Function *function)
{
    const Asking *a = client;
    if (!is_needed(a)) return NULL;
    lower_functions_below(a->f, function);
    return a->f->s->door;
}

// A parameter may have the value of an impure function, found once at the start (12.3): sizes read
// from a file. Then it is found now, and is the value of the parameter for all.
static bool may_be_impure(void *client, const Function *function)
{
    const Asking *a = client;
    if (!is_needed(a) || diag_is_strict(a->f->diag)) return false;
    if (is_first_report(a->f, a->span, E_NOT_EVALUABLE))
        diag_warning(
            a->f->diag, a->span, E_NOT_EVALUABLE,
            "'%s' is needed at compile time, but the function '%s' is impure (12.3): it is "
            "called now",
            source_text(a->f, a->span), function->name->text);
    return true;
}

static const Expr *evaluate(Asking *a, const Expr *e, EvalFailure *failure)
{
    ValueSource values = {.client = a,
                          .variable = value_of_variable,
                          .door = door_to_external,
                          .need_function = body_of_function,
                          .may_be_impure = may_be_impure};
    return expr_evaluate(a->f->s, e, &values, failure);
}

const Expr *evaluate_needed(Front *f, const Expr *e, Span asking)
{
    Asking a = {.f = f, .span = asking};
    EvalFailure failure = {0};
    if (expr_is_error(e)) return NULL;
    lowering_of(f)->n_needed++;
    const Expr *value = evaluate(&a, e, &failure);
    lowering_of(f)->n_needed--;
    return value;
}

// A record that a function makes is asked for field by field: the call is worked out once for all
// of them. Values that were found stay, so it would give the same again. NULL: not as a whole.
static const Expr *field_of_call(Front *f, const Expr *e, Span asking)
{
    static const char without = 0;
    Map *known = &lowering_of(f)->value_of_call;
    const Expr *call = e->args[0];
    const void *value = map_get_pointer(known, call);
    if (!value) {
        Asking a = {.f = f, .span = asking};
        EvalFailure failure = {0};
        value = evaluate(&a, call, &failure);
        map_put_pointer(known, call, value ? value : &without);
    }
    const Expr *field = value && value != &without ? expr_field(f->exprs, value, e->u.index) : NULL;
    return field && expr_is_literal(field) ? field : NULL;
}

const Expr *evaluate_now(Front *f, const Expr *e, Span asking, bool report)
{
    if (expr_is_error(e)) return NULL;
    if (expr_is_literal(e)) return e;
    bool is_field = e->kind == EXPR_FIELD && e->args[0]->kind == EXPR_CALL;
    const Expr *field =
        is_field && !type_rank(e->args[0]->type) ? field_of_call(f, e, asking) : NULL;
    if (field) return field;
    Asking a = {f, asking, report, false};
    EvalFailure failure = {0};
    uint32_t errors = diag_count(f->diag, SEVERITY_ERROR);
    const Expr *value = evaluate(&a, e, &failure);
    if (value || !report || a.reported) return value;
    if (diag_count(f->diag, SEVERITY_ERROR) > errors) return NULL;
    const char *reason = failure.reason ? failure.reason : "it is not known at compile time";
    Diagnostic *d =
        diag_error(f->diag, asking, failure.is_model_error ? E_EVALUATION : E_NOT_EVALUABLE,
                   "'%s' cannot be evaluated at compile time: %s", source_text(f, asking), reason);
    if (!span_is_none(failure.span)) diag_note(f->diag, d, failure.span, "it happened here");
    return NULL;
}

const Expr *lower_and_evaluate(Front *f, Scope scope, const AstExpr *e, const Type *expected,
                               const char *needed_for)
{
    Lower l = lower_in(f, scope);
    const Expr *expr = expected ? lower_as(&l, e, expected, needed_for) : lower_node(&l, e, NULL);
    return expr_is_error(expr) ? NULL : evaluate_now(f, expr, e->span, true);
}

// ---- What waits for the connections ----------------------------------------------------------

enum { DEEPEST_WAITING = 50 }; // parameters on the way to isRoot and its like

typedef struct Waiting {
    Front *f;
    Span asking;
    int depth;
} Waiting;

static const Expr *with_waiting(Waiting *w, const Expr *e);

// A parameter given by isRoot or another operator that waits is its binding; what else decides is
// known now.
static const Expr *waiting_parameter(void *client, const Expr *e)
{
    Waiting *w = client;
    if (!(e->flags & EXPR_HAS_REF)) return e;
    if (e->kind != EXPR_REF) return NULL;
    Slot *slot = slot_of_variable(w->f, e->u.var);
    if (!slot || slot_variability(w->f, slot) != VARIABILITY_PARAMETER) return e;
    if (is_evaluable(w->f, e)) {
        const Expr *value = evaluate_now(w->f, e, w->asking, false);
        return value ? value : e;
    }
    const Expr *binding = slot_binding(w->f, slot);
    if (!binding || expr_is_error(binding) || w->depth >= DEEPEST_WAITING) return e;
    w->depth++;
    const Expr *value = with_waiting(w, binding);
    w->depth--;
    if (!(value->flags & EXPR_HAS_COMPONENT)) return e;
    w->f->n_particular++;
    Variable *v = variable_of(w->f, slot);
    if (v && !v->is_frozen) v->is_frozen = true, v->frozen_by = w->asking;
    return value;
}

static const Expr *with_waiting(Waiting *w, const Expr *e)
{
    const Substitution s = {w, waiting_parameter};
    return expr_substitute(w->f->exprs, e, &s);
}

const Expr *expr_by_connections(Front *f, const Expr *e, Span asking)
{
    Waiting w = {f, asking, 0};
    return f->has_waiting ? with_waiting(&w, e) : e;
}

// ---- Could it be evaluated? ----------------------------------------------------------------

typedef struct Question {
    Front *f;
    bool yes;
} Question;

static bool forbids_evaluation(const Slot *slot)
{
    const AstMod *mod = annotation_argument(slot->ast->annotation, "Evaluate");
    return mod && mod->value && mod->value->kind == AST_BOOLEAN && !mod->value->u.boolean;
}

static bool slot_is_evaluable(Front *f, Slot *slot)
{
    enum { UNSEEN, BUSY, YES, NO };
    Map *states = &lowering_of(f)->evaluable_of_slot;
    if (slot->value_state == QUERY_DONE) return true;
    if (slot->value_state == QUERY_FAILED) return false;
    uint64_t state = map_get_or(states, (uint64_t)(uintptr_t)slot, UNSEEN);
    // A ring counts as evaluable here: the evaluation itself will find it, and name it.
    if (state != UNSEEN) return state != NO;
    map_put(states, (uint64_t)(uintptr_t)slot, BUSY);
    bool yes = slot_is_structural(f, slot);
    const Variable *v = variable_of(f, slot);
    if (slot_variability(f, slot) <= VARIABILITY_PARAMETER && v && v->type->kind != TYPE_EXTERNAL &&
        !is_fixed_false(f, v, slot->span) && !forbids_evaluation(slot)) {
        const Expr *binding = slot_binding(f, slot);
        yes = binding && is_evaluable(f, binding);
    }
    map_put(states, (uint64_t)(uintptr_t)slot, yes ? YES : NO);
    return yes;
}

static void visit_evaluable(void *client, const Expr *node)
{
    Question *q = client;
    if (!q->yes) return;
    switch ((ExprKind)node->kind) {
    case EXPR_ERROR:
    case EXPR_TIME:
    case EXPR_COMPONENT:
    case EXPR_LOCAL: q->yes = false; break;
    case EXPR_REF: q->yes = slot_is_evaluable(q->f, slot_of_variable(q->f, node->u.var)); break;
    case EXPR_OP: q->yes = !op_needs_model((Op)node->op); break;
    case EXPR_CALL: q->yes = function_is_evaluable(q->f, node->u.function); break;
    default: break;
    }
}

// Iterators of comprehensions inside are fine, those of loops around are not.
static void visit_bound_iterators(void *client, const Expr *node)
{
    Map *bound = client;
    if (node->kind != EXPR_COMPREHENSION && node->kind != EXPR_REDUCTION) return;
    for (uint32_t i = 1; i < node->n_args; i += 2)
        map_put_pointer(bound, node->args[i], node->args[i]);
}

typedef struct FreeIterators {
    const Map *bound;
    bool any;
} FreeIterators;

static void visit_free_iterators(void *client, const Expr *node)
{
    FreeIterators *free_ones = client;
    if (node->kind == EXPR_ITERATOR && !map_get_pointer(free_ones->bound, node))
        free_ones->any = true;
}

static bool has_free_iterators(Front *f, const Expr *e)
{
    if (!(e->flags & EXPR_HAS_ITERATOR)) return false;
    Map bound = map_make(f->work);
    expr_walk(f->exprs, e, &bound, visit_bound_iterators);
    FreeIterators free_ones = {&bound, false};
    expr_walk(f->exprs, e, &free_ones, visit_free_iterators);
    return free_ones.any;
}

bool is_evaluable(Front *f, const Expr *e)
{
    if (expr_is_literal(e)) return true;
    if (e->flags & (EXPR_HAS_TIME | EXPR_HAS_LOCAL | EXPR_HAS_COMPONENT | EXPR_HAS_IMPURE))
        return false;
    if (has_free_iterators(f, e)) return false;
    Question q = {f, true};
    expr_walk(f->exprs, e, &q, visit_evaluable);
    return q.yes;
}
