// Alias elimination: x = y, x = -y, x = constant, x = parameter expression.
//
// Sets of equal variables are kept with a sign against their root [Tar75]. An equation is looked
// at again whenever one of its variables turned out to be known, so that constants run through
// the model like water through pipes; the cost is that of the incidence. Most equations are x = y
// or x + y = 0 and leave with the first look at them, before their incidence is asked for. What is
// removed stays in the table of variables as (root, sign) or value: every name can still be asked
// for.
#include <math.h>

#include "causal/alias.h"

// ---- Sets ---------------------------------------------------------------------------

static bool is_parameter(const SystemVariable *v)
{
    return v->role == ROLE_CONSTANT || v->role == ROLE_PARAMETER || v->role == ROLE_EXTERNAL;
}

static int32_t root_of(AliasPass *p, int32_t v, bool *is_negated)
{
    return union_find_root(&p->sets, v, is_negated);
}

static void join(AliasPass *p, int32_t x, int32_t y, bool is_negated)
{
    AliasSet a = p->set[x], b = p->set[y];
    union_find_join(&p->sets, x, y, is_negated);
    p->set[root_of(p, x, NULL)] =
        (AliasSet){.has_input = a.has_input || b.has_input,
                   .is_discrete = a.is_discrete || b.is_discrete,
                   .is_differentiated = a.is_differentiated || b.is_differentiated};
    int32_t after = p->next_member[x]; // two rings become one
    p->next_member[x] = p->next_member[y];
    p->next_member[y] = after;
}

bool defines_relation(const Analysis *a, const SystemEquation *e)
{
    return e->origin == ORIGIN_DEFINITION && e->left->kind == EXPR_REF &&
           system_variable(a->system, e->left->u.var)->role == ROLE_RELATION;
}

// ---- What an equation says ----------------------------------------------------------

static bool may_be_used(const AliasPass *p, const SystemEquation *e)
{
    const uint32_t both = EQUATION_IN_SIMULATION | EQUATION_IN_INITIAL;
    if (e->flags & (EQUATION_REMOVED | EQUATION_IS_ACTUAL) || (e->flags & both) != both)
        return false;
    uint8_t flags = (uint8_t)(e->left->flags | e->right->flags);
    if (flags & (EXPR_HAS_TIME | EXPR_HAS_IMPURE)) return false;
    return e->origin != ORIGIN_DEFINITION || defines_relation(p->a, e);
}

static bool is_candidate(const AliasPass *p, int32_t e)
{
    return p->shape[e] != SHAPE_OTHER &&
           !(p->a->system->equations.data[e].flags & EQUATION_REMOVED);
}

enum { MOST_TERMS = 8 }; // of a sum of SHAPE_SUM

// The signs of the variables, where the equation is a sum of them; false: it is not.
static bool signs_of_sum(const SystemEquation *e, const VarVec *vars, uint8_t *minus)
{
    struct {
        const Expr *e;
        bool is_minus;
    } stack[MOST_TERMS + 1] = {{e->right, true}, {e->left, false}};
    uint32_t n_terms = 0;
    for (int n = 2; n > 0;) {
        const Expr *term = stack[--n].e;
        bool is_minus = stack[n].is_minus;
        if (term->kind == EXPR_REF) {
            if (n_terms == vars->count || vars->data[n_terms].i != term->u.var.i) return false;
            *minus |= (uint8_t)(is_minus << n_terms++);
        } else if (term->kind == EXPR_OP) {
            bool is_sum = term->op == OP_ADD || term->op == OP_SUB;
            if ((!is_sum && term->op != OP_NEG) || n + 2 > MOST_TERMS) return false;
            if (is_sum) {
                stack[n].e = term->args[1];
                stack[n++].is_minus = is_minus != (term->op == OP_SUB);
            }
            stack[n].e = term->args[0];
            stack[n++].is_minus = is_minus != (term->op == OP_NEG);
        } else if (!expr_is_zero(term)) {
            return false;
        }
    }
    return n_terms == vars->count;
}

