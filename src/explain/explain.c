// What the structural analysis found, for people and for programs (the JSON is a contract of the
// command line).
#include "explain/explain.h"

#include <string.h>

#include "equations/walker.h"

static const char *kind_word(const Block *b)
{
    if (b->is_mixed) return "mixed";
    return b->loop == LOOP_NONE ? "explicit" : b->loop == LOOP_LINEAR ? "linear" : "nonlinear";
}

int32_t *blocks_of_equations(const CausalSystem *causal, Arena *out)
{
    uint32_t n = causal->system->equations.count;
    int32_t *of = ARENA_RAW(out, int32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) of[i] = -1;
    const Section *s = shown_blocks(causal);
    for (int32_t i = 0; i < s->n_blocks; i++) {
        const Block *b = &causal->blocks[s->blocks[i]];
        for (int32_t k = 0; k < b->n_equations; k++) of[b->equations[k].i] = i;
    }
    return of;
}

bool *written_variables(const CausalSystem *causal, Arena *out)
{
    const EquationSystem *system = causal->system;
    bool *is_written = ARENA_ARRAY(out, bool, system->variables.count + 1);
    Walker w = walker_open(system->session->exprs, out);
    VarVec found = {0};
    walker_begin(&w);
    for (uint32_t i = 0; i < system->equations.count; i++) {
        const SystemEquation *e = &system->equations.data[i];
        if (e->differentiated || !(e->flags & EQUATION_IN_SIMULATION)) continue;
        walker_variables(&w, e->left, &found);
        walker_variables(&w, e->right, &found);
    }
    for (uint32_t i = 0; i < found.count; i++) is_written[found.data[i].i] = true;
    return is_written;
}

bool is_settled_variable(const EquationSystem *system, VarId id)
{
    const SystemVariable *v = system_variable(system, id);
    return v->flat.i >= 0 && !(v->flags & VARIABLE_IS_ALIAS) && v->value &&
           v->role <= ROLE_PARAMETER &&
           system->flat->variables[v->flat.i].variability > VARIABILITY_PARAMETER;
}

static void place_of(const CausalSystem *causal, Span span, Text *out)
{
    if (span_is_none(span)) return;
    Place p = source_place(causal->system->session->sources, span.begin);
    if (p.file) text_printf(out, "%s:%u:%u", p.file->path, p.line, p.column);
}

// ---- JSON ---------------------------------------------------------------------------

void json_text(Text *out, const Text *t)
{
    text_json_string(out, text_cstr(t), t->length);
}

void json_name(const CausalSystem *causal, VarId v, Arena *scratch, Text *out)
{
    Text t = text_make(scratch);
    system_variable_name(causal->system, v, &t);
    json_text(out, &t);
}

void json_names(const CausalSystem *causal, const VarId *list, int32_t n, Arena *scratch, Text *out)
{
    text_add_char(out, '[');
    for (int32_t i = 0; i < n; i++) {
        if (i) text_add_char(out, ',');
        json_name(causal, list[i], scratch, out);
    }
    text_add_char(out, ']');
}

void json_ids(const EquationId *list, int32_t n, Text *out)
{
    text_add_char(out, '[');
    for (int32_t i = 0; i < n; i++) text_printf(out, "%s%d", i ? "," : "", list[i].i);
    text_add_char(out, ']');
}

static void json_equations(const CausalSystem *causal, Arena *scratch, Text *out)
{
    int32_t *block_of = blocks_of_equations(causal, scratch);
    bool is_first = true;
    text_add(out, "\"equations\":[");
    for (uint32_t i = 0; i < causal->system->equations.count; i++) {
        if (block_of[i] < 0) continue;
        const SystemEquation *e = &causal->system->equations.data[i];
        Text text = text_make(scratch), origin = text_make(scratch);
        system_equation_text(causal->system, (EquationId){(int32_t)i}, &text);
        place_of(causal, e->span, &origin);
        text_printf(out, "%s{\"id\":%u,\"text\":", is_first ? "" : ",", i);
        json_text(out, &text);
        text_add(out, ",\"origin\":");
        json_text(out, &origin);
        text_printf(out, ",\"differentiated\":%d,\"block\":%d}", e->differentiated, block_of[i]);
        is_first = false;
    }
    text_add(out, "],");
}

static void json_unknowns(const CausalSystem *causal, Arena *scratch, Text *out)
{
    const Section *s = shown_blocks(causal);
    bool is_first = true;
    text_add(out, "\"unknowns\":[");
    for (int32_t i = 0; i < s->n_blocks; i++) {
        const Block *b = &causal->blocks[s->blocks[i]];
        for (int32_t k = 0; k < b->n_unknowns; k++) {
            text_printf(out, "%s{\"id\":%d,\"name\":", is_first ? "" : ",", b->unknowns[k].i);
            json_name(causal, b->unknowns[k], scratch, out);
            text_printf(out, ",\"block\":%d}", i);
            is_first = false;
        }
    }
    text_add(out, "],");
}

