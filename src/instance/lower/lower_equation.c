// lower_equation.c -- the equation sections of one component (chapter 8).
//
// An if-equation whose condition can be evaluated is decided here: only the chosen branch is
// lowered. A for-equation stays a loop while its body needs no value of the iterator;
// otherwise it is written out.
#include "instance/lower/lower.h"

static void lower_equation(const Lower *l, const AstEquation *e, EquationVec *out);

static void lower_list(const Lower *l, AstEquation *const *items, uint32_t n, EquationVec *out)
{
    for (uint32_t i = 0; i < n; i++) lower_equation(l, items[i], out);
}

// Lists grow in working memory; what is kept has its exact size.
static Equations kept(const Lower *l, const EquationVec *list)
{
    if (list->count == 0) return (Equations){0};
    return (Equations){ARENA_COPY(l->f->arena, Equation, list->data, list->count), list->count};
}

void lower_equations(const Lower *l, AstEquation *const *items, uint32_t n, Equations *out)
{
    EquationVec list = {0};
    lower_list(l, items, n, &list);
    *out = kept(l, &list);
}

static void add(const Lower *l, EquationVec *out, Equation e)
{
    e.component = l->component;
    VEC_PUSH(l->f->work, out, e);
}

// ---- Equalities --------------------------------------------------------------------------------

static void report_sides(const Lower *l, const AstEquation *e, const Type *a, const Type *b)
{
    bool only_sizes = types_agree(l->f, type_elem(a), type_elem(b));
    Diagnostic *d = diag_error(l->f->diag, e->span, only_sizes ? E_DIMENSION : E_TYPE,
                               "the sides of the equation have the types '%s' and '%s'",
                               type_text(l->f, a), type_text(l->f, b));
    label_difference(l->f, d, a, b);
    diag_note(l->f->diag, d, e->left->span, "'%s' is of type '%s'",
              source_text(l->f, e->left->span), type_text(l->f, a));
    diag_note(l->f->diag, d, e->right->span, "'%s' is of type '%s'",
              source_text(l->f, e->right->span), type_text(l->f, b));
}

static bool is_conditional_equation_type(const Type *type)
{
    return type->kind == TYPE_NONE || type->kind == TYPE_TUPLE || type->kind == TYPE_FUNCTION ||
           type->kind == TYPE_EXTERNAL;
}

// Integers, Booleans and the like change at events only (3.8.5).
static bool is_discrete_enough(const Lower *l, const AstEquation *e, const Equation *q)
{
    TypeKind kind = type_elem(q->left->type)->kind;
    bool is_discrete = kind == TYPE_INTEGER || kind == TYPE_BOOLEAN || kind == TYPE_STRING ||
                       kind == TYPE_ENUMERATION;
    if (!is_discrete || l->in_when || l->in_initial) return true;
    const Expr *sides[2] = {q->left, q->right};
    for (int i = 0; i < 2; i++) {
        if (expr_variability(l->f, sides[i]) < VARIABILITY_CONTINUOUS) continue;
        const AstExpr *text = i ? e->right : e->left;
        // What a function returns is watched, and changes at events of its own.
        bool is_watched = sides[i]->kind == EXPR_CALL && kind != TYPE_STRING;
        (is_watched ? diag_breach : diag_error)(
            l->f->diag, text->span, E_VARIABILITY,
            "'%s' varies continuously, but an equation of type '%s' can change at events only",
            source_text(l->f, text->span), type_text(l->f, q->left->type));
        return is_watched && !diag_is_strict(l->f->diag);
    }
    return true;
}