static AliasShape shape_of(AliasPass *p, const SystemEquation *e, const VarVec *vars,
                           uint8_t *minus)
{
    if (vars->count < 2 || vars->count > MOST_TERMS || e->origin == ORIGIN_DEFINITION)
        return SHAPE_ANY;
    const Type *type = system_variable(p->a->system, vars->data[0])->type;
    if (type->kind != TYPE_REAL) return SHAPE_ANY;
    for (uint32_t i = 0; i < vars->count; i++) {
        const SystemVariable *v = system_variable(p->a->system, vars->data[i]);
        if (v->role != ROLE_CONTINUOUS || v->type != type) return SHAPE_ANY;
    }
    return signs_of_sum(e, vars, minus) ? SHAPE_SUM : SHAPE_ANY;
}

// Such a value takes the place of its variable: a number, or a zero that decides the structure.
bool is_put_in(const Expr *value)
{
    return expr_is_literal(value) || expr_is_zero_quotient(value);
}

static const Expr *literal_of(AliasPass *p, VarId id)
{
    const Expr *value = p->set[root_of(p, id.i, NULL)].value;
    return value && is_put_in(value) ? value : NULL;
}

// Two variables of one set: they may cancel, and leave another one known. With `or_zero`, the same
// for what stands beside a zero: the mass in a volume of zero is, whatever the density.
static bool has_equals(AliasPass *p, const VarVec *vars, bool or_zero)
{
    int32_t root[4];
    int n = 0;
    for (uint32_t i = 0; i < vars->count; i++) {
        int32_t r = root_of(p, vars->data[i].i, NULL);
        const Expr *value = p->set[r].value;
        bool is_literal = value && is_put_in(value);
        bool is_zero = is_literal && (expr_is_zero(value) || expr_is_zero_quotient(value));
        if (is_zero && or_zero) return true;
        if (is_literal || n == 4) continue;
        if (system_variable(p->a->system, vars->data[i])->role != ROLE_CONTINUOUS) continue;
        root[n++] = r;
        for (int k = 0; k < n - 1; k++)
            if (root[k] == r) return true;
    }
    return false;
}

// The unknown sets of an equation; false when there are more than two or it cannot be used.
static bool unknown_sets(AliasPass *p, const VarVec *vars, int32_t *unknown, int *n)
{
    *n = 0;
    for (uint32_t i = 0; i < vars->count; i++) {
        VarId id = vars->data[i];
        const SystemVariable *v = system_variable(p->a->system, id);
        if (is_parameter(v)) {
            if (v->flags & (VARIABLE_NOT_FIXED | VARIABLE_AFTER_INITIAL)) return false;
            continue;
        }
        if (p->relation[id.i] || (v->role == ROLE_DERIVATIVE && literal_of(p, v->of))) continue;
        if (v->role != ROLE_CONTINUOUS && v->role != ROLE_DISCRETE && v->role != ROLE_INPUT)
            return false;
        int32_t root = root_of(p, id.i, NULL);
        if (p->set[root].value || (*n > 0 && unknown[0] == root) || (*n > 1 && unknown[1] == root))
            continue;
        if (*n == 2) return false;
        unknown[(*n)++] = root;
    }
    return true;
}

static const Expr *negated(Analysis *a, const Expr *e)
{
    return expr_op1(a->exprs, e->type->kind == TYPE_BOOLEAN ? OP_NOT : OP_NEG, e);
}

// Every variable by the root of its set; literals in place of what is constant.
static const Expr *by_root(void *client, const Expr *e)
{
    AliasPass *p = client;
    if (e->kind != EXPR_REF) return e->flags & EXPR_HAS_REF ? NULL : e;
    const SystemVariable *v = system_variable(p->a->system, e->u.var);
    if (v->role == ROLE_CONSTANT && v->value && expr_is_literal(v->value)) return v->value;
    if (is_parameter(v)) return e;
    if (v->role == ROLE_RELATION) return p->relation[e->u.var.i] ? p->relation[e->u.var.i] : e;
    if (v->role == ROLE_DERIVATIVE) return literal_of(p, v->of) ? expr_real(p->a->exprs, 0) : e;
    bool sign;
    int32_t root = root_of(p, e->u.var.i, &sign);
    const Expr *value = p->set[root].value;
    const Expr *r = value && is_put_in(value) ? value : system_ref(p->a->system, (VarId){root});
    return sign ? negated(p->a, r) : r;
}

