// Derivatives of calls and of function bodies.
//
// An annotation of the function decides first (specification section 12.7). Without one the
// body is differentiated in forward mode: the derivative of a statement goes before the
// statement, so that it sees the operands before they are overwritten; conditions, loops and
// everything that is not Real stay as they are. One variant is made per set of constant
// inputs and kept for the session, so recursive functions end.
#include <string.h>

#include "expr/function.h"
#include "expr/table.h"

static bool has_reals(const Type *type)
{
    const Type *elem = type_elem(type);
    if (elem->kind != TYPE_RECORD) return elem->kind == TYPE_REAL;
    for (uint32_t i = 0; i < elem->n; i++)
        if (has_reals(elem->fields[i].type)) return true;
    return false;
}

// ---- Which variables vary ------------------------------------------------------------------

// A variable is active when its value depends on an input that is not constant. Only those get
// a derivative: a matrix of constants is not worth one, and may not even have one.
typedef struct Activity {
    ExprTable *t;
    uint8_t *active; // per local
    bool changed, found;
} Activity;

static void look_for_active(void *client, const Expr *node)
{
    Activity *a = client;
    if (node->kind == EXPR_LOCAL && a->active[node->u.index]) a->found = true;
}

static bool reads_active(Activity *a, const Expr *e)
{
    a->found = false;
    if (e && (e->flags & EXPR_HAS_LOCAL)) expr_walk(a->t, e, a, look_for_active);
    return a->found;
}

static void activate(Activity *a, const Expr *left)
{
    if (left->kind == EXPR_TUPLE) {
        for (uint32_t i = 0; i < left->n_args; i++)
            if (left->args[i]) activate(a, left->args[i]);
        return;
    }
    const Expr *base = left;
    while (base->kind == EXPR_SUBSCRIPT || base->kind == EXPR_FIELD) base = base->args[0];
    if (base->kind != EXPR_LOCAL || !has_reals(base->type) || a->active[base->u.index]) return;
    a->active[base->u.index] = 1;
    a->changed = true;
}

static void activate_statements(Activity *a, const Statements *body)
{
    for (uint32_t i = 0; i < body->count; i++) {
        const Statement *st = &body->items[i];
        if (st->kind == STMT_ASSIGN && reads_active(a, st->right)) activate(a, st->left);
        for (uint32_t k = 0; k < st->n_branches; k++) activate_statements(a, &st->branches[k].body);
    }
}

// Rounds end when nothing changes: at most one per local.
static uint8_t *find_active(Session *s, const Function *f, const uint8_t *constant)
{
    Activity a = {.t = s->exprs, .active = ARENA_ARRAY(s->arena, uint8_t, f->n_locals + 1)};
    for (uint32_t i = 0; i < f->n_inputs; i++)
        a.active[i] = !constant[i] && has_reals(f->locals[i].type);
    do {
        a.changed = false;
        for (uint32_t i = f->n_inputs; i < f->n_locals; i++) {
            const Local *local = &f->locals[i];
            if (a.active[i] || !has_reals(local->type) || !reads_active(&a, local->value)) continue;
            a.active[i] = 1;
            a.changed = true;
        }
        activate_statements(&a, &f->body);
    } while (a.changed);
    return a.active;
}

// ---- Layout of the derivative function -----------------------------------------------------

enum { NO_LOCAL = -1 };

typedef struct Variant { // one derivative function of f
    const uint8_t *constant;
    uint32_t n_seeded; // > 0: partial derivative by this input + 1
    Function *function;
    struct Variant *next;
} Variant;

typedef struct Derivation {
    Session *s;
    ExprTable *t;
    const Function *f;
    Function *g;
    int32_t *moved;         // local of f -> local of g
    int32_t *derivative_of; // local of g -> local of g that holds its derivative
    const char *why;        // set on failure
} Derivation;