static void lower_equality(const Lower *l, const AstEquation *e, EquationVec *out)
{
    Equation q = {.kind = EQN_EQUALS, .span = e->span};
    if (e->left->kind == AST_TUPLE) {
        q.right = lower_call_tuple(l, e->right);
        if (expr_is_error(q.right)) return;
        q.left = lower_left_tuple(l, e->left, q.right->type);
        if (!expr_is_error(q.left)) add(l, out, q);
        return;
    }
    if (l->in_when && !l->in_clocked && e->left->kind != AST_REF) {
        diag_error(l->f->diag, e->left->span, E_EQUATION,
                   "inside 'when' the left side of an equation must be a variable, not '%s'",
                   source_text(l->f, e->left->span));
        return;
    }
    q.left = lower_node(l, e->left, NULL);
    q.right = lower_node(l, e->right, expr_is_error(q.left) ? NULL : q.left->type);
    if (expr_is_error(q.left) || expr_is_error(q.right)) return;
    const Expr *right = convert_to(l->f, q.right, q.left->type);
    const Expr *left = right ? q.left : convert_to(l->f, q.left, q.right->type);
    if (!left || is_conditional_equation_type(left->type)) {
        report_sides(l, e, q.left->type, q.right->type);
        return;
    }
    if (!right && l->in_when) { // only the left side is determined
        Diagnostic *d = diag_error(
            l->f->diag, e->right->span, E_TYPE, "'%s' is of type '%s', but '%s' is of type '%s'",
            source_text(l->f, e->left->span), type_text(l->f, q.left->type),
            source_text(l->f, e->right->span), type_text(l->f, q.right->type));
        label_conversion(l->f, d, q.right->type, q.left->type);
        return;
    }
    q.left = left;
    if (right) q.right = right;
    if (!is_discrete_enough(l, e, &q)) return;
    if (type_count(q.left->type) == 0) return;
    add(l, out, q);
}

// ---- if ----------------------------------------------------------------------------------------

// Scalar equations; -1 when the number depends on something unknown.
static int64_t count_equations(const Equation *items, uint32_t n);

static int64_t scalar_count(const Type *type)
{
    if (type->kind == TYPE_ARRAY) {
        int64_t elements = type_count(type);
        return elements < 0 ? -1 : elements * scalar_count(type->elem);
    }
    if (type->kind != TYPE_RECORD) return 1;
    int64_t sum = 0;
    for (uint32_t i = 0; i < type->n; i++) {
        int64_t field = scalar_count(type->fields[i].type);
        if (field < 0) return -1;
        sum += field;
    }
    return sum;
}

static int64_t count_one(const Equation *e)
{
    int64_t sum = 0;
    switch (e->kind) {
    case EQN_EQUALS:
        if (e->left->kind != EXPR_TUPLE) return scalar_count(e->left->type);
        for (uint32_t i = 0; i < e->left->n_args; i++)
            if (e->left->args[i]) sum += scalar_count(e->left->args[i]->type);
        return sum;
    case EQN_FOR: {
        int64_t each = count_equations(e->branches[0].body.items, e->branches[0].body.count);
        int32_t rounds = type_dim(e->details->range->type, 0);
        return each < 0 || rounds < 0 ? -1 : each * rounds;
    }
    case EQN_IF:
    case EQN_WHEN: return count_equations(e->branches[0].body.items, e->branches[0].body.count);
    default: return 0;
    }
}

static int64_t count_equations(const Equation *items, uint32_t n)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        int64_t one = count_one(&items[i]);
        if (one < 0) return -1;
        sum += one;
    }
    return sum;
}

static bool waits_for_connections(const Expr *condition)
{
    return (condition->flags & EXPR_HAS_COMPONENT) != 0;
}

// `other` is negative where an else is missing.
static void report_imbalance(const Lower *l, const AstEquation *e, int64_t first, int64_t other)
{
    if (other >= 0)
        diag_error(l->f->diag, e->span, E_IF_BALANCE,
                   "the branches of the if-equation have %lld and %lld equations; they must have "
                   "as many unless the condition can be evaluated at compile time",
                   (long long)first, (long long)other);
    else
        diag_error(l->f->diag, e->span, E_IF_BALANCE,
                   "the if-equation has %lld equation%s if the condition holds and none otherwise; "
                   "an 'else' branch is missing, or the condition must be known at compile time",
                   (long long)first, first == 1 ? "" : "s");
}

// *other: what a branch has instead; negative: there is no else.
static bool is_balanced(const Lower *l, const Equation *q, int64_t *first, int64_t *other)
{
    if (l->in_when || l->in_initial) return true;
    *first = count_equations(q->branches[0].body.items, q->branches[0].body.count);
    bool has_else = !q->branches[q->n_branches - 1].condition;
    for (uint32_t i = 0; i < q->n_branches; i++) {
        if (q->branches[i].condition && waits_for_connections(q->branches[i].condition))
            return true;
        *other = count_equations(q->branches[i].body.items, q->branches[i].body.count);
        if (*other < 0 || *first < 0) return true;
        if (*other != *first) return false;
    }
    *other = -1;
    return has_else || *first <= 0;
}

