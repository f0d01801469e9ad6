// FlatModel to EquationSystem: the walk over equations. Elements, iterations of for and fields of
// records become scalar equations here and nowhere else. Cost: that of the result.
#include "equations/clocks.h"
#include "equations/scalarizer.h"

// ---- Adding -------------------------------------------------------------------------

// What is made here is determined by its definition, and by nothing that the modeler wrote:
// y = floor(x) is an equation for y.
static VarId discrete_side(const Scalarizer *z, const Expr *e)
{
    if (e->kind != EXPR_REF) return NO_VAR;
    VariableRole role = (VariableRole)system_variable(z->system, e->u.var)->role;
    bool may_define = z->origin == ORIGIN_DEFINITION || z->origin == ORIGIN_ALGORITHM;
    bool is_hidden = role == ROLE_RELATION || role == ROLE_CONDITION || role == ROLE_GUARD;
    return role == ROLE_DISCRETE || (is_hidden && may_define) ? e->u.var : NO_VAR;
}

// An equation takes part only at events when it determines something that changes only there.
static void classify(Scalarizer *z, SystemEquation *e)
{
    e->determines = discrete_side(z, e->left);
    bool is_assigned = z->origin == ORIGIN_ALGORITHM; // what is on the left, and nothing else
    if (e->determines.i < 0 && !is_assigned) e->determines = discrete_side(z, e->right);
    bool is_real = e->left->type->kind == TYPE_REAL;
    if (e->determines.i < 0 && is_real && z->origin != ORIGIN_WHEN) return; // nearly all
    bool varies = variability_of(z, e->left) == VARIABILITY_CONTINUOUS ||
                  variability_of(z, e->right) == VARIABILITY_CONTINUOUS;
    bool is_definition =
        e->determines.i >= 0 && system_variable(z->system, e->determines)->role != ROLE_DISCRETE;
    bool at_events = is_definition || z->origin == ORIGIN_WHEN ||
                     (z->origin == ORIGIN_ALGORITHM && e->determines.i >= 0) ||
                     (e->determines.i >= 0 && !varies);
    if (!is_real || at_events)
        e->flags |= EQUATION_IS_DISCRETE;
    else
        e->determines = NO_VAR;
}

static void fit_types(Scalarizer *z, const Expr **left, const Expr **right)
{
    TypeKind a = (*left)->type->kind, b = (*right)->type->kind;
    if (a == TYPE_REAL && b == TYPE_INTEGER) *right = expr_cast_real(z->exprs, *right);
    if (b == TYPE_REAL && a == TYPE_INTEGER) *left = expr_cast_real(z->exprs, *left);
}

EquationId add_equation(Scalarizer *z, const Expr *left, const Expr *right)
{
    if (expr_is_error(left) || expr_is_error(right)) {
        z->system->failed = true;
        return NO_EQUATION;
    }
    fit_types(z, &left, &right);
    SystemEquation e = {.left = left,
                        .right = right,
                        .span = z->span,
                        .component = z->component,
                        .origin = (uint8_t)z->origin,
                        .flags = (uint16_t)z->flags,
                        .from = NO_EQUATION,
                        .derivative = NO_EQUATION};
    classify(z, &e);
    return system_add_equation(z->system, &e);
}

VarId define_hidden(Scalarizer *z, VariableRole role, const Expr *value)
{
    VarId v = system_add_variable(z->system, role, value->type);
    EquationOrigin origin = z->origin;
    uint32_t flags = z->flags;
    z->origin = ORIGIN_DEFINITION;
    z->flags = EQUATION_IN_SIMULATION | (role == ROLE_GUARD ? 0 : EQUATION_IN_INITIAL);
    add_equation(z, system_ref(z->system, v), value);
    z->origin = origin;
    z->flags = flags;
    return v;
}

// ---- left = right -------------------------------------------------------------------

