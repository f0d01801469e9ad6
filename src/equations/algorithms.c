// An algorithm section is a function made here: its outputs are the variables it assigns, its
// inputs everything it reads. Calls, sharing, differentiation and code generation then need no
// rule for sections.
//
//  - On entry an assigned variable has its start value, a discrete one its pre-value unless the
//    section is an initial one.
//  - pre(), der(), time, sample() and the like are inputs; so are relations between quantities the
//    section does not assign. A relation on intermediate values has its own memory: outputs for
//    the new memory and the crossing function, inputs for the event mode and the old memory.
//  - when becomes if: its condition is an output, with the pre-value of that output as input.
#include "equations/section_function.h"

// ---- Statements ---------------------------------------------------------------------

static StatementVec rewrite_all(SectionFunction *s, Statements from);

static Statements as_statements(StatementVec list)
{
    return (Statements){list.data, list.count};
}

static void push(SectionFunction *s, Statement st)
{
    VEC_PUSH(s->z->system->arena, s->into, st);
}

static const Expr *rewritten(SectionFunction *s, const Expr *e)
{
    return e ? section_rewrite(s, e) : NULL;
}

static const Expr *left_side(SectionFunction *s, const Expr *left)
{
    s->in_literal++; // subscripts of a target are no events
    const Expr *r = section_rewrite(s, left);
    s->in_literal--;
    return r;
}

static const Expr *edge_of_condition(SectionFunction *s, const Expr *condition, Span span)
{
    ExprTable *t = s->z->exprs;
    const Type *boolean = type_basic(t, TYPE_BOOLEAN);
    VarId hidden = system_add_variable(s->z->system, ROLE_CONDITION, boolean);
    VarId before = system_pre(s->z->system, hidden);
    const Expr *now = section_output(s, hidden, boolean, expr_boolean(t, false));
    const Expr *then = section_input(s, NULL, system_ref(s->z->system, before), boolean);
    push(s, (Statement){
                .kind = STMT_ASSIGN, .span = span, .left = now, .right = rewritten(s, condition)});
    return expr_op2(t, OP_AND, now, expr_op1(t, OP_NOT, then));
}

static const Expr *when_guard(SectionFunction *s, const Expr *condition, Span span)
{
    ExprTable *t = s->z->exprs;
    const Expr *const *parts = &condition;
    uint32_t n = 1;
    if (condition->kind == EXPR_ARRAY) {
        parts = condition->args;
        n = condition->n_args;
    }
    const Expr *edges = expr_boolean(t, false), *at_start = expr_boolean(t, false);
    for (uint32_t i = 0; i < n; i++) {
        bool is_initial = parts[i]->kind == EXPR_OP && parts[i]->op == OP_INITIAL;
        if (is_initial)
            at_start = expr_boolean(t, true);
        else
            edges = expr_op2(t, OP_OR, edges, edge_of_condition(s, parts[i], span));
    }
    return expr_if(t, section_is_initial(s), at_start, edges);
}

static void rewrite_when(SectionFunction *s, const Statement *st)
{
    Statement r = {.kind = STMT_IF, .span = st->span, .n_branches = st->n_branches};
    r.branches = ARENA_ARRAY(s->z->system->arena, StatementBranch, st->n_branches + 1);
    for (uint32_t b = 0; b < st->n_branches; b++)
        r.branches[b].condition = when_guard(s, st->branches[b].condition, st->span);
    s->in_literal++;
    s->in_event++;
    for (uint32_t b = 0; b < st->n_branches; b++)
        r.branches[b].body = as_statements(rewrite_all(s, st->branches[b].body));
    s->in_event--;
    s->in_literal--;
    push(s, r);
}

static void rewrite_branches(SectionFunction *s, const Statement *st)
{
    Statement r = *st;
    bool is_loop = st->kind == STMT_FOR || st->kind == STMT_WHILE;
    s->in_literal += is_loop; // an iteration has no memory of its own
    r.range = rewritten(s, st->range);
    r.branches = ARENA_ARRAY(s->z->system->arena, StatementBranch, st->n_branches + 1);
    for (uint32_t b = 0; b < st->n_branches; b++)
        r.branches[b].condition = rewritten(s, st->branches[b].condition);
    for (uint32_t b = 0; b < st->n_branches; b++)
        r.branches[b].body = as_statements(rewrite_all(s, st->branches[b].body));
    s->in_literal -= is_loop;
    push(s, r);
}

