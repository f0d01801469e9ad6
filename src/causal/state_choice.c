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
