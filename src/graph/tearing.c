// Tearing by greedy choice of equations with look-ahead, repeated from several beginnings.
//
// The baseline is the heuristic of [CK06, ch. 7]: from the equations with most unknowns take the
// variable with most occurrences that lets most other equations be made causal. It fixes a residual
// equation with every variable, and that is how it can corner itself: later choices may need the
// equation that was given away. Here only variables are chosen. An equation becomes a residual when
// all its variables are known and nobody has used it, so there is no corner and nothing to
// backtrack from: the residual system is the Schur complement of the solved part, regular whenever
// the block is.
//
// Choice at a standstill: look at equations with few unknowns (as in the preassigned pivots of
// [HR71]) and at equations near the last step; for each, assume all unknowns but one, substitute
// forward as far as it goes, and take back. The best ratio of solved to assumed variables wins.
// Unlike the baseline this counts what a whole group of assumed variables brings, which matters in
// bands. Look-ahead and number of candidates are bounded, so a standstill costs a constant.
//
// Then the whole is repeated with every variable as the first assumption until the work limit is
// reached; for one iteration variable this is exhaustive. Last, iteration variables which the
// others determine are removed.
//
// Pivots. Structurally a band matrix can be torn with as many variables as its width by marching
// along it, and the result is useless: every step divides by a small outer coefficient, and the
// errors grow exponentially along the march. Bounding the number of weak pivots would not help
// either, since a long chain of mildly weak ones is as bad as a short one of very weak ones. What
// counts is the product, so the bound is on the growth along the chain (substitution.c). Sizes are
// made comparable by scaling rows and columns to largest entries of one [Rui01]; without it the
// definition of a derivative, large by its unit alone, would look like a weak pivot.
#include "graph/tearing.h"

#include <math.h>
#include <string.h>

#include "base/checked.h"
#include "base/vec.h"
#include "graph/substitution.h"

// Bounds of work [M40].
enum {
    MOST_CANDIDATES = 24, // equations tried at a standstill of a large block
    MOST_VARIANTS = 8,    // variables of such an equation tried as the one to be solved
    LOOK_AHEAD = 64,      // steps substituted for a trial in a large block
    SMALL_BLOCK = 60,     // up to here every equation is a candidate and look-ahead is complete
    COUNTS = 8,           // equations are kept by their number of unknowns up to this
    SEARCH_ROWS = 200,    // equations visited in search of candidates near the last step
    FREE_WORK = 500000    // edges looked at for a second opinion in a block of any size
};

// What a choice costs and brings.
typedef struct {
    int32_t n_never, n_assumed, n_solved;
    int32_t preference; // sum over the assumed variables
} Score;

typedef struct {
    int32_t eqn;
    int32_t keep; // the variable that is to be solved, not assumed
} Choice;

typedef struct {
    const TearingProblem *problem;
    Arena *scratch;
    Substitution s;
    VEC(int32_t) eqns_of_count[COUNTS + 1]; // with that many unknowns once; maybe fewer by now
    int32_t *stamp_of_eqn, stamp;           // candidates of the present standstill
    int32_t *visit_of_eqn, visit;           // visited in the search for candidates
    int32_t *candidates, n_candidates;
    int32_t *search;        // queue of equations
    VEC(int32_t) unknowns;  // of the equation under trial
    int32_t first_unknown;  // all variables before it are known
    int32_t *source_of_var; // who makes it known; -1: nobody, or the block is small
    int64_t work_limit;
    // the best sequence so far
    SubstitutionStep *best;
    Score best_score;
} Search;

static bool is_small(const Search *t)
{
    return t->problem->block->n_eqns <= SMALL_BLOCK;
}

static bool is_exhausted(const Search *t)
{
    return t->s.work > t->work_limit;
}

static int preference_of(const Search *t, int32_t var)
{
    return t->problem->preference_of_var ? t->problem->preference_of_var[var] : 0;
}

// ---- scores ------------------------------------------------------------------------------------

static void count_assumed(const Search *t, Score *score, int32_t var)
{
    score->n_assumed++;
    if (preference_of(t, var) == TEAR_NEVER)
        score->n_never++;
    else
        score->preference += preference_of(t, var);
}