static void enqueue(AliasPass *p, int32_t e)
{
    if (p->is_queued[e]) return;
    p->is_queued[e] = true;
    p->queue[p->tail] = e;
    p->tail = (p->tail + 1) % p->n_queue;
    p->n_waiting++;
}

// In the first round those from the equation at work on are waiting anyway: `before` it.
static void enqueue_users(AliasPass *p, int32_t variable, int32_t before)
{
    for (int32_t k = p->first_use[variable]; k < p->first_use[variable + 1]; k++)
        if (p->use[k] < before) enqueue(p, p->use[k]);
}

static void enqueue_set(AliasPass *p, int32_t root, int32_t before)
{
    int32_t member = root;
    do {
        enqueue_users(p, member, before);
        VarId derivative = system_variable(p->a->system, (VarId){member})->derivative;
        if (derivative.i >= 0) enqueue_users(p, derivative.i, before);
        member = p->next_member[member];
    } while (member != root);
}

// A set that is known does not grow: the members are the same when the round is over.
static void enqueue_uses(AliasPass *p, int32_t variable, bool is_set)
{
    if (p->at >= 0)
        VEC_PUSH(p->a->scratch, &p->findings, ((Finding){p->at, variable, is_set}));
    else if (is_set)
        enqueue_set(p, variable, INT32_MAX);
    else
        enqueue_users(p, variable, INT32_MAX);
}

// ---- One unknown --------------------------------------------------------------------

// `is_alias`: both sides were variables, and x is one of them or its negation.
static const Expr *solved_value(AliasPass *p, const Expr *left, const Expr *right, const Expr *x,
                                bool is_alias)
{
    ExprTable *t = p->a->exprs;
    if (is_alias && is_not_of(left, x)) return expr_op1(t, OP_NOT, right);
    if (is_alias && is_not_of(right, x)) return expr_op1(t, OP_NOT, left);
    if (x->type->kind != TYPE_REAL) {
        const Expr *other = left == x ? right : right == x ? left : NULL;
        return other && !expr_contains(other, x) ? other : NULL;
    }
    if (left == x && !expr_contains(right, x)) return right;
    const Expr *a, *b;
    double factor;
    if (!expr_linear(t, expr_op2(t, OP_SUB, left, right), x, &a, &b)) return NULL;
    if (!expr_is_number(a, &factor) || factor == 0) return NULL;
    return expr_op2(t, OP_DIV, expr_op1(t, OP_NEG, b), a);
}

static void rewrite_by_root(AliasPass *p, SystemEquation *e)
{
    Walker *w = &p->a->walker;
    walker_begin(w);
    e->left = walker_rewrite(w, e->left, p, by_root);
    e->right = walker_rewrite(w, e->right, p, by_root);
}

// What calls come to that are kept for the sake of their derivatives: a direction that is turned
// about itself stays, and a zero whatever the rotation.
static void write_out_calls(AliasPass *p, SystemEquation *e)
{
    if (!((e->left->flags | e->right->flags) & EXPR_HAS_CALL)) return;
    if (!p->inliner) p->inliner = late_inliner_open(p->a->system, p->a->scratch);
    e->left = late_inlined(p->inliner, e->left, e->span);
    e->right = late_inlined(p->inliner, e->right, e->span);
}

static bool is_root(AliasPass *p, const Expr *e, int32_t root)
{
    bool sign;
    return e->kind == EXPR_REF && root_of(p, e->u.var.i, &sign) == root && !sign;
}

