// State selection by dummy derivatives [MS93], in one group of equations that share derivatives.
//
// The differentiated equations of a level, with respect to the derivatives they contain, must leave
// a nonsingular square matrix of columns; these derivatives become algebraic variables (dummies),
// their integrals are no states. Columns are offered in ascending preference as states, so that
// what is left is what the modeler prefers. Pivots must be constants or parameters; where only
// time-varying pivots remain the choice is left to the runtime: a dynamic set [MOE00].
#include <math.h>
#include <stdlib.h>

#include "base/map.h"
#include "causal/index/constraint_level.h"

// Rows of a group up to which coefficients that vary are carried along; they fill in beyond, and
// are needed only where no steady ones are left [M34].
enum { LARGEST_EXACT = 1500 };

// ---- Preference ---------------------------------------------------------------------

static Candidate candidate_of(Analysis *a, VarId derivative, bool is_constant)
{
    const SystemVariable *d = system_variable(a->system, derivative);
    if (d->role != ROLE_DERIVATIVE)
        return (Candidate){
            .is_algebraic = true, .derivative = derivative, .preference = {[BY_INTEGRAL] = -1}};
    VarId state = d->of;
    const SystemVariable *v = system_variable(a->system, state), *base = v;
    while (base->role == ROLE_DERIVATIVE) base = system_variable(a->system, base->of);
    bool is_written = (uint32_t)derivative.i < a->n_variables_as_written;
    bool is_bound = v->role == ROLE_DERIVATIVE && v->flags & VARIABLE_DUMMY;
    Candidate c = {.derivative = derivative,
                   .preference = {[BY_INTEGRAL] = !is_bound,
                                  [BY_STATE_SELECT] = base->state_select,
                                  [BY_REINIT] = (v->flags & VARIABLE_REINIT) != 0,
                                  [BY_FIXED] = (v->flags & VARIABLE_FIXED) != 0,
                                  [BY_VARYING] = !is_constant,
                                  [BY_WRITTEN] = is_written,
                                  [BY_START] = (v->flags & VARIABLE_START_GIVEN) != 0,
                                  [BY_LEVEL] = -v->start_level,
                                  [BY_DEPTH] = -depth_of_variable(a->system, base),
                                  [BY_NUMBER] = -state.i}};
    return c;
}

static int compare_candidates(const void *x, const void *y)
{
    const Candidate *a = x, *b = y;
    for (int i = 0; i < N_PREFERENCES; i++)
        if (a->preference[i] != b->preference[i])
            return a->preference[i] < b->preference[i] ? -1 : 1;
    return 0;
}

// ---- Dynamic sets -------------------------------------------------------------------

static const Expr *select_candidate(Analysis *a, VarId choice, const VarId *candidates, int32_t n)
{
    ExprTable *t = a->exprs;
    const Expr *result = system_ref(a->system, candidates[n - 1]);
    for (int32_t k = n - 1; k-- > 0;) {
        const Expr *is_this =
            expr_op2(t, OP_EQ, system_ref(a->system, choice), expr_integer(t, k + 1));
        result = expr_if(t, is_this, system_ref(a->system, candidates[k]), result);
    }
    return result;
}

static void add_selection(Analysis *a, const SystemEquation *like, VarId target, VarId choice,
                          const VarId *from, int32_t n)
{
    SystemEquation e = {.left = system_ref(a->system, target),
                        .right = select_candidate(a, choice, from, n),
                        .span = like->span,
                        .component = like->component,
                        .origin = ORIGIN_STATE_SET,
                        .flags = EQUATION_IN_SIMULATION | EQUATION_IN_INITIAL,
                        .from = NO_EQUATION,
                        .derivative = NO_EQUATION,
                        .determines = NO_VAR};
    system_add_equation(a->system, &e);
}

