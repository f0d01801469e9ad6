// THE list of passes from equations to blocks, in execution order. A pass is one row; it may rely
// on all rows above it.
#include "causal/analysis.h"
#include "equations/system_tables.h"

typedef struct PassDesc {
    const char *name;
    bool (*run)(Analysis *a); // false after an error was reported
} PassDesc;

static bool begin_algebra(Analysis *a)
{
    expr_algebra(a->exprs, true);
    return true;
}

static const PassDesc passes[] = {
    {"late parameters", mark_late_parameters}, // what is known only after initialization
    {"alias", eliminate_aliases},              // x = y, x = -y, x = constant
    {"parameters", order_parameters},          // needs alias: makes computed parameters
    {"algebra", begin_algebra},        // needs parameters: nothing is evaluated from here on
    {"semi-linear", join_semi_linear}, // needs alias: flows that are equal have one name
    {"idle derivatives", forget_idle_derivatives}, // needs alias: simplified equations
    {"constraints", expose_constraints},           // needs alias: what connections have in common
    {"states", settle_states},                     // index reduction, then dummy derivatives
    {"discretize", discretize_clocked},            // needs states: those of clocked partitions
    {"tears", find_forced_tearing},                // needs states: these cannot be torn at
    {"simulation", sort_simulation},               // needs states: blocks between events
    {"events", sort_events},                       // needs simulation: shares its blocks
    {"initial", sort_initial},                     // needs states: which starts can complete it
    {"sections", divide_sections},                 // needs simulation
    {"sparsity", find_sparsity},                   // needs sections
    {"linearize", linearize},                      // needs sections
    {"formula", inline_formula},       // needs sections: shares blocks of the simulation
    {"idle tears", report_idle_tears}, // needs all loops
};

// ---- The driver ---------------------------------------------------------------------

CausalSystem *causalize(Session *s, const EquationSystem *written, const CausalOptions *options,
                        Arena *out)
{
    Arena *whole = arena_open("causalize");
    CausalSystem *causal = ARENA_NEW(out, CausalSystem);
    EquationSystem *system = causal->system = system_copy(written, out);
    Analysis a = {.session = s,
                  .exprs = s->exprs,
                  .system = system,
                  .causal = causal,
                  .options = options,
                  .out = out,
                  .whole = whole,
                  .parameter_values = map_make(whole),
                  .walker = walker_open(s->exprs, whole)};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof passes / sizeof *passes; i++) {
        a.scratch = arena_open(passes[i].name);
        ok = passes[i].run(&a);
        arena_close(a.scratch);
    }
    expr_algebra(s->exprs, false);
    causal->blocks = a.blocks.data;
    causal->n_blocks = (int32_t)a.blocks.count;
    arena_close(whole);
    return ok ? causal : NULL;
}
