// The analysis told in words a student follows: equations, aliases, constraints, states, blocks in
// order, loops and how they are torn, the incidence before and after for small systems. A summary
// comes first; lists follow as far as they fit on a screen, or as they are asked for.
#include <string.h>

#include "equations/walker.h"
#include "explain/explain.h"

enum { LARGEST_MATRIX = 40, LINES_OF_SCREEN = 48, MOST_NAMES = 12 };

typedef struct Story {
    const CausalSystem *causal;
    const EquationSystem *system;
    Arena *scratch;
    Text *out;
    bool *is_written; // by VarId: occurs in an equation that is no derivative
    int32_t most;     // lines of a list
} Story;

static void add_name(const Story *s, VarId v)
{
    system_variable_name(s->system, v, s->out);
}

static void add_names(const Story *s, const VarId *list, int32_t n)
{
    for (int32_t i = 0; i < n; i++) {
        if (i) text_add(s->out, ", ");
        add_name(s, list[i]);
    }
}

static void add_equation(const Story *s, EquationId e)
{
    text_printf(s->out, "(%d) ", e.i + 1);
    system_equation_text(s->system, e, s->out);
}

static void add_equation_line(const Story *s, EquationId e)
{
    const SystemEquation *equation = system_equation(s->system, e);
    text_add(s->out, "  ");
    add_equation(s, e);
    Place p = source_place(s->system->session->sources, equation->span.begin);
    if (!span_is_none(equation->span) && p.file) text_printf(s->out, "   [line %u]", p.line);
    text_add_char(s->out, '\n');
}

// ---- Aliases ------------------------------------------------------------------------

static void tell_aliases(const Story *s)
{
    int32_t n = 0;
    for (uint32_t i = 0; i < s->system->variables.count; i++) {
        const SystemVariable *v = &s->system->variables.data[i];
        bool is_shown = v->flags & VARIABLE_IS_ALIAS && v->flat.i >= 0;
        if (!is_shown || n++ >= s->most) continue;
        if (n == 1) text_add(s->out, "\nEqual up to the sign, and therefore one variable:\n");
        text_add(s->out, "  ");
        add_name(s, (VarId){(int32_t)i});
        text_add(s->out, v->sign < 0 ? " = -" : " = ");
        add_name(s, v->root);
        text_add_char(s->out, '\n');
    }
    if (n > s->most) text_printf(s->out, "  ... and %d more\n", n - s->most);
}

static void tell_settled(const Story *s)
{
    int32_t n = 0;
    for (uint32_t i = 0; i < s->system->variables.count; i++) {
        if (!is_settled_variable(s->system, (VarId){(int32_t)i}) || n++ >= s->most) continue;
        if (n == 1)
            text_add(s->out, "\nDetermined by parameters alone, and computed before the "
                             "simulation:\n");
        text_add(s->out, "  ");
        add_name(s, (VarId){(int32_t)i});
        text_add(s->out, " := ");
        system_value_text(s->system, s->system->variables.data[i].value, s->out);
        text_add_char(s->out, '\n');
    }
    if (n > s->most) text_printf(s->out, "  ... and %d more\n", n - s->most);
}

// ---- Index and states ---------------------------------------------------------------

static void tell_constraints(const Story *s)
{
    const CausalSystem *c = s->causal;
    if (!c->n_differentiations) {
        text_printf(s->out, "\nNo equation ties the states to each other: the index is %d.\n",
                    c->index);
        return;
    }
    text_printf(s->out,
                "\nThe index is %d: some equations tie variables to each other that are "
                "differentiated elsewhere,\nso not all of these can be integrated on their own. "
                "Such equations, and those that define what\noccurs in them, were "
                "differentiated:\n",
                c->index);
    for (int32_t i = 0; i < c->n_differentiations; i++) {
        const Differentiation *d = &c->differentiations[i];
        add_equation_line(s, d->equation);
        EquationId e = system_equation(s->system, d->equation)->derivative;
        for (; e.i >= 0; e = system_equation(s->system, e)->derivative) {
            text_add(s->out, "      gives ");
            add_equation(s, e);
            text_add_char(s->out, '\n');
        }
    }
}