static Name derivative_name(Derivation *d, Name name)
{
    Text text = text_make(d->s->arena);
    text_printf(&text, "der_%s", name->text);
    for (uint32_t i = 0; i < d->f->n_locals; i++)
        if (strcmp(d->f->locals[i].name->text, text_cstr(&text)) == 0) text_add_char(&text, '_');
    return name_of(d->s->names, text_cstr(&text), text.length);
}

static const Expr *moved_local(void *client, const Expr *e)
{
    const Derivation *d = client;
    if (e->kind == EXPR_LOCAL)
        return expr_local(d->t, (uint32_t)d->moved[e->u.index], e->type, expr_name(e));
    return e->flags & EXPR_HAS_LOCAL ? NULL : e;
}

static const Expr *move(Derivation *d, const Expr *e)
{
    const Substitution s = {d, moved_local};
    return e ? expr_substitute(d->t, e, &s) : NULL;
}

static void add_local(Derivation *d, uint32_t from, LocalKind kind)
{
    Function *g = d->g;
    d->moved[from] = (int32_t)g->n_locals;
    Local *to = &g->locals[g->n_locals++];
    *to = d->f->locals[from];
    to->kind = kind;
}

static void add_derivative_local(Derivation *d, uint32_t from, LocalKind kind)
{
    Function *g = d->g;
    const Local *original = &d->f->locals[from];
    d->derivative_of[d->moved[from]] = (int32_t)g->n_locals;
    g->locals[g->n_locals++] = (Local){.name = derivative_name(d, original->name),
                                       .kind = kind,
                                       .type = original->type,
                                       .dims = original->dims,
                                       .span = original->span};
}

// Inputs, derivatives of inputs; derivatives of outputs; then everything else. A partial
// derivative has the inputs of f alone: the seeds are protected variables.
static void lay_out(Derivation *d, const uint8_t *constant, bool seeds_are_inputs)
{
    const uint8_t *active = find_active(d->s, d->f, constant);
    const Function *f = d->f;
    Function *g = d->g;
    g->locals = ARENA_ARRAY(d->s->arena, Local, 2 * f->n_locals + 1);
    for (uint32_t i = 0; i < f->n_inputs; i++) add_local(d, i, LOCAL_INPUT);
    uint32_t after_inputs = g->n_locals;
    for (uint32_t i = 0; i < f->n_inputs && seeds_are_inputs; i++)
        if (active[i]) add_derivative_local(d, i, LOCAL_INPUT);
    g->n_inputs = seeds_are_inputs ? g->n_locals : after_inputs;
    // Derivatives of outputs come before the outputs themselves, which are protected in g: the
    // place of an output is settled first so that its derivative can be entered.
    uint32_t n_real = 0, end = f->n_inputs + f->n_outputs;
    for (uint32_t i = f->n_inputs; i < end; i++) n_real += has_reals(f->locals[i].type);
    uint32_t output = g->n_locals, value = g->n_locals + n_real;
    for (uint32_t i = f->n_inputs; i < end; i++, value++) {
        g->n_locals = value;
        add_local(d, i, LOCAL_PROTECTED);
        if (!has_reals(f->locals[i].type)) continue;
        g->n_locals = output++;
        add_derivative_local(d, i, LOCAL_OUTPUT);
    }
    g->n_outputs = n_real;
    g->n_locals = value;
    for (uint32_t i = end; i < f->n_locals; i++) add_local(d, i, LOCAL_PROTECTED);
    for (uint32_t i = end; i < f->n_locals; i++)
        if (active[i]) add_derivative_local(d, i, LOCAL_PROTECTED);
    for (uint32_t i = 0; i < f->n_inputs && !seeds_are_inputs; i++)
        if (!constant[i]) add_derivative_local(d, i, LOCAL_PROTECTED);
}

static const Type *outputs_type(ExprTable *t, const Function *g)
{
    const Local *outputs = g->locals + g->n_inputs;
    if (g->n_outputs == 1) return outputs[0].type;
    Field fields[g->n_outputs + 1];
    for (uint32_t i = 0; i < g->n_outputs; i++)
        fields[i] = (Field){outputs[i].name, outputs[i].type};
    return type_tuple(t, fields, g->n_outputs);
}