// Conditions of parameters alone decide about the structure where the branches differ (8.3.4): then
// their values must be had, whatever computes them.
static bool may_be_decided(const Lower *l, const Equation *q)
{
    for (uint32_t i = 0; i < q->n_branches; i++) {
        const Expr *c = q->branches[i].condition;
        if (c && expr_variability(l->f, c) > VARIABILITY_PARAMETER) return false;
    }
    return true;
}

// The condition as far as it is known; true and false are literals. NULL: reported, or given up.
static const Expr *branch_condition(const Lower *l, const AstExpr *text, bool must_decide)
{
    const Expr *condition = lower_condition(l, text, "the condition");
    if (expr_is_error(condition) || lower_needs_iterator(l, condition)) return NULL;
    if (must_decide || is_evaluable(l->f, condition))
        return evaluate_now(l->f, condition, text->span, true);
    return expr_by_connections(l->f, condition, text->span);
}

static void lower_if_equation(const Lower *l, const AstEquation *e, bool must_decide,
                              EquationVec *out)
{
    Equation q = {.kind = EQN_IF, .span = e->span};
    q.branches = ARENA_ARRAY(l->f->arena, EquationBranch, e->n_branches);
    uint32_t errors = diag_count(l->f->diag, SEVERITY_ERROR);
    for (uint32_t i = 0; i < e->n_branches; i++) {
        const AstBranch *from = &e->branches[i];
        const Expr *condition = NULL;
        if (from->condition) {
            condition = branch_condition(l, from->condition, must_decide);
            if (!condition) return;
            if (expr_is_false(condition)) continue;
            if (expr_is_true(condition)) condition = NULL;
        }
        if (!condition && q.n_branches == 0) {
            lower_list(l, from->items, from->n_items, out);
            return;
        }
        Lower inside = *l;
        inside.in_undecided_if = true;
        EquationBranch *branch = &q.branches[q.n_branches++];
        branch->condition = condition;
        lower_equations(&inside, from->items, from->n_items, &branch->body);
        if (!condition) break;
    }
    if (q.n_branches == 0) return;
    int64_t first, other;
    bool is_whole = diag_count(l->f->diag, SEVERITY_ERROR) == errors && !lower_is_given_up(l);
    if (is_whole && !is_balanced(l, &q, &first, &other)) {
        if (!must_decide && may_be_decided(l, &q))
            lower_if_equation(l, e, true, out);
        else
            report_imbalance(l, e, first, other);
        return;
    }
    add(l, out, q);
}

// ---- for ---------------------------------------------------------------------------------------

// connect and the statements about the connection graph make lists, not equations.
static bool contains_connect(const Lower *l, AstEquation *const *items, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const AstEquation *e = items[i];
        if (e->kind == AST_EQ_CONNECT) return true;
        if (e->kind == AST_EQ_CALL && e->left->kind == AST_CALL &&
            e->left->u.call.function->kind == AST_REF &&
            e->left->u.call.function->u.ref.parts[0].name == lowering_of(l->f)->connections)
            return true;
        for (uint32_t k = 0; k < e->n_branches; k++)
            if (contains_connect(l, e->branches[k].items, e->branches[k].n_items)) return true;
    }
    return false;
}

static void lower_loop(const Lower *l, const AstEquation *e, uint32_t next, EquationVec *out);

static bool is_integer(const Expr *e)
{
    return e->kind == EXPR_INTEGER;
}

// What the iterator is in round i, from 0 on; NULL after an error was reported.
static const Expr *value_in_round(const Lower *l, const AstIterator *it, const Expr *range,
                                  int32_t i)
{
    bool is_count = range->kind == EXPR_RANGE && is_integer(range->args[0]) &&
                    is_integer(range->args[1]) && is_integer(range->args[2]);
    if (is_count)
        return expr_integer(l->t, range->args[0]->u.integer + i * range->args[1]->u.integer);
    const Expr *index = expr_integer(l->t, i + 1);
    return evaluate_now(l->f, expr_subscript(l->t, range, &index, 1), it->span, true);
}