static Pairs tuple_pairs(Scalarizer *z, const Expr *tuple, const Expr *call, Context c)
{
    VEC(Pair) found = {0};
    z->transport_call = NULL;
    for (uint32_t k = 0; k < tuple->n_args; k++) {
        if (!tuple->args[k]) continue;
        const Type *type = call->type->kind == TYPE_TUPLE ? call->type->fields[k].type : call->type;
        const Expr *item =
            call->type->kind == TYPE_TUPLE ? expr_tuple_item(z->exprs, call, k, type) : call;
        Items left = items_of(z, tuple->args[k], c), right = items_of(z, item, c);
        for (uint32_t i = 0; i < left.count && i < right.count; i++) {
            Pair p = {left.data[i], right.data[i]};
            VEC_PUSH(z->scratch, &found, p);
        }
    }
    return (Pairs){found.data, found.count};
}

Pairs pairs_of(Scalarizer *z, const Expr *left, const Expr *right, Context c)
{
    if (left->kind == EXPR_TUPLE) return tuple_pairs(z, left, right, c);
    if (right->kind == EXPR_TUPLE) return tuple_pairs(z, right, left, c);
    Items a = items_of(z, left, c), b = items_of(z, right, c);
    uint32_t n = a.count > b.count ? a.count : b.count; // a scalar stands for every element
    if (!a.count || !b.count) n = 0;
    bool are_arrays = type_rank(left->type) && type_rank(right->type);
    if (a.count != b.count && are_arrays) { // the types have been compared: one side failed
        if (!z->trial_failed && !z->system->failed) scalarizer_refuse(z, "an array of this size");
        n = 0;
    }
    Pairs pairs = {ARENA_RAW(z->scratch, Pair, n + 1), n};
    for (uint32_t i = 0; i < n; i++)
        pairs.data[i] = (Pair){a.data[a.count == 1 ? 0 : i], b.data[b.count == 1 ? 0 : i]};
    return pairs;
}

// A field of a record or one result of several may be an Integer although the function is called
// with what varies continuously: media have them, for the phase.
static const Expr *noticed(Scalarizer *z, const Expr *e)
{
    bool is_at_start = z->origin == ORIGIN_INITIAL || z->context & IN_INITIAL; // nothing changes
    bool is_discrete = e->type->kind != TYPE_REAL && !is_at_start;
    if (!is_discrete || variability_of(z, e) != VARIABILITY_CONTINUOUS) return e;
    return event_memory(z, discrete_as_real(z, e), e->type);
}

static bool is_scalar(const Expr *e)
{
    return e->kind != EXPR_TUPLE && e->type->kind != TYPE_ARRAY && e->type->kind != TYPE_RECORD;
}

static void scalarize_equals(Scalarizer *z, const Equation *e)
{
    if (is_scalar(e->left) && is_scalar(e->right)) { // as most are: no lists of one
        const Expr *left = scalar_of(z, e->left, z->context);
        const Expr *right = scalar_of(z, e->right, z->context);
        add_equation(z, noticed(z, left), noticed(z, right));
        return;
    }
    Pairs pairs = pairs_of(z, e->left, e->right, z->context);
    for (uint32_t i = 0; i < pairs.count; i++)
        add_equation(z, noticed(z, pairs.data[i].left), noticed(z, pairs.data[i].right));
}

// ---- Equations ----------------------------------------------------------------------

// How an equation differs at the start; bits, with STARTS_SAME set in every entry of the map.
enum { STARTS_SAME = 1, STARTS_BY_INITIAL = 2, STARTS_BY_HOMOTOPY = 4 };

static void note_start(void *client, const Expr *e)
{
    Scalarizer *z = client;
    uint64_t found = STARTS_SAME;
    if (e->kind == EXPR_OP && e->op == OP_INITIAL) found |= STARTS_BY_INITIAL;
    if (e->kind == EXPR_OP && e->op == OP_HOMOTOPY) found |= STARTS_BY_HOMOTOPY;
    for (uint32_t i = 0; i < e->n_args; i++)
        if (e->args[i]) found |= map_get_or(&z->start_dependent, e->args[i]->id, STARTS_SAME);
    map_put(&z->start_dependent, e->id, found);
}

static uint64_t start_of_node(Scalarizer *z, const Expr *e)
{
    if (!e || !(e->flags & EXPR_HAS_EVENT)) return STARTS_SAME;
    uint64_t found;
    if (map_get(&z->start_dependent, e->id, &found)) return found;
    expr_walk(z->exprs, e, z, note_start);
    return map_get_or(&z->start_dependent, e->id, STARTS_SAME);
}