// Any choice is better than this one.
static const Score no_score = {.n_never = INT32_MAX, .n_assumed = 1};

// More solved per assumed variable is better; then the preferences; then the smaller group.
static bool is_better(const Score *a, const Score *b)
{
    if (a->n_never != b->n_never) return a->n_never < b->n_never;
    int64_t left = (int64_t)a->n_solved * b->n_assumed, right = (int64_t)b->n_solved * a->n_assumed;
    if (left != right) return left > right;
    left = (int64_t)a->preference * b->n_assumed;
    right = (int64_t)b->preference * a->n_assumed;
    if (left != right) return left > right;
    return a->n_assumed < b->n_assumed;
}

static Score score_of_trail(const Search *t, int32_t from)
{
    Score score = {0};
    for (int32_t i = from; i < t->s.n_steps; i++)
        if (t->s.trail[i].eqn < 0)
            count_assumed(t, &score, t->s.trail[i].var);
        else
            score.n_solved++;
    return score;
}

// ---- candidates at a standstill ----------------------------------------------------------------

static void add_candidate(Search *t, int32_t eqn)
{
    if (t->stamp_of_eqn[eqn] == t->stamp || t->s.n_unknowns_of_eqn[eqn] < 2) return;
    t->stamp_of_eqn[eqn] = t->stamp;
    t->candidates[t->n_candidates++] = eqn;
}

static void file_equation(Search *t, int32_t eqn)
{
    int32_t count = t->s.n_unknowns_of_eqn[eqn];
    if (count >= 2) VEC_PUSH(t->scratch, &t->eqns_of_count[count < COUNTS ? count : COUNTS], eqn);
}

// The equations of variables that became known have fewer unknowns now.
static void file_changed(Search *t, int32_t first_step)
{
    const Bipartite *g = t->problem->block;
    for (int32_t i = first_step; i < t->s.n_steps; i++) {
        int32_t var = t->s.trail[i].var;
        for (int32_t k = g->first_slot_of_var[var]; k < g->first_slot_of_var[var + 1]; k++)
            file_equation(t, g->eqn_of_slot[k]);
    }
}

// Fewest unknowns first, latest changed first. Outdated entries are dropped on the way.
static void add_fewest_unknowns(Search *t, int32_t most)
{
    for (int32_t count = 2; count <= COUNTS && t->n_candidates < most; count++) {
        int32_t first = t->n_candidates;
        while (t->eqns_of_count[count].count > 0 && t->n_candidates < most) {
            int32_t eqn = VEC_POP(&t->eqns_of_count[count]), now = t->s.n_unknowns_of_eqn[eqn];
            if (now == count || (now > count && count == COUNTS)) add_candidate(t, eqn);
        }
        for (int32_t i = t->n_candidates; i > first; i--)
            VEC_PUSH(t->scratch, &t->eqns_of_count[count], t->candidates[i - 1]);
    }
}

static void visit_equations_of(Search *t, int32_t var, int32_t *tail)
{
    const Bipartite *g = t->problem->block;
    for (int32_t i = g->first_slot_of_var[var];
         i < g->first_slot_of_var[var + 1] && *tail < SEARCH_ROWS; i++) {
        int32_t eqn = g->eqn_of_slot[i];
        t->s.work++;
        if (t->visit_of_eqn[eqn] == t->visit) continue;
        t->visit_of_eqn[eqn] = t->visit;
        t->search[(*tail)++] = eqn;
    }
}

// Breadth first from the equations of the last known variable, through known and unknown ones.
static void add_near_last_step(Search *t, int32_t most)
{
    const Bipartite *g = t->problem->block;
    int32_t tail = 0;
    t->visit++;
    visit_equations_of(t, t->s.n_steps > 0 ? t->s.trail[t->s.n_steps - 1].var : 0, &tail);
    for (int32_t head = 0; head < tail && t->n_candidates < most; head++) {
        int32_t e = t->search[head];
        add_candidate(t, e);
        for (int32_t k = g->first_edge_of_eqn[e];
             k < g->first_edge_of_eqn[e + 1] && tail < SEARCH_ROWS; k++)
            visit_equations_of(t, g->var_of_edge[k], &tail);
    }
}

