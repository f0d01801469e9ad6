// tests/graph/*.graph: the algorithms of graph/ on equation systems of a few lines.
//
//   # a remark
//   1: a b der(c)            equation 1 and its variables; der(c) is linked to c
//   2: a! b                  equation 2 cannot be solved for a
//   3: a*0.5 b               the coefficient of a has the size 0.5 (1 where nothing is said)
//   known: a                 from here on a is no unknown (a state, a given function of time)
//   prefer: a b              rather an iteration variable than others
//   torn: a b                in any case an iteration variable
//   never: a b               no iteration variable if there is any other way
//   limit: 1e6               bound for the growth along torn sequences
//
// Expectations; everything up to the line counts, so one file can look at several stages.
//
//   matching: 4              equations in a maximum matching
//   blocks: {1 | a} {2 3 | b c}           in evaluation order
//   loops: 6 2               sizes of the blocks with more than one equation; or none
//   dm: over {1 2 | a} under {3 | b c}    connected pieces; or well
//   pantelides: 6' 2''       how often which equation is differentiated; none; unsolvable
//                            the differentiated equations belong to the system from here on,
//                            as derivatives of linear equations: 6' has der(x) for each x of 6
//   growing: 6' | x y        what is made by differentiation while states grow, and the states
//                            that were added (-x: taken back), offered as they occur in the file
//   tearing: 1               iteration variables of all loops together; also <= 3
//   tearing: 1 | d           with their names
//   groups: 3                column groups for difference quotients
//
// The actual file is the expected one with the results put in, so --bless writes it.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/bitset.h"
#include "base/vec.h"
#include "graph/coloring.h"
#include "graph/dulmage_mendelsohn.h"
#include "graph/growing.h"
#include "graph/strong_components.h"
#include "graph/tearing.h"
#include "testing.h"

typedef struct Occurrence {
    int32_t var;
    bool may_solve;
    double size;
} Occurrence;

typedef struct Equation {
    const char *label;
    Occurrence *occurrences;
    int32_t n_occurrences;
} Equation;

typedef struct Variable {
    const char *name;
    int32_t derivative; // -1: none
    bool is_known;
    int8_t preference;
} Variable;

typedef struct System {
    Arena *arena;
    VEC(Equation) eqns;
    VEC(Variable) vars;
    double growth_limit;
    const char *mistake; // in the file; NULL: none
} System;

// ---- reading -----------------------------------------------------------------------------------

static int32_t variable_of_name(System *s, const char *name)
{
    for (uint32_t v = 0; v < s->vars.count; v++)
        if (!strcmp(s->vars.data[v].name, name)) return (int32_t)v;
    int32_t base = -1;
    size_t length = strlen(name);
    if (!strncmp(name, "der(", 4) && name[length - 1] == ')')
        base = variable_of_name(s, arena_copy_text(s->arena, name + 4, length - 5));
    VEC_PUSH(s->arena, &s->vars, ((Variable){.name = name, .derivative = -1}));
    if (base >= 0) s->vars.data[base].derivative = (int32_t)s->vars.count - 1;
    return (int32_t)s->vars.count - 1;
}

// The next word of a line, without separators; NULL at the end.
static char *next_word(Arena *arena, const char **rest)
{
    while (isspace((unsigned char)**rest)) ++*rest;
    size_t length = strcspn(*rest, " \t");
    char *word = length ? arena_copy_text(arena, *rest, length) : NULL;
    *rest += length;
    return word;
}

static Occurrence read_occurrence(System *s, char *word)
{
    Occurrence o = {.may_solve = true, .size = 1.0};
    char *star = strchr(word, '*');
    if (star) {
        o.size = strtod(star + 1, NULL);
        *star = '\0';
    }
    size_t length = strlen(word);
    if (length > 0 && word[length - 1] == '!') {
        o.may_solve = false;
        word[length - 1] = '\0';
    }
    o.var = variable_of_name(s, word);
    return o;
}

