#include "equations/section_function.h"

// Outputs are numbered from here until the number of inputs is known.
enum { FIRST_OUTPUT = 1 << 20 };

void section_open(SectionFunction *s)
{
    s->input_of = map_make(s->z->scratch);
    s->output_of = map_make(s->z->scratch);
}

// ---- Inputs and outputs -------------------------------------------------------------

static Name local_name(SectionFunction *s, const char *word, uint32_t number)
{
    const char *text = arena_printf(s->z->scratch, "%s%u", word, number);
    return name_of_text(s->z->session->names, text);
}

static const Expr *input_local(SectionFunction *s, uint32_t i)
{
    return expr_local(s->z->exprs, i, s->inputs.data[i].type, local_name(s, "in", i));
}

const Expr *section_local(SectionFunction *s, uint32_t i)
{
    return expr_local(s->z->exprs, FIRST_OUTPUT + i, s->outputs.data[i].type,
                      local_name(s, "out", i));
}

const Expr *section_input(SectionFunction *s, const Expr *flat, const Expr *system,
                          const Type *type)
{
    uint64_t found;
    if (flat && map_get(&s->input_of, flat->id, &found)) return input_local(s, (uint32_t)found);
    if (flat) map_put(&s->input_of, flat->id, s->inputs.count);
    VEC_PUSH(s->z->scratch, &s->inputs, ((SectionInput){type, flat, system}));
    return input_local(s, s->inputs.count - 1);
}

const Expr *section_output(SectionFunction *s, VarId hidden, const Type *type, const Expr *value)
{
    SectionOutput o = {.type = type, .flat = NO_VAR, .hidden = hidden, .value = value};
    VEC_PUSH(s->z->scratch, &s->outputs, o);
    return section_local(s, s->outputs.count - 1);
}

const Expr *section_is_initial(SectionFunction *s)
{
    ExprTable *t = s->z->exprs;
    s->depends_on_start = true;
    if (!s->is_initial)
        s->is_initial = section_input(s, NULL, expr_boolean(t, false), type_basic(t, TYPE_BOOLEAN));
    return s->is_initial;
}

static bool constant_element(SectionFunction *s, const Expr *left, int64_t *element)
{
    if (left->kind != EXPR_SUBSCRIPT || left->args[0]->kind != EXPR_REF) return false;
    const Type *type = left->args[0]->type;
    if (left->n_args - 1 != type_rank(type)) return false;
    *element = 0;
    for (uint32_t k = 1; k < left->n_args; k++) {
        const Expr *sub = left->args[k];
        if (sub->kind == EXPR_COLON || type_rank(sub->type)) return false;
        if (sub->flags & EXPR_HAS_ITERATOR) return false;
        bool is_constant;
        int64_t i = constant_integer(s->z, sub, IN_LITERAL, &is_constant);
        if (!is_constant || i < 1 || i > type_dim(type, k - 1)) return false;
        *element = *element * type_dim(type, k - 1) + i - 1;
    }
    return true;
}

void section_assigns(SectionFunction *s, const Expr *base, const Expr *left)
{
    uint64_t found;
    int64_t element;
    bool is_element = constant_element(s, left, &element);
    if (!map_get(&s->output_of, (uint64_t)base->u.var.i, &found)) {
        SectionOutput o = {.type = base->type, .flat = base->u.var, .hidden = NO_VAR};
        if (is_element)
            o.is_assigned = ARENA_ARRAY(s->z->scratch, bool, leaf_count(base->type) + 1);
        found = s->outputs.count;
        map_put(&s->output_of, (uint64_t)base->u.var.i, found);
        VEC_PUSH(s->z->scratch, &s->outputs, o);
    }
    SectionOutput *o = &s->outputs.data[found];
    o->runs_at_start |= !s->in_when;
    o->is_always |= !s->in_event;
    if (!is_element)
        o->is_assigned = NULL;
    else if (o->is_assigned)
        o->is_assigned[element] = true;
}

// ---- Expressions --------------------------------------------------------------------

typedef struct Search {
    SectionFunction *s;
    bool found;
} Search;

static void look_for_assigned(void *client, const Expr *e)
{
    Search *search = client;
    uint64_t ignored;
    if (e->kind == EXPR_REF && map_get(&search->s->output_of, (uint64_t)e->u.var.i, &ignored))
        search->found = true;
}

