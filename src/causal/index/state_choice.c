// Which variables are states: index reduction, then dummy derivatives.
//
// "Also variables can be selected, which do not appear differentiated" says the specification about
// StateSelect.prefer. Such variables are wishes: their derivatives are added to the model. A wish
// that would make the choice of states one for the run is not worth it: it is dropped, and all
// begins again from the equations as they were. Few turns: one after which no wish is refused, or
// the last of MOST_TURNS, which has none left.
#include "causal/analysis.h"
#include "equations/system_tables.h"

enum { MOST_TURNS = 5 };

static void find_wishes(Analysis *a)
{
    bool is_wanted = !a->options->inlined || !a->options->inlined->is_direct;
    for (uint32_t i = 0; is_wanted && i < a->system->variables.count; i++) {
        const SystemVariable *v = &a->system->variables.data[i];
        bool is_free = is_continuous_unknown(v) && v->role == ROLE_CONTINUOUS &&
                       v->derivative.i < 0 && v->kind == VALUE_REAL;
        if (is_free && v->state_select >= STATE_SELECT_PREFER)
            VEC_PUSH(a->whole, &a->wishes, ((VarId){(int32_t)i}));
    }
}

static void drop_refused_wishes(Analysis *a)
{
    bool *is_refused = ARENA_ARRAY(a->scratch, bool, a->system->variables.count);
    for (uint32_t i = 0; i < a->refused.count; i++) is_refused[a->refused.data[i].i] = true;
    uint32_t n = a->wishes.count;
    a->wishes.count = a->refused.count = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!is_refused[a->wishes.data[i].i]) a->wishes.data[a->wishes.count++] = a->wishes.data[i];
}

bool settle_states(Analysis *a)
{
    EquationSystem *s = a->system;
    find_wishes(a);
    SystemMark before = {0};
    if (a->wishes.count) before = system_mark(s, a->scratch);
    for (int turn = 1;; turn++) {
        if (!reduce_index(a)) return false;
        system_inline_late(s); // derivative annotations were used; coefficients need the bodies
        if (s->failed || !select_states(a)) return false;
        if (!a->refused.count) return true;
        drop_refused_wishes(a);
        if (turn == MOST_TURNS - 1) a->wishes.count = 0;
        system_return(s, &before);
    }
}

// ---- What was asked for, and is not so -----------------------------------------------

// By VarId: an equation gives it values that depend on what changes at events.
static bool *jumps_at_events(Analysis *a)
{
    bool *jumps = ARENA_ARRAY(a->scratch, bool, a->system->variables.count + 1);
    for (uint32_t i = 0; i < a->system->equations.count; i++) {
        const SystemEquation *e = &a->system->equations.data[i];
        if (!is_simulation_equation(e)) continue;
        const Expr *v = e->left->kind == EXPR_REF ? e->left : e->right;
        const VarVec *others = v->kind == EXPR_REF ? variables_of(a, e) : NULL;
        for (uint32_t k = 0; others && k < others->count; k++) {
            VariableRole role = system_variable(a->system, others->data[k])->role;
            if (role == ROLE_RELATION || role == ROLE_DISCRETE) jumps[v->u.var.i] = true;
        }
    }
    return jumps;
}

// "always" and "never" leave no choice (4.8.7.1). Libraries of mechanics write "always" where a
// loop of bodies ties states to each other: refused is what can never be one, and only for who asks
// for the rules.
bool report_state_wishes(Analysis *a)
{
    if (!diag_is_strict(a->session->diag)) return true;
    const bool *jumps = jumps_at_events(a);
    for (uint32_t i = 0; i < a->n_variables_as_written; i++) {
        const SystemVariable *v = &a->system->variables.data[i];
        if (v->flat.i < 0 || v->flags & (VARIABLE_IS_ALIAS | VARIABLE_REINIT)) continue;
        bool is_state = v->flags & VARIABLE_IS_STATE;
        bool is_missed = v->state_select == STATE_SELECT_ALWAYS && !is_state && jumps[i];
        bool is_against = v->state_select == STATE_SELECT_NEVER && is_state;
        if (!is_missed && !is_against) continue;
        diag_error(
            a->session->diag, a->system->flat->variables[v->flat.i].declared->span, E_STATE_WISH,
            is_missed ? "'%s' has stateSelect = StateSelect.always, but cannot be a state: it "
                        "jumps at events"
                      : "'%s' has stateSelect = StateSelect.never, but must be a state",
            name_of_variable(a, (VarId){(int32_t)i}));
    }
    return true;
}