static void rewrite_terminate(SectionFunction *s, const Statement *st)
{
    ExprTable *t = s->z->exprs;
    const Type *boolean = type_basic(t, TYPE_BOOLEAN);
    VarId hidden = system_add_variable(s->z->system, ROLE_GUARD, boolean);
    const Expr *flag = section_output(s, hidden, boolean, expr_boolean(t, false));
    push(s,
         (Statement){
             .kind = STMT_ASSIGN, .span = st->span, .left = flag, .right = expr_boolean(t, true)});
    Assertion a = {.condition = expr_op1(t, OP_NOT, system_ref(s->z->system, hidden)),
                   .message = whole_of(s->z, st->message, IN_LITERAL),
                   .is_terminate = true,
                   .span = st->span};
    VEC_PUSH(s->z->system->arena, &s->z->system->assertions, a);
}

static void rewrite_statement(SectionFunction *s, const Statement *st)
{
    Statement r = *st;
    s->z->span = st->span;
    switch (st->kind) {
    case STMT_ASSIGN:
        r.right = rewritten(s, st->right);
        r.left = left_side(s, st->left);
        push(s, r);
        break;
    case STMT_WHEN: rewrite_when(s, st); break;
    case STMT_IF:
    case STMT_FOR:
    case STMT_WHILE: rewrite_branches(s, st); break;
    case STMT_ASSERT: {
        bool is_literal = !needs_watching(s->z, st->condition, false);
        s->in_event++; // decides about no value
        s->in_literal += is_literal;
        r.condition = rewritten(s, st->condition);
        s->in_literal += !is_literal;
        r.message = rewritten(s, st->message);
        s->in_literal--;
        s->in_event--;
        push(s, r);
        break;
    }
    case STMT_CALL:
        r.right = rewritten(s, st->right);
        push(s, r);
        break;
    case STMT_TERMINATE: rewrite_terminate(s, st); break;
    case STMT_REINIT:
        diag_error(s->z->session->diag, st->span, E_WHEN_BODY,
                   "reinit is allowed only in equations");
        s->z->system->failed = true;
        break;
    case STMT_BREAK:
    case STMT_RETURN: push(s, r); break;
    }
}

static StatementVec rewrite_all(SectionFunction *s, Statements from)
{
    StatementVec *around = s->into, body = {0};
    s->into = &body;
    for (uint32_t i = 0; i < from.count; i++) rewrite_statement(s, &from.items[i]);
    s->into = around;
    return body;
}

// ---- What is assigned ---------------------------------------------------------------

static void note_target(SectionFunction *s, const Expr *left)
{
    if (!left) return;
    if (left->kind == EXPR_TUPLE) {
        for (uint32_t i = 0; i < left->n_args; i++) note_target(s, left->args[i]);
        return;
    }
    const Expr *base = left;
    while (base->kind == EXPR_SUBSCRIPT || base->kind == EXPR_FIELD) base = base->args[0];
    if (base->kind == EXPR_ARRAY || base->kind == EXPR_RECORD) { // {a, b} := ...
        for (uint32_t i = 0; i < base->n_args; i++) note_target(s, base->args[i]);
        return;
    }
    if (base->kind == EXPR_REF)
        section_assigns(s, base, left);
    else
        scalarizer_refuse(s->z, "this target of an assignment");
}

static void note_targets(SectionFunction *s, Statements body)
{
    const Expr *initial = expr_op(s->z->exprs, OP_INITIAL, NULL, 0);
    for (uint32_t i = 0; i < body.count; i++) {
        const Statement *st = &body.items[i];
        s->z->span = st->span;
        if (st->kind == STMT_ASSIGN) note_target(s, st->left);
        bool around = s->in_when;
        if (st->kind == STMT_WHEN) s->depends_on_start = true;
        for (uint32_t b = 0; b < st->n_branches; b++) {
            const Expr *condition = st->branches[b].condition;
            s->in_when = around || (st->kind == STMT_WHEN && !expr_contains(condition, initial));
            s->in_event += st->kind == STMT_WHEN;
            note_targets(s, st->branches[b].body);
            s->in_event -= st->kind == STMT_WHEN;
        }
        s->in_when = around;
    }
}

// ---- Arrays of which some elements are assigned -------------------------------------------