// Variables whose derivatives the modeller wrote, though they are no states.
static void tell_given_up(const Story *s)
{
    bool is_first = true;
    for (uint32_t i = 0; i < s->system->variables.count; i++) {
        const SystemVariable *d = &s->system->variables.data[i];
        if (d->role != ROLE_DERIVATIVE || !(d->flags & VARIABLE_DUMMY)) continue;
        if (!s->is_written[i]) continue;
        text_add(s->out, is_first ? "  not integrated, but computed from the states: " : ", ");
        add_name(s, d->of);
        is_first = false;
    }
    if (!is_first) text_add_char(s->out, '\n');
}

static void tell_states(const Story *s)
{
    const CausalSystem *c = s->causal;
    int32_t n = 0;
    text_printf(s->out, "\n%d state%s", c->n_states, c->n_states == 1 ? "" : "s");
    for (int32_t i = 0; i < c->n_states; i++) {
        if (system_variable(s->system, c->states[i])->role == ROLE_SET_STATE) continue;
        if (n++ >= s->most) continue;
        text_add(s->out, n > 1 ? ", " : ": ");
        add_name(s, c->states[i]);
    }
    if (n > s->most) text_printf(s->out, " and %d more", n - s->most);
    text_add(s->out, "\n");
    for (uint32_t i = 0; i < s->system->state_sets.count; i++) {
        const StateSet *set = &s->system->state_sets.data[i];
        text_printf(s->out, "  %d of ", set->n_states);
        add_names(s, set->candidates, set->n_candidates);
        text_add(s->out, ", chosen again and again while the simulation runs\n");
    }
    if (!s->system->state_sets.count) tell_given_up(s);
}

// ---- Inlined formulas ---------------------------------------------------------------

static void tell_formulas(const Story *s)
{
    const Inlined *in = s->causal->inlined;
    int32_t n = 0;
    if (!in) return;
    text_printf(s->out,
                "\nThe integration formula joins the equations%s. der() is an ordinary unknown "
                "now;\nold() and the step $h are known%s:\n",
                in->is_direct ? ", of which none was differentiated" : "",
                in->stages > 1 ? "; #1, #2, .. mark the inner stages" : "");
    for (uint32_t i = 0; i < s->system->equations.count; i++) {
        if (s->system->equations.data[i].origin != ORIGIN_FORMULA || n++ >= s->most) continue;
        add_equation_line(s, (EquationId){(int32_t)i});
    }
    if (n > s->most) text_printf(s->out, "  ... and %d more\n", n - s->most);
}

// ---- Blocks -------------------------------------------------------------------------

// What follows from the tearing variables, in order.
static void tell_sequence(const Story *s, const Block *b)
{
    int32_t n = 0;
    for (int32_t i = 0; i < b->n_assignments; i++) {
        VarId v = b->assignments[i].variable;
        bool is_torn = system_variable(s->system, v)->role == ROLE_AUXILIARY;
        for (int32_t k = 0; k < b->torn->n_iteration && !is_torn; k++)
            is_torn = b->torn->iteration[k].i == v.i;
        if (is_torn || n++ >= s->most) continue;
        text_add(s->out, n == 1 ? "; from it follow, in this order, " : ", ");
        add_name(s, v);
    }
}

static void tell_tearing(const Story *s, const Block *b)
{
    bool is_one = b->torn->n_iteration == 1;
    text_printf(s->out, "     residual equation%s ", is_one ? "" : "s");
    for (int32_t i = 0; i < b->torn->n_iteration; i++)
        text_printf(s->out, "%s(%d)", i ? ", " : "", b->torn->residual_equations[i].i + 1);
    text_printf(s->out, " for the tearing variable%s ", is_one ? "" : "s");
    add_names(s, b->torn->iteration, b->torn->n_iteration);
    tell_sequence(s, b);
    text_add_char(s->out, '\n');
}

