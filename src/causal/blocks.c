// Matching and strong components: from equations to ordered blocks.
//
// Twice: between events, where everything discrete is known, and with the discrete equations, for
// events. A component of the second kind without discrete unknowns is one of the first kind, so
// its block is shared.
#include "causal/blocks.h"

// ---- Graphs -------------------------------------------------------------------------

SortProblem sort_open(Analysis *a)
{
    SortProblem s = {.a = a};
    uint32_t n = a->system->variables.count;
    s.column_of = ARENA_RAW(a->scratch, int32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) s.column_of[i] = -1;
    s.is_member = ARENA_ARRAY(a->scratch, bool, n + 1);
    VEC_PUSH(a->scratch, &s.first, 0);
    return s;
}

void sort_add_column(SortProblem *s, VarId v)
{
    const SystemVariable *variable = system_variable(s->a->system, v);
    uint8_t role = variable->role;
    bool is_plain = variable->kind == VALUE_REAL && role != ROLE_DISCRETE &&
                    role != ROLE_RELATION && role != ROLE_CONDITION && role != ROLE_EXTERNAL;
    s->column_of[v.i] = (int32_t)s->columns.count;
    VEC_PUSH(s->a->scratch, &s->columns, v);
    VEC_PUSH(s->a->scratch, &s->is_plain, is_plain);
}

bool stands_alone(const SystemEquation *e, VarId v)
{
    if (e->left->kind == EXPR_REF && e->left->u.var.i == v.i) return true;
    if (e->right->kind == EXPR_REF && e->right->u.var.i == v.i) return true;
    return e->flags & EQUATION_WAS_ALIAS && e->right->args[0]->u.var.i == v.i;
}

// Discrete variables only from discrete equations, where they stand alone on one side.
bool may_match(const EquationSystem *system, const SystemEquation *e, VarId v)
{
    bool is_real = system_variable(system, v)->kind == VALUE_REAL;
    if (e->flags & EQUATION_IS_DISCRETE) {
        if (e->determines.i == v.i) return true;
        bool is_side = stands_alone(e, v);
        VariableRole role = (VariableRole)system_variable(system, v)->role;
        return is_side && role != ROLE_RELATION && role != ROLE_GUARD && role != ROLE_CONDITION;
    }
    VariableRole role = (VariableRole)system_variable(system, v)->role;
    return is_real && role != ROLE_DISCRETE && role != ROLE_RELATION;
}

static bool may_match_column(const SortProblem *s, const SystemEquation *e, VarId v, int32_t c)
{
    bool is_plain = s->is_plain.data[c];
    if (s->is_initial)
        return is_plain ? e->left->type->kind == TYPE_REAL : may_match_initial(s->a, e, v);
    return (is_plain && !(e->flags & EQUATION_IS_DISCRETE)) || may_match(s->a->system, e, v);
}

void sort_add_row(SortProblem *s, EquationId id, uint8_t priority)
{
    Analysis *a = s->a;
    const SystemEquation *e = system_equation(a->system, id);
    VarVec *vars = variables_of(a, e);
    VEC_PUSH(a->scratch, &s->rows, id);
    VEC_RESERVE(a->scratch, &s->edges, vars->count);
    VEC_RESERVE(a->scratch, &s->edge_class, vars->count);
    for (uint32_t i = 0; i < vars->count; i++) {
        int32_t c = s->column_of[vars->data[i].i];
        if (c < 0) continue;
        bool allowed = may_match_column(s, e, vars->data[i], c);
        s->edges.data[s->edges.count++] = c;
        s->edge_class.data[s->edge_class.count++] = allowed ? priority : (uint8_t)EDGE_FORBIDDEN;
    }
    VEC_PUSH(a->scratch, &s->first, (int32_t)s->edges.count);
}

