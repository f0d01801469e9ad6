// State selection, level by level of differentiation [MS93]: which equations and which derivatives
// are looked at together (dummy_derivatives.c chooses among them). Equations that share no
// derivative are treated apart.
//
// A derivative annotation may hide a derivative behind a variable: with w = der(phi), the first
// derivative of a constraint on phi contains w instead of der(phi). Below the highest level such
// variables are eliminated first, through the equations that define them.
#include "base/map.h"
#include "causal/index/constraint_level.h"
#include "graph/union_find.h"

typedef VEC(EquationId) EquationList;

// ---- Groups -------------------------------------------------------------------------

typedef struct LevelGraph {
    EquationList rows;
    VarVec columns;
    Map column_of;    // VarId -> place in columns
    UnionFind groups; // rows, then columns
} LevelGraph;

static void gather_columns(Analysis *a, LevelGraph *g, const bool *is_candidate, uint32_t n)
{
    g->column_of = map_make(a->scratch);
    VEC(Edge) edges = {0};
    for (uint32_t r = 0; r < g->rows.count; r++) {
        VarVec *vars = variables_of(a, system_equation(a->system, g->rows.data[r]));
        for (uint32_t i = 0; i < vars->count; i++) {
            VarId v = vars->data[i];
            if ((uint32_t)v.i >= n || !is_candidate[v.i]) continue;
            uint64_t place = map_get_or(&g->column_of, (uint64_t)v.i, g->columns.count);
            if (place == g->columns.count) {
                map_put(&g->column_of, (uint64_t)v.i, place);
                VEC_PUSH(a->scratch, &g->columns, v);
            }
            Edge edge = {(int32_t)r, (int32_t)place};
            VEC_PUSH(a->scratch, &edges, edge);
        }
    }
    g->groups = union_find_make(a->scratch, (int32_t)(g->rows.count + g->columns.count));
    for (uint32_t i = 0; i < edges.count; i++)
        union_find_join(&g->groups, edges.data[i].eqn, (int32_t)g->rows.count + edges.data[i].var,
                        false);
}

static bool select_in_level(Analysis *a, LevelGraph *g)
{
    // Members of each group side by side: counting sort by root.
    int32_t n = (int32_t)(g->rows.count + g->columns.count), n_rows = (int32_t)g->rows.count;
    int32_t *start = ARENA_ARRAY(a->scratch, int32_t, n + 2);
    int32_t *member = ARENA_RAW(a->scratch, int32_t, n + 1);
    for (int32_t i = 0; i < n; i++) start[union_find_root(&g->groups, i, NULL) + 1]++;
    for (int32_t i = 0; i < n; i++) start[i + 1] += start[i];
    int32_t *next = ARENA_COPY(a->scratch, int32_t, start, n + 1);
    for (int32_t i = 0; i < n; i++) member[next[union_find_root(&g->groups, i, NULL)]++] = i;
    EquationId *rows = ARENA_RAW(a->scratch, EquationId, n_rows + 1);
    VarId *columns = ARENA_RAW(a->scratch, VarId, g->columns.count + 1);
    bool ok = true;
    for (int32_t root = 0; root < n; root++) {
        int32_t rows_here = 0, columns_here = 0;
        for (int32_t k = start[root]; k < start[root + 1]; k++) {
            if (member[k] < n_rows)
                rows[rows_here++] = g->rows.data[member[k]];
            else
                columns[columns_here++] = g->columns.data[member[k] - n_rows];
        }
        if (rows_here) ok = select_in_group(a, rows, rows_here, columns, columns_here) && ok;
    }
    return ok;
}

// ---- Levels -------------------------------------------------------------------------

static void first_level(Analysis *a, LevelGraph *g, bool *is_candidate)
{
    for (uint32_t i = 0; i < a->system->equations.count; i++) {
        const SystemEquation *e = &a->system->equations.data[i];
        EquationId id = {(int32_t)i};
        if (e->differentiated && e->derivative.i < 0) VEC_PUSH(a->scratch, &g->rows, id);
    }
    for (uint32_t i = 0; i < a->system->variables.count; i++) {
        const SystemVariable *v = &a->system->variables.data[i];
        is_candidate[i] =
            v->role == ROLE_DERIVATIVE && v->derivative.i < 0 && !(v->flags & VARIABLE_IS_ALIAS);
    }
}

typedef struct Candidates {
    bool *is_candidate; // by VarId: a column of the level at work
    EquationId
        *definition;   // by VarId w: the equation w = der(x), as long as it is undifferentiated
    VarId *defined_as; // that der(x)
    uint32_t n;
} Candidates;

static void note_definition(Candidates *c, const EquationSystem *system, EquationId id)
{
    const SystemEquation *e = system_equation(system, id);
    if (!is_simulation_equation(e) || e->differentiated || e->derivative.i >= 0) return;
    if (e->left->kind != EXPR_REF || e->right->kind != EXPR_REF) return;
    VarId w = e->left->u.var, d = e->right->u.var;
    if (system_variable(system, w)->role == ROLE_DERIVATIVE) {
        w = e->right->u.var;
        d = e->left->u.var;
    }
    if (system_variable(system, w)->role != ROLE_CONTINUOUS ||
        system_variable(system, d)->role != ROLE_DERIVATIVE)
        return;
    c->definition[w.i] = id;
    c->defined_as[w.i] = d;
}