static void unroll(const Lower *l, const AstEquation *e, uint32_t next, const Expr *range,
                   EquationVec *out)
{
    const AstIterator *it = &e->iterators[next];
    for (int32_t i = 0; i < type_dim(range->type, 0) && !lower_is_given_up(l); i++) {
        const Expr *value = value_in_round(l, it, range, i);
        if (!value) return;
        IteratorScope around = {it->name, value, l->scope.iterators};
        Lower inside = *l;
        inside.scope.iterators = &around;
        uint32_t errors = diag_count(l->f->diag, SEVERITY_ERROR);
        lower_loop(&inside, e, next + 1, out);
        // The same mistake in every round is one mistake.
        if (diag_count(l->f->diag, SEVERITY_ERROR) > errors) return;
    }
}

static bool lower_symbolic(const Lower *l, const AstEquation *e, uint32_t next, const Expr *range,
                           EquationVec *out)
{
    const AstIterator *it = &e->iterators[next];
    bool needs = false;
    const Expr *value, *iterator = loop_iterator(l, it->name, &range, &value);
    IteratorScope around = {it->name, value, l->scope.iterators};
    Lower inside = *l;
    inside.scope.iterators = &around;
    inside.in_loop_equation = true;
    inside.must_unroll = &needs;
    EquationVec body = {0};
    lower_loop(&inside, e, next + 1, &body);
    if (needs) return false;
    Equation q = {.kind = EQN_FOR, .span = e->span, .n_branches = 1};
    EquationDetails d = {.iterator = iterator, .range = range};
    q.details = ARENA_COPY(l->f->arena, EquationDetails, &d, 1);
    q.branches = ARENA_NEW(l->f->arena, EquationBranch);
    q.branches->body = kept(l, &body);
    if (body.count) add(l, out, q);
    return true;
}

static void lower_loop(const Lower *l, const AstEquation *e, uint32_t next, EquationVec *out)
{
    const AstBranch *body = &e->branches[0];
    if (next == e->n_iterators) {
        lower_list(l, body->items, body->n_items, out);
        return;
    }
    const AstIterator *it = &e->iterators[next];
    const Expr *range = lower_iterator_range(l, it, NULL, body->items, body->n_items);
    if (expr_is_error(range) || lower_needs_iterator(l, range)) return;
    if (!is_number_range(range))
        range = evaluate_now(l->f, range, it->range ? it->range->span : it->span, true);
    if (!range || type_dim(range->type, 0) == 0) return;
    bool is_open = type_dim(range->type, 0) == DIM_UNKNOWN; // no size can say how many
    if (is_open || type_is_too_large(range->type)) {
        diag_error(l->f->diag, it->span, E_DIMENSION,
                   "the loop runs over more than %d elements, the most that are supported",
                   MOST_ELEMENTS);
        return;
    }
    if (type_dim(range->type, 0) > 1 && !contains_connect(l, body->items, body->n_items) &&
        lower_symbolic(l, e, next, range, out))
        return;
    if (!lower_is_given_up(l)) unroll(l, e, next, range, out);
}

// ---- when --------------------------------------------------------------------------------------

static bool is_clock_alone(const Lower *l, const AstEquation *e, const Expr *condition)
{
    if (condition->type->kind != TYPE_CLOCK || e->n_branches == 1) return true;
    diag_error(l->f->diag, e->span, E_EQUATION, "a 'when' with a clock has no 'elsewhen'");
    return false;
}

static void lower_when_equation(const Lower *l, const AstEquation *e, EquationVec *out)
{
    if (l->in_when || l->in_initial) {
        diag_error(l->f->diag, e->span, E_EQUATION, "'when' is not allowed %s",
                   l->in_when ? "inside another 'when'" : "in initial equations");
        return;
    }
    Lower inside = *l;
    inside.in_when = true;
    Equation q = {.kind = EQN_WHEN, .span = e->span, .leaves_start = e->leaves_start};
    q.branches = ARENA_ARRAY(l->f->arena, EquationBranch, e->n_branches);
    for (uint32_t i = 0; i < e->n_branches; i++) {
        const Expr *condition = lower_when_condition(l, e->branches[i].condition);
        if (expr_is_error(condition)) return;
        if (!is_clock_alone(l, e, condition)) return;
        inside.in_clocked = condition->type->kind == TYPE_CLOCK;
        EquationBranch *branch = &q.branches[q.n_branches++];
        branch->condition = condition;
        lower_equations(&inside, e->branches[i].items, e->branches[i].n_items, &branch->body);
    }
    add(l, out, q);
}

