// Inline integration [EOC95; CK06, 8.5 and 8.6]: the formula of an integration method becomes
// equations of the model, der(x) and x become ordinary unknowns, and the usual sorting and tearing
// finds out how few of them a step has to iterate on.
//
// Between events everything discrete is known, so only the continuous equations take part. They
// are those after index reduction, or (direct) those before it: the formula frees the causality
// of every state, so that constraints between states need not be differentiated; h then stands in
// a denominator where the text says it must [CK06, (8.89)]. Methods with coupled stages write the
// equations once for each stage; the last stage is the model itself, for these methods are stiffly
// accurate. Cost: that of sorting `stages` models.
#include <stdlib.h>

#include "causal/blocks.h"

typedef struct Inlining {
    Analysis *a;
    const InlineFormula *formula;
    Inlined *out;
    VEC(EquationId) equations; // of one stage
    VEC(VarId) unknowns, variables;
    VarId *copy_of; // by VarId of the model: the variable at the stage at work
} Inlining;

// ---- What takes part ----------------------------------------------------------------

static bool is_step_unknown(const Inlining *in, const SystemVariable *v)
{
    if (in->formula->is_direct || !(v->flags & VARIABLE_IS_STATE)) return is_continuous_unknown(v);
    return !(v->flags & VARIABLE_IS_ALIAS);
}

static void collect(Inlining *in)
{
    Analysis *a = in->a;
    EquationSystem *system = a->system;
    bool direct = in->formula->is_direct;
    int32_t written = direct ? (int32_t)a->n_variables_as_written : INT32_MAX;
    for (uint32_t i = 0; i < system->equations.count; i++) {
        const SystemEquation *e = &system->equations.data[i];
        bool is_added = e->differentiated || e->origin == ORIGIN_STATE_SET;
        if (is_simulation_equation(e) && !(direct && is_added))
            VEC_PUSH(a->scratch, &in->equations, (EquationId){(int32_t)i});
    }
    for (int32_t k = 0; k < a->causal->n_states; k++)
        if (a->causal->states[k].i < written)
            VEC_PUSH(a->scratch, &in->variables, a->causal->states[k]);
    for (int32_t i = 0; i < (int32_t)system->variables.count && i < written; i++) {
        const SystemVariable *v = &system->variables.data[i];
        if (!is_step_unknown(in, v)) continue;
        VEC_PUSH(a->scratch, &in->unknowns, (VarId){i});
        bool has_derivative = v->derivative.i >= 0 && v->derivative.i < written;
        if (direct && has_derivative && !(v->flags & VARIABLE_IS_STATE))
            VEC_PUSH(a->scratch, &in->variables, (VarId){i});
    }
}

// ---- Stages -------------------------------------------------------------------------

// The variable at a stage: copies of inner stages lie behind each other, in the order of
// `unknowns`; copy_of has the place of the first.
static VarId at_stage(const Inlining *in, VarId v, int stage)
{
    bool is_own = stage == in->out->stages - 1 || in->copy_of[v.i].i < 0;
    if (is_own) return v;
    return (VarId){in->copy_of[v.i].i + stage * (int32_t)in->unknowns.count};
}

static VarId add_known(Inlining *in, VariableRole role, VarId of, int32_t index)
{
    EquationSystem *system = in->a->system;
    VarId v = system_add_variable(system, role, type_basic(in->a->exprs, TYPE_REAL));
    system_variable(system, v)->of = of;
    system_variable(system, v)->index = index;
    return v;
}

static void add_stage_variables(Inlining *in)
{
    Analysis *a = in->a;
    uint32_t n = a->system->variables.count, m = in->unknowns.count;
    in->copy_of = ARENA_RAW(a->scratch, VarId, n + 1);
    for (uint32_t i = 0; i < n; i++) in->copy_of[i] = NO_VAR;
    for (int stage = 0; stage + 1 < in->out->stages; stage++)
        for (uint32_t k = 0; k < m; k++) {
            VarId of = in->unknowns.data[k], copy = add_known(in, ROLE_STAGE, of, stage + 1);
            const SystemVariable *v = system_variable(a->system, of);
            system_variable(a->system, copy)->flags |= v->flags & VARIABLE_START_GIVEN;
            VariableLimits nominal = {.nominal = system_limits(a->system, v).nominal};
            system_set_limits(a->system, system_variable(a->system, copy), &nominal);
            if (stage == 0) in->copy_of[of.i] = copy;
        }
}

typedef struct StageClient {
    Inlining *in;
    int stage;
} StageClient;

// The history is asked for times before the end of the step: at a stage for the time between them,
// too.
static const Expr *delayed_at_stage(const StageClient *c, const Expr *e)
{
    ExprTable *t = c->in->a->exprs;
    const Expr *stage = system_ref(c->in->a->system, c->in->out->times[c->stage]);
    const Expr *until_end = expr_op2(t, OP_SUB, expr_time(t), stage);
    const Expr *args[] = {e->args[0], expr_op2(t, OP_ADD, e->args[1], until_end)};
    return expr_op(t, OP_DELAY, args, 2);
}