static uint64_t start_of_equation(Scalarizer *z, const Equation *e)
{
    if (e->kind == EQN_WHEN) return STARTS_SAME; // has its own rules
    uint64_t found = start_of_node(z, e->left) | start_of_node(z, e->right);
    for (uint32_t b = 0; b < e->n_branches; b++) {
        found |= start_of_node(z, e->branches[b].condition);
        for (uint32_t i = 0; i < e->branches[b].body.count; i++)
            found |= start_of_equation(z, &e->branches[b].body.items[i]);
    }
    return found;
}

bool starts_by_initial(Scalarizer *z, const Expr *e)
{
    return start_of_node(z, e) & STARTS_BY_INITIAL;
}

VarId define_by_start(Scalarizer *z, VariableRole role, const Expr *e)
{
    VarId v = system_add_variable(z->system, role, e->type);
    EquationOrigin origin = z->origin;
    uint32_t flags = z->flags;
    z->origin = ORIGIN_DEFINITION;
    z->flags = EQUATION_IN_SIMULATION;
    add_equation(z, system_ref(z->system, v), items_of(z, e, (Context)0).data[0]);
    z->flags = EQUATION_IN_INITIAL;
    add_equation(z, system_ref(z->system, v),
                 items_of(z, e, (Context)(IN_INITIAL | IN_LITERAL)).data[0]);
    z->origin = origin;
    z->flags = flags;
    return v;
}

static void scalarize_for(Scalarizer *z, const Equation *e)
{
    Items values = range_items(z, e->details->range, IN_LITERAL);
    for (uint32_t i = 0; i < values.count; i++) {
        bind_iterator(z, e->details->iterator, values.data[i]);
        for (uint32_t k = 0; k < e->branches[0].body.count; k++)
            scalarize_equation(z, &e->branches[0].body.items[k]);
        unbind_iterator(z);
    }
}

static void scalarize_one(Scalarizer *z, const Equation *e)
{
    switch (e->kind) {
    case EQN_EQUALS: scalarize_equals(z, e); break;
    case EQN_IF: scalarize_if(z, e); break;
    case EQN_FOR: scalarize_for(z, e); break;
    case EQN_WHEN: scalarize_when(z, e); break;
    case EQN_ASSERT:
    case EQN_TERMINATE:
    case EQN_CALL: add_assertion(z, e); break;
    case EQN_REINIT: break; // refused when it was lowered
    }
}

void scalarize_equation(Scalarizer *z, const Equation *e)
{
    z->session->at = z->span = e->span;
    z->component = e->component;
    bool is_both = z->flags == (EQUATION_IN_SIMULATION | EQUATION_IN_INITIAL);
    uint64_t start = is_both ? start_of_equation(z, e) : STARTS_SAME;
    if (start == STARTS_SAME) {
        scalarize_one(z, e);
        return;
    }
    // initial() splits the equation in two: one for the start, one for afterwards. homotopy()
    // gives it a twin that is used instead while the solution is followed from the simple model.
    bool is_split = start & STARTS_BY_INITIAL;
    uint32_t flags = z->flags;
    Context context = z->context;
    z->flags = is_split ? EQUATION_IN_SIMULATION : flags | EQUATION_IS_ACTUAL;
    scalarize_one(z, e);
    z->flags = is_split ? EQUATION_IN_INITIAL : EQUATION_IS_FOLLOWED;
    z->context = (Context)(context | IN_INITIAL | IN_LITERAL);
    z->span = e->span;
    scalarize_one(z, e);
    z->flags = flags;
    z->context = context;
}

// ---- Variables that never change ------------------------------------------------------

static bool varies(void *client, const Expr *e)
{
    const Scalarizer *z = client;
    if (e->kind != EXPR_REF) return false;
    VarId v = z->system->first_of_flat[e->u.var.i];
    return z->flat->variables[e->u.var.i].variability > VARIABILITY_PARAMETER &&
           !(system_variable(z->system, v)->flags & VARIABLE_STEADY);
}