static bool reads_assigned(SectionFunction *s, const Expr *e)
{
    Search search = {s, false};
    expr_walk(s->z->exprs, e, &search, look_for_assigned);
    return search.found;
}

// Evaluated as written: nobody looks for the instant at which its value changes.
static const Expr *unwatched(SectionFunction *s, const Expr *e)
{
    if (!s->in_event && moves_between_events(s->z, e)) s->has_unwatched = true;
    return NULL;
}

static const Expr *as_input(SectionFunction *s, const Expr *e)
{
    return section_input(s, e, NULL, e->type);
}

// pre(x[i]) with i running: the whole pre(x) is the input.
static const Expr *attached(SectionFunction *s, Op op, const Expr *of)
{
    ExprTable *t = s->z->exprs;
    if (of->kind == EXPR_SUBSCRIPT && of->flags & EXPR_HAS_ITERATOR) {
        const Expr *base = attached(s, op, of->args[0]);
        const Expr **subs = ARENA_RAW(s->z->scratch, const Expr *, of->n_args);
        for (uint32_t i = 1; i < of->n_args; i++) subs[i - 1] = section_rewrite(s, of->args[i]);
        return expr_subscript(t, base, subs, of->n_args - 1);
    }
    return as_input(s, expr_op1(t, op, of));
}

// A relation on intermediate values: memory := if event then relation else memory.
static const Expr *remembered(SectionFunction *s, const Expr *e)
{
    Scalarizer *z = s->z;
    ExprTable *t = z->exprs;
    EquationSystem *system = z->system;
    const Type *boolean = type_basic(t, TYPE_BOOLEAN), *real = type_basic(t, TYPE_REAL);
    const Expr *left = section_rewrite(s, e->args[0]), *right = section_rewrite(s, e->args[1]);
    Op op = (Op)e->op;
    const Expr *literal = expr_op2(t, op, left, right);
    if (e->args[0]->type->kind != TYPE_REAL || op == OP_EQ || op == OP_NE) return literal;
    const Expr *event_mode = system_event_mode(system);
    VarId memory = system_add_variable(system, ROLE_RELATION, boolean);
    VarId crossing = system_add_variable(system, ROLE_CONTINUOUS, real);
    const Expr *mode = section_input(s, event_mode, NULL, boolean);
    s->inputs.data[mode->u.index].system = event_mode;
    s->inputs.data[mode->u.index].flat = NULL;
    const Expr *before =
        section_input(s, NULL, system_ref(system, system_pre(system, memory)), boolean);
    const Expr *now = section_output(s, memory, boolean, before);
    const Expr *distance = section_output(s, crossing, real, expr_real(t, 0));
    bool is_greater = op == OP_GT || op == OP_GE;
    Statement st[2] = {
        {.kind = STMT_ASSIGN,
         .span = z->span,
         .left = distance,
         .right = expr_op2(t, OP_SUB, is_greater ? left : right, is_greater ? right : left)},
        {.kind = STMT_ASSIGN,
         .span = z->span,
         .left = now,
         .right = expr_if(t, mode, literal, before)}};
    VEC_PUSH(system->arena, s->into, st[0]);
    VEC_PUSH(system->arena, s->into, st[1]);
    Relation r = {.variable = memory,
                  .kind = RELATION_STATE,
                  .is_in_algorithm = true,
                  .crossing = system_ref(system, crossing),
                  .text = literal,
                  .equation = NO_EQUATION,
                  .span = z->span};
    system_variable(system, memory)->index = (int32_t)system->relations.count;
    VEC_PUSH(system->arena, &system->relations, r);
    return now;
}

static const Expr *literally(SectionFunction *s, const Expr *e)
{
    s->in_literal++;
    const Expr *r = section_rewrite(s, e);
    s->in_literal--;
    return r;
}