static void read_equation(System *s, const char *label, const char *rest)
{
    VEC(Occurrence) occurrences = {0};
    for (char *word; (word = next_word(s->arena, &rest));)
        VEC_PUSH(s->arena, &occurrences, read_occurrence(s, word));
    VEC_PUSH(s->arena, &s->eqns, ((Equation){label, occurrences.data, (int32_t)occurrences.count}));
}

static void mark_known(System *s, const char *rest)
{
    for (char *word; (word = next_word(s->arena, &rest));)
        s->vars.data[variable_of_name(s, word)].is_known = true;
}

static void mark_preference(System *s, const char *rest, int8_t preference)
{
    for (char *word; (word = next_word(s->arena, &rest));)
        s->vars.data[variable_of_name(s, word)].preference = preference;
}

// ---- the graph of the unknowns -----------------------------------------------------------------

typedef struct Unknowns {
    Bipartite g;
    int32_t *var_of_column; // number in the System
    BitSet may_solve;       // by edge
    double *size_of_edge;
} Unknowns;

static Unknowns unknowns_of(const System *s)
{
    int32_t n_columns = 0, n_vars = (int32_t)s->vars.count;
    Unknowns u = {.var_of_column = ARENA_RAW(s->arena, int32_t, n_vars)};
    int32_t *column_of_var = ARENA_RAW(s->arena, int32_t, n_vars);
    for (int32_t v = 0; v < n_vars; v++) {
        column_of_var[v] = s->vars.data[v].is_known ? -1 : n_columns;
        if (!s->vars.data[v].is_known) u.var_of_column[n_columns++] = v;
    }
    VEC(Edge) edges = {0};
    VEC(const Occurrence *) sources = {0};
    for (uint32_t e = 0; e < s->eqns.count; e++)
        for (int32_t i = 0; i < s->eqns.data[e].n_occurrences; i++) {
            const Occurrence *o = &s->eqns.data[e].occurrences[i];
            if (column_of_var[o->var] < 0) continue;
            VEC_PUSH(s->arena, &edges, ((Edge){(int32_t)e, column_of_var[o->var]}));
            VEC_PUSH(s->arena, &sources, o);
        }
    int32_t *edge_of_given = ARENA_RAW(s->arena, int32_t, edges.count);
    u.g = bipartite_from_edges(s->arena, (int32_t)s->eqns.count, n_columns, edges.data,
                               (int32_t)edges.count, edge_of_given);
    u.may_solve = bitset_make(s->arena, (uint32_t)u.g.n_edges);
    u.size_of_edge = ARENA_RAW(s->arena, double, u.g.n_edges);
    for (uint32_t i = 0; i < edges.count; i++) {
        if (sources.data[i]->may_solve) bitset_add(&u.may_solve, (uint32_t)edge_of_given[i]);
        u.size_of_edge[edge_of_given[i]] = sources.data[i]->size;
    }
    return u;
}

static Matching matching_of(const System *s, const Unknowns *u)
{
    Matching m = matching_empty(s->arena, &u->g);
    matching_maximize(&m, &u->g, NULL);
    return m;
}

// ---- results as text ---------------------------------------------------------------------------

static void show_piece(Text *t, const System *s, const Unknowns *u, Selection members)
{
    text_add(t, "{");
    for (int32_t i = 0; i < members.n_eqns; i++)
        text_printf(t, "%s ", s->eqns.data[members.eqns[i]].label);
    text_add(t, "|");
    for (int32_t i = 0; i < members.n_vars; i++)
        text_printf(t, " %s", s->vars.data[u->var_of_column[members.vars[i]]].name);
    text_add(t, "}");
}

static int ascending(const void *a, const void *b)
{
    return *(const int32_t *)a - *(const int32_t *)b;
}

// The equations and the matched variables of a block, both ascending.
static Selection members_of_block(Arena *arena, const Blocks *blocks, const Matching *m,
                                  int32_t block)
{
    int32_t size = blocks_size(blocks, block), *vars = ARENA_RAW(arena, int32_t, size);
    Selection s = {.eqns = blocks->eqn_of_place + blocks->first_place_of_block[block],
                   .vars = vars,
                   .n_eqns = size};
    for (int32_t i = 0; i < size; i++)
        if (m->var_of_eqn[s.eqns[i]] >= 0) vars[s.n_vars++] = m->var_of_eqn[s.eqns[i]];
    qsort(vars, (size_t)s.n_vars, sizeof *vars, ascending);
    return s;
}