static void collect_candidates(Search *t)
{
    t->n_candidates = 0;
    t->stamp++;
    if (is_small(t)) {
        for (int32_t e = 0; e < t->problem->block->n_eqns; e++) add_candidate(t, e);
        return;
    }
    int32_t most = is_exhausted(t) ? 2 : MOST_CANDIDATES;
    add_fewest_unknowns(t, most / 2);
    add_near_last_step(t, most);
}

// ---- trials ------------------------------------------------------------------------------------

// Preferred variables first, then those in most equations: they bring most, and where two are
// tied by an equation of their own the second need not be assumed any more.
static bool is_assumed_before(const Search *t, int32_t a, int32_t b)
{
    const Bipartite *g = t->problem->block;
    int gain = preference_of(t, a) - preference_of(t, b);
    if (gain == 0) gain = bipartite_var_degree(g, a) - bipartite_var_degree(g, b);
    return gain != 0 ? gain > 0 : a < b;
}

static void sort_for_assuming(const Search *t, int32_t *vars, uint32_t n)
{
    for (uint32_t gap = n / 2; gap > 0; gap /= 2) // Shell: in place, no recursion
        for (uint32_t i = gap; i < n; i++) {
            int32_t var = vars[i];
            uint32_t j = i;
            for (; j >= gap && is_assumed_before(t, var, vars[j - gap]); j -= gap)
                vars[j] = vars[j - gap];
            vars[j] = var;
        }
}

static void list_unknowns(Search *t, int32_t eqn)
{
    const Bipartite *g = t->problem->block;
    t->unknowns.count = 0;
    for (int32_t k = g->first_edge_of_eqn[eqn]; k < g->first_edge_of_eqn[eqn + 1]; k++)
        if (!t->s.is_known[g->var_of_edge[k]])
            VEC_PUSH(t->scratch, &t->unknowns, g->var_of_edge[k]);
    sort_for_assuming(t, t->unknowns.data, t->unknowns.count);
    t->s.work += bipartite_eqn_degree(g, eqn);
}

static void assume(Search *t, int32_t var, int32_t most_steps)
{
    substitution_assume(&t->s, var);
    substitution_propagate(&t->s, most_steps);
}

// Assume the listed unknowns except the kept one, one after the other, and substitute. Instead of
// a variable its source is assumed, which makes both known.
static void carry_out(Search *t, int32_t keep, int32_t most_steps)
{
    for (uint32_t i = 0; i < t->unknowns.count; i++) {
        int32_t var = t->unknowns.data[i], source = t->source_of_var[var];
        if (var == keep || t->s.is_known[var]) continue;
        if (source >= 0 && source != keep && !t->s.is_known[source]) assume(t, source, most_steps);
        if (!t->s.is_known[var]) assume(t, var, most_steps);
    }
}

// An equation of two variables that can be solved for one of them only, as an integration formula
// is: the other one is its source.
static void find_sources(Search *t)
{
    const Bipartite *g = t->problem->block;
    for (int32_t v = 0; v < g->n_vars; v++) t->source_of_var[v] = -1;
    for (int32_t e = 0; !is_small(t) && e < g->n_eqns; e++) {
        int32_t k = g->first_edge_of_eqn[e];
        if (bipartite_eqn_degree(g, e) != 2) continue;
        bool first = substitution_may_solve(&t->s, k),
             second = substitution_may_solve(&t->s, k + 1);
        if (first && !second) t->source_of_var[g->var_of_edge[k]] = g->var_of_edge[k + 1];
        if (second && !first) t->source_of_var[g->var_of_edge[k + 1]] = g->var_of_edge[k];
    }
}

static bool may_keep(const Search *t, int32_t eqn, int32_t var)
{
    const Bipartite *g = t->problem->block;
    for (int32_t k = g->first_edge_of_eqn[eqn]; k < g->first_edge_of_eqn[eqn + 1]; k++)
        if (g->var_of_edge[k] == var) return substitution_may_solve(&t->s, k);
    return false;
}

