// What the page of `explain --html` shows, as one JSON object: the explanation of explain.c and
// where its equations come from, how they were written, what became of the others, and in which
// order the unknowns are computed.
#include "equations/walker.h"
#include "explain/explain.h"
#include "expr/function.h"

enum { MOST_ASSIGNMENTS = 100 }; // shown of one block

typedef struct PageData {
    const CausalSystem *causal;
    const EquationSystem *system;
    Arena *scratch;
    Text *out;
    SourcePlaces places;
    bool *is_written_var; // by VarId: occurs in an equation that is no derivative
} PageData;

// ---- Flat equations -----------------------------------------------------------------

static void plain_variable(void *client, VarId v, Text *out)
{
    text_add(out, ((const FlatModel *)client)->variables[v.i].name);
}

static void add_component(const PageData *p, ComponentId id)
{
    Text path = text_make(p->scratch);
    if (id.i >= 0) component_print_path(p->system->flat->instance, id, &path);
    json_text(p->out, &path);
}

// The places inside a span: of an equation its own, of a for-, if- or when-equation those of what
// it contains.
static void add_places(const PageData *p, Span span)
{
    bool is_first = true;
    text_add_char(p->out, '[');
    for (uint32_t i = source_first_place(&p->places, span.begin); i < p->places.count; i++) {
        Span at = p->places.data[i];
        if (at.begin >= span.end) break;
        if (at.end > span.end) continue;
        text_printf(p->out, "%s%u", is_first ? "" : ",", i);
        is_first = false;
    }
    text_add_char(p->out, ']');
}

// [places, component, text]
static void add_flat(const PageData *p)
{
    const FlatModel *flat = p->system->flat;
    ExprNames names = {.client = (void *)flat, .variable = plain_variable}; // only read through it
    text_add(p->out, "\"flat\":[");
    for (uint32_t i = 0; i < flat->n_equations; i++) {
        Text text = text_make(p->scratch);
        equation_print(&flat->equations[i], &names, 0, &text);
        while (text.length && text.data[text.length - 1] == '\n') text.data[--text.length] = '\0';
        text_add(p->out, i ? ",[" : "[");
        add_places(p, flat->equations[i].span);
        text_add_char(p->out, ',');
        add_component(p, flat->equations[i].component);
        text_add_char(p->out, ',');
        json_text(p->out, &text);
        text_add_char(p->out, ']');
    }
    text_add(p->out, "],");
}

// ---- Equations of the system --------------------------------------------------------

// [id, place, id it is the derivative of or -1, 1 when it was removed, component]
static void add_origins(const PageData *p)
{
    bool is_first = true;
    text_add(p->out, "\"origins\":[");
    for (uint32_t i = 0; i < p->system->equations.count; i++) {
        const SystemEquation *e = &p->system->equations.data[i];
        if (!(e->flags & EQUATION_IN_SIMULATION)) continue;
        // What selects states was not written, though it carries the place of the constraint.
        int32_t place = e->origin == ORIGIN_STATE_SET ? -1 : source_place_of(&p->places, e->span);
        text_printf(p->out, "%s[%u,%d,%d,%d,", is_first ? "" : ",", i, place, e->from.i,
                    (e->flags & EQUATION_REMOVED) != 0);
        add_component(p, e->component);
        text_add_char(p->out, ']');
        is_first = false;
    }
    text_add(p->out, "],");
}