static const Expr *written_at_stage(void *client, const Expr *e)
{
    const StageClient *c = client;
    EquationSystem *system = c->in->a->system;
    if (e->kind == EXPR_OP && e->op == OP_DELAY) return delayed_at_stage(c, e);
    if (e->kind == EXPR_TIME) return system_ref(system, c->in->out->times[c->stage]);
    if (e->kind == EXPR_REF) return system_ref(system, at_stage(c->in, e->u.var, c->stage));
    return e->flags & (EXPR_HAS_REF | EXPR_HAS_TIME) ? NULL : e;
}

static void add_stage_rows(Inlining *in, SortProblem *s, int stage)
{
    Analysis *a = in->a;
    StageClient client = {in, stage};
    for (uint32_t i = 0; i < in->equations.count; i++) {
        EquationId id = in->equations.data[i];
        if (stage + 1 < in->out->stages) {
            SystemEquation copy = *system_equation(a->system, id);
            walker_begin(&a->walker);
            copy.left = walker_rewrite(&a->walker, copy.left, &client, written_at_stage);
            copy.right = walker_rewrite(&a->walker, copy.right, &client, written_at_stage);
            copy.from = id;
            copy.flags &= (uint16_t) ~(EQUATION_IN_SIMULATION | EQUATION_IN_INITIAL); // of the step
            id = system_add_equation(a->system, &copy);
        }
        sort_add_row(s, id, 0);
    }
}

// ---- Formulas -----------------------------------------------------------------------

// A derivative may be an alias, even of another state.
static const Expr *derivative_at(Inlining *in, int32_t k, int stage)
{
    VarId d = system_variable(in->a->system, in->out->variables[k])->derivative;
    const SystemVariable *v = system_variable(in->a->system, d);
    const Expr *ref = system_ref(in->a->system, at_stage(in, v->root, stage));
    return v->root.i != d.i && v->sign < 0 ? expr_op1(in->a->exprs, OP_NEG, ref) : ref;
}

// x_i = old(x) + h*(a_i1*der(x_1) + ...)
static void add_formula(Inlining *in, SortProblem *s, int32_t k, int stage)
{
    ExprTable *t = in->a->exprs;
    const Inlined *out = in->out;
    const Expr *sum = NULL;
    for (int j = 0; j < out->stages; j++) {
        double weight = in->formula->a[stage][j];
        if (weight == 0) continue;
        const Expr *d = derivative_at(in, k, j);
        if (weight != 1) d = expr_op2(t, OP_MUL, expr_real(t, weight), d);
        sum = sum ? expr_op2(t, OP_ADD, sum, d) : d;
    }
    const Expr *right = system_ref(in->a->system, out->old[k]);
    const Expr *h = system_ref(in->a->system, out->step);
    if (sum) right = expr_op2(t, OP_ADD, right, expr_op2(t, OP_MUL, h, sum));
    SystemEquation e = {
        .left = system_ref(in->a->system, at_stage(in, out->variables[k], stage)),
        .right = right,
        .component = {-1},
        .origin = ORIGIN_FORMULA,
        .from = NO_EQUATION,
        .derivative = NO_EQUATION,
        .determines = NO_VAR,
    };
    sort_add_row(s, system_add_equation(in->a->system, &e), 0);
}

static void add_known_variables(Inlining *in)
{
    Analysis *a = in->a;
    Inlined *out = in->out;
    out->n = (int32_t)in->variables.count;
    out->variables = ARENA_COPY(a->out, VarId, in->variables.data, out->n);
    out->step = add_known(in, ROLE_STEP, NO_VAR, -1);
    out->old = ARENA_RAW(a->out, VarId, out->n + 1);
    for (int32_t k = 0; k < out->n; k++)
        out->old[k] = add_known(in, ROLE_OLD, out->variables[k], -1);
    out->times = ARENA_RAW(a->out, VarId, out->stages);
    for (int stage = 0; stage + 1 < out->stages; stage++)
        out->times[stage] = add_known(in, ROLE_STAGE_TIME, NO_VAR, stage + 1);
}

// ---- Invariants ---------------------------------------------------------------------

typedef struct Ties {
    Inlining *in;
    const SortProblem *s;
    Blocks order;
    int32_t *block_of_row;
    bool *is_needed; // by block: the invariant at work depends on it
    VEC(Edge) edges;
} Ties;

static void need_row(Ties *t, int32_t row)
{
    const SortProblem *s = t->s;
    for (int32_t k = s->g.first_edge_of_eqn[row]; k < s->g.first_edge_of_eqn[row + 1]; k++)
        t->is_needed[t->block_of_row[s->m.eqn_of_var[s->g.var_of_edge[k]]]] = true;
}

