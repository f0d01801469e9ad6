// What causal_system.h promises, tested: in every section each unknown is computed exactly once,
// from what is known by then, and nothing that the section owes is left over.
#include "base/bitset.h"
#include "causal/analysis.h"
#include "equations/system_tables.h"

typedef struct Check {
    const CausalSystem *causal;
    BitSet known;
    const char *where;
    Text *complaint;
    bool ok;
} Check;

static void complain(Check *c, const char *what, VarId v)
{
    if (!c->ok) return;
    c->ok = false;
    text_printf(c->complaint, "%s: ", c->where);
    if (v.i >= 0) system_variable_name(c->causal->system, v, c->complaint);
    text_printf(c->complaint, " %s", what);
}

static void check_read(void *client, const Expr *e)
{
    Check *c = client;
    if (e->kind != EXPR_REF) return;
    if (!bitset_has(&c->known, (uint32_t)e->u.var.i))
        complain(c, "is read before it is computed", e->u.var);
}

static void check_expr(Check *c, const Expr *e)
{
    expr_walk(c->causal->system->session->exprs, e, c, check_read);
}

static void check_assign(Check *c, VarId v)
{
    if (bitset_has(&c->known, (uint32_t)v.i)) complain(c, "is computed twice", v);
    bitset_add(&c->known, (uint32_t)v.i);
}

static void check_assignments(Check *c, const Assignment *list, int32_t n)
{
    for (int32_t i = 0; i < n; i++) {
        check_expr(c, list[i].value);
        check_assign(c, list[i].variable);
    }
}

// ---- One block ----------------------------------------------------------------------

static bool is_pattern(const int32_t *start, const int32_t *rows, int32_t n_columns, int32_t n_rows)
{
    if (start[0] != 0) return false;
    for (int32_t j = 0; j < n_columns; j++) {
        if (start[j + 1] < start[j]) return false;
        for (int32_t k = start[j]; k < start[j + 1]; k++)
            if (rows[k] < 0 || rows[k] >= n_rows || (k > start[j] && rows[k] <= rows[k - 1]))
                return false;
    }
    return true;
}

// As many residuals as iteration unknowns, and a Jacobian that fits them.
static void check_shape(Check *c, const Block *b)
{
    VarId first = b->n_unknowns ? b->unknowns[0] : NO_VAR;
    if (!block_needs_solver(b)) {
        if (b->torn->n_residuals) complain(c, "has residuals that nobody solves", first);
        return;
    }
    if (b->torn->n_residuals != b->torn->n_iteration + b->torn->n_invariants)
        complain(c, "has other numbers of residuals and iteration unknowns", first);
    if (!b->torn->column_start) return;
    if (!is_pattern(b->torn->column_start, b->torn->row_index, b->torn->n_iteration,
                    b->torn->n_residuals))
        complain(c, "has a pattern that is none", first);
    else if (b->torn->n_jacobian &&
             b->torn->n_jacobian != b->torn->column_start[b->torn->n_iteration])
        complain(c, "has a Jacobian that does not fit its pattern", first);
}

// Each from what was known before the loop and from the guesses before it.
static void check_guesses(Check *c, const Block *b)
{
    for (int32_t i = 0; i < b->torn->n_guesses; i++) {
        if (b->torn->guesses[i].value) check_expr(c, b->torn->guesses[i].value);
        bitset_add(&c->known, (uint32_t)b->torn->guesses[i].variable.i);
    }
    for (int32_t i = 0; i < b->torn->n_guesses; i++)
        bitset_remove(&c->known, (uint32_t)b->torn->guesses[i].variable.i);
}

static void check_block(Check *c, const Block *b)
{
    check_shape(c, b);
    check_guesses(c, b);
    for (int32_t i = 0; i < b->torn->n_discrete; i++)
        check_assign(c, b->torn->discrete[i].variable);
    for (int32_t i = 0; block_needs_solver(b) && i < b->torn->n_iteration; i++)
        check_assign(c, b->torn->iteration[i]);
    check_assignments(c, b->assignments, b->n_assignments);
    for (int32_t i = 0; i < b->torn->n_residuals; i++) check_expr(c, b->torn->residuals[i]);
    for (int32_t i = 0; i < b->torn->n_sizes; i++) check_expr(c, b->torn->sizes[i]);
    for (int32_t i = 0; i < b->torn->n_discrete; i++) check_expr(c, b->torn->discrete[i].value);
    for (int32_t i = 0; i < b->n_unknowns; i++)
        if (!bitset_has(&c->known, (uint32_t)b->unknowns[i].i))
            complain(c, "is not computed by its block", b->unknowns[i]);
    check_assignments(c, b->torn->tangents, b->torn->n_tangents);
    for (int32_t i = 0; i < b->torn->n_jacobian; i++) check_expr(c, b->torn->jacobian[i]);
}