// ---- Expressions ---------------------------------------------------------------------------

static const Expr *local_derivative(void *client, const Expr *ref)
{
    Derivation *d = client;
    if (ref->kind != EXPR_LOCAL) return NULL;
    int32_t k = d->derivative_of[ref->u.index];
    if (k == NO_LOCAL) return expr_zero_like(d->t, ref);
    return expr_local(d->t, (uint32_t)k, ref->type, d->g->locals[k].name);
}

static const Expr *inner_call(void *client, const Expr *call, const Expr *const *arg_derivatives)
{
    Derivation *d = client;
    const char *why = NULL;
    const Expr *result = call_differentiate(d->s, call, arg_derivatives, &why);
    if (!result && !d->why)
        d->why = arena_printf(d->s->arena, "it calls '%s', and %s", call->u.function->name->text,
                              why ? why : "that one cannot be differentiated");
    return result;
}

// Of an expression of g.
static const Expr *derive(Derivation *d, const Expr *e)
{
    const DiffContext c = {.client = d, .variable = local_derivative, .call = inner_call};
    const Expr *culprit = NULL;
    const Expr *result = expr_differentiate(d->t, e, &c, &culprit);
    if (!result && !d->why) {
        Text text = text_make(d->s->arena);
        text_add(&text, "its body contains ");
        expr_print(culprit ? culprit : e, NULL, &text);
        d->why = text_cstr(&text);
    }
    return result;
}

// ---- Statements ----------------------------------------------------------------------------

typedef VEC(Statement) StatementVec;

static bool derive_body(Derivation *d, const Statements *from, Statements *to);

// Where the derivative of a left side goes; NULL when it has none.
static const Expr *derivative_place(Derivation *d, const Expr *left)
{
    if (!has_reals(left->type)) return NULL;
    const Expr *base = left;
    while (base->kind == EXPR_SUBSCRIPT || base->kind == EXPR_FIELD) base = base->args[0];
    if (base->kind != EXPR_LOCAL || d->derivative_of[base->u.index] == NO_LOCAL) return NULL;
    return derive(d, left);
}

static void put_assignment(Derivation *d, StatementVec *out, Span span, const Expr *left,
                           const Expr *right)
{
    Statement st = {.kind = STMT_ASSIGN, .span = span, .left = left, .right = right};
    VEC_PUSH(d->s->arena, out, st);
}

// (a, b, c) := f(x): the derivative call returns the derivatives of the Real outputs.
static bool derive_tuple(Derivation *d, const Expr *left, const Expr *right, Span span,
                         StatementVec *out)
{
    const Type *outputs = right->type;
    const Expr *places[left->n_args + 1];
    uint32_t n = 0;
    bool any = false;
    for (uint32_t i = 0; i < left->n_args; i++) {
        if (outputs->kind == TYPE_TUPLE && !has_reals(outputs->fields[i].type)) continue;
        places[n] = left->args[i] ? derivative_place(d, left->args[i]) : NULL;
        any |= places[n++] != NULL;
    }
    if (!any) return true;
    const Expr *call = derive(d, right);
    if (!call) return false;
    if (call->kind == EXPR_COLON) { // all arguments constant
        for (uint32_t i = 0; i < n; i++)
            if (places[i]) put_assignment(d, out, span, places[i], expr_zero_like(d->t, places[i]));
        return true;
    }
    bool one = call->type->kind != TYPE_TUPLE;
    put_assignment(d, out, span, one ? places[0] : expr_tuple(d->t, places, n), call);
    return true;
}

static bool derive_assignment(Derivation *d, const Statement *st, StatementVec *out)
{
    const Expr *left = move(d, st->left), *right = move(d, st->right);
    if (left->kind == EXPR_TUPLE) {
        if (!derive_tuple(d, left, right, st->span, out)) return false;
    } else {
        const Expr *place = derivative_place(d, left);
        const Expr *value = place ? derive(d, right) : NULL;
        if (place && !value) return false;
        if (place) put_assignment(d, out, st->span, place, value);
    }
    put_assignment(d, out, st->span, left, right);
    return true;
}