// Try an equation with several of its variables as the one that is solved, rare ones first.
static void try_equation(Search *t, int32_t eqn, Choice *best, Score *best_score)
{
    int32_t mark = t->s.n_steps, n_variants = 0;
    int32_t most_variants = is_small(t) ? INT32_MAX : is_exhausted(t) ? 1 : MOST_VARIANTS;
    int32_t most_steps = is_small(t) ? INT32_MAX : LOOK_AHEAD;
    list_unknowns(t, eqn);
    for (uint32_t i = t->unknowns.count; i > 0 && n_variants < most_variants; i--) {
        int32_t keep = t->unknowns.data[i - 1];
        if (!may_keep(t, eqn, keep)) continue;
        n_variants++;
        carry_out(t, keep, most_steps);
        Score score = score_of_trail(t, mark);
        substitution_undo(&t->s, mark);
        if (score.n_solved == 0 || !is_better(&score, best_score)) continue;
        *best = (Choice){eqn, keep};
        *best_score = score;
    }
}

// Nothing can be solved by any group of assumptions that was tried: assume a single variable.
static void assume_one(Search *t)
{
    if (t->n_candidates > 0) {
        list_unknowns(t, t->candidates[0]);
        substitution_assume(&t->s, t->unknowns.data[0]);
    } else {
        while (t->s.is_known[t->first_unknown]) t->first_unknown++;
        substitution_assume(&t->s, t->first_unknown);
    }
    substitution_propagate(&t->s, INT32_MAX);
}

static void go_on(Search *t)
{
    Choice best = {-1, -1};
    Score best_score = no_score;
    int32_t mark = t->s.n_steps;
    collect_candidates(t);
    for (int32_t i = 0; i < t->n_candidates; i++)
        try_equation(t, t->candidates[i], &best, &best_score);
    if (best.eqn >= 0) {
        list_unknowns(t, best.eqn);
        carry_out(t, best.keep, INT32_MAX);
    } else {
        assume_one(t);
    }
    file_changed(t, mark);
}

// ---- complete sequences ------------------------------------------------------------------------

static void keep_if_better(Search *t)
{
    Score score = score_of_trail(t, 0);
    if (!is_better(&score, &t->best_score)) return;
    t->best_score = score;
    memcpy(t->best, t->s.trail, (size_t)t->s.n_steps * sizeof *t->best);
}

// Whether the present beginning can still become better than the best sequence.
static bool is_hopeful(const Search *t)
{
    int32_t allowed = t->best_score.n_assumed - (t->problem->preference_of_var ? 0 : 1);
    return t->s.n_assumed <= allowed || t->best_score.n_never > 0;
}

static void assume_required(Search *t)
{
    for (int32_t v = 0; t->problem->preference_of_var && v < t->problem->block->n_vars; v++)
        if (preference_of(t, v) == TEAR_ALWAYS && !t->s.is_known[v]) substitution_assume(&t->s, v);
    substitution_propagate(&t->s, INT32_MAX);
}

// One sequence, with a given first assumption or (-1) a free choice.
static void run_from(Search *t, int32_t first)
{
    substitution_begin(&t->s);
    assume_required(t);
    t->first_unknown = 0;
    for (int32_t count = 0; count <= COUNTS; count++) t->eqns_of_count[count].count = 0;
    if (first >= 0 && !t->s.is_known[first]) {
        substitution_assume(&t->s, first);
        substitution_propagate(&t->s, INT32_MAX);
    }
    if (!is_small(t))
        for (int32_t e = t->problem->block->n_eqns - 1; e >= 0; e--) file_equation(t, e);
    while (!substitution_is_complete(&t->s) && is_hopeful(t)) go_on(t);
    if (substitution_is_complete(&t->s)) keep_if_better(t);
}

static void run_from_every_variable(Search *t)
{
    for (int32_t v = 0; v < t->problem->block->n_vars && !is_exhausted(t); v++) {
        bool is_optimal = t->best_score.n_assumed <= 1 && t->best_score.n_never == 0 &&
                          preference_of(t, v) <= t->best_score.preference;
        if (!is_optimal && preference_of(t, v) != TEAR_NEVER) run_from(t, v);
    }
}