static void show_matching(Text *t, System *s, const char *expected)
{
    (void)expected;
    Unknowns u = unknowns_of(s);
    text_printf(t, "%d", matching_of(s, &u).n_matched);
}

static void show_blocks(Text *t, System *s, const char *expected)
{
    (void)expected;
    Unknowns u = unknowns_of(s);
    Matching m = matching_of(s, &u);
    Blocks blocks = strong_components(s->arena, &u.g, &m);
    for (int32_t b = 0; b < blocks.n_blocks; b++) {
        if (b > 0) text_add(t, " ");
        show_piece(t, s, &u, members_of_block(s->arena, &blocks, &m, b));
    }
}

static void show_loops(Text *t, System *s, const char *expected)
{
    (void)expected;
    Unknowns u = unknowns_of(s);
    Matching m = matching_of(s, &u);
    Blocks blocks = strong_components(s->arena, &u.g, &m);
    size_t before = t->length;
    for (int32_t b = 0; b < blocks.n_blocks; b++)
        if (blocks_size(&blocks, b) > 1)
            text_printf(t, "%s%d", t->length > before ? " " : "", blocks_size(&blocks, b));
    if (t->length == before) text_add(t, "none");
}

static void show_dulmage_mendelsohn(Text *t, System *s, const char *expected)
{
    (void)expected;
    Unknowns u = unknowns_of(s);
    Matching m = matching_of(s, &u);
    DulmageMendelsohn d = dulmage_mendelsohn(s->arena, &u.g, &m);
    if (d.n_pieces == 0) text_add(t, "well");
    for (int32_t p = 0; p < d.n_pieces; p++) {
        const SystemPiece *piece = &d.pieces[p];
        text_printf(t, "%s%s ", p ? " " : "", piece->part == PART_OVER ? "over" : "under");
        show_piece(t, s, &u, (Selection){piece->eqns, piece->vars, piece->n_eqns, piece->n_vars});
    }
}

// ---- index reduction ---------------------------------------------------------------------------

static int32_t differentiate_variable(void *client, int32_t var)
{
    System *s = client;
    return variable_of_name(s, arena_printf(s->arena, "der(%s)", s->vars.data[var].name));
}

static int32_t differentiate_equation(void *client, int32_t eqn)
{
    System *s = client;
    const Equation *from = &s->eqns.data[eqn];
    Equation to = {.label = arena_printf(s->arena, "%s'", from->label),
                   .occurrences = ARENA_RAW(s->arena, Occurrence, from->n_occurrences),
                   .n_occurrences = from->n_occurrences};
    for (int32_t i = 0; i < from->n_occurrences; i++) {
        to.occurrences[i] = from->occurrences[i];
        to.occurrences[i].var = s->vars.data[from->occurrences[i].var].derivative;
    }
    VEC_PUSH(s->arena, &s->eqns, to);
    return (int32_t)s->eqns.count - 1;
}

static int32_t variables_of_equation(void *client, int32_t eqn, const int32_t **vars)
{
    System *s = client;
    const Equation *e = &s->eqns.data[eqn];
    int32_t *list = ARENA_RAW(s->arena, int32_t, e->n_occurrences);
    for (int32_t i = 0; i < e->n_occurrences; i++) list[i] = e->occurrences[i].var;
    *vars = list;
    return e->n_occurrences;
}