static bool derive_branches(Derivation *d, const Statement *from, Statement *to)
{
    to->branches = ARENA_ARRAY(d->s->arena, StatementBranch, from->n_branches + 1);
    for (uint32_t i = 0; i < from->n_branches; i++) {
        to->branches[i].condition = move(d, from->branches[i].condition);
        if (!derive_body(d, &from->branches[i].body, &to->branches[i].body)) return false;
    }
    return true;
}

static bool derive_statement(Derivation *d, const Statement *st, StatementVec *out)
{
    switch (st->kind) {
    case STMT_ASSIGN: return derive_assignment(d, st, out);
    case STMT_ASSERT: // the function itself has checked
    case STMT_TERMINATE:
    case STMT_CALL: return true;
    case STMT_WHEN:
    case STMT_REINIT: d->why = "its body contains an event statement"; return false;
    default: break;
    }
    Statement copy = *st;
    copy.range = move(d, st->range);
    if (!derive_branches(d, st, &copy)) return false;
    VEC_PUSH(d->s->arena, out, copy);
    return true;
}

static bool derive_body(Derivation *d, const Statements *from, Statements *to)
{
    StatementVec out = {0};
    for (uint32_t i = 0; i < from->count; i++)
        if (!derive_statement(d, &from->items[i], &out)) return false;
    *to = (Statements){out.data, out.count};
    return true;
}

// Declared values and sizes; variables without a value start with derivative zero.
static bool derive_declarations(Derivation *d)
{
    Function *g = d->g;
    const Function *f = d->f;
    for (uint32_t i = 0; i < f->n_locals; i++) {
        Local *value = &g->locals[d->moved[i]];
        int32_t k = d->derivative_of[d->moved[i]];
        uint32_t rank = type_rank(value->type);
        if (f->locals[i].dims) {
            value->dims = ARENA_ARRAY(d->s->arena, const Expr *, rank + 1);
            for (uint32_t r = 0; r < rank; r++) value->dims[r] = move(d, f->locals[i].dims[r]);
        }
        value->value = i < f->n_inputs ? NULL : move(d, f->locals[i].value);
        if (k == NO_LOCAL) continue;
        Local *derivative = &g->locals[k];
        derivative->dims = value->dims;
        if (derivative->kind == LOCAL_INPUT || i < f->n_inputs) continue;
        if (value->value)
            derivative->value = derive(d, value->value);
        else if (type_count(value->type) >= 0)
            derivative->value = expr_zero(d->t, value->type);
        if (value->value && !derivative->value) return false;
    }
    return true;
}

// ---- Variants ------------------------------------------------------------------------------

static Variant *find_variant(ExprTable *t, const Function *f, const uint8_t *constant,
                             uint32_t n_seeded)
{
    Variant *v = map_get_pointer(&t->derivatives, f);
    while (v && (v->n_seeded != n_seeded || memcmp(v->constant, constant, f->n_inputs) != 0))
        v = v->next;
    return v;
}

static void set_seeds(Derivation *d, const uint8_t *constant)
{
    for (uint32_t i = 0; i < d->f->n_inputs; i++)
        if (!constant[i]) d->g->locals[d->derivative_of[d->moved[i]]].value = expr_real(d->t, 1);
}

static Name variant_name(Session *s, const Function *f)
{
    int before = 0;
    for (const Variant *v = map_get_pointer(&s->exprs->derivatives, f); v; v = v->next) before++;
    const char *text = before ? arena_printf(s->arena, "%s.der_%d", f->name->text, before + 1)
                              : arena_printf(s->arena, "%s.der", f->name->text);
    return name_of_text(s->names, text);
}