// x = 3, x = y and y = x with a known y need no algebra; NULL: it is something else.
static const Expr *plain_value(AliasPass *p, const SystemEquation *e, int32_t root)
{
    const Expr *left = e->left, *right = e->right;
    if (is_root(p, left, root)) {
        bool is_other = right->kind == EXPR_REF && root_of(p, right->u.var.i, NULL) != root;
        if (is_other) return by_root(p, right);
        return expr_is_literal(right) ? right : NULL;
    }
    if (left->kind != EXPR_REF || !is_root(p, right, root)) return NULL;
    const Expr *value = by_root(p, left);
    double number;
    bool is_minus_zero = expr_is_number(value, &number) && number == 0 && signbit(number);
    return expr_is_literal(value) && !is_minus_zero ? value : NULL;
}

static const Expr *value_of(AliasPass *p, SystemEquation now, int32_t root)
{
    const Expr *plain = plain_value(p, &now, root);
    if (plain) return plain;
    bool is_alias = now.left->kind == EXPR_REF && now.right->kind == EXPR_REF;
    rewrite_by_root(p, &now);
    return solved_value(p, now.left, now.right, system_ref(p->a->system, (VarId){root}), is_alias);
}

// `now`: the equation with what is known of its variables.
static void make_known(AliasPass *p, SystemEquation *e, const SystemEquation *now, int32_t root)
{
    const SystemVariable *v = system_variable(p->a->system, (VarId){root});
    if (p->set[root].has_input || p->is_protected[root] || v->kind == VALUE_STRING) return;
    const Expr *value = value_of(p, *now, root);
    if (!value || expr_is_error(value) || value->type->kind != v->type->kind) return;
    e->flags |= EQUATION_REMOVED;
    p->set[root].value = value;
    enqueue_uses(p, root, true);
}

// ---- Two unknowns -------------------------------------------------------------------

static const Expr *without_not(const Expr *e, bool *is_negated)
{
    if (e->kind != EXPR_OP || e->op != OP_NOT) return e;
    *is_negated = !*is_negated;
    return e->args[0];
}

static bool equal_discretes(const Expr *left, const Expr *right, const Expr *x, const Expr *y,
                            bool *is_negated)
{
    *is_negated = false;
    left = without_not(left, is_negated);
    right = without_not(right, is_negated);
    return (left == x && right == y) || (left == y && right == x);
}

static bool equal_up_to_sign(AliasPass *p, const Expr *left, const Expr *right, const Expr *x,
                             const Expr *y, bool *is_negated)
{
    ExprTable *t = p->a->exprs;
    if (x->type != y->type) return false;
    if (x->type->kind != TYPE_REAL) return equal_discretes(left, right, x, y, is_negated);
    const Expr *a, *b, *c, *rest;
    double of_x, of_y;
    if (!expr_linear(t, expr_op2(t, OP_SUB, left, right), x, &a, &b)) return false;
    if (!expr_is_number(a, &of_x) || !expr_linear(t, b, y, &c, &rest)) return false;
    if (!expr_is_number(c, &of_y) || !expr_is_zero(rest) || of_x == 0) return false;
    *is_negated = of_x == of_y;
    return of_x == of_y || of_x == -of_y;
}

static bool may_join(const AliasPass *p, int32_t x, int32_t y)
{
    const AliasSet *a = &p->set[x], *b = &p->set[y];
    if (p->is_protected[x] || p->is_protected[y] || (a->has_input && b->has_input)) return false;
    // What is integrated cannot be equal to what jumps, or to what is given: left to the
    // structural error.
    if ((a->has_input && b->is_differentiated) || (b->has_input && a->is_differentiated))
        return false;
    return a->is_discrete == b->is_discrete || !(a->is_differentiated || b->is_differentiated);
}

// A relation between constants decides about branches, and with them about the structure: whether
// a port of a vessel is below its level. It keeps its memory, which nothing asks any more.
static void settle_relation(AliasPass *p, SystemEquation *definition)
{
    int32_t variable = definition->left->u.var.i;
    if (p->relation[variable]) return;
    Walker *w = &p->a->walker;
    walker_begin(w);
    const Expr *value = walker_rewrite(w, definition->right, p, by_root);
    if (!expr_is_literal(value) || value->type->kind != TYPE_BOOLEAN) return;
    p->relation[variable] = value;
    enqueue_uses(p, variable, false);
}