static void open_graph(SortProblem *s)
{
    Arena *scratch = s->a->scratch;
    s->g = bipartite_from_rows(scratch, (int32_t)s->rows.count, (int32_t)s->columns.count,
                               s->first.data, s->edges.data);
    s->m = matching_empty(scratch, &s->g);
}

void sort_match(SortProblem *s)
{
    open_graph(s);
    matching_maximize(&s->m, &s->g, s->edge_class.data);
}

void sort_take_pairs(SortProblem *s, const uint8_t *edge_class)
{
    const Analysis *a = s->a;
    for (uint32_t r = 0; r < s->rows.count; r++) {
        uint32_t e = (uint32_t)s->rows.data[r].i;
        if (e >= a->n_block_of_equation || a->unknown_of_equation[e].i < 0) continue;
        int32_t c = s->column_of[a->unknown_of_equation[e].i];
        for (int32_t k = s->first.data[r]; k < s->first.data[r + 1]; k++)
            if (s->edges.data[k] == c && edge_class[k] != EDGE_FORBIDDEN) {
                s->m.var_of_eqn[r] = c;
                s->m.eqn_of_var[c] = (int32_t)r;
                break;
            }
    }
}

void sort_tie(SortProblem *s, const Edge *ties, int32_t n_ties)
{
    Arena *scratch = s->a->scratch;
    SortProblem tied = *s;
    tied.first.count = tied.edges.count = tied.edge_class.count = 0;
    tied.first.data = tied.edges.data = NULL;
    tied.edge_class.data = NULL;
    tied.first.room = tied.edges.room = tied.edge_class.room = 0;
    VEC_PUSH(scratch, &tied.first, 0);
    int32_t next = 0; // ties are sorted by row
    for (int32_t r = 0; r < (int32_t)s->rows.count; r++) {
        for (int32_t k = s->first.data[r]; k < s->first.data[r + 1]; k++) {
            VEC_PUSH(scratch, &tied.edges, s->edges.data[k]);
            VEC_PUSH(scratch, &tied.edge_class, s->edge_class.data[k]);
        }
        for (; next < n_ties && ties[next].eqn == r; next++) {
            VEC_PUSH(scratch, &tied.edges, ties[next].var);
            VEC_PUSH(scratch, &tied.edge_class, (uint8_t)EDGE_FORBIDDEN);
        }
        VEC_PUSH(scratch, &tied.first, (int32_t)tied.edges.count);
    }
    *s = tied;
    sort_match(s);
}

bool sort_is_complete(const SortProblem *s)
{
    return s->m.n_matched == s->g.n_eqns && s->m.n_matched == s->g.n_vars;
}

void sort_report(SortProblem *s)
{
    // Edges that may not be matched are no way out: the report must not count them.
    Arena *scratch = s->a->scratch;
    VEC(int32_t) first = {0}, edges = {0};
    VEC_PUSH(scratch, &first, 0);
    VEC(EquationId) rows = {0};
    Matching m = {ARENA_RAW(scratch, int32_t, s->g.n_eqns + 1), s->m.eqn_of_var, s->m.n_matched};
    for (int32_t r = 0; r < s->g.n_eqns; r++) {
        const SystemEquation *e = system_equation(s->a->system, s->rows.data[r]);
        int32_t var = s->m.var_of_eqn[r];
        if (e->origin == ORIGIN_COMPLETION && var < 0) continue; // an offer that was not needed
        m.var_of_eqn[rows.count] = var;
        if (var >= 0) m.eqn_of_var[var] = (int32_t)rows.count;
        VEC_PUSH(scratch, &rows, s->rows.data[r]);
        for (int32_t k = s->g.first_edge_of_eqn[r]; k < s->g.first_edge_of_eqn[r + 1]; k++)
            if (s->edge_class.data[k] != EDGE_FORBIDDEN)
                VEC_PUSH(scratch, &edges, s->g.var_of_edge[k]);
        VEC_PUSH(scratch, &first, (int32_t)edges.count);
    }
    Bipartite g =
        bipartite_from_rows(scratch, (int32_t)rows.count, s->g.n_vars, first.data, edges.data);
    StructuralGraph graph = {&g, &m, rows.data, s->columns.data};
    report_singular(s->a, &graph);
}

