// Operators that waited for the connections: inStream, actualStream, cardinality, isRoot and
// rooted become expressions or literals, and if-equations whose condition is decided by that
// take their branch.
#include "flat/flattener.h"

static bool are_joined(const Flattener *f, const Expr *a, const Expr *b)
{
    return f->tree_of && f->tree_of[a->u.component.i] == f->tree_of[b->u.component.i];
}

// The root with a path to a node, by the number of the node; behind these the roots without.
static const Expr *root_index(Flattener *f, const Expr *e)
{
    uint32_t number = (uint32_t)e->args[0]->u.integer, n_roots = (uint32_t)e->args[1]->u.integer;
    const Expr *const *roots = e->args + 2, *const *nodes = roots + n_roots;
    uint32_t n_nodes = e->n_args - 2 - n_roots, n_idle = 0;
    for (uint32_t k = 0; k < n_roots; k++) {
        bool is_joined = false;
        for (uint32_t i = 0; i < n_nodes; i++) is_joined |= are_joined(f, roots[k], nodes[i]);
        if (number <= n_nodes ? are_joined(f, roots[k], nodes[number - 1])
                              : !is_joined && ++n_idle == number - n_nodes)
            return expr_integer(f->exprs, (int64_t)k + 1);
    }
    Text name = text_make(f->scratch);
    component_print_path(f->instance, nodes[number <= n_nodes ? number - 1 : 0]->u.component,
                         &name);
    diag_error(f->s->diag, f->instance->model_span, E_GRAPH_NO_ROOT,
               "%s '%s', as 'Connections.uniqueRootIndices' asks for",
               number <= n_nodes ? "no path leads from one of the roots to"
                                 : "two paths lead from one root to nodes like",
               text_cstr(&name));
    return expr_integer(f->exprs, number);
}

static const Expr *resolve_op(Flattener *f, const Expr *e)
{
    const Expr *argument = e->n_args ? e->args[0] : NULL;
    switch (e->op) {
    case OP_IN_STREAM: return stream_in(f, argument);
    case OP_ACTUAL_STREAM: return stream_actual(f, argument);
    case OP_MUL: return stream_transport(f, argument, e->args[1]);
    case OP_CARDINALITY: return expr_integer(f->exprs, f->cardinality[argument->u.component.i]);
    case OP_IS_ROOT: return expr_boolean(f->exprs, f->is_root[argument->u.component.i]);
    case OP_ROOTED: return expr_boolean(f->exprs, f->is_rooted[argument->u.component.i]);
    case OP_ROOT_INDICES: return root_index(f, e);
    case OP_ACTIVE_STATE:
    case OP_TICKS_IN_STATE:
    case OP_TIME_IN_STATE: return machine_answer(f, (Op)e->op, argument->u.component);
    default: return NULL;
    }
}

static const Expr *replace_waiting(void *client, const Expr *e)
{
    Flattener *f = client;
    // Only references to connectors and stream variables can be arguments of these operators.
    if (!(e->flags & (EXPR_HAS_COMPONENT | EXPR_HAS_REF))) return e;
    return e->kind == EXPR_OP ? resolve_op(f, e) : NULL;
}

const Expr *waiting_resolve(Flattener *f, const Expr *e)
{
    if (!e || !f->instance->has_waiting) return e;
    Substitution by = {f, replace_waiting};
    return expr_substitute(f->exprs, e, &by);
}

static void resolve_place(void *client, const Expr **e)
{
    *e = waiting_resolve(client, *e);
}

// The list of a branch; the branch itself is a copy.
static void resolve_body(Flattener *f, Equations *body)
{
    FlatEquationVec all = {0};
    waiting_resolve_equations(f, body->items, body->count, &all);
    *body = (Equations){all.data, all.count};
}

// An if-equation loses the branches that can no longer be taken; with one certain branch left
// its equations stand in its place.
static void resolve_if(Flattener *f, Equation *e, FlatEquationVec *result)
{
    EquationBranch *kept = ARENA_RAW(f->out, EquationBranch, e->n_branches);
    uint32_t n_kept = 0;
    for (uint32_t b = 0; b < e->n_branches; b++) {
        EquationBranch branch = e->branches[b];
        branch.condition = waiting_resolve(f, branch.condition);
        if (branch.condition && expr_is_false(branch.condition)) continue;
        bool certain = !branch.condition || expr_is_true(branch.condition);
        if (certain) branch.condition = NULL;
        kept[n_kept++] = branch;
        if (certain) break;
    }
    if (!n_kept) return;
    if (!kept[0].condition) {
        waiting_resolve_equations(f, kept[0].body.items, kept[0].body.count, result);
        return;
    }
    for (uint32_t b = 0; b < n_kept; b++) resolve_body(f, &kept[b].body);
    e->branches = kept;
    e->n_branches = n_kept;
    VEC_PUSH(f->out, result, *e);
}

void waiting_resolve_equations(Flattener *f, const Equation *items, uint32_t n,
                               FlatEquationVec *result)
{
    VEC_RESERVE(f->out, result, n);
    for (uint32_t i = 0; i < n; i++) {
        if (items[i].kind == EQN_EQUALS && !f->instance->has_waiting) {
            VEC_PUSH(f->out, result, items[i]);
            continue;
        }
        Equation e = items[i];
        if (e.kind == EQN_IF) {
            resolve_if(f, &e, result);
            continue;
        }
        if (e.n_branches) e.branches = ARENA_COPY(f->out, EquationBranch, e.branches, e.n_branches);
        equation_own_details(f->out, &e);
        equation_each_expression(&e, f, resolve_place);
        for (uint32_t b = 0; b < e.n_branches; b++) resolve_body(f, &e.branches[b].body);
        VEC_PUSH(f->out, result, e);
    }
}

// An assertion that the connections have decided: what it says is for the reader of the model.
void waiting_check_assertions(Flattener *f)
{
    if (f->s->as_part || !f->instance->has_waiting) return; // others will connect the part
    for (uint32_t i = 0; i < f->equations.count; i++) {
        const Equation *e = &f->equations.data[i];
        if (e->kind != EQN_ASSERT) continue;
        const Expr *level = e->details->level, *message = e->details->message;
        bool is_error = !level || (level->kind == EXPR_ENUM && level->u.integer == 1);
        if (!is_error || !expr_is_false(e->details->condition)) continue;
        uint32_t first = diag_total(f->s->diag);
        bool is_text = message && message->kind == EXPR_STRING;
        diag_error(f->s->diag, e->span, E_EVALUATION, "the assertion fails: %s",
                   is_text ? message->u.string->text : "");
        component_lead(f->instance->components[e->component.i], f->instance->model_span, f->s->diag,
                       first, LEAD_TO_PART);
    }
}

Statements waiting_resolve_statements(Flattener *f, Statements body)
{
    Statement *items = ARENA_COPY(f->out, Statement, body.items, body.count);
    for (uint32_t i = 0; i < body.count; i++) {
        Statement *st = &items[i];
        if (st->n_branches)
            st->branches = ARENA_COPY(f->out, StatementBranch, st->branches, st->n_branches);
        statement_each_expression(st, f, resolve_place);
        for (uint32_t b = 0; b < st->n_branches; b++)
            st->branches[b].body = waiting_resolve_statements(f, st->branches[b].body);
    }
    return (Statements){items, body.count};
}