// False: what is left of the sum is not two variables, or needs algebra.
static bool look_at_sum(AliasPass *p, int32_t e, const VarVec *vars)
{
    int32_t root[MOST_TERMS];
    bool is_minus[MOST_TERMS];
    int n = 0;
    for (uint32_t i = 0; i < vars->count; i++) {
        bool sign;
        int32_t r = root_of(p, vars->data[i].i, &sign);
        const Expr *value = p->set[r].value;
        if (value && !(expr_is_literal(value) && expr_is_zero(value))) return false;
        if (value) continue;
        for (int k = 0; k < n; k++)
            if (root[k] == r) return false;
        root[n] = r;
        is_minus[n++] = sign != (p->minus[e] >> i & 1);
    }
    if (n < 2) return false;
    if (n > 2 || !may_join(p, root[0], root[1])) return true;
    join(p, root[0], root[1], is_minus[0] == is_minus[1]);
    p->a->system->equations.data[e].flags |= EQUATION_REMOVED;
    return true;
}

// Does by_root leave a variable there, with either sign?
static bool stays_variable(AliasPass *p, const Expr *e)
{
    if (e->kind != EXPR_REF) return false;
    const SystemVariable *v = system_variable(p->a->system, e->u.var);
    if (v->role == ROLE_CONSTANT) return !v->value || !expr_is_literal(v->value);
    if (is_parameter(v)) return true;
    if (v->role == ROLE_RELATION) return !p->relation[e->u.var.i];
    return !literal_of(p, v->role == ROLE_DERIVATIVE ? v->of : e->u.var);
}

// x = a*b of variables that are no numbers: no two of them are equal by that.
static bool is_product(AliasPass *p, const SystemEquation *e)
{
    bool is_left = e->left->kind == EXPR_OP;
    const Expr *product = is_left ? e->left : e->right, *other = is_left ? e->right : e->left;
    if (product->kind != EXPR_OP || product->op != OP_MUL) return false;
    return stays_variable(p, product->args[0]) && stays_variable(p, product->args[1]) &&
           stays_variable(p, other);
}

static void look_at(AliasPass *p, int32_t e)
{
    SystemEquation *equation = &p->a->system->equations.data[e];
    int32_t unknown[2];
    int n;
    if (!is_candidate(p, e)) return;
    if (equation->origin == ORIGIN_DEFINITION) {
        settle_relation(p, equation);
        return;
    }
    const VarVec *vars = variables_of(p->a, equation);
    if (p->shape[e] == SHAPE_SUM && look_at_sum(p, e, vars)) return;
    SystemEquation now = *equation;
    bool are_refs = now.left->kind == EXPR_REF && now.right->kind == EXPR_REF; // see plain_value
    if (has_equals(p, vars, !are_refs)) {
        rewrite_by_root(p, &now);
        write_out_calls(p, &now);
        vars = variables_of(p->a, &now);
    }
    if (!unknown_sets(p, vars, unknown, &n) || n == 0) return;
    if (n == 1) {
        make_known(p, equation, &now, unknown[0]);
        return;
    }
    if (!may_join(p, unknown[0], unknown[1]) || is_product(p, &now)) return;
    bool is_negated;
    const Expr *x = system_ref(p->a->system, (VarId){unknown[0]});
    const Expr *y = system_ref(p->a->system, (VarId){unknown[1]});
    rewrite_by_root(p, &now);
    if (!equal_up_to_sign(p, now.left, now.right, x, y, &is_negated)) return;
    join(p, unknown[0], unknown[1], is_negated);
    equation->flags |= EQUATION_REMOVED;
}

// ---- At first sight -----------------------------------------------------------------