// ---- What is known before a section --------------------------------------------------

// Relations inside of algorithms read their own memory, but not during an event or at the start.
// Inputs have been at the start what they are there.
static bool is_memory_from_outside(const EquationSystem *system, const SystemVariable *v)
{
    VariableRole role = (VariableRole)system_variable(system, v->of)->role;
    return role == ROLE_RELATION || role == ROLE_INPUT;
}

static bool is_given(const EquationSystem *system, const SystemVariable *v, bool is_initial,
                     bool discretes_known)
{
    switch ((VariableRole)v->role) {
    case ROLE_EXTERNAL:
    case ROLE_PARAMETER:
        return !is_initial || !(v->flags & (VARIABLE_NOT_FIXED | VARIABLE_AFTER_INITIAL));
    case ROLE_CONTINUOUS:
    case ROLE_DERIVATIVE:
    case ROLE_SET_STATE: return !is_initial && v->flags & VARIABLE_IS_STATE;
    case ROLE_DISCRETE:
    case ROLE_RELATION:
    case ROLE_CONDITION:
    case ROLE_GUARD: return discretes_known;
    case ROLE_DELAYED:
    case ROLE_TRANSPORTED:
    case ROLE_STAGE:
    case ROLE_AUXILIARY: return false;
    case ROLE_PRE: return !is_initial || is_memory_from_outside(system, v);
    default: return true;
    }
}

static void begin_section(Check *c, const char *where, bool is_initial, bool discretes_known)
{
    const EquationSystem *system = c->causal->system;
    c->where = where;
    bitset_clear(&c->known);
    for (uint32_t i = 0; i < system->variables.count; i++) {
        const SystemVariable *v = &system->variables.data[i];
        if (!(v->flags & VARIABLE_IS_ALIAS) && is_given(system, v, is_initial, discretes_known))
            bitset_add(&c->known, i);
    }
}

static void check_section(Check *c, const Section *s)
{
    for (int32_t i = 0; c->ok && i < s->n_blocks; i++)
        check_block(c, &c->causal->blocks[s->blocks[i]]);
}

// ---- What is owed after it -----------------------------------------------------------

// Guards of when-clauses mean nothing at the start.
static void check_complete(Check *c, bool is_initial)
{
    const EquationSystem *system = c->causal->system;
    for (uint32_t i = 0; c->ok && i < system->variables.count; i++) {
        const SystemVariable *v = &system->variables.data[i];
        // Auxiliaries belong to blocks; those of blocks that are elsewhere are none of ours.
        if (!system_is_unknown(v) || v->role == ROLE_AUXILIARY || bitset_has(&c->known, i))
            continue;
        if (is_initial && v->role == ROLE_GUARD) continue;
        complain(c, "is never computed", (VarId){(int32_t)i});
    }
}

static void check_known(void *client, const Expr **e, Span span)
{
    (void)span;
    check_expr(client, *e);
}

static void check_states(Check *c)
{
    for (int32_t i = 0; i < c->causal->n_states; i++) {
        VarId d = system_variable(c->causal->system, c->causal->states[i])->derivative;
        if (d.i < 0 || !bitset_has(&c->known, (uint32_t)d.i))
            complain(c, "is a state whose slope is not computed", c->causal->states[i]);
    }
}

static void check_simulation(Check *c)
{
    const CausalSystem *causal = c->causal;
    begin_section(c, "simulation", false, true);
    check_section(c, &causal->derivatives);
    check_states(c);
    check_section(c, &causal->outputs);
    check_complete(c, false);
    begin_section(c, "crossings", false, true);
    check_section(c, &causal->derivatives);
    check_section(c, &causal->crossings);
    const uint32_t watched = IN_TABLE(relations) | IN_TABLE(delays) | IN_TABLE(transports);
    system_each_expression(causal->system, watched, c, check_known);
}

// The step of an inlined formula computes what is otherwise integrated.
static void check_step(Check *c)
{
    const CausalSystem *causal = c->causal;
    if (!causal->inlined) return;
    begin_section(c, "step", false, true);
    for (int32_t i = 0; i < causal->n_states; i++)
        bitset_remove(&c->known, (uint32_t)causal->states[i].i);
    check_section(c, &causal->inlined->section);
}