static bool is_iteration(const Block *b, VarId v)
{
    for (int32_t i = 0; i < b->torn->n_iteration; i++)
        if (b->torn->iteration[i].i == v.i) return true;
    return false;
}

// What was found by solving it as with pencil and paper: the tearing variables, or all of it where
// the block is looked at alone.
static void tell_formulas_of(const Story *s, const Block *b)
{
    Formula *list;
    bool is_first = true;
    uint32_t n = block_formulas(s->causal, b, s->scratch, &list);
    for (uint32_t i = 0; i < n && i < (uint32_t)s->most; i++) {
        if (b->torn->n_iteration && !s->causal->alone && !is_iteration(b, list[i].variable))
            continue;
        text_add(s->out, is_first ? "     solution: " : "               ");
        add_name(s, list[i].variable);
        text_printf(s->out, " := %s\n", list[i].text);
        is_first = false;
    }
}

static void tell_loop(const Story *s, const Block *b, int32_t number)
{
    static const char *const how[] = {"by an assignment",
                                      "by a formula for its tearing variable",
                                      "by symbolic elimination (relaxation)",
                                      "as a dense linear system in its tearing variables",
                                      "as a sparse linear system in its tearing variables",
                                      "by Newton's method on its tearing variables",
                                      "by Newton's method on its tearing variables, with sparse "
                                      "matrices",
                                      "by least squares in its tearing variables"};
    text_printf(s->out, "  %d. ", number);
    if (b->n_equations == 1)
        text_add(s->out, "one equation");
    else
        text_printf(s->out, "algebraic loop of %d equations", b->n_equations);
    text_printf(s->out, ", %s%s, solved %s%s\n", b->is_mixed ? "with discrete unknowns, " : "",
                b->loop == LOOP_LINEAR ? "linear" : "nonlinear", how[b->solver],
                b->is_of_step ? ", in a step as exactly as its states need it" : "");
    for (int32_t i = 0; i < b->n_equations && i < s->most; i++) {
        text_add(s->out, "   ");
        add_equation_line(s, b->equations[i]);
    }
    if (b->torn->n_iteration) tell_tearing(s, b);
    tell_formulas_of(s, b);
}

static void tell_step_matrix(const Story *s)
{
    const CausalSystem *causal = s->causal;
    const int32_t *start = causal->jacobian.column_start;
    if (!causal->n_states || causal->inlined) return;
    text_printf(s->out, "\nImplicit steps solve %s systems in %d state%s",
                causal->jacobian.is_sparse ? "sparse" : "dense", causal->n_states,
                causal->n_states == 1 ? "" : "s");
    int32_t entries = start ? start[causal->n_states] : 0;
    if (start)
        text_printf(s->out, " (df/dx has %d %s)", entries, entries == 1 ? "entry" : "entries");
    text_add(s->out, ".\n");
}

static void tell_assignment(const Story *s, const Block *b, int32_t number)
{
    text_printf(s->out, "  %d. ", number);
    add_name(s, b->assignments[0].variable);
    text_add(s->out, " := ");
    system_value_text(s->system, b->assignments[0].value, s->out);
    text_printf(s->out, "   from (%d)\n", b->equations[0].i + 1);
}

static void tell_blocks(const Story *s)
{
    const Section *section = shown_blocks(s->causal);
    text_printf(s->out, "\nOrder of computation (%d blocks):\n", section->n_blocks);
    for (int32_t i = 0; i < section->n_blocks && i < s->most; i++) {
        const Block *b = &s->causal->blocks[section->blocks[i]];
        if (b->loop != LOOP_NONE || b->is_mixed) {
            tell_loop(s, b, i + 1);
            continue;
        }
        tell_assignment(s, b, i + 1);
    }
    if (section->n_blocks > s->most)
        text_printf(s->out, "  ... and %d more\n", section->n_blocks - s->most);
}