static const Function *make_variant(Session *s, const Function *f, const uint8_t *constant,
                                    uint32_t seeded, const char **why)
{
    ExprTable *t = s->exprs;
    Derivation d = {.s = s, .t = t, .f = f, .g = ARENA_NEW(s->arena, Function)};
    d.moved = ARENA_ARRAY(s->arena, int32_t, f->n_locals + 1);
    d.derivative_of = ARENA_RAW(s->arena, int32_t, 2 * f->n_locals + 1);
    for (uint32_t i = 0; i <= 2 * f->n_locals; i++) d.derivative_of[i] = NO_LOCAL;
    d.g->name = variant_name(s, f);
    d.g->span = f->span;
    d.g->smooth_order = f->smooth_order > 0 ? f->smooth_order - 1 : -1;
    d.g->owner = f->owner;
    d.g->is_derived = true;
    d.g->id = f->id;
    lay_out(&d, constant, seeded == 0);
    d.g->type = outputs_type(t, d.g);
    Variant *v = ARENA_NEW(s->arena, Variant);
    *v = (Variant){ARENA_COPY(s->arena, uint8_t, constant, f->n_inputs), seeded, d.g,
                   map_get_pointer(&t->derivatives, f)};
    map_put_pointer(&t->derivatives, f, v); // before the body: it may call f again
    if (seeded) set_seeds(&d, constant);
    bool ok = d.g->n_outputs && derive_declarations(&d) && derive_body(&d, &f->body, &d.g->body);
    if (!d.g->n_outputs) d.why = "it has no Real output";
    d.g->is_lowered = ok;
    if (!ok) {
        v->function = NULL;
        if (why) *why = d.why;
    }
    return v->function;
}

static bool can_differentiate_body(const Function *f, const char **why)
{
    const char *reason = NULL;
    if (f->external)
        reason = "it is external and has no derivative annotation";
    else if (f->is_impure)
        reason = "it is impure";
    else if (!f->is_lowered || f->is_partial)
        reason = "it has no body";
    if (reason && why) *why = reason;
    return !reason;
}

const Function *function_differentiate(Session *s, const Function *f, const uint8_t *constant,
                                       const char **why)
{
    const Variant *known = find_variant(s->exprs, f, constant, 0);
    if (known) {
        if (!known->function && why) *why = "its body cannot be differentiated";
        return known->function;
    }
    return can_differentiate_body(f, why) ? make_variant(s, f, constant, 0, why) : NULL;
}

const Function *function_partial_derivative(Session *s, const Function *f, const uint32_t *inputs,
                                            uint32_t n, const char **why)
{
    for (uint32_t k = 0; k < n && f; k++) {
        uint8_t constant[f->n_inputs + 1];
        if (!can_differentiate_body(f, why)) return NULL;
        if (inputs[k] >= f->n_inputs || f->locals[inputs[k]].type->kind != TYPE_REAL) {
            if (why) *why = "only Real scalars among the inputs can be differentiated by";
            return NULL;
        }
        memset(constant, 1, sizeof constant);
        constant[inputs[k]] = 0;
        const Variant *known = find_variant(s->exprs, f, constant, inputs[k] + 1);
        f = known ? known->function : make_variant(s, f, constant, inputs[k] + 1, why);
    }
    return f;
}

// ---- Calls ---------------------------------------------------------------------------------

static bool is_constant(const Expr *derivative)
{
    if (!derivative || expr_is_zero(derivative)) return true;
    if (derivative->kind != EXPR_RECORD) return false;
    for (uint32_t i = 0; i < derivative->n_args; i++)
        if (has_reals(derivative->args[i]->type) && !is_constant(derivative->args[i])) return false;
    return true;
}

// The derivative record may hold the Real fields only: then they are taken by name.
static const Expr *as_record(ExprTable *t, const Expr *e, const Type *wanted)
{
    if (e->type->kind != TYPE_RECORD || wanted->kind != TYPE_RECORD || e->type->n == wanted->n)
        return e;
    const Expr *fields[wanted->n + 1];
    for (uint32_t i = 0; i < wanted->n; i++) {
        int32_t k = type_field_index(e->type, wanted->fields[i].name);
        if (k < 0) return NULL;
        fields[i] = expr_field(t, e, (uint32_t)k);
    }
    return expr_record(t, wanted, fields, wanted->n);
}