static void add_set_states(Analysis *a, StateSet *set, const SystemEquation *like)
{
    EquationSystem *system = a->system;
    for (int32_t i = 0; i < set->n_states; i++) {
        VarId state = system_add_variable(system, ROLE_SET_STATE, type_basic(a->exprs, TYPE_REAL));
        VarId choice =
            system_add_variable(system, ROLE_SET_CHOICE, type_basic(a->exprs, TYPE_INTEGER));
        VarId derivative = system_derivative(system, state);
        system_variable(system, state)->index = system_variable(system, choice)->index =
            (int32_t)system->state_sets.count;
        system_variable(system, choice)->start = expr_integer(a->exprs, i + 1);
        set->states[i] = state;
        set->choices[i] = choice;
        add_selection(a, like, state, choice, set->candidates, set->n_candidates);
        add_selection(a, like, derivative, choice, set->derivatives, set->n_candidates);
    }
}

// The rows without a steady pivot, over the columns still free.
static void make_dynamic_set(Level *l, const int32_t *rows, int32_t n_rows, const int32_t *columns,
                             int32_t n)
{
    Analysis *a = l->a;
    StateSet set = {.n_candidates = n, .n_states = n - n_rows, .paired_with = -1};
    set.candidates = ARENA_RAW(a->out, VarId, n);
    set.derivatives = ARENA_RAW(a->out, VarId, n);
    set.states = ARENA_RAW(a->out, VarId, set.n_states + 1);
    set.choices = ARENA_RAW(a->out, VarId, set.n_states + 1);
    set.constraints = ARENA_RAW(a->out, EquationId, n_rows);
    set.matrix = ARENA_RAW(a->out, const Expr *, (size_t)n_rows *(size_t)n);
    for (int32_t c = 0; c < n; c++) {
        // Preferred states first: the choice at the start.
        int32_t column = columns[n - 1 - c];
        VarId d = l->columns[column].derivative;
        set.derivatives[c] = d;
        set.candidates[c] = system_variable(a->system, d)->of;
        system_variable(a->system, d)->flags |= VARIABLE_DUMMY;
        for (int32_t r = 0; r < n_rows; r++) {
            const Expr *e = constraint_matrix_at(&l->matrix, rows[r], column);
            set.matrix[c * n_rows + r] = e ? e : expr_real(a->exprs, 0);
        }
    }
    for (int32_t r = 0; r < n_rows; r++) set.constraints[r] = l->rows[rows[r]];
    SystemEquation like = *system_equation(a->system, l->rows[rows[0]]);
    add_set_states(a, &set, &like);
    VEC_PUSH(a->system->arena, &a->system->state_sets, set);
    refuse_wishes(l);
}

// Time-varying pivots are taken as they are where the modeler has said what the states are.
static bool choice_is_forced(const Level *l, const int32_t *columns, int32_t n, int32_t n_rows)
{
    if (n == n_rows) return true;
    bool all_always = true, all_prefer = true, all_avoid = true;
    for (int32_t i = 0; i < n; i++) {
        int select = l->columns[columns[i]].preference[BY_STATE_SELECT];
        if (i < n_rows)
            all_avoid = all_avoid && select <= STATE_SELECT_AVOID;
        else {
            all_always = all_always && select == STATE_SELECT_ALWAYS;
            all_prefer = all_prefer && select >= STATE_SELECT_PREFER;
        }
    }
    return all_always || (all_prefer && all_avoid);
}

// False: elimination has come to an end without a column for every row.
static bool settle_varying(Level *l)
{
    Analysis *a = l->a;
    int32_t *rows = ARENA_RAW(a->scratch, int32_t, l->n_rows + 1), n_rows = 0;
    int32_t *columns = ARENA_RAW(a->scratch, int32_t, l->n_columns + 1), n = 0;
    for (int32_t r = 0; r < l->n_rows; r++)
        if (!l->matrix.rows[r].is_used && !l->row_is_extra[r]) rows[n_rows++] = r;
    if (!n_rows) return true;
    bool *occurs = ARENA_ARRAY(a->scratch, bool, l->n_columns + 1);
    for (int32_t r = 0; r < n_rows; r++) {
        const ConstraintRow *row = &l->matrix.rows[rows[r]];
        for (uint32_t i = 0; i < row->entries.count; i++)
            occurs[row->entries.data[i].column] = true;
    }
    for (int32_t c = 0; c < l->n_columns; c++) {
        bool is_free = l->row_of_column[c] < 0 && !l->columns[c].is_algebraic;
        if (occurs[c] && is_free) columns[n++] = c;
    }
    if (n < n_rows) return false;
    if (choice_is_forced(l, columns, n, n_rows)) {
        for (int32_t r = 0; r < n_rows; r++) l->row_of_column[columns[r]] = rows[r];
        return true;
    }
    make_dynamic_set(l, rows, n_rows, columns, n);
    return true;
}