static const Expr *replace_operator(SectionFunction *s, const Expr *e)
{
    ExprTable *t = s->z->exprs;
    bool has_iterator = (e->flags & EXPR_HAS_ITERATOR) != 0;
    switch ((Op)e->op) {
    case OP_PRE:
    case OP_DER: return attached(s, (Op)e->op, e->args[0]);
    case OP_SAMPLE:
    case OP_TICK:
    case OP_TERMINAL:
    case OP_DELAY: return as_input(s, e);
    case OP_SPATIAL:
        return scalarizer_refuse(
            s->z, "spatialDistribution in an algorithm section instead of an equation");
    case OP_INITIAL: return section_is_initial(s);
    case OP_EDGE:
        return expr_op2(t, OP_AND, section_rewrite(s, e->args[0]),
                        expr_op1(t, OP_NOT, attached(s, OP_PRE, e->args[0])));
    case OP_CHANGE:
        return expr_op2(t, OP_NE, section_rewrite(s, e->args[0]), attached(s, OP_PRE, e->args[0]));
    case OP_NO_EVENT: return literally(s, e->args[0]);
    case OP_SMOOTH: return literally(s, e->args[1]);
    case OP_HOMOTOPY: return section_rewrite(s, e->args[0]);
    default: break;
    }
    if (op_is_step((Op)e->op))
        return s->in_literal || has_iterator || reads_assigned(s, e) ? unwatched(s, e)
                                                                     : as_input(s, e);
    if (!op_is_relation((Op)e->op)) return NULL;
    if (s->in_literal || has_iterator || type_rank(e->type)) return unwatched(s, e);
    return reads_assigned(s, e) ? remembered(s, e) : as_input(s, e);
}

static const Expr *replace(void *client, const Expr *e)
{
    SectionFunction *s = client;
    uint64_t found;
    switch ((ExprKind)e->kind) {
    case EXPR_REF:
        if (map_get(&s->output_of, (uint64_t)e->u.var.i, &found))
            return section_local(s, (uint32_t)found);
        if (s->z->flat->variables[e->u.var.i].value) return s->z->flat->variables[e->u.var.i].value;
        return as_input(s, e);
    case EXPR_TIME: return as_input(s, e);
    case EXPR_OP: return replace_operator(s, e);
    case EXPR_CALL: return type_elem(e->type)->kind == TYPE_REAL ? NULL : unwatched(s, e);
    default: return NULL;
    }
}

const Expr *section_rewrite(SectionFunction *s, const Expr *e)
{
    return expr_substitute(s->z->exprs, e, &(Substitution){s, replace});
}

// ---- The function -------------------------------------------------------------------

static const Expr *renumber(void *client, const Expr *e)
{
    SectionFunction *s = client;
    if (e->kind == EXPR_LOCAL && e->u.index >= FIRST_OUTPUT)
        return expr_local(s->z->exprs, e->u.index - FIRST_OUTPUT + s->inputs.count, e->type,
                          expr_name(e));
    return e->flags & EXPR_HAS_LOCAL ? NULL : e;
}

static void renumber_expr(SectionFunction *s, const Expr **e)
{
    if (*e) *e = expr_substitute(s->z->exprs, *e, &(Substitution){s, renumber});
}

static void renumber_all(SectionFunction *s, Statements body)
{
    for (uint32_t i = 0; i < body.count; i++) {
        Statement *st = &body.items[i];
        renumber_expr(s, &st->left);
        renumber_expr(s, &st->right);
        renumber_expr(s, &st->condition);
        renumber_expr(s, &st->message);
        renumber_expr(s, &st->range);
        for (uint32_t b = 0; b < st->n_branches; b++) {
            renumber_expr(s, &st->branches[b].condition);
            renumber_all(s, st->branches[b].body);
        }
    }
}

static Local make_local(SectionFunction *s, LocalKind kind, const Type *type, const char *word,
                        uint32_t number)
{
    Local l = {.name = local_name(s, word, number), .kind = kind, .type = type, .span = s->span};
    uint32_t rank = type_rank(type);
    if (rank) l.dims = ARENA_RAW(s->z->system->arena, const Expr *, rank);
    for (uint32_t k = 0; k < rank; k++) l.dims[k] = expr_integer(s->z->exprs, type_dim(type, k));
    return l;
}

static const Function *make_function(SectionFunction *s, Statements body)
{
    EquationSystem *system = s->z->system;
    Function *f = ARENA_NEW(system->arena, Function);
    f->name = local_name(s, "$algorithm", system->functions.count + 1);
    f->span = s->span;
    f->n_inputs = s->inputs.count;
    f->n_outputs = s->outputs.count;
    f->n_locals = f->n_inputs + f->n_outputs;
    f->locals = ARENA_RAW(system->arena, Local, f->n_locals + 1);
    Field *fields = ARENA_RAW(system->arena, Field, f->n_outputs + 1);
    for (uint32_t i = 0; i < f->n_inputs; i++)
        f->locals[i] = make_local(s, LOCAL_INPUT, s->inputs.data[i].type, "in", i);
    for (uint32_t i = 0; i < f->n_outputs; i++) {
        Local *l = &f->locals[f->n_inputs + i];
        *l = make_local(s, LOCAL_OUTPUT, s->outputs.data[i].type, "out", i);
        l->value = s->outputs.data[i].value;
        fields[i] = (Field){NULL, l->type};
    }
    renumber_all(s, body);
    f->body = body;
    f->is_lowered = true;
    f->inlining = INLINE_NEVER;
    f->smooth_order = -1;
    f->id = s->z->flat->n_functions + system->functions.count;
    f->type = f->n_outputs == 1 ? fields[0].type : type_tuple(s->z->exprs, fields, f->n_outputs);
    VEC_PUSH(system->arena, &system->functions, f);
    return f;
}