static void check_parameters(Check *c)
{
    const EquationSystem *system = c->causal->system;
    c->where = "parameters";
    bitset_clear(&c->known);
    for (uint32_t i = 0; i < system->variables.count; i++) {
        const SystemVariable *v = &system->variables.data[i];
        bool is_late = v->flags & (VARIABLE_NOT_FIXED | VARIABLE_AFTER_INITIAL);
        if (v->role == ROLE_CONSTANT || (v->role == ROLE_PARAMETER && !v->value && !is_late))
            bitset_add(&c->known, i);
    }
    check_assignments(c, c->causal->parameters, c->causal->n_parameters);
}

static bool groups_share_no_row(const MatrixPattern *p, int32_t n)
{
    if (!p->column_start) return true;
    Arena *scratch = arena_open("group check");
    typedef VEC(int32_t) Columns;
    Columns *columns = ARENA_ARRAY(scratch, Columns, p->n_groups + 1);
    int32_t *last = ARENA_ARRAY(scratch, int32_t, n + 1); // by row: the group that had it, + 1
    bool ok = true;
    for (int32_t c = 0; c < n; c++) VEC_PUSH(scratch, &columns[p->group_of[c]], c);
    for (int32_t g = 0; g < p->n_groups; g++)
        for (uint32_t i = 0; i < columns[g].count; i++) {
            int32_t c = columns[g].data[i];
            for (int32_t k = p->column_start[c]; k < p->column_start[c + 1]; k++) {
                ok = ok && last[p->row_index[k]] != g + 1;
                last[p->row_index[k]] = g + 1;
            }
        }
    arena_close(scratch);
    return ok;
}

// Open loops of the DAE form: those among the derivatives, each once, in their order. There is no
// such form of a model whose step comes from the equations as they were written.
static void check_loops(Check *c)
{
    const CausalSystem *causal = c->causal;
    if (causal->inlined && causal->inlined->is_direct) return;
    c->where = "loops";
    int32_t next = 0, n = causal->n_states;
    for (int32_t i = 0; causal->n_states && i < causal->derivatives.n_blocks; i++) {
        int32_t number = causal->derivatives.blocks[i];
        if (!block_needs_solver(&causal->blocks[number])) continue;
        if (next >= causal->loops.n_blocks || causal->loops.blocks[next++] != number)
            complain(c, "is a loop that the DAE form forgets", causal->blocks[number].unknowns[0]);
        n += causal->blocks[number].torn->n_iteration;
    }
    if (causal->n_states && n != causal->n_dae_unknowns)
        complain(c, "the DAE form counts its unknowns wrongly", NO_VAR);
    const MatrixPattern *j = &causal->jacobian, *dae = &causal->dae_jacobian;
    bool fits = (!j->column_start ||
                 is_pattern(j->column_start, j->row_index, causal->n_states, causal->n_states)) &&
                (!dae->column_start || is_pattern(dae->column_start, dae->row_index, n, n));
    if (!fits) complain(c, "the pattern of the Jacobian is none", NO_VAR);
    if (!groups_share_no_row(j, causal->n_states) || !groups_share_no_row(dae, n))
        complain(c, "columns of one group share a row", NO_VAR);
}

// The two systems of the start: the actual one never sees lambda, the other has the same unknowns.
static void check_initial(Check *c)
{
    const CausalSystem *causal = c->causal;
    begin_section(c, "initial", true, false);
    if (causal->system->lambda.i >= 0) bitset_remove(&c->known, (uint32_t)causal->system->lambda.i);
    check_section(c, &causal->initial);
    check_complete(c, true);
    for (int32_t i = 0; i < causal->n_conditions; i++) {
        const SystemEquation *e = system_equation(causal->system, causal->conditions[i].equation);
        check_expr(c, e->left);
        check_expr(c, e->right);
    }
    if (!causal->initial_homotopy.n_blocks) return;
    begin_section(c, "homotopy", true, false);
    check_section(c, &causal->initial_homotopy);
    check_complete(c, true);
}

bool causal_check(const CausalSystem *causal, Text *complaint)
{
    if (!system_check(causal->system, complaint)) return false;
    Arena *scratch = arena_open("causal_check");
    Check c = {causal, bitset_make(scratch, causal->system->variables.count), "", complaint, true};
    check_parameters(&c);
    check_simulation(&c);
    check_step(&c);
    begin_section(&c, "event", false, false);
    check_section(&c, &causal->event);
    check_complete(&c, false);
    check_initial(&c);
    check_loops(&c);
    arena_close(scratch);
    return c.ok;
}
