// Chains of flows that reverse together [MLS 3.7.4.5, semiLinear].
//
// y = semiLinear(x, sa, s1), y = semiLinear(x, s1, s2), ..., y = semiLinear(x, sn, sb) say what a
// fluid carries through components in a row. They are a loop for s1 ... sn, which are not
// determined at x = 0. The specification lets them be replaced by
//   y = semiLinear(x, sa, sb), s1 = if x >= 0 then sa else sb, s2 = s1, ..., sn = s(n-1),
// which has no loop and one meaningful solution at x = 0. Cost: one look at each equation.
#include <stdlib.h>

#include "causal/analysis.h"
#include "graph/union_find.h"

typedef struct Link { // y = if x >= 0 then plus*x else minus*x
    EquationId equation;
    VarId y, x;
    const Expr *plus, *minus;
    VarId relation;   // its memory
    bool is_reversed; // the relation is -x >= 0
    bool follows;     // another link ends where this one begins
} Link;

typedef VEC(Link) Links;

// A variable, or one with a minus in front.
static bool signed_variable(const Expr *e, VarId *v, bool *is_negated)
{
    *is_negated = e->kind == EXPR_OP && e->op == OP_NEG;
    if (*is_negated) e = e->args[0];
    if (e->kind != EXPR_REF) return false;
    *v = e->u.var;
    return true;
}

// `if mode then memory else x >= 0`: how a relation that makes no event is written; of an x that
// never changes `x >= 0` alone, without a memory.
static bool quiet_condition(const Expr *e, Link *l)
{
    bool has_memory = e->kind == EXPR_IF && e->args[1]->kind == EXPR_REF;
    const Expr *literal = has_memory ? e->args[2] : e;
    l->relation = has_memory ? e->args[1]->u.var : NO_VAR;
    return literal->kind == EXPR_OP && literal->op == OP_GE && expr_is_zero(literal->args[1]) &&
           signed_variable(literal->args[0], &l->x, &l->is_reversed);
}

// e = slope*x, up to the sign: a variable where components meet, anything at the ends of a chain.
static bool slope_of(Analysis *a, const Expr *e, VarId x, bool is_negated, const Expr **slope)
{
    const Expr *k, *rest;
    if (!expr_linear(a->exprs, e, system_ref(a->system, x), &k, &rest)) return false;
    if (!expr_is_zero(rest)) return false;
    *slope = is_negated ? expr_op1(a->exprs, OP_NEG, k) : k;
    return true;
}

static bool is_link(Analysis *a, const SystemEquation *e, Link *l)
{
    const Expr *left = e->left, *right = e->right;
    bool y_is_negated, is_negated = right->kind == EXPR_OP && right->op == OP_NEG;
    if (is_negated) right = right->args[0];
    if (right->kind != EXPR_IF || !signed_variable(left, &l->y, &y_is_negated)) return false;
    is_negated = is_negated != y_is_negated;
    if (!quiet_condition(right->args[0], l)) return false;
    const Expr *first = right->args[1], *second = right->args[2]; // x > 0, x < 0
    return slope_of(a, l->is_reversed ? second : first, l->x, is_negated, &l->plus) &&
           slope_of(a, l->is_reversed ? first : second, l->x, is_negated, &l->minus);
}

// ---- Chains -------------------------------------------------------------------------

static int compare_links(const void *l, const void *r)
{
    const Link *a = l, *b = r;
    if (a->y.i != b->y.i) return a->y.i < b->y.i ? -1 : 1;
    if (a->x.i != b->x.i) return a->x.i < b->x.i ? -1 : 1;
    return (a->plus->id > b->plus->id) - (a->plus->id < b->plus->id);
}

// The only link that begins where `l` ends, at a variable that nothing else can be asked for.
static Link *next_link(Analysis *a, const Links *links, const Link *l)
{
    if (l->minus->kind != EXPR_REF) return NULL;
    const SystemVariable *between = system_variable(a->system, l->minus->u.var);
    if (!is_continuous_unknown(between) || between->derivative.i >= 0 ||
        between->role != ROLE_CONTINUOUS)
        return NULL;
    Link wanted = {.y = l->y, .x = l->x, .plus = l->minus};
    Link *found = bsearch(&wanted, links->data, links->count, sizeof wanted, compare_links);
    if (!found || found == l) return NULL;
    bool is_twice = (found > links->data && !compare_links(found - 1, found)) ||
                    (found + 1 < links->data + links->count && !compare_links(found, found + 1));
    return is_twice ? NULL : found;
}

static const Expr *choose(Analysis *a, const Link *by, const Expr *condition, const Expr *plus,
                          const Expr *minus)
{
    return expr_if(a->exprs, condition, by->is_reversed ? minus : plus,
                   by->is_reversed ? plus : minus);
}

static void set_sides(Analysis *a, EquationId id, const Expr *left, const Expr *right)
{
    SystemEquation *e = system_equation(a->system, id);
    e->left = left;
    e->right = right;
}