FETCHES fetch_variables(const Scalarizer *z, const Expr *e) // see base/fetch.h
{
    for (uint32_t i = 0; i < 2 && i < e->n_args; i++) {
        const Expr *part = e->args[i];
        if (!part || part->kind != EXPR_REF) continue;
        VarId first = z->system->first_of_flat[part->u.var.i];
        fetch(&z->flat->variables[part->u.var.i]);
        if (first.i >= 0) fetch(system_variable(z->system, first));
    }
}

// x = <parameters> varies like a parameter, in a declaration or among the equations:
// time < start + x is a relation on time.
static void mark_steady_variables(Scalarizer *z)
{
    enum { AHEAD = 4 };
    for (uint32_t i = 0; i < z->flat->n_equations; i++) {
        const Equation *e = &z->flat->equations[i];
        equations_fetch(e, z->flat->n_equations - i);
        if (i + AHEAD < z->flat->n_equations && e[AHEAD].right) fetch_variables(z, e[AHEAD].right);
        if (e->kind != EQN_EQUALS || e->left->kind != EXPR_REF) continue;
        if (e->left->type->kind != TYPE_REAL || type_rank(e->right->type)) continue;
        if (e->right->flags & (EXPR_HAS_TIME | EXPR_HAS_IMPURE | EXPR_HAS_EVENT)) continue;
        if (expr_any(z->exprs, e->right, z, varies)) continue;
        VarId v = z->system->first_of_flat[e->left->u.var.i];
        system_variable(z->system, v)->flags |= VARIABLE_STEADY;
    }
}

// ---- The whole model ----------------------------------------------------------------

static void scalarize_sections(Scalarizer *z)
{
    const FlatModel *flat = z->flat;
    z->flags = EQUATION_IN_SIMULATION | EQUATION_IN_INITIAL;
    z->context = (Context)0;
    for (uint32_t i = 0; i < flat->n_equations; i++) {
        const Equation *e = &flat->equations[i];
        equations_fetch(e, flat->n_equations - i);
        z->origin = e->from_connect   ? ORIGIN_CONNECT
                    : e->from_binding ? ORIGIN_BINDING
                                      : ORIGIN_EQUATION;
        scalarize_equation(z, e);
    }
    z->origin = ORIGIN_ALGORITHM;
    for (uint32_t i = 0; i < flat->n_algorithms; i++) scalarize_algorithm(z, &flat->algorithms[i]);
    z->flags = EQUATION_IN_INITIAL;
    z->context = (Context)(IN_LITERAL | IN_INITIAL);
    z->origin = ORIGIN_INITIAL;
    for (uint32_t i = 0; i < flat->n_initial_equations; i++)
        scalarize_equation(z, &flat->initial_equations[i]);
    for (uint32_t i = 0; i < flat->n_initial_algorithms; i++)
        scalarize_algorithm(z, &flat->initial_algorithms[i]);
}

static void simplify_equations(EquationSystem *system)
{
    ExprTable *t = system->session->exprs;
    for (uint32_t i = 0; i < system->equations.count; i++) {
        SystemEquation *e = &system->equations.data[i];
        e->left = expr_simplified(t, e->left);
        e->right = expr_simplified(t, e->right);
    }
}

EquationSystem *system_from_flat(Session *s, const FlatModel *written, Arena *out)
{
    const FlatModel *flat = clocks_to_when(s, written, out);
    bool has_kept = expr_keep_terms(s->exprs, false); // what they say about clocks is known
    if (!flat) return NULL;
    EquationSystem *system = ARENA_NEW(out, EquationSystem);
    system->session = s;
    system->arena = out;
    system->flat = flat;
    system->event_mode = system->terminal = system->lambda = NO_VAR;
    Arena *scratch = arena_open("scalarize");
    Scalarizer z = scalarizer_open(system, flat, scratch);
    scalarize_variables(&z);
    if (system->failed) {
        arena_close(scratch);
        return NULL;
    }
    scalarize_attributes(&z);
    VEC_RESERVE(out, &system->equations, flat->n_equations + flat->n_equations / 8);
    mark_steady_variables(&z);
    scalarize_sections(&z);
    if (has_kept) simplify_equations(system);
    add_start_equations(&z);
    arena_close(scratch);
    return system->failed ? NULL : system;
}
