#include "causal/causal_system.h"

#include "base/bitset.h"

bool block_needs_solver(const Block *b)
{
    return b->is_mixed || b->solver > SOLVER_RELAXATION;
}

// ---- Checking -----------------------------------------------------------------------

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
    system_variable_name(c->causal->system, v, c->complaint);
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
    bitset_add(&c->known, (uint32_t)v.i);
}

static void check_block(Check *c, const Block *b)
{
    for (int32_t i = 0; i < b->n_discrete; i++) check_assign(c, b->discrete[i].variable);
    bool has_solver = b->solver > SOLVER_RELAXATION || b->is_mixed;
    for (int32_t i = 0; has_solver && i < b->n_iteration; i++) check_assign(c, b->iteration[i]);
    for (int32_t i = 0; i < b->n_assignments; i++) {
        check_expr(c, b->assignments[i].value);
        check_assign(c, b->assignments[i].variable);
    }
    for (int32_t i = 0; i < b->n_residuals; i++) check_expr(c, b->residuals[i]);
    for (int32_t i = 0; i < b->n_tangents; i++) {
        check_expr(c, b->tangents[i].value);
        check_assign(c, b->tangents[i].variable);
    }
    for (int32_t i = 0; i < b->n_jacobian; i++) check_expr(c, b->jacobian[i]);
    for (int32_t i = 0; i < b->n_discrete; i++) check_expr(c, b->discrete[i].value);
    for (int32_t i = 0; i < b->n_unknowns; i++)
        if (!bitset_has(&c->known, (uint32_t)b->unknowns[i].i))
            complain(c, "is not computed by its block", b->unknowns[i]);
}

// Relations inside of algorithms read their own memory, but not during an event or at the start.
static bool is_memory_of_relation(const EquationSystem *system, const SystemVariable *v)
{
    return system_variable(system, v->of)->role == ROLE_RELATION;
}

static bool is_given(const EquationSystem *system, const SystemVariable *v, bool is_initial,
                     bool discretes_known)
{
    switch ((VariableRole)v->role) {
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
    case ROLE_PRE: return !is_initial || is_memory_of_relation(system, v);
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

bool causal_check(const CausalSystem *causal, Text *complaint)
{
    Arena *scratch = arena_open("causal_check");
    Check c = {causal, bitset_make(scratch, causal->system->variables.count), "", complaint, true};
    begin_section(&c, "simulation", false, true);
    check_section(&c, &causal->derivatives);
    check_section(&c, &causal->outputs);
    if (causal->inlined) {
        begin_section(&c, "step", false, true);
        for (int32_t i = 0; i < causal->n_states; i++)
            bitset_remove(&c.known, (uint32_t)causal->states[i].i);
        check_section(&c, &causal->inlined->section);
    }
    begin_section(&c, "event", false, false);
    check_section(&c, &causal->event);
    begin_section(&c, "initial", true, false);
    check_section(&c, &causal->initial);
    arena_close(scratch);
    return c.ok;
}

// ---- Showing ------------------------------------------------------------------------

static const char *const solver_words[] = {"assignment", "substitution", "relaxation",
                                           "lapack",     "klu",          "newton"};

static void dump_assignments(const CausalSystem *causal, const Assignment *list, int32_t n,
                             const char *sign, Text *out)
{
    for (int32_t i = 0; i < n; i++) {
        text_add(out, "    ");
        system_variable_name(causal->system, list[i].variable, out);
        text_printf(out, " %s ", sign);
        system_value_text(causal->system, list[i].value, out);
        text_add_char(out, '\n');
    }
}

static void dump_block(const CausalSystem *causal, int32_t number, Text *out)
{
    const Block *b = &causal->blocks[number];
    ExprNames names = system_names(causal->system);
    text_printf(out, "  block %d: %s%s%s, %d unknown%s\n", number, b->is_mixed ? "mixed " : "",
                b->loop == LOOP_LINEAR      ? "linear "
                : b->loop == LOOP_NONLINEAR ? "nonlinear "
                                            : "",
                solver_words[b->solver], b->n_unknowns, b->n_unknowns == 1 ? "" : "s");
    bool has_solver = b->solver > SOLVER_RELAXATION || b->is_mixed;
    if (has_solver) {
        text_add(out, "    iteration:");
        for (int32_t i = 0; i < b->n_iteration; i++) {
            text_add_char(out, ' ');
            system_variable_name(causal->system, b->iteration[i], out);
        }
        text_add_char(out, '\n');
    }
    dump_assignments(causal, b->assignments, b->n_assignments, ":=", out);
    for (int32_t i = 0; i < b->n_residuals; i++) {
        text_add(out, "    0 = ");
        expr_print(b->residuals[i], &names, out);
        text_add_char(out, '\n');
    }
    dump_assignments(causal, b->discrete, b->n_discrete, "?=", out);
    dump_assignments(causal, b->tangents, b->n_tangents, ":= (tangent)", out);
    for (int32_t j = 0; b->jacobian && has_solver && j < b->n_iteration; j++)
        for (int32_t k = b->column_start[j]; k < b->column_start[j + 1]; k++) {
            text_printf(out, "    J[%d,%d] = ", b->row_index[k] + 1, j + 1);
            expr_print(b->jacobian[k], &names, out);
            text_add_char(out, '\n');
        }
}

static void dump_section(const CausalSystem *causal, const char *title, const Section *s, Text *out)
{
    text_printf(out, "%s\n", title);
    for (int32_t i = 0; i < s->n_blocks; i++) dump_block(causal, s->blocks[i], out);
}

void causal_dump(const CausalSystem *causal, Text *out)
{
    text_add(out, "states");
    for (int32_t i = 0; i < causal->n_states; i++) {
        text_add_char(out, ' ');
        system_variable_name(causal->system, causal->states[i], out);
    }
    text_add(out, "\nparameters\n");
    dump_assignments(causal, causal->parameters, causal->n_parameters, ":=", out);
    dump_section(causal, "initial", &causal->initial, out);
    dump_section(causal, "derivatives", &causal->derivatives, out);
    dump_section(causal, "outputs", &causal->outputs, out);
    dump_section(causal, "event", &causal->event, out);
    if (causal->inlined) dump_section(causal, "step", &causal->inlined->section, out);
}