// The most preferred variables first, as long as that is not more than the best sequence needs: one
// by one they may each lose against others and be best together.
static void run_from_preferred(Search *t)
{
    int32_t n = t->problem->block->n_vars;
    int most = 0;
    for (int32_t v = 0; v < n; v++)
        if (preference_of(t, v) != TEAR_ALWAYS && preference_of(t, v) > most)
            most = preference_of(t, v);
    if (most == 0) return;
    substitution_begin(&t->s);
    assume_required(t);
    for (int32_t v = 0; v < n && t->s.n_assumed < t->best_score.n_assumed; v++) {
        if (preference_of(t, v) != most || t->s.is_known[v]) continue;
        substitution_assume(&t->s, v);
        substitution_propagate(&t->s, INT32_MAX);
    }
    if (substitution_is_complete(&t->s)) keep_if_better(t);
}

// Without one of its iteration variables, does the best sequence still determine everything?
static bool is_redundant(Search *t, int32_t step)
{
    substitution_begin(&t->s);
    assume_required(t);
    for (int32_t i = 0; i < t->problem->block->n_vars; i++) {
        int32_t var = t->best[i].var;
        if (t->best[i].eqn >= 0 || i == step || t->s.is_known[var]) continue;
        substitution_assume(&t->s, var);
        substitution_propagate(&t->s, INT32_MAX);
    }
    return substitution_is_complete(&t->s);
}

static void remove_redundant(Search *t)
{
    for (int32_t i = 0; i < t->problem->block->n_vars && !is_exhausted(t);) {
        bool is_removed = t->best_score.n_assumed > 1 && t->best[i].eqn < 0 &&
                          preference_of(t, t->best[i].var) != TEAR_ALWAYS && is_redundant(t, i);
        if (is_removed) keep_if_better(t);
        i = is_removed ? 0 : i + 1;
    }
}

// With `var` in the place of one of its iteration variables, does the best sequence still determine
// everything?
static bool is_exchangeable(Search *t, int32_t step, int32_t var)
{
    substitution_begin(&t->s);
    assume_required(t);
    if (t->s.is_known[var]) return false;
    substitution_assume(&t->s, var);
    substitution_propagate(&t->s, INT32_MAX);
    for (int32_t i = 0; i < t->problem->block->n_vars; i++) {
        int32_t other = t->best[i].var;
        if (t->best[i].eqn >= 0 || i == step || t->s.is_known[other]) continue;
        substitution_assume(&t->s, other);
        substitution_propagate(&t->s, INT32_MAX);
    }
    return substitution_is_complete(&t->s) && t->s.n_assumed <= t->best_score.n_assumed;
}

// The search looks at groups of variables and may pass by a preferred one.
static bool exchange_one(Search *t)
{
    int32_t n = t->problem->block->n_vars;
    for (int32_t i = 0; i < n; i++) {
        if (t->best[i].eqn >= 0) continue;
        int preference = preference_of(t, t->best[i].var);
        for (int32_t v = 0; v < n && preference != TEAR_ALWAYS && !is_exhausted(t); v++)
            if (preference_of(t, v) > preference && is_exchangeable(t, i, v)) {
                keep_if_better(t);
                return true;
            }
    }
    return false;
}

static void exchange_for_preferred(Search *t)
{
    if (!t->problem->preference_of_var) return;
    int32_t before = t->best_score.preference - 1; // ends when nothing is gained
    while (t->best_score.preference > before) {
        before = t->best_score.preference;
        if (!exchange_one(t)) return;
    }
}

// ---- sizes of coefficients ---------------------------------------------------------------------

// Five sweeps bring rows and columns within a few percent of each other, which is far more than a
// bound by absolute sums can use.
enum { SCALING_SWEEPS = 5 };

static void scale_sizes(Arena *scratch, const Bipartite *g, double *scaled)
{
    double *largest_of_row = ARENA_RAW(scratch, double, g->n_eqns);
    double *largest_of_column = ARENA_RAW(scratch, double, g->n_vars);
    for (int sweep = 0; sweep < SCALING_SWEEPS; sweep++) {
        for (int32_t e = 0; e < g->n_eqns; e++) largest_of_row[e] = 0.0;
        for (int32_t v = 0; v < g->n_vars; v++) largest_of_column[v] = 0.0;
        for (int32_t e = 0; e < g->n_eqns; e++)
            for (int32_t k = g->first_edge_of_eqn[e]; k < g->first_edge_of_eqn[e + 1]; k++) {
                int32_t v = g->var_of_edge[k];
                largest_of_row[e] = fmax(largest_of_row[e], scaled[k]);
                largest_of_column[v] = fmax(largest_of_column[v], scaled[k]);
            }
        for (int32_t e = 0; e < g->n_eqns; e++)
            for (int32_t k = g->first_edge_of_eqn[e]; k < g->first_edge_of_eqn[e + 1]; k++) {
                int32_t v = g->var_of_edge[k];
                if (scaled[k] > 0.0) scaled[k] /= sqrt(largest_of_row[e] * largest_of_column[v]);
            }
    }
}