// ---- Blocks of a sorted system ------------------------------------------------------

// The equations and the unknowns are those of the block, in any order.
static bool has_same_members(const SortProblem *s, int32_t number, const EquationId *equations,
                             const VarId *unknowns, int32_t n)
{
    const Analysis *a = s->a;
    const Block *b = &a->blocks.data[number];
    if (b->n_equations != n) return false;
    for (int32_t i = 0; i < n; i++) {
        bool is_known = (uint32_t)equations[i].i < a->n_block_of_equation;
        if (!is_known || a->block_of_equation[equations[i].i] != number) return false;
    }
    for (int32_t i = 0; i < n; i++) s->is_member[unknowns[i].i] = true;
    bool is_same = true;
    for (int32_t i = 0; i < n; i++) is_same = is_same && s->is_member[b->unknowns[i].i];
    for (int32_t i = 0; i < n; i++) s->is_member[unknowns[i].i] = false;
    return is_same;
}

// Factors of a matrix of parameters stay valid, but at the start a parameter may still be sought.
static bool keeps_factors(const Analysis *a, const Block *b)
{
    bool is_solved = b->loop == LOOP_LINEAR && b->torn->n_residuals > 0;
    return is_solved && a->has_late_parameters && b->matrix_variability != IS_CONSTANT;
}

// The block of the simulation with the same equations and unknowns.
static int32_t shared_block(const SortProblem *s, const EquationId *equations,
                            const VarId *unknowns, int32_t n)
{
    const Analysis *a = s->a;
    bool is_known = (uint32_t)equations[0].i < a->n_block_of_equation;
    int32_t number = is_known ? a->block_of_equation[equations[0].i] : -1;
    if (number < 0) return -1;
    if (!has_same_members(s, number, equations, unknowns, n)) return -1;
    return s->is_initial && keeps_factors(a, &a->blocks.data[number]) ? -1 : number;
}

static bool includes_invariant(const Analysis *a, const VarId *unknowns, int32_t n)
{
    for (int32_t i = 0; i < n; i++)
        if (system_variable(a->system, unknowns[i])->flags & VARIABLE_INVARIANT) return true;
    return false;
}

// What blocks that come soon are made of: base/fetch.h.
FETCHES fetch_equations(const SortProblem *s, const Blocks *order, int32_t place)
{
    enum { PARTS = 4, SIDES = 8, EQUATION = 12 };
    if (place + EQUATION >= order->first_place_of_block[order->n_blocks]) return;
    const int32_t *row = order->eqn_of_place + place;
    const EquationId *equations = s->rows.data;
    fetch(system_equation(s->a->system, equations[row[EQUATION]]));
    const SystemEquation *sides = system_equation(s->a->system, equations[row[SIDES]]);
    fetch(sides->left);
    fetch(sides->right);
    const SystemEquation *parts = system_equation(s->a->system, equations[row[PARTS]]);
    expr_fetch_parts(parts->left);
    expr_fetch_parts(parts->right);
}