// ---- Equations ----------------------------------------------------------------------

// The value an assigned variable has on entry: an input, so that it may be a parameter expression.
// An initial algorithm begins with start values, there is no past (11.1.2).
static void add_entry_values(SectionFunction *s)
{
    EquationSystem *system = s->z->system;
    bool has_past = s->z->flags & EQUATION_IN_SIMULATION;
    for (uint32_t i = 0; i < s->outputs.count; i++) {
        SectionOutput *o = &s->outputs.data[i];
        if (o->flat.i < 0) continue;
        uint32_t n = leaf_count(o->type), next = 0;
        VarId first = system->first_of_flat[o->flat.i];
        const Expr **items = ARENA_RAW(s->z->scratch, const Expr *, n + 1);
        for (uint32_t k = 0; k < n; k++) {
            VarId id = {first.i + (int32_t)k};
            SystemVariable v = *system_variable(system, id);
            if (o->is_assigned && !o->is_assigned[k])
                items[k] = system_ref(system, id);
            else if (v.role == ROLE_DISCRETE && has_past)
                items[k] = system_ref(system, system_pre(system, id));
            else
                items[k] = v.start ? v.start : expr_zero(s->z->exprs, v.type);
        }
        const Expr *entry = scalarizer_assemble(s->z, o->type, items, &next);
        o->value = expr_is_literal(entry) ? entry : section_input(s, NULL, entry, o->type);
    }
}

// At the start no when-statement asks what its condition was before.
static bool is_pre_of_condition(const SectionFunction *s, const Expr *e)
{
    if (!e || e->kind != EXPR_REF) return false;
    const SystemVariable *v = system_variable(s->z->system, e->u.var);
    return v->role == ROLE_PRE && system_variable(s->z->system, v->of)->role == ROLE_CONDITION;
}

static const Expr *make_call(SectionFunction *s, const Function *f, bool is_initial)
{
    Scalarizer *z = s->z;
    const Expr **args = ARENA_RAW(z->scratch, const Expr *, s->inputs.count + 1);
    Context c = z->context;
    if (is_initial) c = (Context)(c | IN_INITIAL | IN_LITERAL);
    for (uint32_t i = 0; i < s->inputs.count; i++) {
        const SectionInput *in = &s->inputs.data[i];
        args[i] = in->flat ? whole_of(z, in->flat, c) : in->system;
        if (s->is_initial && i == s->is_initial->u.index)
            args[i] = expr_boolean(z->exprs, is_initial);
        else if (is_initial && is_pre_of_condition(s, in->system))
            args[i] = expr_boolean(z->exprs, false);
    }
    return expr_call(z->exprs, f, args, s->inputs.count, f->type);
}

// A variable that only sleeping when-statements assign keeps its value at the start, like the
// variable of a when-equation: v = pre(v) can be solved for either side.
static const Expr *kept_at_start(SectionFunction *s, const SectionOutput *o, VarId id)
{
    EquationSystem *system = s->z->system;
    if (o->flat.i < 0 || o->runs_at_start) return NULL;
    if (system_variable(system, id)->role != ROLE_DISCRETE) return NULL;
    return system_ref(system, system_pre(system, id));
}

// ---- Sections that are formulas -------------------------------------------------------

// Assignments without events and branches, loops of a few rounds: the values of the outputs are
// formulas of the inputs, which are written out as equations. Their arrays need no memory then, and
// each formula has what it needs alone. With branches a formula could become far longer than the
// section: each one stands for two ways on to the next.
enum { MOST_STATEMENTS = 200, MOST_ROUNDS = 50, MOST_LEAVES = 1000, MOST_NODES = 4000 }; // [M195]

typedef struct Nodes {
    uint32_t n;
    bool has_branch;
} Nodes;