// ---- Incidence ----------------------------------------------------------------------

typedef struct Matrix {
    VEC(EquationId) rows;
    VEC(VarId) columns;
    VEC(int32_t) block_of_row;
} Matrix;

static bool occurs(const Story *s, EquationId e, VarId v)
{
    const SystemEquation *equation = system_equation(s->system, e);
    const Expr *ref = expr_ref(s->system->session->exprs, v, system_variable(s->system, v)->type);
    return expr_contains(equation->left, ref) || expr_contains(equation->right, ref);
}

static void draw(const Story *s, const Matrix *m, const int32_t *row, const int32_t *column)
{
    text_add(s->out, "  columns: ");
    for (uint32_t k = 0; k < m->columns.count; k++) {
        if (k) text_add(s->out, ", ");
        add_name(s, m->columns.data[column[k]]);
    }
    text_add_char(s->out, '\n');
    for (uint32_t i = 0; i < m->rows.count; i++) {
        EquationId e = m->rows.data[row[i]];
        text_printf(s->out, "  %4d ", e.i + 1);
        for (uint32_t k = 0; k < m->columns.count; k++)
            text_add_char(s->out, occurs(s, e, m->columns.data[column[k]]) ? 'x' : '.');
        text_add_char(s->out, '\n');
    }
}

static void tell_incidence(const Story *s)
{
    const Section *section = shown_blocks(s->causal);
    Matrix m = {0};
    for (int32_t i = 0; i < section->n_blocks; i++) {
        const Block *b = &s->causal->blocks[section->blocks[i]];
        for (int32_t k = 0; k < b->n_equations; k++) {
            VEC_PUSH(s->scratch, &m.rows, b->equations[k]);
            VEC_PUSH(s->scratch, &m.columns, b->unknowns[k]);
        }
    }
    int32_t n = (int32_t)m.rows.count;
    if (!n || n > LARGEST_MATRIX) return;
    int32_t *sorted = ARENA_RAW(s->scratch, int32_t, n),
            *by_row = ARENA_RAW(s->scratch, int32_t, n),
            *by_column = ARENA_RAW(s->scratch, int32_t, n);
    for (int32_t i = 0; i < n; i++) {
        sorted[i] = i;
        int32_t r = i, c = i; // insertion by number: at most LARGEST_MATRIX of them
        for (; r > 0 && m.rows.data[by_row[r - 1]].i > m.rows.data[i].i; r--)
            by_row[r] = by_row[r - 1];
        by_row[r] = i;
        for (; c > 0 && m.columns.data[by_column[c - 1]].i > m.columns.data[i].i; c--)
            by_column[c] = by_column[c - 1];
        by_column[c] = i;
    }
    text_add(s->out,
             "\nStructure incidence matrix, an x where an unknown occurs in an equation; as "
             "written:\n");
    draw(s, &m, by_row, by_column);
    text_add(s->out, "and in the order of computation, with loops as squares on the diagonal:\n");
    draw(s, &m, sorted, sorted);
}

static void tell_counts(const Story *s)
{
    int32_t n_left = 0, n_derived = 0;
    for (uint32_t i = 0; i < s->system->equations.count; i++) {
        const SystemEquation *e = &s->system->equations.data[i];
        if (!(e->flags & EQUATION_IN_SIMULATION) || e->flags & EQUATION_REMOVED) continue;
        n_left++;
        n_derived += e->differentiated > 0;
    }
    int64_t n_equations, n_unknowns;
    flat_totals(s->system->flat, &n_equations, &n_unknowns);
    text_printf(s->out, "%s: %lld scalar equation%s for %lld unknown%s.\n",
                s->system->flat->name->text, (long long)n_equations, n_equations == 1 ? "" : "s",
                (long long)n_unknowns, n_unknowns == 1 ? "" : "s");
    if (s->causal->n_aliases == 1) text_add(s->out, "1 unknown is an alias of another one. ");
    if (s->causal->n_aliases > 1)
        text_printf(s->out, "%d unknowns are aliases of others. ", s->causal->n_aliases);
    text_printf(s->out, "%d equation%s to be sorted", n_left, n_left == 1 ? " is" : "s are");
    if (n_derived)
        text_printf(s->out, ", %d of them derivative%s of others", n_derived,
                    n_derived == 1 ? "" : "s");
    if (s->system->relations.count)
        text_add(s->out, "; those of relations and conditions are among them");
    text_add(s->out, ".\n");
}