Section sort_into_section(SortProblem *s)
{
    Analysis *a = s->a;
    Blocks order = strong_components(a->scratch, &s->g, &s->m);
    Section section = {ARENA_RAW(a->out, int32_t, order.n_blocks + 1), 0};
    if (!a->blocks.count) VEC_RESERVE(a->out, &a->blocks, order.n_blocks + order.n_blocks / 8);
    EquationId *equations = ARENA_RAW(a->scratch, EquationId, s->rows.count + 1);
    VarId *unknowns = ARENA_RAW(a->scratch, VarId, s->rows.count + 1);
    for (int32_t b = 0; b < order.n_blocks; b++) {
        int32_t n = 0;
        for (int32_t p = order.first_place_of_block[b]; p < order.first_place_of_block[b + 1];
             p++) {
            int32_t row = order.eqn_of_place[p];
            if (s->m.var_of_eqn[row] < 0) continue; // surplus, kept apart by the caller
            equations[n] = s->rows.data[row];
            unknowns[n++] = s->columns.data[s->m.var_of_eqn[row]];
        }
        if (!n) continue;
        int32_t number = shared_block(s, equations, unknowns, n);
        bool has_invariants = s->is_step && n > 1 && includes_invariant(a, unknowns, n);
        if (number < 0 || has_invariants) {
            fetch_equations(s, &order, order.first_place_of_block[b]);
            number = make_block(a, &(LoopEquations){equations, unknowns, n, has_invariants});
        }
        section.blocks[section.n_blocks++] = number;
    }
    return section;
}

// ---- Between events -----------------------------------------------------------------

bool sort_simulation(Analysis *a)
{
    EquationSystem *system = a->system;
    SortProblem s = sort_open(a);
    for (uint32_t i = 0; i < system->variables.count; i++) {
        const SystemVariable *v = &system->variables.data[i];
        if (is_continuous_unknown(v) && !(v->flags & VARIABLE_IS_STATE))
            sort_add_column(&s, (VarId){(int32_t)i});
    }
    for (uint32_t i = 0; i < system->equations.count; i++)
        if (is_simulation_equation(&system->equations.data[i]))
            sort_add_row(&s, (EquationId){(int32_t)i}, 0);
    sort_match(&s);
    if (!sort_is_complete(&s)) {
        sort_report(&s);
        return false;
    }
    a->simulation = sort_into_section(&s);
    a->block_of_equation = ARENA_RAW(a->whole, int32_t, system->equations.count + 1);
    a->n_block_of_equation = system->equations.count;
    a->unknown_of_equation = ARENA_RAW(a->whole, VarId, system->equations.count + 1);
    for (uint32_t i = 0; i < system->equations.count; i++) {
        a->block_of_equation[i] = -1;
        a->unknown_of_equation[i] = NO_VAR;
    }
    for (uint32_t r = 0; r < s.rows.count; r++)
        a->unknown_of_equation[s.rows.data[r].i] = s.columns.data[s.m.var_of_eqn[r]];
    for (uint32_t b = 0; b < a->blocks.count; b++)
        for (int32_t k = 0; k < a->blocks.data[b].n_equations; k++)
            a->block_of_equation[a->blocks.data[b].equations[k].i] = (int32_t)b;
    return true;
}

// ---- At events ----------------------------------------------------------------------

bool sort_events(Analysis *a)
{
    EquationSystem *system = a->system;
    SortProblem s = sort_open(a);
    bool has_discrete = false;
    for (uint32_t i = 0; i < system->variables.count; i++) {
        const SystemVariable *v = &system->variables.data[i];
        if (!system_is_unknown(v) || v->flags & VARIABLE_IS_STATE || v->role == ROLE_AUXILIARY)
            continue;
        sort_add_column(&s, (VarId){(int32_t)i});
        has_discrete = has_discrete || !is_continuous_unknown(v);
    }
    for (uint32_t i = 0; i < system->equations.count; i++) {
        const SystemEquation *e = &system->equations.data[i];
        if (!(e->flags & EQUATION_IN_SIMULATION) || e->flags & EQUATION_REMOVED) continue;
        sort_add_row(&s, (EquationId){(int32_t)i}, 0);
        has_discrete = has_discrete || e->flags & EQUATION_IS_DISCRETE;
    }
    if (!has_discrete) {
        a->causal->event = a->simulation;
        return true;
    }
    open_graph(&s);
    sort_take_pairs(&s, s.edge_class.data);
    matching_maximize(&s.m, &s.g, s.edge_class.data);
    if (!sort_is_complete(&s)) {
        sort_report(&s);
        return false;
    }
    a->causal->event = sort_into_section(&s);
    return true;
}