static void json_block(const CausalSystem *causal, int32_t place, Arena *scratch, Text *out)
{
    const Block *b = &causal->blocks[shown_blocks(causal)->blocks[place]];
    text_printf(out, "%s{\"id\":%d,\"kind\":\"%s\",\"equations\":", place ? "," : "", place,
                kind_word(b));
    json_ids(b->equations, b->n_equations, out);
    text_add(out, ",\"unknowns\":");
    json_names(causal, b->unknowns, b->n_unknowns, scratch, out);
    text_add(out, ",\"tearing\":");
    json_names(causal, b->torn->iteration, b->torn->n_iteration, scratch, out);
    text_add(out, ",\"residuals\":");
    json_ids(b->torn->residual_equations, b->torn->n_iteration, out);
    text_printf(out, ",\"solver\":\"%s\",\"formulas\":[", loop_solver_word(b->solver));
    Formula *list;
    uint32_t n = block_formulas(causal, b, scratch, &list);
    for (uint32_t i = 0; i < n; i++) {
        text_add(out, i ? ",{\"unknown\":" : "{\"unknown\":");
        json_name(causal, list[i].variable, scratch, out);
        text_add(out, ",\"value\":");
        text_json_string(out, list[i].text, strlen(list[i].text));
        text_add_char(out, '}');
    }
    text_add(out, "]}");
}

// ---- What the runtime has to solve
// ---------------------------------------------------------------

// One entry for each loop that is left to the runtime, in the order of the blocks: those of the
// start and of events, too. `of_step`: in an inlined step only as exactly as its states need it.
static void json_loops(const CausalSystem *causal, Arena *scratch, Text *out)
{
    bool is_first = true;
    text_add(out, "\"loops\":[");
    for (int32_t i = 0; i < causal->n_blocks; i++) {
        const Block *b = &causal->blocks[i];
        if (!block_needs_solver(b)) continue;
        text_printf(out, "%s{\"kind\":\"%s\",\"tearing\":", is_first ? "" : ",", kind_word(b));
        json_names(causal, b->torn->iteration, b->torn->n_iteration, scratch, out);
        text_printf(out, ",\"solver\":\"%s\",\"of_step\":%s}", loop_solver_word(b->solver),
                    b->is_of_step ? "true" : "false");
        is_first = false;
    }
    text_add(out, "],");
}

static void json_matrix(const char *name, const MatrixPattern *p, int32_t n, Text *out)
{
    long long entries = p->column_start ? p->column_start[n] : (long long)n * n;
    text_printf(out, "\"%s\":{\"unknowns\":%d,\"entries\":%lld,\"solver\":\"%s\"},", name, n,
                entries, p->is_sparse ? "klu" : "lapack");
}

static void json_sets(const CausalSystem *causal, Arena *scratch, Text *out)
{
    text_add(out, "\"dynamic_state_sets\":[");
    for (uint32_t i = 0; i < causal->system->state_sets.count; i++) {
        const StateSet *s = &causal->system->state_sets.data[i];
        text_printf(out, "%s{\"states\":%d,\"candidates\":", i ? "," : "", s->n_states);
        json_names(causal, s->candidates, s->n_candidates, scratch, out);
        text_add_char(out, '}');
    }
    text_add_char(out, ']');
}

void explain_json(const CausalSystem *causal, Text *out)
{
    Arena *scratch = arena_open("explain");
    Name model = causal->system->flat->name;
    text_add(out, "{\"model\":");
    text_json_string(out, model->text, model->length);
    text_printf(out, ",\"index\":%d,\"states\":", causal->index);
    json_names(causal, causal->states, causal->n_states, scratch, out);
    text_add_char(out, ',');
    json_equations(causal, scratch, out);
    json_unknowns(causal, scratch, out);
    text_add(out, "\"blocks\":[");
    for (int32_t i = 0; i < shown_blocks(causal)->n_blocks; i++)
        json_block(causal, i, scratch, out);
    text_add(out, "],");
    json_loops(causal, scratch, out);
    json_matrix("step_matrix", &causal->jacobian, causal->n_states, out);
    json_matrix("dae_matrix", &causal->dae_jacobian, causal->n_dae_unknowns, out);
    json_sets(causal, scratch, out);
    text_add(out, ",\"steps\":");
    json_steps(causal, scratch, out);
    if (causal->states_grew) {
        text_add(out, ",\"growth\":");
        json_growth(causal, scratch, out);
    }
    text_add(out, "}\n");
    arena_close(scratch);
}