// Rows and columns in the order of the blocks: the columns of row i are
// columns[first[i]] .. columns[first[i + 1] - 1].
static void add_incidence(const PageData *p)
{
    const Section *s = shown_blocks(p->causal);
    uint32_t n = p->system->variables.count;
    int32_t *column_of = ARENA_RAW(p->scratch, int32_t, n + 1), n_columns = 0;
    for (uint32_t v = 0; v < n; v++) column_of[v] = -1;
    for (int32_t i = 0; i < s->n_blocks; i++) {
        const Block *b = &p->causal->blocks[s->blocks[i]];
        for (int32_t k = 0; k < b->n_unknowns; k++) column_of[b->unknowns[k].i] = n_columns++;
    }
    Walker w = walker_open(p->system->session->exprs, p->scratch);
    Text first = text_make(p->scratch), rows = text_make(p->scratch);
    VarVec found = {0};
    int32_t n_entries = 0;
    text_add(p->out, "\"columns\":[");
    for (int32_t i = 0; i < s->n_blocks; i++) {
        const Block *b = &p->causal->blocks[s->blocks[i]];
        for (int32_t k = 0; k < b->n_equations; k++) {
            const SystemEquation *e = system_equation(p->system, b->equations[k]);
            text_printf(&first, "%d,", n_entries);
            text_printf(&rows, "%s%d", rows.length ? "," : "", b->equations[k].i);
            found.count = 0;
            walker_begin(&w);
            walker_variables(&w, e->left, &found);
            walker_variables(&w, e->right, &found);
            for (uint32_t v = 0; v < found.count; v++) {
                if (column_of[found.data[v].i] < 0) continue;
                text_printf(p->out, "%s%d", n_entries++ ? "," : "", column_of[found.data[v].i]);
            }
        }
    }
    text_printf(p->out, "],\"first\":[%s%d],\"rows\":[%s],", text_cstr(&first), n_entries,
                text_cstr(&rows));
}

static void add_aliases(const PageData *p)
{
    bool is_first = true;
    text_add(p->out, "\"aliases\":[");
    for (uint32_t i = 0; i < p->system->variables.count; i++) {
        const SystemVariable *v = &p->system->variables.data[i];
        if (!(v->flags & VARIABLE_IS_ALIAS) || v->flat.i < 0) continue;
        text_add(p->out, is_first ? "[" : ",[");
        json_name(p->causal, (VarId){(int32_t)i}, p->scratch, p->out);
        text_printf(p->out, ",%d,", v->sign);
        json_name(p->causal, v->root, p->scratch, p->out);
        text_add_char(p->out, ']');
        is_first = false;
    }
    text_add(p->out, "],\"settled\":[");
    is_first = true;
    for (uint32_t i = 0; i < p->system->variables.count; i++) {
        const SystemVariable *v = &p->system->variables.data[i];
        if (!is_settled_variable(p->system, (VarId){(int32_t)i})) continue;
        Text value = text_make(p->scratch);
        system_value_text(p->system, v->value, &value);
        text_add(p->out, is_first ? "[" : ",[");
        json_name(p->causal, (VarId){(int32_t)i}, p->scratch, p->out);
        text_add_char(p->out, ',');
        json_text(p->out, &value);
        text_add_char(p->out, ']');
        is_first = false;
    }
    text_add(p->out, "],");
}

// ---- Blocks -------------------------------------------------------------------------

static void add_assignments(const PageData *p)
{
    const Section *s = shown_blocks(p->causal);
    text_add(p->out, "\"assignments\":[");
    for (int32_t i = 0; i < s->n_blocks; i++) {
        const Block *b = &p->causal->blocks[s->blocks[i]];
        text_add(p->out, i ? ",[" : "[");
        for (int32_t k = 0; k < b->n_assignments && k < MOST_ASSIGNMENTS; k++) {
            Text text = text_make(p->scratch);
            system_variable_name(p->system, b->assignments[k].variable, &text);
            text_add(&text, " := ");
            system_value_text(p->system, b->assignments[k].value, &text);
            if (k) text_add_char(p->out, ',');
            json_text(p->out, &text);
        }
        text_add_char(p->out, ']');
    }
    text_add(p->out, "],");
}

// ---- States -------------------------------------------------------------------------

static const char *const select_words[] = {"never", "avoid", "default", "prefer", "always"};

static void tell_preference(const SystemVariable *v, Text *t)
{
    uint32_t before = (uint32_t)t->length;
    if (v->state_select != STATE_SELECT_DEFAULT)
        text_printf(t, "stateSelect = %s", select_words[v->state_select]);
    if (v->flags & VARIABLE_FIXED) text_printf(t, "%sfixed = true", t->length > before ? ", " : "");
    if (v->flags & VARIABLE_START_GIVEN)
        text_printf(t, "%sa start value is given", t->length > before ? ", " : "");
    if (v->flags & VARIABLE_REINIT)
        text_printf(t, "%sreinit sets it", t->length > before ? ", " : "");
}