// ---- One group of equations ---------------------------------------------------------

static Map places(Analysis *a, const Candidate *columns, int32_t n)
{
    Map place_of = map_make(a->scratch);
    for (int32_t c = 0; c < n; c++)
        map_put(&place_of, (uint64_t)columns[c].derivative.i, (uint64_t)c);
    return place_of;
}

Bipartite level_graph(const Level *l)
{
    Analysis *a = l->a;
    Map place_of = places(a, l->columns, l->n_columns);
    VEC(int32_t) first = {0}, columns = {0};
    VEC_PUSH(a->scratch, &first, 0);
    for (int32_t r = 0; r < l->n_rows; r++) {
        VarVec *vars = variables_of(a, system_equation(a->system, l->rows[r]));
        uint64_t c;
        for (uint32_t i = 0; i < vars->count; i++)
            if (map_get(&place_of, (uint64_t)vars->data[i].i, &c))
                VEC_PUSH(a->scratch, &columns, (int32_t)c);
        VEC_PUSH(a->scratch, &first, (int32_t)columns.count);
    }
    return bipartite_from_rows(a->scratch, l->n_rows, l->n_columns, first.data, columns.data);
}

// By structure alone: rows are matched with columns in the order of preference. Algebraic columns
// come first, so that as few derivatives as possible become dummies. Where symbolic elimination has
// failed.
static bool choose_by_structure(Level *l)
{
    Analysis *a = l->a;
    Bipartite g = level_graph(l);
    uint8_t *classes = ARENA_RAW(a->scratch, uint8_t, g.n_edges + 1);
    for (int32_t k = 0; k < g.n_edges; k++) {
        int64_t c = g.var_of_edge[k];
        classes[k] = (uint8_t)(l->columns[c].is_algebraic ? 0 : 1 + c * 250 / l->n_columns);
    }
    Matching m = matching_empty(a->scratch, &g);
    matching_maximize(&m, &g, classes);
    bool ok = true;
    for (int32_t r = 0; r < l->n_rows; r++) {
        if (m.var_of_eqn[r] >= 0 || l->row_is_extra[r]) continue;
        ok = false;
        diag_error(a->session->diag, system_equation(a->system, l->rows[r])->span, E_OVERDETERMINED,
                   "this constraint follows from other constraints: it determines nothing");
    }
    for (int32_t c = 0; c < l->n_columns; c++) l->row_of_column[c] = m.eqn_of_var[c];
    return ok;
}

typedef struct LevelEntry {
    int32_t row;
    VarId column;
    const Expr *value;
} LevelEntry;

typedef VEC(LevelEntry) EntryVec;

// Variables below calls. With hundreds of them in one call, as many derivatives of all of it would
// take the time of the whole compilation to say that they vary.
typedef struct Called {
    Analysis *a;
    Map is_called; // by VarId
} Called;

static void note_called(void *client, const Expr *e)
{
    Called *c = client;
    if (e->kind != EXPR_CALL) return;
    const VarVec *vars = variables_of_expr(c->a, e);
    for (uint32_t i = 0; i < vars->count; i++) map_put(&c->is_called, (uint64_t)vars->data[i].i, 1);
}

static Map called_variables(Analysis *a, const Expr *residual, bool is_rough)
{
    Called c = {a, map_make(a->scratch)};
    if (is_rough && (residual->flags & EXPR_HAS_CALL))
        expr_walk(a->exprs, residual, &c, note_called);
    return c.is_called;
}