// order = 1: all inputs, then a derivative for each Real one that is not excluded.
static uint32_t first_order_args(const Expr *call, const DerivativeRule *rule,
                                 const Expr *const *derivatives, const Expr **args)
{
    const Function *f = call->u.function;
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->n_inputs; i++) {
        uint8_t how = rule->of_input ? rule->of_input[i] : 0;
        if (how == 1 && !is_constant(derivatives[i])) return 0;
        args[n++] = call->args[i];
    }
    for (uint32_t i = 0; i < f->n_inputs; i++) {
        uint8_t how = rule->of_input ? rule->of_input[i] : 0;
        if (how == 0 && derivatives[i] && has_reals(f->locals[i].type)) args[n++] = derivatives[i];
    }
    return n;
}

// order > 1: f is a derivative itself; its last inputs are derivatives of the first ones, and
// the call fits when they are indeed those of the present arguments.
static uint32_t higher_order_args(const Expr *call, const DerivativeRule *rule,
                                  const Expr *const *derivatives, const Expr **args)
{
    const Function *f = call->u.function;
    if (rule->function->n_inputs <= f->n_inputs) return 0;
    uint32_t m = rule->function->n_inputs - f->n_inputs, n = 0, at = 0;
    if (m > f->n_inputs) return 0;
    uint32_t first = f->n_inputs - m;
    for (uint32_t i = 0; i < first && at < m; i++) {
        if (!derivatives[i] || derivatives[i] != call->args[first + at]) continue;
        at++;
    }
    if (at != m) return 0;
    for (uint32_t i = 0; i < f->n_inputs; i++) args[n++] = call->args[i];
    for (uint32_t i = first; i < f->n_inputs; i++) args[n++] = derivatives[i];
    return n;
}

static const Expr *call_by_rule(Session *s, const Expr *call, const DerivativeRule *rule,
                                const Expr *const *derivatives)
{
    const Function *g = rule->function;
    const Expr *args[2 * call->n_args + 1];
    uint32_t n = rule->order > 1 ? higher_order_args(call, rule, derivatives, args)
                                 : first_order_args(call, rule, derivatives, args);
    if (n == 0 || !g || n != g->n_inputs) return NULL;
    for (uint32_t i = call->n_args; i < n; i++) {
        args[i] = as_record(s->exprs, args[i], g->locals[i].type);
        if (!args[i]) return NULL;
    }
    bool same_shape = call->type->kind != TYPE_TUPLE && type_rank(call->type) == type_rank(g->type);
    return expr_call(s->exprs, g, args, n, same_shape ? call->type : g->type);
}

const Expr *call_differentiate(Session *s, const Expr *call, const Expr *const *arg_derivatives,
                               const char **why)
{
    const Function *f = call->u.function;
    for (uint32_t i = 0; i < f->n_derivatives; i++) {
        const Expr *result = call_by_rule(s, call, &f->derivatives[i], arg_derivatives);
        if (result) return result;
    }
    uint8_t constant[f->n_inputs + 1];
    const Expr *args[2 * f->n_inputs + 1];
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->n_inputs; i++) {
        // Without a derivative, which its rules did not ask for; but none of them fits.
        if (!arg_derivatives[i] && has_reals(f->locals[i].type)) return NULL;
        constant[i] = is_constant(arg_derivatives[i]);
        args[n++] = call->args[i];
    }
    const Function *g = function_differentiate(s, f, constant, why);
    if (!g) return NULL;
    for (uint32_t i = 0; i < f->n_inputs; i++)
        if (!constant[i] && has_reals(f->locals[i].type)) args[n++] = arg_derivatives[i];
    bool one_of_one = f->n_outputs == 1 && g->n_outputs == 1;
    return expr_call(s->exprs, g, args, n,
                     one_of_one ? call->type : function_call_type(s->exprs, g, args));
}
