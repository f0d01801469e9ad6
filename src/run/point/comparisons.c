// Comparisons with values that are none: nan < 1 is false, and so is its opposite; 1/0 > 1 is true.
//
// The processor keeps a flag of every operation on nan that makes something else of it, of every
// one that makes nan, and of every one at a pole; reading it costs nanoseconds. Where the solution
// is accepted and the flag is up, the model is examined (marks of the runtime that are nan are
// compared by isgreater and the like, which raise no flag): was it at a trial point, or did a nan
// end as nan, or infinity as infinity, all is well.
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "run/state.h"

enum { SUSPICIONS = FE_INVALID | FE_DIVBYZERO };

// Numbers are compared by instructions whose flags are in one register; asking for those of all the
// processor takes as long as an evaluation of a small model.
static inline bool has_suspicion(void)
{
#if defined __x86_64__ && defined __GLIBC__
    return __builtin_ia32_stmxcsr() & SUSPICIONS;
#else
    return fetestexcept(SUSPICIONS);
#endif
}

void comparisons_begin(void)
{
    feclearexcept(SUSPICIONS);
}

typedef struct Decided { // what a slot is to people: a variable, or a relation with its place
    const char *variable, *text, *origin;
} Decided;

static Decided decided_in(const Simulation *sim, int32_t slot)
{
    const Model *m = sim->model;
    for (int32_t i = 0; slot != NO_SLOT && i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        if (v->slot == slot && !v->is_alias) return (Decided){.variable = v->name, .text = v->name};
    }
    for (int32_t i = 0; slot != NO_SLOT && i < m->n_relations; i++) {
        const RelationInfo *r = &m->relations[i];
        if (r->memory_slot == slot) return (Decided){.text = r->text, .origin = r->origin};
    }
    return (Decided){.text = "an expression"};
}

static bool stop(Simulation *sim, int32_t slot)
{
    Decided d = decided_in(sim, slot);
    sim->t = sim->model->v[SLOT_TIME];
    report_about(sim, d.variable, d.origin);
    report_stop(sim, E_LIMITS, "stopped at time %.17g: a value that is none decides about '%s'",
                sim->t, d.text);
    return false;
}

// A function may do without it: libraries look at bounds that way, and at what they have not set.
static bool tell(Simulation *sim, int32_t slot)
{
    if (diag_is_strict(sim->diag)) return stop(sim, slot);
    if (sim->limits.has_told_comparison) return true;
    sim->limits.has_told_comparison = true;
    Decided decided = decided_in(sim, slot);
    Diagnostic *d =
        diag_warning(sim->diag, (Span){0, 0}, E_LIMITS, "'%s' may be wrong at time %.17g: %s",
                     decided.text, sim->model->v[SLOT_TIME], sim->trouble.last_message);
    diag_about(sim->diag, d, NULL, decided.variable, NULL);
    *sim->trouble.last_message = '\0';
    return true;
}

bool comparisons_were_sound(Simulation *sim, const int32_t *routines, int32_t n)
{
    const Model *m = sim->model;
    int32_t slot = NO_SLOT;
    if (!has_suspicion() || !m->examine) return true;
    // Variables that are none themselves are told of with their equations (limits.c).
    bool is_told = !limits_are_finite(sim) || !parameters_are_finite(sim);
    ModelOutcome o = is_told ? MODEL_OK : m->examine(m->self, routines, n, &slot);
    feclearexcept(SUSPICIONS);
    return o == MODEL_OK || (o == MODEL_FATAL ? stop(sim, slot) : tell(sim, slot));
}

bool relations_were_sound(Simulation *sim, int32_t routine)
{
    bool is_looked_at = has_suspicion() && sim->model->examine;
    if (!comparisons_were_sound(sim, &routine, 1)) return false;
    memset(sim->events.is_none, 0, (size_t)sim->model->n_relations);
    sim->events.looked_at = is_looked_at ? sim->t : NAN;
    return true;
}

// A look costs as much as many evaluations: media are computed anew, and interpreted. Where nan
// comes and goes at every point, and the first looks have found nothing in it, the next are at the
// 16th, 32nd, 64th, ... of them: what goes on deciding is found, and the looks cost little [M125].
enum { FIRST_LOOKS = 8 };

static bool is_looked_at(Simulation *sim)
{
    uint64_t n = ++sim->limits.n_suspected;
    return n <= FIRST_LOOKS || (n & (n - 1)) == 0;
}

bool comparisons_accept(Simulation *sim)
{
    if (!has_suspicion()) return true;
    const int32_t routines[] = {sim->model->derivatives, sim->model->outputs};
    if (is_looked_at(sim)) return comparisons_were_sound(sim, routines, 2);
    feclearexcept(SUSPICIONS);
    return true;
}