// ---- Summary and lists ----------------------------------------------------------------

// The loops in one line each, as far as there is room.
static void tell_loops_briefly(const Story *s)
{
    const Section *section = shown_blocks(s->causal);
    int32_t n_loops = 0, largest = 0, unknowns = 0, place = 0;
    for (int32_t i = 0; i < section->n_blocks; i++) {
        const Block *b = &s->causal->blocks[section->blocks[i]];
        if (b->loop == LOOP_NONE && !b->is_mixed) continue;
        n_loops++;
        if (b->n_equations > largest) {
            largest = b->n_equations;
            unknowns = b->torn->n_iteration;
            place = i + 1;
        }
    }
    text_printf(s->out, "Index %d, %d state%s, %d block%s", s->causal->index, s->causal->n_states,
                s->causal->n_states == 1 ? "" : "s", section->n_blocks,
                section->n_blocks == 1 ? "" : "s");
    if (!n_loops) text_add(s->out, ", no algebraic loop.\n");
    if (n_loops)
        text_printf(
            s->out, ", %d of them solved as %s; the largest, block %d, has %d equation%s%s.\n",
            n_loops, n_loops == 1 ? "a loop" : "loops", place, largest, largest == 1 ? "" : "s",
            unknowns ? arena_printf(s->scratch, " and %d tearing variable%s", unknowns,
                                    unknowns == 1 ? "" : "s")
                     : "");
}

static void tell_steps(const Story *s)
{
    Text growth = text_make(s->scratch), steps = text_make(s->scratch);
    if (s->causal->states_grew && !s->causal->alone) text_growth(s->causal, s->scratch, &growth);
    if (growth.length) text_printf(s->out, "\nThe states, one at a time:\n%s", text_cstr(&growth));
    text_steps(s->causal, s->scratch, &steps);
    if (steps.length) text_printf(s->out, "\nThe digraph, step by step:\n%s", text_cstr(&steps));
}

static void tell_machines(const Story *s)
{
    text_machines(s->causal, s->out);
}

typedef struct List {
    const char *option, *title;
    void (*tell)(const Story *s);
    size_t wish; // offset of its flag
} List;

static const List lists[] = {
    {NULL, NULL, tell_machines, 0},
    {"--constraints", "which equations were differentiated", tell_constraints,
     offsetof(ExplainWish, constraints)},
    {NULL, NULL, tell_states, 0},
    {NULL, NULL, tell_formulas, 0},
    {"--blocks", "the order of computation, with loops and how they are torn", tell_blocks,
     offsetof(ExplainWish, blocks)},
    {NULL, NULL, tell_step_matrix, 0},
    {"--aliases", "which variables are one", tell_aliases, offsetof(ExplainWish, aliases)},
    {"--settled", "what follows from parameters alone", tell_settled,
     offsetof(ExplainWish, settled)},
    {"--matrix", "the incidence before and after", tell_incidence, offsetof(ExplainWish, matrix)},
    {"--steps", "how the equations are sorted, step by step", tell_steps,
     offsetof(ExplainWish, steps)},
};

static int32_t count_lines(const Text *t)
{
    int32_t n = 0;
    for (size_t i = 0; i < t->length; i++) n += t->data[i] == '\n';
    return n;
}

static bool is_wanted(const ExplainWish *wish, const List *list)
{
    return wish->all || (list->option && *(const bool *)((const char *)wish + list->wish));
}