static Candidates open_candidates(Analysis *a)
{
    Candidates c = {.n = a->system->variables.count};
    c.is_candidate = ARENA_ARRAY(a->scratch, bool, c.n + 1);
    c.definition = ARENA_RAW(a->scratch, EquationId, c.n + 1);
    c.defined_as = ARENA_RAW(a->scratch, VarId, c.n + 1);
    for (uint32_t i = 0; i < c.n; i++) c.definition[i] = NO_EQUATION;
    for (uint32_t i = 0; i < a->system->equations.count; i++)
        note_definition(&c, a->system, (EquationId){(int32_t)i});
    return c;
}

// Predecessors: the equations one derivative lower, over the integrals of the dummies (`grows`: of
// all, nothing was chosen yet), and what stands for derivatives in them. False: no constraints are
// left.
static bool next_level(Analysis *a, const LevelGraph *above, LevelGraph *g, Candidates *known,
                       bool grows)
{
    bool *is_candidate = known->is_candidate;
    bool is_constrained = false;
    for (uint32_t i = 0; i < above->rows.count; i++) {
        EquationId from = system_equation(a->system, above->rows.data[i])->from;
        if (from.i < 0) continue;
        VEC_PUSH(a->scratch, &g->rows, from);
        is_constrained = is_constrained || system_equation(a->system, from)->differentiated;
    }
    for (uint32_t i = 0; i < above->columns.count; i++)
        is_candidate[above->columns.data[i].i] = false;
    for (uint32_t i = 0; i < above->columns.count; i++) {
        const SystemVariable *d = system_variable(a->system, above->columns.data[i]);
        if (d->role != ROLE_DERIVATIVE) continue;
        bool is_algebraic = system_variable(a->system, d->of)->role != ROLE_DERIVATIVE;
        if (grows || is_algebraic || d->flags & VARIABLE_DUMMY) is_candidate[d->of.i] = true;
        EquationId defined_by = known->definition[d->of.i];
        if (!is_algebraic || defined_by.i < 0) continue;
        VEC_PUSH(a->scratch, &g->rows, defined_by);
        is_candidate[known->defined_as[d->of.i].i] = true;
    }
    return is_constrained;
}

static void list_states(Analysis *a)
{
    VEC(VarId) states = {0};
    for (uint32_t i = 0; i < a->system->variables.count; i++) {
        VarId id = {(int32_t)i};
        SystemVariable *v = system_variable(a->system, id);
        if (v->flags & VARIABLE_IS_ALIAS || v->derivative.i < 0 || v->role <= ROLE_PARAMETER)
            continue;
        const SystemVariable *d = system_variable(a->system, v->derivative);
        if (d->flags & (VARIABLE_DUMMY | VARIABLE_IS_ALIAS) || d->role != ROLE_DERIVATIVE) continue;
        v->flags |= VARIABLE_IS_STATE;
        VEC_PUSH(a->out, &states, id);
    }
    a->causal->states = states.data;
    a->causal->n_states = (int32_t)states.count;
}

static bool is_integrated(Analysis *a, VarId v)
{
    if (system_variable(a->system, v)->flags & VARIABLE_IS_STATE) return true;
    for (uint32_t i = 0; i < a->system->state_sets.count; i++)
        for (int32_t k = 0; k < a->system->state_sets.data[i].n_candidates; k++)
            if (a->system->state_sets.data[i].candidates[k].i == v.i) return true;
    return false;
}

static bool check_reinits(Analysis *a)
{
    bool ok = true;
    for (uint32_t i = 0; i < a->system->reinits.count; i++) {
        const Reinit *r = &a->system->reinits.data[i];
        if (is_integrated(a, r->state)) continue;
        const char *name = name_of_variable(a, r->state);
        bool has_derivative = system_variable(a->system, r->state)->derivative.i >= 0;
        diag_error(a->session->diag, r->span, E_REINIT_TARGET,
                   has_derivative ? "'%s' follows from other states and cannot be set by reinit"
                                  : "'%s' is not a state and cannot be set by reinit: it is never "
                                    "differentiated",
                   name);
        ok = false;
    }
    return ok;
}

// From the highest derivatives downwards: a variable that is integrated needs no look at its own
// integral.
static bool select_downwards(Analysis *a, Candidates *known)
{
    LevelGraph level = {0};
    first_level(a, &level, known->is_candidate);
    bool is_constrained = level.rows.count > 0;
    while (is_constrained) { // at most as often as an equation was differentiated
        gather_columns(a, &level, known->is_candidate, known->n);
        if (!select_in_level(a, &level)) return false;
        LevelGraph below = {0};
        is_constrained = next_level(a, &level, &below, known, false);
        level = below;
    }
    return true;
}

// States that grow: the constraints as they are written choose first, each of their derivatives
// afterwards, from what is left (BY_INTEGRAL).
static bool select_upwards(Analysis *a, Candidates *known)
{
    VEC(LevelGraph) levels = {0};
    LevelGraph level = {0};
    first_level(a, &level, known->is_candidate);
    bool is_constrained = level.rows.count > 0;
    while (is_constrained) {
        gather_columns(a, &level, known->is_candidate, known->n);
        VEC_PUSH(a->scratch, &levels, level);
        LevelGraph below = {0};
        is_constrained = next_level(a, &level, &below, known, true);
        level = below;
    }
    while (levels.count) {
        level = VEC_POP(&levels);
        if (!select_in_level(a, &level)) return false;
    }
    return true;
}

bool select_states(Analysis *a)
{
    Candidates known = open_candidates(a);
    bool grows = a->options->states == STATES_GROWING;
    if (grows ? !select_upwards(a, &known) : !select_downwards(a, &known)) return false;
    list_states(a);
    return check_reinits(a);
}