static void show_pantelides(Text *t, System *s, const char *expected)
{
    (void)expected;
    Unknowns u = unknowns_of(s);
    if (u.g.n_vars != (int32_t)s->vars.count) {
        s->mistake = "pantelides: must come before known:";
        return;
    }
    int32_t *derivative_of_var = ARENA_RAW(s->arena, int32_t, u.g.n_vars);
    for (int32_t v = 0; v < u.g.n_vars; v++) derivative_of_var[v] = s->vars.data[v].derivative;
    DerivativeSystem system = {.g = &u.g, .derivative_of_var = derivative_of_var};
    ChainSystem chains = identify_chains(s->arena, &system);
    DerivativeClient client = {s, differentiate_equation, differentiate_variable,
                               variables_of_equation};
    int32_t n_given = u.g.n_eqns, n_differentiated = 0;
    if (!chains_are_solvable(&chains)) {
        text_add(t, "unsolvable");
        return;
    }
    Pantelides p = pantelides(s->arena, &system, client);
    for (int32_t e = 0; e < n_given; e++) {
        if (p.derivative_of_eqn[e] < 0) continue;
        text_printf(t, "%s%s", n_differentiated++ ? " " : "", s->eqns.data[e].label);
        for (int32_t d = e; (d = p.derivative_of_eqn[d]) >= 0;) text_add(t, "'");
    }
    if (n_differentiated == 0) text_add(t, "none");
}

static void show_growing(Text *t, System *s, const char *expected)
{
    (void)expected;
    Unknowns u = unknowns_of(s);
    int32_t *derivative_of_var = ARENA_RAW(s->arena, int32_t, u.g.n_vars + 1), n_offers = 0;
    int32_t *offers = ARENA_RAW(s->arena, int32_t, u.g.n_vars + 1);
    for (int32_t v = 0; v < u.g.n_vars; v++) {
        derivative_of_var[v] = s->vars.data[v].derivative;
        if (derivative_of_var[v] >= 0) offers[n_offers++] = v;
    }
    DerivativeSystem system = {.g = &u.g, .derivative_of_var = derivative_of_var};
    DerivativeClient client = {s, differentiate_equation, differentiate_variable,
                               variables_of_equation};
    Growth w = grow_states(s->arena, &system, client, offers, n_offers);
    for (int32_t i = 0; i < w.n_steps; i++) // the label has a ' for each time
        if (w.steps[i].action == GROWTH_DIFFERENTIATED)
            text_printf(t, "%s ", s->eqns.data[w.steps[i].derivative].label);
    text_add(t, "|");
    for (int32_t i = 0; i < w.n_steps; i++)
        if (w.steps[i].action == GROWTH_ADDED || w.steps[i].action == GROWTH_RELEASED)
            text_printf(t, " %s%s", w.steps[i].action == GROWTH_RELEASED ? "-" : "",
                        s->vars.data[w.steps[i].var].name);
}

// ---- tearing and coloring ----------------------------------------------------------------------

static Tearing tear_one_block(System *s, const Unknowns *u, Selection members,
                              int32_t *local_of_var)
{
    int32_t *edge_of_edge;
    Bipartite block = bipartite_part(s->arena, &u->g, members, local_of_var, &edge_of_edge);
    BitSet may_solve = bitset_make(s->arena, (uint32_t)block.n_edges);
    double *size = ARENA_RAW(s->arena, double, block.n_edges);
    int8_t *preference = ARENA_ARRAY(s->arena, int8_t, block.n_vars);
    for (int32_t k = 0; k < block.n_edges; k++) {
        size[k] = u->size_of_edge[edge_of_edge[k]];
        if (bitset_has(&u->may_solve, (uint32_t)edge_of_edge[k]))
            bitset_add(&may_solve, (uint32_t)k);
    }
    for (int32_t v = 0; v < block.n_vars; v++)
        preference[v] = s->vars.data[u->var_of_column[members.vars[v]]].preference;
    TearingProblem problem = {.block = &block,
                              .may_solve = &may_solve,
                              .preference_of_var = preference,
                              .size_of_edge = size,
                              .growth_limit = s->growth_limit};
    Tearing tearing = tear_block(s->arena, &problem);
    if (!tearing_check(&problem, &tearing)) s->mistake = "the tearing is not valid";
    return tearing;
}