static const Expr *without_sign(const Expr *e, bool *is_negated)
{
    if (e->kind != EXPR_OP || e->op != OP_NEG) return e;
    *is_negated = !*is_negated;
    return e->args[0];
}

// x = y, x = -y, x + y = 0 and the like; `is_negated`: the variables are equal up to the sign.
static bool two_variables(const SystemEquation *e, VarId *x, VarId *y, bool *is_negated)
{
    const Expr *left = e->left, *right = e->right;
    if (expr_is_zero(left)) {
        left = e->right;
        right = e->left;
    }
    bool is_sum = left->kind == EXPR_OP && (left->op == OP_ADD || left->op == OP_SUB);
    if (is_sum && !expr_is_zero(right)) return false;
    *is_negated = is_sum && left->op == OP_ADD;
    if (is_sum) {
        right = left->args[1];
        left = left->args[0];
    }
    left = without_sign(left, is_negated);
    right = without_sign(right, is_negated);
    if (left->kind != EXPR_REF || right->kind != EXPR_REF || left == right) return false;
    *x = left->u.var;
    *y = right->u.var;
    return true;
}

// What look_at_sum does with two variables of sets that are not known.
static bool join_at_sight(AliasPass *p, SystemEquation *e)
{
    VarId x, y;
    bool is_negated, sign_of_x, sign_of_y;
    if (e->left->type->kind != TYPE_REAL || e->origin == ORIGIN_DEFINITION) return false;
    if (!two_variables(e, &x, &y, &is_negated)) return false;
    const SystemVariable *v = system_variable(p->a->system, x);
    const SystemVariable *w = system_variable(p->a->system, y);
    if (v->role != ROLE_CONTINUOUS || w->role != ROLE_CONTINUOUS || v->type != w->type)
        return false;
    int32_t of_x = root_of(p, x.i, &sign_of_x), of_y = root_of(p, y.i, &sign_of_y);
    if (of_x == of_y || p->set[of_x].value || p->set[of_y].value) return false;
    if (!may_join(p, of_x, of_y)) return false;
    join(p, of_x, of_y, is_negated != (sign_of_x != sign_of_y));
    e->flags |= EQUATION_REMOVED;
    return true;
}

static void first_round(AliasPass *p)
{
    Analysis *a = p->a;
    for (uint32_t e = 0; e < p->n_equations; e++) {
        SystemEquation *equation = &a->system->equations.data[e];
        system_fetch(a->system, e);
        if (!may_be_used(p, equation) || join_at_sight(p, equation)) continue;
        p->shape[e] = (uint8_t)shape_of(p, equation, variables_of(a, equation), &p->minus[e]);
        p->at = (int32_t)e;
        look_at(p, (int32_t)e);
    }
    p->at = -1;
}

// ---- The search ---------------------------------------------------------------------

// Of the equations that the first round has left.
static void list_uses(AliasPass *p)
{
    Analysis *a = p->a;
    for (uint32_t e = 0; e < p->n_equations; e++) {
        if (!is_candidate(p, (int32_t)e)) continue;
        const VarVec *vars = variables_of(a, &a->system->equations.data[e]);
        for (uint32_t i = 0; i < vars->count; i++) p->first_use[vars->data[i].i + 1]++;
    }
    for (uint32_t v = 0; v < p->n_variables; v++) p->first_use[v + 1] += p->first_use[v];
    p->use = ARENA_RAW(a->scratch, int32_t, p->first_use[p->n_variables] + 1);
    int32_t *next = ARENA_COPY(a->scratch, int32_t, p->first_use, p->n_variables + 1);
    for (uint32_t e = 0; e < p->n_equations; e++) {
        if (!is_candidate(p, (int32_t)e)) continue;
        const VarVec *vars = variables_of(a, &a->system->equations.data[e]);
        for (uint32_t i = 0; i < vars->count; i++) p->use[next[vars->data[i].i]++] = (int32_t)e;
    }
}

