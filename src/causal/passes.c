// THE list of passes from equations to blocks, in execution order. A pass is one row: what it needs
// must have been given by rows above it.
#include <string.h>

#include "causal/analysis.h"
#include "equations/system_tables.h"

typedef enum {                // what is known once a pass has run
    LATE_PARAMETERS = 1 << 0, // which parameters are found by the initial system
    ALIASES = 1 << 1,         // expressions speak of one variable of each set
    PARAMETERS = 1 << 2,      // in the order of their evaluation
    CONSTRAINTS = 1 << 3,     // what connections have in common is written as equations
    STATES = 1 << 4,          // index one, and who is integrated
    TEARS = 1 << 5,           // where the user wants loops to be torn
    SIMULATION = 1 << 6,      // blocks between events
    EVENTS = 1 << 7,          // blocks at events
    INITIAL = 1 << 8,         // blocks at the start
    SECTIONS = 1 << 9,        // which blocks who needs
    MATRICES = 1 << 10,       // patterns and derivatives of the whole
    STEP = 1 << 11,           // blocks of a step with an inlined formula
    FOR_RUN = 1 << 12         // nothing wrong: who asks for that alone does without such a pass
} Fact;

typedef struct PassDesc {
    const char *name;
    bool (*run)(Analysis *a); // false after an error was reported
    unsigned needs, gives;    // Facts
} PassDesc;

static const PassDesc passes[] = {
    {"late parameters", mark_late_parameters, 0, LATE_PARAMETERS},
    {"idle inputs", settle_idle_inputs, 0, 0},                 // that nothing needs
    {"standing flows", settle_standing_flows, 0, 0},           // before x = 0 is put in
    {"alias", eliminate_aliases, LATE_PARAMETERS, ALIASES},    // x = y, x = -y, x = constant
    {"parameters", order_parameters, ALIASES, PARAMETERS},     // aliases make computed ones
    {"semi-linear", join_semi_linear, ALIASES, 0},             // flows that are equal have one name
    {"idle derivatives", forget_idle_derivatives, ALIASES, 0}, // of simplified equations
    {"constraints", expose_constraints, ALIASES, CONSTRAINTS},
    {"states", settle_states, CONSTRAINTS | PARAMETERS, STATES},
    {"discretize", discretize_clocked, STATES, 0},    // those of clocked partitions
    {"tears", find_forced_tearing, STATES, TEARS},    // a state cannot be torn at
    {"state wishes", report_state_wishes, STATES, 0}, // always and never that are not met
    {"simulation", sort_simulation, STATES | TEARS, SIMULATION},
    {"events", sort_events, SIMULATION, EVENTS},                // shares its blocks
    {"initial", sort_initial, STATES, INITIAL},                 // which starts can complete it
    {"text loops", refuse_text_loops, EVENTS | INITIAL, 0},     // nobody can solve for a String
    {"guesses", find_start_guesses, EVENTS | INITIAL, FOR_RUN}, // other than the start values
    {"sections", divide_sections, SIMULATION, SECTIONS | FOR_RUN},
    {"sparsity", find_sparsity, SECTIONS, FOR_RUN},
    {"linearize", find_linearization, SECTIONS, MATRICES | FOR_RUN},
    {"formula", inline_formula, SECTIONS, STEP}, // shares blocks of the simulation
    {"idle tears", report_idle_tears, SIMULATION | EVENTS | INITIAL | STEP, 0},
    {"solvers", choose_solvers, MATRICES | EVENTS | INITIAL | STEP, FOR_RUN}, // of all loops
    {"scales", find_relation_scales, SECTIONS, FOR_RUN}, // of what decides about events
};
enum { N_PASSES = sizeof passes / sizeof *passes };

// In debug builds the order of the rows and the system behind every pass are looked at.
static bool pass_is_sound(const Analysis *a, const PassDesc *pass, unsigned facts)
{
#ifdef TARN_CHECK
    Text complaint = text_make(a->whole);
    if ((pass->needs & facts) != pass->needs)
        text_add(&complaint, "it needs what no pass before it gives");
    else if (system_check(a->system, &complaint))
        return true;
    diag_error(a->session->diag, (Span){0, 0}, E_INTERNAL, "pass '%s': %s", pass->name,
               text_cstr(&complaint));
    return false;
#else
    (void)a, (void)pass, (void)facts;
    return true;
#endif
}

// ---- Quotients ----------------------------------------------------------------------

static bool is_settled(void *client, VarId var)
{
    const EquationSystem *system = client;
    uint8_t role = system_variable(system, var)->role;
    return role == ROLE_CONSTANT || role == ROLE_PARAMETER || role == ROLE_EXTERNAL;
}

static void simplify(void *client, const Expr **e, Span span)
{
    (void)span;
    *e = expr_simplified(client, *e);
}

// ---- The driver ---------------------------------------------------------------------

CausalSystem *causalize(Session *s, EquationSystem *system, const CausalOptions *options,
                        Arena *out)
{
    Arena *whole = arena_open("causalize");
    CausalSystem *causal = ARENA_NEW(out, CausalSystem);
    causal->system = system;
    causal->states_grew = options->states == STATES_GROWING;
    Analysis a = {.session = s,
                  .exprs = s->exprs,
                  .system = system,
                  .causal = causal,
                  .options = options,
                  .out = out,
                  .whole = whole,
                  .parameter_values = map_make(whole),
                  .tearings = known_tearings_make(whole),
                  .walker = walker_open(s->exprs, whole)};
    bool ok = true;
    unsigned facts = 0;
    const SettledNames settled = {system, is_settled};
    if (expr_settle(s->exprs, &settled))
        system_each_expression(system, IN_ALL_TABLES | WITH_ATTRIBUTES, s->exprs, simplify);
    for (int i = 0; ok && i < N_PASSES; i++) {
        a.scratch = arena_open(passes[i].name);
        bool is_left_out = options->only_checks && passes[i].gives & FOR_RUN;
        ok = is_left_out || (passes[i].run(&a) && pass_is_sound(&a, &passes[i], facts));
        arena_close(a.scratch);
        facts |= passes[i].gives;
        if (ok && options->last_pass && !strcmp(options->last_pass, passes[i].name)) break;
    }
    expr_algebra(s->exprs, false);
    expr_settle(s->exprs, NULL);
    causal->blocks = a.blocks.data;
    causal->n_blocks = (int32_t)a.blocks.count;
    arena_close(whole);
    return ok ? causal : NULL;
}

const char *causal_pass_name(int i)
{
    return i < N_PASSES ? passes[i].name : NULL;
}