static const double *scale_all_sizes(Arena *scratch, const Bipartite *g, const double *size,
                                     int32_t n_sizes)
{
    double *scaled = ARENA_COPY(scratch, double, size, (size_t)g->n_edges *(size_t)n_sizes);
    for (int32_t list = 0; list < n_sizes; list++)
        scale_sizes(scratch, g, scaled + list * g->n_edges);
    return scaled;
}

// ---- begin and end -----------------------------------------------------------------------------

static SubstitutionRules rules_of(Arena *scratch, const TearingProblem *problem)
{
    const Bipartite *g = problem->block;
    SubstitutionRules rules = {
        .block = g, .may_solve = problem->may_solve, .growth_limit = INFINITY};
    if (problem->growth_limit > 0.0) rules.growth_limit = problem->growth_limit;
    if (problem->size_of_edge) {
        rules.n_sizes = problem->n_sizes > 1 ? problem->n_sizes : 1;
        rules.size_of_edge = scale_all_sizes(scratch, g, problem->size_of_edge, rules.n_sizes);
    }
    return rules;
}

static Search search_open(Arena *scratch, const TearingProblem *problem)
{
    const Bipartite *g = problem->block;
    SubstitutionRules rules = rules_of(scratch, problem);
    return (Search){.problem = problem,
                    .scratch = scratch,
                    .s = substitution_open(scratch, rules),
                    .stamp_of_eqn = ARENA_ARRAY(scratch, int32_t, g->n_eqns),
                    .visit_of_eqn = ARENA_ARRAY(scratch, int32_t, g->n_eqns),
                    .candidates = ARENA_RAW(scratch, int32_t, g->n_eqns + MOST_CANDIDATES),
                    .search = ARENA_RAW(scratch, int32_t, SEARCH_ROWS),
                    .source_of_var = ARENA_RAW(scratch, int32_t, g->n_vars),
                    .best_score = no_score,
                    .best = ARENA_RAW(scratch, SubstitutionStep, g->n_vars)};
}

static double growth_in_list(Arena *scratch, const Bipartite *g, const Tearing *t,
                             const double *size)
{
    double *growth = ARENA_RAW(scratch, double, g->n_vars), largest = 0.0;
    for (int32_t i = 0; i < g->n_vars; i++) growth[i] = 1.0;
    for (int32_t i = 0; i < t->n_steps; i++) {
        int32_t e = t->eqn_of_step[i], var = t->var_of_step[i];
        double sum = 0.0, pivot = 1.0;
        for (int32_t k = g->first_edge_of_eqn[e]; k < g->first_edge_of_eqn[e + 1]; k++)
            if (g->var_of_edge[k] == var)
                pivot = size[k];
            else
                sum += size[k] * growth[g->var_of_edge[k]];
        growth[var] = sum / pivot;
        largest = fmax(largest, growth[var]);
    }
    return largest;
}

static double largest_growth(Arena *scratch, const SubstitutionRules *rules, const Tearing *t)
{
    const Bipartite *g = rules->block;
    double largest = 0.0;
    for (int32_t list = 0; list < rules->n_sizes; list++)
        largest =
            fmax(largest, growth_in_list(scratch, g, t, rules->size_of_edge + list * g->n_edges));
    return largest;
}

double tearing_growth(const TearingProblem *problem, const Tearing *tearing)
{
    Arena *scratch = arena_open("growth of a tearing");
    SubstitutionRules rules = rules_of(scratch, problem);
    double growth = largest_growth(scratch, &rules, tearing);
    arena_close(scratch);
    return growth;
}