// pre(x) and pre(y) are unknowns of the start, each with equations of its own, even if x = y (8.6).
static void protect_initial_memories(AliasPass *p)
{
    const EquationSystem *system = p->a->system;
    for (uint32_t e = 0; e < p->n_equations; e++) {
        const SystemEquation *equation = &system->equations.data[e];
        bool is_written = equation->origin == ORIGIN_INITIAL || equation->origin == ORIGIN_START;
        if (equation->flags & EQUATION_IN_SIMULATION || !is_written) continue;
        VarVec *vars = variables_of(p->a, equation);
        for (uint32_t i = 0; i < vars->count; i++) {
            const SystemVariable *v = system_variable(system, vars->data[i]);
            if (v->role == ROLE_PRE) p->is_protected[v->of.i] = true;
        }
    }
}

static void open_sets(AliasPass *p)
{
    Analysis *a = p->a;
    p->sets = union_find_make(a->scratch, (int32_t)p->n_variables);
    for (uint32_t i = 0; i < p->n_variables; i++) {
        const SystemVariable *v = system_variable(a->system, (VarId){(int32_t)i});
        p->next_member[i] = (int32_t)i;
        p->set[i] = (AliasSet){.has_input = v->role == ROLE_INPUT,
                               .is_discrete = v->role == ROLE_DISCRETE,
                               .is_differentiated = v->derivative.i >= 0};
    }
    for (uint32_t i = 0; i < a->system->delays.count; i++)
        p->is_protected[a->system->delays.data[i].input.i] = true;
    for (uint32_t i = 0; i < a->system->transports.count; i++) {
        const Transport *line = &a->system->transports.data[i];
        for (int end = 0; end < 2; end++) p->is_protected[line->input[end].i] = true;
        p->is_protected[line->position.i] = p->is_protected[line->direction.i] = true;
    }
}

static void empty_queue(AliasPass *p)
{
    for (; p->n_waiting > 0; p->n_waiting--) {
        int32_t e = p->queue[p->head];
        p->head = (p->head + 1) % p->n_queue;
        p->is_queued[e] = false;
        look_at(p, e);
    }
}

// Variables that were found to be equal later than an equation was looked at may cancel there.
static void search(AliasPass *p)
{
    first_round(p);
    list_uses(p);
    for (uint32_t i = 0; i < p->findings.count; i++) {
        const Finding *f = &p->findings.data[i];
        if (f->is_set)
            enqueue_set(p, f->variable, f->equation);
        else
            enqueue_users(p, f->variable, f->equation);
    }
    empty_queue(p);
    for (uint32_t e = 0; e < p->n_equations; e++) {
        const SystemEquation *equation = &p->a->system->equations.data[e];
        fetch_variables_of(p->a, e);
        if (is_candidate(p, (int32_t)e) && has_equals(p, variables_of(p->a, equation), false))
            enqueue(p, (int32_t)e);
    }
    empty_queue(p);
}

bool eliminate_aliases(Analysis *a)
{
    if (a->options && a->options->no_alias) return true;
    uint32_t n = a->system->variables.count, m = a->system->equations.count;
    AliasPass p = {.a = a,
                   .n_variables = n,
                   .n_equations = m,
                   .n_queue = (int32_t)m + 1,
                   .set = ARENA_ARRAY(a->scratch, AliasSet, n + 1),
                   .next_member = ARENA_RAW(a->scratch, int32_t, n + 1),
                   .is_protected = ARENA_ARRAY(a->scratch, bool, n + 1),
                   .relation = ARENA_ARRAY(a->scratch, const Expr *, n + 1),
                   .first_use = ARENA_ARRAY(a->scratch, int32_t, n + 2),
                   .queue = ARENA_RAW(a->scratch, int32_t, m + 1),
                   .is_queued = ARENA_ARRAY(a->scratch, bool, m + 1),
                   .shape = ARENA_ARRAY(a->scratch, uint8_t, m + 1),
                   .minus = ARENA_ARRAY(a->scratch, uint8_t, m + 1)};
    open_sets(&p);
    protect_initial_memories(&p);
    search(&p);
    return apply_aliases(&p);
}