// What is not told is offered.
static void offer(const Story *s, const List *list, int32_t lines, bool *is_first)
{
    text_printf(s->out, "%s  %-14s %s (%d lines)\n", *is_first ? "\nMore:\n" : "", list->option,
                list->title, lines);
    *is_first = false;
}

static void tell_lists(Story *s, const ExplainWish *wish)
{
    enum { N = sizeof lists / sizeof *lists };
    bool asks = wish->all || wish->aliases || wish->settled || wish->constraints || wish->blocks ||
                wish->matrix || wish->steps;
    Text *out = s->out, parts[N];
    int32_t room = LINES_OF_SCREEN, lines[N];
    for (int i = 0; i < N; i++) {
        parts[i] = text_make(s->scratch);
        bool wanted = is_wanted(wish, &lists[i]);
        s->most = lists[i].option || wanted ? INT32_MAX : MOST_NAMES;
        s->out = &parts[i];
        lists[i].tell(s);
        lines[i] = count_lines(&parts[i]);
    }
    s->out = out;
    bool is_first = true, is_left[N] = {false};
    for (int i = 0; i < N; i++) {
        bool is_list = lists[i].option != NULL;
        bool shown = is_wanted(wish, &lists[i]) || !is_list ||
                     (!asks && lines[i] <= room && lists[i].tell != tell_steps);
        if (shown) room -= lines[i];
        if (shown && parts[i].length) text_add_bytes(out, parts[i].data, parts[i].length);
        is_left[i] = !shown && lines[i] > 0;
    }
    for (int i = 0; i < N; i++)
        if (is_left[i]) offer(s, &lists[i], lines[i], &is_first);
}

void explain_text(const CausalSystem *causal, const ExplainWish *wish, Text *out)
{
    Arena *scratch = arena_open("explain");
    Story s = {.causal = causal,
               .system = causal->system,
               .scratch = scratch,
               .out = out,
               .is_written = written_variables(causal, scratch)};
    tell_counts(&s);
    tell_loops_briefly(&s);
    tell_lists(&s, wish);
    arena_close(scratch);
}

// What a block takes from outside, and whether that changes with time.
static void tell_needs(const Story *s, const Block *b)
{
    Walker w = walker_open(s->system->session->exprs, s->scratch);
    VarVec found = {0};
    int32_t n = 0;
    walker_begin(&w);
    for (int32_t i = 0; i < b->n_equations; i++) {
        const SystemEquation *e = system_equation(s->system, b->equations[i]);
        walker_variables(&w, e->left, &found);
        walker_variables(&w, e->right, &found);
    }
    for (uint32_t k = 0; k < found.count; k++) {
        bool is_own = system_variable(s->system, found.data[k])->role == ROLE_CONSTANT;
        for (int32_t i = 0; i < b->n_unknowns && !is_own; i++)
            is_own = b->unknowns[i].i == found.data[k].i;
        if (is_own || n++ >= s->most) continue;
        text_add(s->out, n == 1 ? "     known before: " : ", ");
        add_name(s, found.data[k]);
    }
    if (n) text_add_char(s->out, '\n');
}

void explain_block_text(const CausalSystem *alone, Text *out)
{
    int32_t number = alone->alone;
    Arena *scratch = arena_open("explain block");
    Story s = {.causal = alone,
               .system = alone->system,
               .scratch = scratch,
               .out = out,
               .is_written = written_variables(alone, scratch),
               .most = INT32_MAX};
    const Block *b = &alone->blocks[shown_blocks(alone)->blocks[0]];
    text_printf(out, "%s, block %d alone:\n", alone->system->flat->name->text, number);
    if (b->loop != LOOP_NONE || b->is_mixed)
        tell_loop(&s, b, number);
    else
        tell_assignment(&s, b, number);
    tell_needs(&s, b);
    if (b->n_equations > 1) {
        tell_incidence(&s);
        tell_steps(&s);
    }
    arena_close(scratch);
}