static Tearing finish(Arena *out, Search *t)
{
    const Bipartite *g = t->problem->block;
    int32_t n_torn = t->best_score.n_assumed, n_steps = g->n_vars - n_torn;
    Tearing result = {.n_torn = n_torn,
                      .eqn_of_step = ARENA_RAW(out, int32_t, n_steps),
                      .var_of_step = ARENA_RAW(out, int32_t, n_steps),
                      .residual_eqns = ARENA_RAW(out, int32_t, g->n_eqns - n_steps),
                      .iteration_vars = ARENA_RAW(out, int32_t, n_torn)};
    bool *is_solved = ARENA_ARRAY(t->scratch, bool, g->n_vars);
    bool *is_used = ARENA_ARRAY(t->scratch, bool, g->n_eqns);
    for (int32_t i = 0; i < g->n_vars; i++) {
        if (t->best[i].eqn < 0) continue;
        result.eqn_of_step[result.n_steps] = t->best[i].eqn;
        result.var_of_step[result.n_steps++] = t->best[i].var;
        is_solved[t->best[i].var] = is_used[t->best[i].eqn] = true;
    }
    for (int32_t v = 0, n = 0; v < g->n_vars; v++)
        if (!is_solved[v]) result.iteration_vars[n++] = v;
    for (int32_t e = 0, n = 0; e < g->n_eqns; e++)
        if (!is_used[e]) result.residual_eqns[n++] = e;
    return result;
}

static bool step_is_sound(const TearingProblem *problem, const bool *is_known, int32_t eqn,
                          int32_t var)
{
    const Bipartite *g = problem->block;
    bool is_solved = false;
    for (int32_t k = g->first_edge_of_eqn[eqn]; k < g->first_edge_of_eqn[eqn + 1]; k++)
        if (g->var_of_edge[k] == var)
            is_solved = !problem->may_solve || bitset_has(problem->may_solve, (uint32_t)k);
        else if (!is_known[g->var_of_edge[k]])
            return false;
    return is_solved;
}

bool tearing_check(const TearingProblem *problem, const Tearing *tearing)
{
    const Bipartite *g = problem->block;
    Arena *scratch = arena_open("tearing check");
    bool *is_known = ARENA_ARRAY(scratch, bool, g->n_vars);
    bool *is_used = ARENA_ARRAY(scratch, bool, g->n_eqns);
    bool ok = tearing->n_torn + tearing->n_steps == g->n_vars;
    for (int32_t i = 0; ok && i < tearing->n_torn; i++) {
        int32_t e = tearing->residual_eqns[i], var = tearing->iteration_vars[i];
        ok = !is_known[var] && !is_used[e];
        is_known[var] = is_used[e] = true;
    }
    for (int32_t i = 0; ok && i < tearing->n_steps; i++) {
        int32_t e = tearing->eqn_of_step[i], var = tearing->var_of_step[i];
        ok = !is_known[var] && !is_used[e] && step_is_sound(problem, is_known, e, var);
        is_known[var] = is_used[e] = true;
    }
    arena_close(scratch);
    return ok;
}

// Beyond the first sequence: a millisecond or two for blocks of usual size.
static int64_t work_for(const TearingProblem *problem)
{
    if (problem->work_limit > 0) return problem->work_limit;
    return FREE_WORK + 10 * (int64_t)problem->block->n_edges;
}

Tearing tear_block(Arena *out, const TearingProblem *problem)
{
    Arena *scratch = arena_open("tearing");
    Search t = search_open(scratch, problem);
    find_sources(&t);
    int64_t work = work_for(problem);
    // The first choice is made with care as long as that costs less than a second, or its share in
    // the work of a block that is larger still.
    t.work_limit = 100 * (FREE_WORK + (int64_t)problem->block->n_edges);
    run_from(&t, -1);
    t.work_limit = t.s.work + work;
    run_from_every_variable(&t);
    run_from_preferred(&t);
    t.work_limit = t.s.work + work;
    remove_redundant(&t);
    t.work_limit = t.s.work + work;
    exchange_for_preferred(&t);
    Tearing result = finish(out, &t);
    result.growth = largest_growth(scratch, &t.s.rules, &result);
    arena_close(scratch);
    CHECKED(tearing_check(problem, &result));
    return result;
}