// The loops that an invariant depends on are tied to it: together with what lies between them they
// become one block, whose iteration then has something to meet the invariant with.
static void tie_invariant(Ties *t, int32_t column)
{
    Arena *scratch = t->in->a->scratch;
    int32_t own = t->block_of_row[t->s->m.eqn_of_var[column]];
    for (int32_t b = 0; b < t->order.n_blocks; b++) t->is_needed[b] = b == own;
    for (int32_t b = own; b >= 0; b--) {
        int32_t first = t->order.first_place_of_block[b],
                end = t->order.first_place_of_block[b + 1];
        if (!t->is_needed[b]) continue;
        for (int32_t p = first; p < end; p++) need_row(t, t->order.eqn_of_place[p]);
        if (end - first > 1 && b != own)
            VEC_PUSH(scratch, &t->edges, ((Edge){t->order.eqn_of_place[first], column}));
    }
}

static int by_row(const void *a, const void *b)
{
    return ((const Edge *)a)->eqn - ((const Edge *)b)->eqn;
}

static void tie_invariants(Inlining *in, SortProblem *s)
{
    Arena *scratch = in->a->scratch;
    Ties t = {.in = in, .s = s, .order = strong_components(scratch, &s->g, &s->m)};
    t.block_of_row = ARENA_RAW(scratch, int32_t, s->rows.count + 1);
    t.is_needed = ARENA_RAW(scratch, bool, t.order.n_blocks + 1);
    for (int32_t b = 0; b < t.order.n_blocks; b++)
        for (int32_t p = t.order.first_place_of_block[b]; p < t.order.first_place_of_block[b + 1];
             p++)
            t.block_of_row[t.order.eqn_of_place[p]] = b;
    for (uint32_t c = 0; c < s->columns.count; c++)
        if (system_variable(in->a->system, s->columns.data[c])->flags & VARIABLE_INVARIANT)
            tie_invariant(&t, (int32_t)c);
    if (!t.edges.count) return;
    qsort(t.edges.data, t.edges.count, sizeof *t.edges.data, by_row);
    sort_tie(s, t.edges.data, (int32_t)t.edges.count);
}

// ---- The pass -----------------------------------------------------------------------

static SortProblem step_system(Inlining *in)
{
    Inlined *out = in->out;
    SortProblem s = sort_open(in->a);
    s.is_step = true;
    out->inner = ARENA_RAW(in->a->out, VarId, (out->stages - 1) * out->n + 1);
    for (int stage = 0; stage < out->stages; stage++)
        for (uint32_t k = 0; k < in->unknowns.count; k++)
            sort_add_column(&s, at_stage(in, in->unknowns.data[k], stage));
    for (int stage = 0; stage < out->stages; stage++) {
        add_stage_rows(in, &s, stage);
        for (int32_t k = 0; k < out->n; k++) {
            add_formula(in, &s, k, stage);
            if (stage + 1 < out->stages)
                out->inner[stage * out->n + k] = at_stage(in, out->variables[k], stage);
        }
    }
    return s;
}

// What belongs to the end of a step and cannot be asked for at a stage.
static const Span *only_at_the_end(const EquationSystem *system)
{
    for (uint32_t i = 0; i < system->delays.count; i++)
        if (system->delays.data[i].is_varying) return &system->delays.data[i].span;
    return system->transports.count ? &system->transports.data[0].span : NULL;
}

static bool has_unsupported(Inlining *in)
{
    const EquationSystem *system = in->a->system;
    Diag *diag = in->a->session->diag;
    const Span *span = in->out->stages > 1 ? only_at_the_end(system) : NULL;
    if (span)
        diag_error(diag, *span, E_UNSUPPORTED,
                   "delay() by a time that varies, or spatialDistribution(), together with an "
                   "inlined method whose stages are solved together; take one whose stages follow "
                   "each other");
    else if (in->out->is_direct && system->state_sets.count)
        diag_error(diag, (Span){0, 0}, E_UNSUPPORTED,
                   "inlining without index reduction where states are chosen while the "
                   "simulation runs; leave out --direct");
    else
        return false;
    return true;
}

bool inline_formula(Analysis *a)
{
    if (!a->options->inlined) return true;
    Inlining in = {.a = a, .formula = a->options->inlined, .out = ARENA_NEW(a->out, Inlined)};
    in.out->stages = in.formula->stages;
    in.out->is_direct = in.formula->is_direct;
    a->causal->inlined = in.out;
    a->step_value = in.formula->step;
    collect(&in);
    if (has_unsupported(&in)) return false;
    add_known_variables(&in);
    add_stage_variables(&in);
    SortProblem s = step_system(&in);
    sort_match(&s);
    if (!sort_is_complete(&s)) {
        sort_report(&s);
        return false;
    }
    tie_invariants(&in, &s);
    in.out->first_block = (int32_t)a->blocks.count;
    in.out->section = sort_into_section(&s);
    if (in.out->is_direct) { // derivatives of all variables with a formula are wanted
        a->causal->derivatives = a->simulation;
        a->causal->outputs.n_blocks = a->causal->crossings.n_blocks = 0;
    }
    return true;
}