// The complete array belongs to a section that assigns one of its elements (11.1.2), unless
// something else may determine the others.
static void take_whole_arrays(SectionFunction *s, const Algorithm *here)
{
    for (uint32_t i = 0; i < s->outputs.count; i++) {
        SectionOutput *out = &s->outputs.data[i];
        if (out->is_assigned && !is_determined_elsewhere(s->z, out->flat, here))
            out->is_assigned = NULL;
    }
}

// ---- Sections without results ----------------------------------------------------------

static void add_actions(Scalarizer *z, Statements body);

static void add_if_actions(Scalarizer *z, const Statement *st)
{
    ExprTable *t = z->exprs;
    const Expr *around = z->guard, *before = around;
    for (uint32_t b = 0; b < st->n_branches; b++) {
        const Expr *c = st->branches[b].condition;
        const Expr *test = c ? scalar_of(z, c, z->context) : expr_boolean(t, true);
        z->guard = before ? expr_op2(t, OP_AND, before, test) : test;
        add_actions(z, st->branches[b].body);
        const Expr *otherwise = expr_op1(t, OP_NOT, test);
        before = before ? expr_op2(t, OP_AND, before, otherwise) : otherwise;
    }
    z->guard = around;
}

static void add_initial_actions(Scalarizer *z, Statements body)
{
    Context context = z->context;
    uint32_t flags = z->flags;
    z->context = (Context)(IN_LITERAL | IN_INITIAL);
    z->flags = EQUATION_IN_INITIAL;
    add_actions(z, body);
    z->context = context;
    z->flags = flags;
}

static void add_when_actions(Scalarizer *z, const Statement *st)
{
    const Expr *around = z->guard;
    const Expr **conditions = ARENA_RAW(z->scratch, const Expr *, st->n_branches + 1);
    const Expr **guards = ARENA_RAW(z->scratch, const Expr *, st->n_branches + 1);
    for (uint32_t b = 0; b < st->n_branches; b++) conditions[b] = st->branches[b].condition;
    int32_t at_start = when_guards(z, conditions, st->n_branches, guards);
    z->in_when = true;
    for (uint32_t b = 0; b < st->n_branches; b++) {
        z->guard = guards[b];
        add_actions(z, st->branches[b].body);
    }
    z->in_when = false;
    z->guard = around;
    if (at_start >= 0) add_initial_actions(z, st->branches[at_start].body);
}

static void add_for_actions(Scalarizer *z, const Statement *st)
{
    Items values = range_items(z, st->range, IN_LITERAL);
    for (uint32_t i = 0; i < values.count; i++) {
        bind_iterator(z, st->iterator, values.data[i]);
        add_actions(z, st->branches[0].body);
        unbind_iterator(z);
    }
}

// Asserts, terminate and calls stand for themselves, while the conditions around them hold.
static void add_actions(Scalarizer *z, Statements body)
{
    for (uint32_t i = 0; i < body.count; i++) {
        const Statement *st = &body.items[i];
        EquationDetails details = {
            .condition = st->condition, .message = st->message, .level = st->level};
        Equation action = {.span = st->span, .right = st->right, .details = &details};
        z->span = st->span;
        switch (st->kind) {
        case STMT_IF: add_if_actions(z, st); continue;
        case STMT_WHEN: add_when_actions(z, st); continue;
        case STMT_FOR: add_for_actions(z, st); continue;
        case STMT_ASSERT: action.kind = EQN_ASSERT; break;
        case STMT_TERMINATE: action.kind = EQN_TERMINATE; break;
        case STMT_CALL: action.kind = EQN_CALL; break;
        default:
            scalarizer_refuse(z, "this statement in an algorithm section that assigns nothing");
            continue;
        }
        add_assertion(z, &action);
    }
}

// ---- The section --------------------------------------------------------------------

void scalarize_algorithm(Scalarizer *z, const Algorithm *a)
{
    SectionFunction s = {.z = z, .span = a->span};
    section_open(&s);
    z->session->at = z->span = a->span;
    z->component = a->component;
    // What runs only at the start needs no memory of relations.
    s.in_literal = s.in_event = !(z->flags & EQUATION_IN_SIMULATION);
    Statements written_out = s.in_literal ? a->body : section_unrolled(z, a->body);
    note_targets(&s, written_out);
    if (z->system->failed) return;
    if (z->flags & EQUATION_IN_SIMULATION) take_whole_arrays(&s, a);
    if (!s.outputs.count) {
        add_actions(z, written_out);
        return;
    }
    StatementVec body = rewrite_all(&s, written_out);
    if (!z->system->failed) section_close(&s, &body);
}