// ---- Calls -------------------------------------------------------------------------------------

static void lower_call_equation(const Lower *l, const AstEquation *e, EquationVec *out)
{
    const AstExpr *call = e->left;
    Equation q = {.span = e->span};
    EquationDetails d = {0};
    if (lower_graph_statement(l, call) || lower_machine_statement(l, call)) return;
    switch (statement_word(call)) {
    case WORD_ASSERT:
        q.kind = EQN_ASSERT;
        if (!lower_assert(l, call, &d.condition, &d.message, &d.level)) return;
        if (expr_is_true(d.condition)) return;
        break;
    case WORD_TERMINATE:
        q.kind = EQN_TERMINATE;
        d.message = lower_terminate(l, call);
        if (expr_is_error(d.message)) return;
        break;
    case WORD_REINIT:
        q.kind = EQN_REINIT;
        if (!lower_reinit(l, call, &q.left, &q.right)) return;
        break;
    case WORD_NONE:
        q.kind = EQN_CALL;
        q.right = lower_call_tuple(l, call);
        if (expr_is_error(q.right)) return;
        break;
    }
    if (d.message) q.details = ARENA_COPY(l->f->arena, EquationDetails, &d, 1);
    add(l, out, q);
}

static void lower_equation(const Lower *l, const AstEquation *e, EquationVec *out)
{
    if (lower_is_given_up(l)) return;
    l->f->s->at = e->span;
    switch (e->kind) {
    case AST_EQ_EQUALS: lower_equality(l, e, out); break;
    case AST_EQ_CALL: lower_call_equation(l, e, out); break;
    case AST_EQ_CONNECT:
        if (l->in_initial)
            diag_error(l->f->diag, e->span, E_EQUATION,
                       "'connect' is not allowed in initial equations");
        else
            lower_connect(l, e);
        break;
    case AST_EQ_IF: lower_if_equation(l, e, false, out); break;
    case AST_EQ_FOR: lower_loop(l, e, 0, out); break;
    case AST_EQ_WHEN: lower_when_equation(l, e, out); break;
    case AST_EQ_ASSIGN: // the parser has refused these
    case AST_EQ_WHILE:
    case AST_EQ_BREAK:
    case AST_EQ_RETURN:
    case AST_EQ_ERROR: break;
    }
}

// ---- Sections
// ------------------------------------------------------------------------------------

static void lower_section(Front *f, Node *node, const SectionPlace *place)
{
    const AstSection *section = place->section;
    ComponentId component = node->component->id;
    Lower l = lower_in(f, (Scope){node, place->part, NULL});
    l.component = component;
    l.in_initial = section->is_initial;
    l.in_algorithm = section->is_algorithm;
    l.in_section = true;
    if (section->is_algorithm) {
        Algorithm a = {.span = section->span, .component = component};
        a.body = lower_statements(&l, section->items, section->n_items);
        if (a.body.count == 0) return;
        if (section->is_initial)
            VEC_PUSH(f->arena, &f->initial_algorithms, a);
        else
            VEC_PUSH(f->arena, &f->algorithms, a);
        return;
    }
    // One list serves all sections: a model has as many as it has components.
    EquationVec list = f->section_list;
    f->section_list = (EquationVec){0};
    lower_list(&l, section->items, section->n_items, &list);
    EquationVec *all = section->is_initial ? &f->initial_equations : &f->equations;
    for (uint32_t i = 0; i < list.count; i++) VEC_PUSH(f->passing, all, list.data[i]);
    list.count = 0;
    f->section_list = list;
}

void lower_sections(Front *f, Node *node)
{
    const SectionPlace *sections;
    uint32_t n = node_sections(f, node, &sections);
    for (uint32_t i = 0; i < n; i++) lower_section(f, node, &sections[i]);
}