static void add_state(const PageData *p, VarId id, const char *what, const Text *why)
{
    text_add(p->out, p->out->data[p->out->length - 1] == '[' ? "{\"name\":" : ",{\"name\":");
    json_name(p->causal, id, p->scratch, p->out);
    text_printf(p->out, ",\"what\":\"%s\",\"why\":", what);
    json_text(p->out, why);
    text_add_char(p->out, '}');
}

static void add_kept_state(const PageData *p, VarId id)
{
    const SystemVariable *v = system_variable(p->system, id);
    Text why = text_make(p->scratch), facts = text_make(p->scratch);
    if (v->role == ROLE_SET_STATE) return;
    tell_preference(v, &facts);
    text_add(&why, "its derivative occurs in the equations");
    if (p->causal->n_differentiations) {
        text_add(&why, "; of the variables that constraints tie together the preferred one");
        if (facts.length) text_printf(&why, " (%s)", text_cstr(&facts));
    } else {
        text_add(&why, ", and no constraint ties it to other states");
    }
    add_state(p, id, "state", &why);
}

static void add_dropped_state(const PageData *p, VarId id)
{
    const SystemVariable *d = system_variable(p->system, id);
    Text why = text_make(p->scratch);
    bool is_dropped =
        d->role == ROLE_DERIVATIVE && d->flags & VARIABLE_DUMMY && p->is_written_var[id.i];
    if (!is_dropped) return;
    text_add(&why, "a constraint determines it from the states; ");
    system_variable_name(p->system, id, &why);
    text_add(&why, " is an ordinary unknown now");
    for (uint32_t i = 0; i < p->system->state_sets.count; i++) {
        const StateSet *s = &p->system->state_sets.data[i];
        for (int32_t k = 0; k < s->n_candidates; k++)
            if (s->candidates[k].i == d->of.i) return; // told with its set
    }
    add_state(p, d->of, "given up", &why);
}

static void add_states(const PageData *p)
{
    text_add(p->out, "\"selection\":[");
    for (int32_t i = 0; i < p->causal->n_states; i++) add_kept_state(p, p->causal->states[i]);
    for (uint32_t i = 0; i < p->system->state_sets.count; i++) {
        const StateSet *s = &p->system->state_sets.data[i];
        for (int32_t k = 0; k < s->n_candidates; k++) {
            Text why = text_make(p->scratch);
            text_printf(&why,
                        "%d of the %d in set %u %s integrated at a time; the choice changes "
                        "during the simulation, so that the constraint can always be solved",
                        s->n_states, s->n_candidates, i + 1, s->n_states == 1 ? "is" : "are");
            add_state(p, s->candidates[k], "by turns", &why);
        }
    }
    for (uint32_t i = 0; i < p->system->variables.count; i++)
        add_dropped_state(p, (VarId){(int32_t)i});
    text_add(p->out, "],");
}

void explain_page(const CausalSystem *causal, Text *out)
{
    Arena *scratch = arena_open("explain page");
    PageData p = {.causal = causal,
                  .system = causal->system,
                  .scratch = scratch,
                  .out = out,
                  .places = source_places(causal, scratch),
                  .is_written_var = written_variables(causal, scratch)};
    const char *description = causal->system->flat->description;
    int64_t n_equations, n_unknowns;
    flat_totals(causal->system->flat, &n_equations, &n_unknowns);
    text_printf(out,
                "{\"n_written\":%lld,\"n_aliases\":%d,\"largest_digraph\":%d,\"alone\":%d,"
                "\"description\":",
                (long long)n_equations, causal->n_aliases, LARGEST_DIGRAPH, causal->alone);
    text_json_string(out, description ? description : "", description ? strlen(description) : 0);
    text_add_char(out, ',');
    add_flat(&p);
    add_origins(&p);
    add_incidence(&p);
    add_aliases(&p);
    add_assignments(&p);
    add_states(&p);
    text_add(out, "\"sources\":");
    json_sources(causal, &p.places, scratch, out);
    text_add(out, ",\"explanation\":");
    explain_json(causal, out);
    text_add_char(out, '}');
    arena_close(scratch);
}