static void count_node(void *client, const Expr *node)
{
    Nodes *nodes = client;
    nodes->n++;
    nodes->has_branch |= node->kind == EXPR_IF;
}

static void note_impure(void *client, const Expr **place)
{
    *(bool *)client |= *place && (*place)->flags & EXPR_HAS_IMPURE;
}

// Calls of impure functions are made one by one, in their order, whether or not the value is used.
static bool calls_impure(const Statements *list)
{
    bool is_impure = false;
    for (uint32_t k = 0; k < list->count && !is_impure; k++) {
        Statement *st = &list->items[k];
        statement_each_expression(st, &is_impure, note_impure);
        for (uint32_t b = 0; b < st->n_branches && !is_impure; b++)
            is_impure = calls_impure(&st->branches[b].body);
    }
    return is_impure;
}

static bool may_be_formula(const SectionFunction *s, const Function *f)
{
    if (s->has_unwatched || s->depends_on_start || s->handed_out.count) return false;
    uint64_t leaves = 0;
    for (uint32_t i = 0; i < s->outputs.count; i++) {
        const SectionOutput *o = &s->outputs.data[i];
        if (o->flat.i < 0 || type_elem(o->type)->kind != TYPE_REAL) return false;
        leaves += leaf_count(o->type);
    }
    for (uint32_t i = 0; i < s->inputs.count; i++) leaves += leaf_count(s->inputs.data[i].type);
    return leaves <= MOST_LEAVES && !calls_impure(&f->body) &&
           statements_written_out(&f->body, MOST_STATEMENTS, MOST_ROUNDS) <= MOST_STATEMENTS;
}

// All outputs, as for the call; NULL: it stays a call.
static const Expr *formulas_of(SectionFunction *s, const Expr *call)
{
    if (!may_be_formula(s, call->u.function)) return NULL;
    const Expr *formulas = function_inline(s->z->exprs, call);
    Nodes nodes = {0};
    if (formulas) expr_walk(s->z->exprs, formulas, &nodes, count_node);
    return formulas && nodes.n <= MOST_NODES && !nodes.has_branch ? formulas : NULL;
}

static void add_outputs(SectionFunction *s, const Expr *call, bool at_start)
{
    Scalarizer *z = s->z;
    const Expr *formulas = formulas_of(s, call), *all = formulas ? formulas : call;
    for (uint32_t i = 0; i < s->outputs.count; i++) {
        const SectionOutput *o = &s->outputs.data[i];
        if (section_is_watched(s, o)) continue;
        const Expr *item = s->outputs.count > 1 ? expr_tuple_item(z->exprs, all, i, o->type) : all;
        VarId first = o->flat.i >= 0 ? z->system->first_of_flat[o->flat.i] : o->hidden;
        Items parts = formulas ? items_of(z, item, (Context)(IN_SYSTEM | IN_LITERAL))
                               : projected_items(z, item);
        for (uint32_t k = 0; k < parts.count; k++) {
            if (o->is_assigned && !o->is_assigned[k]) continue;
            VarId id = {first.i + (int32_t)k};
            bool is_guard = system_variable(z->system, id)->role == ROLE_GUARD;
            if (is_guard && !(z->flags & EQUATION_IN_SIMULATION)) continue;
            const Expr *kept = at_start ? kept_at_start(s, o, id) : NULL;
            EquationId e = add_equation(z, system_ref(z->system, id), kept ? kept : parts.data[k]);
            if (is_guard && e.i >= 0)
                system_equation(z->system, e)->flags &= (uint16_t)~EQUATION_IN_INITIAL;
        }
    }
}

void section_close(SectionFunction *s, StatementVec *body)
{
    Scalarizer *z = s->z;
    section_hand_out(s, body);
    add_entry_values(s);
    const Function *f = make_function(s, (Statements){body->data, body->count});
    z->span = s->span;
    section_watch(s);
    uint32_t flags = z->flags;
    bool is_twofold =
        s->depends_on_start && flags == (EQUATION_IN_SIMULATION | EQUATION_IN_INITIAL);
    if (is_twofold) {
        z->flags = EQUATION_IN_SIMULATION;
        add_outputs(s, make_call(s, f, false), false);
        z->flags = EQUATION_IN_INITIAL;
    }
    bool at_start = is_twofold || !(flags & EQUATION_IN_SIMULATION);
    add_outputs(s, make_call(s, f, at_start), is_twofold);
    z->flags = flags;
}