// `first` has a successor. The relation of a link that is not reversed decides at x = 0 as written.
static void replace_chain(Analysis *a, const Links *links, const Link *first)
{
    const Link *by = first, *last = first;
    for (const Link *l; (l = next_link(a, links, last)) && l != first; last = l)
        if (by->is_reversed && !l->is_reversed) by = l;
    if (by->is_reversed && !last->is_reversed) by = last;
    const Expr *x = system_ref(a->system, first->x);
    const Expr *sa = first->plus, *sb = last->minus;
    const Expr *memory = system_ref(a->system, by->relation);
    const Expr *upstream = choose(a, by, memory, sa, sb);
    int32_t relation = system_variable(a->system, by->relation)->index;
    a->system->relations.data[relation].is_quiet =
        false; // what lies between jumps where x reverses
    for (const Link *l = first; l != last;) {
        const Link *next = next_link(a, links, l);
        set_sides(a, next->equation, l->minus, upstream);
        upstream = l->minus;
        l = next;
    }
    set_sides(a, first->equation, system_ref(a->system, first->y),
              choose(a, by, memory, expr_op2(a->exprs, OP_MUL, sa, x),
                     expr_op2(a->exprs, OP_MUL, sb, x)));
}

bool join_semi_linear(Analysis *a)
{
    const uint32_t both = EQUATION_IN_SIMULATION | EQUATION_IN_INITIAL;
    Links links = {0};
    for (uint32_t i = 0; i < a->system->equations.count; i++) {
        const SystemEquation *e = &a->system->equations.data[i];
        Link l = {.equation = {(int32_t)i}};
        if (is_simulation_equation(e) && (e->flags & both) == both && is_link(a, e, &l) &&
            l.relation.i >= 0)
            VEC_PUSH(a->scratch, &links, l);
    }
    if (links.count < 2) return true;
    qsort(links.data, links.count, sizeof *links.data, compare_links);
    for (uint32_t i = 0; i < links.count; i++) {
        Link *next = next_link(a, &links, &links.data[i]);
        if (next) next->follows = true;
    }
    for (uint32_t i = 0; i < links.count; i++) // a ring has no first link and is left alone
        if (!links.data[i].follows && next_link(a, &links, &links.data[i]))
            replace_chain(a, &links, &links.data[i]);
    return true;
}

// ---- Flows that stand still ---------------------------------------------------------

// v = 0, and 0 = a + b or a = b up to signs: -1 none, otherwise how many variables.
static int still_variables(const SystemEquation *e, VarId pair[2])
{
    bool is_negated;
    const Expr *left = e->left, *right = e->right;
    if (expr_is_zero(left)) left = right, right = e->left;
    if (signed_variable(left, &pair[0], &is_negated)) {
        if (expr_is_zero(right)) return 1;
        return signed_variable(right, &pair[1], &is_negated) ? 2 : -1;
    }
    bool is_sum = left->kind == EXPR_OP && (left->op == OP_ADD || left->op == OP_SUB) &&
                  left->n_args == 2 && expr_is_zero(right);
    return is_sum && signed_variable(left->args[0], &pair[0], &is_negated) &&
                   signed_variable(left->args[1], &pair[1], &is_negated)
               ? 2
               : -1;
}

// Which variables are zero: those that an equation says it of, and those that are equal to them up
// to the sign, like flows through connectors inside of connectors. By root of the set.
static UnionFind still_sets(Analysis *a, bool *is_zero)
{
    EquationSystem *system = a->system;
    UnionFind sets = union_find_make(a->scratch, (int32_t)system->variables.count);
    VarId pair[2];
    for (uint32_t i = 0; i < system->equations.count; i++)
        if (is_simulation_equation(&system->equations.data[i]) &&
            still_variables(&system->equations.data[i], pair) == 2)
            union_find_join(&sets, pair[0].i, pair[1].i, false);
    for (uint32_t i = 0; i < system->equations.count; i++)
        if (is_simulation_equation(&system->equations.data[i]) &&
            still_variables(&system->equations.data[i], pair) == 1)
            is_zero[union_find_root(&sets, pair[0].i, NULL)] = true;
    return sets;
}

// x = 0, y = 0 and y = semiLinear(x, sa, sb) leave sa and sb open: sa = sb takes the place of the
// third, as the specification recommends.
bool settle_standing_flows(Analysis *a)
{
    EquationSystem *system = a->system;
    bool *is_zero = ARENA_ARRAY(a->scratch, bool, system->variables.count + 1);
    UnionFind sets = {0};
    bool is_begun = false;
    for (uint32_t i = 0; i < system->equations.count; i++) {
        const SystemEquation *e = &system->equations.data[i];
        Link l;
        if (!is_simulation_equation(e) || !is_link(a, e, &l)) continue;
        if (!is_begun) sets = still_sets(a, is_zero);
        is_begun = true;
        bool stands = is_zero[union_find_root(&sets, l.x.i, NULL)] &&
                      is_zero[union_find_root(&sets, l.y.i, NULL)];
        if (stands && !(expr_is_literal(l.plus) && expr_is_literal(l.minus)))
            set_sides(a, (EquationId){(int32_t)i}, l.plus, l.minus);
    }
    return true;
}