// Coefficients where a column occurs; `is_steady_column` by place in `columns`.
static EntryVec coefficients(Level *l, const Map *place_of, bool *is_steady_column, bool is_rough)
{
    Analysis *a = l->a;
    EntryVec found = {0};
    for (int32_t r = 0; r < l->n_rows; r++) {
        const SystemEquation *e = system_equation(a->system, l->rows[r]);
        const Expr *residual = residual_of(a, e);
        Map is_called = called_variables(a, residual, is_rough);
        VarVec *vars = variables_of(a, e);
        uint32_t first = found.count;
        uint64_t place;
        for (uint32_t i = 0; i < vars->count; i++)
            if (map_get(place_of, (uint64_t)vars->data[i].i, &place))
                VEC_PUSH(a->scratch, &found, ((LevelEntry){r, vars->data[i], NULL}));
        for (uint32_t i = first; i < found.count; i++) {
            LevelEntry *entry = &found.data[i];
            bool varies = map_get_or(&is_called, (uint64_t)entry->column.i, 0);
            entry->value =
                varies ? expr_time(a->exprs) : partial_derivative(a, residual, entry->column);
            if (entry->value) entry->value = settled(a, entry->value);
            map_get(place_of, (uint64_t)entry->column.i, &place);
            if (!entry->value || !is_steady(a, entry->value)) is_steady_column[place] = false;
        }
    }
    return found;
}

static void open_level(Level *l, const EquationId *rows, const VarId *columns, bool is_rough)
{
    Analysis *a = l->a;
    l->rows = ARENA_COPY(a->scratch, EquationId, rows, l->n_rows);
    l->columns = ARENA_RAW(a->scratch, Candidate, l->n_columns);
    l->row_is_extra = ARENA_ARRAY(a->scratch, bool, l->n_rows);
    l->row_of_column = ARENA_RAW(a->scratch, int32_t, l->n_columns);
    bool *is_steady_column = ARENA_RAW(a->scratch, bool, l->n_columns);
    for (int32_t r = 0; r < l->n_rows; r++)
        l->row_is_extra[r] = !system_equation(a->system, rows[r])->differentiated;
    for (int32_t c = 0; c < l->n_columns; c++) {
        l->columns[c].derivative = columns[c];
        l->row_of_column[c] = -1;
        is_steady_column[c] = true;
    }
    Map place_of = places(a, l->columns, l->n_columns);
    EntryVec entries = coefficients(l, &place_of, is_steady_column, is_rough);
    for (int32_t c = 0; c < l->n_columns; c++)
        l->columns[c] = candidate_of(a, columns[c], is_steady_column[c]);
    qsort(l->columns, (size_t)l->n_columns, sizeof *l->columns, compare_candidates);
    l->matrix = constraint_matrix_open(a, l->n_rows, l->n_columns, is_rough);
    place_of = places(a, l->columns, l->n_columns);
    for (uint32_t i = 0; i < entries.count; i++) {
        uint64_t place = map_get_or(&place_of, (uint64_t)entries.data[i].column.i, 0);
        if (entries.data[i].value)
            constraint_matrix_add(&l->matrix, entries.data[i].row, (int32_t)place,
                                  entries.data[i].value);
    }
}

bool select_in_group(Analysis *a, const EquationId *rows, int32_t n_rows, const VarId *columns,
                     int32_t n_columns)
{
    Level l = {.a = a, .n_rows = n_rows, .n_columns = n_columns};
    bool is_rough = n_rows > LARGEST_EXACT;
    open_level(&l, rows, columns, is_rough);
    bool ok = choose_steady(&l);
    if (is_rough && (!ok || has_open_constraint(&l))) { // the coefficients are needed after all
        open_level(&l, rows, columns, false);
        ok = choose_steady(&l);
    }
    if (!ok) { // a limit is no verdict about the model
        diag_error(a->session->diag, system_equation(a->system, rows[0])->span, E_STATE_LIMIT,
                   "the choice of states among %d derivatives that %d constraints connect needs "
                   "more than the memory there is for it: StateSelect.always or StateSelect.avoid "
                   "at variables that are or are not states makes it smaller",
                   n_columns, n_rows);
        return false;
    }
    if (!settle_varying(&l) && !choose_by_structure(&l)) return false;
    for (int32_t c = 0; c < n_columns; c++)
        if (l.row_of_column[c] >= 0 && !l.columns[c].is_algebraic)
            system_variable(a->system, l.columns[c].derivative)->flags |= VARIABLE_DUMMY;
    return true;
}