// The number, or with |: the names of the iteration variables as well.
static void show_tearing(Text *t, System *s, const char *expected)
{
    Unknowns u = unknowns_of(s);
    Matching m = matching_of(s, &u);
    Blocks blocks = strong_components(s->arena, &u.g, &m);
    int32_t *local_of_var = ARENA_RAW(s->arena, int32_t, u.g.n_vars), n_torn = 0;
    for (int32_t v = 0; v < u.g.n_vars; v++) local_of_var[v] = -1;
    Text names = text_make(s->arena);
    for (int32_t b = 0; b < blocks.n_blocks; b++) {
        if (blocks_size(&blocks, b) < 2) continue;
        Selection members = members_of_block(s->arena, &blocks, &m, b);
        Tearing tearing = tear_one_block(s, &u, members, local_of_var);
        n_torn += tearing.n_torn;
        for (int32_t i = 0; i < tearing.n_torn; i++) {
            int32_t column = members.vars[tearing.iteration_vars[i]];
            text_printf(&names, " %s", s->vars.data[u.var_of_column[column]].name);
        }
    }
    if (!strncmp(expected, "<=", 2) && n_torn <= atoi(expected + 2))
        text_add(t, expected);
    else
        text_printf(t, "%d%s%s", n_torn, strchr(expected, '|') ? " |" : "",
                    strchr(expected, '|') ? text_cstr(&names) : "");
}

static void show_groups(Text *t, System *s, const char *expected)
{
    (void)expected;
    Unknowns u = unknowns_of(s);
    text_printf(t, "%d", column_groups(s->arena, &u.g).n_groups);
}

// ---- the file ----------------------------------------------------------------------------------

typedef struct Expectation {
    const char *word;
    void (*show)(Text *t, System *s, const char *expected);
} Expectation;

static const Expectation expectations[] = {
    {"matching", show_matching},     {"blocks", show_blocks},         {"loops", show_loops},
    {"dm", show_dulmage_mendelsohn}, {"pantelides", show_pantelides}, {"tearing", show_tearing},
    {"groups", show_groups},         {"growing", show_growing},
};

static bool apply_directive(System *s, const char *word, const char *rest)
{
    if (!strcmp(word, "known"))
        mark_known(s, rest);
    else if (!strcmp(word, "prefer"))
        mark_preference(s, rest, 1);
    else if (!strcmp(word, "torn"))
        mark_preference(s, rest, TEAR_ALWAYS);
    else if (!strcmp(word, "never"))
        mark_preference(s, rest, TEAR_NEVER);
    else if (!strcmp(word, "limit"))
        s->growth_limit = strtod(rest, NULL);
    else
        return false;
    return true;
}

// One line of the actual file.
static void process_line(Text *actual, System *s, const char *line)
{
    const char *colon = strchr(line, ':');
    if (line[0] == '#' || line[0] == '\0') {
        text_printf(actual, "%s\n", line);
        return;
    }
    if (!colon) {
        s->mistake = arena_printf(s->arena, "not understood: %s", line);
        return;
    }
    const char *word = arena_copy_text(s->arena, line, (size_t)(colon - line)), *rest = colon + 1;
    while (*rest == ' ') rest++;
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++) {
        if (strcmp(word, expectations[i].word)) continue;
        text_printf(actual, "%s: ", word);
        expectations[i].show(actual, s, rest);
        text_add(actual, "\n");
        return;
    }
    if (!apply_directive(s, word, rest)) read_equation(s, word, rest);
    text_printf(actual, "%s\n", line);
}

TestOutcome test_graph(TestCase *t)
{
    size_t length;
    char *text = test_read_file(t, t->path, &length);
    if (!text) return TEST_FAILED;
    System s = {.arena = t->arena};
    Text actual = text_make(t->arena);
    for (const char *line = text; *line && !s.mistake;) {
        const char *end = strchrnul(line, '\n');
        process_line(&actual, &s, arena_copy_text(t->arena, line, (size_t)(end - line)));
        line = *end ? end + 1 : end;
    }
    if (s.mistake) {
        text_printf(&t->difference, "%s\n", s.mistake);
        return TEST_FAILED;
    }
    if (t->bless) test_write_file(t, t->path, actual.data, actual.length);
    return t->bless || test_same_text(t, text_cstr(&actual), text) ? TEST_PASSED : TEST_FAILED;
}
